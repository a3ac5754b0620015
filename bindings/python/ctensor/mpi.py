"""Exchange of tensors of any layout between processes, with the communicators of mpi4py.

The functions are those of libctensor_mpi, with mpi4py's names of arguments. message and datatype are for mpi4py's own
calls. See docs/mpi.md.
"""
from __future__ import annotations

import contextlib
import ctypes
import os
import weakref
from collections.abc import Iterator, Sequence
from typing import Any

from mpi4py import MPI

from . import _core
from ._arrays import _DLPACK, asarray
from ._core import Tensor
from ._header import DTYPES, ERRORS
from ._messages import in_python
from ._types import DTypeLike

__all__ = ["allgather", "allreduce", "alltoall", "bcast", "datatype", "halo", "message", "recv", "send", "sendrecv", "sum_exact"]

_NAME, _USED = b"dltensor_versioned", b"used_dltensor_versioned"
_OPS = {"SUM": 0, "PROD": 1, "MIN": 2, "MAX": 3, "LAND": 4, "LOR": 5}  # MPI's names, and the values of ct_mpi_op
_TENSOR = _POINTER = ctypes.c_void_p
_INT, _LONG = ctypes.c_int, ctypes.c_int64
# A handle is a pointer in Open MPI, and an int in MPICH.
_COMM: Any = _INT if MPI._sizeof(MPI.Comm) == ctypes.sizeof(_INT) else _POINTER
_DATATYPE: Any = _INT if MPI._sizeof(MPI.Datatype) == ctypes.sizeof(_INT) else _POINTER
# The parameters of each ct_mpi_ function before the error.
_ARGUMENTS: dict[str, tuple[Any, ...]] = {
    "type": (_TENSOR, _POINTER),
    "send": (_TENSOR, _INT, _INT, _COMM),
    "recv": (_INT, _INT, _COMM, _POINTER, _POINTER),
    "sendrecv": (_TENSOR, _INT, _INT, _INT, _INT, _COMM, _POINTER, _POINTER),
    "bcast": (_TENSOR, _INT, _COMM),
    "allgather": (_TENSOR, _INT, _COMM, _POINTER),
    "alltoall": (_TENSOR, _INT, _INT, _COMM, _POINTER),
    "allreduce": (_TENSOR, ctypes.c_uint32, _COMM, _POINTER),
    "sum_exact": (_TENSOR, _POINTER, _INT, ctypes.c_bool, ctypes.c_uint32, _COMM, _POINTER),
    "halo": (_TENSOR, _POINTER, _POINTER, _INT, _COMM),
}


class _Error(ctypes.Structure):
    _fields_ = [("struct_size", ctypes.c_uint32), ("code", ctypes.c_int32), ("message", ctypes.c_char * 248)]


def _load() -> ctypes.CDLL:
    major, minor, _ = _core.version()
    name = os.environ.get("CTENSOR_MPI_LIBRARY") or f"libctensor_mpi.so.{f'0.{minor}' if major == 0 else major}"
    try:
        library = ctypes.CDLL(name)
    except OSError as error:
        raise ImportError(f"ctensor.mpi needs {name}, which libctensor installs where it is built with MPI: {error}") from None
    # Handles of one MPI library are not valid in another, and would end the process.
    line, length = ctypes.create_string_buffer(MPI.MAX_LIBRARY_VERSION_STRING), _INT()
    library.MPI_Get_library_version(line, ctypes.byref(length))
    ours, theirs = line.value.decode().strip("\0 \n"), MPI.Get_library_version().strip("\0 \n")
    if ours != theirs:
        raise ImportError(f"libctensor_mpi is built with another MPI than mpi4py uses: {ours}, and {theirs}")
    to_error = ctypes.POINTER(_Error)
    for function, arguments in _ARGUMENTS.items():
        for form in (function, f"{function}_out"):
            with contextlib.suppress(AttributeError):  # not every function has both forms
                getattr(library, f"ct_mpi_{form}").argtypes = (*arguments, to_error)
    library.ct_from_dlpack.argtypes = library.ct_to_dlpack.argtypes = (_POINTER, _POINTER, to_error)
    library.ct_tensor_release.argtypes = (_POINTER,)
    library.ct_tensor_release.restype = None
    return library


_library = _load()
_pointer_of = ctypes.PYFUNCTYPE(_POINTER, ctypes.py_object, ctypes.c_char_p)(("PyCapsule_GetPointer", ctypes.pythonapi))
_set_name = ctypes.PYFUNCTYPE(_INT, ctypes.py_object, ctypes.c_char_p)(("PyCapsule_SetName", ctypes.pythonapi))
_capsule_of = ctypes.PYFUNCTYPE(ctypes.py_object, _POINTER, ctypes.c_char_p, _POINTER)(("PyCapsule_New", ctypes.pythonapi))


