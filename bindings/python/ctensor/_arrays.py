"""Tensors from other objects, and what NumPy and pickle ask of a Tensor."""
from __future__ import annotations

import copyreg
import importlib
import pickle
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from . import _core
from ._core import Tensor
from ._header import DType, InvalidError, bool_, complex64, complex128, float32, float64, int64, uint64
from ._numpy import array_function, array_ufunc, signature
from ._types import DTypeLike, Number

_LISTS = (list, tuple, range)
_DLPACK = (1, 1)  # the newest version that the library reads


def from_dlpack(x: Any, /, *, device: Any = None, copy: bool | None = None) -> Tensor:
    """A Tensor over the memory of any object with __dlpack__. It is a copy only if copy is True."""
    if device is not None and device not in ((1, 0), "cpu"):
        raise ValueError(f"from_dlpack: the CPU is the only device, not {device!r}")
    if not hasattr(x, "__dlpack__"):
        raise TypeError(f"from_dlpack: {type(x).__name__} has no __dlpack__")
    try:
        capsule = x.__dlpack__(max_version=_DLPACK) if copy is None else x.__dlpack__(max_version=_DLPACK, copy=copy)
        copied = True
    except TypeError:  # a producer older than DLPack 1.0
        capsule = x.__dlpack__()
        copied = copy is not True
    made = _core._from_capsule(capsule)
    return made if copied else made.clone()


def asarray(x: Any, dtype: DTypeLike | None = None, *, copy: bool | None = None) -> Tensor:
    """A Tensor from a Tensor, from an object with __dlpack__, the buffer protocol or __array__, or from a number.

    x may also be nested lists of all of these, a range or another sequence. Memory is shared where that is possible;
    copy=True never shares, copy=False raises instead of copying.
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
    elif hasattr(x, "__array__") or hasattr(x, "__array_interface__"):
        made, shared = _from_array(x, dtype, copy), copy is False
    elif isinstance(x, range):
        made, shared = _from_range(x, dtype), False
    elif isinstance(x, Sequence) and not isinstance(x, str):
        made, shared = _from_numbers(list(x), dtype), False
    else:
        raise TypeError(f"asarray: no Tensor can be made of {type(x).__name__}: it has neither __dlpack__ nor the buffer "
                        "protocol nor __array__, and is no number or sequence of numbers")
    if copy is False and (not shared or made.to(dtype) is not made):
        raise ValueError(f"asarray: copy=False, but a copy of {type(x).__name__} is needed")
    return made.to(dtype, copy=bool(copy) and shared)


def tensor(data: Any, dtype: DTypeLike | None = None) -> Tensor:
    """A fresh Tensor of data, the same as asarray(data, dtype, copy=True)."""
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
    while isinstance(x, _LISTS):
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
    if not isinstance(x, _LISTS) or len(x) != sizes[depth]:
        found = f"{len(x)} items" if isinstance(x, _LISTS) else type(x).__name__
        raise ValueError(f"asarray: lists of unequal lengths: {found} where {sizes[depth]} items are expected, "
                         f"{depth} lists deep")
    for one in x:
        yield from _flat(one, sizes, depth + 1)


def _beside(x: Any, other: Tensor) -> Tensor:
    """A list as an operand beside a Tensor, with numbers as precise as the Tensor's."""
    made = asarray(x)
    wide = other.dtype in (float64, complex128)
    return asarray(x, float64 if made.dtype is float32 else complex128) if wide and made.dtype in (float32, complex64) else made


def _from_array(x: Any, dtype: DTypeLike | None, copy: bool | None) -> Tensor:
    """A Tensor of an object that NumPy can convert, such as a pandas Series. That conversion may or may not copy."""
    import numpy as np

    array = np.asarray(x)
    if copy is False and not np.shares_memory(array, np.asarray(x)):
        raise ValueError(f"asarray: copy=False, but {type(x).__name__} gives NumPy a copy")
    if array.dtype == object:  # a Series of mixed columns, for example, whose values may be numbers
        return _from_numbers(array.tolist(), dtype)
    made = _core._from_buffer_or_copy(array)
    return made if copy is False else made.to(dtype, copy=bool(copy))


def _from_range(x: range, dtype: DTypeLike | None) -> Tensor:
    if not x or not -2**63 <= min(x[0], x[-1]) <= max(x[0], x[-1]) < 2**63 - abs(x.step):
        return _from_numbers(list(x), int64 if dtype is None and not x else dtype)
    made = _core.arange(x.start, x.stop, x.step, int64)
    return made if dtype is None else _from_numbers(list(x), dtype)  # it raises for numbers that the dtype can't hold


def _is_array(x: Any) -> bool:
    numpy = sys.modules.get("numpy")
    if isinstance(x, str) or (numpy is not None and isinstance(x, numpy.generic)):  # NumPy scalars that are not numbers
        return False
    return hasattr(x, "__array__") or hasattr(x, "__dlpack__") or isinstance(x, memoryview)


def _holds_arrays(x: Any) -> bool:
    """Whether nested lists contain an array."""
    return any(_holds_arrays(one) for one in x) if isinstance(x, _LISTS) else _is_array(x)


