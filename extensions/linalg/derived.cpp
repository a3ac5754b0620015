// What is made of other ops by a few calls: pseudo-inverses, ranks, norms, conditions, traces and cross products.
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "batch.h"
#include "product.h"
#include "solve.h"

namespace ct_linalg {

namespace {

constexpr int32_t kLast[] = {-1}, kBeforeLast[] = {-2}, kLastTwo[] = {-2, -1};

Tensor largest(const Tensor &t, const int32_t *dims, int32_t count) {
  return make(ct_amax, t.get(), dims, count, false);
}
Tensor smallest(const Tensor &t, const int32_t *dims, int32_t count) {
  return make(ct_amin, t.get(), dims, count, false);
}
Tensor sum(const Tensor &t, const int32_t *dims, int32_t count) {
  return make(ct_sum, t.get(), dims, count, false, ct_dtype{CT_UNDEFINED});
}

double epsilon(ct_dtype dtype) {
  ct_finfo info = {};
  info.struct_size = sizeof info;
  call(ct_dtype_finfo, dtype, &info);
  return info.eps;
}
double relative_limit(const double *rtol, const ct_tensor *t, ct_dtype dtype) {
  if (rtol != nullptr) return *rtol;
  return epsilon(dtype) * static_cast<double>(std::max(size_from_end(t, 1), size_from_end(t, 2)));
}

// Which of s, singular values or magnitudes of eigenvalues, are above rtol times the largest one. s is not empty.
Tensor above_limit(const Tensor &s, double rtol) {
  const Tensor top = make(ct_amax, s.get(), kLast, int32_t{1}, true);
  ct_number memory;
  const Tensor limit = make(ct_mul, top.get(), ct_number_of(ct_scalar_f64(rtol), &memory));
  return make(ct_gt, s.get(), limit.get());
}

// The singular values; for a Hermitian matrix, they are the magnitudes of its eigenvalues.
Tensor values_of(const ct_tensor *t, bool hermitian) {
  if (!hermitian) return make(ct_linalg_svdvals, t);
  const Tensor values = make(ct_linalg_eigvalsh, t, false);
  return make(ct_abs, values.get());
}

// An op that needs the singular values which are not too small.
struct OfSingularValues {
  const double *rtol;
  bool hermitian;
  ct_dtype dtype = CT_UNDEFINED;

