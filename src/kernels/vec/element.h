// Elements as kernels see them: a type for each dtype, access at any alignment, and strided gather and scatter.
// Everything of one ISA lives in the namespace named after it: the linker merges equal inline functions of different
// units, and one that was compiled for AVX-512 would crash an older CPU.
#pragma once

#include <cstdint>

#include "kernels/table.h"

// CT_INDEPENDENT says of a loop that its iterations are independent: operands are disjoint, or the very same elements.
// CT_ROLLED keeps a loop a loop, however short it is. CT_UNROLL(n) writes out n of its iterations, unless the compiler
// is asked for a small library.
#if defined(__clang__)
#define CT_INDEPENDENT _Pragma("clang loop vectorize(assume_safety) interleave(disable)")
#define CT_ROLLED _Pragma("clang loop unroll(disable)")
#else
#define CT_INDEPENDENT _Pragma("GCC ivdep")
#define CT_ROLLED _Pragma("GCC unroll 1")
#endif
#define CT_PRAGMA(text) _Pragma(#text)
#ifdef __OPTIMIZE_SIZE__
#define CT_UNROLL(n) CT_ROLLED
#else
#define CT_UNROLL(n) CT_PRAGMA(GCC unroll n)
#endif

namespace ct::kernels::CT_ISA {

struct Bool {
  uint8_t byte;  // any value but 0 is true
};
struct Half {
  uint16_t bits;
};
struct BFloat16 {
  uint16_t bits;
};
template <class R>
struct Complex {
  R re, im;
};

//   X(dtype, element, computes in)
#define CT_ELEMENTS(X)                            \
  X(Bool, Bool, Bool)                             \
  X(UInt8, uint8_t, uint8_t)                      \
  X(Int8, int8_t, int8_t)                         \
  X(Int16, int16_t, int16_t)                      \
  X(Int32, int32_t, int32_t)                      \
  X(Int64, int64_t, int64_t)                      \
  X(Float16, Half, float)                         \
  X(Float32, float, float)                        \
  X(Float64, double, double)                      \
  X(Complex32, Complex<Half>, Complex<float>)     \
  X(Complex64, Complex<float>, Complex<float>)    \
  X(Complex128, Complex<double>, Complex<double>) \
  X(BFloat16, BFloat16, float)                    \
  X(UInt16, uint16_t, uint16_t)                   \
  X(UInt32, uint32_t, uint32_t)                   \
  X(UInt64, uint64_t, uint64_t)

template <DType>
struct ElementOf;
template <class T>
struct WideOf;
#define CT_ELEMENT_OF(dtype, element, wide) \
  template <>                               \
  struct ElementOf<DType::dtype> {          \
    using Type = element;                   \
  };                                        \
  template <>                               \
  struct WideOf<element> {                  \
    using Type = wide;                      \
  };
CT_ELEMENTS(CT_ELEMENT_OF)
#undef CT_ELEMENT_OF

template <DType dtype>
using Element = typename ElementOf<dtype>::Type;
template <class T>
using Wide = typename WideOf<T>::Type;  // what the element is computed in

template <class A, class B>
inline constexpr bool kSame = false;
template <class A>
inline constexpr bool kSame<A, A> = true;

template <bool condition, class A, class B>
struct Choose {
  using Type = A;
};
template <class A, class B>
struct Choose<false, A, B> {
  using Type = B;
};

template <bool condition, class A, class B>
using If = typename Choose<condition, A, B>::Type;

// A type of that size, which moves elements without looking at their values.
template <int size>
struct BitsOf {
  using Type = If<size == 1, uint8_t,
                  If<size == 2, uint16_t, If<size == 4, uint32_t, If<size == 8, uint64_t, Complex<double>>>>>;
};
template <class T>
using Bits = typename BitsOf<sizeof(T)>::Type;

// Calls f.template operator()<size>() where `size` is an element's size. Otherwise does nothing and returns false.
template <class F>
bool with_size(int64_t size, F f) {
  switch (size) {
    case 1:
      return f.template operator()<1>(), true;
    case 2:
      return f.template operator()<2>(), true;
    case 4:
      return f.template operator()<4>(), true;
    case 8:
      return f.template operator()<8>(), true;
    case 16:
      return f.template operator()<16>(), true;
    default:
      return false;
  }
}

template <class T>
inline constexpr bool kIsComplex = false;
template <class R>
inline constexpr bool kIsComplex<Complex<R>> = true;
template <class T>
struct RealOf {
  using Type = T;
};
template <class R>
struct RealOf<Complex<R>> {
  using Type = R;
};
template <class T>
using Real = typename RealOf<T>::Type;  // the type of a complex number's parts; other types stay
template <class T>
inline constexpr bool kIsFloat = kSame<T, float> || kSame<T, double>;
template <class T>
inline constexpr bool kIsInteger = !kIsFloat<T> && requires {
  T{} % T{1};
};
// The unsigned type of an integer; other types stay.
template <class T>
using Unsigned = If<kIsInteger<T>, Bits<T>, T>;
// An integer with twice as many bits; those of 64 stay.
template <class T>
using TwiceAsWide = If<sizeof(T) == 8, T,
                       If<T(-1) < T(0), If<sizeof(T) == 1, int16_t, If<sizeof(T) == 2, int32_t, int64_t>>, Bits<T[2]>>>;

template <class T>
inline __attribute__((always_inline)) T load_element(const char *from) {
  T value;
  __builtin_memcpy(&value, from, sizeof(T));
  return value;
}

template <class T>
inline __attribute__((always_inline)) void store_element(char *to, T value) {
  __builtin_memcpy(to, &value, sizeof(T));
}

// Copies fewer than 128 bytes, without a call.
inline __attribute__((always_inline)) void copy_small(char *to, const char *from, int64_t nbytes) {
  struct Bytes {
    char bytes[16];
  };
  int64_t i = 0;
  for (; i + 16 <= nbytes; i += 16) store_element(to + i, load_element<Bytes>(from + i));
  if (nbytes & 8) {
    store_element(to + i, load_element<uint64_t>(from + i));
    i += 8;
  }
  if (nbytes & 4) {
    store_element(to + i, load_element<uint32_t>(from + i));
    i += 4;
  }
  if (nbytes & 2) {
    store_element(to + i, load_element<uint16_t>(from + i));
    i += 2;
  }
  if (nbytes & 1) to[i] = from[i];
}

// Does the same by a call, for code that exists for each type and op, such as the ends of rows.
[[gnu::noinline]] inline void copy_rest(char *to, const char *from, int64_t nbytes) { copy_small(to, from, nbytes); }

// These move n0 × n1 elements of that size between a strided place and a dense block (n0 fastest).
void gather(char *block, const char *from, int size, int64_t stride0, int64_t n0, int64_t stride1, int64_t n1,
            Traffic traffic = Traffic::Cached);
void scatter(char *to, const char *block, int size, int64_t stride0, int64_t n0, int64_t stride1, int64_t n1);

// Moves n elements between a strided place, `stride` bytes apart, and a dense block. The cache lines `ahead` bytes
// further on in the strided place are prefetched.
using MoveRow = void (*)(char *to, const char *from, int64_t n, int64_t ahead, int64_t stride);
MoveRow gather_of(int size, int64_t stride);
MoveRow scatter_of(int size, int64_t stride);

}  // namespace ct::kernels::CT_ISA
