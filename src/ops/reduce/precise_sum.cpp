// Compensated sums, and exact ones: fixed-point numbers as wide as the range of doubles.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "iter/odometer.h"
#include "iter/reduce_plan.h"
#include "ops/along/converted.h"
#include "ops/reduce/blocks.h"
#include "ops/reduce/reduce.h"
#include "ops/structural/fill.h"
#include "runtime/cost.h"
#include "runtime/error.h"
#include "runtime/kernel_table.h"
#include "runtime/process.h"
#include "runtime/scratch.h"
#include "runtime/threads.h"
#include "runtime/workspace.h"

namespace ct {

namespace {

struct OpInfo {
  const char *name;
  bool exact;
};
constexpr OpInfo kOps[] = {
#define CT_OP_INFO(name, exact, ...) {#name, exact},
    CT_PRECISE_SUMS(CT_OP_INFO)
#undef CT_OP_INFO
};

// The number of binary digits of a real dtype, and the exponent of the least value that the last digit can have.
struct Format {
  int digits, least;
};
Format format_of(DType real) {
  if (real == DType::Float16) return {11, -24};
  if (real == DType::BFloat16) return {8, -133};
  return real == DType::Float32 ? Format{24, -149} : Format{53, -1074};
}

// A sum of doubles without any rounding: a fixed-point number as wide as the range of doubles.
class BigSum {
 public:
  void add(const double *values, int64_t count, int64_t stride);
  void add(const BigSum &other);
  // Rounds to so many digits, to nearest, ties to even. The last digit counts 2^least or more, so the first one may be
  // 0 only below 2^least times 2^digits. NaN and infinities come out as plain additions give them.
  double rounded(int digits, int least) const;

 private:
  static constexpr int kDigits = 68, kBits = 32;
  static constexpr int kLeast = -1074;                // the first bit counts 2^kLeast
  static constexpr int64_t kMost = int64_t{1} << 29;  // additions before carries must be passed on

  void carry();

  int64_t digits_[kDigits] = {};
  int64_t added_ = 0;
  bool nan_ = false, plus_ = false, minus_ = false;  // what else has been added
};

void BigSum::add(const double *values, int64_t count, int64_t stride) {
  for (int64_t i = 0; i < count; ++i) {
    const auto bits = std::bit_cast<uint64_t>(values[i * stride]);
    const auto exponent = static_cast<int>(bits >> 52 & 0x7ff);
    uint64_t mantissa = bits & ((uint64_t{1} << 52) - 1);
    const bool negative = bits >> 63 != 0;
    if (exponent == 0x7ff) {
      (mantissa != 0 ? nan_ : negative ? minus_ : plus_) = true;
      continue;
    }
    if (exponent != 0) mantissa |= uint64_t{1} << 52;
    const int position = exponent == 0 ? 0 : exponent - 1, digit = position / kBits, shift = position % kBits;
    constexpr uint64_t kMask = (uint64_t{1} << kBits) - 1;
    const uint64_t low = mantissa << shift, high = shift == 0 ? 0 : mantissa >> (64 - shift);
    const auto sign = negative ? int64_t{-1} : int64_t{1};
    digits_[digit] += sign * static_cast<int64_t>(low & kMask);
    digits_[digit + 1] += sign * static_cast<int64_t>(low >> kBits);
    digits_[digit + 2] += sign * static_cast<int64_t>(high);
    if (++added_ == kMost) carry();
  }
}

void BigSum::add(const BigSum &other) {
  BigSum more = other;
  more.carry();
  carry();
  for (int i = 0; i < kDigits; ++i) digits_[i] += more.digits_[i];
  ++added_;
  nan_ |= other.nan_;
  plus_ |= other.plus_;
  minus_ |= other.minus_;
}

// Afterwards all digits but the last are in [0, 2^32).
void BigSum::carry() {
  for (int i = 0; i + 1 < kDigits; ++i) {
    const int64_t over = digits_[i] >> kBits;
    digits_[i] -= over << kBits;
    digits_[i + 1] += over;
  }
  added_ = 0;
}

double BigSum::rounded(int digits, int least) const {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (nan_ || (plus_ && minus_)) return std::numeric_limits<double>::quiet_NaN();
  if (plus_ || minus_) return plus_ ? kInfinity : -kInfinity;
  BigSum all = *this;
  all.carry();
  const bool negative = all.digits_[kDigits - 1] < 0;
  if (negative) {
    for (int64_t &digit : all.digits_) digit = -digit;
    all.carry();
  }
  int top = kDigits - 1;
  while (top >= 0 && all.digits_[top] == 0) --top;
  if (top < 0) return 0;
  const auto digit = [&all](int i) { return i < kDigits ? static_cast<uint64_t>(all.digits_[i]) : 0; };
  const int highest = top * kBits + std::bit_width(digit(top)) - 1;
  const int lowest = std::max(highest - digits + 1, least - kLeast), shift = lowest % kBits;
  const auto from = digit(lowest / kBits) | digit(lowest / kBits + 1) << kBits;  // and the next 32 bits
  uint64_t kept = from >> shift;
  if (shift != 0) kept |= digit(lowest / kBits + 2) << (64 - shift);
  if (lowest > 0) {
    const int half = lowest - 1;  // the first bit that is not kept
    const uint64_t lost = digit(half / kBits), of_half = uint64_t{1} << half % kBits;
    const bool beyond = (lost & (of_half - 1)) != 0 ||
                        std::any_of(all.digits_, all.digits_ + half / kBits, [](int64_t below) { return below != 0; });
    if ((lost & of_half) != 0 && (beyond || (kept & 1) != 0)) ++kept;
  }
  const KeepsErrno keeps_errno;
  const double result = std::ldexp(static_cast<double>(kept), lowest + kLeast);
  return negative ? -result : result;
}

// The order of additions does not matter, so a task is one output, or where there are few outputs, a span of an
// output's elements.
struct ExactSums {
  const char *name;
  DType result;
  const int64_t parts = is_complex(result) ? 2 : 1;

