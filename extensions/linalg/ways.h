// The ways to compute a product of matrices, of which product.cpp chooses one. Threads are the core's in all of them.
#pragma once

#include "plan.h"
#include "product.h"

namespace ct_linalg {

// What a multiplication and an addition take together, in picoseconds: where everything is in the caches, and where it
// comes from memory.
inline double cached_ps(const Plan &plan) {
  return 3.5 * static_cast<double>(plan.itemsize) * (is_complex(plan.dtype) ? 2 : 1);
}
constexpr int64_t kStreamPs = 150;
// What a matrix costs in addition, at least.
constexpr int64_t kMatrixPs = 10'000;

inline double work_ps(const Plan &plan) {  // of one product of matrices
  return static_cast<double>(plan.m) * static_cast<double>(plan.n) * static_cast<double>(plan.k) * cached_ps(plan);
}

void by_dots(const Plan &plan, bool conj);                // m == n == 1
void by_tiles(Plan plan, const ProductOptions &options);  // any; rows or columns of c lie without gaps
void by_blas(const Plan &plan, const ProductOptions &options);

// How many parts rows and columns are cut into, so that each thread has one product that is about square.
struct Grid {
  int64_t rows = 1, cols = 1;
};
Grid grid_of(const Plan &plan);
struct Cut {
  int64_t first, count;
};
Cut cut_of(int64_t size, int64_t parts, int64_t index);

}  // namespace ct_linalg
