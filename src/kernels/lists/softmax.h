// The softmax family. The list drives the ops, the C entry points, their declarations and comments in ctensor.h
// (tools/header.py), and the tests' loops. The same kernels serve all of it.
#pragma once

#include <cstdint>

#include "kernels/lists/elementwise.h"

namespace ct::kernels {

//   X(name, logs, doc)
//   logs  whether it is the logarithm of the softmax
//   doc   what it does, for the comment in ctensor.h; a further paragraph goes after "\n"
// clang-format off
#define CT_SOFTMAXES(X) \
  X(softmax, false, "e to the power of each element, divided by the sum of those along dim.\nNaN in a line makes all of it NaN, and so do a positive infinity and nothing but negative ones. The same bits for any number of threads and any address; on every instruction set too in deterministic mode (ct_set_deterministic).") \
  X(log_softmax, true, "The logarithm of ct_softmax: each element less the logarithm of the sum of e to their powers along dim.\nNaN in a line makes all of it NaN, and so do a positive infinity and nothing but negative ones. The same bits for any number of threads and any address; on every instruction set too in deterministic mode (ct_set_deterministic).")
// clang-format on

enum class SoftmaxOp : int32_t {
#define CT_SOFTMAX_ENUM(name, ...) name,
  CT_SOFTMAXES(CT_SOFTMAX_ENUM)
#undef CT_SOFTMAX_ENUM
};

constexpr int64_t kSoftmaxRows = 16;                 // rows of columns, which are added up together
constexpr int64_t kSoftmaxColumns = 1024;            // columns side by side, at most
constexpr int64_t kSoftmaxLine = int64_t{32} << 10;  // bytes at most of a line that is computed all at once

}  // namespace ct::kernels
