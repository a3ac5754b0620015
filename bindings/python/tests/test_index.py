"""Indexing compared with NumPy's: reads and writes by random keys of ints, slices, None, ..., arrays and masks."""
import random

import numpy as np
import pytest

import ctensor as ct


def key_for(rng, shape):
    """A key of several kinds, most of which fit the shape."""
    key, dim, dims = [], 0, None
    while dim < len(shape) or rng.random() < 0.3:
        size, kind = shape[dim] if dim < len(shape) else 0, rng.random()
        if kind < 0.12:
            key.append(None)
        elif kind < 0.2 and dims is None:
            dims = rng.randint(0, len(shape) - dim)
            dim += dims
            key.append(Ellipsis)
        elif kind < 0.23:
            key.append(rng.choice([True, False, np.True_, np.array(True)]))
            continue
        elif dim == len(shape) or kind < 0.25:
            break
        elif kind < 0.45:
            key.append(rng.choice([int, np.int64, np.array])(rng.randint(-size, size - 1)))
        elif kind < 0.65:
            key.append(slice(rng.choice([None, -2, 0, 1]), rng.choice([None, -1, 2, 5]), rng.choice([None, 1, 2, -1])))
        elif kind < 0.85:
            key.append(np.array([rng.randint(-size, size - 1) for _ in range(rng.choice([1, 3]))]).reshape(
                rng.choice([(-1,), (-1, 1)])).astype(rng.choice(['int64', 'int32', 'int8'])))
        else:
            masked = shape[dim:dim + rng.choice([1, 1, 2])]
            key.append(np.array([rng.random() < 0.5 for _ in range(int(np.prod(masked)))]).reshape(masked))
            dim += len(masked) - 1
        dim += key[-1] is not None and key[-1] is not Ellipsis
    return tuple(key)


@pytest.mark.parametrize('seed', range(8))
def test_made_keys(seed):
    rng, compared = random.Random(seed), 0
    for _ in range(400):
        shape = tuple(rng.randint(1, 4) for _ in range(rng.randint(0, 4)))
        x = np.arange(int(np.prod(shape))).reshape(shape)
        key = key_for(rng, shape)
        t, ours = ct.tensor(x), tuple(ct.asarray(one) if isinstance(one, np.ndarray) else one for one in key)
        try:
            wanted = x[key]
        except IndexError:
            with pytest.raises((IndexError, ValueError)):
                t[ours]
            continue
        compared += 1
        assert np.shape(wanted) == t[ours].shape and t[ours].tolist() == wanted.tolist(), key
        assert t[key].tolist() == wanted.tolist(), key
        value = rng.choice([-1, -1 - np.arange(wanted.size).reshape(wanted.shape)])
        x[key] = value
        t[ours] = value if rng.random() < 0.7 else np.reshape(value, (1, *np.shape(value)))
        assert t.tolist() == x.tolist(), key
    assert compared > 200


def test_masks_that_do_not_fit():
    t = ct.ones((3, 2))
    assert t[ct.zeros(0, bool)].shape == (0, 2) and t[ct.zeros((0, 2), bool)].shape == (0,)
    t[ct.zeros((3, 0), bool)] = 7
    assert t.tolist() == [[1, 1]] * 3
    for mask in (ct.ones(2, bool), ct.ones((3, 1), bool), ct.ones((3, 2, 1), bool)):
        with pytest.raises(IndexError, match=r'a mask of shape .* does not fit dims from 0 on of shape \[3, 2\]'):
            t[mask]


def test_what_else_is_a_key():
    t = ct.arange(12).reshape(3, 4)

    class Series:
        """Like those of pandas, it gives NumPy an array, and has no DLPack."""

        def __array__(self, dtype=None, copy=None):
            return np.array([True, False, True])

    assert t[range(2)].tolist() == t[:2].tolist() and t[(0, 2), 1].tolist() == [1, 9]
    assert t[Series()].tolist() == t[::2].tolist() and t[True].shape == (1, 3, 4) and t[np.False_].shape == (0, 3, 4)
    assert t[:, [[True, False, False, True]][0]].tolist() == t[:, ::3].tolist()
    t[np.True_] = 0
    assert t.tolist() == [[0] * 4] * 3
    with pytest.raises(ct.IndexError, match='do not broadcast'):
        t[[0, 1], [0, 1, 2]]
    for key in ('a', 1.5, {}, (0, 'a'), object()):
        with pytest.raises(IndexError, match='is indexed by ints'):
            t[key]
