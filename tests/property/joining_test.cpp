// Joined and rearranged tensors of random layouts and dtypes, in every form, against the oracle; views element by
// element.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <memory>
#include <numeric>

#include "copied.h"
#include "layouts.h"
#include "rearranged.h"
#include "rules.h"
#include "seeds.h"
#include "settings.h"

namespace property {
namespace {

using reference::Handle;
using reference::Rearranged;

using Inputs = std::vector<std::unique_ptr<Operand>>;
using Tensors = std::vector<const ct_tensor *>;
using Fresh = std::function<ct_status(const Tensors &inputs, ct_tensor **out, ct_error *error)>;
using Into = std::function<ct_status(const Tensors &inputs, ct_tensor *out, ct_error *error)>;

struct Case {
  Fresh fresh;
  Into into;  // none of views
  Rearranged expected;
  ct_dtype dtype;             // of the result
  Value fill = {};            // in that dtype
  bool any_castable = false;  // a given out may be of another dtype
  bool defers = true;         // an input may be deferred
};

Tensors tensors_of(const Inputs &inputs) {
  Tensors tensors;
  for (const auto &input : inputs) tensors.push_back(input->tensor());
  return tensors;
}

// Where an element of the result comes from. What comes from no input is the fill.
struct Place {
  const char *element = nullptr;
  ct_dtype dtype = CT_UNDEFINED;
};

// The places of all elements, in row-major order.
std::vector<Place> places_of(const Inputs &inputs, const Rearranged &expected) {
  std::vector<Place> places;
  places.reserve(static_cast<size_t>(reference::numel(expected.sizes)));
  reference::for_each_index(expected.sizes, [&](const Sizes &index) {
    const reference::Source source = expected.source(index);
    places.emplace_back();
    if (source.input < 0) return;
    const Array &from = inputs[static_cast<size_t>(source.input)]->array();
    const int64_t offset = reference::offset_of(source.index, from.strides) * reference::info(from.dtype).size;
    places.back() = {from.data + offset, from.dtype};
  });
  return places;
}

void expect_elements(const Array &got, const std::vector<Place> &places, const Case &test) {
  ASSERT_EQ(got.sizes, test.expected.sizes);
  const int64_t itemsize = reference::info(got.dtype).size;
  const Value fill = reference::convert(test.fill, test.dtype, got.dtype);
  size_t at = 0;
  reference::for_each_index(got.sizes, [&](const Sizes &index) {
    if (testing::Test::HasFailure()) return;
    const char *const element = got.data + reference::offset_of(index, got.strides) * itemsize;
    const Place &place = places[at++];
    if (place.dtype == got.dtype) {
      ASSERT_EQ(std::memcmp(element, place.element, static_cast<size_t>(itemsize)), 0) << "at " << at - 1;
      return;
    }
    const Value expected = place.element == nullptr ? fill
                                                    : reference::convert(reference::load(place.dtype, place.element),
                                                                         place.dtype, got.dtype);
    const Value value = reference::load(got.dtype, element);
    ASSERT_TRUE(reference::same(got.dtype, value, expected))
        << "at " << at - 1 << ": " << reference::text(got.dtype, value) << ", expected "
        << reference::text(got.dtype, expected);
  });
}

void expect_elements(const Array &got, const Inputs &inputs, const Case &test) {
  expect_elements(got, places_of(inputs, test.expected), test);
}

// Calls the op in every form: fresh, on meta and deferred inputs, and into outs of the right sizes, of other sizes, and
// with shared memory.
void check(Random &random, const Inputs &inputs, const Case &test) {
  const Tensors tensors = tensors_of(inputs);
  const std::vector<Place> places = places_of(inputs, test.expected);
  reference::Error error;
  Handle out;
  ASSERT_EQ(test.fresh(tensors, out.receive(), &error), CT_OK) << error.message;
  EXPECT_EQ(ct_tensor_dtype(out), test.dtype);
  expect_elements(reference::array_of(out), places, test);
  for (const auto &input : inputs) EXPECT_TRUE(input->unchanged());

  std::vector<Handle> others(inputs.size());
  Tensors meta, deferred;
  for (size_t i = 0; i < inputs.size(); ++i) {
    const Array &a = inputs[i]->array();
    ASSERT_EQ(ct_tensor_create_meta(a.sizes.data(), static_cast<int32_t>(a.sizes.size()), a.strides.data(), a.dtype,
                                    others[i].receive(), &error),
              CT_OK)
        << error.message;
    meta.push_back(others[i]);
  }
  if (test.defers) {
    Handle described;
    ASSERT_EQ(test.fresh(meta, described.receive(), &error), CT_OK) << error.message;
    EXPECT_TRUE(ct_tensor_is_meta(described));
    EXPECT_EQ(reference::sizes_of(described), reference::sizes_of(out));
    EXPECT_EQ(reference::strides_of(described), reference::strides_of(out));
    EXPECT_EQ(ct_tensor_dtype(described), test.dtype);
    for (size_t i = 0; i < inputs.size(); ++i) {
      ASSERT_EQ(ct_defer(inputs[i]->tensor(), others[i].receive(), &error), CT_OK) << error.message;
      deferred.push_back(others[i]);
    }
    ASSERT_EQ(test.fresh(deferred, described.receive(), &error), CT_OK) << error.message;
    {
      Handle evaluated;
      const ct_tensor *const result = described;
      ASSERT_EQ(ct_evaluate(&result, 1, evaluated.receive(), &error), CT_OK) << error.message;
      expect_elements(reference::array_of(evaluated), places, test);
    }
  }
  if (!test.into) return;

  ct_dtype dtype = test.dtype;
  if (test.any_castable && random.chance(30)) {
    const ct_dtype other = random.pick(reference::dtypes()).dtype;
    if (ct_can_cast(dtype, other)) dtype = other;
  }
  Operand given(random, dtype, random_layout(random, test.expected.sizes, false), random.offset(), Values::Small);
  ASSERT_EQ(test.into(tensors, given.tensor(), &error), CT_OK) << error.message << " " << describe(given.array());
  EXPECT_TRUE(given.surroundings_unchanged()) << describe(given.array());
  expect_elements(given.array(), places, test);

  const int64_t few[] = {3, 1};
  Handle grown;
  ASSERT_EQ(ct_tensor_create(few, random.chance(50) ? 2 : 1, test.dtype, grown.receive(), &error), CT_OK);
  ASSERT_EQ(test.into(tensors, grown, &error), CT_OK) << error.message;
  expect_elements(reference::array_of(grown), places, test);

  const ct_dtype wrong = test.dtype == CT_COMPLEX64 ? CT_INT8 : CT_COMPLEX64;
  if (!test.any_castable) {
    ASSERT_EQ(ct_tensor_create(few, 2, wrong, grown.receive(), &error), CT_OK);
    EXPECT_EQ(test.into(tensors, grown, &error), CT_ERROR_DTYPE);
    EXPECT_EQ(reference::sizes_of(grown), (Sizes{3, 1}));
  }
  for (const auto &input : inputs) EXPECT_TRUE(input->unchanged());
}

std::unique_ptr<Operand> random_input(Random &random, ct_dtype dtype, const Sizes &sizes) {
  auto input =
      std::make_unique<Operand>(random, dtype, random_layout(random, sizes, true), random.offset(), Values::Special);
  fill_with_bits(random, *input);
  return input;
}

Sizes sizes_with_dims(Random &random, size_t least, int64_t max_numel) {
  Sizes sizes = random_sizes(random, max_numel);
  while (sizes.size() < least) sizes.push_back(random.between(1, 7));
  return sizes;
}

int32_t any_dim(Random &random, size_t ndim, int32_t *dim) {
  const auto count = static_cast<int32_t>(std::max<size_t>(ndim, 1));
  *dim = static_cast<int32_t>(random.between(0, count - 1));
  return random.chance(50) ? *dim : *dim - count;
}

void for_each_case(const char *suite, int64_t count, const std::function<void(Random &, ct_dtype, int64_t)> &body) {
  for (const reference::DTypeInfo &dtype : reference::dtypes()) {
    for (int64_t index = 0; index < cases(count); ++index) {
      use_threads(kThreads[index % 3]);
      Random random(seed_of(suite, dtype.dtype, index));
      const int64_t max_numel = index % 24 == 23 ? 20000 : index % 8 == 7 ? 2000 : 60;
      body(random, dtype.dtype, max_numel);
      if (testing::Test::HasFailure()) FAIL() << suite << ", " << dtype.name << ", case " << index;
    }
  }
}

TEST(Joining, Cat) {
  for_each_case("cat", 72, [](Random &random, ct_dtype dtype, int64_t max_numel) {
    const Sizes base = sizes_with_dims(random, 1, max_numel);
    int32_t dim = 0;
    const int32_t named = any_dim(random, base.size(), &dim);
    Inputs inputs;
    std::vector<Sizes> sizes;
    std::vector<reference::Typed> typed;
    const int64_t count = random.chance(5) ? 40 : random.between(1, 5);
    const bool mixes = random.chance(40);
    for (int64_t i = 0; i < count; ++i) {
      Sizes own = base;
      own[dim] = random.chance(10) ? 0 : random.between(1, std::max<int64_t>(2 * base[dim] / count, 3));
      if (i > 0 && random.chance(8)) own = {0};
      sizes.push_back(own);
      const ct_dtype other = mixes ? random.pick(reference::dtypes()).dtype : dtype;
      inputs.push_back(random_input(random, other, own));
      typed.push_back({other, false, false});
    }
    const auto common = reference::result_type(typed);
    const auto cat = [named](const Tensors &t, ct_tensor **out, ct_error *error) {
      return ct_cat(t.data(), static_cast<int32_t>(t.size()), named, out, error);
    };
    if (!common.has_value()) {
      Handle out;
      EXPECT_EQ(cat(tensors_of(inputs), out.receive(), nullptr), CT_ERROR_DTYPE);
      return;
    }
    const auto into = [named](const Tensors &t, ct_tensor *out, ct_error *error) {
      return ct_cat_out(t.data(), static_cast<int32_t>(t.size()), named, out, error);
    };
    check(random, inputs, {cat, into, reference::cat(sizes, static_cast<size_t>(dim)), *common, {}, true});
  });
}

TEST(Joining, Stack) {
  for_each_case("stack", 48, [](Random &random, ct_dtype dtype, int64_t max_numel) {
    const Sizes sizes = random_sizes(random, max_numel / 3);
    int32_t dim = 0;
    const int32_t named = any_dim(random, sizes.size() + 1, &dim);
    Inputs inputs;
    const int64_t count = random.between(1, 6);
    for (int64_t i = 0; i < count; ++i) inputs.push_back(random_input(random, dtype, sizes));
    const auto fresh = [named](const Tensors &t, ct_tensor **out, ct_error *error) {
      return ct_stack(t.data(), static_cast<int32_t>(t.size()), named, out, error);
    };
    const auto into = [named](const Tensors &t, ct_tensor *out, ct_error *error) {
      return ct_stack_out(t.data(), static_cast<int32_t>(t.size()), named, out, error);
    };
    check(random, inputs, {fresh, into, reference::stack(sizes, count, static_cast<size_t>(dim)), dtype, {}, true});
  });
}

// Both forms of an op of one tensor: call(t, out, error).
template <class Call, class CallInto>
void check_one(Random &random, const Sizes &sizes, ct_dtype dtype, const Rearranged &expected, Call call, CallInto into,
               Value fill = {}) {
  Inputs inputs;
  inputs.push_back(random_input(random, dtype, sizes));
  const auto fresh = [&](const Tensors &t, ct_tensor **out, ct_error *error) { return call(t[0], out, error); };
  const auto given = [&](const Tensors &t, ct_tensor *out, ct_error *error) { return into(t[0], out, error); };
  check(random, inputs, {fresh, given, expected, dtype, fill});
  if (testing::Test::HasFailure()) FAIL() << describe(inputs[0]->array());
}
#define BOTH(name, ...)                                                                                        \
  [&](const ct_tensor *t, ct_tensor **out, ct_error *error) { return ct_##name(t, __VA_ARGS__, out, error); }, \
      [&](const ct_tensor *t, ct_tensor *out, ct_error *error) { return ct_##name##_out(t, __VA_ARGS__, out, error); }

TEST(Joining, Repeat) {
  for_each_case("repeat", 48, [](Random &random, ct_dtype dtype, int64_t max_numel) {
    const Sizes sizes = random_sizes(random, max_numel / 4);
    Sizes repeats;
    const auto count = static_cast<int64_t>(sizes.size()) + (random.chance(30) ? random.between(1, 2) : 0);
    for (int64_t d = 0; d < count; ++d) {
      repeats.push_back(random.chance(3) ? 0 : random.chance(70) ? 1 : random.between(1, 4));
    }
    check_one(random, sizes, dtype, reference::repeat(sizes, repeats),
              BOTH(repeat, repeats.data(), static_cast<int32_t>(count)));
  });
}

TEST(Joining, RepeatInterleave) {
  for_each_case("repeat_interleave", 48, [](Random &random, ct_dtype dtype, int64_t max_numel) {
    Sizes sizes = random_sizes(random, max_numel / 3);
    const Sizes original = sizes;
    int32_t dim = 0, named = any_dim(random, sizes.size(), &dim);
    const bool all = random.chance(30);
    if (all) sizes = {reference::numel(sizes)}, dim = 0, named = CT_ALL_DIMS;
    const int64_t along = sizes.empty() ? 1 : sizes[dim];
    Sizes counts(static_cast<size_t>(random.chance(30) ? 1 : along));
    const int64_t most = random.chance(30) ? 1 : 4;
    for (int64_t &count : counts) count = random.between(0, most);
    const Operand place(random, CT_INT64, random_layout(random, {static_cast<int64_t>(counts.size())}, false), 0,
                        Values::Small);
    const Array &a = place.array();
    for (size_t i = 0; i < counts.size(); ++i) {
      std::memcpy(const_cast<char *>(a.data) + static_cast<int64_t>(i) * a.strides[0] * 8, &counts[i], 8);
    }
    const ct_tensor *repeats = place.tensor();
    Handle one;
    if (counts.size() == 1 && random.chance(50)) {
      ASSERT_EQ(ct_select(repeats, 0, 0, one.receive(), nullptr), CT_OK);
      repeats = one;
    }
    if (counts.size() == 1) counts.resize(static_cast<size_t>(along), counts[0]);
    const Sizes like = sizes.empty() ? Sizes{1} : sizes;
    Rearranged expected = reference::repeat_interleave(like, counts, static_cast<size_t>(dim));
    if (all || sizes.empty()) {
      expected =
          reference::flat(reference::repeat_interleave({reference::numel(like)}, counts, 0), original, expected.sizes);
    }
    check_one(random, original, dtype, expected, BOTH(repeat_interleave, repeats, named));
  });
}

// Many slices, with counts from none to thousands.
TEST(Joining, RepeatInterleaveManyTimes) {
  for (const int32_t threads : {1, 7}) {
    if (leaves_out(threads, 7)) continue;
    use_threads(threads);
    Random random(static_cast<uint64_t>(threads));
    Sizes counts(9000);
    for (int64_t &count : counts) count = random.between(0, 20);
    counts[4000] = 70000;
    const Layout layout{{static_cast<int64_t>(counts.size())}, {1}};
    const Operand place(random, CT_INT64, layout, 0, Values::Small);
    std::memcpy(const_cast<char *>(place.array().data), counts.data(), counts.size() * sizeof(int64_t));
    check_one(random, layout.sizes, CT_INT16, reference::repeat_interleave(layout.sizes, counts, 0),
              BOTH(repeat_interleave, place.tensor(), 0));
  }
}

TEST(Joining, Roll) {
  for_each_case("roll", 48, [](Random &random, ct_dtype dtype, int64_t max_numel) {
    const Sizes sizes = random_sizes(random, max_numel);
    Sizes shifts, total(sizes.size(), 0);
    std::vector<int32_t> dims;
    if (random.chance(30)) {
      shifts = {random.between(-300, 300)};
      const Sizes one = {reference::numel(sizes)};
      check_one(random, sizes, dtype, reference::flat(reference::roll(one, shifts), sizes, sizes),
                BOTH(roll, shifts.data(), 1, nullptr, 0));
      return;
    }
    const int64_t count = random.between(1, 3);
    for (int64_t i = 0; i < count; ++i) {
      int32_t dim = 0;
      dims.push_back(any_dim(random, sizes.size(), &dim));
      shifts.push_back(random.between(-12, 12));
      if (!sizes.empty()) total[dim] += shifts.back();
    }
    check_one(random, sizes, dtype, reference::roll(sizes, total),
              BOTH(roll, shifts.data(), static_cast<int32_t>(count), dims.data(), static_cast<int32_t>(count)));
  });
}

TEST(Joining, Pad) {
  for_each_case("pad", 72, [](Random &random, ct_dtype dtype, int64_t max_numel) {
    const Sizes sizes = random_sizes(random, max_numel);
    auto mode = static_cast<reference::Padding>(random.between(0, 3));
    if (reference::numel(sizes) == 0) mode = reference::Padding::Constant;
    Sizes padding, before(sizes.size(), 0), after(sizes.size(), 0);
    const int64_t dims = random.between(0, static_cast<int64_t>(sizes.size()));
    for (int64_t i = 0; i < dims; ++i) {
      const size_t d = sizes.size() - 1 - static_cast<size_t>(i);
      int64_t most = 3;
      if (mode == reference::Padding::Reflect) most = std::min<int64_t>(most, sizes[d] - 1);
      if (mode == reference::Padding::Circular) most = std::min(most, sizes[d]);
      before[d] = random.chance(20) ? -random.between(0, sizes[d]) : random.between(0, most);
      after[d] = random.chance(20) ? -random.between(0, sizes[d]) : random.between(0, most);
      if (sizes[d] + before[d] + after[d] < 0) after[d] = 0;
      padding.push_back(before[d]);
      padding.push_back(after[d]);
    }
    ct_scalar scalar = {CT_INT64, 0, random.between(0, 1), 0, 0};
    const ct_scalar *const value = mode == reference::Padding::Constant && random.chance(70) ? &scalar : nullptr;
    const Value fill = reference::convert(reference::of_integer(value != nullptr ? scalar.i : 0), CT_INT64, dtype);
    check_one(random, sizes, dtype, reference::pad(sizes, before, after, mode),
              BOTH(pad, padding.data(), static_cast<int32_t>(padding.size()), static_cast<ct_pad_mode>(mode), value),
              fill);
  });
}

// Short parts of an output's rows, from inputs whose neighbours lie along the output's outermost dim, or a short dim
// and then that one.
TEST(Joining, ShortPartsAcrossInputs) {
  for_each_case("across", 3, [](Random &random, ct_dtype dtype, int64_t) {
    const int64_t kind = random.between(0, 4), count = kind < 2 ? random.between(2, 4) : 1;
    Sizes sizes = {0, random.between(2, 9), random.between(2, 7)};
    // Boxes of fewer bytes are copied one by one.
    const int64_t least = (int64_t{35} << 10) / reference::info(dtype).size / count;
    sizes[0] = std::max<int64_t>(least / (sizes[1] * sizes[2]), 16) + random.between(1, 9);
    if (random.chance(30)) sizes.insert(sizes.begin() + random.between(0, 1), random.between(1, 4));
    std::vector<size_t> order(sizes.size());
    std::iota(order.begin(), order.end(), size_t{0});
    if (random.chance(40)) std::swap(order[0], order[static_cast<size_t>(random.between(1, std::ssize(order) - 1))]);
    const auto input = [&](const Sizes &own) {
      Layout layout{own, Sizes(own.size())};
      int64_t stride = 1;
      for (const size_t d : order) {
        layout.strides[d] = stride;
        stride *= own[d] + (random.chance(20) ? 1 : 0);
      }
      auto operand = std::make_unique<Operand>(random, dtype, layout, random.offset(), Values::Special);
      fill_with_bits(random, *operand);
      return operand;
    };
    const size_t last = sizes.size() - 1, dim = random.chance(70) ? last : last - 1;
    Inputs inputs;
    const auto check_with = [&](const Rearranged &expected, auto call, auto into, Value fill = {}) {
      const auto fresh = [&](const Tensors &t, ct_tensor **out, ct_error *error) { return call(t, out, error); };
      const auto given = [&](const Tensors &t, ct_tensor *out, ct_error *error) { return into(t, out, error); };
      check(random, inputs, {fresh, given, expected, dtype, fill, inputs.size() > 1});
    };
#define ALL(name, ...)                                                                                    \
  [&](const Tensors &t, ct_tensor **out, ct_error *error) { return ct_##name(__VA_ARGS__, out, error); }, \
      [&](const Tensors &t, ct_tensor *out, ct_error *error) { return ct_##name##_out(__VA_ARGS__, out, error); }

    const auto named = static_cast<int32_t>(dim);
    if (kind == 0) {
      std::vector<Sizes> all;
      for (int64_t i = 0; i < count; ++i) {
        all.push_back(sizes);
        all.back()[dim] = random.between(sizes[dim] - 1, sizes[dim] + 2);
        inputs.push_back(input(all.back()));
      }
      return check_with(reference::cat(all, dim), ALL(cat, t.data(), static_cast<int32_t>(t.size()), named));
    }
    if (kind == 1) {
      for (int64_t i = 0; i < count; ++i) inputs.push_back(input(sizes));
      const auto at = static_cast<int32_t>(last + 1);
      return check_with(reference::stack(sizes, count, last + 1),
                        ALL(stack, t.data(), static_cast<int32_t>(count), at));
    }
    inputs.push_back(input(sizes));
    if (kind == 2) {
      Sizes shifts(sizes.size(), 0);
      shifts[dim] = random.between(1, sizes[dim] - 1);
      return check_with(reference::roll(sizes, shifts), ALL(roll, t[0], &shifts[dim], 1, &named, 1));
    }
    const auto mode = kind == 3 ? reference::Padding::Constant : static_cast<reference::Padding>(random.between(1, 3));
    Sizes before(sizes.size(), 0), after(sizes.size(), 0), padding(2 * (sizes.size() - dim), 0);
    const int64_t most = mode == reference::Padding::Reflect ? sizes[dim] - 1 : sizes[dim];
    padding[padding.size() - 2] = before[dim] = random.between(0, most);
    padding[padding.size() - 1] = after[dim] = random.between(0, most);
    const ct_scalar scalar = {CT_INT64, 0, 1, 0, 0};
    const auto *const value = mode == reference::Padding::Constant ? &scalar : nullptr;
    const Value fill = reference::convert(reference::of_integer(1), CT_INT64, dtype);
    check_with(
        reference::pad(sizes, before, after, mode),
        ALL(pad, t[0], padding.data(), static_cast<int32_t>(padding.size()), static_cast<ct_pad_mode>(mode), value),
        fill);
#undef ALL
  });
}

TEST(Joining, Triangles) {
  for_each_case("triangle", 48, [](Random &random, ct_dtype dtype, int64_t max_numel) {
    const Sizes sizes = sizes_with_dims(random, 2, max_numel);
    const int64_t diagonal = random.chance(5) ? (random.chance(50) ? INT64_MIN : INT64_MAX) : random.between(-9, 9);
    check_one(random, sizes, dtype, reference::triangle(sizes, diagonal, false), BOTH(tril, diagonal));
    check_one(random, sizes, dtype, reference::triangle(sizes, diagonal, true), BOTH(triu, diagonal));
    // in place
    const bool upper = random.chance(50);
    const Layout layout = random_layout(random, sizes, false);
    Inputs inputs;
    inputs.push_back(std::make_unique<Operand>(random, dtype, layout, 0, Values::Special));
    Operand self(random, dtype, layout, 0, Values::Unset);
    self.take(*inputs[0]);
    ASSERT_EQ((upper ? ct_triu_out : ct_tril_out)(self.tensor(), diagonal, self.tensor(), nullptr), CT_OK);
    expect_elements(self.array(), inputs, {nullptr, nullptr, reference::triangle(sizes, diagonal, upper), dtype});
    EXPECT_TRUE(self.surroundings_unchanged());
  });
}

TEST(Joining, Diagonals) {
  for_each_case("diag", 48, [](Random &random, ct_dtype dtype, int64_t max_numel) {
    const Sizes sizes = sizes_with_dims(random, 1, std::min<int64_t>(max_numel / 9, 400));
    const int64_t offset = random.between(-4, 4);
    int32_t dim1 = 0, dim2 = 0;
    const int32_t named1 = any_dim(random, sizes.size() + 1, &dim1);
    int32_t named2 = any_dim(random, sizes.size() + 1, &dim2);
    while (dim2 == dim1) named2 = any_dim(random, sizes.size() + 1, &dim2);
    check_one(random, sizes, dtype,
              reference::diag_embed(sizes, offset, static_cast<size_t>(dim1), static_cast<size_t>(dim2)),
              BOTH(diag_embed, offset, named1, named2));
    const Sizes few = {random.between(0, 9), random.between(0, 9)};
    check_one(random, few, dtype, reference::diagonal(few, offset, 0, 1), BOTH(diag, offset));
    check_one(random, {few[0]}, dtype, reference::diag_embed({few[0]}, offset, 0, 1), BOTH(diag, offset));
  });
}

// ---- views ----

template <class Call>
void check_view(Random &random, const Sizes &sizes, ct_dtype dtype, const Rearranged &expected, Call call) {
  Inputs inputs;
  inputs.push_back(random_input(random, dtype, sizes));
  const auto fresh = [&](const Tensors &t, ct_tensor **out, ct_error *error) { return call(t[0], out, error); };
  check(random, inputs, {fresh, nullptr, expected, dtype});
  Handle out;
  ASSERT_EQ(call(inputs[0]->tensor(), out.receive(), nullptr), CT_OK);
  EXPECT_EQ(ct_tensor_storage_nbytes(out), ct_tensor_storage_nbytes(inputs[0]->tensor()));
  if (testing::Test::HasFailure()) FAIL() << describe(inputs[0]->array());
}
#define VIEW(name, ...) \
  [&](const ct_tensor *t, ct_tensor **out, ct_error *error) { return ct_##name(t, __VA_ARGS__, out, error); }

TEST(Joining, Views) {
  for_each_case("views", 24, [](Random &random, ct_dtype dtype, int64_t max_numel) {
    const Sizes sizes = sizes_with_dims(random, 2, std::min<int64_t>(max_numel, 300));
    int32_t dim1 = 0, dim2 = 0;
    const int32_t named1 = any_dim(random, sizes.size(), &dim1);
    int32_t named2 = any_dim(random, sizes.size(), &dim2);
    while (dim2 == dim1) named2 = any_dim(random, sizes.size(), &dim2);
    const auto first = static_cast<size_t>(dim1), second = static_cast<size_t>(dim2);
    const int64_t offset = random.between(-6, 6);
    check_view(random, sizes, dtype, reference::diagonal(sizes, offset, first, second),
               VIEW(diagonal, offset, named1, named2));
    const auto times = static_cast<int32_t>(random.between(-5, 5));
    check_view(random, sizes, dtype, reference::rot90(sizes, times, first, second), VIEW(rot90, times, named1, named2));
    const int64_t size = random.between(0, sizes[first]), step = random.between(1, 4);
    check_view(random, sizes, dtype, reference::unfold(sizes, first, size, step), VIEW(unfold, named1, size, step));
  });
}

// The parts of a tensor, joined again.
TEST(Joining, SplitAndBack) {
  for_each_case("split", 48, [](Random &random, ct_dtype dtype, int64_t max_numel) {
    const Sizes sizes = sizes_with_dims(random, 1, max_numel);
    const std::unique_ptr<Operand> input = random_input(random, dtype, sizes);
    int32_t dim = 0;
    const int32_t named = any_dim(random, sizes.size(), &dim);
    const int64_t whole = sizes[dim];
    std::vector<ct_tensor *> parts(static_cast<size_t>(std::max<int64_t>(whole, 8)) + 1);
    int32_t count = 0;
    reference::Error error;
    const int64_t way = random.between(0, 2);
    if (way == 0) {
      Sizes lengths;
      for (int64_t left = whole; left > 0 || lengths.empty();) {
        lengths.push_back(lengths.size() == 7 ? left : random.between(0, left));
        left -= lengths.back();
      }
      count = static_cast<int32_t>(lengths.size());
      ASSERT_EQ(ct_split(input->tensor(), lengths.data(), count, named, parts.data(), &error), CT_OK) << error.message;
      for (int32_t i = 0; i < count; ++i) EXPECT_EQ(ct_tensor_sizes(parts[i])[dim], lengths[i]);
    } else if (way == 1) {
      const auto chunks = static_cast<int32_t>(random.between(1, 8));
      ASSERT_EQ(ct_chunk(input->tensor(), chunks, named, parts.data(), &count, &error), CT_OK) << error.message;
      EXPECT_LE(count, chunks);
      for (int32_t i = 0; whole > 0 && i < count; ++i) {
        const int64_t size = (whole + chunks - 1) / chunks, begin = i * size;
        EXPECT_EQ(ct_tensor_sizes(parts[i])[dim], std::min(size, whole - begin));
      }
    } else {
      count = static_cast<int32_t>(whole);
      ASSERT_EQ(ct_unbind(input->tensor(), named, parts.data(), &error), CT_OK) << error.message;
    }
    if (count > 0) {
      Handle joined;
      const auto join = way == 2 ? ct_stack : ct_cat;
      ASSERT_EQ(join(parts.data(), count, named, joined.receive(), &error), CT_OK) << error.message;
      expect_copied(reference::array_of(joined), input->array());
      EXPECT_EQ(reference::sizes_of(joined), sizes);
    }
    for (int32_t i = 0; i < count; ++i) ct_tensor_release(parts[i]);
    EXPECT_TRUE(input->unchanged());
  });
}

TEST(Joining, ComplexOfParts) {
  for (const ct_dtype dtype : {CT_FLOAT16, CT_FLOAT32, CT_FLOAT64}) {
    const ct_dtype result = dtype == CT_FLOAT16 ? CT_COMPLEX32 : dtype == CT_FLOAT32 ? CT_COMPLEX64 : CT_COMPLEX128;
    for (int64_t index = 0; index < cases(60); ++index) {
      use_threads(kThreads[index % 3]);
      Random random(seed_of("complex", dtype, index));
      const Sizes shape = random_sizes(random, index % 20 == 19 ? 20000 : 200);
      Inputs inputs;
      for (int k = 0; k < 2; ++k) {
        const Sizes sizes = random.chance(60) ? shape : random_operand_sizes(random, shape);
        const Layout layout = k == 1 && random.chance(40) && sizes == inputs[0]->array().sizes
                                  ? Layout{sizes, inputs[0]->array().strides}
                                  : random_layout(random, sizes, true);
        inputs.push_back(std::make_unique<Operand>(random, dtype, layout, random.offset(), Values::Special));
      }
      const Sizes &a = inputs[0]->array().sizes, &b = inputs[1]->array().sizes;
      const Sizes sizes = *reference::broadcast({a, b});
      Handle out;
      reference::Error error;
      ASSERT_EQ(ct_complex(inputs[0]->tensor(), inputs[1]->tensor(), out.receive(), &error), CT_OK) << error.message;
      EXPECT_EQ(ct_tensor_dtype(out), result);
      EXPECT_EQ(reference::sizes_of(out), sizes);
      Operand given(random, result, random_layout(random, sizes, false), random.offset(), Values::Small);
      ASSERT_EQ(ct_complex_out(inputs[0]->tensor(), inputs[1]->tensor(), given.tensor(), &error), CT_OK)
          << error.message;
      EXPECT_TRUE(given.surroundings_unchanged());
      for (const ct_tensor *const made : {out.get(), given.tensor()}) {
        for (int k = 0; k < 2; ++k) {
          Handle part;
          ASSERT_EQ((k == 0 ? ct_real : ct_imag)(made, part.receive(), nullptr), CT_OK);
          expect_copied(reference::array_of(part), inputs[static_cast<size_t>(k)]->array());
        }
      }
      // polar is what these calls give
      Handle cosine, sine, re, im, polar, expected;
      ASSERT_EQ(ct_cos(inputs[1]->tensor(), cosine.receive(), nullptr), CT_OK);
      ASSERT_EQ(ct_sin(inputs[1]->tensor(), sine.receive(), nullptr), CT_OK);
      ASSERT_EQ(ct_mul(inputs[0]->tensor(), cosine, re.receive(), nullptr), CT_OK);
      ASSERT_EQ(ct_mul(inputs[0]->tensor(), sine, im.receive(), nullptr), CT_OK);
      ASSERT_EQ(ct_complex(re, im, expected.receive(), nullptr), CT_OK);
      ASSERT_EQ(ct_polar(inputs[0]->tensor(), inputs[1]->tensor(), polar.receive(), &error), CT_OK) << error.message;
      expect_copied(reference::array_of(polar), reference::array_of(expected));
      for (const auto &input : inputs) EXPECT_TRUE(input->unchanged());
      if (HasFailure()) FAIL() << describe(inputs[0]->array()) << ", " << describe(inputs[1]->array());
    }
  }
}

// Outs that share elements with an input, which must not change.
TEST(Joining, RefusesSharedElements) {
  Random random(7);
  const Sizes sizes = {4, 6};
  const int64_t twice[] = {1, 1}, padding[] = {0, 0}, one[] = {1};
  const int32_t dim[] = {1};
  Operand input(random, CT_FLOAT32, {sizes, {12, 1}}, 3, Values::Wide);
  const Operand rest(random, CT_FLOAT32, {sizes, {6, 1}}, 0, Values::Wide);
  const Operand count(random, CT_INT64, {{}, {}}, 0, Values::Small);
  std::memset(const_cast<char *>(count.array().data), 0, 8);
  const ct_tensor *const two[] = {rest.tensor(), input.tensor()};
  Handle shifted;
  ASSERT_EQ(ct_narrow(input.tensor(), 0, 1, 3, shifted.receive(), nullptr), CT_OK);
  for (ct_tensor *const out : {input.tensor(), shifted.get()}) {
    reference::Error error;
    EXPECT_EQ(ct_cat_out(two, 2, 0, out, &error), CT_ERROR_OVERLAP) << error.message;
    EXPECT_EQ(ct_stack_out(two, 2, 0, out, &error), CT_ERROR_OVERLAP) << error.message;
    EXPECT_EQ(ct_repeat_out(input.tensor(), twice, 2, out, &error), CT_ERROR_OVERLAP) << error.message;
    EXPECT_EQ(ct_repeat_interleave_out(input.tensor(), count.tensor(), 0, out, &error), CT_ERROR_OVERLAP);
    EXPECT_EQ(ct_roll_out(input.tensor(), one, 1, dim, 1, out, &error), CT_ERROR_OVERLAP) << error.message;
    EXPECT_EQ(ct_roll_out(input.tensor(), one, 1, nullptr, 0, out, &error), CT_ERROR_OVERLAP) << error.message;
    EXPECT_EQ(ct_pad_out(input.tensor(), padding, 2, CT_PAD_CONSTANT, nullptr, out, &error), CT_ERROR_OVERLAP);
    EXPECT_EQ(ct_diag_out(input.tensor(), 0, out, &error), CT_ERROR_OVERLAP) << error.message;
    EXPECT_EQ(ct_diag_embed_out(input.tensor(), 0, 0, 1, out, &error), CT_ERROR_OVERLAP) << error.message;
  }
  EXPECT_EQ(ct_tril_out(input.tensor(), 0, shifted, nullptr), CT_ERROR_OVERLAP);
  EXPECT_TRUE(input.unchanged());
}

// Large enough for several threads, and for repeated rows, long and short, that lie side by side.
TEST(Joining, LongRows) {
  for (const int32_t threads : {1, 7}) {
    if (leaves_out(threads, 7)) continue;
    use_threads(threads);
    Random random(static_cast<uint64_t>(threads));
    const Sizes sizes = {2, 130, 601}, shifts = {1, 77, 130}, repeats = {1, 2, 1, 2};
    const int32_t dims[] = {0, 1, 2};
    check_one(random, sizes, CT_FLOAT32, reference::roll(sizes, shifts), BOTH(roll, shifts.data(), 3, dims, 3));
    check_one(random, sizes, CT_FLOAT32, reference::repeat(sizes, repeats), BOTH(repeat, repeats.data(), 4));
    const Sizes tall = {3000, 5}, side_by_side = {1, 2};
    check_one(random, tall, CT_FLOAT32, reference::repeat(tall, side_by_side), BOTH(repeat, side_by_side.data(), 2));
    const int64_t padding[] = {5, 9, -3, 20, 1, 1};
    check_one(random, sizes, CT_FLOAT32, reference::pad(sizes, {1, -3, 5}, {1, 20, 9}, reference::Padding::Reflect),
              BOTH(pad, padding, 6, CT_PAD_REFLECT, nullptr));
    check_one(random, sizes, CT_FLOAT32, reference::triangle(sizes, 3, true), BOTH(triu, 3));
  }
}

// More than the threads' own caches hold, so that slabs go on beyond their ends one after the other.
TEST(Joining, PadBySlabs) {
  for (const int32_t threads : {1, 2}) {
    use_threads(threads);
    Random random(static_cast<uint64_t>(threads));
    const Sizes sizes = {100 + 300 * threads, 40, 5, 3};
    const int64_t padding[] = {1, 2, 0, 3, 2, 1, 3, 1};
    for (const auto mode : {reference::Padding::Reflect, reference::Padding::Replicate, reference::Padding::Circular}) {
      if ((threads > 1 && mode != reference::Padding::Reflect) || leaves_out(static_cast<int64_t>(mode), 3)) continue;
      check_one(random, sizes, CT_FLOAT32, reference::pad(sizes, {3, 2, 0, 1}, {1, 1, 3, 2}, mode),
                BOTH(pad, padding, 8, static_cast<ct_pad_mode>(mode), nullptr));
    }
  }
}

// Transposed parts that are large go through the copy engine's transpositions.
TEST(Joining, LargeTransposedParts) {
  for (const int32_t threads : kThreads) {
    if (leaves_out(threads, 7)) continue;
    use_threads(threads);
    Random random(static_cast<uint64_t>(threads));
    Inputs inputs;
    inputs.push_back(std::make_unique<Operand>(random, CT_FLOAT32, Layout{{700, 600}, {1, 700}}, 0, Values::Wide));
    inputs.push_back(std::make_unique<Operand>(random, CT_FLOAT32, Layout{{700, 513}, {513, 1}}, 1, Values::Wide));
    inputs.push_back(std::make_unique<Operand>(random, CT_FLOAT32, Layout{{700, 501}, {-1, 701}}, 2, Values::Wide));
    Handle out;
    ASSERT_EQ(ct_cat(tensors_of(inputs).data(), 3, 1, out.receive(), nullptr), CT_OK);
    const Case test = {nullptr, nullptr, reference::cat({{700, 600}, {700, 513}, {700, 501}}, 1), CT_FLOAT32};
    expect_elements(reference::array_of(out), inputs, test);
  }
}

// Parts of rows that are too short to be copied one tensor after the other go together, tile by tile: few and many, of
// elements that are interleaved or transposed, of one length and of several.
TEST(Joining, ShortParts) {
  int64_t index = 0;
  for (const int32_t threads : kThreads) {
    use_threads(threads);
    Random random(static_cast<uint64_t>(threads));
    for (const ct_dtype dtype : {CT_UINT8, CT_INT16, CT_FLOAT32, CT_COMPLEX128}) {
      for (const int64_t count : {2, 3, 4, 7, 70}) {
        for (const int64_t width : {1, 3, 25}) {
          if (leaves_out(index++, 7)) continue;
          const int64_t rows = 40000 / count / width + 1;
          std::vector<Sizes> sizes;
          Inputs inputs, others;
          for (int64_t i = 0; i < count; ++i) {
            const Sizes each = {rows, width + random.between(0, 1)};
            const auto serial = static_cast<int32_t>(i);
            inputs.push_back(
                std::make_unique<Operand>(random, dtype, random_layout(random, each, false), serial, Values::Wide));
            sizes.push_back(each);
            others.push_back(
                std::make_unique<Operand>(random, dtype, Layout{{rows, width}, {width, 1}}, serial, Values::Wide));
          }
          Handle joined, stacked;
          const auto number = static_cast<int32_t>(count);
          ASSERT_EQ(ct_cat(tensors_of(inputs).data(), number, 1, joined.receive(), nullptr), CT_OK);
          expect_elements(reference::array_of(joined), inputs, {nullptr, nullptr, reference::cat(sizes, 1), dtype});
          ASSERT_EQ(ct_stack(tensors_of(others).data(), number, 2, stacked.receive(), nullptr), CT_OK);
          expect_elements(reference::array_of(stacked), others,
                          {nullptr, nullptr, reference::stack({rows, width}, count, 2), dtype});
        }
      }
    }
  }
}

// Parts of one length, whose output is larger than a core's own cache, go together as rows of segments.
TEST(Joining, PartsOfOneLength) {
  int64_t index = 0;
  for (const int32_t threads : {1, 7}) {
    use_threads(threads);
    Random random(static_cast<uint64_t>(threads));
    for (const ct_dtype dtype : {CT_UINT8, CT_FLOAT32, CT_COMPLEX128}) {
      for (const int64_t width : {3, 25}) {
        if (leaves_out(index++, 5)) continue;
        const int64_t count = width == 3 ? 7 : 2;
        const int64_t rows = (int64_t{560} << 10) / reference::info(dtype).size / count / width + 1;
        Inputs inputs;
        for (int64_t i = 0; i < count; ++i) {
          inputs.push_back(std::make_unique<Operand>(random, dtype, Layout{{rows, width}, {width, 1}},
                                                     static_cast<int32_t>(i), Values::Wide));
        }
        const std::vector<Sizes> sizes(static_cast<size_t>(count), Sizes{rows, width});
        Handle joined;
        ASSERT_EQ(ct_cat(tensors_of(inputs).data(), static_cast<int32_t>(count), 1, joined.receive(), nullptr), CT_OK);
        expect_elements(reference::array_of(joined), inputs, {nullptr, nullptr, reference::cat(sizes, 1), dtype});
      }
    }
  }
}

}  // namespace
}  // namespace property
