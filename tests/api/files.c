/* Files of tensors: there and back in every format, dtype and layout; what is mapped and what is copied; and files that
 * are cut short, or that say what cannot be. */
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "alloc.h"

static ct_error error;
static char folder[] = "/tmp/ctensor-files-XXXXXX", path[512];
static bool has_zip;

static const char *in_folder(const char *name) {
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return path;
}

static void write_bytes(const char *to, const void *bytes, size_t count) {
  FILE *const file = fopen(to, "wb");
  if (file == NULL || fwrite(bytes, 1, count, file) != count || fclose(file) != 0) abort();
}

static size_t read_bytes(const char *from, char *bytes, size_t capacity) {
  FILE *const file = fopen(from, "rb");
  if (file == NULL) abort();
  const size_t count = fread(bytes, 1, capacity, file);
  fclose(file);
  return count;
}

static bool same(const ct_tensor *a, const ct_tensor *b) {
  bool equal = false;
  return ct_tensor_dtype(a) == ct_tensor_dtype(b) && ct_equal(a, b, &equal, &error) == CT_OK && equal;
}

/* ---- there and back ---- */

static void check_back(const char *from, uint32_t flags, const ct_tensor *const *tensors, const char *const *names,
                       int32_t count, bool may_map) {
  ct_file *file = NULL;
  REQUIRE_OK(ct_file_open(from, flags, &file, &error));
  CHECK_EQ(ct_file_count(file), count);
  for (int32_t i = 0; i < count; ++i) {
    ct_tensor *t = NULL;
    const int64_t index = ct_file_find(file, names[i]);
    CHECK_TEXT(ct_file_name(file, index), names[i]);
    if (!CHECK_OK(ct_file_get(file, index, &t, &error))) continue;
    CHECK(same(t, tensors[i]));
    CHECK_EQ(ct_tensor_ndim(t), ct_tensor_ndim(tensors[i]));
    if (ct_tensor_numel(t) > 0) CHECK_EQ(ct_tensor_is_read_only(t), may_map && (flags & CT_FILE_COPY) == 0);
    ct_tensor_release(t);
  }
  ct_file_release(file);
}

static void dtypes_and_layouts(void) {
  for (ct_dtype dtype = CT_BOOL; dtype <= CT_UINT64; ++dtype) {
    ct_tensor *dense = counting(SIZES(2, 3, 4), dtype), *turned = NULL, *apart = NULL, *none = NULL, *one = NULL;
    ct_tensor *backwards = NULL;
    REQUIRE_OK(ct_permute(dense, DIMS(2, 1, 0), &turned, &error));
    REQUIRE_OK(ct_slice(dense, 2, 0, 4, 2, &apart, &error));
    REQUIRE_OK(ct_flip(dense, DIMS(0, 2), &backwards, &error));
    REQUIRE_OK(ct_narrow(dense, 1, 1, 0, &none, &error));
    REQUIRE_OK(ct_as_strided(dense, NULL, 0, NULL, 5, &one, &error));
    const ct_tensor *const all[] = {dense, turned, apart, backwards, none, one};
    const char *const names[] = {"dense", "turned", "apart", "back wards", "none/\xc3\xa9\"", "one"};
    for (int k = 0; k < 6; ++k) {
      const bool has_npy = dtype != CT_BFLOAT16 && dtype != CT_COMPLEX32;
      const ct_status status = ct_npy_save(in_folder("t.npy"), all[k], &error);
      CHECK_EQ(status, has_npy ? CT_OK : CT_ERROR_DTYPE);
      if (!has_npy) {
        CHECK(strstr(error.message, ct_dtype_name(dtype)) != NULL);
        continue;
      }
      const char *const empty[] = {""};
      check_back(in_folder("t.npy"), 0, all + k, empty, 1, true);
      check_back(in_folder("t.npy"), CT_FILE_COPY, all + k, empty, 1, true);
      ct_tensor *back = NULL;
      REQUIRE_OK(ct_npy_load(in_folder("t.npy"), 0, &back, &error));
      CHECK(same(back, all[k]));
      if (k == 1) CHECK_STRIDES(back, 1, 4, 12); /* as it was */
      ct_tensor_release(back);
      unlink(in_folder("t.npy"));
    }
    const bool has_safetensors = dtype != CT_COMPLEX128 && dtype != CT_COMPLEX32;
    const ct_status status =
        ct_file_save(in_folder("t.safetensors"), CT_SAFETENSORS, 0, names, all, 6, NULL, NULL, 0, &error);
    CHECK_EQ(status, has_safetensors ? CT_OK : CT_ERROR_DTYPE);
    if (has_safetensors) {
      check_back(in_folder("t.safetensors"), 0, all, names, 6, true);
      check_back(in_folder("t.safetensors"), CT_FILE_COPY, all, names, 6, true);
    }
    for (uint32_t flags = 0; has_zip && flags <= CT_FILE_DEFLATE; flags += CT_FILE_DEFLATE) {
      const bool has_npz = dtype != CT_BFLOAT16 && dtype != CT_COMPLEX32;
      CHECK_EQ(ct_file_save(in_folder("t.npz"), CT_NPZ, flags, names, all, 6, NULL, NULL, 0, &error),
               has_npz ? CT_OK : CT_ERROR_DTYPE);
      if (!has_npz) continue;
      check_back(in_folder("t.npz"), 0, all, names, 6, false);
      check_back(in_folder("t.npz"), CT_FILE_COPY, all, names, 6, false);
    }
    ct_tensor_release(dense), ct_tensor_release(turned), ct_tensor_release(apart), ct_tensor_release(none);
    ct_tensor_release(one), ct_tensor_release(backwards);
  }
}

