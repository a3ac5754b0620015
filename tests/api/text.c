/* Printing, and what a caller sees of errors. */
#include "alloc.h"

static ct_error error;

static void printing(void) {
  static const char want[] = "tensor([[0., 1., 2.],\n        [3., 4., 5.]])";
  ct_tensor *t = counting(SIZES(2, 3), CT_FLOAT32);
  char buffer[256];
  int64_t needed = -1;
  CHECK_OK(ct_tensor_to_string(t, buffer, sizeof buffer, &needed, &error));
  CHECK_TEXT(buffer, want);
  CHECK_EQ(needed, sizeof want);
  CHECK_OK(ct_tensor_to_string(t, NULL, 0, &needed, &error)); /* how many bytes the text needs */
  CHECK_EQ(needed, sizeof want);
  memset(buffer, '#', sizeof buffer);
  CHECK_OK(ct_tensor_to_string(t, buffer, 8, &needed, &error)); /* cut off, with a NUL at its end */
  CHECK_TEXT(buffer, "tensor(");
  CHECK_EQ(buffer[8], '#');
  CHECK_OK(ct_tensor_to_string(t, buffer, sizeof buffer, NULL, &error));
  CHECK_TEXT(buffer, want);
  release(&t);
  t = counting(SIZES(3), CT_INT64);
  CHECK_OK(ct_tensor_to_string(t, buffer, sizeof buffer, NULL, &error));
  CHECK_TEXT(buffer, "tensor([0, 1, 2])");
  release(&t);
  REQUIRE_OK(ct_tensor_create_meta(LIST(3, 1000000), 2, NULL, CT_FLOAT32, &t, &error));
  CHECK_OK(ct_tensor_to_string(t, buffer, sizeof buffer, NULL, &error));
  CHECK(strstr(buffer, "meta") != NULL && strstr(buffer, "1000000") != NULL);
  release(&t);
}

static void names(void) {
  static const struct {
    ct_status status;
    const char *part;
  } all[] = {{CT_OK, "OK"},
             {CT_ERROR_INVALID, "INVALID"},
             {CT_ERROR_SHAPE, "SHAPE"},
             {CT_ERROR_DTYPE, "DTYPE"},
             {CT_ERROR_INDEX, "INDEX"},
             {CT_ERROR_OVERLAP, "OVERLAP"},
             {CT_ERROR_READ_ONLY, "READ_ONLY"},
             {CT_ERROR_OUT_OF_MEMORY, "OUT_OF_MEMORY"},
             {CT_ERROR_UNSUPPORTED, "UNSUPPORTED"},
             {CT_ERROR_DIVISION_BY_ZERO, "DIVISION_BY_ZERO"},
             {CT_ERROR_BUSY, "BUSY"},
             {CT_ERROR_IO, "IO"},
             {CT_ERROR_FORMAT, "FORMAT"},
             {CT_ERROR_INTERNAL, "INTERNAL"}};
  for (size_t k = 0; k < sizeof all / sizeof all[0]; ++k) {
    const char *name = ct_status_name(all[k].status);
    CHECK(name != NULL && strstr(name, all[k].part) != NULL);
  }
  CHECK(ct_status_name(CT_STATUS_USER) != NULL && ct_status_name(CT_STATUS_USER - 5) != NULL);
  CHECK(ct_status_name(12345) != NULL && ct_status_name(-99) != NULL);
}

static bool all_are(const char *bytes, size_t from, size_t to, char value) {
  for (size_t i = from; i < to; ++i) {
    if (bytes[i] != value) return false;
  }
  return true;
}

static void error_struct(void) {
  ct_tensor *t = NULL;
  ct_error mine;
  memset(&mine, '#', sizeof mine);
  mine.struct_size = sizeof mine;
  CHECK_EQ(ct_ones(SIZES(2), CT_FLOAT32, &t, &mine), CT_OK); /* untouched on success */
  CHECK(all_are((const char *)&mine, 4, sizeof mine, '#'));

  ct_tensor *none = NULL;
  mine.struct_size = 0; /* the first version's size */
  CHECK_EQ(ct_transpose(t, 0, 7, &none, &mine), CT_ERROR_INDEX);
  CHECK_EQ(mine.code, CT_ERROR_INDEX);
  CHECK(memchr(mine.message, 0, sizeof mine.message) != NULL && strchr(mine.message, '\n') == NULL);
  CHECK(strstr(mine.message, "ct_transpose") != NULL && strstr(mine.message, "7") != NULL);
  CHECK_EQ(mine.struct_size, 0);

  /* an older, smaller struct is never written past its end */
  for (uint32_t size = 4; size <= sizeof mine; size += size < 40 ? 1 : 12) {
    char space[sizeof(ct_error) + 32];
    ct_error view;
    memset(space, '#', sizeof space);
    memcpy(space, &size, sizeof size);
    /* through a pointer, as a caller with an older header does */
    CHECK_EQ(ct_transpose(t, 0, 7, &none, (ct_error *)(void *)memcpy(&view, space, sizeof view)), CT_ERROR_INDEX);
    CHECK(all_are((const char *)&view, size, sizeof view, '#'));
    if (size >= 8) CHECK_EQ(view.code, CT_ERROR_INDEX);
    if (size > 8) CHECK(memchr(view.message, 0, size - 8) != NULL);
    if (size == 8 + 8) CHECK_TEXT(view.message, "ct_t\xE2\x80\xA6");
  }
  /* a newer, larger struct keeps the fields that this version does not know */
  char large[sizeof(ct_error) + 32];
  memset(large, '#', sizeof large);
  const uint32_t size = sizeof large;
  memcpy(large, &size, sizeof size);
  union { /* aligned */
    ct_error error;
    char bytes[sizeof large];
  } newer;
  memcpy(newer.bytes, large, sizeof large);
  CHECK_EQ(ct_transpose(t, 0, 7, &none, &newer.error), CT_ERROR_INDEX);
  CHECK(all_are(newer.bytes, sizeof(ct_error), sizeof large, '#'));
  CHECK_EQ(ct_transpose(t, 0, 7, &none, NULL), CT_ERROR_INDEX); /* a call without an error struct is allowed */
  release(&t);
}

static void long_messages(void) {
  int64_t sizes[64];
  ct_tensor *a = NULL, *c = NULL;
  for (int d = 0; d < 64; ++d) sizes[d] = 1;
  REQUIRE_OK(ct_zeros(sizes, 64, CT_UINT8, &a, &error));
  for (int d = 0; d < 64; ++d) sizes[d] = 100000;
  ct_error mine = {0};
  CHECK_EQ(ct_expand(a, sizes, 64, &c, &mine), CT_ERROR_SHAPE); /* a message that does not fit ends in an ellipsis */
  const size_t length = strlen(mine.message);
  CHECK(length > sizeof mine.message - 8 && length < sizeof mine.message);
  CHECK_TEXT(mine.message + length - 3, "\xE2\x80\xA6");
  release(&a);
}

int main(void) {
  alloc_install();
  printing();
  names();
  error_struct();
  long_messages();
  return alloc_done();
}
