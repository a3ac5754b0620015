// Iterator::build: a sequence of steps, one function each, in the order in which they run. The order decides which
// error wins. docs/architecture.md says what each step does.
#include <algorithm>
#include <optional>

#include "iter/dims.h"
#include "iter/iterator.h"
#include "runtime/error.h"
#include "tensor/overlap.h"
#include "tensor/resize.h"

namespace ct {

using namespace iter_flags;

namespace {

// A static shape bypasses broadcasting, so all that is asked for is that its indices stay inside each tensor.
// A squashed dim is the loop's own to walk.
void check_inside(const Tensor &tensor, Dims shape, uint64_t squashed) {
  const auto ndim = static_cast<int32_t>(shape.size());
  bool inside = tensor.ndim() == ndim;
  for (int32_t d = 0; inside && d < ndim; ++d) {
    inside = (squashed >> d & 1) != 0 || shape[d] <= tensor.sizes()[d];
  }
  if (!inside)
    fail(CT_ERROR_SHAPE, "the static shape ", shape, " reaches outside an operand of shape ", tensor.sizes());
}

uint64_t magnitude(int64_t stride) {
  return stride < 0 ? uint64_t{0} - static_cast<uint64_t>(stride) : static_cast<uint64_t>(stride);
}

bool is_backward(int64_t stride) { return stride < 0; }

}  // namespace

struct IteratorBuild {
  IteratorBuild(Iterator &iterator, const IterConfig &configuration)
      : it(iterator), config(configuration), operands(iterator.operands_), flags(configuration.flags) {}
  IteratorBuild(const IteratorBuild &) = delete;
  IteratorBuild &operator=(const IteratorBuild &) = delete;
  ~IteratorBuild() {
    for (const Tensor *tensor : stand_ins) {
      if (tensor != nullptr) tensor->release();
    }
  }

  Iterator &it;
  const IterConfig &config;
  SmallVec<Operand, 4> &operands;
  const uint32_t flags;
  bool all_same_shape = false;  // of the operands that have a say in the shape
  bool all_scalars = false;     // none of them has a dim
  // Tensors whose layouts fresh outputs follow in place of the inputs' layouts; see stand_in_for_copies. Empty where
  // inputs stand for themselves. These are the builder's own.
  SmallVec<const Tensor *, 4> stand_ins;

  bool has(uint32_t flag) const noexcept { return (flags & flag) != 0; }
  bool may_resize() const noexcept { return !has(kNoResize); }
  bool checks_overlap() const noexcept { return !has(kAllowOverlap); }
  std::span<Operand> outputs() noexcept { return {operands.data(), config.outputs.size()}; }
  std::span<Operand> inputs() noexcept { return {operands.data() + config.outputs.size(), config.inputs.size()}; }
  int64_t *strides_of(int64_t k) noexcept { return it.strides_.data() + k * it.stride_capacity_; }
  // The tensor by whose layout operand k counts when dims are ordered, or NULL where it is still to be made or resized.
  const Tensor *laid_out(int64_t k) const noexcept {
    if (operands[k].will_resize) return nullptr;
    return !stand_ins.empty() && stand_ins[k] != nullptr ? stand_ins[k] : operands[k].tensor;
  }

  void run() {
    check(config);
    if (plain_setup()) return;
    add_operands();
    check_overlap();
    compute_shape();
    mark_resize();
    if (!one_dtype_setup()) {
      it.common_dtype_ = set_types(config, operands, all_scalars, it.meta_);
      if (!has(kReduction) && needs_outputs()) stand_in_for_copies();
    }
    if (fast_setup()) return set_data();
    compute_strides();
    reorder();
    allocate_in_order();
    set_data();
    if (config.flips && !it.meta_) flip_backward();
    it.coalesce();
    if (config.flips && !it.meta_) flip_transposed();
  }

  // ---- operands and overlap ----

