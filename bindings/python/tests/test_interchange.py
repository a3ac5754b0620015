"""Memory shared with others by the buffer protocol and DLPack, in both directions, with all strides and all errors."""
import array
import ctypes
import gc
import importlib.util
import inspect
import io
import operator
import struct
import subprocess
import sys

import numpy as np
import pytest

import ctensor as ct

NUMPY = [name for name in (one.name for one in ct._header.DTYPES) if name not in ('bfloat16', 'complex32')]
VERSION = tuple(int(part) for part in np.__version__.split('.')[:2])
torch = __import__('torch') if importlib.util.find_spec('torch') else None


@pytest.mark.parametrize('name', NUMPY)
def test_numpy_both_ways(name):
    t = ct.tensor([[1, 0, 1], [0, 1, 1]], name)
    x = np.asarray(t)
    assert x.dtype == np.dtype(name) and x.shape == (2, 3) and x.tolist() == t.tolist()
    assert x.__array_interface__['data'][0] == t.data_ptr
    x[0, 0] = 0
    assert t[0, 0].item() == 0
    for view in (x[::-1], x[:, ::-1], x[::-1, ::-2], x.T, x[:0], x[0], x[0, 0:1].reshape(())):
        u = ct.asarray(view)
        assert u.dtype.name == name and u.shape == view.shape and u.tolist() == view.tolist()
        assert view.size == 0 or u.data_ptr == view.__array_interface__['data'][0]
        if view.size:
            assert tuple(stride * view.itemsize for stride in u.strides) == view.strides
        back = np.asarray(u)
        assert back.strides == view.strides or not view.size
        assert (back == view).all()


def test_numpy_goes_and_memory_stays():
    x = np.arange(5.)
    t = ct.asarray(x)[::-1]
    before = sys.getrefcount(x)
    u = ct.from_buffer(x)
    assert sys.getrefcount(x) == before + 1
    del u
    assert sys.getrefcount(x) == before
    del x
    gc.collect()
    assert t.tolist() == [4, 3, 2, 1, 0]
    y = np.asarray(ct.arange(5)[::-2])
    gc.collect()
    assert y.tolist() == [4, 2, 0]


@pytest.mark.parametrize('program', [
    'w = ct.asarray(np.asarray(ct.ones(3)))',
    't = ct.ones(3); w = ct.asarray(memoryview(ct.asarray(memoryview(t))[1:]))',
    'np.kept = np.asarray(ct.ones(3)); ct.kept = ct.asarray(np.kept)',
    'class Kept: w = ct.asarray(memoryview(ct.ones(3)))',
    'def kernel(piece): kept.append((it, piece, np.asarray(piece[1])))\n'
    'kept, it = [], ct.Iter([None], [ct.ones(3)]); it.for_each(kernel); last = next(it.cursor())',
])
def test_memory_borrowed_until_the_end_goes_back(program):
    """No Tensor is left when a program ends, even if its modules or a class are the last to hold one."""
    program = 'import ctensor as ct, numpy as np; ct._core._set_leak_warnings(True)\n' + program
    run = subprocess.run([sys.executable, '-c', program], capture_output=True, text=True)
    assert (run.returncode, run.stdout, run.stderr) == (0, '', '')


@pytest.mark.parametrize('program', [
    'import numpy as np; w = ct.from_dlpack(np.asarray(ct.ones(3)))',  # by then, NumPy's deleter does nothing
    'def hold(t): ready.set(); threading.Event().wait()\n'  # a daemon thread's frames are never unwound
    'import threading; ready = threading.Event()\n'
    'threading.Thread(target=hold, args=(ct.ones(3),), daemon=True).start(); ready.wait()',
])
def test_what_others_hold_at_the_end_is_no_leak(program):
    run = subprocess.run([sys.executable, '-c', 'import ctensor as ct\n' + program], capture_output=True, text=True)
    assert (run.returncode, run.stdout, run.stderr) == (0, '', '')


