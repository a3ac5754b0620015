package ctensor

/*
#include "iter.h"

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
                                        const ct_dtype *output_dtypes, const ct_dtype *input_dtypes, bool static_shape,
                                        go_sizes sizes, go_dims squash) {
  go_made_iter r = {calloc(1, sizeof(go_iter))};
  if (r.out == NULL) {
    r.done = (go_done){CT_ERROR_OUT_OF_MEMORY, strdup("NewIter: no memory")};
    return r;
  }
  config.struct_size = sizeof config;
  config.outputs = outputs;
  config.inputs = inputs;
  config.output_dtypes = output_dtypes;
  config.input_dtypes = input_dtypes;
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
    if (r.done.status == CT_OK) GO_CALL(r.done, go_alias(operand, &r.out->views[k], &error));
    r.out->count += r.done.status == CT_OK;
    ct_tensor_release(operand);
  }
  if (r.done.status != CT_OK) {
    go_iter_free(r.out);
    r.out = NULL;
  }
  return r;
}

static inline go_made go_iter_operand(const go_iter *it, int32_t operand) {
  go_made r = {0};
  GO_CALL(r.done, ct_iter_operand(go_iter_of(it), operand, &r.out, &error));
  return r;
}
*/
import "C"

import (
	"fmt"
	"runtime"
	"sync/atomic"
	"unsafe"
)

// IterFlags is what an iterator allows. Without flags, these are PyTorch's defaults.
type IterFlags uint32

const (
	AllowOverlap      IterFlags = C.CT_ITER_ALLOW_OVERLAP        // do not check whether outputs share memory
	NoSameDTypeCheck  IterFlags = C.CT_ITER_NO_SAME_DTYPE_CHECK  // operands may differ in dtype; each keeps its own
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
	PresetBinaryFloat IterPreset = C.CT_ITER_BINARY_FLOAT // like Binary; integers become float32
	PresetComparison  IterPreset = C.CT_ITER_COMPARISON   // 1 output, 2 inputs, promoted, the result bool
	PresetTernary     IterPreset = C.CT_ITER_TERNARY      // 1 output, 3 inputs, promoted, the result cast safely
	PresetNullary     IterPreset = C.CT_ITER_NULLARY      // 1 given output that keeps its sizes and dtype
	PresetReduce      IterPreset = C.CT_ITER_REDUCE       // 1 or 2 given outputs, 1 input, for Reduce
)

// IterConfig is what to iterate over. Only operands are needed; the defaults of the rest are PyTorch's.
type IterConfig struct {
	Preset       IterPreset
	Flags        IterFlags // added to the preset's
	Outputs      []*Tensor // NewIter allocates nil entries
	Inputs       []*Tensor
	OutputDTypes []DType // what the loop writes; nil, or Undefined entries: the default
	InputDTypes  []DType // what the loop reads, whatever the inputs' own; nil, or Undefined entries: the default
	StaticDType  DType   // of the outputs that are allocated
	StaticSizes  []int   // the shape to iterate over, in place of the operands' broadcast shape; nil: none
	SquashDims   []int   // dims of StaticSizes that loops walk themselves
}

// Iter is operands brought to one shape and one order, ready to be walked. It never changes, and any number of
// goroutines may walk it at once if they write to different elements.
type Iter struct {
	handle   *C.go_iter
	cleanup  runtime.Cleanup
	users    atomic.Int32 // counts who needs the handle: the program until it closes it, and each walk
	closed   atomic.Bool
	noutputs int
	dtypes   []DType // of the operands, as the loop sees them
}

// NewIter checks overlap, broadcasts, determines dtypes, orders and fuses dims, and allocates or resizes outputs.
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
	if o.InputDTypes != nil && len(o.InputDTypes) != len(inputs) {
		return nil, &Error{ErrInvalid, fmt.Sprintf("NewIter: %d dtypes for %d inputs", len(o.InputDTypes), len(inputs))}
	}
	r := C.go_iter_make(C.ct_iter_config{preset: C.uint32_t(o.Preset), flags: C.uint32_t(o.Flags),
		noutputs: C.int32_t(len(outputs)), ninputs: C.int32_t(len(inputs)), static_dtype: C.ct_dtype(o.StaticDType)},
		unsafe.SliceData(outputs), unsafe.SliceData(inputs), (*C.ct_dtype)(unsafe.SliceData(o.OutputDTypes)),
		(*C.ct_dtype)(unsafe.SliceData(o.InputDTypes)),
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

// Close releases the iterator once no walk needs it any more. An iterator that is not closed is released when it
// becomes garbage.
func (it *Iter) Close() {
	if it != nil && !it.closed.Swap(true) {
		it.leave()
	}
}

// enter keeps the handle alive for a walk, even if the walk's functions close the iterator.
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

// Ndim returns the number of dims left after fusing, which a loop has to walk.
func (it *Iter) Ndim() int {
	defer runtime.KeepAlive(it)
	return int(C.ct_iter_ndim(it.c()))
}

// Numel returns the number of elements of the iteration.
func (it *Iter) Numel() int {
	defer runtime.KeepAlive(it)
	return int(C.ct_iter_numel(it.c()))
}

// Noperands returns the number of operands: outputs, then inputs.
func (it *Iter) Noperands() int {
	defer runtime.KeepAlive(it)
	return int(C.ct_iter_noperands(it.c()))
}

// Sizes returns the sizes after ordering and fusing, fastest dim first.
func (it *Iter) Sizes() []int {
	defer runtime.KeepAlive(it)
	return ints(C.ct_iter_sizes(it.c()), C.ct_iter_ndim(it.c()))
}

// Strides returns an operand's strides in bytes, fastest dim first, or none when there is no such operand.
func (it *Iter) Strides(operand int) []int {
	defer runtime.KeepAlive(it)
	strides := C.ct_iter_strides(it.c(), int32Of(operand))
	if strides == nil {
		return []int{}
	}
	return ints(strides, C.ct_iter_ndim(it.c()))
}

// BroadcastSizes returns the sizes that the operands broadcast to, in the order of the tensors' dims, before ordering
// and fusing.
func (it *Iter) BroadcastSizes() []int {
	defer runtime.KeepAlive(it)
	return ints(C.ct_iter_broadcast_sizes(it.c()), C.ct_iter_broadcast_ndim(it.c()))
}

// Permutation returns how the dims were ordered before they were fused: entry k names the dim of [Iter.BroadcastSizes]
// that is the k-th fastest.
func (it *Iter) Permutation() []int {
	defer runtime.KeepAlive(it)
	return ints(C.ct_iter_permutation(it.c()), C.ct_iter_broadcast_ndim(it.c()))
}

// CommonDType returns the dtype that the inputs promote to, or Undefined if it was not determined.
func (it *Iter) CommonDType() DType {
	defer runtime.KeepAlive(it)
	return DType(C.ct_iter_common_dtype(it.c()))
}

// DType returns an operand's dtype as the loop sees it.
func (it *Iter) DType(operand int) DType {
	defer runtime.KeepAlive(it)
	return DType(C.ct_iter_dtype(it.c(), int32Of(operand)))
}

// Operand returns an operand's tensor, for example an output that NewIter allocated.
func (it *Iter) Operand(operand int) (*Tensor, error) {
	if err := it.enter("Operand"); err != nil {
		return nil, err
	}
	defer it.leave()
	return made(C.go_iter_operand(it.handle, int32Of(operand)))
}
