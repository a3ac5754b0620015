"""What functions of NumPy do with a Tensor, and inspect.signature with a function of ctensor."""
from __future__ import annotations

import inspect
import operator
import re
from typing import Any

from . import _core
from ._core import Tensor

# NumPy's ufuncs that are operators, by their names.
_OPERATORS = {"add": operator.add, "subtract": operator.sub, "multiply": operator.mul, "divide": operator.truediv,
              "true_divide": operator.truediv, "floor_divide": operator.floordiv, "remainder": operator.mod,
              "power": operator.pow, "left_shift": operator.lshift, "right_shift": operator.rshift,
              "bitwise_and": operator.and_, "bitwise_or": operator.or_, "bitwise_xor": operator.xor,
              "less": operator.lt, "less_equal": operator.le, "equal": operator.eq, "not_equal": operator.ne,
              "greater": operator.gt, "greater_equal": operator.ge, "matmul": operator.matmul}
# The standard's names of NumPy's functions and of their parameters, where these differ.
_STANDARD = {"absolute": "abs", "arccos": "acos", "arccosh": "acosh", "arcsin": "asin", "arcsinh": "asinh", "arctan": "atan",
             "arctan2": "atan2", "arctanh": "atanh", "conjugate": "conj", "invert": "bitwise_invert", "amax": "max",
             "amin": "min", "concatenate": "concat", "transpose": "permute_dims", "cumsum": "cumulative_sum",
             "cumprod": "cumulative_prod", "around": "round", "round_": "round"}
_PARAMETERS = {"ddof": "correction", "decimals": "", "a_min": "min", "a_max": "max", "reps": "repetitions", "newshape": "shape"}
# Functions whose results are no new elements: they get arrays over the Tensors' memory.
_OF_ARRAYS = {"shape", "ndim", "size", "save", "savez", "savez_compressed", "savetxt", "array_equal", "array_equiv", "allclose",
              "array2string", "array_repr", "array_str", "may_share_memory", "shares_memory", "iscomplexobj", "isrealobj",
              "result_type", "can_cast", "min_scalar_type", "common_type", "broadcast_arrays", "atleast_1d",
              "atleast_2d", "atleast_3d"}


def _refuse(name: str) -> TypeError:
    return TypeError(f"np.{name} on a ctensor.Tensor: for an array, write np.{name}(np.asarray(t), ...), for a Tensor turn "
                     "the arrays into Tensors with ctensor.asarray(a): neither copies")


def _is_number(x: Any) -> bool:
    return isinstance(x, (bool, int, float, complex)) or _core._number_of_numpy(x) is not None


def array_ufunc(self: Tensor, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Tensor:
    """Tensor.__array_ufunc__: the standard's function of that name, of Tensors and numbers."""
    from . import xp

    name = getattr(ufunc, "__name__", str(ufunc))
    # np.float32(2) * t asks for this with the scalar, np.float32(2) < t with an array of it.
    operands = []
    for one in inputs:
        number = _core._number_of_numpy(one[()] if getattr(one, "shape", None) == () and not isinstance(one, Tensor) else one)
        operands.append(one if number is None else number)
    if method != "__call__" or kwargs or not all(isinstance(one, Tensor) or _is_number(one) for one in operands):
        raise _refuse(name)
    function = _OPERATORS.get(name) or getattr(xp, _STANDARD.get(name, name), None) or getattr(_core, name, None)
    if function is None:
        raise _refuse(name)
    made: Tensor = function(*operands)
    return made


def _arrays(x: Any) -> Any:
    """x with NumPy's arrays in place of Tensors."""
    if isinstance(x, Tensor):
        return x.numpy()
    return type(x)(map(_arrays, x)) if type(x) in (list, tuple) else x


def array_function(self: Tensor, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
    """Tensor.__array_function__: the standard's function, of Tensors alone, where it has all that the call names."""
    from . import xp

    name = getattr(func, "__name__", str(func))
    if name in _OF_ARRAYS:
        return func(*map(_arrays, args), **{key: _arrays(value) for key, value in kwargs.items()})
    function = getattr(xp, _STANDARD.get(name, name), None)
    if function is None or not all(issubclass(one, Tensor) for one in types):
        raise _refuse(name)
    if name == "transpose" and len(args) + len(kwargs) == 1:
        return self.T
    try:
        given = list(inspect.signature(func).bind(*args, **kwargs).arguments.items())
    except ValueError:  # of those in C, whose parameters have no names
        given = [("", value) for value in args] + list(kwargs.items())
    wanted = inspect.signature(function).parameters.values()
    count = sum(one.kind is inspect.Parameter.POSITIONAL_ONLY for one in wanted)
    if function.__module__ == "ctensor._core":  # a function of each element: all but out
        count = sum(one.kind is not inspect.Parameter.KEYWORD_ONLY for one in wanted)
    first = [value for _, value in given[:count]]
    named = {_PARAMETERS.get(key, key): value for key, value in given[count:] if value is not None}
    if not set(named) <= {one.name for one in wanted}:
        raise _refuse(name)
    return function(*first, **named)


def signature(function: Any) -> inspect.Signature:
    """What inspect.signature gives of a function or method of the extension: that of its first form."""
    text, _, defaults = function.__nb_signature__[0]
    code = re.sub(r"\\(\d+)", r"defaults[\1]", text) + ": pass"
    space: dict[str, Any] = {"defaults": defaults}
    exec(compile(code, text, "exec", annotations.compiler_flag), space)
    made = inspect.signature(space[function.__name__])
    if type(function).__name__ != "nb_bound_method":
        return made
    return made.replace(parameters=list(made.parameters.values())[1:])
