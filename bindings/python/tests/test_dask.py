"""Compares Dask arrays of Tensors with the same graphs of NumPy's arrays."""
import doctest
import os
import pathlib
import pickle
import subprocess
import sys

import ctensor as ct
import numpy as np
import pytest

if os.environ.get('CT_REQUIRE_ALL') != '1':
    pytest.importorskip('dask.array')
import ctensor.dask as cd  # noqa: E402
import dask  # noqa: E402
import dask.array as da  # noqa: E402
from dask.base import tokenize  # noqa: E402
from dask.sizeof import sizeof  # noqa: E402

ct.set_num_threads(0)  # restores the default for other tests, since the import has set 1

EXAMPLES = pathlib.Path(__file__).parent.parent / 'examples'


@pytest.fixture(autouse=True, scope='module')
def threads():
    """Two threads of Dask's."""
    cd.set_chunk_threads()
    with dask.config.set(scheduler='threads', num_workers=2):
        yield
    ct.set_num_threads(0)


class Sides:
    """The same Dask arrays, with Tensors or NumPy's arrays as chunks."""

    def __init__(self, of_tensors):
        rng = np.random.default_rng(0)
        self.made = ct.asarray if of_tensors else np.asarray
        a = rng.standard_normal((12, 10)).astype('f4')
        with_nan = a.copy()
        with_nan[2, 3] = np.nan
        self.a = self.array(a, (5, 4))
        self.b = self.array(rng.standard_normal((12, 10)).astype('f4'), (5, 4))
        self.v = self.array(rng.standard_normal(37).astype('f4'), 10)
        self.n = self.array(rng.standard_normal((4, 6, 5)), (2, 3, 5))
        self.i = self.array(rng.integers(0, 100, (12, 10)), (5, 4))
        self.nan = self.array(with_nan, (5, 4))
        self.c = self.array((a + 1j * a[::-1]).astype('c8'), (5, 4))
        self.tall = self.array(rng.standard_normal((40, 5)), (10, 5))

    def array(self, values, chunks):
        return da.from_array(self.made(values.copy()), chunks=chunks, asarray=False)


TENSORS, ARRAYS = Sides(True), Sides(False)


def blurred(x):
    return (x + np.roll(x, 1, axis=0) + np.roll(x, -1, axis=1)) / 3


def assigned(x, key, value):
    x = x.copy()
    x[key] = value
    return x


