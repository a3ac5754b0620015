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

constexpr int kMostOptions = 3;

// A 2-D loop. data[k] is operand k's first element, outputs first. strides are in bytes, signed: [k] inner, [noperands
// + k] outer. Elements may have any alignment, and sizes may be 0. Inputs and outputs are disjoint, or the very same
// elements. A result depends only on its element, never on where in the loop that stands: vector body and remainder
// agree. Options of an op (the alpha of add_scaled, for example) stand behind the operands in data, one element each,
// of a dtype that ops/elementwise/options.h gives; strides have no entries for them.
using Loop = void (*)(char *const *data, const int64_t *strides, int64_t size0, int64_t size1, Traffic traffic);

// Like Loop, but data[0] holds accumulators of accumulator_dtype and data[1] the input. Each accumulator takes the
// elements over the dims whose stride for operand 0 is 0. The tree of additions depends on the reduced dims' sizes, and
// on which strides are zero, contiguous or other, so it gives the same bits for every ISA, address and thread count. At
// most 32 additions follow each other before the next level.
using Reduce = Loop;

// How a scatter joins the elements that it brings with those that are there. Replace has kernels of its own.
enum class Scatter : int32_t { Replace, Add, Multiply, Least, Greatest };
constexpr int kNumScatters = 5;

// A reduction's input whose elements are computed when they are asked for. The loop's data points to this, the inner
// stride is kComputed, and the outer dim is one element, of stride 0. There are more than kFewComputedBytes of
// elements.
struct Computed {
  static constexpr int64_t kMostBytes = int64_t{32} << 10;
  // `count` elements of the source, up to kMostBytes; they stay until the same worker asks for others.
  const char *(*elements)(const void *source, int64_t first, int64_t count, int32_t worker);
  // NULL, or what sums `count` elements, a leaf of them (kernels/reduce/order.h), into kLaneBytes of lanes.
  using Sums = void (*)(const void *source, int64_t first, int64_t count, int32_t worker, char *lanes);
  Sums sums;
  const void *source;
  int64_t first, itemsize;  // the number of the first element, and the bytes of each
  int32_t worker;

  [[gnu::always_inline]] const char *at(int64_t index, int64_t count) const {
    return elements(source, first + index, count, worker);
  }
};
constexpr int64_t kComputed = INT64_MAX, kFewComputedBytes = int64_t{8} << 10;

// True when any element is zero, for integer division, which looks before it writes. Takes operand 0 only.
using Any = bool (*)(const char *data, const int64_t *strides, int64_t size0, int64_t size1);

// A block of a transposition, of elements that have `unit` bytes, or of segments of that many bytes: segment i of row j
// of the output is segment j of row i of the input. The tables say where rows lie. Where rows of the output continue in
// another block, the block that comes first writes the cache line that both share, so that non-temporal stores write it
// whole.
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
  // into = both. Returns false where `later`, which was computed without writing elements, would differ after what was
  // in `into`.
  bool (*join)(char *into, const char *later);
  // For each of `count` segments of n: to[i] accumulates the segment's offset, its local, and its elements up to i; its
  // local becomes what there is after them (some of the offset may move into it, if elements are written). With `to`
  // NULL, only locals are computed. NULL offsets or locals stand for the identity, and are not written. In place with
  // to == from. NULL for halves.
  void (*segments)(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t n, int64_t count,
                   char *offsets, char *locals, Traffic traffic);
  // Scans lines of a few elements, n each, that begin to_at[i] and from_at[i] bytes from the first one; their elements
  // lie `along` bytes apart. NULL for halves.
  void (*lines)(char *to, const int64_t *to_at, int64_t to_along, const char *from, const int64_t *from_at,
                int64_t from_along, int64_t n, int64_t count);
  // The segments of few columns side by side: the same bits as from `segments`, with offsets and locals for each. In
  // place with to == from. NULL for some dtypes.
  void (*few_columns)(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t rows, int64_t columns,
                      const char *offsets, char *locals);
  // Scans columns, row after row: held has an accumulator for each column, and room for 64 bytes of elements beyond.
  void (*columns)(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t rows, int64_t columns,
                  char *held, Traffic traffic);
};

