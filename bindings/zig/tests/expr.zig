//! Deferred tensors and programs.
const std = @import("std");
const ct = @import("ctensor");
const Tensor = ct.Tensor;
const expect = std.testing.expect;
const expectError = std.testing.expectError;
const expectEqualSlices = std.testing.expectEqualSlices;

test "recording and evaluating" {
    var diag: ct.Diagnostics = .{};
    var x = try Tensor.ones(&.{ 2, 3 }, .float32, null);
    defer x.deinit();
    var leaf = try x.deferred(null);
    defer leaf.deinit();
    try expect(leaf.isDeferred() and !x.isDeferred());
    var twice = try leaf.add(x, null);
    defer twice.deinit();
    var results = [_]Tensor{ twice, leaf };
    var outs = [_]Tensor{ .released, .released };
    try ct.evaluate(&results, &outs, null);
    defer for (&outs) |*out| out.deinit();
    try expectEqualSlices(f32, &.{ 2, 2, 2, 2, 2, 2 }, try outs[0].items(f32, null));
    try expectEqualSlices(f32, &.{ 1, 1, 1, 1, 1, 1 }, try outs[1].items(f32, null));
    try expectError(error.Invalid, twice.items(f32, &diag));
    try expect(std.mem.indexOf(u8, diag.message(), "deferred") != null);
    try expectError(error.Invalid, twice.get(f32, &.{ 0, 0 }, null));
    try expectError(error.Invalid, twice.elements(f32, 2, null));
    try expectError(error.Invalid, ct.evaluate(&results, outs[0..1], null));
}

test "programs" {
    var shape = try Tensor.createMeta(&.{4}, null, .float32, null);
    defer shape.deinit();
    var leaf = try shape.deferred(null);
    defer leaf.deinit();
    var result = try leaf.mul(2, null);
    defer result.deinit();
    var program = try ct.Program.create(&.{leaf}, &.{result}, null);
    var again = program.retain();
    program.deinit();
    program.deinit();
    defer again.deinit();
    var x = try Tensor.ones(&.{4}, .float32, null);
    defer x.deinit();
    var outs = [_]Tensor{.released};
    try again.run(&.{x}, &outs, null);
    defer outs[0].deinit();
    try again.run(&.{outs[0]}, &outs, null); // into itself
    try expectEqualSlices(f32, &.{ 4, 4, 4, 4 }, try outs[0].items(f32, null));
    const text = try again.toString(std.testing.allocator, null);
    defer std.testing.allocator.free(text);
    try expect(std.mem.endsWith(u8, text, "mul\n"));
}

var calls = std.atomic.Value(usize).init(0);

fn scaled(x: Tensor, y: Tensor, diag: ?*ct.Diagnostics) ct.Error!Tensor {
    _ = calls.fetchAdd(1, .monotonic);
    var centred = try x.sub(y, diag);
    defer centred.deinit();
    return centred.div(2, diag);
}

fn expectHalf(fused: *ct.Fused(scaled), size: i64) !void {
    var x = try Tensor.ones(&.{size}, .float32, null);
    defer x.deinit();
    var zero = try Tensor.zeros(&.{1}, .float32, null);
    defer zero.deinit();
    var out = try fused.run(.{ x, zero }, null);
    defer out.deinit();
    try std.testing.expectEqual(@as(usize, @intCast(size)), out.numel());
    for (try out.items(f32, null)) |one| try std.testing.expectEqual(0.5, one);
}

fn expectHalves(fused: *ct.Fused(scaled), wrong: *std.atomic.Value(usize)) void {
    for (10..60) |size| {
        expectHalf(fused, @intCast(size)) catch {
            _ = wrong.fetchAdd(1, .monotonic);
        };
    }
}

test "a function that becomes programs" {
    var fused = ct.fuse(scaled);
    defer fused.deinit();
    for ([_]i64{ 3, 5, 3 }) |size| try expectHalf(&fused, size);
    try std.testing.expectEqual(2, calls.load(.monotonic));

    var wrong = std.atomic.Value(usize).init(0);
    var threads: [4]std.Thread = undefined;
    for (&threads) |*one| one.* = try std.Thread.spawn(.{}, expectHalves, .{ &fused, &wrong });
    for (threads) |one| one.join();
    try std.testing.expectEqual(0, wrong.load(.monotonic));
    const before = calls.load(.monotonic);
    try expectHalf(&fused, 3); // newer programs have replaced its program
    try std.testing.expectEqual(before + 1, calls.load(.monotonic));

    var diag: ct.Diagnostics = .{};
    var x = try Tensor.ones(&.{3}, .int32, null);
    defer x.deinit();
    var y = try Tensor.ones(&.{4}, .int32, null);
    defer y.deinit();
    try expectError(error.Shape, fused.run(.{ x, y }, &diag));
    try expect(std.mem.indexOf(u8, diag.message(), "[4]") != null);
    try expectError(error.Invalid, fused.run(.{ x, .released }, &diag));
    try expectError(error.Invalid, fused.runOut(.{ x, x }, .released, &diag));
    var out = try Tensor.ones(&.{3}, .float32, null);
    defer out.deinit();
    try fused.runOut(.{ x, x }, out, null);
    try expectEqualSlices(f32, &.{ 0, 0, 0 }, try out.items(f32, null));
}

fn both(x: Tensor, diag: ?*ct.Diagnostics) ct.Error![2]Tensor {
    var sum = try x.add(1, diag);
    errdefer sum.deinit();
    return .{ sum, try x.mul(2, diag) };
}

test "a function that gives several" {
    var fused = ct.fuse(both);
    defer fused.deinit();
    var x = try Tensor.ones(&.{2}, .float32, null);
    defer x.deinit();
    var outs = try fused.run(.{x}, null);
    defer for (&outs) |*out| out.deinit();
    try expectEqualSlices(f32, &.{ 2, 2 }, try outs[0].items(f32, null));
    try expectEqualSlices(f32, &.{ 2, 2 }, try outs[1].items(f32, null));
    try fused.runOut(.{outs[0]}, outs, null);
    try expectEqualSlices(f32, &.{ 4, 4 }, try outs[1].items(f32, null));
}
