// Products of vectors, matrices and batches beside sums in long double, or in integers that wrap: random sizes, layouts
// and dtypes.
#include <algorithm>
#include <limits>

#include "oracle.h"

using namespace oracle;

namespace {

const std::vector<ct_dtype> kBlas = {CT_FLOAT32, CT_FLOAT64, CT_COMPLEX64, CT_COMPLEX128};
const std::vector<ct_dtype> kOthers = {CT_BOOL,  CT_UINT8,  CT_INT8,    CT_INT16,    CT_UINT16,   CT_INT32,
                                       CT_INT64, CT_UINT64, CT_FLOAT16, CT_BFLOAT16, CT_COMPLEX32};
ct_dtype random_dtype() { return chance(2) ? any_of(kBlas) : any_of(kOthers); }
// Another dtype for a second operand. Integers beside floats are small, as halves hold no others.
ct_dtype beside(ct_dtype dtype) {
  if (!chance(6) || dtype == CT_UINT64) return dtype;
  const bool narrow = dtype == CT_BOOL || ct_dtype_size(dtype) == 1;
  const ct_dtype other = random_dtype();
  if (other == CT_UINT64 || (is_float(other) && !is_float(dtype) && !narrow)) return dtype;
  return is_float(dtype) && !is_float(other) ? static_cast<ct_dtype>(CT_INT8) : other;
}

// Mostly few elements; at times more than a register, a tile or a block of a kernel holds.
int64_t random_size() {
  static const std::vector<int64_t> sizes = {0, 1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 31, 33};
  return sizes[static_cast<size_t>(below(chance(10) ? 13 : 12) + (chance(12) ? 0 : 1)) % sizes.size()];
}

TEST(Products, Matmul) {
  for (int i = 0; i < cases(700); ++i) {
    const ct_dtype dtype = random_dtype();
    const int64_t m = random_size(), k = random_size(), n = random_size();
    const int64_t batches = below(3);
    Sizes of_a, of_b;
    std::vector<int> labels_a, labels_b, result;
    for (int d = 0; d < static_cast<int>(batches); ++d) {
      const int64_t size = 1 + below(4);
      const int label = 10 + d;
      const bool in_a = !chance(6) || !of_a.empty(), in_b = !chance(6) || !of_b.empty() || !in_a;
      if (in_a) of_a.push_back(chance(5) ? 1 : size), labels_a.push_back(label);
      if (in_b) of_b.push_back(chance(5) ? 1 : size), labels_b.push_back(label);
      if (in_a || in_b) result.push_back(label);
    }
    const bool row = of_a.empty() && chance(8), column = of_b.empty() && chance(8);
    if (!row) of_a.push_back(m), labels_a.push_back(0), result.push_back(0);
    of_a.push_back(k), labels_a.push_back(1);
    of_b.push_back(k), labels_b.push_back(1);
    if (!column) of_b.push_back(n), labels_b.push_back(2), result.push_back(2);
    const Tensor a = random_tensor(of_a, dtype), b = random_tensor(of_b, beside(dtype));
    const bool matrices = of_a.size() == 2 && of_b.size() == 2,
               same = of_a.size() == 3 && of_b.size() == 3 && of_a[0] == of_b[0];
    const Tensor got = matrices && chance(2)                               ? RESULT(mm, a, b)
                       : same && chance(2)                                 ? RESULT(bmm, a, b)
                       : of_a.size() == 2 && of_b.size() == 1 && chance(2) ? RESULT(mv, a, b)
                                                                           : RESULT(matmul, a, b);
    expect_products(got, {{a, labels_a}, {b, labels_b}}, result);
    if (HasFailure()) FAIL() << "case " << i << ": " << ct_dtype_name(dtype) << " " << m << " " << k << " " << n;
  }
}

// Sizes at which rows are cut for threads, b is packed, and BLAS takes over.
TEST(Products, LargeMatrices) {
  for (const ct_dtype dtype : {CT_FLOAT32, CT_FLOAT64, CT_COMPLEX64, CT_COMPLEX128, CT_INT32, CT_BOOL, CT_FLOAT16}) {
    for (int i = 0; i < std::max(2, cases(5)); ++i) {
      const int64_t m = 1 + below(i == 0 ? 300 : 130), k = 1 + below(i == 1 ? 600 : 130),
                    n = i == 2 ? 1 : 1 + below(i == 3 ? 300 : 130);
      const Tensor a = random_tensor({m, k}, dtype), b = random_tensor({k, n}, dtype);
      expect_products(RESULT(matmul, a, b), {{a, {0, 1}}, {b, {1, 2}}}, {0, 2});
      const Tensor v = random_tensor({k}, dtype);
      expect_products(RESULT(matmul, a, v), {{a, {0, 1}}, {v, {1}}}, {0});
      expect_products(RESULT(matmul, v, b), {{v, {1}}, {b, {1, 2}}}, {2});
    }
  }
}

// More rows and columns than a block of the kernels has.
TEST(Products, ManyBlocks) {
  for (const ct_dtype dtype : {CT_FLOAT64, CT_INT64}) {
    const Tensor a = random_tensor({300, 20}, dtype), b = random_tensor({20, 1100}, dtype);
    expect_products(RESULT(matmul, a, b), {{a, {0, 1}}, {b, {1, 2}}}, {0, 2});
  }
}

TEST(Products, ManySmallMatrices) {
  for (const ct_dtype dtype : {CT_FLOAT32, CT_FLOAT64, CT_COMPLEX64, CT_INT64}) {
    for (const int64_t side : {1, 2, 4, 16}) {
      const int64_t count = 2000 / side;
      const Tensor a = random_tensor({count, side, side}, dtype), b = random_tensor({count, side, side}, dtype);
      expect_products(RESULT(bmm, a, b), {{a, {0, 1, 2}}, {b, {0, 2, 3}}}, {0, 1, 3});
      const Tensor shared = random_tensor({side, side}, dtype);
      expect_products(RESULT(matmul, a, shared), {{a, {0, 1, 2}}, {shared, {2, 3}}}, {0, 1, 3});
      expect_products(RESULT(matmul, shared, b), {{shared, {1, 2}}, {b, {0, 2, 3}}}, {0, 1, 3});
    }
  }
}

TEST(Products, OfVectors) {
  for (int i = 0; i < cases(300); ++i) {
    const ct_dtype dtype = random_dtype();
    const int64_t k = chance(20) ? 70000 + below(200000) : chance(6) ? below(3000) : random_size();
    const Tensor a = random_tensor({k}, dtype), b = random_tensor({k}, beside(dtype));
    expect_products(RESULT(dot, a, b), {{a, {0}}, {b, {0}}}, {});
    expect_products(RESULT(vdot, a, b), {{a, {0}}, {b, {0}}}, {}, true);
    if (HasFailure()) FAIL() << "case " << i << ": " << ct_dtype_name(dtype) << " " << k;
  }
  for (int i = 0; i < cases(300); ++i) {
    const ct_dtype dtype = random_dtype();
    const int64_t k = random_size(), rows = 1 + below(4), batch = 1 + below(3);
    const int32_t dim = static_cast<int32_t>(below(3));
    Sizes of_a = {rows, batch}, of_b = {chance(4) ? 1 : rows, batch};
    std::vector<int> labels = {0, 1};
    of_a.insert(of_a.begin() + dim, k), of_b.insert(of_b.begin() + dim, k), labels.insert(labels.begin() + dim, 2);
    const Tensor a = random_tensor(of_a, dtype), b = random_tensor(of_b, beside(dtype));
    expect_products(RESULT(vecdot, a, b, int32_t{dim - 3}), {{a, labels}, {b, labels}}, {0, 1}, true);
    if (HasFailure()) FAIL() << "case " << i << ": " << ct_dtype_name(dtype) << " " << k;
  }
}

TEST(Products, OuterAndKron) {
  for (int i = 0; i < cases(150); ++i) {
    const ct_dtype dtype = random_dtype();
    const Tensor a = random_tensor({random_size()}, dtype), b = random_tensor({random_size()}, beside(dtype));
    expect_products(RESULT(outer, a, b), {{a, {0}}, {b, {1}}}, {0, 1});
    const int64_t dims_a = below(4), dims_b = below(4), dims = std::max(dims_a, dims_b);
    Sizes of_a, of_b;
    for (int64_t d = 0; d < dims_a; ++d) of_a.push_back(below(4) + !chance(8));
    for (int64_t d = 0; d < dims_b; ++d) of_b.push_back(below(4) + !chance(8));
    const Tensor x = random_tensor(of_a, dtype), y = random_tensor(of_b, beside(dtype));
    // Dims of x and of y in turn, and then in pairs.
    std::vector<int> labels_x, labels_y, result;
    Sizes paired, wanted;
    for (int64_t d = dims; d >= 1; --d) {
      const int64_t size_x = d > dims_a ? 1 : of_a[static_cast<size_t>(dims_a - d)],
                    size_y = d > dims_b ? 1 : of_b[static_cast<size_t>(dims_b - d)];
      if (d <= dims_a) labels_x.push_back(static_cast<int>(2 * d));
      if (d <= dims_b) labels_y.push_back(static_cast<int>(2 * d + 1));
      if (d <= dims_a) result.push_back(static_cast<int>(2 * d)), paired.push_back(size_x);
      if (d <= dims_b) result.push_back(static_cast<int>(2 * d + 1)), paired.push_back(size_y);
      wanted.push_back(size_x * size_y);
    }
    const Tensor got = RESULT(kron, x, y);
    ASSERT_EQ(sizes_of(got), wanted);
    expect_products(make(ct_reshape, got.get(), paired.data(), static_cast<int32_t>(paired.size())),
                    {{x, labels_x}, {y, labels_y}}, result);
    if (HasFailure()) FAIL() << "case " << i << ": " << ct_dtype_name(dtype);
  }
}

// beta input + alpha a b, by the products of this library and by the core's ops on long doubles' next best, complex128.
TEST(Products, Addmm) {
  for (int i = 0; i < cases(300); ++i) {
    const ct_dtype dtype =
        chance(3) ? any_of(std::vector<ct_dtype>{CT_INT32, CT_FLOAT16, CT_BFLOAT16, CT_INT64}) : any_of(kBlas);
    const int64_t m = chance(12) ? 150 : random_size(), k = chance(12) ? 300 : random_size(),
                  n = chance(12) ? 150 : random_size();
    const Tensor a = random_tensor({m, k}, dtype), b = random_tensor({k, n}, dtype);
    Sizes of_input = {m, n};
    if (chance(4)) of_input = chance(2) ? Sizes{n} : Sizes{m, 1};
    const Tensor input = random_tensor(of_input, dtype);
    const bool whole = !is_float(dtype);
    const ct_scalar beta = whole ? ct_scalar_i64(below(3)) : ct_scalar_f64(static_cast<double>(below(5)) / 2);
    const ct_scalar alpha = is_complex(dtype) && chance(2) ? ct_scalar_c128(0.5, -2)
                            : whole                        ? ct_scalar_i64(below(4) - 1)
                                                           : ct_scalar_f64(static_cast<double>(below(5)) - 2);
    const bool no_beta = chance(4), no_alpha = chance(4);
    const ct_scalar *const by_beta = no_beta ? nullptr : &beta, *const by_alpha = no_alpha ? nullptr : &alpha;
    Tensor got;
    if (of_input.size() == 2 && of_input[1] == n && chance(3)) {  // in place
      got = random_tensor({m, n}, dtype, true);
      EXPECT_TRUE(ok(ct_copy(got, input, &error)));
      EXPECT_TRUE(ok(ct_linalg_addmm_out(got, a, b, by_beta, by_alpha, got, &error)));
    } else {
      got = RESULT(addmm, input, a, b, by_beta, by_alpha);
    }
    ASSERT_EQ(sizes_of(got), (Sizes{m, n}));
    ASSERT_EQ(ct_tensor_dtype(got), dtype);
    if (whole) {
      const Integers x = read_integers(a), y = read_integers(b),
                     z = read_integers(make(ct_expand, input.get(), Sizes{m, n}.data(), int32_t{2})),
                     r = read_integers(got);
      for (int64_t row = 0; row < m; ++row) {
        for (int64_t col = 0; col < n; ++col) {
          uint64_t sum = 0;
          for (int64_t j = 0; j < k; ++j)
            sum += x.at[static_cast<size_t>(row * k + j)] * y.at[static_cast<size_t>(j * n + col)];
          const auto at = static_cast<size_t>(row * n + col);
          sum = (no_alpha ? 1 : static_cast<uint64_t>(alpha.i)) * sum +
                (no_beta ? 1 : static_cast<uint64_t>(beta.i)) * z.at[at];
          ASSERT_EQ(0u, (sum - r.at[at]) << (64 - 8 * ct_dtype_size(dtype))) << "case " << i;
        }
      }
      continue;
    }
    const Array x = read(a), y = read(b), z = read(make(ct_expand, input.get(), Sizes{m, n}.data(), int32_t{2})),
                r = read(got);
    const Z of_beta = no_beta ? Z(1) : Z(beta.re, beta.im), of_alpha = no_alpha ? Z(1) : Z(alpha.re, alpha.im);
    const long double eps = eps_of(dtype),
                      each = dtype == CT_FLOAT16 || dtype == CT_BFLOAT16 ? eps_of(CT_FLOAT32) : eps;
    for (int64_t row = 0; row < m; ++row) {
      for (int64_t col = 0; col < n; ++col) {
        Z sum = 0;
        long double all = 0;
        for (int64_t j = 0; j < k; ++j) {
          const Z one = x.at[static_cast<size_t>(row * k + j)] * y.at[static_cast<size_t>(j * n + col)];
          sum += one, all += std::abs(one.real()) + std::abs(one.imag());
        }
        const auto at = static_cast<size_t>(row * n + col);
        const Z wanted = of_alpha * sum + of_beta * z.at[at];
        all = all * std::abs(of_alpha) + std::abs(of_beta * z.at[at]);
        ASSERT_LE(std::abs(wanted - r.at[at]),
                  4 * static_cast<long double>(k + 3) * each * all + eps * std::abs(wanted))
            << "case " << i << ct_dtype_name(dtype);
      }
    }
  }
}

// out may be a factor, whose elements are read before they are written.
TEST(Products, AddmmIntoFactor) {
  for (const ct_dtype dtype : {CT_FLOAT32, CT_INT32, CT_FLOAT16}) {
    const Tensor a = random_tensor({40, 40}, dtype, true), b = random_tensor({40, 40}, dtype),
                 copy = make(ct_clone, a.get(), ct_memory_format{CT_CONTIGUOUS});
    const ct_scalar zero = ct_scalar_i64(0);
    EXPECT_TRUE(ok(ct_linalg_addmm_out(b, a, b, &zero, nullptr, a, &error)));
    expect_products(a, {{copy, {0, 1}}, {b, {1, 2}}}, {0, 2});
  }
}

// What is not a number in input is not read where beta is 0, as in BLAS.
TEST(Products, AddmmWithoutInput) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const ct_dtype dtype : {CT_FLOAT32, CT_FLOAT64, CT_COMPLEX128, CT_FLOAT16}) {
    const Tensor a = random_tensor({3, 0}, dtype), b = random_tensor({0, 2}, dtype);
    const ct_scalar value = ct_scalar_f64(nan), zero = ct_scalar_f64(0);
    const Tensor input = random_tensor({3, 2}, dtype, true);
    EXPECT_TRUE(ok(ct_fill(input, &value, &error)));
    for (const int64_t k : {0, 1, 5}) {
      const Tensor x = random_tensor({3, k}, dtype), y = random_tensor({k, 2}, dtype);
      expect_products(RESULT(addmm, input, x, y, &zero, static_cast<const ct_scalar *>(nullptr)),
                      {{x, {0, 1}}, {y, {1, 2}}}, {0, 2});
    }
  }
}

