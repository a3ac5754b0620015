"""What the programs share that measure this library beside peers from Python: the library over C, their options, and how
they measure and report. The sides take turns; figures are the best of all turns, in milliseconds, and then how many times
as fast as the others this library is. What Python itself takes for a call of this library, measured by a call of as many
arguments that does nothing, is left out, so that its figures are those of a call from C; those of the peers are from Python.
"""

import argparse
import ctypes
import time

import numpy as np

try:
    import torch
except ImportError:
    torch = None

SIDES = ("ctensor", "torch", "numpy", "copy")
SHORT = {"float32": "f32", "float64": "f64", "int32": "i32", "int64": "i64", "uint8": "u8", "int16": "i16",
         "float16": "f16", "int8": "i8"}


class Library:
    """The library over C."""

    def __init__(self, path):
        self.library = ctypes.CDLL(path)

    def dtype(self, array):
        out = ctypes.c_uint32()
        self.check(self.library.ct_dtype_from_name(str(array.dtype).encode(), ctypes.byref(out)))
        return out.value

    def tensor(self, array):
        out = ctypes.c_void_p()
        sizes = (ctypes.c_int64 * max(array.ndim, 1))(*array.shape)
        strides = (ctypes.c_int64 * max(array.ndim, 1))(*(s // array.itemsize for s in array.strides))
        self.check(self.library.ct_tensor_from_data(
            ctypes.c_void_p(array.ctypes.data), sizes, array.ndim, strides, self.dtype(array), None, None,
            ctypes.byref(out), None))
        return out

    @staticmethod
    def check(status):
        if status != 0:
            raise RuntimeError(f"status {status}")

    def call(self, name, *arguments):
        converted = [ctypes.c_double(a) if isinstance(a, float) else ctypes.c_int64(a) if isinstance(a, int) else a
                     for a in arguments]
        return Call(self, name, converted, [])

    def fresh(self, name, *arguments, outs=1, of=None):
        """A call that makes its outputs: `of` are those wanted, of so many."""
        places = [ctypes.c_void_p() for _ in range(outs)]
        call = self.call(name, *arguments)
        call.arguments += [ctypes.byref(place) if of is None or k in of else None for k, place in enumerate(places)]
        call.places = [place for k, place in enumerate(places) if of is None or k in of]
        return call


class Call:
    def __init__(self, ct, name, arguments, places):
        self.library, self.arguments, self.places = ct.library, arguments, places
        self.function, self.nothing = getattr(ct.library, "ct_" + name), ct.library.ct_get_num_threads

    def __call__(self):
        if self.function(*self.arguments, None) != 0:
            raise RuntimeError("a call failed")
        for place in self.places:
            self.library.ct_tensor_release(place)

    def idle(self):
        if self.nothing(*self.arguments, None) == 0:
            raise RuntimeError("no threads")
        for place in self.places:
            self.nothing(place)


def tensor_of(array):
    return torch.from_numpy(array) if torch else None


def numbers(random, dtype, shape):
    kind = np.dtype(dtype)
    if kind.kind == "f":
        return random.standard_normal(shape).astype(kind)
    if kind == np.bool_:
        return random.integers(0, 2, shape).astype(kind)
    return random.integers(np.iinfo(kind).min, np.iinfo(kind).max, shape, kind, True)


def at_random(seed, count, dtypes_of):
    """Cases of a seed, for the ops in turn: `dtypes_of` has the dtypes of each. Each has a name, the op, a function that
    makes its array, of 1 to 3 dims in memory in any order, one of the dims, and a source of more random numbers."""
    for k in range(count):
        random = np.random.default_rng([seed, k])
        op = list(dtypes_of)[k % len(dtypes_of)]
        dtype = dtypes_of[op][random.integers(len(dtypes_of[op]))]
        ndim, numel = int(random.integers(1, 4)), int(2 ** random.uniform(11, 21))
        parts = np.sort(random.uniform(0, 1, ndim - 1))
        shares = np.diff(np.concatenate(([0], parts, [1])))
        shape = tuple(max(int(round(numel ** share)), 1) for share in shares)
        order = random.permutation(ndim)
        dim = int(random.integers(ndim))

        def make(dtype=dtype, shape=shape, order=order, random=random):
            return numbers(random, dtype, tuple(shape[d] for d in order)).transpose(np.argsort(order))
        name = f"{op.__name__} {SHORT[dtype]} {list(shape)} order {[int(d) for d in order]} dim {dim}"
        yield name, op, make, dim, random


def measured(sides, seconds, pause=0):
    """The best times of the sides, of the first without what a call takes that does nothing. Before each a pause, in which
    those threads of the side before fall asleep that wait awake for more work."""
    sides = [*sides, sides[0].idle]
    best = [float("inf")] * len(sides)
    times = []
    for side in sides:
        side()
        begin = time.perf_counter()
        side()
        times.append(max(int(5e-5 / (time.perf_counter() - begin)), 1))
    end = time.perf_counter() + seconds
    turns = 0
    while time.perf_counter() < end or turns < 3:
        turns += 1
        for k, side in enumerate(sides):
            if pause:
                time.sleep(pause)
                side()
            begin = time.perf_counter()
            for _ in range(times[k]):
                side()
            best[k] = min(best[k], (time.perf_counter() - begin) / times[k])
    return [best[0] - best[-1], *best[1:-1]]


def report(name, sides, seconds, pause=0):
    """Prints one line about a case. Its sides are the calls of SIDES, or of the first of them; None where one has none."""
    found = {n: side for n, side in zip(SIDES, sides) if side and (torch or n != "torch")}
    own, *best = measured(list(found.values()), seconds, pause)
    ratios = {n: time / own for n, time in zip(list(found)[1:], best)}
    below = any(ratio < 0.9 for n, ratio in ratios.items() if n != "copy")
    others = ", ".join(f"{ratio:.2f} {n}" for n, ratio in ratios.items())
    print(f"{name:48} {own * 1e3:9.4f} ms   {others}{'  BELOW' if below else ''}", flush=True)


def parser_of(description, seconds=0.2):
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("library")
    parser.add_argument("filter", nargs="*", help="words that a case's name has all")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=seconds)
    return parser


def begin(options):
    """The library, after all sides have been given their threads and the first line is printed."""
    ct = Library(options.library)
    ct.check(ct.library.ct_set_num_threads(options.threads, None))
    if torch:
        torch.set_num_threads(options.threads)
    print(f"NumPy {np.__version__}, PyTorch {torch.__version__ if torch else 'none'}, {options.threads} threads")
    return ct


def is_wanted(options, name):
    return all(word in name for word in options.filter)
