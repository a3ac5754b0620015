"""NumPy functions whose parameters are not the standard's, for Tensors: NumPy's parameters, this package's kernels."""
from __future__ import annotations

from typing import Any

from . import _core
from ._arrays import asarray
from ._core import Tensor
from ._header import DType
from ._numpy import arrays, tensors


def _dtype(dtype: Any) -> DType | None:
    return None if dtype is None else _core.dtype(dtype)


def _full_like(a: Any, fill_value: Any, dtype: Any = None, order: Any = "K", subok: Any = True, shape: Any = None,
               device: Any = None) -> Tensor:
    given = asarray(a)
    value = fill_value.item() if isinstance(fill_value, Tensor) and fill_value.ndim == 0 else fill_value
    wanted = _dtype(dtype) or given.dtype
    if not isinstance(value, Tensor):
        return _core.full_like(given, value, wanted) if shape is None else _core.full(shape, value, wanted)
    return value.to(wanted).expand(given.shape if shape is None else shape).clone()


def _zeros_like(a: Any, dtype: Any = None, order: Any = "K", subok: Any = True, shape: Any = None, device: Any = None) -> Tensor:
    return _full_like(a, 0, dtype, shape=shape)


def _ones_like(a: Any, dtype: Any = None, order: Any = "K", subok: Any = True, shape: Any = None, device: Any = None) -> Tensor:
    return _full_like(a, 1, dtype, shape=shape)


def _empty_like(a: Any, dtype: Any = None, order: Any = "K", subok: Any = True, shape: Any = None, device: Any = None) -> Tensor:
    given = asarray(a)
    wanted = _dtype(dtype) or given.dtype
    return _core.empty_like(given, wanted) if shape is None else _core.empty(shape, wanted)


def _array(object: Any, dtype: Any = None, *, copy: Any = True, order: Any = "K", subok: Any = False, ndmin: int = 0) -> Tensor:
    made = asarray(object, _dtype(dtype), copy=True if copy else None)
    return made.reshape([1] * (ndmin - made.ndim) + list(made.shape)) if made.ndim < ndmin else made


def _copy(a: Any, order: str = "K", subok: bool = False) -> Tensor:
    given = asarray(a)
    return given.clone() if order == "K" or given.is_contiguous() else given.contiguous()


def _asarray(a: Any, dtype: Any = None, order: Any = None, *, device: Any = None, copy: Any = None) -> Tensor:
    made = asarray(a, _dtype(dtype), copy=copy)
    return made.contiguous() if order == "C" else made


def _ascontiguousarray(a: Any, dtype: Any = None) -> Tensor:
    return _asarray(a, dtype, "C")


def _empty(shape: Any, dtype: Any = float, order: Any = "C", *, device: Any = None) -> Tensor:
    return _core.empty(shape, _dtype(dtype or float))


def _zeros(shape: Any, dtype: Any = float, order: Any = "C", *, device: Any = None) -> Tensor:
    return _core.zeros(shape, _dtype(dtype or float))


def _ones(shape: Any, dtype: Any = None, order: Any = "C", *, device: Any = None) -> Tensor:
    return _core.ones(shape, _dtype(dtype or float))


def _full(shape: Any, fill_value: Any, dtype: Any = None, order: Any = "C", *, device: Any = None) -> Tensor:
    value = asarray(fill_value)
    return value.to(_dtype(dtype)).expand(shape).clone()


def _arange(*args: Any, dtype: Any = None, device: Any = None) -> Tensor:
    import numpy as np

    return _core._from_buffer_or_copy(np.arange(*args, dtype=None if dtype is None else np.dtype(dtype)))


def _take(a: Any, indices: Any, axis: int | None = None, out: Any = None, mode: str = "raise") -> Any:
    import numpy as np

    if out is not None or mode != "raise":
        made = np.take(np.asarray(a), np.asarray(indices), axis, None if out is None else np.asarray(out), mode)  # type: ignore
        return asarray(made) if out is None else out
    given, index = asarray(a), asarray(indices)
    if index.numel == 0:  # [] has a float dtype
        index = index.to("int64")
    if axis is None:
        given, axis = given.reshape(-1), 0
    along = axis % given.ndim if -given.ndim <= axis < given.ndim else axis
    made = _core.index_select(given, along, index.reshape(-1))
    return made.reshape(given.shape[:along] + index.shape + given.shape[along + 1:])


