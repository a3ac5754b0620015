// var and std, alone and with means: counts, means and squared deviations that meet pair by pair.
#include <cmath>

#include "iter/traffic.h"
#include "ops/reduce/blocks.h"
#include "ops/reduce/reduce.h"
#include "ops/structural/fill.h"
#include "runtime/error.h"
#include "runtime/kernel_table.h"
#include "tensor/scalar.h"

namespace ct {

namespace {

using kernels::Elementwise;
using kernels::Traffic;

struct OpInfo {
  const char *name;
  bool two, roots;
};
constexpr bool One = false, Two = true;
constexpr OpInfo kOps[] = {
#define CT_OP_INFO(name, form, roots, ...) {#name, form, roots},
    CT_VARIANCES(CT_OP_INFO)
#undef CT_OP_INFO
};

// The arrays that accumulators consist of (kernels::MomentArrays): four for float64, and no pivots for other dtypes.
enum : size_t { kSquares, kOffsets, kCounts, kPivots };
template <size_t arrays>
using Moments = std::array<double *, arrays>;
template <size_t arrays>
constexpr bool kHasPivots = arrays > kPivots;

struct VarianceTensor : OneInput {
  const OpInfo &info;
  const VarianceArgs &args;
  uint64_t reduced = 0;
  double correction = 1;
  int32_t parts = 1;  // of an element
  const ComputedInput *computed = nullptr;

  void meta(Output &first, Output *mean) {
    const DType in = input.dtype();
    if (!is_floating(in) && !is_complex(in)) {
      fail(CT_ERROR_DTYPE, info.name, " does not take ", dtype_name(in), ", but floats and complex numbers");
    }
    parts = is_complex(in) ? 2 : 1;
    if (args.correction != nullptr) {
      const Scalar value = Scalar::from_api(args.correction, "correction");
      if (is_complex(value.dtype)) {
        fail(CT_ERROR_DTYPE, info.name, ": correction must be real, got one of ", dtype_name(value.dtype));
      }
      store_scalar(value, DType::Float64, &correction);
    }
    reduced = dims_mask(args.dims, input.ndim());
    const DimVec sizes = sizes_without(input, reduced, args.keepdim);
    if (mean == nullptr) return set_reduced(first, info.name, input, sizes, real_of(in));
    set_reduced(first, *mean, info.name, input, sizes, real_of(in), in);
    if (!same_dims(first.get().strides(), mean->get().strides())) {
      first.compute_contiguous();
      mean->compute_contiguous();
    }
  }

  void impl(Output &first, Output *mean) const {
    if (input.is_deferred()) {
      const auto op = static_cast<int32_t>(&info - kOps);
      // In float64, a segment has a pivot, which is chosen by looking at the whole segment.
      const bool computes = input.dtype() != DType::Float64;
      return first.record(
          info.name, {run_recorded, reduced, correction, op, DType::Undefined, args.keepdim, true, computes}, input);
    }
    compute(first.get(), mean != nullptr ? &mean->get() : nullptr);
  }
  static void run_recorded(const ReductionCall &call, const Tensor &input, Tensor &out, bool) {
    const VarianceArgs args{std::nullopt, nullptr, call.keepdim};
    VarianceTensor{{input},      kOps[call.op], args, call.reduced, call.number, is_complex(input.dtype()) ? 2 : 1,
                   call.computed}
        .compute(out, nullptr);
  }

 private:
  void compute(Tensor &out, Tensor *mean) const {
    if (out.is_meta() || out.numel() == 0) return;
    if (input.numel() == 0) {
      fill(out, Scalar::of(std::nan("")));
      if (mean != nullptr) fill(*mean, {DType::Complex128, 0, std::nan(""), parts == 2 ? std::nan("") : 0});
      return;
    }
    Tensor *const outputs[] = {&out, mean};
    const std::span<Tensor *const> all{outputs, size_t{mean != nullptr ? 2U : 1U}};
    real_of(input.dtype()) == DType::Float64 ? reduce_dims<4>(all) : reduce_dims<3>(all);
  }

  template <size_t arrays>
  static void combine(const Moments<arrays> &into, const Moments<arrays> &from, int64_t n) {
    const double before = into[kCounts][0], later = from[kCounts][0];
    const double all = before + later, share = later / all, weight = before * share;
    for (int64_t i = 0; i < n; ++i) {
      double away = from[kOffsets][i] - into[kOffsets][i];
      if constexpr (kHasPivots<arrays>) away += from[kPivots][i] - into[kPivots][i];
      into[kSquares][i] += from[kSquares][i] + away * (away * weight);
      into[kOffsets][i] += away * share;
      into[kCounts][i] = all;
    }
  }

  // Puts the results of n outputs where the squared deviations are, and the means where the offsets are.
  template <size_t arrays>
  void finish(const Moments<arrays> &all, int64_t n, double by) const {
    if constexpr (kHasPivots<arrays>) {
      for (int64_t i = 0; i < n * parts; ++i) all[kOffsets][i] += all[kPivots][i];
    }
    double *const squares = all[kSquares];
    if (parts == 2) {
      for (int64_t i = 0; i < n; ++i) squares[i] = squares[2 * i] + squares[2 * i + 1];
    }
    char *const values = reinterpret_cast<char *>(squares);
    finish_many<Elementwise::div>(DType::Float64, values, n, &by);
    if (info.roots) finish_many<Elementwise::sqrt>(DType::Float64, values, n);
    if (parts == 2) {
      for (int64_t i = n - 1; i > 0; --i) squares[2 * i] = squares[i];
    }
  }

  template <size_t arrays>
  void reduce_dims(std::span<Tensor *const> outputs) const {
    using Arrays = Moments<arrays>;
    const auto given = [](const Arrays &to) -> kernels::MomentArrays {
      double *pivots = nullptr;
      if constexpr (kHasPivots<arrays>) pivots = to[kPivots];
      return {to[kSquares], to[kOffsets], to[kCounts], pivots};
    };
    const kernels::Moments take =
        kernel_table<kernels::MomentsTable>().moments[static_cast<int>(real_of(input.dtype()))];
    const Traffic how = traffic(outputs, input);
    const double left = static_cast<double>(input.numel() / outputs[0]->numel()) - correction;
    const Scalar zero = Scalar::of(0.0);
    Scalar zeros[arrays];
    std::fill_n(zeros, arrays, zero);
    reduce_in_doubles(
        info.name, outputs, input, reduced, args.keepdim, input.dtype(), zeros, kElementPs * parts,
        [&](const Arrays &to, const char *at, int64_t n) { take.run(at, n, given(to)); },
        [&](const Arrays &to, int64_t count, const char *at, int64_t step, int64_t rows) {
          take.columns(at, step, rows, count, given(to), parts, how);
        },
        combine<arrays>, [&](const Arrays &all, int64_t n) { finish<arrays>(all, n, left > 0 ? left : 0); }, computed);
  }
  static constexpr int64_t kElementPs = 50;
};

}  // namespace

TwoTensors variance(Variance op, const Tensor &t, const VarianceArgs &args) {
  const OpInfo &info = kOps[static_cast<int>(op)];
  return functional_two(VarianceTensor{{t}, info, args}, info.two);
}

void variance_out(Variance op, const Tensor &t, const VarianceArgs &args, Tensor &first, Tensor *second) {
  into_two(VarianceTensor{{t}, kOps[static_cast<int>(op)], args}, first, second);
}

}  // namespace ct
