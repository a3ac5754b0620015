/* Making tensors and looking at them; dtypes and promotion. */
#include "alloc.h"

static ct_error error;

static void dtypes(void) {
  static const struct {
    ct_dtype dtype;
    const char *name, *short_name;
    int64_t size;
  } all[] = {{CT_BOOL, "bool", "bool", 1},
             {CT_UINT8, "uint8", "u8", 1},
             {CT_INT8, "int8", "i8", 1},
             {CT_INT16, "int16", "i16", 2},
             {CT_INT32, "int32", "i32", 4},
             {CT_INT64, "int64", "i64", 8},
             {CT_FLOAT16, "float16", "f16", 2},
             {CT_FLOAT32, "float32", "f32", 4},
             {CT_FLOAT64, "float64", "f64", 8},
             {CT_COMPLEX32, "complex32", "c32", 4},
             {CT_COMPLEX64, "complex64", "c64", 8},
             {CT_COMPLEX128, "complex128", "c128", 16},
             {CT_BFLOAT16, "bfloat16", "bf16", 2},
             {CT_UINT16, "uint16", "u16", 2},
             {CT_UINT32, "uint32", "u32", 4},
             {CT_UINT64, "uint64", "u64", 8}};
  for (size_t k = 0; k < sizeof all / sizeof all[0]; ++k) {
    ct_dtype dtype = CT_UNDEFINED;
    CHECK_TEXT(ct_dtype_name(all[k].dtype), all[k].name);
    CHECK_EQ(ct_dtype_size(all[k].dtype), all[k].size);
    CHECK_EQ(ct_dtype_from_name(all[k].name, &dtype), CT_OK);
    CHECK_EQ(dtype, all[k].dtype);
    dtype = CT_UNDEFINED;
    CHECK_EQ(ct_dtype_from_name(all[k].short_name, &dtype), CT_OK);
    CHECK_EQ(dtype, all[k].dtype);
    CHECK(ct_can_cast(all[k].dtype, all[k].dtype));
    CHECK_OK(ct_promote_types(all[k].dtype, all[k].dtype, &dtype, &error));
    CHECK_EQ(dtype, all[k].dtype);
  }
  ct_dtype dtype = CT_UNDEFINED;
  CHECK_OK(ct_promote_types(CT_UINT8, CT_INT8, &dtype, &error));
  CHECK_EQ(dtype, CT_INT16);
  CHECK_OK(ct_promote_types(CT_FLOAT16, CT_BFLOAT16, &dtype, &error));
  CHECK_EQ(dtype, CT_FLOAT32);
  CHECK_OK(ct_promote_types(CT_UINT32, CT_INT32, &dtype, &error));
  CHECK_EQ(dtype, CT_INT64);
  CHECK(ct_can_cast(CT_FLOAT64, CT_FLOAT16));
  CHECK(!ct_can_cast(CT_FLOAT32, CT_INT64));
  CHECK(!ct_can_cast(CT_COMPLEX64, CT_FLOAT32));
  CHECK(!ct_can_cast(CT_INT8, CT_BOOL));
  CHECK_EQ(ct_dtype_size(CT_UNDEFINED), 0);
  CHECK_EQ(ct_dtype_size(99), 0);
}

static void result_types(void) {
  ct_tensor *a = NULL, *b = NULL;
  ct_number memory;
  const ct_tensor *const two = ct_number_of(ct_scalar_i64(2), &memory);
  ct_dtype dtype = CT_UNDEFINED;
  REQUIRE_OK(ct_zeros(SIZES(3), CT_FLOAT32, &a, &error));
  REQUIRE_OK(ct_zeros(NULL, 0, CT_FLOAT64, &b, &error));
  const ct_tensor *const all[] = {a, b, two};
  CHECK_OK(ct_result_type(all, 2, &dtype, &error));
  CHECK_EQ(dtype, CT_FLOAT32);
  CHECK_OK(ct_result_type(all + 1, 2, &dtype, &error));
  CHECK_EQ(dtype, CT_FLOAT64);
  CHECK_OK(ct_result_type(all + 2, 1, &dtype, &error));
  CHECK_EQ(dtype, CT_INT64);
  release(&a), release(&b);
}

