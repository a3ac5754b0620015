"""What NumPy's functions do with a Tensor, and inspect.signature with a function of ctensor."""
from __future__ import annotations

import functools
import inspect
import operator
import re
from typing import Any

from . import _core
from ._core import Tensor
from ._header import DtypeError

# NumPy's ufuncs that are operators, by their names.
_OPERATORS = {"add": operator.add, "subtract": operator.sub, "multiply": operator.mul, "divide": operator.truediv,
              "true_divide": operator.truediv, "floor_divide": operator.floordiv, "remainder": operator.mod,
              "power": operator.pow, "left_shift": operator.lshift, "right_shift": operator.rshift,
              "bitwise_and": operator.and_, "bitwise_or": operator.or_, "bitwise_xor": operator.xor,
              "less": operator.lt, "less_equal": operator.le, "equal": operator.eq, "not_equal": operator.ne,
              "greater": operator.gt, "greater_equal": operator.ge, "matmul": operator.matmul}
# The standard's names of NumPy's functions and of their parameters, where they differ.
_STANDARD = {"absolute": "abs", "arccos": "acos", "arccosh": "acosh", "arcsin": "asin", "arcsinh": "asinh", "arctan": "atan",
             "arctan2": "atan2", "arctanh": "atanh", "conjugate": "conj", "invert": "bitwise_invert", "amax": "max",
             "amin": "min", "concatenate": "concat", "transpose": "permute_dims", "cumsum": "cumulative_sum",
             "cumprod": "cumulative_prod", "around": "round", "round_": "round"}
_PARAMETERS = {"ddof": "correction", "a_min": "min", "a_max": "max", "reps": "repetitions", "newshape": "shape"}
# Ufuncs whose dtype= is that of the computation and of the result.
_ARITHMETIC = {"add", "subtract", "multiply", "divide", "true_divide"}


def _is_number(x: Any) -> bool:
    return isinstance(x, (bool, int, float, complex)) or _core._number_of_numpy(x) is not None


def arrays(x: Any) -> Any:
    """x with NumPy's arrays over the same memory in place of Tensors."""
    if isinstance(x, Tensor):
        return x.numpy()
    if type(x) is dict:
        return {key: arrays(value) for key, value in x.items()}
    return type(x)(map(arrays, x)) if type(x) in (list, tuple) else x


def tensors(x: Any) -> Any:
    """x with Tensors in place of NumPy's arrays and scalars, where there is such a dtype."""
    import numpy as np

    if isinstance(x, (np.ndarray, np.generic)):
        x = np.asarray(x)
        return _core._from_buffer_or_copy(x) if x.dtype.kind in "biufc" and x.dtype.itemsize <= 16 else x
    if isinstance(x, (list, tuple)):
        items = map(tensors, x)
        return type(x)(*items) if hasattr(x, "_fields") else type(x)(items)
    return x


def _are_known(types: Any) -> bool:
    """Whether there are only Tensors and NumPy's own arrays; other types themselves decide how to treat Tensors."""
    import numpy as np

    return all(one is Tensor or one is np.ndarray for one in types)


def _taken(x: Any) -> Any:
    """x with Tensors over the same memory in place of NumPy's arrays."""
    kind = type(x)
    if kind is Tensor or kind is int:
        return x
    if kind is list or kind is tuple:
        return kind(map(_taken, x))
    import numpy as np

    return tensors(x) if kind is np.ndarray else x


def _by_numpy(function: Any, args: Any, kwargs: Any) -> Any:
    """Calls NumPy on the same memory, for functions or options that the standard lacks. An out is returned as it is."""
    made = function(*arrays(args), **arrays(kwargs))
    out = kwargs.get("out")
    if isinstance(out, tuple) and len(out) == 1:
        out = out[0]
    return tensors(made) if out is None else out


def _or_by_numpy(call: Any, function: Any, args: Any, kwargs: Any) -> Any:
    """The result of call, or NumPy's if call does not take the arguments, such as integers for a mean."""
    try:
        return call()
    except TypeError as error:
        try:
            return _by_numpy(function, args, kwargs)
        except Exception:
            if isinstance(error, DtypeError):
                raise error from None
            raise


# This package's functions for the ufuncs that NumPy has called so far, or None if there is none.
_UFUNCS: dict[Any, Any] = {}


def _of_ufunc(ufunc: Any) -> Any:
    from . import xp

    name = getattr(ufunc, "__name__", str(ufunc))
    _UFUNCS[ufunc] = _OPERATORS.get(name) or getattr(xp, _STANDARD.get(name, name), None) or getattr(_core, name, None)
    return _UFUNCS[ufunc]


