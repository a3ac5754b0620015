// A block of memory that tensors share: owned, or borrowed from the caller with a release callback. That of a deferred
// tensor has no memory: it stands for what an expression computes (expr/node.h).
#pragma once

#include <atomic>
#include <cstdint>

#include "runtime/allocator.h"
#include "runtime/api.h"
#include "runtime/ref.h"

namespace ct {

class Storage final : public RefCounted<Storage> {
 public:
  using Release = void (*)(void *user_data);

  // Owned, contents unspecified; nbytes 0 holds no block.
  static Ref<Storage> create(int64_t nbytes) {
    return nbytes > 0 && nbytes <= kMaxInline ? create_inline(nbytes) : create_apart(nbytes);
  }
  static Ref<Storage> create_meta(int64_t nbytes);  // no data at all; nbytes as the shape would need
  // On throw, release has NOT run: tensor/borrow.h runs it once for every failure.
  static Ref<Storage> borrow(void *data, int64_t nbytes, bool read_only, Release release, void *user_data);
  // A storage made in the caller's memory, over data beside it (tensor/scalar.h). It can't be written to, and is never
  // disposed of.
  static Ref<Storage> place(void *memory, char *data, int64_t nbytes) noexcept {
    auto *const storage = new (memory) Storage();
    storage->data_ = data;
    storage->nbytes_ = nbytes;
    storage->read_only_ = storage->placed_ = true;
    return Ref<Storage>::adopt(storage);
  }
  // A storage for what `node` will compute. `release` runs when the storage ends, and does not run where this throws.
  static Ref<Storage> defer(int64_t nbytes, Release release, void *node);
  static void dispose(Storage *storage) noexcept;

  char *data() const noexcept { return data_; }
  int64_t nbytes() const noexcept { return nbytes_; }
  bool is_meta() const noexcept { return meta_; }
  bool is_read_only() const noexcept { return read_only_; }
  bool is_borrowed() const noexcept { return borrowed_; }
  bool is_placed() const noexcept { return placed_; }
  bool is_deferred() const noexcept { return deferred_; }
  void *node() const noexcept { return user_data_; }  // of a deferred storage

  // Expressions read their leaves later than they record them, so they ask for the version of the memory. Counting
  // begins when somebody first asks: from then on each op that writes into the memory raises the version, which is 0
  // before.
  uint32_t watch() const noexcept;
  uint32_t version() const noexcept { return version_.load(std::memory_order_relaxed); }
  void count_write() const noexcept {
    if (version() != 0) version_.fetch_add(1, std::memory_order_relaxed);
  }

 private:
  template <class T, class... Args>
  friend T *make(Args &&...);
  template <class T>
  friend void destroy(T *) noexcept;
  // The data of a small tensor lies behind its storage in one block, at the first address aligned for vectors.
  static constexpr size_t kDataOffset = 64;
  static constexpr int64_t kMaxInline = 1024;

  Storage() = default;
  ~Storage() = default;
  static Ref<Storage> create_inline(int64_t nbytes) {
    void *const block = allocate(kDataOffset + static_cast<size_t>(nbytes), kDataOffset);
    auto *const storage = new (block) Storage();
    storage->data_ = static_cast<char *>(block) + kDataOffset;
    storage->nbytes_ = nbytes;
    return Ref<Storage>::adopt(storage);
  }
  static Ref<Storage> create_apart(int64_t nbytes);

  char *data_ = nullptr;
  int64_t nbytes_ = 0;
  Release release_ = nullptr;
  void *user_data_ = nullptr;
  bool meta_ : 1 = false, read_only_ : 1 = false, borrowed_ : 1 = false, placed_ : 1 = false, deferred_ : 1 = false;
  mutable std::atomic<uint32_t> version_{0};
};

}  // namespace ct
