// run: the walk of a kernel over all of an iterator, by the blocks of iter/blocks.h.
#include <algorithm>
#include <cstdlib>
#include <limits>

#include "iter/blocks.h"
#include "iter/copied_inputs.h"
#include "iter/for_each.h"
#include "iter/traffic.h"
#include "kernels/buffer.h"
#include "runtime/error.h"
#include "runtime/kernel_table.h"
#include "runtime/threads.h"
#include "runtime/workspace.h"

namespace ct {

namespace {

using kernels::Traffic;

// The first block that is stored through the caches. Where much more is written than read, as by a repeated row, the
// last blocks stay in the cache: whoever reads or writes there next finds them, and two threads write faster to both
// places.
int64_t first_kept(const Iterator &it, int64_t blocks) {
  constexpr int64_t few = 8;  // what is read is less than one in so many bytes
  const int64_t read = touched_bytes(it, it.noutputs());
  const int64_t written = it.numel() * it.operand(0).itemsize, kept = last_level_cache_bytes() / 8 * 5;
  if (it.noutputs() != 1 || read > written / few || kept >= written) return blocks;
  const double part = static_cast<double>(kept) / static_cast<double>(written);
  return blocks - static_cast<int64_t>(static_cast<double>(blocks) * part);
}

// From how many bytes on rows that are no whole lines may be stored non-temporally. Inputs whose neighbours lie along
// another dim are packed in blocks, which cut rows into short ones, so that no row is long enough.
int64_t long_row_bytes(const Iterator &it) {
  for (int32_t k = it.noutputs(); k < it.noperands(); ++k) {
    for (int32_t d = 1; d < it.ndim(); ++d) {
      const int64_t stride = std::abs(it.strides(k)[d]);
      if (stride != 0 && stride < std::abs(it.strides(k)[0])) return std::numeric_limits<int64_t>::max();
    }
  }
  return 4096;
}

void run_blocks(const Iterator &it, const BlockCall &call, int64_t grain, bool boxes) {
  const Blocks blocks(it, call.stores, grain, boxes);
  const int64_t count = blocks.count();
  const bool shares = call.stores == Traffic::NonTemporal && it.numel() > grain && num_threads() > 1;
  const ct_status status = blocks.run(call, grain, shares ? first_kept(it, count) : count, num_threads());
  if (status != CT_OK) fail(status, "the executor failed");
}

// Runs everything as one block, where nothing has to be cut.
void run_at_once(const Iterator &it, const BlockCall &call) {
  const int32_t noperands = it.noperands();
  const int64_t size0 = it.ndim() > 0 ? it.sizes()[0] : 1, size1 = it.ndim() > 1 ? it.sizes()[1] : 1;
  char *data[kMaxOperands + kernels::kMostOptions];
  int64_t strides[2 * kMaxOperands];
  plane_strides(it, 1, strides);
  for (int32_t k = 0; k < noperands; ++k) data[k] = it.operand(k).data;
  if (!it.needs_conversion()) {
    call.set_options(data, noperands);
    return call.kernel(data, strides, size0, size1, Traffic::Cached);
  }
  const Buffer<char, Staging::kScratchBytes> scratch;
  Staging staging(it, strides, scratch, Staging::Cut::Lines);
  call.set_options(staging.data(), noperands);
  call.run(staging, data, size0, size1, 0);
}

void run(const Iterator &it, const BlockCall &call, int64_t element_ps, bool boxes) {
  if (it.numel() == 0 || it.is_meta()) return;
  const Workspace workspace;
  const int64_t grain = grain_of(it.numel(), cost_of(it, element_ps));
  if (it.ndim() <= 2 && it.numel() <= std::min(grain, kAtOnce)) return run_at_once(it, call);
  run_blocks(it, call, grain, boxes);
}

}  // namespace

void run(const Iterator &it, kernels::Loop kernel, Traffic stores, bool boxes) {
  run(it, {kernel, stores, {}}, 0, boxes);
}

void run(const Iterator &given, kernels::Loop kernel, int64_t element_ps, std::span<char *const> options) {
  const uint32_t inputs = inputs_worth_copies(given);
  const auto run_part = [&](const Iterator &part) {
    const CopiedInputs copied(part, inputs);
    const Iterator &it = copied.iterator();
    run(it, {kernel, store_traffic(it, long_row_bytes(it)), options}, element_ps, is_worth_boxes(it));
  };
  const Slices slices(given, inputs);
  const int64_t count = slices.count();
  if (count == 1) return run_part(given);
  const Workspace workspace;
  // A call inside other calls may have no room for copies; making it for each slice could fail after the first ones.
  if (t_room.end - t_room.free < kBuffersBytes + CopiedInputs::kHeldBytes) return run_part(given);
  const auto range = [&](int64_t begin, int64_t end, int32_t) -> ct_status {
    for (Iterator slice; begin < end; ++begin) {
      slices.take(begin, slice);
      run_part(slice);
    }
    return CT_OK;
  };
  const int64_t grain = grain_of(given.numel(), cost_of(given, element_ps)), slice = given.numel() / count;
  const ct_status status = parallel_ranges(count, (grain - 1) / slice + 1, {}, range);
  if (status != CT_OK) fail(status, "the executor failed");
}

}  // namespace ct
