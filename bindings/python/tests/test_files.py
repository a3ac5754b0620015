"""npy, npz and safetensors: round trips with NumPy, PyTorch and the safetensors package, and malformed files."""
import io
import json
import os
import pathlib
import struct

import ctensor as ct
import numpy as np
import pytest

NPY_DTYPES = [np.dtype(one) for one in ("bool", "u1", "i1", "u2", "i2", "u4", "i4", "u8", "i8", "f2", "f4", "f8", "c8", "c16")]
SHAPES = [(), (0,), (5,), (3, 1, 4), (2, 0, 3)]


def random_array(shape, dtype, seed=0):
    """An array of random bits, except that bool has only 0 and 1."""
    array = np.zeros(shape, dtype)
    bits = np.random.default_rng(seed).integers(0, 256, array.nbytes, np.uint8)
    if np.dtype(dtype).kind == "b":
        bits &= 1
    return bits.view(dtype).reshape(shape)


def same(tensor, array):
    native = array.astype(array.dtype.newbyteorder("="))
    assert tensor.shape == array.shape and tensor.dtype == native.dtype
    assert np.asarray(tensor).tobytes() == native.tobytes()


@pytest.fixture(params=[False, True], ids=["mapped", "copied"])
def copy(request):
    return request.param


@pytest.mark.parametrize("dtype", NPY_DTYPES, ids=str)
def test_npy_both_ways(tmp_path, dtype, copy):
    path = tmp_path / "one.npy"
    for shape in SHAPES:
        array = random_array(shape, dtype)
        np.save(path, array)
        read = ct.load(path, copy=copy)
        same(read, array)
        assert read.is_read_only is not copy
        for order in ("C", "F"):
            ct.save(path, ct.asarray(np.array(array, order=order)))
            again = np.load(path)
            assert again.dtype == array.dtype and again.tobytes() == array.tobytes() and again.shape == shape


@pytest.mark.parametrize("version", [(1, 0), (2, 0), (3, 0)])
def test_npy_versions_orders_and_layouts(tmp_path, version, copy):
    path = tmp_path / "one.npy"
    for dtype in NPY_DTYPES:
        for array in (random_array((3, 4), dtype.newbyteorder(">")), np.asfortranarray(random_array((3, 4, 2), dtype))):
            with open(path, "wb") as file:
                np.lib.format.write_array(file, array, version)
            same(ct.load(path, copy=copy), array)
    strided = ct.asarray(random_array((6, 8), np.dtype("f4")))[::-2, 1::3]
    ct.save(path, strided)
    same(strided, np.load(path))
    fortran = ct.asarray(random_array((3, 4), np.dtype("i2"))).mT
    ct.save(path, fortran)
    assert np.load(path).flags.f_contiguous and ct.load(path).strides == (1, 4)


def test_npy_at_an_odd_address():
    file = io.BytesIO()
    array = random_array((7,), np.dtype("f8"))
    np.save(file, array)
    for before in range(8):
        data = ct.from_buffer(b"x" * before + file.getvalue())[before:]
        same(ct.load(data), array)


@pytest.mark.parametrize("compress", [False, True])
def test_npz_both_ways(tmp_path, compress, copy):
    path = tmp_path / "some.npz"
    arrays = {f"{i}/{dtype}": random_array((i, 3), dtype, i) for i, dtype in enumerate(NPY_DTYPES)}
    arrays["zeros"] = np.zeros((100, 100))
    (np.savez_compressed if compress else np.savez)(path, **arrays)
    try:
        read = ct.load(path, copy=copy)
    except ct.UnsupportedError as error:
        pytest.skip(str(error))
    assert list(read) == list(arrays)
    for name, array in arrays.items():
        same(read[name], array)
    ct.save(path, read, compress=compress)
    assert (path.stat().st_size < 80000) is compress
    with np.load(path) as again:
        assert again.files == list(arrays)
        for name, array in arrays.items():
            same(ct.asarray(again[name]), array)


