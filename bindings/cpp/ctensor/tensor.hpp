// Tensor, a reference that releases itself: creation, properties, views, copies, and access to elements.
#ifndef CTENSOR_TENSOR_HPP
#define CTENSOR_TENSOR_HPP

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <ostream>
#include <vector>

#include "dtype.hpp"
#include "list.hpp"

namespace ctensor {

class Tensor;

namespace detail {

// make([&](ct_tensor **out, ct_error *error) { return ct_something(…, out, error); });
template <class Call>
Tensor make(Call &&call);
// The same for a call that makes up to `count` tensors, or none if it fails.
template <class Call>
std::vector<Tensor> make_all(size_t count, Call &&call);

// The release callback for memory that a tensor borrows. It calls the user's function once.
template <class Release>
void call_release(void *given) noexcept {
  const std::unique_ptr<Release> release(static_cast<Release *>(given));
  (*release)();
}

}  // namespace detail

template <class T, size_t N>
class Accessor;

class Tensor {
 public:
  Tensor() noexcept = default;  // undefined: every call except get() and defined() fails
  Tensor(const Tensor &other) noexcept : raw_(ct_tensor_retain(other.raw_)) {}
  Tensor(Tensor &&other) noexcept : raw_(std::exchange(other.raw_, nullptr)) {}
  Tensor &operator=(const Tensor &other) noexcept {
    Tensor copy(other);
    std::swap(raw_, copy.raw_);
    return *this;
  }
  Tensor &operator=(Tensor &&other) noexcept {
    Tensor taken(std::move(other));
    std::swap(raw_, taken.raw_);
    return *this;
  }
  ~Tensor() {
    if (raw_ != nullptr) ct_tensor_release(raw_);  // checked here, where the compiler often knows the answer
  }

  // Conversion from and to the C API: adopt takes over the caller's reference, share adds one, detach gives it away.
  static Tensor adopt(ct_tensor *raw) noexcept {
    Tensor t;
    t.raw_ = raw;
    return t;
  }
  static Tensor share(const ct_tensor *raw) noexcept { return adopt(ct_tensor_retain(raw)); }
  ct_tensor *detach() noexcept { return std::exchange(raw_, nullptr); }
  ct_tensor *get() const noexcept { return raw_; }
  // Whether there is a tensor. This is not a conversion to bool, with which `if (a == b)` would always hold.
  bool defined() const noexcept { return raw_ != nullptr; }

  // ---- creation ----

  // A tensor with unspecified contents.
  static Tensor create(Sizes sizes, DType dtype = DType::Float32) {
    return detail::make([&](ct_tensor **out, ct_error *error) {
      return ct_tensor_create(sizes.data(), sizes.count(), detail::raw(dtype), out, error);
    });
  }
  static Tensor create_strided(Sizes sizes, Sizes strides, DType dtype = DType::Float32) {
    same_count(sizes, strides);
    return detail::make([&](ct_tensor **out, ct_error *error) {
      return ct_tensor_create_strided(sizes.data(), sizes.count(), strides.data(), detail::raw(dtype), out, error);
    });
  }
  // A tensor with shape and dtype, but no data.
  static Tensor create_meta(Sizes sizes, DType dtype = DType::Float32) {
    return detail::make([&](ct_tensor **out, ct_error *error) {
      return ct_tensor_create_meta(sizes.data(), sizes.count(), nullptr, detail::raw(dtype), out, error);
    });
  }
  static Tensor create_meta(Sizes sizes, Sizes strides, DType dtype = DType::Float32) {
    same_count(sizes, strides);
    return detail::make([&](ct_tensor **out, ct_error *error) {
      return ct_tensor_create_meta(sizes.data(), sizes.count(), strides.data(), detail::raw(dtype), out, error);
    });
  }
  // A 0-dim tensor of one value. A wrapped number takes part in promotion like numbers in PyTorch.
  static Tensor create_scalar(Scalar value, bool wrapped_number = false) {
    return detail::make([&](ct_tensor **out, ct_error *error) {
      return ct_tensor_create_scalar(value.get(), wrapped_number, out, error);
    });
  }

