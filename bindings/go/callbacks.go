package ctensor

/*
#include "shim.h"

typedef void (*go_task)(void *arg, int64_t index);
static inline void go_run(go_task task, void *arg, int64_t index) { task(arg, index); }
*/
import "C"

import (
	"runtime/cgo"
	"unsafe"
)

// The callbacks that C calls, on any thread. No panic may cross C's frames. One in a loop or an executor resumes after
// the call that used it; one in a callback that cannot report a failure ends the program.

//export ctensorGoLoop
func ctensorGoLoop(loop *C.ct_loop, user C.uintptr_t) C.ct_status {
	w := cgo.Handle(user).Value().(*walk)
	return w.call(w.loop, lend(loop, w.dtypes, w.noutputs, false))
}

//export ctensorGoCombine
func ctensorGoCombine(loop *C.ct_loop, user C.uintptr_t) C.ct_status {
	w := cgo.Handle(user).Value().(*walk)
	return w.call(w.combine, lend(loop, w.dtypes, w.noutputs, true))
}

//export ctensorGoRelease
func ctensorGoRelease(user C.uintptr_t) {
	defer endProgram()
	handle := cgo.Handle(user)
	loan := handle.Value().(*loan)
	handle.Delete()
	loan.end()
}

//export ctensorGoParallelFor
func ctensorGoParallelFor(user C.uintptr_t, ntasks C.int64_t, task C.go_task, arg unsafe.Pointer) C.ct_status {
	executor := cgo.Handle(user).Value().(*Executor)
	failed := run(func() error {
		return executor.ParallelFor(int(ntasks), func(index int) { C.go_run(task, arg, C.int64_t(index)) })
	})
	if failed != nil {
		return putCause(failed)
	}
	return 0
}

//export ctensorGoAllocate
func ctensorGoAllocate(user C.uintptr_t, size, alignment C.size_t) unsafe.Pointer {
	defer endProgram()
	return cgo.Handle(user).Value().(*Allocator).Allocate(uintptr(size), uintptr(alignment))
}

//export ctensorGoDeallocate
func ctensorGoDeallocate(user C.uintptr_t, block unsafe.Pointer, size, alignment C.size_t) {
	defer endProgram()
	cgo.Handle(user).Value().(*Allocator).Deallocate(block, uintptr(size), uintptr(alignment))
}

// endProgram ends the program by a panic before it reaches C's frames.
func endProgram() {
	if value := recover(); value != nil {
		go panic(value)
		select {}
	}
}
