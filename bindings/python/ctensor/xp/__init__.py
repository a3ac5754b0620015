"""The Python array API standard, 2024.12, for ctensor's Tensors: its names, keywords and semantics.

If ctensor has a function of the same name, the two may differ: ctensor's follows PyTorch, this one the standard.
docs/array-api.md lists what differs from the standard, and why.
"""
from __future__ import annotations

import importlib
from math import e as e
from math import inf as inf
from math import nan as nan
from math import pi as pi

from .._core import Tensor as Tensor
from .._header import bool_ as bool_
from .._header import complex64 as complex64
from .._header import complex128 as complex128
from .._header import float32 as float32
from .._header import float64 as float64
from .._header import int8 as int8
from .._header import int16 as int16
from .._header import int32 as int32
from .._header import int64 as int64
from .._header import uint8 as uint8
from .._header import uint16 as uint16
from .._header import uint32 as uint32
from .._header import uint64 as uint64
from ._creation import *  # noqa: F403
from ._dtypes import *  # noqa: F403
from ._elementwise import *  # noqa: F403
from ._info import __array_namespace_info__ as __array_namespace_info__
from ._info import _namespace as _namespace
from ._linear import *  # noqa: F403
from ._manipulation import *  # noqa: F403
from ._reductions import *  # noqa: F403
from ._searching import *  # noqa: F403

__array_api_version__ = "2024.12"
newaxis = None
bool = bool_  # only this module gives it the standard's name, which hides Python's bool

for _extension in ("linalg", "fft"):  # this build of ctensor may lack them
    try:
        globals()[_extension] = importlib.import_module(f"ctensor.{_extension}")
    except ImportError:
        pass
