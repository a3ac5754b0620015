// Products of a row and a column: sums of products of two vectors.
#include <algorithm>

#include "numbers.h"
#include "threads.h"
#include "ways.h"

namespace ct_linalg {

namespace {

// A long dot product is cut into pieces of this size, whatever the number of threads, so that results have the same
// bits. Strided vectors are gathered in blocks.
constexpr int64_t kPiece = 1 << 16, kBlock = 512;
// What a dot product costs apart from its elements, in picoseconds.
constexpr int64_t kDotPs = 3'000;

template <class T>
T added(T a, T b) {
  if constexpr (std::is_same_v<T, bool>) {
    return a || b;
  } else {
    return static_cast<T>(a + b);
  }
}

template <class T>
void gather(const T *from, int64_t stride, int64_t count, T *to) {
  for (int64_t i = 0; i < count; ++i) to[i] = from[i * stride];
}

template <class T>
struct Vectors {
  const T *x, *y;
  int64_t x_step, y_step;
};
// The sum of count products of two vectors with any strides.
template <class T>
T dot(DotKernel kernel, const Vectors<T> &of, int64_t count, bool conj) {
  T all = T();
  if (of.x_step == 1 && of.y_step == 1) {
    kernel({count, of.x, of.y, &all, conj, 1, 0, 0, 0});
    return all;
  }
  T of_x[kBlock], of_y[kBlock];
  for (int64_t i = 0; i < count; i += kBlock) {
    const int64_t some = std::min(kBlock, count - i);
    gather(of.x + i * of.x_step, of.x_step, some, of_x);
    gather(of.y + i * of.y_step, of.y_step, some, of_y);
    T part = T();
    kernel({some, of_x, of_y, &part, conj, 1, 0, 0, 0});
    all = added(all, part);
  }
  return all;
}

template <class T>
T *number_at(const Place &place, int64_t index = 0, int64_t step = 0) {
  return reinterpret_cast<T *>(place.data) + index * step;
}

// Computes each dot product as one piece.
template <class T>
void short_dots(const Plan &plan, DotKernel kernel, bool conj) {
  const BatchDim next = plan.ndim == 0 ? BatchDim{} : plan.batch[plan.ndim - 1];
  const auto run = [&](const Place &a, const Place &b, const Place &c, int64_t count) {
    if (plan.a.col == 1 && plan.b.row == 1) {
      return kernel({plan.k, a.data, b.data, c.data, conj, count, next.a, next.b, next.c});
    }
    for (int64_t i = 0; i < count; ++i) {
      const Vectors<T> of = {number_at<T>(a, i, next.a), number_at<T>(b, i, next.b), plan.a.col, plan.b.row};
      *number_at<T>(c, i, next.c) = dot(kernel, of, plan.k, conj);
    }
  };
  parallel(plan.count(), kDotPs + static_cast<double>(plan.k * kStreamPs),
           [&](int64_t begin, int64_t end, int32_t) { plan.for_runs(begin, end, run); });
}

template <class T>
void long_dots(const Plan &plan, DotKernel kernel, bool conj) {
  const int64_t pieces = (plan.k + kPiece - 1) / kPiece, count = plan.count();
  const int64_t wanted[] = {count * pieces * plan.itemsize};
  const Tensor memory = empty(wanted, CT_UINT8);
  T *const parts = reinterpret_cast<T *>(data_mut(memory));
  parallel(count * pieces, kPiece * kStreamPs, [&](int64_t begin, int64_t end, int32_t) {
    for (int64_t i = begin; i < end; ++i) {
      Place a, b, c;
      plan.find(i / pieces, &a, &b, &c);
      const int64_t first = i % pieces * kPiece;
      const Vectors<T> of = {number_at<T>(a, first, a.col), number_at<T>(b, first, b.row), a.col, b.row};
      parts[i] = dot(kernel, of, std::min(kPiece, plan.k - first), conj);
    }
  });
  for (int64_t i = 0; i < count; ++i) {
    T all = parts[i * pieces];
    for (int64_t j = 1; j < pieces; ++j) all = added(all, parts[i * pieces + j]);
    Place a, b, c;
    plan.find(i, &a, &b, &c);
    *number_at<T>(c) = all;
  }
}

}  // namespace

void by_dots(const Plan &plan, bool conj) {
  const DotKernel kernel = kernels().dot[static_cast<int>(kind_of(plan.dtype))];
  with_number(kind_of(plan.dtype), [&](auto number) {
    using T = decltype(number);
    plan.k > kPiece ? long_dots<T>(plan, kernel, conj) : short_dots<T>(plan, kernel, conj);
  });
}

}  // namespace ct_linalg
