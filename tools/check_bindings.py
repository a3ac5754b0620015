#!/usr/bin/env python3
"""Checks that everything in the header comes out of the generators that other languages use.

  check_bindings.py bindgen HEADER GOLDEN            Rust: the values of constants, sizes and offsets, by rustc
  check_bindings.py cgo HEADER GOLDEN LIBRARY        Go: a program that refers to every function, constant and field
  check_bindings.py zig HEADER GOLDEN                Zig: translate-c
  check_bindings.py cffi HEADER GOLDEN LIBRARY       Python: cdef, dlopen, every function looked up

Where a generator is not installed, it exits with 77 (skipped), or with 1 when CT_REQUIRE_ALL=1. `./dev` installs them.
CT_BINDGEN, CT_GO, CT_ZIG and, for cffi, CT_CFFI_PYTHON may name a tool, too.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

from check_header import declarations, missing, parse


class Report:
    def __init__(self, generator, header, golden):
        self.generator, self.api, self.wrong, self.count = generator, parse(header), 0, 0
        self.golden = {}
        with open(golden, encoding='utf-8') as file:
            for line in file:
                kind, name, *values = line.split()
                self.golden[kind, name] = values
        for name in self.api['constants']:
            self.expect(('constant', name) in self.golden, f'{name} is not in the golden file')

    def expect(self, condition, message):
        self.count += 1
        if not condition:
            self.wrong += 1
            print(message)

    def value(self, name):
        return int(self.golden['constant', name][0])

    def done(self):
        functions, constants, structs = (len(self.api[kind]) for kind in ('functions', 'constants', 'structs'))
        print(f'{self.generator}: {functions} functions, {constants} constants, {structs} structs; '
              f'{self.count} checks, {self.wrong} failed')
        return 1 if self.wrong or not functions or not constants else 0


def run(command, what, **options):
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)
    if result.returncode != 0:
        print(f'{what} failed:\n{result.stdout}{result.stderr}')
        sys.exit(1)
    return result.stdout


def tool(variable, *names):
    """The first tool that exists, out of $variable and the names (full paths or on PATH), or None."""
    for name in [os.environ.get(variable), *names]:
        found = shutil.which(name) if name else None
        if found:
            return found
    return None


def bindgen(header, golden):
    generator = tool('CT_BINDGEN', 'bindgen', os.path.expanduser('~/.cargo/bin/bindgen'))
    if generator is None:
        missing('bindgen')
    report = Report('bindgen', header, golden)
    text = run([generator, header], 'bindgen')
    for name in report.api['functions']:
        report.expect(re.search(rf'pub fn {name}\s*\(', text), f'bindgen left out {name}')
    for name in report.api['constants']:
        found = re.search(rf'pub const {name}\s*:\s*\w+\s*=\s*(-?\d+)', text)
        report.expect(found and int(found.group(1)) == report.value(name), f'bindgen: {name} is missing or differs')
    for name in [*report.api['structs'], *report.api['handles'], *report.api['tags']]:
        report.expect(re.search(rf'pub struct {name}\b', text), f'bindgen left out struct {name}')
    for name in report.api['types']:
        report.expect(re.search(rf'pub type {name}\b', text), f'bindgen left out type {name}')
    rustc = tool('CT_RUSTC', 'rustc', os.path.expanduser('~/.cargo/bin/rustc'))
    if rustc is not None:
        # the layout as Rust computes it, in constants that its compiler evaluates
        asserts = []
        for name, fields in report.api['structs'].items():
            size = report.golden['struct', name][0]
            asserts.append(f'const _: () = assert!(::core::mem::size_of::<{name}>() == {size});')
            for field in fields:
                offset = report.golden['offset', f'{name}.{field}'][0]
                field = field if re.search(rf'pub {field}\s*:', text) else field + '_'  # a keyword of Rust
                asserts.append(f'const _: () = unsafe {{ let at = ::core::mem::MaybeUninit::<{name}>::uninit(); '
                               f'let base = at.as_ptr(); assert!((::core::ptr::addr_of!((*base).{field}) as *const u8)'
                               f'.offset_from(base as *const u8) == {offset}) }};')
        with tempfile.TemporaryDirectory() as folder:
            source = os.path.join(folder, 'ctensor.rs')
            with open(source, 'w', encoding='utf-8') as file:
                file.write('#![allow(warnings)]\n' + text + '\n'.join(asserts) + '\n')
            run([rustc, '--edition=2021', '--crate-type=lib', '--emit=metadata', '--out-dir', folder, source], 'rustc')
            report.count += len(asserts)
    return report.done()


def go_type(c_type):
    """The cgo spelling of a parameter's type."""
    if c_type == 'function':
        return '*[0]byte'
    words = re.sub(r'\bconst\b', '', c_type).replace('*', ' * ').split()
    base, stars = words[0], words.count('*')
    if base == 'void':
        return '*' * (stars - 1) + 'unsafe.Pointer'
    return '*' * stars + 'C.' + ('struct_' + words[1] if base == 'struct' else base)


