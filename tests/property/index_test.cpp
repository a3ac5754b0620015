// Indexing on random layouts, dtypes, indices and forms against the oracle. There is one right answer, so any number of
// threads and any instruction set give the same bits.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>

#include "indexing.h"
#include "layouts.h"
#include "ops.h"
#include "rules.h"
#include "seeds.h"
#include "settings.h"

namespace property {
namespace {

using reference::Handle;
using reference::Indices;
using reference::Places;

constexpr ct_dtype kIndexDTypes[] = {CT_INT64, CT_INT64, CT_INT64,  CT_INT32,  CT_INT16,
                                     CT_INT8,  CT_UINT8, CT_UINT16, CT_UINT32, CT_UINT64};

// An operand that holds integers or a mask, together with its elements.
class IndexOperand {
 public:
  // Each index names one of `size` elements; some count from the end.
  IndexOperand(Random &random, const Sizes &sizes, int64_t size, bool may_repeat = true, int collide = 15) {
    const ct_dtype dtype = kIndexDTypes[random.between(0, 9)];
    const reference::DTypeInfo &info = reference::info(dtype);
    const bool is_signed = info.kind == reference::Kind::Signed;
    const int64_t most = info.bits >= 32 ? INT64_MAX : (int64_t{1} << (info.bits - (is_signed ? 1 : 0))) - 1;
    const bool meets = random.chance(collide);  // few elements, many times
    make(random, dtype, sizes, may_repeat, [&] {
      int64_t high = std::min(size - 1, most), low = is_signed ? -std::min(size, most) : 0;
      if (meets) low = 0, high = std::min<int64_t>(high, 1);
      return random.between(low, std::max(low, high));
    });
  }
  // A mask with that percentage of true elements.
  IndexOperand(Random &random, const Sizes &sizes, int percent) {
    indices_.is_mask = true;
    make(random, CT_BOOL, sizes, true, [&] { return random.chance(percent) ? 1 : 0; });
  }

  const ct_tensor *tensor() const { return operand_->tensor(); }
  const Indices &indices() const { return indices_; }
  bool unchanged() const { return operand_->unchanged(); }
  std::string describe() const { return property::describe(operand_->array()); }
  void set(int64_t value, const Sizes &at) {
    const Array &array = operand_->array();
    store(reference::offset_of(at, array.strides), value);
    operand_->remember();
  }

 private:
  template <class Next>
  void make(Random &random, ct_dtype dtype, const Sizes &sizes, bool may_repeat, Next next) {
    operand_ = std::make_unique<Operand>(random, dtype, random_layout(random, sizes, may_repeat), random.offset(),
                                         Values::Small);
    const Array &array = operand_->array();
    reference::for_each_index(sizes,
                              [&](const Sizes &index) { store(reference::offset_of(index, array.strides), next()); });
    operand_->remember();
    indices_.sizes = sizes;
    for (const Value &value : reference::read(array)) {
      indices_.values.push_back(static_cast<int64_t>(value.integer));
    }
  }
  void store(int64_t offset, int64_t value) {
    const Array &array = operand_->array();
    reference::store(array.dtype, reference::of_integer(value),
                     const_cast<char *>(array.data) + offset * reference::info(array.dtype).size);
  }

  std::unique_ptr<Operand> operand_;
  Indices indices_;
};

void expect_values(const ct_tensor *got, const Sizes &sizes, const std::vector<Value> &expected) {
  ASSERT_EQ(reference::sizes_of(got), sizes);
  const ct_dtype dtype = ct_tensor_dtype(got);
  const std::vector<Value> values = reference::read(reference::array_of(got));
  ASSERT_EQ(values.size(), expected.size());
  for (size_t i = 0; i < values.size(); ++i) {
    ASSERT_TRUE(reference::same(dtype, values[i], expected[i]))
        << "element " << i << ": got " << reference::text(dtype, values[i]) << ", expected "
        << reference::text(dtype, expected[i]);
  }
}

using Fresh = std::function<ct_status(ct_tensor **out, ct_error *error)>;
using Into = std::function<ct_status(ct_tensor *out, ct_error *error)>;

// Runs both forms: into an output of any layout, or one that is resized.
void check_forms(Random &random, ct_dtype dtype, const Sizes &sizes, const std::vector<Value> &expected,
                 const Fresh &fresh, const Into &into) {
  reference::Error error;
  Handle out;
  ASSERT_EQ(fresh(out.receive(), &error), CT_OK) << error.message;
  ASSERT_EQ(ct_tensor_dtype(out), dtype);
  expect_values(out, sizes, expected);
  if (testing::Test::HasFatalFailure()) return;
  if (random.chance(70)) {
    Operand given(random, dtype, random_layout(random, sizes, false), random.offset(), Values::Wide);
    ASSERT_EQ(into(given.tensor(), &error), CT_OK) << error.message;
    ASSERT_TRUE(given.surroundings_unchanged()) << "bytes around the output were written";
    expect_values(given.tensor(), sizes, expected);
  } else {
    const int64_t none = 0;
    Handle given;
    ASSERT_EQ(ct_tensor_create(&none, 1, dtype, given.receive(), nullptr), CT_OK);
    ASSERT_EQ(into(given, &error), CT_OK) << error.message;
    expect_values(given, sizes, expected);
  }
}

std::vector<Value> picked(const std::vector<Value> &values, const Places &places) {
  std::vector<Value> result;
  for (const int64_t place : places.places) result.push_back(values[static_cast<size_t>(place)]);
  return result;
}

struct Case {
  Random &random;
  Operand t;
  std::vector<Value> values;
  int32_t dim = 0;
  size_t own_dim = 0;

