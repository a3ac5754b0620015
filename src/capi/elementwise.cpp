// ct_<name> and ct_<name>_out of every op in the list. Their parameters are those of kernels/lists/parameters.h.
#include "ops/elementwise/elementwise.h"

#include "capi/guard.h"

using namespace ct;

namespace {

enum class Presence { Needed, OrNull };

struct InputName {
  const char *name;
  Presence presence;
};

template <size_t N>
struct Inputs {
  const Tensor *tensors[N];

  Inputs(const ct_tensor *const (&handles)[N], const InputName (&names)[N]) {
    for (size_t i = 0; i < N; ++i) {
      const bool absent = handles[i] == nullptr && names[i].presence == Presence::OrNull;
      tensors[i] = absent ? nullptr : &tensor(handles[i], names[i].name);
    }
  }
};

template <size_t N>
ct_status fresh(const char *function, const ElementwiseOp &op, const ct_tensor *const (&handles)[N],
                const InputName (&names)[N], const Options &options, ct_tensor **out, ct_error *error) {
  return making(function, out, error, [&] { return elementwise(op, Inputs<N>(handles, names).tensors, options); });
}

template <size_t N>
ct_status written(const char *function, const ElementwiseOp &op, const ct_tensor *const (&handles)[N],
                  const InputName (&names)[N], const Options &options, ct_tensor *out, ct_error *error) {
  return guarded(function, error, [&] {
    const Inputs<N> inputs(handles, names);
    Tensor &given = tensor(out, "out");
    elementwise_out(op, inputs.tensors, given, options);
    count_write(given);
  });
}

// How the parameters of a group are read in the two places below: as names of inputs, and as options.
#define CT_NOTHING(...)
#define CT_NAME(name, presence) InputName{#name, Presence::presence},
#define CT_TENSOR(name, presence) const ct_tensor *name,
#define CT_TYPE_Number const ct_scalar *
#define CT_TYPE_Real const ct_scalar *
#define CT_TYPE_Tolerance const ct_scalar *
#define CT_TYPE_Element const ct_scalar *
#define CT_TYPE_Decimals int32_t
#define CT_TYPE_Order int32_t
#define CT_TYPE_Flag bool
#define CT_OPTION(name, fallback, as, doc) CT_TYPE_##as name,
#define CT_ARGUMENT(name, ...) name,

#define CT_NAMES(group) constexpr InputName kNamesOf##group[] = {CT_PARAMETERS_##group(CT_NAME, CT_NOTHING)};
CT_PARAMETER_GROUPS(CT_NAMES)

}  // namespace

// clang-format off
#define CT_ENTRY_POINTS(name, group, ...)                                                                       \
  ct_status ct_##name(CT_PARAMETERS_##group(CT_TENSOR, CT_OPTION) ct_tensor **out, ct_error *error) {           \
    return fresh("ct_" #name, elementwise_ops::name, {CT_PARAMETERS_##group(CT_ARGUMENT, CT_NOTHING)},              \
                 kNamesOf##group, Options{{CT_PARAMETERS_##group(CT_NOTHING, CT_ARGUMENT)}}, out, error);       \
  }                                                                                                             \
  ct_status ct_##name##_out(CT_PARAMETERS_##group(CT_TENSOR, CT_OPTION) ct_tensor *out, ct_error *error) {      \
    return written("ct_" #name "_out", elementwise_ops::name, {CT_PARAMETERS_##group(CT_ARGUMENT, CT_NOTHING)},     \
                   kNamesOf##group, Options{{CT_PARAMETERS_##group(CT_NOTHING, CT_ARGUMENT)}}, out, error);     \
  }
// clang-format on

extern "C" {
CT_ELEMENTWISE_OPS(CT_ENTRY_POINTS)
}  // extern "C"
