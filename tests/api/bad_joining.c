/* Wrong calls that join, take apart and rearrange tensors. */
#include "bad_input.h"

#define TENSORS(...) ((const ct_tensor *const[]){__VA_ARGS__})
#define LIST_OF(...) TENSORS(__VA_ARGS__), (int)(sizeof TENSORS(__VA_ARGS__) / sizeof(ct_tensor *))

static const int64_t kHuge = (int64_t)1 << 40;
static ct_tensor *outs[8];

static void joining(void) {
  BAD_T(CT_ERROR_INVALID, "tensors|NULL", ct_cat(NULL, 1, 0, &out, err));
  BAD_T(CT_ERROR_INVALID, "tensors[1]|NULL", ct_cat(LIST_OF(f23, NULL), 0, &out, err));
  BAD_T(CT_ERROR_INVALID, "tensors|-1", ct_cat(TENSORS(f23), -1, 0, &out, err));
  BAD_T(CT_ERROR_INVALID, "non-empty|0", ct_cat(NULL, 0, 0, &out, err));
  BAD_V(CT_ERROR_INVALID, "out|NULL", ct_cat(LIST_OF(f23), 0, NULL, err));
  BAD_T(CT_ERROR_SHAPE, "zero-dimensional|position 1", ct_cat(LIST_OF(f23, f0), 0, &out, err));
  BAD_T(CT_ERROR_SHAPE, "2 and 3|[2, 3, 4]", ct_cat(LIST_OF(f23, f234), 0, &out, err));
  BAD_T(CT_ERROR_SHAPE, "dimension 0|size 3|size 4|number 2", ct_cat(LIST_OF(f23, f23, f34), 0, &out, err));
  BAD_T(CT_ERROR_INDEX, "[-2, 1]|2", ct_cat(LIST_OF(f23), 2, &out, err));
  BAD_T(CT_ERROR_DTYPE, "uint64|int64", ct_cat(LIST_OF(u3, i3), 0, &out, err));
  BAD_T(CT_ERROR_INVALID, "cpu|meta|[2, 3]", ct_cat(LIST_OF(f23, meta), 0, &out, err));
  BAD_V(CT_ERROR_INVALID, "out|NULL", ct_cat_out(LIST_OF(f23), 0, NULL, err));
  BAD_V(CT_ERROR_DTYPE, "complex64|float32", ct_cat_out(LIST_OF(c23, f23), 0, f34, err));
  BAD_V(CT_ERROR_READ_ONLY, "read-only", ct_cat_out(LIST_OF(f23), 0, read_only, err));
  BAD_V(CT_ERROR_INVALID, "[2, 3]|[4, 3]|borrowed", ct_cat_out(LIST_OF(f23, f23), 0, borrowed, err));
  BAD_V(CT_ERROR_INVALID, "meta|cpu", ct_cat_out(LIST_OF(f23), 0, meta, err));
  BAD_V(CT_ERROR_OVERLAP, "memory location|[5, 3]", ct_cat_out(LIST_OF(f23, f43t), 0, wide, err));
  BAD_V(CT_ERROR_OVERLAP, "memory location|[6]", ct_cat_out(LIST_OF(low, i3), 0, high, err));
  BAD_V(CT_ERROR_OVERLAP, "memory location|[2, 3]", ct_stack_out(LIST_OF(f23), 0, f23, err));
  BAD_T(CT_ERROR_INVALID, "non-empty|0", ct_stack(NULL, 0, 0, &out, err));
  BAD_T(CT_ERROR_SHAPE, "[2, 3]|[3, 4]|entry 1", ct_stack(LIST_OF(f23, f34), 0, &out, err));
  BAD_T(CT_ERROR_INDEX, "[-3, 2]|3", ct_stack(LIST_OF(f23), 3, &out, err));
  BAD_T(CT_ERROR_SHAPE, "64|65", ct_stack(LIST_OF(dims64), 0, &out, err));
}

