// The iterator: operands of one elementwise op or reduction, brought to one shape, one order and few dims.
// build() is a sequence of named steps (iter/build.cpp); afterwards an iterator is immutable and any thread may walk
// it.
#pragma once

#include <cstdint>

#include "iter/config.h"
#include "runtime/small_vec.h"
#include "tensor/tensor.h"

namespace ct {

struct Operand {
  Tensor *tensor = nullptr;        // retained by the iterator, unless it borrows and has not made it
  char *data = nullptr;            // of element [0, …, 0] in the iterator's order
  DType dtype = DType::Undefined;  // as the loop sees it; converted in blocks where the tensor's differs
  DType tensor_dtype = DType::Undefined;
  DType fixed = DType::Undefined;  // what the caller fixed the loop's to; such an input takes no part in promotion
  int64_t itemsize = 0;            // of tensor_dtype
  bool is_output = false;
  bool will_resize = false;
  bool is_read_write = false;  // an output that is also an input
  bool allocated = false;      // made by build()
};

// A step of build(): sets the dtypes that the loop sees, and returns the inputs' common one. all_scalars: no operand
// has a dim.
DType set_types(const IterConfig &config, std::span<Operand> operands, bool all_scalars, bool meta);

class Iterator {
 public:
  Iterator() = default;
  ~Iterator();
  Iterator(const Iterator &) = delete;
  Iterator &operator=(const Iterator &) = delete;

  // Strong guarantee: on throw every given output is as it was.
  void build(const IterConfig &config);

  // Replaces build() where the operands are known to be right: they have no tensors, outputs come first, and dims are
  // in order and coalesced. Takes no memory for up to four operands of kInlineDims.
  static constexpr int32_t kInlineDims = 6;
  void lay_out(Dims sizes, int32_t noutputs, int32_t noperands);
  void set_operand(int32_t k, char *data, DType seen_as, DType dtype, Dims strides) noexcept;  // strides: bytes

  // Makes this a copy of another iterator, whose tensors it borrows, so the other one must stay as long.
  void copy(const Iterator &other);
  // Keeps `size` positions of a dim from `begin` on. coalesce() should follow the last one.
  void narrow(int32_t dim, int64_t begin, int64_t size) noexcept;
  // Moves an input to other memory, where it lies in the loop's dtype. coalesce() should follow the last one.
  void move_input(int32_t k, char *data, Dims strides) noexcept;
  void coalesce() noexcept;

  int32_t noperands() const noexcept { return static_cast<int32_t>(operands_.size()); }
  int32_t noutputs() const noexcept { return noutputs_; }
  int32_t ninputs() const noexcept { return noperands() - noutputs_; }
  const Operand &operand(int32_t k) const noexcept { return operands_[k]; }
  Ref<Tensor> output(int32_t k) const noexcept { return Ref<Tensor>::share(operands_[k].tensor); }

  int32_t ndim() const noexcept { return static_cast<int32_t>(sizes_.size()); }  // coalesced
  int64_t numel() const noexcept { return numel_; }
  Dims sizes() const noexcept { return sizes_; }  // coalesced, fastest first
  Dims strides(int32_t k) const noexcept {        // bytes, fastest first
    return Dims(strides_.data() + k * stride_capacity_, static_cast<size_t>(ndim()));
  }
  Dims shape() const noexcept { return shape_; }                    // broadcast shape before reordering
  std::span<const int32_t> perm() const noexcept { return perm_; }  // perm[i]: the shape's dim that became dim i
  DType common_dtype() const noexcept { return common_dtype_; }
  bool is_meta() const noexcept { return meta_; }
  bool is_reduction() const noexcept { return (flags_ & iter_flags::kReduction) != 0; }
  bool needs_conversion() const noexcept { return needs_conversion_; }
  bool is_contiguous() const noexcept;  // one dim, every operand dense

  // Reductions: dims [0, num_reduce_dims()) are reduced (output stride 0), the rest are not; in linear order they lie
  // where the shape has them.
  bool is_dim_reduced(int32_t dim) const noexcept;
  int32_t num_reduce_dims() const noexcept;
  int64_t num_output_elements() const noexcept;

 private:
  friend struct IteratorBuild;  // the steps, in build.cpp

  void clear() noexcept;

  SmallVec<Operand, 4> operands_;
  int32_t noutputs_ = 0;
  uint32_t flags_ = 0;
  DType common_dtype_ = DType::Undefined;
  int64_t numel_ = 0;
  bool meta_ = false, needs_conversion_ = false, borrows_ = false;
  DimVec sizes_;  // fastest first
  DimVec shape_;
  SmallVec<int32_t, 6> perm_;
  int64_t stride_capacity_ = 0;
  SmallVec<int64_t, 24> strides_;  // [operand][dim]
};

}  // namespace ct
