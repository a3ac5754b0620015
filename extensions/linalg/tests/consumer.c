/* A program against the installed libraries, in C99: the solution of equations, multiplied back. */
#include <ctensor_linalg.h>
#include <math.h>
#include <stdio.h>

int main(void) {
  double matrix[] = {4, 1, 0, 1, 3, 1, 0, 1, 2}, right[] = {1, 2, 3};
  const int64_t square[] = {3, 3}, vector[] = {3};
  ct_error error;
  ct_tensor *a = NULL, *b = NULL, *x = NULL, *back = NULL;
  error.struct_size = sizeof error;
  if (ct_tensor_from_data(matrix, square, 2, NULL, CT_FLOAT64, NULL, NULL, &a, &error) != CT_OK ||
      ct_tensor_from_data(right, vector, 1, NULL, CT_FLOAT64, NULL, NULL, &b, &error) != CT_OK ||
      ct_linalg_solve(a, b, &x, &error) != CT_OK || ct_linalg_matmul(a, x, &back, &error) != CT_OK) {
    printf("%s\n", error.message);
    return 1;
  }
  int wrong = 0;
  for (int i = 0; i < 3; ++i) {
    if (fabs(((const double *)ct_tensor_data(back))[i] - right[i]) > 1e-14) wrong = 1;
  }
  ct_tensor_release(a);
  ct_tensor_release(b);
  ct_tensor_release(x);
  ct_tensor_release(back);
  if (wrong) printf("the solution does not solve the equations\n");
  return wrong;
}