// Softmax of contiguous elements. In place with to == from. NaN is not looked for, because it shows in the sums; so
// does +infinity.
struct Softmax {
  double (*largest)(const char *from, int64_t n);                       // of nothing, -infinity
  double (*exponentials)(const char *from, int64_t n, double largest);  // the sum of e^(from - largest)
  void (*normalise)(char *to, const char *from, int64_t n, double largest, double sum, Traffic traffic);
  void (*subtract)(char *to, const char *from, int64_t n, double largest, double log_sum, Traffic traffic);
  // The whole softmax of `count` lines of up to kSoftmaxLine bytes.
  void (*lines)(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t count, int64_t n, bool logs,
                Traffic traffic);
  // Takes at most kSoftmaxRows rows of at most kSoftmaxColumns columns. `largest` becomes the largest element of each
  // column after these rows, where it was `before`, and `sums` the sum so far; both have room for 128 bytes of elements
  // beyond. If `to` is not NULL, it gets the elements less the largest ones (logs), or the exponentials of that in a
  // unit that end_columns knows.
  void (*take_columns)(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t rows, int64_t columns,
                       const char *before, char *largest, double *sums, bool logs, Traffic traffic);
  // by: the logarithms (logs) or the inverses of the sums. kept_largest: for exponentials that were kept, the largest
  // elements they refer to; NULL for elements. Other threads see what it has stored past the caches after fence().
  void (*end_columns)(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t rows, int64_t columns,
                      const char *kept_largest, const char *largest, const double *by, bool logs, Traffic traffic);
};

// Finds the first of contiguous elements that no other one beats. NaN beats every number. `best` is an element of that
// dtype in memory.
struct Argreduce {
  bool (*beats)(const char *a, const char *b);
  // The index of that element, or -1 where none beats `best`; otherwise `best` becomes that element. begins: there is
  // no `best` yet. n is not 0.
  int64_t (*segment)(const char *from, int64_t n, bool begins, char *best, Traffic traffic);
  // The same for `count` segments of n, `step` bytes apart, each by itself, without an earlier best.
  void (*segments)(const char *from, int64_t step, int64_t count, int64_t n, char *best, int64_t *index,
                   Traffic traffic);
  // The same for columns, row after row: finds the best of each column so far, and the number of its row. Rows count
  // from `first`.
  void (*columns)(const char *from, int64_t step, int64_t rows, int64_t columns, int64_t first, bool begins, char *best,
                  int64_t *index, Traffic traffic);
  // Finds only the row numbers, for columns of at most kShortColumn rows. index may be stored past the caches.
  void (*short_columns)(const char *from, int64_t step, int64_t rows, int64_t columns, int64_t *index, Traffic traffic);
};

// The moments so far: sums of squared deviations, means, and counts. For float64, a mean is the sum of a pivot, which
// is a number near the elements, and an offset from it. So an offset is rounded like the differences between elements,
// however large these are. For other dtypes the offsets are the means, and pivots are NULL.
struct MomentArrays {
  double *squares, *offsets, *counts, *pivots;
};

// Mean and squared deviations of dense elements, joined with the moments so far. The grouping depends only on n, or on
// the number of rows.
struct Moments {
  void (*run)(const char *from, int64_t n, const MomentArrays &to);
  // Moments of columns, row after row. All columns have the same count so far; the moments of neighbours are `stride`
  // numbers apart.
  void (*columns)(const char *from, int64_t step, int64_t rows, int64_t columns, const MomentArrays &to, int64_t stride,
                  Traffic traffic);
};

// Sums of dense elements, and what rounding has taken from them. Both are joined with what there is so far.
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
// Numbers replace the words that they are made of, group by group: float32 are made of one word each, float64 of two.
struct RandomNumbers {
  void (*uniform)(char *data, int64_t groups, const UniformRange &range);
  void (*normal)(char *data, int64_t groups, double mean, double std);
  void (*exponential)(char *data, int64_t groups, double by);
};

// Indices into one dim, laid out along two dims of the op.
struct IndexOf {
  const char *data;
  int64_t strides[2];  // bytes
  int64_t size, step;  // of the dim: what is added to a negative index, and the bytes between two of its elements
  DType dtype;         // an integer
  bool counts_back;    // one may be negative
};

