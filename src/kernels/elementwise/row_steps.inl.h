// Rows by steps of whole registers. The last elements, which fill no step, go through the same code in blocks: the code
// of many ops is long, and there are many ops.
#pragma once

#include <cstdint>

#include "kernels/elementwise/driver.h"

namespace ct::kernels::CT_ISA {
namespace {

// n elements of the inputs at from[], sizes[k] bytes each, or 0 for an input that stays in place. steps(to, from,
// count) computes `count` of them, which are whole steps, into dense elements of out_size bytes; where `to` is not out,
// that is a block in the cache. block: bytes of a step of the widest input.
template <int64_t step, int64_t out_size, int64_t block, int inputs, class Steps>
CT_INLINE void row_in_steps(char *out, const char *(&from)[inputs], const int64_t (&sizes)[inputs], int64_t n,
                            Steps steps) {
  constexpr auto kWhole = [](int64_t bytes) { return (bytes + kVecBytes - 1) / kVecBytes * kVecBytes; };
  alignas(kCacheLine) char blocks[inputs][kWhole(block)];
  alignas(kCacheLine) char results[kWhole(step * out_size)];
  const int64_t rest = n % step;
  int64_t count = n - rest;
  char *to = out;
  while (true) {
    asm("" : "+r"(count), "+r"(to));  // else the compiler would write out the steps of the blocks apart
    if (count != 0) steps(to, from, count);
    if (rest == 0) return;
    if (to == results) return put_rest(out + (n - rest) * out_size, results, rest * out_size);
    CT_UNROLL(4)
    for (int k = 0; k < inputs; ++k) {
      if (sizes[k] == 0) continue;
      take_rest(blocks[k], from[k] + count * sizes[k], rest * sizes[k], step * sizes[k]);
      from[k] = blocks[k];
    }
    to = results;
    count = step;
  }
}

}  // namespace
}  // namespace ct::kernels::CT_ISA
