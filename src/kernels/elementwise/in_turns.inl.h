// Takes two registers side by side through bodies that are long chains of operations.
#pragma once

#include <cstdint>

#include "kernels/elementwise/driver.h"

namespace ct::kernels::CT_ISA {
namespace {

// A body with kInTurns is a long chain of operations, so the processor has few of them under way at a time. Where there
// are many registers, two go through it side by side. GCC mixes their operations when it is asked to, and only where no
// branch separates them. So where a body leaves some numbers to another function (WithOthers in
// fast_log_trigonometry.inl.h), both registers are searched for such numbers at once.
template <class Body>
concept InTurns = kRegisters >= 32 && requires {
  requires Body::kInTurns;
};

#if defined(__clang__)
#define CT_MIXED
#else
#define CT_MIXED __attribute__((optimize("schedule-insns", "sched-pressure")))
#endif

// Computes those of n elements that fill pairs of registers, and returns how many they are. at(k, i) is the address of
// element i of input k; put(i, first, second) takes the results. If the body has two parts, begin() and end(), the next
// pair begins while this one ends.
template <class Body, class V, class At, class Put, int... K, class... O>
CT_INLINE int64_t loop_in_turns(int64_t n, At &&at, Put &&put, Indices<K...>, O... option) {
  constexpr int64_t kStep = V::kLanes;
  constexpr bool kInParts = requires { &Body::begin; };
  constexpr bool kHasOthers = requires { &Body::are_others; };
  const auto begun = [&](int64_t i) __attribute__((always_inline)) {
    if constexpr (kInParts) {
      return Body::begin(V::load(at(K, i))..., option...);
    } else {
      return 0;
    }
  };
  if (n < 2 * kStep) return 0;
  auto first_part = begun(0);
  auto second_part = begun(kStep);
  int64_t i = 0;
  for (; i + 2 * kStep <= n; i += 2 * kStep) {
    V first, second;
    if constexpr (kInParts) {
      const int64_t next = i + 4 * kStep <= n ? i + 2 * kStep : i;
      const auto first_next = begun(next);
      const auto second_next = begun(next + kStep);
      first = Body::end(first_part, V::load(at(K, i))..., option...);
      second = Body::end(second_part, V::load(at(K, i + kStep))..., option...);
      first_part = first_next;
      second_part = second_next;
    } else if constexpr (kHasOthers) {
      first = Body::of_most(V::load(at(K, i))...);
      second = Body::of_most(V::load(at(K, i + kStep))...);
    } else {
      first = Body::apply(V::load(at(K, i))..., option...);
      second = Body::apply(V::load(at(K, i + kStep))..., option...);
    }
    if constexpr (kHasOthers) {
      if (any_of(Body::are_others(V::load(at(K, i))...) | Body::are_others(V::load(at(K, i + kStep))...))) {
        first = Body::with_others(first, at(K, i)...);
        second = Body::with_others(second, at(K, i + kStep)...);
      }
    }
    put(i, first, second);
  }
  return i;
}

}  // namespace
}  // namespace ct::kernels::CT_ISA
