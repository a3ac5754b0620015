// Ops that combine each element of a line with what lies before it: cummax, cummin, logcumsumexp, diff.
#include <cmath>

#include "ops/elementwise/elementwise.h"
#include "ops/order/lines.h"
#include "ops/order/order.h"
#include "ops/order/short_lines.h"
#include "ops/reduce/run_reduction.h"
#include "ops/structural/copy.h"
#include "tensor/views.h"

namespace ct {

using namespace kernels;

namespace {

// Picoseconds that an element takes, at least; they decide from how many elements on threads are worth it
// (runtime/cost.h). Zen 3, tools/bench_order.py "1Mi": 2200 to 2900 for cummax, and far more for logcumsumexp.
constexpr int64_t kExtremePs = 2000, kLogCumSumExpPs = 4000;

struct ExtremeTensor : OneInput {
  const char *name;
  int32_t given_dim;
  bool largest;
  int32_t dim = 0;

  void meta(Output &first, Output *second) {
    check_ordered(name, input.dtype());
    dim = wrap_dim(given_dim, input.ndim());
    set_reduced(first, *second, name, input, input.sizes(), input.dtype(), DType::Int64);
  }

  void impl(Output &first, Output *second) const {
    const Tensor &out = first.get();
    if (out.is_meta() || out.numel() == 0) return;
    // In place, an extreme stays where it is until all that come after it are found.
    const bool in_place = first.given() == nullptr && is_turned(input, out);
    if (in_place) copy(first.get(), input);
    run(in_place ? out : input, out, second->get());
  }

 private:
  static constexpr int64_t kBlock = 512;

  void run(const Tensor &from, const Tensor &out, const Tensor &indices_out) const {
    const Workspace workspace;
    const OrderLines lines(name, out, from, dim, &indices_out, kExtremePs);
    if (lines.give_single(true, true)) return;
    const Keys keys(input.dtype(), !largest);
    const int64_t n = lines.size();
    const bool wraps = !largest && keys.nan != 0;
    const int64_t itemsize = keys.itemsize;
    if (goes_side_by_side(lines, keys)) return side_by_side(lines, keys, wraps);
    lines.run(3 * kBlock * 8, [&](const OrderLines::Line &line, char *scratch) {
      const bool dense_indices = lines.beside_step() == 8, dense_values = lines.to_step() == itemsize;
      auto *const places = reinterpret_cast<int64_t *>(scratch + kBlock * 8);
      Extreme extreme{0, 0};
      for (int64_t begin = 0; begin < n; begin += kBlock) {
        const int64_t count = std::min(kBlock, n - begin);
        char *const to = line.to + begin * lines.to_step(), *const beside = line.beside + begin * lines.beside_step();
        auto *const indices = dense_indices ? reinterpret_cast<int64_t *>(beside) : places;
        keys.encode(scratch, line.from + begin * itemsize, count);
        keys.search.extremes(indices, scratch, begin, count, wraps, &extreme);
        if (!dense_indices) {
          spread(DType::Int64, beside, lines.beside_step(), reinterpret_cast<const char *>(indices), count);
        }
        if (indices[0] == extreme.place) {  // and so are all between
          repeat(keys.dtype, to, lines.to_step(), line.from + extreme.place * itemsize, count);
          continue;
        }
        char *const values = dense_values ? to : scratch + 2 * kBlock * 8;
        keys.gather(values, line.from, indices, count);
        if (!dense_values) spread(keys.dtype, to, lines.to_step(), values, count);
      }
    });
  }

