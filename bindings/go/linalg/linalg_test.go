package linalg_test

import (
	"testing"

	"libctensor.example/ctensor"
	. "libctensor.example/ctensor/internal/check"
	"libctensor.example/ctensor/linalg"
)

func TestMain(m *testing.M) { Leaks(m) }

type tensors = []*ctensor.Tensor

func a(t *testing.T) *ctensor.Tensor { return Of(t, []float64{4, 1, 2, 3}, 2, 2) }
func b(t *testing.T) *ctensor.Tensor { return Of(t, []float64{1, 2, 3, 4, 5, 6}, 2, 3) }
func v(t *testing.T) *ctensor.Tensor { return Of(t, []float64{1, -2}) }

func symmetric(t *testing.T) *ctensor.Tensor { return Of(t, []float64{2, 1, 1, 2}, 2, 2) }

func identity(t *testing.T, n int) *ctensor.Tensor {
	return Must(ctensor.Eye(n, n, 0, ctensor.Float64))(t)
}

func matmul(t *testing.T, a, b *ctensor.Tensor) *ctensor.Tensor {
	t.Helper()
	return Must(linalg.Matmul(a, b))(t)
}

func mul(t *testing.T, a *ctensor.Tensor, by float64) *ctensor.Tensor {
	return Must(ctensor.Mul(a, ctensor.NewScalar(by)))(t)
}

func adjoint(t *testing.T, x *ctensor.Tensor) *ctensor.Tensor {
	return Must(Must(ctensor.Conj(x))(t).Transpose(-2, -1))(t)
}

// scaled returns u with its columns multiplied by the values.
func scaled(t *testing.T, u, values *ctensor.Tensor) *ctensor.Tensor {
	return Must(ctensor.Mul(u, Must(values.Unsqueeze(-2))(t)))(t)
}

func TestProducts(t *testing.T) {
	a, b, v := a(t), b(t), v(t)
	ab := Of(t, []float64{8, 13, 18, 14, 19, 24}, 2, 3)
	Near(t, matmul(t, a, b), ab)
	Near(t, Must(linalg.Mm(a, b))(t), ab)
	Near(t, Must(linalg.Bmm(Must(a.Unsqueeze(0))(t), Must(b.Unsqueeze(0))(t)))(t), Must(ab.Unsqueeze(0))(t))
	Values(t, Must(linalg.Mv(a, v))(t), 2, -4)
	Near(t, Must(linalg.Addmm(ab, a, b, nil))(t), mul(t, ab, 2))
	options := &linalg.AddmmOptions{Beta: ctensor.NewScalar(3), Alpha: ctensor.NewScalar(0.5)}
	Near(t, Must(linalg.Addmm(ab, a, b, options))(t), mul(t, ab, 3.5))
	Values(t, Must(linalg.Dot(v, v))(t), 5)
	i := Must(ctensor.FromSlice([]complex128{1i, 2}))(t)
	Values(t, Must(linalg.Vdot(i, i))(t), 5)
	Values(t, Must(linalg.Vecdot(b, b, 0))(t), 17, 29, 45)
	Values(t, Must(linalg.Outer(v, v))(t), 1, -2, -2, 4)
	Values(t, Must(linalg.Kron(v, v))(t), 1, -2, -2, 4)
	Near(t, Must(linalg.Tensordot(a, b, []int{1}, []int{0}))(t), ab)
	Near(t, Must(linalg.MatrixPower(a, 2))(t), matmul(t, a, a))
	Near(t, Must(linalg.MatrixPower(a, 0))(t), identity(t, 2))
	Values(t, Must(linalg.Cross(Of(t, []float64{1, 0, 0}), Of(t, []float64{0, 1, 0}), -1))(t), 0, 0, 1)
	Near(t, Must(linalg.Einsum("ij,jk->ik", tensors{a, b}))(t), ab)
	Near(t, Must(linalg.Einsum("ii", tensors{a}))(t), Must(linalg.Trace(a, 0, nil))(t))
	Values(t, Must(linalg.Einsum("i,ij,j->", tensors{v, a, v}))(t), 10)
	x := Waves(t, 2, 4, 3)
	Near(t, Must(linalg.Einsum("...ij->...ji", tensors{x}))(t), Must(x.Transpose(1, 2))(t))
}

