/* DLPack both ways: the structs of every dtype and layout, who calls which deleter how often, and invalid structs. */
#define _POSIX_C_SOURCE 200809L
#include <dlpack/dlpack.h>
#include <pthread.h>

#include "bad_input.h"

static ct_error error;
static const DLDataType kFloat32 = {kDLFloat, 32, 1};

/* ---- structs of a library that counts how often its deleters run ---- */

static struct DLManagedTensorVersioned foreign;
static DLManagedTensor foreign_legacy;
static int deleted;

static void count_deleted(struct DLManagedTensorVersioned *self) { deleted += self == &foreign ? 1 : 1000; }
static void count_deleted_legacy(DLManagedTensor *self) { deleted += self == &foreign_legacy ? 1 : 1000; }

static float foreign_data[16];
static int64_t foreign_shape[70], foreign_strides[70];

/* 2 x 3 floats, a valid struct that a test then makes invalid. */
static struct DLManagedTensorVersioned *foreign_start(void) {
  const DLTensor tensor = {foreign_data, {kDLCPU, 0}, 2, kFloat32, foreign_shape, foreign_strides, 0};
  for (int k = 0; k < 16; ++k) foreign_data[k] = (float)k;
  for (int d = 0; d < 70; ++d) foreign_shape[d] = foreign_strides[d] = 1;
  foreign_shape[0] = 2, foreign_shape[1] = 3, foreign_strides[0] = 3, foreign_strides[1] = 1;
  memset(&foreign, 0, sizeof foreign);
  foreign.version.major = DLPACK_MAJOR_VERSION;
  foreign.version.minor = DLPACK_MINOR_VERSION;
  foreign.deleter = count_deleted;
  foreign.dl_tensor = tensor;
  foreign_legacy.manager_ctx = NULL;
  foreign_legacy.deleter = count_deleted_legacy;
  foreign_legacy.dl_tensor = tensor;
  deleted = 0;
  return &foreign;
}
static DLManagedTensor *legacy(void) { /* the legacy struct with the fields of foreign */
  foreign_legacy.dl_tensor = foreign.dl_tensor;
  return &foreign_legacy;
}

/* ---- there and back ---- */

static void check_struct(const DLTensor *given, const ct_tensor *t, DLDataType type) {
  const int32_t ndim = ct_tensor_ndim(t);
  CHECK(given->data == (ct_tensor_numel(t) == 0 ? NULL : ct_tensor_data(t)));
  CHECK_EQ(given->byte_offset, 0);
  CHECK_EQ(given->device.device_type, kDLCPU);
  CHECK_EQ(given->device.device_id, 0);
  CHECK_EQ(given->ndim, ndim);
  CHECK(given->dtype.code == type.code && given->dtype.bits == type.bits && given->dtype.lanes == 1);
  CHECK(given->shape != NULL && given->strides != NULL);
  CHECK(same_numbers(given->shape, ct_tensor_sizes(t), ndim));
  CHECK(same_numbers(given->strides, ct_tensor_strides(t), ndim));
}

static void check_same(const ct_tensor *back, const ct_tensor *t) {
  const int32_t ndim = ct_tensor_ndim(t);
  CHECK_EQ(ct_tensor_dtype(back), ct_tensor_dtype(t));
  CHECK_EQ(ct_tensor_ndim(back), ndim);
  CHECK(same_numbers(ct_tensor_sizes(back), ct_tensor_sizes(t), ndim));
  CHECK(same_numbers(ct_tensor_strides(back), ct_tensor_strides(t), ndim));
  CHECK(ct_tensor_numel(t) == 0 || ct_tensor_data(back) == ct_tensor_data(t));
  CHECK_EQ(ct_tensor_is_read_only(back), ct_tensor_is_read_only(t));
}

