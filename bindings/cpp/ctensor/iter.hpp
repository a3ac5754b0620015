// The iterator: loops of your own over tensors of any layout, as lambdas or as a range of pieces. An exception in a
// lambda stops the work, and the call that walks throws it.
#ifndef CTENSOR_ITER_HPP
#define CTENSOR_ITER_HPP

#include <atomic>
#include <exception>
#include <iterator>

#include "tensor.hpp"

namespace ctensor {

// One 2-D piece of the work: element (i, j) of operand k is at data(k) + i * inner(k) + j * outer(k). Outputs come
// first; inputs must not be written to. It is valid only during the call or the step that passes it.
class Loop {
 public:
  explicit Loop(const ct_loop *raw) noexcept : raw_(raw) {}

  int32_t noperands() const noexcept { return raw_->noperands; }
  char *data(int32_t k) const noexcept { return raw_->data[k]; }
  int64_t inner(int32_t k) const noexcept { return raw_->strides[k]; }
  int64_t outer(int32_t k) const noexcept { return raw_->strides[raw_->noperands + k]; }
  int64_t size0() const noexcept { return raw_->size0; }
  int64_t size1() const noexcept { return raw_->size1; }
  int64_t begin() const noexcept { return raw_->begin; }
  int32_t worker() const noexcept { return raw_->worker; }
  const ct_loop *get() const noexcept { return raw_; }

 private:
  const ct_loop *raw_;
};

namespace detail {

// The first exception from lambdas that run on many threads at once.
class Caught {
 public:
  // Calls body, and returns the status for C.
  template <class Body>
  ct_status run(Body &&body) noexcept {
    try {
      if constexpr (std::is_convertible_v<decltype(body()), ct_status>) {
        return body();
      } else {
        body();
        return CT_OK;
      }
    } catch (...) {
      if (!taken_.exchange(true)) exception_ = std::current_exception();
      return CT_STATUS_USER;
    }
  }
  // Like check(), for a call that runs callbacks. Its threads have all finished when it returns.
  template <class Call>
  void check(Call &&call) {
    ct_error error;
    error.struct_size = sizeof error;
    const ct_status status = call(&error);
    if (exception_) std::rethrow_exception(exception_);
    if (status != CT_OK) fail(status, error.message);
  }

 private:
  std::atomic<bool> taken_{false};
  std::exception_ptr exception_;
};

// Calls body(T &…) for every element of a piece.
template <class... T, class Body, size_t... K>
void each_element(const Loop &loop, Body &body, std::index_sequence<K...>) {
  const int64_t inner[] = {loop.inner(K)...};
  for (int64_t j = 0; j < loop.size1(); ++j) {
    char *at[] = {loop.data(K) + j * loop.outer(K)...};
    for (int64_t i = 0; i < loop.size0(); ++i) {
      body(*reinterpret_cast<T *>(at[K] + i * inner[K])...);
    }
  }
}

}  // namespace detail

// Gives pieces one after the other: for (const Loop &piece : it.pieces()). A Cursor may be passed to another thread,
// and one iterator may have many cursors.
class Cursor {
 public:
  // The iterator of a range-for. Each step releases the previous piece.
  class iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = Loop;
    using difference_type = std::ptrdiff_t;
    using pointer = const Loop *;
    using reference = Loop;

    Loop operator*() const noexcept { return Loop(&cursor_->piece_); }
    iterator &operator++() {
      if (!cursor_->next()) cursor_ = nullptr;
      return *this;
    }
    void operator++(int) { ++*this; }
    friend bool operator==(const iterator &a, const iterator &b) noexcept { return a.cursor_ == b.cursor_; }
    friend bool operator!=(const iterator &a, const iterator &b) noexcept { return a.cursor_ != b.cursor_; }

   private:
    friend class Cursor;
    explicit iterator(Cursor *cursor) noexcept : cursor_(cursor) {}
    Cursor *cursor_;
  };

