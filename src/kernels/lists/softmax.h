// The softmax family. The list drives the ops, the C entry points and the tests' loops; the kernels are one for all.
#pragma once

#include <cstdint>

#include "kernels/lists/elementwise.h"

namespace ct::kernels {

//   X(name, logs)
//   logs  whether it is the logarithm of the softmax
#define CT_SOFTMAXES(X) \
  X(softmax, false)     \
  X(log_softmax, true)

enum class SoftmaxOp : int32_t {
#define CT_SOFTMAX_ENUM(name, logs) name,
  CT_SOFTMAXES(CT_SOFTMAX_ENUM)
#undef CT_SOFTMAX_ENUM
};

constexpr int64_t kSoftmaxRows = 16;                 // of columns, that are added up together
constexpr int64_t kSoftmaxColumns = 1024;            // at most, that are side by side
constexpr int64_t kSoftmaxLine = int64_t{32} << 10;  // bytes at most of a line that is computed all at once

}  // namespace ct::kernels
