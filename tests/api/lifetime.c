/* What keeps what alive: views and their base, iterators and operands, borrowed memory and its release, threads. */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>

#include "alloc.h"

static ct_error error;
static int64_t released;

static void count_release(void *user_data) {
  __atomic_add_fetch(&released, 1, __ATOMIC_RELAXED);
  if (user_data != NULL) __atomic_add_fetch((int64_t *)user_data, 1, __ATOMIC_RELAXED);
}

static void views_outlive_base(void) {
  ct_tensor *t = counting(SIZES(4, 5), CT_FLOAT32), *row = NULL, *transposed = NULL, *part = NULL;
  REQUIRE_OK(ct_transpose(t, 0, 1, &transposed, &error));
  release(&t);
  REQUIRE_OK(ct_select(transposed, 1, 3, &row, &error));
  release(&transposed);
  REQUIRE_OK(ct_slice(row, 0, INT64_MIN, INT64_MIN, -1, &part, &error));
  release(&row);
  CHECK_EQ(ELEMENT(part, 0), 19);
  CHECK_EQ(ELEMENT(part, 4), 15);
  CHECK(ct_tensor_is_unique(part));
  release(&part);
}

static void borrowed(void) {
  float data[6] = {0, 1, 2, 3, 4, 5};
  ct_tensor *t = NULL, *view = NULL;
  int64_t own = 0;
  released = 0;
  REQUIRE_OK(ct_tensor_from_data(data, LIST(2, 3), 2, NULL, CT_FLOAT32, count_release, &own, &t, &error));
  REQUIRE_OK(ct_select(t, 0, 1, &view, &error));
  release(&t);
  CHECK_EQ(own, 0); /* the view still needs it */
  CHECK_EQ(ELEMENT(view, 2), 5);
  release(&view);
  CHECK_EQ(own, 1);

  REQUIRE_OK(ct_tensor_from_const_data(data, LIST(6), 1, NULL, CT_FLOAT32, count_release, &own, &t, &error));
  release(&t);
  CHECK_EQ(own, 2);
  CHECK_EQ(released, 2);

  /* even a failed call takes the memory over, so the callback runs once */
  CHECK_EQ(ct_tensor_from_data((char *)data + 1, LIST(2), 1, NULL, CT_FLOAT32, count_release, &own, &t, &error),
           CT_ERROR_INVALID);
  CHECK(t == NULL && own == 3);
  CHECK_EQ(ct_tensor_from_const_data(data, LIST(-2), 1, NULL, CT_FLOAT32, count_release, &own, &t, &error),
           CT_ERROR_SHAPE);
  CHECK(t == NULL && own == 4);
  CHECK_EQ(ct_tensor_from_data(data, NULL, 2, NULL, CT_FLOAT32, count_release, &own, &t, &error), CT_ERROR_INVALID);
  CHECK(t == NULL && own == 5);
  CHECK_EQ(ct_tensor_from_data(NULL, LIST(2), 1, NULL, CT_FLOAT32, count_release, &own, &t, &error), CT_ERROR_INVALID);
  CHECK_EQ(own, 6);
  CHECK_EQ(ct_tensor_from_data(data, LIST(2), 1, NULL, CT_UNDEFINED, count_release, &own, &t, &error), CT_ERROR_DTYPE);
  CHECK_EQ(own, 7);
  CHECK_EQ(ct_tensor_from_data(data, LIST(2), 1, NULL, CT_FLOAT32, count_release, &own, NULL, &error),
           CT_ERROR_INVALID);
  CHECK_EQ(own, 8);

  /* the same when memory runs out at any point */
  for (int64_t n = 1; n < 20; ++n) {
    own = 0;
    alloc_fail_at = alloc_requests + n;
    const ct_status status =
        ct_tensor_from_data(data, LIST(1, 2, 1, 1, 1, 1, 1, 3), 8, NULL, CT_FLOAT32, count_release, &own, &t, &error);
    alloc_fail_at = 0;
    if (status == CT_OK) {
      CHECK_EQ(own, 0);
      release(&t);
      CHECK_EQ(own, 1);
      break;
    }
    CHECK_EQ(status, CT_ERROR_OUT_OF_MEMORY);
    CHECK(t == NULL && own == 1);
  }
}

static void iterators_hold_operands(void) {
  ct_tensor *a = counting(SIZES(3, 4), CT_FLOAT32), *out = NULL;
  const ct_tensor *const inputs[] = {a};
  ct_iter_config config;
  memset(&config, 0, sizeof config);
  config.preset = CT_ITER_UNARY;
  config.noutputs = config.ninputs = 1;
  config.inputs = inputs;
  ct_iter *it = NULL;
  ct_iter_cursor *cursor = NULL;
  REQUIRE_OK(ct_iter_build(&config, &it, &error));
  release(&a);
  REQUIRE_OK(ct_iter_operand(it, 1, &a, &error));
  CHECK_EQ(ELEMENT(a, 2, 3), 11);
  release(&a);
  REQUIRE_OK(ct_iter_operand(it, 0, &out, &error));
  REQUIRE_OK(ct_iter_cursor_create(it, 0, 12, &cursor, &error));
  ct_iter_cursor_release(cursor);
  ct_iter_release(it);
  CHECK_SIZES(out, 3, 4); /* it outlives its iterator */
  CHECK(ct_tensor_is_unique(out));
  release(&out);
}

