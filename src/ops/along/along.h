// Ops along one dim that give as many elements as they take: what is the same of scans and softmax. Lines are taken one
// by one, or where neighbours lie across, as columns side by side. What is not dense or of another dtype goes through
// blocks in the cache.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <optional>
#include <type_traits>

#include "iter/lines.h"
#include "iter/pick.h"
#include "iter/traffic.h"
#include "kernels/lists/scan.h"
#include "kernels/lists/softmax.h"
#include "kernels/tuning.h"
#include "ops/along/converted.h"
#include "ops/structural/copy.h"
#include "ops/structured.h"
#include "runtime/cost.h"
#include "runtime/error.h"
#include "runtime/threads.h"
#include "runtime/workspace.h"
#include "tensor/overlap.h"
#include "tensor/views.h"

namespace ct {

using kernels::ScanOp, kernels::SoftmaxOp;

struct AlongArgs {
  int32_t dim;
  DType dtype = DType::Undefined;  // Undefined where none is asked for
};

// The fresh forms record what is deferred. Those that write into `out` take what lies in memory.
//
// Every scan of kernels/lists/scan.h. The result's dtype is the one asked for, else out's, else int64 for bool and
// integers (uint64 stays), else t's; elements become that before anything is accumulated.
Ref<Tensor> scan(ScanOp op, const Tensor &t, const AlongArgs &args);
void scan_out(ScanOp op, const Tensor &t, const AlongArgs &args, Tensor &out);

// The same; with include_initial, lines are one element longer and begin with the scan of nothing.
Ref<Tensor> cumulative(ScanOp op, const Tensor &t, const AlongArgs &args, bool include_initial);
void cumulative_out(ScanOp op, const Tensor &t, const AlongArgs &args, bool include_initial, Tensor &out);

// The softmax family of kernels/lists/softmax.h. The result's dtype is the one asked for, else t's, a real float;
// elements become that first. Halves are computed in float32.
Ref<Tensor> softmax(SoftmaxOp op, const Tensor &t, const AlongArgs &args);
void softmax_out(SoftmaxOp op, const Tensor &t, const AlongArgs &args, Tensor &out);

// Whether lines lie between each other's elements.
inline bool lie_between(int64_t across_step, int64_t along_step) {
  return std::abs(across_step) < std::abs(along_step);
}

// How lines are walked: what the loops of an op are made from.
class AlongLines {
 public:
  AlongLines(const char *name, const Lines &lines, const Converted &dtypes, kernels::Traffic how, bool threads)
      : lines_(lines),
        dtypes_(dtypes),
        how_(how),
        threads_(threads),
        workers_(threads ? num_threads() : 1),
        name_(name) {}

 protected:
  // body(task), or body(task, worker), where worker is below workers_.
  template <class Body>
  void parallel(int64_t tasks, Body &&body) const {
    auto task = [&](int64_t index, int32_t worker) -> ct_status {
      if constexpr (std::is_invocable_v<Body &, int64_t, int32_t>) {
        body(index, worker);
      } else {
        body(index);
      }
      return CT_OK;
    };
    const ct_status status = threads_ ? parallel_run(tasks, task, workers_) : serial_run(tasks, task);
    if (status != CT_OK) fail(status, name_, ": the executor failed");
  }

  // A line of fewer than short_line elements is not worth a call of its own.
  static constexpr int64_t kShortLine = 32, kFewColumns = 32;
  bool by_columns(int64_t across_step, int64_t along_step, int64_t short_line = kShortLine) const {
    return lines_.across.size >= kFewColumns &&
           (lines_.along.size < short_line || lie_between(across_step, along_step));
  }

  // How many columns go down together: fewer than `most` where threads share them, and a multiple of `unit`.
  int64_t strip_of(int64_t most, int64_t unit) const {
    const int64_t columns = lines_.across.size, enough = divide_up(workers_, lines_.groups);
    if (threads_) most = std::min(most, std::max(divide_up(columns / enough, unit) * unit, unit));
    return std::min(most, columns);
  }
  // Cuts the lines into strips of that many, a task each, and calls body(where the first line begins, how many,
  // worker). The width of a strip has no influence on the result.
  template <class Body>
  void by_strips(int64_t strip, Body &&body) const {
    const int64_t lines = lines_.across.size, strips = divide_up(lines, strip);
    parallel(strips * lines_.groups, [&](int64_t task, int32_t worker) {
      const int64_t first = task % strips * strip;
      body(place(lines_.group(task / strips), first), std::min(strip, lines - first), worker);
    });
  }