def _call(function: str, *arguments: Any) -> None:
    error = _Error(ctypes.sizeof(_Error))
    status = getattr(_library, function)(*arguments, ctypes.byref(error))
    if status != 0:
        text = in_python(error.message.decode(errors="replace"), None)
        raise ERRORS[status](text.replace("mpi_", "mpi.", 1) if text.startswith("mpi_") else text)


# This package and libctensor_mpi may use two copies of the core, so tensors pass between them by DLPack.

class _Handle:
    """A Tensor's memory as libctensor_mpi takes it, as long as this object lives."""

    def __init__(self, t: Tensor) -> None:
        self._as_parameter_ = _POINTER()
        if t.is_deferred:
            t, = _core.evaluate(t)
        capsule = t.__dlpack__(max_version=_DLPACK)
        managed = _pointer_of(capsule, _NAME)
        _set_name(capsule, _USED)
        _call("ct_from_dlpack", managed, ctypes.byref(self._as_parameter_))

    def __del__(self) -> None:
        _library.ct_tensor_release(self._as_parameter_)


def _output(t: Any) -> _Handle:
    if not isinstance(t, Tensor):
        raise TypeError(f"what is written must be a Tensor, not {type(t).__name__}")
    if t.is_deferred:
        raise ValueError("a deferred Tensor has no memory to write into: evaluate() it first")
    return _Handle(t)


def _fresh(function: str, *arguments: Any) -> Tensor:
    made, managed = _POINTER(), _POINTER()
    _call(function, *arguments, ctypes.byref(made))
    try:
        _call("ct_to_dlpack", made, ctypes.byref(managed))
    finally:
        _library.ct_tensor_release(made)
    return _core._from_capsule(_capsule_of(managed, _NAME, None))


def _comm(comm: MPI.Comm | None) -> Any:
    if comm is None:
        comm = MPI.COMM_WORLD
    if not isinstance(comm, MPI.Comm):
        raise TypeError(f"comm is a communicator of mpi4py, not {type(comm).__name__}")
    return _COMM.from_address(MPI._addressof(comm)).value


def _status(status: MPI.Status | None) -> int | None:
    return None if status is None else MPI._addressof(status)


@contextlib.contextmanager
def _or_withdraw(comm: Any) -> Iterator[None]:
    """If this rank fails before its call, the calls of the other ranks fail too, instead of waiting for it."""
    try:
        yield
    except BaseException:
        _library.ct_mpi_bcast(None, 0, comm, None)
        raise


def _together(name: str, t: Any, arguments: Any, comm: MPI.Comm | None, out: Tensor | None, after: tuple[Any, ...] = ()) -> Tensor:
    """A call of all ranks, which returns a fresh Tensor, or out. arguments() converts those between t and comm."""
    where = _comm(comm)
    with _or_withdraw(where):
        given = _Handle(asarray(t))
        target = None if out is None else given if out is t else _output(out)
        between = arguments()
    if out is None:
        return _fresh(f"ct_mpi_{name}", given, *between, where)
    _call(f"ct_mpi_{name}_out", given, *between, where, target)
    return out


def _free(handle: int) -> None:
    if not MPI.Is_finalized():
        made = MPI.Datatype()
        _DATATYPE.from_address(MPI._addressof(made)).value = handle
        made.Free()


def datatype(t: Tensor) -> MPI.Datatype:
    """A committed datatype of all of t's elements: one of it at t.data_ptr() is t. It is freed with the object.

    If a stride is 0, it is only for sending.
    """
    made = MPI.Datatype()
    address = MPI._addressof(made)
    _call("ct_mpi_type", _Handle(t), address)
    weakref.finalize(made, _free, _DATATYPE.from_address(address).value).atexit = False
    return made


def message(t: Tensor) -> list[Any]:
    """t, with any strides, as an argument of mpi4py's calls that take buffers: comm.Send(message(t), dest=1)."""
    if t.is_deferred:
        t, = _core.evaluate(t)
    if t.numel == 0:
        return [_core.zeros(1, "uint8"), 0, MPI.BYTE]
    first = t[(0,) * t.ndim]  # it keeps the memory alive, and the buffer protocol can name its bytes
    return [first.view_dtype(f"uint{8 * first.itemsize}") if first.itemsize < 16 else first, 1, datatype(t)]


def send(t: Any, dest: int, tag: int = 0, comm: MPI.Comm | None = None) -> None:
    """Sends t to a rank that calls recv, and returns when t may change. t may be anything that asarray takes."""
    _call("ct_mpi_send", _Handle(asarray(t)), dest, tag, _comm(comm))


