// From indices to offsets.
#pragma once

#include "kernels/table.h"
#include "kernels/vec/isa.h"

namespace ct::kernels::CT_ISA {

// The place of what the i-th index says, in a dim of that size; 0 where none is negative.
CT_INLINE int64_t place_at(const char *indices, int64_t i, int64_t size) {
  const int64_t index = load_element<int64_t>(indices + i * int64_t{sizeof(int64_t)});
  return index + (index >> 63 & size);
}

// Whether most of the first pairs of neighbouring positions meet in one element; at(i) tells where the i-th lies. A few
// that meet by chance, in a small tensor, cost less by way of memory than branches that cannot be predicted.
template <class At>
CT_INLINE bool meet_often(int64_t n, At at) {
  const int64_t pairs = n - 1 < kNeighboursAsked ? n - 1 : kNeighboursAsked;
  int64_t found = 0;
  for (int64_t i = 0; i < pairs; ++i) found += at(i) == at(i + 1) ? 1 : 0;
  return 2 * found > pairs;
}

// Calls M::row(data, step, at, n, is_far) for each row; at(i) tells where the i-th position lies in what is indexed.
template <class M>
CT_INLINE void each_row(const DirectRows &rows) {
  const DirectRows own = rows;  // no store can change it
  const auto each = [&](int64_t step, int64_t of_index, int64_t size, bool is_far) __attribute__((always_inline)) {
    for (int64_t j = 0; j < own.rows; ++j) {
      char *const indexed = own.indexed + j * own.indexed_row;
      const char *const indices = own.indices + j * own.index_row;
      const auto at = [=](int64_t i) __attribute__((always_inline)) {
        return indexed + i * step + place_at(indices, i, size) * of_index;
      };
      M::row(own.data + j * own.data_row, own.step, at, own.n, is_far);
    }
  };
  const bool share_place = own.indexed_step == 0;
  if (share_place && own.index_step == M::kSize && own.size == 0) return each(0, M::kSize, 0, own.is_far);
  // The processor prefetches rows of elements that lie side by side.
  each(own.indexed_step, own.index_step, own.size, share_place && own.is_far);
}

void place_indices(const IndexedPiece &piece, int64_t first0, int64_t n0, int64_t first1, int64_t n1, int64_t *offsets);
// The same where `pattern` holds the offsets of these positions with indices of 0, counted from the first of them: one
// loop for all rows. Returns false, and does nothing, where the indices do not lie side by side.
bool place_by_pattern(const IndexedPiece &piece, const int64_t *pattern, int64_t first0, int64_t n0, int64_t first1,
                      int64_t n1, int64_t *offsets);

}  // namespace ct::kernels::CT_ISA
