#include "ops/reduce/logsumexp.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "ops/reduce/blocks.h"
#include "ops/reduce/reduced_dims.h"
#include "ops/reduce/run_reduction.h"
#include "ops/structural/fill.h"
#include "runtime/error.h"
#include "runtime/kernel_table.h"
#include "runtime/process.h"
#include "runtime/threads.h"

namespace ct {

namespace {

constexpr double kLowest = -std::numeric_limits<double>::infinity();

// An accumulator holds the largest element, and the sum of exp(element - largest).
struct Exponentials {
  double *largest, *sums;

  explicit Exponentials(const ct_loop &piece, int32_t first = 0, int32_t second = 1)
      : largest(doubles(piece, first)), sums(doubles(piece, second)) {}

  void take(int64_t i, double other_largest, double other_sum) const {
    double &own = largest[i], &sum = sums[i];
    if (other_largest <= own) {
      sum += other_largest == own ? other_sum : other_sum * std::exp(other_largest - own);
    } else {  // or one is NaN
      sum = own == kLowest ? other_sum : sum * std::exp(own - other_largest) + other_sum;
      own = std::isnan(own) ? own : other_largest;
    }
  }
};

struct LogSumExpTensor {
  const Tensor &input;
  const ReduceArgs &args;
  const Tensor *const inputs_[1] = {&input};
  uint64_t reduced = 0;
  DType read = DType::Undefined;

  static constexpr const char *kName = "logsumexp";

  std::span<const Tensor *const> inputs() const { return inputs_; }

  void meta(Output &output) {
    if (is_complex(input.dtype())) fail(CT_ERROR_DTYPE, kName, " does not take ", dtype_name(input.dtype()));
    const DType result = is_floating(input.dtype()) ? input.dtype() : DType::Float32;
    read = kernels::held_dtype(kernels::Holds::Same, result);
    reduced = reduced_dims(input, args.dims);
    set_reduced(output, kName, input, sizes_without(input, reduced, args.keepdim), result);
  }

  void impl(Output &output) const {
    Tensor &out = output.get();
    if (out.is_meta() || out.numel() == 0) return;
    const KeepsErrno keeps_errno;  // of exp and log
    if (input.numel() == 0) return fill(out, Scalar::of(kLowest));
    auto loop = [this](const ct_loop &piece) -> ct_status {
      reduce_piece(piece);
      return CT_OK;
    };
    auto combine = [](const ct_loop &piece) -> ct_status {
      const Exponentials to(piece, 0, 2), from(piece, 1, 3);
      for (int64_t i = 0; i < piece.size0; ++i) to.take(i, from.largest[i], from.sums[i]);
      return CT_OK;
    };
    auto last = [](const ct_loop &piece) -> ct_status {
      const Exponentials all(piece);
      for (int64_t i = 0; i < piece.size0; ++i) {
        if (std::isfinite(all.largest[i])) all.largest[i] += std::log(all.sums[i]);
      }
      return CT_OK;
    };
    const LoopRef finished = last;
    const Scalar begins[] = {Scalar::of(kLowest), Scalar::of(0.0)};
    const DType doubles[] = {DType::Float64, DType::Float64};
    Tensor *const into = &out;
    run_reduction(kName, {&into, 1}, input, reduced, args.keepdim, read,
                  {DType::Float64, loop, combine, begins, kElementPs, &finished, doubles});
  }

 private:
  static constexpr int64_t kElementPs = 150;
  static constexpr int64_t kChunk = 4096;  // elements that are still in the cache for their exponentials
  static constexpr int64_t kStrip = 256;   // columns

  void reduce_piece(const ct_loop &piece) const {
    const kernels::Softmax &kernels = kernel_table().softmax[static_cast<int>(read)];
    const int64_t size = dtype_size(read);
    const Exponentials all(piece);
    const auto segment = [&](int64_t i, const char *at, int64_t n) {
      for (int64_t k = 0; k < n; k += kChunk) {
        const int64_t count = std::min(kChunk, n - k);
        const double largest = kernels.largest(at + k * size, count);
        const double sum = kernels.exponentials(at + k * size, count, largest);
        all.take(i, with_nan(largest, sum, at + k * size, size, count), sum);
      }
    };
    const auto columns = [&](int64_t i, int64_t count, const char *at, int64_t step, int64_t rows) {
      for (int64_t k = 0; k < count; k += kStrip) {
        strip(kernels, all, i + k, std::min(kStrip, count - k), at + k * size, step, rows);
      }
    };
    reduce_parts(piece, 2, read, 1, segment, columns);
  }

  // The largest of n elements, where NaN wins. Kernels do not look for NaN, but the sum is NaN then, as it also is
  // where the largest is +infinity.
  double with_nan(double largest, double sum, const char *at, int64_t step, int64_t n) const {
    if (!std::isnan(sum)) return largest;
    bool any = std::isfinite(largest) || largest == kLowest;
    for (int64_t i = 0; i < n && !any; ++i) any = std::isnan(load_scalar(read, at + i * step).re);
    return any ? sum : largest;
  }

  void strip(const kernels::Softmax &kernels, const Exponentials &all, int64_t first, int64_t count, const char *at,
             int64_t step, int64_t rows) const {
    constexpr int64_t kRoom = kStrip + 32;  // up to the end of two registers
    alignas(64) double largest[kRoom], sums[kRoom] = {};
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
      // NonTemporal: the rows after these are prefetched.
      kernels.take_columns(nullptr, 0, at + row * step, step, std::min(kernels::kSoftmaxRows, rows - row), count,
                           so_far, so_far, sums, true, kernels::Traffic::NonTemporal);
    }
    for (int64_t k = 0; k < count; ++k) {
      const double most = is_narrow ? static_cast<double>(narrow[k]) : largest[k];
      all.take(first + k, with_nan(most, sums[k], at + k * dtype_size(read), step, rows), sums[k]);
    }
  }
};

}  // namespace

Ref<Tensor> logsumexp(const Tensor &t, const ReduceArgs &args) { return functional(LogSumExpTensor{t, args}); }

void logsumexp_out(const Tensor &t, const ReduceArgs &args, Tensor &out) { into(LogSumExpTensor{t, args}, out); }

}  // namespace ct
