"""Data types: their limits, kinds and promotion."""
from __future__ import annotations

import builtins
from typing import Any, Union

from .. import _core
from .._core import Tensor
from .._header import DType, DtypeError, bool_
from ._common import DTypeLike, Number, is_complex, on_cpu

__all__ = ["astype", "can_cast", "finfo", "iinfo", "isdtype", "result_type"]

_KINDS = {"bool": _core.KIND_BOOL, "signed integer": _core.KIND_SIGNED, "unsigned integer": _core.KIND_UNSIGNED,
          "integral": _core.KIND_INTEGER, "real floating": _core.KIND_FLOAT, "complex floating": _core.KIND_COMPLEX,
          "numeric": _core.KIND_NUMBER}


class finfo:  # noqa: N801
    """The limits of a floating-point dtype, or of a complex one's parts."""

    def __init__(self, type: Union[DTypeLike, Tensor], /) -> None:
        self.dtype = _dtype(type)
        info = _core.finfo(self.dtype)
        if is_complex(self.dtype):
            self.dtype = _core.dtype(f"float{info.bits}")
        self.bits, self.eps, self.max, self.min = info.bits, info.eps, info.max, info.min
        self.smallest_normal = info.smallest_normal


class iinfo:  # noqa: N801
    """The limits of an integer dtype."""

    def __init__(self, type: Union[DTypeLike, Tensor], /) -> None:
        self.dtype = _dtype(type)
        info = _core.iinfo(self.dtype)
        self.bits, self.max, self.min = info.bits, info.max, info.min


def _dtype(x: Union[DTypeLike, Tensor]) -> DType:
    return x.dtype if isinstance(x, Tensor) else _core.dtype(x)


def isdtype(dtype: DTypeLike, kind: Union[DTypeLike, str, tuple[Any, ...]]) -> builtins.bool:
    """Whether a dtype is of a kind, equals a dtype, or fits one of several of these."""
    if isinstance(kind, tuple):
        return any(isdtype(dtype, one) for one in kind)
    if isinstance(kind, str) and kind in _KINDS:
        return _core.isdtype(dtype, _KINDS[kind])
    if isinstance(kind, str) or kind is None:
        raise ValueError(f"isdtype: a kind is a dtype, one of {', '.join(map(repr, _KINDS))}, or a tuple of some, "
                         f"not {kind!r}")
    return _core.dtype(dtype) is _core.dtype(kind)


def result_type(*arrays_and_dtypes: Union[Tensor, Number, DTypeLike]) -> DType:
    """The dtype that arrays, numbers and dtypes promote to. Numbers count only by their kind."""
    if not arrays_and_dtypes:
        raise ValueError("result_type: an array or a dtype is needed")
    operands: list[Union[Tensor, Number]] = []
    for one in arrays_and_dtypes:
        if isinstance(one, (Tensor, bool, int, float, complex)):
            operands.append(one)
        else:
            operands.append(_core.meta(1, one))  # type: ignore[arg-type]  # stands for a dtype, without elements
    if not any(isinstance(one, Tensor) for one in operands):
        raise ValueError("result_type: numbers alone have no dtype; an array or a dtype is needed")
    return _core.result_type(*operands)


def can_cast(from_: Union[DTypeLike, Tensor], to: DTypeLike, /) -> builtins.bool:
    """Whether promotion leads from one dtype to the other."""
    start, end = _dtype(from_), _core.dtype(to)
    try:
        return _core.promote_types(start, end) is end
    except DtypeError:  # the two do not promote
        return False


def astype(x: Tensor, dtype: DTypeLike, /, *, copy: builtins.bool = True, device: Any = None) -> Tensor:
    """x in another dtype: a copy, unless copy is False and x has that dtype."""
    on_cpu("astype", device)
    wanted = _core.dtype(dtype)
    if is_complex(x.dtype) and not is_complex(wanted) and wanted is not bool_:
        raise TypeError(f"astype: {x.dtype.name} to {wanted.name} would drop the imaginary parts: "
                        "use real(x) or imag(x)")
    return x.to(wanted, copy=copy)
