// Random calls along a dim against the oracle.
#include "along_case.h"

#include <gtest/gtest.h>

#include "kernels/lists/scan.h"
#include "kernels/lists/softmax.h"
#include "settings.h"

namespace property {

namespace {

ct_dtype same_dtype(ct_dtype dtype) { return dtype; }
bool is_not_bool(ct_dtype dtype) { return dtype != CT_BOOL; }

void add(std::vector<AlongOp> &all, std::vector<AlongOp> ops, const std::vector<reference::AlongRule> &rules) {
  EXPECT_EQ(ops.size(), rules.size());
  for (size_t i = 0; i < ops.size(); ++i) {
    EXPECT_STREQ(ops[i].name, rules.at(i).name);
    ops[i].evaluate = rules[i].evaluate;
    all.push_back(ops[i]);
  }
}

}  // namespace

// clang-format off
#define PROPERTY_SCAN(name, ...) \
  {#name, &ct_##name, &ct_##name##_out, nullptr, &reference::sum_dtype, &is_not_bool, true},
#define PROPERTY_SOFTMAX(name, ...) \
  {#name, &ct_##name, &ct_##name##_out, nullptr, &same_dtype, &reference::is_float, false},
// clang-format on

const std::vector<AlongOp> &along_ops() {
  static const std::vector<AlongOp> all = [] {
    std::vector<AlongOp> ops;
    add(ops, {CT_SCANS(PROPERTY_SCAN)}, reference::scans());
    add(ops, {CT_SOFTMAXES(PROPERTY_SOFTMAX)}, reference::softmaxes());
    return ops;
  }();
  return all;
}
#undef PROPERTY_SCAN
#undef PROPERTY_SOFTMAX

AlongCase::AlongCase(const AlongOp &op, ct_dtype dtype, const Sizes &sizes, Random &random) : op_(op) {
  static const std::vector<Values> mixes = {Values::Moderate, Values::Moderate, Values::Small, Values::Special,
                                            Values::Wide};
  const Values values = random.pick(mixes);
  in_place_ = random.chance(20);
  input_ = std::make_unique<Operand>(random, dtype, random_layout(random, sizes, !in_place_), random.offset(), values);
  const auto ndim = static_cast<int32_t>(sizes.size());
  dim_ = static_cast<int32_t>(ndim == 0 ? random.between(-1, 0) : random.between(-ndim, ndim - 1));
  const auto any_result = [&] {
    for (;;) {
      const ct_dtype result = random.pick(reference::dtypes()).dtype;
      if (op.gives(result)) return result;
    }
  };
  if (random.chance(35)) asked_ = any_result();
  result_ = asked_ != CT_UNDEFINED ? asked_ : op.result(dtype);
  if (in_place_) {
    in_place_ = op.gives(dtype);
    if (in_place_) result_ = dtype, asked_ = random.chance(50) ? dtype : ct_dtype{CT_UNDEFINED};
  }
  if (!op.gives(result_)) result_ = asked_ = any_result();
  if (!in_place_ && random.chance(50)) {
    if (op.out_decides && asked_ == CT_UNDEFINED && random.chance(30)) result_ = any_result();  // out's decides
    given_ = random_output(random, result_, sizes, &owned_);
  }
  compute();
}

void AlongCase::compute() {
  if (!asks_oracle()) return;
  const Array &in = input_->array();
  const auto ndim = static_cast<int32_t>(in.sizes.size());
  const std::vector<Value> values = reference::read(in);
  expected_.resize(values.size());
  const auto dim = static_cast<size_t>(dim_ < 0 ? dim_ + ndim : dim_);
  const int64_t n = ndim == 0 ? 1 : in.sizes[dim];
  int64_t step = 1;
  for (size_t d = dim + 1; d < in.sizes.size(); ++d) step *= in.sizes[d];
  std::vector<Value> line(static_cast<size_t>(n));
  for (int64_t first = 0; first < static_cast<int64_t>(values.size()); ++first) {
    if (first / step % n != 0) continue;
    for (int64_t i = 0; i < n; ++i) line[static_cast<size_t>(i)] = values[static_cast<size_t>(first + i * step)];
    const std::vector<reference::Expected> results = op_.evaluate(line, in.dtype, result_);
    for (int64_t i = 0; i < n; ++i) {
      expected_[static_cast<size_t>(first + i * step)] = results[static_cast<size_t>(i)];
    }
  }
}

void AlongCase::check(Digest *digest) {
  reference::Error error;
  reference::Handle fresh;
  ct_tensor *out = in_place_ ? input_->tensor() : given_ != nullptr ? given_->tensor() : owned_.get();
  const ct_status status = out == nullptr ? op_.fresh(input_->tensor(), dim_, asked_, fresh.receive(), &error)
                                          : op_.into(input_->tensor(), dim_, asked_, out, &error);
  if (out == nullptr) out = fresh;
  ASSERT_EQ(status, CT_OK) << error.message;
  const Operand *const written = in_place_ ? input_.get() : given_.get();
  if (!in_place_) {
    ASSERT_TRUE(input_->unchanged()) << "the input was written";
  }
  ASSERT_EQ(ct_tensor_dtype(out), result_);
  ASSERT_EQ(reference::sizes_of(out), input_->array().sizes);
  if (written != nullptr) {
    ASSERT_TRUE(written->surroundings_unchanged()) << "bytes around the output were written";
    ASSERT_EQ(reference::strides_of(out), written->array().strides);
  } else {
    ASSERT_EQ(reference::strides_of(out), reference::contiguous_strides(input_->array().sizes));
  }
  std::vector<Value> got;
  if (asks_oracle()) got = reference::read(reference::array_of(out));
  for (size_t i = 0; i < got.size(); ++i) {
    ASSERT_TRUE(reference::matches(result_, got[i], expected_[i]))
        << "element " << i << ": got " << reference::text(result_, got[i]) << ", expected "
        << reference::text(result_, expected_[i].low) << " … " << reference::text(result_, expected_[i].high);
  }
  if (digest != nullptr) digest->add(reference::array_of(out));
}

std::string AlongCase::describe() const {
  std::string text =
      std::string(op_.name) + " of " + property::describe(input_->array()) + ", dim " + std::to_string(dim_);
  if (asked_ != CT_UNDEFINED) text += std::string(", dtype ") + reference::info(asked_).short_name;
  text += std::string(" → ") + reference::info(result_).short_name;
  if (in_place_) text += ", in place";
  if (given_ != nullptr) text += ", out " + property::describe(given_->array());
  if (owned_.get() != nullptr) text += ", out resized";
  return text;
}

}  // namespace property