  // A tensor over the caller's memory, which is read-only if T is const. data is the address of element [0, …, 0];
  // without strides, it is contiguous. The memory must live until release() is called once: when the last tensor over
  // it is released, on any thread, or before a failing call throws. release must not throw.
  template <class T>
  static Tensor from_data(T *data, Sizes sizes) {
    return over(data, sizes, nullptr, nullptr, nullptr);
  }
  template <class T>
  static Tensor from_data(T *data, Sizes sizes, Sizes strides) {
    same_count(sizes, strides);
    return over(data, sizes, strides.data(), nullptr, nullptr);
  }
  template <class T, class Release, class = std::enable_if_t<std::is_invocable_v<Release &>>>
  static Tensor from_data(T *data, Sizes sizes, Release release) {
    return over(data, sizes, nullptr, detail::call_release<Release>, keep(release));
  }
  template <class T, class Release, class = std::enable_if_t<std::is_invocable_v<Release &>>>
  static Tensor from_data(T *data, Sizes sizes, Sizes strides, Release release) {
    void *const kept = keep(release);
    if (sizes.size() != strides.size()) detail::call_release<Release>(kept);
    same_count(sizes, strides);
    return over(data, sizes, strides.data(), detail::call_release<Release>, kept);
  }
  // A tensor over the memory of a vector, which it keeps.
  template <class T>
  static Tensor from_vector(std::vector<T> values, Sizes sizes) {
    static_assert(!std::is_same_v<T, bool>, "a std::vector<bool> has no bools in memory");
    check_count(sizes, values.size());
    T *const data = values.data();  // moving a vector does not move its elements
    return from_data(data, sizes, [kept = std::move(values)] {});
  }
  template <class T>
  static Tensor from_vector(std::vector<T> values) {
    const auto length = static_cast<int64_t>(values.size());
    return from_vector(std::move(values), length);
  }
  // A tensor with a copy of the values: Tensor::of<float>({1, 2, 3, 4}, {2, 2}).
  template <class T>
  static Tensor of(List<T> values, Sizes sizes) {
    check_count(sizes, values.size());
    Tensor made = create(sizes, dtype_of<T>);
    if (values.size() > 0) std::memcpy(made.data_mut(), values.data(), values.size() * sizeof(T));
    return made;
  }
  template <class T>
  static Tensor of(List<T> values) {
    return of(values, static_cast<int64_t>(values.size()));
  }
  template <class T>
  static Tensor of(std::initializer_list<T> values, Sizes sizes) {
    return of(List<T>(values), sizes);
  }
  template <class T>
  static Tensor of(std::initializer_list<T> values) {
    return of(List<T>(values));
  }

  // ---- properties ----

  int32_t ndim() const noexcept { return ct_tensor_ndim(raw_); }
  int64_t numel() const noexcept { return ct_tensor_numel(raw_); }
  DType dtype() const noexcept { return static_cast<DType>(ct_tensor_dtype(raw_)); }
  // The lists that follow are valid until the tensor is resized or released.
  Span<const int64_t> sizes() const &noexcept { return {ct_tensor_sizes(raw_), dim_count()}; }
  Span<const int64_t> strides() const &noexcept { return {ct_tensor_strides(raw_), dim_count()}; }
  Span<const int64_t> sizes() const && = delete;
  Span<const int64_t> strides() const && = delete;
  int64_t size(int32_t dim) const { return ct_tensor_sizes(raw_)[wrap(dim)]; }
  int64_t stride(int32_t dim) const { return ct_tensor_strides(raw_)[wrap(dim)]; }
  int64_t storage_offset() const noexcept { return ct_tensor_storage_offset(raw_); }
  int64_t storage_nbytes() const noexcept { return ct_tensor_storage_nbytes(raw_); }
  bool is_meta() const noexcept { return ct_tensor_is_meta(raw_); }
  // See expr.hpp.
  bool is_deferred() const noexcept { return ct_is_deferred(raw_); }
  bool is_read_only() const noexcept { return ct_tensor_is_read_only(raw_); }
  bool is_unique() const noexcept { return ct_tensor_is_unique(raw_); }
  bool is_wrapped_number() const noexcept { return ct_tensor_is_wrapped_number(raw_); }
  bool is_contiguous(MemoryFormat format = MemoryFormat::Contiguous) const noexcept {
    return ct_tensor_is_contiguous(raw_, detail::raw(format));
  }
  bool is_non_overlapping_and_dense() const noexcept { return ct_tensor_is_non_overlapping_and_dense(raw_); }
  MemoryFormat suggest_memory_format(bool exact = false) const noexcept {
    return static_cast<MemoryFormat>(ct_tensor_suggest_memory_format(raw_, exact));
  }
  std::string to_string() const;

