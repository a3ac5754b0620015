/* The iterator by callback and by cursor: what it says about itself, what loops see, and how a loop stops it. */
#define _POSIX_C_SOURCE 200809L
#include "alloc.h"
#include "executor.h"

static ct_error error;

/* out = a + b in float32, counting its own elements. */
typedef struct adder {
  int64_t elements, calls;
  int64_t stop_after; /* so many elements; 0: never */
} adder;

static ct_status add_loop(const ct_loop *loop, void *user_data) {
  adder *state = user_data;
  if (loop->noperands != 3 || loop->struct_size != sizeof *loop) return CT_STATUS_USER - 1;
  for (int64_t j = 0; j < loop->size1; ++j) {
    for (int64_t i = 0; i < loop->size0; ++i) {
      char *at[3];
      for (int k = 0; k < 3; ++k) at[k] = loop->data[k] + i * loop->strides[k] + j * loop->strides[3 + k];
      float a, b, sum;
      memcpy(&a, at[1], sizeof a);
      memcpy(&b, at[2], sizeof b);
      sum = a + b;
      memcpy(at[0], &sum, sizeof sum);
    }
  }
  const int64_t done = __atomic_add_fetch(&state->elements, loop->size0 * loop->size1, __ATOMIC_RELAXED);
  __atomic_add_fetch(&state->calls, 1, __ATOMIC_RELAXED);
  return state->stop_after != 0 && done >= state->stop_after ? CT_STATUS_USER - 7 : CT_OK;
}

static ct_iter *build(uint32_t preset, uint32_t flags, ct_tensor *const *outputs, int32_t noutputs,
                      const ct_tensor *const *inputs, int32_t ninputs) {
  ct_iter *it = NULL;
  ct_iter_config config;
  memset(&config, 0, sizeof config);
  config.struct_size = sizeof config;
  config.preset = preset;
  config.flags = flags;
  config.outputs = outputs;
  config.noutputs = noutputs;
  config.inputs = inputs;
  config.ninputs = ninputs;
  REQUIRE_OK(ct_iter_build(&config, &it, &error));
  return it;
}

static void by_callback(void) {
  ct_tensor *a = counting(SIZES(3, 1, 700), CT_FLOAT32), *b = counting(SIZES(5, 1), CT_FLOAT32), *out = NULL;
  const ct_tensor *const inputs[] = {a, b};
  ct_iter *it = build(CT_ITER_BINARY, 0, NULL, 1, inputs, 2);
  CHECK_EQ(ct_iter_noperands(it), 3);
  CHECK_EQ(ct_iter_numel(it), 3 * 5 * 700);
  CHECK(ct_iter_ndim(it) >= 1 && ct_iter_ndim(it) <= 3);
  CHECK_EQ(ct_iter_sizes(it)[0], 700);
  CHECK_EQ(ct_iter_strides(it, 0)[0], 4);
  CHECK_EQ(ct_iter_strides(it, 2)[0], 0);
  CHECK_EQ(ct_iter_common_dtype(it), CT_FLOAT32);
  CHECK_EQ(ct_iter_dtype(it, 1), CT_FLOAT32);
  CHECK(!ct_tensor_is_unique(a)); /* the iterator holds it */
  CHECK_OK(ct_iter_operand(it, 0, &out, &error));
  CHECK_SIZES(out, 3, 5, 700);
  adder state = {0, 0, 0};
  CHECK_OK(ct_iter_for_each(it, add_loop, &state, 0, &error));
  CHECK_EQ(state.elements, ct_iter_numel(it));
  CHECK_EQ(ELEMENT(out, 2, 4, 699), 2 * 700 + 699 + 4);
  state.elements = 0;
  CHECK_OK(ct_iter_for_each(it, add_loop, &state, 100, &error)); /* many small tasks */
  CHECK_EQ(state.elements, ct_iter_numel(it));
  state.elements = 0;
  CHECK_OK(ct_iter_serial_for_each(it, 1234, 9876, add_loop, &state, &error));
  CHECK_EQ(state.elements, 9876 - 1234);
  state.elements = 0;
  CHECK_OK(ct_iter_serial_for_each(it, 50, 50, add_loop, &state, &error));
  CHECK_EQ(state.elements, 0);

  state.stop_after = 1; /* a loop's own status comes back */
  CHECK_EQ(ct_iter_for_each(it, add_loop, &state, 0, &error), CT_STATUS_USER - 7);
  CHECK_EQ(ct_iter_serial_for_each(it, 0, 2000, add_loop, &state, &error), CT_STATUS_USER - 7);
  ct_iter_release(it);
  CHECK(ct_tensor_is_unique(a) && ct_tensor_is_unique(out));
  release(&a), release(&b), release(&out);
}

