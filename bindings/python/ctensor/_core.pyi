"""libctensor for Python: what is written in C++."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import ctensor._header


def promote_types(a: ctensor._header.DType | str, b: ctensor._header.DType | str) -> ctensor._header.DType:
    """The dtype that two dtypes meet in."""

def can_cast(from_: ctensor._header.DType | str, to: ctensor._header.DType | str) -> bool:
    """
    Whether an op may write a result of one dtype into an output of another.
    """

def result_type(*args: Tensor | complex) -> ctensor._header.DType:
    """The dtype in which an op computes on tensors and numbers."""

def dtype(name: str) -> ctensor._header.DType:
    """The dtype of a name, "float32", or a short one, "f32"."""

class Tensor:
    """Strided elements of one dtype over memory that views share."""

    def __repr__(self) -> str: ...

    def __lt__(self, other: Tensor | complex, /) -> Tensor: ...

    def __le__(self, other: Tensor | complex, /) -> Tensor: ...

    def __eq__(self, other: Tensor | complex, /) -> Tensor: ...  # type: ignore[override]

    def __ne__(self, other: Tensor | complex, /) -> Tensor: ...  # type: ignore[override]

    def __gt__(self, other: Tensor | complex, /) -> Tensor: ...

    def __ge__(self, other: Tensor | complex, /) -> Tensor: ...

    def __iter__(self) -> Iterator[Tensor]: ...

    def __add__(self, other: Tensor | complex, /) -> Tensor: ...

    def __radd__(self, other: Tensor | complex, /) -> Tensor: ...

    def __sub__(self, other: Tensor | complex, /) -> Tensor: ...

    def __rsub__(self, other: Tensor | complex, /) -> Tensor: ...

    def __mul__(self, other: Tensor | complex, /) -> Tensor: ...

    def __rmul__(self, other: Tensor | complex, /) -> Tensor: ...

    def __mod__(self, other: Tensor | complex, /) -> Tensor: ...

    def __rmod__(self, other: Tensor | complex, /) -> Tensor: ...

    def __pow__(self, other: Tensor | complex, modulo: None = None, /) -> Tensor: ...

    def __rpow__(self, other: Tensor | complex, modulo: None = None, /) -> Tensor: ...

    def __neg__(self) -> Tensor: ...

    def __pos__(self) -> Tensor: ...

    def __abs__(self) -> Tensor: ...

    def __bool__(self) -> bool: ...

    def __invert__(self) -> Tensor: ...

    def __lshift__(self, other: Tensor | complex, /) -> Tensor: ...

    def __rlshift__(self, other: Tensor | complex, /) -> Tensor: ...

    def __rshift__(self, other: Tensor | complex, /) -> Tensor: ...

    def __rrshift__(self, other: Tensor | complex, /) -> Tensor: ...

    def __and__(self, other: Tensor | complex, /) -> Tensor: ...

    def __rand__(self, other: Tensor | complex, /) -> Tensor: ...

    def __xor__(self, other: Tensor | complex, /) -> Tensor: ...

    def __rxor__(self, other: Tensor | complex, /) -> Tensor: ...

    def __or__(self, other: Tensor | complex, /) -> Tensor: ...

    def __ror__(self, other: Tensor | complex, /) -> Tensor: ...

    def __int__(self) -> int: ...

    def __float__(self) -> float: ...

    def __iadd__(self, other: Tensor | complex, /) -> Tensor: ...

    def __isub__(self, other: Tensor | complex, /) -> Tensor: ...

    def __imul__(self, other: Tensor | complex, /) -> Tensor: ...

    def __imod__(self, other: Tensor | complex, /) -> Tensor: ...

    def __ipow__(self, other: Tensor | complex, /) -> Tensor: ...  # type: ignore[misc]

    def __ilshift__(self, other: Tensor | complex, /) -> Tensor: ...

    def __irshift__(self, other: Tensor | complex, /) -> Tensor: ...

    def __iand__(self, other: Tensor | complex, /) -> Tensor: ...

    def __ixor__(self, other: Tensor | complex, /) -> Tensor: ...

    def __ior__(self, other: Tensor | complex, /) -> Tensor: ...

    def __floordiv__(self, other: Tensor | complex, /) -> Tensor: ...

    def __rfloordiv__(self, other: Tensor | complex, /) -> Tensor: ...

    def __truediv__(self, other: Tensor | complex, /) -> Tensor: ...

    def __rtruediv__(self, other: Tensor | complex, /) -> Tensor: ...

    def __ifloordiv__(self, other: Tensor | complex, /) -> Tensor: ...

    def __itruediv__(self, other: Tensor | complex, /) -> Tensor: ...

    def __index__(self) -> int: ...

    def __len__(self) -> int: ...

    def __getitem__(self, index: object, /) -> Tensor: ...

    def __setitem__(self, index: object, value: object, /) -> None: ...

    def __contains__(self, value: Tensor | complex, /) -> bool: ...

    @property
    def shape(self) -> tuple[int, ...]:
        """The sizes."""

    @property
    def strides(self) -> tuple[int, ...]:
        """In elements, signed."""

    @property
    def ndim(self) -> int:
        """The number of dims."""

    @property
    def numel(self) -> int:
        """The number of elements."""

    @property
    def dtype(self) -> ctensor._header.DType: ...

    @property
    def itemsize(self) -> int:
        """Bytes of an element."""

    @property
    def nbytes(self) -> int:
        """Bytes of all elements."""

    @property
    def storage_offset(self) -> int:
        """Where the first element lies in the storage, in elements."""

    @property
    def storage_nbytes(self) -> int: ...

    @property
    def data_ptr(self) -> int:
        """
        The address of element [0, ..., 0], which moves when the tensor is resized; 0: no data.
        """

    @property
    def is_meta(self) -> bool:
        """Whether there is a shape but no data."""

    @property
    def is_read_only(self) -> bool: ...

    @property
    def is_unique(self) -> bool:
        """Whether no other tensor or view shares the memory."""

    @property
    def is_wrapped_number(self) -> bool: ...

    @property
    def is_non_overlapping_and_dense(self) -> bool: ...

    def is_contiguous(self, format: int = 0) -> bool:
        """Whether the elements lie in the format's order without gaps."""

    def suggest_memory_format(self, exact: bool = False) -> int:
        """The number of the MemoryFormat that the strides speak for."""

    def item(self) -> bool | int | float | complex:
        """The value of the one element."""

    def tolist(self) -> Any:
        """
        Nested lists of Python's numbers; of a tensor without dims, the number.
        """

    def __complex__(self) -> complex: ...

    def as_strided(self, sizes: int | Sequence[int], strides: int | Sequence[int], storage_offset: int = 0) -> Tensor:
        """
        The view with these sizes, strides in elements and offset in the storage.
        """

    def view(self, *sizes: int | Sequence[int]) -> Tensor:
        """t with other sizes, never a copy; one may be -1."""

    def reshape(self, *sizes: int | Sequence[int]) -> Tensor:
        """
        t with other sizes: a view where there is one, else a copy; one may be -1.
        """

    def permute(self, *dims: int | Sequence[int]) -> Tensor:
        """t with its dims in another order."""

    def transpose(self, dim0: int, dim1: int) -> Tensor:
        """t with two dims exchanged."""

    def movedim(self, source: int | Sequence[int], destination: int | Sequence[int]) -> Tensor:
        """t with dims moved to other places; the others keep their order."""

    def slice(self, dim: int, start: int | None = None, stop: int | None = None, step: int | None = None) -> Tensor:
        """t[start:stop:step] along one dim; steps may be negative."""

    def select(self, dim: int, index: int) -> Tensor:
        """t at one index of a dim, which goes."""

    def narrow(self, dim: int, start: int, length: int) -> Tensor:
        """length elements of a dim, all of which must be there."""

    def expand(self, *sizes: int | Sequence[int]) -> Tensor:
        """
        t as if repeated along dims of size 1, and along new dims in front; -1 keeps a size.
        """

    def squeeze(self, dims: int | Sequence[int] | None = None) -> Tensor:
        """t without the named dims that have size 1; None: without all of them."""

    def unsqueeze(self, dim: int) -> Tensor:
        """t with a new dim of size 1."""

    def flatten(self, start_dim: int = 0, end_dim: int = -1) -> Tensor:
        """t with some dims made one: a view where there is one."""

    def flip(self, *dims: int | Sequence[int]) -> Tensor:
        """t backwards along some dims: a view with negative strides."""

    @property
    def real(self) -> Tensor:
        """The real parts, a view."""

    @property
    def imag(self) -> Tensor:
        """The imaginary parts, a view."""

    @property
    def T(self) -> Tensor:
        """t with its dims in reverse, a view."""

    def contiguous(self, format: int = 0) -> Tensor:
        """t in memory order: t itself if it is, else a copy."""

    def clone(self, format: int = 1) -> Tensor:
        """A copy with memory of its own."""

    def to(self, dtype: ctensor._header.DType | str | None = None, format: int = 1) -> Tensor:
        """t in another dtype or format; t itself if it has them."""

    def copy_(self, source: Tensor) -> Tensor:
        """Writes source into t: broadcasts and converts. Returns t."""

    def fill_(self, value: complex) -> Tensor:
        """
        Writes one value, which the dtype must hold, into every element. Returns t.
        """

    def resize_(self, sizes: int | Sequence[int], format: int = 0) -> Tensor:
        """Gives t other sizes; views of it keep the old memory. Returns t."""

    def neg(self, *, out: Tensor | None = None) -> Tensor:
        """-t. Integers wrap."""

    def abs(self, *, out: Tensor | None = None) -> Tensor:
        """
        |t|. Of the smallest integer, itself; of a complex number, a float, without overflow on the way.
        """

    def sign(self, *, out: Tensor | None = None) -> Tensor:
        """The sign of t: -1, 0 or 1; 0 for NaN."""

    def angle(self, *, out: Tensor | None = None) -> Tensor:
        """
        The angle of t from the positive real axis: between -pi and pi; of a real number, pi where it is below 0, NaN of NaN, else 0.
        """

    def sgn(self, *, out: Tensor | None = None) -> Tensor:
        """
        t / |t|, and 0 of 0: the sign of a real number, the direction of a complex one.
        """

    def positive(self, *, out: Tensor | None = None) -> Tensor:
        """t itself, copied."""

    def conj(self, *, out: Tensor | None = None) -> Tensor:
        """The complex conjugate of t, copied; of what is not complex, t itself."""

    def square(self, *, out: Tensor | None = None) -> Tensor:
        """t * t. Integers wrap."""

    def relu(self, *, out: Tensor | None = None) -> Tensor:
        """The larger of t and 0. NaN stays NaN."""

    def relu6(self, *, out: Tensor | None = None) -> Tensor:
        """t between 0 and 6. NaN stays NaN."""

    def leaky_relu(self, negative_slope: complex | None = None, *, out: Tensor | None = None) -> Tensor:
        """t where it is above 0, else negative_slope * t."""

    def elu(self, alpha: complex | None = None, *, out: Tensor | None = None) -> Tensor:
        """t where it is not below 0, else alpha * (e^t - 1)."""

    def softplus(self, beta: complex | None = None, threshold: complex | None = None, *, out: Tensor | None = None) -> Tensor:
        """log(1 + e^(beta * t)) / beta, and t itself where beta * t > threshold."""

    def hardsigmoid(self, *, out: Tensor | None = None) -> Tensor:
        """t + 3 between 0 and 6, divided by 6."""

    def hardswish(self, *, out: Tensor | None = None) -> Tensor:
        """t * hardsigmoid(t)."""

    def ceil(self, *, out: Tensor | None = None) -> Tensor:
        """The smallest integer that is no smaller than t."""

    def floor(self, *, out: Tensor | None = None) -> Tensor:
        """The largest integer that is no larger than t."""

    def trunc(self, *, out: Tensor | None = None) -> Tensor:
        """t without its fraction."""

    def round(self, *, out: Tensor | None = None) -> Tensor:
        """The integer nearest to t, the even one of two."""

    def round_decimals(self, decimals: complex | None = None, *, out: Tensor | None = None) -> Tensor:
        """
        t rounded to so many decimals, or with negative ones to tens, hundreds, …: round(t * 10^decimals) / 10^decimals. t itself where the product is infinite.
        """

    def frac(self, *, out: Tensor | None = None) -> Tensor:
        """t - trunc(t): the fraction of t, with its sign."""

    def sqrt(self, *, out: Tensor | None = None) -> Tensor:
        """
        The square root of t, correctly rounded; of a complex number, the one in the right half plane.
        """

    def rsqrt(self, *, out: Tensor | None = None) -> Tensor:
        """1 / sqrt(t)."""

    def reciprocal(self, *, out: Tensor | None = None) -> Tensor:
        """1 / t."""

    def deg2rad(self, *, out: Tensor | None = None) -> Tensor:
        """t degrees in radians."""

    def rad2deg(self, *, out: Tensor | None = None) -> Tensor:
        """t radians in degrees."""

    def exp(self, *, out: Tensor | None = None) -> Tensor:
        """e to the power of t."""

    def exp2(self, *, out: Tensor | None = None) -> Tensor:
        """2 to the power of t."""

    def expm1(self, *, out: Tensor | None = None) -> Tensor:
        """e to the power of t, minus 1, without losing a small t in the 1."""

    def log(self, *, out: Tensor | None = None) -> Tensor:
        """The natural logarithm of t."""

    def log2(self, *, out: Tensor | None = None) -> Tensor:
        """The logarithm of t to base 2."""

    def log10(self, *, out: Tensor | None = None) -> Tensor:
        """The logarithm of t to base 10."""

    def log1p(self, *, out: Tensor | None = None) -> Tensor:
        """The natural logarithm of 1 + t, without losing a small t in the 1."""

    def sin(self, *, out: Tensor | None = None) -> Tensor:
        """The sine of t, in radians."""

    def cos(self, *, out: Tensor | None = None) -> Tensor:
        """The cosine of t, in radians."""

    def tan(self, *, out: Tensor | None = None) -> Tensor:
        """The tangent of t, in radians."""

    def asin(self, *, out: Tensor | None = None) -> Tensor:
        """The angle between -pi/2 and pi/2 whose sine is t."""

    def acos(self, *, out: Tensor | None = None) -> Tensor:
        """The angle between 0 and pi whose cosine is t."""

    def atan(self, *, out: Tensor | None = None) -> Tensor:
        """The angle between -pi/2 and pi/2 whose tangent is t."""

    def sinh(self, *, out: Tensor | None = None) -> Tensor:
        """The hyperbolic sine of t."""

    def cosh(self, *, out: Tensor | None = None) -> Tensor:
        """The hyperbolic cosine of t."""

    def tanh(self, *, out: Tensor | None = None) -> Tensor:
        """The hyperbolic tangent of t."""

    def asinh(self, *, out: Tensor | None = None) -> Tensor:
        """The number whose hyperbolic sine is t."""

    def acosh(self, *, out: Tensor | None = None) -> Tensor:
        """The number, not negative, whose hyperbolic cosine is t."""

    def atanh(self, *, out: Tensor | None = None) -> Tensor:
        """The number whose hyperbolic tangent is t."""

    def erf(self, *, out: Tensor | None = None) -> Tensor:
        """The error function of t."""

    def erfc(self, *, out: Tensor | None = None) -> Tensor:
        """1 - erf(t), without losing a small result in the 1."""

    def erfinv(self, *, out: Tensor | None = None) -> Tensor:
        """The number whose error function is t."""

    def lgamma(self, *, out: Tensor | None = None) -> Tensor:
        """The logarithm of the absolute value of the gamma function at t."""

    def sigmoid(self, *, out: Tensor | None = None) -> Tensor:
        """1 / (1 + e^-t)."""

    def logit(self, eps: complex | None = None, *, out: Tensor | None = None) -> Tensor:
        """
        log(t / (1 - t)): the number whose sigmoid is t. With an eps that is not negative, t is brought between eps and 1 - eps first.
        """

    def silu(self, *, out: Tensor | None = None) -> Tensor:
        """t * sigmoid(t)."""

    def mish(self, *, out: Tensor | None = None) -> Tensor:
        """t * tanh(log(1 + e^t))."""

    def gelu(self, *, out: Tensor | None = None) -> Tensor:
        """
        t times the normal distribution function of t: t * (1 + erf(t / sqrt(2))) / 2.
        """

    def gelu_tanh(self, *, out: Tensor | None = None) -> Tensor:
        """
        The approximation of gelu by tanh: t * (1 + tanh(sqrt(2 / pi) * (t + 0.044715 * t^3))) / 2.
        """

    def bitwise_not(self, *, out: Tensor | None = None) -> Tensor:
        """Every bit of t inverted; of bools it is "not"."""

    def nan_to_num(self, nan: complex | None = None, posinf: complex | None = None, neginf: complex | None = None, *, out: Tensor | None = None) -> Tensor:
        """
        t with nan for NaN, posinf for infinity and neginf for -infinity; of a complex number, in each part. Of integers and bool, t itself.
        """

    def logical_not(self, *, out: Tensor | None = None) -> Tensor:
        """Whether t == 0."""

    def isnan(self, *, out: Tensor | None = None) -> Tensor:
        """Whether t, or a part of it, is NaN."""

    def isinf(self, *, out: Tensor | None = None) -> Tensor:
        """Whether t, or a part of it, is infinite."""

    def isfinite(self, *, out: Tensor | None = None) -> Tensor:
        """Whether t, and every part of it, is neither infinite nor NaN."""

    def isposinf(self, *, out: Tensor | None = None) -> Tensor:
        """Whether t is +infinity."""

    def isneginf(self, *, out: Tensor | None = None) -> Tensor:
        """Whether t is -infinity."""

    def signbit(self, *, out: Tensor | None = None) -> Tensor:
        """Whether t is negative, -0 and NaN with the sign bit set included."""

    def add(self, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
        """a + b. Integers wrap; of bools it is "or"."""

    def sub(self, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
        """a - b. Integers wrap."""

    def add_scaled(self, b: Tensor | complex, alpha: complex | None = None, *, out: Tensor | None = None) -> Tensor:
        """a + alpha * b. Integers wrap; of bools * is "and" and + is "or"."""

    def sub_scaled(self, b: Tensor | complex, alpha: complex | None = None, *, out: Tensor | None = None) -> Tensor:
        """a - alpha * b. Integers wrap."""

    def mul(self, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
        """a * b. Integers wrap; of bools it is "and"."""

    def div(self, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
        """a / b, true division: of integers too it is a float."""

    def floor_divide(self, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
        """a / b rounded towards minus infinity, as Python's //."""

    def div_floor(self, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
        """a / b rounded towards minus infinity: floor_divide."""

    def div_trunc(self, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
        """a / b rounded towards zero, as C's division of integers."""

    def remainder(self, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
        """
        What is left of a after floor division by b: 0 or of b's sign, as Python's %.
        """

    def fmod(self, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
        """
        What is left of a after division by b towards zero: 0 or of a's sign, as C's %.
        """

    def maximum(self, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
        """The larger of a and b. NaN wins; of 0 and -0, a."""

    def minimum(self, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
        """The smaller of a and b. NaN wins; of 0 and -0, a."""

    def fmax(self, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
        """The larger of a and b. NaN only where both are; of 0 and -0, a."""

    def fmin(self, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
        """The smaller of a and b. NaN only where both are; of 0 and -0, a."""

    def clamp_min(self, bound: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
        """The larger of t and bound. NaN wins; of 0 and -0, t."""

    def clamp_max(self, bound: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
        """The smaller of t and bound. NaN wins; of 0 and -0, t."""

    def heaviside(self, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
        """0 where a < 0 or a is NaN, b where a == 0, 1 where a > 0."""

    def atan2(self, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
        """
        The angle of the point (b, a) from the first axis: between -pi and pi, with the sign of a.
        """

    def hypot(self, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
        """The square root of a * a + b * b, without overflow on the way."""

    def pow(self, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
        """
        a to the power of b. Integers wrap; of a negative power of an integer, the part before the point.
        """

    def ldexp(self, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
        """a times 2 to the power of b."""

    def logaddexp(self, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
        """log(e^a + e^b), without overflow on the way."""

    def logaddexp2(self, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
        """log2(2^a + 2^b), without overflow on the way."""

    def xlogy(self, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
        """a * log(b), and 0 where a is 0, unless b is NaN."""

    def copysign(self, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
        """|a| with the sign of b."""

    def nextafter(self, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
        """
        The number next to a on the way to b, in their common dtype; b where they are equal.
        """

    def bitwise_and(self, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
        """a & b, bit by bit; of bools it is "and"."""

    def bitwise_or(self, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
        """a | b, bit by bit; of bools it is "or"."""

    def bitwise_xor(self, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
        """a ^ b, bit by bit; of bools it is "exclusive or"."""

    def left_shift(self, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
        """a << b. 0 where b is negative, or the width of a or more."""

    def right_shift(self, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
        """
        a >> b, with copies of the sign. As far as it goes where b is negative, or the width of a or more.
        """

    def eq(self, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
        """Whether a == b, compared in the common dtype. NaN equals nothing."""

    def ne(self, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
        """
        Whether a != b, compared in the common dtype. NaN differs from everything.
        """

    def lt(self, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
        """Whether a < b, compared in the common dtype. NaN is less than nothing."""

    def le(self, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
        """Whether a <= b, compared in the common dtype. Not where either is NaN."""

    def gt(self, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
        """
        Whether a > b, compared in the common dtype. NaN is greater than nothing.
        """

    def ge(self, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
        """Whether a >= b, compared in the common dtype. Not where either is NaN."""

    def isclose(self, b: Tensor | complex, rtol: complex | None = None, atol: complex | None = None, equal_nan: complex | None = None, *, out: Tensor | None = None) -> Tensor:
        """
        Whether a == b, or |a - b| <= atol + rtol * |b| and |a - b| is finite. NaN is close to nothing, or to NaN with equal_nan.
        """

    def logical_and(self, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
        """Whether neither a nor b is 0, in the common dtype. NaN is not 0."""

    def logical_or(self, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
        """Whether a and b are not both 0, in the common dtype. NaN is not 0."""

    def logical_xor(self, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
        """
        Whether exactly one of a and b is 0, in the common dtype. NaN is not 0.
        """

    def masked_fill(self, mask: Tensor | complex, value: complex, *, out: Tensor | None = None) -> Tensor:
        """value where mask is true, else t."""

    def lerp(self, end: Tensor | complex, weight: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
        """start + weight * (end - start), from whichever end is nearer."""

    def fma(self, b: Tensor | complex, c: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
        """a * b + c, rounded once. Integers wrap."""

    def clamp(self, min: Tensor | complex | None = None, max: Tensor | complex | None = None, *, out: Tensor | None = None) -> Tensor:
        """
        t, but no smaller than min and no larger than max; max where min > max. NaN in any of them wins. min or max may be None: there is no such bound.
        """

    def addcmul(self, a: Tensor | complex, b: Tensor | complex, value: complex | None = None, *, out: Tensor | None = None) -> Tensor:
        """t + value * a * b. Integers wrap."""

    def addcdiv(self, a: Tensor | complex, b: Tensor | complex, value: complex | None = None, *, out: Tensor | None = None) -> Tensor:
        """t + value * a / b, in that order."""

    def equal(self, b: Tensor | complex) -> bool:
        """
        Whether a and b have the same sizes, the same dtype and equal elements. NaN equals nothing, so a tensor that holds one is not equal to itself; 0 equals -0. The search ends where two elements differ.
        """

    def allclose(self, b: Tensor | complex, rtol: complex | None = None, atol: complex | None = None, equal_nan: complex | None = None) -> bool:
        """
        Whether isclose is true for all elements of a and b. The search ends where it is not.
        """

    def sum(self, dims: int | Sequence[int] | None = None, keepdim: bool = False, dtype: ctensor._header.DType | str | None = None, *, out: Tensor | None = None) -> Tensor:
        """The sum over some dims. no dims: over all."""

    def sum_compensated(self, dims: int | Sequence[int] | None = None, keepdim: bool = False, dtype: ctensor._header.DType | str | None = None, *, out: Tensor | None = None) -> Tensor:
        """
        The sum over some dims, as if in twice the precision of the elements and then rounded. no dims: over all.
        """

    def sum_exact(self, dims: int | Sequence[int] | None = None, keepdim: bool = False, dtype: ctensor._header.DType | str | None = None, *, out: Tensor | None = None) -> Tensor:
        """
        The exact sum over some dims, rounded once, to nearest. no dims: over all.
        """

    def nansum(self, dims: int | Sequence[int] | None = None, keepdim: bool = False, dtype: ctensor._header.DType | str | None = None, *, out: Tensor | None = None) -> Tensor:
        """
        The sum over some dims of the elements that are not NaN. no dims: over all.
        """

    def mean(self, dims: int | Sequence[int] | None = None, keepdim: bool = False, dtype: ctensor._header.DType | str | None = None, *, out: Tensor | None = None) -> Tensor:
        """
        The mean over some dims: their sum, divided by the number of elements. no dims: over all.
        """

    def nanmean(self, dims: int | Sequence[int] | None = None, keepdim: bool = False, dtype: ctensor._header.DType | str | None = None, *, out: Tensor | None = None) -> Tensor:
        """
        The mean over some dims of the elements that are not NaN. no dims: over all.
        """

    def norm(self, p: complex | None = None, dims: int | Sequence[int] | None = None, keepdim: bool = False, dtype: ctensor._header.DType | str | None = None, *, out: Tensor | None = None) -> Tensor:
        """The p-norm over some dims. no dims: over all; p None: 2."""

    def var(self, dims: int | Sequence[int] | None = None, correction: complex | None = None, keepdim: bool = False, *, out: Tensor | None = None) -> Tensor:
        """
        The variance over some dims: the squared deviations from the mean, divided by their number less the correction. no dims: over all; correction None: 1.
        """

    def std(self, dims: int | Sequence[int] | None = None, correction: complex | None = None, keepdim: bool = False, *, out: Tensor | None = None) -> Tensor:
        """
        The standard deviation over some dims: the square root of the variance. no dims: over all; correction None: 1.
        """

    def var_mean(self, dims: int | Sequence[int] | None = None, correction: complex | None = None, keepdim: bool = False, *, out: tuple[Tensor, Tensor] | None = None) -> tuple[Tensor, Tensor]:
        """
        The variance and the mean over some dims, in one pass. no dims: over all; correction None: 1.
        """

    def std_mean(self, dims: int | Sequence[int] | None = None, correction: complex | None = None, keepdim: bool = False, *, out: tuple[Tensor, Tensor] | None = None) -> tuple[Tensor, Tensor]:
        """
        The standard deviation and the mean over some dims, in one pass. no dims: over all; correction None: 1.
        """

    def logsumexp(self, dims: int | Sequence[int] | None = None, keepdim: bool = False, *, out: Tensor | None = None) -> Tensor:
        """
        The logarithm of the sum over some dims of the elements' exponentials. no dims: over all.
        """

    def prod(self, dims: int | Sequence[int] | None = None, keepdim: bool = False, dtype: ctensor._header.DType | str | None = None, *, out: Tensor | None = None) -> Tensor:
        """The product over some dims. no dims: over all."""

    def amax(self, dims: int | Sequence[int] | None = None, keepdim: bool = False, *, out: Tensor | None = None) -> Tensor:
        """The largest element over some dims. no dims: over all."""

    def amin(self, dims: int | Sequence[int] | None = None, keepdim: bool = False, *, out: Tensor | None = None) -> Tensor:
        """The smallest element over some dims. no dims: over all."""

    def argmax(self, dim: int | None = None, keepdim: bool = False, *, out: Tensor | None = None) -> Tensor:
        """
        The index of the largest element along dim. dim None: of all elements, counted in row-major order.
        """

    def argmin(self, dim: int | None = None, keepdim: bool = False, *, out: Tensor | None = None) -> Tensor:
        """
        The index of the smallest element along dim. dim None: of all elements, counted in row-major order.
        """

    def max_dim(self, dim: int, keepdim: bool = False, *, out: tuple[Tensor, Tensor] | None = None) -> tuple[Tensor, Tensor]:
        """The largest element along dim, and its index."""

    def min_dim(self, dim: int, keepdim: bool = False, *, out: tuple[Tensor, Tensor] | None = None) -> tuple[Tensor, Tensor]:
        """The smallest element along dim, and its index."""

    def aminmax(self, dim: int | None = None, keepdim: bool = False, *, out: tuple[Tensor, Tensor] | None = None) -> tuple[Tensor, Tensor]:
        """
        The smallest and the largest element along dim, in one pass. dim None: of all elements.
        """

    def any(self, dims: int | Sequence[int] | None = None, keepdim: bool = False, *, out: Tensor | None = None) -> Tensor:
        """Whether any element over some dims is not zero. no dims: over all."""

    def all(self, dims: int | Sequence[int] | None = None, keepdim: bool = False, *, out: Tensor | None = None) -> Tensor:
        """Whether all elements over some dims are not zero. no dims: over all."""

    def count_nonzero(self, dims: int | Sequence[int] | None = None, keepdim: bool = False, *, out: Tensor | None = None) -> Tensor:
        """How many elements over some dims are not zero. no dims: over all."""

    def cumsum(self, dim: int, dtype: ctensor._header.DType | str | None = None, *, out: Tensor | None = None) -> Tensor:
        """The running sum along dim: of each element and all before it."""

    def cumprod(self, dim: int, dtype: ctensor._header.DType | str | None = None, *, out: Tensor | None = None) -> Tensor:
        """The running product along dim: of each element and all before it."""

    def softmax(self, dim: int, dtype: ctensor._header.DType | str | None = None, *, out: Tensor | None = None) -> Tensor:
        """e to the power of each element, divided by the sum of those along dim."""

    def log_softmax(self, dim: int, dtype: ctensor._header.DType | str | None = None, *, out: Tensor | None = None) -> Tensor:
        """
        The logarithm of softmax: each element less the logarithm of the sum of e to their powers along dim.
        """

    def __dlpack__(self, *, stream: None = None, max_version: tuple[int, int] | None = None, dl_device: tuple[int, int] | None = None, copy: bool | None = None) -> Any: ...

    def __dlpack_device__(self) -> tuple[int, int]: ...

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any: ...

    def __copy__(self) -> Tensor: ...

    def __deepcopy__(self, memo: Any = None) -> Tensor: ...

    def __buffer__(self, flags: int, /) -> memoryview: ...

def neg(t: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """-t. Integers wrap."""

def abs(t: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """
    |t|. Of the smallest integer, itself; of a complex number, a float, without overflow on the way.
    """

def sign(t: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """The sign of t: -1, 0 or 1; 0 for NaN."""

def angle(t: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """
    The angle of t from the positive real axis: between -pi and pi; of a real number, pi where it is below 0, NaN of NaN, else 0.
    """

def sgn(t: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """
    t / |t|, and 0 of 0: the sign of a real number, the direction of a complex one.
    """

def positive(t: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """t itself, copied."""

def conj(t: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """The complex conjugate of t, copied; of what is not complex, t itself."""

def square(t: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """t * t. Integers wrap."""

def relu(t: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """The larger of t and 0. NaN stays NaN."""

def relu6(t: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """t between 0 and 6. NaN stays NaN."""

def leaky_relu(t: Tensor | complex, negative_slope: complex | None = None, *, out: Tensor | None = None) -> Tensor:
    """t where it is above 0, else negative_slope * t."""

def elu(t: Tensor | complex, alpha: complex | None = None, *, out: Tensor | None = None) -> Tensor:
    """t where it is not below 0, else alpha * (e^t - 1)."""

def softplus(t: Tensor | complex, beta: complex | None = None, threshold: complex | None = None, *, out: Tensor | None = None) -> Tensor:
    """log(1 + e^(beta * t)) / beta, and t itself where beta * t > threshold."""

def hardsigmoid(t: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """t + 3 between 0 and 6, divided by 6."""

def hardswish(t: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """t * hardsigmoid(t)."""

def ceil(t: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """The smallest integer that is no smaller than t."""

def floor(t: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """The largest integer that is no larger than t."""

def trunc(t: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """t without its fraction."""

def round(t: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """The integer nearest to t, the even one of two."""

def round_decimals(t: Tensor | complex, decimals: complex | None = None, *, out: Tensor | None = None) -> Tensor:
    """
    t rounded to so many decimals, or with negative ones to tens, hundreds, …: round(t * 10^decimals) / 10^decimals. t itself where the product is infinite.
    """

def frac(t: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """t - trunc(t): the fraction of t, with its sign."""

def sqrt(t: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """
    The square root of t, correctly rounded; of a complex number, the one in the right half plane.
    """

def rsqrt(t: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """1 / sqrt(t)."""

def reciprocal(t: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """1 / t."""

def deg2rad(t: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """t degrees in radians."""

def rad2deg(t: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """t radians in degrees."""

def exp(t: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """e to the power of t."""

def exp2(t: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """2 to the power of t."""

def expm1(t: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """e to the power of t, minus 1, without losing a small t in the 1."""

def log(t: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """The natural logarithm of t."""

def log2(t: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """The logarithm of t to base 2."""

def log10(t: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """The logarithm of t to base 10."""

def log1p(t: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """The natural logarithm of 1 + t, without losing a small t in the 1."""

def sin(t: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """The sine of t, in radians."""

def cos(t: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """The cosine of t, in radians."""

def tan(t: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """The tangent of t, in radians."""

def asin(t: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """The angle between -pi/2 and pi/2 whose sine is t."""

def acos(t: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """The angle between 0 and pi whose cosine is t."""

def atan(t: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """The angle between -pi/2 and pi/2 whose tangent is t."""

def sinh(t: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """The hyperbolic sine of t."""

def cosh(t: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """The hyperbolic cosine of t."""

def tanh(t: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """The hyperbolic tangent of t."""

def asinh(t: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """The number whose hyperbolic sine is t."""

def acosh(t: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """The number, not negative, whose hyperbolic cosine is t."""

def atanh(t: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """The number whose hyperbolic tangent is t."""

def erf(t: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """The error function of t."""

def erfc(t: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """1 - erf(t), without losing a small result in the 1."""

def erfinv(t: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """The number whose error function is t."""

def lgamma(t: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """The logarithm of the absolute value of the gamma function at t."""

def sigmoid(t: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """1 / (1 + e^-t)."""

def logit(t: Tensor | complex, eps: complex | None = None, *, out: Tensor | None = None) -> Tensor:
    """
    log(t / (1 - t)): the number whose sigmoid is t. With an eps that is not negative, t is brought between eps and 1 - eps first.
    """

def silu(t: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """t * sigmoid(t)."""

def mish(t: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """t * tanh(log(1 + e^t))."""

def gelu(t: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """
    t times the normal distribution function of t: t * (1 + erf(t / sqrt(2))) / 2.
    """

def gelu_tanh(t: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """
    The approximation of gelu by tanh: t * (1 + tanh(sqrt(2 / pi) * (t + 0.044715 * t^3))) / 2.
    """

def bitwise_not(t: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """Every bit of t inverted; of bools it is "not"."""

def nan_to_num(t: Tensor | complex, nan: complex | None = None, posinf: complex | None = None, neginf: complex | None = None, *, out: Tensor | None = None) -> Tensor:
    """
    t with nan for NaN, posinf for infinity and neginf for -infinity; of a complex number, in each part. Of integers and bool, t itself.
    """

def logical_not(t: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """Whether t == 0."""

def isnan(t: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """Whether t, or a part of it, is NaN."""

def isinf(t: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """Whether t, or a part of it, is infinite."""

def isfinite(t: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """Whether t, and every part of it, is neither infinite nor NaN."""

def isposinf(t: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """Whether t is +infinity."""

def isneginf(t: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """Whether t is -infinity."""

def signbit(t: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """Whether t is negative, -0 and NaN with the sign bit set included."""

def add(a: Tensor | complex, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """a + b. Integers wrap; of bools it is "or"."""

def sub(a: Tensor | complex, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """a - b. Integers wrap."""

def add_scaled(a: Tensor | complex, b: Tensor | complex, alpha: complex | None = None, *, out: Tensor | None = None) -> Tensor:
    """a + alpha * b. Integers wrap; of bools * is "and" and + is "or"."""

def sub_scaled(a: Tensor | complex, b: Tensor | complex, alpha: complex | None = None, *, out: Tensor | None = None) -> Tensor:
    """a - alpha * b. Integers wrap."""

def mul(a: Tensor | complex, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """a * b. Integers wrap; of bools it is "and"."""

def div(a: Tensor | complex, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """a / b, true division: of integers too it is a float."""

def floor_divide(a: Tensor | complex, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """a / b rounded towards minus infinity, as Python's //."""

def div_floor(a: Tensor | complex, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """a / b rounded towards minus infinity: floor_divide."""

def div_trunc(a: Tensor | complex, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """a / b rounded towards zero, as C's division of integers."""

def remainder(a: Tensor | complex, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """
    What is left of a after floor division by b: 0 or of b's sign, as Python's %.
    """

def fmod(a: Tensor | complex, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """
    What is left of a after division by b towards zero: 0 or of a's sign, as C's %.
    """

def maximum(a: Tensor | complex, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """The larger of a and b. NaN wins; of 0 and -0, a."""

def minimum(a: Tensor | complex, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """The smaller of a and b. NaN wins; of 0 and -0, a."""

def fmax(a: Tensor | complex, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """The larger of a and b. NaN only where both are; of 0 and -0, a."""

def fmin(a: Tensor | complex, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """The smaller of a and b. NaN only where both are; of 0 and -0, a."""

def clamp_min(t: Tensor | complex, bound: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """The larger of t and bound. NaN wins; of 0 and -0, t."""

def clamp_max(t: Tensor | complex, bound: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """The smaller of t and bound. NaN wins; of 0 and -0, t."""

def heaviside(a: Tensor | complex, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """0 where a < 0 or a is NaN, b where a == 0, 1 where a > 0."""

def atan2(a: Tensor | complex, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """
    The angle of the point (b, a) from the first axis: between -pi and pi, with the sign of a.
    """

def hypot(a: Tensor | complex, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """The square root of a * a + b * b, without overflow on the way."""

def pow(a: Tensor | complex, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """
    a to the power of b. Integers wrap; of a negative power of an integer, the part before the point.
    """

def ldexp(a: Tensor | complex, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """a times 2 to the power of b."""

def logaddexp(a: Tensor | complex, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """log(e^a + e^b), without overflow on the way."""

def logaddexp2(a: Tensor | complex, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """log2(2^a + 2^b), without overflow on the way."""

def xlogy(a: Tensor | complex, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """a * log(b), and 0 where a is 0, unless b is NaN."""

def copysign(a: Tensor | complex, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """|a| with the sign of b."""

def nextafter(a: Tensor | complex, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """
    The number next to a on the way to b, in their common dtype; b where they are equal.
    """

def bitwise_and(a: Tensor | complex, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """a & b, bit by bit; of bools it is "and"."""

def bitwise_or(a: Tensor | complex, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """a | b, bit by bit; of bools it is "or"."""

def bitwise_xor(a: Tensor | complex, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """a ^ b, bit by bit; of bools it is "exclusive or"."""

def left_shift(a: Tensor | complex, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """a << b. 0 where b is negative, or the width of a or more."""

def right_shift(a: Tensor | complex, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """
    a >> b, with copies of the sign. As far as it goes where b is negative, or the width of a or more.
    """

def eq(a: Tensor | complex, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """Whether a == b, compared in the common dtype. NaN equals nothing."""

def ne(a: Tensor | complex, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """
    Whether a != b, compared in the common dtype. NaN differs from everything.
    """

def lt(a: Tensor | complex, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """Whether a < b, compared in the common dtype. NaN is less than nothing."""

def le(a: Tensor | complex, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """Whether a <= b, compared in the common dtype. Not where either is NaN."""

def gt(a: Tensor | complex, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """
    Whether a > b, compared in the common dtype. NaN is greater than nothing.
    """

def ge(a: Tensor | complex, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """Whether a >= b, compared in the common dtype. Not where either is NaN."""

def isclose(a: Tensor | complex, b: Tensor | complex, rtol: complex | None = None, atol: complex | None = None, equal_nan: complex | None = None, *, out: Tensor | None = None) -> Tensor:
    """
    Whether a == b, or |a - b| <= atol + rtol * |b| and |a - b| is finite. NaN is close to nothing, or to NaN with equal_nan.
    """

def logical_and(a: Tensor | complex, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """Whether neither a nor b is 0, in the common dtype. NaN is not 0."""

def logical_or(a: Tensor | complex, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """Whether a and b are not both 0, in the common dtype. NaN is not 0."""

def logical_xor(a: Tensor | complex, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """
    Whether exactly one of a and b is 0, in the common dtype. NaN is not 0.
    """

def where(condition: Tensor | complex, a: Tensor | complex, b: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """a where condition is true, else b."""

def masked_fill(t: Tensor | complex, mask: Tensor | complex, value: complex, *, out: Tensor | None = None) -> Tensor:
    """value where mask is true, else t."""

def lerp(start: Tensor | complex, end: Tensor | complex, weight: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """start + weight * (end - start), from whichever end is nearer."""

def fma(a: Tensor | complex, b: Tensor | complex, c: Tensor | complex, *, out: Tensor | None = None) -> Tensor:
    """a * b + c, rounded once. Integers wrap."""

def clamp(t: Tensor | complex, min: Tensor | complex | None = None, max: Tensor | complex | None = None, *, out: Tensor | None = None) -> Tensor:
    """
    t, but no smaller than min and no larger than max; max where min > max. NaN in any of them wins. min or max may be None: there is no such bound.
    """

def addcmul(t: Tensor | complex, a: Tensor | complex, b: Tensor | complex, value: complex | None = None, *, out: Tensor | None = None) -> Tensor:
    """t + value * a * b. Integers wrap."""

def addcdiv(t: Tensor | complex, a: Tensor | complex, b: Tensor | complex, value: complex | None = None, *, out: Tensor | None = None) -> Tensor:
    """t + value * a / b, in that order."""

def equal(a: Tensor | complex, b: Tensor | complex) -> bool:
    """
    Whether a and b have the same sizes, the same dtype and equal elements. NaN equals nothing, so a tensor that holds one is not equal to itself; 0 equals -0. The search ends where two elements differ.
    """

def allclose(a: Tensor | complex, b: Tensor | complex, rtol: complex | None = None, atol: complex | None = None, equal_nan: complex | None = None) -> bool:
    """
    Whether isclose is true for all elements of a and b. The search ends where it is not.
    """

def sum(t: Tensor | complex, dims: int | Sequence[int] | None = None, keepdim: bool = False, dtype: ctensor._header.DType | str | None = None, *, out: Tensor | None = None) -> Tensor:
    """The sum over some dims. no dims: over all."""

def sum_compensated(t: Tensor | complex, dims: int | Sequence[int] | None = None, keepdim: bool = False, dtype: ctensor._header.DType | str | None = None, *, out: Tensor | None = None) -> Tensor:
    """
    The sum over some dims, as if in twice the precision of the elements and then rounded. no dims: over all.
    """

def sum_exact(t: Tensor | complex, dims: int | Sequence[int] | None = None, keepdim: bool = False, dtype: ctensor._header.DType | str | None = None, *, out: Tensor | None = None) -> Tensor:
    """
    The exact sum over some dims, rounded once, to nearest. no dims: over all.
    """

def nansum(t: Tensor | complex, dims: int | Sequence[int] | None = None, keepdim: bool = False, dtype: ctensor._header.DType | str | None = None, *, out: Tensor | None = None) -> Tensor:
    """
    The sum over some dims of the elements that are not NaN. no dims: over all.
    """

def mean(t: Tensor | complex, dims: int | Sequence[int] | None = None, keepdim: bool = False, dtype: ctensor._header.DType | str | None = None, *, out: Tensor | None = None) -> Tensor:
    """
    The mean over some dims: their sum, divided by the number of elements. no dims: over all.
    """

def nanmean(t: Tensor | complex, dims: int | Sequence[int] | None = None, keepdim: bool = False, dtype: ctensor._header.DType | str | None = None, *, out: Tensor | None = None) -> Tensor:
    """
    The mean over some dims of the elements that are not NaN. no dims: over all.
    """

def norm(t: Tensor | complex, p: complex | None = None, dims: int | Sequence[int] | None = None, keepdim: bool = False, dtype: ctensor._header.DType | str | None = None, *, out: Tensor | None = None) -> Tensor:
    """The p-norm over some dims. no dims: over all; p None: 2."""

def var(t: Tensor | complex, dims: int | Sequence[int] | None = None, correction: complex | None = None, keepdim: bool = False, *, out: Tensor | None = None) -> Tensor:
    """
    The variance over some dims: the squared deviations from the mean, divided by their number less the correction. no dims: over all; correction None: 1.
    """

def std(t: Tensor | complex, dims: int | Sequence[int] | None = None, correction: complex | None = None, keepdim: bool = False, *, out: Tensor | None = None) -> Tensor:
    """
    The standard deviation over some dims: the square root of the variance. no dims: over all; correction None: 1.
    """

def var_mean(t: Tensor | complex, dims: int | Sequence[int] | None = None, correction: complex | None = None, keepdim: bool = False, *, out: tuple[Tensor, Tensor] | None = None) -> tuple[Tensor, Tensor]:
    """
    The variance and the mean over some dims, in one pass. no dims: over all; correction None: 1.
    """

def std_mean(t: Tensor | complex, dims: int | Sequence[int] | None = None, correction: complex | None = None, keepdim: bool = False, *, out: tuple[Tensor, Tensor] | None = None) -> tuple[Tensor, Tensor]:
    """
    The standard deviation and the mean over some dims, in one pass. no dims: over all; correction None: 1.
    """

def logsumexp(t: Tensor | complex, dims: int | Sequence[int] | None = None, keepdim: bool = False, *, out: Tensor | None = None) -> Tensor:
    """
    The logarithm of the sum over some dims of the elements' exponentials. no dims: over all.
    """

def prod(t: Tensor | complex, dims: int | Sequence[int] | None = None, keepdim: bool = False, dtype: ctensor._header.DType | str | None = None, *, out: Tensor | None = None) -> Tensor:
    """The product over some dims. no dims: over all."""

def amax(t: Tensor | complex, dims: int | Sequence[int] | None = None, keepdim: bool = False, *, out: Tensor | None = None) -> Tensor:
    """The largest element over some dims. no dims: over all."""

def amin(t: Tensor | complex, dims: int | Sequence[int] | None = None, keepdim: bool = False, *, out: Tensor | None = None) -> Tensor:
    """The smallest element over some dims. no dims: over all."""

def argmax(t: Tensor | complex, dim: int | None = None, keepdim: bool = False, *, out: Tensor | None = None) -> Tensor:
    """
    The index of the largest element along dim. dim None: of all elements, counted in row-major order.
    """

def argmin(t: Tensor | complex, dim: int | None = None, keepdim: bool = False, *, out: Tensor | None = None) -> Tensor:
    """
    The index of the smallest element along dim. dim None: of all elements, counted in row-major order.
    """

def max_dim(t: Tensor | complex, dim: int, keepdim: bool = False, *, out: tuple[Tensor, Tensor] | None = None) -> tuple[Tensor, Tensor]:
    """The largest element along dim, and its index."""

def min_dim(t: Tensor | complex, dim: int, keepdim: bool = False, *, out: tuple[Tensor, Tensor] | None = None) -> tuple[Tensor, Tensor]:
    """The smallest element along dim, and its index."""

def aminmax(t: Tensor | complex, dim: int | None = None, keepdim: bool = False, *, out: tuple[Tensor, Tensor] | None = None) -> tuple[Tensor, Tensor]:
    """
    The smallest and the largest element along dim, in one pass. dim None: of all elements.
    """

def any(t: Tensor | complex, dims: int | Sequence[int] | None = None, keepdim: bool = False, *, out: Tensor | None = None) -> Tensor:
    """Whether any element over some dims is not zero. no dims: over all."""

def all(t: Tensor | complex, dims: int | Sequence[int] | None = None, keepdim: bool = False, *, out: Tensor | None = None) -> Tensor:
    """Whether all elements over some dims are not zero. no dims: over all."""

def count_nonzero(t: Tensor | complex, dims: int | Sequence[int] | None = None, keepdim: bool = False, *, out: Tensor | None = None) -> Tensor:
    """How many elements over some dims are not zero. no dims: over all."""

def cumsum(t: Tensor | complex, dim: int, dtype: ctensor._header.DType | str | None = None, *, out: Tensor | None = None) -> Tensor:
    """The running sum along dim: of each element and all before it."""

def cumprod(t: Tensor | complex, dim: int, dtype: ctensor._header.DType | str | None = None, *, out: Tensor | None = None) -> Tensor:
    """The running product along dim: of each element and all before it."""

def softmax(t: Tensor | complex, dim: int, dtype: ctensor._header.DType | str | None = None, *, out: Tensor | None = None) -> Tensor:
    """e to the power of each element, divided by the sum of those along dim."""

def log_softmax(t: Tensor | complex, dim: int, dtype: ctensor._header.DType | str | None = None, *, out: Tensor | None = None) -> Tensor:
    """
    The logarithm of softmax: each element less the logarithm of the sum of e to their powers along dim.
    """

def _from_capsule(capsule: object) -> Tensor: ...

def empty(sizes: int | Sequence[int], dtype: ctensor._header.DType | str | None = None) -> Tensor:
    """A contiguous tensor with unspecified contents; dtype None: float32."""

def zeros(sizes: int | Sequence[int], dtype: ctensor._header.DType | str | None = None) -> Tensor:
    """A contiguous tensor of zeros; dtype None: float32."""

def ones(sizes: int | Sequence[int], dtype: ctensor._header.DType | str | None = None) -> Tensor:
    """A contiguous tensor of ones; dtype None: float32."""

def empty_like(t: Tensor, dtype: ctensor._header.DType | str | None = None, format: int = 1) -> Tensor:
    """A tensor of t's sizes with unspecified contents."""

def zeros_like(t: Tensor, dtype: ctensor._header.DType | str | None = None, format: int = 1) -> Tensor:
    """Zeros of t's sizes."""

def ones_like(t: Tensor, dtype: ctensor._header.DType | str | None = None, format: int = 1) -> Tensor:
    """Ones of t's sizes."""

def full_like(t: Tensor, value: complex, dtype: ctensor._header.DType | str | None = None, format: int = 1) -> Tensor:
    """A value in every element, of t's sizes."""

def full(sizes: int | Sequence[int], value: complex, dtype: ctensor._header.DType | str | None = None) -> Tensor:
    """
    A contiguous tensor of one value; dtype None: the value's, float32 or complex64 where it is no integer.
    """

def empty_strided(sizes: int | Sequence[int], strides: int | Sequence[int], dtype: ctensor._header.DType | str | None = None) -> Tensor:
    """Strides, in elements, may be negative or 0."""

def meta(sizes: int | Sequence[int], dtype: ctensor._header.DType | str | None = None, strides: int | Sequence[int] | None = None) -> Tensor:
    """
    A shape, dtype and layout without data: ops on it tell what they would make.
    """

def scalar(value: complex, dtype: ctensor._header.DType | str | None = None) -> Tensor:
    """
    A tensor without dims; dtype None: the number's own, of 64 bits a part.
    """

def number(value: complex) -> Tensor:
    """
    A wrapped number, which an op treats as it treats Python's: last in promotion.
    """

def arange(start: complex, end: complex | None = None, step: complex | None = None, dtype: ctensor._header.DType | str | None = None) -> Tensor:
    """From start up to, but without, end; arange(n): from 0 to n."""

def from_buffer(buffer: object, dtype: ctensor._header.DType | str | None = None) -> Tensor:
    """
    A tensor over the memory of an object with the buffer protocol: never a copy. With a dtype, its bytes as one dim of that, whatever the buffer says they are: a file that is mapped, say.
    """

def _from_buffer_or_copy(buffer: object) -> Tensor: ...

def _bytes(arg: Tensor, /) -> Tensor: ...

def _from_bytes(arg0: object, arg1: ctensor._header.DType | str, arg2: int | Sequence[int], arg3: int | Sequence[int], /) -> Tensor: ...

class Piece:
    """
    One piece of an iteration: a Tensor of two dims for each operand, outputs first.
    """

    @property
    def begin(self) -> int:
        """The first element's place in the iterator's order."""

    @property
    def worker(self) -> int:
        """A number that no other piece has at the same time."""

    def __len__(self) -> int: ...

    def __getitem__(self, operand: int, /) -> Tensor: ...

    def __iter__(self) -> Iterator[Tensor]: ...

class Cursor:
    """
    The pieces of an iteration, one after the other. close(), or its end, writes the last.
    """

    def __iter__(self) -> Cursor: ...

    def __next__(self) -> Piece: ...

    def close(self) -> None:
        """Writes back the piece handed out last and ends the walk."""

    def __enter__(self) -> Cursor: ...

    def __exit__(self, *args: object) -> None: ...

class Iter:
    """Operands brought to one shape and one order, for kernels of your own."""

    def __init__(self, outputs: Sequence[Tensor | None], inputs: Sequence[Tensor], *, preset: int = 0, flags: int = 0, static_dtype: ctensor._header.DType | str | None = None, output_dtypes: Sequence[ctensor._header.DType | str | None] | None = None, static_sizes: Sequence[int] | None = None, squash_dims: Sequence[int] | None = None) -> None: ...

    @property
    def ndim(self) -> int:
        """Dims left after fusing."""

    @property
    def numel(self) -> int: ...

    def __len__(self) -> int:
        """The number of operands."""

    @property
    def sizes(self) -> tuple[int, ...]:
        """Fastest dim first."""

    @property
    def common_dtype(self) -> ctensor._header.DType | None: ...

    def strides(self, operand: int) -> tuple[int, ...]:
        """In bytes, fastest dim first."""

    def dtype(self, operand: int) -> ctensor._header.DType:
        """An operand's dtype as a kernel sees it."""

    def operand(self, operand: int) -> Tensor:
        """An operand's Tensor: above all, an output that was allocated."""

    def for_each(self, kernel: Callable[[Piece], object], grain_size: int = 0) -> None:
        """
        Calls kernel(piece) for pieces that cover every element once, on several threads.
        """

    def serial_for_each(self, kernel: Callable[[Piece], object], begin: int = 0, end: int | None = None) -> None:
        """
        Calls kernel(piece) for the elements from begin to end, one piece after the other, on this thread.
        """

    def reduce(self, loop: Callable[[Piece], object], combine: Callable[[Piece], object], identities: Sequence[complex], accumulator: ctensor._header.DType | str | None = None) -> None:
        """
        Reduces inputs into outputs. loop(piece) adds inputs to accumulators, which have size 1 along reduced dims; combine(piece) adds to the first of each pair of accumulators the second.
        """

    def cursor(self, begin: int = 0, end: int | None = None) -> Cursor:
        """The pieces of the elements from begin to end, as a Python iterator."""

def version() -> tuple[int, int, int]:
    """The C library's."""

def isa() -> str:
    """The instruction set of the kernels in use: "base", "avx2", "avx512"."""

def status_name(status: int) -> str:
    """The name of a ct_status: "CT_ERROR_SHAPE", ..."""

def set_num_threads(n: int) -> None:
    """
    How many threads calls that begin later may use. 0: the machine's number.
    """

def get_num_threads() -> int:
    """How many threads a call may use."""

def set_deterministic(on: bool) -> None:
    """Whether math functions give the same bits on every instruction set."""

def get_deterministic() -> bool:
    """What set_deterministic set."""

def set_cache_limit(bytes: int) -> None:
    """How many bytes of freed blocks the process keeps for later ones."""

def get_cache_limit() -> int:
    """What set_cache_limit set, or the limit at first."""

def trim() -> None:
    """Gives back all blocks that are kept free."""
