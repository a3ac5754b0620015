// DLPack: the codes of dtypes, the structs that are handed out, and the checks on those that come in.
#include "interchange/dlpack.h"

#include <type_traits>

#include "runtime/error.h"

namespace ct {

namespace {

DLDataType code_of(DType dtype) {
  const auto code = dtype == DType::Bool       ? kDLBool
                    : dtype == DType::BFloat16 ? kDLBfloat
                    : is_floating(dtype)       ? kDLFloat
                    : is_complex(dtype)        ? kDLComplex
                    : is_unsigned(dtype)       ? kDLUInt
                                               : kDLInt;
  return {static_cast<uint8_t>(code), static_cast<uint8_t>(8 * dtype_size(dtype)), 1};
}

DType dtype_of(const DLDataType &type) {
  if (type.lanes != 1) {
    fail(CT_ERROR_DTYPE, "an element of ", int32_t{type.lanes}, " lanes; only 1 lane is known");
  }
  for (uint32_t i = 1; i < uint32_t{kNumDTypes}; ++i) {
    const auto dtype = static_cast<DType>(i);
    const DLDataType known = code_of(dtype);
    if (known.code == type.code && known.bits == type.bits) return dtype;
  }
  fail(CT_ERROR_DTYPE, "no dtype is DLPack's code ", int32_t{type.code}, " with ", int32_t{type.bits}, " bits");
}

// Accepts memory that the CPU can read and write at its address.
void check_device(const DLDevice &device) {
  const auto kind = static_cast<int32_t>(device.device_type);
  for (const int32_t readable : {kDLCPU, kDLCUDAHost, kDLROCMHost, kDLCUDAManaged}) {
    if (kind == readable) return;
  }
  fail(CT_ERROR_UNSUPPORTED, "the data is on DLPack's device type ", kind, ", number ", device.device_id,
       ", but tensors are on the CPU (types 1, 3, 11 and 13)");
}

// A struct and what it points to, in one block. It has sizes and strides of its own, because the tensor may be resized
// in the meantime.
template <class Managed>
struct Exported {
  Managed managed{};
  Ref<Storage> storage;
  DimVec sizes, strides;

  explicit Exported(const Tensor &t) : storage(t.keep_storage()), sizes(t.sizes()), strides(t.strides()) {}
};

template <class Managed>
void delete_exported(Managed *managed) {
  if (managed != nullptr) destroy(static_cast<Exported<Managed> *>(managed->manager_ctx));
}

template <class Managed>
constexpr bool kVersioned = std::is_same_v<Managed, DLManagedTensorVersioned>;

}  // namespace

template <class Managed>
Managed *to_dlpack(const Tensor &t) {
  if (t.is_meta()) fail(CT_ERROR_INVALID, "t is meta: it has no data");
  if (t.is_read_only() && !kVersioned<Managed>) {
    fail(CT_ERROR_READ_ONLY, "t is read-only, which the legacy struct cannot say; ct_to_dlpack's can");
  }
  auto *const exported = make<Exported<Managed>>(t);
  Managed &managed = exported->managed;
  if constexpr (kVersioned<Managed>) {
    managed.version = {DLPACK_MAJOR_VERSION, DLPACK_MINOR_VERSION};
    managed.flags = t.is_read_only() ? DLPACK_FLAG_BITMASK_READ_ONLY : 0;
  }
  managed.manager_ctx = exported;
  managed.deleter = delete_exported<Managed>;
  managed.dl_tensor = {t.numel() == 0 ? nullptr : exported->storage->data() + t.offset() * t.itemsize(),
                       {kDLCPU, 0},
                       t.ndim(),
                       code_of(t.dtype()),
                       exported->sizes.data(),
                       exported->strides.data(),
                       0};
  return &managed;
}

template <class Managed>
Ref<Tensor> from_dlpack(Loan &loan, const Managed &managed) {
  bool read_only = false;
  if constexpr (kVersioned<Managed>) {
    // of another major version only the version and the deleter are known
    if (managed.version.major != DLPACK_MAJOR_VERSION) {
      fail(CT_ERROR_UNSUPPORTED, "the struct is of DLPack ", uint64_t{managed.version.major}, ".",
           uint64_t{managed.version.minor}, "; versions ", DLPACK_MAJOR_VERSION, ".x are known");
    }
    read_only = (managed.flags & DLPACK_FLAG_BITMASK_READ_ONLY) != 0;
  }
  const DLTensor &given = managed.dl_tensor;
  check_device(given.device);
  const int32_t ndim = check_ndim(given.ndim);
  if (ndim > 0 && given.shape == nullptr) fail(CT_ERROR_INVALID, "shape is NULL, with ", ndim, " dims");
  const Dims sizes(given.shape, static_cast<size_t>(ndim));
  const DType dtype = dtype_of(given.dtype);
  char *data = static_cast<char *>(given.data);
  if (data != nullptr) {
    if (given.byte_offset > UINTPTR_MAX - reinterpret_cast<uintptr_t>(data)) {
      fail(CT_ERROR_SHAPE, "byte_offset ", given.byte_offset, " reaches past the end of the address space");
    }
    data += given.byte_offset;
  }
  return borrow(loan, data, read_only, sizes, given.strides, dtype);
}

template DLManagedTensorVersioned *to_dlpack(const Tensor &);
template DLManagedTensor *to_dlpack(const Tensor &);
template Ref<Tensor> from_dlpack(Loan &, const DLManagedTensorVersioned &);
template Ref<Tensor> from_dlpack(Loan &, const DLManagedTensor &);

}  // namespace ct
