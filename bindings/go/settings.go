package ctensor

/*
#include "shim.h"

// callbacks.c
ct_status go_parallel_for(void *user_data, int64_t ntasks, void (*task)(void *, int64_t), void *arg);
void *go_allocate(void *user_data, size_t size, size_t alignment);
void go_deallocate(void *user_data, void *block, size_t size, size_t alignment);

static inline go_done go_set_executor(int32_t num_threads, uintptr_t executor) {
  ct_executor own = {.struct_size = sizeof own, .num_threads = num_threads, .user_data = (void *)executor,
                     .parallel_for = go_parallel_for};
  go_done r;
  GO_CALL(r, ct_set_executor(executor == 0 ? NULL : &own, &error));
  return r;
}

static inline go_done go_set_thread_pool(int32_t num_threads) {
  go_done r;
  GO_CALL(r, ct_set_thread_pool(num_threads, &error));
  return r;
}

static inline go_done go_set_allocator(uintptr_t allocator) {
  ct_allocator own = {.struct_size = sizeof own, .user_data = (void *)allocator, .allocate = go_allocate,
                      .deallocate = go_deallocate};
  go_done r;
  GO_CALL(r, ct_set_allocator(allocator == 0 ? NULL : &own, &error));
  return r;
}

static inline go_done go_set_num_threads(int32_t n) {
  go_done r;
  GO_CALL(r, ct_set_num_threads(n, &error));
  return r;
}
*/
import "C"

import (
	"runtime/cgo"
	"unsafe"
)

// Settings belong to the program, not to a package inside it.

// HeaderVersion is the version of ctensor.h that the program was built with, as [Version] gives the library's.
const HeaderVersion = C.CT_VERSION_MAJOR<<16 | C.CT_VERSION_MINOR<<8 | C.CT_VERSION_PATCH

// Version is the library's version: major << 16 | minor << 8 | patch.
func Version() int { return int(C.ct_version()) }

// ISA is the instruction set of the kernels in use: "base", "avx2", "avx512".
func ISA() string { return C.GoString(C.ct_isa()) }

// SetNumThreads says how many threads calls that begin later may use. 0: the executor's number, or the machine's.
func SetNumThreads(n int) error { return finish(C.go_set_num_threads(int32Of(n))) }

// NumThreads is how many threads a call may use.
func NumThreads() int { return int(C.ct_get_num_threads()) }

// SetDeterministic says whether math functions give the same bits on every instruction set.
func SetDeterministic(on bool) { C.ct_set_deterministic(C.bool(on), nil) }

// Deterministic is what SetDeterministic set.
func Deterministic() bool { return bool(C.ct_get_deterministic()) }

// SetCacheLimit says how many bytes of freed blocks the library keeps for later ones.
func SetCacheLimit(bytes uint) { C.ct_set_cache_limit(C.size_t(bytes), nil) }

// CacheLimit is what SetCacheLimit set, or the limit at first.
func CacheLimit() uint { return uint(C.ct_get_cache_limit()) }

// Trim gives back all blocks that are kept free.
func Trim() { C.ct_trim() }

// Executor runs the library's parallel work on threads, or goroutines, of the program's.
type Executor struct {
	NumThreads int // how many tasks it runs at the same time, 1 … 1024
	// ParallelFor calls task for every index from 0 to ntasks - 1, in any order and on any goroutines, and returns when
	// all have returned. Its error, or panic, comes out of the call that it worked for.
	ParallelFor func(ntasks int, task func(index int)) error
}

// SetExecutor takes threads from the program, before the first parallel work. nil: the library's own again.
func SetExecutor(executor *Executor) error {
	if executor == nil {
		return finish(C.go_set_executor(0, 0))
	}
	if executor.ParallelFor == nil {
		return &Error{ErrInvalid, "SetExecutor: ParallelFor is nil"}
	}
	own := *executor
	handle := cgo.NewHandle(&own) // for as long as the library is used
	err := finish(C.go_set_executor(int32Of(own.NumThreads), C.uintptr_t(handle)))
	if err != nil {
		handle.Delete()
	}
	return err
}

// SetThreadPool runs the library's parallel work on a pool of threads of its own, before the first parallel work and for
// good. numThreads, 1 … 1024, counts the calling thread, too; 0: as many as OpenMP would take. [NumThreads] tells how
// many the system gave.
func SetThreadPool(numThreads int) error { return finish(C.go_set_thread_pool(int32Of(numThreads))) }

// Allocator is the program's memory, for data, handles, iterators and scratch. Both functions are called on any thread,
// and must not panic.
type Allocator struct {
	// Allocate gives a block of size bytes, aligned to a power of two, or nil. It must be of C's memory, or pinned.
	Allocate func(size, alignment uintptr) unsafe.Pointer
	// Deallocate takes back a block of Allocate, with the size and alignment it was asked for.
	Deallocate func(block unsafe.Pointer, size, alignment uintptr)
}

// SetAllocator takes memory from the program, before the first call that allocates. nil: the library's own again.
func SetAllocator(allocator *Allocator) error {
	if allocator == nil {
		return finish(C.go_set_allocator(0))
	}
	if allocator.Allocate == nil || allocator.Deallocate == nil {
		return &Error{ErrInvalid, "SetAllocator: a function is nil"}
	}
	own := *allocator
	handle := cgo.NewHandle(&own) // for as long as the library is used
	err := finish(C.go_set_allocator(C.uintptr_t(handle)))
	if err != nil {
		handle.Delete()
	}
	return err
}
