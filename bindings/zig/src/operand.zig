//! Operands of ops: a tensor, or a number that becomes a wrapped one for the length of the call.
const c = @import("c");
const errors = @import("errors.zig");
const Tensor = @import("tensor.zig").Tensor;

pub fn Operand(comptime T: type) type {
    return struct {
        raw: ?*const c.ct_tensor,

        pub inline fn deinit(self: @This()) void {
            // a number's tensor is this operand's own; given ones are borrowed
            if (!given(T)) c.ct_tensor_release(@constCast(self.raw));
        }
    };
}

fn given(comptime T: type) bool {
    return T == Tensor or T == ?Tensor or T == @TypeOf(null);
}

pub inline fn operand(value: anytype, diag: ?*errors.Diagnostics) errors.Error!Operand(@TypeOf(value)) {
    if (@TypeOf(value) == Tensor) return .{ .raw = value.handle };
    const number = try Tensor.number(value, diag);
    return .{ .raw = number.handle };
}

/// As operand, where null means absent.
pub inline fn optionalOperand(value: anytype, diag: ?*errors.Diagnostics) errors.Error!Operand(@TypeOf(value)) {
    return switch (@TypeOf(value)) {
        @TypeOf(null) => .{ .raw = null },
        ?Tensor => .{ .raw = if (value) |one| one.handle else null },
        else => operand(value, diag),
    };
}