func TestSolving(t *testing.T) {
	a, b, tall := a(t), b(t), Waves(t, 2, 4, 3)
	Near(t, matmul(t, a, Must(linalg.Solve(a, b))(t)), b)
	Near(t, matmul(t, a, Must(linalg.Inv(a))(t)), identity(t, 2))
	lower := Must(linalg.TriangularSolve(a, b, true, nil))(t)
	Near(t, matmul(t, Must(ctensor.Tril(a, 0))(t), lower), b)
	right := Must(linalg.TriangularSolve(a, a, false, &linalg.TriangularSolveOptions{Upper: true}))(t)
	Near(t, matmul(t, right, Must(ctensor.Triu(a, 0))(t)), a)
	unit := Must(linalg.TriangularSolve(a, b, true, &linalg.TriangularSolveOptions{Unitriangular: true}))(t)
	Near(t, matmul(t, Of(t, []float64{1, 0, 2, 1}, 2, 2), unit), b)
	pinv := Must(linalg.Pinv(tall, nil))(t)
	Near(t, matmul(t, pinv, tall), Must(identity(t, 3).Expand(2, 3, 3))(t))
	Near(t, Must(linalg.Pinv(symmetric(t), &linalg.PinvOptions{Hermitian: true}))(t), Must(linalg.Inv(symmetric(t)))(t))
	ones := Must(ctensor.Ones(ctensor.Float64, 2, 4, 1))(t)
	solution, rank, values, err := linalg.Lstsq(tall, ones, &linalg.LstsqOptions{Rcond: linalg.Tolerance(1e-12)})
	if err != nil {
		t.Fatal(err)
	}
	Near(t, solution, matmul(t, pinv, ones))
	Values(t, rank, 3, 3)
	Near(t, values, Must(linalg.Svdvals(tall))(t))
}

func TestDecompositions(t *testing.T) {
	a, symmetric, tall := a(t), symmetric(t), Waves(t, 2, 4, 3)
	lower := Must(linalg.Cholesky(symmetric, nil))(t)
	Near(t, matmul(t, lower, adjoint(t, lower)), symmetric)
	Near(t, Must(linalg.Cholesky(symmetric, &linalg.CholeskyOptions{Upper: true}))(t), adjoint(t, lower))
	q, r, err := linalg.Qr(tall, nil)
	if err != nil {
		t.Fatal(err)
	}
	Near(t, matmul(t, q, r), tall)
	Near(t, matmul(t, adjoint(t, q), q), Must(identity(t, 3).Expand(2, 3, 3))(t))
	q, _, err = linalg.Qr(tall, &linalg.QrOptions{Mode: linalg.QrComplete})
	Sizes(t, Must(q, err)(t), 2, 4, 4)
	u, s, vh, err := linalg.Svd(tall, false)
	if err != nil {
		t.Fatal(err)
	}
	Near(t, matmul(t, scaled(t, u, s), vh), tall)
	u, _, _, err = linalg.Svd(tall, true)
	Sizes(t, Must(u, err)(t), 2, 4, 4)
	values, vectors, err := linalg.Eigh(symmetric, nil)
	if err != nil {
		t.Fatal(err)
	}
	Values(t, values, 1, 3)
	Near(t, matmul(t, symmetric, vectors), scaled(t, vectors, values))
	Near(t, Must(linalg.Eigvalsh(symmetric, &linalg.EigvalshOptions{Upper: true}))(t), values)
	values, vectors, err = linalg.Eig(a)
	if err != nil {
		t.Fatal(err)
	}
	Near(t, matmul(t, a, vectors), scaled(t, vectors, values))
	Values(t, Must(ctensor.SortValues(Must(Must(linalg.Eigvals(a))(t).Real())(t), 0, nil))(t), 2, 5)
}

