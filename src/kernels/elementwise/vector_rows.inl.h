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
  if constexpr (kIsFloat<T>) return put(to, value, non_temporal);
  value.store(to);
}

template <class Body, class T>
struct BinaryVectorRow {
  using V = Vec<T>;
  static constexpr bool kHasNonTemporalRows = !kIsComplex<T> && sizeof(T) >= 4;

  static constexpr int64_t kStep = V::kLanes * static_cast<int64_t>(sizeof(T));  // bytes

  // Computes a row in whole steps, two at a time. The last step ends with the row and may overlap the one before,
  // because moving less than a register takes longer. It is computed first: the output may be one of the inputs. A row
  // of fewer elements than a register has lanes is given as `rest`, and 0 bytes otherwise.
  template <unsigned scalars>
  static CT_INLINE void loop(char *out, const char *a, const char *b, int64_t nbytes, int64_t rest) {
    V first{};
    V second{};
    if constexpr (scalars == 1) first = V::splat(a);
    if constexpr (scalars == 2) second = V::splat(b);
    const auto result = [&](int64_t i) __attribute__((always_inline)) {
      if constexpr (scalars != 1) first = V::load(a + i);
      if constexpr (scalars != 2) second = V::load(b + i);
      return Body::apply(first, second);
    };
    if (rest != 0) {
      if constexpr (scalars != 1) first = V::load(a, rest);
      if constexpr (scalars != 2) second = V::load(b, rest);
      return Body::apply(first, second).store(out, rest);
    }
    const int64_t last = nbytes - kStep, twos = last > 0 ? (last + kStep - 1) / (2 * kStep) * (2 * kStep) : 0;
    const auto at_end = result(last);
    for (int64_t i = 0; i < twos; i += 2 * kStep) {
      result(i).store(out + i);
      result(i + kStep).store(out + i + kStep);
    }
    if (twos < last) result(twos).store(out + twos);
    at_end.store(out + last);
  }
  template <unsigned scalars>
  static CT_INLINE void loops(char *out, const char *a, const char *b, int64_t n, int64_t nrows, const int64_t *steps) {
    const int64_t out_step = steps[0], a_step = steps[1], b_step = steps[2];
    const int64_t rest = n < V::kLanes ? n : 0, nbytes = n * static_cast<int64_t>(sizeof(T));
    for (; nrows > 0; --nrows, out += out_step, a += a_step, b += b_step) loop<scalars>(out, a, b, nbytes, rest);
  }
  // The function begins on a cache line, because the time of short rows depends on how their loops lie in lines.
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
    // Prefetches wait for earlier reads. Without that, the processor runs so far ahead of memory that it drops some
    // prefetches.
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

// Halves, beside which one input may be float, are converted in registers on the way in and out. By way of buffers,
// conversions took most of the time, and memory waited for them.
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

  // Fills a block with the one element of an input that stays in place.
  template <class In>
  static CT_INLINE void spread(char *block, const char *element) {
    using Bits = typename BitsOf<sizeof(In)>::Type;
    for (int64_t i = 0; i < kStep; i += Vec<Bits>::kLanes) {
      Vec<Bits>::splat(element).store(block + i * static_cast<int64_t>(sizeof(In)));
    }
  }
  static CT_INLINE Vec<uint16_t> result(const char *a, const char *b) {
    const V low = Body::apply(load_floats<A>(a), load_floats<B>(b));
    const V high = Body::apply(load_floats<A>(a + V::kLanes * sizeof(A)), load_floats<B>(b + V::kLanes * sizeof(B)));
    return narrow_floats<M>(low, high);
  }
  template <Traffic traffic>
  static CT_INLINE void steps_to(char *out, const char *a, int64_t step_a, const char *b, int64_t step_b, int64_t end) {
    for (int64_t i = 0; i < end; i += kStep, out += kVecBytes, a += step_a, b += step_b) {
      if constexpr (traffic == Traffic::NonTemporal) {
        __builtin_prefetch(a + Ahead::kDistance);
        __builtin_prefetch(b + Ahead::kDistance);
      }
      put<traffic>(out, result(a, b));
    }
  }
  // A row that is not stored past the caches, where it would be whole lines, ends with a whole step that may overlap
  // the one before. It is computed first, because the output may be one of the inputs.
  __attribute__((aligned(kCacheLine))) CT_ROW rows(char *out, const char *const *in, int64_t n, unsigned how,
                                                   int64_t nrows, const int64_t *steps) {
    constexpr RowSteps kSteps{kStep, 2, 0, kSize, {sizeof(A), sizeof(B)}};
    const bool non_temporal = (how & kNonTemporal) != 0, stays_a = (how & 1) != 0, stays_b = (how & 2) != 0;
    const int64_t last = n - kStep;
    alignas(kVecBytes) char block_a[kStep * sizeof(A)], block_b[kStep * sizeof(B)];
    for (int64_t j = 0; j < nrows; ++j, out += steps[0]) {
      const char *const row_of[] = {in[0] + j * steps[1], in[1] + j * steps[2]};
      const char *a = row_of[0], *b = row_of[1];
      if (last < 0) {
        run_rest(out, row_of, n, how, &row, kSteps);
        continue;
      }
      if (stays_a) {
        if (j == 0 || steps[1] != 0) spread<A>(block_a, a);
        a = block_a;
      }
      if (stays_b) {
        if (j == 0 || steps[2] != 0) spread<B>(block_b, b);
        b = block_b;
      }
      // There are two loops, because tests within one would cost as much as its conversions.
      const int64_t step_a = stays_a ? 0 : kStep * sizeof(A), step_b = stays_b ? 0 : kStep * sizeof(B);
      if (non_temporal) {
        steps_to<Traffic::NonTemporal>(out, a, step_a, b, step_b, n);
        continue;
      }
      const Vec<uint16_t> at_end =
          result(a + (stays_a ? 0 : last * int64_t{sizeof(A)}), b + (stays_b ? 0 : last * int64_t{sizeof(B)}));
      steps_to<Traffic::Cached>(out, a, step_a, b, step_b, last);
      at_end.store(out + last * kSize);
    }
  }
  static void row(char *out, const char *const *in, int64_t n, unsigned scalars) {
    constexpr int64_t kNoSteps[3] = {};
    rows(out, in, n, scalars, 1, kNoSteps);
  }
};