static void by_cursor(void) {
  ct_tensor *a = counting(SIZES(7, 11), CT_INT32), *transposed = NULL, *b = counting(SIZES(11, 7), CT_FLOAT64),
            *out = NULL;
  REQUIRE_OK(ct_transpose(a, 0, 1, &transposed, &error));
  REQUIRE_OK(ct_zeros(SIZES(11, 7), CT_FLOAT32, &out, &error));
  const ct_tensor *const inputs[] = {transposed, b};
  /* int32 and float64 are computed in float64 and written to float32, converted in blocks */
  ct_iter *it = build(CT_ITER_BINARY, 0, &out, 1, inputs, 2);
  CHECK_EQ(ct_iter_common_dtype(it), CT_FLOAT64);
  CHECK_EQ(ct_iter_dtype(it, 1), CT_FLOAT64);
  ct_iter_cursor *cursor = NULL;
  ct_loop piece;
  memset(&piece, 0, sizeof piece);
  piece.struct_size = sizeof piece;
  int64_t elements = 0, next_begin = 0;
  REQUIRE_OK(ct_iter_cursor_create(it, 0, ct_iter_numel(it), &cursor, &error));
  while (ct_iter_cursor_next(cursor, &piece)) {
    CHECK_EQ(piece.noperands, 3);
    CHECK_EQ(piece.begin, next_begin);
    for (int64_t j = 0; j < piece.size1; ++j) {
      for (int64_t i = 0; i < piece.size0; ++i) {
        double sum = 0;
        for (int k = 1; k < 3; ++k) {
          double x;
          memcpy(&x, piece.data[k] + i * piece.strides[k] + j * piece.strides[3 + k], sizeof x);
          sum += x;
        }
        memcpy(piece.data[0] + i * piece.strides[0] + j * piece.strides[3], &sum, sizeof sum);
      }
    }
    elements += piece.size0 * piece.size1;
    next_begin = piece.begin + piece.size0 * piece.size1;
  }
  CHECK(!ct_iter_cursor_next(cursor, &piece)); /* and it stays at its end */
  ct_iter_cursor_release(cursor);
  CHECK_EQ(elements, 77);
  CHECK_EQ(ELEMENT(out, 10, 6), 6 * 11 + 10 + 10 * 7 + 6);
  CHECK_EQ(ELEMENT(out, 3, 2), 2 * 11 + 3 + 3 * 7 + 2);

  /* a cursor keeps the iterator alive, and its release writes the current piece back */
  REQUIRE_OK(ct_iter_cursor_create(it, 0, 1, &cursor, &error));
  CHECK(ct_iter_cursor_next(cursor, &piece));
  const double forty = 40;
  memcpy(piece.data[0], &forty, sizeof forty);
  ct_iter_cursor_release(cursor);
  CHECK_EQ(ELEMENT(out, 0, 0), 40);

  /* an older, smaller ct_loop is never written past its end */
  REQUIRE_OK(ct_iter_cursor_create(it, 0, 1, &cursor, &error));
  memset(&piece, '#', sizeof piece);
  piece.struct_size = 16;
  const char *const untouched = (const char *)&piece + 16;
  CHECK(ct_iter_cursor_next(cursor, &piece));
  CHECK_EQ(piece.struct_size, 16);
  CHECK_EQ(piece.noperands, 3);
  CHECK(*untouched == '#' && *((const char *)&piece + sizeof piece - 1) == '#');
  ct_iter_cursor_release(cursor);
  ct_iter_release(it);
  release(&a), release(&transposed), release(&b), release(&out);
}

