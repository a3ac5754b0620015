// Sizes and strides, and what follows from them: memory formats, density, extents. Pure functions of numbers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "runtime/api.h"
#include "runtime/small_vec.h"

namespace ct {

constexpr int32_t kMaxDims = 64;
using Dims = std::span<const int64_t>;
using DimVec = SmallVec<int64_t, 6>;
__extension__ typedef __int128 Wide;  // holds sums and products of a few int64

// A loop, because for so few dims a call of memcmp costs more than the comparison.
inline bool same_dims(Dims a, Dims b) noexcept {
  if (a.size() != b.size()) return false;
  for (size_t d = 0; d < a.size(); ++d) {
    if (a[d] != b[d]) return false;
  }
  return true;
}

enum class MemoryFormat : uint32_t { Preserve = 0, Contiguous = 1, ChannelsLast = 2, ChannelsLast3d = 3 };
const char *memory_format_name(MemoryFormat format) noexcept;
MemoryFormat check_memory_format(ct_memory_format format);  // throws CT_ERROR_INVALID

// Bits, so that they are made and copied as one byte: six that are written singly and read together stall the CPU.
struct LayoutFlags {
  bool contiguous : 1, channels_last : 1, channels_last_3d : 1;  // is_contiguous(format): size-1 dims skipped
  bool like_channels_last : 1, like_channels_last_3d : 1;        // stride order, size-1 strides included
  bool non_overlapping_and_dense : 1;
};
LayoutFlags layout_flags(Dims sizes, Dims strides) noexcept;
// The same for strides that are known to be contiguous_strides(sizes). Then only 4 and 5 dims need a look.
inline LayoutFlags contiguous_flags(Dims sizes, Dims strides) noexcept {
  if (sizes.size() == 4 || sizes.size() == 5) return layout_flags(sizes, strides);
  LayoutFlags flags{};
  flags.contiguous = flags.non_overlapping_and_dense = true;
  return flags;
}

// The same for a layout whose dims are a permutation of those of a layout with flags `before`.
LayoutFlags permuted_flags(Dims sizes, Dims strides, LayoutFlags before) noexcept;

// The dim along which neighbours lie nearest, of equals the last: one of several positions, and not `left_out`. -1
// where there is none.
int32_t nearest_dim(Dims sizes, Dims strides, int32_t left_out = -1) noexcept;

[[noreturn]] void refuse_ndim(int64_t ndim);  // CT_ERROR_SHAPE beyond 64, CT_ERROR_INVALID below 0
inline int32_t check_ndim(int64_t ndim) {
  if (ndim < 0 || ndim > kMaxDims) refuse_ndim(ndim);
  return static_cast<int32_t>(ndim);
}
// Throw CT_ERROR_SHAPE on a negative size or overflow. Zeros don't hide an overflow of the other sizes.
int64_t checked_numel(Dims sizes);
int64_t checked_nbytes(Dims sizes, int64_t itemsize, int64_t *numel = nullptr);
[[noreturn]] void refuse_dim(int64_t dim, int64_t range);
inline int32_t wrap_dim(int64_t dim, int32_t ndim) {  // -1 → ndim-1; 0-dim counts as 1-dim; throws CT_ERROR_INDEX
  const int64_t range = ndim > 0 ? ndim : 1;
  if (dim < -range || dim >= range) refuse_dim(dim, range);
  return static_cast<int32_t>(dim < 0 ? dim + range : dim);
}

// Dims that a caller names. Without a value, all of them; an empty list names none.
using NamedDims = std::optional<std::span<const int32_t>>;
// The same dims as a set of bits; all bits where no dims were named. Throws CT_ERROR_INDEX where a dim is out of range
// or given twice.
uint64_t dims_mask(NamedDims dims, int32_t ndim);

inline void set_contiguous_strides(Dims sizes, DimVec *strides) {
  strides->resize_unset(static_cast<int64_t>(sizes.size()));
  int64_t next = 1;
  for (int64_t i = strides->size() - 1; i >= 0; --i) {
    (*strides)[i] = next;
    // Too many elements wrap around here, and are refused where the sizes are set.
    static_cast<void>(__builtin_mul_overflow(next, std::max<int64_t>(sizes[i], 1), &next));
  }
}
DimVec contiguous_strides(Dims sizes);
DimVec channels_last_strides(Dims sizes);                // 4 or 5 dims
DimVec format_strides(Dims sizes, MemoryFormat format);  // throws CT_ERROR_SHAPE on a wrong rank, INVALID for Preserve
// An insertion sort of dims that tolerates ambiguity: a pair that compare(a, b) cannot order (0) is walked past, not
// stopped at, so that a dim may still go before one further in. < 0: a is inner to b.
template <class Compare>
void sort_dims(int32_t *dims, int32_t ndim, Compare compare) {
  for (int32_t i = 1; i < ndim; ++i) {
    int32_t at = i;
    for (int32_t before = i - 1; before >= 0; --before) {
      const int order = compare(dims[before], dims[at]);
      if (order < 0) break;
      if (order == 0) continue;
      std::swap(dims[before], dims[at]);
      at = before;
    }
  }
}

// Broadcasts `sizes` into `shape`, aligned at the last dims; throws CT_ERROR_SHAPE. 1 maps to the other size, even to
// 0.
void broadcast_into(DimVec *shape, Dims sizes);

// clone(preserve): the same strides if dense, else the same order by |stride|, made dense. Never negative.
DimVec dense_strides_like(Dims sizes, Dims strides);

MemoryFormat suggest_memory_format(Dims sizes, Dims strides, const LayoutFlags &flags, bool exact) noexcept;

// Throws CT_ERROR_SHAPE beyond 64 dims, when the lengths differ, or when a stride in bytes, negated, isn't an int64.
void check_layout(Dims sizes, Dims strides, int64_t itemsize);

// Offsets in elements of the lowest and highest element, relative to element [0, …, 0]. Empty: {0, -1}.
// Throws CT_ERROR_SHAPE when they overflow.
struct Extent {
  int64_t lowest, highest;
  Wide nbytes(int64_t itemsize) const noexcept { return (Wide{highest} - lowest + 1) * itemsize; }
};
Extent layout_extent(Dims sizes, Dims strides);

// Finds the strides of a view of (sizes, strides) with new_sizes; false where there is no such view.
bool view_strides(Dims sizes, Dims strides, Dims new_sizes, DimVec *out);
// Replaces one -1 in sizes; throws CT_ERROR_SHAPE "shape [2, -1] is invalid for a tensor of 5 elements".
DimVec infer_size(Dims sizes, int64_t numel);

}  // namespace ct