// A piece of an indexing op. Each position along dims 0 and 1 has one index of each kind; together they give the offset
// at which a slice of `indexed` begins, which lies along dim 2. On the other side, `data` goes along all three dims.
// Dim 3 repeats all of it for further slices with the same indices; it has one element unless all positions fit a
// block. Positions are taken in order, dim 0 first, so what is written last stays.
// pattern: NULL, or where positions along dim 0 lie in `indexed` with indices of 0, in place of a stride: dim 0 then
// stands for several dims, and has at most kIndexBlock elements.
struct IndexedPiece {
  char *indexed, *data;
  int64_t indexed_strides[4], data_strides[4];  // bytes
  int64_t sizes[4];
  const int64_t *pattern;
  const IndexOf *indices;
  int64_t count;      // of indices
  bool by_slices;     // slice by slice, else element by element, each of all slices
  int64_t low, high;  // positions whose offset is none of low <= offset < high are left out
  bool is_far;        // what is indexed does not lie in the core's own cache
  Traffic traffic;    // of data, where it is written
};
constexpr int64_t kAllOffsets = INT64_MAX;  // high, where no position is left out

// Rows of n positions each, and their indices, which lie side by side: int64 into a dim of `size` elements, negative
// ones counted from the end. size: 0 where none is negative.
struct DirectRows {
  char *data, *indexed;
  const char *indices;
  int64_t size, n, rows;
  int64_t step;                              // bytes between the elements of a row in `data`
  int64_t indexed_step, index_step;          // the same in `indexed` for equal indices; between elements of its dim
  int64_t data_row, indexed_row, index_row;  // bytes from a row to the next
  bool is_far;
};

// How elements move between `indexed` and `data`. Elements lie at data + i * step, slices at data + places[i].
struct IndexedMove {
  void (*elements)(char *data, int64_t step, char *indexed, const int64_t *offsets, int64_t n, bool is_far);
  void (*slices)(const IndexedPiece &piece, char *data, const int64_t *places, const int64_t *offsets, int64_t n);
  void (*direct)(const DirectRows &rows);  // as `elements`
  int64_t size;                            // of an element, in bytes
  bool joins;  // with what is there, and does so in a register where neighbours meet in one element
};

// The tables, one for each family of ops. table<…>() of an ISA's namespace gives one of them, and each is reached by
// itself, so a static program holds no kernels but those of the families that it calls.

// The loops of an elementwise op.
struct OpLoops {
  // [deterministic][common dtype]; NULL where the op does not take the dtype. [1] differs only where the op calls a
  // math function: SLEEF's cinz_ family gives the same bits on every ISA.
  Loop loops[2][kNumDTypes];
  // [float16, bfloat16]: loops whose second input is a float32 that stays in place. NULL where the op rounds it first.
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
  // Stores dense bytes past the caches, except for partial cache lines at both ends. Other threads see them after
  // fence().
  void (*store)(char *to, const char *from, int64_t nbytes);
};
// Two ops as one: the second takes the result of the first, which stays in registers.
struct Pair {
  Loop first, second;
  Loop both;    // takes a row of the first's inputs and the second's others, which are dense or stay in place
  int operand;  // of the second, that takes the first's result
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
  // The place of the first of n0 x n1 indices that is not in [low, size), counted with dim 0 first, or -1.
  int64_t (*first_outside)(const IndexOf &index, int64_t n0, int64_t n1, int64_t low);
  // Computes the offset of each position along dims 0 and 1 of a piece, [n1][n0].
  void (*place)(const IndexedPiece &piece, int64_t first0, int64_t n0, int64_t first1, int64_t n1, int64_t *offsets);
  void (*run)(const IndexedPiece &piece, const IndexedMove &move);
  IndexedMove gather[5], scatter[5];  // by log2(element size): from indexed to data, and back
};
struct AccumulateTable {
  IndexedMove accumulate[kNumScatters][kNumDTypes];  // data joins what is indexed; NULL where there is no such op
};
// Works on a mask of dense bytes, in which any byte but 0 is true.
struct SelectTable {
  int64_t (*count)(const char *mask, int64_t n);
  // Writes the positions of the true bytes, plus `first`, and nothing behind them.
  int64_t (*positions)(int64_t *to, const char *mask, int64_t n, int64_t first);
  // By log2(element size): writes the elements where the mask is true, and nothing behind them. Returns how many there
  // are.
  int64_t (*compress[5])(char *to, const char *from, const char *mask, int64_t n);
  // The inverse: writes the elements of `from`, one after the other, to where the mask is true. Returns how many.
  int64_t (*spread[5])(char *to, const char *from, const char *mask, int64_t n);
};

}  // namespace ct::kernels
