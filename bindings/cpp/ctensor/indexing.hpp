// Indexing by a list, and unique elements. These do not fit the pattern of the ops in ops.hpp.
#ifndef CTENSOR_INDEXING_HPP
#define CTENSOR_INDEXING_HPP

#include "joining.hpp"

namespace ctensor {

// Elements that integers and masks choose. Index k is for dim k; an undefined one, Tensor(), stands for all of the dim.
inline Tensor index(const Tensor &t, const Tensors &indices) {
  return detail::make(
      [&](ct_tensor **out, ct_error *error) { return ct_index(t.get(), indices.data(), indices.count(), out, error); });
}
inline void index_out(const Tensor &t, const Tensors &indices, const Tensor &out) {
  detail::check(
      [&](ct_error *error) { return ct_index_out(t.get(), indices.data(), indices.count(), out.get(), error); });
}

// Writes values to the elements of t that index would read, or adds values to them.
inline void index_put(const Tensor &t, const Tensors &indices, const Tensor &values, bool accumulate = false) {
  detail::check([&](ct_error *error) {
    return ct_index_put(t.get(), indices.data(), indices.count(), values.get(), accumulate, error);
  });
}

// The sorted elements along dim, without the indices that sort also returns.
inline Tensor sort_values(const Tensor &t, int32_t dim = -1, bool descending = false) {
  return detail::make(
      [&](ct_tensor **out, ct_error *error) { return ct_sort(t.get(), dim, descending, false, out, nullptr, error); });
}
inline void sort_values_out(const Tensor &t, int32_t dim, bool descending, const Tensor &out) {
  detail::check(
      [&](ct_error *error) { return ct_sort_out(t.get(), dim, descending, false, out.get(), nullptr, error); });
}

// inverse is the index of each element among the values, counts how often each occurs. They are undefined unless asked
// for.
struct Unique {
  Tensor values, inverse, counts;
};

namespace detail {
template <class Call>
Unique make_unique_of(bool return_inverse, bool return_counts, Call &&call) {
  ct_tensor *values = nullptr, *inverse = nullptr, *counts = nullptr;
  check([&](ct_error *error) {
    return call(&values, return_inverse ? &inverse : nullptr, return_counts ? &counts : nullptr, error);
  });
  Unique made;
  made.values = Tensor::adopt(values);
  if (return_inverse) made.inverse = Tensor::adopt(inverse);
  if (return_counts) made.counts = Tensor::adopt(counts);
  return made;
}
}  // namespace detail

// The distinct elements of t, in ascending order.
inline Unique unique(const Tensor &t, bool return_inverse = false, bool return_counts = false) {
  return detail::make_unique_of(return_inverse, return_counts,
                                [&](auto... rest) { return ct_unique(t.get(), rest...); });
}
// One element of each run of equal ones, in the row-major order of t.
inline Unique unique_consecutive(const Tensor &t, bool return_inverse = false, bool return_counts = false) {
  return detail::make_unique_of(return_inverse, return_counts,
                                [&](auto... rest) { return ct_unique_consecutive(t.get(), rest...); });
}

// The distinct slices of t along dim, in the order of their first elements that differ.
inline Unique unique_dim(const Tensor &t, int32_t dim, bool return_inverse = false, bool return_counts = false) {
  return detail::make_unique_of(return_inverse, return_counts,
                                [&](auto... rest) { return ct_unique_dim(t.get(), dim, rest...); });
}
// One slice of each run of equal ones along dim.
inline Unique unique_consecutive_dim(const Tensor &t, int32_t dim, bool return_inverse = false,
                                     bool return_counts = false) {
  return detail::make_unique_of(return_inverse, return_counts,
                                [&](auto... rest) { return ct_unique_consecutive_dim(t.get(), dim, rest...); });
}

}  // namespace ctensor

#endif
