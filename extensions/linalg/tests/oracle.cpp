#include "oracle.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <utility>

namespace oracle {

ct_error error = {};

uint64_t bits() {
  static uint64_t state = 1;
  state += 0x9e3779b97f4a7c15u;
  uint64_t x = state;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}
int64_t below(int64_t n) { return static_cast<int64_t>(bits() % static_cast<uint64_t>(n)); }
int cases(int usual) {
  const char *const wanted = std::getenv("CT_TEST_CASES");
  return wanted == nullptr ? usual : std::max(1, usual * static_cast<int>(std::strtol(wanted, nullptr, 10)) / 400);
}

::testing::AssertionResult ok(ct_status status) {
  if (status == CT_OK) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "status " << status << ": " << error.message;
}
::testing::AssertionResult refused(ct_status got, ct_status wanted, const std::string &part) {
  if (got != wanted)
    return ::testing::AssertionFailure() << "status " << got << ", wanted " << wanted << ": " << error.message;
  if (std::strstr(error.message, part.c_str()) == nullptr || std::strchr(error.message, '\n') != nullptr) {
    return ::testing::AssertionFailure() << "\"" << error.message << "\", wanted \"" << part << "\"";
  }
  return ::testing::AssertionSuccess();
}

Tensor meta_of(const ct_tensor *t) {
  return make(ct_tensor_create_meta, ct_tensor_sizes(t), ct_tensor_ndim(t), nullptr, ct_tensor_dtype(t));
}

ct_dtype real_of(ct_dtype d) {
  if (d == CT_COMPLEX32) return CT_FLOAT16;
  if (d == CT_COMPLEX64) return CT_FLOAT32;
  return d == CT_COMPLEX128 ? static_cast<ct_dtype>(CT_FLOAT64) : d;
}
namespace {
ct_finfo info_of(ct_dtype d) {
  ct_finfo info = {};
  info.struct_size = sizeof info;
  EXPECT_TRUE(ok(ct_dtype_finfo(real_of(d), &info, &error)));
  return info;
}
}  // namespace
double eps_of(ct_dtype d) { return info_of(d).eps; }
double smallest_of(ct_dtype d) { return info_of(d).smallest_subnormal; }

// ---- tensors of random layouts ----

namespace {

// Where the dims of a tensor of those sizes lie in one that is dense, larger, and in another order.
struct Layout {
  Sizes whole;
  std::vector<int32_t> back;
  std::vector<int64_t> first, step;
  std::vector<bool> backward;
};
Layout random_layout(const Sizes &sizes, bool writable) {
  const size_t ndim = sizes.size();
  Layout layout;
  std::vector<size_t> order(ndim);
  for (size_t d = 0; d < ndim; ++d) order[d] = d;
  if (!chance(3)) {
    for (size_t d = ndim; d > 1; --d)
      std::swap(order[d - 1], order[static_cast<size_t>(below(static_cast<int64_t>(d)))]);
  }
  if (chance(4) && ndim > 1) {  // a transposed matrix, or a batch of them
    for (size_t d = 0; d < ndim; ++d) order[d] = d;
    std::swap(order[ndim - 1], order[ndim - 2]);
  }
  const bool dense = chance(3);
  layout.whole.resize(ndim), layout.back.resize(ndim), layout.first.resize(ndim), layout.step.assign(ndim, 1);
  layout.backward.resize(ndim);
  for (size_t d = 0; d < ndim; ++d) {
    const size_t dim = order[d];
    layout.back[dim] = static_cast<int32_t>(d);
    layout.whole[d] = sizes[dim];
    if (dense) continue;
    if (!writable && chance(8)) {
      layout.step[dim] = 0;
      layout.whole[d] = std::min<int64_t>(sizes[dim], 1);
      continue;
    }
    layout.backward[dim] = chance(8);
    if (chance(6)) {
      layout.step[dim] = 2;
      layout.whole[d] = 2 * sizes[dim];
    } else if (chance(4)) {
      const int64_t more = below(4);
      layout.first[dim] = more == 0 ? 0 : below(more);
      layout.whole[d] = sizes[dim] + more;
    }
  }
  return layout;
}

Tensor laid_out(Tensor t, const Sizes &sizes, const Layout &layout) {
  const auto ndim = static_cast<int32_t>(sizes.size());
  t = make(ct_permute, t.get(), layout.back.data(), ndim);
  for (int32_t d = 0; d < ndim; ++d) {
    const auto i = static_cast<size_t>(d);
    if (layout.step[i] == 0) continue;
    const int64_t first = layout.first[i], end = first + sizes[i] * layout.step[i];
    t = make(ct_slice, t.get(), d, first, end, layout.step[i]);
    if (layout.backward[i]) t = make(ct_flip, t.get(), &d, int32_t{1});
  }
  return make(ct_expand, t.get(), sizes.data(), ndim);
}

// Of many bits for integers; between -1 and 1, as a multiple of 1/1024, for floats.
Tensor random_dense(const Sizes &sizes, ct_dtype dtype) {
  const auto ndim = static_cast<int32_t>(sizes.size());
  const int64_t count = count_of(sizes);
  Tensor numbers;
  if (is_float(dtype)) {
    std::vector<double> parts(static_cast<size_t>(2 * count + 2));
    for (double &part : parts) part = static_cast<double>(below(2049) - 1024) / 1024;
    const Tensor view = make(ct_tensor_from_data, static_cast<void *>(parts.data()), sizes.data(), ndim, nullptr,
                             ct_dtype{CT_COMPLEX128}, nullptr, nullptr);
    return cast(is_complex(dtype) ? view : make(ct_real, view.get()), dtype);
  }
  std::vector<int64_t> values(static_cast<size_t>(count + 1));
  for (int64_t &value : values) value = dtype == CT_BOOL ? below(3) == 0 : static_cast<int64_t>(bits());
  const Tensor view = make(ct_tensor_from_data, static_cast<void *>(values.data()), sizes.data(), ndim, nullptr,
                           ct_dtype{CT_INT64}, nullptr, nullptr);
  return cast(view, dtype);
}

}  // namespace

Tensor random_tensor(const Sizes &sizes, ct_dtype dtype, bool writable) {
  const Layout layout = random_layout(sizes, writable);
  return laid_out(random_dense(layout.whole, dtype), sizes, layout);
}

Tensor tensor_of(const Array &a, ct_dtype dtype) {
  const Layout layout = random_layout(a.sizes, true);
  const auto ndim = static_cast<int32_t>(a.sizes.size());
  std::vector<std::complex<double>> narrow(a.at.begin(), a.at.end());
  narrow.emplace_back();
  const Tensor view = make(ct_tensor_from_data, static_cast<void *>(narrow.data()), a.sizes.data(), ndim, nullptr,
                           ct_dtype{CT_COMPLEX128}, nullptr, nullptr);
  const Tensor typed = cast(is_complex(dtype) ? view : make(ct_real, view.get()), dtype);
  Tensor t = laid_out(random_dense(layout.whole, dtype), a.sizes, layout);
  EXPECT_TRUE(ok(ct_copy(t, typed, &error)));
  return t;
}

// ---- arrays ----

int64_t count_of(const Sizes &sizes) {
  int64_t count = 1;
  for (const int64_t size : sizes) count *= size;
  return count;
}

Array read(const ct_tensor *t) {
  const Tensor wide = cast(t, CT_COMPLEX128), dense = make(ct_contiguous, wide.get(), ct_memory_format{CT_CONTIGUOUS});
  const auto *const from = static_cast<const std::complex<double> *>(ct_tensor_data(dense));
  Array a(sizes_of(t));
  std::copy_n(from, a.at.size(), a.at.begin());
  return a;
}

Integers read_integers(const ct_tensor *t) {
  const Tensor wide = cast(t, ct_tensor_dtype(t) == CT_UINT64 ? CT_UINT64 : CT_INT64),
               dense = make(ct_contiguous, wide.get(), ct_memory_format{CT_CONTIGUOUS});
  Integers a(sizes_of(t));
  if (!a.at.empty()) std::memcpy(a.at.data(), ct_tensor_data(dense), a.at.size() * sizeof(uint64_t));
  return a;
}

Matrix matrix_at(const Array &a, int64_t index) {
  const size_t n = a.sizes.size();
  Matrix m(a.sizes[n - 2], a.sizes[n - 1]);
  std::copy_n(a.at.begin() + index * m.rows * m.cols, m.rows * m.cols, m.at.begin());
  return m;
}
void put(Array *a, int64_t index, const Matrix &m) {
  std::copy(m.at.begin(), m.at.end(), a->at.begin() + index * m.rows * m.cols);
}

namespace {
// Without the questions about infinities that std::complex's own product asks.
Z product(Z a, Z b) { return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()}; }
}  // namespace

