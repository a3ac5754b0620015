// Gaussian elimination and Cholesky's decomposition: solutions, inverses, determinants.
#include "solve.h"
#include "batch.h"
#include "product.h"

namespace ct_linalg {

namespace {

// About how many picoseconds an elimination takes.
double elimination_ps(int64_t n) {
  return 2e6 + 100.0 * static_cast<double>(n) * static_cast<double>(n) * static_cast<double>(n);
}

[[noreturn]] void refuse_singular(const std::string &which, int info) {
  fail(CT_ERROR_INVALID, which, " is singular: the pivot of column ", info - 1, " is 0");
}

// A matrix and its right-hand sides, or one right-hand side as a vector.
struct System {
  ct_dtype dtype = CT_UNDEFINED;
  bool vector = false;
  std::vector<int64_t> batch;

  void check(Inputs in, Outputs &out, bool left) {
    const ct_tensor *const a = in[0], *const b = in[1];
    dtype = lapack_dtype(in);
    check_square(a, "a");
    if (ndim(b) == 0) fail(CT_ERROR_SHAPE, "b must be a vector, a matrix or a batch of them, got a number");
    vector = ndim(b) == 1;
    const int64_t n = size_from_end(a, 1), of_b = size_from_end(b, vector || !left ? 1 : 2);
    if (n != of_b) {
      fail(CT_ERROR_SHAPE, "a of sizes ", sizes(a), " and b of sizes ", sizes(b), " do not go together: ", n, " and ",
           of_b, vector || left ? " rows" : " columns");
    }
    lapack_size(n);
    batch = batch_sizes(a, 2, b, vector ? 1 : 2);
    std::vector<int64_t> result = batch;
    if (!vector) result.push_back(lapack_size(size_from_end(b, 2)));
    result.push_back(lapack_size(size_from_end(b, 1)));
    out.set(0, result, dtype);
  }
};

struct Solve : System {
  static constexpr bool kMayFail = true;
  void meta(Inputs in, Outputs &out) { check(in, out, true); }
  void impl(Inputs in, ct_tensor *const *outputs) {
    with_type(dtype, [&](auto number) { compute<decltype(number)>(to(in[0], dtype), to(in[1], dtype), outputs[0]); });
  }
  template <class T>
  void compute(const Tensor &a, const Tensor &b, ct_tensor *out) const {
    const int n = lapack_size(size_from_end(a, 1)), sides = vector ? 1 : lapack_size(size_from_end(b, 1));
    const int ld = std::max(n, 1), own = vector ? 1 : 2;
    const Items<T> of_a = items_in<T>(a, 2, batch), of_b = items_in<T>(b, own, batch),
                   of_x = items_out<T>(out, own, batch);
    struct Work {
      T *a, *b;
      int *pivots;
    };
    each(
        batch, elimination_ps(n) + 200.0 * n * n * sides,
        [&](Carve &carve) {
          return Work{carve.take<T>(int64_t{n} * n), carve.take<T>(int64_t{n} * sides), carve.take<int>(n)};
        },
        [&](int64_t i, Work &work) {
          of_a.read(i, n, n, work.a, ld);
          of_b.read(i, n, sides, work.b, ld);
          const int info = gesv(n, sides, work.a, ld, work.pivots, work.b, ld);
          if (info == 0) of_x.write(i, n, sides, work.b, ld);
          return info;
        },
        refuse_singular);
  }
};

struct TriangularSolve : System {
  static constexpr bool kMayFail = true;
  bool upper, left, unitriangular;
  TriangularSolve(bool upper, bool left, bool unitriangular) : upper(upper), left(left), unitriangular(unitriangular) {}

