// Views of memory: a span of elements, and the lists that functions take.
#ifndef CTENSOR_LIST_HPP
#define CTENSOR_LIST_HPP

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <type_traits>
#include <utility>

namespace ctensor {

// A view of size elements from data on, which it does not own.
template <class T>
class Span {
 public:
  using value_type = std::remove_cv_t<T>;

  constexpr Span() noexcept = default;
  constexpr Span(T *data, size_t size) noexcept : data_(data), size_(size) {}

  constexpr T *data() const noexcept { return data_; }
  constexpr size_t size() const noexcept { return size_; }
  constexpr bool empty() const noexcept { return size_ == 0; }
  constexpr T *begin() const noexcept { return data_; }
  constexpr T *end() const noexcept { return data_ + size_; }
  constexpr T &operator[](size_t i) const noexcept { return data_[i]; }
  constexpr T &front() const noexcept { return data_[0]; }
  constexpr T &back() const noexcept { return data_[size_ - 1]; }

 private:
  T *data_ = nullptr;
  size_t size_ = 0;
};

// A parameter that is a list of numbers for the length of the call: {2, 3}, a std::vector, a std::array, a Span, or
// a single number.
template <class T>
class List {
 public:
  constexpr List() noexcept = default;
  constexpr List(std::initializer_list<T> values) noexcept : size_(values.size()) {
    data_ = values.begin();  // in a member initialiser, GCC would warn that the values are not kept
  }
  constexpr List(const T *data, size_t size) noexcept : data_(data), size_(size) {}
  template <class Container, class = std::enable_if_t<std::is_convertible<
                                 decltype(std::declval<const Container &>().data()), const T *>::value>>
  constexpr List(const Container &values) noexcept : data_(values.data()), size_(values.size()) {}
  template <class Number, class = void, class = std::enable_if_t<std::is_integral<Number>::value>>
  constexpr List(Number value) noexcept : one_(static_cast<T>(value)), size_(1) {}

  // It is not null even for an empty list, since NULL would mean no list.
  constexpr const T *data() const noexcept { return data_ == nullptr && size_ <= 1 ? &one_ : data_; }
  constexpr size_t size() const noexcept { return size_; }
  constexpr int32_t count() const noexcept { return static_cast<int32_t>(size_); }
  constexpr const T *begin() const noexcept { return data(); }
  constexpr const T *end() const noexcept { return data() + size_; }

 private:
  const T *data_ = nullptr;
  T one_{};
  size_t size_ = 0;
};

using Sizes = List<int64_t>;    // sizes and strides
using DimList = List<int32_t>;  // numbers of dims, negative ones from the end

// A parameter that is a list of dims, {} for no dims, or std::nullopt for all.
class Dims : public DimList {
 public:
  using DimList::DimList;
  constexpr Dims(std::nullopt_t) noexcept : all_(true) {}

  constexpr const int32_t *data() const noexcept { return all_ ? nullptr : DimList::data(); }

 private:
  bool all_ = false;
};

}  // namespace ctensor

#endif
