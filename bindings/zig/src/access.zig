//! Elements as Zig sees them: slices of contiguous tensors, and typed access by index to any tensor.
//! Slices and addresses are valid until the tensor is resized or the last tensor over its memory is released.
const std = @import("std");
const c = @import("c");
const errors = @import("errors.zig");
const Diagnostics = errors.Diagnostics;
const Error = errors.Error;
const Dtype = @import("dtype.zig").Dtype;
const Scalar = @import("scalar.zig").Scalar;
const Tensor = @import("tensor.zig").Tensor;

const check = errors.check;
const rawOf = errors.rawOf;

/// All elements in order, for reading. The tensor must be contiguous, and its dtype T's.
pub fn items(t: Tensor, comptime T: type, diag: ?*Diagnostics) Error![]const T {
    try isOf("items", t, T, diag);
    try inOrder("items", t, diag);
    return pointer(T, c.ct_tensor_data(t.handle))[0..t.numel()];
}

/// All elements in order, for writing.
pub fn itemsMut(t: Tensor, comptime T: type, diag: ?*Diagnostics) Error![]T {
    try isOf("itemsMut", t, T, diag);
    try inOrder("itemsMut", t, diag);
    return pointerMut(T, try dataMut(t, diag))[0..t.numel()];
}

/// The address of element [0, …, 0], for reading; null for a meta tensor and for an empty storage.
pub fn data(t: Tensor) ?*const anyopaque {
    return c.ct_tensor_data(t.handle);
}

/// The address of element [0, …, 0], for writing.
pub fn dataMut(t: Tensor, diag: ?*Diagnostics) Error!?*anyopaque {
    var address: ?*anyopaque = null;
    try check(c.ct_tensor_data_mut(t.handle, &address, rawOf(diag)));
    return address;
}

/// The one element of a tensor whose dtype is T's.
pub fn item(t: Tensor, comptime T: type, diag: ?*Diagnostics) Error!T {
    return (try itemScalar(t, diag)).as(T) orelse wrongDtype("item", t, T, diag);
}

/// The one element of a tensor of any dtype.
pub fn itemScalar(t: Tensor, diag: ?*Diagnostics) Error!Scalar {
    var found: Scalar = undefined;
    try check(c.ct_tensor_item(t.handle, &found.raw, rawOf(diag)));
    return found;
}

/// One element of a tensor of any layout. Indices may be negative: they count from the end.
pub fn get(t: Tensor, comptime T: type, index: []const i64, diag: ?*Diagnostics) Error!T {
    const at = try position("get", t, T, index, diag);
    try hasMemory("get", t, diag);
    return (pointer(T, c.ct_tensor_data(t.handle)) + @as(usize, @bitCast(@as(isize, @intCast(at)))))[0];
}

/// Writes one element of a tensor of any layout.
pub fn set(t: Tensor, comptime T: type, index: []const i64, value: T, diag: ?*Diagnostics) Error!void {
    const at = try position("set", t, T, index, diag);
    (pointerMut(T, try dataMut(t, diag)) + @as(usize, @bitCast(@as(isize, @intCast(at)))))[0] = value;
}

/// One element of a tensor of any dtype and layout, deferred ones included. Indices may be negative.
pub fn getItem(t: Tensor, index: []const i64, diag: ?*Diagnostics) Error!Scalar {
    var found: Scalar = undefined;
    try check(c.ct_tensor_get_item(t.handle, index.ptr, @intCast(index.len), &found.raw, rawOf(diag)));
    return found;
}

/// Writes one element: a number, a bool, a complex number or a Scalar that the dtype can hold.
pub fn setItem(t: Tensor, index: []const i64, value: anytype, diag: ?*Diagnostics) Error!void {
    const scalar: Scalar = .of(value);
    try check(c.ct_tensor_set_item(t.handle, index.ptr, @intCast(index.len), &scalar.raw, rawOf(diag)));
}

/// Typed access by index to a tensor of a known rank and any strides, for reading. Indices are checked in safe builds.
pub fn elements(t: Tensor, comptime T: type, comptime rank: usize, diag: ?*Diagnostics) Error!Elements(T, rank, .read) {
    try hasRank("elements", t, T, rank, diag);
    try hasMemory("elements", t, diag);
    return describe(t, T, rank, .read, pointer(T, c.ct_tensor_data(t.handle)));
}

