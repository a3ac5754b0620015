#!/usr/bin/env python3
"""Reads from ctensor.h what the generators of the bindings' wrappers, docs and tests need to know about each op.

  api_ops.py HEADER          prints the ops as JSON

An op is a function that makes new tensors: its last parameters are `ct_tensor **` outputs and `ct_error *error`, before
them come tensors and options. Its `_out` twin, where there is one, takes the same and writes into given tensors.
"""
import dataclasses
import json
import re
import sys

from check_header import parse

# C's type of a parameter: what it is. All but tensors are options; the dims are two parameters in C.
KINDS = {'const ct_tensor *': 'tensor', 'const ct_scalar *': 'scalar', 'int32_t': 'int', 'bool': 'flag',
         'ct_dtype': 'dtype'}
# functions that make tensors but are not ops: bindings write these by hand
BY_HAND = re.compile(r'ct_(tensor_|from_|iter_|defer$|evaluate$|program_|as_strided$|'
                     r'(empty|zeros|ones|full|full_like|arange)(_like)?$|view$|reshape$|resize$|permute$|transpose$|'
                     r'movedim$|slice$|select$|narrow$|expand$|squeeze$|unsqueeze$|flatten$|flip$|contiguous$|clone$|'
                     r'to$|real$|imag$)')


@dataclasses.dataclass
class Parameter:
    name: str
    kind: str  # tensor, scalar, dims, dim, int, flag or dtype
    optional: bool  # NULL, CT_ALL_DIMS or UNDEFINED are allowed, and mean the default


@dataclasses.dataclass
class Op:
    name: str  # without ct_
    inputs: list  # its tensors, in order
    options: list  # the rest, in order
    parameters: list  # both, in C's order
    outputs: list  # names of the outputs: ['out'], ['values', 'indices'], …; of equal and allclose [], they give a bool
    has_out: bool  # there is ct_<name>_out
    summary: str  # first sentences of its comment, on one line


def summaries(text):
    """Function: the first paragraph of the comment before it."""
    found = {}
    for comment, name in re.findall(r'/\*\*((?:(?!\*/).)*)\*/\s*[\w \*]*?\b(ct_\w+)\(', text, flags=re.S):
        lines = [line.strip().lstrip('*').strip() for line in comment.strip().splitlines()]
        first = lines[:lines.index('')] if '' in lines else lines
        found[name] = (' '.join(first), ' '.join(lines))
    return found


def parameter(c_type, name, comment):
    kind = 'dim' if name == 'dim' else KINDS[c_type]
    if kind == 'tensor':  # "lower or upper may be NULL"
        optional = any(name in names.split(' or ') for names in re.findall(r'((?:\w+ or )*\w+) may be NULL', comment))
    elif kind == 'scalar':
        optional = not re.search(rf'\b{name} is NULL', comment)
    elif kind == 'dim':
        optional = f'{name} CT_ALL_DIMS' in comment
    else:
        optional = kind == 'dtype'
    return Parameter(name, kind, optional)


def ops(header):
    functions = parse(header)['functions']
    with open(header, encoding='utf-8') as file:
        comments = summaries(file.read())
    found = []
    for c_name, function in functions.items():
        given = function['parameters']
        outputs = [name for c_type, name in given if c_type == 'ct_tensor **']
        gives_bool = ('bool *', 'out') in given
        if function['returns'] != 'ct_status' or not (outputs or gives_bool) or BY_HAND.match(c_name):
            continue
        summary, comment = comments[c_name]
        taken, result = given[:-1 - len(outputs) - gives_bool], []
        names = [name for _, name in taken]
        for c_type, name in taken:
            if name == 'dims' and 'ndims' in names:
                result.append(Parameter('dims', 'dims', True))
            elif name != 'ndims':
                result.append(parameter(c_type, name, comment))
        found.append(Op(c_name[3:], [one for one in result if one.kind == 'tensor'],
                        [one for one in result if one.kind != 'tensor'], result, outputs, c_name + '_out' in functions,
                        summary))
    return found


if __name__ == '__main__':
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    json.dump([dataclasses.asdict(op) for op in ops(sys.argv[1])], sys.stdout, indent=1)
