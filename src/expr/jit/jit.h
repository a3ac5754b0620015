// Code that is made at run time. Instructions of a pass that follow each other, and for which there are instructions of
// the processor, become one loop: each element of memory is loaded once, what ops hand on to each other stays in
// registers, and what nobody else reads is never stored. Elements have the bits that the kernels give them.
#pragma once

#include <cstdint>
#include <span>

#include "expr/jit/assembler.h"
#include "expr/jit/machine_code.h"
#include "expr/tiles.h"

namespace ct {

struct GeneratedLoop {
  int32_t count = 0;   // of the instructions that it stands for
  int64_t offset = 0;  // in the code
  SmallVec<TileArgument, 16> arguments;
  int32_t noutputs = 0;  // which are the first arguments
};
// Generates a loop for as many instructions of the pass from `first` on as go together. If there are none, count is 0.
// Slots have no place yet. last_reads: for each slot, the last instruction that reads it.
GeneratedLoop generate_loop(const TileCode &code, const TilePass &pass, int64_t first, int64_t end,
                            std::span<const int32_t> last_reads, CodeBytes &to);
// Does the same for all instructions of a pass that computes what is summed, or for none: the loop adds what the last
// one gives, and its first argument points to kLaneBytes of lanes, which it sets to the sums of a leaf
// (kernels/reduce/order.h).
GeneratedLoop generate_sums(const TileCode &code, const TilePass &pass, int64_t first, int64_t end,
                            std::span<const int32_t> last_reads, CodeBytes &to);

}  // namespace ct
