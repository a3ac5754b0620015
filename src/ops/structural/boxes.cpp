// Copies boxes, one after the other or by threads.
#include "ops/structural/boxes.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>

#include "iter/copy.h"
#include "iter/planes.h"
#include "iter/traffic.h"
#include "kernels/tuning.h"
#include "ops/structural/bands.h"
#include "runtime/cost.h"
#include "runtime/error.h"
#include "runtime/kernel_table.h"
#include "runtime/scratch.h"
#include "runtime/threads.h"
#include "runtime/workspace.h"
#include "tensor/overlap.h"
#include "tensor/steps.h"

namespace ct {

namespace {

using kernels::Loop;
using kernels::Traffic;

// Walks a box in the order of the output's memory.
void order(Box &box) noexcept {
  box.dims.flip(0, box.data);
  box.dims.sort(0);
  box.dims.coalesce();
}

// Makes neighbours that stay together one element, where there is a dtype for them. Returns the output's dtype then.
DType widen(DType to, Box &box) noexcept {
  const int64_t itemsize = dtype_size(to);
  if (box.from != to || box.dims.ndim() < 2) return to;
  if (box.dims.stride(0, 0) != itemsize || box.dims.stride(1, 0) != itemsize) return to;
  const DType wide = dtype_of_neighbours(box.dims.size(0) * itemsize);
  if (wide == DType::Undefined) return to;
  box.dims.drop_0();
  box.from = wide;
  return wide;
}

// Whether both sides run along the same rows, or the source repeats one element.
bool has_common_rows(const Box &box, int64_t itemsize) noexcept {
  const int64_t from = box.dims.stride(1, 0);
  return box.dims.stride(0, 0) == itemsize && (from == 0 || from == dtype_size(box.from));
}

Traffic store_traffic(const Box &box, int64_t itemsize, Traffic whole) noexcept {
  if (whole == Traffic::Cached || box.dims.stride(0, 0) != itemsize) return Traffic::Cached;
  return box.dims.size(0) * itemsize >= kNonTemporalRow ? Traffic::NonTemporal : Traffic::Cached;
}

// Chooses the second dim of planes, which becomes dim 1. Returns how many rows a plane has at most.
int64_t choose_planes(DimList<2> &dims, int64_t itemsize, bool is_cached) noexcept {
  int32_t second = dims.second_dim();
  int64_t most = dims.size(second);
  // Many short rows that both sides run along are cheaper as one plane, repeated rows above all. What lies between them
  // is gone through again for each plane, so it must stay near.
  const int64_t row = dims.size(0) * itemsize;
  if (second == 1 && dims.size(1) < kFewPlaneRows && row <= kShortPlaneRow) {
    const auto is_near = [&](int32_t d) {
      const int64_t step = std::max(dims.stride(0, d), std::abs(dims.stride(1, d)));
      return is_cached || std::min(dims.size(d), kPlaneBytes / row) * step <= kOwnCacheBytes / 2;
    };
    for (int32_t d = 2; d < dims.ndim(); ++d) second = dims.size(d) > dims.size(second) && is_near(d) ? d : second;
    if (second != 1) most = kPlaneBytes / row;
  }
  dims.move_to_1(second);
  return most;
}

// Moves dims that repeat a long row next to it, so that the row is read from memory once.
void pull_repeats(Box &box) noexcept {
  for (int32_t d = box.dims.ndim() - 1, moved = 0; d - moved >= 2;) {
    if (box.dims.stride(1, d) != 0) {
      --d;
    } else {
      box.dims.move_to_1(d);
      ++moved;
    }
  }
}

// Whether the copy engine takes the box: elements lie apart on one side, along several dims.
bool is_mixed(const Box &box, DType to) noexcept {
  return box.dims.ndim() >= 2 && box.dims.ndim() <= Iterator::kInlineDims && !has_common_rows(box, dtype_size(to));
}

// Copies a box as the copy engine plans it, which has threads of its own.
void run_planned(DType to, const Box &box) {
  int64_t strides[2][Iterator::kInlineDims];
  const auto ndim = static_cast<size_t>(box.dims.ndim());
  for (int32_t k = 0; k < 2; ++k) {
    for (int32_t d = 0; d < box.dims.ndim(); ++d) strides[k][d] = box.dims.stride(k, d);
  }
  Iterator it;
  it.lay_out(box.dims.sizes(), 1, 2);
  it.set_operand(0, box.data[0], to, to, {strides[0], ndim});
  it.set_operand(1, box.data[1], box.from, box.from, {strides[1], ndim});
  to == box.from ? run_copy(it) : run_conversion(it);
}

// Runs what may have threads of its own on this thread alone. A run inside a run uses no threads, and so needs no
// memory.
template <class Work>
void run_here(const Work &work) {
  const auto body = [&](int64_t, int32_t) -> ct_status {
    work();
    return CT_OK;
  };
  static_cast<void>(parallel_run(1, body, 1));
}

// Copies a box whose dims order() has put in order.
void run_box(DType to, Box &box, Traffic whole) {
  to = widen(to, box);
  if (box.dims.ndim() > 2 && box.numel > kMostPicked && is_mixed(box, to))
    return run_here([&] { run_planned(to, box); });
  const Loop kernel = convert_kernel(to, box.from);
  const Traffic stores = store_traffic(box, dtype_size(to), whole);
  if (stores == Traffic::NonTemporal && box.dims.stride(1, 0) != 0) pull_repeats(box);
  if (box.dims.ndim() > 2) {
    const int64_t most = choose_planes(box.dims, dtype_size(to), whole == Traffic::Cached), rows = box.dims.size(1);
    for (int64_t row = 0; row < rows; row += most) {
      char *data[2] = {box.data[0] + row * box.dims.stride(0, 1), box.data[1] + row * box.dims.stride(1, 1)};
      box.dims.resize(1, std::min(most, rows - row));
      run_planes(kernel, data, box.dims, stores);
    }
    return;
  }
  kernel(box.data, box.dims.plane_strides(), box.dims.size(0), box.dims.size(1), stores);
}

// Copies the elements from begin to end of a box, in its order. Cuts move up to the start of one of a few dozen pieces
// of the box, by a rule that gives the same cut for the part before.
void run_part(DType to, const Box &box, int64_t begin, int64_t end, Traffic whole) {
  constexpr int64_t pieces = 64;
  const auto &dims = box.dims;
  int32_t cut = std::max(dims.ndim() - 1, 0);
  int64_t units = dims.size(cut);
  while (cut > 0 && units < pieces) units *= dims.size(--cut);
  const int64_t unit = box.numel / units, last = std::min(divide_up(end, unit), units);
  for (int64_t at = divide_up(begin, unit), step = 0; at < last; at += step) {
    step = std::min(dims.size(cut) - at % dims.size(cut), last - at);
    Box part;
    part.begin(box.data[0], box.data[1], box.from, box.source);
    int64_t rest = at;
    for (int32_t d = cut; d < dims.ndim(); rest /= dims.size(d++)) {
      for (int32_t k = 0; k < 2; ++k) part.data[k] += rest % dims.size(d) * dims.stride(k, d);
    }
    for (int32_t d = 0; d < cut; ++d) part.add(dims.size(d), dims.stride(0, d), dims.stride(1, d));
    part.add(step, dims.stride(0, cut), dims.stride(1, cut));
    part.dims.coalesce();
    run_box(to, part, whole);
  }
}

// How a part of the output is copied: a single box, a band tile by tile, or a band that the copy engine transposes.
enum class PartKind { Box, Tiles, Across };

// The parts of the output in their order.
class Parts {
 public:
  Parts(const Tensor &out, const Boxes &boxes)
      : boxes_(boxes), memory_(boxes.count <= kFew ? 0 : (2 * boxes.count + 1) * int64_t{sizeof(int64_t)}) {
    ends_[0] = 0;
    for (int64_t i = 0; i < boxes.count;) {
      const Band band(out, boxes, i);
      const int64_t last = i + band.nboxes();
      if (band.is_tiled() || band.lies_across()) {
        add(i, band.is_tiled() ? PartKind::Tiles : PartKind::Across, band.numel());
        i = last;
      }
      for (; i < last; ++i) add(i, PartKind::Box, boxes.numel(i));
    }
  }