  // The next piece, or end() when there is none left. It moves on, so each piece comes only once.
  iterator begin() { return iterator(next() ? this : nullptr); }
  iterator end() noexcept { return iterator(nullptr); }

 private:
  friend class Iter;
  struct Release {
    void operator()(ct_iter_cursor *cursor) const noexcept { ct_iter_cursor_release(cursor); }
  };
  explicit Cursor(ct_iter_cursor *raw) noexcept : raw_(raw) {}
  bool next() noexcept {
    piece_.struct_size = sizeof piece_;
    return ct_iter_cursor_next(raw_.get(), &piece_);
  }

  std::unique_ptr<ct_iter_cursor, Release> raw_;
  ct_loop piece_{};
};

// Operands brought to one shape and one order. It is immutable, and any number of threads may walk it.
class Iter {
 public:
  int32_t ndim() const noexcept { return ct_iter_ndim(raw_.get()); }
  int64_t numel() const noexcept { return ct_iter_numel(raw_.get()); }
  int32_t noperands() const noexcept { return ct_iter_noperands(raw_.get()); }
  int32_t noutputs() const noexcept { return noutputs_; }
  // Fastest dim first, strides in bytes.
  Span<const int64_t> sizes() const &noexcept { return {ct_iter_sizes(raw_.get()), dim_count()}; }
  Span<const int64_t> strides(int32_t operand) const & {
    check_operand(operand);
    return {ct_iter_strides(raw_.get(), operand), dim_count()};
  }
  // The shape that the operands broadcast to, before its dims are ordered and fused, in the order of the tensors' dims.
  Span<const int64_t> broadcast_sizes() const &noexcept {
    return {ct_iter_broadcast_sizes(raw_.get()), broadcast_count()};
  }
  // How these dims were ordered: entry k is the dim of broadcast_sizes() that is the k-th fastest.
  Span<const int32_t> permutation() const &noexcept { return {ct_iter_permutation(raw_.get()), broadcast_count()}; }
  Span<const int64_t> sizes() const && = delete;
  Span<const int64_t> strides(int32_t operand) const && = delete;
  Span<const int64_t> broadcast_sizes() const && = delete;
  Span<const int32_t> permutation() const && = delete;
  DType common_dtype() const noexcept { return static_cast<DType>(ct_iter_common_dtype(raw_.get())); }
  DType dtype(int32_t operand) const noexcept { return static_cast<DType>(ct_iter_dtype(raw_.get(), operand)); }
  Tensor operand(int32_t operand) const {
    return detail::make(
        [&](ct_tensor **out, ct_error *error) { return ct_iter_operand(raw_.get(), operand, out, error); });
  }

  // Calls body(const Loop &) for pieces that cover every element once, on the library's threads at once. body returns
  // nothing, or a status: CT_OK, or one of at most CT_STATUS_USER, which stops the work and becomes an Error.
  template <class Body>
  void for_each(Body &&body, int64_t grain_size = 0) const {
    Walk<Body> walk{body, {}};
    walk.caught.check(
        [&](ct_error *error) { return ct_iter_for_each(raw_.get(), call<Body>, &walk, grain_size, error); });
  }
  // Does the same on this thread, for elements begin … end - 1 of the iterator's order.
  template <class Body>
  void serial_for_each(int64_t begin, int64_t end, Body &&body) const {
    Walk<Body> walk{body, {}};
    walk.caught.check(
        [&](ct_error *error) { return ct_iter_serial_for_each(raw_.get(), begin, end, call<Body>, &walk, error); });
  }
  // Calls body(T &…) for every element, on the library's threads at once. T are the operands' types as the loop sees
  // them, const for inputs: it.elements<float, const float, const float>([](float &y, float a, float b) { y = a + b;
  // }).
  template <class... T, class Body>
  void elements(Body &&body, int64_t grain_size = 0) const {
    check_types<T...>(DType::Undefined);
    for_each([&body](const Loop &loop) { detail::each_element<T...>(loop, body, std::index_sequence_for<T...>()); },
             grain_size);
  }
  // A range of pieces, for this thread.
  Cursor pieces() const { return pieces(0, numel()); }
  Cursor pieces(int64_t begin, int64_t end) const {
    ct_iter_cursor *out = nullptr;
    detail::check([&](ct_error *error) { return ct_iter_cursor_create(raw_.get(), begin, end, &out, error); });
    return Cursor(out);
  }

