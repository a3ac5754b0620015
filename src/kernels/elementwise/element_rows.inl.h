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

}  // namespace
}  // namespace ct::kernels::CT_ISA
