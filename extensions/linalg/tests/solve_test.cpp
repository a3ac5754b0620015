// Solutions, inverses, determinants and Cholesky's factors: what they must satisfy, in long double.
#include <algorithm>
#include <cmath>
#include <limits>

#include "matrices.h"

using namespace oracle;

namespace {

TEST(Solve, Random) {
  for (int i = 0; i < cases(250); ++i) {
    const ct_dtype dtype = any_of(kBlas);
    const int64_t n = random_side(), k = random_side();
    const Batches batches = random_batches();
    const bool vector = chance(4);
    const Tensor a = regular_tensor(batches.a, n, dtype),
                 b = random_tensor(vector ? Sizes{n} : with(batches.b, {n, k}), dtype);
    const Tensor x = RESULT(solve, a, b);
    const Sizes batch = vector ? batches.a : batches.both;
    ASSERT_EQ(sizes_of(x), with(batch, vector ? Sizes{n} : Sizes{n, k}));
    ASSERT_EQ(ct_tensor_dtype(x), dtype);
    for_each_matrix(batch, {{a, 2}, {b, vector ? 1 : 2}, {x, vector ? 1 : 2}}, [&](const std::vector<Matrix> &m) {
      expect_near(times(m[0], m[2]), m[1],
                  10 * eps_of(dtype) * static_cast<long double>(n) * (norm(m[0]) * norm(m[2]) + norm(m[1])));
    });
    if (HasFailure()) FAIL() << "case " << i << ": " << ct_dtype_name(dtype) << " " << n << " " << k;
  }
}

TEST(Solve, Triangular) {
  for (int i = 0; i < cases(250); ++i) {
    const ct_dtype dtype = any_of(kBlas);
    const int64_t n = random_side(), k = random_side();
    const Batches batches = random_batches();
    const bool upper = chance(2), left = chance(2), unit = chance(2);
    const Tensor a = random_tensor(with(batches.a, {n, n}), dtype, true),
                 b = random_tensor(with(batches.b, left ? Sizes{n, k} : Sizes{k, n}), dtype);
    // What is not to be read is not a number; what is divided by is not small.
    Array made = read(a);
    for (int64_t m = 0; m < count_of(batches.a); ++m) {
      Matrix one = matrix_at(made, m);
      for (int64_t row = 0; row < n; ++row) {
        for (int64_t col = 0; col < n; ++col) {
          const bool read = upper ? row < col : row > col;
          if (row == col)
            one(row, col) = unit ? NAN : one(row, col).real() < 0 ? one(row, col) - Z(1) : one(row, col) + Z(1);
          if (row != col) one(row, col) = read ? one(row, col) / Z(static_cast<long double>(n)) : Z(NAN);
        }
      }
      put(&made, m, one);
    }
    const Tensor t = tensor_of(made, dtype), x = RESULT(triangular_solve, t, b, upper, left, unit);
    ASSERT_EQ(sizes_of(x), with(batches.both, left ? Sizes{n, k} : Sizes{k, n}));
    for_each_matrix(batches.both, {{t, 2}, {b, 2}, {x, 2}}, [&](std::vector<Matrix> &m) {
      for (int64_t row = 0; row < n; ++row) {
        for (int64_t col = 0; col < n; ++col) {
          if (row == col ? unit : upper ? row > col : row < col) m[0](row, col) = row == col ? 1 : 0;
        }
      }
      expect_near(left ? times(m[0], m[2]) : times(m[2], m[0]), m[1],
                  10 * eps_of(dtype) * static_cast<long double>(n) * (norm(m[0]) * norm(m[2]) + norm(m[1])));
    });
    if (HasFailure())
      FAIL() << "case " << i << ": " << ct_dtype_name(dtype) << " " << n << " " << k << upper << left << unit;
  }
}

TEST(Solve, InverseAndDeterminant) {
  for (int i = 0; i < cases(250); ++i) {
    const ct_dtype dtype = any_of(kBlas);
    const int64_t n = random_side();
    const Sizes batch = random_batches().a;
    const Tensor a = regular_tensor(batch, n, dtype);
    const Tensor inverse = RESULT(inv, a), det = RESULT(det, a), power = RESULT(matrix_power, a, int64_t{-2});
    const auto [sign, logarithm] = RESULTS(2, slogdet, a);
    ASSERT_EQ(sizes_of(inverse), sizes_of(a));
    ASSERT_EQ(sizes_of(det), batch);
    ASSERT_EQ(ct_tensor_dtype(sign), dtype);
    ASSERT_EQ(ct_tensor_dtype(logarithm), real_of(dtype));
    for_each_matrix(
        batch, {{a, 2}, {inverse, 2}, {det, 0}, {sign, 0}, {logarithm, 0}, {power, 2}},
        [&](const std::vector<Matrix> &m) {
          Matrix exact(n, n);
          Z determinant;
          ASSERT_TRUE(invert(m[0], &exact, &determinant));
          const long double off = 10 * eps_of(dtype) * static_cast<long double>(n + 1) * (1 + norm(m[0]) * norm(exact));
          expect_near(m[1], exact, off * norm(exact));
          expect_near(m[5], times(exact, exact), 4 * off * norm(exact) * norm(exact));
          EXPECT_LE(std::abs(m[2](0, 0) - determinant), off * std::abs(determinant));
          EXPECT_LE(std::abs(m[3](0, 0) - determinant / std::abs(determinant)), off);
          EXPECT_LE(std::abs(m[4](0, 0) - std::log(std::abs(determinant))), off + eps_of(dtype) * std::abs(m[4](0, 0)));
        });
    if (HasFailure()) FAIL() << "case " << i << ": " << ct_dtype_name(dtype) << " " << n;
  }
}

TEST(Solve, Cholesky) {
  for (int i = 0; i < cases(250); ++i) {
    const ct_dtype dtype = any_of(kBlas);
    const int64_t n = random_side();
    const Sizes batch = random_batches().a;
    const bool upper = chance(2);
    const Tensor seed = random_tensor(with(batch, {n, n}), dtype, true);
    Array made = read(seed);
    for (int64_t m = 0; m < count_of(batch); ++m) {
      const Matrix one = matrix_at(made, m);
      Matrix positive = times(one, adjoint(one));
      for (int64_t row = 0; row < n; ++row) {
        positive(row, row) = positive(row, row).real() + 1;
        for (int64_t col = 0; col < n; ++col) {
          if (upper ? row > col : row < col) positive(row, col) = NAN;  // not read
        }
      }
      put(&made, m, positive);
    }
    const Tensor t = tensor_of(made, dtype), factor = RESULT(cholesky, t, upper);
    for_each_matrix(batch, {{t, 2}, {factor, 2}}, [&](std::vector<Matrix> &m) {
      Matrix product = upper ? times(adjoint(m[1]), m[1]) : times(m[1], adjoint(m[1]));
      for (int64_t row = 0; row < n; ++row) {
        for (int64_t col = 0; col < n; ++col) {
          if (!(upper ? row > col : row < col)) continue;
          EXPECT_EQ(m[1](row, col), Z(0));
          m[0](row, col) = product(row, col) = 0;
        }
      }
      expect_near(product, m[0], 10 * eps_of(dtype) * static_cast<long double>(n) * norm(m[0]));
    });
    if (HasFailure()) FAIL() << "case " << i << ": " << ct_dtype_name(dtype) << " " << n << upper;
  }
}

TEST(Solve, MatrixPower) {
  for (int i = 0; i < cases(100); ++i) {
    const ct_dtype dtype = chance(3) ? any_of(std::vector<ct_dtype>{CT_INT32, CT_UINT8, CT_INT64}) : any_of(kBlas);
    const int64_t n = random_side() % 8, power = below(8);
    const Sizes batch = random_batches().a;
    const Tensor a = random_tensor(with(batch, {n, n}), dtype, true), got = RESULT(matrix_power, a, power);
    ASSERT_EQ(ct_tensor_dtype(got), dtype);
    if (!is_float(dtype)) {  // as products in turn, which are exact
      Tensor wanted =
          make(ct_expand, make(ct_eye, n, n, int64_t{0}, dtype).get(), sizes_of(a).data(), ct_tensor_ndim(a));
      for (int64_t k = 0; k < power; ++k) wanted = make(ct_linalg_matmul, wanted.get(), a.get());
      EXPECT_EQ(read_integers(got).at, read_integers(wanted).at);
      continue;
    }
    for_each_matrix(batch, {{a, 2}, {got, 2}}, [&](const std::vector<Matrix> &m) {
      Matrix wanted = identity(n);
      long double size = 1;
      for (int64_t k = 0; k < power; ++k) wanted = times(wanted, m[0]), size *= norm(m[0]);
      expect_near(m[1], wanted, 4 * eps_of(dtype) * static_cast<long double>((power + 1) * (n + 1)) * size);
    });
    if (HasFailure()) FAIL() << "case " << i << ": " << ct_dtype_name(dtype) << " " << n << " " << power;
  }
}

// A batch in which matrix [1, 0] is the first that is singular, or not positive definite.
Tensor singular_batch(ct_dtype dtype) {
  Array a({2, 3, 4, 4});
  for (int64_t m = 0; m < 6; ++m) put(&a, m, identity(4));
  for (const int64_t m : {3, 5}) {
    Matrix one = identity(4);
    one(2, 2) = 0;
    put(&a, m, one);
  }
  return tensor_of(a, dtype);
}

TEST(Solve, NamesTheSingularMatrix) {
  for (const ct_dtype dtype : kBlas) {
    const Tensor t = singular_batch(dtype), b = random_tensor({4, 2}, dtype),
                 one = make(ct_select, make(ct_select, t.get(), int32_t{0}, int64_t{1}).get(), int32_t{0}, int64_t{2});
    ct_tensor *out = nullptr;
    const std::string which = "matrix [1, 0] of the batch is singular: the pivot of column 2 is 0";
    EXPECT_TRUE(refused(ct_linalg_inv(t, &out, &error), CT_ERROR_INVALID, "ct_linalg_inv: " + which));
    EXPECT_TRUE(refused(ct_linalg_solve(t, b, &out, &error), CT_ERROR_INVALID, "ct_linalg_solve: " + which));
    EXPECT_TRUE(refused(ct_linalg_triangular_solve(t, b, true, true, false, &out, &error), CT_ERROR_INVALID, which));
    EXPECT_TRUE(refused(ct_linalg_matrix_power(t, -1, &out, &error), CT_ERROR_INVALID, which));
    EXPECT_TRUE(refused(ct_linalg_inv(one, &out, &error), CT_ERROR_INVALID, "ct_linalg_inv: the matrix is singular"));
    EXPECT_TRUE(refused(ct_linalg_cholesky(t, false, &out, &error), CT_ERROR_INVALID,
                        "matrix [1, 0] of the batch is not positive definite: its leading minor of order 3"));
    EXPECT_EQ(out, nullptr);
    const Tensor given = tensor_of(read(random_tensor(sizes_of(t), dtype)), dtype);
    const Array before = read(given);
    EXPECT_TRUE(refused(ct_linalg_inv_out(t, given, &error), CT_ERROR_INVALID, "ct_linalg_inv_out: " + which));
    EXPECT_TRUE(refused(ct_linalg_solve_out(t, t, given, &error), CT_ERROR_INVALID, which));
    EXPECT_EQ(read(given).at, before.at);
    const Array det = read(RESULT(det, t));
    const auto [sign, logarithm] = RESULTS(2, slogdet, t);
    const Array of_sign = read(sign), of_logarithm = read(logarithm);
    for (size_t m = 0; m < 6; ++m) {
      const bool singular = m == 3 || m == 5;
      EXPECT_EQ(det.at[m], Z(singular ? 0 : 1));
      EXPECT_EQ(of_sign.at[m], Z(singular ? 0 : 1));
      EXPECT_EQ(of_logarithm.at[m], Z(singular ? -std::numeric_limits<long double>::infinity() : 0));
    }
  }
}

TEST(Solve, RefusesWhatDoesNotGoTogether) {
  const Tensor a = random_tensor({2, 3, 3}, CT_FLOAT64), b = random_tensor({4, 2}, CT_FLOAT64),
               wide = random_tensor({3, 4}, CT_FLOAT64), number = random_tensor({}, CT_FLOAT64);
  const Tensor three = random_tensor({3, 3, 1}, CT_FLOAT64), whole = random_tensor({3, 3}, CT_INT32),
               half = random_tensor({3, 3}, CT_FLOAT16), vector = random_tensor({3}, CT_FLOAT64);
  ct_tensor *out = nullptr;
  EXPECT_TRUE(refused(ct_linalg_solve(a, b, &out, &error), CT_ERROR_SHAPE,
                      "ct_linalg_solve: a of sizes [2, 3, 3] and b of sizes [4, 2] do not go together: 3 and 4 rows"));
  EXPECT_TRUE(refused(ct_linalg_solve(a, three, &out, &error), CT_ERROR_SHAPE,
                      "[2, 3, 3] and [3, 3, 1] do not go together: 2 beside 3"));
  EXPECT_TRUE(refused(ct_linalg_solve(wide, b, &out, &error), CT_ERROR_SHAPE, "square"));
  EXPECT_TRUE(refused(ct_linalg_solve(a, number, &out, &error), CT_ERROR_SHAPE, "number"));
  EXPECT_TRUE(refused(ct_linalg_solve(whole, whole, &out, &error), CT_ERROR_DTYPE, "int32"));
  EXPECT_TRUE(refused(ct_linalg_inv(half, &out, &error), CT_ERROR_DTYPE, "float16"));
  EXPECT_TRUE(
      refused(ct_linalg_inv(wide, &out, &error), CT_ERROR_SHAPE, "square matrix or a batch of them, got sizes [3, 4]"));
  EXPECT_TRUE(refused(ct_linalg_inv(vector, &out, &error), CT_ERROR_SHAPE, "got sizes [3]"));
  EXPECT_TRUE(refused(ct_linalg_det(wide, &out, &error), CT_ERROR_SHAPE, "square"));
  EXPECT_TRUE(
      refused(ct_linalg_triangular_solve(a, b, true, false, false, &out, &error), CT_ERROR_SHAPE, "3 and 2 columns"));
  EXPECT_TRUE(
      refused(ct_linalg_triangular_solve(a, vector, true, true, false, &out, &error), CT_ERROR_SHAPE, "got sizes [3]"));
  EXPECT_TRUE(refused(ct_linalg_inv(nullptr, &out, &error), CT_ERROR_INVALID, "NULL"));
  EXPECT_TRUE(refused(ct_linalg_inv(a, nullptr, &error), CT_ERROR_INVALID, "ct_linalg_inv: out is NULL"));
  EXPECT_EQ(out, nullptr);
}

}  // namespace
