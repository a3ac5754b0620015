#!/usr/bin/env python3
"""Checks that the comments of ctensor.h and the guides are complete and agree with the code.

  check_docs.py [ROOT]        checks the header, *.md and docs/*.md under ROOT, by default this repository
  check_docs.py --self-test   proves on broken copies that each rule can fail

Of every function it is said what it does, and its Shapes, Dtypes, Ownership, Errors, Cost, Threads and Since: by its own
comment, by the head of its group or at the top (header_docs.py). No line repeats what its group says, or is about no
function; each group has an example, whose calls have as many arguments as declared; and Since agrees with the interface of
the last release. Every struct, field, constant and type has a comment. Every op of kernels/lists/elementwise.h and
kernels/lists/reduce.h is declared, and docs/semantics.md says what each reduction does. A status that tests/api wants from
a function is among its Errors. The files, functions and constants that the guides name exist, links lead somewhere, and
the README's program is examples/minimal/minimal.c.
"""
import copy
import functools
import glob
import os
import re
import shutil
import sys
import tempfile

import check_header
import header_docs
import op_lists
from text_files import read, write

# Tags that a function may do without, where it takes no tensor or has no options.
OPTIONAL = ('Dtypes', 'Options')


def comment_before(text, position):
    """The /** comment that ends right before the line with this position, or None."""
    line = text.rfind('\n', 0, position) + 1
    start = max(text.rfind('/*', 0, line), 0)
    before = text[start:line].rstrip()
    return before if before.endswith('*/') and before.startswith('/**') else None


def check_function(name, function, doc, constants):
    if doc is None:
        return [f'{name}: no /** comment right before it']
    wrong = [f'{name}: no "{tag}:" line, and none in its group or at the top' for tag in header_docs.TAGS
             if tag not in OPTIONAL and not doc.tags.get(tag)]
    if not doc.summary:
        wrong.append(f'{name}: does not say what it does')
    errors = doc.tags.get('Errors', '')
    for status in re.findall(r'\bCT_\w+', errors):
        if status not in constants:
            wrong.append(f'{name}: Errors names {status}, which is no constant')
    named = [status for status in re.findall(r'\bCT_ERROR_\w+', errors)]
    if function['returns'] == 'ct_status' and not named and not errors.startswith('none: returns CT_OK'):
        wrong.append(f'{name}: returns a status, but Errors names none')
    if function['returns'] != 'ct_status' and not errors.startswith('none'):
        wrong.append(f'{name}: returns no status, so Errors must begin with "none"')
    takes = ' '.join(kind for kind, _ in function['parameters'])
    if re.search(r'\bct_tensor\b', takes):
        if doc.tags.get('Shapes', '').startswith('none'):
            wrong.append(f'{name}: takes tensors, so Shapes must say which')
        if not doc.tags.get('Dtypes'):
            wrong.append(f'{name}: takes tensors, but has no "Dtypes:" line')
    for kind, made in function['parameters']:
        if re.search(r'\bct_tensor \*\*', kind) and 'const' not in kind and f'*{made}' not in doc.tags.get('Ownership', ''):
            wrong.append(f'{name}: makes a tensor, so Ownership must say whose *{made} is')
    return wrong


def calls_in(code):
    """[(function, how many arguments)] of the calls of ct_… in a piece of C."""
    found = []
    for call in re.finditer(r'\b(ct_\w+)\(', code):
        depth, commas = 1, 0
        for end in range(call.end(), len(code)):
            depth += {'(': 1, '{': 1, ')': -1, '}': -1}.get(code[end], 0)
            commas += code[end] == ',' and depth == 1
            if depth == 0:
                found.append((call.group(1), commas + 1 if code[call.end():end].strip() else 0))
                break
    return found


def check_example(where, block, functions):
    code = '\n'.join(line for line in block.prose if line.startswith('    ') and ';' in line)
    return [f'{where}: its example calls {name} with {count} arguments' for name, count in calls_in(code)
            if name not in functions or len(functions[name]['parameters']) != count]


