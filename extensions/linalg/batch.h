// LAPACK over the matrices of a batch: each is copied into memory of its own, columns first, and what comes of it is
// copied out. So any layout is taken, inputs stay as they are, and batches are spread over the core's threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <complex>
#include <limits>
#include <type_traits>
#include <vector>

#include "lapack.h"
#include "support.h"
#include "threads.h"

namespace ct_linalg {

template <class T>
struct RealOf {
  using Type = T;
};
template <class R>
struct RealOf<std::complex<R>> {
  using Type = R;
};
template <class T>
using Real = typename RealOf<T>::Type;
template <class T>
constexpr bool kIsComplex = !std::is_same_v<Real<T>, T>;

// Calls f(T()), where T is the C++ type of the dtype, one that BLAS computes in.
template <class F>
void with_type(ct_dtype dtype, F &&f) {
  switch (dtype) {
    case CT_FLOAT32:
      return f(float());
    case CT_FLOAT64:
      return f(double());
    case CT_COMPLEX64:
      return f(C64());
    default:
      return f(C128());
  }
}
// The dtype that inputs meet in; fails where LAPACK has it not.
ct_dtype lapack_dtype(Inputs in);
// Fails where LAPACK cannot count the rows or columns, or the work memory that they need.
int lapack_size(int64_t size);
std::vector<int64_t> batch_of(const ct_tensor *t, int32_t behind = 2);  // all sizes but the last

// Copied square by square, because one side may lie along rows and the other along columns.
template <class T>
void copy_matrix(int64_t rows, int64_t cols, const T *from, int64_t from_row, int64_t from_col, T *to, int64_t to_row,
                 int64_t to_col) {
  constexpr int64_t kSide = 16;
  for (int64_t i0 = 0; i0 < rows; i0 += kSide) {
    const int64_t i1 = std::min(rows, i0 + kSide);
    for (int64_t j0 = 0; j0 < cols; j0 += kSide) {
      const int64_t j1 = std::min(cols, j0 + kSide);
      for (int64_t j = j0; j < j1; ++j) {
        for (int64_t i = i0; i < i1; ++i) to[i * to_row + j * to_col] = from[i * from_row + j * from_col];
      }
    }
  }
}

// A tensor as a batch of items: for each index a matrix, a vector (as a column) or a number.
template <class T>
class Items {
 public:
  Items(const ct_tensor *t, void *data, int32_t own_dims, const std::vector<int64_t> &batch)
      : data_(static_cast<T *>(data)), sizes_(batch) {
    const Dims steps = strides(t), counts = sizes(t);
    const size_t before = steps.size() - static_cast<size_t>(own_dims);
    if (own_dims >= 1) row_ = steps[before];
    if (own_dims == 2) col_ = steps[before + 1];
    strides_.assign(batch.size(), 0);
    for (size_t d = 0; d < before; ++d) {
      if (counts[d] != 1) strides_[batch.size() - before + d] = steps[d];
    }
  }
  T *at(int64_t index) const {
    T *here = data_;
    for (size_t d = sizes_.size(); d-- > 0;) {
      here += index % sizes_[d] * strides_[d];
      index /= sizes_[d];
    }
    return here;
  }
  // Copies the matrix of an index, rows x cols, into memory with cols_apart elements from one column to the next;
  // write() copies it back.
  void read(int64_t index, int rows, int cols, T *to, int cols_apart) const {
    copy_matrix(rows, cols, at(index), row_, col_, to, 1, cols_apart);
  }
  void write(int64_t index, int rows, int cols, const T *from, int cols_apart) const {
    copy_matrix(rows, cols, from, 1, cols_apart, at(index), row_, col_);
  }
  T &element(T *item, int64_t row, int64_t col) const { return item[row * row_ + col * col_]; }

 private:
  T *data_;
  const std::vector<int64_t> &sizes_;
  std::vector<int64_t> strides_;
  int64_t row_ = 0, col_ = 0;
};
template <class T>
Items<T> items_in(const ct_tensor *t, int32_t own_dims, const std::vector<int64_t> &batch) {
  return {t, const_cast<void *>(ct_tensor_data(t)), own_dims, batch};
}
template <class T>
Items<T> items_out(ct_tensor *t, int32_t own_dims, const std::vector<int64_t> &batch) {
  return {t, data_mut(t), own_dims, batch};
}

// Hands out pieces of a block of memory, or, without one, counts how much they are.
class Carve {
 public:
  explicit Carve(char *memory) : memory_(memory) {}
  template <class T>
  T *take(int64_t count) {
    char *const piece = memory_ == nullptr ? nullptr : memory_ + used_;
    used_ += (std::max<int64_t>(count, 1) * static_cast<int64_t>(sizeof(T)) + 63) / 64 * 64;
    return reinterpret_cast<T *>(piece);
  }
  int64_t used() const { return used_; }

 private:
  char *memory_;
  int64_t used_ = 0;
};

std::string which_matrix(const std::vector<int64_t> &batch, int64_t index);  // "matrix [2, 0] of the batch"

constexpr int kNotFinite = std::numeric_limits<int>::min();  // an info of this library's own

// Calls body(index, work) for each matrix of a batch; work is what make(Carve &) returns, one for each thread. A body
// returns LAPACK's info. The first matrix, in the batch's order, for which that is not 0 is named by
// refuse(which, info), which throws.
template <class Make, class Body, class Refuse>
void each(const std::vector<int64_t> &batch, double item_ps, Make make, Body body, Refuse refuse) {
  int64_t count = 1;
  for (const int64_t size : batch) count *= size;
  Carve counting(nullptr);
  static_cast<void>(make(counting));
  std::atomic<int64_t> failed{std::numeric_limits<int64_t>::max()};
  const auto some = [&](int64_t begin, int64_t end, int32_t) {
    const Scratch scratch(counting.used());
    Carve carve(scratch.data());
    auto work = make(carve);
    for (int64_t i = begin; i < end; ++i) {
      if (body(i, work) == 0) continue;
      int64_t first = failed.load();
      while (i < first && !failed.compare_exchange_weak(first, i)) {
      }
    }
  };
  const BlasThreads threads(count == 1 ? threads_of_one_call() : 1);
  if (count == 1) {
    some(0, 1, 0);
  } else {
    parallel(count, item_ps, some);
  }
  const int64_t first = failed.load();
  if (first == std::numeric_limits<int64_t>::max()) return;
  // The matrix that failed first is computed once more for its info, because infos are not kept.
  const Scratch scratch(counting.used());
  Carve carve(scratch.data());
  auto work = make(carve);
  refuse(which_matrix(batch, first), body(first, work));
}

template <class T>
bool all_finite(const T *values, int64_t count) {
  const auto *const parts = reinterpret_cast<const Real<T> *>(values);
  const int64_t all = count * static_cast<int64_t>(sizeof(T) / sizeof(Real<T>));
  for (int64_t i = 0; i < all; ++i) {
    if (!std::isfinite(parts[i])) return false;
  }
  return true;
}

template <class T>
int lwork_of(T wanted) {  // as LAPACK says it: a float, which may have been rounded down
  const double real = static_cast<double>(std::real(wanted));
  return static_cast<int>(std::min(real + real / (1 << 22) + 1, static_cast<double>(kBlasMost)));
}

}  // namespace ct_linalg
