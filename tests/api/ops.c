/* Every op in its two forms, in place, with numbers, on meta tensors; sum. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>

#include "alloc.h"
#include "executor.h"

static ct_error error;

typedef ct_status (*binary_op)(const ct_tensor *, const ct_tensor *, ct_tensor **, ct_error *);
typedef ct_status (*binary_out)(const ct_tensor *, const ct_tensor *, ct_tensor *, ct_error *);
typedef ct_status (*unary_op)(const ct_tensor *, ct_tensor **, ct_error *);
typedef ct_status (*unary_out)(const ct_tensor *, ct_tensor *, ct_error *);

static void binary(void) {
  static const struct {
    binary_op fresh;
    binary_out out;
    double want_float, want_int; /* of 7 and 2 */
    ct_dtype of_float, of_int;
  } ops[] = {{ct_add, ct_add_out, 9, 9, CT_FLOAT32, CT_INT32},
             {ct_sub, ct_sub_out, 5, 5, CT_FLOAT32, CT_INT32},
             {ct_mul, ct_mul_out, 14, 14, CT_FLOAT32, CT_INT32},
             {ct_div, ct_div_out, 3.5, 3.5, CT_FLOAT32, CT_FLOAT32},
             {ct_floor_divide, ct_floor_divide_out, 3, 3, CT_FLOAT32, CT_INT32},
             {ct_eq, ct_eq_out, 0, 0, CT_BOOL, CT_BOOL},
             {ct_lt, ct_lt_out, 0, 0, CT_BOOL, CT_BOOL}};
  const ct_scalar seven = {CT_INT64, 0, 7, 0, 0}, two = {CT_INT64, 0, 2, 0, 0};
  for (size_t k = 0; k < sizeof ops / sizeof ops[0]; ++k) {
    for (int integers = 0; integers < 2; ++integers) {
      const ct_dtype dtype = integers ? CT_INT32 : CT_FLOAT32;
      const double want = integers ? ops[k].want_int : ops[k].want_float;
      ct_tensor *a = NULL, *b = NULL, *c = NULL, *out = NULL, *meta = NULL;
      ct_number memory;
      const ct_tensor *const number = ct_number_of(ct_scalar_i64(2), &memory);
      REQUIRE_OK(ct_full(SIZES(5, 1, 9), &seven, dtype, &a, &error));
      REQUIRE_OK(ct_full(SIZES(4, 1), &two, dtype, &b, &error));
      CHECK_OK(ops[k].fresh(a, b, &c, &error));
      CHECK_SIZES(c, 5, 4, 9);
      CHECK_EQ(ct_tensor_dtype(c), integers ? ops[k].of_int : ops[k].of_float);
      CHECK(ELEMENT(c, 4, 3, 8) == want && ELEMENT(c, 0, 0, 0) == want);
      REQUIRE_OK(ct_tensor_create(SIZES(0), ct_tensor_dtype(c), &out, &error));
      CHECK_OK(ops[k].out(a, b, out, &error)); /* resized */
      CHECK_SIZES(out, 5, 4, 9);
      CHECK(ELEMENT(out, 4, 0, 8) == want);
      CHECK_OK(ops[k].out(a, number, out, &error));
      CHECK_SIZES(out, 5, 1, 9);
      CHECK(ELEMENT(out, 4, 0, 8) == want);
      if (ct_tensor_dtype(c) == dtype) { /* in place */
        CHECK_OK(ops[k].out(a, number, a, &error));
        CHECK(ELEMENT(a, 2, 0, 4) == want);
      }
      REQUIRE_OK(ct_empty_like(a, CT_UNDEFINED, CT_PRESERVE, &meta, &error));
      release(&meta);
      REQUIRE_OK(ct_tensor_create_meta(LIST(5, 1, 9), 3, NULL, dtype, &meta, &error));
      release(&c);
      CHECK_OK(ops[k].fresh(meta, number, &c, &error));
      CHECK(ct_tensor_is_meta(c));
      CHECK_SIZES(c, 5, 1, 9);
      release(&a), release(&b), release(&c), release(&out), release(&meta);
    }
  }
}

