// The elementwise family: one structured op, driven by the list's line for each.
#include "ops/elementwise/elementwise.h"

#include <algorithm>

#include "iter/fast_path.h"
#include "iter/for_each.h"
#include "kernels/lists/layouts.h"
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

using namespace kernels;  // the dtype sets that the list names

// The dtypes that the fast path may take as they are. Ops that compute in floats convert integers first, integer
// divisions look for zeros, and options have to be converted, so those go another way.
constexpr uint32_t direct_dtypes(Kind kind, uint32_t dtypes, bool has_options) {
  if (has_options) return 0;
  if (kind == Kind::Float || kind == Kind::BinaryFloat || kind == Kind::Angle) return dtypes & (kFloats | kComplexes);
  return kind == Kind::Division ? dtypes & ~kIntegers : dtypes;
}

// The dtype of what the kernel writes.
constexpr FastOp::Writes writes_of(Kind kind) {
  if (kind == Kind::Comparison || kind == Kind::Close) return FastOp::Writes::Bool;
  return kind == Kind::Magnitude || kind == Kind::Angle ? FastOp::Writes::Real : FastOp::Writes::Computed;
}

#define CT_NOTHING(...)
#define CT_ONE_MORE(...) +1
}  // namespace

struct ElementwiseOp {
  Elementwise op;
  const char *name;
  Kind kind;
  uint32_t dtypes;
  const ElementwiseOp *const *kin;  // what a call may become (see Simplified); NULL: itself alone
  FastOp fast;
};

namespace {

// In the list's order.
constexpr const ElementwiseOp *kComparisons[] = {&elementwise_ops::eq, &elementwise_ops::ne, &elementwise_ops::lt,
                                                 &elementwise_ops::le, &elementwise_ops::gt, &elementwise_ops::ge};
constexpr const ElementwiseOp *kClamps[] = {&elementwise_ops::clamp_min, &elementwise_ops::clamp_max};
// mul, and not square: both convert into an out of another dtype, as pow does.
constexpr const ElementwiseOp *kPowers[] = {&elementwise_ops::mul, &elementwise_ops::sqrt,
                                            &elementwise_ops::reciprocal};

constexpr bool is_comparison(Elementwise op) { return op >= Elementwise::eq && op <= Elementwise::ge; }
constexpr bool is_clamp(Elementwise op) {
  return op == Elementwise::clamp || op == Elementwise::clamp_min || op == Elementwise::clamp_max;
}
constexpr const ElementwiseOp *const *kin_of(Elementwise op) {
  if (is_comparison(op)) return kComparisons;
  if (op == Elementwise::pow) return kPowers;
  return is_clamp(op) ? kClamps : nullptr;
}

}  // namespace

