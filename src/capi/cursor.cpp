// Entry points of the cursor, the pull form of a walk.
#include "iter/cursor.h"

#include <algorithm>
#include <cstring>

#include "capi/iterator_handle.h"

using namespace ct;

namespace {

struct CursorHandle {
  CursorHandle(IteratorHandle *it, int64_t begin, int64_t end)
      : kept(Ref<IteratorHandle>::share(it)), cursor(it->iterator, begin, end) {}

  Ref<IteratorHandle> kept;  // the cursor points into its iterator
  Cursor cursor;
};

CursorHandle *unwrap(ct_iter_cursor *cursor) { return reinterpret_cast<CursorHandle *>(cursor); }

}  // namespace

extern "C" {

ct_status ct_iter_cursor_create(const ct_iter *it, int64_t begin, int64_t end, ct_iter_cursor **out, ct_error *error) {
  return guarded("ct_iter_cursor_create", error, [&] {
    *need(out, "out") = nullptr;
    *out = reinterpret_cast<ct_iter_cursor *>(make<CursorHandle>(unwrap(need(it, "it")), begin, end));
  });
}

bool ct_iter_cursor_next(ct_iter_cursor *cursor, ct_loop *piece) {
  if (cursor == nullptr || piece == nullptr) return false;
  ct_loop next;
  if (!unwrap(cursor)->cursor.next(&next)) return false;
  // An older caller's struct is smaller.
  const size_t size = piece->struct_size == 0 ? sizeof(ct_loop) : std::min<size_t>(piece->struct_size, sizeof(ct_loop));
  next.struct_size = static_cast<uint32_t>(size);
  std::memcpy(piece, &next, size);
  return true;
}

void ct_iter_cursor_release(ct_iter_cursor *cursor) {
  if (cursor != nullptr) destroy(unwrap(cursor));
}

}  // extern "C"
