// The C entry points of the ops by name, so that one loop can test them all: made from the library's own list, which
// the oracle's list (tests/reference/ops.cpp) must match.
#pragma once

#include <ctensor.h>

#include <cstddef>
#include <type_traits>
#include <utility>
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

// An entry point takes tensors, then options, then the output and the error: its type says how many of each.
template <class... Parameters>
constexpr size_t inputs_of(ct_status (*)(Parameters...)) {
  return (size_t{0} + ... + size_t{std::is_same_v<Parameters, const ct_tensor *>});
}
template <class... Parameters>
constexpr size_t options_of(ct_status (*function)(Parameters...)) {
  return sizeof...(Parameters) - inputs_of(function) - 2;
}

// An option as its parameter takes it: a scalar, or a plain value.
struct AnyOption {
  const ct_scalar *given;
  operator const ct_scalar *() const { return given; }
  operator bool() const { return given != nullptr && given->i != 0; }
  operator int32_t() const { return given == nullptr ? 0 : static_cast<int32_t>(given->i); }
};

template <auto function, class Out>
ct_status call(const ct_tensor *const *inputs, [[maybe_unused]] const ct_scalar *const *options, Out out,
               ct_error *error) {
  return [&]<size_t... I, size_t... K>(std::index_sequence<I...>, std::index_sequence<K...>) {
    return function(inputs[I]..., AnyOption{options[K]}..., out, error);
  }
  (std::make_index_sequence<inputs_of(function)>(), std::make_index_sequence<options_of(function)>());
}

inline const std::vector<Call> &calls() {
  using namespace ct::kernels;  // the sets of dtypes that the list names
  static const std::vector<Call> all = {
#define PROPERTY_CALL(name, group, kind, dtypes, ...)                                       \
  {#name, static_cast<int>(inputs_of(&ct_##name)), dtypes, &call<&ct_##name, ct_tensor **>, \
   &call<&ct_##name##_out, ct_tensor *>},
      CT_ELEMENTWISE_OPS(PROPERTY_CALL)
#undef PROPERTY_CALL
  };
  return all;
}

}  // namespace property
