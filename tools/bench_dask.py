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
        'clip(x, -1, 1)': lambda x, y: da.clip(x, -1, 1),
        'x > y': lambda x, y: x > y,
        'x.astype(float64)': lambda x, y: x.astype('f8'),
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
        'nanmean(axis=1)': lambda x, y: da.nanmean(x, axis=1),
        'any(x > 4)': lambda x, y: (x > 4).any(),
        'argmax(axis=1)': lambda x, y: x.argmax(axis=1),
        'cumsum(axis=1)': lambda x, y: x.cumsum(axis=1),
    },
    'others': {
        'transposed, made contiguous': lambda x, y: x.T.map_blocks(np.copy, order='C'),
        'rechunk': lambda x, y: x.rechunk((x.shape[0], x.chunksize[1] // 4)),
        'reshape': lambda x, y: x.reshape(x.shape[0], 32, 32).rechunk((x.shape[0], 4, -1)),
        'concatenate': lambda x, y: da.concatenate([x, y], axis=1).rechunk((x.chunksize[0], -1)),
        'stack': lambda x, y: da.stack([x, y], axis=2).rechunk((x.chunksize[0], -1, -1)),
        'x[::-2, 1:-1] + 1': lambda x, y: x[::-2, 1:-1] + 1,
        'x[rows]': lambda x, y: x[np.arange(0, x.shape[0], 3)],
        'x[x > 0]': lambda x, y: x[x > 0],
        'roll': lambda x, y: da.roll(x, 1000, axis=0),
        'map_overlap': lambda x, y: x.map_overlap(lambda one: (one[:-2] + one[1:-1] + one[2:]) / 3, depth=(1, 0), boundary='reflect',
                                                  trim=False, dtype='f4'),
        'topk': lambda x, y: x.topk(10, axis=1),
        'percentile': lambda x, y: da.percentile(x[:, 0].rechunk(-1), [25, 50, 75]),
        'histogram': lambda x, y: da.histogram(x, bins=32, range=(-4, 4))[0],
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
    parser.add_argument('graphs', nargs='*', help='the names of those to time; without any, all')
    args = parser.parse_args()
    dask.config.set(scheduler='threads', num_workers=1)
    columns = 1024
    rows, step = (max(8, round(size * 2**20 / 4 / columns)) for size in (args.megabytes, args.chunk_megabytes))
    ours = [cd.normal((rows, columns), seed=seed, chunks=(step, -1)).persist() for seed in (1, 2)]
    theirs = [one.map_blocks(np.array, dtype='f4').persist() for one in ours]
    print(f'dask {dask.__version__}, NumPy {np.__version__}, {ct.get_num_threads()} thread for each op; {rows} x {columns} float32 '
          f'in {ours[0].npartitions} chunks\n')
    for group, graphs in CASES.items():
        cases = {name: make for name, make in graphs.items() if name in args.graphs or not args.graphs}
        if not cases:
            continue
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
