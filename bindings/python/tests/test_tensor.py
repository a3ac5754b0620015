"""Creation, indexing, operators, numbers, text and pickles."""
import copy
import operator
import pickle
import sys

import numpy as np
import pytest

import ctensor as ct


def test_creation():
    assert ct.zeros(3).tolist() == [0, 0, 0] and ct.zeros(3).dtype is ct.float32
    assert ct.ones([2, 2], 'int8').tolist() == [[1, 1], [1, 1]]
    assert ct.full((2,), 7).dtype is ct.int64 and ct.full((2,), 1.5).dtype is ct.float32
    assert ct.full((), 1j).dtype is ct.complex64 and ct.full(1, True).dtype is ct.bool
    assert ct.arange(4).tolist() == [0, 1, 2, 3] and ct.arange(3, 0, -1).tolist() == [3, 2, 1]
    assert ct.arange(0, 1, 0.25).tolist() == [0, 0.25, 0.5, 0.75]
    t = ct.empty((2, 3, 4, 5), ct.uint8)
    for make in (ct.empty_like, ct.zeros_like, ct.ones_like):
        assert make(t, ct.float64).shape == t.shape and make(t).dtype is ct.uint8
    assert ct.full_like(t, 3, format=ct.MemoryFormat.CHANNELS_LAST).strides == (60, 1, 15, 3)
    assert ct.empty_strided((2, 3), (-3, -1)).strides == (-3, -1)
    assert ct.scalar(2.5).dtype is ct.float64 and ct.scalar(2, ct.int8).item() == 2
    assert ct.number(2).is_wrapped_number and (ct.ones(1) * ct.number(2.5)).dtype is ct.float32
    meta = ct.meta((2, 3), ct.float64, strides=(1, 2))
    assert meta.is_meta and (meta + 1).is_meta and meta.data_ptr == 0 and meta.sum(0).shape == (3,)


@pytest.mark.parametrize('dtype', ct._header.DTYPES)
def test_every_dtype(dtype):
    values = [[1, 0, 1], [0, 1, 1]]
    t = ct.tensor(values, dtype)
    assert t.dtype is dtype and t.itemsize == dtype.itemsize and t.tolist() == values
    assert ct.dtype(dtype.name) is dtype and pickle.loads(pickle.dumps(dtype)) is dtype
    assert t.to('complex128').tolist() == values
    assert ct.can_cast(dtype, ct.complex128) and ct.promote_types(dtype, dtype) is dtype
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert ct.equal(pickle.loads(pickle.dumps(t, protocol)), t)


def test_to():
    t = ct.ones((2, 3)).T
    assert t.to() is t and t.to('float32') is t and t.to(copy=True) is not t
    copied = t.to(copy=True)
    assert copied.data_ptr != t.data_ptr and copied.equal(t) and copied.strides == t.strides
    assert t.to('int8').strides == (1, 3) and t.to('int8', ct.MemoryFormat.CONTIGUOUS).strides == (2, 1)
    assert t.clone().strides == (1, 3) and t.contiguous().strides == (2, 1) == ct.empty(2).resize_((3, 2)).strides


def test_numbers_are_copied_by_what_holds_on_to_them():
    assert ct.positive(2.5).item() == 2.5 and ct.abs(-3).item() == 3
    assert ct.where(ct.tensor([True, False]), 1, 2.5).tolist() == [1, 2.5]
    assert ct.clamp(7, 1, 5).item() == 5 and ct.result_type(ct.ones(1, 'int8'), 2) is ct.int8
    kept = [ct.mul(1, 3) for _ in range(3)]
    assert [one.item() for one in kept] == [3, 3, 3]


