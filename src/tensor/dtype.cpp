// Names, sizes and kinds of the dtypes.
#include "tensor/dtype.h"

#include <cstring>

#include "runtime/error.h"

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

}  // namespace ct
