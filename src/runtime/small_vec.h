// A vector of trivially copyable elements, inline up to N, from the host's allocator beyond.
// std::vector would be three pointers and a heap block for every four sizes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <span>
#include <type_traits>

#include "runtime/allocator.h"

namespace ct {

template <class T, int64_t N>
class SmallVec {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  SmallVec() = default;
  explicit SmallVec(int64_t size, T value = T{}) { resize(size, value); }
  SmallVec(std::initializer_list<T> values) { assign(std::span<const T>(values.begin(), values.size())); }
  explicit SmallVec(std::span<const T> values) { assign(values); }
  SmallVec(const SmallVec &other) { assign(other); }
  SmallVec(SmallVec &&other) noexcept { steal(other); }
  SmallVec &operator=(const SmallVec &other) {
    if (this != &other) assign(other);
    return *this;
  }
  SmallVec &operator=(SmallVec &&other) noexcept {
    if (this != &other) {
      free_heap();
      steal(other);
    }
    return *this;
  }
  ~SmallVec() { free_heap(); }

  T *data() noexcept { return data_; }
  const T *data() const noexcept { return data_; }
  int64_t size() const noexcept { return size_; }
  bool empty() const noexcept { return size_ == 0; }
  T *begin() noexcept { return data_; }
  T *end() noexcept { return data_ + size_; }
  const T *begin() const noexcept { return data_; }
  const T *end() const noexcept { return data_ + size_; }
  T &operator[](int64_t i) noexcept { return data_[i]; }
  const T &operator[](int64_t i) const noexcept { return data_[i]; }
  T &back() noexcept { return data_[size_ - 1]; }
  operator std::span<const T>() const noexcept { return {data_, static_cast<size_t>(size_)}; }
  operator std::span<T>() noexcept { return {data_, static_cast<size_t>(size_)}; }

  void clear() noexcept { size_ = 0; }
  void reserve(int64_t capacity) {
    if (capacity > capacity_) grow(capacity);
  }
  void resize(int64_t size, T value = T{}) {
    reserve(size);
    for (int64_t i = size_; i < size; ++i) data_[i] = value;
    size_ = static_cast<int32_t>(size);
  }
  void resize_unset(int64_t size) {  // new elements are for the caller to set
    reserve(size);
    size_ = static_cast<int32_t>(size);
  }
  void assign(std::span<const T> values) {
    const auto count = static_cast<int64_t>(values.size());
    reserve(count);
    copy(data_, values.data(), count);
    size_ = static_cast<int32_t>(count);
  }
  void push_back(T value) { emplace_back() = value; }
  T &emplace_back() {  // filled in place: a copy would wait for the fields that were stored one by one
    if (size_ == capacity_) reserve(int64_t{capacity_} * 2);
    data_[size_] = T{};
    return data_[size_++];
  }
  void insert(int64_t at, T value) {
    push_back(value);
    std::rotate(data_ + at, data_ + size_ - 1, data_ + size_);
  }
  void erase(int64_t at) noexcept {
    std::copy(data_ + at + 1, data_ + size_, data_ + at);
    --size_;
  }

 private:
  // A call of memmove costs more than the few elements that most vectors have.
  static void copy(T *to, const T *from, int64_t count) noexcept {
    if (count > N || N > kMostUnrolled) {
      if (count != 0) std::memmove(static_cast<void *>(to), from, static_cast<size_t>(count) * sizeof(T));
      return;
    }
    for (int64_t i = 0; i < N; ++i) {  // bounded by a constant: unrolled
      if (i == count) return;
      to[i] = from[i];
    }
  }
  [[gnu::noinline]] void grow(int64_t capacity) {
    T *grown = static_cast<T *>(allocate(static_cast<size_t>(capacity) * sizeof(T), alignof(T)));
    const T *const from = data_;
    for (int32_t i = 0; i < size_; ++i) grown[i] = from[i];
    free_heap();
    data_ = grown;
    capacity_ = static_cast<int32_t>(capacity);
  }
  void free_heap() noexcept {
    if (data_ != inline_.values) deallocate(data_, static_cast<size_t>(capacity_) * sizeof(T), alignof(T));
  }
  void steal(SmallVec &other) noexcept {
    size_ = other.size_;
    if (other.data_ == other.inline_.values) {
      data_ = inline_.values;
      capacity_ = N;
      if (size_ > N) __builtin_unreachable();
      copy(inline_.values, other.inline_.values, size_);
    } else {
      data_ = other.data_;
      capacity_ = other.capacity_;
      other.data_ = other.inline_.values;
      other.capacity_ = N;
    }
    other.size_ = 0;
  }

  static constexpr int64_t kMostUnrolled = 8;
  union Inline {  // left as it is until it is filled: elements may have initialisers of their own
    Inline() {}
    T values[N];
  };

  T *data_ = inline_.values;
  int32_t size_ = 0;
  int32_t capacity_ = N;
  Inline inline_;
};

}  // namespace ct
