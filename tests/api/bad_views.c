/* Wrong calls to views, resize, copies and fill. */
#include <math.h>

#include "bad_input.h"

static int64_t ones65[65];
static const int64_t kHuge = (int64_t)1 << 40;

static void striding(void) {
  BAD_T(CT_ERROR_INVALID, "t|NULL", ct_as_strided(NULL, LIST(2), 1, LIST(1), 0, &out, err));
  BAD_T(CT_ERROR_INVALID, "sizes|NULL", ct_as_strided(f23, NULL, 1, LIST(1), 0, &out, err));
  BAD_T(CT_ERROR_INVALID, "strides|NULL", ct_as_strided(f23, LIST(2), 1, NULL, 0, &out, err));
  BAD_T(CT_ERROR_SHAPE, "65", ct_as_strided(f23, ones65, 65, ones65, 0, &out, err));
  BAD_T(CT_ERROR_INVALID, "-1", ct_as_strided(f23, LIST(2), -1, LIST(1), 0, &out, err));
  BAD_T(CT_ERROR_INVALID, "-1", ct_as_strided(f23, LIST(2), 1, LIST(1), -1, &out, err));
  BAD_T(CT_ERROR_SHAPE, "[7]|[1]|24", ct_as_strided(f23, LIST(7), 1, LIST(1), 0, &out, err));
  BAD_T(CT_ERROR_SHAPE, "[2]|[1]|5", ct_as_strided(f23, LIST(2), 1, LIST(1), 5, &out, err));
  BAD_T(CT_ERROR_SHAPE, "[3]|[-1]", ct_as_strided(f23, LIST(3), 1, LIST(-1), 1, &out, err));
  BAD_T(CT_ERROR_SHAPE, "9223372036854775807|itemsize 4",
        ct_as_strided(f23, LIST(2), 1, LIST(INT64_MAX), 0, &out, err));
  BAD_T(CT_ERROR_SHAPE, "9223372036854775807", ct_as_strided(f23, LIST(1), 1, LIST(1), INT64_MAX, &out, err));
  BAD_T(CT_ERROR_SHAPE, "[-2]", ct_as_strided(f23, LIST(-2), 1, LIST(1), 0, &out, err));
  BAD_V(CT_ERROR_INVALID, "out|NULL", ct_as_strided(f23, LIST(2), 1, LIST(1), 0, NULL, err));
}

static void shapes(void) {
  BAD_T(CT_ERROR_INVALID, "t|NULL", ct_view(NULL, SIZES(2), &out, err));
  BAD_T(CT_ERROR_INVALID, "sizes|NULL", ct_view(f23, NULL, 2, &out, err));
  BAD_T(CT_ERROR_SHAPE, "65", ct_view(f23, ones65, 65, &out, err));
  BAD_T(CT_ERROR_INVALID, "-2", ct_view(f23, LIST(6), -2, &out, err));
  BAD_T(CT_ERROR_SHAPE, "[4, 2]|6", ct_view(f23, SIZES(4, 2), &out, err));
  BAD_T(CT_ERROR_SHAPE, "[4, -1]|6", ct_view(f23, SIZES(4, -1), &out, err));
  BAD_T(CT_ERROR_SHAPE, "[-1, -1]", ct_view(f23, SIZES(-1, -1), &out, err));
  BAD_T(CT_ERROR_SHAPE, "[3, -2]", ct_view(f23, SIZES(3, -2), &out, err));
  BAD_T(CT_ERROR_SHAPE, "[0, -1]", ct_view(empty, SIZES(0, -1), &out, err));
  BAD_T(CT_ERROR_SHAPE, "[12]|[4, 3]|[1, 4]", ct_view(f43t, SIZES(12), &out, err));
  BAD_T(CT_ERROR_SHAPE, "[2, 2]|6", ct_reshape(f23, SIZES(2, 2), &out, err));
  BAD_T(CT_ERROR_SHAPE, "[-1, 2, -1]", ct_reshape(f43t, SIZES(-1, 2, -1), &out, err));
  BAD_T(CT_ERROR_SHAPE, "1099511627776", ct_reshape(f23, SIZES(kHuge, kHuge), &out, err));
  BAD_T(CT_ERROR_INVALID, "sizes|NULL", ct_reshape(f23, NULL, 1, &out, err));
  BAD_T(CT_ERROR_INVALID, "t|NULL", ct_reshape(NULL, SIZES(1), &out, err));
  BAD_T(CT_ERROR_SHAPE, "1|[2, 3]", ct_expand(f23, SIZES(3), &out, err));
  BAD_T(CT_ERROR_SHAPE, "5|3|[5, 5]|[2, 3]", ct_expand(f23, SIZES(5, 5), &out, err));
  BAD_T(CT_ERROR_SHAPE, "-1|[-1, 2, 3]", ct_expand(f23, SIZES(-1, 2, 3), &out, err));
  BAD_T(CT_ERROR_SHAPE, "-2", ct_expand(f23, SIZES(-2, 3), &out, err));
  BAD_T(CT_ERROR_SHAPE, "65", ct_expand(f0, ones65, 65, &out, err));
  BAD_T(CT_ERROR_INVALID, "sizes|NULL", ct_expand(f0, NULL, 1, &out, err));
  BAD_T(CT_ERROR_SHAPE, "[1099511627776, 1099511627776]", ct_expand(f0, SIZES(kHuge, kHuge), &out, err));
  BAD_T(CT_ERROR_INDEX, "[-2, 1]|2", ct_squeeze(f23, DIMS(2), &out, err));
  BAD_T(CT_ERROR_INDEX, "multiple times", ct_squeeze(f23, DIMS(0, -2), &out, err));
  BAD_T(CT_ERROR_INVALID, "dims|NULL", ct_squeeze(f23, NULL, 1, &out, err));
  BAD_T(CT_ERROR_INVALID, "dims|-1", ct_squeeze(f23, NULL, -1, &out, err));
  BAD_T(CT_ERROR_INDEX, "[-3, 2]|3", ct_unsqueeze(f23, 3, &out, err));
  BAD_T(CT_ERROR_INDEX, "[-3, 2]|-4", ct_unsqueeze(f23, -4, &out, err));
  BAD_T(CT_ERROR_SHAPE, "64|65", ct_unsqueeze(dims64, 0, &out, err));
  BAD_T(CT_ERROR_INDEX, "[-2, 1]|-3", ct_flatten(f23, -3, 1, &out, err));
  BAD_T(CT_ERROR_INVALID, "start_dim|1|0", ct_flatten(f23, 1, 0, &out, err));
}