#define CT_DEFINE_OP(name, group, kind, dtypes, ps, doc)                                        \
  constinit const ElementwiseOp elementwise_ops::name = {                                       \
      Elementwise::name,                                                                        \
      #name,                                                                                    \
      Kind::kind,                                                                               \
      dtypes,                                                                                   \
      kin_of(Elementwise::name),                                                                \
      {OpKernels::of<Elementwise::name>(),                                                      \
       direct_dtypes(Kind::kind, dtypes, 0 CT_PARAMETERS_##group(CT_NOTHING, CT_ONE_MORE) > 0), \
       Kind::kind == Kind::Where, writes_of(Kind::kind), ps}};
CT_ELEMENTWISE_OPS(CT_DEFINE_OP)
#undef CT_DEFINE_OP

namespace {

// The list's lines on layouts.
LaidOut laid_out(Elementwise op, DType dtype, bool resized) {
  using enum LaidOut;
#define CT_LAYOUT(name, dtypes, fresh, other)                        \
  if (op == Elementwise::name && ((dtypes)&dtype_bit(dtype)) != 0) { \
    constexpr LaidOut kWays[] = {fresh, other};                      \
    return kWays[resized ? 1 : 0];                                   \
  }
  CT_ELEMENTWISE_LAYOUTS(CT_LAYOUT)
#undef CT_LAYOUT
  return Iterated;
}

bool is_number(const Tensor &t) { return t.is_wrapped_number() && t.ndim() == 0; }

struct ElementwiseCall {
  const ElementwiseOp &info;
  std::span<const Tensor *const> inputs_;
  const Options &options;
  bool is_wide = false;            // integers are compared by their values: see Simplified
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
      beside_float32 = info.fast.kernels.beside_float32(dtype);
    }
    values.read(info.op, options, dtype);
    if (may_be_resized(output)) output.guard();
    build_iterator(output.given());
    output.set_built(it.output(0));
    if (looks_for_zeros() && !inputs_[1]->is_deferred()) check_divisor();
  }

  void impl(Output &output) {
    const Loop kernel = beside_float32 != nullptr ? beside_float32 : info.fast.kernels.loop(dtype);
    if (any_deferred(inputs_)) {
      const bool looks_later = looks_for_zeros() && inputs_[1]->is_deferred();
      return output.record(
          {info.name, kernel, it, info.fast.element_ps, values.pointers(), looks_later, static_cast<int32_t>(info.op)});
    }
    run(it, kernel, info.fast.element_ps, values.pointers());
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
    if (is_wide) return DType::Int64;
    if (info.kind == Kind::Where) return result_type(inputs_.subspan(1));
    const DType common = result_type(inputs_);
    const bool to_float = info.kind == Kind::Float || info.kind == Kind::BinaryFloat || info.kind == Kind::Angle;
    return to_float && is_integer_like(common) ? default_float() : common;
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
    config.records = any_deferred(inputs_);
    config.flips = !config.records;
    config.laid_out = takes_bounds_alone() ? LaidOut::Alone : laid_out(info.op, dtype, given != nullptr);
    if (info.op == Elementwise::ldexp) config.copied_inputs = 2;  // upstream, 2 to the power of it
    const DType written = FastOp::written(info.fast.writes, dtype);
    const DType chosen[] = {DType::Bool, dtype, dtype}, filled[] = {dtype, DType::Bool}, compared[] = {dtype, dtype},
                beside[] = {dtype, DType::Float32};
    if (written != dtype || info.kind == Kind::Comparison) config.output_dtypes = {&written, 1};
    if (info.kind == Kind::Where) config.input_dtypes = chosen;
    if (info.kind == Kind::Angle) config.input_dtypes = {&dtype, 1};  // integers become floats
    if (info.kind == Kind::Fill) config.input_dtypes = filled;
    if (info.kind == Kind::Close || is_wide) config.input_dtypes = compared;
    if (beside_float32 != nullptr) config.input_dtypes = beside;
    if (!config.input_dtypes.empty()) config.output_dtypes = {&written, 1};
    it.build(config);
  }

  // Upstream, these ops take numbers as parameters, where others make operands of them.
  bool takes_bounds_alone() const {
    return (info.op == Elementwise::pow || is_clamp(info.op)) && !is_number(*inputs_[0]) &&
           std::all_of(inputs_.begin() + 1, inputs_.end(), [](const Tensor *t) { return is_number(*t); });
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
    const Any any_zero = kernel_table<AnyZeroTable>().any_zero[static_cast<int>(dtype)];
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

// Which op a call comes to, and with which inputs. An integer outside the range of the common dtype, which would wrap
// as an operand, counts by its value. A bound of clamp beyond all integers of the dtype is no bound, as in PyTorch, and
// an error where every integer violates it. A comparison with such a number has one answer for all elements: that of a
// comparison with the lowest integer of the dtype. A deferred number has no value yet, so it is compared in int64,
// which holds both dtypes' values. pow with one of the exponents 2, 1/2 and -1 becomes a product, a root or a
// reciprocal, as in PyTorch, which takes a third to a seventh of the time (Zen 4, 16Ki float32).
class Simplified {
 public:
  Simplified(const ElementwiseOp &op, std::span<const Tensor *const> inputs) : op_(&op), inputs_(inputs) {
    if (is_comparison(op.op)) compare();
    if (is_clamp(op.op)) clamp();
    if (op.op == Elementwise::pow) power();
  }

  const ElementwiseOp &op() const { return *op_; }
  std::span<const Tensor *const> inputs() const { return inputs_; }
  bool is_wide() const { return is_wide_; }

 private:
  static bool is_below_all(const Scalar &value) { return value.i < 0 && value.dtype != DType::UInt64; }

  void clamp() {
    const Tensor *const lower = op_->op == Elementwise::clamp_max ? nullptr : inputs_[1];
    const Tensor *const upper = op_->op == Elementwise::clamp_min ? nullptr : inputs_.back();
    if (lower == nullptr && upper == nullptr) fail(CT_ERROR_INVALID, "clamp: both lower and upper are NULL");
    const bool has_lower = lower != nullptr && bounds(*lower, true),
               has_upper = upper != nullptr && bounds(*upper, false);
    if (has_lower && has_upper) return;
    op_ = op_->kin[has_upper ? 1 : 0];
    left_[0] = inputs_[0];
    left_[1] = has_lower ? lower : has_upper ? upper : inputs_[0];
    inputs_ = left_;
  }

  void compare() {
    for (size_t k = 0; k < 2; ++k) {
      const Tensor &one = *inputs_[k], &other = *inputs_[1 - k];
      if (one.ndim() != 0 || one.dtype() == other.dtype() || one.is_meta()) continue;
      if (!is_integral(one.dtype()) || !is_integral(other.dtype())) continue;
      if (one.is_deferred()) {
        if (one.dtype() == DType::UInt64 || other.dtype() == DType::UInt64) {
          fail(CT_ERROR_UNSUPPORTED, op_->name, " does not compare a deferred ", dtype_name(one.dtype()),
               " without dims with ", dtype_name(other.dtype()), ": evaluate it, or convert one of them, first");
        }
        is_wide_ = true;
        continue;
      }
      const Scalar value = load_scalar(one.dtype(), one.data());
      const DType common = result_type(inputs_);
      if (fits(value, common)) continue;
      const bool first_is_less = (k == 0) == is_below_all(value);
      const Elementwise op = op_->op;
      const bool holds = op == Elementwise::ne || (first_is_less ? op == Elementwise::lt || op == Elementwise::le
                                                                 : op == Elementwise::gt || op == Elementwise::ge);
      const int64_t bits = 8 * dtype_size(common);
      lowest_ = Tensor::create({}, common);
      store_scalar({common, is_unsigned(common) ? 0 : INT64_MIN >> (64 - bits), 0, 0}, common, lowest_->data());
      lowest_->set_wrapped_number(one.is_wrapped_number());
      const Elementwise always = k == 0 ? Elementwise::le : Elementwise::ge;
      const Elementwise never = k == 0 ? Elementwise::gt : Elementwise::lt;
      op_ = op_->kin[static_cast<int>(holds ? always : never) - static_cast<int>(Elementwise::eq)];
      left_[k] = lowest_.get();
      left_[1 - k] = &other;
      inputs_ = left_;
      return;
    }
  }

  void power() {
    const Tensor &base = *inputs_[0], &number = *inputs_[1];
    if (!is_number(number) || number.is_meta() || number.is_deferred() || is_number(base)) return;
    if (!is_floating(base.dtype()) || result_type(inputs_) != base.dtype()) return;
    const Scalar value = load_scalar(number.dtype(), number.data());
    const double exponent = is_integral(value.dtype) ? static_cast<double>(value.i) : value.re;
    const double among[] = {2, 0.5, -1};  // in the order of kPowers
    const auto *const found = std::find(std::begin(among), std::end(among), exponent);
    if (found == std::end(among)) return;
    op_ = op_->kin[found - among];
    left_[0] = left_[1] = &base;
    inputs_ = std::span(left_).first(op_->op == Elementwise::mul ? 2 : 1);
  }

  bool bounds(const Tensor &bound, bool is_min) const {
    if (!bound.is_wrapped_number() || bound.ndim() != 0 || bound.is_meta() || !is_integral(bound.dtype())) return true;
    if (kind_of(inputs_[0]->dtype()) >= 2) return true;  // a float, most often
    const Tensor *present[3];
    const auto end =
        std::copy_if(inputs_.begin(), inputs_.end(), present, [](const Tensor *t) { return t != nullptr; });
    const DType dtype = result_type({present, end});
    const Scalar value = load_scalar(bound.dtype(), bound.data());
    if (!is_integral(dtype) || fits(value, dtype)) return true;
    if (is_below_all(value) != is_min) {
      fail(CT_ERROR_INVALID, op_->name, is_min ? ": lower is above" : ": upper is below", " every ", dtype_name(dtype));
    }
    return false;
  }

  const ElementwiseOp *op_;
  std::span<const Tensor *const> inputs_;
  const Tensor *left_[2] = {};
  Ref<Tensor> lowest_;
  bool is_wide_ = false;
};

}  // namespace

Ref<Tensor> elementwise(const ElementwiseOp &op, std::span<const Tensor *const> inputs, const Options &options) {
  const Simplified left(op, inputs);
  // The fast path does not look at the strides of dims of size 1.
  const Tensor &first = *left.inputs()[0];
  const bool is_fast = !any_deferred(left.inputs()) && (laid_out(left.op().op, first.dtype(), false) != LaidOut::Like ||
                                                        same_dims(first.strides(), contiguous_strides(first.sizes())));
  if (is_fast) {
    if (Ref<Tensor> out = fast_elementwise(left.op().fast, left.inputs())) return out;
  }
  return functional(ElementwiseCall{left.op(), left.inputs(), options, left.is_wide()});
}

void elementwise_out(const ElementwiseOp &op, std::span<const Tensor *const> inputs, Tensor &out,
                     const Options &options) {
  const Simplified left(op, inputs);
  if (!any_deferred(left.inputs()) && fast_elementwise_out(left.op().fast, left.inputs(), out)) return;
  into(ElementwiseCall{left.op(), left.inputs(), options, left.is_wide()}, out);
}

}  // namespace ct
