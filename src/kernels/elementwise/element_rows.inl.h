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
  static constexpr int64_t kSize = sizeof(Result);
  // Comparisons, truths and choices: to compute some elements again takes less than to go on one by one.
  static constexpr bool kIsBrief = (kSame<Result, Bool> || ... || kSame<In, Bool>);
  static constexpr int64_t kStep = kVecBytes;  // elements, of which the bools fill a vector

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
    const auto compute = [&](char *to, int64_t begin, int64_t end) __attribute__((always_inline)) {
      CT_INDEPENDENT
      for (int64_t i = begin; i < end; ++i) {
        store_element<Result>(
            to + (i - begin) * kSize,
            Body::apply(
                (kept >> K & 1) != 0 ? first : load_element<In>(from[K] + i * static_cast<int64_t>(sizeof(In)))...,
                option...));
      }
    };
    if (!kIsBrief || n % kStep == 0 || n < kStep) return compute(out, 0, n);
    // What whole vectors leave is computed with elements before it, and first: the output may be an input.
    alignas(kVecBytes) char last[kStep * kSize];
    compute(last, n - kStep, n - kStep + kStep);
    compute(out, 0, n / kStep * kStep);
    __builtin_memcpy(out + (n - kStep) * kSize, last, sizeof(last));
  }
};

}  // namespace
}  // namespace ct::kernels::CT_ISA
