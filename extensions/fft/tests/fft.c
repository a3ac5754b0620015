/* Transforms beside sums in long double: random layouts, dtypes, dims, lengths and norms; identities; wrong calls. */
#include <ctensor_fft.h>
#include <math.h>

#include "check.h"

static ct_error error;
static uint64_t state = 1;

static int64_t below(int64_t n) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (int64_t)((state >> 33) % (uint64_t)n);
}

typedef struct value {
  long double re, im;
} value;
typedef struct array {
  int32_t ndim;
  int64_t sizes[4];
  value *at;
} array;

static int64_t count_of(const array *a) {
  int64_t n = 1;
  for (int32_t d = 0; d < a->ndim; ++d) n *= a->sizes[d];
  return n;
}
static array like(const array *a, int32_t dim, int64_t size) {
  array b = *a;
  b.sizes[dim] = size;
  b.at = calloc((size_t)count_of(&b) + 1, sizeof *b.at);
  return b;
}

static array read_array(const ct_tensor *t) {
  array a;
  ct_tensor *wide = NULL, *dense = NULL;
  REQUIRE_OK(ct_to(t, CT_COMPLEX128, CT_PRESERVE, false, &wide, &error));
  REQUIRE_OK(ct_contiguous(wide, CT_CONTIGUOUS, &dense, &error));
  a.ndim = ct_tensor_ndim(t);
  memcpy(a.sizes, ct_tensor_sizes(t), (size_t)a.ndim * sizeof(int64_t));
  a.at = calloc((size_t)count_of(&a) + 1, sizeof *a.at);
  const double *from = ct_tensor_data(dense);
  for (int64_t i = 0; i < count_of(&a); ++i) a.at[i].re = from[2 * i], a.at[i].im = from[2 * i + 1];
  release(&wide), release(&dense);
  return a;
}

/* The sum itself, of lines that are cut, or continued by zeros. half: lines are the first half of Hermitian ones. */
static void transform(array *a, int32_t dim, int64_t n, int sign, bool half) {
  array b = like(a, dim, n);
  int64_t inner = 1;
  for (int32_t d = dim + 1; d < a->ndim; ++d) inner *= a->sizes[d];
  const int64_t m = a->sizes[dim], lines = count_of(&b) / n;
  const long double turn = 2 * acosl(-1.0L) / (long double)n;
  for (int64_t line = 0; line < lines; ++line) {
    const int64_t outer = line / inner, start = line % inner;
    for (int64_t k = 0; k < n; ++k) {
      value sum = {0, 0};
      for (int64_t i = 0; i < n; ++i) {
        const int64_t from = half && 2 * i > n ? n - i : i;
        if (from >= m) continue;
        value v = a->at[(outer * m + from) * inner + start];
        if (half && 2 * i > n) v.im = -v.im;
        if (half && (i == 0 || 2 * i == n)) v.im = 0;
        const long double angle = turn * (long double)(i * k % n), c = cosl(angle), s = sign * sinl(angle);
        sum.re += v.re * c - v.im * s;
        sum.im += v.re * s + v.im * c;
      }
      b.at[(outer * n + k) * inner + start] = sum;
    }
  }
  free(a->at);
  *a = b;
}
static void cut(array *a, int32_t dim, int64_t size) {
  array b = like(a, dim, size);
  int64_t inner = 1;
  for (int32_t d = dim + 1; d < a->ndim; ++d) inner *= a->sizes[d];
  for (int64_t i = 0; i < count_of(&b); ++i) {
    const int64_t start = i % inner, at = i / inner % size, outer = i / inner / size;
    b.at[i] = a->at[(outer * a->sizes[dim] + at) * inner + start];
  }
  free(a->at);
  *a = b;
}