static void metadata_and_order(void) {
  ct_tensor *bytes = counting(SIZES(3), CT_UINT8), *wide = counting(SIZES(2, 2), CT_FLOAT64), *t = NULL;
  const ct_tensor *const all[] = {bytes, wide};
  const char *const names[] = {"bytes", "wide"}, *const keys[] = {"format", "text"}, *const values[] = {"pt", "a\nb"};
  REQUIRE_OK(ct_file_save(in_folder("m"), CT_SAFETENSORS, 0, names, all, 2, keys, values, 2, &error));
  ct_file *file = NULL;
  REQUIRE_OK(ct_file_open(in_folder("m"), 0, &file, &error));
  CHECK_EQ(ct_file_format(file), CT_SAFETENSORS);
  CHECK_TEXT(ct_file_name(file, 0), "bytes");
  CHECK_EQ(ct_file_metadata_count(file), 2);
  CHECK_TEXT(ct_file_metadata_key(file, 1), "text");
  CHECK_TEXT(ct_file_metadata_value(file, 1), "a\nb");
  CHECK(ct_file_metadata_key(file, 2) == NULL && ct_file_metadata_value(file, -1) == NULL);
  CHECK(ct_file_name(file, 2) == NULL && ct_file_name(file, -1) == NULL);
  CHECK_EQ(ct_file_find(file, "Bytes"), -1);
  REQUIRE_OK(ct_file_get(file, 1, &t, &error));
  CHECK(ct_tensor_is_read_only(t)); /* aligned, although bytes come first */
  CHECK(ct_file_retain(file) == file);
  ct_file_release(file);
  ct_file_release(file);
  unlink(in_folder("m"));
  CHECK(same(t, wide)); /* the map is there as long as a tensor over it */
  ct_tensor_release(t), ct_tensor_release(bytes), ct_tensor_release(wide);
}

/* Of deferred tensors, the elements are written. */
static void deferred(void) {
  ct_tensor *t = counting(SIZES(2, 3), CT_FLOAT32), *later = NULL, *sum = NULL, *now = NULL, *back = NULL;
  REQUIRE_OK(ct_defer(t, &later, &error));
  REQUIRE_OK(ct_add(later, t, &sum, &error));
  REQUIRE_OK(ct_add(t, t, &now, &error));
  REQUIRE_OK(ct_npy_save(in_folder("d.npy"), sum, &error));
  REQUIRE_OK(ct_npy_load(in_folder("d.npy"), CT_FILE_COPY, &back, &error));
  CHECK(same(back, now));
  ct_tensor_release(t), ct_tensor_release(later), ct_tensor_release(sum), ct_tensor_release(now);
  ct_tensor_release(back);
}

/* ---- files as others write them ---- */

static int released;
static void count_release(void *user_data) { released += user_data == &released ? 1 : 1000; }

static ct_status open_bytes(const void *bytes, size_t count, ct_file **file) {
  released = 0;
  return ct_file_open_memory(bytes, (int64_t)count, 0, count_release, &released, file, &error);
}

/* An npy of that version and header, with 64 bytes of elements that count up from 0, in memory that is aligned. */
static union {
  char bytes[4096];
  uint64_t aligned;
} memory;
static char *const made = memory.bytes;
static size_t npy(int version, const char *header) {
  const size_t length = strlen(header), prefix = version == 1 ? 10 : 12;
  memset(made, 0, sizeof memory);
  memcpy(made, "\x93NUMPY", 6);
  made[6] = (char)version;
  made[8] = (char)(length & 0xff), made[9] = (char)(length >> 8);
  memcpy(made + prefix, header, length);
  for (int k = 0; k < 64; ++k) made[prefix + length + (size_t)k] = (char)k;
  return prefix + length + 64;
}