static ct_status positions(const ct_loop *loop, void *user_data) {
  (void)user_data; /* writes each element's row-major position */
  for (int64_t j = 0; j < loop->size1; ++j) {
    for (int64_t i = 0; i < loop->size0; ++i) {
      const int64_t position = loop->begin + j * loop->size0 + i;
      memcpy(loop->data[0] + i * loop->strides[0] + j * loop->strides[loop->noperands], &position, sizeof position);
    }
  }
  return CT_OK;
}

static void linear(void) {
  ct_tensor *base = NULL, *t = NULL;
  REQUIRE_OK(ct_zeros(SIZES(4, 3, 5), CT_INT64, &base, &error));
  REQUIRE_OK(ct_permute(base, DIMS(2, 0, 1), &t, &error));
  ct_iter *it = build(CT_ITER_NULLARY, CT_ITER_LINEAR, &t, 1, NULL, 0);
  CHECK_OK(ct_iter_for_each(it, positions, NULL, 7, &error));
  bool right = true;
  for (int64_t i = 0; i < 5; ++i) {
    for (int64_t j = 0; j < 4; ++j) {
      for (int64_t k = 0; k < 3; ++k) right = right && ELEMENT(t, i, j, k) == (double)(i * 12 + j * 3 + k);
    }
  }
  CHECK(right);
  ct_iter_release(it);
  release(&base), release(&t);
}

static void configured(void) {
  ct_tensor *a = counting(SIZES(2, 3), CT_INT32), *out = NULL;
  const ct_tensor *const inputs[] = {a};
  const ct_dtype dtypes[] = {CT_FLOAT32, CT_INT64};
  ct_iter_config config;
  memset(&config, 0, sizeof config); /* struct_size 0 means the first version */
  config.noutputs = 2;
  config.ninputs = 1;
  config.inputs = inputs;
  config.flags = CT_ITER_NO_SAME_DTYPE_CHECK;
  config.output_dtypes = dtypes;
  ct_iter *it = NULL;
  REQUIRE_OK(ct_iter_build(&config, &it, &error));
  CHECK_EQ(ct_iter_dtype(it, 0), CT_FLOAT32);
  CHECK_EQ(ct_iter_dtype(it, 1), CT_INT64);
  CHECK_OK(ct_iter_operand(it, 1, &out, &error));
  CHECK_EQ(ct_tensor_dtype(out), CT_INT64);
  CHECK_SIZES(out, 2, 3);
  release(&out);
  ct_iter_release(it);

  /* a static shape with a squashed dim: the loop sees one element of it */
  const int32_t squash[] = {1};
  const int64_t static_sizes[] = {2, 3};
  ct_tensor *result = NULL;
  REQUIRE_OK(ct_zeros(SIZES(2, 3), CT_INT32, &result, &error));
  memset(&config, 0, sizeof config);
  config.struct_size = sizeof config;
  config.flags = CT_ITER_NO_RESIZE;
  config.outputs = &result;
  config.noutputs = 1;
  config.inputs = inputs;
  config.ninputs = 1;
  config.static_sizes = static_sizes;
  config.static_ndim = 2;
  config.squash_dims = squash;
  config.nsquash = 1;
  it = NULL;
  CHECK_OK(ct_iter_build(&config, &it, &error));
  CHECK_EQ(ct_iter_numel(it), 2);
  ct_iter_release(it);

  memset(&config, 0, sizeof config);
  config.flags = CT_ITER_NO_SAME_DTYPE_CHECK;
  config.noutputs = 1;
  config.ninputs = 1;
  config.inputs = inputs;
  config.static_dtype = CT_BOOL;
  it = NULL;
  CHECK_OK(ct_iter_build(&config, &it, &error));
  CHECK_EQ(ct_iter_dtype(it, 0), CT_BOOL);
  ct_iter_release(it);
  release(&a), release(&result);
}

