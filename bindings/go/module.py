#!/usr/bin/env python3
"""Publishes this module in the layout of a module proxy, which "go get" reads from any web server or from a folder.

  module.py FOLDER   writes the version of go.mod's module that meson.build names, from the files that git knows

  GOPROXY=file://FOLDER GONOSUMDB=libctensor.example go get libctensor.example/ctensor@latest
"""
import json
import os
import re
import subprocess
import sys
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, 'tools'))
sys.dont_write_bytecode = True
import check_version  # noqa: E402

# the files of a module: any other one would be there by mistake
KNOWN = re.compile(r'go\.mod|README\.md|.*\.(go|c|h)|(generate|module)\.py|(test|toolchain|module_test)\.sh')


def files():
    """The paths of the module's files."""
    # another user may own the clone
    listed = subprocess.run(['git', '-c', 'safe.directory=*', '-C', HERE, 'ls-files', '-s', '-z'], check=True,
                            stdout=subprocess.PIPE, text=True).stdout
    found = []
    for line in listed.split('\0')[:-1]:
        mode, path = line.split()[0], line.split('\t')[1]
        if mode == '120000':
            raise SystemExit(f'{path} is a link, which a module cannot have')
        if not KNOWN.fullmatch(path):
            raise SystemExit(f'{path} is none of the files of a module: see KNOWN in bindings/go/module.py')
        found.append(path)
    return found


def main(folder):
    with open(os.path.join(HERE, 'go.mod'), encoding='utf-8') as file:
        module = re.match(r'module (\S+)', file.read())[1]
    version = 'v' + check_version.version_of(ROOT)
    target = os.path.join(folder, module, '@v')
    os.makedirs(target, exist_ok=True)
    with zipfile.ZipFile(os.path.join(target, version + '.zip'), 'w', zipfile.ZIP_DEFLATED) as archive:
        for path in files():
            archive.write(os.path.join(HERE, path), f'{module}@{version}/{path}')
        archive.write(os.path.join(ROOT, 'LICENSE'), f'{module}@{version}/LICENSE')
    with open(os.path.join(HERE, 'go.mod'), 'rb') as file, open(os.path.join(target, version + '.mod'), 'wb') as copy:
        copy.write(file.read())
    with open(os.path.join(target, version + '.info'), 'w', encoding='utf-8') as file:
        json.dump({'Version': version}, file)
    versions = sorted(name[:-4] for name in os.listdir(target) if name.endswith('.zip'))
    with open(os.path.join(target, 'list'), 'w', encoding='utf-8') as file:
        file.write('\n'.join(versions) + '\n')


if __name__ == '__main__':
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    main(sys.argv[1])
