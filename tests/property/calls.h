// The C entry points of the ops by name, so that one loop can test them all.
#pragma once

#include <ctensor.h>

#include <vector>

namespace property {

struct Call {
  const char *name;
  ct_status (*fresh)(const ct_tensor *const *inputs, ct_tensor **out, ct_error *error);
  ct_status (*into)(const ct_tensor *const *inputs, ct_tensor *out, ct_error *error);
};

#define PROPERTY_CALL(name, ...)                                                                                       \
  Call {                                                                                                               \
#name,                                                                                                             \
        [](const ct_tensor *const *i, ct_tensor **out,                                                                 \
           ct_error                                                                                                    \
               *e) { return ct_##name(__VA_ARGS__, out, e); },                                                         \
                                                            [](const ct_tensor *const *i, ct_tensor *out,              \
                                                               ct_error *                                              \
                                                                   e) { return ct_##name##_out(__VA_ARGS__, out, e); } \
  }

inline const std::vector<Call> &calls() {
  static const std::vector<Call> all = {
      PROPERTY_CALL(neg, i[0]),
      PROPERTY_CALL(exp, i[0]),
      PROPERTY_CALL(add, i[0], i[1]),
      PROPERTY_CALL(sub, i[0], i[1]),
      PROPERTY_CALL(mul, i[0], i[1]),
      PROPERTY_CALL(div, i[0], i[1]),
      PROPERTY_CALL(floor_divide, i[0], i[1]),
      PROPERTY_CALL(eq, i[0], i[1]),
      PROPERTY_CALL(lt, i[0], i[1]),
      PROPERTY_CALL(where, i[0], i[1], i[2]),
  };
  return all;
}
#undef PROPERTY_CALL

}  // namespace property
