/* Wrong calls to the elementwise ops and to sum. */
#include "bad_input.h"

typedef ct_status (*binary_op)(const ct_tensor *, const ct_tensor *, ct_tensor **, ct_error *);
typedef ct_status (*binary_out)(const ct_tensor *, const ct_tensor *, ct_tensor *, ct_error *);

static ct_tensor *spare, *wide_out, *other_shape, *low_f, *high_f, *bool_out, *int_out, *zeros3, *two_u, *minus;
static ct_tensor *other_mask;
static const double zero = 0;

static void make_more(void) {
  ct_error error = {0};
  REQUIRE_OK(ct_zeros(SIZES(2, 3), CT_FLOAT32, &spare, &error));
  REQUIRE_OK(ct_zeros(SIZES(2, 3), CT_BOOL, &bool_out, &error));
  REQUIRE_OK(ct_zeros(SIZES(2, 3), CT_INT32, &int_out, &error));
  REQUIRE_OK(ct_tensor_create_strided(LIST(2, 3), 2, LIST(0, 1), CT_FLOAT32, &wide_out, &error));
  REQUIRE_OK(ct_zeros(SIZES(5, 2, 3), CT_FLOAT32, &other_shape, &error));
  REQUIRE_OK(ct_zeros(SIZES(5, 2, 3), CT_BOOL, &other_mask, &error));
  REQUIRE_OK(ct_view(low, SIZES(2, 3), &low_f, &error));
  REQUIRE_OK(ct_view(high, SIZES(2, 3), &high_f, &error));
  zeros3 = counting(SIZES(3), CT_INT32); /* 0, 1, 2 */
  REQUIRE_OK(ct_ones(SIZES(3), CT_UINT64, &two_u, &error));
  REQUIRE_OK(ct_tensor_create_scalar(&(ct_scalar){CT_INT64, 0, 0, 0, 0}, true, &minus, &error));
  ct_tensor *const made[] = {spare,   wide_out, other_shape, low_f, high_f,    bool_out,
                             int_out, zeros3,   two_u,       minus, other_mask};
  for (size_t k = 0; k < sizeof made / sizeof made[0]; ++k) watch(made[k]);
  watch_start();
}

/* What every binary op refuses. */
static void binary(binary_op fresh, binary_out into, bool writes_float) {
  BAD_T(CT_ERROR_INVALID, "a|NULL", fresh(NULL, f23, &out, err));
  BAD_T(CT_ERROR_INVALID, "b|NULL", fresh(f23, NULL, &out, err));
  BAD_V(CT_ERROR_INVALID, "out|NULL", fresh(f23, f23, NULL, err));
  BAD_V(CT_ERROR_INVALID, "a|NULL", into(NULL, f23, spare, err));
  BAD_V(CT_ERROR_INVALID, "b|NULL", into(f23, NULL, spare, err));
  BAD_V(CT_ERROR_INVALID, "out|NULL", into(f23, f23, NULL, err));
  BAD_T(CT_ERROR_SHAPE, "size of tensor a (3)|tensor b (4)|dimension 1", fresh(f23, f34, &out, err));
  BAD_V(CT_ERROR_SHAPE, "(3)|(4)", into(f23, f34, spare, err));
  BAD_T(CT_ERROR_DTYPE, "uint64|int64", fresh(u3, i3, &out, err));
  BAD_T(CT_ERROR_INVALID, "cpu|meta", fresh(f23, meta, &out, err));
  BAD_V(CT_ERROR_INVALID, "cpu|meta", into(f23, f23, meta, err));
  BAD_V(CT_ERROR_READ_ONLY, "read-only", into(f23, f23, read_only, err));
  BAD_V(CT_ERROR_OVERLAP, "memory location|[2, 3]", into(f23, f23, wide_out, err));
  BAD_V(CT_ERROR_OVERLAP, "single memory location|[2, 3]", into(low_f, f23, high_f, err));
  BAD_V(CT_ERROR_OVERLAP, "single memory location|[2, 3]", into(f23, high_f, low_f, err));
  BAD_V(CT_ERROR_INVALID, "[2, 3]|[5, 2, 3]|borrowed", into(other_shape, f23, borrowed, err));
  BAD_V(CT_ERROR_SHAPE, "[2, 3]|[5, 2, 3]", into(spare, other_shape, spare, err)); /* in place */
  if (writes_float) {
    BAD_V(CT_ERROR_DTYPE, "float32|int32", into(f23, f23, int_out, err));
    BAD_V(CT_ERROR_DTYPE, "complex64|float32", into(c23, f23, spare, err));
    BAD_V(CT_ERROR_DTYPE, "float32|bool", into(f23, f23, bool_out, err));
    BAD_V(CT_ERROR_DTYPE, "float32|int32", into(int_out, f23, int_out, err));
  }
}

