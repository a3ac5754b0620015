// eye, and the indices of triangles.
#include <algorithm>

#include "ops/structural/copy.h"
#include "ops/structural/factory.h"
#include "ops/structural/fill.h"
#include "runtime/error.h"

namespace ct {

namespace {

void check_size(int64_t size, const char *name) {
  if (size < 0) fail(CT_ERROR_INVALID, name, " must not be negative, got ", size);
}

// The columns of a row that belong to the triangle.
struct Part {
  int64_t begin, end;
};

struct Triangle {
  int64_t rows, columns, offset;
  bool lower;

  int64_t border(int64_t row, int64_t beyond) const {  // the column where the diagonal crosses a row, and `beyond`
    return static_cast<int64_t>(std::clamp<Wide>(Wide{row} + offset + beyond, 0, columns));
  }
  Part part(int64_t row) const { return lower ? Part{0, border(row, 1)} : Part{border(row, 0), columns}; }
  // The rows that have elements in the triangle.
  int64_t first() const { return lower ? static_cast<int64_t>(std::clamp<Wide>(-Wide{offset}, 0, rows)) : 0; }
  int64_t last() const {
    return lower ? rows : static_cast<int64_t>(std::clamp<Wide>(Wide{columns} - offset, 0, rows));
  }
  int64_t count() const {
    const auto below = [&](Wide by) {  // elements on and below a diagonal
      const Wide begin = std::clamp<Wide>(-by, 0, rows), full = std::clamp<Wide>(Wide{columns} - by, begin, rows);
      return (full - begin) * (begin + by + 1 + full + by) / 2 + (rows - full) * columns;
    };
    const Wide all = lower ? below(offset) : Wide{rows} * columns - below(Wide{offset} - 1);
    if (all > INT64_MAX / 16) {
      fail(CT_ERROR_SHAPE, "the triangle of ", rows, " x ", columns, " has more elements than fit int64");
    }
    return static_cast<int64_t>(all);
  }
};

}  // namespace

Ref<Tensor> eye(int64_t rows, int64_t columns, int64_t diagonal, DType dtype) {
  check_size(rows, "rows");
  check_size(columns, "columns");
  const int64_t sizes[] = {rows, columns};
  Ref<Tensor> t = full(sizes, Scalar::of(int64_t{0}), dtype == DType::Undefined ? default_float() : dtype);
  const Wide down = std::max<Wide>(-Wide{diagonal}, 0), right = std::max<Wide>(diagonal, 0);
  const auto length = static_cast<int64_t>(std::clamp<Wide>(std::min(rows - down, columns - right), 0, INT64_MAX));
  if (length == 0) return t;
  const int64_t stride = columns + 1, first = static_cast<int64_t>(down * columns + right);
  fill(*Tensor::on_storage(t->keep_storage(), {&length, 1}, {&stride, 1}, first, t->dtype()), Scalar::of(int64_t{1}));
  return t;
}

Ref<Tensor> triangle_indices(int64_t rows, int64_t columns, int64_t offset, bool lower, DType dtype) {
  check_size(rows, "rows");
  check_size(columns, "columns");
  const DType result = dtype == DType::Undefined ? DType::Int64 : dtype;
  if (!is_integral(result)) fail(CT_ERROR_DTYPE, "indices are integers, got dtype ", dtype_name(result));
  const Triangle triangle{rows, columns, offset, lower};
  const int64_t sizes[] = {2, triangle.count()};
  if (sizes[1] > 0) check_fits(Scalar::of(std::max(rows, columns) - 1), result);
  Ref<Tensor> t = Tensor::create(sizes, DType::Int64);
  Ref<Tensor> out = result == DType::Int64 ? t : Tensor::create(sizes, result);
  auto *to_row = reinterpret_cast<int64_t *>(t->data());
  int64_t *to_column = to_row + sizes[1];
  for (int64_t row = triangle.first(); row < triangle.last(); ++row) {
    const Part part = triangle.part(row);
    for (int64_t column = part.begin; column < part.end; ++column) {
      *to_row++ = row;
      *to_column++ = column;
    }
  }
  if (result != DType::Int64) copy(*out, *t);
  return out;
}

}  // namespace ct
