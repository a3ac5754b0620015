"""A pipeline of libctensor on a photograph, a port of examples/photo/photo.c to Python, line for line.

Usage: photo.py <picture.png> <folder for the results>
"""
import sys
import time

import numpy as np
from PIL import Image

import ctensor as ct

F = np.float32


def powf(x, y):
    """Like C's powf, which computes in double and rounds once."""
    return np.power(x, y, dtype=np.float64).astype(F)


def memory_of(t):
    """Where a tensor's storage starts, which is the same for all its views."""
    return t.data_ptr - t.storage_offset * t.itemsize


def report(what, made, of, us):
    sizes, strides = ('[' + ', '.join(map(str, values)) + ']' for values in (made.shape, made.strides))
    memory = 'view' if memory_of(made) == memory_of(of) else 'moved'
    print(f'{what:38} {made.dtype.name:8}{sizes:26}{strides:26}{memory:6} {us:9.1f} us')


def step(what, of, make):
    began = time.perf_counter()
    made = make()
    report(what, made, made if of is None else of, 1e6 * (time.perf_counter() - began))
    return made


def luminance_kernel(linear):
    """The user's kernel gets pieces of at most two dims, on several threads, in the order that suits memory best."""
    def kernel(piece):
        out, red, green, blue = (np.asarray(operand) for operand in piece)
        y = F(0.2126) * linear[red] + F(0.7152) * linear[green] + F(0.0722) * linear[blue]  # ITU-R BT.709
        y = np.where(y <= F(0.0031308), F(12.92) * y, F(1.055) * powf(y, F(1) / F(2.4)) - F(0.055))
        out[...] = F(255) * y + F(0.5)
    return kernel


def write_picture(folder, name, t):
    path = f'{folder}/{name}'
    Image.fromarray(np.asarray(t)).save(path)
    print(f'wrote {path}')