/* Takes t. In the end, the tensor that comes back alone holds the memory. */
static void there_and_back(ct_tensor *t, DLDataType type) {
  struct DLManagedTensorVersioned *managed = NULL;
  DLManagedTensor *old = NULL;
  ct_tensor *back = NULL, *again = NULL, *equal = NULL;
  REQUIRE_OK(ct_clone(t, CT_PRESERVE, &equal, &error));
  REQUIRE_OK(ct_to_dlpack(t, &managed, &error));
  CHECK(!ct_tensor_is_unique(t));
  CHECK_EQ(managed->version.major, 1);
  CHECK(managed->version.minor >= 1);
  CHECK_EQ(managed->flags, ct_tensor_is_read_only(t) ? DLPACK_FLAG_BITMASK_READ_ONLY : 0);
  check_struct(&managed->dl_tensor, t, type);
  REQUIRE_OK(ct_from_dlpack(managed, &back, &error));
  check_same(back, t);
  if (!ct_tensor_is_read_only(t)) {
    REQUIRE_OK(ct_to_dlpack_legacy(back, &old, &error));
    check_struct(&old->dl_tensor, t, type);
    release(&back);
    REQUIRE_OK(ct_from_dlpack_legacy(old, &back, &error));
    check_same(back, t);
  }
  /* exported twice, and one export is never imported */
  REQUIRE_OK(ct_to_dlpack(t, &managed, &error));
  managed->deleter(managed);
  REQUIRE_OK(ct_to_dlpack(back, &managed, &error));
  release(&t);
  release(&back);
  REQUIRE_OK(ct_from_dlpack(managed, &again, &error));
  bool same = false;
  CHECK_OK(ct_equal(again, equal, &same, &error));
  CHECK(same);
  release(&again);
  release(&equal);
}

static void dtypes(void) {
  static const struct {
    ct_dtype dtype;
    DLDataType type;
  } all[] = {
      {CT_BOOL, {6, 8, 1}},      {CT_UINT8, {1, 8, 1}},      {CT_INT8, {0, 8, 1}},       {CT_INT16, {0, 16, 1}},
      {CT_INT32, {0, 32, 1}},    {CT_INT64, {0, 64, 1}},     {CT_FLOAT16, {2, 16, 1}},   {CT_FLOAT32, {2, 32, 1}},
      {CT_FLOAT64, {2, 64, 1}},  {CT_COMPLEX32, {5, 32, 1}}, {CT_COMPLEX64, {5, 64, 1}}, {CT_COMPLEX128, {5, 128, 1}},
      {CT_BFLOAT16, {4, 16, 1}}, {CT_UINT16, {1, 16, 1}},    {CT_UINT32, {1, 32, 1}},    {CT_UINT64, {1, 64, 1}}};
  CHECK_EQ(sizeof all / sizeof all[0], 16);
  for (size_t k = 0; k < sizeof all / sizeof all[0]; ++k) {
    there_and_back(counting(SIZES(2, 3, 4), all[k].dtype), all[k].type);
    ct_tensor *t = counting(SIZES(5, 7), all[k].dtype), *part = NULL, *transposed = NULL, *flipped = NULL;
    REQUIRE_OK(ct_slice(t, 1, 5, 0, -2, &part, &error));
    REQUIRE_OK(ct_transpose(part, 0, 1, &transposed, &error));
    REQUIRE_OK(ct_flip(transposed, DIMS(1), &flipped, &error));
    CHECK(ct_tensor_storage_offset(flipped) > 0);
    CHECK_STRIDES(flipped, -2, -7);
    release(&t), release(&part), release(&transposed);
    there_and_back(flipped, all[k].type);
  }
}

static void layouts(void) {
  int64_t many[64];
  for (int d = 0; d < 64; ++d) many[d] = 1 + (d % 31 == 0);
  ct_tensor *t = NULL, *base = NULL;
  REQUIRE_OK(ct_tensor_create_scalar(&(ct_scalar){CT_FLOAT64, 0, 0, 2.5, 0}, true, &t, &error)); /* 0-dim */
  there_and_back(t, (DLDataType){kDLFloat, 64, 1});
  there_and_back(counting(SIZES(3, 0, 2), CT_FLOAT32), kFloat32);
  there_and_back(counting(many, 64, CT_FLOAT32), kFloat32);
  there_and_back(counting(SIZES(300, 400), CT_FLOAT32), kFloat32); /* too large to lie in the block of its storage */
  base = counting(SIZES(1, 3), CT_FLOAT32);
  REQUIRE_OK(ct_expand(base, SIZES(4, 3), &t, &error)); /* stride 0 */
  release(&base);
  there_and_back(t, kFloat32);
  base = counting(SIZES(2, 3, 4, 5), CT_FLOAT32);
  REQUIRE_OK(ct_contiguous(base, CT_CHANNELS_LAST, &t, &error));
  release(&base);
  there_and_back(t, kFloat32);
  static const float fixed[4] = {1, 2, 3, 4};
  REQUIRE_OK(ct_tensor_from_const_data(fixed, LIST(2, 2), 2, NULL, CT_FLOAT32, NULL, NULL, &t, &error));
  there_and_back(t, kFloat32);
}