  void meta(Inputs in, Outputs &out) {
    if (ndim(in[1]) < 2) fail(CT_ERROR_SHAPE, "b must be a matrix or a batch of them, got sizes ", sizes(in[1]));
    check(in, out, left);
  }
  void impl(Inputs in, ct_tensor *const *outputs) {
    with_type(dtype, [&](auto number) { compute<decltype(number)>(to(in[0], dtype), to(in[1], dtype), outputs[0]); });
  }
  template <class T>
  void compute(const Tensor &a, const Tensor &b, const ct_tensor *out) const {
    // x a = b is a^T x^T = b^T.
    const Tensor right = left ? b : transposed(b), result = left ? Tensor::share(out) : transposed(out);
    const int n = lapack_size(size_from_end(a, 1)), sides = lapack_size(size_from_end(right, 1)), ld = std::max(n, 1);
    const Items<T> of_a = items_in<T>(a, 2, batch), of_b = items_in<T>(right, 2, batch),
                   of_x = items_out<T>(result, 2, batch);
    struct Work {
      T *a, *b;
    };
    each(
        batch, 1e6 + 60.0 * n * n * sides,
        [&](Carve &carve) {
          return Work{carve.take<T>(int64_t{n} * n), carve.take<T>(int64_t{n} * sides)};
        },
        [&](int64_t i, Work &work) {
          of_a.read(i, n, n, work.a, ld);
          of_b.read(i, n, sides, work.b, ld);
          const int info =
              trtrs(upper ? 'U' : 'L', left ? 'N' : 'T', unitriangular ? 'U' : 'N', n, sides, work.a, ld, work.b, ld);
          if (info == 0) of_x.write(i, n, sides, work.b, ld);
          return info;
        },
        refuse_singular);
  }
};

// An op on square matrices.
struct OfSquare {
  ct_dtype dtype = CT_UNDEFINED;
  std::vector<int64_t> batch;
  void check(Inputs in) {
    dtype = lapack_dtype(in);
    check_square(in[0], "t");
    lapack_size(size_from_end(in[0], 1));
    batch = batch_of(in[0]);
  }
};

// An op that makes of each square matrix another one of the same size; Op computes it.
template <class Op>
struct SquareOfSquare : OfSquare {
  static constexpr bool kMayFail = true;
  void meta(Inputs in, Outputs &out) {
    check(in);
    out.set(0, sizes(in[0]), dtype);
  }
  void impl(Inputs in, ct_tensor *const *outputs) {
    const int n = lapack_size(size_from_end(in[0], 1));
    with_type(dtype, [&](auto number) {
      using T = decltype(number);
      const Tensor a = to(in[0], dtype);
      static_cast<const Op &>(*this).compute(n, std::max(n, 1), items_in<T>(a, 2, batch),
                                             items_out<T>(outputs[0], 2, batch));
    });
  }
};

template <class T>
struct Factors {
  T *a;
  int *pivots;
  T *work;
};

struct Inverse : SquareOfSquare<Inverse> {
  bool tolerant = false;  // of a singular matrix the inverse is infinite
  template <class T>
  void compute(int n, int ld, const Items<T> &of_a, const Items<T> &of_out) const {
    T wanted = T();
    getri(n, &wanted, ld, nullptr, &wanted, -1);
    const int lwork = std::max(lwork_of(wanted), ld);
    each(
        batch, 3 * elimination_ps(n),
        [&](Carve &carve) {
          return Factors<T>{carve.take<T>(int64_t{n} * n), carve.take<int>(n), carve.take<T>(lwork)};
        },
        [&](int64_t i, Factors<T> &f) {
          of_a.read(i, n, n, f.a, ld);
          int info = getrf(n, n, f.a, ld, f.pivots);
          if (info == 0) info = getri(n, f.a, ld, f.pivots, f.work, lwork);
          if (info != 0 && tolerant) {
            std::fill_n(f.a, int64_t{n} * n, T(std::numeric_limits<Real<T>>::infinity()));
            info = 0;
          }
          if (info == 0) of_out.write(i, n, n, f.a, ld);
          return info;
        },
        refuse_singular);
  }
};

// det, or its sign and the logarithm of its size.
struct Determinant : OfSquare {
  bool logarithm;
  explicit Determinant(bool logarithm) : logarithm(logarithm) {}
  void meta(Inputs in, Outputs &out) {
    check(in);
    out.set(0, batch, dtype);
    if (logarithm) out.set(1, batch, real_of(dtype));
  }
  void impl(Inputs in, ct_tensor *const *outputs) {
    with_type(dtype, [&](auto number) {
      using T = decltype(number);
      const Tensor a = to(in[0], dtype);
      const Items<T> result = items_out<T>(outputs[0], 0, batch);
      if (!logarithm) {
        factorize<T>(a, [&](int64_t i, const T *f, int ld, T sign, bool singular) {
          for (int j = 0; j < ld && !singular; ++j) sign *= f[int64_t{j} * ld + j];
          *result.at(i) = singular ? T() : sign;
        });
        return;
      }
      const Items<Real<T>> logs = items_out<Real<T>>(outputs[1], 0, batch);
      factorize<T>(a, [&](int64_t i, const T *f, int ld, T sign, bool singular) {
        Real<T> log = singular ? -std::numeric_limits<Real<T>>::infinity() : Real<T>();
        for (int j = 0; j < ld && !singular; ++j) {
          const T pivot = f[int64_t{j} * ld + j];
          const Real<T> size = std::abs(pivot);
          sign *= pivot / size;
          log += std::log(size);
        }
        *result.at(i) = singular ? T() : sign;
        *logs.at(i) = log;
      });
    });
  }
  // use(index, factors, how many rows they have, the sign of the exchanges, whether a pivot is 0)
  template <class T, class Use>
  void factorize(const Tensor &a, Use use) const {
    const int n = lapack_size(size_from_end(a, 1));
    const Items<T> of_a = items_in<T>(a, 2, batch);
    each(
        batch, elimination_ps(n),
        [&](Carve &carve) {
          return Factors<T>{carve.take<T>(int64_t{n} * n), carve.take<int>(n), nullptr};
        },
        [&](int64_t i, Factors<T> &f) {
          const int ld = std::max(n, 1);
          of_a.read(i, n, n, f.a, ld);
          const bool singular = getrf(n, n, f.a, ld, f.pivots) > 0;
          bool odd = false;
          for (int j = 0; j < n; ++j) odd ^= f.pivots[j] != j + 1;
          use(i, f.a, n, T(static_cast<Real<T>>(odd ? -1 : 1)), singular);
          return 0;
        },
        refuse_singular);
  }
};

struct Cholesky : SquareOfSquare<Cholesky> {
  bool upper;
  explicit Cholesky(bool upper) : upper(upper) {}
  template <class T>
  void compute(int n, int ld, const Items<T> &of_a, const Items<T> &of_out) const {
    each(
        batch, elimination_ps(n) / 2, [&](Carve &carve) { return carve.take<T>(int64_t{n} * n); },
        [&](int64_t i, T *factor) {
          of_a.read(i, n, n, factor, ld);
          const int info = potrf(upper ? 'U' : 'L', n, factor, ld);
          if (info != 0) return info;
          for (int j = 0; j < n; ++j) {
            T *const column = factor + int64_t{j} * ld;
            upper ? std::fill(column + j + 1, column + n, T()) : std::fill(column, column + j, T());
          }
          of_out.write(i, n, n, factor, ld);
          return 0;
        },
        [](const std::string &which, int info) {
          fail(CT_ERROR_INVALID, which, " is not positive definite: its leading minor of order ", info,
               " is not positive");
        });
  }
};

// t times itself n times; of its inverse, where n is negative.
struct MatrixPower {
  int64_t n;
  ct_dtype dtype = CT_UNDEFINED;
  void meta(Inputs in, Outputs &out) {
    check_square(in[0], "t");
    dtype = n < 0 ? lapack_dtype(in) : ct_tensor_dtype(in[0]);
    out.set(0, sizes(in[0]), dtype);
  }
  void impl(Inputs in, ct_tensor *const *outputs) {
    const Tensor out = Tensor::share(outputs[0]);
    Tensor base = n < 0 ? make(ct_linalg_inv, in[0]) : Tensor::share(in[0]), power;
    for (uint64_t left = n < 0 ? uint64_t{0} - static_cast<uint64_t>(n) : static_cast<uint64_t>(n); left != 0;
         left /= 2) {
      if (left % 2 == 1) power = power == nullptr ? base : product(power, base);
      if (left > 1) base = product(base, base);
    }
    if (power == nullptr) {
      const int64_t side = size_from_end(out, 1);
      power = make(ct_eye, side, side, int64_t{0}, dtype);
    }
    call(ct_copy, out.get(), power.get());
  }
  static Tensor product(const Tensor &a, const Tensor &b) { return make(ct_linalg_matmul, a.get(), b.get()); }
};

}  // namespace

Tensor inverse_or_infinity(const ct_tensor *t) {
  ct_tensor *out = nullptr;
  ct_error error = {};
  Inverse op;
  op.tolerant = true;
  const ct_status status = fresh("inv", op, List{t}, {&out}, &error);
  if (status != CT_OK) throw Failure{status, error.message};
  return Tensor(out);
}

}  // namespace ct_linalg

