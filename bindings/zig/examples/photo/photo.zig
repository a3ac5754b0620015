//! A pipeline of libctensor on a photograph, a port of examples/photo/photo.c:
//!   decode -> u8 HWC -> f32 NCHW, normalised per channel -> channels_last and back -> mean per channel ->
//!   luminance by a kernel of our own -> a thumbnail made of views -> pictures to look at.
//! Usage: photo <picture.png> <folder for the results>
const std = @import("std");
const ct = @import("ctensor");
const picture = @import("picture.zig");
const Tensor = ct.Tensor;

const allocator = std.heap.c_allocator;

/// C's powf, as in the C example, so that the bits are the same.
extern "c" fn powf(base: f32, exponent: f32) f32;

/// Our own kernel: it makes a grey level of three sRGB ones, by a table from level to light. ITU-R BT.709.
fn luminance(linear: *const [256]f32, red: u8, green: u8, blue: u8) f32 {
    const light = 0.2126 * linear[red] + 0.7152 * linear[green] + 0.0722 * linear[blue];
    const level = if (light <= 0.0031308) 12.92 * light else 1.055 * powf(light, 1.0 / 2.4) - 0.055;
    return 255 * level + 0.5;
}

fn linearTable() [256]f32 {
    var linear: [256]f32 = undefined;
    for (&linear, 0..) |*one, i| {
        const level = @as(f32, @floatFromInt(i)) / 255;
        one.* = if (level <= 0.04045) level / 12.92 else powf((level + 0.055) / 1.055, 2.4);
    }
    return linear;
}

/// To float32, / 255, - mean, / deviation. It computes, or records if x is deferred.
fn normalise(x: Tensor, mean: Tensor, deviation: Tensor, diag: ?*ct.Diagnostics) ct.Error!Tensor {
    var pixels = try x.to(.{ .dtype = .float32, .format = .contiguous }, diag);
    defer pixels.deinit();
    var unit = try pixels.div(255.0, diag);
    defer unit.deinit();
    var centred = try unit.sub(mean, diag);
    defer centred.deinit();
    return centred.div(deviation, diag);
}

/// The table of steps. A step's time runs from the end of the one before.
const Steps = struct {
    out: *std.Io.Writer,
    timer: std.time.Timer,

    fn step(self: *Steps, what: []const u8, from: ?Tensor, call: ct.Error!Tensor) !Tensor {
        const nanoseconds = self.timer.read();
        const made = try call;
        try self.report(what, made, from orelse made, nanoseconds);
        self.timer.reset();
        return made;
    }

    fn report(self: *Steps, what: []const u8, made: Tensor, from: Tensor, nanoseconds: u64) !void {
        try self.out.print("{s:<38} {s:<8}", .{ what, made.dtype().name() });
        try self.list(made.sizes());
        try self.list(made.strides());
        const memory = if (memoryOf(made) == memoryOf(from)) "view" else "moved";
        try self.out.print("{s:<6} {d:>9.1} us\n", .{ memory, @as(f64, @floatFromInt(nanoseconds)) / 1000 });
    }

    fn list(self: *Steps, values: []const i64) !void {
        var buffer: [160]u8 = undefined;
        var text: std.Io.Writer = .fixed(&buffer);
        try text.writeByte('[');
        for (values, 0..) |value, i| try text.print("{s}{d}", .{ if (i == 0) "" else ", ", value });
        try text.writeByte(']');
        try self.out.print("{s:<26}", .{text.buffered()});
    }
};

/// Where a tensor's storage starts, which is the same for all its views.
fn memoryOf(t: Tensor) usize {
    const offset: usize = @intCast(t.storageOffset());
    return @intFromPtr(t.data()) - offset * t.dtype().size();
}

pub fn main() !void {
    const arguments = try std.process.argsAlloc(allocator);
    defer std.process.argsFree(allocator, arguments);
    if (arguments.len != 3) {
        std.debug.print("usage: photo <picture.png> <folder for the results>\n", .{});
        std.process.exit(2);
    }
    var buffer: [4096]u8 = undefined;
    var stdout = std.fs.File.stdout().writerStreaming(&buffer);
    var diag: ct.Diagnostics = .{};
    run(arguments[1], arguments[2], &stdout.interface, &diag) catch |err| {
        try stdout.interface.flush();
        if (diag.status() != 0) std.debug.print("{t}: {f}\n", .{ err, &diag });
        std.process.exit(1);
    };
    try stdout.interface.flush();
}

