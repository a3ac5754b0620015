// histc and bincount, which count elements in bins.
#include <cmath>

#include "ops/order/lines.h"
#include "ops/order/order.h"
#include "ops/reduce/run_reduction.h"
#include "ops/structural/copy.h"

namespace ct {

using namespace kernels;

namespace {

constexpr int64_t kSome = 512;    // elements at a time
constexpr int64_t kBinPs = 2000;  // that an element takes, about: 1100 to 3700 on Zen 3 (tools/bench_order.py "1Mi")

// How many threads count n elements. Each has bins of its own.
int32_t workers_for(int64_t n, int64_t bytes, int64_t bins) {
  return bins <= kMostBinsOfThread && grain_of(n, {bytes, kBinPs}) < n ? num_threads() : 1;
}
int64_t each_of(int64_t n, int32_t workers) { return std::max(divide_up(n, workers), int64_t{1}); }

struct HistcTensor : OneInput {
  const HistcArgs &args;

  void meta(Output &output) {
    if (!is_floating(input.dtype())) {
      fail(CT_ERROR_DTYPE, "histc takes real floats, and t is ", dtype_name(input.dtype()));
    }
    if (args.bins < 1) fail(CT_ERROR_INVALID, "histc: the number of bins is ", args.bins, ", and at least 1 is needed");
    if (!std::isfinite(args.min) || !std::isfinite(args.max) || args.min > args.max) {
      fail(CT_ERROR_INVALID, "histc: the range from ", args.min, " to ", args.max, " is not a finite range");
    }
    const int64_t sizes[] = {args.bins};
    set_reduced(output, "histc", input, sizes, input.dtype());
  }

  void impl(Output &output) const {
    output.compute_contiguous();
    const Tensor &out = output.get();
    if (out.is_meta()) return;
    const Workspace workspace;
    const Ref<Tensor> elements = as_one_line(input);
    const Loop widen = convert_kernel(DType::Float64, input.dtype());
    const int64_t n = input.numel(), bins = args.bins;
    const int32_t workers = workers_for(n, n * 8, bins);
    // Calls take(values, count, worker) for all elements, some at a time.
    const auto walk = [&](auto &&take) {
      run_ranges("histc", n, each_of(n, workers), workers, [&](int64_t begin, int64_t end, int32_t worker) {
        alignas(kCacheLine) double x[kSome];
        for (int64_t i = begin; i < end; i += kSome) {
          const int64_t count = std::min(kSome, end - i);
          char *const data[] = {reinterpret_cast<char *>(x), elements->data() + i * input.itemsize()};
          const int64_t strides[] = {8, input.itemsize(), 0, 0};
          widen(data, strides, count, 1, Traffic::Cached);
          take(x, count, worker);
        }
      });
    };
    const Scratch scratch(workers * std::max<int64_t>(bins * 8, kCacheLine));
    double low = args.min, high = args.max;
    if (low == high && n > 0) {
      struct Range {
        double low, high, other;
      };
      auto *const ranges = scratch.data<Range>();
      for (int32_t k = 0; k < workers; ++k) ranges[k] = {HUGE_VAL, -HUGE_VAL, 0};
      walk([&](const double *x, int64_t count, int32_t worker) {
        Range range = ranges[worker];
        for (int64_t i = 0; i < count; ++i) {
          if (!std::isfinite(x[i]) && std::isfinite(range.other)) range.other = x[i];
          range.low = std::min(range.low, x[i]);
          range.high = std::max(range.high, x[i]);
        }
        ranges[worker] = range;
      });
      low = ranges[0].low, high = ranges[0].high;
      for (int32_t k = 0; k < workers; ++k) {
        if (!std::isfinite(ranges[k].other)) {
          fail(CT_ERROR_INVALID, "histc: the range is that of the elements, and one is ", ranges[k].other);
        }
        low = std::min(low, ranges[k].low);
        high = std::max(high, ranges[k].high);
      }
    }
    if (low == high) low -= 1, high += 1;
    auto *const counts = scratch.data<int64_t>();
    std::memset(counts, 0, static_cast<size_t>(workers * bins) * 8);
    const auto number = static_cast<double>(bins);
    walk([&](double *x, int64_t count, int32_t worker) {
      int64_t *const own = counts + worker * bins;
      double places[kSome];
      for (int64_t i = 0; i < count; ++i) places[i] = (x[i] - low) / (high - low) * number;
      for (int64_t i = 0; i < count; ++i) {
        if (!(x[i] >= low && x[i] <= high)) continue;
        ++own[std::min(static_cast<int64_t>(places[i]), bins - 1)];
      }
    });
    const Ref<Tensor> counted = Tensor::create(out.sizes(), DType::Int64);
    auto *const sums = reinterpret_cast<int64_t *>(counted->data());
    for (int64_t k = 0; k < bins; ++k) {
      sums[k] = 0;
      for (int32_t worker = 0; worker < workers; ++worker) sums[k] += counts[worker * bins + k];
    }
    copy(output.get(), *counted);
  }
};

// A one-dimensional tensor's integers as int64; a uint64 beyond int64's range becomes negative.
class Places {
 public:
  explicit Places(const Tensor &t)
      : dense_(contiguous(t, MemoryFormat::Contiguous)),
        widen_(convert_kernel(DType::Int64, t.dtype())),
        itemsize_(t.itemsize()),
        is_wide_(t.itemsize() == 8),
        is_signed_(!is_unsigned(t.dtype())) {}

