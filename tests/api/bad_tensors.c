/* Wrong calls to functions that make tensors, inspect them, deal with dtypes and change the process's settings. */
#include <math.h>

#include "bad_input.h"

static int64_t ones65[65];
static const int64_t kHuge = (int64_t)1 << 40;

static void creating(void) {
  BAD_T(CT_ERROR_INVALID, "sizes|NULL", ct_tensor_create(NULL, 2, CT_FLOAT32, &out, err));
  BAD_T(CT_ERROR_INVALID, "-1", ct_tensor_create(LIST(2), -1, CT_FLOAT32, &out, err));
  BAD_T(CT_ERROR_INVALID, "-2147483648", ct_tensor_create(LIST(2), INT32_MIN, CT_FLOAT32, &out, err));
  BAD_T(CT_ERROR_SHAPE, "64|65", ct_tensor_create(ones65, 65, CT_FLOAT32, &out, err));
  BAD_T(CT_ERROR_SHAPE, "64|2147483647", ct_tensor_create(ones65, INT32_MAX, CT_FLOAT32, &out, err));
  BAD_T(CT_ERROR_SHAPE, "-1|[2, -1]", ct_tensor_create(SIZES(2, -1), CT_FLOAT32, &out, err));
  BAD_T(CT_ERROR_SHAPE, "[0, -5]", ct_tensor_create(SIZES(0, -5), CT_FLOAT32, &out, err));
  BAD_T(CT_ERROR_SHAPE, "[1099511627776, 1099511627776]", ct_tensor_create(SIZES(kHuge, kHuge), CT_UINT8, &out, err));
  BAD_T(CT_ERROR_SHAPE, "[1152921504606846976]|16", ct_tensor_create(SIZES(kHuge << 20), CT_COMPLEX128, &out, err));
  BAD_T(CT_ERROR_OUT_OF_MEMORY, "bytes|4611686018427387904", ct_tensor_create(SIZES(kHuge << 20), CT_INT32, &out, err));
  BAD_T(CT_ERROR_DTYPE, "undefined", ct_tensor_create(SIZES(2), CT_UNDEFINED, &out, err));
  BAD_T(CT_ERROR_DTYPE, "17|16", ct_tensor_create(SIZES(2), 17, &out, err));
  BAD_T(CT_ERROR_DTYPE, "4294967295", ct_tensor_create(SIZES(2), UINT32_MAX, &out, err));
  BAD_V(CT_ERROR_INVALID, "out|NULL", ct_tensor_create(SIZES(2), CT_FLOAT32, NULL, err));
  BAD_T(CT_ERROR_INVALID, "strides|NULL", ct_tensor_create_strided(LIST(2), 1, NULL, CT_FLOAT32, &out, err));
  BAD_T(CT_ERROR_INVALID, "sizes|NULL", ct_tensor_create_strided(NULL, 1, LIST(1), CT_FLOAT32, &out, err));
  BAD_T(CT_ERROR_SHAPE, "9223372036854775807|[3]",
        ct_tensor_create_strided(LIST(3), 1, LIST(INT64_MAX), CT_UINT8, &out, err));
  BAD_T(CT_ERROR_SHAPE, "stride|-9223372036854775808|itemsize 1",
        ct_tensor_create_strided(LIST(3), 1, LIST(INT64_MIN), CT_UINT8, &out, err));
  BAD_T(CT_ERROR_SHAPE, "[4611686018427387904, -4611686018427387904]|itemsize 8",
        ct_tensor_create_strided(LIST(2, 2), 2, LIST(kHuge << 22, -(kHuge << 22)), CT_FLOAT64, &out, err));
  BAD_T(CT_ERROR_INVALID, "-3", ct_tensor_create_strided(LIST(2), -3, LIST(1), CT_FLOAT32, &out, err));
  BAD_T(CT_ERROR_INVALID, "sizes|NULL", ct_tensor_create_meta(NULL, 1, NULL, CT_FLOAT32, &out, err));
  BAD_T(CT_ERROR_SHAPE, "65", ct_tensor_create_meta(ones65, 65, NULL, CT_FLOAT32, &out, err));
  BAD_T(CT_ERROR_SHAPE, "[-7]", ct_tensor_create_meta(LIST(-7), 1, NULL, CT_FLOAT32, &out, err));
  BAD_T(CT_ERROR_SHAPE, "[1099511627776, 1099511627776]",
        ct_tensor_create_meta(LIST(kHuge, kHuge), 2, NULL, CT_FLOAT32, &out, err));
  BAD_T(CT_ERROR_DTYPE, "99", ct_tensor_create_meta(LIST(1), 1, NULL, 99, &out, err));
}

