"""ns of ctensor.add around the size from which it releases Python's lock; the step shows what that costs."""
import timeit

import ctensor

for count in (1000, 2000, 4095, 4096, 8000, 16000):
    a = ctensor.ones(count)
    ns = min(timeit.repeat('f(a, a)', globals={'f': ctensor.add, 'a': a}, number=20000, repeat=9)) / 20000 * 1e9
    print(f'{count:6} {ns:6.0f}')
