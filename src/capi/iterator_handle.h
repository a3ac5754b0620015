// What a ct_iter handle is: an iterator that its cursors keep alive. Immutable once built.
#pragma once

#include "capi/guard.h"
#include "iter/iterator.h"
#include "runtime/allocator.h"
#include "runtime/ref.h"

namespace ct {

struct IteratorHandle final : RefCounted<IteratorHandle> {
  Iterator iterator;

  static void dispose(IteratorHandle *handle) noexcept { destroy(handle); }
};

inline IteratorHandle *unwrap(const ct_iter *it) {
  return reinterpret_cast<IteratorHandle *>(const_cast<ct_iter *>(it));
}
inline const Iterator &iterator(const ct_iter *it) { return unwrap(need(it, "it"))->iterator; }

Ref<IteratorHandle> build_iterator(const ct_iter_config *config);  // refuses what the iterator can't see, too

}  // namespace ct
