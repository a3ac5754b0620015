// Arrays in long double and in exact integers, random tensors to read them from, and calls of both forms of an op.
#pragma once

#include <ctensor_linalg.h>
#include <gtest/gtest.h>

#include <array>
#include <complex>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace oracle {

using Z = std::complex<long double>;
using Sizes = std::vector<int64_t>;

// ---- chance ----

uint64_t bits();
int64_t below(int64_t n);
inline bool chance(int64_t of) { return below(of) == 0; }
template <class T>
const T &any_of(const std::vector<T> &list) {
  return list[static_cast<size_t>(below(static_cast<int64_t>(list.size())))];
}
int cases(int usual);  // of a random test: that many, or in proportion to CT_TEST_CASES of 400

// ---- tensors ----

extern ct_error error;
// A status of the call that was last, with its message where it is not CT_OK.
::testing::AssertionResult ok(ct_status status);
::testing::AssertionResult refused(ct_status got, ct_status wanted, const std::string &part);

class Tensor {
 public:
  Tensor() = default;
  explicit Tensor(ct_tensor *owned) : handle_(owned) {}
  Tensor(const Tensor &other) : handle_(ct_tensor_retain(other.handle_)) {}
  Tensor(Tensor &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Tensor &operator=(Tensor other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Tensor() { ct_tensor_release(handle_); }
  operator ct_tensor *() const { return handle_; }
  ct_tensor *get() const { return handle_; }

 private:
  ct_tensor *handle_ = nullptr;
};
// A call that must not fail, whose last two arguments are out and error.
template <class F, class... A>
Tensor make(F *function, const A &...args) {
  ct_tensor *made = nullptr;
  EXPECT_TRUE(ok(function(args..., &made, &error)));
  return Tensor(made);
}
inline Sizes sizes_of(const ct_tensor *t) { return Sizes(ct_tensor_sizes(t), ct_tensor_sizes(t) + ct_tensor_ndim(t)); }
inline Tensor cast(const ct_tensor *t, ct_dtype dtype) {
  return make(ct_to, t, dtype, ct_memory_format{CT_PRESERVE}, true);
}
Tensor meta_of(const ct_tensor *t);
inline bool is_complex(ct_dtype d) { return ct_isdtype(d, CT_KIND_COMPLEX); }
inline bool is_float(ct_dtype d) { return ct_isdtype(d, CT_KIND_FLOAT | CT_KIND_COMPLEX); }
double eps_of(ct_dtype d);  // of floats and complex ones
double smallest_of(ct_dtype d);
ct_dtype real_of(ct_dtype d);

// A tensor of a random layout, whose dims change places, have gaps, run backward and, unless it is to be written to,
// have a stride of 0. Floats are between -1 and 1, integers any.
Tensor random_tensor(const Sizes &sizes, ct_dtype dtype, bool writable = false);
// One whose elements are the array's, of a random layout.
struct Array;
Tensor tensor_of(const Array &a, ct_dtype dtype);

// ---- arrays ----

int64_t count_of(const Sizes &sizes);

struct Array {
  Sizes sizes;
  std::vector<Z> at;
  explicit Array(Sizes of = {}) : sizes(std::move(of)), at(static_cast<size_t>(count_of(sizes))) {}
};
struct Integers {
  Sizes sizes;
  std::vector<uint64_t> at;  // with the sign continued
  explicit Integers(Sizes of = {}) : sizes(std::move(of)), at(static_cast<size_t>(count_of(sizes))) {}
};
Array read(const ct_tensor *t);
Integers read_integers(const ct_tensor *t);

// A matrix of a batch, as a matrix of its own.
struct Matrix {
  int64_t rows = 0, cols = 0;
  std::vector<Z> at;
  Matrix(int64_t m, int64_t n) : rows(m), cols(n), at(static_cast<size_t>(m * n)) {}
  Z &operator()(int64_t i, int64_t j) { return at[static_cast<size_t>(i * cols + j)]; }
  const Z &operator()(int64_t i, int64_t j) const { return at[static_cast<size_t>(i * cols + j)]; }
};
Matrix matrix_at(const Array &a, int64_t index);  // the last two dims
void put(Array *a, int64_t index, const Matrix &m);
Matrix times(const Matrix &a, const Matrix &b);
Matrix minus(const Matrix &a, const Matrix &b);
Matrix adjoint(const Matrix &a);
Matrix identity(int64_t n);
Matrix diagonal(const Array &a, int64_t index, int64_t rows, int64_t cols);  // of the vector of an index
long double norm(const Matrix &a);                                           // Frobenius's
// By elimination; false where a pivot is 0.
bool invert(const Matrix &a, Matrix *inverse, Z *determinant);

// ---- both forms of an op ----

// The sum of products that labels say, as einsum's: those of an operand's dims, and of the result's. A dim of 1 is
// broadcast. `sizes` are those of the labels.
struct Labelled {
  Tensor t;
  std::vector<int> labels;
};
std::vector<Tensor> tensors_of(const std::vector<Labelled> &operands);
inline std::vector<const ct_tensor *> handles_of(const std::vector<Tensor> &tensors) {
  return {tensors.begin(), tensors.end()};
}
void expect_products(const ct_tensor *got, const std::vector<Labelled> &operands, const std::vector<int> &result,
                     bool conj_first = false);

inline const ct_tensor *meta_argument(const ct_tensor *t, std::vector<Tensor> *kept) {
  kept->push_back(meta_of(t));
  return kept->back();
}
inline const ct_tensor *meta_argument(ct_tensor *t, std::vector<Tensor> *kept) {
  return meta_argument(static_cast<const ct_tensor *>(t), kept);
}
inline const ct_tensor *meta_argument(const Tensor &t, std::vector<Tensor> *kept) {
  return meta_argument(static_cast<const ct_tensor *>(t), kept);
}
template <class A>
A meta_argument(A other, std::vector<Tensor> *) {
  return other;
}
inline const ct_tensor *deferred_argument(const ct_tensor *t, std::vector<Tensor> *kept) {
  kept->push_back(make(ct_defer, t));
  return kept->back();
}
inline const ct_tensor *deferred_argument(ct_tensor *t, std::vector<Tensor> *kept) {
  return deferred_argument(static_cast<const ct_tensor *>(t), kept);
}
inline const ct_tensor *deferred_argument(const Tensor &t, std::vector<Tensor> *kept) {
  return deferred_argument(static_cast<const ct_tensor *>(t), kept);
}
template <class A>
A deferred_argument(A other, std::vector<Tensor> *) {
  return other;
}

// The results of an op's fresh form, of deferred inputs at times, or of its other form, with outputs of random layouts
// that may have to be resized. The op of meta tensors must have said what they are.
template <size_t N, class Fresh, class Into, class... A>
std::array<Tensor, N> results(Fresh *fresh, Into *into, const A &...args) {
  return [&]<size_t... I>(std::index_sequence<I...>) {
    std::array<ct_tensor *, N> made = {}, metas = {};
    std::array<Tensor, N> owned;
    std::vector<Tensor> kept;
    kept.reserve(2 * sizeof...(A));
    if (chance(8)) {
      EXPECT_TRUE(ok(fresh(deferred_argument(args, &kept)..., &made[I]..., &error)));
    } else {
      EXPECT_TRUE(ok(fresh(args..., &made[I]..., &error)));
    }
    EXPECT_TRUE(ok(fresh(meta_argument(args, &kept)..., &metas[I]..., &error)));
    for (size_t i = 0; i < N; ++i) {
      const Tensor meta(metas[i]);
      owned[i] = Tensor(made[i]);
      if (made[i] == nullptr || metas[i] == nullptr) continue;
      EXPECT_TRUE(ct_tensor_is_meta(meta));
      EXPECT_EQ(sizes_of(meta), sizes_of(made[i]));
      EXPECT_EQ(ct_tensor_dtype(meta), ct_tensor_dtype(made[i]));
    }
    if (::testing::Test::HasFailure() || chance(2)) return owned;
    std::array<Tensor, N> given;
    for (size_t i = 0; i < N; ++i) {
      given[i] = chance(6) ? make(ct_zeros, nullptr, int32_t{0}, ct_tensor_dtype(owned[i]))
                           : random_tensor(sizes_of(owned[i]), ct_tensor_dtype(owned[i]), true);
    }
    EXPECT_TRUE(ok(into(args..., given[I].get()..., &error)));
    for (size_t i = 0; i < N; ++i) EXPECT_EQ(sizes_of(given[i]), sizes_of(owned[i]));
    return given;
  }
  (std::make_index_sequence<N>());
}
#define RESULTS(count, op, ...) results<count>(ct_linalg_##op, ct_linalg_##op##_out, __VA_ARGS__)
#define RESULT(op, ...) RESULTS(1, op, __VA_ARGS__)[0]

}  // namespace oracle
