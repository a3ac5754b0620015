"""Types of arguments, for type checkers."""
import os
from typing import Any, Protocol, TypeAlias, Union

from ._header import DType


class NumPyScalar(Protocol):
    """One of NumPy's scalars, described without an import of NumPy. Arrays differ from them in having no hash."""

    @property
    def itemsize(self) -> int: ...
    def __float__(self) -> float: ...
    def __hash__(self) -> int: ...


Complex: TypeAlias = complex  # an alias, since ctensor.complex is a function
Number: TypeAlias = Union[complex, NumPyScalar]
Value: TypeAlias = Union[Number, list[Any], tuple[Any, ...]]  # the other operand of a Tensor's operator


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
# The path of a file.
Path: TypeAlias = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]"]