static void apart(void) {
  int32_t count = 7;
  memset(outs, 0, sizeof outs);
  BAD_V(CT_ERROR_INVALID, "t|NULL", ct_split(NULL, SIZES(1, 1), 0, outs, err));
  BAD_V(CT_ERROR_INVALID, "split_sizes|NULL", ct_split(f23, NULL, 1, 0, outs, err));
  BAD_V(CT_ERROR_INVALID, "outs|NULL", ct_split(f23, SIZES(1, 1), 0, NULL, err));
  BAD_V(CT_ERROR_INVALID, "-1", ct_split(f23, LIST(1), -1, 0, outs, err));
  BAD_V(CT_ERROR_INVALID, "negative|[3, -1]", ct_split(f23, SIZES(3, -1), 0, outs, err));
  BAD_V(CT_ERROR_SHAPE, "3|dimension 1|[1, 1]", ct_split(f23, SIZES(1, 1), 1, outs, err));
  BAD_V(CT_ERROR_SHAPE, "2|9223372036854775807", ct_split(f23, SIZES(INT64_MAX, INT64_MAX), 0, outs, err));
  BAD_V(CT_ERROR_INDEX, "[-2, 1]|2", ct_split(f23, SIZES(1, 1), 2, outs, err));
  BAD_V(CT_ERROR_INDEX, "0-dim", ct_split(f0, SIZES(1), 0, outs, err));
  BAD_V(CT_ERROR_INVALID, "greater than 0|0", ct_chunk(f23, 0, 0, outs, &count, err));
  BAD_V(CT_ERROR_INVALID, "count|NULL", ct_chunk(f23, 2, 0, outs, NULL, err));
  BAD_V(CT_ERROR_INVALID, "outs|NULL", ct_chunk(f23, 2, 0, NULL, &count, err));
  BAD_V(CT_ERROR_INDEX, "[-2, 1]|-3", ct_chunk(f23, 2, -3, outs, &count, err));
  BAD_V(CT_ERROR_INDEX, "0-dim", ct_unbind(f0, 0, outs, err));
  BAD_V(CT_ERROR_INDEX, "[-2, 1]|5", ct_unbind(f23, 5, outs, err));
  BAD_V(CT_ERROR_INVALID, "outs|NULL", ct_unbind(f23, 0, NULL, err));
  BAD_V(CT_ERROR_SHAPE, "3|4|[2, 3]|[3, 4]", ct_broadcast_tensors(LIST_OF(f23, f34), outs, err));
  BAD_V(CT_ERROR_INVALID, "tensors[0]|NULL", ct_broadcast_tensors(LIST_OF(NULL), outs, err));
  BAD_V(CT_ERROR_SHAPE, "[2, 3]|number 1", ct_meshgrid(LIST_OF(f10, f23), CT_MESHGRID_IJ, outs, err));
  BAD_V(CT_ERROR_DTYPE, "float32|int64|number 1", ct_meshgrid(LIST_OF(f10, i3), CT_MESHGRID_XY, outs, err));
  BAD_V(CT_ERROR_INVALID, "indexing|2", ct_meshgrid(LIST_OF(f10), 2, outs, err));
  for (size_t k = 0; k < sizeof outs / sizeof outs[0]; ++k) CHECK(outs[k] == NULL);
  CHECK(count == 0);
}

static void broadcasting(void) {
  int64_t sizes[64];
  int32_t ndim = 7;
  const int64_t a[] = {2, 3}, b[] = {3, 4}, negative[] = {-1};
  const int64_t *const shapes[] = {a, b}, *const wrong[] = {negative}, *const gap[] = {a, NULL};
  const int32_t ndims[] = {2, 2}, minus[] = {1, -1};
  BAD_V(CT_ERROR_SHAPE, "3|4|[2, 3]|[3, 4]", ct_broadcast_shapes(shapes, ndims, 2, sizes, &ndim, err));
  CHECK(ndim == 0);
  BAD_V(CT_ERROR_SHAPE, "-1", ct_broadcast_shapes(wrong, minus, 1, sizes, &ndim, err));
  BAD_V(CT_ERROR_INVALID, "-1", ct_broadcast_shapes(shapes, minus, 2, sizes, &ndim, err));
  BAD_V(CT_ERROR_INVALID, "NULL", ct_broadcast_shapes(gap, ndims, 2, sizes, &ndim, err));
  BAD_V(CT_ERROR_INVALID, "shapes|-1", ct_broadcast_shapes(shapes, ndims, -1, sizes, &ndim, err));
  BAD_V(CT_ERROR_INVALID, "sizes|NULL", ct_broadcast_shapes(shapes, ndims, 2, NULL, &ndim, err));
  BAD_V(CT_ERROR_INVALID, "ndim|NULL", ct_broadcast_shapes(shapes, ndims, 2, sizes, NULL, err));
}

