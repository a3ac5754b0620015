/* The tables of wrong calls, one line for each call. Each call is made three times: with a full ct_error, without one,
 * and with a small one. It must give its status, a message with every part between '|', and NULL in its out. Nothing
 * else may change: the watched tensors stay as they were, and no block is left allocated. */
#ifndef CT_TESTS_BAD_INPUT_H
#define CT_TESTS_BAD_INPUT_H

#include "alloc.h"
#include "snapshot.h"

/* The calls of the tables write to these. */
static ct_tensor *out;
static ct_iter *iter_out;
static ct_iter_cursor *cursor_out;
static void *pointer_out;
static ct_error *err;
static ct_status bad_status;

enum bad_kind { BAD_NOTHING, BAD_TENSOR, BAD_ITER, BAD_CURSOR, BAD_POINTER };

static struct {
  const char *file, *call, *parts;
  int line;
  ct_status wanted;
  enum bad_kind kind;
  int round;
  int64_t live;
} bad;

static int bad_rows;
static ct_error bad_error;
static char bad_poison; /* no call may leave its address in an out */

static snapshot bad_watched[64];
static int bad_watched_count;

static inline ct_tensor *watch(ct_tensor *t) {
  if (bad_watched_count == 64) abort();
  bad_watched[bad_watched_count++].tensor = t;
  return t;
}

static inline void watch_start(void) {
  for (int k = 0; k < bad_watched_count; ++k) {
    const ct_tensor *t = bad_watched[k].tensor;
    snapshot_drop(&bad_watched[k]);
    snapshot_take(&bad_watched[k], t);
  }
}

static inline void watch_end(void) {
  for (int k = 0; k < bad_watched_count; ++k) {
    snapshot_drop(&bad_watched[k]);
    ct_tensor_release((ct_tensor *)(uintptr_t)bad_watched[k].tensor);
  }
  bad_watched_count = 0;
}

static inline void bad_say(const char *problem, const char *detail) {
  ++check_count;
  if (++check_failures <= 60) {
    printf("%s:%d: %s %s\n    %s\n    status %d (%s), message \"%s\"\n", bad.file, bad.line, problem, detail, bad.call,
           (int)bad_status, ct_status_name(bad_status), bad_error.message);
  }
}

static inline void bad_begin(const char *file, int line, const char *call, ct_status wanted, const char *parts,
                             enum bad_kind kind) {
  bad.file = file;
  bad.line = line;
  bad.call = call;
  bad.wanted = wanted;
  bad.parts = parts;
  bad.kind = kind;
  bad.round = -1;
  ++bad_rows;
}

static inline void bad_check_message(void) {
  const char *message = bad_error.message;
  const size_t room = bad_error.struct_size == 0 ? sizeof bad_error.message : bad_error.struct_size - 8;
  if (memchr(message, 0, room) == NULL || message[0] == '\0') {
    bad_say("has no message", "");
    return;
  }
  if (strchr(message, '\n') != NULL) bad_say("has a message of several lines", "");
  if (bad_error.code != bad_status) bad_say("has another code than its status", "");
  if (bad.round != 0) return;
  char parts[256];
  snprintf(parts, sizeof parts, "%s", bad.parts);
  for (char *part = strtok(parts, "|"); part != NULL; part = strtok(NULL, "|")) {
    if (strstr(message, part) == NULL) bad_say("has a message without", part);
  }
}

static inline void bad_check(void) {
  ++check_count;
  if (bad_status != bad.wanted) bad_say("should be", ct_status_name(bad.wanted));
  if (err != NULL && bad_status != CT_OK) bad_check_message();
  if (bad.kind == BAD_TENSOR && out != NULL) bad_say("left something in out", "");
  if (bad.kind == BAD_ITER && iter_out != NULL) bad_say("left something in out", "");
  if (bad.kind == BAD_CURSOR && cursor_out != NULL) bad_say("left something in out", "");
  if (bad.kind == BAD_POINTER && pointer_out != NULL) bad_say("left something in out", "");
  if (bad_status == CT_OK) { /* the next row can still be tested */
    if (out != (ct_tensor *)(void *)&bad_poison) ct_tensor_release(out);
    if (iter_out != (ct_iter *)(void *)&bad_poison) ct_iter_release(iter_out);
    if (cursor_out != (ct_iter_cursor *)(void *)&bad_poison) ct_iter_cursor_release(cursor_out);
  }
  for (int k = 0; k < bad_watched_count; ++k) {
    const char *changed = snapshot_changed(&bad_watched[k]);
    if (changed != NULL) {
      bad_say("changed an operand's", changed);
      watch_start();
    }
  }
  if (alloc_live != bad.live) bad_say("leaks", "");
}

