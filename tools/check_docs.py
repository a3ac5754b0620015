#!/usr/bin/env python3
"""Checks that the comments of ctensor.h and the guides are complete and agree with the code.

  check_docs.py [ROOT]        checks the header, *.md and docs/*.md under ROOT, by default this repository
  check_docs.py --self-test   proves on broken copies that each rule can fail

Every function has a block with Shapes, Ownership, Errors, Threads and Since; every struct, field, constant and type has
a comment. Every op of kernels/lists/elementwise.h and kernels/lists/reduce.h is declared, and docs/semantics.md says what
each reduction does. A status that tests/api wants from a function is among its Errors. The files, functions and constants
that the guides name exist, links lead somewhere, and the README's program is examples/minimal/minimal.c.
"""
import functools
import glob
import os
import re
import shutil
import sys
import tempfile

import check_header
import op_lists

LINES = ['Shapes', 'Ownership', 'Errors', 'Threads', 'Since']


def read(path):
    with open(path, encoding='utf-8') as file:
        return file.read()


def write(path, text):
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)


def comment_before(text, position):
    """The /** comment that ends right before the line with this position, or None."""
    line = text.rfind('\n', 0, position) + 1
    start = max(text.rfind('/*', 0, line), 0)
    before = text[start:line].rstrip()
    return before if before.endswith('*/') and before.startswith('/**') else None


@functools.lru_cache(maxsize=1)
def declared_at(text):
    """Where the header first names a function before a parenthesis: {name: position}."""
    found = {}
    for line in re.finditer(r'^[^\n/*#]*?[ *](ct_\w+)\(', text, flags=re.M):
        found.setdefault(line.group(1), line.end())
    return found


def function_comment(text, name):
    return comment_before(text, declared_at(text)[name])


def block_of(comment):
    """(the text before the first line with a name, {name of a line: its text})."""
    body = re.sub(r'^\s*\*? ?', '', comment[3:-2], flags=re.M)
    parts = re.split(r'^(\w+): ', body, flags=re.M)
    return parts[0].strip(), {name: ' '.join(text.split()) for name, text in zip(parts[1::2], parts[2::2])}


def check_function(name, function, text, constants):
    comment = function_comment(text, name)
    if comment is None:
        return [f'{name}: no /** comment right before it']
    what, lines = block_of(comment)
    wrong = [f'{name}: no "{line}:" line' for line in LINES if not lines.get(line)]
    if not what:
        wrong.append(f'{name}: does not say what it does')
    errors = lines.get('Errors', '')
    for status in re.findall(r'\bCT_\w+', errors):
        if status not in constants:
            wrong.append(f'{name}: Errors names {status}, which is no constant')
    named = [status for status in re.findall(r'\bCT_ERROR_\w+', errors)]
    if function['returns'] == 'ct_status' and not named and not errors.startswith('none: returns CT_OK'):
        wrong.append(f'{name}: returns a status, but Errors names none')
    if function['returns'] != 'ct_status' and not errors.startswith('none'):
        wrong.append(f'{name}: returns no status, so Errors must begin with "none"')
    takes = ' '.join(kind for kind, _ in function['parameters'])
    if re.search(r'\bct_tensor\b', takes) and lines.get('Shapes', '').startswith('none'):
        wrong.append(f'{name}: takes tensors, so Shapes must say which')
    for kind, made in function['parameters']:
        if re.search(r'\bct_tensor \*\*', kind) and 'const' not in kind and f'*{made}' not in lines.get('Ownership', ''):
            wrong.append(f'{name}: makes a tensor, so Ownership must say whose *{made} is')
    return wrong


def check_named(kind, body, names):
    """Messages about names in the body of a struct or enum that have no comment behind or before them."""
    wrong = []
    for name in names:
        behind = re.search(r'\b' + name + r'\b[^;/\n]*;?\s*/\*\*<', body)
        before = re.search(r'\*/\s*[^;/]*\(\*' + name + r'\)', body)
        if not behind and not before:
            wrong.append(f'{kind}: {name} has no comment')
    return wrong