  void add_operands() {
    it.flags_ = flags;
    it.borrows_ = config.borrows;
    it.noutputs_ = static_cast<int32_t>(config.outputs.size());
    const auto count = static_cast<int64_t>(config.outputs.size() + config.inputs.size());
    operands.reserve(count);
    for (int64_t k = 0; k < count; ++k) {
      const bool is_output = k < it.noutputs_;
      const auto index = static_cast<size_t>(is_output ? k : k - it.noutputs_);
      const std::span<const DType> dtypes = is_output ? config.output_dtypes : config.input_dtypes;
      const DType fixed = index < dtypes.size() ? dtypes[index] : DType::Undefined;
      Tensor *tensor = is_output ? config.outputs[index] : const_cast<Tensor *>(config.inputs[index]);
      if (tensor == nullptr) {
        operands.push_back({.fixed = fixed, .is_output = is_output});
        continue;
      }
      if (!config.borrows) tensor = tensor->keep().detach();
      operands.push_back(
          {tensor, tensor->data(), tensor->dtype(), tensor->dtype(), fixed, tensor->itemsize(), is_output});
      it.meta_ |= tensor->is_meta();
      for (int64_t out = 0; !is_output && out < it.noutputs_; ++out) {
        operands[out].is_read_write |= tensor == operands[out].tensor;
      }
    }
  }

  void check_overlap() {
    const std::span<Operand> outs = outputs();
    for (const Operand &output : outs) {
      if (output.tensor != nullptr) check_writable(*output.tensor, "out");
    }
    if (!checks_overlap()) return;
    for (size_t k = 0; k < outs.size(); ++k) {
      const Tensor *output = outs[k].tensor;
      if (output == nullptr) continue;
      check_no_internal_overlap(*output);
      for (const Operand &input : inputs()) {
        if (!input.tensor->is_deferred()) check_no_partial_overlap(*output, *input.tensor);
      }
      for (size_t other = k + 1; other < outs.size(); ++other) {
        if (outs[other].tensor == nullptr) continue;
        // One tensor twice is refused even while it is empty: it may be about to grow.
        if (outs[other].tensor == output) {
          fail(CT_ERROR_OVERLAP, "outputs ", static_cast<int64_t>(k), " and ", static_cast<int64_t>(other),
               " are the same tensor of shape ", output->sizes());
        }
        check_no_overlap(*output, *outs[other].tensor);
      }
    }
  }

  // ---- the common shape, and which outputs must be resized to it ----

  void compute_shape() {
    DimVec &shape = it.shape_;
    if (config.has_static_sizes) {
      const int32_t ndim = check_ndim(static_cast<int64_t>(config.static_sizes.size()));
      shape.assign(config.static_sizes);
      uint64_t squashed = 0;
      for (const int32_t dim : config.squash_dims) squashed |= uint64_t{1} << wrap_dim(dim, ndim);
      for (int32_t d = 0; d < ndim; ++d) {
        if ((squashed >> d & 1) != 0) shape[d] = 1;
      }
      it.numel_ = checked_numel(shape);
      for (const Operand &operand : operands) {
        if (operand.tensor != nullptr) check_inside(*operand.tensor, shape, squashed);
      }
      return;
    }
    // Outputs that may be resized do not count, unless there are no inputs.
    const bool skips_outputs = may_resize() && !config.inputs.empty();
    const Tensor *first = nullptr;
    bool has_dims = false, has_scalar = false;
    all_same_shape = true;
    for (const Operand &operand : operands) {
      if (operand.tensor == nullptr || (operand.is_output && skips_outputs)) continue;
      const Tensor &tensor = *operand.tensor;
      (tensor.ndim() == 0 ? has_scalar : has_dims) = true;
      if (first == nullptr) {
        first = &tensor;
        shape.assign(tensor.sizes());
      } else if (!same_dims(shape, tensor.sizes())) {
        all_same_shape = false;
        broadcast_into(&shape, tensor.sizes());
      }
    }
    if (first == nullptr) fail(CT_ERROR_INVALID, "nothing gives the iterator a shape: no operand, no static shape");
    all_same_shape &= !(has_dims && has_scalar);
    all_scalars = !has_dims;
    it.numel_ = all_same_shape ? first->numel() : checked_numel(shape);
  }

