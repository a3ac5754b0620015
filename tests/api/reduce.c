/* Reductions through the iterator: two outputs of two dtypes (the largest value and where it is), and a sum whose bits
 * do not depend on threads. */
#define _POSIX_C_SOURCE 200809L
#include "alloc.h"
#include "executor.h"

static ct_error error;

static void pick(char *value_at, char *index_at, float value, int64_t index) {
  float best;
  int64_t where;
  memcpy(&best, value_at, sizeof best);
  memcpy(&where, index_at, sizeof where);
  if (value > best || (value == best && index < where)) {
    memcpy(value_at, &value, sizeof value);
    memcpy(index_at, &index, sizeof index);
  }
}

/* For every element of the loop, folds the value and the index of two operands into the pair of two others. */
static ct_status pick_each(const ct_loop *loop, int to_value, int to_index, int value_from, int index_from) {
  if (loop->noperands != 4) return CT_STATUS_USER;
  for (int64_t j = 0; j < loop->size1; ++j) {
    for (int64_t i = 0; i < loop->size0; ++i) {
      char *at[4];
      float value;
      int64_t index;
      for (int k = 0; k < 4; ++k) at[k] = loop->data[k] + i * loop->strides[k] + j * loop->strides[4 + k];
      memcpy(&value, at[value_from], sizeof value);
      memcpy(&index, at[index_from], sizeof index);
      pick(at[to_value], at[to_index], value, index);
    }
  }
  return CT_OK;
}

/* The operands are values and indices, then a and its index. Accumulators start as the identities. */
static ct_status max_loop(const ct_loop *loop, void *user_data) {
  __atomic_add_fetch((int64_t *)user_data, loop->size0 * loop->size1, __ATOMIC_RELAXED);
  return pick_each(loop, 0, 1, 2, 3);
}

/* The operands are the target and the source of the values, then those of the indices. */
static ct_status max_combine(const ct_loop *loop, void *user_data) {
  (void)user_data;
  return pick_each(loop, 0, 2, 1, 3);
}

static float value_of(int64_t row, int64_t column, int64_t columns) {
  return (float)((row * 7919 + column * 104729) % (columns * 3 + 1));
}

static void largest(int64_t rows, int64_t columns, bool of_rows) {
  ct_tensor *a = NULL, *line = NULL, *index = NULL, *outputs[2] = {NULL, NULL};
  void *data = NULL;
  const ct_scalar end = {CT_INT64, 0, of_rows ? columns : rows, 0, 0};
  REQUIRE_OK(ct_tensor_create(LIST(rows, columns), 2, CT_FLOAT32, &a, &error));
  REQUIRE_OK(ct_tensor_data_mut(a, &data, &error));
  for (int64_t r = 0; r < rows; ++r) {
    for (int64_t c = 0; c < columns; ++c) ((float *)data)[r * columns + c] = value_of(r, c, columns);
  }
  REQUIRE_OK(ct_arange(NULL, &end, NULL, CT_UNDEFINED, &line, &error));
  if (!of_rows) {
    ct_tensor *column = NULL;
    REQUIRE_OK(ct_unsqueeze(line, 1, &column, &error));
    release(&line);
    line = column;
  }
  REQUIRE_OK(ct_expand(line, LIST(rows, columns), 2, &index, &error));
  const int64_t out_sizes[] = {of_rows ? rows : 1, of_rows ? 1 : columns};
  REQUIRE_OK(ct_tensor_create(out_sizes, 2, CT_FLOAT32, &outputs[0], &error));
  REQUIRE_OK(ct_tensor_create(out_sizes, 2, CT_INT64, &outputs[1], &error));
  const ct_tensor *const inputs[] = {a, index};
  ct_iter_config config;
  memset(&config, 0, sizeof config);
  config.struct_size = sizeof config;
  config.flags = CT_ITER_REDUCTION | CT_ITER_NO_RESIZE | CT_ITER_NO_SAME_DTYPE_CHECK;
  config.outputs = outputs;
  config.noutputs = 2;
  config.inputs = inputs;
  config.ninputs = 2;
  ct_iter *it = NULL;
  REQUIRE_OK(ct_iter_build(&config, &it, &error));
  const ct_scalar identities[] = {{CT_FLOAT32, 0, 0, -1, 0}, {CT_INT64, 0, INT64_MAX, 0, 0}};
  int64_t seen = 0;
  const ct_iter_reduction reduction = {sizeof reduction, CT_UNDEFINED, max_loop, max_combine, identities, &seen};
  CHECK_OK(ct_iter_reduce(it, &reduction, &error));
  CHECK_EQ(seen, rows * columns);
  const float *values = ct_tensor_data(outputs[0]);
  const int64_t *indices = ct_tensor_data(outputs[1]);
  int64_t wrong = 0;
  for (int64_t o = 0; o < (of_rows ? rows : columns); ++o) {
    float best = -1;
    int64_t where = INT64_MAX;
    for (int64_t k = 0; k < (of_rows ? columns : rows); ++k) {
      const float value = of_rows ? value_of(o, k, columns) : value_of(k, o, columns);
      pick((char *)&best, (char *)&where, value, k);
    }
    wrong += values[o] != best || indices[o] != where;
  }
  CHECK_EQ(wrong, 0);
  ct_iter_release(it);
  release(&a), release(&line), release(&index), release(&outputs[0]), release(&outputs[1]);
}