// Infinities and NaN reach the elements that they should, and no others.
TEST(Products, SpecialValues) {
  for (const ct_dtype dtype : {CT_FLOAT32, CT_FLOAT64, CT_FLOAT16}) {
    for (const int64_t side : {3, 20, 100}) {
      const Tensor a = random_tensor({side, side}, dtype, true), b = random_tensor({side, side}, dtype, true);
      const ct_scalar nan = ct_scalar_f64(std::numeric_limits<double>::quiet_NaN());
      EXPECT_TRUE(
          ok(ct_fill(make(ct_select, make(ct_select, a.get(), int32_t{0}, int64_t{1}).get(), int32_t{0}, int64_t{2}),
                     &nan, &error)));
      const Array got = read(RESULT(matmul, a, b));
      for (int64_t row = 0; row < side; ++row) {
        for (int64_t col = 0; col < side; ++col) {
          EXPECT_EQ(std::isnan(static_cast<double>(got.at[static_cast<size_t>(row * side + col)].real())), row == 1);
        }
      }
    }
  }
}

// ---- what is refused ----

using Product = ct_status(const ct_tensor *, const ct_tensor *, ct_tensor **, ct_error *);
using ProductInto = ct_status(const ct_tensor *, const ct_tensor *, ct_tensor *, ct_error *);