  // ---- elements ----

  // The element at these indices, one for each dim; negative ones count from the end.
  Scalar get_item(Sizes index) const {
    ct_scalar value;
    detail::check(
        [&](ct_error *error) { return ct_tensor_get_item(raw_, index.data(), index.count(), &value, error); });
    return Scalar(value);
  }
  void set_item(Sizes index, Scalar value) const {
    detail::check(
        [&](ct_error *error) { return ct_tensor_set_item(raw_, index.data(), index.count(), value.get(), error); });
  }
  int64_t itemsize() const noexcept { return ct_tensor_itemsize(raw_); }
  int64_t nbytes() const noexcept { return ct_tensor_nbytes(raw_); }
  Scalar item() const {
    ct_scalar value{};
    detail::check([&](ct_error *error) { return ct_tensor_item(raw_, &value, error); });
    return Scalar(value);
  }
  template <class T>
  T item() const {
    return item().as<T>();
  }
  // The address of element [0, …, 0], which is valid until the tensor is resized or released.
  const void *data() const &noexcept { return ct_tensor_data(raw_); }
  const void *data() const && = delete;
  void *data_mut() const & {
    void *out = nullptr;
    detail::check([&](ct_error *error) { return ct_tensor_data_mut(raw_, &out, error); });
    return out;
  }
  void *data_mut() const && = delete;
  // All elements in row-major order. It throws if they do not lie in that order in memory, or are not of type T.
  template <class T>
  Span<const T> span() const & {
    check_span(dtype_of<T>);
    return {static_cast<const T *>(data()), static_cast<size_t>(numel())};
  }
  template <class T>
  Span<T> span_mut() const & {
    check_span(dtype_of<T>);
    return {static_cast<T *>(data_mut()), static_cast<size_t>(numel())};
  }
  template <class T>
  Span<const T> span() const && = delete;
  template <class T>
  Span<T> span_mut() const && = delete;
  // Access to elements by index, for any strides: auto x = t.access<const float, 2>(); x(i, j). It keeps the tensor
  // alive.
  template <class T, size_t N>
  Accessor<T, N> access() const {
    return Accessor<T, N>(*this);
  }
  // A copy of all elements in row-major order, converted to T's dtype.
  template <class T>
  std::vector<T> to_vector() const {
    const Tensor recorded = to(dtype_of<T>).contiguous();
    const Tensor typed = recorded.is_deferred() ? recorded.evaluated() : recorded;
    const Span<const T> all = typed.span<T>();
    return std::vector<T>(all.begin(), all.end());
  }

  // A deferred tensor computed into memory; see evaluate() of expr.hpp.
  Tensor evaluated() const {
    const ct_tensor *const raw = raw_;
    return detail::make([&](ct_tensor **out, ct_error *error) { return ct_evaluate(&raw, 1, out, error); });
  }

  // ---- views, which share memory ----

