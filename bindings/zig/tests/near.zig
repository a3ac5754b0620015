//! What the tests of the extensions share.
const std = @import("std");
const ct = @import("ctensor");
const Tensor = ct.Tensor;

/// The library keeps its address.
const allocator = std.testing.allocator;

/// The library's memory comes from Zig's allocator for tests, which finds leaks: to be called before any other call.
pub fn useTestingAllocator() !void {
    try ct.setAllocator(&allocator, null);
}

/// A tensor of these values.
pub fn of(comptime T: type, values: []const T, sizes: []const i64) !Tensor {
    var t = try Tensor.create(sizes, .of(T), null);
    errdefer t.deinit();
    @memcpy(try t.itemsMut(T, null), values);
    return t;
}

/// An output for what has this dtype, of another size.
pub fn emptyOf(t: Tensor) !Tensor {
    return Tensor.zeros(&.{0}, t.dtype(), null);
}

/// Values that no linear algebra makes simple: sin(0), sin(1), sin(4), …
pub fn waves(sizes: []const i64) !Tensor {
    var t = try Tensor.create(sizes, .float64, null);
    errdefer t.deinit();
    for (try t.itemsMut(f64, null), 0..) |*one, i| one.* = @sin(@as(f64, @floatFromInt(i * i)));
    return t;
}

/// The same sizes, and elements that are as good as equal, of any dtypes.
pub fn expectNear(wanted: Tensor, got: Tensor) !void {
    try std.testing.expectEqualSlices(i64, wanted.sizes(), got.sizes());
    var difference = try got.sub(wanted, null);
    defer difference.deinit();
    var distance = try difference.abs(null);
    defer distance.deinit();
    var small = try distance.lt(1e-10, null);
    defer small.deinit();
    var all = try small.all(.{}, null);
    defer all.deinit();
    if (!try all.item(bool, null)) {
        std.debug.print("{f}, wanted {f}\n", .{ got, wanted });
        return error.TestExpectedEqual;
    }
}

/// As expectNear, of a result of the call that is then released.
pub fn expectResult(wanted: Tensor, result: Tensor) !void {
    var got = result;
    defer got.deinit();
    try expectNear(wanted, got);
}

/// A result that has these elements, as good as, and is then released.
pub fn expectValues(wanted: []const f64, result: Tensor) !void {
    var got = result;
    defer got.deinit();
    var all = try of(f64, wanted, got.sizes());
    defer all.deinit();
    try expectNear(all, got);
}

/// A result that has these sizes, and is then released.
pub fn expectSizes(wanted: []const i64, result: Tensor) !void {
    var got = result;
    defer got.deinit();
    try std.testing.expectEqualSlices(i64, wanted, got.sizes());
}

/// The message has all of these words.
pub fn expectMessage(diag: *const ct.Diagnostics, words: []const []const u8) !void {
    for (words) |word| {
        if (std.mem.indexOf(u8, diag.message(), word) == null) {
            std.debug.print("\"{s}\" does not say \"{s}\"\n", .{ diag.message(), word });
            return error.TestUnexpectedResult;
        }
    }
}
