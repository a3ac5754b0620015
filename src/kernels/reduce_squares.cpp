// Sums of squares, in double: of float32 and bfloat16 none overflows. Those of float16 fit a float, and so do most of
// bfloat16's.
#include "kernels/reduce_bfloat16.inl.h"
#include "kernels/reduce_elementwise.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

template <class L, class T>
struct Loader {
  static CT_INLINE Vec<L> load(const char *at) { return load_as<L, T>(at); }
  static CT_INLINE Vec<L> load(const char *at, int64_t count) { return load_as<L, T>(at, count); }
};
// As many elements as a register of double has lanes: less than a register of float, so GCC 12 would take them apart.
template <>
struct Loader<double, BFloat16> {
  static CT_INLINE Vec<double> load(const char *at) {
#if defined(__AVX512F__)
    const __m256i words = _mm256_cvtepu16_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i *>(at)));
    return {_mm512_maskz_cvtps_pd(0xff, (__m256)_mm256_slli_epi32(words, 16))};
#elif defined(__AVX2__)
    const __m128i words = _mm_cvtepu16_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i *>(at)));
    return {_mm256_cvtps_pd((__m128)_mm_slli_epi32(words, 16))};
#else
    using Words = NativeVector<uint16_t, 2>::Type;
    using Bits = NativeVector<uint32_t, 2>::Type;
    using Floats = NativeVector<float, 2>::Type;
    const auto words = __builtin_convertvector(load_element<Words>(at), Bits);
    return {__builtin_convertvector((Floats)(words << 16), Vec<double>::Native)};
#endif
  }
  static CT_INLINE Vec<double> load(const char *at, int64_t count) {
    alignas(64) char block[kVecBytes] = {};
    copy_small(block, at, count * static_cast<int64_t>(sizeof(BFloat16)));
    return load(block);
  }
};

template <class T, class L>
struct SquareSum : Loader<L, T> {
  using Stored = T;
  using Lane = L;
  using Held = double;
  using V = Vec<L>;
  static CT_INLINE L identity() { return 0; }
  static CT_INLINE V map(V x) { return x * x; }
  static CT_INLINE V combine(V a, V b) { return a + b; }
  static CT_INLINE double hold(double held, L lane) { return held + static_cast<double>(lane); }
};

// In float. Each square is exact unless it leaves float's range: above, it makes the sum infinite; below, it is off by
// 2^-150 at most, which of sums from kLeast on is nothing, even of 2^40 elements.
struct BFloat16Squares : BFloat16Sum<BFloat16Squares> {
  using Held = double;
  using Careful = Elementwise<SquareSum<BFloat16, double>>;
  using V = Vec<float>;
  static CT_INLINE V map(V x) { return x * x; }
  static CT_INLINE double hold(double held, float lane) { return held + static_cast<double>(lane); }
  static CT_INLINE bool fits(float lane) {
    constexpr float kLeast = 0x1p-80F, kMost = 0x1.fffffep127F;
    return !(lane < kLeast) && !(lane > kMost);
  }
};

}  // namespace

void register_reduce_squares(Table &table) {
  Reduce *const entries = table.reduce[static_cast<int>(Accumulator::square_sum)];
  entries[static_cast<int>(DType::Float16)] = &reduce<Elementwise<SquareSum<Half, float>>>;
  entries[static_cast<int>(DType::BFloat16)] = &reduce<BFloat16Squares>;
  entries[static_cast<int>(DType::Float32)] = &reduce<Elementwise<SquareSum<float, double>>>;
  entries[static_cast<int>(DType::Float64)] = &reduce<Elementwise<SquareSum<double, double>>>;
}

}  // namespace ct::kernels::CT_ISA
