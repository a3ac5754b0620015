// copy, a sequence of named steps, and the calls that are an allocation and a copy.
#include "ops/structural/copy.h"

#include "expr/evaluate.h"
#include "expr/node.h"
#include "iter/copy.h"
#include "iter/fast_path.h"
#include "runtime/error.h"
#include "runtime/kernel_table.h"
#include "tensor/overlap.h"
#include "tensor/views.h"

namespace ct {

namespace {

// By address, not by storage: two wrappers over one buffer are the same view too.
bool same_view(const Tensor &a, const Tensor &b) {
  return a.data() == b.data() && a.dtype() == b.dtype() && a.is_meta() == b.is_meta() &&
         same_dims(a.sizes(), b.sizes()) && same_dims(a.strides(), b.strides());
}

// Integers wrap, so that a copy between those of one size changes no bits.
bool keeps_bits(DType to, DType from) {
  return to == from || (is_integral(to) && is_integral(from) && dtype_size(to) == dtype_size(from));
}

void build_copy(Iterator &it, Tensor &dst, const Tensor &src) {
  Tensor *output = &dst;
  const Tensor *input = &src;
  IterConfig config;
  // Into a meta tensor shapes are checked and nothing is done, wherever the source lives.
  config.flags = iter_flags::kNoSameDTypeCheck | iter_flags::kNoResize | iter_flags::kNoSameDeviceCheck;
  config.outputs = {&output, 1};
  config.inputs = {&input, 1};
  config.borrows = true;
  config.flips = !src.is_deferred();
  it.build(config);
}

void copy_elements(Tensor &dst, const Tensor &src) {
  Iterator it;
  build_copy(it, dst, src);
  if (dst.is_meta()) return;
  if (keeps_bits(dst.dtype(), src.dtype())) return run_copy(it);
  run_conversion(it);
}

// Records src as it would be copied into dst. dst may be meta, because it only tells dtype and layout.
Ref<Tensor> record_copy(Tensor &dst, const Tensor &src) {
  Iterator it;
  build_copy(it, dst, src);
  const bool converts = dst.dtype() != src.dtype();
  return deferred_tensor(
      make_node({converts ? "to" : "copy", converts ? convert_kernel(dst.dtype(), src.dtype()) : nullptr, it}));
}

}  // namespace

void copy(Tensor &dst, const Tensor &src) {
  check_writable(dst, "dst");
  if (src.is_deferred()) {
    const Ref<Tensor> copied = record_copy(dst, src);
    const Tensor *const result = copied.get();
    Tensor *const out = &dst;
    if (!dst.is_meta()) evaluate({&result, 1}, {&out, 1});
    return;
  }
  if (&dst == &src || same_view(dst, src)) return;
  if (fast_copy(dst, src)) return;
  if (src.is_meta() && !dst.is_meta()) {
    fail(CT_ERROR_INVALID, "Cannot copy out of a meta tensor: it has no data (", src.sizes(), " to ", dst.sizes(), ")");
  }
  copy_elements(dst, src);
}

bool is_turned(const Tensor &input, const Tensor &out) {
  const auto nearest = [](const Tensor &t) { return nearest_dim(t.sizes(), t.strides()); };
  return out.numel() > kFewElements && nearest(input) != nearest(out);
}

static Ref<Tensor> laid_out_like(const Tensor &t, DType dtype, MemoryFormat format, bool meta) {
  const DType result = dtype == DType::Undefined ? t.dtype() : dtype;
  if (format == MemoryFormat::Contiguous) return Tensor::create(t.sizes(), result, meta);
  const DimVec strides =
      format == MemoryFormat::Preserve ? dense_strides_like(t.sizes(), t.strides()) : format_strides(t.sizes(), format);
  return Tensor::create(t.sizes(), strides, result, meta);
}

Ref<Tensor> empty_like(const Tensor &t, DType dtype, MemoryFormat format) {
  return laid_out_like(t, dtype, format, t.is_meta());
}

static Ref<Tensor> copy_of(const Tensor &t, DType dtype, MemoryFormat format) {
  if (t.is_deferred()) return record_copy(*laid_out_like(t, dtype, format, true), t);
  Ref<Tensor> result = empty_like(t, dtype, format);
  copy(*result, t);
  return result;
}

Ref<Tensor> repeated_like(const Tensor &deferred, const Tensor &element, MemoryFormat format) {
  return record_copy(*laid_out_like(deferred, element.dtype(), format, true), element);
}

Ref<Tensor> clone(const Tensor &t, MemoryFormat format) { return copy_of(t, DType::Undefined, format); }

Ref<Tensor> contiguous(const Tensor &t, MemoryFormat format) {
  if (format == MemoryFormat::Preserve) {
    fail(CT_ERROR_INVALID, "preserve memory format is unsupported by the contiguous operator");
  }
  if (t.is_contiguous(format)) return t.keep();
  return clone(t, format);
}

Ref<Tensor> to(const Tensor &t, DType dtype, MemoryFormat format, bool always) {
  const bool keeps_dtype = dtype == DType::Undefined || dtype == t.dtype();
  const bool keeps_format = format == MemoryFormat::Preserve || format == t.suggest_memory_format();
  if (keeps_dtype && keeps_format && !always) return t.keep();
  return copy_of(t, dtype, format);
}

Ref<Tensor> reshape(const Tensor &t, Dims sizes) {
  const DimVec inferred = infer_size(sizes, t.numel());
  Ref<Tensor> viewed = try_view(t, inferred);
  if (viewed) return viewed;
  return view(*clone(t, MemoryFormat::Contiguous), inferred);
}

Ref<Tensor> flatten(const Tensor &t, int32_t start_dim, int32_t end_dim) {
  const DimVec sizes = flattened_sizes(t, start_dim, end_dim);
  if (sizes.size() == t.ndim()) return alias(t);  // one dim: even strides of size-1 dims stay
  return reshape(t, sizes);
}

}  // namespace ct
