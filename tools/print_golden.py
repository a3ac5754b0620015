#!/usr/bin/env python3
"""Asks PyTorch how it prints tensors and writes the answers to tests/unit/print_golden.inc.

It needs a Python that has torch (Debian: python3-torch), and runs from anywhere: tools/print_golden.py
The file is kept in the repository, so tests do not need torch. dtypes are named without "torch.", as libctensor names
them, so PyTorch breaks lines by the shorter names.
"""

import builtins
import pathlib
import random
import struct

import torch
import torch._tensor_str

torch._tensor_str.str = lambda value: builtins.str(value).replace("torch.", "")

NAMES = {
    torch.bool: "Bool", torch.uint8: "UInt8", torch.int8: "Int8", torch.int16: "Int16", torch.int32: "Int32",
    torch.int64: "Int64", torch.float16: "Float16", torch.bfloat16: "BFloat16", torch.float32: "Float32",
    torch.float64: "Float64", torch.complex32: "Complex32", torch.complex64: "Complex64",
    torch.complex128: "Complex128",
}
INTEGERS = [torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64]
FLOATS = [torch.float16, torch.bfloat16, torch.float32, torch.float64]
COMPLEXES = [torch.complex32, torch.complex64, torch.complex128]

cases = []


def bytes_of(flat):
    if flat.dtype == torch.bool:
        return bytes(int(v) for v in flat.tolist())
    if flat.dtype == torch.bfloat16:
        return b"".join(struct.pack("<h", v) for v in flat.view(torch.int16).tolist())
    if flat.dtype == torch.complex32:
        return b"".join(struct.pack("<h", v) for v in torch.view_as_real(flat).reshape(-1).view(torch.int16).tolist())
    return flat.numpy().tobytes()


def record(tensor, sizes, strides, offset, storage):
    cases.append((NAMES[storage.dtype], list(sizes), list(strides), offset, bytes_of(storage).hex(),
                  torch._tensor_str._str(tensor)))


def case(tensor):
    """A tensor, and the storage under it."""
    storage = torch.as_strided(tensor, (tensor.storage().size(),), (1,), 0) if tensor.numel() else tensor.reshape(-1)
    record(tensor, tensor.shape, tensor.stride(), tensor.storage_offset(), storage)


def flipped(tensor, dims):
    """A case with negative strides: the text is that of PyTorch's copy, the layout is ours."""
    tensor = tensor.contiguous()
    strides = list(tensor.stride())
    offset = 0
    for dim in dims:
        offset += strides[dim] * (tensor.shape[dim] - 1)
        strides[dim] = -strides[dim]
    record(tensor.flip(dims), tensor.shape, strides, offset, tensor.reshape(-1))


