/* Exchanges beside naive ones: random layouts and dtypes, wrong calls on some of the ranks, on any number of ranks. */
#include <ctensor_mpi.h>
#include <math.h>
#include <stdlib.h>

#include "check.h"

static ct_error error;
static int rank, ranks;

static uint64_t shared = 1, own; /* random numbers that all ranks have, and those of each */
static int64_t below(uint64_t *state, int64_t n) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (int64_t)((*state >> 33) % (uint64_t)n);
}

/* Of a random test: that many, or a quarter in builds whose tests have few (CT_TEST_CASES), which sanitizers slow. */
static int cases(int usual) {
  const char *few = getenv("CT_TEST_CASES");
  return few != NULL && atoi(few) < 100 ? usual / 4 : usual;
}

static const ct_dtype kDtypes[] = {CT_BOOL,     CT_UINT8,   CT_INT8,    CT_INT16,     CT_INT32,     CT_INT64,
                                   CT_FLOAT16,  CT_FLOAT32, CT_FLOAT64, CT_COMPLEX32, CT_COMPLEX64, CT_COMPLEX128,
                                   CT_BFLOAT16, CT_UINT16,  CT_UINT32,  CT_UINT64};
static ct_dtype any_dtype(void) { return kDtypes[below(&shared, 16)]; }

/* A tensor of a random layout, of this rank's own: dims change places, have gaps, and run backward. */
static ct_tensor *random_layout(const int64_t *sizes, int32_t ndim, ct_dtype dtype) {
  int64_t strides[8] = {0}, reach = 1 + below(&own, 2);
  int32_t order[8], back[8], backs = 0;
  ct_tensor *made = NULL, *flipped = NULL;
  for (int32_t d = 0; d < ndim; ++d) order[d] = d;
  for (int32_t d = ndim - 1; d > 0 && below(&own, 3) > 0; --d) {
    const int32_t other = (int32_t)below(&own, d + 1), one = order[d];
    order[d] = order[other], order[other] = one;
  }
  for (int32_t d = ndim - 1; d >= 0; --d) {
    strides[order[d]] = reach;
    reach = reach * (sizes[order[d]] > 0 ? sizes[order[d]] : 1) + (below(&own, 3) == 0 ? below(&own, 4) : 0);
    if (below(&own, 4) == 0) back[backs++] = order[d];
  }
  REQUIRE_OK(ct_tensor_create_strided(sizes, ndim, strides, dtype, &made, &error));
  if (backs == 0) return made;
  REQUIRE_OK(ct_flip(made, back, backs, &flipped, &error));
  release(&made);
  return flipped;
}

/* Numbers that follow from a seed alone: they are the same on every rank, whatever the layout. Sums of four are below
 * 256, up to which bfloat16 holds integers: they do not depend on the order. */
static void fill(ct_tensor *t, uint64_t seed) {
  ct_tensor *values = NULL;
  const int64_t n = ct_tensor_numel(t);
  double *at = malloc((size_t)(n + 1) * sizeof *at);
  for (int64_t i = 0; i < n; ++i) at[i] = (double)below(&seed, ct_tensor_dtype(t) == CT_BOOL ? 2 : 64);
  REQUIRE_OK(
      ct_tensor_from_data(at, ct_tensor_sizes(t), ct_tensor_ndim(t), NULL, CT_FLOAT64, NULL, NULL, &values, &error));
  REQUIRE_OK(ct_copy(t, values, &error));
  if (ct_isdtype(ct_tensor_dtype(t), CT_KIND_COMPLEX)) {
    ct_tensor *imag = NULL;
    REQUIRE_OK(ct_imag(t, &imag, &error));
    for (int64_t i = 0; i < n; ++i) at[i] = (double)below(&seed, 50);
    REQUIRE_OK(ct_copy(imag, values, &error));
    release(&imag);
  }
  release(&values);
  free(at);
}
static ct_tensor *random_tensor(const int64_t *sizes, int32_t ndim, ct_dtype dtype, uint64_t seed) {
  ct_tensor *t = random_layout(sizes, ndim, dtype);
  fill(t, seed);
  return t;
}

static bool same(const ct_tensor *a, const ct_tensor *b) {
  bool is = false;
  if (a == NULL || b == NULL || ct_tensor_dtype(a) != ct_tensor_dtype(b)) return false;
  REQUIRE_OK(ct_equal(a, b, &is, &error));
  return is;
}

/* Sizes that all ranks have: mostly few elements, now and then more than travel with a header. */
static int32_t random_sizes(int64_t *sizes, int32_t least) {
  const int32_t ndim = least + (int32_t)below(&shared, 5 - least);
  const int64_t most = below(&shared, 6) == 0 ? 24 : 6;
  for (int32_t d = 0; d < ndim; ++d) sizes[d] = below(&shared, 30) == 0 ? 0 : 1 + below(&shared, most);
  return ndim;
}

