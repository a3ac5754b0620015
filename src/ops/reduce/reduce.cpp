// The reductions: one structured op over the iterator's reduction, driven by the list's line for each.
#include "ops/reduce/reduce.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <limits>
#include <type_traits>

#include "iter/fast_path.h"
#include "iter/traffic.h"
#include "ops/reduce/blocks.h"
#include "ops/reduce/scaled_norm.h"
#include "ops/structural/fill.h"
#include "runtime/error.h"
#include "runtime/kernel_table.h"
#include "runtime/process.h"

namespace ct {

namespace {

using namespace kernels;  // the dtype sets that the lists name

enum class Result { Wide, Float, Same, Truth, Count, Real };
enum class Empty { Identity, Nan, Error };
enum class Finish { None, Mean, NumbersMean, Root };
enum class Step { None, Magnitude, Power };  // what becomes of elements before they are accumulated
enum class Identity { Zero, One, Lowest, Highest };

struct OpInfo {
  const char *name;
  uint32_t dtypes;
  Accumulator accumulator;
  Result result;
  Empty empty;
  Finish finish;
  Step step = Step::None;
};
constexpr OpInfo kOps[] = {
#define CT_OP_INFO(name, form, dtypes, accumulator, result, empty, finish, ...) \
  {#name, dtypes, Accumulator::accumulator, Result::result, Empty::empty, Finish::finish},
    CT_REDUCTIONS(CT_OP_INFO)
#undef CT_OP_INFO
};

struct AccumulatorInfo {
  uint32_t dtypes;
  Accumulator combine;
  Identity identity;
};
constexpr AccumulatorInfo kAccumulators[] = {
#define CT_ACCUMULATOR_INFO(name, dtypes, holds, combine, identity) {dtypes, Accumulator::combine, Identity::identity},
    CT_ACCUMULATORS(CT_ACCUMULATOR_INFO)
#undef CT_ACCUMULATOR_INFO
};

// held: what the accumulators hold.
Scalar identity_of(Identity identity, DType held) {
  const bool highest = identity == Identity::Highest;
  if (identity == Identity::Zero) return Scalar::of(int64_t{0});
  if (identity == Identity::One || held == DType::Bool) return Scalar::of(int64_t{identity != Identity::Lowest});
  if (is_floating(held)) return Scalar::of(highest ? HUGE_VAL : -HUGE_VAL);
  const int bits = static_cast<int>(dtype_size(held)) * 8;
  const uint64_t all = ~uint64_t{0} >> (64 - bits);
  const uint64_t largest = is_unsigned(held) ? all : all >> 1;
  // Conversion keeps the low bits, so the lowest of a signed dtype is one more than its highest.
  const uint64_t value = highest ? largest : is_unsigned(held) ? 0 : largest + 1;
  return {held == DType::UInt64 ? DType::UInt64 : DType::Int64, static_cast<int64_t>(value), 0, 0};
}

// What the loop reads. Upstream converts the whole input to the result's dtype first; here the loop reads the input as
// it is wherever that gives the same sum, and otherwise gets it converted block by block:
// - integers and bool into any integer: the sums agree modulo 2^64, so also after narrowing,
// - a dtype into itself, or into the wider float that its kernel accumulates in anyway.
DType wide_loop_dtype(DType in, DType out) {
  if (is_integer_like(in) && is_integral(out)) return in;
  if (in == out || held_dtype(Holds::Wide, in) == out) return in;
  return out;
}

constexpr int32_t kNorm = -1;
void run_recorded(const ReductionCall &call, const Tensor &input, Tensor &out, bool by_rows);

struct ReduceTensor : OneInput {
  const OpInfo &info;
  const ReduceArgs &args;
  const int32_t op = kNorm;  // its number in the list
  const double p = 0;        // of a norm
  const AccumulatorInfo &accumulator = kAccumulators[static_cast<int>(info.accumulator)];
  uint64_t reduced = 0;
  DType read = DType::Undefined;                            // what the loop reads
  DType taken = DType::Undefined, held = DType::Undefined;  // what the kernel reads, and accumulates in
  const ComputedInput *computed = nullptr;                  // in place of the input's data
  mutable std::atomic<bool> left_range{false};              // a sum of powers has; see scale_norms()

  void meta(Output &output) {
    reduced = dims_mask(args.dims, input.ndim());
    const DimVec sizes = sizes_without(input, reduced, args.keepdim);
    const DType result = result_dtype(output.given());
    set_dtypes(result);
    if (info.empty == Empty::Error) refuse_empty_dims(info.name, input, reduced);
    set_reduced(output, info.name, input, sizes, result);
  }

  void impl(Output &output) {
    if (!input.is_deferred()) return compute(output.get(), false);
    output.record(info.name,
                  {run_recorded, reduced, p, op, args.dtype, args.keepdim, read == input.dtype(), computes(), sums()},
                  input);
  }
  void compute(Tensor &out, bool by_rows) {
    if (out.is_meta() || out.numel() == 0) return;
    if (input.numel() == 0) {
      if (info.empty != Empty::Nan) return fill(out, identity());
      const double nan = std::nan("");
      return fill(out, is_complex(out.dtype()) ? Scalar{DType::Complex128, 0, nan, nan} : Scalar::of(nan));
    }
    if (by_rows || out.numel() != 1 || !is_plain() || !reduce_all(out)) reduce_dims(&out);
    if (!left_range.load(std::memory_order_relaxed)) return;
    scale_norms(out, input, reduced, args.keepdim, p, least_sum(input.numel() / out.numel()), computed);
  }

  // Whether all of the input is reduced into a fresh tensor without dims: then meta would have no shape to find and no
  // output to check.
  bool is_total() const {
    return !args.dims && (!args.keepdim || input.ndim() == 0) && !input.is_meta() && !input.is_deferred() &&
           input.numel() != 0;
  }
  Ref<Tensor> total() {
    reduced = ~uint64_t{0};
    const DType result = result_dtype(nullptr);
    set_dtypes(result);
    Ref<Tensor> out = Tensor::create(Dims{}, result);
    if (!is_plain() || !reduce_all(*out)) reduce_dims(out.get());
    return out;
  }

 private:
  friend void run_recorded(const ReductionCall &call, const Tensor &input, Tensor &out, bool by_rows);

  // Whether the kernel takes the input as it is, and nothing else has to be done.
  bool is_plain() const {
    return read == input.dtype() && taken == read && info.step == Step::None && info.finish != Finish::NumbersMean;
  }

  // Whether the kernel may take sums of leaves in place of elements.
  bool sums() const { return info.accumulator == Accumulator::sum && is_plain(); }

  // Whether the input may be computed in blocks: a block that is also converted must not be too large.
  bool computes() const { return input.itemsize() <= 2 * dtype_size(read); }

  bool reduce_all(Tensor &out) const {
    auto last = [this](char *total) { finish(total, 1, input.numel()); };
    auto known = [this](char *total) { return are_absorbed(total, 1); };
    const FunctionRef<bool(char *)> absorbed = known;
    return fast_total({kernel(info.accumulator, read), kernel(accumulator.combine, held), held, identity(), last,
                       absorbs() ? &absorbed : nullptr, computed},
                      input, out);
  }

  void set_dtypes(DType result) {
    read = loop_dtype(result);
    check_dtypes(result);
    // There is no product of narrow integers, nor of halves.
    const bool widens = info.accumulator == Accumulator::prod && (dtype_bit(read) & accumulator.dtypes) == 0;
    taken = info.step != Step::None ? real_of(read) : widens ? held_dtype(Holds::Wide, read) : read;
    held = accumulator_dtype(info.accumulator, taken);
  }

  Scalar identity() const { return identity_of(accumulator.identity, held); }
  kernels::Reduce kernel(Accumulator which, DType dtype) const {
    return kernel_table<kernels::ReduceTable>().reduce[static_cast<int>(which)][static_cast<int>(dtype)];
  }

  DType result_dtype(const Tensor *given) const {
    const DType in = input.dtype();
    switch (info.result) {
      case Result::Wide:
      case Result::Float:
        if (args.dtype != DType::Undefined) return args.dtype;
        if (given != nullptr) return given->dtype();
        return info.result == Result::Wide && is_integer_like(in) && in != DType::UInt64 ? DType::Int64 : in;
      case Result::Same:
        return in;
      case Result::Truth:  // of uint8, upstream gives 0 or 1
        if (given != nullptr && given->dtype() == DType::UInt8) return DType::UInt8;
        return in == DType::UInt8 && given == nullptr ? DType::UInt8 : DType::Bool;
      case Result::Count:
        return DType::Int64;
      case Result::Real:
        return real_of(args.dtype != DType::Undefined ? args.dtype : in);
    }
    return in;
  }

  DType counted_dtype() const {
    return kernel(Accumulator::count, input.dtype()) != nullptr ? input.dtype() : DType::Bool;
  }

  DType loop_dtype(DType result) const {
    switch (info.result) {
      case Result::Wide:
      case Result::Float:
        return wide_loop_dtype(input.dtype(), result);
      case Result::Same:  // or the signed integer that holds the same numbers
        if ((dtype_bit(input.dtype()) & accumulator.dtypes) != 0) return input.dtype();
        return input.dtype() == DType::UInt16 ? DType::Int32 : DType::Int64;
      case Result::Truth: {  // what bytes hold is 0 or 1, what others hold becomes that as a bool
        const DType in = input.dtype();
        const bool tested = kernel(info.accumulator, in) != nullptr;
        return tested && (result == DType::Bool || input.itemsize() == 1) ? in : DType::Bool;
      }
      case Result::Count:
        return counted_dtype();
      case Result::Real: {
        if (info.accumulator == Accumulator::count) return counted_dtype();
        const DType in = args.dtype != DType::Undefined ? args.dtype : input.dtype();
        return info.step == Step::None ? in : held_dtype(Holds::Same, in);
      }
    }
    return result;
  }

  void check_dtypes(DType result) const {
    const auto takes = [&](DType dtype) { return (dtype_bit(dtype) & info.dtypes) != 0; };
    // Only an integer's mean may be asked for in another dtype than the list allows.
    if (info.result != Result::Float && !takes(input.dtype())) {
      fail(CT_ERROR_DTYPE, info.name, " does not take ", dtype_name(input.dtype()));
    }
    if (info.result == Result::Real) {
      const DType in = input.dtype(), asked = args.dtype;
      if (asked == DType::Undefined) return;
      if (takes(asked) && is_complex(asked) == is_complex(in) && promote_types(in, asked) == asked) return;
      fail(CT_ERROR_DTYPE, info.name, " of ", dtype_name(in), " is not computed in ", dtype_name(asked),
           ": complex inputs need a complex dtype, others a real one, and neither may be narrower");
    }
    if (info.result == Result::Float) {
      if (is_complex(input.dtype()) && !takes(input.dtype())) {
        fail(CT_ERROR_DTYPE, info.name, " does not take ", dtype_name(input.dtype()));
      }
      if (args.dtype == DType::Undefined && !takes(input.dtype())) {
        fail(CT_ERROR_DTYPE, info.name, " of ", dtype_name(input.dtype()),
             " needs a dtype argument: only floating-point and complex inputs have one of their own");
      }
      if (!takes(result)) fail(CT_ERROR_DTYPE, info.name, " is not computed in ", dtype_name(result));
    }
    if (!takes(read)) fail(CT_ERROR_DTYPE, info.name, " is not computed in ", dtype_name(read));
  }

  // Whether the op is any or all. Their accumulators do not change any more once they have left the identity.
  bool absorbs() const { return info.accumulator == Accumulator::any || info.accumulator == Accumulator::all; }
  bool are_absorbed(char *held_values, int64_t count) const {
    if (!absorbs()) return false;
    constexpr int64_t kSome = 256;
    const kernels::Loop truth = convert_kernel(DType::Bool, held);
    const int64_t size = dtype_size(held), strides[] = {1, size, 0, 0};
    for (int64_t i = 0; i < count; i += kSome) {
      const int64_t n = std::min(kSome, count - i);
      char truths[kSome], *const data[] = {truths, held_values + i * size};
      truth(data, strides, n, 1, Traffic::Cached);
      if (std::find(truths, truths + n, accumulator.identity == Identity::One) != truths + n) return false;
    }
    return true;
  }

  // ---- sums of powers, which may leave the range of what they are added in ----

  // Squares are added in float64, but the magnitudes of complex numbers are float32, which may be subnormal.
  bool may_leave_range() const {
    return info.finish == Finish::Root && (info.step != Step::None || taken == DType::Float64);
  }
  // From this sum on, a sum of n powers has lost nothing to underflow, even where small powers became 0.
  double least_sum(int64_t n) const {
    constexpr double kSingle = 0x1p-126 * 0x1p24, kDouble = 0x1p-1022 * 0x1p53;
    return static_cast<double>(n) * (taken == DType::Float64 ? kDouble : p == 2 ? kSingle * kSingle : kSingle);
  }
  template <class R>
  void check_range(const R *sums, int64_t count, int64_t n) const {
    // As integers, the bits of these floats have the same order as the floats. Adding the difference to the limit makes
    // the highest bit the answer.
    using Bits = std::conditional_t<sizeof(R) == 8, uint64_t, uint32_t>;
    const Bits highest = Bits{1} << (8 * sizeof(R) - 1);
    const Bits least = Bits{0} - std::bit_cast<Bits>(static_cast<R>(least_sum(n)));
    const Bits most = highest - 1 - std::bit_cast<Bits>(std::numeric_limits<R>::max());
    Bits below = 0, beyond = 0;
    for (int64_t i = 0; i < count; ++i) {
      const auto bits = std::bit_cast<Bits>(sums[i]);
      below |= bits + least;
      beyond |= bits + most;
    }
    if (((below | beyond) & highest) == 0) return;
    left_range.store(true, std::memory_order_relaxed);
  }

  // Turns `count` accumulators, each of n elements, into results. nans: how many of those elements are NaN, where the
  // op asks for that.
  void finish(char *held_values, int64_t count, int64_t n, const char *nans = nullptr) const {
    if (info.finish == Finish::None) return;
    const int64_t reals = is_complex(held) ? 2 * count : count;
    const auto *const counts = reinterpret_cast<const int64_t *>(nans);
    if (real_of(held) == DType::Float64) {
      finish_reals<double>(held_values, reals, n, counts);
    } else {
      finish_reals<float>(held_values, reals, n, counts);
    }
  }
  template <class R>
  void finish_reals(char *values, int64_t count, int64_t n, const int64_t *nans) const {
    constexpr int64_t kMany = 32;
    const bool divides = info.finish == Finish::Mean;
    R *const each = reinterpret_cast<R *>(values);
    if (may_leave_range()) check_range(each, count, n);
    R divisor = static_cast<R>(n);
    if (count >= kMany && divides) return finish_many<Elementwise::div>(real_of(held), values, count, &divisor);
    if (count >= kMany && p == 2) return finish_many<Elementwise::sqrt>(real_of(held), values, count);
    for (int64_t i = 0; i < count; ++i) {
      if (nans != nullptr) {
        each[i] /= static_cast<R>(n - nans[i]);
      } else if (divides) {
        each[i] /= divisor;
      } else if (p == 2) {
        each[i] = std::sqrt(each[i]);
      } else {
        const KeepsErrno keeps_errno;
        each[i] = static_cast<R>(std::pow(static_cast<long double>(each[i]), 1 / static_cast<long double>(p)));
      }
    }
  }

  // Converts what the loop reads to what the kernel takes, block by block.
  void take_mapped(const ct_loop &piece) const {
    const kernels::Loop first = info.step == Step::None ? convert_kernel(taken, read)
                                                        : kernels_of_op<Elementwise::abs>.loop(read),
                        pow = kernels_of_op<Elementwise::pow>.loop(taken);
    alignas(8) char exponent[8];
    store_scalar(Scalar::of(p), taken, exponent);
    reduce_mapped(piece, 0, 1, taken, kernel(info.accumulator, taken),
                  [&](char *const *data, const int64_t *strides, int64_t size0, int64_t size1) {
                    first(data, strides, size0, size1, Traffic::Cached);
                    if (info.step != Step::Power) return;
                    char *const powers[] = {data[0], data[0], exponent};
                    const int64_t size = strides[0], steps[] = {size, size, 0, 0, 0, 0};
                    pow(powers, steps, size0 * size1, 1, Traffic::Cached);
                  });
  }
  void count_nans(const ct_loop &piece) const {
    const kernels::Loop isnan = kernels_of_op<Elementwise::isnan>.loop(read);
    reduce_mapped(piece, 1, 2, DType::Bool, kernel(Accumulator::sum, DType::Bool),
                  [isnan](char *const *data, const int64_t *strides, int64_t size0, int64_t size1) {
                    isnan(data, strides, size0, size1, Traffic::Cached);
                  });
  }

  void reduce_dims(Tensor *out) const {
    const bool counts = info.finish == Finish::NumbersMean;
    const kernels::Reduce take = kernel(info.accumulator, taken);
    const kernels::Reduce joins[] = {kernel(accumulator.combine, held), kernel(Accumulator::sum, DType::Int64)};
    const Traffic how = traffic({&out, 1}, input);
    auto plain = always_ok(
        [take, how](const ct_loop &piece) { take(piece.data, piece.strides, piece.size0, piece.size1, how); });
    auto mapped = always_ok([this](const ct_loop &piece) { take_mapped(piece); });
    auto numbers = always_ok([this, take, how](const ct_loop &piece) {
      char *const data[] = {piece.data[0], piece.data[2]};
      const int64_t strides[] = {piece.strides[0], piece.strides[2], piece.strides[3], piece.strides[5]};
      take(data, strides, piece.size0, piece.size1, how);
      count_nans(piece);
    });
    const LoopRef loops[] = {plain, mapped, numbers};
    auto combine = always_ok([&joins](const ct_loop &piece) {  // each accumulator takes one element
      for (int32_t k = 0; 2 * k < piece.noperands; ++k) {
        const int64_t strides[] = {piece.strides[2 * k], piece.strides[2 * k + 1], 0, 0};
        joins[k](piece.data + 2 * k, strides, piece.size0, 1, Traffic::Cached);
      }
    });
    const int64_t n = input.numel() / out->numel();
    auto last = always_ok([this, n, counts](const ct_loop &piece) {
      finish(piece.data[0], piece.size0, n, counts ? piece.data[1] : nullptr);
    });
    auto known = [this](const ct_loop &piece) { return are_absorbed(piece.data[0], piece.size0); };
    const LoopRef finished = last;
    const FunctionRef<bool(const ct_loop &)> absorbed = known;
    const Scalar begins[] = {identity(), Scalar::of(int64_t{0})};
    const DType accumulators[] = {held, DType::Int64};
    const size_t own = counts ? 2 : 1;
    const LoopRef *const finishes = info.finish == Finish::None ? nullptr : &finished;
    const LoopRef &loop = loops[counts ? 2 : info.step != Step::None || taken != read ? 1 : 0];
    Reduction parts{held, loop, combine, {begins, own}, 0, finishes, {accumulators, own}};
    if (absorbs()) parts.absorbed = &absorbed;
    parts.computed = computed;
    parts.packs = &loop != &loops[1];
    parts.any_order = is_integer_like(read) && is_integer_like(held);
    parts.parts = &loop == &loops[0] && !absorbs();
    run_reduction(info.name, {&out, 1}, input, reduced, args.keepdim, read, parts);
  }
};

// The reduction that computes a norm of this p.
struct Norm {
  explicit Norm(double of) : p(of) {}
  explicit Norm(const ct_scalar *given) {
    if (given == nullptr) return;
    const Scalar value = Scalar::from_api(given, "p");
    if (is_complex(value.dtype)) fail(CT_ERROR_DTYPE, "norm: p must be real, got one of ", dtype_name(value.dtype));
    store_scalar(value, DType::Float64, &p);
  }
  OpInfo info(DType dtype) const {
    constexpr Finish none = Finish::None;
    constexpr Empty refused = Empty::Error, zero = Empty::Identity;
    const auto of = [](Accumulator accumulator, Empty empty, Finish finish, Step step) {
      return OpInfo{"norm", kInexact, accumulator, Result::Real, empty, finish, step};
    };
    if (p == 0) return of(Accumulator::count, zero, none, Step::None);
    if (p == 1) return of(Accumulator::sum, zero, none, Step::Magnitude);
    if (p == 2) {
      return of(Accumulator::square_sum, zero, Finish::Root, is_complex(dtype) ? Step::Magnitude : Step::None);
    }
    if (p == HUGE_VAL) return of(Accumulator::amax, refused, none, Step::Magnitude);
    if (p == -HUGE_VAL) return of(Accumulator::amin, refused, none, Step::Magnitude);
    return of(Accumulator::sum, p < 0 ? refused : zero, Finish::Root, Step::Power);
  }
  double p = 2;
};

void run_recorded(const ReductionCall &call, const Tensor &input, Tensor &out, bool by_rows) {
  const ReduceArgs args{std::nullopt, call.keepdim, call.dtype};
  const OpInfo info = call.op == kNorm ? Norm(call.number).info(input.dtype()) : kOps[call.op];
  ReduceTensor op{{input}, info, args, call.op, call.number};
  op.reduced = call.reduced;
  op.computed = call.computed;
  op.set_dtypes(out.dtype());
  op.compute(out, by_rows);
}

}  // namespace

Ref<Tensor> norm(const Tensor &t, const ct_scalar *p, const ReduceArgs &args) {
  const Norm norm(p);
  const OpInfo info = norm.info(t.dtype());
  return functional(ReduceTensor{{t}, info, args, kNorm, norm.p});
}

void norm_out(const Tensor &t, const ct_scalar *p, const ReduceArgs &args, Tensor &out) {
  const Norm norm(p);
  const OpInfo info = norm.info(t.dtype());
  into(ReduceTensor{{t}, info, args, kNorm, norm.p}, out);
}

Ref<Tensor> reduction(ReduceOp op, const Tensor &t, const ReduceArgs &args) {
  ReduceTensor reduction{{t}, kOps[static_cast<int>(op)], args, static_cast<int32_t>(op)};
  return reduction.is_total() ? reduction.total() : functional(reduction);
}

void reduction_out(ReduceOp op, const Tensor &t, const ReduceArgs &args, Tensor &out) {
  into(ReduceTensor{{t}, kOps[static_cast<int>(op)], args, static_cast<int32_t>(op)}, out);
}

}  // namespace ct
