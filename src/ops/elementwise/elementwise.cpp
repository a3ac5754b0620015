// The elementwise family: one structured op, driven by the list's line for each.
#include "ops/elementwise/elementwise.h"

#include <algorithm>

#include "iter/flat.h"
#include "iter/for_each.h"
#include "iter/small.h"
#include "ops/structured.h"
#include "runtime/error.h"
#include "runtime/kernel_table.h"

namespace ct {

namespace {

// The kinds of the list (see elementwise.h), and the flags of their iterators.
constexpr uint32_t kCastOut = iter_flags::kNoSameDTypeCheck | iter_flags::kCastToOutputs;
constexpr uint32_t kCastOutSafely = kCastOut | iter_flags::kSafeCast;
constexpr uint32_t kThree = iter_flags::kTernary | iter_flags::kAllowCpuScalars;
// The kernel always writes bool, so an out of another dtype is converted to on the way out.
constexpr uint32_t kCompares = iter_flags::kComparison | iter_flags::kCastToOutputs;
#define CT_KINDS(X)                                                                            \
  X(Same, iter_flags::kUnary)                                                                  \
  X(Magnitude, kCastOutSafely)                                                                 \
  X(Angle, kCastOutSafely)                                                                     \
  X(Float, iter_flags::kUnaryFloat)                                                            \
  X(Binary, iter_flags::kBinary)                                                               \
  X(BinaryFloat, iter_flags::kBinaryFloat)                                                     \
  X(Difference, iter_flags::kBinary)                                                           \
  X(Division, iter_flags::kBinary)                                                             \
  X(Ternary, kThree)                                                                           \
  X(Quotient, kThree)                                                                          \
  X(Comparison, kCompares)                                                                     \
  X(Close, kCastOut | iter_flags::kAllowCpuScalars)                                            \
  /* Dtypes are given operand by operand, because the condition takes no part in promotion. */ \
  X(Fill, kCastOutSafely | iter_flags::kAllowCpuScalars)                                       \
  X(Where, kCastOutSafely | iter_flags::kAllowCpuScalars)

enum class Kind {
#define CT_KIND_ENUM(name, flags) name,
  CT_KINDS(CT_KIND_ENUM)
#undef CT_KIND_ENUM
};

constexpr uint32_t kFlags[] = {
#define CT_KIND_FLAGS(name, flags) flags,
    CT_KINDS(CT_KIND_FLAGS)
#undef CT_KIND_FLAGS
};

struct OpInfo {
  const char *name;
  Kind kind;
  uint32_t dtypes;
  uint32_t direct;  // of these, what the kernel takes without being asked anything else
  int32_t ps;       // see the list
};

using namespace kernels;  // the dtype sets that the list names

// Ops that compute in floats convert integers first, and an integer division looks for zeros.
constexpr uint32_t direct_dtypes(Kind kind, uint32_t dtypes) {
  if (kind == Kind::Float || kind == Kind::BinaryFloat || kind == Kind::Angle) return dtypes & (kFloats | kComplexes);
  return kind == Kind::Division ? dtypes & ~kIntegers : dtypes;
}

constexpr OpInfo kOps[] = {
#define CT_OP_INFO(name, inputs, kind, dtypes, ps, doc) \
  {#name, Kind::kind, dtypes, direct_dtypes(Kind::kind, dtypes), ps},
    CT_ELEMENTWISE_OPS(CT_OP_INFO)
#undef CT_OP_INFO
};

// What the kernel writes, having computed in this dtype.
DType written_dtype(Kind kind, DType computed) {
  if (kind == Kind::Comparison || kind == Kind::Close) return DType::Bool;
  return kind == Kind::Magnitude || kind == Kind::Angle ? real_of(computed) : computed;
}

constexpr int64_t element_ps(Elementwise op) { return kOps[static_cast<int>(op)].ps; }

struct ElementwiseOp {
  Elementwise op;
  std::span<const Tensor *const> inputs_;
  const Options &options;
  const OpInfo &info = kOps[static_cast<int>(op)];
  DType dtype = DType::Undefined;  // what the kernel computes in
  Loop beside_float32 = nullptr;   // see there; NULL where inputs are of that dtype
  Iterator it{};
  OptionValues values{};

  std::span<const Tensor *const> inputs() const { return inputs_; }

  void meta(Output &output) {
    check_inputs();
    dtype = compute_dtype();
    check_dtype_supported();
    if (inputs_.size() == 2 && inputs_[1]->dtype() != dtype && inputs_[1]->numel() == 1) {
      beside_float32 = kernel_beside_float32(op, dtype);
    }
    values.read(op, options, dtype);
    if (may_be_resized(output)) output.guard();
    build_iterator(output.given());
    output.set_built(it.output(0));
    if (looks_for_zeros()) check_divisor();
  }

  void impl(Output &) {
    const Loop kernel = beside_float32 != nullptr ? beside_float32 : elementwise_kernel(op, dtype);
    run(it, kernel, element_ps(op), values.pointers());
  }

 private:
  void check_inputs() const {
    if (info.kind == Kind::Where && inputs_[0]->dtype() != DType::Bool) {
      fail(CT_ERROR_DTYPE, "where expected condition to be a boolean tensor, but got a tensor with dtype ",
           dtype_name(inputs_[0]->dtype()));
    }
    // PyTorch refuses a bool on either side, although bool with int32, say, would promote to int32.
    if (info.kind == Kind::Difference &&
        std::any_of(inputs_.begin(), inputs_.end(), [](const Tensor *t) { return t->dtype() == DType::Bool; })) {
      fail(CT_ERROR_DTYPE, info.name, " does not support bool tensors, got ", dtype_name(inputs_[0]->dtype()), " and ",
           dtype_name(inputs_[1]->dtype()), "; to find where masks differ, compare them");
    }
    if (info.kind == Kind::Close && inputs_[0]->dtype() != inputs_[1]->dtype()) {
      fail(CT_ERROR_DTYPE, info.name, " compares tensors of one dtype, got ", dtype_name(inputs_[0]->dtype()), " and ",
           dtype_name(inputs_[1]->dtype()));
    }
    if (info.kind == Kind::Fill && inputs_[1]->dtype() != DType::Bool) {
      fail(CT_ERROR_DTYPE, info.name, " expected mask to be a boolean tensor, but got a tensor with dtype ",
           dtype_name(inputs_[1]->dtype()));
    }
    if (info.kind == Kind::Quotient && !is_inexact(inputs_[1]->dtype()) && !is_inexact(inputs_[2]->dtype())) {
      fail(CT_ERROR_DTYPE, info.name, " does not divide integers, got ", dtype_name(inputs_[1]->dtype()), " and ",
           dtype_name(inputs_[2]->dtype()), "; convert one of them to a float first");
    }
  }

  DType compute_dtype() const {
    if (info.kind == Kind::Same || info.kind == Kind::Magnitude || info.kind == Kind::Close ||
        info.kind == Kind::Fill) {
      return inputs_[0]->dtype();
    }
    if (info.kind == Kind::Where) return result_type(inputs_.subspan(1));
    const DType common = result_type(inputs_);
    const bool to_float = info.kind == Kind::Float || info.kind == Kind::BinaryFloat || info.kind == Kind::Angle;
    return to_float && (common == DType::Bool || is_integral(common)) ? default_float() : common;
  }

  void check_dtype_supported() const {
    if ((info.dtypes & dtype_bit(dtype)) != 0) return;
    if (inputs_.size() == 1) fail(CT_ERROR_DTYPE, info.name, " does not support ", dtype_name(dtype));
    if (inputs_.size() == 3) {
      fail(CT_ERROR_DTYPE, info.name, " does not support ", dtype_name(dtype), ", the common dtype of ",
           dtype_name(inputs_[0]->dtype()), ", ", dtype_name(inputs_[1]->dtype()), " and ",
           dtype_name(inputs_[2]->dtype()));
    }
    fail(CT_ERROR_DTYPE, info.name, " does not support ", dtype_name(dtype), ", the common dtype of ",
         dtype_name(inputs_[0]->dtype()), " and ", dtype_name(inputs_[1]->dtype()));
  }

  void build_iterator(Tensor *given) {
    IterConfig config;
    config.flags = kFlags[static_cast<int>(info.kind)];
    config.outputs = {&given, 1};
    config.inputs = inputs_;
    config.borrows = true;
    const DType written = written_dtype(info.kind, dtype);
    const DType chosen[] = {DType::Bool, dtype, dtype}, filled[] = {dtype, DType::Bool}, compared[] = {dtype, dtype},
                beside[] = {dtype, DType::Float32};
    if (written != dtype || info.kind == Kind::Comparison) config.output_dtypes = {&written, 1};
    if (info.kind == Kind::Where) config.input_dtypes = chosen;
    if (info.kind == Kind::Angle) config.input_dtypes = {&dtype, 1};  // integers become floats
    if (info.kind == Kind::Fill) config.input_dtypes = filled;
    if (info.kind == Kind::Close) config.input_dtypes = compared;
    if (beside_float32 != nullptr) config.input_dtypes = beside;
    if (!config.input_dtypes.empty()) config.output_dtypes = {&written, 1};
    it.build(config);
  }

  // The iterator resizes such an out before a zero divisor is found, or before memory for a walk over many dims is
  // missing: then the resize is undone.
  bool may_be_resized(const Output &output) const {
    if (output.given() == nullptr || output.is_in_place()) return false;
    const auto has_other_sizes = [&](const Tensor *t) { return !same_dims(t->sizes(), output.given()->sizes()); };
    return std::any_of(inputs_.begin(), inputs_.end(), has_other_sizes);
  }

  bool looks_for_zeros() const { return info.kind == Kind::Division && is_integral(dtype); }

  // Integer division has no result for 0, so the divisor is searched before anything is written. It is searched in the
  // dtype of the kernel: the number 256 beside uint8 is a zero.
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
    const ct_status status = for_each(divisor, search, 0, 0);
    if (status == CT_ERROR_DIVISION_BY_ZERO) {
      fail(status, info.name, ": integer division by zero, ", dtype_name(dtype), " divisor of shape ",
           inputs_[1]->sizes(), " holds a zero");
    }
    if (status != CT_OK) fail(status, info.name, ": the executor failed");
  }
};

// ---- the usual calls, for which no iterator is built ----

// Contiguous operands of the dtypes that the kernel takes as they are: of one shape, they are one run each; of several,
// few elements are walked by a SmallLoop. Anything else, errors too, is the iterator's.
template <size_t N>
class DirectCall {
 public:
  DirectCall(Elementwise op, const Tensor *const *inputs)
      : op_(op), info_(kOps[static_cast<int>(op)]), inputs_(inputs) {}

