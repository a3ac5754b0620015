"""ctensor.xp: the array API standard's names and keywords, and their meaning compared with NumPy on random cases."""
import inspect
import itertools
import random
import zlib

import numpy as np
import pytest

import ctensor as ct
import ctensor.xp as xp

CASES = 120  # a function
BOOLS, INTS = ['bool'], ['int8', 'int16', 'int32', 'int64', 'uint8', 'uint16', 'uint32', 'uint64']
FLOATS, COMPLEXES = ['float32', 'float64'], ['complex64', 'complex128']
SIGNED = INTS[:4]
REALS, NUMBERS = INTS + FLOATS, INTS + FLOATS + COMPLEXES
ALL = BOOLS + NUMBERS

# Every function of the main namespace except elementwise ones: positional-only parameters, then the others.
SIGNATURES = """
arange start / stop step dtype device|asarray obj / dtype device copy|empty shape dtype device|empty_like x / dtype device
eye n_rows n_cols / k dtype device|from_dlpack x / device copy|full shape fill_value dtype device
full_like x / fill_value dtype device|linspace start stop / num dtype device endpoint|meshgrid *arrays indexing
ones shape dtype device|ones_like x / dtype device|tril x / k|triu x / k|zeros shape dtype device|zeros_like x / dtype device
astype x dtype / copy device|can_cast from_ to /|isdtype dtype kind|result_type *arrays_and_dtypes
take x indices / axis|take_along_axis x indices / axis|matmul x1 x2 /|matrix_transpose x /|tensordot x1 x2 / axes
vecdot x1 x2 / axis|broadcast_arrays *arrays|broadcast_to x / shape|concat arrays / axis|expand_dims x / axis|flip x / axis
moveaxis x source destination /|permute_dims x / axes|repeat x repeats / axis|reshape x / shape copy|roll x / shift axis
squeeze x / axis|stack arrays / axis|tile x repetitions /|unstack x / axis|argmax x / axis keepdims|argmin x / axis keepdims
count_nonzero x / axis keepdims|nonzero x /|searchsorted x1 x2 / side sorter|unique_all x /|unique_counts x /
unique_inverse x /|unique_values x /|argsort x / axis descending stable|sort x / axis descending stable
cumulative_prod x / axis dtype include_initial|cumulative_sum x / axis dtype include_initial|max x / axis keepdims
mean x / axis keepdims|min x / axis keepdims|prod x / axis dtype keepdims|std x / axis correction keepdims
sum x / axis dtype keepdims|var x / axis correction keepdims|all x / axis keepdims|any x / axis keepdims
diff x / axis n prepend append
"""
# The names of elementwise functions of one argument before NumPy 2.0, and the dtypes that they are for.
UNARY = {
    'abs': ('abs', REALS + COMPLEXES), 'acos': ('arccos', FLOATS + COMPLEXES), 'acosh': ('arccosh', FLOATS + COMPLEXES),
    'asin': ('arcsin', FLOATS + COMPLEXES), 'asinh': ('arcsinh', FLOATS + COMPLEXES),
    'atan': ('arctan', FLOATS + COMPLEXES), 'atanh': ('arctanh', FLOATS + COMPLEXES),
    'bitwise_invert': ('invert', BOOLS + INTS), 'ceil': ('ceil', FLOATS), 'conj': ('conj', COMPLEXES),
    'cos': ('cos', FLOATS + COMPLEXES), 'cosh': ('cosh', FLOATS + COMPLEXES), 'exp': ('exp', FLOATS + COMPLEXES),
    'expm1': ('expm1', FLOATS + COMPLEXES), 'floor': ('floor', FLOATS), 'imag': ('imag', COMPLEXES),
    'isfinite': ('isfinite', NUMBERS), 'isinf': ('isinf', NUMBERS), 'isnan': ('isnan', NUMBERS),
    'log': ('log', FLOATS + COMPLEXES), 'log10': ('log10', FLOATS + COMPLEXES), 'log1p': ('log1p', FLOATS + COMPLEXES),
    'log2': ('log2', FLOATS + COMPLEXES), 'logical_not': ('logical_not', BOOLS), 'negative': ('negative', NUMBERS),
    'positive': ('positive', NUMBERS), 'real': ('real', NUMBERS), 'reciprocal': ('reciprocal', FLOATS + COMPLEXES),
    'round': ('round', REALS + COMPLEXES), 'sign': ('sign', REALS), 'signbit': ('signbit', FLOATS),
    'sin': ('sin', FLOATS + COMPLEXES), 'sinh': ('sinh', FLOATS + COMPLEXES), 'sqrt': ('sqrt', FLOATS + COMPLEXES),
    'square': ('square', NUMBERS), 'tan': ('tan', FLOATS + COMPLEXES), 'tanh': ('tanh', FLOATS + COMPLEXES),
    'trunc': ('trunc', FLOATS)}
