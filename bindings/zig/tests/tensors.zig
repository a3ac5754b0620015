//! Creation of tensors, and their properties.
const std = @import("std");
const ct = @import("ctensor");
const Tensor = ct.Tensor;
const expect = std.testing.expect;
const expectEqual = std.testing.expectEqual;
const expectEqualSlices = std.testing.expectEqualSlices;

fn expectItems(comptime T: type, wanted: []const T, t: Tensor) !void {
    try expectEqualSlices(T, wanted, try t.items(T, null));
}

test "fresh tensors" {
    var t = try Tensor.create(&.{ 2, 3 }, .int16, null);
    defer t.deinit();
    try expectEqualSlices(i64, &.{ 2, 3 }, t.sizes());
    try expectEqualSlices(i64, &.{ 3, 1 }, t.strides());
    try expectEqual(.int16, t.dtype());
    try expectEqual(2, t.ndim());
    try expectEqual(6, t.numel());
    try expectEqual(0, t.storageOffset());
    try expectEqual(12, t.storageNbytes());
    try expect(t.isContiguous(.contiguous) and t.isNonOverlappingAndDense() and t.isUnique());
    try expectEqual(.contiguous, t.suggestMemoryFormat(false));

    var zeros = try Tensor.zeros(&.{2}, .float32, null);
    defer zeros.deinit();
    try expectItems(f32, &.{ 0, 0 }, zeros);
    var ones = try Tensor.onesLike(zeros, .{ .dtype = .int32 }, null);
    defer ones.deinit();
    try expectItems(i32, &.{ 1, 1 }, ones);
    var none = try Tensor.zerosLike(ones, .{}, null);
    defer none.deinit();
    try expectItems(i32, &.{ 0, 0 }, none);
    var bytes = try Tensor.full(&.{3}, 7, .uint8, null);
    defer bytes.deinit();
    try expectItems(u8, &.{ 7, 7, 7 }, bytes);
    var halves = try Tensor.fullLike(bytes, @as(f16, 0.5), .{ .dtype = .float16 }, null);
    defer halves.deinit();
    try expectItems(f16, &.{ 0.5, 0.5, 0.5 }, halves);
    var like = try Tensor.emptyLike(halves, .{}, null);
    defer like.deinit();
    try expectEqual(.float16, like.dtype());
    var range = try Tensor.arange(10, .{ .start = .of(4), .step = .of(2) }, null);
    defer range.deinit();
    try expectItems(i64, &.{ 4, 6, 8 }, range);
    var downward = try Tensor.createStrided(&.{3}, &.{-1}, .float32, null);
    defer downward.deinit();
    try expectEqual(2, downward.storageOffset());
    var meta = try Tensor.createMeta(&.{ 2, 3 }, &.{ 1, 2 }, .float32, null);
    defer meta.deinit();
    try expect(meta.isMeta() and meta.data() == null);
    var one = try Tensor.ones(&.{}, .float64, null);
    defer one.deinit();
    try expectEqual(1, try one.item(f64, null));
}

test "numbers keep the dtype of a tensor" {
    var x = try Tensor.ones(&.{2}, .float32, null);
    defer x.deinit();
    var doubled = try x.mul(2.5, null);
    defer doubled.deinit();
    try expectItems(f32, &.{ 2.5, 2.5 }, doubled);
    var two = try Tensor.number(2, null);
    defer two.deinit();
    try expect(two.isWrappedNumber());
    try expectEqual(.float32, try ct.resultType(&.{ x, two }, null));
    var plain = try Tensor.createScalar(@as(f64, 2), false, null);
    defer plain.deinit();
    try expect(!plain.isWrappedNumber());
    var yes = try Tensor.number(true, null);
    defer yes.deinit();
    try expectEqual(.bool, yes.dtype());
    var rotated = try x.mul(ct.Complex(f32).init(0, 1), null);
    defer rotated.deinit();
    try expectItems(ct.Complex(f32), &(.{ct.Complex(f32){ .re = 0, .im = 1 }} ** 2), rotated);
    try x.copyFrom(3, null);
    try expectItems(f32, &.{ 3, 3 }, x);
}

test "a number may be on either side" {
    var x = try Tensor.arange(3, .{ .dtype = .float32 }, null);
    defer x.deinit();
    var less = try ct.ops.sub(10, x, null);
    defer less.deinit();
    try expectItems(f32, &.{ 10, 9, 8 }, less);
    try ct.ops.subOut(less, 0.5, less, null);
    try expectItems(f32, &.{ 9.5, 8.5, 7.5 }, less);
    var power = try ct.ops.pow(2, x, null);
    defer power.deinit();
    try expectItems(f32, &.{ 1, 2, 4 }, power);
    var mask = try ct.ops.gt(1, x, null);
    defer mask.deinit();
    try expectItems(bool, &.{ true, false, false }, mask);
    var chosen = try ct.ops.where(mask, 7, x, null);
    defer chosen.deinit();
    try expectItems(f32, &.{ 7, 1, 2 }, chosen);
    var between = try x.clamp(0.5, 1.5, null);
    defer between.deinit();
    try expectItems(f32, &.{ 0.5, 1, 1.5 }, between);
    var five = try ct.ops.add(2, @as(u8, 3), null);
    defer five.deinit();
    try expectEqual(5, try five.item(i64, null));
    var diag: ct.Diagnostics = .{};
    var wrong: ct.Scalar = .of(2);
    wrong.raw.dtype = 1000;
    try std.testing.expectError(error.Invalid, x.clamp(wrong, null, &diag));
    try std.testing.expect(std.mem.indexOf(u8, diag.message(), "wrong dtype") != null);
}