static void fresh(void) {
  ct_tensor *t = NULL, *s = NULL;
  void *data = NULL;
  REQUIRE_OK(ct_tensor_create(SIZES(2, 3, 4), CT_INT16, &t, &error));
  CHECK_SIZES(t, 2, 3, 4);
  CHECK_STRIDES(t, 12, 4, 1);
  CHECK_EQ(ct_tensor_numel(t), 24);
  CHECK_EQ(ct_tensor_dtype(t), CT_INT16);
  CHECK_EQ(ct_tensor_storage_offset(t), 0);
  CHECK_EQ(ct_tensor_storage_nbytes(t), 48);
  CHECK(ct_tensor_is_unique(t) && !ct_tensor_is_meta(t) && !ct_tensor_is_read_only(t));
  CHECK(!ct_tensor_is_wrapped_number(t));
  CHECK(ct_tensor_is_contiguous(t, CT_CONTIGUOUS) && ct_tensor_is_non_overlapping_and_dense(t));
  CHECK_EQ(ct_tensor_suggest_memory_format(t, false), CT_CONTIGUOUS);
  CHECK_OK(ct_tensor_data_mut(t, &data, &error));
  CHECK(data != NULL && data == ct_tensor_data(t));
  CHECK(ct_tensor_retain(t) == t);
  CHECK(!ct_tensor_is_unique(t));
  ct_tensor_release(t);
  CHECK(ct_tensor_is_unique(t));
  release(&t);

  REQUIRE_OK(ct_tensor_create(NULL, 0, CT_FLOAT64, &t, &error));
  CHECK_EQ(ct_tensor_ndim(t), 0);
  CHECK_EQ(ct_tensor_numel(t), 1);
  CHECK(ct_tensor_sizes(t) != NULL && ct_tensor_strides(t) != NULL);
  release(&t);

  REQUIRE_OK(ct_tensor_create(SIZES(0, 5), CT_FLOAT64, &t, &error));
  CHECK_EQ(ct_tensor_numel(t), 0);
  CHECK(ct_tensor_is_contiguous(t, CT_CONTIGUOUS));
  release(&t);

  int64_t ones[64];
  for (int d = 0; d < 64; ++d) ones[d] = d % 16 == 0 ? 2 : 1;
  REQUIRE_OK(ct_tensor_create(ones, 64, CT_UINT8, &t, &error));
  CHECK_EQ(ct_tensor_ndim(t), 64);
  CHECK_EQ(ct_tensor_numel(t), 16);
  release(&t);

  REQUIRE_OK(ct_tensor_create_strided(LIST(2, 3, 4, 5), 4, LIST(60, 1, 15, 3), CT_FLOAT32, &t, &error));
  CHECK_STRIDES(t, 60, 1, 15, 3);
  CHECK(ct_tensor_is_contiguous(t, CT_CHANNELS_LAST) && !ct_tensor_is_contiguous(t, CT_CONTIGUOUS));
  CHECK_EQ(ct_tensor_suggest_memory_format(t, true), CT_CHANNELS_LAST);
  release(&t);

  /* a negative stride: element [0] is the last of the storage */
  REQUIRE_OK(ct_tensor_create_strided(LIST(4), 1, LIST(-2), CT_INT32, &t, &error));
  CHECK_EQ(ct_tensor_storage_nbytes(t), 7 * 4);
  CHECK_EQ(ct_tensor_storage_offset(t), 6);
  CHECK(!ct_tensor_is_non_overlapping_and_dense(t));
  release(&t);

  REQUIRE_OK(ct_tensor_create_meta(LIST(1000000, 1000000), 2, NULL, CT_FLOAT32, &t, &error));
  CHECK(ct_tensor_is_meta(t) && ct_tensor_data(t) == NULL);
  CHECK_STRIDES(t, 1000000, 1);
  REQUIRE_OK(ct_sum(t, NULL, 0, false, CT_UNDEFINED, &s, &error));
  CHECK(ct_tensor_is_meta(s) && ct_tensor_ndim(s) == 0);
  release(&s), release(&t);
  REQUIRE_OK(ct_tensor_create_meta(LIST(3, 4), 2, LIST(1, 3), CT_FLOAT32, &t, &error));
  CHECK_STRIDES(t, 1, 3);
  release(&t);
}

