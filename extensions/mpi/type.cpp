// The MPI datatype of a strided tensor: nested vectors over as few dims as its memory allows.
#include "type.h"

#include <climits>

namespace ct_mpi {

MPI_Datatype base_type(ct_dtype dtype) {
  switch (dtype) {
    case CT_BOOL:
    case CT_UINT8:
      return MPI_UINT8_T;
    case CT_INT8:
      return MPI_INT8_T;
    case CT_INT16:
      return MPI_INT16_T;
    case CT_INT32:
      return MPI_INT32_T;
    case CT_INT64:
      return MPI_INT64_T;
    case CT_FLOAT16:
    case CT_BFLOAT16:
    case CT_UINT16:
      return MPI_UINT16_T;
    case CT_FLOAT32:
      return MPI_FLOAT;
    case CT_FLOAT64:
      return MPI_DOUBLE;
    case CT_COMPLEX32: {
      static MPI_Datatype pair = [] {
        MPI_Datatype made = MPI_DATATYPE_NULL;
        check(MPI_Type_contiguous(2, MPI_UINT16_T, &made));
        check(MPI_Type_commit(&made));
        return made;
      }();
      return pair;
    }
    case CT_COMPLEX64:
      return MPI_C_FLOAT_COMPLEX;
    case CT_COMPLEX128:
      return MPI_C_DOUBLE_COMPLEX;
    case CT_UINT32:
      return MPI_UINT32_T;
    case CT_UINT64:
      return MPI_UINT64_T;
    default:
      fail(CT_ERROR_DTYPE, "there is no dtype ", static_cast<int64_t>(dtype));
  }
}

namespace {

constexpr int64_t kBlock = int64_t{1} << 30;

// A vector of `count` times `block` elements of a type, so many bytes apart. MPI counts with ints, so a longer one
// consists of vectors of vectors, and a remainder.
Type vector_of(int64_t count, int block, int64_t stride, MPI_Datatype type) {
  MPI_Datatype made = MPI_DATATYPE_NULL;
  if (stride == -1 && count <= INT_MAX) {
    // Open MPI 4.1 takes a vector's stride of -1 byte for +1; as the extent of a type it is right.
    check(MPI_Type_contiguous(block, type, &made));
    const Type one(std::exchange(made, MPI_DATATYPE_NULL));
    check(MPI_Type_create_resized(one.get(), 0, -1, &made));
    const Type back(std::exchange(made, MPI_DATATYPE_NULL));
    check(MPI_Type_contiguous(static_cast<int>(count), back.get(), &made));
    return Type(made);
  }
  if (count <= INT_MAX) {
    check(MPI_Type_create_hvector(static_cast<int>(count), block, static_cast<MPI_Aint>(stride), type, &made));
    return Type(made);
  }
  const int64_t whole = count / kBlock;
  const Type one = vector_of(kBlock, block, stride, type), many = vector_of(whole, 1, stride * kBlock, one.get()),
             rest = vector_of(count % kBlock, block, stride, type);
  const int lengths[] = {1, 1};
  const MPI_Aint places[] = {0, static_cast<MPI_Aint>(whole * kBlock * stride)};
  const MPI_Datatype types[] = {many.get(), rest.get()};
  check(MPI_Type_create_struct(2, lengths, places, types, &made));
  return Type(made);
}

Type committed(Type type) {
  MPI_Datatype handle = type.get();
  check(MPI_Type_commit(&handle));
  return type;
}

}  // namespace

Type type_of(const ct_tensor *t) {
  const int64_t itemsize = ct_tensor_itemsize(t);
  MPI_Datatype base = base_type(ct_tensor_dtype(t));
  if (ct_tensor_numel(t) == 0) return committed(vector_of(0, 1, 0, base));
  // Dims from the last one on, with strides in bytes.
  int64_t counts[kMaxDims], steps[kMaxDims];
  int32_t ndim = 0;
  for (int32_t d = ct_tensor_ndim(t) - 1; d >= 0; --d) {
    const int64_t size = ct_tensor_sizes(t)[d], step = ct_tensor_strides(t)[d] * itemsize;
    if (size == 1) continue;
    if (ndim > 0 && step == steps[ndim - 1] * counts[ndim - 1]) {
      counts[ndim - 1] *= size;
    } else {
      counts[ndim] = size, steps[ndim] = step, ++ndim;
    }
  }
  int32_t d = 0;
  int block = 1;
  if (ndim > 0 && steps[0] == itemsize && counts[0] <= INT_MAX) block = static_cast<int>(counts[d++]);
  Type type = d < ndim ? vector_of(counts[d], block, steps[d], base) : vector_of(1, block, itemsize, base);
  for (++d; d < ndim; ++d) type = vector_of(counts[d], 1, steps[d], type.get());
  return committed(std::move(type));
}

Type run_of(int64_t count, ct_dtype dtype) {
  return committed(vector_of(count, 1, ct_dtype_size(dtype), base_type(dtype)));
}

Counted::Counted(int64_t count, ct_dtype dtype) : count_(static_cast<int>(count)), base_(base_type(dtype)) {
  if (count <= INT_MAX) return;
  made_ = run_of(count, dtype);
  count_ = 1;
}

}  // namespace ct_mpi

extern "C" ct_status ct_mpi_type(const ct_tensor *t, MPI_Datatype *type, ct_error *error) {
  using namespace ct_mpi;
  return guarded("ct_mpi_type", error, [&] {
    if (type == nullptr) fail(CT_ERROR_INVALID, "type is NULL");
    *type = MPI_DATATYPE_NULL;
    check_initialized();
    if (t == nullptr) fail(CT_ERROR_INVALID, "t is NULL");
    if (ct_is_deferred(t)) fail(CT_ERROR_INVALID, "t is deferred, and has no elements yet");
    const ErrorsReturn errors_return(MPI_COMM_WORLD);
    *type = type_of(t).detach();
  });
}
