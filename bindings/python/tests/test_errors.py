"""Each kind of failure has its own exception, which is also Python's natural one, and C's message in Python's terms."""
import builtins
import operator
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
    (lambda: ct.ones(1).expand(3).fill_(1), ct.OverlapError, ValueError, '^fill_: '),
    (lambda: ct.empty(1 << 50), ct.OutOfMemoryError, MemoryError, '^empty: could not allocate'),
    (lambda: ct.empty((1 << 62, 4)), ct.ShapeError, ValueError, '^empty: '),
    (lambda: ct.zeros([1] * 65), ct.ShapeError, ValueError, '64'),
    (lambda: ct.ones(3).view(2, 2), ct.ShapeError, ValueError, r'\[2, 2\].* 3'),
])
def test_kinds(call, kind, natural, message):
    with pytest.raises(kind, match=message) as caught:
        call()
    assert isinstance(caught.value, natural) and isinstance(caught.value, ct.Error)
    assert ct.status_name(caught.value.code).startswith('CT_ERROR_')


@pytest.mark.parametrize('call, message', [
    (lambda t: ct.add(t, t, out=ct.ones(3, 'int8')), "add: result type float32 can't be cast"),
    (lambda t: t.max_dim(0, out=(ct.ones(3), ct.ones(3))), 'max_dim: Expected out tensor to have dtype int64'),
    (lambda t: t.clamp(), 'clamp: both min and max are None'),
    (lambda t: t.nan_to_num(nan=1j), 'nan_to_num: nan '),
    (lambda t: t.copy_(ct.ones(4)), 'copy_: The size of tensor a'),
    (lambda t: t.resize_(-1), 'resize_: trying'),
    (lambda t: ct.ones(1).to('int8').mean(), 'mean of int8 needs a dtype'),
    (lambda t: ct.scalar(300, 'int8'), 'scalar: value 300 '),
    (lambda t: ct.empty_strided(2, 1 << 62), 'empty_strided: stride '),
    (lambda t: ct.Iter([None], [t], static_dtype='int8'), 'Iter: a static dtype (int8) needs IterFlag.NO_SAME_DTYPE_CHECK'),
    (lambda t: ct.Iter([None], [t, t], preset=ct.IterPreset.UNARY), 'Iter: IterPreset.UNARY takes 1 to 1 outputs'),
    (lambda t: ct.Iter([None], [t], preset=77), 'Iter: preset is unknown: 77'),
    (lambda t: ct.Iter([None], [t]).for_each(print, -1), 'for_each: grain_size is negative'),
    (lambda t: ct.Iter([None], [t]).reduce(print, print, [0]), 'reduce: the iterator was built without IterFlag.REDUCTION'),
    (lambda t: ct.Iter([None], [t]).cursor(5), 'cursor: range [5'),
    (lambda t: ct.asarray(b'abc').fill_(0), 'fill_: the Tensor is read-only'),
    # messages of operators and indexing name no function
    (lambda t: t + ct.ones(4), 'The size of tensor a (3)'),
    (lambda t: operator.iadd(t, ct.ones(4)), 'the expanded size'),
    (lambda t: operator.iadd(ct.asarray(b'abc'), 1), 'the Tensor is read-only'),
    (lambda t: ct.arange(3) // 0, 'integer division by zero'),
    (lambda t: t[5], 'index 5 out of range'),
    (lambda t: t[::0], 'slice step cannot be zero'),
    (lambda t: operator.setitem(ct.asarray(b'abc'), 0, 1), 'the Tensor is read-only'),
    (lambda t: operator.setitem(t, ..., ct.ones(4)), 'The size of tensor a (3)'),
    (lambda t: operator.setitem(t, ..., [1e39]), 'value 1e+39 of type float64 cannot be converted'),
    (lambda t: float(t), 'only one element tensors'),
])
def test_messages_are_in_python_s_words(call, message):
    with pytest.raises(ct.Error) as caught:
        call(ct.ones(3))
    said = str(caught.value)
    assert said.startswith(message) and not re.search(r'\bct_|\bCT_|NULL|->|_out\b', said)


def test_numbers_beyond_64_bits():
    for call in (lambda: ct.ones(1) * 2**70, lambda: ct.ones(1).fill_(-2**70), lambda: ct.tensor([2**64])):
        with pytest.raises(OverflowError, match='[0-9]{20} does not fit 64 bits'):
            call()


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
