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
    """The index of the largest element along an axis, or for None among all in row-major order."""
    return _core.argmax(x, axis, keepdims)


def argmin(x: Tensor, /, *, axis: Optional[int] = None, keepdims: builtins.bool = False) -> Tensor:
    """The index of the smallest element along an axis, or for None among all in row-major order."""
    return _core.argmin(x, axis, keepdims)


def nonzero(x: Tensor, /) -> tuple[Tensor, ...]:
    """The indices of the elements that are not 0, as an array for each axis."""
    if x.ndim == 0:
        raise ValueError("nonzero: an array without axes has no indices")
    return _core.nonzero(x).unbind(1)


def searchsorted(x1: Tensor, x2: Tensor, /, *, side: Literal["left", "right"] = "left",
                 sorter: Optional[Tensor] = None) -> Tensor:
    """Where x2's elements would go in x1, which must be sorted, or in x1 in the order of sorter."""
    if side not in ("left", "right"):
        raise ValueError(f"searchsorted: side is 'left' or 'right', not {side!r}")
    return _core.searchsorted(x1 if sorter is None else _core.take(x1, sorter), x2, side == "right")


def sort(x: Tensor, /, *, axis: int = -1, descending: builtins.bool = False, stable: builtins.bool = True) -> Tensor:
    """The sorted elements along an axis."""
    return _core.sort_values(x, axis, descending)  # it is always stable


def argsort(x: Tensor, /, *, axis: int = -1, descending: builtins.bool = False, stable: builtins.bool = True) -> Tensor:
    """The indices that sort the elements along an axis."""
    return _core.argsort(x, axis, descending, stable)


def take(x: Tensor, indices: Tensor, /, *, axis: Optional[int] = None) -> Tensor:
    """The elements at these indices along an axis."""
    if axis is None and x.ndim != 1:
        raise ValueError(f"take: an axis is needed for an array of {x.ndim} axes")
    along = axis_of("take", 0 if axis is None else axis, x.ndim)
    made = _core.index_select(x, along, indices.reshape(-1))
    return made.reshape(x.shape[:along] + indices.shape + x.shape[along + 1:])


def take_along_axis(x: Tensor, indices: Tensor, /, *, axis: int = -1) -> Tensor:
    """For each line along an axis, the elements at the indices in a line of their own."""
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
    """The distinct elements, sorted, complex ones by their parts; each NaN counts as distinct."""
    if is_complex(x.dtype):
        return _unique(x)[0]
    made = _core.unique(x)
    assert isinstance(made, Tensor)
    return made


def unique_counts(x: Tensor, /) -> UniqueCounts:
    """The distinct elements, and how often each occurs."""
    values, _, counts = _unique(x)
    return UniqueCounts(values, counts)


def unique_inverse(x: Tensor, /) -> UniqueInverse:
    """The distinct elements, and the index among them of each element of x."""
    values, inverse, _ = _unique(x)
    return UniqueInverse(values, inverse)


def unique_all(x: Tensor, /) -> UniqueAll:
    """The distinct elements, where each occurs first, the index among them of each element of x, and their counts."""
    values, inverse, counts = _unique(x)
    # After a stable sort, the first occurrence of each value follows all occurrences of smaller values.
    order = _core.argsort(inverse.reshape(-1), stable=True)
    first = _core.take(order, _core.cumulative_sum(counts, 0) - counts)
    return UniqueAll(values, first, inverse, counts)


def where(condition: Tensor, x1: Array, x2: Array, /) -> Tensor:
    """The elements of x1 where the condition holds, and of x2 elsewhere."""
    if isinstance(x1, Tensor) and isinstance(x2, Tensor) and x1.dtype is not x2.dtype:
        dtype = _core.promote_types(x1.dtype, x2.dtype)  # as elements of one array, 0-dim ones count in full
        x1, x2 = x1.to(dtype), x2.to(dtype)
    return _core.where(condition, x1, x2)
