/* CHECK macros, which print file:line and count failures. Every API test includes this file first. It needs nothing but
 * C99 and ctensor.h. */
#ifndef CT_TESTS_CHECK_H
#define CT_TESTS_CHECK_H

#include <ctensor.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int check_count, check_failures;

static inline bool check_report(bool ok, const char *file, int line, const char *what) {
  ++check_count;
  if (!ok && ++check_failures <= 50) printf("%s:%d: %s\n", file, line, what);
  return ok;
}

static inline bool check_equal(int64_t got, int64_t wanted, const char *file, int line, const char *what) {
  ++check_count;
  if (got != wanted && ++check_failures <= 50) {
    printf("%s:%d: %s is %lld, expected %lld\n", file, line, what, (long long)got, (long long)wanted);
  }
  return got == wanted;
}

static inline bool check_text(const char *got, const char *wanted, const char *file, int line, const char *what) {
  const bool ok = got != NULL && strcmp(got, wanted) == 0;
  ++check_count;
  if (!ok && ++check_failures <= 50) {
    printf("%s:%d: %s is \"%s\", expected \"%s\"\n", file, line, what, got == NULL ? "NULL" : got, wanted);
  }
  return ok;
}

static inline bool check_ok(ct_status status, const ct_error *error, const char *file, int line, const char *what) {
  ++check_count;
  if (status != CT_OK && ++check_failures <= 50) {
    printf("%s:%d: %s: status %d, %s\n", file, line, what, (int)status, error->message);
  }
  return status == CT_OK;
}

#define CHECK(condition) check_report((condition), __FILE__, __LINE__, #condition)
#define CHECK_EQ(got, wanted) check_equal((int64_t)(got), (int64_t)(wanted), __FILE__, __LINE__, #got)
#define CHECK_TEXT(got, wanted) check_text((got), (wanted), __FILE__, __LINE__, #got)
/* A call whose last argument is &error. */
#define CHECK_OK(...) check_ok((__VA_ARGS__), &error, __FILE__, __LINE__, #__VA_ARGS__)
/* Like CHECK_OK, but ends the program, because nothing after it could work. */
#define REQUIRE_OK(...)                                                                         \
  do {                                                                                          \
    if (!check_ok((__VA_ARGS__), &error, __FILE__, __LINE__, #__VA_ARGS__)) exit(check_done()); \
  } while (0)

static inline int check_done(void) {
  printf("%d checks, %d failed\n", check_count, check_failures);
  return check_failures == 0 && check_count > 0 ? 0 : 1;
}

/* A list of numbers and its length, as two arguments: ct_view(t, SIZES(2, 3), &out, &error). */
#define COUNT(...) ((int32_t)(sizeof((const int64_t[]){__VA_ARGS__}) / sizeof(int64_t)))
#define SIZES(...) ((const int64_t[]){__VA_ARGS__}), COUNT(__VA_ARGS__)
#define DIMS(...) \
  ((const int32_t[]){__VA_ARGS__}), ((int32_t)(sizeof((const int32_t[]){__VA_ARGS__}) / sizeof(int32_t)))
#define LIST(...) ((const int64_t[]){__VA_ARGS__})
#define DIM_LIST(...) ((const int32_t[]){__VA_ARGS__})

static inline bool same_numbers(const int64_t *got, const int64_t *wanted, int32_t count) {
  return got != NULL && (count == 0 || memcmp(got, wanted, (size_t)count * sizeof *got) == 0);
}
static inline bool check_sizes(const ct_tensor *t, const int64_t *sizes, int32_t ndim, const char *file, int line) {
  return check_equal(ct_tensor_ndim(t), ndim, file, line, "ndim") &&
         check_report(same_numbers(ct_tensor_sizes(t), sizes, ndim), file, line, "the sizes differ");
}
#define CHECK_SIZES(t, ...) check_sizes((t), SIZES(__VA_ARGS__), __FILE__, __LINE__)
#define CHECK_STRIDES(t, ...) CHECK(same_numbers(ct_tensor_strides(t), LIST(__VA_ARGS__), ct_tensor_ndim(t)))

static inline void release(ct_tensor **t) {
  ct_tensor_release(*t);
  *t = NULL;
}

/* A contiguous float32 tensor of 0, 1, 2, …; exits where that fails, because no test could go on. */
static inline ct_tensor *counting(const int64_t *sizes, int32_t ndim, ct_dtype dtype) {
  ct_error error = {0};
  ct_tensor *line = NULL, *typed = NULL, *out = NULL;
  ct_scalar end = {CT_INT64, 0, 1, 0, 0};
  for (int32_t d = 0; d < ndim; ++d) end.i *= sizes[d];
  ct_status status = ct_arange(NULL, &end, NULL, CT_INT64, &line, &error);
  if (status == CT_OK) status = ct_to(line, dtype, CT_PRESERVE, false, &typed, &error);
  if (status == CT_OK) status = ct_view(typed, sizes, ndim, &out, &error);
  ct_tensor_release(line);
  ct_tensor_release(typed);
  if (status != CT_OK) {
    printf("cannot make a tensor to test with: %s\n", error.message);
    exit(1);
  }
  return out;
}

/* One element as a double, read through the public API alone. */
static inline double element(const ct_tensor *t, const int64_t *index) {
  ct_tensor *at = ct_tensor_retain((ct_tensor *)(uintptr_t)t);
  ct_scalar value = {0, 0, 0, 0, 0};
  for (int32_t d = 0; d < ct_tensor_ndim(t); ++d) {
    ct_tensor *next = NULL;
    if (ct_select(at, 0, index[d], &next, NULL) != CT_OK) break;
    ct_tensor_release(at);
    at = next;
  }
  if (ct_tensor_item(at, &value, NULL) != CT_OK) value.re = -12345;
  ct_tensor_release(at);
  const bool integral =
      value.dtype == CT_BOOL || (value.dtype >= CT_UINT8 && value.dtype <= CT_INT64) || value.dtype >= CT_UINT16;
  return integral ? (double)value.i : value.re;
}
#define ELEMENT(t, ...) element((t), LIST(__VA_ARGS__))

#endif
