// The dtypes: the plain types that kernels and the rest of the library share. Every room may include this file.
#pragma once

#include <cstdint>

namespace ct {

//   X(name, number, constant, text, short_text, size, kind)
//   number      the one of the public header, where `constant` is the name; part of the ABI, and the place in this list
//   short_text  as the golden vectors and Rust write it
//   size        in bytes
#define CT_DTYPES(X)                                                  \
  X(Bool, 1, CT_BOOL, "bool", "bool", 1, Bool)                        \
  X(UInt8, 2, CT_UINT8, "uint8", "u8", 1, Unsigned)                   \
  X(Int8, 3, CT_INT8, "int8", "i8", 1, Signed)                        \
  X(Int16, 4, CT_INT16, "int16", "i16", 2, Signed)                    \
  X(Int32, 5, CT_INT32, "int32", "i32", 4, Signed)                    \
  X(Int64, 6, CT_INT64, "int64", "i64", 8, Signed)                    \
  X(Float16, 7, CT_FLOAT16, "float16", "f16", 2, Float)               \
  X(Float32, 8, CT_FLOAT32, "float32", "f32", 4, Float)               \
  X(Float64, 9, CT_FLOAT64, "float64", "f64", 8, Float)               \
  X(Complex32, 10, CT_COMPLEX32, "complex32", "c32", 4, Complex)      \
  X(Complex64, 11, CT_COMPLEX64, "complex64", "c64", 8, Complex)      \
  X(Complex128, 12, CT_COMPLEX128, "complex128", "c128", 16, Complex) \
  X(BFloat16, 13, CT_BFLOAT16, "bfloat16", "bf16", 2, Float)          \
  X(UInt16, 14, CT_UINT16, "uint16", "u16", 2, Unsigned)              \
  X(UInt32, 15, CT_UINT32, "uint32", "u32", 4, Unsigned)              \
  X(UInt64, 16, CT_UINT64, "uint64", "u64", 8, Unsigned)

enum class DType : uint32_t {
  Undefined = 0,
#define CT_DTYPE_ENUM(name, number, ...) name = number,
  CT_DTYPES(CT_DTYPE_ENUM)
#undef CT_DTYPE_ENUM
};

#define CT_DTYPE_COUNT(...) +1
constexpr int kNumDTypes = 1 CT_DTYPES(CT_DTYPE_COUNT);  // with Undefined, so that a dtype is its own index
#undef CT_DTYPE_COUNT

enum class DTypeKind : uint8_t { Bool, Unsigned, Signed, Float, Complex };

// Sets of dtypes have a bit for each.
constexpr uint32_t dtype_bit(DType dtype) { return 1U << static_cast<uint32_t>(dtype) % 32; }
constexpr uint32_t dtypes_of(DTypeKind kind) {
  uint32_t set = 0;
#define CT_DTYPE_KIND(name, number, constant, text, short_text, size, of) \
  if (kind == DTypeKind::of) set |= dtype_bit(DType::name);
  CT_DTYPES(CT_DTYPE_KIND)
#undef CT_DTYPE_KIND
  return set;
}
constexpr bool is_of(DTypeKind kind, DType dtype) { return (dtypes_of(kind) & dtype_bit(dtype)) != 0; }

}  // namespace ct
