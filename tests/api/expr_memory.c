/* Chains of ops on deferred tensors take no memory but for their results, and 256 KiB a thread while they run. With
 * several threads, each has the workspace, too, that it has in every call. */
#include "alloc.h"

enum { SCRATCH = 256 << 10, WORKSPACE = 384 << 10, COUNT_OF_ELEMENTS = 1 << 20 };

static ct_tensor *kept[64];
static int nkept;

static ct_tensor *keep(ct_tensor *t) {
  CHECK(nkept < 64);
  return kept[nkept++] = t;
}
static void release_all(void) {
  while (nkept > 0) ct_tensor_release(kept[--nkept]);
}

static ct_tensor *leaf(const int64_t *sizes, int32_t ndim, ct_dtype dtype) {
  ct_error error = {0};
  ct_tensor *t = NULL, *deferred = NULL;
  const ct_scalar one = ct_scalar_i64(1);
  REQUIRE_OK(ct_full(sizes, ndim, &one, dtype, &t, &error));
  REQUIRE_OK(ct_defer(keep(t), &deferred, &error));
  return keep(deferred);
}
static ct_tensor *flat(void) { return leaf(SIZES(COUNT_OF_ELEMENTS), CT_FLOAT32); }

static ct_tensor *unary(ct_status (*op)(const ct_tensor *, ct_tensor **, ct_error *), const ct_tensor *a) {
  ct_error error = {0};
  ct_tensor *t = NULL;
  REQUIRE_OK(op(a, &t, &error));
  return keep(t);
}
typedef ct_status binary_op(const ct_tensor *, const ct_tensor *, ct_tensor **, ct_error *);
static ct_tensor *binary(binary_op *op, const ct_tensor *a, const ct_tensor *b) {
  ct_error error = {0};
  ct_tensor *t = NULL;
  REQUIRE_OK(op(a, b, &t, &error));
  return keep(t);
}
static ct_tensor *by(binary_op *op, const ct_tensor *a, double b) {
  ct_number memory;
  return binary(op, a, ct_number_of(ct_scalar_f64(b), &memory));
}
static ct_tensor *mean_of_rows(const ct_tensor *x) {
  ct_error error = {0};
  ct_tensor *t = NULL;
  REQUIRE_OK(ct_mean(x, (const int32_t[]){-1}, 1, true, CT_UNDEFINED, &t, &error));
  return keep(t);
}
static ct_tensor *sum_of(const ct_tensor *x, ct_dtype dtype) {
  ct_error error = {0};
  ct_tensor *t = NULL;
  REQUIRE_OK(ct_sum(x, NULL, 0, false, dtype, &t, &error));
  return keep(t);
}
static ct_tensor *part(const ct_tensor *x, int64_t down, int64_t right) {
  ct_error error = {0};
  ct_tensor *rows = NULL, *t = NULL;
  REQUIRE_OK(ct_slice(x, 0, 1 + down, ct_tensor_sizes(x)[0] - 1 + down, 1, &rows, &error));
  REQUIRE_OK(ct_slice(keep(rows), 1, 1 + right, ct_tensor_sizes(x)[1] - 1 + right, 1, &t, &error));
  return keep(t);
}