def check_lines(text, docs, functions):
    """Messages about lines with tags that say nothing new, are about no function, or have an unknown tag."""
    wrong, top = [], header_docs.top_of(text)
    scopes = [('the top', top, list(functions))]
    for group in header_docs.groups_of(text):
        members = [name for name, doc in docs.items() if doc.group == group.title]
        scopes.append((f'the head of "{group.title}"', group.head, members))
        for doc in [docs[name] for name in members if docs[name].family[0] == name]:
            scopes.append((doc.name, doc.block, doc.family))
            wrong += [f'{doc.name}: its line "{tag}{f" ({word})" if word else ""}" says what its group says'
                      for (tag, word), said in doc.block.tags.items() if group.head.tags.get((tag, word)) == said]
        if group.title and members and not any(line.startswith('    ') for line in group.head.prose):
            wrong.append(f'the head of "{group.title}" has no example')
    for where, block, names in scopes:
        wrong += check_example(where, block, functions)
        for tag, word in block.tags:
            if not any(header_docs.applies(word, name, functions[name]) for name in names):
                wrong.append(f'{where}: its line "{tag} ({word})" is about no function')
        for line in block.prose:
            unknown = re.match(r'([A-Z][a-z]+)( \(\w+\))?: ', line)
            if unknown:
                wrong.append(f'{where}: "{unknown.group()}" is no tag that is known')
    return wrong


def check_since(root, docs):
    """Messages about functions that are said to be newer or older than the interface that tests/abi holds."""
    paths = glob.glob(os.path.join(root, 'tests', 'abi', 'ctensor-*.abi'))
    version = max(tuple(map(int, re.findall(r'\d+', os.path.basename(path)))) for path in paths)
    with open(os.path.join(root, 'tests', 'abi', 'ctensor-{}.{}.abi'.format(*version)), encoding='utf-8') as file:
        released = set(re.findall(r"<elf-symbol name='(ct_\w+)'", file.read()))
    held, wrong = '.'.join(map(str, version)), []
    for name, doc in docs.items():
        since = tuple(map(int, re.findall(r'\d+', doc.tags.get('Since', ''))))
        if since > version and name in released:
            wrong.append(f'{name}: since {doc.tags["Since"]}, but tests/abi/ has it of {held}')
        if since < version and name not in released:
            wrong.append(f'{name}: since {doc.tags.get("Since")}, but tests/abi/ has it not of {held}')
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


@functools.cache
def parsed(path, text):
    api = check_header.parse(path)
    return api, header_docs.docs_of(text, api)


def header_at(path):
    """The text of a header, what it declares, and its comments. A header that is as before is not parsed once more."""
    text = read(path)
    api, docs = parsed(path, text)
    return text, copy.deepcopy(api), docs


def check_api(root):
    text, api, docs = header_at(os.path.join(root, 'include', 'ctensor.h'))
    wrong = check_lines(text, docs, api['functions']) + check_since(root, docs)
    for name, function in api['functions'].items():
        wrong += check_function(name, function, docs.get(name), api['constants'])
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
    return wrong + check_reductions(root, api) + check_statuses(root, docs), api


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


