#include "plan.h"

#include <algorithm>
#include <utility>

#include "blas.h"

namespace ct_linalg {

int64_t Plan::count() const {
  int64_t all = 1;
  for (int32_t d = 0; d < ndim; ++d) all *= batch[d].size;
  return all;
}

void Plan::find(int64_t index, Place *a_at, Place *b_at, Place *c_at) const {
  *a_at = a, *b_at = b, *c_at = c;
  for (int32_t d = ndim - 1; d >= 0; --d) {
    const int64_t i = index % batch[d].size;
    index /= batch[d].size;
    a_at->data += i * batch[d].a * itemsize;
    b_at->data += i * batch[d].b * itemsize;
    c_at->data += i * batch[d].c * itemsize;
  }
}

char *at(const Place &place, int64_t itemsize, int64_t row, int64_t col) {
  return place.data + (row * place.row + col * place.col) * itemsize;
}

void transpose(Plan *plan) {
  std::swap(plan->m, plan->n);
  std::swap(plan->a, plan->b);
  for (Place *const place : {&plan->a, &plan->b, &plan->c}) std::swap(place->row, place->col);
  for (int32_t d = 0; d < plan->ndim; ++d) std::swap(plan->batch[d].a, plan->batch[d].b);
}

namespace {

// The stride of t along a dim of c's batch, where 0 is the last dim; the stride is 0 where t is broadcast.
int64_t batch_stride(const ct_tensor *t, int32_t from_end) {
  const int32_t d = ndim(t) - 3 - from_end;
  return d < 0 || sizes(t)[static_cast<size_t>(d)] == 1 ? 0 : strides(t)[static_cast<size_t>(d)];
}

// A lone row or column has no next one, so its stride can be chosen freely.
void settle_alone(Plan *plan) {
  const auto settle = [](Place *place, int64_t rows, int64_t cols) {
    if (cols <= 1) place->col = 1;
    if (rows <= 1) place->row = std::max<int64_t>(cols, 1);
  };
  settle(&plan->a, plan->m, plan->k);
  settle(&plan->b, plan->k, plan->n);
  settle(&plan->c, plan->m, plan->n);
}

// Joins two neighbouring dims that all three operands step through evenly.
void coalesce(Plan *plan) {
  int32_t kept = 0;
  for (int32_t d = 0; d < plan->ndim; ++d) {
    const BatchDim &next = plan->batch[d];
    BatchDim *const last = kept == 0 ? nullptr : &plan->batch[kept - 1];
    if (last != nullptr && last->a == next.a * next.size && last->b == next.b * next.size &&
        last->c == next.c * next.size) {
      *last = {last->size * next.size, next.a, next.b, next.c};
    } else {
      plan->batch[kept++] = next;
    }
  }
  plan->ndim = kept;
}

// A batch of matrices a, one below the other, times one matrix b is one tall matrix times b.
bool fold_rows(Plan *plan) {
  if (plan->ndim == 0) return false;
  const BatchDim &last = plan->batch[plan->ndim - 1];
  const bool alone = plan->m == 1;
  if (last.b != 0 || last.a == 0 || (!alone && (last.a != plan->m * plan->a.row || last.c != plan->m * plan->c.row)))
    return false;
  if (alone) plan->a.row = last.a, plan->c.row = last.c;
  plan->m *= last.size;
  --plan->ndim;
  return true;
}

void fold(Plan *plan) {
  while (fold_rows(plan)) {
  }
  transpose(plan);
  while (fold_rows(plan)) {
  }
  transpose(plan);
}

}  // namespace

Plan make_plan(const Tensor &a, const Tensor &b, const Tensor &c, bool may_fold) {
  Plan plan = {};
  plan.dtype = ct_tensor_dtype(c);
  plan.itemsize = ct_dtype_size(plan.dtype);
  plan.m = size_from_end(c, 2), plan.n = size_from_end(c, 1), plan.k = size_from_end(a, 1);
  const auto place = [](const ct_tensor *t, const void *data) {
    const Dims steps = strides(t);
    return Place{static_cast<char *>(const_cast<void *>(data)), steps[steps.size() - 2], steps[steps.size() - 1]};
  };
  plan.a = place(a, ct_tensor_data(a)), plan.b = place(b, ct_tensor_data(b)), plan.c = place(c, data_mut(c));
  for (int32_t d = 0; d < ndim(c) - 2; ++d) {
    const int64_t size = sizes(c)[static_cast<size_t>(d)];
    const int32_t from_end = ndim(c) - 3 - d;
    if (size == 1) continue;
    plan.batch[plan.ndim++] = {size, batch_stride(a, from_end), batch_stride(b, from_end), batch_stride(c, from_end)};
  }
  if (plan.m == 0 || plan.n == 0 || plan.count() == 0) return plan;
  coalesce(&plan);
  if (may_fold) fold(&plan);
  settle_alone(&plan);
  return plan;
}

BlasLayout blas_layout(int64_t rows, int64_t cols, const Place &place) {
  const auto leading = [](int64_t stride, int64_t at_least) { return stride >= at_least && stride <= kBlasMost; };
  const int64_t across = std::max<int64_t>(cols, 1), down = std::max<int64_t>(rows, 1);
  if (place.col == 1 && leading(place.row, across)) return {true, false, static_cast<int>(place.row)};
  if (place.row == 1 && leading(place.col, down)) return {true, true, static_cast<int>(place.col)};
  // A single row can also be seen as a column, so only the distance of its elements matters.
  if (rows <= 1 && leading(place.col, 1)) return {true, true, static_cast<int>(place.col)};
  if (cols <= 1 && leading(place.row, 1)) return {true, false, static_cast<int>(place.row)};
  return {false, false, 0};
}

bool blas_sizes(const Plan &plan) { return plan.m <= kBlasMost && plan.n <= kBlasMost && plan.k <= kBlasMost; }

}  // namespace ct_linalg
