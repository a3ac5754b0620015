// The loops that set the limits, compiled once an instruction set (limit_loops.cpp).
#pragma once

#include <cstdint>

namespace bench {

// What a case reads to what it writes, in bytes. kInPlace writes what it has read where it has read it.
enum class Mix { kRead, kWrite, kOneToOne, kOneToTwo, kOneToFour, kTwoToOne, kFourToOne, kInPlace };
constexpr int kMixes = 8;
constexpr int64_t kLineBytes = 64;

struct MixLines {
  int reads, writes;  // lines a step
};
constexpr MixLines kMixLines[kMixes] = {{1, 0}, {0, 1}, {1, 1}, {1, 2}, {1, 4}, {2, 1}, {4, 1}, {1, 1}};

using LimitLoop = void (*)(const char *from, char *to, int64_t steps);

struct LimitLoops {
  LimitLoop cached[kMixes];
  LimitLoop streamed[kMixes];  // non-temporal stores, fenced at the end; nullptr where there are none
};

namespace base {
extern const LimitLoops loops;
}
namespace avx2 {
extern const LimitLoops loops;
}
namespace avx512 {
extern const LimitLoops loops;
}

}  // namespace bench
