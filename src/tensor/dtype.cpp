// Names, sizes and kinds of the dtypes.
#include "tensor/dtype.h"

#include <cstring>

#include "runtime/error.h"

namespace ct {
namespace {

struct Info {
  const char *name;
  const char *short_name;  // as the golden vectors and Rust write it
};

// By dtype number.
constexpr Info kInfo[kNumDTypes] = {
    {"undefined", "undefined"}, {"bool", "bool"},     {"uint8", "u8"},        {"int8", "i8"},       {"int16", "i16"},
    {"int32", "i32"},           {"int64", "i64"},     {"float16", "f16"},     {"float32", "f32"},   {"float64", "f64"},
    {"complex32", "c32"},       {"complex64", "c64"}, {"complex128", "c128"}, {"bfloat16", "bf16"}, {"uint16", "u16"},
    {"uint32", "u32"},          {"uint64", "u64"},
};

// The numbers are ABI: they are written down once in the public header and once in kernels/types.h.
constexpr bool same(DType dtype, ct_dtype number) { return static_cast<ct_dtype>(dtype) == number; }
static_assert(same(DType::Undefined, CT_UNDEFINED) && same(DType::Bool, CT_BOOL) && same(DType::UInt8, CT_UINT8) &&
              same(DType::Int8, CT_INT8) && same(DType::Int16, CT_INT16) && same(DType::Int32, CT_INT32) &&
              same(DType::Int64, CT_INT64) && same(DType::Float16, CT_FLOAT16) && same(DType::Float32, CT_FLOAT32) &&
              same(DType::Float64, CT_FLOAT64) && same(DType::Complex32, CT_COMPLEX32) &&
              same(DType::Complex64, CT_COMPLEX64) && same(DType::Complex128, CT_COMPLEX128) &&
              same(DType::BFloat16, CT_BFLOAT16) && same(DType::UInt16, CT_UINT16) && same(DType::UInt32, CT_UINT32) &&
              same(DType::UInt64, CT_UINT64));

bool known(DType dtype) noexcept { return static_cast<uint32_t>(dtype) < uint32_t{kNumDTypes}; }

}  // namespace

const char *dtype_name(DType dtype) noexcept {
  return known(dtype) ? kInfo[static_cast<uint32_t>(dtype)].name : nullptr;
}

DType dtype_from_name(const char *name) noexcept {
  if (name == nullptr) return DType::Undefined;
  for (uint32_t i = 1; i < kNumDTypes; ++i) {
    if (std::strcmp(name, kInfo[i].name) == 0 || std::strcmp(name, kInfo[i].short_name) == 0) {
      return static_cast<DType>(i);
    }
  }
  return DType::Undefined;
}

DType check_dtype(ct_dtype dtype, const char *what) {
  if (dtype == CT_UNDEFINED) fail(CT_ERROR_DTYPE, what, " is undefined");
  if (dtype >= uint32_t{kNumDTypes})
    fail(CT_ERROR_DTYPE, what, " ", uint64_t{dtype}, " is not one of the dtypes 1 to 16");
  return static_cast<DType>(dtype);
}

DType real_of(DType complex) noexcept {
  switch (complex) {
    case DType::Complex32:
      return DType::Float16;
    case DType::Complex64:
      return DType::Float32;
    case DType::Complex128:
      return DType::Float64;
    default:
      return complex;
  }
}

// bfloat16 has no complex dtype of its own: complex64 is the smallest that holds it.
DType complex_of(DType floating) noexcept {
  switch (floating) {
    case DType::Float16:
      return DType::Complex32;
    case DType::BFloat16:
    case DType::Float32:
      return DType::Complex64;
    case DType::Float64:
      return DType::Complex128;
    default:
      return floating;
  }
}

}  // namespace ct
