// ct_equal and ct_allclose.
#include "ops/elementwise/equal.h"

#include "capi/guard.h"

using namespace ct;

extern "C" {

ct_status ct_equal(const ct_tensor *a, const ct_tensor *b, bool *out, ct_error *error) {
  return guarded("ct_equal", error, [&] { *need(out, "out") = equal(InMemory(a, "a"), InMemory(b, "b")); });
}

ct_status ct_allclose(const ct_tensor *a, const ct_tensor *b, const ct_scalar *rtol, const ct_scalar *atol,
                      bool equal_nan, bool *out, ct_error *error) {
  return guarded("ct_allclose", error, [&] {
    *need(out, "out") = allclose(InMemory(a, "a"), InMemory(b, "b"), {{rtol, atol, equal_nan}});
  });
}

}  // extern "C"
