#include "sleef_loops.h"

#include <sleef.h>

#include <cstring>

namespace bench::BENCH_ISA {

namespace {

#if defined(__AVX512F__)
using Floats = __m512;
#define SLEEF_OF(name, ulps) Sleef_finz_##name##f16_##ulps##avx512f
#elif defined(__AVX2__)
using Floats = __m256;
#define SLEEF_OF(name, ulps) Sleef_finz_##name##f8_##ulps##avx2
#elif defined(__SSE2__)
using Floats = __m128;
#define SLEEF_OF(name, ulps) Sleef_cinz_##name##f4_##ulps##sse2
#else
using Floats = float32x4_t;
#define SLEEF_OF(name, ulps) Sleef_finz_##name##f4_##ulps##advsimd
#endif

constexpr int64_t kLanes = sizeof(Floats) / sizeof(float);

Floats load(const float *from) {
  Floats v;
  std::memcpy(&v, from, sizeof v);
  return v;
}

#define BENCH_ONE(name)                                                                          \
  void loop_of_##name(const float *a, const float *, float *out, int64_t count, int64_t times) { \
    for (; times > 0; --times) {                                                                 \
      for (int64_t i = 0; i < count; i += kLanes) {                                              \
        const Floats v = SLEEF_OF(name, u10)(load(a + i));                                       \
        std::memcpy(out + i, &v, sizeof v);                                                      \
      }                                                                                          \
    }                                                                                            \
  }
BENCH_ONE(exp)
BENCH_ONE(log)
BENCH_ONE(sin)
BENCH_ONE(cos)
BENCH_ONE(tanh)
BENCH_ONE(erf)
#undef BENCH_ONE

void loop_of_pow(const float *a, const float *b, float *out, int64_t count, int64_t times) {
  for (; times > 0; --times) {
    for (int64_t i = 0; i < count; i += kLanes) {
      const Floats v = SLEEF_OF(pow, u10)(load(a + i), load(b + i));
      std::memcpy(out + i, &v, sizeof v);
    }
  }
}

}  // namespace

const NamedSleefLoop sleef_loops[kSleefLoops] = {
    {"exp", loop_of_exp}, {"log", loop_of_log}, {"sin", loop_of_sin},  {"cos", loop_of_cos}, {"tanh", loop_of_tanh},
    {"erf", loop_of_erf}, {"pow", loop_of_pow}, {"gelu", loop_of_erf},  // every gelu needs an erf
};

}  // namespace bench::BENCH_ISA
