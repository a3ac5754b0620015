// Softmax of dense lines, and of columns side by side. What is added up groups by 32 virtual lanes and 1024 elements
// of a line, and by kSoftmaxRows rows of a column: the same on every instruction set.
#include "kernels/copy/convert.inl.h"
#include "kernels/registrations.h"
#include "kernels/softmax/exp.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

template <class T>
CT_INLINE Vec<T> larger(Vec<T> a, Vec<T> b) {  // of a number and NaN, b
  return select(a.v > b.v, a, b);
}

// What is taken off before the exponential: of nothing but -infinity, 0, so that each gives 0 and the quotient NaN.
template <class T>
CT_INLINE Vec<T> shift_of(Vec<T> largest) {
  const Vec<T> zero{};
  return select(largest.v == -static_cast<T>(__builtin_inff()) + zero.v, zero, largest + zero);
}

template <class T>
struct SoftmaxLines {
  using V = Vec<T>;
  static constexpr int64_t kSize = sizeof(T), kLanes = V::kLanes, kVirtual = 32, kRegisters = kVirtual / kLanes;
  static constexpr int64_t kGroup = 1024;
  static constexpr T kLowest = -static_cast<T>(__builtin_inff());
  static constexpr T kUnit = kExpUnit<T>;
  static constexpr double kUnits = static_cast<double>(kScaled<T>) * static_cast<double>(kUnit);

  static CT_INLINE T shift(double largest) { return largest == kLowest ? T{} : static_cast<T>(largest); }

  // Fewer than kVirtual elements, and nothing: -infinity.
  static void load_rest(const char *from, int64_t n, V *x) {
    alignas(64) T block[kVirtual];
    char *const at = reinterpret_cast<char *>(block);
    for (int64_t k = 0; k < kRegisters; ++k) V::splat(kLowest).store(at + k * kVecBytes);
    __builtin_memcpy(at, from, static_cast<size_t>(n * kSize));
    for (int64_t k = 0; k < kRegisters; ++k) x[k] = V::load(at + k * kVecBytes);
  }

  // Pairs half a register apart meet, then those that are half as far, and so on: the same pairs on every ISA.
  template <int half, class W, class F, int... I>
  static CT_INLINE W fold(W all, F both, Indices<I...> lanes) {
    if constexpr (half == 0) {
      return all;
    } else {
      const W others{__builtin_shufflevector(all.v, all.v, (I ^ half)...)};
      return fold<half / 2>(both(all, others), both, lanes);
    }
  }
  template <class W, class F>
  static CT_INLINE auto fold(W *all, int64_t registers, F both) {
#pragma GCC unroll 8
    for (int64_t n = registers / 2; n > 0; n /= 2) {
#pragma GCC unroll 16
      for (int64_t k = 0; k < n; ++k) all[k] = both(all[k], all[k + n]);
    }
    return fold<W::kLanes / 2>(all[0], both, Iota<W::kLanes>{}).v[0];
  }

  struct Largest {
    V all[kRegisters];

    CT_INLINE Largest() {
#pragma GCC unroll 8
      for (int64_t k = 0; k < kRegisters; ++k) all[k] = V::splat(kLowest);
    }
    CT_INLINE void take(const V *x) {
#pragma GCC unroll 8
      for (int64_t k = 0; k < kRegisters; ++k) all[k] = larger(x[k], all[k]);
    }
    CT_INLINE void take(const char *from) {
#pragma GCC unroll 8
      for (int64_t k = 0; k < kRegisters; ++k) all[k] = larger(V::load(from + k * kVecBytes), all[k]);
    }
    CT_INLINE double get() {
      return static_cast<double>(fold(all, kRegisters, [](V a, V b) { return larger(a, b); })) + 0.0;
    }
  };
  static double largest(const char *from, int64_t n) {
    Largest all;
    int64_t i = 0;
    CT_ROLLED
    for (; i + kVirtual <= n; i += kVirtual) all.take(from + i * kSize);
    if (i < n) {
      V x[kRegisters];
      load_rest(from + i * kSize, n - i, x);
      all.take(x);
    }
    return all.get();
  }

