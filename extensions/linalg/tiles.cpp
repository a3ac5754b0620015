// Products by the kernels of this library. Small matrices are multiplied where they lie; of large ones, blocks are
// packed first.
#include <algorithm>

#include "numbers.h"
#include "threads.h"
#include "ways.h"

namespace ct_linalg {

namespace {

// Sizes of blocks. A panel of a stays in the first cache, and a block of panels in the second one; panels of b come
// from the second and the last cache, prefetched. The deeper a block is, the fewer times c is read and written. A
// block's rows are a multiple of every kernel's height. Sapphire Rapids; tools/bench_linalg.py matmul of 1024 and 2048.
constexpr int64_t kDepth = 512, kBytesOfA = 512 << 10, kBytesOfB = 8 << 20, kRowUnit = 24, kColumnUnit = 64;
// Up to here a matrix b stays in the first cache as it lies, and packing would cost more than it gains.
constexpr int64_t kDirectBytes = 64 << 10;

struct Multiplier {
  const Plan &plan;
  Kind kind;
  const void *alpha;
  bool accumulate;
  int64_t depth, rows, columns;  // of a block

  Multiplier(const Plan &plan, const void *alpha, bool accumulate)
      : plan(plan), kind(kind_of(plan.dtype)), alpha(alpha), accumulate(accumulate), depth(std::min(kDepth, plan.k)) {
    const auto fit = [&](int64_t bytes, int64_t unit, int64_t size) {
      return std::min(std::max(bytes / (kDepth * plan.itemsize) / unit * unit, unit), size);
    };
    rows = fit(kBytesOfA, kRowUnit, plan.m);
    columns = fit(kBytesOfB, kColumnUnit, plan.n);
  }

  int64_t bytes_of_a() const { return (depth * rows * plan.itemsize + 63) / 64 * 64; }
  int64_t bytes_of_b() const { return depth * columns * plan.itemsize; }

  int64_t bytes_of_scratch() const { return plan.b.col == 1 ? 0 : plan.k * plan.n * plan.itemsize; }

  // Computes `count` products whose a is read as it lies; c.col is 1. It takes so many rows at a time that they stay in
  // the first caches while all columns are computed.
  void direct(const Place &a, const Place &b, const Place &c, Cut of_rows, Cut of_columns, int64_t count,
              char *scratch) const {
    const BatchDim next = plan.ndim == 0 ? BatchDim{} : plan.batch[plan.ndim - 1];
    const bool prefetch = a.col == 1 && b.col == 1 && plan.k * plan.itemsize >= 64 && plan.m >= 8;
    const int64_t some = std::max(kDirectBytes / (plan.k * plan.itemsize) / kRowUnit * kRowUnit, kRowUnit);
    const bool pieces = of_rows.count > 2 * some;
    const int64_t last = of_rows.first + of_rows.count, height = pieces ? some : of_rows.count;
    for (int64_t i = of_rows.first; i < last; i += height) {
      kernels().tile[static_cast<int>(kind)]({std::min(height, last - i),
                                              of_columns.count,
                                              plan.k,
                                              at(a, plan.itemsize, i, 0),
                                              a.row,
                                              a.col,
                                              at(b, plan.itemsize, 0, of_columns.first),
                                              b.row,
                                              b.col,
                                              at(c, plan.itemsize, i, of_columns.first),
                                              c.row,
                                              alpha,
                                              accumulate,
                                              false,
                                              false,
                                              count,
                                              next.a,
                                              next.b,
                                              next.c,
                                              scratch,
                                              prefetch});
    }
  }

