#!/usr/bin/env python3
"""Measures sorting and searching beside NumPy and PyTorch.

Run by hand, on a quiet machine, with a Python that has what is to be measured:
python tools/bench_order.py build/gcc/src/libctensor.so [filter] [--threads N] [--random COUNT --seed S]. This
library writes into given tensors, as PyTorch does; figures are as of bench_sides.py. --random: layouts, dtypes and sizes
of a seed in place of the named ones.
"""

import numpy as np
from bench_sides import SHORT, at_random, begin, is_wanted, numbers, parser_of, report, tensor_of, torch

OF_NUMBERS = ("float32", "int32", "int64", "float64", "uint8", "int16", "float16")
FLOATS = ("float32", "float64")


def without(array, dim):
    return array.shape[:dim] + array.shape[dim + 1:]


class Case:
    """An array on all sides, and outputs for those who take them."""

    def __init__(self, ct, random, a, dim):
        self.ct, self.random, self.a, self.dim, self.n = ct, random, a, dim, a.shape[dim]
        self.t, self.x = ct.tensor(a), tensor_of(a)

    def outs(self, shape=None, second=np.int64):
        values = np.empty(self.a.shape if shape is None else shape, self.a.dtype)
        places = np.empty(values.shape, second)
        self.kept = (values, places)
        return (self.ct.tensor(values), self.ct.tensor(places), tensor_of(values), tensor_of(places))


# Each gives this library's call, PyTorch's and NumPy's; None where a peer has none.
def sort(c):
    v, _, tv, _ = c.outs()
    buffer, places = c.a.copy(), np.empty(c.a.shape, np.int64)

    def of_numpy():
        np.copyto(buffer, c.a)
        buffer.sort(axis=c.dim)
    return (c.ct.call("sort_out", c.t, c.dim, False, False, v, None),
            lambda: torch.sort(c.x, c.dim, out=(tv, torch.from_numpy(places))), of_numpy)


def argsort(c):
    _, i, tv, ti = c.outs()
    return (c.ct.call("argsort_out", c.t, c.dim, False, False, i), lambda: torch.sort(c.x, dim=c.dim, out=(tv, ti)),
            lambda: np.argsort(c.a, axis=c.dim))


def stable(c):
    v, i, tv, ti = c.outs()
    return (c.ct.call("sort_out", c.t, c.dim, False, True, v, i),
            lambda: torch.sort(c.x, dim=c.dim, stable=True, out=(tv, ti)),
            lambda: np.argsort(c.a, axis=c.dim, kind="stable"))


def topk(c):
    k = min(10, c.n)
    shape = c.a.shape[:c.dim] + (k,) + c.a.shape[c.dim + 1:]
    v, i, tv, ti = c.outs(shape)
    at = [slice(None)] * c.a.ndim
    at[c.dim] = slice(c.n - k, None)
    return (c.ct.call("topk_out", c.t, k, c.dim, True, True, v, i),
            lambda: torch.topk(c.x, k, c.dim, out=(tv, ti)), lambda: np.partition(c.a, c.n - k, c.dim)[tuple(at)])


