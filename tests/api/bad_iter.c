/* Wrong calls to the iterator, its loops, reductions and cursors. */
#include "bad_input.h"

static ct_iter_config config;
static ct_tensor *spare, *wide_out, *low_f, *high_f, *column, *row_out, *column_int, *int_out;

static void make_more(void) {
  ct_error error = {0};
  REQUIRE_OK(ct_zeros(SIZES(2, 3), CT_FLOAT32, &spare, &error));
  REQUIRE_OK(ct_zeros(SIZES(2, 3), CT_INT32, &int_out, &error));
  REQUIRE_OK(ct_tensor_create_strided(LIST(2, 3), 2, LIST(0, 1), CT_FLOAT32, &wide_out, &error));
  REQUIRE_OK(ct_view(low, SIZES(2, 3), &low_f, &error));
  REQUIRE_OK(ct_view(high, SIZES(2, 3), &high_f, &error));
  REQUIRE_OK(ct_zeros(SIZES(2, 1), CT_FLOAT32, &column, &error));
  REQUIRE_OK(ct_zeros(SIZES(1, 3), CT_FLOAT32, &row_out, &error));
  REQUIRE_OK(ct_zeros(SIZES(2, 1), CT_INT64, &column_int, &error));
  ct_tensor *const made[] = {spare, wide_out, low_f, high_f, column, row_out, column_int, int_out};
  for (size_t k = 0; k < sizeof made / sizeof made[0]; ++k) watch(made[k]);
  watch_start();
}

/* The config every row starts from: one output, two inputs. */
static ct_iter_config *with(ct_tensor *const *outputs, int32_t noutputs, const ct_tensor *const *inputs,
                            int32_t ninputs, uint32_t preset, uint32_t flags) {
  memset(&config, 0, sizeof config);
  config.struct_size = sizeof config;
  config.preset = preset;
  config.flags = flags;
  config.outputs = outputs;
  config.noutputs = noutputs;
  config.inputs = inputs;
  config.ninputs = ninputs;
  return &config;
}
#define IN(...) ((const ct_tensor *const[]){__VA_ARGS__})
#define OUT(...) ((ct_tensor *const[]){__VA_ARGS__})
#define BUILD(...) ct_iter_build(with(__VA_ARGS__), &iter_out, err)

static void structs(void) {
  BAD_I(CT_ERROR_INVALID, "config|NULL", ct_iter_build(NULL, &iter_out, err));
  BAD_V(CT_ERROR_INVALID, "out|NULL", ct_iter_build(with(NULL, 1, IN(f23), 1, CT_ITER_UNARY, 0), NULL, err));
  with(NULL, 1, IN(f23), 1, CT_ITER_UNARY, 0)->struct_size = 8;
  BAD_I(CT_ERROR_INVALID, "struct_size|8|80", ct_iter_build(&config, &iter_out, err));
  struct {
    ct_iter_config known;
    uint64_t later;
  } newer;
  memset(&newer, 0, sizeof newer);
  newer.known = *with(NULL, 1, IN(f23), 1, CT_ITER_UNARY, 0);
  newer.known.struct_size = sizeof newer;
  newer.later = (uint64_t)1 << 63;
  BAD_I(CT_ERROR_INVALID, "87|80", ct_iter_build(&newer.known, &iter_out, err));
  newer.later = 0; /* zeros past the fields that this version knows are allowed */
  CHECK_EQ(ct_iter_build(&newer.known, &iter_out, err), CT_OK);
  ct_iter_release(iter_out);
  BAD_I(CT_ERROR_INVALID, "preset|9", BUILD(NULL, 1, IN(f23), 1, 9, 0));
  BAD_I(CT_ERROR_INVALID, "flags", BUILD(NULL, 1, IN(f23), 1, CT_ITER_UNARY, 1u << 30));
  BAD_I(CT_ERROR_INVALID, "outputs|-1", BUILD(NULL, -1, IN(f23), 1, CT_ITER_UNARY, 0));
  BAD_I(CT_ERROR_INVALID, "inputs|-1", BUILD(NULL, 1, IN(f23), -1, CT_ITER_UNARY, 0));
  BAD_I(CT_ERROR_INVALID, "inputs|NULL", BUILD(NULL, 1, NULL, 1, CT_ITER_UNARY, 0));
  BAD_I(CT_ERROR_INVALID, "NULL", BUILD(NULL, 1, IN(f23, NULL), 2, CT_ITER_BINARY, 0));
  BAD_I(CT_ERROR_INVALID, "at least one operand", BUILD(NULL, 0, NULL, 0, CT_ITER_CUSTOM, 0));
  const ct_tensor *many[64];
  for (int k = 0; k < 64; ++k) many[k] = f23;
  BAD_I(CT_ERROR_INVALID, "64|1 outputs|64 inputs", BUILD(NULL, 1, many, 64, CT_ITER_CUSTOM, 0));
  BAD_I(CT_ERROR_INVALID, "2147483647", BUILD(NULL, INT32_MAX, many, INT32_MAX, CT_ITER_CUSTOM, 0));
  BAD_I(CT_ERROR_INVALID, "1|2", BUILD(NULL, 1, IN(f23, f23), 2, CT_ITER_UNARY, 0));
  BAD_I(CT_ERROR_INVALID, "2|3", BUILD(NULL, 1, IN(f23, f23, f23), 3, CT_ITER_BINARY, 0));
  BAD_I(CT_ERROR_INVALID, "REDUCTION|NO_RESIZE", BUILD(OUT(column), 1, IN(f23), 1, 0, CT_ITER_REDUCTION));
}

