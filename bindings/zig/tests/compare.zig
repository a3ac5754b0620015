//! Compares an op's results with those of C's function, for operands of several dtypes.
const std = @import("std");
const ct = @import("ctensor");
const c = ct.c;
const Tensor = ct.Tensor;

/// float32, int64 and bool operands in turn; an op must work on at least one of them.
pub const Compare = struct {
    turn: usize = 0,
    worked: usize = 0,
    tensors: [3]Tensor = @splat(.released),
    mask: Tensor = .released,
    /// this and the following: indices, counts or fractions
    one: Tensor = .released,
    line: Tensor = .released,
    grid: Tensor = .released,
    part: Tensor = .released,

    const dtypes = [_]ct.Dtype{ .float32, .int64, .bool };

    pub fn next(self: *Compare) !bool {
        for (&self.tensors) |*one| one.deinit();
        self.mask.deinit();
        for ([_]*Tensor{ &self.one, &self.line, &self.grid, &self.part }) |one| one.deinit();
        if (self.turn == dtypes.len) {
            try std.testing.expect(self.worked > 0);
            return false;
        }
        const starts = [_]f64{ 0.25, 0.125, 1 };
        for (&self.tensors, starts) |*one, start| {
            var counted = try Tensor.arange(start + 6, .{ .start = .of(start), .dtype = .float32 }, null);
            defer counted.deinit();
            var scaled = try counted.div(@as(f64, if (self.turn == 0) 8 else 1), null);
            defer scaled.deinit();
            var shaped = try scaled.view(&.{ 2, 3 }, null);
            defer shaped.deinit();
            one.* = try shaped.to(.{ .dtype = dtypes[self.turn] }, null);
        }
        const mask = [_]bool{ true, false, true, true, false, false };
        self.mask = try Tensor.copyOfSlice(bool, &mask, &.{ 2, 3 }, null);
        self.one = try Tensor.copyOfSlice(i64, &.{1}, &.{1}, null);
        self.line = try Tensor.copyOfSlice(i64, &.{ 0, 1, 2 }, &.{3}, null);
        self.grid = try Tensor.copyOfSlice(i64, &.{ 0, 1, 2, 2, 1, 0 }, &.{ 2, 3 }, null);
        self.part = try Tensor.copyOfSlice(f32, &.{0.5}, &.{1}, null);
        self.turn += 1;
        return true;
    }

    pub fn flag(self: *Compare, status: c.ct_status, wanted: bool, found: ct.Error!bool) !void {
        const value = found catch return std.testing.expect(status != c.CT_OK);
        try std.testing.expectEqual(c.CT_OK, status);
        try std.testing.expectEqual(wanted, value);
        self.worked += 1;
    }

    /// Compares what C made with a Tensor, or with a struct of Tensors.
    pub fn fresh(self: *Compare, status: c.ct_status, wanted: []const ?*c.ct_tensor, found: anytype) !void {
        var value = found catch return std.testing.expect(status != c.CT_OK);
        defer value.deinit();
        try std.testing.expectEqual(c.CT_OK, status);
        if (@TypeOf(value) == Tensor) {
            try same(.{ .handle = wanted[0] }, value);
        } else {
            inline for (std.meta.fields(@TypeOf(value)), 0..) |field, k| {
                try same(.{ .handle = wanted[k] }, @field(value, field.name));
            }
        }
        self.worked += 1;
    }

    /// Outputs for the op's other form: zeros like what C made, and nothing if C failed.
    pub fn outputs(comptime n: usize, wanted: *const [n]?*c.ct_tensor) ![n]Tensor {
        var made: [n]Tensor = @splat(.released);
        for (&made, wanted) |*one, raw| {
            if (raw != null) one.* = try Tensor.zerosLike(.{ .handle = raw }, .{}, null);
        }
        return made;
    }

    /// Compares them after the call, and releases both.
    pub fn into(comptime n: usize, made: *[n]Tensor, wanted: *[n]?*c.ct_tensor, called: ct.Error!void) !void {
        defer release(n, made, wanted);
        called catch return std.testing.expect(wanted[0] == null);
        for (made, wanted) |one, raw| try same(.{ .handle = raw.? }, one);
    }

    fn release(comptime n: usize, made: *[n]Tensor, wanted: *[n]?*c.ct_tensor) void {
        for (made, wanted) |*one, raw| {
            one.deinit();
            c.ct_tensor_release(raw);
        }
    }
};

fn same(wanted: Tensor, found: Tensor) !void {
    try std.testing.expectEqual(wanted.dtype(), found.dtype());
    try std.testing.expectEqualSlices(i64, wanted.sizes(), found.sizes());
    var a = try wanted.contiguous(.contiguous, null);
    defer a.deinit();
    var b = try found.contiguous(.contiguous, null);
    defer b.deinit();
    const bytes = a.numel() * a.dtype().size();
    const first: [*]const u8 = @ptrCast(a.data().?);
    const second: [*]const u8 = @ptrCast(b.data().?);
    try std.testing.expectEqualSlices(u8, first[0..bytes], second[0..bytes]);
}