/* ---- who keeps what ---- */

static void exports_keep_memory(void) {
  ct_tensor *t = counting(SIZES(2, 3), CT_INT32), *back = NULL;
  struct DLManagedTensorVersioned *managed = NULL;
  REQUIRE_OK(ct_to_dlpack(t, &managed, &error));
  /* what was exported stays as it was when the tensor changes */
  REQUIRE_OK(ct_resize(t, SIZES(40, 50, 2), CT_CONTIGUOUS, &error));
  CHECK_EQ(managed->dl_tensor.ndim, 2);
  CHECK_EQ(managed->dl_tensor.shape[1], 3);
  release(&t);
  REQUIRE_OK(ct_from_dlpack(managed, &back, &error));
  CHECK_EQ(ELEMENT(back, 1, 2), 5);
  CHECK(ct_tensor_is_unique(back));
  release(&back);
}

static void writes_are_shared(void) {
  ct_tensor *t = counting(SIZES(4), CT_FLOAT32), *back = NULL;
  struct DLManagedTensorVersioned *managed = NULL;
  REQUIRE_OK(ct_to_dlpack(t, &managed, &error));
  REQUIRE_OK(ct_from_dlpack(managed, &back, &error));
  REQUIRE_OK(ct_neg_out(back, back, &error));
  CHECK_EQ(ELEMENT(t, 3), -3);
  /* they overlap in another order; only addresses show that, because they share no storage */
  ct_tensor *flipped = NULL;
  REQUIRE_OK(ct_flip(t, DIMS(0), &flipped, &error));
  CHECK_EQ(ct_neg_out(flipped, back, &error), CT_ERROR_OVERLAP);
  release(&flipped), release(&t), release(&back);
}

static void foreign_memory(void) {
  ct_tensor *t = NULL, *view = NULL;
  REQUIRE_OK(ct_from_dlpack(foreign_start(), &t, &error));
  REQUIRE_OK(ct_select(t, 0, 1, &view, &error));
  release(&t);
  CHECK_EQ(deleted, 0);
  CHECK_EQ(ELEMENT(view, 2), 5);
  release(&view);
  CHECK_EQ(deleted, 1);

  foreign_start()->dl_tensor.strides = NULL; /* contiguous */
  foreign.dl_tensor.byte_offset = 8;
  foreign.version.minor = 9000;                            /* a newer minor version means the same */
  foreign.flags = DLPACK_FLAG_BITMASK_IS_COPIED | 1 << 20; /* this library ignores these flags */
  REQUIRE_OK(ct_from_dlpack(&foreign, &t, &error));
  CHECK_STRIDES(t, 3, 1);
  CHECK_EQ(ELEMENT(t, 0, 0), 2);
  CHECK(!ct_tensor_is_read_only(t));
  /* borrowed memory is never resized */
  CHECK_EQ(ct_resize(t, SIZES(100), CT_CONTIGUOUS, &error), CT_ERROR_INVALID);
  release(&t);
  CHECK_EQ(deleted, 1);
  foreign_start()->dl_tensor.data = foreign_data + 5;
  foreign_strides[0] = -3, foreign_strides[1] = -1;
  REQUIRE_OK(ct_from_dlpack_legacy(legacy(), &t, &error));
  CHECK_EQ(ELEMENT(t, 1, 2), 0);
  release(&t);
  CHECK_EQ(deleted, 1);

  foreign_start()->deleter = NULL; /* nothing to do at the end */
  REQUIRE_OK(ct_from_dlpack(&foreign, &t, &error));
  release(&t);
  foreign_shape[0] = -1;
  CHECK_EQ(ct_from_dlpack(&foreign, &t, &error), CT_ERROR_SHAPE);
  foreign_start();
  foreign_legacy.deleter = NULL;
  REQUIRE_OK(ct_from_dlpack_legacy(&foreign_legacy, &t, &error));
  release(&t);

  const DLDeviceType readable[] = {kDLCPU, kDLCUDAHost, kDLROCMHost, kDLCUDAManaged};
  for (int k = 0; k < 4; ++k) {
    foreign_start()->dl_tensor.device.device_type = readable[k];
    REQUIRE_OK(ct_from_dlpack(&foreign, &t, &error));
    release(&t);
    CHECK_EQ(deleted, 1);
  }
  foreign_start()->dl_tensor.data = NULL; /* no elements, no memory */
  foreign.dl_tensor.byte_offset = 64;
  foreign_shape[0] = 0;
  REQUIRE_OK(ct_from_dlpack(&foreign, &t, &error));
  CHECK_SIZES(t, 0, 3);
  CHECK(ct_tensor_data(t) == NULL);
  release(&t);
  CHECK_EQ(deleted, 1);
  foreign_start()->dl_tensor.ndim = 0;
  foreign.dl_tensor.shape = NULL;
  foreign.dl_tensor.strides = NULL;
  REQUIRE_OK(ct_from_dlpack(&foreign, &t, &error));
  CHECK_EQ(ct_tensor_numel(t), 1);
  release(&t);
  CHECK_EQ(deleted, 1);
}

