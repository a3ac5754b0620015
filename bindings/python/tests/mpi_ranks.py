"""test_mpi.py runs this on some ranks. It compares exchanges with NumPy's results for numbers that every rank knows."""
import hashlib
import sys

import ctensor as ct
import ctensor.mpi as cm
import numpy as np
from mpi4py import MPI

WORLD = MPI.COMM_WORLD
RANK, RANKS = WORLD.rank, WORLD.size
ABOVE, BELOW = (RANK + 1) % RANKS, (RANK - 1) % RANKS
DTYPES = ct._header.DTYPES


def numbers(shape, dtype, seed):
    """A tensor that is the same on every rank with the same seed."""
    values = np.random.default_rng(seed).integers(0, 2 if dtype == 'bool' else 100, shape).astype('f4')
    return ct.asarray(values).to(dtype)


def layouts(t):
    """t in other layouts: permuted, with gaps, in reverse."""
    yield t
    yield t.permute([2, 0, 1]).contiguous().permute([1, 2, 0])
    wide = ct.zeros([2 * size for size in t.shape], t.dtype)
    wide[::2, 1::2, ::2] = t
    yield wide[::2, 1::2, ::2]
    yield t.flip((0, 2)).contiguous()[::-1, :, ::-1]


def check_messages():
    for number, dtype in enumerate(DTYPES):
        mine, wanted = numbers((3, 4, 5), dtype, RANK), numbers((3, 4, 5), dtype, BELOW)
        for at, given in enumerate(layouts(mine)):
            assert given.equal(mine)
            outs = list(layouts(ct.zeros((3, 4, 5), dtype)))
            out = outs[(at + number) % len(outs)]
            # mpi4py's own calls
            WORLD.Sendrecv(cm.message(given), ABOVE, 1, cm.message(out), BELOW, 1)
            assert out.equal(wanted), (dtype, at)
            out[...] = 0
            assert cm.sendrecv(given, ABOVE, 2, BELOW, 2, out=out) is out and out.equal(wanted), (dtype, at)
            status = MPI.Status()
            made = cm.sendrecv(given, ABOVE, 3, source=BELOW, status=status)
            assert made.equal(wanted) and made.dtype == dtype and (status.source, status.tag) == (BELOW, 3)
    # a pending request keeps its memory alive
    requests = [WORLD.Isend(cm.message(numbers((40, 50, 60), 'float64', RANK)[:, ::-3]), ABOVE)]
    out = ct.zeros((40, 17, 60), 'float64')
    requests.append(WORLD.Irecv(cm.message(out), BELOW))
    MPI.Request.Waitall(requests)
    assert out.equal(numbers((40, 50, 60), 'float64', BELOW)[:, ::-3])
    # stride 0, no elements, no dims, deferred tensors, arrays, pickles, large ones
    for given in (ct.asarray(np.arange(3.)).expand(4, 3), ct.zeros((0, 3)), ct.scalar(2.5), ct.defer(ct.ones(3)) * 2,
                  np.arange(12.).reshape(3, 4)[:, ::-2], ct.arange(500000.).reshape(500, 1000).T):
        wanted = ct.evaluate(given)[0] if isinstance(given, ct.Tensor) and given.is_deferred else ct.asarray(given)
        assert cm.sendrecv(given, ABOVE, source=BELOW).equal(wanted)
        out = ct.zeros(wanted.shape, wanted.dtype)
        WORLD.Sendrecv(cm.message(ct.asarray(given)), ABOVE, 0, cm.message(out), BELOW)
        assert out.equal(wanted)
    assert WORLD.sendrecv(ct.arange(3.) + RANK, ABOVE).equal(ct.arange(3.) + BELOW)
    if RANKS > 1 and RANK < 2:
        if RANK == 0:
            cm.send(ct.ones((2, 3)), 1, tag=7)
        else:
            assert cm.recv(0, 7).equal(ct.ones((2, 3)))


