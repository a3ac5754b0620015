// ct_<name> and ct_<name>_out of every op in the list: their names, inputs and options are the list's.
#include "ops/elementwise/elementwise.h"

#include "capi/guard.h"

using namespace ct;

namespace {

template <size_t N>
struct Names {
  const char *names[N];
  unsigned optional = 0;  // a bit for each input that may be NULL
};

constexpr Names<1> kUnaryNames{{"t"}};
constexpr Names<2> kBinaryNames{{"a", "b"}};
constexpr Names<3> kTernaryNames{{"a", "b", "c"}};
constexpr Names<3> kWhereNames{{"condition", "a", "b"}};
constexpr Names<3> kLerpNames{{"start", "end", "weight"}};
constexpr Names<2> kBoundNames{{"t", "bound"}};
constexpr Names<3> kClampNames{{"t", "min", "max"}, 6};
constexpr Names<2> kScaledNames{{"a", "b"}};
constexpr Names<3> kAddCNames{{"t", "a", "b"}};
constexpr Names<1> kLeakyReluNames{{"t"}};
constexpr Names<1> kEluNames{{"t"}};
constexpr Names<1> kSoftplusNames{{"t"}};
constexpr Names<1> kLogitNames{{"t"}};
constexpr Names<1> kRoundDecimalsNames{{"t"}};
constexpr Names<1> kNanToNumNames{{"t"}};
constexpr Names<2> kCloseNames{{"a", "b"}};
constexpr Names<2> kFillNames{{"t", "mask"}};

template <size_t N>
struct Inputs {
  const Tensor *tensors[N];

  Inputs(const ct_tensor *const (&handles)[N], const Names<N> &names) {
    for (size_t i = 0; i < N; ++i) {
      const bool absent = handles[i] == nullptr && (names.optional >> i & 1) != 0;
      tensors[i] = absent ? nullptr : &tensor(handles[i], names.names[i]);
    }
  }
};

template <size_t N>
ct_status fresh(const char *function, Elementwise op, const ct_tensor *const (&handles)[N], const Names<N> &names,
                const Options &options, ct_tensor **out, ct_error *error) {
  return making(function, out, error, [&] { return elementwise(op, Inputs<N>(handles, names).tensors, options); });
}

template <size_t N>
ct_status written(const char *function, Elementwise op, const ct_tensor *const (&handles)[N], const Names<N> &names,
                  const Options &options, ct_tensor *out, ct_error *error) {
  return guarded(function, error, [&] {
    const Inputs<N> inputs(handles, names);
    elementwise_out(op, inputs.tensors, tensor(out, "out"), options);
  });
}

}  // namespace

// The inputs and options of each kind, as parameters and as arguments.
#define CT_PARAMS_Unary const ct_tensor *t
#define CT_HANDLES_Unary t
#define CT_OPTIONS_Unary
#define CT_PARAMS_Binary const ct_tensor *a, const ct_tensor *b
#define CT_HANDLES_Binary a, b
#define CT_OPTIONS_Binary
#define CT_PARAMS_Ternary const ct_tensor *a, const ct_tensor *b, const ct_tensor *c
#define CT_HANDLES_Ternary a, b, c
#define CT_OPTIONS_Ternary
#define CT_PARAMS_Where const ct_tensor *condition, const ct_tensor *a, const ct_tensor *b
#define CT_HANDLES_Where condition, a, b
#define CT_OPTIONS_Where
#define CT_PARAMS_Lerp const ct_tensor *start, const ct_tensor *end, const ct_tensor *weight
#define CT_HANDLES_Lerp start, end, weight
#define CT_OPTIONS_Lerp
#define CT_PARAMS_Bound const ct_tensor *t, const ct_tensor *bound
#define CT_HANDLES_Bound t, bound
#define CT_OPTIONS_Bound
#define CT_PARAMS_Clamp const ct_tensor *t, const ct_tensor *min, const ct_tensor *max
#define CT_HANDLES_Clamp t, min, max
#define CT_OPTIONS_Clamp
#define CT_PARAMS_Scaled const ct_tensor *a, const ct_tensor *b, const ct_scalar *alpha
#define CT_HANDLES_Scaled a, b
#define CT_OPTIONS_Scaled alpha
#define CT_PARAMS_AddC const ct_tensor *t, const ct_tensor *a, const ct_tensor *b, const ct_scalar *value
#define CT_HANDLES_AddC t, a, b
#define CT_OPTIONS_AddC value
#define CT_PARAMS_LeakyRelu const ct_tensor *t, const ct_scalar *negative_slope
#define CT_HANDLES_LeakyRelu t
#define CT_OPTIONS_LeakyRelu negative_slope
#define CT_PARAMS_Elu const ct_tensor *t, const ct_scalar *alpha
#define CT_HANDLES_Elu t
#define CT_OPTIONS_Elu alpha
#define CT_PARAMS_Softplus const ct_tensor *t, const ct_scalar *beta, const ct_scalar *threshold
#define CT_HANDLES_Softplus t
#define CT_OPTIONS_Softplus beta, threshold
#define CT_PARAMS_Logit const ct_tensor *t, const ct_scalar *eps
#define CT_HANDLES_Logit t
#define CT_OPTIONS_Logit eps
#define CT_PARAMS_RoundDecimals const ct_tensor *t, const ct_scalar *decimals
#define CT_HANDLES_RoundDecimals t
#define CT_OPTIONS_RoundDecimals decimals
#define CT_PARAMS_NanToNum const ct_tensor *t, const ct_scalar *nan, const ct_scalar *posinf, const ct_scalar *neginf
#define CT_HANDLES_NanToNum t
#define CT_OPTIONS_NanToNum nan, posinf, neginf
#define CT_PARAMS_Close \
  const ct_tensor *a, const ct_tensor *b, const ct_scalar *rtol, const ct_scalar *atol, const ct_scalar *equal_nan
#define CT_HANDLES_Close a, b
#define CT_OPTIONS_Close rtol, atol, equal_nan
#define CT_PARAMS_Fill const ct_tensor *t, const ct_tensor *mask, const ct_scalar *value
#define CT_HANDLES_Fill t, mask
#define CT_OPTIONS_Fill value

// clang-format off
#define CT_ENTRY_POINTS(name, inputs, kind, dtypes, doc)                                                  \
  ct_status ct_##name(CT_PARAMS_##inputs, ct_tensor **out, ct_error *error) {                             \
    return fresh("ct_" #name, Elementwise::name, {CT_HANDLES_##inputs}, k##inputs##Names,                   \
                 Options{{CT_OPTIONS_##inputs}}, out, error);                                             \
  }                                                                                                       \
  ct_status ct_##name##_out(CT_PARAMS_##inputs, ct_tensor *out, ct_error *error) {                        \
    return written("ct_" #name "_out", Elementwise::name, {CT_HANDLES_##inputs}, k##inputs##Names,          \
                   Options{{CT_OPTIONS_##inputs}}, out, error);                                           \
  }
// clang-format on

extern "C" {
CT_ELEMENTWISE_OPS(CT_ENTRY_POINTS)
}  // extern "C"
