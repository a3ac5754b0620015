// Builds an iterator of a ct_iter_config, which is checked and turned into the iterator's own.
#include <iterator>

#include "capi/iterator_handle.h"

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

SmallVec<DType, 4> dtypes_or_none(const ct_dtype *dtypes, int32_t count) {
  SmallVec<DType, 4> checked;
  for (int32_t k = 0; k < count && dtypes != nullptr; ++k) checked.push_back(dtype_or_undefined(dtypes[k]));
  return checked;
}

}  // namespace

Ref<IteratorHandle> build_iterator(const ct_iter_config *given) {
  const ct_iter_config &c = known_struct(given, "config");
  if (c.preset >= std::size(kPresets)) fail(CT_ERROR_INVALID, "config->preset is unknown: ", int64_t{c.preset});
  const Preset &preset = kPresets[c.preset];
  check_arity(preset, c);
  if (c.ninputs > 0) need(c.inputs, "config->inputs");
  SmallVec<Tensor *, 4> outputs;
  for (int32_t k = 0; k < c.noutputs; ++k) outputs.push_back(c.outputs == nullptr ? nullptr : unwrap(c.outputs[k]));
  SmallVec<const Tensor *, 4> inputs;
  for (int32_t k = 0; k < c.ninputs; ++k) inputs.push_back(&tensor(c.inputs[k], "an entry of config->inputs"));
  SmallVec<DType, 4> output_dtypes = dtypes_or_none(c.output_dtypes, c.noutputs);
  const SmallVec<DType, 4> input_dtypes = dtypes_or_none(c.input_dtypes, c.ninputs);

  if (c.static_sizes == nullptr && (c.static_ndim != 0 || c.nsquash != 0)) {
    fail(CT_ERROR_INVALID, "config->static_sizes is NULL, but static_ndim is ", c.static_ndim, " and nsquash ",
         c.nsquash);
  }
  if (c.nsquash > kMaxDims) fail(CT_ERROR_INVALID, "config->nsquash is ", c.nsquash, ", more than ", kMaxDims);
  IterConfig config;
  config.flags = c.flags | preset.flags;
  config.squash_dims = array(c.squash_dims, c.nsquash, "config->squash_dims");
  config.has_static_sizes = c.static_sizes != nullptr;
  if (config.has_static_sizes) config.static_sizes = dims(c.static_sizes, c.static_ndim, "config->static_sizes");
  config.static_dtype = dtype_or_undefined(c.static_dtype);
  // PyTorch's comparison: a fresh output is bool; a given bool one is written as it is, without a cast; any other makes
  // the loop write the common dtype.
  if (c.preset == CT_ITER_COMPARISON) {
    if (outputs[0] != nullptr && outputs[0]->dtype() != DType::Bool) {
      config.flags |= iter_flags::kCastToOutputs;
    } else {
      output_dtypes.resize(1, DType::Undefined);
      if (output_dtypes[0] == DType::Undefined) output_dtypes[0] = DType::Bool;
    }
  }
  // Two outputs, values and indices say, keep their own dtypes.
  if (c.preset == CT_ITER_REDUCE && outputs.size() > 1) {
    config.flags = (config.flags & ~iter_flags::kPromoteInputs) | iter_flags::kNoSameDTypeCheck;
  }
  config.outputs = outputs;
  config.inputs = inputs;
  config.output_dtypes = output_dtypes;
  config.input_dtypes = input_dtypes;
  auto handle = Ref<IteratorHandle>::adopt(make<IteratorHandle>());
  handle->iterator.build(config);
  return handle;
}

}  // namespace ct
