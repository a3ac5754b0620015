#!/usr/bin/env python3
"""compare_pictures.py A B checks that two PNG files show the same pixels, however they are encoded. It exits 1 with one
line if they do not.

It reads what the photo demo and its ports write: 8 bits, gray or RGB with or without alpha, not interlaced. Gray is
compared as RGB, and a picture without alpha as an opaque one.
"""
import struct
import sys
import zlib

CHANNELS = {0: 1, 2: 3, 4: 2, 6: 4}  # the number of channels of each PNG color type


def chunks(data):
    at = 8
    while at < len(data):
        length, kind = struct.unpack_from('>I4s', data, at)
        yield kind, data[at + 8:at + 8 + length]
        at += 12 + length


def paeth(left, up, corner):
    a, b, c = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
    return left if a <= b and a <= c else up if b <= c else corner


def unfilter(kind, row, above, step):
    """Undoes PNG's prediction of a row from its left neighbours and the row above, in place."""
    if kind == 2:
        row[:] = bytes((x + up) & 255 for x, up in zip(row, above))
    elif kind in (1, 3, 4):
        for i in range(len(row)):
            left, corner = (row[i - step], above[i - step]) if i >= step else (0, 0)
            guess = left if kind == 1 else (left + above[i]) // 2 if kind == 3 else paeth(left, above[i], corner)
            row[i] = (row[i] + guess) & 255
    elif kind != 0:
        raise ValueError(f'unknown filter {kind}')


def read(path):
    """Returns (width, height, pixels as RGBA)."""
    with open(path, 'rb') as file:
        data = file.read()
    if data[:8] != b'\x89PNG\r\n\x1a\n':
        raise ValueError('is no PNG')
    parts = list(chunks(data))
    width, height, bits, color, _, _, interlaced = struct.unpack('>IIBBBBB', dict(parts)[b'IHDR'])
    if bits != 8 or color not in CHANNELS or interlaced:
        raise ValueError(f'has {bits} bits, color type {color}, interlace {interlaced}: not one of those that are read')
    step = CHANNELS[color]
    raw = zlib.decompress(b''.join(body for kind, body in parts if kind == b'IDAT'))
    above, rows = bytearray(width * step), []
    for y in range(height):
        start = y * (width * step + 1)
        row = bytearray(raw[start + 1:start + 1 + width * step])
        unfilter(raw[start], row, above, step)
        rows.append(row)
        above = row
    samples = b''.join(rows)
    rgba = bytearray(b'\xff' * (4 * width * height))
    for channel in range(3):
        rgba[channel::4] = samples[channel if step > 2 else 0::step]
    if step in (2, 4):
        rgba[3::4] = samples[step - 1::step]
    return width, height, rgba


def difference(first, second):
    (width, height, a), (other_width, other_height, b) = read(first), read(second)
    if (width, height) != (other_width, other_height):
        return f'{width} x {height} pixels and {other_width} x {other_height}'
    different = [i for i in range(0, len(a), 4) if a[i:i + 4] != b[i:i + 4]] if a != b else []
    if not different:
        return None
    y, x = divmod(different[0] // 4, width)
    at = different[0]
    return f'{len(different)} pixels differ, the first at row {y}, column {x}: {list(a[at:at + 4])}, {list(b[at:at + 4])}'


if __name__ == '__main__':
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    found = difference(sys.argv[1], sys.argv[2])
    if found:
        print(f'{sys.argv[1]} and {sys.argv[2]}: {found}')
    sys.exit(1 if found else 0)
