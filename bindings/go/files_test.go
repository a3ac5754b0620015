package ctensor_test

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	. "libctensor.example/ctensor"
)

func TestNpy(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.npy")
	x := must(FromSlice([]float32{1, 2, 3, 4, 5, 6}, 2, 3))(t)
	check(t, SaveNpy(path, x))
	for _, options := range []*FileOptions{nil, {Copy: true}} {
		back := must(LoadNpy(path, options))(t)
		if !must(Equal(x, back))(t) || back.IsReadOnly() != (options == nil) {
			t.Error(back)
		}
	}
	file := must(OpenFile(path, nil))(t)
	if file.Format() != Npy || !slices.Equal(file.Names(), []string{""}) {
		t.Error(file.Format(), file.Names())
	}
	check(t, os.Remove(path))
	if !must(Equal(x, must(file.At(0))(t)))(t) {
		t.Error("the map is gone")
	}
	_, err := LoadNpy(path, nil)
	wantStatus(t, err, ErrIO)
	if !strings.Contains(err.Error(), path) {
		t.Error(err)
	}
	wantStatus(t, SaveNpy("a\x00b", x), ErrInvalid)
	wantStatus(t, SaveNpy(path, nil), ErrInvalid)
	_, err = (*File)(nil).At(0)
	wantStatus(t, err, ErrInvalid)
	_, err = (*File)(nil).Get("x")
	wantStatus(t, err, ErrInvalid)
}

func TestSafetensors(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.safetensors")
	x := must(FromSlice([]int64{1, -2}))(t)
	half := must(x.To(BFloat16, nil))(t)
	check(t, SaveSafetensors(path, []NamedTensor{{"x", x}, {"half", half}}, Metadata{"format", "pt"}))
	file := must(OpenFile(path, &FileOptions{Copy: true}))(t)
	if !slices.Equal(file.Names(), []string{"x", "half"}) || !slices.Equal(file.Metadata(), []Metadata{{"format", "pt"}}) {
		t.Error(file.Names(), file.Metadata())
	}
	if !must(Equal(half, must(file.Get("half"))(t)))(t) {
		t.Error("other elements")
	}
	_, err := file.Get("y")
	wantStatus(t, err, ErrIndex)
	_, err = file.At(2)
	wantStatus(t, err, ErrIndex)
	bytes, err := os.ReadFile(path)
	check(t, err)
	if !must(Equal(x, must(must(OpenBytes(bytes, nil))(t).Get("x"))(t)))(t) {
		t.Error("other elements")
	}
	_, err = OpenBytes(bytes[:len(bytes)-1], nil)
	wantStatus(t, err, ErrFormat)
	_, err = OpenBytes(nil, nil)
	wantStatus(t, err, ErrFormat)
	wantStatus(t, SaveSafetensors(path, []NamedTensor{{"x", x}, {"x", x}}), ErrInvalid)
	if !must(Equal(x, must(must(OpenFile(path, nil))(t).Get("x"))(t)))(t) {
		t.Error("a failure changed the file that was there")
	}
	header := `{"a":{"dtype":"BOOL","shape":[3],"data_offsets":[0,3]}}`
	made := append([]byte{byte(len(header)), 0, 0, 0, 0, 0, 0, 0}, header...)
	flags := must(must(OpenBytes(append(made, 0, 1, 7), nil))(t).Get("a"))(t)
	wantValues[bool](t, flags, false, true, true)
}

func TestNpz(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.npz")
	x := must(FromSlice([]float64{1, 2}))(t)
	for _, deflate := range []bool{false, true} {
		err := SaveNpz(path, deflate, NamedTensor{"x", x})
		if errors.Is(err, ErrUnsupported) && os.Getenv("CT_REQUIRE_ALL") == "" {
			t.Skip("libzip is not on this machine")
		}
		check(t, err)
		file := must(OpenFile(path, nil))(t)
		if file.Format() != Npz || !must(Equal(x, must(file.Get("x"))(t)))(t) {
			t.Error(file.Format(), file.Names())
		}
	}
}