  Tensor as_strided(Sizes sizes, Sizes strides, int64_t storage_offset) const {
    same_count(sizes, strides);
    return detail::make([&](ct_tensor **out, ct_error *error) {
      return ct_as_strided(raw_, sizes.data(), sizes.count(), strides.data(), storage_offset, out, error);
    });
  }
  Tensor view(Sizes sizes) const {
    return detail::make(
        [&](ct_tensor **out, ct_error *error) { return ct_view(raw_, sizes.data(), sizes.count(), out, error); });
  }
  Tensor reshape(Sizes sizes) const {
    return detail::make(
        [&](ct_tensor **out, ct_error *error) { return ct_reshape(raw_, sizes.data(), sizes.count(), out, error); });
  }
  Tensor permute(DimList dims) const {
    return detail::make(
        [&](ct_tensor **out, ct_error *error) { return ct_permute(raw_, dims.data(), dims.count(), out, error); });
  }
  Tensor transpose(int32_t dim0, int32_t dim1) const {
    return detail::make([&](ct_tensor **out, ct_error *error) { return ct_transpose(raw_, dim0, dim1, out, error); });
  }
  Tensor movedim(DimList source, DimList destination) const {
    if (source.size() != destination.size()) {
      detail::fail(CT_ERROR_SHAPE, "movedim: " + std::to_string(source.size()) + " dims to " +
                                       std::to_string(destination.size()) + " places");
    }
    return detail::make([&](ct_tensor **out, ct_error *error) {
      return ct_movedim(raw_, source.data(), destination.data(), source.count(), out, error);
    });
  }
  // A slice along one dim, by Python's rules: without start from the beginning, without stop to the end, in the
  // direction of step.
  Tensor slice(int32_t dim, std::optional<int64_t> start = std::nullopt, std::optional<int64_t> stop = std::nullopt,
               int64_t step = 1) const {
    return detail::make([&](ct_tensor **out, ct_error *error) {
      return ct_slice(raw_, dim, start.value_or(CT_TO_END), stop.value_or(CT_TO_END), step, out, error);
    });
  }
  Tensor select(int32_t dim, int64_t index) const {
    return detail::make([&](ct_tensor **out, ct_error *error) { return ct_select(raw_, dim, index, out, error); });
  }
  Tensor narrow(int32_t dim, int64_t start, int64_t length) const {
    return detail::make(
        [&](ct_tensor **out, ct_error *error) { return ct_narrow(raw_, dim, start, length, out, error); });
  }
  Tensor expand(Sizes sizes) const {
    return detail::make(
        [&](ct_tensor **out, ct_error *error) { return ct_expand(raw_, sizes.data(), sizes.count(), out, error); });
  }
  Tensor squeeze(Dims dims = std::nullopt) const {
    return detail::make(
        [&](ct_tensor **out, ct_error *error) { return ct_squeeze(raw_, dims.data(), dims.count(), out, error); });
  }
  Tensor unsqueeze(int32_t dim) const {
    return detail::make([&](ct_tensor **out, ct_error *error) { return ct_unsqueeze(raw_, dim, out, error); });
  }
  Tensor flatten(int32_t start_dim = 0, int32_t end_dim = -1) const {
    return detail::make(
        [&](ct_tensor **out, ct_error *error) { return ct_flatten(raw_, start_dim, end_dim, out, error); });
  }
  Tensor flip(Dims dims = std::nullopt) const {
    return detail::make(
        [&](ct_tensor **out, ct_error *error) { return ct_flip(raw_, dims.data(), dims.count(), out, error); });
  }
  Tensor real() const {
    return detail::make([&](ct_tensor **out, ct_error *error) { return ct_real(raw_, out, error); });
  }
  Tensor imag() const {
    return detail::make([&](ct_tensor **out, ct_error *error) { return ct_imag(raw_, out, error); });
  }

