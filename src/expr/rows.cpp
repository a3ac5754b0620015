#include "expr/rows.h"

#include <algorithm>
#include <utility>

#include "iter/fast_path.h"
#include "kernels/tuning.h"

namespace ct {

namespace {

bool is_contiguous(Dims sizes, Dims strides) {
  int64_t wanted = 1;
  for (size_t d = sizes.size(); d-- > 0;) {
    if (sizes[d] != 1 && strides[d] != wanted) return false;
    wanted *= sizes[d];
  }
  return true;
}

class Scheduler {
 public:
  Scheduler(const Grouping &grouping, std::span<const Dims> results, Schedule &to)
      : grouping_(grouping), results_(results), to_(to) {}

  void run(bool in_place) {
    SmallVec<int32_t, 4> sorted;
    bool reduces = false;
    for (int32_t p = 0; p < grouping_.passes.size(); ++p) {
      sorted.push_back(p);
      reduces |= grouping_.passes[p].reduces >= 0;
    }
    // std::stable_sort would ask the system for memory behind the allocator's back. It is not needed, since no two keys
    // are equal.
    const auto key = [&](int32_t p) { return std::pair(grouping_.passes[p].order, p); };
    std::sort(sorted.begin(), sorted.end(), [&](int32_t a, int32_t b) { return key(a) < key(b); });
    to_.places.resize(grouping_.temporaries.size(), -1);
    to_.results.resize(grouping_.temporaries.size(), -1);
    if (!in_place) write_at_once(sorted);
    if (!reduces) {
      to_.order = std::move(sorted);
      return;
    }
    list_values();
    for (const int32_t p : sorted) add(p);
    close();
    place_temporaries();
  }

 private:
  const Grouping::Pass &pass(int32_t p) const { return grouping_.passes[p]; }
  const Node &node_of_temporary(int32_t t) const { return grouping_.node(grouping_.temporaries[t]); }
  bool has_one_a_row(int32_t t) const {
    return pass(made_by_[t]).reduces >= 0 && !node_of_temporary(t).reduction.is_along;
  }

  // Where a result would only copy a reduction that nothing else reads, the reduction writes the result itself. What
  // comes after it must not fail, so that a failed call has written nothing.
  void write_at_once(SmallVec<int32_t, 4> &sorted) {
    int64_t at = sorted.size() - 1;
    while (at >= 0 && pass(sorted[at]).reduces < 0 && pass(sorted[at]).divides < 0) --at;
    if (at < 0 || pass(sorted[at]).reduces < 0) return;
    const auto store_of = [&](int32_t p) {
      return std::find_if(grouping_.stores.begin(), grouping_.stores.end(), [p](const auto &s) { return s.pass == p; });
    };
    const int32_t t = store_of(sorted[at])->index;
    int32_t reads = -1, nreads = 0;
    for (int32_t v = 0; v < grouping_.values.size(); ++v) {
      if (temporary_of(v) == t) reads = v, ++nreads;
    }
    if (nreads != 1) return;
    const Grouping::Value &value = grouping_.values[reads];
    const Grouping::Store &store = *store_of(value.pass);
    const auto is_of_pass = [&](const auto &of) { return of.pass == value.pass; };
    const bool is_alone = std::count_if(grouping_.stores.begin(), grouping_.stores.end(), is_of_pass) == 1 &&
                          std::none_of(grouping_.steps.begin(), grouping_.steps.end(), is_of_pass);
    if (!is_alone || store.kind != Source::Kind::Result || store.value != reads) return;
    const Node &node = node_of_temporary(t);
    const auto as_node = [&](Dims strides) {
      for (size_t d = 0; d < strides.size(); ++d) {
        const auto at = static_cast<int64_t>(d);
        if (node.sizes[at] != 1 && strides[d] != node.strides[at]) return false;
      }
      return true;
    };
    if (value.dtype != node.dtype || value.offset != 0 || !same_dims(grouping_.sizes(pass(value.pass)), node.sizes) ||
        !as_node(grouping_.strides(value)) || !as_node(results_[static_cast<size_t>(store.index)])) {
      return;
    }
    to_.results[t] = store.index;
    sorted.resize(std::remove(sorted.begin(), sorted.end(), value.pass) - sorted.begin());
  }

