// ct_iter_config, checked and turned into the iterator's own.
#include "capi/iterator_config.h"

#include <iterator>

#include "iter/iterator.h"

namespace ct {

namespace {

struct Preset {
  const char *name;
  uint32_t flags;
  int32_t min_outputs, max_outputs, min_inputs, max_inputs;
};

constexpr Preset kPresets[] = {
    {"CT_ITER_CUSTOM", 0, 0, kMaxOperands, 0, kMaxOperands},
    {"CT_ITER_UNARY", iter_flags::kUnary, 1, 1, 1, 1},
    {"CT_ITER_UNARY_FLOAT", iter_flags::kUnaryFloat, 1, 1, 1, 1},
    {"CT_ITER_BINARY", iter_flags::kBinary, 1, 1, 2, 2},
    {"CT_ITER_BINARY_FLOAT", iter_flags::kBinaryFloat, 1, 1, 2, 2},
    {"CT_ITER_COMPARISON", iter_flags::kComparison, 1, 1, 2, 2},
    {"CT_ITER_TERNARY", iter_flags::kTernary, 1, 1, 3, 3},
    {"CT_ITER_NULLARY", iter_flags::kNullary, 1, 1, 0, 0},
    {"CT_ITER_REDUCE", iter_flags::kReduce, 1, 2, 1, 1},
};

// This runs before the arrays are read: they may be shorter than a wrong count says.
void check_arity(const Preset &preset, const ct_iter_config &c) {
  if (c.noutputs < preset.min_outputs || c.noutputs > preset.max_outputs || c.ninputs < preset.min_inputs ||
      c.ninputs > preset.max_inputs) {
    fail(CT_ERROR_INVALID, preset.name, " takes ", preset.min_outputs, " to ", preset.max_outputs, " outputs and ",
         preset.min_inputs, " to ", preset.max_inputs, " inputs, got ", c.noutputs, " and ", c.ninputs);
  }
}

}  // namespace

void CheckedConfig::set_operands(const ct_iter_config &c) {
  if (c.ninputs > 0) need(c.inputs, "config->inputs");
  for (int32_t k = 0; k < c.noutputs; ++k) {
    outputs_.push_back(c.outputs == nullptr ? nullptr : unwrap(c.outputs[k]));
  }
  for (int32_t k = 0; k < c.ninputs; ++k) inputs_.push_back(&tensor(c.inputs[k], "an entry of config->inputs"));
  for (int32_t k = 0; k < c.noutputs && c.output_dtypes != nullptr; ++k) {
    output_dtypes_.push_back(dtype_or_undefined(c.output_dtypes[k]));
  }
  for (int32_t k = 0; k < c.ninputs && c.input_dtypes != nullptr; ++k) {
    input_dtypes_.push_back(dtype_or_undefined(c.input_dtypes[k]));
  }
}

void CheckedConfig::set_static_sizes(const ct_iter_config &c) {
  if (c.static_sizes == nullptr && (c.static_ndim != 0 || c.nsquash != 0)) {
    fail(CT_ERROR_INVALID, "config->static_sizes is NULL, but static_ndim is ", c.static_ndim, " and nsquash ",
         c.nsquash);
  }
  if (c.nsquash > kMaxDims) fail(CT_ERROR_INVALID, "config->nsquash is ", c.nsquash, ", more than ", kMaxDims);
  config_.squash_dims = array(c.squash_dims, c.nsquash, "config->squash_dims");
  if (c.static_sizes == nullptr) return;
  config_.has_static_sizes = true;
  config_.static_sizes = dims(c.static_sizes, c.static_ndim, "config->static_sizes");
}

// PyTorch's comparison: a fresh output is bool; a given bool one is written as it is, without a cast; any other makes
// the loop write the common dtype.
void CheckedConfig::apply_comparison() {
  const Tensor *out = outputs_[0];
  if (out != nullptr && out->dtype() != DType::Bool) {
    config_.flags |= iter_flags::kCastToOutputs;
    return;
  }
  if (output_dtypes_.empty()) output_dtypes_.push_back(DType::Undefined);
  if (output_dtypes_[0] == DType::Undefined) output_dtypes_[0] = DType::Bool;
}

// Two outputs, values and indices say, keep their own dtypes.
void CheckedConfig::apply_reduce() {
  if (outputs_.size() == 1) return;
  config_.flags = (config_.flags & ~iter_flags::kPromoteInputs) | iter_flags::kNoSameDTypeCheck;
}

CheckedConfig::CheckedConfig(const ct_iter_config *config) {
  const ct_iter_config &c = known_struct(config, "config");
  if (c.preset >= std::size(kPresets)) {
    fail(CT_ERROR_INVALID, "config->preset is unknown: ", int64_t{c.preset});
  }
  const Preset &preset = kPresets[c.preset];
  check_arity(preset, c);
  set_operands(c);
  set_static_sizes(c);
  config_.flags = c.flags | preset.flags;
  config_.static_dtype = dtype_or_undefined(c.static_dtype);
  if (c.preset == CT_ITER_COMPARISON) apply_comparison();
  if (c.preset == CT_ITER_REDUCE) apply_reduce();
  config_.outputs = outputs_;
  config_.inputs = inputs_;
  config_.output_dtypes = output_dtypes_;
  config_.input_dtypes = input_dtypes_;
}

}  // namespace ct
