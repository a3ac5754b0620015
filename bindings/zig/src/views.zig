//! Views, which share the tensor's memory and keep it alive, and copies.
const c = @import("c");
const errors = @import("errors.zig");
const Diagnostics = errors.Diagnostics;
const Error = errors.Error;
const Dtype = @import("dtype.zig").Dtype;
const MemoryFormat = @import("dtype.zig").MemoryFormat;
const MeshgridIndexing = @import("dtype.zig").MeshgridIndexing;
const Scalar = @import("scalar.zig").Scalar;
const Tensor = @import("tensor.zig").Tensor;
const operands = @import("operand.zig");
const count = @import("create.zig").count;

const check = errors.check;
const rawOf = errors.rawOf;

/// The view with these sizes, strides and offset in the tensor's storage.
pub fn asStrided(
    t: Tensor,
    sizes: []const i64,
    strides: []const i64,
    storage_offset: i64,
    diag: ?*Diagnostics,
) Error!Tensor {
    if (sizes.len != strides.len) {
        return errors.fail(diag, error.Shape, "asStrided: {d} sizes, but {d} strides", .{ sizes.len, strides.len });
    }
    var out: Tensor = .released;
    try check(c.ct_as_strided(
        t.handle,
        sizes.ptr,
        count(sizes),
        strides.ptr,
        storage_offset,
        &out.handle,
        rawOf(diag),
    ));
    return out;
}

/// Other sizes, never a copy. One may be -1 and is worked out.
pub fn view(t: Tensor, sizes: []const i64, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_view(t.handle, sizes.ptr, count(sizes), &out.handle, rawOf(diag)));
    return out;
}

/// Other sizes: a view where there is one, else a contiguous copy.
pub fn reshape(t: Tensor, sizes: []const i64, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_reshape(t.handle, sizes.ptr, count(sizes), &out.handle, rawOf(diag)));
    return out;
}

/// Dim i of the view is dims[i] of t.
pub fn permute(t: Tensor, dims: []const i32, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_permute(t.handle, dims.ptr, count(dims), &out.handle, rawOf(diag)));
    return out;
}

pub fn transpose(t: Tensor, dim0: i32, dim1: i32, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_transpose(t.handle, dim0, dim1, &out.handle, rawOf(diag)));
    return out;
}

/// Dim source[i] moved to place destination[i]; the others keep their order.
pub fn movedim(t: Tensor, source: []const i32, destination: []const i32, diag: ?*Diagnostics) Error!Tensor {
    if (source.len != destination.len) {
        return errors.fail(
            diag,
            error.Shape,
            "movedim: {d} sources, but {d} destinations",
            .{ source.len, destination.len },
        );
    }
    var out: Tensor = .released;
    try check(c.ct_movedim(t.handle, source.ptr, destination.ptr, count(source), &out.handle, rawOf(diag)));
    return out;
}

/// Python's start:stop:step. null: absent.
pub const Slice = struct {
    start: ?i64 = null,
    stop: ?i64 = null,
    step: i64 = 1,
};

/// t[start:stop:step] along one dim: bounds are clipped, a negative step runs backwards.
pub fn slice(t: Tensor, dim: i32, bounds: Slice, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_slice(
        t.handle,
        dim,
        bounds.start orelse c.CT_TO_END,
        bounds.stop orelse c.CT_TO_END,
        bounds.step,
        &out.handle,
        rawOf(diag),
    ));
    return out;
}

/// At one index of a dim, which goes.
pub fn select(t: Tensor, dim: i32, index: i64, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_select(t.handle, dim, index, &out.handle, rawOf(diag)));
    return out;
}

/// `length` elements of a dim, beginning at start. All must be there.
pub fn narrow(t: Tensor, dim: i32, start: i64, length: i64, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_narrow(t.handle, dim, start, length, &out.handle, rawOf(diag)));
    return out;
}

/// As if repeated along dims of size 1, and along new dims in front. -1 keeps a size.
pub fn expand(t: Tensor, sizes: []const i64, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_expand(t.handle, sizes.ptr, count(sizes), &out.handle, rawOf(diag)));
    return out;
}

/// Without those of the named dims that have size 1; null: without every dim of size 1.
pub fn squeeze(t: Tensor, dims: ?[]const i32, diag: ?*Diagnostics) Error!Tensor {
    const raw = operands.rawDims(dims);
    var out: Tensor = .released;
    try check(c.ct_squeeze(t.handle, raw.ptr, raw.len, &out.handle, rawOf(diag)));
    return out;
}

