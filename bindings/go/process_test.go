package ctensor_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
	"unsafe"

	. "libctensor.example/ctensor"
)

// Settings that a process can set only once are each tested in a process of their own.
func init() {
	children["executor"] = useExecutor
	children["pool"] = usePool
	children["allocator"] = useAllocator
	children["panic"] = panicInRelease
}

func runChild(name string) ([]byte, error) {
	command := exec.Command(os.Args[0])
	command.Env = append(os.Environ(), "CTENSOR_TEST_CHILD="+name)
	return command.CombinedOutput()
}

func TestProcessWideSettings(t *testing.T) {
	for _, name := range []string{"executor", "pool", "allocator"} {
		if output, err := runChild(name); err != nil {
			t.Errorf("%s: %v\n%s", name, err, output)
		}
	}
}

func TestAPanicWhereNoCallCanBringItEndsTheProgram(t *testing.T) {
	output, err := runChild("panic")
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 2 {
		t.Errorf("%v\n%s", err, output)
	}
}

func panicInRelease() error {
	x, err := Borrow([]float32{1}, &BorrowOptions{Release: func() { panic("in release") }})
	if err != nil {
		return err
	}
	x.Close()
	return nil
}

func useExecutor() error {
	if err := SetExecutor(&Executor{NumThreads: 4}); !errors.Is(err, ErrInvalid) {
		return fmt.Errorf("no ParallelFor: %v", err)
	}
	var fail error
	var panics any
	calls := 0
	err := SetExecutor(&Executor{NumThreads: 4, ParallelFor: func(ntasks int, task func(int)) error {
		calls++
		if panics != nil {
			panic(panics)
		}
		var group sync.WaitGroup
		for index := range ntasks {
			group.Add(1)
			go func() {
				defer group.Done()
				task(index)
			}()
		}
		group.Wait()
		return fail
	}})
	if err != nil {
		return err
	}
	x, err := Ones(Float32, 1<<20)
	if err != nil {
		return err
	}
	y, err := Add(x, x)
	if err != nil || calls == 0 {
		return fmt.Errorf("%d calls of ParallelFor, %v", calls, err)
	}
	if err := SetExecutor(nil); !errors.Is(err, ErrBusy) {
		return fmt.Errorf("once in use, it can be changed: %v", err)
	}
	it, err := NewIter(&IterConfig{Preset: PresetUnary, Outputs: []*Tensor{y}, Inputs: []*Tensor{x}})
	if err != nil {
		return err
	}
	wanted := errors.New("of a loop")
	if err := it.ForEach(1000, func(Piece) error { return wanted }); err != wanted {
		return fmt.Errorf("a loop's error became %v", err)
	}
	fail = errors.New("of the executor")
	if err := AddOut(y, x, x); err != fail {
		return fmt.Errorf("the executor's error became %v", err)
	}
	fail, panics = nil, "in the executor"
	defer func() { panics = nil }()
	if value := recovered(func() { AddOut(y, x, x) }); value != panics {
		return fmt.Errorf("the executor's panic became %v", value)
	}
	return nil
}

func usePool() error {
	if err := SetThreadPool(-1); !errors.Is(err, ErrInvalid) {
		return fmt.Errorf("-1 threads: %v", err)
	}
	if err := SetThreadPool(3); err != nil {
		return err
	}
	if threads := NumThreads(); threads < 1 || threads > 3 {
		return fmt.Errorf("%d threads of 3", threads)
	}
	x, err := Ones(Float32, 1<<20)
	if err != nil {
		return err
	}
	sum, err := Sum(x, nil)
	if err != nil {
		return err
	}
	if total, err := sum.Item(); err != nil || total.Float() != 1<<20 {
		return fmt.Errorf("the sum is %v, %v", total, err)
	}
	if err := SetThreadPool(3); !errors.Is(err, ErrBusy) {
		return fmt.Errorf("a second pool: %v", err)
	}
	return nil
}

func recovered(run func()) (value any) {
	defer func() { value = recover() }()
	run()
	return nil
}