func TestNumbers(t *testing.T) {
	a, tall := a(t), Waves(t, 2, 4, 3)
	Values(t, Must(linalg.Det(a))(t), 10)
	square := Must(tall.Narrow(1, 0, 3))(t)
	sign, logabsdet, err := linalg.Slogdet(square)
	if err != nil {
		t.Fatal(err)
	}
	size := Must(ctensor.Exp(logabsdet))(t)
	Near(t, Must(ctensor.Mul(sign, size))(t), Must(linalg.Det(square))(t))
	Values(t, Must(linalg.Trace(a, 1, &linalg.TraceOptions{DType: ctensor.Float32}))(t), 1)
	small := Of(t, []float64{1, 0, 0, 0.1}, 2, 2)
	Values(t, Must(linalg.MatrixRank(small, nil))(t), 2)
	options := &linalg.MatrixRankOptions{Rtol: linalg.Tolerance(0.5), Hermitian: true}
	Values(t, Must(linalg.MatrixRank(small, options))(t), 1)
	Values(t, Must(linalg.MatrixNorm(a, &linalg.MatrixNormOptions{Ord: linalg.NormInf}))(t), 5)
	nuclear := &linalg.MatrixNormOptions{Ord: linalg.NormNuc, Dims: ctensor.Dims(0, 2), KeepDim: true}
	Sizes(t, Must(linalg.MatrixNorm(tall, nuclear))(t), 1, 4, 1)
	Values(t, Must(linalg.VectorNorm(Of(t, []float64{3, 4}), nil))(t), 5)
	ones := &linalg.VectorNormOptions{Ord: ctensor.NewScalar(1), Dims: ctensor.Dims(0)}
	Values(t, Must(linalg.VectorNorm(b(t), ones))(t), 5, 7, 9)
	Values(t, Must(linalg.Cond(symmetric(t), linalg.NormTwo))(t), 3)
}

func TestOutputs(t *testing.T) {
	a, b, tall := a(t), b(t), Waves(t, 2, 4, 3)
	zeros := func() *ctensor.Tensor { return Must(ctensor.Zeros(ctensor.Float64, 1))(t) }
	out, other, third := zeros(), zeros(), zeros()
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	check(linalg.MatmulOut(out, a, b))
	Near(t, out, matmul(t, a, b))
	check(linalg.AddmmOut(out, out, a, b, &linalg.AddmmOptions{Alpha: ctensor.NewScalar(-1)})) // in place
	Near(t, out, Must(ctensor.Zeros(ctensor.Float64, 2, 3))(t))
	check(linalg.EinsumOut(out, "ij->j", tensors{b}))
	Values(t, out, 5, 7, 9)
	check(linalg.QrOut(out, other, tall, nil))
	Near(t, matmul(t, out, other), tall)
	check(linalg.SvdOut(out, other, third, tall, false))
	Near(t, matmul(t, scaled(t, out, other), third), tall)
}

func TestErrors(t *testing.T) {
	singular := Of(t, []float64{1, 2, 2, 4}, 2, 2)
	batch := Must(ctensor.Stack(tensors{a(t), singular}, 0))(t)
	_, err := linalg.Inv(batch)
	Fails(t, err, ctensor.ErrInvalid, "ct_linalg_inv", "matrix [1]", "singular")
	_, err = linalg.Cholesky(batch, nil)
	Fails(t, err, ctensor.ErrInvalid, "[1]", "positive")
	_, err = linalg.Matmul(b(t), b(t))
	Fails(t, err, ctensor.ErrShape, "ct_linalg_matmul", "[2, 3]")
	_, err = linalg.Inv(Must(ctensor.Ones(ctensor.Int64, 2, 2))(t))
	Fails(t, err, ctensor.ErrDType, "int64")
	_, err = linalg.Einsum("ij,jk->ik", tensors{a(t)})
	Fails(t, err, ctensor.ErrInvalid, "ct_linalg_einsum")
	_, err = linalg.Einsum("i\x00j", tensors{a(t)})
	Fails(t, err, ctensor.ErrInvalid, "Einsum", "NUL")
	_, err = linalg.Einsum("", nil)
	Fails(t, err, ctensor.ErrInvalid)
	_, err = linalg.Tensordot(a(t), b(t), []int{0, 1}, []int{0})
	Fails(t, err, ctensor.ErrShape, "Tensordot", "2", "1")
	_, err = linalg.MatrixNorm(Waves(t, 2, 4, 3), &linalg.MatrixNormOptions{Dims: ctensor.Dims(0, 1, 2)})
	Fails(t, err, ctensor.ErrShape, "MatrixNorm", "3")
	_, err = linalg.Det(nil)
	Fails(t, err, ctensor.ErrInvalid, "ct_linalg_det")
	out := a(t)
	Fails(t, linalg.InvOut(out, singular), ctensor.ErrInvalid, "singular")
	Near(t, out, a(t)) // the output keeps its elements
	_, _, _, err = linalg.Svd(Must(ctensor.FromSlice([]float64{1}))(t), false)
	Fails(t, err, ctensor.ErrShape)
}