  void list_values() {
    first_value_.resize(grouping_.passes.size(), -1);
    next_value_.resize(grouping_.values.size(), -1);
    for (int32_t v = 0; v < grouping_.values.size(); ++v) {
      if (temporary_of(v) < 0) continue;
      int32_t &first = first_value_[grouping_.values[v].pass];
      next_value_[v] = std::exchange(first, v);
    }
    made_by_.resize(grouping_.temporaries.size(), -1);
    group_of_.resize(grouping_.passes.size(), -1);
    operands_of_.resize(grouping_.temporaries.size(), ReducedRows{});
    first_store_.resize(grouping_.passes.size(), -1);
    for (int32_t s = 0; s < grouping_.stores.size(); ++s) {
      const Grouping::Store &store = grouping_.stores[s];
      if (first_store_[store.pass] < 0) first_store_[store.pass] = s;
      if (pass(store.pass).divides >= 0) continue;
      if (store.kind == Source::Kind::Temporary) made_by_[store.index] = store.pass;
      const int32_t operand = pass(store.pass).reduces < 0 ? -1 : temporary_of(store.value);
      if (operand >= 0) operands_of_[operand] = rows_of(store.pass);
    }
  }

  int32_t temporary_of(int32_t v) const {
    const Grouping::Value &value = grouping_.values[v];
    if (value.kind != Grouping::Value::Kind::Memory) return -1;
    const Source &source = grouping_.sources[value.at];
    return source.kind == Source::Kind::Temporary ? source.index : -1;
  }

  // The rows of a reduction, where they go together.
  ReducedRows rows_of(int32_t p) const {
    const ReducedRows found(grouping_.node(pass(p).reduces));
    return found.together ? found : ReducedRows{};
  }

  // Whether the pass writes what it computes for an index to that index in the order of rows.
  bool writes_in_order(int32_t p) const {
    const Grouping::Store &store = grouping_.stores[first_store_[p]];
    const Dims strides = store.kind == Source::Kind::Result ? results_[static_cast<size_t>(store.index)]
                                                            : Dims(node_of_temporary(store.index).strides);
    return is_contiguous(grouping_.sizes(pass(p)), strides);
  }

  // Whether a row of the pass reads only its own part of a temporary of the group.
  bool keeps_to_row(int32_t v, int32_t temporary) const {
    const Grouping::Value &value = grouping_.values[v];
    if (value.offset != 0 || value.dtype != node_of_temporary(temporary).dtype) return false;
    const Dims sizes = grouping_.sizes(pass(value.pass)), strides = grouping_.strides(value);
    const int64_t row = has_one_a_row(temporary) ? shape_.row : 1;
    int64_t step = 1;
    for (size_t d = sizes.size(); d-- > 0;) {
      if (sizes[d] == 1) continue;
      if (step < row ? strides[d] != 0 || step * sizes[d] > row : step % row != 0 || strides[d] != step / row) {
        return false;
      }
      step *= sizes[d];
    }
    return true;
  }

  bool is_open() const { return !members_.empty(); }
  bool is_member(int32_t p) const { return std::find(members_.begin(), members_.end(), p) != members_.end(); }

  bool joins(int32_t p) const {
    if (pass(p).divides >= 0) return false;
    if (pass(p).reduces >= 0) {
      if (!(rows_of(p) == shape_)) return false;
    } else if (checked_numel(grouping_.sizes(pass(p))) != shape_.rows * shape_.row || !writes_in_order(p)) {
      return false;
    }
    for (int32_t v = first_value_[p]; v >= 0; v = next_value_[v]) {
      const int32_t temporary = temporary_of(v);
      if (is_member(made_by_[temporary]) && !keeps_to_row(v, temporary)) return false;
    }
    return true;
  }

  bool reads_group(int32_t p) const {
    for (int32_t v = first_value_[p]; v >= 0; v = next_value_[v]) {
      if (is_member(made_by_[temporary_of(v)])) return true;
    }
    return false;
  }

