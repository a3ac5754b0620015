#include "ops/reduce/run_reduction.h"

#include <algorithm>
#include <bit>
#include <optional>

#include "iter/dims.h"
#include "iter/traffic.h"
#include "ops/reduce/reduced_dims.h"
#include "ops/structural/flip_backward.h"
#include "runtime/error.h"
#include "runtime/kernel_table.h"

namespace ct {

namespace {

constexpr int32_t kMaxOutputs = 2;

// A reduction of few elements by a few calls of its loop: an iterator and a plan would take longer than the work.
class FewCalls {
 public:
  FewCalls(const Reduction &reduction, std::span<Tensor *const> outputs) : reduction_(reduction), outputs_(outputs) {}

  // nullopt, and nothing done, where it takes more.
  std::optional<ct_status> run(const Tensor &input, uint64_t reduced, bool keepdim) {
    if (input.numel() > kMaxElements || !find_dims(input, reduced, keepdim) || !place_accumulators()) return {};
    for (int64_t call = 0; call < kept_[1].size; ++call) {
      const ct_status status = take(input.data() + call * kept_[1].from, call);
      if (status != CT_OK) return status;
    }
    const ct_status status = finish();
    if (status == CT_OK) write();
    return status;
  }

 private:
  static constexpr int64_t kMaxElements = 8192, kMaxCalls = 16;
  static constexpr int64_t kBytes = int64_t{8} << 10;  // of all accumulators
  static constexpr int32_t kMaxDims = 6;               // of more than one element

  struct Dim {
    int64_t size = 1, from = 0, to[kMaxOutputs] = {};  // strides in bytes
    bool is_reduced = false;
  };

  // In the order of the input's memory, those that go on from each other taken together: one or two that are reduced,
  // up to two that are kept, three in all.
  bool find_dims(const Tensor &input, uint64_t reduced, bool keepdim) {
    DimList<1 + kMaxOutputs, kMaxDims> dims;  // the input, the outputs
    int32_t next = 0;
    for (int32_t d = 0; d < input.ndim(); ++d) {
      const bool is_reduced = (reduced >> d & 1) != 0;
      int64_t strides[1 + kMaxOutputs] = {input.strides()[d] * input.itemsize()};
      for (size_t k = 0; k < outputs_.size() && !is_reduced; ++k) {
        strides[1 + k] = outputs_[k]->strides()[next] * outputs_[k]->itemsize();
      }
      next += keepdim || !is_reduced ? 1 : 0;
      if (input.sizes()[d] == 1) continue;
      if (strides[0] <= 0 || !dims.add(input.sizes()[d], strides)) return false;
    }
    dims.sort(0);
    dims.coalesce();  // never a reduced dim with one that is kept: the first output has a stride of 0 in one of them
    int32_t kept = 0, gone = 0;
    for (int32_t d = 0; d < dims.ndim(); ++d) {
      const bool is_reduced = dims.stride(1, d) == 0;
      if (kept + gone == 3 || (is_reduced ? gone : kept) == 2) return false;
      (is_reduced ? gone_[gone++] : kept_[kept++]) = {
          dims.size(d), dims.stride(0, d), {dims.stride(1, d), dims.stride(2, d)}, is_reduced};
    }
    if (gone == 2) std::swap(kept_[0], kept_[1]);  // a call is of one accumulator
    return gone > 0 && kept_[1].size <= kMaxCalls;
  }

  bool place_accumulators() {
    static_assert(sizeof accumulators_ == kBytes);
    const std::span<const DType> own = reduction_.accumulators;
    count_ = kept_[0].size * kept_[1].size;
    n_ = own.empty() ? static_cast<int32_t>(outputs_.size()) : static_cast<int32_t>(own.size());
    if (n_ > kMaxAccumulators) return false;
    int64_t bytes = 0;
    for (int32_t k = 0; k < n_; ++k) {
      dtypes_[k] = own.empty() ? reduction_.accumulator : own[static_cast<size_t>(k)];
      sizes_[k] = dtype_size(dtypes_[k]);
      data_[k] = accumulators_ + bytes;
      bytes += (count_ * sizes_[k] + 63) / 64 * 64;
    }
    if (bytes > kBytes) return false;
    for (int32_t k = 0; k < n_; ++k) {
      alignas(16) char identity[16];
      store_scalar(reduction_.identities[static_cast<size_t>(k)], dtypes_[k], identity);
      char *const data[] = {data_[k], identity};
      const int64_t strides[] = {sizes_[k], 0, 0, 0};
      const auto fill = kernel_table().fill[std::countr_zero(static_cast<uint64_t>(sizes_[k]))];
      fill(data, strides, count_, 1, kernels::Traffic::Cached);
    }
    return true;
  }

