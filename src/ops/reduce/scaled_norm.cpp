#include "ops/reduce/scaled_norm.h"

#include <algorithm>
#include <cmath>

#include "iter/dims.h"
#include "iter/odometer.h"
#include "ops/reduce/blocks.h"
#include "runtime/error.h"
#include "runtime/kernel_table.h"
#include "runtime/process.h"
#include "runtime/threads.h"
#include "runtime/workspace.h"

namespace ct {

namespace {

using kernels::Accumulator, kernels::Elementwise, kernels::Traffic;
using kernels::order::kMaxSpans, kernels::order::kLongLeaf;

kernels::Reduce accumulating(Accumulator which) {
  return kernel_table<kernels::ReduceTable>().reduce[static_cast<int>(which)][static_cast<int>(DType::Float64)];
}

// The kept dims or the reduced dims, innermost first, with strides in bytes.
struct WalkedDims {
  WalkedDims(const Tensor &out, const Tensor &input, uint64_t reduced, bool keepdim, bool of_reduced) {
    DimList<2> dims;
    auto next = static_cast<int32_t>(out.ndim());
    for (int32_t d = input.ndim() - 1; d >= 0; --d) {
      const bool is_reduced = (reduced >> d & 1) != 0;
      if (!is_reduced || keepdim) --next;
      if (is_reduced != of_reduced) continue;
      dims.add(input.sizes()[d],
               {input.strides()[d] * input.itemsize(), is_reduced ? 0 : out.strides()[next] * out.itemsize()});
    }
    dims.sort(0);
    dims.coalesce();
    ndim = static_cast<size_t>(dims.ndim());
    for (int32_t d = 0; d < dims.ndim(); ++d) {
      sizes_[d] = dims.size(d);
      from_[d] = dims.stride(0, d);
      to_[d] = dims.stride(1, d);
      numel *= sizes_[d];
    }
  }

  Dims sizes() const { return {sizes_, ndim}; }
  Dims from() const { return {from_, ndim}; }
  Dims to() const { return {to_, ndim}; }

  size_t ndim = 0;
  int64_t numel = 1;

 private:
  int64_t sizes_[kMaxDims], from_[kMaxDims], to_[kMaxDims];
};

class ScaledNorm {
 public:
  ScaledNorm(const WalkedDims &dims, const Tensor &input, double p, const ComputedInput *computed)
      : dims_(dims), input_(input), dtype_(input.dtype()), p_(p), computed_(computed) {}

  int32_t workers() const { return computed_ != nullptr ? computed_->workers : num_threads(); }
  int64_t nspans() const { return std::clamp<int64_t>(dims_.numel / kLongLeaf, 1, kMaxSpans); }

  // Computes the norm of a group of elements that begins `group` bytes from the first one. False where one element
  // decides the norm: a NaN, an infinity or a zero.
  bool compute(int64_t group, double *norm) const {
    double unit = 1;
    double extreme = extreme_of(group, unit);
    if (is_complex(dtype_) && !(extreme >= 0x1p-900 && extreme <= 0x1p900)) {  // parts may have a size that overflows
      unit = extreme < 1 ? 0x1p600 : 0x1p-600;
      extreme = extreme_of(group, unit);
    }
    if (!(extreme > 0 && extreme < HUGE_VAL)) return false;
    const bool squares = p_ == 2;
    const double sum = accumulate(group, unit, squares ? Accumulator::square_sum : Accumulator::sum, Accumulator::sum,
                                  0, [&](char *magnitudes, int64_t count) {
                                    finish_many<Elementwise::div>(DType::Float64, magnitudes, count, &extreme);
                                    double exponent = p_;
                                    if (squares) return;
                                    finish_many<Elementwise::pow>(DType::Float64, magnitudes, count, &exponent);
                                  });
    const KeepsErrno keeps_errno;
    const long double root = std::pow(static_cast<long double>(sum), 1 / static_cast<long double>(p_));
    *norm = static_cast<double>(root * static_cast<long double>(extreme) / static_cast<long double>(unit));
    return true;
  }

 private:
  // The magnitude of the element that makes the largest term of the sum.
  double extreme_of(int64_t group, double unit) const {
    const Accumulator which = p_ > 0 ? Accumulator::amax : Accumulator::amin;
    return accumulate(group, unit, which, which, p_ > 0 ? 0 : HUGE_VAL, [](char *, int64_t) {});
  }

