// Memory formats: what a layout counts as, and the strides that each format asks for.
#include <algorithm>

#include "runtime/error.h"
#include "tensor/layout.h"

namespace ct {
namespace {

static_assert(static_cast<uint32_t>(MemoryFormat::Contiguous) == CT_CONTIGUOUS &&
              static_cast<uint32_t>(MemoryFormat::Preserve) == CT_PRESERVE &&
              static_cast<uint32_t>(MemoryFormat::ChannelsLast) == CT_CHANNELS_LAST &&
              static_cast<uint32_t>(MemoryFormat::ChannelsLast3d) == CT_CHANNELS_LAST_3D);

// Channels last, innermost first: C, then the spatial dims from the last, then N.
constexpr int32_t kChannelsLastOrder[] = {1, 3, 2, 0};
constexpr int32_t kChannelsLast3dOrder[] = {1, 4, 3, 2, 0};

std::span<const int32_t> channels_last_order(size_t ndim) {
  if (ndim == 4) return kChannelsLastOrder;
  if (ndim == 5) return kChannelsLast3dOrder;
  return {};
}

// Every dim of a size other than 1 has the stride that packing in this order gives it. dim_at(i) is the i-th, innermost
// first. The product of sizes is known to fit, see checked_numel.
template <class DimAt>
bool packed_in_order(Dims sizes, Dims strides, size_t count, DimAt dim_at) {
  int64_t expected = 1;
  for (size_t i = 0; i < count; ++i) {
    const size_t d = dim_at(i);
    if (sizes[d] == 1) continue;
    if (strides[d] != expected) return false;
    expected *= sizes[d];
  }
  return true;
}

bool is_contiguous(Dims sizes, Dims strides) {
  if (std::find(sizes.begin(), sizes.end(), 0) != sizes.end()) return true;
  return packed_in_order(sizes, strides, sizes.size(), [&](size_t i) { return sizes.size() - 1 - i; });
}

// Goes by the strides, those of size-1 dims included, and tolerates gaps. Where the strides alone can't tell the
// formats apart, the answer is contiguous: C of stride 0, and (N, 1, 1, 1) with all strides equal.
bool like_channels_last(Dims sizes, Dims strides, std::span<const int32_t> order) {
  if (strides[1] == 0) return false;
  int64_t least = 0;
  for (const int32_t d : order) {
    if (sizes[d] == 0 || strides[d] < least) return false;
    if (d == 0 && least == strides[1]) return false;
    if (__builtin_mul_overflow(strides[d], sizes[d], &least)) return d == 0;  // nothing can lie further out
  }
  return true;
}

bool is_non_overlapping_and_dense(Dims sizes, Dims strides) {
  // Sizes of 0 and 1 say nothing; the others, by stride, must be each other's running product.
  int32_t perm[kMaxDims];
  int32_t count = 0;
  for (int32_t d = 0; d < static_cast<int32_t>(sizes.size()); ++d) {
    if (sizes[d] < 2) continue;
    int32_t at = count++;
    for (; at > 0 && strides[perm[at - 1]] > strides[d]; --at) perm[at] = perm[at - 1];
    perm[at] = d;
  }
  return packed_in_order(sizes, strides, static_cast<size_t>(count), [&](size_t i) { return perm[i]; });
}

}  // namespace

const char *memory_format_name(MemoryFormat format) noexcept {
  constexpr const char *names[] = {"preserve", "contiguous", "channels_last", "channels_last_3d"};
  return names[static_cast<uint32_t>(format)];
}

MemoryFormat check_memory_format(ct_memory_format format) {
  if (format > CT_CHANNELS_LAST_3D) {
    fail(CT_ERROR_INVALID, "memory format ", uint64_t{format}, " is not one of the formats 0 to 3");
  }
  return static_cast<MemoryFormat>(format);
}

LayoutFlags layout_flags(Dims sizes, Dims strides) noexcept {
  LayoutFlags flags{};
  flags.contiguous = is_contiguous(sizes, strides);
  if (const auto order = channels_last_order(sizes.size()); !order.empty()) {
    const bool packed = packed_in_order(sizes, strides, order.size(), [&](size_t i) { return order[i]; });
    const bool like = like_channels_last(sizes, strides, order);
    const bool is_4d = sizes.size() == 4;
    flags.channels_last = is_4d && packed;
    flags.channels_last_3d = !is_4d && packed;
    flags.like_channels_last = is_4d && like;
    flags.like_channels_last_3d = !is_4d && like;
  }
  flags.non_overlapping_and_dense =
      flags.contiguous || flags.channels_last || flags.channels_last_3d || is_non_overlapping_and_dense(sizes, strides);
  return flags;
}

LayoutFlags permuted_flags(Dims sizes, Dims strides, LayoutFlags before) noexcept {
  if (sizes.size() == 4 || sizes.size() == 5) return layout_flags(sizes, strides);
  before.contiguous = is_contiguous(sizes, strides);
  return before;
}

DimVec channels_last_strides(Dims sizes) {
  DimVec strides(static_cast<int64_t>(sizes.size()));
  int64_t next = 1;  // a size of 0 makes the outer strides 0, as upstream
  for (const int32_t d : channels_last_order(sizes.size())) {
    strides[d] = next;
    next *= sizes[d];
  }
  return strides;
}

DimVec format_strides(Dims sizes, MemoryFormat format) {
  if (format == MemoryFormat::Contiguous) return contiguous_strides(sizes);
  if (format == MemoryFormat::Preserve) {
    fail(CT_ERROR_INVALID, "preserve memory format is unsupported here: there is no layout to preserve");
  }
  const int rank = format == MemoryFormat::ChannelsLast ? 4 : 5;
  if (sizes.size() != static_cast<size_t>(rank)) {
    fail(CT_ERROR_SHAPE, "required rank ", rank, " tensor to use ", memory_format_name(format), " format, got sizes ",
         sizes);
  }
  return channels_last_strides(sizes);
}

MemoryFormat suggest_memory_format(Dims sizes, Dims strides, const LayoutFlags &flags, bool exact) noexcept {
  if (!flags.like_channels_last && !flags.like_channels_last_3d) return MemoryFormat::Contiguous;
  if (exact && !same_dims(strides, channels_last_strides(sizes))) return MemoryFormat::Contiguous;
  return flags.like_channels_last ? MemoryFormat::ChannelsLast : MemoryFormat::ChannelsLast3d;
}

}  // namespace ct