static void around_data(void) {
  float data[8] = {0};
  char *bytes = (char *)data;
  BAD_T(CT_ERROR_INVALID, "data|NULL", ct_tensor_from_data(NULL, LIST(2), 1, NULL, CT_FLOAT32, NULL, NULL, &out, err));
  BAD_T(CT_ERROR_INVALID, "float32|4",
        ct_tensor_from_data(bytes + 1, LIST(2), 1, NULL, CT_FLOAT32, NULL, NULL, &out, err));
  BAD_T(CT_ERROR_INVALID, "float64|8",
        ct_tensor_from_const_data(bytes + 4 * (((uintptr_t)bytes & 4) == 0), LIST(1), 1, NULL, CT_FLOAT64, NULL, NULL,
                                  &out, err));
  BAD_T(CT_ERROR_INVALID, "sizes|NULL", ct_tensor_from_data(data, NULL, 1, NULL, CT_FLOAT32, NULL, NULL, &out, err));
  BAD_T(CT_ERROR_INVALID, "-1", ct_tensor_from_data(data, LIST(1), -1, NULL, CT_FLOAT32, NULL, NULL, &out, err));
  BAD_T(CT_ERROR_SHAPE, "65", ct_tensor_from_data(data, ones65, 65, NULL, CT_FLOAT32, NULL, NULL, &out, err));
  BAD_T(CT_ERROR_SHAPE, "[2, -2]", ct_tensor_from_data(data, LIST(2, -2), 2, NULL, CT_FLOAT32, NULL, NULL, &out, err));
  BAD_T(CT_ERROR_SHAPE, "[2]|[9223372036854775807]",
        ct_tensor_from_data(data, LIST(2), 1, LIST(INT64_MAX), CT_FLOAT32, NULL, NULL, &out, err));
  BAD_T(CT_ERROR_DTYPE, "undefined", ct_tensor_from_data(data, LIST(2), 1, NULL, CT_UNDEFINED, NULL, NULL, &out, err));
  BAD_T(CT_ERROR_DTYPE, "21", ct_tensor_from_const_data(data, LIST(2), 1, NULL, 21, NULL, NULL, &out, err));
  BAD_T(CT_ERROR_SHAPE, "address space|[64]",
        ct_tensor_from_data((void *)(UINTPTR_MAX - 15), LIST(64), 1, NULL, CT_FLOAT32, NULL, NULL, &out, err));
  BAD_T(CT_ERROR_SHAPE, "address space|[64]|[-1]",
        ct_tensor_from_data((void *)(uintptr_t)64, LIST(64), 1, LIST(-1), CT_FLOAT32, NULL, NULL, &out, err));
  BAD_V(CT_ERROR_INVALID, "out|NULL", ct_tensor_from_data(data, LIST(2), 1, NULL, CT_FLOAT32, NULL, NULL, NULL, err));
}