TEST(Products, RefusesWhatDoesNotGoTogether) {
  const Tensor number = random_tensor({}, CT_FLOAT32), vector = random_tensor({3}, CT_FLOAT32);
  const Tensor a = random_tensor({2, 3}, CT_FLOAT32), b = random_tensor({4, 5}, CT_FLOAT32);
  const Tensor two = random_tensor({2, 2, 3}, CT_FLOAT32), three = random_tensor({3, 3, 2}, CT_FLOAT32);
  const auto refuse = [](Product *product, const ct_tensor *x, const ct_tensor *y, ct_status status, const char *part) {
    ct_tensor *out = nullptr;
    EXPECT_TRUE(refused(product(x, y, &out, &error), status, part));
    EXPECT_EQ(out, nullptr);
  };
  refuse(ct_linalg_matmul, a, b, CT_ERROR_SHAPE,
         "ct_linalg_matmul: sizes [2, 3] and [4, 5] do not go together: rows of 3 elements beside columns of 4");
  refuse(ct_linalg_matmul, a, number, CT_ERROR_SHAPE, "sizes [2, 3] and []");
  refuse(ct_linalg_matmul, b, vector, CT_ERROR_SHAPE, "[4, 5] and [3]");
  refuse(ct_linalg_matmul, two, three, CT_ERROR_SHAPE, "[2, 2, 3] and [3, 3, 2] do not go together: 2 beside 3");
  refuse(ct_linalg_mm, a, two, CT_ERROR_SHAPE, "two matrices are expected, got sizes [2, 3] and [2, 2, 3]");
  refuse(ct_linalg_bmm, two, three, CT_ERROR_SHAPE, "2 matrices beside 3");
  refuse(ct_linalg_bmm, a, a, CT_ERROR_SHAPE, "two batches of matrices");
  refuse(ct_linalg_mv, vector, a, CT_ERROR_SHAPE, "a matrix and a vector");
  refuse(ct_linalg_dot, vector, a, CT_ERROR_SHAPE, "two vectors");
  refuse(ct_linalg_vdot, vector, random_tensor({4}, CT_FLOAT32), CT_ERROR_SHAPE, "vectors of 3 and of 4 elements");
  refuse(ct_linalg_outer, vector, a, CT_ERROR_SHAPE, "two vectors");
  const Sizes many(33, 1);
  refuse(ct_linalg_kron, random_tensor(many, CT_FLOAT32), number, CT_ERROR_SHAPE,
         "at most 32 dims are expected, got 33");
  for (Product *const product : {ct_linalg_matmul, ct_linalg_mm, ct_linalg_bmm, ct_linalg_mv, ct_linalg_dot,
                                 ct_linalg_vdot, ct_linalg_outer, ct_linalg_kron}) {
    refuse(product, nullptr, a, CT_ERROR_INVALID, "NULL");
    refuse(product, a, nullptr, CT_ERROR_INVALID, "NULL");
    EXPECT_TRUE(refused(product(a, a, nullptr, &error), CT_ERROR_INVALID, "out is NULL"));
  }
  refuse(ct_linalg_matmul, a, meta_of(three), CT_ERROR_INVALID, "meta");
  ct_tensor *out = nullptr;
  EXPECT_TRUE(refused(ct_linalg_vecdot(a, a, 2, &out, &error), CT_ERROR_INDEX, "dim 2 is out of range"));
  EXPECT_TRUE(refused(ct_linalg_vecdot(a, number, -1, &out, &error), CT_ERROR_INDEX, "dim -1 is out of range"));
  const ct_scalar half = ct_scalar_f64(0.5), imaginary = ct_scalar_c128(0, 1);
  const Tensor whole = random_tensor({3, 3}, CT_INT32), square = random_tensor({3, 3}, CT_FLOAT32);
  EXPECT_TRUE(refused(ct_linalg_addmm(whole, whole, whole, &half, nullptr, &out, &error), CT_ERROR_DTYPE,
                      "beta is of float64, and the result of int32"));
  EXPECT_TRUE(refused(ct_linalg_addmm(square, square, square, nullptr, &imaginary, &out, &error), CT_ERROR_DTYPE,
                      "alpha is of complex128"));
  EXPECT_TRUE(refused(ct_linalg_addmm(a, square, square, nullptr, nullptr, &out, &error), CT_ERROR_SHAPE,
                      "input's sizes [2, 3] are not those of the product, [3, 3]"));
  EXPECT_EQ(out, nullptr);
}