static void unary(void) {
  BAD_T(CT_ERROR_INVALID, "NULL", ct_neg(NULL, &out, err));
  BAD_T(CT_ERROR_INVALID, "NULL", ct_exp(NULL, &out, err));
  BAD_V(CT_ERROR_INVALID, "out|NULL", ct_exp(f23, NULL, err));
  BAD_V(CT_ERROR_INVALID, "NULL", ct_neg_out(f23, NULL, err));
  BAD_T(CT_ERROR_DTYPE, "neg|bool", ct_neg(b23, &out, err));
  BAD_V(CT_ERROR_DTYPE, "float32|int32", ct_exp_out(f23, int_out, err));
  BAD_V(CT_ERROR_DTYPE, "float32|int32", ct_exp_out(i23, i23, err));
  BAD_V(CT_ERROR_DTYPE, "float32|int32", ct_neg_out(f23, int_out, err));
  BAD_V(CT_ERROR_READ_ONLY, "read-only", ct_neg_out(f23, read_only, err));
  BAD_V(CT_ERROR_READ_ONLY, "read-only", ct_exp_out(read_only, read_only, err));
  BAD_V(CT_ERROR_OVERLAP, "single memory location|[2, 3]", ct_neg_out(low_f, high_f, err));
  BAD_V(CT_ERROR_OVERLAP, "memory location", ct_exp_out(f23, wide_out, err));
  BAD_V(CT_ERROR_INVALID, "[2, 3]|[3, 4]|borrowed", ct_exp_out(f34, borrowed, err));
}

static void kinds(void) {
  BAD_T(CT_ERROR_DTYPE, "sub|bool", ct_sub(b23, b23, &out, err));
  BAD_T(CT_ERROR_DTYPE, "lt|complex64", ct_lt(c23, f23, &out, err));
  BAD_T(CT_ERROR_DTYPE, "floor_divide|complex64", ct_floor_divide(c23, f23, &out, err));
  BAD_T(CT_ERROR_DTYPE, "floor_divide|bool", ct_floor_divide(b23, b23, &out, err));
  BAD_V(CT_ERROR_DTYPE, "float32|int32", ct_div_out(i23, i23, int_out, err));
  BAD_T(CT_ERROR_DIVISION_BY_ZERO, "zero|int32|[3]", ct_floor_divide(i23, zeros3, &out, err));
  BAD_V(CT_ERROR_DIVISION_BY_ZERO, "zero|int32", ct_floor_divide_out(i23, zeros3, int_out, err));
  BAD_V(CT_ERROR_DIVISION_BY_ZERO, "zero", ct_floor_divide_out(i23, i23, i23, err));
  BAD_T(CT_ERROR_DIVISION_BY_ZERO, "zero", ct_floor_divide(i3, minus, &out, err));
  BAD_T(CT_ERROR_DIVISION_BY_ZERO, "zero|uint8", ct_floor_divide(h23, h23, &out, err));
  /* an out that the call would resize stays as it was */
  BAD_V(CT_ERROR_DIVISION_BY_ZERO, "zero", ct_floor_divide_out(i23, zeros3, i3, err));
}

static void choosing(void) {
  BAD_T(CT_ERROR_INVALID, "condition|NULL", ct_where(NULL, f23, f23, &out, err));
  BAD_T(CT_ERROR_INVALID, "a|NULL", ct_where(b23, NULL, f23, &out, err));
  BAD_T(CT_ERROR_INVALID, "b|NULL", ct_where(b23, f23, NULL, &out, err));
  BAD_T(CT_ERROR_DTYPE, "bool|uint8", ct_where(h23, f23, f23, &out, err));
  BAD_T(CT_ERROR_SHAPE, "3|4", ct_where(b23, f23, f34, &out, err));
  BAD_T(CT_ERROR_SHAPE, "3|4", ct_where(b23, f34, f34, &out, err));
  BAD_T(CT_ERROR_DTYPE, "uint64|int64", ct_where(b23, u3, i3, &out, err));
  BAD_V(CT_ERROR_DTYPE, "float32|int32", ct_where_out(b23, f23, f23, int_out, err));
  BAD_V(CT_ERROR_READ_ONLY, "read-only", ct_where_out(b23, f23, f23, read_only, err));
  BAD_V(CT_ERROR_OVERLAP, "single memory location|[2, 3]", ct_where_out(b23, low_f, f23, high_f, err));
  BAD_V(CT_ERROR_INVALID, "out|NULL", ct_where_out(b23, f23, f23, NULL, err));
}

