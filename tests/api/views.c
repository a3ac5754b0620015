/* Every view: its sizes, strides and offset, and that no memory moved. */
#include "alloc.h"

static ct_error error;

/* Checks that a view of base has the same storage and is no copy, and releases it. */
static void expect(ct_tensor **view, const ct_tensor *base, const int64_t *sizes, const int64_t *strides, int32_t ndim,
                   int64_t offset) {
  CHECK_EQ(ct_tensor_ndim(*view), ndim);
  CHECK(same_numbers(ct_tensor_sizes(*view), sizes, ndim));
  CHECK(same_numbers(ct_tensor_strides(*view), strides, ndim));
  CHECK_EQ(ct_tensor_storage_offset(*view), offset);
  CHECK((const char *)ct_tensor_data(*view) ==
        (const char *)ct_tensor_data(base) +
            (offset - ct_tensor_storage_offset(base)) * ct_dtype_size(ct_tensor_dtype(*view)));
  CHECK_EQ(ct_tensor_storage_nbytes(*view), ct_tensor_storage_nbytes(base));
  release(view);
}

static void shapes(const ct_tensor *t) { /* t: [2, 3, 4] */
  ct_tensor *v = NULL;
  CHECK_OK(ct_as_strided(t, LIST(2, 2), 2, LIST(12, -1), 5, &v, &error));
  expect(&v, t, LIST(2, 2), LIST(12, -1), 2, 5);
  CHECK_OK(ct_view(t, SIZES(6, -1), &v, &error));
  expect(&v, t, LIST(6, 4), LIST(4, 1), 2, 0);
  CHECK_OK(ct_reshape(t, SIZES(3, 8), &v, &error));
  expect(&v, t, LIST(3, 8), LIST(8, 1), 2, 0);
  CHECK_OK(ct_flatten(t, 0, -1, &v, &error));
  expect(&v, t, LIST(24), LIST(1), 1, 0);
  CHECK_OK(ct_flatten(t, 1, 2, &v, &error));
  expect(&v, t, LIST(2, 12), LIST(12, 1), 2, 0);
  ct_tensor *row = NULL; /* with one dim, nothing changes, not even the stride of a size of 1 */
  REQUIRE_OK(ct_as_strided(t, LIST(1, 4), 2, LIST(7, 1), 0, &row, &error));
  CHECK_OK(ct_flatten(row, 0, -2, &v, &error));
  expect(&v, row, LIST(1, 4), LIST(7, 1), 2, 0);
  ct_tensor_release(row);
  CHECK_OK(ct_unsqueeze(t, -1, &v, &error));
  expect(&v, t, LIST(2, 3, 4, 1), LIST(12, 4, 1, 1), 4, 0);
  ct_tensor *ones = NULL;
  REQUIRE_OK(ct_view(t, SIZES(2, 1, 3, 1, 4), &ones, &error));
  CHECK_OK(ct_squeeze(ones, NULL, 0, &v, &error));
  expect(&v, t, LIST(2, 3, 4), LIST(12, 4, 1), 3, 0);
  const int32_t none[] = {0};
  CHECK_OK(ct_squeeze(ones, none, 0, &v, &error));
  expect(&v, t, LIST(2, 1, 3, 1, 4), LIST(12, 12, 4, 4, 1), 5, 0);
  CHECK_OK(ct_squeeze(ones, DIMS(-2, 0), &v, &error));
  expect(&v, t, LIST(2, 1, 3, 4), LIST(12, 12, 4, 1), 4, 0);
  CHECK_OK(ct_expand(ones, SIZES(5, 2, 7, 3, -1, 4), &v, &error));
  expect(&v, t, LIST(5, 2, 7, 3, 1, 4), LIST(0, 12, 0, 4, 4, 1), 6, 0);
  release(&ones);
}