def safetensors_bytes(header, data=b"", padding=b""):
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<Q", len(text) + len(padding)) + text + padding + data


def entry(begin, end, shape, dtype="F32"):
    return {"dtype": dtype, "shape": shape, "data_offsets": [begin, end]}


def test_safetensors_with_its_package(tmp_path, copy):
    package = pytest.importorskip("safetensors.numpy")
    path = tmp_path / "some.safetensors"
    arrays = {f"{dtype}.{i}": random_array((i, 3), dtype, i) for i, dtype in enumerate(NPY_DTYPES)
              if dtype not in (np.complex64, np.complex128)}
    package.save_file(arrays, path, {"made by": "the package"})
    read = ct.File(path, copy=copy)
    assert (read.format, read.metadata) == ("safetensors", {"made by": "the package"})
    assert set(read) == set(arrays) and len(read) == len(arrays) and all(name in read for name in arrays)
    for name, array in arrays.items():
        same(read[name], array)
    ct.save(path, dict(read), metadata={"made by": "ctensor", "ü": "é"})
    again = package.load_file(path)
    assert set(again) == set(arrays)
    for name, array in arrays.items():
        same(ct.asarray(again[name]), array)
    with package.safe_open(path, "np") as opened:
        assert opened.metadata() == {"made by": "ctensor", "ü": "é"}


def test_safetensors_with_pytorch(tmp_path):
    torch = pytest.importorskip("torch")
    package = pytest.importorskip("safetensors.torch")
    path = str(tmp_path / "some.safetensors")
    tensors = {"half": torch.randn(3, 5).bfloat16(), "odd": torch.ones(3, dtype=torch.uint8), "complex": torch.ones(2, 2) * 1j}
    package.save_file(tensors, path)
    read = ct.load(path, copy=True)
    assert {name: one.dtype.name for name, one in read.items()} == {"half": "bfloat16", "odd": "uint8", "complex": "complex64"}
    for name, one in tensors.items():
        assert torch.equal(torch.from_dlpack(read[name]), one)
    ct.save(path, read)
    again = package.load_file(path)
    assert all(torch.equal(again[name], one) for name, one in tensors.items())


def test_safetensors_without_a_package(tmp_path, copy):
    path = tmp_path / "some.safetensors"
    half = ct.asarray([[1.5, -2, 3]], "bfloat16")
    ct.save(path, {"bytes": ct.tensor([1, 2, 3], "uint8"), "half": half, "nothing": ct.zeros((0, 2))}, metadata={"a": "b"})
    raw = path.read_bytes()
    length, = struct.unpack("<Q", raw[:8])
    assert raw[8:9] == b"{" and length % 8 == 0
    header = json.loads(raw[8:8 + length])
    assert header.pop("__metadata__") == {"a": "b"}
    assert {name: one["dtype"] for name, one in header.items()} == {"bytes": "U8", "half": "BF16", "nothing": "F32"}
    read = ct.load(path, copy=copy)
    assert read["half"].equal(half) and read["half"].dtype == ct.bfloat16 and read["nothing"].shape == (0, 2)
    path.write_bytes(safetensors_bytes({"odd": entry(0, 1, [1], "U8"), "f": entry(1, 9, [2])}, struct.pack("<Bff", 7, 1, 2)))
    assert ct.load(path, copy=copy)["f"].tolist() == [1, 2]  # its data begins at an odd byte
    assert set(ct.File(path)) == {"odd", "f"}


def test_views_outlive_their_file(tmp_path):
    path = tmp_path / "some.safetensors"
    ct.save(path, {"x": ct.arange(1000)})
    file = ct.File(path)
    view = file["x"][10:12]
    with pytest.raises(ct.ReadOnlyError):
        view += 1
    ct.save(path, {"x": ct.zeros(3)})  # this writes another file and moves it to the name
    os.remove(path)
    del file
    assert view.tolist() == [10, 11]


