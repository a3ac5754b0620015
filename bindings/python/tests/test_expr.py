"""Deferred tensors, programs, and functions that become programs."""
import pickle

import ctensor as ct
import pytest


def test_recording_and_evaluating():
    x = ct.tensor([[0.0, 1, 2], [3, 4, 5]])
    leaf = ct.defer(x)
    assert leaf.is_deferred and not x.is_deferred
    y = (leaf * x + 1).transpose(0, 1)
    assert y.is_deferred and y.shape == (3, 2)
    one, two = ct.evaluate(y, -leaf)
    assert one.tolist() == [[1, 10], [2, 17], [5, 26]] and two[1].tolist() == [-3, -4, -5]
    assert y.sum().item() == 61 and y.tolist() == one.tolist() and y[0, 1].item() == 10
    assert pickle.loads(pickle.dumps(y)).tolist() == one.tolist()
    with pytest.raises(BufferError, match="deferred"):
        memoryview(y)
    with pytest.raises(ct.Error, match=r"\[2, 3\].*\[4\]"):
        leaf + ct.zeros([4])
    with pytest.raises(ct.Error, match="deferred"):
        y.fill_(1)
    x.fill_(1)
    with pytest.raises(ct.Error, match="written to since"):
        ct.evaluate(y)


def test_programs():
    leaf = ct.defer(ct.meta([4], ct.float32))
    program = ct.Program([leaf], [leaf * 2, leaf + 1])
    assert [out.tolist() for out in program(ct.ones([4]))] == [[2] * 4, [2] * 4]
    assert str(program).endswith("mul add\n") or str(program).endswith("add mul\n")
    with pytest.raises(ct.Error, match=r"\[5\]"):
        program(ct.ones([5]))
    with pytest.raises(TypeError, match="not int"):
        program(1)


def test_fuse():
    calls = []

    @ct.fuse
    def normalised(x, mean):
        calls.append(x.shape)
        return (x - mean) / 2

    for size in (3, 5, 3):
        assert normalised(ct.ones([size]), ct.zeros([1])).tolist() == [0.5] * size
    assert calls == [(3,), (5,)]
    both = ct.fuse(lambda x: (x + 1, x * 2))(ct.ones([2]))
    assert [one.tolist() for one in both] == [[2, 2], [2, 2]]
