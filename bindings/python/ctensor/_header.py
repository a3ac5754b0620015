"""Made by generate.py from ctensor.h: do not edit.

dtypes, errors, memory formats and the flags of iterators, as ctensor.h numbers them.
"""
import builtins
import enum
from typing import Final


class DType:
    """The type of a tensor's elements. There is one object of each: compare with `is` or `==`."""

    __slots__ = ("name", "itemsize")
    name: str
    itemsize: int

    def __init__(self, name: str, itemsize: int) -> None:
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "itemsize", itemsize)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a dtype cannot be changed: {name}")

    def __repr__(self) -> str:
        return f"ctensor.{self.name}"

    def __reduce__(self) -> str:
        return "bool_" if self.name == "bool" else self.name


bool_: Final = DType("bool", 1)
uint8: Final = DType("uint8", 1)
int8: Final = DType("int8", 1)
int16: Final = DType("int16", 2)
int32: Final = DType("int32", 4)
int64: Final = DType("int64", 8)
float16: Final = DType("float16", 2)
float32: Final = DType("float32", 4)
float64: Final = DType("float64", 8)
complex32: Final = DType("complex32", 4)
complex64: Final = DType("complex64", 8)
complex128: Final = DType("complex128", 16)
bfloat16: Final = DType("bfloat16", 2)
uint16: Final = DType("uint16", 2)
uint32: Final = DType("uint32", 4)
uint64: Final = DType("uint64", 8)
DTYPES = (
    bool_,
    uint8,
    int8,
    int16,
    int32,
    int64,
    float16,
    float32,
    float64,
    complex32,
    complex64,
    complex128,
    bfloat16,
    uint16,
    uint32,
    uint64,
)


class Error(Exception):
    """A call of the library failed. `code` is its ct_status."""

    __module__ = "ctensor"
    code = 0


class InvalidError(Error, ValueError):
    """A wrong argument: null, an unknown flag, a value that does not fit."""

    __module__ = "ctensor"
    code = -1


class ShapeError(Error, ValueError):
    """Sizes, strides or ranks that are impossible or do not go together."""

    __module__ = "ctensor"
    code = -2


class DtypeError(Error, TypeError):
    """A dtype that is unknown, unsupported here, or not castable."""

    __module__ = "ctensor"
    code = -3


class IndexError(Error, builtins.IndexError):
    """A dim or an index out of range, or a dim named twice."""

    __module__ = "ctensor"
    code = -4


class OverlapError(Error, ValueError):
    """An output that shares memory with itself or with another operand."""

    __module__ = "ctensor"
    code = -5


class ReadOnlyError(Error, ValueError):
    """A write to read-only memory."""

    __module__ = "ctensor"
    code = -6


class OutOfMemoryError(Error, MemoryError):
    """The allocator had none left."""

    __module__ = "ctensor"
    code = -7


class UnsupportedError(Error, NotImplementedError):
    """Valid, but not built into this library."""

    __module__ = "ctensor"
    code = -8


class DivisionByZeroError(Error, ZeroDivisionError):
    """An integer divisor that is zero."""

    __module__ = "ctensor"
    code = -9


class BusyError(Error, RuntimeError):
    """A process-wide setting that is already in use."""

    __module__ = "ctensor"
    code = -10


class IoError(Error, OSError):
    """The system failed to read or write."""

    __module__ = "ctensor"
    code = -11


class FormatError(Error, ValueError):
    """Bytes that are not what their format asks for."""

    __module__ = "ctensor"
    code = -12


class InternalError(Error, SystemError):
    """A bug in this library."""

    __module__ = "ctensor"
    code = -13


ERRORS = {
    -1: InvalidError,
    -2: ShapeError,
    -3: DtypeError,
    -4: IndexError,
    -5: OverlapError,
    -6: ReadOnlyError,
    -7: OutOfMemoryError,
    -8: UnsupportedError,
    -9: DivisionByZeroError,
    -10: BusyError,
    -11: IoError,
    -12: FormatError,
    -13: InternalError,
}


class MemoryFormat(enum.IntEnum):
    """The order of the dims in memory."""

    CONTIGUOUS = 0
    """row-major: the last dim is the densest"""
    PRESERVE = 1
    """as the input; its order where it has gaps or overlaps"""
    CHANNELS_LAST = 2
    """4 dims N, C, H, W with C the densest, then W, H, N"""
    CHANNELS_LAST_3D = 3
    """5 dims N, C, D, H, W with C the densest, then W, H, D, N"""


class IterFlag(enum.IntFlag):
    """What an iterator allows."""

    ALLOW_OVERLAP = 1
    """do not look whether outputs share memory with each other or with inputs"""
    NO_SAME_DTYPE_CHECK = 2
    """operands may differ in dtype; each is seen in its own"""
    NO_RESIZE = 4
    """a given output of other sizes is an error instead of being resized"""
    REDUCTION = 8
    """with NO_RESIZE; outputs, all given, may be of size 1 where inputs are not: those dims are reduced"""
    PROMOTE_INPUTS = 16
    """the loop sees inputs in their common dtype"""
    INTEGERS_TO_FLOAT = 32
    """with PROMOTE_INPUTS: an integer or bool common dtype becomes float32"""
    CAST_TO_OUTPUTS = 64
    """the loop writes the common dtype; outputs of others are converted"""
    SAFE_CAST = 128
    """refuse outputs that ct_can_cast does not allow"""
    LINEAR = 256
    """walk in row-major order, the last dim fastest"""
    NO_SAME_DEVICE_CHECK = 512
    """real and meta operands may be mixed"""
    ALLOW_CPU_SCALARS = 1024
    """at most one 0-dim real input beside meta operands"""


class IterPreset(enum.IntEnum):
    """Common sets of flags of an iterator."""

    CUSTOM = 0
    """the given flags alone"""
    UNARY = 1
    """1 output, 1 input of the same dtype"""
    UNARY_FLOAT = 2
    """1 output, 1 input; integers become float32"""
    BINARY = 3
    """1 output, 2 inputs, promoted, the result cast safely to the output"""
    BINARY_FLOAT = 4
    """as BINARY; integers become float32"""
    COMPARISON = 5
    """1 output, 2 inputs, promoted. An output that is allocated or bool is written as bool; for a given one of another dtype the loop writes the common dtype"""
    TERNARY = 6
    """1 output, 3 inputs, promoted, the result cast safely to the output"""
    NULLARY = 7
    """1 given output that keeps its sizes and dtype"""
    REDUCE = 8
    """1 or 2 given outputs, 1 input, for ct_iter_reduce; two have equal sizes and strides"""


__all__ = [
    "uint8",
    "int8",
    "int16",
    "int32",
    "int64",
    "float16",
    "float32",
    "float64",
    "complex32",
    "complex64",
    "complex128",
    "bfloat16",
    "uint16",
    "uint32",
    "uint64",
    "DType",
    "Error",
    "MemoryFormat",
    "IterFlag",
    "IterPreset",
    "InvalidError",
    "ShapeError",
    "DtypeError",
    "OverlapError",
    "ReadOnlyError",
    "OutOfMemoryError",
    "UnsupportedError",
    "DivisionByZeroError",
    "BusyError",
    "IoError",
    "FormatError",
    "InternalError",
]
