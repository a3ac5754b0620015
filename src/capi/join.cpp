// Entry points that join tensors, and that take them apart into views.
#include "ops/structural/join.h"

#include "capi/entry_points.h"
#include "tensor/views.h"

using namespace ct;

namespace {

void clear(ct_tensor **outs, int64_t count) {
  if (count > 0) std::fill_n(need(outs, "outs"), count, nullptr);
}

// For calls that give `count` tensors. The outs have been set to NULL, and stay so unless all tensors can be made.
template <class F>
void make_all(ct_tensor **outs, int64_t count, F &&make) {
  int64_t made = 0;
  try {
    for (; made < count; ++made) outs[made] = reinterpret_cast<ct_tensor *>(make(made).detach());
  } catch (...) {
    for (int64_t i = 0; i < made; ++i) unwrap(std::exchange(outs[i], nullptr))->release();
    throw;
  }
}

DimVec broadcast_shape(Tensors tensors) {
  DimVec shape;
  for (const Tensor *const t : tensors) broadcast_into(&shape, t->sizes());
  return shape;
}

}  // namespace

extern "C" {

#define CT_LIST const ct_tensor *const *tensors, int32_t count
CT_BOTH_FORMS(cat, (CT_LIST, int32_t dim), const TensorList list(tensors, count), cat(list, dim),
              cat_into(list, dim, given))
CT_BOTH_FORMS(stack, (CT_LIST, int32_t dim), const TensorList list(tensors, count), stack(list, dim),
              stack_into(list, dim, given))

ct_status ct_split(const ct_tensor *t, const int64_t *split_sizes, int32_t count, int32_t dim, ct_tensor **outs,
                   ct_error *error) {
  return guarded("ct_split", error, [&] {
    clear(outs, count);
    const Tensor &self = tensor(t, "t");
    const Dims sizes = array(split_sizes, count, "split_sizes");
    const int32_t along = check_split(self, sizes, dim);
    int64_t at = 0;
    make_all(outs, count, [&](int64_t i) {
      const int64_t begin = at;
      at += sizes[i];
      return narrow(self, along, begin, sizes[i]);
    });
  });
}

ct_status ct_chunk(const ct_tensor *t, int32_t chunks, int32_t dim, ct_tensor **outs, int32_t *count, ct_error *error) {
  return guarded("ct_chunk", error, [&] {
    *need(count, "count") = 0;
    clear(outs, chunks);
    const Tensor &self = tensor(t, "t");
    const Chunks plan = chunks_of(self, chunks, dim);
    make_all(outs, plan.count, [&](int64_t i) {
      const int64_t begin = i * plan.size, whole = self.sizes()[plan.dim];
      return narrow(self, plan.dim, begin, std::min(plan.size, whole - begin));
    });
    *count = static_cast<int32_t>(plan.count);
  });
}

ct_status ct_unbind(const ct_tensor *t, int32_t dim, ct_tensor **outs, ct_error *error) {
  return guarded("ct_unbind", error, [&] {
    const Tensor &self = tensor(t, "t");
    if (self.ndim() == 0) fail(CT_ERROR_INDEX, "unbind cannot be applied to a 0-dim tensor, got dim ", dim);
    const int32_t along = wrap_dim(dim, self.ndim());
    clear(outs, self.sizes()[along]);
    make_all(outs, self.sizes()[along], [&](int64_t i) { return select(self, along, i); });
  });
}

ct_status ct_broadcast_shapes(const int64_t *const *shapes, const int32_t *ndims, int32_t count, int64_t *sizes,
                              int32_t *ndim, ct_error *error) {
  return guarded("ct_broadcast_shapes", error, [&] {
    need(sizes, "sizes");
    *need(ndim, "ndim") = 0;
    const auto given = array(shapes, count, "shapes");
    const auto lengths = array(ndims, count, "ndims");
    DimVec shape;
    for (int32_t i = 0; i < count; ++i) {
      const Dims one = dims(given[i], lengths[i], "an entry of shapes");
      checked_numel(one);
      broadcast_into(&shape, one);
    }
    std::copy(shape.begin(), shape.end(), sizes);
    *ndim = static_cast<int32_t>(shape.size());
  });
}

ct_status ct_broadcast_tensors(CT_LIST, ct_tensor **outs, ct_error *error) {
  return guarded("ct_broadcast_tensors", error, [&] {
    clear(outs, count);
    const TensorLayouts list(tensors, count);
    const DimVec shape = broadcast_shape(list);
    make_all(outs, count, [&](int64_t i) { return expand(list[i], shape); });
  });
}

ct_status ct_meshgrid(CT_LIST, ct_meshgrid_indexing indexing, ct_tensor **outs, ct_error *error) {
  return guarded("ct_meshgrid", error, [&] {
    clear(outs, count);
    const TensorLayouts list(tensors, count);
    if (indexing > CT_MESHGRID_XY) fail(CT_ERROR_INVALID, "not an indexing of meshgrid: ", int64_t{indexing});
    check_ndim(count);
    DimVec shape;
    for (int32_t i = 0; i < count; ++i) {
      const Tensor &t = list[i];
      if (t.ndim() > 1) {
        fail(CT_ERROR_SHAPE, "meshgrid: expected 0-dim or 1-dim tensors, got sizes ", t.sizes(), " of tensor number ",
             i);
      }
      if (t.dtype() != list[0].dtype()) {
        fail(CT_ERROR_DTYPE, "meshgrid expects all tensors to have the same dtype, got ", dtype_name(list[0].dtype()),
             " and ", dtype_name(t.dtype()), " of tensor number ", i);
      }
      shape.push_back(t.numel());
    }
    // xy: the first two dims change places.
    const auto dim_of = [&](int64_t i) { return indexing == CT_MESHGRID_XY && count > 1 && i < 2 ? 1 - i : i; };
    DimVec sizes(shape);
    for (int64_t i = 0; i < count; ++i) sizes[dim_of(i)] = shape[i];
    checked_numel(sizes);
    make_all(outs, count, [&](int64_t i) {
      DimVec own(static_cast<int64_t>(count), 1), strides(static_cast<int64_t>(count), 0);
      own[dim_of(i)] = shape[i];
      strides[dim_of(i)] = list[i].ndim() == 1 ? list[i].strides()[0] : 1;
      return expand(*with_layout(list[i], own, strides), sizes);
    });
  });
}

}  // extern "C"
