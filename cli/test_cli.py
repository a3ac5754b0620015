#!/usr/bin/env python3
"""test_cli.py PROGRAM: what ctensor prints and writes, and what it refuses. It makes its files byte by byte."""
import json
import math
import os
import re
import struct
import subprocess
import sys
import tempfile

PROGRAM = os.path.abspath(sys.argv[1])
HERE = os.path.dirname(os.path.abspath(__file__))


def run(*arguments, status=0):
    done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, timeout=60)
    assert done.returncode == status, (arguments, done)
    return done.stderr if status == 2 else done.stdout


def safetensors(path, tensors, metadata=None):
    header, data = ({'__metadata__': metadata} if metadata else {}), b''
    for name, (dtype, shape, values) in tensors.items():
        header[name] = {'dtype': dtype, 'shape': shape, 'data_offsets': [len(data), len(data) + len(values)]}
        data += values
    text = json.dumps(header).encode()
    text += b' ' * (-len(text) % 8)
    with open(path, 'wb') as file:
        file.write(struct.pack('<Q', len(text)) + text + data)


def floats(*values):
    return struct.pack(f'<{len(values)}f', *values)


def test_info():
    safetensors('a.safetensors', {'x': ('F32', [2, 3], floats(1, 2, 3, 4, math.nan, math.inf)), 'n': ('I64', [1], struct.pack('<q', -7)),
                                  'none': ('U8', [0], b''), 'odd': ('F8_E4M3', [1], b'\0')}, {'format': 'pt'})
    text = run('info', 'a.safetensors')
    assert 'x: float32 [2, 3], 24 B\n    min 1, max 4, mean 2.5, 1 NaN, 1 infinite' in text, text
    assert 'n: int64 [1], 8 B\n    min -7, max -7, mean -7\n' in text and 'format = pt' in text and 'F8_E4M3' in text, text
    (entry,) = json.loads(run('--json', 'info', 'a.safetensors'))
    x, n, none, odd = entry['tensors']
    assert entry['metadata'] == {'format': 'pt'} and sum(x['histogram']) == 4 and x['nan'] == x['inf'] == 1, entry
    assert none['bytes'] == 0 and 'min' not in none and 'error' in odd and n['mean'] == -7, entry
    brief = json.loads(run('info', '--json', '--brief', 'a.safetensors', 'a.safetensors'))
    assert len(brief) == 2 and 'min' not in brief[0]['tensors'][0]


def test_convert():
    safetensors('b.safetensors', {'x': ('F32', [2, 3], floats(*range(6))), 'y': ('BF16', [2], b'\x80\x3f\x00\x40')}, {'k': 'v'})
    run('convert', 'b.safetensors', 'x.npy', '--tensor', 'x', '--dtype', 'int16', '--layout', 'fortran')
    with open('x.npy', 'rb') as file:
        content = file.read()
    assert b"'fortran_order': True" in content and content[-12:] == struct.pack('<6h', 0, 3, 1, 4, 2, 5), content
    run('convert', 'x.npy', 'back.safetensors', '--dtype', 'f32')
    assert json.loads(run('--json', 'info', 'back.safetensors'))[0]['tensors'][0]['name'] == 'array'
    run('convert', 'b.safetensors', 'c.safetensors', '--quiet')
    assert run('diff', 'b.safetensors', 'c.safetensors') == ''
    assert json.loads(run('--json', 'info', 'c.safetensors'))[0]['metadata'] == {'k': 'v'}
    zipped = subprocess.run([PROGRAM, 'convert', 'b.safetensors', 'b.npz', '--dtype', 'float64', '--compress'], capture_output=True, text=True)
    assert zipped.returncode == 0 or 'libzip' in zipped.stderr, zipped
    if zipped.returncode == 0:
        run('convert', 'b.npz', 'd.safetensors')
        assert '0 of 6 elements differ' in run('diff', 'b.safetensors', 'd.safetensors', status=1)


def test_diff():
    near = struct.unpack('<f', struct.pack('<I', struct.unpack('<I', floats(1))[0] + 3))[0]
    safetensors('p.safetensors', {'x': ('F32', [4], floats(1, -0.0, math.nan, 5)), 'p': ('U8', [1], b'\1'), 's': ('U8', [1], b'\1')})
    safetensors('q.safetensors', {'x': ('F32', [4], floats(near, 0.0, math.nan, 5)), 'q': ('U8', [1], b'\1'), 's': ('U8', [1, 1], b'\1')})
    text = run('diff', 'p.safetensors', 'q.safetensors', status=1)
    assert 'x: 1 of 4 elements differ' in text and '3 ULP' in text and 'p: is not in q' in text and 'q: is not in p' in text, text
    assert 's: is [1] and [1, 1]' in text, text
    found = {one['name']: one for one in json.loads(run('diff', '--json', 'p.safetensors', 'q.safetensors', status=1))}
    assert found['x']['ulp'] == 3 and found['x']['differ'] == 1 and found['x']['beyond'] == 1, found
    safetensors('p1.safetensors', {'a': ('F32', [1], floats(1))})
    safetensors('q1.safetensors', {'b': ('F32', [1], floats(near))})
    run('diff', 'p1.safetensors', 'q1.safetensors', status=1)
    run('diff', '--rtol', '1e-6', 'p1.safetensors', 'q1.safetensors')
    run('diff', '--atol', '1e-6', 'p1.safetensors', 'q1.safetensors')