static void check_npy(int version, const char *header, ct_dtype dtype, double second, bool read_only) {
  ct_file *file = NULL;
  ct_tensor *t = NULL;
  if (!CHECK_OK(open_bytes(made, npy(version, header), &file))) return;
  if (CHECK_OK(ct_file_get(file, 0, &t, &error))) {
    CHECK_EQ(ct_tensor_dtype(t), dtype);
    const int64_t index[] = {1, 0, 0};
    CHECK(element(t, index) == second);
    CHECK_EQ(ct_tensor_is_read_only(t), read_only);
  }
  ct_file_release(file);
  ct_tensor_release(t);
  CHECK_EQ(released, 1);
}

static void foreign_npy(void) {
  check_npy(1, "{'descr': '|u1', 'fortran_order': False, 'shape': (4,), }", CT_UINT8, 1, true);
  check_npy(2, "{'descr': '|u1', 'fortran_order': False, 'shape': (4,), }", CT_UINT8, 1, true);
  check_npy(3, "{\"shape\":(4L, 2),\"descr\":\"u1\",\"fortran_order\":True}\n", CT_UINT8, 1, true);
  check_npy(1, "{'descr': '|i1', 'fortran_order': False, 'shape': (4, 2), }", CT_INT8, 2, true);
  /* 12 + 52 bytes: the elements are aligned */
  check_npy(2, "{'descr': '<u2', 'fortran_order': False, 'shape': (4,)}", CT_UINT16, 0x0302, false);
  check_npy(2, "{'descr':'<u2', 'fortran_order':False, 'shape':(4,)}", CT_UINT16, 0x0302, true);
  check_npy(2, "{'descr':'>u2', 'fortran_order':False, 'shape':(4,)}", CT_UINT16, 0x0203, false);
  check_npy(2, "{'descr':'>u4', 'fortran_order':False, 'shape':(4,)}", CT_UINT32, 0x04050607, false);
  check_npy(2, "{'descr':'>i8', 'fortran_order':True , 'shape':(4,)}", CT_INT64, (double)0x08090a0b0c0d0e0f, false);
}

static void refuse(const void *bytes, size_t count, ct_status wanted, const char *part, int line) {
  ct_file *file = NULL;
  ct_tensor *t = NULL;
  /* in memory of just that size, so that a sanitizer sees what is read behind it */
  char *const copy = malloc(count > 0 ? count : 1);
  memcpy(copy, bytes, count);
  ct_status status = open_bytes(copy, count, &file);
  if (status == CT_OK) {
    status = ct_file_get(file, 0, &t, &error);
  } else {
    CHECK(file == NULL);
    CHECK_EQ(released, 1);
  }
  check_equal(status, wanted, "files.c", line, part);
  if (strstr(error.message, part) == NULL || strchr(error.message, '\n') != NULL) {
    check_report(false, "files.c", line, error.message);
  }
  CHECK(t == NULL);
  ct_file_release(file);
  CHECK_EQ(released, 1);
  free(copy);
}
#define REFUSE_NPY(header, status, part) refuse(made, npy(1, header), status, part, __LINE__)

static void hostile_npy(void) {
  const ct_status wrong = CT_ERROR_FORMAT;
  const size_t whole = npy(1, "{'descr': '|u1', 'fortran_order': False, 'shape': (64,), }");
  for (size_t count = 0; count < whole; ++count)
    refuse(made, count, wrong, count < 6 ? "begins neither" : "memory: ", __LINE__);
  REFUSE_NPY("{'descr': '|u1', 'fortran_order': False, 'shape': (65,), }", wrong,
             "[65] of uint8 at byte 68 are 65 bytes");
  REFUSE_NPY("{'descr': '|u1', 'fortran_order': False, 'shape': (4611686018427387904, 4), }", wrong, "int64");
  REFUSE_NPY("{'descr': '<f8', 'fortran_order': False, 'shape': (4611686018427387904,), }", wrong, "int64");
  REFUSE_NPY("{'descr': '|u1', 'fortran_order': False, 'shape': (99999999999999999999,), }", wrong, "a size");
  REFUSE_NPY("{'descr': '|u1', 'fortran_order': False, 'shape': (-1,), }", wrong, "a size");
  REFUSE_NPY("{'descr': '|u1', 'fortran_order': False, 'shape': (4,, ), }", wrong, "a size");
  REFUSE_NPY("{'descr': '|u1', 'fortran_order': False, 'shape': (4", wrong, "','");
  REFUSE_NPY("{'descr': '|u1', 'fortran_order': 1, 'shape': (4,), }", wrong, "True or False");
  REFUSE_NPY("{'descr': '|u1', 'descr': '|u1', 'fortran_order': False, 'shape': (4,), }", wrong, "each once");
  REFUSE_NPY("{'descr': '|u1', 'fortran_order': False, 'shape': (4,), 'x': 1}", wrong, "each once");
  REFUSE_NPY("{'descr': '|u1', 'fortran_order': False}", wrong, "the keys");
  REFUSE_NPY("{'descr': '|u1', 'fortran_order': False, 'shape': (4,), } x", wrong, "the end");
  REFUSE_NPY("['descr']", wrong, "byte 10");
  REFUSE_NPY("{'descr': '|u1'", wrong, "','");
  REFUSE_NPY("{'descr", wrong, "a short string");
  REFUSE_NPY("", wrong, "'{'");
  REFUSE_NPY("{'descr': '|O', 'fortran_order': False, 'shape': (4,), }", CT_ERROR_DTYPE, "'|O'");
  REFUSE_NPY("{'descr': '|V2', 'fortran_order': False, 'shape': (4,), }", CT_ERROR_DTYPE, "'|V2'");
  REFUSE_NPY("{'descr': '<f\n', 'fortran_order': False, 'shape': (4,), }", CT_ERROR_DTYPE, "'<f?'");
  REFUSE_NPY("{'descr': '', 'fortran_order': False, 'shape': (4,), }", CT_ERROR_DTYPE, "''");
  REFUSE_NPY("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (4,), }", CT_ERROR_DTYPE, "structures");
  char header[700] = "{'descr': '|u1', 'fortran_order': False, 'shape': (";
  for (int d = 0; d < 65; ++d) strcat(header, "1, ");
  strcat(header, ")}");
  REFUSE_NPY(header, wrong, "64 dims");
  npy(1, "");
  made[6] = 4;
  refuse(made, 100, wrong, "version 4.0", __LINE__);
  npy(2, "");
  memset(made + 8, 0xff, 4);
  refuse(made, 100, wrong, "4294967295", __LINE__);
}

