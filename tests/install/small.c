/* A program that calls very little of the library. CALL is an expression that makes `out` of `t`, and gives a status.
 */
#include <ctensor.h>
#include <stddef.h>

int main(void) {
  const int64_t sizes[] = {2, 3};
  ct_tensor *t = NULL, *out = NULL;
  ct_status status = ct_zeros(sizes, 2, CT_FLOAT32, &t, NULL);
#ifdef CALL
  if (status == CT_OK) status = CALL;
#endif
  ct_tensor_release(out);
  ct_tensor_release(t);
  return status == CT_OK ? 0 : 1;
}
