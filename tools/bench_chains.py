#!/usr/bin/env python3
"""Measures chains of ops beside NumPy, numexpr, PyTorch and JAX: this library's programs, and what each of them has.

Run by hand, on a quiet machine, with a Python that has what is to be measured and the package that `./dev bench --peers`
makes: PYTHONPATH=build/bench/python python tools/bench_chains.py. Each library computes the same expression of the same
values into fresh memory, on as many threads. torch.compile and jax.jit compile before they are timed. The sides take
turns, and the figures are medians of the paired ratios. With --random, chains of a seed are measured instead: 2 to 12 ops
of 1 to 5 operands, some of them broadcast or in another order in memory.
"""

import argparse
import json
import math
import os
import random
import statistics
import sys
import time
from pathlib import Path

SAMPLE_SECONDS = 5e-4
CLOSE = 1e-3  # libraries round otherwise: relative to the largest element


def optional(name):
    try:
        return __import__(name)
    except ImportError:
        return None


# ---- chains: m is the library, whose tensors have operators ----


def mul_add(m, a, b, c):
    return a * b + c


def affine(m, a, b, c):
    return 2.0 * a + 3.0 * b - c * a


def choice(m, a, b, c):
    return m.where(a > b, a * c, b)


def squared_distance(m, a, b):
    difference = a - b
    return (difference * difference).sum()


def heat(m, u):
    inner = u[1:-1, 1:-1]
    return inner + 0.1 * (u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2] - 4.0 * inner)


def normalised(m, picture, mean, deviation):
    return (m.to_float(m.permute(picture, (2, 0, 1))) / 255.0 - mean) / deviation


def gelu(m, x):
    return x * (1.0 + m.erf(x * 0.7071067811865476)) * 0.5


def layer_norm(m, x, weight, bias):
    centred = x - m.row_mean(x)
    return centred / m.sqrt(m.row_mean(centred * centred) + 1e-5) * weight + bias


def flat(count, operands):
    return [((count,), "float32")] * operands


def square(count, dtype):
    n = math.isqrt(count)
    return ((n, n), dtype)


