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

/// The same elements with other sizes, of which one may be -1 and is inferred. It never copies, and fails where there
/// is no such view.
pub fn view(t: Tensor, sizes: []const i64, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_view(t.handle, sizes.ptr, count(sizes), &out.handle, rawOf(diag)));
    return out;
}

/// The same elements with other sizes: a view where there is one, else a contiguous copy.
pub fn reshape(t: Tensor, sizes: []const i64, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_reshape(t.handle, sizes.ptr, count(sizes), &out.handle, rawOf(diag)));
    return out;
}

/// The dims in another order: dim i of the view is dims[i] of t.
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

/// The tensor with dim source[i] moved to position destination[i]; the others keep their order.
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

/// Python's start:stop:step, with null for absent ones.
pub const Slice = struct {
    start: ?i64 = null,
    stop: ?i64 = null,
    step: i64 = 1,
};

/// t[start:stop:step] along one dim: bounds are clipped, and a negative step runs backwards.
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

/// The elements at one index of a dim, which is removed.
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

/// The elements as if repeated along dims of size 1, and along new leading dims. -1 keeps a size.
pub fn expand(t: Tensor, sizes: []const i64, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_expand(t.handle, sizes.ptr, count(sizes), &out.handle, rawOf(diag)));
    return out;
}

/// The tensor without those of the named dims that have size 1; null: without every dim of size 1.
pub fn squeeze(t: Tensor, dims: ?[]const i32, diag: ?*Diagnostics) Error!Tensor {
    const raw = operands.rawDims(dims);
    var out: Tensor = .released;
    try check(c.ct_squeeze(t.handle, raw.ptr, raw.len, &out.handle, rawOf(diag)));
    return out;
}

/// The tensor with a new dim of size 1 at position dim.
pub fn unsqueeze(t: Tensor, dim: i32, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_unsqueeze(t.handle, dim, &out.handle, rawOf(diag)));
    return out;
}

/// The tensor with dims start_dim to end_dim merged into one: a view where there is one, else a contiguous copy.
pub fn flatten(t: Tensor, start_dim: i32, end_dim: i32, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_flatten(t.handle, start_dim, end_dim, &out.handle, rawOf(diag)));
    return out;
}

/// The elements in reverse along some dims, by negative strides; null: along all.
pub fn flip(t: Tensor, dims: ?[]const i32, diag: ?*Diagnostics) Error!Tensor {
    const raw = operands.rawDims(dims);
    var out: Tensor = .released;
    try check(c.ct_flip(t.handle, raw.ptr, raw.len, &out.handle, rawOf(diag)));
    return out;
}

/// The real parts; for a real tensor, a view of all of it.
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

/// The tensor rotated by k quarter turns in the plane of two dims, from dim0 towards dim1.
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

/// The tensor with one dim split into several. One size may be -1 and is inferred.
pub fn unflatten(t: Tensor, dim: i32, sizes: []const i64, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_unflatten(t.handle, dim, sizes.ptr, count(sizes), &out.handle, rawOf(diag)));
    return out;
}

/// transpose under NumPy's name.
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

/// The real and imaginary parts of complex numbers along a new last dim.
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

// ---- several views at a time: the caller owns the tensors in outs ----

fn checkRoom(what: []const u8, outs: []const Tensor, wanted: usize, diag: ?*Diagnostics) Error!void {
    if (outs.len == wanted) return;
    return errors.fail(diag, error.Invalid, "{s}: {d} outs for {d} tensors", .{ what, outs.len, wanted });
}

/// Cuts the tensor along a dim into parts of these sizes, one for each of outs.
pub fn split(t: Tensor, split_sizes: []const i64, dim: i32, outs: []Tensor, diag: ?*Diagnostics) Error!void {
    try checkRoom("split", outs, split_sizes.len, diag);
    try check(c.ct_split(t.handle, split_sizes.ptr, count(split_sizes), dim, @ptrCast(outs.ptr), rawOf(diag)));
}

/// Cuts the tensor along a dim into at most outs.len parts of equal size, of which the last may be smaller. It returns
/// the part of outs that it has filled.
pub fn chunk(t: Tensor, dim: i32, outs: []Tensor, diag: ?*Diagnostics) Error![]Tensor {
    var made: i32 = 0;
    try check(c.ct_chunk(t.handle, @intCast(outs.len), dim, @ptrCast(outs.ptr), &made, rawOf(diag)));
    return outs[0..@intCast(made)];
}

/// The views at every index of a dim, whose size must be outs.len.
pub fn unbind(t: Tensor, dim: i32, outs: []Tensor, diag: ?*Diagnostics) Error!void {
    const ndim: i32 = @intCast(t.ndim());
    const at = if (dim < 0) dim +| ndim else dim;
    // if there is no such dim, C fails before it writes
    if (at >= 0 and at < ndim) try checkRoom("unbind", outs, @intCast(t.sizes()[@intCast(at)]), diag);
    try check(c.ct_unbind(t.handle, dim, @ptrCast(outs.ptr), rawOf(diag)));
}

/// Views of the tensors in the shape that all of them broadcast to.
pub fn broadcastTensors(tensors: []const Tensor, outs: []Tensor, diag: ?*Diagnostics) Error!void {
    try checkRoom("broadcastTensors", outs, tensors.len, diag);
    try check(c.ct_broadcast_tensors(@ptrCast(tensors.ptr), @intCast(tensors.len), @ptrCast(outs.ptr), rawOf(diag)));
}

/// The coordinates of the points of a grid with these axes, as one view per axis.
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

/// The sizes that tensors of these sizes broadcast to, written to the given memory.
pub fn broadcastShapes(shapes: []const []const i64, sizes: *[64]i64, diag: ?*Diagnostics) Error![]i64 {
    var ndim: i32 = 0;
    for (shapes) |shape| { // C takes one pair at a time
        var before = sizes.*;
        const pair = [_][*]const i64{ &before, shape.ptr };
        const ndims = [_]i32{ ndim, count(shape) };
        try check(c.ct_broadcast_shapes(@ptrCast(&pair), &ndims, 2, sizes, &ndim, rawOf(diag)));
    }
    return sizes[0..@intCast(ndim)];
}

/// Changes the sizes of t itself, with the format's strides. Slices of its elements are no longer valid.
pub fn resize(t: Tensor, sizes: []const i64, memory_format: MemoryFormat, diag: ?*Diagnostics) Error!void {
    try check(c.ct_resize(t.handle, sizes.ptr, count(sizes), @intFromEnum(memory_format), rawOf(diag)));
}

// ---- copies ----

/// t itself, retained, if it is contiguous in the format, else a copy that is.
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
    /// null: t's dtype
    dtype: ?Dtype = null,
    format: MemoryFormat = .preserve,
    /// always makes a copy, even when there is nothing to convert
    copy: bool = false,
};

/// t in another dtype or format, or t itself, retained, when there is nothing to convert and no copy is asked for.
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

/// Writes one value into every element. It fails for a value that the dtype cannot hold.
pub fn fill(dst: Tensor, value: anytype, diag: ?*Diagnostics) Error!void {
    const scalar: Scalar = .of(value);
    try check(c.ct_fill(dst.handle, &scalar.raw, rawOf(diag)));
}
