/* A picture that is distributed by rows is normalised by the mean and the deviation of the whole:
 * mpirun -n 4 normalise_mpi <picture.png> <result.png>
 *
 * Rank 0 reads the picture and sends each rank its rows, as a view that is sent as it lies. Sums over rows, columns and
 * ranks are exact, so the numbers do not depend on how many ranks there are. Rank 0 writes what it gets back. */
#include <ctensor_mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include "picture.h"

static ct_error error = {sizeof(ct_error), 0, ""};

static void require(ct_status status) {
  if (status == CT_OK) return;
  fprintf(stderr, "%s\n", error.message);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

static ct_tensor *mean_of(const ct_tensor *rows, int64_t count) {
  const int32_t dims[] = {0, 1};
  ct_tensor *sum = NULL, *mean = NULL;
  ct_number n;
  require(ct_mpi_sum_exact(rows, dims, 2, false, CT_FLOAT64, MPI_COMM_WORLD, &sum, &error)); /* of each channel */
  require(ct_div(sum, ct_number_of(ct_scalar_f64((double)count), &n), &mean, &error));
  ct_tensor_release(sum);
  return mean;
}

int main(int argc, char **argv) {
  int rank = 0, ranks = 1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (argc != 3) {
    if (rank == 0) fprintf(stderr, "usage: mpirun normalise_mpi <picture.png> <result.png>\n");
    MPI_Finalize();
    return 2;
  }

  /* the rows of each rank */
  ct_tensor *picture = NULL, *mine = NULL;
  int64_t height = 0, width = 0;
  if (rank == 0) {
    uint8_t *bytes = picture_read(argv[1], &height, &width);
    if (bytes == NULL) MPI_Abort(MPI_COMM_WORLD, 1);
    const int64_t sizes[] = {height, width, 3};
    require(ct_tensor_from_data(bytes, sizes, 3, NULL, CT_UINT8, free, bytes, &picture, &error));
    for (int to = ranks - 1; to >= 0; --to) {
      const int64_t first = height * to / ranks, end = height * (to + 1) / ranks;
      ct_tensor *rows = NULL;
      require(ct_narrow(picture, 0, first, end - first, &rows, &error));
      if (to > 0) require(ct_mpi_send(rows, to, 0, MPI_COMM_WORLD, &error));
      if (to > 0) ct_tensor_release(rows);
      if (to == 0) mine = rows;
    }
  } else {
    require(ct_mpi_recv(0, 0, MPI_COMM_WORLD, NULL, &mine, &error));
  }
  long long shape[2] = {height, width};
  MPI_Bcast(shape, 2, MPI_LONG_LONG, 0, MPI_COMM_WORLD);
  const int64_t count = shape[0] * shape[1];

  /* (rows - mean) / deviation */
  ct_tensor *pixels = NULL, *centred = NULL, *squares = NULL, *deviation = NULL, *normal = NULL;
  require(ct_to(mine, CT_FLOAT64, CT_PRESERVE, false, &pixels, &error));
  ct_tensor *mean = mean_of(pixels, count);
  require(ct_sub(pixels, mean, &centred, &error));
  require(ct_square(centred, &squares, &error));
  ct_tensor *variance = mean_of(squares, count);
  require(ct_sqrt(variance, &deviation, &error));
  require(ct_div(centred, deviation, &normal, &error));

  /* back to a picture: the mean becomes grey, and two deviations black and white */
  ct_tensor *stretched = NULL, *grey = NULL, *bytes = NULL, *whole = NULL;
  ct_number contrast, middle;
  require(ct_mul(normal, ct_number_of(ct_scalar_f64(64), &contrast), &stretched, &error));
  require(ct_add(stretched, ct_number_of(ct_scalar_f64(128), &middle), &grey, &error));
  require(ct_to(grey, CT_UINT8, CT_PRESERVE, false, &bytes, &error)); /* what is out of range saturates */
  require(ct_mpi_allgather(bytes, 0, MPI_COMM_WORLD, &whole, &error));
  int failed = 0;
  if (rank == 0) {
    const double *m = ct_tensor_data(mean), *d = ct_tensor_data(deviation);
    for (int c = 0; c < 3; ++c)
      printf("%s: mean %.17g, deviation %.17g\n", c == 0 ? "red" : c == 1 ? "green" : "blue", m[c], d[c]);
    failed = picture_write(argv[2], ct_tensor_data(whole), height, width, 3) != 0;
  }
  ct_tensor *made[] = {mine,      pixels, mean,      centred, squares, variance,
                       deviation, normal, stretched, grey,    bytes,   whole};
  for (size_t i = 0; i < sizeof made / sizeof *made; ++i) ct_tensor_release(made[i]);
  ct_tensor_release(picture);
  MPI_Finalize();
  return failed;
}
