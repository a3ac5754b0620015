// Package direct calls the C library as a C program does, so that the results and the time of the binding's calls can
// be compared with it.
package direct

/*
#cgo pkg-config: ctensor
#include <ctensor.h>
#include <string.h>
#include <time.h>

typedef ct_status (*direct_call)(ct_tensor **t, bool given, ct_tensor **o, bool *told, ct_error *e);
typedef struct {
  const char *name;
  direct_call fresh, out;
} direct_op;

#include "ops.h"

typedef struct {
  ct_tensor *outs[2];
  bool told;
  ct_status status;
  char message[248];
} direct_result;

static int direct_count(void) { return (int)(sizeof direct_ops / sizeof *direct_ops); }
static const char *direct_name(int op) { return direct_ops[op].name; }

static direct_result direct_run(int op, bool out, ct_tensor *a, ct_tensor *b, ct_tensor *c, bool given, ct_tensor *out0,
                                ct_tensor *out1) {
  ct_tensor *inputs[] = {a, b, c};
  direct_result r = {{out0, out1}};
  ct_error error = {sizeof error};
  r.status = (out ? direct_ops[op].out : direct_ops[op].fresh)(inputs, given, r.outs, &r.told, &error);
  memcpy(r.message, error.message, sizeof r.message);
  return r;
}

// Whether two dense tensors are equal in shape, strides and every bit.
static bool direct_same(const ct_tensor *a, const ct_tensor *b) {
  size_t shape = (size_t)ct_tensor_ndim(a) * sizeof(int64_t);
  return ct_tensor_ndim(a) == ct_tensor_ndim(b) && ct_tensor_dtype(a) == ct_tensor_dtype(b) &&
         memcmp(ct_tensor_sizes(a), ct_tensor_sizes(b), shape) == 0 &&
         memcmp(ct_tensor_strides(a), ct_tensor_strides(b), shape) == 0 &&
         memcmp(ct_tensor_data(a), ct_tensor_data(b),
                (size_t)(ct_tensor_numel(a) * ct_dtype_size(ct_tensor_dtype(a)))) == 0;
}

static double direct_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

static double time_add_out(ct_tensor *a, ct_tensor *b, ct_tensor *out, int times) {
  ct_error error = {sizeof error};
  double began = direct_now();
  for (int i = 0; i < times; i++) ct_add_out(a, b, out, &error);
  return (direct_now() - began) / times;
}

static double time_add_number_out(ct_tensor *a, double b, ct_tensor *out, int times) {
  ct_error error = {sizeof error};
  double began = direct_now();
  for (int i = 0; i < times; i++) {
    ct_number number;
    ct_add_out(a, ct_number_of(ct_scalar_f64(b), &number), out, &error);
  }
  return (direct_now() - began) / times;
}

static double time_add(ct_tensor *a, ct_tensor *b, int times) {
  ct_error error = {sizeof error};
  double began = direct_now();
  for (int i = 0; i < times; i++) {
    ct_tensor *out = NULL;
    ct_add(a, b, &out, &error);
    ct_tensor_release(out);
  }
  return (direct_now() - began) / times;
}
*/
import "C"

import "unsafe"

// Count returns the number of ops.
func Count() int { return int(C.direct_count()) }

// Name returns the name of an op.
func Name(op int) string { return C.GoString(C.direct_name(C.int(op))) }

// Result is the outcome of a call.
type Result struct {
	Outs    [2]unsafe.Pointer // of a call without outs, references that the caller owns
	Told    bool
	Status  int32
	Message string
}

// Call calls an op with up to three inputs, and writes into the outs if there are any.
func Call(op int, inputs []unsafe.Pointer, given bool, outs []unsafe.Pointer) Result {
	var t [3]*C.ct_tensor
	for i, input := range inputs {
		t[i] = (*C.ct_tensor)(input)
	}
	var o [2]*C.ct_tensor
	for i, out := range outs {
		o[i] = (*C.ct_tensor)(out)
	}
	r := C.direct_run(C.int(op), len(outs) > 0, t[0], t[1], t[2], C.bool(given), o[0], o[1])
	result := Result{Told: bool(r.told), Status: int32(r.status), Message: C.GoString(&r.message[0])}
	if len(outs) == 0 {
		result.Outs = [2]unsafe.Pointer{unsafe.Pointer(r.outs[0]), unsafe.Pointer(r.outs[1])}
	}
	return result
}

// Same reports whether two dense tensors are equal in shape, strides and every bit.
func Same(a, b unsafe.Pointer) bool { return bool(C.direct_same((*C.ct_tensor)(a), (*C.ct_tensor)(b))) }

// AddOut returns the time of one ct_add_out, in ns.
func AddOut(a, b, out unsafe.Pointer, times int) float64 {
	return float64(C.time_add_out((*C.ct_tensor)(a), (*C.ct_tensor)(b), (*C.ct_tensor)(out), C.int(times)))
}

// AddNumberOut returns the time of one ct_add_out with a number on the stack, in ns.
func AddNumberOut(a unsafe.Pointer, b float64, out unsafe.Pointer, times int) float64 {
	return float64(C.time_add_number_out((*C.ct_tensor)(a), C.double(b), (*C.ct_tensor)(out), C.int(times)))
}

// Add returns the time of one ct_add and its ct_tensor_release, in ns.
func Add(a, b unsafe.Pointer, times int) float64 {
	return float64(C.time_add((*C.ct_tensor)(a), (*C.ct_tensor)(b), C.int(times)))
}