  static CT_INLINE double add_lanes(const V *sums) {
    constexpr int64_t kWide = kVirtual * 8 / kVecBytes;
    Vec<double> all[kWide];
#pragma GCC unroll 16
    for (int64_t k = 0; k < kRegisters; ++k) {
      if constexpr (kSize == 8) {
        all[k] = sums[k];
      } else {
        const Doubles both = to_doubles(sums[k]);
        all[2 * k] = both.low, all[2 * k + 1] = both.high;
      }
    }
    return fold(all, kWide, [](Vec<double> a, Vec<double> b) { return a + b; });
  }

  // The sum of e^(from - largest). Where they are kept, those numbers / kUnit go to `to`, which has room for kVirtual
  // more. With each kVirtual elements, meanwhile().
  template <bool keeps, class Meanwhile>
  static CT_INLINE double add_exponentials(char *to, const char *from, int64_t n, double largest, Meanwhile meanwhile) {
    const V down = V::splat(shift(largest));
    double total = 0;
    for (int64_t begin = 0; begin < n; begin += kGroup) {
      const int64_t end = n - begin < kGroup ? n : begin + kGroup;
      V sums[kRegisters] = {};
      const auto take = [&](int64_t k, V x, int64_t i) {
        const V e = exp_below(x - down);
        if constexpr (keeps) e.store(to + i * kSize + k * kVecBytes);
        sums[k] = sums[k] + e;
      };
      int64_t i = begin;
      CT_ROLLED
      for (; i + kVirtual <= end; i += kVirtual) {
        if constexpr (kRegisters <= 4) {
#pragma GCC unroll 4
          for (int64_t k = 0; k < kRegisters; ++k) take(k, V::load(from + i * kSize + k * kVecBytes), i);
        } else {
          CT_ROLLED
          for (int64_t k = 0; k < kRegisters; ++k) take(k, V::load(from + i * kSize + k * kVecBytes), i);
        }
        meanwhile();
      }
      if (i < end) {
        V x[kRegisters];
        load_rest(from + i * kSize, end - i, x);
        CT_ROLLED
        for (int64_t k = 0; k < kRegisters; ++k) take(k, x[k], i);
      }
      total += add_lanes(sums);
    }
    return total * static_cast<double>(kUnit);
  }
  static double exponentials(const char *from, int64_t n, double largest) {
    return add_exponentials<false>(nullptr, from, n, largest, [] {});
  }

  // n elements of f(i, how many), which are kLanes or fewer: f is long, and there is one of it.
  template <class F>
  static CT_INLINE void each(char *to, int64_t n, Traffic traffic, F f) {
    const auto beyond = static_cast<int64_t>(reinterpret_cast<uintptr_t>(to) % kVecBytes);
    const bool streams = traffic == Traffic::NonTemporal;
    int64_t count = streams ? (kVecBytes - beyond) / kSize : kLanes;  // first up to where lines of the cache begin
    CT_ROLLED
    for (int64_t i = 0; i < n; i += count, count = kLanes) {
      if (count > n - i) count = n - i;
      const V x = f(i, count);
      if (count < kLanes) {
        x.store(to + i * kSize, count);
      } else if (streams) {
        put<Traffic::NonTemporal>(to + i * kSize, x);
      } else {
        x.store(to + i * kSize);
      }
    }
  }
  static CT_INLINE V load(const char *from, int64_t count) {
    return count >= kLanes ? V::load(from) : V::load(from, count);
  }

  static void normalise(char *to, const char *from, int64_t n, double largest, double sum, Traffic traffic) {
    const V by = V::splat(static_cast<T>(kUnits / sum)), down = V::splat(shift(largest));
    const auto scale = scale_of(by);
    each(to, n, traffic, [=](int64_t i, int64_t count) {
      return unscaled(exp_below(load(from + i * kSize, count) - down) * by, scale);
    });
    if (traffic == Traffic::NonTemporal) stream_fence();
  }
  static void subtract(char *to, const char *from, int64_t n, double largest, double log_sum, Traffic traffic) {
    const V by = V::splat(static_cast<T>(log_sum)), down = V::splat(shift(largest));
    each(to, n, traffic, [=](int64_t i, int64_t count) { return load(from + i * kSize, count) - down - by; });
    if (traffic == Traffic::NonTemporal) stream_fence();
  }

