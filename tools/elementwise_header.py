#!/usr/bin/env python3
"""The declarations of the elementwise ops in ctensor.h, with their comments, from the list in kernels/lists/elementwise.h.

  elementwise_header.py            writes the section "elementwise ops" of include/ctensor.h
  elementwise_header.py --check    fails, and shows the difference, where the section is not what the list makes
"""
import difflib
import os
import re
import sys
import textwrap

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LIST = os.path.join(ROOT, 'src', 'kernels', 'lists', 'elementwise.h')
HEADER = os.path.join(ROOT, 'include', 'ctensor.h')
BEGIN, END = '/* ---- elementwise ops ---- */\n', '/* ---- reductions ---- */\n'
WIDTH = 117

TENSORS = {'Unary': ['t'], 'Binary': ['a', 'b'], 'Ternary': ['a', 'b', 'c'], 'Where': ['condition', 'a', 'b'],
           'Lerp': ['start', 'end', 'weight'], 'Bound': ['t', 'bound'], 'Clamp': ['t', 'min', 'max'],
           'Scaled': ['a', 'b'], 'AddC': ['t', 'a', 'b'], 'LeakyRelu': ['t'], 'Elu': ['t'], 'Softplus': ['t'],
           'Logit': ['t'], 'RoundDecimals': ['t'], 'NanToNum': ['t'], 'Close': ['a', 'b'], 'Fill': ['t', 'mask']}
ABSENT = {'Clamp': ['min', 'max']}  # inputs that may be NULL
# Options behind the inputs: (name, its value where it is NULL).
OPTIONS = {'Scaled': [('alpha', '1')], 'AddC': [('value', '1')], 'LeakyRelu': [('negative_slope', '0.01')],
           'Elu': [('alpha', '1')], 'Softplus': [('beta', '1'), ('threshold', '20')],
           'Logit': [('eps', 'no bounds')], 'RoundDecimals': [('decimals', '0')],
           'NanToNum': [('nan', '0'), ('posinf', 'the largest number of the dtype'), ('neginf', 'the smallest')],
           'Close': [('rtol', '1e-5'), ('atol', '1e-8'), ('equal_nan', 'false')], 'Fill': [('value', None)]}
# What an option may not be (INVALID), and what dtypes do not go with it.
BAD_VALUE = {'RoundDecimals': 'beyond 38 either way, of float64 308',
             'Close': 'negative or NaN', 'NanToNum': "beyond the dtype's range", 'Fill': 'NULL or does not fit t\'s dtype'}
BAD_VALUE_OF = {'Close': ['rtol', 'atol']}  # of these options alone
BAD_OPTION = {'RoundDecimals': 'no integer', 'NanToNum': 'complex', 'Logit': 'complex', 'Close': 'complex', 'Fill': ''}

# What a set of dtypes takes, and what of the common dtype it refuses.
TAKES = {
    'kAll': ('all', ''),
    'kNumbers': ('all but bool', 'bool'),
    'kReals': ('all but complex', 'complex'),
    'kRealNumbers': ('integers and real floats', 'bool or complex'),
    'kBool | kIntegers': ('bool and integers', 'a float or complex'),
    'kIntegers': ('integers', 'bool, a float or complex'),
    'kFloats': ('real floats', 'bool, an integer or complex'),
    'kFloats | kComplexes': ('floats and complex', 'bool or an integer'),
}
TO_FLOAT = ('Float', 'BinaryFloat', 'Angle')


def read(path):
    with open(path, encoding='utf-8') as file:
        return file.read()


def ops(path=LIST):
    """[(name, inputs, kind, dtypes, doc)] of the list's lines."""
    text = re.sub(r' *\\\n', '\n', read(path).split('#define CT_ELEMENTWISE_OPS(X)')[1].split('clang-format on')[0])
    field = r'\s*(\w+)\s*,'
    lines = re.findall(rf'X\({field}{field}{field}\s*([\w |]+?)\s*,\s*((?:"(?:[^"\\]|\\.)*"\s*)+)\)', text)
    if len(lines) != len(re.findall(r'^\s*X\(', text, flags=re.M)):
        raise SystemExit(f'{path}: a line of the list cannot be read')
    return [(name, inputs, kind, dtypes, literal(doc)) for name, inputs, kind, dtypes, doc in lines]


