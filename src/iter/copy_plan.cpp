#include "iter/copy_plan.h"

#include <algorithm>
#include <cstdlib>

#include "iter/dims.h"
#include "iter/traffic.h"

namespace ct {

namespace {

using kernels::Traffic;

class Planner {
 public:
  Planner(const Iterator &it, const InputRows *rows, CopyPlan &plan)
      : it_(it), rows_(rows), plan_(plan), sizes_(it.sizes()), to_(it.strides(0)), from_(it.strides(1)) {
    plan_.unit = it.operand(0).itemsize;
    plan_.loads = traffic(it);
  }

  void plan() {
    plan_.kind = choose();
    if (plan_.kind == CopyKind::Strided && has_small_planes()) plan_.kind = CopyKind::Picked;
    const bool streams = plan_.loads == Traffic::NonTemporal && it_.ndim() > 0 && to_[0] == itemsize();
    if (plan_.kind == CopyKind::Picked && (streams || (goes_across() && !is_read_well()))) {
      plan_.kind = CopyKind::PickedRows;
    }
    if (plan_.kind == CopyKind::Picked) return lay_boxes();
    if (plan_.kind == CopyKind::Transpose) {
      plan_.stores = fills_lines() ? plan_.loads : Traffic::Cached;
    } else if (plan_.kind == CopyKind::Interleave) {
      plan_.stores = interleaved_bytes_ >= kNonTemporalInterleaved ? plan_.loads : Traffic::Cached;
    } else {
      const bool is_spaced = it_.ndim() > 0 && std::abs(from_[0]) > itemsize();
      plan_.stores = store_traffic(it_, is_spaced ? kNonTemporalSpacedRow : kNonTemporalRow);
    }
  }

 private:
  CopyKind choose() {
    if (rows_ != nullptr) {
      lay_elements();
      return transpose();
    }
    if (it_.ndim() == 0) return CopyKind::Strided;
    if (to_[0] != itemsize()) return one_by_one();
    has_segments_ = from_[0] == itemsize();
    if (has_segments_ && it_.ndim() == 1) return CopyKind::Contiguous;
    if (!has_segments_ && is_interleaved()) return CopyKind::Interleave;
    if (!has_segments_ && has_stepped_rows()) return CopyKind::Strided;
    if (has_segments_) plan_.unit *= sizes_[0];
    if (it_.ndim() == 1 || from_[0] == 0) return CopyKind::Strided;
    if (is_plane()) return is_dense_somewhere(from_) ? CopyKind::Strided : one_by_one();
    if (is_element() ? !lay_elements() : !lay_segments()) return one_by_one();
    if (has_small_blocks()) return CopyKind::Picked;
    return transpose();
  }

  int64_t itemsize() const { return it_.operand(0).itemsize; }
  bool is_dense_somewhere(Dims strides) const {
    return std::any_of(strides.begin(), strides.end(), [&](int64_t step) { return std::abs(step) == itemsize(); });
  }

  // Whether rows of the output take every second to fifth element of the input, and the rows between them are few. A
  // kernel packs those by registers, up to 8 bytes each; they would be narrow columns of a transposition.
  bool has_stepped_rows() const {
    if (itemsize() > 8 || std::abs(from_[0]) > kMostStep * itemsize()) return false;
    if (sizes_[0] * itemsize() < kCacheLine) return false;
    for (int32_t d = 1; d < it_.ndim(); ++d) {
      const bool all_wanted = from_[0] == sizes_[d] * itemsize();
      if (from_[d] == itemsize() && (all_wanted || sizes_[d] > most_apart(itemsize()))) return false;
    }
    return true;
  }

  // The dim along which the input's elements are nearest.
  int32_t nearest() const {
    int32_t found = 0;
    for (int32_t d = 1; d < it_.ndim(); ++d) {
      if (from_[d] != 0 && std::abs(from_[d]) < std::abs(from_[found])) found = d;
    }
    return found;
  }
  bool goes_across() const { return nearest() != 0; }
  // Whether boxes that go across the input read it well: it stays near, or they step along so few of its rows at a time
  // that the processor fetches each ahead.
  bool is_read_well() const {
    if (touched_bytes(it_) <= kNearBoxes) return true;
    const int32_t end = nearest();
    int64_t rows = 1;
    for (int32_t d = 0; d < end; ++d) rows *= sizes_[d];
    return rows <= kFetchedRows;
  }

