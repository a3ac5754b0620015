#!/usr/bin/env python3
"""Measures the transforms of libctensor_fft beside NumPy and PyTorch.

Run by hand, on a quiet machine, with a Python that has what is to be measured:
python tools/bench_fft.py build/gcc/extensions/fft/libctensor_fft.so [filter] [--threads N]. All sides write into given
arrays, take turns, and are reported as of bench_order.py: the best of all turns, in milliseconds, and how many times as
fast as the others this library is. NumPy works on one thread.
"""

import argparse

import bench_order
import numpy as np

try:
    import torch
except ImportError:
    torch = None

COMPLEX = {"f32": np.complex64, "f64": np.complex128, "c64": np.complex64, "c128": np.complex128}
SHORT = {"f32": np.float32, "f64": np.float64, "c64": np.complex64, "c128": np.complex128}


def transform(ct, name, dtype, shape, dim):
    """name along dim of a random array; of real numbers rfft and of complex ones fft."""
    random = np.random.default_rng(1)
    a = random.standard_normal(shape).astype(SHORT[dtype])
    if a.dtype.kind == "c":
        a += 1j * random.standard_normal(shape).astype(SHORT[dtype])
    sizes = list(shape)
    if name == "rfft":
        sizes[dim] = sizes[dim] // 2 + 1
    out = np.empty(sizes, COMPLEX[dtype])
    x, y = (torch.from_numpy(a), torch.from_numpy(out)) if torch else (None, None)
    int32 = bench_order.ctypes.c_int32
    return (ct.call(f"fft_{name}_out", ct.tensor(a), None, int32(dim), int32(0), ct.tensor(out)),
            torch and (lambda: getattr(torch.fft, name)(x, dim=dim, out=y)),
            lambda: getattr(np.fft, name)(a, axis=dim, out=out))


def named():
    for dtype, name in (("c64", "fft"), ("c128", "fft"), ("f32", "rfft"), ("f64", "rfft")):
        for power in range(4, 23):
            yield f"line {name} {dtype} 2^{power}", (name, dtype, (2**power,), 0)
        for prime in (17, 101, 1009, 10007, 100003, 1000003):
            yield f"prime {name} {dtype} {prime}", (name, dtype, (prime,), 0)
        for n in (4, 8, 12, 16, 30, 32, 64, 100, 128, 256, 512, 1000):
            for total in (2**16, 2**20):
                yield f"batch {name} {dtype} {total // n} of {n}", (name, dtype, (total // n, n), 1)
                yield f"columns {name} {dtype} {n} by {total // n}", (name, dtype, (n, total // n), 0)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("library")
    parser.add_argument("filter", nargs="*", default=[""], help="words that a case's name has all")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=0.2)
    options = parser.parse_args()
    ct = bench_order.Library(options.library)
    ct.check(ct.library.ct_set_num_threads(options.threads, None))
    if torch:
        torch.set_num_threads(options.threads)
    print(f"NumPy {np.__version__}, PyTorch {torch.__version__ if torch else 'none'}, {options.threads} threads")
    for name, arguments in named():
        if all(word in name.split() for word in options.filter if word):
            bench_order.report(name, transform(ct, *arguments), options.seconds, 0.04 if options.threads > 1 else 0)


if __name__ == "__main__":
    main()
