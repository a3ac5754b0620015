// Linear algebra: known values, identities, options, outputs, errors.
#include <ctensor_linalg.hpp>

#include "compare.hpp"

namespace {

using Numbers = std::vector<int64_t>;

Numbers sizes(const Tensor &t) { return {t.sizes().begin(), t.sizes().end()}; }
// Whether sizes are the same and elements nearly equal, of any dtypes.
bool near(const Tensor &a, const Tensor &b) { return sizes(a) == sizes(b) && all(abs(a - b) < 1e-10).item<bool>(); }
Tensor a() { return Tensor::of<double>({4, 1, 2, 3}, {2, 2}); }
Tensor b() { return Tensor::of<double>({1, 2, 3, 4, 5, 6}, {2, 3}); }
Tensor v() { return Tensor::of<double>({1, -2}); }
Tensor symmetric() { return Tensor::of<double>({2, 1, 1, 2}, {2, 2}); }
Tensor identity() { return eye(2, 2, 0, DType::Float64); }
Tensor tall() { return sin(square(arange(0, 24, 1, DType::Float64))).view({2, 4, 3}); }
Tensor adjoint(const Tensor &t) { return conj(t).transpose(-2, -1); }
// u with its columns multiplied by the values of s
Tensor scaled(const Tensor &u, const Tensor &s) { return u * s.unsqueeze(-2); }

void products() {
  const Tensor ab = Tensor::of<double>({8, 13, 18, 14, 19, 24}, {2, 3});
  CHECK(near(linalg::matmul(a(), b()), ab));
  CHECK(near(linalg::mm(a(), b()), ab));
  CHECK(near(linalg::bmm(a().unsqueeze(0), b().unsqueeze(0)), ab.unsqueeze(0)));
  CHECK(near(linalg::mv(a(), v()), Tensor::of<double>({2, -4})));
  CHECK(near(linalg::addmm(ab, a(), b()), ab * 2));
  CHECK(near(linalg::addmm(ab, a(), b(), 3, 0.5), ab * 3.5));
  CHECK_EQ(linalg::dot(v(), v()).item<double>(), 5);
  const Tensor i = Tensor::of<std::complex<double>>({{0, 1}, 2});
  CHECK(near(linalg::vdot(i, i), Tensor::of<std::complex<double>>({5}).squeeze()));
  CHECK(near(linalg::vecdot(b(), b(), 0), Tensor::of<double>({17, 29, 45})));
  CHECK(near(linalg::vecdot(b(), b()), Tensor::of<double>({14, 77})));
  CHECK(near(linalg::outer(v(), v()), Tensor::of<double>({1, -2, -2, 4}, {2, 2})));
  CHECK(near(linalg::kron(v(), v()), Tensor::of<double>({1, -2, -2, 4})));
  CHECK(near(linalg::tensordot(a(), b(), 1, 0), ab));
  CHECK(near(linalg::tensordot(a(), a(), {0, 1}, {1, 0}), sum(a() * a().transpose(0, 1))));
  CHECK(near(linalg::matrix_power(a(), 3), linalg::matmul(a(), linalg::matmul(a(), a()))));
  CHECK(near(linalg::matrix_power(a(), 0), identity()));
  CHECK(
      near(linalg::cross(Tensor::of<double>({1, 0, 0}), Tensor::of<double>({0, 1, 0})), Tensor::of<double>({0, 0, 1})));
  CHECK(near(linalg::einsum("ij,jk->ik", {a(), b()}), ab));
  CHECK(near(linalg::einsum("ii", {a()}), linalg::trace(a())));
  CHECK(near(linalg::einsum("i,ij,j->", {v(), a(), v()}), linalg::dot(v(), linalg::mv(a(), v()))));
  CHECK(near(linalg::einsum("...ij->...ji", {tall()}), tall().transpose(1, 2)));
}

void solving() {
  CHECK(near(linalg::matmul(a(), linalg::solve(a(), b())), b()));
  CHECK(near(linalg::mv(a(), linalg::solve(a(), v())), v()));
  CHECK(near(linalg::matmul(a(), linalg::inv(a())), identity()));
  CHECK(near(linalg::matmul(tril(a(), 0), linalg::triangular_solve(a(), b())), b()));
  CHECK(near(linalg::matmul(linalg::triangular_solve(a(), a(), true, false), triu(a(), 0)), a()));
  CHECK(near(
      linalg::matmul(Tensor::of<double>({1, 0, 2, 1}, {2, 2}), linalg::triangular_solve(a(), b(), false, true, true)),
      b()));
  const Tensor pinv = linalg::pinv(tall());
  CHECK(near(linalg::matmul(pinv, tall()), eye(3, 3, 0, DType::Float64).expand({2, 3, 3})));
  CHECK(near(linalg::pinv(symmetric(), std::nullopt, true), linalg::inv(symmetric())));
  CHECK(near(linalg::pinv(Tensor::of<double>({1, 0, 0, 0.1}, {2, 2}), 0.5), Tensor::of<double>({1, 0, 0, 0}, {2, 2})));
  const auto [solution, rank, values] = linalg::lstsq(tall(), ones({2, 4}, DType::Float64).unsqueeze(-1));
  CHECK(near(solution, linalg::matmul(pinv, ones({2, 4, 1}, DType::Float64))));
  CHECK(near(values, linalg::svdvals(tall())));
  CHECK(equal(rank, linalg::matrix_rank(tall())));
}

void decompositions() {
  const Tensor l = linalg::cholesky(symmetric()), above = linalg::cholesky(symmetric(), true);
  CHECK(near(linalg::matmul(l, adjoint(l)), symmetric()) && near(above, adjoint(l)));
  const auto [q, r] = linalg::qr(tall());
  CHECK(near(linalg::matmul(q, r), tall()) &&
        near(linalg::matmul(adjoint(q), q), eye(3, 3, 0, DType::Float64).expand({2, 3, 3})));
  CHECK(sizes(linalg::qr(tall(), linalg::QrMode::Complete).q) == Numbers({2, 4, 4}));
  const auto [u, s, vh] = linalg::svd(tall(), false);
  CHECK(near(linalg::matmul(scaled(u, s), vh), tall()) && near(linalg::svdvals(tall()), s));
  CHECK(sizes(linalg::svd(tall()).u) == Numbers({2, 4, 4}));
  const auto [values, vectors] = linalg::eigh(symmetric());
  CHECK(near(values, Tensor::of<double>({1, 3})));
  CHECK(near(linalg::matmul(symmetric(), vectors), scaled(vectors, values)));
  CHECK(near(linalg::eigvalsh(symmetric(), true), values));
  const linalg::Eig eig = linalg::eig(a());
  CHECK(near(linalg::matmul(a(), eig.vectors), scaled(eig.vectors, eig.values)));
  CHECK(near(sort_values(linalg::eigvals(a()).real()), Tensor::of<double>({2, 5})));
}

void numbers() {
  CHECK(near(linalg::det(a()), Tensor::create_scalar(10.0)));
  const auto [sign, logabsdet] = linalg::slogdet(-tall().narrow(1, 0, 3));
  CHECK(near(sign * exp(logabsdet), linalg::det(-tall().narrow(1, 0, 3))));
  CHECK_EQ(linalg::trace(a()).item<double>(), 7);
  CHECK(linalg::trace(a(), 1, DType::Float32).dtype() == DType::Float32);
  CHECK_EQ(linalg::matrix_rank(ones({3, 3})).item<int>(), 1);
  CHECK_EQ(linalg::matrix_rank(Tensor::of<double>({1, 0, 0, 0.1}, {2, 2}), 0.5, true).item<int>(), 1);
  CHECK(near(linalg::matrix_norm(a()), sqrt(sum(square(a())))));
  CHECK_EQ(linalg::matrix_norm(a(), linalg::MatrixOrd::Inf).item<double>(), 5);
  CHECK_EQ(linalg::matrix_norm(a(), linalg::MatrixOrd::MinusOne).item<double>(), 4);
  CHECK(sizes(linalg::matrix_norm(tall(), linalg::MatrixOrd::Nuc, {0, 2}, true)) == Numbers({1, 4, 1}));
  CHECK_EQ(linalg::vector_norm(Tensor::of<double>({3, 4})).item<double>(), 5);
  CHECK(near(linalg::vector_norm(b(), 1, 0), Tensor::of<double>({5, 7, 9})));
  CHECK(near(linalg::cond(symmetric()), Tensor::create_scalar(3.0)));
  CHECK(near(linalg::cond(a(), linalg::MatrixOrd::One), Tensor::create_scalar(3.0)));
}

void outputs() {
  const Tensor out = zeros({1}, DType::Float64), other = zeros({1}, DType::Float64), third = zeros({1}, DType::Float64);
  linalg::matmul_out(a(), b(), out);
  CHECK(near(out, linalg::matmul(a(), b())));
  linalg::addmm_out(out, a(), b(), std::nullopt, -1, out);  // in place
  CHECK(near(out, zeros({2, 3}, DType::Float64)));
  linalg::einsum_out("ij->j", {b()}, out);
  CHECK(near(out, Tensor::of<double>({5, 7, 9})));
  linalg::tensordot_out(a(), b(), 1, 0, out);
  CHECK(near(out, linalg::matmul(a(), b())));
  linalg::qr_out(tall(), linalg::QrMode::Reduced, out, other);
  CHECK(near(linalg::matmul(out, other), tall()));
  linalg::svd_out(tall(), false, out, other, third);
  CHECK(near(linalg::matmul(scaled(out, other), third), tall()));
  linalg::matrix_norm_out(a(), linalg::MatrixOrd::Two, std::nullopt, false, DType::Undefined, out);
  CHECK(near(out, amax(linalg::svdvals(a()))));
}

void errors() {
  const Tensor batch = stack({a(), Tensor::of<double>({1, 2, 2, 4}, {2, 2})});
  CHECK_THROWS(CT_ERROR_INVALID, WORDS("ct_linalg_inv", "matrix [1]", "singular"), linalg::inv(batch));
  CHECK_THROWS(CT_ERROR_INVALID, WORDS("ct_linalg_cholesky", "[1]", "positive"), linalg::cholesky(batch));
  CHECK_THROWS(CT_ERROR_SHAPE, WORDS("ct_linalg_matmul", "[2, 3]"), linalg::matmul(b(), b()));
  CHECK_THROWS(CT_ERROR_DTYPE, WORDS("ct_linalg_inv", "int64"), linalg::inv(ones({2, 2}, DType::Int64)));
  CHECK_THROWS(CT_ERROR_INVALID, WORDS("ct_linalg_einsum"), linalg::einsum("ij,jk->ik", {a()}));
  CHECK_THROWS(CT_ERROR_INVALID, WORDS("ct_linalg_einsum"), linalg::einsum("", std::vector<Tensor>()));
  CHECK_THROWS(CT_ERROR_INVALID, WORDS("ct_linalg_einsum"), linalg::einsum("ij", {Tensor()}));
  const std::vector<int32_t> many(100, 0);
  CHECK_THROWS(CT_ERROR_INDEX, WORDS("ct_linalg_tensordot"), linalg::tensordot(a(), a(), many, many));
  CHECK_THROWS(CT_ERROR_INVALID, WORDS("ct_linalg_det"), linalg::det(Tensor()));
  CHECK_THROWS(CT_ERROR_SHAPE, WORDS("tensordot", "2", "1"), linalg::tensordot(a(), b(), {0, 1}, 0));
  CHECK_THROWS(CT_ERROR_SHAPE, WORDS("matrix_norm", "3"),
               linalg::matrix_norm(tall(), linalg::MatrixOrd::Fro, {0, 1, 2}));
  const Tensor out = a();
  CHECK_THROWS(CT_ERROR_INVALID, WORDS("singular"), linalg::inv_out(ones({2, 2}, DType::Float64), out));
  CHECK(equal(out, a()));  // the output keeps its elements
}

// A list as C takes it, for the length of a call.
template <class T>
const T *of(std::initializer_list<T> values) {
  return values.begin();
}

Tensor vector, matrix, batch;  // the operands

void every_function() {
#include "linalg.inc"
}

}  // namespace

int main() {
  return run_tests([] {
    products();
    solving();
    decompositions();
    numbers();
    outputs();
    errors();
    matrix = Tensor::of<double>({4, 1, 0, 1, 3, 1, 0, 1, 2}, {3, 3});
    vector = Tensor::of<double>({1, 2, 3});
    batch = matrix.unsqueeze(0);
    every_function();
    vector = matrix = batch = Tensor();
    check_compared(34);
  });
}
