// The pointwise family: one structured op, driven by the list's line for each.
#include "ops/pointwise.h"

#include <algorithm>

#include "iter/flat.h"
#include "iter/for_each.h"
#include "ops/structured.h"
#include "runtime/error.h"
#include "runtime/kernel_table.h"

namespace ct {

namespace {

enum class Kind { Same, Float, Binary, BinaryFloat, Comparison, Where };

struct OpInfo {
  const char *name;
  Kind kind;
  uint32_t dtypes;
};

using namespace kernels;  // the dtype sets that the list names
constexpr OpInfo kOps[] = {
#define CT_OP_INFO(name, arity, kind, dtypes) {#name, Kind::kind, dtypes},
    CT_POINTWISE_OPS(CT_OP_INFO)
#undef CT_OP_INFO
};

constexpr uint32_t flags_of(Kind kind) {
  switch (kind) {
    case Kind::Same:
      return iter_flags::kUnary;
    case Kind::Float:
      return iter_flags::kUnaryFloat;
    case Kind::Binary:
      return iter_flags::kBinary;
    case Kind::BinaryFloat:
      return iter_flags::kBinaryFloat;
    case Kind::Comparison:
      // The kernel always writes bool, so an out of another dtype is converted to on the way out.
      return iter_flags::kComparison | iter_flags::kCastToOutputs;
    case Kind::Where:
      // Dtypes are given operand by operand, because the condition takes no part in promotion.
      return iter_flags::kNoSameDTypeCheck | iter_flags::kCastToOutputs | iter_flags::kSafeCast |
             iter_flags::kAllowCpuScalars;
  }
  return 0;
}

struct PointwiseOp {
  Pointwise op;
  std::span<const Tensor *const> inputs_;
  const OpInfo &info = kOps[static_cast<int>(op)];
  DType dtype = DType::Undefined;  // what the kernel computes in
  Iterator it{};

  std::span<const Tensor *const> inputs() const { return inputs_; }

  void meta(Output &output) {
    check_inputs();
    dtype = compute_dtype();
    check_dtype_supported();
    if (looks_for_zeros()) output.guard();
    build_iterator(output.given());
    output.set_built(it.output(0));
    if (looks_for_zeros()) check_divisor();
  }

  void impl(Output &) {
    run(it, kernel_table().pointwise[deterministic() ? 1 : 0][static_cast<int>(op)][kernel_index()]);
  }

 private:
  int kernel_index() const { return static_cast<int>(dtype); }

  void check_inputs() const {
    if (info.kind == Kind::Where && inputs_[0]->dtype() != DType::Bool) {
      fail(CT_ERROR_DTYPE, "where expected condition to be a boolean tensor, but got a tensor with dtype ",
           dtype_name(inputs_[0]->dtype()));
    }
    // PyTorch refuses a bool on either side, although bool with int32, say, would promote to int32.
    if (op == Pointwise::sub &&
        std::any_of(inputs_.begin(), inputs_.end(), [](const Tensor *t) { return t->dtype() == DType::Bool; })) {
      fail(CT_ERROR_DTYPE, "sub does not support bool tensors, got ", dtype_name(inputs_[0]->dtype()), " and ",
           dtype_name(inputs_[1]->dtype()), "; to find where masks differ, compare them");
    }
  }

  DType compute_dtype() const {
    if (info.kind == Kind::Same) return inputs_[0]->dtype();
    if (info.kind == Kind::Where) return result_type(inputs_.subspan(1));
    const DType common = result_type(inputs_);
    const bool to_float = info.kind == Kind::Float || info.kind == Kind::BinaryFloat;
    return to_float && (common == DType::Bool || is_integral(common)) ? default_float() : common;
  }

  void check_dtype_supported() const {
    if ((info.dtypes & dtype_bit(dtype)) != 0) return;
    if (inputs_.size() == 1) fail(CT_ERROR_DTYPE, info.name, " does not support ", dtype_name(dtype));
    fail(CT_ERROR_DTYPE, info.name, " does not support ", dtype_name(dtype), ", the common dtype of ",
         dtype_name(inputs_[0]->dtype()), " and ", dtype_name(inputs_[1]->dtype()));
  }

  void build_iterator(Tensor *given) {
    IterConfig config;
    config.flags = flags_of(info.kind);
    config.outputs = {&given, 1};
    config.inputs = inputs_;
    config.borrows = true;
    const DType written = info.kind == Kind::Comparison ? DType::Bool : dtype;
    const DType read[] = {DType::Bool, dtype, dtype};
    if (info.kind == Kind::Comparison || info.kind == Kind::Where) config.output_dtypes = {&written, 1};
    if (info.kind == Kind::Where) config.input_dtypes = read;
    it.build(config);
  }