static size_t safetensors(const char *header, size_t bytes) {
  const uint64_t length = strlen(header);
  memset(made, 0, sizeof memory);
  memcpy(made, &length, 8);
  memcpy(made + 8, header, length);
  return 8 + (size_t)length + bytes;
}
#define REFUSE(header, bytes, status, part) refuse(made, safetensors(header, bytes), status, part, __LINE__)
#define ENTRY(shape, begin, end) "{\"dtype\":\"U8\",\"shape\":" shape ",\"data_offsets\":[" begin "," end "]}"

static void hostile_safetensors(void) {
  const ct_status wrong = CT_ERROR_FORMAT;
  const size_t whole = safetensors("{\"a\":" ENTRY("[4]", "0", "4") "}", 4);
  for (size_t count = 0; count < whole; ++count)
    refuse(made, count, wrong, count < 9 ? "begins neither" : "memory: ", __LINE__);
  REFUSE("{\"a\":" ENTRY("[4]", "0", "5") "}", 5, wrong, "has 5 bytes, and its dtype and shape take 4");
  REFUSE("{\"a\":" ENTRY("[4]", "0", "4") "}", 5, wrong, "end at byte");
  REFUSE("{\"a\":" ENTRY("[4]", "1", "5") "}", 5, wrong, "begins 1 bytes behind the header");
  REFUSE("{\"a\":" ENTRY("[4]", "0", "4") ",\"b\":" ENTRY("[4]", "3", "7") "}", 7, wrong, "b begins 3 bytes");
  REFUSE("{\"a\":" ENTRY("[4]", "0", "4") ",\"b\":" ENTRY("[4]", "5", "9") "}", 9, wrong, "b begins 5 bytes");
  REFUSE("{\"a\":" ENTRY("[4]", "0", "4") ",\"a\":" ENTRY("[4]", "4", "8") "}", 8, wrong, "has a twice");
  REFUSE("{\"a\":" ENTRY("[4]", "4", "0") "}", 4, wrong, "from byte 4 to 0");
  REFUSE("{\"a\":" ENTRY("[4]", "-4", "0") "}", 4, wrong, "two numbers");
  REFUSE("{\"a\":" ENTRY("[4]", "0", "18446744073709551615") "}", 4, wrong, "18446744073709551615");
  REFUSE("{\"a\":" ENTRY("[4611686018427387904,4]", "0", "4") "}", 4, wrong, "int64");
  REFUSE("{\"a\":" ENTRY("[18446744073709551615]", "0", "4") "}", 4, wrong, "int64");
  REFUSE("{\"a\":" ENTRY("[4.0]", "0", "4") "}", 4, wrong, "int64");
  REFUSE("{\"a\":" ENTRY("[-4]", "0", "4") "}", 4, wrong, "int64");
  REFUSE("{\"a\":" ENTRY("4", "0", "4") "}", 4, wrong, "shape");
  REFUSE("{\"a\":{\"dtype\":\"U8\",\"shape\":[4]}}", 4, wrong, "lacks");
  REFUSE("{\"a\":{\"dtype\":\"U8\",\"shape\":[4],\"shape\":[4],\"data_offsets\":[0,4]}}", 4, wrong, "each once");
  REFUSE("{\"a\":{\"dtype\":\"Q8\",\"shape\":[4],\"data_offsets\":[0,4]}}", 4, wrong, "Q8");
  REFUSE("{\"a\":{\"dtype\":8,\"shape\":[4],\"data_offsets\":[0,4]}}", 4, wrong, "a dtype");
  REFUSE("{\"a\":{\"dtype\":\"F8_E4M3\",\"shape\":[4],\"data_offsets\":[0,4]}}", 4, CT_ERROR_DTYPE, "F8_E4M3");
  REFUSE("{\"a\":{\"dtype\":\"F4\",\"shape\":[3],\"data_offsets\":[0,1]}}", 1, wrong, "take 1");
  REFUSE("{\"a\":[]}", 0, wrong, "not an object");
  REFUSE("{\"a\\u0000b\":" ENTRY("[4]", "0", "4") "}", 4, wrong, "NUL");
  REFUSE("{\"a\\nb\":" ENTRY("[5]", "0", "4") "}", 4, wrong, "a?b");
  REFUSE("{\"a\":" ENTRY("[4]", "0", "4") "", 4, wrong, "byte");
  REFUSE("{\"__metadata__\":{\"k\":1}}", 0, wrong, "value of __metadata__");
  REFUSE("{\"__metadata__\":[]}", 0, wrong, "__metadata__");
  REFUSE("{\"__metadata__\":{},\"__metadata__\":{}}", 0, wrong, "twice");
  REFUSE("{\"__metadata__\":{\"k\":\"1\",\"k\":\"2\"}}", 0, wrong, "has k twice");
  REFUSE("{} x", 0, wrong, "byte 11");
  safetensors("{}", 0);
  memset(made, 0xff, 8);
  refuse(made, 100, wrong, "18446744073709551615", __LINE__);

  ct_file *file = NULL;
  const size_t count = safetensors("{\"a\":" ENTRY("[4]", "0", "4") "}  ", 9);
  CHECK_OK(ct_file_open_memory(made, (int64_t)count, CT_FILE_TRAILING, NULL, NULL, &file, &error));
  CHECK_EQ(ct_file_count(file), 1);
  ct_file_release(file);
  CHECK_OK(ct_file_open_memory(made, (int64_t)safetensors("{}", 0), 0, NULL, NULL, &file, &error));
  CHECK_EQ(ct_file_count(file), 0);
  ct_file_release(file);
}

