#include "ops/elementwise/options.h"

#include <cmath>
#include <cstdlib>

#include "runtime/error.h"
#include "tensor/dtype.h"
#include "tensor/scalar.h"

namespace ct {

namespace {

using kernels::Elementwise;

// See kernels/lists/parameters.h.
enum class OptionKind { Number, Real, Tolerance, Element, Decimals, Order, Flag };

constexpr double kLargest = HUGE_VAL;  // stands for the largest number of the dtype; with a minus, for the smallest

struct OptionInfo {
  const char *name = nullptr;  // of the end of a list: NULL
  double fallback = 0;
  OptionKind as = OptionKind::Number;
};

#define CT_NOTHING(...)
#define CT_OPTION(name, fallback, as, doc) {#name, fallback, OptionKind::as},
#define CT_OPTIONS(group) constexpr OptionInfo kOptionsOf##group[] = {CT_PARAMETERS_##group(CT_NOTHING, CT_OPTION){}};
CT_PARAMETER_GROUPS(CT_OPTIONS)

struct OpOptions {
  const char *name;
  const OptionInfo *options;
};
constexpr OpOptions kOps[] = {
#define CT_OP_OPTIONS(name, group, ...) {#name, kOptionsOf##group},
    CT_ELEMENTWISE_OPS(CT_OP_OPTIONS)
#undef CT_OP_OPTIONS
};

// Bools take integers as truth values. No other dtype takes a bool, as with PyTorch's alpha.
bool go_together(DType value, DType dtype) {
  if (value == DType::Bool || dtype == DType::Bool) return dtype == DType::Bool && kind_of(value) <= 1;
  return kind_of(value) <= kind_of(dtype);
}

// Halves compute in float32.
DType widened(DType dtype) {
  if (dtype == DType::Float16 || dtype == DType::BFloat16) return DType::Float32;
  return dtype == DType::Complex32 ? DType::Complex64 : dtype;
}

DType dtype_of(OptionKind as, DType computed) {
  if (as == OptionKind::Element) return computed;
  const DType wide = widened(computed);
  if (as == OptionKind::Number || as == OptionKind::Decimals || as == OptionKind::Order) return wide;
  return is_floating(wide) || is_complex(wide) ? real_of(wide) : DType::Float64;
}

void check(const OpOptions &op, const OptionInfo &info, const Scalar &value, DType dtype, DType computed) {
  const bool together = info.as == OptionKind::Number ? go_together(value.dtype, dtype)
                                                      : info.as == OptionKind::Element || kind_of(value.dtype) <= 2;
  if (!together) {
    fail(CT_ERROR_DTYPE, op.name, ": ", info.name, " of dtype ", dtype_name(value.dtype), " does not go with ",
         dtype_name(computed), " tensors");
  }
  check_fits(value, dtype);
  if (info.as != OptionKind::Tolerance) return;
  double size = 0;
  store_scalar(value, DType::Float64, &size);
  if (!(size >= 0)) {
    fail(CT_ERROR_INVALID, op.name, ": ", info.name, " must be no less than 0, got ", size);
  }
}

// Up to this order the polygamma functions are finite in the middle between two poles.
void check_order(const char *op, const char *name, int32_t order) {
  constexpr int32_t most = 150;
  if (order < 0 || order > most) {
    fail(CT_ERROR_INVALID, op, ": ", name, " must be between 0 and ", most, ", got ", order);
  }
}

}  // namespace

void OptionValues::read(Elementwise op, const Options &options, DType computed) {
  const OpOptions &of = kOps[static_cast<int>(op)];
  for (int k = 0; of.options[k].name != nullptr; ++k) {
    const OptionInfo &info = of.options[k];
    const GivenOption &given = options.given[k];
    const DType dtype = dtype_of(info.as, computed);
    if (info.as == OptionKind::Decimals) {
      add_powers(of.name, given.plain, dtype);
      continue;
    }
    const bool largest = std::isinf(info.fallback) && kind_of(computed) >= 2;
    Scalar value =
        Scalar::of(largest ? std::copysign(largest_finite(real_of(computed)), info.fallback) : info.fallback);
    if (info.as == OptionKind::Flag || info.as == OptionKind::Order) {
      if (info.as == OptionKind::Order) check_order(of.name, info.name, given.plain);
      value = Scalar::of(int64_t{given.plain});
    } else if (given.scalar != nullptr || info.as == OptionKind::Element) {
      value = Scalar::from_api(given.scalar, info.name);
      check(of, info, value, dtype, computed);
    }
    add(value, dtype);
  }
}

void OptionValues::add(const Scalar &value, DType dtype) noexcept {
  store_scalar(value, dtype, elements_[count_]);
  pointers_[count_] = elements_[count_];
  ++count_;
}

void OptionValues::add_powers(const char *op, int32_t decimals, DType dtype) {
  const int32_t most = dtype == DType::Float64 ? 308 : 38;  // powers that are no infinity
  if (decimals < -most || decimals > most) {
    fail(CT_ERROR_INVALID, op, ": decimals must be between ", -most, " and ", most, ", got ", decimals);
  }
  const Scalar power = Scalar::of(std::pow(10.0, static_cast<double>(std::abs(decimals)))), one = Scalar::of(1.0);
  add(decimals < 0 ? one : power, dtype);
  add(decimals < 0 ? power : one, dtype);
}

}  // namespace ct