def test_array_protocol():
    t = ct.tensor([1.5, 2.5])
    assert np.asarray(t, dtype='f8').tolist() == [1.5, 2.5] and np.array(t)[0] == 1.5
    assert np.array(t).__array_interface__['data'][0] != t.data_ptr
    assert t.__array__(copy=True).__array_interface__['data'][0] != t.data_ptr
    with pytest.raises(ValueError, match='float64'):
        t.__array__('f8', copy=False)
    half = t.to(ct.bfloat16)
    with pytest.raises(BufferError, match=r'bfloat16.*t.to\(ctensor.float32\).*torch.from_dlpack'):
        np.asarray(half)
    with pytest.raises(BufferError, match='complex64'):
        memoryview(t.to(ct.complex32))
    with pytest.raises(BufferError, match='meta'):
        memoryview(ct.meta(3))


@pytest.mark.parametrize('call', [lambda t, x: np.add(t, x), lambda t, x: x + t, lambda t, x: t + x, lambda t, x: np.exp(t),
                                  lambda t, x: np.concatenate([t, x]), lambda t, x: np.percentile(t, 30),
                                  lambda t, x: np.dot(x, t), lambda t, x: np.linalg.norm(t), lambda t, x: np.einsum('i,i', t, x),
                                  lambda t, x: np.add.reduce(t), lambda t, x: np.multiply.outer(t, x), lambda t, x: np.modf(t)[1],
                                  lambda t, x: np.add(t, x, dtype='f8'), lambda t, x: np.sum(t, where=x > 1),
                                  lambda t, x: np.partition(t, 1), lambda t, x: np.nanmax(t), lambda t, x: np.where(x > 1, t, 0),
                                  lambda t, x: np.full_like(t, 2, dtype='i4', shape=(2, 2)), lambda t, x: np.take(t, [2, 0]),
                                  lambda t, x: np.round(t * 1.26, 1), lambda t, x: np.linalg.qr(np.outer(t, x))[1],
                                  lambda t, x: np.fft.rfft(t), lambda t, x: np.histogram(t, bins=2)[0],
                                  lambda t, x: np.swapaxes(np.expand_dims(t, 0), 0, 1), lambda t, x: np.zeros_like(t),
                                  lambda t, x: np.array([1, 2], like=t), lambda t, x: np.atleast_2d(t),
                                  lambda t, x: np.sort(np.outer(t, x), axis=None), lambda t, x: np.cumsum(np.outer(t, x)),
                                  lambda t, x: np.concatenate([np.outer(t, x), t], axis=None), lambda t, x: np.argsort(t),
                                  lambda t, x: np.nansum(np.outer(t, x), axis=1, dtype='f8'), lambda t, x: np.nansum(t, where=x > 1),
                                  lambda t, x: np.copy(np.outer(t, x).T, order='C'), lambda t, x: np.copy(t),
                                  lambda t, x: np.meshgrid(t, x)[1], lambda t, x: np.nansum(t.astype('i4'), keepdims=True),
                                  lambda t, x: np.squeeze(np.expand_dims(t, (0, 2))), lambda t, x: np.cumprod(t, axis=0)])
def test_numpy_functions_of_tensors_and_arrays(call):
    """Arrays count as Tensors, and NumPy's own functions do what the standard lacks, on the same memory."""
    values = np.array([1, 4, 2], 'f4')
    made = call(ct.asarray(values.copy()), values)
    with np.errstate(all='ignore'):
        wanted = call(values, values)
    assert isinstance(made, ct.Tensor) and made.shape == np.shape(wanted)
    np.testing.assert_allclose(np.abs(np.asarray(made)), np.abs(wanted), 1e-5, 1e-6)


def test_numpy_functions_write_into_out():
    t, x, out = ct.tensor([1., 2.]), np.ones(2, 'f4'), np.zeros(2, 'f4')
    assert np.exp(t, out=out) is out and np.allclose(out, np.exp([1, 2]))
    total = ct.zeros(())
    assert np.sum(t, out=total) is total and total.item() == 3
    assert np.add(t, x, out=t) is t and t.tolist() == [2, 3]
    with pytest.raises(TypeError):
        np.add(t, np.array(['a', 'b']))
    with pytest.raises(BufferError, match='bfloat16'):
        np.percentile(t.to(ct.bfloat16), 3)

    class Other:
        __array_ufunc__ = None

    with pytest.raises(TypeError):
        np.add(t, Other())


