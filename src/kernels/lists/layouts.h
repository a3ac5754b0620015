// How results of some elementwise ops are laid out. This is a file of its own, because no kernel needs it.
//
// These are results that PyTorch does not lay out as one iterator would, because it makes them before or after one, or
// with several. All other results are laid out by the iterator.
//   X(name, dtypes, fresh, resized)
//   dtypes  what the op computes in
//   fresh   how a fresh result is laid out: Iterated; Like (as ct_empty_like makes it, with the strides of size-1 dims,
//           where the first input has the result's shape); Contiguous
//   resized the same for a given result that is resized
#pragma once

#include "kernels/lists/elementwise.h"

// clang-format off
#define CT_ELEMENTWISE_LAYOUTS(X) \
  X(abs, kComplexes, Like, Contiguous) \
  X(angle, kComplexes, Contiguous, Contiguous) \
  X(positive, kNumbers, Like, Iterated) \
  X(conj, kAll, Like, Iterated) \
  X(relu6, kRealNumbers, Like, Iterated) \
  X(deg2rad, kFloats, Like, Iterated) \
  X(rad2deg, kFloats, Like, Iterated) \
  X(nan_to_num, kBool | kIntegers, Like, Contiguous) \
  X(nan_to_num, kFloats | kComplexes, Like, Iterated) \
  X(isinf, kBool | kIntegers, Like, Iterated) \
  X(isfinite, kBool | kIntegers, Like, Iterated) \
  X(masked_fill, kAll, Contiguous, Iterated)
// clang-format on
