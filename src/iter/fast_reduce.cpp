// Reductions of few elements, of dense rows, and of one segment (or evenly spaced segments) into one element.
#include <algorithm>
#include <atomic>
#include <cstring>

#include "iter/dims.h"
#include "iter/fast_path.h"
#include "iter/reduce_plan.h"
#include "iter/traffic.h"
#include "kernels/reduce/order.h"
#include "runtime/cost.h"
#include "runtime/error.h"
#include "runtime/kernel_table.h"
#include "runtime/threads.h"
#include "runtime/workspace.h"

namespace ct {

namespace {

using kernels::Traffic;

constexpr int32_t kMaxOutputs = 2, kMaxAccumulators = 4;
constexpr int32_t kMaxDims = 6;  // of more than one element
constexpr int64_t kMaxElements = 8192, kMaxCalls = 16;
constexpr int64_t kBytes = kChunkBytes + kMaxAccumulators * kCacheLine;  // of all accumulators

using kernels::order::kLongLeaf, kernels::order::kMaxSpans, kernels::order::kMinSpan, kernels::order::kMinSpanApart;
constexpr int64_t kFirstTold = 4096;  // elements that may tell the result of all

// Reduces everything, seen as one or two dims of elements: spans of it first, then their results.
class Total {
 public:
  Total(const FastTotal &op, const Tensor &input) : op_(op), input_(input) {}

  // False where segments are too long to be dealt out whole, and where the input repeats elements or runs backwards.
  bool find_segments() {
    const int64_t itemsize = input_.itemsize();
    int64_t least = kMinSpan;
    if (input_.is_non_overlapping_and_dense()) {
      dims_.set_one(input_.numel(), {itemsize});
    } else {
      for (int32_t d = input_.ndim() - 1; d >= 0; --d) {
        const int64_t size = input_.sizes()[d], stride = input_.strides()[d] * itemsize;
        if (stride <= 0 && size != 1) return false;
        dims_.add(size, {stride});
      }
      dims_.coalesce();
      if (dims_.ndim() > 2) return false;
      dims_.sort(0);
      if (has_rows() && dims_.size(0) > kMinSpanApart) return false;
      least = kMinSpanApart / (has_rows() ? dims_.size(0) : 1);
    }
    span_ = std::max(least, divide_up(count(), kMaxSpans));
    return true;
  }

  void run(Tensor &out) const {
    const Traffic how = traffic(input_.numel() * input_.itemsize());
    if (span_ >= count() && op_.held == out.dtype()) {  // accumulated in the output itself
      store_scalar(op_.identity, op_.held, out.data());
      take(out.data(), 0, count(), how, 0);
      return op_.finish(out.data());
    }
    run_spans(out, how);
  }

 private:
  bool has_rows() const { return dims_.ndim() == 2; }
  int64_t count() const { return dims_.size(has_rows() ? 1 : 0); }  // of what spans are made of: rows or elements

  void take(char *to, int64_t begin, int64_t count, Traffic how, int32_t worker) const {
    if (op_.computed != nullptr) return take_computed(to, op_.computed->from(begin, worker), count);
    char *const data[] = {to, input_.data() + begin * dims_.stride(0, has_rows() ? 1 : 0)};
    const int64_t strides[] = {0, dims_.stride(0, 0), 0, dims_.stride(0, 1)};
    op_.kernel(data, strides, has_rows() ? dims_.size(0) : count, has_rows() ? count : 1, how);
  }

  void take_computed(char *to, kernels::Computed from, int64_t count) const {
    const bool few = count * from.itemsize <= kernels::kFewComputedBytes;
    char *const data[] = {to, few ? const_cast<char *>(from.at(0, count)) : reinterpret_cast<char *>(&from)};
    const int64_t strides[] = {0, few ? from.itemsize : kernels::kComputed, 0, 0};
    op_.kernel(data, strides, count, 1, Traffic::Cached);
  }

