"""What some arguments may be, for type checkers."""
import os
from typing import Any, Protocol, TypeAlias, Union

from ._header import DType


class NumPyScalar(Protocol):
    """One of NumPy's scalars, which this package never imports. Arrays have no hash."""

    @property
    def itemsize(self) -> int: ...
    def __float__(self) -> float: ...
    def __hash__(self) -> int: ...


Complex: TypeAlias = complex  # beside ctensor.complex, which is a function
Number: TypeAlias = Union[complex, NumPyScalar]
Value: TypeAlias = Union[Number, list[Any], tuple[Any, ...]]  # beside a Tensor in an operator


class NumPyDType(Protocol):
    """numpy.dtype."""

    @property
    def isnative(self) -> bool: ...
    @property
    def name(self) -> str: ...


class TorchDType(Protocol):
    """torch.dtype."""

    @property
    def is_floating_point(self) -> bool: ...
    @property
    def is_complex(self) -> bool: ...


# A dtype or its name, Python's number types and NumPy's scalar types, or another library's dtype.
DTypeLike: TypeAlias = Union[DType, str, type[bool], type[int], type[float], type[complex], type[NumPyScalar], NumPyDType,
                             TorchDType]
# Of a file.
Path: TypeAlias = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]"]