static void filled(void) {
  const ct_scalar one = {CT_INT64, 0, 1, 0, 0}, zero = {CT_INT64, 0, 0, 0, 0}, ten = {CT_INT64, 0, 10, 0, 0};
  const ct_scalar reserved = {CT_INT64, 3, 1, 0, 0}, untyped = {CT_UNDEFINED, 0, 1, 0, 0}, alien = {99, 0, 1, 0, 0};
  const ct_scalar large = {CT_INT64, 0, 300, 0, 0}, not_a_number = {CT_FLOAT64, 0, 0, NAN, 0};
  const ct_scalar most = {CT_INT64, 0, INT64_MAX, 0, 0}, z = {CT_COMPLEX128, 0, 0, 1, 2};
  BAD_T(CT_ERROR_INVALID, "value|NULL", ct_tensor_create_scalar(NULL, false, &out, err));
  BAD_T(CT_ERROR_INVALID, "reserved|3", ct_tensor_create_scalar(&reserved, false, &out, err));
  BAD_T(CT_ERROR_DTYPE, "undefined", ct_tensor_create_scalar(&untyped, true, &out, err));
  BAD_T(CT_ERROR_DTYPE, "99", ct_tensor_create_scalar(&alien, true, &out, err));
  BAD_V(CT_ERROR_INVALID, "out|NULL", ct_tensor_create_scalar(&one, true, NULL, err));
  ct_number number;
  CHECK(ct_number_of(one, NULL) == NULL);
  CHECK(ct_number_of(reserved, &number) == NULL);
  CHECK(ct_number_of(untyped, &number) == NULL);
  CHECK(ct_number_of(alien, &number) == NULL);
  CHECK(ct_number_of((ct_scalar){CT_UINT8, 0, 256, 0, 0}, &number) == NULL);
  BAD_T(CT_ERROR_INVALID, "b|NULL", ct_mul(f23, ct_number_of(alien, &number), &out, err));
  BAD_T(CT_ERROR_SHAPE, "[-2]", ct_zeros(SIZES(-2), CT_FLOAT32, &out, err));
  BAD_T(CT_ERROR_INVALID, "sizes|NULL", ct_ones(NULL, 3, CT_FLOAT32, &out, err));
  BAD_T(CT_ERROR_DTYPE, "undefined", ct_ones(SIZES(2), CT_UNDEFINED, &out, err));
  BAD_T(CT_ERROR_INVALID, "value|NULL", ct_full(SIZES(2), NULL, CT_FLOAT32, &out, err));
  BAD_T(CT_ERROR_INVALID, "300|uint8", ct_full(SIZES(2), &large, CT_UINT8, &out, err));
  BAD_T(CT_ERROR_INVALID, "nan|int32", ct_full(SIZES(2), &not_a_number, CT_INT32, &out, err));
  BAD_T(CT_ERROR_DTYPE, "99", ct_full(SIZES(2), &one, 99, &out, err));
  BAD_T(CT_ERROR_INVALID, "end|NULL", ct_arange(NULL, NULL, NULL, CT_INT64, &out, err));
  BAD_T(CT_ERROR_INVALID, "step", ct_arange(NULL, &ten, &zero, CT_INT64, &out, err));
  BAD_T(CT_ERROR_INVALID, "nan", ct_arange(NULL, &not_a_number, NULL, CT_FLOAT32, &out, err));
  BAD_T(CT_ERROR_SHAPE, "[9223372036854775807]", ct_arange(NULL, &most, NULL, CT_INT64, &out, err));
  BAD_T(CT_ERROR_INVALID, "2", ct_arange(NULL, &z, NULL, CT_FLOAT32, &out, err));
  BAD_T(CT_ERROR_INVALID, "reserved|3", ct_arange(&reserved, &ten, NULL, CT_INT64, &out, err));
  BAD_T(CT_ERROR_DTYPE, "complex64", ct_arange(NULL, &ten, NULL, CT_COMPLEX64, &out, err));
  BAD_T(CT_ERROR_DTYPE, "99", ct_arange(NULL, &ten, NULL, 99, &out, err));
  BAD_T(CT_ERROR_INVALID, "t|NULL", ct_empty_like(NULL, CT_FLOAT32, CT_PRESERVE, &out, err));
  BAD_T(CT_ERROR_DTYPE, "99", ct_empty_like(f23, 99, CT_PRESERVE, &out, err));
  BAD_T(CT_ERROR_INVALID, "4", ct_empty_like(f23, CT_FLOAT32, 4, &out, err));
  BAD_T(CT_ERROR_SHAPE, "4|[2, 3]", ct_zeros_like(f23, CT_FLOAT32, CT_CHANNELS_LAST, &out, err));
  BAD_T(CT_ERROR_SHAPE, "5|[2, 3, 4, 5]", ct_ones_like(f2345, CT_FLOAT32, CT_CHANNELS_LAST_3D, &out, err));
  BAD_T(CT_ERROR_INVALID, "value|NULL", ct_full_like(f23, NULL, CT_FLOAT32, CT_PRESERVE, &out, err));
  BAD_T(CT_ERROR_INVALID, "300|int8", ct_full_like(f23, &large, CT_INT8, CT_PRESERVE, &out, err));
}