def test_lists():
    assert ct.tensor([]).shape == (0,) and ct.tensor([[], []]).shape == (2, 0) and ct.tensor(3).shape == ()
    assert ct.tensor([1, True]).dtype is ct.int64 and ct.tensor([True]).dtype is ct.bool
    assert ct.tensor([1, 2.5]).tolist() == [1, 2.5] and ct.tensor([1j, 2]).tolist() == [1j, 2]
    assert ct.tensor([2**64 - 1]).dtype is ct.uint64 and ct.tensor([2**64 - 1]).tolist() == [2**64 - 1]
    for bad, error in (([[1], [2, 3]], ValueError), ([[1], 2], ValueError), (['a'], TypeError), ([2**64], OverflowError)):
        with pytest.raises(error):
            ct.tensor(bad)
    for bad, dtype in (([300], ct.uint8), ([-1], ct.uint8), ([1.5], ct.int32), ([float('nan')], ct.int32),
                       ([1e39], ct.float32), ([1j], ct.float64), ([2**63], ct.int64), ([-1, 2**63], ct.uint64)):
        with pytest.raises(ct.InvalidError, match=dtype.name):
            ct.tensor(bad, dtype)
    assert ct.tensor([True, 2, 3.7, 1j], ct.complex64).tolist() == [1, 2, pytest.approx(3.7), 1j]


def test_indexing_is_numpy_s():
    t = ct.arange(24).reshape(2, 3, 4)
    view = memoryview(t)
    assert t[1, 2, 3].item() == 23 == view[1, 2, 3] and t[-1, -1, -1].item() == 23
    assert t[0].tolist() == t.tolist()[0] and t[..., 0].tolist() == [[0, 4, 8], [12, 16, 20]]
    assert t[:, ::-1, ::-2].tolist() == [[[11, 9], [7, 5], [3, 1]], [[23, 21], [19, 17], [15, 13]]]
    assert t[None].shape == (1, 2, 3, 4) and t[..., None].shape == (2, 3, 4, 1) and t[0, None, 1:].shape == (1, 2, 4)
    assert t[1:1].shape == (0, 3, 4) and t[5:].shape == (0, 3, 4) and t[-100:100].shape == t.shape
    assert t[:, 1].data_ptr == t.data_ptr + 4 * 8 and t[...].data_ptr == t.data_ptr and t[()].shape == t.shape
    assert t[ct.scalar(1)].tolist() == t[1].tolist()
    assert t[2**70:].shape == (0, 3, 4) and t[:, :, -2**63::-1].shape == (2, 3, 0)
    assert [row.shape for row in t] == [(3, 4)] * 2 and len(t) == 2 and 23 in t and 24 not in t
    with pytest.raises(IndexError, match='2.*range|range.*2'):
        t[2]
    with pytest.raises(IndexError, match='4 indices for a Tensor of 3 dims'):
        t[0, 0, 0, 0]
    with pytest.raises(IndexError, match='at most one'):
        t[..., ...]
    for key in ('a', 1.0, {}, [0.5]):
        with pytest.raises((IndexError, TypeError), match='ints|integers'):
            t[key]
    with pytest.raises(ValueError):
        t[::0]
    for none in (lambda: len(t[0, 0, 0]), lambda: iter(t[0, 0, 0])):
        with pytest.raises(TypeError):
            none()


def test_assignment():
    t = ct.zeros((2, 3))
    t[0] = 1
    t[:, 1] = ct.tensor([5., 6.])
    t[1, ::-1][:2] = [[7, 8]][0]
    assert t.tolist() == [[1, 5, 1], [0, 8, 7]]
    t[...] = ct.arange(3)  # broadcasts and converts
    assert t.tolist() == [[0, 1, 2]] * 2
    i = ct.zeros(3, ct.int32)
    with pytest.raises(ct.InvalidError, match='2.5'):
        i[0] = 2.5
    with pytest.raises(ct.ShapeError, match=r'\[4\]'):
        t[...] = ct.ones(4)
    with pytest.raises(TypeError, match='deleted'):
        del t[0]
    with pytest.raises(ct.OverlapError):
        t[0, :1].expand(3)[...] = 1


