// Entry points that are all alike, a line each.
#pragma once

#include "capi/guard.h"

#define CT_BARE(...) __VA_ARGS__

// One that makes a tensor: its parameters but the last two, in brackets, and the expression that gives the tensor.
#define CT_MAKES(name, parameters, ...)                                       \
  ct_status ct_##name(CT_BARE parameters, ct_tensor **out, ct_error *error) { \
    return making("ct_" #name, out, error, [&] { return __VA_ARGS__; });      \
  }

// Both forms of an op that lists of parameters don't describe.
//   takes  what both begin with, without the last semicolon: InMemory self(t, "t")
//   fresh  gives the result
//   into   writes it into `given`
#define CT_BOTH_FORMS(name, parameters, takes, fresh, into)                        \
  ct_status ct_##name(CT_BARE parameters, ct_tensor **out, ct_error *error) {      \
    return making("ct_" #name, out, error, [&] {                                   \
      takes;                                                                       \
      return fresh;                                                                \
    });                                                                            \
  }                                                                                \
  ct_status ct_##name##_out(CT_BARE parameters, ct_tensor *out, ct_error *error) { \
    return guarded("ct_" #name "_out", error, [&] {                                \
      takes;                                                                       \
      Tensor &given = tensor(out, "out");                                          \
      into;                                                                        \
      count_write(given);                                                          \
    });                                                                            \
  }

// One that looks at a handle, which may be NULL.
#define CT_GETTER(type, function, handle, of_null, value) \
  type function(const handle *it) { return it == nullptr ? of_null : static_cast<type>(unwrap(it)->value); }

// Both forms of an op of one tensor t, for the lists in kernels/lists/.
//   CT_ENTRY_POINTS(take, name, parameters, arguments, fresh, into)
//   take        how t is taken by the form that writes into out: tensor, or InMemory where that does not record
//   parameters  those behind t, with a comma after the last
//   arguments   what the op gets of them; whatever this refuses is reported before an out that is NULL
//   fresh       gives the result for `self` and `args`
//   into        writes it into `given`
#define CT_ENTRY_POINTS(take, name, parameters, arguments, fresh, into)                       \
  ct_status ct_##name(const ct_tensor *t, parameters ct_tensor **out, ct_error *error) {      \
    return making("ct_" #name, out, error, [&] {                                              \
      const Tensor &self = tensor(t, "t");                                                    \
      const auto args = arguments;                                                            \
      return fresh;                                                                           \
    });                                                                                       \
  }                                                                                           \
  ct_status ct_##name##_out(const ct_tensor *t, parameters ct_tensor *out, ct_error *error) { \
    return guarded("ct_" #name "_out", error, [&] {                                           \
      const auto &self = take(t, "t");                                                        \
      const auto args = arguments;                                                            \
      Tensor &given = tensor(out, "out");                                                     \
      into;                                                                                   \
      count_write(given);                                                                     \
    });                                                                                       \
  }

// The same of ops with two outputs: into writes into `given` and `second`. second_name is that of messages.
#define CT_ENTRY_POINTS_OF_TWO(name, parameters, arguments, fresh, into, first_name, second_name)              \
  ct_status ct_##name(const ct_tensor *t, parameters ct_tensor **out, ct_tensor **out2, ct_error *error) {     \
    return making_two("ct_" #name, out, out2, error, [&] {                                                     \
      const InMemory self(t, "t");                                                                             \
      [[maybe_unused]] const auto args = arguments;                                                            \
      return fresh;                                                                                            \
    });                                                                                                        \
  }                                                                                                            \
  ct_status ct_##name##_out(const ct_tensor *t, parameters ct_tensor *out, ct_tensor *out2, ct_error *error) { \
    return guarded("ct_" #name "_out", error, [&] {                                                            \
      const InMemory self(t, "t");                                                                             \
      [[maybe_unused]] const auto args = arguments;                                                            \
      Tensor &given = tensor(out, first_name);                                                                 \
      Tensor &second = tensor(out2, second_name);                                                              \
      into;                                                                                                    \
      count_write(given);                                                                                      \
      count_write(second);                                                                                     \
    });                                                                                                        \
  }
