// Elements as keys, and back; what is done to elements by their index.
#include "kernels/sort/registrations.h"
#include "kernels/vec/isa.h"

namespace ct::kernels::CT_ISA {
namespace {

template <class B>
using Key = If<sizeof(B) == 8, uint64_t, uint32_t>;
template <class B>
constexpr B kSign = static_cast<B>(B(1) << (sizeof(B) * 8 - 1));

// All bits set where the uppermost one is, else none. A comparison would say the same, but compilers do not always make
// vectors of it.
template <class B>
CT_INLINE B sign_of(B x) {
  using Signed = If<sizeof(B) == 1, int8_t, If<sizeof(B) == 2, int16_t, If<sizeof(B) == 4, int32_t, int64_t>>>;
  return static_cast<B>(static_cast<Signed>(x) >> (sizeof(B) * 8 - 1));
}

// For integers, and for bools, of which all but 0 are true.
template <class B, bool is_bool>
struct IntegerCodec {
  static bool encode(char *keys, const char *from, int64_t n, const KeyForm &form) {
    const B flips = static_cast<B>(form.flips);
    CT_INDEPENDENT
    for (int64_t i = 0; i < n; ++i) {
      const auto x = load_element<B>(from + i * static_cast<int64_t>(sizeof(B)));
      const B key = static_cast<B>((is_bool ? B(x != 0) : x) ^ flips);
      store_element(keys + i * static_cast<int64_t>(sizeof(Key<B>)), static_cast<Key<B>>(key));
    }
    return false;
  }
  static void decode(char *to, const char *keys, int64_t n, const KeyForm &form) {
    const B flips = static_cast<B>(form.flips);
    CT_INDEPENDENT
    for (int64_t i = 0; i < n; ++i) {
      const auto key = static_cast<B>(load_element<Key<B>>(keys + i * static_cast<int64_t>(sizeof(Key<B>))));
      store_element(to + i * static_cast<int64_t>(sizeof(B)), static_cast<B>(key ^ flips));
    }
  }
};

// For floats. A finite magnitude is below infinity's, and a NaN's magnitude is above it.
template <class B>
struct RealCodec {
  static bool encode(char *keys, const char *from, int64_t n, const KeyForm &form) {
    const B flips = static_cast<B>(form.flips), infinity = static_cast<B>(form.infinity);
    B lossy = 0;
    CT_INDEPENDENT
    for (int64_t i = 0; i < n; ++i) {
      const auto x = load_element<B>(from + i * static_cast<int64_t>(sizeof(B)));
      const B magnitude = static_cast<B>(x & static_cast<B>(~kSign<B>));
      const B nan = sign_of(static_cast<B>(infinity - magnitude));
      const B other = static_cast<B>(x ^ kSign<B>);  // 0 where x is -0
      const B minus_zero = static_cast<B>(~sign_of(static_cast<B>(other | (B(0) - other))));
      const B key = static_cast<B>((((x ^ (sign_of(x) | kSign<B>)) | nan) - minus_zero) ^ flips);
      lossy = static_cast<B>(lossy | nan | minus_zero);
      store_element(keys + i * static_cast<int64_t>(sizeof(Key<B>)), static_cast<Key<B>>(key));
    }
    return lossy != 0;
  }
  static void decode(char *to, const char *keys, int64_t n, const KeyForm &form) {
    const B flips = static_cast<B>(form.flips);
    CT_INDEPENDENT
    for (int64_t i = 0; i < n; ++i) {
      B x = static_cast<B>(load_element<Key<B>>(keys + i * static_cast<int64_t>(sizeof(Key<B>))));
      x = static_cast<B>(x ^ flips);
      x = static_cast<B>(x ^ (static_cast<B>(~sign_of(x)) | kSign<B>));
      store_element(to + i * static_cast<int64_t>(sizeof(B)), x);
    }
  }
};

template <class T>
void gather_indexed(char *to, const char *from, const int64_t *indices, int64_t n) {
  constexpr auto kSize = static_cast<int64_t>(sizeof(T));
  CT_UNROLL(4)
  for (int64_t i = 0; i < n; ++i) store_element(to + i * kSize, load_element<T>(from + indices[i] * kSize));
}

// Four tables, so that equal neighbours do not wait for each other.
void count_bytes(int64_t *counts, const char *from, int64_t n) {
  const auto *const bytes = reinterpret_cast<const uint8_t *>(from);
  if (n < kFewestCountedBytes) {
    for (int64_t i = 0; i < n; ++i) ++counts[bytes[i]];
    return;
  }
  constexpr int64_t kMost = int64_t{1} << 30;  // that 32 bits count
  for (; n > 0; n -= kMost, from += kMost) {
    uint32_t parts[4][256] = {};
    const auto *const at = reinterpret_cast<const uint8_t *>(from);
    const int64_t some = n < kMost ? n : kMost;
    int64_t i = 0;
    for (; i + 8 <= some; i += 8) {
      const auto word = load_element<uint64_t>(from + i);
      CT_UNROLL(8)
      for (int k = 0; k < 8; ++k) ++parts[k % 4][word >> (8 * k) & 255];
    }
    for (; i < some; ++i) ++parts[0][at[i]];
    for (int k = 0; k < 256; ++k) counts[k] += int64_t{parts[0][k]} + parts[1][k] + parts[2][k] + parts[3][k];
  }
}

void order_bytes(int64_t *indices, const char *from, int64_t n, int64_t *next) {
  const auto *const bytes = reinterpret_cast<const uint8_t *>(from);
  CT_UNROLL(4)
  for (int64_t i = 0; i < n; ++i) indices[next[bytes[i]]++] = i;
}

}  // namespace

void register_keys(KeyTable &table) {
  const auto add = [&]<class T>(DType dtype, T) {
    if constexpr (!kIsComplex<T>) {
      using B = Bits<T>;
      constexpr bool kReal = kIsFloat<T> || kSame<T, Half> || kSame<T, BFloat16>;
      constexpr bool kSigned = kSame<T, int8_t> || kSame<T, int16_t> || kSame<T, int32_t> || kSame<T, int64_t>;
      using Codec = If<kReal, RealCodec<B>, IntegerCodec<B, kSame<T, Bool>>>;
      constexpr uint64_t kInfinity = kSame<T, Half>       ? 0x7c00
                                     : kSame<T, BFloat16> ? 0x7f80
                                     : sizeof(T) == 4     ? 0x7f800000
                                                          : 0x7ff0000000000000;
      constexpr auto kAll = static_cast<uint64_t>(static_cast<B>(kSame<T, Bool> ? B(1) : B(~B(0))));
      constexpr uint64_t kFlips = kSigned ? kSign<B> : 0;
      table.codec[static_cast<int>(dtype)] = {
          &Codec::encode, &Codec::decode, {{kFlips, kInfinity}, {kFlips ^ kAll, kInfinity}}};
    }
  };
#define CT_ADD(dtype, element, wide) add(DType::dtype, element{});
  CT_ELEMENTS(CT_ADD)
#undef CT_ADD
  table.gather[0] = &gather_indexed<uint8_t>;
  table.gather[1] = &gather_indexed<uint16_t>;
  table.gather[2] = &gather_indexed<uint32_t>;
  table.gather[3] = &gather_indexed<uint64_t>;
  table.count_bytes = &count_bytes;
  table.order_bytes = &order_bytes;
}

}  // namespace ct::kernels::CT_ISA
