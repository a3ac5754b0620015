// A number beside a few contiguous elements takes the fast path, and beside elements with gaps the iterator's. Both
// give the same bits, or the same failure, for every op of two inputs, every dtype and numbers of every kind.
#include <cmath>
#include <cstring>
#include <limits>
#include <string>

#include "ops/elementwise/elementwise.h"
#include "ops/structural/copy.h"
#include "ops_test.h"
#include "tensor/views.h"

namespace ct {
namespace {

struct TwoInputs {
  const ElementwiseOp &op;
  const char *name;
};
constexpr bool takes_two(const char *inputs) {
  return std::string_view(inputs) == "Binary" || std::string_view(inputs) == "Bound";
}

std::vector<TwoInputs> ops_of_two() {
  std::vector<TwoInputs> result;
#define CT_PICK(name, inputs, ...) \
  if (takes_two(#inputs)) result.push_back({elementwise_ops::name, #name});
  CT_ELEMENTWISE_OPS(CT_PICK)
#undef CT_PICK
  return result;
}

Ref<Tensor> number(const Scalar &value) {
  Ref<Tensor> t = Tensor::create({}, value.dtype);
  store_scalar(value, value.dtype, t->data());
  t->set_wrapped_number(true);
  return t;
}

// The result of a call: its bytes and their dtype, or the reason for a failure.
std::string outcome(auto &&call) {
  try {
    const Ref<Tensor> t = call();
    const Ref<Tensor> dense = contiguous(*t, MemoryFormat::Contiguous);
    std::string text = std::string(dtype_name(t->dtype())) + ' ';
    return text.append(dense->data(), static_cast<size_t>(dense->numel() * dense->itemsize()));
  } catch (const Error &e) {
    return e.message.c_str();
  }
}

TEST(NumberTest, AShortWayGivesTheSameBits) {
  const std::vector<Scalar> numbers = {
      Scalar::of(int64_t{3}),   Scalar::of(int64_t{-2}),      Scalar::of(int64_t{300}),  Scalar::of(2.5),
      Scalar::of(-1e300),       {DType::Complex128, 0, 1, 2}, {DType::UInt64, -1, 0, 0}, {DType::Bool, 1, 0, 0},
      {DType::Int8, 100, 0, 0}, {DType::Float16, 0, 0.1, 0}};
  int64_t compared = 0;
  for (const TwoInputs &one : ops_of_two()) {
    for (uint32_t d = 1; d <= CT_UINT64; ++d) {
      const auto dtype = static_cast<DType>(d);
      const Ref<Tensor> few = testing_ops::tensor({2, 3}, {1, 0, 5, 2, 7, 100}, dtype);
      const Ref<Tensor> gaps = slice(*Tensor::create(DimVec({2, 6}), dtype), 1, 0, 6, 2);
      copy(*gaps, *few);
      for (const Scalar &value : numbers) {
        const Ref<Tensor> n = number(value);
        for (const bool first : {false, true}) {
          const Tensor *const quick[] = {first ? n.get() : few.get(), first ? few.get() : n.get()};
          const Tensor *const slow[] = {first ? n.get() : gaps.get(), first ? gaps.get() : n.get()};
          const std::string want = outcome([&] { return elementwise(one.op, slow); });
          EXPECT_EQ(outcome([&] { return elementwise(one.op, quick); }), want)
              << one.name << ", " << dtype_name(dtype) << ", a number of " << dtype_name(value.dtype);
          const auto in_place = [&](Tensor &t) {
            const Tensor *const inputs[] = {first ? n.get() : &t, first ? &t : n.get()};
            const Ref<Tensor> before = clone(t, MemoryFormat::Preserve);
            std::string text = outcome([&] {
              Ref<Tensor> out = Ref<Tensor>::share(&t);
              elementwise_out(one.op, inputs, *out);
              return out;
            });
            copy(t, *before);
            return text;
          };
          EXPECT_EQ(in_place(*few), in_place(*gaps)) << one.name << " in place, " << dtype_name(dtype);
          ++compared;
        }
      }
    }
  }
  EXPECT_GT(compared, 10000);
}

// The numbers 2, 1/2 and -1 as exponents of floats are a product, a root and a reciprocal, as in PyTorch: a root of -0
// is -0, and one of -infinity is NaN. A tensor as the exponent, or integers as the base, make a power as ever.
TEST(NumberTest, PowersThatAreOtherOps) {
  const double inf = std::numeric_limits<double>::infinity();
  for (const DType dtype : {DType::Float16, DType::BFloat16, DType::Float32, DType::Float64}) {
    const Ref<Tensor> t = testing_ops::tensor({2, 4}, {-0.0, -inf, inf, 3.3, -1.7, 1e-4, 0, 0.7}, dtype);
    const Tensor *const once[] = {t.get()}, *const twice[] = {t.get(), t.get()};
    const std::string squares = outcome([&] { return elementwise(elementwise_ops::mul, twice); });
    const std::string roots = outcome([&] { return elementwise(elementwise_ops::sqrt, once); });
    const std::string inverses = outcome([&] { return elementwise(elementwise_ops::reciprocal, once); });
    const auto power = [&](const Scalar &exponent) {
      const Ref<Tensor> n = number(exponent);
      const Tensor *const inputs[] = {t.get(), n.get()};
      return outcome([&] { return elementwise(elementwise_ops::pow, inputs); });
    };
    EXPECT_EQ(power(Scalar::of(int64_t{2})), squares) << dtype_name(dtype);
    EXPECT_EQ(power(Scalar::of(2.0)), squares) << dtype_name(dtype);
    EXPECT_EQ(power(Scalar::of(0.5)), roots) << dtype_name(dtype);
    EXPECT_EQ(power(Scalar::of(int64_t{-1})), inverses) << dtype_name(dtype);

    const Ref<Tensor> n = number(Scalar::of(2.0)), half = testing_ops::tensor({}, {0.5}, dtype);
    const Tensor *const squared[] = {t.get(), n.get()}, *const by_tensor[] = {t.get(), half.get()};
    EXPECT_EQ(outcome([&] {
                Ref<Tensor> out = Tensor::create(DimVec({2, 4}), dtype);
                elementwise_out(elementwise_ops::pow, squared, *out);
                return out;
              }),
              squares)
        << dtype_name(dtype);
    Ref<Tensor> wide = Tensor::create(DimVec({2, 4}), DType::Float64);
    elementwise_out(elementwise_ops::pow, squared, *wide);
    EXPECT_EQ(testing_ops::values(*wide), testing_ops::values(*elementwise(elementwise_ops::mul, twice)));
    const std::vector<double> powers = testing_ops::values(*elementwise(elementwise_ops::pow, by_tensor));
    EXPECT_FALSE(std::signbit(powers[0])) << dtype_name(dtype);
    EXPECT_EQ(powers[1], inf) << dtype_name(dtype);
  }
  const Ref<Tensor> whole = testing_ops::tensor({3}, {-3, 0, 2}, DType::Int32), n = number(Scalar::of(2.0)),
                    minus = number(Scalar::of(int64_t{-1}));
  const Tensor *const to_float[] = {whole.get(), n.get()}, *const inverse[] = {whole.get(), minus.get()};
  EXPECT_EQ(elementwise(elementwise_ops::pow, to_float)->dtype(), DType::Float32);
  EXPECT_EQ(testing_ops::values(*elementwise(elementwise_ops::pow, inverse)), (std::vector<double>{0, 0, 0}));
}

// ---- integers out of reach ----

// A number, or a 0-dim tensor, that the common dtype cannot hold is compared by its value, on either side.
TEST(NumberTest, ComparisonsTakeIntegersByTheirValue) {
  struct Case {
    DType dtype;
    double element;
    Scalar other;
    int order;  // of the element and the other one: below 0 where it is less
  };
  const Case cases[] = {
      {DType::Int8, 44, Scalar::of(int64_t{300}), -1}, {DType::UInt8, 5, Scalar::of(int64_t{-1}), 1},
      {DType::UInt8, 44, Scalar::of(int64_t{44}), 0},  {DType::Int64, -1, {DType::UInt64, -1, 0, 0}, -1},
      {DType::UInt64, 7, Scalar::of(int64_t{-1}), 1},  {DType::Int32, 0, Scalar::of(int64_t{-3000000000}), 1}};
  for (const Case &c : cases) {
    const Ref<Tensor> t = testing_ops::tensor({2}, {c.element, c.element}, c.dtype);
    for (const bool wrapped : {false, true}) {
      const Ref<Tensor> other = number(c.other);
      other->set_wrapped_number(wrapped);
      const auto expect = [&](const ElementwiseOp &op, bool holds, bool reversed) {
        const Tensor *const inputs[] = {t.get(), other.get()}, *const turned[] = {other.get(), t.get()};
        EXPECT_EQ(testing_ops::values(*elementwise(op, inputs)), std::vector<double>(2, holds)) << dtype_name(c.dtype);
        EXPECT_EQ(testing_ops::values(*elementwise(op, turned)), std::vector<double>(2, reversed))
            << dtype_name(c.dtype);
      };
      expect(elementwise_ops::eq, c.order == 0, c.order == 0);
      expect(elementwise_ops::ne, c.order != 0, c.order != 0);
      expect(elementwise_ops::lt, c.order<0, c.order> 0);
      expect(elementwise_ops::le, c.order <= 0, c.order >= 0);
      expect(elementwise_ops::gt, c.order > 0, c.order < 0);
      expect(elementwise_ops::ge, c.order >= 0, c.order <= 0);
    }
  }
}

// ---- numbers beside halves ----

using testing_ops::tensor;
using testing_ops::values;
using Values = std::vector<double>;

Ref<Tensor> result_of(const ElementwiseOp &op, const Tensor &a, const Tensor &b) {
  const Tensor *const inputs[] = {&a, &b};
  return elementwise(op, inputs);
}

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct BesideHalves {
  DType dtype;
  const ElementwiseOp &op;
  double number;
  bool number_first;
  Values expected;  // PyTorch's results for 3, -7, 0.5, 100 and -1.5
};
const std::vector<BesideHalves> &beside_halves() {
  static const std::vector<BesideHalves> cases = {
      {DType::BFloat16, elementwise_ops::mul, 257, false, {772, -1800, 128, 25728, -386}},
      {DType::BFloat16, elementwise_ops::mul, 257, true, {768, -1792, 128, 25600, -384}},
      {DType::BFloat16,
       elementwise_ops::div,
       257,
       false,
       {0.01165771484375, -0.0272216796875, 0.00194549560546875, 0.388671875, -0.005828857421875}},
      {DType::BFloat16, elementwise_ops::div, 257, true, {85.5, -36.5, 512, 2.5625, -171}},
      {DType::BFloat16, elementwise_ops::add, 257, false, {260, 249, 256, 356, 254}},
      {DType::BFloat16, elementwise_ops::sub, 257, false, {-253, -264, -256, -156, -258}},
      {DType::BFloat16, elementwise_ops::remainder, 257, false, {3, 249, 0.5, 100, 254}},
      {DType::BFloat16, elementwise_ops::floor_divide, 0.1, false, {29, -70, 4, 1000, -15}},
      {DType::Float16, elementwise_ops::mul, 2049, false, {6148, -14344, 1024, kInfinity, -3074}},
      {DType::Float16, elementwise_ops::mul, 2049, true, {6144, -14336, 1024, kInfinity, -3072}},
      {DType::Float16, elementwise_ops::add, 2049, false, {2052, 2041, 2048, 2148, 2046}},
      {DType::Float16, elementwise_ops::floor_divide, 0.1, false, {29, -70, 4, 999, -15}},
      {DType::Float16, elementwise_ops::div_trunc, 0.1, false, {30, -70, 5, 1000, -15}},
  };
  return cases;
}

std::vector<Ref<Tensor>> forms_of(double value) {
  std::vector<Ref<Tensor>> forms = {number(Scalar::of(value)), tensor({}, {value}, DType::Float32),
                                    tensor({}, {value}, DType::Float64)};
  if (value != static_cast<double>(static_cast<int64_t>(value))) return forms;
  forms.push_back(number(Scalar::of(static_cast<int64_t>(value))));
  forms.push_back(tensor({}, {value}, DType::Int64));
  forms.push_back(tensor({1}, {value}, DType::Int16));  // the dtype of a float wins, whatever the dims are
  return forms;
}

TEST(NumberTest, BesideHalvesAsInPyTorch) {
  for (const BesideHalves &one : beside_halves()) {
    const Ref<Tensor> few = tensor({5}, {3, -7, 0.5, 100, -1.5}, one.dtype);
    const Ref<Tensor> gaps = slice(*Tensor::create(DimVec({15}), one.dtype), 0, 0, 15, 3);
    for (const Ref<Tensor> &n : forms_of(one.number)) {
      for (const Ref<Tensor> &t : {few, gaps}) {
        copy(*t, *few);
        const Tensor *const inputs[] = {one.number_first ? n.get() : t.get(), one.number_first ? t.get() : n.get()};
        const Ref<Tensor> made = elementwise(one.op, inputs);
        EXPECT_EQ(made->dtype(), one.dtype);
        EXPECT_EQ(values(*made), one.expected) << dtype_name(one.dtype) << ", " << one.number;
        Ref<Tensor> single = Tensor::create(DimVec({5}), DType::Float32);
        elementwise_out(one.op, inputs, *single);  // rounded to the half before it is converted
        EXPECT_EQ(values(*single), one.expected);
        const Ref<Tensor> before = clone(*t, MemoryFormat::Preserve);
        elementwise_out(one.op, inputs, *t);
        EXPECT_EQ(values(*t), one.expected) << "in place";
        copy(*t, *before);
      }
      if (one.number_first || (is_floating(n->dtype()) && !n->is_wrapped_number())) continue;
      const Ref<Tensor> alone = tensor({}, {3}, one.dtype);
      EXPECT_EQ(values(*result_of(one.op, *alone, *n)), Values{one.expected[0]}) << "of one element each";
    }
  }
}

TEST(NumberTest, HalvesOfTheOtherKind) {
  const Ref<Tensor> halves = tensor({2}, {3, 100}, DType::Float16);
  const Ref<Tensor> tenth = tensor({}, {0.1}, DType::BFloat16);  // 0.10009765625, which a float16 can hold
  EXPECT_EQ(values(*result_of(elementwise_ops::div, *halves, *tenth)), (Values{29.96875, 999}));
  const Ref<Tensor> brain = tensor({2}, {1, 3}, DType::BFloat16);
  const Ref<Tensor> number = tensor({}, {257}, DType::Float16);
  EXPECT_EQ(values(*result_of(elementwise_ops::mul, *brain, *number)), (Values{256, 772}));
}

TEST(NumberTest, ABoundBeyondIntegersIsNoneOrWrong) {
  const Ref<Tensor> low = number(Scalar::of(int64_t{-2})), high = number(Scalar::of(int64_t{300}));
  const Ref<Tensor> t = testing_ops::tensor({3}, {0, 5, 200}, DType::UInt8), seven = number(Scalar::of(int64_t{7}));
  const auto clamped = [&](const ElementwiseOp &op, std::vector<const Tensor *> bounds) {
    bounds.insert(bounds.begin(), t.get());
    const Ref<Tensor> fresh = elementwise(op, bounds, {}), out = Tensor::create(t->sizes(), DType::UInt8);
    elementwise_out(op, bounds, *out, {});
    EXPECT_EQ(fresh->dtype(), DType::UInt8);
    EXPECT_EQ(testing_ops::values(*fresh), testing_ops::values(*out));
    return testing_ops::values(*fresh);
  };
  using Values = std::vector<double>;
  EXPECT_EQ(clamped(elementwise_ops::clamp, {low.get(), high.get()}), (Values{0, 5, 200}));
  EXPECT_EQ(clamped(elementwise_ops::clamp, {low.get(), seven.get()}), (Values{0, 5, 7}));
  EXPECT_EQ(clamped(elementwise_ops::clamp, {seven.get(), high.get()}), (Values{7, 7, 200}));
  EXPECT_EQ(clamped(elementwise_ops::clamp, {nullptr, high.get()}), (Values{0, 5, 200}));
  EXPECT_EQ(clamped(elementwise_ops::clamp_min, {low.get()}), (Values{0, 5, 200}));
  EXPECT_EQ(clamped(elementwise_ops::clamp_max, {high.get()}), (Values{0, 5, 200}));
  const Tensor *const wrong[][2] = {{t.get(), high.get()}, {t.get(), low.get()}};
  EXPECT_EQ(testing_ops::status_of([&] { elementwise(elementwise_ops::clamp_min, wrong[0], {}); }), CT_ERROR_INVALID);
  EXPECT_EQ(testing_ops::status_of([&] { elementwise(elementwise_ops::clamp_max, wrong[1], {}); }), CT_ERROR_INVALID);
}

}  // namespace
}  // namespace ct