@pytest.mark.parametrize('dtype', ct._header.DTYPES)
def test_assigned_numbers_and_lists_are_refused_alike(dtype):
    """A number that the dtype can't hold raises the same error everywhere; Tensors and arrays convert as in copy_."""
    def result(value):
        t = ct.zeros(1, dtype)
        try:
            t[...] = value
        except (ct.Error, OverflowError) as error:
            return type(error), str(error)
        return repr(t)
    refused = 0
    for value in (0, True, 1.5, -1, 127, 128, 255, 256, 300, 65504, 70000.0, 2**31, 2**53 + 1, 2**63 - 1, 2**63, 2**64 - 1,
                  2**64, -2**63, -2**63 - 1, 1e30, 1e39, -1e300, float('inf'), float('nan'), 1j, 1 + 0j, 1e300j):
        wanted = result(value)
        assert result([value]) == wanted and result((value,)) == wanted and result([[value]]) == wanted
        refused += wanted[0] is ct.InvalidError
    integer = 'int' in dtype.name
    assert refused >= (9 if integer else 0)
    lossy = ct.tensor([1.5, 300, -1])
    t = ct.zeros(3, dtype)
    for value in (lossy, memoryview(lossy)):
        t[...] = value
        assert t.equal(ct.zeros(3, dtype).copy_(lossy))


BINARY = [operator.add, operator.sub, operator.mul, operator.truediv, operator.floordiv, operator.mod, operator.pow]
BITS = [operator.and_, operator.or_, operator.xor, operator.lshift, operator.rshift]


@pytest.mark.parametrize('op', BINARY + BITS)
def test_operators(op):
    dtype = ct.int32 if op in BITS else ct.float64
    values, others = ([5, 6, 7], [1, 2, 3]) if op in BITS else ([5., 6., 7.], [2., 4., 0.5])
    a, b = ct.tensor(values, dtype), ct.tensor(others, dtype)
    assert op(a, b).tolist() == [op(x, y) for x, y in zip(values, others)]
    assert op(a, others[0]).tolist() == [op(x, others[0]) for x in values]
    assert op(values[0], b).tolist() == [op(values[0], y) for y in others]
    in_place = getattr(operator, 'i' + op.__name__.rstrip('_'))
    same = a
    a = in_place(a, b)
    assert a is same and a.tolist() == [op(x, y) for x, y in zip(values, others)]
    with pytest.raises(TypeError):
        op(a, 'x')
    with pytest.raises(ct.ShapeError, match=r'\[3\]'):
        in_place(a, ct.ones((2, 3), dtype))
    assert a.shape == (3,)


def test_comparison_and_unary():
    t = ct.tensor([1, -2, 3])
    assert (t < 2).tolist() == [True, True, False] and (t == ct.tensor([1, 0, 3])).tolist() == [True, False, True]
    assert (2 >= t).tolist() == [True, True, False] and (t != 1).tolist() == [False, True, True]
    assert (-t).tolist() == [-1, 2, -3] and abs(t).tolist() == [1, 2, 3] and (~t).tolist() == [-2, 1, -4]
    assert (+t).tolist() == t.tolist() and (t == 'x') is False and (t != None) is True  # noqa: E711
    with pytest.raises(TypeError):
        operator.lt(t, 'x')
    with pytest.raises(TypeError, match='unhashable'):
        hash(t)


def test_matmul():
    a, b = ct.arange(6).reshape(2, 3), ct.arange(12).reshape(3, 4)
    assert (a @ b).tolist() == (np.asarray(a) @ np.asarray(b)).tolist() and (b[:, 0] @ b[:, 1]).item() == 92
    with pytest.raises(ValueError, match='rows of 3 and columns of 2'):
        a @ a
    with pytest.raises(TypeError):
        a @ 2
    square = ct.tensor([[1, 1], [0, 1]])
    same = square
    same @= square
    assert same is square and square.tolist() == [[1, 2], [0, 1]]