# name: the chain, its inputs for a count of elements, and numexpr's text, if it has all of the ops
CHAINS = {
    "a*b + c": (mul_add, lambda n: flat(n, 3), "x0*x1 + x2"),
    "2a + 3b - ca": (affine, lambda n: flat(n, 3), "2*x0 + 3*x1 - x2*x0"),
    "where(a > b, ac, b)": (choice, lambda n: flat(n, 3), "where(x0 > x1, x0*x2, x1)"),
    "sum((a - b)^2)": (squared_distance, lambda n: flat(n, 2), "sum((x0 - x1)**2)"),
    "heat step f64": (heat, lambda n: [square(n, "float64")], None),
    "u8 HWC -> f32 CHW": (normalised, lambda n: [((math.isqrt(n // 3),) * 2 + (3,), "uint8"), ((3, 1, 1), "float32"),
                                                 ((3, 1, 1), "float32")], None),
    "gelu": (gelu, lambda n: flat(n, 1), None),
    "layer norm": (layer_norm, lambda n: [((n // 1024, 1024), "float32"), ((1024,), "float32"), ((1024,), "float32")],
                   None),
}


# ---- libraries: ready(chain, arrays) is a call that computes the chain, or None; value(result) is NumPy's array ----


class Ctensor:
    name = "ctensor"

    def __init__(self, package):
        self.package = package
        self.where, self.sqrt, self.erf = package.where, package.sqrt, package.erf

    def set_threads(self, threads):
        self.package.set_num_threads(threads)

    def permute(self, t, dims):
        return t.permute(*dims)

    def to_float(self, t):
        return t.to(self.package.float32, self.package.MemoryFormat.CONTIGUOUS)

    def row_mean(self, t):
        return t.mean((-1,), True)

    def minimum(self, a, b):
        return self.package.minimum(a, b)

    def ready(self, chain, arrays, text):
        package, tensors = self.package, [self.package.asarray(a) for a in arrays]
        try:
            leaves = [package.defer(package.meta(t.shape, t.dtype, t.strides)) for t in tensors]
            program = package.Program(leaves, [chain(self, *leaves)])
            return lambda: program(*tensors)[0]
        except package.Error:  # an op that computes its operand first: recorded at each call
            return lambda: package.evaluate(chain(self, *map(package.defer, tensors)))[0]

    def value(self, result, np):
        return np.asarray(result)


class Eager(Ctensor):
    name = "our eager calls"

    def ready(self, chain, arrays, text):
        tensors = [self.package.asarray(a) for a in arrays]
        return lambda: chain(self, *tensors)


class Numpy:
    name = "numpy"

    def __init__(self, np):
        self.np, self.where, self.sqrt, self.minimum = np, np.where, np.sqrt, np.minimum
        scipy = optional("scipy")
        if scipy is not None:
            import scipy.special
            self.erf = scipy.special.erf

    def set_threads(self, threads):
        pass

    def permute(self, a, dims):
        return a.transpose(dims)

    def to_float(self, a):
        return a.astype("float32", order="C")

    def row_mean(self, a):
        return a.mean(-1, keepdims=True)

    def ready(self, chain, arrays, text):
        return None if chain is gelu and not hasattr(self, "erf") else lambda: chain(self, *arrays)

    def value(self, result, np):
        return result


class Numexpr(Numpy):
    name = "numexpr"

    def __init__(self, np, numexpr):
        self.np, self.numexpr = np, numexpr

    def set_threads(self, threads):
        self.numexpr.set_num_threads(threads)

    def ready(self, chain, arrays, text):
        if text is None:
            return None
        names = {f"x{k}": a for k, a in enumerate(arrays)}
        evaluate = self.numexpr.evaluate
        return lambda: evaluate(text, local_dict=names)


class Torch:
    name = "torch"

    def __init__(self, torch):
        self.torch, self.where, self.sqrt, self.erf = torch, torch.where, torch.sqrt, torch.erf
        self.minimum = torch.minimum

    def set_threads(self, threads):
        self.torch.set_num_threads(threads)

    def permute(self, t, dims):
        return t.permute(dims)

    def to_float(self, t):
        return t.to(self.torch.float32, memory_format=self.torch.contiguous_format)

    def row_mean(self, t):
        return t.mean(-1, keepdim=True)

    def tensors(self, arrays):
        return [self.torch.from_numpy(a) for a in arrays]

    def ready(self, chain, arrays, text):
        tensors = self.tensors(arrays)
        return lambda: chain(self, *tensors)

    def value(self, result, np):
        return result.numpy()


class Compiled(Torch):
    name = "torch.compile"

    def ready(self, chain, arrays, text):
        tensors = self.tensors(arrays)
        self.torch._dynamo.reset()
        compiled = self.torch.compile(lambda *inputs: chain(self, *inputs), dynamic=False)
        compiled(*tensors)
        return lambda: compiled(*tensors)


class Jax:
    name = "jax.jit"

    def __init__(self, jax):
        import jax.numpy
        import jax.scipy.special
        jax.config.update("jax_enable_x64", True)
        self.jax, self.np, self.where, self.sqrt = jax, jax.numpy, jax.numpy.where, jax.numpy.sqrt
        self.erf, self.minimum = jax.scipy.special.erf, jax.numpy.minimum

    def set_threads(self, threads):
        pass  # fixed when the process starts: --threads 1 gives it one core

    def permute(self, a, dims):
        return a.transpose(dims)

    def to_float(self, a):
        return a.astype("float32")

    def row_mean(self, a):
        return a.mean(-1, keepdims=True)

    def ready(self, chain, arrays, text):
        tensors = [self.jax.device_put(a) for a in arrays]
        compiled = self.jax.jit(lambda *inputs: chain(self, *inputs))
        compiled(*tensors).block_until_ready()
        return lambda: compiled(*tensors).block_until_ready()

    def value(self, result, np):
        return np.asarray(result)


# ---- random chains ----


OPS = {
    "add": lambda m, a, b, number: a + b,
    "sub": lambda m, a, b, number: a - b,
    "mul": lambda m, a, b, number: a * 0.5 * b,
    "min": lambda m, a, b, number: m.minimum(a, b),
    "where": lambda m, a, b, number: m.where(a > b, a, number * b),
    "number": lambda m, a, b, number: a * number,
}


def random_chain(choose, largest):
    """A chain of random ops, its arrays' shapes with the orders of their dims, and numexpr's text."""
    ndim = choose.randint(1, 3)
    count = 2 ** choose.uniform(10, math.log2(largest))
    cuts = sorted(choose.random() for _ in range(ndim - 1))
    shares = [b - a for a, b in zip([0, *cuts], [*cuts, 1])]
    shape = [max(1, round(count ** share)) for share in shares]
    layouts = []
    for k in range(choose.randint(1, 5)):
        sizes = [1 if k and choose.random() < 0.25 else size for size in shape]
        order = list(range(ndim))
        if choose.random() < 0.3:
            choose.shuffle(order)
        layouts.append((tuple(sizes), order))
    steps = [(choose.choice(list(OPS)), choose.random(), choose.random(),
              choose.uniform(0.5, 2)) for _ in range(choose.randint(2, 12))]

    def chain(m, *inputs):
        values, used = list(inputs), 0
        for op, first, second, number in steps:
            a = values[-1]  # the last one always, so that nothing is in vain
            b = values[int(second * len(values))]
            if used < len(inputs) and first < 0.7:  # and each operand before long
                b, used = inputs[used], used + 1
            values.append(OPS[op](m, a, b, number))
        return values[-1]

    text = chain(Texts(), *[Text(f"x{k}") for k in range(len(layouts))]).text
    words = [("x".join(map(str, sizes)) + ("" if order == sorted(order) else f" as {order}")) for sizes, order in layouts]
    return chain, layouts, text, f"{len(steps)} ops of {', '.join(words)}"


class Text:
    """An expression of numexpr's."""

    def __init__(self, text):
        self.text = text

    def __add__(self, other):
        return Text(f"({self.text} + {text_of(other)})")

    def __sub__(self, other):
        return Text(f"({self.text} - {text_of(other)})")

    def __mul__(self, other):
        return Text(f"({self.text} * {text_of(other)})")

    __rmul__ = __mul__

    def __gt__(self, other):
        return Text(f"({self.text} > {text_of(other)})")


class Texts:
    def where(self, condition, a, b):
        return Text(f"where({condition.text}, {a.text}, {b.text})")

    def minimum(self, a, b):
        return self.where(Text(f"({a.text} < {b.text})"), a, b)


def text_of(value):
    return value.text if isinstance(value, Text) else repr(value)


# ---- measuring ----


def seconds(run, repeats):
    began = time.perf_counter()
    for _ in range(repeats):
        run()
    return (time.perf_counter() - began) / repeats


def measure(sides, budget):
    """For each side: its median time, and the median of its time divided by the first side's."""
    plan = []
    for _, run in sides:
        run()
        once = min(seconds(run, 1), seconds(run, 1))
        plan.append((run, max(1, round(SAMPLE_SECONDS / max(once, 1e-7)))))
    pairs = min(40, max(6, int(budget / sum(seconds(*one) * one[1] for one in plan))))
    rounds = []
    for turn in range(pairs):
        times = [seconds(*one) for one in (plan if turn % 2 == 0 else reversed(plan))]
        rounds.append(times if turn % 2 == 0 else times[::-1])
    return {name: (statistics.median(times[k] for times in rounds),
                   statistics.median(times[k] / times[0] for times in rounds)) for k, (name, _) in enumerate(sides)}


def array_of(np, generator, shape, dtype, order=None):
    if dtype == "uint8":
        return generator.integers(0, 256, shape, dtype)
    order = order or list(range(len(shape)))
    laid_out = generator.uniform(0.5, 2, [shape[dim] for dim in order]).astype(dtype)
    return laid_out.transpose([order.index(dim) for dim in range(len(shape))])


def measured_row(np, libraries, name, chain, arrays, text, budget):
    sides, expected = [], None
    for library in libraries:
        try:
            run = library.ready(chain, arrays, text)
            if run is None:
                continue
            value = library.value(run(), np)
        except Exception as error:  # of a library that cannot do this, which is no reason to stop
            print(f"bench_chains: {name}: {library.name}: {str(error).splitlines()[0]}", file=sys.stderr)
            continue
        if expected is None:
            expected = value
        elif value.shape != expected.shape or not np.allclose(value, expected, rtol=CLOSE,
                                                              atol=CLOSE * float(np.abs(expected).max())):
            print(f"bench_chains: {name}: {library.name} gives something else", file=sys.stderr)
        sides.append((library.name, run))
    figures = measure(sides, budget)
    ours = figures["ctensor"][0]
    print(f"{name:58} {ours * 1e6:10.1f} us  " + "  ".join(f"{peer} {figures[peer][1]:.2f}" for peer in figures
                                                           if peer != "ctensor"), flush=True)
    return {"case": name, "seconds": {side: both[0] for side, both in figures.items()},
            "ours_to_it": {side: both[1] for side, both in figures.items()}}


def summary(rows):
    print()
    for peer in dict.fromkeys(peer for row in rows for peer in row["ours_to_it"] if peer != "ctensor"):
        wins = [(row["ours_to_it"][peer], row["case"]) for row in rows if peer in row["ours_to_it"]]
        mean = math.exp(sum(math.log(win) for win, _ in wins) / len(wins))
        print(f"{peer}: {len(wins)} chains, geometric mean {mean:.2f} times as fast, slower in "
              f"{sum(win < 0.97 for win, _ in wins)}; the worst:")
        for win, case in sorted(wins)[:10]:
            print(f"  {win:6.2f}  {case}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("filter", nargs="?", default="", help="measures the chains whose name contains it")
    parser.add_argument("--random", type=int, metavar="SEED", help="random chains of that seed")
    parser.add_argument("--chains", type=int, default=50, help="how many of these")
    parser.add_argument("--largest", type=int, default=1 << 22, help="elements that a random chain may have")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=1, help="about what a row may take")
    parser.add_argument("--without", default="", help="names of libraries, with commas between")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    if options.threads == 1:
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})

    np, package = optional("numpy"), optional("ctensor")
    if np is None or package is None:
        sys.exit(f"bench_chains: {sys.executable} must have numpy and the ctensor package")
    numexpr, torch, jax = map(optional, ("numexpr", "torch", "jax"))
    libraries = [Ctensor(package), Eager(package), Numpy(np)]
    libraries += [Numexpr(np, numexpr)] if numexpr else []
    libraries += [Torch(torch), Compiled(torch)] if torch else []
    libraries += [Jax(jax)] if jax else []
    libraries = [one for one in libraries if one.name not in options.without.split(",")]
    for library in libraries:
        library.set_threads(options.threads)
    print(", ".join(f"{module.__name__} {module.__version__}" for module in (np, numexpr, torch, jax) if module),
          f"on {options.threads} thread{'s' * (options.threads > 1)}; times as fast as:")

    rows = []
    if options.random is not None:
        choose, generator = random.Random(options.random), np.random.default_rng(options.random)
        for k in range(options.chains):
            chain, layouts, text, words = random_chain(choose, options.largest)
            arrays = [array_of(np, generator, sizes, "float32", order) for sizes, order in layouts]
            name = f"{options.random}.{k}: {words}"
            if options.filter in name:
                rows.append(measured_row(np, libraries, name, chain, arrays, text, options.seconds))
    else:
        generator = np.random.default_rng(1)
        for name, (chain, inputs, text) in CHAINS.items():
            for size, count in (("16Ki", 1 << 14), ("1Mi", 1 << 20), ("16Mi", 1 << 24)):
                full = f"{name} {size}"
                if options.filter in full:
                    arrays = [array_of(np, generator, *one) for one in inputs(count)]
                    rows.append(measured_row(np, libraries, full, chain, arrays, text, options.seconds))
    if rows:
        summary(rows)
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1) + "\n")


if __name__ == "__main__":
    main()
