/* An allocator that counts the live blocks, checks what is freed, and can fail the n-th request. */
#ifndef CT_TESTS_ALLOC_H
#define CT_TESTS_ALLOC_H

#include "check.h"

/* This lies before each block. The block ends where malloc's block ends, so that AddressSanitizer sees its end. */
typedef struct alloc_header {
  void *raw;
  size_t size, alignment;
  uint64_t magic;
} alloc_header;

enum { ALLOC_MAGIC = 0x5ca1ab1e };

static int64_t alloc_live, alloc_bytes, alloc_requests;
static int64_t alloc_most;     /* bytes at a time */
static int64_t alloc_fail_at;  /* the n-th request from now fails; 0: none does */
static bool alloc_fail_onward; /* and so does every later one */
static int64_t alloc_failed;
static size_t alloc_limit = (size_t)1 << 36; /* larger requests are refused; AddressSanitizer would abort at them */

static void *alloc_allocate(void *user_data, size_t size, size_t alignment) {
  (void)user_data;
  const int64_t number = __atomic_add_fetch(&alloc_requests, 1, __ATOMIC_RELAXED);
  const int64_t fail_at = __atomic_load_n(&alloc_fail_at, __ATOMIC_RELAXED);
  if (fail_at != 0 && (number == fail_at || (alloc_fail_onward && number > fail_at))) {
    __atomic_add_fetch(&alloc_failed, 1, __ATOMIC_RELAXED);
    return NULL;
  }
  if (alignment < sizeof(void *)) alignment = sizeof(void *);
  if (size > alloc_limit || size > SIZE_MAX - alignment - sizeof(alloc_header)) return NULL;
  char *raw = malloc(sizeof(alloc_header) + alignment - 1 + size);
  if (raw == NULL) return NULL;
  uintptr_t at = (uintptr_t)raw + sizeof(alloc_header);
  at = (at + alignment - 1) / alignment * alignment;
  const alloc_header header = {raw, size, alignment, ALLOC_MAGIC};
  memcpy((char *)at - sizeof header, &header, sizeof header);
  memset((char *)at, 0xa5, size < 4096 ? size : 4096); /* no code may rely on zeros */
  __atomic_add_fetch(&alloc_live, 1, __ATOMIC_RELAXED);
  const int64_t bytes = __atomic_add_fetch(&alloc_bytes, (int64_t)size, __ATOMIC_RELAXED);
  int64_t most = __atomic_load_n(&alloc_most, __ATOMIC_RELAXED);
  while (most < bytes &&
         !__atomic_compare_exchange_n(&alloc_most, &most, bytes, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
  }
  return (char *)at;
}

static void alloc_deallocate(void *user_data, void *block, size_t size, size_t alignment) {
  (void)user_data;
  if (block == NULL) return;
  if (alignment < sizeof(void *)) alignment = sizeof(void *);
  alloc_header header;
  memcpy(&header, (char *)block - sizeof header, sizeof header);
  if (header.magic != ALLOC_MAGIC || header.size != size || header.alignment != alignment) {
    printf("a block of %zu bytes aligned to %zu comes back as %zu bytes aligned to %zu\n", header.size,
           header.alignment, size, alignment);
    abort();
  }
  header.magic = 0;
  memcpy((char *)block - sizeof header, &header, sizeof header);
  __atomic_sub_fetch(&alloc_live, 1, __ATOMIC_RELAXED);
  __atomic_sub_fetch(&alloc_bytes, (int64_t)size, __ATOMIC_RELAXED);
  free(header.raw);
}

/* This is the first call in main, because the first use of the allocator freezes it. */
static inline void alloc_install(void) {
  ct_error error = {0};
  const ct_allocator allocator = {sizeof allocator, 0, NULL, alloc_allocate, alloc_deallocate};
  REQUIRE_OK(ct_set_allocator(&allocator, &error));
}

/* This is the last call in main: every block has been freed. */
static inline int alloc_done(void) {
  ct_trim();
  CHECK_EQ(alloc_live, 0);
  CHECK_EQ(alloc_bytes, 0);
  return check_done();
}

#endif