  ct_status take(char *from, int64_t call) const {
    const Dim &inner = gone_[0], &outer = gone_[1].size > 1 ? gone_[1] : kept_[0];
    char *data[kMaxAccumulators + 1];
    int64_t strides[2 * (kMaxAccumulators + 1)];
    for (int32_t k = 0; k < n_; ++k) {
      data[k] = data_[k] + call * kept_[0].size * sizes_[k];
      strides[k] = 0;
      strides[n_ + 1 + k] = outer.is_reduced ? 0 : sizes_[k];
    }
    data[n_] = from;
    strides[n_] = inner.from;
    strides[n_ + 1 + n_] = outer.from;
    return reduction_.loop({sizeof(ct_loop), n_ + 1, data, strides, inner.size, outer.size, 0, 0, 0});
  }

  ct_status finish() {
    if (reduction_.finish == nullptr) return CT_OK;
    int64_t strides[2 * kMaxAccumulators] = {};
    std::copy(sizes_, sizes_ + n_, strides);
    return (*reduction_.finish)({sizeof(ct_loop), n_, data_, strides, count_, 1, 0, 0, 0});
  }

  void write() {
    for (size_t k = 0; k < outputs_.size(); ++k) {
      Tensor &out = *outputs_[k];
      char *const data[] = {out.data(), data_[k]};
      const int64_t strides[] = {kept_[0].to[k], sizes_[k], kept_[1].to[k], sizes_[k] * kept_[0].size};
      convert_kernel(out.dtype(), dtypes_[k])(data, strides, kept_[0].size, kept_[1].size, kernels::Traffic::Cached);
    }
  }

  static constexpr int32_t kMaxAccumulators = 3;

  const Reduction &reduction_;
  const std::span<Tensor *const> outputs_;
  Dim kept_[2], gone_[2];
  int64_t count_ = 0;  // of each accumulator
  int32_t n_ = 0;
  DType dtypes_[kMaxAccumulators];
  int64_t sizes_[kMaxAccumulators];
  char *data_[kMaxAccumulators];
  alignas(64) char accumulators_[kBytes];
};

ct_status run_iterator(std::span<Tensor *const> outputs, const Tensor &input, uint64_t reduced, bool keepdim,
                       DType read, const Reduction &reduction, kernels::Traffic *how) {
  Ref<Tensor> operands[1 + kMaxOutputs] = {Ref<Tensor>::share(const_cast<Tensor *>(&input))};
  Tensor *spread[kMaxOutputs] = {};
  const size_t count = outputs.size();
  for (size_t k = 0; k < count; ++k) {
    operands[1 + k] = with_reduced_dims(*outputs[k], input, reduced, keepdim, false);
  }
  if (has_backward_dim(input)) flip_backward_dims({operands, 1 + count});
  for (size_t k = 0; k < count; ++k) spread[k] = operands[1 + k].get();
  Iterator it;
  build_reduction(it, {spread, count}, *operands[0], read);
  if (how != nullptr) *how = traffic(it);
  return reduce(it, reduction);
}

}  // namespace

void run_reduction(const char *name, std::span<Tensor *const> outputs, const Tensor &input, uint64_t reduced,
                   bool keepdim, DType read, const Reduction &reduction, kernels::Traffic *how) {
  std::optional<ct_status> status;
  if (read == input.dtype()) status = FewCalls(reduction, outputs).run(input, reduced, keepdim);
  if (!status.has_value()) status = run_iterator(outputs, input, reduced, keepdim, read, reduction, how);
  if (*status != CT_OK) fail(*status, name, ": the executor failed");
}

}  // namespace ct
