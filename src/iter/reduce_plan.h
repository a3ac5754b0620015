// How a reduction is cut. Its tree follows from sizes, strides and dtypes, never from threads or addresses. Down long
// rows beyond the caches, threads tell how wide chunks are, and how many spans the tree is cut into: neither changes
// it.
//
//   outputs   in chunks whose accumulators stay in the first-level cache, of long rows in the second,
//   reduced   in leaves, which the loop accumulates into fresh accumulators; leaves meet pairwise, in a binary tree,
//             so that rounding errors grow with the logarithm of the count; spans of leaves are tasks of their own
//             where there are few outputs, and their partial results meet in the same kind of tree.
#pragma once

#include "iter/iterator.h"

namespace ct {

constexpr int64_t kTaskElements = int64_t{1} << 16;  // some microseconds at memory speed
constexpr int64_t kTasks = 64;                       // where the work is large enough for as many
constexpr int64_t kFewReduced = 16;                  // elements an output
constexpr int64_t kChunkBytes = int64_t{16} << 10;   // accumulators of one chunk

// How many outputs a chunk has where memory runs along the reduced dims, with n elements of that size for each output.
// held: bytes of one output's accumulators. This decides bits where a loop copies its piece.
int64_t chunk_of_rows(int64_t outputs, int64_t n, int64_t row, int64_t itemsize, int64_t held) noexcept;

// The dtype of accumulator k: its own where accumulators have their own, else the common one, else the output's as the
// loop sees it.
inline DType accumulator_of(const Iterator &it, DType all, std::span<const DType> own, int32_t k) {
  if (!own.empty()) return own[static_cast<size_t>(k)];
  return all != DType::Undefined ? all : it.operand(k).dtype;
}

struct ReducePlan {
  ReducePlan(const Iterator &iterator, DType accumulator, std::span<const DType> own, bool any_order);

  const Iterator &it;
  DimVec reduced_sizes, kept_sizes;      // in the iterator's order; those kept as inputs step through them
  DimVec written_sizes;                  // and as outputs do
  DimVec reduced_weights, kept_weights;  // a step's way in positions of that order
  SmallVec<int64_t, 24> reduced_strides, kept_strides;  // [operand][dim], bytes
  SmallVec<DType, 4> accumulators;                      // by output, and then those of their own
  int64_t nreduced = 1, noutputs = 1;                   // elements an output, outputs

  // A call of the loop covers the first reduced dim and the first kept dim, or two reduced dims and a single output.
  bool single_output_calls = false;
  int64_t leaf = 1, nleaves = 1;   // reduced elements a leaf
  int64_t span = 1, nspans = 1;    // leaves a span; several only where there are fewer than 64 groups
  int64_t chunk = 1;               // outputs
  int64_t group = 1, ngroups = 1;  // outputs a task, a multiple of chunk
  int64_t slice = 1;               // outputs whose spans meet together
  int64_t block = 0;               // elements of a block of converted inputs; 0: none is converted
  bool is_wide = false;            // many rows, far apart and beyond the caches, along the outputs
  // How many outputs the elements of a short dense row go to; 0 where rows are long, or not dense. Lines of such rows,
  // of several outputs or leaves, are packed side by side, so that their rows are added as columns.
  int64_t packed = 0;
  bool picks = false;  // calls would take few elements of few outputs, so many outputs are picked into a block

  Dims reduced(int64_t k) const noexcept { return part(reduced_strides, k, reduced_sizes.size()); }
  Dims kept(int64_t k) const noexcept { return written(k).first(static_cast<size_t>(kept_sizes.size())); }
  Dims written(int64_t k) const noexcept { return part(kept_strides, k, written_sizes.size()); }
  int64_t ntasks() const noexcept { return ngroups * nspans; }

  // Accumulators of `count` outputs, one array after the other.
  int64_t accumulator_bytes(int64_t count) const noexcept;
  int64_t accumulator_offset(int64_t output, int64_t count) const noexcept;
  int64_t nbuffers() const noexcept;  // that a span's tree needs at once

 private:
  static Dims part(const SmallVec<int64_t, 24> &strides, int64_t k, int64_t ndim) noexcept {
    return Dims(strides.data() + k * ndim, static_cast<size_t>(ndim));
  }
  void split_dims();
  void cut_leaves();
  void find_short_rows(bool any_order) noexcept;
  void cut_outputs();
  void cut_outputs(int64_t wanted_chunk);
  void cut_spans(int64_t leaves) noexcept;
  bool is_kept_inner() const noexcept;
  int64_t wanted_tasks() const noexcept;
};

}  // namespace ct
