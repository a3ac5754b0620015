// Blocks of memory: owned ones go back with the size and alignment they came with, borrowed ones by their callback.
#include "tensor/storage.h"

#include "runtime/allocator.h"

namespace ct {

Ref<Storage> Storage::create_apart(int64_t nbytes) {
  static_assert(sizeof(Storage) <= kDataOffset);
  const auto size = static_cast<size_t>(nbytes);
  Ref<Storage> storage = Ref<Storage>::adopt(make<Storage>());
  if (nbytes == 0) return storage;
  storage->data_ = static_cast<char *>(allocate(size, data_alignment(size)));
  storage->nbytes_ = nbytes;
  return storage;
}

Ref<Storage> Storage::create_meta(int64_t nbytes) {
  Ref<Storage> storage = Ref<Storage>::adopt(make<Storage>());
  storage->meta_ = true;
  storage->nbytes_ = nbytes;
  return storage;
}

Ref<Storage> Storage::borrow(void *data, int64_t nbytes, bool read_only, Release release, void *user_data) {
  Ref<Storage> storage = Ref<Storage>::adopt(make<Storage>());  // the last thing that can throw
  storage->data_ = static_cast<char *>(data);
  storage->nbytes_ = nbytes;
  storage->release_ = release;
  storage->user_data_ = user_data;
  storage->read_only_ = read_only;
  storage->borrowed_ = true;
  return storage;
}

Ref<Storage> Storage::defer(int64_t nbytes, Release release, void *node) {
  Ref<Storage> storage = Ref<Storage>::adopt(make<Storage>());
  storage->nbytes_ = nbytes;
  storage->release_ = release;
  storage->user_data_ = node;
  storage->read_only_ = storage->deferred_ = true;
  return storage;
}

uint32_t Storage::watch() const noexcept {
  uint32_t seen = 0;
  return version_.compare_exchange_strong(seen, 1, std::memory_order_relaxed) ? 1 : seen;
}

void Storage::dispose(Storage *storage) noexcept {
  const Release release = storage->release_;
  void *const user_data = storage->user_data_;
  if (!storage->borrowed_ && storage->data_ != nullptr) {
    const auto size = static_cast<size_t>(storage->nbytes_);
    if (storage->nbytes_ <= kMaxInline) {
      storage->~Storage();
      return deallocate(storage, kDataOffset + size, kDataOffset);
    }
    deallocate(storage->data_, size, data_alignment(size));
  }
  destroy(storage);
  if (release != nullptr) release(user_data);  // last: the callback may call the library again
}

}  // namespace ct
