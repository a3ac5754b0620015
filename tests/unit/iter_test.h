// Helpers of the iterator's tests: layouts, configurations, and the naive index walk that all walks must agree with.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include "iter/iterator.h"
#include "tensor/scalar.h"
#include "tensor_expect.h"

namespace ct::testing_iter {

using Refs = std::vector<Ref<Tensor>>;

inline Ref<Tensor> make(const Sizes &sizes, DType dtype = DType::Float32) { return Tensor::create(sizes, dtype); }
inline Ref<Tensor> make(const Sizes &sizes, const Sizes &strides, DType dtype = DType::Float32) {
  return Tensor::create(sizes, strides, dtype);
}
inline Ref<Tensor> make_meta(const Sizes &sizes, const Sizes &strides, DType dtype = DType::Float32) {
  return Tensor::create(sizes, strides, dtype, true);
}

// A configuration with the arrays that it points to.
struct Config : IterConfig {
  std::vector<Tensor *> outs;
  std::vector<const Tensor *> ins;
  std::vector<DType> out_types, in_types;
  Refs kept;

  explicit Config(uint32_t flags_) { flags = flags_; }
  Config &out(const Ref<Tensor> &t, DType dtype = DType::Undefined) {
    kept.push_back(t);
    outs.push_back(t.get());
    out_types.push_back(dtype);
    return *this;
  }
  Config &in(const Ref<Tensor> &t, DType dtype = DType::Undefined) {
    kept.push_back(t);
    ins.push_back(t.get());
    in_types.push_back(dtype);
    return *this;
  }
  const IterConfig &get() {
    outputs = outs;
    inputs = ins;
    output_dtypes = out_types;
    input_dtypes = in_types;
    return *this;
  }
};

struct Built : Iterator {
  explicit Built(Config config) { build(config.get()); }
  Sizes all_sizes() const { return to_vector(sizes()); }
  Sizes all_strides(int32_t k) const { return to_vector(strides(k)); }
  std::vector<int32_t> order() const { return {perm().begin(), perm().end()}; }
};

// The address of a tensor's element at an index of a broadcast shape.
inline char *address(const Tensor &t, const Sizes &index) {
  const auto missing = static_cast<int64_t>(index.size()) - t.ndim();
  int64_t offset = 0;
  for (int32_t d = 0; d < t.ndim(); ++d) {
    if (t.sizes()[d] != 1) offset += index[static_cast<size_t>(missing + d)] * t.strides()[d];
  }
  return t.data() + offset * t.itemsize();
}

template <class F>
void for_each_index(Dims shape, F &&body) {  // row-major
  Sizes index(shape.size(), 0);
  for (const int64_t size : shape) {
    if (size == 0) return;
  }
  for (;;) {
    body(index);
    auto d = static_cast<int64_t>(shape.size()) - 1;
    while (d >= 0 && ++index[static_cast<size_t>(d)] == shape[static_cast<size_t>(d)])
      index[static_cast<size_t>(d--)] = 0;
    if (d < 0) return;
  }
}

class Random {
 public:
  explicit Random(uint64_t seed) : engine_(seed) {}
  int64_t below(int64_t n) { return static_cast<int64_t>(engine_() % static_cast<uint64_t>(n)); }
  Sizes shape(int64_t max_ndim, int64_t max_size) {
    Sizes sizes(static_cast<size_t>(below(max_ndim + 1)));
    for (int64_t &size : sizes) size = 1 + below(max_size);
    return sizes;
  }
  // A layout of `sizes` whose dims lie in any order, with gaps and backwards.
  Ref<Tensor> tensor(const Sizes &sizes, DType dtype) {
    std::vector<size_t> order(sizes.size());
    for (size_t d = 0; d < order.size(); ++d) order[d] = d;
    std::shuffle(order.begin(), order.end(), engine_);
    Sizes strides(sizes.size());
    int64_t next = 1 + below(2);
    for (const size_t d : order) {
      strides[d] = below(4) == 0 ? -next : next;
      next *= sizes[d] + (below(3) == 0 ? 1 : 0);
    }
    return make(sizes, strides, dtype);
  }
  // A layout that broadcasts to `sizes`: dims of size 1, missing dims, strides of 0.
  Ref<Tensor> broadcast(Sizes sizes, DType dtype) {
    for (int64_t &size : sizes) size = below(3) == 0 ? 1 : size;
    const auto missing = static_cast<std::ptrdiff_t>(below(3) == 0 && !sizes.empty() ? below(2) : 0);
    return tensor(Sizes(sizes.begin() + missing, sizes.end()), dtype);
  }

 private:
  std::mt19937_64 engine_;
};

inline double get(const void *element, DType dtype) {
  const Scalar s = load_scalar(dtype, element);
  return is_floating(dtype) || is_complex(dtype) ? s.re : static_cast<double>(s.i);
}

// Distinct small integers, which every dtype except bool and the 8-bit ones can hold.
inline void number(const Ref<Tensor> &t) {
  int64_t next = 1;
  for_each_index(t->sizes(),
                 [&](const Sizes &index) { store_scalar(Scalar::of(next++ % 100), t->dtype(), address(*t, index)); });
}

}  // namespace ct::testing_iter
