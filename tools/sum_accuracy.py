#!/usr/bin/env python3
"""Writes the section on sums of docs/accuracy.md: the errors of sums that are hard, beside PyTorch's and NumPy's.

  sum_accuracy.py LIBRARY     LIBRARY: libctensor.so of a build folder

The exact sums come from Python's math.fsum. PyTorch is measured where Python has it.
"""
import argparse
import ctypes
import math
import os
import sys

import numpy as np

try:
    import torch
except ImportError:
    torch = None

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
HEADING = '## Sums'
DTYPES = {'float32': (8, 24, -149), 'float16': (7, 11, -24), 'bfloat16': (13, 8, -133)}  # CT_*, digits, least exponent
LARGEST_SAMPLE = 64  # the number of results that are compared with the exact value

TEXT = HEADING + """

This table has the largest error of a result, in ULP of the exact sum; rounding that sum may cost 0.50. It is made by
`tools/sum_accuracy.py build/gcc/src/libctensor.so`, with {versions}.
`ones` are all 1, `alternating` are large and small in turn ({large:g} and {small:g}, times numbers from 1 to 2), and
`random` numbers are from 0 to 1.

| input | ct_sum | ct_sum_compensated | ct_sum_exact | PyTorch | NumPy |
|---|---|---|---|---|---|
{rows}
"""
LARGE, SMALL = 1e4, 1e-4


def values(kind, count, dtype):
    """Numbers that the dtype can hold, as float32, and their bits."""
    random = np.random.default_rng(1)
    if kind == 'ones':
        numbers = np.ones(count, np.float32)
    elif kind == 'random':
        numbers = random.random(count, dtype=np.float32)
    else:
        numbers = random.random(count, dtype=np.float32) + 1
        numbers[::2] *= np.float32(LARGE)
        numbers[1::2] *= np.float32(SMALL)
    if dtype == 'bfloat16':
        bits = (numbers.view(np.uint32) >> 16).astype(np.uint16)
        return (bits.astype(np.uint32) << 16).view(np.float32), bits
    if dtype == 'float16':
        halves = numbers.astype(np.float16)
        return halves.astype(np.float32), halves
    return numbers, numbers


class Library:
    def __init__(self, path):
        self.library = ctypes.CDLL(os.path.abspath(path))
        self.library.ct_tensor_data.restype = ctypes.c_void_p

    def sum(self, name, memory, dtype, shape, dim):
        library, out, t = self.library, ctypes.c_void_p(), ctypes.c_void_p()
        sizes = (ctypes.c_int64 * len(shape))(*shape)
        status = library.ct_tensor_from_const_data(ctypes.c_void_p(memory.ctypes.data), sizes, None, len(shape),
                                                   DTYPES[dtype][0], None, None, ctypes.byref(t), None)
        assert status == 0, status
        dims = (ctypes.c_int32 * 1)(0 if dim is None else dim)
        status = getattr(library, name)(t, dims, 0 if dim is None else 1, ctypes.c_bool(False), 0, ctypes.byref(out),
                                        None)
        assert status == 0, status
        count = 1 if dim is None else math.prod(shape) // shape[dim]
        result = np.empty(count, memory.dtype)
        ctypes.memmove(result.ctypes.data, library.ct_tensor_data(out), result.nbytes)
        library.ct_tensor_release(t)
        library.ct_tensor_release(out)
        return widened(result, dtype)


def widened(result, dtype):
    if dtype == 'bfloat16':
        return (result.astype(np.uint32) << 16).view(np.float32).astype(np.float64)
    return result.astype(np.float64).ravel()


def of_numpy(memory, dtype, shape, dim):
    if dtype == 'bfloat16':
        return None
    return np.asarray(memory.reshape(shape).sum(axis=dim)).astype(np.float64).ravel()


def of_torch(memory, dtype, shape, dim):
    if torch is None:
        return None
    tensor = torch.from_numpy(memory.view(np.int16) if dtype == 'bfloat16' else memory)
    tensor = tensor.view(getattr(torch, dtype)).reshape(shape)
    return (tensor.sum() if dim is None else tensor.sum(dim)).double().numpy().ravel()


def error_of(results, exact, dtype):
    if results is None:
        return '—'
    _, digits, least = DTYPES[dtype]
    worst = 0
    for i, wanted in exact.items():
        ulp = math.ldexp(1, max(math.frexp(wanted)[1] - digits, least))
        worst = max(worst, abs(results[i] - wanted) / ulp)
    return f'{worst:.2f}' if worst < 1000 else f'{worst:.0f}'


def row(library, kind, dtype, shape, dim):
    count = math.prod(shape)
    numbers, memory = values(kind, count, dtype)
    doubles = numbers.astype(np.float64).reshape(shape)
    lines = doubles.reshape(1, count) if dim is None else np.moveaxis(doubles, dim, -1).reshape(-1, shape[dim])
    step = max(len(lines) // LARGEST_SAMPLE, 1)
    exact = {i: math.fsum(lines[i]) for i in range(0, len(lines), step)}
    cells = [library.sum(name, memory, dtype, shape, dim) for name in ('ct_sum', 'ct_sum_compensated', 'ct_sum_exact')]
    cells += [of_torch(memory, dtype, shape, dim), of_numpy(memory, dtype, shape, dim)]
    where = 'all' if dim is None else f'dim {dim}'
    title = f'{kind}, {dtype} [{", ".join(map(str, shape))}], {where}'
    return '| ' + ' | '.join([title] + [error_of(cell, exact, dtype) for cell in cells]) + ' |'


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('library')
    library = Library(parser.parse_args().library)
    rows = []
    for kind in ('ones', 'alternating', 'random'):
        for shape, dim in (((1 << 25,), None), ((4096, 8192), 0), ((4096, 8192), 1), ((20000000, 2), 0)):
            rows.append(row(library, kind, 'float32', shape, dim))
    for kind in ('ones', 'random'):
        rows.append(row(library, kind, 'float16', (1 << 15,), None))
        rows.append(row(library, kind, 'float16', (16384, 64), 0))
        rows.append(row(library, kind, 'bfloat16', (1 << 25,), None))
        rows.append(row(library, kind, 'bfloat16', (65536, 64), 0))
    versions = ([f'PyTorch {torch.__version__.split("+")[0]}'] if torch else []) + [f'NumPy {np.__version__}']
    text = TEXT.format(versions=' and '.join(versions), large=LARGE, small=SMALL, rows='\n'.join(rows))
    path = os.path.join(ROOT, 'docs', 'accuracy.md')
    with open(path, encoding='utf-8') as file:
        before = file.read().split('\n' + HEADING)[0].rstrip('\n')
    with open(path, 'w', encoding='utf-8') as file:
        file.write(before + '\n\n' + text)


if __name__ == '__main__':
    sys.exit(main())