static void unary(void) {
  static const struct {
    unary_op fresh;
    unary_out out;
    double want; /* of 0 and 1, added up */
  } ops[] = {{ct_neg, ct_neg_out, -1}, {ct_exp, ct_exp_out, 3.718281828459045}};
  for (size_t k = 0; k < sizeof ops / sizeof ops[0]; ++k) {
    ct_tensor *a = counting(SIZES(2, 1), CT_FLOAT64), *wide = NULL, *c = NULL, *out = NULL;
    CHECK_OK(ops[k].fresh(a, &c, &error));
    const double got = ELEMENT(c, 0, 0) + ELEMENT(c, 1, 0);
    CHECK(got - ops[k].want < 1e-14 && ops[k].want - got < 1e-14);
    REQUIRE_OK(ct_expand(a, SIZES(2, 77), &wide, &error));
    REQUIRE_OK(ct_tensor_create(SIZES(0), CT_FLOAT64, &out, &error));
    CHECK_OK(ops[k].out(wide, out, &error));
    CHECK_SIZES(out, 2, 77);
    CHECK(ELEMENT(out, 1, 76) == ELEMENT(c, 1, 0) && ELEMENT(out, 0, 31) == ELEMENT(c, 0, 0));
    CHECK_OK(ops[k].out(a, a, &error));
    CHECK(ELEMENT(a, 1, 0) == ELEMENT(c, 1, 0));
    release(&a), release(&wide), release(&c), release(&out);
  }
}

static void choosing(void) {
  ct_number memory;
  const ct_tensor *const two = ct_number_of(ct_scalar_f64(2), &memory);
  ct_tensor *a = counting(SIZES(2, 3), CT_FLOAT32), *small = NULL, *c = NULL, *out = NULL;
  REQUIRE_OK(ct_lt(a, two, &small, &error));
  CHECK_EQ(ct_tensor_dtype(small), CT_BOOL);
  CHECK_OK(ct_where(small, a, two, &c, &error));
  CHECK_EQ(ct_tensor_dtype(c), CT_FLOAT32);
  CHECK(ELEMENT(c, 0, 1) == 1 && ELEMENT(c, 1, 2) == 2);
  REQUIRE_OK(ct_tensor_create(SIZES(2, 3), CT_FLOAT64, &out, &error));
  CHECK_OK(ct_where_out(small, two, a, out, &error));
  CHECK(ELEMENT(out, 0, 1) == 2 && ELEMENT(out, 1, 2) == 5);
  /* a comparison may write another dtype than bool */
  CHECK_OK(ct_eq_out(a, two, out, &error));
  CHECK(ELEMENT(out, 0, 2) == 1 && ELEMENT(out, 1, 2) == 0);
  release(&a), release(&small), release(&c), release(&out);
}

static void wide_numbers(void) {
  /* a number decides the kind, never the width */
  ct_tensor *a = NULL, *c = NULL;
  ct_number number;
  REQUIRE_OK(ct_ones(SIZES(3), CT_UINT8, &a, &error));
  CHECK_OK(ct_add(a, ct_number_of(ct_scalar_i64(1000), &number), &c, &error));
  CHECK_EQ(ct_tensor_dtype(c), CT_UINT8);
  CHECK_EQ(ELEMENT(c, 0), (1000 + 1) % 256);
  release(&c);
  CHECK_OK(ct_sub(ct_number_of(ct_scalar_f64(0.5), &number), a, &c, &error)); /* on the left */
  CHECK_EQ(ct_tensor_dtype(c), CT_FLOAT32);
  CHECK(ELEMENT(c, 2) == -0.5);
  release(&c), release(&a);
}

