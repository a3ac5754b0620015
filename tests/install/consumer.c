/* A program that links the installed library: it makes tensors and views, computes (with SLEEF and threads), sums and
 * releases. */
#include <ctensor.h>
#include <stdio.h>
#include <string.h>

#define CHECK(call)                                              \
  do {                                                           \
    if ((call) != CT_OK) {                                       \
      fprintf(stderr, "line %d: %s\n", __LINE__, error.message); \
      return 1;                                                  \
    }                                                            \
  } while (0)

int main(void) {
  const int64_t sizes[] = {1000, 2000};
  ct_tensor *zeros = NULL, *transposed = NULL, *ones = NULL, *total = NULL, *bad = NULL;
  ct_error error;
  ct_scalar sum;
  memset(&error, 0, sizeof error);
  error.struct_size = sizeof error;

  CHECK(ct_zeros(sizes, 2, CT_FLOAT32, &zeros, &error));
  CHECK(ct_transpose(zeros, 0, 1, &transposed, &error));
  CHECK(ct_exp(transposed, &ones, &error));
  CHECK(ct_sum(ones, NULL, 0, false, CT_UNDEFINED, &total, &error));
  CHECK(ct_tensor_item(total, &sum, &error));
  if (sum.re != 2e6) {
    fprintf(stderr, "the sum is %g\n", sum.re);
    return 1;
  }
  if (ct_add(zeros, transposed, &bad, &error) != CT_ERROR_SHAPE || bad != NULL || error.message[0] == '\0') {
    fprintf(stderr, "a C++ exception did not become a status\n");
    return 1;
  }
  ct_tensor_release(total);
  ct_tensor_release(ones);
  ct_tensor_release(transposed);
  ct_tensor_release(zeros);
  puts("consumer: ok");
  return 0;
}