using namespace ct_linalg;

extern "C" {

ct_status ct_linalg_solve(const ct_tensor *a, const ct_tensor *b, ct_tensor **out, ct_error *error) {
  return fresh("ct_linalg_solve", Solve{}, List{a, b}, {out}, error);
}
ct_status ct_linalg_solve_out(const ct_tensor *a, const ct_tensor *b, ct_tensor *out, ct_error *error) {
  return into("ct_linalg_solve_out", Solve{}, List{a, b}, {out}, error);
}

ct_status ct_linalg_triangular_solve(const ct_tensor *a, const ct_tensor *b, bool upper, bool left, bool unitriangular,
                                     ct_tensor **out, ct_error *error) {
  return fresh("ct_linalg_triangular_solve", TriangularSolve(upper, left, unitriangular), List{a, b}, {out}, error);
}
ct_status ct_linalg_triangular_solve_out(const ct_tensor *a, const ct_tensor *b, bool upper, bool left,
                                         bool unitriangular, ct_tensor *out, ct_error *error) {
  return into("ct_linalg_triangular_solve_out", TriangularSolve(upper, left, unitriangular), List{a, b}, {out}, error);
}

ct_status ct_linalg_inv(const ct_tensor *t, ct_tensor **out, ct_error *error) {
  return fresh("ct_linalg_inv", Inverse{}, List{t}, {out}, error);
}
ct_status ct_linalg_inv_out(const ct_tensor *t, ct_tensor *out, ct_error *error) {
  return into("ct_linalg_inv_out", Inverse{}, List{t}, {out}, error);
}

ct_status ct_linalg_det(const ct_tensor *t, ct_tensor **out, ct_error *error) {
  return fresh("ct_linalg_det", Determinant(false), List{t}, {out}, error);
}
ct_status ct_linalg_det_out(const ct_tensor *t, ct_tensor *out, ct_error *error) {
  return into("ct_linalg_det_out", Determinant(false), List{t}, {out}, error);
}

ct_status ct_linalg_slogdet(const ct_tensor *t, ct_tensor **sign, ct_tensor **logabsdet, ct_error *error) {
  return fresh("ct_linalg_slogdet", Determinant(true), List{t}, {sign, logabsdet}, error);
}
ct_status ct_linalg_slogdet_out(const ct_tensor *t, ct_tensor *sign, ct_tensor *logabsdet, ct_error *error) {
  return into("ct_linalg_slogdet_out", Determinant(true), List{t}, {sign, logabsdet}, error);
}

ct_status ct_linalg_cholesky(const ct_tensor *t, bool upper, ct_tensor **out, ct_error *error) {
  return fresh("ct_linalg_cholesky", Cholesky(upper), List{t}, {out}, error);
}
ct_status ct_linalg_cholesky_out(const ct_tensor *t, bool upper, ct_tensor *out, ct_error *error) {
  return into("ct_linalg_cholesky_out", Cholesky(upper), List{t}, {out}, error);
}

ct_status ct_linalg_matrix_power(const ct_tensor *t, int64_t n, ct_tensor **out, ct_error *error) {
  return fresh("ct_linalg_matrix_power", MatrixPower{n}, List{t}, {out}, error);
}
ct_status ct_linalg_matrix_power_out(const ct_tensor *t, int64_t n, ct_tensor *out, ct_error *error) {
  return into("ct_linalg_matrix_power_out", MatrixPower{n}, List{t}, {out}, error);
}

}  // extern "C"