def go_field(name):
    keywords = 'chan defer fallthrough func go import interface map package range select type var'
    return '_' + name if name in keywords.split() else name


def go_program(api, header, folder):
    lines = ['package main', '', '/*', f'#cgo CFLAGS: -I{os.path.dirname(header)}',
             f'#cgo LDFLAGS: -L{folder} -lctensor', '#include <ctensor.h>', '*/',
             'import "C"', '', 'import (', '\t"fmt"', '\t"os"', '\t"unsafe"', ')', '',
             '// Never called: it is here so that the compiler and the linker see every function.', 'func all() {',
             '\tvar null unsafe.Pointer', '\t_ = null']
    for name, function in api['functions'].items():
        lines.append('\t{')
        for index, (c_type, _) in enumerate(function['parameters']):
            lines.append(f'\t\tvar a{index} {go_type(c_type)}')
        call = f'C.{name}(' + ', '.join(f'a{index}' for index in range(len(function['parameters']))) + ')'
        lines.append(f'\t\t{call}' if function['returns'] == 'void' else f'\t\t_ = {call}')
        lines.append('\t}')
    lines += ['}', '', 'func main() {', '\tif len(os.Args) > 1 {', '\t\tall()', '\t}',
              '\tfmt.Println("version", C.ct_version())']
    for name in api['constants']:
        lines.append(f'\tfmt.Println("constant", "{name}", int64(C.{name}))')
    for name, fields in api['structs'].items():
        lines += ['\t{', f'\t\tvar s C.{name}', f'\t\tfmt.Println("struct", "{name}", unsafe.Sizeof(s))']
        for field in fields:
            lines.append(f'\t\tfmt.Println("offset", "{name}.{field}", unsafe.Offsetof(s.{go_field(field)}), '
                         f'unsafe.Sizeof(s.{go_field(field)}))')
        lines.append('\t}')
    for name in api['handles']:
        lines.append(f'\t{{\n\t\tvar h *C.{name}\n\t\t_ = h\n\t}}')
    return '\n'.join(lines + ['}', ''])


def cgo(header, golden, library):
    go = tool('CT_GO', 'go', '/usr/local/go/bin/go', '/usr/lib/go/bin/go')
    if go is None:
        missing('go')
    report = Report('cgo', header, golden)
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, 'go.mod'), 'w', encoding='utf-8') as file:
            file.write('module ctensorcheck\n\ngo 1.19\n')
        with open(os.path.join(folder, 'main.go'), 'w', encoding='utf-8') as file:
            file.write(go_program(report.api, header, folder))
        os.symlink(library, os.path.join(folder, 'libctensor.so'))  # cgo refuses a library by its full name
        environment = {**os.environ, 'CGO_ENABLED': '1', 'GOFLAGS': '-mod=mod', 'GOTOOLCHAIN': 'local', 'GOPROXY': 'off',
                       'LD_LIBRARY_PATH': os.path.dirname(library)}
        if 'HOME' not in environment:
            environment['GOCACHE'] = os.path.join(folder, 'cache')
        run([go, 'vet', '.'], 'go vet', cwd=folder, env=environment)
        run([go, 'build', '-o', 'check', '.'], 'go build', cwd=folder, env=environment)
        text = run([os.path.join(folder, 'check')], 'the Go program', env=environment)
    found = {}
    for line in text.splitlines():
        kind, name, *values = line.split()
        found[kind, name] = values
    for key, values in report.golden.items():
        if key[0] != 'type':
            report.expect(found.get(key) == values, f'cgo: {key[0]} {key[1]} is {found.get(key)}, expected {values}')
    report.count += len(report.api['functions'])  # each was compiled and linked
    return report.done()


