// What every CPU of the family has: SSE2 on x86-64, Advanced SIMD on aarch64. 16-byte registers.
#pragma once

#include <sleef.h>

#include <cstdint>

namespace ct::kernels::base {
constexpr int kVecBytes = 16;
}

#include "kernels/vec/vec.h"

namespace ct::kernels::base {

template <class T>
struct PartialAccess : BlockAccess<T> {};

constexpr bool kHardwareHalf = false;
Vec<float> load_half(const char *from);
void store_half(char *to, Vec<float> x);

constexpr bool kShufflesBytes = false;
CT_INLINE Vec<uint8_t> shuffle_lanes(Vec<uint8_t> a, Vec<uint8_t>) { return a; }
CT_INLINE Vec<uint8_t> load_lanes(const char *from, int64_t) { return Vec<uint8_t>::load(from); }
CT_INLINE void store_lanes(char *to, int64_t, Vec<uint8_t> value) { value.store(to); }

#if defined(__x86_64__)
// The sum of each eight bytes.
CT_INLINE Vec<uint64_t> add_bytes(Vec<uint8_t> a) {
  return {(Vec<uint64_t>::Native)_mm_sad_epu8((__m128i)a.v, _mm_setzero_si128())};
}
CT_INLINE void stream(char *to, Vec<uint64_t> line) {
  _mm_stream_si128(reinterpret_cast<__m128i *>(to), (__m128i)line.v);
}
CT_INLINE void stream_fence() { _mm_sfence(); }

CT_SLEEF(FastMath, Sleef_cinz_, f4, d2, sse2)
CT_SLEEF(DeterministicMath, Sleef_cinz_, f4, d2, sse2)
#elif defined(__aarch64__)
CT_INLINE Vec<uint64_t> add_bytes(Vec<uint8_t> a) {
  constexpr uint64_t kEven = 0x00ff00ff00ff00ff, kOnes = 0x0001000100010001;
  const auto words = (Vec<uint64_t>::Native)a.v;
  return {(((words & kEven) + (words >> 8 & kEven)) * kOnes) >> 48};
}
CT_INLINE void stream(char *to, Vec<uint64_t> line) { line.store(to); }
CT_INLINE void stream_fence() {}

CT_SLEEF(FastMath, Sleef_finz_, f4, d2, advsimd)
CT_SLEEF(DeterministicMath, Sleef_cinz_, f4, d2, advsimdnofma)
#else
#error "libctensor's base kernels know x86-64 and aarch64"
#endif

}  // namespace ct::kernels::base