  Tensor rot90(int32_t k = 1, int32_t dim0 = 0, int32_t dim1 = 1) const {
    return detail::make([&](ct_tensor **out, ct_error *error) { return ct_rot90(raw_, k, dim0, dim1, out, error); });
  }
  Tensor diagonal(int64_t offset = 0, int32_t dim1 = 0, int32_t dim2 = 1) const {
    return detail::make(
        [&](ct_tensor **out, ct_error *error) { return ct_diagonal(raw_, offset, dim1, dim2, out, error); });
  }
  Tensor unfold(int32_t dim, int64_t size, int64_t step) const {
    return detail::make([&](ct_tensor **out, ct_error *error) { return ct_unfold(raw_, dim, size, step, out, error); });
  }
  Tensor unflatten(int32_t dim, Sizes sizes) const {
    return detail::make([&](ct_tensor **out, ct_error *error) {
      return ct_unflatten(raw_, dim, sizes.data(), sizes.count(), out, error);
    });
  }
  Tensor swapaxes(int32_t dim0, int32_t dim1) const {
    return detail::make([&](ct_tensor **out, ct_error *error) { return ct_swapaxes(raw_, dim0, dim1, out, error); });
  }
  // The same bytes as elements of another dtype.
  Tensor view_dtype(DType dtype) const {
    return detail::make(
        [&](ct_tensor **out, ct_error *error) { return ct_view_dtype(raw_, detail::raw(dtype), out, error); });
  }
  Tensor view_as_real() const {
    return detail::make([&](ct_tensor **out, ct_error *error) { return ct_view_as_real(raw_, out, error); });
  }
  Tensor view_as_complex() const {
    return detail::make([&](ct_tensor **out, ct_error *error) { return ct_view_as_complex(raw_, out, error); });
  }
  // Views of parts of a dim: of these sizes, of a number of equal parts, and of each index.
  std::vector<Tensor> split(Sizes split_sizes, int32_t dim = 0) const {
    return detail::make_all(split_sizes.size(), [&](ct_tensor **outs, ct_error *error) {
      return ct_split(raw_, split_sizes.data(), split_sizes.count(), dim, outs, error);
    });
  }
  std::vector<Tensor> chunk(int32_t chunks, int32_t dim = 0) const {
    // more parts than elements are as many as elements, so there is room for no more
    const int64_t most = size_if_there(dim);
    if (most > 0) chunks = static_cast<int32_t>(std::min<int64_t>(chunks, most));
    int32_t count = 0;
    std::vector<Tensor> all = detail::make_all(
        chunks > 0 ? static_cast<size_t>(chunks) : 1,
        [&](ct_tensor **outs, ct_error *error) { return ct_chunk(raw_, chunks, dim, outs, &count, error); });
    all.resize(static_cast<size_t>(count));
    return all;
  }
  std::vector<Tensor> unbind(int32_t dim = 0) const {
    return detail::make_all(static_cast<size_t>(size_if_there(dim)),
                            [&](ct_tensor **outs, ct_error *error) { return ct_unbind(raw_, dim, outs, error); });
  }

  // ---- copies and changes ----

  Tensor contiguous(MemoryFormat format = MemoryFormat::Contiguous) const {
    return detail::make(
        [&](ct_tensor **out, ct_error *error) { return ct_contiguous(raw_, detail::raw(format), out, error); });
  }
  Tensor clone(MemoryFormat format = MemoryFormat::Preserve) const {
    return detail::make(
        [&](ct_tensor **out, ct_error *error) { return ct_clone(raw_, detail::raw(format), out, error); });
  }
  // The same tensor if it has that dtype and format and no copy is asked for, else a converted copy.
  Tensor to(DType dtype, MemoryFormat format = MemoryFormat::Preserve, bool copy = false) const {
    return detail::make([&](ct_tensor **out, ct_error *error) {
      return ct_to(raw_, detail::raw(dtype), detail::raw(format), copy, out, error);
    });
  }
  void copy_from(const Tensor &src) const {
    detail::check([&](ct_error *error) { return ct_copy(raw_, src.raw_, error); });
  }
  void fill(Scalar value) const {
    detail::check([&](ct_error *error) { return ct_fill(raw_, value.get(), error); });
  }
  // Earlier pointers, spans and accessors are no longer valid.
  void resize(Sizes sizes, MemoryFormat format = MemoryFormat::Contiguous) const {
    detail::check(
        [&](ct_error *error) { return ct_resize(raw_, sizes.data(), sizes.count(), detail::raw(format), error); });
  }