  void mark_resize() {
    if (config.has_static_sizes) return;
    for (Operand &output : outputs()) {
      if (output.tensor == nullptr || same_dims(output.tensor->sizes(), it.shape_)) continue;
      if (may_resize() && !output.is_read_write) {
        output.will_resize = true;
      } else if (!has(kReduction)) {
        fail(CT_ERROR_SHAPE, "output with shape ", output.tensor->sizes(), " doesn't match the broadcast shape ",
             Dims(it.shape_));
      }
    }
    if (has(kReduction)) check_reduction_outputs();
  }

  void check_reduction_outputs() {
    const Tensor &first = *operands[0].tensor;
    for (const Operand &output : outputs()) {
      const Tensor &other = *output.tensor;
      if (!same_dims(first.sizes(), other.sizes()) || !same_dims(first.strides(), other.strides())) {
        fail(CT_ERROR_SHAPE, "the outputs of a reduction must have equal sizes and strides, got sizes ", first.sizes(),
             " and ", other.sizes(), ", strides ", first.strides(), " and ", other.strides());
      }
    }
  }

  // ---- dtypes, and what fresh outputs of converted inputs look like ----

  // The most frequent case: all operands have one dtype, and no rule would change it.
  bool one_dtype_setup() {
    if (it.ninputs() == 0 || it.meta_ || all_scalars || config.copied_inputs != 0) return false;
    if (!config.output_dtypes.empty() || !config.input_dtypes.empty()) return false;
    const Operand &model = operands.back();
    const DType dtype = model.tensor_dtype;
    if (has(kIntegersToFloat) && is_integer_like(dtype)) return false;
    for (const Operand &operand : operands) {
      const bool by_common = operand.tensor == nullptr && config.static_dtype == DType::Undefined;
      if (!by_common && (operand.tensor == nullptr || operand.tensor_dtype != dtype)) return false;
    }
    it.common_dtype_ = dtype;
    for (Operand &output : outputs()) {
      output.dtype = output.tensor_dtype = dtype;
      output.itemsize = model.itemsize;
    }
    return true;
  }

  // PyTorch converts inputs to copies before it looks at strides. Nothing is copied here, but fresh outputs are laid
  // out as if it were: the copy of an input that is not dense, or runs backwards, has other strides than the input.
  void stand_in_for_copies() {
    for (int64_t k = it.noutputs_; k < operands.size(); ++k) {
      const Tensor &input = *operands[k].tensor;
      const bool keeps_strides =
          input.is_non_overlapping_and_dense() && std::ranges::none_of(input.strides(), is_backward);
      const bool is_copied =
          operands[k].dtype != input.dtype() || (config.copied_inputs >> (k - it.noutputs_) & 1) != 0;
      if (!is_copied || keeps_strides) continue;
      if (stand_ins.empty()) stand_ins.resize(operands.size());
      stand_ins[k] =
          Tensor::create(input.sizes(), dense_strides_like(input.sizes(), input.strides()), operands[k].dtype, true)
              .detach();
    }
  }

  // ---- operands of one shape whose memory lies in one order are one dim ----
  // Never of reductions, mixed shapes or negative strides: a layout with them is neither contiguous nor dense.

  bool plain_setup() {
    if (!is_plain()) return false;
    const Tensor &output = *config.outputs[0];
    add_operands();
    it.common_dtype_ = output.dtype();
    it.numel_ = output.numel();
    it.shape_.assign(output.sizes());
    reverse_dims();
    set_one_dim();
    return true;
  }

  // The most frequent case: one given output, and inputs of its shape and dtype, all contiguous. Such a call passes
  // every check, so the steps between are skipped. Everything else, errors included, is left to those steps.
  bool is_plain() const noexcept {
    constexpr size_t most_inputs = 3;  // and six dims: nothing is allocated
    constexpr int32_t most_dims = 6;
    if (config.outputs.size() != 1 || config.inputs.empty() || config.inputs.size() > most_inputs) return false;
    if (has(kReduction) || config.has_static_sizes || config.static_dtype != DType::Undefined) return false;
    if (!config.output_dtypes.empty() || !config.input_dtypes.empty()) return false;
    const Tensor *const output = config.outputs[0];
    if (output == nullptr || !output->is_contiguous() || output->is_meta() || output->is_read_only()) return false;
    if (output->ndim() == 0 || output->ndim() > most_dims || output->numel() == 0) return false;
    const DType dtype = output->dtype();
    if (has(kIntegersToFloat) && is_integer_like(dtype)) return false;
    for (const Tensor *input : config.inputs) {
      if (input == output) continue;
      if (input->dtype() != dtype || !input->is_contiguous() || input->is_meta() ||
          !same_dims(input->sizes(), output->sizes()) || !is_apart(*input, *output)) {
        return false;
      }
    }
    return true;
  }

