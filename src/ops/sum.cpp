// sum: a structured op over the iterator's reduction.
#include "ops/sum.h"

#include <algorithm>
#include <cstring>

#include "iter/reduce.h"
#include "iter/traffic.h"
#include "ops/fill.h"
#include "ops/flip_backward.h"
#include "ops/structured.h"
#include "runtime/error.h"
#include "runtime/kernel_table.h"
#include "runtime/threads.h"
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
    if (output.given() == nullptr) return;
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
    if (is_run(out)) return sum_run(out);
    Ref<Tensor> operands[] = {with_reduced_dims(out), Ref<Tensor>::share(const_cast<Tensor *>(&input))};
    if (has_backward_dim(input)) flip_backward_dims(operands);
    reduce_into(operands[0].get(), operands[1].get());
  }

 private:
  // One output, and the input one run of memory that the kernel reads as it is.
  bool is_run(const Tensor &out) const {
    return out.numel() == 1 && input.is_non_overlapping_and_dense() &&
           loop_dtype(input.dtype(), out.dtype()) == input.dtype();
  }

  // The sum of everything, without an iterator: spans, whose lengths follow from the numel alone, and the sum of
  // theirs.
  void sum_run(Tensor &out) const {
    constexpr int64_t max_spans = 64, min_span = int64_t{1} << 17;  // ten and more microseconds at memory speed
    constexpr int64_t max_itemsize = 16;
    const DType accumulator = sum_accumulator(input.dtype());
    const int64_t numel = input.numel(), itemsize = input.itemsize(), size = dtype_size(accumulator);
    const int64_t span = std::max(min_span, (numel + max_spans - 1) / max_spans);
    const int64_t nspans = (numel + span - 1) / span;
    const kernels::Traffic how = traffic(numel * itemsize);
    const auto run = [how](DType dtype, char *to, char *from, int64_t n) {
      char *const data[] = {to, from};
      const int64_t strides[] = {0, dtype_size(dtype), 0, 0};
      kernel_table().sum[static_cast<int>(dtype)](data, strides, n, 1, how);
    };
    alignas(16) char total[max_itemsize] = {}, partials[max_spans * max_itemsize];
    if (nspans == 1) {
      run(input.dtype(), total, input.data(), numel);
    } else {
      std::memset(partials, 0, static_cast<size_t>(nspans * size));
      auto task = [&](int64_t index, int32_t) -> ct_status {
        const int64_t begin = index * span;
        run(input.dtype(), partials + index * size, input.data() + begin * itemsize, std::min(span, numel - begin));
        return CT_OK;
      };
      const ct_status status = parallel_run(nspans, task);
      if (status != CT_OK) fail(status, "sum: the executor failed");
      run(accumulator, total, partials, nspans);
    }
    char *const data[] = {out.data(), total};
    constexpr int64_t none[4] = {};
    kernel_table().convert[static_cast<int>(out.dtype())][static_cast<int>(accumulator)](data, none, 1, 1,
                                                                                         kernels::Traffic::Cached);
  }

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
    config.borrows = true;
    config.input_dtypes = {&read, 1};
    Iterator it;
    it.build(config);

    const kernels::Reduce kernel = kernel_table().sum[static_cast<int>(read)];
    const kernels::Loop add =
        kernel_table().pointwise[0][static_cast<int>(kernels::Pointwise::add)][static_cast<int>(accumulator)];
    const kernels::Traffic how = traffic(it);
    auto loop = [kernel, how](const ct_loop &piece) -> ct_status {
      kernel(piece.data, piece.strides, piece.size0, piece.size1, how);
      return CT_OK;
    };
    auto combine = [add](const ct_loop &piece) -> ct_status {  // into += from
      char *const data[] = {piece.data[0], piece.data[0], piece.data[1]};
      const int64_t *s = piece.strides;
      const int64_t strides[] = {s[0], s[0], s[1], s[2], s[2], s[3]};
      add(data, strides, piece.size0, piece.size1, kernels::Traffic::Cached);
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
