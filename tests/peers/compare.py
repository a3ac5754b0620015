#!/usr/bin/env python3
"""Compares every elementwise op with NumPy's and PyTorch's on random inputs: a second oracle, which you run by hand.

  compare.py LIBCTENSOR [--count N] [--op NAME] [--special]

Prints a line for each op, dtype and peer that differ, with an element where they do; exits with 1 if there is one.
Floats may differ by some ULPs where an op has roundings on its way. NaN equals NaN, and 0 equals -0. What a peer lacks
is skipped.

--special compares all combinations of zeros, ones, infinities, NaN, and the smallest and largest numbers. The
differences that are known do not count.
"""
import argparse
import ctypes
import os
import sys
import warnings

import numpy as np

try:
    import torch
except ImportError:
    torch = None

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'tools'))
import op_lists  # noqa: E402

DTYPES = {'bool': 1, 'uint8': 2, 'int8': 3, 'int16': 4, 'int32': 5, 'int64': 6, 'float16': 7, 'float32': 8,
          'float64': 9, 'complex64': 11, 'complex128': 12, 'uint16': 14, 'uint32': 15, 'uint64': 16}
NAMES = {number: name for name, number in DTYPES.items()}

# Names that differ from ours. None means that the peer's function of that name does something else.
IN_NUMPY = {'neg': 'negative', 'sgn': None, 'round': 'rint', 'mul': 'multiply', 'sub': 'subtract', 'div': 'divide',
            'eq': 'equal', 'ne': 'not_equal', 'lt': 'less', 'le': 'less_equal', 'gt': 'greater',
            'ge': 'greater_equal', 'abs': 'absolute', 'bitwise_not': 'invert', 'atan2': 'arctan2',
            'sign': None, 'rsqrt': None, 'fma': None, 'div_trunc': None,
            'reciprocal': None, 'heaviside': None, 'asin': 'arcsin', 'acos': 'arccos', 'atan': 'arctan',
            'asinh': 'arcsinh', 'acosh': 'arccosh', 'atanh': 'arctanh', 'pow': None, 'ldexp': None}
IN_TORCH = {'left_shift': 'bitwise_left_shift', 'right_shift': 'bitwise_right_shift', 'conj': 'conj_physical',
            'lerp': None, 'relu6': None, 'fma': None, 'div_trunc': None, 'gelu_tanh': None}

# Ops with options: the options here, and the same call in PyTorch.
OPTIONS = {'add_scaled': [3], 'sub_scaled': [3], 'addcmul': [3], 'addcdiv': [3], 'leaky_relu': [None],
           'elu': [2], 'softplus': [2, 3], 'logit': [None],
           'round_decimals': [2], 'nan_to_num': [None] * 3, 'isclose': [None] * 3, 'masked_fill': [7]}
CALLS = {} if torch is None else {
    'add_scaled': lambda a, b: torch.add(a, b, alpha=3), 'sub_scaled': lambda a, b: torch.sub(a, b, alpha=3),
    'addcmul': lambda t, a, b: torch.addcmul(t, a, b, value=3),
    'addcdiv': lambda t, a, b: torch.addcdiv(t, a, b, value=3),
    'round_decimals': lambda t: torch.round(t, decimals=2), 'masked_fill': lambda t, mask: t.masked_fill(mask, 7),
    'elu': lambda t: torch.nn.functional.elu(t, 2), 'softplus': lambda t: torch.nn.functional.softplus(t, 2, 3)}

# How many ULPs of the result the two may differ by. For complex numbers, these are ULPs of the larger part.
ROUNDINGS = {'floor_divide': 1, 'exp': 8, 'exp2': 3, 'expm1': 3, 'log': 8, 'log2': 3, 'log10': 3, 'log1p': 3, 'sin': 8,
             'cos': 8, 'tan': 3, 'asin': 3, 'acos': 3, 'atan': 3, 'sinh': 8, 'cosh': 8, 'tanh': 3, 'asinh': 3,
             'acosh': 3, 'atanh': 3, 'erf': 3, 'erfc': 4, 'erfinv': 8, 'lgamma': 16, 'sigmoid': 16, 'silu': 8,
             'mish': 16, 'atan2': 3, 'hypot': 3, 'pow': 512, 'ldexp': 4, 'xlogy': 4, 'rsqrt': 16, 'abs': 3, 'sgn': 8,
             'sqrt': 4, 'reciprocal': 8, 'div': 8, 'mul': 4, 'square': 4, 'lerp': 64, 'deg2rad': 2, 'rad2deg': 2,
             'hardswish': 4, 'hardsigmoid': 4, 'round_decimals': 1, 'logit': 4, 'gelu': 4, 'logaddexp': 4,
             'logaddexp2': 4, 'add_scaled': 2, 'sub_scaled': 2, 'addcmul': 3, 'addcdiv': 3,
             'elu': 3, 'softplus': 16, 'angle': 3}
