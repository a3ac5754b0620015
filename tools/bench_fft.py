#!/usr/bin/env python3
"""Measures the transforms of libctensor_fft beside NumPy and PyTorch.

Run by hand, on a quiet machine, with a Python that has what is to be measured:
python tools/bench_fft.py build/gcc/extensions/fft/libctensor_fft.so [filter] [--threads N]. All sides write into given
arrays; figures are as of bench_sides.py. NumPy works on one thread.
"""

import numpy as np
from bench_sides import begin, parser_of, report, tensor_of, torch

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
    x, y = tensor_of(a), tensor_of(out)
    return (ct.call(f"fft_{name}_out", ct.tensor(a), None, dim, 0, ct.tensor(out)),
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
    options = parser_of(__doc__).parse_args()
    ct = begin(options)
    for name, arguments in named():
        if all(word in name.split() for word in options.filter):  # fft is not rfft
            report(name, transform(ct, *arguments), options.seconds, 0.04 if options.threads > 1 else 0)


if __name__ == "__main__":
    main()