  Loop kernel() {
    const Tensor &last = *inputs_[N - 1];  // of where, the first is the condition
    const DType dtype = last.dtype();
    if ((info_.direct & dtype_bit(dtype)) == 0) return nullptr;
    bool fits = true;
    same_shape_ = true;
    for (size_t k = 0; k < N; ++k) {
      const Tensor &input = *inputs_[k];
      const DType expected = info_.kind == Kind::Where && k == 0 ? DType::Bool : dtype;
      fits &= input.dtype() == expected && input.is_contiguous() && !input.is_meta() && !input.is_wrapped_number();
      if (k + 1 < N) same_shape_ &= same_dims(input.sizes(), last.sizes());
    }
    if (!fits || (!same_shape_ && !broadcast())) return nullptr;
    return elementwise_kernel(op_, dtype);
  }

  Dims shape() const { return same_shape_ ? inputs_[N - 1]->sizes() : Dims(shape_, static_cast<size_t>(ndim_)); }
  DType result() const { return written_dtype(info_.kind, inputs_[N - 1]->dtype()); }

  // Of a given output, after kernel().
  bool can_write(const Tensor &out) const {
    bool can = out.dtype() == result() && out.is_contiguous() && !out.is_meta() && !out.is_read_only() &&
               same_dims(out.sizes(), shape());
    for (size_t k = 0; can && k < N; ++k) {
      can = inputs_[k]->numel() == out.numel() ? is_apart_or_same(out, *inputs_[k]) : is_apart(out, *inputs_[k]);
    }
    return can;
  }