  // Elements, or short rows of them, lie apart on one side. Boxes that go across read each line of the input once.
  CopyKind one_by_one() const {
    if (from_[0] == 0) return CopyKind::Strided;
    if (goes_across()) return is_read_well() ? CopyKind::Picked : CopyKind::Strided;
    const bool is_short = it_.ndim() > 1 && sizes_[0] < kFewInRow;
    const bool has_plane = has_segments_ && is_short && sizes_[0] * sizes_[1] >= kSmallMixedPlane;
    return is_short && !has_plane ? CopyKind::Picked : CopyKind::Strided;
  }

  CopyKind transpose() {
    fill_rows(plan_.to, from_, rows_, plan_.from_rows);
    fill_rows(plan_.from, to_, nullptr, plan_.to_rows);
    plan_.is_even = plan_.to.ndim == 1 && plan_.from.ndim == 1 && rows_ == nullptr;
    if (!plan_.whole_lines) find_next_in_row();
    return CopyKind::Transpose;
  }

  // Whether elements lie apart in many small planes, each of which would cost a call of a kernel.
  bool has_small_planes() const {
    if (it_.ndim() < 3 || has_segments_) return false;
    const int32_t second = second_dim(
        it_.ndim(), 1, 2, [this](int32_t d) { return sizes_[static_cast<size_t>(d)]; },
        [this](int32_t k, int32_t d) { return it_.strides(k)[static_cast<size_t>(d)]; });
    const bool has_short_rows = sizes_[0] * itemsize() < kCacheLine / 2;
    return sizes_[0] * sizes_[second] < (has_short_rows ? kSmallMixedPlane : kSmallPlane);
  }

  // Whether the copy is a single plane within the caches, which the kernel transposes without a plan.
  bool is_plane() const { return it_.ndim() == 2 && plan_.loads == Traffic::Cached; }

  bool is_element() const { return is_element_size(plan_.unit); }

  // Whether two to four elements lie next to each other on one side, and apart on the other.
  bool is_interleaved() {
    constexpr int64_t most = 4;
    if (plan_.unit == kLargestElement) return false;
    const auto is_long = [this](int64_t n) { return n >= kInterleavedRow && n * plan_.unit >= kCacheLine; };
    for (int32_t d = 1; d < it_.ndim(); ++d) {
      if (from_[d] != plan_.unit) continue;
      const bool in_output = sizes_[0] <= most && to_[d] == sizes_[0] * plan_.unit && is_long(sizes_[d]);
      const bool in_input = sizes_[d] <= most && from_[0] == sizes_[d] * plan_.unit && is_long(sizes_[0]);
      interleaved_bytes_ = in_output ? sizes_[0] * sizes_[d] * plan_.unit : sizes_[0] * plan_.unit;
      if (in_output || in_input) return true;
    }
    return false;
  }

  // Chooses a block of single elements. Where whole lines are stored past the caches, the output's part need not stay
  // in a cache, and long rows of the input are read best. False where one side has no dim of its own.
  bool lay_elements() {
    if (plan_.loads == Traffic::NonTemporal && rows_ == nullptr) {
      lay(std::min(kNonTemporalRows * plan_.unit, kNonTemporalBlock), kNonTemporalInputRow);
      if (has_both_sides() && plan_.whole_lines) return true;
    }
    const int64_t most_to = plan_.loads == Traffic::Cached ? kTransposedRow : kStagedRow;
    lay(most_to, kTransposedRow);
    if (!has_both_sides()) return false;
    // Where one side is short, a block takes that much more of the other side.
    constexpr int64_t short_row = kTransposedRow / 2;
    if (plan_.from.bytes <= short_row) {
      lay(most_to * (kTransposedRow / plan_.from.bytes), kTransposedRow);
    } else if (plan_.to.bytes <= short_row) {
      lay(most_to, kTransposedRow * (kTransposedRow / plan_.to.bytes));
    }
    return true;
  }
  bool has_both_sides() const { return plan_.to.ndim != 0 && plan_.from.ndim != 0; }

  // Whether blocks are so small that picking their elements costs less than a transposition.
  bool has_small_blocks() const { return is_element() && plan_.block() / itemsize() * (itemsize() + 1) < kPickedBlock; }