static void orders(void) {
  BAD_T(CT_ERROR_INVALID, "dims|NULL", ct_permute(f23, NULL, 2, &out, err));
  BAD_T(CT_ERROR_SHAPE, "2|3", ct_permute(f23, DIMS(0, 1, 2), &out, err));
  BAD_T(CT_ERROR_INDEX, "multiple times|[0, 0]", ct_permute(f23, DIMS(0, 0), &out, err));
  BAD_T(CT_ERROR_INDEX, "multiple times", ct_permute(f23, DIMS(1, -1), &out, err));
  BAD_T(CT_ERROR_INDEX, "[-2, 1]|2", ct_permute(f23, DIMS(0, 2), &out, err));
  BAD_T(CT_ERROR_INVALID, "t|NULL", ct_permute(NULL, DIMS(0, 1), &out, err));
  BAD_T(CT_ERROR_INDEX, "[-2, 1]|5", ct_transpose(f23, 5, 0, &out, err));
  BAD_T(CT_ERROR_INDEX, "[-2, 1]|-2147483648", ct_transpose(f23, 0, INT32_MIN, &out, err));
  BAD_T(CT_ERROR_INDEX, "multiple times|[0, 0]", ct_movedim(f234, DIM_LIST(0, 0), DIM_LIST(1, 2), 2, &out, err));
  BAD_T(CT_ERROR_INDEX, "multiple times", ct_movedim(f234, DIM_LIST(0, 1), DIM_LIST(2, -1), 2, &out, err));
  BAD_T(CT_ERROR_INDEX, "[-3, 2]|3", ct_movedim(f234, DIM_LIST(3), DIM_LIST(0), 1, &out, err));
  BAD_T(CT_ERROR_INDEX, "[-3, 2]|-4", ct_movedim(f234, DIM_LIST(0), DIM_LIST(-4), 1, &out, err));
  BAD_T(CT_ERROR_INVALID, "source|NULL", ct_movedim(f234, NULL, DIM_LIST(0), 1, &out, err));
  BAD_T(CT_ERROR_INVALID, "destination|NULL", ct_movedim(f234, DIM_LIST(0), NULL, 1, &out, err));
  BAD_T(CT_ERROR_INVALID, "-1", ct_movedim(f234, DIM_LIST(0), DIM_LIST(0), -1, &out, err));
  BAD_T(CT_ERROR_INDEX, "multiple times", ct_flip(f23, DIMS(0, 0), &out, err));
  BAD_T(CT_ERROR_INDEX, "[-2, 1]|2", ct_flip(f23, DIMS(2), &out, err));
  BAD_T(CT_ERROR_INVALID, "dims|NULL", ct_flip(f23, NULL, 2, &out, err));
}

