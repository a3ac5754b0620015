#!/usr/bin/env python3
"""check_golden.py PROGRAM GOLDEN checks that PROGRAM prints the constants, sizes and offsets of the golden file.

After a deliberate addition: PROGRAM > tests/abi/golden.txt. A changed or missing line breaks every caller.
"""
import difflib
import subprocess
import sys

printed = subprocess.run([sys.argv[1]], stdout=subprocess.PIPE, check=True, text=True).stdout.splitlines()
with open(sys.argv[2], encoding='utf-8') as file:
    golden = file.read().splitlines()
print('\n'.join(difflib.unified_diff(golden, printed, 'golden', 'this build', lineterm='', n=0)) or
      f'{len(golden)} lines agree')
sys.exit(0 if golden == printed and golden else 1)
