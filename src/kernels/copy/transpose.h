// Transpositions: of a strided plane within kernels, and of blocks whose rows lie anywhere (kernels/table.h).
#pragma once

#include <cstdint>

#include "kernels/table.h"
#include "kernels/tuning.h"

namespace ct::kernels::CT_ISA {

// to: n1 rows of n0 elements side by side, to_stride bytes apart. from: n0 rows of n1 elements side by side,
// from_stride bytes apart. element_size 1, 2, 4, 8 or 16; any alignment. loads NonTemporal: what is read comes from
// memory, and is prefetched.
void transpose(char *to, int64_t to_stride, const char *from, int64_t from_stride, int64_t n0, int64_t n1,
               int64_t element_size, Traffic loads);

// The same, but it prefetches `next`, unless that is NULL: what is read next, in rows that lie as these do.
void transpose_before(const char *next, char *to, int64_t to_stride, const char *from, int64_t from_stride, int64_t n0,
                      int64_t n1, int64_t element_size);

// Whether n0 elements of each of n1 rows, which lie between those of one another, are packed by registers. They would
// be narrow columns of a transposition.
inline bool packs_steps(int64_t element_size, int64_t step, int64_t n0, int64_t n1) {
  const int64_t apart = step < 0 ? -step : step;
  return element_size <= 8 && apart <= kMostStep * element_size && step != n1 * element_size &&
         n0 * element_size >= kCacheLine && n1 <= most_apart(element_size);
}

// Transposes a block whose unit is no element's size.
void transpose_segments(char *to, const char *from, const char *next, const TransposeBlock &block, Traffic stores);

// Packs n segments of `unit` bytes, which lie where `rows` says, to places `step` bytes apart.
void pack_segments(char *to, int64_t step, const char *from, const int64_t *rows, int64_t n, int64_t unit);

// Copies n rows of 2 to kCacheLine bytes. Both sides are disjoint or the same.
void copy_short_rows(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t nbytes, int64_t n);

}  // namespace ct::kernels::CT_ISA