static void filled(void) {
  ct_tensor *t = NULL, *like = NULL;
  const ct_scalar seven = {CT_INT64, 0, 7, 0, 0}, half = {CT_FLOAT64, 0, 0, 0.5, 0}, z = {CT_COMPLEX128, 0, 0, 1, -2};
  const ct_scalar start = {CT_INT64, 0, 2, 0, 0}, end = {CT_INT64, 0, 11, 0, 0}, step = {CT_INT64, 0, 3, 0, 0};
  ct_scalar value = {0, 0, 0, 0, 0};
  REQUIRE_OK(ct_zeros(SIZES(2, 2), CT_COMPLEX64, &t, &error));
  CHECK_EQ(ELEMENT(t, 1, 1), 0);
  release(&t);
  REQUIRE_OK(ct_ones(SIZES(2, 2), CT_BFLOAT16, &t, &error));
  CHECK_EQ(ELEMENT(t, 1, 0), 1);
  CHECK_OK(ct_empty_like(t, CT_UNDEFINED, CT_PRESERVE, &like, &error));
  CHECK_EQ(ct_tensor_dtype(like), CT_BFLOAT16);
  release(&like);
  CHECK_OK(ct_zeros_like(t, CT_INT32, CT_PRESERVE, &like, &error));
  CHECK_EQ(ELEMENT(like, 1, 1), 0);
  release(&like);
  CHECK_OK(ct_ones_like(t, CT_INT32, CT_CONTIGUOUS, &like, &error));
  CHECK_EQ(ELEMENT(like, 0, 1), 1);
  release(&like);
  CHECK_OK(ct_full_like(t, &seven, CT_UINT64, CT_PRESERVE, &like, &error));
  CHECK_EQ(ct_tensor_dtype(like), CT_UINT64);
  CHECK_EQ(ELEMENT(like, 0, 0), 7);
  release(&like), release(&t);

  REQUIRE_OK(ct_full(SIZES(3), &half, CT_UNDEFINED, &t, &error));
  CHECK_EQ(ct_tensor_dtype(t), CT_FLOAT64);
  CHECK(ELEMENT(t, 2) == 0.5);
  release(&t);
  REQUIRE_OK(ct_tensor_create_scalar(&z, false, &t, &error));
  CHECK_EQ(ct_tensor_dtype(t), CT_COMPLEX128);
  CHECK_OK(ct_tensor_item(t, &value, &error));
  CHECK(value.dtype == CT_COMPLEX128 && value.re == 1 && value.im == -2);
  CHECK(!ct_tensor_is_wrapped_number(t));
  release(&t);
  const ct_scalar large = {CT_UINT64, 0, -1, 0, 0};
  REQUIRE_OK(ct_tensor_create_scalar(&large, true, &t, &error));
  CHECK_OK(ct_tensor_item(t, &value, &error));
  CHECK(value.dtype == CT_UINT64 && value.i == -1 && ct_tensor_is_wrapped_number(t));
  release(&t);

  REQUIRE_OK(ct_arange(&start, &end, &step, CT_UNDEFINED, &t, &error));
  CHECK_SIZES(t, 3);
  CHECK_EQ(ct_tensor_dtype(t), CT_INT64);
  CHECK_EQ(ELEMENT(t, 2), 8);
  release(&t);
  REQUIRE_OK(ct_arange(NULL, &half, NULL, CT_UNDEFINED, &t, &error));
  CHECK_SIZES(t, 1);
  CHECK_EQ(ct_tensor_dtype(t), CT_FLOAT32);
  release(&t);
  /* floats for integers: the range has ceil(5 / 1.5) elements, and the step is truncated */
  const ct_scalar five = {CT_INT64, 0, 5, 0, 0}, one_and_a_half = {CT_FLOAT64, 0, 0, 1.5, 0};
  REQUIRE_OK(ct_arange(NULL, &five, &one_and_a_half, CT_INT64, &t, &error));
  CHECK_SIZES(t, 4);
  CHECK_EQ(ELEMENT(t, 3), 3);
  release(&t);
  /* a step that leads away */
  REQUIRE_OK(ct_arange(&five, &start, NULL, CT_UNDEFINED, &t, &error));
  CHECK_SIZES(t, 0);
  release(&t);
  REQUIRE_OK(ct_arange(NULL, &end, NULL, CT_FLOAT16, &t, &error));
  CHECK_EQ(ct_tensor_dtype(t), CT_FLOAT16);
  CHECK_EQ(ELEMENT(t, 10), 10);
  release(&t);
}

