"""Normalises an array larger than memory, by column, on two worker processes: python dask_normalise.py [gigabytes].

The array is virtual: each chunk is drawn where it is needed, and dropped. Its numbers come from one stream of Philox, so
they are the same for any chunks, and the loss of a worker changes no bit of the result (--kill tries that).
"""
import argparse
import os
import resource
import signal
import threading
import time

import ctensor.dask as cd
import dask
from dask.distributed import Client, LocalCluster

COLUMNS = 1000


def statistics(x):
    """The mean and the standard deviation of each column, in one pass over x."""
    return dask.compute(x.mean(axis=0), x.std(axis=0))


def normalised(x, mean, deviation):
    """Centres and scales x's columns, and returns the largest absolute value, the mean and the mean square of each."""
    y = (x - mean) / deviation
    return dask.compute(abs(y).max(axis=0), y.mean(axis=0), (y * y).mean(axis=0))


def array(gigabytes, chunk_megabytes):
    """A virtual float32 array whose chunks have whole rows."""
    rows = max(4, round(gigabytes * 1e9 / 4 / COLUMNS))
    return cd.normal((rows, COLUMNS), seed=7, mean=3, std=2, chunks=(max(1, round(chunk_megabytes * 1e6 / 4 / COLUMNS)), -1))


def cluster(workers, memory):
    """Worker processes of one thread each, which listen only on loopback."""
    return LocalCluster(n_workers=workers, threads_per_worker=1, processes=True, memory_limit=memory, host='127.0.0.1',
                        dashboard_address='127.0.0.1:0')


def kill_one(client, after):
    """Kills a worker once it has worked for a while; its nanny starts another."""
    def kill(pid):
        time.sleep(after)
        os.kill(pid, signal.SIGKILL)
    pid = next(iter(client.run(os.getpid).values()))
    thread = threading.Thread(target=kill, args=(pid,))
    thread.start()
    return thread


def peak():
    """The largest resident memory of this process, in bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition('\n')[0])
    parser.add_argument('gigabytes', type=float, nargs='?', default=0.2)
    parser.add_argument('--chunk-megabytes', type=float, default=64)
    parser.add_argument('--workers', type=int, default=2)
    parser.add_argument('--memory', default='2GB', help='of each worker')
    parser.add_argument('--kill', action='store_true', help='kill a worker on the way')
    args = parser.parse_args()
    with cluster(args.workers, args.memory) as running, Client(running) as client:
        x = array(args.gigabytes, args.chunk_megabytes)
        print(f'{x.nbytes / 1e9:.2f} GB in {x.npartitions} chunks')
        begin = time.perf_counter()
        killer = kill_one(client, 2) if args.kill else None
        mean, deviation = statistics(x)
        largest, centre, square = normalised(x, mean, deviation)
        seconds = time.perf_counter() - begin
        if killer:
            killer.join()
        print(f'means of about {float(mean.mean()):.3f}, deviations of about {float(deviation.mean()):.3f}')
        print(f'normalised: means within {float(abs(centre).max()):.1e} of 0, mean squares within '
              f'{float(abs(square - 1).max()):.1e} of 1, sizes up to {float(largest.max()):.2f}')
        print(f'{seconds:.1f} s, at most {max(client.run(peak).values()) / 1e9:.2f} GB in a worker')


if __name__ == '__main__':
    main()