 private:
  // 0 if there is no such dim: then C fails before it writes.
  int64_t size_if_there(int32_t dim) const {
    const int32_t at = dim < 0 ? dim + ndim() : dim;
    return at >= 0 && at < ndim() ? size(at) : 0;
  }
  size_t dim_count() const noexcept { return raw_ == nullptr ? 0 : static_cast<size_t>(ct_tensor_ndim(raw_)); }
  size_t wrap(int32_t dim) const {
    const int32_t n = static_cast<int32_t>(dim_count());
    if (dim < -n || dim >= n) {
      detail::fail(CT_ERROR_INDEX, "dim " + std::to_string(dim) + " of a tensor of " + std::to_string(n) + " dims");
    }
    return static_cast<size_t>(dim < 0 ? dim + n : dim);
  }
  static void same_count(Sizes sizes, Sizes strides) {
    if (sizes.size() != strides.size()) {
      detail::fail(CT_ERROR_SHAPE,
                   std::to_string(sizes.size()) + " sizes, but " + std::to_string(strides.size()) + " strides");
    }
  }
  // The check is here, where the length of the memory is known; the library itself finds overflow.
  static void check_count(Sizes sizes, size_t length) {
    double wanted = 1;
    std::string text;
    for (const int64_t size : sizes) {
      wanted *= static_cast<double>(size);
      text += (text.empty() ? "" : ", ") + std::to_string(size);
    }
    if (wanted != static_cast<double>(length)) {
      detail::fail(CT_ERROR_SHAPE, std::to_string(length) + " values do not fill sizes [" + text + "]");
    }
  }
  // Moves release to the heap, for the library to call. Without memory for that, it is called here.
  template <class Release>
  static void *keep(Release &release) {
    try {
      return new Release(std::move(release));
    } catch (...) {
      release();
      throw;
    }
  }
  void check_span(DType wanted) const;
  template <class T>
  static Tensor over(T *data, Sizes sizes, const int64_t *strides, void (*release)(void *), void *user_data);

  ct_tensor *raw_ = nullptr;
};

namespace detail {

template <class Call>
Tensor make(Call &&call) {
  ct_tensor *out = nullptr;
  check([&](ct_error *error) { return call(&out, error); });
  return Tensor::adopt(out);
}

template <class Call>
std::vector<Tensor> make_all(size_t count, Call &&call) {
  std::vector<Tensor> all(count);
  std::vector<ct_tensor *> raw(count);
  check([&](ct_error *error) { return call(raw.data(), error); });
  for (size_t k = 0; k < count; ++k) all[k] = Tensor::adopt(raw[k]);
  return all;
}

inline std::string describe(const Tensor &t) {
  std::string text = "a " + std::string(dtype_name(t.dtype())) + " tensor of sizes [";
  for (int32_t d = 0; d < t.ndim(); ++d) text += (d == 0 ? "" : ", ") + std::to_string(t.size(d));
  return text + "]";
}

inline void check_dtype(const Tensor &t, DType wanted, const char *what) {
  if (!t.defined()) fail(CT_ERROR_INVALID, std::string(what) + " of no tensor");
  if (t.dtype() != wanted) fail(CT_ERROR_DTYPE, std::string(what) + " of " + dtype_name(wanted) + " of " + describe(t));
}

inline void check_memory(const Tensor &t, const char *what) {
  if (t.is_meta()) fail(CT_ERROR_INVALID, what + describe(t) + ", which is meta");
  if (t.is_deferred()) fail(CT_ERROR_INVALID, what + describe(t) + ", which is deferred: evaluate it first");
}

}  // namespace detail

inline void Tensor::check_span(DType wanted) const {
  detail::check_dtype(*this, wanted, "a span");
  detail::check_memory(*this, "a span of ");
  if (!is_contiguous()) {
    detail::fail(CT_ERROR_SHAPE, "a span of " + detail::describe(*this) + ", which is not contiguous");
  }
}

template <class T>
Tensor Tensor::over(T *data, Sizes sizes, const int64_t *strides, void (*release)(void *), void *user_data) {
  const ct_dtype dtype = detail::raw(dtype_of<T>);
  return detail::make([&](ct_tensor **out, ct_error *error) {
    if constexpr (std::is_const_v<T>) {
      return ct_tensor_from_const_data(data, sizes.data(), sizes.count(), strides, dtype, release, user_data, out,
                                       error);
    } else {
      return ct_tensor_from_data(data, sizes.data(), sizes.count(), strides, dtype, release, user_data, out, error);
    }
  });
}

inline std::string Tensor::to_string() const {
  std::string text(256, '\0');
  for (;;) {
    int64_t needed = 0;
    const int64_t capacity = static_cast<int64_t>(text.size());
    detail::check([&](ct_error *error) { return ct_tensor_to_string(raw_, &text[0], capacity, &needed, error); });
    text.resize(static_cast<size_t>(needed));
    if (needed <= capacity) break;
  }
  text.pop_back();  // the NUL
  return text;
}

inline std::ostream &operator<<(std::ostream &stream, const Tensor &t) { return stream << t.to_string(); }

// Access to elements of a tensor of N dims by index, which keeps the tensor alive. A const T allows only reading.
// Neither indices nor a resize of the tensor are checked; at() checks indices.
template <class T, size_t N>
class Accessor {
 public:
  explicit Accessor(const Tensor &t) : tensor_(t) {
    detail::check_dtype(t, dtype_of<T>, "access");
    if (t.ndim() != static_cast<int32_t>(N)) {
      detail::fail(CT_ERROR_SHAPE, "access by " + std::to_string(N) + " indices to " + detail::describe(t));
    }
    detail::check_memory(t, "access to ");
    if constexpr (std::is_const_v<T>) {
      data_ = static_cast<T *>(t.data());
    } else {
      data_ = static_cast<T *>(t.data_mut());
    }
    for (size_t d = 0; d < N; ++d) {
      sizes_[d] = t.size(static_cast<int32_t>(d));
      strides_[d] = t.stride(static_cast<int32_t>(d));
    }
  }