/* Every byte of a good file, changed in several ways: whatever comes of it, nothing is read out of bounds. */
static void changed_bytes(void) {
  static const char *const names[] = {"a", "b"};
  ct_tensor *t = counting(SIZES(2, 3), CT_FLOAT32);
  const ct_tensor *const two[] = {t, t};
  for (ct_format format = CT_NPY; format <= CT_SAFETENSORS; ++format) {
    if (format == CT_NPZ && !has_zip) continue;
    const int32_t count = format == CT_NPY ? 1 : 2;
    REQUIRE_OK(ct_file_save(in_folder("c"), format, 0, names, two, count, NULL, NULL, 0, &error));
    const size_t bytes = read_bytes(path, made, sizeof memory);
    for (size_t at = 0; at < bytes; ++at) {
      for (int change = 0; change < 4; ++change) {
        char *const copy = malloc(bytes);
        memcpy(copy, made, bytes);
        copy[at] = (char)(change == 0 ? 0 : change == 1 ? 0xff : change == 2 ? copy[at] + 1 : copy[at] ^ 0x40);
        ct_file *file = NULL;
        if (ct_file_open_memory(copy, (int64_t)bytes, 0, NULL, NULL, &file, NULL) == CT_OK) {
          for (int64_t k = 0; k < ct_file_count(file); ++k) {
            ct_tensor *one = NULL, *all = NULL;
            if (ct_file_get(file, k, &one, NULL) == CT_OK && ct_clone(one, CT_CONTIGUOUS, &all, NULL) != CT_OK) abort();
            ct_tensor_release(one), ct_tensor_release(all);
          }
        }
        ct_file_release(file);
        free(copy);
        ++check_count;
      }
    }
    unlink(path);
  }
  ct_tensor_release(t);
}

/* ---- the system ---- */

static int files_in_folder(void) {
  int count = 0;
  DIR *const all = opendir(folder);
  while (readdir(all) != NULL) ++count;
  closedir(all);
  return count - 2;
}

