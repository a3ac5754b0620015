// What both directions of softmax share.
#pragma once

#include "kernels/copy/convert.inl.h"
#include "kernels/registrations.h"
#include "kernels/softmax/exp.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

template <class T>
CT_INLINE Vec<T> larger(Vec<T> a, Vec<T> b) {  // of a number and NaN, b
  return select(a.v > b.v, a, b);
}

template <class T>
struct SoftmaxElements {
  using V = Vec<T>;
  static constexpr int64_t kSize = sizeof(T), kLanes = V::kLanes;
  static constexpr T kUnit = kExpUnit<T>;
  static constexpr double kUnits = static_cast<double>(kScaled<T>) * static_cast<double>(kUnit);

  static CT_INLINE V load(const char *from, int64_t count) {
    return count >= kLanes ? V::load(from) : V::load(from, count);
  }

  // n elements of f(i, how many), which are kLanes or fewer: f is long, and there is one of it.
  template <class F>
  static CT_INLINE void each(char *to, int64_t n, Traffic traffic, F f) {
    const auto beyond = static_cast<int64_t>(reinterpret_cast<uintptr_t>(to) % kVecBytes);
    const bool non_temporal = traffic == Traffic::NonTemporal;
    int64_t count = non_temporal ? (kVecBytes - beyond) / kSize : kLanes;  // first up to where a register's line begins
    CT_ROLLED
    for (int64_t i = 0; i < n; i += count, count = kLanes) {
      if (count > n - i) count = n - i;
      const V x = f(i, count);
      if (count < kLanes) {
        x.store(to + i * kSize, count);
      } else if (non_temporal) {
        put<Traffic::NonTemporal>(to + i * kSize, x);
      } else {
        x.store(to + i * kSize);
      }
    }
  }
};

}  // namespace
}  // namespace ct::kernels::CT_ISA
