// The one reduction framework: leaves, their trees, and the way from accumulators to outputs.
#include "iter/reduce.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <initializer_list>

#include "iter/counter.h"
#include "iter/pieces.h"
#include "iter/reduce_plan.h"
#include "iter/traffic.h"
#include "runtime/error.h"
#include "runtime/kernel_table.h"
#include "runtime/scratch.h"
#include "runtime/threads.h"

namespace ct {

namespace {

using kernels::Traffic;

constexpr int64_t kFewReduced = 16;
constexpr int64_t kStridedPs = 100;  // an element that is picked out of a line

struct Identity {
  alignas(16) char bytes[16];  // in the accumulator's dtype
};
using Identities = SmallVec<Identity, 2>;

// Arrays of accumulators, one after the other, of `capacity` outputs each, from number `first` on.
struct Accumulators {
  char *data;
  int64_t capacity, first;
};

// A bit for each group that several spans have a part in, fewer than 64: one of them holds the absorbing element in
// each output.
using AbsorbedGroups = std::atomic<uint64_t>;

// One task's work: a group of outputs and a span of leaves.
class Worker {
 public:
  Worker(const ReducePlan &plan, const Reduction &reduction, const Identities &identities, char *scratch,
         int32_t worker, AbsorbedGroups *absorbed = nullptr)
      : plan_(plan),
        it_(plan.it),
        reduction_(reduction),
        identities_(identities),
        scratch_(scratch),
        worker_(worker),
        absorbed_(absorbed) {}

  // `partial`: where the span's accumulators of all outputs go; NULL: into the outputs.
  ct_status run(int64_t group, int64_t span, char *partial) {
    const int64_t end = std::min(plan_.noutputs, (group + 1) * plan_.group);
    group_ = uint64_t{1} << (group % 64);
    for (int64_t first = group * plan_.group; first < end; first += plan_.chunk) {
      first_ = first;
      count_ = std::min(plan_.chunk, end - first);
      result_ = partial != nullptr ? Accumulators{partial, plan_.noutputs, first} : Accumulators{scratch_, count_, 0};
      const ct_status status = reduce_chunk(span * plan_.span, std::min(plan_.nleaves, (span + 1) * plan_.span));
      if (status != CT_OK) return status;
      if (partial != nullptr) continue;
      const ct_status written = write(result_, first_, count_);
      if (written != CT_OK) return written;
    }
    return CT_OK;
  }

  // Combines the accumulators of `count` outputs, which are `first` and those after it.
  ct_status combine(const Accumulators &into, const Accumulators &from, int64_t first, int64_t count) const {
    return call_with({into, from}, first, count, reduction_.combine);
  }

  // Converts `count` accumulators into the outputs from position `first` on.
  ct_status write(const Accumulators &from, int64_t first, int64_t count) const {
    if (reduction_.finish != nullptr) {
      const ct_status status = call_with({from}, first, count, *reduction_.finish);
      if (status != CT_OK) return status;
    }
    for (int32_t k = 0; k < it_.noutputs(); ++k) {
      const Operand &output = it_.operand(k);
      const int64_t itemsize = dtype_size(plan_.accumulators[k]);
      const Dims strides = plan_.kept(k);
      const kernels::Loop convert = convert_kernel(output.tensor_dtype, plan_.accumulators[k]);
      // Where few elements make an output, outputs are much of what moves.
      const Traffic how = plan_.nreduced <= kFewReduced ? traffic(it_) : Traffic::Cached;
      char *accumulators = at(from, k);
      DimCounter counter(plan_.kept_sizes, first, first + count);
      while (!counter.is_done()) {
        const DimCounter::Step step = counter.max_2d_step();
        char *const data[] = {output.data + counter.offset(strides), accumulators};
        const int64_t steps[] = {!strides.empty() ? strides[0] : 0, itemsize, strides.size() > 1 ? strides[1] : 0,
                                 itemsize * step.size0};
        convert(data, steps, step.size0, step.size1, how);
        accumulators += itemsize * step.size0 * step.size1;
        counter.increment(step);
      }
    }
    return CT_OK;
  }

