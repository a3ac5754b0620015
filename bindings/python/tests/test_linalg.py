"""Compares ctensor.linalg with numpy.linalg: values, names, errors."""
import ctensor as ct
import numpy as np
import pytest
from ctensor import linalg

DTYPES = ["float32", "float64", "complex64", "complex128"]


def numbers(rng, shape, dtype):
    a = rng.standard_normal(shape)
    return (a + 1j * rng.standard_normal(shape) if np.dtype(dtype).kind == "c" else a).astype(dtype)


def close(mine, wanted, scale=1):
    got, wanted = np.asarray(mine), np.asarray(wanted)
    assert got.shape == wanted.shape
    wide = got.dtype in (np.float64, np.complex128)
    np.testing.assert_allclose(got, wanted, rtol=0, atol=scale * (1e-11 if wide else 2e-4) * max(1, abs(wanted).max(initial=0)))


@pytest.fixture(params=DTYPES)
def dtype(request):
    return request.param


@pytest.fixture
def square(dtype):
    return numbers(np.random.default_rng(3), (2, 3, 4, 4), dtype) + 4 * np.eye(4, dtype=dtype)


def test_products(dtype):
    rng = np.random.default_rng(1)
    a, b = numbers(rng, (3, 1, 4, 5), dtype), numbers(rng, (2, 6, 5), dtype).swapaxes(-1, -2)
    x, y = ct.asarray(a), ct.asarray(b)
    close(linalg.matmul(x, y), a @ b)
    out = ct.empty((3, 2, 4, 6), dtype=dtype)
    assert linalg.matmul(x, y, out=out) is out
    close(out, a @ b)
    close(linalg.mm(x[0, 0], y[1]), a[0, 0] @ b[1])
    close(linalg.bmm(x[:2, 0], y), a[:2, 0] @ b)
    close(linalg.mv(x[0, 0], y[0, :, 0]), a[0, 0] @ b[0, :, 0])
    u, v = numbers(rng, 7, dtype), numbers(rng, 7, dtype)
    s, t = ct.asarray(u), ct.asarray(v)
    close(linalg.dot(s, t), np.dot(u, v))
    close(linalg.vdot(s, t), np.vdot(u, v))
    close(linalg.vecdot(s, t), np.vdot(u, v))
    close(linalg.outer(s, t), np.outer(u, v))
    close(linalg.kron(x[0, 0], y[0]), np.kron(a[0, 0], b[0]))
    close(linalg.cross(s[:3], t[:3]), np.cross(u[:3], v[:3]))
    close(linalg.addmm(s[:4].reshape(4, 1), x[0, 0], y[0], beta=2, alpha=3), 2 * u[:4, None] + 3 * (a[0, 0] @ b[0]))
    close(linalg.tensordot(x, y, axes=([3], [1])), np.tensordot(a, b, axes=([3], [1])))
    close(linalg.tensordot(x[0, 0], y[0], axes=1), np.tensordot(a[0, 0], b[0], axes=1))
    close(linalg.einsum("nbij,bjk->nik", ct.asarray(np.repeat(a, 2, 1)), y), np.einsum("nbij,bjk->nik", np.repeat(a, 2, 1), b))


def test_integers_wrap_and_halves_are_summed_in_float32():
    a = np.arange(12, dtype=np.uint8).reshape(3, 4) * 20
    close(linalg.matmul(ct.asarray(a), ct.asarray(a.T)), (a.astype(np.int64) @ a.T.astype(np.int64)).astype(np.uint8))
    ones = ct.ones((1, 4096), dtype="float16")
    assert float(linalg.matmul(ones, ones.transpose(0, 1))[0, 0]) == 4096


