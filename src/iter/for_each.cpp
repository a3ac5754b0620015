// for_each and run: the walk over a range, and how all of an iterator is cut into ranges.
#include "iter/for_each.h"

#include <algorithm>

#include "iter/pieces.h"
#include "runtime/error.h"
#include "runtime/kernel_table.h"
#include "runtime/threads.h"

namespace ct {

namespace {

constexpr int64_t kCacheLine = 64;
// Ranges a thread: enough to level out a busy machine, few enough that each stays a long run of memory.
constexpr int64_t kRangesPerThread = 4;

ct_status walk(Pieces &pieces, LoopRef loop) {
  while (pieces.next()) {
    const ct_status status = loop(pieces.piece());
    if (status != CT_OK) return status;
    pieces.take_back();
  }
  return CT_OK;
}

// Of its own, so that walks without staging don't pay for the stack.
[[gnu::noinline]] ct_status walk_staged(const Iterator &it, int64_t begin, int64_t end, LoopRef loop, int32_t worker,
                                        bool stream) {
  alignas(Pieces::kScratchAlignment) char scratch[Pieces::kScratchBytes];
  Pieces pieces(it, begin, end, worker, scratch, stream);
  return walk(pieces, loop);
}

ct_status walk_range(const Iterator &it, int64_t begin, int64_t end, LoopRef loop, int32_t worker, bool stream) {
  if (it.needs_conversion() || stream) return walk_staged(it, begin, end, loop, worker, stream);
  Pieces pieces(it, begin, end, worker, nullptr);
  return walk(pieces, loop);
}

// Ranges of equal length, cut where it does least harm: one dim on the first output's cache lines, more of them between
// rows (or planes), so that pieces stay whole.
class Ranges {
 public:
  Ranges(const Iterator &it, int64_t grain, int64_t threads) : numel_(it.numel()) {
    const int64_t wanted = std::min((numel_ + grain - 1) / grain, threads * kRangesPerThread);
    length_ = (numel_ + wanted - 1) / wanted;
    int64_t unit = 1;
    if (it.ndim() > 1) {
      for (int32_t d = 0; d < it.ndim() - 1 && it.sizes()[d] <= length_ / 8 / unit; ++d) unit *= it.sizes()[d];
    } else if (it.noutputs() > 0) {
      const int64_t itemsize = it.operand(0).itemsize;
      unit = kCacheLine;
      if (it.strides(0)[0] == itemsize) {
        shift_ = static_cast<int64_t>(reinterpret_cast<uintptr_t>(it.operand(0).data) % kCacheLine) / itemsize;
      }
    }
    length_ = (length_ + unit - 1) / unit * unit;
    count_ = (numel_ + shift_ + length_ - 1) / length_;
  }

  int64_t count() const { return count_; }
  int64_t begin(int64_t index) const { return std::max<int64_t>(0, index * length_ - shift_); }
  int64_t end(int64_t index) const { return std::min(numel_, (index + 1) * length_ - shift_); }

 private:
  int64_t numel_, length_ = 0, count_ = 0;
  int64_t shift_ = 0;  // elements by which the first range is shorter
};

ct_status walk_all(const Iterator &it, LoopRef loop, int64_t grain_size, bool stream) {
  check_walk(it, 0, it.numel());
  if (it.numel() == 0 || it.is_meta()) return CT_OK;
  const int64_t grain = grain_size > 0 ? grain_size : kGrainSize;
  const int64_t threads = it.numel() > grain && !it.is_reduction() ? num_threads() : 1;
  if (threads <= 1) return walk_range(it, 0, it.numel(), loop, 0, stream);
  const Ranges ranges(it, grain, threads);
  auto body = [&](int64_t index, int32_t worker) -> ct_status {
    return walk_range(it, ranges.begin(index), ranges.end(index), loop, worker, stream);
  };
  return parallel_run(ranges.count(), body);
}

int64_t footprint(const Iterator &it) {
  int64_t bytes = 0;
  for (int32_t k = 0; k < it.noperands(); ++k) {
    int64_t touched = it.operand(k).itemsize;
    for (int32_t d = 0; d < it.ndim(); ++d) touched *= it.strides(k)[d] != 0 ? it.sizes()[d] : 1;
    bytes += touched;
  }
  return bytes;
}

// Past 3/4 of the last-level cache an ordinary store first reads a line that nobody will find in the cache afterwards.
// Only rows of whole lines, and only outputs that are not read as well: those lines are in the cache already.
bool should_stream(const Iterator &it) {
  constexpr int64_t min_bytes = int64_t{1} << 20;  // no cache is smaller; spares small ops the questions below
  constexpr int64_t min_row_bytes = 4096;
  if (it.noutputs() == 0 || it.numel() * it.operand(0).itemsize < min_bytes) return false;
  for (int32_t k = 0; k < it.noutputs(); ++k) {
    const Operand &output = it.operand(k);
    const int64_t itemsize = output.itemsize;
    if (output.is_read_write || it.strides(k)[0] != itemsize || it.sizes()[0] * itemsize < min_row_bytes) return false;
    for (int32_t i = it.noutputs(); i < it.noperands(); ++i) {
      if (it.operand(i).data == output.data) return false;
    }
  }
  return footprint(it) > last_level_cache_bytes() / 4 * 3;
}

// One call of the kernel, where there is nothing to cut.
bool run_at_once(const Iterator &it, kernels::Loop kernel) {
  if (it.needs_conversion() || it.ndim() > 2) return false;
  const int32_t noperands = it.noperands();
  char *data[kMaxOperands];
  int64_t strides[2 * kMaxOperands];
  for (int32_t k = 0; k < noperands; ++k) {
    data[k] = it.operand(k).data;
    strides[k] = it.ndim() > 0 ? it.strides(k)[0] : 0;
    strides[noperands + k] = it.ndim() > 1 ? it.strides(k)[1] : 0;
  }
  kernel(data, strides, it.ndim() > 0 ? it.sizes()[0] : 1, it.ndim() > 1 ? it.sizes()[1] : 1);
  return true;
}

}  // namespace

ct_status serial_for_each(const Iterator &it, int64_t begin, int64_t end, LoopRef loop, int32_t worker) {
  check_walk(it, begin, end);
  if (begin == end || it.is_meta()) return CT_OK;
  return walk_range(it, begin, end, loop, worker, false);
}

ct_status for_each(const Iterator &it, LoopRef loop, int64_t grain_size) {
  return walk_all(it, loop, grain_size, false);
}

void run(const Iterator &it, kernels::Loop kernel, int64_t grain_size) {
  if (it.numel() == 0 || it.is_meta()) return;
  const int64_t grain = grain_size > 0 ? grain_size : kGrainSize;
  if (it.numel() <= grain && run_at_once(it, kernel)) return;
  auto loop = [kernel](const ct_loop &piece) -> ct_status {
    kernel(piece.data, piece.strides, piece.size0, piece.size1);
    return CT_OK;
  };
  const ct_status status = walk_all(it, loop, grain_size, should_stream(it));
  if (status != CT_OK) fail(status, "the executor failed");
}

}  // namespace ct
