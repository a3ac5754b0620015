"""Fourier transforms of tensors of any layout, with numpy.fft's names and keywords.

Only the dtypes differ from NumPy's: float32 and complex64 keep their width, and integers are computed in float32.
"""
from collections.abc import Sequence
from typing import Literal

from . import _core
from ._types import DTypeLike, Number

if not hasattr(_core, "_fft"):
    raise ImportError("this build of ctensor has no Fourier transforms: libctensor_fft was not there")

_Input = _core.Tensor | Number
_Ints = int | Sequence[int]


def _one(which: str, a: _Input, n: int | None, axis: int, norm: str | None, out: _core.Tensor | None) -> _core.Tensor:
    return _core._fft(which, a, n, axis, norm or "backward", out)


def _many(
    which: str, a: _Input, s: _Ints | None, axes: _Ints | None, norm: str | None, out: _core.Tensor | None
) -> _core.Tensor:
    return _core._fft(which, a, s, axes, norm or "backward", out)


def fft(
    a: _Input, n: int | None = None, axis: int = -1, norm: str | None = None, out: _core.Tensor | None = None
) -> _core.Tensor:
    """The transform of n elements along an axis. a is truncated or padded with zeros to n elements."""
    return _one("fft", a, n, axis, norm, out)


def ifft(
    a: _Input, n: int | None = None, axis: int = -1, norm: str | None = None, out: _core.Tensor | None = None
) -> _core.Tensor:
    """The inverse of fft."""
    return _one("ifft", a, n, axis, norm, out)


def rfft(
    a: _Input, n: int | None = None, axis: int = -1, norm: str | None = None, out: _core.Tensor | None = None
) -> _core.Tensor:
    """The first n // 2 + 1 elements of the transform of a real tensor."""
    return _one("rfft", a, n, axis, norm, out)


def irfft(
    a: _Input, n: int | None = None, axis: int = -1, norm: str | None = None, out: _core.Tensor | None = None
) -> _core.Tensor:
    """The inverse of rfft: n real elements along the axis, by default 2 (m - 1) for m elements of a."""
    return _one("irfft", a, n, axis, norm, out)


def hfft(
    a: _Input, n: int | None = None, axis: int = -1, norm: str | None = None, out: _core.Tensor | None = None
) -> _core.Tensor:
    """The real transform of a Hermitian line, of which a has the first half."""
    return _one("hfft", a, n, axis, norm, out)


def ihfft(
    a: _Input, n: int | None = None, axis: int = -1, norm: str | None = None, out: _core.Tensor | None = None
) -> _core.Tensor:
    """The inverse of hfft."""
    return _one("ihfft", a, n, axis, norm, out)


def fft2(
    a: _Input,
    s: _Ints | None = None,
    axes: _Ints | None = (-2, -1),
    norm: str | None = None,
    out: _core.Tensor | None = None,
) -> _core.Tensor:
    """fft along the last two axes, or two given ones."""
    return _many("fft", a, s, axes, norm, out)


def fftn(
    a: _Input,
    s: _Ints | None = None,
    axes: _Ints | None = None,
    norm: str | None = None,
    out: _core.Tensor | None = None,
) -> _core.Tensor:
    """fft along all axes, or the given ones."""
    return _many("fft", a, s, axes, norm, out)


def ifft2(
    a: _Input,
    s: _Ints | None = None,
    axes: _Ints | None = (-2, -1),
    norm: str | None = None,
    out: _core.Tensor | None = None,
) -> _core.Tensor:
    """ifft along the last two axes, or two given ones."""
    return _many("ifft", a, s, axes, norm, out)


def ifftn(
    a: _Input,
    s: _Ints | None = None,
    axes: _Ints | None = None,
    norm: str | None = None,
    out: _core.Tensor | None = None,
) -> _core.Tensor:
    """ifft along all axes, or the given ones."""
    return _many("ifft", a, s, axes, norm, out)


def rfft2(
    a: _Input,
    s: _Ints | None = None,
    axes: _Ints | None = (-2, -1),
    norm: str | None = None,
    out: _core.Tensor | None = None,
) -> _core.Tensor:
    """rfft along the last two axes, or two given ones."""
    return _many("rfft", a, s, axes, norm, out)


def rfftn(
    a: _Input,
    s: _Ints | None = None,
    axes: _Ints | None = None,
    norm: str | None = None,
    out: _core.Tensor | None = None,
) -> _core.Tensor:
    """rfft along all axes, or the given ones."""
    return _many("rfft", a, s, axes, norm, out)


def irfft2(
    a: _Input,
    s: _Ints | None = None,
    axes: _Ints | None = (-2, -1),
    norm: str | None = None,
    out: _core.Tensor | None = None,
) -> _core.Tensor:
    """irfft along the last two axes, or two given ones."""
    return _many("irfft", a, s, axes, norm, out)


def irfftn(
    a: _Input,
    s: _Ints | None = None,
    axes: _Ints | None = None,
    norm: str | None = None,
    out: _core.Tensor | None = None,
) -> _core.Tensor:
    """irfft along all axes, or the given ones."""
    return _many("irfft", a, s, axes, norm, out)


def hfftn(
    a: _Input,
    s: _Ints | None = None,
    axes: _Ints | None = None,
    norm: str | None = None,
    out: _core.Tensor | None = None,
) -> _core.Tensor:
    """hfft along all axes, or the given ones."""
    return _many("hfft", a, s, axes, norm, out)


def ihfftn(
    a: _Input,
    s: _Ints | None = None,
    axes: _Ints | None = None,
    norm: str | None = None,
    out: _core.Tensor | None = None,
) -> _core.Tensor:
    """ihfft along all axes, or the given ones."""
    return _many("ihfft", a, s, axes, norm, out)


_Device = Literal["cpu"] | tuple[int, int] | None


def _frequencies(n: int, d: float, half: bool, dtype: DTypeLike | None, device: _Device) -> _core.Tensor:
    if device not in (None, "cpu", (1, 0)):
        raise ValueError(f"the CPU is the only device, not {device!r}")
    return _core._fftfreq(n, d, half, "float32" if dtype is None else dtype)


def fftfreq(n: int, d: float = 1.0, *, dtype: DTypeLike | None = None, device: _Device = None) -> _core.Tensor:
    """The frequencies of fft's elements, for samples that are d apart; dtype None: float32."""
    return _frequencies(n, d, False, dtype, device)


def rfftfreq(n: int, d: float = 1.0, *, dtype: DTypeLike | None = None, device: _Device = None) -> _core.Tensor:
    """The frequencies of rfft's elements, for samples that are d apart; dtype None: float32."""
    return _frequencies(n, d, True, dtype, device)


def fftshift(x: _Input, axes: _Ints | None = None, out: _core.Tensor | None = None) -> _core.Tensor:
    """x with the zero frequency in the middle of the axes."""
    return _core._fftshift(x, axes, False, out)


def ifftshift(x: _Input, axes: _Ints | None = None, out: _core.Tensor | None = None) -> _core.Tensor:
    """The inverse of fftshift."""
    return _core._fftshift(x, axes, True, out)