 private:
  // Operands: of each array of accumulators, that of every one of `sides`.
  template <class Result>
  Result call_with(std::initializer_list<Accumulators> sides, int64_t first, int64_t count,
                   const FunctionRef<Result(const ct_loop &)> &function) const {
    char *data[2 * kMaxOperands];
    int64_t strides[4 * kMaxOperands];
    int32_t n = 0;
    for (int64_t k = 0; k < plan_.accumulators.size(); ++k) {
      for (const Accumulators &side : sides) {
        data[n] = at(side, k);
        strides[n++] = dtype_size(plan_.accumulators[k]);
      }
    }
    std::fill_n(strides + n, n, 0);
    return function({sizeof(ct_loop), n, data, strides, count, 1, first, worker_, 0});
  }

  bool is_absorbed_elsewhere() const {
    return absorbed_ != nullptr && (absorbed_->load(std::memory_order_relaxed) & group_) != 0;
  }
  bool absorbs(const Accumulators &leaf) const {
    if (reduction_.absorbed == nullptr || !call_with({leaf}, first_, count_, *reduction_.absorbed)) return false;
    if (absorbed_ != nullptr) absorbed_->fetch_or(group_, std::memory_order_relaxed);
    return true;
  }

  char *at(const Accumulators &arrays, int64_t k) const {
    const int64_t before = arrays.first * dtype_size(plan_.accumulators[k]);
    return arrays.data + plan_.accumulator_offset(k, arrays.capacity) + before;
  }

  // Of the chunk's tree; the first one is where its result goes.
  Accumulators buffer(int64_t index) const {
    if (index == 0) return result_;
    return {scratch_ + index * plan_.accumulator_bytes(plan_.chunk), count_, 0};
  }

  // A binary counter: after leaf i, buffers hold one tree for each set bit of i + 1, the largest first.
  ct_status reduce_chunk(int64_t begin, int64_t end) {
    int64_t held = 0;
    ct_status status = CT_OK;
    for (int64_t leaf = begin; leaf < end; ++leaf) {
      const Accumulators accumulators = buffer(held++);
      begin_leaf(accumulators);
      if (is_absorbed_elsewhere()) break;
      status = reduce_leaf(leaf * plan_.leaf, std::min(plan_.nreduced, (leaf + 1) * plan_.leaf));
      const bool is_last = leaf + 1 == end && absorbed_ == nullptr;
      if (status == CT_OK && !is_last && absorbs(accumulators)) break;
      for (int64_t done = leaf - begin + 1; status == CT_OK && done % 2 == 0; done /= 2) status = merge_last(&held);
      if (status != CT_OK) return status;
    }
    while (status == CT_OK && held > 1) status = merge_last(&held);
    return status;
  }

  ct_status merge_last(int64_t *held) const {
    --*held;
    return combine(buffer(*held - 1), buffer(*held), first_, count_);
  }

  void begin_leaf(const Accumulators &accumulators) {
    for (int64_t k = 0; k < plan_.accumulators.size(); ++k) {
      const int64_t itemsize = dtype_size(plan_.accumulators[k]);
      accumulator_[k] = at(accumulators, k);
      char *const data[] = {accumulator_[k], const_cast<char *>(identities_[k].bytes)};
      const int64_t strides[] = {itemsize, 0, 0, 0};
      kernel_table<kernels::FillTable>().fill[std::countr_zero(static_cast<uint64_t>(itemsize))](data, strides, count_,
                                                                                                 1, Traffic::Cached);
    }
  }

  ct_status reduce_leaf(int64_t begin, int64_t end) {
    return plan_.single_output_calls ? reduce_singly(begin, end) : reduce_together(begin, end);
  }

