//! Helpers that the tests of the extensions share.
const std = @import("std");
const ct = @import("ctensor");
const Tensor = ct.Tensor;

/// It is a constant of the file, since the library keeps its address.
const allocator = std.testing.allocator;

/// Takes the library's memory from Zig's allocator for tests, which finds leaks. It must precede all other calls.
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

/// An empty output of t's dtype.
pub fn emptyOf(t: Tensor) !Tensor {
    return Tensor.zeros(&.{0}, t.dtype(), null);
}

/// Values without a simple pattern: sin(0), sin(1), sin(4), …
pub fn waves(sizes: []const i64) !Tensor {
    var t = try Tensor.create(sizes, .float64, null);
    errdefer t.deinit();
    for (try t.itemsMut(f64, null), 0..) |*one, i| one.* = @sin(@as(f64, @floatFromInt(i * i)));
    return t;
}

/// Expects the same sizes and nearly equal elements, of any dtypes.
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

/// Like expectNear, for a call's result, which it releases.
pub fn expectResult(wanted: Tensor, result: Tensor) !void {
    var got = result;
    defer got.deinit();
    try expectNear(wanted, got);
}

/// Expects a result with nearly these elements, and releases it.
pub fn expectValues(wanted: []const f64, result: Tensor) !void {
    var got = result;
    defer got.deinit();
    var all = try of(f64, wanted, got.sizes());
    defer all.deinit();
    try expectNear(all, got);
}

/// Expects a result with these sizes, and releases it.
pub fn expectSizes(wanted: []const i64, result: Tensor) !void {
    var got = result;
    defer got.deinit();
    try std.testing.expectEqualSlices(i64, wanted, got.sizes());
}

/// Expects a message with all of these words.
pub fn expectMessage(diag: *const ct.Diagnostics, words: []const []const u8) !void {
    for (words) |word| {
        if (std.mem.indexOf(u8, diag.message(), word) == null) {
            std.debug.print("\"{s}\" does not say \"{s}\"\n", .{ diag.message(), word });
            return error.TestUnexpectedResult;
        }
    }
}