# The same for complex numbers alone, where peers compute in the dtype itself. They round the angle of exp2, and NumPy
# rounds the argument of log1p.
IN_COMPLEX = {'exp2': 1024, 'expm1': 16, 'log2': 16, 'log10': 16, 'log1p': 1 << 16, 'tan': 16, 'asin': 16, 'acos': 16,
              'atan': 16, 'tanh': 16, 'asinh': 16, 'acosh': 16, 'atanh': 16}

# Where the result is a difference of larger numbers, these are the numbers whose ULPs count.
TERMS = {'logit': lambda x: 1, 'gelu': lambda x: 1, 'logaddexp': lambda a, b: 1, 'logaddexp2': lambda a, b: 1,
         'add_scaled': lambda a, b: abs(a) + 3 * abs(b), 'sub_scaled': lambda a, b: abs(a) + 3 * abs(b),
         'addcmul': lambda t, a, b: abs(t) + 3 * abs(a * b), 'addcdiv': lambda t, a, b: abs(t) + 3 * abs(a / b)}


# Where special values give something else in PyTorch, and why.
FUSED = 'PyTorch rounds the product and the sum at once, so a product that overflows may still meet its opposite'
QUOTIENT = 'PyTorch takes them from the quotient, which overflows; here they are exact'
KNOWN = {'add_scaled': FUSED, 'sub_scaled': FUSED, 'addcmul': FUSED, 'remainder': QUOTIENT, 'fmod': QUOTIENT,
         'ldexp': 'PyTorch multiplies by 2^b, which overflows: 0 times infinity is NaN'}


class Scalar(ctypes.Structure):
    _fields_ = [('dtype', ctypes.c_uint32), ('reserved', ctypes.c_uint32), ('i', ctypes.c_int64),
                ('re', ctypes.c_double), ('im', ctypes.c_double)]


class Library:
    def __init__(self, path):
        self.lib = ctypes.CDLL(path)
        self.lib.ct_tensor_data.restype = ctypes.c_void_p
        self.lib.ct_tensor_numel.restype = ctypes.c_int64

    def tensor(self, array):
        handle = ctypes.c_void_p()
        sizes = (ctypes.c_int64 * 1)(array.size)
        status = self.lib.ct_tensor_from_data(ctypes.c_void_p(array.ctypes.data), sizes, None, 1,
                                              DTYPES[array.dtype.name], None, None, ctypes.byref(handle), None)
        assert status == 0
        return handle

    def call(self, name, arrays):
        """The result as an array, or None where the op refuses the input."""
        handles = [self.tensor(array) for array in arrays]
        options = [None if value is None else ctypes.byref(Scalar(DTYPES['int64'], 0, value, 0, 0))
                   for value in OPTIONS.get(name, [])]
        out = ctypes.c_void_p()
        status = getattr(self.lib, f'ct_{name}')(*handles, *options, ctypes.byref(out), None)
        result = None
        if status == 0:
            dtype = np.dtype(NAMES[self.lib.ct_tensor_dtype(out)])
            nbytes = self.lib.ct_tensor_numel(out) * dtype.itemsize
            result = np.frombuffer(ctypes.string_at(self.lib.ct_tensor_data(out), nbytes), dtype).copy()
            self.lib.ct_tensor_release(out)
        for handle in handles:
            self.lib.ct_tensor_release(handle)
        return result


def values(random, dtype, count, shift=False):
    kind = np.dtype(dtype)
    if kind.kind == 'b':
        return random.integers(0, 2, count).astype(bool)
    if kind.kind in 'iu':
        if shift:
            return random.integers(0, kind.itemsize * 8 - 1, count).astype(kind)
        limits = np.iinfo(kind)
        array = random.integers(limits.min, limits.max, count, dtype=kind, endpoint=True)
        small = random.random(count) < 0.5
        array[small] = random.integers(1, 100, small.sum()).astype(kind)
        return array
    if kind.kind == 'c':
        part = np.float32 if kind.itemsize == 8 else np.float64
        return (moderate(random, part, count) + 1j * moderate(random, part, count)).astype(kind)
    array = moderate(random, kind, count)
    special = random.random(count) < 0.1
    array[special] = random.choice(np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 0.5, 1.5, -2.5], kind), special.sum())
    return array


def moderate(random, kind, count):
    return (random.standard_normal(count) * np.exp2(random.integers(-8, 9, count))).astype(kind)


