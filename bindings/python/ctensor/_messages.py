"""C's messages in Python's terms: names of functions and arguments, and None."""
from __future__ import annotations

import re

from ._header import PARAMETERS, IterPreset

# Functions whose names are not C's without ct_, iter_ and _out.
_FUNCTIONS = {"copy": "copy_", "dtype_finfo": "finfo", "dtype_iinfo": "iinfo", "fill": "fill_",
              "file_get": "File", "file_open": "File", "file_open_memory": "File", "file_save": "save",
              "from_dlpack_legacy": "from_dlpack", "index_put": "index_put_", "iter_build": "Iter",
              "iter_cursor_create": "cursor", "program_create": "Program", "program_run": "Program",
              "program_to_string": "Program", "resize": "resize_", "rng_advance": "advance", "rng_create": "Rng",
              "rng_set_state": "set_state", "rng_split": "split", "tensor_create": "empty", "tensor_create_meta": "meta",
              "tensor_create_scalar": "scalar", "tensor_create_strided": "empty_strided", "tensor_data_mut": "data_ptr",
              "tensor_from_const_data": "from_buffer", "tensor_from_data": "from_buffer",
              "tensor_get_item": "get_item", "tensor_item": "item", "tensor_set_item": "set_item",
              "tensor_to_string": "__repr__", "to_dlpack": "__dlpack__", "to_dlpack_legacy": "__dlpack__",
              "unique_consecutive_dim": "unique_consecutive", "unique_dim": "unique"}


def function_name(name: str) -> str:
    """The name of Python's function for one of C's, such as ct_add_out or ct_add."""
    name = name.removeprefix("ct_").removesuffix("_out")
    return _FUNCTIONS.get(name, name).removeprefix("iter_")


def _flag(name: re.Match[str]) -> str:
    return f"{'IterPreset' if name[1] in IterPreset.__members__ else 'IterFlag'}.{name[1]}"


def in_python(message: str, function: str | None) -> str:
    """Translates C's "ct_name: ...". function: Python's if C's name does not tell, "" for operators and indexing."""
    name, _, said = message.partition(": ")
    said = said.removeprefix(f"{name.removeprefix('ct_').removesuffix('_out')}: ")  # some messages repeat the name
    said = re.sub(r"\bct_\w+", lambda found: function_name(found[0]), said)
    said = re.sub(r"\bCT_ITER_(\w+)", _flag, said)
    said = re.sub(r"\bNULL\b", "None", re.sub(r"\b(config|reduction)->", "", said))
    if name in ("ct_copy", "ct_fill") or function == "":
        said = re.sub(r"^(dst|out) is ", "the Tensor is ", said)
    for c, parameter in PARAMETERS.get(function_name(name), {}).items():
        said = re.sub(rf"\b{c}\b", parameter, said)
    function = function_name(name) if function is None else function
    return said if not function or said.startswith(f"{function} ") else f"{function}: {said}"