/* libzip writes files itself, and none of no members. */
static void npz_takes_its_place(const ct_tensor *t) {
  const char *const names[] = {"a", "b"};
  const ct_tensor *const two[] = {t, t};
  char link[128];
  struct stat status;
  snprintf(path, sizeof path, "%s/kept.npz", folder);
  snprintf(link, sizeof link, "%s/zip_link", folder);
  REQUIRE_OK(ct_file_save(path, CT_NPZ, 0, names, two, 1, NULL, NULL, 0, &error));
  CHECK_EQ(chmod(path, 0600), 0);
  CHECK_EQ(symlink("kept.npz", link), 0);
  const int before = files_in_folder();
  for (int32_t count = 2; count >= 0; count -= 2) {
    ct_file *file = NULL;
    REQUIRE_OK(ct_file_save(link, CT_NPZ, 0, names, two, count, NULL, NULL, 0, &error));
    CHECK(lstat(link, &status) == 0 && S_ISLNK(status.st_mode));
    CHECK(stat(path, &status) == 0 && (status.st_mode & 0777) == 0600);
    CHECK_EQ(files_in_folder(), before);
    REQUIRE_OK(ct_file_open(path, 0, &file, &error));
    CHECK_EQ(ct_file_format(file), CT_NPZ);
    CHECK_EQ(ct_file_count(file), count);
    ct_file_release(file);
  }
  const char *const wrong[] = {"\xff\xfe"};
  ct_file_save(path, CT_NPZ, 0, wrong, two, 1, NULL, NULL, 0,
               &error); /* whether libzip takes it, nothing is left over */
  CHECK_EQ(files_in_folder(), before);
  CHECK_EQ(ct_file_save("/dev/full", CT_NPZ, 0, names, two, 2, NULL, NULL, 0, &error), CT_ERROR_UNSUPPORTED);
  CHECK(strstr(error.message, "/dev/full") != NULL);
  unlink(link), unlink(path);
  snprintf(path, sizeof path, "%s/kept.npy", folder);
}

static void system_errors(void) {
  ct_tensor *t = counting(SIZES(1000), CT_FLOAT32), *back = NULL;
  ct_file *file = NULL;
  CHECK_EQ(ct_file_open(in_folder("nothing"), 0, &file, &error), CT_ERROR_IO);
  CHECK(strstr(error.message, path) != NULL && strstr(error.message, "No such file") != NULL);
  CHECK_EQ(ct_file_open(folder, 0, &file, &error), CT_ERROR_IO);
  CHECK(strstr(error.message, "regular") != NULL);
  CHECK_EQ(ct_npy_save(in_folder("no/where.npy"), t, &error), CT_ERROR_IO);
  CHECK_EQ(ct_npy_save(folder, t, &error), CT_ERROR_IO);
  write_bytes(in_folder("empty"), "", 0);
  CHECK_EQ(ct_file_open(path, 0, &file, &error), CT_ERROR_FORMAT);
  CHECK_EQ(ct_file_open(path, CT_FILE_COPY, &file, &error), CT_ERROR_FORMAT);
  unlink(path);

  /* a device is written as it is */
  CHECK_EQ(ct_npy_save("/dev/full", t, &error), CT_ERROR_IO);
  CHECK(strstr(error.message, "/dev/full") != NULL);
  CHECK_OK(ct_npy_save("/dev/null", t, &error));

  /* a failure leaves what was there, and nothing beside it */
  REQUIRE_OK(ct_npy_save(in_folder("kept.npy"), t, &error));
  CHECK_EQ(chmod(path, 0600), 0);
  const int before = files_in_folder();
  const ct_tensor *const one[] = {t};
  const char *const names[] = {"\xff"};
  CHECK_EQ(ct_file_save(path, CT_SAFETENSORS, 0, names, one, 1, NULL, NULL, 0, &error), CT_ERROR_INVALID);
  CHECK(strstr(error.message, "UTF-8") != NULL);
  CHECK_EQ(files_in_folder(), before);
  REQUIRE_OK(ct_npy_load(path, 0, &back, &error));
  CHECK(same(back, t));

  /* a file is replaced while it is mapped; the map stays the old one's. Its mode stays, and links are followed */
  char link[128];
  snprintf(link, sizeof link, "%s/link", folder);
  CHECK_EQ(symlink("kept.npy", link), 0);
  ct_tensor *other = counting(SIZES(7), CT_INT8), *loaded = NULL;
  REQUIRE_OK(ct_npy_save(link, other, &error));
  CHECK(same(back, t));
  REQUIRE_OK(ct_npy_load(path, 0, &loaded, &error));
  CHECK(same(loaded, other));
  struct stat status;
  CHECK(stat(path, &status) == 0 && (status.st_mode & 0777) == 0600);
  CHECK(lstat(link, &status) == 0 && S_ISLNK(status.st_mode));
  CHECK_EQ(files_in_folder(), before + 1);
  release(&loaded), release(&back), release(&other);

  if (has_zip) npz_takes_its_place(t);

  /* a file that shrinks between opening and reading */
  REQUIRE_OK(ct_npy_save(in_folder("kept.npy"), t, &error));
  REQUIRE_OK(ct_file_open(path, CT_FILE_COPY, &file, &error));
  CHECK_EQ(truncate(path, 1000), 0);
  CHECK_EQ(ct_file_get(file, 0, &back, &error), CT_ERROR_IO);
  CHECK(strstr(error.message, "ends at byte 1000") != NULL);
  ct_file_release(file);
  ct_tensor_release(t);
}

