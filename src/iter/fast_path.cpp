// Copies, fills and elementwise calls of one segment or of few elements.
#include "iter/fast_path.h"

#include <algorithm>

#include "iter/copy_plan.h"
#include "iter/dims.h"
#include "iter/pick.h"
#include "iter/planes.h"
#include "iter/traffic.h"
#include "runtime/cost.h"
#include "runtime/error.h"
#include "runtime/kernel_table.h"
#include "runtime/threads.h"
#include "runtime/workspace.h"
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

// Runs a kernel on operands of one segment each, the output first. strides: between elements, and of a second dim, all
// 0.
template <int32_t N>
[[gnu::noinline]] void run_ranges(Loop kernel, char *const (&data)[N], const int64_t (&strides)[2 * N], int64_t numel,
                                  Cost cost) {
  const Workspace workspace;
  // An output that is also an input is in the cache already.
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

template <int32_t N>
void run_segments(Loop kernel, char *const (&data)[N], const int64_t (&strides)[2 * N], int64_t numel, Cost cost) {
  if (cost.bytes > kFewBytes || cost.element_ps != 0) return run_ranges<N>(kernel, data, strides, numel, cost);
  kernel(data, strides, numel, 1, Traffic::Cached);
}

// Few elements in a few dims, the output first; the dims are to be coalesced before the calls below.
template <int32_t N>
struct FewElements {
  char *data[N];
  DimList<N, kMostDims> dims;

  // Whether planes are too small to be worth a call each. A plane in which an operand goes in another order has little
  // to transpose then. in_order_limit: the limit for planes that all operands go through in one order.
  bool has_small_planes(int64_t in_order_limit) const {
    const int32_t with = dims.second_dim();
    bool in_order = true;
    for (int32_t k = 0; k < N; ++k) in_order &= std::abs(dims.stride(k, 0)) < std::abs(dims.stride(k, with));
    return dims.size(0) * dims.size(with) < (in_order ? in_order_limit : kSmallMixedPlane);
  }

  void run(Loop kernel) {
    const Workspace workspace;
    if (dims.ndim() > 2) {
      dims.move_to_1(dims.second_dim());
      return run_planes(kernel, data, dims, Traffic::Cached);
    }
    kernel(data, dims.plane_strides(), dims.size(0), dims.size(1), Traffic::Cached);
  }
};

// ---- copies ----

bool copy_segment(Tensor &dst, const Tensor &src) {
  if (dst.dtype() != src.dtype() || dst.is_meta() || src.is_meta()) return false;
  if (!in_one_order(dst, src) || !is_apart_or_same(dst, src)) return false;
  // Copied bytes count once: in the caches, reading and writing take no longer than reading alone, because both happen
  // at the same time.
  const int64_t nbytes = dst.numel() * dst.itemsize();
  run_segments<2>(convert_kernel(DType::UInt8, DType::UInt8), {dst.data(), src.data()}, {1, 1, 0, 0}, nbytes,
                  {nbytes, 0});
  return true;
}

// Whether each dim steps over all that lies within it, so that no two elements share memory.
template <int32_t Capacity>
bool is_nested(const DimList<2, Capacity> &dims, int64_t itemsize) noexcept {
  int64_t end = itemsize;
  for (int32_t d = 0; d < dims.ndim(); ++d) {
    if (dims.stride(0, d) < end) return false;
    end += (dims.size(d) - 1) * dims.stride(0, d);
  }
  return true;
}

template <int32_t k>
void list_places(const FewElements<2> &few, int64_t *at) {
  offsets_of(
      few.dims.sizes(), [&few](int32_t d) { return few.dims.stride(k, d); }, at);
}

// Moves elements one by one. is_dense: the output has no gaps.
template <bool is_dense>
void move_picked(const FewElements<2> &few, int64_t numel, int64_t itemsize) {
  int64_t to_at[is_dense ? 1 : kMostPicked], from_at[kMostPicked];
  list_places<1>(few, from_at);
  if constexpr (is_dense) return pick(few.data[0], few.data[1], from_at, numel, itemsize);
  list_places<0>(few, to_at);
  move(few.data[0], to_at, few.data[1], from_at, numel, itemsize);
}

// Packs elements, converts them, and unpacks them.
template <bool is_dense>
void convert_picked(const FewElements<2> &few, const Tensor &dst, const Tensor &src) {
  const int64_t numel = dst.numel();
  const Workspace workspace;
  const Buffer<int64_t, kMostBox> at;
  const Buffer<char, kMostBox * kLargestElement> packed, converted;
  list_places<1>(few, at);
  pick(packed, few.data[1], at, numel, src.itemsize());
  char *const data[] = {is_dense ? few.data[0] : converted, packed};
  const int64_t strides[] = {dst.itemsize(), src.itemsize(), 0, 0};
  convert_kernel(dst.dtype(), src.dtype())(data, strides, numel, 1, Traffic::Cached);
  if constexpr (is_dense) return;
  list_places<0>(few, at);
  put(few.data[0], at, converted, numel, dst.itemsize());
}

// The order does not matter to a copy of elements that lie apart, so it is the order of what is written.
template <bool is_dense>
bool copy_few(Tensor &dst, const Tensor &src) {
  const bool apart =
      is_dense && src.is_non_overlapping_and_dense() ? is_apart(dst, src) : overlap(dst, src) == Overlap::No;
  if (!apart) return false;
  const int64_t to_size = dst.itemsize(), from_size = src.itemsize();
  const int64_t *const to = dst.strides().data(), *const from = src.strides().data(), *const sizes = dst.sizes().data();
  FewElements<2> few;
  few.data[0] = dst.data();
  few.data[1] = src.data();
  for (int32_t d = dst.ndim() - 1; d >= 0; --d) few.dims.add(sizes[d], {to[d] * to_size, from[d] * from_size});
  if constexpr (!is_dense) few.dims.flip(0, few.data);
  few.dims.sort(0);
  if (!is_dense && !is_nested(few.dims, to_size)) return false;
  few.dims.coalesce();
  const int64_t numel = dst.numel();
  const bool converts = dst.dtype() != src.dtype(), has_planes = few.dims.ndim() <= 2;
  if (!has_planes && numel <= kMostPicked && !converts) {
    move_picked<is_dense>(few, numel, to_size);
  } else if (has_planes || (numel > kMostPicked && !few.has_small_planes(converts ? kSmallPlane : 0))) {
    few.run(convert_kernel(dst.dtype(), src.dtype()));
  } else if (numel <= kMostBox && converts) {
    convert_picked<is_dense>(few, dst, src);
  } else {
    return false;
  }
  return true;
}

bool copy_few(Tensor &dst, const Tensor &src) {
  if (!has_few_elements(dst) || src.is_meta() || !same_dims(dst.sizes(), src.sizes())) return false;
  return dst.is_non_overlapping_and_dense() ? copy_few<true>(dst, src) : copy_few<false>(dst, src);
}

// ---- elementwise calls ----

// Calls on contiguous operands of dtypes that the kernel takes as they are: segments of one shape, or few elements of
// several shapes. N: the number of inputs.
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

  // Whether a given output can be written directly. Called after kernel().
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
    few_.data[0] = out.data();
    for (int32_t k = 0; k < N; ++k) few_.data[k + 1] = k == number_ ? converted_ : inputs_[k]->data();
    if (!same_shape_) {
      few_.dims.coalesce();
      return few_.run(kernel);
    }
    int64_t strides[2 * N + 2] = {out.itemsize()}, bytes = out.itemsize();
    for (int32_t k = 0; k < N; ++k) bytes += strides[k + 1] = k == number_ ? 0 : inputs_[k]->itemsize();
    run_segments<N + 1>(kernel, few_.data, strides, out.numel(), {bytes * out.numel(), op_.element_ps});
  }

 private:
  const Tensor &model() const { return *inputs_[model_]; }

  // Few elements of several shapes. The result must have no dim of size 1, because its strides could influence the
  // iterator's order, and so the layout of a fresh output. The strides of all other dims say that it is contiguous.
  bool broadcast() {
    ndim_ = 0;
    for (int32_t k = 0; k < N; ++k) {
      if (!has_few_elements(*inputs_[k])) return false;
      ndim_ = std::max(ndim_, inputs_[k]->ndim());
    }
    int64_t numel = 1;
    for (int32_t d = 1; d <= ndim_; ++d) {
      int64_t common = 1, strides[N + 1] = {numel * dtype_size(written())};
      for (int32_t k = 0; k < N; ++k) {
        const int32_t dim = inputs_[k]->ndim() - d;
        const int64_t size = dim >= 0 ? inputs_[k]->sizes()[dim] : 1;
        strides[k + 1] = size != 1 ? inputs_[k]->strides()[dim] * inputs_[k]->itemsize() : 0;
        if (size == 1 || size == common) continue;
        if (common != 1) return false;
        common = size;
      }
      if (common == 1) return false;
      few_.dims.add(common, strides);
      shape_[ndim_ - d] = common;
      numel *= common;
    }
    return numel <= kFewElements;
  }

  // A wrapped number of no wider kind takes the tensor's dtype, or float32 beside halves; its own width does not count.
  // It is converted first, and stays in place during the loop. Dims of size 1 are left out for the reason given above.
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

  const FastOp &op_;
  const Tensor *const *inputs_;
  int32_t model_ = N - 1;  // the input that tells the dtype: of where, the first is the condition
  int32_t number_ = -1;    // the input that is a wrapped number
  bool same_shape_ = true;
  int32_t ndim_ = 0;
  int64_t shape_[kMostDims];
  FewElements<N + 1> few_;  // where shapes differ
  alignas(16) char converted_[16];
};

// Inlined, because a call on a few elements takes no longer than a few function calls.
template <int32_t N>
[[gnu::always_inline]] inline Ref<Tensor> fresh(const FastOp &op, const Tensor *const *inputs) {
  ElementwiseCall<N> call(op, inputs);
  const Loop kernel = call.kernel();
  if (kernel == nullptr) return nullptr;
  Ref<Tensor> out = Tensor::create(call.shape(), call.written());
  call.run(kernel, *out);
  return out;
}

template <int32_t N>
[[gnu::always_inline]] inline bool given(const FastOp &op, const Tensor *const *inputs, Tensor &out) {
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
  run_segments<2>(fill_kernel(dst.itemsize()), {dst.data(), element}, {dst.itemsize(), 0, 0, 0}, dst.numel(),
                  {dst.numel() * dst.itemsize(), 0});
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