  void check(Inputs in) {
    dtype = lapack_dtype(in);
    hermitian ? check_square(in[0], "t") : check_matrices(in[0], "t");
  }
};

struct Pinv : OfSingularValues {
  void meta(Inputs in, Outputs &out) {
    check(in);
    std::vector<int64_t> result = batch_of(in[0]);
    result.push_back(size_from_end(in[0], 1));
    result.push_back(size_from_end(in[0], 2));
    out.set(0, result, dtype);
  }
  void impl(Inputs in, ct_tensor *const *outputs) {
    const double limit = relative_limit(rtol, in[0], dtype);
    Tensor right, values, left;  // t is left diag(values) right, and left and right have orthonormal columns and rows
    if (hermitian) {
      ct_tensor *w = nullptr, *v = nullptr;
      call(ct_linalg_eigh, in[0], false, &w, &v);
      values = Tensor(w), left = Tensor(v);
      right = adjoint(left);
    } else {
      ct_tensor *u = nullptr, *s = nullptr, *vh = nullptr;
      call(ct_linalg_svd, in[0], false, &u, &s, &vh);
      left = Tensor(u), values = Tensor(s), right = Tensor(vh);
    }
    const Tensor sizes = make(ct_abs, values.get()), kept = above_limit(sizes, limit);
    const Tensor inverses = make(ct_reciprocal, values.get());
    ct_number memory;
    const Tensor used = make(ct_where, kept.get(), inverses.get(), ct_number_of(ct_scalar_f64(0), &memory));
    const Tensor scaled = make(ct_mul, adjoint(right).get(), unsqueeze(used, -2).get());
    const Tensor back = to(scaled, dtype);
    call(ct_linalg_matmul_out, back.get(), adjoint(left).get(), outputs[0]);
  }
  static Tensor adjoint(const Tensor &t) {
    const Tensor view = transposed(t);
    return is_complex(ct_tensor_dtype(t)) ? make(ct_conj, view.get()) : view;
  }
};

struct MatrixRank : OfSingularValues {
  void meta(Inputs in, Outputs &out) {
    check(in);
    out.set(0, batch_of(in[0]), CT_INT64);
  }
  void impl(Inputs in, ct_tensor *const *outputs) {
    if (ct_tensor_numel(in[0]) == 0) return fill(outputs[0], 0);
    const Tensor kept = above_limit(values_of(in[0], hermitian), relative_limit(rtol, in[0], dtype));
    call(ct_count_nonzero_out, kept.get(), kLast, int32_t{1}, false, outputs[0]);
  }
};

// The norm of matrices whose dims are the last two. The result has the other dims.
Tensor norm_of(const Tensor &t, ct_linalg_matrix_ord ord) {
  const bool of_largest = ord == CT_LINALG_NORM_ONE || ord == CT_LINALG_NORM_TWO || ord == CT_LINALG_NORM_INF;
  switch (ord) {
    case CT_LINALG_NORM_FRO:
      return make(ct_norm, t.get(), nullptr, kLastTwo, int32_t{2}, false, ct_dtype{CT_UNDEFINED});
    case CT_LINALG_NORM_NUC:
      return sum(make(ct_linalg_svdvals, t.get()), kLast, 1);
    case CT_LINALG_NORM_TWO:
    case CT_LINALG_NORM_MINUS_TWO: {
      const Tensor values = make(ct_linalg_svdvals, t.get());
      return of_largest ? largest(values, kLast, 1) : smallest(values, kLast, 1);
    }
    default:
      break;
  }
  const bool columns = ord == CT_LINALG_NORM_ONE || ord == CT_LINALG_NORM_MINUS_ONE;
  const Tensor sums = sum(make(ct_abs, t.get()), columns ? kBeforeLast : kLast, 1);
  return of_largest ? largest(sums, kLast, 1) : smallest(sums, kLast, 1);
}

void check_ord(ct_linalg_matrix_ord ord) {
  if (ord > CT_LINALG_NORM_MINUS_INF) fail(CT_ERROR_INVALID, "unknown ord: ", static_cast<int64_t>(ord));
}
// An empty matrix has no largest or smallest element.
void check_not_empty(const ct_tensor *t, ct_linalg_matrix_ord ord, int64_t rows, int64_t cols) {
  if (ord == CT_LINALG_NORM_FRO || ord == CT_LINALG_NORM_NUC || (rows > 0 && cols > 0)) return;
  fail(CT_ERROR_SHAPE, "matrices without elements, of sizes ", sizes(t), ", have no such norm");
}

struct MatrixNorm {
  ct_linalg_matrix_ord ord;
  const int32_t *dims;
  bool keepdim;
  ct_dtype wanted;
  int32_t at[2] = {0, 0};
  ct_dtype dtype = CT_UNDEFINED;

  void meta(Inputs in, Outputs &out) {
    const ct_tensor *const t = in[0];
    check_ord(ord);
    check_matrices(t, "t");
    for (int i = 0; i < 2; ++i) at[i] = wrap_dim(dims == nullptr ? i - 2 : dims[i], ndim(t));
    if (at[0] == at[1]) fail(CT_ERROR_INDEX, "dim ", at[0], " is named twice");
    dtype = wanted == CT_UNDEFINED ? ct_tensor_dtype(t) : wanted;
    if (!is_blas(dtype)) {
      fail(CT_ERROR_DTYPE, "float32, float64, complex64 or complex128 is expected, got ", ct_dtype_name(dtype));
    }
    if (!ct_can_cast(ct_tensor_dtype(t), dtype)) {
      fail(CT_ERROR_DTYPE, ct_dtype_name(ct_tensor_dtype(t)), " is not converted to ", ct_dtype_name(dtype));
    }
    check_not_empty(t, ord, sizes(t)[static_cast<size_t>(at[0])], sizes(t)[static_cast<size_t>(at[1])]);
    std::vector<int64_t> result;
    for (int32_t d = 0; d < ndim(t); ++d) {
      if (d != at[0] && d != at[1]) {
        result.push_back(sizes(t)[static_cast<size_t>(d)]);
      } else if (keepdim) {
        result.push_back(1);
      }
    }
    out.set(0, result, real_of(dtype));
  }
  void impl(Inputs in, ct_tensor *const *outputs) {
    const Tensor t = make(ct_movedim, to(in[0], dtype).get(), at, kLastTwo, int32_t{2});
    Tensor out = Tensor::share(outputs[0]);
    if (keepdim) out = make(ct_squeeze, out.get(), at, int32_t{2});
    call(ct_copy, out.get(), norm_of(t, ord).get());
  }
};

// The condition number, the factor by which errors may grow: the norm of t times the norm of its inverse.
struct Cond {
  ct_linalg_matrix_ord ord;
  ct_dtype dtype = CT_UNDEFINED;

