// Linear algebra, if the library ctensor_linalg is present. ctensor/linalg.py gives it NumPy's and the array API's
// names.
#include <ctensor_linalg.h>
#include <nanobind/stl/optional.h>

#include <optional>

#include "calls.hpp"
#include "units.hpp"

namespace {

using OfOne = ct_status (*)(const ct_tensor *, ct_tensor **, ct_error *);
using OfOneInto = ct_status (*)(const ct_tensor *, ct_tensor *, ct_error *);
using OfTwo = ct_status (*)(const ct_tensor *, const ct_tensor *, ct_tensor **, ct_error *);
using OfTwoInto = ct_status (*)(const ct_tensor *, const ct_tensor *, ct_tensor *, ct_error *);

#define CT_ONE(X) X(det) X(eigvals) X(inv) X(svdvals)
#define CT_TWO(X) X(bmm) X(dot) X(kron) X(matmul) X(mm) X(mv) X(outer) X(solve) X(vdot)
#define CT_NAME(name) #name,
#define CT_FRESH(name) ct_linalg_##name,
#define CT_INTO(name) ct_linalg_##name##_out,
constexpr const char *kOne[] = {CT_ONE(CT_NAME) nullptr};
constexpr OfOne kOneFresh[] = {CT_ONE(CT_FRESH)};
constexpr OfOneInto kOneInto[] = {CT_ONE(CT_INTO)};
constexpr const char *kTwo[] = {CT_TWO(CT_NAME) nullptr};
constexpr OfTwo kTwoFresh[] = {CT_TWO(CT_FRESH)};
constexpr OfTwoInto kTwoInto[] = {CT_TWO(CT_INTO)};

// In the order of ct_linalg_matrix_ord and ct_linalg_qr_mode.
constexpr const char *kOrds[] = {"fro", "nuc", "1", "-1", "2", "-2", "inf", "-inf", nullptr};
constexpr const char *kModes[] = {"reduced", "complete", nullptr};

struct Tolerance {  // None stands for the library's default
  std::optional<double> value;
  const double *p() const { return value.has_value() ? &*value : nullptr; }
};

// The results of a call that makes count tensors.
template <size_t count, class Call>
TensorTuple several(bool unlock, Call call) {
  ct_tensor *made[count] = {};
  run(unlock, [&](ct_error *e) { return call(made, e); });
  nb::object tuple = nb::steal(PyTuple_New(count));
  for (size_t k = 0; k < count; ++k) PyTuple_SET_ITEM(tuple.ptr(), k, wrap(made[k]).release().ptr());
  return {tuple};
}

void add_products(nb::module_ &m) {
  using nb::arg;
  m.def(
      "_linalg_two",
      [](Choice<kTwo> which, Operand a, Operand b, Out out) -> TensorResult {
        const bool unlock = convert_all(which, a, b);
        return fresh_or_into(
            unlock, out, [&](ct_tensor **x, ct_error *e) { return kTwoFresh[which](a, b, x, e); },
            [&](ct_tensor *x, ct_error *e) { return kTwoInto[which](a, b, x, e); });
      },
      arg("which"), arg("a"), arg("b"), arg("out").none() = nb::none());
  m.def(
      "_linalg_along",
      [](bool cross, Operand a, Operand b, Dim dim, Out out) -> TensorResult {
        const bool unlock = convert_all(a, b, dim);
        return fresh_or_into(
            unlock, out,
            [&](ct_tensor **x, ct_error *e) { return (cross ? ct_linalg_cross : ct_linalg_vecdot)(a, b, dim, x, e); },
            [&](ct_tensor *x, ct_error *e) {
              return (cross ? ct_linalg_cross_out : ct_linalg_vecdot_out)(a, b, dim, x, e);
            });
      },
      arg("cross"), arg("a"), arg("b"), arg("dim"), arg("out").none() = nb::none());
  m.def(
      "_linalg_addmm",
      [](Operand input, Operand a, Operand b, Scalar beta, Scalar alpha, Out out) -> TensorResult {
        const bool unlock = convert_all(input, a, b, beta, alpha);
        return fresh_or_into(
            unlock, out, [&](ct_tensor **x, ct_error *e) { return ct_linalg_addmm(input, a, b, beta, alpha, x, e); },
            [&](ct_tensor *x, ct_error *e) { return ct_linalg_addmm_out(input, a, b, beta, alpha, x, e); });
      },
      arg("input"), arg("a"), arg("b"), arg("beta").none(), arg("alpha").none(), arg("out").none() = nb::none());
  m.def(
      "_linalg_tensordot",
      [](Operand a, Operand b, Ints dims_a, Ints dims_b, Out out) -> TensorResult {
        const bool unlock = convert_all(a, b, dims_a, dims_b);
        if (dims_a.count() != dims_b.count())
          throw nb::value_error("tensordot: there must be as many dims of a as of b");
        return fresh_or_into(
            unlock, out,
            [&](ct_tensor **x, ct_error *e) {
              return ct_linalg_tensordot(a, b, dims_a.data(), dims_b.data(), dims_a.count(), x, e);
            },
            [&](ct_tensor *x, ct_error *e) {
              return ct_linalg_tensordot_out(a, b, dims_a.data(), dims_b.data(), dims_a.count(), x, e);
            });
      },
      arg("a"), arg("b"), arg("dims_a"), arg("dims_b"), arg("out").none() = nb::none());
  m.def(
      "_linalg_einsum",
      [](const char *equation, Tensors operands, Out out) -> TensorResult {
        const bool unlock = convert_all(operands);
        return fresh_or_into(
            unlock, out,
            [&](ct_tensor **x, ct_error *e) {
              return ct_linalg_einsum(equation, operands.data(), operands.count(), x, e);
            },
            [&](ct_tensor *x, ct_error *e) {
              return ct_linalg_einsum_out(equation, operands.data(), operands.count(), x, e);
            });
      },
      arg("equation"), arg("operands"), arg("out").none() = nb::none());
}

void add_solving(nb::module_ &m) {
  using nb::arg;
  m.def(
      "_linalg_one",
      [](Choice<kOne> which, Operand t, Out out) -> TensorResult {
        const bool unlock = convert_all(which, t);
        return fresh_or_into(
            unlock, out, [&](ct_tensor **x, ct_error *e) { return kOneFresh[which](t, x, e); },
            [&](ct_tensor *x, ct_error *e) { return kOneInto[which](t, x, e); });
      },
      arg("which"), arg("t"), arg("out").none() = nb::none());
  m.def(
      "_linalg_power",
      [](Operand t, Int64 n) -> TensorResult {
        const bool unlock = convert_all(t, n);
        return fresh(unlock, [&](ct_tensor **x, ct_error *e) { return ct_linalg_matrix_power(t, n, x, e); });
      },
      arg("t"), arg("n"));
  m.def(
      "_linalg_triangular_solve",
      [](Operand a, Operand b, bool upper, bool left, bool unit) -> TensorResult {
        const bool unlock = convert_all(a, b);
        return fresh(unlock, [&](ct_tensor **x, ct_error *e) {
          return ct_linalg_triangular_solve(a, b, upper, left, unit, x, e);
        });
      },
      arg("a"), arg("b"), arg("upper"), arg("left"), arg("unitriangular"));
  m.def(
      "_linalg_by_values",
      [](bool rank, Operand t, std::optional<double> rtol, bool hermitian) -> TensorResult {
        const bool unlock = convert_all(t);
        const Tolerance limit{rtol};
        return fresh(unlock, [&](ct_tensor **x, ct_error *e) {
          return (rank ? ct_linalg_matrix_rank : ct_linalg_pinv)(t, limit.p(), hermitian, x, e);
        });
      },
      arg("rank"), arg("t"), arg("rtol").none(), arg("hermitian"));
  m.def(
      "_linalg_lstsq",
      [](Operand a, Operand b, std::optional<double> rcond) -> TensorTuple {
        const bool unlock = convert_all(a, b);
        const Tolerance limit{rcond};
        return several<3>(unlock, [&](ct_tensor **x, ct_error *e) {
          return ct_linalg_lstsq(a, b, limit.p(), &x[0], &x[1], &x[2], e);
        });
      },
      arg("a"), arg("b"), arg("rcond").none());
  m.def(
      "_linalg_slogdet",
      [](Operand t) -> TensorTuple {
        const bool unlock = convert_all(t);
        return several<2>(unlock, [&](ct_tensor **x, ct_error *e) { return ct_linalg_slogdet(t, &x[0], &x[1], e); });
      },
      arg("t"));
}

void add_decompositions(nb::module_ &m) {
  using nb::arg;
  m.def(
      "_linalg_triangle",
      [](bool values, Operand t, bool upper) -> TensorResult {
        const bool unlock = convert_all(t);
        return fresh(unlock, [&](ct_tensor **x, ct_error *e) {
          return (values ? ct_linalg_eigvalsh : ct_linalg_cholesky)(t, upper, x, e);
        });
      },
      arg("values"), arg("t"), arg("upper"));
  m.def(
      "_linalg_eigh",
      [](Operand t, bool upper) -> TensorTuple {
        const bool unlock = convert_all(t);
        return several<2>(unlock,
                          [&](ct_tensor **x, ct_error *e) { return ct_linalg_eigh(t, upper, &x[0], &x[1], e); });
      },
      arg("t"), arg("upper"));
  m.def(
      "_linalg_eig",
      [](Operand t) -> TensorTuple {
        const bool unlock = convert_all(t);
        return several<2>(unlock, [&](ct_tensor **x, ct_error *e) { return ct_linalg_eig(t, &x[0], &x[1], e); });
      },
      arg("t"));
  m.def(
      "_linalg_qr",
      [](Operand t, Choice<kModes> mode) -> TensorTuple {
        const bool unlock = convert_all(t, mode);
        return several<2>(unlock, [&](ct_tensor **x, ct_error *e) { return ct_linalg_qr(t, mode, &x[0], &x[1], e); });
      },
      arg("t"), arg("mode"));
  m.def(
      "_linalg_svd",
      [](Operand t, bool full_matrices) -> TensorTuple {
        const bool unlock = convert_all(t);
        return several<3>(unlock, [&](ct_tensor **x, ct_error *e) {
          return ct_linalg_svd(t, full_matrices, &x[0], &x[1], &x[2], e);
        });
      },
      arg("t"), arg("full_matrices"));
}

void add_norms(nb::module_ &m) {
  using nb::arg;
  m.def(
      "_linalg_trace",
      [](Operand t, Int64 offset, DTypeArg dtype) -> TensorResult {
        const bool unlock = convert_all(t, offset, dtype);
        return fresh(unlock, [&](ct_tensor **x, ct_error *e) { return ct_linalg_trace(t, offset, dtype, x, e); });
      },
      arg("t"), arg("offset"), arg("dtype").none());
  m.def(
      "_linalg_matrix_norm",
      [](Operand t, Choice<kOrds> ord, Dims dims, bool keepdim, DTypeArg dtype) -> TensorResult {
        const bool unlock = convert_all(t, ord, dims, dtype);
        if (!dims.none && dims.count() != 2) throw nb::value_error("matrix_norm: a matrix has two dims");
        return fresh(unlock, [&](ct_tensor **x, ct_error *e) {
          return ct_linalg_matrix_norm(t, ord, dims.data(), keepdim, dtype, x, e);
        });
      },
      arg("t"), arg("ord"), arg("dims").none(), arg("keepdim"), arg("dtype").none());
  m.def(
      "_linalg_vector_norm",
      [](Operand t, Scalar ord, Dims dims, bool keepdim, DTypeArg dtype) -> TensorResult {
        const bool unlock = convert_all(t, ord, dims, dtype);
        return fresh(unlock, [&](ct_tensor **x, ct_error *e) {
          return ct_linalg_vector_norm(t, ord, dims.data(), dims.count(), keepdim, dtype, x, e);
        });
      },
      arg("t"), arg("ord").none(), arg("dims").none(), arg("keepdim"), arg("dtype").none());
  m.def(
      "_linalg_cond",
      [](Operand t, Choice<kOrds> ord) -> TensorResult {
        const bool unlock = convert_all(t, ord);
        return fresh(unlock, [&](ct_tensor **x, ct_error *e) { return ct_linalg_cond(t, ord, x, e); });
      },
      arg("t"), arg("ord"));
}

}  // namespace

void add_linalg(nb::module_ &m) {
  add_products(m);
  add_solving(m);
  add_decompositions(m);
  add_norms(m);
}
