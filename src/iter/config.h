// What a caller asks of the iterator; the C++ side of ct_iter_config.
#pragma once

#include <cstdint>
#include <span>

#include "tensor/tensor.h"

namespace ct {

namespace iter_flags {
constexpr uint32_t kAllowOverlap = CT_ITER_ALLOW_OVERLAP, kNoSameDTypeCheck = CT_ITER_NO_SAME_DTYPE_CHECK,
                   kNoResize = CT_ITER_NO_RESIZE, kReduction = CT_ITER_REDUCTION,
                   kPromoteInputs = CT_ITER_PROMOTE_INPUTS, kIntegersToFloat = CT_ITER_INTEGERS_TO_FLOAT,
                   kCastToOutputs = CT_ITER_CAST_TO_OUTPUTS, kSafeCast = CT_ITER_SAFE_CAST, kLinear = CT_ITER_LINEAR,
                   kNoSameDeviceCheck = CT_ITER_NO_SAME_DEVICE_CHECK, kAllowCpuScalars = CT_ITER_ALLOW_CPU_SCALARS;
// The presets that ctensor.h offers.
constexpr uint32_t kUnary = 0;
constexpr uint32_t kUnaryFloat = kPromoteInputs | kCastToOutputs | kSafeCast | kIntegersToFloat;
constexpr uint32_t kBinary = kPromoteInputs | kCastToOutputs | kSafeCast | kAllowCpuScalars;
constexpr uint32_t kBinaryFloat = kBinary | kIntegersToFloat;
constexpr uint32_t kComparison = kPromoteInputs | kAllowCpuScalars;
constexpr uint32_t kTernary = kPromoteInputs | kCastToOutputs | kSafeCast;
constexpr uint32_t kNullary = kNoSameDTypeCheck | kNoResize;
constexpr uint32_t kReduce = kAllowOverlap | kNoResize | kReduction | kPromoteInputs;
}  // namespace iter_flags

// How outputs that are allocated or resized are laid out. Iterated: by the order of the dims. Like: as
// dense_strides_like() says of the first input, where that has the common shape. Alone: as if the first input, where it
// has the common shape, were the only one. Contiguous.
enum class LaidOut : uint8_t { Iterated, Like, Alone, Contiguous };

struct IterConfig {
  uint32_t flags = 0;
  std::span<Tensor *const> outputs;  // NULL entries: allocated
  std::span<const Tensor *const> inputs;
  // The dtypes that the loop writes, by output, or empty. An Undefined entry is decided by rule. An output that is
  // allocated gets this dtype; a given one of another dtype is converted to in blocks (kCastToOutputs), or refused.
  std::span<const DType> output_dtypes;
  // The dtypes that the loop reads, by input, or empty. An Undefined entry is decided by the flags. An input of another
  // dtype is converted.
  std::span<const DType> input_dtypes;
  DType static_dtype = DType::Undefined;
  bool has_static_sizes = false;
  Dims static_sizes;
  std::span<const int32_t> squash_dims;
  // The given tensors outlive the iterator, as in a call of an op. Then their reference counts are left alone, which
  // saves two locked additions for each.
  bool borrows = false;
  // The order of elements does not matter, so dims that some operands walk backwards, and none forwards, are flipped:
  // those of all that are walked, and then those of neighbouring elements.
  bool flips = false;
  LaidOut laid_out = LaidOut::Iterated;
  // A bit for each input that counts as a dense copy of itself, because upstream it is the result of another op.
  uint64_t copied_inputs = 0;
  // The op is recorded, not computed (expr/node.h): fresh outputs have no memory.
  bool records = false;
};

constexpr int32_t kMaxOperands = 64;   // outputs and inputs together
void check(const IterConfig &config);  // throws CT_ERROR_INVALID where flags and fields do not go together

}  // namespace ct