def test_numpy_functions_of_tensors():
    """The standard's functions run if all arrays are Tensors, and NumPy's own if no array is made."""
    t, a = ct.tensor([[1., 2., 4.], [3., 0., 2.]]), np.array([[1., 2., 4.], [3., 0., 2.]], 'f4')
    for call in (lambda x: np.exp(x), lambda x: np.add(x, 1), lambda x: np.isnan(x), lambda x: np.arctan2(x, 2.0),
                 lambda x: np.sum(x), lambda x: np.sum(x, axis=0), lambda x: np.mean(x, 1, keepdims=True),
                 lambda x: np.std(x, ddof=1), lambda x: np.concatenate([x, x], axis=1), lambda x: np.stack([x, x]),
                 lambda x: np.transpose(x), lambda x: np.transpose(x, (1, 0)), lambda x: np.cumsum(x, axis=1),
                 lambda x: np.where(x > 1, x, 0 * x), lambda x: np.argsort(x), lambda x: np.clip(x, 1, 2),
                 lambda x: np.round(x), lambda x: np.max(x, axis=1), lambda x: np.reshape(x, (3, 2)),
                 lambda x: np.tensordot(x, x, axes=([0, 1], [0, 1])), lambda x: np.matmul(x, np.transpose(x))):
        made, wanted = call(t), call(a)
        assert isinstance(made, ct.Tensor) and made.shape == wanted.shape
        np.testing.assert_allclose(np.asarray(made), wanted, 1e-5)
    assert (np.shape(t), np.ndim(t), np.size(t)) == ((2, 3), 2, 6) and np.array_equal(t, a) and np.allclose(t, a)
    file = io.BytesIO()
    np.save(file, t)
    file.seek(0)
    assert np.load(file).tolist() == t.tolist()


def test_base():
    t = ct.ones((4, 6))
    part = t[1:3, ::2]
    assert t.base is None and t.T.base is None and ct.meta(3, 'float32').base is None
    assert part.base.shape == (24,) and part.base.data_ptr == t.data_ptr and part.copy().base is None


def test_dtypes_are_numpy_s_too():
    for name in NUMPY:
        assert np.dtype(getattr(ct, name)) == np.dtype(name) == np.zeros(1, ct.dtype(name)).dtype
    with pytest.raises(TypeError):
        np.dtype(ct.bfloat16)


def test_signatures():
    assert list(inspect.signature(ct.sum).parameters) == ['t', 'dims', 'keepdim', 'dtype', 'out']
    assert list(inspect.signature(ct.ones(1).sum).parameters) == ['dims', 'keepdim', 'dtype', 'out']
    assert inspect.signature(ct.pad).parameters['mode'].default == 'constant'
    for name, one in {**vars(ct), **vars(ct.Tensor)}.items():
        if type(one).__name__ in ('nb_func', 'nb_method'):
            assert inspect.signature(one) is not None, name


OPERATORS = [operator.add, operator.sub, operator.mul, operator.truediv, operator.floordiv, operator.mod, operator.pow,
             operator.lt, operator.le, operator.eq, operator.ne, operator.gt, operator.ge]
BITS = [operator.and_, operator.or_, operator.xor, operator.lshift, operator.rshift]
SCALARS = {np.bool_: bool, np.int8: int, np.uint64: int, np.longlong: int, np.float16: float, np.float32: float,
           np.float64: float, np.longdouble: float, np.complex64: complex, np.complex128: complex, np.clongdouble: complex}


@pytest.mark.parametrize('op', OPERATORS + BITS)
@pytest.mark.parametrize('kind', SCALARS)
def test_a_scalar_of_numpy_s_is_a_number(op, kind):
    """They work on either side of every operator, with the result and the dtype that a Python number gives."""
    def result(a, b):
        try:
            made = op(a, b)
        except ct.Error as error:
            return type(error)
        return made.dtype, made.tolist()
    scalar, number = kind(1), SCALARS[kind](1)
    for dtype in ('int8', 'float32', 'complex64'):
        t = ct.tensor([1, 2, 3], dtype)
        assert result(t, scalar) == result(t, number) and result(scalar, t) == result(number, t)


