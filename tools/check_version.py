#!/usr/bin/env python3
"""Checks that every place which names the project's version agrees with meson.build.

  check_version.py [ROOT]        checks the repository ROOT, by default this one
  check_version.py --set VERSION writes VERSION to meson.build and all of these places, and renames files that are named
                                 after it; it leaves the lists of changes alone
  check_version.py --print       prints the version
  check_version.py --self-test   proves on broken copies that a place which differs, or is gone, is noticed

A new place is one line in PLACES: a file, and text of it in which {version} (1.2.3), {series} (1.2), {next} (1.3, which
the series ends before), {major}, {minor} or {patch} stands for numbers. The text must be there at least once, and
wherever it is, its numbers must be these. Without a text, the file must be there, with the numbers in its name.
"""
import os
import re
import shutil
import sys
import tempfile

from text_files import read, write

SOURCE = ('meson.build', "project('ctensor', 'cpp', 'c', version: '{version}'")
PLACES = [
    ('include/ctensor.h', '#define CT_VERSION_MAJOR {major}\n'),
    ('include/ctensor.h', '#define CT_VERSION_MINOR {minor}\n'),
    ('include/ctensor.h', '#define CT_VERSION_PATCH {patch}\n'),
    ('bindings/rust/Cargo.lock', 'name = "ctensor"\nversion = "{version}"'),
    ('bindings/rust/Cargo.lock', 'name = "ctensor-sys"\nversion = "{version}"'),
    ('bindings/rust/ctensor-sys/Cargo.toml', 'name = "ctensor-sys"\nversion = "{version}"'),
    ('bindings/rust/ctensor/Cargo.toml', 'name = "ctensor"\nversion = "{version}"'),
    ('bindings/rust/ctensor/Cargo.toml', 'ctensor-sys = { version = "{version}"'),
    ('bindings/rust/ctensor-sys/build/main.rs', '= "{series}.0".."{next}.0";'),
    ('bindings/rust/README.md', 'whose ABI the crate knows ({series})'),
    ('bindings/go/README.md', 'version {series} of'),
    ('bindings/go/README.md', '-require=libctensor.example/ctensor@v{version}'),
    ('bindings/go/shim.h', 'CT_VERSION_MAJOR != {major} || CT_VERSION_MINOR != {minor}\n'),
    ('bindings/go/shim.h', 'is for libctensor {series}:'),
    ('bindings/zig/build.zig.zon', '.version = "{version}"'),
    ('bindings/zig/README.md', 'ctensor-zig-{version}.tar.gz'),
    ('bindings/python/ctensor/__init__.py', '__version__ = "{version}"'),
    ('bindings/python/meson.build', "project('ctensor-python', 'cpp', version: '{version}'"),
    ('bindings/python/meson.build', "dependency('ctensor', version: '>={version}'"),
    ('bindings/python/meson.build', "dependency('ctensor_fft', version: '>={version}'"),
    ('bindings/python/meson.build', "dependency('ctensor_linalg', version: '>={version}'"),
    ('bindings/python/pyproject.toml', 'name = "ctensor"\nversion = "{version}"'),
    ('debian/changelog', 'ctensor ({version}) '),
    ('debian/control', 'Package: libctensor{series}\n'),
    ('debian/control', 'Package: libctensor-fft{series}\n'),
    ('debian/control', 'Package: libctensor-linalg{series}\n'),
    ('debian/control', 'Package: libctensor-mpi{series}\n'),
    ('debian/control', 'libctensor{series} (='),
    ('debian/control', 'libctensor-fft{series} (='),
    ('debian/control', 'libctensor-linalg{series} (='),
    ('debian/control', 'libctensor-mpi{series} (='),
    ('debian/libctensor{series}.install', None),
    ('debian/libctensor-fft{series}.install', None),
    ('debian/libctensor-linalg{series}.install', None),
    ('debian/libctensor-mpi{series}.install', None),
    ('packaging/ctensor.wrap', 'revision = v{version}\n'),
    ('packaging/vcpkg/ctensor/vcpkg.json', '"version": "{version}"'),
    ('CHANGELOG.md', '\n## {series}\n'),
    ('docs/install.md', 'libctensor{series}'),
    ('docs/install.md', 'libctensor-fft{series}'),
    ('docs/install.md', 'requires `ctensor/{version}`'),
    ('docs/install.md', 'header {series}, library {series}'),
]
# These list older versions too, and the newest comes first.
LISTS_OF_CHANGES = ('CHANGELOG.md', 'debian/changelog')

NUMBERS = {'version': r'\d+\.\d+\.\d+', 'series': r'\d+\.\d+', 'next': r'\d+\.\d+', 'major': r'\d+', 'minor': r'\d+',
           'patch': r'\d+'}


