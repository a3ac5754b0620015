// From an op's body to its kernels. A body is a struct template over the element it computes in, with a static apply():
//   vector bodies take and give Vec<T> (any T but Bool): the remainder goes through the same vectors, padded
//   element bodies (kPerElement) take and give elements, in loops that the compiler vectorises: for ops that are exact
// A body with kSignless gives signed and unsigned integers the same bits, so they share a kernel; one with kCommutes
// may be given its inputs in any order. Halves are widened to float and rounded once, at the end. A body with kCopies
// gives back what it gets.
#pragma once

#include <cstdint>

#include "kernels/copy/convert.inl.h"
#include "kernels/copy/non_temporal.h"
#include "kernels/registrations.h"

namespace ct::kernels::CT_ISA {
namespace {

// A row function, of which a second copy would be made for calls whose arguments are known.
#if defined(__clang__)
#define CT_ROW __attribute__((noinline)) static void
#else
#define CT_ROW __attribute__((noinline, noclone)) static void
#endif

template <class T>
CT_INLINE void store(char *to, Vec<T> value, bool streams) {
  if constexpr (kIsFloat<T>) {
    if (streams) return stream(to, {(Vec<uint64_t>::Native)value.v});
  }
  value.store(to);
}

template <class Body, class T>
struct UnaryRow {
  CT_ROW row(char *out, const char *const *in, int64_t n, unsigned scalars) {
    const bool streams = kIsFloat<T> && (scalars & kStreams) != 0;
    const char *a = in[0];
    using V = Vec<T>;
    constexpr int64_t kStep = V::kLanes;
    constexpr int64_t kSize = sizeof(T);
    int64_t i = 0;
    for (; i + kStep <= n; i += kStep) {
      if (streams) __builtin_prefetch(a + i * kSize + Ahead::kDistance);
      store(out + i * kSize, Body::apply(V::load(a + i * kSize)), streams);
    }
    if (i < n) Body::apply(V::load(a + i * kSize, n - i)).store(out + i * kSize, n - i);
  }
};

// Bodies with kInTurns are long chains of operations, of which the processor has few under way: so two registers go
// through one side by side, where there are many registers. GCC mixes their operations when it is asked to, and only
// where no branch parts them. So of a body that leaves some numbers to another function (WithOthers in
// fast_log_trigonometry.inl.h), both are asked for those at once.
template <class Body>
concept InTurns = kRegisters >= 32 && requires {
  requires Body::kInTurns;
};

#if defined(__clang__)
#define CT_MIXED
#else
#define CT_MIXED __attribute__((optimize("schedule-insns", "sched-pressure")))
#endif

// Of n elements those in whole pairs of registers: how many they are. at(k, i): where input k of element i is.
// put(i, first, second) is given the results. Of a body in two parts, begin() and end(), the next pair begins while
// this one ends.
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

template <InTurns Body, class T>
struct UnaryRow<Body, T> {
  CT_MIXED CT_ROW row(char *out, const char *const *in, int64_t n, unsigned scalars) {
    using V = Vec<T>;
    constexpr int64_t kStep = V::kLanes;
    constexpr int64_t kSize = sizeof(T);
    const bool streams = kIsFloat<T> && (scalars & kStreams) != 0;
    const char *a = in[0];
    const auto at = [&](int, int64_t i) __attribute__((always_inline)) { return a + i * kSize; };
    const auto put = [&](int64_t i, V first, V second) __attribute__((always_inline)) {
      if (streams) {
        __builtin_prefetch(a + i * kSize + Ahead::kDistance);
        __builtin_prefetch(a + i * kSize + kVecBytes + Ahead::kDistance);
      }
      store(out + i * kSize, first, streams);
      store(out + i * kSize + kVecBytes, second, streams);
    };
    for (int64_t i = loop_in_turns<Body, V>(n, at, put, Iota<1>{}); i < n; i += kStep) {
      const int64_t count = n - i < kStep ? n - i : kStep;
      Body::apply(V::load(a + i * kSize, count)).store(out + i * kSize, count);
    }
  }
};

template <class Body, class T>
struct BinaryVectorRow {
  using V = Vec<T>;