def _stacked(items: Any, dtype: DTypeLike | None) -> Tensor:
    """Stacks lists that hold arrays along a new first dim, in their common dtype."""
    parts: list[Tensor | Number] = []
    for one in items:
        number = one if isinstance(one, (bool, int, float, complex)) else _core._number_of_numpy(one)
        parts.append(asarray(one) if number is None else number)
    if dtype is None:
        # A 0-dim Tensor is an element like the others here, so its dtype counts in full.
        dtype = _core.result_type(*(_core.meta(1, one.dtype) if isinstance(one, Tensor) else one for one in parts))
    return _core.stack([asarray(one, dtype) for one in parts])


def _from_numbers(data: Any, dtype: DTypeLike | None) -> Tensor:
    sizes = _shape(data)
    try:
        values = list(_flat(data, sizes))
    except (TypeError, ValueError):
        if not _holds_arrays(data):
            raise
        shapes = {asarray(one).shape for one in data}
        if len(shapes) > 1:
            raise ValueError(f"asarray: a list of arrays of unequal shapes: {', '.join(map(str, sorted(shapes)))}") from None
        return _stacked(data, dtype)
    kinds, given = {type(one) for one in values}, dtype is not None
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
    try:
        made = _core._from_numbers(values, dtype)
    except InvalidError:
        if given or dtype not in (float32, complex64):
            raise
        made = _core._from_numbers(values, float64 if dtype is float32 else complex128)  # it exceeds float32
    return made.reshape(sizes)


# ---- NumPy

def _array(self: Tensor, dtype: Any = None, copy: bool | None = None) -> Any:
    import numpy as np

    array = np.asarray(memoryview(self))  # raises an error if there is no buffer
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


def _ravel(self: Tensor, order: str = "C") -> Tensor:
    """The elements in one dim, in row-major order or, with order "F", column-major order; a view where there is one."""
    if order not in ("C", "F", "K", "A"):
        raise ValueError(f"ravel: order is 'C', 'F', 'A' or 'K', not {order!r}")
    return (self.permute(list(range(self.ndim - 1, -1, -1))) if order == "F" else self).reshape(-1)


def _copy(self: Tensor, order: str = "C") -> Tensor:
    """A copy, contiguous or, with order "K", with strides in the same order."""
    if order not in ("C", "K", "A"):
        raise ValueError(f"copy: order is 'C' or 'K', not {order!r}")
    return self.clone() if order == "K" else self.contiguous() if not self.is_contiguous() else self.clone()


def _base(self: Tensor) -> Tensor | None:
    """For a Tensor over a part of its storage, a 1-dim Tensor over all of it, else None. Dask's workers ask for it."""
    if self.is_meta or self.is_deferred or self.storage_nbytes == self.nbytes:
        return None
    return self.as_strided((self.storage_nbytes // self.itemsize,), (1,), 0)


def _clip(self: Tensor, min: Any = None, max: Any = None) -> Tensor:
    """The elements, with those below min or above max replaced by min or max, as by ctensor.xp.clip."""
    from . import xp

    return xp.clip(self, min, max)


def _dot(self: Tensor, other: Any) -> Tensor:
    """The product of matrices or vectors, like NumPy's dot."""
    from ._numpy_functions import _dot as dot

    made: Tensor = dot(self, other)
    return made


def _trace(self: Tensor, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Tensor:
    """The sum of a diagonal, along two axes."""
    return self.diagonal(offset, axis1, axis2).sum(-1)


def _fill(self: Tensor, value: Any) -> None:
    """Writes one value into every element, like fill_."""
    self.fill_(value)


def _tobytes(self: Tensor, order: str = "C") -> bytes:
    """The bytes of the elements in row-major order or, with order "F", column-major order."""
    return bytes(_core._bytes(self.ravel(order).contiguous()))


def _dask_tokenize(self: Tensor) -> Any:
    """The token by which Dask names a Tensor: its dtype, shape and elements. A call registers Tensor with Dask."""
    from . import dask as _  # noqa: F401

    if self.is_meta:
        return "ctensor.Tensor", self.dtype.name, self.shape, self.strides
    hashing = importlib.import_module("dask.hashing")
    return "ctensor.Tensor", self.dtype.name, self.shape, hashing.hash_buffer_hex(_core._bytes(self.contiguous()))


for _name, _value in {"__array_ufunc__": array_ufunc, "__array_function__": array_function, "__array__": _array,
                      "__array_priority__": 1000,  # Dask compares this
                      "__reduce_ex__": _reduce_ex, "__copy__": _clone, "__deepcopy__": _clone,
                      "base": property(_base), "clip": _clip, "conjugate": Tensor.conj, "dot": _dot, "fill": _fill,
                      "tobytes": _tobytes, "trace": _trace, "copy": _copy, "ravel": _ravel,
                      "__dask_tokenize__": _dask_tokenize}.items():
    setattr(Tensor, _name, _value)
_core._set_signature(property(signature))


def _qualified_name(function: Any) -> str:
    return str(function.__qualname__)


for _kind in {type(_core.add), type(Tensor.add)}:  # functions and methods of the extension are pickled by name
    copyreg.pickle(_kind, _qualified_name)
