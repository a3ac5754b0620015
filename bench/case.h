// A case as data: what is moved from where to where. The runner, the list for other programs and the peers read it.
#pragma once

#include <ctensor.h>

#include <cstdint>
#include <string>
#include <vector>

namespace bench {

using Sizes = std::vector<int64_t>;

struct Operand {
  ct_dtype dtype = CT_UNDEFINED;
  Sizes sizes, strides;  // elements
  int64_t offset = 0;    // of element [0, …, 0] from the start of the memory, elements
};

enum class Op {
  kCopy,        // to ← from, converted
  kDivide255,   // to ← from / 255
  kAdd,         // to ← from + second
  kMul,         // to ← from * second
  kAddInPlace,  // to ← to + 0, where 0 is a number, not a tensor
  kFill,        // to ← a value
  kUniform,     // to ← random numbers, the same each time
  kNormal,
  kChain,         // several ops (chains.cpp)
  kCat,           // to ← the parts of from along dim 0, one after the other along dims[0]
  kStack,         // the same along a new dim
  kRepeat,        // to ← from as a tile
  kRoll,          // to ← from moved on by a third along dims
  kPad,           // to ← from in a frame of its mirror image
  kTril,          // to ← from below the diagonal, else 0
  kIndexSelect,   // to ← the slices of from along dims[0] that the index names
  kGather,        // to ← elements of from along dims[0], each with an index of its own
  kTake,          // to ← elements of from, counted in row-major order
  kIndexAdd,      // to ← to + slices of from, at the places along dims[0] that the index names
  kScatterAdd,    // to ← to + elements of from, each with an index of its own along dims[0]
  kMaskedSelect,  // to ← the elements of from where the index, a mask, is true
  kNonzero,       // to ← where the index, a mask, is true
  kSum,           // to ← the sum of from over dims
  kMean,          // the same for the other reductions
  kAmax,
  kAll,
  kArgmax,
  kNorm,  // of order 2
  kVar,
  kLogSumExp,
  kSumCompensated,
  kSumExact,
  kCumsum,  // to ← the running sum of from along dims[0]
  kSoftmax,
};
constexpr bool is_along(Op op) { return op >= Op::kCumsum; }
constexpr bool moves(Op op) { return op >= Op::kCat && op <= Op::kTril; }
constexpr bool indexes(Op op) { return op >= Op::kIndexSelect && op < Op::kSum; }
constexpr bool is_reduction(Op op) { return op >= Op::kSum && !is_along(op); }
constexpr bool is_masked(Op op) { return op == Op::kMaskedSelect || op == Op::kNonzero; }
const char *op_name(Op op);

enum class Memory {
  kOut,    // into the same output each time
  kFresh,  // a new output each time
  kCold    // on other operands each time, so many that a cache has lost them when their turn comes
};
const char *memory_name(Memory memory);

// The share of the limit that a case must reach.
struct Floor {
  enum class Where {
    kNowhere,       // there is no floor
    kEverywhere,    // the same one, wherever the operands lie
    kByLevel,       // one for each level of the caches (report.cpp); `one` and `two` are those of memory
    kBeyondCaches,  // none within the caches
  };
  double one = 0, two = 0;  // on one thread, and on two
  Where where = Where::kNowhere;
};

struct Case {
  std::string name;  // what it does, in words: "sum dim 0 f32 512x128x512"
  std::string family;
  Op op = Op::kCopy;
  Memory memory = Memory::kOut;
  Operand to, from;
  Operand second;  // lies in the memory of from
  // For an indexing op: random numbers from 0 up to `below`, or a mask that is true for `below` elements in 100.
  Operand index;
  int64_t below = 0;
  double reads = 0, writes = 0;  // bytes
  Floor floor;
  // The reduced dims, in which `to` has size 1. Without any, everything is reduced, and `to` has no dims. For a scan or
  // a softmax, the dim it goes along.
  std::vector<int32_t> dims;
  // Of a permuted copy: the sizes in memory and the order of dims, as HPTT wants them.
  Sizes source;
  std::vector<int32_t> perm;
  bool every_thread_count = false;  // runs on 1, 2, … all threads, each beside one thread
  bool against_hptt = false;        // counts for the mean over HPTT's permutations
};

constexpr uint64_t kSeed = 1;  // of kUniform and kNormal

int64_t numel(const Sizes &sizes);
Sizes contiguous_strides(const Sizes &sizes);
Operand contiguous(ct_dtype dtype, const Sizes &sizes);
int64_t extent(const Operand &operand);       // bytes from the start of the memory to the end of the furthest element
int64_t dense_bytes(const Operand &operand);  // of the elements alone

// Halves the largest dim until the number of elements has been divided by about `by`, a power of two.
Sizes shrink(Sizes sizes, int64_t by);

std::string dims_text(const Sizes &sizes);  // "32x64x128"
std::string count_text(int64_t count);      // "48Ki"
std::string short_name(ct_dtype dtype);     // "f32"

// Complete cases that read and write each element once.
Case copy_case(const std::string &name, const Operand &to, const Operand &from);
Case permute_case(const std::string &name, ct_dtype to, ct_dtype from, const Sizes &source,
                  const std::vector<int32_t> &perm);
Case reduce_case(const std::string &name, Op op, ct_dtype to, const Operand &from, const std::vector<int32_t> &dims);
Case with(Case c, Memory memory);  // keeps its floor for kOut alone
Case with(Case c, Floor floor);

void list_json(const std::vector<Case> &cases, const char *file);

constexpr Floor floor_everywhere(double one, double two) { return {one, two, Floor::Where::kEverywhere}; }
constexpr Floor kContiguous = {0.88, 0.88, Floor::Where::kByLevel};
constexpr Floor kImages = {0.60, 0.75, Floor::Where::kBeyondCaches};
constexpr Floor kTranspose = floor_everywhere(0.55, 0.70);
constexpr Floor kPermute3102 = floor_everywhere(0.50, 0.65);
constexpr Floor kChannels8 = floor_everywhere(0.60, 0.60);
constexpr Floor kChannelsFloat = floor_everywhere(0.70, 0.70);
constexpr Floor kStrided = floor_everywhere(0.70, 0.70);
constexpr Floor kMoved = {0.85, 0.85, Floor::Where::kBeyondCaches};
constexpr Floor kGathered = floor_everywhere(0.80, 0.80);
constexpr Floor kMasked = floor_everywhere(0.50, 0.50);
constexpr Floor kShortRows = floor_everywhere(0.40, 0.40);
constexpr Floor kReduced = floor_everywhere(0.88, 0.88);      // float32 and float64
constexpr Floor kWidened = floor_everywhere(0.80, 0.80);      // dtypes that are summed in a wider one
constexpr Floor kCompensated = floor_everywhere(0.44, 0.44);  // half of a plain sum
constexpr Floor kVariance = floor_everywhere(0.50, 0.50);
constexpr Floor kSoftmaxed = floor_everywhere(0.40, 0.40);
constexpr Floor kScanned = floor_everywhere(0.60, 0.60);
constexpr Floor kArgreduced = floor_everywhere(0.80, 0.80);

}  // namespace bench