  static constexpr int64_t kStep = V::kLanes * static_cast<int64_t>(sizeof(T));  // bytes

  // `whole` bytes in whole steps, then `rest` elements. Two steps at a time: how fast the loop of a short row is
  // depends less on how it lies in lines of the cache.
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
  // Rows of up to kKept whole registers beside a number each, of which the other operand is the same in all: it stays
  // in registers. The number is that operand which `scalars` tells; exchanged: the body takes it first.
  static constexpr int64_t kKept = 4;
  template <bool exchanged>
  __attribute__((aligned(kCacheLine))) CT_ROW rows_of_kept(char *out, const char *const *in, int64_t n,
                                                           unsigned scalars, int64_t nrows, const int64_t *steps) {
    const char *const row = in[2 - scalars];
    const char *number = in[scalars - 1];
    const int64_t out_step = steps[0], number_step = steps[scalars];
    const auto step = [&](int64_t k, V kept, V other) __attribute__((always_inline)) {
      (exchanged ? Body::apply(other, kept) : Body::apply(kept, other)).store(out + k * kStep);
    };
    V kept[kKept];
    kept[0] = V::load(row);
    if (n == V::kLanes) {
      for (; nrows > 0; --nrows, out += out_step, number += number_step) step(0, kept[0], V::splat(number));
      return;
    }
#pragma GCC unroll 8
    for (int64_t k = 1; k < kKept; ++k) kept[k] = k * V::kLanes < n ? V::load(row + k * kStep) : V{};
    for (; nrows > 0; --nrows, out += out_step, number += number_step) {
      asm("" : "+r"(n));  // one loop, however many they are
      const V other = V::splat(number);
      step(0, kept[0], other);
#pragma GCC unroll 8
      for (int64_t k = 1; k < kKept; ++k) {
        if (k * V::kLanes >= n) break;
        step(k, kept[k], other);
      }
    }
  }
  static void rows(char *out, const char *const *in, int64_t n, unsigned scalars, int64_t nrows, const int64_t *steps) {
    if constexpr (!kIsComplex<T> && sizeof(T) >= 4) {
      if (scalars != 0 && n <= kKept * V::kLanes && n % V::kLanes == 0 && steps[3 - scalars] == 0) {
        constexpr bool kCommutes = requires { Body::kCommutes; };
        return (scalars == 1 ? rows_of_kept<!kCommutes> : rows_of_kept<false>)(out, in, n, scalars, nrows, steps);
      }
    }
    any_rows(out, in, n, scalars, nrows, steps);
  }
  // Begins with a line of the cache: how fast short rows are depends on how their loops lie in lines.
  __attribute__((aligned(kCacheLine))) CT_ROW any_rows(char *out, const char *const *in, int64_t n, unsigned scalars,
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
    any_rows(out, in, n, scalars, 1, kNoSteps);
  }