/* Inputs as the loop reads them, and what the iterator knew before it fused dims. */
static void given_dtypes(void) {
  ct_tensor *a = counting(SIZES(2, 3, 4), CT_INT32), *b = counting(SIZES(4, 1), CT_FLOAT64), *turned = NULL,
            *out = NULL;
  REQUIRE_OK(ct_permute(a, DIMS(1, 2, 0), &turned, &error));
  const ct_tensor *const inputs[] = {turned, b};
  const ct_dtype read[] = {CT_FLOAT32, CT_FLOAT32};
  ct_iter_config config;
  ct_iter *it = NULL;
  memset(&config, 0, sizeof config);
  config.struct_size = sizeof config;
  config.preset = CT_ITER_BINARY, config.noutputs = 1, config.ninputs = 2, config.inputs = inputs;
  config.input_dtypes = read;
  REQUIRE_OK(ct_iter_build(&config, &it, &error));
  CHECK(ct_iter_dtype(it, 1) == CT_FLOAT32 && ct_iter_dtype(it, 2) == CT_FLOAT32);
  CHECK_EQ(ct_iter_common_dtype(it), CT_FLOAT32);
  adder state = {0, 0, 0};
  CHECK_OK(ct_iter_for_each(it, add_loop, &state, 0, &error));
  CHECK_OK(ct_iter_operand(it, 0, &out, &error));
  CHECK_EQ(ct_tensor_dtype(out), CT_FLOAT32);
  CHECK(ELEMENT(out, 2, 3, 1) == 23 + 3 && ELEMENT(out, 0, 1, 0) == 1 + 1);
  CHECK_EQ(ct_iter_broadcast_ndim(it), 3);
  CHECK(ct_iter_broadcast_sizes(it)[0] == 3 && ct_iter_broadcast_sizes(it)[1] == 4 &&
        ct_iter_broadcast_sizes(it)[2] == 2);
  const int32_t *const order = ct_iter_permutation(it); /* a's memory: dims 2, 0, 1 of the shape from slow to fast */
  CHECK(order[0] == 1 && order[1] == 0 && order[2] == 2);
  CHECK(ct_iter_broadcast_ndim(NULL) == -1 && ct_iter_broadcast_sizes(NULL) == NULL &&
        ct_iter_permutation(NULL) == NULL);
  ct_iter_release(it);
  release(&out);
  const ct_dtype unknown[] = {CT_FLOAT32, 99};
  config.input_dtypes = unknown;
  CHECK_EQ(ct_iter_build(&config, &it, &error), CT_ERROR_DTYPE);
  CHECK(strstr(error.message, "99") != NULL);
  release(&a), release(&b), release(&turned);
}

static void on_meta(void) {
  ct_tensor *a = NULL, *out = NULL;
  REQUIRE_OK(ct_tensor_create_meta(LIST(4, 6), 2, NULL, CT_FLOAT32, &a, &error));
  const ct_tensor *const inputs[] = {a, a};
  ct_iter *it = build(CT_ITER_BINARY, 0, NULL, 1, inputs, 2);
  adder state = {0, 0, 0};
  CHECK_OK(ct_iter_for_each(it, add_loop, &state, 0, &error));
  CHECK_EQ(state.calls, 0);
  CHECK_OK(ct_iter_operand(it, 0, &out, &error));
  CHECK(ct_tensor_is_meta(out));
  CHECK_SIZES(out, 4, 6);
  ct_iter_release(it);
  release(&a), release(&out);
}

int main(void) {
  alloc_install();
  use_threads(3);
  by_callback();
  by_cursor();
  linear();
  configured();
  given_dtypes();
  on_meta();
  return alloc_done();
}