/* A random tensor of a random layout: dims change places, have gaps, and run backward. */
static ct_tensor *random_tensor(const int64_t *sizes, int32_t ndim, ct_dtype dtype) {
  int64_t whole[4];
  int32_t order[4], back[4];
  for (int32_t d = 0; d < ndim; ++d) order[d] = d;
  for (int32_t d = ndim - 1; d > 0; --d) {
    const int32_t other = (int32_t)below(d + 1), kept = order[d];
    order[d] = order[other], order[other] = kept;
  }
  int64_t count = 1;
  for (int32_t d = 0; d < ndim; ++d) {
    whole[d] = sizes[order[d]] * 2;
    back[order[d]] = d;
    count *= whole[d];
  }
  double *numbers = malloc((size_t)(2 * count + 2) * sizeof *numbers);
  for (int64_t i = 0; i < 2 * count; ++i) numbers[i] = (double)(below(2001) - 1000) / 64;
  ct_tensor *flat = NULL, *real = NULL, *typed = NULL, *t = NULL;
  REQUIRE_OK(ct_tensor_from_data(numbers, whole, ndim, NULL, CT_COMPLEX128, NULL, NULL, &flat, &error));
  if (ct_isdtype(dtype, CT_KIND_COMPLEX)) {
    REQUIRE_OK(ct_to(flat, dtype, CT_PRESERVE, true, &typed, &error));
  } else {
    REQUIRE_OK(ct_real(flat, &real, &error));
    REQUIRE_OK(ct_to(real, dtype, CT_PRESERVE, true, &typed, &error));
  }
  REQUIRE_OK(ct_permute(typed, back, ndim, &t, &error));
  for (int32_t d = 0; d < ndim; ++d) {
    ct_tensor *part = NULL;
    const int64_t step = below(2) ? 2 : 1, first = step == 2 ? 0 : below(sizes[d] + 1);
    REQUIRE_OK(ct_slice(t, d, first, first + sizes[d] * step, step, &part, &error));
    release(&t);
    t = part;
    if (below(3) != 0) continue;
    REQUIRE_OK(ct_flip(t, &d, 1, &part, &error));
    release(&t);
    t = part;
  }
  release(&flat), release(&real), release(&typed);
  free(numbers);
  return t;
}

typedef ct_status (*many_fn)(const ct_tensor *, const int64_t *, const int32_t *, int32_t, ct_fft_norm, ct_tensor **,
                             ct_error *);
typedef ct_status (*many_out_fn)(const ct_tensor *, const int64_t *, const int32_t *, int32_t, ct_fft_norm, ct_tensor *,
                                 ct_error *);
typedef ct_status (*one_fn)(const ct_tensor *, const int64_t *, int32_t, ct_fft_norm, ct_tensor **, ct_error *);
typedef ct_status (*one_out_fn)(const ct_tensor *, const int64_t *, int32_t, ct_fft_norm, ct_tensor *, ct_error *);
static const struct {
  const char *name;
  int sign;
  char form; /* c: complex, h: to half, r: to real */
  many_fn many;
  many_out_fn many_out;
  one_fn one;
  one_out_fn one_out;
} transforms[] = {
    {"fft", -1, 'c', ct_fft_fftn, ct_fft_fftn_out, ct_fft_fft, ct_fft_fft_out},
    {"ifft", 1, 'c', ct_fft_ifftn, ct_fft_ifftn_out, ct_fft_ifft, ct_fft_ifft_out},
    {"rfft", -1, 'h', ct_fft_rfftn, ct_fft_rfftn_out, ct_fft_rfft, ct_fft_rfft_out},
    {"irfft", 1, 'r', ct_fft_irfftn, ct_fft_irfftn_out, ct_fft_irfft, ct_fft_irfft_out},
    {"hfft", -1, 'r', ct_fft_hfftn, ct_fft_hfftn_out, ct_fft_hfft, ct_fft_hfft_out},
    {"ihfft", 1, 'h', ct_fft_ihfftn, ct_fft_ihfftn_out, ct_fft_ihfft, ct_fft_ihfft_out},
};

/* FNV-1a of the bits of all results of a transform in float32 and in float64, for tests/property/compare_isas.py. */
static uint64_t digests[6][2];
static void add_to_digest(size_t which, const ct_tensor *got) {
  const ct_dtype dtype = ct_tensor_dtype(got);
  uint64_t *const digest = &digests[which][dtype == CT_FLOAT64 || dtype == CT_COMPLEX128];
  ct_tensor *dense = NULL;
  REQUIRE_OK(ct_contiguous(got, CT_CONTIGUOUS, &dense, &error));
  const unsigned char *const bytes = ct_tensor_data(dense);
  const int64_t count = ct_tensor_nbytes(dense);
  for (int64_t i = 0; i < count; ++i) *digest = (*digest ^ bytes[i]) * 0x100000001b3u;
  release(&dense);
}

