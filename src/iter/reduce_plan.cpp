// The cut of a reduction.
#include "iter/reduce_plan.h"

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "iter/dims.h"
#include "iter/staging.h"
#include "iter/traffic.h"
#include "kernels/reduce/order.h"
#include "runtime/threads.h"

namespace ct {

namespace {

using namespace kernels::order;

constexpr int64_t kRowBytes = int64_t{32} << 10;          // of a chunk's inputs, where memory runs along the outputs
constexpr int64_t kRowScratchBytes = int64_t{256} << 10;  // its accumulators' and its tree's, or less is taken
constexpr int64_t kWideRowBytes = int64_t{256} << 10;     // the inputs' beyond the caches, where tasks are enough
constexpr int64_t kManyRows = 64;                         // that are worth it
constexpr int64_t kTasksOfThread = 4;                     // of wide chunks, where there are more threads than one

int64_t aligned(int64_t bytes) { return divide_up(bytes, kCacheLine) * kCacheLine; }

}  // namespace

int64_t chunk_of_rows(int64_t outputs, int64_t n, int64_t row, int64_t itemsize, int64_t held) noexcept {
  // A block of elements that are copied before they are reduced has at least this many short rows.
  const int64_t wanted = std::max({kTaskElements / n, outputs / kTasks, kReduceBlockBytes / (row * itemsize)});
  const int64_t chunk = std::clamp<int64_t>(wanted, 1, std::max<int64_t>(kChunkBytes / held, 1));
  return chunk > kCacheLine ? chunk / kCacheLine * kCacheLine : chunk;
}

ReducePlan::ReducePlan(const Iterator &iterator, DType accumulator, std::span<const DType> own, bool any_order)
    : it(iterator) {
  const int32_t count = own.empty() ? it.noutputs() : static_cast<int32_t>(own.size());
  for (int32_t k = 0; k < count; ++k) accumulators.push_back(accumulator_of(it, accumulator, own, k));
  split_dims();
  cut_leaves();
  find_short_rows(any_order);
  cut_outputs();
}

void ReducePlan::split_dims() {
  int64_t weight = 1;
  for (int32_t d = 0; d < it.ndim(); ++d) {
    const bool is_reduced = it.is_dim_reduced(d);
    (is_reduced ? reduced_sizes : kept_sizes).push_back(it.sizes()[d]);
    (is_reduced ? reduced_weights : kept_weights).push_back(weight);
    (is_reduced ? nreduced : noutputs) *= it.sizes()[d];
    weight *= it.sizes()[d];
  }
  for (int32_t k = 0; k < it.noperands(); ++k) {
    for (int32_t d = 0; d < it.ndim(); ++d) {
      (it.is_dim_reduced(d) ? reduced_strides : kept_strides).push_back(it.strides(k)[d]);
    }
  }
  // Accumulators lie side by side, so only inputs and positions decide which kept dims can be joined.
  written_sizes = kept_sizes;
  const auto ndim = static_cast<int32_t>(kept_sizes.size());
  kept_sizes.resize(coalesce_dims(ndim, kept_sizes.data(), it.ninputs() + 1, [&](int32_t k, int32_t d) -> int64_t & {
    return k == it.ninputs() ? kept_weights[d] : kept_strides[int64_t{it.noutputs() + k} * ndim + d];
  }));
}

// Whether memory runs along the outputs rather than along the reduced dims.
bool ReducePlan::is_kept_inner() const noexcept {
  if (it.ninputs() == 0 || kept_sizes.empty()) return false;
  if (reduced_sizes.empty()) return true;
  const int64_t first_kept = std::abs(kept(it.noutputs())[0]);
  return first_kept != 0 && first_kept < std::abs(reduced(it.noutputs())[0]);
}

void ReducePlan::cut_leaves() {
  int64_t converted = 0;
  for (int32_t k = it.noutputs(); k < it.noperands(); ++k) {
    if (it.operand(k).dtype != it.operand(k).tensor_dtype) converted += dtype_size(it.operand(k).dtype);
  }
  if (converted != 0) block = Staging::block_elements(converted);
  if (reduced_sizes.empty()) return;
  int64_t most = kLongLeaf;
  if (is_kept_inner()) {
    const int64_t itemsize = it.operand(it.noutputs()).itemsize;
    const bool is_far = block == 0 && std::abs(reduced(it.noutputs())[0]) >= kFarRowBytes;
    is_wide = is_far && itemsize > 1 && nreduced >= kManyRows && traffic(it) == kernels::Traffic::NonTemporal;
    const int64_t held = dtype_size(accumulators[0]);
    most = block != 0                                                         ? kConvertedLeaf
           : itemsize == 1                                                    ? 4 * kShortLeaf
           : is_far && held >= 4 && held <= itemsize                          ? kNarrowLeaf
           : is_far && held == 8 && itemsize == 4 && accumulators.size() == 1 ? kRoomyLeaf
                                                                              : kShortLeaf;
  }
  // A call's piece along reduced dims must fit into one block of conversion, so that blocks add no calls to a leaf.
  if (block != 0) most = std::min(block, most);

  const int64_t size0 = reduced_sizes[0];
  single_output_calls = reduced_sizes.size() > 1 && (kept_sizes.empty() || kept_sizes[0] < reduced_sizes[1]);
  const int64_t call = single_output_calls ? size0 * std::min(reduced_sizes[1], divide_up(most, size0)) : size0;
  if (call < most) {
    leaf = call * std::min(kCallsPerLeaf, most / call);
  } else {
    leaf = size0 >= most ? most : most / size0 * size0;
  }
  nleaves = divide_up(nreduced, leaf);
}

void ReducePlan::find_short_rows(bool any_order) noexcept {
  const int32_t input = it.noutputs();
  if (it.ninputs() != 1 || block != 0 || single_output_calls || reduced_sizes.empty() || kept_sizes.empty()) return;
  const int64_t itemsize = it.operand(input).itemsize, row = kept_sizes[0] * itemsize;
  const bool is_dense = kept(input)[0] == itemsize;
  if (row > itemsize && is_dense && reduced(input)[0] == row) packed = kept_sizes[0];
  // Only where a leaf has all reduced elements (see order.h) and rows are not taken in bands, so that the block's rows
  // give the same bits.
  const bool in_bands = is_dense && std::abs(reduced(input)[0]) >= kFarRowBytes && !any_order;
  picks = kept_sizes[0] < noutputs && kept_sizes[0] * reduced_sizes[0] < kSmallPlane &&
          reduced_sizes[0] < kLeafElements && !in_bands;
}

int64_t ReducePlan::wanted_tasks() const noexcept {
  if (!is_wide) return kTasks;
  const int64_t threads = num_threads();
  return threads == 1 ? 1 : std::min(kTasks, kTasksOfThread * threads);
}

void ReducePlan::cut_outputs() {
  int64_t itemsizes = 0;
  for (const DType dtype : accumulators) itemsizes += dtype_size(dtype);
  const int64_t least = std::max<int64_t>(kChunkBytes / itemsizes, 1);
  slice = std::max(least / kCacheLine, int64_t{1}) * kCacheLine;
  const int64_t itemsize = it.ninputs() == 0 ? 1 : it.operand(it.noutputs()).itemsize;
  if (!is_kept_inner()) {
    const int64_t row = reduced_sizes.empty() ? 1 : reduced_sizes[0];
    return cut_outputs(chunk_of_rows(noutputs, nreduced, row, itemsize, itemsizes));
  }
  for (int64_t bytes = is_wide ? kWideRowBytes : kRowBytes; bytes / itemsize > least; bytes /= 2) {
    cut_outputs(bytes / itemsize);
    const auto fits = [&] { return nbuffers() * accumulator_bytes(chunk) <= kRowScratchBytes; };
    while (is_wide && ngroups < kTasks && span > 1 && !fits()) cut_spans(span / 2);  // smaller trees, which meet later
    if ((bytes <= kRowBytes || ntasks() >= wanted_tasks()) && fits()) return;
  }
  cut_outputs(least);
}

void ReducePlan::cut_outputs(int64_t wanted_chunk) {
  chunk = wanted_chunk;
  if (chunk > kCacheLine) chunk = chunk / kCacheLine * kCacheLine;
  if (packed != 0 && chunk > packed) chunk = chunk / packed * packed;
  chunk = std::min(chunk, noutputs);
  group = chunk * std::max<int64_t>(kTaskElements / (chunk * nreduced), 1);
  ngroups = divide_up(noutputs, group);
  const int64_t wanted =
      std::min({divide_up(wanted_tasks(), ngroups), nleaves, std::max<int64_t>(nreduced * chunk / kTaskElements, 1)});
  // A power of two, so that the trees of the spans are branches of the tree that a single span would have.
  cut_spans(static_cast<int64_t>(std::bit_ceil(static_cast<uint64_t>(divide_up(nleaves, wanted)))));
}

void ReducePlan::cut_spans(int64_t leaves) noexcept {
  span = leaves;
  nspans = divide_up(nleaves, span);
}

int64_t ReducePlan::accumulator_offset(int64_t output, int64_t count) const noexcept {
  int64_t bytes = 0;
  for (int64_t k = 0; k < output; ++k) bytes += aligned(count * dtype_size(accumulators[k]));
  return bytes;
}

int64_t ReducePlan::accumulator_bytes(int64_t count) const noexcept {
  return accumulator_offset(accumulators.size(), count);
}

int64_t ReducePlan::nbuffers() const noexcept {
  return std::bit_width(static_cast<uint64_t>(std::min(span, nleaves) - 1)) + 1;
}

}  // namespace ct
