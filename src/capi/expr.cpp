// Entry points of deferred tensors and programs.
#include <algorithm>

#include "capi/program_handle.h"
#include "expr/describe.h"
#include "expr/node.h"
#include "tensor/overlap.h"

namespace ct {

namespace {

// Tensors that a call has made, which are the caller's when it has succeeded.
class Made {
 public:
  Made() = default;
  Made(const Made &) = delete;
  Made &operator=(const Made &) = delete;
  ~Made() {
    for (const Tensor *tensor : tensors_) {
      if (tensor != nullptr) tensor->release();
    }
  }

  Tensor *add(Ref<Tensor> tensor) {
    tensors_.reserve(tensors_.size() + 1);
    tensors_.push_back(tensor.detach());
    return tensors_.back();
  }
  void skip() { tensors_.push_back(nullptr); }
  void give_to(std::span<ct_tensor *> outs) noexcept {
    for (size_t k = 0; k < outs.size(); ++k) {
      Tensor *&made = tensors_[static_cast<int64_t>(k)];
      if (made != nullptr) outs[k] = reinterpret_cast<ct_tensor *>(std::exchange(made, nullptr));
    }
  }

 private:
  SmallVec<Tensor *, 4> tensors_;
};

void check_given(const Tensor &out, const Tensor &result, int64_t k) {
  if (out.dtype() != result.dtype()) {
    fail(CT_ERROR_DTYPE, "outs[", k, "] is ", dtype_name(out.dtype()), ", but the result is ",
         dtype_name(result.dtype()));
  }
  if (!same_dims(out.sizes(), result.sizes())) {
    fail(CT_ERROR_SHAPE, "outs[", k, "] has sizes ", out.sizes(), ", but the result has ", result.sizes());
  }
  if (out.is_meta()) fail(CT_ERROR_INVALID, "outs[", k, "] is a meta tensor: it has no data");
  check_writable(out, "an entry of outs");
  check_no_internal_overlap(out);
}

// The tensors to write to: those given, else fresh ones.
void set_outs(std::span<const Tensor *const> results, std::span<ct_tensor *> outs, Made *made,
              SmallVec<Tensor *, 4> *targets) {
  for (size_t k = 0; k < outs.size(); ++k) {
    if (outs[k] == nullptr) {
      targets->push_back(made->add(tensor_for(*results[k])));
      continue;
    }
    made->skip();
    Tensor &given = tensor(outs[k], "an entry of outs");
    check_given(given, *results[k], static_cast<int64_t>(k));
    for (size_t before = 0; before < k; ++before) {
      if (outs[before] != nullptr) check_no_overlap(given, *(*targets)[static_cast<int64_t>(before)]);
    }
    targets->push_back(&given);
  }
}

void count_given(std::span<ct_tensor *> outs) {
  for (const ct_tensor *out : outs) {
    if (out != nullptr) count_write(*unwrap(out));
  }
}

Tensor *layout_of(Dims sizes, Dims strides, DType dtype) {
  return Tensor::on_storage(Storage::create_meta(0), sizes, strides, 0, dtype).detach();
}

bool same_layout(const Tensor &a, const Tensor &b) {
  for (int32_t d = 0; d < a.ndim(); ++d) {
    const auto at = static_cast<size_t>(d);
    if (a.sizes()[at] != 1 && a.strides()[at] != b.strides()[at]) return false;
  }
  return true;
}

void check_input(const Tensor &input, const Tensor &leaf, int64_t k) {
  if (input.is_deferred() || input.is_meta()) {
    fail(CT_ERROR_INVALID, "inputs[", k, "] is ", input.is_meta() ? "a meta tensor" : "deferred", ": it has no data");
  }
  if (input.dtype() != leaf.dtype()) {
    fail(CT_ERROR_DTYPE, "inputs[", k, "] is ", dtype_name(input.dtype()), ", but the program was made for ",
         dtype_name(leaf.dtype()));
  }
  if (!same_dims(input.sizes(), leaf.sizes())) {
    fail(CT_ERROR_SHAPE, "inputs[", k, "] has sizes ", input.sizes(), ", but the program was made for ", leaf.sizes());
  }
  if (!same_layout(input, leaf)) {
    fail(CT_ERROR_SHAPE, "inputs[", k, "] has strides ", input.strides(), ", but the program was made for ",
         leaf.strides());
  }
}

}  // namespace

void ProgramHandle::compile(std::span<const Tensor *const> of, std::span<const Tensor *const> computed) {
  SmallVec<const Node *, 8> arguments;
  for (size_t k = 0; k < of.size(); ++k) {
    const Tensor &leaf = *of[k];
    if (!leaf.is_deferred() || !node_of(leaf).is_leaf) {
      fail(CT_ERROR_INVALID, "leaves[", static_cast<int64_t>(k), "] was not made by ct_defer");
    }
    const Node &node = node_of(leaf);
    const Tensor &whole = *node.operands[0].tensor;
    if (leaf.offset() != whole.offset() || leaf.dtype() != whole.dtype() || !same_dims(leaf.sizes(), whole.sizes()) ||
        !same_dims(leaf.strides(), whole.strides())) {
      fail(CT_ERROR_INVALID, "leaves[", static_cast<int64_t>(k), "] is a view of what ct_defer has made");
    }
    if (std::find(arguments.begin(), arguments.end(), &node) != arguments.end()) {
      fail(CT_ERROR_INVALID, "leaves[", static_cast<int64_t>(k), "] is there twice");
    }
    arguments.push_back(&node);
    const Extent extent = layout_extent(leaf.sizes(), leaf.strides());
    leaves.reserve(leaves.size() + 1);
    leaves.push_back({layout_of(leaf.sizes(), leaf.strides(), leaf.dtype()), extent.lowest * leaf.itemsize(),
                      (extent.highest + 1) * leaf.itemsize()});
  }
  SmallVec<Dims, 4> strides;
  for (const Tensor *result : computed) {
    results.reserve(results.size() + 1);
    results.push_back(
        layout_of(result->sizes(), dense_strides_like(result->sizes(), result->strides()), result->dtype()));
    strides.push_back(results.back()->strides());
  }
  const auto is_contiguous_as_made = [](const Tensor *layout) {
    return layout->numel() > 0 && same_dims(layout->strides(), contiguous_strides(layout->sizes()));
  };
  is_contiguous =
      results.size() == 1 && leaves.size() <= kFewLeaves && is_contiguous_as_made(results[0]) &&
      std::all_of(leaves.begin(), leaves.end(), [](const Leaf &leaf) { return leaf.layout->is_contiguous(); });
  const Grouping grouping(computed, arguments);
  program.compile(grouping, strides, false, true);
}

// Whether `out` is laid out as the result is, and shares no memory with the inputs.
bool ProgramHandle::can_write_to(const Tensor &out, const Tensor &result,
                                 std::span<char *const> inputs) const noexcept {
  if (!same_layout(out, result)) return false;
  const char *const begin = out.data(), *const end = begin + out.numel() * out.itemsize();
  for (size_t k = 0; k < inputs.size(); ++k) {
    const Leaf &leaf = leaves[static_cast<int64_t>(k)];
    if (begin < inputs[k] + leaf.end && inputs[k] + leaf.begin < end) return false;
  }
  return !program.reads(begin, end);
}

// The most frequent case, contiguous inputs and one contiguous output, without lists. False where something is
// different or wrong, and nothing has been done.
bool ProgramHandle::run_contiguous(std::span<const ct_tensor *const> inputs, ct_tensor *&out) const {
  char *from[kFewLeaves];
  const auto fits = [](const Tensor *given, const Tensor &layout) {
    return given != nullptr && given->data() != nullptr && given->is_contiguous() && given->dtype() == layout.dtype() &&
           same_dims(given->sizes(), layout.sizes());
  };
  for (size_t k = 0; k < inputs.size(); ++k) {
    const Tensor *const input = unwrap(inputs[k]);
    if (!fits(input, *leaves[static_cast<int64_t>(k)].layout)) return false;
    from[k] = input->data();
  }
  const Tensor &result = *results[0];
  if (out == nullptr) {
    Ref<Tensor> made = Tensor::create(result.sizes(), result.dtype());
    char *const to = made->data();
    program.run({from, inputs.size()}, {&to, 1});
    out = reinterpret_cast<ct_tensor *>(made.detach());
    return true;
  }
  const Tensor &given = *unwrap(out);
  if (!fits(&given, result) || given.is_read_only()) return false;
  char *const begin = given.data(), *const end = begin + given.numel() * given.itemsize();
  for (size_t k = 0; k < inputs.size(); ++k) {
    if (begin < from[k] + leaves[static_cast<int64_t>(k)].end && from[k] < end) return false;
  }
  if (program.reads(begin, end)) return false;
  program.run({from, inputs.size()}, {&begin, 1});
  count_write(given);
  return true;
}

void ProgramHandle::run(std::span<const ct_tensor *const> inputs, std::span<ct_tensor *> outs) const {
  if (is_contiguous && run_contiguous(inputs, outs[0])) return;
  SmallVec<char *, 8> from, to;
  for (size_t k = 0; k < inputs.size(); ++k) {
    const Tensor &input = tensor(inputs[k], "an entry of inputs");
    check_input(input, *leaves[static_cast<int64_t>(k)].layout, static_cast<int64_t>(k));
    from.push_back(input.data());
  }
  Made made, apart;
  SmallVec<Tensor *, 4> targets;
  SmallVec<const Tensor *, 2> copied;  // into the targets that they stand in for
  SmallVec<Tensor *, 2> copied_to;
  set_outs({results.data(), static_cast<size_t>(results.size())}, outs, &made, &targets);
  for (int64_t k = 0; k < targets.size(); ++k) {
    Tensor *target = targets[k];
    if (outs[static_cast<size_t>(k)] != nullptr && !can_write_to(*target, *results[k], from)) {
      copied_to.push_back(target);
      target = apart.add(tensor_for(*results[k]));
      copied.push_back(target);
    }
    to.push_back(target->data());
  }
  program.run(from, to);
  if (!copied.empty()) evaluate(copied, copied_to);
  count_given(outs);
  made.give_to(outs);
}

}  // namespace ct