def test_solving(dtype, square):
    rng = np.random.default_rng(5)
    x, b = ct.asarray(square), numbers(rng, (3, 4, 2), dtype)
    close(linalg.solve(x, ct.asarray(b)), np.linalg.solve(square, np.broadcast_to(b, (2, 3, 4, 2))))
    close(linalg.inv(x), np.linalg.inv(square))
    close(linalg.det(x), np.linalg.det(square), 10)
    sign, logabsdet = linalg.slogdet(x)
    close(sign, np.linalg.slogdet(square)[0])
    close(logabsdet, np.linalg.slogdet(square)[1])
    close(linalg.matrix_power(x, -2), np.linalg.matrix_power(square, -2))
    lower = np.tril(square)
    close(linalg.triangular_solve(x, ct.asarray(b), upper=False), np.linalg.solve(lower, np.broadcast_to(b, (2, 3, 4, 2))))
    tall = numbers(rng, (5, 3), dtype)
    close(linalg.pinv(ct.asarray(tall)), np.linalg.pinv(tall))
    each = ct.asarray([0.5, 1e-3], dtype="float64")
    two = np.stack([np.diag([4.0, 1.0, 3.0]).astype(dtype)] * 2)
    assert np.array_equal(np.asarray(linalg.matrix_rank(ct.asarray(two), rtol=each)), [2, 3])
    close(linalg.pinv(ct.asarray(two), rtol=each), [np.linalg.pinv(two[0], 0.5), np.linalg.pinv(two[1])])
    solution, rank, values = linalg.lstsq(ct.asarray(tall), ct.asarray(tall[:, 0]))
    close(solution, [1, 0, 0])
    assert int(rank) == 3
    close(values, np.linalg.svd(tall, compute_uv=False))


def test_decompositions(dtype, square):
    x = ct.asarray(square)
    q, r = linalg.qr(x[..., :3])
    close(linalg.matmul(q, r), square[..., :3])
    assert linalg.qr(x[..., :3], mode="complete").Q.shape == (2, 3, 4, 4)
    u, s, vh = linalg.svd(x, full_matrices=False)
    close(np.asarray(u) * np.asarray(s)[..., None, :] @ np.asarray(vh), square)
    close(linalg.svdvals(x), np.linalg.svd(square, compute_uv=False))
    hermitian = square @ square.conj().swapaxes(-1, -2)
    h = ct.asarray(hermitian)
    w, v = linalg.eigh(h)
    close(np.asarray(v) * np.asarray(w)[..., None, :] @ np.asarray(v).conj().swapaxes(-1, -2), hermitian)
    close(linalg.eigvalsh(h, upper=True), np.linalg.eigvalsh(hermitian))
    factor = np.asarray(linalg.cholesky(h))
    close(factor, np.linalg.cholesky(hermitian))
    close(linalg.cholesky(h, upper=True), factor.conj().swapaxes(-1, -2))
    w, v = linalg.eig(x)
    close(square @ np.asarray(v), np.asarray(v) * np.asarray(w)[..., None, :])
    close(np.sort_complex(np.asarray(linalg.eigvals(x)).sum(-1)), np.sort_complex(np.trace(square, axis1=-2, axis2=-1)))


def test_norms(square):
    x = ct.asarray(square)
    for ord in ("fro", "nuc", 1, -1, 2, -2, np.inf, -np.inf):
        close(linalg.matrix_norm(x, ord=ord, keepdims=True), np.linalg.norm(square, ord, (-2, -1), keepdims=True))
        close(linalg.cond(x, ord), np.linalg.cond(square, ord), 10)
    for ord in (0, 1, 2, 3.5, np.inf, -np.inf):
        close(linalg.vector_norm(x, ord=ord, axis=1), np.linalg.norm(square, ord, 1))
    assert np.array_equal(np.asarray(linalg.matrix_rank(x)), np.full((2, 3), 4))
    assert linalg.trace(ct.ones((2, 2), dtype="uint8")).dtype == ct.uint64
    close(linalg.trace(x, offset=1), np.trace(square, 1, -2, -1))
    close(linalg.diagonal(x, offset=-1), np.diagonal(square, -1, -2, -1))
    close(linalg.matrix_transpose(x), square.swapaxes(-1, -2))


def test_errors():
    singular = np.stack([np.eye(3), np.zeros((3, 3))])
    with pytest.raises(ValueError, match=r"matrix \[1\] of the batch is singular: the pivot of column 0 is 0"):
        linalg.inv(ct.asarray(singular))
    with pytest.raises(ValueError, match=r"\[2, 3\]"):
        linalg.det(ct.ones((2, 3)))
    with pytest.raises(ValueError, match="one of"):
        linalg.qr(ct.ones((2, 3)), mode="raw")
    with pytest.raises(ValueError, match="axes of tensors"):
        linalg.tensordot(ct.ones((2, 3)), ct.ones((2, 3)), axes=3)
    with pytest.raises(TypeError, match="int32"):
        linalg.inv(ct.ones((2, 2), dtype="int32"))
