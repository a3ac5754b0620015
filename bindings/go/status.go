package ctensor

// #include "shim.h"
import "C"

import (
	"sync"
	"unsafe"
)

// Status is the kind of an [Error], for use with errors.Is(err, ctensor.ErrShape).
type Status int32

const (
	ErrInvalid        Status = C.CT_ERROR_INVALID          // a wrong argument: a closed tensor, a value that does not fit
	ErrShape          Status = C.CT_ERROR_SHAPE            // sizes, strides or ranks that do not go together
	ErrDType          Status = C.CT_ERROR_DTYPE            // a dtype that is unknown, unsupported here, or not castable
	ErrIndex          Status = C.CT_ERROR_INDEX            // a dim or an index out of range, or a dim named twice
	ErrOverlap        Status = C.CT_ERROR_OVERLAP          // an output that shares memory with itself or another operand
	ErrReadOnly       Status = C.CT_ERROR_READ_ONLY        // a write to read-only memory
	ErrOutOfMemory    Status = C.CT_ERROR_OUT_OF_MEMORY    // the allocator had none left
	ErrUnsupported    Status = C.CT_ERROR_UNSUPPORTED      // valid, but not built into this library
	ErrDivisionByZero Status = C.CT_ERROR_DIVISION_BY_ZERO // an integer divisor that is zero
	ErrBusy           Status = C.CT_ERROR_BUSY             // a process-wide setting that is already in use
	ErrIO             Status = C.CT_ERROR_IO               // the system failed to read or write
	ErrFormat         Status = C.CT_ERROR_FORMAT           // bytes that are not what their format asks for
	ErrInternal       Status = C.CT_ERROR_INTERNAL         // a bug in the library
)

// Error returns the library's name of the status, such as "CT_ERROR_SHAPE".
func (s Status) Error() string { return C.GoString(C.ct_status_name(C.ct_status(s))) }

// Error says why a call failed.
type Error struct {
	Status  Status
	Message string // one line: the function and both sides
}

func (e *Error) Error() string { return e.Message }

// Unwrap lets errors.Is find the status.
func (e *Error) Unwrap() error { return e.Status }

// failure returns the error of a call that failed. A panic in one of the program's callbacks resumes here.
func failure(r C.go_done) error {
	message := ""
	if r.message != nil {
		message = C.GoString(r.message)
		C.free(unsafe.Pointer(r.message))
	}
	return failed(r.status, message)
}

func failed(status C.ct_status, message string) error {
	if cause := takeCause(status); cause != nil {
		return cause.result()
	}
	return &Error{Status(status), message}
}

// A cause is the error or the panic that a callback ended with.
type cause struct {
	err      error
	panicked bool
	value    any
}

// result returns the error, or panics as the callback did.
func (c *cause) result() error {
	if c.panicked {
		panic(c.value)
	}
	return c.err
}

// run calls a callback, and returns what it ended with, nil for success.
func run(callback func() error) (ended *cause) {
	done := false
	defer func() {
		if !done {
			ended = &cause{panicked: true, value: recover()}
		}
	}()
	err := callback()
	done = true
	if err != nil {
		return &cause{err: err}
	}
	return nil
}

// firstCause is the first status of a cause. Loops use CT_STATUS_USER itself, since their walk knows the cause.
const firstCause = C.CT_STATUS_USER - 1

// causes holds causes while the library passes a callback's status on to the call that used the callback.
var causes = struct {
	sync.Mutex
	waiting map[C.ct_status]*cause
	next    C.ct_status
}{waiting: map[C.ct_status]*cause{}, next: firstCause}

// putCause returns the status under which the call finds the cause.
func putCause(c *cause) C.ct_status {
	causes.Lock()
	defer causes.Unlock()
	for {
		status := causes.next
		causes.next--
		if causes.next > firstCause { // it has wrapped around
			causes.next = firstCause
		}
		if _, taken := causes.waiting[status]; !taken {
			causes.waiting[status] = c
			return status
		}
	}
}

func takeCause(status C.ct_status) *cause {
	if status > firstCause {
		return nil
	}
	causes.Lock()
	defer causes.Unlock()
	c := causes.waiting[status]
	delete(causes.waiting, status)
	return c
}