  int64_t size(size_t dim) const noexcept { return sizes_[dim]; }
  template <class... Index>
  T &operator()(Index... index) const noexcept {
    static_assert(sizeof...(Index) == N, "one index a dim");
    return data_[offset(std::array<int64_t, N>{static_cast<int64_t>(index)...})];
  }
  template <class... Index>
  T &at(Index... index) const {
    static_assert(sizeof...(Index) == N, "one index a dim");
    const std::array<int64_t, N> all{static_cast<int64_t>(index)...};
    for (size_t d = 0; d < N; ++d) {
      if (all[d] < 0 || all[d] >= sizes_[d]) {
        detail::fail(CT_ERROR_INDEX, "index " + std::to_string(all[d]) + " in dim " + std::to_string(d) + " of " +
                                         detail::describe(tensor_));
      }
    }
    return data_[offset(all)];
  }

 private:
  int64_t offset(const std::array<int64_t, N> &index) const noexcept {
    int64_t sum = 0;
    for (size_t d = 0; d < N; ++d) sum += index[d] * strides_[d];
    return sum;
  }

  Tensor tensor_;
  T *data_ = nullptr;
  std::array<int64_t, N> sizes_{}, strides_{};
};

// An input of an op: a tensor, or a number, which takes part in promotion like numbers in PyTorch. It exists for the
// length of a call, and holds the number itself, so nothing is allocated.
class Operand {
 public:
  Operand() noexcept {}  // absent, if an op allows that; = default would fill the number's memory with zeros
  Operand(std::nullopt_t) noexcept {}
  Operand(const Tensor &t) noexcept : raw_(t.get()) {}
  template <class T, std::enable_if_t<detail::is_number<T>, int> = 0>
  Operand(T value) : Operand(Scalar(value)) {}
  template <class T>
  Operand(std::complex<T> value) : Operand(Scalar(value)) {}
  Operand(const Scalar &value) : raw_(ct_number_of(value.widest(), &number_)) {
    if (raw_ == nullptr) detail::fail(CT_ERROR_INVALID, "a number that is none of its dtype");
  }
  Operand(const Operand &) = delete;
  Operand &operator=(const Operand &) = delete;

  const ct_tensor *get() const noexcept { return raw_; }