  static void stream_lines(char *out, const char *const *in, int64_t nbytes, unsigned scalars, int64_t nrows,
                           const int64_t *steps, const char *const *fetched, const int64_t *fetched_steps) {
    const int64_t along[] = {kStreamedLines, (scalars & 1) != 0 ? 0 : kStreamedLines,
                             (scalars & 2) != 0 ? 0 : kStreamedLines};
    const bool turns = nrows > 1 && (steps[1] == 0 || steps[2] == 0);
    const int64_t *const outer = turns ? along : steps;
    const int64_t *const inner = turns ? steps : along;
    const int64_t *const outer_fetched = turns ? along + 1 : fetched_steps;
    const int64_t *const inner_fetched = turns ? fetched_steps : along + 1;
    const int64_t nouter = turns ? nbytes / kStreamedLines : nrows;
    const int64_t ninner = turns ? nrows : nbytes / kStreamedLines;
    // What is asked for waits for what was read before: else the processor, far ahead of memory, asks for so many lines
    // at a time that it leaves some out.
    int64_t none = 0;
    asm("" : "+r"(none));
    int64_t waits = 0;
    for (int64_t i = 0; i < nouter; ++i) {
      char *to = out + i * outer[0];
      const char *a = in[0] + i * outer[1];
      const char *b = in[1] + i * outer[2];
      const char *next_a = fetched[0] + i * outer_fetched[0] + waits;
      const char *next_b = fetched[1] + i * outer_fetched[1] + waits;
      for (int64_t j = 0; j < ninner; ++j, to += inner[0], a += inner[1], b += inner[2]) {
        Vec<uint64_t> results[kStreamedLines / kVecBytes];
#pragma GCC unroll 16
        for (int64_t k = 0; k < kStreamedLines; k += kVecBytes) {
          if (k % kCacheLine == 0) {
            __builtin_prefetch(next_a + k, 0, 2);
            __builtin_prefetch(next_b + k, 0, 2);
          }
          results[k / kVecBytes].v = (Vec<uint64_t>::Native)Body::apply(V::load(a + k), V::load(b + k)).v;
        }
#pragma GCC unroll 16
        for (int64_t k = 0; k < kStreamedLines; k += kVecBytes) stream(to + k, results[k / kVecBytes]);
        next_a += inner_fetched[0];
        next_b += inner_fetched[1];
      }
      a -= inner[1];
      b -= inner[2];
#pragma GCC unroll 4
      for (int64_t k = 0; k < kStreamedLines; k += kCacheLine) {
        waits += (load_element<int64_t>(a + k) | load_element<int64_t>(b + k)) & none;
      }
    }
  }
};

template <class Body, class T, class Result>
struct BinaryElementRow {
  template <unsigned scalars>
  static CT_INLINE void loop(char *out, const char *a, const char *b, int64_t n) {
    constexpr int64_t kSize = sizeof(T);
    const T first = load_element<T>(a);
    const T second = load_element<T>(b);
    CT_INDEPENDENT
    for (int64_t i = 0; i < n; ++i) {
      const T x = scalars == 1 ? first : load_element<T>(a + i * kSize);
      const T y = scalars == 2 ? second : load_element<T>(b + i * kSize);
      store_element(out + i * static_cast<int64_t>(sizeof(Result)), Body::apply(x, y));
    }
  }
  static void row(char *out, const char *const *in, int64_t n, unsigned scalars) {
    if (scalars == 0) {
      loop<0>(out, in[0], in[1], n);
    } else if (scalars == 1) {
      loop<1>(out, in[0], in[1], n);
    } else {
      loop<2>(out, in[0], in[1], n);
    }
  }
};

// What an option of a body is: its own say, else what it computes in.
template <class Body, class T>
struct OptionOf {
  using Type = T;
};
template <class Body, class T>
requires requires { typename Body::Option; }
struct OptionOf<Body, T> {
  using Type = typename Body::Option;
};

// Any number of inputs, any of which may stay in place: those are spread over a vector once, and read again from there.
// Options are spread over vectors that stay in registers.
template <class Body, class T, int inputs, int options, bool in_turns>
struct VectorLoop {
  using V = Vec<T>;
  using O = Vec<typename OptionOf<Body, T>::Type>;