  void run(Loop kernel, const Tensor &out) {
    if (same_shape_) {
      Flat<N + 1> operands;
      operands.set(0, out);
      for (size_t k = 0; k < N; ++k) operands.set(static_cast<int32_t>(k) + 1, *inputs_[k]);
      return operands.run(kernel, out.numel(), element_ps(op_));
    }
    SmallLoop<N + 1> loop;
    loop.set_data(0, out);
    for (size_t k = 0; k < N; ++k) loop.set_data(static_cast<int32_t>(k) + 1, *inputs_[k]);
    const int32_t ndim = out.ndim();
    for (int32_t d = ndim - 1; d >= 0; --d) {
      int64_t strides[N + 1] = {out.strides()[d] * out.itemsize()};
      for (size_t k = 0; k < N; ++k) {
        const int32_t dim = d - (ndim - inputs_[k]->ndim());
        const bool moves = dim >= 0 && inputs_[k]->sizes()[dim] != 1;
        strides[k + 1] = moves ? inputs_[k]->strides()[dim] * inputs_[k]->itemsize() : 0;
      }
      loop.dims.add(out.sizes()[d], strides);
    }
    loop.dims.coalesce();
    loop.run(kernel);
  }

 private:
  // Few elements, and no dim of size 1 in the result: its strides could have a say in the iterator's order, and so in
  // the layout of a fresh output. Those of all others say that it is contiguous.
  bool broadcast() {
    ndim_ = 0;
    for (size_t k = 0; k < N; ++k) {
      if (!SmallLoop<N + 1>::takes(*inputs_[k])) return false;
      ndim_ = std::max(ndim_, inputs_[k]->ndim());
    }
    int64_t numel = 1;
    for (int32_t d = 1; d <= ndim_; ++d) {
      int64_t common = 1;
      for (size_t k = 0; k < N; ++k) {
        const int64_t size = d <= inputs_[k]->ndim() ? inputs_[k]->sizes()[inputs_[k]->ndim() - d] : 1;
        if (size == 1 || size == common) continue;
        if (common != 1) return false;
        common = size;
      }
      if (common == 1) return false;
      shape_[ndim_ - d] = common;
      numel *= common;
    }
    return numel <= SmallLoop<N + 1>::kMostElements;
  }