  // Chooses a block of segments. False where segments are long, because copying those one by one is as quick, and where
  // they lie along one dim.
  bool lay_segments() {
    if (it_.ndim() == 2) return false;
    if (plan_.unit >= (plan_.loads == Traffic::NonTemporal ? kNonTemporalRow : kLongSegment)) return false;
    lay(kStagedRow, kTransposedRow);
    return plan_.to.ndim + plan_.from.ndim > 0;
  }

  // ---- a block, and the odometer over blocks ----

  void lay(int64_t most_to, int64_t most_from) {
    begin_blocks();
    is_free_[0] = !has_segments_;
    if (is_element()) most_to = std::min(most_to, kernels::max_transposed_row(plan_.unit));
    take_dims(most_to, std::min(most_from, CopyPlan::kMaxRows * plan_.unit));
    add_outer();
    plan_.whole_lines = has_whole_lines();
  }

  // Lets the two sides take dims in turns, the shorter side first.
  void take_dims(int64_t most_to, int64_t most_from) {
    CopyPlan::Side &to = plan_.to, &from = plan_.from;
    to.bytes = from.bytes = plan_.unit;
    bool extends_to = true, extends_from = true;
    while (extends_to || extends_from) {
      if (extends_to && (!extends_from || to.bytes <= from.bytes)) {
        extends_to = extend(to, to_, most_to);
      } else {
        extends_from = extend(from, from_, most_from);
      }
    }
  }

  // Extends a side by the dim that continues where it ends. If that dim is too long, the side takes a piece that
  // consists of whole lines. False where the side takes no further dim.
  bool extend(CopyPlan::Side &side, Dims strides, int64_t most) {
    const int64_t fitting = most / side.bytes;
    if (fitting < 2) return false;
    for (int32_t d = 0; d < it_.ndim(); ++d) {
      if (!is_free_[d] || strides[d] != side.bytes) continue;
      const int64_t line = kCacheLine / std::min(side.bytes & -side.bytes, kCacheLine);
      return take(side, d, fitting, line);
    }
    return false;
  }
  // The side takes a dim, or a piece of it, of a multiple of `unit` where it is longer than that. False where a piece
  // is left.
  bool take(CopyPlan::Side &side, int32_t d, int64_t fitting, int64_t unit) {
    is_free_[d] = false;
    const int64_t pieces = (sizes_[d] + fitting - 1) / fitting;
    side.piece = (sizes_[d] + pieces - 1) / pieces;
    if (pieces > 1 && side.piece > unit) side.piece -= side.piece % unit;
    side.dims[side.ndim++] = d;
    side.last = side.length * (sizes_[d] - (sizes_[d] - 1) / side.piece * side.piece);
    side.length *= side.piece;
    side.bytes *= side.piece;
    return pieces == 1;
  }

  // Lays boxes of the output's innermost dims. Those of long rows have two, and need no tables.
  void lay_boxes() {
    plan_.unit = itemsize();
    begin_blocks();
    plan_.to.bytes = plan_.unit;
    plan_.has_rows = sizes_[0] >= kFewInRow;
    plan_.is_dense = true;
    const int32_t ndim = plan_.has_rows ? 2 : it_.ndim();
    for (int32_t d = 0; d < ndim && 2 * plan_.to.length <= kBoxElements; ++d) {
      plan_.is_dense &= to_[d] == plan_.to.bytes;
      if (!take(plan_.to, d, kBoxElements / plan_.to.length, 1)) break;
    }
    add_outer();
    if (plan_.has_rows) return;
    fill_rows(plan_.to, to_, nullptr, plan_.to_rows);
    fill_rows(plan_.to, from_, nullptr, plan_.from_rows);
  }

  void begin_blocks() {
    std::fill_n(is_free_, it_.ndim(), true);
    plan_.to = plan_.from = {};
    plan_.outer.clear();
    plan_.counts.clear();
  }

