package ctensor

/*
#include "iter.h"

// callbacks.c
ct_status go_loop(const ct_loop *loop, void *user_data);
ct_status go_combine(const ct_loop *loop, void *user_data);

static inline go_done go_for_each(const go_iter *it, uintptr_t walk, int64_t grain_size) {
  go_done r;
  GO_CALL(r, ct_iter_for_each(go_iter_of(it), go_loop, (void *)walk, grain_size, &error));
  return r;
}

static inline go_done go_serial_for_each(const go_iter *it, int64_t begin, int64_t end, uintptr_t walk) {
  go_done r;
  GO_CALL(r, ct_iter_serial_for_each(go_iter_of(it), begin, end, go_loop, (void *)walk, &error));
  return r;
}

static inline go_done go_reduce(const go_iter *it, ct_dtype accumulator, const ct_scalar *identities, uintptr_t walk) {
  ct_iter_reduction reduction = {.struct_size = sizeof reduction, .accumulator = accumulator, .loop = go_loop,
                                 .combine = go_combine, .identities = identities, .user_data = (void *)walk};
  go_done r;
  GO_CALL(r, ct_iter_reduce(go_iter_of(it), &reduction, &error));
  return r;
}

// A cursor and its current piece, in C's memory, where the piece stays while Go uses it.
typedef struct {
  ct_iter_cursor *cursor;
  ct_loop piece;
} go_cursor;

typedef struct {
  go_cursor *out;
  go_done done;
} go_made_cursor;

static inline go_made_cursor go_cursor_make(const go_iter *it, int64_t begin, int64_t end) {
  go_made_cursor r = {calloc(1, sizeof(go_cursor))};
  if (r.out == NULL) {
    r.done = (go_done){CT_ERROR_OUT_OF_MEMORY, strdup("Pieces: no memory")};
    return r;
  }
  GO_CALL(r.done, ct_iter_cursor_create(go_iter_of(it), begin, end, &r.out->cursor, &error));
  if (r.done.status != CT_OK) {
    free(r.out);
    r.out = NULL;
  }
  return r;
}

static inline bool go_cursor_next(go_cursor *cursor) {
  cursor->piece.struct_size = sizeof cursor->piece;
  return ct_iter_cursor_next(cursor->cursor, &cursor->piece);
}

static inline void go_cursor_free(go_cursor *cursor) {
  ct_iter_cursor_release(cursor->cursor);
  free(cursor);
}
*/
import "C"

import (
	"fmt"
	"iter"
	"runtime/cgo"
	"sync"
	"unsafe"
)

// A walk is one call that walks an iterator with Go functions.
type walk struct {
	loop, combine func(Piece) error
	noutputs      int
	dtypes        []DType
	mutex         sync.Mutex
	failed        *cause // the first failure of a callback
}

// walk calls the library with Go functions, which C finds through a handle of the walk.
func (it *Iter) walk(function string, w *walk, call func(user C.uintptr_t) C.go_done) error {
	if err := it.enter(function); err != nil {
		return err
	}
	defer it.leave()
	if w.loop == nil {
		return &Error{ErrInvalid, function + ": the loop is nil"}
	}
	handle := cgo.NewHandle(w)
	defer handle.Delete()
	return w.done(call(C.uintptr_t(handle)))
}

func (it *Iter) newWalk(loop func(Piece) error) *walk {
	if it == nil {
		return &walk{loop: loop}
	}
	return &walk{loop: loop, noutputs: it.noutputs, dtypes: it.dtypes}
}

// call runs a callback for a piece, on any thread.
func (w *walk) call(callback func(Piece) error, piece Piece) C.ct_status {
	failed := run(func() error { return callback(piece) })
	piece.end()
	if failed == nil {
		return 0
	}
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if w.failed == nil {
		w.failed = failed
	}
	return C.CT_STATUS_USER
}