static ct_tensor *affine(void) {
  const ct_tensor *a = flat(), *sum = binary(ct_add, by(ct_mul, a, 2), by(ct_mul, flat(), 3));
  return binary(ct_sub, sum, binary(ct_mul, flat(), a));
}
static ct_tensor *choice(void) {
  ct_error error = {0};
  const ct_tensor *a = flat(), *b = flat();
  ct_tensor *t = NULL;
  REQUIRE_OK(ct_where(binary(ct_gt, a, b), binary(ct_mul, a, flat()), b, &t, &error));
  return keep(t);
}
static ct_tensor *squared_distance(void) {
  return sum_of(unary(ct_square, binary(ct_sub, flat(), flat())), CT_UNDEFINED);
}
static ct_tensor *distance_in_double(void) {
  return sum_of(unary(ct_square, binary(ct_sub, flat(), flat())), CT_FLOAT64);
}
static ct_tensor *heat(void) {
  const ct_tensor *x = leaf(SIZES(700, 700), CT_FLOAT64), *at = part(x, 0, 0);
  const ct_tensor *sum = binary(ct_add, part(x, 1, 0), part(x, -1, 0));
  sum = binary(ct_add, binary(ct_add, sum, part(x, 0, 1)), part(x, 0, -1));
  return binary(ct_add, at, by(ct_mul, binary(ct_sub, sum, by(ct_mul, at, 4)), 0.1));
}
static ct_tensor *picture(void) {
  ct_error error = {0};
  ct_tensor *planes = NULL, *floats = NULL;
  REQUIRE_OK(ct_permute(leaf(SIZES(500, 600, 3), CT_UINT8), (const int32_t[]){2, 0, 1}, 3, &planes, &error));
  REQUIRE_OK(ct_to(keep(planes), CT_FLOAT32, CT_CONTIGUOUS, false, &floats, &error));
  const ct_tensor *mean = leaf(SIZES(3, 1, 1), CT_FLOAT32), *deviation = leaf(SIZES(3, 1, 1), CT_FLOAT32);
  return binary(ct_div, binary(ct_sub, by(ct_div, keep(floats), 255), mean), deviation);
}
static ct_tensor *gelu(void) {
  const ct_tensor *x = flat();
  return by(ct_mul, binary(ct_mul, x, by(ct_add, unary(ct_erf, by(ct_mul, x, 0.7)), 1)), 0.5);
}
static ct_tensor *layer_norm_of(int64_t row) {
  const ct_tensor *x = leaf(SIZES(COUNT_OF_ELEMENTS / row, row), CT_FLOAT32);
  const ct_tensor *centred = binary(ct_sub, x, mean_of_rows(x));
  const ct_tensor *deviation = unary(ct_sqrt, by(ct_add, mean_of_rows(unary(ct_square, centred)), 1e-5));
  const ct_tensor *scaled = binary(ct_mul, binary(ct_div, centred, deviation), leaf(SIZES(row), CT_FLOAT32));
  return binary(ct_add, scaled, leaf(SIZES(row), CT_FLOAT32));
}
static ct_tensor *softmax(void) { /* of rows that were computed, and that are computed with */
  ct_tensor *x = by(ct_mul, leaf(SIZES(COUNT_OF_ELEMENTS / 1024, 1024), CT_FLOAT32), 0.5), *out = NULL;
  ct_error error = {0};
  REQUIRE_OK(ct_softmax(x, 1, CT_UNDEFINED, &out, &error));
  return by(ct_add, keep(out), 1);
}
static ct_tensor *scan(void) { /* of what lies in memory: it is written to the result at once */
  ct_tensor *out = NULL;
  ct_error error = {0};
  REQUIRE_OK(ct_cumsum(flat(), 0, CT_UNDEFINED, &out, &error));
  return keep(out);
}
static ct_tensor *layer_norm(void) { return layer_norm_of(1024); }
static ct_tensor *layer_norm_of_long_rows(void) { return layer_norm_of(COUNT_OF_ELEMENTS / 4); }

int main(void) {
  alloc_install();
  ct_error error = {0};
  ct_tensor *(*const chains[])(void) = {
      affine,  choice, squared_distance, heat, picture, gelu, distance_in_double, layer_norm, layer_norm_of_long_rows,
      softmax, scan};
  for (int k = 0; k < (int)(sizeof chains / sizeof *chains); ++k) {
    const ct_tensor *chain = chains[k]();
    const int64_t result = ct_tensor_numel(chain) * ct_dtype_size(ct_tensor_dtype(chain));
    for (int threads = 1; threads <= 3; ++threads) {
      ct_tensor *out = NULL;
      const int64_t before = alloc_bytes, most = threads * (SCRATCH + (threads > 1 ? WORKSPACE : 0));
      REQUIRE_OK(ct_set_num_threads(threads, &error));
      alloc_most = before;
      CHECK_OK(ct_evaluate(&chain, 1, &out, &error));
      if (!CHECK(alloc_most - before <= result + most)) {
        printf("chain %d: %lld bytes beside a result of %lld\n", k, (long long)(alloc_most - before - result),
               (long long)result);
      }
      release(&out);
    }
    release_all();
  }
  return alloc_done();
}
