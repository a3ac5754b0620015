#!/usr/bin/env python3
"""Measures NumPy and PyTorch on the cases of bench, those of --random among them, beside the case's limit and this library, in one process.

The cases come from `bench --list --json`, so their names and layouts are the same. The memory that they run in and the
loops of the limits come from libbench-limits.so, so those are the same, too. As in bench, the sides take turns (A B C C
B A), short work is repeated, blocks in which the limit drifted by more than 5% do not count, and the figures are the
median of the paired ratios and the ratio of the minima. Each block begins with another side, because a limit whose stores
pass by the caches leaves less there for whoever comes next. A case of less than about 10 us measures Python's own calls,
too.
"""

import argparse
import array
import ctypes
import json
import math
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

SAMPLE_SECONDS = 5e-4
DRIFT = 0.05
FEWEST_PAIRS = 10
PAUSE = 3e-3  # idle threads of OpenMP spin for less than that
DTYPE_SIZES = {"bool": 1, "uint8": 1, "int32": 4, "int64": 8, "float16": 2, "bfloat16": 2, "float32": 4, "float64": 8}
ALONG = ("cumsum", "softmax")  # ops whose output has as many elements as the input
# bench's math functions and others like them. Their inputs are numbers from 0.25 to 4, or from DOMAINS. Below are the
# names that peers have for them, where those differ; None says that the peer has no function of the same meaning.
MATH = ("exp", "log", "sin", "cos", "tanh", "erf", "pow", "gelu", "exp2", "expm1", "log2", "log10", "log1p", "tan", "asin",
        "acos", "atan", "sinh", "cosh", "asinh", "acosh", "atanh", "erfc", "erfinv", "lgamma", "sigmoid", "logit", "elu",
        "softplus", "silu", "mish", "gelu_tanh", "sqrt", "rsqrt", "reciprocal", "atan2", "hypot", "logaddexp",
        "logaddexp2", "xlogy", "ldexp")
MATH_OF_TWO = ("pow", "atan2", "hypot", "logaddexp", "logaddexp2", "xlogy", "ldexp")
DOMAINS = {**dict.fromkeys(("asin", "acos", "atanh", "erfinv", "logit"), (0.02, 0.98)), "acosh": (1.0, 4.0)}
NUMPY_NAMES = {"pow": "power", "asin": "arcsin", "acos": "arccos", "atan": "arctan", "asinh": "arcsinh",
               "acosh": "arccosh", "atanh": "arctanh", "atan2": "arctan2", "ldexp": None}
TORCH_NAMES = {"elu": "ops.aten.elu.out", "softplus": "ops.aten.softplus.out", "silu": "ops.aten.silu.out",
               "mish": "ops.aten.mish.out", "gelu": "ops.aten.gelu.out", "gelu_tanh": "ops.aten.gelu.out",
               "erfc": "special.erfc", "ldexp": None}


INDEXING = ("index_select", "gather", "take", "index_add", "scatter_add", "masked_select", "nonzero")
MOVING = ("cat", "stack", "repeat", "roll", "pad", "tril")  # what joins and rearranges


