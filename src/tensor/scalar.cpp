// One value of any dtype. A scalar's own bytes are int64, uint64, float64 or complex128; the convert kernels do the
// rest.
#include "tensor/scalar.h"

#include <cfloat>
#include <cmath>
#include <cstring>

#include "runtime/error.h"
#include "runtime/kernel_table.h"
#include "tensor/tensor.h"

namespace ct {
namespace {

// The dtype that a scalar of this dtype is kept in.
DType held_as(DType dtype) noexcept {
  if (is_complex(dtype)) return DType::Complex128;
  if (is_floating(dtype)) return DType::Float64;
  return dtype == DType::UInt64 ? DType::UInt64 : DType::Int64;
}

// Scalars are converted in every small call, so the usual dtypes do without a kernel.
void convert_element(DType to, void *destination, DType from, const void *source) noexcept {
  if (to == from || (is_integral(to) && is_integral(from) && dtype_size(to) <= dtype_size(from))) {  // integers wrap
    std::memcpy(destination, source, static_cast<size_t>(dtype_size(to)));
    return;
  }
  if (to == DType::Float32 && from == DType::Float64) {
    double value;
    std::memcpy(&value, source, sizeof value);
    const auto rounded = static_cast<float>(value);
    std::memcpy(destination, &rounded, sizeof rounded);
    return;
  }
  if (to == DType::Float64 && from == DType::Float32) {
    float value;
    std::memcpy(&value, source, sizeof value);
    const double widened = value;
    std::memcpy(destination, &widened, sizeof widened);
    return;
  }
  char *const data[2] = {static_cast<char *>(destination), static_cast<char *>(const_cast<void *>(source))};
  constexpr int64_t strides[4] = {};
  convert_kernel(to, from)(data, strides, 1, 1, kernels::Traffic::Cached);
}

Wide integer_value(const Scalar &value) noexcept {
  return value.dtype == DType::UInt64 ? Wide{static_cast<uint64_t>(value.i)} : Wide{value.i};
}

// Number is Wide, or double for whole numbers. Both hold the bounds exactly, because they are powers of two.
template <class Number>
bool in_range(Number value, DType integer) noexcept {
  const bool from_zero = is_unsigned(integer);
  const auto end = static_cast<Number>(Wide{1} << (8 * dtype_size(integer) - (from_zero ? 0 : 1)));
  return value >= (from_zero ? 0 : -end) && value < end;
}

enum class Misfit { None, Overflow, Fraction, Imaginary };

Misfit misfit(const Scalar &value, DType dtype) noexcept {
  if (dtype == DType::Bool) return Misfit::None;
  const bool integral = !is_inexact(value.dtype);
  const double im = is_complex(value.dtype) ? value.im : 0.0;
  if (!is_complex(dtype) && im != 0.0) return Misfit::Imaginary;
  if (is_integral(dtype)) {
    if (integral) return in_range(integer_value(value), dtype) ? Misfit::None : Misfit::Overflow;
    if (!std::isfinite(value.re)) return Misfit::Overflow;
    if (std::trunc(value.re) != value.re) return Misfit::Fraction;
    return in_range(value.re, dtype) ? Misfit::None : Misfit::Overflow;
  }
  // A finite value beyond the largest finite one overflows, as upstream's check has it, even where rounding to nearest
  // would still reach that one. No integer is beyond float32's.
  const double highest = largest_finite(real_of(dtype));
  const double re = !integral                      ? value.re
                    : value.dtype == DType::UInt64 ? static_cast<double>(static_cast<uint64_t>(value.i))
                                                   : static_cast<double>(value.i);
  const bool re_lost = std::isfinite(re) && std::fabs(re) > highest;
  const bool im_lost = std::isfinite(im) && std::fabs(im) > highest;
  return re_lost || im_lost ? Misfit::Overflow : Misfit::None;
}

}  // namespace

double largest_finite(DType dtype) noexcept {
  if (dtype == DType::Float16) return 65504.0;
  if (dtype == DType::BFloat16) return 0x1.fep127;
  return dtype == DType::Float32 ? FLT_MAX : DBL_MAX;
}

Scalar Scalar::from_api(const ct_scalar *value, const char *what) {
  if (value == nullptr) fail(CT_ERROR_INVALID, what, " is NULL");
  if (value->reserved != 0) {
    fail(CT_ERROR_INVALID, what, ": the reserved field must be 0, got ", uint64_t{value->reserved});
  }
  Scalar scalar{check_dtype(value->dtype, what), 0, 0, 0};
  if (scalar.dtype == DType::Bool) {
    scalar.i = value->i != 0;
  } else if (is_integral(scalar.dtype)) {
    scalar.i = value->i;
  } else {
    scalar.re = value->re;
    scalar.im = is_complex(scalar.dtype) ? value->im : 0;
  }
  return scalar;
}

ct_scalar Scalar::to_api() const noexcept { return {static_cast<ct_dtype>(dtype), 0, i, re, im}; }

void store_scalar(const Scalar &value, DType dtype, void *element) noexcept {
  // Most reductions begin with 0, whose bits are all 0 in every dtype.
  if (value.dtype == DType::Int64 && value.i == 0) {
    std::memset(element, 0, static_cast<size_t>(dtype_size(dtype)));
    return;
  }
  const DType held = held_as(value.dtype);
  const double parts[2] = {value.re, value.im};
  const void *source = is_integral(held) ? static_cast<const void *>(&value.i) : parts;
  convert_element(dtype, element, held, source);
}

Scalar load_scalar(DType dtype, const void *element) noexcept {
  Scalar scalar{dtype, 0, 0, 0};
  const DType held = held_as(dtype);
  if (is_integral(held)) {
    convert_element(held, &scalar.i, dtype, element);
    return scalar;
  }
  double parts[2] = {};
  convert_element(held, parts, dtype, element);
  scalar.re = parts[0];
  scalar.im = parts[1];
  return scalar;
}

bool fits(const Scalar &value, DType dtype) noexcept { return misfit(value, dtype) == Misfit::None; }

void check_fits(const Scalar &value, DType dtype) {
  const Misfit why = misfit(value, dtype);
  if (why == Misfit::None) return;
  Message text;
  if (is_inexact(value.dtype)) {
    text.append(value.re);
  } else if (value.dtype == DType::UInt64) {
    text.append(static_cast<uint64_t>(value.i));
  } else {
    text.append(value.i);
  }
  if (is_complex(value.dtype)) {
    text.append(std::signbit(value.im) ? "" : "+");
    text.append(value.im);
    text.append("j");
  }
  fail(CT_ERROR_INVALID, "value ", text.c_str(), " of type ", dtype_name(value.dtype), " cannot be converted to type ",
       dtype_name(dtype),
       why == Misfit::Overflow   ? " without overflow"
       : why == Misfit::Fraction ? " without losing its fraction"
                                 : " without losing its imaginary part");
}

const Tensor *number_in(ct_number *memory, const Scalar &value) noexcept {
  struct Parts {
    alignas(Tensor) char tensor[sizeof(Tensor)];
    alignas(Storage) char storage[sizeof(Storage)];
    alignas(16) char value[16];
  };
  // ctensor.h's struct has room for more than this version needs, so that it need not change with the tensor.
  static_assert(sizeof(Parts) + 15 <= sizeof(ct_number));
  const auto address = (reinterpret_cast<uintptr_t>(memory) + 15) & ~uintptr_t{15};
  auto *const parts = reinterpret_cast<Parts *>(address);
  store_scalar(value, value.dtype, parts->value);
  return Tensor::place(parts->tensor, Storage::place(parts->storage, parts->value, dtype_size(value.dtype)),
                       value.dtype);
}

}  // namespace ct
