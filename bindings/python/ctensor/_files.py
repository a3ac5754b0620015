"""Files of tensors: npy, npz and safetensors."""
from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from . import _core
from ._arrays import asarray
from ._core import Tensor
from ._types import Path

Mapping.register(_core.File)
for _name in ("items", "values", "get"):  # views, which read a Tensor only when it is asked for
    setattr(_core.File, _name, getattr(Mapping, _name))

_FORMATS = ("npy", "npz", "safetensors")  # as ctensor.h numbers them, from 1


def load(source: Path | Tensor, *, copy: bool = False, trailing: bool = False) -> Any:
    """Loads an npy, npz or safetensors file: npy gives a Tensor, the others a dict from names to Tensors.

    source is a path, or a Tensor of the bytes of a file. The Tensors are read-only and lie in the mapped file where
    they can; copy=True reads them into new memory, for files that another program may truncate. trailing=True allows
    bytes after the last tensor of a safetensors file.
    """
    return _core._load(source, copy, trailing)


def save(path: Path, tensors: Any, *, format: str | None = None, compress: bool = False,
         metadata: Mapping[str, str] | None = None) -> None:
    """Saves a Tensor as npy, or a mapping of names to Tensors as npz or safetensors; asarray converts other objects.

    format is "npy", "npz" or "safetensors", or None for the one that the path's ending names. The file is moved to path
    when it is complete. compress is for npz, metadata for safetensors.
    """
    if format is None:
        format = os.path.splitext(os.fsdecode(path))[1].removeprefix(".")
    if format not in _FORMATS:
        raise ValueError(f"save: the format is one of {', '.join(_FORMATS)}, not {format!r}")
    if isinstance(tensors, Mapping) == (format == "npy"):
        takes = "one Tensor" if format == "npy" else "a mapping of names to Tensors"
        raise TypeError(f"save: {format} holds {takes}, not a {type(tensors).__name__}")
    named = tensors if isinstance(tensors, Mapping) else {"": tensors}
    _core._save(path, _FORMATS.index(format) + 1, compress, list(named), [asarray(one) for one in named.values()],
                dict(metadata or {}))
