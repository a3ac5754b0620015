//! The program's own loops.
const std = @import("std");
const ct = @import("ctensor");
const Tensor = ct.Tensor;
const expectEqual = std.testing.expectEqual;
const expectError = std.testing.expectError;

fn scaledSum(scale: f32, a: f32, b: i32) f32 {
    return scale * (a + @as(f32, @floatFromInt(b)));
}

test "an elementwise function, broadcast over strided inputs" {
    var a = try Tensor.arange(12, .{ .dtype = .float32 }, null);
    defer a.deinit();
    var rows = try a.view(&.{ 3, 4 }, null);
    defer rows.deinit();
    var transposed = try rows.transpose(0, 1, null);
    defer transposed.deinit();
    var flipped = try transposed.flip(&.{0}, null);
    defer flipped.deinit();
    var b = try Tensor.arange(3, .{ .dtype = .int32 }, null);
    defer b.deinit();
    var made = try ct.map(10, scaledSum, .{ flipped, b }, null);
    defer made.deinit();
    const at = try made.elements(f32, 2, null);
    for (0..4) |i| {
        for (0..3) |j| {
            try expectEqual(@as(f32, @floatFromInt(10 * (4 * j + 3 - i + j))), at.at(.{ i, j }));
        }
    }
}

const Polar = struct { length: f64, angle: f64 };

fn polar(_: void, x: f64, y: f64) Polar {
    return .{ .length = std.math.hypot(x, y), .angle = std.math.atan2(y, x) };
}

test "a function of several results" {
    var x = try Tensor.arange(5, .{ .dtype = .float64 }, null);
    defer x.deinit();
    var made = try ct.map({}, polar, .{ x, x }, null);
    defer for (&made) |*one| one.deinit();
    try std.testing.expectApproxEqAbs(4 * @sqrt(2.0), try made[0].get(f64, &.{4}, null), 1e-12);
    try std.testing.expectApproxEqAbs(std.math.pi / 4.0, try made[1].get(f64, &.{4}, null), 1e-12);
}

fn refuse(limit: i64, x: i64) error{TooLarge}!i64 {
    return if (x < limit) x else error.TooLarge;
}

test "a function's error stops the work and comes back" {
    var diag: ct.Diagnostics = .{};
    var x = try Tensor.arange(1 << 20, .{}, null);
    defer x.deinit();
    try expectError(error.TooLarge, ct.map(1 << 19, refuse, .{x}, &diag));
    try std.testing.expectEqualStrings("CT_STATUS_USER", diag.statusName());
    var fine = try ct.map(1 << 20, refuse, .{x}, &diag);
    fine.deinit();
}

test "operands of other types are refused" {
    var diag: ct.Diagnostics = .{};
    var x = try Tensor.arange(4, .{ .dtype = .float32 }, null);
    defer x.deinit();
    try expectError(error.Dtype, ct.map(1, refuse, .{x}, &diag));
    try std.testing.expect(std.mem.indexOf(u8, diag.message(), "operand 1 is float32, the kernel takes int64") != null);
    var it = try ct.Iter.build(.{ .inputs = &.{x} }, null);
    defer it.deinit();
    try expectError(error.Invalid, it.map(1, refuse, &diag));
    try expectError(error.Dtype, it.cursor(&.{}, &.{f64}, .{}, &diag));
}

test "an iterator tells how it ordered the dims, and reads inputs as another dtype" {
    var x = try Tensor.arange(6, .{ .dtype = .int16 }, null);
    defer x.deinit();
    var rows = try x.view(&.{ 2, 3 }, null);
    defer rows.deinit();
    var transposed = try rows.transpose(0, 1, null);
    defer transposed.deinit();
    var it = try ct.Iter.build(.{
        .outputs = &.{null},
        .inputs = &.{ transposed, transposed },
        .input_dtypes = &.{ .float64, .float32 },
        .output_dtypes = &.{.float64},
        .flags = .{ .no_same_dtype_check = true },
    }, null);
    defer it.deinit();
    try std.testing.expectEqualSlices(i64, &.{ 3, 2 }, it.broadcastSizes());
    try std.testing.expectEqualSlices(i32, &.{ 0, 1 }, it.permutation());
    try expectEqual(.float64, it.dtype(1));
    try expectEqual(.float32, it.dtype(2));
    const Halves = struct {
        fn f(_: void, a: f64, b: f32) f64 {
            return a / 2 + b;
        }
    };
    try it.map({}, Halves.f, null);
    var out = try it.operand(0, null);
    defer out.deinit();
    try expectEqual(7.5, try out.get(f64, &.{ 2, 1 }, null));
    var diag: ct.Diagnostics = .{};
    try expectError(error.Invalid, ct.Iter.build(.{ .inputs = &.{x}, .input_dtypes = &.{ .int8, null } }, &diag));
    try std.testing.expectEqualStrings("Iter.build: 1 inputs, but 2 input_dtypes", diag.message());
}