static void read_only_both_ways(void) {
  ct_tensor *t = NULL, *view = NULL;
  struct DLManagedTensorVersioned *managed = NULL;
  void *writable = NULL;
  foreign_start()->flags = DLPACK_FLAG_BITMASK_READ_ONLY;
  REQUIRE_OK(ct_from_dlpack(&foreign, &t, &error));
  CHECK(ct_tensor_is_read_only(t));
  CHECK_EQ(ct_neg_out(t, t, &error), CT_ERROR_READ_ONLY);
  REQUIRE_OK(ct_transpose(t, 0, 1, &view, &error));
  CHECK_EQ(ct_tensor_data_mut(view, &writable, &error), CT_ERROR_READ_ONLY);
  REQUIRE_OK(ct_to_dlpack(view, &managed, &error));
  CHECK_EQ(managed->flags, DLPACK_FLAG_BITMASK_READ_ONLY);
  release(&t), release(&view);
  CHECK_EQ(deleted, 0);
  managed->deleter(managed);
  CHECK_EQ(deleted, 1);
  REQUIRE_OK(ct_from_dlpack_legacy(&foreign_legacy, &t, &error)); /* has no flags */
  CHECK(!ct_tensor_is_read_only(t));
  release(&t);
}

static void *delete_elsewhere(void *argument) {
  struct DLManagedTensorVersioned *managed = argument;
  managed->deleter(managed);
  return NULL;
}

static void other_threads(void) {
  pthread_t threads[8];
  ct_tensor *t = counting(SIZES(100, 100), CT_FLOAT32);
  for (int k = 0; k < 8; ++k) {
    struct DLManagedTensorVersioned *managed = NULL;
    REQUIRE_OK(ct_to_dlpack(t, &managed, &error));
    CHECK(pthread_create(&threads[k], NULL, delete_elsewhere, managed) == 0);
  }
  release(&t);
  for (int k = 0; k < 8; ++k) pthread_join(threads[k], NULL);
}

/* ---- failures: the deleter has run when the call returns ---- */

static void memory_runs_out(void) {
  ct_tensor *t = counting(SIZES(1, 2, 1, 1, 1, 1, 1, 3), CT_FLOAT32), *back = NULL;
  int refused = 0;
  for (int kind = 0; kind < 4; ++kind) {
    for (int64_t n = 1, status = CT_ERROR_OUT_OF_MEMORY; status != CT_OK && n < 20; ++n) {
      struct DLManagedTensorVersioned *managed = (struct DLManagedTensorVersioned *)(void *)&error;
      DLManagedTensor *old = (DLManagedTensor *)(void *)&error;
      foreign_start()->dl_tensor.ndim = foreign_legacy.dl_tensor.ndim = 9;
      const int64_t live = alloc_live;
      alloc_fail_at = alloc_requests + n;
      status = kind == 0   ? ct_to_dlpack(t, &managed, &error)
               : kind == 1 ? ct_to_dlpack_legacy(t, &old, &error)
               : kind == 2 ? ct_from_dlpack(&foreign, &back, &error)
                           : ct_from_dlpack_legacy(&foreign_legacy, &back, &error);
      alloc_fail_at = 0;
      if (status != CT_OK) {
        ++refused;
        CHECK_EQ(status, CT_ERROR_OUT_OF_MEMORY);
        CHECK_EQ(alloc_live, live);
        CHECK(kind != 0 || managed == NULL);
        CHECK(kind != 1 || old == NULL);
        CHECK(kind < 2 || (back == NULL && deleted == 1));
      } else {
        if (kind == 0) managed->deleter(managed);
        if (kind == 1) old->deleter(old);
        CHECK_EQ(deleted, 0);
        release(&back);
        CHECK_EQ(deleted, kind < 2 ? 0 : 1);
      }
    }
  }
  CHECK(refused >= 8);
  release(&t);
}

