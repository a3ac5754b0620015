// Softmax of dense lines, and of columns side by side. What is added up groups by 32 virtual lanes and 1024 elements
// of a line, and by eight rows of a column: the same on every instruction set.
#include "kernels/convert.inl.h"
#include "kernels/units.h"

namespace ct::kernels::CT_ISA {
namespace {

template <class T>
CT_INLINE Vec<T> larger(Vec<T> a, Vec<T> b) {  // NaN wins
  return select((a.v > b.v) | (a.v != a.v), a, b);
}

// What is taken off before the exponential: of nothing but -infinity, 0, so that each gives 0 and the quotient NaN.
template <class T>
CT_INLINE Vec<T> shift_of(Vec<T> largest) {
  const Vec<T> zero{};
  return select(largest.v == -static_cast<T>(__builtin_inff()) + zero.v, zero, largest + zero);
}

template <class Math, class T>
struct SoftmaxLines {
  using V = Vec<T>;
  static constexpr int64_t kSize = sizeof(T), kLanes = V::kLanes, kVirtual = 32, kRegisters = kVirtual / kLanes;
  static constexpr int64_t kGroup = 1024;
  static constexpr T kLowest = -static_cast<T>(__builtin_inff());

  static CT_INLINE T shift(double largest) { return largest == kLowest ? T{} : static_cast<T>(largest); }

  static double largest(const char *from, int64_t n) {
    alignas(64) T lanes[kVirtual];
    V all[kRegisters];
#pragma GCC unroll 8
    for (int64_t k = 0; k < kRegisters; ++k) all[k] = V::splat(kLowest);
    int64_t i = 0;
    CT_ROLLED
    for (; i + kVirtual <= n; i += kVirtual) {
#pragma GCC unroll 8
      for (int64_t k = 0; k < kRegisters; ++k) all[k] = larger(V::load(from + (i + k * kLanes) * kSize), all[k]);
    }
#pragma GCC unroll 8
    for (int64_t k = 0; k < kRegisters; ++k) all[k].store(reinterpret_cast<char *>(lanes + k * kLanes));
    T result = kLowest;
    const auto take = [&result](T x) { result = x > result || x != x ? x : result; };
    for (int64_t k = 0; k < kVirtual; ++k) take(lanes[k]);
    for (; i < n; ++i) take(load_element<T>(from + i * kSize));
    return static_cast<double>(result) + 0.0;
  }

  // The sum of e^(from - largest); those numbers go to `to`, unless it is NULL.
  template <bool writes>
  static CT_INLINE double add_exponentials(char *to, const char *from, int64_t n, double largest) {
    const V down = V::splat(shift(largest));
    double total = 0;
    for (int64_t begin = 0; begin < n; begin += kGroup) {
      const int64_t end = n - begin < kGroup ? n : begin + kGroup;
      alignas(64) T lanes[kVirtual];
      V sums[kRegisters] = {};
      int64_t i = begin;
      CT_ROLLED
      for (; i + kVirtual <= end; i += kVirtual) {
#pragma GCC unroll 8
        for (int64_t k = 0; k < kRegisters; ++k) {
          const V e = Math::exp(V::load(from + (i + k * kLanes) * kSize) - down);
          if constexpr (writes) e.store(to + (i + k * kLanes) * kSize);
          sums[k] = sums[k] + e;
        }
      }
#pragma GCC unroll 8
      for (int64_t k = 0; k < kRegisters; ++k) sums[k].store(reinterpret_cast<char *>(lanes + k * kLanes));
      if (i < end) {
        alignas(64) T block[kVirtual] = {};
        const auto rest = static_cast<size_t>((end - i) * kSize);
        char *const at = reinterpret_cast<char *>(block);
        __builtin_memcpy(at, from + i * kSize, rest);
        for (int64_t k = 0; k < kVirtual; k += kLanes) {
          Math::exp(V::load(at + k * kSize) - down).store(at + k * kSize);
        }
        if constexpr (writes) __builtin_memcpy(to + i * kSize, at, rest);
        for (int64_t k = 0; k < end - i; ++k) lanes[k] += block[k];
      }
      double group[kVirtual];
      for (int64_t k = 0; k < kVirtual; ++k) group[k] = static_cast<double>(lanes[k]);
      for (int64_t half = kVirtual / 2; half > 0; half /= 2) {
        for (int64_t k = 0; k < half; ++k) group[k] += group[k + half];
      }
      total += group[0];
    }
    return total;
  }
  static double exponentials(char *to, const char *from, int64_t n, double largest) {
    return to == nullptr ? add_exponentials<false>(to, from, n, largest) : add_exponentials<true>(to, from, n, largest);
  }