/* The numbers of a tensor as doubles, in order. */
static bool holds(ct_tensor *t, const double *expected, int64_t count) {
  ct_tensor *wide = NULL;
  REQUIRE_OK(ct_to(t, CT_FLOAT64, CT_CONTIGUOUS, true, &wide, &error));
  const bool same = ct_tensor_numel(t) == count && memcmp(ct_tensor_data(wide), expected, (size_t)count * 8) == 0;
  release(&wide);
  return same;
}
#define HOLDS(t, ...) holds((t), ((const double[]){__VA_ARGS__}), COUNT(__VA_ARGS__))

static void by_rule(void) {
  const ct_scalar zero = ct_scalar_i64(0), one = ct_scalar_i64(1), three = ct_scalar_f64(3), minus = ct_scalar_i64(-5);
  const ct_scalar large = ct_scalar_f64(1e308), small = ct_scalar_f64(-1e308), z = ct_scalar_c128(1, -2);
  ct_tensor *t = NULL;
  REQUIRE_OK(ct_linspace(&zero, &one, 5, CT_UNDEFINED, &t, &error));
  CHECK(ct_tensor_dtype(t) == CT_FLOAT32 && HOLDS(t, 0, 0.25, 0.5, 0.75, 1));
  release(&t);
  REQUIRE_OK(ct_linspace(&three, &minus, 4, CT_INT8, &t, &error)); /* 3, 1/3, -7/3, -5 */
  CHECK(HOLDS(t, 3, 0, -2, -5));
  release(&t);
  REQUIRE_OK(ct_linspace(&three, &one, 1, CT_FLOAT64, &t, &error));
  CHECK(HOLDS(t, 3));
  release(&t);
  REQUIRE_OK(ct_linspace(&three, &one, 0, CT_FLOAT64, &t, &error));
  CHECK_SIZES(t, 0);
  release(&t);
  REQUIRE_OK(ct_linspace(&small, &large, 5, CT_FLOAT64, &t, &error));
  CHECK(HOLDS(t, -1e308, -5e307, 0, 5e307, 1e308));
  release(&t);
  REQUIRE_OK(ct_linspace(&zero, &z, 3, CT_UNDEFINED, &t, &error));
  CHECK_EQ(ct_tensor_dtype(t), CT_COMPLEX64);
  const float *parts = ct_tensor_data(t);
  CHECK(parts[2] == 0.5F && parts[3] == -1 && parts[4] == 1 && parts[5] == -2);
  release(&t);
  REQUIRE_OK(ct_logspace(&zero, &three, 4, 10, CT_INT32, &t, &error));
  CHECK(HOLDS(t, 1, 10, 100, 1000));
  release(&t);
  REQUIRE_OK(ct_logspace(&one, &minus, 3, 2, CT_UNDEFINED, &t, &error));
  CHECK(ct_tensor_dtype(t) == CT_FLOAT32 && HOLDS(t, 2, 0.25, 0.03125));
  release(&t);
  REQUIRE_OK(ct_eye(2, 3, 0, CT_UNDEFINED, &t, &error));
  CHECK_SIZES(t, 2, 3);
  CHECK(ct_tensor_dtype(t) == CT_FLOAT32 && HOLDS(t, 1, 0, 0, 0, 1, 0));
  release(&t);
  REQUIRE_OK(ct_eye(3, 2, -1, CT_BOOL, &t, &error));
  CHECK(HOLDS(t, 0, 0, 1, 0, 0, 1));
  release(&t);
  REQUIRE_OK(ct_eye(2, 3, 2, CT_INT16, &t, &error));
  CHECK(HOLDS(t, 0, 0, 1, 0, 0, 0));
  release(&t);
  REQUIRE_OK(ct_eye(2, 2, INT64_MIN, CT_FLOAT32, &t, &error));
  CHECK(HOLDS(t, 0, 0, 0, 0));
  release(&t);
  REQUIRE_OK(ct_eye(0, 3, INT64_MAX, CT_FLOAT32, &t, &error));
  CHECK_SIZES(t, 0, 3);
  release(&t);
  REQUIRE_OK(ct_tril_indices(3, 3, 0, CT_UNDEFINED, &t, &error));
  CHECK_SIZES(t, 2, 6);
  CHECK(ct_tensor_dtype(t) == CT_INT64 && HOLDS(t, 0, 1, 1, 2, 2, 2, 0, 0, 1, 0, 1, 2));
  release(&t);
  REQUIRE_OK(ct_triu_indices(2, 3, 1, CT_INT8, &t, &error));
  CHECK(HOLDS(t, 0, 0, 1, 1, 2, 2));
  release(&t);
  REQUIRE_OK(ct_tril_indices((int64_t)1 << 40, 3, -((int64_t)1 << 40) + 2, CT_UNDEFINED, &t, &error));
  CHECK(ct_tensor_numel(t) == 6);
  release(&t);
  /* Each element of a matrix is on, below or above a diagonal. */
  for (int64_t rows = 0; rows < 5; ++rows) {
    for (int64_t columns = 0; columns < 5; ++columns) {
      for (int64_t offset = -6; offset <= 6; ++offset) {
        ct_tensor *lower = NULL, *upper = NULL;
        REQUIRE_OK(ct_tril_indices(rows, columns, offset, CT_INT64, &lower, &error));
        REQUIRE_OK(ct_triu_indices(rows, columns, offset + 1, CT_INT64, &upper, &error));
        const int64_t below = ct_tensor_numel(lower) / 2, above = ct_tensor_numel(upper) / 2;
        CHECK_EQ(below + above, rows * columns);
        const int64_t *at = ct_tensor_data(lower);
        for (int64_t k = 0; k < below; ++k) CHECK(at[below + k] <= at[k] + offset && at[k] < rows);
        at = ct_tensor_data(upper);
        for (int64_t k = 0; k < above; ++k) CHECK(at[above + k] > at[k] + offset && at[above + k] < columns);
        release(&lower);
        release(&upper);
      }
    }
  }
}