static void sums(void) {
  ct_tensor *t = counting(SIZES(2, 3, 4), CT_FLOAT32), *s = NULL, *out = NULL;
  CHECK_OK(ct_sum(t, NULL, 0, false, CT_UNDEFINED, &s, &error));
  CHECK_EQ(ct_tensor_ndim(s), 0);
  ct_scalar value = {0, 0, 0, 0, 0};
  CHECK_OK(ct_tensor_item(s, &value, &error));
  CHECK(value.dtype == CT_FLOAT32 && value.re == 276);
  release(&s);
  CHECK_OK(ct_sum(t, DIMS(-1, 0), true, CT_FLOAT64, &s, &error));
  CHECK_SIZES(s, 1, 3, 1);
  CHECK_EQ(ct_tensor_dtype(s), CT_FLOAT64);
  CHECK_EQ(ELEMENT(s, 0, 2, 0), 8 + 9 + 10 + 11 + 20 + 21 + 22 + 23);
  release(&s);
  REQUIRE_OK(ct_tensor_create(SIZES(0), CT_FLOAT32, &out, &error));
  CHECK_OK(ct_sum_out(t, DIMS(1), false, CT_UNDEFINED, out, &error));
  CHECK_SIZES(out, 2, 4);
  CHECK_EQ(ELEMENT(out, 1, 3), 15 + 19 + 23);
  release(&out), release(&t);
  t = counting(SIZES(10), CT_UINT8);
  CHECK_OK(ct_sum(t, NULL, 0, false, CT_UNDEFINED, &s, &error));
  CHECK_EQ(ct_tensor_dtype(s), CT_INT64);
  release(&s), release(&t);
  REQUIRE_OK(ct_tensor_create(SIZES(0, 4), CT_FLOAT16, &t, &error));
  CHECK_OK(ct_sum(t, DIMS(0), false, CT_UNDEFINED, &s, &error));
  CHECK_SIZES(s, 4);
  CHECK_EQ(ELEMENT(s, 3), 0);
  release(&s), release(&t);
}

/* NULL stands for all dims; an array of none names none, and then a result has an element for each of t's. */
static void no_dims(void) {
  const int32_t none[] = {0};
  const ct_scalar zero = {CT_INT64, 0, 0, 0, 0};
  ct_tensor *t = counting(SIZES(2, 3), CT_FLOAT32), *r = NULL, *mean = NULL;
  bool same = false;
  CHECK_OK(ct_sum(t, none, 0, false, CT_FLOAT64, &r, &error));
  CHECK_SIZES(r, 2, 3);
  CHECK(ct_tensor_dtype(r) == CT_FLOAT64 && ELEMENT(r, 1, 2) == 5);
  release(&r);
  CHECK_OK(ct_amax(t, none, 0, true, &r, &error));
  CHECK(ct_equal(t, r, &same, &error) == CT_OK && same);
  release(&r);
  CHECK_OK(ct_mean(t, none, 0, false, CT_UNDEFINED, &r, &error));
  CHECK(ct_equal(t, r, &same, &error) == CT_OK && same);
  release(&r);
  CHECK_OK(ct_any(t, none, 0, false, &r, &error));
  CHECK_EQ(ct_tensor_dtype(r), CT_BOOL);
  CHECK(ELEMENT(r, 0, 0) == 0 && ELEMENT(r, 0, 1) == 1 && ELEMENT(r, 1, 2) == 1);
  release(&r);
  CHECK_OK(ct_count_nonzero(t, none, 0, false, &r, &error));
  CHECK(ELEMENT(r, 0, 0) == 0 && ELEMENT(r, 1, 0) == 1);
  release(&r);
  CHECK_OK(ct_norm(t, NULL, none, 0, false, CT_UNDEFINED, &r, &error));
  CHECK(ct_equal(t, r, &same, &error) == CT_OK && same);
  release(&r);
  CHECK_OK(ct_logsumexp(t, none, 0, false, &r, &error));
  CHECK_SIZES(r, 2, 3);
  CHECK_EQ(ELEMENT(r, 1, 1), 4);
  release(&r);
  CHECK_OK(ct_sum_exact(t, none, 0, false, CT_UNDEFINED, &r, &error));
  CHECK(ct_equal(t, r, &same, &error) == CT_OK && same);
  release(&r);
  CHECK_OK(ct_var_mean(t, none, 0, &zero, false, &r, &mean, &error));
  CHECK_SIZES(r, 2, 3);
  CHECK(ELEMENT(r, 1, 2) == 0 && ELEMENT(mean, 1, 2) == 5);
  release(&r), release(&mean);
  CHECK_OK(ct_argmax(t, CT_ALL_DIMS, false, &r, &error));
  CHECK_EQ(ct_tensor_ndim(r), 0);
  release(&r), release(&t);
}