// done returns the error of the call, or that of a callback, or panics as a callback did.
func (w *walk) done(r C.go_done) error {
	w.mutex.Lock()
	failed := w.failed
	w.mutex.Unlock()
	if r.status != C.CT_STATUS_USER || failed == nil {
		return finish(r)
	}
	C.free(unsafe.Pointer(r.message))
	return failed.result()
}

// ForEach calls loop for pieces that cover every element once, on up to NumThreads threads at the same time. An error
// stops the work and is returned as it is; a panic resumes in the caller. loop must not end its goroutine
// (runtime.Goexit). grainSize is how many elements make a task worth a thread; 0: the library's choice.
func (it *Iter) ForEach(grainSize int, loop func(Piece) error) error {
	return it.walk("ForEach", it.newWalk(loop), func(user C.uintptr_t) C.go_done {
		return C.go_for_each(it.handle, user, C.int64_t(grainSize))
	})
}

// SerialForEach calls loop for pieces that cover the elements begin … end - 1 of the iterator's order, one after the
// other, on this thread.
func (it *Iter) SerialForEach(begin, end int, loop func(Piece) error) error {
	return it.walk("SerialForEach", it.newWalk(loop), func(user C.uintptr_t) C.go_done {
		return C.go_serial_for_each(it.handle, C.int64_t(begin), C.int64_t(end), user)
	})
}

// Reduction is a reduction of your own.
type Reduction struct {
	Identities  []Scalar // one for each output, which leaves every value as it is: 0 for a sum
	Accumulator DType    // of the accumulators; Undefined: each output's
	// Loop adds inputs to accumulators, which are passed as the outputs, in the accumulator's dtype.
	Loop func(Piece) error
	// Combine adds accumulators to accumulators: input k, from another part of the work, to output k.
	Combine func(Piece) error
}

// Reduce overwrites the outputs, on up to NumThreads threads at the same time. The work is divided by the data's shape
// alone, so the result has the same bits for any number of threads.
func (it *Iter) Reduce(reduction *Reduction) error {
	o := given(reduction)
	walk := it.newWalk(o.Loop)
	if o.Combine == nil || len(o.Identities) != walk.noutputs {
		return &Error{ErrInvalid, fmt.Sprintf("Reduce: Combine is needed, and %d identities for %d outputs",
			len(o.Identities), walk.noutputs)}
	}
	walk.combine = o.Combine
	if o.Accumulator != Undefined {
		walk.dtypes = append([]DType{}, walk.dtypes...)
		for k := range walk.noutputs {
			walk.dtypes[k] = o.Accumulator
		}
	}
	identities := make([]C.ct_scalar, len(o.Identities))
	for k, identity := range o.Identities {
		identities[k] = identity.c()
	}
	return it.walk("Reduce", walk, func(user C.uintptr_t) C.go_done {
		return C.go_reduce(it.handle, C.ct_dtype(o.Accumulator), unsafe.SliceData(identities), user)
	})
}

// Pieces returns the pieces of elements begin … end - 1 of the iterator's order, to range over: it needs one C call per
// piece, and no callback. The only error, for a wrong range or a closed iterator, comes first and alone.
func (it *Iter) Pieces(begin, end int) iter.Seq2[Piece, error] {
	return func(yield func(Piece, error) bool) {
		if err := it.enter("Pieces"); err != nil {
			yield(Piece{}, err)
			return
		}
		defer it.leave()
		r := C.go_cursor_make(it.handle, C.int64_t(begin), C.int64_t(end))
		if r.done.status != 0 {
			yield(Piece{}, failure(r.done))
			return
		}
		defer C.go_cursor_free(r.out)
		piece := Piece{new(lent)}
		defer func() { piece.end() }()
		for bool(C.go_cursor_next(r.out)) {
			piece = lend(&r.out.piece, it.dtypes, it.noutputs, false)
			if !yield(piece, nil) {
				return
			}
			piece.end()
		}
	}
}
