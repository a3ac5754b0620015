/* Wrong calls that index, and those of ops with two outputs. */
#include "bad_input.h"

enum { LONG = 20000, LATE = 19500 }; /* more indices than are checked at a time */

static ct_tensor *far, *row, *rows, *mask3, *int_out, *f3, *spare, *late, *late_rows, *long_out;

static void make_more(void) {
  ct_error error = {0};
  const ct_scalar nine = {CT_INT64, 0, -9, 0, 0};
  REQUIRE_OK(ct_full(SIZES(1), &nine, CT_UNDEFINED, &far, &error));
  REQUIRE_OK(ct_zeros(SIZES(2), CT_INT8, &row, &error));
  REQUIRE_OK(ct_zeros(SIZES(2, 3), CT_INT64, &rows, &error));
  REQUIRE_OK(ct_ones(SIZES(3), CT_BOOL, &mask3, &error));
  REQUIRE_OK(ct_zeros(SIZES(2, 3), CT_INT32, &int_out, &error));
  REQUIRE_OK(ct_ones(SIZES(3), CT_FLOAT32, &f3, &error));
  REQUIRE_OK(ct_ones(SIZES(2, 3), CT_FLOAT32, &spare, &error));
  REQUIRE_OK(ct_zeros(SIZES(LONG), CT_INT64, &late, &error));
  void *data = NULL;
  REQUIRE_OK(ct_tensor_data_mut(late, &data, &error));
  ((int64_t *)data)[LATE] = 2;
  REQUIRE_OK(ct_reshape(late, SIZES(LONG, 1), &late_rows, &error));
  REQUIRE_OK(ct_ones(SIZES(LONG), CT_FLOAT32, &long_out, &error));
  ct_tensor *const made[] = {far, row, rows, mask3, int_out, f3, spare, late, late_rows, long_out};
  for (size_t k = 0; k < sizeof made / sizeof made[0]; ++k) watch(made[k]);
  watch_start();
}

static void out_of_range(void) {
  const ct_tensor *const columns[] = {NULL, far}, *const masks[] = {mask3};
  const ct_scalar one = {CT_INT64, 0, 1, 0, 0};
  BAD_T(CT_ERROR_INDEX, "index -9|[0]|dim 1 of size 3", ct_index(f23, columns, 2, &out, err));
  BAD_V(CT_ERROR_INDEX, "index -9|[0]|dim 1 of size 3", ct_index_out(f23, columns, 2, spare, err));
  BAD_V(CT_ERROR_INDEX, "index -9|[0]|dim 1 of size 3", ct_index_put(spare, columns, 2, f0, true, err));
  BAD_T(CT_ERROR_SHAPE, "[3]|[2, 3]", ct_index(f23, masks, 1, &out, err));
  BAD_T(CT_ERROR_INDEX, "index -9|[0]|dim 1 of size 3", ct_index_select(f23, 1, far, &out, err));
  BAD_V(CT_ERROR_INDEX, "index 2|[2]|dim 0 of size 2", ct_index_select_out(f23, 0, i3, spare, err));
  BAD_T(CT_ERROR_INDEX, "index 2|[0, 2]|dim 0 of size 2", ct_gather(f23, 0, i23, &out, err));
  BAD_V(CT_ERROR_INDEX, "index 2|[0, 2]|dim 0 of size 2", ct_gather_out(f23, 0, i23, spare, err));
  BAD_T(CT_ERROR_INDEX, "index 2|[0, 2]|dim 0 of size 2", ct_take_along_dim(f23, i23, 0, &out, err));
  BAD_T(CT_ERROR_INDEX, "index -9|[0]|6 elements", ct_take(f23, far, &out, err));
  BAD_V(CT_ERROR_INDEX, "index -9|[0]|6 elements", ct_take_out(f23, far, spare, err));
  BAD_T(CT_ERROR_INDEX, "index -9|[0]|6 elements", ct_put(f23, far, f0, false, &out, err));
  BAD_V(CT_ERROR_INDEX, "index -9|[0]|6 elements", ct_put_out(spare, far, f0, true, spare, err));
  BAD_T(CT_ERROR_INDEX, "index 2|[0, 2]|dim 0 of size 2", ct_scatter(f23, 0, i23, f23, CT_SCATTER_ADD, &out, err));
  BAD_V(CT_ERROR_INDEX, "index 2|[0, 2]|dim 0 of size 2",
        ct_scatter_out(spare, 0, i23, f23, CT_SCATTER_REPLACE, spare, err));
  BAD_T(CT_ERROR_INDEX, "index 2|[2]|dim 0 of size 2", ct_index_fill(f23, 0, i3, &one, &out, err));
  BAD_V(CT_ERROR_INDEX, "index 2|[2]|dim 0 of size 2", ct_index_fill_out(spare, 0, i3, &one, spare, err));
  BAD_T(CT_ERROR_INDEX, "index -9|[0]|dim 0 of size 3", ct_index_copy(i3, 0, far, far, &out, err));
  BAD_T(CT_ERROR_INDEX, "index -9|[0]|dim 0 of size 3", ct_index_add(i3, 0, far, far, NULL, &out, err));
  BAD_T(CT_ERROR_INDEX, "index 2|[2]|2 classes", ct_one_hot(i3, 2, &out, err));
  BAD_T(CT_ERROR_INDEX, "index -9|[0]|classes", ct_one_hot(far, 3, &out, err));
}

