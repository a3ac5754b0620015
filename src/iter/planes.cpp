// Choosing the plane's dims, cutting planes into strips where there are fewer of them than threads want, and the walk.
#include "iter/planes.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "iter/dims.h"
#include "iter/odometer.h"
#include "iter/staging.h"
#include "iter/traffic.h"
#include "kernels/buffer.h"
#include "runtime/error.h"
#include "runtime/kernel_table.h"
#include "runtime/threads.h"

namespace ct {

namespace {

// Whether rows that one input and one output have in common go in the order of the input: past the caches it is read
// faster so, and what is stored there may lie anywhere.
bool follows_input(const Iterator &it, kernels::Traffic stores) {
  if (stores == kernels::Traffic::Cached || it.noperands() != 2 || it.noutputs() != 1) return false;
  const Dims strides = it.strides(1);
  const int64_t itemsize = it.operand(0).itemsize;
  if (it.strides(0)[0] != itemsize || strides[0] != it.operand(1).itemsize) return false;
  if (it.sizes()[0] * itemsize < kNonTemporalRow) return false;
  return std::find(strides.begin() + 1, strides.end(), 0) == strides.end();
}

// The dims but dim 0: first the one that planes have as their second, then the others in order; or all in the order of
// the input's memory.
SmallVec<int32_t, 6> outer_dims(const Iterator &it, kernels::Traffic stores) {
  SmallVec<int32_t, 6> dims;
  for (int32_t d = 1; d < it.ndim(); ++d) dims.push_back(d);
  if (follows_input(it, stores)) {
    const Dims strides = it.strides(1);
    std::sort(dims.begin(), dims.end(), [&](int32_t a, int32_t b) {
      const int64_t step_a = std::abs(strides[a]), step_b = std::abs(strides[b]);
      return step_a != step_b ? step_a < step_b : a < b;
    });
    return dims;
  }
  int32_t *const second =
      dims.begin() + second_dim(it.ndim(), it.noutputs(), it.noperands(),
                                [&](int32_t k, int32_t d) { return it.strides(k)[static_cast<size_t>(d)]; });
  std::rotate(dims.begin(), second - 1, second);
  return dims;
}

// An odometer over strips of planes and outer dims; each step moves every operand by a stride of its own.
class Planes {
 public:
  Planes(const Iterator &it, int64_t wanted, kernels::Traffic traffic) : it_(it), noperands_(it.noperands()) {
    const SmallVec<int32_t, 6> dims = outer_dims(it, traffic);
    const int32_t second = dims[0];
    size0_ = it.sizes()[0];
    size1_ = it.sizes()[second];
    const int64_t planes = it.numel() / (size0_ * size1_);
    cut((wanted + planes - 1) / planes, it.operand(0).itemsize);
    lead_ = find_lead();
    strides_.resize(2 * int64_t{noperands_});
    steps_.resize(int64_t{noperands_} * (it.ndim() + 1));
    for (int32_t k = 0; k < noperands_; ++k) {
      strides_[k] = it.strides(k)[0];
      strides_[noperands_ + k] = it.strides(k)[second];
    }
    add_count((size1_ + strip1_ - 1) / strip1_, [&](int32_t k) { return it.strides(k)[second] * strip1_; });
    add_count((size0_ + strip0_ - 1) / strip0_, [&](int32_t k) { return it.strides(k)[0] * strip0_; });
    for (int64_t i = 1; i < dims.size(); ++i) {
      add_count(it.sizes()[dims[i]], [&](int32_t k) { return it.strides(k)[dims[i]]; });
    }
    first_ = counts_[0] == 1 && counts_[1] == 1 ? 2 : 0;
  }

  int64_t count() const {
    int64_t count = 1;
    for (const int64_t size : counts_) count *= size;
    return count;
  }

  // For each strip from begin to end, of which those from `kept` on stay in the cache. staging: NULL where nothing is
  // converted.
  void run(kernels::Loop kernel, int64_t begin, int64_t end, int64_t kept, kernels::Traffic traffic,
           std::span<char *const> options, Staging *staging) const {
    char *data[kMaxOperands + kernels::kMostOptions];
    std::copy(options.begin(), options.end(), (staging != nullptr ? staging->data() : data) + noperands_);
    Place place(*this, begin);
    std::optional<Place> ahead;
    if (lead_ != 0) ahead.emplace(*this, std::min(begin + lead_, end - 1));
    for (int64_t index = begin; index < end; ++index) {
      if (ahead && index + lead_ < end) {
        prefetch(ahead->data, traffic == kernels::Traffic::Cached);
        ahead->advance();
      }
      const int64_t n1 = std::min(strip1_, size1_ - place.at[0] * strip1_);
      const int64_t n0 = std::min(strip0_, size0_ - place.at[1] * strip0_);
      std::copy_n(place.data, noperands_, data);
      place.advance();  // before the call: afterwards that would queue up behind its stores
      if (staging != nullptr) {
        run_blocks(kernel, *staging, data, n0, n1, traffic);
      } else {
        kernel(data, strides_.data(), n0, n1, index < kept ? traffic : kernels::Traffic::Cached);
      }
    }
  }

