// Intrusive reference counting: one allocation an object, a count that any thread may change.
#pragma once

#include <atomic>
#include <cstdint>
#include <utility>

namespace ct {

// T derives from RefCounted<T> and has `static void dispose(T*) noexcept`, called when the last reference goes.
template <class T>
class RefCounted {
 public:
  void retain() const noexcept { count_.fetch_add(1, std::memory_order_relaxed); }
  void release() const noexcept {
    // Nobody else can add to the only reference, which is the caller's. So a load is enough, without the locked
    // subtraction.
    if (use_count() == 1 || count_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
      T::dispose(const_cast<T *>(static_cast<const T *>(this)));
    }
  }
  int64_t use_count() const noexcept { return count_.load(std::memory_order_acquire); }

 protected:
  RefCounted() = default;
  ~RefCounted() = default;
  RefCounted(const RefCounted &) = delete;
  RefCounted &operator=(const RefCounted &) = delete;

 private:
  mutable std::atomic<int64_t> count_{1};
};

template <class T>
class Ref {
 public:
  Ref() = default;
  Ref(std::nullptr_t) noexcept {}
  static Ref adopt(T *object) noexcept {  // takes over the reference that the caller holds
    Ref ref;
    ref.object_ = object;
    return ref;
  }
  static Ref share(T *object) noexcept {  // adds one
    if (object != nullptr) object->retain();
    return adopt(object);
  }
  Ref(const Ref &other) noexcept : object_(other.object_) {
    if (object_ != nullptr) object_->retain();
  }
  Ref(Ref &&other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Ref &operator=(Ref other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Ref() {
    if (object_ != nullptr) object_->release();
  }

  T *get() const noexcept { return object_; }
  T *operator->() const noexcept { return object_; }
  T &operator*() const noexcept { return *object_; }
  explicit operator bool() const noexcept { return object_ != nullptr; }
  T *detach() noexcept { return std::exchange(object_, nullptr); }  // gives the reference to the caller

 private:
  T *object_ = nullptr;
};

}  // namespace ct