BINARY = {
    'add': ('add', NUMBERS), 'atan2': ('arctan2', FLOATS), 'bitwise_and': ('bitwise_and', BOOLS + INTS),
    'bitwise_left_shift': ('left_shift', INTS), 'bitwise_or': ('bitwise_or', BOOLS + INTS),
    'bitwise_right_shift': ('right_shift', INTS), 'bitwise_xor': ('bitwise_xor', BOOLS + INTS),
    'copysign': ('copysign', FLOATS), 'divide': ('divide', FLOATS + COMPLEXES), 'equal': ('equal', ALL),
    'floor_divide': ('floor_divide', REALS), 'greater': ('greater', REALS), 'greater_equal': ('greater_equal', REALS),
    'hypot': ('hypot', FLOATS), 'less': ('less', REALS), 'less_equal': ('less_equal', REALS),
    'logaddexp': ('logaddexp', FLOATS), 'logical_and': ('logical_and', BOOLS), 'logical_or': ('logical_or', BOOLS),
    'logical_xor': ('logical_xor', BOOLS), 'maximum': ('maximum', REALS), 'minimum': ('minimum', REALS),
    'multiply': ('multiply', NUMBERS), 'nextafter': ('nextafter', FLOATS), 'not_equal': ('not_equal', ALL),
    'pow': ('power', FLOATS + COMPLEXES), 'remainder': ('remainder', REALS), 'subtract': ('subtract', NUMBERS)}


def test_every_name_is_there_with_its_keywords():
    for line in SIGNATURES.replace('\n', '|').split('|'):
        if not line:
            continue
        name, *parameters = line.split()
        given = inspect.signature(getattr(xp, name)).parameters.values()
        assert {one.name for one in given} == {one.lstrip('*') for one in parameters if one != '/'}, name
        positional = sum(one.kind is inspect.Parameter.POSITIONAL_ONLY for one in given)
        assert positional == (parameters.index('/') if '/' in parameters else 0), name
    for name in (*UNARY, *BINARY, 'clip', 'where', 'finfo', 'iinfo'):
        assert callable(getattr(xp, name))
    assert (xp.e, xp.pi, xp.inf, xp.newaxis) == (np.e, np.pi, np.inf, None) and xp.nan != xp.nan
    assert xp.bool is ct.bool and all(getattr(xp, name).name == name for name in NUMBERS)
    assert xp.__array_api_version__ == '2024.12'


def test_a_tensor_says_what_its_namespace_is():
    t = ct.ones((2, 3))
    assert t.__array_namespace__() is xp is t.__array_namespace__(api_version='2023.12')
    with pytest.raises(ValueError, match='2024.12.*1999'):
        t.__array_namespace__(api_version='1999')
    assert (t.size, t.dim(), t.device, t.mT.shape, t.T.shape) == (6, 2, 'cpu', (3, 2), (3, 2))
    assert t.to_device('cpu') is t and type(t.size) is int
    with pytest.raises(ValueError, match='cuda'):
        t.to_device('cuda')
    for call in (xp.zeros, xp.ones, xp.empty):
        assert call(2, device='cpu').shape == (2,)
        with pytest.raises(ValueError, match=f'{call.__name__}: .*cuda'):
            call(2, device='cuda')
    info = xp.__array_namespace_info__()
    assert info.default_dtypes()['real floating'] is ct.zeros(1).dtype and info.devices() == [info.default_device()]
    assert set(info.dtypes(kind='integral')) == set(INTS) and len(info.dtypes()) == 13
    assert info.capabilities() == {'boolean indexing': True, 'data-dependent shapes': True, 'max dimensions': 64}


def chosen(name):
    return random.Random(zlib.crc32(name.encode()))


def array(rng, dtype, shape, special=True):
    size = int(np.prod(shape))
    if dtype == 'bool':
        values = [rng.random() < 0.5 for _ in range(size)]
    elif dtype in INTS:
        values = [rng.randint(0, 100) - (50 if dtype in SIGNED else 0) for _ in range(size)]
    else:
        values = [rng.choice([0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, np.nan]) if special and rng.random() < 0.2
                  else round(rng.uniform(-3, 3), 3) for _ in range(size)]
        if dtype in COMPLEXES:
            values = [complex(one, round(rng.uniform(-3, 3), 3)) if np.isfinite(one) else one for one in values]
            values = [one if np.isfinite(one) else 1.5 for one in values]
    made = np.array(values, dtype).reshape(shape)
    if made.ndim and rng.random() < 0.3:
        made = made[::-1]
    return np.asfortranarray(made) if rng.random() < 0.3 else made


def shape(rng, least=0, most=3):
    return tuple(rng.randint(0 if rng.random() < 0.1 else 1, 4) for _ in range(rng.randint(least, most)))