  // For short lines, and lines whose neighbours in the output are other lines. Places may have 32 bits there.
  static bool goes_side_by_side(const OrderLines &lines, const Keys &keys) {
    if (!keys.columns.is_there() || lines.count() < kFewestShortLines || lines.size() > INT32_MAX) return false;
    return lines.size() * keys.size <= kShortLine * 4 || lines.lie_apart();
  }
  // Some rows at a time.
  void side_by_side(const OrderLines &lines, const Keys &keys, bool wraps) const {
    constexpr int64_t kWidth = ShortLines::kWidth, kRows = kRunningRows, kBytes = kWidth * kRows * 8;
    const int64_t n = lines.size(), itemsize = keys.itemsize;
    lines.run_blocks(kWidth, 3 * kBytes, [&](int64_t first, int64_t count, char *elements) {
      char *const row_keys = elements + kBytes, *const places = row_keys + kBytes;
      alignas(kCacheLine) char largest[kWidth * 8] = {}, largest_places[kWidth * 8] = {};
      const char *begins[kWidth];
      bool lossy = false;  // an element so far is more than its key tells
      for (int64_t row = 0; row < n; row += kRows) {
        const int64_t rows = std::min(kRows, n - row), numel = rows * count;
        lines.get_rows(elements, first, count, row, rows);
        if (keys.encode(row_keys, elements, numel) && !lossy) {
          lossy = true;
          for (int64_t k = 0; k < count; ++k) begins[k] = lines.line(first + k);
        }
        keys.columns.extremes(row_keys, places, row, rows, count, wraps, largest, largest_places);
        if (!lossy) keys.decode(elements, row_keys, numel);
        for (int64_t k = 0; lossy && k < numel; ++k) {
          const auto place = static_cast<int64_t>(keys.at(places, k));
          std::memcpy(elements + k * itemsize, begins[k % count] + place * lines.from_step(),
                      static_cast<size_t>(itemsize));
        }
        lines.put_rows(keys.dtype, keys.dtype, elements, first, count, row, rows, false);
        const DType place_dtype = keys.size == 8 ? DType::Int64 : DType::Int32;
        lines.put_rows(DType::Int64, place_dtype, places, first, count, row, rows, true);
      }
    });
  }
};

struct LogCumSumExpTensor : OneInput {
  int32_t given_dim;
  int32_t dim = 0;

  void meta(Output &output) {
    if (!is_floating(input.dtype())) {
      fail(CT_ERROR_DTYPE, "logcumsumexp takes real floats, and t is ", dtype_name(input.dtype()));
    }
    dim = wrap_dim(given_dim, input.ndim());
    set_reduced(output, "logcumsumexp", input, input.sizes(), input.dtype());
  }

  // Works in float64, block by block: exponentials of the elements less the largest one so far. Where that grows, the
  // sum so far is scaled down.
  void impl(Output &output) const {
    const Tensor &out = output.get();
    if (out.is_meta() || out.numel() == 0) return;
    const Workspace workspace;
    const OrderLines lines("logcumsumexp", out, input, dim, nullptr, kLogCumSumExpPs);
    if (lines.give_single(true, false)) return;
    const Loop exp = kernels_of_op<Elementwise::exp>.loop(DType::Float64);
    const Loop log = kernels_of_op<Elementwise::log>.loop(DType::Float64);
    const Loop widen = convert_kernel(DType::Float64, input.dtype());
    const Loop narrow = convert_kernel(input.dtype(), DType::Float64);
    const int64_t n = lines.size();
    const int64_t width = goes_side_by_side(lines) ? ShortLines::kWidth : 1;
    const auto convert = [](Loop loop, char *to, int64_t to_size, const char *from, int64_t from_size, int64_t count) {
      char *const data[] = {to, const_cast<char *>(from)};
      const int64_t strides[] = {to_size, from_size, 0, 0};
      loop(data, strides, count, 1, Traffic::Cached);
    };
    const auto apply = [&](Loop loop, double *values, int64_t count) {
      auto *const at = reinterpret_cast<char *>(values);
      convert(loop, at, 8, at, 8, count);
    };
    lines.run_blocks(width, (5 * kBlock + 2 * width) * 8, [&](int64_t first, int64_t count, char *elements) {
      auto *const x = reinterpret_cast<double *>(elements + 8 * kBlock);
      Columns columns{x, x + kBlock, x + 2 * kBlock, x + 3 * kBlock, x + 4 * kBlock, x + 4 * kBlock + width};
      std::fill_n(columns.most, count, -HUGE_VAL);
      std::fill_n(columns.sum, count, 0.0);
      for (int64_t row = 0; row < n; row += kBlock / width) {
        const int64_t rows = std::min(kBlock / width, n - row), numel = rows * count;
        lines.get_rows(elements, first, count, row, rows);
        convert(widen, reinterpret_cast<char *>(x), 8, elements, input.itemsize(), numel);
        count == 1 ? columns.compare<true>(rows, 1) : columns.compare<false>(rows, count);
        apply(exp, x, numel);
        apply(exp, columns.by, numel);
        count == 1 ? columns.add<true>(rows, 1) : columns.add<false>(rows, count);
        apply(log, columns.sums, numel);
        for (int64_t i = 0; i < numel; ++i) columns.sums[i] += columns.largest[i];
        convert(narrow, elements, input.itemsize(), reinterpret_cast<const char *>(columns.sums), 8, numel);
        lines.put_rows(input.dtype(), input.dtype(), elements, first, count, row, rows, false);
      }
    });
  }