  // Tries contiguous, then channels_last, then non-overlapping and dense with equal strides.
  bool fast_setup() {
    if (has(kReduction) || !all_same_shape) return false;
    bool contiguous = true, channels_last = !has(kLinear), dense = !has(kLinear);
    for (int64_t k = 0; k < operands.size(); ++k) {
      const Tensor *const tensor = laid_out(k);
      if (tensor == nullptr) continue;
      const LayoutFlags &layout = tensor->flags();
      contiguous &= layout.contiguous;
      channels_last &= layout.channels_last;
      dense &= layout.non_overlapping_and_dense;
    }
    std::optional<DimVec> strides;  // of fresh outputs
    if (contiguous) {
      reverse_dims();
    } else if (channels_last) {
      strides = channels_last_strides(it.shape_);
      it.perm_ = {1, 3, 2, 0};
    } else if (dense && (strides = common_strides())) {
      reverse_dims();
      std::ranges::sort(it.perm_, [&](int32_t a, int32_t b) {
        return (*strides)[a] != (*strides)[b] ? (*strides)[a] < (*strides)[b] : a > b;
      });
    } else {
      return false;
    }
    bool is_one_dim = stand_ins.empty();  // else the inputs themselves are not
    if (needs_outputs()) is_one_dim &= make_outputs(contiguous ? nullptr : &*strides);
    if (!is_one_dim) {
      for (Operand &output : outputs()) output.will_resize = false;
      return false;
    }
    set_one_dim();
    return true;
  }

  // The strides of the operands that count, where all of these are dense with the same strides, none of them negative.
  std::optional<DimVec> common_strides() const {
    const Tensor *model = nullptr;
    for (int64_t k = operands.size() - 1; k >= 0; --k) {
      const Tensor *const tensor = laid_out(k);
      if (tensor == nullptr) continue;
      if (model == nullptr) model = tensor;
      if (!same_dims(model->strides(), tensor->strides())) return {};
    }
    if (std::ranges::any_of(model->strides(), is_backward)) return {};
    return DimVec(model->strides());
  }

  void reverse_dims() {
    const auto ndim = static_cast<int32_t>(it.shape_.size());
    it.perm_.resize_unset(ndim);
    for (int32_t i = 0; i < ndim; ++i) it.perm_[i] = ndim - 1 - i;
  }

  void set_one_dim() {
    if (it.shape_.empty()) return;
    it.sizes_.resize_unset(1);
    it.sizes_[0] = it.numel_;
    it.stride_capacity_ = 1;
    it.strides_.resize_unset(operands.size());
    for (int64_t k = 0; k < operands.size(); ++k) it.strides_[k] = operands[k].itemsize;
  }

  // ---- strides along the common shape, and the order of dims that suits them ----

  void compute_strides() {
    const int64_t ndim = it.shape_.size();
    it.stride_capacity_ = ndim;
    it.strides_.resize(operands.size() * ndim);
    for (int64_t k = 0; k < operands.size(); ++k) {
      if (const Tensor *tensor = laid_out(k)) set_strides(k, *tensor);
    }
  }

  void set_strides(int64_t k, const Tensor &tensor) noexcept {
    const int64_t missing = it.shape_.size() - tensor.ndim(), itemsize = operands[k].itemsize;
    int64_t *strides = strides_of(k) + missing;  // 0 in the missing dims
    for (int32_t d = 0; d < tensor.ndim(); ++d) {
      // A static shape takes strides as they are; else a size-1 dim that is not broadcast keeps its stride, which takes
      // part in the ordering.
      const bool broadcast = !config.has_static_sizes && tensor.sizes()[d] == 1 && it.shape_[missing + d] != 1;
      strides[d] = broadcast ? 0 : tensor.strides()[d] * itemsize;
    }
  }

