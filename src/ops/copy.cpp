// copy, a sequence of named steps, and the calls that are an allocation and a copy.
#include "ops/copy.h"

#include <algorithm>

#include "iter/for_each.h"
#include "ops/flip_backward.h"
#include "runtime/error.h"
#include "runtime/kernel_table.h"
#include "runtime/threads.h"
#include "tensor/views.h"

namespace ct {

namespace {

constexpr int64_t kCacheLine = 64;
constexpr int64_t kStreamChunk = int64_t{1} << 20;  // bytes a task: ten and more microseconds of work at memory speed

// By address, not by storage: two wrappers over one buffer are the same view too.
bool same_view(const Tensor &a, const Tensor &b) {
  return a.data() == b.data() && a.dtype() == b.dtype() && a.is_meta() == b.is_meta() &&
         std::equal(a.sizes().begin(), a.sizes().end(), b.sizes().begin(), b.sizes().end()) &&
         std::equal(a.strides().begin(), a.strides().end(), b.strides().begin(), b.strides().end());
}

// One run of bytes on each side, in the same order.
bool is_flat(const Iterator &it) { return it.is_contiguous() && it.operand(0).dtype == it.operand(1).dtype; }

// Reading and writing so much that what is written would be evicted before anyone reads it.
bool streams(int64_t nbytes) { return nbytes > last_level_cache_bytes() / 8 * 3; }

// Past the caches, in chunks that end on the destination's cache lines: a line that two workers share, or that is
// written in part, would be read before it is written.
void copy_streaming(char *to, const char *from, int64_t nbytes) {
  const auto stream = kernel_table().stream;
  const auto misaligned = static_cast<int64_t>(reinterpret_cast<uintptr_t>(to) % kCacheLine);
  const int64_t count = (nbytes + misaligned + kStreamChunk - 1) / kStreamChunk;
  auto chunk = [=](int64_t index, int32_t) -> ct_status {
    const int64_t begin = std::max<int64_t>(0, index * kStreamChunk - misaligned);
    const int64_t end = std::min(nbytes, (index + 1) * kStreamChunk - misaligned);
    stream(to + begin, from + begin, end - begin);
    return CT_OK;
  };
  const ct_status status = parallel_run(count, chunk);
  if (status != CT_OK) fail(status, "copy: the executor failed");
}

void copy_elements(Tensor &dst, const Tensor &src) {
  Tensor *output = &dst;
  const Tensor *input = &src;
  IterConfig config;
  // Into a meta tensor shapes are checked and nothing is done, wherever the source lives.
  config.flags = iter_flags::kNoSameDTypeCheck | iter_flags::kNoResize | iter_flags::kNoSameDeviceCheck;
  config.outputs = {&output, 1};
  config.inputs = {&input, 1};
  Iterator it;
  it.build(config);
  if (it.numel() == 0 || dst.is_meta()) return;
  const int64_t nbytes = it.numel() * dst.itemsize();
  if (is_flat(it) && streams(nbytes)) {
    copy_streaming(it.operand(0).data, it.operand(1).data, nbytes);
    return;
  }
  run(it, kernel_table().convert[static_cast<int>(dst.dtype())][static_cast<int>(src.dtype())]);
}

}  // namespace

void copy(Tensor &dst, const Tensor &src) {
  check_writable(dst, "dst");
  if (&dst == &src || same_view(dst, src)) return;
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
