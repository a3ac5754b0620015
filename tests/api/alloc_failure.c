/* Makes every entry point that allocates fail at its first, second, third … allocation until it succeeds, once with
 * that request alone refused and once with every later one, too. A failing call returns CT_ERROR_OUT_OF_MEMORY and
 * names the bytes. It leaves NULL in out, every tensor as it was, and no block allocated. */
#define _POSIX_C_SOURCE 200809L
#include "alloc.h"
#include "executor.h"
#include "snapshot.h"

static ct_tensor *out, *second;
static ct_number number;
static ct_iter *iter_out;
static ct_iter_cursor *cursor_out;
static ct_error *err, fail_error;
static ct_status fail_status;
static ct_tensor *given; /* the output that a call writes; each series makes a new one */

static snapshot watched[32];
static int watched_count;

static struct {
  const char *call;
  int line, mode, points;
  int at_least;
  int64_t n, live;
  ct_tensor *(*make)(void);
  bool running;
} fail;

static int fail_scenarios, fail_points;

static ct_tensor *watch(ct_tensor *t) {
  if (watched_count == 32) abort();
  snapshot_take(&watched[watched_count++], t);
  return t;
}

static void watch_again(void) {
  for (int k = 0; k < watched_count; ++k) {
    const ct_tensor *t = watched[k].tensor;
    snapshot_drop(&watched[k]);
    snapshot_take(&watched[k], t);
  }
}

static void say(const char *problem, const char *detail) {
  ++check_count;
  if (++check_failures <= 60) {
    printf("alloc_failure.c:%d: %s\n    %s at allocation %lld%s: %s %s\n    message \"%s\"\n", fail.line, fail.call,
           ct_status_name(fail_status), (long long)fail.n, fail.mode ? " and later" : "", problem, detail,
           fail_error.message);
  }
}

static void begin(int line, const char *call, int at_least, ct_tensor *(*make)(void)) {
  memset(&fail, 0, sizeof fail);
  fail.line = line;
  fail.call = call;
  fail.at_least = at_least;
  fail.make = make;
  ++fail_scenarios;
}

static void check_failure(void) {
  ++check_count;
  if (fail_status != CT_ERROR_OUT_OF_MEMORY) say("should say that memory ran out", "");
  if (strstr(fail_error.message, "bytes") == NULL) say("should name the bytes", "");
  if (fail_error.code != fail_status) say("has another code than its status", "");
  if (out != NULL && out != (ct_tensor *)(void *)&fail) say("left something in out", "");
  if (second != NULL && second != (ct_tensor *)(void *)&fail) say("left something in second", "");
  if (iter_out != NULL && iter_out != (ct_iter *)(void *)&fail) say("left something in out", "");
  if (cursor_out != NULL && cursor_out != (ct_iter_cursor *)(void *)&fail) say("left something in out", "");
  for (int k = 0; k < watched_count; ++k) {
    const char *changed = snapshot_changed(&watched[k]);
    if (changed != NULL) say("changed an operand's", changed);
  }
  if (alloc_live != fail.live) say("leaks", "");
}

static void drop_results(void) {
  if (out != (ct_tensor *)(void *)&fail) ct_tensor_release(out);
  if (second != (ct_tensor *)(void *)&fail) ct_tensor_release(second);
  if (iter_out != (ct_iter *)(void *)&fail) ct_iter_release(iter_out);
  if (cursor_out != (ct_iter_cursor *)(void *)&fail) ct_iter_cursor_release(cursor_out);
  if (given != NULL) {
    snapshot_drop(&watched[--watched_count]);
    release(&given);
  }
}

/* Checks the last run, and returns true while there is another one to make. */
static bool next(void) {
  if (fail.running) {
    const bool refused = alloc_failed != 0;
    alloc_fail_at = 0;
    if (refused && fail_status != CT_OK) {
      check_failure();
      ++fail.points;
      ++fail_points;
    } else {
      if (fail_status != CT_OK) say("should succeed now", "");
      if (refused) say("succeeds although an allocation was refused", "");
      drop_results();
      fail.running = false;
      ++fail.mode;
    }
    if (fail.n > 200) {
      say("never succeeds", "");
      fail.running = false;
      fail.mode = 2;
    }
  }
  if (fail.mode == 2) {
    if (fail.points < 2 * fail.at_least) say("allocates less often than thought", "");
    return false;
  }
  if (!fail.running) {
    fail.running = true;
    fail.n = 0;
    if (fail.make != NULL) given = watch(fail.make());
  }
  ++fail.n;
  memset(&fail_error, 0, sizeof fail_error);
  err = &fail_error;
  /* a call does not write all of them: the others keep the address of fail */
  out = (ct_tensor *)(void *)&fail;
  second = (ct_tensor *)(void *)&fail;
  iter_out = (ct_iter *)(void *)&fail;
  cursor_out = (ct_iter_cursor *)(void *)&fail;
  fail.live = alloc_live;
  alloc_failed = 0;
  alloc_fail_onward = fail.mode == 1;
  alloc_fail_at = alloc_requests + fail.n;
  return true;
}