def test_files_are_mappings(tmp_path):
    path = tmp_path / "some.safetensors"
    ct.save(path, {"b": ct.zeros(1), "a": ct.ones(2)})
    file = ct.File(os.fsencode(path))
    assert dict(file).keys() == {"a", "b"} and 3 not in file and "c" not in file and "\ud800" not in file and "b\0" not in file
    with pytest.raises(KeyError, match="c"):
        file["c"]
    ct.save(tmp_path / "one.npy", [1, 2])
    one = ct.File(tmp_path / "one.npy")
    assert (one.format, one.keys(), one.metadata, one[""].tolist()) == ("npy", [""], {}, [1, 2])


def test_what_cannot_be_saved(tmp_path):
    path = tmp_path / "one.npy"
    path.write_bytes(b"before")
    for wrong, error, says in [
            (lambda: ct.save(path, ct.zeros(2, "bfloat16")), ct.DtypeError, "save: .*bfloat16"),
            (lambda: ct.save(path, ct.meta(2)), ct.InvalidError, "save: .*meta"),
            (lambda: ct.save(path, {"a": ct.zeros(2)}), TypeError, "save: npy holds one Tensor, not a dict"),
            (lambda: ct.save(path, ct.zeros(2), format="npz"), TypeError, "save: npz holds a mapping"),
            (lambda: ct.save(path, ct.zeros(2), metadata={"a": "b"}), ct.InvalidError, "metadata"),
            (lambda: ct.save(path, ct.zeros(2), compress=True), ct.InvalidError, "npz"),
            (lambda: ct.save(tmp_path / "a.txt", ct.zeros(2)), ValueError, "save: the format is one of npy"),
            (lambda: ct.save(path, {"a": ct.zeros(2, "complex128")}, format="safetensors"), ct.DtypeError, "complex128"),
            (lambda: ct.save(path, {1: ct.zeros(2)}, format="safetensors"), TypeError, "a name is a str, not int"),
            (lambda: ct.save(path, {"a\0": ct.zeros(2)}, format="safetensors"), ValueError, "NUL"),
            (lambda: ct.save(path, {"\udcff": ct.zeros(2)}, format="safetensors"), ct.InvalidError, "UTF-8"),
            (lambda: ct.save(tmp_path / "no" / "one.npy", ct.zeros(2)), OSError, "No such file")]:
        with pytest.raises(error, match=says):
            wrong()
    assert path.read_bytes() == b"before" and os.listdir(tmp_path) == ["one.npy"]


def test_what_the_system_refuses(tmp_path, copy):
    with pytest.raises(ct.IoError, match="load: .*none.npy: No such file"):
        ct.load(tmp_path / "none.npy", copy=copy)
    with pytest.raises(ct.IoError, match="File: .*"):
        ct.File(tmp_path, copy=copy)
    with pytest.raises(TypeError):
        ct.load(7)
    with pytest.raises(ValueError, match="contiguous"):
        ct.load(ct.zeros(9, "uint8")[::2])


