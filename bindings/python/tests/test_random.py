"""Random numbers, tensors such as those of arange and eye, limits of dtypes."""
import ctensor as ct
import pytest


def test_the_same_numbers_again():
    rng, again = ct.Rng(7), ct.Rng(7)
    x, y = rng.uniform((2, 3), 1, 2), ct.zeros((2, 3))
    assert again.uniform(low=1, high=2, out=y) is y
    assert ct.equal(x, y) and rng.counter == 2 and rng.key == 7 and rng.stream == 0
    rng.set_state(7, 0, 0)
    assert ct.equal(x, rng.uniform((2, 3), 1, 2))
    child = rng.split()
    child.advance(3)
    assert child.counter == 3 and child.key != rng.key
    with pytest.raises(ct.InvalidError, match="uniform: low"):
        rng.uniform(2, 2, 1)


def test_distributions():
    rng = ct.Rng(1)
    assert rng.normal(3, 5, 0).tolist() == [5, 5, 5]
    assert rng.normal((2, 2), dtype="float64").dtype == ct.float64
    assert min(rng.exponential(100, 2).tolist()) >= 0
    assert rng.bernoulli(2, 1, ct.uint8).tolist() == [1, 1]
    n = rng.randint(100, -3, 3)
    assert n.dtype == ct.int64 and set(n.tolist()) <= {-3, -2, -1, 0, 1, 2}
    assert sorted(rng.randperm(10, "int8").tolist()) == list(range(10))
    rng.randperm(5, out=n)
    assert n.shape == (5,)
    weights = ct.tensor([0.0, 1.0, 0.0])
    assert rng.multinomial(weights, 2, replacement=True).tolist() == [1, 1]
    assert rng.multinomial(weights, 1, out=n).tolist() == [1]


def test_by_rule():
    assert ct.linspace(0, 1, 3).tolist() == [0, 0.5, 1]
    assert ct.logspace(0, 2, 3, dtype="int32").tolist() == [1, 10, 100]
    assert ct.eye(2).tolist() == [[1, 0], [0, 1]]
    assert ct.eye(2, 3, 1, "uint8").tolist() == [[0, 1, 0], [0, 0, 1]]
    assert ct.tril_indices(2, 2).tolist() == [[0, 1, 1], [0, 0, 1]]
    assert ct.triu_indices(2, 3, 1, "int8").tolist() == [[0, 0, 1], [1, 2, 2]]


def test_items_and_limits():
    x = ct.zeros((2, 3), "int16")
    x.set_item((1, -1), 50)
    assert x.get_item((-1, 2)) == 50 and x[1, 2] == 50 and (x.itemsize, x.nbytes) == (2, 12)
    with pytest.raises(ct.IndexError, match="get_item: index 2 .* dim 0"):
        x.get_item((2, 0))
    assert ct.finfo("float32").eps == 2**-23 and ct.finfo("complex64").min == -ct.finfo("float32").max
    assert (ct.iinfo("uint8").min, ct.iinfo("uint64").max) == (0, 2**64 - 1)
    assert ct.isdtype("uint8", ct.KIND_INTEGER) and not ct.isdtype("uint8", ct.KIND_SIGNED | ct.KIND_FLOAT)
    with pytest.raises(ct.DtypeError):
        ct.finfo("int8")
