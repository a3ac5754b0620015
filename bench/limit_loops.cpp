// Plain loops over whole cache lines: four steps at a time, first their loads, then their stores. This file is compiled
// once for each instruction set, which BENCH_ISA names, and shares no code with other units.
#include "limit_loops.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace bench::BENCH_ISA {

namespace {

#if defined(__AVX512F__)
struct Line {
  __m512i a;
};
inline Line load(const char *p) { return {_mm512_load_si512(p)}; }
inline void store(char *p, const Line &v) { _mm512_store_si512(p, v.a); }
inline void store_non_temporal(char *p, const Line &v) { _mm512_stream_si512(reinterpret_cast<__m512i *>(p), v.a); }
inline Line either(const Line &v, const Line &w) { return {_mm512_or_si512(v.a, w.a)}; }
#elif defined(__AVX2__)
struct Line {
  __m256i a, b;
};
inline __m256i *part(char *p, int i) { return reinterpret_cast<__m256i *>(p) + i; }
inline const __m256i *part(const char *p, int i) { return reinterpret_cast<const __m256i *>(p) + i; }
inline Line load(const char *p) { return {_mm256_load_si256(part(p, 0)), _mm256_load_si256(part(p, 1))}; }
inline void store(char *p, const Line &v) {
  _mm256_store_si256(part(p, 0), v.a);
  _mm256_store_si256(part(p, 1), v.b);
}
inline void store_non_temporal(char *p, const Line &v) {
  _mm256_stream_si256(part(p, 0), v.a);
  _mm256_stream_si256(part(p, 1), v.b);
}
inline Line either(const Line &v, const Line &w) { return {_mm256_or_si256(v.a, w.a), _mm256_or_si256(v.b, w.b)}; }
#elif defined(__SSE2__)
struct Line {
  __m128i a, b, c, d;
};
inline __m128i *part(char *p, int i) { return reinterpret_cast<__m128i *>(p) + i; }
inline const __m128i *part(const char *p, int i) { return reinterpret_cast<const __m128i *>(p) + i; }
inline Line load(const char *p) {
  return {_mm_load_si128(part(p, 0)), _mm_load_si128(part(p, 1)), _mm_load_si128(part(p, 2)),
          _mm_load_si128(part(p, 3))};
}
inline void store(char *p, const Line &v) {
  _mm_store_si128(part(p, 0), v.a);
  _mm_store_si128(part(p, 1), v.b);
  _mm_store_si128(part(p, 2), v.c);
  _mm_store_si128(part(p, 3), v.d);
}
inline void store_non_temporal(char *p, const Line &v) {
  _mm_stream_si128(part(p, 0), v.a);
  _mm_stream_si128(part(p, 1), v.b);
  _mm_stream_si128(part(p, 2), v.c);
  _mm_stream_si128(part(p, 3), v.d);
}
inline Line either(const Line &v, const Line &w) {
  return {_mm_or_si128(v.a, w.a), _mm_or_si128(v.b, w.b), _mm_or_si128(v.c, w.c), _mm_or_si128(v.d, w.d)};
}
#else
struct Line {
  uint64_t a[8];
};
inline Line load(const char *p) { return *reinterpret_cast<const Line *>(p); }
inline void store(char *p, const Line &v) { *reinterpret_cast<Line *>(p) = v; }
inline void store_non_temporal(char *p, const Line &v) { store(p, v); }
inline Line either(const Line &v, const Line &w) {
  Line result;
  for (int i = 0; i < 8; i++) result.a[i] = v.a[i] | w.a[i];
  return result;
}
#endif

constexpr int kUnroll = 4;

inline void keep(const Line &line) {  // the compiler must not drop what nobody reads
  alignas(kLineBytes) char bytes[kLineBytes];
  store(bytes, line);
  asm volatile("" : : "r"(bytes) : "memory");
}

template <int kCount, int kReads, int kWrites, bool kNonTemporal>
inline void steps_at(const char *from, char *to, const Line &filler) {
  Line lines[kCount];
  for (int i = 0; i < kCount; i++) {
    lines[i] = filler;
    if (kReads > 0) lines[i] = load(from + i * kReads * kLineBytes);
    for (int r = 1; r < kReads; r++) lines[i] = either(lines[i], load(from + (i * kReads + r) * kLineBytes));
  }
  for (int i = 0; i < kCount; i++) {
    for (int w = 0; w < kWrites; w++) {
      char *place = to + (i * kWrites + w) * kLineBytes;
      if (kNonTemporal) {
        store_non_temporal(place, lines[i]);
      } else {
        store(place, lines[i]);
      }
    }
  }
}

template <int kReads, int kWrites, bool kNonTemporal>
void mixed(const char *from, char *to, int64_t steps) {
  alignas(kLineBytes) static const char kPattern[kLineBytes] =
      "any bytes other than zeros: as many of them as a line can hold.";
  const Line filler = load(kPattern);
  int64_t i = 0;
  for (; i + kUnroll <= steps; i += kUnroll) {
    steps_at<kUnroll, kReads, kWrites, kNonTemporal>(from + i * kReads * kLineBytes, to + i * kWrites * kLineBytes,
                                                     filler);
  }
  for (; i < steps; i++) {
    steps_at<1, kReads, kWrites, kNonTemporal>(from + i * kReads * kLineBytes, to + i * kWrites * kLineBytes, filler);
  }
#if defined(__x86_64__)
  if (kNonTemporal) _mm_sfence();
#endif
}

void read_only(const char *from, char *, int64_t steps) {
  constexpr int kAccumulators = 8;
  if (steps < 1) return;
  Line sums[kAccumulators];
  for (Line &sum : sums) sum = load(from);
  int64_t i = 0;
  for (; i + kAccumulators <= steps; i += kAccumulators) {
    for (int k = 0; k < kAccumulators; k++) sums[k] = either(sums[k], load(from + (i + k) * kLineBytes));
  }
  for (; i < steps; i++) sums[0] = either(sums[0], load(from + i * kLineBytes));
  for (int k = 1; k < kAccumulators; k++) sums[0] = either(sums[0], sums[k]);
  keep(sums[0]);
}

template <bool kNonTemporal>
void in_place(const char *, char *to, int64_t steps) {
  mixed<1, 1, kNonTemporal>(to, to, steps);
}

}  // namespace

extern const LimitLoops loops;
const LimitLoops loops = {
    {read_only, mixed<0, 1, false>, mixed<1, 1, false>, mixed<1, 2, false>, mixed<1, 4, false>, mixed<2, 1, false>,
     mixed<4, 1, false>, in_place<false>},
#if defined(__x86_64__)
    {nullptr, mixed<0, 1, true>, mixed<1, 1, true>, mixed<1, 2, true>, mixed<1, 4, true>, mixed<2, 1, true>,
     mixed<4, 1, true>, in_place<true>},
#else
    {},
#endif
};

}  // namespace bench::BENCH_ISA
