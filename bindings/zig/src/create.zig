//! Creation of fresh tensors, and of tensors over existing memory.
const std = @import("std");
const c = @import("c");
const errors = @import("errors.zig");
const Diagnostics = errors.Diagnostics;
const Error = errors.Error;
const Dtype = @import("dtype.zig").Dtype;
const MemoryFormat = @import("dtype.zig").MemoryFormat;
const Scalar = @import("scalar.zig").Scalar;
const Tensor = @import("tensor.zig").Tensor;

const check = errors.check;
const rawOf = errors.rawOf;

pub fn count(items: anytype) i32 {
    return @intCast(items.len);
}

/// A contiguous tensor with unspecified contents.
pub fn create(sizes: []const i64, dtype: Dtype, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_tensor_create(sizes.ptr, count(sizes), @intFromEnum(dtype), &out.handle, rawOf(diag)));
    return out;
}

/// A tensor with the given strides, in elements, and unspecified contents.
pub fn createStrided(sizes: []const i64, strides: []const i64, dtype: Dtype, diag: ?*Diagnostics) Error!Tensor {
    if (sizes.len != strides.len) return mismatch("createStrided", sizes, strides, diag);
    var out: Tensor = .released;
    try check(c.ct_tensor_create_strided(
        sizes.ptr,
        count(sizes),
        strides.ptr,
        @intFromEnum(dtype),
        &out.handle,
        rawOf(diag),
    ));
    return out;
}

/// A tensor with shape, dtype and layout, but no data. `strides` null: contiguous.
pub fn createMeta(sizes: []const i64, strides: ?[]const i64, dtype: Dtype, diag: ?*Diagnostics) Error!Tensor {
    if (strides) |given| if (sizes.len != given.len) return mismatch("createMeta", sizes, given, diag);
    var out: Tensor = .released;
    const raw_strides = if (strides) |given| given.ptr else null;
    try check(c.ct_tensor_create_meta(
        sizes.ptr,
        count(sizes),
        raw_strides,
        @intFromEnum(dtype),
        &out.handle,
        rawOf(diag),
    ));
    return out;
}

/// A 0-dim tensor of one value: a number, a bool, a complex number or a Scalar. A wrapped one comes last in promotion.
pub fn createScalar(value: anytype, wrapped: bool, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    const scalar: Scalar = .of(value);
    try check(c.ct_tensor_create_scalar(&scalar.raw, wrapped, &out.handle, rawOf(diag)));
    return out;
}

/// A wrapped number, which ops also make on the stack when they are given a number: `x.mul(number, …)` keeps the dtype
/// of a float x. This one lives until it is released.
pub fn number(value: anytype, diag: ?*Diagnostics) Error!Tensor {
    return createScalar(Scalar.ofNumber(value), true, diag);
}

pub fn zeros(sizes: []const i64, dtype: Dtype, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_zeros(sizes.ptr, count(sizes), @intFromEnum(dtype), &out.handle, rawOf(diag)));
    return out;
}

pub fn ones(sizes: []const i64, dtype: Dtype, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_ones(sizes.ptr, count(sizes), @intFromEnum(dtype), &out.handle, rawOf(diag)));
    return out;
}

/// A tensor whose elements are all `value`. `dtype` null: the value's.
pub fn full(sizes: []const i64, value: anytype, dtype: ?Dtype, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    const scalar: Scalar = .of(value);
    try check(c.ct_full(sizes.ptr, count(sizes), &scalar.raw, Dtype.toRaw(dtype), &out.handle, rawOf(diag)));
    return out;
}

pub const Range = struct {
    start: ?Scalar = null,
    step: ?Scalar = null,
    /// null: int64 when all three are integers, else float32
    dtype: ?Dtype = null,
};

/// The numbers from start up (with a negative step, down) to end, without end itself.
pub fn arange(end: anytype, range: Range, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    const last: Scalar = .of(end);
    const start = if (range.start) |*one| &one.raw else null;
    const step = if (range.step) |*one| &one.raw else null;
    try check(c.ct_arange(start, &last.raw, step, Dtype.toRaw(range.dtype), &out.handle, rawOf(diag)));
    return out;
}

/// Numbers at equal distances from start to end, both included. `dtype` null: float32, or complex64 where either end is
/// complex.
pub fn linspace(start: anytype, end: anytype, steps: i64, dtype: ?Dtype, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    const first: Scalar = .of(start);
    const last: Scalar = .of(end);
    try check(c.ct_linspace(&first.raw, &last.raw, steps, Dtype.toRaw(dtype), &out.handle, rawOf(diag)));
    return out;
}

