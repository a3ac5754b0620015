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

import header_docs
from check_header import parse

# C's type of a parameter: what it is. All but tensors are options. Lists are two parameters in C: of tensors `tensors`
# and `count`, of numbers `xs` and `nxs`; `dims` and `ndims` are the dims that an op is about, NULL for all.
KINDS = {'const ct_tensor *': 'tensor', 'const ct_scalar *': 'scalar', 'int32_t': 'int', 'int64_t': 'int64',
         'bool': 'flag', 'ct_dtype': 'dtype', 'const ct_tensor *const *': 'tensors', 'const int64_t *': 'int64s',
         'const int32_t *': 'int32s', 'double': 'double'}
# C's types of constants that an op takes: the prefix of their names. The one that is 0 is the default.
ENUMS = {'ct_pad_mode': 'CT_PAD_', 'ct_scatter_reduce': 'CT_SCATTER_', 'ct_interpolation': 'CT_INTERPOLATION_'}
# PyTorch's defaults, for bindings whose functions may have some; C and others name every number.
DEFAULTS = {('cat', 'dim'): 0, ('stack', 'dim'): 0, ('tril', 'diagonal'): 0, ('triu', 'diagonal'): 0,
            ('diag', 'diagonal'): 0, ('diag_embed', 'offset'): 0, ('diag_embed', 'dim1'): -2, ('diag_embed', 'dim2'): -1,
            ('one_hot', 'num_classes'): -1, ('sort', 'dim'): -1, ('argsort', 'dim'): -1, ('topk', 'dim'): -1,
            ('topk', 'largest'): True, ('topk', 'sorted'): True, ('kthvalue', 'dim'): -1, ('mode', 'dim'): -1,
            ('histc', 'bins'): 100, ('histc', 'min'): 0, ('histc', 'max'): 0, ('bincount', 'minlength'): 0,
            ('diff', 'n'): 1, ('diff', 'dim'): -1}
# What the bindings' tests give for a list of numbers, by its name. Operands have the sizes [2, 3].
LISTS = {'repeats': [2, 1], 'padding': [1, 1]}
# Tensors that say where, how often or which part, by their names, and those of ops with others: what the bindings' tests
# give for them. A dim beside them has 3 elements.
PLACES = {'repeats': 'one', 'index': 'grid', ('index_select', 'index'): 'line', ('index_add', 'index'): 'line',
          ('index_copy', 'index'): 'line', ('index_fill', 'index'): 'line', ('one_hot', 't'): 'line',
          ('bucketize', 'boundaries'): 'line', ('bincount', 't'): 'line', ('bincount', 'weights'): 'line',
          ('quantile', 'q'): 'part'}
# Their elements, int64 or float32, and their sizes.
PLACE_VALUES = {'one': ([1], [1]), 'line': ([0, 1, 2], [3]), 'grid': ([0, 1, 2, 2, 1, 0], [2, 3]), 'part': ([0.5], [1])}
# Tensors that may be NULL, where the comment says it of "either".
EITHER = {('diff', 'prepend'), ('diff', 'append')}
# Ops of several tensors of which none may be a number.
NO_NUMBERS = {'index_select', 'gather', 'take_along_dim', 'take', 'scatter', 'index_add', 'index_copy', 'index_fill', 'put',
              'masked_select', 'masked_scatter', 'quantile', 'searchsorted', 'bucketize', 'isin', 'bincount', 'diff'}
# functions that make tensors but are not ops: bindings write these by hand
BY_HAND = re.compile(r'ct_(tensor_|from_|iter_|op_|defer$|evaluate$|program_|as_strided$|'
                     r'(empty|zeros|ones|full|full_like|arange)(_like)?$|view$|reshape$|resize$|permute$|transpose$|'
                     r'movedim$|slice$|select$|narrow$|expand$|squeeze$|unsqueeze$|flatten$|flip$|contiguous$|clone$|'
                     r'to$|real$|imag$|rot90$|diagonal$|unfold$|unflatten$|swapaxes$|view_(dtype|as_real|as_complex)$|'
                     r'split$|chunk$|unbind$|broadcast_tensors$|meshgrid$|linspace$|logspace$|eye$|tri[lu]_indices$|'
                     r'file_|npy_|rng_|uniform$|normal$|exponential$|randint$|bernoulli$|randperm$|multinomial$|'
                     r'index(_put)?$|unique(_consecutive)?(_dim)?$)')


