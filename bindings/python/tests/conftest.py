"""At the end of the tests nanobind prints what of the extension is still alive; test.sh takes it for a failure."""
import os

os.environ.setdefault('SCIPY_ARRAY_API', '1')  # which scikit-learn's array API dispatch asks for before SciPy is imported

import ctensor  # noqa: E402

ctensor._core._set_leak_warnings(True)