  // The outer dims that are closest together on either side come first: what one block leaves of a cache line, the next
  // one still finds in the cache.
  void add_outer() {
    SmallVec<CopyPlan::Outer, 6> &outer = plan_.outer;
    for (int32_t d = 0; d < it_.ndim(); ++d) {
      if (is_free_[d]) outer.push_back({sizes_[d], to_[d], from_[d], d, nullptr});
    }
    for (CopyPlan::Side *side : {&plan_.to, &plan_.from}) {
      if (side->ndim == 0) continue;
      const int32_t d = side->dims[side->ndim - 1];
      if (side->piece == sizes_[d]) continue;
      const int64_t pieces = (sizes_[d] + side->piece - 1) / side->piece;
      outer.push_back({pieces, to_[d] * side->piece, from_[d] * side->piece, d, side});
    }
    const auto nearest = [](const CopyPlan::Outer &o) {
      return o.from == 0 ? std::abs(o.to) : std::min(std::abs(o.to), std::abs(o.from));
    };
    std::sort(outer.begin(), outer.end(), [&](const CopyPlan::Outer &a, const CopyPlan::Outer &b) {
      return nearest(a) != nearest(b) ? nearest(a) < nearest(b) : a.dim < b.dim;
    });
    for (int64_t i = 0; i < outer.size(); ++i) {
      if (outer[i].side != nullptr) outer[i].side->counter = static_cast<int32_t>(i);
      plan_.counts.push_back(outer[i].size);
    }
  }

  bool has_whole_lines() const {
    const CopyPlan::Side &to = plan_.to;
    bool whole = reinterpret_cast<uintptr_t>(it_.operand(0).data) % kCacheLine == 0 && to.bytes % kCacheLine == 0;
    if (to.has_end()) whole &= to.last * plan_.unit % kCacheLine == 0;
    for (const CopyPlan::Outer &outer : plan_.outer) whole &= outer.to % kCacheLine == 0;
    for (int32_t i = 0; i < plan_.from.ndim; ++i) whole &= to_[plan_.from.dims[i]] % kCacheLine == 0;
    return whole;
  }

  // Computes where the rows of the other side start. first: where those of dim 0 do, if they are not evenly apart; a
  // constant one stands at 0 in a plan.
  void fill_rows(const CopyPlan::Side &side, Dims strides, const InputRows *first, int64_t *rows) const {
    rows[0] = 0;
    int64_t inner = 1;
    if (first != nullptr) {
      inner = sizes_[0];
      for (int64_t k = 0; k < inner; ++k) rows[k] = first->at[k] != InputRows::kConstant ? first->at[k] : 0;
    }
    for (int32_t i = first != nullptr ? 1 : 0; i < side.ndim; ++i) {
      const int32_t d = side.dims[i];
      const int64_t size = i + 1 < side.ndim ? sizes_[d] : side.piece, step = strides[d];
      if (inner == 1) {
        for (int64_t k = 0; k < size; ++k) rows[k] = k * step;
      } else {
        for (int64_t k = inner; k < size * inner; ++k) rows[k] = rows[k - inner] + step;
      }
      inner *= size;
    }
  }

  void find_next_in_row() {
    const CopyPlan::Side &to = plan_.to;
    for (int64_t i = 0; i < plan_.outer.size(); ++i) {
      const CopyPlan::Outer &outer = plan_.outer[i];
      if (outer.to != to.bytes || outer.side == &plan_.from) continue;
      plan_.next_in_row = static_cast<int32_t>(i);
      plan_.after = std::min((kCacheLine + plan_.unit - 1) / plan_.unit, to.length);
      for (int64_t k = 0; k < plan_.after; ++k) plan_.from_rows[to.length + k] = plan_.from_rows[k] + outer.from;
      return;
    }
  }

  // Whether the lines of the output, but for a few, are written as a whole. Shorter rows that begin or end within lines
  // are faster through the caches, also where others go on from them.
  bool fills_lines() const { return plan_.whole_lines || plan_.to.bytes >= kNonTemporalShortRow; }

  const Iterator &it_;
  const InputRows *const rows_;
  CopyPlan &plan_;
  Dims sizes_, to_, from_;
  bool has_segments_ = false;      // both sides go on along dim 0
  int64_t interleaved_bytes_ = 0;  // that follow each other in the output
  bool is_free_[kMaxDims];
};

}  // namespace

CopyPlan::CopyPlan(const Iterator &it, int64_t *memory, const InputRows *rows)
    : to_rows(memory), from_rows(memory + kMaxRows) {
  Planner(it, rows, *this).plan();
}

}  // namespace ct