static void made_by_rule(void) {
  const ct_scalar zero = ct_scalar_i64(0), one = ct_scalar_f64(1), z = ct_scalar_c128(1, 2), large = ct_scalar_i64(300);
  const ct_scalar reserved = {CT_INT64, 3, 1, 0, 0}, not_a_number = ct_scalar_f64(NAN);
  BAD_T(CT_ERROR_INVALID, "start|NULL", ct_linspace(NULL, &one, 3, CT_FLOAT32, &out, err));
  BAD_T(CT_ERROR_INVALID, "end|NULL", ct_linspace(&one, NULL, 3, CT_FLOAT32, &out, err));
  BAD_T(CT_ERROR_INVALID, "reserved|3", ct_linspace(&zero, &reserved, 3, CT_FLOAT32, &out, err));
  BAD_T(CT_ERROR_INVALID, "steps|-1", ct_linspace(&zero, &one, -1, CT_FLOAT32, &out, err));
  BAD_T(CT_ERROR_INVALID, "end|complex|float32", ct_linspace(&zero, &z, 3, CT_FLOAT32, &out, err));
  BAD_T(CT_ERROR_INVALID, "300|uint8", ct_linspace(&zero, &large, 3, CT_UINT8, &out, err));
  BAD_T(CT_ERROR_INVALID, "nan|int32", ct_linspace(&not_a_number, &large, 3, CT_INT32, &out, err));
  BAD_T(CT_ERROR_DTYPE, "bool", ct_linspace(&zero, &one, 3, CT_BOOL, &out, err));
  BAD_T(CT_ERROR_DTYPE, "99", ct_linspace(&zero, &one, 3, 99, &out, err));
  BAD_T(CT_ERROR_SHAPE, "[9223372036854775807]", ct_linspace(&zero, &one, INT64_MAX, CT_FLOAT32, &out, err));
  BAD_V(CT_ERROR_INVALID, "out|NULL", ct_linspace(&zero, &one, 3, CT_FLOAT32, NULL, err));
  BAD_T(CT_ERROR_INVALID, "start|NULL", ct_logspace(NULL, &one, 3, 10, CT_FLOAT32, &out, err));
  BAD_T(CT_ERROR_INVALID, "steps|-7", ct_logspace(&zero, &one, -7, 10, CT_FLOAT32, &out, err));
  BAD_T(CT_ERROR_INVALID, "real|2", ct_logspace(&zero, &z, 3, 10, CT_FLOAT32, &out, err));
  BAD_T(CT_ERROR_DTYPE, "complex64", ct_logspace(&zero, &one, 3, 10, CT_COMPLEX64, &out, err));
  BAD_T(CT_ERROR_INVALID, "rows|-2", ct_eye(-2, 3, 0, CT_FLOAT32, &out, err));
  BAD_T(CT_ERROR_INVALID, "columns|-3", ct_eye(2, -3, 0, CT_FLOAT32, &out, err));
  BAD_T(CT_ERROR_DTYPE, "99", ct_eye(2, 3, 0, 99, &out, err));
  BAD_T(CT_ERROR_SHAPE, "[1099511627776, 1099511627776]", ct_eye(kHuge, kHuge, 0, CT_FLOAT32, &out, err));
  BAD_T(CT_ERROR_INVALID, "rows|-1", ct_tril_indices(-1, 3, 0, CT_INT64, &out, err));
  BAD_T(CT_ERROR_INVALID, "columns|-1", ct_triu_indices(3, -1, 0, CT_INT64, &out, err));
  BAD_T(CT_ERROR_DTYPE, "float32", ct_tril_indices(3, 3, 0, CT_FLOAT32, &out, err));
  BAD_T(CT_ERROR_INVALID, "299|int8", ct_triu_indices(300, 3, 0, CT_INT8, &out, err));
  BAD_T(CT_ERROR_SHAPE, "1099511627776", ct_tril_indices(kHuge, kHuge, 0, CT_INT64, &out, err));
  BAD_T(CT_ERROR_SHAPE, "1099511627776", ct_triu_indices(kHuge, kHuge, INT64_MIN, CT_INT64, &out, err));
}

