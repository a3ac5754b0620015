//! Who keeps what alive, and what runs once.
const std = @import("std");
const ct = @import("ctensor");
const Tensor = ct.Tensor;
const expect = std.testing.expect;
const expectEqual = std.testing.expectEqual;
const expectError = std.testing.expectError;

test "a view outlives its base" {
    var base = try Tensor.arange(6, .{}, null);
    var view = try base.slice(0, .{ .step = -2 }, null);
    defer view.deinit();
    base.deinit();
    try expectEqual(5, try view.get(i64, &.{0}, null));
    try expectEqual(1, try view.get(i64, &.{-1}, null));
}

test "a released tensor fails, and is released once" {
    var diag: ct.Diagnostics = .{};
    var t = try Tensor.ones(&.{2}, .float32, null);
    t.deinit();
    t.deinit();
    try expectError(error.Invalid, t.add(1, &diag));
    try expect(std.mem.indexOf(u8, diag.message(), "NULL") != null);
    try expectError(error.Invalid, t.items(f32, &diag));
    try expectError(error.Invalid, t.fill(1, null));
    try expectError(error.Invalid, t.transpose(0, 0, null));
    try expectEqual(0, t.numel());
    try expectEqual(0, t.ndim());
    try expectEqual(0, t.sizes().len);
    try expectEqual(0, t.strides().len);
    try expect(t.data() == null);
    try std.testing.expectFmt("tensor(released)", "{f}", .{t});
    var again = t.retain();
    again.deinit();
}

test "references are counted" {
    var a = try Tensor.ones(&.{2}, .float32, null);
    var b = a.retain();
    try expect(!a.isUnique());
    a.deinit();
    try expect(b.isUnique());
    b.deinit();
}

const Count = struct {
    released: usize = 0,

    fn release(self: *Count) void {
        self.released += 1;
    }
};

test "a release callback runs once, with the last view" {
    var count: Count = .{};
    var values = [_]f32{ 1, 2, 3 };
    var t = try Tensor.fromData(&values, &.{3}, null, .float32, .of(&count, Count.release), null);
    var view = try t.select(0, 1, null);
    t.deinit();
    try expectEqual(0, count.released);
    try expectEqual(2, try view.item(f32, null));
    view.deinit();
    try expectEqual(1, count.released);
}

test "a release callback runs once when the call fails" {
    var count: Count = .{};
    var values = [_]f32{ 1, 2, 3 };
    try expectError(error.Shape, Tensor.fromData(&values, &.{-3}, null, .float32, .of(&count, Count.release), null));
    try expectEqual(1, count.released);
    try expectError(
        error.Shape,
        Tensor.fromConstData(&values, &.{3}, &.{ 1, 1 }, .float32, .of(&count, Count.release), null),
    );
    try expectEqual(2, count.released);
}

test "owned slices go back to their allocator" {
    const allocator = std.testing.allocator;
    {
        var t = try Tensor.fromOwnedSlice(f32, allocator, try allocator.alloc(f32, 4), .{ .sizes = &.{ 2, 2 } }, null);
        defer t.deinit();
        try t.fill(3, null);
        try expectEqual(3, try t.get(f32, &.{ 1, 1 }, null));
    }
    // on failure too, the slice goes back to the allocator, which would report a leak
    const short = try allocator.alloc(f32, 4);
    try expectError(error.Shape, Tensor.fromOwnedSlice(f32, allocator, short, .{ .sizes = &.{5} }, null));
    const wrong = try allocator.alloc(f32, 4);
    try expectError(error.Shape, Tensor.fromOwnedSlice(f32, allocator, wrong, .{ .sizes = &.{-1} }, null));
    var failing = std.testing.FailingAllocator.init(allocator, .{ .fail_index = 1 });
    const last = try failing.allocator().alloc(f32, 4);
    try expectError(
        error.OutOfMemory,
        Tensor.fromOwnedSlice(f32, failing.allocator(), last, .{ .sizes = &.{4} }, null),
    );
    try expectEqual(1, failing.deallocations);
}

test "an iterator keeps its operands, a cursor its iterator" {
    var t = try Tensor.arange(4, .{}, null);
    var it = try ct.Iter.build(.{ .inputs = &.{t} }, null);
    t.deinit();
    var cursor = try it.cursor(&.{}, &.{i64}, .{}, null);
    defer cursor.deinit();
    it.deinit();
    it.deinit();
    try expectError(error.Invalid, it.operand(0, null));
    try expectEqual(0, it.broadcastSizes().len);
    try expectEqual(0, it.permutation().len);
    var sum: i64 = 0;
    while (cursor.next()) |piece| {
        for (0..piece.rows()) |row| {
            const lane = piece.input(0, row);
            for (0..lane.len) |i| sum += lane.at(i);
        }
    }
    try expectEqual(6, sum);
}