static ct_tensor *f223;

static void shapes(void) {
  BAD_I(CT_ERROR_SHAPE, "(3)|(4)|dimension 1", BUILD(NULL, 1, IN(f23, f34), 2, CT_ITER_BINARY, 0));
  BAD_I(CT_ERROR_SHAPE, "[2, 3]|[2, 2, 3]", BUILD(OUT(spare), 1, IN(f223), 1, CT_ITER_UNARY, CT_ITER_NO_RESIZE));
  BAD_I(CT_ERROR_SHAPE, "[2, 3]|[2, 2, 3]", BUILD(OUT(spare), 1, IN(spare, f223), 2, CT_ITER_BINARY, 0));
  BAD_I(CT_ERROR_INVALID, "[2, 3]|[2, 2, 3]|borrowed", BUILD(OUT(borrowed), 1, IN(f223), 1, CT_ITER_UNARY, 0));
  with(NULL, 1, IN(f23), 1, CT_ITER_UNARY, 0)->static_sizes = LIST(2, 3);
  config.static_ndim = 2;
  BAD_I(CT_ERROR_INVALID, "static|[2, 3]|NO_RESIZE", ct_iter_build(&config, &iter_out, err));
  with(OUT(spare), 1, IN(f23), 1, CT_ITER_UNARY, CT_ITER_NO_RESIZE)->static_sizes = LIST(2, -3);
  config.static_ndim = 2;
  BAD_I(CT_ERROR_SHAPE, "[2, -3]", ct_iter_build(&config, &iter_out, err));
  config.static_sizes = LIST(2, 4);
  BAD_I(CT_ERROR_SHAPE, "[2, 4]|[2, 3]", ct_iter_build(&config, &iter_out, err));
  config.static_ndim = 65;
  BAD_I(CT_ERROR_SHAPE, "65", ct_iter_build(&config, &iter_out, err));
  config.static_ndim = -1;
  BAD_I(CT_ERROR_INVALID, "-1", ct_iter_build(&config, &iter_out, err));
  config.static_sizes = LIST(2, 3);
  config.static_ndim = 2;
  config.squash_dims = DIM_LIST(2);
  config.nsquash = 1;
  BAD_I(CT_ERROR_INDEX, "[-2, 1]|2", ct_iter_build(&config, &iter_out, err));
  config.squash_dims = NULL;
  BAD_I(CT_ERROR_INVALID, "squash|NULL", ct_iter_build(&config, &iter_out, err));
  config.nsquash = -1;
  BAD_I(CT_ERROR_INVALID, "squash|-1", ct_iter_build(&config, &iter_out, err));
}