static void orders(const ct_tensor *t) {
  ct_tensor *v = NULL;
  CHECK_OK(ct_permute(t, DIMS(2, 0, -2), &v, &error));
  expect(&v, t, LIST(4, 2, 3), LIST(1, 12, 4), 3, 0);
  CHECK_OK(ct_transpose(t, 0, -1, &v, &error));
  expect(&v, t, LIST(4, 3, 2), LIST(1, 4, 12), 3, 0);
  const int32_t source[] = {0, 1}, destination[] = {-1, 0};
  CHECK_OK(ct_movedim(t, source, destination, 2, &v, &error));
  expect(&v, t, LIST(3, 4, 2), LIST(4, 1, 12), 3, 0);
  const int32_t none[] = {0};
  CHECK_OK(ct_flip(t, none, 0, &v, &error));
  expect(&v, t, LIST(2, 3, 4), LIST(12, 4, 1), 3, 0);
  CHECK_OK(ct_flip(t, NULL, 0, &v, &error));
  expect(&v, t, LIST(2, 3, 4), LIST(-12, -4, -1), 3, 23);
  CHECK_OK(ct_flip(t, DIMS(0, 2), &v, &error));
  expect(&v, t, LIST(2, 3, 4), LIST(-12, 4, -1), 3, 15);
}

static void parts(const ct_tensor *t) {
  ct_tensor *v = NULL;
  CHECK_OK(ct_slice(t, 1, 1, CT_TO_END, 1, &v, &error));
  expect(&v, t, LIST(2, 2, 4), LIST(12, 4, 1), 3, 4);
  CHECK_OK(ct_slice(t, -1, CT_TO_END, CT_TO_END, -2, &v, &error));
  expect(&v, t, LIST(2, 3, 2), LIST(12, 4, -2), 3, 3);
  CHECK_OK(ct_slice(t, 2, -100, 100, 3, &v, &error));
  expect(&v, t, LIST(2, 3, 2), LIST(12, 4, 3), 3, 0);
  CHECK_OK(ct_slice(t, 2, 3, 1, 1, &v, &error));
  CHECK_EQ(ct_tensor_numel(v), 0);
  release(&v);
  CHECK_OK(ct_select(t, 1, -1, &v, &error));
  expect(&v, t, LIST(2, 4), LIST(12, 1), 2, 8);
  CHECK_OK(ct_narrow(t, 2, 1, 2, &v, &error));
  expect(&v, t, LIST(2, 3, 2), LIST(12, 4, 1), 3, 1);
  CHECK_OK(ct_narrow(t, 2, 4, 0, &v, &error));
  CHECK_EQ(ct_tensor_numel(v), 0);
  release(&v);
}

static void reshape_that_copies(const ct_tensor *t) {
  ct_tensor *transposed = NULL, *v = NULL;
  REQUIRE_OK(ct_transpose(t, 0, 2, &transposed, &error));
  CHECK_OK(ct_reshape(transposed, SIZES(24), &v, &error));
  CHECK_SIZES(v, 24);
  CHECK(ct_tensor_data(v) != ct_tensor_data(t));
  CHECK_EQ(ELEMENT(v, 1), 12);
  release(&v);
  CHECK_OK(ct_flatten(transposed, 0, -1, &v, &error));
  CHECK_EQ(ELEMENT(v, 23), 23);
  release(&v), release(&transposed);
}

static void complex_parts(void) {
  ct_tensor *z = NULL, *re = NULL, *im = NULL;
  const ct_scalar value = {CT_COMPLEX128, 0, 0, 3, -4}, five = {CT_FLOAT64, 0, 0, 5, 0};
  REQUIRE_OK(ct_full(SIZES(2, 3), &value, CT_COMPLEX64, &z, &error));
  CHECK_OK(ct_real(z, &re, &error));
  CHECK_OK(ct_imag(z, &im, &error));
  CHECK_EQ(ct_tensor_dtype(re), CT_FLOAT32);
  CHECK_STRIDES(re, 6, 2);
  CHECK_EQ(ELEMENT(re, 1, 2), 3);
  CHECK_EQ(ELEMENT(im, 1, 2), -4);
  CHECK_OK(ct_fill(im, &five, &error)); /* a view, so z changes */
  ct_scalar got = {0, 0, 0, 0, 0};
  ct_tensor *one = NULL, *row = NULL;
  REQUIRE_OK(ct_select(z, 0, 1, &row, &error));
  REQUIRE_OK(ct_select(row, 0, 0, &one, &error));
  CHECK_OK(ct_tensor_item(one, &got, &error));
  CHECK(got.re == 3 && got.im == 5);
  release(&one), release(&row), release(&re), release(&im), release(&z);
}