static void items(void) {
  ct_tensor *t = counting(SIZES(2, 3), CT_INT16), *turned = NULL, *f0 = NULL;
  REQUIRE_OK(ct_transpose(t, 0, 1, &turned, &error));
  ct_scalar value = ct_scalar_i64(77);
  REQUIRE_OK(ct_tensor_set_item(turned, SIZES(2, -1), &value, &error));
  REQUIRE_OK(ct_tensor_get_item(t, SIZES(-1, 2), &value, &error));
  CHECK(value.dtype == CT_INT16 && value.i == 77);
  REQUIRE_OK(ct_tensor_get_item(t, SIZES(0, 1), &value, &error));
  CHECK_EQ(value.i, 1);
  CHECK(ct_tensor_itemsize(t) == 2 && ct_tensor_nbytes(t) == 12 && ct_tensor_nbytes(turned) == 12);
  REQUIRE_OK(ct_zeros(NULL, 0, CT_COMPLEX64, &f0, &error));
  value = ct_scalar_c128(1, 2);
  REQUIRE_OK(ct_tensor_set_item(f0, NULL, 0, &value, &error));
  REQUIRE_OK(ct_tensor_get_item(f0, NULL, 0, &value, &error));
  CHECK(value.re == 1 && value.im == 2);
  release(&t);
  release(&turned);
  release(&f0);
}