def check_statuses(root, docs):
    """Messages about statuses that BAD_…(status, words, call) in tests/api wants and that the comments do not name."""
    wrong, folder = set(), os.path.join(root, 'tests', 'api')
    for name in sorted(os.listdir(folder)):
        tables = read(os.path.join(folder, name))
        for status, function in re.findall(r'\bBAD\w*\(\s*(CT_ERROR_\w+),[^;]*?\b(ct_\w+)\(', tables):
            if function in docs and status not in docs[function].tags.get('Errors', ''):
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
        text, more, docs = header_at(path)
        api['constants'] |= more['constants']
        wrong += check_lines(text, docs, more['functions'])
        for name, function in more['functions'].items():
            wrong += check_function(name, function, docs.get(name), api['constants'])
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
    # what the top, the head of a group and a comment leave out
    ('include/ctensor.h', r' \* Ownership: borrows what it takes\.\n', '', 'ct_dtype_size: no "Ownership:" line'),
    ('include/ctensor.h', r' \* Errors \(value\): none\.\n', '', 'ct_version: no "Errors:" line'),
    ('include/ctensor.h', r' \* Cost \(value\): .*\n', '', 'ct_tensor_numel: no "Cost:" line'),
    ('include/ctensor.h', r' \* Threads: any\.\n', '', 'ct_tensor_ndim: no "Threads:" line'),
    ('include/ctensor.h', r' \* Since: 0\.1\n', '', 'ct_tensor_ndim: no "Since:" line'),
    ('include/ctensor.h', r'(?s)(---- looking at tensors.*?) \* Shapes: any\.\n', r'\1', 'ct_tensor_ndim: no "Shapes:" line'),
    ('include/ctensor.h', r'(?s)(---- looking at tensors.*?) \* Dtypes: all\.\n', r'\1',
     'ct_tensor_ndim: takes tensors, but has no "Dtypes:" line'),
    ('include/ctensor.h', r'(?s)(---- reductions.*?) \* Errors: .*? twice\)\.\n', r'\1', 'ct_sum: tests/api/'),
    ('include/ctensor.h', r' \* Shapes: none\. Ownership: a static string, never', ' * Ownership: a static string, never',
     'ct_status_name: no "Shapes:" line'),
    ('include/ctensor.h', r'/\*\* The sum over(.|\n)*?\*/\n', '', 'ct_sum: no /** comment'),
    ('include/ctensor.h', r'(ct_status ct_add_out)', r'\n\1', 'ct_add_out: no /** comment'),
    ('include/ctensor.h', r'(?s)(/\*\* 2 to the power of t)\. \*/', r'\1. Dtypes: all. */', 'ct_exp2: its line "Dtypes" says what'),
    ('include/ctensor.h', r'/\*\* 2 to the power of t\. \*/', '/** 2 to the power of t. Shapes (dims): any. */',
     'ct_exp2: its line "Shapes (dims)" is about no function'),
    ('include/ctensor.h', r'/\*\* Gives a reference back\. With', '/** Error: none.\n * Gives a reference back. With',
     'ct_tensor_release: "Error: " is no tag'),
    ('include/ctensor.h', r'/\*\* 2 to the power of t\. \*/', '/** 2 to the power of t. Since: 0.3 */',
     'ct_exp2: since 0.3, but tests/abi/ has it of 0.2'),
    ('include/ctensor.h', r'Dtypes: integers\. Since: 0\.3 \*/', 'Dtypes: integers. */', 'but tests/abi/ has it not of 0.2'),
    ('include/ctensor.h', r' \*     ct_cumsum\(t, 0, CT_UNDEFINED, &sums, &error\);\n', '', 'the head of "scans" has no example'),
    ('include/ctensor.h', r'ct_cumsum\(t, 0, CT_UNDEFINED, &sums', 'ct_cumsum(t, 0, &sums', 'its example calls ct_cumsum with 4'),
    ('include/ctensor.h', r' \* What \(ct_argwhere\): .*\n', '', 'ct_argwhere: does not say what it does'),
    ('include/ctensor.h', r'CT_ERROR_READ_ONLY \(t\'s storage is\)', 'CT_ERROR_READONLY',
     'CT_ERROR_READONLY, which is no'),
    ('include/ctensor.h', r', CT_ERROR_READ_ONLY \(t\'s storage is\)', '', 'ct_tensor_data_mut: tests/api/'),
    ('include/ctensor.h', r'Shapes: any of one element', 'Shapes: none', 'ct_tensor_item: takes tensors'),
    ('include/ctensor.h', r'(?s)(---- making tensors.*?) \* Ownership \(new\): the caller owns \*out', r'\1 * Ownership (new): *it',
     "ct_tensor_create: makes a tensor, so"),
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


def copy_of(root, target_root):
    """What the checks read; of the rest, only that it is there."""
    for part in ('include', 'src', 'docs', 'examples/minimal', 'extensions', 'tests/api', 'tests/abi', 'LICENSE', *pages_of(root)):
        source, target = os.path.join(root, part), os.path.join(target_root, part)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        shutil.copytree(source, target) if os.path.isdir(source) else shutil.copy(source, target)
    for part in ('tests', 'tools', 'examples', 'bindings', 'packaging'):
        for folder, _, names in os.walk(os.path.join(root, part)):
            made = os.path.join(target_root, os.path.relpath(folder, root))
            os.makedirs(made, exist_ok=True)
            for name in names:
                if not os.path.exists(os.path.join(made, name)):
                    write(os.path.join(made, name), '')


def self_test(root):
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        copy_of(root, folder)
        for path, pattern, replacement, message in BREAKS:
            whole = read(os.path.join(folder, path))
            broken, count = re.subn(pattern, replacement, whole, count=1)
            write(os.path.join(folder, path), broken)
            wrong, *_ = check(folder)
            write(os.path.join(folder, path), whole)
            if count != 1 or not any(message in one for one in wrong):
                failures += 1
                print(f'{path} with {pattern!r} replaced should give "{message}", gave {wrong}')
        wrong, *_ = check(folder)
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
