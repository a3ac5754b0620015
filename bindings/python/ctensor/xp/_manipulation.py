"""Arrays in other shapes, and arrays joined to one."""
from __future__ import annotations

import builtins
from collections.abc import Sequence
from typing import Optional, Union

from .. import _core
from .._core import Tensor
from .._header import DType, int64
from ._common import Axes, Shape, axis_of
from ._dtypes import result_type

__all__ = ["broadcast_arrays", "broadcast_to", "concat", "expand_dims", "flip", "moveaxis", "permute_dims", "repeat",
           "reshape", "roll", "squeeze", "stack", "tile", "unstack"]


def _list(axes: Union[int, Sequence[int]]) -> list[int]:
    return [axes] if isinstance(axes, int) else list(axes)


def _meeting(arrays: Union[tuple[Tensor, ...], list[Tensor]]) -> DType:
    """The dtype that all promote to. Arrays without axes are elements like the others, so their dtypes count fully."""
    return result_type(*(one.dtype for one in arrays))


def broadcast_arrays(*arrays: Tensor) -> list[Tensor]:
    """Views of the arrays in the shape that they broadcast to."""
    return list(_core.broadcast_tensors(arrays))


def broadcast_to(x: Tensor, /, shape: Shape) -> Tensor:
    """A view of x as if it were repeated."""
    sizes = _list(shape)
    if any(size < 0 for size in sizes):
        raise ValueError(f"broadcast_to: a shape has no negative sizes: {tuple(sizes)}")
    return x.expand(sizes)


def concat(arrays: Union[tuple[Tensor, ...], list[Tensor]], /, *, axis: Optional[int] = 0) -> Tensor:
    """The arrays concatenated along an axis; with axis None, flattened first."""
    if any(one.ndim == 0 for one in arrays) and axis is not None:
        raise ValueError("concat: an array without axes cannot be joined along one")
    dtype = _meeting(arrays)
    if axis is None:
        return _core.cat([one.reshape(-1).to(dtype) for one in arrays])
    return _core.cat([one.to(dtype) for one in arrays], axis)


def stack(arrays: Union[tuple[Tensor, ...], list[Tensor]], /, *, axis: int = 0) -> Tensor:
    """The arrays joined along a new axis."""
    dtype = _meeting(arrays)
    return _core.stack([one.to(dtype) for one in arrays], axis)


def expand_dims(x: Tensor, /, axis: int) -> Tensor:
    """A view of x with a new axis of size 1."""
    return x.unsqueeze(axis)


def flip(x: Tensor, /, *, axis: Axes = None) -> Tensor:
    """A view of x in reverse along some axes, or along all for None."""
    return x.flip(axis)


def moveaxis(x: Tensor, source: Union[int, Sequence[int]], destination: Union[int, Sequence[int]], /) -> Tensor:
    """A view of x with axes moved to other positions; the others keep their order."""
    return x.movedim(source, destination)


def permute_dims(x: Tensor, /, axes: Sequence[int]) -> Tensor:
    """A view of x with its axes in another order."""
    return x.permute(axes)


def repeat(x: Tensor, repeats: Union[int, Tensor], /, *, axis: Optional[int] = None) -> Tensor:
    """Each element along an axis repeated in place; with axis None, of x flattened."""
    counts = repeats.to(int64) if isinstance(repeats, Tensor) else repeats
    return _core.repeat_interleave(x, counts, axis)


def reshape(x: Tensor, /, shape: Shape, *, copy: Optional[builtins.bool] = None) -> Tensor:
    """x in another shape: a view where there is one, unless copy is True. One size may be -1."""
    if copy is False:
        return x.view(shape)
    made = x.reshape(shape)
    return made.clone() if copy and made.data_ptr == x.data_ptr else made


def roll(x: Tensor, /, shift: Union[int, Sequence[int]], *, axis: Axes = None) -> Tensor:
    """x's elements shifted along axes, so that those that leave one end reappear at the other; None: of x flattened."""
    if axis is not None:
        axes, shifts = _list(axis), _list(shift)
        if len(shifts) == 1:
            shifts *= len(axes)
        elif len(axes) == 1:
            axes *= len(shifts)
        return _core.roll(x, shifts, axes)
    return _core.roll(x, shift)


def squeeze(x: Tensor, /, axis: Union[int, Sequence[int]]) -> Tensor:
    """A view of x without these axes, all of which must have size 1."""
    axes = _list(axis)
    for one in axes:
        size = x.shape[axis_of("squeeze", one, x.ndim)]
        if size != 1:
            raise ValueError(f"squeeze: axis {one} has size {size}, not 1, in shape {x.shape}")
    return x.squeeze(axes)


def tile(x: Tensor, repetitions: Sequence[int], /) -> Tensor:
    """x repeated as a whole along each axis."""
    counts = list(repetitions)
    return _core.repeat(x, [1] * (x.ndim - len(counts)) + counts)


def unstack(x: Tensor, /, *, axis: int = 0) -> tuple[Tensor, ...]:
    """Views of x at every index of an axis."""
    return x.unbind(axis)