static void parts(void) {
  BAD_T(CT_ERROR_INDEX, "[-2, 1]|2", ct_slice(f23, 2, 0, 1, 1, &out, err));
  BAD_T(CT_ERROR_INVALID, "step|zero|[2, 3]", ct_slice(f23, 1, 0, 1, 0, &out, err));
  BAD_T(CT_ERROR_INDEX, "0-dim", ct_slice(f0, 0, 0, 1, 1, &out, err));
  BAD_T(CT_ERROR_INVALID, "t|NULL", ct_slice(NULL, 0, 0, 1, 1, &out, err));
  BAD_T(CT_ERROR_INDEX, "[-2, 1]|-3", ct_select(f23, -3, 0, &out, err));
  BAD_T(CT_ERROR_INDEX, "3|[2, 3]|1", ct_select(f23, 1, 3, &out, err));
  BAD_T(CT_ERROR_INDEX, "-3|[2, 3]|0", ct_select(f23, 0, -3, &out, err));
  BAD_T(CT_ERROR_INDEX, "-9223372036854775808", ct_select(f23, 0, INT64_MIN, &out, err));
  BAD_T(CT_ERROR_INDEX, "0-dim", ct_select(f0, 0, 0, &out, err));
  BAD_T(CT_ERROR_INDEX, "0|[0, 3]", ct_select(empty, 0, 0, &out, err));
  BAD_T(CT_ERROR_INVALID, "length|-1", ct_narrow(f23, 0, 0, -1, &out, err));
  BAD_T(CT_ERROR_INDEX, "[-3, 3]|4", ct_narrow(f23, 1, 4, 0, &out, err));
  BAD_T(CT_ERROR_INDEX, "[-3, 3]|-4", ct_narrow(f23, 1, -4, 1, &out, err));
  BAD_T(CT_ERROR_INDEX, "2|3", ct_narrow(f23, 1, 2, 2, &out, err));
  BAD_T(CT_ERROR_INDEX, "1|9223372036854775807|3", ct_narrow(f23, 1, 1, INT64_MAX, &out, err));
  BAD_T(CT_ERROR_INDEX, "[-2, 1]|4", ct_narrow(f23, 4, 0, 1, &out, err));
  BAD_T(CT_ERROR_DTYPE, "complex|float32", ct_imag(f23, &out, err));
  BAD_T(CT_ERROR_INVALID, "t|NULL", ct_real(NULL, &out, err));
  BAD_V(CT_ERROR_INVALID, "out|NULL", ct_real(c23, NULL, err));
}

static void resizing(void) {
  BAD_V(CT_ERROR_INVALID, "t|NULL", ct_resize(NULL, SIZES(2), CT_CONTIGUOUS, err));
  BAD_V(CT_ERROR_INVALID, "sizes|NULL", ct_resize(f23, NULL, 1, CT_CONTIGUOUS, err));
  BAD_V(CT_ERROR_SHAPE, "[2, -3]", ct_resize(f23, SIZES(2, -3), CT_CONTIGUOUS, err));
  BAD_V(CT_ERROR_SHAPE, "65", ct_resize(f23, ones65, 65, CT_CONTIGUOUS, err));
  BAD_V(CT_ERROR_SHAPE, "[1099511627776, 1099511627776]", ct_resize(f23, SIZES(kHuge, kHuge), CT_CONTIGUOUS, err));
  BAD_V(CT_ERROR_OUT_OF_MEMORY, "bytes", ct_resize(f23, SIZES(kHuge << 20), CT_CONTIGUOUS, err));
  BAD_V(CT_ERROR_INVALID, "7|3", ct_resize(f23, SIZES(2), 7, err));
  BAD_V(CT_ERROR_SHAPE, "4|[2, 2]", ct_resize(f23, SIZES(2, 2), CT_CHANNELS_LAST, err));
  BAD_V(CT_ERROR_INVALID, "[2, 3]|[4, 4]|borrowed", ct_resize(borrowed, SIZES(4, 4), CT_CONTIGUOUS, err));
  BAD_V(CT_ERROR_READ_ONLY, "[2, 3]|[4, 4]|read-only", ct_resize(read_only, SIZES(4, 4), CT_CONTIGUOUS, err));
}