static void options(void) {
  const ct_scalar half = {CT_FLOAT64, 0, 0, 0.5, 0}, yes = {CT_BOOL, 0, 1, 0, 0}, i = {CT_COMPLEX128, 0, 0, 0, 1};
  const ct_scalar reserved = {CT_INT64, 7, 1, 0, 0}, unknown = {99, 0, 1, 0, 0}, large = {CT_INT64, 0, 300, 0, 0};
  const ct_scalar below = {CT_FLOAT64, 0, 0, -0.5, 0}, nan = {CT_FLOAT64, 0, 0, 0.0 / zero, 0};
  BAD_T(CT_ERROR_DTYPE, "alpha|float64|int32", ct_add_scaled(i23, i23, &half, &out, err));
  BAD_T(CT_ERROR_DTYPE, "alpha|bool|float32", ct_add_scaled(f23, f23, &yes, &out, err));
  BAD_T(CT_ERROR_DTYPE, "alpha|complex128|float32", ct_sub_scaled(f23, f23, &i, &out, err));
  BAD_T(CT_ERROR_DTYPE, "sub_scaled|bool", ct_sub_scaled(b23, b23, NULL, &out, err));
  BAD_T(CT_ERROR_INVALID, "alpha|reserved", ct_add_scaled(f23, f23, &reserved, &out, err));
  BAD_T(CT_ERROR_DTYPE, "alpha|99", ct_add_scaled(f23, f23, &unknown, &out, err));
  BAD_T(CT_ERROR_INVALID, "300|uint8", ct_add_scaled(h23, h23, &large, &out, err));
  BAD_V(CT_ERROR_DTYPE, "alpha", ct_add_scaled_out(i23, i23, &half, int_out, err));
  BAD_T(CT_ERROR_DTYPE, "value|int32", ct_addcmul(i23, i23, i23, &half, &out, err));
  BAD_T(CT_ERROR_DTYPE, "addcdiv|int32", ct_addcdiv(f23, i23, i23, NULL, &out, err));
  BAD_V(CT_ERROR_DTYPE, "addcdiv|int32", ct_addcdiv_out(f23, i23, i23, NULL, spare, err));
  BAD_T(CT_ERROR_DTYPE, "leaky_relu|int32", ct_leaky_relu(i23, NULL, &out, err));
  BAD_T(CT_ERROR_DTYPE, "elu|int32", ct_elu(i23, NULL, &out, err));
  BAD_T(CT_ERROR_DTYPE, "alpha|complex128|float32", ct_elu(f23, &i, &out, err));
  BAD_V(CT_ERROR_DTYPE, "alpha|bool|float32", ct_elu_out(f23, &yes, spare, err));
  BAD_T(CT_ERROR_DTYPE, "softplus|complex64", ct_softplus(c23, NULL, NULL, &out, err));
  BAD_T(CT_ERROR_DTYPE, "threshold|bool|float32", ct_softplus(f23, NULL, &yes, &out, err));
  BAD_V(CT_ERROR_INVALID, "beta|reserved", ct_softplus_out(f23, &reserved, NULL, spare, err));
  BAD_T(CT_ERROR_DTYPE, "logit|complex64", ct_logit(c23, NULL, &out, err));
  BAD_T(CT_ERROR_DTYPE, "eps|complex128", ct_logit(f23, &i, &out, err));
  BAD_V(CT_ERROR_DTYPE, "int32", ct_logit_out(f23, &half, int_out, err));
  BAD_T(CT_ERROR_INVALID, "t|NULL", ct_angle(NULL, &out, err));
  BAD_V(CT_ERROR_DTYPE, "int32", ct_angle_out(f23, int_out, err));
  BAD_T(CT_ERROR_INVALID, "lower|upper|NULL", ct_clamp(f23, NULL, NULL, &out, err));
  BAD_V(CT_ERROR_INVALID, "lower|upper|NULL", ct_clamp_out(f23, NULL, NULL, spare, err));
  BAD_T(CT_ERROR_INVALID, "t|NULL", ct_clamp(NULL, f23, f23, &out, err));
  BAD_T(CT_ERROR_DTYPE, "clamp|bool", ct_clamp(b23, b23, b23, &out, err));
  BAD_T(CT_ERROR_DTYPE, "clamp|complex64", ct_clamp(c23, f23, NULL, &out, err));
  BAD_T(CT_ERROR_INVALID, "polygamma|n must|-1", ct_polygamma(f23, -1, &out, err));
  BAD_T(CT_ERROR_INVALID, "150|151", ct_polygamma(f23, 151, &out, err));
  BAD_T(CT_ERROR_INVALID, "decimals|300", ct_round_decimals(f23, 300, &out, err));
  BAD_T(CT_ERROR_INVALID, "decimals|-2147483648", ct_round_decimals(f23, INT32_MIN, &out, err));
  BAD_T(CT_ERROR_DTYPE, "nan_value|complex128", ct_nan_to_num(f23, &i, NULL, NULL, &out, err));
  BAD_T(CT_ERROR_INVALID, "rtol|-0.5", ct_isclose(f23, f23, &below, NULL, false, &out, err));
  BAD_T(CT_ERROR_INVALID, "atol|nan", ct_isclose(f23, f23, NULL, &nan, false, &out, err));
  BAD_T(CT_ERROR_DTYPE, "float32|int32", ct_isclose(f23, i23, NULL, NULL, false, &out, err));
  BAD_T(CT_ERROR_INVALID, "value|NULL", ct_masked_fill(f23, b23, NULL, &out, err));
  BAD_T(CT_ERROR_DTYPE, "mask|int32", ct_masked_fill(f23, i23, &half, &out, err));
  BAD_T(CT_ERROR_INVALID, "0.5|int32|fraction", ct_masked_fill(i23, b23, &half, &out, err));
  BAD_V(CT_ERROR_SHAPE, "[2, 3]|[5, 2, 3]", ct_masked_fill_out(spare, other_mask, &half, spare, err));
}

