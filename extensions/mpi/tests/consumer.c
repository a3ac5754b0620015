/* A program against the installed libraries, in C99, on one rank: a sum over ranks, and a ring that is one block. */
#include <ctensor_mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  float values[] = {0, 1, 2, 3, 0};
  const int64_t sizes[] = {5}, width[] = {1};
  const int ranks[] = {1}, around[] = {1};
  ct_error error;
  ct_tensor *t = NULL, *sum = NULL;
  MPI_Comm ring;
  error.struct_size = sizeof error;
  MPI_Init(&argc, &argv);
  MPI_Cart_create(MPI_COMM_WORLD, 1, ranks, around, 0, &ring);
  if (ct_tensor_from_data(values, sizes, 1, NULL, CT_FLOAT32, NULL, NULL, &t, &error) != CT_OK ||
      ct_mpi_halo(t, width, NULL, 1, ring, &error) != CT_OK ||
      ct_mpi_sum_exact(t, NULL, 0, false, CT_UNDEFINED, ring, &sum, &error) != CT_OK) {
    printf("%s\n", error.message);
    return 1;
  }
  const int wrong = values[0] != 3 || values[4] != 1 || *(const float *)ct_tensor_data(sum) != 10;
  ct_tensor_release(t);
  ct_tensor_release(sum);
  MPI_Comm_free(&ring);
  MPI_Finalize();
  if (wrong) printf("the sum or the halo is wrong\n");
  return wrong;
}