  // ---- lines that stay in the cache from their first pass to their last ----

  // What becomes of a line in the end: a part of it is written with each part of the next line that is computed, so
  // that memory is never without work.
  template <bool logs>
  struct Ending {
    bool streams;
    char *to = nullptr;
    const char *from = nullptr;
    int64_t left = 0;
    V by{}, down{};
    ExpBits<T> scale{};

    CT_INLINE V of(V x) const { return logs ? x - down - by : unscaled(x * by, scale); }
    CT_INLINE void part(int64_t n) {
      each(to, n, Traffic::Cached, [this](int64_t i, int64_t count) { return of(load(from + i * kSize, count)); });
      to += n * kSize, from += n * kSize, left -= n;
    }
    CT_INLINE void begin() {  // up to where whole lines of the cache begin
      const auto beyond = static_cast<int64_t>(reinterpret_cast<uintptr_t>(to) % kVecBytes);
      if (!streams || beyond == 0) return;
      const int64_t n = (kVecBytes - beyond) / kSize;
      part(n < left ? n : left);
    }
    CT_INLINE void some() {
      if (left < kVirtual) return;
#pragma GCC unroll 8
      for (int64_t k = 0; k < kVirtual * kSize; k += kVecBytes) {
        const V x = of(V::load(from + k));
        if (streams) {
          put<Traffic::NonTemporal>(to + k, x);
        } else {
          x.store(to + k);
        }
      }
      to += kVirtual * kSize, from += kVirtual * kSize, left -= kVirtual;
    }
    CT_INLINE void rest() {
      while (left >= kVirtual) some();
      part(left);
    }
  };

  // While a line's exponentials are computed, the largest of the next line is looked for, too.
  template <bool logs>
  static void end_lines(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t count, int64_t n,
                        bool streams) {
    constexpr int64_t kAhead = 4096;  // bytes
    // What is read and what is written meanwhile do not lie a multiple of a page apart.
    alignas(64) char blocks[logs ? 1 : 2][logs ? 64 : kSoftmaxLine + 2048];
    const int64_t whole = n / kVirtual * kVirtual;
    Ending<logs> before{streams};
    double most = largest(from, n);
    for (int64_t line = 0; line < count; ++line, to += to_step, from += from_step) {
      const char *next = line + 1 < count ? from + from_step : from;
      Largest of_next;
      char *const block = blocks[logs ? 0 : line % 2];
      const double sum = add_exponentials<!logs>(block, from, n, most, [&] {
        if (streams) {
          for (int64_t i = 0; i < kVirtual * kSize; i += 64) __builtin_prefetch(next + kAhead + i, 0, 2);
        }
        of_next.take(next);
        next += kVirtual * kSize;
        before.some();
      });
      before.rest();
      const V by = V::splat(static_cast<T>(logs ? __builtin_log(sum) : kUnits / sum));
      before = {streams, to, logs ? from : block, n, by, V::splat(shift(most)), scale_of(by)};
      before.begin();
      if (whole < n) {
        V x[kRegisters];
        load_rest(next, n - whole, x);
        of_next.take(x);
      }
      most = of_next.get();
    }
    before.rest();
    if (streams) stream_fence();
  }
  static void lines(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t count, int64_t n, bool logs,
                    Traffic traffic) {
    const auto run = logs ? &end_lines<true> : &end_lines<false>;
    run(to, to_step, from, from_step, count, n, traffic == Traffic::NonTemporal);
  }

  // ---- columns: of each its largest element and its sum so far; all have room up to the end of two registers ----

  static constexpr int64_t kRows = kSoftmaxRows;

