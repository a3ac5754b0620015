// Promotion, broadcasting and layout rules.
#include "rules.h"

#include <algorithm>
#include <cstdlib>

namespace reference {

// ---- dtypes ----

static ct_dtype complex_with(Format format) {
  if (format.digits == kDouble.digits) return CT_COMPLEX128;
  return format.digits == kHalf.digits ? CT_COMPLEX32 : CT_COMPLEX64;  // bfloat16's range needs complex64
}

static ct_dtype promote_floats(ct_dtype a, ct_dtype b) {  // real floats
  if (a == b) return a;
  if (a == CT_FLOAT64 || b == CT_FLOAT64) return CT_FLOAT64;
  return CT_FLOAT32;  // float16 with bfloat16, and either with float32
}

static std::optional<ct_dtype> promote_integers(ct_dtype a, ct_dtype b) {
  const DTypeInfo &x = info(a), &y = info(b);
  if (x.kind == y.kind) return x.bits >= y.bits ? a : b;
  const DTypeInfo &is_signed = x.kind == Kind::Signed ? x : y, &is_unsigned = x.kind == Kind::Signed ? y : x;
  if (is_signed.bits > is_unsigned.bits) return is_signed.dtype;
  switch (is_unsigned.bits) {
    case 8:
      return CT_INT16;
    case 16:
      return CT_INT32;
    case 32:
      return CT_INT64;
    default:
      return std::nullopt;
  }
}

ct_dtype real_of(ct_dtype d) {
  switch (d) {
    case CT_COMPLEX32:
      return CT_FLOAT16;
    case CT_COMPLEX64:
      return CT_FLOAT32;
    case CT_COMPLEX128:
      return CT_FLOAT64;
    default:
      return d;
  }
}

std::optional<ct_dtype> promote(ct_dtype a, ct_dtype b) {
  if (a == b) return a;
  if (a == CT_BOOL) return b;
  if (b == CT_BOOL) return a;
  if (is_complex(a) || is_complex(b)) {
    if (is_integer(a)) return b;
    if (is_integer(b)) return a;
    return complex_with(info(promote_floats(real_of(a), real_of(b))).format);
  }
  if (is_float(a) && is_float(b)) return promote_floats(a, b);
  if (is_float(a)) return a;
  if (is_float(b)) return b;
  return promote_integers(a, b);
}

bool can_cast(ct_dtype from, ct_dtype to) {
  if (is_complex(from) && !is_complex(to)) return false;
  if (is_float(from) && is_integer(to)) return false;
  return from == CT_BOOL || to != CT_BOOL;
}

std::optional<ct_dtype> result_type(const std::vector<Typed> &operands) {
  ct_dtype categories[3] = {CT_UNDEFINED, CT_UNDEFINED, CT_UNDEFINED};  // dim, 0-dim, wrapped number
  for (const Typed &operand : operands) {
    ct_dtype dtype = operand.dtype;
    if (operand.wrapped && is_float(dtype)) dtype = CT_FLOAT32;
    if (operand.wrapped && is_complex(dtype)) dtype = CT_COMPLEX64;
    ct_dtype &category = categories[operand.wrapped ? 2 : operand.zero_dim ? 1 : 0];
    const bool one_is_uint64 = category == CT_UINT64 || dtype == CT_UINT64;
    if (category == CT_UNDEFINED) {
      category = dtype;
    } else if (operand.wrapped && one_is_uint64 && is_integer(category) && is_integer(dtype)) {
      category = CT_UINT64;  // a number has no width of its own
    } else {
      const auto promoted = promote(category, dtype);
      if (!promoted) return std::nullopt;
      category = *promoted;
    }
  }
  // A lower category raises the kind only, never the width.
  const auto combine = [](ct_dtype higher, ct_dtype lower) -> std::optional<ct_dtype> {
    if (higher == CT_UNDEFINED) return lower;
    if (lower == CT_UNDEFINED || is_complex(higher)) return higher;
    if (is_float(higher)) return is_complex(lower) ? complex_with(info(higher).format) : higher;
    if (higher == CT_BOOL || is_float(lower) || is_complex(lower)) return promote(higher, lower);
    return higher;
  };
  const auto lower = combine(categories[1], categories[2]);
  return lower ? combine(categories[0], *lower) : std::nullopt;
}

// ---- shapes ----

std::optional<Sizes> broadcast(const std::vector<Sizes> &shapes) {
  Sizes result;
  for (const Sizes &shape : shapes) {
    if (shape.size() > result.size()) result.insert(result.begin(), shape.size() - result.size(), 1);
    for (size_t back = 1; back <= shape.size(); ++back) {
      int64_t &size = result[result.size() - back];
      const int64_t other = shape[shape.size() - back];
      if (size == 1) {
        size = other;
      } else if (other != 1 && other != size) {
        return std::nullopt;
      }
    }
  }
  return result;
}

// ---- layouts ----

// Dense strides for dims in this order, fastest first. PyTorch's functions differ in what a size of 0 does to the
// strides after it, and the golden vectors show it: it counts as 1, or it makes them 0.
enum class Zero { CountsAsOne, MakesZero };

static Sizes strides_in_order(const Sizes &sizes, const std::vector<size_t> &fastest_first, Zero zero) {
  Sizes strides(sizes.size(), 1);
  int64_t next = 1;
  for (const size_t dim : fastest_first) {
    strides[dim] = next;
    next *= zero == Zero::CountsAsOne ? std::max<int64_t>(sizes[dim], 1) : sizes[dim];
  }
  return strides;
}

static std::vector<size_t> last_to_first(size_t ndim) {
  std::vector<size_t> order(ndim);
  for (size_t i = 0; i < ndim; ++i) order[i] = ndim - 1 - i;
  return order;
}

static std::vector<size_t> channels_first(size_t ndim) {  // C first, then the last dim back to the third, then N
  std::vector<size_t> order{1};
  for (size_t dim = ndim - 1; dim >= 2; --dim) order.push_back(dim);
  order.push_back(0);
  return order;
}

static bool dense_in_order(const Sizes &sizes, const Sizes &strides, const std::vector<size_t> &fastest_first) {
  int64_t expected = 1;
  for (const size_t dim : fastest_first) {
    if (sizes[dim] == 1) continue;
    if (strides[dim] != expected) return false;
    expected *= sizes[dim];
  }
  return true;
}

Sizes contiguous_strides(const Sizes &sizes) {
  return strides_in_order(sizes, last_to_first(sizes.size()), Zero::CountsAsOne);
}
Sizes channels_last_strides(const Sizes &sizes) {
  return strides_in_order(sizes, channels_first(sizes.size()), Zero::MakesZero);
}

bool is_contiguous(const Sizes &sizes, const Sizes &strides) {
  return numel(sizes) == 0 || dense_in_order(sizes, strides, last_to_first(sizes.size()));
}

bool is_channels_last(const Sizes &sizes, const Sizes &strides) {
  if (sizes.size() != 4 && sizes.size() != 5) return false;
  return dense_in_order(sizes, strides, channels_first(sizes.size()));
}

bool is_dense(const Sizes &sizes, const Sizes &strides) {
  if (numel(sizes) == 0) return true;
  std::vector<size_t> order;  // the dims that matter
  for (size_t dim = 0; dim < sizes.size(); ++dim) {
    if (sizes[dim] >= 2) order.push_back(dim);
  }
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return strides[a] < strides[b]; });
  return dense_in_order(sizes, strides, order);
}

