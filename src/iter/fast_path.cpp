// Copies, fills and elementwise calls of one segment or of few elements.
#include "iter/fast_path.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>

#include "iter/dims.h"
#include "iter/odometer.h"
#include "iter/traffic.h"
#include "runtime/cost.h"
#include "runtime/error.h"
#include "runtime/kernel_table.h"
#include "runtime/threads.h"
#include "tensor/overlap.h"

namespace ct {

namespace {

using kernels::Loop;
using kernels::Traffic;

constexpr int32_t kMostDims = 6;

bool has_few_elements(const Tensor &t) noexcept {
  return t.ndim() <= kMostDims && t.numel() <= kFewElements && t.numel() > 0 && !t.is_meta();
}

bool is_writable_segment(const Tensor &t) noexcept { return t.is_contiguous() && !t.is_meta() && !t.is_read_only(); }

// Elements stand in the same order in both: same sizes, and both contiguous, or dense with the same strides.
bool in_one_order(const Tensor &a, const Tensor &b) noexcept {
  if (a.numel() != b.numel() || !same_dims(a.sizes(), b.sizes())) return false;
  if (a.is_contiguous() && b.is_contiguous()) return true;
  return a.is_non_overlapping_and_dense() && same_dims(a.strides(), b.strides());
}

bool is_apart_or_same(const Tensor &a, const Tensor &b) noexcept {
  return (a.data() == b.data() && a.itemsize() == b.itemsize()) || is_apart(a, b);
}

// ---- operands of one segment each, the output first ----

template <int32_t N>
struct Segments {
  char *data[N];
  int64_t strides[2 * N];  // of each element; those of a second dim are 0

  void set(int32_t k, char *at, int64_t stride) noexcept {
    data[k] = at;
    strides[k] = stride;
    strides[N + k] = 0;
  }
  void set(int32_t k, const Tensor &t) noexcept { set(k, t.data(), t.itemsize()); }

  int64_t bytes(int64_t numel) const noexcept {
    int64_t bytes = 0;
    for (int32_t k = 0; k < N; ++k) bytes += strides[k] * numel;
    return bytes;
  }

  void run(Loop kernel, int64_t numel, Cost cost) const {
    if (cost.bytes <= kFewBytes && cost.element_ps == 0) return kernel(data, strides, numel, 1, Traffic::Cached);
    run_ranges(kernel, numel, cost);
  }

 private:
  [[gnu::noinline]] void run_ranges(Loop kernel, int64_t numel, Cost cost) const {
    // Lines of an output that is read as well are in the cache already.
    const bool in_place = std::find(data + 1, data + N, data[0]) != data + N;
    const Traffic how = in_place ? Traffic::Cached : traffic(cost.bytes);
    const int64_t grain = grain_of(numel, cost);
    if (grain >= numel) return kernel(data, strides, numel, 1, how);
    auto range = [&](int64_t begin, int64_t end, int32_t) -> ct_status {
      char *at[N];
      for (int32_t k = 0; k < N; ++k) at[k] = data[k] + begin * strides[k];
      kernel(at, strides, end - begin, 1, how);
      return CT_OK;
    };
    const ct_status status = parallel_ranges(numel, grain, line_cuts(data[0], strides[0]), range);
    if (status != CT_OK) fail(status, "the executor failed");
  }
};

// ---- few elements in a few dims, the output first ----

template <int32_t N>
struct FewElements {
  char *data[N];
  DimList<N, kMostDims> dims;  // to be coalesced before the calls below

  // Where operand k has each element, in the order of the dims: bytes from its data.
  void offsets(int32_t k, int64_t *at) const noexcept {
    at[0] = 0;
    int64_t filled = 1;
    for (int32_t d = 0; d < dims.ndim(); ++d) {
      const int64_t end = filled * dims.size(d);
      for (int64_t i = filled; i < end; ++i) at[i] = at[i - filled] + dims.stride(k, d);
      filled = end;
    }
  }

  void run(Loop kernel) noexcept {
    if (dims.ndim() > 2) return run_planes(kernel);
    int64_t strides[2 * N];
    plane_strides(1, strides);
    kernel(data, strides, dims.size(0), dims.size(1), Traffic::Cached);
  }