 private:
  static constexpr int64_t kBlock = 512;

  // Whether lines are short, or their neighbours in memory belong to other lines.
  bool goes_side_by_side(const OrderLines &lines) const {
    if (lines.count() < kFewestShortLines) return false;
    return lines.size() <= kShortLine / 2 || lines.lie_apart() || lines.from_step() != input.itemsize();
  }

  // Lines side by side, a row of them at a time. `most` and `sum` hold what each line has so far. single: there is one
  // line, whose state stays in registers.
  struct Columns {
    double *x, *largest, *by, *sums, *most, *sum;

    // The difference of equal numbers is 0, also of infinities.
    static double less(double a, double b) { return a == b ? 0.0 : a - b; }

    template <bool single>
    void compare(int64_t rows, int64_t width) {
      double own = most[0], *const before = single ? &own : most;
      for (int64_t i = 0; i < rows * width; i += width) {
        for (int64_t k = 0; k < (single ? 1 : width); ++k) {
          const double value = x[i + k], last = before[k];
          const double now = value > last || value != value ? value : last;
          before[k] = largest[i + k] = now;
          by[i + k] = less(last, now);
          x[i + k] = less(value, now);
        }
      }
      if (single) most[0] = own;
    }
    template <bool single>
    void add(int64_t rows, int64_t width) {
      double own = sum[0], *const before = single ? &own : sum;
      for (int64_t i = 0; i < rows * width; i += width) {
        for (int64_t k = 0; k < (single ? 1 : width); ++k) {
          before[k] = sums[i + k] = before[k] * by[i + k] + x[i + k];
        }
      }
      if (single) sum[0] = own;
    }
  };
};

// t, with prepend in front of it and append behind it along dim.
Ref<Tensor> extended(const Tensor &t, int32_t dim, const Tensor *prepend, const Tensor *append) {
  if (prepend == nullptr && append == nullptr) return Ref<Tensor>::share(const_cast<Tensor *>(&t));
  DType dtype = t.dtype();
  DimVec sizes(t.sizes());
  const auto join = [&](const Tensor *part, const char *what) {
    if (part == nullptr) return;
    bool fits = part->ndim() == t.ndim();
    for (int32_t d = 0; fits && d < t.ndim(); ++d) fits = d == dim || part->sizes()[size_t(d)] == t.sizes()[size_t(d)];
    if (!fits) {
      fail(CT_ERROR_SHAPE, "diff: ", what, " is ", part->sizes(), " and t ", t.sizes(),
           ", which differ in another dim than ", dim);
    }
    if (part->is_meta() != t.is_meta()) {
      fail(CT_ERROR_INVALID, "diff: one of t and ", what, " is meta, and the other is not");
    }
    dtype = promote_types(dtype, part->dtype());
    if (__builtin_add_overflow(sizes[dim], part->sizes()[size_t(dim)], &sizes[dim])) {
      fail(CT_ERROR_SHAPE, "diff: t and ", what, " have more elements along dim ", dim, " than int64 counts");
    }
  };
  join(prepend, "prepend");
  join(append, "append");
  Ref<Tensor> all = Tensor::create(sizes, dtype, t.is_meta());
  int64_t begin = 0;
  for (const Tensor *part : {prepend, &t, append}) {
    if (part == nullptr) continue;
    const int64_t count = part->sizes()[size_t(dim)];
    if (!all->is_meta()) copy(*narrow(*all, dim, begin, count), *part);
    begin += count;
  }
  return all;
}

// The operands of the last subtraction, or where n is 0, the tensor to copy.
struct DiffInputs {
  Ref<Tensor> whole, later, earlier;

