// Row functions of bodies that take and give registers.
#pragma once

#include <cstdint>

#include "kernels/copy/non_temporal.h"
#include "kernels/elementwise/element_rows.inl.h"
#include "kernels/elementwise/in_turns.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

// A row function. GCC would make a second copy of it for calls whose arguments are known.
#if defined(__clang__)
#define CT_ROW __attribute__((noinline)) static void
#else
#define CT_ROW __attribute__((noinline, noclone)) static void
#endif

template <class T>
CT_INLINE void store(char *to, Vec<T> value, bool non_temporal) {
  if constexpr (kIsFloat<T>) {
    if (non_temporal) return put<Traffic::NonTemporal>(to, value);
  }
  value.store(to);
}

template <class Body, class T>
struct BinaryVectorRow {
  using V = Vec<T>;
  static constexpr bool kHasNonTemporalRows = !kIsComplex<T> && sizeof(T) >= 4;

  static constexpr int64_t kStep = V::kLanes * static_cast<int64_t>(sizeof(T));  // bytes

  // Computes `whole` bytes in whole steps, two at a time, and then `rest` elements.
  template <unsigned scalars>
  static CT_INLINE void loop(char *out, const char *a, const char *b, int64_t whole, int64_t rest) {
    V first{};
    V second{};
    if constexpr (scalars == 1) first = V::splat(a);
    if constexpr (scalars == 2) second = V::splat(b);
    const auto step = [&](int64_t i) __attribute__((always_inline)) {
      if constexpr (scalars != 1) first = V::load(a + i);
      if constexpr (scalars != 2) second = V::load(b + i);
      Body::apply(first, second).store(out + i);
    };
    const int64_t twos = whole / (2 * kStep) * (2 * kStep);
    for (int64_t i = 0; i < twos; i += 2 * kStep) {
      step(i);
      step(i + kStep);
    }
    if (twos < whole) step(twos);
    if (rest == 0) return;
    if constexpr (scalars != 1) first = V::load(a + whole, rest);
    if constexpr (scalars != 2) second = V::load(b + whole, rest);
    Body::apply(first, second).store(out + whole, rest);
  }
  template <unsigned scalars>
  static CT_INLINE void loops(char *out, const char *a, const char *b, int64_t n, int64_t nrows, const int64_t *steps) {
    const int64_t out_step = steps[0], a_step = steps[1], b_step = steps[2];
    const int64_t whole = n / V::kLanes * kStep, rest = n % V::kLanes;
    for (; nrows > 0; --nrows, out += out_step, a += a_step, b += b_step) loop<scalars>(out, a, b, whole, rest);
  }
  // The function begins with a line of the cache, because the time of short rows depends on how their loops lie in
  // lines.
  __attribute__((aligned(kCacheLine))) CT_ROW rows(char *out, const char *const *in, int64_t n, unsigned scalars,
                                                   int64_t nrows, const int64_t *steps) {
    if (scalars == 0) {
      loops<0>(out, in[0], in[1], n, nrows, steps);
    } else if (scalars == 1) {
      loops<1>(out, in[0], in[1], n, nrows, steps);
    } else {
      loops<2>(out, in[0], in[1], n, nrows, steps);
    }
  }
  static void row(char *out, const char *const *in, int64_t n, unsigned scalars) {
    constexpr int64_t kNoSteps[3] = {};
    rows(out, in, n, scalars, 1, kNoSteps);
  }

  static void non_temporal_rows(char *out, const char *const *in, int64_t nbytes, unsigned scalars, int64_t nrows,
                                const int64_t *steps, const char *const *prefetched, const int64_t *prefetched_steps) {
    const int64_t along[] = {kNonTemporalBlock, (scalars & 1) != 0 ? 0 : kNonTemporalBlock,
                             (scalars & 2) != 0 ? 0 : kNonTemporalBlock};
    const bool turns = nrows > 1 && (steps[1] == 0 || steps[2] == 0);
    const int64_t *const outer = turns ? along : steps;
    const int64_t *const inner = turns ? steps : along;
    const int64_t *const outer_prefetched = turns ? along + 1 : prefetched_steps;
    const int64_t *const inner_prefetched = turns ? prefetched_steps : along + 1;
    const int64_t nouter = turns ? nbytes / kNonTemporalBlock : nrows;
    const int64_t ninner = turns ? nrows : nbytes / kNonTemporalBlock;
    // A prefetch waits for what was read before. Without that the processor runs so far ahead of memory that it drops
    // some of them.
    int64_t none = 0;
    asm("" : "+r"(none));
    int64_t waits = 0;
    for (int64_t i = 0; i < nouter; ++i) {
      char *to = out + i * outer[0];
      const char *a = in[0] + i * outer[1];
      const char *b = in[1] + i * outer[2];
      const char *next_a = prefetched[0] + i * outer_prefetched[0] + waits;
      const char *next_b = prefetched[1] + i * outer_prefetched[1] + waits;
      for (int64_t j = 0; j < ninner; ++j, to += inner[0], a += inner[1], b += inner[2]) {
        Vec<uint64_t> results[kNonTemporalBlock / kVecBytes];
        CT_UNROLL(16)
        for (int64_t k = 0; k < kNonTemporalBlock; k += kVecBytes) {
          if (k % kCacheLine == 0) {
            __builtin_prefetch(next_a + k, 0, 2);
            __builtin_prefetch(next_b + k, 0, 2);
          }
          results[k / kVecBytes].v = (Vec<uint64_t>::Native)Body::apply(V::load(a + k), V::load(b + k)).v;
        }
        CT_UNROLL(16)
        for (int64_t k = 0; k < kNonTemporalBlock; k += kVecBytes) stream(to + k, results[k / kVecBytes]);
        next_a += inner_prefetched[0];
        next_b += inner_prefetched[1];
      }
      a -= inner[1];
      b -= inner[2];
      CT_UNROLL(4)
      for (int64_t k = 0; k < kNonTemporalBlock; k += kCacheLine) {
        waits += (load_element<int64_t>(a + k) | load_element<int64_t>(b + k)) & none;
      }
    }
  }
};