def literal(text):
    joined = ''.join(re.findall(r'"((?:[^"\\]|\\.)*)"', text))
    return joined.replace('\\n', '\n').replace('\\"', '"').replace('\\\\', '\\')


def listed(names, last='and'):
    return names[0] if len(names) == 1 else f'{", ".join(names[:-1])} {last} {names[-1]}'


def taken(kind, dtypes):
    if kind in TO_FLOAT:  # integers and bool become float32 first
        return ('all', '') if 'kComplexes' in dtypes else ('all but complex', 'complex')
    return TAKES[dtypes]


def wrapped(text):
    """A paragraph of a comment, or a "Name: …" line of it, whose further lines stand in."""
    indent = '   ' if re.match(r'\w+: ', text) else ' '
    return textwrap.wrap(text, WIDTH, initial_indent=' * ', subsequent_indent=' *' + indent, break_long_words=False,
                         break_on_hyphens=False)


def comment(what, lines):
    first, *rest = what.split('\n')
    text = textwrap.wrap('/** ' + first, WIDTH, subsequent_indent=' * ', break_on_hyphens=False)
    for paragraph in rest:
        text += [' *', *wrapped(paragraph)]
    text.append(' *')
    for line in lines:
        text += wrapped(line)
    return '\n'.join([*text, ' */'])


def declaration(name, parameters):
    whole = [parameter.replace(' ', '~') for parameter in parameters]  # broken between parameters only
    lines = textwrap.wrap(f'ct_status {name}({", ".join(whole)});', 120,
                          subsequent_indent=' ' * len(f'ct_status {name}('), break_on_hyphens=False)
    return '\n'.join(lines).replace('~', ' ')


def refusals(inputs, kind, dtypes):
    """Why the inputs' dtypes may be refused."""
    if kind == 'Where':
        return ['condition is not bool', 'no dtype holds a and b']
    if kind == 'Fill':
        return ['mask is not bool']
    if kind == 'Close':
        return ['a and b differ in dtype']
    takes, refused = taken(kind, dtypes)
    if len(TENSORS[inputs]) == 1:
        return [f't is {refused}'] if refused else []
    reasons = [f'no dtype holds {"both" if len(TENSORS[inputs]) == 2 else "all three"}']
    if kind == 'Difference':
        reasons.append('a or b is bool')
    elif kind == 'Quotient':
        reasons.append('neither a nor b is a float or complex')
    elif refused:
        reasons.append(f'the common dtype is {refused}')
    return reasons


def error(status, reasons):
    return [f'{status} ({"; ".join(reasons)})'] if reasons else []


def errors(inputs, kind, dtypes, into):
    tensors = TENSORS[inputs]
    several = len(tensors) > 1
    needed = [t for t in tensors if t not in ABSENT.get(inputs, [])]
    invalid = [f'{listed([*needed, "out"], "or")} NULL']
    if inputs in ABSENT:
        invalid.append(f'{listed(ABSENT[inputs])} both NULL')
    if inputs in ('Bound', 'Clamp'):
        invalid.append('a bound is a number that no integer of the common dtype keeps to')
    if several or into:
        invalid.append('meta and real tensors together')
    shape = [f'{listed(tensors)} do not broadcast'] if several else []
    dtype = refusals(inputs, kind, dtypes)
    options = [option for option, _ in OPTIONS.get(inputs, [])]
    if options:
        which, verb = listed(options, 'or'), 'is'
        value = BAD_VALUE.get(inputs, 'does not fit the common dtype')
        of = BAD_VALUE_OF.get(inputs, options)
        any_of = '' if of == options else which + ' '
        invalid.append(f'{listed(of, "or")} {"" if value.startswith("does") else verb + " "}{value}, or {any_of}has '
                       'other than 0 in reserved')
        wrong = BAD_OPTION.get(inputs, 'a float among integers, complex among floats, or bool among numbers')
        if wrong:
            dtype.append(f'{which} is {wrong}')
    found = []
    if into:
        invalid.append('borrowed memory of out would have to grow')
        if several:
            shape.append('out is an input and has other sizes')
        if kind == 'Same':
            dtype.append("out's dtype is not t's")
        elif kind not in ('Comparison', 'Close'):
            dtype.append("the result cannot be cast to out's dtype")
    found += error('CT_ERROR_INVALID', invalid) + error('CT_ERROR_SHAPE', shape) + error('CT_ERROR_DTYPE', dtype)
    if kind == 'Division':
        found.append('CT_ERROR_DIVISION_BY_ZERO (integers; b holds a 0)')
    if into:
        other = 'an input' if several else 't'
        found += [f"CT_ERROR_OVERLAP (out's elements share memory with each other, or with {other} in another order)",
                  'CT_ERROR_READ_ONLY (out is)']
    return 'Errors: ' + ', '.join([*found, 'CT_ERROR_OUT_OF_MEMORY']) + '.'


