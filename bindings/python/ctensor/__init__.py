"""libctensor for Python: strided tensors at memory speed, shared without copies with NumPy and PyTorch."""
from . import xp as xp
from ._arrays import asarray as asarray
from ._arrays import from_dlpack as from_dlpack
from ._arrays import tensor as tensor
from ._core import *  # noqa: F403
from ._files import load as load
from ._files import save as save
from ._fuse import fuse as fuse
from ._header import *  # noqa: F403
from ._header import IndexError as IndexError
from ._header import bool_ as _bool

__version__ = "0.2.0"
bool = _bool  # only this module gives this dtype its own name, which hides Python's bool