  // Calls of (first reduced dim) x (first kept dim).
  ct_status reduce_together(int64_t begin, int64_t end) {
    for (DimCounter reduced(plan_.reduced_sizes, begin, end); !reduced.is_done();) {
      const DimCounter::Step run = reduced.max_1d_step();
      DimCounter kept(plan_.kept_sizes, first_, first_ + count_);
      while (!kept.is_done()) {
        const DimCounter::Step outputs = kept.max_1d_step();
        const ct_status status = call(reduced, kept, {run.size0, outputs.size0}, &plan_.kept_strides, 0);
        if (status != CT_OK) return status;
        kept.increment(outputs);
      }
      reduced.increment(run);
    }
    return CT_OK;
  }

  // Calls of (first reduced dim) x (second reduced dim), output by output.
  ct_status reduce_singly(int64_t begin, int64_t end) {
    DimCounter kept(plan_.kept_sizes, first_, first_ + count_);
    while (!kept.is_done()) {
      for (DimCounter reduced(plan_.reduced_sizes, begin, end); !reduced.is_done();) {
        const DimCounter::Step step = reduced.max_2d_step();
        const ct_status status = call(reduced, kept, step, &plan_.reduced_strides, 1);
        if (status != CT_OK) return status;
        reduced.increment(step);
      }
      kept.increment({1, 1});
    }
    return CT_OK;
  }

  // Dim 1 of the piece is dim `dim1` of the strides `outer`, if there is such a dim.
  ct_status call(const DimCounter &reduced, const DimCounter &kept, DimCounter::Step step,
                 const SmallVec<int64_t, 24> *outer, int64_t dim1) {
    const int32_t n = operands();
    const bool along_outputs = outer == &plan_.kept_strides;
    for (int32_t k = 0; k < accumulators(); ++k) {
      const int64_t itemsize = dtype_size(plan_.accumulators[k]);
      data_[k] = accumulator_[k] + (kept.position() - first_) * itemsize;
      strides_[k] = 0;
      strides_[n + k] = along_outputs ? itemsize : 0;
    }
    for (int32_t input = it_.noutputs(); input < it_.noperands(); ++input) {
      const int32_t k = input + extra_;
      const Dims inner = plan_.reduced(input), second = along_outputs ? plan_.kept(input) : inner;
      data_[k] = it_.operand(input).data + reduced.offset(inner) + kept.offset(plan_.kept(input));
      strides_[k] = !inner.empty() ? inner[0] : 0;
      strides_[n + k] = static_cast<int64_t>(second.size()) > dim1 ? second[dim1] : 0;
    }
    const int64_t begin = reduced.offset(plan_.reduced_weights) + kept.offset(plan_.kept_weights);
    piece_ = {sizeof(ct_loop), n, data_, strides_, step.size0, step.size1, begin, worker_, 0};
    if (plan_.block != 0) return call_converted(along_outputs ? plan_.kept_weights : plan_.reduced_weights, dim1);
    return reduction_.loop(piece_);
  }

  // In slices of dim 1 whose converted inputs fit a block. Along dim 0 a leaf always fits.
  [[gnu::noinline]] ct_status call_converted(Dims weights, int64_t dim1) {
    alignas(kCacheLine) char scratch[Pieces::kScratchBytes];
    const int32_t n = operands();
    const int64_t size1 = piece_.size1, weight = static_cast<int64_t>(weights.size()) > dim1 ? weights[dim1] : 0;
    const int64_t slice = std::clamp<int64_t>(plan_.block / piece_.size0, 1, size1);
    char *source[kMaxOperands];
    int64_t steps[2 * kMaxOperands];
    std::copy(data_, data_ + n, source);
    std::copy(strides_, strides_ + 2 * n, steps);
    for (int64_t at = 0; at < size1; at += slice) {
      piece_.size1 = std::min(slice, size1 - at);
      char *block = scratch;
      for (int32_t k = 0; k < n; ++k) {
        data_[k] = source[k] + at * steps[n + k];
        if (k < accumulators()) continue;
        const Operand &operand = it_.operand(k - extra_);
        if (operand.dtype == operand.tensor_dtype) continue;
        convert_input(operand, k, steps[k], steps[n + k], block);
        const int64_t bytes = plan_.block * dtype_size(operand.dtype);
        block += (bytes + kCacheLine - 1) / kCacheLine * kCacheLine;
      }
      const ct_status status = reduction_.loop(piece_);
      if (status != CT_OK) return status;
      piece_.begin += weight * slice;
    }
    return CT_OK;
  }

