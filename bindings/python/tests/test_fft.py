"""Compares ctensor.fft with numpy.fft: values, names, errors."""
import ctensor as ct
import numpy as np
import pytest
from ctensor import fft

ONE = ["fft", "ifft", "rfft", "irfft", "hfft", "ihfft"]


def numbers(rng, shape, dtype):
    a = rng.standard_normal(shape)
    return (a + 1j * rng.standard_normal(shape) if np.dtype(dtype).kind == "c" else a).astype(dtype)


def close(mine, numpys):
    got = np.asarray(mine)
    assert got.shape == numpys.shape
    wide = got.dtype in (np.float64, np.complex128)
    np.testing.assert_allclose(got, numpys, rtol=0, atol=(1e-13 if wide else 2e-5) * max(1, abs(numpys).max()))


@pytest.mark.parametrize("name", ONE)
@pytest.mark.parametrize("wide", [False, True])
def test_lines(name, wide):
    rng = np.random.default_rng(1)
    real = name in ("rfft", "ihfft")
    dtype = ("float64" if wide else "float32") if real else ("complex128" if wide else "complex64")
    for n in (None, 5, 12):
        for axis in (-1, 0, 1):
            for norm in (None, "backward", "ortho", "forward"):
                a = numbers(rng, (7, 8, 9), dtype)[::2, :, ::-1]
                wanted = getattr(np.fft, name)(a, n, axis, norm)
                mine = getattr(fft, name)(ct.asarray(a), n=n, axis=axis, norm=norm)
                assert mine.dtype == getattr(ct, ("complex128" if wide else "complex64") if wanted.dtype.kind == "c"
                                             else ("float64" if wide else "float32"))
                close(mine, wanted)
                out = ct.empty_like(mine)
                assert getattr(fft, name)(ct.asarray(a), n, axis, norm, out) is out
                close(out, wanted)


@pytest.mark.parametrize("name", ["fft", "ifft", "rfft", "irfft"])
def test_axes(name):
    rng = np.random.default_rng(2)
    a = numbers(rng, (4, 6, 5), "float64" if name == "rfft" else "complex128")
    t = ct.asarray(a)
    close(getattr(fft, name + "2")(t), getattr(np.fft, name + "2")(a))
    close(getattr(fft, name + "n")(t), getattr(np.fft, name + "n")(a))
    close(getattr(fft, name + "n")(t, axes=(2, 0)), getattr(np.fft, name + "n")(a, axes=(2, 0)))
    close(getattr(fft, name + "n")(t, s=(3, 8), axes=(0, 1)), getattr(np.fft, name + "n")(a, s=(3, 8), axes=(0, 1)))


def test_frequencies_and_shifts():
    for n in (1, 4, 5):
        np.testing.assert_array_equal(np.asarray(fft.fftfreq(n, d=0.5, dtype="float64")), np.fft.fftfreq(n, d=0.5))
        np.testing.assert_array_equal(np.asarray(fft.rfftfreq(n, d=0.5, dtype="float64")), np.fft.rfftfreq(n, d=0.5))
    assert fft.fftfreq(4).dtype == ct.float32
    with pytest.raises(ValueError, match="CPU"):
        fft.fftfreq(4, device="gpu")
    a = np.arange(15).reshape(3, 5)
    for axes in (None, 0, 1, (0, 1)):
        np.testing.assert_array_equal(np.asarray(fft.fftshift(ct.asarray(a), axes)), np.fft.fftshift(a, axes))
        np.testing.assert_array_equal(np.asarray(fft.ifftshift(ct.asarray(a), axes)), np.fft.ifftshift(a, axes))


def test_errors():
    t = ct.zeros((2, 3))
    with pytest.raises(ct.IndexError, match="dim 2 is out of range"):
        fft.fft(t, axis=2)
    with pytest.raises(ValueError, match="got 0"):
        fft.fft(t, n=0)
    with pytest.raises(ValueError, match="ways"):
        fft.fft(t, norm="ways")
    with pytest.raises(ValueError, match="as many lengths"):
        fft.fftn(t, s=(1, 2), axes=(0,))
    with pytest.raises(TypeError, match="complex64"):
        fft.rfft(ct.zeros((2, 3), dtype="complex64"))