static void limits(void) {
  ct_finfo f = {0, 0, 0, 0, 0, 0};
  ct_iinfo i = {sizeof i, 0, 0, 0};
  REQUIRE_OK(ct_dtype_finfo(CT_FLOAT32, &f, &error));
  CHECK(f.bits == 32 && f.eps == 0x1p-23 && f.max == 0x1.fffffep127 && f.smallest_normal == 0x1p-126);
  CHECK(f.smallest_subnormal == 0x1p-149);
  REQUIRE_OK(ct_dtype_finfo(CT_COMPLEX32, &f, &error));
  CHECK(f.bits == 16 && f.eps == 0x1p-10 && f.max == 65504 && f.smallest_subnormal == 0x1p-24);
  REQUIRE_OK(ct_dtype_finfo(CT_BFLOAT16, &f, &error));
  CHECK(f.bits == 16 && f.eps == 0x1p-7 && f.smallest_normal == 0x1p-126 && f.smallest_subnormal == 0x1p-133);
  REQUIRE_OK(ct_dtype_finfo(CT_FLOAT64, &f, &error));
  CHECK(f.bits == 64 && f.eps == 0x1p-52 && f.smallest_normal == 0x1p-1022 && f.smallest_subnormal == 0x1p-1074);
  REQUIRE_OK(ct_dtype_iinfo(CT_INT8, &i, &error));
  CHECK(i.struct_size == sizeof i && i.bits == 8 && i.min == -128 && i.max == 127);
  REQUIRE_OK(ct_dtype_iinfo(CT_INT64, &i, &error));
  CHECK(i.bits == 64 && i.min == INT64_MIN && i.max == INT64_MAX);
  REQUIRE_OK(ct_dtype_iinfo(CT_UINT64, &i, &error));
  CHECK(i.min == 0 && i.max == UINT64_MAX);
  REQUIRE_OK(ct_dtype_iinfo(CT_UINT16, &i, &error));
  CHECK(i.bits == 16 && i.max == 65535);
  CHECK(ct_isdtype(CT_BOOL, CT_KIND_BOOL) && !ct_isdtype(CT_BOOL, CT_KIND_NUMBER));
  CHECK(ct_isdtype(CT_UINT8, CT_KIND_INTEGER) && !ct_isdtype(CT_UINT8, CT_KIND_SIGNED));
  CHECK(ct_isdtype(CT_BFLOAT16, CT_KIND_FLOAT) && !ct_isdtype(CT_COMPLEX64, CT_KIND_FLOAT | CT_KIND_INTEGER));
  CHECK(ct_isdtype(CT_COMPLEX64, CT_KIND_COMPLEX) && ct_isdtype(CT_COMPLEX64, CT_KIND_NUMBER));
  CHECK(!ct_isdtype(CT_UNDEFINED, 31) && !ct_isdtype(99, 31) && !ct_isdtype(CT_FLOAT32, 0));
}