/* Each wrong call is made three times. */
#define BAD_STRUCT(status, parts)                                       \
  do {                                                                  \
    BAD_T((status), parts, ct_from_dlpack(&foreign, &out, err));        \
    CHECK_EQ(deleted, 3);                                               \
    BAD_T((status), parts, ct_from_dlpack_legacy(legacy(), &out, err)); \
    CHECK_EQ(deleted, 6);                                               \
  } while (0)

static void bad_structs(void) {
  DLTensor *const given = &foreign_start()->dl_tensor;
  const struct {
    DLDataType type;
    const char *parts;
  } types[] = {{{kDLFloat, 8, 1}, "code 2|8 bits"},     {{kDLFloat, 128, 1}, "code 2|128 bits"},
               {{kDLFloat, 0, 1}, "code 2|0 bits"},     {{kDLInt, 4, 1}, "code 0|4 bits"},
               {{kDLInt, 128, 1}, "code 0|128"},        {{kDLUInt, 1, 1}, "code 1|1 bits"},
               {{kDLBool, 1, 1}, "code 6|1 bits"},      {{kDLBool, 32, 1}, "code 6|32 bits"},
               {{kDLBfloat, 32, 1}, "code 4|32"},       {{kDLComplex, 16, 1}, "code 5|16"},
               {{kDLOpaqueHandle, 64, 1}, "code 3|64"}, {{kDLFloat8_e4m3fn, 8, 1}, "code 10|8 bits"},
               {{kDLFloat4_e2m1fn, 4, 1}, "code 17|4"}, {{255, 255, 1}, "code 255|255"},
               {{kDLFloat, 32, 0}, "0 lanes|1 lane"},   {{kDLFloat, 32, 4}, "4 lanes|1 lane"},
               {{kDLFloat, 32, 65535}, "65535 lanes|1"}};
  for (size_t k = 0; k < sizeof types / sizeof types[0]; ++k) {
    foreign_start()->dl_tensor.dtype = types[k].type;
    BAD_STRUCT(CT_ERROR_DTYPE, types[k].parts);
  }
  const int32_t devices[] = {kDLCUDA, kDLOpenCL, kDLMetal, kDLROCM, 0, -1, INT32_MAX, INT32_MIN};
  for (size_t k = 0; k < sizeof devices / sizeof devices[0]; ++k) {
    foreign_start();
    memcpy(&given->device.device_type, &devices[k], sizeof devices[k]); /* some of these are no enumerators */
    given->device.device_id = 3;
    BAD_STRUCT(CT_ERROR_UNSUPPORTED, "device type|number 3|CPU");
  }
  foreign_start(), given->ndim = -1;
  BAD_STRUCT(CT_ERROR_INVALID, "-1");
  foreign_start(), given->ndim = INT32_MIN;
  BAD_STRUCT(CT_ERROR_INVALID, "-2147483648");
  foreign_start(), given->ndim = 65;
  BAD_STRUCT(CT_ERROR_SHAPE, "64|65");
  foreign_start(), given->ndim = INT32_MAX;
  BAD_STRUCT(CT_ERROR_SHAPE, "64|2147483647");
  foreign_start(), given->shape = NULL;
  BAD_STRUCT(CT_ERROR_INVALID, "shape is NULL|2 dims");
  foreign_start(), foreign_shape[1] = -4;
  BAD_STRUCT(CT_ERROR_SHAPE, "[2, -4]");
  foreign_start(), foreign_shape[0] = foreign_shape[1] = INT64_MAX;
  BAD_STRUCT(CT_ERROR_SHAPE, "9223372036854775807");
  foreign_start(), given->strides = NULL, foreign_shape[0] = (int64_t)1 << 61;
  BAD_STRUCT(CT_ERROR_SHAPE, "2305843009213693952");
  foreign_start(), foreign_strides[0] = INT64_MAX;
  BAD_STRUCT(CT_ERROR_SHAPE, "9223372036854775807");
  foreign_start(), foreign_strides[0] = INT64_MIN;
  BAD_STRUCT(CT_ERROR_SHAPE, "-9223372036854775808");
  foreign_start(), foreign_strides[0] = -((int64_t)1 << 60);
  BAD_STRUCT(CT_ERROR_SHAPE, "address space");
  foreign_start(), given->data = NULL;
  BAD_STRUCT(CT_ERROR_INVALID, "data is NULL");
  foreign_start(), given->data = NULL, given->byte_offset = 4096;
  BAD_STRUCT(CT_ERROR_INVALID, "data is NULL");
  foreign_start(), given->byte_offset = 2;
  BAD_STRUCT(CT_ERROR_INVALID, "misaligned|float32|4|2");
  foreign_start(), given->data = (char *)foreign_data + 1;
  BAD_STRUCT(CT_ERROR_INVALID, "misaligned|float32|4|1");
  foreign_start(), given->byte_offset = UINT64_MAX - 3;
  BAD_STRUCT(CT_ERROR_SHAPE, "byte_offset|18446744073709551612");

  foreign_start();
  BAD_V(CT_ERROR_INVALID, "out is NULL", ct_from_dlpack(&foreign, NULL, err));
  BAD_V(CT_ERROR_INVALID, "out is NULL", ct_from_dlpack_legacy(legacy(), NULL, err));
  CHECK_EQ(deleted, 6);
  BAD_T(CT_ERROR_INVALID, "managed is NULL", ct_from_dlpack(NULL, &out, err));
  BAD_T(CT_ERROR_INVALID, "managed is NULL", ct_from_dlpack_legacy(NULL, &out, err));
  BAD_V(CT_ERROR_INVALID, "out is NULL", ct_from_dlpack(NULL, NULL, err));
}

