// The executor of passes. A pass is a list of instructions, each one call of a kernel, which are gone through for one
// tile of elements after the other. What they hand on to each other lies in slots of a worker's scratch, a tile long.
#pragma once

#include <cstdint>

#include "kernels/table.h"
#include "runtime/api.h"
#include "runtime/cost.h"
#include "runtime/small_vec.h"
#include "runtime/threads.h"

namespace ct {

// A pointer for an instruction: an offset in bytes from a base, which is the beginning of the slots, of the options, or
// of an operand of the pass.
struct TileArgument {
  static constexpr int32_t kSlots = 0, kOptions = 1, kOperands = 2;
  int32_t base, offset;
};

struct TileInstruction {
  // A kernel; is there a zero?; dense bytes past the caches; code that was made for several instructions.
  enum class What : uint8_t { Loop, Search, Store, Generated };
  enum class Count : uint8_t { One, Tile, Plane };  // one element; a tile as one dim; a tile as two
  enum class Level : uint8_t { Once, Row, Tile };   // what it depends on: not on the place, on the row, on the tile
  // Generated code, which gets `count` elements of its arguments; these are dense or single elements.
  using Generated = void (*)(char *const *arguments, int64_t count);
  static constexpr uint8_t kConversion = 254, kUnknown = 255;
  union {
    kernels::Loop loop;
    kernels::Any search;
    int64_t itemsize;  // of what is stored
    Generated generated;
    int64_t offset;  // of generated code, until all of it is there
  };
  int32_t arguments;   // its first
  int32_t strides;     // in numbers, as a kernel takes them
  int16_t narguments;  // without options
  What what;
  Count count;
  Level level;
  uint8_t op = kUnknown;          // of a loop: a number of kernels::Elementwise, or one of those above
  uint8_t reads = 0, writes = 0;  // dtypes: what the loop computes in, and of its result
  uint8_t noutputs = 0;           // of generated code: its first arguments
};

// An argument that points into memory, and moves from row to row or from tile to tile.
struct TileMove {
  int32_t argument, operand;
};

struct TilePass {
  int32_t sizes, ndim;  // of its index space, coalesced, fastest first; in numbers
  int64_t numel;
  int32_t operands, noperands;  // of the program's; outputs first
  int32_t noutputs;
  int32_t strides;  // of operand k, in bytes: numbers[strides + k * ndim …]
  int32_t arguments, narguments;
  int32_t instructions, nonce, nrow, ntile;  // by level, in this order
  int32_t ngenerated;                        // for how many instructions code was made
  int32_t sums;                              // the instruction that sums what others would compute, or -1
  int32_t moves, nrow_moves, ntile_moves;
  bool planes;      // a tile is whole rows of dim 0, which are short
  bool fences;      // it stores past the caches
  bool is_aligned;  // tiles end on lines of the first output
  // Operands lie in different orders, so rows are packed by the walk over blocks that eager calls use (iter/blocks.h),
  // as planes or as boxes. sizes and strides above then describe the packed rows and the dims outside of them; the
  // operands' own layouts in memory are here.
  enum class Packs : uint8_t { No, Planes, Boxes } packs;
  int32_t memory_ndim, memory_sizes, memory_strides;
  int64_t tile;  // elements along dim 0, or rows
  int64_t slot_bytes;
  Cost cost;
  int32_t divides;    // of a search: what to say when there is a zero, or -1
  int32_t reduction;  // the program's, which is computed in place of tiles, or -1
  int32_t single;     // the program's op that is all of the pass, and goes the way of eager calls, or -1

  // The layout of a worker's scratch, which begins with pointers.
  static int64_t lines(int64_t bytes) noexcept { return (bytes + kCacheLine - 1) / kCacheLine * kCacheLine; }
  int64_t pointer_bytes() const noexcept {
    return lines((narguments + TileArgument::kOperands + noperands) * int64_t{sizeof(char *)});
  }
  int64_t scratch_bytes() const noexcept { return pointer_bytes() + lines(slot_bytes); }
  // How many workers it may have.
  int32_t workers() const noexcept { return grain_of(numel, cost) >= numel ? 1 : num_threads(); }
};

struct alignas(16) TileOption {
  char bytes[16];
};

struct TileCode {
  SmallVec<TileInstruction, 16> instructions;
  SmallVec<TileArgument, 48> arguments;
  SmallVec<TileMove, 16> moves;
  SmallVec<int64_t, 128> numbers;
  SmallVec<TileOption, 2> options;

  // data: the first element of each operand of the pass. scratch: for `threads` workers, scratch_step bytes apart.
  // Returns CT_ERROR_DIVISION_BY_ZERO where a search has found a zero.
  ct_status run(const TilePass &pass, char *const *data, char *scratch, int64_t scratch_step, int32_t threads) const;
  // n1 rows of n0 elements of a pass that packs. strides: in bytes, of both dims, as a kernel takes them.
  void run_rows(const TilePass &pass, char *const *data, const int64_t *strides, int64_t n0, int64_t n1,
                char *scratch) const;
  // Elements [begin, end) in the order of the pass.
  ct_status run_range(const TilePass &pass, char *const *data, char *scratch, int64_t begin, int64_t end) const;
  // Writes the lanes of a leaf to where operand 0 points, of a pass that has instructions for that.
  void sum_leaf(const TilePass &pass, char *const *data, char *scratch, int64_t begin, int64_t end) const;
};

}  // namespace ct