static void around_data(void) {
  float data[12];
  ct_tensor *t = NULL;
  void *mutable_data = NULL;
  for (int k = 0; k < 12; ++k) data[k] = (float)k;
  REQUIRE_OK(ct_tensor_from_data(data, LIST(3, 4), 2, NULL, CT_FLOAT32, NULL, NULL, &t, &error));
  CHECK(ct_tensor_data(t) == data);
  CHECK_EQ(ELEMENT(t, 2, 1), 9);
  CHECK_OK(ct_tensor_data_mut(t, &mutable_data, &error));
  ((float *)mutable_data)[9] = 90;
  CHECK_EQ(ELEMENT(t, 2, 1), 90);
  release(&t);
  /* data points to element [0, …, 0], which lies at the end with negative strides */
  REQUIRE_OK(ct_tensor_from_data(data + 3, LIST(3, 4), 2, LIST(4, -1), CT_FLOAT32, NULL, NULL, &t, &error));
  CHECK(ct_tensor_data(t) == data + 3);
  CHECK_EQ(ELEMENT(t, 0, 0), 3);
  CHECK_EQ(ELEMENT(t, 2, 3), 8);
  release(&t);
  REQUIRE_OK(ct_tensor_from_const_data(data, LIST(12), 1, NULL, CT_FLOAT32, NULL, NULL, &t, &error));
  CHECK(ct_tensor_is_read_only(t));
  CHECK_EQ(ELEMENT(t, 11), 11);
  release(&t);
  REQUIRE_OK(ct_tensor_from_data(NULL, LIST(0), 1, NULL, CT_FLOAT32, NULL, NULL, &t, &error));
  CHECK_EQ(ct_tensor_numel(t), 0);
  release(&t);
}

/* Numbers in our own memory: a tensor like any other, and what holds on to one has a copy. */
static void numbers(void) {
  ct_number memory[4];
  ct_scalar value;
  const ct_tensor *const two = ct_number_of(ct_scalar_f64(2), &memory[0]);
  CHECK_EQ(ct_tensor_ndim(two), 0);
  CHECK_EQ(ct_tensor_numel(two), 1);
  CHECK(ct_tensor_is_wrapped_number(two) && ct_tensor_dtype(two) == CT_FLOAT64);
  CHECK(ct_tensor_is_read_only(two) && ct_tensor_is_contiguous(two, CT_CONTIGUOUS));
  CHECK_OK(ct_tensor_item(two, &value, &error));
  CHECK(value.dtype == CT_FLOAT64 && value.re == 2);

  const ct_tensor *const low = ct_number_of(ct_scalar_i64(INT64_MIN), &memory[1]);
  CHECK_OK(ct_tensor_item(low, &value, &error));
  CHECK(value.dtype == CT_INT64 && value.i == INT64_MIN);
  const ct_tensor *const high = ct_number_of(ct_scalar_u64(UINT64_MAX), &memory[2]);
  CHECK_OK(ct_tensor_item(high, &value, &error));
  CHECK(value.dtype == CT_UINT64 && (uint64_t)value.i == UINT64_MAX);
  const ct_tensor *const z = ct_number_of(ct_scalar_c128(1, -2), &memory[3]);
  CHECK_OK(ct_tensor_item(z, &value, &error));
  CHECK(value.dtype == CT_COMPLEX128 && value.re == 1 && value.im == -2);
  const ct_tensor *const yes = ct_number_of(ct_scalar_bool(true), &memory[3]);
  CHECK_OK(ct_tensor_item(yes, &value, &error));
  CHECK(value.dtype == CT_BOOL && value.i == 1);

  ct_tensor *kept = ct_tensor_retain(two), *view = NULL, *same = NULL, *moved = NULL, *operand = NULL;
  struct DLManagedTensorVersioned *exported = NULL;
  CHECK(kept != two && ct_tensor_is_wrapped_number(kept) && !ct_tensor_is_read_only(kept));
  CHECK_OK(ct_expand(two, SIZES(3), &view, &error));
  CHECK_OK(ct_contiguous(two, CT_CONTIGUOUS, &same, &error));
  CHECK_OK(ct_to_dlpack(two, &exported, &error));
  CHECK_OK(ct_from_dlpack(exported, &moved, &error));
  const ct_tensor *const inputs[] = {two, low};
  ct_iter_config config;
  ct_iter *it = NULL;
  memset(&config, 0, sizeof config);
  config.preset = CT_ITER_BINARY, config.noutputs = 1, config.ninputs = 2, config.inputs = inputs;
  CHECK_OK(ct_iter_build(&config, &it, &error));
  CHECK_OK(ct_iter_operand(it, 1, &operand, &error));
  ct_tensor_release((ct_tensor *)two); /* nothing happens */
  CHECK_EQ(ct_tensor_numel(two), 1);
  memset(memory, 0xAB, sizeof memory);
  CHECK(ELEMENT(view, 2) == 2);
  ct_tensor *const copies[] = {kept, same, moved, operand};
  for (int k = 0; k < 4; ++k) {
    CHECK_OK(ct_tensor_item(copies[k], &value, &error));
    CHECK(value.re == 2);
  }
  ct_iter_release(it);
  release(&kept), release(&view), release(&same), release(&moved), release(&operand);

  /* an output must be a tensor of its own */
  ct_tensor *one = NULL;
  REQUIRE_OK(ct_ones(NULL, 0, CT_FLOAT64, &one, &error));
  CHECK_EQ(ct_add_out(one, one, (ct_tensor *)ct_number_of(ct_scalar_f64(2), &memory[0]), &error), CT_ERROR_READ_ONLY);
  CHECK_EQ(ct_fill((ct_tensor *)ct_number_of(ct_scalar_f64(2), &memory[0]), &(ct_scalar){CT_INT64, 0, 1, 0, 0}, &error),
           CT_ERROR_READ_ONLY);
  release(&one);
}

