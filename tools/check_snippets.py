#!/usr/bin/env python3
"""Compiles and runs the examples of the guides, and compares what they print with what the guides show.

  check_snippets.py c HEADERS LIBRARY CC [PAGE…]   examples in C: the folder of ctensor.h, libctensor.so, a compiler
  check_snippets.py python [PAGE…]                 examples in Python, by this interpreter, which has the package ctensor
  check_snippets.py --self-test HEADERS LIBRARY CC proves that an example that is wrong fails

Without pages, all of docs/ that have such examples. A C example with a main is a program. Those without one make a program
together, a page's in their order: what is for outside of a function (#include, #define, static, typedef) before the rest,
which is the body of main. Python's of a page are one program, too. A ```text block shows what the examples before it,
since the last such block, print. What has `<!-- not compiled: why -->` above it is left out.
"""
import concurrent.futures
import contextlib
import dataclasses
import io
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# Pages whose examples show parts of programs that other tests compile.
PARTS = {
    'docs/extending.md': 'parts of a library; tests/api/custom.c compiles such ops',
    'docs/fusion.md': 'leaves out what is not about programs',
    'docs/fft.md': 'links another library',
    'docs/linalg.md': 'links another library',
    'docs/mpi.md': 'links another library',
    'docs/adding-an-op.md': "parts of the library's sources",
    'docs/architecture.md': "parts of the library's sources",
}
OUTSIDE = re.compile(r'\s*(?:/\*.*?\*/\s*)*(#include|#define|static|typedef|struct \w+ \{)', flags=re.S)
FENCE = re.compile(r'(?P<before><!-- not compiled: [^\n]+ -->\n+)?^```(?P<kind>\w+)\n(?P<text>.*?)^```$', flags=re.S | re.M)


@dataclasses.dataclass
class Program:
    page: str
    line: int  # of its first block
    text: str
    expected: list


def programs(page, text, language):
    """The programs of a page in this language, and what each shall print."""
    found, whole, current = [], None, None
    for block in FENCE.finditer(text):
        kind, body = block.group('kind'), block.group('text')
        line = text.count('\n', 0, block.start('text')) + 1
        if kind == 'text' and current:
            current.expected.append(body)
        elif kind == language and not block.group('before'):
            if language == 'c' and re.search(r'\bint main\(', body):
                current = Program(page, line, body, [])
                found.append(current)
            else:
                if whole is None:
                    whole = Program(page, line, [], [])
                    found.append(whole)
                current = whole
                whole.text.append(body)
        elif kind not in (language, 'text'):
            current = None
    if whole:
        whole.text = joined_c(whole.text) if language == 'c' else '\n'.join(whole.text)
    return found


def joined_c(blocks):
    outside = [block for block in blocks if OUTSIDE.match(block)]
    inside = [block for block in blocks if not OUTSIDE.match(block)]
    return '\n'.join(outside) + '\nint main(void) {\n' + '\n'.join(inside) + '\nreturn 0;\n}\n'


def compare(program, result, ends):
    where = f'{program.page}:{program.line}'
    if result.returncode != 0:
        return f'{where}: ended with {result.returncode}\n{result.stdout}{result.stderr}'
    shown = ''.join(program.expected)
    if result.stdout.strip() != shown.strip():
        return f'{where}: the page shows\n{shown}\nand it prints\n{result.stdout}'
    if result.stderr and ends:
        return f'{where}: {result.stderr}'
    return None


def run_c(program, headers, library, cc):
    with tempfile.TemporaryDirectory() as folder:
        source, binary = os.path.join(folder, 'snippet.c'), os.path.join(folder, 'snippet')
        with open(source, 'w', encoding='utf-8') as file:
            file.write(program.text)
        flags = ['-std=gnu11', '-Wall', '-Wextra', '-Werror', '-Wno-unused-parameter', '-g', '-I', headers, '-I',
                 os.path.join(ROOT, 'tests', 'docs'), '-Wl,-rpath,' + os.path.dirname(library)]
        built = subprocess.run([*cc.split(), *flags, source, '-o', binary, library, '-lm', '-pthread'],
                               capture_output=True, text=True, check=False)
        if built.returncode != 0:
            return f'{program.page}:{program.line}: does not compile\n{built.stderr}\n{program.text}'
        return compare(program, execute([binary], folder), True)


def run_python(program):
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, 'snippet.py')
        with open(source, 'w', encoding='utf-8') as file:
            file.write(program.text)
        return compare(program, execute([sys.executable, source], folder), False)


def execute(command, folder):
    try:
        return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=60)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, 124, '', 'it did not end within a minute')


def pages_of(chosen):
    if chosen:
        return chosen
    found = []
    for folder, _, names in os.walk(os.path.join(ROOT, 'docs')):
        found += [os.path.relpath(os.path.join(folder, name), ROOT) for name in names if name.endswith('.md')]
    return sorted(one for one in found if one not in PARTS and not one.startswith('docs/notes'))


def check(language, run, chosen):
    found = []
    for page in pages_of(chosen):
        with open(os.path.join(ROOT, page), encoding='utf-8') as file:
            found += programs(page, file.read(), language)
    with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
        wrong = [one for one in pool.map(run, found) if one]
    where = len({one.page for one in found})
    print('\n'.join(wrong) or f'{len(found)} programs in {language}, of {where} pages, are right')
    return 1 if wrong or not found else 0


GOOD = '''```c
#include <ctensor.h>
#include <stdio.h>
```
Words.
```c
printf("%d\\n", ct_tensor_ndim(NULL));
```
```text
-1
```
'''
BREAKS = [('printf("%d\\n", ct_tensor_ndim(NULL))', 'printf("%d\\n", ct_tensor_rank(NULL))', 'does not compile'),
          ('-1\n', '-2\n', 'it prints'),
          ('printf(', 'return 3; printf(', 'ended with 3'),
          ('printf(', '*(volatile int *)0 = 1; printf(', 'ended with -11'),
          ('```text\n-1\n```\n', '', 'it prints'),
          ('Words.', '```c\nint main(void) { return 2; }\n```\nWords.', 'ended with 2')]


def self_test(run):
    failures = 0
    for old, new, message in [('', '', None), *BREAKS]:
        text = GOOD.replace(old, new, 1) if old else GOOD
        wrong = [one for one in map(run, programs('page.md', text, 'c')) if one]
        if (not any(message in one for one in wrong)) if message else wrong:
            failures += 1
            print(f'{new!r} in place of {old!r} should give {message!r}, gave {wrong}')
    with contextlib.redirect_stdout(io.StringIO()):
        for text in ('```python\nraise ValueError\n```\n', '```python\nprint(1)\n```\n```text\n2\n```\n'):
            if not any(map(run_python, programs('page.md', text, 'python'))):
                failures += 1
    print(f'{len(BREAKS) + 2} wrong examples, {failures} not noticed')
    return failures != 0


if __name__ == '__main__':
    arguments = sys.argv[1:]
    in_c = arguments[:1] in (['c'], ['--self-test']) and len(arguments) >= 4

    def compiled(program):
        return run_c(program, os.path.abspath(arguments[1]), os.path.abspath(arguments[2]), arguments[3])

    if in_c and arguments[0] == '--self-test':
        sys.exit(self_test(compiled))
    if in_c:
        sys.exit(check('c', compiled, arguments[4:]))
    if arguments[:1] == ['python']:
        sys.exit(check('python', run_python, arguments[1:]))
    raise SystemExit(__doc__)