static void test_types(void) {
  for (int i = 0, end = cases(300); i < end; ++i) {
    int64_t sizes[8];
    const int32_t ndim = random_sizes(sizes, 0);
    ct_tensor *t = random_tensor(sizes, ndim, any_dtype(), (uint64_t)i), *wide = NULL, *dense = NULL;
    if (below(&own, 4) == 0) { /* stride 0 */
      const int64_t more[] = {3};
      int64_t wider[8];
      memcpy(wider, sizes, sizeof wider);
      memmove(wider + 1, wider, (size_t)ndim * sizeof *wider), wider[0] = more[0];
      REQUIRE_OK(ct_expand(t, wider, ndim + 1, &wide, &error));
      release(&t);
      t = wide;
    }
    REQUIRE_OK(ct_contiguous(t, CT_CONTIGUOUS, &dense, &error));
    MPI_Datatype type;
    REQUIRE_OK(ct_mpi_type(t, &type, &error));
    int bytes = 0, place = 0;
    MPI_Type_size(type, &bytes);
    CHECK_EQ(bytes, ct_tensor_nbytes(t));
    char *packed = malloc((size_t)bytes + 1);
    MPI_Pack(ct_tensor_data(t), 1, type, packed, bytes, &place, MPI_COMM_SELF);
    if (!CHECK(bytes == 0 || memcmp(packed, ct_tensor_data(dense), (size_t)bytes) == 0)) {
      printf("case %d: %s", i, ct_dtype_name(ct_tensor_dtype(t)));
      for (int32_t d = 0; d < ct_tensor_ndim(t); ++d)
        printf(" %d by %d", (int)ct_tensor_sizes(t)[d], (int)ct_tensor_strides(t)[d]);
      printf("\n");
    }
    free(packed);
    MPI_Type_free(&type);
    CHECK(type == MPI_DATATYPE_NULL);
    release(&t), release(&dense);
  }
}

/* More elements than an int counts: there are none of them, but their types say how large they would be. */
static void test_large_types(void) {
  const int64_t many = (int64_t)3 << 30, sizes[] = {2, many}, strides[] = {-((int64_t)1 << 40), 2};
  for (int i = 0; i < 3; ++i) {
    ct_tensor *t = NULL;
    MPI_Datatype type;
    MPI_Count bytes = 0, low = 0, extent = 0;
    REQUIRE_OK(
        ct_tensor_create_meta(i == 0 ? &many : sizes, i == 0 ? 1 : 2, i == 2 ? strides : NULL, CT_INT16, &t, &error));
    REQUIRE_OK(ct_mpi_type(t, &type, &error));
    MPI_Type_size_x(type, &bytes);
    MPI_Type_get_true_extent_x(type, &low, &extent);
    CHECK_EQ(bytes, ct_tensor_nbytes(t));
    CHECK_EQ(low, i == 2 ? 2 * strides[0] : 0);
    CHECK_EQ(extent, i == 2 ? 4 * (many - 1) + 2 - low : ct_tensor_nbytes(t));
    MPI_Type_free(&type);
    release(&t);
  }
}

/* Around the ring, into given tensors and fresh ones, beside what is known to come. */
static void test_messages(void) {
  const int next = (rank + 1) % ranks, last = (rank + ranks - 1) % ranks;
  for (int i = 0, end = cases(300); i < end; ++i) {
    int64_t sizes[8];
    const int32_t ndim = random_sizes(sizes, 0);
    const ct_dtype dtype = any_dtype();
    const uint64_t seed = (uint64_t)i * 64;
    ct_tensor *t = random_tensor(sizes, ndim, dtype, seed + (uint64_t)rank), *out = random_layout(sizes, ndim, dtype),
              *made = NULL, *wanted = random_tensor(sizes, ndim, dtype, seed + (uint64_t)last);
    MPI_Status status;
    REQUIRE_OK(ct_mpi_sendrecv_out(t, next, 7, last, 7, MPI_COMM_WORLD, &status, out, &error));
    CHECK(same(out, wanted));
    CHECK_EQ(status.MPI_SOURCE, last);
    CHECK_EQ(status.MPI_TAG, 7);
    REQUIRE_OK(ct_mpi_sendrecv(t, next, i, last, MPI_ANY_TAG, MPI_COMM_WORLD, &status, &made, &error));
    CHECK(same(made, wanted));
    CHECK_EQ(status.MPI_TAG, i);
    release(&made);
    if (ranks > 1) {
      fill(out, 12345);
      if (rank % 2 == 0 && next != 0) {
        REQUIRE_OK(ct_mpi_send(t, next, 1, MPI_COMM_WORLD, &error));
        REQUIRE_OK(ct_mpi_send(t, next, 1, MPI_COMM_WORLD, &error));
      } else if (rank % 2 == 1) {
        REQUIRE_OK(ct_mpi_recv_out(MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, NULL, out, &error));
        CHECK(same(out, wanted));
        REQUIRE_OK(ct_mpi_recv(last, 1, MPI_COMM_WORLD, NULL, &made, &error));
        CHECK(same(made, wanted));
        release(&made);
      }
    }
    release(&t), release(&out), release(&wanted);
  }
  ct_tensor *t = NULL;
  REQUIRE_OK(ct_zeros(SIZES(2), CT_INT32, &t, &error));
  REQUIRE_OK(ct_mpi_send(t, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &error));
  REQUIRE_OK(ct_mpi_recv_out(MPI_PROC_NULL, 0, MPI_COMM_WORLD, NULL, t, &error));
  release(&t);
}

