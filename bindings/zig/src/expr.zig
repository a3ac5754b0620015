//! Deferred tensors: ops that are recorded, and computed together. Programs.
const std = @import("std");
const c = @import("c");
const errors = @import("errors.zig");
const Diagnostics = errors.Diagnostics;
const Error = errors.Error;
const Tensor = @import("tensor.zig").Tensor;

const check = errors.check;
const rawOf = errors.rawOf;

/// The tensor as a leaf of an expression: what takes it is recorded, and computed by evaluate. It must not be written
/// to meanwhile.
pub fn deferred(t: Tensor, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_defer(t.handle, @ptrCast(&out.handle), rawOf(diag)));
    return out;
}

/// Whether there is a layout, but no memory of its own.
pub fn isDeferred(t: Tensor) bool {
    return c.ct_is_deferred(t.handle);
}

/// Computes deferred tensors together, in as few passes over memory as they allow. Where an entry of outs is
/// Tensor.released, it becomes a fresh tensor, the caller's to deinit; else it is written to.
pub fn evaluate(tensors: []const Tensor, outs: []Tensor, diag: ?*Diagnostics) Error!void {
    if (tensors.len != outs.len) return errors.fail(diag, error.Invalid, "evaluate: {d} tensors, but {d} outs", .{ tensors.len, outs.len });
    try check(c.ct_evaluate(@ptrCast(tensors.ptr), @intCast(tensors.len), @ptrCast(outs.ptr), rawOf(diag)));
}

/// An expression, compiled: run on other tensors of the dtypes, sizes and strides of its leaves, by any number of
/// threads at once. It is one reference, as a Tensor is.
pub const Program = extern struct {
    handle: ?*c.ct_program,

    /// Leaves are made by deferred, of meta tensors perhaps.
    pub fn create(leaves: []const Tensor, results: []const Tensor, diag: ?*Diagnostics) Error!Program {
        var out: Program = .{ .handle = null };
        try check(c.ct_program_create(
            @ptrCast(leaves.ptr),
            @intCast(leaves.len),
            @ptrCast(results.ptr),
            @intCast(results.len),
            &out.handle,
            rawOf(diag),
        ));
        return out;
    }

    /// The results for these inputs in place of the leaves; outs as those of evaluate.
    pub fn run(self: Program, inputs: []const Tensor, outs: []Tensor, diag: ?*Diagnostics) Error!void {
        try check(c.ct_program_run(
            self.handle,
            @ptrCast(inputs.ptr),
            @intCast(inputs.len),
            @ptrCast(outs.ptr),
            @intCast(outs.len),
            rawOf(diag),
        ));
    }

    /// Its passes over memory: sizes, tiles, bytes and ops, in memory of the allocator's.
    pub fn toString(self: Program, allocator: std.mem.Allocator, diag: ?*Diagnostics) Error![]u8 {
        var needed: i64 = 0;
        try check(c.ct_program_to_string(self.handle, null, 0, &needed, rawOf(diag)));
        const text = allocator.alloc(u8, @intCast(needed)) catch {
            return errors.fail(diag, error.OutOfMemory, "toString: no memory for {d} bytes", .{needed});
        };
        defer allocator.free(text);
        try check(c.ct_program_to_string(self.handle, text.ptr, needed, null, rawOf(diag)));
        return allocator.dupe(u8, text[0 .. text.len - 1]) catch {
            return errors.fail(diag, error.OutOfMemory, "toString: no memory for {d} bytes", .{needed});
        };
    }

    /// One more reference to the same program.
    pub fn retain(self: Program) Program {
        return .{ .handle = c.ct_program_retain(self.handle) };
    }

    /// Gives the reference back. Doing so again does nothing.
    pub fn deinit(self: *Program) void {
        c.ct_program_release(self.handle);
        self.handle = null;
    }
};
