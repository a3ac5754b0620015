// run: the walk of a kernel over all of an iterator, block by block. A block is a plane of two dims, chosen so that the
// output runs along memory in one and, where an input's neighbours lie along another dim, that input in the other: a
// kernel transposes such a plane in tiles. Where planes are small, a block is a box of several dims, which the kernel
// sees as one row: operands that lie in another order are packed.
#include <algorithm>
#include <cstdlib>
#include <optional>

#include "iter/dims.h"
#include "iter/for_each.h"
#include "iter/odometer.h"
#include "iter/staging.h"
#include "iter/traffic.h"
#include "kernels/buffer.h"
#include "runtime/error.h"
#include "runtime/kernel_table.h"
#include "runtime/threads.h"
#include "runtime/workspace.h"

namespace ct {

namespace {

using kernels::Traffic;

// A dim that is not there has one element.
int64_t size_of(const Iterator &it, int32_t d) { return d < it.ndim() ? it.sizes()[static_cast<size_t>(d)] : 1; }

// What is called for each block.
struct Call {
  kernels::Loop kernel;
  Traffic stores;
  std::span<char *const> options;

  void set_options(char **data, int32_t noperands) const {
    std::copy(options.begin(), options.end(), data + noperands);
  }

  // Blocks of several rows are stored in the cache, where they lie.
  void run(Staging &staging, char *const *data, int64_t size0, int64_t size1) const {
    for (staging.begin(data, size0, size1); staging.next(); staging.take_back()) {
      const Traffic how = staging.takes_everything() || staging.size1() == 1 ? stores : Traffic::Cached;
      kernel(staging.data(), staging.strides(), staging.size0(), staging.size1(), how);
    }
  }
};

// Whether rows that one input and one output have in common go in the order of the input: past the caches it is read
// faster so, and what is stored there may lie anywhere.
bool follows_input(const Iterator &it, Traffic stores) {
  if (stores == Traffic::Cached || it.noperands() != 2 || it.noutputs() != 1) return false;
  const Dims strides = it.strides(1);
  const int64_t itemsize = it.operand(0).itemsize;
  if (it.strides(0)[0] != itemsize || strides[0] != it.operand(1).itemsize) return false;
  if (it.sizes()[0] * itemsize < kNonTemporalRow) return false;
  return std::find(strides.begin() + 1, strides.end(), 0) == strides.end();
}

int32_t second_dim_of(const Iterator &it) {
  return second_dim(it.ndim(), it.noutputs(), it.noperands(),
                    [&it](int32_t k, int32_t d) { return it.strides(k)[static_cast<size_t>(d)]; });
}

// The dims but dim 0: first the one that planes have as their second, then the others in order; or all in the order of
// the input's memory.
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

// Whether a call of the kernel for each plane costs more than packing boxes. Of a plane whose rows all operands have in
// common, it costs less. All lies in the caches.
bool is_worth_boxes(const Iterator &it) {
  if (it.ndim() < 3 || it.numel() <= kMostPicked || traffic(it) != Traffic::Cached) return false;
  bool in_order = true;
  for (int32_t k = 0; k < it.noperands(); ++k) {
    in_order &= it.strides(k)[0] == 0 || it.strides(k)[0] == it.operand(k).itemsize;
  }
  return size_of(it, 0) * size_of(it, second_dim_of(it)) < (in_order ? kSmallPlane : kSmallMixedPlane);
}

// An odometer over the blocks: strips of planes, or boxes, and outer dims. Each step moves every operand by a stride of
// its own.
class Blocks {
 public:
  // wanted: so many blocks or a few more, unless they are boxes.
  Blocks(const Iterator &it, Traffic stores, int64_t wanted, bool boxes) : it_(it), noperands_(it.noperands()) {
    if (boxes) {
      lay_boxes();
    } else {
      lay_planes(stores, wanted);
    }
  }

  int64_t count() const {
    int64_t count = 1;
    for (const int64_t size : counts_) count *= size;
    return count;
  }