test "operands that the iterator converts" {
    var x = try Tensor.arange(100, .{ .dtype = .int32 }, null);
    defer x.deinit();
    var out = try Tensor.zeros(&.{100}, .float64, null);
    defer out.deinit();
    var it = try ct.Iter.build(.{ .preset = .binary_float, .outputs = &.{out}, .inputs = &.{ x, x } }, null);
    defer it.deinit();
    try expectEqual(.float32, it.commonDtype());
    try expectEqual(.float32, it.dtype(0));
    try expectEqual(null, it.dtype(7));
    const Double = struct {
        fn f(_: void, a: f32, b: f32) f32 {
            return a + b;
        }
    };
    try it.map({}, Double.f, null);
    try expectEqual(198, try out.get(f64, &.{99}, null));
}

const Fill = ct.Piece(&.{i64}, &.{});

fn places(workers: []std.atomic.Value(usize), piece: Fill) !void {
    _ = workers[piece.worker()].fetchAdd(piece.rows() * piece.len(), .monotonic);
    var place = piece.begin();
    for (0..piece.rows()) |row| {
        const lane = piece.output(0, row);
        if (lane.slice()) |slice| {
            for (slice) |*one| {
                one.* = @intCast(place);
                place += 1;
            }
        } else for (0..lane.len) |i| {
            lane.set(i, @intCast(place));
            place += 1;
        }
    }
}

test "a kernel of pieces" {
    var out = try Tensor.zeros(&.{ 1 << 9, 1 << 9 }, .int64, null);
    defer out.deinit();
    var it = try ct.Iter.build(.{ .preset = .nullary, .flags = .{ .linear = true }, .outputs = &.{out} }, null);
    defer it.deinit();
    try expectEqual(1 << 18, it.numel());
    try expectEqual(1, it.noperands());
    try expectEqual(it.ndim(), it.sizes().len);
    try expectEqual(8, it.strides(0)[0]);
    try expectEqual(0, it.strides(5).len);
    var workers: [1024]std.atomic.Value(usize) = @splat(.init(0));
    try it.forEach(&workers, places, 1 << 12, null);
    for (try out.items(i64, null), 0..) |one, i| try expectEqual(@as(i64, @intCast(i)), one);
    var sum: usize = 0;
    for (&workers) |*one| sum += one.load(.monotonic);
    try expectEqual(1 << 18, sum);

    try out.fill(-1, null);
    try it.serialForEach(.{ .begin = 3, .end = 5 }, &workers, places, null);
    try std.testing.expectEqualSlices(i64, &.{ -1, -1, -1, 3, 4, -1 }, (try out.items(i64, null))[0..6]);
    try expectError(error.Index, it.serialForEach(.{ .begin = 3, .end = 1 << 30 }, &workers, places, null));
}

test "a cursor writes through" {
    var out = try Tensor.zeros(&.{ 3, 4 }, .float32, null);
    defer out.deinit();
    var transposed = try out.transpose(0, 1, null);
    defer transposed.deinit();
    var it = try ct.Iter.build(.{ .preset = .nullary, .flags = .{ .linear = true }, .outputs = &.{transposed} }, null);
    defer it.deinit();
    var cursor = try it.cursor(&.{f32}, &.{}, .{ .begin = 1 }, null);
    defer cursor.deinit();
    while (cursor.next()) |piece| {
        for (0..piece.rows()) |row| {
            const lane = piece.output(0, row);
            for (0..lane.len) |i| lane.set(i, 2);
        }
    }
    try std.testing.expectEqualSlices(f32, &(.{0} ++ .{2} ** 11), try out.items(f32, null));
    try expectError(error.Index, it.cursor(&.{f32}, &.{}, .{ .begin = -1 }, null));
}

