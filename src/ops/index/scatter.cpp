// Ops that write by index into a copy of t, or into t itself: scatter, index_add, index_copy, index_fill, put, one_hot.
#include <algorithm>

#include "ops/elementwise/elementwise.h"
#include "ops/index/flat.h"
#include "ops/index/index.h"
#include "ops/index/walk.h"
#include "ops/structural/copy.h"
#include "ops/structural/factory.h"
#include "ops/structural/fill.h"
#include "ops/structured.h"
#include "runtime/error.h"
#include "tensor/overlap.h"

namespace ct {

namespace {

// What all writing ops share: `check`, which may fail, runs before anything is written.
template <class Way>
struct Writes {
  const Tensor &t, &index, &source;
  Way way;
  const Tensor *const inputs_[3] = {&t, &index, &source};
  std::span<const Tensor *const> inputs() const { return inputs_; }

  void meta(Output &output) {
    check_index_dtype(index);
    check_same_device(t, index);
    check_same_device(t, source);
    way.check_shapes(t, index, source);
    output.set_raw_strided(t.sizes(), dense_strides_like(t.sizes(), t.strides()), t.dtype(), t.is_meta());
    if (output.given() == nullptr) return;
    check_no_internal_overlap(output.get());
    check_no_partial_overlap(output.get(), t);
    check_apart(output.get(), index, "index");
    check_apart(output.get(), source, "source");
  }

  void impl(Output &output) {
    Tensor &out = output.get();
    if (out.is_meta()) return;
    const Ref<Tensor> copied = evened(index, index.sizes());
    const Tensor &by = copied ? *copied : index;
    const bool counts_back = way.check_values(t, by);
    way.write(out, t, by, source, counts_back);
  }
};

// Along one dim.
struct AlongDim {
  const char *name;
  int32_t dim;
  Scatter reduce = Scatter::Replace;

  void check_reduces(const Tensor &t) const {
    const bool orders = reduce == Scatter::Least || reduce == Scatter::Greatest;
    if (orders && is_complex(t.dtype())) {
      fail(CT_ERROR_DTYPE, name, ": complex numbers have no order, got ", dtype_name(t.dtype()));
    }
  }
  bool check_values(const Tensor &t, const Tensor &index) const { return check_indices(index, size_of(t, dim), &dim); }
};

struct ScatterWay : AlongDim {
  void check_shapes(const Tensor &t, const Tensor &index, const Tensor &source) {
    dim = wrap_dim(dim, t.ndim());
    check_same_dtype(t, source, "src");
    check_reduces(t);
    if (index.numel() == 0) return;
    const int32_t ndim = std::max(t.ndim(), 1);
    if (std::max(index.ndim(), 1) != ndim || std::max(source.ndim(), 1) != ndim) {
      fail(CT_ERROR_SHAPE, name, ": t, index and src must have as many dims, got shapes ", t.sizes(), ", ",
           index.sizes(), " and ", source.sizes());
    }
    for (int32_t d = 0; d < ndim; ++d) {
      if (size_of(index, d) <= size_of(source, d) && (d == dim || size_of(index, d) <= size_of(t, d))) continue;
      fail(CT_ERROR_SHAPE, name, ": index of shape ", index.sizes(), " is larger in dim ", d, " than src of shape ",
           source.sizes(), " or t of shape ", t.sizes());
    }
  }
  // The walk is planned before the copy, because it may find no memory.
  void write(Tensor &out, const Tensor &t, const Tensor &index, const Tensor &source, bool counts_back) const {
    if (index.numel() == 0) return copy(out, t);  // whose shape may be any
    const Ref<Tensor> copied = evened(source, index.sizes());
    const Tensor &from = copied ? *copied : source;
    IndexWalk walk(name, out, from.data());
    walk.add_index(index.data(), index.dtype(), size_of(out, dim), step_of(out, dim), counts_back);
    for (int32_t d = index.ndim(); d-- > 0;) {
      const int64_t own = step_of(index, d);
      walk.add_dim(size_of(index, d), step_of(from, d), d == dim ? 0 : step_of(out, d), {&own, 1});
    }
    copy(out, t);
    walk.scatter(reduce, out.dtype());
  }
};

// Ops that write one slice of t for each index, from a source of as many slices.
struct SlicesWay : AlongDim {
  bool fills = false;

