#include <ctensor.h>
#include <stdio.h>

int main(void) {
  float values[] = {1, 2, 3, 4, 5, 6};
  ct_tensor *x = NULL, *xt = NULL, *y = NULL, *sum = NULL;
  ct_number ten;
  ct_error error = {0};
  char text[256];
  int failed = ct_tensor_from_data(values, (int64_t[]){2, 3}, 2, NULL, CT_FLOAT32, NULL, NULL, &x, &error) ||
               ct_transpose(x, 0, 1, &xt, &error) ||                            /* a view, 3 x 2, of values */
               ct_mul(xt, ct_number_of(ct_scalar_f64(10), &ten), &y, &error) || /* 10 times that, by PyTorch's rules */
               ct_sum(y, (int32_t[]){1}, 1, false, CT_UNDEFINED, &sum, &error) || /* of each row */
               ct_tensor_to_string(sum, text, sizeof text, NULL, &error);
  puts(failed ? error.message : text); /* tensor([50., 70., 90.]) */
  ct_tensor_release(x), ct_tensor_release(xt), ct_tensor_release(y), ct_tensor_release(sum);
  return failed;
}