F4 = entry(0, 4, [1])
LIES = {
    "empty": b"",
    "magic": b"\x93NUMPX\x01\x00" + b" " * 64,
    "length only": struct.pack("<Q", 2),
    "header bomb": struct.pack("<Q", 100_000_001) + b"{}",
    "huge header": struct.pack("<Q", 2**63) + b"{}",
    "no object": safetensors_bytes(b"[]"),
    "no JSON": safetensors_bytes(b'{"a":'),
    "two objects": safetensors_bytes(b"{}{}"),
    "cut": safetensors_bytes({"a": F4}, b"123"),
    "trailing": safetensors_bytes({"a": F4}, b"12345"),
    "hole": safetensors_bytes({"a": F4, "b": entry(8, 12, [1])}, b"1" * 12),
    "hole at first": safetensors_bytes({"a": entry(4, 8, [1])}, b"1" * 8),
    "overlap": safetensors_bytes({"a": entry(0, 8, [2]), "b": entry(4, 12, [2])}, b"1" * 12),
    "the same place": safetensors_bytes({"a": F4, "b": F4}, b"1" * 4),
    "backwards": safetensors_bytes({"a": entry(4, 0, [1])}, b"1" * 4),
    "size": safetensors_bytes({"a": entry(0, 4, [2])}, b"1" * 4),
    "overflow": safetensors_bytes({"a": entry(0, 4, [2**62, 2**62, 2**4])}, b"1" * 4),
    "wraps to 4": safetensors_bytes({"a": entry(0, 4, [2**63, 2])}, b"1" * 4),
    "negative": safetensors_bytes({"a": entry(0, 4, [-1, -1])}, b"1" * 4),
    "fraction": safetensors_bytes({"a": entry(0, 4, [1.0])}, b"1" * 4),
    "many dims": safetensors_bytes({"a": entry(0, 4, [1] * 65)}, b"1" * 4),
    "dtype": safetensors_bytes({"a": entry(0, 4, [1], "F33")}, b"1" * 4),
    "names twice": safetensors_bytes(b'{"a":%s,"a":%s}' % (json.dumps(F4).encode(), json.dumps(entry(4, 8, [1])).encode()),
                                     b"1" * 8),
    "dtype twice": safetensors_bytes(b'{"a":{"dtype":"F32","dtype":"F32","shape":[1],"data_offsets":[0,4]}}', b"1" * 4),
    "no shape": safetensors_bytes({"a": {"dtype": "F32", "data_offsets": [0, 4]}}, b"1" * 4),
    "another key": safetensors_bytes({"a": {**F4, "b": 1}}, b"1" * 4),
    "metadata of numbers": safetensors_bytes({"__metadata__": {"a": 1}}),
    "metadata twice": safetensors_bytes(b'{"__metadata__":{},"__metadata__":{}}'),
    "NUL in a name": safetensors_bytes({"a\0b": F4}, b"1" * 4),
    "deep": safetensors_bytes(b'{"a":' + b"[" * 100000 + b"]" * 100000 + b"}"),
}


def npy(header, data=b"1" * 64, version=1):
    length = struct.pack("<H" if version == 1 else "<I", len(header))
    return b"\x93NUMPY" + bytes([version, 0]) + length + header + data


for name, header in {
        "no dict": b"3", "open": b"{'descr': '<f4'", "key missing": b"{'descr': '<f4', 'shape': (2,)}",
        "key twice": b"{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (2,)}",
        "other key": b"{'descr': '<f4', 'fortran_order': False, 'shape': (2,), 'x': 1}",
        "negative": b"{'descr': '<f4', 'fortran_order': False, 'shape': (-2,)}",
        "too much": b"{'descr': '<f4', 'fortran_order': False, 'shape': (17,)}",
        "overflow": b"{'descr': '<f4', 'fortran_order': False, 'shape': (4611686018427387905,)}",
        "product": b"{'descr': '<f4', 'fortran_order': False, 'shape': (4294967296, 4294967296)}",
        "beyond int64": b"{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,)}",
        "many dims": b"{'descr': '<f4', 'fortran_order': False, 'shape': (" + b"1," * 65 + b")}",
        "order": b"{'descr': '<f4', 'fortran_order': 2, 'shape': (2,)}",
        "code": b"__import__('os')"}.items():
    LIES[f"npy {name}"] = npy(header)
LIES["npy version"] = npy(b"{'descr': '<f4', 'fortran_order': False, 'shape': (2,)}", version=4)
LIES["npy length"] = b"\x93NUMPY\x01\x00\xff\xff{}"
LIES["npy bomb"] = b"\x93NUMPY\x02\x00\xff\xff\xff\xff{}"


@pytest.mark.parametrize("name", LIES)
def test_files_that_lie(tmp_path, name, copy):
    path = tmp_path / "lies"
    path.write_bytes(LIES[name])
    with pytest.raises(ct.FormatError, match=f"^load: .*{path}"):
        ct.load(path, copy=copy)
    with pytest.raises(ct.FormatError):
        ct.load(ct.from_buffer(LIES[name]) if LIES[name] else ct.zeros(0, "uint8"))


