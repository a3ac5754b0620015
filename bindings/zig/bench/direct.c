/* The same calls as overhead.zig's, from C. */
#include <ctensor.h>

int direct_add_out(const ct_tensor *a, const ct_tensor *b, ct_tensor *out, long n) {
  for (long i = 0; i < n; i++)
    if (ct_add_out(a, b, out, NULL) != CT_OK) return -1;
  return 0;
}

int direct_mul_out(const ct_tensor *a, ct_tensor *out, long n) {
  for (long i = 0; i < n; i++) {
    ct_number two;
    if (ct_mul_out(a, ct_number_of(ct_scalar_f64(2), &two), out, NULL) != CT_OK) return -1;
  }
  return 0;
}

int direct_add(const ct_tensor *a, const ct_tensor *b, long n) {
  for (long i = 0; i < n; i++) {
    ct_tensor *out = NULL;
    if (ct_add(a, b, &out, NULL) != CT_OK) return -1;
    ct_tensor_release(out);
  }
  return 0;
}

int direct_sum(const ct_tensor *a, long n) {
  for (long i = 0; i < n; i++) {
    ct_tensor *out = NULL;
    if (ct_sum(a, NULL, 0, false, CT_UNDEFINED, &out, NULL) != CT_OK) return -1;
    ct_tensor_release(out);
  }
  return 0;
}