enum { THREADS = 8, ROUNDS = 2000 };

static void *hold_and_let_go(void *argument) {
  ct_tensor *shared = argument;
  for (int k = 0; k < ROUNDS; ++k) {
    ct_tensor *mine = ct_tensor_retain(shared), *view = NULL, *sum = NULL;
    if (ct_select(mine, 0, k % 3, &view, NULL) == CT_OK && k % 50 == 0) ct_sum(view, NULL, 0, false, 0, &sum, NULL);
    ct_tensor_release(mine);
    ct_tensor_release(view);
    ct_tensor_release(sum);
  }
  ct_tensor_release(shared); /* the reference that this thread was given */
  return NULL;
}

static void many_threads(void) {
  static float data[3 * 64];
  pthread_t threads[THREADS];
  ct_tensor *t = NULL;
  int64_t own = 0;
  REQUIRE_OK(ct_tensor_from_data(data, LIST(3, 64), 2, NULL, CT_FLOAT32, count_release, &own, &t, &error));
  for (int k = 0; k < THREADS; ++k) {
    ct_tensor_retain(t);
    CHECK(pthread_create(&threads[k], NULL, hold_and_let_go, t) == 0);
  }
  release(&t); /* the last release frees it */
  for (int k = 0; k < THREADS; ++k) pthread_join(threads[k], NULL);
  CHECK_EQ(own, 1);
}

/* Many cursors over one iterator, one for each thread. */
typedef struct range {
  const ct_iter *it;
  int64_t begin, end, elements;
} range;

static void *walk(void *argument) {
  range *mine = argument;
  ct_iter_cursor *cursor = NULL;
  ct_loop piece;
  memset(&piece, 0, sizeof piece);
  piece.struct_size = sizeof piece;
  if (ct_iter_cursor_create(mine->it, mine->begin, mine->end, &cursor, NULL) != CT_OK) return NULL;
  while (ct_iter_cursor_next(cursor, &piece)) {
    mine->elements += piece.size0 * piece.size1;
    for (int64_t j = 0; j < piece.size1; ++j) {
      for (int64_t i = 0; i < piece.size0; ++i) {
        float x;
        memcpy(&x, piece.data[1] + i * piece.strides[1] + j * piece.strides[3], sizeof x);
        x = -x;
        memcpy(piece.data[0] + i * piece.strides[0] + j * piece.strides[2], &x, sizeof x);
      }
    }
  }
  ct_iter_cursor_release(cursor);
  return NULL;
}

static void many_cursors(void) {
  ct_tensor *a = counting(SIZES(30, 4, 50), CT_INT32), *transposed = NULL, *out = NULL;
  REQUIRE_OK(ct_transpose(a, 0, 2, &transposed, &error));
  REQUIRE_OK(ct_zeros(SIZES(50, 4, 30), CT_INT32, &out, &error));
  const ct_tensor *const inputs[] = {transposed};
  ct_iter_config config;
  memset(&config, 0, sizeof config);
  config.flags = CT_ITER_PROMOTE_INPUTS | CT_ITER_CAST_TO_OUTPUTS | CT_ITER_INTEGERS_TO_FLOAT;
  config.outputs = &out;
  config.noutputs = config.ninputs = 1;
  config.inputs = inputs;
  ct_iter *it = NULL;
  REQUIRE_OK(ct_iter_build(&config, &it, &error));
  CHECK_EQ(ct_iter_dtype(it, 0), CT_FLOAT32);
  pthread_t threads[THREADS];
  range ranges[THREADS];
  for (int k = 0; k < THREADS; ++k) {
    ranges[k] = (range){it, 6000 * k / THREADS, 6000 * (k + 1) / THREADS, 0};
    CHECK(pthread_create(&threads[k], NULL, walk, &ranges[k]) == 0);
  }
  int64_t elements = 0;
  for (int k = 0; k < THREADS; ++k) {
    pthread_join(threads[k], NULL);
    elements += ranges[k].elements;
  }
  CHECK_EQ(elements, 6000);
  ct_iter_release(it);
  CHECK_EQ(ELEMENT(out, 49, 3, 29), -5999);
  CHECK_EQ(ELEMENT(out, 7, 2, 11), -(11 * 200 + 2 * 50 + 7));
  release(&a), release(&transposed), release(&out);
}

int main(void) {
  alloc_install();
  views_outlive_base();
  borrowed();
  iterators_hold_operands();
  many_threads();
  many_cursors();
  return alloc_done();
}
