/* contiguous, clone, to, copy and fill: when they return the tensor itself, and what they write. */
#include "alloc.h"

static ct_error error;

static void formats(void) {
  ct_tensor *t = counting(SIZES(2, 3, 4, 5), CT_FLOAT32), *c = NULL, *back = NULL;
  CHECK_OK(ct_contiguous(t, CT_CONTIGUOUS, &c, &error));
  CHECK(c == t && !ct_tensor_is_unique(t)); /* itself, retained */
  release(&c);
  CHECK_OK(ct_contiguous(t, CT_CHANNELS_LAST, &c, &error));
  CHECK_STRIDES(c, 60, 1, 15, 3);
  CHECK(c != t && ELEMENT(c, 1, 2, 3, 4) == 119 && ELEMENT(c, 0, 1, 0, 0) == 20);
  CHECK_OK(ct_clone(c, CT_PRESERVE, &back, &error));
  CHECK_STRIDES(back, 60, 1, 15, 3);
  CHECK(ct_tensor_data(back) != ct_tensor_data(c));
  CHECK_EQ(ELEMENT(back, 0, 1, 2, 3), 33);
  release(&back);
  CHECK_OK(ct_clone(c, CT_CONTIGUOUS, &back, &error));
  CHECK_STRIDES(back, 60, 20, 5, 1);
  CHECK_EQ(ELEMENT(back, 0, 1, 2, 3), 33);
  release(&back);
  CHECK_OK(ct_to(c, CT_UNDEFINED, CT_PRESERVE, false, &back, &error));
  CHECK(back == c);
  release(&back);
  /* all zeros keep the dtype and the format; a copy has memory of its own */
  CHECK_OK(ct_to(c, 0, 0, true, &back, &error));
  CHECK(back != c && ct_tensor_data(back) != ct_tensor_data(c));
  CHECK_STRIDES(back, 60, 1, 15, 3);
  CHECK_EQ(ELEMENT(back, 0, 1, 2, 3), 33);
  release(&back);
  CHECK_OK(ct_to(c, CT_FLOAT64, CT_PRESERVE, false, &back, &error));
  CHECK_EQ(ct_tensor_dtype(back), CT_FLOAT64);
  CHECK_STRIDES(back, 60, 1, 15, 3);
  CHECK_EQ(ELEMENT(back, 1, 2, 3, 4), 119);
  release(&back), release(&c);
  CHECK_OK(ct_to(t, CT_UNDEFINED, CT_CHANNELS_LAST, false, &c, &error));
  CHECK_STRIDES(c, 60, 1, 15, 3);
  release(&c);
  CHECK_OK(ct_empty_like(t, CT_INT8, CT_CHANNELS_LAST, &c, &error));
  CHECK_STRIDES(c, 60, 1, 15, 3);
  release(&c), release(&t);
  t = counting(SIZES(1, 2, 2, 2, 2), CT_UINT8);
  CHECK_OK(ct_contiguous(t, CT_CHANNELS_LAST_3D, &c, &error));
  CHECK_STRIDES(c, 16, 1, 8, 4, 2);
  CHECK_EQ(ELEMENT(c, 0, 1, 1, 0, 1), 13);
  release(&c), release(&t);
}

static void copying(void) {
  ct_tensor *a = counting(SIZES(2, 3), CT_FLOAT64), *b = NULL, *transposed = NULL, *row = NULL;
  REQUIRE_OK(ct_zeros(SIZES(3, 2), CT_INT16, &b, &error));
  REQUIRE_OK(ct_transpose(b, 0, 1, &transposed, &error));
  CHECK_OK(ct_copy(transposed, a, &error)); /* converts and transposes */
  CHECK_EQ(ELEMENT(b, 2, 1), 5);
  CHECK_EQ(ELEMENT(b, 1, 0), 1);
  REQUIRE_OK(ct_select(a, 0, 1, &row, &error));
  CHECK_OK(ct_copy(transposed, row, &error)); /* broadcasts */
  CHECK_EQ(ELEMENT(transposed, 0, 2), 5);
  CHECK_OK(ct_copy(a, a, &error));
  release(&row), release(&transposed), release(&b);
  ct_tensor *meta = NULL;
  REQUIRE_OK(ct_tensor_create_meta(LIST(2, 3), 2, NULL, CT_INT8, &meta, &error));
  CHECK_OK(ct_copy(meta, a, &error));
  release(&meta), release(&a);
}

static void every_dtype(void) { /* 16 × 16: values that both dtypes hold survive the conversion there and back */
  ct_tensor *ones = NULL, *there = NULL, *back = NULL;
  for (ct_dtype from = CT_BOOL; from <= CT_UINT64; ++from) {
    REQUIRE_OK(ct_ones(SIZES(3, 7), from, &ones, &error));
    for (ct_dtype to = CT_BOOL; to <= CT_UINT64; ++to) {
      REQUIRE_OK(ct_to(ones, to, CT_PRESERVE, false, &there, &error));
      CHECK_EQ(ct_tensor_dtype(there), to);
      REQUIRE_OK(ct_to(there, from, CT_PRESERVE, false, &back, &error));
      CHECK_EQ(ELEMENT(back, 2, 6), 1);
      release(&there), release(&back);
    }
    release(&ones);
  }
}

static void filling(void) {
  ct_tensor *t = NULL, *part = NULL;
  const ct_scalar nine = {CT_INT64, 0, 9, 0, 0}, pi = {CT_FLOAT64, 0, 0, 3.25, 0}, yes = {CT_BOOL, 0, 1, 0, 0};
  for (ct_dtype dtype = CT_BOOL; dtype <= CT_UINT64; ++dtype) {
    REQUIRE_OK(ct_zeros(SIZES(4, 5), dtype, &t, &error));
    REQUIRE_OK(ct_slice(t, 1, INT64_MIN, INT64_MIN, -2, &part, &error));
    CHECK_OK(ct_fill(part, &nine, &error));
    CHECK_EQ(ELEMENT(t, 3, 4), dtype == CT_BOOL ? 1 : 9);
    CHECK_EQ(ELEMENT(t, 3, 3), 0);
    CHECK_OK(ct_fill(part, &yes, &error));
    CHECK_EQ(ELEMENT(t, 0, 0), 1);
    release(&part), release(&t);
  }
  REQUIRE_OK(ct_zeros(SIZES(1000), CT_FLOAT16, &t, &error));
  CHECK_OK(ct_fill(t, &pi, &error));
  CHECK(ELEMENT(t, 999) == 3.25);
  release(&t);
}

int main(void) {
  alloc_install();
  formats();
  copying();
  every_dtype();
  filling();
  return alloc_done();
}
