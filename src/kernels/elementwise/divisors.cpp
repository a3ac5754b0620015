// gcd, lcm, bitwise_count: of integers.
#include "kernels/elementwise/adaptors.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

// Returns |a| as an unsigned integer, which holds that of the smallest integer, too.
template <class T>
CT_INLINE Unsigned<T> size_of(T a) {
  using U = Unsigned<T>;
  return a < T(0) ? static_cast<U>(U(0) - static_cast<U>(a)) : static_cast<U>(a);
}

// This is Euclid's algorithm. Narrow integers share the one for 32 bits, which divides faster than the one for 64.
template <class U>
CT_NOINLINE U greatest_divisor(U a, U b) {
  while (b != 0) {
    const U rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}
template <class T>
CT_INLINE Unsigned<T> divisor_of(T a, T b) {
  using Wide = If<sizeof(T) == 8, uint64_t, uint32_t>;
  return static_cast<Unsigned<T>>(greatest_divisor<Wide>(size_of(a), size_of(b)));
}

template <class T>
struct Gcd {
  static CT_INLINE T apply(T a, T b) { return static_cast<T>(divisor_of(a, b)); }
};
template <class T>
struct Lcm {
  static CT_INLINE T apply(T a, T b) {
    using U = Unsigned<T>;
    const U divisor = divisor_of(a, b);
    return divisor == 0 ? T(0) : static_cast<T>(static_cast<U>(size_of(a) / divisor) * uint64_t{size_of(b)});
  }
};

// Adds up neighbouring bits, then pairs and groups of four of them, and then bytes.
template <class T>
struct BitwiseCount {
  static CT_INLINE T apply(T a) {
    using U = Unsigned<T>;
    constexpr U kOnes = static_cast<U>(~U(0));
    constexpr U kTwos = kOnes / 3, kFours = kOnes / 5, kEights = kOnes / 17, kBytes = kOnes / 255;
    U x = size_of(a);
    x = static_cast<U>(x - ((x >> 1) & kTwos));
    x = static_cast<U>((x & kFours) + ((x >> 2) & kFours));
    x = static_cast<U>((x + (x >> 4)) & kEights);
    return static_cast<T>(static_cast<U>(x * kBytes) >> (8 * sizeof(T) - 8));
  }
};

}  // namespace

CT_REGISTER_OP(gcd, Gcd)
CT_REGISTER_OP(lcm, Lcm)
CT_REGISTER_OP(bitwise_count, BitwiseCount)

}  // namespace ct::kernels::CT_ISA
