// A generator of random numbers: where it stands in a stream of Philox4x32-10. docs/random.md is its definition.
#pragma once

#include <atomic>
#include <cstdint>

#include "kernels/table.h"
#include "runtime/ref.h"

namespace ct {

class Rng final : public RefCounted<Rng> {
 public:
  Rng(uint64_t key, uint64_t stream) noexcept : key_(key), stream_(stream) {}
  static Ref<Rng> create(uint64_t key, uint64_t stream);
  static void dispose(Rng *rng) noexcept;

  uint64_t key() const noexcept { return key_.load(std::memory_order_relaxed); }
  uint64_t stream() const noexcept { return stream_.load(std::memory_order_relaxed); }
  uint64_t counter() const noexcept { return counter_.load(std::memory_order_relaxed); }
  void set(uint64_t key, uint64_t stream, uint64_t counter) noexcept {
    key_.store(key, std::memory_order_relaxed);
    stream_.store(stream, std::memory_order_relaxed);
    counter_.store(counter, std::memory_order_relaxed);
  }
  uint64_t advance(uint64_t blocks) noexcept { return counter_.fetch_add(blocks, std::memory_order_relaxed); }
  void give_back(uint64_t from, uint64_t blocks) noexcept {  // unless somebody else has taken some since
    uint64_t expected = from + blocks;
    counter_.compare_exchange_strong(expected, from, std::memory_order_relaxed);
  }
  Ref<Rng> split();

 private:
  std::atomic<uint64_t> key_, stream_, counter_{0};
};

// The blocks that a call takes from the generator. They are taken when everything that can fail has been done, and
// given back if a thread of the host fails nonetheless.
class RandomBlocks {
 public:
  RandomBlocks(Rng &rng, int64_t count) noexcept
      : rng_(rng),
        count_(static_cast<uint64_t>(count)),
        stream_{rng.key(), rng.stream(), rng.advance(static_cast<uint64_t>(count))} {}
  ~RandomBlocks() {
    if (!done_) rng_.give_back(stream_.counter, count_);
  }
  RandomBlocks(const RandomBlocks &) = delete;
  RandomBlocks &operator=(const RandomBlocks &) = delete;

  void words(char *to, int64_t first, int64_t groups) const noexcept;
  void done() noexcept { done_ = true; }

 private:
  Rng &rng_;
  uint64_t count_;
  kernels::RandomStream stream_;
  bool done_ = false;
};

}  // namespace ct
