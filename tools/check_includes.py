#!/usr/bin/env python3
"""Checks which room of src/ includes which: capi → ops → expr → iter → tensor → runtime.

Kernels see plain types alone.

  check_includes.py SRC            checks every #include under SRC, and that only kernels/vec names an instruction set
  check_includes.py --extensions FOLDER
                                   checks that what lies under FOLDER includes nothing of src/: it needs ctensor.h alone
  check_includes.py --self-test    proves on made-up trees that each rule can fail
"""
import os
import re
import sys
import tempfile

# The plain types that kernels share with the rest.
PLAIN = {'kernels/types.h', 'kernels/tuning.h', 'kernels/table.h', 'kernels/order_table.h', 'kernels/buffer.h', 'kernels/reduce/order.h'}
PLAIN_FOLDER = 'kernels/lists/'
ROOMS = {
    'runtime': set(),
    'tensor': {'runtime'},
    'iter': {'tensor', 'runtime'},
    'expr': {'iter', 'tensor', 'runtime'},
    'ops': {'expr', 'iter', 'tensor', 'runtime'},
    'interchange': {'iter', 'tensor', 'runtime'},
    'capi': {'ops', 'interchange', 'expr', 'iter', 'tensor', 'runtime'},
    'kernels': set(),
}
API = 'runtime/api.h'  # the one file that includes the public header
# Meson makes them: from kernels/kernel_isas.h.in, which declares the tables, and from the option `sort`.
GENERATED = {'kernel_isas.h', 'sort_options.h'}
MACROS = {('kernels/vec/isa.h', 'CT_VEC_HEADER(CT_ISA)')}  # the header of the ISA that a unit is compiled for
# Kernels must share no code with units for another ISA, so they include only headers of C, of intrinsics, and of the
# C++ library's types and constexpr functions.
KERNEL_SYSTEM = re.compile(r'(c(assert|float|limits|math|stddef|stdint|string)|(bit|limits|type_traits|utility)|'
                           r'\w*intrin\.h|arm_(neon|sve)\.h|sleef(inline_\w+)?\.h|(float|limits|math|stdbool|stddef|stdint|string)\.h)$')

# The library that sorts, and what it includes, go into a namespace of each unit's own. It is under third_party/.
SORT_LIBRARY, SORT_HEADERS = 'kernels/vec/sort_library.h', 'x86-simd-sort/'

# What belongs to one instruction set: intrinsics and their types, #if on its macros, and questions about how wide its
# registers are. kernels/vec names them, and gives everybody else operations and named capabilities.
VEC = 'kernels/vec/'
ISA = re.compile(r'\b_mm\d*_\w+|\b__m(?:mask|64|128|256|512)\w*|\b__builtin_(?:ia32|neon|aarch64|arm)_\w+|\bv\w+q_[fsu](?:8|16|32|64)\b|'
                 r'^\s*#\s*(?:el)?if\w*\b.*\b__(?:AVX|SSE|FMA|F16C|BMI|x86_64|i386|amd64|aarch64|arm|ARM)\w*|'
                 r'(?<![%*] )\bkVecBytes\s*(?:[=!<>]=|[<>])\s*(?:\d|kCacheLine)', flags=re.M)


def isa_leaks(text, path):
    """(line, what) for each place of one file that names an instruction set."""
    if path.startswith(VEC):
        return []
    code = re.sub(r'//[^\n]*', '', text)
    return [(code.count('\n', 0, match.start()) + 1, match.group().strip()) for match in ISA.finditer(code)]


