// Reductions against naive loops: values, positions, several outputs, conversions, and one answer for any thread count.
#include <cmath>
#include <cstring>

#include "iter/reduce.h"
#include "iter/reduce_plan.h"
#include "iter_test.h"
#include "runtime/threads.h"

namespace ct {
namespace {

using namespace iter_flags;
using namespace testing_iter;

struct Threads {
  explicit Threads(int32_t n) { set_num_threads(n); }
  ~Threads() { set_num_threads(0); }
};

template <class F>
void for_each_element(const ct_loop &piece, F &&body) {
  for (int64_t j = 0; j < piece.size1; ++j) {
    for (int64_t i = 0; i < piece.size0; ++i) {
      body(i, j,
           [&](int32_t k) { return piece.data[k] + i * piece.strides[k] + j * piece.strides[piece.noperands + k]; });
    }
  }
}

template <class T>
const auto add = [](const ct_loop &piece) -> ct_status {
  for_each_element(
      piece, [](int64_t, int64_t, auto at) { *reinterpret_cast<T *>(at(0)) += *reinterpret_cast<const T *>(at(1)); });
  return CT_OK;
};

// A layout of `shape` in which the dims of `mask` are reduced to size 1.
Sizes reduced_shape(Sizes shape, uint64_t mask) {
  for (size_t d = 0; d < shape.size(); ++d) shape[d] = (mask >> d & 1) != 0 ? 1 : shape[d];
  return shape;
}

TEST(Reduce, SumsOverAnyDims) {
  Random random(5);
  for (int round = 0; round < 1500; ++round) {
    const Sizes shape = random.shape(5, 7);
    const auto mask = static_cast<uint64_t>(random.below(32));
    const DType in_type = random.below(2) == 0 ? DType::Int64 : DType::Int16;
    const DType out_type = random.below(2) == 0 ? DType::Int64 : DType::Float32;
    const Ref<Tensor> in = random.tensor(shape, in_type);
    const Ref<Tensor> out = random.tensor(reduced_shape(shape, mask), out_type);
    number(in);
    Built it(Config(kReduce | kCastToOutputs).out(out, DType::Int64).in(in, DType::Int64));
    const Scalar zero = Scalar::of(int64_t{0});
    ASSERT_EQ(reduce(it, {DType::Undefined, add<int64_t>, add<int64_t>, {&zero, 1}}), CT_OK);

    std::vector<int64_t> expected(static_cast<size_t>(out->numel()), 0);
    const auto position = [&](const Sizes &index) {
      int64_t p = 0;
      for (size_t d = 0; d < index.size(); ++d) p = out->sizes()[d] == 1 ? p : p * out->sizes()[d] + index[d];
      return static_cast<size_t>(p);
    };
    for_each_index(shape, [&](const Sizes &index) {
      expected[position(index)] += static_cast<int64_t>(get(address(*in, index), in_type));
    });
    for_each_index(out->sizes(), [&](const Sizes &index) {
      ASSERT_EQ(get(address(*out, index), out_type), static_cast<double>(expected[position(index)]));
    });
  }
}

// Values whose sum depends on the order of additions, in shapes that are cut in every way.
TEST(Reduce, HasTheSameBitsForAnyThreadCount) {
  struct Case {
    Sizes out, in;
    DType type;
  };
  const Case cases[] = {
      {{1}, {3000001}, DType::Float32},
      {{1, 1, 1}, {70, 130, 190}, DType::Float32},
      {{1, 3000}, {700, 3000}, DType::Float32},
      {{3000, 1}, {3000, 700}, DType::Float32},
      {{1, 64, 1}, {30, 64, 900}, DType::Float32},
      {{1, 5000}, {600, 5000}, DType::Float64},
      {{1000000, 1}, {1000000, 3}, DType::Float32},
      {{1, 70000}, {70, 70000}, DType::Float32},
      {{1}, {3000001}, DType::Float64},
      {{2, 1, 2, 1}, {2, 700, 2, 700}, DType::Float32},
  };
  for (const Case &c : cases) {
    const Ref<Tensor> in = make(c.in, c.type), out = make(c.out);
    double exact = 0;
    for (int64_t i = 0; i < in->numel(); ++i) {
      const double value = static_cast<double>(i * 7919 % 100003) / 50001.5 - 1;
      if (c.type == DType::Float32) {
        exact += reinterpret_cast<float *>(in->data())[i] = static_cast<float>(value);
      } else {
        exact += reinterpret_cast<double *>(in->data())[i] = value;
      }
    }
    std::vector<char> first;
    for (const int32_t threads : {1, 2, 7}) {
      const Threads set(threads);
      Built it(Config(kReduce).out(out).in(in, DType::Float32));
      const Scalar zero = Scalar::of(0.0);
      ASSERT_EQ(reduce(it, {DType::Undefined, add<float>, add<float>, {&zero, 1}}), CT_OK);
      const std::vector<char> bytes(out->data(), out->data() + out->numel() * 4);
      if (threads == 1) first = bytes;
      EXPECT_TRUE(bytes == first) << threads << " threads";
    }
    // Leaves meet in a tree, so the error stays far below that of one long chain. Within a leaf the loop is one chain.
    double sum = 0;
    for (int64_t i = 0; i < out->numel(); ++i) sum += reinterpret_cast<const float *>(out->data())[i];
    EXPECT_NEAR(sum, exact, 1e-3 * std::sqrt(static_cast<double>(in->numel())));
  }
}

// argmax with two outputs, whose positions are counted from `begin`.
ct_status larger(const ct_loop &piece, int64_t elements_an_output, bool single) {
  for_each_element(piece, [&](int64_t i, int64_t j, auto at) {
    const int64_t begin = piece.begin + (single ? j * piece.size0 : j * elements_an_output);
    auto *value = reinterpret_cast<double *>(at(0));
    auto *where = reinterpret_cast<int64_t *>(at(1));
    const double x = *reinterpret_cast<const double *>(at(2));
    if (x > *value) {
      *value = x;
      *where = (begin + i) % elements_an_output;
    }
  });
  return CT_OK;
}

const auto larger_of_pairs = [](const ct_loop &piece) -> ct_status {
  EXPECT_EQ(piece.noperands, 4);
  EXPECT_EQ(piece.size1, 1);
  for_each_element(piece, [&](int64_t, int64_t, auto at) {
    auto *value = reinterpret_cast<double *>(at(0)), *other = reinterpret_cast<double *>(at(1));
    auto *where = reinterpret_cast<int64_t *>(at(2)), *other_where = reinterpret_cast<int64_t *>(at(3));
    if (*other > *value) {
      *value = *other;
      *where = *other_where;
    }
  });
  return CT_OK;
};

TEST(Reduce, ArgmaxOfSeveralShapes) {
  const std::pair<Sizes, Sizes> cases[] = {{{1}, {300000}},
                                           {{1, 1000}, {300, 1000}},
                                           {{1000, 1}, {1000, 300}},
                                           {{1, 1}, {300, 1000}},
                                           {{20, 1, 20}, {20, 500, 20}}};
  for (const auto &shapes : cases) {
    const Sizes &out_sizes = shapes.first,
                &in_sizes = shapes.second;  // lambdas of Clang 14 cannot capture structured bindings
    const Threads set(7);
    const Ref<Tensor> in = make(in_sizes, DType::Float64), values = make(out_sizes, DType::Float64);
    const Ref<Tensor> positions = make(out_sizes, DType::Int64);
    auto *x = reinterpret_cast<double *>(in->data());
    for (int64_t i = 0; i < in->numel(); ++i) x[i] = static_cast<double>(i * 7919 % 1000003);
    Built it(Config(kReduce | kNoSameDTypeCheck).out(values).out(positions).in(in));
    const int64_t elements = it.numel() / it.num_output_elements();
    const Scalar identities[] = {Scalar::of(-1.0), Scalar::of(int64_t{-1})};
    auto loop = [&](const ct_loop &piece) { return larger(piece, elements, piece.strides[3] == 0); };
    ASSERT_EQ(reduce(it, {DType::Undefined, loop, larger_of_pairs, identities}), CT_OK);
    int64_t output = 0;
    for_each_index(out_sizes, [&](const Sizes &index) {
      if (output++ % 61 != 0) return;  // the naive answer walks the whole input, so it is computed for few outputs
      const double value = *reinterpret_cast<const double *>(address(*values, index));
      const int64_t position = *reinterpret_cast<const int64_t *>(address(*positions, index));
      Sizes at = index;
      double best = -1;
      int64_t where = -1, next = 0;
      for_each_index(in_sizes, [&](const Sizes &candidate) {  // row-major, which is the iterator's order here
        for (size_t d = 0; d < at.size(); ++d) {
          if (out_sizes[d] != 1 && candidate[d] != at[d]) return;
        }
        const double candidate_value = *reinterpret_cast<const double *>(address(*in, candidate));
        if (candidate_value > best) {
          best = candidate_value;
          where = next;
        }
        ++next;
      });
      ASSERT_EQ(value, best);
      ASSERT_EQ(position, where);
    });
  }
}

TEST(Reduce, NothingToReduceGivesTheIdentity) {
  const Ref<Tensor> out = make({3, 1}, {-2, 7}, DType::Float16);
  Built it(Config(kReduce).out(out).in(make({3, 0})));
  const Scalar five = Scalar::of(5.0);
  ASSERT_EQ(reduce(it, {DType::Float32, add<float>, add<float>, {&five, 1}}), CT_OK);
  for_each_index(out->sizes(), [&](const Sizes &index) { EXPECT_EQ(get(address(*out, index), DType::Float16), 5); });

  Built none(Config(kReduce).out(make({0, 1})).in(make({0, 4})));
  EXPECT_EQ(none.num_output_elements(), 0);
  EXPECT_EQ(reduce(none, {DType::Undefined, add<float>, add<float>, {&five, 1}}), CT_OK);
}

TEST(Reduce, AStatusStopsIt) {
  for (const int32_t threads : {1, 7}) {
    const Threads set(threads);
    const Ref<Tensor> in = make({2000000}), out = make({1});
    Built it(Config(kReduce).out(out).in(in));
    const Scalar zero = Scalar::of(0.0);
    auto stop = [](const ct_loop &) -> ct_status { return -2000; };
    auto go = [](const ct_loop &) -> ct_status { return CT_OK; };
    EXPECT_EQ(reduce(it, {DType::Undefined, stop, go, {&zero, 1}}), -2000);
    EXPECT_EQ(reduce(it, {DType::Undefined, go, stop, {&zero, 1}}), -2000);
    EXPECT_EQ(reduce(it, {DType::Undefined, go, go, {&zero, 1}}), CT_OK);
  }
}

TEST(Reduce, RefusesWhatIsNoReduction) {
  const Scalar zero = Scalar::of(0.0);
  Built it(Config(kUnary).out(make({3})).in(make({3})));
  EXPECT_CT_ERROR(CT_ERROR_INVALID, "CT_ITER_REDUCTION",
                  reduce(it, {DType::Undefined, add<float>, add<float>, {&zero, 1}}));
  Built reduction(Config(kReduce).out(make({1})).in(make({3})));
  EXPECT_CT_ERROR(CT_ERROR_INVALID, "1 outputs, 0 identities",
                  reduce(reduction, {DType::Undefined, add<float>, add<float>, {}}));
}

// A group of outputs has a bit of 64, by which the spans tell each other that its results are known.
TEST(Reduce, SpansAreOfFewGroups) {
  for (const int64_t columns : {3 << 16, 63 << 16, 65 << 16, 130 << 16}) {
    for (const int32_t threads : {1, 2, 16}) {
      const Threads some(threads);
      const Ref<Tensor> in = make_meta({1000, columns}, {columns, 1}), out = make_meta({1, columns}, {columns, 1});
      const Built it(Config(kReduce).out(out).in(in));
      const ReducePlan plan(it, DType::Undefined, {}, false);
      EXPECT_TRUE(plan.nspans == 1 || plan.ngroups < 64) << columns << ' ' << threads << ' ' << plan.nspans;
    }
  }
}

TEST(Reduce, MetaDoesNothing) {
  const Scalar zero = Scalar::of(0.0);
  Built it(Config(kReduce).out(make_meta({1}, {0})).in(make_meta({3}, {1})));
  EXPECT_EQ(reduce(it, {DType::Undefined, add<float>, add<float>, {&zero, 1}}), CT_OK);
}

}  // namespace
}  // namespace ct
