"""The declarations of the elementwise ops, with their comments."""
import op_lists
from header_text import TAKES, entry, error, listed

GROUPS = op_lists.parameters()
# Why an option is refused, by what it becomes: its value (INVALID) and its dtype.
BAD_VALUE = {'Number': 'does not fit the common dtype', 'Real': 'does not fit the common dtype',
             'Tolerance': 'negative or NaN', 'Decimals': 'beyond 38 either way, of float64 308',
             'Order': 'below 0 or above 150',
             'Element': "NULL or does not fit t's dtype"}
BAD_DTYPE = {'Number': 'a float among integers, complex among floats, or bool among numbers', 'Real': 'complex',
             'Tolerance': 'complex'}
# The C type of an option that is a plain value, not a ct_scalar.
PLAIN = {'Decimals': 'int32_t ', 'Order': 'int32_t ', 'Flag': 'bool '}

TO_FLOAT = ('Float', 'BinaryFloat', 'Angle')


def taken(kind, dtypes):
    if kind in TO_FLOAT:  # integers and bool become float32 first
        return ('all', '') if 'kComplexes' in dtypes else ('all but complex', 'complex')
    return TAKES[dtypes]


def tensors_of(inputs):
    return [name for name, _ in GROUPS[inputs][0]]


def refusals(inputs, kind, dtypes):
    """Why the inputs' dtypes may be refused."""
    if kind == 'Where':
        return ['condition is not bool', 'no dtype holds a and b']
    if kind == 'Fill':
        return ['mask is not bool']
    if kind == 'Close':
        return ['a and b differ in dtype']
    takes, refused = taken(kind, dtypes)
    if len(tensors_of(inputs)) == 1:
        return [f't is {refused}'] if refused else []
    reasons = [f'no dtype holds {"both" if len(tensors_of(inputs)) == 2 else "all three"}']
    if kind == 'Difference':
        reasons.append('a or b is bool')
    elif kind == 'Quotient':
        reasons.append('neither a nor b is a float or complex')
    elif refused:
        reasons.append(f'the common dtype is {refused}')
    return reasons


def errors(inputs, kind, dtypes, into):
    tensors = tensors_of(inputs)
    several = len(tensors) > 1
    absent = [name for name, optional in GROUPS[inputs][0] if optional]
    needed = [t for t in tensors if t not in absent]
    invalid = [f'{listed([*needed, "out"], "or")} NULL']
    if absent:
        invalid.append(f'{listed(absent)} both NULL')
    if inputs in ('Bound', 'Clamp'):
        invalid.append('a bound is a number that no integer of the common dtype keeps to')
    if several or into:
        invalid.append('meta and real tensors together')
    shape = [f'{listed(tensors)} do not broadcast'] if several else []
    dtype = refusals(inputs, kind, dtypes)
    options = GROUPS[inputs][1]
    if options:
        # All of an op's options that can be refused are of one kind.
        kind_of_first = options[0][1]
        which = listed([name for name, become, _ in options if become == kind_of_first], 'or')
        value = BAD_VALUE[kind_of_first]
        verb = '' if value.startswith('does') else 'is '
        reserved = '' if kind_of_first in PLAIN else ', or has other than 0 in reserved'
        invalid.append(f'{which} {verb}{value}{reserved}')
        if kind_of_first in BAD_DTYPE:
            dtype.append(f'{which} is {BAD_DTYPE[kind_of_first]}')
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
    found = "t's" if len(tensors_of(inputs)) == 1 else 'the common dtype, as ct_result_type finds it'
    return f'*out has {found}' + (', float32 for integers and bool' if kind in TO_FLOAT else '') + (
        ', of complex numbers the float of a part' if kind == 'Angle' else '')


def shapes(inputs, into):
    tensors = tensors_of(inputs)
    if len(tensors) == 1:
        if into:
            return "Shapes: any; out gets t's sizes, resized if it has others."
        return "Shapes: any; *out has t's sizes and, if t is dense, its strides; meta when t is."
    which = listed(tensors) if len(tensors) == 2 else 'all three'
    if into:
        return f'Shapes: {which} broadcast; out gets those sizes, resized if it has others.'
    return f'Shapes: {which} broadcast to *out; meta when they are.'


def elementwise(name, inputs, kind, dtypes, doc):
    tensors, options = tensors_of(inputs), GROUPS[inputs][1]
    data = tensors[1:] if kind == 'Where' else tensors[:1] if kind == 'Fill' else tensors
    if kind == 'Division':
        doc += '\nAn integer divisor is searched for zeros before anything is written.'
    takes = {'Where': 'condition is bool', 'Fill': 'mask is bool', 'Close': 'a and b of one'}.get(kind)
    takes = takes or taken(kind, dtypes)[0]
    defaults = [f'{name}; NULL is {value}' if value else name for name, become, value in options]
    text = []
    for into in (False, True):
        if into:
            what = f'ct_{name} into an existing tensor; in place with {listed([f"out == {t}" for t in data], "or")}.'
            owned = 'Ownership: out stays the caller\'s; nothing is kept.'
        else:
            what, owned = doc, 'Ownership: the caller owns *out; the inputs are not kept.'
        lines = [shapes(inputs, into), f'Dtypes: {takes}; {result(inputs, kind, into)}.',
                 *([f'Options: {", ".join(defaults)}.'] if defaults else []), owned, errors(inputs, kind, dtypes, into)]
        parameters = [f'const ct_tensor *{t}' for t in tensors]
        parameters += [f'{PLAIN.get(become, "const ct_scalar *")}{option}' for option, become, _ in options]
        text.append(entry(name, what, lines, parameters, ['out'], into))
    return text