static void write_digests(const char *path) {
  FILE *const file = fopen(path, "w");
  if (!CHECK(file != NULL)) return;
  for (size_t k = 0; k < 6; ++k) {
    for (int wide = 0; wide < 2; ++wide) {
      fprintf(file, "%s %s %016llx\n", transforms[k].name, wide ? "float64" : "float32",
              (unsigned long long)digests[k][wide]);
    }
  }
  CHECK_EQ(fclose(file), 0);
}

static void check_values(const char *name, const array *wanted, const ct_tensor *got, double eps) {
  array g = read_array(got);
  bool same = g.ndim == wanted->ndim && same_numbers(g.sizes, wanted->sizes, g.ndim);
  long double largest = 0, off = 0;
  for (int64_t i = 0; same && i < count_of(&g); ++i) {
    largest = fmaxl(largest, hypotl(wanted->at[i].re, wanted->at[i].im));
    off = fmaxl(off, hypotl(wanted->at[i].re - g.at[i].re, wanted->at[i].im - g.at[i].im));
  }
  if (!CHECK(same && off <= largest * eps)) printf("  %s: off by %Lg of %Lg\n", name, off, largest);
  free(g.at);
}

static void check_result(size_t which, const array *wanted, const ct_tensor *got, double eps) {
  check_values(transforms[which].name, wanted, got, eps);
  add_to_digest(which, got);
}

static void one_case(void) {
  static const ct_dtype real_dtypes[] = {CT_FLOAT32, CT_FLOAT64, CT_INT16, CT_UINT8, CT_BOOL};
  static const ct_dtype dtypes[] = {CT_COMPLEX64, CT_COMPLEX128, CT_FLOAT32, CT_FLOAT64, CT_INT64};
  static const int64_t lengths[] = {1, 2, 3, 4, 5, 7, 8, 12, 16, 53, 64};
  const size_t k = (size_t)below(6);
  const char form = transforms[k].form;
  const ct_dtype dtype = form == 'h' ? real_dtypes[below(5)] : dtypes[below(5)];
  const int32_t ndim = 1 + (int32_t)below(3);
  int64_t sizes[4], s[4], wide[4];
  for (int32_t d = 0; d < ndim; ++d) sizes[d] = lengths[below(ndim == 1 ? 11 : ndim == 2 ? 9 : 7)];
  const int32_t count = 1 + (int32_t)below(ndim);
  int32_t dims[4], order[4] = {0, 1, 2, 3};
  for (int32_t d = 0; d < count; ++d) {
    const int32_t at = d + (int32_t)below(ndim - d), kept = order[at];
    order[at] = order[d], order[d] = kept;
    dims[d] = below(2) ? kept : kept - ndim;
    wide[d] = sizes[kept];
    s[d] = 1 + below(2 * wide[d]);
  }
  const int32_t last = order[count - 1];
  const bool given = below(2) || (form == 'r' && sizes[last] == 1);
  ct_tensor *t = random_tensor(sizes, ndim, dtype), *got = NULL;
  array a = read_array(t);
  int64_t n[4];
  long double all = 1;
  for (int32_t d = 0; d < count; ++d) {
    n[d] = given ? s[d] : form == 'r' && d == count - 1 ? 2 * (wide[d] - 1) : wide[d];
    all *= n[d];
  }
  for (int32_t d = 0; d < count; ++d) {
    transform(&a, order[d], n[d], transforms[k].sign, form == 'r' && d == count - 1);
  }
  if (form == 'r') {
    for (int64_t i = 0; i < count_of(&a); ++i) a.at[i].im = 0;
  }
  if (form == 'h') cut(&a, last, n[count - 1] / 2 + 1);
  const ct_fft_norm norm = (ct_fft_norm)below(3);
  const bool divides = (norm == CT_FFT_BACKWARD) == (transforms[k].sign > 0);
  const long double scale = norm == CT_FFT_ORTHO ? 1 / sqrtl(all) : divides ? 1 / all : 1;
  for (int64_t i = 0; i < count_of(&a); ++i) a.at[i].re *= scale, a.at[i].im *= scale;

  const bool wide_type = dtype == CT_FLOAT64 || dtype == CT_COMPLEX128;
  const double eps = wide_type ? 2e-15 : 1e-6;
  const ct_dtype result =
      form == 'r' ? (wide_type ? CT_FLOAT64 : CT_FLOAT32) : (wide_type ? CT_COMPLEX128 : CT_COMPLEX64);
  CHECK_OK(transforms[k].many(t, given ? s : NULL, dims, count, norm, &got, &error));
  CHECK_EQ(ct_tensor_dtype(got), result);
  check_result(k, &a, got, eps);
  release(&got);
  ct_tensor *out = random_tensor(a.sizes, ndim, result);
  CHECK_OK(transforms[k].many_out(t, given ? s : NULL, dims, count, norm, out, &error));
  check_result(k, &a, out, eps);
  if (count == 1) {
    CHECK_OK(transforms[k].one(t, given ? s : NULL, dims[0], norm, &got, &error));
    check_result(k, &a, got, eps);
    release(&got);
    CHECK_OK(transforms[k].one_out(t, given ? s : NULL, dims[0], norm, out, &error));
    check_result(k, &a, out, eps);
  }
  if (form == 'c' && dtype == result && !given) { /* in place */
    CHECK_OK(transforms[k].many_out(t, NULL, dims, count, norm, t, &error));
    check_result(k, &a, t, eps);
  }
  release(&t), release(&out);
  free(a.at);
}

