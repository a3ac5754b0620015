#include "ops/reduce/variance.h"

#include <cmath>

#include "iter/traffic.h"
#include "ops/reduce/blocks.h"
#include "ops/reduce/reduced_dims.h"
#include "ops/reduce/run_reduction.h"
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

// An accumulator holds, in double and for each part of a complex number, the sum of squared deviations from the mean,
// the mean, and the count.
constexpr int32_t kHeld = 3;

struct VarianceTensor {
  const OpInfo &info;
  const Tensor &input;
  const VarianceArgs &args;
  const Tensor *const inputs_[1] = {&input};
  uint64_t reduced = 0;
  double correction = 1;
  int32_t parts = 1;  // of an element

  std::span<const Tensor *const> inputs() const { return inputs_; }

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
    reduced = reduced_dims(input, args.dims);
    const DimVec sizes = sizes_without(input, reduced, args.keepdim);
    if (mean == nullptr) return set_reduced(first, info.name, input, sizes, real_of(in));
    set_reduced(first, *mean, info.name, input, sizes, real_of(in), in);
    if (!same_dims(first.get().strides(), mean->get().strides())) {
      first.compute_contiguous();
      mean->compute_contiguous();
    }
  }

  void impl(Output &first, Output *mean) const {
    Tensor &out = first.get();
    if (out.is_meta() || out.numel() == 0) return;
    if (input.numel() == 0) {
      fill(out, Scalar::of(std::nan("")));
      if (mean != nullptr) fill(mean->get(), {DType::Complex128, 0, std::nan(""), parts == 2 ? std::nan("") : 0});
      return;
    }
    Tensor *const outputs[] = {&out, mean != nullptr ? &mean->get() : nullptr};
    reduce_dims({outputs, size_t{mean != nullptr ? 2U : 1U}});
  }

 private:
  // For outputs side by side, which have taken equally many elements each.
  void combine_part(const ct_loop &piece) const {
    double *const squares = doubles(piece, 0), *const means = doubles(piece, 2), *const counts = doubles(piece, 4);
    const double *const other_squares = doubles(piece, 1), *const other_means = doubles(piece, 3);
    const double before = counts[0], later = doubles(piece, 5)[0];
    const double all = before + later, share = later / all, weight = before * share;
    for (int64_t i = 0; i < piece.size0 * parts; ++i) {
      const double away = other_means[i] - means[i];
      squares[i] += other_squares[i] + away * (away * weight);
      means[i] += away * share;
      counts[i] = all;
    }
  }

  // Puts the results of n outputs where the squared deviations are. The kernels divide: one by one, that took a while.
  void finish(double *squares, int64_t n, double by) const {
    if (parts == 2) {
      for (int64_t i = 0; i < n; ++i) squares[i] = squares[2 * i] + squares[2 * i + 1];
    }
    char *const values = reinterpret_cast<char *>(squares);
    char *const quotient[] = {values, values, reinterpret_cast<char *>(&by)}, *const root[] = {values, values};
    const int64_t steps[] = {8, 8, 0, 0, 0, 0}, root_steps[] = {8, 8, 0, 0};
    elementwise_kernel(Elementwise::div, DType::Float64)(quotient, steps, n, 1, Traffic::Cached);
    if (info.roots) elementwise_kernel(Elementwise::sqrt, DType::Float64)(root, root_steps, n, 1, Traffic::Cached);
    if (parts == 2) {
      for (int64_t i = n - 1; i > 0; --i) squares[2 * i] = squares[i];
    }
  }

  void reduce_dims(std::span<Tensor *const> outputs) const {
    const DType real = real_of(input.dtype());
    const kernels::Moments take = kernel_table().moments[static_cast<int>(real)];
    const Traffic how = traffic(outputs, input);
    auto loop = [this, take, real, how](const ct_loop &piece) -> ct_status {
      double *const squares = doubles(piece, 0), *const means = doubles(piece, 1), *const counts = doubles(piece, 2);
      reduce_parts(
          piece, kHeld, real, parts,
          [&](int64_t i, const char *at, int64_t n) { take.run(at, n, squares + i, means + i, counts + i); },
          [&](int64_t i, int64_t count, const char *at, int64_t step, int64_t rows) {
            take.columns(at, step, rows, count, squares + i, means + i, counts + i, parts, how);
          });
      return CT_OK;
    };
    auto combine = [this](const ct_loop &piece) -> ct_status {
      combine_part(piece);
      return CT_OK;
    };
    const double left = static_cast<double>(input.numel() / outputs[0]->numel()) - correction;
    const double by = left > 0 ? left : 0;
    auto last = [this, by](const ct_loop &piece) -> ct_status {
      finish(doubles(piece, 0), piece.size0, by);
      return CT_OK;
    };
    const LoopRef finished = last;
    const Scalar zeros[kHeld] = {Scalar::of(0.0), Scalar::of(0.0), Scalar::of(0.0)};
    const DType one = parts == 2 ? DType::Complex128 : DType::Float64, all[kHeld] = {one, one, one};
    run_reduction(info.name, outputs, input, reduced, args.keepdim, input.dtype(),
                  {one, loop, combine, zeros, kElementPs * parts, &finished, all});
  }
  static constexpr int64_t kElementPs = 50;
};

}  // namespace

TwoTensors variance(Variance op, const Tensor &t, const VarianceArgs &args) {
  const OpInfo &info = kOps[static_cast<int>(op)];
  return functional_two(VarianceTensor{info, t, args}, info.two);
}

void variance_out(Variance op, const Tensor &t, const VarianceArgs &args, Tensor &first, Tensor *second) {
  into_two(VarianceTensor{kOps[static_cast<int>(op)], t, args}, first, second);
}

}  // namespace ct
