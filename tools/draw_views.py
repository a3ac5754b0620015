#!/usr/bin/env python3
"""Draws the pictures of docs/views.md and README.md with the sizes, strides and offsets that the library gives.

  draw_views.py LIBRARY            writes docs/pictures/*.svg; LIBRARY is libctensor.so
  draw_views.py --check LIBRARY    fails when they are not what it would write
"""
import ctypes
import os
import sys

FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), 'docs', 'pictures')
COLORS = ['#cfe2ff', '#ffe3b3', '#d3f0d0', '#f6cfe0']  # of the rows of a view, as the eye needs them to tell them apart
CELL, GAP, LEFT = 44, 6, 20
FLOAT32 = 8
TO_END = -2**63


class Library:
    def __init__(self, path):
        self.lib = ctypes.CDLL(path)
        for name, kind in (('sizes', ctypes.c_int64), ('strides', ctypes.c_int64)):
            getattr(self.lib, 'ct_tensor_' + name).restype = ctypes.POINTER(kind)
        self.lib.ct_tensor_storage_offset.restype = ctypes.c_int64
        self.lib.ct_tensor_release.restype = None

    def make(self, name, *arguments):
        out = ctypes.c_void_p()
        status = getattr(self.lib, name)(*arguments, ctypes.byref(out), None)
        if status != 0:
            raise SystemExit(f'{name} gave {status}')
        return out

    def layout(self, tensor):
        ndim = self.lib.ct_tensor_ndim(tensor)
        sizes, strides = self.lib.ct_tensor_sizes(tensor), self.lib.ct_tensor_strides(tensor)
        return sizes[:ndim], strides[:ndim], self.lib.ct_tensor_storage_offset(tensor)


def longs(*values):
    return (ctypes.c_int64 * len(values))(*values)


def ints(*values):
    return (ctypes.c_int32 * len(values))(*values)


# name of the picture: (what is drawn above it, the sizes of the tensor it begins with, the calls that make the view)
VIEWS = {
    'contiguous': ('x', (3, 4), []),
    'transpose': ('ct_transpose(x, 0, 1)', (3, 4), [('ct_transpose', ints, (0, 1))]),
    'select': ('ct_select(x, 1, 2)', (3, 4), [('ct_select', None, (1, 2))]),
    'slice': ('ct_slice(x, 1, 0, CT_TO_END, 2)', (3, 4), [('ct_slice', None, (1, 0, TO_END, 2))]),
    'flip': ('ct_flip(x, {1}, 1)', (3, 4), [('ct_flip', ints, (1,))]),
    'expand': ('ct_expand(r, {3, 4}, 2)', (4,), [('ct_expand', longs, (3, 4))]),
    'unfold': ('ct_unfold(r, 0, 3, 1)', (6,), [('ct_unfold', None, (0, 3, 1))]),
    'diagonal': ('ct_diagonal(x, 0, 0, 1)', (3, 4), [('ct_diagonal', None, (0, 0, 1))]),
}


def view_of(library, sizes, calls):
    """(sizes, strides, offset, elements in memory) of the view."""
    count = 1
    for size in sizes:
        count *= size
    made = [library.make('ct_zeros', longs(*sizes), ctypes.c_int32(len(sizes)), ctypes.c_uint32(FLOAT32))]
    for name, kind, values in calls:
        if name == 'ct_transpose' or name == 'ct_diagonal':
            given = [ctypes.c_int32(value) for value in values]
        elif kind is not None:
            given = [kind(*values), ctypes.c_int32(len(values))]
        elif name == 'ct_select':
            given = [ctypes.c_int32(values[0]), ctypes.c_int64(values[1])]
        else:
            given = [ctypes.c_int32(values[0]), *[ctypes.c_int64(value) for value in values[1:]]]
        if name == 'ct_diagonal':
            given = [ctypes.c_int64(values[0]), *given[1:]]
        made.append(library.make(name, made[-1], *given))
    layout = library.layout(made[-1])
    for tensor in made:
        library.lib.ct_tensor_release(tensor)
    return (*layout, count)


def cell(x, y, text, color):
    return (f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL - 10}" fill="{color}" stroke="#555"/>'
            f'<text x="{x + CELL / 2}" y="{y + 22}" text-anchor="middle">{text}</text>')


