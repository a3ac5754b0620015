"""Reductions along some axes, and cumulative functions."""
from __future__ import annotations

import builtins
from typing import Optional, Union

from .. import _core
from .._core import Tensor
from .._header import DType, bool_, uint64
from ._common import Axes, DTypeLike, is_unsigned
from ._dtypes import result_type

__all__ = ["all", "any", "count_nonzero", "cumulative_prod", "cumulative_sum", "diff", "max", "mean", "min", "prod", "std",
           "sum", "var"]


def _sum_dtype(x: Tensor, dtype: Optional[DTypeLike]) -> Optional[DTypeLike]:
    """Sums of unsigned integers are unsigned; ctensor's own are int64, like PyTorch's."""
    return uint64 if dtype is None and is_unsigned(x.dtype) else dtype


def all(x: Tensor, /, *, axis: Axes = None, keepdims: builtins.bool = False) -> Tensor:
    """Whether no element is 0."""
    return _core.all(x, axis, keepdims).to(bool_)  # ctensor's own gives uint8 for uint8, like PyTorch's


def any(x: Tensor, /, *, axis: Axes = None, keepdims: builtins.bool = False) -> Tensor:
    """Whether any element is not 0."""
    return _core.any(x, axis, keepdims).to(bool_)


def count_nonzero(x: Tensor, /, *, axis: Axes = None, keepdims: builtins.bool = False) -> Tensor:
    """How many elements are not 0."""
    return _core.count_nonzero(x, axis, keepdims)


def max(x: Tensor, /, *, axis: Axes = None, keepdims: builtins.bool = False) -> Tensor:
    """The largest element; NaN if there is one."""
    return _core.amax(x, axis, keepdims)


def min(x: Tensor, /, *, axis: Axes = None, keepdims: builtins.bool = False) -> Tensor:
    """The smallest element; NaN if there is one."""
    return _core.amin(x, axis, keepdims)


def mean(x: Tensor, /, *, axis: Axes = None, keepdims: builtins.bool = False) -> Tensor:
    """The mean."""
    return _core.mean(x, axis, keepdims)


def prod(x: Tensor, /, *, axis: Axes = None, dtype: Optional[DTypeLike] = None,
         keepdims: builtins.bool = False) -> Tensor:
    """The product; for integers, in 64 bits."""
    return _core.prod(x, axis, keepdims, _sum_dtype(x, dtype))


def sum(x: Tensor, /, *, axis: Axes = None, dtype: Optional[DTypeLike] = None, keepdims: builtins.bool = False) -> Tensor:
    """The sum; for integers, in 64 bits."""
    return _core.sum(x, axis, keepdims, _sum_dtype(x, dtype))


def std(x: Tensor, /, *, axis: Axes = None, correction: Union[int, float] = 0.0, keepdims: builtins.bool = False) -> Tensor:
    """The standard deviation, the root of the variance with n - correction."""
    return _core.std(x, axis, correction, keepdims)


def var(x: Tensor, /, *, axis: Axes = None, correction: Union[int, float] = 0.0, keepdims: builtins.bool = False) -> Tensor:
    """The variance: the sum of squared distances from the mean, divided by n - correction."""
    return _core.var(x, axis, correction, keepdims)


def _only_axis(function: str, x: Tensor, axis: Optional[int]) -> int:
    if axis is None and x.ndim != 1:
        raise ValueError(f"{function}: an axis is needed for an array of {x.ndim} axes")
    return 0 if axis is None else axis


def cumulative_sum(x: Tensor, /, *, axis: Optional[int] = None, dtype: Optional[DTypeLike] = None,
                   include_initial: builtins.bool = False) -> Tensor:
    """Each element plus all before it along an axis, after a 0 if include_initial is true."""
    return _core.cumulative_sum(x, _only_axis("cumulative_sum", x, axis), _sum_dtype(x, dtype), include_initial)


def cumulative_prod(x: Tensor, /, *, axis: Optional[int] = None, dtype: Optional[DTypeLike] = None,
                    include_initial: builtins.bool = False) -> Tensor:
    """Each element times all before it along an axis, after a 1 if include_initial is true."""
    return _core.cumulative_prod(x, _only_axis("cumulative_prod", x, axis), _sum_dtype(x, dtype), include_initial)


def diff(x: Tensor, /, *, axis: int = -1, n: int = 1, prepend: Optional[Tensor] = None,
         append: Optional[Tensor] = None) -> Tensor:
    """The differences between neighbours along an axis, taken n times."""
    dtype: DType = result_type(*(one for one in (x, prepend, append) if one is not None))
    return _core.diff(x.to(dtype), n, axis, None if prepend is None else prepend.to(dtype),
                      None if append is None else append.to(dtype))