static void test_collectives(void) {
  for (int i = 0, end = cases(200); i < end; ++i) {
    int64_t sizes[8];
    const int32_t ndim = random_sizes(sizes, 1);
    const ct_dtype dtype = any_dtype();
    const uint64_t seed = (uint64_t)i * 64;
    ct_tensor *all[64] = {NULL}, *out = NULL, *wanted = NULL, *t = NULL;

    const int root = (int)below(&shared, ranks);
    t = random_tensor(sizes, ndim, dtype, seed + (uint64_t)rank);
    wanted = random_tensor(sizes, ndim, dtype, seed + (uint64_t)root);
    REQUIRE_OK(ct_mpi_bcast(t, root, MPI_COMM_WORLD, &error));
    CHECK(same(t, wanted));
    release(&t), release(&wanted);

    const int32_t dim = (int32_t)below(&shared, ndim);
    for (int r = 0; r < ranks; ++r) {
      int64_t piece[8];
      memcpy(piece, sizes, sizeof piece);
      piece[dim] = below(&shared, 5);
      all[r] = random_tensor(piece, ndim, dtype, seed + (uint64_t)r);
    }
    REQUIRE_OK(ct_cat((const ct_tensor *const *)all, ranks, dim, &wanted, &error));
    REQUIRE_OK(ct_mpi_allgather(all[rank], below(&shared, 2) ? dim : dim - ndim, MPI_COMM_WORLD, &out, &error));
    CHECK(same(out, wanted));
    release(&out);
    out = random_layout(ct_tensor_sizes(wanted), ndim, dtype);
    REQUIRE_OK(ct_mpi_allgather_out(all[rank], dim, MPI_COMM_WORLD, out, &error));
    CHECK(same(out, wanted));
    release(&out), release(&wanted);
    for (int r = 0; r < ranks; ++r) release(&all[r]);

    const int32_t split = (int32_t)below(&shared, ndim), join = (int32_t)below(&shared, ndim);
    const int64_t share = sizes[split];
    sizes[split] *= ranks;
    ct_tensor *pieces[64] = {NULL};
    for (int r = 0; r < ranks; ++r) {
      all[r] = random_tensor(sizes, ndim, dtype, seed + (uint64_t)r);
      REQUIRE_OK(ct_narrow(all[r], split, rank * share, share, &pieces[r], &error));
    }
    REQUIRE_OK(ct_cat((const ct_tensor *const *)pieces, ranks, join, &wanted, &error));
    REQUIRE_OK(ct_mpi_alltoall(all[rank], split, join, MPI_COMM_WORLD, &out, &error));
    CHECK(same(out, wanted));
    release(&out);
    out = random_layout(ct_tensor_sizes(wanted), ndim, dtype);
    REQUIRE_OK(ct_mpi_alltoall_out(all[rank], split - ndim, join, MPI_COMM_WORLD, out, &error));
    CHECK(same(out, wanted));
    release(&out), release(&wanted);
    for (int r = 0; r < ranks; ++r) release(&all[r]), release(&pieces[r]);
  }
}

typedef ct_status (*binary)(const ct_tensor *a, const ct_tensor *b, ct_tensor **out, ct_error *error);

static void test_allreduce(void) {
  static const binary ops[] = {ct_add, ct_mul, ct_minimum, ct_maximum, ct_logical_and, ct_logical_or};
  for (int i = 0, end = cases(300); i < end; ++i) {
    int64_t sizes[8];
    const int32_t ndim = random_sizes(sizes, 0);
    const ct_dtype dtype = any_dtype();
    const ct_mpi_op op = (ct_mpi_op)below(&shared, 6);
    const bool is_complex = ct_isdtype(dtype, CT_KIND_COMPLEX);
    const uint64_t seed = (uint64_t)i * 64;
    ct_tensor *t = NULL, *wanted = NULL, *out = NULL;
    if (op == CT_MPI_PROD && ct_isdtype(dtype, CT_KIND_FLOAT | CT_KIND_COMPLEX)) continue; /* rounding knows an order */
    for (int r = 0; r < ranks; ++r) {
      ct_tensor *one = random_tensor(sizes, ndim, dtype, seed + (uint64_t)r), *more = NULL;
      if (op >= CT_MPI_ALL) {
        REQUIRE_OK(ct_to(one, CT_BOOL, CT_PRESERVE, false, &more, &error));
        ct_tensor_release(one), one = more, more = NULL;
      }
      if (wanted == NULL) {
        wanted = one;
        continue;
      }
      if (ops[op](wanted, one, &more, &error) != CT_OK) more = NULL;
      release(&one), release(&wanted);
      wanted = more;
    }
    t = random_tensor(sizes, ndim, dtype, seed + (uint64_t)rank);
    if (is_complex && (op == CT_MPI_MIN || op == CT_MPI_MAX)) {
      CHECK_EQ(ct_mpi_allreduce(t, op, MPI_COMM_WORLD, &out, &error), CT_ERROR_DTYPE);
    } else {
      REQUIRE_OK(ct_mpi_allreduce(t, op, MPI_COMM_WORLD, &out, &error));
      CHECK(same(out, wanted));
      release(&out);
      out = random_layout(sizes, ndim, op >= CT_MPI_ALL ? (ct_dtype)CT_BOOL : dtype);
      REQUIRE_OK(ct_mpi_allreduce_out(t, op, MPI_COMM_WORLD, out, &error));
      CHECK(same(out, wanted));
      if (op < CT_MPI_ALL) {
        REQUIRE_OK(ct_mpi_allreduce_out(t, op, MPI_COMM_WORLD, t, &error));
        CHECK(same(t, wanted));
      }
    }
    release(&t), release(&out), release(&wanted);
  }
  /* a rank's NaN is everybody's, as the core's minimum has it */
  float numbers[] = {1, rank == ranks - 1 ? NAN : (float)rank, (float)rank};
  ct_tensor *t = NULL, *out = NULL;
  REQUIRE_OK(ct_tensor_from_data(numbers, SIZES(3), NULL, CT_FLOAT32, NULL, NULL, &t, &error));
  for (ct_mpi_op op = CT_MPI_MIN; op <= CT_MPI_MAX; ++op) {
    REQUIRE_OK(ct_mpi_allreduce(t, op, MPI_COMM_WORLD, &out, &error));
    const float *at = ct_tensor_data(out);
    CHECK(at[0] == 1 && isnan(at[1]) && at[2] == (op == CT_MPI_MIN ? 0.f : (float)(ranks - 1)));
    release(&out);
  }
  release(&t);
}