static void random_numbers(void) {
  ct_rng *rng = NULL, *other = NULL;
  CHECK_EQ(ct_rng_create(1, &rng, NULL), CT_OK);
  ct_tensor *counts = watch(counting(SIZES(3), CT_INT64)), *weights = watch(counting(SIZES(4), CT_FLOAT64));
  watch_start();
  BAD_V(CT_ERROR_INVALID, "out|NULL", ct_rng_create(1, NULL, err));
  BAD_V(CT_ERROR_INVALID, "rng|NULL", ct_rng_split(NULL, &other, err));
  BAD_V(CT_ERROR_INVALID, "out|NULL", ct_rng_split(rng, NULL, err));
  BAD_V(CT_ERROR_INVALID, "rng|NULL", ct_rng_set_state(NULL, 1, 2, 3, err));
  BAD_V(CT_ERROR_INVALID, "rng|NULL", ct_rng_advance(NULL, 1, err));
  CHECK(ct_rng_key(NULL) == 0 && ct_rng_stream(NULL) == 0 && ct_rng_counter(NULL) == 0 && ct_rng_retain(NULL) == NULL);
  ct_rng_release(NULL);
  BAD_T(CT_ERROR_INVALID, "rng|NULL", ct_uniform(NULL, SIZES(2), 0, 1, CT_FLOAT32, &out, err));
  BAD_T(CT_ERROR_INVALID, "sizes|NULL", ct_uniform(rng, NULL, 1, 0, 1, CT_FLOAT32, &out, err));
  BAD_T(CT_ERROR_SHAPE, "[-2]", ct_uniform(rng, SIZES(-2), 0, 1, CT_FLOAT32, &out, err));
  BAD_T(CT_ERROR_DTYPE, "int32", ct_uniform(rng, SIZES(2), 0, 1, CT_INT32, &out, err));
  BAD_T(CT_ERROR_DTYPE, "99", ct_uniform(rng, SIZES(2), 0, 1, 99, &out, err));
  BAD_T(CT_ERROR_INVALID, "low|2|1", ct_uniform(rng, SIZES(2), 2, 1, CT_FLOAT32, &out, err));
  BAD_T(CT_ERROR_INVALID, "high|float16|70000", ct_uniform(rng, SIZES(2), 0, 70000, CT_FLOAT16, &out, err));
  BAD_T(CT_ERROR_INVALID, "low|nan", ct_uniform(rng, SIZES(2), NAN, 1, CT_FLOAT64, &out, err));
  BAD_T(CT_ERROR_INVALID, "high - low|float32", ct_uniform(rng, SIZES(2), -3e38, 3e38, CT_FLOAT32, &out, err));
  BAD_V(CT_ERROR_INVALID, "out|NULL", ct_uniform(rng, SIZES(2), 0, 1, CT_FLOAT32, NULL, err));
  BAD_V(CT_ERROR_INVALID, "out|NULL", ct_uniform_out(rng, 0, 1, NULL, err));
  BAD_V(CT_ERROR_INVALID, "rng|NULL", ct_uniform_out(NULL, 0, 1, f23, err));
  BAD_V(CT_ERROR_DTYPE, "int32", ct_uniform_out(rng, 0, 1, i23, err));
  BAD_V(CT_ERROR_READ_ONLY, "read-only", ct_uniform_out(rng, 0, 1, read_only, err));
  BAD_V(CT_ERROR_OVERLAP, "single memory location", ct_uniform_out(rng, 0, 1, wide, err));
  BAD_V(CT_ERROR_INVALID, "low|5|4", ct_uniform_out(rng, 5, 4, f23, err));
  BAD_T(CT_ERROR_INVALID, "std|-1", ct_normal(rng, SIZES(2), 0, -1, CT_FLOAT32, &out, err));
  BAD_T(CT_ERROR_INVALID, "mean|inf", ct_normal(rng, SIZES(2), INFINITY, 1, CT_FLOAT32, &out, err));
  BAD_T(CT_ERROR_DTYPE, "complex64", ct_normal(rng, SIZES(2), 0, 1, CT_COMPLEX64, &out, err));
  BAD_V(CT_ERROR_READ_ONLY, "read-only", ct_normal_out(rng, 0, 1, read_only, err));
  BAD_V(CT_ERROR_INVALID, "std|nan", ct_normal_out(rng, 0, NAN, f23, err));
  BAD_T(CT_ERROR_INVALID, "rate|0", ct_exponential(rng, SIZES(2), 0, CT_FLOAT32, &out, err));
  BAD_T(CT_ERROR_INVALID, "rate|-2", ct_exponential(rng, SIZES(2), -2, CT_FLOAT32, &out, err));
  BAD_T(CT_ERROR_INVALID, "rate|float32", ct_exponential(rng, SIZES(2), 1e-60, CT_FLOAT32, &out, err));
  BAD_V(CT_ERROR_OVERLAP, "single memory location", ct_exponential_out(rng, 1, wide, err));
  BAD_T(CT_ERROR_INVALID, "low|4|4", ct_randint(rng, SIZES(2), 4, 4, CT_INT64, &out, err));
  BAD_T(CT_ERROR_INVALID, "256|uint8", ct_randint(rng, SIZES(2), 0, 257, CT_UINT8, &out, err));
  BAD_T(CT_ERROR_INVALID, "-1|uint8", ct_randint(rng, SIZES(2), -1, 3, CT_UINT8, &out, err));
  BAD_T(CT_ERROR_DTYPE, "float32", ct_randint(rng, SIZES(2), 0, 3, CT_FLOAT32, &out, err));
  BAD_V(CT_ERROR_DTYPE, "bool", ct_randint_out(rng, 0, 2, b23, err));
  BAD_T(CT_ERROR_INVALID, "p |1.5", ct_bernoulli(rng, SIZES(2), 1.5, CT_BOOL, &out, err));
  BAD_T(CT_ERROR_INVALID, "p |nan", ct_bernoulli(rng, SIZES(2), NAN, CT_BOOL, &out, err));
  BAD_V(CT_ERROR_INVALID, "p |-0.5", ct_bernoulli_out(rng, -0.5, f23, err));
  BAD_T(CT_ERROR_INVALID, "n |-1", ct_randperm(rng, -1, CT_INT64, &out, err));
  BAD_T(CT_ERROR_INVALID, "300|uint8", ct_randperm(rng, 301, CT_UINT8, &out, err));
  BAD_T(CT_ERROR_DTYPE, "float64", ct_randperm(rng, 3, CT_FLOAT64, &out, err));
  BAD_T(CT_ERROR_SHAPE, "[9223372036854775807]", ct_randperm(rng, INT64_MAX, CT_INT64, &out, err));
  BAD_V(CT_ERROR_INVALID, "n |-1", ct_randperm_out(rng, -1, counts, err));
  BAD_V(CT_ERROR_DTYPE, "float32", ct_randperm_out(rng, 6, f23, err));
  BAD_T(CT_ERROR_INVALID, "t|NULL", ct_multinomial(rng, NULL, 2, true, &out, err));
  BAD_T(CT_ERROR_DTYPE, "int64", ct_multinomial(rng, counts, 2, true, &out, err));
  BAD_T(CT_ERROR_SHAPE, "[2, 3, 4]", ct_multinomial(rng, f234, 2, true, &out, err));
  BAD_T(CT_ERROR_SHAPE, "shape []", ct_multinomial(rng, f0, 2, true, &out, err));
  BAD_T(CT_ERROR_INVALID, "num_samples|0", ct_multinomial(rng, weights, 0, true, &out, err));
  BAD_T(CT_ERROR_INVALID, "4|row 0|3", ct_multinomial(rng, weights, 4, false, &out, err));
  BAD_V(CT_ERROR_DTYPE, "int64|float32", ct_multinomial_out(rng, weights, 2, true, f23, err));
  BAD_V(CT_ERROR_INVALID, "num_samples|-1", ct_multinomial_out(rng, weights, -1, true, counts, err));
  const ct_scalar minus = ct_scalar_f64(-1), nothing = ct_scalar_f64(0), infinity = ct_scalar_f64(INFINITY);
  ct_tensor *negative = NULL, *zeros = NULL, *endless = NULL;
  CHECK_EQ(ct_full(SIZES(2), &minus, CT_FLOAT32, &negative, NULL), CT_OK);
  CHECK_EQ(ct_full(SIZES(2), &nothing, CT_FLOAT32, &zeros, NULL), CT_OK);
  CHECK_EQ(ct_full(SIZES(2), &infinity, CT_FLOAT32, &endless, NULL), CT_OK);
  BAD_T(CT_ERROR_INVALID, "negative|-1", ct_multinomial(rng, negative, 2, true, &out, err));
  BAD_T(CT_ERROR_INVALID, "sum|0", ct_multinomial(rng, zeros, 2, true, &out, err));
  BAD_T(CT_ERROR_INVALID, "sum|inf", ct_multinomial(rng, endless, 2, true, &out, err));
  release(&negative);
  release(&zeros);
  release(&endless);
  CHECK(ct_rng_counter(rng) == 0); /* no wrong call takes a block */
  CHECK(other == NULL);
  ct_rng_release(rng);
}