  DiffInputs(const Tensor &t, const DiffArgs &args) {
    if (t.ndim() == 0) fail(CT_ERROR_SHAPE, "diff takes one dim or more, and t has none");
    if (args.n < 0) fail(CT_ERROR_INVALID, "diff: n is negative: ", args.n);
    const int32_t dim = wrap_dim(args.dim, t.ndim());
    if (args.n == 0) {
      whole = Ref<Tensor>::share(const_cast<Tensor *>(&t));
      return;
    }
    whole = extended(t, dim, args.prepend, args.append);
    const int64_t size = whole->sizes()[size_t(dim)], n = std::min(args.n, std::max<int64_t>(size, 1));
    for (int64_t k = 0;; ++k) {
      const int64_t left = whole->sizes()[size_t(dim)], some = std::max<int64_t>(left - 1, 0);
      later = narrow(*whole, dim, left - some, some);
      earlier = narrow(*whole, dim, 0, some);
      if (k + 1 == n || some == 0) return;
      const Tensor *const inputs[] = {later.get(), earlier.get()};
      whole = elementwise(op(), inputs);
    }
  }
  const ElementwiseOp &op() const {
    return whole->dtype() == DType::Bool ? elementwise_ops::bitwise_xor : elementwise_ops::sub;
  }
};

}  // namespace

TwoTensors running_extreme(const Tensor &t, int32_t dim, bool largest) {
  return functional_two(ExtremeTensor{{t}, largest ? "cummax" : "cummin", dim, largest}, true);
}
void running_extreme_out(const Tensor &t, int32_t dim, bool largest, Tensor &values, Tensor &indices) {
  into_two(ExtremeTensor{{t}, largest ? "cummax" : "cummin", dim, largest}, values, &indices);
}

Ref<Tensor> logcumsumexp(const Tensor &t, int32_t dim) { return functional(LogCumSumExpTensor{{t}, dim}); }
void logcumsumexp_out(const Tensor &t, int32_t dim, Tensor &out) { into(LogCumSumExpTensor{{t}, dim}, out); }

Ref<Tensor> diff(const Tensor &t, const DiffArgs &args) {
  const DiffInputs inputs(t, args);
  if (!inputs.later) return clone(*inputs.whole, MemoryFormat::Contiguous);
  const Tensor *const both[] = {inputs.later.get(), inputs.earlier.get()};
  return elementwise(inputs.op(), both);
}
void diff_out(const Tensor &t, const DiffArgs &args, Tensor &out) {
  const DiffInputs inputs(t, args);
  const DType dtype = inputs.whole->dtype();
  if (out.dtype() != dtype) {
    fail(CT_ERROR_DTYPE, "diff gives ", dtype_name(dtype), ", but out is ", dtype_name(out.dtype()));
  }
  if (!inputs.later) {
    const Tensor *const one[] = {inputs.whole.get()};
    return elementwise_out(is_complex(dtype) ? elementwise_ops::positive : elementwise_ops::conj, one, out);
  }
  const Tensor *const both[] = {inputs.later.get(), inputs.earlier.get()};
  elementwise_out(inputs.op(), both, out);
}

}  // namespace ct
