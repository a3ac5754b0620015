#!/usr/bin/env python3
"""Writes what of the binding follows from ctensor.h and its op list: src/ops.cpp and ctensor/_header.py.

  generate.py            writes them
  generate.py --check    fails when they are not what it would write
"""
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
HEADER = os.path.join(ROOT, 'include', 'ctensor.h')
sys.path.insert(0, os.path.join(ROOT, 'tools'))

from api_ops import ops  # noqa: E402
from check_header import parse  # noqa: E402

# C++'s types of the parameters in src/common.hpp, by kind and whether the parameter may be left out.
TYPES = {('tensor', False): 'Operand', ('tensor', True): 'OptionalOperand', ('scalar', False): 'RequiredScalar',
         ('scalar', True): 'Scalar', ('dims', True): 'Dims', ('dim', False): 'Dim', ('dim', True): 'OptionalDim',
         ('flag', False): 'bool', ('dtype', True): 'DTypeArg'}
# What a status is in Python, beside ctensor.Error.
BUILTINS = {'INVALID': 'ValueError', 'SHAPE': 'ValueError', 'DTYPE': 'TypeError', 'INDEX': 'builtins.IndexError',
            'OVERLAP': 'ValueError', 'READ_ONLY': 'ValueError', 'OUT_OF_MEMORY': 'MemoryError',
            'UNSUPPORTED': 'NotImplementedError', 'DIVISION_BY_ZERO': 'ZeroDivisionError', 'BUSY': 'RuntimeError',
            'IO': 'OSError', 'FORMAT': 'ValueError', 'INTERNAL': 'SystemError'}
MADE = 'Made by generate.py from ctensor.h: do not edit.'


def argument(one):
    text = f'nb::arg("{one.name}")'
    if one.kind == 'flag':
        return text + ' = false'
    return text + ' = nb::none()' if one.optional else text


def doc(op):
    text = re.sub(r'\bct_(\w+)', r'\1', op.summary).replace('ndims 0', 'no dims').replace('NULL', 'None')
    return text.replace('\\', '\\\\').replace('"', '\\"')


def op_code(op):
    declared = ', '.join(f'{TYPES[one.kind, one.optional]} {one.name}' for one in op.parameters)
    names = [one.name for one in op.parameters]
    taken = ', '.join(f'{name}.data(), {name}.count()' if one.kind == 'dims' else name
                      for one, name in zip(op.parameters, names))
    converted = ', '.join(one.name for one in op.parameters if one.kind != 'flag')
    lines = ['  {']
    arguments = [argument(one) for one in op.parameters]
    if not op.outputs:
        lines += [f'    auto f = []({declared}) {{', f'      bool unlock = convert_all({converted});', '      bool result;',
                  f'      run(unlock, [&](ct_error *e) {{ return ct_{op.name}({taken}, &result, e); }});',
                  '      return result;', '    };']
    else:
        pair = len(op.outputs) == 2
        result, out, call = (('TensorPair', 'OutPair', 'pair_or_into') if pair else
                             ('TensorResult', 'Out', 'fresh_or_into'))
        made, given = ('ct_tensor **', 'ct_tensor *')
        one, two = ([f'{made}x, {made}y', 'x, y'], [f'{given}x, {given}y', 'x, y']) if pair else (
            [f'{made}x', 'x'], [f'{given}x', 'x'])
        lines += [f'    auto f = []({declared}, {out} out) -> {result} {{',
                  f'      bool unlock = convert_all({converted});',
                  f'      return {call}(',
                  f'          unlock, out, [&]({one[0]}, ct_error *e) {{ return ct_{op.name}({taken}, {one[1]}, e); }},',
                  f'          [&]({two[0]}, ct_error *e) {{ return ct_{op.name}_out({taken}, {two[1]}, e); }});', '    };']
        arguments += ['nb::kw_only()', 'nb::arg("out") = nb::none()']
    text = ', '.join(arguments)
    lines.append(f'    m.def("{op.name}", f, {text}, "{doc(op)}");')
    if op.parameters[0].kind == 'tensor' and op.parameters[0].name != 'condition':
        rest = ''.join(', ' + one for one in arguments[1:])
        lines.append(f'    c.def("{op.name}", f{rest}, "{doc(op)}");')
    return '\n'.join(lines + ['  }'])


def ops_source(found):
    body = '\n'.join(op_code(op) for op in found)
    return (f'// {MADE}\n// Each op as a function of the module and as a method of its first tensor.\n'
            f'// clang-format off\n#include "common.hpp"\n\nvoid add_ops(nb::module_ &m, TensorClass &c) {{\n{body}\n}}\n')


def camel(name):
    return ''.join(word.capitalize() for word in name.split('_'))