def check_collectives():
    half = WORLD.Split(RANK % 2, RANK)
    for comm in (WORLD, half):
        rank, ranks = comm.rank, comm.size
        parts = [numbers((2 + one % 2, 3, 4), 'float32', one) for one in range(ranks)]
        for given in layouts(parts[rank]):
            assert cm.allgather(given, 0, comm).equal(ct.cat(parts))
        t = numbers((3, 4), 'bfloat16', 5) if rank == ranks - 1 else ct.zeros((4, 3), 'bfloat16').T
        assert cm.bcast(t, ranks - 1, comm) is t and t.equal(numbers((3, 4), 'bfloat16', 5))
        whole = numbers((2 * ranks, 3 * ranks), 'int64', 6)
        mine = whole[2 * rank:2 * rank + 2]
        out = ct.zeros((3, 2 * ranks), 'int64').T
        assert cm.alltoall(mine, 1, 0, comm, out=out) is out and out.equal(whole[:, 3 * rank:3 * rank + 3])
    half.Free()
    for dtype in DTYPES:
        all_ranks = [np.asarray(numbers((3, 4), dtype, one).to('complex128')).real % 3 for one in range(RANKS)]
        mine = ct.asarray(all_ranks[RANK]).to(dtype).T
        for op, function in ((MPI.SUM, np.add), (MPI.PROD, np.multiply), (MPI.MIN, np.minimum), (MPI.MAX, np.maximum),
                             (MPI.LAND, np.logical_and), (MPI.LOR, np.logical_or)):
            if op in (MPI.MIN, MPI.MAX) and 'complex' in dtype.name:
                continue
            made, wanted = cm.allreduce(mine, op), function.reduce(all_ranks).T
            assert made.dtype == ('bool' if op in (MPI.LAND, MPI.LOR) else dtype)
            assert made.to('complex128').equal(ct.asarray(wanted).to(made.dtype).to('complex128')), (dtype, op)
    t = ct.ones(3)
    assert cm.allreduce(t, out=t) is t and t.tolist() == [RANKS] * 3


def check_exact():
    """Checks sums whose order matters. Prints their bits, which the test compares between numbers of ranks."""
    values = np.random.default_rng(9).standard_normal((24, 50)) * 10.0 ** np.random.default_rng(8).integers(-15, 15, (24, 50))
    lines = []
    for dtype in ('float64', 'float32', 'complex64', 'bfloat16'):
        whole = ct.asarray(values).to(dtype)
        step = 24 // RANKS
        mine = whole[RANK * step:(RANK + 1) * step]
        for dims in (None, 0, [0, 1]):
            made = cm.sum_exact(mine, dims)
            assert made.equal(ct.sum_exact(whole, dims)), (dtype, dims)
            lines.append(bytes(ct._core._bytes(made)))
        assert cm.sum_exact(mine, 0, True, 'complex128' if 'complex' in dtype else 'float64').shape == (1, 50)
        out = ct.zeros(50, dtype)
        assert cm.sum_exact(mine, 0, out=out).equal(made if made.ndim else ct.sum_exact(whole, 0))
        over = ct.cat([whole[one * step:(one + 1) * step].unsqueeze(0) for one in range(RANKS)])
        assert cm.sum_exact(mine, ()).equal(ct.sum_exact(over, 0))
    if RANK == 0:
        print('sums', hashlib.sha256(b''.join(lines)).hexdigest())


def check_halos():
    grid = MPI.Compute_dims(RANKS, 2)
    cart = WORLD.Create_cart(grid, periods=[True, True])
    row, column = cart.Get_coords(RANK)
    rows, columns = 3, 4
    for dtype in ('float32', 'complex128', 'bool', 'bfloat16'):
        for before, after in ((1, None), ([2, 1], [0, 3])):
            low = [before] * 2 if isinstance(before, int) else before
            high = low if after is None else after
            whole = numbers((rows * grid[0], columns * grid[1]), dtype, 4)
            at_rows = np.arange(row * rows - low[0], (row + 1) * rows + high[0]) % whole.shape[0]
            at_columns = np.arange(column * columns - low[1], (column + 1) * columns + high[1]) % whole.shape[1]
            wanted = whole[ct.asarray(at_rows)][:, ct.asarray(at_columns)]
            for transposed in (False, True):
                block = ct.zeros(wanted.shape, dtype) if not transposed else ct.zeros(wanted.shape[::-1], dtype).T
                block[low[0]:low[0] + rows, low[1]:low[1] + columns] = whole[row * rows:(row + 1) * rows,
                                                                             column * columns:(column + 1) * columns]
                for _ in range(2):
                    assert cm.halo(block, cart, before, after) is block and block.equal(wanted)
    cart.Free()


