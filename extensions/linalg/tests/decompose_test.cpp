// Decompositions: what they must satisfy, in long double.
#include <cmath>
#include <limits>

#include "matrices.h"

using namespace oracle;

namespace {

TEST(Decompose, Qr) {
  for (int i = 0; i < cases(250); ++i) {
    const ct_dtype dtype = any_of(kBlas);
    const int64_t m = random_side(), n = random_side();
    const Sizes batch = random_batches().a;
    const ct_linalg_qr_mode mode = chance(2) ? CT_LINALG_QR_COMPLETE : CT_LINALG_QR_REDUCED;
    const Tensor a = random_tensor(with(batch, {m, n}), dtype);
    const auto [q, r] = RESULTS(2, qr, a, mode);
    const int64_t cols = mode == CT_LINALG_QR_COMPLETE ? m : std::min(m, n);
    ASSERT_EQ(sizes_of(q), with(batch, {m, cols}));
    ASSERT_EQ(sizes_of(r), with(batch, {cols, n}));
    for_each_matrix(batch, {{a, 2}, {q, 2}, {r, 2}}, [&](const std::vector<Matrix> &all) {
      expect_near(times(all[1], all[2]), all[0], 10 * eps_of(dtype) * static_cast<long double>(m + 1) * norm(all[0]));
      expect_unitary(all[1], eps_of(dtype));
      for (int64_t row = 0; row < cols; ++row) {
        for (int64_t col = 0; col < std::min(row, n); ++col) EXPECT_EQ(all[2](row, col), Z(0));
      }
    });
    if (HasFailure())
      FAIL() << "case " << i << ": " << ct_dtype_name(dtype) << " " << m << " " << n << " mode " << mode;
  }
}

TEST(Decompose, Svd) {
  for (int i = 0; i < cases(250); ++i) {
    const ct_dtype dtype = any_of(kBlas);
    const int64_t m = random_side(), n = random_side(), k = std::min(m, n);
    const Sizes batch = random_batches().a;
    const bool full = chance(2);
    const Tensor a = random_tensor(with(batch, {m, n}), dtype);
    const auto [u, s, vh] = RESULTS(3, svd, a, full);
    const Tensor values = RESULT(svdvals, a);
    ASSERT_EQ(sizes_of(u), with(batch, {m, full ? m : k}));
    ASSERT_EQ(sizes_of(s), with(batch, {k}));
    ASSERT_EQ(sizes_of(vh), with(batch, {full ? n : k, n}));
    ASSERT_EQ(ct_tensor_dtype(s), real_of(dtype));
    ASSERT_EQ(ct_tensor_dtype(values), real_of(dtype));
    for_each_matrix(batch, {{a, 2}, {u, 2}, {s, 1}, {vh, 2}, {values, 1}}, [&](const std::vector<Matrix> &all) {
      Matrix middle(full ? m : k, full ? n : k);
      for (int64_t j = 0; j < k; ++j) {
        middle(j, j) = all[2](j, 0);
        EXPECT_GE(all[2](j, 0).real(), 0);
        if (j > 0) {
          EXPECT_GE(all[2](j - 1, 0).real(), all[2](j, 0).real());
        }
      }
      const long double off = 10 * eps_of(dtype) * static_cast<long double>(m + n + 1) * norm(all[0]);
      expect_near(times(times(all[1], middle), all[3]), all[0], off);
      expect_unitary(all[1], eps_of(dtype));
      expect_unitary(adjoint(all[3]), eps_of(dtype));
      expect_near(all[4], all[2], off);
    });
    if (HasFailure()) FAIL() << "case " << i << ": " << ct_dtype_name(dtype) << " " << m << " " << n << full;
  }
}

// A Hermitian one of which the other triangle is not a number.
TEST(Decompose, Eigh) {
  for (int i = 0; i < cases(250); ++i) {
    const ct_dtype dtype = any_of(kBlas);
    const int64_t n = random_side();
    const Sizes batch = random_batches().a;
    const bool upper = chance(2);
    Array made = read(random_tensor(with(batch, {n, n}), dtype)), whole = made;
    for (int64_t m = 0; m < count_of(batch); ++m) {
      Matrix one = matrix_at(made, m);
      for (int64_t row = 0; row < n; ++row) {
        one(row, row) = one(row, row).real();
        for (int64_t col = 0; col < row; ++col) one(row, col) = std::conj(one(col, row));
      }
      put(&whole, m, one);
      for (int64_t row = 0; row < n; ++row) {
        for (int64_t col = 0; col < n; ++col) {
          if (upper ? row > col : row < col) one(row, col) = NAN;
        }
      }
      put(&made, m, one);
    }
    const Tensor t = tensor_of(made, dtype), complete = tensor_of(whole, dtype);
    const auto [values, vectors] = RESULTS(2, eigh, t, upper);
    const Tensor alone = RESULT(eigvalsh, t, upper);
    ASSERT_EQ(sizes_of(values), with(batch, {n}));
    ASSERT_EQ(ct_tensor_dtype(values), real_of(dtype));
    for_each_matrix(batch, {{complete, 2}, {values, 1}, {vectors, 2}, {alone, 1}}, [&](const std::vector<Matrix> &all) {
      Matrix middle(n, n);
      for (int64_t j = 0; j < n; ++j) {
        middle(j, j) = all[1](j, 0);
        if (j > 0) {
          EXPECT_LE(all[1](j - 1, 0).real(), all[1](j, 0).real());
        }
      }
      const long double off = 10 * eps_of(dtype) * static_cast<long double>(n + 1) * norm(all[0]);
      expect_near(times(all[0], all[2]), times(all[2], middle), off);
      expect_unitary(all[2], eps_of(dtype));
      expect_near(all[3], all[1], off);
    });
    if (HasFailure()) FAIL() << "case " << i << ": " << ct_dtype_name(dtype) << " " << n << upper;
  }
}

TEST(Decompose, Eig) {
  for (int i = 0; i < cases(250); ++i) {
    const ct_dtype dtype = any_of(kBlas);
    const int64_t n = random_side();
    const Sizes batch = random_batches().a;
    const Tensor a = random_tensor(with(batch, {n, n}), dtype);
    const auto [values, vectors] = RESULTS(2, eig, a);
    const Tensor alone = RESULT(eigvals, a);
    ASSERT_TRUE(is_complex(ct_tensor_dtype(values)) && is_complex(ct_tensor_dtype(vectors)));
    ASSERT_EQ(ct_tensor_dtype(alone), ct_tensor_dtype(values));
    ASSERT_EQ(real_of(ct_tensor_dtype(values)), real_of(dtype));
    for_each_matrix(batch, {{a, 2}, {values, 1}, {vectors, 2}, {alone, 1}}, [&](const std::vector<Matrix> &all) {
      Matrix middle(n, n);
      Z sum = 0, trace = 0, sum_alone = 0;
      for (int64_t j = 0; j < n; ++j) {
        middle(j, j) = all[1](j, 0), sum += all[1](j, 0), trace += all[0](j, j), sum_alone += all[3](j, 0);
        long double length = 0;
        for (int64_t row = 0; row < n; ++row) length += std::norm(all[2](row, j));
        EXPECT_NEAR(static_cast<double>(length), 1, 100 * eps_of(dtype) * static_cast<double>(n));
      }
      const long double off = 20 * eps_of(dtype) * static_cast<long double>(n + 1) * norm(all[0]);
      expect_near(times(all[0], all[2]), times(all[2], middle), off);
      EXPECT_LE(std::abs(sum - trace), off);
      EXPECT_LE(std::abs(sum_alone - trace), off);
    });
    if (HasFailure()) FAIL() << "case " << i << ": " << ct_dtype_name(dtype) << " " << n;
  }
}

// m x r, far from a lower rank: the diagonal outweighs the rest.
Matrix strong(const Array &a, int64_t index) {
  Matrix m = matrix_at(a, index);
  for (int64_t j = 0; j < std::min(m.rows, m.cols); ++j) m(j, j) += static_cast<long double>(m.rows + m.cols);
  return m;
}
// m x n of rank r.
Tensor of_rank(const Sizes &batch, int64_t m, int64_t n, int64_t r, ct_dtype dtype) {
  const Array x = read(random_tensor(with(batch, {m, r}), dtype)), y = read(random_tensor(with(batch, {r, n}), dtype));
  Array both(with(batch, {m, n}));
  for (int64_t i = 0; i < count_of(batch); ++i) put(&both, i, times(strong(x, i), strong(y, i)));
  return tensor_of(both, dtype);
}

TEST(Decompose, RankAndPseudoInverse) {
  for (int i = 0; i < cases(250); ++i) {
    const ct_dtype dtype = any_of(kBlas);
    const int64_t m = random_side(), n = random_side(), k = std::min(m, n), r = k == 0 ? 0 : below(k + 1);
    const Sizes batch = random_batches().a;
    const Tensor a = of_rank(batch, m, n, r, dtype);
    const double limit = 1e-4;
    const double *const rtol = r < k || chance(2) ? &limit : nullptr;
    const Tensor rank = RESULT(matrix_rank, a, rtol, false), inverse = RESULT(pinv, a, rtol, false);
    ASSERT_EQ(ct_tensor_dtype(rank), CT_INT64);
    ASSERT_EQ(sizes_of(inverse), with(batch, {n, m}));
    for_each_matrix(batch, {{a, 2}, {rank, 0}, {inverse, 2}}, [&](const std::vector<Matrix> &all) {
      EXPECT_EQ(all[1](0, 0), Z(static_cast<long double>(r)));
      // What Moore and Penrose ask.
      const Matrix ap = times(all[0], all[2]), pa = times(all[2], all[0]);
      const long double size = 1 + norm(all[0]) * norm(all[2]),
                        off = 20 * eps_of(dtype) * static_cast<long double>(m + n + 1) * size;
      expect_near(times(ap, all[0]), all[0], off * norm(all[0]) * size);
      expect_near(times(pa, all[2]), all[2], off * norm(all[2]) * size);
      expect_near(adjoint(ap), ap, off * size);
      expect_near(adjoint(pa), pa, off * size);
    });
    if (HasFailure())
      FAIL() << "case " << i << ": " << ct_dtype_name(dtype) << " " << m << " " << n << " of rank " << r;
  }
}

TEST(Decompose, HermitianRankAndPseudoInverse) {
  for (int i = 0; i < cases(100); ++i) {
    const ct_dtype dtype = any_of(kBlas);
    const int64_t n = random_side(), r = n == 0 ? 0 : below(n + 1);
    const Sizes batch = random_batches().a;
    const Array seed = read(random_tensor(with(batch, {n, r}), dtype));
    Array a(with(batch, {n, n}));
    for (int64_t j = 0; j < count_of(batch); ++j) {
      const Matrix left = strong(seed, j);
      Matrix right = adjoint(left);
      for (int64_t row = 0; row < r; row += 2) {  // every second eigenvalue is below 0
        for (int64_t col = 0; col < n; ++col) right(row, col) = -right(row, col);
      }
      put(&a, j, times(left, right));
    }
    const Tensor t = tensor_of(a, dtype);
    const double limit = 1e-4;
    const Tensor rank = RESULT(matrix_rank, t, &limit, true), inverse = RESULT(pinv, t, &limit, true),
                 plain = RESULT(pinv, t, &limit, false);
    for_each_matrix(batch, {{t, 2}, {rank, 0}, {inverse, 2}, {plain, 2}}, [&](const std::vector<Matrix> &all) {
      const long double size = 1 + norm(all[0]) * norm(all[2]);
      EXPECT_EQ(all[1](0, 0), Z(static_cast<long double>(r)));
      expect_near(all[2], all[3], 40 * eps_of(dtype) * static_cast<long double>(n + 1) * size * size * norm(all[2]));
    });
    if (HasFailure()) FAIL() << "case " << i << ": " << ct_dtype_name(dtype) << " " << n << " of rank " << r;
  }
}

// The residue is orthogonal to a's columns, and x lies in the space of a's rows: of all nearest ones the least.
TEST(Decompose, LeastSquares) {
  for (int i = 0; i < cases(250); ++i) {
    const ct_dtype dtype = any_of(kBlas);
    const int64_t m = random_side(), n = random_side(), sides = random_side(), k = std::min(m, n),
                  r = chance(2) || k == 0 ? k : below(k + 1);
    const Batches batches = random_batches();
    const bool vector = chance(4);
    const Tensor a = of_rank(batches.a, m, n, r, dtype),
                 b = random_tensor(vector ? Sizes{m} : with(batches.b, {m, sides}), dtype);
    const double limit = 1e-4;
    const double *const rcond = r < k || chance(2) ? &limit : nullptr;
    const auto [x, rank, values] = RESULTS(3, lstsq, a, b, rcond);
    const Sizes batch = vector ? batches.a : batches.both;
    ASSERT_EQ(sizes_of(x), with(batch, vector ? Sizes{n} : Sizes{n, sides}));
    ASSERT_EQ(sizes_of(rank), batch);
    ASSERT_EQ(sizes_of(values), with(batch, {k}));
    const Tensor inverse = make(ct_linalg_pinv, a.get(), &limit, false), singular = make(ct_linalg_svdvals, a.get());
    for_each_matrix(
        batch, {{a, 2}, {b, vector ? 1 : 2}, {x, vector ? 1 : 2}, {rank, 0}, {values, 1}, {inverse, 2}, {singular, 1}},
        [&](const std::vector<Matrix> &all) {
          const long double size = 1 + norm(all[0]) * norm(all[5]),
                            eps = eps_of(dtype) * static_cast<long double>(m + n + 1);
          EXPECT_EQ(all[3](0, 0), Z(static_cast<long double>(r)));
          expect_near(all[4], all[6], 20 * eps * norm(all[0]));
          expect_near(all[2], times(all[5], all[1]),
                      40 * eps * size * size * (norm(all[5]) * norm(all[1]) + norm(all[2])));
        });
    if (HasFailure())
      FAIL() << "case " << i << ": " << ct_dtype_name(dtype) << " " << m << " " << n << " of rank " << r;
  }
}

TEST(Decompose, RefusesWhatIsNotFinite) {
  for (const ct_dtype dtype : kBlas) {
    for (const double value : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
      const Tensor t = random_tensor({2, 2, 3, 3}, dtype, true), b = random_tensor({3, 1}, dtype);
      const ct_scalar number = ct_scalar_f64(value);
      Tensor at = t;
      for (const int64_t index : {1, 0, 2, 1}) at = make(ct_select, at.get(), int32_t{0}, index);
      EXPECT_TRUE(ok(ct_fill(at, &number, &error)));
      ct_tensor *x = nullptr, *y = nullptr, *z = nullptr;
      const std::string which = "matrix [1, 0] of the batch has an element that is infinite or NaN";
      EXPECT_TRUE(refused(ct_linalg_svd(t, true, &x, &y, &z, &error), CT_ERROR_INVALID, "ct_linalg_svd: " + which));
      EXPECT_TRUE(refused(ct_linalg_svdvals(t, &x, &error), CT_ERROR_INVALID, which));
      EXPECT_TRUE(refused(ct_linalg_eigh(t, false, &x, &y, &error), CT_ERROR_INVALID, which));
      EXPECT_TRUE(refused(ct_linalg_eig(t, &x, &y, &error), CT_ERROR_INVALID, which));
      EXPECT_TRUE(refused(ct_linalg_eigvals(t, &x, &error), CT_ERROR_INVALID, which));
      EXPECT_TRUE(refused(ct_linalg_lstsq(t, b, nullptr, &x, &y, &z, &error), CT_ERROR_INVALID, which));
      EXPECT_TRUE(refused(ct_linalg_pinv(t, nullptr, false, &x, &error), CT_ERROR_INVALID, which));
      EXPECT_TRUE(refused(ct_linalg_matrix_rank(t, nullptr, true, &x, &error), CT_ERROR_INVALID, which));
      EXPECT_TRUE(x == nullptr && y == nullptr && z == nullptr);
      const Tensor values = RESULT(eigvalsh, t, true);  // the element is in the other triangle
      EXPECT_EQ(sizes_of(values), (Sizes{2, 2, 3}));
    }
  }
}

TEST(Decompose, RefusesWrongCalls) {
  const Tensor t = random_tensor({2, 3}, CT_FLOAT64), whole = random_tensor({3, 3}, CT_INT64),
               vector = random_tensor({3}, CT_FLOAT64);
  ct_tensor *x = nullptr, *y = nullptr, *z = nullptr;
  EXPECT_TRUE(refused(ct_linalg_qr(t, 2, &x, &y, &error), CT_ERROR_INVALID, "unknown mode: 2"));
  EXPECT_TRUE(refused(ct_linalg_qr(vector, 0, &x, &y, &error), CT_ERROR_SHAPE, "got sizes [3]"));
  EXPECT_TRUE(refused(ct_linalg_qr(t, 0, &x, &x, &error), CT_ERROR_INVALID, "two outputs"));
  EXPECT_TRUE(refused(ct_linalg_qr(t, 0, &x, nullptr, &error), CT_ERROR_INVALID, "NULL"));
  EXPECT_TRUE(refused(ct_linalg_svd(whole, true, &x, &y, &z, &error), CT_ERROR_DTYPE, "int64"));
  EXPECT_TRUE(refused(ct_linalg_eigh(t, false, &x, &y, &error), CT_ERROR_SHAPE, "[2, 3]"));
  EXPECT_TRUE(refused(ct_linalg_eig(t, &x, &y, &error), CT_ERROR_SHAPE, "[2, 3]"));
  EXPECT_TRUE(refused(ct_linalg_pinv(t, nullptr, true, &x, &error), CT_ERROR_SHAPE, "[2, 3]"));
  EXPECT_TRUE(refused(ct_linalg_lstsq(t, vector, nullptr, &x, &y, &z, &error), CT_ERROR_SHAPE,
                      "a of sizes [2, 3] and b of sizes [3] do not go together: 2 and 3 rows"));
  EXPECT_TRUE(x == nullptr && y == nullptr && z == nullptr);
}

}  // namespace