  static CT_INLINE void loop(char *out, const char *const *in, int64_t n, unsigned scalars) {
    constexpr int64_t kStep = V::kLanes;
    constexpr int64_t kSize = sizeof(T);
    alignas(kVecBytes) char spread[inputs][sizeof(V)];
    const char *from[inputs];
    int64_t step[inputs];
    for (int k = 0; k < inputs; ++k) {
      const bool stays = (scalars >> k & 1) != 0;
      if (stays) V::splat(in[k]).store(spread[k]);
      from[k] = stays ? spread[k] : in[k];
      step[k] = stays ? 0 : kSize;
    }
    O option[options + 1]{};
    for (int k = 0; k < options; ++k) option[k] = O::splat(in[inputs + k]);
    const bool streams = kIsFloat<T> && (scalars & kStreams) != 0;
    int64_t i = 0;
    if constexpr (in_turns) {
      const auto at = [&](int k, int64_t j) __attribute__((always_inline)) { return from[k] + j * step[k]; };
      const auto put = [&](int64_t j, V first, V second) __attribute__((always_inline)) {
        for (int k = 0; streams && k < inputs; ++k) {
          __builtin_prefetch(at(k, j) + Ahead::kDistance);
          __builtin_prefetch(at(k, j + kStep) + Ahead::kDistance);
        }
        store(out + j * kSize, first, streams);
        store(out + j * kSize + kVecBytes, second, streams);
      };
      for (i = two(n, at, put, option, Iota<options>{}); i < n; i += kStep) {
        const int64_t count = n - i < kStep ? n - i : kStep;
        one([&](int k) { return V::load(from[k] + i * step[k], count); }, option, Iota<inputs>{}, Iota<options>{})
            .store(out + i * kSize, count);
      }
      return;
    }
    for (; i + kStep <= n; i += kStep) {
      for (int k = 0; streams && k < inputs; ++k) __builtin_prefetch(from[k] + i * step[k] + Ahead::kDistance);
      const auto result =
          one([&](int k) { return V::load(from[k] + i * step[k]); }, option, Iota<inputs>{}, Iota<options>{});
      store(out + i * kSize, result, streams);
    }
    if (i == n) return;
    one([&](int k) { return V::load(from[k] + i * step[k], n - i); }, option, Iota<inputs>{}, Iota<options>{})
        .store(out + i * kSize, n - i);
  }

 private:
  template <class Input, int... K, int... J>
  static CT_INLINE V one(Input &&input, [[maybe_unused]] const O *option, Indices<K...>, Indices<J...>) {
    return Body::apply(input(K)..., option[J]...);
  }
  template <class At, class Put, int... J>
  static CT_INLINE int64_t two(int64_t n, At &&at, Put &&put, [[maybe_unused]] const O *option, Indices<J...>) {
    return loop_in_turns<Body, V>(n, at, put, Iota<inputs>{}, option[J]...);
  }
};

template <class Body, class T, int inputs, int options = 0>
struct VectorRow {
  CT_ROW row(char *out, const char *const *in, int64_t n, unsigned scalars) {
    VectorLoop<Body, T, inputs, options, false>::loop(out, in, n, scalars);
  }
};
template <InTurns Body, class T, int inputs, int options>
struct VectorRow<Body, T, inputs, options> {
  CT_MIXED CT_ROW row(char *out, const char *const *in, int64_t n, unsigned scalars) {
    VectorLoop<Body, T, inputs, options, true>::loop(out, in, n, scalars);
  }
};

template <class Body, class T, class Result>
struct UnaryElementRow {
  static void row(char *out, const char *const *in, int64_t n, unsigned) {
    const char *a = in[0];
    CT_INDEPENDENT
    for (int64_t i = 0; i < n; ++i) {
      const T x = load_element<T>(a + i * static_cast<int64_t>(sizeof(T)));
      store_element(out + i * static_cast<int64_t>(sizeof(Result)), Body::apply(x));
    }
  }
};

// Inputs that stay in place are spread over a block first, so that there is one loop.
template <class Body, class T, class Result, int inputs, int options = 0>
struct ElementRow {
  using O = typename OptionOf<Body, T>::Type;

  static void row(char *out, const char *const *in, int64_t n, unsigned scalars) {
    constexpr int64_t kSize = sizeof(T);
    constexpr int64_t kBlock = 64;
    alignas(64) char spread[inputs][kBlock * kSize];
    const char *from[inputs];
    int64_t step[inputs];
    for (int k = 0; k < inputs; ++k) {
      const bool stays = (scalars >> k & 1) != 0;
      for (int64_t i = 0; stays && i < kBlock; ++i) __builtin_memcpy(spread[k] + i * kSize, in[k], sizeof(T));
      from[k] = stays ? spread[k] : in[k];
      step[k] = stays ? 0 : kSize;
    }
    O option[options + 1]{};
    for (int k = 0; k < options; ++k) option[k] = load_element<O>(in[inputs + k]);
    for (int64_t begin = 0; begin < n; begin += kBlock) {
      const int64_t count = n - begin < kBlock ? n - begin : kBlock;
      const char *at[inputs];
      for (int k = 0; k < inputs; ++k) at[k] = from[k] + begin * step[k];
      block(out + begin * static_cast<int64_t>(sizeof(Result)), at, count, option, Iota<inputs>{}, Iota<options>{});
    }
  }

