"""Tensors out of other objects, and what NumPy and pickle ask of a Tensor."""
from __future__ import annotations

import operator
import pickle
from collections.abc import Iterator
from typing import Any, NoReturn

from . import _core
from ._core import Tensor
from ._header import DType, bool_, complex64, float32, int64, uint64
from ._types import DTypeLike

_DLPACK = (1, 1)  # the newest version that the library reads


def from_dlpack(x: Any, /, *, device: Any = None, copy: bool | None = None) -> Tensor:
    """A Tensor over the memory of any object with __dlpack__: without a copy, unless copy is True."""
    if device is not None and device not in ((1, 0), "cpu"):
        raise ValueError(f"from_dlpack: the CPU is the only device, not {device!r}")
    if not hasattr(x, "__dlpack__"):
        raise TypeError(f"from_dlpack: {type(x).__name__} has no __dlpack__")
    try:
        capsule = x.__dlpack__(max_version=_DLPACK) if copy is None else x.__dlpack__(max_version=_DLPACK, copy=copy)
        copied = True
    except TypeError:  # a producer of before DLPack 1.0
        capsule = x.__dlpack__()
        copied = copy is not True
    made = _core._from_capsule(capsule)
    return made if copied else made.clone()


def asarray(x: Any, dtype: DTypeLike | None = None, *, copy: bool | None = None) -> Tensor:
    """A Tensor of a Tensor, an object with __dlpack__ or the buffer protocol, a number, or nested lists of numbers.

    Memory is shared where that is possible; copy=True never shares, copy=False raises instead of copying.
    """
    shared = True
    if isinstance(x, Tensor):
        made = x
    elif isinstance(x, (bool, int, float, complex, list, tuple)):
        made, shared = _from_numbers(x, dtype), False
    elif _has_buffer(x):
        made = _core.from_buffer(x) if copy is False else _core._from_buffer_or_copy(x)
    elif hasattr(x, "__dlpack__"):
        made = from_dlpack(x)
    else:
        raise TypeError(f"asarray: no Tensor can be made of {type(x).__name__}: it has neither __dlpack__ nor the buffer "
                        "protocol, and is no number or list of numbers")
    if copy is False and (not shared or made.to(dtype) is not made):
        raise ValueError(f"asarray: copy=False, but a copy of {type(x).__name__} is needed")
    return made.to(dtype, copy=bool(copy) and shared)


def tensor(data: Any, dtype: DTypeLike | None = None) -> Tensor:
    """A fresh Tensor of data: as asarray(data, dtype, copy=True)."""
    return asarray(data, dtype, copy=True)


def _has_buffer(x: Any) -> bool:
    try:
        memoryview(x).release()
    except BufferError:
        raise
    except (TypeError, ValueError):
        return False
    return True


def _shape(x: Any) -> list[int]:
    sizes = []
    while isinstance(x, (list, tuple)):
        sizes.append(len(x))
        if not x:
            break
        x = x[0]
    return sizes


def _flat(x: Any, sizes: list[int], depth: int = 0) -> Iterator[Any]:
    if depth == len(sizes):
        number = x if isinstance(x, (bool, int, float, complex)) else _core._number_of_numpy(x)
        if number is None:
            raise TypeError(f"asarray: numbers or lists of equal lengths, not {type(x).__name__}, {depth} lists deep")
        yield number
        return
    if not isinstance(x, (list, tuple)) or len(x) != sizes[depth]:
        found = f"{len(x)} items" if isinstance(x, (list, tuple)) else type(x).__name__
        raise ValueError(f"asarray: lists of unequal lengths: {found} where {sizes[depth]} items are expected, "
                         f"{depth} lists deep")
    for one in x:
        yield from _flat(one, sizes, depth + 1)