def main():
    random.seed(7)
    torch.manual_seed(7)
    inf, nan = float("inf"), float("nan")

    # notation
    lists = [
        [3.0], [0.0], [-0.0], [1.5], [1e-5], [1e8], [1.1e8], [123456.0], [nan], [inf, -inf, nan], [1.0, nan],
        [1.5, inf], [-1.0, 2.0, 3.0], [0.1, 0.25, -0.125], [1.0, 1000.0], [1.0, 1001.0], [0.5, 500.0], [0.5, 501.0],
        [1e-4, 0.01], [9e-5, 0.01], [0.00012345, 0.1], [1e4, -1e-4, 0.0], [0.0, 0.0, 0.0], [1e10, 1.0, inf],
        [99999.5, 120.0], [0.99999, 0.5], [0.00005, 0.00015], [2.5, 3.5, 4.5], [1e3 + 0.5, 2.0],
    ]
    for values in lists:
        for dtype in (torch.float32, torch.float64):
            case(torch.tensor(values, dtype=dtype))
        case(torch.tensor(values, dtype=torch.float16))
        case(torch.tensor(values, dtype=torch.bfloat16))
        case(torch.tensor(values[0]))
    case(torch.tensor([1e300, 1e-300, 5e-324], dtype=torch.float64))
    case(torch.tensor([1.4e-45, 3.4e38]))
    case(torch.tensor([1e-200, 1e-199], dtype=torch.float64))

    # integers and bool
    for dtype in INTEGERS:
        info = torch.iinfo(dtype)
        case(torch.tensor([info.min, info.max, 0, 1], dtype=dtype))
        case(torch.tensor(7, dtype=dtype))
        case(torch.arange(24, dtype=dtype).reshape(2, 3, 4))
        case(torch.arange(40, dtype=dtype))
    case(torch.tensor(True))
    case(torch.tensor([True, False]))
    case(torch.tensor([[False] * 12] * 2))
    case(torch.tensor([True, True]))

    # complex
    for dtype in COMPLEXES:
        if dtype == torch.complex32:
            make = lambda values: torch.tensor(values, dtype=torch.complex64).to(torch.complex32)
        else:
            make = lambda values, dtype=dtype: torch.tensor(values, dtype=dtype)
        case(make(1 + 2j))
        case(make([1 + 2j, -3 - 4.5j, 0j]))
        case(make([complex(nan, -inf), complex(-0.0, -0.0), 1e-6 + 1e3j]))
        case(make([[complex(i, -j / 3) for j in range(7)] for i in range(3)]))

    # shapes and wrapping
    for shape in [(1,), (13,), (14,), (100,), (1, 1), (2, 30), (3, 1, 2), (2, 2, 2, 2), (1, 2, 1, 3, 1), (1000,),
                  (25, 40)]:
        case((torch.arange(int(torch.tensor(shape).prod())) % 17).to(torch.float32).reshape(shape))
    case(torch.arange(60, dtype=torch.float64).reshape(3, 20) / 7)
    case(torch.arange(60, dtype=torch.int32) * 1000003)

    # summary
    base = torch.arange(12, dtype=torch.int16) * 100 - 300
    case(torch.as_strided(base, (1001,), (0,)))
    case(torch.arange(1001, dtype=torch.int16))
    case(torch.as_strided(base, (7, 200), (1, 0)))
    case(torch.as_strided(base, (6, 200), (1, 0)))
    case(torch.as_strided(base, (200, 6), (0, 1)))
    case(torch.as_strided(base, (3, 4, 100), (4, 1, 0)))
    case(torch.as_strided(base, (3, 100, 4), (4, 0, 1)))
    case(torch.as_strided(base, (100, 3, 4), (0, 4, 1)))
    case(torch.as_strided(base.to(torch.float32) / 7, (20, 20, 12), (0, 0, 1)))
    case(torch.as_strided(base.to(torch.float64) / 7, (10, 11, 12), (0, 1, 0))[:, 1:])
    case(torch.as_strided(base.to(torch.complex64) * (1 + 0.5j), (10, 11, 12), (0, 0, 1)))
    case(torch.as_strided(torch.tensor([True, False]), (2000, 2), (0, 1)))
    # the largest element is not among those shown
    hidden = torch.ones(1100, dtype=torch.int16)
    hidden[500] = 30000
    case(hidden)

    # empty
    for shape in [(0,), (0, 3), (3, 0), (2, 0, 4)]:
        for dtype in (torch.float32, torch.float64, torch.int64, torch.bool, torch.complex64):
            case(torch.empty(shape, dtype=dtype))

    # strided and reversed
    grid = torch.arange(30, dtype=torch.float32).reshape(5, 6) - 7.5
    case(grid.t())
    case(grid[1:4, ::2])
    case(grid[2])
    case(grid[:, 3])
    case(grid[:1].expand(3, 6))
    flipped(grid, [0])
    flipped(grid, [0, 1])
    flipped(torch.arange(7), [0])
    flipped(torch.arange(1001, dtype=torch.int16), [0])

    # at random
    for _ in range(60):
        dtype = random.choice(INTEGERS + FLOATS)
        shape = [random.randint(1, 5) for _ in range(random.randint(0, 4))]
        scale = 10.0 ** random.randint(-6, 9)
        values = torch.randn(shape, dtype=torch.float64) * scale
        if random.random() < 0.4:
            values = values.round()
        if dtype in INTEGERS:
            values = values.clamp(-100 if dtype != torch.uint8 else 0, 100)
        tensor = values.to(dtype)
        if tensor.dim() > 1:
            tensor = tensor.transpose(0, random.randrange(tensor.dim()))
        case(tensor)

    out = pathlib.Path(__file__).resolve().parent.parent / "tests" / "unit" / "print_golden.inc"
    with out.open("w") as file:
        file.write(f"// Written by tools/print_golden.py with PyTorch {torch.__version__}; do not edit.\n")
        file.write("// GOLDEN(dtype, sizes, strides, offset, storage in hex, text)\n")
        for dtype, sizes, strides, offset, data, text in cases:
            numbers = ["({})".format(", ".join(map(builtins.str, part))) for part in (sizes, strides)]
            lines = "\n       ".join('"{}"'.format(line) for line in text.replace("\n", "\\n\n").split("\n"))
            file.write(f'GOLDEN({dtype}, {numbers[0]}, {numbers[1]}, {offset}, "{data}",\n       {lines})\n')
    print(f"{len(cases)} cases, {out.stat().st_size} bytes: {out}")


if __name__ == "__main__":
    main()