/// Base to the power of what linspace gives. `dtype` null: float32.
pub fn logspace(start: anytype, end: anytype, steps: i64, base: f64, dtype: ?Dtype, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    const first: Scalar = .of(start);
    const last: Scalar = .of(end);
    try check(c.ct_logspace(&first.raw, &last.raw, steps, base, Dtype.toRaw(dtype), &out.handle, rawOf(diag)));
    return out;
}

/// Ones on a diagonal, zeros elsewhere. `dtype` null: float32.
pub fn eye(rows: i64, columns: i64, diagonal: i64, dtype: ?Dtype, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_eye(rows, columns, diagonal, Dtype.toRaw(dtype), &out.handle, rawOf(diag)));
    return out;
}

/// Rows, and under them columns, of a matrix's elements on and below a diagonal. `dtype` null: int64.
pub fn trilIndices(rows: i64, columns: i64, offset: i64, dtype: ?Dtype, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_tril_indices(rows, columns, offset, Dtype.toRaw(dtype), &out.handle, rawOf(diag)));
    return out;
}

/// Rows, and under them columns, of a matrix's elements on and above a diagonal. `dtype` null: int64.
pub fn triuIndices(rows: i64, columns: i64, offset: i64, dtype: ?Dtype, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_triu_indices(rows, columns, offset, Dtype.toRaw(dtype), &out.handle, rawOf(diag)));
    return out;
}

pub const Like = struct {
    /// null: that of the other tensor
    dtype: ?Dtype = null,
    format: MemoryFormat = .preserve,
};

/// A tensor of the same sizes, with unspecified contents.
pub fn emptyLike(t: Tensor, like: Like, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_empty_like(t.handle, Dtype.toRaw(like.dtype), @intFromEnum(like.format), &out.handle, rawOf(diag)));
    return out;
}

pub fn zerosLike(t: Tensor, like: Like, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_zeros_like(t.handle, Dtype.toRaw(like.dtype), @intFromEnum(like.format), &out.handle, rawOf(diag)));
    return out;
}

pub fn onesLike(t: Tensor, like: Like, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_ones_like(t.handle, Dtype.toRaw(like.dtype), @intFromEnum(like.format), &out.handle, rawOf(diag)));
    return out;
}

pub fn fullLike(t: Tensor, value: anytype, like: Like, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    const scalar: Scalar = .of(value);
    try check(c.ct_full_like(
        t.handle,
        &scalar.raw,
        Dtype.toRaw(like.dtype),
        @intFromEnum(like.format),
        &out.handle,
        rawOf(diag),
    ));
    return out;
}

// ---- over existing memory ----

/// How elements lie in a slice.
pub const Layout = struct {
    sizes: []const i64,
    /// in elements; may be negative; null: contiguous
    strides: ?[]const i64 = null,
    /// index of element [0, …, 0]
    offset: usize = 0,
};

/// Runs once when the last tensor over some memory is released, on any thread, or when making the tensor fails.
pub const Owner = struct {
    context: ?*anyopaque,
    release: *const fn (context: ?*anyopaque) callconv(.c) void,

    /// Calls `release(context)`. The context is a pointer.
    pub fn of(context: anytype, comptime release: fn (@TypeOf(context)) void) Owner {
        const Pointer = @TypeOf(context);
        const trampoline = struct {
            fn run(raw: ?*anyopaque) callconv(.c) void {
                release(@as(Pointer, @ptrCast(@alignCast(raw.?))));
            }
        };
        return .{ .context = @constCast(context), .release = trampoline.run };
    }
};

/// A tensor over any memory, where `data` is the address of element [0, …, 0]. Unlike fromSlice, it does not check that
/// all elements lie in that memory.
pub fn fromData(
    data: ?*anyopaque,
    sizes: []const i64,
    strides: ?[]const i64,
    dtype: Dtype,
    owner: ?Owner,
    diag: ?*Diagnostics,
) Error!Tensor {
    return wrap(c.ct_tensor_from_data, data, sizes, strides, dtype, owner, diag);
}

/// Like fromData, over memory that must not change: every write through the tensor or a view of it fails.
pub fn fromConstData(
    data: ?*const anyopaque,
    sizes: []const i64,
    strides: ?[]const i64,
    dtype: Dtype,
    owner: ?Owner,
    diag: ?*Diagnostics,
) Error!Tensor {
    return wrap(c.ct_tensor_from_const_data, data, sizes, strides, dtype, owner, diag);
}

