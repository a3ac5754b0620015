// NumPy's format of one array. Source: NumPy's "NEP 1, a simple file format for NumPy arrays", and the versions 2 and 3
// since.
#pragma once

#include "interchange/bytes.h"
#include "tensor/tensor.h"

namespace ct {

constexpr char kNpyMagic[] = {'\x93', 'N', 'U', 'M', 'P', 'Y'};

struct NpyHeader {
  DType dtype;
  bool swapped;  // its bytes are in the order of other processors
  bool fortran;  // the first dim is the densest
  DimVec sizes;
  int64_t nbytes;  // of all elements
};

// How many bytes lie before the elements, from the first kNpyPrefix bytes of `available`. Errors name the bytes by
// `name` and `begin`, the offset of the first one.
constexpr int64_t kNpyPrefix = 12;
int64_t npy_header_bytes(const char *prefix, int64_t available, const char *name, int64_t begin);
// What the header of so many bytes says. Throws CT_ERROR_FORMAT, and CT_ERROR_DTYPE for what is no dtype here.
NpyHeader parse_npy(const char *header, int64_t bytes, const char *name, int64_t begin);

// The elements of an npy that lies in bytes from `begin` to `end`: read-only and without a copy where `bytes` has them
// in memory, in the order and at the alignment that this processor wants.
Ref<Tensor> get_npy(const Bytes &bytes, int64_t begin, int64_t end);
// The same for elements that read(to) puts into memory.
template <class Read>
Ref<Tensor> read_npy(const NpyHeader &header, Read &&read);

// Writes a header of version 1 to `to`, and returns its bytes, a multiple of 64. Throws CT_ERROR_DTYPE for a dtype that
// NumPy has not.
constexpr int64_t kMostNpyHeader = 2048;  // for 64 sizes of 19 digits, and more
int64_t write_npy_header(char *to, DType dtype, Dims sizes, bool fortran);

// A new tensor of the sizes, whose dims lie in memory in their order, or with the first one densest.
Ref<Tensor> new_tensor(Dims sizes, DType dtype, bool fortran);

template <class Read>
Ref<Tensor> read_npy(const NpyHeader &header, Read &&read) {
  Ref<Tensor> t = new_tensor(header.sizes, header.dtype, header.fortran);
  read(t->data());
  if (header.swapped) swap_bytes(t->data(), header.nbytes, header.dtype);
  return t;
}

// A tensor of elements where they lie in `bytes`, which must be in memory. It is read-only, and keeps `bytes` alive.
Ref<Tensor> mapped(const Bytes &bytes, int64_t offset, Dims sizes, DType dtype, bool fortran);
// Whether elements can stay where they are.
bool can_be_mapped(const Bytes &bytes, int64_t offset, DType dtype) noexcept;

}  // namespace ct
