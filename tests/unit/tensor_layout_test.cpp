// Arithmetic on layouts: contiguity, memory formats, density, dense strides, extents, shapes of views.
#include "tensor/layout.h"

#include <gtest/gtest.h>

#include "tensor_expect.h"

namespace ct {
namespace {

LayoutFlags flags(const Sizes &sizes, const Sizes &strides) { return layout_flags(sizes, strides); }
Sizes dense(const Sizes &sizes, const Sizes &strides) { return to_vector(dense_strides_like(sizes, strides)); }
Sizes in_format(const Sizes &sizes, MemoryFormat format) { return to_vector(format_strides(sizes, format)); }

MemoryFormat suggest(const Sizes &sizes, const Sizes &strides, bool exact = false) {
  return suggest_memory_format(sizes, strides, layout_flags(sizes, strides), exact);
}

TEST(Layout, Contiguous) {
  EXPECT_TRUE(flags({}, {}).contiguous);
  EXPECT_TRUE(flags({2, 3}, {3, 1}).contiguous);
  EXPECT_FALSE(flags({2, 3}, {1, 2}).contiguous);
  EXPECT_TRUE(flags({2, 1, 3}, {3, -77, 1}).contiguous);  // a size of 1 takes any stride
  EXPECT_TRUE(flags({2, 0, 3}, {7, -7, 7}).contiguous);   // no elements
  EXPECT_FALSE(flags({3}, {-1}).contiguous);
  EXPECT_FALSE(flags({3}, {0}).contiguous);
  EXPECT_EQ(to_vector(contiguous_strides(Sizes{2, 0, 4})), (Sizes{4, 4, 1}));
}

TEST(Layout, ChannelsLast) {
  const LayoutFlags cl = flags({2, 3, 4, 5}, {60, 1, 15, 3});
  EXPECT_TRUE(cl.channels_last && cl.like_channels_last && cl.non_overlapping_and_dense);
  EXPECT_FALSE(cl.contiguous || cl.channels_last_3d || cl.like_channels_last_3d);
  const LayoutFlags cl3 = flags({2, 3, 2, 4, 5}, {120, 1, 60, 15, 3});
  EXPECT_TRUE(cl3.channels_last_3d && cl3.like_channels_last_3d);
  EXPECT_FALSE(cl3.channels_last || cl3.like_channels_last);
  const LayoutFlags gaps = flags({2, 3, 2, 5}, {60, 1, 30, 3});
  EXPECT_TRUE(gaps.like_channels_last);
  EXPECT_FALSE(gaps.channels_last || gaps.non_overlapping_and_dense);
  // Contiguous in both formats at once.
  for (const auto &[sizes, strides] :
       {std::pair<Sizes, Sizes>{{2, 1, 4, 4}, {16, 16, 4, 1}}, {{2, 4, 1, 1}, {4, 1, 1, 1}}}) {
    EXPECT_TRUE(flags(sizes, strides).contiguous && flags(sizes, strides).channels_last);
  }
  EXPECT_FALSE(flags({2, 3, 4, 5}, {60, 0, 15, 3}).like_channels_last);  // C is expanded
  EXPECT_FALSE(flags({0, 3, 4, 5}, {60, 1, 15, 3}).like_channels_last);  // empty
  EXPECT_FALSE(flags({2, 1, 1, 1}, {1, 1, 1, 1}).like_channels_last);    // N111
  EXPECT_FALSE(flags({2, 3, 4, 5}, {60, 1, -15, 3}).like_channels_last);
  EXPECT_EQ(suggest({2, 3, 4, 5}, {60, 1, 15, 3}), MemoryFormat::ChannelsLast);
  EXPECT_EQ(suggest({2, 3, 4, 5}, {60, 20, 5, 1}), MemoryFormat::Contiguous);
  EXPECT_EQ(suggest({2, 3, 2, 4, 5}, {120, 1, 60, 15, 3}), MemoryFormat::ChannelsLast3d);
  EXPECT_EQ(suggest({2, 3, 2, 5}, {60, 1, 30, 3}), MemoryFormat::ChannelsLast);
  EXPECT_EQ(suggest({2, 3, 2, 5}, {60, 1, 30, 3}, true), MemoryFormat::Contiguous);
  EXPECT_EQ(suggest({2, 3, 4, 5}, {60, 1, 15, 3}, true), MemoryFormat::ChannelsLast);
  EXPECT_EQ(suggest({2, 1, 4, 4}, {16, 16, 4, 1}), MemoryFormat::Contiguous);
  // The largest possible strides.
  EXPECT_TRUE(flags({2, 2, 1, 1}, {INT64_MAX, 1, 2, 2}).like_channels_last);
  EXPECT_FALSE(flags({1, 2, 2, 1}, {INT64_MAX, 1, INT64_MAX, 2}).like_channels_last);
}

TEST(Layout, FormatStrides) {
  EXPECT_EQ(in_format({2, 3, 4, 5}, MemoryFormat::Contiguous), (Sizes{60, 20, 5, 1}));
  EXPECT_EQ(in_format({2, 3, 4, 5}, MemoryFormat::ChannelsLast), (Sizes{60, 1, 15, 3}));
  EXPECT_EQ(in_format({2, 1, 4, 4}, MemoryFormat::ChannelsLast), (Sizes{16, 1, 4, 1}));
  EXPECT_EQ(in_format({2, 3, 2, 4, 5}, MemoryFormat::ChannelsLast3d), (Sizes{120, 1, 60, 15, 3}));
  EXPECT_EQ(in_format({2, 3, 0, 4}, MemoryFormat::ChannelsLast), (Sizes{0, 1, 12, 3}));
  EXPECT_CT_ERROR(CT_ERROR_SHAPE, "required rank 4 tensor to use channels_last format, got sizes [2, 3]",
                  in_format({2, 3}, MemoryFormat::ChannelsLast));
  EXPECT_CT_ERROR(CT_ERROR_SHAPE, "required rank 5", in_format({2, 3, 4, 5}, MemoryFormat::ChannelsLast3d));
  EXPECT_CT_ERROR(CT_ERROR_INVALID, "preserve", in_format({2}, MemoryFormat::Preserve));
  EXPECT_CT_ERROR(CT_ERROR_INVALID, "memory format 4", check_memory_format(4));
  EXPECT_EQ(check_memory_format(CT_CHANNELS_LAST), MemoryFormat::ChannelsLast);
  EXPECT_STREQ(memory_format_name(MemoryFormat::ChannelsLast3d), "channels_last_3d");
}

TEST(Layout, NonOverlappingAndDense) {
  EXPECT_TRUE(flags({3, 4}, {1, 3}).non_overlapping_and_dense);
  EXPECT_FALSE(flags({3, 4}, {1, 3}).contiguous);
  EXPECT_FALSE(flags({4, 2, 3}, {8, 3, 1}).non_overlapping_and_dense);
  EXPECT_FALSE(flags({2, 2}, {0, 1}).non_overlapping_and_dense);
  EXPECT_FALSE(flags({2, 2}, {1, 1}).non_overlapping_and_dense);
  EXPECT_FALSE(flags({2, 3}, {-3, 1}).non_overlapping_and_dense);
  EXPECT_TRUE(flags({2, 1, 3}, {1, 99, 2}).non_overlapping_and_dense);
}

TEST(Layout, DenseStridesLike) {
  EXPECT_EQ(dense({3, 4}, {1, 3}), (Sizes{1, 3}));  // already dense, so nothing changes
  EXPECT_EQ(dense({2, 1, 3}, {1, 99, 2}), (Sizes{1, 99, 2}));
  EXPECT_EQ(dense({3, 4}, {1, 6}), (Sizes{1, 3}));  // the gaps disappear
  EXPECT_EQ(dense({2, 3, 4}, {1, 16, 4}), (Sizes{1, 8, 2}));
  EXPECT_EQ(dense({2, 3, 4}, {0, 0, 0}), (Sizes{12, 4, 1}));  // all expanded, so no stride says anything
  EXPECT_EQ(dense({2, 1, 2, 1}, {0, 4, 24, 24}),
            (Sizes{2, 1, 1, 1}));  // of equal strides, the larger size goes outside
  // Negative strides keep the order of their magnitudes and become positive.
  EXPECT_EQ(dense({2, 3}, {-3, 1}), (Sizes{3, 1}));
  EXPECT_EQ(dense({2, 3}, {-1, -2}), (Sizes{1, 2}));
  EXPECT_EQ(dense({1, 3}, {-3, 1}), (Sizes{3, 1}));
  EXPECT_EQ(dense({2}, {INT64_MIN}), (Sizes{1}));
}

TEST(Layout, Extent) {
  const auto extent = [](const Sizes &sizes, const Sizes &strides) {
    const Extent e = layout_extent(sizes, strides);
    return std::pair{e.lowest, e.highest};
  };
  EXPECT_EQ(extent({}, {}), (std::pair<int64_t, int64_t>{0, 0}));
  EXPECT_EQ(extent({2, 3}, {3, 1}), (std::pair<int64_t, int64_t>{0, 5}));
  EXPECT_EQ(extent({2, 3}, {-3, 1}), (std::pair<int64_t, int64_t>{-3, 2}));
  EXPECT_EQ(extent({2, 0}, {INT64_MAX, INT64_MAX}), (std::pair<int64_t, int64_t>{0, -1}));
  EXPECT_EQ(extent({1, 2}, {INT64_MIN, 5}), (std::pair<int64_t, int64_t>{0, 5}));
  EXPECT_CT_ERROR(CT_ERROR_SHAPE, "overflowed", extent({3}, {INT64_MAX}));
  EXPECT_CT_ERROR(CT_ERROR_SHAPE, "overflowed", extent({2, 2}, {INT64_MAX, 1}));
  EXPECT_CT_ERROR(CT_ERROR_SHAPE, "overflowed", extent({2, 2}, {INT64_MIN, -1}));
}

TEST(Layout, Checks) {
  EXPECT_EQ(check_ndim(64), 64);
  EXPECT_CT_ERROR(CT_ERROR_SHAPE, "at most 64 dimensions, got 65", check_ndim(65));
  EXPECT_CT_ERROR(CT_ERROR_INVALID, "-1", check_ndim(-1));
  EXPECT_EQ(checked_numel(Sizes{}), 1);
  EXPECT_EQ(checked_numel(Sizes{3, 0, 5}), 0);
  EXPECT_EQ(checked_nbytes(Sizes{3, 5}, 8), 120);
  EXPECT_EQ(checked_numel(Sizes{INT64_MAX}), INT64_MAX);
  EXPECT_CT_ERROR(CT_ERROR_SHAPE, "negative dimension -1: [2, -1]", checked_numel(Sizes{2, -1}));
  const int64_t big = int64_t{1} << 40;
  EXPECT_CT_ERROR(CT_ERROR_SHAPE, "overflowed", checked_numel(Sizes{big, big}));
  EXPECT_CT_ERROR(CT_ERROR_SHAPE, "overflowed", checked_numel(Sizes{0, big, big}));
  EXPECT_CT_ERROR(CT_ERROR_SHAPE, "itemsize 8", checked_nbytes(Sizes{int64_t{1} << 60}, 8));
  EXPECT_EQ(wrap_dim(-1, 3), 2);
  EXPECT_EQ(wrap_dim(0, 0), 0);
  EXPECT_EQ(wrap_dim(-1, 0), 0);
  EXPECT_CT_ERROR(CT_ERROR_INDEX, "expected to be in range of [-2, 1], but got 2", wrap_dim(2, 2));
  EXPECT_CT_ERROR(CT_ERROR_INDEX, "[-1, 0], but got 1", wrap_dim(1, 0));
  EXPECT_CT_ERROR(CT_ERROR_INDEX, "but got -9223372036854775808", wrap_dim(INT64_MIN, 2));
  const int32_t dims[] = {0, -1}, twice[] = {1, -1};
  EXPECT_EQ(dims_mask(dims, 3), 5U);
  EXPECT_EQ(dims_mask(std::span<const int32_t>(), 3), 0U);
  EXPECT_EQ(dims_mask(std::nullopt, 3) & 7, 7U);
  const int32_t last[] = {63};
  EXPECT_EQ(dims_mask(last, 64), uint64_t{1} << 63);
  EXPECT_CT_ERROR(CT_ERROR_INDEX, "dim 1 appears multiple times", dims_mask(twice, 2));
  EXPECT_CT_ERROR(CT_ERROR_SHAPE, "mismatch in length", check_layout(Sizes{2, 3}, Sizes{1}, 4));
  EXPECT_CT_ERROR(CT_ERROR_SHAPE, "stride 4611686018427387904 overflows",
                  check_layout(Sizes{1}, Sizes{int64_t{1} << 62}, 2));
  EXPECT_CT_ERROR(CT_ERROR_SHAPE, "overflows", check_layout(Sizes{1}, Sizes{INT64_MIN}, 1));
}

TEST(Layout, ViewStrides) {
  const Sizes kNone{-99};
  const auto as = [&](const Sizes &sizes, const Sizes &strides, const Sizes &shape) -> Sizes {
    DimVec out{-7};
    return view_strides(sizes, strides, shape, &out) ? to_vector(out) : kNone;
  };
  EXPECT_EQ(as({2, 3}, {3, 1}, {6}), (Sizes{1}));
  EXPECT_EQ(as({2, 3}, {1, 2}, {6}), kNone);
  EXPECT_EQ(as({6}, {2}, {2, 3}), (Sizes{6, 2}));
  EXPECT_EQ(as({6}, {-2}, {2, 3}), (Sizes{-6, -2}));
  EXPECT_EQ(as({2, 3}, {-3, -1}, {6}), (Sizes{-1}));
  EXPECT_EQ(as({4, 3}, {0, 0}, {12}), (Sizes{0}));
  EXPECT_EQ(as({}, {}, {1, 1}), (Sizes{1, 1}));
  EXPECT_EQ(as({1, 1}, {5, 7}, {}), (Sizes{}));
  EXPECT_EQ(as({2, 0}, {9, 9}, {2, 0}), (Sizes{9, 9}));
  EXPECT_EQ(as({2, 0}, {9, 9}, {0, 3}), (Sizes{3, 1}));
  EXPECT_EQ(as({7, 1, 1}, {1, 1, 1}, {1, 1, 7, 1}), (Sizes{7, 7, 1, 1}));
  DimVec untouched{5};
  EXPECT_FALSE(view_strides(Sizes{2, 3}, Sizes{1, 2}, Sizes{6}, &untouched));
  EXPECT_EQ(to_vector(untouched), (Sizes{5}));
  DimVec flat;
  EXPECT_TRUE(view_strides(Sizes{2, 3}, Sizes{-3, -1}, Sizes{3, 2}, &flat));  // one contiguous segment, backwards
  EXPECT_EQ(to_vector(flat), (Sizes{-2, -1}));
}

TEST(Layout, InferSize) {
  const auto infer = [](const Sizes &sizes, int64_t numel) { return to_vector(infer_size(sizes, numel)); };
  EXPECT_EQ(infer({2, -1}, 6), (Sizes{2, 3}));
  EXPECT_EQ(infer({-1}, 0), (Sizes{0}));
  EXPECT_EQ(infer({-1, 3}, 0), (Sizes{0, 3}));
  EXPECT_EQ(infer({}, 1), (Sizes{}));
  EXPECT_CT_ERROR(CT_ERROR_SHAPE, "shape '[2, -1]' is invalid for input of size 5", infer({2, -1}, 5));
  EXPECT_CT_ERROR(CT_ERROR_SHAPE, "only one dimension can be inferred", infer({-1, -1}, 6));
  EXPECT_CT_ERROR(CT_ERROR_SHAPE, "invalid shape dimension -2", infer({-2, 3}, 6));
  EXPECT_CT_ERROR(CT_ERROR_SHAPE, "ambiguous", infer({0, -1}, 0));
  EXPECT_CT_ERROR(CT_ERROR_SHAPE, "is invalid for input of size 6", infer({0, -1}, 6));
  EXPECT_CT_ERROR(CT_ERROR_SHAPE, "is invalid for input of size 0", infer({INT64_MAX, 3}, 0));
  EXPECT_CT_ERROR(CT_ERROR_SHAPE, "is invalid for input of size 0", infer({INT64_MAX, 3, 0}, 0));
}

}  // namespace
}  // namespace ct