 private:
  void plane_strides(int32_t second, int64_t *strides) const noexcept {
    for (int32_t k = 0; k < N; ++k) {
      strides[k] = dims.stride(k, 0);
      strides[N + k] = dims.stride(k, second);
    }
  }

  // The plane's second dim is the one along which an input is contiguous, if that is not the first: a kernel transposes
  // such planes in tiles.
  int32_t second_dim() const noexcept {
    for (int32_t k = 1; k < N; ++k) {
      int32_t fastest = 0;
      if (dims.stride(k, 0) == 0) continue;
      for (int32_t d = 1; d < dims.ndim(); ++d) {
        const int64_t stride = std::abs(dims.stride(k, d));
        if (stride != 0 && stride < std::abs(dims.stride(k, fastest))) fastest = d;
      }
      if (fastest != 0) return fastest;
    }
    return 1;
  }

  [[gnu::noinline]] void run_planes(Loop kernel) noexcept {
    const int32_t second = second_dim();
    int64_t strides[2 * N], sizes[kMostDims], outer[kMostDims][N];
    plane_strides(second, strides);
    size_t nouter = 0;
    for (int32_t d = 1; d < dims.ndim(); ++d) {
      if (d == second) continue;
      sizes[nouter] = dims.size(d);
      for (int32_t k = 0; k < N; ++k) outer[nouter][k] = dims.stride(k, d);
      ++nouter;
    }
    const auto move = [&](int64_t d, int64_t by) {
      for (int32_t k = 0; k < N; ++k) data[k] += by * outer[d][k];
    };
    Odometer at(Dims(sizes, nouter));
    do {
      kernel(data, strides, dims.size(0), dims.size(second), Traffic::Cached);
    } while (at.advance(move));
  }
};

// ---- copies ----

bool copy_segment(Tensor &dst, const Tensor &src) {
  if (dst.dtype() != src.dtype() || dst.is_meta() || src.is_meta()) return false;
  if (!in_one_order(dst, src) || !is_apart_or_same(dst, src)) return false;
  Segments<2> bytes;
  bytes.set(0, dst.data(), 1);
  bytes.set(1, src.data(), 1);
  // What is copied counts once: reading and writing at a time, a copy in the caches takes as long as reading alone.
  const int64_t nbytes = dst.numel() * dst.itemsize();
  bytes.run(convert_kernel(DType::UInt8, DType::UInt8), nbytes, Cost{nbytes, 0});
  return true;
}

template <class T>
void pick(char *to, const char *from, const int64_t *offsets, int64_t n) {
  for (int64_t i = 0; i < n; ++i) std::memcpy(to + i * int64_t{sizeof(T)}, from + offsets[i], sizeof(T));
}

// One by one into memory without gaps.
void pick(char *to, const char *from, const int64_t *offsets, int64_t n, int64_t itemsize) {
  struct Wide {
    char bytes[16];
  };
  switch (itemsize) {
    case 1:
      return pick<uint8_t>(to, from, offsets, n);
    case 2:
      return pick<uint16_t>(to, from, offsets, n);
    case 4:
      return pick<uint32_t>(to, from, offsets, n);
    case 8:
      return pick<uint64_t>(to, from, offsets, n);
    default:
      return pick<Wide>(to, from, offsets, n);
  }
}

// The order of elements does not matter to a copy of elements that lie apart, so it follows what is written.
bool copy_few(Tensor &dst, const Tensor &src) {
  if (!has_few_elements(dst) || src.is_meta() || !same_dims(dst.sizes(), src.sizes())) return false;
  if (!dst.is_non_overlapping_and_dense()) return false;
  const bool apart = src.is_non_overlapping_and_dense() ? is_apart(dst, src) : overlap(dst, src) == Overlap::No;
  if (!apart) return false;
  const int64_t to_size = dst.itemsize(), from_size = src.itemsize();
  const int64_t *const to = dst.strides().data(), *const from = src.strides().data(), *const sizes = dst.sizes().data();
  FewElements<2> few;
  few.data[0] = dst.data();
  few.data[1] = src.data();
  for (int32_t d = dst.ndim() - 1; d >= 0; --d) few.dims.add(sizes[d], {to[d] * to_size, from[d] * from_size});
  few.dims.sort(0);
  few.dims.coalesce();
  if (few.dims.ndim() > 2 && dst.numel() <= kMostPicked && dst.dtype() == src.dtype()) {
    int64_t offsets[kMostPicked];
    few.offsets(1, offsets);
    pick(dst.data(), few.data[1], offsets, dst.numel(), to_size);
  } else {
    few.run(convert_kernel(dst.dtype(), src.dtype()));
  }
  return true;
}

// ---- elementwise calls ----

// Contiguous operands of the dtypes that the kernel takes as they are: of one shape, they are a segment each; of
// several shapes, few elements. N: inputs.
template <int32_t N>
class ElementwiseCall {
 public:
  ElementwiseCall(const FastOp &op, const Tensor *const *inputs) : op_(op), inputs_(inputs) {}