  static CT_INLINE void add_to(double *sums, V scale, V added) {
    const Vec<double> unit = Vec<double>::splat(static_cast<double>(kUnit));
    const auto add = [sums, unit](int64_t k, Vec<double> by, Vec<double> more) {
      char *const at = reinterpret_cast<char *>(sums + k);
      (Vec<double>::load(at) * (by * unit) + more * unit).store(at);
    };
    if constexpr (kSize == 8) {
      add(0, scale, added);
    } else {
      const Doubles by = to_doubles(scale), more = to_doubles(added);
      add(0, by.low, more.low);
      add(kLanes / 2, by.high, more.high);
    }
  }

  static constexpr double kKeptUnits = kUnits * static_cast<double>(kUnit);

  // What elements of columns are multiplied by in the end, but for their exponential's part.
  static CT_INLINE V factor_of(const double *by, double units) {
    using D = Vec<double>;
    const char *const at = reinterpret_cast<const char *>(by);
    if constexpr (kSize == 8) {
      return V::load(at) * V::splat(units);
    } else {
      return to_floats(Doubles{D::load(at) * D::splat(units), D::load(at + kVecBytes) * D::splat(units)});
    }
  }

  // n elements of two registers, or more than they have.
  static CT_INLINE Two<T> load_two(const char *from, int64_t n) {
    return {load(from, n), n > kLanes ? load(from + kVecBytes, n - kLanes) : V{}};
  }
  static CT_INLINE void store_two(char *to, Two<T> x, int64_t n) {
    if (n >= 2 * kLanes) return x.store(to);
    if (n <= kLanes) return x.a.store(to, n);
    x.a.store(to);
    x.b.store(to + kVecBytes, n - kLanes);
  }

  // Columns that fill two registers, and `rows` rows of them, at a time: memory is quicker at two lines than at one.
  // While exponentials of the ones are computed, the largest of those beside them is looked for, and results of the
  // columns before are written.
  template <bool keeps, bool ends>
  static void take_some(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t rows, int64_t columns,
                        const char *before_at, char *largest_at, double *sums, bool logs, int64_t ahead,
                        const SoftmaxEnd *end) {
    using Both = Two<T>;
    constexpr int64_t kBoth = 2 * kLanes;
    Both blocks[2][kRows];
    Both next = Both::load(before_at);
    const auto look = [&](Both * x, const char *at, int64_t left) __attribute__((always_inline)) {
      *x = load_two(at, left);
      __builtin_prefetch(at + ahead, 0, 2);
      __builtin_prefetch(at + kVecBytes + ahead, 0, 2);
      next = {larger(x->a, next.a), larger(x->b, next.b)};
    };
    CT_ROLLED
    for (int64_t row = 0; row < rows; ++row) look(&blocks[0][row], from + row * from_step, columns);
    CT_ROLLED
    for (int64_t i = 0, turn = 0; i < columns; i += kBoth, turn ^= 1) {
      const Both before = Both::load(before_at + i * kSize), largest = next;
      const Both down{shift_of(next.a), shift_of(next.b)};
      const Both *const x = blocks[turn];
      Both *const others = blocks[turn ^ 1];
      const int64_t beside = i + kBoth, left = columns - beside;
      const char *at = from + beside * kSize;
      char *kept = keeps ? to + i * kSize : nullptr, *out = nullptr;
      Both sum{}, factor{};
      ExpBits<T> scales[2] = {};
      bool streams = false;
      if constexpr (ends) {
        out = end->to + i * kSize, streams = end->traffic == Traffic::NonTemporal && left >= 0;
        const Both last = Both::load(end->largest + i * kSize);
        const Both by{factor_of(end->by + i, kKeptUnits), factor_of(end->by + i + kLanes, kKeptUnits)};
        factor = by * exp_below(Both::load(end->kept_largest + i * kSize) - Both{shift_of(last.a), shift_of(last.b)});
        scales[0] = scale_of(factor.a), scales[1] = scale_of(factor.b);
      }
      if (left > 0) next = Both::load(before_at + beside * kSize);
      CT_ROLLED
      for (int64_t row = 0; row < rows; ++row, at += from_step) {
        if (left > 0) look(others + row, at, left);
        const Both e = exp_below(x[row] - down);
        sum = sum + e;
        if constexpr (ends) {
          // strips as wide as memory likes them are more than the second level holds
          __builtin_prefetch(kept + kRows * to_step, 1, 2);
          __builtin_prefetch(kept + kRows * to_step + kVecBytes, 1, 2);
          const Both product = Both::load(kept) * factor;
          const Both y{unscaled(product.a, scales[0]), unscaled(product.b, scales[1])};
          if (streams) {
            put<Traffic::NonTemporal>(out, y.a);
            put<Traffic::NonTemporal>(out + kVecBytes, y.b);
          } else {
            store_two(out, y, left + kBoth);
          }
          out += end->to_step;
        }
        if constexpr (keeps) (logs ? x[row] : e).store(kept), kept += to_step;
      }
      largest.store(largest_at + i * kSize);
      const Both then = exp_below(before - down);
      add_to(sums + i, then.a, sum.a);
      add_to(sums + i + kLanes, then.b, sum.b);
    }
  }
  static void take_columns(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t rows,
                           int64_t columns, const char *before, char *largest, double *sums, bool logs, Traffic traffic,
                           const SoftmaxEnd *end) {
    const int64_t ahead = traffic == Traffic::NonTemporal ? kRows * from_step : 0;  // the rows after these
    const auto take = end != nullptr  ? &take_some<true, true>
                      : to != nullptr ? &take_some<true, false>
                                      : &take_some<false, false>;
    take(to, to_step, from, from_step, rows, columns, before, largest, sums, logs, ahead, end);
  }