/* Every float is its mantissa times a power of two, in any layout. */
static void splitting(void) {
  static const ct_dtype dtypes[] = {CT_FLOAT16, CT_BFLOAT16, CT_FLOAT32, CT_FLOAT64};
  static const double values[] = {0, 1, -3, 0.1, 65504, -6e-8, -1e-300, 0x1p-1074, 0x1p-149, 1e30, INFINITY, -2.75};
  for (int k = 0; k < 4; ++k) {
    ct_tensor *wide = NULL, *t = NULL, *turned = NULL, *mantissa = NULL, *exponent = NULL, *large = NULL;
    ct_tensor *two = NULL, *back = NULL;
    REQUIRE_OK(ct_tensor_from_const_data(values, LIST(3, 4), 2, NULL, CT_FLOAT64, NULL, NULL, &wide, &error));
    REQUIRE_OK(ct_to(wide, dtypes[k], CT_CONTIGUOUS, true, &t, &error));
    REQUIRE_OK(ct_transpose(t, 0, 1, &turned, &error));
    REQUIRE_OK(ct_frexp(turned, &mantissa, &exponent, &error));
    CHECK(ct_tensor_dtype(mantissa) == dtypes[k] && ct_tensor_dtype(exponent) == CT_INT32);
    CHECK(same_numbers(ct_tensor_strides(mantissa), LIST(1, 4), 2));
    for (int64_t i = 0; i < 4; ++i) {
      for (int64_t j = 0; j < 3; ++j) {
        ct_scalar x, m, e;
        REQUIRE_OK(ct_tensor_get_item(turned, LIST(i, j), 2, &x, &error));
        REQUIRE_OK(ct_tensor_get_item(mantissa, LIST(i, j), 2, &m, &error));
        REQUIRE_OK(ct_tensor_get_item(exponent, LIST(i, j), 2, &e, &error));
        int expected = 0;
        const double fraction = frexp(x.re, &expected);
        CHECK(m.re == fraction && e.i == (isinf(x.re) ? 0 : expected));
      }
    }
    ct_tensor *fractional = NULL, *integral = NULL, *changed = NULL;
    REQUIRE_OK(ct_clone(turned, CT_PRESERVE, &changed, &error));
    for (int in_place = 0; in_place < 3; ++in_place) {
      if (in_place == 0) {
        REQUIRE_OK(ct_modf(turned, &fractional, &integral, &error));
        CHECK(ct_tensor_dtype(fractional) == dtypes[k] && ct_tensor_dtype(integral) == dtypes[k]);
        CHECK(same_numbers(ct_tensor_strides(integral), LIST(1, 4), 2));
      } else {
        REQUIRE_OK(ct_copy(changed, turned, &error));
        REQUIRE_OK(in_place == 1 ? ct_modf_out(changed, changed, integral, &error)
                                 : ct_modf_out(changed, fractional, changed, &error));
      }
      for (int64_t i = 0; i < 4; ++i) {
        for (int64_t j = 0; j < 3; ++j) {
          ct_scalar x, f, whole;
          REQUIRE_OK(ct_tensor_get_item(turned, LIST(i, j), 2, &x, &error));
          REQUIRE_OK(ct_tensor_get_item(in_place == 1 ? changed : fractional, LIST(i, j), 2, &f, &error));
          REQUIRE_OK(ct_tensor_get_item(in_place == 2 ? changed : integral, LIST(i, j), 2, &whole, &error));
          double expected_whole = 0;
          const double expected = modf(x.re, &expected_whole);
          CHECK(f.re == expected && !signbit(f.re) == !signbit(expected));
          CHECK(whole.re == expected_whole && !signbit(whole.re) == !signbit(expected_whole));
        }
      }
    }
    CHECK_EQ(ct_modf_out(t, changed, changed, &error), CT_ERROR_OVERLAP);
    release(&fractional), release(&integral), release(&changed);
    /* mantissa may be t; an exponent is resized */
    REQUIRE_OK(ct_zeros(NULL, 0, CT_INT32, &large, &error));
    REQUIRE_OK(ct_frexp_out(t, t, large, &error));
    CHECK_SIZES(large, 3, 4);
    CHECK(ct_frexp_out(t, t, t, &error) != CT_OK);
    const ct_scalar number = {CT_FLOAT16, 0, 0, 2, 0};
    REQUIRE_OK(ct_full(NULL, 0, &number, CT_UNDEFINED, &two, &error));
    REQUIRE_OK(ct_float_power(two, large, &back, &error));
    const double *powers = ct_tensor_data(back);
    const int32_t *exponents = ct_tensor_data(large);
    CHECK_EQ(ct_tensor_dtype(back), CT_FLOAT64);
    for (int i = 0; i < 12; ++i) CHECK(powers[i] == ldexp(1, exponents[i]));
    REQUIRE_OK(ct_float_power_out(two, large, back, &error));
    CHECK_EQ(ct_float_power_out(two, large, t, &error), dtypes[k] == CT_FLOAT64 ? CT_OK : CT_ERROR_DTYPE);
    ct_tensor **all[] = {&wide, &t, &turned, &mantissa, &exponent, &large, &two, &back};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; ++i) release(all[i]);
  }
}