static void answers(void) {
  bool answer = false;
  const ct_scalar below = {CT_FLOAT64, 0, 0, -0.5, 0};
  BAD_V(CT_ERROR_INVALID, "a|NULL", ct_equal(NULL, f23, &answer, err));
  BAD_V(CT_ERROR_INVALID, "b|NULL", ct_equal(f23, NULL, &answer, err));
  BAD_V(CT_ERROR_INVALID, "out|NULL", ct_equal(f23, f23, NULL, err));
  BAD_V(CT_ERROR_INVALID, "meta", ct_equal(meta, meta, &answer, err));
  BAD_V(CT_ERROR_INVALID, "out|NULL", ct_allclose(f23, f23, NULL, NULL, false, NULL, err));
  BAD_V(CT_ERROR_DTYPE, "float32|int32", ct_allclose(f23, i23, NULL, NULL, false, &answer, err));
  BAD_V(CT_ERROR_SHAPE, "3|4", ct_allclose(f23, f34, NULL, NULL, false, &answer, err));
  BAD_V(CT_ERROR_INVALID, "atol|-0.5", ct_allclose(f23, f23, NULL, &below, false, &answer, err));
}

static void sums(void) {
  int32_t many[65] = {0};
  BAD_T(CT_ERROR_INVALID, "t|NULL", ct_sum(NULL, NULL, 0, false, CT_UNDEFINED, &out, err));
  BAD_V(CT_ERROR_INVALID, "out|NULL", ct_sum(f23, NULL, 0, false, CT_UNDEFINED, NULL, err));
  BAD_T(CT_ERROR_INVALID, "dims|NULL", ct_sum(f23, NULL, 2, false, CT_UNDEFINED, &out, err));
  BAD_T(CT_ERROR_INVALID, "dims|-1", ct_sum(f23, NULL, -1, false, CT_UNDEFINED, &out, err));
  BAD_T(CT_ERROR_INDEX, "[-2, 1]|2", ct_sum(f23, DIMS(2), false, CT_UNDEFINED, &out, err));
  BAD_T(CT_ERROR_INDEX, "[-1, 0]|1", ct_sum(f0, DIMS(1), false, CT_UNDEFINED, &out, err));
  BAD_T(CT_ERROR_INDEX, "multiple times|[1, -1]", ct_sum(f23, DIMS(1, -1), true, CT_UNDEFINED, &out, err));
  BAD_T(CT_ERROR_INDEX, "multiple times", ct_sum(f23, many, 65, true, CT_UNDEFINED, &out, err));
  BAD_T(CT_ERROR_DTYPE, "99", ct_sum(f23, NULL, 0, true, 99, &out, err));
  BAD_V(CT_ERROR_INVALID, "out|NULL", ct_sum_out(f23, NULL, 0, true, CT_UNDEFINED, NULL, err));
  BAD_V(CT_ERROR_DTYPE, "float64|float32", ct_sum_out(f23, DIMS(0), false, CT_FLOAT64, f10, err));
  BAD_V(CT_ERROR_READ_ONLY, "read-only", ct_sum_out(f234, DIMS(2), false, CT_UNDEFINED, read_only, err));
  BAD_V(CT_ERROR_INVALID, "[2, 3]|[2, 3, 5]|borrowed", ct_sum_out(f2345, DIMS(2), false, CT_UNDEFINED, borrowed, err));
  BAD_V(CT_ERROR_OVERLAP, "memory location", ct_sum_out(f234, DIMS(2), false, CT_UNDEFINED, wide_out, err));
  BAD_V(CT_ERROR_OVERLAP, "input", ct_sum_out(f23, DIMS(0), false, CT_UNDEFINED, f23, err));
  BAD_V(CT_ERROR_INVALID, "cpu|meta", ct_sum_out(f234, DIMS(2), false, CT_UNDEFINED, meta, err));
}