func TestFilesThatAreCutShortOrMissing(t *testing.T) {
	folder := t.TempDir()
	x := must(FromSlice([]float64{1, 2, 3}))(t)
	npy, safetensors := filepath.Join(folder, "t.npy"), filepath.Join(folder, "t.safetensors")
	check(t, SaveNpy(npy, x))
	check(t, SaveSafetensors(safetensors, []NamedTensor{{"x", x}}))
	for _, options := range []*FileOptions{nil, {Copy: true}} {
		for _, path := range []string{npy, safetensors} {
			whole := must(os.ReadFile(path))(t)
			for _, length := range []int{0, 4, 9, len(whole) / 2, len(whole) - 1} {
				cut := filepath.Join(folder, "cut")
				check(t, os.WriteFile(cut, whole[:length], 0o600))
				file, err := OpenFile(cut, options)
				if err == nil { // a file of npy reads its elements only when they are asked for
					_, err = file.At(0)
				}
				wantStatus(t, err, ErrFormat)
				if !strings.Contains(err.Error(), cut) {
					t.Errorf("%q does not name the file", err)
				}
			}
		}
		_, err := OpenFile(filepath.Join(folder, "none"), options)
		wantStatus(t, err, ErrIO)
		_, err = OpenFile(folder, options)
		wantStatus(t, err, ErrIO)
		_, err = LoadNpy(safetensors, options)
		wantStatus(t, err, ErrFormat)
	}
	wantStatus(t, SaveNpy(filepath.Join(folder, "none", "t.npy"), x), ErrIO)
}

func TestBytesBehindTheLastTensor(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.safetensors")
	x := must(FromSlice([]int32{1, 2}))(t)
	check(t, SaveSafetensors(path, []NamedTensor{{"x", x}}))
	longer := append(must(os.ReadFile(path))(t), 0, 0)
	check(t, os.WriteFile(path, longer, 0o600))
	for _, options := range []*FileOptions{nil, {Copy: true}} {
		_, err := OpenBytes(longer, options)
		wantStatus(t, err, ErrFormat)
		_, err = OpenFile(path, options)
		wantStatus(t, err, ErrFormat)
	}
	for _, options := range []*FileOptions{{Trailing: true}, {Trailing: true, Copy: true}} {
		wantValues[int32](t, must(must(OpenBytes(longer, options))(t).Get("x"))(t), 1, 2)
		wantValues[int32](t, must(must(OpenFile(path, options))(t).Get("x"))(t), 1, 2)
	}
}

func TestUseOfAClosedFileIsAnError(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.safetensors")
	x := must(FromSlice([]int32{1, 2}))(t)
	check(t, SaveSafetensors(path, []NamedTensor{{"x", x}}, Metadata{"a", "b"}))
	file := must(OpenFile(path, nil))(t)
	file.Close()
	file.Close()
	_, err := file.Get("x")
	wantStatus(t, err, ErrInvalid)
	_, err = file.At(0)
	wantStatus(t, err, ErrInvalid)
	if file.Format() != 0 || len(file.Names()) != 0 || len(file.Metadata()) != 0 {
		t.Error("a closed file has something left")
	}
	var none *File
	none.Close()
}

// isMapped reports whether a file of that name is in the memory of this process.
func isMapped(t *testing.T, name string) bool {
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		t.Skip("this system does not tell what is mapped")
	}
	return strings.Contains(string(maps), name)
}

func TestTheMapGoesWithTheLastTensor(t *testing.T) {
	const name = "mapped-by-the-tests-of-files.safetensors"
	path := filepath.Join(t.TempDir(), name)
	x := must(FromSlice([]float32{1, 2, 3, 4}, 2, 2))(t)
	check(t, SaveSafetensors(path, []NamedTensor{{"x", x}}))
	file := must(OpenFile(path, nil))(t)
	back := must(file.Get("x"))(t)
	file.Close()
	row := must(back.Select(0, 1))(t)
	back.Close()
	runtime.GC()
	wantValues[float32](t, row, 3, 4)
	wantStatus(t, row.Fill(NewScalar(0)), ErrReadOnly)
	if !isMapped(t, name) {
		t.Error("the view does not lie in the map")
	}
	row.Close()
	if isMapped(t, name) {
		t.Error("the map outlives the last tensor")
	}
	func() { // what is opened here becomes garbage
		must(must(OpenFile(path, nil))(t).Get("x"))(t)
	}()
	if !collected(func() bool { return !isMapped(t, name) }) {
		t.Error("the map of a file that is garbage stays")
	}
}

func TestGoroutinesShareAFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.safetensors")
	x := must(FromSlice([]float32{1, 2, 3}))(t)
	check(t, SaveSafetensors(path, []NamedTensor{{"x", x}, {"y", x}}))
	file := must(OpenFile(path, nil))(t)
	var group sync.WaitGroup
	for range 8 {
		group.Add(1)
		go func() {
			defer group.Done()
			for _, name := range file.Names() {
				if back, err := file.Get(name); err != nil {
					t.Error(err)
				} else if same, err := Equal(x, back); err != nil || !same {
					t.Error(name, same, err)
				}
			}
		}()
	}
	group.Wait()
}
