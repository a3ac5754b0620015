// The numbers that the kernels compute with, as types.
#pragma once

#include <complex>
#include <cstdint>
#include <type_traits>

#include "blas.h"
#include "kernels.h"
#include "support.h"

namespace ct_linalg {

inline Kind kind_of(ct_dtype dtype) {
  switch (dtype) {
    case CT_FLOAT32:
      return Kind::F32;
    case CT_FLOAT64:
      return Kind::F64;
    case CT_COMPLEX64:
      return Kind::C64;
    case CT_COMPLEX128:
      return Kind::C128;
    case CT_BOOL:
      return Kind::Bool;
    default:
      break;
  }
  switch (ct_dtype_size(dtype)) {
    case 1:
      return Kind::U8;
    case 2:
      return Kind::U16;
    case 4:
      return Kind::U32;
    default:
      return Kind::U64;
  }
}

template <class F>
auto with_number(Kind kind, F &&f) {
  switch (kind) {
    case Kind::F32:
      return f(float{});
    case Kind::F64:
      return f(double{});
    case Kind::C64:
      return f(C64{});
    case Kind::C128:
      return f(C128{});
    case Kind::U8:
      return f(uint8_t{});
    case Kind::U16:
      return f(uint16_t{});
    case Kind::U32:
      return f(uint32_t{});
    case Kind::U64:
      return f(uint64_t{});
    case Kind::Bool:
      return f(bool{});
  }
  __builtin_unreachable();
}

template <class T>
T as_number(std::complex<double> z) {
  if constexpr (std::is_arithmetic_v<T>) {
    return static_cast<T>(z.real());
  } else {
    return T(static_cast<typename T::value_type>(z.real()), static_cast<typename T::value_type>(z.imag()));
  }
}

}  // namespace ct_linalg