def comments(text):
    return dict(re.findall(r'\b(CT_\w+) = [^,/]+,?\s*/\*\*<\s*(.*?)\s*\*/', text, flags=re.S))


# Tracebacks name an error as who catches it does.
OF_THE_PACKAGE = ['    __module__ = "ctensor"']


def header_module(found, parsed, text):
    constants, said = parsed['constants'], comments(text)
    said = {name: re.sub(r'\s+\*?\s*', ' ', value) for name, value in said.items()}
    groups = {group[0]: group for group in parsed['groups']}
    lines = [f'"""{MADE}', '',
             'dtypes, errors, memory formats and the flags of iterators, as ctensor.h numbers them.', '"""',
             'import builtins', 'import enum', 'from typing import Final', '', '',
             'class DType:', '    """The type of a tensor\'s elements. There is one object of each: compare with `is` or `==`."""',
             '',
             '    __slots__ = ("name", "itemsize")', '    name: str', '    itemsize: int', '',
             '    def __init__(self, name: str, itemsize: int) -> None:',
             '        object.__setattr__(self, "name", name)', '        object.__setattr__(self, "itemsize", itemsize)', '',
             '    def __setattr__(self, name: str, value: object) -> None:',
             '        raise AttributeError(f"a dtype cannot be changed: {name}")', '',
             '    def __repr__(self) -> str:', '        return f"ctensor.{self.name}"', '',
             '    def __reduce__(self) -> str:', '        return "bool_" if self.name == "bool" else self.name', '', '']
    sizes = {'bool': 1, 'bfloat16': 2}
    names = [name for name in groups['CT_UNDEFINED'][1:]]
    for name in names:
        short = name[3:].lower()
        size = sizes.get(short) or int(re.search(r'\d+$', short).group()) // 8
        lines.append(f'{python_name(short)}: Final = DType("{short}", {size})')
    lines += ['DTYPES = (', *[f'    {python_name(name[3:].lower())},' for name in names], ')', '', '',
              'class Error(Exception):', '    """A call of the library failed. `code` is its ct_status."""', '',
              *OF_THE_PACKAGE, '    code = 0', '', '']
    errors = [name for name in groups['CT_OK'] if name.startswith('CT_ERROR_')]
    for name in errors:
        lines += [f'class {camel(name[9:])}Error(Error, {BUILTINS[name[9:]]}):', f'    """{said[name].capitalize()}."""', '',
                  *OF_THE_PACKAGE, f'    code = {constants[name]}', '', '']
    lines += ['ERRORS = {', *[f'    {constants[name]}: {camel(name[9:])}Error,' for name in errors], '}', '', '']
    for first, prefix, title, base in (('CT_CONTIGUOUS', 3, 'MemoryFormat', 'IntEnum'),
                                       ('CT_ITER_ALLOW_OVERLAP', 8, 'IterFlag', 'IntFlag'),
                                       ('CT_ITER_CUSTOM', 8, 'IterPreset', 'IntEnum')):
        what = {'MemoryFormat': 'The order of the dims in memory.', 'IterFlag': 'What an iterator allows.',
                'IterPreset': 'Common sets of flags of an iterator.'}[title]
        lines += [f'class {title}(enum.{base}):', f'    """{what}"""', '']
        for name in groups[first]:
            lines += [f'    {name[prefix:]} = {constants[name]}', f'    """{said[name]}"""']
        lines += ['', '']
    # all but what would hide a name of Python's from those who import *
    exported = [python_name(name[3:].lower()) for name in names[1:]] + ['DType', 'Error', 'MemoryFormat', 'IterFlag',
                'IterPreset'] + [camel(name[9:]) + 'Error' for name in errors if name != 'CT_ERROR_INDEX']
    lines += ['__all__ = [', *[f'    "{name}",' for name in exported], ']']
    return '\n'.join(lines) + '\n'


def python_name(dtype):
    return 'bool_' if dtype == 'bool' else dtype


def files():
    found, parsed = ops(HEADER), parse(HEADER)
    with open(HEADER, encoding='utf-8') as file:
        text = file.read()
    return {'src/ops.cpp': ops_source(found), 'ctensor/_header.py': header_module(found, parsed, text)}


def main():
    stale = []
    for name, text in files().items():
        path = os.path.join(HERE, name)
        if sys.argv[1:] == ['--check']:
            with open(path, encoding='utf-8') as file:
                if file.read() != text:
                    stale.append(name)
        else:
            with open(path, 'w', encoding='utf-8') as file:
                file.write(text)
    if stale:
        sys.exit(f'bindings/python: {", ".join(stale)}: not what generate.py makes of ctensor.h; run it and commit')


if __name__ == '__main__':
    if sys.argv[1:] not in ([], ['--check']):
        raise SystemExit(__doc__)
    main()
