"""Linear algebra of tensors of any layout, with the names and keywords of the array API standard and numpy.linalg.

Matrices are the last two dims, and the dims before them a batch.
"""
import math
from collections.abc import Sequence
from typing import NamedTuple

from . import _core
from ._core import Tensor
from ._types import DTypeLike, Number

if not hasattr(_core, "_linalg_one"):
    raise ImportError("this build of ctensor has no linear algebra: libctensor_linalg was not there")

_Input = Tensor | Number
_Ints = int | Sequence[int]
_Ord = int | float | str


class SlogdetResult(NamedTuple):
    """The sign of a determinant, and the logarithm of its absolute value."""

    sign: Tensor
    logabsdet: Tensor


class EighResult(NamedTuple):
    """Eigenvalues in ascending order, and eigenvectors as columns."""

    eigenvalues: Tensor
    eigenvectors: Tensor


class EigResult(NamedTuple):
    """Complex eigenvalues, and eigenvectors as columns."""

    eigenvalues: Tensor
    eigenvectors: Tensor


class QRResult(NamedTuple):
    """Orthonormal columns, and an upper triangular matrix."""

    Q: Tensor
    R: Tensor


class SVDResult(NamedTuple):
    """x is U diag(S) Vh."""

    U: Tensor
    S: Tensor
    Vh: Tensor


class LstsqResult(NamedTuple):
    """The solution, the rank of a, and its singular values."""

    solution: Tensor
    rank: Tensor
    singular_values: Tensor


def matmul(x1: _Input, x2: _Input, /, *, out: Tensor | None = None) -> Tensor:
    """The product of matrices, or of vectors and batches of them, as x1 @ x2."""
    return _core._linalg_two("matmul", x1, x2, out)


def mm(x1: _Input, x2: _Input, /, *, out: Tensor | None = None) -> Tensor:
    """The product of two matrices."""
    return _core._linalg_two("mm", x1, x2, out)


def bmm(x1: _Input, x2: _Input, /, *, out: Tensor | None = None) -> Tensor:
    """The products of pairs of matrices, from two batches."""
    return _core._linalg_two("bmm", x1, x2, out)


def mv(x1: _Input, x2: _Input, /, *, out: Tensor | None = None) -> Tensor:
    """The product of a matrix and a vector."""
    return _core._linalg_two("mv", x1, x2, out)


def addmm(
    input: _Input, x1: _Input, x2: _Input, /, *, beta: Number = 1, alpha: Number = 1, out: Tensor | None = None
) -> Tensor:
    """beta input + alpha x1 x2. If beta is 0, input is not read."""
    return _core._linalg_addmm(input, x1, x2, beta, alpha, out)


def dot(x1: _Input, x2: _Input, /, *, out: Tensor | None = None) -> Tensor:
    """The sum of the products of two vectors' elements."""
    return _core._linalg_two("dot", x1, x2, out)


def vdot(x1: _Input, x2: _Input, /, *, out: Tensor | None = None) -> Tensor:
    """The sum of the products of two vectors' elements, with those of x1 conjugated."""
    return _core._linalg_two("vdot", x1, x2, out)


def vecdot(x1: _Input, x2: _Input, /, *, axis: int = -1, out: Tensor | None = None) -> Tensor:
    """The sums along an axis of the products of x1's conjugates and x2."""
    return _core._linalg_along(False, x1, x2, axis, out)


def outer(x1: _Input, x2: _Input, /, *, out: Tensor | None = None) -> Tensor:
    """The products of all elements of a vector with all of another."""
    return _core._linalg_two("outer", x1, x2, out)


def kron(x1: _Input, x2: _Input, /, *, out: Tensor | None = None) -> Tensor:
    """x1 with each element replaced by its product with x2: Kronecker's product."""
    return _core._linalg_two("kron", x1, x2, out)