  // NULL: not such a call.
  [[gnu::always_inline]] Loop kernel() {
    if constexpr (N == 2) {
      if (inputs_[0]->is_wrapped_number()) return kernel_beside_number(0);
      if (inputs_[1]->is_wrapped_number()) return kernel_beside_number(1);
    }
    const Tensor &last = *inputs_[N - 1];  // the model
    const DType dtype = last.dtype();
    if ((op_.dtypes & kernels::dtype_bit(dtype)) == 0) return nullptr;
    bool fits = true;
    for (int32_t k = 0; k < N; ++k) {
      const Tensor &input = *inputs_[k];
      const DType expected = op_.has_condition && k == 0 ? DType::Bool : dtype;
      fits &= input.dtype() == expected && input.is_contiguous() && !input.is_meta() && !input.is_wrapped_number();
      if (k + 1 < N) same_shape_ &= same_dims(input.sizes(), last.sizes());
    }
    if (!fits || (!same_shape_ && !broadcast())) return nullptr;
    return op_.kernels.loop(dtype);
  }

  Dims shape() const { return same_shape_ ? model().sizes() : Dims(shape_, static_cast<size_t>(ndim_)); }
  DType written() const { return FastOp::written(op_.writes, model().dtype()); }

  // Of a given output, after kernel().
  bool can_write(const Tensor &out) const {
    if (out.dtype() != written() || !is_writable_segment(out) || !same_dims(out.sizes(), shape())) return false;
    bool can = true;
    for (int32_t k = 0; can && k < N; ++k) {
      const bool may_be_same = k != number_ && inputs_[k]->numel() == out.numel();
      can = may_be_same ? is_apart_or_same(out, *inputs_[k]) : is_apart(out, *inputs_[k]);
    }
    return can;
  }

  void run(Loop kernel, const Tensor &out) {
    if (!same_shape_) return run_few(kernel, out);
    Segments<N + 1> operands;
    operands.set(0, out);
    for (int32_t k = 0; k < N; ++k) operands.set(k + 1, *inputs_[k]);
    if (number_ >= 0) operands.set(number_ + 1, converted_, 0);
    operands.run(kernel, out.numel(), {operands.bytes(out.numel()), op_.element_ps});
  }

 private:
  const Tensor &model() const { return *inputs_[model_]; }

  // Few elements, and no dim of size 1 in the result: its strides could have a say in the iterator's order, and so in
  // the layout of a fresh output. Those of all others say that it is contiguous.
  bool broadcast() {
    ndim_ = 0;
    for (int32_t k = 0; k < N; ++k) {
      if (!has_few_elements(*inputs_[k])) return false;
      ndim_ = std::max(ndim_, inputs_[k]->ndim());
    }
    int64_t numel = 1;
    for (int32_t d = 1; d <= ndim_; ++d) {
      int64_t common = 1;
      for (int32_t k = 0; k < N; ++k) {
        const int64_t size = d <= inputs_[k]->ndim() ? inputs_[k]->sizes()[inputs_[k]->ndim() - d] : 1;
        if (size == 1 || size == common) continue;
        if (common != 1) return false;
        common = size;
      }
      if (common == 1) return false;
      shape_[ndim_ - d] = common;
      numel *= common;
    }
    return numel <= kFewElements;
  }