def test_numbers():
    assert float(ct.tensor(2.5)) == 2.5 and int(ct.tensor([[2.9]])) == 2 and bool(ct.tensor(0)) is False
    assert complex(ct.tensor(1j)) == 1j and complex(ct.tensor(2)) == 2 and list(range(5))[ct.tensor(3)] == 3
    assert bool(ct.tensor([1j])) and ct.tensor(True).item() is True and ct.tensor([7], ct.uint64).item() == 7
    with pytest.raises(ValueError, match=r'shape \[2\] is ambiguous: use any\(\) or all\(\)'):
        bool(ct.ones(2))
    for bad in (lambda: float(ct.ones(2)), lambda: ct.ones(0).item()):
        with pytest.raises(ct.ShapeError):
            bad()
    for bad in (lambda: operator.index(ct.tensor(1.5)), lambda: operator.index(ct.tensor(True)),
                lambda: int(ct.tensor(1j))):
        with pytest.raises(TypeError):
            bad()


def test_views_and_copies():
    t = ct.arange(6).reshape(2, 3)
    assert t.T.shape == (3, 2) and t.permute(1, 0).strides == t.permute([1, 0]).strides == t.transpose(0, 1).strides
    assert t.view(3, -1).shape == (3, 2) and t.reshape([6]).shape == (6,) and t.flatten().shape == (6,)
    assert t.flip(0, -1).tolist() == [[5, 4, 3], [2, 1, 0]] and t.flip(1).strides == (3, -1)
    assert t.narrow(1, 1, 2).tolist() == [[1, 2], [4, 5]] and t.select(0, 1).tolist() == [3, 4, 5]
    assert t.slice(1, step=-1).tolist() == t[:, ::-1].tolist() and t.slice(0, 1, 2).tolist() == [[3, 4, 5]]
    assert t.unsqueeze(0).shape == (1, 2, 3) and t.unsqueeze(0).squeeze().shape == (2, 3)
    assert t.unsqueeze(0).squeeze(0).shape == (2, 3) and t[0].expand(4, -1).strides == (0, 1)
    assert t.movedim(0, 1).shape == (3, 2) and t.movedim([0, 1], [1, 0]).shape == (3, 2)
    assert t.as_strided((3,), (2,), 1).tolist() == [1, 3, 5]
    c = ct.tensor([1 + 2j])
    assert c.real.tolist() == [1] and c.imag.tolist() == [2] and c.real.data_ptr == c.data_ptr
    assert t.contiguous() is t and t.to(ct.int64) is t and t.clone() is not t and t.T.contiguous() is not t
    assert t.to('float16', ct.MemoryFormat.CONTIGUOUS).dtype is ct.float16
    assert t.is_contiguous() and not t.T.is_contiguous() and t.T.is_non_overlapping_and_dense
    x = ct.empty((1, 2, 3, 4)).contiguous(ct.MemoryFormat.CHANNELS_LAST)
    assert ct.MemoryFormat(x.suggest_memory_format()) is ct.MemoryFormat.CHANNELS_LAST
    assert t.clone().copy_(ct.ones(3)).tolist() == [[1] * 3] * 2 and t.clone().fill_(4).tolist() == [[4] * 3] * 2
    assert ct.result_type(ct.ones(1, 'int8'), 2.5) is ct.float32 and ct.result_type(ct.ones(1, 'int8'), 2) is ct.int8


def test_text_is_pytorch_s():
    assert repr(ct.tensor([[1., 2.5], [3., -4.]])) == 'tensor([[ 1.0000,  2.5000],\n        [ 3.0000, -4.0000]])'
    assert str(ct.arange(3)) == 'tensor([0, 1, 2])' and repr(ct.tensor([True])) == 'tensor([True])'
    assert repr(ct.ones(1, 'float64')) == 'tensor([1.], dtype=float64)' and repr(ct.float32) == 'ctensor.float32'