  // Calls for each block from begin to end, of which those from `kept` on stay in the cache.
  void run(const Call &call, int64_t begin, int64_t end, int64_t kept) const {
    if (box_.empty() && !it_.needs_conversion()) return run(call, begin, end, kept, nullptr);
    const Buffer<char, Staging::kScratchBytes> scratch;
    Staging staging(it_, strides_, scratch, Staging::Cut::Lines, box_);
    run(call, begin, end, kept, &staging);
  }

 private:
  struct Place {
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

  void run(const Call &call, int64_t begin, int64_t end, int64_t kept, Staging *staging) const {
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
      place.advance();  // before the call: afterwards that would queue up behind its stores
      if (staging == nullptr) {
        call.kernel(data, strides_, n0, n1, index < kept ? call.stores : Traffic::Cached);
      } else {
        call.run(*staging, data, box_.empty() ? n0 : n0 * n1, box_.empty() ? n1 : 1);
      }
    }
  }

  void lay_planes(Traffic stores, int64_t wanted) {
    const SmallVec<int32_t, 6> dims = outer_dims(it_, stores);
    size0_ = size_of(it_, 0);
    size1_ = size_of(it_, dims[0]);
    const int64_t planes = it_.numel() / (size0_ * size1_);
    cut((wanted + planes - 1) / planes, it_.operand(0).itemsize);
    lead_ = find_lead();
    plane_strides(it_, dims[0], strides_);
    add_count((size1_ + strip1_ - 1) / strip1_, dims[0], strip1_);
    add_count((size0_ + strip0_ - 1) / strip0_, 0, strip0_);
    for (int64_t i = 1; i < dims.size(); ++i) add_count(it_.sizes()[dims[i]], dims[i]);
    first_ = counts_[0] == 1 && counts_[1] == 1 ? 2 : 0;
  }