@dataclasses.dataclass
class Parameter:
    name: str
    kind: str  # tensor, tensors, scalar, dims, dim, int, int64, double, int64s, int32s, flag, dtype or enum
    optional: bool  # NULL, CT_ALL_DIMS or UNDEFINED are allowed, and mean the default; of an enum, its first constant
    enum: str = ''  # C's type of an enum
    constants: tuple = ()  # its constants, the default first
    default: int = None  # PyTorch's, of a number; of a flag True, or else None for false
    place: str = ''  # of a tensor that says where: one of PLACE_VALUES

    @property
    def sample(self):
        """Of a list of numbers, what tests give for it."""
        return LISTS.get(self.name, [1])

    @property
    def is_place(self):
        return bool(self.place)

    @property
    def literal(self):
        """The default as C and most languages write it."""
        return str(self.default).lower()


@dataclasses.dataclass
class Op:
    name: str  # without ct_
    inputs: list  # its tensors, in order, but for a list of them
    options: list  # what is neither a tensor nor a list of them, in order
    parameters: list  # both, in C's order
    outputs: list  # names of the outputs: ['out'], ['values', 'indices'], …; of equal and allclose [], they give a bool
    has_out: bool  # there is ct_<name>_out
    summary: str  # first sentences of its comment, on one line
    in_place: bool = False  # its out may be its first tensor

    @property
    def takes_numbers(self):
        """Whether a number may stand in place of a tensor."""
        return len(self.inputs) > 1 and self.name not in NO_NUMBERS


def summaries(header):
    """{function: (the first paragraph of its comment, or what the header says of its form; its whole comment, on one line)}"""
    return {name: (doc.summary, ' '.join(' '.join([*doc.block.prose, *doc.block.tags.values()]).split()))
            for name, doc in header_docs.read(header).items()}


def works_in_place(said, first):
    """Whether out may be the first input, by what is said of the _out form."""
    return f'out == {first}' in said or 'in place where out is an input' in said


def parameter(c_type, name, comment, constants):
    if c_type in ENUMS:
        return Parameter(name, 'enum', True, c_type, tuple(name for name in constants if name.startswith(ENUMS[c_type])))
    kind = 'dim' if name == 'dim' else KINDS[c_type]
    if kind == 'tensor':  # "lower or upper may be NULL"
        optional = any(name in names.split(' or ') for names in re.findall(r'((?:\w+ or )*\w+) may be NULL', comment))
    elif kind == 'scalar':
        optional = not re.search(rf'\b{name} (is|or out) NULL', comment)
    elif kind == 'dim':
        optional = f'{name} CT_ALL_DIMS' in comment
    else:
        optional = kind == 'dtype'
    return Parameter(name, kind, optional)


def ops(header):
    api = parse(header)
    functions = api['functions']
    comments = summaries(header)
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
        lengths = {'count'} & set(names) if 'tensors' in names else set()
        lengths |= {'n' + name for c_type, name in taken if c_type in ('const int64_t *', 'const int32_t *')}
        for c_type, name in taken:
            if name == 'dims' and 'ndims' in names:
                result.append(Parameter('dims', 'dims', True))
            elif name not in lengths:
                result.append(parameter(c_type, name, comment, api['constants']))
                result[-1].default = DEFAULTS.get((c_name[3:], name))
                if result[-1].kind == 'tensor':
                    result[-1].place = PLACES.get((c_name[3:], name), PLACES.get(name, ''))
                    result[-1].optional |= (c_name[3:], name) in EITHER
        found.append(Op(c_name[3:], [one for one in result if one.kind == 'tensor'],
                        [one for one in result if one.kind not in ('tensor', 'tensors')], result, outputs, c_name + '_out' in functions,
                        summary, works_in_place(comments.get(c_name + '_out', ('',))[0], names[0])))
    return found


if __name__ == '__main__':
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    json.dump([dataclasses.asdict(op) for op in ops(sys.argv[1])], sys.stdout, indent=1)