  void reorder() {
    const auto ndim = static_cast<int32_t>(it.shape_.size());
    SmallVec<int32_t, 6> &perm = it.perm_;
    reverse_dims();
    // A reduction reads more than it writes, so the inputs decide where the order is free.
    const int64_t count = operands.size(), first = has(kReduction) && config.flips ? it.noutputs_ : 0;
    // Does dim a belong outside of dim b? Asks the operands one after the other, outputs first. > 0: yes, < 0: no,
    // 0: ambiguous.
    const auto compare = [&](int32_t a, int32_t b) {
      // Reduced dims, on which an output's stride is 0, come first.
      for (int64_t k = 0; has(kReduction) && k < it.noutputs_; ++k) {
        if (laid_out(k) == nullptr || (strides_of(k)[a] == 0) == (strides_of(k)[b] == 0)) continue;
        return strides_of(k)[b] == 0 ? 1 : -1;
      }
      for (int64_t i = 0; i < count; ++i) {
        const int64_t k = (first + i) % count;
        if (laid_out(k) == nullptr) continue;
        const uint64_t stride_a = magnitude(strides_of(k)[a]), stride_b = magnitude(strides_of(k)[b]);
        if (stride_a == 0 || stride_b == 0) continue;
        if (stride_a != stride_b) return stride_a < stride_b ? -1 : 1;
        if (it.shape_[a] > it.shape_[b]) return 1;
      }
      return 0;
    };
    if (!has(kLinear)) sort_dims(perm.data(), ndim, compare);
    for (int64_t k = 0; k < stand_ins.size(); ++k) {
      if (stand_ins[k] != nullptr) set_strides(k, *operands[k].tensor);
    }
    it.sizes_.resize(ndim);
    for (int32_t i = 0; i < ndim; ++i) it.sizes_[i] = it.shape_[perm[i]];
    int64_t unordered[kMaxDims];
    for (int64_t k = 0; k < operands.size(); ++k) {
      int64_t *strides = strides_of(k);
      for (int32_t i = 0; i < ndim; ++i) unordered[i] = strides[i];
      for (int32_t i = 0; i < ndim; ++i) strides[i] = unordered[perm[i]];
    }
  }

  void flip_backward() noexcept {
    for (int32_t d = 0; d < it.ndim(); ++d) {
      bool backward = false, forward = false;
      for (int64_t k = 0; k < operands.size(); ++k) {
        backward |= strides_of(k)[d] < 0;
        forward |= strides_of(k)[d] > 0;
      }
      if (backward && !forward && it.sizes_[d] != 0) flip(d);
    }
  }

  // Flips dims along which some operand runs backwards by single elements, and none forwards: elements are read and
  // written by registers forwards, and rows in any order.
  void flip_transposed() noexcept {
    for (int32_t d = 1; d < it.ndim(); ++d) {
      bool backward = false, forward = false;
      for (int64_t k = 0; k < operands.size(); ++k) {
        backward |= strides_of(k)[d] == -operands[k].itemsize;
        forward |= strides_of(k)[d] == operands[k].itemsize;
      }
      if (backward && !forward && it.sizes_[d] != 0) flip(d);
    }
  }

  void flip(int32_t d) noexcept {
    for (int64_t k = 0; k < operands.size(); ++k) {
      int64_t &stride = strides_of(k)[d];
      if (operands[k].data != nullptr) operands[k].data += (it.sizes_[d] - 1) * stride;
      stride = -stride;
    }
  }

  // ---- outputs that are missing or of another shape ----
  // Everything that can fail comes before anything changes for good.