def main(picture, folder):
    pixels = np.array(Image.open(picture).convert('RGB'))
    h, w, _ = pixels.shape
    if h < 320 or w < 384:
        sys.exit(f'{picture}: at least 384 x 320 pixels are needed, this has {w} x {h}')
    version = '.'.join(map(str, ct.version()))
    print(f'libctensor {version}, {ct.isa()} kernels, {ct.get_num_threads()} threads')
    print(f'{picture}: {w} x {h}\n')
    print(f'{"step":38} {"dtype":8}{"sizes":26}{"strides":26}{"memory":6} {"time":>12}')

    # the tensor and its views keep the decoder's array alive
    photo = step('decoded picture, borrowed', None, lambda: ct.from_buffer(pixels))

    # u8 HWC -> f32 NCHW: two views, then one pass that permutes and converts
    chw = step('permute to CHW', photo, lambda: photo.permute(2, 0, 1))
    batch = step('unsqueeze to NCHW', chw, lambda: chw.unsqueeze(0))
    as_float = step('to float32, contiguous', batch, lambda: batch.to(ct.float32, ct.MemoryFormat.CONTIGUOUS))

    # the mean of each channel, by the library
    unit = step('/ 255', as_float, lambda: as_float / 255.0)
    total = step('sum over N, H, W', unit, lambda: unit.sum((0, 2, 3)))
    channel_mean = step('/ (H W): mean per channel', total, lambda: total / (h * w))

    # normalise with ImageNet's constants, broadcast along H and W
    mean = ct.tensor([0.485, 0.456, 0.406]).view(3, 1, 1)
    std = ct.tensor([0.229, 0.224, 0.225]).view(3, 1, 1)
    centred = step("- ImageNet's mean", unit, lambda: unit - mean)
    normalised = step("/ ImageNet's deviation", centred, lambda: centred / std)

    # do the same four calls fused into one pass over memory, which gives the same bits
    def normalise(x, less, over):
        return (x.to(ct.float32, ct.MemoryFormat.CONTIGUOUS) / 255.0 - less) / over

    step("those four again, call by call", batch, lambda: normalise(batch, mean, std))
    fused = step('those four, fused into one pass', batch, lambda: ct.fuse(normalise)(batch, mean, std))
    if not fused.equal(normalised):
        sys.exit('fusing changed values')

    # channels_last and back: the same sizes and values, other strides
    channels_last = step('contiguous(channels_last)', normalised,
                         lambda: normalised.contiguous(ct.MemoryFormat.CHANNELS_LAST))
    back = step('contiguous(contiguous): back', channels_last, lambda: channels_last.contiguous())
    same = step('back == before?', back, lambda: back == normalised)
    nsame = step('how many are equal', same, lambda: same.sum())
    if nsame.item() != 3 * h * w:
        sys.exit(f'channels_last and back changed {3 * h * w - nsame.item()} values')

    # luminance: our own kernel over three views of the decoder's memory
    red = step('red: select(-1, 0)', photo, lambda: photo[..., 0])
    green = step('green: select(-1, 1)', photo, lambda: photo[..., 1])
    blue = step('blue: select(-1, 2)', photo, lambda: photo[..., 2])
    level = np.arange(256, dtype=F) / F(255)
    linear = np.where(level <= F(0.04045), level / F(12.92), powf((level + F(0.055)) / F(1.055), F(2.4)))
    began = time.perf_counter()
    it = ct.Iter([None], [red, green, blue], flags=ct.IterFlag.NO_SAME_DTYPE_CHECK, output_dtypes=[ct.float32])
    built = time.perf_counter()
    it.for_each(luminance_kernel(linear))
    walked = time.perf_counter()
    luminance = it.operand(0)
    report('our kernel: luminance', luminance, photo, 1e6 * (walked - built))
    print(f'    iterator built in {1e6 * (built - began):.1f} us: {it.ndim} dim{"" if it.ndim == 1 else "s"}, strides in '
          f'bytes out {it.strides(0)[0]}, in {it.strides(1)[0]}')
    grey = step('to uint8', luminance, lambda: luminance.to(ct.uint8))

    # a thumbnail: crop, halve and mirror are views; one copy puts the pixels in order for the encoder
    rows = step('rows 0 to 256', photo, lambda: photo[0:256])
    face = step('columns 96 to 352', rows, lambda: rows[:, 96:352])
    half_rows = step('every second row', face, lambda: face[::2])
    half = step('every second column', half_rows, lambda: half_rows[:, ::2])
    mirrored = step('flip: mirrored', half, lambda: half.flip(1))
    thumbnail = step('contiguous', mirrored, lambda: mirrored.contiguous())

    # convert the channels_last tensor back to 8 bits, and compare it with the file
    unscaled = step('channels_last * deviation', channels_last, lambda: channels_last * std)
    uncentred = step('+ mean', unscaled, lambda: unscaled + mean)
    levels = step('* 255', uncentred, lambda: uncentred * 255.0)
    rounded = step('+ 0.5', levels, lambda: levels + 0.5)
    as_bytes = step('to uint8, strides kept', rounded, lambda: rounded.to(ct.uint8))
    planes = step('select(0, 0): CHW', as_bytes, lambda: as_bytes[0])
    interleaved = step('permute to HWC', planes, lambda: planes.permute(1, 2, 0))
    round_trip = step('contiguous: already is', interleaved, lambda: interleaved.contiguous())
    match = step('== the decoded picture?', round_trip, lambda: round_trip == photo)
    nmatch = step('how many are equal', match, lambda: match.sum()).item()

    print(f'\nmean of red, green, blue: {channel_mean}')
    print(f'round trip through float32 and channels_last: {nmatch} of {3 * h * w} bytes as in the file')
    if nmatch != 3 * h * w:
        sys.exit(1)
    write_picture(folder, 'luminance.png', grey)
    write_picture(folder, 'thumbnail.png', thumbnail)
    write_picture(folder, 'round_trip.png', round_trip)


if __name__ == '__main__':
    if len(sys.argv) != 3:
        sys.exit('usage: photo.py <picture.png> <folder for the results>')
    main(sys.argv[1], sys.argv[2])