const Total = struct {
    pub const identity: f64 = 0;

    pub fn step(_: void, sum: f64, x: f32) f64 {
        return sum + x;
    }

    pub fn combine(_: void, a: f64, b: f64) f64 {
        return a + b;
    }
};

test "a reduction, whose accumulator is wider than its output" {
    var x = try Tensor.full(&.{ 1 << 10, 1 << 10 }, 0.1, .float32, null);
    defer x.deinit();
    for ([_][]const i64{ &.{ 1, 1 }, &.{ 1 << 10, 1 }, &.{ 1, 1 << 10 } }) |sizes| {
        var out = try Tensor.zeros(sizes, .float32, null);
        defer out.deinit();
        var it = try ct.Iter.build(.{ .preset = .reduce, .outputs = &.{out}, .inputs = &.{x} }, null);
        defer it.deinit();
        try it.reduce({}, Total, null);
        const reduced = @as(f64, 1 << 20) / @as(f64, @floatFromInt(out.numel()));
        try expectEqual(@as(f32, @floatCast(reduced * @as(f32, 0.1))), (try out.items(f32, null))[0]);
    }
}

const Largest = struct {
    const Found = struct { value: f32, index: i64 };
    pub const identity: Found = .{ .value = -std.math.inf(f32), .index = std.math.maxInt(i64) };

    pub fn step(limit: f32, best: Found, value: f32, index: i64) error{TooLarge}!Found {
        if (value > limit) return error.TooLarge;
        return combine(limit, best, .{ .value = value, .index = index });
    }

    pub fn combine(_: f32, a: Found, b: Found) Found {
        return if (b.value > a.value or (b.value == a.value and b.index < a.index)) b else a;
    }
};

test "a reduction of two outputs, and its error" {
    const n = 1 << 18;
    var x = try Tensor.full(&.{ 2, n }, 1, .float32, null);
    defer x.deinit();
    try x.set(f32, &.{ 0, 70_000 }, 5, null);
    try x.set(f32, &.{ 1, 200_000 }, 6, null);
    try x.set(f32, &.{ 1, 200_001 }, 6, null);
    var line = try Tensor.arange(n, .{}, null);
    defer line.deinit();
    var index = try line.expand(&.{ 2, n }, null);
    defer index.deinit();
    var values = try Tensor.zeros(&.{ 2, 1 }, .float32, null);
    defer values.deinit();
    var indices = try Tensor.zeros(&.{ 2, 1 }, .int64, null);
    defer indices.deinit();
    var it = try ct.Iter.build(.{
        .flags = .{ .reduction = true, .no_resize = true, .no_same_dtype_check = true },
        .outputs = &.{ values, indices },
        .inputs = &.{ x, index },
    }, null);
    defer it.deinit();
    try it.reduce(10, Largest, null);
    try std.testing.expectEqualSlices(f32, &.{ 5, 6 }, try values.items(f32, null));
    try std.testing.expectEqualSlices(i64, &.{ 70_000, 200_000 }, try indices.items(i64, null));
    try expectError(error.TooLarge, it.reduce(5, Largest, null));
}

test "iterators that cannot be" {
    var diag: ct.Diagnostics = .{};
    var x = try Tensor.zeros(&.{2}, .float32, null);
    defer x.deinit();
    try expectError(error.Invalid, ct.Iter.build(.{}, &diag));
    try expectError(error.Invalid, ct.Iter.build(.{ .inputs = &(.{x} ** 65) }, &diag));
    try expectError(error.Invalid, ct.Iter.build(.{ .inputs = &.{x}, .output_dtypes = &.{.int8} }, &diag));
    var squashed = try ct.Iter.build(.{
        .flags = .{ .no_resize = true },
        .inputs = &.{x},
        .static_sizes = &.{2},
        .squash_dims = &.{0},
    }, &diag);
    defer squashed.deinit();
    try expectEqual(1, squashed.numel());
    try expectError(error.Index, squashed.operand(3, &diag));
}
