"""Searching, sorting, sets, and elements by their indices."""
from __future__ import annotations

import builtins
from typing import Literal, NamedTuple, Optional

from .. import _core
from .._core import Tensor
from ._common import Array, axis_of, is_complex

__all__ = ["argmax", "argmin", "argsort", "nonzero", "searchsorted", "sort", "take", "take_along_axis", "unique_all",
           "unique_counts", "unique_inverse", "unique_values", "where"]


def argmax(x: Tensor, /, *, axis: Optional[int] = None, keepdims: builtins.bool = False) -> Tensor:
    """The index of the largest element along an axis; None: among all in row-major order."""
    return _core.argmax(x, axis, keepdims)


def argmin(x: Tensor, /, *, axis: Optional[int] = None, keepdims: builtins.bool = False) -> Tensor:
    """The index of the smallest element along an axis; None: among all in row-major order."""
    return _core.argmin(x, axis, keepdims)


def nonzero(x: Tensor, /) -> tuple[Tensor, ...]:
    """The indices of the elements other than 0: an array for each axis."""
    if x.ndim == 0:
        raise ValueError("nonzero: an array without axes has no indices")
    return _core.nonzero(x).unbind(1)


def searchsorted(x1: Tensor, x2: Tensor, /, *, side: Literal["left", "right"] = "left",
                 sorter: Optional[Tensor] = None) -> Tensor:
    """Where x2's elements would go in x1, which is in order, or in x1 in the order of sorter."""
    if side not in ("left", "right"):
        raise ValueError(f"searchsorted: side is 'left' or 'right', not {side!r}")
    return _core.searchsorted(x1 if sorter is None else _core.take(x1, sorter), x2, side == "right")


def sort(x: Tensor, /, *, axis: int = -1, descending: builtins.bool = False, stable: builtins.bool = True) -> Tensor:
    """The elements along an axis in order."""
    return _core.sort_values(x, axis, descending)  # equal elements stay in their order in any case


def argsort(x: Tensor, /, *, axis: int = -1, descending: builtins.bool = False, stable: builtins.bool = True) -> Tensor:
    """The indices of the elements along an axis in order."""
    return _core.argsort(x, axis, descending, stable)


def take(x: Tensor, indices: Tensor, /, *, axis: Optional[int] = None) -> Tensor:
    """The elements along an axis that indices name."""
    if axis is None and x.ndim != 1:
        raise ValueError(f"take: an axis is needed for an array of {x.ndim} axes")
    along = axis_of("take", 0 if axis is None else axis, x.ndim)
    made = _core.index_select(x, along, indices.reshape(-1))
    return made.reshape(x.shape[:along] + indices.shape + x.shape[along + 1:])


def take_along_axis(x: Tensor, indices: Tensor, /, *, axis: int = -1) -> Tensor:
    """For each line along an axis, the elements that a line of indices names."""
    return _core.take_along_dim(x, indices, axis)


class UniqueAll(NamedTuple):
    values: Tensor
    indices: Tensor
    inverse_indices: Tensor
    counts: Tensor


class UniqueCounts(NamedTuple):
    values: Tensor
    counts: Tensor


class UniqueInverse(NamedTuple):
    values: Tensor
    inverse_indices: Tensor


def _unique(x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    if not is_complex(x.dtype):
        values, inverse, counts = _core.unique(x, return_inverse=True, return_counts=True)
        return values, inverse.reshape(x.shape), counts
    parts = x.reshape(-1).contiguous().view_as_real()  # complex numbers have no order, but pairs have
    values, inverse, counts = _core.unique(parts, return_inverse=True, return_counts=True, dim=0)
    return values.contiguous().view_as_complex(), inverse.reshape(x.shape), counts


def unique_values(x: Tensor, /) -> Tensor:
    """The different elements, in order, complex ones by their parts; each NaN is one of its own."""
    if is_complex(x.dtype):
        return _unique(x)[0]
    made = _core.unique(x)
    assert isinstance(made, Tensor)
    return made


def unique_counts(x: Tensor, /) -> UniqueCounts:
    """The different elements, and how often each is there."""
    values, _, counts = _unique(x)
    return UniqueCounts(values, counts)


def unique_inverse(x: Tensor, /) -> UniqueInverse:
    """The different elements, and which of them each element of x is."""
    values, inverse, _ = _unique(x)
    return UniqueInverse(values, inverse)


def unique_all(x: Tensor, /) -> UniqueAll:
    """The different elements, where each is first, which of them each element of x is, and how often each is there."""
    values, inverse, counts = _unique(x)
    # In a stable order of what each element is, the first of each stands behind all that come before it.
    order = _core.argsort(inverse.reshape(-1), stable=True)
    first = _core.take(order, _core.cumulative_sum(counts, 0) - counts)
    return UniqueAll(values, first, inverse, counts)


def where(condition: Tensor, x1: Array, x2: Array, /) -> Tensor:
    """The elements of x1 where the condition holds, and of x2 elsewhere."""
    if isinstance(x1, Tensor) and isinstance(x2, Tensor) and x1.dtype is not x2.dtype:
        dtype = _core.promote_types(x1.dtype, x2.dtype)  # as elements of one array, those without axes count in full, too
        x1, x2 = x1.to(dtype), x2.to(dtype)
    return _core.where(condition, x1, x2)
