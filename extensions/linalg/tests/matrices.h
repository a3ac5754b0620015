// Batches of matrices for the tests of what LAPACK computes.
#pragma once

#include <algorithm>

#include "oracle.h"

namespace oracle {

inline const std::vector<ct_dtype> kBlas = {CT_FLOAT32, CT_FLOAT64, CT_COMPLEX64, CT_COMPLEX128};

inline int64_t random_side() { return chance(15) ? 0 : chance(15) ? 20 + below(30) : 1 + below(9); }

// Those of two operands, and what they are broadcast to.
struct Batches {
  Sizes a, b, both;
};
inline Batches random_batches() {
  Batches batches;
  for (int64_t d = below(3); d > 0; --d) {
    const int64_t size = chance(20) ? 0 : 1 + below(3);
    const bool in_a = chance(2) || !batches.a.empty(), in_b = !in_a || chance(2) || !batches.b.empty();
    if (in_a) batches.a.push_back(in_b && chance(5) ? 1 : size);
    if (in_b) batches.b.push_back(in_a && chance(5) ? 1 : size);
    const int64_t of_a = in_a ? batches.a.back() : 1, of_b = in_b ? batches.b.back() : 1;
    batches.both.push_back(of_a == 1 ? of_b : of_a);
  }
  return batches;
}
inline Sizes with(Sizes sizes, const Sizes &more) {
  sizes.insert(sizes.end(), more.begin(), more.end());
  return sizes;
}

// Square matrices of which none is singular, or near it.
inline Tensor regular_tensor(const Sizes &batch, int64_t n, ct_dtype dtype) {
  Array a = read(random_tensor(with(batch, {n, n}), dtype));
  Matrix inverse(n, n);
  Z determinant = 0;
  for (int64_t i = 0; i < count_of(batch); ++i) {
    Matrix one = matrix_at(a, i);
    while (!invert(one, &inverse, &determinant) || norm(one) * norm(inverse) > 1e4L)
      one = matrix_at(read(random_tensor({n, n}, dtype, true)), 0);
    put(&a, i, one);
  }
  return tensor_of(a, dtype);
}

// What a tensor holds for each index of a batch: a matrix, a vector (as a column) or a number.
struct Item {
  const ct_tensor *t;
  int own_dims;
};
// body(matrices of the items) for each index.
template <class Body>
void for_each_matrix(const Sizes &batch, const std::vector<Item> &items, Body body) {
  std::vector<Array> arrays;
  for (const Item &item : items) {
    Sizes full = sizes_of(item.t);
    const Sizes own(full.end() - item.own_dims, full.end());
    full = with(batch, own);
    arrays.push_back(read(make(ct_expand, item.t, full.data(), static_cast<int32_t>(full.size()))));
    arrays.back().sizes = with(batch, item.own_dims == 2 ? own : item.own_dims == 1 ? Sizes{own[0], 1} : Sizes{1, 1});
  }
  for (int64_t i = 0; i < count_of(batch); ++i) {
    std::vector<Matrix> matrices;
    for (const Array &array : arrays) matrices.push_back(matrix_at(array, i));
    body(matrices);
    if (::testing::Test::HasFailure()) return;
  }
}

inline void expect_near(const Matrix &got, const Matrix &wanted, long double limit) {
  const long double off = norm(minus(got, wanted));
  EXPECT_TRUE(off <= limit) << got.rows << " x " << got.cols << ", off by " << off << ", limit " << limit;
}
// The columns are orthonormal.
inline void expect_unitary(const Matrix &m, double eps) {
  expect_near(times(adjoint(m), m), identity(m.cols),
              10 * eps * static_cast<long double>(m.rows + 1) * static_cast<long double>(m.cols + 1));
}

}  // namespace oracle
