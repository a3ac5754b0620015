// The pull form of the walk.
#include "iter/cursor.h"

#include "runtime/allocator.h"

namespace ct {

namespace {

char *make_scratch(const Iterator &it, int64_t begin, int64_t end) {
  check_walk(it, begin, end);
  if (!it.needs_conversion() || it.is_meta()) return nullptr;
  return static_cast<char *>(allocate(Staging::kScratchBytes, Staging::kAlignment));
}

}  // namespace

Cursor::Cursor(const Iterator &it, int64_t begin, int64_t end)
    : scratch_(make_scratch(it, begin, end)), pieces_(it, begin, it.is_meta() ? begin : end, 0, scratch_) {}

Cursor::~Cursor() {
  if (handed_out_) pieces_.take_back();
  if (scratch_ != nullptr) deallocate(scratch_, Staging::kScratchBytes, Staging::kAlignment);
}

bool Cursor::next(ct_loop *piece) noexcept {
  if (handed_out_) pieces_.take_back();
  handed_out_ = pieces_.next();
  if (handed_out_) *piece = pieces_.piece();
  return handed_out_;
}

}  // namespace ct