static void items(void) {
  ct_scalar value;
  const ct_scalar one = ct_scalar_i64(1), half = ct_scalar_f64(0.5);
  BAD_V(CT_ERROR_INVALID, "t|NULL", ct_tensor_get_item(NULL, SIZES(0, 0), &value, err));
  BAD_V(CT_ERROR_INVALID, "out|NULL", ct_tensor_get_item(f23, SIZES(0, 0), NULL, err));
  BAD_V(CT_ERROR_INVALID, "index|NULL", ct_tensor_get_item(f23, NULL, 2, &value, err));
  BAD_V(CT_ERROR_SHAPE, "2|1", ct_tensor_get_item(f23, SIZES(0), &value, err));
  BAD_V(CT_ERROR_INDEX, "3|dim 1|size 3", ct_tensor_get_item(f23, SIZES(0, 3), &value, err));
  BAD_V(CT_ERROR_INDEX, "-3|dim 0|size 2", ct_tensor_get_item(f23, SIZES(-3, 0), &value, err));
  BAD_V(CT_ERROR_INDEX, "0|size 0", ct_tensor_get_item(empty, SIZES(0, 0), &value, err));
  BAD_V(CT_ERROR_INVALID, "meta", ct_tensor_get_item(meta, SIZES(0, 0), &value, err));
  BAD_V(CT_ERROR_INVALID, "t|NULL", ct_tensor_set_item(NULL, SIZES(0, 0), &one, err));
  BAD_V(CT_ERROR_INVALID, "value|NULL", ct_tensor_set_item(f23, SIZES(0, 0), NULL, err));
  BAD_V(CT_ERROR_SHAPE, "2|3", ct_tensor_set_item(f23, SIZES(0, 0, 0), &one, err));
  BAD_V(CT_ERROR_INDEX, "2|dim 0", ct_tensor_set_item(f23, SIZES(2, 0), &one, err));
  BAD_V(CT_ERROR_READ_ONLY, "read-only", ct_tensor_set_item(read_only, SIZES(0, 0), &one, err));
  BAD_V(CT_ERROR_INVALID, "0.5|int32", ct_tensor_set_item(i23, SIZES(0, 0), &half, err));
  BAD_V(CT_ERROR_INVALID, "meta", ct_tensor_set_item(meta, SIZES(0, 0), &one, err));
  ct_finfo floats = {0, 0, 0, 0, 0, 0};
  ct_iinfo integers = {8, 0, 0, 0};
  BAD_V(CT_ERROR_DTYPE, "int32", ct_dtype_finfo(CT_INT32, &floats, err));
  BAD_V(CT_ERROR_DTYPE, "99", ct_dtype_finfo(99, &floats, err));
  BAD_V(CT_ERROR_INVALID, "out|NULL", ct_dtype_finfo(CT_FLOAT32, NULL, err));
  BAD_V(CT_ERROR_INVALID, "struct_size|8", ct_dtype_iinfo(CT_INT32, &integers, err));
  integers.struct_size = 0;
  BAD_V(CT_ERROR_DTYPE, "float32", ct_dtype_iinfo(CT_FLOAT32, &integers, err));
  BAD_V(CT_ERROR_DTYPE, "bool", ct_dtype_iinfo(CT_BOOL, &integers, err));
  CHECK(ct_tensor_itemsize(NULL) == 0 && ct_tensor_nbytes(NULL) == 0);
}

