// The steps of Iterator::build, one function each, in the order in which they run. The order decides which error wins.
// docs/architecture.md says what each step does.
#pragma once

#include <optional>

#include "iter/iterator.h"

namespace ct {

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
  // In place of inputs, where fresh outputs are laid out as those: see stand_in_for_copies. Empty: of none. Its own.
  SmallVec<const Tensor *, 4> stand_ins;

  bool has(uint32_t flag) const noexcept { return (flags & flag) != 0; }
  bool may_resize() const noexcept { return !has(iter_flags::kNoResize); }
  bool checks_overlap() const noexcept { return !has(iter_flags::kAllowOverlap); }
  std::span<Operand> outputs() noexcept { return {operands.data(), config.outputs.size()}; }
  std::span<Operand> inputs() noexcept { return {operands.data() + config.outputs.size(), config.inputs.size()}; }

  void run();

  // build.cpp
  void check_config() const;
  void add_operands();
  void check_overlap();
  void set_data() noexcept;

  // shape.cpp
  void compute_shape();
  void mark_resize();
  void check_reduction_outputs();

  // types.cpp
  void compute_types();
  void stand_in_for_copies();
  const Tensor &laid_out_by(int64_t k) const noexcept {
    const bool stands_in = !stand_ins.empty() && stand_ins[k] != nullptr;
    return stands_in ? *stand_ins[k] : *operands[k].tensor;
  }

  // one_dim.cpp
  bool plain_setup();
  bool fast_setup();
  void reverse_dims();  // perm: of contiguous operands

  // reorder.cpp
  void compute_strides();
  void set_strides(int64_t k, const Tensor &tensor) noexcept;
  void reorder();
  void flip_backward() noexcept;
  void coalesce() noexcept;

  // allocate.cpp
  void allocate_in_order();  // outputs dense in the iterator's order
  std::optional<DimVec> wanted_strides() const;
  // Allocates and resizes. Tells whether the outputs have those strides, or others that are wanted.
  bool make_outputs(Dims by_order);
  bool needs_outputs() const noexcept;

  int64_t *strides_of(int64_t k) noexcept { return it.strides_.data() + k * it.stride_capacity_; }

 private:
  // types.cpp
  bool all_of_one_dtype() const noexcept;
  void check_same_dtype(DType expected);
  DType common_input_dtype();
  void check_device();
  void set_output_dtype(int64_t k);

  // one_dim.cpp
  bool is_plain() const noexcept;
  std::optional<DimVec> common_strides() const;
  void set_one_dim();

  // allocate.cpp
  void resize_outputs_from(int32_t k, Dims strides);
  void check_resized_overlap();
};

}  // namespace ct
