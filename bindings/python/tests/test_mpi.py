"""ctensor.mpi on 1, 2 and 4 ranks of this machine, even if it has fewer cores. Nothing is sent to other machines."""
import ctypes
import os
import pathlib
import re
import shutil
import subprocess
import sys

import ctensor as ct
import pytest

ROOT = pathlib.Path(__file__).parents[3]


def is_there(name):
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True


if os.environ.get('CT_REQUIRE_ALL') != '1':
    pytest.importorskip('mpi4py')
    major, minor, _ = ct.version()
    if not shutil.which('mpirun') or not is_there(f"libctensor_mpi.so.{f'0.{minor}' if major == 0 else major}"):
        pytest.skip('mpirun or libctensor_mpi is not there', allow_module_level=True)


def run(ranks, *arguments):
    return subprocess.run(['sh', str(ROOT / 'extensions' / 'mpi' / 'tests' / 'run.sh'), str(ranks), sys.executable, *arguments],
                          capture_output=True, text=True, timeout=120)


def test_ranks():
    sums = set()
    for ranks in (1, 2, 4):
        made = run(ranks, '-m', 'mpi4py', str(pathlib.Path(__file__).with_name('mpi_ranks.py')))
        assert made.returncode == 0 and f'done on {ranks}' in made.stdout, made.stdout + made.stderr
        sums |= {line for line in made.stdout.splitlines() if line.startswith('sums ')}
    assert len(sums) == 1  # the bits of the reproducible sum do not depend on the number of ranks


def test_the_guide_s_example(tmp_path):
    page = (ROOT / 'docs' / 'mpi.md').read_text()
    program = tmp_path / 'program.py'
    program.write_text(re.search(r'^```python\n(.*?)^```$', page, re.S | re.M)[1] +
                       'assert comm.rank == 0 or y.equal(x.T)\nassert total.equal(2 * x) and exact.equal(2 * x.sum(0))\n')
    made = run(2, '-m', 'mpi4py', str(program))
    assert made.returncode == 0, made.stdout + made.stderr


def test_a_library_that_is_not_there():
    program = 'import ctensor.mpi'
    made = subprocess.run([sys.executable, '-c', program], capture_output=True, text=True,
                          env={**os.environ, 'CTENSOR_MPI_LIBRARY': 'libnothing.so'})
    assert made.returncode == 1 and 'ImportError: ctensor.mpi needs libnothing.so, which libctensor installs' in made.stderr
    made = subprocess.run([sys.executable, '-c', 'import ctensor; print("mpi4py" in __import__("sys").modules)'],
                          capture_output=True, text=True)
    assert made.stdout == 'False\n'