def cross(x1: _Input, x2: _Input, /, *, axis: int = -1, out: Tensor | None = None) -> Tensor:
    """The cross products of vectors of 3 elements along an axis."""
    return _core._linalg_along(True, x1, x2, axis, out)


def tensordot(
    x1: Tensor, x2: Tensor, /, *, axes: int | tuple[_Ints, _Ints] = 2, out: Tensor | None = None
) -> Tensor:
    """Sums of products over a number of x1's last and x2's first axes, or over two lists of axes."""
    if x1.dtype is not x2.dtype:  # the dtypes of arrays without axes count in full, too
        dtype = _core.promote_types(x1.dtype, x2.dtype)
        x1, x2 = x1.to(dtype), x2.to(dtype)
    if isinstance(axes, int):
        if not 0 <= axes <= min(x1.ndim, x2.ndim):
            raise ValueError(f"tensordot: {axes} axes of tensors of {x1.ndim} and {x2.ndim}")
        return _core._linalg_tensordot(x1, x2, list(range(x1.ndim - axes, x1.ndim)), list(range(axes)), out)
    return _core._linalg_tensordot(x1, x2, *axes, out)


def einsum(equation: str, /, *operands: Tensor, out: Tensor | None = None) -> Tensor:
    """Sums of products as an equation such as "ij,jk->ik" says."""
    return _core._linalg_einsum(equation, operands, out)


def matrix_transpose(x: Tensor, /) -> Tensor:
    """A view with rows and columns swapped."""
    return x.transpose(-2, -1)


def matrix_power(x: _Input, n: int, /) -> Tensor:
    """The product of n factors x, or of -n factors of its inverse if n is negative."""
    return _core._linalg_power(x, n)


def diagonal(x: Tensor, /, *, offset: int = 0) -> Tensor:
    """A view of the diagonals of matrices, offset columns to the right of the main ones."""
    return x.diagonal(offset, -2, -1)


def trace(x: _Input, /, *, offset: int = 0, dtype: DTypeLike | None = None) -> Tensor:
    """The sums of diagonals. For unsigned integers they are uint64, as the array API says."""
    if dtype is None and isinstance(x, Tensor) and _core.isdtype(x.dtype, _core.KIND_UNSIGNED):
        dtype = "uint64"
    return _core._linalg_trace(x, offset, dtype)


def solve(x1: _Input, x2: _Input, /, *, out: Tensor | None = None) -> Tensor:
    """The x for which x1 x = x2."""
    return _core._linalg_two("solve", x1, x2, out)


def triangular_solve(
    x1: _Input, x2: _Input, /, *, upper: bool, left: bool = True, unitriangular: bool = False
) -> Tensor:
    """The x for which x1 x = x2, or (left=False) x x1 = x2, where x1 is triangular. The other triangle is not read."""
    return _core._linalg_triangular_solve(x1, x2, upper, left, unitriangular)


def inv(x: _Input, /, *, out: Tensor | None = None) -> Tensor:
    """The inverse."""
    return _core._linalg_one("inv", x, out)


def _counted(values: Tensor, rtol: Tensor) -> Tensor:
    """Which singular values are above rtol times the largest of their matrix."""
    return values > values.amax(-1, keepdim=True) * rtol.unsqueeze(-1)


def pinv(x: _Input, /, *, rtol: float | Tensor | None = None, hermitian: bool = False) -> Tensor:
    """The pseudo-inverse; singular values up to rtol times the largest count as 0. rtol may differ by matrix."""
    if not isinstance(rtol, Tensor):
        return _core._linalg_by_values(False, x, rtol, hermitian)
    u, s, vh = svd(x, full_matrices=False)
    inverses = _core.where(_counted(s, rtol), s.reciprocal(), 0)
    return matmul(vh.conj().transpose(-2, -1) * inverses.unsqueeze(-2), u.conj().transpose(-2, -1)).to(u.dtype)


