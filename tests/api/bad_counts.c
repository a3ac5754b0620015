/* Counts that say far more than an array holds. The array ends where the page does, and the next page cannot be read.
 */
#define _DEFAULT_SOURCE
#include <sys/mman.h>
#include <unistd.h>

#include "check.h"

static ct_error error;
static ct_tensor *f23, *out;

/* The last two numbers of a readable page. */
static void *two_numbers(const void *numbers, size_t bytes) {
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  char *const pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED || mprotect(pages + page, page, PROT_NONE) != 0) exit(1);
  return memcpy(pages + page - bytes, numbers, bytes);
}

#define REFUSED(status, ...)           \
  do {                                 \
    memset(&error, 0, sizeof error);   \
    CHECK_EQ((__VA_ARGS__), (status)); \
    CHECK(error.message[0] != '\0');   \
    CHECK(out == NULL);                \
  } while (0)

static void iterator(const int32_t *dims) {
  ct_iter *it = NULL;
  ct_iter_config config = {0};
  config.preset = CT_ITER_UNARY;
  config.flags = CT_ITER_NO_RESIZE;
  config.noutputs = config.ninputs = 1;
  config.inputs = (const ct_tensor *const *)&f23;
  config.static_sizes = LIST(2, 3);
  config.static_ndim = 2;
  config.squash_dims = dims;
  config.nsquash = INT32_MAX;
  REFUSED(CT_ERROR_INVALID, ct_iter_build(&config, &it, &error));
  CHECK(it == NULL);
}

int main(void) {
  const int32_t *const dims = two_numbers(DIM_LIST(0, 1), 2 * sizeof(int32_t));
  const int64_t *const sizes = two_numbers(LIST(2, 3), 2 * sizeof(int64_t));
  f23 = counting(SIZES(2, 3), CT_FLOAT32);
  for (int32_t count = 3; count > 0; count = count == INT32_MAX ? 0 : INT32_MAX) {
    REFUSED(CT_ERROR_SHAPE, ct_permute(f23, dims, count, &out, &error));
    REFUSED(CT_ERROR_INDEX, ct_movedim(f23, dims, dims, count, &out, &error));
    REFUSED(CT_ERROR_INDEX, ct_squeeze(f23, dims, count, &out, &error));
    REFUSED(CT_ERROR_INDEX, ct_flip(f23, dims, count, &out, &error));
    REFUSED(CT_ERROR_INDEX, ct_sum(f23, dims, count, false, CT_UNDEFINED, &out, &error));
    REFUSED(CT_ERROR_INDEX, ct_amax(f23, dims, count, false, &out, &error));
    REFUSED(CT_ERROR_INDEX, ct_all(f23, dims, count, false, &out, &error));
    REFUSED(CT_ERROR_INDEX, ct_var(f23, dims, count, NULL, false, &out, &error));
    REFUSED(CT_ERROR_INDEX, ct_logsumexp(f23, dims, count, false, &out, &error));
  }
  REFUSED(CT_ERROR_SHAPE, ct_tensor_create(sizes, INT32_MAX, CT_FLOAT32, &out, &error));
  REFUSED(CT_ERROR_SHAPE, ct_zeros(sizes, INT32_MAX, CT_FLOAT32, &out, &error));
  REFUSED(CT_ERROR_SHAPE, ct_view(f23, sizes, INT32_MAX, &out, &error));
  REFUSED(CT_ERROR_SHAPE, ct_reshape(f23, sizes, INT32_MAX, &out, &error));
  REFUSED(CT_ERROR_SHAPE, ct_expand(f23, sizes, INT32_MAX, &out, &error));
  REFUSED(CT_ERROR_SHAPE, ct_as_strided(f23, sizes, INT32_MAX, sizes, 0, &out, &error));
  REFUSED(CT_ERROR_SHAPE, ct_resize(f23, sizes, INT32_MAX, CT_CONTIGUOUS, &error));
  iterator(dims);
  release(&f23);
  return check_done();
}