def check_api(root):
    path = os.path.join(root, 'include', 'ctensor.h')
    text, api = read(path), check_header.parse(path)
    wrong = []
    for name, function in api['functions'].items():
        wrong += check_function(name, function, text, api['constants'])
    for name, fields in api['structs'].items():
        struct = re.search(r'typedef struct ' + name + r' \{(.*?)^\} ' + name + ';', text, flags=re.S | re.M)
        wrong += check_named(name, struct.group(1), fields)
    bodies = re.findall(r'enum \{(.*?)\}', text, flags=re.S)
    for group, body in zip(api['groups'], bodies):
        wrong += check_named('constants', body, group)
    for name in [*api['structs'], *api['handles'], *api['tags'], *api['types']]:
        declared = re.search(r'^(typedef|struct) [^;{]*\b' + name + r'\b', text, flags=re.M)
        if comment_before(text, declared.end()) is None:
            wrong.append(f'{name}: no /** comment right before it')
    groups = op_lists.parameters(root)
    for name, inputs, *_ in op_lists.elementwise(root):
        for form in (f'ct_{name}', f'ct_{name}_out'):
            if form not in api['functions']:
                wrong.append(f'{form}: is an op of kernels/lists/elementwise.h, but not declared')
            elif len(api['functions'][form]['parameters']) != sum(map(len, groups[inputs])) + 2:
                wrong.append(f'{form}: {inputs} in kernels/lists/elementwise.h, but declared with another number of inputs')
    return wrong + check_reductions(root, api) + check_statuses(root, text, api), api


PARAMETERS = {'Typed': 7, 'Plain': 6}  # how many a reduction of this form has


def check_reductions(root, api):
    lines = [(name, form) for name, form, *_ in op_lists.ops('reduce', 'REDUCTIONS', root)]
    wrong = [] if lines else ['kernels/lists/reduce.h: no line of the list can be read']
    section = read(os.path.join(root, 'docs', 'semantics.md')).split('\n## Reductions\n')[-1].split('\n## ')[0]
    for name, form in lines:
        if f'`ct_{name}`' not in section:
            wrong.append(f'docs/semantics.md: its Reductions do not name ct_{name}')
        for function in (f'ct_{name}', f'ct_{name}_out'):
            if function not in api['functions']:
                wrong.append(f'{function}: is a reduction of kernels/lists/reduce.h, but not declared')
            elif len(api['functions'][function]['parameters']) != PARAMETERS[form]:
                wrong.append(f'{function}: {form} in kernels/lists/reduce.h, but declared with other parameters')
    return wrong


def check_statuses(root, text, api):
    """Messages about statuses that BAD_…(status, words, call) in tests/api wants and that the comments do not name."""
    wrong, folder = set(), os.path.join(root, 'tests', 'api')
    for name in sorted(os.listdir(folder)):
        tables = read(os.path.join(folder, name))
        for status, function in re.findall(r'\bBAD\w*\(\s*(CT_ERROR_\w+),[^;]*?\b(ct_\w+)\(', tables):
            if function not in api['functions']:
                continue
            comment = function_comment(text, function)
            if comment and status not in block_of(comment)[1].get('Errors', ''):
                wrong.add(f'{function}: tests/api/{name} gets {status}, which its Errors do not name')
    return sorted(wrong)


def check_links(root, name):
    targets = re.findall(r'\]\(([^)#\s]+)', read(os.path.join(root, name)))
    return [f'{name}: links to {target}, which is not there' for target in targets if not re.match(r'\w+:', target)
            and not os.path.exists(os.path.join(root, os.path.dirname(name), target))]


