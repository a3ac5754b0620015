// Everything here decides the bits of a reduction's result: how many elements a lane takes, where lanes meet, and which
// sizes and strides choose one walk over another. None of it depends on the instruction set, on addresses or on the
// number of threads. It never changes for speed alone; constants that may are in kernels/tuning.h.
#pragma once

#include <cstdint>

namespace ct::kernels::order {

// ---- sums, products and the like (kernels/reduce/walk.inl.h) ----

constexpr int64_t kLaneBytes = 256;      // all virtual lanes that contiguous elements go to
constexpr int64_t kShortLaneBytes = 64;  // the same for a short row; a complex lane counts as its real part
constexpr int64_t kLeafElements = 32;    // a lane takes this many in sequence; more of them meet in a tree
constexpr int64_t kChainElements = 256;  // a column of at most this many rows adds its leaves in sequence
constexpr int64_t kFarRowBytes = 8192;   // rows at least this far apart are added in bands
constexpr int64_t kBandRows = 4;
// Where rows are at most this far apart, or the accumulators in memory hold what columns do, a band has one row from
// each quarter of the rows. Otherwise a band has neighbouring rows.
constexpr int64_t kQuarteredRowBytes = 32768;

// ---- compensated sums ----

constexpr int64_t kCompensatedLanes = 32;     // of contiguous elements
constexpr int64_t kCompensatedRows = 8;       // rows of float32 that are added in plain double
constexpr int64_t kCompensatedHalfRows = 32;  // the same for halves

// ---- mean and squared deviations ----

constexpr int64_t kMomentRows = 8;          // rows of a group, which has its own mean or its own partial sums
constexpr int64_t kMomentLanes = 64;        // for contiguous elements in single precision
constexpr int64_t kMomentDoubleLanes = 16;  // the same in double precision
constexpr int64_t kMomentBlockRows = 64;    // rows of a block, which has its own pivot
// Columns of halves have longer blocks, because halves have too few digits to show what longer sums round.
constexpr int64_t kMomentHalfBlockRows = 256;
constexpr int64_t kMomentFoldedLanes = 16;  // lanes are folded to this many in single precision, from there in double
constexpr int64_t kMomentPivotRows = 4;     // the mean of this many first rows is a column's pivot

// ---- how the rest of the library cuts a reduction before kernels see it ----

// How many elements one task adds to an accumulator (iter/reduce_plan.cpp): kLongLeaf where memory runs along the
// reduced dims, kShortLeaf where rows run along the outputs, four times as many where elements are bytes.
constexpr int64_t kLongLeaf = 65536;
constexpr int64_t kShortLeaf = 256;
constexpr int64_t kNarrowLeaf = 128;    // for far rows whose accumulators are no wider than their elements
constexpr int64_t kRoomyLeaf = 512;     // for far rows of 4-byte elements with accumulators of 8 bytes
constexpr int64_t kConvertedLeaf = 16;  // for rows that are converted, so that a block stays wide
constexpr int64_t kCallsPerLeaf = 16;   // calls that add to the same accumulator, one after the other

// A tensor that is reduced to one element is cut into spans (iter/fast_reduce.cpp): at most kMaxSpans, of at least
// kMinSpan elements each.
constexpr int64_t kMaxSpans = 64;
constexpr int64_t kMinSpan = int64_t{1} << 17;   // about as many as are worth a task
constexpr int64_t kMinSpanApart = kMinSpan / 2;  // the same for elements with gaps between them

// Some elements are copied, converted or computed in blocks before they are reduced (ops/reduce/blocks.h).
constexpr int64_t kReduceBlockBytes = int64_t{16} << 10;
constexpr int64_t kMappedColumns = 128;  // so that a block has many rows, and few blocks meet in an accumulator
constexpr int64_t kCopiedColumns = 512;  // columns that are copied together; memory is read along rows
constexpr int64_t kShortSegment = 32;    // elements; shorter segments are not worth a call each
constexpr int64_t kCopiedSegment = 256;  // elements; shorter segments are copied together, which takes fewer calls

}  // namespace ct::kernels::order