static void null_handles(void) {
  CHECK_EQ(ct_tensor_ndim(NULL), -1);
  CHECK_EQ(ct_tensor_numel(NULL), 0);
  CHECK_EQ(ct_tensor_dtype(NULL), CT_UNDEFINED);
  CHECK(ct_tensor_sizes(NULL) == NULL && ct_tensor_strides(NULL) == NULL && ct_tensor_data(NULL) == NULL);
  CHECK_EQ(ct_tensor_storage_offset(NULL), 0);
  CHECK_EQ(ct_tensor_storage_nbytes(NULL), 0);
  CHECK(!ct_tensor_is_meta(NULL) && !ct_tensor_is_read_only(NULL) && !ct_tensor_is_unique(NULL));
  CHECK(!ct_tensor_is_wrapped_number(NULL) && !ct_tensor_is_contiguous(NULL, CT_CONTIGUOUS));
  CHECK(!ct_tensor_is_non_overlapping_and_dense(NULL));
  CHECK_EQ(ct_tensor_suggest_memory_format(NULL, false), CT_CONTIGUOUS);
  CHECK(ct_tensor_retain(NULL) == NULL);
  ct_tensor_release(NULL);
  ct_iter_release(NULL);
  ct_iter_cursor_release(NULL);
  CHECK_EQ(ct_iter_ndim(NULL), -1);
  CHECK_EQ(ct_iter_numel(NULL), 0);
  CHECK_EQ(ct_iter_noperands(NULL), 0);
  CHECK(ct_iter_sizes(NULL) == NULL && ct_iter_strides(NULL, 0) == NULL);
  CHECK_EQ(ct_iter_common_dtype(NULL), CT_UNDEFINED);
  CHECK_EQ(ct_iter_dtype(NULL, 0), CT_UNDEFINED);
  CHECK(!ct_iter_cursor_next(NULL, NULL));
}

int main(void) {
  alloc_install();
  dtypes();
  result_types();
  fresh();
  filled();
  by_rule();
  items();
  limits();
  around_data();
  numbers();
  null_handles();
  return alloc_done();
}
