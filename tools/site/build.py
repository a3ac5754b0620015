#!/usr/bin/env python3
"""Makes the site of the guides and the reference.

  build.py SOURCE SITE     writes Sphinx's sources into SOURCE, and the site, which needs no network to look at, into SITE
"""
import os
import posixpath
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.dont_write_bytecode = True
sys.path[:0] = [HERE, os.path.dirname(HERE)]
import reference  # noqa: E402

# The parts of the table of contents, in order. Pages that are not here come last.
PARTS = [
    ('Start', ['docs/install.md', 'docs/ten-minutes.md', 'docs/coming-from.md', 'docs/not-here.md']),
    ('Guide', ['docs/memory.md', 'docs/views.md', 'docs/broadcasting.md', 'docs/semantics.md', 'docs/fusion.md',
               'docs/random.md', 'docs/fft.md', 'docs/linalg.md', 'docs/files.md', 'docs/past-one-machine.md',
               'docs/mpi.md', 'docs/threads.md', 'docs/extending.md', 'docs/linking.md']),
    ('Cookbook', ['docs/cookbook.md', 'docs/cookbook/*']),
    ('Languages', ['docs/bindings.md', 'bindings/cpp/README.md', 'bindings/rust/README.md', 'bindings/go/README.md',
                   'bindings/zig/README.md', 'bindings/python/README.md', 'docs/array-api.md',
                   'docs/dask.md']),
    ('Measured', ['docs/performance.md', 'docs/performance/*', 'docs/accuracy.md']),
    ('Reference', []),
    ('The project', ['docs/*', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md']),
]


def pages():
    """Every Markdown page of the site, by its path in the repository; but for the README, which is the first page."""
    found = [name for name in os.listdir(ROOT) if name.endswith('.md') and name != 'README.md']
    for top in ('docs', 'bindings'):
        for folder, folders, names in os.walk(os.path.join(ROOT, top)):
            folders[:] = [one for one in folders if one not in ('notes', 'target', 'node_modules') and one[0] != '.']
            found += [os.path.relpath(os.path.join(folder, name), ROOT) for name in names if name.endswith('.md')]
    return sorted(one for one in found if one.startswith('docs/') or one.count('/') in (0, 2))


def linked(text, page, known, functions):
    """The page's text: links to pages of the site stay, the header and the names of functions lead to the reference, and
    other files are not links."""
    def named(match):
        return f'{{c:func}}`{match.group(1)}`' if match.group(1) in functions else match.group(0)

    def replaced(match):
        whole, label, target = match.group(0), match.group(1), match.group(2)
        path, _, anchor = target.partition('#')
        if re.match(r'\w+:', target) or not path:
            return whole
        path = posixpath.normpath(posixpath.join(posixpath.dirname(page), path))
        back = posixpath.relpath
        here = posixpath.dirname(page) or '.'
        if path in ('README.md', '.'):
            return f'[{label}]({back("index.md", here)}{"#" + anchor if anchor else ""})'
        if path in known or path.endswith(('.svg', '.png')):
            return whole
        header = re.fullmatch(r'(?:include|extensions/\w+/include)/(\w+)\.h', path)
        if header:
            return f'[{label}]({back("reference/" + header.group(1) + ".rst", here)})'
        return label  # a file of the sources, which the site does not have

    outside = re.split(r'(^```.*?^```)', text, flags=re.S | re.M)
    link = re.compile(r'\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)')
    # a name that is all of a code span, but not in a heading or in the text of a link
    name = re.compile(r'(?<![\[`\w}])`(ct_\w+)`(?![\]`])')
    return ''.join(part if part.startswith('```') else '\n'.join(
        line if line.startswith('#') else name.sub(named, line) for line in link.sub(replaced, part).split('\n'))
        for part in outside)


def of_part(wanted, left):
    found = []
    for one in wanted:
        matching = [page for page in left if page == one or (one.endswith('/*') and posixpath.dirname(page) == one[:-2])]
        found += matching
        left[:] = [page for page in left if page not in matching]
    return found


def toctree(title, names):
    listed = '\n'.join(re.sub(r'\.(md|rst)$', '', name) for name in names)
    return f'\n```{{toctree}}\n:hidden:\n:caption: {title}\n:maxdepth: 1\n\n{listed}\n```\n'


def read(path):
    with open(os.path.join(ROOT, path), encoding='utf-8') as file:
        return file.read()


def write_sources(source):
    shutil.rmtree(source, ignore_errors=True)
    os.makedirs(source)
    found, functions = pages(), reference.functions(ROOT)
    for page in found:
        reference.write(os.path.join(source, page), linked(read(page), page, found, functions))
    for folder, _, names in os.walk(os.path.join(ROOT, 'docs')):
        for name in names:
            if name.endswith(('.svg', '.png')):
                target = os.path.join(source, os.path.relpath(folder, ROOT), name)
                os.makedirs(os.path.dirname(target), exist_ok=True)
                shutil.copy(os.path.join(folder, name), target)
    described, declared, headers = reference.make(ROOT, source)
    left, index = list(found), linked(read('README.md'), 'README.md', found, functions)
    # the wide patterns take what no other part names
    named = {one for _, wanted in PARTS for one in wanted if not one.endswith('/*')}
    for title, wanted in PARTS:
        names = headers if title == 'Reference' else of_part(
            [one for one in wanted if one != 'docs/*'], left)
        if 'docs/*' in wanted:
            names = [page for page in left if page not in named] + names
            left = []
        if names:
            index += toctree(title, names)
    reference.write(os.path.join(source, 'index.md'), index)
    print(f'{len(found)} pages; {described} of {declared} functions in the reference')
    return described == declared


def version():
    header = read('include/ctensor.h')
    return '.'.join(re.search(rf'CT_VERSION_{part} (\d+)', header).group(1) for part in ('MAJOR', 'MINOR', 'PATCH'))


def main(source, site):
    if not write_sources(source):
        sys.exit('the reference leaves functions of a header out')
    # only what differs is written, so that the site can stay open in a browser
    command = [sys.executable, '-m', 'sphinx', '-q', '-W', '--keep-going', '-c', HERE, '-d', source + '.doctrees',
               '-b', 'html']
    environment = {**os.environ, 'CTENSOR_VERSION': version()}
    return subprocess.run([*command, source, site], env=environment, check=False).returncode


if __name__ == '__main__':
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    sys.exit(main(os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])))