static void moving(void) {
  const ct_scalar half = {CT_FLOAT64, 0, 0, 0.5, 0};
  BAD_T(CT_ERROR_INVALID, "t|NULL", ct_repeat(NULL, SIZES(1, 1), &out, err));
  BAD_T(CT_ERROR_INVALID, "repeats|NULL", ct_repeat(f23, NULL, 2, &out, err));
  BAD_T(CT_ERROR_SHAPE, "repeats (1)|(2)|[1]|[2, 3]", ct_repeat(f23, SIZES(1), &out, err));
  BAD_T(CT_ERROR_SHAPE, "[1, -2]", ct_repeat(f23, SIZES(1, -2), &out, err));
  BAD_T(CT_ERROR_SHAPE, "[2, 3]|9223372036854775807", ct_repeat(f23, SIZES(1, INT64_MAX), &out, err));
  BAD_T(CT_ERROR_SHAPE, "3298534883328", ct_repeat(f23, SIZES(kHuge, kHuge), &out, err));
  BAD_T(CT_ERROR_OUT_OF_MEMORY, "bytes", ct_repeat(f23, SIZES(kHuge, 1 << 10), &out, err));
  BAD_V(CT_ERROR_DTYPE, "float32|int32", ct_repeat_out(f23, SIZES(1, 1), i23, err));
  BAD_T(CT_ERROR_DTYPE, "int64|int32", ct_repeat_interleave(f23, i23, 0, &out, err));
  BAD_T(CT_ERROR_SHAPE, "3|2", ct_repeat_interleave(f23, i3, 0, &out, err));
  BAD_T(CT_ERROR_INDEX, "[-2, 1]|2", ct_repeat_interleave(f23, i3, 2, &out, err));
  BAD_T(CT_ERROR_INVALID, "repeats|NULL", ct_repeat_interleave(f23, NULL, 2, &out, err));
  BAD_T(CT_ERROR_SHAPE, "align|2|1", ct_roll(f23, SIZES(1, 2), DIMS(0), &out, err));
  BAD_T(CT_ERROR_SHAPE, "one shift|[1, 2]", ct_roll(f23, SIZES(1, 2), NULL, 0, &out, err));
  BAD_T(CT_ERROR_SHAPE, "align|0", ct_roll(f23, NULL, 0, DIMS(0), &out, err));
  BAD_T(CT_ERROR_INDEX, "[-2, 1]|3", ct_roll(f23, SIZES(1), DIMS(3), &out, err));
  BAD_T(CT_ERROR_INVALID, "shifts|NULL", ct_roll(f23, NULL, 1, DIMS(0), &out, err));
  BAD_T(CT_ERROR_INVALID, "dims|NULL", ct_roll(f23, SIZES(1), NULL, 1, &out, err));
  BAD_T(CT_ERROR_INVALID, "even|3", ct_pad(f23, SIZES(1, 1, 1), CT_PAD_CONSTANT, NULL, &out, err));
  BAD_T(CT_ERROR_SHAPE, "3 dims|2", ct_pad(f23, SIZES(1, 1, 1, 1, 1, 1), CT_PAD_CONSTANT, NULL, &out, err));
  BAD_T(CT_ERROR_INVALID, "mode|4", ct_pad(f23, SIZES(1, 1), 4, NULL, &out, err));
  BAD_T(CT_ERROR_INVALID, "padding|NULL", ct_pad(f23, NULL, 2, CT_PAD_CONSTANT, NULL, &out, err));
  BAD_T(CT_ERROR_INVALID, "0.5|int32", ct_pad(i23, SIZES(1, 1), CT_PAD_CONSTANT, &half, &out, err));
  BAD_T(CT_ERROR_INVALID, "reflect|value", ct_pad(f23, SIZES(1, 1), CT_PAD_REFLECT, &half, &out, err));
  BAD_T(CT_ERROR_SHAPE, "(3, 0)|dimension 1|[2, 3]", ct_pad(f23, SIZES(3, 0), CT_PAD_REFLECT, NULL, &out, err));
  BAD_T(CT_ERROR_SHAPE, "(0, 4)|dimension 1|[2, 3]", ct_pad(f23, SIZES(0, 4), CT_PAD_CIRCULAR, NULL, &out, err));
  BAD_T(CT_ERROR_SHAPE, "replicate|[0, 3]", ct_pad(empty, SIZES(0, 0, 1, 0), CT_PAD_REPLICATE, NULL, &out, err));
  BAD_T(CT_ERROR_SHAPE, "-2|negative|dim 1", ct_pad(f23, SIZES(-2, -2), CT_PAD_CONSTANT, NULL, &out, err));
  BAD_T(CT_ERROR_SHAPE, "overflows", ct_pad(f23, SIZES(INT64_MAX, 0), CT_PAD_CONSTANT, NULL, &out, err));
  BAD_T(CT_ERROR_SHAPE, "tril|[10]", ct_tril(f10, 0, &out, err));
  BAD_T(CT_ERROR_SHAPE, "triu|[]", ct_triu(f0, 0, &out, err));
  BAD_V(CT_ERROR_DTYPE, "float32|int32", ct_tril_out(f23, 0, i23, err));
  BAD_V(CT_ERROR_READ_ONLY, "read-only", ct_triu_out(f23, 0, read_only, err));
  BAD_T(CT_ERROR_SHAPE, "3D|[2, 3, 4]", ct_diag(f234, 0, &out, err));
  BAD_T(CT_ERROR_INDEX, "identical|1|-1", ct_diag_embed(f10, 0, 1, -1, &out, err));
  BAD_T(CT_ERROR_SHAPE, "0-dim", ct_diag_embed(f0, 0, 0, 1, &out, err));
  BAD_T(CT_ERROR_SHAPE, "-9223372036854775808|[10]", ct_diag_embed(f10, INT64_MIN, 0, 1, &out, err));
  BAD_T(CT_ERROR_SHAPE, "9223372036854775807|[10]", ct_diag(f10, INT64_MAX, &out, err));
}

