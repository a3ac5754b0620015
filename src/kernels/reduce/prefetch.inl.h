// Fetching what loops over groups of rows will read: the processor does not follow so many short rows by itself.
#pragma once

#include "kernels/vec/element.h"
#include "kernels/vec/isa.h"

namespace ct::kernels::CT_ISA {
namespace {

template <int64_t nbytes>
CT_INLINE void fetch(const char *at) {
#pragma GCC unroll 16
  for (int64_t i = 0; i < nbytes; i += 64) __builtin_prefetch(at + i);
}

// So many instructions that do nothing, between loads from beyond the caches. A processor that waits for memory goes on
// until it holds as many instructions as it can. Where loads are few of them, it doesn't ask for so many lines that it
// leaves out what it is to fetch.
template <int64_t count>
CT_INLINE void pace() {
  if constexpr (kVecBytes == 64) asm volatile(".rept %c0\n\tnop\n\t.endr" : : "i"(count));
}
// The same once `loaded` is there to be used, so that they lie between one load and the next.
template <int64_t count, class Native>
CT_INLINE void pace(Native &loaded) {
  if constexpr (kVecBytes == 64) asm volatile(".rept %c1\n\tnop\n\t.endr" : "+v"(loaded) : "i"(count));
}

// What a group of rows reads `far` and `close` bytes later: twice, because the processor drops what it is asked for
// while it waits for too many lines. Further along these rows, and towards their end in those after them.
template <int64_t far, int64_t close>
class Later {
 public:
  // From `left` bytes before the end of rows of `length` bytes on; the rows after them lie `next` bytes further.
  CT_INLINE Later(int64_t left, int64_t length, int64_t next)
      : far_(distance(far, left, length, next)), close_(distance(close, left, length, next)) {}
  // For so many of the bytes that are left both distances stay the same.
  static CT_INLINE int64_t reach(int64_t left) { return left > far ? left - far : left > close ? left - close : left; }
  // Whether steps of so many bytes end where a distance changes.
  static constexpr bool is_met_by(int64_t step) { return far % step == 0 && close % step == 0; }
  template <int64_t nbytes>
  CT_INLINE void fetch_after(const char *at) const {
    static_assert(is_met_by(nbytes));
    fetch<nbytes>(at + far_);
    fetch<nbytes>(at + close_);
  }

 private:
  static CT_INLINE int64_t distance(int64_t wanted, int64_t left, int64_t length, int64_t next) {
    return left > wanted ? wanted : next - (length > wanted ? length - wanted : 0);
  }

  int64_t far_, close_;
};

// Of rows of `width` bytes at `at`, into the second-level cache: the rows after those, or where rows are one run, what
// lies some way ahead.
template <int64_t rows>
CT_INLINE void fetch_after(const char *at, int64_t stride, int64_t width) {
  constexpr int64_t kAhead = 4096;  // bytes
  const char *to = at + (stride == width ? kAhead : rows * stride);
  for (int64_t row = 0; row < rows; ++row, to += stride) {
    for (int64_t i = 0; i < width; i += 64) __builtin_prefetch(to + i, 0, 2);
  }
}

}  // namespace
}  // namespace ct::kernels::CT_ISA
