"""The lists of ops in src/kernels/lists/, for the tools that make something of them or check something against them."""
import os
import re

from text_files import read

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def macro(text, name, parameters):
    """What #define <name>(<parameters>) stands for, on one line."""
    found = re.search(rf'#define {name}\({parameters}\)((?:[^\n]*\\\n)*[^\n]*)', text)
    if not found:
        raise SystemExit(f'src/kernels/lists: {name} cannot be read')
    return found.group(1).replace('\\\n', ' ')


def literal(text):
    """A field: a string literal gives what is in it, anything else itself."""
    if not text.startswith('"'):
        return text
    return text[1:-1].replace('\\n', '\n').replace('\\"', '"').replace('\\\\', '\\')


FIELD = r'(?:"(?:[^"\\]|\\.)*"|[^",()])*'


def calls(text, name):
    """[fields] of each <name>(fields) in the text. No field holds a parenthesis or a comma outside of quotes."""
    found = re.findall(rf'\b{name}\(({FIELD}(?:,{FIELD})*)\)', text)
    if len(found) != len(re.findall(rf'\b{name}\(', re.sub(r'"(?:[^"\\]|\\.)*"', '', text))):
        raise SystemExit('src/kernels/lists: a line of a list cannot be read')
    return [[literal(field.strip()) for field in re.findall(rf'(?:^|,)({FIELD})', fields)] for fields in found]


def ops(file, name, root=ROOT):
    """The lines of the list CT_<name> in src/kernels/lists/<file>.h: a list of fields each."""
    return calls(macro(read(os.path.join(root, 'src', 'kernels', 'lists', file + '.h')), 'CT_' + name, 'X'), 'X')


def elementwise(root=ROOT):
    """[(name, inputs, kind, dtypes, doc)]"""
    return [(name, inputs, kind, dtypes, doc)
            for name, inputs, kind, dtypes, _, doc in ops('elementwise', 'ELEMENTWISE_OPS', root)]


def parameters(root=ROOT):
    """Of each group of elementwise ops: its tensors as (name, may it be NULL), its options as (name, what they become,
    what NULL stands for)."""
    text = read(os.path.join(root, 'src', 'kernels', 'lists', 'parameters.h'))
    found = {}
    for group in re.findall(r'#define CT_PARAMETERS_(\w+)\(T, O\)', text):
        line = macro(text, 'CT_PARAMETERS_' + group, 'T, O')
        found[group] = ([(name, presence == 'OrNull') for name, presence in calls(line, 'T')],
                        [(name, kind, doc) for name, _, kind, doc in calls(line, 'O')])
    return found
