// Softmax of lines that are contiguous. What is added up groups by 32 virtual lanes and 1024 elements of a line: the
// same on every instruction set.
#include "kernels/buffer.h"
#include "kernels/softmax/elements.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

template <class T>
struct SoftmaxLines : SoftmaxElements<T> {
  using E = SoftmaxElements<T>;
  using E::kLanes;
  using E::kSize;
  using typename E::V;
  static constexpr int64_t kVirtual = 32, kRegisters = kVirtual / kLanes;
  static constexpr int64_t kGroup = 1024;
  static constexpr T kLowest = -static_cast<T>(__builtin_inff());

  // Calls f(k, x) for the registers of fewer than kVirtual elements. The other lanes of the last one are -infinity,
  // which adds nothing.
  template <class F>
  static CT_INLINE void each_rest(const char *from, int64_t n, F f) {
    CT_ROLLED
    for (int64_t k = 0; k * kLanes < n; ++k) {
      const int64_t count = n - k * kLanes;
      const char *const at = from + k * kVecBytes;
      f(k, count >= kLanes ? V::load(at) : first_lanes(V::load(at, count), count));
    }
  }
  static CT_INLINE V first_lanes(V x, int64_t count) {
    return select(lane_numbers(Iota<kLanes>{}).v < V::splat(static_cast<T>(count)).v, x, V::splat(kLowest));
  }
  template <int... lane>
  static CT_INLINE V lane_numbers(Indices<lane...>) {
    return {typename V::Native{static_cast<T>(lane)...}};
  }

  // Folds halves onto each other, so that the same pairs meet on every ISA.
  template <class W, class F>
  static CT_INLINE auto fold(W *all, int64_t registers, F both) {
    fold_registers(all, registers, 1, both);
    return fold_lanes(all[0], both).v[0];
  }

  static double largest(const char *from, int64_t n) {
    V all[kRegisters];
    CT_UNROLL(8)
    for (int64_t k = 0; k < kRegisters; ++k) all[k] = V::splat(kLowest);
    int64_t i = 0;
    CT_ROLLED
    for (; i + kVirtual <= n; i += kVirtual) {
      CT_UNROLL(8)
      for (int64_t k = 0; k < kRegisters; ++k) all[k] = larger(V::load(from + i * kSize + k * kVecBytes), all[k]);
    }
    each_rest(from + i * kSize, n - i, [&](int64_t k, V x) { all[k] = larger(x, all[k]); });
    return static_cast<double>(fold(all, kRegisters, [](V a, V b) { return larger(a, b); })) + 0.0;
  }