def check_file(source, path):
    """Messages about one file; path is relative to source, with slashes."""
    with open(os.path.join(source, path), encoding='utf-8') as file:
        text = file.read()
    room = path.split('/')[0]
    wrong = []
    wrong += [f'{number}: "{what}" belongs into {VEC}' for number, what in isa_leaks(text, path)]
    if path.endswith('.h') and not path.endswith('.inl.h'):
        guard = re.search(r'^#\s*ifndef (\w+)\s*\n#\s*define \1\b', text, flags=re.M)
        if not re.search(r'^#\s*pragma once\b', text, flags=re.M) and not guard:
            wrong.append('has neither #pragma once nor an include guard')
    if path.endswith('.inl.h') and '#pragma once' not in text and not re.search(r'^#\s*ifndef', text, flags=re.M):
        wrong.append('has neither #pragma once nor an include guard')
    for number, line in enumerate(text.splitlines(), 1):
        match = re.match(r'\s*#\s*include\s*(.*)', line)
        if not match:
            continue
        include = re.match(r'(["<])([^">]+)[">]', match.group(1))
        if not include:
            if (path, match.group(1).strip()) not in MACROS:
                wrong.append(f'{number}: includes a macro: {line.strip()}')
            continue
        quote, name = include.groups()
        if path == SORT_LIBRARY and (quote == '<' or name.startswith(SORT_HEADERS)):
            continue
        if os.path.basename(name) == 'ctensor.h':
            if path != API:
                wrong.append(f'{number}: only {API} includes the public header')
        elif quote == '<':
            if room == 'kernels' and not KERNEL_SYSTEM.match(name):
                wrong.append(f'{number}: kernels include <{name}>, which may leave code shared between ISAs')
        elif name in GENERATED:
            if room not in ('kernels', 'runtime'):
                wrong.append(f'{number}: {room} must not include "{name}"')
        elif '..' in name.split('/') or not os.path.isfile(os.path.join(source, name)):
            wrong.append(f'{number}: "{name}" is not written as a path from src/')
        else:
            target = name.split('/')[0]
            if target != room and target not in ROOMS[room] and name not in PLAIN and not name.startswith(PLAIN_FOLDER):
                wrong.append(f'{number}: {room} must not include "{name}"')
    return [f'{path}:{message}' if message[0].isdigit() else f'{path}: {message}' for message in wrong]


def check(source):
    wrong, count = [], 0
    for folder, _, names in sorted(os.walk(source)):
        for name in sorted(names):
            path = os.path.relpath(os.path.join(folder, name), source).replace(os.sep, '/')
            if not name.endswith(('.h', '.cpp', '.c', '.hpp', '.cc')):
                continue
            count += 1
            if path.split('/')[0] not in ROOMS:
                wrong.append(f'{path}: is in no known room')
            else:
                wrong += check_file(source, path)
    return wrong, count


def check_extensions(folder):
    """Libraries over the public header: they name no room of src/, and nothing by a way around."""
    wrong, count = [], 0
    for where, _, names in sorted(os.walk(folder)):
        for name in sorted(names):
            if not name.endswith(('.h', '.cpp', '.c', '.hpp', '.cc')):
                continue
            count += 1
            path = os.path.relpath(os.path.join(where, name), folder).replace(os.sep, '/')
            with open(os.path.join(where, name), encoding='utf-8') as file:
                text = file.read()
            if name.endswith('.h') and not name.endswith('.inl.h') and not re.search(r'^#\s*(pragma once|ifndef \w+_H)\b', text, flags=re.M):
                wrong.append(f'{path}: has neither #pragma once nor an include guard')
            for match in re.finditer(r'^\s*#\s*include\s*["<]([^">]+)[">]', text, flags=re.M):
                included = match.group(1)
                if included.split('/')[0] in {*ROOMS, '..', 'src'} or included in GENERATED:
                    line = text.count('\n', 0, match.start(1)) + 1
                    wrong.append(f'{path}:{line}: an extension must not include "{included}"')
    return wrong, count


GOOD_EXTENSION = '#include <ctensor.h>\n#include <vector>\n#include "lines.h"\n#include "pocketfft/pocketfft_hdronly.h"\n'
BAD_EXTENSIONS = [
    ('a/room.cpp', '#include "tensor/tensor.h"\n', 'must not include'),
    ('a/around.cpp', '#include "../../src/runtime/error.h"\n', 'must not include'),
    ('a/twice.h', '#include <ctensor.h>\n', 'neither #pragma once'),
]


