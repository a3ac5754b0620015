#!/usr/bin/env python3
"""Checks what the linker sees of the library.

  check_symbols.py exported HEADER LIBRARY          the shared library exports the header's functions and nothing else
  check_symbols.py imports LIBRARY                  the shared library never calls operator new, which would go past the
                                                    host's allocator; nor printf and scanf, which follow the locale; nor
                                                    getenv, which would listen to the user of a setuid program
  check_symbols.py weak LIBRARY…                    a static library of kernels has no weak symbol outside its ISA's
                                                    namespace. The linker keeps one copy of such a symbol for all ISAs,
                                                    and that may be the one for a newer CPU
"""
import os
import re
import subprocess
import sys

from check_header import missing, parse


def nm(arguments):
    try:
        return subprocess.run(['nm', *arguments], stdout=subprocess.PIPE, check=True, text=True).stdout
    except FileNotFoundError:
        missing('nm (binutils)')


def exported(header, library):
    wanted = set(parse(header)['functions'])
    found = set()
    for line in nm(['-D', '--defined-only', library]).splitlines():
        _, kind, name = line.split(None, 2)
        if kind != 'A':  # the version node itself
            found.add(name.split('@')[0])
    for name in sorted(wanted - found):
        print(f'{name} is declared but not exported')
    for name in sorted(found - wanted):
        print(f'{name} is exported but not declared')
    print(f'{len(found)} symbols exported, {len(wanted)} functions declared')
    return bool(wanted) and wanted == found


def imports(library):
    used = [line.split()[-1].split('@')[0] for line in nm(['-D', '--undefined-only', library]).splitlines()]
    found = [name for name in used if re.match(r'_Zn[wa]|getenv$|\w*(printf|scanf)(_chk)?$|setlocale$', name)]
    for name in found:
        print(f'{name} is imported: memory comes from ct::allocate, text from to_chars, settings from ct::environment')
    print(f'{len(used)} symbols imported')
    return bool(used) and not found


def weak(libraries):
    wrong = count = 0
    for library in libraries:
        isa = re.search(r'kernels[-_](\w+)\.', os.path.basename(library))
        if not isa:
            raise SystemExit(f'{library} does not name its ISA')
        isa = isa.group(1)
        for line in nm(['-C', '--defined-only', library]).splitlines():
            match = re.match(r'[0-9a-f]+ ([A-Za-z]) (.*)', line)
            if not match:
                continue
            count += 1
            kind, name = match.groups()
            if kind in 'WVu' and f'::{isa}::' not in name:
                print(f'{os.path.basename(library)}: weak {kind} {name}')
                wrong += 1
    print(f'{len(libraries)} libraries, {count} symbols, {wrong} weak outside their namespace')
    return wrong == 0 and count > 0


if __name__ == '__main__':
    if len(sys.argv) >= 4 and sys.argv[1] == 'exported':
        sys.exit(0 if exported(sys.argv[2], sys.argv[3]) else 1)
    if len(sys.argv) >= 3 and sys.argv[1] == 'imports':
        sys.exit(0 if imports(sys.argv[2]) else 1)
    if len(sys.argv) >= 3 and sys.argv[1] == 'weak':
        sys.exit(0 if weak(sys.argv[2:]) else 1)
    raise SystemExit(__doc__)