def parts(version):
    major, minor, patch = version.split('.')
    return {'version': version, 'series': f'{major}.{minor}', 'next': f'{major}.{int(minor) + 1}', 'major': major,
            'minor': minor, 'patch': patch}


def fill(text, version):
    return re.sub(r'\{(\w+)\}', lambda name: parts(version).get(name[1], name[0]), text)


def pattern(text):
    """The text as a regular expression, in which any numbers stand for the names in braces."""
    pieces = re.split(r'(\{(?:' + '|'.join(NUMBERS) + r')\})', text)
    return ''.join(NUMBERS[piece[1:-1]] if i % 2 else re.escape(piece) for i, piece in enumerate(pieces))


def version_of(root):
    found = re.search(pattern(SOURCE[1]), read(os.path.join(root, SOURCE[0])))
    if not found:
        raise SystemExit(f'{SOURCE[0]}: no {SOURCE[1]!r}')
    return re.search(NUMBERS['version'], found[0])[0]


def check(root):
    """Messages about the places that differ from meson.build."""
    version, wrong = version_of(root), []
    for name, text in PLACES:
        path = fill(name, version)
        if not os.path.exists(os.path.join(root, path)):
            wrong.append(f'{path} is not there, and the version is {version}')
            continue
        if text is None:
            continue
        found = re.findall(pattern(text), read(os.path.join(root, path)))
        if not found:
            wrong.append(f'{path} has no {text!r}; tools/check_version.py says that it has')
        for one in found[:1] if path in LISTS_OF_CHANGES else found:
            if one != fill(text, version):
                wrong.append(f'{path} says {one.strip()!r}, and the version is {version}')
    return wrong


def write_version(root, version):
    before = version_of(root)
    for name, text in [SOURCE, *PLACES]:
        path = os.path.join(root, fill(name, version))
        if path != os.path.join(root, fill(name, before)) and not os.path.exists(path):
            os.rename(os.path.join(root, fill(name, before)), path)
        if text is not None and name not in LISTS_OF_CHANGES:
            write(path, re.sub(pattern(text), lambda _, text=text: fill(text, version), read(path)))


def copy_of(root, copy):
    for name, _ in [SOURCE, *PLACES]:
        path = fill(name, version_of(root))
        os.makedirs(os.path.dirname(os.path.join(copy, path)), exist_ok=True)
        shutil.copy(os.path.join(root, path), os.path.join(copy, path))


def self_test(root):
    """Breaks each place of a copy: its numbers, the text, the file. Then gives the copy another version."""
    failures = 0
    version = version_of(root)

    def expect(what, copy, expected):
        nonlocal failures
        wrong = check(copy)
        if len(wrong) != len(expected) or not all(any(words in one for one in wrong) for words in expected):
            failures += 1
            print(f'{what} should give {expected}, gave {wrong}')

    with tempfile.TemporaryDirectory() as copy:
        copy_of(root, copy)
        expect('the copy itself', copy, [])
        for name, text in PLACES:
            path = os.path.join(copy, fill(name, version))
            if text is None:
                os.rename(path, path + '.gone')
                expect(f'{name}, gone,', copy, [f'{fill(name, version)} is not there'])
                os.rename(path + '.gone', path)
                continue
            whole = read(path)
            for made, words in ((fill(text, '90.80.70'), 'and the version is'), ('', 'says that it has')):
                count = 1 if name in LISTS_OF_CHANGES or made else 0  # a text that is gone is gone everywhere
                write(path, re.sub(pattern(text), lambda _, made=made: made, whole, count=count))
                wrong = check(copy)
                # an older version may come to light where the newest is gone from a list of changes
                if not any(one.startswith(fill(name, version)) and words in one or name in LISTS_OF_CHANGES for one in wrong):
                    failures += 1
                    print(f'{name} with {made!r} in place of {text!r} should give "{words}", gave {wrong}')
            write(path, whole)
        write_version(copy, '90.80.70')
        expect('a copy of another version', copy, [f'{name} says' for name in LISTS_OF_CHANGES])
    print(f'{len(PLACES)} places broken, {failures} not noticed')
    return failures == 0


if __name__ == '__main__':
    repository = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    if sys.argv[1:] == ['--self-test']:
        sys.exit(0 if self_test(repository) else 1)
    if sys.argv[1:] == ['--print']:
        print(version_of(repository))
        sys.exit()
    if len(sys.argv) == 3 and sys.argv[1] == '--set' and re.fullmatch(NUMBERS['version'], sys.argv[2]):
        write_version(repository, sys.argv[2])
        sys.exit()
    if len(sys.argv) > 2 or sys.argv[1:2] and sys.argv[1].startswith('-'):
        raise SystemExit(__doc__)
    messages = check(os.path.abspath(sys.argv[1]) if len(sys.argv) == 2 else repository)
    print('\n'.join(messages) or f'{len(PLACES)} places name version {version_of(repository)}')
    sys.exit(1 if messages else 0)
