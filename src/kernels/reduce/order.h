// All that decides the bits of a reduction's result: how many elements a lane takes, where lanes meet, and which sizes
// and strides choose one walk over another. None of it depends on the instruction set, on addresses or on the number of
// threads. It never changes for speed alone; what does is in kernels/tuning.h.
#pragma once

#include <cstdint>

namespace ct::kernels::order {

// ---- sums, products and the like (kernels/reduce/walk.inl.h) ----

constexpr int64_t kLaneBytes = 256;      // the virtual lanes that contiguous elements go to
constexpr int64_t kShortLaneBytes = 64;  // those of a short row, by the real part of a lane
constexpr int64_t kLeafElements = 32;    // that a lane takes one after the other; longer ones meet in a tree
constexpr int64_t kChainElements = 256;  // down a column: up to here, leaves are added to each other in their order
constexpr int64_t kFarRowBytes = 8192;   // from a row to the next, at least: rows are added in bands
constexpr int64_t kBandRows = 4;
// From a row to the next, at most: a band has one row of each quarter of the rows; beyond, neighbouring rows, unless
// the accumulators in memory hold what columns do.
constexpr int64_t kQuarteredRowBytes = 32768;

// ---- sums with what rounding takes from them ----

constexpr int64_t kCompensatedLanes = 32;     // of contiguous elements
constexpr int64_t kCompensatedRows = 8;       // of float32 that are added in plain double
constexpr int64_t kCompensatedHalfRows = 32;  // the same of halves

// ---- mean and squared deviations ----

constexpr int64_t kMomentRows = 8;          // that have a mean of their own, or partial sums
constexpr int64_t kMomentLanes = 64;        // of contiguous elements in single precision
constexpr int64_t kMomentDoubleLanes = 16;  // the same in double
constexpr int64_t kMomentBlockRows = 64;    // of a block, which has a pivot of its own
// Down columns of halves, whose digits are too few to show what longer sums round.
constexpr int64_t kMomentHalfBlockRows = 256;
constexpr int64_t kMomentFoldedLanes = 16;  // down to which lanes meet in single precision; the rest meet in double
constexpr int64_t kMomentPivotRows = 4;     // whose mean is the pivot of a column

// ---- how the rest of the library cuts a reduction before kernels see it ----

// Elements that one task takes into an accumulator (iter/reduce_plan.cpp): where memory runs along what is reduced, and
// rows that run along the outputs, of bytes four times as many.
constexpr int64_t kLongLeaf = 65536;
constexpr int64_t kShortLeaf = 256;
constexpr int64_t kNarrowLeaf = 128;    // of far rows whose accumulators round as elements do
constexpr int64_t kRoomyLeaf = 512;     // of far rows of 4 bytes whose accumulators have 8
constexpr int64_t kConvertedLeaf = 16;  // of far rows that are converted: a block stays wide
constexpr int64_t kCallsPerLeaf = 16;   // that add into the same accumulator, one after the other

// Spans of everything that is reduced to one element (iter/fast_reduce.cpp): at most so many, of at least so many
// elements.
constexpr int64_t kMaxSpans = 64;
constexpr int64_t kMinSpan = int64_t{1} << 17;   // about what a task is worth
constexpr int64_t kMinSpanApart = kMinSpan / 2;  // the same of elements with gaps between them

// Blocks of what is copied, converted or computed before it is reduced (ops/reduce/blocks.h).
constexpr int64_t kReduceBlockBytes = int64_t{16} << 10;
constexpr int64_t kMappedColumns = 128;  // of many rows, so that few blocks meet in an accumulator
constexpr int64_t kCopiedColumns = 512;  // that are copied together: memory is read along rows
constexpr int64_t kShortSegment = 32;    // elements of a segment that is not worth a call
constexpr int64_t kCopiedSegment = 256;  // elements of a segment that is worth a copy, if others go with it

}  // namespace ct::kernels::order