CASES = {
    'elementwise': [
        lambda s: s.a + s.b, lambda s: 2 * s.a - 1, lambda s: s.a * s.a[0], lambda s: s.a / s.b, lambda s: s.a**2,
        lambda s: s.a * np.float32(3), lambda s: (s.a > 0.5) & (s.b < 0), lambda s: ~(s.a > 0), lambda s: abs(s.a),
        lambda s: da.exp(s.a), lambda s: np.sqrt(abs(s.a)), lambda s: da.where(s.a > 0, s.a, s.b),
        lambda s: da.where(s.a > 0, s.a, 0), lambda s: da.clip(s.a, -1, 1), lambda s: s.a.astype('f8'),
        lambda s: (s.a * 10).astype(np.int32), lambda s: da.maximum(s.a, s.b), lambda s: da.arctan2(s.a, s.b),
        lambda s: da.isnan(s.nan), lambda s: da.isclose(s.a, s.b), lambda s: da.nan_to_num(s.nan), lambda s: da.rint(s.a),
        lambda s: da.around(s.a, 2), lambda s: da.modf(s.a)[0], lambda s: s.i % 7, lambda s: s.i // 7, lambda s: s.i & 3,
        lambda s: s.c.conj() * s.c, lambda s: s.c.real + s.c.imag, lambda s: s.a + np.ones((12, 10), 'f4')],
    'reductions': [
        lambda s: s.a.sum(), lambda s: s.a.sum(axis=0), lambda s: s.a.sum(axis=1, keepdims=True), lambda s: s.n.sum(axis=(0, 2)),
        lambda s: s.a.prod(axis=0), lambda s: s.i.sum(axis=0), lambda s: s.a.sum(axis=0, dtype='f8'), lambda s: s.a.mean(),
        lambda s: s.a.mean(axis=0), lambda s: s.i.mean(axis=0), lambda s: s.c.mean(axis=0), lambda s: s.a.std(),
        lambda s: s.a.std(axis=1), lambda s: s.a.var(axis=0, ddof=1), lambda s: s.n.var(axis=(0, 1)), lambda s: s.a.max(),
        lambda s: s.a.min(axis=0), lambda s: (s.a > 0).any(axis=0), lambda s: (s.a > 0).all(), lambda s: s.a.argmax(axis=0),
        lambda s: s.a.argmin(axis=1), lambda s: s.a.argmax(), lambda s: s.a.argmin(axis=1, keepdims=True),
        lambda s: s.a.cumsum(axis=0), lambda s: s.a.cumprod(axis=1), lambda s: da.nansum(s.nan, axis=0),
        lambda s: da.nanmean(s.nan, axis=0), lambda s: da.nanmax(s.nan, axis=0), lambda s: da.nanstd(s.nan, axis=0),
        lambda s: da.nanargmax(s.nan, axis=0), lambda s: da.median(s.a, axis=0), lambda s: da.quantile(s.a, [.3, .5], axis=0),
        lambda s: s.a.moment(3), lambda s: da.average(s.a, axis=0, weights=abs(s.b)), lambda s: da.linalg.norm(s.a),
        lambda s: da.count_nonzero(s.a > 0, axis=0), lambda s: da.reduction(s.a, np.sum, np.sum, dtype='f4')],
    'shapes': [
        lambda s: s.a.rechunk((3, 10)), lambda s: s.a[2:9:2, ::-1], lambda s: s.a[3], lambda s: s.a[[0, 7, 3]],
        lambda s: s.a[np.arange(12) % 3 > 0], lambda s: s.a[s.a > 0], lambda s: s.a[:, None], lambda s: s.a[3:3],
        lambda s: s.a.vindex[[1, 2], [3, 4]], lambda s: s.v[da.from_array(np.array([3, 1, 20]), chunks=2)],
        lambda s: assigned(s.a, (slice(2, 4),), 7), lambda s: assigned(s.a, s.a > 0, 0), lambda s: s.n[..., 0],
        lambda s: s.a.reshape(-1), lambda s: s.a.ravel(), lambda s: s.n.reshape(4, 30), lambda s: s.a.T,
        lambda s: s.n.transpose(2, 0, 1), lambda s: s.n.swapaxes(0, 1), lambda s: da.squeeze(s.a[:, None]),
        lambda s: da.broadcast_to(s.a, (3, 12, 10)), lambda s: da.flip(s.a, 0), lambda s: da.roll(s.a, 3, axis=0),
        lambda s: da.repeat(s.a, 2, axis=0), lambda s: da.tile(s.a, 2), lambda s: da.pad(s.a, 2, mode='reflect'),
        lambda s: da.tril(s.a), lambda s: da.diag(s.v), lambda s: da.diagonal(s.a), lambda s: da.concatenate([s.a, s.b]),
        lambda s: da.stack([s.a, s.b]), lambda s: da.block([[s.a, s.b]]), lambda s: da.zeros_like(s.a),
        lambda s: da.full_like(s.a, 3), lambda s: s.a.shuffle([[1, 2, 3], [0, 4, 5, 6, 7, 8, 9, 10, 11]], axis=0)],
    'functions of chunks': [
        lambda s: s.a.map_blocks(lambda x: x * 2 + 1), lambda s: s.a.rechunk((5, 10)).map_blocks(
            lambda x: x.sum(axis=1), drop_axis=1, dtype='f4'),
        lambda s: s.a.map_blocks(lambda x, block_info=None: x + block_info[0]['chunk-location'][0], dtype='f4'),
        *(lambda s, boundary=boundary: s.a.map_overlap(blurred, depth=1, boundary=boundary, dtype='f4')
          for boundary in ('reflect', 'periodic', 'nearest', 'none', 0)),
        lambda s: da.apply_gufunc(lambda x: x.sum(axis=-1), '(i)->()', s.a.rechunk((5, 10)), output_dtypes='f4'),
        lambda s: da.coarsen(np.sum, s.a.rechunk((4, 5)), {0: 2, 1: 5}), lambda s: (s.a + 1).persist()],
    'order': [
        lambda s: s.v.topk(5), lambda s: s.a.topk(-3, axis=0), lambda s: s.v.argtopk(5), lambda s: da.unique(s.i),
        lambda s: da.percentile(s.v, [25, 50, 75]), lambda s: da.histogram(s.v, bins=10, range=(-3, 3))[0],
        lambda s: da.bincount(s.i.ravel(), minlength=100), lambda s: da.digitize(s.v, np.array([-1., 0, 1])),
        lambda s: s.a.rechunk((5, -1)).map_blocks(lambda x: np.sort(x, axis=-1)), lambda s: da.isin(s.i, [1, 2, 3]),
        lambda s: da.searchsorted(da.cumsum(abs(s.v), axis=0), abs(s.v)), lambda s: da.diff(s.a, axis=0)],
    'products': [
        lambda s: da.tensordot(s.a, s.b, axes=((0,), (0,))), lambda s: da.tensordot(s.a, s.b, axes=((1, 0), (1, 0))),
        lambda s: s.a @ s.b.T, lambda s: da.dot(s.a, s.a[0]), lambda s: da.vdot(s.v, s.v), lambda s: da.outer(s.v, s.v),
        lambda s: da.einsum('ij,kj->ik', s.a, s.b), lambda s: da.einsum('ij->j', s.a), lambda s: da.cov(s.a),
        lambda s: abs(da.linalg.qr(s.tall)[1]), lambda s: da.linalg.svd(s.tall)[1],
        lambda s: da.fft.fft(s.a.rechunk((5, 10)), axis=1)],
}