/* Adds operand 1, of float32 or float64, into float64 accumulators. */
static ct_status add(const ct_loop *loop, bool floats) {
  for (int64_t j = 0; j < loop->size1; ++j) {
    for (int64_t i = 0; i < loop->size0; ++i) {
      char *into = loop->data[0] + i * loop->strides[0] + j * loop->strides[2];
      const char *from = loop->data[1] + i * loop->strides[1] + j * loop->strides[3];
      double sum, x;
      float narrow;
      memcpy(&sum, into, sizeof sum);
      memcpy(&narrow, from, sizeof narrow);
      if (floats)
        x = narrow;
      else
        memcpy(&x, from, sizeof x);
      sum += x;
      memcpy(into, &sum, sizeof sum);
    }
  }
  return CT_OK;
}

static ct_status add_loop(const ct_loop *loop, void *user_data) {
  (void)user_data;
  return add(loop, true);
}

static ct_status add_combine(const ct_loop *loop, void *user_data) {
  (void)user_data;
  return add(loop, false);
}

/* float32 in, float64 accumulators, float32 out. */
static void same_bits(void) {
  ct_tensor *line = counting(SIZES(300000), CT_FLOAT32), *thirds = NULL, *out = NULL;
  ct_number three;
  uint32_t first = 0;
  REQUIRE_OK(ct_div(line, ct_number_of(ct_scalar_f64(3), &three), &thirds, &error));
  REQUIRE_OK(ct_zeros(SIZES(1), CT_FLOAT32, &out, &error));
  const ct_tensor *const inputs[] = {thirds};
  ct_iter_config config;
  memset(&config, 0, sizeof config);
  config.preset = CT_ITER_REDUCE;
  config.outputs = &out;
  config.noutputs = 1;
  config.inputs = inputs;
  config.ninputs = 1;
  const ct_scalar zero = {CT_FLOAT64, 0, 0, 0, 0};
  const ct_iter_reduction reduction = {0, CT_FLOAT64, add_loop, add_combine, &zero, NULL};
  static const int32_t threads[] = {1, 2, 7};
  for (int k = 0; k < 3; ++k) {
    ct_iter *it = NULL;
    uint32_t bits = 0;
    CHECK_OK(ct_set_num_threads(threads[k], &error));
    REQUIRE_OK(ct_iter_build(&config, &it, &error));
    ct_tensor *own = NULL;
    CHECK_OK(ct_iter_operand(it, 0, &own, &error));
    CHECK(own == out);
    release(&own);
    CHECK_OK(ct_iter_reduce(it, &reduction, &error));
    ct_iter_release(it);
    memcpy(&bits, ct_tensor_data(out), sizeof bits);
    if (k == 0) first = bits;
    CHECK_EQ(bits, first);
    const double total = ELEMENT(out, 0), want = 300000.0 * 299999 / 6;
    CHECK(total > want * 0.999999 && total < want * 1.000001);
  }
  CHECK_OK(ct_set_num_threads(3, &error));
  release(&line), release(&thirds), release(&out);
}

static ct_status refuse(const ct_loop *loop, void *user_data) {
  (void)loop, (void)user_data;
  return CT_STATUS_USER - 3;
}

static void stopped(void) {
  ct_tensor *a = counting(SIZES(100), CT_FLOAT64), *out = NULL;
  REQUIRE_OK(ct_zeros(SIZES(1), CT_FLOAT64, &out, &error));
  const ct_tensor *const inputs[] = {a};
  ct_iter_config config;
  memset(&config, 0, sizeof config);
  config.preset = CT_ITER_REDUCE;
  config.outputs = &out;
  config.noutputs = 1;
  config.inputs = inputs;
  config.ninputs = 1;
  ct_iter *it = NULL;
  REQUIRE_OK(ct_iter_build(&config, &it, &error));
  const ct_scalar zero = {CT_FLOAT64, 0, 0, 0, 0};
  const ct_iter_reduction reduction = {sizeof reduction, CT_UNDEFINED, refuse, add_combine, &zero, NULL};
  CHECK_EQ(ct_iter_reduce(it, &reduction, &error), CT_STATUS_USER - 3);
  ct_iter_release(it);
  release(&a), release(&out);
}

int main(void) {
  alloc_install();
  use_threads(3);
  largest(50, 1000, true);
  largest(50, 1000, false);
  largest(1, 200000, true); /* one output, whose pieces meet in the tree */
  largest(3, 1, true);
  same_bits();
  stopped();
  return alloc_done();
}
