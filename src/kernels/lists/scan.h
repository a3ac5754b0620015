// The list of scans (running sums and the like). It drives the kernel tables, the ops, the C entry points, their
// declarations and comments in ctensor.h (tools/header.py), and the tests' loops. To add one: an accumulator in
// kernels/scan/accumulate.inl.h, a line here, its line in the oracle.
#pragma once

#include <cstdint>

#include "kernels/lists/elementwise.h"

namespace ct::kernels {

//   X(name, dtypes, doc)
//   name    as in ct_<name> and ct_<name>_out
//   dtypes  what the result may have; the elements, of any dtype, become that first
//   doc     what it does, for the comment in ctensor.h; a further paragraph goes after "\n"
// clang-format off
#define CT_SCANS(X) \
  X(cumsum, kNumbers, "The running sum along dim: of each element and all before it.\nThe same bits for any number of threads, any address and any instruction set. Halves, float32 and complex64 are added in float64. Integers wrap.") \
  X(cumprod, kNumbers, "The running product along dim: of each element and all before it.\nThe same bits for any number of threads, any address and any instruction set. Halves, float32 and complex64 are multiplied in float64. Integers wrap.")
// clang-format on

enum class ScanOp : int32_t {
#define CT_SCAN_ENUM(name, ...) name,
  CT_SCANS(CT_SCAN_ENUM)
#undef CT_SCAN_ENUM
};
#define CT_SCAN_COUNT(...) +1
constexpr int kNumScans = 0 CT_SCANS(CT_SCAN_COUNT);
#undef CT_SCAN_COUNT

// What a scan's kernel reads and writes for a result of this dtype; the rest is converted by cache-sized blocks.
constexpr DType scanned_dtype(DType result) {
  switch (result) {
    case DType::Float16:
    case DType::BFloat16:
    case DType::Float32:
      return DType::Float32;
    case DType::Complex32:
    case DType::Complex64:
      return DType::Complex64;
    case DType::Float64:
    case DType::Complex128:
      return result;
    default:
      return DType::Int64;
  }
}

}  // namespace ct::kernels
