// for_each and run: the walk over a range, and how all of an iterator is cut into ranges.
#include "iter/for_each.h"

#include <algorithm>

#include "iter/boxes.h"
#include "iter/pieces.h"
#include "iter/planes.h"
#include "iter/traffic.h"
#include "runtime/cost.h"
#include "runtime/error.h"
#include "runtime/kernel_table.h"
#include "runtime/threads.h"
#include "runtime/workspace.h"

namespace ct {

namespace {

using kernels::Traffic;

ct_status walk(Pieces &pieces, LoopRef loop) {
  while (pieces.next()) {
    const ct_status status = loop(pieces.piece());
    if (status != CT_OK) return status;
    pieces.take_back();
  }
  return CT_OK;
}

ct_status walk_range(const Iterator &it, int64_t begin, int64_t end, LoopRef loop, int32_t worker) {
  const auto walk_with = [&](char *scratch) {
    Pieces pieces(it, begin, end, worker, scratch);
    return walk(pieces, loop);
  };
  if (!it.needs_conversion()) return walk_with(nullptr);
  const Buffer<char, Staging::kScratchBytes> scratch;
  return walk_with(scratch);
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
  const Workspace workspace;
  if (it.numel() <= grain || it.is_reduction()) return walk_range(it, 0, it.numel(), loop, 0);
  auto range = [&](int64_t begin, int64_t end, int32_t worker) { return walk_range(it, begin, end, loop, worker); };
  return parallel_ranges(it.numel(), grain, cuts(it, grain), range);
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
  const Workspace workspace;
  return walk_range(it, begin, end, loop, worker);
}

ct_status for_each(const Iterator &it, LoopRef loop, int64_t grain_size, int64_t element_ps) {
  return walk_all(it, loop, grain_size > 0 ? grain_size : grain_of(it.numel(), cost_of(it, element_ps)));
}

void run(const Iterator &it, kernels::Loop kernel, Traffic stores, int64_t element_ps, std::span<char *const> options) {
  if (it.numel() == 0 || it.is_meta()) return;
  const Workspace workspace;
  const int64_t grain = grain_of(it.numel(), cost_of(it, element_ps));
  if (it.numel() <= std::min(grain, kAtOnce) && run_at_once(it, kernel, options)) return;
  if (it.ndim() > 1 && (!it.needs_conversion() || it.numel() >= kWorthPlanes)) {
    return run_planes(it, kernel, grain, stores, options);
  }
  auto loop = [kernel, stores, options](const ct_loop &piece) -> ct_status {
    char *data[kMaxOperands + kernels::kMostOptions];
    std::copy_n(piece.data, piece.noperands, data);
    std::copy(options.begin(), options.end(), data + piece.noperands);
    kernel(data, piece.strides, piece.size0, piece.size1, stores);
    return CT_OK;
  };
  const ct_status status = walk_all(it, loop, grain);
  if (status != CT_OK) fail(status, "the executor failed");
}

void run(const Iterator &it, kernels::Loop kernel, int64_t element_ps, std::span<char *const> options) {
  if (it.numel() > kMostPicked && !it.is_meta() && is_worth_boxes(it)) {
    return run_boxes(it, kernel, grain_of(it.numel(), cost_of(it, element_ps)), options);
  }
  constexpr int64_t long_row_bytes = 4096;
  run(it, kernel, store_traffic(it, long_row_bytes), element_ps, options);
}

}  // namespace ct
