//! A pipeline of libctensor on a photograph, a port of examples/photo/photo.c:
//!   decode -> u8 HWC -> f32 NCHW, normalised per channel -> channels_last and back -> mean per channel ->
//!   luminance by a kernel of our own -> a thumbnail made of views -> pictures to look at.
//! Usage: photo <picture.png> <folder for the results>
use std::error::Error;
use std::fs::File;
use std::io::BufWriter;
use std::path::Path;
use std::time::Instant;

use ctensor::{DType, IterConfig, MemoryFormat, Tensor};

type Outcome<T> = std::result::Result<T, Box<dyn Error>>;

/// Where a tensor's storage starts, which is the same for all its views.
fn memory_of(t: &Tensor) -> *const u8 {
    t.data().wrapping_offset(-(t.storage_offset() as isize) * t.dtype().size() as isize)
}

fn report(what: &str, made: &Tensor, from: &Tensor, us: f64) {
    let list = |values: &[i64]| format!("{:<26}", format!("{values:?}"));
    let memory = if memory_of(made) == memory_of(from) { "view" } else { "moved" };
    let (sizes, strides) = (list(made.sizes()), list(made.strides()));
    println!("{what:<38} {:<8}{sizes}{strides}{memory:<6} {us:>9.1} us", made.dtype());
}

fn micros(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1e6
}

/// A step of the pipeline, reported with its time.
fn step(what: &str, from: &Tensor, make: impl FnOnce() -> ctensor::Result<Tensor>) -> ctensor::Result<Tensor> {
    let began = Instant::now();
    let made = make()?;
    report(what, &made, from, micros(began));
    Ok(made)
}

/// RGB pixels, height and width.
fn picture_read(path: &str) -> Outcome<(Vec<u8>, i64, i64)> {
    let mut decoder = png::Decoder::new(File::open(path)?);
    decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::STRIP_16);
    let mut reader = decoder.read_info()?;
    let mut pixels = vec![0; reader.output_buffer_size()];
    let info = reader.next_frame(&mut pixels)?;
    if info.color_type != png::ColorType::Rgb {
        return Err(format!("{path}: {:?} is not RGB", info.color_type).into());
    }
    pixels.truncate(info.buffer_size());
    Ok((pixels, info.height.into(), info.width.into()))
}

fn picture_write(folder: &str, name: &str, t: &Tensor) -> Outcome<()> {
    let path = Path::new(folder).join(name);
    let (height, width) = (t.sizes()[0], t.sizes()[1]);
    let mut encoder = png::Encoder::new(BufWriter::new(File::create(&path)?), width as u32, height as u32);
    encoder.set_color(if t.ndim() == 3 { png::ColorType::Rgb } else { png::ColorType::Grayscale });
    encoder.set_depth(png::BitDepth::Eight);
    encoder.write_header()?.write_image_data(t.as_slice()?)?;
    println!("wrote {}", path.display());
    Ok(())
}

fn main() -> Outcome<()> {
    let arguments: Vec<_> = std::env::args().collect();
    match &arguments[..] {
        [_, picture, folder] => run(picture, folder),
        _ => Err("usage: photo <picture.png> <folder for the results>".into()),
    }
}