fn wrap(
    comptime make: anytype,
    data: anytype,
    sizes: []const i64,
    strides: ?[]const i64,
    dtype: Dtype,
    owner: ?Owner,
    diag: ?*Diagnostics,
) Error!Tensor {
    if (strides) |given| if (given.len != sizes.len) {
        if (owner) |one| one.release(one.context);
        return mismatch("fromData", sizes, given, diag);
    };
    var out: Tensor = .released;
    const raw_strides = if (strides) |given| given.ptr else null;
    const release = if (owner) |one| one.release else null;
    const context = if (owner) |one| one.context else null;
    try check(make(
        data,
        sizes.ptr,
        count(sizes),
        raw_strides,
        @intFromEnum(dtype),
        release,
        context,
        &out.handle,
        rawOf(diag),
    ));
    return out;
}

/// A tensor over a slice, which must outlive the tensor and every view of it. All elements must lie within the slice.
pub fn fromSlice(comptime T: type, values: []T, layout: Layout, diag: ?*Diagnostics) Error!Tensor {
    try within(values.len, layout, diag);
    return fromData(values.ptr + layout.offset, layout.sizes, layout.strides, Dtype.of(T), null, diag);
}

/// Like fromSlice, but read-only.
pub fn fromConstSlice(comptime T: type, values: []const T, layout: Layout, diag: ?*Diagnostics) Error!Tensor {
    try within(values.len, layout, diag);
    return fromConstData(values.ptr + layout.offset, layout.sizes, layout.strides, Dtype.of(T), null, diag);
}

/// A tensor with memory of its own and the slice's elements, in order.
pub fn copyOfSlice(comptime T: type, values: []const T, sizes: []const i64, diag: ?*Diagnostics) Error!Tensor {
    var borrowed = try fromConstSlice(T, values, .{ .sizes = sizes }, diag);
    defer borrowed.deinit();
    return borrowed.clone(.contiguous, diag);
}

/// A tensor over a slice from the allocator. It takes the slice over even if this fails: the allocator gets it back
/// when the last tensor over it is released, on any thread.
pub fn fromOwnedSlice(
    comptime T: type,
    allocator: std.mem.Allocator,
    values: []T,
    layout: Layout,
    diag: ?*Diagnostics,
) Error!Tensor {
    const Owned = struct {
        allocator: std.mem.Allocator,
        values: []T,

        fn release(self: *@This()) void {
            const gone = self.*;
            gone.allocator.destroy(self);
            gone.allocator.free(gone.values);
        }
    };
    const owned = allocator.create(Owned) catch {
        allocator.free(values);
        return errors.fail(diag, error.OutOfMemory, "fromOwnedSlice: no memory for {d} bytes", .{@sizeOf(Owned)});
    };
    owned.* = .{ .allocator = allocator, .values = values };
    within(values.len, layout, diag) catch |err| {
        owned.release();
        return err;
    };
    return fromData(
        values.ptr + layout.offset,
        layout.sizes,
        layout.strides,
        Dtype.of(T),
        .of(owned, Owned.release),
        diag,
    );
}

/// Checks that every element that the layout reaches lies in the slice.
fn within(len: usize, layout: Layout, diag: ?*Diagnostics) Error!void {
    var low: i128 = layout.offset;
    var high: i128 = layout.offset;
    var dense: i128 = 1;
    var i = layout.sizes.len;
    if (layout.strides) |given| if (given.len != i) return mismatch("fromSlice", layout.sizes, given, diag);
    // C itself fails for more dims and for negative sizes, before it reads any element
    if (i > 64) return;
    var empty = false;
    while (i > 0) {
        i -= 1;
        const size = layout.sizes[i];
        if (size < 0) return;
        if (size == 0) empty = true;
        const reach = (size - 1) * if (layout.strides) |given| @as(i128, given[i]) else dense;
        // no slice reaches this far, so the sums below cannot overflow
        if (reach > 1 << 64 or reach < -(1 << 64)) {
            high = 1 << 64;
            break;
        }
        if (reach < 0) low += reach else high += reach;
        dense *|= size; // with strides nothing bounds it, and nothing reads it
    }
    if (empty and layout.offset <= len) return;
    if (low < 0 or high >= len) {
        return errors.fail(
            diag,
            error.Shape,
            "fromSlice: sizes {any} at offset {d} reach the elements {d} to {d}, the slice has {d}",
            .{ layout.sizes, layout.offset, low, high, len },
        );
    }
}

fn mismatch(name: []const u8, sizes: []const i64, strides: []const i64, diag: ?*Diagnostics) Error {
    return errors.fail(diag, error.Shape, "{s}: {d} sizes, but {d} strides", .{ name, sizes.len, strides.len });
}