def result(inputs, kind, into):
    if kind in ('Comparison', 'Close'):
        return 'out: any dtype; the bool result is converted to it' if into else '*out is bool'
    if kind == 'Same':
        return "out has t's" if into else "*out has t's"
    if into:
        return 'out: any dtype that ct_can_cast the result to'
    if kind == 'Fill':
        return "*out has t's"
    if kind == 'Where':
        return '*out has the common dtype of a and b'
    if kind == 'Magnitude':
        return "*out has t's, of complex numbers the float of a part"
    found = "t's" if len(TENSORS[inputs]) == 1 else 'the common dtype, as ct_result_type finds it'
    return f'*out has {found}' + (', float32 for integers and bool' if kind in TO_FLOAT else '') + (
        ', of complex numbers the float of a part' if kind == 'Angle' else '')


def shapes(inputs, into):
    tensors = TENSORS[inputs]
    if len(tensors) == 1:
        if into:
            return "Shapes: any; out gets t's sizes, resized if it has others."
        return "Shapes: any; *out has t's sizes and, if t is dense, its strides; meta when t is."
    which = listed(tensors) if len(tensors) == 2 else 'all three'
    if into:
        return f'Shapes: {which} broadcast; out gets those sizes, resized if it has others.'
    return f'Shapes: {which} broadcast to *out; meta when they are.'


def declared(op):
    name, inputs, kind, dtypes, doc = op
    tensors = TENSORS[inputs]
    data = tensors[1:] if kind == 'Where' else tensors[:1] if kind == 'Fill' else tensors
    if kind == 'Division':
        doc += '\nAn integer divisor is searched for zeros before anything is written.'
    takes = {'Where': 'condition is bool', 'Fill': 'mask is bool', 'Close': 'a and b of one'}.get(kind)
    takes = takes or taken(kind, dtypes)[0]
    text = []
    for into in (False, True):
        if into:
            what = f'ct_{name} into an existing tensor; in place with {listed([f"out == {t}" for t in data], "or")}.'
            owned = 'Ownership: out stays the caller\'s; nothing is kept.'
        else:
            what, owned = doc, 'Ownership: the caller owns *out; the inputs are not kept.'
        options = [option + (f'; NULL is {value}' if value else '') for option, value in OPTIONS.get(inputs, [])]
        lines = [shapes(inputs, into), f'Dtypes: {takes}; {result(inputs, kind, into)}.',
                 *([f'Options: {", ".join(options)}.'] if options else []), owned,
                 errors(inputs, kind, dtypes, into), 'Threads: any.', 'Since: 0.1']
        parameters = [f'const ct_tensor *{t}' for t in tensors]
        parameters += [f'const ct_scalar *{option}' for option, _ in OPTIONS.get(inputs, [])]
        parameters += ['ct_tensor *out' if into else 'ct_tensor **out', 'ct_error *error']
        text += [comment(what, lines) + '\n' + declaration(f'ct_{name}' + ('_out' if into else ''), parameters)]
    return text


def main(arguments):
    header = read(HEADER)
    before, rest = header.split(BEGIN)
    old, after = rest.split(END)
    new = '\n' + '\n\n'.join(text for op in ops() for text in declared(op)) + '\n\n'
    if arguments == ['--check']:
        difference = list(difflib.unified_diff(old.splitlines(), new.splitlines(), 'ctensor.h', 'the list', lineterm=''))
        print('\n'.join(difference) or f'{len(ops())} elementwise ops are declared as the list says')
        return 1 if difference else 0
    if arguments:
        raise SystemExit(__doc__)
    with open(HEADER, 'w', encoding='utf-8') as file:
        file.write(before + BEGIN + new + END + after)
    return 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