  void add(int32_t p) {
    if (is_open() && joins(p)) return members_.push_back(p);
    if (is_open() && !reads_group(p)) return to_.order.push_back(p);
    close();
    const Grouping::Store &store = grouping_.stores[first_store_[p]];
    shape_ = {};
    if (pass(p).reduces >= 0) {
      shape_ = rows_of(p);
    } else if (pass(p).divides < 0 && store.kind == Source::Kind::Temporary) {
      shape_ = operands_of_[store.index];
    }
    if (shape_.rows > 0 && joins(p)) return members_.push_back(p);
    to_.order.push_back(p);
  }

  void close() {
    const bool reduces = std::any_of(members_.begin(), members_.end(), [&](int32_t p) { return pass(p).reduces >= 0; });
    if (members_.size() > 1 && reduces) {
      for (const int32_t p : members_) group_of_[p] = static_cast<int32_t>(to_.groups.size());
      to_.groups.push_back({static_cast<int32_t>(to_.order.size()), static_cast<int32_t>(members_.size()), shape_.rows,
                            shape_.row, 0, 0});
    }
    for (const int32_t p : members_) to_.order.push_back(p);
    members_.clear();
  }

  // A temporary that no pass outside the group reads stays in the scratch of a block.
  void place_temporaries() {
    SmallVec<int32_t, 4> groups;
    for (int32_t t = 0; t < grouping_.temporaries.size(); ++t) {
      groups.push_back(has_one_a_row(t) || to_.results[t] >= 0 ? -1 : group_of_[made_by_[t]]);
    }
    for (int32_t v = 0; v < grouping_.values.size(); ++v) {
      const int32_t t = temporary_of(v);
      if (t >= 0 && group_of_[grouping_.values[v].pass] != groups[t]) groups[t] = -1;
    }
    for (int32_t g = 0; g < to_.groups.size(); ++g) {
      RowGroup &group = to_.groups[g];
      int64_t row_bytes = 0, widest = 4;
      for (int32_t t = 0; t < groups.size(); ++t) {
        if (groups[t] != g) continue;
        const int64_t size = dtype_size(node_of_temporary(t).dtype);
        row_bytes += size * group.row;
        widest = std::max(widest, size);
      }
      group.block = std::clamp<int64_t>(
          std::min(kRowBlockBytes / (widest * group.row), kMostRowGroupBytes / std::max<int64_t>(row_bytes, 1)), 0,
          std::min(kFewRows, group.rows));
      if (row_bytes <= kMostRowGroupBytes) group.block = std::max<int64_t>(group.block, 1);
      for (int32_t t = 0; t < groups.size() && group.block > 0; ++t) {
        if (groups[t] != g) continue;
        to_.places[t] = group.bytes;
        const int64_t bytes = group.block * group.row * dtype_size(node_of_temporary(t).dtype);
        group.bytes += (bytes + kCacheLine - 1) / kCacheLine * kCacheLine;
      }
    }
    // Groups whose rows are too long for a cache are dropped: their passes run one after the other.
    const auto end =
        std::remove_if(to_.groups.begin(), to_.groups.end(), [](const RowGroup &group) { return group.block == 0; });
    to_.groups.resize(end - to_.groups.begin());
  }

  const Grouping &grouping_;
  std::span<const Dims> results_;
  Schedule &to_;
  SmallVec<int32_t, 8> first_value_, next_value_;  // that read temporaries, by pass
  SmallVec<int32_t, 4> made_by_;                   // by temporary: the pass
  SmallVec<ReducedRows, 4> operands_of_;           // by temporary: of the reduction that reads it
  SmallVec<int32_t, 4> group_of_;                  // by pass, or -1
  SmallVec<int32_t, 4> first_store_;               // by pass
  SmallVec<int32_t, 4> members_;                   // of the group that is open
  ReducedRows shape_;
};

}  // namespace

Schedule::Schedule(const Grouping &grouping, std::span<const Dims> strides, bool in_place) {
  Scheduler(grouping, strides, *this).run(in_place);
}

}  // namespace ct
