//! Fourier transforms: known values, identities, options, outputs, errors. A leak fails a test.
const std = @import("std");
const ct = @import("ctensor");
const fft = @import("ctensor_fft");
const near = @import("near.zig");
const Complex = ct.Complex(f64);
const Tensor = ct.Tensor;
const expectError = std.testing.expectError;
const expectNear = near.expectNear;
const expectResult = near.expectResult;
const expectSizes = near.expectSizes;
const expectValues = near.expectValues;

// this is the first test, before the library takes any memory
test "the library's memory is Zig's" {
    try near.useTestingAllocator();
}

fn line() !Tensor {
    return near.of(f64, &.{ 1, 2, 3, 4 }, &.{4});
}

fn spectrum() !Tensor {
    return near.of(Complex, &.{
        .{ .re = 10, .im = 0 }, .{ .re = -2, .im = 2 }, .{ .re = -2, .im = 0 }, .{ .re = -2, .im = -2 },
    }, &.{4});
}

test "known values" {
    var x = try line();
    defer x.deinit();
    var y = try spectrum();
    defer y.deinit();
    var half = try y.narrow(0, 0, 3, null);
    defer half.deinit();
    try expectResult(y, try fft.fft(x, -1, .{}, null));
    try expectResult(x, try fft.ifft(y, -1, .{}, null));
    try expectResult(half, try fft.rfft(x, -1, .{}, null));
    try expectResult(x, try fft.irfft(half, -1, .{}, null));
    var forward = try fft.irfft(x, -1, .{ .norm = .forward }, null);
    defer forward.deinit();
    try expectResult(forward, try fft.hfft(x, -1, .{}, null));
    var conjugate = try half.conj(null);
    defer conjugate.deinit();
    var quarter = try conjugate.div(4.0, null);
    defer quarter.deinit();
    try expectResult(quarter, try fft.ihfft(x, -1, .{}, null));
    try expectValues(&.{ 0, 0.25, -0.5, -0.25 }, try fft.fftfreq(4, 1, .{}, null));
    try expectValues(&.{ 0, 0.4, 0.8 }, try fft.rfftfreq(5, 0.5, .{ .dtype = .float64 }, null));
    try expectValues(&.{ 3, 4, 1, 2 }, try fft.fftshift(x, .{}, null));
    var shifted = try fft.fftshift(x, .{ .dims = &.{0} }, null);
    defer shifted.deinit();
    try expectResult(x, try fft.ifftshift(shifted, .{ .dims = &.{0} }, null));
}

test "options" {
    var x = try line();
    defer x.deinit();
    var grid = try near.waves(&.{ 2, 3, 4 });
    defer grid.deinit();
    try expectValues(&.{ 3, -1 }, try fft.fft(x, 0, .{ .n = 2 }, null));
    var y = try spectrum();
    defer y.deinit();
    var halved = try y.div(2.0, null);
    defer halved.deinit();
    try expectResult(halved, try fft.fft(x, 0, .{ .norm = .ortho }, null));
    try expectSizes(&.{ 2, 4, 4 }, try fft.rfft(grid, 1, .{ .n = 6 }, null));
    try expectSizes(&.{ 2, 4, 5 }, try fft.fftn(grid, .{ .s = &.{ 4, 5 } }, null));
    try expectSizes(&.{ 4, 5, 4 }, try fft.fftn(grid, .{ .s = &.{ 4, 5 }, .dims = &.{ 0, 1 } }, null));
    try expectResult(grid, try fft.fftn(grid, .{ .dims = &.{} }, null)); // along no dim
}

test "identities" {
    var grid = try near.waves(&.{ 2, 3, 4 });
    defer grid.deinit();
    var whole = try fft.fftn(grid, .{}, null);
    defer whole.deinit();
    try expectResult(grid, try fft.ifftn(whole, .{}, null));
    var real = try fft.rfftn(grid, .{}, null);
    defer real.deinit();
    try expectResult(grid, try fft.irfftn(real, .{}, null));
    var hermitian = try fft.ihfftn(grid, .{}, null);
    defer hermitian.deinit();
    try expectResult(grid, try fft.hfftn(hermitian, .{}, null));

    // Parseval: the orthonormal transform keeps the norm
    var made = try fft.fftn(grid, .{ .norm = .ortho }, null);
    defer made.deinit();
    var norm = try made.norm(.{}, null);
    defer norm.deinit();
    try expectResult(norm, try grid.norm(.{}, null));
}

test "outputs" {
    var y = try spectrum();
    defer y.deinit();
    var wanted = try fft.fft(y, -1, .{}, null);
    defer wanted.deinit();
    try fft.fftOut(y, -1, .{}, y, null); // in place
    try expectNear(wanted, y);
    var grid = try near.waves(&.{ 2, 3, 4 });
    defer grid.deinit();
    try fft.rfftnOut(grid, .{ .s = &.{ 4, 5 } }, y, null); // resized
    try expectResult(y, try fft.rfftn(grid, .{ .s = &.{ 4, 5 } }, null));
}

test "errors" {
    var diag: ct.Diagnostics = .{};
    var x = try line();
    defer x.deinit();
    var y = try spectrum();
    defer y.deinit();
    try expectError(error.Invalid, fft.fft(x, -1, .{ .n = 0 }, &diag));
    try near.expectMessage(&diag, &.{ "ct_fft_fft", "0" });
    try expectError(error.Index, fft.rfft(x, 2, .{}, &diag));
    try near.expectMessage(&diag, &.{ "ct_fft_rfft", "2" });
    try expectError(error.Dtype, fft.rfft(y, -1, .{}, null));
    try expectError(error.Shape, fft.fftn(x, .{ .s = &.{ 4, 5 }, .dims = &.{0} }, &diag));
    try near.expectMessage(&diag, &.{ "fftn", "2", "1" });
    try expectError(error.Invalid, fft.fft(.released, -1, .{}, &diag));
    try expectError(error.Dtype, fft.fftOut(x, -1, .{}, x, null));
}

test {
    _ = @import("fft_forms.zig");
}
