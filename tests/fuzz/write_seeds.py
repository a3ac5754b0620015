#!/usr/bin/env python3
"""Writes the files that the fuzzing of files begins with, by NumPy, zipfile and the safetensors package.

  write_seeds.py [folder]    into tests/fuzz/files, if no folder is given
"""
import os
import sys
import zipfile

import numpy as np
from safetensors.numpy import save_file

TO = sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(os.path.abspath(__file__)), 'files')
NAMES = 'bool u1 i1 u2 i2 u4 i4 u8 i8 f2 f4 f8 c8 c16'.split()


def write_npy(name, array, version=(1, 0), **options):
    with open(os.path.join(TO, name + '.npy'), 'wb') as file:
        np.lib.format.write_array(file, array, version, **options)


def main():
    os.makedirs(TO, exist_ok=True)
    for name in NAMES:
        write_npy(name, np.arange(6).reshape(2, 3).astype(name))
    write_npy('zero_dim', np.array(1.5))
    write_npy('empty', np.zeros((2, 0, 3), 'f4'))
    write_npy('fortran', np.asfortranarray(np.arange(6, dtype='i2').reshape(2, 3)))
    write_npy('big_endian', np.arange(6, dtype='>f8').reshape(2, 3))
    write_npy('version_2', np.arange(3, dtype='f4'), (2, 0))
    write_npy('version_3', np.zeros(2, [('\u00e9', 'f4')]), (3, 0))
    write_npy('text', np.array(['a', 'bc']))
    write_npy('object', np.array([1, None], object), allow_pickle=True)
    some = {'a': np.arange(4, dtype='f4'), 'b/c': np.ones((2, 2), 'u1'), 'd': np.array(3)}
    np.savez(os.path.join(TO, 'stored.npz'), **some)
    np.savez_compressed(os.path.join(TO, 'deflated.npz'), **some)
    with zipfile.ZipFile(os.path.join(TO, 'other_members.npz'), 'w') as file:
        file.writestr('readme.txt', 'no array')
        file.write(os.path.join(TO, 'i4.npy'), 'a.npy')
    real = {name: np.arange(3, dtype=name) for name in NAMES if name != 'bool' and not name.startswith('c')}
    save_file(real, os.path.join(TO, 'dtypes.safetensors'))
    save_file({'bool': np.array([True, False, True]), 'f4': np.ones((2, 0, 3), 'f4'), 'z': np.array(1.0)},
              os.path.join(TO, 'shapes.safetensors'), {'key': 'value', '\u00e9': ''})
    save_file({}, os.path.join(TO, 'none.safetensors'))


main()