  int64_t count() const { return count_; }
  int64_t numel() const { return ends_[count_]; }
  // The part that holds an element.
  int64_t find(int64_t element) const { return std::upper_bound(ends_, ends_ + count_ + 1, element) - ends_ - 1; }
  int64_t begin(int64_t i) const { return ends_[i]; }
  int64_t end(int64_t i) const { return ends_[i + 1]; }
  int64_t first_box(int64_t i) const { return boxes_of_[i] / kKinds; }
  PartKind kind(int64_t i) const { return static_cast<PartKind>(boxes_of_[i] % kKinds); }

 private:
  static constexpr int64_t kKinds = 3, kFew = 3;  // few take no memory

  void add(int64_t box, PartKind kind, int64_t numel) {
    boxes_of_[count_] = box * kKinds + static_cast<int64_t>(kind);
    ends_[count_ + 1] = ends_[count_] + numel;
    ++count_;
  }

  const Boxes &boxes_;
  const Scratch memory_;
  int64_t of_few_[2 * kFew + 1];
  int64_t *const ends_ = boxes_.count <= kFew ? of_few_ : memory_.data<int64_t>();
  int64_t *const boxes_of_ = ends_ + boxes_.count + 1;
  int64_t count_ = 0;
};

// Whether a part is a large box that the copy engine takes with threads of its own.
bool is_planned(const Box &box, DType to) noexcept {
  const int64_t least = box.dims.ndim() == 2 ? kLeastPlannedPlane : kLeastPlannedBox;
  return box.source != nullptr && is_mixed(box, to) && box.numel * dtype_size(to) >= least;
}

// For work that has threads of its own, after something has been written: where those find no memory, this thread does
// it alone.
template <class Work>
void run_surely(const Work &work) {
  try {
    return work();
  } catch (const Error &error) {
    if (error.status != CT_ERROR_OUT_OF_MEMORY) throw;
  }
  run_here(work);
}

[[gnu::noinline]] void run_parts(Tensor &out, const Boxes &boxes, int64_t grain, Traffic whole) {
  const Parts parts(out, boxes);
  const auto describe = [&](int64_t i, Box &box) {
    boxes.describe(parts.first_box(i), box);
    order(box);
  };
  std::atomic<bool> some_are_left{false};
  const auto range = [&](int64_t begin, int64_t end, int32_t) -> ct_status {
    for (int64_t i = parts.find(begin); i < parts.count() && parts.begin(i) < end; ++i) {
      if (parts.begin(i) == parts.end(i)) continue;
      const int64_t from = std::max<int64_t>(begin - parts.begin(i), 0);
      const int64_t to = std::min(end, parts.end(i)) - parts.begin(i);
      if (parts.kind(i) == PartKind::Across) {
        some_are_left.store(true, std::memory_order_relaxed);
        continue;
      }
      if (parts.kind(i) == PartKind::Tiles) {
        Band(out, boxes, parts.first_box(i)).run(from, to, whole);
        continue;
      }
      Box box;
      describe(i, box);
      if (is_planned(box, out.dtype())) {
        some_are_left.store(true, std::memory_order_relaxed);
        continue;
      }
      if (to - from == box.numel) {
        run_box(out.dtype(), box, whole);
      } else {
        run_part(out.dtype(), box, from, to, whole);
      }
    }
    return CT_OK;
  };
  const ct_status status = parallel_ranges(parts.numel(), grain, {}, range);
  if (status != CT_OK) fail(status, "the executor failed");
  for (int64_t i = 0; i < parts.count() && some_are_left.load(std::memory_order_relaxed); ++i) {
    if (parts.begin(i) == parts.end(i)) continue;
    if (parts.kind(i) == PartKind::Across) {
      run_surely([&] { Band(out, boxes, parts.first_box(i)).transpose(); });
    } else if (parts.kind(i) == PartKind::Box) {
      Box box;
      describe(i, box);
      if (is_planned(box, out.dtype())) run_surely([&] { run_planned(out.dtype(), box); });
    }
  }
}

}  // namespace

void copy_boxes(Tensor &out, const Boxes &boxes) {
  if (out.numel() == 0 || out.is_meta()) return;
  const Workspace workspace;
  const int64_t bytes = out.numel() * out.itemsize();
  // A copied byte counts once, as in iter/fast_path.cpp.
  const int64_t grain = grain_of(out.numel(), {bytes, 0});
  const int64_t few = boxes.count > 1 ? kFewElements : kAtOnce;
  if (out.numel() > std::min(grain, few)) return run_parts(out, boxes, grain, traffic(2 * bytes));
  for (int64_t i = 0; i < boxes.count; ++i) {
    Box box;
    boxes.describe(i, box);
    if (box.numel == 0) continue;
    order(box);
    run_box(out.dtype(), box, Traffic::Cached);
  }
}

CopiesInTurn::CopiesInTurn(const Tensor &out) {
  const int64_t bytes = out.numel() * out.itemsize();
  if (grain_of(out.numel(), {2 * bytes, 0}) < out.numel()) of_workers_.emplace(num_threads());
}

void copy_alone(const Tensor &to, const Tensor &from) noexcept {
  if (to.numel() == 0) return;
  Box box;
  box.begin(to.data(), from);
  for (int32_t d = to.ndim() - 1; d >= 0; --d) {
    box.add(to.sizes()[d], step_along(to, d), step_along(from, d));
  }
  order(box);
  run_box(to.dtype(), box, Traffic::Cached);
}

void check_apart(const Tensor &out, std::span<const Tensor *const> inputs) {
  check_no_internal_overlap(out);
  for (const Tensor *const input : inputs) check_no_common_element(out, *input);
}

bool all_meta(std::span<const Tensor *const> inputs) {
  const bool meta = inputs[0]->is_meta();
  for (const Tensor *const input : inputs) {
    if (input->is_meta() == meta) continue;
    fail(CT_ERROR_INVALID, "Expected all tensors to be on the same device, found cpu and meta: a ",
         dtype_name(input->dtype()), " tensor of sizes ", input->sizes(), " beside one of sizes ", inputs[0]->sizes());
  }
  return meta;
}

}  // namespace ct