  template <class F>
  static CT_INLINE void each_row(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t rows,
                                 int64_t columns, Traffic traffic, F f) {
    for (int64_t row = 0; row < rows; ++row, to += to_step, from += from_step) {
      each(to, columns, traffic, [=](int64_t i, int64_t count) { return f(load(from + i * kSize, count), i * kSize); });
    }
  }
  static void end_columns(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t rows, int64_t columns,
                          const char *kept_largest, const char *largest, const double *by, bool logs, Traffic traffic) {
    alignas(64) T downs[kSoftmaxColumns + 64], factors[kSoftmaxColumns + 64], scales[kSoftmaxColumns + 64];
    char *const downs_at = reinterpret_cast<char *>(downs), *const factors_at = reinterpret_cast<char *>(factors),
                *const scales_at = reinterpret_cast<char *>(scales);
    const double units = logs ? 1 : kept_largest != nullptr ? kKeptUnits : kUnits;
    for (int64_t i = 0; i < columns; i += kLanes) {
      const V down = shift_of(V::load(largest + i * kSize));
      down.store(downs_at + i * kSize);
      V factor = factor_of(by + i, units);
      if (kept_largest != nullptr) factor = factor * exp_below(V::load(kept_largest + i * kSize) - down);
      factor.store(factors_at + i * kSize);
      scale_of(factor).store(scales_at + i * kSize);
    }
    const auto factor = [factors_at](int64_t at) { return V::load(factors_at + at); };
    const auto down = [downs_at](int64_t at) { return V::load(downs_at + at); };
    const auto scale = [scales_at](int64_t at) { return ExpBits<T>::load(scales_at + at); };
    if (logs) {
      each_row(to, to_step, from, from_step, rows, columns, traffic,
               [=](V x, int64_t at) { return x - down(at) - factor(at); });
    } else if (kept_largest != nullptr) {
      each_row(to, to_step, from, from_step, rows, columns, traffic,
               [=](V x, int64_t at) { return unscaled(x * factor(at), scale(at)); });
    } else {
      each_row(to, to_step, from, from_step, rows, columns, traffic,
               [=](V x, int64_t at) { return unscaled(exp_below(x - down(at)) * factor(at), scale(at)); });
    }
  }
};

template <class T>
constexpr Softmax softmax_of() {
  using Of = SoftmaxLines<T>;
  return {&Of::largest, &Of::exponentials, &Of::normalise,  &Of::subtract,
          &Of::lines,   &Of::take_columns, &Of::end_columns};
}

}  // namespace

void register_softmax(Table &table) {
  table.softmax[static_cast<int>(DType::Float32)] = softmax_of<float>();
  table.softmax[static_cast<int>(DType::Float64)] = softmax_of<double>();
}

}  // namespace ct::kernels::CT_ISA