def picture(title, sizes, strides, offset, count):
    """The view as rows and columns, and under it the memory; every cell has its place in memory, a row one color."""
    rows, columns = sizes if len(sizes) == 2 else (1, sizes[0])
    row_step, column_step = strides if len(strides) == 2 else (0, strides[0])
    out, colors, y = [], {}, 62
    for i in range(rows):
        for j in range(columns):
            place = offset + i * row_step + j * column_step
            out.append(cell(LEFT + j * CELL, y, place, COLORS[i % len(COLORS)]))
            colors.setdefault(place, []).append(COLORS[i % len(COLORS)])
        y += CELL - 10
    y += 30
    out.append(f'<text x="{LEFT}" y="{y}" class="small">the memory, and where its elements are in the view</text>')
    y += 10
    for place in range(count):
        shares = list(dict.fromkeys(colors.get(place, ['#ffffff'])))
        x = LEFT + place * CELL
        height = (CELL - 10) / len(shares)
        out.extend(f'<rect x="{x}" y="{y + k * height:g}" width="{CELL}" height="{height:g}" fill="{color}"/>'
                   for k, color in enumerate(shares))
        out.append(cell(x, y, place, 'none'))
    width, height = 2 * LEFT + max(columns, count, 10) * CELL, y + CELL + 6
    layout = f'sizes {shown(sizes)}   strides {shown(strides)}   offset {offset}'
    head = [f'<text x="{LEFT}" y="26" font-family="monospace" font-weight="bold">{title}</text>',
            f'<text x="{LEFT}" y="48" class="small" xml:space="preserve">{layout}</text>']
    return drawing(f'{title}: {layout}', width, height, head + out)


# What the README's picture shows, from left to right.
OVERVIEW = ('contiguous', 'transpose', 'flip', 'slice', 'diagonal')


def overview(library):
    """Several views and the one memory under them: a cell has its place in memory, and the color of its row there."""
    def of_place(place):
        return COLORS[place // 4 % len(COLORS)]

    out, x, bottom = [], LEFT, 0
    for name in OVERVIEW:
        title, tensor, calls = VIEWS[name]
        sizes, strides, offset, count = view_of(library, tensor, calls)
        rows, columns = sizes if len(sizes) == 2 else (1, sizes[0])
        row_step, column_step = strides if len(strides) == 2 else (0, strides[0])
        shapes = f'sizes {shown(sizes)}', f'strides {shown(strides)}'
        width = max(columns * CELL, 8.5 * len(title), 7 * max(map(len, shapes)))
        out.append(f'<text x="{x}" y="26" font-family="monospace" font-weight="bold">{title}</text>')
        for k, line in enumerate(shapes):
            out.append(f'<text x="{x}" y="{46 + 18 * k}" class="small">{line}</text>')
        for i in range(rows):
            for j in range(columns):
                place = offset + i * row_step + j * column_step
                out.append(cell(x + j * CELL, 76 + i * (CELL - 10), place, of_place(place)))
        x += round(width) + 36
        bottom = max(bottom, 76 + rows * (CELL - 10))
    y = bottom + 30
    out.append(f'<text x="{LEFT}" y="{y}" class="small">one memory under all of them; nothing is copied</text>')
    out.extend(cell(LEFT + place * CELL, y + 10, place, of_place(place)) for place in range(count))
    return drawing('five views of one tensor', x, y + CELL + 16, out)


def drawing(title, width, height, parts):
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            'font-family="sans-serif" font-size="14">\n'
            f'<title>{title}</title>\n<style>.small {{ font-size: 13px; fill: #444 }}</style>\n'
            f'<rect width="{width}" height="{height}" fill="#fff"/>\n' + '\n'.join(parts) + '\n</svg>\n')


def shown(values):
    return '[' + ', '.join(map(str, values)) + ']'


def main(library, check):
    library, stale = Library(os.path.abspath(library)), []
    os.makedirs(FOLDER, exist_ok=True)
    pictures = {f'view-{name}': picture(title, *view_of(library, sizes, calls))
                for name, (title, sizes, calls) in VIEWS.items()} | {'views': overview(library)}
    for name, text in pictures.items():
        path = os.path.join(FOLDER, name + '.svg')
        if not check:
            with open(path, 'w', encoding='utf-8') as file:
                file.write(text)
            continue
        with open(path, encoding='utf-8') as file:
            if file.read() != text:
                stale.append(os.path.basename(path))
    if stale:
        raise SystemExit(f'{", ".join(stale)}: not what tools/draw_views.py draws')
    print(f'{len(pictures)} pictures')


if __name__ == '__main__':
    if len(sys.argv) not in (2, 3) or (len(sys.argv) == 3 and sys.argv[1] != '--check'):
        raise SystemExit(__doc__)
    main(sys.argv[-1], len(sys.argv) == 3)