// Halves as they lie in memory, or one of the inputs float: converted in registers on the way in and out. By way of
// buffers, conversions took most of the time, and memory waited for them.
template <class M>
CT_INLINE Vec<float> load_floats(const char *from) {
  if constexpr (kSame<M, Half>) {
    return load_half(from);
  } else if constexpr (kSame<M, BFloat16>) {
    return load_bfloat16(from);
  } else {
    return Vec<float>::load(from);
  }
}
template <class M>
CT_INLINE Vec<uint16_t> narrow_floats(Vec<float> low, Vec<float> high) {
  if constexpr (kSame<M, Half>) {
    return to_halves(low, high);
  } else {
    return bfloat16s<Rounding::kAll>(low, high);
  }
}

template <class Body, class M, class A, class B>
struct HalvesRow {
  using V = Vec<float>;
  static constexpr bool kKnowsNonTemporal = true, kHasNonTemporalRows = false;
  static constexpr int64_t kStep = 2 * V::kLanes, kSize = sizeof(M);

  template <class In>
  static CT_INLINE V splat(const char *from) {
    alignas(kVecBytes) char one[kVecBytes] = {};
    __builtin_memcpy(one, from, sizeof(In));
    alignas(kVecBytes) char wide[kVecBytes];
    load_floats<In>(one).store(wide);
    return V::splat(wide);
  }
  template <unsigned scalars>
  static CT_INLINE void loop(char *out, const char *a, const char *b, int64_t n, bool non_temporal) {
    V first{};
    V second{};
    if constexpr ((scalars & 1) != 0) first = splat<A>(a);
    if constexpr ((scalars & 2) != 0) second = splat<B>(b);
    const auto part = [&](const char *at_a, const char *at_b) __attribute__((always_inline)) {
      if constexpr ((scalars & 1) == 0) first = load_floats<A>(at_a);
      if constexpr ((scalars & 2) == 0) second = load_floats<B>(at_b);
      return Body::apply(first, second);
    };
    const auto step = [&](const char *at_a, const char *at_b) __attribute__((always_inline)) {
      const V low = part(at_a, at_b);
      return narrow_floats<M>(low, part(at_a + V::kLanes * sizeof(A), at_b + V::kLanes * sizeof(B)));
    };
    const int64_t whole = n / kStep * kStep, rest = n - whole;
    const char *at_a = a, *at_b = b;
    for (char *const end = out + whole * kSize; out < end; out += kVecBytes) {
      if (non_temporal) {
        __builtin_prefetch(at_a + Ahead::kDistance);
        __builtin_prefetch(at_b + Ahead::kDistance);
      }
      const auto halves = step(at_a, at_b);
      non_temporal ? put<Traffic::NonTemporal>(out, halves) : halves.store(out);
      if constexpr ((scalars & 1) == 0) at_a += kStep * sizeof(A);
      if constexpr ((scalars & 2) == 0) at_b += kStep * sizeof(B);
    }
    if (rest == 0) return;
    alignas(kVecBytes) char last_a[kStep * sizeof(A)] = {}, last_b[kStep * sizeof(B)] = {};
    if constexpr ((scalars & 1) == 0) copy_small(last_a, at_a, rest * static_cast<int64_t>(sizeof(A)));
    if constexpr ((scalars & 2) == 0) copy_small(last_b, at_b, rest * static_cast<int64_t>(sizeof(B)));
    step(last_a, last_b).store(out, rest);
  }
  __attribute__((aligned(kCacheLine))) CT_ROW rows(char *out, const char *const *in, int64_t n, unsigned how,
                                                   int64_t nrows, const int64_t *steps) {
    const bool non_temporal = (how & kNonTemporal) != 0;
    const unsigned scalars = how & 3;
    const char *a = in[0], *b = in[1];
    for (; nrows > 0; --nrows, out += steps[0], a += steps[1], b += steps[2]) {
      if (scalars == 0) {
        loop<0>(out, a, b, n, non_temporal);
      } else if (scalars == 1) {
        loop<1>(out, a, b, n, non_temporal);
      } else if (scalars == 2) {
        loop<2>(out, a, b, n, non_temporal);
      } else {
        loop<3>(out, a, b, n, non_temporal);
      }
    }
  }
  static void row(char *out, const char *const *in, int64_t n, unsigned scalars) {
    constexpr int64_t kNoSteps[3] = {};
    rows(out, in, n, scalars, 1, kNoSteps);
  }
};