/* ---- memory that runs out ---- */

static ct_status open_and_get(ct_tensor **t) {
  ct_file *file = NULL;
  ct_status status = ct_file_open(path, CT_FILE_COPY, &file, &error);
  if (status == CT_OK) status = ct_file_get(file, 0, t, &error);
  ct_file_release(file);
  return status;
}

static void memory_runs_out(void) {
  ct_tensor *t = counting(SIZES(40, 50), CT_FLOAT32), *turned = NULL, *back = NULL;
  REQUIRE_OK(ct_slice(t, 1, 0, 50, 2, &turned, &error));
  const ct_tensor *const one[] = {turned};
  const char *const names[] = {"a name"}, *const values[] = {"value"};
  for (ct_format format = CT_NPY; format <= CT_SAFETENSORS; ++format) {
    if (format == CT_NPZ && !has_zip) continue;
    const int32_t pairs = format == CT_SAFETENSORS ? 1 : 0;
    for (int call = 0; call < 2; ++call) {
      in_folder("memory");
      ct_status status = CT_ERROR_OUT_OF_MEMORY;
      int points = 0;
      for (; status == CT_ERROR_OUT_OF_MEMORY && points < 100; ++points) {
        ct_trim();
        const int64_t live = alloc_live;
        alloc_requests = 0, alloc_fail_at = points + 1;
        status = call == 0 ? ct_file_save(path, format, 0, names, one, 1, names, values, pairs, &error)
                           : open_and_get(&back);
        alloc_fail_at = 0;
        ct_trim();
        if (status != CT_OK) CHECK(back == NULL);
        if (call == 0 || status != CT_OK) CHECK_EQ(alloc_live, live);
        if (status != CT_OK && call == 0) CHECK(access(path, F_OK) != 0);
      }
      CHECK_EQ(status, CT_OK);
      CHECK(points > 2);
    }
    CHECK(same(back, turned));
    release(&back);
    unlink(path);
  }
  ct_tensor_release(t), ct_tensor_release(turned);
}

/* ---- wrong arguments ---- */