static void copying(void) {
  BAD_T(CT_ERROR_INVALID, "t|NULL", ct_contiguous(NULL, CT_CONTIGUOUS, &out, err));
  BAD_V(CT_ERROR_INVALID, "out|NULL", ct_contiguous(f23, CT_CONTIGUOUS, NULL, err));
  BAD_T(CT_ERROR_INVALID, "preserve", ct_contiguous(f23, CT_PRESERVE, &out, err));
  BAD_T(CT_ERROR_INVALID, "9|3", ct_contiguous(f23, 9, &out, err));
  BAD_T(CT_ERROR_SHAPE, "4|[2, 3]", ct_contiguous(f23, CT_CHANNELS_LAST, &out, err));
  BAD_T(CT_ERROR_SHAPE, "5|[2, 3, 4, 5]", ct_contiguous(f2345, CT_CHANNELS_LAST_3D, &out, err));
  BAD_T(CT_ERROR_INVALID, "9|3", ct_clone(f23, 9, &out, err));
  BAD_T(CT_ERROR_SHAPE, "4|[2, 3, 4]", ct_clone(f234, CT_CHANNELS_LAST, &out, err));
  BAD_T(CT_ERROR_INVALID, "t|NULL", ct_clone(NULL, CT_PRESERVE, &out, err));
  BAD_T(CT_ERROR_DTYPE, "99|16", ct_to(f23, 99, CT_PRESERVE, false, &out, err));
  BAD_T(CT_ERROR_INVALID, "4294967295", ct_to(f23, CT_FLOAT64, UINT32_MAX, false, &out, err));
  BAD_T(CT_ERROR_SHAPE, "4|[2, 3]", ct_to(f23, CT_UNDEFINED, CT_CHANNELS_LAST, false, &out, err));
  BAD_V(CT_ERROR_INVALID, "dst|NULL", ct_copy(NULL, f23, err));
  BAD_V(CT_ERROR_INVALID, "src|NULL", ct_copy(f23, NULL, err));
  BAD_V(CT_ERROR_SHAPE, "3|4", ct_copy(f23, f34, err));
  BAD_V(CT_ERROR_SHAPE, "[2, 3]|[2, 3, 4]", ct_copy(f23, f234, err));
  BAD_V(CT_ERROR_READ_ONLY, "read-only", ct_copy(read_only, f23, err));
  BAD_V(CT_ERROR_INVALID, "meta", ct_copy(f23, meta, err));
  BAD_V(CT_ERROR_SHAPE, "3|4", ct_copy(meta, f34, err));
  BAD_V(CT_ERROR_OVERLAP, "single memory location|[6]", ct_copy(low, high, err));
  BAD_V(CT_ERROR_OVERLAP, "memory location|[5, 3]", ct_copy(wide, f0, err));
}

static void filling(void) {
  const ct_scalar one = {CT_INT64, 0, 1, 0, 0}, large = {CT_INT64, 0, 300, 0, 0}, minus = {CT_INT64, 0, -1, 0, 0};
  const ct_scalar half = {CT_FLOAT64, 0, 0, 1.5, 0}, beyond = {CT_FLOAT64, 0, 0, 1e40, 0};
  const ct_scalar infinite = {CT_FLOAT64, 0, 0, INFINITY, 0}, z = {CT_COMPLEX128, 0, 0, 1, 2};
  const ct_scalar top = {CT_UINT64, 0, -1, 0, 0}, reserved = {CT_INT64, 1, 1, 0, 0}, untyped = {0, 0, 1, 0, 0};
  BAD_V(CT_ERROR_INVALID, "dst|NULL", ct_fill(NULL, &one, err));
  BAD_V(CT_ERROR_INVALID, "value|NULL", ct_fill(f23, NULL, err));
  BAD_V(CT_ERROR_INVALID, "300|uint8", ct_fill(h23, &large, err));
  BAD_V(CT_ERROR_INVALID, "-1|uint8", ct_fill(h23, &minus, err));
  BAD_V(CT_ERROR_INVALID, "-1|uint64", ct_fill(u3, &minus, err));
  BAD_V(CT_ERROR_INVALID, "1.5|int32", ct_fill(i23, &half, err));
  BAD_V(CT_ERROR_INVALID, "inf|int64", ct_fill(i3, &infinite, err));
  BAD_V(CT_ERROR_INVALID, "18446744073709551615|int64", ct_fill(i3, &top, err));
  BAD_V(CT_ERROR_INVALID, "1e+40|float32", ct_fill(f23, &beyond, err));
  BAD_V(CT_ERROR_INVALID, "float32", ct_fill(f23, &z, err));
  BAD_V(CT_ERROR_INVALID, "reserved", ct_fill(f23, &reserved, err));
  BAD_V(CT_ERROR_DTYPE, "undefined", ct_fill(f23, &untyped, err));
  BAD_V(CT_ERROR_READ_ONLY, "read-only", ct_fill(read_only, &one, err));
  BAD_V(CT_ERROR_OVERLAP, "memory location|[5, 3]", ct_fill(wide, &one, err));
}

int main(void) {
  for (int d = 0; d < 65; ++d) ones65[d] = 1;
  alloc_install();
  make_operands();
  striding();
  shapes();
  orders();
  parts();
  resizing();
  copying();
  filling();
  return bad_done(100);
}