/* A fresh output may be written before a late index is refused, but no one sees it; a given one is not. */
static void late_in_a_long_index(void) {
  ct_tensor *columns = NULL, *two = NULL, *column = NULL;
  ct_error error = {0};
  REQUIRE_OK(ct_ones(SIZES(LONG, 2), CT_FLOAT32, &columns, &error));
  REQUIRE_OK(ct_ones(SIZES(2), CT_FLOAT32, &two, &error));
  REQUIRE_OK(ct_slice(f23, 1, 0, 1, 1, &column, &error));
  BAD_T(CT_ERROR_INDEX, "index 2|[19500]|dim 0 of size 2", ct_index_select(f23, 0, late, &out, err));
  BAD_T(CT_ERROR_INDEX, "index 2|[19500]|dim 0 of size 2", ct_gather(two, 0, late, &out, err));
  BAD_V(CT_ERROR_INDEX, "index 2|[19500]|dim 0 of size 2", ct_gather_out(two, 0, late, long_out, err));
  BAD_T(CT_ERROR_INDEX, "index 2|[19500, 0]|dim 1 of size 2", ct_gather(columns, 1, late_rows, &out, err));
  BAD_T(CT_ERROR_INDEX, "index 2|[19500, 0]|dim 1 of size 2", ct_take_along_dim(columns, late_rows, 1, &out, err));
  BAD_T(CT_ERROR_INDEX, "index 2|[19500]|2 elements", ct_take(two, late, &out, err));
  BAD_T(CT_ERROR_INDEX, "index 2|[19500]|2 elements", ct_take(column, late, &out, err));
  BAD_V(CT_ERROR_INDEX, "index 2|[19500]|2 elements", ct_take_out(two, late, long_out, err));
  ct_tensor_release(columns);
  ct_tensor_release(two);
  ct_tensor_release(column);
}

