// Random argreductions against the oracle.
#include "argreduce_case.h"

#include <gtest/gtest.h>

#include "kernels/lists/argreduce.h"
#include "settings.h"

namespace property {

// clang-format off
#define PROPERTY_CALL_Index(name)                                                                           \
  return out != nullptr ? ct_##name##_out(t, dim, keepdim, out, error) : ct_##name(t, dim, keepdim, fresh, error);
#define PROPERTY_CALL_Indexed(name)                                          \
  return out != nullptr ? ct_##name##_out(t, dim, keepdim, out, second, error) \
                        : ct_##name(t, dim, keepdim, fresh, second_fresh, error);
#define PROPERTY_CALL_Range(name)                                              \
  return out != nullptr ? ct_##name##_out(t, dim, keepdim, out, second, error) \
                        : ct_##name(t, dim, keepdim, fresh, second_fresh, error);
#define PROPERTY_ARGREDUCE(name, form, dtypes, wanted, ...)                                                           \
  {#name, ArgreduceOp::Form::form, ct::kernels::Wanted::wanted == ct::kernels::Wanted::Largest,                    \
   [](const ct_tensor *t, int32_t dim, bool keepdim, [[maybe_unused]] ct_tensor **fresh,               \
      [[maybe_unused]] ct_tensor **second_fresh, ct_tensor *out, [[maybe_unused]] ct_tensor *second,          \
      ct_error *error) -> ct_status { PROPERTY_CALL_##form(name) }},
// clang-format on

const std::vector<ArgreduceOp> &argreduce_ops() {
  static const std::vector<ArgreduceOp> all = {CT_ARGREDUCES(PROPERTY_ARGREDUCE)};
  return all;
}

ArgreduceCase::ArgreduceCase(const ArgreduceOp &op, ct_dtype dtype, const Sizes &sizes, Random &random) : op_(op) {
  static const std::vector<Values> mixes = {Values::Small, Values::Small, Values::Special, Values::Wide};
  const auto ndim = static_cast<int32_t>(sizes.size());
  input_ =
      std::make_unique<Operand>(random, dtype, random_layout(random, sizes, true), random.offset(), random.pick(mixes));
  if (op.form == ArgreduceOp::Form::Indexed || random.chance(70)) {
    dim_ = static_cast<int32_t>(ndim == 0 ? random.between(-1, 0) : random.between(-ndim, ndim - 1));
  }
  keepdim_ = random.chance(40);
  const size_t gone = !dim_ || ndim == 0 ? SIZE_MAX : static_cast<size_t>(*dim_ < 0 ? *dim_ + ndim : *dim_);
  for (size_t d = 0; d < sizes.size(); ++d) {
    const bool goes = !dim_ || d == gone;
    if (!goes) out_sizes_.push_back(sizes[d]);
    if (goes && keepdim_) out_sizes_.push_back(1);
    if (goes && sizes[d] == 0) refused_ = CT_ERROR_SHAPE;
  }
  const bool takes_bool = op.form != ArgreduceOp::Form::Index;
  if (reference::is_complex(dtype) || (dtype == CT_BOOL && !takes_bool)) refused_ = CT_ERROR_DTYPE;
  results_[0] = op.form == ArgreduceOp::Form::Index ? ct_dtype{CT_INT64} : dtype;
  results_[1] = op.form == ArgreduceOp::Form::Indexed ? ct_dtype{CT_INT64} : dtype;
  into_ = random.chance(40);
  for (int k = 0; into_ && k < (gives_two() ? 2 : 1); ++k) {
    if (random.chance(70)) {
      given_[k] = std::make_unique<Operand>(random, results_[k], random_layout(random, out_sizes_, false),
                                            random.offset(), Values::Wide);
    } else {
      const int64_t none = 0;
      EXPECT_EQ(ct_tensor_create(&none, 1, results_[k], owned_[k].receive(), nullptr), CT_OK);
    }
  }
  if (!refused_ && asks_oracle()) compute();
}

void ArgreduceCase::compute() {
  const Array &in = input_->array();
  const auto ndim = static_cast<int32_t>(in.sizes.size());
  const std::vector<Value> values = reference::read(in);
  int64_t n = static_cast<int64_t>(values.size()), step = 1;
  if (dim_) {
    const auto dim = static_cast<size_t>(*dim_ < 0 ? *dim_ + ndim : *dim_);
    n = ndim == 0 ? 1 : in.sizes[dim];
    for (size_t d = dim + 1; d < in.sizes.size(); ++d) step *= in.sizes[d];
  }
  std::vector<Value> line(static_cast<size_t>(n));
  for (int64_t first = 0; first < static_cast<int64_t>(values.size()); ++first) {
    if (first / step % n != 0) continue;
    for (int64_t i = 0; i < n; ++i) line[static_cast<size_t>(i)] = values[static_cast<size_t>(first + i * step)];
    const size_t found = reference::first_best(line, in.dtype, op_.largest);
    const Value index = reference::of_integer(static_cast<int64_t>(found));
    expected_[0].push_back(op_.form == ArgreduceOp::Form::Index ? index : line[found]);
    expected_[1].push_back(
        op_.form == ArgreduceOp::Form::Indexed ? index : line[reference::first_best(line, in.dtype, !op_.largest)]);
  }
}

void ArgreduceCase::check(Digest *digest) {
  reference::Error error;
  reference::Handle fresh[2];
  ct_tensor *out[2] = {};
  for (int k = 0; k < 2; ++k) out[k] = given_[k] != nullptr ? given_[k]->tensor() : owned_[k].get();
  const ct_status status = op_.call(input_->tensor(), dim_.value_or(CT_ALL_DIMS), keepdim_, fresh[0].receive(),
                                    fresh[1].receive(), out[0], out[1], &error);
  ASSERT_TRUE(input_->unchanged()) << "the input was written";
  if (refused_) {
    ASSERT_EQ(status, *refused_) << error.message;
    ASSERT_EQ(fresh[0].get(), nullptr);
    ASSERT_EQ(fresh[1].get(), nullptr);
    for (const auto &given : given_) ASSERT_TRUE(given == nullptr || given->unchanged()) << "an output was written";
    return;
  }
  ASSERT_EQ(status, CT_OK) << error.message;
  for (int k = 0; k < (gives_two() ? 2 : 1); ++k) {
    check_out(k, into_ ? out[k] : fresh[k].get(), digest);
    if (testing::Test::HasFatalFailure()) return;
  }
}

void ArgreduceCase::check_out(int k, const ct_tensor *out, Digest *digest) {
  ASSERT_EQ(ct_tensor_dtype(out), results_[k]);
  ASSERT_EQ(reference::sizes_of(out), out_sizes_);
  if (given_[k] != nullptr) {
    ASSERT_TRUE(given_[k]->surroundings_unchanged()) << "bytes around output " << k << " were written";
    ASSERT_EQ(reference::strides_of(out), given_[k]->array().strides);
  } else {
    ASSERT_EQ(reference::strides_of(out), reference::contiguous_strides(out_sizes_));
  }
  std::vector<Value> got;
  if (asks_oracle()) got = reference::read(reference::array_of(out));
  ASSERT_EQ(got.size(), expected_[k].size());
  for (size_t i = 0; i < got.size(); ++i) {
    ASSERT_TRUE(reference::matches(results_[k], got[i], reference::exactly(expected_[k][i])))
        << "output " << k << ", element " << i << ": got " << reference::text(results_[k], got[i]) << ", expected "
        << reference::text(results_[k], expected_[k][i]);
  }
  if (digest != nullptr) digest->add(reference::array_of(out));
}

std::string ArgreduceCase::describe() const {
  std::string text = op_.name + std::string(" of ") + property::describe(input_->array());
  text += dim_ ? ", dim " + std::to_string(*dim_) : ", all";
  if (keepdim_) text += ", keepdim";
  for (int k = 0; k < 2; ++k) {
    if (given_[k] != nullptr) text += ", out " + property::describe(given_[k]->array());
    if (owned_[k].get() != nullptr) text += ", out resized";
  }
  return text;
}

}  // namespace property