/* Numbers of all magnitudes, some of which take each other away, and now and then an infinity or a NaN. */
static void fill_wild(ct_tensor *t, uint64_t seed) {
  const int64_t n = ct_tensor_numel(t);
  const bool is_complex = ct_isdtype(ct_tensor_dtype(t), CT_KIND_COMPLEX);
  double *at = malloc((size_t)(2 * n + 2) * sizeof *at);
  ct_tensor *values = NULL;
  const int64_t range = below(&seed, 4) == 0 ? 600 : 12;
  for (int64_t i = 0; i < 2 * n; ++i) {
    at[i] = ldexp((double)below(&seed, 1 << 30) + 1.0 / 1024 * (double)below(&seed, 1 << 20),
                  (int)(below(&seed, range) - range / 2) - 30);
    if (below(&seed, 2)) at[i] = -at[i];
    if (i > 0 && below(&seed, 3) == 0) at[i] = -at[i - 1];
  }
  if (n > 0 && below(&seed, 8) == 0) at[below(&seed, n)] = below(&seed, 2) ? INFINITY : NAN;
  REQUIRE_OK(ct_tensor_from_data(at, ct_tensor_sizes(t), ct_tensor_ndim(t), NULL,
                                 is_complex ? CT_COMPLEX128 : CT_FLOAT64, NULL, NULL, &values, &error));
  REQUIRE_OK(ct_copy(t, values, &error));
  release(&values);
  free(at);
}