 private:
  template <int... K, int... J>
  static CT_INLINE void block(char *to, const char *const *from, int64_t count, [[maybe_unused]] const O *option,
                              Indices<K...>, Indices<J...>) {
    CT_INDEPENDENT
    for (int64_t i = 0; i < count; ++i) {
      store_element(to + i * static_cast<int64_t>(sizeof(Result)),
                    Body::apply(load_element<T>(from[K] + i * static_cast<int64_t>(sizeof(T)))..., option[J]...));
    }
  }
};

template <Elementwise>
inline constexpr uint32_t kDTypesOf = 0;
#define CT_DTYPES_OF(name, inputs, kind, dtypes, ...) \
  template <>                                         \
  inline constexpr uint32_t kDTypesOf<Elementwise::name> = dtypes;
CT_ELEMENTWISE_OPS(CT_DTYPES_OF)
#undef CT_DTYPES_OF

template <template <class> class Body, class W>
inline constexpr bool kByElement = kSame<W, Bool> || requires {
  Body<W>::kPerElement;
};

// The usual call: one dense row of each operand, which the row function takes as it stands. Never an empty one: row
// functions may load the first elements before they count.
template <class Out, class In, int ninputs>
CT_INLINE bool is_dense_row(const int64_t *strides, int64_t size0, int64_t size1, Traffic traffic) {
  if constexpr (!kSame<Out, Wide<Out>> || !kSame<In, Wide<In>>) return false;
  bool dense = size0 > 0 && size1 == 1 && traffic == Traffic::Cached && strides[0] == sizeof(Out);
#pragma GCC unroll 3
  for (int k = 1; k <= ninputs; ++k) dense &= strides[k] == sizeof(In);
  return dense;
}

template <template <class> class Body>
struct Unary {
  template <class T>
  static void loop(char *const *data, const int64_t *strides, int64_t size0, int64_t size1, Traffic traffic) {
    using W = Wide<T>;
    using Row = typename Choose<kByElement<Body, W>, UnaryElementRow<Body<W>, W, W>, UnaryRow<Body<W>, W>>::Type;
    static constexpr RowLoop kLoop{&Row::row, 2, {operand<T>(), operand<T>()}, 0, !kByElement<Body, W> && kIsFloat<T>};
    if (is_dense_row<T, T, 1>(strides, size0, size1, traffic)) {
      const char *const in[] = {data[1]};
      return Row::row(data[0], in, size0, 0);
    }
    run(kLoop, data, strides, size0, size1, traffic);
  }
};

// Unary, with a bool for a result.
template <template <class> class Body>
struct Predicate {
  template <class T>
  static void loop(char *const *data, const int64_t *strides, int64_t size0, int64_t size1, Traffic traffic) {
    using W = Wide<T>;
    static constexpr RowLoop kLoop{&UnaryElementRow<Body<W>, W, Bool>::row, 2, {operand<Bool>(), operand<T>()}};
    run(kLoop, data, strides, size0, size1, traffic);
  }
};

// Unary, with a real result of a complex number.
template <template <class> class Body>
struct ToReal {
  template <class T>
  static void loop(char *const *data, const int64_t *strides, int64_t size0, int64_t size1, Traffic traffic) {
    using R = Real<T>;
    using W = Wide<T>;
    static constexpr RowLoop kLoop{&UnaryElementRow<Body<W>, W, Wide<R>>::row, 2, {operand<R>(), operand<T>()}};
    run(kLoop, data, strides, size0, size1, traffic);
  }
};

// The same, a register at once.
template <class Body, class T, class R>
struct ToRealVectorRow {
  static void row(char *out, const char *const *in, int64_t n, unsigned) {
    using V = Vec<T>;
    constexpr int64_t kStep = V::kLanes;
    constexpr int64_t kSize = sizeof(T);
    constexpr int64_t kReal = sizeof(R);
    int64_t i = 0;
    for (; i + kStep <= n; i += kStep) Body::apply(V::load(in[0] + i * kSize)).store(out + i * kReal);
    if (i < n) Body::apply(V::load(in[0] + i * kSize, n - i)).store(out + i * kReal, n - i);
  }
};
template <template <class> class Body>
struct ToRealVectors {
  template <class T>
  static void loop(char *const *data, const int64_t *strides, int64_t size0, int64_t size1, Traffic traffic) {
    using R = Real<T>;
    using W = Wide<T>;
    static constexpr RowLoop kLoop{&ToRealVectorRow<Body<W>, W, Wide<R>>::row, 2, {operand<R>(), operand<T>()}};
    run(kLoop, data, strides, size0, size1, traffic);
  }
};

template <template <class> class Body>
struct Binary {
  template <class T>
  static void loop(char *const *data, const int64_t *strides, int64_t size0, int64_t size1, Traffic traffic) {
    using W = Wide<T>;
    using Row =
        typename Choose<kByElement<Body, W>, BinaryElementRow<Body<W>, W, W>, BinaryVectorRow<Body<W>, W>>::Type;
    static constexpr RowLoop kLoop = [] {
      RowLoop loop{&Row::row, 3, {operand<T>(), operand<T>(), operand<T>()}};
      if constexpr (!kByElement<Body, W>) {
        if constexpr (kSame<T, W>) loop.rows = &Row::rows;
        if constexpr (!kIsComplex<T> && kSame<T, W> && sizeof(T) >= 4) loop.stream_lines = &Row::stream_lines;
      }
      return loop;
    }();
    if (is_dense_row<T, T, 2>(strides, size0, size1, traffic)) {
      const char *const in[] = {data[1], data[2]};
      return Row::row(data[0], in, size0, 0);
    }
    run(kLoop, data, strides, size0, size1, traffic);
  }
};

// Binary, of halves and a float32 that stays in place.
template <template <class> class Body>
struct BesideFloat32 {
  template <class T>
  static void loop(char *const *data, const int64_t *strides, int64_t size0, int64_t size1, Traffic traffic) {
    using Row = typename Choose<kByElement<Body, float>, BinaryElementRow<Body<float>, float, float>,
                                BinaryVectorRow<Body<float>, float>>::Type;
    static constexpr RowLoop kLoop{&Row::row, 3, {operand<T>(), operand<T>(), operand<float>()}};
    run(kLoop, data, strides, size0, size1, traffic);
  }
};

// As Binary, in one loop for all that may stay in place.
template <template <class> class Body>
struct BinaryShared {
  template <class T>
  static void loop(char *const *data, const int64_t *strides, int64_t size0, int64_t size1, Traffic traffic) {
    using W = Wide<T>;
    using Row = typename Choose<kByElement<Body, W>, BinaryElementRow<Body<W>, W, W>, VectorRow<Body<W>, W, 2>>::Type;
    static constexpr RowLoop kLoop{
        &Row::row, 3, {operand<T>(), operand<T>(), operand<T>()}, 0, !kByElement<Body, W> && kIsFloat<T>};
    run(kLoop, data, strides, size0, size1, traffic);
  }
};

// Binary, on the elements as they are in memory: halves are not widened.
template <template <class> class Body>
struct BinaryBits {
  template <class T>
  static void loop(char *const *data, const int64_t *strides, int64_t size0, int64_t size1, Traffic traffic) {
    constexpr Operand kOperand{sizeof(T)};
    static constexpr RowLoop kLoop{&BinaryElementRow<Body<T>, T, T>::row, 3, {kOperand, kOperand, kOperand}};
    run(kLoop, data, strides, size0, size1, traffic);
  }
};

template <template <class> class Body>
struct Ternary {
  template <class T>
  static void loop(char *const *data, const int64_t *strides, int64_t size0, int64_t size1, Traffic traffic) {
    using W = Wide<T>;
    using Row = typename Choose<kByElement<Body, W>, ElementRow<Body<W>, W, W, 3>, VectorRow<Body<W>, W, 3>>::Type;
    static constexpr RowLoop kLoop{
        &Row::row, 4, {operand<T>(), operand<T>(), operand<T>(), operand<T>()}, 0, !kByElement<Body, W> && kIsFloat<T>};
    run(kLoop, data, strides, size0, size1, traffic);
  }
};

// Any number of inputs, with options behind them.
template <int inputs, int options>
struct WithOptions {
  template <template <class> class Body>
  struct Kind {
    template <class T>
    static void loop(char *const *data, const int64_t *strides, int64_t size0, int64_t size1, Traffic traffic) {
      using W = Wide<T>;
      using Row = typename Choose<kByElement<Body, W>, ElementRow<Body<W>, W, W, inputs, options>,
                                  VectorRow<Body<W>, W, inputs, options>>::Type;
      static constexpr RowLoop kLoop{&Row::row,
                                     inputs + 1,
                                     {operand<T>(), operand<T>(), operand<T>(), operand<T>()},
                                     options,
                                     !kByElement<Body, W> && kIsFloat<T>};
      run(kLoop, data, strides, size0, size1, traffic);
    }
  };
};

template <template <class> class Body>
struct Comparison {
  template <class T>
  static void loop(char *const *data, const int64_t *strides, int64_t size0, int64_t size1, Traffic traffic) {
    using W = Wide<T>;
    static constexpr RowLoop kLoop{
        &BinaryElementRow<Body<W>, W, Bool>::row, 3, {operand<Bool>(), operand<T>(), operand<T>()}};
    if (is_dense_row<Bool, T, 2>(strides, size0, size1, traffic)) {
      const char *const in[] = {data[1], data[2]};
      return BinaryElementRow<Body<W>, W, Bool>::row(data[0], in, size0, 0);
    }
    run(kLoop, data, strides, size0, size1, traffic);
  }
};

// The same kernel with its two inputs exchanged.
template <Loop loop>
void exchanged(char *const *data, const int64_t *strides, int64_t size0, int64_t size1, Traffic traffic) {
  char *const other_data[] = {data[0], data[2], data[1]};
  const int64_t other_strides[] = {strides[0], strides[2], strides[1], strides[3], strides[5], strides[4]};
  loop(other_data, other_strides, size0, size1, traffic);
}

enum Modes { kFast = 1, kDeterministic = 2, kBothModes = 3 };

// What a unit calls for each of its ops: Kind is one of the above.
template <Elementwise op, template <class> class Body, template <template <class> class> class Kind>
void register_op(Table &table, Modes modes = kBothModes) {
  const auto put = [&](DType dtype, Loop loop, bool one_form = false) {
    if (one_form || (modes & kFast) != 0) table.elementwise[0][static_cast<int>(op)][static_cast<int>(dtype)] = loop;
    if ((modes & kDeterministic) != 0) table.elementwise[1][static_cast<int>(op)][static_cast<int>(dtype)] = loop;
  };
#define CT_REGISTER(dtype, element, wide)                                                                         \
  if constexpr ((kDTypesOf<op> & dtype_bit(DType::dtype)) != 0) {                                                 \
    constexpr bool kSignless = requires { Body<wide>::kSignless; };                                               \
    constexpr bool kOneForm = requires { requires Body<wide>::kOneForm; };                                        \
    if constexpr (requires { Body<wide>::kElsewhere; }) {                                                         \
    } else if constexpr (requires { Body<wide>::kCopies; }) {                                                     \
      put(DType::dtype, copy_loop(sizeof(element)));                                                              \
    } else {                                                                                                      \
      put(DType::dtype, &Kind<Body>::template loop<typename Choose<kSignless, Unsigned<element>, element>::Type>, \
          kOneForm);                                                                                              \
    }                                                                                                             \
  }
  CT_ELEMENTS(CT_REGISTER)
#undef CT_REGISTER
}

// Binary, where PyTorch does not round a number to the half that it is beside.
template <Elementwise op, template <class> class Body>
void register_beside_float32(Table &table) {
  register_op<op, Body, Binary>(table);
  table.beside_float32[0][static_cast<int>(op)] = &BesideFloat32<Body>::template loop<Half>;
  table.beside_float32[1][static_cast<int>(op)] = &BesideFloat32<Body>::template loop<BFloat16>;
}

}  // namespace
}  // namespace ct::kernels::CT_ISA