static void dtypes(void) {
  BAD_I(CT_ERROR_DTYPE, "float32|int32", BUILD(NULL, 1, IN(f23, i23), 2, CT_ITER_CUSTOM, 0));
  BAD_I(CT_ERROR_DTYPE, "float32|int32", BUILD(OUT(int_out), 1, IN(f23), 1, CT_ITER_UNARY, 0));
  BAD_I(CT_ERROR_DTYPE, "result type|float32|int32", BUILD(OUT(int_out), 1, IN(f23, i23), 2, CT_ITER_BINARY, 0));
  BAD_I(CT_ERROR_DTYPE, "result type|float32|int32", BUILD(OUT(int_out), 1, IN(i23), 1, CT_ITER_UNARY_FLOAT, 0));
  BAD_I(CT_ERROR_DTYPE, "uint64|int64", BUILD(NULL, 1, IN(u3, i3), 2, CT_ITER_BINARY, 0));
  BAD_I(CT_ERROR_INVALID, "INTEGERS_TO_FLOAT|PROMOTE", BUILD(NULL, 1, IN(i23), 1, 0, CT_ITER_INTEGERS_TO_FLOAT));
  with(NULL, 1, IN(f23), 1, CT_ITER_CUSTOM, CT_ITER_NO_SAME_DTYPE_CHECK)->static_dtype = 99;
  BAD_I(CT_ERROR_DTYPE, "99", ct_iter_build(&config, &iter_out, err));
  with(NULL, 1, IN(f23), 1, CT_ITER_CUSTOM, 0)->static_dtype = CT_INT8;
  BAD_I(CT_ERROR_INVALID, "static", ct_iter_build(&config, &iter_out, err));
  static const ct_dtype unknown[] = {42};
  with(NULL, 1, IN(f23), 1, CT_ITER_UNARY, 0)->output_dtypes = unknown;
  BAD_I(CT_ERROR_DTYPE, "42", ct_iter_build(&config, &iter_out, err));
  BAD_I(CT_ERROR_INVALID, "cpu|meta", BUILD(NULL, 1, IN(f23, meta), 2, CT_ITER_BINARY, 0));
  BAD_I(CT_ERROR_INVALID, "cpu|meta", BUILD(OUT(spare), 1, IN(meta), 1, CT_ITER_UNARY, 0));
}

static void outputs(void) {
  BAD_I(CT_ERROR_READ_ONLY, "read-only", BUILD(OUT(read_only), 1, IN(f23), 1, CT_ITER_UNARY, 0));
  BAD_I(CT_ERROR_OVERLAP, "memory location|[2, 3]", BUILD(OUT(wide_out), 1, IN(f23), 1, CT_ITER_UNARY, 0));
  BAD_I(CT_ERROR_OVERLAP, "single memory location|[2, 3]", BUILD(OUT(low_f), 1, IN(high_f), 1, CT_ITER_UNARY, 0));
  BAD_I(CT_ERROR_OVERLAP, "[2, 3]", BUILD(OUT(spare, spare), 2, IN(f23), 1, CT_ITER_CUSTOM, 0));
  BAD_I(CT_ERROR_OVERLAP, "[2, 3]", BUILD(OUT(low_f, high_f), 2, IN(f23), 1, CT_ITER_CUSTOM, 0));
  BAD_I(CT_ERROR_INVALID, "shape", BUILD(NULL, 1, NULL, 0, CT_ITER_NULLARY, 0));
  BAD_I(CT_ERROR_INVALID, "output", BUILD(NULL, 1, IN(f23), 1, CT_ITER_REDUCE, 0));
  BAD_I(CT_ERROR_SHAPE, "[2, 1]|[1, 3]",
        BUILD(OUT(column, row_out), 2, IN(f23), 1, CT_ITER_REDUCE, CT_ITER_NO_SAME_DTYPE_CHECK));
  BAD_I(CT_ERROR_SHAPE, "4|3", BUILD(OUT(f34), 1, IN(f23), 1, CT_ITER_REDUCE, 0));
}

static int calls;

static ct_status fine(const ct_loop *loop, void *user_data) {
  (void)loop, (void)user_data;
  ++calls;
  return CT_OK;
}