// Sizes that no memory holds are refused by what they are.
TEST(Products, RefusesWhatOverflows) {
  const int64_t most = int64_t{1} << 40;
  const Tensor one = random_tensor({1}, CT_FLOAT32), square = random_tensor({1, 1}, CT_FLOAT32);
  const Tensor vector = make(ct_expand, one.get(), &most, int32_t{1});
  const int64_t tall[] = {most, 1}, wide[] = {1, most};
  const Tensor column = make(ct_expand, square.get(), tall, int32_t{2}),
               row = make(ct_expand, square.get(), wide, int32_t{2});
  ct_tensor *out = nullptr;
  EXPECT_TRUE(refused(ct_linalg_outer(vector, vector, &out, &error), CT_ERROR_SHAPE, ""));
  EXPECT_TRUE(refused(ct_linalg_kron(vector, vector, &out, &error), CT_ERROR_SHAPE, "1099511627776"));
  EXPECT_TRUE(refused(ct_linalg_matmul(column, row, &out, &error), CT_ERROR_SHAPE, ""));
  const ct_tensor *const both[] = {vector, vector};
  EXPECT_TRUE(refused(ct_linalg_einsum("i,j->ij", both, 2, &out, &error), CT_ERROR_SHAPE, ""));
  EXPECT_EQ(out, nullptr);
}