 private:
  const ct_tensor *raw_ = nullptr;
  ct_number number_;  // written only if the operand is a number
};

// ---- creation functions ----

inline Tensor zeros(Sizes sizes, DType dtype = DType::Float32) {
  return detail::make([&](ct_tensor **out, ct_error *error) {
    return ct_zeros(sizes.data(), sizes.count(), detail::raw(dtype), out, error);
  });
}
inline Tensor ones(Sizes sizes, DType dtype = DType::Float32) {
  return detail::make([&](ct_tensor **out, ct_error *error) {
    return ct_ones(sizes.data(), sizes.count(), detail::raw(dtype), out, error);
  });
}
// dtype Undefined: the value's.
inline Tensor full(Sizes sizes, Scalar value, DType dtype = DType::Undefined) {
  return detail::make([&](ct_tensor **out, ct_error *error) {
    return ct_full(sizes.data(), sizes.count(), value.get(), detail::raw(dtype), out, error);
  });
}
// dtype Undefined: int64 if all three are integers, else float32.
inline Tensor arange(Scalar start, Scalar end, Scalar step = 1, DType dtype = DType::Undefined) {
  return detail::make([&](ct_tensor **out, ct_error *error) {
    return ct_arange(start.get(), end.get(), step.get(), detail::raw(dtype), out, error);
  });
}
inline Tensor arange(Scalar end) { return arange(0, end); }
// Both ends are included. dtype Undefined: float32, or complex64 if either end is complex.
inline Tensor linspace(Scalar start, Scalar end, int64_t steps, DType dtype = DType::Undefined) {
  return detail::make([&](ct_tensor **out, ct_error *error) {
    return ct_linspace(start.get(), end.get(), steps, detail::raw(dtype), out, error);
  });
}
inline Tensor logspace(Scalar start, Scalar end, int64_t steps, double base = 10, DType dtype = DType::Float32) {
  return detail::make([&](ct_tensor **out, ct_error *error) {
    return ct_logspace(start.get(), end.get(), steps, base, detail::raw(dtype), out, error);
  });
}
inline Tensor eye(int64_t rows, int64_t columns, int64_t diagonal = 0, DType dtype = DType::Float32) {
  return detail::make([&](ct_tensor **out, ct_error *error) {
    return ct_eye(rows, columns, diagonal, detail::raw(dtype), out, error);
  });
}
inline Tensor eye(int64_t n) { return eye(n, n); }
// Rows, and under them columns, of a matrix's elements on and below (above) a diagonal.
inline Tensor tril_indices(int64_t rows, int64_t columns, int64_t offset = 0, DType dtype = DType::Int64) {
  return detail::make([&](ct_tensor **out, ct_error *error) {
    return ct_tril_indices(rows, columns, offset, detail::raw(dtype), out, error);
  });
}
inline Tensor triu_indices(int64_t rows, int64_t columns, int64_t offset = 0, DType dtype = DType::Int64) {
  return detail::make([&](ct_tensor **out, ct_error *error) {
    return ct_triu_indices(rows, columns, offset, detail::raw(dtype), out, error);
  });
}
// A tensor of t's sizes. dtype Undefined: t's.
inline Tensor empty_like(const Tensor &t, DType dtype = DType::Undefined,
                         MemoryFormat format = MemoryFormat::Preserve) {
  return detail::make([&](ct_tensor **out, ct_error *error) {
    return ct_empty_like(t.get(), detail::raw(dtype), detail::raw(format), out, error);
  });
}
inline Tensor zeros_like(const Tensor &t, DType dtype = DType::Undefined,
                         MemoryFormat format = MemoryFormat::Preserve) {
  return detail::make([&](ct_tensor **out, ct_error *error) {
    return ct_zeros_like(t.get(), detail::raw(dtype), detail::raw(format), out, error);
  });
}
inline Tensor ones_like(const Tensor &t, DType dtype = DType::Undefined, MemoryFormat format = MemoryFormat::Preserve) {
  return detail::make([&](ct_tensor **out, ct_error *error) {
    return ct_ones_like(t.get(), detail::raw(dtype), detail::raw(format), out, error);
  });
}
inline Tensor full_like(const Tensor &t, Scalar value, DType dtype = DType::Undefined,
                        MemoryFormat format = MemoryFormat::Preserve) {
  return detail::make([&](ct_tensor **out, ct_error *error) {
    return ct_full_like(t.get(), value.get(), detail::raw(dtype), detail::raw(format), out, error);
  });
}

// The dtype that an op on these tensors computes in.
inline DType result_type(const std::vector<Tensor> &tensors) {
  std::vector<const ct_tensor *> raw;
  for (const Tensor &t : tensors) raw.push_back(t.get());
  ct_dtype out = CT_UNDEFINED;
  detail::check(
      [&](ct_error *error) { return ct_result_type(raw.data(), static_cast<int32_t>(raw.size()), &out, error); });
  return static_cast<DType>(out);
}

}  // namespace ctensor

#endif
