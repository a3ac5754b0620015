// Chooses what computes a product: the kernels of this library (with those for vectors), or BLAS.
#include "product.h"

#include <algorithm>
#include <utility>

#include "blas.h"
#include "plan.h"
#include "ways.h"

namespace ct_linalg {

namespace {

// Up to so many multiplications, BLAS takes longer for a product than the kernels here.
constexpr int64_t kSmallWork = 64 * 64 * 64;

enum class Way { Dots, Tiles, Blas };

bool at_most(const Plan &plan, int64_t work) {
  return plan.m <= work && plan.n <= work && plan.k <= work / (plan.m * plan.n);
}

Way way_of(const Plan &plan, const ProductOptions &options) {
  if (!options.scales() && plan.m == 1 && plan.n == 1) return Way::Dots;
  if (!is_blas(plan.dtype) || !blas_sizes(plan) || !blas_is_apt()) return Way::Tiles;
  if (plan.m == 1 || plan.n == 1) return Way::Tiles;
  return at_most(plan, kSmallWork) ? Way::Tiles : Way::Blas;
}

Tensor dense(const Tensor &t) { return make(ct_clone, t.get(), ct_memory_format{CT_CONTIGUOUS}); }

// Whether this way of computing can take the matrix as it lies.
bool fits(const Plan &plan, Way way, const Place &place, int64_t rows, int64_t cols) {
  if (way == Way::Dots) return true;
  if (way == Way::Tiles) return &place != &plan.c || place.col == 1 || place.row == 1;
  return blas_layout(rows, cols, place).fits;
}

// c = beta c.
void scale(const Tensor &c, std::complex<double> beta) {
  if (beta == 0.0) return fill(c, 0);
  if (beta == 1.0) return;
  ct_number memory;
  const ct_scalar by =
      is_complex(ct_tensor_dtype(c)) ? ct_scalar_c128(beta.real(), beta.imag()) : ct_scalar_f64(beta.real());
  call(ct_mul_out, c.get(), ct_number_of(by, &memory), c.get());
}

}  // namespace

void multiply(const Tensor &a, const Tensor &b, const Tensor &c, const ProductOptions &options) {
  const ct_dtype dtype = ct_tensor_dtype(c);
  if (ct_tensor_numel(c) == 0) return;
  if (size_from_end(a, 1) == 0) return scale(c, options.beta);
  if (dtype == CT_FLOAT16 || dtype == CT_BFLOAT16 || dtype == CT_COMPLEX32) {
    // Computed, and added up, in floats.
    const ct_dtype wide = dtype == CT_COMPLEX32 ? CT_COMPLEX64 : CT_FLOAT32;
    const Tensor result = options.beta != 0.0 ? to(c, wide) : empty(sizes(c), wide);
    multiply(to(a, wide), to(b, wide), result, options);
    call(ct_copy, c.get(), result.get());
    return;
  }
  Tensor of_a = a, of_b = b;
  Plan plan = make_plan(of_a, of_b, c, !options.conj_a);
  Way way = way_of(plan, options);
  // A copy may fold better than its original, so the plan is made again.
  if (!fits(plan, way, plan.a, plan.m, plan.k)) {
    of_a = dense(of_a);
    plan = make_plan(of_a, of_b, c, !options.conj_a);
    way = way_of(plan, options);
  }
  if (!fits(plan, way, plan.b, plan.k, plan.n)) {
    of_b = dense(of_b);
    plan = make_plan(of_a, of_b, c, !options.conj_a);
    way = way_of(plan, options);
  }
  if (!fits(plan, way, plan.c, plan.m, plan.n)) {
    const Tensor result = options.beta != 0.0 ? dense(c) : empty(sizes(c), dtype);
    multiply(of_a, of_b, result, options);
    call(ct_copy, c.get(), result.get());
    return;
  }
  switch (way) {
    case Way::Dots:
      return by_dots(plan, options.conj_a);
    case Way::Tiles:
      if (options.beta != 0.0) scale(c, options.beta);
      return by_tiles(plan, options);
    case Way::Blas:
      return by_blas(plan, options);
  }
}

Grid grid_of(const Plan &plan) {
  const int64_t threads = ct_get_num_threads(), count = plan.count();
  const int64_t parts = count >= threads ? 1 : (threads + count - 1) / count;
  constexpr int64_t kLeast = 48;  // rows or columns of a part
  Grid grid;
  while (grid.rows * grid.cols < parts) {
    const bool by_rows = plan.m / grid.rows >= plan.n / grid.cols;
    int64_t &cuts = by_rows ? grid.rows : grid.cols;
    if ((by_rows ? plan.m : plan.n) / (cuts + 1) < kLeast) break;
    ++cuts;
  }
  return grid;
}

Cut cut_of(int64_t size, int64_t parts, int64_t index) {
  constexpr int64_t kUnit = 16;
  const int64_t tall = ((size + parts - 1) / parts + kUnit - 1) / kUnit * kUnit;
  const int64_t first = std::min(size, index * tall);
  return {first, std::min(tall, size - first)};
}

std::vector<int64_t> batch_sizes(const ct_tensor *a, int32_t of_a, const ct_tensor *b, int32_t of_b) {
  const int32_t count_a = std::max(ndim(a) - of_a, 0), count_b = std::max(ndim(b) - of_b, 0);
  std::vector<int64_t> all(static_cast<size_t>(std::max(count_a, count_b)));
  for (int32_t from_end = 1; from_end <= static_cast<int32_t>(all.size()); ++from_end) {
    const int64_t size_a = from_end > count_a ? 1 : sizes(a)[static_cast<size_t>(count_a - from_end)];
    const int64_t size_b = from_end > count_b ? 1 : sizes(b)[static_cast<size_t>(count_b - from_end)];
    if (size_a != size_b && size_a != 1 && size_b != 1) {
      fail(CT_ERROR_SHAPE, "batches of sizes ", sizes(a), " and ", sizes(b), " do not go together: ", size_a,
           " beside ", size_b);
    }
    all[all.size() - static_cast<size_t>(from_end)] = size_a == 1 ? size_b : size_a;
  }
  return all;
}

}  // namespace ct_linalg
