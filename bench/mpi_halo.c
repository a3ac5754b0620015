/* Halos of ct_mpi_halo beside packing by hand, on two ranks: mpirun -n 2 build/bench/mpi_halo [largest MiB [smallest
 * KiB]].
 *
 * By hand is what a program over ctensor.h would do: views that were made before, ct_contiguous of each edge,
 * MPI_Isend, MPI_Irecv into a tensor that was made before, ct_copy into the halo. Both take turns, and the ratio is
 * that of medians.
 */
#include <ctensor_mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { kMost = 400 };

static ct_error error;
static int rank;

static void require(ct_status status) {
  if (status == CT_OK) return;
  fprintf(stderr, "%s\n", error.message);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

typedef struct hand {
  ct_tensor *inside[2], *halo[2], *buffer[2]; /* what goes up and down */
  int peer;
} hand;

static ct_tensor *edge(ct_tensor *block, int32_t dim, int64_t start, int64_t length) {
  ct_tensor *view = NULL;
  require(ct_narrow(block, dim, start, length, &view, &error));
  return view;
}

static void exchange(const hand *h) {
  MPI_Request requests[4];
  ct_tensor *packed[2] = {NULL, NULL};
  for (int way = 0; way < 2; ++way) {
    void *data = NULL;
    require(ct_tensor_data_mut(h->buffer[way], &data, &error));
    MPI_Irecv(data, (int)ct_tensor_nbytes(h->buffer[way]), MPI_BYTE, h->peer, way, MPI_COMM_WORLD, &requests[way]);
  }
  for (int way = 0; way < 2; ++way) {
    require(ct_contiguous(h->inside[way], CT_CONTIGUOUS, &packed[way], &error));
    MPI_Isend(ct_tensor_data(packed[way]), (int)ct_tensor_nbytes(packed[way]), MPI_BYTE, h->peer, way, MPI_COMM_WORLD,
              &requests[2 + way]);
  }
  MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
  for (int way = 0; way < 2; ++way) {
    require(ct_copy(h->halo[way], h->buffer[way], &error));
    ct_tensor_release(packed[way]);
  }
}

static int order(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void measure(const char *name, ct_tensor *block, int32_t dim, int64_t width) {
  const int64_t size = ct_tensor_sizes(block)[dim];
  int grid[2] = {1, 1}, periods[2] = {0, 0};
  int64_t before[2] = {0, 0};
  grid[dim] = 2, periods[dim] = 1, before[dim] = width;
  MPI_Comm cart;
  MPI_Cart_create(MPI_COMM_WORLD, 2, grid, periods, 0, &cart);
  hand h = {{edge(block, dim, size - 2 * width, width), edge(block, dim, width, width)},
            {edge(block, dim, 0, width), edge(block, dim, size - width, width)},
            {NULL, NULL},
            1 - rank};
  for (int way = 0; way < 2; ++way) {
    require(ct_tensor_create(ct_tensor_sizes(h.halo[way]), ct_tensor_ndim(h.halo[way]), ct_tensor_dtype(block),
                             &h.buffer[way], &error));
  }
  const int64_t bytes = ct_tensor_nbytes(h.buffer[0]);
  const int repeat = bytes < 65536 ? 20 : 1, turns = bytes < (1 << 20) ? kMost : bytes < (16 << 20) ? 60 : 12;
  static double ours[kMost], theirs[kMost];
  for (int turn = -2; turn < turns; ++turn) {
    double times[2];
    for (int side = 0; side < 2; ++side) {
      const bool library = (side + turn) % 2 == 0;
      MPI_Barrier(MPI_COMM_WORLD);
      const double start = MPI_Wtime();
      for (int i = 0; i < repeat; ++i) {
        if (library) {
          require(ct_mpi_halo(block, before, NULL, 2, cart, &error));
        } else {
          exchange(&h);
        }
      }
      times[library] = (MPI_Wtime() - start) / repeat * 1e6;
    }
    if (turn >= 0) ours[turn] = times[1], theirs[turn] = times[0];
  }
  qsort(ours, (size_t)turns, sizeof *ours, order);
  qsort(theirs, (size_t)turns, sizeof *theirs, order);
  if (rank == 0) {
    printf("%-10s %3d %10lld %12.1f %12.1f %7.2f %7.2f\n", name, (int)dim, (long long)bytes, theirs[turns / 2],
           ours[turns / 2], theirs[turns / 2] / ours[turns / 2], theirs[turns / 10] / ours[turns / 10]);
    fflush(stdout);
  }
  for (int way = 0; way < 2; ++way)
    ct_tensor_release(h.inside[way]), ct_tensor_release(h.halo[way]), ct_tensor_release(h.buffer[way]);
  MPI_Comm_free(&cart);
}

int main(int argc, char **argv) {
  int ranks = 0;
  error.struct_size = sizeof error;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const int64_t most = (argc > 1 ? atoi(argv[1]) : 64) * (int64_t)1048576;
  const int64_t least = (argc > 2 ? atoi(argv[2]) : 1) * (int64_t)1024;
  if (ranks != 2) {
    if (rank == 0) fprintf(stderr, "it takes two ranks\n");
    MPI_Finalize();
    return 2;
  }
  if (rank == 0) printf("layout     dim      bytes      by hand µs   library µs  faster  (at the 10th percentile)\n");
  for (int64_t bytes = least; bytes <= most; bytes *= 4) {
    for (int32_t dim = 0; dim < 2; ++dim) {
      enum { width = 2 };
      const int64_t across = bytes / 4 / width;
      const int64_t sizes[] = {dim == 0 ? 4 * width : across, dim == 0 ? across : 4 * width};
      ct_tensor *block = NULL, *memory = NULL;
      require(ct_ones(sizes, 2, CT_FLOAT32, &block, &error));
      measure("C order", block, dim, width);
      ct_tensor_release(block), block = NULL;
      /* x, y and 4 channels, of which x is the densest */
      const int64_t shape[] = {4, dim == 0 ? across / 4 : 4 * width, dim == 0 ? 4 * width : across / 4};
      const int32_t dims[] = {2, 1, 0};
      require(ct_ones(shape, 3, CT_FLOAT32, &memory, &error));
      require(ct_permute(memory, dims, 3, &block, &error));
      measure("permuted", block, dim, width);
      ct_tensor_release(block), ct_tensor_release(memory);
    }
  }
  MPI_Finalize();
  return 0;
}