  void run_converted(kernels::Loop kernel, int64_t begin, int64_t end, kernels::Traffic traffic,
                     std::span<char *const> options) const {
    const Buffer<char, Staging::kScratchBytes> scratch;
    Staging staging(it_, strides_.data(), scratch, Staging::Cut::Lines);
    run(kernel, begin, end, end, traffic, options, &staging);
  }

 private:
  struct Place {
    const Planes &planes;
    Odometer at;
    char *data[kMaxOperands];  // filled up to the number of operands

    Place(const Planes &of, int64_t index) : planes(of), at(of.counts_, index) {
      for (int32_t k = 0; k < of.noperands_; ++k) data[k] = of.it_.operand(k).data;
      for (int64_t d = 0; d < of.counts_.size(); ++d) move(d, at[d]);
    }

    void advance() noexcept {
      at.advance([this](int64_t d, int64_t by) { move(d, by); }, 1, static_cast<size_t>(planes.first_));
    }

    void move(int64_t d, int64_t by) noexcept {
      const int64_t *const steps = &planes.steps_[d * planes.noperands_];
      for (int32_t k = 0; k < planes.noperands_; ++k) data[k] += by * steps[k];
    }
  };

  // Blocks lie in the cache.
  static void run_blocks(kernels::Loop kernel, Staging &staging, char *const *data, int64_t size0, int64_t size1,
                         kernels::Traffic traffic) {
    const kernels::Traffic how = staging.takes_everything() ? traffic : kernels::Traffic::Cached;
    for (staging.begin(data, size0, size1); staging.next(); staging.take_back()) {
      kernel(staging.data(), staging.strides(), staging.size0(), staging.size1(), how);
    }
  }

  // Small planes end before the processor has seen where they lead to, so that many of them are prefetched.
  int64_t find_lead() const {
    constexpr int64_t lead_bytes = int64_t{8} << 10, max_lead = 16;
    const int64_t plane = strip0_ * strip1_ * it_.operand(0).itemsize;
    if (traffic(it_) == kernels::Traffic::Cached || plane > kernels::kFetchedPlane) return 0;
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

  template <class Step>
  void add_count(int64_t size, Step step) {
    for (int32_t k = 0; k < noperands_; ++k) steps_[counts_.size() * noperands_ + k] = step(k);
    counts_.push_back(size);
  }

  const Iterator &it_;
  int32_t noperands_;
  int64_t size0_ = 0, size1_ = 0;    // of the plane
  int64_t strip0_ = 0, strip1_ = 0;  // of a strip of it
  int64_t lead_ = 0;                 // how many planes ahead are prefetched
  DimVec counts_;                    // strips along dim 1, strips along dim 0, outer dims
  int64_t first_ = 0;                // of the counts, that which turns first: without strips, an outer dim
  SmallVec<int64_t, 32> steps_;      // [count][operand], bytes
  SmallVec<int64_t, 8> strides_;     // of the plane's dims
};

// The first strip that is stored through the caches. Of what is mostly written, as a row that is repeated, the end may
// stay in the cache: the next to write or to read there finds it, and two threads write faster to both places.
int64_t first_kept(const Iterator &it, int64_t strips) {
  constexpr int64_t few = 8;  // what is read is less than one in so many bytes
  const int64_t read = touched_bytes(it, it.noutputs());
  const int64_t written = it.numel() * it.operand(0).itemsize, kept = last_level_cache_bytes() / 8 * 5;
  if (it.noutputs() != 1 || read > written / few || kept >= written) return strips;
  const double part = static_cast<double>(kept) / static_cast<double>(written);
  return strips - static_cast<int64_t>(static_cast<double>(strips) * part);
}

}  // namespace

void run_planes(const Iterator &it, kernels::Loop kernel, int64_t grain, kernels::Traffic traffic,
                std::span<char *const> options) {
  constexpr int64_t planes_per_thread = 4;
  const int64_t threads = it.numel() > grain ? num_threads() : 1;
  const int64_t wanted = threads > 1 ? std::min((it.numel() + grain - 1) / grain, threads * planes_per_thread) : 1;
  const Planes planes(it, wanted, traffic);
  const int64_t count = planes.count();
  const int64_t kept = traffic == kernels::Traffic::NonTemporal && threads > 1 ? first_kept(it, count) : count;
  auto range = [&](int64_t begin, int64_t end, int32_t) -> ct_status {
    if (it.needs_conversion()) {
      planes.run_converted(kernel, begin, end, traffic, options);
    } else {
      planes.run(kernel, begin, end, kept, traffic, options, nullptr);
    }
    return CT_OK;
  };
  const int64_t plane = it.numel() / count;  // elements
  const ct_status status = parallel_ranges(count, (grain - 1) / plane + 1, {}, range);
  if (status != CT_OK) fail(status, "the executor failed");
}

}  // namespace ct