/* Fails at the second piece, with the status that user_data points to. */
static ct_status half_way(const ct_loop *loop, void *user_data) {
  (void)loop;
  return ++calls % 2 == 0 ? *(const ct_status *)user_data : CT_OK;
}

static ct_status at_once(const ct_loop *loop, void *user_data) {
  (void)loop;
  return *(const ct_status *)user_data;
}

static ct_iter *built(ct_iter_config *of) {
  ct_error error = {0};
  ct_iter *it = NULL;
  REQUIRE_OK(ct_iter_build(of, &it, &error));
  return it;
}

static void loops(void) {
  const ct_status user = CT_STATUS_USER - 42, positive = 5, internal = CT_ERROR_SHAPE, almost = CT_STATUS_USER + 1;
  ct_iter *it = built(with(OUT(f43t), 1, IN(f43t), 1, CT_ITER_UNARY, 0));
  watch_start(); /* the iterator holds references */
  BAD_V(CT_ERROR_INVALID, "it|NULL", ct_iter_for_each(NULL, fine, NULL, 0, err));
  BAD_V(CT_ERROR_INVALID, "loop|NULL", ct_iter_for_each(it, NULL, NULL, 0, err));
  BAD_V(CT_ERROR_INVALID, "grain|-1", ct_iter_for_each(it, fine, NULL, -1, err));
  BAD_V(user, "-1042", ct_iter_for_each(it, at_once, (void *)(uintptr_t)&user, 0, err));
  BAD_V(CT_ERROR_INVALID, "5", ct_iter_for_each(it, at_once, (void *)(uintptr_t)&positive, 0, err));
  BAD_V(CT_ERROR_INVALID, "-2", ct_iter_for_each(it, at_once, (void *)(uintptr_t)&internal, 0, err));
  BAD_V(CT_ERROR_INVALID, "-999", ct_iter_for_each(it, at_once, (void *)(uintptr_t)&almost, 0, err));
  BAD_V(CT_ERROR_INVALID, "it|NULL", ct_iter_serial_for_each(NULL, 0, 1, fine, NULL, err));
  BAD_V(CT_ERROR_INVALID, "loop|NULL", ct_iter_serial_for_each(it, 0, 1, NULL, NULL, err));
  calls = 0;
  BAD_V(CT_ERROR_INDEX, "-1|12", ct_iter_serial_for_each(it, -1, 1, fine, NULL, err));
  BAD_V(CT_ERROR_INDEX, "0|13|12", ct_iter_serial_for_each(it, 0, 13, fine, NULL, err));
  BAD_V(CT_ERROR_INDEX, "5|4", ct_iter_serial_for_each(it, 5, 4, fine, NULL, err));
  CHECK_EQ(calls, 0);
  BAD_C(CT_ERROR_INVALID, "it|NULL", ct_iter_cursor_create(NULL, 0, 1, &cursor_out, err));
  BAD_V(CT_ERROR_INVALID, "out|NULL", ct_iter_cursor_create(it, 0, 1, NULL, err));
  BAD_C(CT_ERROR_INDEX, "-5|12", ct_iter_cursor_create(it, -5, 1, &cursor_out, err));
  BAD_C(CT_ERROR_INDEX, "13|12", ct_iter_cursor_create(it, 0, 13, &cursor_out, err));
  BAD_C(CT_ERROR_INDEX, "7|3", ct_iter_cursor_create(it, 7, 3, &cursor_out, err));
  BAD_C(CT_ERROR_INDEX, "9223372036854775807", ct_iter_cursor_create(it, INT64_MAX, INT64_MAX, &cursor_out, err));
  BAD_T(CT_ERROR_INVALID, "it|NULL", ct_iter_operand(NULL, 0, &out, err));
  BAD_V(CT_ERROR_INVALID, "out|NULL", ct_iter_operand(it, 0, NULL, err));
  BAD_T(CT_ERROR_INDEX, "-1|2", ct_iter_operand(it, -1, &out, err));
  BAD_T(CT_ERROR_INDEX, "2", ct_iter_operand(it, 2, &out, err));
  CHECK(ct_iter_strides(it, -1) == NULL && ct_iter_strides(it, 2) == NULL);
  CHECK(ct_iter_dtype(it, -1) == CT_UNDEFINED && ct_iter_dtype(it, 2) == CT_UNDEFINED);
  ct_iter_release(it);

  /* a non-contiguous walk over 4 dims in pieces, stopped half-way */
  ct_tensor *strided = NULL, *whole = counting(SIZES(3, 4, 5, 6), CT_FLOAT32), *at_odds = NULL;
  CHECK(ct_slice(whole, 3, 0, INT64_MIN, 2, &strided, NULL) == CT_OK);
  CHECK(ct_slice(strided, 1, 0, INT64_MIN, 3, &at_odds, NULL) == CT_OK);
  it = built(with(NULL, 1, IN(at_odds), 1, CT_ITER_UNARY, 0));
  watch_start();
  calls = 0;
  BAD_V(user, "-1042", ct_iter_for_each(it, half_way, (void *)(uintptr_t)&user, 1, err));
  calls = 0;
  BAD_V(user, "-1042", ct_iter_serial_for_each(it, 0, ct_iter_numel(it), half_way, (void *)(uintptr_t)&user, err));
  ct_iter_release(it);
  release(&whole), release(&strided), release(&at_odds);
  watch_start();
}

