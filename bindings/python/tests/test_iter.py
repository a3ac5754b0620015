"""Kernels in Python: for_each, reduce and cursors, over converted blocks too; failing kernels; threads."""
import gc
import threading
import weakref

import numpy as np
import pytest

import ctensor as ct


def arrays(piece):
    return [np.asarray(one) for one in piece]


def multiply(piece):
    out, a, b = arrays(piece)
    np.multiply(a, b, out=out)


@pytest.mark.parametrize('shape', [(), (0,), (5,), (300, 400), (3, 1, 4)])
@pytest.mark.parametrize('dtypes', [('float32', 'float32'), ('float16', 'float64'), ('int32', 'float32')])
def test_for_each(shape, dtypes):
    rng = np.random.default_rng(1)
    x, y = (np.asarray(rng.integers(0, 9, shape)).astype(dtype) for dtype in dtypes)
    a, b = ct.asarray(x), ct.asarray(y[..., ::-1] if shape else y)
    it = ct.Iter([None], [a, b], preset=ct.IterPreset.BINARY)
    it.for_each(multiply)
    assert (np.asarray(it.operand(0)) == x * np.asarray(b)).all() and it.operand(0).dtype is it.common_dtype
    serial = ct.Iter([None], [a, b], preset=ct.IterPreset.BINARY)
    serial.serial_for_each(multiply)
    assert serial.operand(0).equal(it.operand(0))
    pulled = ct.Iter([None], [a, b], preset=ct.IterPreset.BINARY)
    assert sum(piece[0].numel for piece in map(lambda piece: multiply(piece) or piece, pulled.cursor())) == x.size
    assert pulled.operand(0).equal(it.operand(0))


def test_given_and_converted_outputs():
    a = ct.arange(12).reshape(3, 4)
    out = ct.zeros((3, 4), 'float64')
    it = ct.Iter([out], [a, a.flip(0)], preset=ct.IterPreset.BINARY)  # it computes in int64 and writes float64
    assert it.dtype(0) is ct.int64 and it.operand(0) is out and len(it) == 3 and it.numel == 12
    it.for_each(multiply)
    assert out.tolist() == (a * a.flip(0)).tolist()
    with pytest.raises(ct.ShapeError, match=r'\[2\]'):
        ct.Iter([ct.zeros(2)], [ct.ones(3)])
    in_place = ct.ones(3)
    ct.Iter([in_place], [in_place, ct.arange(3).to(ct.float32)]).for_each(multiply)
    assert in_place.tolist() == [0, 1, 2]
    assert ct.Iter([None], [a.T]).sizes == (12,) and ct.Iter([None], [a]).strides(1) == (8,)
    with pytest.raises(IndexError):
        it.operand(3)
    with pytest.raises(TypeError):
        ct.Iter([3], [a])
    with pytest.raises(TypeError):
        ct.Iter([None], [3])
    linear = ct.Iter([None], [a.T], flags=ct.IterFlag.LINEAR)
    assert [piece.begin for piece in linear.cursor(4, 8)][0] == 4 and linear.ndim == 2
    with pytest.raises(IndexError):
        linear.cursor(5, 50)


def test_input_dtypes():
    a, b = ct.arange(3), ct.ones(3)
    it = ct.Iter([None], [a, b], flags=ct.IterFlag.PROMOTE_INPUTS, input_dtypes=['float64', None])
    assert it.dtype(1) is ct.float64 and it.dtype(2) is ct.float32 is it.common_dtype
    it.for_each(lambda piece: np.add(*arrays(piece)[1:], out=arrays(piece)[0], casting='same_kind'))
    assert it.operand(0).tolist() == [1, 2, 3]
    with pytest.raises(ValueError, match='input_dtypes: one for each of 2 operands'):
        ct.Iter([None], [a, b], input_dtypes=['int8'])


def test_shape_before_fusing():
    it = ct.Iter([None], [ct.zeros((2, 3, 4)).permute(2, 0, 1)])
    assert it.sizes == (24,) and it.broadcast_sizes == (4, 2, 3) and it.permutation == (0, 2, 1)
    assert ct.Iter([None], [ct.zeros(())]).broadcast_sizes == () == ct.Iter([None], [ct.zeros(())]).permutation


def loop(piece):
    total, x = arrays(piece)
    total += x.sum(axis=tuple(i for i in (0, 1) if total.shape[i] == 1), keepdims=True)


def combine(piece):
    into, other = arrays(piece)
    into += other


@pytest.mark.parametrize('dims', [(0,), (1,), (0, 1)])
@pytest.mark.parametrize('shape', [(4, 5), (700, 300), (3, 100000)])
def test_reduce(dims, shape):
    x = ct.arange(shape[0] * shape[1]).reshape(shape) % 10
    out = ct.zeros([1 if i in dims else n for i, n in enumerate(shape)], 'int64')
    ct.Iter([out], [x], preset=ct.IterPreset.REDUCE).reduce(loop, combine, [0])
    assert out.equal(x.sum(dims, keepdim=True))
    wide = ct.zeros_like(out, 'float32')
    ct.Iter([wide], [x.to('float32')], preset=ct.IterPreset.REDUCE).reduce(loop, combine, [0.0], accumulator='float64')
    assert wide.tolist() == out.tolist()
    with pytest.raises(ValueError, match='one for each of 1'):
        ct.Iter([out], [x], preset=ct.IterPreset.REDUCE).reduce(loop, combine, [])


