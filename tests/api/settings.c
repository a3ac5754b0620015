/* The settings of a process: version, ISA, threads, deterministic mode, the host's executor, and the allocator. */
#define _POSIX_C_SOURCE 200809L
#include <sys/wait.h>
#include <unistd.h>

#include "alloc.h"
#include "executor.h"

static ct_error error;

static host_pool host = {0, 0, CT_OK};

static void about(void) {
  CHECK_EQ(ct_version(), CT_VERSION_MAJOR << 16 | CT_VERSION_MINOR << 8 | CT_VERSION_PATCH);
  const char *isa = ct_isa();
  CHECK(isa != NULL && isa[0] != '\0');
  const char *forced = getenv("CTENSOR_ISA");
  if (forced != NULL && strcmp(forced, "base") == 0) CHECK_TEXT(isa, "base");
}

static void thread_counts(void) {
  CHECK(ct_get_num_threads() >= 1);
  CHECK_OK(ct_set_num_threads(3, &error));
  CHECK_EQ(ct_get_num_threads(), 3);
  CHECK_OK(ct_set_num_threads(1, &error));
  CHECK_EQ(ct_get_num_threads(), 1);
  CHECK_OK(ct_set_num_threads(0, &error)); /* the executor's, or the machine's */
  CHECK(ct_get_num_threads() >= 1);
}

static void *set_and_unset_executor(void *stop) {
  const ct_executor executor = {sizeof executor, 7, &host, parallel_for};
  bool ok = true;
  while (!__atomic_load_n((bool *)stop, __ATOMIC_RELAXED)) {
    ok = ct_set_executor(&executor, NULL) == CT_OK && ct_set_executor(NULL, NULL) == CT_OK && ok;
  }
  return ok ? stop : NULL;
}

/* A data race here is for ThreadSanitizer to see. */
static void thread_counts_while_they_change(void) {
  const int32_t before = ct_get_num_threads();
  bool stop = false;
  pthread_t setter;
  if (!CHECK(pthread_create(&setter, NULL, set_and_unset_executor, &stop) == 0)) return;
  int wrong = 0;
  for (int round = 0; round < 10000; ++round) {
    const int32_t now = ct_get_num_threads();
    wrong += now != before && now != 7;
  }
  CHECK_EQ(wrong, 0);
  __atomic_store_n(&stop, true, __ATOMIC_RELAXED);
  void *succeeded = NULL;
  pthread_join(setter, &succeeded);
  CHECK(succeeded != NULL);
  CHECK_EQ(ct_get_num_threads(), before);
}

static void deterministic(void) {
  CHECK(!ct_get_deterministic());
  CHECK_OK(ct_set_deterministic(true, &error));
  CHECK(ct_get_deterministic());
  ct_tensor *a = counting(SIZES(100), CT_FLOAT32), *e = NULL;
  CHECK_OK(ct_exp(a, &e, &error));
  CHECK_EQ(ELEMENT(e, 0), 1);
  release(&a), release(&e);
  CHECK_OK(ct_set_deterministic(false, &error));
  CHECK(!ct_get_deterministic());
}

/* All blocks come from this test's allocator, so the limit is stored and the cache stays empty. */
static void cache_limit(void) {
  const size_t first = ct_get_cache_limit();
  CHECK(first > 0 && first <= (size_t)1 << 30);
  const size_t limits[] = {12345678, SIZE_MAX, 0, 1};
  for (int k = 0; k < 4; ++k) {
    CHECK_OK(ct_set_cache_limit(limits[k], &error));
    CHECK(ct_get_cache_limit() == limits[k]);
  }
  CHECK_OK(ct_set_cache_limit(first, NULL));
  const int64_t live = alloc_live, requests = alloc_requests;
  for (int k = 0; k < 3; ++k) {
    ct_tensor *small = NULL, *large = NULL;
    REQUIRE_OK(ct_zeros(SIZES(4), CT_FLOAT32, &small, &error));
    REQUIRE_OK(ct_zeros(SIZES(1000000), CT_FLOAT32, &large, &error));
    release(&small), release(&large);
    CHECK_EQ(alloc_live, live); /* a block of the host's allocator goes back at once */
  }
  CHECK(alloc_requests - requests >= 3 * 4);
  ct_trim();
}