static void dtypes_and_shapes(void) {
  const ct_scalar half = {CT_FLOAT64, 0, 0, 0.5, 0};
  const ct_tensor *const floats[] = {f3}, *const three[] = {row, row, row};
  BAD_T(CT_ERROR_DTYPE, "integers|float32", ct_index(f23, floats, 1, &out, err));
  BAD_T(CT_ERROR_INDEX, "2 dims|3", ct_index(f23, three, 3, &out, err));
  BAD_V(CT_ERROR_DTYPE, "float32|int32", ct_index_put(int_out, floats, 0, f23, false, err));
  BAD_V(CT_ERROR_READ_ONLY, "read-only", ct_index_put(read_only, three, 1, f0, false, err));
  BAD_T(CT_ERROR_DTYPE, "integers|float32", ct_index_select(f23, 0, f3, &out, err));
  BAD_T(CT_ERROR_SHAPE, "one dim|[2, 3]", ct_index_select(f23, 0, i23, &out, err));
  BAD_T(CT_ERROR_INDEX, "[-2, 1]|2", ct_index_select(f23, 2, row, &out, err));
  BAD_T(CT_ERROR_INVALID, "index|NULL", ct_index_select(f23, 0, NULL, &out, err));
  BAD_V(CT_ERROR_DTYPE, "float32|int32", ct_index_select_out(f23, 0, row, int_out, err));
  BAD_V(CT_ERROR_OVERLAP, "share memory|[2, 3]", ct_index_select_out(f23, 0, row, f23, err));
  BAD_T(CT_ERROR_DTYPE, "integers|float32", ct_gather(f23, 0, f23, &out, err));
  BAD_T(CT_ERROR_SHAPE, "[2]|[2, 3]", ct_gather(f23, 0, row, &out, err));
  BAD_T(CT_ERROR_SHAPE, "[2, 3]|[3, 4]", ct_take_along_dim(f34, rows, 1, &out, err));
  BAD_T(CT_ERROR_DTYPE, "integers|float32", ct_take(f23, f3, &out, err));
  BAD_T(CT_ERROR_SHAPE, "3|2", ct_put(f23, row, f3, false, &out, err));
  BAD_T(CT_ERROR_DTYPE, "float32|int32", ct_put(f23, i23, i23, false, &out, err));
  BAD_T(CT_ERROR_DTYPE, "float32|int32", ct_scatter(f23, 0, rows, i23, CT_SCATTER_ADD, &out, err));
  BAD_T(CT_ERROR_DTYPE, "complex64", ct_scatter(c23, 0, rows, c23, CT_SCATTER_AMAX, &out, err));
  BAD_T(CT_ERROR_SHAPE, "[2, 3]|[2]", ct_scatter(f23, 0, row, f23, CT_SCATTER_ADD, &out, err));
  BAD_T(CT_ERROR_SHAPE, "[3]|[2, 3]|2", ct_index_add(f23, 0, row, f3, NULL, &out, err));
  BAD_T(CT_ERROR_DTYPE, "float32|int32", ct_index_copy(f23, 0, row, i23, &out, err));
  BAD_T(CT_ERROR_INVALID, "0.5|int32", ct_index_fill(i23, 0, row, &half, &out, err));
  BAD_T(CT_ERROR_DTYPE, "bool|int32", ct_masked_select(f23, i23, &out, err));
  BAD_T(CT_ERROR_SHAPE, "[3, 4]|[2, 3]", ct_masked_select(f34, b23, &out, err));
  BAD_V(CT_ERROR_SHAPE, "[2, 3]|[6]", ct_masked_select_out(f23, b23, f23, err)); /* an input is not resized */
  BAD_T(CT_ERROR_SHAPE, "6|3", ct_masked_scatter(f23, b23, f3, &out, err));
  BAD_T(CT_ERROR_UNSUPPORTED, "meta", ct_nonzero(meta, &out, err));
  BAD_V(CT_ERROR_DTYPE, "int64|int32", ct_nonzero_out(f23, int_out, err));
  BAD_T(CT_ERROR_INVALID, "t|NULL", ct_argwhere(NULL, &out, err));
  BAD_T(CT_ERROR_DTYPE, "one_hot|float32", ct_one_hot(f23, -1, &out, err));
  BAD_T(CT_ERROR_INVALID, "-2", ct_one_hot(row, -2, &out, err));
}

static void two_outputs(void) {
  ct_tensor *second = NULL;
  BAD_T(CT_ERROR_DTYPE, "frexp|int32", ct_frexp(i23, &out, &second, err));
  BAD_T(CT_ERROR_DTYPE, "modf|int32", ct_modf(i23, &out, &second, err));
  BAD_T(CT_ERROR_DTYPE, "modf|complex64", ct_modf(c23, &out, &second, err));
  BAD_T(CT_ERROR_INVALID, "second|NULL", ct_modf(f23, &out, NULL, err));
  BAD_T(CT_ERROR_INVALID, "t|NULL", ct_modf(NULL, &out, &second, err));
  BAD_V(CT_ERROR_DTYPE, "float32|int32", ct_modf_out(f23, spare, int_out, err));
  BAD_V(CT_ERROR_DTYPE, "int32|float32", ct_frexp_out(f23, spare, f34, err));
  BAD_V(CT_ERROR_READ_ONLY, "read-only", ct_modf_out(f23, spare, read_only, err));
  BAD_V(CT_ERROR_OVERLAP, "same tensor|[2, 3]", ct_modf_out(f23, spare, spare, err));
  BAD_V(CT_ERROR_INVALID, "integral|NULL", ct_modf_out(f23, spare, NULL, err));
  CHECK(second == NULL);
}

int main(void) {
  alloc_install();
  make_operands();
  make_more();
  out_of_range();
  late_in_a_long_index();
  dtypes_and_shapes();
  two_outputs();
  return bad_done(68);
}
