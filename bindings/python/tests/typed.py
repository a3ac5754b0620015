"""Code that mypy --strict must accept. test.sh checks it, and nothing runs it."""
from typing import assert_type

import numpy as np

import ctensor as ct

t = ct.ones((2, 3), ct.float32)
assert_type(t + 1, ct.Tensor)
assert_type(2.0 * t, ct.Tensor)
assert_type(t + np.float32(1), ct.Tensor)
assert_type(np.int64(2) * t, ct.Tensor)
assert_type(ct.full(3, np.float16(2)), ct.Tensor)
assert_type(t[0, ::-1, None, ...], ct.Tensor)
assert_type(ct.add(t, 1, out=t), ct.Tensor)
assert_type(t.sum([0, 1], keepdim=True, dtype="float64"), ct.Tensor)
assert_type(t.to(float).to(np.float32).to(np.dtype("f4")).to("f4"), ct.Tensor)
assert_type(t.dtype == "float32", bool)
assert_type(t.sum(()), ct.Tensor)
assert_type(t.sum(axis=0, keepdims=True), ct.Tensor)
assert_type(ct.var(t, dim=1, keepdim=True), ct.Tensor)
assert_type(t.max(axis=1), ct.Tensor)
assert_type(t @ t.mT, ct.Tensor)
assert_type(t.size, int)
assert_type(ct.xp.sum(t, axis=0, dtype=ct.float64), ct.Tensor)
assert_type(ct.xp.add(t, 1), ct.Tensor)
assert_type(ct.xp.unstack(t, axis=1), tuple[ct.Tensor, ...])
assert_type(ct.xp.unique_all(t).counts, ct.Tensor)
assert_type(t.flip(None), ct.Tensor)
assert_type(t.to(copy=True), ct.Tensor)
assert_type(t.round_decimals(2), ct.Tensor)
assert_type(t.max_dim(0), tuple[ct.Tensor, ct.Tensor])
assert_type(ct.equal(t, t), bool)
assert_type(t.shape, tuple[int, ...])
assert_type(t.to(ct.int64, ct.MemoryFormat.PRESERVE), ct.Tensor)
assert_type(ct.asarray([[1, 2]], "uint8"), ct.Tensor)
assert_type(ct.from_dlpack(t), ct.Tensor)
t += 1


def kernel(piece: ct.Piece) -> None:
    out, a = piece
    out.copy_(a)


it = ct.Iter([None], [t])
it.for_each(kernel)
for piece in it.cursor():
    assert_type(piece[0], ct.Tensor)
try:
    t.view(7)
except ct.ShapeError as error:
    assert_type(error.code, int)
ct.save("t.npy", t)
ct.save(b"t.npz", {"t": t}, compress=True)
assert_type(ct.File("t.safetensors")["t"], ct.Tensor)
assert_type(ct.File("t.safetensors").metadata, dict[str, str])
for name in ct.File(t):
    assert_type(name, str)
