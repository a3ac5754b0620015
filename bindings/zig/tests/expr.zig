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
