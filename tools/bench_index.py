#!/usr/bin/env python3
"""Measures indexing beside NumPy and PyTorch, and beside a copy of as many bytes.

Run by hand, on a quiet machine, with a Python that has what is to be measured:
python tools/bench_index.py build/gcc/src/libctensor.so [filter] [--threads N] [--random COUNT --seed S]. Each side writes
into the same memory; figures are as of bench_sides.py. --random: layouts, dtypes and sizes of a seed in place of the named
ones, and ops that rearrange besides.
"""

import ctypes
from functools import partial

import numpy as np
from bench_sides import at_random, begin, is_wanted, parser_of, report, tensor_of, torch

REPLACE, ADD = 0, 1


def copy_of(ct, nbytes):
    """A call that reads and writes so many bytes in all."""
    source, target = np.ones(nbytes // 2, np.bool_), np.zeros(nbytes // 2, np.bool_)
    call = ct.call("copy", ct.tensor(target), ct.tensor(source))
    call.memory = (source, target)
    return call


def rows(ct, random):
    """Embedding-like: slices of 512 bytes."""
    table, index = np.ones((1 << 20, 128), np.float32), random.integers(0, 1 << 20, 1 << 16)
    out = np.zeros((1 << 16, 128), np.float32)
    t, i, o = map(ct.tensor, (table, index, out))
    copy = copy_of(ct, 2 * out.nbytes)
    tt, ti, to = map(tensor_of, (table, index, out))
    yield ("index_select rows [1Mi, 128] 64Ki", ct.call("index_select_out", t, 0, i, o),
           torch and (lambda: torch.index_select(tt, 0, ti, out=to)), lambda: np.take(table, index, 0, out, "clip"), copy)
    yield ("index_copy rows [1Mi, 128] 64Ki", ct.call("index_copy_out", t, 0, i, o, t),
           torch and (lambda: tt.index_copy_(0, ti, to)), None, copy)
    one = (ctypes.c_void_p * 1)(i)
    yield ("index rows [1Mi, 128] 64Ki", ct.call("index_out", t, one, 1, o), torch and (lambda: tt[ti]),
           lambda: table[index], copy)
    small, few = np.ones((1 << 13, 128), np.float32), random.integers(0, 1 << 13, 1 << 16)
    s, f = map(ct.tensor, (small, few))
    ts, tf = map(tensor_of, (small, few))
    yield ("index_add rows [8Ki, 128] 64Ki", ct.call("index_add_out", s, 0, f, o, None, s),
           torch and (lambda: ts.index_add_(0, tf, to)), None, copy)
    yield ("index_copy rows [8Ki, 128] 64Ki", ct.call("index_copy_out", s, 0, f, o, s),
           torch and (lambda: ts.index_copy_(0, tf, to)), None, copy)


def elements(ct, random):
    for size, count in ((1 << 12, 1 << 12), (1 << 16, 1 << 20), (1 << 24, 1 << 22)):
        yield from of_elements(ct, random, size, count)


def of_elements(ct, random, size, count):
    table, index, out = np.ones(size, np.float32), random.integers(0, size, count), np.zeros(count, np.float32)
    same = np.zeros(count, np.int64)
    t, i, o, z = map(ct.tensor, (table, index, out, same))
    words = f"{count} of {size}"
    one = (ctypes.c_void_p * 1)(i)
    tt, ti, to, tz = map(tensor_of, (table, index, out, same))
    yield (f"take {words}", ct.call("take_out", t, i, o), torch and (lambda: torch.take(tt, ti, out=to)),
           lambda: np.take(table, index, None, out, "clip"), None)
    yield (f"gather {words}", ct.call("gather_out", t, 0, i, o), torch and (lambda: torch.gather(tt, 0, ti, out=to)),
           None, None)
    yield (f"scatter {words}", ct.call("scatter_out", t, 0, i, o, REPLACE, t),
           torch and (lambda: tt.scatter_(0, ti, to)), None, None)
    yield (f"scatter_add {words}", ct.call("scatter_out", t, 0, i, o, ADD, t),
           torch and (lambda: tt.scatter_add_(0, ti, to)), lambda: np.add.at(table, index, out), None)
    yield (f"scatter_add {words}, all in one", ct.call("scatter_out", t, 0, z, o, ADD, t),
           torch and (lambda: tt.scatter_add_(0, tz, to)), lambda: np.add.at(table, same, out), None)
    yield (f"index_add {words}", ct.call("index_add_out", t, 0, i, o, None, t),
           torch and (lambda: tt.index_add_(0, ti, to)), None, None)
    yield (f"index_put, accumulated, {words}", ct.call("index_put", t, one, 1, o, True),
           torch and (lambda: tt.index_put_((ti,), to, accumulate=True)), None, None)


def dims(ct, random):
    table, index = np.ones((1024, 1024), np.float32), random.integers(0, 1024, (1024, 1024))
    out, line, part = np.zeros_like(table), random.integers(0, 1024, 512), np.zeros((1024, 512), np.float32)
    t, i, o, n, p = map(ct.tensor, (table, index, out, line, part))
    tt, ti, to, tn, tp = map(tensor_of, (table, index, out, line, part))
    for dim in (0, 1):
        yield (f"gather dim {dim} [1024, 1024]", ct.call("gather_out", t, dim, i, o),
               torch and partial(torch.gather, tt, dim, ti, out=to), partial(np.take_along_axis, table, index, dim), None)
        yield (f"scatter_add dim {dim} [1024, 1024]", ct.call("scatter_out", t, dim, i, o, ADD, t),
               torch and partial(tt.scatter_add_, dim, ti, to), None, None)
    yield ("index_select dim 1 [1024, 1024] 512", ct.call("index_select_out", t, 1, n, p),
           torch and (lambda: torch.index_select(tt, 1, tn, out=tp)), lambda: np.take(table, line, 1, part, "clip"), None)
    pairs = [random.integers(0, 1024, 1 << 18) for _ in range(2)]
    two, picked = (ctypes.c_void_p * 2)(*map(ct.tensor, pairs)), np.zeros(1 << 18, np.float32)
    of_two = torch and tuple(map(tensor_of, pairs))
    yield ("index by two [1024, 1024] 256Ki", ct.call("index_out", t, two, 2, ct.tensor(picked)),
           torch and (lambda: tt[of_two]), lambda: table[pairs[0], pairs[1]], None)


def masks(ct, random):
    for size in (1 << 16, 1 << 24):
        for percent in (5, 50, 95):
            yield from of_mask(ct, random, size, percent)


def of_mask(ct, random, size, percent):
    values, mask = np.ones(size, np.float32), random.integers(0, 100, size) < percent
    count = int(mask.sum())
    out, places = np.zeros(count, np.float32), np.zeros((count, 1), np.int64)
    v, m, o, p = map(ct.tensor, (values, mask, out, places))
    tv, tm, to, tp = map(tensor_of, (values, mask, out, places))
    yield (f"masked_select {percent}% of {size}", ct.call("masked_select_out", v, m, o),
           torch and (lambda: torch.masked_select(tv, tm, out=to)), lambda: values[mask],
           copy_of(ct, size * 5 + count * 4))
    yield (f"nonzero {percent}% of {size}", ct.call("nonzero_out", m, p),
           torch and (lambda: torch.nonzero(tm, out=tp)), lambda: np.nonzero(mask), copy_of(ct, size + count * 8))


# ---- layouts of a seed ----

class Case:
    """An array of a seed on all sides, one of its dims, and what else a call takes. What is made lives until the next case."""

    def __init__(self, ct, a, dim, random):
        self.ct, self.a, self.dim, self.random, self.n = ct, a, dim, random, a.shape[dim]
        self.kept = ct.kept = []
        self.t, self.x = self.both(a)

    def both(self, array):
        """The array of this library, and of PyTorch."""
        self.kept.append(array)
        return self.ct.tensor(array), tensor_of(array)

    def empty(self, shape):
        array = np.zeros(shape, self.a.dtype)
        return array, *self.both(array)

    def indices(self, shape, size=None):
        array = self.random.integers(0, size or self.n, shape)
        return array, *self.both(array)

    def shape_with(self, count):
        return (*self.a.shape[:self.dim], count, *self.a.shape[self.dim + 1:])

    def count(self):
        return int(self.random.integers(1, 2 * self.n + 1))

    def viewed(self, name, *arguments, view, of_numpy):
        """A copy of a view that a call makes."""
        made = ctypes.c_void_p()
        self.ct.check(getattr(self.ct.library, "ct_" + name)(self.t, *arguments, ctypes.byref(made), None))
        out, o, x = self.empty(of_numpy(self.a).shape)
        return (self.ct.call("copy", o, made), torch and (lambda: x.copy_(view(self.x))),
                lambda: np.copyto(out, of_numpy(self.a)))


def index_select(c):
    i, ci, xi = c.indices(c.count())
    out, o, x = c.empty(c.shape_with(len(i)))
    return (c.ct.call("index_select_out", c.t, c.dim, ci, o), lambda: torch.index_select(c.x, c.dim, xi, out=x),
            lambda: np.take(c.a, i, c.dim, out, "clip"))


def take_along_dim(c):
    i, ci, xi = c.indices(c.shape_with(c.count()))
    _, o, x = c.empty(i.shape)
    return (c.ct.call("take_along_dim_out", c.t, ci, c.dim, o), lambda: torch.gather(c.x, c.dim, xi, out=x),
            lambda: np.take_along_axis(c.a, i, c.dim))


def take(c):
    i, ci, xi = c.indices(2 * c.a.size, c.a.size)
    out, o, x = c.empty(i.shape)
    return (c.ct.call("take_out", c.t, ci, o), lambda: torch.take(c.x, xi, out=x),
            lambda: np.take(c.a, i, None, out, "clip"))


def index(c):
    """Indices into one dim, and into the last besides in every other case; all of other dims."""
    dims = sorted({c.dim, c.a.ndim - 1}) if c.random.integers(2) else [c.dim]
    count = c.count()
    of_numpy, of_torch, given = [slice(None)] * c.a.ndim, [slice(None)] * c.a.ndim, (ctypes.c_void_p * c.a.ndim)()
    for d in dims:
        of_numpy[d], given[d], of_torch[d] = c.indices(count, c.a.shape[d])
    keys = tuple(of_numpy), tuple(of_torch)
    _, o, _ = c.empty(c.a[keys[0]].shape)
    return c.ct.call("index_out", c.t, given, c.a.ndim, o), lambda: c.x[keys[1]], lambda: c.a[keys[0]]


def index_put(c):
    dims = [c.dim]
    of_numpy, of_torch, given = [slice(None)] * c.a.ndim, [slice(None)] * c.a.ndim, (ctypes.c_void_p * c.a.ndim)()
    for d in dims:
        of_numpy[d], given[d], of_torch[d] = c.indices(c.count(), c.a.shape[d])
    keys = tuple(of_numpy), tuple(of_torch)
    values, v, x = c.empty(c.a[keys[0]].shape)

    def put():
        c.x[keys[1]] = x

    def put_numpy():
        c.a[keys[0]] = values
    return c.ct.call("index_put", c.t, given, c.a.ndim, v, False), put, put_numpy


def scatter(c, reduce=REPLACE):
    i, ci, xi = c.indices(c.shape_with(c.count()))
    src, s, x = c.empty(i.shape)
    name = "scatter_" if reduce == REPLACE else "scatter_add_"
    return (c.ct.call("scatter_out", c.t, c.dim, ci, s, reduce, c.t), lambda: getattr(c.x, name)(c.dim, xi, x),
            reduce == REPLACE and (lambda: np.put_along_axis(c.a, i, src, c.dim)))


def scatter_add(c):
    return scatter(c, ADD)


def index_add(c):
    i, ci, xi = c.indices(c.count())
    _, s, x = c.empty(c.shape_with(len(i)))
    return c.ct.call("index_add_out", c.t, c.dim, ci, s, None, c.t), lambda: c.x.index_add_(c.dim, xi, x), None


def index_copy(c):
    i, ci, xi = c.indices(c.count())
    _, s, x = c.empty(c.shape_with(len(i)))
    return c.ct.call("index_copy_out", c.t, c.dim, ci, s, c.t), lambda: c.x.index_copy_(c.dim, xi, x), None


def masked_select(c):
    mask = c.random.integers(0, 100, c.a.shape) < c.random.integers(1, 100)
    m, xm = c.both(mask)
    _, o, x = c.empty(int(mask.sum()))
    return (c.ct.call("masked_select_out", c.t, m, o), lambda: torch.masked_select(c.x, xm, out=x), lambda: c.a[mask])


def masked_scatter(c):
    mask = c.random.integers(0, 100, c.a.shape) < c.random.integers(1, 100)
    m, xm = c.both(mask)
    source, s, x = c.empty(int(mask.sum()))
    return (c.ct.call("masked_scatter_out", c.t, m, s, c.t), lambda: c.x.masked_scatter_(xm, x),
            lambda: np.place(c.a, mask, source) if len(source) else None)


def nonzero(c):
    out = np.zeros((int(np.count_nonzero(c.a)), c.a.ndim), np.int64)
    o, x = c.both(out)
    return c.ct.call("nonzero_out", c.t, o), lambda: torch.nonzero(c.x, out=x), lambda: np.nonzero(c.a)


def one_hot(c):
    few = c.random.integers(0, 10, c.a.shape[:-1])
    f, xf = c.both(few)
    out = np.zeros((*few.shape, 10), np.int64)
    o, _ = c.both(out)
    return c.ct.call("one_hot_out", f, 10, o), lambda: torch.nn.functional.one_hot(xf, 10), None


def repeat_interleave(c):
    times = int(c.random.integers(2, 5))
    one, _ = c.both(np.array(times))
    _, o, _ = c.empty(c.shape_with(c.n * times))
    return (c.ct.call("repeat_interleave_out", c.t, one, c.dim, o),
            lambda: torch.repeat_interleave(c.x, times, c.dim), lambda: np.repeat(c.a, times, c.dim))


def repeat_by_tensor(c):
    times = c.random.integers(0, 4, c.n)
    t, x = c.both(times)
    _, o, _ = c.empty(c.shape_with(int(times.sum())))
    return (c.ct.call("repeat_interleave_out", c.t, t, c.dim, o), lambda: torch.repeat_interleave(c.x, x, c.dim),
            lambda: np.repeat(c.a, times, c.dim))


def diag_embed(c):
    lines = c.a.reshape(-1)[:c.a.size // 64 * 64].reshape(-1, 64)
    t, x = c.both(lines)
    _, o, _ = c.empty((*lines.shape, 64))
    return c.ct.call("diag_embed_out", t, 0, -2, -1, o), lambda: torch.diag_embed(x), None


def flip(c):
    dims = [d for d in range(c.a.ndim) if d == c.dim or c.random.integers(2)]
    return c.viewed("flip", (ctypes.c_int32 * len(dims))(*dims), len(dims), view=lambda x: torch.flip(x, dims),
                    of_numpy=lambda a: np.flip(a, dims))


def rot90(c):
    if c.a.ndim == 1:
        return flip(c)
    dims = c.dim, (c.dim + 1) % c.a.ndim
    turns = int(c.random.integers(1, 4))
    return c.viewed("rot90", turns, *dims, view=lambda x: torch.rot90(x, turns, dims),
                    of_numpy=lambda a: np.rot90(a, turns, dims))


def unfold(c):
    size, step = min(3, c.n), int(c.random.integers(1, 4))

    def windows(a):
        view = np.lib.stride_tricks.sliding_window_view(a, size, c.dim)
        return view[(*[slice(None)] * c.dim, slice(None, None, step))]
    return c.viewed("unfold", c.dim, ctypes.c_int64(size), ctypes.c_int64(step),
                    view=lambda x: x.unfold(c.dim, size, step), of_numpy=windows)


def triu(c):
    if c.a.ndim == 1:
        return flip(c)
    _, o, x = c.empty(c.a.shape)
    return (c.ct.call("triu_out", c.t, 1, o), lambda: torch.triu(c.x, 1, out=x), lambda: np.triu(c.a, 1))


OF_ALL = ("float32", "int64", "float64", "uint8", "float16", "int16")
OF_SUMS = ("float32", "int64", "float64", "uint8", "int32")
DRAWN = {index_select: OF_ALL, take_along_dim: OF_ALL, take: OF_ALL, index: OF_ALL, index_put: OF_ALL, scatter: OF_ALL,
         scatter_add: OF_SUMS, index_add: OF_SUMS, index_copy: OF_ALL, masked_select: OF_ALL, masked_scatter: OF_ALL,
         nonzero: OF_ALL, one_hot: ("int64",), repeat_interleave: OF_ALL, repeat_by_tensor: OF_ALL, diag_embed: OF_ALL,
         flip: OF_ALL, rot90: OF_ALL, unfold: OF_ALL, triu: OF_ALL}


def drawn(ct, seed, count):
    for name, op, make, dim, random in at_random(seed, count, DRAWN):
        yield name, lambda op=op, make=make, dim=dim, random=random: op(Case(ct, make(), dim, random))


def named(ct, seed):
    for family in (rows, elements, dims, masks):
        for name, *sides in family(ct, np.random.default_rng(seed)):
            yield name, lambda sides=sides: sides


def main():
    parser = parser_of(__doc__, seconds=0.4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--random", type=int, default=0)
    options = parser.parse_args()
    ct = begin(options)
    for name, make in drawn(ct, options.seed, options.random) if options.random else named(ct, options.seed):
        if is_wanted(options, name):
            report(name, make(), options.seconds)


if __name__ == "__main__":
    main()
