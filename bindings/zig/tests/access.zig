//! Elements: slices, typed access by index, and memory of other layouts, used without a copy.
const std = @import("std");
const ct = @import("ctensor");
const Tensor = ct.Tensor;
const expectEqual = std.testing.expectEqual;
const expectError = std.testing.expectError;

test "slices of contiguous tensors" {
    var t = try Tensor.zeros(&.{ 2, 2 }, .int32, null);
    defer t.deinit();
    for (try t.itemsMut(i32, null), 0..) |*one, i| one.* = @intCast(i * i);
    try std.testing.expectEqualSlices(i32, &.{ 0, 1, 4, 9 }, try t.items(i32, null));
    var empty = try Tensor.zeros(&.{ 0, 3 }, .float32, null);
    defer empty.deinit();
    try expectEqual(0, (try empty.items(f32, null)).len);
    try expectEqual(0, (try empty.itemsMut(f32, null)).len);
}

test "elements of any layout" {
    var t = try Tensor.arange(12, .{}, null);
    defer t.deinit();
    var rows = try t.view(&.{ 3, 4 }, null);
    defer rows.deinit();
    var transposed = try rows.transpose(0, 1, null);
    defer transposed.deinit();
    var flipped = try transposed.flip(&.{ 0, 1 }, null);
    defer flipped.deinit();
    try std.testing.expectEqualSlices(i64, &.{ -1, -4 }, flipped.strides());
    const at = try flipped.elements(i64, 2, null);
    for (0..at.sizes[0]) |i| {
        for (0..at.sizes[1]) |j| {
            try expectEqual(@as(i64, @intCast((2 - j) * 4 + (3 - i))), at.at(.{ i, j }));
        }
    }
    const write = try flipped.elementsMut(i64, 2, null);
    write.set(.{ 0, 0 }, 100);
    try expectEqual(100, try t.get(i64, &.{11}, null));
    try flipped.set(i64, &.{ -1, -1 }, -7, null);
    try expectEqual(-7, try t.get(i64, &.{0}, null));
    var one = try Tensor.full(&.{}, 5, .uint8, null);
    defer one.deinit();
    try expectEqual(5, (try one.elements(u8, 0, null)).at(.{}));
}

test "a slice of any layout becomes a tensor, without a copy" {
    // three pixels of four bytes, bottom-up, of which the first three are used
    var bytes = [_]u8{ 1, 2, 3, 0, 4, 5, 6, 0, 7, 8, 9, 0 };
    var t = try Tensor.fromSlice(u8, &bytes, .{ .sizes = &.{ 3, 3 }, .strides = &.{ -4, 1 }, .offset = 8 }, null);
    defer t.deinit();
    try expectEqual(7, try t.get(u8, &.{ 0, 0 }, null));
    try expectEqual(3, try t.get(u8, &.{ 2, 2 }, null));
    try t.addOut(10, t, null); // in place
    try std.testing.expectEqualSlices(u8, &.{ 11, 12, 13, 0, 14, 15, 16, 0, 17, 18, 19, 0 }, &bytes);
    const address: *const u8 = @ptrCast(t.data().?);
    try expectEqual(&bytes[8], address);
}

test "no element lies outside the slice" {
    var diag: ct.Diagnostics = .{};
    var values = [_]f32{ 1, 2, 3, 4 };
    const big = 1 << 62;
    for ([_]ct.Layout{
        .{ .sizes = &.{5} },
        .{ .sizes = &.{4}, .offset = 1 },
        .{ .sizes = &.{2}, .strides = &.{-1} },
        .{ .sizes = &.{2}, .strides = &.{4} },
        .{ .sizes = &.{ 2, 2 }, .strides = &.{ -1, 1 } },
        .{ .sizes = &.{ big, big } },
        .{ .sizes = &.{3}, .strides = &.{std.math.minInt(i64)} },
        .{ .sizes = &.{ big, big, big }, .strides = &.{ big, big, -big } },
        .{ .sizes = &.{ big, big, big }, .strides = &.{ 0, 0, 0 } },
        .{ .sizes = &.{ 1, 1 }, .strides = &.{1} },
        .{ .sizes = &.{0}, .offset = 5 },
        .{ .sizes = &.{-1} },
    }) |layout| {
        try expectError(error.Shape, Tensor.fromSlice(f32, &values, layout, &diag));
        try expectError(error.Shape, Tensor.fromConstSlice(f32, &values, layout, &diag));
    }
    for ([_]ct.Layout{
        .{ .sizes = &.{0}, .offset = 4 },
        .{ .sizes = &.{ 4, 0, 1 } },
        .{ .sizes = &.{4}, .strides = &.{-1}, .offset = 3 },
        .{ .sizes = &.{ 2, 100 }, .strides = &.{ 3, 0 } },
        .{ .sizes = &.{} },
    }) |layout| {
        var t = try Tensor.fromConstSlice(f32, &values, layout, &diag);
        t.deinit();
    }
}
