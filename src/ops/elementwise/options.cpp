#include "ops/elementwise/options.h"

#include <cmath>
#include <cstdlib>

#include "runtime/error.h"
#include "tensor/dtype.h"
#include "tensor/scalar.h"

namespace ct {

namespace {

using kernels::Elementwise;

enum class As {
  Number,     // of what the kernel computes in
  Real,       // the same, real; a double among integers and bools, which the options of theirs may all be
  Tolerance,  // the same, not negative and not NaN
  Element,    // of the dtype itself
  Decimals    // an integer; the kernel gets two numbers, see RoundDecimals
};

constexpr double kLargest = HUGE_VAL;  // stands for the largest number of the dtype; with a minus, for the smallest

struct OptionInfo {
  const char *name = nullptr;
  double fallback = 0;  // where it is absent
  As as = As::Number;
  bool required = false;
};

struct OptionList {
  int count = 0;
  OptionInfo options[kernels::kMostOptions] = {};
};

// By the list's groups of inputs.
constexpr OptionList kOptions_Unary, kOptions_Binary, kOptions_Ternary, kOptions_Where, kOptions_Lerp, kOptions_Bound,
    kOptions_Clamp;
constexpr OptionList kOptions_Scaled{1, {{"alpha", 1}}};
constexpr OptionList kOptions_AddC{1, {{"value", 1}}};
constexpr OptionList kOptions_LeakyRelu{1, {{"negative_slope", 0.01}}};
constexpr OptionList kOptions_Elu{1, {{"alpha", 1}}};
constexpr OptionList kOptions_Softplus{2, {{"beta", 1}, {"threshold", 20}}};
constexpr OptionList kOptions_Logit{1, {{"eps", -1, As::Real}}};
constexpr OptionList kOptions_RoundDecimals{1, {{"decimals", 0, As::Decimals}}};
constexpr OptionList kOptions_NanToNum{
    3, {{"nan", 0, As::Real}, {"posinf", kLargest, As::Real}, {"neginf", -kLargest, As::Real}}};
constexpr OptionList kOptions_Close{
    3, {{"rtol", 1e-5, As::Tolerance}, {"atol", 1e-8, As::Tolerance}, {"equal_nan", 0, As::Real}}};
constexpr OptionList kOptions_Fill{1, {{"value", 0, As::Element, true}}};

struct OpOptions {
  const char *name;
  const OptionList &list;
};
constexpr OpOptions kOps[] = {
#define CT_OP_OPTIONS(name, inputs, kind, dtypes, doc) {#name, kOptions_##inputs},
    CT_ELEMENTWISE_OPS(CT_OP_OPTIONS)
#undef CT_OP_OPTIONS
};

// An integer is a truth to bools; a bool is no number, as for PyTorch's alpha.
bool go_together(DType value, DType dtype) {
  if (value == DType::Bool || dtype == DType::Bool) return dtype == DType::Bool && kind_of(value) <= 1;
  return kind_of(value) <= kind_of(dtype);
}

// Halves compute in float32.
DType widened(DType dtype) {
  if (dtype == DType::Float16 || dtype == DType::BFloat16) return DType::Float32;
  return dtype == DType::Complex32 ? DType::Complex64 : dtype;
}

DType dtype_of(As as, DType computed) {
  if (as == As::Element) return computed;
  const DType wide = widened(computed);
  if (as == As::Number || as == As::Decimals) return wide;
  return is_floating(wide) || is_complex(wide) ? real_of(wide) : DType::Float64;
}

void check(const OpOptions &op, const OptionInfo &info, const Scalar &value, DType dtype, DType computed) {
  const bool together = info.as == As::Number     ? go_together(value.dtype, dtype)
                        : info.as == As::Decimals ? is_integral(value.dtype)
                                                  : info.as == As::Element || kind_of(value.dtype) <= 2;
  if (!together) {
    fail(CT_ERROR_DTYPE, op.name, ": ", info.name, " of dtype ", dtype_name(value.dtype), " does not go with ",
         dtype_name(computed), " tensors");
  }
  check_fits(value, info.as == As::Decimals ? DType::Int64 : dtype);
  if (info.as != As::Tolerance) return;
  double size = 0;
  store_scalar(value, DType::Float64, &size);
  if (!(size >= 0)) {
    fail(CT_ERROR_INVALID, op.name, ": ", info.name, " must be no less than 0, got ", size);
  }
}

}  // namespace

bool has_options(Elementwise op) noexcept { return kOps[static_cast<int>(op)].list.count > 0; }

void OptionValues::read(Elementwise op, const Options &options, DType computed) {
  const OpOptions &of = kOps[static_cast<int>(op)];
  for (int k = 0; k < of.list.count; ++k) {
    const OptionInfo &info = of.list.options[k];
    const DType dtype = dtype_of(info.as, computed);
    const bool largest = std::isinf(info.fallback) && kind_of(computed) >= 2;
    Scalar value =
        Scalar::of(largest ? std::copysign(largest_finite(real_of(computed)), info.fallback) : info.fallback);
    if (options.given[k] != nullptr || info.required) {
      value = Scalar::from_api(options.given[k], info.name);
      check(of, info, value, dtype, computed);
    }
    if (info.as == As::Decimals) {
      add_powers(of.name, value.i, dtype);
    } else {
      add(value, dtype);
    }
  }
}

void OptionValues::add(const Scalar &value, DType dtype) noexcept {
  store_scalar(value, dtype, elements_[count_]);
  pointers_[count_] = elements_[count_];
  ++count_;
}

void OptionValues::add_powers(const char *op, int64_t decimals, DType dtype) {
  const int64_t most = dtype == DType::Float64 ? 308 : 38;  // powers that are no infinity
  if (decimals < -most || decimals > most) {
    fail(CT_ERROR_INVALID, op, ": decimals must be between ", -most, " and ", most, ", got ", decimals);
  }
  const Scalar power = Scalar::of(std::pow(10.0, static_cast<double>(std::abs(decimals)))), one = Scalar::of(1.0);
  add(decimals < 0 ? one : power, dtype);
  add(decimals < 0 ? power : one, dtype);
}

}  // namespace ct
