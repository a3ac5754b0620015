//! Random numbers, and tensors such as those of arange and eye.
const std = @import("std");
const ct = @import("ctensor");
const Tensor = ct.Tensor;
const expect = std.testing.expect;
const expectError = std.testing.expectError;
const expectEqualSlices = std.testing.expectEqualSlices;

test "the same numbers again" {
    var rng = try ct.Rng.create(7, null);
    defer rng.deinit();
    var again = try ct.Rng.create(7, null);
    defer again.deinit();
    var x = try rng.uniform(&.{ 2, 3 }, 1, 2, null, null);
    defer x.deinit();
    var y = try Tensor.zeros(&.{ 2, 3 }, .float32, null);
    defer y.deinit();
    try again.uniformOut(1, 2, y, null);
    try expect(try x.equal(y, null));
    try expect(rng.counter() == 2);
    try again.setState(rng.key(), rng.stream(), 0, null);
    try again.uniformOut(1, 2, y, null);
    try expect(try x.equal(y, null));
    var child = try rng.split(null);
    defer child.deinit();
    var same = child.retain();
    defer same.deinit();
    try child.advance(3, null);
    try expect(same.counter() == 3 and child.key() != rng.key());
    var diag: ct.Diagnostics = .{};
    try expectError(error.Invalid, rng.uniform(&.{2}, 2, 1, null, &diag));
    try expect(std.mem.indexOf(u8, diag.message(), "low") != null);
}

test "every distribution" {
    var rng = try ct.Rng.create(1, null);
    defer rng.deinit();
    var y = try rng.normal(&.{4}, 5, 0, null, null);
    defer y.deinit();
    try expectEqualSlices(f32, &.{ 5, 5, 5, 5 }, try y.items(f32, null));
    try rng.normalOut(0, 1, y, null);
    try rng.exponentialOut(2, y, null);
    try rng.bernoulliOut(1, y, null);
    try expectEqualSlices(f32, &.{ 1, 1, 1, 1 }, try y.items(f32, null));
    var waits = try rng.exponential(&.{3}, 1, .float64, null);
    defer waits.deinit();
    for (try waits.items(f64, null)) |wait| try expect(wait >= 0);
    var never = try rng.bernoulli(&.{2}, 0, .bool, null);
    defer never.deinit();
    try expectEqualSlices(bool, &.{ false, false }, try never.items(bool, null));
    var n = try rng.randint(&.{100}, -3, 3, null, null);
    defer n.deinit();
    for (try n.items(i64, null)) |value| try expect(value >= -3 and value < 3);
    try rng.randintOut(2, 3, n, null);
    try expect(try n.get(i64, &.{99}, null) == 2);
    var order = try rng.randperm(3, .int8, null);
    defer order.deinit();
    const o = try order.items(i8, null);
    try expect(o[0] + o[1] + o[2] == 3 and o[0] != o[1] and o[1] != o[2]);
    try rng.randpermOut(6, n, null);
    try expect(n.numel() == 6);
    const values = [_]f32{ 0, 1, 0 };
    var weights = try Tensor.fromConstSlice(f32, &values, .{ .sizes = &.{3} }, null);
    defer weights.deinit();
    var drawn = try rng.multinomial(weights, 2, true, null);
    defer drawn.deinit();
    try expectEqualSlices(i64, &.{ 1, 1 }, try drawn.items(i64, null));
    try rng.multinomialOut(weights, 1, false, n, null);
    try expectEqualSlices(i64, &.{1}, try n.items(i64, null));
}

test "tensors by rule, elements, limits" {
    var line = try Tensor.linspace(0, 2, 3, null, null);
    defer line.deinit();
    try expectEqualSlices(f32, &.{ 0, 1, 2 }, try line.items(f32, null));
    var powers = try Tensor.logspace(0, 2, 3, 10, .int32, null);
    defer powers.deinit();
    try expectEqualSlices(i32, &.{ 1, 10, 100 }, try powers.items(i32, null));
    var one = try Tensor.eye(2, 2, 0, null, null);
    defer one.deinit();
    try expectEqualSlices(f32, &.{ 1, 0, 0, 1 }, try one.items(f32, null));
    var lower = try Tensor.trilIndices(2, 2, 0, null, null);
    defer lower.deinit();
    try expectEqualSlices(i64, &.{ 0, 1, 1, 0, 0, 1 }, try lower.items(i64, null));
    var upper = try Tensor.triuIndices(2, 3, 1, .int8, null);
    defer upper.deinit();
    try expectEqualSlices(i8, &.{ 0, 0, 1, 1, 2, 2 }, try upper.items(i8, null));
    try one.setItem(&.{ 0, -1 }, 50, null);
    try expect((try one.getItem(&.{ -2, 1 }, null)).as(f32).? == 50);
    try expectError(error.Index, one.getItem(&.{ 2, 0 }, null));
    try expect(one.itemsize() == 4 and one.nbytes() == 16);
    try expect((try ct.Dtype.float32.finfo(null)).eps == 0x1p-23);
    try expect((try ct.Dtype.int8.iinfo(null)).min == -128);
    try expect(ct.Dtype.uint8.is(.integer) and !ct.Dtype.uint8.is(.{ .signed = true, .float = true }));
    try expect(ct.Dtype.complex64.is(.number) and !ct.Dtype.bool.is(.number));
}
