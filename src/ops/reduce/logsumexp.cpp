// logsumexp, from the largest element of a piece down.
#include <algorithm>
#include <cmath>
#include <limits>

#include "ops/reduce/blocks.h"
#include "ops/reduce/reduce.h"
#include "ops/structural/fill.h"
#include "runtime/error.h"
#include "runtime/kernel_table.h"
#include "runtime/process.h"
#include "runtime/threads.h"

namespace ct {

namespace {

constexpr double kLowest = -std::numeric_limits<double>::infinity();

// Accumulators hold the largest element, and the sum of exp(element - largest).
using Exponentials = std::array<double *, 2>;

void take(const Exponentials &to, int64_t i, double other_largest, double other_sum) {
  double &own = to[0][i], &sum = to[1][i];
  if (other_largest <= own) {
    sum += other_largest == own ? other_sum : other_sum * std::exp(other_largest - own);
  } else {  // or one is NaN
    sum = own == kLowest ? other_sum : sum * std::exp(own - other_largest) + other_sum;
    own = std::isnan(own) ? own : other_largest;
  }
}

struct LogSumExpTensor : OneInput {
  const ReduceArgs &args;
  uint64_t reduced = 0;
  DType read = DType::Undefined;
  const ComputedInput *computed = nullptr;

  static constexpr const char *kName = "logsumexp";

  void meta(Output &output) {
    if (is_complex(input.dtype())) fail(CT_ERROR_DTYPE, kName, " does not take ", dtype_name(input.dtype()));
    const DType result = is_floating(input.dtype()) ? input.dtype() : DType::Float32;
    read = kernels::held_dtype(kernels::Holds::Same, result);
    reduced = dims_mask(args.dims, input.ndim());
    set_reduced(output, kName, input, sizes_without(input, reduced, args.keepdim), result);
  }

  void impl(Output &output) const {
    if (!input.is_deferred()) return compute(output.get());
    output.record(kName, {run_recorded, reduced, 0, 0, DType::Undefined, args.keepdim, read == input.dtype(), true},
                  input);
  }
  static void run_recorded(const ReductionCall &call, const Tensor &input, Tensor &out, bool) {
    const ReduceArgs args{std::nullopt, call.keepdim, DType::Undefined};
    const DType read = kernels::held_dtype(kernels::Holds::Same, out.dtype());
    LogSumExpTensor{{input}, args, call.reduced, read, call.computed}.compute(out);
  }

 private:
  void compute(Tensor &out) const {
    if (out.is_meta() || out.numel() == 0) return;
    const KeepsErrno keeps_errno;  // of exp and log
    if (input.numel() == 0) return fill(out, Scalar::of(kLowest));
    Tensor *const into = &out;
    const Scalar begins[] = {Scalar::of(kLowest), Scalar::of(0.0)};
    const kernels::Softmax &kernels = kernel_table<kernels::SoftmaxTable>().softmax[static_cast<int>(read)];
    const int64_t size = dtype_size(read);
    const auto segment = [&](const Exponentials &to, const char *at, int64_t n) {
      for (int64_t k = 0; k < n; k += kChunk) {
        const int64_t count = std::min(kChunk, n - k);
        const double largest = kernels.largest(at + k * size, count);
        const double sum = kernels.exponentials(at + k * size, count, largest);
        take(to, 0, with_nan(largest, sum, at + k * size, size, count), sum);
      }
    };
    const auto columns = [&](const Exponentials &to, int64_t count, const char *at, int64_t step, int64_t rows) {
      for (int64_t k = 0; k < count; k += kStrip) {
        strip(kernels, {to[0] + k, to[1] + k}, std::min(kStrip, count - k), at + k * size, step, rows);
      }
    };
    const auto combine = [](const Exponentials &to, const Exponentials &from, int64_t n) {
      for (int64_t i = 0; i < n; ++i) take(to, i, from[0][i], from[1][i]);
    };
    const auto finish = [](const Exponentials &all, int64_t n) {
      for (int64_t i = 0; i < n; ++i) {
        if (std::isfinite(all[0][i])) all[0][i] += std::log(all[1][i]);
      }
    };
    reduce_in_doubles(kName, {&into, 1}, input, reduced, args.keepdim, read, begins, kElementPs, segment, columns,
                      combine, finish, computed);
  }

  static constexpr int64_t kElementPs = 150;
  static constexpr int64_t kChunk = 4096;  // elements; they are still in the cache when their exponentials are computed
  static constexpr int64_t kStrip = 256;   // columns

  // The largest of n elements, where NaN wins. Kernels do not look for NaN, but it shows in the sum, which is NaN then.
  // The sum is also NaN where the largest element is +infinity.
  double with_nan(double largest, double sum, const char *at, int64_t step, int64_t n) const {
    if (!std::isnan(sum)) return largest;
    bool any = std::isfinite(largest) || largest == kLowest;
    for (int64_t i = 0; i < n && !any; ++i) any = std::isnan(load_scalar(read, at + i * step).re);
    return any ? sum : largest;
  }

  void strip(const kernels::Softmax &kernels, const Exponentials &to, int64_t count, const char *at, int64_t step,
             int64_t rows) const {
    constexpr int64_t kRoom = kStrip + 32;  // up to the end of two registers
    alignas(kCacheLine) double largest[kRoom], sums[kRoom] = {};
    float *const narrow = reinterpret_cast<float *>(largest);
    const bool is_narrow = read == DType::Float32;
    for (int64_t k = 0; k < kRoom; ++k) {
      if (is_narrow) {
        narrow[k] = static_cast<float>(kLowest);
      } else {
        largest[k] = kLowest;
      }
    }
    for (int64_t row = 0; row < rows; row += kernels::kSoftmaxRows) {
      char *const so_far = reinterpret_cast<char *>(largest);
      // NonTemporal, so that the next rows are prefetched.
      kernels.take_columns(nullptr, 0, at + row * step, step, std::min(kernels::kSoftmaxRows, rows - row), count,
                           so_far, so_far, sums, true, kernels::Traffic::NonTemporal);
    }
    for (int64_t k = 0; k < count; ++k) {
      const double most = is_narrow ? static_cast<double>(narrow[k]) : largest[k];
      take(to, k, with_nan(most, sums[k], at + k * dtype_size(read), step, rows), sums[k]);
    }
  }
};

}  // namespace

Ref<Tensor> logsumexp(const Tensor &t, const ReduceArgs &args) { return functional(LogSumExpTensor{{t}, args}); }

void logsumexp_out(const Tensor &t, const ReduceArgs &args, Tensor &out) { into(LogSumExpTensor{{t}, args}, out); }

}  // namespace ct