static void cumulative(void) {
  ct_tensor *t = counting(SIZES(2, 3), CT_INT16), *turned = NULL, *out = NULL, *given = NULL, *meta = NULL;
  REQUIRE_OK(ct_transpose(t, 0, 1, &turned, &error)); /* [[0, 3], [1, 4], [2, 5]] */
  REQUIRE_OK(ct_cumulative_sum(turned, 0, CT_UNDEFINED, true, &out, &error));
  CHECK_SIZES(out, 4, 2);
  CHECK(ct_tensor_dtype(out) == CT_INT64 && same_numbers(ct_tensor_data(out), LIST(0, 0, 0, 3, 1, 7, 3, 12), 8));
  release(&out);
  REQUIRE_OK(ct_cumulative_prod(turned, -1, CT_INT64, true, &out, &error));
  CHECK_SIZES(out, 3, 3);
  CHECK(same_numbers(ct_tensor_data(out), LIST(1, 0, 0, 1, 1, 4, 1, 2, 10), 9));
  REQUIRE_OK(ct_zeros(NULL, 0, CT_INT64, &given, &error));
  REQUIRE_OK(ct_cumulative_prod_out(turned, -1, CT_UNDEFINED, true, given, &error));
  CHECK_SIZES(given, 3, 3);
  CHECK(same_numbers(ct_tensor_data(given), ct_tensor_data(out), 9));
  REQUIRE_OK(ct_cumulative_prod_out(turned, -1, CT_UNDEFINED, false, given, &error));
  CHECK_SIZES(given, 3, 2);
  CHECK(same_numbers(ct_tensor_data(given), LIST(0, 0, 1, 4, 2, 10), 6));
  release(&out);
  REQUIRE_OK(ct_tensor_create_meta(LIST(0, 3), 2, NULL, CT_FLOAT32, &meta, &error));
  REQUIRE_OK(ct_cumulative_sum(meta, 0, CT_UNDEFINED, true, &out, &error));
  CHECK_SIZES(out, 1, 3);
  CHECK(ct_tensor_is_meta(out) && ct_tensor_dtype(out) == CT_FLOAT32);
  release(&out);
  CHECK_EQ(ct_cumulative_sum(turned, 2, CT_UNDEFINED, true, &out, &error), CT_ERROR_INDEX);
  CHECK_EQ(ct_cumulative_sum(turned, 0, CT_BOOL, true, &out, &error), CT_ERROR_DTYPE);
  CHECK_EQ(ct_cumulative_sum_out(given, 0, CT_UNDEFINED, true, given, &error), CT_ERROR_SHAPE);
  CHECK_EQ(ct_cumulative_sum_out(turned, 0, CT_FLOAT32, true, given, &error), CT_ERROR_DTYPE);
  release(&meta);
  REQUIRE_OK(ct_zeros(NULL, 0, CT_INT64, &meta, &error));
  CHECK_EQ(ct_cumulative_sum(meta, 0, CT_UNDEFINED, true, &out, &error), CT_ERROR_SHAPE);
  release(&meta);
  release(&given);
  release(&turned);
  release(&t);
}

int main(void) {
  alloc_install();
  use_threads(3);
  binary();
  unary();
  choosing();
  wide_numbers();
  sums();
  no_dims();
  splitting();
  cumulative();
  return alloc_done();
}