  const char *bytes() const { return dense_->data(); }
  // The largest of the first n, read as unsigned, so that any negative number is beyond all others.
  uint64_t largest(int64_t n) const {
    uint64_t least = 0, most = 0;
    if (n > 0 && itemsize_ >= 4) {
      kernel_table<SortTable>().sort[is_wide_ ? 1 : 0].range(dense_->data(), n, &least, &most);
      return !is_wide_ && is_signed_ && most > INT32_MAX ? UINT64_MAX : most;
    }
    walk(0, n, [&](const int64_t *at, int64_t, int64_t count) {
      for (int64_t i = 0; i < count; ++i) most = std::max(most, static_cast<uint64_t>(at[i]));
    });
    return most;
  }
  // Calls take(places, first, count) for the elements of a range, some at a time.
  template <class Take>
  void walk(int64_t begin, int64_t end, Take &&take) const {
    if (is_wide_) return take(reinterpret_cast<const int64_t *>(dense_->data()) + begin, begin, end - begin);
    alignas(kCacheLine) int64_t some[kSome];
    for (int64_t i = begin; i < end; i += kSome) {
      const int64_t count = std::min(kSome, end - i);
      char *const data[] = {reinterpret_cast<char *>(some), dense_->data() + i * itemsize_};
      const int64_t strides[] = {8, itemsize_, 0, 0};
      widen_(data, strides, count, 1, Traffic::Cached);
      take(some, i, count);
    }
  }

