// Names, sizes and kinds of the dtypes, and their promotion.
#include "tensor/dtype.h"

#include <array>
#include <cstring>

#include "runtime/error.h"
#include "tensor/tensor.h"

namespace ct {
namespace {

struct Info {
  const char *name;
  const char *short_name;
};

// By dtype number.
constexpr Info kInfo[kNumDTypes] = {{"undefined", "undefined"},
#define CT_INFO(name, number, constant, text, short_text, size, kind) {text, short_text},
                                    CT_DTYPES(CT_INFO)
#undef CT_INFO
};

// The list and the public header give the same numbers.
#define CT_SAME(name, number, constant, ...) static_assert((constant) == (number));
CT_DTYPES(CT_SAME)
#undef CT_SAME

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

// Which dtype two dtypes meet in, and the three categories of operands (reference: docs/semantics.md).

namespace {

// The wider one; of unlike signs the smallest signed dtype that holds both, which does not exist for uint64.
constexpr DType join_integers(DType a, DType b) {
  if (is_unsigned(a) == is_unsigned(b)) return dtype_size(a) >= dtype_size(b) ? a : b;
  if (is_unsigned(b)) return join_integers(b, a);
  for (const DType holds_a : {b, DType::Int16, DType::Int32, DType::Int64}) {
    if (dtype_size(holds_a) > dtype_size(a)) return holds_a;
  }
  return DType::Undefined;
}

// The wider one; neither half holds the other.
constexpr DType join_floats(DType a, DType b) {
  if (a == b) return a;
  return a == DType::Float64 || b == DType::Float64 ? DType::Float64 : DType::Float32;
}

constexpr DType join(DType a, DType b) {
  if (a == DType::Undefined || b == DType::Undefined) return DType::Undefined;
  if (a == b) return a;
  if (kind_of(a) < kind_of(b)) return join(b, a);
  if (kind_of(b) == 0 || (kind_of(b) == 1 && kind_of(a) > 1)) return a;  // integers never widen a float or a complex
  if (kind_of(a) == 1) return join_integers(a, b);
  const DType part = join_floats(real_of(a), real_of(b));
  return is_complex(a) ? complex_of(part) : part;
}

constexpr auto kPromotion = [] {
  std::array<std::array<DType, kNumDTypes>, kNumDTypes> table{};
  for (uint32_t a = 0; a < kNumDTypes; ++a) {
    for (uint32_t b = 0; b < kNumDTypes; ++b) table[a][b] = join(static_cast<DType>(a), static_cast<DType>(b));
  }
  return table;
}();

DType join_known(DType a, DType b) {  // Undefined is nothing yet
  if (a == DType::Undefined) return b;
  return b == DType::Undefined ? a : promote_types(a, b);
}

// Numbers have no width of their own, so two integers meet in uint64 where one of them is uint64.
DType join_numbers(DType a, DType b) {
  const bool has_uint64 = a == DType::UInt64 || b == DType::UInt64;
  return has_uint64 && kind_of(a) == 1 && kind_of(b) == 1 ? DType::UInt64 : join_known(a, b);
}

// A lower category raises the kind of the result, never its width.
DType combine(DType higher, DType lower) {
  if (higher == DType::Undefined) return lower;
  if (lower == DType::Undefined || is_complex(higher)) return higher;
  if (is_floating(higher)) return is_complex(lower) ? complex_of(higher) : higher;
  return kind_of(higher) == 0 || kind_of(lower) > 1 ? promote_types(higher, lower) : higher;
}

}  // namespace

DType promote_types(DType a, DType b) {
  const auto i = static_cast<uint32_t>(a), j = static_cast<uint32_t>(b);
  if (i < kNumDTypes && j < kNumDTypes && kPromotion[i][j] != DType::Undefined) return kPromotion[i][j];
  fail(CT_ERROR_DTYPE, "promotion of ", dtype_name(a), " and ", dtype_name(b),
       " is not supported: no dtype holds both; convert one of them first");
}

bool can_cast(DType from, DType to) noexcept {
  const auto valid = [](DType d) { return dtype_size(d) != 0; };
  return valid(from) && valid(to) && kind_of(from) <= kind_of(to);
}

void ResultType::add(DType dtype, int32_t ndim, bool wrapped_number) {
  if (wrapped_number) {
    // A number has no precision of its own: it counts as the default float, or the complex made of it.
    if (is_complex(dtype)) dtype = complex_of(default_float());
    if (is_floating(dtype)) dtype = default_float();
    wrapped_ = join_numbers(wrapped_, dtype);
  } else if (ndim == 0) {
    zero_dim_ = join_known(zero_dim_, dtype);
  } else {
    dim_ = join_known(dim_, dtype);
  }
}

DType ResultType::get() const { return combine(dim_, combine(zero_dim_, wrapped_)); }

DType result_type(std::span<const Tensor *const> tensors) {
  ResultType result;
  for (const Tensor *t : tensors) result.add(t->dtype(), t->ndim(), t->is_wrapped_number());
  return result.get();
}

}  // namespace ct
