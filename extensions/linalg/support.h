// What every unit here uses, besides what extensions share: questions about tensors, and both forms of an op.
#pragma once

#include <algorithm>
#include <initializer_list>

#include "api.h"
#include "common/support.h"

namespace ct_linalg {

using namespace ct_extension;

constexpr int32_t kMostOutputs = 8;
using Inputs = std::span<const ct_tensor *const>;

inline int32_t ndim(const ct_tensor *t) { return ct_tensor_ndim(t); }
inline int64_t size_from_end(const ct_tensor *t, int32_t dim) { return ct_tensor_sizes(t)[ct_tensor_ndim(t) - dim]; }

inline bool is_kind(ct_dtype dtype, uint32_t kinds) { return ct_isdtype(dtype, kinds); }
// float32, float64, complex64, complex128: what BLAS and LAPACK compute in.
inline bool is_blas(ct_dtype d) {
  return d == CT_FLOAT32 || d == CT_FLOAT64 || d == CT_COMPLEX64 || d == CT_COMPLEX128;
}
inline bool is_complex(ct_dtype d) { return is_kind(d, CT_KIND_COMPLEX); }
ct_dtype real_of(ct_dtype d);     // of complex64: float32; of a real one: itself
ct_dtype complex_of(ct_dtype d);  // of float32: complex64; of a complex one: itself
ct_dtype common_dtype(Inputs tensors);
Tensor to(const ct_tensor *t, ct_dtype dtype);  // t itself where it has it already
Tensor transposed(const ct_tensor *t);          // a view with the last two dims exchanged
Tensor select(const ct_tensor *t, int32_t dim, int64_t index);
Tensor unsqueeze(const ct_tensor *t, int32_t dim);
Tensor zeros(Dims sizes, ct_dtype dtype);
void fill(ct_tensor *t, double value);
ct_dtype sum_dtype(ct_dtype d);                             // of a sum of such elements
void check_matrices(const ct_tensor *t, const char *name);  // at least two dims
void check_square(const ct_tensor *t, const char *name);

// Through this, meta declares what an op gives.
class Outputs {
 public:
  explicit Outputs(ct_op_outputs *outputs) : outputs_(outputs) {}
  void set(int32_t index, Dims sizes, ct_dtype dtype) {
    call(ct_op_set_output, outputs_, index, sizes.data(), static_cast<int32_t>(sizes.size()), nullptr, dtype);
  }

 private:
  ct_op_outputs *outputs_;
};

// An op is a struct with `void meta(Inputs, Outputs &)` and `void impl(Inputs, ct_tensor *const *outputs)`; it may keep
// what meta has found. Both report failures by exceptions. `kFlags`, if present, are flags of ct_op. An op with
// `kMayFail` may discover only while it computes that there is no result. So it computes beside the caller's outputs,
// which then stay as they were.
template <class Op>
constexpr uint32_t flags_of() {
  if constexpr (requires { Op::kFlags; }) {
    return Op::kFlags;
  } else {
    return 0;
  }
}
template <class Op>
void compute_beside(Op &op, Inputs inputs, ct_tensor *const *outputs, size_t count) {
  Tensor owned[kMostOutputs];
  ct_tensor *beside[kMostOutputs] = {};
  for (size_t i = 0; i < count; ++i) {
    owned[i] = empty(sizes(outputs[i]), ct_tensor_dtype(outputs[i]));
    beside[i] = owned[i].get();
  }
  op.impl(inputs, beside);
  for (size_t i = 0; i < count; ++i) call(ct_copy, outputs[i], beside[i]);
}

template <class Op>
struct Running {
  Op &op;
  bool are_given;  // the outputs

  void compute(Inputs inputs, ct_tensor *const *outputs, size_t count) {
    if constexpr (requires { Op::kMayFail; }) {
      if (are_given) return compute_beside(op, inputs, outputs, count);
    }
    op.impl(inputs, outputs);
  }
};

template <class Op>
ct_status run(const char *name, Op &op, Inputs inputs, ct_tensor **outputs, size_t count, ct_error *error) {
  Running<Op> running{op, outputs[0] != nullptr};
  const ct_op described = {
      sizeof(ct_op),
      flags_of<Op>(),
      name,
      [](const ct_tensor *const *in, int32_t n, ct_op_outputs *out, void *data, ct_error *said) {
        return guarded(said, [&] {
          Outputs to(out);
          static_cast<Running<Op> *>(data)->op.meta(Inputs(in, static_cast<size_t>(n)), to);
        });
      },
      [](const ct_tensor *const *in, int32_t n, ct_tensor *const *out, int32_t outs, void *data, ct_error *said) {
        return guarded(said, [&] {
          static_cast<Running<Op> *>(data)->compute(Inputs(in, static_cast<size_t>(n)), out, static_cast<size_t>(outs));
        });
      },
      &running};
  return ct_op_run(&described, inputs.data(), static_cast<int32_t>(inputs.size()), outputs, static_cast<int32_t>(count),
                   error);
}

ct_status refuse(const char *name, const char *what, ct_error *error);  // "<name>: <what>", CT_ERROR_INVALID

// The form that makes tensors.
template <class Op>
ct_status fresh(const char *name, Op op, Inputs inputs, std::initializer_list<ct_tensor **> outs, ct_error *error) {
  for (auto out = outs.begin(); out != outs.end(); ++out) {
    if (*out == nullptr) return refuse(name, "out is NULL", error);
    if (std::find(outs.begin(), out, *out) != out) return refuse(name, "two outputs are to go to one place", error);
  }
  for (ct_tensor **const out : outs) *out = nullptr;
  ct_tensor *made[kMostOutputs] = {};
  const ct_status status = run(name, op, inputs, made, outs.size(), error);
  if (status != CT_OK) return status;
  ct_tensor *const *next = made;
  for (ct_tensor **const out : outs) *out = *next++;
  return CT_OK;
}

// The form that writes into given ones.
template <class Op>
ct_status into(const char *name, Op op, Inputs inputs, std::initializer_list<ct_tensor *> outs, ct_error *error) {
  ct_tensor *given[kMostOutputs] = {};
  ct_tensor **next = given;
  for (ct_tensor *const out : outs) {
    if (out == nullptr) return refuse(name, "out is NULL", error);
    *next++ = out;
  }
  return run(name, op, inputs, given, outs.size(), error);
}

// A list of inputs that lives as long as the call it is written in.
template <size_t N>
struct List {
  const ct_tensor *tensors[N];
  operator Inputs() const { return Inputs(tensors, N); }
};
template <class... T>
List(T...) -> List<sizeof...(T)>;

}  // namespace ct_linalg
