// The plain types that kernels and the rest of the library share. No logic: every room may include this file.
#pragma once

#include <cstdint>

namespace ct {

enum class DType : uint32_t {
  Undefined = 0,
  Bool = 1,
  UInt8 = 2,
  Int8 = 3,
  Int16 = 4,
  Int32 = 5,
  Int64 = 6,
  Float16 = 7,
  Float32 = 8,
  Float64 = 9,
  Complex32 = 10,
  Complex64 = 11,
  Complex128 = 12,
  BFloat16 = 13,
  UInt16 = 14,
  UInt32 = 15,
  UInt64 = 16,
};
constexpr int kNumDTypes = 17;  // with Undefined, so that a dtype is its own index

}  // namespace ct
