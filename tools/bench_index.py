#!/usr/bin/env python3
"""Measures indexing beside NumPy and PyTorch, and beside a copy of as many bytes.

Run by hand, on a quiet machine, with a Python that has what is to be measured:
python tools/bench_index.py build/gcc/src/libctensor.so [filter] [--threads N]. Each side writes into the
same memory; figures are as of bench_sides.py.
"""

import ctypes
from functools import partial

import numpy as np
from bench_sides import begin, is_wanted, parser_of, report, tensor_of, torch

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


def main():
    parser = parser_of(__doc__, seconds=0.4)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    ct = begin(options)
    for family in (rows, elements, dims, masks):
        for name, *sides in family(ct, np.random.default_rng(options.seed)):
            if is_wanted(options, name):
                report(name, sides, options.seconds)


if __name__ == "__main__":
    main()
