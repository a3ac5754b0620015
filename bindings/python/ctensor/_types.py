"""What some arguments may be, for type checkers."""
from typing import Protocol, TypeAlias, Union


class NumPyScalar(Protocol):
    """One of NumPy's scalars, which this package never imports. Arrays have no hash."""

    @property
    def itemsize(self) -> int: ...
    def __float__(self) -> float: ...
    def __hash__(self) -> int: ...


Number: TypeAlias = Union[complex, NumPyScalar]