static void identities(void) {
  static const int64_t lengths[] = {1, 2, 97, 1024, 4099, 65536};
  for (int k = 0; k < 6; ++k) {
    const int64_t sizes[] = {3, lengths[k]};
    ct_tensor *t = random_tensor(sizes, 2, CT_FLOAT64), *f = NULL, *back = NULL, *half = NULL, *moved = NULL;
    array a = read_array(t);
    REQUIRE_OK(ct_fft_fft(t, NULL, 1, CT_FFT_ORTHO, &f, &error));
    add_to_digest(0, f);
    array b = read_array(f);
    long double before = 0, after = 0; /* Parseval */
    for (int64_t i = 0; i < 3 * lengths[k]; ++i) {
      before += a.at[i].re * a.at[i].re;
      after += b.at[i].re * b.at[i].re + b.at[i].im * b.at[i].im;
    }
    CHECK(fabsl(before - after) <= 1e-13L * before);
    REQUIRE_OK(ct_fft_ifft(f, NULL, 1, CT_FFT_ORTHO, &back, &error));
    check_values("there and back", &a, back, 1e-14);
    release(&back);
    REQUIRE_OK(ct_fft_rfft(t, NULL, 1, CT_FFT_BACKWARD, &half, &error));
    REQUIRE_OK(ct_fft_irfft(half, &sizes[1], 1, CT_FFT_BACKWARD, &back, &error));
    check_values("half, there and back", &a, back, 1e-14);
    release(&back);
    REQUIRE_OK(ct_fft_fftshift(t, DIMS(1), &moved, &error));
    CHECK_EQ(1000 * ELEMENT(moved, 2, lengths[k] / 2), 1000 * ELEMENT(t, 2, 0));
    REQUIRE_OK(ct_fft_ifftshift(moved, NULL, 0, &back, &error)); /* of dim 0, too */
    CHECK_EQ(1000 * ELEMENT(back, 0, 0), 1000 * ELEMENT(t, 1, 0));
    release(&back);
    REQUIRE_OK(ct_fft_ifftshift(moved, DIMS(-1), &back, &error));
    check_values("shifted, there and back", &a, back, 0);
    release(&t), release(&f), release(&back), release(&half), release(&moved);
    free(a.at), free(b.at);
  }
  ct_tensor *f = NULL;
  REQUIRE_OK(ct_fft_fftfreq(5, 0.5, CT_FLOAT64, &f, &error));
  CHECK_EQ(10 * ELEMENT(f, 1), 4);
  CHECK_EQ(10 * ELEMENT(f, 2), 8);
  CHECK_EQ(10 * ELEMENT(f, 3), -8);
  release(&f);
  REQUIRE_OK(ct_fft_rfftfreq(4, 0.25, CT_UNDEFINED, &f, &error));
  CHECK_SIZES(f, 3);
  CHECK_EQ(ELEMENT(f, 2), 2);
  CHECK_EQ(ct_tensor_dtype(f), CT_FLOAT32);
  release(&f);
}