  void allocate_in_order() {
    if (!needs_outputs()) return;
    const auto ndim = static_cast<int32_t>(it.shape_.size());
    DimVec strides(ndim);
    bool inverted = true;
    int64_t next = 1;
    for (int32_t i = 0; i < ndim; ++i) {
      strides[it.perm_[i]] = next;
      next *= it.sizes_[i];
      inverted &= it.perm_[i] == ndim - 1 - i;
    }
    make_outputs(inverted ? nullptr : &strides);
    for (int64_t k = 0; k < it.noutputs_; ++k) {
      const Operand &output = operands[k];
      if (!output.allocated && !output.will_resize) continue;
      for (int32_t i = 0; i < ndim; ++i) {
        strides_of(k)[i] = output.tensor->strides()[it.perm_[i]] * output.itemsize;
      }
    }
  }

  bool needs_outputs() const noexcept {
    for (int64_t k = 0; k < it.noutputs_; ++k) {
      if (operands[k].tensor == nullptr || operands[k].will_resize) return true;
    }
    return false;
  }

  // The strides that outputs should have, where the configuration asks for others than the order of the dims gives.
  std::optional<DimVec> wanted_strides() const {
    if (config.laid_out == LaidOut::Iterated) return {};
    if (config.laid_out == LaidOut::Contiguous) return contiguous_strides(it.shape_);
    const Tensor &model = config.laid_out == LaidOut::Alone ? *laid_out(it.noutputs_) : *config.inputs[0];
    if (!same_dims(model.sizes(), it.shape_)) return {};
    if (config.laid_out == LaidOut::Like) return dense_strides_like(model.sizes(), model.strides());
    const LayoutFlags &layout = model.flags();
    if (layout.contiguous) return contiguous_strides(it.shape_);
    if (layout.channels_last) return channels_last_strides(it.shape_);
    if (layout.non_overlapping_and_dense) return DimVec(model.strides());
    return {};
  }

  // Allocates and resizes outputs. by_order: their strides by the order of dims, or NULL for contiguous. Returns
  // whether the outputs have those strides, or others that were asked for.
  bool make_outputs(const DimVec *by_order) {
    const std::optional<DimVec> wanted = wanted_strides();
    const DimVec *const strides = wanted.has_value() ? &*wanted : by_order;
    bool resizes = false;
    for (Operand &output : outputs()) {
      resizes |= output.will_resize;
      if (output.tensor != nullptr) continue;
      const bool no_memory = it.meta_ || config.records;
      output.tensor = (strides == nullptr ? Tensor::create(it.shape_, output.tensor_dtype, no_memory)
                                          : Tensor::create(it.shape_, *strides, output.tensor_dtype, no_memory))
                          .detach();
      output.allocated = true;
    }
    if (resizes) resize_outputs_from(0, strides == nullptr ? contiguous_strides(it.shape_) : *strides);
    return !wanted.has_value() || same_dims(*wanted, by_order == nullptr ? contiguous_strides(it.shape_) : *by_order);
  }

  // One frame an output, so that its guard undoes the resize when a later one, or the last check, fails.
  void resize_outputs_from(int32_t k, Dims strides) {
    while (k < it.noutputs_ && !operands[k].will_resize) ++k;
    if (k == it.noutputs_) return check_resized_overlap();
    ResizeGuard guard(operands[k].tensor);
    resize(*operands[k].tensor, it.shape_, strides);
    resize_outputs_from(k + 1, strides);
    guard.commit();
  }

  // An output that kept its storage may now overlap another operand of that storage.
  void check_resized_overlap() {
    if (!checks_overlap()) return;
    for (const Operand &output : outputs()) {
      if (!output.will_resize) continue;
      for (const Operand &other : operands) {
        if (other.tensor == output.tensor) continue;
        if (other.is_output) {
          check_no_overlap(*output.tensor, *other.tensor);
        } else {
          check_no_partial_overlap(*output.tensor, *other.tensor);
        }
      }
    }
  }

  void set_data() noexcept {
    for (Operand &operand : operands) {
      operand.data = operand.tensor->data();
      it.needs_conversion_ |= operand.dtype != operand.tensor_dtype;
    }
  }
};

void Iterator::build(const IterConfig &config) {
  clear();
  IteratorBuild(*this, config).run();
}

}  // namespace ct