def axis_of(rng, ndim, several=True):
    if rng.random() < 0.3 or not ndim:
        return None
    if several and rng.random() < 0.4:
        return tuple(one - rng.choice([0, ndim]) for one in rng.sample(range(ndim), rng.randint(0, ndim)))
    return rng.randint(-ndim, ndim - 1)


def same(ours, numpys, dtype=None, tolerance=1e-4):
    made, wanted = np.asarray(ours), np.asarray(numpys)
    assert made.shape == wanted.shape and made.dtype == (dtype or wanted.dtype)
    if made.dtype.kind in 'biu':
        assert made.tolist() == wanted.tolist()
    else:
        np.testing.assert_allclose(made, wanted, rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize('name', UNARY)
@np.errstate(all='ignore')
def test_functions_of_one_array(name):
    rng, (numpys, dtypes) = chosen(name), UNARY[name]
    for _ in range(CASES):
        x = array(rng, rng.choice(dtypes), shape(rng))
        same(getattr(xp, name)(xp.asarray(x)), getattr(np, numpys)(x), tolerance=1e-3)


@pytest.mark.parametrize('name', BINARY)
@np.errstate(all='ignore')
def test_functions_of_two_arrays(name):
    rng, (numpys, dtypes) = chosen(name), BINARY[name]
    for _ in range(CASES):
        dtype = rng.choice(dtypes)
        x = array(rng, dtype, shape(rng, 1))
        y = array(rng, dtype, tuple(1 if rng.random() < 0.3 else one for one in x.shape[rng.randint(0, x.ndim - 1):]))
        if dtype in INTS and name in ('floor_divide', 'remainder'):
            y[y == 0] = 1
        if 'shift' in name:
            y = np.abs(y) % 8
        if name in ('floor_divide', 'remainder') and dtype in FLOATS:
            x, y = np.nan_to_num(x, posinf=1, neginf=2), np.nan_to_num(y, posinf=1, neginf=2)
        made, wanted = getattr(xp, name)(xp.asarray(x), xp.asarray(y)), getattr(np, numpys)(x, y)
        same(made, wanted, tolerance=1e-3)


REDUCTIONS = {'sum': ALL[1:], 'prod': ALL[1:], 'max': REALS, 'min': REALS, 'mean': FLOATS, 'all': ALL, 'any': ALL,
              'count_nonzero': ALL, 'std': FLOATS, 'var': FLOATS}


@pytest.mark.parametrize('name', REDUCTIONS)
@np.errstate(all='ignore')
def test_reductions(name):
    rng = chosen(name)
    for _ in range(CASES * 3):
        dtype, keepdims = rng.choice(REDUCTIONS[name]), rng.random() < 0.5
        x = array(rng, dtype, shape(rng), special=False)
        axis = axis_of(rng, x.ndim)
        if name in ('max', 'min', 'mean', 'std', 'var') and 0 in x.shape:
            continue
        more = {'correction': rng.choice([0, 0.5])} if name in ('std', 'var') else {}
        ddof = {'ddof': more['correction']} if more else {}
        made = getattr(xp, name)(xp.asarray(x), axis=axis, keepdims=keepdims, **more)
        if name == 'count_nonzero' and axis == ():
            wanted = (x != 0).astype(int)
        elif name in ('sum', 'prod') and axis == ():
            wanted = x.astype('uint64' if dtype[0] == 'u' else 'int64' if dtype in INTS else dtype)
        else:
            wanted = np.asarray(getattr(np, name)(x, axis=axis, keepdims=keepdims, **ddof))
        same(made, wanted, tolerance=1e-3)


def test_the_defaults_of_reductions():
    x = xp.asarray([1., 2., 4., 9.])
    assert xp.var(x).item() == 9.5 and xp.std(x, correction=1).item() == pytest.approx(ct.std(x).item())
    for dtype in INTS:
        wanted = xp.uint64 if dtype[0] == 'u' else xp.int64
        t = xp.ones(3, dtype=dtype)
        for f in (xp.sum, xp.prod, xp.cumulative_sum, xp.cumulative_prod):
            assert f(t).dtype is wanted and f(t, dtype='int8').dtype is xp.int8
    assert xp.any(xp.ones(2, dtype='uint8')).dtype is xp.bool
    with pytest.raises(ValueError, match='cumulative_sum: an axis is needed'):
        xp.cumulative_sum(xp.ones((2, 2)))


@pytest.mark.parametrize('name', ['argmax', 'argmin', 'sort', 'argsort', 'cumulative_sum', 'cumulative_prod', 'diff', 'take',
                                  'take_along_axis', 'unstack'])
def test_functions_along_an_axis(name):
    rng = chosen(name)
    for _ in range(CASES * 2):
        x = array(rng, rng.choice(REALS), tuple(rng.randint(1, 5) for _ in range(rng.randint(1, 3))), special=False)
        axis, t = rng.randint(-x.ndim, x.ndim - 1), xp.asarray(x)
        if name in ('argmax', 'argmin'):
            same(getattr(xp, name)(t, axis=axis), getattr(np, name)(x, axis=axis), 'int64')
            same(getattr(xp, name)(t), getattr(np, name)(x), 'int64')
        elif name in ('sort', 'argsort'):
            same(getattr(xp, name)(t, axis=axis), getattr(np, name)(x, axis=axis, kind='stable'))
            order = np.flip(np.argsort(np.flip(x, axis), axis=axis, kind='stable'), axis)
            order = x.shape[axis] - 1 - order
            if name == 'argsort':
                same(xp.argsort(t, axis=axis, descending=True), order)
            else:
                same(xp.sort(t, axis=axis, descending=True), np.take_along_axis(x, order, axis))
        elif name == 'cumulative_sum':
            same(xp.cumulative_sum(t, axis=axis), np.cumsum(x, axis), tolerance=1e-3)
        elif name == 'cumulative_prod':
            same(xp.cumulative_prod(t, axis=axis), np.cumprod(x, axis), tolerance=1e-3)
        elif name == 'diff':
            n = rng.randint(0, 2)
            same(xp.diff(t, axis=axis, n=n), np.diff(x, n, axis))
            same(xp.diff(t, axis=axis, prepend=t, append=t), np.diff(x, 1, axis, x, x))
        elif name == 'take':
            indices = np.array([rng.randint(-x.shape[axis], x.shape[axis] - 1) for _ in range(4)]).reshape(
                rng.choice([(4,), (2, 2)]))
            same(xp.take(t, xp.asarray(indices), axis=axis), np.take(x, indices, axis))
        elif name == 'take_along_axis':
            indices = np.argsort(x, axis)
            same(xp.take_along_axis(t, xp.asarray(indices), axis=axis), np.take_along_axis(x, indices, axis))
        else:
            for ours, numpys in itertools.zip_longest(xp.unstack(t, axis=axis), np.moveaxis(x, axis, 0)):
                same(ours, numpys)


def test_shapes():
    rng = chosen('shapes')
    for _ in range(CASES * 2):
        x = array(rng, rng.choice(ALL), tuple(rng.randint(1, 4) for _ in range(rng.randint(1, 4))))
        t, axis = xp.asarray(x), rng.randint(-x.ndim, x.ndim - 1)
        same(xp.flip(t, axis=axis), np.flip(x, axis))
        same(xp.flip(t), np.flip(x))
        same(xp.expand_dims(t, axis), np.expand_dims(x, axis))
        same(xp.squeeze(xp.expand_dims(t, axis), axis), x)
        order = rng.sample(range(x.ndim), x.ndim)
        same(xp.permute_dims(t, tuple(order)), np.transpose(x, order))
        same(xp.moveaxis(t, axis, 0), np.moveaxis(x, axis, 0))
        same(xp.roll(t, 3), np.roll(x, 3))
        same(xp.roll(t, (1, -2), axis=(axis, 0)), np.roll(x, (1, -2), (axis, 0)))
        same(xp.roll(t, 1, axis=tuple(order)), np.roll(x, 1, order))
        same(xp.tile(t, (2, 1, 3)), np.tile(x, (2, 1, 3)))
        same(xp.repeat(t, 2, axis=axis), np.repeat(x, 2, axis))
        counts = np.array([rng.randint(0, 3) for _ in range(x.shape[axis])], rng.choice(['int8', 'int64', 'uint16']))
        same(xp.repeat(t, xp.asarray(counts), axis=axis), np.repeat(x, counts, axis))
        same(xp.concat([t, t], axis=axis), np.concatenate([x, x], axis))
        same(xp.concat((t, t), axis=None), np.concatenate([x, x], None))
        same(xp.stack([t, t], axis=axis), np.stack([x, x], axis))
        same(xp.reshape(t, (-1,)), x.reshape(-1))
        same(xp.broadcast_to(t, (2, *x.shape)), np.broadcast_to(x, (2, *x.shape)))
        same(xp.astype(t, xp.complex128), x.astype('complex128'))
        if x.ndim > 1:
            same(xp.matrix_transpose(t), np.swapaxes(x, -1, -2))
            same(xp.tril(t, k=1), np.tril(x, 1))
            same(xp.triu(t, k=-1), np.triu(x, -1))
    for ours, numpys in zip(xp.meshgrid(xp.arange(3), xp.arange(2)), np.meshgrid(range(3), range(2))):
        same(ours, numpys)
    t = xp.ones((2, 1))
    with pytest.raises(ValueError, match='squeeze: axis 0 has size 2, not 1'):
        xp.squeeze(t, (0, 1))
    with pytest.raises(IndexError, match='squeeze: axis 2'):
        xp.squeeze(t, 2)
    assert xp.reshape(t, (2,), copy=True).data_ptr != t.data_ptr == xp.reshape(t, (2,), copy=False).data_ptr
    with pytest.raises(ct.Error):
        xp.reshape(xp.ones((2, 3)).T, (6,), copy=False)


def test_creation():
    rng = chosen('creation')
    for _ in range(CASES * 3):
        start, stop, step = rng.randint(-9, 9), rng.randint(-9, 9), rng.choice([-3, -2, -1, 1, 2, 3])
        same(xp.arange(start, stop, step), np.arange(start, stop, step))
        same(xp.arange(start / 2, stop, step), np.arange(start / 2, stop, step), 'float32')
        num = rng.randint(0, 6)
        for endpoint in (True, False):
            same(xp.linspace(start, stop, num, endpoint=endpoint, dtype='float64'), np.linspace(start, stop, num, endpoint))
            same(xp.linspace(start * 1j, stop, num, endpoint=endpoint),
                 np.linspace(start * 1j, stop, num, endpoint), 'complex64')
        same(xp.eye(num, k=step, dtype='int64'), np.eye(num, k=step, dtype='int64'))
    assert xp.arange(0).shape == (0,) == xp.arange(3, 1).shape and xp.arange(0, dtype='int8').dtype is xp.int8
    assert not xp.any(xp.eye(2, k=2**63)) and not xp.any(xp.tril(xp.ones((2, 2)), k=-2**70)) and xp.all(
        xp.triu(xp.ones((2, 2)), k=-2**70))
    with pytest.raises(ValueError, match='step is 0'):
        xp.arange(1, 2, 0)
    assert xp.full(2, 2**64 - 1).dtype is xp.uint64 and xp.full((), True).dtype is xp.bool
    assert xp.full_like(xp.ones(2), 3).tolist() == [3, 3] and xp.zeros_like(xp.ones(2), dtype='int8').dtype is xp.int8
    with pytest.raises(TypeError, match='complex bounds'):
        xp.linspace(0, 1j, 3, dtype='float32')


def test_dtypes():
    assert xp.isdtype(xp.float32, 'real floating') and xp.isdtype(xp.int8, ('bool', xp.int8))
    assert not xp.isdtype(xp.bool, 'numeric') and xp.isdtype(xp.uint8, 'integral')
    with pytest.raises(ValueError, match="isdtype: a kind is .*'floats'"):
        xp.isdtype(xp.int8, 'floats')
    assert xp.result_type(xp.int8, xp.ones(2, dtype='int16'), 3) is xp.int16
    with pytest.raises(ValueError):
        xp.result_type(1, 2.0)
    for a, b in itertools.product(ALL, ALL):
        if a[0] == b[0] != 'u' or a == 'bool':
            assert xp.can_cast(a, b) == np.can_cast(a, b)
    assert not xp.can_cast(xp.uint64, xp.int8)
    with pytest.raises(TypeError, match='imaginary'):
        xp.astype(xp.ones(2, dtype='complex64'), xp.float32)
    t = xp.ones(2)
    assert xp.astype(t, xp.float32) is not t and xp.astype(t, xp.float32, copy=False) is t
    assert xp.finfo(xp.complex64).dtype is xp.float32 and xp.finfo(t).eps == np.finfo('f4').eps
    assert (xp.iinfo('uint8').max, xp.iinfo('int8').min, xp.iinfo(xp.int16).bits) == (255, -128, 16)


def test_searching():
    rng = chosen('searching')
    for _ in range(CASES * 2):
        x = array(rng, rng.choice(REALS), shape(rng, 1), special=False)
        x = (x % 5).astype(x.dtype)
        if rng.random() < 0.2:
            same(xp.unique_values(xp.asarray(x + 1j * x[::-1])), np.unique(x + 1j * x[::-1]))
        t = xp.asarray(x)
        for ours, numpys in itertools.zip_longest(xp.nonzero(t), np.nonzero(x)):
            same(ours, numpys)
        values, indices, inverse, counts = np.unique(x, True, True, True)
        all_ = xp.unique_all(t)
        same(all_.values, values)
        same(all_.indices, indices)
        same(all_.inverse_indices, inverse.reshape(x.shape))
        same(all_.counts, counts)
        same(xp.unique_counts(t).counts, counts)
        same(xp.unique_inverse(t).inverse_indices, inverse.reshape(x.shape))
        same(xp.unique_values(t), values)
        line, order = x.reshape(-1), np.argsort(x.reshape(-1), kind='stable')
        for side in ('left', 'right'):
            same(xp.searchsorted(xp.asarray(line), t, side=side, sorter=xp.asarray(order)),
                 np.searchsorted(line, x, side, order))
    assert xp.unique_counts(xp.asarray([xp.nan, xp.nan, 1])).counts.tolist() == [1, 1, 1]
    with pytest.raises(ValueError, match='no indices'):
        xp.nonzero(xp.ones(()))
    assert xp.where(xp.asarray([True, False]), 1, xp.asarray([2., 3.])).tolist() == [1, 3]


def test_products():
    rng = chosen('products')
    for _ in range(CASES * 2):
        dtype = rng.choice(NUMBERS)
        m, k, n, batch = (rng.randint(1, 4) for _ in range(4))
        x = array(rng, dtype, rng.choice([(k,), (m, k), (batch, m, k), (1, m, k)]), special=False)
        y = array(rng, dtype, rng.choice([(k,), (k, n), (batch, k, n), (2, 1, k, n)]), special=False)
        same(xp.matmul(xp.asarray(x), xp.asarray(y)), np.matmul(x, y), dtype, 1e-3)
        same(xp.asarray(x) @ xp.asarray(y), np.matmul(x, y), dtype, 1e-3)
        z = array(rng, dtype, (*x.shape[:-1], k), special=False)
        same(xp.vecdot(xp.asarray(x), xp.asarray(z)), np.sum(x.conj() * z, -1, dtype), dtype, 1e-3)
        x, y = array(rng, dtype, (m, k, n), special=False), array(rng, dtype, (n, k, batch), special=False)
        same(xp.tensordot(xp.asarray(x), xp.asarray(y), axes=1), np.tensordot(x, y, 1), dtype, 1e-3)
        same(xp.tensordot(xp.asarray(x), xp.asarray(y), axes=((1, -1), (1, 0))), np.tensordot(x, y, ((1, 2), (1, 0))),
             dtype, 1e-3)
        same(xp.tensordot(xp.asarray(x), xp.asarray(y), axes=0), np.tensordot(x, y, 0), dtype, 1e-3)
    for call in (lambda: xp.matmul(xp.ones((2, 3)), xp.ones((2, 3))), lambda: xp.vecdot(xp.ones(2), xp.ones(3)),
                 lambda: xp.matmul(xp.ones(()), xp.ones(2)), lambda: xp.tensordot(xp.ones((2, 3)), xp.ones((2, 3))[:1]),
                 lambda: xp.vecdot(xp.ones(2), xp.ones(2), axis=0), lambda: xp.matrix_transpose(xp.ones(2))):
        with pytest.raises(ValueError):
            call()


def test_special_values():
    inf, nan = xp.inf, xp.nan
    a, b = xp.asarray([inf, inf, -inf, 1., -1., 0., nan, 7.]), xp.asarray([2., -2., 2., -inf, inf, -inf, inf, nan])
    assert repr(xp.floor_divide(a, b).tolist()) == '[inf, -inf, -inf, -0.0, -0.0, -0.0, nan, nan]'
    assert repr(xp.remainder(xp.asarray([-0., 0., 4.]), xp.asarray([1., -1., -2.])).tolist()) == '[0.0, -0.0, -0.0]'
    assert xp.sign(xp.asarray([-2., 0., 3.])).tolist() == [-1, 0, 1] and repr(xp.sign(xp.asarray([nan])).tolist()) == '[nan]'
    assert xp.sign(xp.asarray([3 + 4j, 0])).tolist() == [pytest.approx(0.6 + 0.8j), 0]
    assert xp.round(xp.asarray([2.5 - 3.5j])).tolist() == [2 - 4j]
    t = xp.asarray([1., 5.])
    assert xp.clip(t).tolist() == [1, 5] and xp.clip(t) is not t
    assert xp.clip(t, 2).tolist() == [2, 5] and xp.clip(t, max=xp.asarray([4., 4.])).tolist() == [1, 4]
    assert xp.clip(xp.asarray([1, 5], dtype='int8'), 2, 4).dtype is xp.int8


@pytest.mark.parametrize('name', ['sum', 'mean', 'amax', 'all', 'logsumexp', 'var', 'norm'])
def test_axis_dim_and_dims_are_the_same(name):
    t = ct.tensor([[1., 2.], [3., 5.]])
    method, function = getattr(t, name), getattr(ct, name)
    wanted = method(dims=0, keepdim=True)
    for of_dim, keep in (('axis', 'keepdims'), ('dim', 'keepdim'), ('dims', 'keepdim')):
        named = {of_dim: 0, keep: True}
        assert method(**named).equal(wanted) and function(t, **named).equal(wanted)
    assert method(keepdims=True).shape == (1, 1)
    for wrong in ({'axes': 0}, {'axis': 0, 'dims': 1}):
        with pytest.raises(TypeError, match='incompatible function arguments'):
            method(**wrong)
    with pytest.raises(IndexError, match=f'{name}: '):
        method(axis=5)


def test_axis_where_there_is_one():
    t = ct.tensor([[2., 1.], [3., 5.]])
    assert t.sort(axis=0)[0].equal(t.sort(0)[0]) and t.argmax(axis=1).equal(t.argmax(1)) and t.max(axis=0).tolist() == [3, 5]
    assert ct.cat([t, t], axis=1).shape == (2, 4) and t.cumsum(axis=0).equal(t.cumsum(dims=0))
    assert t[:1].squeeze(axis=0).shape == (2,) and t.unbind(axis=1)[0].tolist() == [2, 3] and t.min().item() == 1


def test_asarray_of_what_people_have():
    t = ct.arange(3)
    assert ct.asarray([t, t]).tolist() == [[0, 1, 2]] * 2 and ct.asarray([[t, t], [t, t]]).shape == (2, 2, 3)
    assert ct.asarray([t[0], 1.5]).tolist() == [0, 1.5] and ct.asarray([t[1], t[2]]).dtype is ct.int64
    assert ct.asarray([[1, 2, 3], t]).tolist() == [[1, 2, 3], [0, 1, 2]]
    mixed = ct.asarray([np.arange(3.), t])
    assert mixed.dtype is ct.float64 and mixed.tolist() == [[0, 1, 2]] * 2
    assert ct.asarray([ct.scalar(1, 'float64'), ct.scalar(2, 'float32')]).dtype is ct.float64
    for one in (range(5), range(5, 0, -2), range(3, 3), range(2**62, 2**62 + 3), range(-2**63, -2**63 + 2)):
        made = ct.asarray(one)
        assert made.tolist() == list(one) and made.dtype is ct.int64
    assert ct.asarray(range(2**63, 2**63 + 2)).dtype is ct.uint64 and ct.asarray(range(3), 'float32').tolist() == [0, 1, 2]
    assert ct.asarray([range(3), range(3)]).shape == (2, 3)
    with pytest.raises(ct.InvalidError, match='256.*uint8'):
        ct.asarray(range(300), 'uint8')

    class Series:
        """Like those of pandas, without the buffer protocol and DLPack."""
        values = np.array([1., 2.])

        def __array__(self, dtype=None, copy=None):
            return self.values

    series = Series()
    assert ct.asarray(series).tolist() == [1, 2] and ct.asarray([series, series]).shape == (2, 2)
    assert ct.asarray(series, copy=False).data_ptr == series.values.__array_interface__['data'][0]
    assert ct.tensor(series).data_ptr != series.values.__array_interface__['data'][0]
    series.values = np.array([1, 2.5], object)
    assert ct.asarray(series).tolist() == [1, 2.5]
    assert ct.asarray(1e300).dtype is ct.float64 and ct.asarray([1e300, 1j]).dtype is ct.complex128
    for bad, error, match in ((['a', t], TypeError, 'str'), ('abc', TypeError, 'str'), ({1: 2}, TypeError, 'dict'),
                              ([t, t[:2]], ValueError, r'unequal shapes: \(2,\), \(3,\)')):
        with pytest.raises(error, match=match):
            ct.asarray(bad)


def test_what_people_type():
    t = ct.tensor([[1.25, 2.5], [3., 4.]])
    assert f'{t[0, 0]:.1f} {t[0, 1]} {t[1, 0]:>5}' == '1.2 2.5   3.0' and f'{t}' == repr(t)
    with pytest.raises(TypeError, match=r'shape \[2, 2\]'):
        f'{t:.2f}'
    assert round(t).tolist() == [[1, 2], [3, 4]] and round(t, 1).tolist()[0] == [pytest.approx(1.2), 2.5]
    assert [row.tolist() for row in reversed(t)] == [[3, 4], [1.25, 2.5]]
    assert (t.max().item(), t.min(axis=0).tolist(), t.max(1).tolist()) == (4, [1.25, 2.5], [2.5, 4])
    assert t.astype('int32').tolist() == [[1, 2], [3, 4]] and t.astype(t.dtype) is not t and t.astype(float).itemsize == 8
    assert t.astype(t.dtype, copy=False) is t and np.shares_memory(t.numpy(), np.asarray(t))
    assert (t.item(2), t.item(-1), t.item(1, 0), t.item((0, 1)), t.sum().item()) == (3, 4, 3, 2.5, 10.75)
    for wrong in ((4,), (-5,), (0, 2)):
        with pytest.raises(ct.IndexError):
            t.item(*wrong)
    assert t.transpose().tolist() == t.T.tolist() == t.transpose(None).tolist() and ct.ones((2, 3, 4)).transpose(2, 0, 1).shape == (4, 2, 3)
    assert t.round(1).equal(t.round_decimals(1)) and t.take([0, -1], axis=1).tolist() == t.tolist() and t.take([3, 0]).tolist() == [4, 1.25]
    assert t.repeat(2, axis=0).shape == (4, 2) and t.cumsum().tolist() == [1.25, 3.75, 6.75, 10.75] and t.cumprod()[0].item() == 1.25
    assert t.std(ddof=0).equal(t.std(correction=0)) and t.var(0, ddof=1, keepdims=True).equal(t.var(0, 1, True))
    assert t.clip(2).tolist() == [[2, 2.5], [3, 4]] and t.clip(max=2).tolist() == [[1.25, 2], [2, 2]] and t.trace().item() == 5.25
    assert t.dot(t).equal(t @ t) and t[0].dot([2, 2]).item() == 7.5 and t.conjugate().equal(t) and t.T.tobytes() == t.numpy().T.tobytes()
    t.fill(7)
    assert t.tolist() == [[7, 7]] * 2


def test_operators_with_lists():
    t = ct.tensor([1, 2, 3])
    for made in (t + [1, 2, 3], [1, 2, 3] + t, t * (2, 2, 2), (2, 2, 2) * t):
        assert made.tolist() == [2, 4, 6] and made.dtype is ct.int64
    assert (t == [1, 0, 3]).tolist() == [True, False, True] and (t < (2, 2, 2)).tolist() == [True, False, False]
    assert ([[1, 1, 1]] @ t).tolist() == [6] and (t @ [1, 2, 3]).item() == 14 and (t + [0.5, 0, 0]).dtype is ct.float32
    wide = t.to('float64') + [0.1, 0.2, 0.3]
    assert wide.tolist() == [1 + 0.1, 2 + 0.2, 3 + 0.3] and (t.to('float64') * [1j, 1, 1]).dtype is ct.complex128
    t += [1, 1, 1]
    assert t.tolist() == [2, 3, 4] and [2, 3, 4] in t and np.array(3) in t and [7, 7, 7] not in t and 'a' not in t
    quotient, rest = divmod(t, 3)
    assert (quotient.tolist(), rest.tolist()) == ([0, 1, 1], [2, 0, 1]) and divmod(7, t)[1].tolist() == [1, 1, 3]
    with pytest.raises(ValueError, match='must match'):
        assert (t == [1, 2]) is None
    for wrong in ({}, 'a', None):
        assert (t == wrong) is False
        with pytest.raises(TypeError):
            t + wrong
        with pytest.raises(TypeError):
            divmod(t, wrong)


def test_functions_of_numpy_with_lists_among_tensors():
    t = ct.tensor([0., 1., 2., 3.])
    for call in (lambda x: np.tile(x, 2), lambda x: np.repeat(x, [1, 2, 0, 1]), lambda x: np.searchsorted(x, [1.5, 2]),
                 lambda x: np.linspace(x[1], 4, 3), lambda x: np.append(x, [4, 5]), np.tril, lambda x: np.where(x > 1, x, [0, 0, 0, 9])):
        made = call(t)
        assert isinstance(made, ct.Tensor)
        np.testing.assert_array_equal(made.numpy(), call(t.numpy()))
    whole = ct.arange(6).reshape(2, 3)
    for call in (np.mean, np.std, lambda x: np.var(x, axis=0), np.average, np.imag, lambda x: np.hypot(x, x), lambda x: np.logaddexp(x, 1),
                 lambda x: np.maximum(x * 1j, 1), lambda x: np.max(x * 1j), lambda x: np.argmin(x + 1j)):  # PyTorch fails
        made = call(whole)
        assert isinstance(made, ct.Tensor)
        np.testing.assert_allclose(made.numpy(), call(whole.numpy()), 1e-6)
    assert np.result_type(t, 1.0) == np.float32
    with pytest.raises(ct.DtypeError):
        np.bitwise_and(t, t)


def test_complex_zeros_and_infinities():
    z = ct.xp.asarray([complex(ct.xp.inf, 2), complex(-ct.xp.inf, -2), 0.5 + 1j], dtype='complex128')
    assert [str(one) for one in ct.xp.tanh(z).tolist()[:2]] == ['(1+0j)', '(-1-0j)']
    assert ct.xp.tanh(z)[2].item() == ct.tanh(z)[2].item() and ct.xp.tanh(z.to('complex64')).dtype is ct.complex64
    zeros = ct.xp.expm1(ct.xp.asarray([complex(-0., 0.), complex(0., -0.)]))
    assert not ct.signbit(zeros.real).any() and ct.signbit(zeros.imag).tolist() == [False, True]


def test_arrays_without_axes_count_in_full_where_they_are_elements():
    small, wide = ct.scalar(1, 'uint8'), ct.scalar(300, 'uint16')
    for made in (ct.xp.concat([small, wide], axis=None), ct.xp.stack([small, wide]), ct.xp.concat([ct.ones(2, 'uint8'), wide], axis=None)):
        assert made.dtype is ct.uint16 and made[-1].item() == 300
    made = ct.xp.where(ct.tensor([True, False]), small, wide)
    assert made.dtype is ct.uint16 and made.tolist() == [1, 300] and ct.xp.where(ct.tensor([True]), small, 2).dtype is ct.uint8
    if hasattr(ct.xp, 'linalg'):
        made = ct.xp.linalg.tensordot(ct.ones(2, 'uint8'), wide, axes=0)
        assert made.dtype is ct.uint16 and made.tolist() == [300, 300]