@pytest.mark.parametrize('group', CASES)
def test_same_as_of_numpy_s_arrays(group):
    for number, case in enumerate(CASES[group]):
        made, wanted = case(TENSORS).compute(), case(ARRAYS).compute()
        where = f'{group} {number}'
        assert type(made) is ct.Tensor, where
        assert made.shape == np.shape(wanted) and made.dtype == np.asarray(wanted).dtype, where
        np.testing.assert_allclose(np.asarray(made), wanted, 2e-4, 1e-4, err_msg=where)


def test_random_graphs():
    """Chains of ops in random chunks."""
    rng = np.random.default_rng(1)
    steps = [lambda x: x + x[::-1], lambda x: x - x.mean(axis=0), lambda x: x.T, lambda x: x[1:], lambda x: x[:, ::-2],
             lambda x: da.concatenate([x, x], axis=1), lambda x: x * x.max(), lambda x: abs(x).cumsum(axis=1) / 100,
             lambda x: x.sum(axis=1, keepdims=True) + x, lambda x: da.where(x > 0, x, x / 2), lambda x: da.roll(x, 2, axis=1)]
    for _ in range(25):
        shape = rng.integers(4, 20, 2)
        values = rng.standard_normal(shape)
        x, y = (da.from_array(one, chunks=tuple(rng.integers(1, 9, 2)), asarray=False) for one in (ct.asarray(values), values))
        for step in rng.choice(len(steps), 4):
            if min(x.shape) < 2:
                break
            x, y = steps[step](x), steps[step](y)
            if rng.random() < 0.5:
                x = x.rechunk(int(rng.integers(2, 9)))
        made = x.compute()
        assert type(made) is ct.Tensor
        np.testing.assert_allclose(np.asarray(made), y.compute(), 1e-9, 1e-9)


def test_tensors_beside_dask_s_arrays():
    t = ct.ones((12, 10))
    for made in (TENSORS.a + t, t + TENSORS.a, np.add(t, TENSORS.a), ARRAYS.a + t, np.add(np.ones((12, 10)), TENSORS.a)):
        assert isinstance(made, da.Array) and type(made.compute()) is ct.Tensor
        np.testing.assert_allclose(np.asarray(made.compute()), np.asarray(ARRAYS.a) + 1, 1e-6)


def test_from_tensor_persist_and_store(tmp_path):
    t = ct.arange(12.).reshape(4, 3)
    x = cd.from_tensor(t, chunks=2)
    assert isinstance(x._meta, ct.Tensor) and x.dtype == np.float32 and np.dtype(x.dtype) == np.dtype('f4')
    assert ct.equal(x.compute(), t) and ct.equal(x.persist().compute(), t)
    da.to_npy_stack(tmp_path, x, axis=0)
    assert da.from_npy_stack(tmp_path).compute().tolist() == t.tolist()
    out = np.zeros((4, 3), 'f4')
    x.store(out)
    assert out.tolist() == t.tolist()


def test_backend():
    with dask.config.set({'array.backend': 'ctensor'}):
        for made, wanted in ((da.ones((3, 4), chunks=2), np.ones((3, 4))), (da.zeros(3, dtype='i4'), np.zeros(3, 'i4')),
                             (da.full((3,), 2.5, chunks=2), np.full(3, 2.5)), (da.arange(10, chunks=3), np.arange(10))):
            assert type(made.compute()) is ct.Tensor and made.compute().dtype == wanted.dtype
            assert made.compute().tolist() == wanted.tolist()
        assert da.empty((2, 3)).compute().shape == (2, 3)
    x = da.ones((3, 4), chunks=2).to_backend('ctensor')
    assert type(x.compute()) is ct.Tensor and type(x.to_backend('numpy').compute()) is np.ndarray


@pytest.mark.parametrize('shape', [(7,), (13, 9), (4, 5, 6), (3, 1, 7, 2), (0, 3), (16, 8)])
def test_random_numbers_do_not_depend_on_chunks(shape):
    for dtype in ('float32', 'float64', 'float16'):
        uniform = ct.Rng(5).uniform(shape, -1, 2, dtype)
        normal = ct.Rng(5).normal(shape, 1, 2, dtype)
        for chunks in (1, 2, 3, 5, -1):
            assert ct.equal(cd.uniform(shape, low=-1, high=2, seed=5, chunks=chunks, dtype=dtype).compute(), uniform)
            assert ct.equal(cd.normal(shape, mean=1, std=2, seed=5, chunks=chunks, dtype=dtype).compute(), normal)


