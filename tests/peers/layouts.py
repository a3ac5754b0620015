#!/usr/bin/env python3
"""Compares ops on random layouts with PyTorch's: a second oracle, run by hand.

  layouts.py [--family NAME] [--seed N] [--count N]

Needs PyTorch 2 and the Python binding. What is compared: whether the call is refused, and the result's dtype, sizes,
strides and elements. Prints a line for each op and kind of difference, with a call to reproduce it; exits with 1 if
there is one. Differences that docs/semantics.md states are left out.
"""
import argparse
import math
import random
import sys
import warnings

import torch

import arranged
import ctensor

warnings.simplefilter('ignore')

INTEGERS = [torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64]
FLOATS = [torch.float16, torch.bfloat16, torch.float32, torch.float64]
COMPLEXES = [torch.complex64, torch.complex128]
DTYPES = [torch.bool, *INTEGERS, *FLOATS, *COMPLEXES]
TOLERANCES = {torch.float16: 4e-3, torch.bfloat16: 2e-2, torch.float32: 2e-5, torch.float64: 1e-11,
              torch.complex64: 1e-4, torch.complex128: 1e-10}

ELEMENTWISE = {1: ['neg', 'abs', 'sign', 'sgn', 'reciprocal', 'sqrt', 'rsqrt', 'exp', 'log1p', 'sin', 'atan', 'tanh',
                   'erf', 'sigmoid', 'relu', 'ceil', 'floor', 'trunc', 'round', 'bitwise_not', 'logical_not', 'isnan',
                   'signbit'],
               2: ['add', 'sub', 'mul', 'div', 'maximum', 'minimum', 'fmax', 'fmin', 'atan2', 'copysign', 'hypot', 'eq',
                   'ne', 'lt', 'le', 'gt', 'ge', 'logical_and', 'logical_or', 'logical_xor', 'bitwise_and',
                   'bitwise_or', 'bitwise_xor'],
               3: ['where', 'addcmul']}


def short(dtype):
    return str(dtype).removeprefix('torch.')