GOOD = {
    'runtime/api.h': '#pragma once\n#include <ctensor.h>\n',
    'runtime/error.h': '#pragma once\n#include "runtime/api.h"\n#include "kernels/types.h"\n',
    'tensor/tensor.h': '#ifndef T\n#define T\n#include <vector>\n#include "runtime/error.h"\n#endif\n',
    'iter/iter.cpp': '#include "tensor/tensor.h"\n',
    'expr/node.h': '#pragma once\n#include "iter/iter.h"\n',
    'ops/op.cpp': '#include "expr/node.h"\n#include "iter/iter.h"\n#include "kernels/table.h"\n',
    'iter/iter.h': '#pragma once\n',
    'capi/op.cpp': '#include "iter/iter.h"\n',
    'kernels/types.h': '#pragma once\n#include <cstdint>\n',
    'kernels/table.h': '#pragma once\n#include "kernels/types.h"\n',
    'kernels/vec/avx2.h': '#pragma once\n#include <immintrin.h>\nusing Register = __m256;\n',
    'kernels/isa/avx2.cpp': '#include <immintrin.h>\n#include "kernels/table.h"\n// __m256 in words\nint n = x % kVecBytes == 0;\n',
}
BAD = [
    ('runtime/up.cpp', '#include "tensor/tensor.h"\n', 'runtime must not include'),
    ('tensor/up.cpp', '#include "iter/iter.h"\n', 'tensor must not include'),
    ('iter/expr.cpp', '#include "expr/node.h"\n', 'iter must not include'),
    ('expr/up.cpp', '#include "ops/op.cpp"\n', 'expr must not include'),
    ('iter/up.h', '#pragma once\n#include "capi/op.cpp"\n', 'iter must not include'),
    ('ops/isa.cpp', '#include "kernels/isa/avx2.cpp"\n', 'ops must not include'),
    ('ops/back.cpp', '#include "../iter/iter.h"\n', 'not written as a path'),
    ('ops/short.cpp', '#include "op.h"\n', 'not written as a path'),
    ('capi/public.cpp', '#include <ctensor.h>\n', 'only runtime/api.h'),
    ('capi/quoted.cpp', '  # include "ctensor.h"\n', 'only runtime/api.h'),
    ('kernels/error.inl.h', '#pragma once\n#include "runtime/error.h"\n', 'kernels must not include'),
    ('kernels/shared.cpp', '#include <vector>\n', 'kernels include <vector>'),
    ('kernels/twice.h', '#include <cstdint>\n', 'neither #pragma once'),
    ('iter/macro.cpp', '#include CT_VEC_HEADER(CT_ISA)\n', 'includes a macro'),
    ('ops/tables.cpp', '#include "kernel_isas.h"\n', 'ops must not include'),
    ('attic/old.cpp', '', 'no known room'),
    ('kernels/math/sum.cpp', 'auto x = _mm512_add_ps(a, b);\n', '"_mm512_add_ps" belongs'),
    ('kernels/math/mask.cpp', 'using Mask = __mmask16;\n', '"__mmask16" belongs'),
    ('kernels/math/part.cpp', 'x = __builtin_ia32_pabsd128(x);\n', 'belongs into kernels/vec'),
    ('kernels/math/neon.cpp', 'x = vaddq_f32(x, y);\n', '"vaddq_f32" belongs'),
    ('kernels/math/if.cpp', '#if defined(__AVX512F__)\n#endif\n', 'belongs into kernels/vec'),
    ('kernels/math/elif.cpp', '#if 1\n#elif defined(__aarch64__)\n#endif\n', 'belongs into kernels/vec'),
    ('kernels/math/wide.cpp', 'if (kVecBytes == 64) return;\n', '"kVecBytes == 6" belongs'),
    ('kernels/math/line.cpp', 'if (kVecBytes == kCacheLine) return;\n', 'belongs into kernels/vec'),
    ('runtime/cpu.cpp', '#ifdef __x86_64__\n#endif\n', 'belongs into kernels/vec'),
]


def self_test():
    failures = 0
    for path, text, message in [(None, '', '')] + BAD:
        with tempfile.TemporaryDirectory() as source:
            for name, content in {**GOOD, **({path: text} if path else {})}.items():
                os.makedirs(os.path.dirname(os.path.join(source, name)), exist_ok=True)
                with open(os.path.join(source, name), 'w', encoding='utf-8') as file:
                    file.write(content)
            wrong, _ = check(source)
            if path is None and wrong:
                failures += 1
                print(f'the good tree is refused: {wrong}')
            if path is not None and (not wrong or any(path not in one for one in wrong) or message not in wrong[0]):
                failures += 1
                print(f'{path} should give "{message}", gave {wrong}')
    for path, text, message in [('a/good.cpp', GOOD_EXTENSION, '')] + BAD_EXTENSIONS:
        with tempfile.TemporaryDirectory() as folder:
            os.makedirs(os.path.dirname(os.path.join(folder, path)))
            with open(os.path.join(folder, path), 'w', encoding='utf-8') as file:
                file.write(text)
            wrong, _ = check_extensions(folder)
            if bool(wrong) != bool(message) or any(message not in one for one in wrong):
                failures += 1
                print(f'the extension {path} should give "{message}", gave {wrong}')
    print(f'{len(BAD) + len(BAD_EXTENSIONS) + 2} trees, {failures} failed')
    return failures == 0


if __name__ == '__main__':
    if sys.argv[1:] == ['--self-test']:
        sys.exit(0 if self_test() else 1)
    extensions = sys.argv[1:2] == ['--extensions']
    if len(sys.argv) != 2 + extensions:
        raise SystemExit(__doc__)
    messages, files = (check_extensions if extensions else check)(sys.argv[-1])
    print('\n'.join(messages) or f'{files} files keep the directions')
    sys.exit(1 if messages or files == 0 else 0)