static void wrong_arguments(void) {
  ct_tensor *t = counting(SIZES(2), CT_FLOAT32), *meta = NULL, *back = NULL;
  ct_file *file = NULL;
  REQUIRE_OK(ct_tensor_create_meta(SIZES(2), NULL, CT_FLOAT32, &meta, &error));
  const ct_tensor *const all[] = {t, t}, *const metas[] = {meta}, *const nulls[] = {NULL};
  const char *const names[] = {"a", "a"}, *const reserved[] = {"__metadata__"}, *const no_name[] = {NULL};
  const char *const to = in_folder("w");
  CHECK_EQ(ct_file_open(NULL, 0, &file, &error), CT_ERROR_INVALID);
  CHECK_EQ(ct_file_open(to, 0, NULL, &error), CT_ERROR_INVALID);
  CHECK_EQ(ct_file_open(to, 4, &file, &error), CT_ERROR_INVALID);
  CHECK_EQ(ct_file_open_memory(NULL, 8, 0, NULL, NULL, &file, &error), CT_ERROR_INVALID);
  CHECK_EQ(ct_file_open_memory("", -1, 0, NULL, NULL, &file, &error), CT_ERROR_INVALID);
  CHECK_EQ(ct_file_open_memory("", 0, CT_FILE_COPY, NULL, NULL, &file, &error), CT_ERROR_INVALID);
  CHECK_EQ(ct_file_open_memory(NULL, 0, 0, NULL, NULL, &file, &error), CT_ERROR_FORMAT);
  CHECK_EQ(ct_file_get(NULL, 0, &back, &error), CT_ERROR_INVALID);
  CHECK_EQ(ct_npy_load(NULL, 0, &back, &error), CT_ERROR_INVALID);
  CHECK_EQ(ct_npy_load(to, CT_FILE_TRAILING, &back, &error), CT_ERROR_INVALID);
  CHECK_EQ(ct_npy_save(NULL, t, &error), CT_ERROR_INVALID);
  CHECK_EQ(ct_npy_save(to, NULL, &error), CT_ERROR_INVALID);
  CHECK_EQ(ct_npy_save(to, meta, &error), CT_ERROR_INVALID);
#define SAVE(format, flags, names, tensors, count, keys, metadata) \
  ct_file_save(to, format, flags, names, tensors, count, keys, keys, metadata, &error)
  CHECK_EQ(ct_file_save(NULL, CT_NPY, 0, NULL, all, 1, NULL, NULL, 0, &error), CT_ERROR_INVALID);
  CHECK_EQ(SAVE(0, 0, names, all, 1, NULL, 0), CT_ERROR_INVALID);
  CHECK_EQ(SAVE(4, 0, names, all, 1, NULL, 0), CT_ERROR_INVALID);
  CHECK_EQ(SAVE(CT_NPY, CT_FILE_COPY, names, all, 1, NULL, 0), CT_ERROR_INVALID);
  CHECK_EQ(SAVE(CT_NPY, CT_FILE_DEFLATE, names, all, 1, NULL, 0), CT_ERROR_INVALID);
  CHECK_EQ(SAVE(CT_NPY, 0, NULL, all, 2, NULL, 0), CT_ERROR_INVALID);
  CHECK_EQ(SAVE(CT_NPY, 0, NULL, NULL, 0, NULL, 0), CT_ERROR_INVALID);
  CHECK_EQ(SAVE(CT_NPY, 0, NULL, all, 1, names, 1), CT_ERROR_INVALID);
  CHECK_EQ(SAVE(CT_SAFETENSORS, 0, names, all, -1, NULL, 0), CT_ERROR_INVALID);
  CHECK_EQ(SAVE(CT_SAFETENSORS, 0, NULL, all, 1, NULL, 0), CT_ERROR_INVALID);
  CHECK_EQ(SAVE(CT_SAFETENSORS, 0, no_name, all, 1, NULL, 0), CT_ERROR_INVALID);
  CHECK_EQ(SAVE(CT_SAFETENSORS, 0, names, nulls, 1, NULL, 0), CT_ERROR_INVALID);
  CHECK_EQ(SAVE(CT_SAFETENSORS, 0, names, metas, 1, NULL, 0), CT_ERROR_INVALID);
  CHECK_EQ(SAVE(CT_SAFETENSORS, 0, names, all, 2, NULL, 0), CT_ERROR_INVALID);
  CHECK(strstr(error.message, "two tensors are named a") != NULL);
  CHECK_EQ(SAVE(CT_SAFETENSORS, 0, reserved, all, 1, NULL, 0), CT_ERROR_INVALID);
  CHECK_EQ(SAVE(CT_SAFETENSORS, 0, names, all, 1, NULL, 1), CT_ERROR_INVALID);
  CHECK_EQ(SAVE(CT_SAFETENSORS, 0, names, all, 1, names, -1), CT_ERROR_INVALID);
  if (has_zip) CHECK_EQ(SAVE(CT_NPZ, 0, names, all, 2, NULL, 0), CT_ERROR_INVALID);
  CHECK(access(to, F_OK) != 0);
  CHECK_OK(SAVE(CT_SAFETENSORS, 0, NULL, NULL, 0, NULL, 0));
  REQUIRE_OK(ct_file_open(to, 0, &file, &error));
  CHECK_EQ(ct_file_count(file), 0);
  CHECK_EQ(ct_file_get(file, 0, &back, &error), CT_ERROR_INDEX);
  CHECK_EQ(ct_file_get(file, -1, &back, &error), CT_ERROR_INDEX);
  ct_file_release(file);
  ct_file_release(NULL);
  CHECK(ct_file_retain(NULL) == NULL && ct_file_count(NULL) == -1 && ct_file_metadata_count(NULL) == -1);
  CHECK(ct_file_format(NULL) == 0 && ct_file_name(NULL, 0) == NULL && ct_file_find(NULL, "") == -1);
  CHECK(ct_file_metadata_key(NULL, 0) == NULL && ct_file_metadata_value(NULL, 0) == NULL);
  unlink(to);
  ct_tensor_release(t), ct_tensor_release(meta);
}

int main(void) {
  alloc_install();
  if (mkdtemp(folder) == NULL) return 1;
  ct_tensor *t = counting(SIZES(2), CT_FLOAT32);
  const ct_tensor *const one[] = {t};
  const char *const names[] = {"a"};
  const ct_status status = ct_file_save(in_folder("zip.npz"), CT_NPZ, 0, names, one, 1, NULL, NULL, 0, &error);
  has_zip = status == CT_OK;
  if (!has_zip) CHECK_EQ(status, CT_ERROR_UNSUPPORTED);
  ct_tensor_release(t);
  dtypes_and_layouts();
  metadata_and_order();
  deferred();
  foreign_npy();
  hostile_npy();
  hostile_safetensors();
  changed_bytes();
  system_errors();
  memory_runs_out();
  wrong_arguments();
  DIR *const all = opendir(folder);
  for (struct dirent *each; (each = readdir(all)) != NULL;) {
    if (each->d_name[0] != '.') unlink(in_folder(each->d_name));
  }
  closedir(all);
  rmdir(folder);
  return alloc_done();
}
