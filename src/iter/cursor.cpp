// The pull form of the walk.
#include "iter/cursor.h"

#include "runtime/workspace.h"

namespace ct {

namespace {

int64_t scratch_bytes(const Iterator &it, int64_t begin, int64_t end) {
  check_walk(it, begin, end);
  return it.needs_conversion() && begin != end && !it.is_meta() ? kWorkspaceBytes + Staging::kScratchBytes : 0;
}

}  // namespace

Cursor::Cursor(const Iterator &it, int64_t begin, int64_t end) : scratch_(scratch_bytes(it, begin, end)) {
  convert([&](char *blocks) { pieces_.emplace(it, begin, it.is_meta() ? begin : end, 0, blocks); });
}

Cursor::~Cursor() {
  if (handed_out_) convert([&](char *) { pieces_->take_back(); });
}

bool Cursor::next(ct_loop *piece) noexcept {
  convert([&](char *) {
    if (handed_out_) pieces_->take_back();
    handed_out_ = pieces_->next();
  });
  if (handed_out_) *piece = pieces_->piece();
  return handed_out_;
}

}  // namespace ct
