// The C side of the callbacks. user_data carries a cgo.Handle, which is an integer.
#include "_cgo_export.h"

void go_release_borrowed(void *user_data) { ctensorGoRelease((uintptr_t)user_data); }

ct_status go_loop(const ct_loop *loop, void *user_data) { return ctensorGoLoop((ct_loop *)loop, (uintptr_t)user_data); }

ct_status go_combine(const ct_loop *loop, void *user_data) {
  return ctensorGoCombine((ct_loop *)loop, (uintptr_t)user_data);
}

ct_status go_parallel_for(void *user_data, int64_t ntasks, void (*task)(void *, int64_t), void *arg) {
  return ctensorGoParallelFor((uintptr_t)user_data, ntasks, task, arg);
}

void *go_allocate(void *user_data, size_t size, size_t alignment) {
  return ctensorGoAllocate((uintptr_t)user_data, size, alignment);
}

void go_deallocate(void *user_data, void *block, size_t size, size_t alignment) {
  ctensorGoDeallocate((uintptr_t)user_data, block, size, alignment);
}
