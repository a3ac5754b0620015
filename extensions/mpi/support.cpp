#include "support.h"

#include <algorithm>

namespace ct_mpi {

std::string describe(ct_dtype dtype, Dims sizes) {
  const char *name = ct_dtype_name(dtype);
  std::string line = name == nullptr ? "an unknown dtype" : name;
  line += ' ';
  return line += text(sizes);
}
std::string describe(const ct_tensor *t) { return describe(ct_tensor_dtype(t), sizes(t)); }

Tensor over(void *memory, Dims sizes, ct_dtype dtype) {
  return make(ct_tensor_from_data, memory, sizes.data(), static_cast<int32_t>(sizes.size()), nullptr, dtype, nullptr,
              nullptr);
}

Tensor contiguous(const ct_tensor *t) { return make(ct_contiguous, t, ct_memory_format{CT_CONTIGUOUS}); }

Tensor dim_first(const ct_tensor *t, int32_t dim) {
  const int32_t first = 0;
  return make(ct_movedim, t, &dim, &first, 1);
}

Tensor check_input(const ct_tensor *t, const char *name) {
  if (t == nullptr) fail(CT_ERROR_INVALID, name, " is NULL");
  if (ct_tensor_is_meta(t)) fail(CT_ERROR_INVALID, name, " is a meta tensor, which has no elements to send");
  if (!ct_is_deferred(t)) return Tensor::share(t);
  ct_tensor *made = nullptr;
  call(ct_evaluate, &t, 1, &made);
  return Tensor(made);
}

void check_output(ct_tensor *out, const char *name, const ct_tensor *input, bool may_be_input) {
  if (out == nullptr) fail(CT_ERROR_INVALID, name, " is NULL");
  if (ct_tensor_is_meta(out)) fail(CT_ERROR_INVALID, name, " is a meta tensor, which has no memory to write into");
  if (ct_is_deferred(out)) fail(CT_ERROR_INVALID, name, " is deferred, and has no memory to write into");
  if (ct_tensor_is_read_only(out)) fail(CT_ERROR_READ_ONLY, name, " is read-only");
  if (input == nullptr && ct_tensor_is_non_overlapping_and_dense(out)) return;
  // An op that computes nothing, so that the core checks an output of these sizes.
  const ct_op op = {sizeof(ct_op),
                    static_cast<uint32_t>(may_be_input ? CT_OP_ANY_STRIDES | CT_OP_IN_PLACE : CT_OP_ANY_STRIDES),
                    name,
                    [](const ct_tensor *const *, int32_t, ct_op_outputs *outputs, void *data, ct_error *error) {
                      const ct_tensor *t = static_cast<const ct_tensor *>(data);
                      return ct_op_set_output(outputs, 0, ct_tensor_sizes(t), ct_tensor_ndim(t), nullptr,
                                              ct_tensor_dtype(t), error);
                    },
                    [](const ct_tensor *const *, int32_t, ct_tensor *const *, int32_t, void *, ct_error *) {
                      return ct_status{CT_OK};
                    },
                    out};
  call(ct_op_run, &op, input == nullptr ? nullptr : &input, input == nullptr ? 0 : 1, &out, 1);
}

void Out::check(const ct_tensor *input, bool may_be_input) const {
  if (is_given) {
    check_output(given, "out", input, may_be_input);
  } else if (fresh == nullptr) {
    fail(CT_ERROR_INVALID, "out is NULL");
  }
}

Tensor Out::get(ct_dtype dtype, Dims wanted) const {
  if (!is_given) return empty(wanted, dtype);
  const bool same_dtype = ct_tensor_dtype(given) == dtype;
  if (!same_dtype || !std::ranges::equal(sizes(given), wanted)) {
    fail(same_dtype ? CT_ERROR_SHAPE : CT_ERROR_DTYPE, "out is ", describe(given), ", and the result ",
         describe(dtype, wanted));
  }
  return Tensor::share(given);
}

}  // namespace ct_mpi
