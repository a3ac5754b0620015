"""Elementwise functions.

Most are ctensor's own, under the standard's names; the others have rules that differ.
"""
from __future__ import annotations

from typing import Optional

from .. import _core
from .._core import Tensor
from .._core import abs as abs
from .._core import acos as acos
from .._core import acosh as acosh
from .._core import add as add
from .._core import asin as asin
from .._core import asinh as asinh
from .._core import atan as atan
from .._core import atan2 as atan2
from .._core import atanh as atanh
from .._core import bitwise_and as bitwise_and
from .._core import bitwise_not as bitwise_invert
from .._core import bitwise_or as bitwise_or
from .._core import bitwise_xor as bitwise_xor
from .._core import ceil as ceil
from .._core import conj as conj
from .._core import copysign as copysign
from .._core import cos as cos
from .._core import cosh as cosh
from .._core import div as divide
from .._core import eq as equal
from .._core import exp as exp
from .._core import floor as floor
from .._core import ge as greater_equal
from .._core import gt as greater
from .._core import hypot as hypot
from .._core import isfinite as isfinite
from .._core import isinf as isinf
from .._core import isnan as isnan
from .._core import le as less_equal
from .._core import left_shift as bitwise_left_shift
from .._core import log as log
from .._core import log1p as log1p
from .._core import log2 as log2
from .._core import log10 as log10
from .._core import logaddexp as logaddexp
from .._core import logical_and as logical_and
from .._core import logical_not as logical_not
from .._core import logical_or as logical_or
from .._core import logical_xor as logical_xor
from .._core import lt as less
from .._core import maximum as maximum
from .._core import minimum as minimum
from .._core import mul as multiply
from .._core import ne as not_equal
from .._core import neg as negative
from .._core import nextafter as nextafter
from .._core import positive as positive
from .._core import pow as pow
from .._core import reciprocal as reciprocal
from .._core import right_shift as bitwise_right_shift
from .._core import round as round
from .._core import signbit as signbit
from .._core import sin as sin
from .._core import sinh as sinh
from .._core import sqrt as sqrt
from .._core import square as square
from .._core import sub as subtract
from .._core import tan as tan
from .._core import trunc as trunc
from ._common import Array, is_complex, is_float

__all__ = ["abs", "acos", "acosh", "add", "asin", "asinh", "atan", "atan2", "atanh", "bitwise_and", "bitwise_invert",
           "bitwise_left_shift", "bitwise_or", "bitwise_right_shift", "bitwise_xor", "ceil", "clip", "conj", "copysign",
           "cos", "cosh", "divide", "equal", "exp", "expm1", "floor", "floor_divide", "greater", "greater_equal", "hypot",
           "imag", "isfinite", "isinf", "isnan", "less", "less_equal", "log", "log10", "log1p", "log2", "logaddexp",
           "logical_and", "logical_not", "logical_or", "logical_xor", "maximum", "minimum", "multiply", "negative",
           "nextafter", "not_equal", "positive", "pow", "real", "reciprocal", "remainder", "round", "sign", "signbit",
           "sin", "sinh", "sqrt", "square", "subtract", "tan", "tanh", "trunc"]


def clip(x: Tensor, /, min: Optional[Array] = None, max: Optional[Array] = None) -> Tensor:
    """x between two bounds, in x's dtype; either bound may be None."""
    if min is None and max is None:
        return _core.positive(x)
    made = _core.clamp(x, min, max)
    return made.to(x.dtype)


def real(x: Tensor, /) -> Tensor:
    """The real parts."""
    return x.real


def imag(x: Tensor, /) -> Tensor:
    """The imaginary parts."""
    return x.imag


def expm1(x: Tensor, /) -> Tensor:
    """exp(x) - 1, precise near 0. For a complex 0, the real part of the result is +0."""
    made = _core.expm1(x)
    if not is_complex(x.dtype):
        return made
    return _core.complex(_core.where(_core.eq(x, 0), 0, made.real), made.imag).to(made.dtype)


def tanh(x: Tensor, /) -> Tensor:
    """The hyperbolic tangent. For an infinite real part, the imaginary part is 0 with the sign of x's."""
    made = _core.tanh(x)
    if not is_complex(x.dtype):
        return made
    ends = _core.logical_and(_core.isinf(x.real), _core.isfinite(x.imag))
    return _core.complex(made.real, _core.where(ends, _core.copysign(0, x.imag), made.imag)).to(made.dtype)


def sign(x: Tensor, /) -> Tensor:
    """-1, 0 or 1, and NaN for NaN. For a complex number, x / |x|, and 0 for 0."""
    made = _core.sign(x)
    if is_float(x.dtype) or is_complex(x.dtype):
        return _core.where(_core.isnan(x), x, made)
    return made


def floor_divide(x1: Array, x2: Array, /) -> Tensor:
    """The largest integer no larger than x1 / x2, and at infinities what the standard says.

    An infinity by a finite number is an infinity, and a finite number by an infinity is 0; ctensor's own function gives
    NaN and -1 there, as Python, NumPy and PyTorch do.
    """
    made = _core.floor_divide(x1, x2)
    if not is_float(made.dtype):
        return made
    special = _core.logical_xor(_core.isinf(x1), _core.isinf(x2))
    return _core.where(special, _core.div(x1, x2), made).to(made.dtype)


def remainder(x1: Array, x2: Array, /) -> Tensor:
    """The remainder of floor_divide, with the sign of x2 even if it is 0."""
    made = _core.remainder(x1, x2)
    if not is_float(made.dtype):
        return made
    return _core.where(_core.eq(made, 0), _core.copysign(made, x2), made).to(made.dtype)