// Every block is pinned Go memory, and counted, which shows that nothing leaks.
func useAllocator() error {
	type block struct {
		pinner runtime.Pinner
		size   uintptr
	}
	var mutex sync.Mutex
	blocks, total := map[unsafe.Pointer]*block{}, 0
	err := SetAllocator(&Allocator{
		Allocate: func(size, alignment uintptr) unsafe.Pointer {
			memory := make([]byte, size+alignment)
			start := (alignment - uintptr(unsafe.Pointer(&memory[0]))%alignment) % alignment
			one, pointer := &block{size: size}, unsafe.Pointer(&memory[start])
			one.pinner.Pin(&memory[0])
			mutex.Lock()
			defer mutex.Unlock()
			blocks[pointer] = one
			total++
			return pointer
		},
		Deallocate: func(pointer unsafe.Pointer, size, alignment uintptr) {
			mutex.Lock()
			defer mutex.Unlock()
			one := blocks[pointer]
			if one == nil || one.size != size {
				panic("a block that was never allocated")
			}
			one.pinner.Unpin()
			delete(blocks, pointer)
		},
	})
	if err != nil {
		return err
	}
	for range 20 {
		if err := useEverything(); err != nil {
			return err
		}
	}
	left := func() int {
		mutex.Lock()
		defer mutex.Unlock()
		return len(blocks)
	}
	if !collected(func() bool { return left() == 0 }) {
		return fmt.Errorf("%d of %d blocks leak", left(), total)
	}
	if total == 0 {
		return errors.New("nothing was allocated")
	}
	if err := SetAllocator(nil); !errors.Is(err, ErrBusy) {
		return fmt.Errorf("once in use, it can be changed: %v", err)
	}
	return nil
}

// useEverything leaves some things to the collector, closes others, and fails in many ways.
func useEverything() error {
	x, err := FromSlice([]float32{1, 2, 3, 4}, 2, 2)
	if err != nil {
		return err
	}
	values, indices, err := MaxDim(x, 0, nil)
	if err != nil {
		return err
	}
	values.Close()
	if _, err := Add(x, indices); err != nil {
		return err
	}
	if _, err := Add(x, nil); err == nil {
		return errors.New("a sum with nil")
	}
	if _, err := x.View(3); err == nil {
		return errors.New("a wrong view")
	}
	if _, err := Values[float32](x); err != nil {
		return err
	}
	it, err := NewIter(&IterConfig{Preset: PresetUnary, Outputs: []*Tensor{nil}, Inputs: []*Tensor{x}})
	if err != nil {
		return err
	}
	stop := errors.New("stop")
	if err := it.ForEach(0, func(Piece) error { return stop }); err != stop {
		return err
	}
	for range it.Pieces(0, 4) {
		break
	}
	recovered(func() {
		for range it.Pieces(0, 4) {
			panic("in a piece")
		}
	})
	if err := AddOut(x, x, x); err != nil {
		return err
	}
	if err := Write(x, func(values []float32) { values[0] = 0 }); err != nil {
		return err
	}
	loan, err := Borrow([]float32{1, 2}, nil)
	if err != nil {
		return err
	}
	managed, err := loan.ToDLPack()
	if err != nil {
		return err
	}
	if _, err := FromDLPack(managed); err != nil {
		return err
	}
	if err := useFiles(x); err != nil {
		return err
	}
	return x.Resize(Contiguous, 100)
}

func useFiles(x *Tensor) error {
	folder, err := os.MkdirTemp("", "ctensor")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "t")
	if err := SaveNpy(path, x); err != nil {
		return err
	}
	if _, err := LoadNpy(path, &FileOptions{Copy: true}); err != nil {
		return err
	}
	if err := SaveSafetensors(path, []NamedTensor{{"x", x}, {"x", x}}); err == nil {
		return errors.New("two of one name")
	}
	if err := SaveSafetensors(path, []NamedTensor{{"x", x}}, Metadata{"a", "b"}, Metadata{"c", "d\x00"}); err == nil {
		return errors.New("a text with a NUL")
	}
	if err := SaveSafetensors(path, []NamedTensor{{"x", x}}, Metadata{"a", "b"}); err != nil {
		return err
	}
	file, err := OpenFile(path, nil) // left to the collector
	if err != nil {
		return err
	}
	if _, err := file.Get("x"); err != nil {
		return err
	}
	if _, err := file.Get("y"); err == nil {
		return errors.New("a tensor that is not there")
	}
	bytes, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if _, err := OpenBytes(bytes[1:], nil); err == nil {
		return errors.New("a file without its first byte")
	}
	closed, err := OpenBytes(bytes, nil)
	if err != nil {
		return err
	}
	defer closed.Close()
	_, err = closed.Get("x")
	return err
}