static void resizing(void) {
  ct_tensor *t = counting(SIZES(2, 3), CT_INT32);
  CHECK_OK(ct_resize(t, SIZES(3, 2), CT_CONTIGUOUS, &error));
  CHECK_SIZES(t, 3, 2);
  CHECK_EQ(ELEMENT(t, 2, 1), 5);
  CHECK_OK(ct_resize(t, SIZES(4, 4), CT_PRESERVE, &error)); /* it grows and keeps the old bytes */
  CHECK_SIZES(t, 4, 4);
  CHECK_STRIDES(t, 4, 1);
  CHECK_EQ(ELEMENT(t, 1, 1), 5);
  CHECK_EQ(ct_tensor_storage_nbytes(t), 64);
  CHECK_OK(ct_resize(t, SIZES(1), CT_CONTIGUOUS, &error)); /* it never shrinks */
  CHECK_EQ(ct_tensor_storage_nbytes(t), 64);
  CHECK_OK(ct_resize(t, SIZES(1, 4, 2, 2), CT_CHANNELS_LAST, &error));
  CHECK_STRIDES(t, 16, 1, 8, 4);
  release(&t);
  /* a storage that another tensor shares stays as it is */
  ct_tensor *base = counting(SIZES(4), CT_INT32), *view = NULL;
  REQUIRE_OK(ct_view(base, SIZES(2, 2), &view, &error));
  CHECK_OK(ct_resize(view, SIZES(100), CT_CONTIGUOUS, &error));
  CHECK_EQ(ct_tensor_storage_nbytes(base), 16);
  CHECK(ct_tensor_data(view) != ct_tensor_data(base));
  CHECK_EQ(ELEMENT(view, 3), 3);
  release(&base), release(&view);
}

static void regrouped(const ct_tensor *t) { /* t: [2, 3, 4] */
  ct_tensor *v = NULL;
  CHECK_OK(ct_unflatten(t, 2, SIZES(2, -1), &v, &error));
  expect(&v, t, LIST(2, 3, 2, 2), LIST(12, 4, 2, 1), 4, 0);
  CHECK_OK(ct_unflatten(t, -2, SIZES(3), &v, &error));
  expect(&v, t, LIST(2, 3, 4), LIST(12, 4, 1), 3, 0);
  CHECK_OK(ct_swapaxes(t, 1, -1, &v, &error));
  expect(&v, t, LIST(2, 4, 3), LIST(12, 1, 4), 3, 0);
  CHECK_OK(ct_unfold(t, 2, 2, 2, &v, &error));
  expect(&v, t, LIST(2, 3, 2, 2), LIST(12, 4, 2, 1), 4, 0);
  CHECK_OK(ct_diagonal(t, 1, 1, 2, &v, &error));
  expect(&v, t, LIST(2, 3), LIST(12, 5), 2, 1);
  CHECK_OK(ct_diagonal(t, -9, 1, 2, &v, &error));
  CHECK_EQ(ct_tensor_numel(v), 0);
  release(&v);
  CHECK_OK(ct_rot90(t, 1, 1, 2, &v, &error));
  expect(&v, t, LIST(2, 4, 3), LIST(12, -1, 4), 3, 3);
}