def lstsq(x1: _Input, x2: _Input, /, *, rcond: float | None = None) -> LstsqResult:
    """The least-squares solution x of x1 x = x2 with the smallest norm."""
    return LstsqResult(*_core._linalg_lstsq(x1, x2, rcond))


def det(x: _Input, /, *, out: Tensor | None = None) -> Tensor:
    """The determinant."""
    return _core._linalg_one("det", x, out)


def slogdet(x: _Input, /) -> SlogdetResult:
    """The sign of the determinant, and the logarithm of its absolute value."""
    return SlogdetResult(*_core._linalg_slogdet(x))


def cholesky(x: _Input, /, *, upper: bool = False) -> Tensor:
    """The triangular factor of a positive definite matrix."""
    return _core._linalg_triangle(False, x, upper)


def qr(x: _Input, /, *, mode: str = "reduced") -> QRResult:
    """Orthonormal columns times an upper triangular matrix; mode: "reduced" or "complete"."""
    return QRResult(*_core._linalg_qr(x, mode))


def svd(x: _Input, /, *, full_matrices: bool = True) -> SVDResult:
    """Singular values, with the vectors on both sides."""
    return SVDResult(*_core._linalg_svd(x, full_matrices))


def svdvals(x: _Input, /, *, out: Tensor | None = None) -> Tensor:
    """Singular values, the largest first."""
    return _core._linalg_one("svdvals", x, out)


def eigh(x: _Input, /, *, upper: bool = False) -> EighResult:
    """Eigenvalues and eigenvectors of a symmetric or Hermitian matrix. Only one triangle of it is read."""
    return EighResult(*_core._linalg_eigh(x, upper))


def eigvalsh(x: _Input, /, *, upper: bool = False) -> Tensor:
    """The eigenvalues of a symmetric or Hermitian matrix, in ascending order."""
    return _core._linalg_triangle(True, x, upper)


def eig(x: _Input, /) -> EigResult:
    """Complex eigenvalues and eigenvectors of any square matrix."""
    return EigResult(*_core._linalg_eig(x))


def eigvals(x: _Input, /, *, out: Tensor | None = None) -> Tensor:
    """Complex eigenvalues of any square matrix."""
    return _core._linalg_one("eigvals", x, out)


def matrix_rank(x: _Input, /, *, rtol: float | Tensor | None = None, hermitian: bool = False) -> Tensor:
    """How many singular values are larger than rtol times the largest. rtol may differ by matrix."""
    if not isinstance(rtol, Tensor):
        return _core._linalg_by_values(True, x, rtol, hermitian)
    return _counted(svdvals(x), rtol).count_nonzero(-1)


def _named(ord: _Ord | None, default: str) -> str:
    if ord is None:
        return default
    if isinstance(ord, str):
        return ord
    return ("inf" if ord > 0 else "-inf") if math.isinf(ord) else f"{ord:g}"


def matrix_norm(
    x: _Input,
    /,
    *,
    keepdims: bool = False,
    ord: _Ord | None = "fro",
    axis: Sequence[int] | None = None,
    dtype: DTypeLike | None = None,
) -> Tensor:
    """Norms of matrices; ord: "fro", "nuc", 1, -1, 2, -2, inf or -inf."""
    return _core._linalg_matrix_norm(x, _named(ord, "fro"), axis, keepdims, dtype)


def vector_norm(
    x: _Input,
    /,
    *,
    axis: _Ints | None = None,
    keepdims: bool = False,
    ord: int | float = 2,
    dtype: DTypeLike | None = None,
) -> Tensor:
    """Norms of any order of vectors, along axes or of all elements."""
    return _core._linalg_vector_norm(x, ord, axis, keepdims, dtype)


def cond(x: _Input, /, p: _Ord | None = None) -> Tensor:
    """The condition number, by which errors may grow: the norm of x times that of its inverse."""
    return _core._linalg_cond(x, _named(p, "2"))
