package ctensor

/*
#include "shim.h"

// callbacks.c
ct_status go_loop(const ct_loop *loop, void *user_data);
ct_status go_combine(const ct_loop *loop, void *user_data);

// An iterator, and a view of each operand: an operand that is resized then leaves its memory to the view, so that the
// iterator's addresses stay good.
typedef struct {
  ct_iter *iter;
  int32_t count;
  ct_tensor *views[64];
} go_iter;

typedef struct {
  go_iter *out;
  go_done done;
} go_made_iter;

static inline void go_iter_free(go_iter *it) {
  if (it == NULL) return;
  ct_iter_release(it->iter);
  for (int32_t k = 0; k < it->count; k++) ct_tensor_release(it->views[k]);
  free(it);
}

static inline go_made_iter go_iter_make(ct_iter_config config, ct_tensor *const *outputs, const ct_tensor *const *inputs,
                                        const ct_dtype *output_dtypes, bool static_shape, go_sizes sizes, go_dims squash) {
  go_made_iter r = {calloc(1, sizeof(go_iter))};
  if (r.out == NULL) {
    r.done = (go_done){CT_ERROR_OUT_OF_MEMORY, strdup("NewIter: no memory")};
    return r;
  }
  config.struct_size = sizeof config;
  config.outputs = outputs;
  config.inputs = inputs;
  config.output_dtypes = output_dtypes;
  if (static_shape) {
    config.static_sizes = sizes.values;
    config.static_ndim = sizes.count;
  }
  if (squash.count > 0) {
    config.squash_dims = squash.values;
    config.nsquash = squash.count;
  }
  GO_CALL(r.done, ct_iter_build(&config, &r.out->iter, &error));
  for (int32_t k = 0; r.done.status == CT_OK && k < ct_iter_noperands(r.out->iter); k++) {
    ct_tensor *operand = NULL;
    GO_CALL(r.done, ct_iter_operand(r.out->iter, k, &operand, &error));
    if (r.done.status == CT_OK) GO_CALL(r.done, ct_flip(operand, NULL, 0, &r.out->views[k], &error));
    r.out->count += r.done.status == CT_OK;
    ct_tensor_release(operand);
  }
  if (r.done.status != CT_OK) {
    go_iter_free(r.out);
    r.out = NULL;
  }
  return r;
}

static inline const ct_iter *go_iter_of(const go_iter *it) { return it == NULL ? NULL : it->iter; }

static inline go_made go_iter_operand(const go_iter *it, int32_t operand) {
  go_made r = {0};
  GO_CALL(r.done, ct_iter_operand(go_iter_of(it), operand, &r.out, &error));
  return r;
}

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

// A cursor and the piece that it gave last, in C's memory, where the piece stays while Go looks at it.
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
	"runtime"
	"runtime/cgo"
	"sync"
	"sync/atomic"
	"unsafe"
)

// IterFlags is what an iterator allows. None: PyTorch's defaults.
type IterFlags uint32

const (
	AllowOverlap      IterFlags = C.CT_ITER_ALLOW_OVERLAP        // do not look whether outputs share memory
	NoSameDTypeCheck  IterFlags = C.CT_ITER_NO_SAME_DTYPE_CHECK  // operands may differ in dtype; each is seen in its own
	NoResize          IterFlags = C.CT_ITER_NO_RESIZE            // a given output of other sizes is an error
	Reducing          IterFlags = C.CT_ITER_REDUCTION            // with NoResize: outputs of size 1 reduce that dim
	PromoteInputs     IterFlags = C.CT_ITER_PROMOTE_INPUTS       // the loop sees inputs in their common dtype
	IntegersToFloat   IterFlags = C.CT_ITER_INTEGERS_TO_FLOAT    // an integer or bool common dtype becomes float32
	CastToOutputs     IterFlags = C.CT_ITER_CAST_TO_OUTPUTS      // the loop writes the common dtype; outputs are converted
	SafeCast          IterFlags = C.CT_ITER_SAFE_CAST            // refuse outputs that CanCast does not allow
	Linear            IterFlags = C.CT_ITER_LINEAR               // walk in row-major order, the last dim fastest
	NoSameDeviceCheck IterFlags = C.CT_ITER_NO_SAME_DEVICE_CHECK // real and meta operands may be mixed
	AllowCPUScalars   IterFlags = C.CT_ITER_ALLOW_CPU_SCALARS    // at most one 0-dim real input beside meta operands
)

// IterPreset is a common set of flags.
type IterPreset uint32

const (
	PresetCustom      IterPreset = C.CT_ITER_CUSTOM       // the given flags alone
	PresetUnary       IterPreset = C.CT_ITER_UNARY        // 1 output, 1 input of the same dtype
	PresetUnaryFloat  IterPreset = C.CT_ITER_UNARY_FLOAT  // 1 output, 1 input; integers become float32
	PresetBinary      IterPreset = C.CT_ITER_BINARY       // 1 output, 2 inputs, promoted, the result cast safely
	PresetBinaryFloat IterPreset = C.CT_ITER_BINARY_FLOAT // as Binary; integers become float32
	PresetComparison  IterPreset = C.CT_ITER_COMPARISON   // 1 output, 2 inputs, promoted, the result bool
	PresetTernary     IterPreset = C.CT_ITER_TERNARY      // 1 output, 3 inputs, promoted, the result cast safely
	PresetNullary     IterPreset = C.CT_ITER_NULLARY      // 1 given output that keeps its sizes and dtype
	PresetReduce      IterPreset = C.CT_ITER_REDUCE       // 1 or 2 given outputs, 1 input, for Reduce
)

// IterConfig is what to iterate over. Only operands are needed; the rest is PyTorch's default.
type IterConfig struct {
	Preset       IterPreset
	Flags        IterFlags // added to the preset's
	Outputs      []*Tensor // nil entries are allocated
	Inputs       []*Tensor
	OutputDTypes []DType // as the loop writes them; nil, or Undefined entries: by rule
	StaticDType  DType   // of the outputs that are allocated
	StaticSizes  []int   // the shape to iterate over, in place of the operands' broadcast shape; nil: none
	SquashDims   []int   // dims of StaticSizes that loops walk themselves
}

// Iter is operands brought to one shape and one order, ready to be walked. It never changes, and any number of
// goroutines may walk it at once where they write to different elements.
type Iter struct {
	handle   *C.go_iter
	cleanup  runtime.Cleanup
	users    atomic.Int32 // who needs the handle: the program until it closes it, and each walk
	closed   atomic.Bool
	noutputs int
	dtypes   []DType // as the loop sees them
}

// NewIter checks overlap, broadcasts, finds dtypes, orders and fuses dims, and allocates or resizes outputs.
func NewIter(config *IterConfig) (*Iter, error) {
	o := given(config)
	outputs, inputs := handlesOf(o.Outputs), handlesOf(o.Inputs)
	for k, input := range inputs {
		if input == nil {
			return nil, &Error{ErrInvalid, fmt.Sprintf("NewIter: input %d is closed or nil", k)}
		}
	}
	for k, output := range outputs {
		if output == nil && o.Outputs[k] != nil {
			return nil, &Error{ErrInvalid, fmt.Sprintf("NewIter: output %d is closed", k)}
		}
	}
	if o.OutputDTypes != nil && len(o.OutputDTypes) != len(outputs) {
		return nil, &Error{ErrInvalid, fmt.Sprintf("NewIter: %d dtypes for %d outputs", len(o.OutputDTypes), len(outputs))}
	}
	r := C.go_iter_make(C.ct_iter_config{preset: C.uint32_t(o.Preset), flags: C.uint32_t(o.Flags),
		noutputs: C.int32_t(len(outputs)), ninputs: C.int32_t(len(inputs)), static_dtype: C.ct_dtype(o.StaticDType)},
		unsafe.SliceData(outputs), unsafe.SliceData(inputs), (*C.ct_dtype)(unsafe.SliceData(o.OutputDTypes)),
		o.StaticSizes != nil, sizesOf(o.StaticSizes), dimsOf(o.SquashDims))
	runtime.KeepAlive(o.Outputs)
	runtime.KeepAlive(o.Inputs)
	if r.done.status != 0 {
		return nil, failure(r.done)
	}
	it := &Iter{handle: r.out, noutputs: len(outputs), dtypes: make([]DType, len(outputs)+len(inputs))}
	for k := range it.dtypes {
		it.dtypes[k] = DType(C.ct_iter_dtype(r.out.iter, C.int32_t(k)))
	}
	it.users.Store(1)
	it.cleanup = runtime.AddCleanup(it, func(handle *C.go_iter) { C.go_iter_free(handle) }, r.out)
	return it, nil
}

// Close gives the iterator back, once no walk needs it any more. It need not be closed: it goes when it is garbage.
func (it *Iter) Close() {
	if it != nil && !it.closed.Swap(true) {
		it.leave()
	}
}

// enter keeps the handle for a walk, whatever the walk's functions close.
func (it *Iter) enter(function string) error {
	if it != nil {
		for users := it.users.Load(); users > 0 && !it.closed.Load(); users = it.users.Load() {
			if it.users.CompareAndSwap(users, users+1) {
				return nil
			}
		}
	}
	return &Error{ErrInvalid, function + ": the iterator is closed or nil"}
}

func (it *Iter) leave() {
	if it.users.Add(-1) == 0 {
		it.cleanup.Stop()
		C.go_iter_free(it.handle)
	}
}

func (it *Iter) c() *C.ct_iter {
	if it == nil || it.closed.Load() {
		return nil
	}
	return it.handle.iter
}

// Ndim is the number of dims left after fusing: what a loop has to walk.
func (it *Iter) Ndim() int {
	defer runtime.KeepAlive(it)
	return int(C.ct_iter_ndim(it.c()))
}

// Numel is the number of elements of the iteration.
func (it *Iter) Numel() int {
	defer runtime.KeepAlive(it)
	return int(C.ct_iter_numel(it.c()))
}

// Noperands is the number of operands: outputs, then inputs.
func (it *Iter) Noperands() int {
	defer runtime.KeepAlive(it)
	return int(C.ct_iter_noperands(it.c()))
}

// Sizes are those after ordering and fusing, fastest dim first.
func (it *Iter) Sizes() []int {
	defer runtime.KeepAlive(it)
	return ints(C.ct_iter_sizes(it.c()), C.ct_iter_ndim(it.c()))
}

// Strides are an operand's, in bytes, fastest dim first; none when there is no such operand.
func (it *Iter) Strides(operand int) []int {
	defer runtime.KeepAlive(it)
	strides := C.ct_iter_strides(it.c(), dimOf(operand))
	if strides == nil {
		return []int{}
	}
	return ints(strides, C.ct_iter_ndim(it.c()))
}

// CommonDType is the dtype that the inputs meet in; Undefined where none was worked out.
func (it *Iter) CommonDType() DType {
	defer runtime.KeepAlive(it)
	return DType(C.ct_iter_common_dtype(it.c()))
}

// DType is an operand's dtype as the loop sees it.
func (it *Iter) DType(operand int) DType {
	defer runtime.KeepAlive(it)
	return DType(C.ct_iter_dtype(it.c(), dimOf(operand)))
}

// Operand is an operand's tensor: above all, an output that NewIter allocated.
func (it *Iter) Operand(operand int) (*Tensor, error) {
	if err := it.enter("Operand"); err != nil {
		return nil, err
	}
	defer it.leave()
	return made(C.go_iter_operand(it.handle, dimOf(operand)))
}

// A walk is one call that walks with functions of Go's.
type walk struct {
	loop, combine func(Piece) error
	noutputs      int
	dtypes        []DType
	mutex         sync.Mutex
	failed        *cause // the first that a callback ended with
}

// walk calls the library for functions of Go's, which get the walk by its handle.
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

// call runs a callback for a piece, on whatever thread.
func (w *walk) call(callback func(Piece) error, piece Piece) C.ct_status {
	failed := run(func() error { return callback(piece) })
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

// done is what the call gives: a callback's own error, or its panic, which goes on here.
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
// stops the work and comes back as it is; a panic goes on in the caller. loop must not end its goroutine
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
	Identities  []Scalar // one an output, which leaves every value as it is: 0 for a sum
	Accumulator DType    // of the accumulators; Undefined: each output's
	// Loop adds inputs to accumulators, which come as the outputs, in the accumulator's dtype.
	Loop func(Piece) error
	// Combine adds accumulators to accumulators: input k, from another part of the work, to output k.
	Combine func(Piece) error
}

// Reduce overwrites the outputs, on up to NumThreads threads at the same time. How the work is cut depends on the data's
// shape alone, so the result has the same bits for any number of threads.
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

// Pieces are those of the elements begin … end - 1 of the iterator's order, to range over: no callback, and one call of
// C a piece. The only error, of a wrong range or a closed iterator, comes alone and first.
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
		for bool(C.go_cursor_next(r.out)) && yield(Piece{&r.out.piece, it.dtypes, it.noutputs, false}, nil) {
		}
	}
}
