"""Dask arrays whose chunks are Tensors.

Importing this module registers Tensor with dask.array, and makes each op of the library use one thread, because Dask
runs chunks on threads of its own; set_chunk_threads sets another number. See docs/dask.md.
"""
from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from typing import Any, Union

from . import _core, _numpy_functions
from ._arrays import asarray
from ._core import Tensor
from ._numpy import tensors
from ._types import DTypeLike, Number

# Dask has few type annotations, so type checkers see Any.
dask, da, backends, dispatch = map(importlib.import_module, ("dask", "dask.array", "dask.array.backends", "dask.array.dispatch"))
base, sizes = map(importlib.import_module, ("dask.base", "dask.sizeof"))

__all__ = ["Backend", "from_tensor", "normal", "register", "set_chunk_threads", "uniform"]

_SETTING = "array.ctensor.threads"


def set_chunk_threads(n: int | None = None) -> None:
    """Sets how many threads of the library an op on one chunk may use.

    None stands for Dask's setting array.ctensor.threads, or for 1 without it. It applies to the whole process, like
    set_num_threads.
    """
    _core.set_num_threads(int(dask.config.get(_SETTING, 1)) if n is None else n)


# ---- functions that Dask looks up by the type of a chunk

def _concatenate(arrays: Sequence[Any], axis: int = 0) -> Tensor:
    from . import xp

    if len(arrays) == 1:  # Dask often concatenates one array; it needs no copy, as chunks are never written to
        return asarray(arrays[0])
    return xp.concat([asarray(one) for one in arrays], axis=axis)


def _percentile(a: Tensor, q: Any, method: str = "linear") -> tuple[Any, int]:
    import numpy as np

    if len(a) == 0:
        return None, 0
    made = np.percentile(a.numpy(), np.asarray(q), method=method)  # type: ignore[call-overload]
    return tensors(made), len(a)


def _numel(x: Tensor, axis: Any = None, keepdims: bool = False, dtype: Any = "float64", **options: Any) -> Tensor:
    axes = range(x.ndim) if axis is None else [one % x.ndim for one in ([axis] if isinstance(axis, int) else axis)]
    count, shape = 1, []
    for dim, size in enumerate(x.shape):
        if dim in axes:
            count *= size
            if keepdims:
                shape.append(1)
        else:
            shape.append(size)
    return _core.full(shape, count, _core.dtype(dtype or "float64"))


def _nannumel(x: Tensor, axis: Any = None, keepdims: bool = False, dtype: Any = None, **options: Any) -> Tensor:
    made = _core.count_nonzero(_core.logical_not(_core.isnan(x)), axis, keepdims)
    return made if dtype is None else made.to(_core.dtype(dtype))


def _divide(a: Any, b: Any, out: Any = None, dtype: Any = None) -> Tensor:
    x, y = asarray(a), asarray(b)
    if dtype is not None:
        x, y = x.to(_core.dtype(dtype)), y.to(_core.dtype(dtype))
    return x / y


def _to_numpy(x: Tensor, **options: Any) -> Any:
    return x.numpy()


def _size(x: Tensor) -> int:
    """The bytes that the Tensor keeps alive; for views that repeat or skip elements, at most the storage."""
    return min(x.nbytes, x.storage_nbytes) + 200


def _token(x: Tensor) -> Any:
    return x.__dask_tokenize__()


_to_tensor = dask.utils.Dispatch("ctensor")


_Entrypoint: Any = backends.ArrayBackendEntrypoint


class Backend(_Entrypoint):  # type: ignore[misc]
    """Makes arrays of Tensors, by dask.config.set({"array.backend": "ctensor"}) and x.to_backend("ctensor")."""

    @classmethod
    def to_backend_dispatch(cls) -> Any:
        return _to_tensor

    @classmethod
    def to_backend(cls, data: Any, **options: Any) -> Any:
        return data if isinstance(data._meta, Tensor) else data.map_blocks(_to_tensor, meta=asarray(data._meta))

    @property
    def RandomState(self) -> Any:  # noqa: N802
        raise NotImplementedError("Dask's own random numbers are NumPy's: use ctensor.dask.uniform and normal")

    @property
    def default_bit_generator(self) -> Any:
        raise NotImplementedError("Dask's own random numbers are NumPy's: use ctensor.dask.uniform and normal")

    @staticmethod
    def ones(shape: Any, *, dtype: Any = None, meta: Any = None, **options: Any) -> Any:
        return _constant(shape, 1, dtype or float, options)

    @staticmethod
    def zeros(shape: Any, *, dtype: Any = None, meta: Any = None, **options: Any) -> Any:
        return _constant(shape, 0, dtype or float, options)

    @staticmethod
    def empty(shape: Any, *, dtype: Any = None, meta: Any = None, **options: Any) -> Any:
        return _constant(shape, 0, dtype or float, options)

    @staticmethod
    def full(shape: Any, fill_value: Any, *, dtype: Any = None, meta: Any = None, **options: Any) -> Any:
        return _constant(shape, fill_value, dtype or type(fill_value), options)

    @staticmethod
    def arange(start: Any, /, stop: Any = None, step: Any = 1, *, dtype: Any = None, meta: Any = None, **options: Any) -> Any:
        with dask.config.set({"array.backend": "numpy"}):
            return Backend.to_backend(da.arange(start, stop, step, dtype=dtype, **options))