  // A number of no wider kind takes the tensor's dtype, or beside halves float32; its own width does not count. It is
  // converted first, and stays where it is in the loop. Dims of size 1 are left out for the reason above.
  Loop kernel_beside_number(int32_t at) {
    number_ = at;
    model_ = 1 - at;
    const Tensor &number = *inputs_[at];
    const DType dtype = model().dtype(), from = number.dtype();
    if (number.ndim() != 0 || from == DType::Bool || kind_of(from) > kind_of(dtype)) return nullptr;
    if (model().is_wrapped_number() || !model().is_contiguous() || !has_few_elements(model())) return nullptr;
    if ((op_.dtypes & kernels::dtype_bit(dtype)) == 0) return nullptr;
    if (std::ranges::find(model().sizes(), 1) != model().sizes().end()) return nullptr;
    const Loop beside = at == 1 ? op_.kernels.beside_float32(dtype) : nullptr;
    char *const data[] = {converted_, number.data()};
    constexpr int64_t strides[4] = {};
    convert_kernel(beside != nullptr ? DType::Float32 : dtype, from)(data, strides, 1, 1, Traffic::Cached);
    return beside != nullptr ? beside : op_.kernels.loop(dtype);
  }

  [[gnu::noinline]] void run_few(Loop kernel, const Tensor &out) const {
    FewElements<N + 1> few;
    few.data[0] = out.data();
    for (int32_t k = 0; k < N; ++k) few.data[k + 1] = inputs_[k]->data();
    const int32_t ndim = out.ndim();
    for (int32_t d = ndim - 1; d >= 0; --d) {
      int64_t strides[N + 1] = {out.strides()[d] * out.itemsize()};
      for (int32_t k = 0; k < N; ++k) {
        const int32_t dim = d - (ndim - inputs_[k]->ndim());
        const bool moves = dim >= 0 && inputs_[k]->sizes()[dim] != 1;
        strides[k + 1] = moves ? inputs_[k]->strides()[dim] * inputs_[k]->itemsize() : 0;
      }
      few.dims.add(out.sizes()[d], strides);
    }
    few.dims.coalesce();
    few.run(kernel);
  }

  const FastOp &op_;
  const Tensor *const *inputs_;
  int32_t model_ = N - 1;  // the input that tells the dtype: of where, the first is the condition
  int32_t number_ = -1;    // the input that is a wrapped number
  bool same_shape_ = true;
  int32_t ndim_ = 0;
  int64_t shape_[kMostDims];
  alignas(16) char converted_[16];
};

template <int32_t N>
Ref<Tensor> fresh(const FastOp &op, const Tensor *const *inputs) {
  ElementwiseCall<N> call(op, inputs);
  const Loop kernel = call.kernel();
  if (kernel == nullptr) return nullptr;
  Ref<Tensor> out = Tensor::create(call.shape(), call.written());
  call.run(kernel, *out);
  return out;
}

template <int32_t N>
bool given(const FastOp &op, const Tensor *const *inputs, Tensor &out) {
  ElementwiseCall<N> call(op, inputs);
  const Loop kernel = call.kernel();
  if (kernel == nullptr || !call.can_write(out)) return false;
  call.run(kernel, out);
  return true;
}

}  // namespace

bool fast_copy(Tensor &dst, const Tensor &src) { return copy_segment(dst, src) || copy_few(dst, src); }

bool fast_fill(Tensor &dst, char *element) {
  if (!dst.is_non_overlapping_and_dense() || dst.is_meta()) return false;
  Segments<2> operands;
  operands.set(0, dst);
  operands.set(1, element, 0);
  const Loop kernel = kernel_table<kernels::FillTable>().fill[std::countr_zero(static_cast<uint64_t>(dst.itemsize()))];
  operands.run(kernel, dst.numel(), {dst.numel() * dst.itemsize(), 0});
  return true;
}

Ref<Tensor> fast_elementwise(const FastOp &op, std::span<const Tensor *const> inputs) {
  if (inputs.size() == 1) return fresh<1>(op, inputs.data());
  return inputs.size() == 2 ? fresh<2>(op, inputs.data()) : fresh<3>(op, inputs.data());
}

bool fast_elementwise_out(const FastOp &op, std::span<const Tensor *const> inputs, Tensor &out) {
  if (inputs.size() == 1) return given<1>(op, inputs.data(), out);
  return inputs.size() == 2 ? given<2>(op, inputs.data(), out) : given<3>(op, inputs.data(), out);
}

}  // namespace ct