  Case(Random &random, ct_dtype dtype, const Sizes &sizes, Values kind)
      : random(random),
        t(random, dtype, random_layout(random, sizes, kind != Values::Unset), random.offset(),
          kind == Values::Unset ? Values::Small : kind),
        values(reference::read(t.array())) {
    const auto ndim = static_cast<int32_t>(sizes.size());
    dim = static_cast<int32_t>(ndim == 0 ? random.between(-1, 0) : random.between(-ndim, ndim - 1));
    own_dim = static_cast<size_t>(ndim == 0 ? 0 : dim < 0 ? dim + ndim : dim);
  }
  const Sizes &sizes() const { return t.array().sizes; }
  int64_t size() const { return sizes().empty() ? 1 : sizes()[own_dim]; }
};

int64_t some(Random &random, int64_t size, int64_t most) { return size == 0 ? 0 : random.between(0, most); }

void check_index_select(Case &c) {
  const bool is_line = !c.sizes().empty() && c.random.chance(90);
  const int64_t count = some(c.random, c.size(), 2 * c.size() + 3);
  if (!is_line && c.size() == 0) return;
  const IndexOperand index(c.random, is_line ? Sizes{count} : Sizes{}, c.size());
  SCOPED_TRACE("index " + index.describe() + ", dim " + std::to_string(c.dim));
  const Places places = reference::places_of_slices(c.sizes(), c.own_dim, index.indices());
  check_forms(
      c.random, c.t.array().dtype, places.sizes, picked(c.values, places),
      [&](ct_tensor **out, ct_error *error) {
        return ct_index_select(c.t.tensor(), c.dim, index.tensor(), out, error);
      },
      [&](ct_tensor *out, ct_error *error) {
        return ct_index_select_out(c.t.tensor(), c.dim, index.tensor(), out, error);
      });
  EXPECT_TRUE(index.unchanged());
}

Sizes sizes_along(Case &c) {
  Sizes sizes = c.sizes();
  for (size_t d = 0; d < sizes.size(); ++d) {
    if (d == c.own_dim) {
      sizes[d] = some(c.random, sizes[d], 2 * sizes[d] + 2);
    } else if (c.random.chance(30)) {
      sizes[d] = c.random.between(0, sizes[d]);
    }
  }
  return sizes;
}

void check_gather(Case &c) {
  if (c.size() == 0) return;
  const IndexOperand index(c.random, sizes_along(c), c.size());
  SCOPED_TRACE("index " + index.describe() + ", dim " + std::to_string(c.dim));
  const Places places = reference::places_along(c.sizes(), c.own_dim, index.indices());
  check_forms(
      c.random, c.t.array().dtype, places.sizes, picked(c.values, places),
      [&](ct_tensor **out, ct_error *error) { return ct_gather(c.t.tensor(), c.dim, index.tensor(), out, error); },
      [&](ct_tensor *out, ct_error *error) { return ct_gather_out(c.t.tensor(), c.dim, index.tensor(), out, error); });
}

void check_take_along_dim(Case &c) {
  if (c.size() == 0) return;
  Sizes sizes = c.sizes(), whole = c.sizes();
  for (size_t d = 0; d < sizes.size(); ++d) {
    if (d == c.own_dim) {
      sizes[d] = c.random.between(1, 5);
    } else if (c.random.chance(30)) {
      sizes[d] = 1;
    } else if (sizes[d] == 1 && c.random.chance(60)) {
      sizes[d] = whole[d] = c.random.between(0, 3);
    }
  }
  const IndexOperand index(c.random, sizes, c.size());
  Sizes shape = whole;
  if (!shape.empty()) shape[c.own_dim] = sizes[c.own_dim];
  // Both operands as a whole, as the oracle reads them.
  Indices all{shape, {}, false};
  const Sizes steps = reference::broadcast_strides(sizes, reference::contiguous_strides(sizes), shape);
  reference::for_each_index(shape, [&](const Sizes &at) {
    all.values.push_back(index.indices().values[static_cast<size_t>(reference::offset_of(at, steps))]);
  });
  const Places places = reference::places_along(whole, c.own_dim, all);
  const std::vector<Value> values = reference::read(c.t.array(), whole);
  check_forms(
      c.random, c.t.array().dtype, places.sizes, picked(values, places),
      [&](ct_tensor **out, ct_error *error) {
        return ct_take_along_dim(c.t.tensor(), index.tensor(), c.dim, out, error);
      },
      [&](ct_tensor *out, ct_error *error) {
        return ct_take_along_dim_out(c.t.tensor(), index.tensor(), c.dim, out, error);
      });
}

void check_take(Case &c) {
  const int64_t count = reference::numel(c.sizes());
  const Sizes sizes = count == 0 ? Sizes{0, 3} : random_sizes(c.random, 2 * count + 10);
  const IndexOperand index(c.random, sizes, std::max<int64_t>(count, 1));
  SCOPED_TRACE("index " + index.describe());
  const Places places = reference::places_in_all(c.sizes(), index.indices());
  check_forms(
      c.random, c.t.array().dtype, sizes, picked(c.values, places),
      [&](ct_tensor **out, ct_error *error) { return ct_take(c.t.tensor(), index.tensor(), out, error); },
      [&](ct_tensor *out, ct_error *error) { return ct_take_out(c.t.tensor(), index.tensor(), out, error); });
}

// Integers and masks beside full slices.
struct Mixed {
  std::vector<std::unique_ptr<IndexOperand>> held;
  std::vector<const ct_tensor *> tensors;
  std::vector<const Indices *> indices;
  std::string text;

  explicit Mixed(Case &c) {
    static const std::vector<Sizes> shapes = {{}, {1}, {3}, {3}, {2, 3}, {2, 1}, {4, 2, 3}};
    const Sizes most = c.random.pick(shapes);
    const int64_t masked = c.random.chance(30) ? c.random.between(0, 3) : -1;
    for (size_t d = 0; d < c.sizes().size();) {
      if (c.random.chance(15)) break;
      const bool is_mask = static_cast<int64_t>(d) == masked;
      if (!is_mask && c.random.chance(45)) {
        add(nullptr);
        ++d;
      } else if (is_mask) {
        const size_t ndim =
            static_cast<size_t>(c.random.between(0, std::min<int64_t>(2, static_cast<int64_t>(c.sizes().size() - d))));
        const Sizes own(c.sizes().begin() + static_cast<int64_t>(d),
                        c.sizes().begin() + static_cast<int64_t>(d + ndim));
        add(std::make_unique<IndexOperand>(c.random, own, 40));
        d += ndim;
        if (ndim == 0) add_rest(c, &d);
      } else {
        // Beside a mask, which selects an unknown number, an index has one element.
        Sizes sizes = masked >= 0 ? Sizes{1} : random_operand_sizes(c.random, most);
        if (c.sizes()[d] == 0) sizes = {0};
        add(std::make_unique<IndexOperand>(c.random, sizes, c.sizes()[d]));
        ++d;
      }
    }
  }