static void other_elements(const ct_tensor *t) {
  ct_tensor *v = NULL, *back = NULL, *part = NULL;
  CHECK_OK(ct_view_dtype(t, CT_INT32, &v, &error));
  expect(&v, t, LIST(2, 3, 4), LIST(12, 4, 1), 3, 0);
  REQUIRE_OK(ct_slice(t, 2, 2, 4, 1, &part, &error));
  CHECK_OK(ct_view_dtype(part, CT_UINT16, &v, &error));
  CHECK(same_numbers(ct_tensor_sizes(v), LIST(2, 3, 4), 3));
  CHECK(same_numbers(ct_tensor_strides(v), LIST(24, 8, 1), 3));
  CHECK_EQ(ct_tensor_storage_offset(v), 4);
  CHECK_OK(ct_view_dtype(v, CT_FLOAT64, &back, &error));
  CHECK(same_numbers(ct_tensor_sizes(back), LIST(2, 3, 1), 3));
  CHECK(same_numbers(ct_tensor_strides(back), LIST(6, 2, 1), 3));
  CHECK(ct_tensor_data(back) == ct_tensor_data(part));
  release(&back), release(&v);
  CHECK_OK(ct_view_as_complex(part, &v, &error));
  CHECK_EQ(ct_tensor_dtype(v), CT_COMPLEX64);
  CHECK(same_numbers(ct_tensor_sizes(v), LIST(2, 3), 2));
  CHECK(same_numbers(ct_tensor_strides(v), LIST(6, 2), 2));
  CHECK_OK(ct_view_as_real(v, &back, &error));
  expect(&back, part, LIST(2, 3, 2), LIST(12, 4, 1), 3, 2);
  release(&v), release(&part);
}

static void several(const ct_tensor *t) {
  ct_tensor *outs[4] = {NULL}, *line = NULL, *column = NULL;
  int64_t sizes[64];
  int32_t count = 0;
  CHECK_OK(ct_split(t, SIZES(1, 0, 3), -1, outs, &error));
  expect(&outs[0], t, LIST(2, 3, 1), LIST(12, 4, 1), 3, 0);
  expect(&outs[1], t, LIST(2, 3, 0), LIST(12, 4, 1), 3, 1);
  expect(&outs[2], t, LIST(2, 3, 3), LIST(12, 4, 1), 3, 1);
  CHECK_OK(ct_chunk(t, 4, 1, outs, &count, &error));
  CHECK_EQ(count, 3);
  CHECK(outs[3] == NULL);
  for (int64_t i = 0; i < 3; ++i) expect(&outs[i], t, LIST(2, 1, 4), LIST(12, 4, 1), 3, 4 * i);
  CHECK_OK(ct_unbind(t, 0, outs, &error));
  for (int64_t i = 0; i < 2; ++i) expect(&outs[i], t, LIST(3, 4), LIST(4, 1), 2, 12 * i);

  REQUIRE_OK(ct_as_strided(t, LIST(3), 1, LIST(4), 1, &column, &error));
  REQUIRE_OK(ct_as_strided(t, LIST(4), 1, LIST(1), 0, &line, &error));
  const ct_tensor *const axes[] = {column, line}, *const mixed[] = {t, line};
  CHECK_OK(ct_meshgrid(axes, 2, CT_MESHGRID_IJ, outs, &error));
  expect(&outs[0], t, LIST(3, 4), LIST(4, 0), 2, 1);
  expect(&outs[1], t, LIST(3, 4), LIST(0, 1), 2, 0);
  CHECK_OK(ct_meshgrid(axes, 2, CT_MESHGRID_XY, outs, &error));
  expect(&outs[0], t, LIST(4, 3), LIST(0, 4), 2, 1);
  expect(&outs[1], t, LIST(4, 3), LIST(1, 0), 2, 0);
  CHECK_OK(ct_broadcast_tensors(mixed, 2, outs, &error));
  expect(&outs[0], t, LIST(2, 3, 4), LIST(12, 4, 1), 3, 0);
  expect(&outs[1], t, LIST(2, 3, 4), LIST(0, 0, 1), 3, 0);
  const int64_t *const shapes[] = {LIST(3, 1), NULL, LIST(2, 1, 4)};
  const int32_t ndims[] = {2, 0, 3};
  CHECK_OK(ct_broadcast_shapes(shapes, ndims, 3, sizes, &count, &error));
  CHECK(count == 3 && same_numbers(sizes, LIST(2, 3, 4), 3));
  release(&column), release(&line);
}

int main(void) {
  alloc_install();
  ct_tensor *t = counting(SIZES(2, 3, 4), CT_FLOAT32);
  shapes(t);
  orders(t);
  parts(t);
  reshape_that_copies(t);
  regrouped(t);
  other_elements(t);
  several(t);
  CHECK(ct_tensor_is_unique(t));
  release(&t);
  complex_parts();
  resizing();
  return alloc_done();
}