def test_dtypes_that_are_none_here(tmp_path):
    path = tmp_path / "some"
    for dtype in ("F8_E4M3", "F8_E5M2", "F8_E8M0"):
        path.write_bytes(safetensors_bytes({"a": entry(0, 4, [4], dtype), "b": entry(4, 8, [1])}, b"\0" * 8))
        file = ct.File(path)
        assert file["b"].tolist() == [0]
        with pytest.raises(ct.DtypeError, match=dtype):
            file["a"]
    for descr in ("|O", "<U3", "|V2", "<M8[s]", "<f16"):
        path.write_bytes(npy(b"{'descr': '%s', 'fortran_order': False, 'shape': (2,)}" % descr.encode()))
        with pytest.raises(ct.DtypeError, match="load: "):
            ct.load(path)
    path.write_bytes(npy(b"{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (2,)}"))
    with pytest.raises(ct.DtypeError, match="structures"):
        ct.load(path)


def test_trailing_bytes_on_request(tmp_path, copy):
    path = tmp_path / "some"
    path.write_bytes(safetensors_bytes({"a": F4}, b"\0" * 5))
    assert ct.load(path, trailing=True, copy=copy)["a"].tolist() == [0]


def test_every_cut_and_many_flips_of_good_files(tmp_path):
    """A file that is truncated or has a flipped bit gives a Tensor or one of the package's errors."""
    ct.save(tmp_path / "a.npy", ct.ones((2, 3)))
    ct.save(tmp_path / "a.safetensors", {"a": ct.ones((2, 3)), "b": ct.zeros(2, "uint8")}, metadata={"k": "v"})
    good = [(tmp_path / name).read_bytes() for name in ("a.npy", "a.safetensors")]
    try:
        ct.save(tmp_path / "a.npz", {"a": ct.ones((2, 3)), "b": ct.zeros(9)}, compress=True)
        good.append((tmp_path / "a.npz").read_bytes())
    except ct.UnsupportedError:
        pass
    for data in good:
        for n in range(len(data)):
            with pytest.raises(ct.Error):
                ct.load(ct.asarray(bytearray(data[:n])))
        random = np.random.default_rng(1)
        for _ in range(3000):
            other = bytearray(data)
            other[random.integers(len(data))] ^= 1 << random.integers(8)
            try:
                ct.load(ct.asarray(other))
            except ct.Error:
                pass


def test_paths(tmp_path):
    t = ct.tensor([1, 2])
    for path in (str(tmp_path / "ü.npy"), tmp_path / "b.npy", os.fsencode(tmp_path / "c.npy"), pathlib.PurePath(tmp_path, "d.npy")):
        ct.save(path, t)
        assert ct.load(path).equal(t)
    link = tmp_path / "link.npy"
    link.symlink_to(tmp_path / "b.npy")
    ct.save(link, t + 1)
    assert link.is_symlink() and ct.load(tmp_path / "b.npy").equal(t + 1)
    ct.save(tmp_path / "any", t, format="npy")
    assert ct.load(tmp_path / "any").equal(t)


def test_a_file_is_a_mapping(tmp_path):
    path = tmp_path / 'm.safetensors'
    ct.save(path, {'a': ct.arange(3), 'b': ct.ones(2)})
    file = ct.File(path)
    assert [(name, t.tolist()) for name, t in file.items()] == [('a', [0, 1, 2]), ('b', [1, 1])] and len(file.values()) == 2
    assert file.get('c') is None and file.get('a').tolist() == [0, 1, 2] and dict(file)['b'].tolist() == [1, 1]
    ct.save(tmp_path / 'copy.safetensors', file, metadata=file.metadata)
    assert ct.load(tmp_path / 'copy.safetensors')['a'].tolist() == [0, 1, 2]
