// for_each and run: the walk over a range, and how all of an iterator is cut into ranges.
#include "iter/for_each.h"

#include <algorithm>

#include "iter/pieces.h"
#include "iter/planes.h"
#include "iter/traffic.h"
#include "runtime/cost.h"
#include "runtime/error.h"
#include "runtime/kernel_table.h"
#include "runtime/threads.h"

namespace ct {

namespace {

using kernels::Traffic;

constexpr int64_t kAtOnce = 32768;      // elements: beyond, the order of a walk matters
constexpr int64_t kWorthPlanes = 1024;  // elements: below, a walk of conversions starts more quickly

ct_status walk(Pieces &pieces, LoopRef loop) {
  while (pieces.next()) {
    const ct_status status = loop(pieces.piece());
    if (status != CT_OK) return status;
    pieces.take_back();
  }
  return CT_OK;
}

// Of its own, so that walks without staging don't pay for the stack.
[[gnu::noinline]] ct_status walk_staged(const Iterator &it, int64_t begin, int64_t end, LoopRef loop, int32_t worker) {
  alignas(Pieces::kScratchAlignment) char scratch[Pieces::kScratchBytes];
  Pieces pieces(it, begin, end, worker, scratch);
  return walk(pieces, loop);
}

ct_status walk_range(const Iterator &it, int64_t begin, int64_t end, LoopRef loop, int32_t worker) {
  if (it.needs_conversion()) return walk_staged(it, begin, end, loop, worker);
  Pieces pieces(it, begin, end, worker, nullptr);
  return walk(pieces, loop);
}

// Where cuts do least harm: in one dim on the first output's cache lines, in more of them between rows (or planes), so
// that pieces stay whole.
Cuts cuts(const Iterator &it, int64_t grain) {
  if (it.ndim() == 1 && it.noutputs() > 0) {
    const Operand &output = it.operand(0);
    return it.strides(0)[0] == output.itemsize ? line_cuts(output.data, output.itemsize) : Cuts{kCacheLine};
  }
  Cuts between;
  for (int32_t d = 0; d < it.ndim() - 1 && it.sizes()[d] <= grain / 8 / between.unit; ++d)
    between.unit *= it.sizes()[d];
  return between;
}

ct_status walk_all(const Iterator &it, LoopRef loop, int64_t grain) {
  check_walk(it, 0, it.numel());
  if (it.numel() == 0 || it.is_meta()) return CT_OK;
  if (it.numel() <= grain || it.is_reduction()) return walk_range(it, 0, it.numel(), loop, 0);
  auto range = [&](int64_t begin, int64_t end, int32_t worker) { return walk_range(it, begin, end, loop, worker); };
  return parallel_ranges(it.numel(), grain, cuts(it, grain), range);
}

// Rows that are moved as they are: kernels/copy/copy_fill.cpp knows how to go from one to the next.
bool moves_rows(const Iterator &it, kernels::Loop kernel) {
  const DType dtype = it.operand(0).dtype;
  return it.noperands() == 2 && kernel == convert_kernel(dtype, dtype) && it.strides(1)[0] == it.operand(1).itemsize;
}

// Planes to pixels, as kernels/copy/interleave.h has them, so many side by side that lines in two of their rows hardly
// count.
bool moves_to_pixels(const Iterator &it, kernels::Loop kernel) {
  constexpr int64_t most = 4, largest_element = 8, many_bytes = 8192;
  const DType dtype = it.operand(0).dtype;
  const int64_t itemsize = it.operand(0).itemsize, size0 = it.sizes()[0];
  if (it.noperands() != 2 || kernel != convert_kernel(dtype, dtype)) return false;
  if (size0 > most || itemsize > largest_element) return false;
  for (int32_t d = 1; d < it.ndim(); ++d) {
    if (it.strides(1)[d] != itemsize) continue;
    const int64_t pixel = size0 * itemsize;
    return it.strides(0)[d] == pixel && it.sizes()[d] * pixel >= many_bytes;
  }
  return false;
}

// Only rows of whole lines, or long ones, or many pixels, and only outputs that are not read as well: those lines are
// in the cache already.
bool outputs_can_stream(const Iterator &it, kernels::Loop kernel) {
  const int64_t long_row_bytes = moves_rows(it, kernel) ? kStreamedRow : 4096;
  for (int32_t k = 0; k < it.noutputs(); ++k) {
    const Operand &output = it.operand(k);
    const int64_t itemsize = output.itemsize;
    if (output.is_read_write || output.dtype != output.tensor_dtype) return false;
    if (it.strides(k)[0] != itemsize) return false;
    bool whole_lines =
        reinterpret_cast<uintptr_t>(output.data) % kCacheLine == 0 && it.sizes()[0] * itemsize % kCacheLine == 0;
    for (int32_t d = 1; d < it.ndim(); ++d) whole_lines &= it.strides(k)[d] % kCacheLine == 0;
    if (!whole_lines && it.sizes()[0] * itemsize < long_row_bytes && !moves_to_pixels(it, kernel)) return false;
    for (int32_t i = it.noutputs(); i < it.noperands(); ++i) {
      if (it.operand(i).data == output.data) return false;
    }
  }
  return true;
}

// One call of the kernel, where there is nothing to cut.
bool run_at_once(const Iterator &it, kernels::Loop kernel, std::span<char *const> options) {
  if (it.needs_conversion() || it.ndim() > 2) return false;
  const int32_t noperands = it.noperands();
  char *data[kMaxOperands + kernels::kMostOptions];
  int64_t strides[2 * kMaxOperands];
  for (int32_t k = 0; k < noperands; ++k) {
    data[k] = it.operand(k).data;
    strides[k] = it.ndim() > 0 ? it.strides(k)[0] : 0;
    strides[noperands + k] = it.ndim() > 1 ? it.strides(k)[1] : 0;
  }
  std::copy(options.begin(), options.end(), data + noperands);
  kernel(data, strides, it.ndim() > 0 ? it.sizes()[0] : 1, it.ndim() > 1 ? it.sizes()[1] : 1, Traffic::Cached);
  return true;
}

}  // namespace

ct_status serial_for_each(const Iterator &it, int64_t begin, int64_t end, LoopRef loop, int32_t worker) {
  check_walk(it, begin, end);
  if (begin == end || it.is_meta()) return CT_OK;
  return walk_range(it, begin, end, loop, worker);
}

ct_status for_each(const Iterator &it, LoopRef loop, int64_t grain_size, int64_t element_ps) {
  return walk_all(it, loop, grain_size > 0 ? grain_size : grain_of(it.numel(), cost_of(it, element_ps)));
}

void run(const Iterator &it, kernels::Loop kernel, int64_t element_ps, std::span<char *const> options) {
  if (it.numel() == 0 || it.is_meta()) return;
  const int64_t grain = grain_of(it.numel(), cost_of(it, element_ps));
  if (it.numel() <= std::min(grain, kAtOnce) && run_at_once(it, kernel, options)) return;
  const Traffic how =
      traffic(it) == Traffic::NonTemporal && outputs_can_stream(it, kernel) ? Traffic::NonTemporal : Traffic::Cached;
  if (it.ndim() > 1 && (!it.needs_conversion() || it.numel() >= kWorthPlanes)) {
    return run_planes(it, kernel, grain, how, options);
  }
  auto loop = [kernel, how, options](const ct_loop &piece) -> ct_status {
    char *data[kMaxOperands + kernels::kMostOptions];
    std::copy_n(piece.data, piece.noperands, data);
    std::copy(options.begin(), options.end(), data + piece.noperands);
    kernel(data, piece.strides, piece.size0, piece.size1, how);
    return CT_OK;
  };
  const ct_status status = walk_all(it, loop, grain);
  if (status != CT_OK) fail(status, "the executor failed");
}

}  // namespace ct