Matrix times(const Matrix &a, const Matrix &b) {
  Matrix c(a.rows, b.cols);
  EXPECT_EQ(a.cols, b.rows);
  for (int64_t i = 0; i < a.rows; ++i) {
    for (int64_t k = 0; k < a.cols; ++k) {
      for (int64_t j = 0; j < b.cols; ++j) c(i, j) += product(a(i, k), b(k, j));
    }
  }
  return c;
}
Matrix minus(const Matrix &a, const Matrix &b) {
  Matrix c = a;
  EXPECT_EQ(a.rows, b.rows);
  EXPECT_EQ(a.cols, b.cols);
  for (size_t i = 0; i < c.at.size(); ++i) c.at[i] -= b.at[i];
  return c;
}
Matrix adjoint(const Matrix &a) {
  Matrix c(a.cols, a.rows);
  for (int64_t i = 0; i < a.rows; ++i) {
    for (int64_t j = 0; j < a.cols; ++j) c(j, i) = std::conj(a(i, j));
  }
  return c;
}
Matrix identity(int64_t n) {
  Matrix c(n, n);
  for (int64_t i = 0; i < n; ++i) c(i, i) = 1;
  return c;
}
Matrix diagonal(const Array &a, int64_t index, int64_t rows, int64_t cols) {
  Matrix c(rows, cols);
  const int64_t n = a.sizes.back();
  for (int64_t i = 0; i < n; ++i) c(i, i) = a.at[static_cast<size_t>(index * n + i)];
  return c;
}
long double norm(const Matrix &a) {
  long double sum = 0;
  for (const Z &z : a.at) sum += std::norm(z);
  return std::sqrt(sum);
}

