//! Every view and every copy, checked by its sizes and one element.
const std = @import("std");
const ct = @import("ctensor");
const Tensor = ct.Tensor;
const expect = std.testing.expect;
const expectEqual = std.testing.expectEqual;

/// Checks a view's sizes and its last element, and releases it.
fn expectView(sizes: []const i64, last: i64, made: ct.Error!Tensor) !void {
    var t = try made;
    defer t.deinit();
    try std.testing.expectEqualSlices(i64, sizes, t.sizes());
    const index: [8]i64 = @splat(-1);
    try expectEqual(last, try t.get(i64, index[0..t.ndim()], null));
}

test "views" {
    var line = try Tensor.arange(24, .{}, null);
    defer line.deinit();
    var t = try line.view(&.{ 2, 3, 4 }, null);
    defer t.deinit();
    try expectView(&.{ 6, 4 }, 23, t.reshape(&.{ -1, 4 }, null));
    try expectView(&.{ 4, 2, 3 }, 23, t.permute(&.{ 2, 0, 1 }, null));
    try expectView(&.{ 4, 3, 2 }, 23, t.transpose(0, -1, null));
    try expectView(&.{ 3, 4, 2 }, 23, t.movedim(&.{0}, &.{-1}, null));
    try expectView(&.{ 2, 3, 2 }, 20, t.slice(2, .{ .start = -1, .stop = -5, .step = -3 }, null));
    try expectView(&.{ 2, 3, 2 }, 22, t.slice(2, .{ .step = 2 }, null));
    try expectView(&.{ 2, 4 }, 19, t.select(1, 1, null));
    try expectView(&.{ 2, 3, 2 }, 22, t.narrow(2, 1, 2, null));
    try expectView(&.{ 5, 2, 3, 4 }, 23, t.expand(&.{ 5, -1, -1, -1 }, null));
    try expectView(&.{ 2, 3, 1, 4 }, 23, t.unsqueeze(2, null));
    try expectView(&.{ 6, 4 }, 23, t.flatten(0, 1, null));
    try expectView(&.{ 2, 3, 4 }, 0, t.flip(&.{ 0, 1, 2 }, null));
    try expectView(&.{ 2, 3, 4 }, 0, t.flip(null, null));
    try expectView(&.{ 2, 3, 4 }, 23, t.flip(&.{}, null));
    try expectView(&.{ 2, 3, 3 }, 23, t.slice(2, .{ .start = 1 }, null));
    try expectView(&.{ 2, 3, 2 }, 20, t.slice(2, .{ .start = 1, .step = -1 }, null));
    try expectView(&.{ 2, 2 }, 13, t.asStrided(&.{ 2, 2 }, &.{ 10, 1 }, 2, null));
    var one = try t.narrow(1, 0, 1, null);
    defer one.deinit();
    try expectView(&.{ 2, 4 }, 15, one.squeeze(&.{1}, null));
    try expectView(&.{ 2, 4 }, 15, one.squeeze(null, null));
    try expectView(&.{ 2, 1, 4 }, 15, one.squeeze(&.{}, null));
    try expectView(&.{ 2, 3, 4 }, 23, t.real(null));
    var numbers = [_]ct.Complex(f64){ .init(1, 2), .init(3, 4) };
    var z = try Tensor.fromSlice(ct.Complex(f64), &numbers, .{ .sizes = &.{2} }, null);
    defer z.deinit();
    var imag = try z.imag(null);
    defer imag.deinit();
    try imag.fill(9, null);
    try expectEqual(ct.Complex(f64).init(3, 9), numbers[1]);
}

test "copies" {
    var t = try Tensor.arange(6, .{}, null);
    defer t.deinit();
    try t.resize(&.{ 2, 3 }, .contiguous, null);
    var transposed = try t.transpose(0, 1, null);
    defer transposed.deinit();
    try expectView(&.{ 3, 2 }, 5, transposed.contiguous(.contiguous, null));
    var same = try t.contiguous(.contiguous, null);
    defer same.deinit();
    try expectEqual(t.handle, same.handle);
    var kept = try transposed.clone(.preserve, null);
    defer kept.deinit();
    try std.testing.expectEqualSlices(i64, transposed.strides(), kept.strides());
    try expect(kept.data() != transposed.data());
    var floats = try transposed.to(.{ .dtype = .float32 }, null);
    defer floats.deinit();
    try expectEqual(.float32, floats.dtype());
    try floats.fill(1.5, null);
    var kept_dtype = try floats.to(.{ .dtype = .float32 }, null);
    defer kept_dtype.deinit();
    try expectEqual(floats.handle, kept_dtype.handle);
    var copied = try floats.to(.{ .copy = true }, null);
    defer copied.deinit();
    try expect(copied.data() != floats.data());
    try std.testing.expectEqualSlices(i64, floats.strides(), copied.strides());
    try t.copyFrom(same, null);
    var wide = try Tensor.zeros(&.{ 1, 2, 2, 2 }, .float32, null);
    defer wide.deinit();
    var last = try wide.contiguous(.channels_last, null);
    defer last.deinit();
    try expectEqual(.channels_last, last.suggestMemoryFormat(true));
}