static void test_sum_exact(void) {
  static const ct_dtype floats[] = {CT_FLOAT16,   CT_BFLOAT16,  CT_FLOAT32,    CT_FLOAT64,
                                    CT_COMPLEX32, CT_COMPLEX64, CT_COMPLEX128, CT_INT32};
  for (int i = 0, end = cases(200); i < end; ++i) {
    int64_t sizes[8];
    const int32_t ndim = random_sizes(sizes, 1);
    const ct_dtype dtype = floats[below(&shared, 8)];
    ct_dtype as = dtype == CT_INT32 ? CT_FLOAT32 : CT_UNDEFINED;
    if (below(&shared, 4) == 0) as = floats[below(&shared, 7)];
    const bool keepdim = below(&shared, 2);
    int32_t dims[8], ndims = 0;
    ct_tensor *all[64] = {NULL}, *whole = NULL, *out = NULL, *wanted = NULL;
    for (int32_t d = 1; d < ndim; ++d) {
      if (below(&shared, 2)) dims[ndims++] = d;
    }
    dims[ndims++] = -ndim; /* the one that ranks share */
    for (int r = 0; r < ranks; ++r) {
      int64_t piece[8];
      memcpy(piece, sizes, sizeof piece);
      piece[0] = below(&shared, 20);
      all[r] = random_layout(piece, ndim, dtype);
      if (dtype == CT_INT32) {
        fill(all[r], (uint64_t)(i * 64 + r));
      } else {
        fill_wild(all[r], (uint64_t)(i * 64 + r));
      }
    }
    REQUIRE_OK(ct_cat((const ct_tensor *const *)all, ranks, 0, &whole, &error));
    if (ct_sum_exact(whole, dims, ndims, keepdim, as, &wanted, &error) != CT_OK) {
      CHECK(ct_mpi_sum_exact(all[rank], dims, ndims, keepdim, as, MPI_COMM_WORLD, &out, &error) != CT_OK);
    } else if (CHECK_OK(ct_mpi_sum_exact(all[rank], dims, ndims, keepdim, as, MPI_COMM_WORLD, &out, &error))) {
      CHECK_EQ(ct_tensor_dtype(out), ct_tensor_dtype(wanted));
      CHECK(check_sizes(out, ct_tensor_sizes(wanted), ct_tensor_ndim(wanted), __FILE__, __LINE__));
      const size_t bytes = (size_t)ct_tensor_nbytes(wanted);
      /* all bits, but those that say which NaN it is */
      if (bytes > 0 && memcmp(ct_tensor_data(out), ct_tensor_data(wanted), bytes) != 0) {
        bool close = false;
        const ct_scalar zero = ct_scalar_f64(0);
        ct_tensor *a = NULL, *b = NULL;
        REQUIRE_OK(ct_to(out, CT_COMPLEX128, CT_CONTIGUOUS, true, &a, &error));
        REQUIRE_OK(ct_to(wanted, CT_COMPLEX128, CT_CONTIGUOUS, true, &b, &error));
        REQUIRE_OK(ct_view_as_real(a, &all[60], &error));
        REQUIRE_OK(ct_view_as_real(b, &all[61], &error));
        REQUIRE_OK(ct_allclose(all[60], all[61], &zero, &zero, true, &close, &error));
        if (!CHECK(close)) {
          char text[400];
          printf("case %d: %s as %s\n", i, ct_dtype_name(dtype), ct_dtype_name(as));
          ct_tensor_to_string(out, text, sizeof text, NULL, NULL), printf("%s\n", text);
          ct_tensor_to_string(wanted, text, sizeof text, NULL, NULL), printf("%s\n", text);
        }
        release(&a), release(&b), release(&all[60]), release(&all[61]);
      }
      release(&out);
      out = random_layout(ct_tensor_sizes(wanted), ct_tensor_ndim(wanted), ct_tensor_dtype(wanted));
      CHECK_OK(ct_mpi_sum_exact_out(all[rank], dims, ndims, keepdim, CT_UNDEFINED, MPI_COMM_WORLD, out, &error));
    }
    release(&whole), release(&out), release(&wanted);
    for (int r = 0; r < ranks; ++r) release(&all[r]);
  }
  /* over the ranks alone, and so many that they are cut into pieces */
  const int64_t n = 300000;
  ct_tensor *t = NULL, *out = NULL, *sum = NULL;
  const int32_t none = 0;
  REQUIRE_OK(ct_full(&n, 1, &(ct_scalar){CT_FLOAT64, 0, 0, 0.1, 0}, CT_FLOAT64, &t, &error));
  REQUIRE_OK(ct_mpi_sum_exact(t, NULL, 0, false, CT_UNDEFINED, MPI_COMM_WORLD, &out, &error));
  CHECK(*(const double *)ct_tensor_data(out) == (double)((long double)0.1 * n * ranks));
  release(&out);
  REQUIRE_OK(ct_narrow(t, 0, 0, 5000, &sum, &error));
  REQUIRE_OK(ct_mpi_sum_exact(sum, &none, 0, false, CT_UNDEFINED, MPI_COMM_WORLD, &out, &error));
  const double tenths = ranks == 3 ? 0.1 + 0.2 : 0.1 * ranks;
  for (int i = 0; i < 5000; i += 499) CHECK(((const double *)ct_tensor_data(out))[i] == tenths);
  release(&t), release(&out), release(&sum);
}

/* The number at a place of the grid, from its coordinates. */
static double number_at(const int64_t *place, int32_t ndim) {
  int64_t all = 7;
  for (int32_t d = 0; d < ndim; ++d) all = (all * 31 + place[d]) % 97;
  return (double)all;
}

static void test_halo(void) {
  for (int i = 0, end = cases(120); i < end; ++i) {
    const int32_t ndims = 1 + (int32_t)below(&shared, 3), ndim = ndims + (int32_t)below(&shared, 2);
    int grid[3] = {0}, periods[3], mine[3];
    int64_t before[3], after[3], inside[4], offsets[4] = {0}, whole[4], sizes[4];
    MPI_Dims_create(ranks, ndims, grid);
    for (int32_t d = 0; d < ndims; ++d) {
      periods[d] = (int)below(&shared, 2);
      before[d] = below(&shared, 3), after[d] = below(&shared, 3);
    }
    const ct_dtype dtype = any_dtype();
    MPI_Comm cart;
    MPI_Cart_create(MPI_COMM_WORLD, ndims, grid, periods, 0, &cart);
    MPI_Cart_coords(cart, rank, ndims, mine);
    const int64_t most = below(&shared, 10) == 0 ? 40 : 5;
    for (int32_t d = 0; d < ndim; ++d) {
      whole[d] = 0;
      for (int k = 0; k < (d < ndims ? grid[d] : 1); ++k) { /* each row of the grid has a size of its own */
        const int64_t size = 2 + below(&shared, most);
        if (d < ndims && k < mine[d]) offsets[d] += size;
        if (d >= ndims || k == mine[d]) inside[d] = size;
        whole[d] += size;
      }
      sizes[d] = inside[d] + (d < ndims ? before[d] + after[d] : 0);
    }
    ct_tensor *block = random_layout(sizes, ndim, dtype), *wanted = random_layout(sizes, ndim, dtype),
              *lines[2] = {NULL, NULL};
    const int64_t n = ct_tensor_numel(block);
    double *first = malloc((size_t)n * sizeof *first), *last = malloc((size_t)n * sizeof *last);
    for (int64_t k = 0; k < n; ++k) {
      int64_t place[4], rest = k;
      bool is_inside = true, is_grid = true;
      for (int32_t d = ndim - 1; d >= 0; --d) {
        int64_t at = rest % sizes[d] + offsets[d];
        rest /= sizes[d];
        if (d < ndims) {
          at -= before[d];
          is_inside = is_inside && at >= offsets[d] && at < offsets[d] + inside[d];
          if (at < 0 || at >= whole[d]) is_grid = is_grid && periods[d] != 0;
          at = (at + whole[d]) % whole[d];
        }
        place[d] = at;
      }
      const double number = number_at(place, ndim);
      first[k] = is_inside ? number : 98, last[k] = is_grid ? number : 98;
    }
    REQUIRE_OK(ct_tensor_from_data(first, sizes, ndim, NULL, CT_FLOAT64, NULL, NULL, &lines[0], &error));
    REQUIRE_OK(ct_tensor_from_data(last, sizes, ndim, NULL, CT_FLOAT64, NULL, NULL, &lines[1], &error));
    REQUIRE_OK(ct_copy(block, lines[0], &error));
    REQUIRE_OK(ct_copy(wanted, lines[1], &error));
    const bool is_even = memcmp(before, after, (size_t)ndims * sizeof *before) == 0;
    REQUIRE_OK(ct_mpi_halo(block, before, is_even ? NULL : after, ndims, cart, &error));
    if (!CHECK(same(block, wanted)))
      printf("rank %d of %d, case %d: %s, %d dims\n", rank, ranks, i, ct_dtype_name(dtype), (int)ndims);
    MPI_Comm_free(&cart);
    release(&block), release(&wanted), release(&lines[0]), release(&lines[1]);
    free(first), free(last);
  }
}

