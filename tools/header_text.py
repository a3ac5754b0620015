"""What the comments and declarations in ctensor.h are put together from."""
import re
import textwrap

WIDTH = 117

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


def listed(names, last='and'):
    return names[0] if len(names) == 1 else f'{", ".join(names[:-1])} {last} {names[-1]}'


def error(status, reasons):
    return [f'{status} ({"; ".join(reasons)})'] if reasons else []


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


# Ops of the lists that came after the first version.
NEWER = {'0.3': 'bitwise_count cbrt digamma gcd i0 i0e i1 i1e lcm polygamma sinc'.split()}


def since(name):
    return next((version for version, names in NEWER.items() if name in names), '0.1')


def entry(name, what, lines, parameters, outputs, into):
    """One form of an op, the comment and the declaration."""
    parameters = [*parameters, *[('ct_tensor *' if into else 'ct_tensor **') + one for one in outputs], 'ct_error *error']
    return (comment(what, [*lines, 'Threads: any.', f'Since: {since(name)}']) + '\n' +
            declaration(f'ct_{name}' + ('_out' if into else ''), parameters))
