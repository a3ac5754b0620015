#include "iter/blocks.h"

#include <algorithm>
#include <cstdlib>

#include "iter/dims.h"
#include "iter/traffic.h"
#include "kernels/buffer.h"
#include "kernels/tuning.h"
#include "runtime/threads.h"

namespace ct {

namespace {

using kernels::Traffic;

// The size of dim d, or 1 where there is no such dim.
int64_t size_of(const Iterator &it, int32_t d) { return d < it.ndim() ? it.sizes()[static_cast<size_t>(d)] : 1; }

// Whether to walk rows that one input and one output have in common in the order of the input's memory: an input beyond
// the caches is read faster like that, and stores past the caches may go anywhere.
bool follows_input(const Iterator &it, Traffic stores) {
  if (stores == Traffic::Cached || it.noperands() != 2 || it.noutputs() != 1) return false;
  const Dims strides = it.strides(1);
  const int64_t itemsize = it.operand(0).itemsize;
  if (it.strides(0)[0] != itemsize || strides[0] != it.operand(1).itemsize) return false;
  if (it.sizes()[0] * itemsize < kNonTemporalRow) return false;
  return std::find(strides.begin() + 1, strides.end(), 0) == strides.end();
}

// The dims other than dim 0. The second dim of planes comes first and the others follow in order; or all come in the
// order of the input's memory.
SmallVec<int32_t, 6> outer_dims(const Iterator &it, Traffic stores) {
  SmallVec<int32_t, 6> dims;
  for (int32_t d = 1; d < std::max(it.ndim(), 2); ++d) dims.push_back(d);
  if (follows_input(it, stores)) {
    const Dims strides = it.strides(1);
    std::sort(dims.begin(), dims.end(), [&](int32_t a, int32_t b) {
      const int64_t step_a = std::abs(strides[a]), step_b = std::abs(strides[b]);
      return step_a != step_b ? step_a < step_b : a < b;
    });
    return dims;
  }
  int32_t *const second = dims.begin() + second_dim_of(it);
  std::rotate(dims.begin(), second - 1, second);
  return dims;
}

}  // namespace

int32_t second_dim_of(const Iterator &it) {
  return second_dim(
      it.ndim(), it.noutputs(), it.noperands(), [&it](int32_t d) { return size_of(it, d); },
      [&it](int32_t k, int32_t d) { return it.strides(k)[static_cast<size_t>(d)]; });
}

bool is_worth_boxes(const Iterator &it) {
  if (it.ndim() < 3 || it.numel() <= kMostPicked || traffic(it) != Traffic::Cached) return false;
  bool has_rows = size_of(it, 0) >= kDriverShortRow || size_of(it, 0) * it.operand(0).itemsize >= kCacheLine;
  for (int32_t k = 0; k < it.noperands(); ++k) {
    has_rows &= it.strides(k)[0] == 0 || it.strides(k)[0] == it.operand(k).itemsize;
  }
  return size_of(it, 0) * size_of(it, second_dim_of(it)) < (has_rows ? kSmallPlane : kSmallMixedPlane);
}

// Blocks of several rows are stored through the cache, in place.
void BlockCall::run(Staging &staging, char *const *data, int64_t size0, int64_t size1, int32_t worker) const {
  for (staging.begin(data, size0, size1); staging.next(); staging.take_back()) {
    if (rows != nullptr) {
      const int64_t n0 = staging.size0(), n1 = staging.size1();
      (*rows)(staging.data(), staging.strides(), staging.joins() ? n0 * n1 : n0, staging.joins() ? 1 : n1, worker);
      continue;
    }
    const Traffic how = staging.takes_everything() || staging.size1() == 1 ? stores : Traffic::Cached;
    kernel(staging.data(), staging.strides(), staging.size0(), staging.size1(), how);
  }
}

Blocks::Blocks(const Iterator &it, Traffic stores, int64_t grain, bool boxes) : it_(it), noperands_(it.noperands()) {
  constexpr int64_t blocks_per_thread = 4;
  if (boxes) {
    lay_boxes();
    return;
  }
  const int64_t threads = it.numel() > grain ? num_threads() : 1;
  lay_planes(stores, threads > 1 ? std::min(divide_up(it.numel(), grain), threads * blocks_per_thread) : 1);
}

ct_status Blocks::run(const BlockCall &call, int64_t grain, int64_t kept, int32_t threads) const {
  const auto range = [&](int64_t begin, int64_t end, int32_t worker) -> ct_status {
    run(call, begin, end, kept, worker);
    return CT_OK;
  };
  const int64_t block = it_.numel() / count();  // elements
  return parallel_ranges(count(), (grain - 1) / block + 1, {}, range, threads);
}

bool Blocks::is_in_row(int32_t d) const noexcept {
  if (!box_.empty()) return d < box_.size();
  return d == 0 || (d == second_ && Staging::joins_rows(size0_));
}

struct Blocks::Place {
  const Blocks &blocks;
  Odometer at;
  char *data[kMaxOperands];  // filled up to the number of operands