def fails(kind, words, function, *arguments, **options):
    try:
        function(*arguments, **options)
    except kind as error:
        assert words in str(error), str(error)
    else:
        raise AssertionError(f'it did not fail: {words}')


def check_failures():
    t = ct.ones((2, 3))
    fails(ct.ShapeError, f'mpi.sendrecv: rank {BELOW} sent float32 [2, 3], and out is float32 [3, 2]', cm.sendrecv, t, ABOVE,
          source=BELOW, out=ct.zeros((3, 2)))
    fails(ct.DtypeError, 'sent float32 [2, 3], and out is float64 [2, 3]', cm.sendrecv, t, ABOVE, source=BELOW,
          out=ct.zeros((2, 3), 'float64'))
    fails(ct.InvalidError, 'MPI failed', cm.send, t, RANKS)
    fails(ct.OverlapError, '', cm.recv, BELOW, out=ct.zeros(3).expand(2, 3))
    fails(ct.ReadOnlyError, 'read-only', cm.recv, BELOW, out=ct.from_buffer(b'abc'))
    fails(BufferError, 'meta', cm.send, ct.meta(3), ABOVE)
    fails(TypeError, 'communicator of mpi4py', cm.send, t, ABOVE, comm=3)
    fails(TypeError, 'must be a Tensor', cm.recv, out=np.zeros(3))
    fails(ValueError, 'deferred', cm.bcast, ct.defer(t) + 1)
    fails(ct.InvalidError, 'MPI_COMM_NULL', cm.send, t, ABOVE, comm=MPI.COMM_NULL)
    # a message that was not sent by ctensor.mpi
    request = WORLD.Isend(np.ones(6, 'f4'), ABOVE, 3)
    fails(ct.FormatError, 'is not one of', cm.recv, BELOW, 3)
    request.Wait()
    # calls of all ranks fail even if one rank fails before its call
    for function, wrong, right in ((cm.allreduce, (t, MPI.BAND), (t, MPI.SUM)), (cm.allgather, (object(),), (t,)),
                                   (cm.sum_exact, (t, 'x'), (t, 0)), (cm.alltoall, (ct.meta(4, 'float32'), 0, 0), (ct.ones(RANKS), 0, 0))):
        if RANK == 0:
            fails((TypeError, ValueError, BufferError), '', function, *wrong)
        else:
            fails(ct.InvalidError, 'rank 0 failed', function, *right)
    if RANKS > 1:
        fails(ct.ShapeError, 'rank 0 has float32 [2, 3], sum, and rank 1 has float32 [3, 2], sum', cm.allreduce,
              t.T if RANK == 1 else t)
        cart = WORLD.Create_cart([RANKS], periods=[True])
        block = ct.ones((3, 2))
        if RANK == 0:
            fails(TypeError, '', cm.halo, 'block', cart, 1)
        else:
            with_rank_0 = RANK in (1, RANKS - 1)
            fails(ct.InvalidError, 'rank 0 failed', cm.halo, block, cart, 1) if with_rank_0 else cm.halo(block, cart, 1)
        cm.halo(block, cart, 1)
        cart.Free()
    cm.bcast(t)


check_messages()
check_collectives()
check_exact()
check_halos()
check_failures()
WORLD.Barrier()
if RANK == 0:
    print('done on', RANKS)
    sys.stdout.flush()
