//! Arguments of ops as C takes them: operands, which are tensors or numbers, and lists of dims.
const c = @import("c");
const errors = @import("errors.zig");
const Scalar = @import("scalar.zig").Scalar;
const Tensor = @import("tensor.zig").Tensor;

/// Memory for the wrapped number that an operand of type T becomes. It must stay where it is until the call returns.
pub fn Number(comptime T: type) type {
    return if (isTensor(T) or T == ?Tensor or T == @TypeOf(null)) void else c.ct_number;
}

/// A pointer counts too, since a method whose first parameter is anytype gets a pointer to its receiver.
fn isTensor(comptime T: type) bool {
    return T == Tensor or T == *Tensor or T == *const Tensor;
}

pub inline fn operand(
    value: anytype,
    memory: *Number(@TypeOf(value)),
    diag: ?*errors.Diagnostics,
) errors.Error!?*const c.ct_tensor {
    if (comptime isTensor(@TypeOf(value))) return value.handle;
    return c.ct_number_of(Scalar.ofNumber(value).raw, memory) orelse
        errors.fail(diag, error.Invalid, "this scalar has a wrong dtype, value or reserved field", .{});
}

/// Like operand, where null means absent.
pub inline fn optionalOperand(
    value: anytype,
    memory: *Number(@TypeOf(value)),
    diag: ?*errors.Diagnostics,
) errors.Error!?*const c.ct_tensor {
    return switch (@TypeOf(value)) {
        @TypeOf(null) => null,
        ?Tensor => if (value) |one| one.handle else null,
        else => operand(value, memory, diag),
    };
}

pub const Dims = struct {
    ptr: ?[*]const i32,
    len: i32,
};

/// null stands for all dims. An empty slice names none, since its pointer is not null.
pub inline fn rawDims(dims: ?[]const i32) Dims {
    const given = dims orelse return .{ .ptr = null, .len = 0 };
    return .{ .ptr = given.ptr, .len = @intCast(given.len) };
}
