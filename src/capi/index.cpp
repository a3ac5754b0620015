// Entry points of indexing.
#include "ops/index/index.h"

#include "capi/entry_points.h"
#include "tensor/kept.h"

using namespace ct;

namespace {

// The indices of a call, computed where they are deferred. NULL stands for all of a dim.
class Indices {
 public:
  Indices(const ct_tensor *const *indices, int32_t count) : count_(array(indices, count, "indices").size()) {
    if (count > kMaxDims) fail(CT_ERROR_INDEX, "too many indices: ", count, ", and no tensor has more than 64 dims");
    for (size_t k = 0; k < count_; ++k) {
      list_[k] = unwrap(indices[k]);
      if (list_[k] == nullptr || !list_[k]->is_deferred()) continue;
      list_[k] = computed_.keep(evaluated(*list_[k]));
    }
  }
  operator IndexList() const { return {list_, count_}; }  // NOLINT(google-explicit-constructor)

 private:
  size_t count_;
  const Tensor *list_[kMaxDims];
  KeptTensors computed_;
};

Scatter check_reduce(ct_scatter_reduce reduce) {
  if (reduce > CT_SCATTER_AMAX)
    fail(CT_ERROR_INVALID, "reduce is none of CT_SCATTER_…: ", static_cast<int64_t>(reduce));
  return static_cast<Scatter>(reduce);
}

const Scalar *scalar_or_null(const ct_scalar *value, Scalar *held) {
  if (value == nullptr) return nullptr;
  *held = Scalar::from_api(value, "alpha");
  return held;
}

}  // namespace

// Both forms of an op. arguments: all that the op gets but its output.
#define CT_INDEXING(name, function, parameters, arguments)                               \
  ct_status ct_##name(CT_BARE parameters, ct_tensor **out, ct_error *error) {            \
    return making("ct_" #name, out, error, [&] { return function(CT_BARE arguments); }); \
  }                                                                                      \
  ct_status ct_##name##_out(CT_BARE parameters, ct_tensor *out, ct_error *error) {       \
    return guarded("ct_" #name "_out", error, [&] {                                      \
      Tensor &given = tensor(out, "out");                                                \
      function##_out(CT_BARE arguments, given);                                          \
      count_write(given);                                                                \
    });                                                                                  \
  }
#define CT_TENSOR(name) static_cast<const Tensor &>(InMemory(name, #name))

extern "C" {

CT_INDEXING(index, index, (const ct_tensor *t, const ct_tensor *const *indices, int32_t nindices),
            (CT_TENSOR(t), Indices(indices, nindices)))

ct_status ct_index_put(ct_tensor *t, const ct_tensor *const *indices, int32_t nindices, const ct_tensor *values,
                       bool accumulate, ct_error *error) {
  return guarded("ct_index_put", error, [&] {
    Tensor &given = tensor(t, "t");
    index_put(given, Indices(indices, nindices), CT_TENSOR(values), accumulate);
    count_write(given);
  });
}

CT_INDEXING(index_select, index_select, (const ct_tensor *t, int32_t dim, const ct_tensor *index),
            (CT_TENSOR(t), dim, CT_TENSOR(index)))
CT_INDEXING(gather, gather, (const ct_tensor *t, int32_t dim, const ct_tensor *index),
            (CT_TENSOR(t), dim, CT_TENSOR(index)))
CT_INDEXING(take_along_dim, take_along_dim, (const ct_tensor *t, const ct_tensor *index, int32_t dim),
            (CT_TENSOR(t), CT_TENSOR(index), dim))
CT_INDEXING(take, take, (const ct_tensor *t, const ct_tensor *index), (CT_TENSOR(t), CT_TENSOR(index)))

CT_INDEXING(scatter, scatter,
            (const ct_tensor *t, int32_t dim, const ct_tensor *index, const ct_tensor *src, ct_scatter_reduce reduce),
            (CT_TENSOR(t), dim, CT_TENSOR(index), CT_TENSOR(src), check_reduce(reduce)))

ct_status ct_index_add(const ct_tensor *t, int32_t dim, const ct_tensor *index, const ct_tensor *source,
                       const ct_scalar *alpha, ct_tensor **out, ct_error *error) {
  return making("ct_index_add", out, error, [&] {
    Scalar by;
    return index_add(CT_TENSOR(t), dim, CT_TENSOR(index), CT_TENSOR(source), scalar_or_null(alpha, &by));
  });
}
ct_status ct_index_add_out(const ct_tensor *t, int32_t dim, const ct_tensor *index, const ct_tensor *source,
                           const ct_scalar *alpha, ct_tensor *out, ct_error *error) {
  return guarded("ct_index_add_out", error, [&] {
    Scalar by;
    Tensor &given = tensor(out, "out");
    index_add_out(CT_TENSOR(t), dim, CT_TENSOR(index), CT_TENSOR(source), scalar_or_null(alpha, &by), given);
    count_write(given);
  });
}

CT_INDEXING(index_copy, index_copy, (const ct_tensor *t, int32_t dim, const ct_tensor *index, const ct_tensor *source),
            (CT_TENSOR(t), dim, CT_TENSOR(index), CT_TENSOR(source)))
CT_INDEXING(index_fill, index_fill, (const ct_tensor *t, int32_t dim, const ct_tensor *index, const ct_scalar *value),
            (CT_TENSOR(t), dim, CT_TENSOR(index), Scalar::from_api(value, "value")))
CT_INDEXING(put, put, (const ct_tensor *t, const ct_tensor *index, const ct_tensor *values, bool accumulate),
            (CT_TENSOR(t), CT_TENSOR(index), CT_TENSOR(values), accumulate))

CT_INDEXING(nonzero, nonzero, (const ct_tensor *t), (CT_TENSOR(t)))
CT_INDEXING(argwhere, nonzero, (const ct_tensor *t), (CT_TENSOR(t)))
CT_INDEXING(masked_select, masked_select, (const ct_tensor *t, const ct_tensor *mask), (CT_TENSOR(t), CT_TENSOR(mask)))
CT_INDEXING(masked_scatter, masked_scatter, (const ct_tensor *t, const ct_tensor *mask, const ct_tensor *source),
            (CT_TENSOR(t), CT_TENSOR(mask), CT_TENSOR(source)))
CT_INDEXING(one_hot, one_hot, (const ct_tensor *t, int64_t num_classes), (CT_TENSOR(t), num_classes))

}  // extern "C"