  Elementwise op_;
  const OpInfo &info_;
  const Tensor *const *inputs_;
  bool same_shape_ = true;
  int32_t ndim_ = 0;
  int64_t shape_[SmallLoop<N + 1>::kMostDims];
};

// A run of few elements beside a wrapped number that takes its dtype, or beside halves float32: a number is of no wider
// kind, and its width does not count. It is converted first, and stays where it is in the loop.
class NumberCall {
 public:
  NumberCall(Elementwise op, const Tensor *const *inputs)
      : op_(op),
        info_(kOps[static_cast<int>(op)]),
        at_(inputs[0]->is_wrapped_number() ? 0 : 1),
        number_(*inputs[at_]),
        other_(*inputs[1 - at_]) {}

  Loop kernel() {
    const DType dtype = other_.dtype(), from = number_.dtype();
    if (!number_.is_wrapped_number() || number_.ndim() != 0 || from == DType::Bool) return nullptr;
    if (other_.is_wrapped_number() || !other_.is_contiguous() || !SmallLoop<3>::takes(other_)) return nullptr;
    if ((info_.direct & dtype_bit(dtype)) == 0 || kind_of(from) > kind_of(dtype)) return nullptr;
    for (const int64_t size : other_.sizes()) {
      if (size == 1) return nullptr;  // as in DirectCall::broadcast()
    }
    if (const Loop kernel = at_ == 1 ? kernel_beside_float32(op_, dtype) : nullptr) {
      convert(DType::Float32);
      return kernel;
    }
    convert(dtype);
    return elementwise_kernel(op_, dtype);
  }

  Dims shape() const { return other_.sizes(); }
  DType result() const { return written_dtype(info_.kind, other_.dtype()); }

  bool can_write(const Tensor &out) const {
    return out.dtype() == result() && out.is_contiguous() && !out.is_meta() && !out.is_read_only() &&
           same_dims(out.sizes(), shape()) && is_apart_or_same(out, other_) && is_apart(out, number_);
  }

  void run(Loop kernel, const Tensor &out) {
    char *data[] = {out.data(), other_.data(), other_.data()};
    int64_t strides[6] = {out.itemsize(), other_.itemsize(), other_.itemsize()};
    data[1 + at_] = converted_;
    strides[1 + at_] = 0;
    kernel(data, strides, out.numel(), 1, Traffic::Cached);
  }

 private:
  void convert(DType to) {
    char *const data[] = {converted_, number_.data()};
    const int64_t strides[4] = {};
    convert_kernel(to, number_.dtype())(data, strides, 1, 1, Traffic::Cached);
  }