  // Where an element of one of a group's lines lies.
  Lines::Place place(Lines::Place group, int64_t line, int64_t element = 0) const {
    return {group.to + line * lines_.across.to + element * lines_.along.to,
            group.from + line * lines_.across.from + element * lines_.along.from,
            group.beside + line * lines_.across.beside + element * lines_.along.beside};
  }
  Lines::Place line(int64_t index) const {
    return place(lines_.group(index / lines_.across.size), index % lines_.across.size);
  }

  // Whether the kernel can take the elements along that dim where they are.
  bool reads(const Lines::Dim &dim) const { return dtypes_.reads_as_it_is() && dim.from == dtypes_.size(); }
  bool stores(const Lines::Dim &dim) const { return dtypes_.writes_as_it_is() && dim.to == dtypes_.size(); }

  // n elements along `inner` by m along `outer`, for a kernel: where they are, or copied into the block. `step`: bytes
  // between neighbours along `outer`.
  struct Dense {
    const char *from;
    int64_t step;
  };
  Dense dense(char *block, const char *from, const Lines::Dim &inner, int64_t n, const Lines::Dim &outer,
              int64_t m) const {
    if (reads(inner)) return {from, outer.from};
    dtypes_.read(block, from, inner.from, n, outer.from, m);
    return {block, n * dtypes_.size()};
  }
  // take(to, to_step, how) writes as many elements, where they are wanted or into a block that is then copied there.
  template <class Take>
  void store_dense(char *block, char *to, const Lines::Dim &inner, int64_t n, const Lines::Dim &outer, int64_t m,
                   Take &&take) const {
    if (stores(inner)) return take(to, outer.to, how_);
    take(block, n * dtypes_.size(), kernels::Traffic::Cached);
    dtypes_.write(to, inner.to, n, outer.to, m, block);
  }

  const Lines &lines_;
  const Converted &dtypes_;
  kernels::Traffic how_;
  bool threads_;
  int32_t workers_;  // asked for once: scratch is made for so many

 private:
  const char *name_;
};

// Short lines, few of which lie side by side: a kernel takes them where they are, or many are picked into a tile, in
// which they lie side by side, and are put back from there.
class PickedLines : AlongLines {
 public:
  using AlongLines::AlongLines;

  static bool suits(const Lines &lines) {
    return lines.along.size < kShortLine && lines.across.size < kFewColumns && lines.count() >= kFewColumns;
  }

  // take(lines) computes the lines of a tile. kernel: the one that takes lines where they are, or NULL.
  template <class Kernel, class Take>
  void run(Kernel kernel, int64_t in_size, int64_t out_size, Take &&take) const {
    const int64_t n = lines_.along.size, count = lines_.count();
    const int64_t most = std::min(kPickedBytes / (n * std::max(in_size, out_size)), kMostPickedLines);
    const int64_t tiles = divide_up(count, most);  // each of kFewColumns lines or more
    parallel(tiles, [&](int64_t tile) {
      const Buffer<int64_t, kMostPickedLines> to_at, from_at;
      const Buffer<char, kPickedBytes> from, to;
      const int64_t first = count * tile / tiles, m = count * (tile + 1) / tiles - first;
      lines_.begins(first, m, to_at, from_at);
      if constexpr (!std::is_null_pointer_v<Kernel>) {
        if (kernel != nullptr && dtypes_.reads_as_it_is() && dtypes_.writes_as_it_is()) {
          return kernel(lines_.to, to_at, lines_.along.to, lines_.from, from_at, lines_.along.from, n, m);
        }
      }
      for (int64_t i = 0; i < n; ++i) {
        pick(from + i * m * in_size, lines_.from + i * lines_.along.from, from_at, m, in_size);
      }
      take(Lines(to, from, {n, m * out_size, m * in_size}, {m, out_size, in_size}));
      for (int64_t i = 0; i < n; ++i) {
        put(lines_.to + i * lines_.along.to, to_at, to + i * m * out_size, m, out_size);
      }
    });
  }