test "all dims, and none" {
    var line = try Tensor.arange(6, .{ .dtype = .float32 }, null);
    defer line.deinit();
    var x = try line.view(&.{ 2, 3 }, null);
    defer x.deinit();
    const none: []const i32 = &.{};
    var over_all = try x.sum(.{}, null);
    defer over_all.deinit();
    try expectEqual(15, try over_all.item(f32, null));
    var over_none = try x.sum(.{ .dims = none }, null);
    defer over_none.deinit();
    try expect(try over_none.equal(x, null));
    var list: std.ArrayList(i32) = .empty; // its slice has no memory
    var also = try x.amax(.{ .dims = list.items }, null);
    defer also.deinit();
    list.deinit(std.testing.allocator);
    try expect(try also.equal(x, null));
    var deviation = try x.varMean(.{ .dims = null, .keepdim = true }, null);
    defer deviation.deinit();
    try expectEqualSlices(i64, &.{ 1, 1 }, deviation.out.sizes());
    var first = try x.argmax(.{}, null);
    defer first.deinit();
    try expectEqual(5, try first.item(i64, null));
    var ends = try x.aminmax(.{ .dim = -1 }, null);
    defer ends.deinit();
    try expectItems(f32, &.{ 0, 3 }, ends.amin);
    try expectItems(f32, &.{ 2, 5 }, ends.amax);
}

test "flags and decimals are plain values" {
    var x = try Tensor.full(&.{2}, 1.26, .float64, null);
    defer x.deinit();
    var rounded = try x.roundDecimals(1, null);
    defer rounded.deinit();
    try expectItems(f64, &.{ 1.3, 1.3 }, rounded);
    var nan = try Tensor.full(&.{}, std.math.nan(f64), .float64, null);
    defer nan.deinit();
    try expect(!try nan.allclose(nan, .{}, null));
    try expect(try nan.allclose(nan, .{ .equal_nan = true }, null));
    var filled = try nan.nanToNum(.{ .nan_value = .of(4) }, null);
    defer filled.deinit();
    try expectEqual(4, try filled.item(f64, null));
}

test "optional operands and options" {
    var x = try Tensor.arange(4, .{ .dtype = .float32 }, null);
    defer x.deinit();
    var low = try x.clamp(1, null, null);
    defer low.deinit();
    try expectItems(f32, &.{ 1, 1, 2, 3 }, low);
    var bound = try Tensor.number(2, null);
    defer bound.deinit();
    const maybe: ?Tensor = bound;
    var both = try x.clamp(@as(?Tensor, null), maybe, null);
    defer both.deinit();
    try expectItems(f32, &.{ 0, 1, 2, 2 }, both);
    var largest = try x.maxDim(0, .{}, null);
    defer largest.deinit();
    try expectEqual(3, try largest.values.item(f32, null));
    try expectEqual(3, try largest.indices.item(i64, null));
    try expect(try x.equal(x, null));
    try expect(!try x.allclose(low, .{ .rtol = .of(0.1) }, null));
}

test "dtypes" {
    try expectEqual(.bfloat16, try ct.Dtype.fromName("bf16"));
    try std.testing.expectError(error.Invalid, ct.Dtype.fromName("float31"));
    inline for (comptime std.enums.values(ct.Dtype)) |one| {
        try std.testing.expectEqualStrings(@tagName(one), one.name());
        try expectEqual(one, ct.Dtype.of(one.Type()));
        try expectEqual(@sizeOf(one.Type()), one.size());
        // a value of each dtype makes a round trip
        var t = try Tensor.ones(&.{1}, one, null);
        defer t.deinit();
        const scalar = try t.itemScalar(null);
        try expectEqual(one, scalar.dtype());
        try expectEqual(try t.get(one.Type(), &.{0}, null), scalar.as(one.Type()).?);
        try expectEqual(ct.Scalar.of(scalar.as(one.Type()).?).raw, scalar.raw);
    }
    try expectEqual(.float32, try ct.Dtype.promoteTypes(.float32, .int64, null));
    try std.testing.expectError(error.Dtype, ct.Dtype.promoteTypes(.uint64, .int8, null));
    try expect(ct.Dtype.canCast(.int8, .float32) and !ct.Dtype.canCast(.float32, .int8));
    for ([_]f32{ 1, -2.5, 1e30, 0.1, 3.1415927, std.math.inf(f32) }) |value| {
        var t = try Tensor.full(&.{}, value, .bfloat16, null);
        defer t.deinit();
        try expectEqual(try t.item(ct.BFloat16, null), ct.BFloat16.fromF32(value));
    }
    try expect(std.math.isNan(ct.BFloat16.fromF32(std.math.nan(f32)).toF32()));
    try expectEqual(std.math.Complex(f64).init(1, 2), ct.Complex(f64).init(1, 2).toStd());
}

test "tensors print as PyTorch prints them" {
    var x = try Tensor.arange(6, .{ .dtype = .float64 }, null);
    defer x.deinit();
    var rows = try x.view(&.{ 2, 3 }, null);
    defer rows.deinit();
    try std.testing.expectFmt("tensor([[0., 1., 2.],\n        [3., 4., 5.]], dtype=float64)", "{f}", .{rows});
    const text = try x.toString(std.testing.allocator, null);
    defer std.testing.allocator.free(text);
    try std.testing.expectEqualStrings("tensor([0., 1., 2., 3., 4., 5.], dtype=float64)", text);
    // a text that is longer than the buffer on the stack
    var many = try Tensor.zeros(&.{1000}, .float32, null);
    defer many.deinit();
    const long = try std.fmt.allocPrint(std.testing.allocator, "{f}", .{many});
    defer std.testing.allocator.free(long);
    try expect(long.len > 4096);
}