static void looking(void) {
  ct_scalar value;
  char text[8];
  BAD_P(CT_ERROR_INVALID, "t|NULL", ct_tensor_data_mut(NULL, &pointer_out, err));
  BAD_P(CT_ERROR_READ_ONLY, "read-only", ct_tensor_data_mut(read_only, &pointer_out, err));
  BAD_P(CT_ERROR_INVALID, "meta", ct_tensor_data_mut(meta, &pointer_out, err));
  BAD_V(CT_ERROR_INVALID, "out|NULL", ct_tensor_data_mut(f23, NULL, err));
  BAD_V(CT_ERROR_INVALID, "t|NULL", ct_tensor_item(NULL, &value, err));
  BAD_V(CT_ERROR_INVALID, "out|NULL", ct_tensor_item(f0, NULL, err));
  BAD_V(CT_ERROR_SHAPE, "one element|[2, 3]", ct_tensor_item(f23, &value, err));
  BAD_V(CT_ERROR_SHAPE, "one element|[0, 3]", ct_tensor_item(empty, &value, err));
  BAD_V(CT_ERROR_INVALID, "t|NULL", ct_tensor_to_string(NULL, text, sizeof text, NULL, err));
  BAD_V(CT_ERROR_INVALID, "-1", ct_tensor_to_string(f23, text, -1, NULL, err));
  BAD_V(CT_ERROR_INVALID, "buffer|NULL", ct_tensor_to_string(f23, NULL, 8, NULL, err));
  ct_tensor *one_meta = NULL;
  CHECK(ct_tensor_create_meta(NULL, 0, NULL, CT_FLOAT32, &one_meta, NULL) == CT_OK);
  BAD_V(CT_ERROR_INVALID, "meta", ct_tensor_item(one_meta, &value, err));
  release(&one_meta);
}

