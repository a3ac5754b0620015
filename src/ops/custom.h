// Structured ops whose meta and impl come from outside (ct_op_run). Their outputs are those of structured.h.
#pragma once

#include <optional>
#include <span>

#include "ops/structured.h"

namespace ct {

class CustomOutputs {
 public:
  static constexpr int64_t kMost = 8;

  // given: of each output, NULL where it is made.
  //   any_strides  impl writes into outputs of any strides: those that meta declares are a hint
  //   in_place     an output may be the very elements of an input
  CustomOutputs(std::span<const Tensor *const> inputs, std::span<Tensor *const> given, bool any_strides, bool in_place);

  // From meta, once for each output. strides NULL: contiguous.
  void set(int32_t index, Dims sizes, const Dims *strides, DType dtype);

  void check_all_set() const;
  bool anything_to_compute() const noexcept;  // after meta: neither meta nor empty
  Tensor &get(int64_t index) const noexcept { return outputs_[index]->get(); }
  // Copies proxies back; from here on resized outputs stay resized. Into `results`, one of each output.
  void finish(std::span<Ref<Tensor>> results);

 private:
  int64_t count() const noexcept { return static_cast<int64_t>(given_.size()); }
  void check_apart(int32_t index) const;

  std::span<const Tensor *const> inputs_;
  std::span<Tensor *const> given_;
  bool any_strides_, in_place_, meta_;
  bool set_[kMost] = {};
  std::optional<Output> outputs_[kMost];
};

}  // namespace ct