def kthvalue(c):
    k = max(c.n // 3, 1)
    v, i, tv, ti = c.outs(without(c.a, c.dim))
    return (c.ct.call("kthvalue_out", c.t, k, c.dim, False, v, i),
            lambda: torch.kthvalue(c.x, k, c.dim, out=(tv, ti)), lambda: np.partition(c.a, k - 1, c.dim).take(k - 1, c.dim))


def median(c, name="median"):
    v, i, tv, ti = c.outs(without(c.a, c.dim))
    return (c.ct.call(name + "_dim_out", c.t, c.dim, False, v, i),
            lambda: getattr(torch, name)(c.x, c.dim, out=(tv, ti)), lambda: getattr(np, name)(c.a, c.dim))


def nanmedian(c):
    return median(c, "nanmedian")


def mode(c):
    v, i, tv, ti = c.outs(without(c.a, c.dim))
    return (c.ct.call("mode_out", c.t, c.dim, False, v, i), lambda: torch.mode(c.x, c.dim, out=(tv, ti)), None)


def quantile(c, q=(0.1, 0.5, 0.9)):
    at = np.array(q, c.a.dtype)
    v, _, tv, _ = c.outs((len(q),) + without(c.a, c.dim))
    tq = tensor_of(at)
    few = c.a.size <= 16000000  # more, PyTorch does not take
    return (c.ct.call("quantile_out", c.t, c.ct.tensor(at), c.dim, False, 0, v),
            few and (lambda: torch.quantile(c.x, tq, c.dim, out=tv)), lambda: np.quantile(c.a, at, c.dim))


def quantile_of_one(c):
    return quantile(c, (0.75,))


def unique(c):
    return c.ct.fresh("unique", c.t, outs=3, of=(0,)), lambda: torch.unique(c.x), lambda: np.unique(c.a)


def unique_inverse(c):
    return (c.ct.fresh("unique", c.t, outs=3), lambda: torch.unique(c.x, return_inverse=True, return_counts=True),
            lambda: np.unique(c.a, return_inverse=True, return_counts=True))


def unique_consecutive(c):
    return (c.ct.fresh("unique_consecutive", c.t, outs=3, of=(0,)), lambda: torch.unique_consecutive(c.x), None)


def searchsorted(c, count=1024, name="searchsorted"):
    sequence = np.sort(numbers(c.random, c.a.dtype, count))
    _, i, _, ti = c.outs()
    s, ts = c.ct.tensor(sequence), tensor_of(sequence)
    pair = (c.t, s) if name == "bucketize" else (s, c.t)
    of_torch = ((lambda: torch.bucketize(c.x, ts, out=ti)) if name == "bucketize" else
                (lambda: torch.searchsorted(ts, c.x, out=ti)))
    return c.ct.call(name + "_out", *pair, False, i), of_torch, lambda: np.searchsorted(sequence, c.a)


def searchsorted_many(c):
    return searchsorted(c, 1 << 18)


def searchsorted_as_many(c):
    return searchsorted(c, c.a.size)


def bucketize(c):
    return searchsorted(c, 100, "bucketize")


def isin(c, count=1000):
    among = numbers(c.random, c.a.dtype, count)
    _, o, _, _ = c.outs(second=np.bool_)
    m, tm = c.ct.tensor(among), tensor_of(among)
    return c.ct.call("isin_out", c.t, m, False, o), lambda: torch.isin(c.x, tm), lambda: np.isin(c.a, among)


def isin_few(c):
    return isin(c, 10)


def histc(c):
    v, _, tv, _ = c.outs((100,))
    return (c.ct.call("histc_out", c.t, 100, -3.0, 3.0, v), lambda: torch.histc(c.x, 100, -3, 3, out=tv),
            lambda: np.histogram(c.a, 100, (-3, 3)))


def bincount(c):
    small = (c.a.reshape(-1) % 100).astype(c.a.dtype)
    t, x = c.ct.tensor(small), tensor_of(small)
    return c.ct.fresh("bincount", t, None, 0), lambda: torch.bincount(x), lambda: np.bincount(small)


def cummax(c, name="cummax"):
    v, i, tv, ti = c.outs()
    ufunc = np.maximum if name == "cummax" else np.minimum
    return (c.ct.call(name + "_out", c.t, c.dim, v, i), lambda: getattr(torch, name)(c.x, c.dim, out=(tv, ti)),
            lambda: ufunc.accumulate(c.a, c.dim))


def cummin(c):
    return cummax(c, "cummin")


def logcumsumexp(c):
    v, _, tv, _ = c.outs()
    return (c.ct.call("logcumsumexp_out", c.t, c.dim, v), lambda: torch.logcumsumexp(c.x, c.dim, out=tv),
            lambda: np.logaddexp.accumulate(c.a, c.dim))


def diff(c):
    return (c.ct.fresh("diff", c.t, 1, c.dim, None, None), lambda: torch.diff(c.x, 1, c.dim),
            lambda: np.diff(c.a, 1, c.dim))


INTEGERS = ("int32", "int64", "uint8")
SIZES = (1 << 10, 1 << 16, 1 << 20, 1 << 24)
# By op: dtypes, and sizes of the named cases.
OPS = {
    sort: (OF_NUMBERS, SIZES), argsort: (OF_NUMBERS, (1 << 10, 1 << 16, 1 << 20)),
    stable: (OF_NUMBERS, (1 << 10, 1 << 20)), topk: (OF_NUMBERS, (1 << 10, 1 << 20)),
    kthvalue: (OF_NUMBERS, (1 << 10, 1 << 20)), median: (OF_NUMBERS, (1 << 10, 1 << 20)), nanmedian: (FLOATS, (1 << 20,)),
    mode: (OF_NUMBERS, (1 << 10, 1 << 18)), quantile: (FLOATS, (1 << 10, 1 << 20)),
    quantile_of_one: (FLOATS, (1 << 10, 1 << 20)), unique: (OF_NUMBERS, (1 << 10, 1 << 20)),
    unique_inverse: (("float32", "int64"), (1 << 20,)), unique_consecutive: (OF_NUMBERS, (1 << 20,)),
    searchsorted: (OF_NUMBERS, (1 << 10, 1 << 20)), searchsorted_many: (("float32", "int64"), (1 << 20,)),
    searchsorted_as_many: (("float32", "int32", "int64", "float64"), (1 << 20,)),
    bucketize: (("float32", "int64"), (1 << 10, 1 << 20)), isin: (OF_NUMBERS, (1 << 20,)), isin_few: (OF_NUMBERS, (1 << 20,)),
    histc: (FLOATS, (1 << 10, 1 << 20)), bincount: (INTEGERS, (1 << 10, 1 << 20)), cummax: (OF_NUMBERS, (1 << 10, 1 << 20)),
    cummin: (FLOATS, (1 << 10, 1 << 20)), logcumsumexp: (FLOATS, (1 << 10, 1 << 20)), diff: (OF_NUMBERS, (1 << 10, 1 << 20)),
}


def named(ct, seed):
    for op, (dtypes, sizes) in OPS.items():
        for dtype in dtypes:
            for size in (64, *sizes):
                words = f"{size >> 20}Mi" if size >= 1 << 20 else f"{size >> 10}Ki" if size >= 1 << 10 else f"{size}"
                yield (f"{op.__name__} {SHORT[dtype]} {words}",
                       lambda op=op, dtype=dtype, size=size: op(
                           Case(ct, np.random.default_rng(seed), numbers(np.random.default_rng(seed), dtype, size), 0)))


def drawn(ct, seed, count):
    for name, op, make, dim, random in at_random(seed, count, {op: dtypes for op, (dtypes, _) in OPS.items()}):
        yield name, lambda op=op, make=make, dim=dim, random=random: op(Case(ct, random, make(), dim))


def main():
    parser = parser_of(__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--random", type=int, default=0)
    options = parser.parse_args()
    ct = begin(options)
    for name, make in drawn(ct, options.seed, options.random) if options.random else named(ct, options.seed):
        if is_wanted(options, name):
            report(name, make(), options.seconds)


if __name__ == "__main__":
    main()