def test_scalars_of_numpy_s_as_arguments():
    t = ct.ones(3)
    t += np.float32(0.5)
    t[0] = np.int64(2)
    assert t.tolist() == [2, 1.5, 1.5] and t.clamp(min=np.float64(1.75)).tolist() == [2, 1.75, 1.75]
    assert t.fill_(np.uint8(3)).tolist() == [3] * 3 and ct.full(1, np.uint64(2**64 - 1)).item() == 2**64 - 1
    assert ct.full(2, np.float64(1)).dtype is ct.float32 and ct.result_type(ct.ones(1, 'int8'), np.int64(1)) is ct.int8
    assert ct.arange(np.int32(3)).tolist() == [0, 1, 2] and ct.number(np.complex64(1j)).item() == 1j
    assert ct.tensor([np.float32(1.5), np.int8(2)]).dtype is ct.float32 and ct.tensor([np.bool_(True)]).dtype is ct.bool
    assert ct.asarray(np.int8(2)).dtype is ct.int8


@pytest.mark.parametrize('other', [np.timedelta64(1, 's'), np.datetime64(1, 'D'), np.str_('1'), np.void(b'1')])
def test_scalars_that_are_no_numbers(other):
    t = ct.ones(3)
    for call in (lambda: t + other, lambda: other - t, lambda: ct.add(t, other), lambda: ct.tensor([other])):
        with pytest.raises(TypeError):
            call()


def test_without_numpy():
    program = ('import ctensor as ct, sys\n'
               'ct.ones(1, float).dtype == "f8"\n'
               'try: ct.ones(1) + "x"\n'
               'except TypeError: assert "numpy" not in sys.modules')
    subprocess.run([sys.executable, '-c', program], check=True)


@pytest.mark.parametrize('key', [0, (0, 0), (0, 0, 0, ...), slice(None), ..., (slice(0, 1), None)])
@pytest.mark.parametrize('shape', [(3,), (1, 3), (1, 1, 3), (1, 1, 1, 1, 1), (1, 2, 1), (1, 2, 2, 3), (2, 1, 3), (1, 0),
                                   (1, 1, 2, 3)])
def test_assignment_broadcasts_as_numpy_s(shape, key):
    """In particular, leading dims of size 1 of the value are dropped."""
    ours, theirs = ct.zeros((2, 2, 3)), np.zeros((2, 2, 3), 'f4')
    value = np.arange(np.prod(shape), dtype='f4').reshape(shape)
    try:
        theirs[key] = value
    except ValueError:
        with pytest.raises(ct.ShapeError):
            ours[key] = ct.asarray(value)
    else:
        ours[key] = ct.asarray(value)
        assert ours.tolist() == theirs.tolist()


SAME = {'float32': ['f4', '<f4', '=f4', 'f32', np.float32, np.dtype('f4')],
        'float64': [float, 'f8', np.float64, np.double, np.dtype(float)],
        'int64': [int, 'int64', '<i8', np.int64, np.longlong, np.dtype(int)],
        'uint16': ['u2', np.uint16, np.ushort, np.dtype('u2')],
        'bool': [bool, 'b1', np.bool_, np.dtype('?')],
        'complex128': [complex, 'c16', np.complex128, np.dtype(complex)]}
if torch is not None:
    for known, more in {'float32': 'float', 'float64': 'double', 'int64': 'long', 'bool': 'bool', 'bfloat16': 'bfloat16',
                        'complex128': 'cdouble'}.items():
        SAME.setdefault(known, []).append(getattr(torch, more))


@pytest.mark.parametrize('name, like', [(name, like) for name in SAME for like in SAME[name]])
def test_what_names_a_dtype(name, like):
    dtype, t = ct.dtype(name), ct.ones(2)
    made = [ct.ones(1, like), ct.empty_like(t, like), ct.full(1, 1, like), ct.scalar(1, like),
            ct.meta(1, like), ct.empty_strided(1, 1, like), t.to(like), t.to(dtype=like), ct.tensor([1], like),
            ct.asarray(np.ones(1), like), ct.from_buffer(bytes(16), like),
            ct.Iter([None], [t], flags=ct.IterFlag.NO_SAME_DTYPE_CHECK, output_dtypes=[like]).operand(0)]
    if name in ('float32', 'float64'):
        made += [t.sum(dtype=like), ct.arange(2, dtype=like)]
    assert [one.dtype for one in made] == [dtype] * len(made)
    assert ct.dtype(like) is dtype and ct.promote_types(like, like) is dtype and ct.can_cast(like, like)
    assert dtype == like and not dtype != like and dtype != 'int8' and like != 'int8'