static void by_executor(void) {
  ct_tensor *a = NULL, *b = NULL, *c = NULL, *s = NULL;
  ct_scalar total = {0, 0, 0, 0, 0};
  REQUIRE_OK(ct_ones(SIZES(1500, 2000), CT_FLOAT32, &a, &error));
  REQUIRE_OK(ct_add(a, a, &b, &error));
  REQUIRE_OK(ct_transpose(b, 0, 1, &c, &error));
  REQUIRE_OK(ct_sum(c, NULL, 0, false, CT_UNDEFINED, &s, &error));
  CHECK_OK(ct_tensor_item(s, &total, &error));
  CHECK(total.re == 6000000);
  CHECK(host.calls > 0 && host.tasks > host.calls);
  release(&s), release(&c), release(&b);
  /* an executor that fails: its status comes back, and nothing leaks */
  host.refuse_with = CT_STATUS_USER - 1;
  CHECK_EQ(ct_add(a, a, &b, &error), CT_STATUS_USER - 1);
  CHECK(b == NULL);
  bool same = true;
  host.refuse_with = CT_STATUS_USER; /* a status like any other, although it is the first of the caller's */
  CHECK_EQ(ct_equal(a, a, &same, &error), CT_STATUS_USER);
  host.refuse_with = 17; /* this is neither CT_OK nor a status of a caller */
  CHECK_EQ(ct_add(a, a, &b, &error), CT_ERROR_INVALID);
  CHECK(b == NULL && strstr(error.message, "17") != NULL);
  host.refuse_with = CT_OK;
  release(&a);
  /* the first parallel work freezes the executor */
  memset(&error, 0, sizeof error);
  CHECK_EQ(ct_set_executor(NULL, &error), CT_ERROR_BUSY);
  CHECK(error.message[0] != '\0');
  CHECK_EQ(ct_set_allocator(NULL, &error), CT_ERROR_BUSY);
}

static void by_pool(void) {
  CHECK_EQ(ct_set_thread_pool(-1, &error), CT_ERROR_INVALID);
  CHECK_EQ(ct_set_thread_pool(1025, &error), CT_ERROR_INVALID);
  CHECK(strstr(error.message, "ct_set_thread_pool") != NULL && strstr(error.message, "1025") != NULL);
  const int64_t requests = alloc_requests;
  REQUIRE_OK(ct_set_thread_pool(4, &error));
  CHECK_EQ(alloc_requests, requests);
  CHECK_EQ(ct_get_num_threads(), 4);
  CHECK_EQ(ct_set_thread_pool(4, &error), CT_ERROR_BUSY);
  CHECK_EQ(ct_set_executor(NULL, &error), CT_ERROR_BUSY);
  CHECK_OK(ct_set_num_threads(1024, &error));
  CHECK_EQ(ct_get_num_threads(), 4);
  ct_tensor *a = NULL, *s = NULL;
  ct_scalar total = {0, 0, 0, 0, 0};
  REQUIRE_OK(ct_ones(SIZES(1500, 2000), CT_FLOAT32, &a, &error));
  REQUIRE_OK(ct_sum(a, NULL, 0, false, CT_UNDEFINED, &s, &error));
  CHECK_OK(ct_tensor_item(s, &total, &error));
  CHECK(total.re == 3000000);
  release(&s), release(&a);
}

static void forked_child(void) {
  /* the child has no threads of its parent, so it works serially */
  ct_tensor *a = NULL, *s = NULL;
  REQUIRE_OK(ct_ones(SIZES(3000000), CT_FLOAT32, &a, &error));
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    ct_scalar total = {0, 0, 0, 0, 0};
    alarm(60);
    const bool right = ct_sum(a, NULL, 0, false, CT_UNDEFINED, &s, NULL) == CT_OK &&
                       ct_tensor_item(s, &total, NULL) == CT_OK && total.re == 3000000;
    _exit(right ? 0 : 1);
  }
  int status = 1;
  CHECK(child > 0 && waitpid(child, &status, 0) == child && status == 0);
  release(&a);
}

int main(int argc, char **argv) {
  const bool with_executor = argc > 1 && strcmp(argv[1], "executor") == 0;
  CHECK_OK(ct_set_allocator(NULL, &error)); /* it may be set and unset until it is used */
  alloc_install();
  CHECK_OK(ct_set_executor(NULL, &error));
  thread_counts_while_they_change();
  if (with_executor) {
    const ct_executor executor = {sizeof executor, 4, &host, parallel_for};
    CHECK_OK(ct_set_executor(&executor, &error));
    CHECK_EQ(ct_get_num_threads(), 4);
  }
  if (argc > 1 && strcmp(argv[1], "pool") == 0) by_pool();
  about();
  thread_counts();
  deterministic();
  cache_limit();
  if (with_executor) by_executor();
  forked_child();
  return alloc_done();
}
