// copy, a sequence of named steps, and the calls that are an allocation and a copy.
#include "ops/copy.h"

#include <algorithm>

#include "iter/flat.h"
#include "iter/for_each.h"
#include "ops/flip_backward.h"
#include "runtime/error.h"
#include "runtime/kernel_table.h"
#include "tensor/views.h"

namespace ct {

namespace {

// By address, not by storage: two wrappers over one buffer are the same view too.
bool same_view(const Tensor &a, const Tensor &b) {
  return a.data() == b.data() && a.dtype() == b.dtype() && a.is_meta() == b.is_meta() &&
         same_dims(a.sizes(), b.sizes()) && same_dims(a.strides(), b.strides());
}

// The usual copy, without an iterator. False where it is not that: another layout, or bytes in common.
bool copy_flat(Tensor &dst, const Tensor &src) {
  if (dst.dtype() != src.dtype() || dst.is_meta() || src.is_meta()) return false;
  if (!is_same_run(dst, src) || !is_apart_or_same(dst, src)) return false;
  Flat bytes(dst.numel() * dst.itemsize());
  bytes.add(dst.data(), 1);
  bytes.add(src.data(), 1);
  bytes.run(kernel_table().convert[static_cast<int>(DType::UInt8)][static_cast<int>(DType::UInt8)], 4 * kGrainSize);
  return true;
}

void copy_elements(Tensor &dst, const Tensor &src) {
  Tensor *output = &dst;
  const Tensor *input = &src;
  IterConfig config;
  // Into a meta tensor shapes are checked and nothing is done, wherever the source lives.
  config.flags = iter_flags::kNoSameDTypeCheck | iter_flags::kNoResize | iter_flags::kNoSameDeviceCheck;
  config.outputs = {&output, 1};
  config.inputs = {&input, 1};
  config.borrows = true;
  Iterator it;
  it.build(config);
  if (dst.is_meta()) return;
  run(it, kernel_table().convert[static_cast<int>(dst.dtype())][static_cast<int>(src.dtype())]);
}

}  // namespace

void copy(Tensor &dst, const Tensor &src) {
  check_writable(dst, "dst");
  if (&dst == &src || same_view(dst, src)) return;
  if (copy_flat(dst, src)) return;
  if (src.is_meta() && !dst.is_meta()) {
    fail(CT_ERROR_INVALID, "Cannot copy out of a meta tensor: it has no data (", src.sizes(), " to ", dst.sizes(), ")");
  }
  if (has_backward_dim(dst)) {
    Ref<Tensor> operands[] = {Ref<Tensor>::share(&dst), Ref<Tensor>::share(const_cast<Tensor *>(&src))};
    flip_backward_dims(operands);
    return copy_elements(*operands[0], *operands[1]);
  }
  copy_elements(dst, src);
}

Ref<Tensor> empty_like(const Tensor &t, DType dtype, MemoryFormat format) {
  const DType result = dtype == DType::Undefined ? t.dtype() : dtype;
  const DimVec strides =
      format == MemoryFormat::Preserve ? dense_strides_like(t.sizes(), t.strides()) : format_strides(t.sizes(), format);
  return Tensor::create(t.sizes(), strides, result, t.is_meta());
}

static Ref<Tensor> copy_of(const Tensor &t, DType dtype, MemoryFormat format) {
  Ref<Tensor> result = empty_like(t, dtype, format);
  copy(*result, t);
  return result;
}

Ref<Tensor> clone(const Tensor &t, MemoryFormat format) { return copy_of(t, DType::Undefined, format); }

Ref<Tensor> contiguous(const Tensor &t, MemoryFormat format) {
  if (format == MemoryFormat::Preserve) {
    fail(CT_ERROR_INVALID, "preserve memory format is unsupported by the contiguous operator");
  }
  if (t.is_contiguous(format)) return Ref<Tensor>::share(const_cast<Tensor *>(&t));
  return clone(t, format);
}

Ref<Tensor> to(const Tensor &t, DType dtype, MemoryFormat format) {
  const bool keeps_dtype = dtype == DType::Undefined || dtype == t.dtype();
  const bool keeps_format = format == MemoryFormat::Preserve || format == t.suggest_memory_format();
  if (keeps_dtype && keeps_format) return Ref<Tensor>::share(const_cast<Tensor *>(&t));
  return copy_of(t, dtype, format);
}

Ref<Tensor> reshape(const Tensor &t, Dims sizes) {
  const DimVec inferred = infer_size(sizes, t.numel());
  Ref<Tensor> viewed = try_view(t, inferred);
  if (viewed) return viewed;
  return view(*clone(t, MemoryFormat::Contiguous), inferred);
}

Ref<Tensor> flatten(const Tensor &t, int32_t start_dim, int32_t end_dim) {
  return reshape(t, flattened_sizes(t, start_dim, end_dim));
}

}  // namespace ct