def test_dtypes_compare():
    dtype = ct.ones(1).dtype
    assert dtype == 'float32' and 'float32' == dtype and dtype == ct.float32 and {'float32': 1}[dtype] == 1
    assert dtype in ('float32', 'float64') and dtype not in ('int8', None)
    assert all(dtype != other for other in (None, 3, 'x', 'f8', ct.float64, float, object, np.float64, [], ct.ones(1)[0]))
    assert [one for one in ct._header.DTYPES if one == 'float32'] == [ct.float32]


@pytest.mark.parametrize('like', [object, 3, str, np.str_, np.dtype('>f4'), '>f4', 'O', np.dtype('M8[s]'), np.longdouble,
                                  np.dtype([('a', 'f4')]), 'i8', '', '<', '\0'])
def test_what_names_no_dtype(like):
    with pytest.raises((TypeError, ct.InvalidError)):
        ct.ones(1, like)


def test_buffers():
    t = ct.arange(6).reshape(2, 3)
    view = memoryview(t)
    assert view.format == 'l' and view.strides == (24, 8) and view.tolist() == t.tolist() and not view.readonly
    assert memoryview(t[:, ::-1]).strides == (24, -8) and bytes(t[:, ::-1])[:8] == struct.pack('l', 2)
    read_only = ct.asarray(b'\1\2\3')
    assert memoryview(read_only).readonly and read_only.is_read_only and read_only[1:].is_read_only
    with pytest.raises((BufferError, TypeError), match='read-only|not writable'):
        ctypes.c_char.from_buffer(read_only)
    with pytest.raises(BufferError, match='contiguous'):
        struct.unpack_from('l', t.T)
    data = bytearray(8)
    u = ct.from_buffer(data)
    u.fill_(7)
    assert data == b'\7' * 8
    with pytest.raises(BufferError):  # it is exported, so it must not move
        data.append(1)
    del u
    data.append(1)
    assert ct.asarray(array.array('H', [1, 2])).dtype is ct.uint16
    assert ct.asarray(memoryview(b'ab')[::-1]).tolist() == [98, 97]


def test_bytes_of_another_dtype():
    data = bytearray(struct.pack('<4H', 0x3f80, 0x4000, 0x4040, 0x4080))  # 1, 2, 3, 4 in bfloat16
    t = ct.from_buffer(data, ct.bfloat16)
    assert t.dtype is ct.bfloat16 and t.tolist() == [1, 2, 3, 4]
    t[0] = 4
    assert data[:2] == data[6:]
    assert ct.from_buffer(bytes(data), 'int64').is_read_only
    assert ct.from_buffer(array.array('d', [1]), dtype=ct.float64).tolist() == [1]
    assert ct.from_buffer(np.ones((2, 3), 'f4'), 'uint8').shape == (24,)
    assert ct.from_buffer(b'', ct.float32).shape == (0,)
    with pytest.raises(ct.InvalidError, match='8 bytes are no multiple of the 16 of complex128'):
        ct.from_buffer(data, ct.complex128)
    with pytest.raises(ct.InvalidError, match="address that int16 can't have"):
        ct.from_buffer(memoryview(data)[1:7], ct.int16)
    with pytest.raises(ct.InvalidError, match='memory order.*uint8'):
        ct.from_buffer(np.ones((2, 3), 'f4').T, ct.uint8)
    with pytest.raises(TypeError):
        ct.from_buffer(3, ct.uint8)


def test_a_resize_leaves_views_their_memory():
    t = ct.arange(4)
    view = memoryview(t)
    x = np.asarray(t)
    t.resize_(1 << 20).fill_(9)
    assert view.tolist() == [0, 1, 2, 3] and x.tolist() == [0, 1, 2, 3]
    ct.add(ct.ones(1 << 10), 1, out=(u := ct.ones(2)))
    assert u.shape == (1 << 10,)


