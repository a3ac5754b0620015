#!/usr/bin/env python3
"""Reads from an extension's header what the generators of the bindings need to know about each of its functions.

  extension_ops.py NAME        prints the functions of extensions/NAME as JSON

They are ops as those of ctensor.h are, and given as api_ops.py gives those, with names that lack the extension's prefix.
Beside the kinds of api_ops.py, parameters are of these, which may be NULL where they are optional:

  length, tolerance    const int64_t *, const double *: one number
  text                 const char *
  lengths, axes        s, dims and ndims: a length for each dim, and the dims
  left, right          dims_a, dims_b and ndims: dims of one tensor, and as many of another
  pair                 const int32_t *: two dims
"""
import dataclasses
import json
import os
import re
import sys

import api_ops
import header_docs
from api_ops import Op, Parameter
from check_header import parse

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
NAMES = ('fft', 'linalg')
# C's types of constants: the prefix of their names. The one that is 0 is the default.
ENUMS = {'ct_fft_norm': 'CT_FFT_', 'ct_linalg_qr_mode': 'CT_LINALG_QR_', 'ct_linalg_matrix_ord': 'CT_LINALG_NORM_'}
# The defaults of PyTorch and NumPy, for bindings whose functions may have some, by function or for all of them.
DEFAULTS = {'dim': -1, 'd': 1, 'offset': 0, 'left': True, 'full_matrices': True}
DEFAULT_CONSTANTS = {'cond': 'CT_LINALG_NORM_TWO'}
SCALARS = {'length': 'const int64_t *', 'tolerance': 'const double *', 'text': 'const char *'}
# What its C parameters are, where a parameter's type alone does not say it: by the names of the function's parameters.
GROUPS = {('s', 'dims', 'ndims'): ('lengths', 'axes'), ('dims_a', 'dims_b', 'ndims'): ('left', 'right')}

# What the bindings' tests give to each function to compare its two forms: operands by function, where not all are a matrix,
# and the others by kind. No option is its default.
OPERANDS = {'dot': ('vector', 'vector'), 'vdot': ('vector', 'vector'), 'outer': ('vector', 'vector'),
            'mv': ('matrix', 'vector'), 'bmm': ('batch', 'batch')}
# Of float64. A batch is one of one matrix, which is positive definite, so that all functions work.
OPERAND_VALUES = {'vector': ([1, 2, 3], [3]), 'matrix': ([4, 1, 0, 1, 3, 1, 0, 1, 2], [3, 3]),
                  'batch': ([4, 1, 0, 1, 3, 1, 0, 1, 2], [1, 3, 3])}
VALUES = {'length': 4, 'dim': 0, 'lengths': [4], 'axes': [0], 'dims': [0], 'left': [1], 'right': [0], 'pair': [1, 0],
          'int64': 2, 'double': 0.5, 'tolerance': 0.25, 'scalar': 2, 'text': 'ij,jk->ik'}


def sample(op, one):
    """What a test gives for a parameter: a word of OPERAND_VALUES for a tensor, a list of them for tensors, a constant's
    name for an enum, and a number, list, flag or text. A dtype is float64."""
    if one.kind == 'tensor':
        return OPERANDS.get(op.name, ('matrix',) * 3)[op.inputs.index(one)]
    if one.kind == 'tensors':
        return ['matrix', 'matrix']
    if one.kind == 'enum':
        return one.constants[1]
    if one.kind == 'flag':
        return not one.default
    return 'float64' if one.kind == 'dtype' else VALUES[one.kind]


def header(name):
    return os.path.join(ROOT, 'extensions', name, 'include', f'ctensor_{name}.h')


def kind_of(c_type, name, names):
    for group, kinds in GROUPS.items():
        if set(group) <= set(names) and name in group[:2]:
            return kinds[group.index(name)]
    if name == 'dims':
        return 'dims' if 'ndims' in names else 'pair'
    if c_type in ENUMS:
        return 'enum'
    for kind, scalar in SCALARS.items():
        if c_type == scalar:
            return kind
    return 'dim' if name == 'dim' else api_ops.KINDS[c_type]


def parameter(op, c_type, name, names, constants):
    kind = kind_of(c_type, name, names)
    one = Parameter(name, kind, kind in ('length', 'tolerance', 'lengths', 'axes', 'pair', 'dims', 'dtype', 'scalar'))
    if kind == 'enum':
        one.enum, one.optional = c_type, True
        one.constants = tuple(name for name in constants if name.startswith(ENUMS[c_type]))
        if op in DEFAULT_CONSTANTS:
            first = DEFAULT_CONSTANTS[op]
            one.constants = (first, *(name for name in one.constants if name != first))
    elif name in DEFAULTS:
        one.default = DEFAULTS[name]
    return one


def constants_of(name):
    """{C's type of constants: its constants in C's order}"""
    api = parse(header(name))
    return {c_type: [constant for constant in api['constants'] if constant.startswith(prefix)]
            for c_type, prefix in ENUMS.items() if c_type in api['types']}


def ops(name):
    """The functions of an extension. All of them must be ops."""
    path, prefix = header(name), f'ct_{name}_'
    api = parse(path)
    docs = header_docs.read(path)
    found = []
    for c_name, function in api['functions'].items():
        if c_name.endswith('_out') and c_name[:-4] in api['functions']:
            continue
        given = function['parameters']
        outputs = [name for c_type, name in given if c_type == 'ct_tensor **']
        taken = given[:-1 - len(outputs)]
        if function['returns'] != 'ct_status' or not outputs or not c_name.startswith(prefix):
            raise SystemExit(f'{c_name} is not an op: the bindings need something by hand for it')
        names = [name for _, name in taken]
        result = [parameter(c_name[len(prefix):], c_type, name, names, api['constants']) for c_type, name in taken
                  if name not in ('ndims', 'count')]
        text = ' '.join(docs[c_name].block.prose)
        found.append(Op(c_name[len(prefix):], [one for one in result if one.kind == 'tensor'],
                        [one for one in result if one.kind not in ('tensor', 'tensors')], result, outputs,
                        c_name + '_out' in api['functions'], ' '.join(text.split())))
    return found


def both_lists(op):
    """The names of the two lists of an op that have one count in C, or None."""
    lists = [one.name for one in op.parameters if one.kind in ('lengths', 'axes', 'left', 'right')]
    return tuple(lists) or None


def short(name, text):
    """A comment of C's, with names that lack ct_ and the extension's prefix, and without C's count of two lists."""
    text = text.replace('the last ndims', 'as many of the last').replace('along ndims dims', 'along dims')
    return re.sub(r'\bct_(\w+)', r'\1', re.sub(rf'\bct_{name}_(\w+)', r'\1', text))


if __name__ == '__main__':
    if len(sys.argv) != 2 or sys.argv[1] not in NAMES:
        raise SystemExit(__doc__)
    json.dump([dataclasses.asdict(op) for op in ops(sys.argv[1])], sys.stdout, indent=1)
