"""What a call costs compared with NumPy and with direct calls of C, for tensors of 8 float32.

overhead.py         prints one table; with --check, exits 1 where ctensor.add is slower than numpy.add
"""
import operator
import os
import subprocess
import sys
import sysconfig
import tempfile
import timeit

import numpy as np

import ctensor

C = r"""
#include <ctensor.h>
#include <stdio.h>
#include <time.h>
static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}
int main(void) {
  const int64_t size = 8;
  ct_tensor *a, *b, *out;
  if (ct_ones(&size, 1, CT_FLOAT32, &a, NULL) || ct_ones(&size, 1, CT_FLOAT32, &b, NULL) ||
      ct_ones(&size, 1, CT_FLOAT32, &out, NULL))
    return 1;
  double into = 1e9, fresh = 1e9;
  for (int round = 0; round < 20; round++) {
    double began = now();
    for (int i = 0; i < 100000; i++) ct_add_out(a, b, out, NULL);
    double t = (now() - began) / 100000;
    if (t < into) into = t;
    began = now();
    for (int i = 0; i < 100000; i++) {
      ct_tensor *c;
      ct_add(a, b, &c, NULL);
      ct_tensor_release(c);
    }
    t = (now() - began) / 100000;
    if (t < fresh) fresh = t;
  }
  printf("%g %g\n", into, fresh);
  return 0;
}
"""


def in_c():
    """ns of ct_add_out and ct_add, by a small program that Python's compiler builds."""
    with tempfile.TemporaryDirectory() as folder:
        source, program = os.path.join(folder, 'c.c'), os.path.join(folder, 'c')
        with open(source, 'w', encoding='utf-8') as file:
            file.write(C)
        flags = subprocess.run(['pkg-config', '--cflags', '--libs', 'ctensor'], check=True, capture_output=True, text=True)
        compiler = (sysconfig.get_config_var('CC') or 'cc').split()[0]
        subprocess.run([compiler, '-O2', source, '-o', program, *flags.stdout.split()], check=True)
        return [float(word) for word in subprocess.run([program], check=True, capture_output=True,
                                                       text=True).stdout.split()]


def ns(code, **names):
    count = 100000
    return min(timeit.repeat(code, globals=names, number=count, repeat=20)) / count * 1e9


def main():
    into, fresh = in_c()
    a, b, out = (ctensor.ones(8) for _ in range(3))
    x, y, z = (np.ones(8, 'f4') for _ in range(3))
    rows = [('add(a, b)', fresh, ns('f(a, b)', f=ctensor.add, a=a, b=b), ns('f(a, b)', f=np.add, a=x, b=y)),
            ('add(a, b, out=c)', into, ns('f(a, b, out=c)', f=ctensor.add, a=a, b=b, c=out),
             ns('f(a, b, out=c)', f=np.add, a=x, b=y, c=z)),
            ('a + b', fresh, ns('a + b', a=a, b=b), ns('a + b', a=x, b=y)),
            ('a * 2.0', None, ns('a * 2.0', a=a), ns('a * 2.0', a=x)),
            ('a += b', into, ns('f(a, b)', f=operator.iadd, a=out, b=b), ns('f(a, b)', f=operator.iadd, a=z, b=y)),
            ('a[2:6]', None, ns('a[2:6]', a=a), ns('a[2:6]', a=x)),
            ('a.sum()', None, ns('a.sum()', a=a), ns('a.sum()', a=x))]
    print(f'8 float32, ns a call; Python {sys.version.split()[0]}, NumPy {np.__version__}')
    print(f'{"":18}{"C":>8}{"ctensor":>10}{"NumPy":>8}')
    for what, c, ours, numpy in rows:
        print(f'{what:18}{f"{c:.0f}" if c else "":>8}{ours:>10.0f}{numpy:>8.0f}')
    if sys.argv[1:] == ['--check'] and rows[0][2] > rows[0][3]:
        sys.exit(f'ctensor.add of 8 float32 takes {rows[0][2]:.0f} ns, numpy.add {rows[0][3]:.0f} ns')


if __name__ == '__main__':
    main()
