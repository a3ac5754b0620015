// The walk over the blocks of a transposition; every other copy is a loop's walk.
#include "iter/copy.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include "iter/copy_plan.h"
#include "iter/for_each.h"
#include "iter/odometer.h"
#include "iter/pick.h"
#include "iter/traffic.h"
#include "runtime/error.h"
#include "runtime/kernel_table.h"
#include "runtime/threads.h"
#include "runtime/workspace.h"

namespace ct {

namespace {

using kernels::Traffic;

// A block and the addresses where it starts on both sides.
class Place {
 public:
  Place(const Iterator &it, const CopyPlan &plan, int64_t index)
      : to(it.operand(0).data), from(it.operand(1).data), plan_(plan), at_(plan.counts, index) {
    for (int64_t d = 0; d < plan.outer.size(); ++d) move(d, at_[d]);
  }

  void advance() {
    at_.advance([this](int64_t d, int64_t by) { move(d, by); });
  }

  int64_t length(const CopyPlan::Side &side) const {
    return side.has_end() && is_last(side.counter) ? side.last : side.length;
  }

  // Whether the block before has begun this block's rows, and how many segments of a row the next block has.
  bool is_begun() const { return at_[plan_.next_in_row] > 0; }
  int64_t length_after() const {
    const int32_t next = plan_.next_in_row;
    if (is_last(next)) return 0;
    const bool is_short = plan_.to.counter == next && at_[next] + 2 == plan_.outer[next].size;
    return is_short ? plan_.to.last : plan_.to.length;
  }

  char *to;
  const char *from;

 private:
  void move(int64_t d, int64_t by) {
    to += by * plan_.outer[d].to;
    from += by * plan_.outer[d].from;
  }
  bool is_last(int64_t d) const { return at_[d] + 1 == plan_.outer[d].size; }

  const CopyPlan &plan_;
  Odometer at_;
};

// A thread's table of the input's rows, where some are constant: those are one row of elements that does not move from
// block to block.
class ConstantRows {
 public:
  ConstantRows(const Iterator &it, const CopyPlan &plan, const InputRows &rows)
      : ninner_(it.sizes()[0]), end_(plan.to.length + plan.after), rows_(rows) {
    std::copy(plan.from_rows, plan.from_rows + end_, static_cast<int64_t *>(table_));
    for (int64_t k = 0; k < plan.from.length; ++k) std::memcpy(row_ + k * plan.unit, rows.constant, plan.unit);
  }

  const int64_t *table() const { return table_; }
  void move_to(const char *from) {
    const auto at = static_cast<int64_t>(reinterpret_cast<uintptr_t>(row_.bytes()) - reinterpret_cast<uintptr_t>(from));
    for (int64_t i = 0; i < ninner_; ++i) {
      if (rows_.at[i] != InputRows::kConstant) continue;
      for (int64_t k = i; k < end_; k += ninner_) table_[k] = at;
    }
  }