  bool looks_for_zeros() const { return op == Pointwise::floor_divide && is_integral(dtype); }

  // Integer division has no result for 0, so the divisor is searched before anything is written. It is searched as the
  // kernel will see it: a wrapped 256 beside uint8 is a zero.
  void check_divisor() const {
    if (it.is_meta() || it.numel() == 0) return;
    IterConfig config;
    config.flags = iter_flags::kNoSameDTypeCheck;
    config.inputs = inputs_.subspan(1, 1);
    config.borrows = true;
    config.input_dtypes = {&dtype, 1};
    Iterator divisor;
    divisor.build(config);
    const Any any_zero = kernel_table().any_zero[static_cast<int>(dtype)];
    auto search = [any_zero](const ct_loop &loop) -> ct_status {
      return any_zero(loop.data[0], loop.strides, loop.size0, loop.size1) ? CT_ERROR_DIVISION_BY_ZERO : CT_OK;
    };
    const ct_status status = for_each(divisor, search);
    if (status == CT_ERROR_DIVISION_BY_ZERO) {
      fail(status, info.name, ": integer division by zero, ", dtype_name(dtype), " divisor of shape ",
           inputs_[1]->sizes(), " holds a zero");
    }
    if (status != CT_OK) fail(status, info.name, ": the executor failed");
  }
};

// ---- flat operands: the usual call, for which no iterator is built ----

DType flat_result(Pointwise op, std::span<const Tensor *const> inputs) {
  return kOps[static_cast<int>(op)].kind == Kind::Comparison ? DType::Bool : inputs.back()->dtype();
}

// The kernel, if all inputs are contiguous, of the same sizes and of the dtype that the kernel computes in; else NULL.
Loop flat_kernel(Pointwise op, std::span<const Tensor *const> inputs) {
  const Kind kind = kOps[static_cast<int>(op)].kind;
  const Tensor &last = *inputs.back();  // of where, the first is the condition
  const DType dtype = last.dtype();
  const bool computes_in_floats = kind == Kind::Float || kind == Kind::BinaryFloat;
  if (computes_in_floats && !is_floating(dtype) && !is_complex(dtype)) return nullptr;
  if (op == Pointwise::floor_divide && is_integral(dtype)) return nullptr;  // the divisor is searched for zeros
  for (size_t k = 0; k < inputs.size(); ++k) {
    const Tensor &input = *inputs[k];
    const DType expected = kind == Kind::Where && k == 0 ? DType::Bool : dtype;
    if (input.dtype() != expected || !input.is_contiguous() || input.is_meta() || input.is_wrapped_number() ||
        input.numel() == 0 || !same_dims(input.sizes(), last.sizes())) {
      return nullptr;
    }
  }
  return kernel_table().pointwise[deterministic() ? 1 : 0][static_cast<int>(op)][static_cast<int>(dtype)];
}

bool is_flat_out(Pointwise op, std::span<const Tensor *const> inputs, const Tensor &out) {
  if (out.dtype() != flat_result(op, inputs) || !out.is_contiguous() || out.is_meta() || out.is_read_only() ||
      !same_dims(out.sizes(), inputs[0]->sizes())) {
    return false;
  }
  return std::ranges::all_of(inputs, [&](const Tensor *input) { return is_apart_or_same(out, *input); });
}

void run_flat(Loop kernel, std::span<const Tensor *const> inputs, const Tensor &out) {
  Flat operands(out.numel());
  operands.add(out);
  for (const Tensor *input : inputs) operands.add(*input);
  operands.run(kernel, kGrainSize);
}

}  // namespace

Ref<Tensor> pointwise(Pointwise op, std::span<const Tensor *const> inputs) {
  if (const Loop kernel = flat_kernel(op, inputs)) {
    Ref<Tensor> out = Tensor::create(inputs[0]->sizes(), flat_result(op, inputs));
    run_flat(kernel, inputs, *out);
    return out;
  }
  return functional(PointwiseOp{op, inputs});
}

void pointwise_out(Pointwise op, std::span<const Tensor *const> inputs, Tensor &out) {
  if (const Loop kernel = flat_kernel(op, inputs); kernel != nullptr && is_flat_out(op, inputs, out)) {
    return run_flat(kernel, inputs, out);
  }
  into(PointwiseOp{op, inputs}, out);
}

}  // namespace ct
