// Row functions of bodies that take and give elements: loops that the compiler turns into vectors.
#pragma once

#include <cstdint>

#include "kernels/elementwise/driver.h"

namespace ct::kernels::CT_ISA {
namespace {

// The type of a body's options: Body::Option if there is one, else what the body computes in.
template <class Body, class T>
struct OptionOf {
  using Type = T;
};
template <class Body, class T>
requires requires { typename Body::Option; }
struct OptionOf<Body, T> {
  using Type = typename Body::Option;
};

// Elements of the types In become Result, which is the options' type unless the body says otherwise. There is a loop
// for each input that may stay in place.
template <class Body, int options, class Result, class... In>
struct ElementRow {
  static void row(char *out, const char *const *in, int64_t n, unsigned scalars) {
    row(out, in, n, scalars, Iota<sizeof...(In)>{}, Iota<options>{});
  }

 private:
  // The compiler gives a loop over n elements a long end, in which rows of some dozen elements spend most of their
  // time. So comparisons go by blocks, whose count it knows, where it has the instructions to pack their results. Most
  // other ops of two inputs work on registers themselves.
  static constexpr bool kInBlocks = kSame<Result, Bool> && sizeof...(In) == 2 && kShufflesBytes;
  static constexpr int64_t kBlock = kVecBytes;  // elements: a register of results

  template <int... K, int... J>
  static CT_INLINE void row(char *out, const char *const *in, int64_t n, unsigned scalars, Indices<K...> inputs,
                            Indices<J...>) {
    using O = typename OptionOf<Body, Result>::Type;
    loop<0>(out, in, n, scalars, inputs, load_element<In>(in[K])..., load_element<O>(in[sizeof...(In) + J])...);
  }
  template <unsigned kept, int... K, class... O>
  static CT_INLINE void loop(char *out, const char *const *in, int64_t n, unsigned scalars, Indices<K...> inputs,
                             In... first, O... option) {
    if constexpr (sizeof...(In) > 1 && kept >> (sizeof...(In) - 1) == 0) {
      constexpr unsigned kNext = kept == 0 ? 1 : kept * 2;
      if (scalars != kept) return loop<kNext>(out, in, n, scalars, inputs, first..., option...);
    }
    const char *const from[] = {in[K]...};
    const auto at = [&](int64_t i) __attribute__((always_inline)) {
      store_element<Result>(
          out + i * static_cast<int64_t>(sizeof(Result)),
          Body::apply(
              (kept >> K & 1) != 0 ? first : load_element<In>(from[K] + i * static_cast<int64_t>(sizeof(In)))...,
              option...));
    };
    int64_t i = 0;
    if constexpr (kInBlocks) {
      // A row's end is computed once more with what is before it, unless the results lie where an input was.
      const bool is_apart = ((in[K] != out) && ...);
      if (n >= kBlock) {
        for (; i + kBlock <= n; i += kBlock) elements<kBlock>(at, i);
        if (i == n) return;
        if (is_apart) return elements<kBlock>(at, n - kBlock);
      }
    }
    CT_INDEPENDENT
    for (; i < n; ++i) at(i);
  }
  template <int64_t count, class F>
  static CT_INLINE void elements(const F &at, int64_t begin) {
    CT_INDEPENDENT
    for (int64_t i = 0; i < count; ++i) at(begin + i);
  }
};

}  // namespace
}  // namespace ct::kernels::CT_ISA