// Any number of inputs. Where there are several, those that stay in place are spread over a vector once, and read again
// from there. Options are spread over vectors that stay in registers.
template <class Body, class T, class Result, int inputs, int options, bool in_turns>
struct VectorLoop {
  using V = Vec<T>;
  using O = Vec<typename OptionOf<Body, T>::Type>;

  static CT_INLINE void loop(char *out, const char *const *in, int64_t n, unsigned scalars) {
    constexpr int64_t kStep = V::kLanes;
    constexpr int64_t kSize = sizeof(T);
    constexpr int64_t kResultSize = sizeof(Result);
    alignas(kVecBytes) char spread[inputs][sizeof(V)];
    const char *from[inputs];
    int64_t step[inputs];
    for (int k = 0; k < inputs; ++k) {
      const bool stays = inputs > 1 && (scalars >> k & 1) != 0;
      if (stays) V::splat(in[k]).store(spread[k]);
      from[k] = stays ? spread[k] : in[k];
      step[k] = stays ? 0 : kSize;
    }
    O option[options + 1]{};
    for (int k = 0; k < options; ++k) option[k] = O::splat(in[inputs + k]);
    const bool non_temporal = kIsFloat<T> && (scalars & kNonTemporal) != 0;
    const auto at = [&](int k, int64_t i) __attribute__((always_inline)) { return from[k] + i * step[k]; };
    const auto rest = [&](int64_t i, int64_t count) __attribute__((always_inline)) {
      apply(
          [&](int k) __attribute__((always_inline)) { return V::load(at(k, i), count); }, option, Iota<inputs>{},
          Iota<options>{})
          .store(out + i * kResultSize, count);
    };
    int64_t i = 0;
    if constexpr (in_turns) {
      const auto put = [&](int64_t j, V first, V second) __attribute__((always_inline)) {
        for (int k = 0; non_temporal && k < inputs; ++k) {
          __builtin_prefetch(at(k, j) + Ahead::kDistance);
          __builtin_prefetch(at(k, j + kStep) + Ahead::kDistance);
        }
        store(out + j * kSize, first, non_temporal);
        store(out + j * kSize + kVecBytes, second, non_temporal);
      };
      for (i = two(n, at, put, option, Iota<options>{}); i < n; i += kStep) rest(i, n - i < kStep ? n - i : kStep);
    } else {
      for (; i + kStep <= n; i += kStep) {
        for (int k = 0; non_temporal && k < inputs; ++k) __builtin_prefetch(at(k, i) + Ahead::kDistance);
        store(out + i * kResultSize,
              apply(
                  [&](int k) __attribute__((always_inline)) { return V::load(at(k, i)); }, option, Iota<inputs>{},
                  Iota<options>{}),
              non_temporal);
      }
      if (i < n) rest(i, n - i);
    }
  }

 private:
  template <class Input, int... K, int... J>
  static CT_INLINE Vec<Result> apply(Input &&input, [[maybe_unused]] const O *option, Indices<K...>, Indices<J...>) {
    return Body::apply(input(K)..., option[J]...);
  }
  template <class At, class Put, int... J>
  static CT_INLINE int64_t two(int64_t n, At &&at, Put &&put, [[maybe_unused]] const O *option, Indices<J...>) {
    return loop_in_turns<Body, V>(n, at, put, Iota<inputs>{}, option[J]...);
  }
};

template <class Body, class T, class Result, int inputs, int options>
struct VectorRow {
  static constexpr bool kKnowsNonTemporal = kIsFloat<T>;

  CT_ROW row(char *out, const char *const *in, int64_t n, unsigned scalars) {
    VectorLoop<Body, T, Result, inputs, options, false>::loop(out, in, n, scalars);
  }
};
template <InTurns Body, class T, class Result, int inputs, int options>
struct VectorRow<Body, T, Result, inputs, options> {
  static constexpr bool kKnowsNonTemporal = kIsFloat<T>;

  CT_MIXED CT_ROW row(char *out, const char *const *in, int64_t n, unsigned scalars) {
    VectorLoop<Body, T, Result, inputs, options, true>::loop(out, in, n, scalars);
  }
};

}  // namespace
}  // namespace ct::kernels::CT_ISA
