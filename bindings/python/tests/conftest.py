"""At the end of the tests, nanobind prints objects of the extension that are still alive; test.sh then fails."""
import os

os.environ.setdefault('SCIPY_ARRAY_API', '1')  # scikit-learn's array API dispatch needs it before SciPy is imported

import ctensor  # noqa: E402

ctensor._core._set_leak_warnings(True)
