// Copies from any order of dims into any other: both sides permuted, sliced, padded, backwards and at any element of a
// line, the source also expanded; small ones by the thousand, ones that several threads share, ones past the caches.
// And those that must be refused, because the two sides share memory in another order.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "copied.h"
#include "layouts.h"
#include "rules.h"
#include "seeds.h"
#include "settings.h"

namespace property {
namespace {

using reference::Handle;

// Numbers around the edges of vectors, lines and tiles, and of interleaved rows.
int64_t random_edge(Random &random, int64_t largest) {
  static const std::vector<int64_t> edges = {1,  2,  2,  3,  3,  3,  4,  4,  5,  6,   7,   8,   9,  15,
                                             16, 17, 31, 32, 33, 63, 64, 65, 66, 127, 128, 129, 513};
  for (int tries = 0; tries < 8; ++tries) {
    const int64_t edge = random.pick(edges);
    if (edge <= largest) return edge;
  }
  return random.between(1, std::min<int64_t>(largest, 9));
}

void shuffle(Random &random, Sizes &numbers) {
  for (size_t i = numbers.size(); i > 1; --i) {
    std::swap(numbers[i - 1], numbers[static_cast<size_t>(random.between(0, static_cast<int64_t>(i) - 1))]);
  }
}

Sizes random_edges(Random &random, int64_t ndim, int64_t max_numel) {
  Sizes sizes;
  int64_t left = max_numel;
  for (int64_t dim = 0; dim < ndim; ++dim) {
    sizes.push_back(random_edge(random, left));
    left /= sizes.back();
  }
  shuffle(random, sizes);
  return sizes;
}

// A random layout of the dims in any order.
Layout permuted_layout(Random &random, const Sizes &sizes, bool may_repeat) {
  Sizes order(sizes.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int64_t>(i);
  shuffle(random, order);
  Layout permuted{sizes, Sizes(sizes.size())};
  Sizes in_order;
  for (const int64_t dim : order) in_order.push_back(sizes[static_cast<size_t>(dim)]);
  const Layout layout = random_layout(random, in_order, may_repeat);
  for (size_t i = 0; i < order.size(); ++i) permuted.strides[static_cast<size_t>(order[i])] = layout.strides[i];
  return permuted;
}

// An offset within a line, half of the time none.
int64_t random_offset(Random &random, ct_dtype dtype) {
  return random.chance(50) ? 0 : random.between(0, 64 / reference::info(dtype).size - 1);
}

// Where a copy keeps bits, any will do; a bool's are 0 and 1.
Values values_for(ct_dtype to, ct_dtype from) {
  return to == from && from != CT_BOOL ? Values::Unset : Values::Special;
}

void check_copy(Random &random, ct_dtype to, ct_dtype from, const Sizes &sizes, bool may_repeat) {
  const Sizes source_sizes = may_repeat && random.chance(20) ? random_operand_sizes(random, sizes) : sizes;
  Operand dst(random, to, permuted_layout(random, sizes, false), random_offset(random, to), Values::Unset);
  Operand src(random, from, permuted_layout(random, source_sizes, may_repeat), random_offset(random, from),
              values_for(to, from));
  check_copy(dst, src);
}

void check_new(Random &random, ct_dtype dtype, const Sizes &sizes) {
  static const std::vector<ct_memory_format> formats = {CT_PRESERVE, CT_CONTIGUOUS, CT_CHANNELS_LAST,
                                                        CT_CHANNELS_LAST_3D};
  Operand from(random, dtype, permuted_layout(random, sizes, random.chance(30)), random_offset(random, dtype),
               values_for(dtype, dtype));
  const Array &a = from.array();
  ct_memory_format format = random.pick(formats);
  if (!format_has_rank(format, sizes.size())) format = CT_CONTIGUOUS;
  Handle out;
  reference::Error error;
  EXPECT_EQ(ct_clone(from.tensor(), format, out.receive(), &error), CT_OK) << error.message;
  check_made(out, from, dtype, strides_in(a, format));
  if (format != CT_PRESERVE) {
    EXPECT_EQ(ct_contiguous(from.tensor(), format, out.receive(), &error), CT_OK) << error.message;
    EXPECT_EQ(out.get() == from.tensor(), is_in(a, format));
    if (out.get() != from.tensor()) check_made(out, from, dtype, strides_in(a, format));
  }
  if (testing::Test::HasFailure()) FAIL() << describe(a) << ", format " << format;
}

ct_dtype random_dtype(Random &random) { return random.pick(reference::dtypes()).dtype; }

// Most copies keep their dtype; every pair has its turn.
ct_dtype random_source(Random &random, ct_dtype to) { return random.chance(70) ? to : random_dtype(random); }

TEST(CopyPermutations, Small) {
  static const std::vector<int64_t> max_numels = {60, 200, 600, 600, 1500, 1500, 4096};
  for (int64_t index = 0; index < cases(12000); ++index) {
    use_threads(kThreads[index % 3]);
    Random random(seed_of("permutations", CT_UNDEFINED, index));
    const Sizes sizes = random_edges(random, random.between(1, 6), random.pick(max_numels));
    const ct_dtype to = random_dtype(random);
    check_copy(random, to, random_source(random, to), sizes, true);
    if (index % 4 == 0) check_new(random, to, sizes);
    if (HasFailure()) FAIL() << "case " << index;
  }
}

// Dims of 1 to 4, as many as there are; some shared by several threads.
TEST(CopyPermutations, ManyDims) {
  for (int64_t index = 0; index < cases(300); ++index) {
    use_threads(kThreads[index % 3]);
    Random random(seed_of("permutations, many dims", CT_UNDEFINED, index));
    const int64_t max_numel = index % 50 == 0 ? 150000 : random.pick(std::vector<int64_t>{100, 500, 4096});
    Sizes sizes;
    for (int64_t numel = 1; sizes.size() < 24; numel *= sizes.back()) {
      const int64_t size = random.pick(std::vector<int64_t>{1, 2, 2, 2, 2, 3, 4});
      if (numel * size > max_numel) break;
      sizes.push_back(size);
    }
    const ct_dtype to = random_dtype(random);
    const bool converts = reference::numel(sizes) < 5000;
    index % 5 == 0 ? check_new(random, to, sizes)
                   : check_copy(random, to, converts ? random_source(random, to) : to, sizes, random.chance(30));
    if (HasFailure()) FAIL() << "case " << index;
  }
}

// Enough for several threads, and for strips of planes.
TEST(CopyPermutations, SharedByThreads) {
  for (int64_t index = 0; index < cases(100); ++index) {
    use_threads(kThreads[1 + index % 2]);
    Random random(seed_of("permutations, threads", CT_UNDEFINED, index));
    Sizes sizes = random_edges(random, random.between(1, 4), 3000);
    sizes.push_back(random.between(100, 600));
    if (random.chance(50)) sizes[0] = random.between(sizes[0], 300000 / reference::numel(sizes) * sizes[0] + sizes[0]);
    shuffle(random, sizes);
    const ct_dtype to = random_dtype(random);
    const ct_dtype from = reference::numel(sizes) < 200000 ? random_source(random, to) : to;
    index % 5 == 0 ? check_new(random, to, sizes) : check_copy(random, to, from, sizes, random.chance(20));
    if (HasFailure()) FAIL() << "case " << index;
  }
}

// Stored past the caches, from 24 MiB of both sides on where the last-level cache has 32.
struct Large {
  ct_dtype to, from;
  Sizes sizes, to_order, from_order;  // dims, slowest first
  int64_t to_offset;
};

Layout dense_layout(const Sizes &sizes, const Sizes &order) {
  Layout layout{sizes, Sizes(sizes.size())};
  int64_t next = 1;
  for (size_t i = order.size(); i-- > 0;) {
    const auto dim = static_cast<size_t>(order[i]);
    layout.strides[dim] = next;
    next *= sizes[dim];
  }
  return layout;
}

// Rows of the source that begin in the same set of the first-level cache, for which the traversal is skewed.
TEST(CopyPermutations, RowsInOneSet) {
  Random random(seed_of("permutations, one set", CT_UNDEFINED, 0));
  for (const ct_dtype dtype : {CT_FLOAT32, CT_FLOAT64}) {
    const int64_t page = 4096 / reference::info(dtype).size;
    for (const int64_t rows : {9, 16, 17, 24, 25, 41, 48, 49, 130}) {
      for (const int64_t columns : {4, 15, 16, 17, 33, 64, 95, 300}) {
        use_threads(kThreads[(rows + columns) % 3]);
        const Sizes sizes = {3, columns, rows};
        Operand dst(random, dtype, dense_layout(sizes, {0, 1, 2}), random_offset(random, dtype), Values::Unset);
        Operand src(random, dtype, {sizes, {rows * page, 1, page}}, random_offset(random, dtype), Values::Unset);
        check_copy(dst, src);
      }
    }
  }
}

// Rows of half a line of which two and two follow each other in the copy, or no more than some do.
TEST(CopyPermutations, RowsInPairs) {
  Random random(seed_of("permutations, pairs", CT_UNDEFINED, 0));
  for (const ct_dtype dtype : {CT_FLOAT32, CT_FLOAT64}) {
    const int64_t half_line = 32 / reference::info(dtype).size;
    for (const int64_t rows : {2, 7, 8, 15, 16, 17, 18, 33, 66, 129, 130, 258, 290}) {
      for (const int64_t next : {1, 2, 5}) {
        use_threads(kThreads[(rows + next) % 3]);
        const Sizes sizes = {next, 3, rows, half_line};
        Operand dst(random, dtype, dense_layout(sizes, {0, 1, 2, 3}), random_offset(random, dtype), Values::Unset);
        Operand src(random, dtype, dense_layout(sizes, {1, 3, 0, 2}), random_offset(random, dtype), Values::Unset);
        check_copy(dst, src);
      }
    }
  }
}

// Rows of the source that are far apart.
TEST(CopyPermutations, RowsFarApart) {
  Random random(seed_of("permutations, far apart", CT_UNDEFINED, 0));
  constexpr int64_t kApart = 36 * 1024 / 8;
  for (const int64_t rows : {15, 16, 17, 20, 25, 48}) {
    for (const int64_t columns : {8, 15, 16, 17, 24, 33, 64, 95}) {
      use_threads(kThreads[columns % 3]);
      const Sizes sizes = {3, columns, rows};
      Operand dst(random, CT_FLOAT64, dense_layout(sizes, {1, 0, 2}), random_offset(random, CT_FLOAT64), Values::Unset);
      Operand src(random, CT_FLOAT64, {sizes, {columns, 1, kApart}}, random_offset(random, CT_FLOAT64), Values::Unset);
      check_copy(dst, src);
    }
  }
}

// 0, step, 2 step, …, modulo n.
Sizes every(int64_t n, int64_t step) {
  Sizes numbers;
  for (int64_t i = 0; i < n; ++i) numbers.push_back(i * step % n);
  return numbers;
}

TEST(CopyPermutations, PastTheCaches) {
  if (is_short_pass()) GTEST_SKIP() << "in the full pass";
  static const std::vector<Large> all = {
      {CT_UINT8, CT_UINT8, {5000, 4096}, {0, 1}, {1, 0}, 0},
      {CT_UINT8, CT_UINT8, {3, 2100, 2112}, {0, 1, 2}, {1, 2, 0}, 0},
      {CT_UINT8, CT_UINT8, {3, 2101, 2113}, {1, 2, 0}, {0, 1, 2}, 5},
      {CT_FLOAT16, CT_FLOAT16, {2049, 4100}, {0, 1}, {1, 0}, 1},
      {CT_FLOAT32, CT_FLOAT32, {4096, 3200}, {0, 1}, {1, 0}, 0},
      {CT_FLOAT32, CT_FLOAT32, {2500, 1999}, {1, 0}, {0, 1}, 3},
      {CT_FLOAT32, CT_FLOAT32, {32, 56, 56, 64}, {0, 1, 2, 3}, {0, 3, 1, 2}, 0},
      {CT_FLOAT64, CT_FLOAT64, {2048, 1600}, {0, 1}, {1, 0}, 0},
      {CT_COMPLEX128, CT_COMPLEX128, {96, 100, 104}, {2, 0, 1}, {0, 1, 2}, 0},
      {CT_FLOAT32, CT_FLOAT32, {15, 15, 15, 15, 7, 15}, {0, 1, 2, 3, 4, 5}, {5, 4, 3, 2, 1, 0}, 1},
      {CT_FLOAT32, CT_FLOAT32, {40, 300, 12, 30}, {0, 1, 2, 3}, {1, 0, 3, 2}, 5},
      {CT_FLOAT32, CT_FLOAT32, {9, 12, 11, 13, 17, 15}, {0, 1, 2, 3, 4, 5}, {3, 1, 4, 0, 2, 5}, 2},
      {CT_FLOAT32, CT_FLOAT32, {15, 15, 16, 15, 9, 7}, {1, 5, 4, 0, 3, 2}, {0, 1, 2, 3, 4, 5}, 0},
      {CT_FLOAT32, CT_FLOAT32, {5, 608, 12, 96}, {3, 0, 2, 1}, {0, 1, 2, 3}, 0},
      {CT_FLOAT32, CT_FLOAT32, {5, 609, 12, 95}, {2, 0, 3, 1}, {0, 1, 2, 3}, 1},
      {CT_FLOAT64, CT_FLOAT64, {5, 9, 48, 4, 352}, {1, 3, 0, 4, 2}, {0, 1, 2, 3, 4}, 0},
      {CT_FLOAT32, CT_FLOAT32, {3, 12, 80, 1100}, {1, 0, 3, 2}, {0, 1, 2, 3}, 0},
      {CT_FLOAT32, CT_FLOAT32, {40, 30, 16, 192}, {2, 1, 0, 3}, {0, 1, 2, 3}, 0},
      {CT_FLOAT64, CT_FLOAT64, {70, 30, 1000}, {1, 0, 2}, {0, 1, 2}, 0},
      {CT_FLOAT32, CT_FLOAT32, {120, 110, 261}, {1, 0, 2}, {0, 1, 2}, 3},
      {CT_FLOAT64, CT_FLOAT64, {7, 700, 400}, {0, 2, 1}, {0, 1, 2}, 0},
      {CT_INT16, CT_INT16, {6, 1501, 777}, {0, 2, 1}, {0, 1, 2}, 3},
      {CT_FLOAT32, CT_FLOAT32, {33, 49, 2048}, {0, 2, 1}, {0, 1, 2}, 0},
      {CT_FLOAT32, CT_FLOAT32, {48, 28, 28, 20, 30}, {4, 3, 2, 1, 0}, {0, 1, 2, 3, 4}, 0},
      {CT_FLOAT64, CT_FLOAT64, {40, 45, 1024}, {0, 2, 1}, {0, 1, 2}, 3},
      {CT_FLOAT64, CT_FLOAT64, {70, 30, 1001}, {1, 0, 2}, {0, 1, 2}, 3},
      {CT_UINT8, CT_UINT8, {300, 200, 70, 3}, {0, 1, 2, 3}, {2, 1, 0, 3}, 1},
      {CT_UINT8, CT_UINT8, {31, 29, 5, 33, 7, 15}, {0, 1, 2, 3, 4, 5}, {2, 5, 0, 4, 1, 3}, 0},
      {CT_INT16, CT_INT16, {16, 40, 16, 36, 32}, {0, 1, 2, 3, 4}, {4, 2, 0, 3, 1}, 0},
      {CT_FLOAT64, CT_FLOAT64, Sizes(21, 2), every(21, 1), every(21, 10), 0},
      {CT_FLOAT32, CT_UINT8, {3, 1600, 1600}, {0, 1, 2}, {1, 2, 0}, 0},
      {CT_BFLOAT16, CT_FLOAT32, {2240, 2300}, {0, 1}, {1, 0}, 0},
  };
  for (size_t index = 0; index < all.size(); ++index) {
    const Large &large = all[index];
    use_threads(kThreads[index % 3]);
    Random random(seed_of("permutations, large", large.to, static_cast<int64_t>(index)));
    Operand dst(random, large.to, dense_layout(large.sizes, large.to_order), large.to_offset, Values::Unset);
    Operand src(random, large.from, dense_layout(large.sizes, large.from_order), 0, Values::Unset);
    reference::Error error;
    EXPECT_EQ(ct_copy(dst.tensor(), src.tensor(), &error), CT_OK) << error.message;
    EXPECT_TRUE(src.unchanged());
    EXPECT_TRUE(dst.surroundings_unchanged());
    expect_copied(dst.array(), src.array());
    if (HasFailure()) FAIL() << "case " << index << ": " << describe(dst.array()) << " ← " << describe(src.array());
  }
}

// The same with layouts as they come.
// Transposed planes, alone and in a row, of which either side runs backwards along any dims.
TEST(CopyPermutations, TransposedAndReversed) {
  static const Sizes shapes[] = {{65, 130}, {9, 300}, {300, 9}, {3, 70, 40}, {700, 601}};
  int64_t index = 0;
  for (const Sizes &sizes : shapes) {
    for (const ct_dtype dtype : {CT_UINT8, CT_INT16, CT_FLOAT32, CT_FLOAT64, CT_COMPLEX128}) {
      for (int signs = 0; signs < 1 << sizes.size(); ++signs) {
        use_threads(kThreads[index++ % 3]);
        Random random(seed_of("transposed and reversed", dtype, index));
        Layout from{sizes, Sizes(sizes.size())};
        std::swap(from.sizes[sizes.size() - 1], from.sizes[sizes.size() - 2]);
        from.strides = reference::contiguous_strides(from.sizes);
        from.sizes = sizes;
        std::swap(from.strides[sizes.size() - 1], from.strides[sizes.size() - 2]);
        Layout to{sizes, reference::contiguous_strides(sizes)};
        Layout &reversed = random.chance(80) ? from : to;
        for (size_t d = 0; d < sizes.size(); ++d) reversed.strides[d] *= (signs >> d & 1) != 0 ? -1 : 1;
        Operand dst(random, dtype, to, random_offset(random, dtype), Values::Unset);
        Operand src(random, dtype, from, random_offset(random, dtype), values_for(dtype, dtype));
        check_copy(dst, src);
        if (HasFailure()) FAIL() << describe(src.array()) << ", signs " << signs;
      }
    }
  }
}

TEST(CopyPermutations, AnyLayoutPastTheCaches) {
  if (is_short_pass()) GTEST_SKIP() << "in the full pass";
  for (int64_t index = 0; index < cases(8); ++index) {
    use_threads(kThreads[index % 3]);
    Random random(seed_of("permutations, any large", CT_UNDEFINED, index));
    static const std::vector<ct_dtype> dtypes = {CT_INT16, CT_FLOAT32, CT_FLOAT64, CT_COMPLEX128};
    const ct_dtype dtype = random.pick(dtypes);
    const int64_t numel = (int64_t{15} << 20) / reference::info(dtype).size;  // a side; gaps come on top
    Sizes sizes = random_edges(random, random.between(0, 3), 600);
    const int64_t left = numel / reference::numel(sizes);
    sizes.push_back(random.between(64, std::max<int64_t>(left / 64, 64)));
    sizes.push_back(left / sizes.back() + 1);
    shuffle(random, sizes);
    check_copy(random, dtype, dtype, sizes, false);
    if (HasFailure()) FAIL() << "case " << index;
  }
}

// ---- sides that share memory ----

// Two views of one block, byte by byte.
class Shared {
 public:
  explicit Shared(Random &random) : memory_(kBytes + 64) {
    for (char &byte : memory_) byte = static_cast<char>(random.bits());
    block_ = memory_.data() + (64 - reinterpret_cast<uintptr_t>(memory_.data()) % 64) % 64;
    before_.assign(block_, block_ + kBytes);
  }

  // A view whose lowest element is number `lowest` of the block; false where that does not fit.
  bool view(ct_dtype dtype, const Layout &layout, int64_t lowest, Handle &out) {
    const int64_t itemsize = reference::info(dtype).size;
    int64_t first = lowest, last = lowest;
    for (size_t dim = 0; dim < layout.sizes.size(); ++dim) {
      const int64_t reach = (layout.sizes[dim] - 1) * layout.strides[dim];
      (reach < 0 ? first : last) += std::abs(reach);
    }
    last += first - lowest;
    if ((last + 1) * itemsize > kBytes) return false;
    EXPECT_EQ(
        ct_tensor_from_data(block_ + first * itemsize, layout.sizes.data(), static_cast<int32_t>(layout.sizes.size()),
                            layout.strides.data(), dtype, nullptr, nullptr, out.receive(), nullptr),
        CT_OK);
    return true;
  }

  // Where a view's elements are, in the order of a shape to which it broadcasts.
  std::vector<int64_t> elements(const Array &a, const Sizes &shape) const {
    const Sizes strides = reference::broadcast_strides(a.sizes, a.strides, shape);
    std::vector<int64_t> at;
    reference::for_each_index(shape, [&](const Sizes &index) {
      at.push_back(a.data - block_ + reference::offset_of(index, strides) * reference::info(a.dtype).size);
    });
    return at;
  }

  const char *before() const { return before_.data(); }
  char *now() { return block_; }
  bool is(const std::vector<char> &bytes) const { return std::memcmp(block_, bytes.data(), kBytes) == 0; }

 private:
  static constexpr int64_t kBytes = 4096;
  std::vector<char> memory_, before_;
  char *block_;
};

struct Meeting {
  bool within = false;  // two elements of dst share a byte
  bool across = false;  // an element of dst shares a byte with one of src
  bool equal = true;    // but each only with its own counterpart, and all of it
};

Meeting meeting(const std::vector<int64_t> &dst, int64_t dst_size, const std::vector<int64_t> &src, int64_t src_size) {
  Meeting found;
  found.equal = dst == src && dst_size == src_size;
  std::vector<bool> written(4096);
  for (const int64_t at : dst) {
    for (int64_t byte = at; byte < at + dst_size; ++byte) {
      found.within |= written[static_cast<size_t>(byte)];
      written[static_cast<size_t>(byte)] = true;
    }
  }
  for (const int64_t at : src) {
    for (int64_t byte = at; byte < at + src_size; ++byte) found.across |= written[static_cast<size_t>(byte)];
  }
  return found;
}

// Whatever the order: the values are those from before the copy.
void expect_copied_within(Shared &shared, const Array &dst, const std::vector<int64_t> &to, ct_dtype from_dtype,
                          const std::vector<int64_t> &from) {
  std::vector<char> expected(shared.before(), shared.before() + 4096);
  for (size_t i = 0; i < to.size(); ++i) {
    const auto size = static_cast<size_t>(reference::info(dst.dtype).size);
    char *const wanted = expected.data() + to[i], *const got = shared.now() + to[i];
    if (dst.dtype == from_dtype) {
      std::memcpy(wanted, shared.before() + from[i], size);
      continue;
    }
    const Value value =
        reference::convert(reference::load(from_dtype, shared.before() + from[i]), from_dtype, dst.dtype);
    ASSERT_TRUE(reference::same(dst.dtype, reference::load(dst.dtype, got), value)) << "element " << i;
    std::memcpy(wanted, got, size);
  }
  ASSERT_TRUE(shared.is(expected)) << "elements, or the bytes around them";
}

TEST(CopyPermutations, SharedMemory) {
  int64_t refused = 0, within = 0, equal = 0, apart = 0;
  for (int64_t index = 0; index < cases(10000); ++index) {
    use_threads(kThreads[index % 3]);
    Random random(seed_of("permutations, overlap", CT_UNDEFINED, index));
    Shared shared(random);
    ct_dtype to = random_dtype(random), from = random.chance(60) ? to : random_dtype(random);
    if (to == CT_BOOL || from == CT_BOOL) to = from = CT_UINT8;  // any byte may be in the block
    const Sizes sizes = random_edges(random, random.between(1, 5), 100);
    Layout to_layout = permuted_layout(random, sizes, random.chance(40));
    Layout from_layout = permuted_layout(random, random.chance(80) ? sizes : random_operand_sizes(random, sizes), true);
    if (random.chance(25)) from_layout = to_layout;
    if (random.chance(25)) {  // every other element
      for (int64_t &stride : to_layout.strides) stride *= 2;
      for (int64_t &stride : from_layout.strides) stride *= 2;
    }
    const int64_t lowest = random.between(0, 20);
    const bool same_place = random.chance(30) || (from_layout.strides == to_layout.strides && random.chance(50));
    Handle dst, src;
    if (!shared.view(to, to_layout, lowest, dst)) continue;
    if (!shared.view(from, from_layout, same_place ? lowest : random.between(0, 40), src)) continue;

    const Array a = reference::array_of(dst), b = reference::array_of(src);
    const std::vector<int64_t> to_elements = shared.elements(a, sizes), from_elements = shared.elements(b, sizes);
    const Meeting found = meeting(to_elements, reference::info(to).size, from_elements, reference::info(from).size);
    const bool same_view = to == from && a.data == b.data && a.sizes == b.sizes && a.strides == b.strides;
    const bool allowed = same_view || (!found.within && (!found.across || found.equal));
    reference::Error error;
    EXPECT_EQ(ct_copy(dst, src, &error), allowed ? CT_OK : CT_ERROR_OVERLAP) << error.message;
    if (allowed && !same_view) {
      expect_copied_within(shared, a, to_elements, from, from_elements);
    } else {
      EXPECT_TRUE(shared.is({shared.before(), shared.before() + 4096})) << "a refused copy wrote";
    }
    if (HasFailure()) FAIL() << "case " << index << ": " << describe(a) << " ← " << describe(b);
    refused += !allowed && !found.within ? 1 : 0;
    within += found.within ? 1 : 0;
    equal += allowed && found.across ? 1 : 0;
    apart += allowed && !found.across ? 1 : 0;
  }
  if (cases(10000) < 10000) return;
  EXPECT_GT(std::min({refused, within, equal, apart}), 300)
      << "one kind is hardly tried: " << refused << ", " << within << ", " << equal << ", " << apart;
}

}  // namespace
}  // namespace property