static void dtypes(void) {
  ct_dtype dtype = CT_UNDEFINED;
  const ct_tensor *const mixed[] = {u3, i3}, *const holes[] = {u3, NULL};
  BAD_V(CT_ERROR_DTYPE, "a |undefined", ct_promote_types(CT_UNDEFINED, CT_INT8, &dtype, err));
  BAD_V(CT_ERROR_DTYPE, "b |99", ct_promote_types(CT_INT8, 99, &dtype, err));
  BAD_V(CT_ERROR_DTYPE, "uint64|int32", ct_promote_types(CT_UINT64, CT_INT32, &dtype, err));
  BAD_V(CT_ERROR_DTYPE, "int8|uint64", ct_promote_types(CT_INT8, CT_UINT64, &dtype, err));
  BAD_V(CT_ERROR_INVALID, "out|NULL", ct_promote_types(CT_INT8, CT_INT8, NULL, err));
  BAD_V(CT_ERROR_DTYPE, "uint64|int64", ct_result_type(mixed, 2, &dtype, err));
  BAD_V(CT_ERROR_INVALID, "NULL", ct_result_type(holes, 2, &dtype, err));
  BAD_V(CT_ERROR_INVALID, "tensors|NULL", ct_result_type(NULL, 2, &dtype, err));
  BAD_V(CT_ERROR_INVALID, "0", ct_result_type(mixed, 0, &dtype, err));
  BAD_V(CT_ERROR_INVALID, "-4", ct_result_type(mixed, -4, &dtype, err));
  BAD_V(CT_ERROR_INVALID, "out|NULL", ct_result_type(mixed, 2, NULL, err));
  CHECK_EQ(ct_dtype_from_name("float31", &dtype), CT_ERROR_INVALID);
  CHECK_EQ(ct_dtype_from_name("", &dtype), CT_ERROR_INVALID);
  CHECK_EQ(ct_dtype_from_name("undefined", &dtype), CT_ERROR_INVALID);
  CHECK_EQ(ct_dtype_from_name(NULL, &dtype), CT_ERROR_INVALID);
  CHECK_EQ(ct_dtype_from_name("int8", NULL), CT_ERROR_INVALID);
  CHECK(!ct_can_cast(CT_UNDEFINED, CT_INT8) && !ct_can_cast(CT_INT8, 99));
}

static ct_status no_parallel_for(void *user_data, int64_t ntasks, void (*task)(void *arg, int64_t index), void *arg) {
  (void)user_data;
  for (int64_t k = 0; k < ntasks; ++k) task(arg, k);
  return CT_OK;
}

static void settings(void) {
  const ct_executor good = {sizeof good, 2, NULL, no_parallel_for};
  ct_executor executor = good;
  struct {
    ct_executor known;
    uint64_t later;
  } newer = {good, 1};
  newer.known.struct_size = sizeof newer;
  struct {
    ct_allocator known;
    uint64_t later;
  } allocator = {{sizeof allocator, 0, NULL, alloc_allocate, alloc_deallocate}, 8};
  const int32_t threads = ct_get_num_threads();
  BAD_V(CT_ERROR_INVALID, "-1", ct_set_num_threads(-1, err));
  BAD_V(CT_ERROR_INVALID, "1048576", ct_set_num_threads(1 << 20, err));
  executor.parallel_for = NULL;
  BAD_V(CT_ERROR_INVALID, "parallel_for", ct_set_executor(&executor, err));
  executor = good;
  executor.num_threads = 0;
  BAD_V(CT_ERROR_INVALID, "num_threads|0", ct_set_executor(&executor, err));
  executor = good;
  executor.struct_size = 12;
  BAD_V(CT_ERROR_INVALID, "struct_size|12|24", ct_set_executor(&executor, err));
  BAD_V(CT_ERROR_INVALID, "executor|24", ct_set_executor(&newer.known, err));
  BAD_V(CT_ERROR_INVALID, "allocator|32", ct_set_allocator(&allocator.known, err));
  allocator.later = 0;
  allocator.known.reserved = 7;
  BAD_V(CT_ERROR_INVALID, "reserved|7", ct_set_allocator(&allocator.known, err));
  allocator.known.reserved = 0;
  BAD_V(CT_ERROR_BUSY, "allocat", ct_set_allocator(&allocator.known, err));
  allocator.known.struct_size = 4;
  BAD_V(CT_ERROR_INVALID, "struct_size|4", ct_set_allocator(&allocator.known, err));
  allocator.known.struct_size = 0;
  allocator.known.allocate = NULL;
  BAD_V(CT_ERROR_INVALID, "allocate", ct_set_allocator(&allocator.known, err));
  BAD_V(CT_ERROR_BUSY, "allocat", ct_set_allocator(NULL, err));
  CHECK_EQ(ct_get_num_threads(), threads);
}

int main(void) {
  for (int d = 0; d < 65; ++d) ones65[d] = 1;
  alloc_install();
  make_operands();
  creating();
  around_data();
  filled();
  made_by_rule();
  random_numbers();
  items();
  looking();
  dtypes();
  settings();
  return bad_done(190);
}
