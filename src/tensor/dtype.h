// The dtypes: name, size and kind of each, promotion and casting rules (docs/semantics.md).
#pragma once

#include <cstdint>
#include <span>

#include "kernels/types.h"
#include "runtime/api.h"

namespace ct {

class Tensor;

const char *dtype_name(DType dtype) noexcept;      // "float32"; "undefined" for Undefined, NULL for an unknown number
DType dtype_from_name(const char *name) noexcept;  // Undefined when unknown; also the short names "f32", "u8", …
DType check_dtype(ct_dtype dtype, const char *what = "dtype");  // throws CT_ERROR_DTYPE unless one of the 16

// In bytes; 0 for Undefined.
constexpr int64_t dtype_size(DType dtype) noexcept {
#define CT_SIZE(name, number, constant, text, short_text, size, kind) size,
  constexpr uint8_t sizes[32] = {0, CT_DTYPES(CT_SIZE)};
#undef CT_SIZE
  return sizes[static_cast<uint32_t>(dtype) % 32];
}

constexpr bool is_complex(DType d) { return is_of(DTypeKind::Complex, d); }
constexpr bool is_floating(DType d) { return is_of(DTypeKind::Float, d); }  // real floats
constexpr bool is_unsigned(DType d) { return is_of(DTypeKind::Unsigned, d); }
constexpr bool is_integral(DType d) { return is_unsigned(d) || is_of(DTypeKind::Signed, d); }  // without bool
constexpr bool is_integer_like(DType d) { return d == DType::Bool || is_integral(d); }
constexpr bool is_inexact(DType d) { return is_floating(d) || is_complex(d); }
constexpr int kind_of(DType d) {  // bool < integral < floating < complex
  return is_complex(d) ? 3 : is_floating(d) ? 2 : is_integral(d) ? 1 : 0;
}
constexpr DType default_float() { return DType::Float32; }
// The complex dtypes stand three behind their parts in the list. bfloat16 has none of its own: complex64 is the
// smallest that holds it.
constexpr DType real_of(DType d) { return is_complex(d) ? static_cast<DType>(static_cast<uint32_t>(d) - 3) : d; }
constexpr DType complex_of(DType d) {
  if (d == DType::BFloat16) return DType::Complex64;
  return is_floating(d) ? static_cast<DType>(static_cast<uint32_t>(d) + 3) : d;
}
static_assert(real_of(DType::Complex32) == DType::Float16 && complex_of(DType::Float64) == DType::Complex128);

DType promote_types(DType a, DType b);  // throws CT_ERROR_DTYPE for pairs without a common dtype (uint64 with signed)
bool can_cast(DType from, DType to) noexcept;

// Promotion over operands of three categories: dim > 0-dim > wrapped number.
class ResultType {
 public:
  void add(DType dtype, int32_t ndim, bool wrapped_number);
  DType get() const;  // Undefined when nothing was added

 private:
  DType dim_ = DType::Undefined, zero_dim_ = DType::Undefined, wrapped_ = DType::Undefined;
};
DType result_type(std::span<const Tensor *const> tensors);

}  // namespace ct
