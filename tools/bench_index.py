#!/usr/bin/env python3
"""Measures indexing beside NumPy and PyTorch, and beside a copy of as many bytes.

Run by hand, on a quiet machine, with a Python that has what is to be measured:
python tools/bench_index.py build/gcc/src/libctensor.so [filter] [--threads N]. The library is called over C. Each side
writes into the same memory, and the sides take turns; figures are the best of all turns, in milliseconds, and then how
many times as fast as the others this library is.
"""

import argparse
import ctypes
import time
from functools import partial

import numpy as np

DTYPES = {"bool": 1, "int64": 6, "float32": 8}
REPLACE, ADD = 0, 1


def optional(name):
    try:
        return __import__(name)
    except ImportError:
        return None


torch = optional("torch")


class Library:
    def __init__(self, path):
        self.library = ctypes.CDLL(path)

    def tensor(self, array):
        out = ctypes.c_void_p()
        sizes = (ctypes.c_int64 * max(array.ndim, 1))(*array.shape)
        self.check(
            self.library.ct_tensor_from_data(
                ctypes.c_void_p(array.ctypes.data), sizes, array.ndim, None, DTYPES[str(array.dtype)], None, None,
                ctypes.byref(out), None))
        return out

    @staticmethod
    def check(status):
        if status != 0:
            raise RuntimeError(f"status {status}")

    def call(self, name, *arguments):
        function = getattr(self.library, "ct_" + name)
        return lambda: self.check(function(*arguments, None))

    def copy_of(self, nbytes):
        """Reads and writes so many bytes in all."""
        source, target = np.ones(nbytes // 2, np.bool_), np.zeros(nbytes // 2, np.bool_)
        keep = (source, target)
        call = self.call("copy", self.tensor(target), self.tensor(source))
        return lambda: (keep, call())[1]


def of_torch(array):
    return torch.from_numpy(array)


def rows(ct, random):
    """Embedding-like: slices of 512 bytes."""
    table, index = np.ones((1 << 20, 128), np.float32), random.integers(0, 1 << 20, 1 << 16)
    out = np.zeros((1 << 16, 128), np.float32)
    t, i, o = map(ct.tensor, (table, index, out))
    copy = ct.copy_of(2 * out.nbytes)
    if torch:
        tt, ti, to = map(of_torch, (table, index, out))
    yield ("index_select rows [1Mi, 128] 64Ki", ct.call("index_select_out", t, 0, i, o),
           torch and (lambda: torch.index_select(tt, 0, ti, out=to)), lambda: np.take(table, index, 0, out, "clip"), copy)
    yield ("index_copy rows [1Mi, 128] 64Ki", ct.call("index_copy_out", t, 0, i, o, t),
           torch and (lambda: tt.index_copy_(0, ti, to)), None, copy)
    one = (ctypes.c_void_p * 1)(i)
    yield ("index rows [1Mi, 128] 64Ki", ct.call("index_out", t, one, 1, o), torch and (lambda: tt[ti]),
           lambda: table[index], copy)
    small, few = np.ones((1 << 13, 128), np.float32), random.integers(0, 1 << 13, 1 << 16)
    s, f = map(ct.tensor, (small, few))
    if torch:
        ts, tf = map(of_torch, (small, few))
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
    if torch:
        tt, ti, to, tz = map(of_torch, (table, index, out, same))
    else:
        tt = ti = to = tz = None
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
    if torch:
        tt, ti, to, tn, tp = map(of_torch, (table, index, out, line, part))
    for dim in (0, 1):
        yield (f"gather dim {dim} [1024, 1024]", ct.call("gather_out", t, dim, i, o),
               torch and partial(torch.gather, tt, dim, ti, out=to), partial(np.take_along_axis, table, index, dim), None)
        yield (f"scatter_add dim {dim} [1024, 1024]", ct.call("scatter_out", t, dim, i, o, ADD, t),
               torch and partial(tt.scatter_add_, dim, ti, to), None, None)
    yield ("index_select dim 1 [1024, 1024] 512", ct.call("index_select_out", t, 1, n, p),
           torch and (lambda: torch.index_select(tt, 1, tn, out=tp)), lambda: np.take(table, line, 1, part, "clip"), None)
    pairs = [random.integers(0, 1024, 1 << 18) for _ in range(2)]
    two, picked = (ctypes.c_void_p * 2)(*map(ct.tensor, pairs)), np.zeros(1 << 18, np.float32)
    of_two = torch and tuple(map(of_torch, pairs))
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
    if torch:
        tv, tm, to, tp = map(of_torch, (values, mask, out, places))
    else:
        tv = tm = to = tp = None
    yield (f"masked_select {percent}% of {size}", ct.call("masked_select_out", v, m, o),
           torch and (lambda: torch.masked_select(tv, tm, out=to)), lambda: values[mask],
           ct.copy_of(size * 5 + count * 4))
    yield (f"nonzero {percent}% of {size}", ct.call("nonzero_out", m, p),
           torch and (lambda: torch.nonzero(tm, out=tp)), lambda: np.nonzero(mask), ct.copy_of(size + count * 8))


def measured(sides, seconds):
    best = [float("inf")] * len(sides)
    for side in sides:
        side()  # which brings memory of its own
    end = time.perf_counter() + seconds
    while time.perf_counter() < end or float("inf") in best:
        for k, side in enumerate(sides):
            begin = time.perf_counter()
            side()
            best[k] = min(best[k], time.perf_counter() - begin)
    return best


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("library")
    parser.add_argument("filter", nargs="?", default="")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=0.4)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    ct = Library(options.library)
    ct.check(ct.library.ct_set_num_threads(options.threads, None))
    if torch:
        torch.set_num_threads(options.threads)
    print(f"NumPy {np.__version__}, PyTorch {torch.__version__ if torch else 'none'}, {options.threads} threads")
    for family in (rows, elements, dims, masks):
        for name, *sides in family(ct, np.random.default_rng(options.seed)):
            if options.filter not in name:
                continue
            names = [n for n, side in zip(("ctensor", "torch", "numpy", "copy"), sides) if side]
            best = measured([side for side in sides if side], options.seconds)
            others = ", ".join(f"{best[k] / best[0]:.2f} {names[k]}" for k in range(1, len(best)))
            print(f"{name:44} {best[0] * 1e3:9.3f} ms   {others}", flush=True)


if __name__ == "__main__":
    main()
