// Decompositions: QR, singular values and eigenvalues; and least squares, by singular values.
#include "batch.h"
#include "product.h"

namespace ct_linalg {

namespace {

double cube_ps(double factor, int64_t m, int64_t n) {
  return 5e6 + factor * static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(std::min(m, n));
}

[[noreturn]] void refuse_values(const std::string &which, int info) {
  if (info == kNotFinite) fail(CT_ERROR_INVALID, which, " has an element that is infinite or NaN");
  fail(CT_ERROR_INVALID, "the values of ", which, " were not found: LAPACK's iteration did not converge, info ", info);
}

// For matrices of m rows and n columns; k is the smaller of the two numbers.
struct OfMatrix {
  ct_dtype dtype = CT_UNDEFINED;
  std::vector<int64_t> batch;
  int m = 0, n = 0, k = 0;

  void check(Inputs in) {
    dtype = lapack_dtype(in);
    check_matrices(in[0], "t");
    batch = batch_of(in[0]);
    m = lapack_size(size_from_end(in[0], 2)), n = lapack_size(size_from_end(in[0], 1));
    k = std::min(m, n);
  }
  std::vector<int64_t> with(std::initializer_list<int64_t> sizes) const {
    std::vector<int64_t> all = batch;
    all.insert(all.end(), sizes);
    return all;
  }
};

template <class T>
void set_identity(T *a, int rows, int cols, int ld) {
  for (int j = 0; j < cols; ++j) {
    for (int i = 0; i < rows; ++i) a[int64_t{j} * ld + i] = T(static_cast<Real<T>>(i == j ? 1 : 0));
  }
}

struct Qr : OfMatrix {
  ct_linalg_qr_mode mode;
  explicit Qr(ct_linalg_qr_mode mode) : mode(mode) {}

  void meta(Inputs in, Outputs &out) {
    if (mode > CT_LINALG_QR_COMPLETE) fail(CT_ERROR_INVALID, "unknown mode: ", static_cast<int64_t>(mode));
    check(in);
    const int cols = mode == CT_LINALG_QR_COMPLETE ? m : k;
    out.set(0, with({m, cols}), dtype);
    out.set(1, with({cols, n}), dtype);
  }
  void impl(Inputs in, ct_tensor *const *outputs) {
    with_type(dtype, [&](auto number) { compute<decltype(number)>(to(in[0], dtype), outputs[0], outputs[1]); });
  }
  template <class T>
  void compute(const Tensor &a, ct_tensor *q, ct_tensor *r) const {
    const int cols = mode == CT_LINALG_QR_COMPLETE ? m : k, ld = std::max(m, 1);
    const Items<T> of_a = items_in<T>(a, 2, batch), of_q = items_out<T>(q, 2, batch), of_r = items_out<T>(r, 2, batch);
    T for_r = T(), for_q = T();
    geqrf(m, n, &for_r, ld, &for_r, &for_r, -1);
    orgqr(m, cols, k, &for_q, ld, &for_q, &for_q, -1);
    const int lwork = std::max({lwork_of(for_r), lwork_of(for_q), n, cols, 1});
    struct Work {
      T *a, *tau, *r, *work;
    };
    each(
        batch, cube_ps(200, m, n),
        [&](Carve &carve) {
          return Work{carve.take<T>(int64_t{m} * std::max(n, cols)), carve.take<T>(k), carve.take<T>(int64_t{cols} * n),
                      carve.take<T>(lwork)};
        },
        [&](int64_t i, Work &w) {
          of_a.read(i, m, n, w.a, ld);
          geqrf(m, n, w.a, ld, w.tau, w.work, lwork);
          for (int col = 0; col < n; ++col) {
            for (int row = 0; row < cols; ++row) {
              w.r[int64_t{col} * cols + row] = row <= col && row < m ? w.a[int64_t{col} * ld + row] : T();
            }
          }
          orgqr(m, cols, k, w.a, ld, w.tau, w.work, lwork);
          of_q.write(i, m, cols, w.a, ld);
          of_r.write(i, cols, n, w.r, cols);
          return 0;
        },
        refuse_values);
  }
};

// u, s, vh, or s alone.
struct Svd : OfMatrix {
  static constexpr bool kMayFail = true;
  bool vectors, full;
  Svd(bool vectors, bool full) : vectors(vectors), full(full) {}

