// sum: a structured op over the iterator's reduction.
#include "ops/sum.h"

#include "iter/reduce.h"
#include "ops/fill.h"
#include "ops/flip_backward.h"
#include "ops/structured.h"
#include "runtime/error.h"
#include "runtime/kernel_table.h"
#include "tensor/overlap.h"
#include "tensor/views.h"

namespace ct {

namespace {

using kernels::sum_accumulator;

bool is_integer_like(DType d) { return d == DType::Bool || is_integral(d); }

// What the loop reads. Upstream converts the whole input to the result's dtype first; here the loop reads the input as
// it is wherever that gives the same sum, and otherwise gets it converted block by block:
// - integers and bool into any integer: the sums agree modulo 2^64, so also after narrowing,
// - a dtype into itself, or into the wider float that its kernel accumulates in anyway.
DType loop_dtype(DType in, DType out) {
  if (is_integer_like(in) && is_integral(out)) return in;
  if (in == out || sum_accumulator(in) == out) return in;
  return out;
}

struct SumOp {
  const Tensor &input;
  std::span<const int32_t> dims;
  bool keepdim;
  DType dtype;
  const Tensor *const inputs_[1] = {&input};
  uint64_t reduced = 0;

  std::span<const Tensor *const> inputs() const { return inputs_; }
  bool is_reduced(int32_t dim) const { return (reduced >> dim & 1) != 0; }

  void meta(Output &output) {
    reduced = dims.empty() ? ~uint64_t{0} : dims_mask(dims, input.ndim());
    DimVec sizes;
    for (int32_t d = 0; d < input.ndim(); ++d) {
      if (!is_reduced(d)) {
        sizes.push_back(input.sizes()[d]);
      } else if (keepdim) {
        sizes.push_back(1);
      }
    }
    if (output.is_in_place())
      fail(CT_ERROR_OVERLAP, "sum: out is the input itself, which is read while out is written");
    output.set_raw_strided(sizes, contiguous_strides(sizes), result_dtype(output.given()), input.is_meta());
    // A reduction reads an element long after it has written another, so no shared byte is harmless.
    check_no_internal_overlap(output.get());
    if (overlap(output.get(), input) != Overlap::No) {
      fail(CT_ERROR_OVERLAP, "unsupported operation: out ", output.get().sizes(), " shares memory with the input ",
           input.sizes(), " of sum. Please clone() the tensor before performing the operation.");
    }
  }

  void impl(Output &output) {
    Tensor &out = output.get();
    if (out.is_meta() || out.numel() == 0) return;
    if (input.numel() == 0) return fill(out, Scalar::of(int64_t{0}));
    Ref<Tensor> operands[] = {with_reduced_dims(out), Ref<Tensor>::share(const_cast<Tensor *>(&input))};
    if (has_backward_dim(input)) flip_backward_dims(operands);
    reduce_into(operands[0].get(), operands[1].get());
  }

 private:
  DType result_dtype(const Tensor *given) const {
    if (dtype != DType::Undefined) return dtype;
    if (given != nullptr) return given->dtype();
    if (input.dtype() == DType::UInt64) return DType::UInt64;
    return is_integer_like(input.dtype()) ? DType::Int64 : input.dtype();
  }

  // A view of out with one dim for each of the input's: size 1 and stride 0 where it is reduced.
  Ref<Tensor> with_reduced_dims(Tensor &out) const {
    DimVec sizes, strides;
    int32_t next = 0;
    for (int32_t d = 0; d < input.ndim(); ++d) {
      sizes.push_back(is_reduced(d) ? 1 : out.sizes()[next]);
      strides.push_back(is_reduced(d) ? 0 : out.strides()[next]);
      next += keepdim || !is_reduced(d) ? 1 : 0;
    }
    return as_strided(out, sizes, strides, out.offset());
  }

  static void reduce_into(Tensor *out, const Tensor *in) {
    const DType read = loop_dtype(in->dtype(), out->dtype());
    const DType accumulator = sum_accumulator(read);
    IterConfig config;
    config.flags =
        iter_flags::kAllowOverlap | iter_flags::kNoResize | iter_flags::kReduction | iter_flags::kNoSameDTypeCheck;
    config.outputs = {&out, 1};
    config.inputs = {&in, 1};
    config.input_dtypes = {&read, 1};
    Iterator it;
    it.build(config);

    const kernels::Reduce kernel = kernel_table().sum[static_cast<int>(read)];
    const kernels::Loop add =
        kernel_table().pointwise[0][static_cast<int>(kernels::Pointwise::add)][static_cast<int>(accumulator)];
    auto loop = [kernel](const ct_loop &piece) -> ct_status {
      kernel(piece.data, piece.strides, piece.size0, piece.size1);
      return CT_OK;
    };
    auto combine = [add](const ct_loop &piece) -> ct_status {  // into += from
      char *const data[] = {piece.data[0], piece.data[0], piece.data[1]};
      const int64_t *s = piece.strides;
      const int64_t strides[] = {s[0], s[0], s[1], s[2], s[2], s[3]};
      add(data, strides, piece.size0, piece.size1);
      return CT_OK;
    };
    const Scalar zero = Scalar::of(int64_t{0});
    const ct_status status = reduce(it, Reduction{accumulator, loop, combine, {&zero, 1}});
    if (status != CT_OK) fail(status, "sum: the executor failed");
  }
};

}  // namespace

Ref<Tensor> sum(const Tensor &t, std::span<const int32_t> dims, bool keepdim, DType dtype) {
  return functional(SumOp{t, dims, keepdim, dtype});
}

void sum_out(const Tensor &t, std::span<const int32_t> dims, bool keepdim, DType dtype, Tensor &out) {
  into(SumOp{t, dims, keepdim, dtype}, out);
}

}  // namespace ct
