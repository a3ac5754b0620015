// Random reductions against the oracle.
#include "reduce_case.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "kernels/lists/reduce.h"
#include "settings.h"

namespace property {

ct_status call_reduction(const reference::Reduction &op, const ct_tensor *t, const NamedDims &named, bool keepdim,
                         ct_dtype asked, ct_tensor **fresh, ct_tensor *out, ct_error *error) {
  const int32_t nothing = 0, *const dims = !named ? nullptr : named->empty() ? &nothing : named->data();
  const auto n = static_cast<int32_t>(named ? named->size() : 0);
#define PROPERTY_Typed(function)                                                        \
  if (std::strcmp(op.name, #function) == 0) {                                           \
    return out != nullptr ? ct_##function##_out(t, dims, n, keepdim, asked, out, error) \
                          : ct_##function(t, dims, n, keepdim, asked, fresh, error);    \
  }
#define PROPERTY_Plain(function)                                                 \
  if (std::strcmp(op.name, #function) == 0) {                                    \
    return out != nullptr ? ct_##function##_out(t, dims, n, keepdim, out, error) \
                          : ct_##function(t, dims, n, keepdim, fresh, error);    \
  }
#define PROPERTY_CALL(function, form, ...) PROPERTY_##form(function)
#define PROPERTY_PRECISE(function, ...) PROPERTY_Typed(function)
  CT_REDUCTIONS(PROPERTY_CALL)
  CT_PRECISE_SUMS(PROPERTY_PRECISE)
  PROPERTY_Plain(logsumexp)
#undef PROPERTY_PRECISE
#undef PROPERTY_CALL
#undef PROPERTY_Typed
#undef PROPERTY_Plain
      if (std::strncmp(op.name, "norm", 4) == 0) {
    const ct_scalar p = {CT_FLOAT64, 0, 0, op.p, 0};
    return out != nullptr ? ct_norm_out(t, &p, dims, n, keepdim, asked, out, error)
                          : ct_norm(t, &p, dims, n, keepdim, asked, fresh, error);
  }
  const ct_scalar correction = {CT_FLOAT64, 0, 0, op.p, 0}, *const given = op.p == 1 ? nullptr : &correction;
  if (std::strncmp(op.name, "var", 3) == 0) {
    return out != nullptr ? ct_var_out(t, dims, n, given, keepdim, out, error)
                          : ct_var(t, dims, n, given, keepdim, fresh, error);
  }
  if (std::strncmp(op.name, "std", 3) == 0) {
    return out != nullptr ? ct_std_out(t, dims, n, given, keepdim, out, error)
                          : ct_std(t, dims, n, given, keepdim, fresh, error);
  }
  std::abort();
}

static bool is_typed(const reference::Reduction &op) {
  return op.rule == reference::ResultRule::Wide || op.rule == reference::ResultRule::Float ||
         op.rule == reference::ResultRule::Real;
}

bool ReduceCase::is_reduced(size_t dim) const {
  const auto ndim = static_cast<int32_t>(input_->array().sizes.size()), d = static_cast<int32_t>(dim);
  return !dims_ || std::ranges::any_of(*dims_, [&](int32_t named) { return named == d || named == d - ndim; });
}

static Layout layout_of(int64_t max_numel, Random &random) {
  const Sizes sizes = random_sizes(random, max_numel);
  return random_layout(random, sizes, true);
}

ReduceCase::ReduceCase(const reference::Reduction &op, ct_dtype dtype, int64_t max_numel, Random &random)
    : ReduceCase(op, dtype, layout_of(max_numel, random), random) {}

ReduceCase::ReduceCase(const reference::Reduction &op, ct_dtype dtype, const Layout &layout, Random &random) : op_(op) {
  static const std::vector<Values> mixes = {Values::Moderate, Values::Moderate, Values::Small, Values::Special,
                                            Values::Wide};
  const Sizes &sizes = layout.sizes;
  const auto ndim = static_cast<int32_t>(sizes.size());
  input_ = std::make_unique<Operand>(random, dtype, layout, random.offset(), random.pick(mixes));
  if (!random.chance(25)) {
    dims_.emplace();
    for (int32_t dim = 0; dim < ndim; ++dim) {
      if (random.chance(45)) dims_->push_back(random.chance(30) ? dim - ndim : dim);
    }
    if (random.chance(50)) std::reverse(dims_->begin(), dims_->end());
  }
  keepdim_ = random.chance(40);
  if (is_typed(op) && random.chance(op.rule == reference::ResultRule::Float ? 60 : 35)) {
    asked_ = random.pick(reference::dtypes()).dtype;
  }
  bool nothing = false;
  for (size_t dim = 0; dim < sizes.size(); ++dim) {
    if (!is_reduced(dim)) out_sizes_.push_back(sizes[dim]);
    if (is_reduced(dim) && keepdim_) out_sizes_.push_back(1);
    nothing = nothing || (is_reduced(dim) && sizes[dim] == 0);
  }
  const auto result = reference::reduced_dtype(op, dtype, asked_);
  if (!result) {
    refused_ = CT_ERROR_DTYPE;
    return;
  }
  if (nothing && !op.of_nothing) {
    refused_ = CT_ERROR_SHAPE;
    return;
  }
  result_ = *result;
  if (random.chance(40)) {
    if (is_typed(op) && op.rule != reference::ResultRule::Real && asked_ == CT_UNDEFINED && random.chance(30)) {
      const ct_dtype other = random.pick(reference::dtypes()).dtype;  // out's decides
      if (reference::reduced_dtype(op, dtype, other)) result_ = other;
    }
    if (op.rule == reference::ResultRule::Truth) {
      result_ = static_cast<ct_dtype>(random.chance(50) ? CT_UINT8 : CT_BOOL);
    }
    given_ = random_output(random, result_, out_sizes_, &owned_);
  }
  compute();
}

void ReduceCase::compute() {
  if (!asks_oracle()) return;
  const Array &in = input_->array();
  // Where an element of the input goes: the strides of the (contiguous) result, 0 for reduced dims.
  const Sizes out_strides = reference::contiguous_strides(out_sizes_);
  Sizes target(in.sizes.size(), 0);
  size_t next = 0;
  for (size_t dim = 0; dim < in.sizes.size(); ++dim) {
    if (!is_reduced(dim)) target[dim] = out_strides[next];
    if (!is_reduced(dim) || keepdim_) ++next;
  }
  std::vector<std::vector<Value>> groups(static_cast<size_t>(reference::numel(out_sizes_)));
  const int64_t itemsize = reference::info(in.dtype).size;
  reference::for_each_index(in.sizes, [&](const Sizes &index) {
    groups[static_cast<size_t>(reference::offset_of(index, target))].push_back(
        reference::load(in.dtype, in.data + reference::offset_of(index, in.strides) * itemsize));
  });
  for (const auto &group : groups) expected_.push_back(op_.evaluate(group, in.dtype, result_));
}

void ReduceCase::check(Digest *digest) {
  reference::Error error;
  reference::Handle fresh;
  ct_tensor *out = given_ != nullptr ? given_->tensor() : owned_.get();
  const ct_status status = call_reduction(op_, input_->tensor(), dims_, keepdim_, asked_, fresh.receive(), out, &error);
  if (refused_) {
    ASSERT_EQ(status, *refused_) << error.message;
    ASSERT_EQ(fresh.get(), nullptr);
    return;
  }
  if (out == nullptr) out = fresh;
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
  std::vector<Value> got;
  if (asks_oracle()) got = reference::read(reference::array_of(out));
  for (size_t i = 0; i < got.size(); ++i) {
    ASSERT_TRUE(reference::matches(result_, got[i], expected_[i]))
        << "element " << i << ": got " << reference::text(result_, got[i]) << ", expected "
        << reference::text(result_, expected_[i].low) << " … " << reference::text(result_, expected_[i].high);
  }
  if (digest != nullptr) digest->add(reference::array_of(out));
}

std::string ReduceCase::describe() const {
  std::string text = op_.name + std::string(" of ") + property::describe(input_->array());
  text += dims_ ? ", dims [ " : ", all dims";
  for (size_t k = 0; dims_ && k < dims_->size(); ++k) text += std::to_string((*dims_)[k]) + " ";
  text += dims_ ? "]" : "";
  text += keepdim_ ? ", keepdim" : "";
  if (asked_ != CT_UNDEFINED) text += std::string(", dtype ") + reference::info(asked_).short_name;
  text += std::string(" → ") + reference::info(result_).short_name;
  if (given_ != nullptr) text += ", out " + property::describe(given_->array());
  if (owned_.get() != nullptr) text += ", out resized";
  return text;
}

}  // namespace property
