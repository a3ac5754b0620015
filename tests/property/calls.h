// The C entry points of the ops by name, so that one loop can test them all: made from the library's own list, which
// the oracle's list (tests/reference/ops.cpp) must match.
#pragma once

#include <ctensor.h>

#include <vector>

#include "kernels/lists/elementwise.h"

namespace property {

inline constexpr const ct_scalar *kNoOptions[3] = {};  // all defaults

struct Call {
  const char *name;
  int inputs;
  uint32_t dtypes;  // a bit for each that the list names
  // options: as many as the op has, any of them NULL
  ct_status (*fresh)(const ct_tensor *const *inputs, const ct_scalar *const *options, ct_tensor **out, ct_error *error);
  ct_status (*into)(const ct_tensor *const *inputs, const ct_scalar *const *options, ct_tensor *out, ct_error *error);
};

#define PROPERTY_COUNT_Unary 1
#define PROPERTY_COUNT_Binary 2
#define PROPERTY_COUNT_Ternary 3
#define PROPERTY_COUNT_Where 3
#define PROPERTY_COUNT_Lerp 3
#define PROPERTY_COUNT_Bound 2
#define PROPERTY_COUNT_Clamp 3
#define PROPERTY_COUNT_Scaled 2
#define PROPERTY_COUNT_AddC 3
#define PROPERTY_COUNT_LeakyRelu 1
#define PROPERTY_COUNT_Elu 1
#define PROPERTY_COUNT_Softplus 1
#define PROPERTY_COUNT_Logit 1
#define PROPERTY_COUNT_RoundDecimals 1
#define PROPERTY_COUNT_NanToNum 1
#define PROPERTY_COUNT_Close 2
#define PROPERTY_COUNT_Fill 2
#define PROPERTY_INPUTS_Unary in[0]
#define PROPERTY_INPUTS_Binary in[0], in[1]
#define PROPERTY_INPUTS_Ternary in[0], in[1], in[2]
#define PROPERTY_INPUTS_Where in[0], in[1], in[2]
#define PROPERTY_INPUTS_Lerp in[0], in[1], in[2]
#define PROPERTY_INPUTS_Bound in[0], in[1]
#define PROPERTY_INPUTS_Clamp in[0], in[1], in[2]
#define PROPERTY_INPUTS_Scaled in[0], in[1], options[0]
#define PROPERTY_INPUTS_AddC in[0], in[1], in[2], options[0]
#define PROPERTY_INPUTS_LeakyRelu in[0], options[0]
#define PROPERTY_INPUTS_Elu in[0], options[0]
#define PROPERTY_INPUTS_Softplus in[0], options[0], options[1]
#define PROPERTY_INPUTS_Logit in[0], options[0]
#define PROPERTY_INPUTS_RoundDecimals in[0], options[0]
#define PROPERTY_INPUTS_NanToNum in[0], options[0], options[1], options[2]
#define PROPERTY_INPUTS_Close in[0], in[1], options[0], options[1], options[2]
#define PROPERTY_INPUTS_Fill in[0], in[1], options[0]

// clang-format off
#define PROPERTY_CALL(name, inputs, kind, dtypes, doc)                                                              \
  Call{#name, PROPERTY_COUNT_##inputs, dtypes,                                                                      \
       [](const ct_tensor *const *in, [[maybe_unused]] const ct_scalar *const *options, ct_tensor **out,            \
          ct_error *error) { return ct_##name(PROPERTY_INPUTS_##inputs, out, error); },                             \
       [](const ct_tensor *const *in, [[maybe_unused]] const ct_scalar *const *options, ct_tensor *out,             \
          ct_error *error) { return ct_##name##_out(PROPERTY_INPUTS_##inputs, out, error); }},
// clang-format on

inline const std::vector<Call> &calls() {
  using namespace ct::kernels;  // the sets of dtypes that the list names
  static const std::vector<Call> all = {CT_ELEMENTWISE_OPS(PROPERTY_CALL)};
  return all;
}
#undef PROPERTY_CALL

}  // namespace property