  static CT_INLINE double add_lanes(const V *sums) {
    constexpr int64_t kWide = kVirtual * 8 / kVecBytes;
    Vec<double> all[kWide];
    CT_UNROLL(16)
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

  // The sum of e^(from - largest). If they are kept, those numbers over kUnit go to `to`, which has room for kVirtual
  // more. Prefetches `ahead` bytes beyond what is read, or nothing where that is 0.
  template <bool keeps>
  static CT_INLINE double add_exponentials(char *to, const char *from, int64_t n, double largest, int64_t ahead) {
    const V down = E::shift_of(V::splat(static_cast<T>(largest)));
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
        const char *const at = from + i * kSize;
        if (ahead != 0) {
          for (int64_t byte = 0; byte < kVirtual * kSize; byte += kCacheLine)
            __builtin_prefetch(at + ahead + byte, 0, 2);
        }
        if constexpr (kRegisters <= 4) {
          CT_UNROLL(4)
          for (int64_t k = 0; k < kRegisters; ++k) take(k, V::load(at + k * kVecBytes), i);
        } else {
          CT_ROLLED
          for (int64_t k = 0; k < kRegisters; ++k) take(k, V::load(at + k * kVecBytes), i);
        }
      }
      each_rest(from + i * kSize, end - i, [&](int64_t k, V x) { take(k, x, i); });
      total += add_lanes(sums);
    }
    return total * static_cast<double>(E::kUnit);
  }
  static double exponentials(const char *from, int64_t n, double largest) {
    return add_exponentials<false>(nullptr, from, n, largest, 0);
  }

  static CT_INLINE void end(Traffic traffic) {
    if (traffic == Traffic::NonTemporal) stream_fence();
  }
  static void normalise(char *to, const char *from, int64_t n, double largest, double sum, Traffic traffic) {
    const V by = V::splat(static_cast<T>(E::kUnits / sum)), down = E::shift_of(V::splat(static_cast<T>(largest)));
    const auto scale = scale_of(by);
    E::each(to, n, traffic, [=](int64_t i, int64_t count) {
      return unscaled(exp_below(E::load(from + i * kSize, count) - down) * by, scale);
    });
    end(traffic);
  }
  static CT_INLINE void subtract_from(char *to, const char *from, int64_t n, double largest, double log_sum,
                                      Traffic traffic) {
    const V by = V::splat(static_cast<T>(log_sum)), down = E::shift_of(V::splat(static_cast<T>(largest)));
    E::each(to, n, traffic, [=](int64_t i, int64_t count) { return E::load(from + i * kSize, count) - down - by; });
  }
  static void subtract(char *to, const char *from, int64_t n, double largest, double log_sum, Traffic traffic) {
    subtract_from(to, from, n, largest, log_sum, traffic);
    end(traffic);
  }

  // Lines that stay in the cache from their first pass to their last. While a line is computed, the next is prefetched.
  // Short lines take each step together, so that the processor need not wait for the end of one line's step to begin
  // the next line's.
  static void lines(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t count, int64_t n, bool logs,
                    Traffic traffic) {
    const Buffer<char, kSoftmaxLine + kVirtual * kSize> kept;
    const int64_t ahead = traffic == Traffic::NonTemporal ? from_step : 0;
    const int64_t row = (n + kVirtual) * kSize, fitting = kLinesTogetherBytes / row;
    const int64_t together = fitting < 1 ? 1 : fitting < kLinesTogether ? fitting : kLinesTogether;
    double most[kLinesTogether], sums[kLinesTogether];
    for (int64_t line = 0; line < count; line += together, to += together * to_step, from += together * from_step) {
      const int64_t some = count - line < together ? count - line : together;
      for (int64_t k = 0; k < some; ++k) most[k] = largest(from + k * from_step, n);
      if (logs) {
        for (int64_t k = 0; k < some; ++k) {
          sums[k] = add_exponentials<false>(nullptr, from + k * from_step, n, most[k], ahead);
        }
        for (int64_t k = 0; k < some; ++k) sums[k] = __builtin_log(sums[k]);
        for (int64_t k = 0; k < some; ++k) {
          subtract_from(to + k * to_step, from + k * from_step, n, most[k], sums[k], traffic);
        }
        continue;
      }
      for (int64_t k = 0; k < some; ++k) {
        sums[k] = add_exponentials<true>(kept + k * row, from + k * from_step, n, most[k], ahead);
      }
      for (int64_t k = 0; k < some; ++k) {
        const V by = V::splat(static_cast<T>(E::kUnits / sums[k]));
        const auto scale = scale_of(by);
        const char *const own = kept + k * row;
        E::each(to + k * to_step, n, traffic,
                [=](int64_t i, int64_t lanes) { return unscaled(E::load(own + i * kSize, lanes) * by, scale); });
      }
    }
    end(traffic);
  }

  static void put_into(Softmax &softmax) {
    softmax.largest = &largest;
    softmax.exponentials = &exponentials;
    softmax.normalise = &normalise;
    softmax.subtract = &subtract;
    softmax.lines = &lines;
  }
};

}  // namespace

void register_softmax_contiguous(SoftmaxTable &table) {
  SoftmaxLines<float>::put_into(table.softmax[static_cast<int>(DType::Float32)]);
  SoftmaxLines<double>::put_into(table.softmax[static_cast<int>(DType::Float64)]);
}

}  // namespace ct::kernels::CT_ISA