  Elementwise op_;
  const OpInfo &info_;
  int at_;  // which input is the number
  const Tensor &number_, &other_;
  alignas(16) char converted_[16];
};

template <size_t N>
Ref<Tensor> fresh(Elementwise op, std::span<const Tensor *const> inputs) {
  DirectCall<N> call(op, inputs.data());
  if (const Loop kernel = call.kernel()) {
    Ref<Tensor> out = Tensor::create(call.shape(), call.result());
    call.run(kernel, *out);
    return out;
  }
  if constexpr (N == 2) {
    NumberCall with_number(op, inputs.data());
    if (const Loop kernel = with_number.kernel()) {
      Ref<Tensor> out = Tensor::create(with_number.shape(), with_number.result());
      with_number.run(kernel, *out);
      return out;
    }
  }
  return functional(ElementwiseOp{op, inputs, Options{}});
}

template <size_t N>
void given(Elementwise op, std::span<const Tensor *const> inputs, Tensor &out) {
  DirectCall<N> call(op, inputs.data());
  if (const Loop kernel = call.kernel(); kernel != nullptr && call.can_write(out)) return call.run(kernel, out);
  if constexpr (N == 2) {
    NumberCall with_number(op, inputs.data());
    const Loop kernel = with_number.kernel();
    if (kernel != nullptr && with_number.can_write(out)) return with_number.run(kernel, out);
  }
  into(ElementwiseOp{op, inputs, Options{}}, out);
}

// The bounds that a clamp goes by, and what it is called then: clamp may lack one. A number that the integers of the
// result's dtype do not reach, which would wrap as an operand, is no bound if all of them keep to it, as in PyTorch,
// and wrong if none does.
class Bounds {
 public:
  Bounds(Elementwise op, std::span<const Tensor *const> inputs) : op_(op), inputs_(inputs) {
    if (op != Elementwise::clamp && op != Elementwise::clamp_min && op != Elementwise::clamp_max) return;
    const Tensor *const min = op == Elementwise::clamp_max ? nullptr : inputs[1];
    const Tensor *const max = op == Elementwise::clamp_min ? nullptr : inputs.back();
    if (min == nullptr && max == nullptr) fail(CT_ERROR_INVALID, "clamp: both min and max are NULL");
    const bool has_min = min != nullptr && bounds(*min, true), has_max = max != nullptr && bounds(*max, false);
    if (has_min && has_max) return;
    op_ = has_max ? Elementwise::clamp_max : Elementwise::clamp_min;
    left_[0] = inputs[0];
    left_[1] = has_min ? min : has_max ? max : inputs[0];
    inputs_ = left_;
  }

  Elementwise op() const { return op_; }
  std::span<const Tensor *const> inputs() const { return inputs_; }

 private:
  bool bounds(const Tensor &bound, bool is_min) const {
    if (!bound.is_wrapped_number() || bound.ndim() != 0 || bound.is_meta() || !is_integral(bound.dtype())) return true;
    if (kind_of(inputs_[0]->dtype()) >= 2) return true;  // a float, most often
    const Tensor *present[3];
    const auto end =
        std::copy_if(inputs_.begin(), inputs_.end(), present, [](const Tensor *t) { return t != nullptr; });
    const DType dtype = result_type({present, end});
    const Scalar value = load_scalar(bound.dtype(), bound.data());
    if (!is_integral(dtype) || fits(value, dtype)) return true;
    const bool is_below = value.i < 0 && bound.dtype() != DType::UInt64;
    if (is_below != is_min) {
      fail(CT_ERROR_INVALID, kOps[static_cast<int>(op_)].name, is_min ? ": min is above" : ": max is below", " every ",
           dtype_name(dtype));
    }
    return false;
  }

  Elementwise op_;
  std::span<const Tensor *const> inputs_;
  const Tensor *left_[2] = {};
};

}  // namespace

Ref<Tensor> elementwise(Elementwise op, std::span<const Tensor *const> inputs, const Options &options) {
  if (has_options(op)) return functional(ElementwiseOp{op, inputs, options});
  if (inputs.size() == 1) return fresh<1>(op, inputs);
  const Bounds left(op, inputs);
  return left.inputs().size() == 2 ? fresh<2>(left.op(), left.inputs()) : fresh<3>(left.op(), left.inputs());
}

void elementwise_out(Elementwise op, std::span<const Tensor *const> inputs, Tensor &out, const Options &options) {
  if (has_options(op)) return into(ElementwiseOp{op, inputs, options}, out);
  if (inputs.size() == 1) return given<1>(op, inputs, out);
  const Bounds left(op, inputs);
  return left.inputs().size() == 2 ? given<2>(left.op(), left.inputs(), out) : given<3>(left.op(), left.inputs(), out);
}

}  // namespace ct