def _from_numbers(data: Any, dtype: DTypeLike | None) -> Tensor:
    sizes = _shape(data)
    values = list(_flat(data, sizes))
    kinds = {type(one) for one in values}
    if dtype is not None:
        pass
    elif any(issubclass(kind, complex) for kind in kinds):
        dtype = complex64
    elif any(issubclass(kind, float) for kind in kinds) or not values:
        dtype = float32
    elif kinds == {bool}:
        dtype = bool_
    else:
        dtype = uint64 if max(values) > 2**63 - 1 else int64
    return _core._from_numbers(values, dtype).reshape(sizes)


# ---- NumPy

# NumPy's ufuncs that are operators, by their names.
_OPERATORS = {"add": operator.add, "subtract": operator.sub, "multiply": operator.mul, "divide": operator.truediv,
              "true_divide": operator.truediv, "floor_divide": operator.floordiv, "remainder": operator.mod,
              "power": operator.pow, "left_shift": operator.lshift, "right_shift": operator.rshift,
              "bitwise_and": operator.and_, "bitwise_or": operator.or_, "bitwise_xor": operator.xor,
              "less": operator.lt, "less_equal": operator.le, "equal": operator.eq, "not_equal": operator.ne,
              "greater": operator.gt, "greater_equal": operator.ge}


def _array_ufunc(self: Tensor, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Tensor:
    name = getattr(ufunc, "__name__", str(ufunc))
    # np.float32(2) * t asks for this with the scalar, np.float32(2) < t with an array of it.
    number = _core._number_of_numpy(inputs[0][()] if getattr(inputs[0], "shape", None) == () else inputs[0])
    if number is not None and name in _OPERATORS and method == "__call__" and not kwargs:
        made: Tensor = _OPERATORS[name](number, inputs[1])
        return made
    raise TypeError(f"np.{name} on a ctensor.Tensor: for an array, write np.{name}(np.asarray(t), ...), for a Tensor turn "
                    "the arrays into Tensors with ctensor.asarray(a): neither copies")


def _array_function(self: Tensor, func: Any, types: Any, args: Any, kwargs: Any) -> NoReturn:
    name = getattr(func, "__name__", str(func))
    raise TypeError(f"np.{name} on a ctensor.Tensor: for an array, write np.{name}(np.asarray(t), ...), which does not "
                    "copy; ctensor has functions of its own")


def _array(self: Tensor, dtype: Any = None, copy: bool | None = None) -> Any:
    import numpy as np

    array = np.asarray(memoryview(self))  # says why where there is none
    if dtype is None or np.dtype(dtype) == array.dtype:
        return array.copy() if copy else array
    if copy is False:
        raise ValueError(f"copy=False, but {array.dtype} to {np.dtype(dtype)} needs a copy")
    return array.astype(dtype)


# ---- pickle and copy

def _rebuild(buffer: Any, dtype: DType, sizes: tuple[int, ...], strides: tuple[int, ...]) -> Tensor:
    return _core._from_bytes(buffer, dtype, sizes, strides)


def _rebuild_meta(sizes: tuple[int, ...], dtype: DType, strides: tuple[int, ...]) -> Tensor:
    return _core.meta(sizes, dtype, strides)


def _rebuild_number(value: complex) -> Tensor:
    return _core.number(value)


def _reduce_ex(self: Tensor, protocol: Any) -> Any:
    if self.is_meta:
        return _rebuild_meta, (self.shape, self.dtype, self.strides)
    if self.is_wrapped_number:
        return _rebuild_number, (self.item(),)
    self, = _core.evaluate(self) if self.is_deferred else (self,)
    dense = self if self.is_non_overlapping_and_dense else self.clone()
    data = _core._bytes(dense)
    buffer: Any = pickle.PickleBuffer(data) if protocol >= 5 else bytearray(memoryview(data))
    return _rebuild, (buffer, dense.dtype, dense.shape, dense.strides)


def _clone(self: Tensor, memo: Any = None) -> Tensor:
    return self.clone()


for _name, _method in {"__array_ufunc__": _array_ufunc, "__array_function__": _array_function, "__array__": _array,
                       "__reduce_ex__": _reduce_ex, "__copy__": _clone, "__deepcopy__": _clone}.items():
    setattr(Tensor, _name, _method)
