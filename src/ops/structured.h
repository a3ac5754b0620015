// Structured ops: an op is written once, as
//   inputs()          the tensors it reads,
//   meta(Output &)    decides dtype, sizes and strides, and sets the output,
//   impl(Output &)    computes into output.get().
// Its fresh form is functional(op), its _out form into(op, out); in place is out == one of the inputs.
// Rules: docs/semantics.md, "Broadcasting and resizing". Until the op has finished, a failure leaves `out` as it was.
#pragma once

#include <optional>
#include <span>

#include "expr/node.h"
#include "tensor/resize.h"
#include "tensor/tensor.h"

namespace ct {

class Output {
 public:
  Output() = default;  // functional: meta's set_* allocates
  Output(Tensor &out, std::span<const Tensor *const> inputs);

  Tensor *given() const noexcept { return given_; }  // NULL in the functional form
  bool is_in_place() const noexcept { return in_place_; }
  Tensor &get() const noexcept { return *target_; }  // after meta: what impl writes, which may be a proxy

  // One of these, once, from meta. A given output has its dtype, device and writability checked, and is resized where
  // its sizes differ; in place, other sizes are refused.
  // strides are a hint: used only where the output is allocated or resized.
  void set_raw_strided(Dims sizes, Dims strides, DType dtype, bool meta = false);
  // The same, contiguous where it is allocated or resized.
  void set_raw_contiguous(Dims sizes, DType dtype, bool meta = false);
  // strides are exact: where a given output has others, impl computes into a proxy that finish() copies back.
  void set_strided(Dims sizes, Dims strides, DType dtype, bool meta = false);
  void set_contiguous(Dims sizes, DType dtype, bool meta = false);
  // Called after one of these, by an op that wants several outputs of equal strides: where this one is not contiguous,
  // impl computes into a contiguous proxy.
  void compute_contiguous();
  // For an op whose iterator has allocated or resized the output, by the same rules.
  void set_built(Ref<Tensor> output) noexcept;

  // In place of computing, where an input is deferred: a fresh output becomes deferred as well, and into a given one
  // the whole expression is computed.
  void record(const Recorded &op) { record(make_node(op)); }
  void record(const char *name, const ReductionCall &call, const Tensor &input) {
    record(make_node(name, call, input, target_->sizes(), target_->dtype()));
  }

  // Called before an iterator resizes the given output of an op that may still fail afterwards.
  void guard();
  // The part of finish() that can fail; called before another output is finished.
  void copy_back();
  Ref<Tensor> finish();

 private:
  void check_given(Dims sizes, DType dtype, bool meta) const;
  void proxy(Dims strides);
  void record(Ref<Node> node);

  Tensor *given_ = nullptr;
  bool in_place_ = false;
  bool proxied_ = false;
  Ref<Tensor> target_;
  std::optional<ResizeGuard> guard_;
};

// What ops of one input begin with.
struct OneInput {
  const Tensor &input;
  const Tensor *const inputs_[1] = {&input};
  std::span<const Tensor *const> inputs() const { return inputs_; }
};

template <class Op>
Ref<Tensor> functional(Op &&op) {
  Output output;
  op.meta(output);
  op.impl(output);
  return output.finish();
}

template <class Op>
void into(Op &&op, Tensor &out) {
  Output output(out, op.inputs());
  op.meta(output);
  op.impl(output);
  output.finish();
}

// For ops with a second output. Their meta and impl take it behind the first, by a pointer that is NULL where it is not
// wanted.
struct TwoTensors {
  Ref<Tensor> first, second;
};

template <class Op>
TwoTensors functional_two(Op &&op, bool two) {
  Output first, second;
  Output *const beside = two ? &second : nullptr;
  op.meta(first, beside);
  op.impl(first, beside);
  return {first.finish(), two ? second.finish() : nullptr};
}

template <class Op>
void into_two(Op &&op, Tensor &first, Tensor *second) {
  Output one(first, op.inputs());
  std::optional<Output> two;
  if (second != nullptr) two.emplace(*second, op.inputs());
  Output *const beside = two.has_value() ? &*two : nullptr;
  op.meta(one, beside);
  op.impl(one, beside);
  if (beside != nullptr) beside->finish();
  one.finish();
}

}  // namespace ct