def check_guide(root, name, api):
    text = read(os.path.join(root, name))
    wrong = check_links(root, name)
    prose = re.sub(r'^```.*?^```', '', text, flags=re.S | re.M)
    rooms = '|'.join(sorted(os.listdir(os.path.join(root, 'src'))))
    for quoted in re.findall(r'`([^`\n]+)`', prose):
        path = quoted.split()[0] if quoted.split() else ''
        if re.fullmatch(r'(src|include|tests|tools|examples|docs)/[\w./-]*', path):
            if not os.path.exists(os.path.join(root, path)):
                wrong.append(f'{name}: names {path}, which is not there')
        elif re.fullmatch(rf'({rooms})/[\w./-]+', path) and not os.path.exists(os.path.join(root, 'src', path)):
            wrong.append(f'{name}: names {path}, which is not in src/')
        known = {*api['functions'], *api['structs'], *api['handles'], *api['types']}
        for word in re.findall(r'\bct_\w+', quoted):
            if word not in known:
                wrong.append(f'{name}: names {word}, which ctensor.h does not have')
        for word in re.findall(r'\bCT_(?:ERROR|ITER)_\w+', quoted):
            if word not in api['constants']:
                wrong.append(f'{name}: names {word}, which ctensor.h does not have')
    return wrong


def check_extensions(root, api):
    """Messages about the headers of extensions, whose functions and types become known to the guides."""
    wrong = []
    for path in sorted(glob.glob(os.path.join(root, 'extensions', '*', 'include', '*.h'))):
        text, more = read(path), check_header.parse(path)
        api['constants'] |= more['constants']
        for name, function in more['functions'].items():
            wrong += check_function(name, function, text, api['constants'])
        for group, body in zip(more['groups'], re.findall(r'enum \{(.*?)\}', text, flags=re.S)):
            wrong += check_named('constants', body, group)
        api['functions'] |= more['functions']
        api['types'] = {*api['types'], *more['types']}
    return wrong


def pages_of(root):
    """README.md and the other pages beside it."""
    return sorted(name for name in os.listdir(root) if name.endswith('.md'))


def check(root):
    wrong, api = check_api(root)
    wrong += check_extensions(root, api)
    guides = pages_of(root) + [f'{folder}/{name}' for folder in ('docs', 'docs/cookbook')
                               for name in sorted(os.listdir(os.path.join(root, folder))) if name.endswith('.md')]
    for name in guides:
        wrong += check_guide(root, name, api)
    for folder in ('docs/notes', 'docs/performance'):  # logs and tables, which may name files that are gone
        for name in sorted(os.listdir(os.path.join(root, folder))):
            if name.endswith('.md'):
                wrong += check_links(root, f'{folder}/{name}')
    program = read(os.path.join(root, 'examples', 'minimal', 'minimal.c'))
    if f'```c\n{program}```' not in read(os.path.join(root, 'README.md')):
        wrong.append('README.md: its program is not examples/minimal/minimal.c')
    return wrong, len(api['functions']), len(guides)