def test_tokens_and_sizes():
    t = ct.ones((100, 10))
    assert tokenize(t) == tokenize(ct.ones((100, 10))) == tokenize(ct.ones((10, 100)).T)
    others = [ct.zeros((100, 10)), t.reshape(10, 100), t.to('int32'), t[:50], t.to(ct.bfloat16)]
    assert len({tokenize(one) for one in [t, *others]}) == 6
    assert 4000 <= sizeof(t) < 5000 and sizeof(ct.ones(1).expand(1000, 1000)) < 1000


def test_pickles_out_of_band():
    t, buffers = ct.arange(1000.), []
    data = pickle.dumps(t, 5, buffer_callback=buffers.append)
    assert len(data) < 500 and len(buffers) == 1 and ct.equal(pickle.loads(data, buffers=buffers), t)
    assert all(pickle.loads(pickle.dumps(one)) is one for one in (ct.exp, ct.Tensor.exp, ct.get_num_threads, ct.float32))
    x = cd.from_tensor(t, chunks=100)
    assert ct.equal(pickle.loads(pickle.dumps(x)).compute(), t)


def test_registered_when_dask_looks_at_a_tensor():
    """It works without an import of ctensor.dask, since Dask asks a Tensor for its token."""
    program = ('import ctensor as ct, dask.array as da, sys\n'
               'assert "dask" not in vars(ct)\n'
               'x = da.from_array(ct.ones((4, 4)), chunks=2, asarray=False)\n'
               'assert "ctensor.dask" in sys.modules and ct.get_num_threads() == 1\n'
               'assert type((x + ct.ones(4)).mean(axis=0).compute()) is ct.Tensor\n')
    subprocess.run([sys.executable, '-c', program], check=True)


def test_threads_are_dask_s():
    assert ct.get_num_threads() == 1
    with dask.config.set({'array.ctensor.threads': 2}):
        cd.set_chunk_threads()
        assert ct.get_num_threads() == 2
    cd.set_chunk_threads(3)
    assert ct.get_num_threads() == 3
    cd.set_chunk_threads()
    assert ct.get_num_threads() == 1


def test_snippets():
    path = pathlib.Path(__file__).parents[3] / 'docs' / 'dask.md'
    failed, tried = doctest.testfile(str(path), module_relative=False)
    assert failed == 0 and tried > 5


PROGRAM = '''
import sys
import ctensor as ct
import psutil
import dask_normalise as example
from dask.distributed import Client

if __name__ == '__main__':
    with example.cluster(2, '1GB') as cluster, Client(cluster) as client:
        for process in [psutil.Process(), *psutil.Process().children(recursive=True)]:
            for one in process.net_connections('inet'):
                assert one.status != psutil.CONN_LISTEN or one.laddr.ip in ('127.0.0.1', '::1'), one
        x = example.array(0.04, 0.4)
        assert set(client.run(ct.get_num_threads).values()) <= {1}
        # pieces of chunks go from worker to worker
        small = example.cd.normal((400, 60), seed=3, chunks=(50, -1))
        assert ct.equal(small.rechunk((400, 10)).compute(), ct.Rng(3).normal((400, 60)))
        assert ct.equal(small.rechunk((400, 10)).T.rechunk((60, 70)).compute(), ct.Rng(3).normal((400, 60)).T)
        mean, deviation = example.statistics(x)
        killer = example.kill_one(client, 0.2)
        results = example.normalised(x, mean, deviation)
        killer.join()
        assert all(type(one) is ct.Tensor for one in (mean, deviation, *results))
        again = example.statistics(x)
        assert ct.equal(mean, again[0]) and ct.equal(deviation, again[1])
        whole = ct.Rng(7).normal(x.shape, 3, 2)
        assert ct.allclose(mean, whole.mean(0), 1e-5, 1e-5) and ct.allclose(deviation, whole.std(0, correction=0), 1e-5, 1e-5)
        y = (whole - mean) / deviation
        assert ct.equal(results[0], abs(y).amax(0))
        assert abs(results[1]).max().item() < 1e-5 and abs(results[2] - 1).max().item() < 1e-4
        assert max(client.run(example.peak).values()) < 1e9
    print('done')
'''


def test_two_workers_of_which_one_is_killed(tmp_path):
    program = tmp_path / 'program.py'
    program.write_text(PROGRAM)
    environment = {**os.environ, 'PYTHONPATH': os.pathsep.join([str(EXAMPLES), os.environ.get('PYTHONPATH', '')])}
    run = subprocess.run([sys.executable, str(program)], env=environment, cwd=tmp_path, capture_output=True, text=True,
                         timeout=120)
    assert run.returncode == 0 and run.stdout.endswith('done\n'), run.stdout + run.stderr
