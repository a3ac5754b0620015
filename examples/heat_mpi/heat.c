/* Heat that spreads over a plate, which is cut into a block for each rank: mpirun -n 4 heat_mpi [steps]
 *
 * Each block has a halo of one row and one column of its neighbours, which ct_mpi_halo fills before each step. A step
 * is elementwise, so its bits do not depend on where the plate is cut; nor do those of the sum that ct_mpi_sum_exact
 * makes. So 1, 2 and 4 ranks print the same lines. */
#include <ctensor_mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 97, COLUMNS = 130 };

static ct_error error = {sizeof(ct_error), 0, ""};

static void require(ct_status status) {
  if (status == CT_OK) return;
  fprintf(stderr, "%s\n", error.message);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

/* The block without its halo, moved by so many rows and columns: a view. */
static ct_tensor *inside(const ct_tensor *block, int64_t down, int64_t right) {
  ct_tensor *rows = NULL, *view = NULL;
  require(ct_narrow(block, 0, 1 + down, ct_tensor_sizes(block)[0] - 2, &rows, &error));
  require(ct_narrow(rows, 1, 1 + right, ct_tensor_sizes(block)[1] - 2, &view, &error));
  ct_tensor_release(rows);
  return view;
}

/* All blocks, put together on every rank: along the columns of the grid of ranks, then along its rows. */
static ct_tensor *whole(const ct_tensor *block, MPI_Comm grid) {
  const int along[2][2] = {{0, 1}, {1, 0}};
  MPI_Comm row, column;
  ct_tensor *strip = NULL, *plate = NULL;
  MPI_Cart_sub(grid, along[0], &row);
  MPI_Cart_sub(grid, along[1], &column);
  require(ct_mpi_allgather(block, 1, row, &strip, &error));
  require(ct_mpi_allgather(strip, 0, column, &plate, &error));
  ct_tensor_release(strip);
  MPI_Comm_free(&row);
  MPI_Comm_free(&column);
  return plate;
}

int main(int argc, char **argv) {
  const int steps = argc > 1 ? atoi(argv[1]) : 200, whole_sizes[2] = {ROWS, COLUMNS}, open_ends[2] = {0, 0};
  int rank = 0, ranks = 1, dims[2] = {0, 0}, mine[2];
  const int64_t width[2] = {1, 1};
  int64_t start[2], sizes[2];
  MPI_Comm grid;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Dims_create(ranks, 2, dims);
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, open_ends, 0, &grid);
  MPI_Comm_rank(grid, &rank);
  MPI_Cart_coords(grid, rank, 2, mine);
  for (int d = 0; d < 2; ++d) {
    start[d] = (int64_t)whole_sizes[d] * mine[d] / dims[d];
    sizes[d] = (int64_t)whole_sizes[d] * (mine[d] + 1) / dims[d] - start[d] + 2;
  }

  /* A hot square, of which each rank has a part or none; the edge of the plate stays cold. */
  ct_tensor *plate = NULL, *change = NULL;
  require(ct_zeros(sizes, 2, CT_FLOAT32, &plate, &error));
  ct_tensor *now = inside(plate, 0, 0);
  for (int64_t i = 0; i < sizes[0] - 2; ++i) {
    for (int64_t j = 0; j < sizes[1] - 2; ++j) {
      const int64_t row = start[0] + i, column = start[1] + j, at[2] = {i, j};
      if (row < 30 || row >= 60 || column < 40 || column >= 80) continue;
      const ct_scalar heat = ct_scalar_f64(100 + (double)row / 3);
      require(ct_tensor_set_item(now, at, 2, &heat, &error));
    }
  }

  ct_tensor *above = inside(plate, -1, 0), *below = inside(plate, 1, 0), *left = inside(plate, 0, -1),
            *right = inside(plate, 0, 1);
  require(ct_empty_like(now, CT_UNDEFINED, CT_CONTIGUOUS, &change, &error));
  ct_number minus_four, rate;
  const ct_tensor *four = ct_number_of(ct_scalar_f64(-4), &minus_four), *by = ct_number_of(ct_scalar_f64(0.2), &rate);
  for (int step = 0; step < steps; ++step) {
    require(ct_mpi_halo(plate, width, NULL, 2, grid, &error));
    /* now += 0.2 * (above + below + left + right - 4 now) */
    require(ct_mul_out(now, four, change, &error));
    require(ct_add_out(change, above, change, &error));
    require(ct_add_out(change, below, change, &error));
    require(ct_add_out(change, left, change, &error));
    require(ct_add_out(change, right, change, &error));
    require(ct_mul_out(change, by, change, &error));
    require(ct_add_out(now, change, now, &error));
  }

  ct_tensor *sum = NULL, *most = NULL, *hottest = NULL, *all = whole(now, grid);
  require(ct_mpi_sum_exact(now, NULL, 0, false, CT_FLOAT64, grid, &sum, &error));
  require(ct_amax(now, NULL, 0, false, &most, &error));
  require(ct_mpi_allreduce(most, CT_MPI_MAX, grid, &hottest, &error));
  if (rank == 0) {
    uint64_t bits = 14695981039346656037u; /* of all elements, by FNV-1a */
    const unsigned char *bytes = ct_tensor_data(all);
    for (int64_t i = 0; i < ct_tensor_nbytes(all); ++i) bits = (bits ^ bytes[i]) * 1099511628211u;
    printf("%d x %d after %d steps: %.17g in all, %.9g at most, bits %016llx\n", (int)ct_tensor_sizes(all)[0],
           (int)ct_tensor_sizes(all)[1], steps, *(const double *)ct_tensor_data(sum),
           *(const float *)ct_tensor_data(hottest), (unsigned long long)bits);
  }
  ct_tensor *made[] = {plate, now, above, below, left, right, change, sum, most, hottest, all};
  for (size_t i = 0; i < sizeof made / sizeof *made; ++i) ct_tensor_release(made[i]);
  MPI_Comm_free(&grid);
  MPI_Finalize();
  return 0;
}
