// A number beside a few elements takes a short way; beside elements with gaps between them, the iterator's. Both give
// the same bits, or the same failure, for every op of two inputs, every dtype and numbers of every kind.
#include <cstring>
#include <string>

#include "ops/copy.h"
#include "ops/pointwise.h"
#include "ops_test.h"
#include "tensor/views.h"

namespace ct {
namespace {

struct TwoInputs {
  Pointwise op;
  const char *name;
};
constexpr bool takes_two(const char *inputs) {
  return std::string_view(inputs) == "Binary" || std::string_view(inputs) == "Bound";
}

std::vector<TwoInputs> ops_of_two() {
  std::vector<TwoInputs> result;
#define CT_PICK(name, inputs, kind, dtypes, doc) \
  if (takes_two(#inputs)) result.push_back({Pointwise::name, #name});
  CT_POINTWISE_OPS(CT_PICK)
#undef CT_PICK
  return result;
}

Ref<Tensor> number(const Scalar &value) {
  Ref<Tensor> t = Tensor::create({}, value.dtype);
  store_scalar(value, value.dtype, t->data());
  t->set_wrapped_number(true);
  return t;
}

// What a call gives: its bytes, and what they mean; or why it fails.
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
          const std::string want = outcome([&] { return pointwise(one.op, slow); });
          EXPECT_EQ(outcome([&] { return pointwise(one.op, quick); }), want)
              << one.name << ", " << dtype_name(dtype) << ", a number of " << dtype_name(value.dtype);
          const auto in_place = [&](Tensor &t) {
            const Tensor *const inputs[] = {first ? n.get() : &t, first ? &t : n.get()};
            const Ref<Tensor> before = clone(t, MemoryFormat::Preserve);
            std::string text = outcome([&] {
              Ref<Tensor> out = Ref<Tensor>::share(&t);
              pointwise_out(one.op, inputs, *out);
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

}  // namespace
}  // namespace ct
