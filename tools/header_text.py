"""What the comments and declarations in ctensor.h are put together from. How a comment is written, tools/header_docs.py says."""
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


def errors(**reasons):
    """A line of errors: of each status, named without CT_ERROR_, the reasons."""
    found = [one for status, why in reasons.items() for one in error('CT_ERROR_' + status, why)]
    return ', '.join(found) + '.' if found else ''


def wrapped(text):
    """A paragraph of a comment, or a "Tag: …" line of it, whose further lines stand in."""
    indent = '   ' if re.match(r'\w+( \(\w+\))?: ', text) else ' '
    return textwrap.wrap(text, WIDTH, initial_indent=' * ', subsequent_indent=' *' + indent, break_long_words=False,
                         break_on_hyphens=False)


def comment(what, lines):
    """What it does, its further paragraphs behind "\\n", and lines with tags: on one line where they fit."""
    first, *rest = what.split('\n')
    whole = '/** ' + ' '.join([first, *lines])
    if not rest and len(whole) <= WIDTH:
        return whole + ' */'
    text = textwrap.wrap('/** ' + first, WIDTH, subsequent_indent=' * ', break_on_hyphens=False)
    for paragraph in rest:
        text += [' *', *wrapped(paragraph)]
    before = len(text)
    for line in lines:  # short ones share a line
        behind = f'{text[-1]} {line}'
        text[-1:] = [behind] if len(text) > before and text[-1][3] != ' ' and len(behind) <= WIDTH else [text[-1], *wrapped(line)]
    return '\n'.join(text) + ' */'


def declaration(name, parameters):
    whole = [parameter.replace(' ', '~') for parameter in parameters]  # broken between parameters only
    lines = textwrap.wrap(f'ct_status {name}({", ".join(whole)});', 120,
                          subsequent_indent=' ' * len(f'ct_status {name}('), break_on_hyphens=False)
    return '\n'.join(lines).replace('~', ' ')


# Ops of the lists that came after the first version.
NEWER = {'0.3': 'bitwise_count cbrt digamma gcd i0 i0e i1 i1e lcm polygamma sinc'.split()}


def since(name):
    return next((version for version, names in NEWER.items() if name in names), '')


def entry(name, what, lines, parameters, outputs, head):
    """An op: a comment, and the declarations of both forms. lines: [(tag, word, text)], of which those that the group's
    head says alike are left out, as are those without text."""
    lines = [f'{tag} ({word}): {text}' if word else f'{tag}: {text}' for tag, word, text in lines
             if text and head.tags.get((tag, word)) != text]
    text = [comment(what, [*lines, *([f'Since: {since(name)}'] if since(name) else [])])]
    for form, pointer in (('', 'ct_tensor **'), ('_out', 'ct_tensor *')):
        text.append(declaration(f'ct_{name}{form}', [*parameters, *[pointer + one for one in outputs], 'ct_error *error']))
    return '\n'.join(text)