def _round(a: Any, decimals: int = 0, out: Any = None) -> Any:
    given = asarray(a)
    if out is not None or (decimals and not (given.dtype.kind == "f")):
        import numpy as np

        made = np.round(given.numpy(), decimals, None if out is None else out.numpy())
        return asarray(made) if out is None else out
    return given.round_decimals(decimals) if decimals else given.round()


def _swapaxes(a: Any, axis1: int, axis2: int) -> Tensor:
    return asarray(a).transpose(axis1, axis2)


def _squeeze(a: Any, axis: Any = None) -> Tensor:
    from . import xp

    return asarray(a).squeeze() if axis is None else xp.squeeze(asarray(a), axis)


def _nansum(a: Any, axis: Any = None, dtype: Any = None, **options: Any) -> Any:
    given = asarray(a)
    if options.keys() <= {"keepdims"} and given.dtype.kind in "fc":
        return _core.nansum(given, axis=axis, keepdims=options.get("keepdims", False), dtype=_dtype(dtype))
    import numpy as np

    made = np.nansum(given.numpy(), axis, dtype, **arrays(options))
    return tensors(made) if options.get("out") is None else options["out"]


def _where(condition: Any, *choices: Any) -> Any:
    from . import xp

    if not choices:
        return xp.nonzero(asarray(condition))
    x, y = (asarray(one) if isinstance(one, (list, tuple)) else one for one in choices)
    return _core.where(asarray(condition).to("bool"), x, y)


def _einsum(*operands: Any, out: Any = None, dtype: Any = None, order: Any = "K", casting: Any = "safe",
            optimize: Any = False) -> Any:
    """Uses the library's linear algebra if this build has it and it takes the call, else NumPy."""
    import numpy as np

    from . import xp

    given = [one.to(_dtype(dtype)) if dtype is not None and isinstance(one, Tensor) else one for one in operands]
    linalg = getattr(xp, "linalg", None)
    if linalg is not None and isinstance(given[0], str) and out is None and all(isinstance(one, Tensor) for one in given[1:]):
        if len({one.dtype for one in given[1:]}) == 1 and given[1].dtype.kind in "fc":
            return linalg.einsum(*given)
    made = np.einsum(*(one.numpy() if isinstance(one, Tensor) else one for one in given), optimize=optimize or len(given) > 3,
                     **({} if out is None else {"out": out.numpy()}))
    return asarray(made) if out is None else out


def _tensordot(a: Any, b: Any, axes: Any = 2) -> Tensor:
    from . import xp

    if not isinstance(axes, int):
        ours, theirs = axes
        axes = tuple((one,) if isinstance(one, int) else tuple(one) for one in (ours, theirs))
    return xp.tensordot(asarray(a), asarray(b), axes=axes)


def _dot(a: Any, b: Any, out: Any = None) -> Any:
    from . import xp

    x, y = asarray(a), asarray(b)
    if x.ndim == 0 or y.ndim == 0:
        made = x * y
    else:
        made = xp.tensordot(x, y, axes=((x.ndim - 1,), (max(0, y.ndim - 2),)))
    if out is None:
        return made
    out[...] = made
    return out


FUNCTIONS = {"full_like": _full_like, "zeros_like": _zeros_like, "ones_like": _ones_like, "empty_like": _empty_like,
             "array": _array, "copy": _copy, "asarray": _asarray, "asanyarray": _asarray, "ascontiguousarray": _ascontiguousarray,
             "empty": _empty, "zeros": _zeros, "ones": _ones, "full": _full, "arange": _arange, "take": _take,
             "round": _round, "around": _round, "round_": _round, "swapaxes": _swapaxes, "squeeze": _squeeze, "where": _where, "einsum": _einsum,
             "nansum": _nansum, "tensordot": _tensordot, "dot": _dot}
