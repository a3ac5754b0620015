/* A C heap that fails while a thread makes its lists of free blocks: the thread works without them. And one that fails
 * while the library starts its pool: the threads that there are serve. The program's own calloc stands in front of the
 * C library's, which calls it, too, when a destructor for a thread is registered. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

static __thread int callocs_left = -1; /* -1: none fails */

/* Through a pointer, so that the compiler does not make malloc and memset a call of calloc. */
static void *(*volatile fill)(void *, int, size_t) = memset;

void *calloc(size_t count, size_t size) {
  if (callocs_left == 0 || (size != 0 && count > SIZE_MAX / size)) {
    errno = ENOMEM; /* pthread_create wants that */
    return NULL;
  }
  if (callocs_left > 0) --callocs_left;
  void *const block = malloc(count * size == 0 ? 1 : count * size);
  return block == NULL ? NULL : fill(block, 0, count * size);
}

static void *compute(void *left) {
  ct_error error = {0};
  ct_tensor *ones = NULL, *twos = NULL;
  callocs_left = *(const int *)left;
  for (int round = 0; round < 3; ++round) {
    REQUIRE_OK(ct_ones(SIZES(3), CT_FLOAT32, &ones, &error));
    REQUIRE_OK(ct_add(ones, ones, &twos, &error));
    CHECK(ELEMENT(twos, 2) == 2);
    release(&twos), release(&ones);
  }
  callocs_left = -1;
  return NULL;
}

/* The C library calls calloc for each thread that it starts. In a child, because a process has one pool. */
static void start_pool(int left) {
  ct_error error = {0};
  ct_tensor *ones = NULL, *sum = NULL;
  int status = -1;
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    check_failures = 0;
    callocs_left = left;
    CHECK_OK(ct_set_thread_pool(8, &error));
    callocs_left = -1;
    CHECK(ct_get_num_threads() >= 1 && ct_get_num_threads() <= 8);
    REQUIRE_OK(ct_ones(SIZES(1 << 20), CT_FLOAT32, &ones, &error));
    REQUIRE_OK(ct_sum(ones, NULL, 0, false, CT_UNDEFINED, &sum, &error));
    CHECK(ELEMENT(sum, 0) == 1 << 20);
    release(&sum), release(&ones);
    fflush(stdout);
    _exit(check_failures == 0 ? 0 : 1);
  }
  CHECK(child > 0 && waitpid(child, &status, 0) == child && status == 0);
}

int main(void) {
  for (int left = -1; left < 10; ++left) start_pool(left);
  for (int left = -1; left < 4; ++left) {
    pthread_t thread;
    if (!CHECK(pthread_create(&thread, NULL, compute, &left) == 0)) break;
    pthread_join(thread, NULL);
  }
  return check_done();
}
