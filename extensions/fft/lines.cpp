#include "lines.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <memory>
#include <mutex>
#include <new>
#include <stdexcept>
#include <utility>
#include <vector>

// Besides base, the instruction sets that the core has (CT_FFT_HAVE_…). Clang does not know the pragma by which they
// are compiled.
#if !defined(__x86_64__) || !defined(__GNUC__) || defined(__clang__)
#undef CT_FFT_HAVE_AVX2
#undef CT_FFT_HAVE_AVX512
#endif

#define POCKETFFT_NO_MULTITHREADING
#define POCKETFFT_CACHE_SIZE 0  // plan_of does it

namespace ct_fft {

namespace {

// The most bytes that a group of lines may take, as real numbers; longer lines are better off one by one in the caches.
constexpr size_t kMostGrouped = size_t{1} << 20;
// A group takes about as long as two lines, even if it is not full.
constexpr int kFewestGrouped = 3;

// The plans for the last lengths. No thread waits for another, which might be one that a fork has left behind: a thread
// that finds the lock taken makes a plan of its own.
template <class Plan>
std::shared_ptr<Plan> plan_of(size_t n) {
  constexpr size_t kept = 16;
  static std::mutex lock;
  static std::shared_ptr<Plan> plans[kept];  // the last one used comes first
  {
    const std::unique_lock<std::mutex> held(lock, std::try_to_lock);
    auto *const end = held.owns_lock() ? plans + kept : plans;
    auto *const found = std::find_if(plans, end, [&](const auto &plan) { return plan && plan->length() == n; });
    if (found != end) {
      std::rotate(plans, found, found + 1);
      return plans[0];
    }
  }
  std::shared_ptr<Plan> made = std::make_shared<Plan>(n), dropped;
  const std::unique_lock<std::mutex> held(lock, std::try_to_lock);
  if (held.owns_lock()) {
    std::rotate(plans, plans + kept - 1, plans + kept);
    dropped = std::exchange(plans[0], made);  // its memory goes after the lock
  }
  return made;
}

// pocketfft allocates memory for a second line in every transform, and frees it again. While this lives, its thread
// keeps the first block that was allocated, and reuses it.
class Scratch {
 public:
  Scratch() : outer_(current_) { current_ = this; }
  Scratch(const Scratch &) = delete;
  Scratch &operator=(const Scratch &) = delete;
  ~Scratch() {
    current_ = outer_;
    std::free(block_);
  }
  static void *take(size_t bytes) {
    Scratch *const kept = current_;
    if (kept == nullptr || kept->is_taken_) return std::malloc(bytes);
    if (bytes > kept->bytes_) {
      std::free(kept->block_);
      kept->block_ = std::malloc(bytes);
      kept->bytes_ = kept->block_ != nullptr ? bytes : 0;
    }
    kept->is_taken_ = kept->block_ != nullptr;
    return kept->block_;
  }
  static void give(void *block) {
    Scratch *const kept = current_;
    if (kept != nullptr && block != nullptr && block == kept->block_) {
      kept->is_taken_ = false;
    } else {
      std::free(block);
    }
  }

 private:
  static thread_local Scratch *current_;
  Scratch *const outer_;
  void *block_ = nullptr;
  size_t bytes_ = 0;
  bool is_taken_ = false;
};
thread_local Scratch *Scratch::current_ = nullptr;

// Where the lines begin, one after the other.
class Odometer {
 public:
  Odometer(const Pass &pass, int64_t line) : pass_(pass) {
    for (int32_t d = pass.ndim - 1; d >= 0; --d) {
      at_[d] = line % pass.sizes[d];
      line /= pass.sizes[d];
      in_ += at_[d] * pass.in_strides[d];
      out_ += at_[d] * pass.out_strides[d];
    }
  }
  int64_t in() const { return in_; }
  int64_t out() const { return out_; }
  void next() {
    for (int32_t d = pass_.ndim - 1; d >= 0; --d) {
      in_ += pass_.in_strides[d];
      out_ += pass_.out_strides[d];
      if (++at_[d] < pass_.sizes[d]) return;
      in_ -= at_[d] * pass_.in_strides[d];
      out_ -= at_[d] * pass_.out_strides[d];
      at_[d] = 0;
    }
  }

 private:
  const Pass &pass_;
  int64_t in_ = 0, out_ = 0, at_[64];
};

}  // namespace

}  // namespace ct_fft

// Everything above is shared by all instruction sets. What follows is compiled once for each of them, under names of
// its own.
#define CT_FFT_ISA base
#define CT_FFT_BYTES 16
#define CT_FFT_LONE base
#include "lines.inc"
#undef CT_FFT_ISA
#undef CT_FFT_BYTES
#ifdef CT_FFT_HAVE_AVX2
// Compiled without FMA: where GCC 12 makes vectors of a complex number's parts, it fuses their products and sums
// whatever -ffp-contract says, so bits would differ. AVX-512 always comes with FMA, so there GCC makes no vectors
// besides those that are written out, and lone lines use AVX2.
#undef CT_FFT_LONE
#pragma GCC push_options
#pragma GCC target("avx2")
#define CT_FFT_ISA avx2
#define CT_FFT_BYTES 32
#define CT_FFT_LONE avx2
#include "lines.inc"
#undef CT_FFT_ISA
#undef CT_FFT_BYTES
#pragma GCC pop_options
#endif
#ifdef CT_FFT_HAVE_AVX512
#pragma GCC push_options
#pragma GCC target("avx512f,avx512dq,avx512vl,avx512bw,avx2,fma")
#pragma GCC optimize("no-tree-vectorize", "no-tree-slp-vectorize")
#define CT_FFT_ISA avx512
#define CT_FFT_BYTES 64
#include "lines.inc"
#undef CT_FFT_ISA
#undef CT_FFT_BYTES
#pragma GCC pop_options
#endif

namespace ct_fft {

template <class T>
ct_status run_pass(const Pass &pass, ct_error *error) noexcept {
  int64_t lines = 1;
  for (int32_t d = 0; d < pass.ndim; ++d) lines *= pass.sizes[d];
  if (lines == 0) return CT_OK;
  try {
    [[maybe_unused]] static const char *const isa = ct_isa();
#ifdef CT_FFT_HAVE_AVX512
    if (std::strcmp(isa, "avx512") == 0) return avx512::run_pass<T>(pass, lines, error);
#endif
#ifdef CT_FFT_HAVE_AVX2
    if (std::strcmp(isa, "avx2") == 0) return avx2::run_pass<T>(pass, lines, error);
#endif
    return base::run_pass<T>(pass, lines, error);
  } catch (const std::bad_alloc &) {
    return ct_error_set(CT_ERROR_OUT_OF_MEMORY, "out of memory for a plan of the transform", error);
  } catch (const std::exception &e) {
    return ct_error_set(CT_ERROR_INTERNAL, e.what(), error);
  }
}

template ct_status run_pass<float>(const Pass &, ct_error *) noexcept;
template ct_status run_pass<double>(const Pass &, ct_error *) noexcept;

}  // namespace ct_fft