/// With a new dim of size 1 at place dim.
pub fn unsqueeze(t: Tensor, dim: i32, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_unsqueeze(t.handle, dim, &out.handle, rawOf(diag)));
    return out;
}

/// The dims start_dim to end_dim made one: a view where there is one, else a contiguous copy.
pub fn flatten(t: Tensor, start_dim: i32, end_dim: i32, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_flatten(t.handle, start_dim, end_dim, &out.handle, rawOf(diag)));
    return out;
}

/// Backwards along some dims, by negative strides; null: along all.
pub fn flip(t: Tensor, dims: ?[]const i32, diag: ?*Diagnostics) Error!Tensor {
    const raw = operands.rawDims(dims);
    var out: Tensor = .released;
    try check(c.ct_flip(t.handle, raw.ptr, raw.len, &out.handle, rawOf(diag)));
    return out;
}

/// The real parts; of a real tensor, a view of all of it.
pub fn real(t: Tensor, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_real(t.handle, &out.handle, rawOf(diag)));
    return out;
}

/// The imaginary parts.
pub fn imag(t: Tensor, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_imag(t.handle, &out.handle, rawOf(diag)));
    return out;
}

/// Turned by k quarter turns in the plane of two dims, from dim0 towards dim1.
pub fn rot90(t: Tensor, k: i32, dim0: i32, dim1: i32, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_rot90(t.handle, k, dim0, dim1, &out.handle, rawOf(diag)));
    return out;
}

/// A diagonal of two dims, as a new last dim.
pub fn diagonal(t: Tensor, offset: i64, dim1: i32, dim2: i32, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_diagonal(t.handle, offset, dim1, dim2, &out.handle, rawOf(diag)));
    return out;
}

/// Windows of `size` elements along a dim, step apart, each along a new last dim.
pub fn unfold(t: Tensor, dim: i32, size: i64, step: i64, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_unfold(t.handle, dim, size, step, &out.handle, rawOf(diag)));
    return out;
}

/// One dim made several. One size may be -1 and is worked out.
pub fn unflatten(t: Tensor, dim: i32, sizes: []const i64, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_unflatten(t.handle, dim, sizes.ptr, count(sizes), &out.handle, rawOf(diag)));
    return out;
}

/// transpose by the name that NumPy has for it.
pub fn swapaxes(t: Tensor, dim0: i32, dim1: i32, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_swapaxes(t.handle, dim0, dim1, &out.handle, rawOf(diag)));
    return out;
}

/// The bytes as elements of another dtype. Those of a bool must be 0 or 1.
pub fn viewDtype(t: Tensor, dtype: Dtype, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_view_dtype(t.handle, @intFromEnum(dtype), &out.handle, rawOf(diag)));
    return out;
}

/// The parts of complex numbers along a new last dim.
pub fn viewAsReal(t: Tensor, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_view_as_real(t.handle, &out.handle, rawOf(diag)));
    return out;
}

/// Pairs along the last dim as complex numbers.
pub fn viewAsComplex(t: Tensor, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_view_as_complex(t.handle, &out.handle, rawOf(diag)));
    return out;
}

// ---- several views at a time: the caller owns what outs get ----

fn checkRoom(what: []const u8, outs: []const Tensor, wanted: usize, diag: ?*Diagnostics) Error!void {
    if (outs.len == wanted) return;
    return errors.fail(diag, error.Invalid, "{s}: {d} outs for {d} tensors", .{ what, outs.len, wanted });
}

/// Cut along a dim into parts of these sizes, one for each of outs.
pub fn split(t: Tensor, split_sizes: []const i64, dim: i32, outs: []Tensor, diag: ?*Diagnostics) Error!void {
    try checkRoom("split", outs, split_sizes.len, diag);
    try check(c.ct_split(t.handle, split_sizes.ptr, count(split_sizes), dim, @ptrCast(outs.ptr), rawOf(diag)));
}

/// Cut along a dim into at most outs.len parts of equal sizes, of which the last may be smaller; gives those there are.
pub fn chunk(t: Tensor, dim: i32, outs: []Tensor, diag: ?*Diagnostics) Error![]Tensor {
    var made: i32 = 0;
    try check(c.ct_chunk(t.handle, @intCast(outs.len), dim, @ptrCast(outs.ptr), &made, rawOf(diag)));
    return outs[0..@intCast(made)];
}