 private:
  static constexpr int64_t kPickedBytes = 2 * kFewColumns * kShortLine * 16;
};

// The structured op. Way:
//   result(input, asked, given)   the dtype of the result, or a failure; UNDEFINED and NULL where there is none
//   computed(result)              what its kernels read and write
//   run(computed, lines, dtypes, how, threads)
//   by_rows(row, result)          whether dense lines of so many elements take no memory, however many there are
//   turns(lines)                  whether lines are better copied to where they are dense, and the results back
//   writes_together(lines, size)  whether run reads lines of elements of that size where they are, and writes
//                                 neighbours together, so that a turned input is not copied first
//   takes_memory(lines, threads)  whether run may take memory of its own, or turns them
//   kElementPs
template <class Way>
struct AlongTensor : OneInput {
  Way way;
  const AlongArgs &args;
  int32_t dim = 0;

  void meta(Output &output) {
    dim = wrap_dim(args.dim, input.ndim());
    const DType result = way.result(input.dtype(), args.dtype, output.given());
    const bool has_no_memory = input.is_meta() || input.is_deferred();
    output.set_raw_contiguous(input.sizes(), result, has_no_memory);
    if (output.given() == nullptr) return;
    check_no_internal_overlap(output.get());
    check_no_partial_overlap(output.get(), input);
  }

  void impl(Output &output) const {
    const Tensor &out = output.get();
    if (!input.is_deferred()) {
      if (!copies_first(output)) return compute(input, out, false);
      // What is given must not be written to before all memory is found.
      const Workspace workspace;
      std::optional<HeldWorkspaces> of_workers;
      if (output.given() != nullptr && goes_by_threads(out, out)) of_workers.emplace(num_threads());
      copy(output.get(), input);  // elements become of the result's dtype in any case
      return compute(out, out, false);
    }
    const int64_t row = input.ndim() == 0 ? 1 : input.sizes()[static_cast<size_t>(dim)];
    ReductionCall call{run_recorded, uint64_t{1} << dim, 0, static_cast<int32_t>(way.op), args.dtype};
    call.by_rows = way.by_rows(row, out.dtype());
    call.is_along = true;
    output.record(way.info.name, call, input);
  }
  static void run_recorded(const ReductionCall &call, const Tensor &input, Tensor &out, bool by_rows) {
    const AlongArgs args{std::countr_zero(call.reduced), call.dtype};
    AlongTensor{{input}, Way{static_cast<decltype(Way::op)>(call.op)}, args, args.dim}.compute(input, out, by_rows);
  }

 private:
  bool copies_first(const Output &output) const {
    const Tensor &out = output.get();
    if (!is_turned(input, out) || way.writes_together(Lines(out, input, dim), input.itemsize())) return false;
    return output.given() == nullptr ||
           (out.ndim() <= Iterator::kInlineDims && !way.takes_memory(Lines(out, out, dim), goes_by_threads(out, out)));
  }
  static bool goes_by_threads(const Tensor &input, const Tensor &out) {
    return grain_of(out.numel(), {bytes_of(input, out), Way::kElementPs}) < out.numel();
  }
  static int64_t bytes_of(const Tensor &input, const Tensor &out) {
    return out.numel() * (out.itemsize() + input.itemsize());
  }
  void compute(const Tensor &input, const Tensor &out, bool by_rows) const {
    if (out.is_meta() || out.numel() == 0) return;
    const Workspace workspace;
    const DType computed = way.computed(out.dtype());
    const Lines lines(out, input, dim);
    if (!by_rows && way.turns(lines)) return compute_turned(input, out);
    const Converted dtypes(input.dtype(), out.dtype(), computed);
    const bool threads = !by_rows && goes_by_threads(input, out);
    const kernels::Traffic how = by_rows ? kernels::Traffic::Cached : traffic(bytes_of(input, out));
    if (!PickedLines::suits(lines)) return way.run(computed, lines, dtypes, how, threads);
    PickedLines(way.info.name, lines, dtypes, kernels::Traffic::Cached, threads)
        .run(way.lines_kernel(computed), input.itemsize(), out.itemsize(),
             [&](const Lines &tile) { way.run(computed, tile, dtypes, kernels::Traffic::Cached, false); });
  }
  void compute_turned(const Tensor &input, const Tensor &out) const {
    const int32_t last = out.ndim() - 1;
    DimVec sizes(out.sizes());
    std::swap(sizes[dim], sizes[last]);
    const Ref<Tensor> memory = Tensor::create(sizes, out.dtype()), lines = transpose(*memory, dim, last);
    copy(*lines, input);
    compute(*lines, *lines, false);
    copy(const_cast<Tensor &>(out), *lines);
  }
};

}  // namespace ct