  // Reduces the magnitudes of a group's elements, times `unit`, after change(magnitudes, count) has been applied to
  // them.
  template <class Change>
  double accumulate(int64_t group, double unit, Accumulator take, Accumulator join, double identity,
                    const Change &change) const {
    const int64_t spans = nspans(), span = divide_up(dims_.numel, spans);
    double partials[kMaxSpans];
    std::fill_n(partials, spans, identity);
    const auto stride = [this](size_t d) { return d < dims_.ndim ? dims_.from()[d] : 0; };
    auto task = [&](int64_t index, int32_t worker) -> ct_status {
      DimCounter at(dims_.sizes(), index * span, std::min(dims_.numel, (index + 1) * span));
      while (!at.is_done()) {
        const DimCounter::Step step = at.max_2d_step();
        const int64_t first = group + at.offset(dims_.from());
        kernels::Computed from{};
        if (computed_ != nullptr) from = computed_->from(first / computed_->itemsize, worker);
        char *data[] = {reinterpret_cast<char *>(partials + index),
                        computed_ != nullptr ? reinterpret_cast<char *>(&from) : input_.data() + first};
        const int64_t strides[] = {0, computed_ != nullptr ? kernels::kComputed : stride(0), 0, stride(1)};
        const ct_loop piece = {sizeof(ct_loop), 2, data, strides, step.size0, step.size1, 0, 0, 0};
        reduce_mapped(piece, 0, 1, DType::Float64, accumulating(take),
                      [&](char *const *block, const int64_t *steps, int64_t size0, int64_t size1) {
                        find_magnitudes(block, steps, size0, size1, unit);
                        change(block[0], size0 * size1);
                      });
        at.increment(step);
      }
      return CT_OK;
    };
    const ct_status status = parallel_run(spans, task, workers());
    if (status != CT_OK) fail(status, "norm: the executor failed");
    double all = identity;
    char *const data[] = {reinterpret_cast<char *>(&all), reinterpret_cast<char *>(partials)};
    const int64_t strides[] = {0, 8, 0, 0};
    accumulating(join)(data, strides, spans, 1, Traffic::Cached);
    return all;
  }

  void find_magnitudes(char *const *block, const int64_t *strides, int64_t size0, int64_t size1, double unit) const {
    const int64_t count = size0 * size1;
    if (!is_complex(dtype_)) {
      convert_kernel(DType::Float64, dtype_)(block, strides, size0, size1, Traffic::Cached);
      return finish_many<Elementwise::abs>(DType::Float64, block[0], count);
    }
    const Buffer<char, 2 * kernels::order::kReduceBlockBytes> wide;
    char *const parts[] = {wide, block[1]}, *const sizes[] = {block[0], wide};
    const int64_t steps[] = {16, strides[1], 16 * size0, strides[3]}, next[] = {8, 16, 0, 0};
    convert_kernel(DType::Complex128, dtype_)(parts, steps, size0, size1, Traffic::Cached);
    if (unit != 1) finish_many<Elementwise::mul>(DType::Float64, wide, 2 * count, &unit);
    kernels_of_op<Elementwise::abs>.loop(DType::Complex128)(sizes, next, count, 1, Traffic::Cached);
  }

  const WalkedDims &dims_;
  const Tensor &input_;
  const DType dtype_;
  const double p_;
  const ComputedInput *const computed_;
};

}  // namespace

void scale_norms(const Tensor &out, const Tensor &input, uint64_t reduced, bool keepdim, double p, double least,
                 const ComputedInput *computed) {
  const Workspace workspace;
  const WalkedDims kept(out, input, reduced, keepdim, false), gone(out, input, reduced, keepdim, true);
  const ScaledNorm scaled(gone, input, p, computed);
  const kernels::Loop widen = convert_kernel(DType::Float64, out.dtype()),
                      narrow = convert_kernel(out.dtype(), DType::Float64);
  const auto has_left_range = [&](double norm) {
    if (norm == 0 || std::isinf(norm)) return true;
    const KeepsErrno keeps_errno;
    return std::pow(static_cast<long double>(norm), static_cast<long double>(p)) < static_cast<long double>(least);
  };
  const int64_t share = std::max<int64_t>(kLongLeaf / gone.numel, 1);
  auto task = [&](int64_t index, int32_t) -> ct_status {
    DimCounter at(kept.sizes(), index * share, std::min(kept.numel, (index + 1) * share));
    for (; !at.is_done(); at.increment({1, 1})) {
      constexpr int64_t none[4] = {};
      double norm = 0;
      char *const element = out.data() + at.offset(kept.to()), *const value = reinterpret_cast<char *>(&norm);
      char *const read[] = {value, element}, *const write[] = {element, value};
      widen(read, none, 1, 1, Traffic::Cached);
      if (!has_left_range(norm) || !scaled.compute(at.offset(kept.from()), &norm)) continue;
      narrow(write, none, 1, 1, Traffic::Cached);
    }
    return CT_OK;
  };
  // Threads share each group among them where groups are large; otherwise each thread takes whole groups. Each thread
  // that asks for elements has a number of its own.
  const int64_t tasks = divide_up(kept.numel, share);
  const ct_status status =
      scaled.nspans() > 1 || computed != nullptr ? serial_run(tasks, task) : parallel_run(tasks, task);
  if (status != CT_OK) fail(status, "norm: the executor failed");
}

}  // namespace ct