BREAKS = [
    ('include/ctensor.h', r' \* Shapes: any; the named dims go.*?\n', '', 'ct_sum: no "Shapes:" line'),
    ('include/ctensor.h', r' \* Ownership: takes the caller\'s reference\.\n', '',
     'ct_tensor_release: no "Ownership:" line'),
    ('include/ctensor.h', r' \* Errors: none; NULL gives -1\.\n', '', 'ct_tensor_ndim: no "Errors:" line'),
    ('include/ctensor.h', r' \* Threads: any; lo.*?\n', '', 'ct_iter_for_each: no "Threads:" line'),
    ('include/ctensor.h', r'/\*\* The sum over(.|\n)*?\*/\n', '', 'ct_sum: no /** comment'),
    ('include/ctensor.h', r'CT_ERROR_READ_ONLY \(t\'s storage is\)', 'CT_ERROR_READONLY',
     'CT_ERROR_READONLY, which is no'),
    ('include/ctensor.h', r', CT_ERROR_READ_ONLY \(t\'s storage is\)', '', 'ct_tensor_data_mut: tests/api/'),
    ('include/ctensor.h', r'Shapes: any of one element', 'Shapes: none', 'ct_tensor_item: takes tensors'),
    ('include/ctensor.h', r'/\*\*< the caller.*? \*/|/\*\*< done \*/', '', 'constants: CT_OK has no comment'),
    ('include/ctensor.h', r'/\*\*< of bool and integers.*?\*/', '', 'ct_scalar: i has no comment'),
    ('include/ctensor.h', r'/\*\* The host\'s threads\. \*/\n', '', 'ct_executor: no /** comment'),
    ('src/kernels/lists/elementwise.h', r'X\(lt, Binary', 'X(lesser, Binary', 'ct_lesser: is an op'),
    ('src/kernels/lists/elementwise.h', r'X\(lt, Binary', 'X(lt, Unary', 'ct_lt: Unary in'),
    ('src/kernels/lists/reduce.h', r'X\(prod, Typed', 'X(product, Typed', 'ct_product: is a reduction'),
    ('src/kernels/lists/reduce.h', r'X\(amax, Plain', 'X(amax, Typed', 'ct_amax: Typed in'),
    ('docs/semantics.md', r'\| `ct_count_nonzero`', '| `ct_count`', 'do not name ct_count_nonzero'),
    ('README.md', r'ct_transpose\(x, 0, 1', 'ct_transpose(x, 1, 0', 'its program is not'),
    ('README.md', r'\A', '[a](docs/nowhere.md)\n', 'docs/nowhere.md, which is not there'),
    ('CONTRIBUTING.md', r'\A', '[a](docs/nowhere.md)\n', 'docs/nowhere.md, which is not there'),
    ('docs/semantics.md', r'\A', '`ct_frobnicate`\n', 'names ct_frobnicate'),
    ('docs/architecture.md', r'\A', '`src/attic/`\n', 'names src/attic/'),
]


def copy_of(root, copy):
    """What the checks read; of the rest, only that it is there."""
    for part in ('include', 'src', 'docs', 'examples/minimal', 'extensions', 'tests/api', 'LICENSE', *pages_of(root)):
        source, target = os.path.join(root, part), os.path.join(copy, part)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        shutil.copytree(source, target) if os.path.isdir(source) else shutil.copy(source, target)
    for part in ('tests', 'tools', 'examples', 'bindings', 'packaging'):
        for folder, _, names in os.walk(os.path.join(root, part)):
            made = os.path.join(copy, os.path.relpath(folder, root))
            os.makedirs(made, exist_ok=True)
            for name in names:
                if not os.path.exists(os.path.join(made, name)):
                    write(os.path.join(made, name), '')


def self_test(root):
    failures = 0
    with tempfile.TemporaryDirectory() as copy:
        copy_of(root, copy)
        for path, pattern, replacement, message in BREAKS:
            whole = read(os.path.join(copy, path))
            broken, count = re.subn(pattern, lambda _, text=replacement: text, whole, count=1)
            write(os.path.join(copy, path), broken)
            wrong, *_ = check(copy)
            write(os.path.join(copy, path), whole)
            if count != 1 or not any(message in one for one in wrong):
                failures += 1
                print(f'{path} with {pattern!r} replaced should give "{message}", gave {wrong}')
        wrong, *_ = check(copy)
        if wrong:
            failures += 1
            print(f'the copy itself gave {wrong}')
    print(f'{len(BREAKS)} broken copies, {failures} not noticed')
    return failures == 0


if __name__ == '__main__':
    repository = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    if sys.argv[1:] == ['--self-test']:
        sys.exit(0 if self_test(repository) else 1)
    if len(sys.argv) > 2:
        raise SystemExit(__doc__)
    messages, functions, documents = check(os.path.abspath(sys.argv[1]) if len(sys.argv) == 2 else repository)
    print('\n'.join(messages) or f'{functions} functions and {documents} guides are documented')
    sys.exit(1 if messages or functions == 0 else 0)