def special_values(dtype):
    kind = np.dtype(dtype)
    if kind.kind == 'b':
        return np.array([False, True])
    if kind.kind in 'iu':
        limits = np.iinfo(kind)
        return np.unique(np.array([limits.min, limits.max, limits.max // 2 + 1, 0, 1, 2, 3], kind).astype(kind))
    if kind.kind == 'c':
        parts = np.array([0.0, -0.0, 1, -1, 0.5, np.inf, -np.inf, np.nan])
        return (parts[:, None] + 1j * parts[None, :]).ravel().astype(kind)
    limits = np.finfo(kind)
    positive = [0.0, limits.smallest_subnormal, limits.tiny, 0.5, 1, 1.5, 2, 2.5, limits.max, np.inf, np.nan]
    return np.concatenate([np.array(positive, kind), -np.array(positive, kind)])


def inputs_of(name, group, dtype, count, random, wanted):
    dtypes = [dtype] * count
    if group in ('Where', 'Fill'):
        dtypes[1 if group == 'Fill' else 0] = 'bool'
    shifts = [name.endswith('_shift') and k == 1 for k in range(count)]
    if not wanted.special:
        return [values(random, one, wanted.count, shift) for one, shift in zip(dtypes, shifts)]
    # Peers shift by no more than the width alone.
    each = [np.arange(8 * np.dtype(one).itemsize - 1).astype(one) if shift and np.dtype(one).kind in 'iu'
            else special_values(one) for one, shift in zip(dtypes, shifts)]
    return [array.ravel() for array in np.meshgrid(*each, indexing='ij')]


def peers(name, arrays):
    """[(peer, result)] of the peers that have the op and take the dtype."""
    found = []
    ours_to_numpy = IN_NUMPY.get(name, name)
    function = getattr(np, ours_to_numpy, None) if ours_to_numpy else None
    if isinstance(function, np.ufunc):
        try:
            found.append(('numpy', function(*arrays)))
        except TypeError:
            pass
    ours_to_torch = IN_TORCH.get(name, name)
    if torch is not None and ours_to_torch is not None:
        function = CALLS.get(name) or getattr(torch, ours_to_torch, None)
        function = function or getattr(torch.nn.functional, ours_to_torch, None)
        try:
            found.append(('torch', function(*[torch.from_numpy(array) for array in arrays]).numpy()))
        except (TypeError, RuntimeError):
            pass
    return found


def agree(name, arrays, ours, theirs):
    if theirs.dtype != ours.dtype:
        return np.ones(ours.shape, bool)  # NumPy promotes by other rules
    if ours.dtype.kind in 'biu':
        return ours == theirs
    size = np.maximum(np.abs(ours.real), np.abs(ours.imag))
    if name in TERMS:
        size = np.fmax(size, TERMS[name](*arrays)).astype(size.dtype)
    roundings = ROUNDINGS.get(name, 0)
    if ours.dtype.kind == 'c':
        roundings = max(roundings, IN_COMPLEX.get(name, 0))
    near = np.abs(ours - theirs) <= roundings * np.spacing(size)
    if ours.dtype.kind == 'c':
        # libraries differ in what infinities give
        return (ours == theirs) | ~np.isfinite(ours) | ~np.isfinite(theirs) | near
    return (ours == theirs) | (np.isnan(ours) & np.isnan(theirs)) | near


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('library')
    parser.add_argument('--count', type=int, default=4099)
    parser.add_argument('--op')
    parser.add_argument('--special', action='store_true')
    wanted = parser.parse_args()
    warnings.simplefilter('ignore')
    np.seterr(all='ignore')
    library, random = Library(wanted.library), np.random.default_rng(4)
    compared, differing, elements, known = 0, 0, 0, {}
    groups = op_lists.parameters()
    for name, inputs, *_ in op_lists.elementwise():
        if wanted.op not in (None, name) or not hasattr(library.lib, f'ct_{name}'):
            continue
        for dtype in DTYPES:
            arrays = inputs_of(name, inputs, dtype, len(groups[inputs][0]), random, wanted)
            if len(arrays) == 2 and np.dtype(dtype).kind in 'iu' and not name.endswith('_shift'):
                arrays[1][arrays[1] == 0] = 1
            ours = library.call(name, arrays)
            if ours is None:
                continue
            for peer, theirs in peers(name, arrays):
                compared += 1
                elements += ours.size
                right = agree(name, arrays, ours, theirs)
                if wanted.special and peer == 'torch' and name in KNOWN and not right.all():
                    known.setdefault(KNOWN[name], []).append(f'{name} {dtype}')
                elif not right.all():
                    differing += 1
                    at = int(np.argmin(right))
                    print(f'{name} {dtype}: {len(right) - right.sum()} of {len(right)} differ from {peer}, such as '
                          f'{[array[at] for array in arrays]}: {ours[at]}, {peer} {theirs[at]}')
    for reason, cases in known.items():
        print(f'known: {", ".join(cases)}: {reason}')
    print(f'{compared} comparisons of an op and a dtype with a peer, of {elements} elements in all: '
          f'{differing} differ, and {sum(map(len, known.values()))} in ways that are known')
    return 1 if differing or not compared else 0


if __name__ == '__main__':
    sys.exit(main())