  void meta(Inputs in, Outputs &out) {
    check(in);
    const ct_dtype real = real_of(dtype);
    if (!vectors) return out.set(0, with({k}), real);
    out.set(0, with({m, full ? m : k}), dtype);
    out.set(1, with({k}), real);
    out.set(2, with({full ? n : k, n}), dtype);
  }
  void impl(Inputs in, ct_tensor *const *outputs) {
    with_type(dtype, [&](auto number) { compute<decltype(number)>(to(in[0], dtype), outputs); });
  }
  template <class T>
  void compute(const Tensor &a, ct_tensor *const *outputs) const {
    using R = Real<T>;
    const int of_m = vectors ? (full ? m : k) : 0, of_n = vectors ? (full ? n : k) : 0;
    const int lda = std::max(m, 1), ldu = std::max(vectors ? m : 1, 1), ldv = std::max(of_n, 1);
    const char job = !vectors ? 'N' : full ? 'A' : 'S';
    const Items<T> of_a = items_in<T>(a, 2, batch);
    const Items<R> of_s = items_out<R>(outputs[vectors ? 1 : 0], 1, batch);
    const Items<T> of_u = vectors ? items_out<T>(outputs[0], 2, batch) : of_a;
    const Items<T> of_vh = vectors ? items_out<T>(outputs[2], 2, batch) : of_a;
    T wanted = T();
    R nothing = R();
    int none = 0;
    if (k > 0) gesdd(job, m, n, &wanted, lda, &nothing, &wanted, ldu, &wanted, ldv, &wanted, -1, &nothing, &none);
    const int lwork = std::max(lwork_of(wanted), 1);
    // The largest size of rwork that LAPACK's manual names.
    const int64_t most = std::max(m, n), least = k,
                  rwork = kIsComplex<T> ? least * (5 * least + 7 + 2 * most + 2 * least) : 0;
    struct Work {
      T *a, *u, *vh, *work;
      R *s, *rwork;
      int *iwork;
    };
    each(
        batch, cube_ps(vectors ? 2000 : 800, m, n),
        [&](Carve &carve) {
          return Work{carve.take<T>(int64_t{m} * n),
                      carve.take<T>(int64_t{m} * of_m),
                      carve.take<T>(int64_t{of_n} * n),
                      carve.take<T>(lwork),
                      carve.take<R>(k),
                      carve.take<R>(rwork),
                      carve.take<int>(int64_t{8} * k)};
        },
        [&](int64_t i, Work &w) {
          of_a.read(i, m, n, w.a, lda);
          if (!all_finite(w.a, int64_t{m} * n)) return kNotFinite;
          if (k == 0) {
            set_identity(w.u, m, of_m, ldu);
            set_identity(w.vh, of_n, n, ldv);
          } else {
            const int info = gesdd(job, m, n, w.a, lda, w.s, w.u, ldu, w.vh, ldv, w.work, lwork, w.rwork, w.iwork);
            if (info != 0) return info;
          }
          of_s.write(i, k, 1, w.s, std::max(k, 1));
          if (vectors) {
            of_u.write(i, m, of_m, w.u, ldu);
            of_vh.write(i, of_n, n, w.vh, ldv);
          }
          return 0;
        },
        refuse_values);
  }
};

struct OfSquareMatrix : OfMatrix {
  void check_square_matrix(Inputs in) {
    check(in);
    check_square(in[0], "t");
  }
};

// For symmetric and Hermitian matrices, of which one triangle is read: eigenvalues in ascending order, and
// eigenvectors.
struct Eigh : OfSquareMatrix {
  static constexpr bool kMayFail = true;
  bool vectors, upper;
  Eigh(bool vectors, bool upper) : vectors(vectors), upper(upper) {}

