// Every view against an independent list of values; layouts where PyTorch defines them; every refusal.
#include "tensor/views.h"

#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <numeric>
#include <random>

#include "tensor_expect.h"

namespace ct {
namespace {

Ref<Tensor> iota(const Sizes &sizes) {
  Ref<Tensor> t = Tensor::create(sizes, DType::Int32);
  for (int32_t i = 0; i < t->numel(); ++i) std::memcpy(t->data() + 4 * i, &i, 4);
  return t;
}

// What a view must show: its shape, and its values in row-major order.
struct Array {
  Sizes sizes;
  std::vector<int32_t> values;
  bool operator==(const Array &) const = default;
};

void walk(const Sizes &sizes, const std::function<void(const Sizes &)> &visit) {
  for (const int64_t size : sizes) {
    if (size == 0) return;
  }
  Sizes index(sizes.size(), 0);
  while (true) {
    visit(index);
    size_t d = sizes.size();
    while (d > 0 && ++index[d - 1] == sizes[d - 1]) index[--d] = 0;
    if (d == 0) return;
  }
}

int64_t dot(const Sizes &index, Dims strides) {
  return std::inner_product(index.begin(), index.end(), strides.begin(), int64_t{0});
}

Array read(const Tensor &t) {
  Array array{to_vector(t.sizes()), {}};
  walk(array.sizes, [&](const Sizes &index) {
    const char *element = t.data() + 4 * dot(index, t.strides());
    EXPECT_TRUE(element >= t.storage().data() && element + 4 <= t.storage().data() + t.storage().nbytes());
    array.values.emplace_back();
    std::memcpy(&array.values.back(), element, 4);
  });
  return array;
}

// The array whose element at an index is the element of `from` at source(index).
Array gather(const Array &from, const Sizes &sizes, const std::function<Sizes(const Sizes &)> &source) {
  const DimVec strides = contiguous_strides(from.sizes);
  Array array{sizes, {}};
  walk(sizes, [&](const Sizes &index) {
    array.values.push_back(from.values[static_cast<size_t>(dot(source(index), strides))]);
  });
  return array;
}

using Random = std::mt19937;
int64_t pick(Random &random, int64_t low, int64_t high) {
  return std::uniform_int_distribution<int64_t>(low, high)(random);
}

// A random view of t, and what it must show.
std::pair<Ref<Tensor>, Array> step(Random &random, const Tensor &t, const Array &a) {
  const int32_t ndim = t.ndim();
  const auto kind = pick(random, 0, 9);
  const auto dim = static_cast<int32_t>(pick(random, 0, std::max(ndim - 1, 0)));
  const int32_t given = pick(random, 0, 1) != 0 ? dim : dim - std::max(ndim, 1);
  if (kind == 0 && ndim > 0) {  // slice
    const int64_t size = t.sizes()[dim], step = pick(random, 0, 1) != 0 ? pick(random, 1, 4) : -pick(random, 1, 4);
    const auto bound = [&] { return pick(random, 0, 3) == 0 ? kAbsent : pick(random, -size - 2, size + 2); };
    const int64_t start = bound(), stop = bound();
    Sizes positions;  // what Python's range over slice.indices gives, position by position
    const auto place = [&](int64_t at, int64_t absent) {
      if (at == kAbsent) return absent;
      if (at < 0) at += size;
      return step > 0 ? std::min(std::max<int64_t>(at, 0), size) : std::max<int64_t>(std::min(at, size - 1), -1);
    };
    const int64_t last = place(stop, step > 0 ? size : -1);
    for (int64_t i = place(start, step > 0 ? 0 : size - 1); step > 0 ? i < last : i > last; i += step) {
      positions.push_back(i);
    }
    Sizes sizes = a.sizes;
    sizes[dim] = static_cast<int64_t>(positions.size());
    return {slice(t, given, start, stop, step), gather(a, sizes, [&](Sizes index) {
              index[dim] = positions[index[dim]];
              return index;
            })};
  }
  if (kind == 1 && ndim > 0 && t.sizes()[dim] > 0) {  // select
    const int64_t size = t.sizes()[dim], at = pick(random, -size, size - 1);
    Sizes sizes = a.sizes;
    sizes.erase(sizes.begin() + dim);
    return {select(t, given, at), gather(a, sizes, [&](Sizes index) {
              index.insert(index.begin() + dim, at < 0 ? at + size : at);
              return index;
            })};
  }
  if (kind == 2) {  // permute
    std::vector<int32_t> order(ndim);
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin(), order.end(), random);
    Sizes sizes;
    for (const int32_t d : order) sizes.push_back(a.sizes[d]);
    return {permute(t, order), gather(a, sizes, [&](const Sizes &index) {
              Sizes source(index.size());
              for (size_t i = 0; i < order.size(); ++i) source[order[i]] = index[i];
              return source;
            })};
  }
  if (kind == 3) {  // flip
    std::vector<int32_t> dims;
    for (int32_t d = 0; d < ndim; ++d) {
      if (pick(random, 0, 1) != 0) dims.push_back(d);
    }
    return {flip(t, dims), gather(a, a.sizes, [&](Sizes index) {
              for (const int32_t d : dims) index[d] = a.sizes[d] - 1 - index[d];
              return index;
            })};
  }
  if (kind == 4 && ndim < 7) {  // unsqueeze
    const auto at = static_cast<int32_t>(pick(random, 0, ndim));
    Sizes sizes = a.sizes;
    sizes.insert(sizes.begin() + at, 1);
    return {unsqueeze(t, pick(random, 0, 1) != 0 ? at : at - ndim - 1), {sizes, a.values}};
  }
  if (kind == 5) {  // squeeze
    Array b{{}, a.values};
    for (const int64_t size : a.sizes) {
      if (size != 1) b.sizes.push_back(size);
    }
    return {squeeze(t, {}), b};
  }
  if (kind == 6 && ndim < 6) {  // expand
    Sizes sizes = a.sizes;
    for (int64_t &size : sizes) {
      if (size == 1) size = pick(random, 0, 3);
    }
    const int64_t leading = pick(random, 0, 1);
    sizes.insert(sizes.begin(), static_cast<size_t>(leading), 2);
    Sizes asked = sizes;
    if (pick(random, 0, 1) != 0) {
      for (size_t d = static_cast<size_t>(leading); d < asked.size(); ++d) {
        if (a.sizes[d - leading] == asked[d]) asked[d] = -1;
      }
    }
    return {expand(t, asked), gather(a, sizes, [&](const Sizes &index) {
              Sizes source(index.begin() + leading, index.end());
              for (size_t d = 0; d < source.size(); ++d) source[d] = a.sizes[d] == 1 ? 0 : source[d];
              return source;
            })};
  }
  if (kind == 7 && ndim > 0) {  // flatten some dims, where that is a view
    const auto end = static_cast<int32_t>(pick(random, dim, ndim - 1));
    const Sizes sizes = to_vector(flattened_sizes(t, given, end));
    if (const Ref<Tensor> viewed = try_view(t, sizes)) return {viewed, {sizes, a.values}};
  }
  if (kind == 8 && ndim > 0) {  // narrow
    const int64_t size = t.sizes()[dim], start = pick(random, 0, size), length = pick(random, 0, size - start);
    Sizes sizes = a.sizes;
    sizes[dim] = length;
    return {narrow(t, given, start, length), gather(a, sizes, [&](Sizes index) {
              index[dim] += start;
              return index;
            })};
  }
  if (kind == 9 && ndim > 1) {  // movedim of one dim, compared with moving it in a list
    const auto to = static_cast<int32_t>(pick(random, 0, ndim - 1));
    std::vector<int32_t> order(ndim);
    std::iota(order.begin(), order.end(), 0);
    order.erase(order.begin() + dim);
    order.insert(order.begin() + to, dim);
    const int32_t source[] = {given}, destination[] = {to};
    const Ref<Tensor> moved = movedim(t, source, destination);
    EXPECT_EQ(read(*moved), read(*permute(t, order)));
  }
  return {alias(t), a};
}

TEST(Views, RandomChains) {
  for (uint32_t seed = 0; seed < 4000; ++seed) {
    Random random(seed);
    Sizes sizes(static_cast<size_t>(pick(random, 0, 4)));
    for (int64_t &size : sizes) size = pick(random, seed % 4 == 0 ? 0 : 1, 4);
    Ref<Tensor> t = iota(sizes);
    Array expected = read(*t);
    const Ref<Storage> storage = t->keep_storage();
    for (int length = 0; length < 6; ++length) {
      auto [next, array] = step(random, *t, expected);
      t = std::move(next);
      expected = std::move(array);
      ASSERT_EQ(read(*t), expected) << "seed " << seed;
      ASSERT_EQ(&t->storage(), storage.get());
      ASSERT_TRUE(t->offset() >= 0 && t->offset() * 4 <= storage->nbytes()) << "seed " << seed;
      ASSERT_EQ(t->numel(), static_cast<int64_t>(expected.values.size()));
    }
  }
}

TEST(Views, LayoutsAsUpstream) {
  const Ref<Tensor> t = iota({2, 3}), number = iota({});
  EXPECT_EQ(to_vector(expand(*t, Sizes{1, 1, 2, -1})->strides()), (Sizes{6, 6, 3, 1}));
  EXPECT_EQ(to_vector(expand(*t, Sizes{4, 2, 3})->strides()), (Sizes{0, 3, 1}));
  EXPECT_EQ(to_vector(expand(*number, Sizes{1, 2})->strides()), (Sizes{0, 0}));
  EXPECT_EQ(to_vector(unsqueeze(*t, 0)->strides()), (Sizes{6, 3, 1}));
  EXPECT_EQ(to_vector(unsqueeze(*t, -1)->strides()), (Sizes{3, 1, 1}));
  EXPECT_EQ(to_vector(slice(*t, 1, 0, 1, 5)->strides()), (Sizes{3, 5}));
  EXPECT_EQ(slice(*t, 0, 2, kAbsent, 1)->offset(), 6);
  EXPECT_EQ(to_vector(flip(*t, std::initializer_list<int32_t>{1})->strides()), (Sizes{3, -1}));
  EXPECT_TRUE(flip(*unsqueeze(*t, 0), std::initializer_list<int32_t>{0})->is_contiguous());
  EXPECT_EQ(to_vector(view(*t, Sizes{-1})->sizes()), (Sizes{6}));
  EXPECT_FALSE(try_view(*transpose(*t, 0, 1), Sizes{6}));
  EXPECT_EQ(transpose(*number, 0, -1)->ndim(), 0);
  EXPECT_EQ(to_vector(flattened_sizes(*number, 0, -1)), (Sizes{1}));
  EXPECT_EQ(to_vector(flattened_sizes(*iota({2, 0, 3}), 1, 2)), (Sizes{2, 0}));
}

TEST(Views, ExtremeSteps) {
  const Ref<Tensor> t = iota({5});
  for (const int64_t step : {INT64_MAX, INT64_MAX / 4, int64_t{5}}) {
    EXPECT_EQ(read(*slice(*t, 0, 1, INT64_MAX, step)), (Array{{1}, {1}}));
    EXPECT_EQ(read(*slice(*t, 0, kAbsent, kAbsent, -step)), (Array{{1}, {4}}));
  }
  EXPECT_EQ(read(*slice(*t, 0, INT64_MAX, INT64_MIN + 1, INT64_MIN)), (Array{{1}, {4}}));
  EXPECT_EQ(read(*slice(*t, 0, kAbsent, kAbsent, -2)), (Array{{3}, {4, 2, 0}}));
  EXPECT_EQ(read(*slice(*t, 0, -2, -5, -1)), (Array{{3}, {3, 2, 1}}));
  const Ref<Tensor> meta = Tensor::create(Sizes{INT64_MAX / 4}, DType::Float32, true);
  EXPECT_EQ(slice(*meta, 0, kAbsent, kAbsent, -1)->offset(), INT64_MAX / 4 - 1);
}

TEST(Views, EmptyOnesStayInTheStorage) {
  const Ref<Tensor> gaps = Tensor::create(Sizes{2, 3}, Sizes{1, 100}, DType::Int32);
  EXPECT_LE(slice(*gaps, 1, 3, 3, 1)->offset() * 4, gaps->storage().nbytes());
  const Ref<Tensor> back = flip(*gaps, std::initializer_list<int32_t>{0, 1});
  EXPECT_GE(slice(*back, 1, 3, 3, 1)->offset(), 0);
  EXPECT_EQ(as_strided(*gaps, Sizes{0}, Sizes{1}, 100000)->offset() * 4, gaps->storage().nbytes());
  const Ref<Tensor> empty = iota({0, 3});
  EXPECT_EQ(select(*empty, 1, 2)->offset(), 0);
  const Ref<Tensor> wild = Tensor::create(Sizes{0, 9}, Sizes{1, INT64_MAX / 8}, DType::Int32);
  EXPECT_EQ(select(*wild, 1, 8)->offset(), 0);
  EXPECT_EQ(slice(*wild, 1, 8, 9, 1)->offset(), 0);
  EXPECT_EQ(flip(*wild, std::initializer_list<int32_t>{1})->offset(), 0);
}

TEST(Views, InheritStorageNotTheNumber) {
  int32_t data[4] = {};
  const Ref<Tensor> t =
      Tensor::on_storage(Storage::borrow(data, 16, true, nullptr, nullptr), Sizes{4}, Sizes{1}, 0, DType::Int32);
  EXPECT_TRUE(slice(*t, 0, 1, 3, 1)->is_read_only());
  const Ref<Tensor> number = iota({});
  number->set_wrapped_number(true);
  EXPECT_FALSE(alias(*number)->is_wrapped_number());
  EXPECT_FALSE(unsqueeze(*number, 0)->is_wrapped_number());
  EXPECT_TRUE(slice(*Tensor::create(Sizes{3}, DType::Bool, true), 0, 1, 2, 1)->is_meta());
}

TEST(Views, AsStrided) {
  const Ref<Tensor> t = iota({10});
  EXPECT_EQ(read(*as_strided(*t, Sizes{2, 2}, Sizes{5, 1}, 1)), (Array{{2, 2}, {1, 2, 6, 7}}));
  EXPECT_EQ(read(*as_strided(*t, Sizes{3}, Sizes{-2}, 9)), (Array{{3}, {9, 7, 5}}));
  EXPECT_EQ(read(*as_strided(*select(*t, 0, 4), Sizes{2}, Sizes{9}, 0)), (Array{{2}, {0, 9}}));  // the storage's start
  EXPECT_CT_ERROR(CT_ERROR_SHAPE, "itemsize 4 are out of bounds for storage of size 40",
                  as_strided(*t, Sizes{4, 4}, Sizes{4, 1}, 0));
  EXPECT_CT_ERROR(CT_ERROR_SHAPE, "storage offset 10", as_strided(*t, Sizes{}, Sizes{}, 10));
  EXPECT_CT_ERROR(CT_ERROR_SHAPE, "out of bounds", as_strided(*t, Sizes{3}, Sizes{-1}, 1));
  EXPECT_CT_ERROR(CT_ERROR_SHAPE, "out of bounds", as_strided(*t, Sizes{2}, Sizes{1}, INT64_MAX));
  EXPECT_CT_ERROR(CT_ERROR_SHAPE, "overflow", as_strided(*t, Sizes{3}, Sizes{INT64_MAX}, 0));
  EXPECT_CT_ERROR(CT_ERROR_INVALID, "invalid storage offset -1", as_strided(*t, Sizes{1}, Sizes{1}, -1));
  EXPECT_CT_ERROR(CT_ERROR_SHAPE, "mismatch in length of strides and shape", as_strided(*t, Sizes{1}, Sizes{1, 1}, 0));
  EXPECT_CT_ERROR(CT_ERROR_SHAPE, "negative dimension", as_strided(*t, Sizes{-1}, Sizes{1}, 0));
}

TEST(Views, Refusals) {
  const Ref<Tensor> t = iota({2, 3}), number = iota({});
  using List = std::initializer_list<int32_t>;
  EXPECT_CT_ERROR(CT_ERROR_SHAPE, "view size [6] is not compatible with input tensor's size [3, 2] and stride [1, 3]",
                  view(*transpose(*t, 0, 1), Sizes{6}));
  EXPECT_CT_ERROR(CT_ERROR_SHAPE, "shape '[7]' is invalid for input of size 6", view(*t, Sizes{7}));
  EXPECT_CT_ERROR(CT_ERROR_SHAPE, "2 is not equal to 1", permute(*t, List{0}));
  EXPECT_CT_ERROR(CT_ERROR_INDEX, "dim 0 appears multiple times", permute(*t, List{0, -2}));
  EXPECT_CT_ERROR(CT_ERROR_INDEX, "[-2, 1], but got 2", permute(*t, List{0, 2}));
  EXPECT_CT_ERROR(CT_ERROR_INDEX, "but got -3", transpose(*t, 0, -3));
  EXPECT_CT_ERROR(CT_ERROR_INDEX, "[-1, 0], but got 1", transpose(*number, 0, 1));
  EXPECT_CT_ERROR(CT_ERROR_SHAPE, "same number of dims", movedim(*t, List{0}, List{0, 1}));
  EXPECT_CT_ERROR(CT_ERROR_INDEX, "multiple times", movedim(*t, List{0, 0}, List{0, 1}));
  EXPECT_CT_ERROR(CT_ERROR_INDEX, "multiple times", movedim(*t, List{0, 1}, List{1, -1}));
  EXPECT_CT_ERROR(CT_ERROR_INVALID, "slice step cannot be zero", slice(*t, 0, 0, 1, 0));
  EXPECT_CT_ERROR(CT_ERROR_INDEX, "slice cannot be applied to a 0-dim tensor", slice(*number, 0, 0, 1, 1));
  EXPECT_CT_ERROR(CT_ERROR_INDEX, "index 3 out of range for tensor of size [2, 3] at dimension 1", select(*t, -1, 3));
  EXPECT_CT_ERROR(CT_ERROR_INDEX, "index -9223372036854775808", select(*t, 0, INT64_MIN));
  EXPECT_CT_ERROR(CT_ERROR_INDEX, "0-dim", select(*number, 0, 0));
  EXPECT_CT_ERROR(CT_ERROR_INDEX, "0-dim", narrow(*number, 0, 0, 1));
  EXPECT_CT_ERROR(CT_ERROR_INVALID, "non-negative", narrow(*t, 0, 0, -1));
  EXPECT_CT_ERROR(CT_ERROR_INDEX, "but got 3", narrow(*t, 0, 3, 0));
  EXPECT_CT_ERROR(CT_ERROR_INDEX, "start (1) + length (2) exceeds dimension size (2)", narrow(*t, 0, 1, 2));
  EXPECT_CT_ERROR(CT_ERROR_INDEX, "exceeds", narrow(*t, 0, 1, INT64_MAX));
  EXPECT_EQ(narrow(*t, 0, 2, 0)->numel(), 0);
  EXPECT_EQ(read(*narrow(*t, 0, -1, 1)), (Array{{1, 3}, {3, 4, 5}}));
  EXPECT_CT_ERROR(CT_ERROR_SHAPE, "number of sizes provided (1)", expand(*t, Sizes{3}));
  EXPECT_CT_ERROR(CT_ERROR_SHAPE, "leading, non-existing dimension 0", expand(*t, Sizes{-1, 2, 3}));
  EXPECT_CT_ERROR(CT_ERROR_SHAPE, "non-existing", expand(*number, Sizes{-1}));
  EXPECT_CT_ERROR(CT_ERROR_SHAPE, "(4) must match the existing size (3) at non-singleton dimension 1",
                  expand(*t, Sizes{2, 4}));
  EXPECT_CT_ERROR(CT_ERROR_SHAPE, "Target sizes: [-2]", expand(*iota({1}), Sizes{-2}));
  EXPECT_CT_ERROR(CT_ERROR_SHAPE, "65", expand(*number, Sizes(65, 1)));
  EXPECT_CT_ERROR(CT_ERROR_SHAPE, "overflow", expand(*number, Sizes{INT64_MAX, 2}));
  EXPECT_CT_ERROR(CT_ERROR_INDEX, "multiple times", squeeze(*t, List{0, 0}));
  EXPECT_CT_ERROR(CT_ERROR_INDEX, "[-3, 2], but got 3", unsqueeze(*t, 3));
  EXPECT_CT_ERROR(CT_ERROR_SHAPE, "65", unsqueeze(*iota(Sizes(64, 1)), 0));
  EXPECT_CT_ERROR(CT_ERROR_INVALID, "start_dim 1 cannot come after end_dim 0", flattened_sizes(*t, 1, 0));
  EXPECT_CT_ERROR(CT_ERROR_INDEX, "but got 2", flattened_sizes(*t, 0, 2));
  EXPECT_CT_ERROR(CT_ERROR_INDEX, "multiple times", flip(*t, List{0, -2}));
  EXPECT_CT_ERROR(CT_ERROR_DTYPE, "int32", imag(*t));
}

TEST(Views, Squeeze) {
  using List = std::initializer_list<int32_t>;
  const Ref<Tensor> t = iota({1, 2, 1, 3});
  EXPECT_EQ(to_vector(squeeze(*t, {})->sizes()), (Sizes{2, 3}));
  EXPECT_EQ(to_vector(squeeze(*t, List{0, 1})->sizes()), (Sizes{2, 1, 3}));
  EXPECT_EQ(to_vector(squeeze(*t, List{-2})->sizes()), (Sizes{1, 2, 3}));
  EXPECT_EQ(squeeze(*iota({}), List{-1})->ndim(), 0);
}

TEST(Views, RealAndImag) {
  for (const auto &[complex, real_dtype] : {std::pair{DType::Complex32, DType::Float16},
                                            {DType::Complex64, DType::Float32},
                                            {DType::Complex128, DType::Float64}}) {
    const Ref<Tensor> t = slice(*Tensor::create(Sizes{2, 3}, complex), 1, kAbsent, kAbsent, -1);
    const Ref<Tensor> re = real(*t), im = imag(*t);
    EXPECT_EQ(re->dtype(), real_dtype);
    EXPECT_EQ(to_vector(re->strides()), (Sizes{6, -2}));
    EXPECT_EQ(re->data(), t->data());
    EXPECT_EQ(im->data(), t->data() + dtype_size(real_dtype));
    EXPECT_EQ(&im->storage(), &t->storage());
  }
  const Ref<Tensor> empty = Tensor::create(Sizes{0}, DType::Complex64);
  EXPECT_EQ(imag(*empty)->offset(), 0);
  const Ref<Tensor> plain = iota({3});
  EXPECT_EQ(read(*real(*plain)), read(*plain));
}

}  // namespace
}  // namespace ct