def test_pickle_keeps_layout_and_shares():
    t = ct.arange(24).to(ct.float32).reshape(1, 2, 3, 4).contiguous(ct.MemoryFormat.CHANNELS_LAST)
    again = pickle.loads(pickle.dumps(t))
    assert again.strides == t.strides and again.equal(t) and not again.is_read_only
    buffers = []
    data = pickle.dumps(t, 5, buffer_callback=buffers.append)
    assert len(buffers) == 1 and len(data) < 300
    shared = pickle.loads(data, buffers=buffers)
    assert shared.data_ptr == t.data_ptr and shared.equal(t)
    assert pickle.loads(data, buffers=[bytes(buffers[0].raw())]).is_read_only
    odd = memoryview(bytearray(b'x') + bytes(buffers[0].raw()))[1:]  # misaligned, so it is copied
    assert pickle.loads(data, buffers=[odd]).equal(t)
    flipped = t.flip(3)
    assert pickle.loads(pickle.dumps(flipped)).equal(flipped)
    assert pickle.loads(pickle.dumps(ct.meta((2, 3)))).is_meta
    assert pickle.loads(pickle.dumps(ct.zeros((0, 3)))).shape == (0, 3)
    assert pickle.loads(pickle.dumps(ct.number(3))).is_wrapped_number
    with pytest.raises(ValueError):
        pickle.loads(data, buffers=[b'short'])
    for make in (copy.copy, copy.deepcopy):
        assert make(t).equal(t) and make(t).data_ptr != t.data_ptr


def test_settings():
    before = ct.get_num_threads()
    ct.set_num_threads(2)
    assert ct.get_num_threads() == 2
    ct.set_num_threads(0)
    assert ct.get_num_threads() == before and ct.isa() in ('base', 'avx2', 'avx512')
    ct.set_deterministic(True)
    assert ct.get_deterministic()
    ct.set_deterministic(False)
    limit = ct.get_cache_limit()
    ct.set_cache_limit(0)
    ct.trim()
    ct.set_cache_limit(limit)
    assert ct.version()[:2] == tuple(map(int, ct.__version__.split('.')))[:2]
    assert ct.status_name(-2) == 'CT_ERROR_SHAPE'
    with pytest.raises(ct.InvalidError):
        ct.set_num_threads(-1)
    with pytest.raises(ct.InvalidError, match='^set_thread_pool: .*-1'):
        ct.set_thread_pool(-1)


def test_no_references_lost():
    def work():
        t = ct.tensor([[1., 2.], [3., 4.]])
        for f in (lambda: t + t, lambda: t[0], lambda: t.sum(), lambda: t.tolist(), lambda: repr(t), lambda: t.max_dim(0),
                  lambda: t + 'x', lambda: t + ct.ones(3), lambda: t[9], lambda: memoryview(t), lambda: t.clone().shape):
            try:
                f()
            except (TypeError, ValueError, IndexError):
                pass
    work()
    before = sys.getallocatedblocks()
    for _ in range(200):
        work()
    assert sys.getallocatedblocks() - before < 100


def test_indexing_by_integers_and_masks():
    a = np.arange(24).reshape(2, 3, 4)
    t = ct.arange(24).reshape(2, 3, 4)
    i, j = [1, 0, -1], [[0], [1]]
    keys = [[1, 0], (slice(None), [2, 0]), (..., [3, 0]), ([1, 0], [2, 1]), (slice(None), [0, 2], [1, 3]), ([0, 1], ..., [1, 3]),
            (slice(None, None, -1), [0, 2]), (None, [0, 1]), ([1], None, slice(1, 3)), j, (i, slice(None), 0), [], [True, False],
            ([False, True], [0, 1, 1]), (slice(None), [[True, False, False, True]] * 3)]
    for key in keys:
        def each(make, key=key):
            return tuple(make(one) if isinstance(one, list) else one for one in key) if isinstance(key, tuple) else make(key)
        of_numpy = each(lambda x: np.array(x, dtype=int if not x else None))
        wanted = a[of_numpy]
        for given in (each(list), of_numpy, each(lambda x: ct.tensor(x, None if x else ct.int64))):
            assert t[given].tolist() == wanted.tolist() and t[given].shape == wanted.shape
    assert t[t > 20].tolist() == [21, 22, 23] and t[ct.tensor(True)].shape == (1, 2, 3, 4)
    assert t[np.int64(1)].tolist() == t[1].tolist() and t[np.array(1)].data_ptr == t[1].data_ptr
    assert t[0, ct.tensor([1, 2], 'uint8')].tolist() == a[0, [1, 2]].tolist()
    with pytest.raises(ct.IndexError, match='3.*dim 1'):
        t[:, [0, 3]]
    with pytest.raises(IndexError, match='4 indices for a Tensor of 3 dims'):
        t[t > 2, [0]]
    with pytest.raises(ct.IndexError, match='do not broadcast'):
        t[[0, 1], [0, 1, 2]]