static void reductions(void) {
  const ct_status user = CT_STATUS_USER, positive = 1;
  const ct_scalar zero = {CT_FLOAT32, 0, 0, 0, 0}, untyped = {CT_UNDEFINED, 0, 0, 0, 0};
  const ct_iter_reduction good = {sizeof good, CT_UNDEFINED, fine, fine, &zero, NULL};
  ct_iter_reduction reduction = good;
  ct_iter *it = built(with(OUT(column), 1, IN(f23), 1, CT_ITER_REDUCE, 0));
  ct_iter *elementwise = built(with(OUT(spare), 1, IN(f23), 1, CT_ITER_UNARY, 0));
  watch_start();
  BAD_V(CT_ERROR_INVALID, "it|NULL", ct_iter_reduce(NULL, &good, err));
  BAD_V(CT_ERROR_INVALID, "reduction|NULL", ct_iter_reduce(it, NULL, err));
  BAD_V(CT_ERROR_INVALID, "REDUCTION", ct_iter_reduce(elementwise, &good, err));
  reduction.loop = NULL;
  BAD_V(CT_ERROR_INVALID, "loop|NULL", ct_iter_reduce(it, &reduction, err));
  reduction = good;
  reduction.combine = NULL;
  BAD_V(CT_ERROR_INVALID, "combine|NULL", ct_iter_reduce(it, &reduction, err));
  reduction = good;
  reduction.identities = NULL;
  BAD_V(CT_ERROR_INVALID, "identities|NULL", ct_iter_reduce(it, &reduction, err));
  reduction.identities = &untyped;
  BAD_V(CT_ERROR_DTYPE, "undefined", ct_iter_reduce(it, &reduction, err));
  reduction = good;
  reduction.struct_size = 16;
  BAD_V(CT_ERROR_INVALID, "struct_size|16|40", ct_iter_reduce(it, &reduction, err));
  reduction = good;
  reduction.accumulator = 99;
  BAD_V(CT_ERROR_DTYPE, "99", ct_iter_reduce(it, &reduction, err));
  const ct_tensor *result = column; /* a loop that fails may leave anything in the output */
  for (int k = 0; k < bad_watched_count; ++k) {
    if (bad_watched[k].tensor == result) snapshot_drop(&bad_watched[k]);
  }
  reduction = good;
  reduction.loop = at_once;
  reduction.user_data = (void *)(uintptr_t)&user;
  BAD_V(user, "-1000", ct_iter_reduce(it, &reduction, err));
  reduction.user_data = (void *)(uintptr_t)&positive;
  BAD_V(CT_ERROR_INVALID, "1", ct_iter_reduce(it, &reduction, err));
  ct_iter_release(it);
  ct_iter_release(elementwise);
}

int main(void) {
  alloc_install();
  make_operands();
  make_more();
  f223 = watch(counting(SIZES(2, 2, 3), CT_FLOAT32));
  watch_start();
  structs();
  shapes();
  dtypes();
  outputs();
  loops();
  reductions();
  return bad_done(70);
}