  void check_shapes(const Tensor &t, const Tensor &index, const Tensor &source) {
    dim = wrap_dim(dim, t.ndim());
    if (index.ndim() > 1) {
      fail(CT_ERROR_SHAPE, name, ": index must have one dim or none, got shape ", index.sizes());
    }
    if (fills) return;
    check_same_dtype(t, source, "source");
    bool fits = std::max(t.ndim(), 1) == std::max(source.ndim(), 1);
    for (int32_t d = 0; fits && d < std::max(t.ndim(), 1); ++d) {
      fits = size_of(source, d) == (d == dim ? index.numel() : size_of(t, d));
    }
    if (!fits) {
      fail(CT_ERROR_SHAPE, name, ": source of shape ", source.sizes(), " is not t of shape ", t.sizes(), " with ",
           index.numel(), " slices in dim ", dim);
    }
  }
  void write(Tensor &out, const Tensor &t, const Tensor &index, const Tensor &source, bool counts_back) const {
    IndexWalk walk(name, out, source.data());
    walk.add_index(index.data(), index.dtype(), size_of(out, dim), step_of(out, dim), counts_back);
    const int64_t none = 0, own = step_of(index, 0);
    for (int32_t d = std::max(out.ndim(), 1); d-- > 0;) {
      const bool is_dim = d == dim;
      walk.add_dim(is_dim ? index.numel() : size_of(out, d), fills || source.ndim() == 0 ? 0 : step_of(source, d),
                   is_dim ? 0 : step_of(out, d), {is_dim ? &own : &none, 1});
    }
    copy(out, t);
    walk.scatter(reduce, out.dtype());
  }
};

struct PutWay {
  Scatter reduce;

  void check_shapes(const Tensor &t, const Tensor &index, const Tensor &values) const {
    check_same_dtype(t, values, "values");
    if (index.numel() == values.numel()) return;
    fail(CT_ERROR_SHAPE, "put: values must have as many elements as index, got ", values.numel(), " and ",
         index.numel());
  }
  bool check_values(const Tensor &t, const Tensor &index) const { return check_indices(index, t.numel(), nullptr); }
  void write(Tensor &out, const Tensor &t, const Tensor &index, const Tensor &values, bool counts_back) const {
    if (index.numel() == 0) return copy(out, t);
    const int64_t all[] = {index.numel()};
    const bool alike = same_dims(index.sizes(), values.sizes());
    const Ref<Tensor> places = alike ? index.keep() : reshape(index, all);
    const Ref<Tensor> from = alike ? values.keep() : reshape(values, all);
    const FlatIndex flat(out, *places, counts_back);
    IndexWalk walk("put", out, from->data());
    flat.add_to(walk);
    for (int32_t d = places->ndim(); d-- > 0;) {
      walk.add_dim(size_of(*places, d), step_of(*from, d), 0, {&flat.strides()[static_cast<size_t>(d)], 1});
    }
    copy(out, t);
    walk.scatter(reduce, out.dtype());
  }
};

Ref<Tensor> element_of(const Scalar &value, DType dtype) {
  check_fits(value, dtype);
  Ref<Tensor> element = Tensor::create({}, dtype);
  store_scalar(value, dtype, element->data());
  return element;
}

// The source times alpha, in the source's dtype.
Ref<Tensor> scaled(const Tensor &source, const Scalar *alpha) {
  if (alpha == nullptr) return source.keep();
  if (source.is_meta()) {
    check_fits(*alpha, source.dtype());
    return source.keep();
  }
  const Ref<Tensor> by = element_of(*alpha, source.dtype());
  const Tensor *const both[] = {&source, by.get()};
  return elementwise(elementwise_ops::mul, both);
}

// The value of index_fill, on the device of t.
Ref<Tensor> filling(const Tensor &t, const Scalar &value) {
  Ref<Tensor> element = element_of(value, t.dtype());
  return t.is_meta() ? Tensor::create({}, t.dtype(), true) : element;
}

struct OneHot : OneInput {
  const int64_t wanted;
  int64_t classes = 0;