  // The block keeps the order of the source's memory. A dim that the input is broadcast on stays one element.
  void convert_input(const Operand &operand, int32_t k, int64_t stride0, int64_t stride1, char *block) {
    const int64_t size0 = stride0 != 0 ? piece_.size0 : 1, size1 = stride1 != 0 ? piece_.size1 : 1;
    const int64_t itemsize = dtype_size(operand.dtype);
    const bool columns = stride1 != 0 && std::abs(stride1) < std::abs(stride0);
    const int64_t to0 = columns ? itemsize * size1 : itemsize, to1 = columns ? itemsize : itemsize * size0;
    char *const data[] = {block, data_[k]};
    const int64_t strides[] = {to0, stride0, to1, stride1, to0, stride0};
    convert_kernel(operand.dtype, operand.tensor_dtype)(data, columns ? strides + 2 : strides, columns ? size1 : size0,
                                                        columns ? size0 : size1, Traffic::Cached);
    data_[k] = block;
    strides_[k] = stride0 != 0 ? to0 : 0;
    strides_[operands() + k] = stride1 != 0 ? to1 : 0;
  }

  // Of the loop: accumulators, then inputs, which are `extra_` further along than the iterator's.
  int32_t accumulators() const { return it_.noutputs() + extra_; }
  int32_t operands() const { return it_.noperands() + extra_; }

