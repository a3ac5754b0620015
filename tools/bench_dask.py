#!/usr/bin/env python3
"""Times Dask graphs on Tensor chunks beside the same graphs on NumPy's: python tools/bench_dask.py [--megabytes 256].

It needs the package ctensor, dask and NumPy. Both sides have the same numbers and chunks in memory, and one thread. They run
in turns, so that what else the machine does meets both; a ratio is the median of the pairs' ratios.
"""
import argparse
import statistics
import time

import ctensor as ct
import ctensor.dask as cd
import dask
import dask.array as da
import numpy as np


CASES = {
    'elementwise': {
        'x + y': lambda x, y: x + y,
        'exp(x)': lambda x, y: np.exp(x),
        'sqrt(abs(x))': lambda x, y: np.sqrt(abs(x)),
        'tanh(x)': lambda x, y: np.tanh(x),
        '(x - 1) * y / 3': lambda x, y: (x - 1) * y / 3,
        'where(x > y, x, y)': lambda x, y: da.where(x > y, x, y),
        'x - x.mean(axis=0)': lambda x, y: x - x.mean(axis=0),
    },
    'reductions': {
        'sum': lambda x, y: x.sum(),
        'sum(axis=0)': lambda x, y: x.sum(axis=0),
        'sum(axis=1)': lambda x, y: x.sum(axis=1),
        'max(axis=0)': lambda x, y: x.max(axis=0),
        'min(axis=1)': lambda x, y: x.min(axis=1),
        'mean(axis=1)': lambda x, y: x.mean(axis=1),
        'std(axis=0)': lambda x, y: x.std(axis=0),
        'argmax(axis=1)': lambda x, y: x.argmax(axis=1),
        'cumsum(axis=1)': lambda x, y: x.cumsum(axis=1),
    },
    'others': {
        'transposed, made contiguous': lambda x, y: x.T.map_blocks(np.ascontiguousarray),
        'rechunk': lambda x, y: x.rechunk((x.shape[0], x.chunksize[1] // 4)),
        'concatenate': lambda x, y: da.concatenate([x, y], axis=1).rechunk((x.chunksize[0], -1)),
        'x[::-2, 1:-1] + 1': lambda x, y: x[::-2, 1:-1] + 1,
        'sort': lambda x, y: x.map_blocks(lambda one: np.sort(one, axis=1)),
        'matmul': lambda x, y: x[:, :512].rechunk(-1).T @ y[:, :512].rechunk(-1),
    },
}


def seconds(make, x, y):
    graph = make(x, y)
    begin = time.perf_counter()
    dask.persist(graph)
    return time.perf_counter() - begin


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition('\n')[0])
    parser.add_argument('--megabytes', type=float, default=256, help='of each of the two arrays')
    parser.add_argument('--chunk-megabytes', type=float, default=8)
    parser.add_argument('--pairs', type=int, default=9)
    args = parser.parse_args()
    dask.config.set(scheduler='threads', num_workers=1)
    columns = 1024
    rows, step = (max(8, round(size * 2**20 / 4 / columns)) for size in (args.megabytes, args.chunk_megabytes))
    ours = [cd.normal((rows, columns), seed=seed, chunks=(step, -1)).persist() for seed in (1, 2)]
    theirs = [one.map_blocks(np.array, dtype='f4').persist() for one in ours]
    print(f'dask {dask.__version__}, NumPy {np.__version__}, {ct.get_num_threads()} thread for each op; {rows} x {columns} float32 '
          f'in {ours[0].npartitions} chunks\n')
    for group, cases in CASES.items():
        print(f'{group:30} NumPy, ms  Tensor, ms     ratio')
        ratios = []
        for name, make in cases.items():
            seconds(make, *ours), seconds(make, *theirs)  # which also fills caches of memory
            pairs = [(seconds(make, *theirs), seconds(make, *ours)) for _ in range(args.pairs)]
            ratio = statistics.median(numpys / tensors for numpys, tensors in pairs)
            ratios.append(ratio)
            numpys, tensors = (1e3 * statistics.median(side) for side in zip(*pairs))
            print(f'  {name:28} {numpys:9.1f} {tensors:11.1f} {ratio:9.2f}', flush=True)
        print(f'  {"geometric mean":28} {"":9} {"":11} {statistics.geometric_mean(ratios):9.2f}\n')


if __name__ == '__main__':
    main()
