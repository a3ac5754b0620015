"""Each kind of failure is an exception of its own, Python's natural one too, with C's message."""
import builtins
import os
import pickle
import re

import pytest

import ctensor as ct

HERE = os.path.dirname(os.path.abspath(__file__))


@pytest.mark.parametrize('call, kind, natural, message', [
    (lambda: ct.ones(3) + ct.ones(4), ct.ShapeError, ValueError, r'shapes \[3\] and \[4\]'),
    (lambda: -ct.tensor([True]), ct.DtypeError, TypeError, 'bool'),
    (lambda: ct.ones(3).sum(4), ct.IndexError, IndexError, '4'),
    (lambda: ct.ones(3)[5], ct.IndexError, IndexError, '5'),
    (lambda: ct.full(1, 300, 'uint8'), ct.InvalidError, ValueError, '300'),
    (lambda: ct.dtype('float33'), ct.InvalidError, ValueError, 'float33'),
    (lambda: ct.ones(1, 'u8'), ct.InvalidError, ValueError, "write 'uint8' or 'uint64'"),
    (lambda: ct.asarray(b'abc').fill_(0), ct.ReadOnlyError, ValueError, 'read-only'),
    (lambda: ct.tensor([1, 2]) // ct.tensor([1, 0]), ct.DivisionByZeroError, ZeroDivisionError, 'zero'),
    (lambda: ct.ones(1).expand(3).fill_(1), ct.OverlapError, ValueError, 'ct_'),
    (lambda: ct.empty(1 << 50), ct.OutOfMemoryError, MemoryError, 'ct_'),
    (lambda: ct.empty((1 << 62, 4)), ct.ShapeError, ValueError, 'ct_'),
    (lambda: ct.zeros([1] * 65), ct.ShapeError, ValueError, '64'),
    (lambda: ct.ones(3).view(2, 2), ct.ShapeError, ValueError, r'\[2, 2\].* 3'),
])
def test_kinds(call, kind, natural, message):
    with pytest.raises(kind, match=message) as caught:
        call()
    assert isinstance(caught.value, natural) and isinstance(caught.value, ct.Error)
    assert ct.status_name(caught.value.code).startswith('CT_ERROR_')


def test_wrong_arguments_name_what_is_right():
    for call in (lambda: ct.add(1), lambda: ct.add(ct.ones(1), None), lambda: ct.ones(1).sum(dims='x'),
                 lambda: ct.ones(1).to(3), lambda: ct.exp(ct.ones(1), out=3), lambda: ct.ones(1, dtype=object),
                 lambda: ct.tensor([1], 3), lambda: ct.promote_types(None, ct.int8), lambda: ct.dtype(ct.ones(1))):
        with pytest.raises(TypeError, match='(Tensor|dtype|DType)'):
            call()


def test_every_status_has_a_class():
    source = open(os.path.join(HERE, '..', '..', '..', 'include', 'ctensor.h'), encoding='utf-8').read()
    codes = {int(code) for code in re.findall(r'CT_ERROR_\w+ = (-\d+)', source)}
    assert codes == set(ct._header.ERRORS)
    for kind in ct._header.ERRORS.values():
        assert len(kind.__mro__) > len(ct.Error.__mro__) and kind.__mro__[2].__module__ == 'builtins'
        assert pickle.loads(pickle.dumps(kind('said'))).args == ('said',) and kind.__module__ == 'ctensor'


def test_star_import_hides_no_builtin():
    names = {}
    exec('from ctensor._header import *', names)
    assert not (set(names) - {'__builtins__'}) & set(dir(builtins))
