"""What __array_namespace_info__ returns."""
from __future__ import annotations

import sys
from typing import Any, Union

from .. import _header
from .._header import DType
from ._common import on_cpu
from ._dtypes import isdtype

_NAMES = ("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64",
          "complex64", "complex128")
_ALL = {one.name: one for one in _header.DTYPES if one.name in _NAMES}


class Info:
    """The namespace's capabilities, devices and dtypes."""

    def capabilities(self) -> dict[str, Any]:
        return {"boolean indexing": True, "data-dependent shapes": True, "max dimensions": 64}

    def default_device(self) -> str:
        return "cpu"

    def devices(self) -> list[str]:
        return ["cpu"]

    def default_dtypes(self, *, device: Any = None) -> dict[str, DType]:
        on_cpu("default_dtypes", device)
        return {"real floating": _header.float32, "complex floating": _header.complex64, "integral": _header.int64,
                "indexing": _header.int64}

    def dtypes(self, *, device: Any = None, kind: Union[str, tuple[str, ...], None] = None) -> dict[str, DType]:
        on_cpu("dtypes", device)
        return {name: one for name, one in _ALL.items() if kind is None or isdtype(one, kind)}


def __array_namespace_info__() -> Info:  # noqa: N807
    """What the namespace can do."""
    return Info()


def _namespace(api_version: Union[str, None]) -> Any:
    """What a Tensor's __array_namespace__ returns."""
    if api_version not in (None, "2021.12", "2022.12", "2023.12", "2024.12"):
        raise ValueError(f"__array_namespace__: ctensor.xp is version 2024.12 of the standard, not {api_version!r}")
    return sys.modules[__package__]