static void viewing(void) {
  BAD_T(CT_ERROR_SHAPE, "[10]", ct_rot90(f10, 1, 0, 1, &out, err));
  BAD_T(CT_ERROR_INDEX, "different|0|-2", ct_rot90(f23, 1, 0, -2, &out, err));
  BAD_T(CT_ERROR_INDEX, "identical|0|0", ct_diagonal(f23, 0, 0, 0, &out, err));
  BAD_T(CT_ERROR_INDEX, "[-2, 1]|2", ct_diagonal(f23, 0, 0, 2, &out, err));
  BAD_T(CT_ERROR_SHAPE, "dimension 1|3|4", ct_unfold(f23, 1, 4, 1, &out, err));
  BAD_T(CT_ERROR_INVALID, "step|0", ct_unfold(f23, 1, 2, 0, &out, err));
  BAD_T(CT_ERROR_INVALID, "size|-1", ct_unfold(f23, 1, -1, 1, &out, err));
  BAD_T(CT_ERROR_SHAPE, "[2, 2]|3", ct_unflatten(f23, 1, SIZES(2, 2), &out, err));
  BAD_T(CT_ERROR_INVALID, "empty", ct_unflatten(f23, 1, NULL, 0, &out, err));
  BAD_T(CT_ERROR_INDEX, "0-dim", ct_unflatten(f0, 0, SIZES(1), &out, err));
  BAD_T(CT_ERROR_INDEX, "[-2, 1]|2", ct_swapaxes(f23, 0, 2, &out, err));
  BAD_T(CT_ERROR_DTYPE, "99", ct_view_dtype(f23, 99, &out, err));
  BAD_T(CT_ERROR_SHAPE, "size|divisible|2|[2, 3]", ct_view_dtype(f23, CT_FLOAT64, &out, err));
  BAD_T(CT_ERROR_SHAPE, "stride|4", ct_view_dtype(f43t, CT_UINT8, &out, err));
  BAD_T(CT_ERROR_SHAPE, "0-dim|8", ct_view_dtype(f0, CT_FLOAT64, &out, err));
  BAD_T(CT_ERROR_SHAPE, "0-dim|1", ct_view_dtype(f0, CT_UINT8, &out, err));
  BAD_T(CT_ERROR_DTYPE, "complex|float32", ct_view_as_real(f23, &out, err));
  BAD_T(CT_ERROR_DTYPE, "int32", ct_view_as_complex(i23, &out, err));
  BAD_T(CT_ERROR_SHAPE, "2|[2, 3]", ct_view_as_complex(f23, &out, err));
  BAD_T(CT_ERROR_INVALID, "t|NULL", ct_view_as_complex(NULL, &out, err));
}

int main(void) {
  alloc_install();
  make_operands();
  joining();
  apart();
  broadcasting();
  moving();
  viewing();
  return bad_done(100);
}