/* Checks the last round, and returns true while there is another one to make. */
static inline bool bad_next(void) {
  if (bad.round >= 0) bad_check();
  if (++bad.round == 3) return false;
  memset(&bad_error, 0, sizeof bad_error);
  if (bad.round == 2) bad_error.struct_size = 8 + 16;
  err = bad.round == 1 ? NULL : &bad_error;
  out = (ct_tensor *)(void *)&bad_poison;
  iter_out = (ct_iter *)(void *)&bad_poison;
  cursor_out = (ct_iter_cursor *)(void *)&bad_poison;
  pointer_out = &bad_poison;
  bad.live = alloc_live;
  bad_status = 1;
  return true;
}

#define BAD(kind, status, parts, ...) \
  for (bad_begin(__FILE__, __LINE__, #__VA_ARGS__, (status), (parts), (kind)); bad_next();) bad_status = (__VA_ARGS__)
#define BAD_T(status, parts, ...) BAD(BAD_TENSOR, status, parts, __VA_ARGS__)
#define BAD_I(status, parts, ...) BAD(BAD_ITER, status, parts, __VA_ARGS__)
#define BAD_C(status, parts, ...) BAD(BAD_CURSOR, status, parts, __VA_ARGS__)
#define BAD_P(status, parts, ...) BAD(BAD_POINTER, status, parts, __VA_ARGS__)
#define BAD_V(status, parts, ...) BAD(BAD_NOTHING, status, parts, __VA_ARGS__)

static inline int bad_done(int at_least) {
  printf("%d wrong calls\n", bad_rows);
  CHECK(bad_rows >= at_least);
  watch_end();
  return alloc_done();
}

/* The usual operands, watched. */
static float bad_read_only_data[6] = {0, 1, 2, 3, 4, 5}, bad_borrowed_data[6] = {0, 1, 2, 3, 4, 5};
static ct_tensor *f23, *f34, *f43t, *f234, *f2345, *f10, *low, *high, *wide, *f0, *i23, *i3, *u3, *b23, *c23, *h23;
static ct_tensor *read_only, *borrowed, *meta, *dims64, *empty;

static inline void make_operands(void) {
  ct_error error = {0};
  int64_t ones[64];
  for (int d = 0; d < 64; ++d) ones[d] = 1;
  f23 = watch(counting(SIZES(2, 3), CT_FLOAT32));
  f34 = watch(counting(SIZES(3, 4), CT_FLOAT32));
  f234 = watch(counting(SIZES(2, 3, 4), CT_FLOAT32));
  f2345 = watch(counting(SIZES(2, 3, 4, 5), CT_FLOAT32));
  f10 = watch(counting(SIZES(10), CT_FLOAT32));
  i23 = watch(counting(SIZES(2, 3), CT_INT32));
  i3 = watch(counting(SIZES(3), CT_INT64));
  u3 = watch(counting(SIZES(3), CT_UINT64));
  c23 = watch(counting(SIZES(2, 3), CT_COMPLEX64));
  h23 = watch(counting(SIZES(2, 3), CT_UINT8));
  REQUIRE_OK(ct_ones(SIZES(2, 3), CT_BOOL, &b23, &error));
  REQUIRE_OK(ct_transpose(f34, 0, 1, &f43t, &error));
  REQUIRE_OK(ct_slice(f10, 0, 0, 6, 1, &low, &error));
  REQUIRE_OK(ct_slice(f10, 0, 2, 8, 1, &high, &error));
  ct_tensor *row = NULL;
  REQUIRE_OK(ct_slice(f23, 0, 0, 1, 1, &row, &error));
  REQUIRE_OK(ct_expand(row, SIZES(5, 3), &wide, &error));
  release(&row);
  REQUIRE_OK(ct_ones(NULL, 0, CT_FLOAT32, &f0, &error));
  REQUIRE_OK(ct_zeros(SIZES(0, 3), CT_FLOAT32, &empty, &error));
  REQUIRE_OK(
      ct_tensor_from_const_data(bad_read_only_data, LIST(2, 3), 2, NULL, CT_FLOAT32, NULL, NULL, &read_only, &error));
  REQUIRE_OK(ct_tensor_from_data(bad_borrowed_data, LIST(2, 3), 2, NULL, CT_FLOAT32, NULL, NULL, &borrowed, &error));
  REQUIRE_OK(ct_tensor_create_meta(LIST(2, 3), 2, NULL, CT_FLOAT32, &meta, &error));
  REQUIRE_OK(ct_zeros(ones, 64, CT_UINT8, &dims64, &error));
  ct_tensor *const made[] = {b23, f43t, low, high, wide, f0, empty, read_only, borrowed, meta, dims64};
  for (size_t k = 0; k < sizeof made / sizeof made[0]; ++k) watch(made[k]);
  watch_start();
}

#endif
