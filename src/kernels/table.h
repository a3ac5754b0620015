// What the kernels of one ISA offer: tables of plain functions. Kernels see pointers, byte strides and sizes only.
#pragma once

#include <cstdint>

#include "kernels/lists/argreduce.h"
#include "kernels/lists/elementwise.h"
#include "kernels/lists/reduce.h"
#include "kernels/lists/scan.h"
#include "kernels/lists/softmax.h"
#include "kernels/tuning.h"
#include "kernels/types.h"

namespace ct::kernels {

// Whether all that an op touches fits the caches. NonTemporal: it does not. Outputs are then stored past the caches,
// since an ordinary store reads a line before it writes it, and later reads would not find it there anyway. Inputs are
// prefetched earlier than the processor does by itself. This is a hint: kernels follow it where rows are dense, and
// results are the same. Once the loop has returned, other threads see what it has stored.
enum class Traffic { Cached, NonTemporal };

// A plane of at most so many bytes an operand is prefetched by the caller of a NonTemporal loop, while the plane before
// it is under way (iter/run.cpp).
constexpr int64_t kFetchedPlane = int64_t{64} << 10;

constexpr int kMostOptions = 3;

// A 2-D loop. data[k]: operand k's first element, outputs first. strides in bytes, signed: [k] inner, [noperands + k]
// outer. Any alignment to the element. Sizes may be 0. Inputs and outputs are disjoint, or the very same elements.
// A result depends on the element alone, never on where in the loop it stands: vector body and remainder agree.
// Options of an op (the alpha of add_scaled, say) stand behind the operands in data, one element each, of a dtype that
// ops/elementwise/options.h gives; strides have no entries for them.
using Loop = void (*)(char *const *data, const int64_t *strides, int64_t size0, int64_t size1, Traffic traffic);

// As Loop; data[0] holds accumulators of accumulator_dtype, data[1] the input, and each accumulator takes the elements
// over the dims whose stride for operand 0 is 0. The tree of additions depends on the reduced dims' sizes and on which
// strides are zero, contiguous or other: same bits for every ISA, address and thread count. Sequential runs are at most
// 32 additions long before the next level.
using Reduce = Loop;

// How a scatter joins what it brings and what is there. Replace has moves of its own.
enum class Scatter : int32_t { Replace, Add, Multiply, Least, Greatest };
constexpr int kNumScatters = 5;

// What a reduction's input may be in place of memory: elements that are computed when they are asked for. Its data
// points to this, its inner stride is kComputed, and the outer dim is one element, of stride 0. There are more than
// kFewComputedBytes of them.
struct Computed {
  static constexpr int64_t kMostBytes = int64_t{32} << 10;
  // `count` of the source's elements, of up to kMostBytes, which stay until the same worker asks for others.
  const char *(*elements)(const void *source, int64_t first, int64_t count, int32_t worker);
  const void *source;
  int64_t first, itemsize;  // the number of the first element, and the bytes of each
  int32_t worker;