  void meta(Output &output) {
    if (!is_integral(input.dtype())) {
      fail(CT_ERROR_DTYPE, "one_hot takes integers, got a tensor of dtype ", dtype_name(input.dtype()));
    }
    if (wanted < -1) fail(CT_ERROR_INVALID, "num_classes must be -1 or a count, got ", wanted);
    classes = wanted >= 0 ? wanted : found_classes();
    DimVec sizes(input.sizes());
    sizes.push_back(classes);
    check_ndim(sizes.size());
    output.set_raw_contiguous(sizes, DType::Int64, input.is_meta());
    if (output.given() == nullptr) return;
    check_no_internal_overlap(output.get());
    check_apart(output.get(), input, "input");
  }
  int64_t found_classes() const {
    if (input.is_meta()) {
      fail(CT_ERROR_UNSUPPORTED, "one_hot: a meta tensor says nothing of how many classes there are");
    }
    if (input.numel() == 0) fail(CT_ERROR_SHAPE, "one_hot: no elements say how many classes there are");
    const Ref<Tensor> numbers = to(input, DType::Int64, MemoryFormat::Contiguous, true);
    const auto *const values = reinterpret_cast<const int64_t *>(numbers->data());
    const int64_t largest = *std::max_element(values, values + numbers->numel());
    if (largest == INT64_MAX) fail(CT_ERROR_SHAPE, "one_hot: an element of ", largest, " makes too many classes");
    return largest + 1;
  }
  void impl(Output &output) const {
    Tensor &out = output.get();
    if (out.is_meta()) return;
    check_indices(input, classes, nullptr, true);
    int64_t one = 1;
    IndexWalk walk("one_hot", out, reinterpret_cast<char *>(&one));
    walk.add_index(input.data(), input.dtype(), classes, step_of(out, input.ndim()), false);
    for (int32_t d = input.ndim(); d-- > 0;) {
      const int64_t own = step_of(input, d);
      walk.add_dim(size_of(input, d), 0, step_of(out, d), {&own, 1});
    }
    fill(out, Scalar::of(int64_t{0}));
    if (input.numel() != 0) walk.scatter(Scatter::Replace, DType::Int64);
  }
};

Writes<ScatterWay> scatter_op(const Tensor &t, int32_t dim, const Tensor &index, const Tensor &src, Scatter reduce) {
  return {t, index, src, {{"scatter", dim, reduce}}};
}
Writes<SlicesWay> slices_op(const char *name, const Tensor &t, int32_t dim, const Tensor &index, const Tensor &source,
                            Scatter reduce = Scatter::Replace, bool fills = false) {
  return {t, index, source, {{name, dim, reduce}, fills}};
}
Writes<PutWay> put_op(const Tensor &t, const Tensor &index, const Tensor &values, bool accumulate) {
  return {t, index, values, {accumulate ? Scatter::Add : Scatter::Replace}};
}

}  // namespace

Ref<Tensor> scatter(const Tensor &t, int32_t dim, const Tensor &index, const Tensor &src, Scatter reduce) {
  return functional(scatter_op(t, dim, index, src, reduce));
}
void scatter_out(const Tensor &t, int32_t dim, const Tensor &index, const Tensor &src, Scatter reduce, Tensor &out) {
  into(scatter_op(t, dim, index, src, reduce), out);
}

Ref<Tensor> index_add(const Tensor &t, int32_t dim, const Tensor &index, const Tensor &source, const Scalar *alpha) {
  check_same_dtype(t, source, "source");
  const Ref<Tensor> by = scaled(source, alpha);
  return functional(slices_op("index_add", t, dim, index, *by, Scatter::Add));
}
void index_add_out(const Tensor &t, int32_t dim, const Tensor &index, const Tensor &source, const Scalar *alpha,
                   Tensor &out) {
  check_same_dtype(t, source, "source");
  check_apart(out, source, "source");
  const Ref<Tensor> by = scaled(source, alpha);
  into(slices_op("index_add", t, dim, index, *by, Scatter::Add), out);
}

Ref<Tensor> index_copy(const Tensor &t, int32_t dim, const Tensor &index, const Tensor &source) {
  return functional(slices_op("index_copy", t, dim, index, source));
}
void index_copy_out(const Tensor &t, int32_t dim, const Tensor &index, const Tensor &source, Tensor &out) {
  into(slices_op("index_copy", t, dim, index, source), out);
}

Ref<Tensor> index_fill(const Tensor &t, int32_t dim, const Tensor &index, const Scalar &value) {
  const Ref<Tensor> element = filling(t, value);
  return functional(slices_op("index_fill", t, dim, index, *element, Scatter::Replace, true));
}
void index_fill_out(const Tensor &t, int32_t dim, const Tensor &index, const Scalar &value, Tensor &out) {
  const Ref<Tensor> element = filling(t, value);
  into(slices_op("index_fill", t, dim, index, *element, Scatter::Replace, true), out);
}

Ref<Tensor> put(const Tensor &t, const Tensor &index, const Tensor &values, bool accumulate) {
  return functional(put_op(t, index, values, accumulate));
}
void put_out(const Tensor &t, const Tensor &index, const Tensor &values, bool accumulate, Tensor &out) {
  into(put_op(t, index, values, accumulate), out);
}

Ref<Tensor> one_hot(const Tensor &t, int64_t num_classes) { return functional(OneHot{{t}, num_classes}); }
void one_hot_out(const Tensor &t, int64_t num_classes, Tensor &out) { into(OneHot{{t}, num_classes}, out); }

}  // namespace ct
