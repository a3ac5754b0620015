// SLEEF alone: `times` passes over `count` floats, which lie in the nearest cache. sleef_loops.cpp is compiled once for
// each instruction set.
#pragma once

#include <cstdint>

namespace bench {

using SleefLoop = void (*)(const float *a, const float *b, float *out, int64_t count, int64_t times);

struct NamedSleefLoop {
  const char *name;
  SleefLoop run;
};
constexpr int kSleefLoops = 8;

namespace base {
extern const NamedSleefLoop sleef_loops[kSleefLoops];
}
namespace avx2 {
extern const NamedSleefLoop sleef_loops[kSleefLoops];
}
namespace avx512 {
extern const NamedSleefLoop sleef_loops[kSleefLoops];
}

}  // namespace bench