/// Like elements, for writing.
pub fn elementsMut(
    t: Tensor,
    comptime T: type,
    comptime rank: usize,
    diag: ?*Diagnostics,
) Error!Elements(T, rank, .write) {
    try hasRank("elementsMut", t, T, rank, diag);
    return describe(t, T, rank, .write, pointerMut(T, try dataMut(t, diag)));
}

pub fn Elements(comptime T: type, comptime rank: usize, comptime mode: enum { read, write }) type {
    return struct {
        first: if (mode == .write) [*]T else [*]const T,
        sizes: [rank]usize,
        /// in elements; may be negative
        strides: [rank]isize,

        pub fn at(self: @This(), index: [rank]usize) T {
            return (self.first + self.place(index))[0];
        }

        pub fn set(self: @This(), index: [rank]usize, value: T) void {
            if (mode == .read) @compileError("these elements are for reading; elementsMut gives some for writing");
            (self.first + self.place(index))[0] = value;
        }

        fn place(self: @This(), index: [rank]usize) usize {
            var sum: isize = 0;
            inline for (0..rank) |dim| {
                std.debug.assert(index[dim] < self.sizes[dim]);
                sum += @as(isize, @intCast(index[dim])) * self.strides[dim];
            }
            return @bitCast(sum);
        }
    };
}

fn describe(
    t: Tensor,
    comptime T: type,
    comptime rank: usize,
    comptime mode: anytype,
    first: anytype,
) Elements(T, rank, mode) {
    var found: Elements(T, rank, mode) = .{ .first = first, .sizes = undefined, .strides = undefined };
    inline for (0..rank) |dim| {
        found.sizes[dim] = @intCast(t.sizes()[dim]);
        found.strides[dim] = @intCast(t.strides()[dim]);
    }
    return found;
}

fn position(name: []const u8, t: Tensor, comptime T: type, index: []const i64, diag: ?*Diagnostics) Error!i64 {
    try hasRank(name, t, T, index.len, diag);
    var sum: i64 = 0;
    for (index, t.sizes(), t.strides(), 0..) |one, size, stride, dim| {
        if (one < -size or one >= size) {
            return errors.fail(
                diag,
                error.Index,
                "{s}: index {d} of dim {d} is out of range, its size is {d}",
                .{ name, one, dim, size },
            );
        }
        sum += stride * if (one < 0) one + size else one;
    }
    return sum;
}

fn hasRank(name: []const u8, t: Tensor, comptime T: type, rank: usize, diag: ?*Diagnostics) Error!void {
    try isOf(name, t, T, diag);
    if (t.ndim() != rank) {
        return errors.fail(
            diag,
            error.Shape,
            "{s}: {d} dims asked for, the tensor has sizes {any}",
            .{ name, rank, t.sizes() },
        );
    }
}

fn isOf(name: []const u8, t: Tensor, comptime T: type, diag: ?*Diagnostics) Error!void {
    if (t.handle == null) return errors.fail(diag, error.Invalid, "{s}: the tensor was released", .{name});
    if (t.dtype() != Dtype.of(T)) return wrongDtype(name, t, T, diag);
}

fn wrongDtype(name: []const u8, t: Tensor, comptime T: type, diag: ?*Diagnostics) Error {
    return errors.fail(
        diag,
        error.Dtype,
        "{s}: {s} asked for, the tensor is {s}",
        .{ name, Dtype.of(T).name(), t.dtype().name() },
    );
}

fn inOrder(name: []const u8, t: Tensor, diag: ?*Diagnostics) Error!void {
    try hasMemory(name, t, diag);
    if (!t.isContiguous(.contiguous)) {
        return errors.fail(
            diag,
            error.Shape,
            "{s}: sizes {any} with strides {any} are not contiguous",
            .{ name, t.sizes(), t.strides() },
        );
    }
}

fn hasMemory(name: []const u8, t: Tensor, diag: ?*Diagnostics) Error!void {
    if (t.isMeta()) return errors.fail(diag, error.Invalid, "{s}: a meta tensor has no data", .{name});
    if (t.isDeferred()) return errors.fail(diag, error.Invalid, "{s}: the tensor is deferred: evaluate it first", .{name});
}

/// The address of a tensor without elements may be null, but an empty slice needs a pointer that is not.
fn pointer(comptime T: type, address: ?*const anyopaque) [*]const T {
    return if (address) |one| @ptrCast(@alignCast(one)) else @ptrFromInt(@alignOf(T));
}

fn pointerMut(comptime T: type, address: ?*anyopaque) [*]T {
    return if (address) |one| @ptrCast(@alignCast(one)) else @ptrFromInt(@alignOf(T));
}