  bool by_values() const { return ord == CT_LINALG_NORM_TWO || ord == CT_LINALG_NORM_MINUS_TWO; }
  void meta(Inputs in, Outputs &out) {
    check_ord(ord);
    dtype = lapack_dtype(in);
    by_values() ? check_matrices(in[0], "t") : check_square(in[0], "t");
    check_not_empty(in[0], ord, size_from_end(in[0], 2), size_from_end(in[0], 1));
    out.set(0, batch_of(in[0]), real_of(dtype));
  }
  void impl(Inputs in, ct_tensor *const *outputs) {
    const Tensor t = Tensor::share(in[0]);
    if (by_values()) {
      const Tensor values = make(ct_linalg_svdvals, in[0]);
      const Tensor top = largest(values, kLast, 1), least = smallest(values, kLast, 1);
      const bool whole = ord == CT_LINALG_NORM_TWO;
      return call(ct_div_out, whole ? top.get() : least.get(), whole ? least.get() : top.get(), outputs[0]);
    }
    const Tensor inverse = inverse_or_infinity(in[0]);
    if (ord == CT_LINALG_NORM_NUC)
      return call(ct_mul_out, norm_of(t, ord).get(), nuclear_of_inverse(t).get(), outputs[0]);
    call(ct_mul_out, norm_of(t, ord).get(), norm_of(inverse, ord).get(), outputs[0]);
  }
  // LAPACK takes no infinities, so this does not compute the inverse.
  static Tensor nuclear_of_inverse(const Tensor &t) {
    const Tensor values = make(ct_linalg_svdvals, t.get());
    return sum(make(ct_reciprocal, values.get()), kLast, 1);
  }
};

struct Trace {
  int64_t offset;
  ct_dtype wanted;
  ct_dtype dtype = CT_UNDEFINED;
  void meta(Inputs in, Outputs &out) {
    check_matrices(in[0], "t");
    dtype = wanted == CT_UNDEFINED ? sum_dtype(ct_tensor_dtype(in[0])) : wanted;
    out.set(0, batch_of(in[0]), dtype);
  }
  void impl(Inputs in, ct_tensor *const *outputs) {
    const Tensor diagonal = make(ct_diagonal, in[0], offset, -2, -1);
    call(ct_sum_out, diagonal.get(), kLast, int32_t{1}, false, dtype, outputs[0]);
  }
};

struct Cross {
  int32_t dim;
  ct_dtype dtype = CT_UNDEFINED;
  void meta(Inputs in, Outputs &out) {
    const ct_tensor *const a = in[0], *const b = in[1];
    const int32_t fewer = std::min(ndim(a), ndim(b));
    dim = wrap_dim(dim, fewer) - fewer;  // from the end
    if (size_from_end(a, -dim) != 3 || size_from_end(b, -dim) != 3) {
      fail(CT_ERROR_SHAPE, "vectors of 3 elements are expected, got sizes ", sizes(a), " and ", sizes(b), " with dim ",
           dim);
    }
    dtype = common_dtype(in);
    if (dtype == CT_BOOL) fail(CT_ERROR_DTYPE, "numbers are expected, got bool");
    out.set(0, batch_sizes(a, 0, b, 0), dtype);
  }
  void impl(Inputs in, ct_tensor *const *outputs) {
    const Tensor a = to(in[0], dtype), b = to(in[1], dtype);
    for (int64_t i = 0; i < 3; ++i) {
      const int64_t j = (i + 1) % 3, k = (i + 2) % 3;
      const Tensor first = make(ct_mul, select(a, dim, j).get(), select(b, dim, k).get());
      const Tensor second = make(ct_mul, select(a, dim, k).get(), select(b, dim, j).get());
      call(ct_sub_out, first.get(), second.get(), select(outputs[0], dim, i).get());
    }
  }
};

}  // namespace

}  // namespace ct_linalg

