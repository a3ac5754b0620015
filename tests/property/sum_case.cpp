// Random sums against the oracle.
#include "sum_case.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace property {

SumCase::SumCase(ct_dtype dtype, int64_t max_numel, Random &random) {
  static const std::vector<Values> mixes = {Values::Moderate, Values::Moderate, Values::Small, Values::Special,
                                            Values::Wide};
  const Sizes sizes = random_sizes(random, max_numel);
  const auto ndim = static_cast<int32_t>(sizes.size());
  input_ = std::make_unique<Operand>(random, dtype, random_layout(random, sizes, true), random.between(0, 15),
                                     random.pick(mixes));
  const bool all = random.chance(25);
  for (int32_t dim = 0; dim < ndim && !all; ++dim) {
    if (random.chance(45)) dims_.push_back(random.chance(30) ? dim - ndim : dim);
  }
  if (random.chance(50)) std::reverse(dims_.begin(), dims_.end());
  keepdim_ = random.chance(40);
  if (random.chance(35)) asked_ = random.pick(reference::dtypes()).dtype;

  for (int32_t dim = 0; dim < ndim; ++dim) {
    const bool reduced = dims_.empty() || std::find(dims_.begin(), dims_.end(), dim) != dims_.end() ||
                         std::find(dims_.begin(), dims_.end(), dim - ndim) != dims_.end();
    if (!reduced) out_sizes_.push_back(sizes[static_cast<size_t>(dim)]);
    if (reduced && keepdim_) out_sizes_.push_back(1);
  }
  result_ = asked_ != CT_UNDEFINED ? asked_ : reference::sum_dtype(dtype);
  if (random.chance(40)) {
    if (asked_ == CT_UNDEFINED && random.chance(30)) result_ = random.pick(reference::dtypes()).dtype;  // out's decides
    if (random.chance(70)) {
      given_ = std::make_unique<Operand>(random, result_, random_layout(random, out_sizes_, false),
                                         random.between(0, 15), Values::Wide);
    } else {
      const int64_t none = 0;
      EXPECT_EQ(ct_tensor_create(&none, 1, result_, owned_.receive(), nullptr), CT_OK);
    }
  }
  compute();
}

void SumCase::compute() {
  const Array &in = input_->array();
  const auto ndim = static_cast<int32_t>(in.sizes.size());
  // Where an element of the input goes: the strides of the (contiguous) result, 0 for reduced dims.
  const Sizes out_strides = reference::contiguous_strides(out_sizes_);
  Sizes target(in.sizes.size(), 0);
  size_t next = 0;
  for (int32_t dim = 0; dim < ndim; ++dim) {
    const bool reduced = dims_.empty() || std::find(dims_.begin(), dims_.end(), dim) != dims_.end() ||
                         std::find(dims_.begin(), dims_.end(), dim - ndim) != dims_.end();
    if (!reduced) target[static_cast<size_t>(dim)] = out_strides[next];
    if (!reduced || keepdim_) ++next;
  }
  std::vector<std::vector<Value>> groups(static_cast<size_t>(reference::numel(out_sizes_)));
  const int64_t itemsize = reference::info(in.dtype).size;
  reference::for_each_index(in.sizes, [&](const Sizes &index) {
    groups[static_cast<size_t>(reference::offset_of(index, target))].push_back(
        reference::load(in.dtype, in.data + reference::offset_of(index, in.strides) * itemsize));
  });
  for (const auto &group : groups) expected_.push_back(reference::sum(group, in.dtype, result_));
}

void SumCase::check(Digest *digest) {
  reference::Error error;
  reference::Handle fresh;
  ct_tensor *out = given_ != nullptr ? given_->tensor() : owned_.get();
  ct_status status = CT_OK;
  const auto ndims = static_cast<int32_t>(dims_.size());
  if (out == nullptr) {
    status = ct_sum(input_->tensor(), dims_.data(), ndims, keepdim_, asked_, fresh.receive(), &error);
    out = fresh;
  } else {
    status = ct_sum_out(input_->tensor(), dims_.data(), ndims, keepdim_, asked_, out, &error);
  }
  ASSERT_EQ(status, CT_OK) << error.message;
  ASSERT_TRUE(input_->unchanged()) << "the input was written";
  ASSERT_EQ(ct_tensor_dtype(out), result_);
  ASSERT_EQ(reference::sizes_of(out), out_sizes_);
  if (given_ != nullptr) {
    ASSERT_TRUE(given_->surroundings_unchanged()) << "bytes around the output were written";
    ASSERT_EQ(reference::strides_of(out), given_->array().strides);
  } else {
    ASSERT_EQ(reference::strides_of(out), reference::contiguous_strides(out_sizes_));
  }
  const std::vector<Value> got = reference::read(reference::array_of(out));
  for (size_t i = 0; i < expected_.size(); ++i) {
    ASSERT_TRUE(reference::matches(result_, got[i], expected_[i]))
        << "element " << i << ": got " << reference::text(result_, got[i]) << ", expected "
        << reference::text(result_, expected_[i].low) << " … " << reference::text(result_, expected_[i].high);
  }
  if (digest != nullptr) digest->add(reference::array_of(out));
}

std::string SumCase::describe() const {
  std::string text = "sum of " + property::describe(input_->array()) + ", dims [ ";
  for (const int32_t dim : dims_) text += std::to_string(dim) + " ";
  text += keepdim_ ? "], keepdim" : "]";
  if (asked_ != CT_UNDEFINED) text += std::string(", dtype ") + reference::info(asked_).short_name;
  text += std::string(" → ") + reference::info(result_).short_name;
  if (given_ != nullptr) text += ", out " + property::describe(given_->array());
  if (owned_.get() != nullptr) text += ", out resized";
  return text;
}

}  // namespace property