/// At every index of a dim, which has outs.len elements.
pub fn unbind(t: Tensor, dim: i32, outs: []Tensor, diag: ?*Diagnostics) Error!void {
    const ndim: i32 = @intCast(t.ndim());
    const at = if (dim < 0) dim +| ndim else dim;
    // one that is not there is refused before anything is written
    if (at >= 0 and at < ndim) try checkRoom("unbind", outs, @intCast(t.sizes()[@intCast(at)]), diag);
    try check(c.ct_unbind(t.handle, dim, @ptrCast(outs.ptr), rawOf(diag)));
}

/// In the shape that all of them broadcast to, one view for each.
pub fn broadcastTensors(tensors: []const Tensor, outs: []Tensor, diag: ?*Diagnostics) Error!void {
    try checkRoom("broadcastTensors", outs, tensors.len, diag);
    try check(c.ct_broadcast_tensors(@ptrCast(tensors.ptr), @intCast(tensors.len), @ptrCast(outs.ptr), rawOf(diag)));
}

/// The coordinates of a grid's points, whose axes are given: one view for each.
pub fn meshgrid(
    tensors: []const Tensor,
    indexing: MeshgridIndexing,
    outs: []Tensor,
    diag: ?*Diagnostics,
) Error!void {
    try checkRoom("meshgrid", outs, tensors.len, diag);
    const how = @intFromEnum(indexing);
    try check(c.ct_meshgrid(@ptrCast(tensors.ptr), @intCast(tensors.len), how, @ptrCast(outs.ptr), rawOf(diag)));
}

/// The sizes that tensors of these sizes broadcast to, in the memory that is given.
pub fn broadcastShapes(shapes: []const []const i64, sizes: *[64]i64, diag: ?*Diagnostics) Error![]i64 {
    var ndim: i32 = 0;
    for (shapes) |shape| { // two by two
        var before = sizes.*;
        const pair = [_][*]const i64{ &before, shape.ptr };
        const ndims = [_]i32{ ndim, count(shape) };
        try check(c.ct_broadcast_shapes(@ptrCast(&pair), &ndims, 2, sizes, &ndim, rawOf(diag)));
    }
    return sizes[0..@intCast(ndim)];
}

/// Gives t itself other sizes, with the format's strides. Slices that it lent are no longer valid.
pub fn resize(t: Tensor, sizes: []const i64, memory_format: MemoryFormat, diag: ?*Diagnostics) Error!void {
    try check(c.ct_resize(t.handle, sizes.ptr, count(sizes), @intFromEnum(memory_format), rawOf(diag)));
}

// ---- copies ----

/// In memory order: t itself, retained, if it is contiguous in the format, else a copy.
pub fn contiguous(t: Tensor, memory_format: MemoryFormat, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_contiguous(t.handle, @intFromEnum(memory_format), &out.handle, rawOf(diag)));
    return out;
}

/// A copy with memory of its own.
pub fn clone(t: Tensor, memory_format: MemoryFormat, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_clone(t.handle, @intFromEnum(memory_format), &out.handle, rawOf(diag)));
    return out;
}

pub const To = struct {
    /// null: kept
    dtype: ?Dtype = null,
    format: MemoryFormat = .preserve,
    /// a copy with memory of its own, also when there is nothing to do
    copy: bool = false,
};

/// In another dtype or format: t itself, retained, when there is nothing to do and no copy is asked for.
pub fn to(t: Tensor, what: To, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    const format = @intFromEnum(what.format);
    try check(c.ct_to(t.handle, Dtype.toRaw(what.dtype), format, what.copy, &out.handle, rawOf(diag)));
    return out;
}

/// Writes the values of src, a tensor or a number, into dst, converted to its dtype.
pub fn copyFrom(dst: Tensor, src: anytype, diag: ?*Diagnostics) Error!void {
    var number: operands.Number(@TypeOf(src)) = undefined;
    try check(c.ct_copy(dst.handle, try operands.operand(src, &number, diag), rawOf(diag)));
}

/// Writes one value into every element. What the dtype cannot hold is refused.
pub fn fill(dst: Tensor, value: anytype, diag: ?*Diagnostics) Error!void {
    const scalar: Scalar = .of(value);
    try check(c.ct_fill(dst.handle, &scalar.raw, rawOf(diag)));
}
