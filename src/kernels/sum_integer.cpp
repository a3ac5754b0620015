// Sums of integers and bool, in 64 bits. They wrap, so any order gives the same bits; the narrow ones are added in 32
// bits for as long as these hold the sum.
#include "kernels/sum.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

template <class T>
struct IntegerSum {
  using Partial = typename Choose<sizeof(T) <= 2, uint32_t, uint64_t>::Type;
  static constexpr int64_t kSize = sizeof(T);
  static constexpr int64_t kBlock = 1 << 15;  // elements: 2^15 times 16 bits fit the partial sum
  static constexpr int64_t kLeafRows = 8;
  static constexpr int64_t kStrip = 512;

  static CT_INLINE Partial value(const char *from) {
    const T x = load_element<T>(from);
    if constexpr (kSame<T, Bool>) {
      return x.byte != 0;
    } else {
      return static_cast<Partial>(x);
    }
  }

  static CT_INLINE uint64_t widen(Partial x) {
    if constexpr (sizeof(T) <= 2) {
      return static_cast<uint64_t>(static_cast<int32_t>(x));  // below 2^31 either way
    } else {
      return x;
    }
  }

  static uint64_t run(const char *from, int64_t stride, int64_t n) {
    uint64_t total = 0;
    for (int64_t begin = 0; begin < n; begin += kBlock) {
      const char *const block = from + begin * stride;
      const int64_t count = n - begin < kBlock ? n - begin : kBlock;
      Partial partial = 0;
      if (stride == kSize) {
        for (int64_t i = 0; i < count; ++i) partial += value(block + i * kSize);
      } else {
        for (int64_t i = 0; i < count; ++i) partial += value(block + i * stride);
      }
      total += widen(partial);
    }
    return total;
  }

  static void accumulate(char *to, uint64_t sum) { store_element(to, load_element<uint64_t>(to) + sum); }

  static void all(char *to, const char *from, const Dim &inner, const Dim &outer, Traffic) {
    uint64_t total = 0;
    for (int64_t j = 0; j < outer.size; ++j) total += run(from + j * outer.from, inner.from, inner.size);
    accumulate(to, total);
  }

  static void rows(char *to, const char *from, const Dim &kept, const Dim &reduced, Traffic) {
    for (int64_t j = 0; j < kept.size; ++j) {
      accumulate(to + j * kept.to, run(from + j * kept.from, reduced.from, reduced.size));
    }
  }

  template <int64_t rows>
  static void add_rows(uint64_t *sums, const char *from, int64_t kept, int64_t reduced, int64_t n) {
    if (kept == kSize) {
      CT_INDEPENDENT
      for (int64_t i = 0; i < n; ++i) {
        Partial partial = 0;
#pragma GCC unroll 8
        for (int64_t row = 0; row < rows; ++row) partial += value(from + i * kSize + row * reduced);
        sums[i] += widen(partial);
      }
    } else {
      for (int64_t row = 0; row < rows; ++row) {
        for (int64_t i = 0; i < n; ++i) sums[i] += widen(value(from + i * kept + row * reduced));
      }
    }
  }

  static void columns(char *to, const char *from, const Dim &kept, const Dim &reduced, Traffic) {
    for (int64_t i = 0; i < kept.size; i += kStrip) {
      const int64_t n = kept.size - i < kStrip ? kept.size - i : kStrip;
      const char *const strip = from + i * kept.from;
      uint64_t sums[kStrip] = {};
      int64_t row = 0;
      for (; row + kLeafRows <= reduced.size; row += kLeafRows) {
        add_rows<kLeafRows>(sums, strip + row * reduced.from, kept.from, reduced.from, n);
      }
      for (; row < reduced.size; ++row) add_rows<1>(sums, strip + row * reduced.from, kept.from, reduced.from, n);
      for (int64_t k = 0; k < n; ++k) accumulate(to + (i + k) * kept.to, sums[k]);
    }
  }
};

}  // namespace

void register_sum_integer(Table &table) {
#define CT_REGISTER(dtype, element, wide)                                  \
  if constexpr (kSame<element, Bool> || kIsInteger<element>) {             \
    table.sum[static_cast<int>(DType::dtype)] = &sum<IntegerSum<element>>; \
  }
  CT_ELEMENTS(CT_REGISTER)
#undef CT_REGISTER
}

}  // namespace ct::kernels::CT_ISA
