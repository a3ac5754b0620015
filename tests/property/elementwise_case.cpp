// Random calls of elementwise ops against the oracle.
#include "elementwise_case.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <stdexcept>
#include <string_view>

#include "kernels/lists/layouts.h"
#include "settings.h"

namespace property {

const Call &call_of(const reference::Op &op) {
  for (const Call &call : calls()) {
    if (std::strcmp(call.name, op.name) == 0) return call;
  }
  throw std::logic_error(std::string("no C entry point for ") + op.name);
}

bool stands_for_others(const reference::Op &op) {
  for (const char *name : {"neg", "exp", "add", "sub", "mul", "div", "floor_divide", "eq", "lt", "where"}) {
    if (std::strcmp(name, op.name) == 0) return true;
  }
  return false;
}

namespace {

// The input that is a bool mask, or -1.
int mask_of(const reference::Op &op) {
  return op.rule == reference::Rule::Where ? 0 : op.rule == reference::Rule::Fill ? 1 : -1;
}

ct_dtype random_dtype(Random &random) { return random.pick(reference::dtypes()).dtype; }

const std::vector<Values> kMixes = {Values::Small, Values::Small, Values::Wide, Values::Special, Values::Moderate};

}  // namespace

void ElementwiseCase::make_input(Random &random, ct_dtype dtype, const Sizes &sizes, Values values, bool may_repeat) {
  Input input;
  if (sizes.empty() && random.chance(50)) {
    static const std::vector<ct_dtype> literal = {CT_BOOL, CT_INT64, CT_INT64, CT_FLOAT64, CT_FLOAT64, CT_COMPLEX128};
    dtype = random.pick(literal);
    const Value value = random_value(random, dtype, values);
    const ct_scalar scalar = {dtype, 0, static_cast<int64_t>(value.integer), static_cast<double>(value.re),
                              static_cast<double>(value.im)};
    ASSERT_EQ(ct_tensor_create_scalar(&scalar, true, input.number.receive(), nullptr), CT_OK);
    input.array = reference::array_of(input.number);
  } else {
    input.operand =
        std::make_unique<Operand>(random, dtype, random_layout(random, sizes, may_repeat), random.offset(), values);
    input.array = input.operand->array();
  }
  input.typed = {dtype, sizes.empty(), input.operand == nullptr};
  inputs_.push_back(std::move(input));
}

ElementwiseCase::ElementwiseCase(const reference::Op &op, ct_dtype first, int64_t max_numel, Random &random)
    : op_(op), call_(call_of(op)) {
  const Sizes shape = random_sizes(random, max_numel);
  static const std::vector<Form> forms = {Form::Fresh, Form::Fresh,   Form::Fresh,   Form::Given,
                                          Form::Given, Form::Given,   Form::Resized, Form::Cast,
                                          Form::Cast,  Form::InPlace, Form::Alias};
  form_ = random.pick(forms);
  const bool where = op.rule == reference::Rule::Where;
  const int mask = mask_of(op);
  const bool mixed = random.chance(35), onto_input = form_ == Form::InPlace || form_ == Form::Alias;
  Values values = random.pick(kMixes);
  if (std::strcmp(op.name, "exp") == 0 && values == Values::Wide && random.chance(70)) values = Values::Moderate;
  in_place_ = static_cast<size_t>(random.between(where ? 1 : 0, mask == 1 ? 0 : op.arity - 1));
  for (int k = 0; k < op.arity; ++k) {
    ct_dtype dtype = k == (where ? 1 : 0) || !mixed ? first : random_dtype(random);
    if (k == mask) dtype = CT_BOOL;
    const bool target = onto_input && static_cast<size_t>(k) == in_place_;
    const bool alone = op.arity == 1 && random.chance(80);
    const Sizes sizes = target || alone ? shape : random_operand_sizes(random, shape);
    if (target && sizes.empty()) {  // the target must be a 0-dim tensor, because a wrapped number cannot be written
      Input input;
      input.operand = std::make_unique<Operand>(random, dtype, Layout{{}, {}}, random.offset(), values);
      input.array = input.operand->array();
      input.typed = {dtype, true, false};
      inputs_.push_back(std::move(input));
    } else {
      make_input(random, dtype, sizes, values, !target);
    }
    // Integer divisors are zero in a few cases only, or every case would be an error.
    if (k == 1 && op.rule == reference::Rule::Division && inputs_[1].operand && random.chance(90)) {
      const Array &divisor = inputs_[1].array;
      reference::for_each_index(divisor.sizes, [&](const Sizes &index) {
        char *element = const_cast<char *>(divisor.data) +
                        reference::offset_of(index, divisor.strides) * reference::info(divisor.dtype).size;
        if (!reference::is_integer(divisor.dtype) || reference::load(divisor.dtype, element).integer != 0) return;
        reference::store(divisor.dtype, reference::of_integer(random.between(1, 100)), element);
      });
      inputs_[1].operand->remember();
    }
  }
  std::vector<Sizes> shapes;
  std::vector<reference::Typed> typed;
  for (const Input &input : inputs_) {
    shapes.push_back(input.array.sizes);
    typed.push_back(input.typed);
  }
  shape_ = *reference::broadcast(shapes);
  dtypes_ = reference::op_dtypes(op, typed);
  make_options(random);
  make_output(random);
  compute();
}

// Options that are absent, numbers that the dtype can hold, and a few that it cannot.
void ElementwiseCase::make_options(Random &random) {
  for (size_t k = 0; k < op_.options.size(); ++k) {
    using As = reference::Option::As;
    const reference::Option &option = op_.options[k];
    options_.emplace_back();
    if (option.as == As::Flag) options_.back() = ct_scalar{CT_BOOL, 0, random.between(0, 1), 0, 0};
    if (option.as == As::Decimals) options_.back() = ct_scalar{CT_INT32, 0, random.between(-3, 5), 0, 0};
    if (option.as == As::Order) options_.back() = ct_scalar{CT_INT32, 0, random.between(0, 4), 0, 0};
    if (options_.back()) continue;
    if (random.chance(25) && option.as != As::Element) continue;
    const ct_dtype common = dtypes_ ? dtypes_->common : static_cast<ct_dtype>(CT_FLOAT32);
    static const std::vector<double> factors = {0.5, -2, 0.1, 3, 1e-3, -0.0, 1};
    static const std::vector<ct_dtype> dtypes = {CT_BOOL, CT_INT64, CT_UINT8, CT_FLOAT64, CT_FLOAT32, CT_COMPLEX128};
    ct_dtype dtype = random.pick(dtypes);
    if (!reference::takes_option(option, common, dtype) && random.chance(90)) {
      dtype = common == CT_BOOL ? CT_BOOL : CT_INT64;
    }
    if (option.as == As::Element && random.chance(80)) dtype = common == CT_BOOL ? CT_BOOL : CT_INT64;
    double re = random.pick(factors);
    if (option.as == As::Tolerance) re = std::fabs(re);
    const double im = dtype == CT_COMPLEX128 ? random.pick(factors) : 0;
    options_.back() = ct_scalar{dtype, 0, random.between(0, 5), re, im};
    if (dtype == CT_BOOL) options_.back()->i &= 1;
  }
}

void ElementwiseCase::make_output(Random &random) {
  if (form_ == Form::InPlace || form_ == Form::Alias) {
    const Input &target = inputs_[in_place_];
    out_dtype_ = target.array.dtype;
    if (form_ == Form::Alias) {
      const Array &a = target.array;
      ASSERT_EQ(ct_tensor_from_data(const_cast<char *>(a.data), a.sizes.data(), static_cast<int32_t>(a.sizes.size()),
                                    a.strides.data(), a.dtype, nullptr, nullptr, owned_.receive(), nullptr),
                CT_OK);
    }
    return;
  }
  if (form_ == Form::Fresh) return;
  out_dtype_ = dtypes_ ? dtypes_->result : inputs_.back().array.dtype;
  if (form_ == Form::Cast) out_dtype_ = random_dtype(random);
  if (form_ != Form::Resized) {
    given_ = std::make_unique<Operand>(random, out_dtype_, random_layout(random, shape_, false), random.offset(),
                                       Values::Wide);
    return;
  }
  const Sizes other = random.chance(50) ? Sizes{0} : random_sizes(random, 60);
  ASSERT_EQ(ct_tensor_create(other.data(), static_cast<int32_t>(other.size()), out_dtype_, owned_.receive(), nullptr),
            CT_OK);
}

void ElementwiseCase::compute() {
  if (!dtypes_) {
    expected_status_ = CT_ERROR_DTYPE;
    return;
  }
  std::vector<Value> options;
  for (size_t k = 0; k < options_.size(); ++k) {
    const reference::Option &option = op_.options[k];
    const ct_dtype to = reference::option_dtype(option, dtypes_->common);
    Value value = reference::of_float(option.fallback);
    ct_dtype from = CT_FLOAT64;
    if (options_[k]) {
      from = options_[k]->dtype;
      if (!reference::takes_option(option, dtypes_->common, from)) {
        expected_status_ = CT_ERROR_DTYPE;
        return;
      }
      value = {options_[k]->i, options_[k]->re, options_[k]->im};
      if (!reference::fits(value, from, to)) {
        expected_status_ = CT_ERROR_INVALID;
        return;
      }
    }
    options.push_back(reference::convert(value, from, to));
  }
  const bool is_clamp = std::string_view(op_.name).substr(0, 5) == "clamp";
  const auto as_bound = [&](size_t k, const Value &number) {
    const bool is_min = k == 1 && std::string_view(op_.name) != "clamp_max";
    return reference::bound_of_clamp(number, inputs_[k].array.dtype, dtypes_->common, is_min);
  };
  for (size_t k = 1; k < inputs_.size() && is_clamp; ++k) {
    if (inputs_[k].operand != nullptr || as_bound(k, reference::read(inputs_[k].array)[0])) continue;
    expected_status_ = CT_ERROR_INVALID;
    return;
  }
  ct_dtype result = dtypes_->result;
  if (out_dtype_ != CT_UNDEFINED && out_dtype_ != result) {
    const bool same_only = op_.rule == reference::Rule::Same;
    if (same_only || !reference::can_cast(result, out_dtype_)) {
      expected_status_ = CT_ERROR_DTYPE;
      return;
    }
    result = out_dtype_;
  }
  const bool divides = op_.rule == reference::Rule::Division && reference::is_integer(dtypes_->common);
  if (!asks_oracle() && !divides) return;
  std::vector<std::vector<Value>> values;
  for (size_t k = 0; k < inputs_.size(); ++k) {
    values.push_back(reference::read(inputs_[k].array, shape_));
    if (static_cast<int>(k) == mask_of(op_)) continue;
    if (is_clamp && k > 0 && inputs_[k].operand == nullptr) {
      for (Value &value : values[k]) value = *as_bound(k, value);
      continue;
    }
    if (reference::counts_by_value(op_, dtypes_->common, inputs_[k].array)) continue;
    const ct_dtype dtype = reference::input_dtype(op_, dtypes_->common, k, inputs_[k].array);
    for (Value &value : values[k]) value = reference::convert(value, inputs_[k].array.dtype, dtype);
  }
  const auto count = static_cast<size_t>(reference::numel(shape_));
  expected_.reserve(count);
  for (size_t i = 0; i < count; ++i) {
    Value element[6];
    for (size_t k = 0; k < inputs_.size(); ++k) element[k] = values[k][i];
    std::copy(options.begin(), options.end(), element + inputs_.size());
    if (divides && element[1].integer == 0) {
      expected_status_ = CT_ERROR_DIVISION_BY_ZERO;
      return;
    }
    expected_.push_back(reference::convert(op_.evaluate(dtypes_->common, element), dtypes_->result, result));
  }
}

void ElementwiseCase::check(Digest *digest) {
  std::vector<const ct_tensor *> inputs;
  for (const Input &input : inputs_) inputs.push_back(input.tensor());
  const ct_scalar *options[3] = {};
  for (size_t k = 0; k < options_.size(); ++k) options[k] = options_[k] ? &*options_[k] : nullptr;
  reference::Error error;
  reference::Handle fresh;
  ct_tensor *out = nullptr;
  ct_status status = CT_OK;
  Sizes sizes_before, strides_before;
  if (form_ == Form::Fresh) {
    status = call_.fresh(inputs.data(), options, fresh.receive(), &error);
    out = fresh;
  } else {
    out = form_ == Form::InPlace ? inputs_[in_place_].tensor() : given_ != nullptr ? given_->tensor() : owned_.get();
    sizes_before = reference::sizes_of(out);
    strides_before = reference::strides_of(out);
    status = call_.into(inputs.data(), options, out, &error);
  }
  ASSERT_EQ(status, expected_status_) << error.message;

  for (size_t k = 0; k < inputs_.size(); ++k) {
    const bool written = status == CT_OK && (form_ == Form::InPlace || form_ == Form::Alias) && k == in_place_;
    if (inputs_[k].operand == nullptr) continue;
    if (written) {
      ASSERT_TRUE(inputs_[k].operand->surroundings_unchanged()) << "bytes around the output were written";
    } else {
      ASSERT_TRUE(inputs_[k].operand->unchanged()) << "input " << k << " was written";
    }
  }
  if (given_ != nullptr) {
    ASSERT_TRUE(status == CT_OK ? given_->surroundings_unchanged() : given_->unchanged())
        << "bytes around the output were written";
  }
  if (status != CT_OK) {
    ASSERT_NE(error.message[0], '\0');
    ASSERT_EQ(error.code, status);
    if (form_ == Form::Fresh) {
      ASSERT_EQ(out, nullptr);
    } else {
      ASSERT_EQ(reference::sizes_of(out), sizes_before);
      ASSERT_EQ(reference::strides_of(out), strides_before);
    }
    return;
  }
  const bool kept = form_ != Form::Fresh && sizes_before == shape_;  // an out with the right sizes keeps its strides
  if (kept) {
    ASSERT_EQ(reference::strides_of(out), strides_before);
  } else {
    check_allocated_layout(out);
  }
  check_elements(out);
  if (digest != nullptr) digest->add(reference::array_of(out));
}

// A number outside the range of the integers bounds none of them, so it is left out.
bool ElementwiseCase::is_no_bound(size_t k) const {
  const Input &input = inputs_[k];
  if (k == 0 || input.operand != nullptr || std::string_view(op_.name).substr(0, 5) != "clamp") return false;
  const ct_dtype from = input.array.dtype, to = dtypes_->common;
  return reference::is_integer(from) && reference::is_integer(to) &&
         !reference::fits(reference::read(input.array)[0], from, to);
}

// The library's list of layouts; tests/conformance has PyTorch's own strides.
enum class Laid { Iterated, Like, Contiguous };
static Laid laid_out(std::string_view op, ct_dtype computed, bool resized) {
  using namespace ct::kernels;  // the sets of dtypes
  using enum Laid;
  const uint32_t bit = uint32_t{1} << computed;
#define PROPERTY_LAYOUT(name, dtypes, fresh, other) \
  if (op == #name && ((dtypes)&bit) != 0) return resized ? other : fresh;
  CT_ELEMENTWISE_LAYOUTS(PROPERTY_LAYOUT)
#undef PROPERTY_LAYOUT
  return Iterated;
}

void ElementwiseCase::check_allocated_layout(const ct_tensor *out) const {
  ASSERT_EQ(reference::sizes_of(out), shape_);
  const Array &first = inputs_[0].array;
  const Laid laid = laid_out(op_.name, dtypes_->common, form_ != Form::Fresh);
  if (laid == Laid::Contiguous) {
    ASSERT_EQ(reference::strides_of(out), reference::contiguous_strides(shape_));
    return;
  }
  if (laid == Laid::Like && first.sizes == shape_) {
    ASSERT_EQ(reference::strides_of(out), reference::dense_strides_like(first.sizes, first.strides));
    return;
  }
  const std::string_view name = op_.name;
  const auto is_number = [](const Input &input) { return input.operand == nullptr; };
  const bool alone = (name == "pow" || name.substr(0, 5) == "clamp") && !is_number(inputs_[0]) &&
                     std::all_of(inputs_.begin() + 1, inputs_.end(), is_number);
  std::vector<reference::Laid> operands;
  for (size_t k = 0; k < inputs_.size(); ++k) {
    const Array &array = inputs_[k].array;
    if (is_no_bound(k) || (alone && k > 0)) continue;
    // Inputs are copied in the common dtype first, and only copies of dense tensors keep the strides.
    const bool copied =
        (array.dtype != dtypes_->common && static_cast<int>(k) != mask_of(op_)) || (name == "ldexp" && k == 1);
    operands.push_back(
        {array.sizes, copied ? reference::dense_strides_like(array.sizes, array.strides) : array.strides});
  }
  ASSERT_EQ(reference::strides_of(out), reference::elementwise_strides(operands, shape_));
}

void ElementwiseCase::check_elements(const ct_tensor *out) const {
  ASSERT_EQ(ct_tensor_dtype(out), out_dtype_ != CT_UNDEFINED ? out_dtype_ : dtypes_->result);
  ASSERT_EQ(reference::sizes_of(out), shape_);
  if (!asks_oracle()) return;
  const std::vector<Value> got = reference::read(reference::array_of(out));
  for (size_t i = 0; i < expected_.size(); ++i) {
    ASSERT_TRUE(reference::matches(ct_tensor_dtype(out), got[i], expected_[i]))
        << "element " << i << ": got " << reference::text(ct_tensor_dtype(out), got[i]) << ", expected "
        << reference::text(ct_tensor_dtype(out), expected_[i].low) << " … "
        << reference::text(ct_tensor_dtype(out), expected_[i].high) << arguments(i);
  }
}

// The inputs of an element, read before the op overwrites any of them.
std::string ElementwiseCase::arguments(size_t element) const {
  std::string text;
  if (form_ == Form::InPlace || form_ == Form::Alias) return text;
  for (const Input &input : inputs_) {
    text += (text.empty() ? ", of " : " and ") +
            reference::text(input.array.dtype, reference::read(input.array, shape_)[element]);
  }
  return text;
}

std::string ElementwiseCase::describe() const {
  static const char *const names[] = {"fresh", "given", "resized", "cast", "in place", "alias"};
  std::string text = std::string(op_.name) + ", " + names[static_cast<int>(form_)];
  if (form_ == Form::InPlace || form_ == Form::Alias) text += " of input " + std::to_string(in_place_);
  for (const Input &input : inputs_) {
    text += "\n  " + property::describe(input.array) + (input.operand == nullptr ? " (wrapped)" : "");
  }
  for (const auto &option : options_) {
    text += "\n  option ";
    text += option ? reference::text(option->dtype, {option->i, option->re, option->im}) : std::string("absent");
  }
  if (given_ != nullptr) text += "\n  out " + property::describe(given_->array());
  if (form_ == Form::Resized) text += "\n  out resized, now " + property::describe(reference::array_of(owned_));
  return text;
}

}  // namespace property
