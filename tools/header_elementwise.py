"""The declarations of the elementwise ops, with what their comments say that the heads of their groups do not."""
import op_lists
from header_text import TAKES, entry, errors, listed

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

DIVIDED = 'integers; b holds a 0, which is looked for before anything is written'
TO_FLOAT = ('Float', 'BinaryFloat', 'Angle')


def tensors_of(inputs):
    return [name for name, _ in GROUPS[inputs][0]]


def group_of(inputs, kind):
    """The title of the group of declarations that an op belongs to."""
    if kind in ('Comparison', 'Close'):
        return 'elementwise comparisons'
    if len(tensors_of(inputs)) > 1:
        return 'elementwise ops of several tensors'
    return 'elementwise ops of one tensor' if kind == 'Same' else 'math functions'


def taken(kind, dtypes):
    if kind == 'Where':
        return 'condition is bool, a and b any'
    if kind == 'Fill':
        return 'mask is bool, t any'
    if kind == 'Close':
        return 'a and b of one'
    if kind in TO_FLOAT:  # integers and bool become float32 first
        return 'all' if 'kComplexes' in dtypes else 'all but complex'
    return TAKES[dtypes][0]


def refusals(kind):
    """Why the inputs' dtypes may be refused, beside what they are."""
    return {'Where': ['condition is not bool'], 'Fill': ['mask is not bool'], 'Close': ['a and b differ in dtype'],
            'Difference': ['a or b is bool'], 'Quotient': ['neither a nor b is a float or complex']}.get(kind, [])


def errors_of(inputs, kind):
    tensors, options = GROUPS[inputs]
    absent = [name for name, optional in tensors if optional]
    invalid, dtype = [f'{listed(absent)} both NULL'] if absent else [], refusals(kind)
    if inputs in ('Bound', 'Clamp'):
        invalid.append('a bound is a number that no integer of the common dtype keeps to')
    if options:
        # All of an op's options that can be refused are of one kind.
        kind_of_first = options[0][1]
        which = listed([name for name, become, _ in options if become == kind_of_first], 'or')
        value = BAD_VALUE[kind_of_first]
        invalid.append(f'{which} {"" if value.startswith("does") else "is "}{value}')
        if kind_of_first in BAD_DTYPE:
            dtype.append(f'{which} is {BAD_DTYPE[kind_of_first]}')
    return errors(INVALID=invalid, DTYPE=dtype, DIVISION_BY_ZERO=[DIVIDED] if kind == 'Division' else [])


def result(inputs, kind):
    """The dtype of a new result."""
    if kind in ('Comparison', 'Close'):
        return '*out is bool.'
    if kind in ('Same', 'Fill'):
        return "*out has t's."
    if kind == 'Where':
        return '*out has the common dtype of a and b.'
    if kind == 'Magnitude':
        return "*out has t's, of complex numbers the float of a part."
    found = "t's" if len(tensors_of(inputs)) == 1 else 'the common dtype, as ct_result_type finds it'
    return f'*out has {found}' + (', float32 for integers and bool' if kind in TO_FLOAT else '') + (
        ', of complex numbers the float of a part' if kind == 'Angle' else '') + '.'


def elementwise(head, name, inputs, kind, dtypes, doc):
    options = GROUPS[inputs][1]
    defaults = [f'{name}; NULL is {value}' if value else name for name, become, value in options]
    data = {'Where': 'out == a or out == b', 'Fill': 'out == t'}.get(kind)
    lines = [('What', '_out', f'ct_{name} into an existing tensor; in place with {data}.' if data else ''),
             ('Dtypes', '', taken(kind, dtypes) + '.'), ('Dtypes', 'new', result(inputs, kind)),
             ('Options', '', ', '.join(defaults) + '.' if defaults else ''), ('Errors', '', errors_of(inputs, kind))]
    parameters = [f'const ct_tensor *{t}' for t in tensors_of(inputs)]
    parameters += [f'{PLAIN.get(become, "const ct_scalar *")}{option}' for option, become, _ in options]
    return entry(name, doc, lines, parameters, ['out'], head)
