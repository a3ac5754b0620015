// Softmax of columns side by side: of each, its largest element and its sum so far. What is added up groups by
// kSoftmaxRows rows. All that is held of columns has room up to the end of two registers.
#include "kernels/softmax/elements.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

template <class T>
struct SoftmaxColumns : SoftmaxElements<T> {
  using E = SoftmaxElements<T>;
  using E::kLanes;
  using E::kSize;
  using E::shift_of;
  using typename E::V;
  using Both = Two<T>;
  static constexpr int64_t kBoth = 2 * kLanes;
  static constexpr int64_t kRows = kSoftmaxRows;

  static CT_INLINE void add_to(double *sums, V scale, V added) {
    const Vec<double> unit = Vec<double>::splat(static_cast<double>(E::kUnit));
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

  // The factor of a column's elements in the end, apart from the part that is an exponential.
  static CT_INLINE V factor_of(const double *by, double units) {
    using D = Vec<double>;
    const char *const at = reinterpret_cast<const char *>(by);
    if constexpr (kSize == 8) {
      return V::load(at) * V::splat(units);
    } else {
      return to_floats(Doubles{D::load(at) * D::splat(units), D::load(at + kVecBytes) * D::splat(units)});
    }
  }

  // Loads n elements into two registers, of which it may fill only a part.
  static CT_INLINE Both load_two(const char *from, int64_t n) {
    return {E::load(from, n), n > kLanes ? E::load(from + kVecBytes, n - kLanes) : V{}};
  }

  // Takes columns that fill two registers, `rows` rows at a time: memory is faster at two lines than at one. While the
  // exponentials of some elements are computed, the largest of the next ones is looked for.
  template <bool keeps>
  static void take(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t rows, int64_t columns,
                   const char *before_at, char *largest_at, double *sums, bool logs, int64_t ahead) {
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
    for (int64_t i = 0, now = 0; i < columns; i += kBoth, now ^= 1) {
      const Both before = Both::load(before_at + i * kSize), largest = next;
      const Both down{shift_of(next.a), shift_of(next.b)};
      const Both *const x = blocks[now];
      Both *const others = blocks[now ^ 1];
      const int64_t beside = i + kBoth, left = columns - beside;
      const char *at = from + beside * kSize;
      char *kept = keeps ? to + i * kSize : nullptr;
      Both sum{};
      if (left > 0) next = Both::load(before_at + beside * kSize);
      CT_ROLLED
      for (int64_t row = 0; row < rows; ++row, at += from_step) {
        if (left > 0) look(others + row, at, left);
        const Both e = exp_below(x[row] - down);
        sum = sum + e;
        if constexpr (keeps) (logs ? x[row] : e).store(kept), kept += to_step;
      }
      largest.store(largest_at + i * kSize);
      const Both then = exp_below(before - down);
      add_to(sums + i, then.a, sum.a);
      add_to(sums + i + kLanes, then.b, sum.b);
    }
  }
  static void take_columns(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t rows,
                           int64_t columns, const char *before, char *largest, double *sums, bool logs,
                           Traffic traffic) {
    const int64_t ahead = traffic == Traffic::NonTemporal ? kRows * from_step : 0;  // the rows after these
    const auto way = to != nullptr ? &take<true> : &take<false>;
    way(to, to_step, from, from_step, rows, columns, before, largest, sums, logs, ahead);
  }

  template <class F>
  static CT_INLINE void each_row(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t rows,
                                 int64_t columns, Traffic traffic, F f) {
    for (int64_t row = 0; row < rows; ++row, to += to_step, from += from_step) {
      E::each(to, columns, traffic,
              [=](int64_t i, int64_t count) { return f(E::load(from + i * kSize, count), i * kSize); });
    }
  }
  static void end_columns(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t rows, int64_t columns,
                          const char *kept_largest, const char *largest, const double *by, bool logs, Traffic traffic) {
    alignas(kCacheLine) T downs[kSoftmaxColumns + 64], factors[kSoftmaxColumns + 64], scales[kSoftmaxColumns + 64];
    char *const downs_at = reinterpret_cast<char *>(downs), *const factors_at = reinterpret_cast<char *>(factors),
                *const scales_at = reinterpret_cast<char *>(scales);
    const double units = logs ? 1 : kept_largest != nullptr ? E::kUnits * static_cast<double>(E::kUnit) : E::kUnits;
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

  static void put_into(Softmax &softmax) {
    softmax.take_columns = &take_columns;
    softmax.end_columns = &end_columns;
  }
};

}  // namespace

void register_softmax_columns(SoftmaxTable &table) {
  SoftmaxColumns<float>::put_into(table.softmax[static_cast<int>(DType::Float32)]);
  SoftmaxColumns<double>::put_into(table.softmax[static_cast<int>(DType::Float64)]);
}

}  // namespace ct::kernels::CT_ISA