def test_exact_integers():
    """Doubles hold no more than 53 bits."""
    safetensors('i.safetensors', {'i': ('I64', [3], struct.pack('<3q', 2**62, -2**63, 5)), 'u': ('U64', [1], struct.pack('<Q', 2**64 - 1))})
    safetensors('j.safetensors', {'i': ('I64', [3], struct.pack('<3q', 2**62 + 1, -2**63, 5)), 'u': ('U64', [1], struct.pack('<Q', 0))})
    assert f'min {-2**63}, max {2**62}, ' in run('info', 'i.safetensors')
    i, u = json.loads(run('info', '--json', 'i.safetensors'))[0]['tensors']
    assert (i['min'], i['max'], u['min'], u['max']) == (-2**63, 2**62, 2**64 - 1, 2**64 - 1), (i, u)
    i, u = json.loads(run('diff', '--json', 'i.safetensors', 'j.safetensors', status=1))
    assert (i['differ'], i['beyond'], i['absolute'], u['absolute']) == (1, 1, 1, 2.0**64), (i, u)
    run('diff', '--atol', '2', '--rtol', '1', 'i.safetensors', 'j.safetensors')


def test_control_characters():
    """A file's texts reach the terminal without what it would take for commands; JSON has them escaped."""
    name, key = 'n\x1b[31m\n\x9b', 'k\x07'
    safetensors('e.safetensors', {name: ('F32', [1], floats(1)), 'odd\x1b': ('F8_E4M3', [1], b'\0')}, {key: 'v\x1b]0;title\x7f'})
    text = run('info', 'e.safetensors')
    assert 'n?[31m??: float32' in text and 'k? = v?]0;title?' in text and text.replace('\n', '').isprintable(), text
    (entry,) = json.loads(run('info', '--json', 'e.safetensors'))
    assert entry['tensors'][0]['name'] == name and list(entry['metadata']) == [key]
    safetensors('e2.safetensors', {'other\x1b': ('F32', [1], floats(1))})
    assert run('diff', 'e.safetensors', 'e2.safetensors', status=1).replace('\n', '').isprintable()


def test_refusals():
    with open('not.npy', 'wb') as file:
        file.write(b'hello')
    for arguments, words in [(('info', 'nothing'), 'No such file'), (('info', 'not.npy'), 'begins neither'), (('info',), 'required'),
                             ((), 'subcommand'), (('convert', 'b.safetensors', 'b.txt'), 'neither'), (('frob',), ''),
                             (('convert', 'b.safetensors', 'b.npy'), '--tensor'), (('convert', 'b.safetensors', 'b.npy', '--tensor', 'z'), 'z'),
                             (('convert', 'b.safetensors', 'b.npy', '--dtype', 'f33'), 'f33'), (('convert', 'x.npy', 'y.npy', '--compress'), 'npz'),
                             (('convert', 'x.npy', 'y.safetensors', '--layout', 'fortran'), 'Fortran')]:
        said = run(*arguments, status=2)
        assert words in said, (arguments, said)
    assert not os.path.exists('y.npy') and not os.path.exists('b.txt')


def test_bench():
    cases = json.loads(run('bench', '--json', '--threads', '1'))['cases']
    assert {case['name'] for case in cases} == {'memcpy', 'copy', 'transpose', 'add', 'sum', 'exp'}
    assert all(case['gb_per_s'] > 0 for case in cases)


def test_documents():
    assert re.fullmatch(r'ctensor \d+\.\d+\.\d+\n', run('--version'))
    documents = ['ctensor.1', 'completions/ctensor.bash', 'completions/_ctensor', 'completions/ctensor.fish']
    texts = {}
    for name in documents:
        with open(os.path.join(HERE, name), encoding='utf-8') as file:
            texts[name] = file.read()
    options = set()
    for command in [(), ('info',), ('convert',), ('diff',), ('bench',)]:
        help_text = run(*command, '--help')
        options |= set(re.findall(r'--(\w+)', help_text))
    assert {'json', 'brief', 'dtype', 'rtol', 'threads'} <= options
    for name, text in texts.items():
        missing = [option for option in sorted(options) if not re.search(rf'(--|-l ){option}\b', text)]
        assert not missing, (name, missing)


if __name__ == '__main__':
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        tests = [value for name, value in list(globals().items()) if name.startswith('test_')]
        for test in tests:
            test()
        print(f'{len(tests)} tests pass')
