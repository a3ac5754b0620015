#include "expr/passes.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <limits>

#include "kernels/reduce/order.h"
#include "kernels/tuning.h"

namespace ct {

namespace {

using kernels::order::kLongLeaf, kernels::order::kShortSegment;

constexpr int32_t kMostValues = 4;     // of a node that is computed anew rather than stored
constexpr int32_t kMostPending = 200;  // values that a pass holds at a time
constexpr int32_t kLastOrder = std::numeric_limits<int32_t>::max();

}  // namespace

ReducedRows::ReducedRows(const Node &reduction) {
  const Tensor &operand = *reduction.operands[0].tensor;
  const auto is_reduced = [&](int32_t d) { return (reduction.reduction.reduced >> d & 1) != 0; };
  int64_t kept = 1, gone = 1;
  bool last = operand.is_contiguous();
  for (int32_t d = operand.ndim() - 1; d >= 0; --d) {
    const int64_t size = operand.sizes()[static_cast<size_t>(d)];
    if (size != 1 && is_reduced(d) && kept != 1) last = false;
    (is_reduced(d) ? gone : kept) *= size;
  }
  if (!last && !(kept == 1 && operand.is_non_overlapping_and_dense())) return;
  if (kept == 0 || gone < kShortSegment) return;
  rows = kept;
  row = gone;
  together = last && rows > 1 && reduction.reduction.by_rows && row <= kLongLeaf &&
             row * operand.itemsize() <= kMostRowGroupBytes;
}

// Translates the indices of a pass to those of a node. Each dim of the pass goes along at most one dim of the node.
struct Grouping::IndexMap {
  int32_t dim[kMaxDims];    // by the pass's dim: the node's
  int64_t step[kMaxDims];   // by the pass's dim; 0: the node's index stays
  int64_t first[kMaxDims];  // by the node's dim: the index that the pass begins at
};

Grouping::Grouping(std::span<const Tensor *const> results, std::span<const Node *const> arguments)
    : arguments_(arguments), table_(64, Slot{}) {
  for (const Tensor *result : results) {
    if (result->is_deferred()) collect(&node_of(*result));
  }
  for (size_t r = 0; r < results.size(); ++r) {
    const Tensor &result = *results[r];
    int32_t pass = 0;
    while (pass < passes.size() && !same_dims(sizes(passes[pass]), result.sizes())) ++pass;
    if (pass == passes.size()) pass = open_pass(result.sizes(), kLastOrder);
    stores.push_back({pass, whole_value_of(result, pass), Source::Kind::Result, static_cast<int32_t>(r)});
  }
  for (int32_t i = 0; i < places_.size(); ++i) {
    const Node &node = *places_[i].node;
    if (!node.looks_for_zeros || checked_numel(node.sizes) == 0) continue;
    const Tensor &divisor = *node.operands[1].tensor;
    const int32_t pass = open_pass(divisor.sizes(), 2 * i);
    passes[pass].divides = i;
    stores.push_back({pass, whole_value_of(divisor, pass), Source::Kind::Temporary, -1});
  }
  for (auto i = static_cast<int32_t>(places_.size()) - 1; i >= 0; --i) settle(i);
}

// ---- the nodes, operands first ----

Grouping::Slot &Grouping::find(const Node *node) noexcept {
  const auto mask = static_cast<uint64_t>(table_.size()) - 1;
  uint64_t at = (reinterpret_cast<uintptr_t>(node) >> 6U) * 0x9E3779B97F4A7C15U >> 20U;
  for (;; ++at) {
    Slot &slot = table_[static_cast<int64_t>(at & mask)];
    if (slot.node == nullptr || slot.node == node) return slot;
  }
}

void Grouping::grow_table() {
  const SmallVec<Slot, 64> old(table_);
  table_.clear();
  table_.resize(old.size() * 2, Slot{});
  for (const Slot &slot : old) {
    if (slot.node != nullptr) find(slot.node) = slot;
  }
}

// False where it has been seen before.
bool Grouping::enter(const Node *node) {
  if (find(node).node != nullptr) return false;
  if (++entered_ * 2 > table_.size()) grow_table();
  find(node) = {node, -1};
  return true;
}

void Grouping::collect(const Node *root) {
  struct Visit {
    const Node *node;
    int32_t operand;
  };
  SmallVec<Visit, 16> open;
  if (!enter(root)) return;
  open.push_back({root, 0});
  while (!open.empty()) {
    Visit &top = open.back();
    const Node *const node = top.node;
    if (!node->is_leaf && top.operand < node->noperands) {
      const Tensor &operand = *node->operands[top.operand++].tensor;
      if (!operand.is_deferred()) continue;
      if (enter(&node_of(operand))) open.push_back({&node_of(operand), 0});
      continue;
    }
    find(node).place = static_cast<int32_t>(places_.size());
    places_.push_back({node, -1, 0, false});
    open.resize(open.size() - 1);
  }
}

// ---- values ----

int32_t Grouping::add_numbers(Dims of) {
  const auto at = static_cast<int32_t>(numbers_.size());
  for (const int64_t number : of) numbers_.push_back(number);
  return at;
}

int32_t Grouping::open_pass(Dims sizes, int32_t order) {
  const int32_t at = add_numbers(sizes);
  passes.push_back({at, static_cast<int32_t>(sizes.size()), order, 0, -1, -1});
  return static_cast<int32_t>(passes.size()) - 1;
}

// Finds or adds the value. strides: where the strides lie, which is the end of numbers_; they are removed again where
// the same value exists already.
int32_t Grouping::value_of(const Tensor &t, int32_t pass, int32_t strides, int64_t offset) {
  if (!t.is_deferred()) return memory_value(t, 0, pass, strides, offset);
  Place &place = places_[find(&node_of(t)).place];
  const Dims wanted = numbers_at(strides, passes[pass].ndim);
  for (int32_t v = place.first; v >= 0; v = values[v].next) {
    const Value &value = values[v];
    if (value.pass != pass || value.offset != offset || value.dtype != t.dtype()) continue;
    if (!same_dims(this->strides(value), wanted)) continue;
    numbers_.resize(strides);
    return v;
  }
  const auto v = static_cast<int32_t>(values.size());
  values.push_back({Value::Kind::Wanted, t.dtype(), pass, -1, place.first, strides, offset});
  place.first = v;
  ++place.count;
  ++passes[pass].pending;
  return v;
}

int32_t Grouping::memory_value(const Tensor &t, uint32_t version, int32_t pass, int32_t strides, int64_t offset) {
  constexpr int64_t most_looked_at = 16;
  const Dims wanted = numbers_at(strides, passes[pass].ndim);
  const int64_t last = std::max<int64_t>(values.size() - most_looked_at, 0);
  for (int64_t v = values.size() - 1; v >= last; --v) {
    const Value &value = values[v];
    if (value.kind != Value::Kind::Memory || value.pass != pass || value.offset != offset) continue;
    const Source &source = sources[value.at];
    if (source.kind != Source::Kind::Constant || &source.tensor->storage() != &t.storage()) continue;
    if (value.dtype != t.dtype() || source.version != version || !same_dims(this->strides(value), wanted)) continue;
    numbers_.resize(strides);
    return static_cast<int32_t>(v);
  }
  sources.push_back({Source::Kind::Constant, -1, &t, version});
  values.push_back(
      {Value::Kind::Memory, t.dtype(), pass, static_cast<int32_t>(sources.size()) - 1, -1, strides, offset});
  return static_cast<int32_t>(values.size()) - 1;
}

int32_t Grouping::source_of(const Node &leaf) {
  const auto argument = std::find(arguments_.begin(), arguments_.end(), &leaf);
  if (argument != arguments_.end()) {
    sources.push_back({Source::Kind::Argument, static_cast<int32_t>(argument - arguments_.begin())});
  } else {
    sources.push_back({Source::Kind::Constant, -1, leaf.operands[0].tensor.get(), leaf.operands[0].version});
  }
  return static_cast<int32_t>(sources.size()) - 1;
}

// ---- from the values of a node to those of its operands ----

// Whether the value is the node's result, index by index, as that is laid out.
bool Grouping::is_whole(const Value &value, const Node &node) const noexcept {
  const Dims of = sizes(passes[value.pass]), by = strides(value);
  if (value.offset != 0 || !same_dims(of, node.sizes)) return false;
  for (size_t d = 0; d < of.size(); ++d) {
    if (of[d] != 1 && by[d] != node.strides[static_cast<int64_t>(d)]) return false;
  }
  return true;
}

// The result is dense, so an offset in it is a number whose digits are the indices. A stride that is a multiple of one
// dim's stride, and shorter than what that dim spans, changes that index alone.
bool Grouping::map(const Value &value, const Node &node, IndexMap *to) const noexcept {
  const Dims of = sizes(passes[value.pass]), by = strides(value);
  const int64_t ndim = node.sizes.size();
  int64_t lowest[kMaxDims], highest[kMaxDims];
  for (int64_t i = 0; i < ndim; ++i) {
    const bool moves = node.sizes[i] > 1 && node.strides[i] != 0;  // of an empty result, strides may be anything
    to->first[i] = moves ? value.offset / node.strides[i] % node.sizes[i] : 0;
    lowest[i] = highest[i] = to->first[i];
  }
  for (size_t j = 0; j < of.size(); ++j) {
    to->dim[j] = 0;
    to->step[j] = 0;
    if (of[j] <= 1 || by[j] == 0) continue;
    int64_t i = 0;
    for (; i < ndim; ++i) {
      if (node.sizes[i] <= 1 || node.strides[i] == 0 || by[j] % node.strides[i] != 0) continue;
      if (std::abs(by[j] / node.strides[i]) < node.sizes[i]) break;
    }
    if (i == ndim) return false;
    to->dim[j] = static_cast<int32_t>(i);
    to->step[j] = by[j] / node.strides[i];
    (to->step[j] < 0 ? lowest : highest)[i] += to->step[j] * (of[j] - 1);
  }
  for (int64_t i = 0; i < ndim; ++i) {
    if (node.sizes[i] > 1 && (lowest[i] < 0 || highest[i] >= node.sizes[i])) return false;
  }
  return true;
}

bool Grouping::must_store(int32_t p) const noexcept {
  const Place &place = places_[p];
  if (place.node->is_reduction() || place.in_memory || place.count > kMostValues) return true;
  IndexMap unused;
  for (int32_t v = place.first; v >= 0; v = values[v].next) {
    const Value &value = values[v];
    if (value.dtype != place.node->dtype || passes[value.pass].pending > kMostPending) return true;
    if (!is_whole(value, *place.node) && !map(value, *place.node, &unused)) return true;
  }
  return false;
}

void Grouping::settle(int32_t p) {
  const Node &node = *places_[p].node;
  const bool stores = !node.is_leaf && must_store(p);
  const int32_t source = node.is_leaf ? source_of(node) : -1;
  if (stores) store(p);
  for (int32_t v = places_[p].first; v >= 0; v = values[v].next) {
    --passes[values[v].pass].pending;
    if (node.is_leaf || stores) {
      values[v].kind = Value::Kind::Memory;
      values[v].at = node.is_leaf ? source : static_cast<int32_t>(sources.size()) - 1;
    }
  }
  if (node.is_leaf || stores) return;
  for (int32_t v = places_[p].first; v >= 0; v = values[v].next) compute(p, v);
}

void Grouping::store(int32_t p) {
  const Node &node = *places_[p].node;
  const auto temporary = static_cast<int32_t>(temporaries.size());
  temporaries.push_back(p);
  if (node.is_reduction()) {
    const Tensor &operand = *node.operands[0].tensor;
    const int32_t pass = open_pass(operand.sizes(), 2 * p + 1);
    passes[pass].reduces = p;
    const ReducedRows rows(node);
    const bool computes = rows.rows > 0 && !rows.together && node.reduction.computes;
    if (!computes) places_[find(&node_of(operand)).place].in_memory = true;
    stores.push_back({pass, whole_value_of(operand, pass), Source::Kind::Temporary, temporary});
  } else {
    const int32_t pass = open_pass(node.sizes, 2 * p + 1);
    const auto v = static_cast<int32_t>(values.size());
    const int32_t strides = add_numbers(node.strides);
    values.push_back({Value::Kind::Wanted, node.dtype, pass, -1, -1, strides, 0});
    compute(p, v);
    stores.push_back({pass, v, Source::Kind::Temporary, temporary});
  }
  sources.push_back({Source::Kind::Temporary, temporary});
}

void Grouping::compute(int32_t p, int32_t v) {
  const Node &node = *places_[p].node;
  const int32_t pass = values[v].pass, ndim = passes[pass].ndim;
  const bool whole = is_whole(values[v], node);
  IndexMap to;
  if (!whole) map(values[v], node, &to);
  Step step{p, v, pass, {}};
  for (int32_t k = 0; k < node.noperands; ++k) {
    const Tensor &operand = *node.operands[k].tensor;
    const int64_t missing = node.sizes.size() - operand.ndim();
    const auto stride = [&](int64_t i) {  // along the node's dim
      return i < missing || operand.sizes()[i - missing] == 1 ? 0 : operand.strides()[i - missing];
    };
    const auto strides = static_cast<int32_t>(numbers_.size());
    int64_t offset = operand.offset();
    if (whole) {
      for (int32_t j = 0; j < ndim; ++j) numbers_.push_back(stride(j));
    } else {
      for (int64_t i = 0; i < node.sizes.size(); ++i) offset += to.first[i] * stride(i);
      for (int32_t j = 0; j < ndim; ++j) numbers_.push_back(to.step[j] == 0 ? 0 : to.step[j] * stride(to.dim[j]));
    }
    step.operands[k] = operand.is_deferred() ? value_of(operand, pass, strides, offset)
                                             : memory_value(operand, node.operands[k].version, pass, strides, offset);
  }
  values[v].at = p;
  values[v].kind = Value::Kind::Computed;
  if (node.loop == nullptr) {
    values[v].kind = Value::Kind::Same;
    values[v].at = step.operands[0];
  } else {
    steps.push_back(step);
  }
}

}  // namespace ct
