/* A host's own threads, plugged in as ct_executor. The file that includes this defines _POSIX_C_SOURCE first. */
#ifndef CT_TESTS_EXECUTOR_H
#define CT_TESTS_EXECUTOR_H

#include <pthread.h>

#include "check.h"

/* An executor with one thread for each task; a host might plug in its own pool in the same way. */
typedef struct job {
  void (*task)(void *arg, int64_t index);
  void *arg;
  int64_t index;
} job;

typedef struct host_pool {
  int64_t calls, tasks;
  ct_status refuse_with;
} host_pool;

static inline void *run_job(void *argument) {
  job *mine = argument;
  mine->task(mine->arg, mine->index);
  return NULL;
}

static inline ct_status parallel_for(void *user_data, int64_t ntasks, void (*task)(void *arg, int64_t index),
                                     void *arg) {
  host_pool *self = user_data;
  pthread_t threads[64];
  job jobs[64];
  __atomic_add_fetch(&self->calls, 1, __ATOMIC_RELAXED);
  __atomic_add_fetch(&self->tasks, ntasks, __ATOMIC_RELAXED);
  if (self->refuse_with != CT_OK) return self->refuse_with;
  for (int64_t begin = 0; begin < ntasks; begin += 64) {
    const int64_t count = ntasks - begin < 64 ? ntasks - begin : 64;
    bool started[64];
    for (int64_t k = 0; k < count; ++k) {
      jobs[k] = (job){task, arg, begin + k};
      started[k] = pthread_create(&threads[k], NULL, run_job, &jobs[k]) == 0;
      if (!started[k]) run_job(&jobs[k]); /* running it here is right, too */
    }
    for (int64_t k = 0; k < count; ++k) {
      if (started[k]) pthread_join(threads[k], NULL);
    }
  }
  return CT_OK;
}

/* Where the library has no threads of its own (a serial build, which ThreadSanitizer needs), this gives it ours. */
static inline void use_threads(int32_t count) {
  static host_pool threads = {0, 0, CT_OK};
  ct_error error = {0};
  const ct_executor executor = {sizeof executor, count, &threads, parallel_for};
  if (ct_get_num_threads() == 1) CHECK_OK(ct_set_executor(&executor, &error));
  CHECK_OK(ct_set_num_threads(count, &error));
}

#endif