  void meta(Inputs in, Outputs &out) {
    check_square_matrix(in);
    out.set(0, with({n}), real_of(dtype));
    if (vectors) out.set(1, with({n, n}), dtype);
  }
  void impl(Inputs in, ct_tensor *const *outputs) {
    with_type(dtype, [&](auto number) { compute<decltype(number)>(to(in[0], dtype), outputs); });
  }
  template <class T>
  void compute(const Tensor &a, ct_tensor *const *outputs) const {
    using R = Real<T>;
    const int ld = std::max(n, 1);
    const char job = vectors ? 'V' : 'N', uplo = upper ? 'U' : 'L';
    const Items<T> of_a = items_in<T>(a, 2, batch);
    const Items<R> of_w = items_out<R>(outputs[0], 1, batch);
    const Items<T> of_v = vectors ? items_out<T>(outputs[1], 2, batch) : of_a;
    T wanted = T();
    R nothing = R(), wanted_r = R();
    int wanted_i = 0;
    heevd(job, uplo, n, &wanted, ld, &nothing, &wanted, -1, &wanted_r, -1, &wanted_i, -1);
    const int lwork = std::max(lwork_of(wanted), 1), lrwork = std::max(lwork_of(wanted_r), 1),
              liwork = std::max(wanted_i, 1);
    struct Work {
      T *a, *work;
      R *w, *rwork;
      int *iwork;
    };
    each(
        batch, cube_ps(vectors ? 1500 : 500, n, n),
        [&](Carve &carve) {
          return Work{carve.take<T>(int64_t{n} * n), carve.take<T>(lwork), carve.take<R>(n), carve.take<R>(lrwork),
                      carve.take<int>(liwork)};
        },
        [&](int64_t i, Work &w) {
          of_a.read(i, n, n, w.a, ld);
          for (int j = 0; j < n; ++j) {  // the triangle that is read
            const T *const column = w.a + int64_t{j} * ld;
            if (!(upper ? all_finite(column, j + 1) : all_finite(column + j, n - j))) return kNotFinite;
          }
          const int info = heevd(job, uplo, n, w.a, ld, w.w, w.work, lwork, w.rwork, lrwork, w.iwork, liwork);
          if (info != 0) return info;
          of_w.write(i, n, 1, w.w, ld);
          if (vectors) of_v.write(i, n, n, w.a, ld);
          return 0;
        },
        refuse_values);
  }
};

// For any square matrices. Eigenvalues and eigenvectors are complex.
struct Eig : OfSquareMatrix {
  static constexpr bool kMayFail = true;
  bool vectors;
  explicit Eig(bool vectors) : vectors(vectors) {}

  void meta(Inputs in, Outputs &out) {
    check_square_matrix(in);
    out.set(0, with({n}), complex_of(dtype));
    if (vectors) out.set(1, with({n, n}), complex_of(dtype));
  }
  void impl(Inputs in, ct_tensor *const *outputs) {
    with_type(dtype, [&](auto number) { compute<decltype(number)>(to(in[0], dtype), outputs); });
  }
  template <class T>
  void compute(const Tensor &a, ct_tensor *const *outputs) const {
    using R = Real<T>;
    using C = std::complex<R>;
    const int ld = std::max(n, 1), ldv = vectors ? ld : 1;
    const char job = vectors ? 'V' : 'N';
    const Items<T> of_a = items_in<T>(a, 2, batch);
    const Items<C> of_w = items_out<C>(outputs[0], 1, batch);
    const Items<C> of_v = items_out<C>(outputs[vectors ? 1 : 0], vectors ? 2 : 1, batch);
    T wanted = T();
    R nothing = R();
    geev(job, n, &wanted, ld, &wanted, &wanted, &wanted, ldv, &wanted, -1, &nothing);
    const int lwork = std::max({lwork_of(wanted), 4 * n, 1});
    const int64_t of_v_count = vectors ? int64_t{n} * n : 0;
    struct Work {
      T *a, *w, *w_imag, *v, *work;
      R *rwork;
      C *values, *columns;
    };
    each(
        batch, cube_ps(8000, n, n),
        [&](Carve &carve) {
          return Work{carve.take<T>(int64_t{n} * n),
                      carve.take<T>(n),
                      carve.take<T>(n),
                      carve.take<T>(of_v_count),
                      carve.take<T>(lwork),
                      carve.take<R>(int64_t{2} * n),
                      carve.take<C>(n),
                      carve.take<C>(of_v_count)};
        },
        [&](int64_t i, Work &w) {
          of_a.read(i, n, n, w.a, ld);
          if (!all_finite(w.a, int64_t{n} * n)) return kNotFinite;
          const int info = geev(job, n, w.a, ld, w.w, w.w_imag, w.v, ldv, w.work, lwork, w.rwork);
          if (info != 0) return info;
          widen(w.w, w.w_imag, w.v, w.values, w.columns);
          of_w.write(i, n, 1, w.values, ld);
          if (vectors) of_v.write(i, n, n, w.columns, ld);
          return 0;
        },
        refuse_values);
  }

