// Outputs of ops that move elements to other places, which therefore share none with what they are read from.
#pragma once

#include "ops/structural/boxes.h"
#include "ops/structured.h"

namespace ct {

// Sets an output of the input's dtype and device; the strides count where it is made or resized. beside: a second
// input.
inline void set_apart(Output &output, Dims sizes, Dims strides, const Tensor &input, const Tensor *beside = nullptr) {
  Tensor *const given = output.given();
  const auto check = [&] {
    const Tensor *const inputs[] = {&input, beside};
    if (given != nullptr) check_apart(*given, {inputs, beside != nullptr ? 2U : 1U});
  };
  check();
  output.set_raw_strided(sizes, strides, input.dtype(), input.is_meta());
  check();  // it may have been resized over the input
}

inline void set_contiguous_apart(Output &output, Dims sizes, const Tensor &input, const Tensor *beside = nullptr) {
  if (output.given() == nullptr) return output.set_contiguous(sizes, input.dtype(), input.is_meta());
  checked_nbytes(sizes, input.itemsize());
  set_apart(output, sizes, contiguous_strides(sizes), input, beside);
}

// The same in the input's memory format, for sizes of as many dims.
inline void set_like_apart(Output &output, Dims sizes, const Tensor &input) {
  const MemoryFormat format = input.ndim() < 4 ? MemoryFormat::Contiguous : input.suggest_memory_format();
  if (format == MemoryFormat::Contiguous) return set_contiguous_apart(output, sizes, input);
  checked_nbytes(sizes, input.itemsize());
  set_apart(output, sizes, format_strides(sizes, format), input);
}

}  // namespace ct
