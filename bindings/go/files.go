package ctensor

/*
#include "shim.h"

typedef struct {
  ct_file *out;
  go_done done;
} go_file;

static inline go_file go_file_open(const char *path, uint32_t flags) {
  go_file r = {0};
  GO_CALL(r.done, ct_file_open(path, flags, &r.out, &error));
  return r;
}

// Opens a copy of the bytes, which the file then owns.
static inline go_file go_file_of_bytes(const void *bytes, size_t count, uint32_t flags) {
  go_file r = {0};
  void *const copy = malloc(count + 1);
  if (copy == NULL) {
    r.done = (go_done){CT_ERROR_OUT_OF_MEMORY, strdup("OpenBytes: no memory for a copy of the bytes")};
    return r;
  }
  if (count > 0) memcpy(copy, bytes, count);
  GO_CALL(r.done, ct_file_open_memory(copy, (int64_t)count, flags, free, copy, &r.out, &error));
  return r;
}

static inline go_made go_file_get(const ct_file *file, int64_t index) {
  go_made r = {0};
  GO_CALL(r.done, ct_file_get(file, index, &r.out, &error));
  return r;
}

static inline go_done go_file_save(const char *path, ct_format format, uint32_t flags, char **texts, ct_tensor **tensors,
                                   int32_t count, int32_t pairs) {
  go_done r;
  const char *const *const names = (const char *const *)texts;
  GO_CALL(r, ct_file_save(path, format, flags, names, (const ct_tensor *const *)tensors, count, names + count,
                          names + count + pairs, pairs, &error));
  return r;
}

static inline go_made go_npy_load(const char *path, uint32_t flags) {
  go_made r = {0};
  GO_CALL(r.done, ct_npy_load(path, flags, &r.out, &error));
  return r;
}

static inline go_done go_npy_save(const char *path, const ct_tensor *t) {
  go_done r;
  GO_CALL(r, ct_npy_save(path, t, &error));
  return r;
}
*/
import "C"

import (
	"fmt"
	"runtime"
	"strings"
	"unsafe"
)

// FileFormat is the format of a file.
type FileFormat uint32

const (
	Npy         FileFormat = C.CT_NPY         // NumPy's format of one array
	Npz         FileFormat = C.CT_NPZ         // NumPy's format of several arrays
	Safetensors FileFormat = C.CT_SAFETENSORS // the format of the safetensors package
)

// FileOptions are the options for opening a file. nil is the same as FileOptions{}.
type FileOptions struct {
	Copy     bool // map nothing, for files that may be truncated while they are open
	Trailing bool // accept bytes after the last tensor of a safetensors file
}

func (o *FileOptions) flags() C.uint32_t {
	var flags C.uint32_t
	if o != nil && o.Copy {
		flags |= C.CT_FILE_COPY
	}
	if o != nil && o.Trailing {
		flags |= C.CT_FILE_TRAILING
	}
	return flags
}

// NamedTensor is a tensor to save, and its name in the file.
type NamedTensor struct {
	Name   string
	Tensor *Tensor
}

// Metadata is a key and a value of a safetensors file.
type Metadata struct{ Key, Value string }

// File is an open file of named tensors: npy, npz or safetensors. Goroutines may share one, but none may use it while
// another closes it. Its tensors outlive it.
type File struct {
	handle  *C.ct_file
	cleanup runtime.Cleanup
}

// OpenFile opens a file. Its tensors lie in a map of the file wherever they can, and are then read-only.
func OpenFile(path string, options *FileOptions) (*File, error) {
	name, err := cText("OpenFile", path)
	if err != nil {
		return nil, err
	}
	defer C.free(unsafe.Pointer(name))
	return ownFile(C.go_file_open(name, options.flags()))
}

// OpenBytes opens a file whose bytes are given. They are copied, whatever the option Copy says.
func OpenBytes(bytes []byte, options *FileOptions) (*File, error) {
	data, count := unsafe.Pointer(unsafe.SliceData(bytes)), C.size_t(len(bytes))
	return ownFile(C.go_file_of_bytes(data, count, options.flags()&^C.CT_FILE_COPY))
}

func ownFile(r C.go_file) (*File, error) {
	if r.done.status != 0 {
		return nil, failure(r.done)
	}
	file := &File{handle: r.out}
	file.cleanup = runtime.AddCleanup(file, func(handle *C.ct_file) { C.ct_file_release(handle) }, r.out)
	return file, nil
}

// Close releases the file; its map lives until the last tensor over it is gone. Every later use of f except another
// Close is an error. A file that is not closed is released when it becomes garbage.
func (f *File) Close() {
	if f == nil || f.handle == nil {
		return
	}
	handle := f.handle
	f.handle = nil
	f.cleanup.Stop()
	C.ct_file_release(handle)
	runtime.KeepAlive(f)
}

func (f *File) c() *C.ct_file {
	if f == nil {
		return nil
	}
	return f.handle
}

