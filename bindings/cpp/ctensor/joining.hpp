// Lists of tensors as parameters, and the functions that return several tensors for several.
#ifndef CTENSOR_JOINING_HPP
#define CTENSOR_JOINING_HPP

#include "tensor.hpp"

namespace ctensor {

// A parameter that is a list of tensors for the length of the call: {a, b}, a std::vector, a std::array or a Span.
class Tensors {
 public:
  Tensors(std::initializer_list<Tensor> tensors) { take(tensors.begin(), tensors.size()); }
  template <class Container, class = std::enable_if_t<std::is_convertible<
                                 decltype(std::declval<const Container &>().data()), const Tensor *>::value>>
  Tensors(const Container &tensors) {
    take(tensors.data(), tensors.size());
  }

  const ct_tensor *const *data() const noexcept { return raw_.data(); }
  int32_t count() const noexcept { return static_cast<int32_t>(raw_.size()); }

 private:
  void take(const Tensor *tensors, size_t count) {
    raw_.reserve(count);
    for (size_t k = 0; k < count; ++k) raw_.push_back(tensors[k].get());
  }

  std::vector<const ct_tensor *> raw_;
};

// The sizes that tensors of these sizes broadcast to.
inline std::vector<int64_t> broadcast_shapes(const std::vector<std::vector<int64_t>> &shapes) {
  std::vector<const int64_t *> sizes;
  std::vector<int32_t> ndims;
  for (const std::vector<int64_t> &shape : shapes) {
    sizes.push_back(shape.data());
    ndims.push_back(static_cast<int32_t>(shape.size()));
  }
  std::vector<int64_t> result(64);
  int32_t ndim = 0;
  detail::check([&](ct_error *error) {
    return ct_broadcast_shapes(sizes.data(), ndims.data(), static_cast<int32_t>(shapes.size()), result.data(), &ndim,
                               error);
  });
  result.resize(static_cast<size_t>(ndim));
  return result;
}

// Views of the tensors in the shape that all of them broadcast to.
inline std::vector<Tensor> broadcast_tensors(const Tensors &tensors) {
  return detail::make_all(static_cast<size_t>(tensors.count()), [&](ct_tensor **outs, ct_error *error) {
    return ct_broadcast_tensors(tensors.data(), tensors.count(), outs, error);
  });
}

// The coordinates of the points of a grid with these axes, as one view per axis.
inline std::vector<Tensor> meshgrid(const Tensors &tensors, MeshgridIndexing indexing = MeshgridIndexing::IJ) {
  return detail::make_all(static_cast<size_t>(tensors.count()), [&](ct_tensor **outs, ct_error *error) {
    return ct_meshgrid(tensors.data(), tensors.count(), detail::raw(indexing), outs, error);
  });
}

}  // namespace ctensor

#endif