fn run(picture: &str, folder: &str) -> Outcome<()> {
    let (pixels, h, w) = picture_read(picture)?;
    if h < 320 || w < 384 {
        return Err(format!("{picture}: at least 384 x 320 pixels are needed, this has {w} x {h}").into());
    }
    let (major, minor, patch) = ctensor::version();
    let (isa, threads) = (ctensor::isa(), ctensor::num_threads());
    println!("libctensor {major}.{minor}.{patch}, {isa} kernels, {threads} threads\n{picture}: {w} x {h}\n");
    println!("{:<38} {:<8}{:<26}{:<26}{:<6} {:>12}", "step", "dtype", "sizes", "strides", "memory", "time");

    // From here on the tensor owns the decoder's memory, which is freed with its last view.
    let began = Instant::now();
    let photo = Tensor::from_vec(pixels, [h, w, 3])?;
    report("decoded picture, borrowed", &photo, &photo, micros(began));

    // u8 HWC -> f32 NCHW: two views, then one pass that permutes and converts.
    let chw = step("permute to CHW", &photo, || photo.permute([2, 0, 1]))?;
    let batch = step("unsqueeze to NCHW", &chw, || chw.unsqueeze(0))?;
    let pixels = step("to float32, contiguous", &batch, || batch.to(DType::Float32, MemoryFormat::Contiguous, false))?;

    // The mean of each channel, by the library.
    let unit = step("/ 255", &pixels, || pixels.div(255.0))?;
    let sum = step("sum over N, H, W", &unit, || unit.sum([0, 2, 3], false, None))?;
    let channel_mean = step("/ (H W): mean per channel", &sum, || sum.div(h * w))?;

    // Normalise with ImageNet's constants, broadcast along H and W. The tensors borrow the constants.
    let mean = Tensor::from_static(&[0.485f32, 0.456, 0.406], [3, 1, 1])?;
    let std = Tensor::from_static(&[0.229f32, 0.224, 0.225], [3, 1, 1])?;
    let centred = step("- ImageNet's mean", &unit, || unit.sub(&mean))?;
    let normalised = step("/ ImageNet's deviation", &centred, || centred.div(&std))?;

    // Do the same four calls fused into one pass over memory, which gives the same bits.
    let normalise = |[x, mean, std]: [&Tensor; 3]| {
        x.to(DType::Float32, MemoryFormat::Contiguous, false)?.div(255.0)?.sub(mean)?.div(std)
    };
    step("those four again, call by call", &batch, || normalise([&batch, &mean, &std]))?;
    let fused = step("those four, fused into one pass", &batch, || ctensor::fuse(normalise)([&batch, &mean, &std]))?;
    if !fused.equal(&normalised)? {
        return Err("fusing changed values".into());
    }

    // channels_last and back: the same sizes and values, other strides.
    let (last, first) = (MemoryFormat::ChannelsLast, MemoryFormat::Contiguous);
    let channels_last = step("contiguous(channels_last)", &normalised, || normalised.contiguous(last))?;
    let back = step("contiguous(contiguous): back", &channels_last, || channels_last.contiguous(first))?;
    let same = step("back == before?", &back, || back.eq(&normalised))?;
    let nsame = step("how many are equal", &same, || same.sum(.., false, None))?.get::<i64>([])?;
    if nsame != 3 * h * w {
        return Err(format!("channels_last and back changed {} values", 3 * h * w - nsame).into());
    }

    // Luminance: our own kernel over three views of the decoder's memory. The iterator broadcasts, checks, orders,
    // allocates the output and spreads the work over threads.
    let red = step("red: select(-1, 0)", &photo, || photo.select(-1, 0))?;
    let green = step("green: select(-1, 1)", &photo, || photo.select(-1, 1))?;
    let blue = step("blue: select(-1, 2)", &photo, || photo.select(-1, 2))?;
    let mut linear = [0f32; 256]; // an 8-bit sRGB level -> light
    for (i, linear) in linear.iter_mut().enumerate() {
        let level = i as f32 / 255.0;
        *linear = if level <= 0.04045 { level / 12.92 } else { ((level + 0.055) / 1.055).powf(2.4) };
    }
    let began = Instant::now();
    let config = IterConfig::new().no_same_dtype_check().new_output(DType::Float32);
    let mut it = config.input(&red).input(&green).input(&blue).build()?;
    let (built, walk) = (micros(began), Instant::now());
    it.map(|(r, g, b): (u8, u8, u8)| {
        let light = |level: u8| linear[usize::from(level)];
        let y = 0.2126 * light(r) + 0.7152 * light(g) + 0.0722 * light(b); // ITU-R BT.709
        let y = if y <= 0.0031308 { 12.92 * y } else { 1.055 * y.powf(1.0 / 2.4) - 0.055 };
        255.0 * y + 0.5
    })?;
    let walked = micros(walk);
    let (ndim, strides) = (it.ndim(), [0, 1].map(|k| it.strides(k).map_or(0, |strides| strides[0])));
    let luminance = it.into_outputs().remove(0);
    report("our kernel: luminance", &luminance, &photo, walked);
    let plural = if ndim == 1 { "" } else { "s" };
    let [out, input] = strides;
    println!("    iterator built in {built:.1} us: {ndim} dim{plural}, strides in bytes out {out}, in {input}");
    let grey = step("to uint8", &luminance, || luminance.to(DType::UInt8, MemoryFormat::Preserve, false))?;

    // A thumbnail: crop, halve and mirror are views; one copy puts the pixels in order for the encoder.
    let rows = step("rows 0 to 256", &photo, || photo.narrow(0, 0, 256))?;
    let face = step("columns 96 to 352", &rows, || rows.slice(1, 96..352, 1))?;
    let half_rows = step("every second row", &face, || face.slice(0, .., 2))?;
    let half = step("every second column", &half_rows, || half_rows.slice(1, .., 2))?;
    let mirrored = step("flip: mirrored", &half, || half.flip([1]))?;
    let thumbnail = step("contiguous", &mirrored, || mirrored.contiguous(first))?;

    // Convert the channels_last tensor back to 8 bits, and compare it with the file.
    let unscaled = step("channels_last * deviation", &channels_last, || channels_last.mul(&std))?;
    let uncentred = step("+ mean", &unscaled, || unscaled.add(&mean))?;
    let levels = step("* 255", &uncentred, || uncentred.mul(255.0))?;
    let rounded = step("+ 0.5", &levels, || levels.add(0.5))?;
    let bytes = step("to uint8, strides kept", &rounded, || rounded.to(DType::UInt8, MemoryFormat::Preserve, false))?;
    let planes = step("select(0, 0): CHW", &bytes, || bytes.select(0, 0))?;
    let interleaved = step("permute to HWC", &planes, || planes.permute([1, 2, 0]))?;
    let round_trip = step("contiguous: already is", &interleaved, || interleaved.contiguous(first))?;
    let equal = step("== the decoded picture?", &round_trip, || round_trip.eq(&photo))?;
    let nequal = step("how many are equal", &equal, || equal.sum(.., false, None))?.get::<i64>([])?;

    println!("\nmean of red, green, blue: {channel_mean}");
    let all = 3 * h * w;
    println!("round trip through float32 and channels_last: {nequal} of {all} bytes as in the file");
    if nequal != all {
        return Err("the round trip changed the picture".into());
    }
    picture_write(folder, "luminance.png", &grey)?;
    picture_write(folder, "thumbnail.png", &thumbnail)?;
    picture_write(folder, "round_trip.png", &round_trip)
}