  // Reduces inputs into outputs. add(const Loop &) adds inputs to accumulators, which start as the identities, one for
  // each output; merge(const Loop &) adds the accumulator of each odd operand to that of the even one before it.
  // accumulator Undefined: each output's dtype.
  template <class Add, class Merge>
  void reduce(const std::vector<Scalar> &identities, DType accumulator, Add &&add, Merge &&merge) const {
    if (identities.size() != static_cast<size_t>(noutputs_)) {
      detail::fail(CT_ERROR_INVALID, "reduce: " + std::to_string(identities.size()) + " identities for " +
                                         std::to_string(noutputs_) + " outputs");
    }
    std::vector<ct_scalar> starts;
    for (const Scalar &identity : identities) starts.push_back(*identity.get());
    struct Both {
      Add &add;
      Merge &merge;
      detail::Caught caught;
    } both{add, merge, {}};
    ct_iter_reduction reduction{};
    reduction.struct_size = sizeof reduction;
    reduction.accumulator = detail::raw(accumulator);
    reduction.identities = starts.data();
    reduction.user_data = &both;
    reduction.loop = [](const ct_loop *piece, void *user_data) -> ct_status {
      Both &all = *static_cast<Both *>(user_data);
      return all.caught.run([&] { return all.add(Loop(piece)); });
    };
    reduction.combine = [](const ct_loop *piece, void *user_data) -> ct_status {
      Both &all = *static_cast<Both *>(user_data);
      return all.caught.run([&] { return all.merge(Loop(piece)); });
    };
    both.caught.check([&](ct_error *error) { return ct_iter_reduce(raw_.get(), &reduction, error); });
  }
  // Reduces one input into one output, by add(Accumulator &, const Input &) and merge(Accumulator &, const Accumulator
  // &).
  template <class Accumulator, class Input, class Add, class Merge>
  void reduce_elements(Accumulator identity, Add &&add, Merge &&merge) const {
    check_types<Accumulator, const Input>(dtype_of<Accumulator>);
    reduce(
        {Scalar(identity)}, dtype_of<Accumulator>,
        [&add](const Loop &loop) {
          detail::each_element<Accumulator, const Input>(loop, add, std::index_sequence<0, 1>());
        },
        [&merge](const Loop &loop) {
          detail::each_element<Accumulator, const Accumulator>(loop, merge, std::index_sequence<0, 1>());
        });
  }

 private:
  friend class IterConfig;
  struct Release {
    void operator()(ct_iter *it) const noexcept { ct_iter_release(it); }
  };
  template <class Body>
  struct Walk {
    Body &body;
    detail::Caught caught;
  };
  template <class Body>
  static ct_status call(const ct_loop *piece, void *user_data) {
    auto &walk = *static_cast<Walk<Body> *>(user_data);
    return walk.caught.run([&] { return walk.body(Loop(piece)); });
  }

