// Entry points that look at a tensor. Getters accept NULL.
#include "capi/entry_points.h"
#include "tensor/print.h"
#include "tensor/scalar.h"

using namespace ct;

namespace {

// Where the element at that index lies, in elements from the first.
int64_t place_of(const Tensor &t, Dims index) {
  if (index.size() != t.sizes().size()) {
    fail(CT_ERROR_SHAPE, "expected ", t.ndim(), " indices, got ", static_cast<int64_t>(index.size()));
  }
  int64_t place = 0;
  for (size_t d = 0; d < index.size(); ++d) {
    const int64_t size = t.sizes()[d], i = index[d];
    if (i < -size || i >= size) {
      fail(CT_ERROR_INDEX, "index ", i, " is out of range for dim ", static_cast<int64_t>(d), " of size ", size);
    }
    place += (i < 0 ? i + size : i) * t.strides()[d];
  }
  return place;
}

}  // namespace

extern "C" {

ct_tensor *ct_tensor_retain(const ct_tensor *t) {
  if (t == nullptr) return nullptr;
  try {
    return reinterpret_cast<ct_tensor *>(unwrap(t)->keep().detach());
  } catch (...) {  // no memory for the copy of a number
    return nullptr;
  }
}

void ct_tensor_release(ct_tensor *t) {
  if (t != nullptr) unwrap(t)->release();
}

CT_GETTER(int32_t, ct_tensor_ndim, ct_tensor, -1, ndim())
CT_GETTER(int64_t, ct_tensor_numel, ct_tensor, 0, numel())
CT_GETTER(ct_dtype, ct_tensor_dtype, ct_tensor, ct_dtype{CT_UNDEFINED}, dtype())
CT_GETTER(const int64_t *, ct_tensor_sizes, ct_tensor, nullptr, sizes().data())
CT_GETTER(const int64_t *, ct_tensor_strides, ct_tensor, nullptr, strides().data())
CT_GETTER(int64_t, ct_tensor_storage_offset, ct_tensor, 0, offset())
CT_GETTER(int64_t, ct_tensor_storage_nbytes, ct_tensor, 0, storage().nbytes())
CT_GETTER(int64_t, ct_tensor_itemsize, ct_tensor, 0, itemsize())
CT_GETTER(int64_t, ct_tensor_nbytes, ct_tensor, 0, numel() * unwrap(it)->itemsize())
CT_GETTER(const void *, ct_tensor_data, ct_tensor, nullptr, data())
CT_GETTER(bool, ct_tensor_is_meta, ct_tensor, false, is_meta())
CT_GETTER(bool, ct_tensor_is_read_only, ct_tensor, false, is_read_only())
CT_GETTER(bool, ct_tensor_is_wrapped_number, ct_tensor, false, is_wrapped_number())
CT_GETTER(bool, ct_tensor_is_non_overlapping_and_dense, ct_tensor, false, is_non_overlapping_and_dense())

ct_status ct_tensor_data_mut(ct_tensor *t, void **out, ct_error *error) {
  return guarded("ct_tensor_data_mut", error, [&] {
    *need(out, "out") = nullptr;
    Tensor &self = tensor(t, "t");
    if (self.is_meta()) fail(CT_ERROR_INVALID, "a meta tensor has no data");
    check_writable(self, "t");
    *out = self.data();
    count_write(self);
  });
}

bool ct_tensor_is_unique(const ct_tensor *t) {
  return t != nullptr && unwrap(t)->use_count() == 1 && unwrap(t)->storage().use_count() == 1;
}

bool ct_tensor_is_contiguous(const ct_tensor *t, ct_memory_format format) {
  const bool is_layout = format == CT_CONTIGUOUS || format == CT_CHANNELS_LAST || format == CT_CHANNELS_LAST_3D;
  return t != nullptr && is_layout && unwrap(t)->is_contiguous(static_cast<MemoryFormat>(format));
}

ct_memory_format ct_tensor_suggest_memory_format(const ct_tensor *t, bool exact) {
  if (t == nullptr) return CT_CONTIGUOUS;
  return static_cast<ct_memory_format>(unwrap(t)->suggest_memory_format(exact));
}

ct_status ct_tensor_item(const ct_tensor *t, ct_scalar *out, ct_error *error) {
  return guarded("ct_tensor_item", error, [&] {
    *need(out, "out") = ct_scalar{};
    const Tensor &given = tensor(t, "t");
    if (given.numel() != 1) {
      fail(CT_ERROR_SHAPE, "only one element tensors can be converted to scalars, got shape ", given.sizes());
    }
    const InMemory held(t, "t");
    const Tensor &self = held;
    if (self.is_meta()) fail(CT_ERROR_INVALID, "a meta tensor has no data");
    *out = load_scalar(self.dtype(), self.data()).to_api();
  });
}

ct_status ct_tensor_get_item(const ct_tensor *t, const int64_t *index, int32_t ndim, ct_scalar *out, ct_error *error) {
  return guarded("ct_tensor_get_item", error, [&] {
    *need(out, "out") = ct_scalar{};
    place_of(tensor(t, "t"), dims(index, ndim, "index"));  // before anything is computed
    const InMemory held(t, "t");
    const Tensor &self = held;
    if (self.is_meta()) fail(CT_ERROR_INVALID, "a meta tensor has no data");
    const int64_t place = place_of(self, dims(index, ndim, "index"));
    *out = load_scalar(self.dtype(), self.data() + place * self.itemsize()).to_api();
  });
}

ct_status ct_tensor_set_item(ct_tensor *t, const int64_t *index, int32_t ndim, const ct_scalar *value,
                             ct_error *error) {
  return guarded("ct_tensor_set_item", error, [&] {
    Tensor &self = tensor(t, "t");
    const int64_t place = place_of(self, dims(index, ndim, "index"));
    const Scalar scalar = Scalar::from_api(value, "value");
    if (self.is_meta()) fail(CT_ERROR_INVALID, "a meta tensor has no data");
    check_writable(self, "t");
    check_fits(scalar, self.dtype());
    store_scalar(scalar, self.dtype(), self.data() + place * self.itemsize());
    count_write(self);
  });
}

ct_status ct_tensor_to_string(const ct_tensor *t, char *buffer, int64_t capacity, int64_t *needed, ct_error *error) {
  return guarded("ct_tensor_to_string", error, [&] {
    const InMemory self(t, "t");
    if (capacity < 0) fail(CT_ERROR_INVALID, "capacity is negative: ", capacity);
    if (capacity > 0) need(buffer, "buffer");
    const int64_t size = to_string(self, buffer, capacity);
    if (needed != nullptr) *needed = size;
  });
}

}  // extern "C"