fn run(path: [:0]const u8, folder: []const u8, out: *std.Io.Writer, diag: *ct.Diagnostics) !void {
    const read = try picture.read(allocator, path);
    const h, const w = .{ read.height, read.width };
    if (h < 320 or w < 384) {
        std.debug.print("{s}: at least 384 x 320 pixels are needed, this has {d} x {d}\n", .{ path, w, h });
        allocator.free(read.pixels);
        return error.Picture;
    }
    try out.print("libctensor {f}, {s} kernels, {d} threads\n", .{ ct.version(), ct.isa(), ct.getNumThreads() });
    try out.print("{s}: {d} x {d}\n\n", .{ path, w, h });
    try out.print(
        "{s:<38} {s:<8}{s:<26}{s:<26}{s:<6} {s:>12}\n",
        .{ "step", "dtype", "sizes", "strides", "memory", "time" },
    );
    var steps: Steps = .{ .out = out, .timer = try .start() };

    // From here on the tensor owns the decoder's memory, which is freed with its last view.
    const hwc: ct.Layout = .{ .sizes = &.{ h, w, 3 } };
    var photo = try steps.step(
        "decoded picture, borrowed",
        null,
        Tensor.fromOwnedSlice(u8, allocator, read.pixels, hwc, diag),
    );
    defer photo.deinit();

    // u8 HWC -> f32 NCHW: two views, then one pass that permutes and converts.
    var chw = try steps.step("permute to CHW", photo, photo.permute(&.{ 2, 0, 1 }, diag));
    defer chw.deinit();
    var batch = try steps.step("unsqueeze to NCHW", chw, chw.unsqueeze(0, diag));
    defer batch.deinit();
    const float32: ct.To = .{ .dtype = .float32, .format = .contiguous };
    var pixels = try steps.step("to float32, contiguous", batch, batch.to(float32, diag));
    defer pixels.deinit();

    // The mean of each channel, by the library.
    var unit = try steps.step("/ 255", pixels, pixels.div(255.0, diag));
    defer unit.deinit();
    var sum = try steps.step("sum over N, H, W", unit, unit.sum(.{ .dims = &.{ 0, 2, 3 } }, diag));
    defer sum.deinit();
    var channel_mean = try steps.step("/ (H W): mean per channel", sum, sum.div(h * w, diag));
    defer channel_mean.deinit();

    // Normalise with ImageNet's constants, broadcast along H and W. The tensors borrow the constants.
    const per_channel: ct.Layout = .{ .sizes = &.{ 3, 1, 1 } };
    var mean = try Tensor.fromConstSlice(f32, &.{ 0.485, 0.456, 0.406 }, per_channel, diag);
    defer mean.deinit();
    var deviation = try Tensor.fromConstSlice(f32, &.{ 0.229, 0.224, 0.225 }, per_channel, diag);
    defer deviation.deinit();
    var centred = try steps.step("- ImageNet's mean", unit, unit.sub(mean, diag));
    defer centred.deinit();
    var normalised = try steps.step("/ ImageNet's deviation", centred, centred.div(deviation, diag));
    defer normalised.deinit();

    // Do the same four calls fused into one pass over memory, which gives the same bits.
    steps.timer.reset();
    var again = try steps.step("those four again, call by call", batch, normalise(batch, mean, deviation, diag));
    defer again.deinit();
    var fused = ct.fuse(normalise);
    defer fused.deinit();
    var in_one_pass = try steps.step("those four, fused into one pass", batch, fused.run(.{ batch, mean, deviation }, diag));
    defer in_one_pass.deinit();
    if (!try in_one_pass.equal(normalised, diag)) {
        std.debug.print("fusing changed values\n", .{});
        return error.Changed;
    }
    steps.timer.reset();

    // channels_last and back: the same sizes and values, other strides.
    var last = try steps.step("contiguous(channels_last)", normalised, normalised.contiguous(.channels_last, diag));
    defer last.deinit();
    var back = try steps.step("contiguous(contiguous): back", last, last.contiguous(.contiguous, diag));
    defer back.deinit();
    var same = try steps.step("back == before?", back, back.eq(normalised, diag));
    defer same.deinit();
    var nsame = try steps.step("how many are equal", same, same.sum(.{}, diag));
    defer nsame.deinit();
    const changed = 3 * h * w - try nsame.item(i64, diag);
    if (changed != 0) {
        std.debug.print("channels_last and back changed {d} values\n", .{changed});
        return error.Changed;
    }

    // Luminance: our own kernel over three views of the decoder's memory. The iterator broadcasts, checks, orders,
    // allocates the output and spreads the work over threads.
    var red = try steps.step("red: select(-1, 0)", photo, photo.select(-1, 0, diag));
    defer red.deinit();
    var green = try steps.step("green: select(-1, 1)", photo, photo.select(-1, 1, diag));
    defer green.deinit();
    var blue = try steps.step("blue: select(-1, 2)", photo, photo.select(-1, 2, diag));
    defer blue.deinit();
    const linear = linearTable();
    steps.timer.reset();
    var it = try ct.Iter.build(.{
        .flags = .{ .no_same_dtype_check = true },
        .outputs = &.{null}, // allocated
        .inputs = &.{ red, green, blue },
        .output_dtypes = &.{.float32},
    }, diag);
    defer it.deinit();
    const built = steps.timer.lap();
    try it.map(&linear, luminance, diag);
    const walked = steps.timer.lap();
    var light = try it.operand(0, diag);
    defer light.deinit();
    try steps.report("our kernel: luminance", light, photo, walked);
    try out.print("    iterator built in {d:.1} us: {d} dim{s}, strides in bytes out {d}, in {d}\n", .{
        @as(f64, @floatFromInt(built)) / 1000,
        it.ndim(),
        if (it.ndim() == 1) "" else "s",
        it.strides(0)[0],
        it.strides(1)[0],
    });
    steps.timer.reset();
    var grey = try steps.step("to uint8", light, light.to(.{ .dtype = .uint8 }, diag));
    defer grey.deinit();

    // A thumbnail: crop, halve and mirror are views; one copy puts the pixels in order for the encoder.
    var rows = try steps.step("rows 0 to 256", photo, photo.narrow(0, 0, 256, diag));
    defer rows.deinit();
    var face = try steps.step("columns 96 to 352", rows, rows.slice(1, .{ .start = 96, .stop = 352 }, diag));
    defer face.deinit();
    var half_rows = try steps.step("every second row", face, face.slice(0, .{ .step = 2 }, diag));
    defer half_rows.deinit();
    var half = try steps.step("every second column", half_rows, half_rows.slice(1, .{ .step = 2 }, diag));
    defer half.deinit();
    var mirrored = try steps.step("flip: mirrored", half, half.flip(&.{1}, diag));
    defer mirrored.deinit();
    var thumbnail = try steps.step("contiguous", mirrored, mirrored.contiguous(.contiguous, diag));
    defer thumbnail.deinit();

    // Convert the channels_last tensor back to 8 bits, and compare it with the file.
    var unscaled = try steps.step("channels_last * deviation", last, last.mul(deviation, diag));
    defer unscaled.deinit();
    var uncentred = try steps.step("+ mean", unscaled, unscaled.add(mean, diag));
    defer uncentred.deinit();
    var levels = try steps.step("* 255", uncentred, uncentred.mul(255.0, diag));
    defer levels.deinit();
    var rounded = try steps.step("+ 0.5", levels, levels.add(0.5, diag));
    defer rounded.deinit();
    var bytes = try steps.step("to uint8, strides kept", rounded, rounded.to(.{ .dtype = .uint8 }, diag));
    defer bytes.deinit();
    var planes = try steps.step("select(0, 0): CHW", bytes, bytes.select(0, 0, diag));
    defer planes.deinit();
    var interleaved = try steps.step("permute to HWC", planes, planes.permute(&.{ 1, 2, 0 }, diag));
    defer interleaved.deinit();
    var round_trip = try steps.step("contiguous: already is", interleaved, interleaved.contiguous(.contiguous, diag));
    defer round_trip.deinit();
    var match = try steps.step("== the decoded picture?", round_trip, round_trip.eq(photo, diag));
    defer match.deinit();
    var nmatch = try steps.step("how many are equal", match, match.sum(.{}, diag));
    defer nmatch.deinit();

    const equal = try nmatch.item(i64, diag);
    try out.print("\nmean of red, green, blue: {f}\n", .{channel_mean});
    try out.print(
        "round trip through float32 and channels_last: {d} of {d} bytes as in the file\n",
        .{ equal, 3 * h * w },
    );
    if (equal != 3 * h * w) return error.Changed;
    try write(out, folder, "luminance.png", grey, diag);
    try write(out, folder, "thumbnail.png", thumbnail, diag);
    try write(out, folder, "round_trip.png", round_trip, diag);
}

fn write(out: *std.Io.Writer, folder: []const u8, name: []const u8, t: Tensor, diag: *ct.Diagnostics) !void {
    const path = try std.fs.path.joinZ(allocator, &.{ folder, name });
    defer allocator.free(path);
    try picture.write(path, try t.items(u8, diag), t.sizes()[0], t.sizes()[1]);
    try out.print("wrote {s}\n", .{path});
}
