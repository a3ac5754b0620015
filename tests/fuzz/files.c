/* What libFuzzer makes of the bytes of files, beginning with those of tests/fuzz/files, which NumPy, zipfile and the
 * safetensors package wrote: opened from memory, and every tensor read. Whatever the bytes are, the answer is a tensor
 * whose elements can all be read, or CT_ERROR_FORMAT, or another status that ctensor.h names, with a message. */
#include <ctensor.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int released;
static void release(void *user_data) {
  ++released;
  free(user_data);
}

static void stop(const char *what, ct_status status, const ct_error *error) {
  printf("%s; status %d, message \"%s\"\n", what, (int)status, error->message);
  abort();
}

static void check_failure(ct_status status, const void *out, const ct_error *error) {
  const char *const name = ct_status_name(status);
  if (status >= 0 || name == NULL || strcmp(name, "CT_ERROR_INTERNAL") == 0) stop("a wrong status", status, error);
  if (error->message[0] == '\0' || strchr(error->message, '\n') != NULL) stop("no line of a message", status, error);
  if (out != NULL) stop("a failure gives something", status, error);
}

/* AddressSanitizer sees what lies outside of the file. */
static uint64_t sum_of(const ct_tensor *t) {
  const unsigned char *const data = ct_tensor_data(t);
  const int64_t nbytes = ct_tensor_numel(t) * ct_dtype_size(ct_tensor_dtype(t));
  uint64_t sum = 0;
  for (int64_t i = 0; i < nbytes; ++i) sum += data[i];
  return sum;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static volatile uint64_t sums;
  ct_error error;
  ct_file *file = NULL;
  error.struct_size = sizeof error;
  if (size == 0) return 0;
  char *const bytes = malloc(size);
  if (bytes == NULL) return 0;
  memcpy(bytes, data, size);
  released = 0;
  const uint32_t flags = size % 2 == 0 ? 0 : CT_FILE_TRAILING;
  const ct_status opened = ct_file_open_memory(bytes, (int64_t)size, flags, release, bytes, &file, &error);
  if (opened != CT_OK) {
    check_failure(opened, file, &error);
    if (released != 1) stop("the memory was not given back once", opened, &error);
    return 0;
  }
  ct_tensor *kept = NULL;
  for (int64_t i = 0; i < ct_file_count(file); ++i) {
    const char *const name = ct_file_name(file, i);
    if (name == NULL || ct_file_find(file, name) != i) stop("a name is not found", CT_OK, &error);
    ct_tensor *t = NULL;
    const ct_status status = ct_file_get(file, i, &t, &error);
    if (status != CT_OK) {
      check_failure(status, t, &error);
      continue;
    }
    sums += sum_of(t);
    ct_tensor_release(kept);
    kept = t;
  }
  for (int64_t i = 0; i < ct_file_metadata_count(file); ++i)
    sums += strlen(ct_file_metadata_key(file, i)) + strlen(ct_file_metadata_value(file, i));
  ct_file_release(file);
  if (kept != NULL) sums += sum_of(kept); /* a tensor outlives its file */
  ct_tensor_release(kept);
  if (released != 1) stop("the memory was not given back once", CT_OK, &error);
  return 0;
}