static void reductions(void) {
  BAD_T(CT_ERROR_INVALID, "t|NULL", ct_sum_exact(NULL, NULL, 0, false, CT_UNDEFINED, &out, err));
  BAD_T(CT_ERROR_DTYPE, "sum_exact|int32", ct_sum_exact(i23, NULL, 0, false, CT_UNDEFINED, &out, err));
  BAD_T(CT_ERROR_DTYPE, "sum_compensated|int64", ct_sum_compensated(f23, NULL, 0, false, CT_INT64, &out, err));
  BAD_T(CT_ERROR_INDEX, "[-2, 1]|2", ct_sum_compensated(f23, DIMS(2), false, CT_UNDEFINED, &out, err));
  BAD_V(CT_ERROR_OVERLAP, "input", ct_sum_exact_out(f23, DIMS(0), false, CT_UNDEFINED, f23, err));
  BAD_V(CT_ERROR_DTYPE, "int32", ct_sum_compensated_out(f23, DIMS(0), false, CT_UNDEFINED, int_out, err));
  BAD_T(CT_ERROR_INVALID, "t|NULL", ct_mean(NULL, NULL, 0, false, CT_UNDEFINED, &out, err));
  BAD_T(CT_ERROR_DTYPE, "mean|int32", ct_mean(i23, NULL, 0, false, CT_UNDEFINED, &out, err));
  BAD_T(CT_ERROR_DTYPE, "mean|int64", ct_mean(f23, NULL, 0, false, CT_INT64, &out, err));
  BAD_T(CT_ERROR_DTYPE, "nanmean|int32", ct_nanmean(i23, NULL, 0, false, CT_UNDEFINED, &out, err));
  BAD_T(CT_ERROR_DTYPE, "nanmean|complex64", ct_nanmean(c23, NULL, 0, false, CT_FLOAT32, &out, err));
  BAD_V(CT_ERROR_OVERLAP, "input", ct_nanmean_out(f23, DIMS(0), false, CT_UNDEFINED, f23, err));
  const ct_scalar complex_p = {CT_COMPLEX64, 0, 0, 2, 1}, reserved_p = {CT_FLOAT64, 1, 0, 2, 0},
                  inf_p = {CT_FLOAT64, 0, 0, 1 / zero, 0};
  BAD_T(CT_ERROR_INVALID, "t|NULL", ct_norm(NULL, NULL, NULL, 0, false, CT_UNDEFINED, &out, err));
  BAD_V(CT_ERROR_INVALID, "out|NULL", ct_norm(f23, NULL, NULL, 0, false, CT_UNDEFINED, NULL, err));
  BAD_T(CT_ERROR_INVALID, "p", ct_norm(f23, &reserved_p, NULL, 0, false, CT_UNDEFINED, &out, err));
  BAD_T(CT_ERROR_DTYPE, "p|complex64", ct_norm(f23, &complex_p, NULL, 0, false, CT_UNDEFINED, &out, err));
  BAD_T(CT_ERROR_DTYPE, "norm|int32", ct_norm(i23, NULL, NULL, 0, false, CT_UNDEFINED, &out, err));
  BAD_T(CT_ERROR_DTYPE, "float32|float16", ct_norm(f23, NULL, NULL, 0, false, CT_FLOAT16, &out, err));
  BAD_T(CT_ERROR_DTYPE, "float32|complex64", ct_norm(f23, NULL, NULL, 0, false, CT_COMPLEX64, &out, err));
  BAD_T(CT_ERROR_DTYPE, "complex64|float64", ct_norm(c23, NULL, NULL, 0, false, CT_FLOAT64, &out, err));
  BAD_T(CT_ERROR_SHAPE, "norm|0", ct_norm(empty, &inf_p, NULL, 0, false, CT_UNDEFINED, &out, err));
  BAD_T(CT_ERROR_INDEX, "[-2, 1]|2", ct_norm(f23, NULL, DIMS(2), false, CT_UNDEFINED, &out, err));
  BAD_V(CT_ERROR_DTYPE, "float32|int32", ct_norm_out(f23, NULL, DIMS(0), false, CT_UNDEFINED, int_out, err));
  BAD_V(CT_ERROR_OVERLAP, "input", ct_norm_out(f23, NULL, DIMS(0), false, CT_UNDEFINED, f23, err));
  BAD_T(CT_ERROR_DTYPE, "nansum|complex64", ct_nansum(c23, NULL, 0, false, CT_UNDEFINED, &out, err));
  BAD_T(CT_ERROR_DTYPE, "amax|complex64", ct_amax(c23, DIMS(1), false, &out, err));
  BAD_T(CT_ERROR_DTYPE, "amin|complex64", ct_amin(c23, DIMS(1), false, &out, err));
  BAD_T(CT_ERROR_INDEX, "[-2, 1]|2", ct_prod(f23, DIMS(2), false, CT_UNDEFINED, &out, err));
  BAD_T(CT_ERROR_INDEX, "multiple times", ct_any(f23, DIMS(1, -1), true, &out, err));
  BAD_T(CT_ERROR_INVALID, "dims|-1", ct_all(f23, NULL, -1, false, &out, err));
  BAD_V(CT_ERROR_INVALID, "out|NULL", ct_count_nonzero(f23, NULL, 0, false, NULL, err));
  BAD_V(CT_ERROR_DTYPE, "int32|float32", ct_amax_out(f23, DIMS(0), false, int_out, err));
  BAD_V(CT_ERROR_DTYPE, "bool|int32", ct_any_out(f23, DIMS(0), false, int_out, err));
  BAD_V(CT_ERROR_DTYPE, "int64|int32", ct_count_nonzero_out(f23, DIMS(0), false, int_out, err));
  BAD_V(CT_ERROR_DTYPE, "mean|int32", ct_mean_out(f23, DIMS(0), false, CT_UNDEFINED, int_out, err));
  BAD_V(CT_ERROR_READ_ONLY, "read-only", ct_amin_out(f234, DIMS(2), false, read_only, err));
  BAD_V(CT_ERROR_OVERLAP, "input", ct_amax_out(f23, DIMS(0), false, f23, err));
  BAD_V(CT_ERROR_OVERLAP, "memory location", ct_prod_out(f234, DIMS(2), false, CT_UNDEFINED, wide_out, err));
}