  template <class R>
  void widen(const std::complex<R> *w, const std::complex<R> *, const std::complex<R> *v, std::complex<R> *values,
             std::complex<R> *columns) const {
    std::copy_n(w, n, values);
    if (vectors) std::copy_n(v, int64_t{n} * n, columns);
  }
  // Of real matrices, complex values come in pairs, whose vectors have their real and imaginary parts in two columns.
  template <class R>
  void widen(const R *w, const R *w_imag, const R *v, std::complex<R> *values, std::complex<R> *columns) const {
    for (int j = 0; j < n; ++j) values[j] = {w[j], w_imag[j]};
    if (!vectors) return;
    for (int j = 0; j < n; ++j) {
      const R *const re = v + int64_t{j} * n, *const im = re + n;
      std::complex<R> *const to = columns + int64_t{j} * n;
      if (w_imag[j] == 0 || j + 1 == n) {
        std::copy_n(re, n, to);
        continue;
      }
      for (int row = 0; row < n; ++row) {
        to[row] = {re[row], im[row]};
        to[n + row] = {re[row], -im[row]};
      }
      ++j;
    }
  }
};

// The x of least norm for which a x is nearest to b, with the rank of a and its singular values.
struct Lstsq {
  static constexpr bool kMayFail = true;
  const double *rcond;
  ct_dtype dtype = CT_UNDEFINED;
  bool vector = false;
  std::vector<int64_t> batch;
  explicit Lstsq(const double *rcond) : rcond(rcond) {}

  void meta(Inputs in, Outputs &out) {
    const ct_tensor *const a = in[0], *const b = in[1];
    dtype = lapack_dtype(in);
    check_matrices(a, "a");
    if (ndim(b) == 0) fail(CT_ERROR_SHAPE, "b must be a vector, a matrix or a batch of them, got a number");
    vector = ndim(b) == 1;
    const int64_t m = size_from_end(a, 2), n = size_from_end(a, 1), of_b = size_from_end(b, vector ? 1 : 2);
    if (m != of_b) {
      fail(CT_ERROR_SHAPE, "a of sizes ", sizes(a), " and b of sizes ", sizes(b), " do not go together: ", m, " and ",
           of_b, " rows");
    }
    lapack_size(m);
    batch = batch_sizes(a, 2, b, vector ? 1 : 2);
    std::vector<int64_t> solution = batch, values = batch;
    solution.push_back(lapack_size(n));
    if (!vector) solution.push_back(lapack_size(size_from_end(b, 1)));
    values.push_back(std::min(m, n));
    out.set(0, solution, dtype);
    out.set(1, batch, CT_INT64);
    out.set(2, values, real_of(dtype));
  }
  void impl(Inputs in, ct_tensor *const *outputs) {
    with_type(dtype, [&](auto number) { compute<decltype(number)>(to(in[0], dtype), to(in[1], dtype), outputs); });
  }
  template <class T>
  void compute(const Tensor &a, const Tensor &b, ct_tensor *const *outputs) const {
    using R = Real<T>;
    const int m = lapack_size(size_from_end(a, 2)), n = lapack_size(size_from_end(a, 1)), k = std::min(m, n);
    const int given = vector ? 1 : lapack_size(size_from_end(b, 1)), sides = std::max(given, 1);  // LAPACK takes no 0
    const int lda = std::max(m, 1), ldb = std::max({m, n, 1});
    const int own = vector ? 1 : 2;
    const R limit =
        rcond != nullptr ? static_cast<R>(*rcond) : std::numeric_limits<R>::epsilon() * static_cast<R>(std::max(m, n));
    const Items<T> of_a = items_in<T>(a, 2, batch), of_b = items_in<T>(b, own, batch),
                   of_x = items_out<T>(outputs[0], own, batch);
    const Items<int64_t> of_rank = items_out<int64_t>(outputs[1], 0, batch);
    const Items<R> of_s = items_out<R>(outputs[2], 1, batch);
    T wanted = T();
    R wanted_r = R(), nothing = R();
    int wanted_i = 0, rank_of_none = 0;
    if (k > 0) {
      gelsd(m, n, sides, &wanted, lda, &wanted, ldb, &nothing, limit, &rank_of_none, &wanted, -1, &wanted_r, &wanted_i);
    }
    const int lwork = std::max(lwork_of(wanted), 1), lrwork = std::max(lwork_of(wanted_r), 1);
    struct Work {
      T *a, *b, *work;
      R *s, *rwork;
      int *iwork;
    };
    each(
        batch, cube_ps(2000, m, n),
        [&](Carve &carve) {
          return Work{carve.take<T>(int64_t{m} * n), carve.take<T>(int64_t{ldb} * sides),
                      carve.take<T>(lwork),          carve.take<R>(k),
                      carve.take<R>(lrwork),         carve.take<int>(wanted_i)};
        },
        [&](int64_t i, Work &w) {
          of_a.read(i, m, n, w.a, lda);
          std::fill_n(w.b, int64_t{ldb} * sides, T());
          of_b.read(i, m, given, w.b, ldb);
          if (!all_finite(w.a, int64_t{m} * n) || !all_finite(w.b, int64_t{ldb} * sides)) return kNotFinite;
          int rank = 0;
          const int info =
              k == 0 ? 0 : gelsd(m, n, sides, w.a, lda, w.b, ldb, w.s, limit, &rank, w.work, lwork, w.rwork, w.iwork);
          if (info != 0) return info;
          of_x.write(i, n, given, w.b, ldb);
          *of_rank.at(i) = rank;
          of_s.write(i, k, 1, w.s, std::max(k, 1));
          return 0;
        },
        refuse_values);
  }
};

}  // namespace

}  // namespace ct_linalg

