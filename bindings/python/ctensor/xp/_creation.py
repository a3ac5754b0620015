"""Arrays from numbers, shapes and other arrays."""
from __future__ import annotations

import builtins
from typing import Any, Literal, Optional

from .. import _arrays, _core
from .._core import Tensor
from .._header import complex64, float32, int64, uint64
from ._common import Array, DTypeLike, Number, Shape, is_complex, on_cpu

__all__ = ["arange", "asarray", "empty", "empty_like", "eye", "from_dlpack", "full", "full_like", "linspace", "meshgrid",
           "ones", "ones_like", "tril", "triu", "zeros", "zeros_like"]

from_dlpack = _arrays.from_dlpack


def asarray(obj: Any, /, *, dtype: Optional[DTypeLike] = None, device: Any = None,
            copy: Optional[builtins.bool] = None) -> Tensor:
    """An array from an array, a number or nested lists, which shares memory where it can, like ctensor.asarray."""
    on_cpu("asarray", device)
    return _arrays.asarray(obj, dtype, copy=copy)


def arange(start: Number, /, stop: Optional[Number] = None, step: Number = 1, *, dtype: Optional[DTypeLike] = None,
           device: Any = None) -> Tensor:
    """start, start + step, ... before stop; with one argument, from 0 to it. Empty if step does not lead to stop."""
    on_cpu("arange", device)
    first, last = (0, start) if stop is None else (start, stop)
    if step == 0:
        raise ValueError("arange: step is 0")
    if (last - first) * step <= 0:  # type: ignore[operator]
        whole = all(isinstance(one, int) for one in (first, last, step))
        return _core.empty(0, dtype if dtype is not None else int64 if whole else float32)
    return _core.arange(first, last, step, dtype)


def empty(shape: Shape, *, dtype: Optional[DTypeLike] = None, device: Any = None) -> Tensor:
    """An array with unspecified elements."""
    on_cpu("empty", device)
    return _core.empty(shape, dtype)


def zeros(shape: Shape, *, dtype: Optional[DTypeLike] = None, device: Any = None) -> Tensor:
    """An array of zeros."""
    on_cpu("zeros", device)
    return _core.zeros(shape, dtype)


def ones(shape: Shape, *, dtype: Optional[DTypeLike] = None, device: Any = None) -> Tensor:
    """An array of ones."""
    on_cpu("ones", device)
    return _core.ones(shape, dtype)


def full(shape: Shape, fill_value: Array, *, dtype: Optional[DTypeLike] = None, device: Any = None) -> Tensor:
    """An array of one value."""
    on_cpu("full", device)
    if isinstance(fill_value, Tensor):
        dtype, fill_value = (fill_value.dtype if dtype is None else dtype), fill_value.item()
    if dtype is None and isinstance(fill_value, int) and fill_value >= 2**63:
        dtype = uint64
    return _core.full(shape, fill_value, dtype)


def empty_like(x: Tensor, /, *, dtype: Optional[DTypeLike] = None, device: Any = None) -> Tensor:
    """An array of x's shape with unspecified elements."""
    on_cpu("empty_like", device)
    return _core.empty_like(x, dtype)


def zeros_like(x: Tensor, /, *, dtype: Optional[DTypeLike] = None, device: Any = None) -> Tensor:
    """Zeros of x's shape."""
    on_cpu("zeros_like", device)
    return _core.zeros_like(x, dtype)


def ones_like(x: Tensor, /, *, dtype: Optional[DTypeLike] = None, device: Any = None) -> Tensor:
    """Ones of x's shape."""
    on_cpu("ones_like", device)
    return _core.ones_like(x, dtype)


def full_like(x: Tensor, /, fill_value: Array, *, dtype: Optional[DTypeLike] = None, device: Any = None) -> Tensor:
    """One value in x's shape."""
    on_cpu("full_like", device)
    return _core.full_like(x, fill_value.item() if isinstance(fill_value, Tensor) else fill_value, dtype)


def _diagonal(k: int, rows: int, columns: int) -> int:
    """k, clamped to just outside the matrix."""
    return min(max(k, -rows - 1), columns + 1)


def eye(n_rows: int, n_cols: Optional[int] = None, /, *, k: int = 0, dtype: Optional[DTypeLike] = None,
        device: Any = None) -> Tensor:
    """A matrix with ones on a diagonal."""
    on_cpu("eye", device)
    return _core.eye(n_rows, n_cols, _diagonal(k, n_rows, n_rows if n_cols is None else n_cols), dtype)


def linspace(start: Number, stop: Number, /, num: int, *, dtype: Optional[DTypeLike] = None, device: Any = None,
             endpoint: builtins.bool = True) -> Tensor:
    """num numbers at equal distances from start to stop, which is left out if endpoint is False."""
    on_cpu("linspace", device)
    if isinstance(start, complex) or isinstance(stop, complex):
        first, last = complex(start), complex(stop)
        wanted = complex64 if dtype is None else _core.dtype(dtype)
        if not is_complex(wanted):
            raise TypeError(f"linspace: complex bounds, but dtype {wanted.name}")
        made: Tensor = _core.complex(linspace(first.real, last.real, num, dtype="float64", endpoint=endpoint),
                                     linspace(first.imag, last.imag, num, dtype="float64", endpoint=endpoint))
        return made.to(wanted)
    if endpoint or num == 0:
        return _core.linspace(start, stop, num, dtype)
    return _core.linspace(start, stop, num + 1, dtype)[:num].clone()


def meshgrid(*arrays: Tensor, indexing: Literal["xy", "ij"] = "xy") -> list[Tensor]:
    """Coordinates of a grid, one array for each axis. With "xy", the first two axes are swapped."""
    return list(_core.meshgrid(arrays, indexing))


def tril(x: Tensor, /, *, k: int = 0) -> Tensor:
    """The elements on and below a diagonal of each matrix, and zeros elsewhere."""
    return _core.tril(x, _diagonal(k, *x.shape[-2:]) if x.ndim > 1 else k)


def triu(x: Tensor, /, *, k: int = 0) -> Tensor:
    """The elements on and above a diagonal of each matrix, and zeros elsewhere."""
    return _core.triu(x, _diagonal(k, *x.shape[-2:]) if x.ndim > 1 else k)