 private:
  void add_rest(Case &, size_t *d) {
    add(nullptr);
    ++*d;
  }
  void add(std::unique_ptr<IndexOperand> operand) {
    tensors.push_back(operand == nullptr ? nullptr : operand->tensor());
    indices.push_back(operand == nullptr ? nullptr : &operand->indices());
    text += operand == nullptr ? " :" : " " + operand->describe();
    held.push_back(std::move(operand));
  }
};

void check_index(Case &c) {
  const Mixed mixed(c);
  SCOPED_TRACE("indices" + mixed.text);
  const std::optional<Places> places = reference::places_of(c.sizes(), mixed.indices);
  const auto count = static_cast<int32_t>(mixed.tensors.size());
  reference::Error error;
  if (!places) {
    Handle out;
    EXPECT_EQ(ct_index(c.t.tensor(), mixed.tensors.data(), count, out.receive(), &error), CT_ERROR_SHAPE)
        << error.message;
    return;
  }
  check_forms(
      c.random, c.t.array().dtype, places->sizes, picked(c.values, *places),
      [&](ct_tensor **out, ct_error *e) { return ct_index(c.t.tensor(), mixed.tensors.data(), count, out, e); },
      [&](ct_tensor *out, ct_error *e) { return ct_index_out(c.t.tensor(), mixed.tensors.data(), count, out, e); });
}

// ---- what writes ----

constexpr const char *kJoins[] = {nullptr, "add", "mul", "minimum", "maximum"};

std::vector<Value> written(const Case &c, const Places &places, const std::vector<Value> &brought, const char *join) {
  std::vector<Value> result = c.values;
  for (size_t i = 0; i < places.places.size(); ++i) {
    Value &there = result[static_cast<size_t>(places.places[i])];
    there = join == nullptr ? brought[i] : reference::joined(join, c.t.array().dtype, there, brought[i]);
  }
  return result;
}

// Writes into a fresh tensor, into another tensor, and in place.
void check_written(Case &c, const std::vector<Value> &expected, const Fresh &fresh, const Into &into) {
  check_forms(c.random, c.t.array().dtype, c.sizes(), expected, fresh, into);
  if (testing::Test::HasFatalFailure()) return;
  reference::Error error;
  ASSERT_EQ(into(c.t.tensor(), &error), CT_OK) << error.message;
  ASSERT_TRUE(c.t.surroundings_unchanged());
  expect_values(c.t.tensor(), c.sizes(), expected);
}

Operand brought_by(Case &c, const Sizes &sizes) {
  return Operand(c.random, c.t.array().dtype, random_layout(c.random, sizes, true), c.random.offset(), Values::Small);
}

bool has_order(ct_dtype dtype) { return !reference::is_complex(dtype); }

void check_scatter(Case &c) {
  if (c.size() == 0) return;
  Sizes sizes = sizes_along(c), larger = sizes;
  for (int64_t &size : larger) size += c.random.chance(20) ? c.random.between(0, 2) : 0;
  const IndexOperand index(c.random, sizes, c.size(), true, 40);
  Operand src = brought_by(c, larger);
  const auto reduce = static_cast<ct_scatter_reduce>(c.random.between(0, has_order(c.t.array().dtype) ? 4 : 2));
  SCOPED_TRACE("index " + index.describe() + ", dim " + std::to_string(c.dim) + ", src " + describe(src.array()) +
               ", reduce " + std::to_string(reduce));
  const Places places = reference::places_along(c.sizes(), c.own_dim, index.indices());
  Array part = src.array();
  part.sizes = sizes;
  check_written(
      c, written(c, places, reference::read(part), kJoins[reduce]),
      [&](ct_tensor **out, ct_error *error) {
        return ct_scatter(c.t.tensor(), c.dim, index.tensor(), src.tensor(), reduce, out, error);
      },
      [&](ct_tensor *out, ct_error *error) {
        return ct_scatter_out(c.t.tensor(), c.dim, index.tensor(), src.tensor(), reduce, out, error);
      });
  EXPECT_TRUE(src.unchanged() && index.unchanged());
}

void check_slices(Case &c) {
  if (c.size() == 0) return;
  const int64_t count = c.sizes().empty() ? 1 : c.random.between(0, 2 * c.size() + 3);
  const IndexOperand index(c.random, {count}, c.size(), true, 40);
  const Places places = reference::places_of_slices(c.sizes(), c.own_dim, index.indices());
  Operand source = brought_by(c, places.sizes);
  SCOPED_TRACE("index " + index.describe() + ", dim " + std::to_string(c.dim) + ", source " + describe(source.array()));
  const std::vector<Value> brought = reference::read(source.array());
  const int kind = static_cast<int>(c.random.between(0, 2));
  SCOPED_TRACE(kind);
  const ct_scalar value = {CT_INT64, 0, 1, 0, 0};
  const Value one = reference::convert(reference::of_integer(1), CT_INT64, c.t.array().dtype);
  check_written(
      c, written(c, places, kind == 2 ? std::vector<Value>(brought.size(), one) : brought, kind == 0 ? "add" : nullptr),
      [&](ct_tensor **out, ct_error *error) {
        return kind == 0   ? ct_index_add(c.t.tensor(), c.dim, index.tensor(), source.tensor(), nullptr, out, error)
               : kind == 1 ? ct_index_copy(c.t.tensor(), c.dim, index.tensor(), source.tensor(), out, error)
                           : ct_index_fill(c.t.tensor(), c.dim, index.tensor(), &value, out, error);
      },
      [&](ct_tensor *out, ct_error *error) {
        return kind == 0   ? ct_index_add_out(c.t.tensor(), c.dim, index.tensor(), source.tensor(), nullptr, out, error)
               : kind == 1 ? ct_index_copy_out(c.t.tensor(), c.dim, index.tensor(), source.tensor(), out, error)
                           : ct_index_fill_out(c.t.tensor(), c.dim, index.tensor(), &value, out, error);
      });
}

void check_put(Case &c) {
  const int64_t count = reference::numel(c.sizes());
  if (count == 0) return;
  const Sizes sizes = random_sizes(c.random, 2 * count + 10);
  const IndexOperand index(c.random, sizes, count, true, 40);
  Operand values = brought_by(c, c.random.chance(70) ? sizes : Sizes{reference::numel(sizes)});
  const bool accumulate = c.random.chance(50);
  SCOPED_TRACE("index " + index.describe() + ", values " + describe(values.array()) + (accumulate ? ", added" : ""));
  const Places places = reference::places_in_all(c.sizes(), index.indices());
  check_written(
      c, written(c, places, reference::read(values.array()), accumulate ? "add" : nullptr),
      [&](ct_tensor **out, ct_error *error) {
        return ct_put(c.t.tensor(), index.tensor(), values.tensor(), accumulate, out, error);
      },
      [&](ct_tensor *out, ct_error *error) {
        return ct_put_out(c.t.tensor(), index.tensor(), values.tensor(), accumulate, out, error);
      });
}

void check_index_put(Case &c) {
  const Mixed mixed(c);
  const std::optional<Places> places = reference::places_of(c.sizes(), mixed.indices);
  if (!places) return;
  Operand values = brought_by(c, random_operand_sizes(c.random, places->sizes));
  const bool accumulate = c.random.chance(50);
  SCOPED_TRACE("indices" + mixed.text + ", values " + describe(values.array()) + (accumulate ? ", added" : ""));
  const std::vector<Value> expected =
      written(c, *places, reference::read(values.array(), places->sizes), accumulate ? "add" : nullptr);
  reference::Error error;
  ASSERT_EQ(ct_index_put(c.t.tensor(), mixed.tensors.data(), static_cast<int32_t>(mixed.tensors.size()),
                         values.tensor(), accumulate, &error),
            CT_OK)
      << error.message;
  ASSERT_TRUE(c.t.surroundings_unchanged() && values.unchanged());
  expect_values(c.t.tensor(), c.sizes(), expected);
}

// ---- masks ----

void check_nonzero(Case &c) {
  std::vector<bool> mask;
  for (const Value &value : c.values) {
    mask.push_back(reference::convert(value, c.t.array().dtype, CT_BOOL).integer != 0);
  }
  std::vector<Value> expected;
  const std::vector<Sizes> places = reference::true_places(c.sizes(), mask);
  for (const Sizes &place : places) {
    for (const int64_t i : place) expected.push_back(reference::of_integer(i));
  }
  const bool by_other_name = c.random.chance(20);
  check_forms(
      c.random, CT_INT64, {static_cast<int64_t>(places.size()), static_cast<int64_t>(c.sizes().size())}, expected,
      [&](ct_tensor **out, ct_error *error) {
        return (by_other_name ? ct_argwhere : ct_nonzero)(c.t.tensor(), out, error);
      },
      [&](ct_tensor *out, ct_error *error) {
        return (by_other_name ? ct_argwhere_out : ct_nonzero_out)(c.t.tensor(), out, error);
      });
}

void check_masked_select(Case &c) {
  const IndexOperand mask(c.random, random_operand_sizes(c.random, c.sizes()),
                          static_cast<int>(c.random.between(0, 100)));
  SCOPED_TRACE("mask " + mask.describe());
  const Sizes steps = reference::broadcast_strides(mask.indices().sizes,
                                                   reference::contiguous_strides(mask.indices().sizes), c.sizes());
  std::vector<Value> expected;
  size_t k = 0;
  reference::for_each_index(c.sizes(), [&](const Sizes &at) {
    const Value &value = c.values[k++];
    if (mask.indices().values[static_cast<size_t>(reference::offset_of(at, steps))] != 0) expected.push_back(value);
  });
  check_forms(
      c.random, c.t.array().dtype, {static_cast<int64_t>(expected.size())}, expected,
      [&](ct_tensor **out, ct_error *error) { return ct_masked_select(c.t.tensor(), mask.tensor(), out, error); },
      [&](ct_tensor *out, ct_error *error) { return ct_masked_select_out(c.t.tensor(), mask.tensor(), out, error); });
}

void check_masked_scatter(Case &c) {
  const IndexOperand mask(c.random, random_operand_sizes(c.random, c.sizes()),
                          static_cast<int>(c.random.between(0, 100)));
  Operand source = brought_by(c, {reference::numel(c.sizes()) + 1});
  SCOPED_TRACE("mask " + mask.describe() + ", source " + describe(source.array()));
  const Sizes steps = reference::broadcast_strides(mask.indices().sizes,
                                                   reference::contiguous_strides(mask.indices().sizes), c.sizes());
  const std::vector<Value> brought = reference::read(source.array());
  std::vector<Value> expected = c.values;
  size_t k = 0, next = 0;
  reference::for_each_index(c.sizes(), [&](const Sizes &at) {
    Value &value = expected[k++];
    if (mask.indices().values[static_cast<size_t>(reference::offset_of(at, steps))] != 0) value = brought[next++];
  });
  check_written(
      c, expected,
      [&](ct_tensor **out, ct_error *error) {
        return ct_masked_scatter(c.t.tensor(), mask.tensor(), source.tensor(), out, error);
      },
      [&](ct_tensor *out, ct_error *error) {
        return ct_masked_scatter_out(c.t.tensor(), mask.tensor(), source.tensor(), out, error);
      });
}

struct Check {
  const char *name;
  void (*check)(Case &c);
  bool writes;
  Values values = Values::Special;
};
constexpr Check kChecks[] = {
    {"index_select", check_index_select, false},
    {"gather", check_gather, false},
    {"take_along_dim", check_take_along_dim, false},
    {"take", check_take, false},
    {"index", check_index, false},
    {"nonzero", check_nonzero, false, Values::Small},
    {"masked_select", check_masked_select, false},
    {"scatter", check_scatter, true},
    {"index_add, index_copy and index_fill", check_slices, true},
    {"put", check_put, true},
    {"index_put", check_index_put, true},
    {"masked_scatter", check_masked_scatter, true},
};

void check_all(const char *suite, int64_t count, int64_t max_numel) {
  for (const Check &check : kChecks) {
    for (const reference::DTypeInfo &dtype : reference::dtypes()) {
      for (int64_t index = 0; index < count; ++index) {
        use_threads(kThreads[index % 3]);
        Random random(seed_of((std::string(suite) + check.name).c_str(), dtype.dtype, index));
        // Unset: a layout whose elements do not share memory, to be written to.
        Case c(random, dtype.dtype, random_sizes(random, max_numel), check.writes ? Values::Unset : check.values);
        check.check(c);
        if (testing::Test::HasFailure()) {
          FAIL() << check.name << ", case " << index << ": t " << describe(c.t.array()) << ", " << kThreads[index % 3]
                 << " threads";
        }
        if (!check.writes) {
          ASSERT_TRUE(c.t.unchanged()) << check.name;
        }
      }
    }
  }
}

TEST(Index, SmallLayouts) { check_all("index", cases(40), 60); }
TEST(Index, MediumLayouts) { check_all("index, medium", cases(2), 4000); }
TEST(Index, LargeLayouts) { check_all("index, large", cases(1), 20000); }

// Few indices of long slices, in layouts where the slices' nearest elements lie along any dim.
TEST(Index, FewPositionsOfLongSlices) {
  int64_t index = 0;
  for (const Sizes &sizes : {Sizes{300, 3, 2}, Sizes{2, 60, 11}, Sizes{5, 24, 30}}) {
    for (const Check &check : kChecks) {
      for (const ct_dtype dtype : {CT_UINT8, CT_FLOAT32, CT_COMPLEX128}) {
        use_threads(kThreads[++index % 3]);
        Random random(seed_of("long slices", dtype, index));
        Sizes shuffled = sizes;
        std::swap(shuffled[static_cast<size_t>(index % 3)], shuffled[static_cast<size_t>(random.between(0, 2))]);
        Case c(random, dtype, shuffled, check.writes ? Values::Unset : check.values);
        check.check(c);
        if (testing::Test::HasFailure()) FAIL() << check.name << ", case " << index << ": t " << describe(c.t.array());
      }
    }
  }
}

// Slices that lie side by side where they are read, and across memory where they are written.
TEST(Index, SlicesThatGoAcrossTheOutput) {
  struct Shape {
    Sizes sizes, strides;
    int32_t dim;
  };
  const Shape shapes[] = {{{300, 7}, {1, 300}, 1},          {{300, 7}, {-1, 301}, 1},
                          {{4, 90, 30}, {1, 4, 400}, 2},    {{90, 4, 30}, {1, 90, 400}, 2},
                          {{90, 30, 5}, {1, 100, 3000}, 1}, {{70, 3, 20, 2}, {1, 2800, 140, 70}, 2},
                          {{300, 7, 2}, {2, 600, 1}, 1}};
  int index = 0;
  for (const Shape &shape : shapes) {
    for (const ct_dtype dtype : {CT_UINT8, CT_FLOAT16, CT_FLOAT32, CT_INT64, CT_COMPLEX128}) {
      use_threads(kThreads[++index % 3]);
      Random random(seed_of("across", dtype, index));
      const Operand t(random, dtype, {shape.sizes, shape.strides}, 0, Values::Wide);
      const IndexOperand places_in(random, {random.between(20, 60)}, shape.sizes[static_cast<size_t>(shape.dim)]);
      const Places places =
          reference::places_of_slices(shape.sizes, static_cast<size_t>(shape.dim), places_in.indices());
      check_forms(
          random, dtype, places.sizes, picked(reference::read(t.array()), places),
          [&](ct_tensor **out, ct_error *error) {
            return ct_index_select(t.tensor(), shape.dim, places_in.tensor(), out, error);
          },
          [&](ct_tensor *out, ct_error *error) {
            return ct_index_select_out(t.tensor(), shape.dim, places_in.tensor(), out, error);
          });
      if (testing::Test::HasFailure()) FAIL() << "t " << describe(t.array()) << ", dim " << shape.dim;
    }
  }
}

// Indices along a dim that reaches beyond the core's own cache, over rows that are short and long, dense and not, and
// over several dims that lie in another order in memory.
TEST(Index, DimsBeyondTheCoresCache) {
  constexpr int64_t kSize = 9, kFarBytes = 70000;  // 9 times as many do not fit
  struct Shape {
    Sizes sizes, strides;  // a stride of 0: far
    int32_t dim;
  };
  const Shape shapes[] = {{{kSize, 1100}, {0, 1}, 0},
                          {{kSize, 700}, {0, -3}, 0},
                          {{kSize, 50}, {0, 1}, 0},
                          {{600, kSize}, {1, 0}, 1},
                          {{kSize, 5, 3, 40}, {0, 120, 40, 1}, 0},
                          {{kSize, 5, 3, 40}, {0, 1, 200, 5}, 0},
                          {{2, kSize, 9, 70}, {630, 0, 1, 9}, 1}};
  int case_index = 0;
  for (const Shape &shape : shapes) {
    for (const ct_dtype dtype : {CT_UINT8, CT_BFLOAT16, CT_FLOAT32, CT_INT64, CT_COMPLEX128}) {
      use_threads(kThreads[++case_index % 3]);
      Random random(seed_of("far dims", dtype, case_index));
      const auto dim = static_cast<size_t>(shape.dim);
      Sizes strides = shape.strides, of_index = shape.sizes;
      strides[dim] = kFarBytes / reference::info(dtype).size;
      of_index[dim] = kSize + 4;
      const Operand t(random, dtype, {shape.sizes, strides}, 0, Values::Moderate);
      const Operand src(random, dtype, {of_index, reference::contiguous_strides(of_index)}, 0, Values::Moderate);
      Indices indices;
      indices.sizes = of_index;
      for (int64_t i = reference::numel(of_index); i > 0; --i) {
        indices.values.push_back(random.between(-kSize, kSize - 1));
      }
      const Sizes dense = reference::contiguous_strides(of_index);
      Handle index;
      ASSERT_EQ(ct_tensor_from_data(indices.values.data(), of_index.data(), static_cast<int32_t>(of_index.size()),
                                    dense.data(), CT_INT64, nullptr, nullptr, index.receive(), nullptr),
                CT_OK);
      const Places places = reference::places_along(shape.sizes, dim, indices);
      const std::vector<Value> values = reference::read(t.array()), brought = reference::read(src.array());
      Handle read;
      ASSERT_EQ(ct_gather(t.tensor(), shape.dim, index, read.receive(), nullptr), CT_OK);
      expect_values(read, of_index, picked(values, places));
      for (const ct_scatter_reduce reduce : {CT_SCATTER_REPLACE, CT_SCATTER_ADD}) {
        std::vector<Value> expected = values;
        for (size_t i = 0; i < brought.size(); ++i) {
          Value &there = expected[static_cast<size_t>(places.places[i])];
          there = reduce == CT_SCATTER_REPLACE ? brought[i] : reference::joined("add", dtype, there, brought[i]);
        }
        Operand out(random, dtype, {shape.sizes, strides}, 0, Values::Moderate);
        ASSERT_EQ(ct_scatter_out(t.tensor(), shape.dim, index, src.tensor(), reduce, out.tensor(), nullptr), CT_OK);
        expect_values(out.tensor(), shape.sizes, expected);
        EXPECT_TRUE(out.surroundings_unchanged());
      }
      if (testing::Test::HasFailure()) FAIL() << "t " << describe(t.array()) << ", dim " << shape.dim;
    }
  }
}

// Many positions that threads share: by slices, by a dim in which they differ, and by ranges of offsets, with few and
// with many elements to meet in.
TEST(Index, ThreadsThatShareWhatIsWritten) {
  struct Shared {
    Sizes t, index;
    int32_t dim;
    bool meets;
  };
  const Shared shapes[] = {
      {{900}, {3000}, 0, false},       {{900}, {3000}, 0, true},         {{300, 3}, {1000, 3}, 0, false},
      {{3, 300}, {3, 1000}, 1, false}, {{40, 100}, {60, 100}, 0, false},
  };
  for (const Shared &shape : shapes) {
    for (const ct_dtype dtype : {CT_FLOAT32, CT_BFLOAT16, CT_INT8, CT_COMPLEX64}) {
      for (ct_scatter_reduce reduce = CT_SCATTER_REPLACE; reduce <= CT_SCATTER_ADD; ++reduce) {
        Random random(seed_of("shared", dtype, reduce));
        Operand t(random, dtype, {shape.t, reference::contiguous_strides(shape.t)}, 0, Values::Moderate);
        Operand src(random, dtype, {shape.index, reference::contiguous_strides(shape.index)}, 0, Values::Moderate);
        const int64_t size = shape.meets ? 3 : shape.t[static_cast<size_t>(shape.dim)];
        const IndexOperand index(random, shape.index, std::min<int64_t>(size, 100), false, 0);
        Handle first;
        for (const int32_t threads : {1, 2, 7}) {
          use_threads(threads);
          Handle out;
          ASSERT_EQ(ct_scatter(t.tensor(), shape.dim, index.tensor(), src.tensor(), reduce, out.receive(), nullptr),
                    CT_OK);
          if (first.get() == nullptr) {
            first = std::move(out);
            const Places places = reference::places_along(shape.t, static_cast<size_t>(shape.dim), index.indices());
            std::vector<Value> expected = reference::read(t.array());
            const std::vector<Value> brought = reference::read(src.array());
            for (size_t i = 0; i < places.places.size(); ++i) {
              Value &there = expected[static_cast<size_t>(places.places[i])];
              there = reduce == CT_SCATTER_REPLACE ? brought[i] : reference::joined("add", dtype, there, brought[i]);
            }
            expect_values(first, shape.t, expected);
          } else {
            expect_values(out, shape.t, reference::read(reference::array_of(first)));
          }
          if (testing::Test::HasFailure()) FAIL() << "dim " << shape.dim << ", " << threads << " threads";
        }
      }
    }
  }
}

// Dense operands: slices that fill part of a register, and rows of few positions, whose neighbours meet seldom or
// often.
TEST(Index, ShortSlicesAndShortRows) {
  constexpr int64_t kRows = 90, kFew = 5;
  const auto dense = [](Random &random, ct_dtype dtype, const Sizes &sizes) {
    return Operand(random, dtype, {sizes, reference::contiguous_strides(sizes)}, 0, Values::Moderate);
  };
  for (const reference::DTypeInfo &dtype : reference::dtypes()) {
    for (const int64_t length : {1, 2, 3, 5, 8, 11, 17, 33, 70}) {
      for (const bool are_slices : {false, true}) {
        for (const bool meets : {false, true}) {
          Random random(seed_of("short rows", dtype.dtype, length * 4 + (are_slices ? 2 : 0) + (meets ? 1 : 0)));
          const Sizes sizes = {kRows, length};
          const Operand t = dense(random, dtype.dtype, {are_slices ? kFew : kRows, length});
          const Operand src = dense(random, dtype.dtype, sizes);
          // One index for each slice, or for each element.
          const int64_t most = are_slices ? kFew : length;
          std::vector<int64_t> own(static_cast<size_t>(are_slices ? kRows : kRows * length));
          for (size_t i = 0; i < own.size(); ++i) {
            own[i] = meets ? static_cast<int64_t>(i) / 20 % most : random.between(-most, most - 1);
          }
          Indices indices;
          indices.sizes = sizes;
          for (int64_t i = 0; i < kRows * length; ++i) {
            indices.values.push_back(own[static_cast<size_t>(are_slices ? i / length : i)]);
          }
          const Sizes strides = are_slices ? Sizes{1, 0} : Sizes{length, 1};
          Handle index;
          ASSERT_EQ(ct_tensor_from_data(own.data(), sizes.data(), 2, strides.data(), CT_INT64, nullptr, nullptr,
                                        index.receive(), nullptr),
                    CT_OK);
          const int32_t dim = are_slices ? 0 : 1;
          const Places places = reference::places_along(t.array().sizes, static_cast<size_t>(dim), indices);
          const std::vector<Value> brought = reference::read(src.array());
          // Products of complex numbers are rounded several times, which the oracle does once.
          const int last = has_order(dtype.dtype) ? 4 : dtype.kind == reference::Kind::Complex ? 1 : 2;
          for (int reduce = 0; reduce <= last; ++reduce) {
            std::vector<Value> expected = reference::read(t.array());
            for (size_t i = 0; i < brought.size(); ++i) {
              Value &there = expected[static_cast<size_t>(places.places[i])];
              there = reduce == 0 ? brought[i] : reference::joined(kJoins[reduce], dtype.dtype, there, brought[i]);
            }
            Handle out;
            ASSERT_EQ(ct_scatter(t.tensor(), dim, index, src.tensor(), static_cast<ct_scatter_reduce>(reduce),
                                 out.receive(), nullptr),
                      CT_OK);
            expect_values(out, t.array().sizes, expected);
            if (testing::Test::HasFailure()) FAIL() << dtype.name << ", length " << length << ", reduce " << reduce;
          }
          Handle read;
          ASSERT_EQ(ct_gather(t.tensor(), dim, index, read.receive(), nullptr), CT_OK);
          expect_values(read, sizes, picked(reference::read(t.array()), places));
        }
      }
    }
  }
}

TEST(Index, OneHot) {
  for (int64_t index = 0; index < cases(200); ++index) {
    use_threads(kThreads[index % 3]);
    Random random(seed_of("one_hot", CT_INT64, index));
    const Sizes sizes = random_sizes(random, 200);
    const int64_t classes = random.between(1, 9);
    const IndexOperand t(random, sizes, classes);
    if (std::any_of(t.indices().values.begin(), t.indices().values.end(), [](int64_t v) { return v < 0; })) {
      Handle out;
      EXPECT_EQ(ct_one_hot(t.tensor(), classes, out.receive(), nullptr), CT_ERROR_INDEX);
      continue;
    }
    int64_t largest = -1;
    for (const int64_t value : t.indices().values) largest = std::max(largest, value);
    const bool finds = largest >= 0 && random.chance(50);
    Sizes shape = sizes;
    shape.push_back(finds ? largest + 1 : classes);
    std::vector<Value> expected;
    for (const int64_t value : t.indices().values) {
      for (int64_t k = 0; k < shape.back(); ++k) expected.push_back(reference::of_integer(k == value ? 1 : 0));
    }
    check_forms(
        random, CT_INT64, shape, expected,
        [&](ct_tensor **out, ct_error *error) { return ct_one_hot(t.tensor(), finds ? -1 : classes, out, error); },
        [&](ct_tensor *out, ct_error *error) { return ct_one_hot_out(t.tensor(), finds ? -1 : classes, out, error); });
    if (testing::Test::HasFailure()) FAIL() << "case " << index << ": " << t.describe();
  }
}

TEST(Index, AlphaOfIndexAdd) {
  Random random(seed_of("alpha", CT_FLOAT32, 0));
  Operand t(random, CT_FLOAT32, {{5, 4}, {4, 1}}, 0, Values::Moderate);
  Operand source(random, CT_FLOAT32, {{7, 4}, {4, 1}}, 0, Values::Moderate);
  const IndexOperand index(random, {7}, int64_t{5});
  const ct_scalar alpha = {CT_FLOAT64, 0, 0, -2.5, 0};
  Handle by, scaled, expected, out;
  ASSERT_EQ(ct_tensor_create_scalar(&alpha, true, by.receive(), nullptr), CT_OK);
  ASSERT_EQ(ct_mul(source.tensor(), by, scaled.receive(), nullptr), CT_OK);
  ASSERT_EQ(ct_index_add(t.tensor(), 0, index.tensor(), scaled, nullptr, expected.receive(), nullptr), CT_OK);
  ASSERT_EQ(ct_index_add(t.tensor(), 0, index.tensor(), source.tensor(), &alpha, out.receive(), nullptr), CT_OK);
  expect_values(out, {5, 4}, reference::read(reference::array_of(expected)));
}

// Deferred inputs are computed first.
TEST(Index, DeferredInputs) {
  const int64_t sizes[] = {6};
  const ct_scalar end = {CT_INT64, 0, 6, 0, 0};
  Handle line, deferred, doubled, index, picked_line;
  ASSERT_EQ(ct_arange(nullptr, &end, nullptr, CT_UNDEFINED, line.receive(), nullptr), CT_OK);
  ASSERT_EQ(ct_defer(line, deferred.receive(), nullptr), CT_OK);
  ASSERT_EQ(ct_neg(deferred, doubled.receive(), nullptr), CT_OK);
  ASSERT_EQ(ct_sub(deferred, line, index.receive(), nullptr), CT_OK);  // zeros
  ASSERT_EQ(ct_index_select(doubled, 0, line, picked_line.receive(), nullptr), CT_OK);
  for (int64_t i = 0; i < sizes[0]; ++i) {
    EXPECT_EQ(static_cast<const int64_t *>(ct_tensor_data(picked_line))[i], -i);
  }
  const ct_tensor *const indices[] = {index.get()};
  ASSERT_EQ(ct_index(line, indices, 1, picked_line.receive(), nullptr), CT_OK);
  EXPECT_EQ(static_cast<const int64_t *>(ct_tensor_data(picked_line))[5], 0);
}

// ---- what is refused: a status and one line, and nothing is written ----

TEST(Index, RefusesAnIndexOutOfRange) {
  for (int64_t index = 0; index < cases(300); ++index) {
    use_threads(kThreads[index % 3]);
    Random random(seed_of("out of range", CT_INT64, index));
    Operand t(random, CT_FLOAT32, random_layout(random, {5, 7}, false), 0, Values::Wide);
    IndexOperand bad(random, {4, random.chance(20) ? 1000 : 6}, 5, false);
    const Sizes &sizes = bad.indices().sizes;
    const Sizes at = {random.between(0, 3), random.between(0, sizes[1] - 1)};
    bad.set(random.chance(50) ? 5 : 100, at);
    Operand src(random, CT_FLOAT32, random_layout(random, sizes, true), 0, Values::Wide);
    Operand out(random, CT_FLOAT32, random_layout(random, sizes, false), 0, Values::Wide);
    Handle row, fresh;
    ASSERT_EQ(ct_select(bad.tensor(), 0, at[0], row.receive(), nullptr), CT_OK);
    const ct_tensor *const indices[] = {bad.tensor(), nullptr};
    Handle one;
    ASSERT_EQ(ct_ones(nullptr, 0, CT_FLOAT32, one.receive(), nullptr), CT_OK);
    const std::string where = " at [" + std::to_string(at[0]) + ", " + std::to_string(at[1]) + "]";
    const auto refused = [&](ct_status status, const reference::Error &error, const std::string &place,
                             const std::string &range) {
      EXPECT_EQ(status, CT_ERROR_INDEX) << error.message;
      EXPECT_NE(std::string(error.message).find(place), std::string::npos) << error.message;
      EXPECT_NE(std::string(error.message).find(range), std::string::npos) << error.message;
      EXPECT_EQ(fresh.get(), nullptr);
      EXPECT_TRUE(t.unchanged() && src.unchanged() && out.unchanged() && bad.unchanged());
    };
    reference::Error error;
    refused(ct_index(t.tensor(), indices, 2, fresh.receive(), &error), error, where, "dim 0 of size 5");
    refused(ct_index_put(t.tensor(), indices, 2, one, true, &error), error, where, "dim 0 of size 5");
    refused(ct_index_select(t.tensor(), 0, row, fresh.receive(), &error), error, " at [" + std::to_string(at[1]) + "]",
            "dim 0 of size 5");
    if (sizes[1] <= 7) {
      refused(ct_gather_out(t.tensor(), 0, bad.tensor(), out.tensor(), &error), error, where, "dim 0 of size 5");
      refused(ct_scatter_out(t.tensor(), 0, bad.tensor(), src.tensor(), CT_SCATTER_ADD, t.tensor(), &error), error,
              where, "dim 0 of size 5");
    }
    if (testing::Test::HasFailure()) FAIL() << "case " << index << ": " << bad.describe();
  }
}

TEST(Index, RefusesWrongCalls) {
  const int64_t sizes[] = {3, 4}, line[] = {2}, none[] = {0, 4}, meta_sizes[] = {3, 4};
  Handle t, index, floats, mask, wrong_mask, meta, meta_index, doubles, empty, out, part;
  ASSERT_EQ(ct_ones(sizes, 2, CT_FLOAT32, t.receive(), nullptr), CT_OK);
  ASSERT_EQ(ct_zeros(line, 1, CT_INT64, index.receive(), nullptr), CT_OK);
  ASSERT_EQ(ct_zeros(line, 1, CT_FLOAT32, floats.receive(), nullptr), CT_OK);
  ASSERT_EQ(ct_zeros(sizes, 2, CT_FLOAT64, doubles.receive(), nullptr), CT_OK);
  ASSERT_EQ(ct_ones(sizes, 2, CT_BOOL, mask.receive(), nullptr), CT_OK);
  ASSERT_EQ(ct_ones(line, 1, CT_BOOL, wrong_mask.receive(), nullptr), CT_OK);
  ASSERT_EQ(ct_ones(none, 2, CT_FLOAT32, empty.receive(), nullptr), CT_OK);
  ASSERT_EQ(ct_tensor_create_meta(meta_sizes, 2, nullptr, CT_FLOAT32, meta.receive(), nullptr), CT_OK);
  ASSERT_EQ(ct_tensor_create_meta(line, 1, nullptr, CT_INT64, meta_index.receive(), nullptr), CT_OK);
  const auto select = [&](const ct_tensor *from, int32_t dim, const ct_tensor *by) {
    return ct_index_select(from, dim, by, out.receive(), nullptr);
  };
  EXPECT_EQ(select(nullptr, 0, index), CT_ERROR_INVALID);
  EXPECT_EQ(select(t, 0, nullptr), CT_ERROR_INVALID);
  EXPECT_EQ(select(t, 2, index), CT_ERROR_INDEX);
  EXPECT_EQ(select(t, 0, floats), CT_ERROR_DTYPE);
  EXPECT_EQ(select(t, 0, wrong_mask), CT_ERROR_DTYPE);
  EXPECT_EQ(select(t, 0, t), CT_ERROR_DTYPE);
  EXPECT_EQ(select(empty, 0, index), CT_ERROR_INDEX);
  EXPECT_EQ(select(meta, 0, index), CT_ERROR_INVALID);
  EXPECT_EQ(select(meta, 0, meta_index), CT_OK);
  EXPECT_TRUE(ct_tensor_is_meta(out));
  EXPECT_EQ(reference::sizes_of(out), (Sizes{2, 4}));

  const auto by = [&](const ct_tensor *from, std::vector<const ct_tensor *> indices) {
    return ct_index(from, indices.data(), static_cast<int32_t>(indices.size()), out.receive(), nullptr);
  };
  EXPECT_EQ(by(t, {index, index, index}), CT_ERROR_INDEX);
  EXPECT_EQ(by(t, {mask, index}), CT_ERROR_INDEX);
  EXPECT_EQ(by(t, {wrong_mask}), CT_ERROR_SHAPE);
  EXPECT_EQ(by(t, {floats}), CT_ERROR_DTYPE);
  EXPECT_EQ(by(meta, {mask}), CT_ERROR_UNSUPPORTED);
  EXPECT_EQ(by(meta, {meta_index}), CT_OK);
  EXPECT_EQ(by(meta, {index}), CT_ERROR_INVALID);
  EXPECT_EQ(by(t, {nullptr, nullptr}), CT_OK);
  EXPECT_EQ(ct_index(t, nullptr, 1, out.receive(), nullptr), CT_ERROR_INVALID);
  EXPECT_EQ(ct_index(t, nullptr, -1, out.receive(), nullptr), CT_ERROR_INVALID);
  EXPECT_EQ(ct_index(t, nullptr, 0, out.receive(), nullptr), CT_OK);

  const auto scatter = [&](const ct_tensor *to, const ct_tensor *places, const ct_tensor *src,
                           ct_scatter_reduce reduce) {
    return ct_scatter(to, 0, places, src, reduce, out.receive(), nullptr);
  };
  Handle places;
  ASSERT_EQ(ct_zeros(sizes, 2, CT_INT64, places.receive(), nullptr), CT_OK);
  EXPECT_EQ(scatter(t, places, t, 5), CT_ERROR_INVALID);
  EXPECT_EQ(scatter(t, places, doubles, CT_SCATTER_ADD), CT_ERROR_DTYPE);
  EXPECT_EQ(scatter(t, index, t, CT_SCATTER_ADD), CT_ERROR_SHAPE);
  EXPECT_EQ(scatter(t, places, empty, CT_SCATTER_ADD), CT_ERROR_SHAPE);
  EXPECT_EQ(scatter(t, places, t, CT_SCATTER_ADD), CT_OK);
  EXPECT_EQ(ct_nonzero(meta, out.receive(), nullptr), CT_ERROR_UNSUPPORTED);
  EXPECT_EQ(ct_masked_select(t, places, out.receive(), nullptr), CT_ERROR_DTYPE);
  EXPECT_EQ(ct_masked_select(t, wrong_mask, out.receive(), nullptr), CT_ERROR_SHAPE);
  EXPECT_EQ(ct_masked_scatter(t, mask, floats, out.receive(), nullptr), CT_ERROR_SHAPE);
  EXPECT_EQ(ct_one_hot(floats, -1, out.receive(), nullptr), CT_ERROR_DTYPE);
  EXPECT_EQ(ct_one_hot(index, -2, out.receive(), nullptr), CT_ERROR_INVALID);
  EXPECT_EQ(ct_one_hot(index, 0, out.receive(), nullptr), CT_ERROR_INDEX);
  EXPECT_EQ(ct_one_hot(meta_index, -1, out.receive(), nullptr), CT_ERROR_UNSUPPORTED);
  EXPECT_EQ(ct_one_hot(meta_index, INT64_MAX, out.receive(), nullptr), CT_ERROR_SHAPE);
  EXPECT_EQ(out.get(), nullptr);

  // Outputs that share memory, cannot be written to, or are of another dtype.
  ASSERT_EQ(ct_slice(t, 0, 0, 2, 1, part.receive(), nullptr), CT_OK);
  EXPECT_EQ(ct_index_select_out(t, 0, index, part, nullptr), CT_ERROR_OVERLAP);
  EXPECT_EQ(ct_index_select_out(t, 0, index, doubles, nullptr), CT_ERROR_DTYPE);
  EXPECT_EQ(ct_take_out(places, index, index, nullptr), CT_ERROR_OVERLAP);
  EXPECT_EQ(ct_scatter_out(t, 0, places, t, CT_SCATTER_ADD, t, nullptr), CT_ERROR_OVERLAP);
  const ct_tensor *const first[] = {index.get()};
  EXPECT_EQ(ct_index_put(t, first, 1, part, true, nullptr), CT_ERROR_OVERLAP);
  EXPECT_EQ(ct_index_put(t, first, 1, doubles, true, nullptr), CT_ERROR_DTYPE);
  EXPECT_EQ(ct_index_put(t, first, 1, nullptr, true, nullptr), CT_ERROR_INVALID);
  Handle repeated, constant;
  ASSERT_EQ(ct_expand(floats, sizes, 0, repeated.receive(), nullptr), CT_ERROR_SHAPE);
  const int64_t wide[] = {3, 2};
  ASSERT_EQ(ct_expand(floats, wide, 2, repeated.receive(), nullptr), CT_OK);
  EXPECT_EQ(ct_index_put(repeated, first, 1, floats, true, nullptr), CT_ERROR_OVERLAP);
  static const float kConstant[4] = {};
  ASSERT_EQ(
      ct_tensor_from_const_data(kConstant, line, 1, nullptr, CT_FLOAT32, nullptr, nullptr, constant.receive(), nullptr),
      CT_OK);
  EXPECT_EQ(ct_index_put(constant, first, 1, t, true, nullptr), CT_ERROR_READ_ONLY);
  EXPECT_EQ(ct_take_out(t, index, constant, nullptr), CT_ERROR_READ_ONLY);
  expect_values(t, {3, 4}, std::vector<Value>(12, reference::of_float(1)));
  expect_values(floats, {2}, std::vector<Value>(2, reference::of_float(0)));
}

}  // namespace
}  // namespace property
