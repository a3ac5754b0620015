// for_each: the walk of a caller's loop over a range, and how all of an iterator is cut into ranges.
#include "iter/for_each.h"

#include "iter/pieces.h"
#include "iter/traffic.h"
#include "runtime/cost.h"
#include "runtime/threads.h"
#include "runtime/workspace.h"

namespace ct {

namespace {

ct_status walk_range(const Iterator &it, int64_t begin, int64_t end, LoopRef loop, int32_t worker) {
  const Buffer<char, Staging::kScratchBytes> scratch;
  Pieces pieces(it, begin, end, worker, scratch);
  while (pieces.next()) {
    const ct_status status = loop(pieces.piece());
    if (status != CT_OK) return status;
    pieces.take_back();
  }
  return CT_OK;
}

// The cuts that do least harm: on cache lines of the first output where there is one dim, else between rows or planes,
// so that pieces stay whole.
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

}  // namespace

ct_status serial_for_each(const Iterator &it, int64_t begin, int64_t end, LoopRef loop, int32_t worker) {
  check_walk(it, begin, end);
  if (begin == end || it.is_meta()) return CT_OK;
  const Workspace workspace;
  return walk_range(it, begin, end, loop, worker);
}

ct_status for_each(const Iterator &it, LoopRef loop, int64_t grain_size, int64_t element_ps) {
  const int64_t grain = grain_size > 0 ? grain_size : grain_of(it.numel(), cost_of(it, element_ps));
  if (it.numel() <= grain || it.is_reduction()) return serial_for_each(it, 0, it.numel(), loop);
  check_walk(it, 0, it.numel());
  if (it.is_meta()) return CT_OK;
  const Workspace workspace;
  const auto range = [&](int64_t begin, int64_t end, int32_t worker) {
    return walk_range(it, begin, end, loop, worker);
  };
  return parallel_ranges(it.numel(), grain, cuts(it, grain), range);
}

}  // namespace ct