def test_assignment_by_integers_and_masks():
    t, a = ct.arange(12).reshape(3, 4), np.arange(12).reshape(3, 4)
    for x in (t, a):
        x[[2, 0], 1:3] = 5
        x[x > 8] = -1
        x[:, [0, 3]] = [[20], [30], [40]]
        x[[1], ::-1] += 100
    assert t.tolist() == a.tolist()
    t[[0, 1], [1, 1]] = ct.tensor([1.5, 2.5])  # it converts, as it does without integers
    assert t[:2, 1].tolist() == [1, 2]
    with pytest.raises(ct.InvalidError, match='2.5'):
        t[[0]] = 2.5
    with pytest.raises(ct.ShapeError):
        t[[0, 1]] = ct.ones(3)
    with pytest.raises(TypeError, match='deleted'):
        del t[[0]]
    assert ct.index(t, [None, ct.tensor([1])]).tolist() == t[:, [1]].tolist() == t.index((None, ct.tensor([1]))).tolist()
    out = ct.zeros(0, ct.int64)
    assert ct.index(t, [t > 1000], out=out) is out and out.shape == (0,)
    assert t.index_put_([ct.tensor([0, 0])], ct.tensor(7), accumulate=True) is t and t[0, 1].item() == 15
    with pytest.raises(ct.DtypeError, match='index_put_'):
        t.index_put_([ct.tensor([0])], 0.5)


def test_unique():
    t = ct.tensor([3, 1, 1, 3, 3])
    assert t.unique().tolist() == [1, 3] and ct.unique_consecutive(t).tolist() == [3, 1, 3]
    values, inverse, counts = ct.unique(t, True, True)
    assert inverse.tolist() == [1, 0, 0, 1, 1] and counts.tolist() == [2, 3] and values[inverse].tolist() == t.tolist()
    _, counts = t.unique_consecutive(return_counts=True)
    assert counts.tolist() == [1, 2, 2]
    assert t.sort_values().tolist() == [1, 1, 3, 3, 3] and ct.sort_values(t, 0, True).tolist() == [3, 3, 3, 1, 1]
    out = ct.zeros(0, t.dtype)
    assert t.sort_values(out=out) is out and out.shape == (5,)
    rows = ct.tensor([[2, 1], [0, 5], [2, 1]])
    values, inverse = rows.unique(return_inverse=True, dim=0)
    assert values.tolist() == [[0, 5], [2, 1]] and inverse.tolist() == [1, 0, 1]
    assert ct.unique_consecutive(rows, dim=-1).tolist() == rows.tolist()
    with pytest.raises(ct.IndexError, match='2'):
        rows.unique(dim=2)
    with pytest.raises(ct.DtypeError, match='unique'):
        ct.zeros(2, 'complex64').unique()


def test_parts_beyond_the_size_are_not_made_room_for():
    parts = ct.ones((2, 3)).chunk(2**31 - 1, dim=-1)
    assert [part.shape for part in parts] == [(2, 1)] * 3
