/* A host that loads the library as a plug-in: it opens it, computes and closes it, again and again. argv[1] is
 * the path of the shared library, which this program is not linked against; with "pool" behind it, the library has a
 * pool of its own. */
#define _POSIX_C_SOURCE 200809L
#include <dlfcn.h>
#include <pthread.h>

#include "check.h"

#define CYCLES 100

static ct_error error;

static __typeof__(&ct_set_num_threads) ct_set_num_threads_;
static __typeof__(&ct_set_thread_pool) ct_set_thread_pool_;
static __typeof__(&ct_ones) ct_ones_;
static __typeof__(&ct_add) ct_add_;
static __typeof__(&ct_sum) ct_sum_;
static __typeof__(&ct_tensor_item) ct_tensor_item_;
static __typeof__(&ct_tensor_release) ct_tensor_release_;

/* C99 cannot convert a pointer of dlsym to one to a function, but POSIX makes both the same. */
static bool find_all(void *library) {
  *(void **)&ct_set_num_threads_ = dlsym(library, "ct_set_num_threads");
  *(void **)&ct_set_thread_pool_ = dlsym(library, "ct_set_thread_pool");
  *(void **)&ct_ones_ = dlsym(library, "ct_ones");
  *(void **)&ct_add_ = dlsym(library, "ct_add");
  *(void **)&ct_sum_ = dlsym(library, "ct_sum");
  *(void **)&ct_tensor_item_ = dlsym(library, "ct_tensor_item");
  *(void **)&ct_tensor_release_ = dlsym(library, "ct_tensor_release");
  return ct_set_num_threads_ != NULL && ct_set_thread_pool_ != NULL && ct_ones_ != NULL && ct_add_ != NULL &&
         ct_sum_ != NULL && ct_tensor_item_ != NULL && ct_tensor_release_ != NULL;
}

static void *compute(void *unused) {
  (void)unused;
  ct_tensor *ones = NULL, *twos = NULL, *sum = NULL;
  ct_scalar total = {0, 0, 0, 0, 0};
  REQUIRE_OK(ct_set_num_threads_(4, &error));
  REQUIRE_OK(ct_ones_(SIZES(1 << 20), CT_FLOAT32, &ones, &error));
  REQUIRE_OK(ct_add_(ones, ones, &twos, &error));
  REQUIRE_OK(ct_sum_(twos, NULL, 0, false, CT_UNDEFINED, &sum, &error));
  REQUIRE_OK(ct_tensor_item_(sum, &total, &error));
  CHECK(total.re == 2 << 20);
  ct_tensor_release_(sum), ct_tensor_release_(twos), ct_tensor_release_(ones);
  return NULL;
}

int main(int argc, char **argv) {
  if (argc < 2) return 1;
  for (int cycle = 0; cycle < CYCLES; ++cycle) {
    void *const library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    if (!CHECK(library != NULL)) {
      printf("cycle %d: %s\n", cycle, dlerror());
      break;
    }
    if (!CHECK(find_all(library))) break;
    /* the library stays, with its pool */
    if (argc > 2) CHECK_EQ(ct_set_thread_pool_(4, &error), cycle == 0 ? CT_OK : CT_ERROR_BUSY);
    /* A thread that lives on would keep the library loaded where it has destructors for the thread. */
    pthread_t thread;
    if (!CHECK(pthread_create(&thread, NULL, compute, NULL) == 0)) break;
    pthread_join(thread, NULL);
    CHECK_EQ(dlclose(library), 0);
  }
  return check_done();
}
