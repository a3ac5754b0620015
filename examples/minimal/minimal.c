#include <ctensor.h>
#include <stdio.h>

int main(void) {
  float values[] = {1, 2, 3, 4, 5, 6};
  const int64_t sizes[] = {2, 3};
  const int32_t columns[] = {-1};
  ct_tensor *x = NULL, *xt = NULL, *y = NULL, *sum = NULL;
  ct_number ten;
  ct_error error = {.struct_size = sizeof error};
  char text[256];

  int failed = ct_tensor_from_data(values, sizes, 2, NULL, CT_FLOAT32, NULL, NULL, &x, &error) || /* borrows values */
               ct_transpose(x, 0, 1, &xt, &error) ||                                              /* a view, 3 x 2 */
               ct_mul(xt, ct_number_of(ct_scalar_f64(10), &ten), &y, &error) ||                   /* y = 10 x^T */
               ct_sum(y, columns, 1, false, CT_UNDEFINED, &sum, &error) ||                        /* along each row */
               ct_tensor_to_string(sum, text, sizeof text, NULL, &error);
  if (failed)
    fprintf(stderr, "ctensor: %s\n", error.message);
  else
    printf("%s\n", text); /* tensor([50., 70., 90.]) */

  ct_tensor *all[] = {x, xt, y, sum};
  for (int i = 0; i < 4; i++) ct_tensor_release(all[i]);
  return failed != 0;
}