  // Of each element f(x), by whole registers.
  template <class F>
  static CT_INLINE void each(char *to, const char *from, int64_t n, Traffic traffic, F f) {
    int64_t i = 0;
    if (traffic == Traffic::Streamed && reinterpret_cast<uintptr_t>(to) % kVecBytes == 0) {
      for (; i + kLanes <= n; i += kLanes) put<Traffic::Streamed>(to + i * kSize, f(V::load(from + i * kSize)));
      stream_fence();
    } else {
      for (; i + kLanes <= n; i += kLanes) f(V::load(from + i * kSize)).store(to + i * kSize);
    }
    if (i < n) f(V::load(from + i * kSize, n - i)).store(to + i * kSize, n - i);
  }
  static void divide(char *to, const char *from, int64_t n, double sum, Traffic traffic) {
    const V by = V::splat(static_cast<T>(sum));
    each(to, from, n, traffic, [by](V x) { return x / by; });
  }
  static void normalise(char *to, const char *from, int64_t n, double largest, double sum, Traffic traffic) {
    const V by = V::splat(static_cast<T>(sum)), down = V::splat(shift(largest));
    each(to, from, n, traffic, [by, down](V x) { return Math::exp(x - down) / by; });
  }
  static void subtract(char *to, const char *from, int64_t n, double largest, double log_sum, Traffic traffic) {
    const V by = V::splat(static_cast<T>(log_sum)), down = V::splat(shift(largest));
    each(to, from, n, traffic, [by, down](V x) { return x - down - by; });
  }

  // ---- columns: of each its largest element and its sum so far; both have room up to the end of a register ----

  static constexpr int64_t kRows = kSoftmaxRows;

  static CT_INLINE V load_column(const char *from, int64_t count) {
    return count >= kLanes ? V::load(from) : V::load(from, count);
  }

  static void take_columns(const char *from, int64_t step, int64_t rows, int64_t columns, char *largest_at,
                           double *sums) {
    for (int64_t i = 0; i < columns; i += kLanes) {
      const int64_t count = columns - i;
      const char *const at = from + i * kSize;
      V x[kRows];
      const V before = V::load(largest_at + i * kSize);
      V largest = before;
      for (int64_t row = 0; row < rows; ++row) {
        x[row] = load_column(at + row * step, count);
        largest = larger(x[row], largest);
      }
      const V down = shift_of(largest);
      V sum{};
      for (int64_t row = 0; row < rows; ++row) sum = sum + Math::exp(x[row] - down);
      largest.store(largest_at + i * kSize);
      alignas(64) T scales[kLanes], added[kLanes];
      Math::exp(before - down).store(reinterpret_cast<char *>(scales));
      sum.store(reinterpret_cast<char *>(added));
      CT_INDEPENDENT
      for (int64_t k = 0; k < kLanes; ++k) {
        sums[i + k] = sums[i + k] * static_cast<double>(scales[k]) + static_cast<double>(added[k]);
      }
    }
  }

  // log_sums: those of the sums, or NULL.
  static void write_columns(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t rows,
                            int64_t columns, const char *largest_at, const double *sums, bool logs) {
    for (int64_t i = 0; i < columns; i += kLanes) {
      const int64_t count = columns - i;
      alignas(64) T by_lanes[kLanes];
      for (int64_t k = 0; k < kLanes; ++k) by_lanes[k] = static_cast<T>(sums[i + k]);
      const V by = V::load(reinterpret_cast<const char *>(by_lanes));
      const V down = shift_of(V::load(largest_at + i * kSize));
      for (int64_t row = 0; row < rows; ++row) {
        const V x = load_column(from + row * from_step + i * kSize, count) - down;
        const V y = logs ? x - by : Math::exp(x) / by;
        char *const at = to + row * to_step + i * kSize;
        if (count >= kLanes) {
          y.store(at);
        } else {
          y.store(at, count);
        }
      }
    }
  }
};

template <class Math>
void register_softmax_of(Softmax *softmax) {
  using Floats = SoftmaxLines<Math, float>;
  using Doubles = SoftmaxLines<Math, double>;
  softmax[static_cast<int>(DType::Float32)] = {&Floats::largest,      &Floats::exponentials, &Floats::divide,
                                               &Floats::normalise,    &Floats::subtract,     &Floats::take_columns,
                                               &Floats::write_columns};
  softmax[static_cast<int>(DType::Float64)] = {&Doubles::largest,      &Doubles::exponentials, &Doubles::divide,
                                               &Doubles::normalise,    &Doubles::subtract,     &Doubles::take_columns,
                                               &Doubles::write_columns};
}

}  // namespace

void register_softmax(Table &table) {
  register_softmax_of<FastMath>(table.softmax[0]);
  register_softmax_of<DeterministicMath>(table.softmax[1]);
}

}  // namespace ct::kernels::CT_ISA
