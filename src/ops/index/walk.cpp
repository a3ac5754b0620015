// The walk of indexing ops, and the checks of indices.
#include "ops/index/walk.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdlib>

#include "iter/dims.h"
#include "iter/odometer.h"
#include "iter/traffic.h"
#include "kernels/tuning.h"
#include "ops/structural/boxes.h"
#include "ops/structural/copy.h"
#include "runtime/cost.h"
#include "runtime/error.h"
#include "runtime/kernel_table.h"
#include "runtime/threads.h"
#include "tensor/overlap.h"
#include "tensor/scalar.h"

namespace ct {

using namespace kernels;

// ---- checks ----

void check_index_dtype(const Tensor &index) {
  if (is_integral(index.dtype())) return;
  fail(CT_ERROR_DTYPE, "indices must be integers, got a tensor of dtype ", dtype_name(index.dtype()));
}

void check_same_device(const Tensor &a, const Tensor &b) {
  if (a.is_meta() == b.is_meta()) return;
  fail(CT_ERROR_INVALID, "Expected all tensors to be on the same device, found cpu and meta: shapes ", a.sizes(),
       " and ", b.sizes());
}

void check_same_dtype(const Tensor &t, const Tensor &other, const char *name) {
  if (t.dtype() == other.dtype()) return;
  fail(CT_ERROR_DTYPE, "t has dtype ", dtype_name(t.dtype()), ", and ", name, " has dtype ", dtype_name(other.dtype()),
       ": they must be the same");
}

void check_apart(const Tensor &written, const Tensor &input, const char *name) {
  const Overlap found = overlap(written, input);
  if (found == Overlap::No) return;
  fail(CT_ERROR_OVERLAP, "the written-to tensor of sizes ", written.sizes(), " and ", name, " of sizes ", input.sizes(),
       found == Overlap::TooHard ? " may share memory" : " share memory", ": clone one of them first");
}

namespace {

// Picoseconds that an element takes, at least; they decide from how many elements on threads are worth it
// (runtime/cost.h): along a slice, and at places of its own in the core's cache and beyond.
constexpr int64_t kSlicePs = 300, kNearPs = 1000, kFarPs = 2000;
// Threads share positions, not slices, where each has so many.
constexpr int64_t kPositionsOfThread = 64;

// The place of the first index out of range in row-major order, or -1.
int64_t find_outside(const Tensor &index, int64_t size, int64_t low) {
  const auto first_outside = kernel_table<IndexTable>().first_outside;
  if (index.is_contiguous() && index.numel() <= kFewElements) {
    return first_outside({index.data(), {index.itemsize(), 0}, size, 0, index.dtype(), true}, index.numel(), 1, low);
  }
  DimVec sizes, steps;
  for (int32_t d = index.ndim(); d-- > 0;) {
    sizes.push_back(index.sizes()[static_cast<size_t>(d)]);
    steps.push_back(step_along(index, d));
  }
  const int32_t ndim = coalesce_dims(static_cast<int32_t>(sizes.size()), sizes.data(), 1,
                                     [&](int32_t, int32_t d) -> int64_t & { return steps[d]; });
  const Dims shape(sizes.data(), static_cast<size_t>(ndim));
  const auto search = [&](int64_t begin, int64_t end) -> int64_t {
    for (DimCounter at(shape, begin, end); !at.is_done();) {
      const DimCounter::Step step = at.max_2d_step();
      const IndexOf here = {index.data() + at.offset(steps),
                            {ndim > 0 ? steps[0] : 0, ndim > 1 ? steps[1] : 0},
                            size,
                            0,
                            index.dtype(),
                            true};
      const int64_t found = first_outside(here, step.size0, step.size1, low);
      if (found >= 0) return at.position() + found;
      at.increment(step);
    }
    return -1;
  };
  const int64_t count = index.numel(), grain = grain_of(count, {count * index.itemsize(), 0});
  if (grain >= count) return search(0, count);
  std::atomic<int64_t> first{INT64_MAX};
  const ct_status status = parallel_ranges(count, grain, {}, [&](int64_t begin, int64_t end, int32_t) -> ct_status {
    const int64_t found = search(begin, end);
    int64_t before = first.load(std::memory_order_relaxed);
    while (found >= 0 && found < before && !first.compare_exchange_weak(before, found)) {
    }
    return CT_OK;
  });
  if (status != CT_OK) fail(status, "the search for an index out of range: the executor failed");
  return first == INT64_MAX ? -1 : first.load();
}

}  // namespace

bool check_indices(const Tensor &index, int64_t size, const int32_t *dim, bool from_zero) {
  // Most often, none is negative. Otherwise one comes soon as a rule, so the first search ends early.
  int64_t place = index.numel() == 0 ? -1 : find_outside(index, size, 0);
  if (place < 0) return false;
  if (!from_zero && !is_unsigned(index.dtype())) place = find_outside(index, size, -size);
  if (place < 0) return true;
  DimVec at(index.sizes());
  int64_t rest = place, offset = 0;
  for (int64_t d = at.size(); d-- > 0;) {
    const int64_t size_d = at[d];
    at[d] = rest % size_d;
    rest /= size_d;
    offset += at[d] * index.strides()[static_cast<size_t>(d)];
  }
  Message value;
  const Scalar element = load_scalar(index.dtype(), index.data() + offset * index.itemsize());
  index.dtype() == DType::UInt64 ? value.append(static_cast<uint64_t>(element.i)) : value.append(element.i);
  if (dim != nullptr) {
    fail(CT_ERROR_INDEX, "index ", value.c_str(), " at ", at, " is out of bounds for dim ", *dim, " of size ", size);
  }
  fail(CT_ERROR_INDEX, "index ", value.c_str(), " at ", at, " is out of bounds for ", size,
       from_zero ? " classes" : " elements");
}

// ---- the walk ----

Ref<Tensor> turned(const Tensor &t, int32_t dim, int64_t count) {
  const int32_t last = t.ndim() - 1;
  const auto is_nearest = [](int64_t stride) { return std::abs(stride) == 1; };
  if (dim >= last || t.is_meta() || std::ranges::none_of(t.strides(), is_nearest)) return nullptr;
  const int64_t step = std::abs(step_along(t, last)), size = t.sizes()[static_cast<size_t>(dim)];
  int64_t slice = t.itemsize();
  for (int32_t d = dim + 1; d <= last; ++d) slice *= t.sizes()[static_cast<size_t>(d)];
  const bool is_worth_it = step > t.itemsize() && count >= (step >= kCacheLine ? size : kNearTurned * size);
  return is_worth_it && slice >= kCacheLine ? contiguous(t, MemoryFormat::Contiguous) : nullptr;
}

void IndexWalk::add_dim(int64_t size, int64_t data_step, int64_t indexed_step, std::span<const int64_t> index_steps) {
  elements_ *= size;
  if (size == 1) return;
  const bool has_indices = std::any_of(index_steps.begin(), index_steps.end(), [](int64_t step) { return step != 0; });
  // Positions that write to one element are taken in order.
  List &list = has_indices || indexed_step == 0 ? positions_list_ : slices_list_;
  list.sizes.push_back(size);
  list.strides.push_back(data_step);
  list.strides.push_back(indexed_step);
  for (const int64_t step : index_steps) list.strides.push_back(step);
}

void IndexWalk::coalesce(List &list) {
  const int32_t ndim =
      coalesce_dims(static_cast<int32_t>(list.sizes.size()), list.sizes.data(), static_cast<int32_t>(width()),
                    [&](int32_t k, int32_t d) -> int64_t & { return list.strides[d * width() + k]; });
  list.sizes.resize(ndim);
}

bool IndexWalk::List::turns(int64_t width, int64_t unit) const {
  int64_t dense[2] = {-1, -1};
  for (int64_t d = 0; d < sizes.size(); ++d) {
    for (int k = 0; k < 2; ++k) dense[k] = std::abs(strides[d * width + k]) == unit ? d : dense[k];
  }
  return dense[0] >= 0 && dense[1] >= 0 && dense[0] != dense[1] && sizes[dense[0]] * unit >= kCacheLine;
}

bool IndexWalk::List::closes(int64_t width, int64_t unit) const {
  return sizes.size() > 1 && strides[0] == unit && strides[width] == sizes[0] * unit &&
         sizes[0] * sizes[1] >= kLongSlice;
}

void IndexWalk::List::order(int64_t width) {
  for (int64_t d = 0; d < sizes.size(); ++d) {
    for (int64_t e = d + 1; e < sizes.size(); ++e) {
      if (std::abs(strides[e * width + 1]) >= std::abs(strides[d * width + 1])) continue;
      std::swap(sizes[d], sizes[e]);
      std::swap_ranges(strides.data() + d * width, strides.data() + (d + 1) * width, strides.data() + e * width);
    }
  }
}

void IndexWalk::List::bring_near(int64_t width) {
  const auto steps = [&](int64_t d) { return std::abs(strides[d * width]) + std::abs(strides[d * width + 1]); };
  int64_t nearest = 0;
  for (int64_t d = 1; d < sizes.size(); ++d) nearest = steps(d) < steps(nearest) ? d : nearest;
  if (nearest == 0) return;
  std::swap(sizes[0], sizes[nearest]);
  std::swap_ranges(strides.data(), strides.data() + width, strides.data() + nearest * width);
}

void IndexWalk::arrange(bool moves) {
  coalesce(positions_list_);
  coalesce(slices_list_);
  const auto count = [](const List &list) {
    int64_t product = 1;
    for (const int64_t size : list.sizes) product *= size;
    return product;
  };
  const auto reach = [&](const List &list) {
    for (int64_t d = 0; d < list.sizes.size(); ++d) {
      reach_ += (list.sizes[d] - 1) * std::abs(list.strides[d * width() + 1]);
    }
  };
  reach(positions_list_);
  reach(slices_list_);
  for (int32_t k = 0; k < count_; ++k) reach_ += indices_[k].size * std::abs(indices_[k].step);
  // A slice of a few bytes is moved as one wider element.
  if (moves && !slices_list_.sizes.empty() && slices_list_.strides[0] == unit_ && slices_list_.strides[1] == unit_) {
    const int64_t bytes = slices_list_.sizes[0] * unit_;
    if (bytes <= 16 && std::has_single_bit(static_cast<uint64_t>(bytes))) {
      unit_ = bytes;
      slices_list_.sizes.erase(0);
      for (int64_t k = 0; k < width(); ++k) slices_list_.strides.erase(0);
    }
  }
  positions_ = count(positions_list_);
  slices_ = count(slices_list_);
  for (int32_t k = 0; k < count_; ++k) {
    for (int d = 0; d < 2; ++d) indices_[k].strides[d] = stride_of(positions_list_, d, kOperands + k);
  }
  if (slices_list_.sizes.empty()) return;
  const bool are_few = positions_ < kFewPositions;
  if (are_few) slices_list_.bring_near(width());
  const int64_t data_step = std::abs(slices_list_.strides[0]), step = std::abs(slices_list_.strides[1]);
  const int64_t apart = positions_list_.sizes.empty() ? INT64_MAX : std::abs(positions_list_.strides[0]);
  by_slices_ = are_few || (data_step <= apart && step <= kCacheLine);
}

int64_t IndexWalk::element_ps() const {
  if (by_slices_) return kSlicePs;
  return reach_ > kOwnCacheBytes ? kFarPs : kNearPs;
}

template <class Body>
void IndexWalk::parallel(int64_t count, int64_t grain, Body &&body) const {
  const ct_status status = parallel_ranges(count, grain, {}, [&](int64_t begin, int64_t end, int32_t) -> ct_status {
    body(begin, end);
    return CT_OK;
  });
  if (status != CT_OK) fail(status, name_, ": the executor failed");
}

int64_t IndexWalk::join_dims(Dims sizes, int64_t *pattern) const {
  const auto ndim = static_cast<int64_t>(sizes.size());
  const auto goes_on = [&](int64_t d) {
    for (int64_t k = 0; k < width(); ++k) {
      if (k == 1) continue;  // what is indexed
      if (stride_of(positions_list_, d, k) !=
          stride_of(positions_list_, d - 1, k) * sizes[static_cast<size_t>(d - 1)]) {
        return false;
      }
    }
    return true;
  };
  if (ndim < 3) return 1;
  int64_t dims = 1, row = sizes[0];
  while (dims < ndim && row * sizes[static_cast<size_t>(dims)] <= kIndexBlock && goes_on(dims)) {
    row *= sizes[static_cast<size_t>(dims++)];
  }
  if (dims < 2) return 1;
  int64_t filled = 1;
  pattern[0] = 0;
  for (int64_t d = 0; d < dims; ++d) {
    const int64_t step = stride_of(positions_list_, d, 1), all = filled * sizes[static_cast<size_t>(d)];
    for (int64_t i = filled; i < all; ++i) pattern[i] = pattern[i - filled] + step;
    filled = all;
  }
  return dims;
}

void IndexWalk::walk(const Part &part) const {
  if (part.dim >= 0 && part.count == 0) return;
  const int64_t wide = width();
  int64_t sizes[kMaxDims];
  const int64_t ndim = positions_list_.sizes.size();
  for (int64_t d = 0; d < ndim; ++d) sizes[d] = positions_list_.sizes[d];
  IndexedPiece piece{};
  piece.indices = indices_;
  piece.count = count_;
  piece.by_slices = by_slices_;
  piece.low = part.low;
  piece.high = part.high;
  piece.is_far = reach_ > kOwnCacheBytes;
  piece.traffic = traffic_;
  for (int k = 0; k < 2; ++k) {
    int64_t *const strides = k == 0 ? piece.data_strides : piece.indexed_strides;
    strides[0] = stride_of(positions_list_, 0, k);
    strides[1] = stride_of(positions_list_, 1, k);
    strides[2] = stride_of(slices_list_, 0, k);
    strides[3] = stride_of(slices_list_, 1, k);
  }
  const auto run = kernel_table<IndexTable>().run;
  const bool repeats = positions_ <= kIndexBlock;
  const int64_t slice_dims = slices_list_.sizes.size();
  if (ndim <= 2 && slice_dims <= (repeats ? 2 : 1) && is_all(part)) {  // one piece
    piece.data = data_;
    piece.indexed = indexed_;
    for (int64_t d = 0; d < 2; ++d) {
      piece.sizes[d] = d < ndim ? sizes[d] : 1;
      piece.sizes[2 + d] = d < slice_dims ? slices_list_.sizes[d] : 1;
    }
    return run(piece, *move_);
  }
  int64_t moved[2] = {0, 0};
  IndexOf first[kMaxDims], indices[kMaxDims];
  piece.indices = indices;
  std::copy_n(indices_, count_, first);
  std::copy_n(indices_, count_, indices);
  int64_t end = part.end_positions;
  if (part.dim >= 0) {
    end = end / sizes[part.dim] * part.count;
    sizes[part.dim] = part.count;
    const int64_t *const strides = positions_list_.strides.data() + part.dim * wide;
    for (int k = 0; k < kOperands; ++k) moved[k] = part.first * strides[k];
    for (int32_t k = 0; k < count_; ++k) first[k].data += part.first * strides[kOperands + k];
  }
  int64_t pattern[kIndexBlock];
  const int64_t joined = join_dims({sizes, static_cast<size_t>(ndim)}, pattern);
  const auto dim_of = [&](int64_t d) { return d == 0 ? 0 : d + joined - 1; };  // in the list
  if (joined > 1) {
    for (int64_t d = 1; d < joined; ++d) sizes[0] *= sizes[d];
    std::copy(sizes + joined, sizes + ndim, sizes + 1);
    piece.indexed_strides[0] = 0;
    piece.data_strides[1] = stride_of(positions_list_, joined, 0);
    piece.indexed_strides[1] = stride_of(positions_list_, joined, 1);
    for (int32_t k = 0; k < count_; ++k) indices[k].strides[1] = stride_of(positions_list_, joined, kOperands + k);
  }
  const Dims shape(sizes, static_cast<size_t>(ndim - joined + 1));
  for (DimCounter slice(slices_list_.sizes, part.slices, part.end_slices); !slice.is_done();) {
    const DimCounter::Step elements = repeats ? slice.max_2d_step() : slice.max_1d_step();
    int64_t base[2] = {moved[0], moved[1]};
    for (int64_t d = 0; d < slices_list_.sizes.size(); ++d) {
      for (int k = 0; k < kOperands; ++k) base[k] += slice[d] * slices_list_.strides[d * wide + k];
    }
    piece.sizes[2] = elements.size0;
    piece.sizes[3] = elements.size1;
    for (DimCounter at(shape, part.positions, end); !at.is_done();) {
      const DimCounter::Step step = at.max_2d_step();
      int64_t offsets[2] = {base[0], base[1]};
      for (int32_t k = 0; k < count_; ++k) indices[k].data = first[k].data;
      for (int64_t d = 0; d < static_cast<int64_t>(shape.size()); ++d) {
        const int64_t *const strides = positions_list_.strides.data() + dim_of(d) * wide;
        offsets[0] += at[d] * strides[0];
        if (d > 0 || joined == 1) offsets[1] += at[d] * strides[1];
        for (int32_t k = 0; k < count_; ++k) indices[k].data += at[d] * strides[kOperands + k];
      }
      if (joined > 1) piece.pattern = pattern + at[0];
      piece.data = data_ + offsets[0];
      piece.indexed = indexed_ + offsets[1];
      // The bounds count from the beginning of everything, so they are moved to the beginning of this piece.
      if (part.high != kAllOffsets) {
        piece.low = part.low - offsets[1] + base[1];
        piece.high = part.high - offsets[1] + base[1];
      }
      piece.sizes[0] = step.size0;
      piece.sizes[1] = step.size1;
      run(piece, *move_);
      at.increment(step);
    }
    slice.increment(elements);
  }
}

// Copies all slices, each as a box.
void IndexWalk::gather_boxes(Tensor &out) const {
  const int64_t wide = width(), parts = unit_ / out.itemsize();
  const auto numel = [&](int64_t) { return slices_ * parts; };
  const auto describe = [&](int64_t position, Box &box) {
    box.begin(data_, whole_);
    box.data[1] += offset_of(position);
    const Odometer at(positions_list_.sizes, position);
    for (int64_t d = 0; d < positions_list_.sizes.size(); ++d) box.data[0] += at[d] * positions_list_.strides[d * wide];
    box.add(parts, out.itemsize(), out.itemsize());
    for (int64_t d = 0; d < slices_list_.sizes.size(); ++d) {
      box.add(slices_list_.sizes[d], slices_list_.strides[d * wide], slices_list_.strides[d * wide + 1]);
    }
  };
  copy_boxes(out, {positions_, numel, describe});
}

// Whether slices lie side by side where they are read and positions do where they are written, so that what is written
// would go across memory.
bool IndexWalk::is_across() const {
  if (positions_ * slices_ <= kFewElements) return false;
  const auto is_dense = [&](const List &list, int64_t operand, int64_t bytes) {
    for (int64_t d = 0; d < list.sizes.size(); ++d) {
      if (std::abs(list.strides[d * width() + operand]) == unit_ && list.sizes[d] * unit_ >= bytes) return true;
    }
    return false;
  };
  return is_dense(slices_list_, 1, kCacheLine) && !is_dense(slices_list_, 0, 0) && is_dense(positions_list_, 0, 0);
}

// Gathers whole slices into memory of their own, in the order in which they are read, and turns them.
void IndexWalk::gather_across(Tensor &out) {
  const int64_t wide = width();
  slices_list_.order(wide);
  const int64_t sizes[] = {positions_ * slices_ * unit_ / out.itemsize()};
  const Ref<Tensor> rows = Tensor::create(sizes, out.dtype());
  IndexWalk dense = *this;
  dense.data_ = rows->data();
  int64_t step = unit_;
  for (List *const list : {&dense.slices_list_, &dense.positions_list_}) {
    for (int64_t d = 0; d < list->sizes.size(); ++d) {
      list->strides[d * wide] = step;
      step *= list->sizes[d];
    }
  }
  dense.by_slices_ = true;
  dense.gather_arranged(*rows);
  copy_box(out, rows->numel(), [&](Box &box) {
    box.begin(data_, *rows);
    box.add(unit_ / out.itemsize(), out.itemsize(), out.itemsize());
    const auto add = [&](const List &own, const List &of_rows) {
      for (int64_t d = 0; d < own.sizes.size(); ++d) {
        box.add(own.sizes[d], own.strides[d * wide], of_rows.strides[d * wide]);
      }
    };
    add(slices_list_, dense.slices_list_);
    add(positions_list_, dense.positions_list_);
  });
}

void IndexWalk::gather(Tensor &out) {
  if (elements_ == 0) return;
  arrange(true);
  if (is_across()) return gather_across(out);
  gather_arranged(out);
}

void IndexWalk::gather_arranged(Tensor &out) {
  const int64_t bytes = positions_ * slices_ * unit_;
  const bool as_boxes = positions_ < kFewPositions || slices_list_.turns(width(), unit_) ||
                        (bytes > kOwnCacheBytes && slices_list_.closes(width(), unit_));
  if (as_boxes && slices_ >= kLongSlice) return gather_boxes(out);
  move_ = &kernel_table<IndexTable>().gather[std::countr_zero(static_cast<uint64_t>(unit_))];
  // Random reads take so long that storing through the caches costs nothing extra, up to a few times of what the caches
  // hold.
  traffic_ = traffic(bytes / 2);
  const Cost cost{2 * bytes + positions_ * 8 * count_, 0};
  const int64_t work = positions_ * slices_, ps = element_ps();
  const int64_t grain = grain_of(work, {cost.bytes, ps});
  if (grain >= work) return walk({0, positions_, 0, slices_});
  if (positions_ >= slices_ || positions_ >= int64_t{num_threads()} * kPositionsOfThread) {
    return parallel(positions_, std::max<int64_t>(grain / slices_, 1), [&](int64_t begin, int64_t end) {
      walk({begin, end, 0, slices_});
    });
  }
  parallel(slices_, std::max<int64_t>(grain / positions_, 1), [&](int64_t begin, int64_t end) {
    walk({0, positions_, begin, end});
  });
}

// The offset of a position from where everything begins.
int64_t IndexWalk::offset_of(int64_t position) const {
  const int64_t wide = width();
  IndexOf indices[kMaxDims];
  std::copy_n(indices_, count_, indices);
  const Odometer at(positions_list_.sizes, position);
  int64_t offset = 0;
  for (int64_t d = 0; d < positions_list_.sizes.size(); ++d) {
    const int64_t *const strides = positions_list_.strides.data() + d * wide;
    offset += at[d] * strides[1];
    for (int32_t k = 0; k < count_; ++k) indices[k].data += at[d] * strides[kOperands + k];
  }
  IndexedPiece piece{};
  piece.indices = indices;
  piece.count = count_;
  int64_t placed = 0;
  kernel_table<IndexTable>().place(piece, 0, 1, 0, 1, &placed);
  return offset + placed;
}

// Cuts the range of offsets so that each owner has about equally many positions, judged by a sample of them. Gives one
// owner where too many positions meet in one element.
int32_t IndexWalk::cut_offsets(int64_t *cuts, int32_t most) const {
  constexpr int64_t kSamples = 256, kBeyond = int64_t{1} << 62;  // beyond every offset
  int64_t samples[kSamples];
  for (int64_t i = 0; i < kSamples; ++i) samples[i] = offset_of(static_cast<int64_t>(Wide{positions_} * i / kSamples));
  std::sort(samples, samples + kSamples);
  cuts[0] = -kBeyond;
  int32_t count = 1;
  int64_t before = 0, largest = 0;
  for (int32_t part = 1; part < most; ++part) {
    const int64_t cut = samples[kSamples * part / most];
    if (cut <= cuts[count - 1] || cut == samples[0]) continue;
    const int64_t at = std::lower_bound(samples, samples + kSamples, cut) - samples;
    largest = std::max(largest, at - before);
    before = at;
    cuts[count++] = cut;
  }
  largest = std::max(largest, kSamples - before);
  cuts[count] = kBeyond;
  return largest > kSamples * 3 / 4 ? 1 : count;
}

void IndexWalk::scatter(Scatter op, DType dtype) {
  if (elements_ == 0) return;
  arrange(op == Scatter::Replace);
  move_ = op == Scatter::Replace
              ? &kernel_table<IndexTable>().scatter[std::countr_zero(static_cast<uint64_t>(unit_))]
              : &kernel_table<AccumulateTable>().accumulate[static_cast<int>(op)][static_cast<int>(dtype)];
  const int64_t work = positions_ * slices_;
  const int64_t grain = grain_of(work, {2 * work * unit_ + positions_ * 8 * count_, element_ps()});
  const int32_t workers = num_threads();
  const Part all{0, positions_, 0, slices_};
  if (grain >= work || workers == 1) return walk(all);
  // First choice: threads share the slices, which no two positions have in common, at least a cache line each.
  const int64_t line = std::max<int64_t>(kCacheLine / unit_, 1);
  if (slices_ >= workers * line) {
    const int64_t lines = slices_ / line;
    return parallel(workers, 1, [&](int64_t begin, int64_t end) {
      Part part = all;
      part.slices = lines * begin / workers * line;
      part.end_slices = end == workers ? slices_ : lines * end / workers * line;
      walk(part);
    });
  }
  // Second choice: threads share a dim along which all positions have different elements; the outermost such dim that
  // is long enough.
  for (int64_t d = positions_list_.sizes.size(); d-- > 0;) {
    const int64_t size = positions_list_.sizes[d];
    const int64_t step = std::abs(positions_list_.strides[d * width() + 1]);
    const int64_t together = step == 0 ? 0 : std::max<int64_t>(kCacheLine / step, 1);
    if (step == 0 || size < workers * together) continue;
    return parallel(size / together, 1, [&](int64_t begin, int64_t end) {
      Part part = all;
      part.dim = static_cast<int32_t>(d);
      part.first = begin * together;
      part.count = (end == size / together ? size : end * together) - part.first;
      walk(part);
    });
  }
  // Last choice: each thread owns a range of offsets, and looks at all positions. Looking takes half as long as writing
  // to near elements, and next to nothing beside writes that wait for memory.
  constexpr int32_t kFewestOwners = 4;
  if (positions_ < kFewestOwned || (workers < kFewestOwners && reach_ <= kOwnCacheBytes)) return walk(all);
  int64_t cuts[kMostOwners + 1];
  const int32_t owners = cut_offsets(cuts, static_cast<int32_t>(std::min<int64_t>(workers, kMostOwners)));
  if (owners == 1) return walk(all);
  parallel(owners, 1, [&](int64_t begin, int64_t end) {
    for (int64_t k = begin; k < end; ++k) {
      Part part = all;
      part.low = cuts[k];
      part.high = cuts[k + 1];
      walk(part);
    }
  });
}

}  // namespace ct