  void run(const Iterator &it) const {
    const Workspace workspace;
    const ReducePlan plan(it, DType::Float64, {}, false);
    const Operand &in = it.operand(1);
    const int64_t nspans = plan.noutputs < kFew ? std::min(kFew, divide_up(plan.nreduced, kTask)) : 1;
    const int64_t group = nspans > 1 ? 1 : std::max<int64_t>(kTask / plan.nreduced, 1);
    const int64_t tasks = nspans > 1 ? plan.noutputs * nspans : divide_up(plan.noutputs, group);
    const Scratch scratch(nspans > 1 ? tasks * parts * int64_t{sizeof(BigSum)} : 0);
    auto *const partials = scratch.data<BigSum>();
    auto task = [&](int64_t index, int32_t) -> ct_status {
      if (nspans > 1) {
        const int64_t span = index % nspans;
        BigSum *const own = partials + index * parts;
        for (int64_t part = 0; part < parts; ++part) new (own + part) BigSum;
        add(plan, index / nspans, plan.nreduced * span / nspans, plan.nreduced * (span + 1) / nspans, own);
        return CT_OK;
      }
      for (int64_t i = index * group; i < std::min(plan.noutputs, (index + 1) * group); ++i) {
        BigSum sums[2];
        add(plan, i, 0, plan.nreduced, sums);
        write(plan, i, sums);
      }
      return CT_OK;
    };
    const bool threads = grain_of(it.numel(), {it.numel() * dtype_size(in.tensor_dtype), kElementPs}) < it.numel();
    const ct_status status = threads ? parallel_run(tasks, task) : serial_run(tasks, task);
    if (status != CT_OK) fail(status, name, ": the executor failed");
    for (int64_t i = 0; nspans > 1 && i < plan.noutputs; ++i) {
      BigSum *const all = partials + i * nspans * parts;
      for (int64_t k = parts; k < nspans * parts; ++k) all[k % parts].add(all[k]);
      write(plan, i, all);
    }
  }

 private:
  static constexpr int64_t kFew = 64, kTask = 65536, kElementPs = 3000;

  void add(const ReducePlan &plan, int64_t output, int64_t begin, int64_t end, BigSum *sums) const {
    const Operand &input = plan.it.operand(1);
    const DimCounter kept(plan.kept_sizes, output, output + 1);
    const char *const from = input.data + kept.offset(plan.kept(1));
    const Converted dtypes(input.tensor_dtype, result, parts == 2 ? DType::Complex128 : DType::Float64);
    const Dims strides = plan.reduced(1);
    const int64_t stride = strides.empty() ? 0 : strides[0];
    const Buffer<double, Converted::kBlockBytes / 8> block;
    for (DimCounter reduced(plan.reduced_sizes, begin, end); !reduced.is_done();) {
      const DimCounter::Step step = reduced.max_1d_step();
      const char *const run = from + reduced.offset(strides);
      for (int64_t i = 0; i < step.size0; i += dtypes.block_elements()) {
        const int64_t n = std::min(dtypes.block_elements(), step.size0 - i);
        dtypes.read(block.bytes(), run + i * stride, stride, n, 0, 1);
        for (int64_t part = 0; part < parts; ++part) sums[part].add(block + part, n, parts);
      }
      reduced.increment(step);
    }
  }

