// cat and stack: a box of the output for each tensor.
#include "ops/structural/join.h"

#include "ops/structural/boxes.h"
#include "ops/structured.h"
#include "runtime/error.h"

namespace ct {

namespace {

// What cat and stack share: tensors that lie one after the other along a dim of the output.
class Join {
 public:
  explicit Join(Tensors tensors) : tensors_(tensors) {}

  Tensors inputs() const { return tensors_; }

  void impl(Output &output) {
    if (output.get().is_meta()) return;
    Tensor &out = output.get();
    const auto numel = [this](int64_t i) { return tensors_[i]->numel(); };
    const auto describe = [&](int64_t i, Box &box) {
      const Tensor &t = *tensors_[i];
      const int64_t itemsize = out.itemsize(), from_size = t.itemsize();
      const int64_t *const to = out.strides().data(), *const from = t.strides().data(), *const sizes = t.sizes().data();
      box.begin(out.data() + starts_[i] * to[dim_] * itemsize, t);
      if (t.numel() == 0) {
        box.numel = 0;
        return;
      }
      int32_t at = out.ndim();
      for (int32_t d = t.ndim() - 1; d >= 0; --d) {
        --at;
        if (stacks_ && at == dim_) --at;
        box.add(sizes[d], to[at] * itemsize, from[d] * from_size);
      }
    };
    copy_boxes(out, {static_cast<int64_t>(tensors_.size()), numel, describe});
  }

 protected:
  void check_any(const char *name) const {
    if (tensors_.empty()) fail(CT_ERROR_INVALID, name, " expects a non-empty list of tensors, got ", 0);
  }

  void set_output(Output &output, Dims sizes, MemoryFormat format) {
    const bool meta = all_meta(tensors_);
    ResultType common;
    for (const Tensor *const t : tensors_) common.add(t->dtype(), t->ndim(), t->is_wrapped_number());
    const DType dtype = common.get();
    Tensor *const given = output.given();
    if (given == nullptr && format == MemoryFormat::Contiguous) return output.set_contiguous(sizes, dtype, meta);
    const DimVec strides = format_strides(sizes, format);
    if (given == nullptr) return output.set_raw_strided(sizes, strides, dtype, meta);
    check_apart(*given, tensors_);
    output.set_raw_strided(sizes, strides, can_cast(dtype, given->dtype()) ? given->dtype() : dtype, meta);
    check_apart(*given, tensors_);
  }

  const Tensors tensors_;
  SmallVec<int64_t, 8> starts_;  // of each along the dim
  int32_t dim_ = 0;
  bool stacks_ = false;
};

class Cat : public Join {
 public:
  Cat(Tensors tensors, int32_t dim) : Join(tensors) { dim_ = dim; }

  void meta(Output &output) {
    check_any("cat");
    const Tensor *const model = find_model();
    const Tensor &first = model != nullptr ? *model : *tensors_[0];
    dim_ = wrap_dim(dim_, first.ndim());
    DimVec sizes(first.sizes());
    int64_t end = 0;
    for (size_t i = 0; i < tensors_.size(); ++i) {
      starts_.push_back(end);
      const Tensor &t = *tensors_[i];
      if (is_skipped(t)) continue;
      check_shape(first, t, static_cast<int64_t>(i));
      if (__builtin_add_overflow(end, t.sizes()[dim_], &end)) {
        fail(CT_ERROR_SHAPE, "cat: the size of dim ", dim_, " overflows at tensor number ", static_cast<int64_t>(i),
             ", of sizes ", t.sizes());
      }
    }
    sizes[dim_] = end;
    set_output(output, sizes, common_format());
  }

 private:
  // An empty tensor of one dim is skipped whatever the other shapes are, as in PyTorch, where such tensors once were
  // the only empty ones.
  static bool is_skipped(const Tensor &t) { return t.ndim() == 1 && t.sizes()[0] == 0; }

  const Tensor *find_model() const {
    for (size_t i = 0; i < tensors_.size(); ++i) {
      if (tensors_[i]->ndim() == 0) {
        fail(CT_ERROR_SHAPE, "zero-dimensional tensor (at position ", static_cast<int64_t>(i),
             ") cannot be concatenated");
      }
    }
    for (const Tensor *const t : tensors_) {
      if (!is_skipped(*t)) return t;
    }
    return nullptr;
  }

  void check_shape(const Tensor &first, const Tensor &t, int64_t number) const {
    if (t.ndim() != first.ndim()) {
      fail(CT_ERROR_SHAPE, "Tensors must have same number of dimensions: got ", first.ndim(), " and ", t.ndim(),
           ", sizes ", t.sizes(), " of tensor number ", number);
    }
    for (int32_t d = 0; d < t.ndim(); ++d) {
      if (d == dim_ || t.sizes()[d] == first.sizes()[d]) continue;
      fail(CT_ERROR_SHAPE, "Sizes of tensors must match except in dimension ", dim_, ". Expected size ",
           first.sizes()[d], " but got size ", t.sizes()[d], " for tensor number ", number, " in the list.");
    }
  }

  MemoryFormat common_format() const {
    const MemoryFormat format = tensors_[0]->suggest_memory_format();
    for (size_t i = 1; format != MemoryFormat::Contiguous && i < tensors_.size(); ++i) {
      if (tensors_[i]->suggest_memory_format() != format) return MemoryFormat::Contiguous;
    }
    return format;
  }
};

class Stack : public Join {
 public:
  Stack(Tensors tensors, int32_t dim) : Join(tensors) {
    dim_ = dim;
    stacks_ = true;
  }

  void meta(Output &output) {
    check_any("stack");
    const Tensor &first = *tensors_[0];
    dim_ = wrap_dim(dim_, check_ndim(int64_t{first.ndim()} + 1));
    for (size_t i = 0; i < tensors_.size(); ++i) {
      starts_.push_back(static_cast<int64_t>(i));
      if (same_dims(tensors_[i]->sizes(), first.sizes())) continue;
      fail(CT_ERROR_SHAPE, "stack expects each tensor to be equal size, but got ", first.sizes(), " at entry 0 and ",
           tensors_[i]->sizes(), " at entry ", static_cast<int64_t>(i));
    }
    DimVec sizes(first.sizes());
    sizes.insert(dim_, static_cast<int64_t>(tensors_.size()));
    set_output(output, sizes, MemoryFormat::Contiguous);
  }
};

}  // namespace

Ref<Tensor> cat(Tensors tensors, int32_t dim) { return functional(Cat(tensors, dim)); }
void cat_into(Tensors tensors, int32_t dim, Tensor &out) { into(Cat(tensors, dim), out); }
Ref<Tensor> stack(Tensors tensors, int32_t dim) { return functional(Stack(tensors, dim)); }
void stack_into(Tensors tensors, int32_t dim, Tensor &out) { into(Stack(tensors, dim), out); }

}  // namespace ct