// Format returns the format that the file's first bytes show.
func (f *File) Format() FileFormat {
	defer runtime.KeepAlive(f)
	return FileFormat(C.ct_file_format(f.c()))
}

// Names returns the names of the tensors, in the order of the file.
func (f *File) Names() []string {
	defer runtime.KeepAlive(f)
	names := make([]string, max(C.ct_file_count(f.c()), 0))
	for i := range names {
		names[i] = C.GoString(C.ct_file_name(f.c(), C.int64_t(i)))
	}
	return names
}

// Metadata returns the keys and values of a safetensors file.
func (f *File) Metadata() []Metadata {
	defer runtime.KeepAlive(f)
	all := make([]Metadata, max(C.ct_file_metadata_count(f.c()), 0))
	for i := range all {
		index := C.int64_t(i)
		all[i] = Metadata{C.GoString(C.ct_file_metadata_key(f.c(), index)), C.GoString(C.ct_file_metadata_value(f.c(), index))}
	}
	return all
}

// Get returns the tensor of that name.
func (f *File) Get(name string) (*Tensor, error) {
	defer runtime.KeepAlive(f)
	text, err := cText("File.Get", name)
	if err != nil {
		return nil, err
	}
	defer C.free(unsafe.Pointer(text))
	index := C.ct_file_find(f.c(), text)
	if f.c() != nil && index < 0 {
		return nil, &Error{ErrIndex, fmt.Sprintf("File.Get: the file has no tensor named %q", name)}
	}
	return f.At(int(index))
}

// At returns the tensor at that index in the file's order.
func (f *File) At(index int) (*Tensor, error) {
	defer runtime.KeepAlive(f)
	return boolean(made(C.go_file_get(f.c(), C.int64_t(index))))
}

// SaveSafetensors saves tensors. The file is written beside path and then moved there.
func SaveSafetensors(path string, tensors []NamedTensor, metadata ...Metadata) error {
	return save("SaveSafetensors", path, Safetensors, 0, tensors, metadata)
}

// SaveNpz saves tensors like NumPy's savez, or with deflate like its savez_compressed.
func SaveNpz(path string, deflate bool, tensors ...NamedTensor) error {
	var flags C.uint32_t
	if deflate {
		flags = C.CT_FILE_DEFLATE
	}
	return save("SaveNpz", path, Npz, flags, tensors, nil)
}

// LoadNpy returns the tensor of an npy file.
func LoadNpy(path string, options *FileOptions) (*Tensor, error) {
	name, err := cText("LoadNpy", path)
	if err != nil {
		return nil, err
	}
	defer C.free(unsafe.Pointer(name))
	return boolean(made(C.go_npy_load(name, options.flags())))
}

// SaveNpy saves a tensor as npy.
func SaveNpy(path string, t *Tensor) error {
	defer runtime.KeepAlive(t)
	name, err := cText("SaveNpy", path)
	if err != nil {
		return err
	}
	defer C.free(unsafe.Pointer(name))
	return finish(C.go_npy_save(name, t.c()))
}

func save(function, path string, format FileFormat, flags C.uint32_t, tensors []NamedTensor, metadata []Metadata) error {
	defer runtime.KeepAlive(tensors)
	given := []string{path}
	all := make([]*Tensor, len(tensors))
	for i, one := range tensors {
		given, all[i] = append(given, one.Name), one.Tensor
	}
	for _, pair := range metadata {
		given = append(given, pair.Key)
	}
	for _, pair := range metadata {
		given = append(given, pair.Value)
	}
	texts := (**C.char)(C.calloc(C.size_t(len(given)+1), C.size_t(unsafe.Sizeof(uintptr(0)))))
	defer C.free(unsafe.Pointer(texts))
	list := unsafe.Slice(texts, len(given)+1)
	for i, text := range given {
		one, err := cText(function, text)
		if err != nil {
			return err
		}
		defer C.free(unsafe.Pointer(one))
		list[i] = one
	}
	of := handles(len(all), all)
	defer C.free(unsafe.Pointer(of))
	return finish(C.go_file_save(list[0], C.ct_format(format), flags, &list[1], of, C.int32_t(len(tensors)), C.int32_t(len(metadata))))
}

// cText returns a C string, which the caller frees.
func cText(function, text string) (*C.char, error) {
	if strings.IndexByte(text, 0) >= 0 {
		return nil, &Error{ErrInvalid, fmt.Sprintf("%s: %q has a NUL inside", function, text)}
	}
	return C.CString(text), nil
}

// boolean makes bools 0 or 1: files and the library may hold other bytes, but Go may not.
func boolean(t *Tensor, err error) (*Tensor, error) {
	if err != nil || t.DType() != Bool {
		return t, err
	}
	defer t.Close()
	not, err := LogicalNot(t)
	if err != nil {
		return nil, err
	}
	defer not.Close()
	return LogicalNot(not)
}