class Failed(Exception):
    pass


def test_failing_kernels():
    def fail(piece):
        raise Failed('here')
    x = ct.ones((512, 512))
    out = ct.zeros((512, 1))
    for walk in (lambda: ct.Iter([None], [x]).for_each(fail, 100), lambda: ct.Iter([None], [x]).serial_for_each(fail),
                 lambda: ct.Iter([out], [x], preset=ct.IterPreset.REDUCE).reduce(fail, combine, [0.0])):
        with pytest.raises(Failed, match='here') as caught:
            walk()
        assert caught.traceback[-1].name == 'fail'
    out = ct.zeros((1, 1))
    with pytest.raises(Failed):
        ct.Iter([out], [ct.ones((2000, 2000))], preset=ct.IterPreset.REDUCE).reduce(loop, fail, [0.0])
    with pytest.raises(TypeError):
        ct.Iter([None], [x]).for_each(3)


@pytest.mark.parametrize('dtype', ['float32', 'float64'])
def test_kept_pieces_stay_valid(dtype):
    x = ct.arange(5000).to(dtype)
    kept = []
    it = ct.Iter([None], [x, ct.ones(1, 'float64')], preset=ct.IterPreset.BINARY)
    it.for_each(lambda piece: kept.append([piece, *map(np.asarray, piece)]))
    for piece in it.cursor():
        kept.append([piece, *map(np.asarray, piece)])
    del it, x, piece
    gc.collect()
    fresh = [ct.full(5000, 7.0) for _ in range(10)]
    seen = sorted(value for _, _, one, _ in kept for value in one.ravel().tolist())
    assert seen == sorted(list(range(5000)) * 2) and len(fresh) == 10
    with pytest.raises(ct.ReadOnlyError):
        same = ct.Iter([None], [ct.ones(3)])
        same.for_each(lambda piece: piece[1].fill_(0))


def test_operands_may_be_resized_meanwhile():
    a = ct.ones(4)
    out = ct.zeros(4)
    it = ct.Iter([out], [a, a])
    a.resize_(1 << 16)
    out.resize_(1 << 16)
    it.for_each(multiply)
    assert it.numel == 4


def test_cursor_ends():
    x = ct.ones((3, 5), 'float16')
    out = ct.zeros((3, 5), 'float16')
    it = ct.Iter([out], [x, ct.scalar(2.0, 'float64')[None]], preset=ct.IterPreset.BINARY)
    cursor = it.cursor()
    multiply(next(cursor))
    cursor.close()
    assert out.sum().item() == 30
    assert list(cursor) == []
    with it.cursor() as cursor:
        next(cursor)[0].fill_(7)
    assert out.sum().item() == 105
    cursor = it.cursor()
    next(cursor)[0].fill_(1)
    del cursor  # this also writes back
    assert out.sum().item() == 15


def test_nothing_is_kept():
    class Kernel:
        def __call__(self, piece):
            multiply(piece)
    kernel, a = Kernel(), ct.ones(5)
    refs = [weakref.ref(kernel), weakref.ref(a)]
    ct.Iter([None], [a, a]).for_each(kernel)
    del kernel, a
    gc.collect()
    assert [ref() for ref in refs] == [None, None]


def test_threads():
    """Several threads at once run ops and kernels, and release buffers of other threads."""
    failures = []

    def work(seed):
        try:
            x = np.full((200, 100), seed, 'f4')
            t = ct.asarray(x)
            for _ in range(30):
                assert ((t + t).sum().item()) == 40000 * seed
                it = ct.Iter([None], [t, t.flip(0)])
                it.for_each(multiply, 500)
                assert it.operand(0)[3, 4].item() == seed * seed
                del it
        except BaseException as failure:
            failures.append(failure)
    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(1, 6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def test_other_threads_run_meanwhile():
    """A kernel on this thread waits for another Python thread, which runs only if the walk has released the lock."""
    started, done = threading.Event(), threading.Event()

    def other():
        started.wait(10)
        done.set()
    thread = threading.Thread(target=other)
    thread.start()
    ct.Iter([None], [ct.ones(3)]).for_each(lambda piece: (started.set(), done.wait(10)))
    thread.join()
    assert done.is_set()
    x, stop, counts = ct.ones(1 << 22), threading.Event(), [0]

    def count():
        while not stop.is_set():
            counts[0] += 1
    thread = threading.Thread(target=count)
    thread.start()
    before = counts[0]
    for _ in range(20):
        ct.sin(x)
    assert counts[0] > before
    stop.set()
    thread.join()