bool invert(const Matrix &given, Matrix *inverse, Z *determinant) {
  const int64_t n = given.rows;
  Matrix a = given, b = identity(n);
  *determinant = 1;
  for (int64_t col = 0; col < n; ++col) {
    int64_t pivot = col;
    for (int64_t row = col + 1; row < n; ++row) {
      if (std::abs(a(row, col)) > std::abs(a(pivot, col))) pivot = row;
    }
    if (a(pivot, col) == Z(0)) {
      *determinant = 0;
      return false;
    }
    for (int64_t j = 0; j < n && pivot != col; ++j)
      std::swap(a(pivot, j), a(col, j)), std::swap(b(pivot, j), b(col, j));
    *determinant *= pivot == col ? a(col, col) : -a(col, col);
    const Z scale = Z(1) / a(col, col);
    for (int64_t j = 0; j < n; ++j) a(col, j) *= scale, b(col, j) *= scale;
    for (int64_t row = 0; row < n; ++row) {
      const Z factor = a(row, col);
      if (row == col || factor == Z(0)) continue;
      for (int64_t j = 0; j < n; ++j) a(row, j) -= product(factor, a(col, j)), b(row, j) -= product(factor, b(col, j));
    }
  }
  *inverse = std::move(b);
  return true;
}

// ---- sums of products ----

std::vector<Tensor> tensors_of(const std::vector<Labelled> &operands) {
  std::vector<Tensor> tensors;
  tensors.reserve(operands.size());
  for (const Labelled &operand : operands) tensors.push_back(operand.t);
  return tensors;
}

