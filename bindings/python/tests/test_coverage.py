"""Fails if the binding has not followed a change of ctensor.h."""
import glob
import os
import re
import subprocess
import sys
from importlib import metadata

from packaging import tags

HERE = os.path.dirname(os.path.abspath(__file__))
BINDING = os.path.dirname(HERE)
ROOT = os.path.dirname(os.path.dirname(BINDING))
sys.path.insert(0, os.path.join(ROOT, 'tools'))

import ctensor as ct  # noqa: E402
from check_header import parse  # noqa: E402
from ctensor._messages import function_name  # noqa: E402

# Functions of the header that no Python program can call, and why.
LEFT_OUT = {
    'ct_set_executor': "threads of a Python host would wait for the interpreter's lock; OpenMP's need none",
    'ct_file_retain': 'Python counts the references to a File itself',
    **dict.fromkeys(['ct_npy_load', 'ct_npy_save'], 'load and save do it by ct_file_open, ct_file_get and ct_file_save'),
    'ct_program_retain': 'Python counts the references to a Program itself',
    'ct_rng_retain': 'Python counts the references to an Rng itself',
    **dict.fromkeys(['ct_op_run', 'ct_op_set_output', 'ct_parallel_for', 'ct_error_set'],
                    'for ops that are written in C: docs/extending.md'),
    'ct_set_allocator': 'a Python function called for every allocation, on any thread, cannot give memory safely',
}


def test_every_function_is_used():
    used = set()
    for path in glob.glob(os.path.join(BINDING, 'src', '*')):
        with open(path, encoding='utf-8') as file:
            used |= set(re.findall(r'\bct_\w+', file.read()))
    functions = set(parse(os.path.join(ROOT, 'include', 'ctensor.h'))['functions'])
    assert functions - used == set(LEFT_OUT)


def test_messages_name_python_s_functions():
    with open(os.path.join(ROOT, 'include', 'ctensor.h'), encoding='utf-8') as file:
        failing = set(re.findall(r'\b(ct_\w+)\([^;()]*\bct_error \*error\);', file.read())) - set(LEFT_OUT)
    names = {*dir(ct), *dir(ct.Tensor), *dir(ct.Iter), *dir(ct.Rng)}
    assert len(failing) > 300 and {one for one in failing if function_name(one) not in names} == set()


def test_generated_files_are_current():
    subprocess.run([sys.executable, os.path.join(BINDING, 'generate.py'), '--check'], check=True)


def test_free_threaded_python_takes_no_wheel_of_this_kind():
    """Free-threaded Python's ABI has a tag of its own, which a wheel that was built by another Python does not have."""
    words = metadata.distribution('ctensor').read_text('WHEEL')
    wheel = {one for line in words.splitlines() if line.startswith('Tag: ') for one in tags.parse_tag(line[5:])}
    accepted = {(tag.interpreter, tag.abi) for tag in tags.cpython_tags((3, 13), ['cp313t'], ['any'])}
    assert wheel and accepted and not {(tag.interpreter, tag.abi) for tag in wheel} & accepted