  Iter(ct_iter *raw, int32_t noutputs) noexcept : raw_(raw), noutputs_(noutputs) {}
  size_t dim_count() const noexcept { return static_cast<size_t>(ct_iter_ndim(raw_.get())); }
  size_t broadcast_count() const noexcept { return static_cast<size_t>(ct_iter_broadcast_ndim(raw_.get())); }
  void check_operand(int32_t k) const {
    if (k < 0 || k >= noperands()) {
      detail::fail(CT_ERROR_INDEX, "operand " + std::to_string(k) + " of " + std::to_string(noperands()));
    }
  }
  // outputs_as is the dtype in which a loop sees outputs; Undefined: their own.
  template <class... T>
  void check_types(DType outputs_as) const {
    if (static_cast<int32_t>(sizeof...(T)) != noperands()) {
      detail::fail(CT_ERROR_INVALID,
                   std::to_string(sizeof...(T)) + " types for " + std::to_string(noperands()) + " operands");
    }
    int32_t k = 0;
    (check_type(k++, dtype_of<T>, std::is_const_v<T>, outputs_as), ...);
  }
  void check_type(int32_t k, DType given, bool is_const, DType outputs_as) const {
    const DType seen = k < noutputs_ && outputs_as != DType::Undefined ? outputs_as : dtype(k);
    if (given != seen) {
      detail::fail(CT_ERROR_DTYPE, "operand " + std::to_string(k) + " is " + dtype_name(seen) + " to the loop, not " +
                                       dtype_name(given));
    }
    if (k >= noutputs_ && !is_const) {
      detail::fail(CT_ERROR_READ_ONLY, "operand " + std::to_string(k) + " is an input: its type must be const");
    }
  }

  std::unique_ptr<ct_iter, Release> raw_;
  int32_t noutputs_;
};

// What to iterate over: Iter it = IterConfig().output().input(a).input(b).preset(CT_ITER_BINARY).build();
class IterConfig {
 public:
  // Without a tensor, the output is allocated. The loop writes it in dtype; Undefined: the default.
  IterConfig &output(Tensor t = {}, DType dtype = DType::Undefined) {
    outputs_.push_back(std::move(t));
    output_dtypes_.push_back(detail::raw(dtype));
    return *this;
  }
  // The loop reads it in dtype, without promotion; Undefined: the default.
  IterConfig &input(Tensor t, DType dtype = DType::Undefined) {
    inputs_.push_back(std::move(t));
    input_dtypes_.push_back(detail::raw(dtype));
    return *this;
  }
  IterConfig &preset(uint32_t preset) noexcept { return preset_ = preset, *this; }
  IterConfig &flags(uint32_t flags) noexcept { return flags_ = flags, *this; }
  IterConfig &static_dtype(DType dtype) noexcept { return static_dtype_ = dtype, *this; }
  IterConfig &static_sizes(Sizes sizes, DimList squash_dims = {}) {
    static_sizes_ = std::vector<int64_t>(sizes.begin(), sizes.end());
    squash_dims_.assign(squash_dims.begin(), squash_dims.end());
    return *this;
  }

  Iter build() const {
    std::vector<ct_tensor *> outputs;
    std::vector<const ct_tensor *> inputs;
    for (const Tensor &t : outputs_) outputs.push_back(t.get());
    for (const Tensor &t : inputs_) inputs.push_back(t.get());
    ct_iter_config config{};
    config.struct_size = sizeof config;
    config.preset = preset_;
    config.flags = flags_;
    config.static_dtype = detail::raw(static_dtype_);
    config.noutputs = static_cast<int32_t>(outputs.size());
    config.ninputs = static_cast<int32_t>(inputs.size());
    config.outputs = outputs.data();
    config.inputs = inputs.data();
    config.output_dtypes = output_dtypes_.data();
    config.input_dtypes = input_dtypes_.data();
    const Sizes sizes = static_sizes_ ? Sizes(*static_sizes_) : Sizes();
    if (static_sizes_) {
      config.static_sizes = sizes.data();
      config.static_ndim = sizes.count();
      config.nsquash = static_cast<int32_t>(squash_dims_.size());
      config.squash_dims = squash_dims_.data();
    }
    ct_iter *out = nullptr;
    detail::check([&](ct_error *error) { return ct_iter_build(&config, &out, error); });
    return Iter(out, config.noutputs);
  }

 private:
  std::vector<Tensor> outputs_, inputs_;
  std::vector<ct_dtype> output_dtypes_, input_dtypes_;
  uint32_t preset_ = CT_ITER_CUSTOM, flags_ = 0;
  DType static_dtype_ = DType::Undefined;
  std::optional<std::vector<int64_t>> static_sizes_;
  std::vector<int32_t> squash_dims_;
};

}  // namespace ctensor

#endif