namespace {

struct Walk {
  std::vector<int64_t> sizes;                 // of the labels: the result's, and then those that are summed over
  std::vector<std::vector<int64_t>> strides;  // of each operand along each label
  int64_t outer = 1, inner = 1;
};
Walk walk_of(const std::vector<Labelled> &operands, const std::vector<int> &result) {
  std::vector<int> labels = result;
  for (const Labelled &operand : operands) {
    for (const int label : operand.labels) {
      if (std::find(labels.begin(), labels.end(), label) == labels.end()) labels.push_back(label);
    }
  }
  Walk walk;
  walk.sizes.assign(labels.size(), 1);
  for (const Labelled &operand : operands) {
    const Sizes own = sizes_of(operand.t);
    std::vector<int64_t> strides(labels.size());
    int64_t step = 1;
    for (size_t d = own.size(); d-- > 0; step *= own[d]) {
      const size_t at =
          static_cast<size_t>(std::find(labels.begin(), labels.end(), operand.labels[d]) - labels.begin());
      if (own[d] == 1) continue;
      walk.sizes[at] = own[d];
      strides[at] += step;
    }
    walk.strides.push_back(strides);
  }
  for (size_t i = 0; i < labels.size(); ++i) (i < result.size() ? walk.outer : walk.inner) *= walk.sizes[i];
  return walk;
}

// begin() before the sum of an element of the result, add(offsets) for each of its products, end() after the last.
template <class Begin, class Add, class End>
void walk_over(const Walk &walk, Begin begin, Add add, End end) {
  const size_t operands = walk.strides.size();
  std::vector<int64_t> index(walk.sizes.size()), at(operands);
  for (int64_t i = 0; i < walk.outer; ++i) {
    begin();
    for (int64_t k = 0; k < walk.inner; ++k) {
      add(at);
      for (size_t d = index.size(); d-- > 0;) {
        const bool last = ++index[d] == walk.sizes[d];
        for (size_t o = 0; o < operands; ++o) at[o] += (last ? 1 - walk.sizes[d] : 1) * walk.strides[o][d];
        if (!last) break;
        index[d] = 0;
      }
    }
    end();
  }
}

ct_dtype computed_in(ct_dtype d) {
  if (d == CT_COMPLEX32) return CT_COMPLEX64;
  return d == CT_FLOAT16 || d == CT_BFLOAT16 ? static_cast<ct_dtype>(CT_FLOAT32) : d;
}

// What is larger than a half holds is infinite.
bool near(long double got, long double wanted, long double limit, double most) {
  return std::abs(got - wanted) <= limit ||
         (std::isinf(got) && std::signbit(got) == std::signbit(wanted) && std::abs(wanted) + limit > most);
}

void expect_floats(const ct_tensor *got, const Walk &walk, const std::vector<Labelled> &operands, bool conj_first) {
  std::vector<Array> arrays;
  arrays.reserve(operands.size());
  const ct_dtype dtype = ct_tensor_dtype(got);
  for (const Labelled &operand : operands) arrays.push_back(read(cast(operand.t, dtype)));
  if (conj_first) {
    for (Z &z : arrays[0].at) z = std::conj(z);
  }
  const Array result = read(got);
  ASSERT_EQ(static_cast<int64_t>(result.at.size()), walk.outer);
  // Each product and each sum rounds once, in each part of a complex number twice as often; halves once more at the
  // end.
  const bool half = dtype != computed_in(dtype);
  const long double eps = eps_of(computed_in(dtype)), last = half ? eps_of(dtype) : 0,
                    least = half ? smallest_of(dtype) : 0;
  const long double each =
      eps * static_cast<long double>(walk.inner + static_cast<int64_t>(operands.size())) * (is_complex(dtype) ? 4 : 1);
  const double most = dtype == CT_FLOAT16 || dtype == CT_COMPLEX32 ? 65504 : std::numeric_limits<double>::infinity();
  Z sum;
  long double all = 0;
  size_t i = 0;
  int wrong = 0;
  walk_over(
      walk, [&] { sum = 0, all = 0; },
      [&](const std::vector<int64_t> &at) {
        Z one = arrays[0].at[static_cast<size_t>(at[0])];
        for (size_t o = 1; o < at.size(); ++o) one = product(one, arrays[o].at[static_cast<size_t>(at[o])]);
        sum += one;
        all += std::abs(one.real()) + std::abs(one.imag());
      },
      [&] {
        const long double limit = each * all + last * std::abs(sum) + least;
        const Z got = result.at[i];
        if ((!near(got.real(), sum.real(), limit, most) || !near(got.imag(), sum.imag(), limit, most)) && ++wrong < 4) {
          ADD_FAILURE() << ct_dtype_name(dtype) << ", element " << i << " is " << got << ", wanted " << sum
                        << ", limit " << limit;
        }
        ++i;
      });
}

void expect_integers(const ct_tensor *got, const Walk &walk, const std::vector<Labelled> &operands) {
  std::vector<Integers> arrays;
  arrays.reserve(operands.size());
  const ct_dtype dtype = ct_tensor_dtype(got);
  for (const Labelled &operand : operands) arrays.push_back(read_integers(cast(operand.t, dtype)));
  const Integers result = read_integers(got);
  ASSERT_EQ(static_cast<int64_t>(result.at.size()), walk.outer);
  const int width = 8 * static_cast<int>(ct_dtype_size(dtype));
  uint64_t sum = 0;
  size_t i = 0;
  int wrong = 0;
  walk_over(
      walk, [&] { sum = 0; },
      [&](const std::vector<int64_t> &at) {
        uint64_t one = 1;
        for (size_t o = 0; o < at.size(); ++o) one *= arrays[o].at[static_cast<size_t>(at[o])];
        sum = dtype == CT_BOOL ? sum | one : sum + one;
      },
      [&] {
        const uint64_t off = (result.at[i] - sum) << (64 - width);
        if (off != 0 && ++wrong < 4) {
          ADD_FAILURE() << ct_dtype_name(dtype) << ", element " << i << " is " << result.at[i] << ", wanted " << sum;
        }
        ++i;
      });
}

}  // namespace

void expect_products(const ct_tensor *got, const std::vector<Labelled> &operands, const std::vector<int> &result,
                     bool conj_first) {
  ASSERT_NE(got, nullptr);
  const Walk walk = walk_of(operands, result);
  Sizes wanted(walk.sizes.begin(), walk.sizes.begin() + static_cast<std::ptrdiff_t>(result.size()));
  ASSERT_EQ(sizes_of(got), wanted);
  const std::vector<Tensor> tensors = tensors_of(operands);
  const std::vector<const ct_tensor *> all = handles_of(tensors);
  ct_dtype dtype = CT_UNDEFINED;
  ASSERT_TRUE(ok(ct_result_type(all.data(), static_cast<int32_t>(all.size()), &dtype, &error)));
  ASSERT_EQ(ct_tensor_dtype(got), dtype);
  if (is_float(dtype)) {
    expect_floats(got, walk, operands, conj_first);
  } else {
    expect_integers(got, walk, operands);
  }
}

}  // namespace oracle
