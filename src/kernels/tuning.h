// These knobs decide speed, and no bit of a result. Each names the machine and the bench case it was measured with;
// what decides bits is in kernels/reduce/order.h. Every room may include this file: it holds constants alone.
#pragma once

#include <cstdint>

namespace ct {

// ---- the memory of every machine that this library knows ----

constexpr int64_t kCacheLine = 64;    // bytes; x86-64 and arm64 servers
constexpr int64_t kPage = 4096;       // bytes; the processor's own prefetching stops at its end
constexpr int64_t kSetStride = 4096;  // bytes; lines so far apart fall into one set of the first-level cache (64 sets)

// What a loop can count on of a core's own cache: half of what Zen 4, Zen 5 and Skylake-SP have. Prefetching what lies
// there costs more than it gains.
constexpr int64_t kOwnCacheBytes = int64_t{512} << 10;
// At most so many bytes of the last-level cache count for each processor, because a virtual machine with few of them
// shows the cache of the whole machine. Two processors of an Emerald Rapids that show 260 MiB; add, exp and copies of
// 16Mi float32.
constexpr int64_t kMostCacheOfProcessor = int64_t{16} << 20;

// ---- the pool of threads (an AMD EPYC with AVX2, under load; bench "scaling: …" with --pool) ----

constexpr int64_t kPoolSpinNs = 50'000;  // a thread waits awake this long, about what the system takes to wake it

// ---- estimates of what a loop costs (runtime/cost.h) ----

// What it takes at least to move a byte within a core's own caches, what more where not all that moves stays there, and
// what to move an element that lies apart from its neighbours, in picoseconds. These are lower bounds, so that threads
// are used rather too late than too early. The last two are from an Emerald Rapids whose threads sleep between calls:
// bench "assign" --random 94002, on two threads.
constexpr int64_t kBytePs = 9, kFarBytePs = 12, kApartPs = 150;

// ---- scans and softmax (Zen 5, bench "cumsum …" and "softmax …") ----

constexpr int64_t kScanAhead = 2048;  // bytes that are prefetched ahead from memory
// Fewer lines side by side are scanned one by one if they have this many elements. Emerald Rapids, cumsum of float32
// [102,140,34,3], [1000,1000,2], [100000,3] and [50,4000,5] along the dim before the last.
constexpr int64_t kFewestColumns = 4, kLongColumn = 256;
// Two threads share a line of more elements than this. They read it twice, so that they hardly gain on one. Emerald
// Rapids, cumsum of 40000 to 2000000 float32, float64 and int64.
constexpr int64_t kLineOfTwo = int64_t{1} << 20;

// ---- small calls and walks (bench "small: …" and "permute …") ----

constexpr int64_t kFewElements = 4096;  // this few get no threads and no non-temporal stores
constexpr int64_t kFewBytes = 4096;     // contiguous segments of this few go straight to their kernel
constexpr int64_t kMostPicked = 256;    // elements that are picked one by one; planes of more are worth a kernel's call
constexpr int64_t kAtOnce = 32768;      // elements; beyond this many, the order of a walk matters
constexpr int64_t kStripRows = 64;      // a strip of a plane is no narrower along dim 1,
constexpr int64_t kStripElements = 512;  // and no shorter along dim 0

// Planes of fewer elements are put together, and operands that lie in another order are packed (Zen 4, bench "add … in
// two orders"). The first figure is for planes whose rows are not short (kDriverShortRow), or have a cache line or
// more, and are common to all operands, since calls for those cost less.
constexpr int64_t kSmallPlane = 64, kSmallMixedPlane = 512;
constexpr int64_t kMostBox = 1024;  // elements, in the same cases, and of small conversions
// An input whose elements are read at least this many times each, and would be packed or converted each time, is copied
// first. The machine is a Zen 3; sums of float32 [10,6,190,134] permuted and [1,134,6,1].
constexpr int64_t kFewestRepeats = 4;
// An input whose neighbours lie along another dim, or which is read many times, is copied first, too, where rows of the
// output have fewer bytes than this, and the elements are not few. An Emerald Rapids; sums of two orders of float32
// [112,350,4,58], of int64 [377,4,136,13] and of uint8 [132,6,55,4] took 0.1 to 0.6 of the time.
constexpr int64_t kShortRowOfPlane = 256, kFewInShortRows = 16384;
// An element that is repeated in a row of at most this many bytes is put there by shuffles of registers, several rows
// at once; in longer rows, each is stored by itself. An Emerald Rapids; products of [n,k] and [n,1] of 64Ki elements.
constexpr int kRepeatedBytes = 16;
// Where an expression's operands lie in different orders, blocks of shorter rows are packed as one row. Zen 4;
// tools/bench_chains.py --random, whose chains have such operands.
constexpr int64_t kShortPackedRow = 64;
constexpr int64_t kPackedBlockRows = 32;       // rows of blocks with longer rows
constexpr int64_t kLongPackedRowBytes = 4096;  // results of rows this long are stored past the caches
constexpr int64_t kMostStep = 5;  // between elements that are packed by registers: there is a loop for each
// Columns of elements of that size that a transposition takes one by one.
constexpr int64_t most_apart(int64_t size) { return size < 4 ? 3 : 2; }
// Elements further apart than so many bytes are loaded one by one, not by registers, of which few lanes are wanted:
// those of 8 bytes at every fifth place. Emerald Rapids with AVX-512, copies of 4000 float64; with AVX2 it is the same.
constexpr int64_t kSparseStep = 32;
// Rows of fewer elements that move one by one go down their columns. Emerald Rapids; 1596 rows of 2 to 15 elements,
// with a gap after each on one side.
constexpr int64_t kDownRow = 4;
// Boxes whose elements move one by one, on an Emerald Rapids; bench "assign" --random 88001. Their elements: the
// first-level cache holds a line for each. The bytes of both sides up to which they may go across the input, and the
// rows of it beyond that. The elements from which on a row is moved by a loop, not as a table lists its places.
constexpr int64_t kBoxElements = 512;
constexpr int64_t kNearBoxes = int64_t{2} << 20, kFetchedRows = 64;
constexpr int64_t kFewInRow = 8;
// A block is picked, not transposed, where its bytes and one more for each element are fewer. Zen 4, with AVX-512 and
// with AVX2; bench "--random permute".
constexpr int64_t kPickedBlock = 512;

// ---- argreduce (Zen 5, bench "argmax …") ----

constexpr int64_t kArgreduceStripBytes = 32768;  // of the columns that are searched together; they hold twice as much
constexpr int64_t kDenseRow = 8192;              // bytes at most of rows that are taken one by one
constexpr int64_t kFoldedSegment = 2048;         // bytes at most of segments that are folded many at a time
constexpr int64_t kShortColumn = 16;             // rows at most of columns whose results are not held in memory
// A tensor that is searched as a whole, but does not lie in order, is copied in parts of this many bytes. Zen 4; bench
// "argmax every".
constexpr int64_t kArgreduceCopyBytes = 65536;
// Dense rows of few columns are searched several at a time, as one row of up to this many columns, where there are
// enough elements. Zen 4; bench "--random argmax".
constexpr int64_t kFoldedColumns = 64, kFoldedElements = 8192;
// Lines that lie side by side and have at most this many elements in all are not worth a call of their own, and are
// copied in boxes. The first figure is for lines whose neighbours lie across, which a call takes as columns. Zen 4 and
// Emerald Rapids; bench "--random argmax", and argmax of [1000/n,n,k] along either dim, n = 2 to 20, k = 20 to 400.
constexpr int64_t kFewTogether = 256, kManyTogether = 1024;
// Lines that lie side by side and do not fill a register are copied in boxes, too, where there are at least this many
// and this many groups of them fit into a box. Other lines of kMostOfRegister bytes side by side are searched where
// they lie. Emerald Rapids; bench "argmax dim 1", the cases of 225x140.
constexpr int64_t kFewestNarrowLines = 96, kGroupsOfNarrowLines = 8, kMostOfRegister = 48;
// Bytes of a segment that are searched before the place of the best in them is looked up, and bytes ahead that columns
// of few rows prefetch. Bench "argmax dim"; the machine is not recorded.
constexpr int64_t kArgreduceBlock = 4096, kShortColumnAhead = 2048;

// Elements from which on a register that they fill in part finds the best of them, not a loop. Emerald Rapids; argmax
// of rows of 32 to 48 uint8.
constexpr int64_t kFewestInRegister = 8;

// ---- indexing (Zen 4, tools/bench_index.py: index_select, gather, scatter_add) ----

constexpr int64_t kIndexBlock = 512;       // positions whose offsets are found at a time; they lie on the stack
constexpr int64_t kSlicesAhead = 4096;     // bytes of slices that are prefetched ahead, kMostSlicesAhead of them
constexpr int64_t kMostSlicesAhead = 32;   // at most
constexpr int64_t kMostSliceAhead = 2048;  // bytes of a slice; the processor prefetches the rest of a longer one
constexpr int64_t kScatteredAhead = 32;    // elements that are prefetched ahead where they lie beyond the core's cache
constexpr int64_t kFewestOwned = 65536;    // positions; fewer are not shared out by what they write to
constexpr int64_t kMostOwners = 8;         // threads that share what is indexed: each looks at all positions
constexpr int64_t kSelectChunk = 32768;    // elements of a mask that a thread takes at a time
// True bytes of 64 from which on whole registers are put in order. On a Zen 3; bench_index.py masked_select, nonzero.
constexpr int64_t kDenseWord = 12;
constexpr int64_t kShortSlice = 16;  // registers; longer slices are copied by memcpy
// Slices of fewer positions are gone along one after the other, and those of so many elements are copied as boxes. On a
// Zen 3; bench_index.py --random, index and index_put of [35141, 7, 1] along dim 2.
constexpr int64_t kFewPositions = 8, kLongSlice = 512;
// A tensor is copied before slices of it are gathered element by element, where it has at most as many slices as are
// gathered; this many times fewer where neighbours share a cache line. On an Emerald Rapids; index_select of int64
// [2, 3, 3786], strides (3, 1, 6), dim 1 by 16 indices.
constexpr int64_t kNearTurned = 2;
// take: a tensor whose elements are not evenly apart is copied where it has at most so many bytes for one of the index.
// On an Emerald Rapids; 1000 and 20000 of float32 [60, 50, 40] turned.
constexpr int64_t kCopiedForIndex = 4;
// So few indices into slices side by side are followed without a walk (ops/index/few.h). On an Emerald Rapids; index
// and index_put of 8 to 64 float32 by as many indices.
constexpr int64_t kFewIndices = 64;
// gather and scatter: rows of positions of at least so many are walked one by one. On an Emerald Rapids; bench
// "scatter_add" --random 61301.
constexpr int64_t kLongIndexRow = 64;
// Shorter rows of positions are made into offsets together. On an Emerald Rapids; gather and scatter of int32, float64
// and uint8, 20000 rows of 2 to 12 positions.
constexpr int64_t kShortIndexRow = 8;
// Slices of so few elements are joined one by one: a load of part of a register waits for the store before it, where
// slices meet. On an Emerald Rapids; index_add of uint8 [63,125,4,3], dim 2 by 6 indices.
constexpr int64_t kFewInSlice = 4;
// repeat_interleave copies boxes of single elements where they are fewer than this, or where each has so many of them.
// On a Zen 3; bench_index.py --random, repeat_by_tensor.
constexpr int64_t kFewestRuns = 8, kSlicesOfRun = 64;
constexpr int64_t kNeighboursAsked = 64;  // pairs of positions that are looked at to tell whether neighbours meet

// ---- scans and softmax (Zen 4, bench "--random cumsum") ----

// Short lines of which few lie side by side are picked into tiles of at most this many.
constexpr int64_t kMostPickedLines = 1024;

// Lines whose softmax is computed step by step together, and their bytes, which are a part of the first-level cache.
// Emerald Rapids, on all its instruction sets; softmax and log_softmax of lines of 25 to 400 elements.
constexpr int64_t kLinesTogether = 8;
constexpr int64_t kLinesTogetherBytes = int64_t{8} << 10;

// ---- elementwise (Zen 5, bench "add …", "mul …", "cast …" of strided, transposed and broadcast operands) ----

constexpr int64_t kDriverShortRow = 16;  // elements; shorter rows cost more in calls than in work
// Rows of at most so many elements that lie apart are joined with other rows, and prefetched so many bytes ahead.
// Emerald Rapids; int32 [9,106,21], strides (26320,240,3), to uint8, and rows of 21 to 64 float32 with steps of 2 and
// 3, 6000000 in all, to float64.
constexpr int64_t kDriverSpacedRow = 64, kPackedAhead = 4096;
// Rows of at most so many bytes of the largest operand are joined where one goes across them: longer ones cost less one
// by one than what it takes to pack the others. Emerald Rapids, on all its instruction sets; products of [n,m,k] by a
// transposed operand, k = 17 to 64, of float64, float32 and uint8.
constexpr int64_t kDriverTurnedRow = 128;
constexpr int64_t kDriverFewRows = 8;      // short rows that cost less one by one than in a block
constexpr int64_t kDriverColumnRows = 16;  // rows of a block that reads along dim 1: it uses a line of each column
constexpr int64_t kDriverRowBytes = int64_t{4} << 10;       // of each operand in a row, so that all of them stay in L1
constexpr int64_t kDriverJoinedBytes = int64_t{16} << 10;   // of all buffers where short rows are joined
constexpr int64_t kDriverBlockBytes = int64_t{32} << 10;    // of all inputs in a block of several rows
constexpr int64_t kDriverPrefetchBytes = int64_t{2} << 10;  // of an operand that are prefetched ahead
constexpr int64_t kDriverNonTemporalRow = 4096;             // bytes between reading and writing: short bursts of each
// Bytes that are read before they are stored non-temporally, and the length of both sides of a block that is stored so.
// Memory is slow to answer for less of a row at a time, and more rows that are a power of two apart do not fit into the
// few sets of their lines.
constexpr int64_t kNonTemporalBlock = 4 * kCacheLine;
// Where inputs are at least this many times as large as the output, reading lines of the output before they are written
// costs less than storing blocks non-temporally. Conversions of 29M int32 to uint8 and comparisons of 29M int64.
constexpr int64_t kDriverReadsMost = 4;

// About one operand's share of a last-level cache: prefetching blocks of columns that lie nearer costs more than it
// gains. Zen 4; products of int32 [78017, 76] and of float32 [600, 700] by a transposed operand.
constexpr int64_t kFarColumnBytes = int64_t{16} << 20;
// Rows of a dense input that are prefetched at a time, while as many rows of the block before it are computed. Zen 4,
// the same.
constexpr int64_t kPrefetchedRows = 8;
// A plane of at most this many bytes an operand is prefetched by the caller of a NonTemporal loop, while the plane
// before it is under way (iter/blocks.cpp). The machine is not recorded.
constexpr int64_t kFetchedPlane = int64_t{64} << 10;

// ---- copies ----

// Bytes of a row of a transposition's block, in the input or the output, that the caches hold beside the other side.
// Zen 4; bench "transpose", "permute".
constexpr int64_t kTransposedRow = 512;
constexpr int64_t kStagedRow = 2048;  // of the output, where its rows are staged on their way past the caches
// Groups of rows of few columns that are transposed in one call. Zen 3; contiguous copies of float32 [5760,5]
// transposed.
constexpr int64_t kNarrowGroups = 8;

// Where whole lines are stored past the caches, a block has as many rows of the input as the first-level cache holds
// two lines of, and kNonTemporalInputRow bytes of each. Zen 4; bench "transpose f32 4096x8192".
constexpr int64_t kNonTemporalRows = 128;
constexpr int64_t kNonTemporalInputRow = 1024;

// Bytes between the block of a transposition that is read and the one that is prefetched. Zen 4; bench "permute",
// "NCHW->NHWC".
constexpr int64_t kBlocksAhead = int64_t{16} << 10;

// Bytes of rows that are stored past the caches although the lines at their ends are written in part. Zen 4; bench
// "permute 0213", "copy".
constexpr int64_t kNonTemporalRow = 512;
// The same where elements are picked from lines that hold others, too, so that much more is read than stored. Zen 3;
// every fifth element of float32 and float64 in rows of 98 to 1000, every third of float16 in rows of 700.
constexpr int64_t kNonTemporalSpacedRow = 1024;
// Bytes of a row of a transposition's block, and of interleaved elements, that are stored past the caches although the
// lines at their ends are written in part. Emerald Rapids; permutations (2,0,3,1) of [n,k,34,168] and (2,0,3,1,4) of
// [n,k,34,168,3] for k = 2 to 32, and planes of 2 to 4 by 100 to 10000, of elements of 1 to 8 bytes.
constexpr int64_t kNonTemporalShortRow = 128, kNonTemporalInterleaved = 2048;

// In the caches, contiguous segments of this many bytes are copied as quickly one by one. Bench "permute 0213".
constexpr int64_t kLongSegment = 128;

// For rows of at least this many elements, and of a cache line, an interleaving kernel is better than a transposition.
// Zen 3; planes of 16 to 62 by 2 to 4 elements, and bench "HWC->CHW". Emerald Rapids, on all its instruction sets;
// planes of 40 to 63 by 2 to 4 bytes.
constexpr int64_t kInterleavedRow = 40;
constexpr int64_t kMostInterleaved = 4;  // rows, for which there are such kernels (copy/interleave.h)
// Bytes ahead in each row that deinterleaving writes, a transposition of few columns, and one of segments, whose lines
// are asked for. Emerald Rapids; planes of 453 by 2 to 4 elements of 1 to 8 bytes, of 2001 to 400001 by 3 to 60, and
// [999,501,10] permuted, whose rows begin within lines.
constexpr int64_t kRowsAhead = 256;

// ---- joining and rearranging (src/ops/structural; Zen 4) ----

// Bytes of a tile of joined parts, which the first-level cache holds beside its sources; the least bytes of a row of
// units that is worth tiles; and the bytes of parts that are copied as quickly one box after the other within a core's
// own cache, and past the caches. Bench "cat f32 4 of 1048576x3", "--random cat"; Emerald Rapids, two of 70 to 1000
// float32 along the last dim.
constexpr int64_t kJoinedTile = int64_t{32} << 10;
constexpr int64_t kLeastJoinedRow = int64_t{2} << 10;
// Or units, where each is two to four elements of fewer bytes than the second number, which are interleaved: a short
// row is worth its tile then, too. Emerald Rapids; two to four of uint8 to float64 [12,5,30,64], [12,5,30,128] turned,
// stacked along the last dim.
constexpr int64_t kLeastInterleavedRow = 64, kLongInterleavedUnit = 16;
constexpr int64_t kLongJoinedPart = 256;
constexpr int64_t kJoinedSlice = 1024;  // bytes that are stored past the caches between prefetches of as many

// In a plane of fewer rows than this, of at most so many bytes each, the cost of its calls matters. Rows along another
// dim then make up a plane, of so many bytes. Bench "--random repeat"; Emerald Rapids.
constexpr int64_t kFewPlaneRows = 16, kShortPlaneRow = 256, kPlaneBytes = 8192;

// pad with a constant: where rows have fewer bytes, and one element in kLargeFrame lies in the frame, all is filled
// before the input is copied to the middle. Bench "--random pad"; Emerald Rapids.
constexpr int64_t kShortFramedRow = 64, kLargeFrame = 8;
// Where both the last dim is repeated and the input lies in another order, so many elements along that dim are turned
// into all their places at once; fewer are turned into one place, and repeated there. Bench "--random repeat"; Emerald
// Rapids: [60, 50, k] of reversed dims, 1 x 1 x 3.
constexpr int64_t kLeastTurnedTile = 4;

// The copy engine plans planes, and other boxes, of at least this many bytes. In the caches, a smaller plane is
// transposed by its kernel alone. Bench "--random stack".
constexpr int64_t kLeastPlannedPlane = int64_t{1} << 20;
constexpr int64_t kLeastPlannedBox = int64_t{32} << 10;

// Triangles: rows of fewer bytes are copied whole, kTriangleRowBytes of them together. Of longer rows,
// kLongTriangleRows go together. Bench "tril", "--random tril".
constexpr int64_t kShortTriangleRow = 1024;
constexpr int64_t kTriangleRowBytes = int64_t{8} << 10;
constexpr int64_t kLongTriangleRows = 16;
// At least so many matrices, of at most so many bytes each, are masked. Emerald Rapids; 20000 of 3x3 and 500 of 32x32.
constexpr int64_t kFewestMasked = 16, kMostTriangleMask = 4096;

// ---- order (Zen 4; bench "order: …") ----

// Threads share lines of at least this many bytes: for shorter ones, meeting each other takes longer than they save.
constexpr int64_t kSharedSort = int64_t{512} << 10;
constexpr int64_t kOrderedTask = int64_t{32} << 10;  // of short lines that are one task

// Lines of at most kShortLine elements are put in order side by side, in blocks of kShortLinesBlock lines, which lie in
// the first-level cache. With more pairs to compare, a line is faster by itself. At least kFewestShortLines lines are
// worth a block. Sapphire Rapids; tools/bench_order.py --random: sort, topk, median and mode of lines of 2 to 64
// elements.
constexpr int64_t kShortLine = 64, kMostComparedPairs = 320;
constexpr int64_t kShortLinesBlock = 64, kFewestShortLines = 8;
constexpr int64_t kRunningRows = 32;  // of such a block that cummax and cummin take at a time

// Keys that an insertion sort puts in order as quickly as a merge, and searches in sorted keys that run side by side:
// each is a chain of loads. Bench "order: …"; the machine is not recorded.
constexpr int64_t kInsertionSorted = 16;
constexpr int kSearchesTogether = 8;

// Candidates for which topk of k has room: 2 * k and the first figure, or where it is less, 4 * k and the second. The
// first candidates, put in order, are most of the work on a line of hundreds of elements. Emerald Rapids; topk of 1 to
// 60 of 65 to 10000.
constexpr int64_t kTopkRoom = 256, kTopkRoomOfFew = 16;

// Elements that isin compares with each key. Sapphire Rapids; tools/bench_order.py isin.
constexpr int64_t kFewSought = 16;

// Beyond this many bins, threads would spend their time adding up the bins of each. Sapphire Rapids;
// tools/bench_order.py histc, bincount.
constexpr int64_t kMostBinsOfThread = int64_t{1} << 16;
// The first-level cache holds this many bins four times, which pays from kFewestCountedApart elements on. Sapphire
// Rapids; the same cases.
constexpr int64_t kMostBinsApart = 1024, kFewestCountedApart = 2 * kMostBinsApart;
constexpr int64_t kFewestCountedBytes = 1024;  // beside this many, 256 counts are few

// ---- reductions (kernels/reduce) ----

// Bands of far rows that a register of columns takes before the next register is begun, where rows are in the caches,
// or so few that the processor follows all of them as streams. Zen 4; sums and maxima of 3 to 12 rows.
constexpr int64_t kBandsTogether = 4;

// How far ahead argreductions, variances, compensated sums and rows of 2 to 4 elements prefetch. Zen 5; bench "var",
// "argmax". Long streams of other reductions are slower with it: Zen 4, bench "sum dim", "amax dim".
constexpr int64_t kReduceLookAhead = 8192;
// What a strip of columns holds in the first-level cache while rows are added to it. Zen 5; bench cases of reductions
// down columns.
constexpr int64_t kColumnStripBytes = 16384;
// Columns that need no tree lie in the second-level cache, so that longer pieces of rows are read. Zen 4; bench "sum
// dim 0 i32", "amax dim 0".
constexpr int64_t kTreelessColumnStripBytes = 4 * kColumnStripBytes;
// A few columns at a time are packed, and short rows transposed, in blocks with rows of this many bytes. Zen 5; bench
// cases of sums over strided dims and over short rows.
constexpr int64_t kReducePackBytes = 512;
// Elements of a row that is transposed in registers, at most: longer rows are read from memory faster in the blocks of
// a gather. Zen 4; bench "sum dim 1" of rows of 8 to 16.
constexpr int64_t kReduceTransposed = 16;
// Short rows are transposed side by side into blocks of at most this many bytes, lines, rows and outputs; fewer lines
// than kFewPackedLines are taken where they lie. Zen 4; bench "--random sum", and sums over dim 0 of [n, 2] to [n, 8].
constexpr int64_t kPackedBytes = int64_t{64} << 10, kPackedLines = 512, kPackedRows = 256, kPackedOutputs = 768;
constexpr int64_t kFewPackedLines = 8;
// A line of few columns is reduced where it lies if it has at least kLongLine rows of at least kLongLineRow bytes. Zen
// 4; sums over dim 0 of [n, 2] to [n, 8].
constexpr int64_t kLongLine = 256, kLongLineRow = 16;
// At most this many rows are reduced without allocating memory, up to kLongLeaf elements in all. Bench "small: sum";
// the machine is not recorded.
constexpr int64_t kFewRows = 64;

// ---- tiles of a pass over several ops (src/expr) ----

// Bytes of each value in a tile, so that all values stay in the first-level cache: where what a pass touches fits the
// core's own cache, where it does not, and where results are stored past all caches. The smaller tiles let the
// processor's window hold reading, computing and writing of neighbouring tiles together. Zen 4; bench "chain 2a + 3b -
// ca" and "chain where".
constexpr int64_t kTileBytes = 4096;
constexpr int64_t kTileBeyondOwnCache = 2048;
constexpr int64_t kTilePastCaches = 1024;
constexpr int64_t kLeastTile = 64, kMostTile = 1024;    // elements
constexpr int64_t kMostSlotBytes = int64_t{192} << 10;  // of all tiles of a worker
// Where rows go together: bytes of the widest value that a block computes, and of what its passes hand on, so that a
// worker's scratch is 256 KiB with its tiles. Zen 4; bench "chain layer norm".
constexpr int64_t kRowBlockBytes = int64_t{32} << 10;
constexpr int64_t kMostRowGroupBytes = int64_t{64} << 10;

// ---- code that is made at run time (src/expr/jit/; Zen 4) ----

// Making it takes 10 microseconds, most of them in the system. So it pays from this many elements on, times the number
// of ops less one: the first figure is for code that runs once, the second for code that a program keeps. Bench
// "chain".
constexpr int64_t kLeastGenerated = int64_t{1} << 19, kLeastKeptGenerated = 4096;
constexpr int64_t kGeneratedTile = 65536;    // elements, where nothing else is handed on from loop to loop
constexpr int32_t kMostGeneratedSteps = 48;  // of a loop: more would fill the cache of decoded instructions
// Bytes that are prefetched ahead beside stores past the caches. Bench "chain heat".
constexpr int32_t kGeneratedAhead = 8192;

}  // namespace ct
