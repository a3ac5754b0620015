// Vectors, and the numbers in them, as the kernels of each instruction set see them. Only types may be included here,
// because code of the standard library would be shared between instruction sets.
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#define CT_INLINE inline __attribute__((always_inline))
#define CT_INLINE_LAMBDA __attribute__((always_inline))

namespace ct_linalg::CT_LINALG_ISA {

namespace {

// A tile of kRows rows and two vectors needs this many registers: its accumulators, two vectors of b and one number of
// a.
#if defined(__AVX512F__)
constexpr int kVecBytes = 64, kRows = 12;  // of 32 registers
#elif defined(__AVX2__)
constexpr int kVecBytes = 32, kRows = 6;  // of 16
#elif defined(__aarch64__)
constexpr int kVecBytes = 16, kRows = 12;
#else
constexpr int kVecBytes = 16, kRows = 4;
#endif

// A vector of one lane is the number itself.
template <class T, int Bytes, bool One = Bytes == static_cast<int>(sizeof(T))>
struct VecOf {
  typedef T Type __attribute__((vector_size(Bytes)));
};
template <class T, int Bytes>
struct VecOf<T, Bytes, true> {
  using Type = T;
};
template <class T, int Bytes>
using Vec = typename VecOf<T, Bytes>::Type;

template <class V, class T>
CT_INLINE V load(const T *from) {
  V v;
  __builtin_memcpy(&v, from, sizeof v);
  return v;
}
template <class V, class T>
CT_INLINE void store(T *to, V v) {
  __builtin_memcpy(to, &v, sizeof v);
}
template <class V, class T>
CT_INLINE V splat(T value) {
  if constexpr (std::is_arithmetic_v<V>) {
    return value;
  } else {
    return value - V{};  // not `+`, which would make 0 of -0
  }
}
template <class V>
CT_INLINE V product(V a, V b) {
  if constexpr (std::is_integral_v<V>) {
    return static_cast<V>(static_cast<uint64_t>(a) * b);  // wraps, where int would overflow
  } else {
    return a * b;
  }
}
template <class V>
CT_INLINE V sum(V a, V b) {
  return static_cast<V>(a + b);
}
template <int Lanes, class V>
CT_INLINE auto total(V v) {
  if constexpr (Lanes == 1) {
    return v;
  } else {
    auto all = v[0];
    for (int i = 1; i < Lanes; ++i) all = sum(all, v[i]);
    return all;
  }
}

// Three kinds of numbers. A number consists of kParts elements of type Part. An Accumulator takes one number of a and
// one vector of b at a time.
template <class T>
struct Plain {
  using Part = T;
  static constexpr int kParts = 1;
  static constexpr bool kFloat = std::is_floating_point_v<T>;
  template <class V>
  struct Accumulator {
    V v = {};
    CT_INLINE void add(const T *a, V b) { v = sum(v, product(splat<V>(*a), b)); }
    CT_INLINE V result() const { return v; }
  };
  template <class V>
  static CT_INLINE V scaled(const T *by, V v) {
    return product(splat<V>(*by), v);
  }
  template <class V>
  static CT_INLINE V join(V a, V b) {
    return sum(a, b);
  }
};

struct Truth {
  using Part = uint8_t;
  static constexpr int kParts = 1;
  static constexpr bool kFloat = false;
  template <class V>
  struct Accumulator {
    V v = {};
    CT_INLINE void add(const uint8_t *a, V b) { v = static_cast<V>(v | static_cast<V>(splat<V>(*a) & b)); }
    CT_INLINE V result() const { return v; }
  };
  template <class V>
  static CT_INLINE V scaled(const uint8_t *by, V v) {
    return static_cast<V>(splat<V>(*by) & v);
  }
  template <class V>
  static CT_INLINE V join(V a, V b) {
    return static_cast<V>(a | b);
  }
};

// Exchanges the lanes of each pair: the imaginary part for the real one, and the real part for the imaginary one.
template <class V, int... I>
CT_INLINE V exchange_parts(V v, std::integer_sequence<int, I...>) {
  return __builtin_shufflevector(v, v, (I ^ 1)...);
}
template <class R>
struct Complex {
  using Part = R;
  static constexpr int kParts = 2;
  static constexpr bool kFloat = true;
  template <class V>
  static constexpr int kLanes = static_cast<int>(sizeof(V) / sizeof(R));
  template <class V>
  static CT_INLINE V exchanged(V v) {
    return exchange_parts(v, std::make_integer_sequence<int, kLanes<V>>{});
  }
  template <class V>
  static CT_INLINE V alternating() {  // -1, 1, -1, 1, …
    V signs;
    for (int i = 0; i < kLanes<V>; ++i) signs[i] = static_cast<R>(i % 2 == 0 ? -1 : 1);
    return signs;
  }
  template <class V>
  struct Accumulator {
    V by_re = {}, by_im = {};
    CT_INLINE void add(const R *a, V b) {
      by_re += splat<V>(a[0]) * b;
      by_im += splat<V>(a[1]) * b;
    }
    CT_INLINE V result() const { return by_re + exchanged(by_im) * alternating<V>(); }
  };
  template <class V>
  static CT_INLINE V scaled(const R *by, V v) {
    Accumulator<V> product;
    product.add(by, v);
    return product.result();
  }
  template <class V>
  static CT_INLINE V join(V a, V b) {
    return a + b;
  }
};

}  // namespace

}  // namespace ct_linalg::CT_LINALG_ISA