TEST(Products, RefusesOutputs) {
  const Tensor a = random_tensor({6, 6}, CT_FLOAT32, true), b = random_tensor({6, 6}, CT_FLOAT32);
  for (ProductInto *const product : {ct_linalg_matmul_out, ct_linalg_mm_out, ct_linalg_kron_out}) {
    EXPECT_TRUE(refused(product(a, b, nullptr, &error), CT_ERROR_INVALID, "out is NULL"));
    const Array before = read(a);
    EXPECT_TRUE(refused(product(a, b, a, &error), CT_ERROR_OVERLAP, ""));
    EXPECT_TRUE(before.at == read(a).at);
    EXPECT_EQ(sizes_of(a), before.sizes);
    const Tensor other = random_tensor({6, 6}, CT_FLOAT64, true);
    EXPECT_TRUE(refused(product(a, b, other, &error), CT_ERROR_DTYPE, "float64"));
    const Tensor spread = make(ct_expand, random_tensor({1, 6}, CT_FLOAT32).get(), Sizes{6, 6}.data(), int32_t{2});
    EXPECT_FALSE(ok(product(a, b, spread, &error)));
    EXPECT_FALSE(ok(product(a, b, make(ct_defer, a.get()), &error)));
  }
  // addmm's output may be its input, and no other part of its memory.
  const Tensor rows = random_tensor({7, 6}, CT_FLOAT32, true);
  const Tensor upper = make(ct_slice, rows.get(), int32_t{0}, int64_t{0}, int64_t{6}, int64_t{1}),
               lower = make(ct_slice, rows.get(), int32_t{0}, int64_t{1}, int64_t{7}, int64_t{1});
  EXPECT_TRUE(refused(ct_linalg_addmm_out(upper, b, b, nullptr, nullptr, lower, &error), CT_ERROR_OVERLAP, ""));
  const Tensor across = make(ct_transpose, a.get(), int32_t{0}, int32_t{1});
  EXPECT_TRUE(refused(ct_linalg_addmm_out(across, b, b, nullptr, nullptr, a, &error), CT_ERROR_OVERLAP, ""));
}

}  // namespace