static void variances(void) {
  const ct_scalar complex_one = {CT_COMPLEX64, 0, 0, 1, 1}, reserved = {CT_FLOAT64, 1, 0, 1, 0};
  ct_tensor *mean = NULL;
  BAD_T(CT_ERROR_INVALID, "t|NULL", ct_var(NULL, NULL, 0, NULL, false, &out, err));
  BAD_V(CT_ERROR_INVALID, "out|NULL", ct_std(f23, NULL, 0, NULL, false, NULL, err));
  BAD_T(CT_ERROR_INVALID, "dims|-1", ct_var(f23, NULL, -1, NULL, false, &out, err));
  BAD_T(CT_ERROR_INVALID, "dims|NULL", ct_std(f23, NULL, 2, NULL, false, &out, err));
  BAD_T(CT_ERROR_DTYPE, "var|int32", ct_var(i23, NULL, 0, NULL, false, &out, err));
  BAD_T(CT_ERROR_DTYPE, "std|bool", ct_std(b23, NULL, 0, NULL, false, &out, err));
  BAD_T(CT_ERROR_DTYPE, "correction|complex64", ct_var(f23, NULL, 0, &complex_one, false, &out, err));
  BAD_T(CT_ERROR_INVALID, "correction", ct_std(f23, NULL, 0, &reserved, false, &out, err));
  BAD_T(CT_ERROR_INDEX, "[-2, 1]|2", ct_var(f23, DIMS(2), NULL, false, &out, err));
  BAD_T(CT_ERROR_INDEX, "multiple times", ct_std(f23, DIMS(1, -1), NULL, true, &out, err));
  BAD_V(CT_ERROR_DTYPE, "float32|int32", ct_var_out(f23, DIMS(0), NULL, false, int_out, err));
  BAD_V(CT_ERROR_DTYPE, "float32|complex64", ct_std_out(f23, DIMS(0), NULL, false, c23, err));
  BAD_V(CT_ERROR_OVERLAP, "input", ct_std_out(f23, DIMS(0), NULL, false, f23, err));
  BAD_V(CT_ERROR_READ_ONLY, "read-only", ct_var_out(f234, DIMS(2), NULL, false, read_only, err));
  BAD_V(CT_ERROR_OVERLAP, "memory location", ct_var_out(f234, DIMS(2), NULL, false, wide_out, err));
  BAD_T(CT_ERROR_INVALID, "second|NULL", ct_var_mean(f23, NULL, 0, NULL, false, &out, NULL, err));
  BAD_T(CT_ERROR_INVALID, "second|first", ct_std_mean(f23, NULL, 0, NULL, false, &out, &out, err));
  BAD_T(CT_ERROR_DTYPE, "var_mean|int32", ct_var_mean(i23, NULL, 0, NULL, false, &out, &mean, err));
  BAD_T(CT_ERROR_INDEX, "[-2, 1]|-3", ct_std_mean(f23, DIMS(-3), NULL, false, &out, &mean, err));
  BAD_V(CT_ERROR_INVALID, "mean|NULL", ct_var_mean_out(f23, NULL, 0, NULL, false, spare, NULL, err));
  BAD_V(CT_ERROR_OVERLAP, "memory", ct_var_mean_out(f234, DIMS(2), NULL, false, spare, spare, err));
  BAD_V(CT_ERROR_OVERLAP, "input", ct_std_mean_out(f23, DIMS(0), NULL, false, f23, spare, err));
  BAD_V(CT_ERROR_DTYPE, "float32|int32", ct_std_mean_out(f234, DIMS(2), NULL, false, spare, int_out, err));
  BAD_T(CT_ERROR_INVALID, "t|NULL", ct_logsumexp(NULL, NULL, 0, false, &out, err));
  BAD_T(CT_ERROR_DTYPE, "logsumexp|complex64", ct_logsumexp(c23, NULL, 0, false, &out, err));
  BAD_T(CT_ERROR_INDEX, "[-2, 1]|2", ct_logsumexp(f23, DIMS(2), false, &out, err));
  BAD_V(CT_ERROR_DTYPE, "float32|int32", ct_logsumexp_out(f23, DIMS(0), false, int_out, err));
  BAD_V(CT_ERROR_OVERLAP, "input", ct_logsumexp_out(f23, DIMS(0), false, f23, err));
  CHECK(mean == NULL);
}

static void argreductions(void) {
  const int32_t first = 0, beyond = 2;
  ct_tensor *other = NULL;
  BAD_T(CT_ERROR_INVALID, "t|NULL", ct_argmax(NULL, CT_ALL_DIMS, false, &out, err));
  BAD_V(CT_ERROR_INVALID, "out|NULL", ct_argmin(f23, CT_ALL_DIMS, false, NULL, err));
  BAD_T(CT_ERROR_INDEX, "[-2, 1]|2", ct_argmax(f23, beyond, false, &out, err));
  BAD_T(CT_ERROR_DTYPE, "argmax|bool", ct_argmax(b23, CT_ALL_DIMS, false, &out, err));
  BAD_T(CT_ERROR_DTYPE, "argmin|complex64", ct_argmin(c23, first, false, &out, err));
  BAD_V(CT_ERROR_DTYPE, "int64|int32", ct_argmax_out(f23, first, false, int_out, err));
  BAD_V(CT_ERROR_INVALID, "out|NULL", ct_argmin_out(f23, first, false, NULL, err));
  BAD_T(CT_ERROR_INVALID, "t|NULL", ct_max_dim(NULL, 0, false, &out, &other, err));
  BAD_T(CT_ERROR_INVALID, "second|NULL", ct_max_dim(f23, 0, false, &out, NULL, err));
  BAD_T(CT_ERROR_INVALID, "second|first", ct_min_dim(f23, 0, false, &out, &out, err));
  BAD_T(CT_ERROR_DTYPE, "min_dim|complex64", ct_min_dim(c23, 1, false, &out, &other, err));
  BAD_T(CT_ERROR_INDEX, "[-2, 1]|-3", ct_max_dim(f23, -3, false, &out, &other, err));
  BAD_V(CT_ERROR_DTYPE, "int64|int32", ct_max_dim_out(f234, 2, false, spare, int_out, err));
  BAD_V(CT_ERROR_READ_ONLY, "read-only", ct_aminmax_out(f234, beyond, false, read_only, spare, err));
  BAD_V(CT_ERROR_OVERLAP, "memory", ct_aminmax_out(f234, beyond, false, spare, spare, err));
  BAD_V(CT_ERROR_OVERLAP, "input", ct_aminmax_out(f23, first, false, f23, spare, err));
  CHECK(other == NULL);
}