def test_what_no_tensor_stands_on():
    odd = np.frombuffer(b'x' + struct.pack('3f', 1, 2, 3), 'f4', offset=1)
    with pytest.raises(ct.InvalidError, match='asarray copies'):
        ct.from_buffer(odd)
    assert ct.asarray(odd).tolist() == [1, 2, 3]
    with pytest.raises(ct.InvalidError):
        ct.asarray(odd, copy=False)
    records = np.zeros(2, [('a', 'f4'), ('b', 'u1')])
    records['a'] = [1, 2]
    assert ct.asarray(records['a']).tolist() == [1, 2]
    for bad in (np.arange(3, dtype='>i4'), records, np.array(['a']), np.zeros(2, 'M8[s]')):
        with pytest.raises((ct.DtypeError, ValueError, TypeError, BufferError)):
            ct.asarray(bad)
    with pytest.raises(TypeError, match='object'):
        ct.asarray(object())


def test_copy_argument():
    x = np.arange(3.)
    assert ct.asarray(x, copy=True).data_ptr != x.__array_interface__['data'][0]
    assert ct.asarray(x, copy=False).data_ptr == x.__array_interface__['data'][0]
    assert ct.asarray(x, 'float32').dtype is ct.float32
    for bad in (lambda: ct.asarray(x, 'float32', copy=False), lambda: ct.asarray([1], copy=False)):
        with pytest.raises(ValueError, match='copy=False'):
            bad()
    t = ct.ones(2)
    assert ct.asarray(t) is t and ct.asarray(t, copy=True).data_ptr != t.data_ptr


# ---- DLPack

def test_capsules():
    t = ct.arange(3)
    assert 'dltensor_versioned' in repr(t.__dlpack__(max_version=(1, 0))) and '"dltensor"' in repr(t.__dlpack__())
    assert '"dltensor"' in repr(t.__dlpack__(max_version=(0, 8))) and t.__dlpack_device__() == (1, 0)
    for legacy in ({}, {'max_version': (1, 3)}):
        capsule = t.__dlpack__(dl_device=(1, 0), copy=False, **legacy)
        u = ct._core._from_capsule(capsule)
        assert u.data_ptr == t.data_ptr and 'used_' in repr(capsule)
        with pytest.raises(ValueError, match='nobody has consumed'):
            ct._core._from_capsule(capsule)
        copied = ct._core._from_capsule(t.__dlpack__(copy=True, **legacy))
        assert copied.data_ptr != t.data_ptr and copied.equal(t)
    for bad in ({'stream': 1}, {'dl_device': (2, 0)}):
        with pytest.raises(BufferError):
            t.__dlpack__(**bad)
    with pytest.raises(TypeError):
        t.__dlpack__(max_version=1)
    fixed = ct.asarray(b'abc')
    with pytest.raises(BufferError, match='read-only.*np.asarray'):
        fixed.__dlpack__()
    assert ct._core._from_capsule(fixed.__dlpack__(max_version=(1, 0))).is_read_only
    assert not ct._core._from_capsule(fixed.__dlpack__(copy=True)).is_read_only
    with pytest.raises(BufferError, match='meta'):
        ct.meta(2).__dlpack__()


def test_a_copy_says_that_it_is_one():
    """The flag is DLPACK_FLAG_BITMASK_IS_COPIED, bit 1."""
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = ctypes.c_void_p, (ctypes.py_object, ctypes.c_char_p)

    def flags(t, copy):
        capsule = t.__dlpack__(max_version=(1, 1), copy=copy)
        return struct.unpack_from('IIPPQ', ctypes.string_at(pointer(capsule, b'dltensor_versioned'), 32))[-1]
    fixed = ct.asarray(b'abc')
    assert [flags(ct.ones(3), copy) for copy in (None, False, True)] == [0, 0, 2]
    assert [flags(fixed, copy) for copy in (None, False, True)] == [1, 1, 2]
    assert ct.from_dlpack(ct.ones(3), copy=True).tolist() == [1, 1, 1]


def test_an_unused_capsule_lets_go():
    data = bytearray(8)
    t = ct.from_buffer(data)
    capsules = [t.__dlpack__(), t.__dlpack__(max_version=(1, 0))]
    del t
    with pytest.raises(BufferError):
        data.append(0)
    capsules.clear()
    data.append(0)