def moving_arguments(case):
    """Repeats, shifts, and the frame's width of each dim, as bench takes them from the sizes."""
    to, origin = case["to"]["sizes"], case["from"]["sizes"]
    pairs = list(zip(to, origin))
    return ([a // b for a, b in pairs], [origin[d] // 3 for d in case["dims"]], [(a - b) // 2 for a, b in pairs])


def optional(name):
    try:
        return __import__(name)
    except ImportError:
        return None


class Limits:
    """The memory and the loops of the limits, from libbench-limits.so."""

    def __init__(self, path):
        library = ctypes.CDLL(str(path))
        library.bench_memory.restype = ctypes.c_void_p
        library.bench_memory.argtypes = [ctypes.c_int, ctypes.c_int64, ctypes.c_uint32]
        library.bench_limit_bytes.restype = ctypes.c_int64
        library.bench_limit_bytes.argtypes = [ctypes.c_double, ctypes.c_double, ctypes.c_bool]
        library.bench_limit.restype = ctypes.c_bool
        library.bench_limit.argtypes = [ctypes.c_double, ctypes.c_double, ctypes.c_bool, ctypes.c_void_p,
                                        ctypes.c_void_p, ctypes.c_int, ctypes.c_bool]
        library.bench_index.restype = ctypes.c_void_p
        library.bench_index.argtypes = [ctypes.c_int64, ctypes.c_uint32, ctypes.c_int64]
        self.library = library

    def memory(self, which, nbytes, dtype):
        return self.library.bench_memory(which, nbytes, dtype)

    def index(self, case, dtype):
        """Where the index of the case lies, or NULL."""
        return self.library.bench_index(self.count(case["index"]), dtype, case["below"]) if "index" in case else None

    @staticmethod
    def count(operand):
        return math.prod(operand["sizes"])

    def best(self, case, source, target, threads):
        """The fastest loop: with cached or non-temporal stores; where a cache holds the case, on one thread or on all."""
        candidates = []
        for count in {threads, 1} if case["level"] != "DRAM" else {threads}:
            for stream in (False, True):
                arguments = (case["reads"], case["writes"], case["op"] == "add in place", source, target, count, stream)
                if self.library.bench_limit(*arguments):
                    candidates.append(lambda arguments=arguments: self.library.bench_limit(*arguments))
        timed = [min(seconds(run, repeats_of(run)) for _ in range(3)) for run in candidates]
        return candidates[timed.index(min(timed))]


class Ctensor:
    """This library, called through its package for Python, as the peers are called through theirs."""

    name = "ctensor"

    def __init__(self, path):
        # loaded first, so that the package gets this one when it asks for a library of that name
        self.library = ctypes.CDLL(str(path))
        self.package = optional("ctensor")
        if self.package is None:
            sys.exit(f"bench_peers: {sys.executable} has no ctensor package; ./dev bench --peers makes one")
        self.package.set_num_threads(7)
        if self.library.ct_get_num_threads() != 7:
            sys.exit(f"bench_peers: the ctensor package does not use {path}: it takes one with -Dlibrary=shared")

    def version(self):
        return "libctensor " + ".".join(map(str, self.package.version()))

    def set_threads(self, threads):
        self.package.set_num_threads(threads)

    def dtype(self, name):
        """Its number in ctensor.h."""
        out = ctypes.c_uint32()
        assert self.library.ct_dtype_from_name(name.encode(), ctypes.byref(out)) == 0, name
        return out.value

    def tensor(self, operand, memory):
        whole = (ctypes.c_char * operand["bytes"]).from_address(memory)
        flat = self.package.from_buffer(whole, operand["dtype"])
        return flat.as_strided(operand["sizes"], operand["strides"], operand["offset"])

    def call(self, case, source, target, index):
        package, op, ordered = self.package, case["op"], self.package.MemoryFormat.CONTIGUOUS
        to, origin = self.tensor(case["to"], target), self.tensor(case["from"], source)
        if op == "divide255":
            return partial(package.div, origin, package.number(255.0), out=to)
        if op in MATH and op not in MATH_OF_TWO:
            return partial(getattr(package, op), origin, out=to)
        if op in ("add", "mul", *MATH_OF_TWO):
            return partial(getattr(package, op), origin, self.tensor(case["second"], source), out=to)
        if op in INDEXING:
            dim, by = case["dims"][0], self.tensor(case["index"], index)
            return {"index_select": partial(package.index_select, origin, dim, by, out=to),
                    "gather": partial(package.gather, origin, dim, by, out=to),
                    "take": partial(package.take, origin, by, out=to),
                    "index_add": partial(package.index_add, to, dim, by, origin, out=to),
                    "scatter_add": partial(package.scatter, to, dim, by, origin, "add", out=to),
                    "masked_select": partial(package.masked_select, origin, by, out=to),
                    "nonzero": partial(package.nonzero, by, out=to)}[op]
        if op in MOVING:
            repeats, shifts, widths = moving_arguments(case)
            dims, frame = case["dims"], [width for width in reversed(widths) for _ in range(2)]
            return {"cat": lambda parts: partial(package.cat, parts, dims[0], out=to),
                    "stack": lambda parts: partial(package.stack, parts, dims[0], out=to),
                    "tril": lambda _: partial(package.tril, origin, out=to),
                    # fresh, as the peers' are, which are still in the caches when they are made again
                    "repeat": lambda _: partial(package.repeat, origin, repeats),
                    "roll": lambda _: partial(package.roll, origin, shifts, dims),
                    "pad": lambda _: partial(package.pad, origin, frame, "reflect")}[op](origin.unbind(0))
        if op == "add in place":
            return partial(package.add, to, package.number(0.0), out=to)
        if op == "fill":
            return partial(to.fill_, 1.5)
        if op in ("uniform", "normal"):
            return partial(getattr(package.Rng(1), op), out=to)
        if "dims" in case:
            reduce, dims = getattr(package, op), case["dims"]
            if op in ALONG:
                return partial(reduce, origin, dims[0], out=to)
            over = {"dim": dims[0] if dims else None} if op == "argmax" else {"dims": dims or None}
            return partial(reduce, origin, **over, keepdim=bool(dims), out=to)
        if case["memory"] != "fresh":
            return partial(to.copy_, origin)
        if case["to"]["dtype"] == case["from"]["dtype"]:
            return partial(origin.clone, ordered)
        return partial(origin.to, case["to"]["dtype"], ordered)


class Numpy:
    name = "numpy"

    def __init__(self, numpy):
        self.np = numpy

    def version(self):
        return f"NumPy {self.np.__version__}"

    def set_threads(self, threads):
        pass  # NumPy runs on one thread

    def array(self, operand, memory):
        np, width = self.np, DTYPE_SIZES[operand["dtype"]]
        whole = (ctypes.c_char * operand["bytes"]).from_address(memory)
        flat = np.frombuffer(whole, dtype=operand["dtype"])
        return np.lib.stride_tricks.as_strided(flat[operand["offset"]:], operand["sizes"],
                                               [stride * width for stride in operand["strides"]])

    def call(self, case, source, target, index):
        np, op = self.np, case["op"]
        if "bfloat16" in (case["to"]["dtype"], case["from"]["dtype"]) or len(case["to"]["sizes"]) > 32:
            return None
        to, origin = self.array(case["to"], target), self.array(case["from"], source)
        if op == "divide255":
            return lambda: np.divide(origin, np.float32(255), out=to)
        if op in ("add", "mul"):
            second = self.array(case["second"], source)
            function = {"add": np.add, "mul": np.multiply}[op]
            return lambda: function(origin, second, out=to)
        if op in MATH:
            inputs = (origin, self.array(case["second"], source)) if op in MATH_OF_TWO else (origin,)
            name = NUMPY_NAMES.get(op, op)
            function = name and getattr(np, name, None)
            return function and (lambda: function(*inputs, out=to))
        if op in INDEXING:
            dim, by = case["dims"][0], self.array(case["index"], index)
            places = (slice(None),) * dim + (by,)
            return {"index_select": lambda: np.take(origin, by, dim, to, "clip"),
                    "gather": lambda: np.take_along_axis(origin, by, dim),
                    "take": lambda: np.take(origin, by, None, to, "clip"),
                    "index_add": lambda: np.add.at(to, places, origin),
                    "scatter_add": len(case["to"]["sizes"]) == 1 and (lambda: np.add.at(to, by, origin)),
                    "masked_select": lambda: origin[by], "nonzero": lambda: np.nonzero(by)}[op] or None
        if op in MOVING:
            repeats, shifts, widths = moving_arguments(case)
            dims, parts = tuple(case["dims"]), list(origin)
            return {"cat": lambda: np.concatenate(parts, axis=dims[0], out=to),
                    "stack": lambda: np.stack(parts, axis=dims[0], out=to), "repeat": lambda: np.tile(origin, repeats),
                    "roll": lambda: np.roll(origin, shifts, dims), "tril": lambda: np.tril(origin),
                    "pad": lambda: np.pad(origin, [(width, width) for width in widths], "reflect")}[op]
        if op == "add in place":
            return lambda: np.add(to, np.float32(0), out=to)
        if op == "fill":
            return lambda: to.fill(1.5)
        if op in ("uniform", "normal"):
            generator = np.random.Generator(np.random.Philox(1))
            draw = generator.random if op == "uniform" else generator.standard_normal
            return partial(draw, dtype=to.dtype, out=to)
        if "dims" in case:
            reduce, axis = getattr(np, op, None), tuple(case["dims"]) or None
            if reduce is None:
                return None
            if op == "cumsum":
                return lambda: reduce(origin, axis=axis[0], out=to)
            if op == "var":
                return lambda: reduce(origin, axis=axis, ddof=1)
            if axis is not None and op == "argmax":
                axis = axis[0]
            return lambda: reduce(origin, axis=axis)
        if case["memory"] == "fresh":
            return lambda: origin.astype(to.dtype, order="C")
        return lambda: np.copyto(to, origin, casting="unsafe")


class Torch:
    name = "torch"

    def __init__(self, torch):
        self.torch = torch

    def version(self):
        return f"PyTorch {self.torch.__version__}"

    def set_threads(self, threads):
        self.torch.set_num_threads(threads)

    def tensor(self, operand, memory):
        torch = self.torch
        whole = (ctypes.c_char * operand["bytes"]).from_address(memory)
        flat = torch.frombuffer(whole, dtype=getattr(torch, operand["dtype"]))
        strides, offset = list(operand["strides"]), operand["offset"]
        backwards = [d for d, stride in enumerate(strides) if stride < 0]
        for d in backwards:  # PyTorch has no negative strides; its flip gives a copy
            offset += strides[d] * (operand["sizes"][d] - 1)
            strides[d] = -strides[d]
        return torch.as_strided(flat, operand["sizes"], strides, offset), backwards

    def call(self, case, source, target, index):
        torch, op = self.torch, case["op"]
        (to, to_backwards), (origin, backwards) = self.tensor(case["to"], target), self.tensor(case["from"], source)
        if to_backwards:
            return None
        if backwards and op == "copy":
            flips = lambda: torch.flip(origin, backwards)
            return flips if to.dtype == origin.dtype else lambda: to.copy_(flips())
        if backwards:
            return None
        if op == "divide255":
            return lambda: torch.div(origin, 255, out=to)
        if op in MATH:
            name = TORCH_NAMES.get(op, op)
            if name is None:
                return None
            function = torch
            for part in name.split("."):
                function = getattr(function, part)
            inputs = (origin, self.tensor(case["second"], source)[0]) if op in MATH_OF_TWO else (origin,)
            named = {"approximate": "tanh"} if op == "gelu_tanh" else {}
            return lambda: function(*inputs, out=to, **named)
        if op in ("add", "mul"):
            (second, _), function = self.tensor(case["second"], source), getattr(torch, op)
            return lambda: function(origin, second, out=to)
        if op in INDEXING:
            dim, (by, _) = case["dims"][0], self.tensor(case["index"], index)
            return {"index_select": lambda: torch.index_select(origin, dim, by, out=to),
                    "gather": lambda: torch.gather(origin, dim, by, out=to),
                    "take": lambda: torch.take(origin, by, out=to),
                    "index_add": lambda: to.index_add_(dim, by, origin),
                    "scatter_add": lambda: to.scatter_add_(dim, by, origin),
                    "masked_select": lambda: torch.masked_select(origin, by, out=to),
                    "nonzero": lambda: torch.nonzero(by, out=to)}[op]
        if op in MOVING:
            repeats, shifts, widths = moving_arguments(case)
            dims, parts = case["dims"], list(origin)
            frame = [width for width in reversed(widths) for _ in range(2)]
            return {"cat": lambda: torch.cat(parts, dims[0], out=to), "stack": lambda: torch.stack(parts, dims[0], out=to),
                    "repeat": lambda: origin.repeat(*repeats), "roll": lambda: torch.roll(origin, shifts, dims),
                    "tril": lambda: torch.tril(origin, out=to),
                    "pad": lambda: torch.nn.functional.pad(origin[None], frame, "reflect")}[op]
        if op == "add in place":
            return lambda: to.add_(0.0)
        if op == "fill":
            return lambda: to.fill_(1.5)
        if op in ("uniform", "normal"):
            return to.uniform_ if op == "uniform" else to.normal_
        if "dims" in case:
            reduce, dims = getattr(torch, op, None), case["dims"]
            if reduce is None:
                return None
            if op in ALONG:
                return lambda: reduce(origin, dims[0], out=to)
            if op == "norm":
                return lambda: torch.linalg.vector_norm(origin, dim=dims or None, out=to)
            over = dims[0] if len(dims) == 1 else dims
            return partial(reduce, origin, over) if dims else partial(reduce, origin)
        if case["memory"] == "fresh":
            return lambda: origin.to(to.dtype, memory_format=torch.contiguous_format, copy=True)
        return lambda: to.copy_(origin)


def small_calls(ctensor, numpy, torch):
    """The calls on a few numbers that Python can make. The figures include Python's own time, ours too: bench has the
    library's own."""
    p, q, to = ctensor.arange(8.0), ctensor.arange(8.0) + 1, ctensor.empty(8)
    table, column = ctensor.ones([4, 4]), ctensor.ones(4)
    calls = {"package": {
        "add f32 8 fresh": lambda: ctensor.add(p, q), "add f32 8 out": lambda: ctensor.add(p, q, out=to),
        "sum f32 8 fresh": lambda: ctensor.sum(p), "t().contiguous() f32 4x4": lambda: table.T.contiguous(),
        "view f32 8 as 2x4": lambda: p.view(2, 4), "copy f32 8": lambda: to.copy_(p),
        "add f32 4x4 + 4 fresh": lambda: ctensor.add(table, column), "empty f32 8": lambda: ctensor.empty(8)}}
    if torch is not None:
        a, b = torch.arange(8.0), torch.arange(8.0) + 1
        out, square, row = torch.empty(8), torch.rand(4, 4), torch.rand(4)
        calls["torch"] = {
            "add f32 8 fresh": lambda: torch.add(a, b), "add f32 8 out": lambda: torch.add(a, b, out=out),
            "sum f32 8 fresh": lambda: torch.sum(a), "t().contiguous() f32 4x4": lambda: square.t().contiguous(),
            "view f32 8 as 2x4": lambda: a.view(2, 4), "copy f32 8": lambda: out.copy_(a),
            "add f32 4x4 + 4 fresh": lambda: torch.add(square, row), "empty f32 8": lambda: torch.empty(8)}
    if numpy is not None:
        x, y = numpy.arange(8, dtype="f4"), numpy.arange(8, dtype="f4") + 1
        into, matrix, line = numpy.empty(8, "f4"), numpy.ones((4, 4), "f4"), numpy.ones(4, "f4")
        calls["numpy"] = {
            "add f32 8 fresh": lambda: numpy.add(x, y), "add f32 8 out": lambda: numpy.add(x, y, out=into),
            "sum f32 8 fresh": lambda: numpy.sum(x),
            "t().contiguous() f32 4x4": lambda: numpy.ascontiguousarray(matrix.T),
            "view f32 8 as 2x4": lambda: x.reshape(2, 4), "copy f32 8": lambda: numpy.copyto(into, x),
            "add f32 4x4 + 4 fresh": lambda: numpy.add(matrix, line), "empty f32 8": lambda: numpy.empty(8, "f4"),
            **small_numpy_calls(numpy)}
    return calls


def small_numpy_calls(np):
    """What bench measures small of joining, indexing, ordering and making, on the same numbers of elements."""
    rng = np.random.Generator(np.random.Philox(1))
    a, square, row, index = np.arange(1, 9, dtype="f4"), rng.random((4, 4), "f4"), rng.random(4, "f4"), np.array([3, 1, 0, 2])
    more, out, by = rng.permutation(64).astype("f4"), np.empty(64, "f4"), rng.permutation(64)
    mask, ordered, into = rng.random(64) < 0.5, np.arange(64, dtype="f4"), np.empty((4, 4), "f4")
    windows = np.lib.stride_tricks.sliding_window_view
    return {
        "cat f32 3 of 8 fresh": lambda: np.concatenate((a, a, a)), "stack f32 3 of 8 fresh": lambda: np.stack((a, a, a), 1),
        "repeat f32 4x4 by 2x2 fresh": lambda: np.tile(square, (2, 2)),
        "roll f32 4x4 fresh": lambda: np.roll(square, (1, 1), (0, 1)),
        "pad f32 4x4 fresh": lambda: np.pad(square, 1), "tril f32 4x4 fresh": lambda: np.tril(square),
        "repeat_interleave f32 64 by 2 fresh": lambda: np.repeat(more, 2),
        "pad f32 64 reflect fresh": lambda: np.pad(more, 2, "reflect"), "diag_embed f32 4 fresh": lambda: np.diag(row),
        "flip f32 4x4": lambda: np.flip(square, (0, 1)), "rot90 f32 4x4": lambda: np.rot90(square),
        "unfold f32 8 by 3": lambda: windows(a, 3), "meshgrid f32 4 and 8": lambda: np.meshgrid(row, a, copy=False),
        "unbind f32 4x4": lambda: list(square), "index_select f32 4x4 by 4": lambda: np.take(square, index, 0, into, "clip"),
        "take f32 8 by 4 fresh": lambda: np.take(a, index), "take f32 64 by 64 fresh": lambda: np.take(more, by),
        "take f32 64 by 64 out": lambda: np.take(more, by, None, out, "clip"),
        "gather f32 64 by 64 fresh": lambda: np.take_along_axis(more, by, 0),
        "index_select f32 64 by 64 fresh": lambda: np.take(more, by, 0),
        "scatter_add f32 64 by 64 in place": lambda: np.add.at(out, by, more),
        "masked_select f32 64 fresh": lambda: more[mask], "nonzero bool 64 fresh": lambda: np.nonzero(mask),
        "nonzero f32 8 fresh": lambda: np.nonzero(a), "index f32 64 by 64 fresh": lambda: more[by],
        "index_put f32 64 by 64 in place": lambda: out.__setitem__(by, more),
        "put f32 64 by 64 in place": lambda: np.put(out, by, more),
        "masked_scatter f32 64 in place": lambda: np.place(out, mask, more), "argwhere bool 64 fresh": lambda: np.argwhere(mask),
        "sort f32 64 fresh": lambda: np.sort(more), "argsort f32 64 fresh": lambda: np.argsort(more),
        "topk 8 f32 64 fresh": lambda: np.partition(more, 8), "median f32 64 fresh": lambda: np.median(more),
        "quantile f32 64 fresh": lambda: np.quantile(more, 0.5), "unique f32 64 fresh": lambda: np.unique(more),
        "searchsorted f32 64 by 64 fresh": lambda: np.searchsorted(ordered, more),
        "isin f32 64 among 8 fresh": lambda: np.isin(more, a), "histc f32 64 fresh": lambda: np.histogram(more, 10, (0, 64)),
        "bincount i64 64 fresh": lambda: np.bincount(by, None, 64), "cummax f32 64 fresh": lambda: np.maximum.accumulate(more),
        "diff f32 64 fresh": lambda: np.diff(more), "eye f32 8x8": lambda: np.eye(8, dtype="f4"),
        "linspace f32 64": lambda: np.linspace(0, 1, 64, dtype="f4"), "tril_indices 8x8": lambda: np.tril_indices(8),
        "uniform f32 64 fresh": lambda: rng.random(64, "f4"), "normal f32 64 fresh": lambda: rng.standard_normal(64, "f4"),
        "randperm 64 fresh": lambda: rng.permutation(64)}


def several_openmps():
    """Whether a peer has brought another OpenMP, whose idle threads spin for a while after each of its calls."""
    loaded = {line.split()[-1] for line in Path("/proc/self/maps").read_text().splitlines() if "omp" in line}
    return len({path for path in loaded if re.search(r"/lib(g|i)?omp[^/]*\.so", path)}) > 1


def seconds(run, repeats, pause=0.0):
    if pause:
        time.sleep(pause)
        run()  # wakes its threads
    elif repeats > 1:
        run()
    began = time.perf_counter()
    for _ in range(repeats):
        run()
    return (time.perf_counter() - began) / repeats


def repeats_of(run):
    run()
    once = seconds(run, 1)
    if once < SAMPLE_SECONDS:
        once = seconds(run, 3)
    return max(1, round(SAMPLE_SECONDS / max(once, 1e-8) + 0.5))


def measure(sides, options, pause=0.0):
    """sides are pairs of a name and a call. The side named "limit" tells whether a block was steady."""
    runs = [(run, repeats_of(run)) for _, run in sides]
    round_seconds = sum(seconds(*run) * run[1] for run in runs)
    affordable = int(options.seconds / max(round_seconds, 1e-9))
    wanted = min(options.pairs, max(FEWEST_PAIRS, affordable))
    most = max(wanted, min(5 * wanted, 2 * affordable)) + 1
    reference = next((i for i, (name, _) in enumerate(sides) if name == "limit"), 0)
    steady, everything = [], []

    def in_order(order):
        times = {i: seconds(*runs[i], pause) for i in order}
        return [times[i] for i in range(len(runs))]

    while len(steady) < wanted and len(everything) < most:
        first = len(everything) // 2 % len(runs)
        order = [*range(first, len(runs)), *range(first)]
        there, back = in_order(order), in_order(reversed(order))
        low, high = sorted((there[reference], back[reference]))
        everything += [there, back]
        if high - low <= DRIFT * low:
            steady += [there, back]
    restless = len(steady) < wanted
    rounds = everything if restless else steady
    result = {}
    for i, (name, _) in enumerate(sides):
        best = min(times[i] for times in everything)
        result[name] = {"best_s": best, "median_s": statistics.median(times[i] for times in rounds),
                        "ours_to_it": statistics.median(times[i] / times[0] for times in rounds),
                        "ours_to_it_min": best / min(times[0] for times in everything)}
    return {"sides": result, "pairs": len(rounds), "restless": restless}


def read_cases(bench, options):
    arguments = [options.filter] if options.filter else []
    if options.random is not None:
        arguments += ["--random", str(options.random), "--cases", str(options.cases)]
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        subprocess.run([bench, *arguments, "--list", "--json", file.name], check=True)
        return json.loads(Path(file.name).read_text())


def math_cases(wanted):
    """Cases of contiguous float32, in the form of read_cases. Their limit is that of memory."""
    cases = []
    for size, count, level in (("16Ki", 16 << 10, "L2"), ("8Mi", 8 << 20, "DRAM")):
        for op in MATH:
            arrays = {"to": 0, "from": 0, **({"second": count} if op in MATH_OF_TWO else {})}
            case = {"name": f"{op} f32 {size}", "family": "math", "op": op, "memory": "out",
                    "reads": 4 * count * (len(arrays) - 1), "writes": 4 * count, "level": level}
            case |= {key: {"dtype": "float32", "offset": offset, "bytes": 4 * (offset + count), "sizes": [count],
                           "strides": [1]} for key, offset in arrays.items()}
            if wanted in case["name"]:
                cases.append(case)
    return cases


def fill_between(memory, count, low, high):
    numbers = (ctypes.c_float * count).from_address(memory)
    block = array.array("f", (random.uniform(low, high) for _ in range(1 << 14)))
    for begin in range(0, count, len(block)):
        ctypes.memmove(ctypes.addressof(numbers) + 4 * begin, block.buffer_info()[0],
                       4 * min(len(block), count - begin))


def can_run(name, case, run):
    """PyTorch has some ops for some dtypes alone."""
    try:
        run()
    except (NotImplementedError, RuntimeError) as error:
        print(f"bench_peers: {case['name']}: {name}: {error}", file=sys.stderr)
        return False
    return True


def same_result(case, ours, others, target):
    """Complains where two libraries write different bytes into the same memory."""
    if case["op"] != "copy" or case["memory"] != "out":
        return
    seen = None
    for name, run in [("ctensor", ours), *others]:
        if name == "torch" and any(stride < 0 for stride in case["from"]["strides"]):
            continue
        ctypes.memset(target, 0xA5, case["to"]["bytes"])
        run()
        written = ctypes.string_at(target, case["to"]["bytes"])
        if seen is None:
            seen = written
        elif written != seen:
            print(f"bench_peers: {case['name']}: {name} writes something else", file=sys.stderr)


def least_beside_peers(row):
    return min(side["ours_to_it"] for name, side in row["sides"].items() if name not in ("ctensor", "limit"))


def print_means(rows):
    """The geometric means of each group's ratios, and its ten rows that are the slowest beside a peer."""
    groups = {}
    for row in rows:
        groups.setdefault((row["family"], row["threads"]), []).append(row)
    for (family, threads), group in groups.items():
        names = list(dict.fromkeys(name for row in group for name in row["sides"] if name != "ctensor"))
        print(f"{family}, {threads} threads, {len(group)} cases; our speed to that of each, geometric means:")
        for name in names:
            ratios = [row["sides"][name]["ours_to_it"] for row in group if name in row["sides"]]
            mean, below = statistics.geometric_mean(ratios), sum(ratio < 1 for ratio in ratios)
            print(f"  {name:7} {mean:6.2f}, below 1 in {below} of {len(ratios)}")
        print("the worst beside a peer:")
        for row in sorted(group, key=least_beside_peers)[:10]:
            figures = (f"{name} {row['sides'][name]['ours_to_it']:6.2f}" for name in names if name in row["sides"])
            print(f"  {', '.join(figures)}  {row['case']}")


def show_progress(place, total, name):
    if sys.stderr.isatty():
        print(f"\r\033[K[{place}/{total}] {name}\r", end="", file=sys.stderr, flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("filter", nargs="?", default="", help="as bench's")
    parser.add_argument("--build", type=Path, default=Path("build/gcc"), help="where the library and bench are built")
    parser.add_argument("--json", type=Path, help="where the figures go")
    parser.add_argument("--random", type=int, metavar="SEED", help="the cases of that seed alone")
    parser.add_argument("--cases", type=int, default=60, help="random cases a group")
    parser.add_argument("--pairs", type=int, default=40)
    parser.add_argument("--seconds", type=float, help="about what the pairs of a row may take (4; 0.1 of random cases)")
    parser.add_argument("--threads", type=int, help="that number alone; else one, and all")
    options = parser.parse_args()
    if options.seconds is None:
        options.seconds = 4 if options.random is None else 0.1

    numpy, torch = optional("numpy"), optional("torch")
    peers = [kind(module) for kind, module in ((Numpy, numpy), (Torch, torch)) if module is not None]
    if not peers:
        sys.exit(f"bench_peers: {sys.executable} has neither numpy nor torch")
    ours = Ctensor(options.build / "src" / "libctensor.so")
    limits = Limits(options.build / "bench" / "libbench-limits.so")
    pause = PAUSE if several_openmps() else 0
    every = len(os.sched_getaffinity(0))
    counts = [options.threads] if options.threads else sorted({1, every})
    versions = {side.name: side.version() for side in (ours, *peers)}
    print(", ".join(versions.values()), f"on Python {sys.version.split()[0]}")
    print(f"{'case':52} thr   ours    limit   GB/s;  ours to the limit and to each peer, median/min")

    rows = []
    cases = [case for case in read_cases(options.build / "bench" / "bench", options) if case["memory"] != "cold"]
    if options.random is None:
        cases += math_cases(options.filter)
    for place, case in enumerate(cases):
        show_progress(place + 1, len(cases), case["name"])
        for threads in counts:
            inputs = max(case[key]["bytes"] for key in ("from", "second") if key in case)
            needs = [limits.library.bench_limit_bytes(case["reads"], case["writes"], written)
                     for written in (False, True)]
            source = limits.memory(0, max(inputs, needs[0]), ours.dtype(case["from"]["dtype"]))
            target = limits.memory(1, max(case["to"]["bytes"], needs[1]), ours.dtype(case["to"]["dtype"]))
            if case["op"] in MATH:
                fill_between(source, inputs // 4, *DOMAINS.get(case["op"], (0.25, 4.0)))
            for side in (ours, *peers):
                side.set_threads(threads)
            index = limits.index(case, ours.dtype(case["index"]["dtype"]) if "index" in case else 0)
            own = ours.call(case, source, target, index)
            others = [(peer.name, run) for peer in peers if (threads == 1 or peer.name != "numpy")
                      and (run := peer.call(case, source, target, index)) and can_run(peer.name, case, run)]
            if own is None or not others:
                continue
            same_result(case, own, others, target)
            limit = limits.best(case, source, target, threads)
            measured = measure([("ctensor", own), ("limit", limit), *others], options, pause if threads > 1 else 0)
            kept = {key: case[key] for key in ("family", "op", "memory", "reads", "writes", "level")}
            rows.append({"case": case["name"], "threads": threads, **kept, **measured})
            sides, nbytes = measured["sides"], case["reads"] + case["writes"]
            figures = "  ".join(f"{name} {sides[name]['ours_to_it']:.2f}/{sides[name]['ours_to_it_min']:.2f}"
                                for name in sides if name != "ctensor")
            print(f"{case['name']:52} {threads:3} {nbytes / sides['ctensor']['best_s'] * 1e-9:6.1f} "
                  f"{nbytes / sides['limit']['best_s'] * 1e-9:8.1f}          {figures}", flush=True)

    if options.random is not None:
        print_means(rows)
    calls_of = small_calls(ours.package, numpy, torch) if options.random is None else {}
    for name, calls in calls_of.items():
        for what, run in calls.items():
            full = f"small: {what}"
            if options.filter not in full:
                continue
            measured = measure([(name, run)], options)
            rows.append({"case": full, "threads": 1, "from_python": True, **measured})
            print(f"{full:52}   1 {name} {measured['sides'][name]['median_s'] * 1e9:.0f} ns, from Python", flush=True)

    if options.json:
        options.json.write_text(json.dumps({"program": "bench_peers", "python": sys.version.split()[0],
                                            "versions": versions, "rows": rows}, indent=1) + "\n")


if __name__ == "__main__":
    main()