  // Computes a part of one product, with packed operands; c.col is 1.
  void packed(const Place &a, const Place &b, const Place &c, Cut of_rows, Cut of_columns, char *scratch) const {
    const TileKernel tile = kernels().tile[static_cast<int>(kind)];
    const PackKernel pack = kernels().pack[static_cast<int>(kind)];
    char *const packed_a = scratch, *const packed_b = scratch + bytes_of_a();
    const int64_t last_row = of_rows.first + of_rows.count, last_column = of_columns.first + of_columns.count;
    for (int64_t l = 0; l < plan.k; l += depth) {
      const int64_t k = std::min(depth, plan.k - l);
      for (int64_t j = of_columns.first; j < last_column; j += columns) {
        const int64_t n = std::min(columns, last_column - j);
        pack({false, n, k, at(b, plan.itemsize, l, j), b.col, b.row, packed_b});
        for (int64_t i = of_rows.first; i < last_row; i += rows) {
          const int64_t m = std::min(rows, last_row - i);
          pack({true, m, k, at(a, plan.itemsize, i, l), a.row, a.col, packed_a});
          tile({m,
                n,
                k,
                packed_a,
                0,
                0,
                packed_b,
                0,
                0,
                at(c, plan.itemsize, i, j),
                c.row,
                alpha,
                accumulate || l > 0,
                true,
                true,
                1,
                0,
                0,
                0,
                nullptr,
                false});
        }
      }
    }
  }
};

// Calls body(a, b, c, rows, columns, count, scratch) for `count` matrices that follow one another, or for parts of one
// matrix, so that all threads have work.
template <class F>
void spread(const Plan &plan, double work, int64_t scratch_bytes, F &&body) {
  const Grid grid = grid_of(plan);
  const int64_t parts = grid.rows * grid.cols;
  parallel(plan.count() * parts, kMatrixPs + work / static_cast<double>(parts),
           [&](int64_t begin, int64_t end, int32_t) {
             const Scratch scratch(scratch_bytes);
             if (parts == 1) {
               plan.for_runs(begin, end, [&](const Place &a, const Place &b, const Place &c, int64_t count) {
                 body(a, b, c, Cut{0, plan.m}, Cut{0, plan.n}, count, scratch.data());
               });
               return;
             }
             for (int64_t i = begin; i < end; ++i) {
               Place a, b, c;
               plan.find(i / parts, &a, &b, &c);
               const Cut rows = cut_of(plan.m, grid.rows, i % parts / grid.cols);
               const Cut columns = cut_of(plan.n, grid.cols, i % grid.cols);
               if (rows.count > 0 && columns.count > 0) body(a, b, c, rows, columns, 1, scratch.data());
             }
           });
}

// Whether a column of c is best computed as dot products, because the rows of a lie well for that.
bool are_dots(Plan *plan) {
  if (plan->n != 1 || plan->a.col != 1 || plan->ndim == kMaxDims) return false;
  plan->batch[plan->ndim++] = {plan->m, plan->a.row, 0, plan->c.row};
  plan->m = 1;
  return true;
}

}  // namespace

void by_tiles(Plan plan, const ProductOptions &options) {
  const bool column_of_columns = plan.n == 1 && plan.c.row == 1 && plan.a.row == 1 && plan.m > 1;
  if (plan.c.col != 1 || column_of_columns) transpose(&plan);
  if (!options.scales() && are_dots(&plan)) return by_dots(plan, false);
  unsigned char alpha[16] = {};
  with_number(kind_of(plan.dtype), [&](auto number) {
    number = as_number<decltype(number)>(options.alpha);
    std::copy_n(reinterpret_cast<const unsigned char *>(&number), sizeof number, alpha);
  });
  const Multiplier by(plan, options.alpha == 1.0 ? nullptr : alpha, options.beta != 0.0);
  const double work = work_ps(plan);
  const bool few = plan.n <= kDirectBytes && plan.k * plan.n <= kDirectBytes / plan.itemsize;
  if (few || (plan.b.col == 1 && plan.m <= 4)) {
    spread(plan, work, by.bytes_of_scratch(),
           [&](const Place &a, const Place &b, const Place &c, Cut rows, Cut columns, int64_t count, char *scratch) {
             by.direct(a, b, c, rows, columns, count, scratch);
           });
  } else {
    spread(plan, work, by.bytes_of_a() + by.bytes_of_b(),
           [&](Place a, Place b, Place c, Cut rows, Cut columns, int64_t count, char *scratch) {
             const BatchDim next = plan.ndim == 0 ? BatchDim{} : plan.batch[plan.ndim - 1];
             for (; count > 0; --count) {
               by.packed(a, b, c, rows, columns, scratch);
               a.data += next.a * plan.itemsize, b.data += next.b * plan.itemsize, c.data += next.c * plan.itemsize;
             }
           });
  }
}

}  // namespace ct_linalg