  [[gnu::noinline]] void run_spans(Tensor &out, Traffic how) const {
    const int64_t size = dtype_size(op_.held), nspans = divide_up(count(), span_);
    alignas(16) char total[16];
    const Buffer<char, kMaxSpans * 16> partials;
    store_scalar(op_.identity, op_.held, total);
    for (int64_t index = 0; index < nspans; ++index)
      std::memcpy(partials + index * size, total, static_cast<size_t>(size));
    std::atomic<bool> absorbed{false};
    const auto take_span = [&](int64_t index, int64_t most, int32_t worker) {
      const int64_t begin = index * span_;
      take(partials + index * size, begin, std::min({span_, count() - begin, most}), how, worker);
      if (op_.absorbed != nullptr && (*op_.absorbed)(partials + index * size)) {
        absorbed.store(true, std::memory_order_relaxed);
      }
    };
    auto task = [&](int64_t index, int32_t worker) -> ct_status {
      if (!absorbed.load(std::memory_order_relaxed)) take_span(index, span_, worker);
      return CT_OK;
    };
    // The beginning often decides the result, so that no threads are needed. Reading it a second time changes nothing.
    if (op_.absorbed != nullptr && nspans > 1) take_span(0, has_rows() ? 1 : kFirstTold, 0);
    constexpr int64_t picked_ps = 100;  // an element that is picked out of a line
    const int64_t numel = input_.numel(), apart = dims_.stride(0, 0);
    Cost cost = {numel * std::min(apart, kCacheLine), apart == input_.itemsize() ? 0 : picked_ps};
    if (op_.computed != nullptr) cost = op_.computed->cost;
    const bool threads = nspans > 1 && !absorbed.load() && grain_of(numel, cost) < numel;
    const int32_t workers = op_.computed != nullptr ? op_.computed->workers : num_threads();
    const ct_status status = threads ? parallel_run(nspans, task, workers) : serial_run(nspans, task);
    if (status != CT_OK) fail(status, "the executor failed");
    char *result = partials;
    if (nspans > 1) {
      char *const data[] = {total, partials};
      const int64_t strides[] = {0, size, 0, 0};
      op_.combine(data, strides, nspans, 1, how);
      result = total;
    }
    op_.finish(result);
    char *const data[] = {out.data(), result};
    constexpr int64_t none[4] = {};
    convert_kernel(out.dtype(), op_.held)(data, none, 1, 1, Traffic::Cached);
  }

  const FastTotal &op_;
  const Tensor &input_;
  DimList<1> dims_;
  int64_t span_ = 1;
};

// Reductions of few elements, by a few calls of their loop, and of any number of dense rows, with an output for each
// row.
class FastReduce {
 public:
  FastReduce(const Reduction &reduction, std::span<Tensor *const> outputs, const Tensor &input)
      : reduction_(reduction), outputs_(outputs), input_(input) {}

  std::optional<ct_status> run(uint64_t reduced, bool keepdim) {
    const int64_t numel = input_.numel();
    if (n_ > kMaxAccumulators || numel == 0 || !find_dims(reduced, keepdim)) return {};
    int64_t held_bytes = 0;
    for (int32_t k = 0; k < n_; ++k) held_bytes += sizes_[k] = dtype_size(held(k));
    const int64_t rows = kept_[0].size, row = gone_[0].size;
    if (!has_dense_rows()) {
      if (numel > kMaxElements || rows * kept_[1].size * held_bytes > kChunkBytes / 2) return {};
      return part(0, rows, 0);
    }
    const int64_t chunk = std::min(chunk_of_rows(rows, row, row, input_.itemsize(), held_bytes), rows);
    const auto task = [&](int64_t index, int32_t worker) {
      return part(index * chunk, std::min(chunk, rows - index * chunk), worker);
    };
    const int64_t tasks = divide_up(rows, chunk);
    const bool threads = tasks > 1 && grain_of(numel, {numel * input_.itemsize(), reduction_.element_ps}) < numel;
    return threads ? parallel_run(tasks, task) : serial_run(tasks, task);
  }

 private:
  struct Dim {
    int64_t size = 1, from = 0, to[kMaxOutputs] = {};  // strides in bytes
  };

  // ---- the dims of a call: one or two that are reduced, up to two that are kept ----

  // In the order of the input's memory, coalesced.
  bool find_dims(uint64_t reduced, bool keepdim) {
    DimList<1 + kMaxOutputs, kMaxDims> dims;  // the input, the outputs
    int32_t next = 0;
    for (int32_t d = 0; d < input_.ndim(); ++d) {
      const bool is_reduced = (reduced >> d & 1) != 0;
      int64_t strides[1 + kMaxOutputs] = {input_.strides()[d] * input_.itemsize()};
      for (size_t k = 0; k < outputs_.size() && !is_reduced; ++k) {
        strides[1 + k] = outputs_[k]->strides()[next] * outputs_[k]->itemsize();
      }
      next += keepdim || !is_reduced ? 1 : 0;
      if (input_.sizes()[d] == 1) continue;
      if (strides[0] <= 0 || !dims.add(input_.sizes()[d], strides)) return false;
    }
    dims.sort(0);
    dims.coalesce();  // never a reduced dim with one that is kept: the first output has a stride of 0 in one of them
    int32_t kept = 0, gone = 0;
    for (int32_t d = 0; d < dims.ndim(); ++d) {
      const bool is_reduced = dims.stride(1, d) == 0;
      if (kept + gone == 3 || (is_reduced ? gone : kept) == 2) return false;
      (is_reduced ? gone_[gone++] : kept_[kept++]) = {
          dims.size(d), dims.stride(0, d), {dims.stride(1, d), dims.stride(2, d)}};
    }
    if (gone == 2) std::swap(kept_[0], kept_[1]);  // a call is of one accumulator
    return gone > 0 && kept_[1].size <= kMaxCalls;
  }

