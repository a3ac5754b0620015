// A case as data: what is moved from where to where. The runner, the list for other programs, and the peers read it.
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
  int64_t offset = 0;    // of element [0, …, 0] from the memory's begin, elements
};

enum class Op {
  kCopy,        // to ← from, converted
  kDivide255,   // to ← from / 255
  kAdd,         // to ← from + second
  kMul,         // to ← from * second
  kAddInPlace,  // to ← to + 0, the number
  kFill,        // to ← a value
  kSum,         // to ← the sum of from over dims
  kMean,        // and so on
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
constexpr bool is_reduction(Op op) { return op >= Op::kSum && !is_along(op); }
const char *op_name(Op op);

enum class Memory {
  kOut,    // into the same output each time
  kFresh,  // a new output each time
  kCold    // in turn on so many operands that none is in a cache any more
};
const char *memory_name(Memory memory);

struct Floor {
  char row = 0;             // of the table of targets; 0: the table says nothing of this case
  double one = 0, two = 0;  // share of the limit on one thread, and on two
};

struct Case {
  std::string name;  // begins with its number in the proof set, or its row in the table of targets
  Op op = Op::kCopy;
  Memory memory = Memory::kOut;
  Operand to, from;
  Operand second;                // in the memory of from
  double reads = 0, writes = 0;  // bytes
  Floor floor;
  std::vector<int32_t>
      dims;      // of a reduction: to has 1 there. None: all, and to has no dims. Else the dim it goes along
  Sizes source;  // of a permuted copy: the sizes in memory and the order of dims. HPTT wants those
  std::vector<int32_t> perm;
  bool every_thread_count = false;  // 1, 2, … all, each beside one thread
  bool against_hptt = false;        // counts for row g
};

int64_t numel(const Sizes &sizes);
Sizes contiguous_strides(const Sizes &sizes);
Operand contiguous(ct_dtype dtype, const Sizes &sizes);
int64_t extent(const Operand &operand);       // bytes from the memory's begin to the end of the furthest element
int64_t dense_bytes(const Operand &operand);  // of its elements alone

// Half of the largest dim, as often as it takes to divide the number of elements by about so much (a power of two).
Sizes shrink(Sizes sizes, int64_t by);

std::string dims_text(const Sizes &sizes);  // "32x64x128"
std::string count_text(int64_t count);      // "48Ki"
std::string short_name(ct_dtype dtype);     // "f32"

// Complete cases, reads and writes each element once.
Case copy_case(const std::string &name, const Operand &to, const Operand &from);
Case permute_case(const std::string &name, ct_dtype to, ct_dtype from, const Sizes &source,
                  const std::vector<int32_t> &perm);
Case reduce_case(const std::string &name, Op op, ct_dtype to, const Operand &from, const std::vector<int32_t> &dims);
Case with(Case c, Memory memory);  // no floor but for kOut
Case with(Case c, Floor floor);

void list_json(const std::vector<Case> &cases, const char *file);

constexpr Floor kContiguous = {'a', 0.88, 0.88};  // row b where the footprint is in a cache
constexpr Floor kImages = {'c', 0.60, 0.75};
constexpr Floor kTranspose = {'d', 0.55, 0.70};
constexpr Floor kPermute3102 = {'e', 0.50, 0.65};
constexpr Floor kChannels8 = {'f', 0.60, 0.60};
constexpr Floor kChannelsFloat = {'f', 0.70, 0.70};
constexpr Floor kStrided = {'k', 0.70, 0.70};
constexpr Floor kShortRows = {'k', 0.40, 0.40};
constexpr Floor kReduced = {'h', 0.88, 0.88};      // f32 and f64, beyond the caches
constexpr Floor kWidened = {'h', 0.80, 0.80};      // narrower dtypes
constexpr Floor kCompensated = {'h', 0.44, 0.44};  // half of a plain sum
constexpr Floor kVariance = {'j', 0.50, 0.50};
constexpr Floor kSoftmaxed = {'j', 0.40, 0.40};
constexpr Floor kScanned = {'j', 0.60, 0.60};
constexpr Floor kSearched = {'i', 0.80, 0.80};

}  // namespace bench
