//! Tensors on many threads at once.
const std = @import("std");
const ct = @import("ctensor");
const Tensor = ct.Tensor;

fn work(shared: Tensor, failed: *std.atomic.Value(bool)) void {
    for (0..200) |_| turn(shared) catch failed.store(true, .monotonic);
}

fn turn(shared: Tensor) !void {
    var mine = shared.retain();
    defer mine.deinit();
    var doubled = try mine.mul(2, null);
    defer doubled.deinit();
    var total = try doubled.sum(.{}, null);
    defer total.deinit();
    if (try total.item(i64, null) != 9900) return error.Wrong;
    // an error belongs to its call
    var diag: ct.Diagnostics = .{};
    if (mine.view(&.{7}, &diag)) |_| return error.Wrong else |err| if (err != error.Shape) return error.Wrong;
    if (std.mem.indexOf(u8, diag.message(), "7") == null) return error.Wrong;
}

test "one tensor is read by many threads" {
    var shared = try Tensor.arange(100, .{}, null);
    defer shared.deinit();
    var failed: std.atomic.Value(bool) = .init(false);
    var threads: [4]std.Thread = undefined;
    for (&threads) |*one| one.* = try std.Thread.spawn(.{}, work, .{ shared, &failed });
    for (threads) |one| one.join();
    try std.testing.expect(!failed.load(.monotonic));
    try std.testing.expect(shared.isUnique());
}

fn half(it: ct.Iter, begin: i64, end: i64, sum: *i64) void {
    var cursor = it.cursor(&.{}, &.{i64}, .{ .begin = begin, .end = end }, null) catch return;
    defer cursor.deinit();
    while (cursor.next()) |piece| {
        for (0..piece.rows()) |row| {
            for (piece.input(0, row).slice().?) |one| sum.* += one;
        }
    }
}

test "cursors of one iterator on several threads" {
    var t = try Tensor.arange(1000, .{}, null);
    defer t.deinit();
    var it = try ct.Iter.build(.{ .inputs = &.{t} }, null);
    defer it.deinit();
    var sums: [2]i64 = .{ 0, 0 };
    const other = try std.Thread.spawn(.{}, half, .{ it, 500, 1000, &sums[1] });
    half(it, 0, 500, &sums[0]);
    other.join();
    try std.testing.expectEqual(999 * 500, sums[0] + sums[1]);
}

fn release(t: *Tensor) void {
    t.deinit();
}

test "the last view may go on another thread" {
    var t = try Tensor.ones(&.{ 100, 100 }, .float32, null);
    var view = try t.select(0, 3, null);
    t.deinit();
    const other = try std.Thread.spawn(.{}, release, .{&view});
    other.join();
    try std.testing.expect(view.handle == null);
}
