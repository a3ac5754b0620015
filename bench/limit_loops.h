// The loops that set the limits. limit_loops.cpp is compiled once for each instruction set.
#pragma once

#include <cstdint>

namespace bench {

// The ratio of the bytes that a case reads to those that it writes. kInPlace writes where it has read.
enum class Mix { kRead, kWrite, kOneToOne, kOneToTwo, kOneToFour, kTwoToOne, kFourToOne, kInPlace };
constexpr int kMixes = 8;
constexpr int64_t kLineBytes = 64;

struct MixLines {
  int reads, writes;  // cache lines in a step
};
constexpr MixLines kMixLines[kMixes] = {{1, 0}, {0, 1}, {1, 1}, {1, 2}, {1, 4}, {2, 1}, {4, 1}, {1, 1}};

using LimitLoop = void (*)(const char *from, char *to, int64_t steps);

struct LimitLoops {
  LimitLoop cached[kMixes];
  LimitLoop non_temporal[kMixes];  // with a fence at the end; nullptr where the machine has no such stores
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