  // As many dims as fit are dim 0 together, and a part of the next one is dim 1.
  void lay_boxes() {
    int64_t room = std::min(Staging::kBlockBytes / Staging::box_element_bytes(it_), kMostBox);
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

  // Small planes end before the processor has seen where they lead to, so that many of them are prefetched.
  int64_t find_lead() const {
    constexpr int64_t lead_bytes = int64_t{8} << 10, max_lead = 16;
    const int64_t plane = strip0_ * strip1_ * it_.operand(0).itemsize;
    if (traffic(it_) == Traffic::Cached || plane > kernels::kFetchedPlane) return 0;
    return std::clamp<int64_t>(lead_bytes / plane, 1, max_lead);
  }

  // Inlined, because GCC takes a function that does nothing but prefetch for one that does nothing.
  [[gnu::always_inline]] void prefetch(char *const *data, bool with_output) const {
    for (int32_t k = with_output ? 0 : 1; k < noperands_; ++k) {
      const int64_t stride0 = std::abs(strides_[k]), stride1 = std::abs(strides_[noperands_ + k]);
      const int64_t along = std::min(stride0, stride1), across = std::max(stride0, stride1);
      int64_t length = (along == stride0 ? strip0_ : strip1_) * along, rows = along == stride0 ? strip1_ : strip0_;
      if (across <= length) {
        length = across * rows;
        rows = 1;
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

  // Into `parts` strips or a few more: along dim 1 first, whose strips keep rows whole.
  void cut(int64_t parts, int64_t itemsize) {
    const auto divide = [](int64_t size, int64_t parts, int64_t unit) {
      const int64_t length = (size + parts - 1) / parts;
      return std::min(size, (length + unit - 1) / unit * unit);
    };
    strip1_ = divide(size1_, std::max<int64_t>(parts, 1), kStripRows);
    const int64_t strips1 = (size1_ + strip1_ - 1) / strip1_;
    strip0_ = divide(size0_, (parts + strips1 - 1) / strips1, std::max(kStripElements, kCacheLine / itemsize));
  }

  // A step along it is `by` elements of dim d.
  void add_count(int64_t size, int32_t d, int64_t by = 1) {
    for (int32_t k = 0; k < noperands_; ++k)
      steps_.push_back(size > 1 ? it_.strides(k)[static_cast<size_t>(d)] * by : 0);
    counts_.push_back(size);
  }

  const Iterator &it_;
  int32_t noperands_;
  int64_t size0_ = 1, size1_ = 1;      // of a plane; of a box's whole dims together, and of the one that is cut
  int64_t strip0_ = 0, strip1_ = 0;    // of them in a block
  int64_t lead_ = 0;                   // how many blocks ahead are prefetched
  DimVec box_;                         // its sizes; empty: blocks are planes
  DimVec counts_;                      // strips along dim 1, strips along dim 0, outer dims
  int64_t first_ = 0;                  // of the counts, that which turns first: without strips, an outer dim
  SmallVec<int64_t, 32> steps_;        // [count][operand], bytes
  int64_t strides_[2 * kMaxOperands];  // of a block's two dims
};

// The first block that is stored through the caches. Of what is mostly written, as a row that is repeated, the end may
// stay in the cache: the next to write or to read there finds it, and two threads write faster to both places.
int64_t first_kept(const Iterator &it, int64_t blocks) {
  constexpr int64_t few = 8;  // what is read is less than one in so many bytes
  const int64_t read = touched_bytes(it, it.noutputs());
  const int64_t written = it.numel() * it.operand(0).itemsize, kept = last_level_cache_bytes() / 8 * 5;
  if (it.noutputs() != 1 || read > written / few || kept >= written) return blocks;
  const double part = static_cast<double>(kept) / static_cast<double>(written);
  return blocks - static_cast<int64_t>(static_cast<double>(blocks) * part);
}

void run_blocks(const Iterator &it, const Call &call, int64_t grain, bool boxes) {
  constexpr int64_t blocks_per_thread = 4;
  const int64_t threads = it.numel() > grain ? num_threads() : 1;
  const int64_t wanted = threads > 1 ? std::min((it.numel() + grain - 1) / grain, threads * blocks_per_thread) : 1;
  const Blocks blocks(it, call.stores, wanted, boxes);
  const int64_t count = blocks.count();
  const int64_t kept = call.stores == Traffic::NonTemporal && threads > 1 ? first_kept(it, count) : count;
  const auto range = [&](int64_t begin, int64_t end, int32_t) -> ct_status {
    blocks.run(call, begin, end, kept);
    return CT_OK;
  };
  const int64_t block = it.numel() / count;  // elements
  const ct_status status = parallel_ranges(count, (grain - 1) / block + 1, {}, range);
  if (status != CT_OK) fail(status, "the executor failed");
}

// One block, where there is nothing to cut.
void run_at_once(const Iterator &it, const Call &call) {
  const int32_t noperands = it.noperands();
  char *data[kMaxOperands + kernels::kMostOptions];
  int64_t strides[2 * kMaxOperands];
  plane_strides(it, 1, strides);
  for (int32_t k = 0; k < noperands; ++k) data[k] = it.operand(k).data;
  if (!it.needs_conversion()) {
    call.set_options(data, noperands);
    return call.kernel(data, strides, size_of(it, 0), size_of(it, 1), Traffic::Cached);
  }
  const Buffer<char, Staging::kScratchBytes> scratch;
  Staging staging(it, strides, scratch, Staging::Cut::Lines);
  call.set_options(staging.data(), noperands);
  call.run(staging, data, size_of(it, 0), size_of(it, 1));
}

void run(const Iterator &it, const Call &call, int64_t element_ps, bool boxes) {
  if (it.numel() == 0 || it.is_meta()) return;
  const Workspace workspace;
  const int64_t grain = grain_of(it.numel(), cost_of(it, element_ps));
  if (it.ndim() <= 2 && it.numel() <= std::min(grain, kAtOnce)) return run_at_once(it, call);
  run_blocks(it, call, grain, boxes);
}

}  // namespace

void run(const Iterator &it, kernels::Loop kernel, Traffic stores, int64_t element_ps, std::span<char *const> options) {
  run(it, {kernel, stores, options}, element_ps, false);
}

void run(const Iterator &it, kernels::Loop kernel, int64_t element_ps, std::span<char *const> options) {
  constexpr int64_t long_row_bytes = 4096;
  run(it, {kernel, store_traffic(it, long_row_bytes), options}, element_ps, is_worth_boxes(it));
}

}  // namespace ct