using namespace ct_linalg;

extern "C" {

ct_status ct_linalg_pinv(const ct_tensor *t, const double *rtol, bool hermitian, ct_tensor **out, ct_error *error) {
  return fresh("ct_linalg_pinv", Pinv{rtol, hermitian}, List{t}, {out}, error);
}
ct_status ct_linalg_pinv_out(const ct_tensor *t, const double *rtol, bool hermitian, ct_tensor *out, ct_error *error) {
  return into("ct_linalg_pinv_out", Pinv{rtol, hermitian}, List{t}, {out}, error);
}

ct_status ct_linalg_matrix_rank(const ct_tensor *t, const double *rtol, bool hermitian, ct_tensor **out,
                                ct_error *error) {
  return fresh("ct_linalg_matrix_rank", MatrixRank{rtol, hermitian}, List{t}, {out}, error);
}
ct_status ct_linalg_matrix_rank_out(const ct_tensor *t, const double *rtol, bool hermitian, ct_tensor *out,
                                    ct_error *error) {
  return into("ct_linalg_matrix_rank_out", MatrixRank{rtol, hermitian}, List{t}, {out}, error);
}

ct_status ct_linalg_matrix_norm(const ct_tensor *t, ct_linalg_matrix_ord ord, const int32_t *dims, bool keepdim,
                                ct_dtype dtype, ct_tensor **out, ct_error *error) {
  return fresh("ct_linalg_matrix_norm", MatrixNorm{ord, dims, keepdim, dtype}, List{t}, {out}, error);
}
ct_status ct_linalg_matrix_norm_out(const ct_tensor *t, ct_linalg_matrix_ord ord, const int32_t *dims, bool keepdim,
                                    ct_dtype dtype, ct_tensor *out, ct_error *error) {
  return into("ct_linalg_matrix_norm_out", MatrixNorm{ord, dims, keepdim, dtype}, List{t}, {out}, error);
}

ct_status ct_linalg_vector_norm(const ct_tensor *t, const ct_scalar *ord, const int32_t *dims, int32_t ndims,
                                bool keepdim, ct_dtype dtype, ct_tensor **out, ct_error *error) {
  return ct_norm(t, ord, dims, ndims, keepdim, dtype, out, error);
}
ct_status ct_linalg_vector_norm_out(const ct_tensor *t, const ct_scalar *ord, const int32_t *dims, int32_t ndims,
                                    bool keepdim, ct_dtype dtype, ct_tensor *out, ct_error *error) {
  return ct_norm_out(t, ord, dims, ndims, keepdim, dtype, out, error);
}

ct_status ct_linalg_cond(const ct_tensor *t, ct_linalg_matrix_ord ord, ct_tensor **out, ct_error *error) {
  return fresh("ct_linalg_cond", Cond{ord}, List{t}, {out}, error);
}
ct_status ct_linalg_cond_out(const ct_tensor *t, ct_linalg_matrix_ord ord, ct_tensor *out, ct_error *error) {
  return into("ct_linalg_cond_out", Cond{ord}, List{t}, {out}, error);
}

ct_status ct_linalg_trace(const ct_tensor *t, int64_t offset, ct_dtype dtype, ct_tensor **out, ct_error *error) {
  return fresh("ct_linalg_trace", Trace{offset, dtype}, List{t}, {out}, error);
}
ct_status ct_linalg_trace_out(const ct_tensor *t, int64_t offset, ct_dtype dtype, ct_tensor *out, ct_error *error) {
  return into("ct_linalg_trace_out", Trace{offset, dtype}, List{t}, {out}, error);
}

ct_status ct_linalg_cross(const ct_tensor *a, const ct_tensor *b, int32_t dim, ct_tensor **out, ct_error *error) {
  return fresh("ct_linalg_cross", Cross{dim}, List{a, b}, {out}, error);
}
ct_status ct_linalg_cross_out(const ct_tensor *a, const ct_tensor *b, int32_t dim, ct_tensor *out, ct_error *error) {
  return into("ct_linalg_cross_out", Cross{dim}, List{a, b}, {out}, error);
}

}  // extern "C"
