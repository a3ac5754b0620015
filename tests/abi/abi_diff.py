#!/usr/bin/env python3
"""Compares the binary interface of ctensor.h with that of the last release, by libabigail.

  abi_diff.py          prints what was added, changed or removed; fails where callers of the release would break
  abi_diff.py --write  makes this header's the release's: writes tests/abi/ctensor-<major>.<minor>.abi

What is compared is a library of empty functions, which is made from the header with its types. That the true library
exports those functions and no other is a test of its own (tools/check_symbols.py). A release is compatible with those
of its major and minor version. Where one of them was raised, incompatible changes are printed, and are no failure.
"""
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, '..', '..')
sys.path.insert(0, os.path.join(ROOT, 'tools'))
import check_header  # noqa: E402

HEADER = os.path.join(ROOT, 'include', 'ctensor.h')
RELEASE = re.compile(r'ctensor-(\d+)\.(\d+)\.abi')
REMOVED_OR_CHANGED = 4 + 8  # bits of abidiff's status; 1 and 2 are failures of its own


def version_of(api):
    return api['macros']['CT_VERSION_MAJOR'], api['macros']['CT_VERSION_MINOR']


def text(version):
    return '.'.join(map(str, version))


def release():
    """(file, version) of the last release."""
    found = [match for match in map(RELEASE.fullmatch, os.listdir(HERE)) if match]
    if len(found) != 1:
        raise SystemExit(f'tests/abi must hold one ctensor-<major>.<minor>.abi, and holds {len(found)}')
    return os.path.join(HERE, found[0].group()), (int(found[0].group(1)), int(found[0].group(2)))


def describe(api, folder):
    """The interface as libabigail writes it, in a file whose name is returned."""
    source, library, description = (os.path.join(folder, name) for name in ('api.c', 'api.so', 'api.abi'))
    functions = [function['declaration'] + ' {}' for function in api['functions'].values()]
    with open(source, 'w', encoding='utf-8') as file:
        file.write('\n'.join(['#include <ctensor.h>'] + functions) + '\n')
    compiler = os.environ.get('CC', 'cc').split()
    subprocess.run(compiler + ['-std=c99', '-w', '-g', '-shared', '-fPIC', '-Wl,-soname,libctensor.so', '-I',
                               os.path.dirname(HEADER), source, '-o', library], check=True)
    subprocess.run(['abidw', '--no-corpus-path', '--no-comp-dir-path', '--no-show-locs', '--no-elf-needed',
                    '--type-id-style', 'hash', '--out-file', description, library], check=True)
    return description


def compare(api, folder):
    path, before = release()
    now = version_of(api)
    print(f'the interface of {text(now)} beside that of release {text(before)}:')
    description = describe(api, folder)
    status = subprocess.run(['abidiff', '--no-show-locs', path, description], check=False).returncode
    if status & ~REMOVED_OR_CHANGED:
        raise SystemExit('abidiff failed')
    if status == 0:
        print('no change')
    # Without what is new, only what breaks is left.
    quiet = subprocess.run(['abidiff', '--no-added-syms', path, description], stdout=subprocess.DEVNULL, check=False)
    if quiet.returncode == 0:
        return 0
    if now != before:
        print(f'callers of {text(before)} would break, which {text(now)} may do')
        return 0
    print(f'callers of {text(before)} would break: undo the change, or raise the minor version in ctensor.h and '
          'meson.build')
    return 1


def write(api, folder):
    path = os.path.join(HERE, f'ctensor-{text(version_of(api))}.abi')
    description = describe(api, folder)
    for old in filter(RELEASE.fullmatch, os.listdir(HERE)):
        os.remove(os.path.join(HERE, old))
    with open(description, encoding='utf-8') as source, open(path, 'w', encoding='utf-8') as file:
        file.write(source.read())
    print(os.path.relpath(path))
    return 0


def main(arguments):
    if arguments not in ([], ['--write']):
        raise SystemExit(__doc__)
    api = check_header.parse(HEADER)
    with tempfile.TemporaryDirectory() as folder:
        return (write if arguments else compare)(api, folder)


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
