// Products that BLAS computes, a part on each thread.
#include <algorithm>

#include "numbers.h"
#include "threads.h"
#include "ways.h"

namespace ct_linalg {

namespace {

template <class T>
struct Scales {
  T alpha, beta;
};

template <class T>
void matrix_part(const Plan &plan, const Place &a, const Place &b, const Place &c, Cut rows, Cut cols,
                 const Scales<T> &by) {
  const BlasLayout of_a = blas_layout(plan.m, plan.k, a), of_b = blas_layout(plan.k, plan.n, b),
                   of_c = blas_layout(plan.m, plan.n, c);
  // Where c lies as its transpose, BLAS gets the transposes of all three matrices.
  const auto trans = [&](const BlasLayout &of) { return of.trans != of_c.trans ? kTrans : kNoTrans; };
  gemm(of_c.trans ? kColMajor : kRowMajor, trans(of_a), trans(of_b), static_cast<int>(rows.count),
       static_cast<int>(cols.count), static_cast<int>(plan.k), by.alpha,
       reinterpret_cast<const T *>(at(a, plan.itemsize, rows.first, 0)), of_a.ld,
       reinterpret_cast<const T *>(at(b, plan.itemsize, 0, cols.first)), of_b.ld, by.beta,
       reinterpret_cast<T *>(at(c, plan.itemsize, rows.first, cols.first)), of_c.ld);
}

template <class T>
void parts_of(const Plan &plan, const ProductOptions &options) {
  const Scales<T> by = {as_number<T>(options.alpha), as_number<T>(options.beta)};
  const double work = work_ps(plan);
  const Grid grid = grid_of(plan);
  const int64_t parts = grid.rows * grid.cols;
  const BlasThreads alone(1);
  parallel(plan.count() * parts, kMatrixPs + work / static_cast<double>(parts),
           [&](int64_t begin, int64_t end, int32_t) {
             for (int64_t i = begin; i < end; ++i) {
               Place a, b, c;
               plan.find(i / parts, &a, &b, &c);
               const Cut rows = cut_of(plan.m, grid.rows, i % parts / grid.cols);
               const Cut cols = cut_of(plan.n, grid.cols, i % grid.cols);
               if (rows.count == 0 || cols.count == 0) continue;
               matrix_part(plan, a, b, c, rows, cols, by);
             }
           });
}

}  // namespace

void by_blas(const Plan &plan, const ProductOptions &options) {
  switch (kind_of(plan.dtype)) {
    case Kind::F32:
      return parts_of<float>(plan, options);
    case Kind::F64:
      return parts_of<double>(plan, options);
    case Kind::C64:
      return parts_of<C64>(plan, options);
    default:
      return parts_of<C128>(plan, options);
  }
}

}  // namespace ct_linalg
