"""Products of vectors and matrices."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Union

from .. import _core
from .._core import Tensor
from ._common import axis_of
from ._dtypes import result_type
from ._manipulation import broadcast_arrays

try:
    from .. import linalg as _linalg
except ImportError:  # this build of ctensor has no linear algebra
    _linalg = None  # type: ignore[assignment]

__all__ = ["matmul", "matrix_transpose", "tensordot", "vecdot"]


def _sum_of_products(x1: Tensor, x2: Tensor, axis: int) -> Tensor:
    """The sum along an axis of x1 * x2, which is never stored."""
    dtype = result_type(x1, x2)
    product = _core.mul(_core.defer(x1.to(dtype)), _core.defer(x2.to(dtype)))
    return _core.evaluate(product.sum(axis, dtype=dtype))[0]


def matmul(x1: Tensor, x2: Tensor, /) -> Tensor:
    """The matrix product. A vector is a row on the left, a column on the right, and the axis that adds is removed."""
    if x1.ndim == 0 or x2.ndim == 0:
        raise ValueError("matmul: an array without axes has no matrix product; use multiply")
    shared = x2.shape[-1 if x2.ndim == 1 else -2]
    if x1.shape[-1] != shared:
        raise ValueError(f"matmul: rows of {x1.shape[-1]} and columns of {shared} elements: shapes {x1.shape} and {x2.shape}")
    if _linalg is not None:
        dtype = result_type(x1, x2)
        return _linalg.matmul(x1.to(dtype), x2.to(dtype))
    left = x1.unsqueeze(0) if x1.ndim == 1 else x1
    right = x2.unsqueeze(1) if x2.ndim == 1 else x2
    made = _sum_of_products(left.unsqueeze(-2), right.transpose(-2, -1).unsqueeze(-3), -1)
    if x2.ndim == 1:
        made = made.squeeze(-1)
    return made.squeeze(-1 if x2.ndim == 1 else -2) if x1.ndim == 1 else made


def matrix_transpose(x: Tensor, /) -> Tensor:
    """A view of x with its last two axes swapped."""
    if x.ndim < 2:
        raise ValueError(f"matrix_transpose: an array of {x.ndim} axes is no matrix")
    return x.transpose(-2, -1)


def tensordot(x1: Tensor, x2: Tensor, /, *, axes: Union[int, tuple[Sequence[int], Sequence[int]]] = 2) -> Tensor:
    """The sums of products along pairs of axes: x1's last and x2's first axes, or those of two lists."""
    if isinstance(axes, int):
        ours, theirs = list(range(x1.ndim - axes, x1.ndim)), list(range(axes))
    else:
        ours = [axis_of("tensordot", one, x1.ndim) for one in axes[0]]
        theirs = [axis_of("tensordot", one, x2.ndim) for one in axes[1]]
    if len(ours) != len(theirs) or any(x1.shape[a] != x2.shape[b] for a, b in zip(ours, theirs)):
        raise ValueError(f"tensordot: axes {ours} of shape {x1.shape} do not fit axes {theirs} of shape {x2.shape}")
    rows = [one for one in range(x1.ndim) if one not in ours]
    columns = [one for one in range(x2.ndim) if one not in theirs]
    shape = [x1.shape[one] for one in rows] + [x2.shape[one] for one in columns]
    size = 1
    for one in ours:
        size *= x1.shape[one]
    count = [1, 1]
    for one in rows:
        count[0] *= x1.shape[one]
    for one in columns:
        count[1] *= x2.shape[one]
    left = x1.permute(rows + ours).reshape(count[0], size)
    right = x2.permute(theirs + columns).reshape(size, count[1])
    return matmul(left, right).reshape(shape)


def vecdot(x1: Tensor, x2: Tensor, /, *, axis: int = -1) -> Tensor:
    """The sums of the products of x1's conjugates and x2 along an axis."""
    shared = min(x1.ndim, x2.ndim)
    if not -shared <= axis < 0:
        raise ValueError(f"vecdot: axis {axis} is not between {-shared} and -1")
    if x1.shape[axis] != x2.shape[axis]:
        raise ValueError(f"vecdot: {x1.shape[axis]} and {x2.shape[axis]} elements along axis {axis}")
    first, second = broadcast_arrays(x1, x2)
    return _sum_of_products(first.conj(), second, axis)
