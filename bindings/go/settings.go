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

// Programs change settings; packages should not.

// HeaderVersion is the version of ctensor.h that the program was built with, in the format of [Version].
const HeaderVersion = C.CT_VERSION_MAJOR<<16 | C.CT_VERSION_MINOR<<8 | C.CT_VERSION_PATCH

// Version returns the library's version: major << 16 | minor << 8 | patch.
func Version() int { return int(C.ct_version()) }

// ISA returns the instruction set of the kernels in use: "base", "avx2", "avx512".
func ISA() string { return C.GoString(C.ct_isa()) }

// SetNumThreads sets how many threads calls that begin later may use. 0: the executor's number, or the machine's.
func SetNumThreads(n int) error { return finish(C.go_set_num_threads(int32Of(n))) }

// NumThreads returns how many threads a call may use.
func NumThreads() int { return int(C.ct_get_num_threads()) }

// SetDeterministic sets whether math functions give the same bits on every instruction set.
func SetDeterministic(on bool) { C.ct_set_deterministic(C.bool(on), nil) }

// Deterministic returns what SetDeterministic set.
func Deterministic() bool { return bool(C.ct_get_deterministic()) }

// SetCacheLimit sets how many bytes of freed blocks the library keeps for reuse.
func SetCacheLimit(bytes uint) { C.ct_set_cache_limit(C.size_t(bytes), nil) }

// CacheLimit returns what SetCacheLimit set, or the initial limit.
func CacheLimit() uint { return uint(C.ct_get_cache_limit()) }

// Trim gives back all blocks that are kept for reuse: large ones to the system, small ones to the C heap.
func Trim() { C.ct_trim() }

// Executor runs the library's parallel work on the program's own threads or goroutines.
type Executor struct {
	NumThreads int // how many tasks it runs at the same time, 1 … 1024
	// ParallelFor calls task for every index from 0 to ntasks - 1, in any order and on any goroutines, and returns when
	// all have returned. The call that used it returns its error, or panics as it did.
	ParallelFor func(ntasks int, task func(index int)) error
}

// SetExecutor runs parallel work on the program's threads, with nil on the library's own again. It must precede the
// first parallel work.
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

// SetThreadPool runs the library's parallel work on a pool of threads of its own. It is final, and must precede the
// first parallel work. numThreads, 1 … 1024, includes the calling thread; 0: as many as OpenMP would take. [NumThreads]
// tells how many the system gave.
func SetThreadPool(numThreads int) error { return finish(C.go_set_thread_pool(int32Of(numThreads))) }

// Allocator provides the library's memory, for data, handles, iterators and scratch. Both functions are called on any
// thread, and must not panic.
type Allocator struct {
	// Allocate returns a block of size bytes, aligned to alignment, a power of two, or nil. It must be C memory, or
	// pinned.
	Allocate func(size, alignment uintptr) unsafe.Pointer
	// Deallocate takes back a block of Allocate, with the size and alignment that it was called with.
	Deallocate func(block unsafe.Pointer, size, alignment uintptr)
}

// SetAllocator takes the library's memory from the program, with nil from the library itself again. It must precede the
// first call that allocates.
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