/* at_least: how many allocations the call is known to make. */
#define FAILING(at_least, ...) \
  for (begin(__LINE__, #__VA_ARGS__, (at_least), NULL); next();) fail_status = (__VA_ARGS__)
#define FAILING_OUT(at_least, make, ...) \
  for (begin(__LINE__, #__VA_ARGS__, (at_least), (make)); next();) fail_status = (__VA_ARGS__)

static ct_error error;
static ct_tensor *a, *b, *ints, *permuted, *a8, *permuted8, *c8, *permuted_c8, *large, *large8, *condition, *condition8,
    *z, *half, *scattered, *spaced, *tall, *far_apart, *short_rows;

/* Eight dims are more than a tensor or an iterator holds inline. They are permuted so that no two can be coalesced. */
#define SIZES8 SIZES(2, 3, 2, 3, 2, 3, 2, 3)
#define ORDER8 DIMS(0, 7, 2, 5, 4, 3, 6, 1)

static void make_operands(void) {
  a = watch(counting(SIZES(2, 3, 4, 5), CT_FLOAT32));
  b = watch(counting(SIZES(5), CT_FLOAT64));
  ints = watch(counting(SIZES(2, 3, 4, 5), CT_INT32));
  a8 = watch(counting(SIZES8, CT_FLOAT32));
  c8 = watch(counting(SIZES8, CT_INT16));
  large = watch(counting(SIZES(700, 300), CT_FLOAT32));
  half = watch(counting(SIZES(40, 50), CT_FLOAT16));
  REQUIRE_OK(ct_full_like(a, &(ct_scalar){CT_COMPLEX128, 0, 0, 1, 2}, CT_COMPLEX64, CT_PRESERVE, &z, &error));
  REQUIRE_OK(ct_permute(a, DIMS(3, 1, 0, 2), &permuted, &error));
  REQUIRE_OK(ct_permute(a8, ORDER8, &permuted8, &error));
  REQUIRE_OK(ct_permute(c8, DIMS(0, 1, 4, 3, 2, 5, 6, 7), &permuted_c8, &error));
  REQUIRE_OK(ct_ones(SIZES(2, 3, 4, 5), CT_BOOL, &condition, &error));
  REQUIRE_OK(ct_to(c8, CT_BOOL, CT_CONTIGUOUS, false, &condition8, &error));
  REQUIRE_OK(ct_transpose(large, 0, 1, &large8, &error));
  ct_tensor *whole = counting(SIZES(60, 80, 5, 7), CT_FLOAT32);
  REQUIRE_OK(ct_permute(whole, DIMS(1, 2, 3, 0), &scattered, &error));
  release(&whole);
  REQUIRE_OK(ct_as_strided(large, LIST(300), 1, LIST(2), 0, &spaced, &error));
  tall = watch(counting(SIZES(5, 20000), CT_FLOAT32));
  short_rows = watch(counting(SIZES(2000, 5), CT_FLOAT32));
  REQUIRE_OK(ct_as_strided(large, LIST(20000), 1, LIST(3), 0, &far_apart, &error)); /* more than a thread holds */
  ct_tensor *const made[] = {z,          permuted, permuted8, permuted_c8, condition,
                             condition8, large8,   scattered, spaced,      far_apart};
  for (size_t k = 0; k < sizeof made / sizeof made[0]; ++k) watch(made[k]);
  watch_again(); /* because of the views, other tensors are unique now */
}

static ct_tensor *small_float(void) {
  ct_tensor *t = NULL;
  REQUIRE_OK(ct_ones(SIZES(2), CT_FLOAT32, &t, &error));
  return t;
}
static ct_tensor *small_double(void) {
  ct_tensor *t = NULL;
  REQUIRE_OK(ct_ones(SIZES(2), CT_FLOAT64, &t, &error));
  return t;
}
static ct_tensor *small_int64(void) {
  ct_tensor *t = NULL;
  REQUIRE_OK(ct_ones(SIZES(2), CT_INT64, &t, &error));
  return t;
}
static ct_tensor *scattered_int64(void) {
  ct_tensor *t = NULL;
  REQUIRE_OK(ct_ones(SIZES(80, 7, 60), CT_INT64, &t, &error));
  return t;
}
static ct_tensor *empty_bool(void) {
  ct_tensor *t = NULL;
  REQUIRE_OK(ct_ones(SIZES(0), CT_BOOL, &t, &error));
  return t;
}
static ct_tensor *shaped_double8(void) {
  ct_tensor *t = NULL, *view = NULL;
  REQUIRE_OK(ct_ones(SIZES8, CT_FLOAT64, &t, &error));
  REQUIRE_OK(
      ct_permute(t, DIMS(6, 1, 2, 3, 4, 5, 0, 7), &view, &error)); /* the sizes of permuted8 with other strides */
  release(&t);
  return view;
}
static ct_tensor *shaped_float(void) {
  ct_tensor *t = NULL;
  REQUIRE_OK(ct_ones(SIZES(2, 3, 4, 5), CT_FLOAT32, &t, &error));
  return t;
}
static ct_tensor *shaped_float8(void) {
  ct_tensor *t = NULL;
  REQUIRE_OK(ct_zeros(SIZES8, CT_FLOAT32, &t, &error));
  return t;
}
static ct_tensor *shaped_large(void) {
  ct_tensor *t = NULL;
  REQUIRE_OK(ct_zeros(SIZES(700, 300), CT_FLOAT32, &t, &error));
  return t;
}
static ct_tensor *shaped_boxed(void) {
  ct_tensor *t = NULL;
  REQUIRE_OK(ct_zeros(SIZES(30, 70, 100), CT_FLOAT32, &t, &error));
  return t;
}
static ct_tensor *shaped_boxed8(void) {
  ct_tensor *t = NULL;
  REQUIRE_OK(ct_zeros(SIZES(30, 70, 100, 1, 1, 1, 1, 1), CT_FLOAT32, &t, &error));
  return t;
}
static ct_tensor *shaped_tall(void) {
  ct_tensor *t = NULL;
  REQUIRE_OK(ct_zeros(SIZES(30000, 7), CT_FLOAT32, &t, &error));
  return t;
}
static ct_tensor *shaped_columns(void) {
  ct_tensor *t = NULL;
  REQUIRE_OK(ct_zeros(SIZES(52500, 2, 2), CT_FLOAT32, &t, &error));
  return t;
}
static ct_tensor *strided_sum(void) { /* [300] with gaps, for a sum that writes to a dense buffer first */
  ct_tensor *t = NULL;
  REQUIRE_OK(ct_tensor_create_strided(LIST(300), 1, LIST(-3), CT_FLOAT16, &t, &error));
  REQUIRE_OK(ct_fill(t, &(ct_scalar){CT_INT64, 0, 0, 0, 0}, &error));
  return t;
}

static void creating(void) {
  static float data[1296];
  const ct_scalar three = {CT_INT64, 0, 3, 0, 0}, end = {CT_INT64, 0, 5000, 0, 0};
  const int64_t *sizes8 = ct_tensor_sizes(permuted8), *strides8 = ct_tensor_strides(permuted8);
  FAILING(2, ct_tensor_create(SIZES(2, 3), CT_FLOAT32, &out, err));
  FAILING(3, ct_tensor_create(SIZES8, CT_FLOAT32, &out, err));
  FAILING(3, ct_tensor_create_strided(sizes8, 8, strides8, CT_FLOAT32, &out, err));
  FAILING(2, ct_tensor_create_meta(sizes8, 8, NULL, CT_FLOAT32, &out, err));
  FAILING(2, ct_tensor_create_meta(sizes8, 8, strides8, CT_FLOAT32, &out, err));
  FAILING(2, ct_tensor_from_data(data, sizes8, 8, strides8, CT_FLOAT32, NULL, NULL, &out, err));
  FAILING(2, ct_tensor_from_const_data(data, sizes8, 8, NULL, CT_FLOAT32, NULL, NULL, &out, err));
  FAILING(1, ct_tensor_create_scalar(&three, true, &out, err));
  FAILING(1, ct_unsqueeze(ct_number_of(ct_scalar_f64(2.5), &number), 0, &out, err));
  FAILING(1, ct_contiguous(ct_number_of(ct_scalar_i64(2), &number), CT_CONTIGUOUS, &out, err));
  FAILING(2, ct_zeros(SIZES8, CT_COMPLEX128, &out, err));
  FAILING(2, ct_ones(SIZES(30), CT_BFLOAT16, &out, err));
  FAILING(2, ct_full(SIZES8, &three, CT_FLOAT16, &out, err));
  FAILING(2, ct_arange(NULL, &end, NULL, CT_UNDEFINED, &out, err));
  FAILING(2, ct_arange(&three, &end, &three, CT_FLOAT16, &out, err));
  FAILING(2, ct_linspace(&three, &end, 9, CT_FLOAT16, &out, err));
  FAILING(2, ct_logspace(&three, &end, 9, 2, CT_UNDEFINED, &out, err));
  FAILING(3, ct_eye(40, 50, 1, CT_UNDEFINED, &out, err));
  FAILING(4, ct_tril_indices(30, 30, 1, CT_INT16, &out, err));
  FAILING(2, ct_empty_like(permuted8, CT_UNDEFINED, CT_PRESERVE, &out, err));
  FAILING(2, ct_zeros_like(permuted8, CT_INT8, CT_CONTIGUOUS, &out, err));
  FAILING(2, ct_ones_like(permuted, CT_UNDEFINED, CT_CHANNELS_LAST, &out, err));
  FAILING(2, ct_full_like(permuted8, &three, CT_UNDEFINED, CT_PRESERVE, &out, err));
}

static void views(void) {
  const int32_t source[] = {0, 1, 2}, destination[] = {7, 6, 5};
  FAILING(1, ct_as_strided(a, LIST(2, 2), 2, LIST(1, 2), 3, &out, err));
  FAILING(2, ct_as_strided(a8, ct_tensor_sizes(permuted8), 8, ct_tensor_strides(permuted8), 0, &out, err));
  FAILING(1, ct_view(a, SIZES(6, -1), &out, err));
  FAILING(2, ct_view(a, SIZES(1, 2, 1, 3, 1, 4, 1, -1), &out, err));
  FAILING(1, ct_reshape(a, SIZES(-1), &out, err));
  FAILING(2, ct_reshape(permuted, SIZES(-1), &out, err));
  FAILING(3, ct_reshape(permuted8, SIZES(2, 3, 3, 2, 3, 2, 1, 6), &out, err));
  FAILING(2, ct_permute(a8, ORDER8, &out, err));
  FAILING(2, ct_transpose(a8, 0, -1, &out, err));
  FAILING(2, ct_movedim(a8, source, destination, 3, &out, err));
  FAILING(2, ct_slice(a8, 3, INT64_MIN, INT64_MIN, -1, &out, err));
  FAILING(1, ct_select(a8, 1, 2, &out, err));
  FAILING(2, ct_narrow(a8, 1, 1, 2, &out, err));
  FAILING(2, ct_expand(a, SIZES(7, 6, 1, 9, 2, 3, 4, 5), &out, err));
  FAILING(1, ct_squeeze(a8, NULL, 0, &out, err));
  FAILING(2, ct_unsqueeze(a8, 4, &out, err));
  FAILING(1, ct_flatten(a8, 2, 5, &out, err));
  FAILING(3, ct_flatten(permuted8, 0, 1, &out, err));
  FAILING(2, ct_flip(a8, DIMS(0, 7, 3), &out, err));
  FAILING(1, ct_real(z, &out, err));
  FAILING(1, ct_imag(z, &out, err));
  FAILING_OUT(1, small_float, ct_resize(given, SIZES(100), CT_CONTIGUOUS, err));
  FAILING_OUT(2, small_float, ct_resize(given, SIZES8, CT_CONTIGUOUS, err));
  FAILING_OUT(1, small_float, ct_resize(given, SIZES(2, 3, 4, 5), CT_CHANNELS_LAST, err));
}

static void copies(void) {
  const ct_scalar three = {CT_INT64, 0, 3, 0, 0};
  FAILING(2, ct_contiguous(permuted8, CT_CONTIGUOUS, &out, err));
  FAILING(2, ct_contiguous(a, CT_CHANNELS_LAST, &out, err));
  FAILING(2, ct_clone(permuted8, CT_PRESERVE, &out, err));
  FAILING(2, ct_to(permuted8, CT_FLOAT16, CT_CONTIGUOUS, false, &out, err));
  FAILING(2, ct_to(a, CT_UNDEFINED, CT_CHANNELS_LAST, false, &out, err));
  FAILING_OUT(0, shaped_double8, ct_copy(given, permuted8, err));
  FAILING_OUT(0, shaped_float, ct_copy(given, ints, err));
  FAILING_OUT(0, shaped_double8, ct_fill(given, &three, err));
}

static void joining(void) {
  const ct_tensor *const same[] = {a8, permuted8}, *const mixed[] = {a, ints, a, ints, a, ints, a, ints, a, ints},
                         *const transposed[] = {large, large};
  FAILING(2, ct_cat(same, 2, 3, &out, err));
  FAILING(3, ct_cat(mixed, 10, 0, &out, err));
  FAILING(3, ct_cat(transposed, 2, 1, &out, err));
  FAILING(2, ct_stack(same, 2, 0, &out, err));
  FAILING_OUT(1, small_float, ct_cat_out(mixed, 2, 1, given, err));
  FAILING(2, ct_repeat(a8, SIZES(1, 1, 2, 1, 1, 2, 1, 1), &out, err));
  FAILING(2, ct_repeat(large, SIZES(2, 3), &out, err));
  FAILING_OUT(1, small_float, ct_repeat_out(a, SIZES(1, 2, 1, 1), given, err));
  FAILING_OUT(1, small_float, ct_repeat_out(large8, SIZES(2, 3), given, err));
  FAILING(2, ct_roll(permuted8, SIZES(1, 1), DIMS(0, 5), &out, err));
  FAILING(3, ct_roll(permuted8, SIZES(7), NULL, 0, &out, err));
  FAILING(3, ct_pad(large, SIZES(1, 2, 3, 4), CT_PAD_REFLECT, NULL, &out, err));
  FAILING(3, ct_pad(permuted8, SIZES(1, 1, 1, 1), CT_PAD_CONSTANT, NULL, &out, err));
  FAILING_OUT(1, small_float, ct_pad_out(large8, SIZES(1, 2, 3, 4), CT_PAD_REFLECT, NULL, given, err));
  FAILING_OUT(1, small_float, ct_pad_out(short_rows, SIZES(1, 2, 3, 4), CT_PAD_CONSTANT, NULL, given, err));
  FAILING(3, ct_pad(scattered, SIZES(1, 2, 1, 2, 1, 2), CT_PAD_REFLECT, NULL, &out, err));
  FAILING_OUT(1, small_float, ct_pad_out(scattered, SIZES(1, 2, 1, 2, 1, 2), CT_PAD_REFLECT, NULL, given, err));
  FAILING(2, ct_tril(large, 1, &out, err));
  FAILING(2, ct_triu(large8, 1, &out, err));
  FAILING(3, ct_diag_embed(a8, 1, 0, 3, &out, err));
  FAILING(2, ct_complex(a, a, &out, err));
  FAILING(6, ct_polar(large, large, &out, err));
}

static void ops(void) {
  FAILING(2, ct_neg(permuted8, &out, err));
  FAILING(2, ct_exp(c8, &out, err));
  FAILING(2, ct_float_power(ints, a, &out, err));
  FAILING_OUT(1, small_float, ct_exp_out(ints, given, err));
  FAILING_OUT(2, small_float, ct_neg_out(permuted8, given, err));
  FAILING(2, ct_add(a, b, &out, err));
  FAILING(2, ct_add(a8, c8, &out, err));
  FAILING(2, ct_add(large, large, &out, err));
  FAILING(2, ct_add(large, spaced, &out, err)); /* the input that is read 700 times is copied */
  FAILING(3, ct_add(tall, far_apart, &out, err));
  FAILING_OUT(0, shaped_large, ct_add_out(large, spaced, given, err));
  ct_tensor *boxed = NULL, *turned = NULL, *turned_back = NULL; /* copied slice by slice */
  REQUIRE_OK(ct_reshape(large, SIZES(30, 70, 100), &boxed, &error));
  REQUIRE_OK(ct_reshape(large, SIZES(100, 30, 70), &turned, &error));
  REQUIRE_OK(ct_permute(turned, DIMS(1, 2, 0), &turned_back, &error));
  FAILING(2, ct_add(boxed, turned_back, &out, err));
  FAILING_OUT(0, shaped_boxed, ct_add_out(boxed, turned_back, given, err));
  ct_tensor *boxed8 = NULL, *turned8 = NULL; /* a copy of so many dims would take memory for each slice */
  REQUIRE_OK(ct_reshape(boxed, SIZES(30, 70, 100, 1, 1, 1, 1, 1), &boxed8, &error));
  REQUIRE_OK(ct_reshape(turned_back, SIZES(30, 70, 100, 1, 1, 1, 1, 1), &turned8, &error));
  FAILING(2, ct_add(boxed8, turned8, &out, err));
  FAILING_OUT(0, shaped_boxed8, ct_add_out(boxed8, turned8, given, err));
  release(&boxed), release(&turned), release(&turned_back), release(&boxed8), release(&turned8);
  FAILING_OUT(1, small_float, ct_add_out(a, b, given, err));
  FAILING_OUT(1, small_double, ct_add_out(a, ints, given, err));
  FAILING_OUT(2, small_double, ct_mul_out(a8, c8, given, err));
  FAILING_OUT(4, small_float,
              ct_add_out(a8, permuted8, given, err)); /* no dims coalesce, and the walk allocates, too */
  FAILING_OUT(4, small_float, ct_where_out(condition8, a8, permuted8, given, err));
  FAILING_OUT(0, shaped_float, ct_sub_out(given, a, given, err));
  FAILING(2, ct_div(ints, b, &out, err));
  FAILING_OUT(1, small_double, ct_div_out(ints, b, given, err));
  FAILING(2, ct_floor_divide(a, b, &out, err));
  FAILING(2, ct_eq(a8, c8, &out, err));
  FAILING_OUT(1, empty_bool, ct_lt_out(a, ints, given, err));
  FAILING_OUT(1, small_double, ct_eq_out(a, ints, given, err));
  FAILING(2, ct_lt(permuted, permuted, &out, err));
  FAILING(2, ct_where(condition, a, b, &out, err));
  FAILING_OUT(1, small_double, ct_where_out(condition, ints, b, given, err));
}

static void sums(void) {
  FAILING(2, ct_sum(large, NULL, 0, false, CT_UNDEFINED, &out, err)); /* large enough for partial results */
  FAILING(2, ct_sum(large8, DIMS(0), true, CT_FLOAT64, &out, err));
  FAILING(2, ct_sum(half, DIMS(1), false, CT_UNDEFINED, &out, err));
  FAILING(2, ct_sum(permuted8, DIMS(1, 3, 4), false, CT_UNDEFINED, &out, err));
  FAILING(2, ct_sum(c8, NULL, 0, true, CT_UNDEFINED, &out, err));
  FAILING_OUT(1, small_float, ct_sum_out(large, DIMS(0), false, CT_UNDEFINED, given, err));
  FAILING_OUT(2, small_float, ct_sum_out(a8, DIMS(2), true, CT_UNDEFINED, given, err));
  FAILING(2, ct_cumsum(half, 1, CT_UNDEFINED, &out, err));
  FAILING(2, ct_cumprod(large, 0, CT_FLOAT64, &out, err));
  FAILING(2, ct_argmax(half, 1, false, &out, err));
  FAILING_OUT(1, small_int64, ct_argmin_out(a8, 2, true, given, err));
  FAILING_OUT(2, scattered_int64, ct_argmax_out(scattered, 1, false, given, err)); /* part by part */
  FAILING(2, ct_var(permuted8, DIMS(1, 3, 4), NULL, false, &out, err));
  FAILING_OUT(1, small_float, ct_std_out(large, DIMS(0), NULL, false, given, err));
  FAILING(2, ct_sum_compensated(large, NULL, 0, false, CT_UNDEFINED, &out, err));
  FAILING(2, ct_sum_exact(large, NULL, 0, false, CT_UNDEFINED, &out, err)); /* each span has sums of its own */
  FAILING(2, ct_logsumexp(large, NULL, 0, false, &out, err));
  FAILING(2, ct_softmax(half, 1, CT_UNDEFINED, &out, err));
  FAILING_OUT(1, small_float, ct_log_softmax_out(a8, 2, CT_UNDEFINED, given, err));
  ct_tensor *few_columns = NULL; /* they are turned into rows, and back */
  REQUIRE_OK(ct_reshape(large, SIZES(30000, 7), &few_columns, &error));
  FAILING_OUT(2, shaped_tall, ct_softmax_out(few_columns, 0, CT_UNDEFINED, given, err));
  release(&few_columns);
  FAILING_OUT(1, small_float, ct_cumsum_out(a8, 2, CT_UNDEFINED, given, err));
  ct_tensor *rows = NULL, *turned = NULL; /* they are copied to the output first, but not where a scan takes memory */
  REQUIRE_OK(ct_reshape(large, SIZES(300, 700), &rows, &error));
  REQUIRE_OK(ct_transpose(rows, 0, 1, &turned, &error));
  FAILING_OUT(0, shaped_large, ct_cumsum_out(turned, 0, CT_UNDEFINED, given, err));
  FAILING_OUT(0, shaped_large, ct_cumsum_out(turned, 1, CT_UNDEFINED, given, err));
  release(&rows), release(&turned);
  REQUIRE_OK(ct_reshape(large, SIZES(2, 52500, 2), &rows, &error));
  REQUIRE_OK(ct_permute(rows, DIMS(1, 2, 0), &turned, &error));
  FAILING_OUT(0, shaped_columns, ct_cumsum_out(turned, 0, CT_UNDEFINED, given, err));
  release(&rows), release(&turned);
  FAILING_OUT(0, strided_sum, ct_sum_out(large, DIMS(0), false, CT_FLOAT16, given, err));
}

static void indexing(void) {
  const ct_scalar three = {CT_INT64, 0, 3, 0, 0};
  ct_tensor *first = NULL, *along = NULL, *mask = NULL, *zero = NULL, *many = NULL, *flat = NULL, *upright = NULL;
  REQUIRE_OK(ct_zeros(NULL, 0, CT_FLOAT32, &zero, &error));
  REQUIRE_OK(ct_zeros(SIZES(300), CT_INT64, &many, &error));
  REQUIRE_OK(ct_reshape(large, SIZES(300, 700), &flat, &error));
  REQUIRE_OK(ct_transpose(flat, 0, 1, &upright, &error));
  REQUIRE_OK(ct_zeros(SIZES(2), CT_INT64, &first, &error));
  REQUIRE_OK(ct_zeros_like(a8, CT_INT32, CT_CONTIGUOUS, &along, &error));
  REQUIRE_OK(ct_eq(a8, a8, &mask, &error));
  const ct_tensor *const by_mask[] = {mask}, *const by_two[] = {first, NULL, first};
  FAILING(2, ct_index(permuted8, by_two, 3, &out, err));
  FAILING(4, ct_index(a8, by_mask, 1, &out, err));
  FAILING(2, ct_index_select(permuted8, 0, first, &out, err));
  /* slices that are written across memory are gathered into memory of their own first */
  FAILING(3, ct_index_select(upright, 1, many, &out, err));
  FAILING_OUT(1, shaped_large, ct_index_select_out(upright, 1, many, given, err));
  FAILING_OUT(2, small_float, ct_index_select_out(upright, 1, many, given, err));
  FAILING(2, ct_gather(permuted8, 0, along, &out, err));
  FAILING(2, ct_take(permuted8, along, &out, err));
  FAILING_OUT(1, small_float, ct_take_out(a8, along, given, err));
  FAILING(2, ct_scatter(permuted8, 0, along, permuted8, CT_SCATTER_ADD, &out, err));
  FAILING_OUT(1, shaped_float8, ct_scatter_out(given, 0, along, a8, CT_SCATTER_ADD, given, err));
  FAILING_OUT(1, shaped_float8, ct_scatter_out(a8, 0, along, a8, CT_SCATTER_REPLACE, given, err));
  FAILING_OUT(1, shaped_float8, ct_index_put(given, by_mask, 1, zero, false, err));
  FAILING_OUT(1, shaped_float8, ct_index_fill_out(given, 1, first, &three, given, err));
  FAILING_OUT(1, shaped_float8, ct_put_out(given, along, a8, true, given, err));
  FAILING(2, ct_nonzero(permuted8, &out, err));
  FAILING(2, ct_masked_select(permuted8, mask, &out, err));
  FAILING_OUT(2, shaped_float8, ct_masked_scatter_out(given, mask, permuted8, given, err));
  FAILING(2, ct_one_hot(along, 3, &out, err));
  release(&first), release(&along), release(&mask), release(&zero);
  release(&many), release(&flat), release(&upright);
}

static void order(void) {
  FAILING(2, ct_sort(half, 1, false, false, &out, NULL, err));
  FAILING(2, ct_sort(large, 0, true, false, &out, NULL, err));
  FAILING(2, ct_argsort(a8, 2, false, true, &out, err));
  FAILING(2, ct_median(large, &out, err));
  FAILING(2, ct_unique(large, &out, NULL, NULL, err));
  FAILING(2, ct_logcumsumexp(a8, 2, &out, err));
  FAILING(2, ct_sort(large, 0, false, false, &out, &second, err));
  FAILING(2, ct_unique_dim(a8, 1, &out, &second, NULL, err));
  FAILING(2, ct_diff(a8, 2, 2, a8, NULL, &out, err));
  FAILING_OUT(1, small_int64, ct_argsort_out(large, 0, false, false, given, err));
  FAILING_OUT(1, small_float, ct_sort_out(large, 1, false, false, given, NULL, err));
  FAILING_OUT(1, small_float, ct_histc_out(large, 5, 0, 1, given, err));
}

static ct_status evaluated(const ct_tensor *deferred, ct_tensor **result) {
  if (result == &out) out = NULL;
  return ct_evaluate(&deferred, 1, result, err);
}

static ct_status compiled_and_run(const ct_tensor *leaf, const ct_tensor *result, const ct_tensor *input) {
  ct_program *program = NULL;
  ct_status status = ct_program_create(&leaf, 1, &result, 1, &program, err);
  out = NULL;
  if (status == CT_OK) status = ct_program_run(program, &input, 1, &out, 1, err);
  ct_program_release(program);
  return status;
}

static void expressions(void) {
  ct_tensor *leaf = NULL, *leaf8 = NULL, *product = NULL, *sum = NULL, *merged = NULL, *sum8 = NULL, *mean = NULL,
            *rows = NULL, *down = NULL;
  REQUIRE_OK(ct_defer(large, &leaf, &error));
  REQUIRE_OK(ct_defer(a8, &leaf8, &error));
  REQUIRE_OK(ct_mul(leaf, large, &product, &error));
  REQUIRE_OK(ct_add(product, leaf, &sum, &error));
  REQUIRE_OK(ct_flatten(sum, 0, 1, &merged, &error)); /* is seen through a view that its operands have none of */
  REQUIRE_OK(ct_add(leaf8, permuted8, &sum8, &error));
  REQUIRE_OK(ct_mean(sum, DIMS(1), true, CT_UNDEFINED, &mean, &error));
  REQUIRE_OK(ct_sub(sum, mean, &rows, &error)); /* row by row */
  REQUIRE_OK(ct_sum(sum, DIMS(0), false, CT_UNDEFINED, &down, &error));
  watch_again(); /* the expressions hold references */
  FAILING(2, ct_defer(a8, &out, err));
  FAILING(2, ct_add(leaf8, permuted8, &out, err));
  FAILING(2, ct_to(leaf8, CT_FLOAT64, CT_PRESERVE, false, &out, err));
  FAILING(1, ct_transpose(sum8, 0, 1, &out, err));
  FAILING(2, evaluated(sum, &out));
  FAILING(2, evaluated(sum8, &out));
  FAILING(3, evaluated(merged, &out));
  FAILING(2, ct_sum(sum, DIMS(0), false, CT_UNDEFINED, &out, err));
  FAILING(5, evaluated(down, &out));
  FAILING(5, evaluated(rows, &out));
  FAILING(5, compiled_and_run(leaf, rows, large));
  FAILING_OUT(4, shaped_large, evaluated(rows, &given));
  FAILING(3, ct_equal(sum, sum, &(bool){false}, err));
  FAILING_OUT(0, shaped_float8, evaluated(sum8, &given));
  FAILING_OUT(3, small_double, ct_add_out(sum, large, given, err));
  FAILING(5, compiled_and_run(leaf, sum, large));
  FAILING(5, compiled_and_run(leaf8, sum8, a8));
  release(&leaf), release(&leaf8), release(&product), release(&sum), release(&merged), release(&sum8);
  release(&mean), release(&rows), release(&down);
  watch_again();
}

static ct_status nothing(const ct_loop *loop, void *user_data) {
  (void)loop, (void)user_data;
  return CT_OK;
}

static ct_iter_config *config_of(ct_iter_config *config, ct_tensor *const *outputs, int32_t noutputs,
                                 const ct_tensor *const *inputs, int32_t ninputs, uint32_t preset, uint32_t flags) {
  memset(config, 0, sizeof *config);
  config->outputs = outputs;
  config->noutputs = noutputs;
  config->inputs = inputs;
  config->ninputs = ninputs;
  config->preset = preset;
  config->flags = flags;
  return config;
}

static void iterators(void) {
  ct_iter_config config;
  const ct_tensor *const mixed[] = {a, b}, *const one[] = {large};
  ct_tensor *scalar = NULL, *wide = NULL, *row = NULL;
  const ct_tensor *const seven[] = {a8, c8, a8, c8, a8, permuted_c8};
  FAILING(3, ct_iter_build(config_of(&config, NULL, 1, mixed, 2, CT_ITER_BINARY, 0), &iter_out, err));
  FAILING(5, ct_iter_build(config_of(&config, NULL, 2, seven, 6, 0,
                                     CT_ITER_PROMOTE_INPUTS | CT_ITER_CAST_TO_OUTPUTS | CT_ITER_LINEAR),
                           &iter_out, err));
  FAILING_OUT(
      3, small_double,
      ct_iter_build(config_of(&config, &given, 1, seven, 6, 0, CT_ITER_PROMOTE_INPUTS | CT_ITER_CAST_TO_OUTPUTS),
                    &iter_out, err));
  ct_iter *it = NULL, *reduction_it = NULL, *wide_it = NULL;
  REQUIRE_OK(ct_iter_build(config_of(&config, NULL, 2, seven, 6, 0, CT_ITER_PROMOTE_INPUTS), &it, &error));
  REQUIRE_OK(ct_zeros(SIZES(1, 1), CT_FLOAT32, &scalar, &error));
  REQUIRE_OK(ct_iter_build(config_of(&config, &scalar, 1, one, 1, CT_ITER_REDUCE, 0), &reduction_it, &error));
  REQUIRE_OK(ct_expand(large, SIZES(20, 700, 300), &wide, &error)); /* many outputs have partial results */
  REQUIRE_OK(ct_zeros(SIZES(1, 1, 300), CT_FLOAT32, &row, &error));
  const ct_tensor *const wide_input[] = {wide};
  REQUIRE_OK(ct_iter_build(config_of(&config, &row, 1, wide_input, 1, CT_ITER_REDUCE, 0), &wide_it, &error));
  watch_again(); /* the iterators hold references */
  const int64_t numel = ct_iter_numel(it);
  const ct_scalar zero = {CT_FLOAT64, 0, 0, 0, 0};
  const ct_iter_reduction reduction = {0, CT_FLOAT64, nothing, nothing, &zero, NULL};
  FAILING(0, ct_iter_for_each(it, nothing, NULL, 10, err));
  FAILING(0, ct_iter_serial_for_each(it, 3, numel - 3, nothing, NULL, err));
  FAILING(1, ct_iter_cursor_create(it, 3, numel - 3, &cursor_out, err));
  FAILING(0, ct_iter_reduce(reduction_it, &reduction, err));
  FAILING(1, ct_iter_reduce(wide_it, &reduction, err));
  FAILING(0, ct_iter_operand(it, 0, &out, err));
  ct_iter_release(it);
  ct_iter_release(reduction_it);
  ct_iter_release(wide_it);
  release(&scalar), release(&wide), release(&row);
  watch_again();
}

static ct_tensor *long_vector(void) {
  ct_tensor *t = NULL;
  REQUIRE_OK(ct_zeros(SIZES(0), CT_INT64, &t, &error));
  return t;
}

/* A failing call takes no blocks. */
static void random_numbers(void) {
  ct_rng *rng = NULL;
  ct_tensor *weights = NULL;
  REQUIRE_OK(ct_rng_create(1, &rng, &error));
  REQUIRE_OK(ct_ones(SIZES(3, 40), CT_FLOAT16, &weights, &error));
  watch(weights);
  FAILING(2, ct_uniform(rng, SIZES(100), 0, 1, CT_FLOAT32, &out, err));
  CHECK_EQ(ct_rng_counter(rng), 2 * 25); /* each of two series has succeeded once */
  FAILING_OUT(0, small_float, ct_normal_out(rng, 0, 1, given, err));
  FAILING(3, ct_randint(rng, SIZES8, 0, 9, CT_INT8, &out, err));
  FAILING(4, ct_randperm(rng, 100, CT_INT32, &out, err));
  FAILING_OUT(2, long_vector, ct_randperm_out(rng, 100, given, err));
  FAILING(4, ct_multinomial(rng, weights, 5, true, &out, err));
  FAILING(4, ct_multinomial(rng, weights, 5, false, &out, err));
  FAILING_OUT(4, long_vector, ct_multinomial_out(rng, weights, 200, true, given, err));
  ct_rng_release(rng);
  snapshot_drop(&watched[--watched_count]);
  release(&weights);
}

static void looking(void) {
  char text[4096];
  ct_dtype dtype = CT_UNDEFINED;
  const ct_tensor *const mixed[] = {a, b, ints, a8, c8, half};
  FAILING(0, ct_tensor_to_string(permuted8, text, sizeof text, NULL, err));
  FAILING(0, ct_tensor_to_string(large, text, sizeof text, NULL, err));
  FAILING(0, ct_result_type(mixed, 6, &dtype, err));
}

int main(void) {
  alloc_install();
  use_threads(3);
  make_operands();
  for (int threads = 1; threads <= 3; threads += 2) {
    CHECK_OK(ct_set_num_threads(threads, &error));
    creating();
    views();
    copies();
    joining();
    ops();
    sums();
    indexing();
    order();
    expressions();
    iterators();
    random_numbers();
    looking();
  }
  while (watched_count > 0) {
    ct_tensor *t = (ct_tensor *)(uintptr_t)watched[--watched_count].tensor;
    snapshot_drop(&watched[watched_count]);
    release(&t);
  }
  printf("%d scenarios, %d refused allocations\n", fail_scenarios, fail_points);
  CHECK(fail_scenarios >= 2 * 80 && fail_points > 2 * 2 * 80);
  return alloc_done();
}