// ---- the iterator ----

// 1 where dim a is slower than dim b, -1 where it is faster, 0 where no operand can tell.
static int compare_dims(const std::vector<Sizes> &operand_strides, const Sizes &shape, size_t a, size_t b) {
  for (const Sizes &strides : operand_strides) {
    const int64_t at_a = std::abs(strides[a]), at_b = std::abs(strides[b]);
    if (at_a == 0 || at_b == 0) continue;
    if (at_a != at_b) return at_a < at_b ? -1 : 1;
    if (shape[a] > shape[b]) return 1;
  }
  return 0;
}

// Insertion sort that leaves ambiguous neighbours where they are and looks past them.
static std::vector<size_t> reorder(const std::vector<Sizes> &operand_strides, const Sizes &shape) {
  std::vector<size_t> perm = last_to_first(shape.size());
  for (size_t i = 1; i < perm.size(); ++i) {
    size_t at = i;
    for (size_t before = i; before-- > 0;) {
      const int order = compare_dims(operand_strides, shape, perm[before], perm[at]);
      if (order < 0) break;
      if (order > 0) {
        std::swap(perm[before], perm[at]);
        at = before;
      }
    }
  }
  return perm;
}

static Sizes allocated_strides(const Sizes &shape, const std::vector<size_t> &perm) {
  if (perm == last_to_first(shape.size())) return contiguous_strides(shape);
  return strides_in_order(shape, perm, Zero::MakesZero);
}

// Negative strides are neither contiguous nor dense. Those of dims of size 1 or of an empty array never step, so they
// do not count, but a layout that has them is not kept as it is. Allocated outputs have positive strides.
static bool has_negative(const Sizes &strides) {
  return std::any_of(strides.begin(), strides.end(), [](int64_t stride) { return stride < 0; });
}

Sizes elementwise_strides(const std::vector<Laid> &operands, const Sizes &shape) {
  const auto all = [&](auto &&holds) { return std::all_of(operands.begin(), operands.end(), holds); };
  // Fast setup: every operand has the shape already.
  if (all([&](const Laid &o) { return o.sizes == shape; })) {
    if (all([](const Laid &o) { return is_contiguous(o.sizes, o.strides); })) return contiguous_strides(shape);
    if (shape.size() == 4 && all([](const Laid &o) { return is_channels_last(o.sizes, o.strides); })) {
      return channels_last_strides(shape);
    }
    const Sizes &first = operands.front().strides;
    if (all([&](const Laid &o) { return is_dense(o.sizes, o.strides) && o.strides == first && !has_negative(first); }))
      return first;
  }
  std::vector<Sizes> strides;
  for (const Laid &o : operands) strides.push_back(broadcast_strides(o.sizes, o.strides, shape));
  return allocated_strides(shape, reorder(strides, shape));
}

Sizes dense_strides_like(const Sizes &sizes, const Sizes &strides) {
  if (is_dense(sizes, strides) && !has_negative(strides)) return strides;
  return strides_in_order(sizes, reorder({strides}, sizes), Zero::CountsAsOne);
}

}  // namespace reference