def array_ufunc(self: Tensor, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
    """Tensor.__array_ufunc__, by the standard's function of that name, else by NumPy's on the same memory."""
    function = _UFUNCS[ufunc] if ufunc in _UFUNCS else _of_ufunc(ufunc)
    if function is not None and method == "__call__" and not kwargs:
        for one in inputs:
            if type(one) is not Tensor:
                break
        else:
            if ufunc.__name__ in _OPERATORS:
                return function(*inputs)
            return _or_by_numpy(lambda: function(*inputs), ufunc, inputs, kwargs)
    # np.float32(2) * t calls this with the scalar, np.float32(2) < t with an array of it.
    name = getattr(ufunc, "__name__", str(ufunc))
    operands = []
    for one in inputs:
        number = _core._number_of_numpy(one[()] if getattr(one, "shape", None) == () and not isinstance(one, Tensor) else one)
        operands.append(_taken(one) if number is None else number)
    given = [one for one in (*operands, *kwargs.get("out", ())) if not _is_number(one) and not isinstance(one, (list, tuple))]
    if not _are_known(map(type, given)):
        return NotImplemented
    if method == "__call__" and function is not None and all(isinstance(one, Tensor) or _is_number(one) for one in operands):
        if not kwargs:
            if name in _OPERATORS:  # the operator's own rules hold on either side of a scalar
                return function(*operands)
            return _or_by_numpy(lambda: function(*operands), ufunc, inputs, kwargs)
        if name in _ARITHMETIC and kwargs.keys() <= {"dtype", "casting"} and kwargs.get("casting") in (None, "same_kind", "unsafe"):
            dtype = kwargs.get("dtype")
            made = function(*(one.to(dtype) if isinstance(one, Tensor) and dtype is not None else one for one in operands))
            return made if dtype is None else made.to(dtype)
    return _by_numpy(getattr(ufunc, method), inputs, kwargs)


def array_function(self: Tensor, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
    """Tensor.__array_function__, by the standard's function if it has all that the call names, else by NumPy's."""
    if not _are_known(types):
        return NotImplemented
    name, module = getattr(func, "__name__", str(func)), getattr(func, "__module__", "numpy")
    special = _functions().get(name) if module == "numpy" else None
    if special is not None:
        return special(*_taken(args), **{key: _taken(value) for key, value in kwargs.items()})
    call = _standard(func, name, module, args, kwargs)
    return _by_numpy(func, args, kwargs) if call is None else _or_by_numpy(call, func, args, kwargs)


@functools.cache
def _functions() -> dict[str, Any]:
    from . import _numpy_functions

    return _numpy_functions.FUNCTIONS


# Functions that flatten for axis=None, which the standard's do not, and their default axis.
_FLATTENING = {"sort": -1, "argsort": -1, "cumsum": None, "cumprod": None}
# Forms of the calls so far, by NumPy's module and name, the number of positional arguments and the names of the others.
_FORMS: dict[tuple[Any, ...], _Form | None] = {}


class _Form:
    """How the standard's function takes the arguments of a NumPy call: which by position, and which by what name."""

    def __init__(self, func: Any, function: Any, args: Any, kwargs: Any) -> None:
        try:
            theirs = inspect.signature(func)
        except ValueError:  # a function in C, whose parameters have no names
            given: list[tuple[str, Any]] = [("", at) for at in range(len(args))] + [(one, one) for one in kwargs]
        else:
            bound = theirs.bind(*range(len(args)), **{one: one for one in kwargs}).arguments  # places, not values
            given = list(bound.items())
        wanted = inspect.signature(function).parameters.values()
        count = sum(one.kind is inspect.Parameter.POSITIONAL_ONLY for one in wanted)
        if function.__module__ == "ctensor._core":  # an elementwise function takes all but out by position
            count = sum(one.kind is not inspect.Parameter.KEYWORD_ONLY for one in wanted)
        self.function = function
        self.first = [place for _, place in given[:count]]
        self.named = [(_PARAMETERS.get(name, name), place) for name, place in given[count:]]
        self.names = frozenset(one.name for one in wanted)


def _form(func: Any, name: str, module: str, args: Any, kwargs: Any) -> _Form | None:
    from . import xp

    space: Any = {"numpy": xp, "numpy.linalg": getattr(xp, "linalg", None), "numpy.fft": getattr(xp, "fft", None)}.get(module)
    function = getattr(space, _STANDARD.get(name, name), None)
    return _Form(func, function, args, kwargs) if callable(function) else None


def _standard(func: Any, name: str, module: str, args: Any, kwargs: Any) -> Any:
    """The call of the standard's function that replaces NumPy's; None if there is none."""
    if name == "transpose" and len(args) + len(kwargs) == 1:
        return lambda: args[0].T
    key = module, name, len(args), *kwargs
    if key not in _FORMS:
        _FORMS[key] = _form(func, name, module, args, kwargs)
    form = _FORMS[key]
    if form is None:
        return None
    # A place is a position or a name, or several of them where NumPy's function takes any number of arguments.
    values: Any = {**dict(enumerate(args)), **kwargs}
    first = [_taken(_at(values, place)) for place in form.first]
    named = {}
    for parameter, place in form.named:
        value = _at(values, place)
        if value is not None or parameter == "axis":
            named[parameter] = _taken(value)
    if name in ("tril", "triu") and isinstance(first[0], Tensor) and first[0].ndim < 2:  # NumPy makes a matrix of them
        return None
    if name == "expand_dims" and isinstance(named.get("axis"), (tuple, list)):  # the standard takes only one axis
        return None
    if name in _FLATTENING and named.get("axis", _FLATTENING[name]) is None:
        return None
    if not named.keys() <= form.names or (first and not _is_tensors(first[0])):
        return None
    return lambda: form.function(*first, **named)


def _at(values: Any, place: Any) -> Any:
    kind = type(place)
    if kind is tuple:
        return tuple(values[one] for one in place)
    return {name: values[one] for name, one in place.items()} if kind is dict else values[place]


def _is_tensors(x: Any) -> bool:
    return isinstance(x, Tensor) or _is_number(x) or (isinstance(x, (list, tuple)) and all(map(_is_tensors, x)))


def signature(function: Any) -> inspect.Signature:
    """The signature that inspect shows for a function or method of the extension, which is that of its first form."""
    text, _, defaults = function.__nb_signature__[0]
    code = re.sub(r"\\(\d+)", r"defaults[\1]", text) + ": pass"
    space: dict[str, Any] = {"defaults": defaults}
    exec(compile(code, text, "exec", annotations.compiler_flag), space)
    made = inspect.signature(space[function.__name__])
    if type(function).__name__ != "nb_bound_method":
        return made
    return made.replace(parameters=list(made.parameters.values())[1:])
