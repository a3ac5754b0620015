// Every knob that decides speed and no bit of a result. Each names the machine and the bench case it was measured with;
// what decides bits is in kernels/reduce/order.h. Every room may include this file: it holds constants alone.
#pragma once

#include <cstdint>

namespace ct {

// ---- the memory of every machine that this library knows ----

constexpr int64_t kCacheLine = 64;    // bytes; x86-64 and arm64 servers
constexpr int64_t kPage = 4096;       // bytes; the processor's own prefetching stops at its end
constexpr int64_t kSetStride = 4096;  // bytes; lines so far apart fall into one set of the first-level cache (64 sets)

// What one core's own cache holds for certain: Zen 4 and Zen 5 have 1 MiB, Skylake-SP 1 MiB, Skylake 256 KiB, of which
// a loop never has all. Prefetching what lies there costs more than it gains.
constexpr int64_t kOwnCacheBytes = int64_t{512} << 10;

// ---- argreduce (Zen 5, bench "argmax …") ----

constexpr int64_t kArgreduceAhead = 12288;       // bytes that are prefetched ahead from memory
constexpr int64_t kArgreduceStripBytes = 32768;  // of elements of columns that go down together: half of what they hold
constexpr int64_t kDenseRow = 8192;              // bytes at most of rows that are taken one by one
constexpr int64_t kFoldedSegment = 2048;         // bytes at most of segments that are folded many at a time
constexpr int64_t kShortColumn = 16;             // rows at most of columns whose results are not held in memory

}  // namespace ct