  // In a larger reduction, a leaf has that many elements at most, so it would also take each row by one call.
  bool has_dense_rows() const {
    return gone_[0].from == input_.itemsize() && gone_[0].size <= kLongLeaf && gone_[1].size == 1 && kept_[1].size == 1;
  }

  // Reduces `rows` of the inner kept dim, and all of the outer one, by a call for each element of the outer one.
  ct_status part(int64_t first, int64_t rows, int32_t worker) const {
    const Buffer<char, kBytes> accumulators;
    const int64_t count = rows * kept_[1].size;
    char *data[kMaxAccumulators], *next = accumulators;
    for (int32_t k = 0; k < n_; ++k) {
      alignas(16) char identity[16];
      store_scalar(reduction_.identities[static_cast<size_t>(k)], held(k), identity);
      data[k] = next;
      next += divide_up(count * sizes_[k], kCacheLine) * kCacheLine;
      char *const filled[] = {data[k], identity};
      const int64_t strides[] = {sizes_[k], 0, 0, 0};
      fill_kernel(sizes_[k])(filled, strides, count, 1, Traffic::Cached);
    }
    for (int64_t call = 0; call < kept_[1].size; ++call) {
      const ct_status status = take(data, first, rows, call, worker);
      if (status != CT_OK) return status;
    }
    return finish(data, first, rows, worker);
  }

  ct_status take(char *const *accumulators, int64_t first, int64_t rows, int64_t call, int32_t worker) const {
    const bool is_one = gone_[1].size > 1;  // accumulator a call
    const int64_t size1 = is_one ? gone_[1].size : rows;
    char *data[kMaxAccumulators + 1];
    int64_t strides[2 * (kMaxAccumulators + 1)];
    for (int32_t k = 0; k < n_; ++k) {
      data[k] = accumulators[k] + call * rows * sizes_[k];
      strides[k] = 0;
      strides[n_ + 1 + k] = is_one ? 0 : sizes_[k];
    }
    data[n_] = input_.data() + first * kept_[0].from + call * kept_[1].from;
    strides[n_] = gone_[0].from;
    strides[n_ + 1 + n_] = is_one ? gone_[1].from : kept_[0].from;
    return reduction_.loop({sizeof(ct_loop), n_ + 1, data, strides, gone_[0].size, size1, 0, worker, 0});
  }

  ct_status finish(char *const *accumulators, int64_t first, int64_t rows, int32_t worker) const {
    if (reduction_.finish != nullptr) {
      int64_t strides[2 * kMaxAccumulators] = {};
      std::copy(sizes_, sizes_ + n_, strides);
      const int64_t count = rows * kept_[1].size;
      const ct_status status =
          (*reduction_.finish)({sizeof(ct_loop), n_, accumulators, strides, count, 1, 0, worker, 0});
      if (status != CT_OK) return status;
    }
    // Where an output is made of few elements, outputs are a large part of what moves.
    const Traffic how = gone_[0].size <= kFewReduced ? traffic(outputs_, input_) : Traffic::Cached;
    for (size_t k = 0; k < outputs_.size(); ++k) {
      Tensor &out = *outputs_[k];
      char *const data[] = {out.data() + first * kept_[0].to[k], accumulators[k]};
      const int64_t strides[] = {kept_[0].to[k], sizes_[k], kept_[1].to[k], sizes_[k] * rows};
      convert_kernel(out.dtype(), held(static_cast<int32_t>(k)))(data, strides, rows, kept_[1].size, how);
    }
    return CT_OK;
  }

  DType held(int32_t k) const { return reduction_.accumulators[static_cast<size_t>(k)]; }

  const Reduction &reduction_;
  const std::span<Tensor *const> outputs_;
  const Tensor &input_;
  Dim kept_[2], gone_[2];
  const int32_t n_ = static_cast<int32_t>(reduction_.accumulators.size());
  int64_t sizes_[kMaxAccumulators];
};

}  // namespace

bool fast_total(const FastTotal &op, const Tensor &input, Tensor &out) {
  const Workspace workspace;
  Total total(op, input);
  if (!total.find_segments()) return false;
  total.run(out);
  return true;
}

std::optional<ct_status> fast_reduce(const Reduction &reduction, std::span<Tensor *const> outputs, const Tensor &input,
                                     uint64_t reduced, bool keepdim) {
  const Workspace workspace;
  return FastReduce(reduction, outputs, input).run(reduced, keepdim);
}

}  // namespace ct