class Source:
    """Random arguments."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        torch.manual_seed(seed)

    def chance(self, share):
        return self.random.random() < share

    def pick(self, choices):
        return self.random.choice(choices)

    def dim(self, ndim):
        """A dim from either end; sometimes one that is out of range."""
        if self.chance(.03):
            return self.pick([ndim, -ndim - 1])
        return self.random.randrange(-ndim, ndim) if ndim > 0 else self.pick([0, -1])

    def dims(self, ndim):
        found = [d for d in range(ndim) if self.chance(.5)]
        self.random.shuffle(found)
        if self.chance(.02):
            found.append(self.pick([ndim, *found]))
        return [d - ndim if self.chance(.3) and d < ndim else d for d in found] or None

    def sizes(self):
        sizes = [self.pick([1, 1, 2, 3, 5, 7, 17, 33, 100]) for _ in range(self.random.randint(0, 4))]
        if sizes and self.chance(.1):
            sizes[self.random.randrange(len(sizes))] = 0
        while math.prod(sizes) > 100000:
            sizes[self.random.randrange(len(sizes))] = 2
        return sizes

    def elements(self, sizes, dtype):
        if dtype == torch.bool:
            return torch.rand(sizes) > .5
        if dtype in INTEGERS:
            return torch.randint(0 if dtype == torch.uint8 else -9, 10, sizes, dtype=dtype)
        x = torch.randn(sizes, dtype=torch.complex128 if dtype.is_complex else torch.float64).to(dtype)
        if dtype.is_floating_point and x.numel() and self.chance(.2):
            x.view(-1)[self.random.randrange(x.numel())] = self.pick([math.nan, math.inf, -math.inf])
        return x

    def tensor(self, dtype, sizes=None):
        """A tensor with any order of dims, sometimes sliced or expanded."""
        sizes = self.sizes() if sizes is None else sizes
        steps = [self.pick([1, 1, 1, 2]) for _ in sizes]
        order = list(range(len(sizes)))
        if self.chance(.6):
            self.random.shuffle(order)
        x = self.elements([sizes[d] * steps[d] for d in order], dtype)
        if not sizes:
            return x
        x = x.permute([order.index(d) for d in range(len(sizes))])[tuple(slice(None, None, step) for step in steps)]
        d = self.random.randrange(len(sizes))
        if sizes[d] and self.chance(.15):
            x = x.narrow(d, 0, 1).expand(sizes)
        return x

    def partner(self, x):
        """A tensor that broadcasts with x."""
        sizes = [size if self.chance(.7) else 1 for size in x.shape]
        return self.tensor(self.pick([x.dtype, *DTYPES]), sizes[self.pick([0, 0, 0, len(sizes) // 2]):])


def view_call(source):
    x = source.tensor(source.pick([torch.float32, torch.int8]))
    ndim, numel, n = x.ndim, x.numel(), source.random.randint
    op = source.pick(['view', 'reshape', 'permute', 'transpose', 'slice', 'select', 'narrow', 'expand', 'squeeze',
                      'unsqueeze', 'flatten', 'contiguous', 'clone'])
    theirs = None
    if op in ('view', 'reshape'):
        left, sizes = numel, []
        while left > 1:
            factor = source.pick([f for f in range(2, left + 1) if left % f == 0][:6] or [left])
            sizes.insert(n(0, len(sizes)), factor)
            left //= factor
        sizes = [0, *sizes] if numel == 0 else sizes
        if sizes and source.chance(.3):
            sizes[n(0, len(sizes) - 1)] = -1
        args = [sizes]
    elif op == 'permute':
        args = [source.random.sample(range(ndim), ndim)]
    elif op in ('transpose', 'flatten'):
        args = [source.dim(ndim), source.dim(ndim)]
    elif op == 'slice':
        args = [source.dim(ndim), source.pick([None, n(-8, 8)]), source.pick([None, n(-8, 40)]), source.pick([1, 2, 3])]
        theirs = torch.ops.aten.slice
    elif op == 'select':
        args = [source.dim(ndim), n(-6, 5)]
    elif op == 'narrow':
        args = [source.dim(ndim), n(-3, 4), n(-1, 4)]
    elif op == 'expand':
        args = [[2] * n(0, 1) + [source.pick([1, 5, 0, -1]) if size == 1 else size for size in x.shape]]
    elif op in ('squeeze', 'unsqueeze'):
        args = [source.dim(ndim + (op == 'unsqueeze'))] if op == 'unsqueeze' or source.chance(.5) else []
    else:
        args = []
    return op, [x, *args], theirs or getattr(torch.Tensor, op), getattr(ctensor.Tensor, op)


def elementwise_call(source):
    arity = source.pick([1, 2, 2, 2, 3])
    op, x = source.pick(ELEMENTWISE[arity]), source.tensor(source.pick(DTYPES))
    tensors = [x, *[source.partner(x) for _ in range(arity - 1)]]
    if op == 'where':
        tensors[0] = tensors[0].isfinite()
    return op, tensors, getattr(torch, op), getattr(ctensor, op)


def reduction_call(source):
    x, keepdim = source.tensor(source.pick(DTYPES)), source.chance(.5)
    dims, dtype = source.dims(x.ndim), source.pick([None, None, torch.float64, torch.complex128])
    op = source.pick(['sum', 'mean', 'prod', 'amax', 'amin', 'all', 'any', 'logsumexp', 'var', 'std', 'norm',
                      'count_nonzero', 'argmax', 'argmin', 'max_dim', 'min_dim'])
    every = dims if dims is not None else list(range(x.ndim))
    if op in ('sum', 'mean'):
        args, theirs = [dims, keepdim, dtype], lambda t: getattr(torch, op)(t, every, keepdim, dtype=dtype)
    elif op in ('amax', 'amin', 'all', 'any', 'logsumexp'):
        args, theirs = [dims, keepdim], lambda t: getattr(torch, op)(t, every, keepdim)
    elif op in ('var', 'std'):
        correction = source.pick([0, 1, .5])
        args = [dims, correction, keepdim]
        theirs = lambda t: getattr(torch, op)(t, dims, correction=correction, keepdim=keepdim)  # noqa: E731
    elif op == 'norm':
        p = source.pick([0, 1, 2, 3, .5, -1, math.inf, -math.inf])
        args, theirs = [p, dims, keepdim], lambda t: torch.linalg.vector_norm(t, p, dims, keepdim)
    elif op == 'count_nonzero':
        args, theirs = [dims], lambda t: torch.count_nonzero(t, dims)
    elif op == 'prod':
        dim = source.dim(x.ndim)
        args, theirs = [dim, keepdim, dtype], lambda t: torch.prod(t, dim, keepdim, dtype=dtype)
    else:
        dim = source.dim(x.ndim)
        args, theirs = [dim, keepdim], lambda t: getattr(torch, op.removesuffix('_dim'))(t, dim, keepdim)
    return op, [x, *args], lambda t, *_: theirs(t), getattr(ctensor, op)


def scan_call(source):
    x, op = source.tensor(source.pick(DTYPES)), source.pick(['cumsum', 'cumprod', 'softmax', 'log_softmax'])
    dim, dtype = source.dim(x.ndim), source.pick([None, torch.float64])
    theirs = getattr(torch, op)
    return op, [x, dim, dtype], lambda t, *_: theirs(t, dim, dtype=dtype), getattr(ctensor, op)


FAMILIES = {'views': view_call, 'elementwise': elementwise_call, 'reductions': reduction_call, 'scans': scan_call,
            **arranged.FAMILIES}


def stated(op, args, theirs, ours):
    """Whether docs/semantics.md says that the two differ there."""
    tensors = [a for a in args if isinstance(a, torch.Tensor)]
    if op in arranged.OPS:
        return arranged.stated(op, args, theirs, ours)
    dtypes = {a.dtype for a in tensors} | {a for a in args if isinstance(a, torch.dtype)}
    if (theirs is None) != (ours is None):
        return op == 'logsumexp' and any(d.is_complex for d in dtypes) or (
            op.endswith('softmax') and tensors[0].numel() == 0) or (
            op in ('amax', 'amin') and tensors[0].numel() == 0 and tensors[0].dtype.is_complex) or (
            # PyTorch has no kernel for complex numbers of two halves
            {torch.bfloat16, torch.float16} & dtypes != set() and any(d.is_complex for d in dtypes))
    if op == 'abs' and tensors[0].dtype.is_complex and 1 in tensors[0].shape:
        return True  # PyTorch finds the strides of size-1 dims in another way
    # PyTorch multiplies infinities by 1 + 0i when they become complex numbers
    return any(d.is_complex for d in dtypes) and any(not t.isfinite().all() for t in tensors)


def difference(a, b, strides):
    """The difference in words, or None where there is none."""
    if min(b.strides, default=0) < 0:  # PyTorch has none
        b = b.contiguous()
    b = torch.from_dlpack(b)
    if a.shape != b.shape:
        return f'sizes: PyTorch {tuple(a.shape)}, ours {tuple(b.shape)}'
    if a.dtype != b.dtype:
        return f'dtype: PyTorch {short(a.dtype)}, ours {short(b.dtype)}'
    if strides and a.numel() and a.stride() != b.stride():
        return f'strides: PyTorch {a.stride()}, ours {b.stride()}'
    tolerance = TOLERANCES.get(a.dtype, 0)
    far = ~torch.isclose(a, b, rtol=tolerance, atol=tolerance, equal_nan=True)
    if not far.any():
        return None
    at = tuple(far.nonzero()[0].tolist())
    return f'element {list(at)}: PyTorch {a[at].item()}, ours {b[at].item()}'


def called(function, args, errors):
    """([results], None), or (None, the message of the error)."""
    try:
        found = function(*args)
    except errors as error:
        return None, str(error).split('\n')[0]
    return (list(found) if isinstance(found, tuple) else [found]), None


def as_ours(a):
    if isinstance(a, list):
        return [as_ours(one) for one in a]
    return ctensor.from_dlpack(a) if isinstance(a, torch.Tensor) else short(a) if isinstance(a, torch.dtype) else a


def compare(op, args, theirs, ours):
    mine = [as_ours(a) for a in args]
    expected, refused = called(theirs, args, (RuntimeError, IndexError, ValueError, TypeError))
    got, refusal = called(ours, mine, (ctensor.Error,))
    if expected is None and got is None:
        return None
    if expected is None or got is None:
        found = f'status: PyTorch {refused or "ok"} | ours {refusal or "ok"}'
    else:
        found = next(filter(None, (difference(a, b, op not in arranged.OPS) for a, b in zip(expected, got))), None)
    return None if found is None or stated(op, args, expected, got) else found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--family', choices=FAMILIES)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--count', type=int, default=3000, help='calls a family')
    given = parser.parse_args()
    seen = {}
    for family in [given.family] if given.family else FAMILIES:
        source = Source(given.seed)
        for _ in range(given.count):
            op, args, theirs, ours = FAMILIES[family](source)
            found = compare(op, args, theirs, ours)
            if found is None:
                continue
            shown = [f'{short(a.dtype)} {list(a.shape)} by {list(a.stride())}' if isinstance(a, torch.Tensor) else str(a)
                     for a in args]
            call, times = seen.get((op, found.split(':')[0]), (f'{op}({", ".join(shown)}): {found}', 0))
            seen[op, found.split(':')[0]] = call, times + 1
    for call, times in seen.values():
        print(f'{times} such: {call}')
    print(f'PyTorch {torch.__version__}: {len(seen)} kinds of difference')
    return 1 if seen else 0


if __name__ == '__main__':
    sys.exit(main())
