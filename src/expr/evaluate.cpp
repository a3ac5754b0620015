#include "expr/evaluate.h"

#include <algorithm>

#include "expr/program.h"
#include "runtime/error.h"
#include "tensor/kept.h"
#include "tensor/overlap.h"

namespace ct {

namespace {

// The bytes of a tensor that has elements.
struct Range {
  const char *begin, *end;

  explicit Range(const Tensor &t) {
    const Extent extent = layout_extent(t.sizes(), t.strides());
    begin = t.data() + extent.lowest * t.itemsize();
    end = t.data() + (extent.highest + 1) * t.itemsize();
  }
};

enum class Reads { Nothing, SameElements, Else };

// What the expression reads of an output's memory: nothing, the very same elements (each is written at the index at
// which it is read, in the only pass), or other elements.
Reads reads_of(const Grouping &grouping, const Tensor &out) {
  if (out.numel() == 0) return Reads::Nothing;
  const Range range(out);
  Reads found = Reads::Nothing;
  for (const Grouping::Value &value : grouping.values) {
    if (value.kind != Grouping::Value::Kind::Memory) continue;
    const Source &source = grouping.sources[value.at];
    if (source.kind != Source::Kind::Constant) continue;
    const Storage &storage = source.tensor->storage();
    if (storage.data() == nullptr || storage.data() >= range.end || storage.data() + storage.nbytes() <= range.begin) {
      continue;
    }
    const int64_t itemsize = dtype_size(value.dtype);
    bool same = grouping.passes.size() == 1 && itemsize == out.itemsize() &&
                storage.data() + value.offset * itemsize == out.data();
    const Dims strides = grouping.strides(value);
    for (size_t d = 0; same && d < strides.size(); ++d) same = out.sizes()[d] == 1 || strides[d] == out.strides()[d];
    if (!same) return Reads::Else;
    found = Reads::SameElements;
  }
  return found;
}

}  // namespace

void evaluate(std::span<const Tensor *const> results, std::span<Tensor *const> outs) {
  const Grouping grouping(results, {});
  const auto count = static_cast<int64_t>(results.size());
  KeptTensors proxies;  // that stand in for outputs which share memory with what is read
  SmallVec<Tensor *, 4> targets;
  SmallVec<Dims, 4> strides;
  SmallVec<char *, 4> data;
  bool in_place = false;
  for (int64_t r = 0; r < count; ++r) {
    Tensor *target = outs[static_cast<size_t>(r)];
    const Reads reads = reads_of(grouping, *target);
    if (reads == Reads::Else) target = proxies.keep(tensor_for(*results[static_cast<size_t>(r)]));
    in_place |= reads == Reads::SameElements;
    targets.push_back(target);
    strides.push_back(target->strides());
    data.push_back(target->data());
  }
  Program program;
  program.compile(grouping, strides, in_place, false);
  program.run({}, data);
  for (int64_t r = 0; r < count; ++r) {
    Tensor *const out = outs[static_cast<size_t>(r)];
    if (targets[r] == out) continue;
    const Tensor *const copied = targets[r];
    evaluate({&copied, 1}, {&out, 1});
  }
}

Ref<Tensor> evaluated(const Tensor &t) {
  const Node &node = node_of(t);
  if (node.is_leaf) {
    const Node::Operand &leaf = node.operands[0];
    const Storage &storage = leaf.tensor->storage();
    if (storage.is_meta()) fail(CT_ERROR_INVALID, "the expression reads a meta tensor, which has no data");
    if (storage.version() != leaf.version) {
      fail(CT_ERROR_INVALID, "a tensor of ", storage.nbytes(),
           " bytes has been written to since it was deferred: defer it again, or write elsewhere");
    }
    return Tensor::on_storage(leaf.tensor->keep_storage(), t.sizes(), t.strides(), t.offset(), t.dtype());
  }
  const Ref<Tensor> whole = Tensor::on_storage(t.keep_storage(), node.sizes, node.strides, 0, node.dtype);
  const Ref<Tensor> out = Tensor::create(node.sizes, node.strides, node.dtype);
  const Tensor *const result = whole.get();
  Tensor *const into = out.get();
  evaluate({&result, 1}, {&into, 1});
  return Tensor::on_storage(out->keep_storage(), t.sizes(), t.strides(), t.offset(), t.dtype());
}

}  // namespace ct