  const ReducePlan &plan_;
  const Iterator &it_;
  const int32_t extra_ = static_cast<int32_t>(plan_.accumulators.size()) - it_.noutputs();
  const Reduction &reduction_;
  const Identities &identities_;
  char *scratch_;
  int32_t worker_;
  AbsorbedGroups *absorbed_;
  uint64_t group_ = 0;             // its bit there
  int64_t first_ = 0, count_ = 0;  // the chunk's outputs
  Accumulators result_ = {};
  char *accumulator_[kMaxOperands];
  ct_loop piece_;
  char *data_[kMaxOperands];
  int64_t strides_[2 * kMaxOperands];
};

// Over the outputs' own layouts: the strides of empty dims say nothing of what is reduced.
void write_identities(const Iterator &it, const Reduction &reduction, const Identities &identities) {
  for (int32_t k = 0; k < it.noutputs(); ++k) {
    const Tensor &output = *it.operand(k).tensor;
    const DType accumulator = accumulator_of(it, reduction.accumulator, reduction.accumulators, k);
    DimVec sizes(output.sizes()), strides(output.strides());
    std::reverse(sizes.begin(), sizes.end());
    std::reverse(strides.begin(), strides.end());
    for (int64_t &stride : strides) stride *= output.itemsize();
    DimCounter counter(sizes, 0, output.numel());
    while (!counter.is_done()) {
      const DimCounter::Step step = counter.max_2d_step();
      char *const data[] = {output.data() + counter.offset(strides), const_cast<char *>(identities[k].bytes)};
      const int64_t steps[] = {!strides.empty() ? strides[0] : 0, 0, strides.size() > 1 ? strides[1] : 0, 0};
      convert_kernel(output.dtype(), accumulator)(data, steps, step.size0, step.size1, Traffic::Cached);
      counter.increment(step);
    }
  }
}

ct_status run_serially(const ReducePlan &plan, const Reduction &reduction, const Identities &identities) {
  alignas(kCacheLine) char small[2048];
  const int64_t bytes = plan.nbuffers() * plan.accumulator_bytes(plan.chunk);
  const bool fits = bytes <= static_cast<int64_t>(sizeof small);
  const Scratch scratch(fits ? 0 : bytes);
  return Worker(plan, reduction, identities, fits ? small : scratch.data(), 0).run(0, 0, nullptr);
}

// No neighbours of the first input lie side by side.
bool is_strided(const Iterator &it) {
  const int32_t input = it.noutputs();
  for (int32_t d = 0; input < it.noperands() && d < it.ndim(); ++d) {
    if (std::abs(it.strides(input)[d]) <= it.operand(input).itemsize) return false;
  }
  return input < it.noperands();
}

ct_status run_tasks(const ReducePlan &plan, const Reduction &reduction, const Identities &identities) {
  const auto workers = static_cast<int32_t>(std::min<int64_t>(num_threads(), plan.ntasks()));
  const int64_t own_bytes = plan.nbuffers() * plan.accumulator_bytes(plan.chunk);
  const int64_t partial_bytes = plan.nspans > 1 ? plan.accumulator_bytes(plan.noutputs) : 0;
  const Scratch scratch(workers * own_bytes);
  const Scratch partials(plan.nspans * partial_bytes);
  AbsorbedGroups absorbed{0};

  auto task = [&](int64_t index, int32_t worker) -> ct_status {
    const int64_t group = index / plan.nspans, span = index % plan.nspans;
    char *const partial = plan.nspans > 1 ? partials.data() + span * partial_bytes : nullptr;
    return Worker(plan, reduction, identities, scratch.data() + worker * own_bytes, worker,
                  plan.nspans > 1 ? &absorbed : nullptr)
        .run(group, span, partial);
  };
  const int64_t element_ps = std::max(reduction.element_ps, is_strided(plan.it) ? kStridedPs : 0);
  const bool threads = grain_of(plan.it.numel(), cost_of(plan.it, element_ps)) < plan.it.numel();
  const ct_status status = threads ? parallel_run(plan.ntasks(), task, workers) : serial_run(plan.ntasks(), task);
  if (status != CT_OK || plan.nspans == 1) return status;

  // The spans' trees meet slice by slice, so that what is combined stays near.
  auto join = [&](int64_t index, int32_t worker) -> ct_status {
    const int64_t first = index * plan.slice, count = std::min(plan.slice, plan.noutputs - first);
    const auto of_span = [&](int64_t span) {
      return Accumulators{partials.data() + span * partial_bytes, plan.noutputs, first};
    };
    const Worker last(plan, reduction, identities, nullptr, worker);
    for (int64_t step = 1; step < plan.nspans; step *= 2) {
      for (int64_t span = 0; span + step < plan.nspans; span += 2 * step) {
        const ct_status combined = last.combine(of_span(span), of_span(span + step), first, count);
        if (combined != CT_OK) return combined;
      }
    }
    return last.write(of_span(0), first, count);
  };
  const int64_t nslices = (plan.noutputs + plan.slice - 1) / plan.slice;
  return threads ? parallel_run(nslices, join) : serial_run(nslices, join);
}

}  // namespace

ct_status reduce(const Iterator &it, const Reduction &reduction) {
  if (!it.is_reduction()) fail(CT_ERROR_INVALID, "the iterator was built without CT_ITER_REDUCTION");
  const std::span<const DType> own = reduction.accumulators;
  const int32_t count = own.empty() ? it.noutputs() : static_cast<int32_t>(own.size());
  if (static_cast<int64_t>(reduction.identities.size()) != count) {
    fail(CT_ERROR_INVALID, "a reduction needs one identity an output: ", count, " outputs, ",
         static_cast<int64_t>(reduction.identities.size()), " identities");
  }
  if (it.is_meta()) return CT_OK;
  Identities identities(count);
  for (int32_t k = 0; k < count; ++k) {
    store_scalar(reduction.identities[static_cast<size_t>(k)], accumulator_of(it, reduction.accumulator, own, k),
                 identities[k].bytes);
  }
  if (it.numel() == 0) {
    write_identities(it, reduction, identities);
    return CT_OK;
  }
  const ReducePlan plan(it, reduction.accumulator, own);
  return plan.ntasks() == 1 ? run_serially(plan, reduction, identities) : run_tasks(plan, reduction, identities);
}

}  // namespace ct