def zig(header, golden):
    generator = tool('CT_ZIG', 'zig')
    command = [generator] if generator else None
    if command is None:
        # the wheel `ziglang` has no program of its own on PATH
        for python in [os.environ.get('CT_ZIG_PYTHON'), sys.executable, 'python3']:
            if python and shutil.which(python) and subprocess.run(
                    [python, '-c', 'import ziglang'], stderr=subprocess.DEVNULL, check=False).returncode == 0:
                command = [python, '-m', 'ziglang']
                break
    if command is None:
        missing('zig (the wheel ziglang)')
    report = Report('zig', header, golden)
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, 'ZIG_GLOBAL_CACHE_DIR': cache, 'ZIG_LOCAL_CACHE_DIR': cache}
        text = run([*command, 'translate-c', '-lc', '-I', os.path.dirname(header), header], 'zig translate-c',
                   env=environment)
    for name in report.api['functions']:
        report.expect(re.search(rf'pub extern fn {name}\(', text), f'zig left out {name}')
    for name in report.api['constants']:
        found = re.search(rf'pub const {name}\s*:\s*\w+\s*=\s*(?:@as\(\w+, )?(-?\d+)', text)
        report.expect(found and int(found.group(1)) == report.value(name), f'zig: {name} is missing or differs')
    for name, fields in report.api['structs'].items():
        struct = re.search(rf'pub const struct_{name} = extern struct \{{(.*?)\}};', text, flags=re.S)
        report.expect(struct, f'zig left out struct {name}')
        for field in fields:
            report.expect(struct and re.search(rf'\b{field}\b"?\s*:', struct.group(1)), f'zig left out {name}.{field}')
    for name in [*report.api['handles'], *report.api['tags'], *report.api['types'], *report.api['macros']]:
        report.expect(re.search(rf'pub const {name}\b', text), f'zig left out {name}')
    for match in re.finditer(r'pub const (ct_\w+|CT_\w+) = @compileError', text):
        report.expect(False, f'zig cannot translate {match.group(1)}')
    return report.done()


def cffi(header, golden, library):
    try:
        import cffi as module  # pylint: disable=import-outside-toplevel
    except ImportError:
        for python in [os.environ.get('CT_CFFI_PYTHON'), '/usr/bin/python3']:
            if python and os.path.exists(python) and os.path.realpath(python) != os.path.realpath(sys.executable) and (
                    subprocess.run([python, '-c', 'import cffi'], stderr=subprocess.DEVNULL, check=False).returncode == 0):
                os.execv(python, [python, os.path.abspath(__file__), 'cffi', header, golden, library])
        missing('cffi (python3-cffi)')
    report = Report('cffi', header, golden)
    with open(header, encoding='utf-8') as file:
        source = ';\n'.join(declarations(file.read())) + ';\n'  # cffi reads C without its preprocessor
    ffi = module.FFI()
    ffi.cdef(source)
    lib = ffi.dlopen(library)
    for name, function in report.api['functions'].items():
        address = getattr(lib, name, None)
        report.expect(address is not None, f'cffi cannot find {name}')
        if address is not None:
            report.expect(len(ffi.typeof(address).args) == len(function['parameters']), f'cffi: parameters of {name}')
    for name in report.api['constants']:
        report.expect(getattr(lib, name, None) == report.value(name), f'cffi: {name} is missing or differs')
    for name, fields in report.api['structs'].items():
        report.expect(ffi.sizeof(name) == int(report.golden['struct', name][0]), f'cffi: size of {name}')
        for field in fields:
            wanted = int(report.golden['offset', f'{name}.{field}'][0])
            report.expect(ffi.offsetof(name, field) == wanted, f'cffi: offset of {name}.{field}')
    version = lib.ct_version()
    report.expect(isinstance(version, int), 'cffi cannot call ct_version')
    return report.done()


if __name__ == '__main__':
    GENERATORS = {'bindgen': (bindgen, 2), 'cgo': (cgo, 3), 'zig': (zig, 2), 'cffi': (cffi, 3)}
    if len(sys.argv) < 2 or sys.argv[1] not in GENERATORS:
        raise SystemExit(__doc__)
    check, expected = GENERATORS[sys.argv[1]]
    if len(sys.argv) != 2 + expected:
        raise SystemExit(__doc__)
    sys.exit(check(*[os.path.abspath(path) for path in sys.argv[2:]]))