#define REFUSED(wanted, part, ...)                                        \
  do {                                                                    \
    memset(&error, 0, sizeof error);                                      \
    CHECK_EQ((__VA_ARGS__), wanted);                                      \
    if (!CHECK(strstr(error.message, part) != NULL)) puts(error.message); \
    CHECK(out == NULL);                                                   \
  } while (0)

static void wrong_calls(void) {
  ct_tensor *t = counting(SIZES(2, 3), CT_FLOAT32), *half = counting(SIZES(4), CT_FLOAT16), *out = NULL, *z = NULL;
  ct_tensor *fixed = NULL, *meta = NULL, *point = NULL, *real = counting(SIZES(2, 3), CT_FLOAT32);
  ct_tensor *single = counting(SIZES(1), CT_FLOAT32);
  static const float numbers[12] = {0};
  const int64_t zero = 0, four = 4;
  REQUIRE_OK(ct_fft_fft(t, NULL, 1, CT_FFT_BACKWARD, &z, &error));
  REQUIRE_OK(ct_zeros(NULL, 0, CT_FLOAT32, &point, &error));
  REQUIRE_OK(ct_tensor_from_const_data(numbers, SIZES(2, 3), NULL, CT_COMPLEX64, NULL, NULL, &fixed, &error));
  REFUSED(CT_ERROR_INDEX, "ct_fft_fft: dim 2", ct_fft_fft(t, NULL, 2, 0, &out, &error));
  REFUSED(CT_ERROR_INDEX, "", ct_fft_fft(point, NULL, 0, 0, &out, &error));
  REFUSED(CT_ERROR_INDEX, "twice", ct_fft_fftn(t, NULL, DIMS(1, -1), 0, &out, &error));
  REFUSED(CT_ERROR_INVALID, "got 0", ct_fft_fft(t, &zero, 1, 0, &out, &error));
  REFUSED(CT_ERROR_SHAPE, "too few", ct_fft_irfft(single, NULL, 0, 0, &out, &error));
  REFUSED(CT_ERROR_DTYPE, "float16", ct_fft_fft(half, NULL, 0, 0, &out, &error));
  REFUSED(CT_ERROR_DTYPE, "complex64", ct_fft_rfft(z, NULL, 0, 0, &out, &error));
  REFUSED(CT_ERROR_INVALID, "norm", ct_fft_fft(t, NULL, 0, 3, &out, &error));
  REFUSED(CT_ERROR_INVALID, "NULL", ct_fft_fft(NULL, NULL, 0, 0, &out, &error));
  REFUSED(CT_ERROR_INVALID, "NULL", ct_fft_fft(t, NULL, 0, 0, NULL, &error));
  REFUSED(CT_ERROR_INVALID, "n must", ct_fft_fftfreq(0, 1, CT_FLOAT32, &out, &error));
  REFUSED(CT_ERROR_DTYPE, "float", ct_fft_fftfreq(4, 1, CT_INT32, &out, &error));
  REFUSED(CT_ERROR_READ_ONLY, "read-only", ct_fft_fft_out(t, NULL, 0, 0, fixed, &error));
  REFUSED(CT_ERROR_DTYPE, "complex64", ct_fft_fft_out(t, NULL, 0, 0, real, &error));
  REFUSED(CT_ERROR_SHAPE, "", ct_fft_fft_out(z, &four, 0, 0, z, &error));
  REFUSED(CT_ERROR_INDEX, "", ct_fft_fftshift(t, DIMS(5), &out, &error));
  REQUIRE_OK(ct_tensor_create_meta(SIZES(2, 3), NULL, CT_FLOAT64, &meta, &error));
  REQUIRE_OK(ct_fft_rfft(meta, NULL, 1, 0, &out, &error));
  CHECK_SIZES(out, 2, 2);
  CHECK(ct_tensor_is_meta(out));
  ct_tensor *all[] = {t, half, out, z, fixed, meta, point, real, single};
  for (size_t k = 0; k < sizeof all / sizeof all[0]; ++k) ct_tensor_release(all[k]);
}

int main(void) {
  const char *cases = getenv("CT_TEST_CASES");
  const long count = cases != NULL ? atol(cases) : 400;
  for (long k = 0; k < count; ++k) one_case();
  identities();
  wrong_calls();
  const char *digest_file = getenv("CT_DIGEST_FILE");
  if (digest_file != NULL) write_digests(digest_file);
  return check_done();
}
