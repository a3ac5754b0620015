#!/usr/bin/env python3
"""Measures the products of libctensor_linalg beside NumPy and PyTorch.

Run by hand, on a quiet machine, with a Python that has what is to be measured:
python tools/bench_linalg.py build/gcc/extensions/linalg/libctensor_linalg.so [filter] [--threads N]. All sides write into
given arrays; figures are as of bench_sides.py. NumPy and PyTorch each bring a BLAS library of their own.
"""

import contextlib
import ctypes
import os

import numpy as np
from bench_sides import begin, is_wanted, parser_of, report, tensor_of, torch

try:
    from threadpoolctl import threadpool_limits
except ImportError:
    threadpool_limits = None

SHORT = {"f32": "float32", "f64": "float64", "c64": "complex64", "c128": "complex128", "i32": "int32", "i64": "int64",
         "f16": "float16"}


def numbers(dtype, *shape):
    random = np.random.default_rng(1)
    kind = np.dtype(SHORT[dtype])
    if kind.kind == "c":
        return (random.standard_normal(shape) + 1j * random.standard_normal(shape)).astype(kind)
    return random.standard_normal(shape).astype(kind) if kind.kind == "f" else random.integers(-9, 9, shape).astype(kind)


# How a matrix, or a batch of them, of some sizes lies in memory.
def dense(dtype, *shape):
    return numbers(dtype, *shape)


def transposed(dtype, *shape):
    return numbers(dtype, *shape[:-2], shape[-1], shape[-2]).swapaxes(-1, -2)


def part(dtype, *shape):
    return numbers(dtype, *shape[:-1], shape[-1] + 32)[..., :shape[-1]]


def spaced(dtype, *shape):
    return numbers(dtype, *shape[:-1], 2 * shape[-1])[..., ::2]


LAYOUTS = {"n": dense, "t": transposed, "p": part, "s": spaced}


def product(ct, a, b, shape, name, of_torch, of_numpy):
    out = np.empty(shape, a.dtype)
    x, y, z = tensor_of(a), tensor_of(b), tensor_of(out)
    return (ct.call("linalg_" + name + "_out", ct.tensor(a), ct.tensor(b), ct.tensor(out)),
            torch and (lambda: of_torch(x, y, out=z)), lambda: of_numpy(a, b, out=out))


def matmul(ct, dtype, layouts, sizes_a, sizes_b, shape):
    a, b = LAYOUTS[layouts[0]](dtype, *sizes_a), LAYOUTS[layouts[1]](dtype, *sizes_b)
    return product(ct, a, b, shape, "matmul", torch and torch.matmul, np.matmul)


def vectors(ct, dtype, n):
    a, b = numbers(dtype, n), numbers(dtype, n)
    return product(ct, a, b, (), "dot", torch and torch.dot, np.dot)


def outer(ct, dtype, n):
    a, b = numbers(dtype, n), numbers(dtype, n)
    return product(ct, a, b, (n, n), "outer", torch and torch.outer, np.outer)


def einsum(ct, dtype, equation, *shapes):
    arrays = [numbers(dtype, *shape) for shape in shapes]
    tensors = [tensor_of(a) for a in arrays]
    handles = (ctypes.c_void_p * len(arrays))(*(ct.tensor(a) for a in arrays))
    path = np.einsum_path(equation, *arrays, optimize="optimal")[0]
    return (ct.fresh("linalg_einsum", ctypes.c_char_p(equation.encode()), handles, len(arrays)),
            torch and (lambda: torch.einsum(equation, *tensors)),
            lambda: np.einsum(equation, *arrays, optimize=path))


def named():
    for dtype in ("f32", "f64", "c64", "c128"):
        for n in (16, 32, 64, 128, 256, 512, 1024, 2048):
            if n == 2048 and dtype[0] == "c":
                continue
            for layouts in ("nn", "tn", "nt", "tt", "pp", "sn"):
                yield f"matmul {dtype} {n} {layouts}", matmul, (dtype, layouts, (n, n), (n, n), (n, n))
    for dtype in ("f32", "f64", "c64", "i32"):
        for n, counts in ((4, (1000, 100000)), (8, (10000,)), (16, (1000, 20000)), (32, (2000,)), (64, (1000,)), (100, (300,)),
                          (256, (20,))):
            for count in counts:
                for layouts in ("nn", "nt", "tn") if count == counts[0] else ("nn",):
                    yield (f"batch {dtype} {count} of {n} {layouts}", matmul,
                           (dtype, layouts, (count, n, n), (count, n, n), (count, n, n)))
    for dtype in ("f32", "f64"):
        for n in (64, 1000, 4000):
            yield f"mv {dtype} {n} nn", matmul, (dtype, "nn", (n, n), (n,), (n,))
            yield f"mv {dtype} {n} tn", matmul, (dtype, "tn", (n, n), (n,), (n,))
        yield f"tall {dtype}", matmul, (dtype, "nn", (20000, 64), (64, 8), (20000, 8))
        yield f"shared {dtype}", matmul, (dtype, "nn", (500, 32, 64), (64, 64), (500, 32, 64))
        for n in (100, 10000, 1000000):
            yield f"dot {dtype} {n}", vectors, (dtype, n)
        yield f"outer {dtype} 1000", outer, (dtype, 1000)
        yield f"einsum {dtype} bhqd,bhkd->bhqk", einsum, (dtype, "bhqd,bhkd->bhqk", (4, 8, 128, 64), (4, 8, 128, 64))
        yield f"einsum {dtype} bqhd,bkhd->bhqk", einsum, (dtype, "bqhd,bkhd->bhqk", (4, 128, 8, 64), (4, 128, 8, 64))
        yield f"einsum {dtype} bhqk,bhkd->bqhd", einsum, (dtype, "bhqk,bhkd->bqhd", (4, 8, 128, 128), (4, 8, 128, 64))
        yield f"einsum {dtype} small bhqd,bhkd->bhqk", einsum, (dtype, "bhqd,bhkd->bhqk", (2, 4, 16, 16), (2, 4, 16, 16))
        yield f"einsum {dtype} ij,jk,kl->il", einsum, (dtype, "ij,jk,kl->il", (300, 20), (20, 300), (300, 30))
        yield f"einsum {dtype} bi,bj,ijk->bk", einsum, (dtype, "bi,bj,ijk->bk", (64, 30), (64, 30), (30, 30, 20))
        yield f"einsum {dtype} ii", einsum, (dtype, "ii", (1000, 1000))
        yield f"einsum {dtype} i,j->ij", einsum, (dtype, "i,j->ij", (1000,), (1000,))
    for dtype in ("i32", "i64", "f16"):
        for n in (64, 256, 512):
            yield f"matmul {dtype} {n} nn", matmul, (dtype, "nn", (n, n), (n, n), (n, n))


def main():
    parser = parser_of(__doc__)
    options = parser.parse_args()
    limits = contextlib.nullcontext()
    if threadpool_limits is not None:
        limits = threadpool_limits(options.threads)
    elif os.environ.get("OPENBLAS_NUM_THREADS") != str(options.threads):
        parser.error(f"NumPy's threads need threadpoolctl, or OPENBLAS_NUM_THREADS={options.threads}")
    ct = begin(options)
    with limits:
        for name, make, arguments in named():
            if is_wanted(options, name):
                report(name, make(ct, *arguments), options.seconds, 0.04 if options.threads > 1 else 0)


if __name__ == "__main__":
    main()
