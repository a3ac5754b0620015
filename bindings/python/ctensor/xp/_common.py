"""Helpers that the functions of the namespace share."""
from __future__ import annotations

import builtins
from collections.abc import Sequence
from typing import Any, Literal, TypeAlias, Union

from .. import _core
from .._core import Tensor
from .._header import DType
from .._types import DTypeLike as DTypeLike
from .._types import Number as Number

Axes: TypeAlias = Union[int, Sequence[int], None]
Shape: TypeAlias = Union[int, Sequence[int]]
Array: TypeAlias = Union[Tensor, Number]
Device: TypeAlias = Union[Literal["cpu"], tuple[int, int], None]


def on_cpu(function: str, device: Any) -> None:
    """Raises an error for every device but the CPU."""
    if device is not None and device not in ("cpu", (1, 0)):
        raise ValueError(f"{function}: the CPU is the only device, not {device!r}")


def is_float(dtype: DType) -> builtins.bool:
    return _core.isdtype(dtype, _core.KIND_FLOAT)


def is_complex(dtype: DType) -> builtins.bool:
    return _core.isdtype(dtype, _core.KIND_COMPLEX)


def is_unsigned(dtype: DType) -> builtins.bool:
    return _core.isdtype(dtype, _core.KIND_UNSIGNED)


def axis_of(function: str, axis: int, ndim: int) -> int:
    """The axis counted from 0."""
    if not -ndim <= axis < ndim:
        raise IndexError(f"{function}: axis {axis} of an array of {ndim} axes")
    return axis % ndim