def recv(source: int = MPI.ANY_SOURCE, tag: int = MPI.ANY_TAG, comm: MPI.Comm | None = None, *, out: Tensor | None = None,
         status: MPI.Status | None = None) -> Tensor:
    """Receives what send has sent, as a fresh Tensor or into out, which must have its shape and dtype."""
    if out is None:
        return _fresh("ct_mpi_recv", source, tag, _comm(comm), _status(status))
    _call("ct_mpi_recv_out", source, tag, _comm(comm), _status(status), _output(out))
    return out


def sendrecv(t: Any, dest: int, sendtag: int = 0, source: int = MPI.ANY_SOURCE, recvtag: int = MPI.ANY_TAG,
             comm: MPI.Comm | None = None, *, out: Tensor | None = None, status: MPI.Status | None = None) -> Tensor:
    """Does send and recv at the same time, neither of which waits for the other."""
    arguments = _Handle(asarray(t)), dest, sendtag, source, recvtag, _comm(comm), _status(status)
    if out is None:
        return _fresh("ct_mpi_sendrecv", *arguments)
    _call("ct_mpi_sendrecv_out", *arguments, arguments[0] if out is t else _output(out))
    return out


def bcast(t: Tensor, root: int = 0, comm: MPI.Comm | None = None) -> Tensor:
    """Copies t's elements on the rank root to t on all ranks. Shapes and dtypes must be the same. All ranks call it."""
    where = _comm(comm)
    with _or_withdraw(where):
        given = _output(t)
    _call("ct_mpi_bcast", given, root, where)
    return t


def allgather(t: Any, dim: int = 0, comm: MPI.Comm | None = None, *, out: Tensor | None = None) -> Tensor:
    """The tensors of all ranks, concatenated along dim, where their sizes may differ. All ranks call it."""
    return _together("allgather", t, lambda: (_INT(dim),), comm, out)


def alltoall(t: Any, split: int, join: int, comm: MPI.Comm | None = None, *, out: Tensor | None = None) -> Tensor:
    """Redistributes a tensor that is distributed along join, so that it is along split instead. All ranks call it."""
    return _together("alltoall", t, lambda: (_INT(split), _INT(join)), comm, out)


def _number_of(op: Any) -> int:
    for name, number in _OPS.items():
        if op == getattr(MPI, name):
            return number
    raise ValueError("allreduce: op is one of MPI's " + ", ".join(_OPS))


def allreduce(t: Any, op: MPI.Op = MPI.SUM, comm: MPI.Comm | None = None, *, out: Tensor | None = None) -> Tensor:
    """Combines the elements of all ranks, index by index, by MPI.SUM, PROD, MIN, MAX, LAND or LOR. All ranks call it.

    out may be t. The bits of a float's sum depend on the number of ranks; those of sum_exact do not.
    """
    return _together("allreduce", t, lambda: (_number_of(op),), comm, out)


def sum_exact(t: Any, dims: int | Sequence[int] | None = None, keepdim: bool = False, dtype: DTypeLike | None = None,
              comm: MPI.Comm | None = None, *, out: Tensor | None = None) -> Tensor:
    """The exact sum over dims and over all ranks, rounded once. dims None: all; (): only over ranks. All ranks call it.

    Its bits depend neither on the number of ranks nor on how the elements are distributed.
    """
    def arguments() -> tuple[Any, ...]:
        chosen = None if dims is None else [dims] if isinstance(dims, int) else list(dims)
        array = None if chosen is None else (ctypes.c_int32 * max(1, len(chosen)))(*chosen)
        number = 0 if dtype is None else DTYPES.index(_core.dtype(dtype)) + 1
        return array, len(chosen or ()), bool(keepdim), number

    return _together("sum_exact", t, arguments, comm, out)


def halo(block: Tensor, cart: MPI.Cartcomm, before: int | Sequence[int], after: int | Sequence[int] | None = None) -> Tensor:
    """Fills the halo of a block of a grid of ranks, corners too, from the neighbours' interiors, and returns block.

    Along dim d of cart, which comm.Create_cart made, the first before[d] and the last after[d] elements of block are its
    halo. after None: the same as before. All ranks call it.
    """
    where = _comm(cart)
    try:
        ndims = cart.Get_dim()
        widths = [[one] * ndims if isinstance(one, int) else list(one) for one in (before, before if after is None else after)]
        if len(widths[0]) != len(widths[1]):
            raise ValueError(f"halo: before has {len(widths[0])} widths, and after has {len(widths[1])}")
        low, high = ((_LONG * max(1, len(one)))(*one) for one in widths)
        given = _output(block)
    except BaseException:
        _library.ct_mpi_halo(None, None, None, 0, where, None)
        raise
    _call("ct_mpi_halo", given, low, high, len(widths[0]), where)
    return block
