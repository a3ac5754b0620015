// Package check is what the tests of the extensions' packages share.
package check

import (
	"errors"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unsafe"

	"libctensor.example/ctensor"
)

// Must returns a call's value, or ends the test if the call fails: Must(call(…))(t).
func Must[T any](value T, err error) func(t testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
}

// Of returns a tensor of these elements.
func Of(t testing.TB, values []float64, sizes ...int) *ctensor.Tensor {
	t.Helper()
	return Must(ctensor.FromSlice(values, sizes...))(t)
}

// Waves returns values without a simple pattern: sin(0), sin(1), sin(4), …
func Waves(t testing.TB, sizes ...int) *ctensor.Tensor {
	t.Helper()
	n := 1
	for _, size := range sizes {
		n *= size
	}
	x := Must(ctensor.Arange(ctensor.NewScalar(0), ctensor.NewScalar(n), ctensor.NewScalar(1), ctensor.Float64))(t)
	x = Must(ctensor.Sin(Must(ctensor.Square(x))(t)))(t)
	return Must(x.View(sizes...))(t)
}

// Near fails the test unless both have the same sizes and nearly equal elements, of any dtypes.
func Near(t testing.TB, got, want *ctensor.Tensor) {
	t.Helper()
	Sizes(t, got, want.Sizes()...)
	distances := Must(ctensor.Abs(Must(ctensor.Sub(got, want))(t)))(t)
	for _, distance := range Must(ctensor.Values[float64](Must(distances.To(ctensor.Float64, nil))(t)))(t) {
		if !(distance < 1e-10) {
			t.Fatalf("%v, wanted %v", got, want)
		}
	}
}

// Values fails the test unless the elements nearly equal these.
func Values(t testing.TB, got *ctensor.Tensor, want ...float64) {
	t.Helper()
	Near(t, got, Must(Of(t, want).View(got.Sizes()...))(t))
}

// Sizes fails the test unless these are the sizes.
func Sizes(t testing.TB, got *ctensor.Tensor, want ...int) {
	t.Helper()
	if !slices.Equal(got.Sizes(), want) {
		t.Fatalf("sizes %v, wanted %v", got.Sizes(), want)
	}
}

// Fails fails the test unless the error is of this status, and its message has these words.
func Fails(t testing.TB, err error, status ctensor.Status, words ...string) {
	t.Helper()
	if !errors.Is(err, status) {
		t.Fatalf("%v, wanted %v", err, status)
	}
	for _, word := range words {
		if !strings.Contains(err.Error(), word) {
			t.Errorf("%q has no %q", err, word)
		}
	}
}

// Forms are the two forms of a function that returns Count tensors; Into is nil if the function has no such form.
type Forms struct {
	Name  string
	Count int
	Fresh func(made []*ctensor.Tensor) error
	Into  func(out []*ctensor.Tensor) error
}

// BothForms fails the test unless both forms of each function give the same tensors.
func BothForms(t *testing.T, functions []Forms) {
	for _, one := range functions {
		made, out := make([]*ctensor.Tensor, one.Count), make([]*ctensor.Tensor, one.Count)
		if err := one.Fresh(made); err != nil {
			t.Errorf("%s: %v", one.Name, err)
			continue
		}
		if one.Into == nil {
			continue
		}
		for i := range out {
			out[i] = Must(ctensor.Zeros(made[i].DType(), 0))(t)
		}
		if err := one.Into(out); err != nil {
			t.Errorf("%sOut: %v", one.Name, err)
		}
		for i := range out {
			if !Must(ctensor.Equal(made[i], out[i]))(t) {
				t.Errorf("%s gives %v, and %sOut %v", one.Name, made[i], one.Name, out[i])
			}
		}
	}
}

// Leaks runs a package's tests with the library's memory from Go, and fails if some of it is never freed.
func Leaks(m *testing.M) {
	var mutex sync.Mutex
	blocks := map[unsafe.Pointer]*runtime.Pinner{}
	err := ctensor.SetAllocator(&ctensor.Allocator{
		Allocate: func(size, alignment uintptr) unsafe.Pointer {
			memory := make([]byte, size+alignment)
			start := (alignment - uintptr(unsafe.Pointer(&memory[0]))%alignment) % alignment
			pinner, pointer := new(runtime.Pinner), unsafe.Pointer(&memory[start])
			pinner.Pin(&memory[0])
			mutex.Lock()
			defer mutex.Unlock()
			blocks[pointer] = pinner
			return pointer
		},
		Deallocate: func(pointer unsafe.Pointer, _, _ uintptr) {
			mutex.Lock()
			defer mutex.Unlock()
			blocks[pointer].Unpin()
			delete(blocks, pointer)
		},
	})
	code := m.Run()
	left := func() int {
		mutex.Lock()
		defer mutex.Unlock()
		return len(blocks)
	}
	for wait := 0; left() > 0 && wait < 1000; wait++ {
		runtime.GC()
		time.Sleep(10 * time.Millisecond)
	}
	if err != nil || left() > 0 {
		println(left(), "blocks of the library leak", err)
		code = 1
	}
	os.Exit(code)
}