def register() -> None:
    """Registers Tensor as a type of chunks. Importing the module has already done it."""
    da.register_chunk_type(Tensor)
    dispatch.concatenate_lookup.register(Tensor, _concatenate)
    dispatch.tensordot_lookup.register(Tensor, _numpy_functions.FUNCTIONS["tensordot"])
    dispatch.einsum_lookup.register(Tensor, _numpy_functions.FUNCTIONS["einsum"])
    dispatch.empty_lookup.register(Tensor, _numpy_functions.FUNCTIONS["empty"])
    dispatch.divide_lookup.register(Tensor, _divide)
    dispatch.take_lookup.register(Tensor, _numpy_functions.FUNCTIONS["take"])
    dispatch.percentile_lookup.register(Tensor, _percentile)
    dispatch.numel_lookup.register(Tensor, _numel)
    dispatch.nannumel_lookup.register(Tensor, _nannumel)
    dispatch.to_numpy_dispatch.register(Tensor, _to_numpy)
    _to_tensor.register(object, asarray)
    sizes.sizeof.register(Tensor, _size)
    base.normalize_token.register(Tensor, _token)
    backends.array_creation_dispatch.register_backend("ctensor", Backend())


# ---- arrays

Chunks = Any
Shape = Union[int, Sequence[int]]


def _made(function: Callable[..., Tensor], shape: Shape, chunks: Chunks, dtype: DTypeLike, name: str, **options: Any) -> Any:
    """An array with chunks from function(places, shape, dtype), where places has a begin and an end for each dim."""
    import numpy as np

    whole = (shape,) if isinstance(shape, int) else tuple(shape)
    wanted = _core.dtype(dtype)
    blocks = da.core.normalize_chunks(chunks, whole, dtype=np.dtype(wanted))

    def block(block_info: Any = None) -> Tensor:
        return function(block_info[None]["array-location"], whole, wanted, **options)

    token = base.tokenize(name, whole, blocks, wanted.name, options)
    return da.map_blocks(block, chunks=blocks, dtype=np.dtype(wanted), meta=_core.empty([0] * len(whole), wanted),
                         name=f"{name}-{token}")


def _full_chunk(places: Any, shape: Any, dtype: Any, value: Number) -> Tensor:
    return _core.full([last - first for first, last in places], value, dtype)


def _constant(shape: Shape, value: Number, dtype: DTypeLike, options: dict[str, Any]) -> Any:
    return _made(_full_chunk, shape, options.get("chunks", "auto"), dtype, "ctensor-full", value=value)


def _random_chunk(places: Any, shape: Sequence[int], dtype: Any, seed: int, kind: str, a: float, b: float) -> Tensor:
    """Draws the part of a chunk of what Rng(seed) would draw for the whole shape.

    A block of Philox gives four numbers, or two of float64, in row-major order. So a chunk is drawn in runs of
    neighbours, each from its own position in the stream.
    """
    sizes = [last - first for first, last in places]
    made = _core.empty(sizes, dtype)
    if made.numel == 0:
        return made
    per_block = 2 if made.dtype.itemsize == 8 else 4
    whole = len(shape)  # the dims from here on are whole, so that their elements are neighbours
    while whole > 0 and sizes[whole - 1] == shape[whole - 1]:
        whole -= 1
    outer = max(0, whole - 1)
    run = made.numel
    for size in sizes[:outer]:
        run //= size
    steps = [1] * len(shape)
    for dim in range(len(shape) - 2, -1, -1):
        steps[dim] = steps[dim + 1] * shape[dim + 1]
    rows = made.reshape(-1, run)
    rng = _core.Rng(seed)
    key, stream = rng.key, rng.stream
    index = [first for first, _ in places]
    for row in range(rows.shape[0]):
        begin = sum(i * step for i, step in zip(index, steps))
        rng.set_state(key, stream, begin // per_block)
        skip = begin % per_block
        out = rows[row]
        drawn = out if skip == 0 else _core.empty(run + skip, dtype)
        getattr(rng, kind)((), a, b, out=drawn)
        if skip:
            out.copy_(drawn[skip:])
        for dim in range(outer - 1, -1, -1):
            index[dim] += 1
            if index[dim] < places[dim][1]:
                break
            index[dim] = places[dim][0]
    return made


def uniform(shape: Shape, *, seed: int, low: float = 0.0, high: float = 1.0, chunks: Chunks = "auto",
            dtype: DTypeLike = "float32") -> Any:
    """A Dask array of the numbers of ctensor.Rng(seed).uniform(shape, low, high, dtype), whatever its chunks."""
    return _made(_random_chunk, shape, chunks, dtype, "ctensor-uniform", seed=seed, kind="uniform", a=low, b=high)


def normal(shape: Shape, *, seed: int, mean: float = 0.0, std: float = 1.0, chunks: Chunks = "auto",
           dtype: DTypeLike = "float32") -> Any:
    """A Dask array of the numbers of ctensor.Rng(seed).normal(shape, mean, std, dtype), whatever its chunks."""
    return _made(_random_chunk, shape, chunks, dtype, "ctensor-normal", seed=seed, kind="normal", a=mean, b=std)


def from_tensor(x: Any, chunks: Chunks = "auto", **options: Any) -> Any:
    """A Dask array of Tensors from anything that ctensor.asarray takes, by dask.array.from_array."""
    return da.from_array(asarray(x), chunks=chunks, asarray=False, **options)


register()
set_chunk_threads()
