#!/usr/bin/env python3
"""Writes docs/accuracy.md: the largest error of each math op, dtype and instruction set, as tests/accuracy measures it.

  accuracy.py PROGRAM [--count N]     PROGRAM: tests/accuracy/accuracy of a build folder

PROGRAM --sweep OP runs an op on all 2^32 inputs of float32, which takes some minutes.
"""
import argparse
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ISAS = ('base', 'avx2', 'avx512')
DTYPES = ('float32', 'float64', 'float16', 'bfloat16')
SKIPPED = 77

TEXT = """# Accuracy

This table has the largest error found for each math op, in units in the last place (ULP) of the result. Each op takes
{count} samples, dense, random and at the edges; unary ops on halves take all inputs. Halves are computed in float32 and
rounded once, so 0.5 is the best possible. Deterministic mode gives the figures of base on every instruction set.

`tools/accuracy.py build/gcc/tests/accuracy/accuracy` makes this page, and the tests `accuracy_*` hold every op to its
bound. Where a result is a difference of larger numbers, the ULP is that of the larger numbers: for `lgamma` of negative
numbers (at least 1), `logaddexp` and `logaddexp2` (their two terms). Results that must be 0, infinite or NaN are so
exactly, with their sign; a result that rounds past the largest number may be that number or infinite.

| op | {heads} |
|---|{lines}|
{rows}
"""


def measured(program, isa, count):
    """{(op, dtype): error} or None where the machine lacks the ISA."""
    env = dict(os.environ, CTENSOR_ISA=isa)
    run = subprocess.run([program, '--count', str(count)], env=env, stdout=subprocess.PIPE, text=True)
    if run.returncode == SKIPPED:
        return None
    run.check_returncode()
    fields = [line.split() for line in run.stdout.splitlines()]
    return {(op, dtype): error for op, dtype, error, *_ in fields}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('program')
    parser.add_argument('--count', type=int, default=1 << 20)
    wanted = parser.parse_args()
    found = {isa: measured(wanted.program, isa, wanted.count) for isa in ISAS}
    lacking = [isa for isa in ISAS if found[isa] is None]
    if lacking:
        sys.exit(f'this machine has no {lacking[0]}')
    ops = list(dict.fromkeys(op for op, _ in found['base']))
    columns = [(dtype, isa) for dtype in DTYPES for isa in ISAS]
    rows = ['| ' + ' | '.join([op] + [f'{float(found[isa][op, dtype]):.2f}' for dtype, isa in columns]) + ' |'
            for op in ops]
    text = TEXT.format(count=wanted.count, heads=' | '.join(f'{dtype} {isa}' for dtype, isa in columns),
                       lines='|'.join('---' for _ in columns), rows='\n'.join(rows))
    path = os.path.join(ROOT, 'docs', 'accuracy.md')
    with open(path, encoding='utf-8') as file:
        _, heading, sums = file.read().partition('\n## Sums')  # which tools/sum_accuracy.py makes
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text + heading + sums)


if __name__ == '__main__':
    main()