using namespace ct;

namespace {

SmallVec<const Tensor *, 8> tensors(const ct_tensor *const *handles, int32_t count, const char *name,
                                    const char *entry) {
  SmallVec<const Tensor *, 8> found;
  for (const ct_tensor *handle : array(handles, count, name)) found.push_back(&tensor(handle, entry));
  return found;
}

const ProgramHandle &program(const ct_program *p) { return *unwrap(need(p, "p")); }

}  // namespace

extern "C" {

ct_status ct_defer(const ct_tensor *x, ct_tensor **out, ct_error *error) {
  return making("ct_defer", out, error, [&] { return defer(tensor(x, "x")); });
}

bool ct_is_deferred(const ct_tensor *x) { return x != nullptr && unwrap(x)->is_deferred(); }

ct_status ct_evaluate(const ct_tensor *const *deferred, int32_t n, ct_tensor **outs, ct_error *error) {
  return guarded("ct_evaluate", error, [&] {
    const SmallVec<const Tensor *, 8> results = tensors(deferred, n, "deferred", "an entry of deferred");
    if (n > 0) need(outs, "outs");
    const std::span<ct_tensor *> given(outs, static_cast<size_t>(n));
    Made made;
    SmallVec<Tensor *, 4> targets;
    set_outs(results, given, &made, &targets);
    evaluate(results, targets);
    count_given(given);
    made.give_to(given);
  });
}

ct_status ct_program_create(const ct_tensor *const *leaves, int32_t nleaves, const ct_tensor *const *results,
                            int32_t nresults, ct_program **out, ct_error *error) {
  return guarded("ct_program_create", error, [&] {
    *need(out, "out") = nullptr;
    const SmallVec<const Tensor *, 8> of = tensors(leaves, nleaves, "leaves", "an entry of leaves"),
                                      computed = tensors(results, nresults, "results", "an entry of results");
    auto handle = Ref<ProgramHandle>::adopt(make<ProgramHandle>());
    handle->compile(of, computed);
    *out = reinterpret_cast<ct_program *>(handle.detach());
  });
}

ct_status ct_program_run(const ct_program *p, const ct_tensor *const *inputs, int32_t ninputs, ct_tensor **outs,
                         int32_t nouts, ct_error *error) {
  return guarded("ct_program_run", error, [&] {
    const ProgramHandle &self = program(p);
    if (ninputs != self.leaves.size() || nouts != self.results.size()) {
      fail(CT_ERROR_INVALID, "the program has ", self.leaves.size(), " leaves and ", self.results.size(),
           " results, got ", ninputs, " and ", nouts);
    }
    if (nouts > 0) need(outs, "outs");
    self.run(array(inputs, ninputs, "inputs"), {outs, static_cast<size_t>(nouts)});
  });
}

ct_status ct_program_to_string(const ct_program *p, char *buffer, int64_t capacity, int64_t *needed, ct_error *error) {
  return guarded("ct_program_to_string", error, [&] {
    const ProgramHandle &self = program(p);
    if (capacity < 0) fail(CT_ERROR_INVALID, "capacity is negative: ", capacity);
    if (capacity > 0) need(buffer, "buffer");
    const int64_t size = describe(self.program, buffer, capacity);
    if (needed != nullptr) *needed = size;
  });
}

ct_program *ct_program_retain(const ct_program *p) {
  if (p != nullptr) unwrap(p)->retain();
  return const_cast<ct_program *>(p);
}

void ct_program_release(ct_program *p) {
  if (p != nullptr) unwrap(p)->release();
}

}  // extern "C"