 private:
  Ref<Tensor> dense_;
  Loop widen_;
  int64_t itemsize_;
  bool is_wide_, is_signed_;
};

// Where bins are few, neighbouring elements are counted in different copies of the bins: an element would wait for the
// count that an equal neighbour has just stored.
constexpr int64_t kParts = 4;
int64_t parts_for(int64_t n, int64_t bins) { return bins <= kMostBinsApart && n >= kFewestCountedApart ? kParts : 1; }
void count_places(int64_t *counts, int64_t bins, int64_t parts, const int64_t *places, int64_t n) {
  int64_t i = 0;
  if (parts == kParts) {
    int64_t *const a = counts, *const b = a + bins, *const c = b + bins, *const d = c + bins;
    for (; i + kParts <= n; i += kParts) {
      ++a[places[i]];
      ++b[places[i + 1]];
      ++c[places[i + 2]];
      ++d[places[i + 3]];
    }
  }
  for (; i < n; ++i) ++counts[places[i]];
}

constexpr const char *kBincount = "bincount";

[[noreturn]] void refuse_place(const Places &places, DType dtype, int64_t n) {
  places.walk(0, n, [&](const int64_t *at, int64_t first, int64_t count) {
    for (int64_t i = 0; i < count; ++i) {
      const int64_t index = first + i;
      if (at[i] < 0 && dtype == DType::UInt64)
        fail(CT_ERROR_INVALID, kBincount, ": element ", index, " of t is beyond int64");
      if (at[i] < 0) fail(CT_ERROR_INVALID, kBincount, ": element ", index, " of t is negative: ", at[i]);
      if (at[i] == INT64_MAX)
        fail(CT_ERROR_SHAPE, kBincount, ": element ", index, " of t is ", at[i], ", too many bins");
    }
  });
  fail(CT_ERROR_INTERNAL, kBincount, ": an element of t changed while it was counted");
}

Ref<Tensor> zeros(int64_t length, DType dtype) {
  const int64_t sizes[] = {length};
  Ref<Tensor> made = Tensor::create(sizes, dtype);
  if (length > 0) std::memset(made->data(), 0, static_cast<size_t>(length) * 8);
  return made;
}

// Adds up what workers have counted, in `parts` arrays of bins.
void add_parts(int64_t *sums, int64_t bins, const int64_t *counts, int64_t parts) {
  for (int64_t part = 0; part < parts; ++part) {
    for (int64_t k = 0; k < bins; ++k) sums[k] += counts[part * bins + k];
  }
}

// Counts many bytes: all 256 counts at once; the last one that is not 0 tells the length of the result.
Ref<Tensor> count_bytes(const Places &places, DType dtype, int64_t n, int64_t minlength) {
  constexpr int64_t kBytes = 256;
  const int32_t workers = workers_for(n, n, kBytes);
  const Scratch scratch((workers + 1) * kBytes * 8);
  auto *const sums = scratch.data<int64_t>(), *const counts = sums + kBytes;
  std::memset(sums, 0, static_cast<size_t>((workers + 1) * kBytes) * 8);
  const auto count = kernel_table<KeyTable>().count_bytes;
  run_ranges(kBincount, n, each_of(n, workers), workers, [&](int64_t begin, int64_t end, int32_t worker) {
    count(counts + worker * kBytes, places.bytes() + begin, end - begin);
  });
  add_parts(sums, kBytes, counts, workers);
  int64_t length = kBytes;
  while (length > 0 && sums[length - 1] == 0) --length;
  if (dtype == DType::Int8 && length > 128) refuse_place(places, dtype, n);
  Ref<Tensor> result = zeros(std::max(length, minlength), DType::Int64);
  if (length > 0) std::memcpy(result->data(), sums, static_cast<size_t>(length) * 8);
  return result;
}

}  // namespace

Ref<Tensor> bincount(const Tensor &t, const Tensor *weights, int64_t minlength) {
  if (!is_integral(t.dtype())) fail(CT_ERROR_DTYPE, kBincount, " takes integers, and t is ", dtype_name(t.dtype()));
  if (t.ndim() != 1) fail(CT_ERROR_SHAPE, kBincount, " takes one dim, and t is ", t.sizes());
  if (minlength < 0) fail(CT_ERROR_INVALID, kBincount, ": minlength is negative: ", minlength);
  if (t.is_meta()) fail(CT_ERROR_INVALID, kBincount, ": t is meta, and the sizes of the result depend on its elements");
  if (weights != nullptr) {
    if (is_complex(weights->dtype())) {
      fail(CT_ERROR_DTYPE, kBincount, " takes real weights, and they are ", dtype_name(weights->dtype()));
    }
    if (weights->is_meta()) fail(CT_ERROR_INVALID, kBincount, ": weights is meta, and t is not");
    if (!same_dims(weights->sizes(), t.sizes())) {
      fail(CT_ERROR_SHAPE, kBincount, ": weights are ", weights->sizes(), ", and t is ", t.sizes());
    }
  }
  const int64_t n = t.numel();
  const Workspace workspace;
  const Places places(t);
  if (weights == nullptr && t.itemsize() == 1 && n >= kFewestCountedBytes)
    return count_bytes(places, t.dtype(), n, minlength);
  const uint64_t most = places.largest(n);
  if (most >= uint64_t{INT64_MAX}) refuse_place(places, t.dtype(), n);
  const int64_t bins = n == 0 ? 0 : static_cast<int64_t>(most) + 1, length = std::max(bins, minlength);
  if (weights != nullptr) {
    Ref<Tensor> result = zeros(length, DType::Float64);
    auto *const totals = reinterpret_cast<double *>(result->data());
    const Ref<Tensor> added =
        contiguous(*to(*weights, DType::Float64, MemoryFormat::Preserve, false), MemoryFormat::Contiguous);
    const auto *const own = reinterpret_cast<const double *>(added->data());
    places.walk(0, n, [&](const int64_t *at, int64_t first, int64_t count) {
      for (int64_t i = 0; i < count; ++i) totals[at[i]] += own[first + i];
    });
    return weights->dtype() == DType::Float32 ? to(*result, DType::Float32, MemoryFormat::Preserve, false) : result;
  }
  Ref<Tensor> result = zeros(length, DType::Int64);
  auto *const sums = reinterpret_cast<int64_t *>(result->data());
  const int32_t workers = workers_for(n, n * t.itemsize(), bins);
  const int64_t parts = parts_for(n, bins);
  if (workers == 1 && parts == 1) {
    places.walk(0, n, [&](const int64_t *at, int64_t, int64_t count) { count_places(sums, bins, 1, at, count); });
    return result;
  }
  const Scratch scratch(workers * parts * bins * 8);
  auto *const counts = scratch.data<int64_t>();
  std::memset(counts, 0, static_cast<size_t>(workers * parts * bins) * 8);
  run_ranges(kBincount, n, each_of(n, workers), workers, [&](int64_t begin, int64_t end, int32_t worker) {
    places.walk(begin, end, [&](const int64_t *at, int64_t, int64_t count) {
      count_places(counts + worker * parts * bins, bins, parts, at, count);
    });
  });
  add_parts(sums, bins, counts, workers * parts);
  return result;
}

Ref<Tensor> histc(const Tensor &t, const HistcArgs &args) { return functional(HistcTensor{{t}, args}); }
void histc_out(const Tensor &t, const HistcArgs &args, Tensor &out) { into(HistcTensor{{t}, args}, out); }

}  // namespace ct