  Place(const Blocks &of, int64_t index) : blocks(of), at(of.counts_, index) {
    for (int32_t k = 0; k < of.noperands_; ++k) data[k] = of.it_.operand(k).data;
    for (int64_t d = 0; d < of.counts_.size(); ++d) move(d, at[d]);
  }

  void advance() noexcept {
    at.advance([this](int64_t d, int64_t by) { move(d, by); }, 1, static_cast<size_t>(blocks.first_));
  }

  void move(int64_t d, int64_t by) noexcept {
    const int64_t *const steps = &blocks.steps_[d * blocks.noperands_];
    for (int32_t k = 0; k < blocks.noperands_; ++k) data[k] += by * steps[k];
  }
};

// Inlined, because GCC takes a function that does nothing but prefetch for one that does nothing.
[[gnu::always_inline]] inline void Blocks::prefetch(char *const *data, bool with_output) const {
  for (int32_t k = with_output ? 0 : 1; k < noperands_; ++k) {
    const int64_t stride0 = std::abs(strides_[k]), stride1 = std::abs(strides_[noperands_ + k]);
    const int64_t along = std::min(stride0, stride1), across = std::max(stride0, stride1);
    int64_t length = (along == stride0 ? strip0_ : strip1_) * along, rows = along == stride0 ? strip1_ : strip0_;
    if (along == 0) length = 1;  // one element of each row
    if (across <= std::max(length, kCacheLine)) {
      length = across * rows;
      rows = 1;
      if (steps_[first_ * noperands_ + k] == length) continue;  // the processor foresees what goes on in memory
    }
    for (int64_t row = 0; row < rows; ++row) {
      const char *const from = data[k] + row * across;
      for (int64_t i = 0; i < length; i += kCacheLine) {
        if (k == 0) {
          __builtin_prefetch(from + i, 1, 3);
        } else {
          __builtin_prefetch(from + i, 0, 2);
        }
      }
    }
  }
}

void Blocks::run(const BlockCall &call, int64_t begin, int64_t end, int64_t kept, int32_t worker,
                 Staging *staging) const {
  char *data[kMaxOperands + kernels::kMostOptions];
  call.set_options(staging != nullptr ? staging->data() : data, noperands_);
  Place place(*this, begin);
  std::optional<Place> ahead;
  if (lead_ != 0) ahead.emplace(*this, std::min(begin + lead_, end - 1));
  for (int64_t index = begin; index < end; ++index) {
    if (ahead && index + lead_ < end) {
      prefetch(ahead->data, call.stores == Traffic::Cached);
      ahead->advance();
    }
    const int64_t n1 = std::min(strip1_, size1_ - place.at[0] * strip1_);
    const int64_t n0 = std::min(strip0_, size0_ - place.at[1] * strip0_);
    std::copy_n(place.data, noperands_, data);
    place.advance();  // prefetched before the call; afterwards it would queue up behind the call's stores
    if (staging == nullptr) {
      call.kernel(data, strides_, n0, n1, index < kept ? call.stores : Traffic::Cached);
    } else {
      call.run(*staging, data, box_.empty() ? n0 : n0 * n1, box_.empty() ? n1 : 1, worker);
    }
  }
}

void Blocks::run_staged(const BlockCall &call, int64_t begin, int64_t end, int64_t kept, int32_t worker) const {
  const Buffer<char, Staging::kScratchBytes> scratch;
  Staging staging(it_, strides_, scratch, call.rows != nullptr ? Staging::Cut::Packed : Staging::Cut::Lines, box_);
  run(call, begin, end, kept, worker, &staging);
}

void Blocks::lay_planes(Traffic stores, int64_t wanted) {
  const SmallVec<int32_t, 6> dims = outer_dims(it_, stores);
  size0_ = size_of(it_, 0);
  second_ = dims[0];
  size1_ = size_of(it_, second_);
  const int64_t planes = it_.numel() / (size0_ * size1_);
  cut((wanted + planes - 1) / planes, it_.operand(0).itemsize);
  lead_ = find_lead();
  plane_strides(it_, second_, strides_);
  add_count((size1_ + strip1_ - 1) / strip1_, second_, strip1_);
  add_count((size0_ + strip0_ - 1) / strip0_, 0, strip0_);
  for (int64_t i = 1; i < dims.size(); ++i) add_count(it_.sizes()[dims[i]], dims[i]);
  first_ = counts_[0] == 1 && counts_[1] == 1 ? 2 : 0;
}

// Dim 0 of a block is made of as many whole dims as fit, and dim 1 of a part of the next one.
void Blocks::lay_boxes() {
  // Building the table of a box costs as much as picking the box once.
  int64_t room = std::clamp(it_.numel() / 8, kMostPicked, kMostBox);
  room = std::min(room, Staging::kBlockBytes / Staging::box_element_bytes(it_));
  int32_t whole = 0;
  for (; whole < it_.ndim() - 1 && size_of(it_, whole) <= room; ++whole) {
    room /= size_of(it_, whole);
    size0_ *= size_of(it_, whole);
    box_.push_back(size_of(it_, whole));
  }
  size1_ = size_of(it_, whole);
  strip0_ = size0_;
  strip1_ = std::clamp<int64_t>(room, 1, size1_);
  box_.push_back(strip1_);
  for (int32_t k = 0; k < noperands_; ++k) {
    const Dims inside = it_.strides(k).first(static_cast<size_t>(box_.size()));
    const bool is_one = std::ranges::all_of(inside, [](int64_t stride) { return stride == 0; });
    strides_[k] = is_one ? 0 : it_.operand(k).itemsize;
    strides_[noperands_ + k] = 0;
  }
  add_count((size1_ + strip1_ - 1) / strip1_, whole, strip1_);
  add_count(1, 0);
  for (int32_t d = whole + 1; d < it_.ndim(); ++d) add_count(it_.sizes()[d], d);
}

// A small plane ends before the processor has recognised where the next ones lie, so several planes are prefetched.
int64_t Blocks::find_lead() const {
  constexpr int64_t lead_bytes = int64_t{8} << 10, max_lead = 16;
  const int64_t plane = strip0_ * strip1_ * it_.operand(0).itemsize;
  if (traffic(it_) == Traffic::Cached || plane > kFetchedPlane) return 0;
  return std::clamp<int64_t>(lead_bytes / plane, 1, max_lead);
}

// Cuts planes into at least `parts` strips, along dim 1 first, because that keeps rows whole.
void Blocks::cut(int64_t parts, int64_t itemsize) {
  const auto divide = [](int64_t size, int64_t parts, int64_t unit) {
    const int64_t length = (size + parts - 1) / parts;
    return std::min(size, (length + unit - 1) / unit * unit);
  };
  strip1_ = divide(size1_, std::max<int64_t>(parts, 1), kStripRows);
  const int64_t strips1 = (size1_ + strip1_ - 1) / strip1_;
  strip0_ = divide(size0_, (parts + strips1 - 1) / strips1, std::max(kStripElements, kCacheLine / itemsize));
}

// Adds a count of the odometer, whose steps go `by` elements along dim d.
void Blocks::add_count(int64_t size, int32_t d, int64_t by) {
  for (int32_t k = 0; k < noperands_; ++k) steps_.push_back(size > 1 ? it_.strides(k)[static_cast<size_t>(d)] * by : 0);
  counts_.push_back(size);
}

}  // namespace ct
