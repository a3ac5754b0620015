//! Indexing by lists, and unique elements.
const std = @import("std");
const ct = @import("ctensor");
const Tensor = ct.Tensor;
const expect = std.testing.expect;
const expectError = std.testing.expectError;
const expectEqualSlices = std.testing.expectEqualSlices;

test "elements that are chosen" {
    const numbers = [_]i64{ 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 };
    var x = try Tensor.copyOfSlice(i64, &numbers, &.{ 3, 4 }, null);
    defer x.deinit();
    var rows = try Tensor.copyOfSlice(i64, &.{ 2, 0 }, &.{2}, null);
    defer rows.deinit();
    var columns = try Tensor.copyOfSlice(i8, &.{ -1, 1 }, &.{2}, null);
    defer columns.deinit();
    var pairs = try x.index(&.{ rows, columns }, null);
    defer pairs.deinit();
    try expectEqualSlices(i64, &.{ 11, 1 }, try pairs.items(i64, null));
    var all = try x.index(&.{ null, columns }, null);
    defer all.deinit();
    try expectEqualSlices(i64, &.{ 3, 1, 7, 5, 11, 9 }, try all.items(i64, null));
    var mask = try x.gt(8, null);
    defer mask.deinit();
    try x.indexOut(&.{mask}, pairs, null);
    try expectEqualSlices(i64, &.{ 9, 10, 11 }, try pairs.items(i64, null));

    var values = try Tensor.copyOfSlice(i64, &.{ -7, -5 }, &.{2}, null);
    defer values.deinit();
    try x.indexPut(&.{ rows, columns }, values, .{}, null);
    var first = try Tensor.copyOfSlice(i32, &.{ 0, 0, 0 }, &.{3}, null);
    defer first.deinit();
    var row = try x.select(0, 1, null);
    defer row.deinit();
    var ten = try Tensor.copyOfSlice(i64, &.{10}, &.{1}, null);
    defer ten.deinit();
    try row.indexPut(&.{first}, ten, .{ .accumulate = true }, null);
    try expectEqualSlices(i64, &.{ 0, -5, 2, 3, 34, 5, 6, 7, 8, 9, 10, -7 }, try x.items(i64, null));

    var diag: ct.Diagnostics = .{};
    try expectError(error.Index, x.index(&.{ null, null, rows }, &diag));
    try expect(std.mem.indexOf(u8, diag.message(), "index") != null);
    const many: [200]?Tensor = @splat(null);
    try expectError(error.Index, x.index(&many, null));
}

test "different elements" {
    var x = try Tensor.copyOfSlice(i32, &.{ 3, 1, 1, 3, 3 }, &.{5}, null);
    defer x.deinit();
    var ordered = try x.sortValues(.{ .descending = true }, null);
    defer ordered.deinit();
    try expectEqualSlices(i32, &.{ 3, 3, 3, 1, 1 }, try ordered.items(i32, null));
    try x.sortValuesOut(.{}, ordered, null);
    try expectEqualSlices(i32, &.{ 1, 1, 3, 3, 3 }, try ordered.items(i32, null));
    var all = try x.unique(.{ .return_inverse = true, .return_counts = true }, null);
    defer all.deinit();
    try expectEqualSlices(i32, &.{ 1, 3 }, try all.values.items(i32, null));
    try expectEqualSlices(i64, &.{ 1, 0, 0, 1, 1 }, try all.inverse.?.items(i64, null));
    try expectEqualSlices(i64, &.{ 2, 3 }, try all.counts.?.items(i64, null));
    var runs = try x.uniqueConsecutive(.{ .return_counts = true }, null);
    defer runs.deinit();
    try expectEqualSlices(i32, &.{ 3, 1, 3 }, try runs.values.items(i32, null));
    try expect(runs.inverse == null);
    try expectEqualSlices(i64, &.{ 1, 2, 2 }, try runs.counts.?.items(i64, null));
    var rows = try Tensor.copyOfSlice(i32, &.{ 2, 1, 0, 5, 2, 1 }, &.{ 3, 2 }, null);
    defer rows.deinit();
    var slices = try rows.unique(.{ .dim = 0, .return_inverse = true }, null);
    defer slices.deinit();
    try expectEqualSlices(i32, &.{ 0, 5, 2, 1 }, try slices.values.items(i32, null));
    try expectEqualSlices(i64, &.{ 1, 0, 1 }, try slices.inverse.?.items(i64, null));
    var columns = try rows.uniqueConsecutive(.{ .dim = -1, .return_counts = true }, null);
    defer columns.deinit();
    try expectEqualSlices(i64, &.{ 1, 1 }, try columns.counts.?.items(i64, null));
    try expectError(error.Index, rows.unique(.{ .dim = 2 }, null));
    var complex = try Tensor.zeros(&.{2}, .complex64, null);
    defer complex.deinit();
    try expectError(error.Dtype, complex.unique(.{}, null));
}