using namespace ct_linalg;

extern "C" {

ct_status ct_linalg_qr(const ct_tensor *t, ct_linalg_qr_mode mode, ct_tensor **q, ct_tensor **r, ct_error *error) {
  return fresh("ct_linalg_qr", Qr(mode), List{t}, {q, r}, error);
}
ct_status ct_linalg_qr_out(const ct_tensor *t, ct_linalg_qr_mode mode, ct_tensor *q, ct_tensor *r, ct_error *error) {
  return into("ct_linalg_qr_out", Qr(mode), List{t}, {q, r}, error);
}

ct_status ct_linalg_svd(const ct_tensor *t, bool full_matrices, ct_tensor **u, ct_tensor **s, ct_tensor **vh,
                        ct_error *error) {
  return fresh("ct_linalg_svd", Svd(true, full_matrices), List{t}, {u, s, vh}, error);
}
ct_status ct_linalg_svd_out(const ct_tensor *t, bool full_matrices, ct_tensor *u, ct_tensor *s, ct_tensor *vh,
                            ct_error *error) {
  return into("ct_linalg_svd_out", Svd(true, full_matrices), List{t}, {u, s, vh}, error);
}

ct_status ct_linalg_svdvals(const ct_tensor *t, ct_tensor **out, ct_error *error) {
  return fresh("ct_linalg_svdvals", Svd(false, false), List{t}, {out}, error);
}
ct_status ct_linalg_svdvals_out(const ct_tensor *t, ct_tensor *out, ct_error *error) {
  return into("ct_linalg_svdvals_out", Svd(false, false), List{t}, {out}, error);
}

ct_status ct_linalg_eigh(const ct_tensor *t, bool upper, ct_tensor **values, ct_tensor **vectors, ct_error *error) {
  return fresh("ct_linalg_eigh", Eigh(true, upper), List{t}, {values, vectors}, error);
}
ct_status ct_linalg_eigh_out(const ct_tensor *t, bool upper, ct_tensor *values, ct_tensor *vectors, ct_error *error) {
  return into("ct_linalg_eigh_out", Eigh(true, upper), List{t}, {values, vectors}, error);
}

ct_status ct_linalg_eigvalsh(const ct_tensor *t, bool upper, ct_tensor **out, ct_error *error) {
  return fresh("ct_linalg_eigvalsh", Eigh(false, upper), List{t}, {out}, error);
}
ct_status ct_linalg_eigvalsh_out(const ct_tensor *t, bool upper, ct_tensor *out, ct_error *error) {
  return into("ct_linalg_eigvalsh_out", Eigh(false, upper), List{t}, {out}, error);
}

ct_status ct_linalg_eig(const ct_tensor *t, ct_tensor **values, ct_tensor **vectors, ct_error *error) {
  return fresh("ct_linalg_eig", Eig(true), List{t}, {values, vectors}, error);
}
ct_status ct_linalg_eig_out(const ct_tensor *t, ct_tensor *values, ct_tensor *vectors, ct_error *error) {
  return into("ct_linalg_eig_out", Eig(true), List{t}, {values, vectors}, error);
}

ct_status ct_linalg_eigvals(const ct_tensor *t, ct_tensor **out, ct_error *error) {
  return fresh("ct_linalg_eigvals", Eig(false), List{t}, {out}, error);
}
ct_status ct_linalg_eigvals_out(const ct_tensor *t, ct_tensor *out, ct_error *error) {
  return into("ct_linalg_eigvals_out", Eig(false), List{t}, {out}, error);
}

ct_status ct_linalg_lstsq(const ct_tensor *a, const ct_tensor *b, const double *rcond, ct_tensor **solution,
                          ct_tensor **rank, ct_tensor **singular_values, ct_error *error) {
  return fresh("ct_linalg_lstsq", Lstsq(rcond), List{a, b}, {solution, rank, singular_values}, error);
}
ct_status ct_linalg_lstsq_out(const ct_tensor *a, const ct_tensor *b, const double *rcond, ct_tensor *solution,
                              ct_tensor *rank, ct_tensor *singular_values, ct_error *error) {
  return into("ct_linalg_lstsq_out", Lstsq(rcond), List{a, b}, {solution, rank, singular_values}, error);
}

}  // extern "C"
