"""Functions of tensors that become programs."""
from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from . import _core
from ._core import Tensor

_MOST_PROGRAMS = 64


def fuse(function: Callable[..., Any]) -> Callable[..., Any]:
    """Makes a function of tensors run as compiled programs: all of its ops in as few passes over memory as they allow.

    It is called once for each combination of dtypes, shapes and strides, with deferred tensors that have no data: it
    may look at their layouts, but not at elements, and its side effects happen once. It returns a tensor or a tuple of
    tensors.
    """
    programs: dict[Any, tuple[_core.Program, bool]] = {}

    @functools.wraps(function)
    def fused(*inputs: Tensor) -> Any:
        layouts = tuple((t.shape, t.dtype, t.strides) for t in inputs)
        known = programs.get(layouts)
        if known is None:
            leaves = [_core.defer(_core.meta(*layout)) for layout in layouts]
            results = function(*leaves)
            is_one = isinstance(results, Tensor)
            known = _core.Program(leaves, (results,) if is_one else results), is_one
            if len(programs) >= _MOST_PROGRAMS:
                programs.pop(next(iter(programs)), None)
            programs[layouts] = known
        program, is_one = known
        outs = program(*inputs)
        return outs[0] if is_one else outs

    return fused
