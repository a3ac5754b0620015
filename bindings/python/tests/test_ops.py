"""Every op of ctensor.h, as a function, as a method and into out=, compared with direct calls of C through ctypes."""
import ctypes
import os
import re
import sys

import pytest

import ctensor as ct

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
sys.path.insert(0, os.path.join(ROOT, 'tools'))

from api_ops import ENUMS, PLACE_VALUES, ops  # noqa: E402

OPS = {op.name: op for op in ops(os.path.join(ROOT, 'include', 'ctensor.h'))}
C = ctypes.CDLL('libctensor.so')
for getter in ('ct_tensor_data', 'ct_tensor_sizes'):
    getattr(C, getter).restype = ctypes.c_void_p
C.ct_tensor_numel.restype = ctypes.c_int64

INTEGERS = {'bitwise_not', 'bitwise_and', 'bitwise_or', 'bitwise_xor', 'bitwise_count', 'gcd', 'lcm', 'left_shift',
            'right_shift'}
SCALARS = {'rtol': 0.5, 'atol': 0.25, 'value': 2.0, 'eps': 0.125, 'correction': 1}


class CScalar(ctypes.Structure):
    _fields_ = [('dtype', ctypes.c_uint32), ('reserved', ctypes.c_uint32), ('i', ctypes.c_int64),
                ('re', ctypes.c_double), ('im', ctypes.c_double)]


def scalar(value):
    if isinstance(value, bool):
        return CScalar(1, 0, value, 0, 0)
    return CScalar(5, 0, value, 0, 0) if isinstance(value, int) else CScalar(9, 0, 0, value, 0)


def samples(op):
    """The op's tensors, as lists of values and their dtypes."""
    rows = [[0.25, 0.5, 0.75], [0.125, 0.625, 0.875]], [[0.5, 0.25, 0.875], [0.75, 0.625, 0.5]], [[1, 2, 3], [3, 2, 1]]
    made = []
    for parameter, values in zip(op.inputs, rows):
        dtype = ct.float32
        if parameter.is_place:
            flat, sizes = PLACE_VALUES[parameter.place]
            values = [flat[:3], flat[3:]] if len(sizes) == 2 else flat
            dtype = ct.int64 if isinstance(flat[0], int) else ct.float32
        elif parameter.name in ('condition', 'mask'):
            values, dtype = [[True, False, True], [False, True, False]], ct.bool
        elif op.name in INTEGERS:
            values, dtype = [[1, 2, 3], [3, 2, 1]], ct.int32
        made.append(ct.tensor(values, dtype))
    if op.parameters[0].kind == 'tensors':
        made = [ct.tensor(values, ct.float32) for values in rows[:2]]
    return made


def options(op):
    found = {}
    for one in op.options:
        found[one.name] = {'scalar': SCALARS.get(one.name, 0.5), 'dims': [1], 'dim': 1, 'int': 1, 'int64': 1, 'double': 0.0,
                           'int64s': one.sample, 'int32s': one.sample, 'flag': True, 'dtype': ct.float64,
                           'enum': ''.join(one.constants[:1])[len(ENUMS.get(one.enum, '')):].lower()}[one.kind]
        if one.default is not None:
            found[one.name] = one.default
    return found


def in_c(op, tensors, chosen):
    """The values of each output, or the bool, from a call through ctypes."""
    handles, args, keep = [], [], []
    for one in tensors:
        handle = ctypes.c_void_p()
        sizes = (ctypes.c_int64 * one.ndim)(*one.shape)
        number = 1 + ct._header.DTYPES.index(one.dtype)
        assert C.ct_tensor_from_data(ctypes.c_void_p(one.data_ptr), sizes, one.ndim, None, number, None, None,
                                     ctypes.byref(handle), None) == 0
        handles.append(handle)
    rest = iter(handles)
    for one in op.parameters:
        if one.kind == 'tensor':
            args.append(next(rest))
            continue
        if one.kind == 'tensors':
            args += [(ctypes.c_void_p * len(handles))(*handles), ctypes.c_int32(len(handles))]
            continue
        value = chosen[one.name]
        if one.kind == 'scalar':
            keep.append(scalar(value))
            args.append(ctypes.byref(keep[-1]))
        elif one.kind == 'dims':
            keep.append((ctypes.c_int32 * len(value))(*value))
            args += [keep[-1], ctypes.c_int32(len(value))]
        elif one.kind == 'int64s':
            args += [(ctypes.c_int64 * len(value))(*value), ctypes.c_int32(len(value))]
        elif one.kind == 'int32s':
            args += [(ctypes.c_int32 * len(value))(*value), ctypes.c_int32(len(value))]
        elif one.kind == 'int64':
            args.append(ctypes.c_int64(value))
        elif one.kind == 'double':
            args.append(ctypes.c_double(value))
        elif one.kind == 'enum':
            args.append(ctypes.c_uint32(0))
        elif one.kind in ('dim', 'int'):
            args.append(ctypes.c_int32(value))
        elif one.kind == 'flag':
            args.append(ctypes.c_bool(value))
        else:
            args.append(ctypes.c_uint32(1 + ct._header.DTYPES.index(value)))
    if not op.outputs:
        result = ctypes.c_bool()
        assert getattr(C, 'ct_' + op.name)(*args, ctypes.byref(result), None) == 0
        return result.value
    outs = [ctypes.c_void_p() for _ in op.outputs]
    assert getattr(C, 'ct_' + op.name)(*args, *[ctypes.byref(out) for out in outs], None) == 0
    found = []
    for out in outs:
        ndim = C.ct_tensor_ndim(out)
        sizes = tuple((ctypes.c_int64 * ndim).from_address(C.ct_tensor_sizes(out)))
        dtype = ct._header.DTYPES[C.ct_tensor_dtype(out) - 1]
        data = ctypes.string_at(C.ct_tensor_data(out), C.ct_tensor_numel(out) * dtype.itemsize)
        found.append((sizes, dtype, data))
        C.ct_tensor_release(out)
    for handle in handles:
        C.ct_tensor_release(handle)
    return found