class Producer:
    """Stands for another library: it makes DLPack's struct by hand, and counts the calls of its deleter."""

    def __init__(self, versioned, flags=0, strides=True, code=2, device=1, major=1):
        self.versioned, self.deleted = versioned, 0
        self.values = (ctypes.c_float * 6)(*range(6))
        self.shape, self.strides = (ctypes.c_int64 * 2)(2, 3), (ctypes.c_int64 * 2)(3, 1)
        self.deleter = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(self.count)
        strides = ctypes.addressof(self.strides) if strides else 0
        tensor = struct.pack('PiiiBBHPPQ', ctypes.addressof(self.values), device, 0, 2, code, 32, 1,
                             ctypes.addressof(self.shape), strides, 0)
        deleter = ctypes.cast(self.deleter, ctypes.c_void_p).value
        head = (struct.pack('IIPPQ', major, 1, 0, deleter, flags) + tensor if versioned else
                tensor + struct.pack('PP', 0, deleter))
        self.managed = ctypes.create_string_buffer(head, len(head))

    def count(self, managed):
        assert managed == ctypes.addressof(self.managed)
        self.deleted += 1

    def __dlpack_device__(self):
        return 1, 0

    def __dlpack__(self, **wanted):
        if not self.versioned and wanted:
            raise TypeError('an older producer knows no max_version')
        new = ctypes.pythonapi.PyCapsule_New
        new.restype, new.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
        self.name = b'dltensor_versioned' if self.versioned else b'dltensor'
        return new(ctypes.addressof(self.managed), self.name, None)


@pytest.mark.parametrize('versioned', [False, True])
@pytest.mark.parametrize('strides', [False, True])
def test_a_producer_of_its_own(versioned, strides):
    producer = Producer(versioned, strides=strides)
    t = ct.from_dlpack(producer)
    assert t.data_ptr == ctypes.addressof(producer.values) and t.tolist() == [[0, 1, 2], [3, 4, 5]]
    view = t[1, ::-1]
    del t
    assert producer.deleted == 0 and view.tolist() == [5, 4, 3]
    del view
    assert producer.deleted == 1
    producer = Producer(versioned)
    if not versioned:
        assert ct.from_dlpack(producer, copy=True).data_ptr != ctypes.addressof(producer.values)
        assert producer.deleted == 1


@pytest.mark.parametrize('wrong', [{'code': 9}, {'device': 2}, {'major': 2}])
def test_refused_producers_are_told(wrong):
    producer = Producer(True, **wrong)
    with pytest.raises(ct.Error):
        ct.from_dlpack(producer)
    assert producer.deleted == 1


def test_a_read_only_producer():
    producer = Producer(True, flags=1)  # C calls the deleter at the end
    t = ct.from_dlpack(producer)
    with pytest.raises(ct.ReadOnlyError):
        t += 1


def test_from_dlpack_arguments():
    t = ct.arange(3)
    assert ct.from_dlpack(t).data_ptr == t.data_ptr and ct.from_dlpack(t, copy=True).data_ptr != t.data_ptr
    assert ct.from_dlpack(t, device='cpu').equal(t) and ct.from_dlpack(t, device=(1, 0)).equal(t)
    with pytest.raises(ValueError):
        ct.from_dlpack(t, device='cuda')
    with pytest.raises(TypeError, match='int'):
        ct.from_dlpack(3)


def test_numpy_s_dlpack():
    x = np.arange(6.).reshape(2, 3)[:, ::-1]
    t = ct.from_dlpack(x)
    assert t.data_ptr == x.__array_interface__['data'][0] and t.tolist() == x.tolist()
    y = np.from_dlpack(t)
    assert y.__array_interface__['data'][0] == t.data_ptr and y.tolist() == x.tolist()
    if VERSION >= (2, 1):
        assert not np.from_dlpack(ct.asarray(b'abc')).flags.writeable


if torch is not None:
    TORCH = [one.name for one in ct._header.DTYPES if one.name not in ('complex32', 'uint16', 'uint32', 'uint64')
             and (one.name != 'bool' or int(torch.__version__[0]) >= 2)]

    @pytest.mark.parametrize('name', TORCH)
    def test_torch_both_ways(name):
        x = torch.ones(2, 3).to(getattr(torch, name))
        t = ct.asarray(x.t())
        assert t.dtype.name == name and t.data_ptr == x.data_ptr() and t.strides == x.t().stride()
        y = torch.from_dlpack(t)
        assert y.data_ptr() == t.data_ptr and y.dtype == x.dtype and y.stride() == t.strides
        y.zero_()
        assert t.sum().item() == 0
        assert repr(t) == repr(x.t()).replace('torch.', '')