  void write(const ReducePlan &plan, int64_t output, const BigSum *sums) const {
    const DimCounter kept(plan.written_sizes, output, output + 1);
    const Format format = format_of(real_of(result));
    Scalar value{DType::Complex128, 0, sums[0].rounded(format.digits, format.least), 0};
    if (parts == 2) value.im = sums[1].rounded(format.digits, format.least);
    store_scalar(value, result, plan.it.operand(0).data + kept.offset(plan.written(0)));
  }
};

struct PreciseSumTensor : OneInput {
  const OpInfo &info;
  const ReduceArgs &args;
  uint64_t reduced = 0;

  void meta(Output &output) {
    DType result = args.dtype;
    if (result == DType::Undefined) result = output.given() != nullptr ? output.given()->dtype() : input.dtype();
    if (args.dtype == DType::Undefined && !is_inexact(input.dtype())) {
      fail(CT_ERROR_DTYPE, info.name, " of ", dtype_name(input.dtype()),
           " needs a dtype argument: only floating-point and complex inputs have one of their own");
    }
    if (!is_inexact(result)) fail(CT_ERROR_DTYPE, info.name, " is not computed in ", dtype_name(result));
    reduced = dims_mask(args.dims, input.ndim());
    set_reduced(output, info.name, input, sizes_without(input, reduced, args.keepdim), result);
  }

  void impl(Output &output) const {
    Tensor &out = output.get();
    if (!input.is_deferred()) return compute(out);
    const bool by_rows = !info.exact && out.dtype() == input.dtype();
    const auto op = static_cast<int32_t>(&info - kOps);
    output.record(info.name, {run_recorded, reduced, 0, op, DType::Undefined, args.keepdim, by_rows}, input);
  }
  static void run_recorded(const ReductionCall &call, const Tensor &input, Tensor &out, bool) {
    const ReduceArgs args{std::nullopt, call.keepdim, DType::Undefined};
    PreciseSumTensor{{input}, kOps[call.op], args, call.reduced}.compute(out);
  }

 private:
  void compute(Tensor &out) const {
    if (out.is_meta() || out.numel() == 0) return;
    if (input.numel() == 0) return fill(out, Scalar::of(0.0));
    Tensor *const outputs[] = {&out};
    if (!info.exact) return run_compensated(outputs);
    ExactSums{info.name, out.dtype()}.run(ReductionIterator(outputs, input, reduced, args.keepdim, out.dtype()).it);
  }

  // Sums, and beside them what rounding took from them.
  void run_compensated(std::span<Tensor *const> outputs) const {
    using Sums = std::array<double *, 2>;
    const DType result = outputs[0]->dtype();
    const auto &kernels = kernel_table<kernels::CompensatedTable>().compensated;
    const kernels::Compensated take = kernels[static_cast<int>(real_of(result))];
    const kernels::Compensated join = kernels[static_cast<int>(DType::Float64)];
    const int64_t parts = is_complex(result) ? 2 : 1;
    const Scalar zeros[] = {Scalar::of(0.0), Scalar::of(0.0)};
    reduce_in_doubles(
        info.name, outputs, input, reduced, args.keepdim, result, zeros, 0,
        [&](const Sums &to, const char *at, int64_t n) { take.run(at, n, to[0], to[1]); },
        [&](const Sums &to, int64_t count, const char *at, int64_t step, int64_t rows) {
          take.columns(at, step, rows, count, to[0], to[1], parts);
        },
        [&](const Sums &into, const Sums &from, int64_t n) {
          for (int64_t i = 0; i < n; ++i) into[1][i] += from[1][i];
          join.columns(reinterpret_cast<const char *>(from[0]), 0, 1, n, into[0], into[1], 1);
        },
        [&](const Sums &all, int64_t n) {
          for (int64_t i = 0; i < n * parts; ++i) {
            if (std::isfinite(all[0][i])) all[0][i] += all[1][i];
          }
        });
  }
};

}  // namespace

Ref<Tensor> precise_sum(PreciseSum op, const Tensor &t, const ReduceArgs &args) {
  return functional(PreciseSumTensor{{t}, kOps[static_cast<int>(op)], args});
}

void precise_sum_out(PreciseSum op, const Tensor &t, const ReduceArgs &args, Tensor &out) {
  into(PreciseSumTensor{{t}, kOps[static_cast<int>(op)], args}, out);
}

}  // namespace ct