def seen(result):
    results = result if isinstance(result, tuple) else (result,)
    return [(one.shape, one.dtype, bytes(memoryview(one).cast('B') if one.numel else b'')) for one in results]


@pytest.mark.parametrize('name', OPS)
def test_op(name):
    op = OPS[name]
    if {one.name for one in op.options} - set(SCALARS) and op.name == 'norm':
        SCALARS['p'] = 3.0
    tensors, chosen = samples(op), options(op)
    wanted = in_c(op, tensors, chosen)
    rest = iter(tensors)
    given = [next(rest) if one.kind == 'tensor' else tensors if one.kind == 'tensors' else chosen[one.name]
             for one in op.parameters]
    pytorchs = ct._header.PARAMETERS.get(name, {})
    names = {pytorchs.get(one.name, one.name): value for one, value in zip(op.parameters, given)}
    function = getattr(ct, name)
    if not op.outputs:
        assert function(*given) is wanted and function(**names) is wanted
        return
    made = function(*given)
    assert seen(made) == wanted
    assert seen(function(**names)) == wanted
    if op.parameters[0].kind == 'tensor' and op.parameters[0].name != 'condition':
        assert seen(getattr(given[0], name)(*given[1:])) == wanted
    if op.has_out:
        outs = tuple(ct.empty(0, one.dtype) for one in (made if isinstance(made, tuple) else (made,)))
        out = outs if len(outs) > 1 else outs[0]
        assert function(*given, out=out) is out
        assert seen(out) == wanted


def test_defaults_are_c_s():
    t = ct.tensor([[1., 2.], [3., 4.]])
    assert t.sum().item() == 10 and ct.sum(t, dtype='float64').dtype is ct.float64
    assert t.leaky_relu().equal(t) and ct.leaky_relu(-t).allclose(t * -0.01)
    assert t.clamp(min=2).tolist() == [[2, 2], [3, 4]] and t.clamp(max=2.5).tolist() == [[1, 2], [2.5, 2.5]]
    assert t.argmax().item() == 3 and t.argmax(0).tolist() == [1, 1]
    assert ct.where(t > 2, t, 0).tolist() == [[0, 0], [3, 4]]


def test_no_dims_are_not_all_dims():
    t = ct.tensor([[[1., -2., 0.]]])
    for none in ((), [], range(0)):
        assert ct.sum(t, none).equal(t) and t.amax(dims=none, keepdim=True).equal(t) and t.norm(None, none).equal(t.abs())
        assert ct.any(t, none).tolist() == [[[True, True, False]]] and t.var(none, 0).equal(t * 0)
        assert t.squeeze(none).shape == (1, 1, 3) and t.flip(none).equal(t)
    for every in ((), (None,)):
        assert t.sum(*every).shape == () and ct.any(t, *every).item() is True and t.squeeze(*every).shape == (3,)
        assert t.flip(*every).tolist() == [[[0, -2, 1]]]
    assert t.argmax(None).item() == 0 and t.argmax(-1).tolist() == [[0]] and t.aminmax()[1].item() == 1


def test_pytorch_s_names():
    t = ct.tensor([float('nan'), 3.])
    assert ct.nan_to_num(t, nan=7).tolist() == [7, 3] and ct.clamp(t, min=4, max=5)[1].item() == 4
    assert 'no smaller than min' in ct.clamp.__doc__ and 'nan for NaN' in ct.nan_to_num.__doc__


def test_names_and_docs():
    for name in OPS:
        said = getattr(ct, name).__doc__
        assert getattr(ct, name).__name__ == name and said and not re.search(r'NULL|CT_|\bct_|ndims', said)
