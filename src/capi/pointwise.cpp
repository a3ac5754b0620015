// ct_<name> and ct_<name>_out of every op in the list: their names and inputs are the list's.
#include "ops/pointwise.h"

#include "capi/guard.h"

using namespace ct;

namespace {

constexpr const char *kUnaryNames[] = {"t"};
constexpr const char *kBinaryNames[] = {"a", "b"};
constexpr const char *kTernaryNames[] = {"a", "b", "c"};
constexpr const char *kWhereNames[] = {"condition", "a", "b"};
constexpr const char *kLerpNames[] = {"start", "end", "weight"};

template <size_t N>
struct Inputs {
  const Tensor *tensors[N];

  Inputs(const ct_tensor *const (&handles)[N], const char *const (&names)[N]) {
    for (size_t i = 0; i < N; ++i) tensors[i] = &tensor(handles[i], names[i]);
  }
};

template <size_t N>
ct_status fresh(const char *function, Pointwise op, const ct_tensor *const (&handles)[N], const char *const (&names)[N],
                ct_tensor **out, ct_error *error) {
  return making(function, out, error, [&] { return pointwise(op, Inputs<N>(handles, names).tensors); });
}

template <size_t N>
ct_status written(const char *function, Pointwise op, const ct_tensor *const (&handles)[N],
                  const char *const (&names)[N], ct_tensor *out, ct_error *error) {
  return guarded(function, error, [&] {
    const Inputs<N> inputs(handles, names);
    pointwise_out(op, inputs.tensors, tensor(out, "out"));
  });
}

}  // namespace

// The inputs of each kind, as parameters and as arguments.
#define CT_PARAMS_Unary const ct_tensor *t
#define CT_HANDLES_Unary t
#define CT_PARAMS_Binary const ct_tensor *a, const ct_tensor *b
#define CT_HANDLES_Binary a, b
#define CT_PARAMS_Ternary const ct_tensor *a, const ct_tensor *b, const ct_tensor *c
#define CT_HANDLES_Ternary a, b, c
#define CT_PARAMS_Where const ct_tensor *condition, const ct_tensor *a, const ct_tensor *b
#define CT_HANDLES_Where condition, a, b
#define CT_PARAMS_Lerp const ct_tensor *start, const ct_tensor *end, const ct_tensor *weight
#define CT_HANDLES_Lerp start, end, weight

#define CT_ENTRY_POINTS(name, inputs, kind, dtypes, doc)                                                      \
  ct_status ct_##name(CT_PARAMS_##inputs, ct_tensor **out, ct_error *error) {                                 \
    return fresh("ct_" #name, Pointwise::name, {CT_HANDLES_##inputs}, k##inputs##Names, out, error);          \
  }                                                                                                           \
  ct_status ct_##name##_out(CT_PARAMS_##inputs, ct_tensor *out, ct_error *error) {                            \
    return written("ct_" #name "_out", Pointwise::name, {CT_HANDLES_##inputs}, k##inputs##Names, out, error); \
  }

extern "C" {
CT_POINTWISE_OPS(CT_ENTRY_POINTS)
}  // extern "C"