#define CHECK_FAILS(status, words, ...)                                                     \
  do {                                                                                      \
    error.message[0] = 0;                                                                   \
    CHECK_EQ((__VA_ARGS__), status);                                                        \
    if (!CHECK(strstr(error.message, words) != NULL)) printf("  got: %s\n", error.message); \
  } while (0)

static void handle_nothing(MPI_Comm *comm, int *code, ...) { (void)comm, (void)code; }

static void test_failures(void) {
  const int next = (rank + 1) % ranks, last = (rank + ranks - 1) % ranks;
  ct_tensor *t = NULL, *out = NULL, *meta = NULL, *constant = NULL, *wide = NULL, *big = NULL, *made = NULL,
            *row = NULL, *odd = NULL;
  static const float numbers[6] = {1, 2, 3, 4, 5, 6};
  char words[100];
  MPI_Datatype type;
  REQUIRE_OK(ct_zeros(SIZES(2, 3), CT_FLOAT32, &t, &error));
  REQUIRE_OK(ct_zeros(SIZES(3, 2), CT_FLOAT32, &out, &error));
  REQUIRE_OK(ct_zeros(SIZES(3), CT_FLOAT32, &row, &error));
  REQUIRE_OK(ct_zeros(SIZES(ranks + 1), CT_FLOAT32, &odd, &error));
  REQUIRE_OK(ct_zeros(SIZES(100, 200), CT_FLOAT64, &big, &error));
  REQUIRE_OK(ct_tensor_create_meta(SIZES(2, 3), NULL, CT_FLOAT32, &meta, &error));
  REQUIRE_OK(ct_tensor_from_const_data(numbers, SIZES(2, 3), NULL, CT_FLOAT32, NULL, NULL, &constant, &error));
  REQUIRE_OK(ct_expand(row, SIZES(2, 3), &wide, &error));

  /* of one rank, before anything is sent */
  CHECK_FAILS(CT_ERROR_INVALID, "ct_mpi_send: t is NULL", ct_mpi_send(NULL, next, 0, MPI_COMM_WORLD, &error));
  CHECK_FAILS(CT_ERROR_INVALID, "t is a meta tensor", ct_mpi_send(meta, next, 0, MPI_COMM_WORLD, &error));
  CHECK_FAILS(CT_ERROR_INVALID, "MPI_COMM_NULL", ct_mpi_send(t, next, 0, MPI_COMM_NULL, &error));
  CHECK_FAILS(CT_ERROR_INVALID, "MPI failed: ", ct_mpi_send(t, ranks, 0, MPI_COMM_WORLD, &error));
  CHECK_FAILS(CT_ERROR_INVALID, "MPI failed: ", ct_mpi_send(t, next, -5, MPI_COMM_WORLD, &error));
  CHECK_FAILS(CT_ERROR_INVALID, "out is NULL", ct_mpi_recv(last, 0, MPI_COMM_WORLD, NULL, NULL, &error));
  CHECK_FAILS(CT_ERROR_INVALID, "MPI_PROC_NULL", ct_mpi_recv(MPI_PROC_NULL, 0, MPI_COMM_WORLD, NULL, &made, &error));
  CHECK_FAILS(CT_ERROR_READ_ONLY, "read-only", ct_mpi_recv_out(last, 0, MPI_COMM_WORLD, NULL, constant, &error));
  CHECK_FAILS(CT_ERROR_OVERLAP, "", ct_mpi_recv_out(last, 0, MPI_COMM_WORLD, NULL, wide, &error));
  CHECK_FAILS(CT_ERROR_INVALID, "meta", ct_mpi_recv_out(last, 0, MPI_COMM_WORLD, NULL, meta, &error));
  CHECK_FAILS(CT_ERROR_OVERLAP, "", ct_mpi_sendrecv_out(t, next, 0, last, 0, MPI_COMM_WORLD, NULL, t, &error));
  CHECK_FAILS(CT_ERROR_INVALID, "type is NULL", ct_mpi_type(t, NULL, &error));
  CHECK_FAILS(CT_ERROR_INVALID, "t is NULL", ct_mpi_type(NULL, &type, &error));
  CHECK(type == MPI_DATATYPE_NULL);
  CHECK_EQ(ct_mpi_send(NULL, next, 0, MPI_COMM_WORLD, NULL), CT_ERROR_INVALID);

  /* what comes does not fit: both sides are named, nothing is left over, and out is as it was */
  snprintf(words, sizeof words, "rank %d sent float32 [2, 3], and out is float32 [3, 2]", last);
  CHECK_FAILS(CT_ERROR_SHAPE, words, ct_mpi_sendrecv_out(t, next, 0, last, 0, MPI_COMM_WORLD, NULL, out, &error));
  snprintf(words, sizeof words, "rank %d sent float64 [100, 200], and out is float32 [3, 2]", last);
  CHECK_FAILS(CT_ERROR_DTYPE, words, ct_mpi_sendrecv_out(big, next, 0, last, 0, MPI_COMM_WORLD, NULL, out, &error));
  fill(t, (uint64_t)rank);
  REQUIRE_OK(ct_mpi_sendrecv(t, next, 0, last, 0, MPI_COMM_WORLD, NULL, &made, &error));
  fill(t, (uint64_t)last);
  CHECK(same(made, t));
  release(&made);
  /* a message of somebody else */
  MPI_Request request;
  MPI_Isend(numbers, 6, MPI_FLOAT, next, 3, MPI_COMM_WORLD, &request);
  CHECK_FAILS(CT_ERROR_FORMAT, "is not one of ct_mpi_send", ct_mpi_recv(last, 3, MPI_COMM_WORLD, NULL, &made, &error));
  MPI_Wait(&request, MPI_STATUS_IGNORE);

  /* of all ranks: where one fails, or differs, all do */
  if (rank == 0) {
    CHECK_FAILS(CT_ERROR_INVALID, "t is NULL", ct_mpi_bcast(NULL, 0, MPI_COMM_WORLD, &error));
    CHECK_FAILS(CT_ERROR_INVALID, "out is NULL", ct_mpi_allreduce(t, CT_MPI_SUM, MPI_COMM_WORLD, NULL, &error));
    CHECK_FAILS(CT_ERROR_READ_ONLY, "read-only", ct_mpi_allreduce_out(t, CT_MPI_SUM, MPI_COMM_WORLD, constant, &error));
  } else {
    CHECK_FAILS(CT_ERROR_INVALID, "rank 0 failed: t is NULL", ct_mpi_bcast(t, 0, MPI_COMM_WORLD, &error));
    CHECK_FAILS(CT_ERROR_INVALID, "rank 0 failed: out is NULL",
                ct_mpi_allreduce(t, CT_MPI_SUM, MPI_COMM_WORLD, &made, &error));
    CHECK_FAILS(CT_ERROR_READ_ONLY, "rank 0 failed", ct_mpi_allreduce_out(t, CT_MPI_SUM, MPI_COMM_WORLD, t, &error));
  }
  CHECK_FAILS(CT_ERROR_INVALID, "root is 99", ct_mpi_bcast(t, 99, MPI_COMM_WORLD, &error));
  CHECK_FAILS(CT_ERROR_INVALID, "no op 6", ct_mpi_allreduce(t, 6, MPI_COMM_WORLD, &made, &error));
  CHECK_FAILS(CT_ERROR_INDEX, "dim 2", ct_mpi_allgather(t, 2, MPI_COMM_WORLD, &made, &error));
  CHECK_FAILS(CT_ERROR_SHAPE, "and the result float32 [", ct_mpi_allgather_out(t, 0, MPI_COMM_WORLD, row, &error));
  CHECK_FAILS(CT_ERROR_INVALID, "meta",
              ct_mpi_sum_exact(meta, NULL, 0, false, CT_UNDEFINED, MPI_COMM_WORLD, &made, &error));
  CHECK_FAILS(CT_ERROR_INDEX, "", ct_mpi_sum_exact(t, DIMS(5), false, CT_UNDEFINED, MPI_COMM_WORLD, &made, &error));
  if (ranks > 1) {
    const ct_tensor *one = rank == 1 ? out : t;
    CHECK_FAILS(CT_ERROR_SHAPE, "rank 0 has float32 [2, 3], sum, and rank 1 has float32 [3, 2], sum",
                ct_mpi_allreduce(one, CT_MPI_SUM, MPI_COMM_WORLD, &made, &error));
    CHECK_FAILS(CT_ERROR_DTYPE, "rank 0 has float32 [2, any], dim 1, and rank 1 has float64 [100, any], dim 1",
                ct_mpi_allgather(rank == 1 ? big : t, 1, MPI_COMM_WORLD, &made, &error));
    CHECK_FAILS(CT_ERROR_INVALID, "root 0, and rank 1", ct_mpi_bcast(t, rank == 1, MPI_COMM_WORLD, &error));
    CHECK_FAILS(CT_ERROR_SHAPE, "cannot share evenly", ct_mpi_alltoall(odd, 0, 0, MPI_COMM_WORLD, &made, &error));
  }
  CHECK(made == NULL);
  CHECK_OK(ct_mpi_bcast(t, 0, MPI_COMM_WORLD, &error));

  /* halos */
  const int sides[] = {ranks}, around[] = {1};
  MPI_Comm ring;
  MPI_Cart_create(MPI_COMM_WORLD, 1, sides, around, 0, &ring);
  const int64_t width[] = {1, 1}, much[] = {2}, negative[] = {-1};
  CHECK_FAILS(CT_ERROR_INVALID, "MPI_Cart_create", ct_mpi_halo(out, width, NULL, 1, MPI_COMM_WORLD, &error));
  CHECK_FAILS(CT_ERROR_INVALID, "ndims is 2, and the communicator has 1",
              ct_mpi_halo(out, width, NULL, 2, ring, &error));
  CHECK_FAILS(CT_ERROR_SHAPE, "inside is smaller", ct_mpi_halo(out, much, NULL, 1, ring, &error));
  CHECK_FAILS(CT_ERROR_INVALID, "a halo of -1", ct_mpi_halo(out, negative, NULL, 1, ring, &error));
  CHECK_FAILS(CT_ERROR_INVALID, "before is NULL", ct_mpi_halo(out, NULL, NULL, 1, ring, &error));
  CHECK_FAILS(CT_ERROR_READ_ONLY, "read-only", ct_mpi_halo(constant, width, NULL, 1, ring, &error));
  if (ranks > 1) {
    ct_tensor *uneven = NULL;
    REQUIRE_OK(ct_zeros(SIZES(3, rank == 1 ? 4 : 2), CT_FLOAT32, &uneven, &error));
    const ct_status status = ct_mpi_halo(uneven, width, NULL, 1, ring, &error);
    const bool beside = rank == 1 || next == 1 || last == 1;
    CHECK_EQ(status, beside ? CT_ERROR_SHAPE : CT_OK);
    if (rank == 0) CHECK(strstr(error.message, "rank 1 sent float32 [1, 4], and the halo is float32 [1, 2]") != NULL);
    if (beside) {
      CHECK_FAILS(CT_ERROR_SHAPE, "and the halo is",
                  ct_mpi_halo(out, rank == 1 ? (int64_t[]){0} : width, NULL, 1, ring, &error));
      if (rank == 1) {
        CHECK_FAILS(CT_ERROR_READ_ONLY, "read-only", ct_mpi_halo(constant, width, NULL, 1, ring, &error));
      } else {
        CHECK_FAILS(CT_ERROR_INVALID, "rank 1 failed", ct_mpi_halo(out, width, NULL, 1, ring, &error));
      }
    } else {
      CHECK_OK(ct_mpi_halo(out, rank == 1 ? (int64_t[]){0} : width, NULL, 1, ring, &error));
      CHECK_OK(ct_mpi_halo(out, width, NULL, 1, ring, &error));
    }
    release(&uneven);
  }
  CHECK_OK(ct_mpi_halo(out, width, NULL, 1, ring, &error));

  /* the handler of errors is the caller's again */
  MPI_Errhandler mine, now;
  MPI_Comm_create_errhandler(handle_nothing, &mine);
  MPI_Comm_set_errhandler(ring, mine);
  CHECK_EQ(ct_mpi_send(t, ranks, 0, ring, &error), CT_ERROR_INVALID);
  MPI_Comm_get_errhandler(ring, &now);
  CHECK(now == mine);
  MPI_Errhandler_free(&now);
  MPI_Errhandler_free(&mine);
  MPI_Comm_free(&ring);

  /* deferred tensors are evaluated, and are nothing to write into */
  ct_tensor *leaf = NULL, *twice = NULL;
  REQUIRE_OK(ct_defer(t, &leaf, &error));
  REQUIRE_OK(ct_add(leaf, leaf, &twice, &error));
  REQUIRE_OK(ct_mpi_allreduce(twice, CT_MPI_MAX, MPI_COMM_WORLD, &made, &error));
  CHECK(!ct_is_deferred(made));
  if (ranks > 1)
    CHECK_FAILS(CT_ERROR_INVALID, "deferred", ct_mpi_bcast(twice, rank == 0 ? ranks - 1 : 0, MPI_COMM_WORLD, &error));
  release(&leaf), release(&twice), release(&made);
  release(&t), release(&out), release(&meta), release(&constant), release(&wide), release(&big), release(&row),
      release(&odd);
}

int main(int argc, char **argv) {
  ct_tensor *t = NULL;
  error.struct_size = sizeof error;
  REQUIRE_OK(ct_zeros(SIZES(2), CT_FLOAT32, &t, &error));
  CHECK_FAILS(CT_ERROR_INVALID, "MPI is not initialized", ct_mpi_send(t, 0, 0, MPI_COMM_WORLD, &error));
  CHECK_FAILS(CT_ERROR_INVALID, "MPI is not initialized", ct_mpi_bcast(t, 0, MPI_COMM_WORLD, &error));
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  own = (uint64_t)rank + 100;
  test_types();
  test_large_types();
  test_messages();
  test_collectives();
  test_allreduce();
  test_sum_exact();
  test_halo();
  test_failures();
  MPI_Finalize();
  CHECK_FAILS(CT_ERROR_INVALID, "MPI has been finalized", ct_mpi_send(t, 0, 0, MPI_COMM_WORLD, &error));
  release(&t);
  return check_done();
}