static void order(void) {
  ct_error error = {0};
  const int64_t three = 3, none = 0;
  const double too_large = 1.5;
  ct_tensor *other = NULL, *third = NULL, *line = NULL, *negative = NULL, *quantiles = NULL, *empty = NULL;
  const ct_scalar minus_one = {CT_INT64, 0, -1, 0, 0}, beyond_one = {CT_FLOAT64, 0, 0, too_large, 0};
  REQUIRE_OK(ct_zeros(&three, 1, CT_INT32, &line, &error));
  REQUIRE_OK(ct_full(&three, 1, &minus_one, CT_INT32, &negative, &error));
  REQUIRE_OK(ct_full(&three, 1, &beyond_one, CT_FLOAT32, &quantiles, &error));
  REQUIRE_OK(ct_zeros(&none, 1, CT_FLOAT32, &empty, &error));
  BAD_T(CT_ERROR_INVALID, "t|NULL", ct_sort(NULL, 0, false, false, &out, NULL, err));
  BAD_V(CT_ERROR_INVALID, "out|NULL", ct_sort(f23, 0, false, false, NULL, NULL, err));
  BAD_T(CT_ERROR_INVALID, "indices|values", ct_sort(f23, 0, false, false, &out, &out, err));
  BAD_T(CT_ERROR_DTYPE, "sort|complex64|order", ct_sort(c23, 0, false, false, &out, &other, err));
  BAD_T(CT_ERROR_INDEX, "[-2, 1]|2", ct_sort(f23, 2, false, false, &out, &other, err));
  BAD_V(CT_ERROR_DTYPE, "float32|int32", ct_sort_out(f23, 0, false, false, int_out, NULL, err));
  BAD_V(CT_ERROR_OVERLAP, "sort|itself", ct_sort_out(f23, 0, false, false, f23, NULL, err));
  BAD_V(CT_ERROR_INVALID, "values|NULL", ct_sort_out(f23, 0, false, false, NULL, NULL, err));
  BAD_V(CT_ERROR_READ_ONLY, "read-only", ct_sort_out(f23, 0, false, false, read_only, NULL, err));
  BAD_V(CT_ERROR_INVALID, "cpu|meta", ct_sort_out(f23, 0, false, false, meta, NULL, err));
  BAD_T(CT_ERROR_DTYPE, "argsort|complex64", ct_argsort(c23, 0, false, false, &out, err));
  BAD_V(CT_ERROR_DTYPE, "int64|int32", ct_argsort_out(f23, 0, false, false, int_out, err));
  BAD_T(CT_ERROR_INVALID, "k is 4|dim 1|3 elements", ct_topk(f23, 4, 1, true, true, &out, &other, err));
  BAD_T(CT_ERROR_INVALID, "k is -1", ct_topk(f23, -1, 1, true, true, &out, &other, err));
  BAD_T(CT_ERROR_INVALID, "second|NULL", ct_topk(f23, 1, 1, true, true, &out, NULL, err));
  BAD_V(CT_ERROR_DTYPE, "int64|int32", ct_topk_out(f23, 1, 1, true, true, spare, int_out, err));
  BAD_T(CT_ERROR_INVALID, "k is 0|dim 0|2 elements", ct_kthvalue(f23, 0, 0, false, &out, &other, err));
  BAD_T(CT_ERROR_INDEX, "[-2, 1]|-3", ct_kthvalue(f23, 1, -3, false, &out, &other, err));
  BAD_T(CT_ERROR_DTYPE, "median|complex64", ct_median(c23, &out, err));
  BAD_T(CT_ERROR_SHAPE, "median", ct_median(empty, &out, err));
  BAD_T(CT_ERROR_SHAPE, "nanmedian|dim 0", ct_nanmedian_dim(empty, 0, false, &out, &other, err));
  BAD_T(CT_ERROR_INVALID, "t|NULL", ct_nanmedian(NULL, &out, err));
  BAD_T(CT_ERROR_DTYPE, "mode|complex64", ct_mode(c23, 0, false, &out, &other, err));
  BAD_T(CT_ERROR_DTYPE, "quantile|int32", ct_quantile(i23, quantiles, 0, false, 0, &out, err));
  BAD_T(CT_ERROR_DTYPE, "q|int32", ct_quantile(f23, line, 0, false, 0, &out, err));
  BAD_T(CT_ERROR_SHAPE, "q|2 dims", ct_quantile(f23, f23, 0, false, 0, &out, err));
  BAD_T(CT_ERROR_INVALID, "q|1.5|0 and 1", ct_quantile(f23, quantiles, 0, false, 0, &out, err));
  BAD_T(CT_ERROR_INVALID, "interpolation|9", ct_quantile(f23, empty, 0, false, 9, &out, err));
  BAD_T(CT_ERROR_INVALID, "q|NULL", ct_quantile(f23, NULL, 0, false, 0, &out, err));
  BAD_T(CT_ERROR_INVALID, "unique|meta", ct_unique(meta, &out, &other, &third, err));
  BAD_T(CT_ERROR_INVALID, "same", ct_unique(f23, &out, &other, &other, err));
  BAD_T(CT_ERROR_INVALID, "unique_dim|meta", ct_unique_dim(meta, 0, &out, &other, &third, err));
  BAD_T(CT_ERROR_INVALID, "same", ct_unique_dim(f23, 0, &out, &other, &other, err));
  BAD_T(CT_ERROR_INDEX, "[-2, 1]|2", ct_unique_dim(f23, 2, &out, &other, &third, err));
  BAD_T(CT_ERROR_DTYPE, "unique_consecutive_dim|complex64", ct_unique_consecutive_dim(c23, 0, &out, NULL, NULL, err));
  BAD_T(CT_ERROR_DTYPE, "unique_consecutive|complex64", ct_unique_consecutive(c23, &out, NULL, NULL, err));
  BAD_T(CT_ERROR_SHAPE, "[2, 3, 4]|[2, 3]", ct_searchsorted(f234, f23, false, &out, err));
  BAD_T(CT_ERROR_DTYPE, "searchsorted|complex64", ct_searchsorted(empty, c23, false, &out, err));
  BAD_V(CT_ERROR_DTYPE, "int64|int32", ct_searchsorted_out(empty, f23, false, int_out, err));
  BAD_T(CT_ERROR_SHAPE, "boundaries|[2, 3]", ct_bucketize(f23, f23, false, &out, err));
  BAD_T(CT_ERROR_INVALID, "among|NULL", ct_isin(f23, NULL, false, &out, err));
  BAD_T(CT_ERROR_INVALID, "isin|meta", ct_isin(f23, meta, false, &out, err));
  BAD_T(CT_ERROR_DTYPE, "histc|int32", ct_histc(i23, 3, 0, 1, &out, err));
  BAD_T(CT_ERROR_INVALID, "bins|0", ct_histc(f23, 0, 0, 1, &out, err));
  BAD_T(CT_ERROR_INVALID, "range|2|1", ct_histc(f23, 3, 2, 1, &out, err));
  BAD_T(CT_ERROR_DTYPE, "bincount|float32", ct_bincount(empty, NULL, 0, &out, err));
  BAD_T(CT_ERROR_SHAPE, "bincount|[2, 3]", ct_bincount(i23, NULL, 0, &out, err));
  BAD_T(CT_ERROR_INVALID, "minlength|-1", ct_bincount(line, NULL, -1, &out, err));
  BAD_T(CT_ERROR_INVALID, "element 0|negative|-1", ct_bincount(negative, NULL, 0, &out, err));
  BAD_T(CT_ERROR_SHAPE, "weights|[2, 3]|[3]", ct_bincount(line, f23, 0, &out, err));
  BAD_T(CT_ERROR_DTYPE, "cummax|complex64", ct_cummax(c23, 0, &out, &other, err));
  BAD_T(CT_ERROR_INDEX, "[-2, 1]|5", ct_cummin(f23, 5, &out, &other, err));
  BAD_T(CT_ERROR_DTYPE, "logcumsumexp|int32", ct_logcumsumexp(i23, 0, &out, err));
  BAD_V(CT_ERROR_OVERLAP, "logcumsumexp|itself", ct_logcumsumexp_out(f23, 0, f23, err));
  BAD_T(CT_ERROR_INVALID, "n|-1", ct_diff(f23, -1, 0, NULL, NULL, &out, err));
  BAD_T(CT_ERROR_SHAPE, "prepend|[2, 3, 4]|[2, 3]", ct_diff(f23, 1, 0, f234, NULL, &out, err));
  BAD_V(CT_ERROR_DTYPE, "diff|float32|int32", ct_diff_out(f23, 1, 0, NULL, NULL, int_out, err));
  BAD_V(CT_ERROR_DTYPE, "diff|float32|int32", ct_diff_out(f23, 0, 0, NULL, NULL, int_out, err));
  BAD_V(CT_ERROR_READ_ONLY, "read-only", ct_diff_out(f23, 1, 0, f23, NULL, read_only, err));
  BAD_V(CT_ERROR_OVERLAP, "memory location", ct_diff_out(f23, 0, 0, NULL, NULL, wide_out, err));
  BAD_T(CT_ERROR_INDEX, "[-2, 1]|2", ct_diff(f23, 1, 2, NULL, NULL, &out, err));
  CHECK(other == NULL && third == NULL);
  ct_tensor_release(line), ct_tensor_release(negative), ct_tensor_release(quantiles), ct_tensor_release(empty);
}

int main(void) {
  alloc_install();
  make_operands();
  make_more();
  binary(ct_add, ct_add_out, true);
  const int each = bad_rows;
  binary(ct_sub, ct_sub_out, true);
  binary(ct_mul, ct_mul_out, true);
  binary(ct_div, ct_div_out, true);
  binary(ct_floor_divide, ct_floor_divide_out, false);
  binary(ct_eq, ct_eq_out, false);
  binary(ct_lt, ct_lt_out, false);
  CHECK(each >= 20);
  unary();
  kinds();
  choosing();
  options();
  answers();
  sums();
  argreductions();
  order();
  reductions();
  variances();
  return bad_done(150);
}
