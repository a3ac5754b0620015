// Step: what most calls are, one given output and inputs of its shape and dtype, all contiguous. They pass every check
// and are one dim, so none of the other steps has anything to find out. Whatever is not so, errors too, is left to
// them.
#include "iter/build.h"
#include "tensor/overlap.h"

namespace ct {

using namespace iter_flags;

bool IteratorBuild::is_plain() const noexcept {
  constexpr size_t most_inputs = 3;  // and six dims: nothing is allocated
  constexpr int32_t most_dims = 6;
  if (config.outputs.size() != 1 || config.inputs.empty() || config.inputs.size() > most_inputs) return false;
  if (has(kReduction) || config.has_static_sizes || config.static_dtype != DType::Undefined) return false;
  if (!config.output_dtypes.empty() || !config.input_dtypes.empty()) return false;
  const Tensor *const output = config.outputs[0];
  if (output == nullptr || !output->is_contiguous() || output->is_meta() || output->is_read_only()) return false;
  if (output->ndim() == 0 || output->ndim() > most_dims || output->numel() == 0) return false;
  const DType dtype = output->dtype();
  if (has(kIntegersToFloat) && (dtype == DType::Bool || is_integral(dtype))) return false;
  for (const Tensor *input : config.inputs) {
    if (input == output) continue;
    if (input->dtype() != dtype || !input->is_contiguous() || input->is_meta() ||
        !same_dims(input->sizes(), output->sizes()) || !is_apart(*input, *output)) {
      return false;
    }
  }
  return true;
}

bool IteratorBuild::plain_setup() {
  if (!is_plain()) return false;
  Tensor *const output = config.outputs[0];
  const int32_t ndim = output->ndim();
  const int64_t itemsize = output->itemsize();
  const auto noperands = static_cast<int64_t>(config.inputs.size()) + 1;
  it.flags_ = flags;
  it.borrows_ = config.borrows;
  it.noutputs_ = 1;
  it.common_dtype_ = output->dtype();
  it.numel_ = output->numel();
  it.shape_.assign(output->sizes());
  it.perm_.resize_unset(ndim);
  for (int32_t i = 0; i < ndim; ++i) it.perm_[i] = ndim - 1 - i;
  it.sizes_.resize_unset(1);
  it.sizes_[0] = it.numel_;
  it.stride_capacity_ = 1;
  it.strides_.resize_unset(noperands);
  operands.resize_unset(noperands);
  bool is_read_write = false;
  for (int64_t k = 0; k < noperands; ++k) {
    Tensor *const tensor = k == 0 ? output : const_cast<Tensor *>(config.inputs[static_cast<size_t>(k - 1)]);
    is_read_write |= k != 0 && tensor == output;
    if (!config.borrows) tensor->retain();
    it.strides_[k] = itemsize;
    operands[k] = {tensor,
                   tensor->data(),
                   it.common_dtype_,
                   it.common_dtype_,
                   itemsize,
                   /*is_output=*/k == 0,
                   /*will_resize=*/false,
                   /*is_read_write=*/false,
                   /*allocated=*/false};
  }
  operands[0].is_read_write = is_read_write;
  return true;
}

}  // namespace ct