 private:
  const int64_t ninner_, end_;
  const InputRows &rows_;
  const Buffer<int64_t, CopyPlan::kMaxRows + kCacheLine> table_;
  // A row of a block of the largest elements, and what a kernel loads beyond its end.
  const Buffer<char, CopyPlan::kMaxRows * 16 + kCacheLine> row_;
};

void transpose_blocks(const Iterator &it, const CopyPlan &plan, ConstantRows *constants, int64_t begin, int64_t end) {
  const kernels::TransposeLoop loop = kernel_table<kernels::TransposeTable>().transpose;
  const int64_t lead = std::clamp<int64_t>(kBlocksAhead / plan.block(), 1, 64);  // blocks ahead that are prefetched
  Place place(it, plan, begin);
  std::optional<Place> next;
  if (plan.loads == Traffic::NonTemporal) next.emplace(it, plan, std::min(begin + lead, end - 1));
  const int64_t *const from_rows = constants != nullptr ? constants->table() : plan.from_rows;
  kernels::TransposeBlock block{plan.unit, 0, 0, plan.to_rows, from_rows, plan.is_even, 0, false, plan.whole_lines};
  for (int64_t index = begin; index < end; ++index) {
    block.n0 = place.length(plan.to);
    block.n1 = place.length(plan.from);
    if (plan.stores == Traffic::NonTemporal && plan.next_in_row >= 0) {
      block.begun = place.is_begun();
      block.after = std::min(plan.after, place.length_after());
    }
    char *const to = place.to;
    const char *const from = place.from;
    if (constants != nullptr) constants->move_to(from);
    place.advance();  // advanced before the loop; a prefetch after it would queue up behind the loop's stores
    loop(to, from, next ? next->from : nullptr, block, plan.stores);
    if (next && index + lead + 1 < end) next->advance();
  }
  if (plan.stores == Traffic::NonTemporal) kernel_table<kernels::FenceTable>().fence();
}

void move_boxes(const Iterator &it, const CopyPlan &plan, int64_t begin, int64_t end) {
  const Dims to = it.strides(0), from = it.strides(1);
  const int64_t row = plan.to.ndim > 1 ? it.sizes()[0] : kBoxElements;
  const int64_t steps[] = {to[0], from[0], it.ndim() > 1 ? to[1] : 0, it.ndim() > 1 ? from[1] : 0};
  Place place(it, plan, begin);
  for (; begin < end; ++begin, place.advance()) {
    const int64_t n = place.length(plan.to);
    if (plan.has_rows) {
      const int64_t n0 = std::min(n, row);
      move_rows(place.to, place.from, steps, n0, n / n0, plan.unit);
    } else if (plan.is_dense) {
      pick(place.to, place.from, plan.from_rows, n, plan.unit);
    } else {
      move(place.to, plan.to_rows, place.from, plan.from_rows, n, plan.unit);
    }
  }
}

// Runs all blocks, or boxes, of a plan on threads.
void run_blocks(const Iterator &it, const CopyPlan &plan, const InputRows *rows) {
  int64_t count = 1;
  for (const int64_t size : plan.counts) count *= size;
  const int64_t grain = grain_of(it.numel(), cost_of(it)), block = it.numel() / count;  // elements
  auto range = [&](int64_t begin, int64_t end, int32_t) -> ct_status {
    if (plan.kind == CopyKind::Picked) {
      move_boxes(it, plan, begin, end);
    } else if (rows != nullptr && rows->constant != nullptr) {
      ConstantRows constants(it, plan, *rows);
      transpose_blocks(it, plan, &constants, begin, end);
    } else {
      transpose_blocks(it, plan, nullptr, begin, end);
    }
    return CT_OK;
  };
  const ct_status status = parallel_ranges(count, std::max<int64_t>(grain / block, 1), {}, range);
  if (status != CT_OK) fail(status, "the executor failed");
}

// Makes `wide` the same copy of fewer elements, each of some neighbours, where there are such.
bool widen(const Iterator &it, Iterator &wide) {
  const int64_t itemsize = it.operand(0).itemsize;
  const int32_t ndim = it.ndim() - 1;
  if (ndim < 1 || ndim > Iterator::kInlineDims || it.strides(0)[0] != itemsize || it.strides(1)[0] != itemsize)
    return false;
  const DType dtype = dtype_of_neighbours(it.sizes()[0] * itemsize);
  if (dtype == DType::Undefined) return false;
  wide.lay_out(it.sizes().subspan(1), 1, 2);
  for (int32_t k = 0; k < 2; ++k) wide.set_operand(k, it.operand(k).data, dtype, dtype, it.strides(k).subspan(1));
  return true;
}

}  // namespace

void run_copy(const Iterator &it) {
  if (it.numel() == 0 || it.is_meta()) return;
  if (Iterator wide; widen(it, wide)) return run_copy(wide);
  const Workspace workspace;
  const Buffer<CopyPlan::Rows> memory;
  const CopyPlan plan(it, *memory);
  if (plan.kind == CopyKind::Transpose || plan.kind == CopyKind::Picked) return run_blocks(it, plan, nullptr);
  const DType dtype = it.operand(0).dtype;
  run(it, convert_kernel(dtype, dtype), plan.stores, plan.kind == CopyKind::PickedRows);
}

void run_copy(const Iterator &it, const InputRows &rows) {
  const Workspace workspace;
  const Buffer<CopyPlan::Rows> memory;
  run_blocks(it, CopyPlan(it, *memory, &rows), &rows);
}

void run_conversion(Iterator &it) {
  const DType to = it.operand(0).dtype, from = it.operand(1).tensor_dtype;
  const bool repeats = it.ndim() > 1 && it.strides(1)[0] == 0;
  if (repeats) it.set_operand(1, it.operand(1).data, to, from, DimVec(it.strides(1)));
  run(it, convert_kernel(to, repeats ? to : from));
}

}  // namespace ct