// The same for one input.
template <class Body, class M>
struct HalfRow {
  static constexpr bool kKnowsNonTemporal = true;

  CT_ROW row(char *out, const char *const *in, int64_t n, unsigned how) {
    constexpr int64_t kLanes = Vec<float>::kLanes, kStep = 2 * kLanes, kSize = sizeof(M);
    constexpr RowSteps kSteps{kStep, 1, 0, kSize, {kSize}};
    const bool non_temporal = (how & kNonTemporal) != 0;
    const int64_t whole = n / kStep * kStep;
    const char *from = in[0];
    char *to = out;
    for (int64_t i = 0; i < whole; i += kStep, from += kVecBytes, to += kVecBytes) {
      if (non_temporal) __builtin_prefetch(from + Ahead::kDistance);
      const Vec<float> low = load_floats<M>(from), high = load_floats<M>(from + kLanes * kSize);
      put(to, narrow_floats<M>(Body::apply(low), Body::apply(high)), non_temporal);
    }
    if (whole < n) run_rest(out, in, n, how, &row, kSteps);
  }
};

// Takes any number of inputs. Where there are several, those that stay in place are spread over a block once, and read
// again from there. Options are spread over vectors that stay in registers. row: the function that this is the body of.
template <class Body, class T, class Result, int inputs, int options, bool in_turns>
struct VectorLoop {
  static CT_INLINE void run(char *out, const char *const *in, int64_t n, unsigned scalars, RowFunction row) {
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
    const auto put = [&](int64_t i, R result) __attribute__((always_inline)) {
      for (int k = 0; non_temporal && k < inputs; ++k) __builtin_prefetch(at(k, i) + Ahead::kDistance);
      store(out + i * kResultSize, result, non_temporal);
    };
    const int64_t whole = n / kStep * kStep;
    if constexpr (in_turns) {
      const auto put_both = [&](int64_t i, V first, V second) __attribute__((always_inline)) {
        put(i, first);
        put(i + V::kLanes, second);
      };
      two(whole, at, put_both, option, Iota<options>{});
    } else {
      for (int64_t i = 0; i < whole; i += kStep) put(i, apply(at, i, option, Iota<inputs>{}, Iota<options>{}));
    }
    if (whole < n) run_rest(out, in, n, scalars, row, kSteps);
  }

 private:
  using V = Vec<T>;
  using R = Vec<Result>;
  using O = Vec<typename OptionOf<Body, T>::Type>;
  static constexpr int64_t kStep = (in_turns ? 2 : 1) * V::kLanes, kSize = sizeof(T), kResultSize = sizeof(Result);
  static constexpr RowSteps kSteps{kStep, inputs, options, kResultSize, {kSize, kSize, kSize, kSize}};
  static_assert(inputs <= sizeof(kSteps.in_sizes));

  template <class At, int... K, int... J>
  static CT_INLINE R apply(At &&at, int64_t i, [[maybe_unused]] const O *option, Indices<K...>, Indices<J...>) {
    return Body::apply(V::load(at(K, i))..., option[J]...);
  }
  template <class At, class Put, int... J>
  static CT_INLINE void two(int64_t n, At &&at, Put &&put, [[maybe_unused]] const O *option, Indices<J...>) {
    loop_in_turns<Body, V>(n, at, put, Iota<inputs>{}, option[J]...);
  }
};

template <class Body, class T, class Result, int inputs, int options>
struct VectorRow {
  static constexpr bool kKnowsNonTemporal = kIsFloat<T>;

  CT_ROW row(char *out, const char *const *in, int64_t n, unsigned scalars) {
    VectorLoop<Body, T, Result, inputs, options, false>::run(out, in, n, scalars, &row);
  }
};
template <InTurns Body, class T, class Result, int inputs, int options>
struct VectorRow<Body, T, Result, inputs, options> {
  static constexpr bool kKnowsNonTemporal = kIsFloat<T>;

  CT_MIXED CT_ROW row(char *out, const char *const *in, int64_t n, unsigned scalars) {
    VectorLoop<Body, T, Result, inputs, options, true>::run(out, in, n, scalars, &row);
  }
};

}  // namespace
}  // namespace ct::kernels::CT_ISA