  [[gnu::always_inline]] const char *at(int64_t index, int64_t count) const {
    return elements(source, first + index, count, worker);
  }
};
constexpr int64_t kComputed = INT64_MAX, kFewComputedBytes = int64_t{8} << 10;

// True when any element is zero (integer division looks before it writes). Operand 0 only.
using Any = bool (*)(const char *data, const int64_t *strides, int64_t size0, int64_t size1);

// A block of a transposition, of elements that are `unit` bytes, or of segments of so many: segment i of row j of the
// output is segment j of row i of the input. Rows lie where the tables say. Where rows of the output go on in another
// block, the block that comes first writes the line of the cache that both have a part in, so that non-temporal stores
// write it whole.
struct TransposeBlock {
  int64_t unit;
  int64_t n0, n1;            // segments in a row of the output (rows of the input), rows of the output
  const int64_t *to_rows;    // [n1] bytes from where the block starts
  const int64_t *from_rows;  // [n0 + after]
  bool is_even;              // neighbours among n0 and n1 rows are equally far apart; there are two of each, or more
  int64_t after;             // segments of the next block in a row that this one writes as well: a line of them at most
  bool begun;                // the block before has written the line in which a row starts
  bool whole_lines;          // rows of the output begin and end on lines of the cache
};
// n0 * unit is at most this, or n0 is 1.
constexpr int64_t max_transposed_row(int64_t unit) { return 512 * (unit < 4 ? unit : 4); }

// next: where a block of the same form will be read later, which is prefetched, or NULL.
using TransposeLoop = void (*)(char *to, const char *from, const char *next, const TransposeBlock &block,
                               Traffic stores);

// A scan of contiguous elements of one dtype. What is accumulated lies in memory as `held_size` bytes. The grouping of
// the elements of a segment depends on n alone; each but the last segment of a line has a multiple of kScanStep
// elements. Segments without offsets of fewer elements than that go one element after the other, as columns do.
constexpr int64_t kScanStep = 32;
struct Scan {
  int64_t held_size;
  void (*begin)(char *held, int64_t count);  // the identity
  // into = both. False: `later`, which nothing was written with, is not what it is after what was in `into`.
  bool (*join)(char *into, const char *later);
  // Of each of `count` segments of n: to[i] = its offset, its local, and the elements up to i; its local is what there
  // is after them (what is written may move some of the offset there). to NULL: that alone. offsets or locals NULL: the
  // identity, and nobody asks. In place with to == from. NULL for halves.
  void (*segments)(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t n, int64_t count,
                   char *offsets, char *locals, Traffic traffic);
  // Lines of n elements, n small, that lie to_at[i] and from_at[i] bytes from the first one; their elements lie `along`
  // bytes apart. NULL for halves.
  void (*lines)(char *to, const int64_t *to_at, int64_t to_along, const char *from, const int64_t *from_at,
                int64_t from_along, int64_t n, int64_t count);
  // The same down the rows, a column each: held has an accumulator a column, and room for 64 bytes of elements beyond.
  void (*columns)(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t rows, int64_t columns,
                  char *held, Traffic traffic);
};

// Softmax of contiguous elements. In place with to == from. NaN is not looked for: it shows in the sums, as +infinity
// does.
struct Softmax {
  double (*largest)(const char *from, int64_t n);                       // of nothing, -infinity
  double (*exponentials)(const char *from, int64_t n, double largest);  // the sum of e^(from - largest)
  void (*normalise)(char *to, const char *from, int64_t n, double largest, double sum, Traffic traffic);
  void (*subtract)(char *to, const char *from, int64_t n, double largest, double log_sum, Traffic traffic);
  // All of it, of `count` lines of up to kSoftmaxLine bytes.
  void (*lines)(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t count, int64_t n, bool logs,
                Traffic traffic);
  // Down columns, at most kSoftmaxRows rows a call, and kSoftmaxColumns columns: the largest of each after those rows,
  // which were `before`, and the sum so far, with room for 128 bytes of elements beyond. To `to`, unless it is NULL, go
  // the elements (logs) or their exponentials in a unit that end_columns knows, less those largest ones.
  void (*take_columns)(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t rows, int64_t columns,
                       const char *before, char *largest, double *sums, bool logs, Traffic traffic);
  // by: of the sums, logarithms (logs) or inverses. kept_largest: of exponentials that were kept; NULL for elements.
  // What it has stored past the caches, others see after fence().
  void (*end_columns)(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t rows, int64_t columns,
                      const char *kept_largest, const char *largest, const double *by, bool logs, Traffic traffic);
};

// The first of contiguous elements that nothing beats; NaN beats every number. What is best lies in memory as an
// element of that dtype.
struct Argreduce {
  bool (*beats)(const char *a, const char *b);
  // Its index, or -1 where none beats `best`, which becomes the best. begins: there is none so far. n is not 0.
  int64_t (*segment)(const char *from, int64_t n, bool begins, char *best, Traffic traffic);
  // The same of `count` segments of n, `step` bytes apart, each by itself. There is no best so far.
  void (*segments)(const char *from, int64_t step, int64_t count, int64_t n, char *best, int64_t *index,
                   Traffic traffic);
  // Down the rows, numbered from `first` on: the best of each column so far, and its row.
  void (*columns)(const char *from, int64_t step, int64_t rows, int64_t columns, int64_t first, bool begins, char *best,
                  int64_t *index, Traffic traffic);
  // The rows of columns that have at most kShortColumn of them, and which nobody wants the values of. index may be
  // stored past the caches.
  void (*short_columns)(const char *from, int64_t step, int64_t rows, int64_t columns, int64_t *index, Traffic traffic);
};

// What there is of moments so far: the sums of squared deviations, the means, and the counts. Of float64 a mean is the
// sum of a pivot, which is a number near the elements, and an offset from it: so an offset rounds as the differences of
// elements do, however large the elements are. Other dtypes have their means as offsets, and pivots are NULL.
struct MomentArrays {
  double *squares, *offsets, *counts, *pivots;
};

// Mean and squared deviations of dense elements, which join what there is so far. The grouping depends on n, or on
// rows, alone.
struct Moments {
  void (*run)(const char *from, int64_t n, const MomentArrays &to);
  // Down the rows, a column each, which have the same count so far; those of neighbours are `stride` numbers apart.
  void (*columns)(const char *from, int64_t step, int64_t rows, int64_t columns, const MomentArrays &to, int64_t stride,
                  Traffic traffic);
};

// Sums of dense elements, and what rounding has taken from them; both join what there is so far.
struct Compensated {
  void (*run)(const char *from, int64_t n, double *sum, double *lost);
  void (*columns)(const char *from, int64_t step, int64_t rows, int64_t columns, double *sums, double *lost,
                  int64_t stride);  // as Moments
};

// Where a generator of random numbers stands: block `counter` of Philox4x32-10 under that key has the counter's words
// in front and the stream's behind them.
struct RandomStream {
  uint64_t key, stream, counter;
};
constexpr int64_t kRandomGroup = 256;  // bytes of 16 blocks, which are made together
struct UniformRange {
  int digits;             // bits of a word that count
  double low, span, top;  // low + x * span, but at most top
};
// Numbers take the place of the words they are made of, by groups: float32 of one word each, float64 of two.
struct RandomNumbers {
  void (*uniform)(char *data, int64_t groups, const UniformRange &range);
  void (*normal)(char *data, int64_t groups, double mean, double std);
  void (*exponential)(char *data, int64_t groups, double by);
};

// Indices of one dim, as an op meets them along two dims of its own.
struct IndexOf {
  const char *data;
  int64_t strides[2];  // bytes
  int64_t size, step;  // of the dim: what is added to a negative index, and the bytes between two of its elements
  DType dtype;         // an integer
};

// A piece of an indexing op. Each position along dims 0 and 1 has an index of each kind, which say together at which
// offset a slice of `indexed` begins; the slice lies along dim 2. On the other side, `data` goes along all three dims.
// Positions are taken in order, dim 0 first: what is written last stays.
struct IndexedPiece {
  char *indexed, *data;
  int64_t indexed_strides[3], data_strides[3];  // bytes
  int64_t sizes[3];
  const IndexOf *indices;
  int64_t count;      // of indices
  bool by_slices;     // slice by slice, else one element of all slices after the other
  int64_t low, high;  // positions whose offset is none of low <= offset < high are left out
  bool is_far;        // what is indexed does not lie in the core's own cache
  Traffic traffic;    // of data, where it is written
};
constexpr int64_t kAllOffsets = INT64_MAX;  // high, where no position is left out

// How elements move between `indexed` and `data`. Elements lie at data + i * step, slices at data + places[i].
struct IndexedMove {
  void (*elements)(char *data, int64_t step, char *indexed, const int64_t *offsets, int64_t n, bool is_far);
  void (*slices)(const IndexedPiece &piece, char *data, const int64_t *places, const int64_t *offsets, int64_t n);
};

// The tables, one for each family of ops. table<…>() of an ISA's namespace gives one of them, and each is reached by
// itself, so a static program holds no kernels but those of the families that it calls.

// Of an elementwise op.
struct OpLoops {
  // [deterministic][common dtype]; NULL where the op does not take the dtype. [1] differs only where the op calls a
  // math function: SLEEF's cinz_ family gives the same bits on every ISA.
  Loop loops[2][kNumDTypes];
  // [float16, bfloat16]: the second input is a float32, and stays in place. NULL where the op rounds it first.
  Loop beside_float32[2];
};
template <Elementwise>
struct OpTable : OpLoops {};  // the ops' tables are told apart by their types

struct ConvertTable {
  Loop convert[kNumDTypes][kNumDTypes];  // [to][from]; operand 0 = to, 1 = from. Equal dtypes: a copy
};
struct TransposeTable {
  TransposeLoop transpose;  // others see its non-temporal stores after fence()
};
struct FenceTable {
  void (*fence)();
  // Stores dense bytes past the caches, but for parts of lines at both ends. Others see them after fence().
  void (*store)(char *to, const char *from, int64_t nbytes);
};
// Two ops at a time, of which the second takes what the first one gives: that stays in registers.
struct Pair {
  Loop first, second;
  Loop both;    // of one row of the first's inputs, and the second's others, which are dense or stay in place
  int operand;  // of the second
};
struct PairTable {
  Pair pairs[48];
  int count;
  [[gnu::always_inline]] void add(const Pair &pair) { pairs[count++] = pair; }
};
struct FillTable {
  Loop fill[5];  // by log2(element size): operand 1 has strides 0 and is the value
};
struct RandomTable {
  void (*words)(char *to, const RandomStream &from, int64_t groups);
  RandomNumbers of[2];  // float32, float64
};
struct ReduceTable {
  Reduce reduce[kNumAccumulators]
               [kNumDTypes];  // [accumulator][the input's dtype]; NULL where it takes no such elements
};
struct ScanTable {
  Scan scan[kNumScans][kNumDTypes];  // those that scanned_dtype() gives, and columns of halves
};
struct SoftmaxTable {
  Softmax softmax[kNumDTypes];  // float32 and float64
};
struct ArgreduceTable {
  Argreduce argreduce[2][kNumDTypes];  // [Wanted]; those that compared_dtype() gives
};
struct AnyZeroTable {
  Any any_zero[kNumDTypes];  // integers only, else NULL
};
struct MomentsTable {
  Moments moments[kNumDTypes];  // of real floats
};
struct CompensatedTable {
  Compensated compensated[kNumDTypes];  // of real floats
};

struct IndexTable {
  // The first of n0 x n1 indices that is not in [low, size), counted with dim 0 first, or -1.
  int64_t (*first_outside)(const IndexOf &index, int64_t n0, int64_t n1, int64_t low);
  // The offset of each position along dims 0 and 1 of a piece, [n1][n0].
  void (*place)(const IndexedPiece &piece, int64_t first0, int64_t n0, int64_t first1, int64_t n1, int64_t *offsets);
  void (*run)(const IndexedPiece &piece, const IndexedMove &move);
  IndexedMove gather[5], scatter[5];  // by log2(element size): from indexed to data, and back
};
struct AccumulateTable {
  IndexedMove accumulate[kNumScatters][kNumDTypes];  // data joins what is indexed; NULL where there is no such op
};
// Of dense bytes of a mask, where any but 0 is true.
struct SelectTable {
  int64_t (*count)(const char *mask, int64_t n);
  // The positions of those that are true, plus `first`. Nothing is written behind them.
  int64_t (*positions)(int64_t *to, const char *mask, int64_t n, int64_t first);
  // The elements that are true, by log2(element size): how many there were. Nothing is written behind them.
  int64_t (*compress[5])(char *to, const char *from, const char *mask, int64_t n);
};

}  // namespace ct::kernels