/* In another major version, everything after the deleter may lie elsewhere. Here it lies where nothing can be read. */
static void other_versions(void) {
  const uint32_t majors[] = {0, 2, 255, UINT32_MAX};
  for (size_t k = 0; k < sizeof majors / sizeof majors[0]; ++k) {
    foreign_start()->version.major = majors[k];
    foreign.dl_tensor.shape = (int64_t *)(uintptr_t)8;
    foreign.dl_tensor.strides = (int64_t *)(uintptr_t)8;
    foreign.flags = UINT64_MAX;
    BAD_T(CT_ERROR_UNSUPPORTED, "DLPack|1.x", ct_from_dlpack(&foreign, &out, err));
    CHECK_EQ(deleted, 3);
  }
}

static void bad_exports(void) {
  struct DLManagedTensorVersioned *managed = NULL;
  DLManagedTensor *old = NULL;
  BAD_V(CT_ERROR_INVALID, "t is NULL", ct_to_dlpack(NULL, &managed, err));
  BAD_V(CT_ERROR_INVALID, "t is NULL", ct_to_dlpack_legacy(NULL, &old, err));
  BAD_V(CT_ERROR_INVALID, "out is NULL", ct_to_dlpack(f23, NULL, err));
  BAD_V(CT_ERROR_INVALID, "out is NULL", ct_to_dlpack_legacy(f23, NULL, err));
  managed = &foreign, old = &foreign_legacy;
  BAD_V(CT_ERROR_INVALID, "meta", ct_to_dlpack(meta, &managed, err));
  BAD_V(CT_ERROR_INVALID, "meta", ct_to_dlpack_legacy(meta, &old, err));
  CHECK(managed == NULL && old == NULL);
  old = &foreign_legacy;
  BAD_V(CT_ERROR_READ_ONLY, "read-only|legacy", ct_to_dlpack_legacy(read_only, &old, err));
  CHECK(old == NULL);
}

int main(void) {
  alloc_install();
  dtypes();
  layouts();
  exports_keep_memory();
  writes_are_shared();
  foreign_memory();
  read_only_both_ways();
  other_threads();
  memory_runs_out();
  make_operands();
  bad_structs();
  other_versions();
  bad_exports();
  return bad_done(80);
}
