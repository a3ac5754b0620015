//! Indexing by a list, and unique elements. These do not fit the pattern of the ops in ops.zig.
const c = @import("c");
const errors = @import("errors.zig");
const Diagnostics = errors.Diagnostics;
const Error = errors.Error;
const Tensor = @import("tensor.zig").Tensor;

const check = errors.check;
const rawOf = errors.rawOf;

/// A list of indices as C takes it. A tensor has at most 64 dims, but a mask may have none. There is room for one index
/// more, so that the library itself fails for too many.
const Indices = struct {
    raw: [most]?*const c.ct_tensor,
    len: i32,

    const most = 129;

    fn of(indices: []const ?Tensor) Indices {
        var result: Indices = .{ .raw = undefined, .len = @intCast(@min(indices.len, most)) };
        for (indices[0..@intCast(result.len)], 0..) |index_or_all, k| {
            result.raw[k] = if (index_or_all) |one| one.handle else null;
        }
        return result;
    }
};

/// Elements that integers and masks choose: index k is for dim k, and null stands for all of a dim.
pub fn index(t: Tensor, indices: []const ?Tensor, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    const list: Indices = .of(indices);
    try check(c.ct_index(t.handle, &list.raw, list.len, &out.handle, rawOf(diag)));
    return out;
}

/// index into a given tensor.
pub fn indexOut(t: Tensor, indices: []const ?Tensor, out: Tensor, diag: ?*Diagnostics) Error!void {
    const list: Indices = .of(indices);
    try check(c.ct_index_out(t.handle, &list.raw, list.len, out.handle, rawOf(diag)));
}

/// Writes values to the elements of t that index would read, or with accumulate adds values to them.
pub fn indexPut(
    t: Tensor,
    indices: []const ?Tensor,
    values: Tensor,
    options: struct { accumulate: bool = false },
    diag: ?*Diagnostics,
) Error!void {
    const list: Indices = .of(indices);
    try check(c.ct_index_put(t.handle, &list.raw, list.len, values.handle, options.accumulate, rawOf(diag)));
}

pub const SortValuesOptions = struct { dim: i32 = -1, descending: bool = false };

/// The sorted elements along a dim, without the indices that sort also returns.
pub fn sortValues(t: Tensor, options: SortValuesOptions, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_sort(t.handle, options.dim, options.descending, false, &out.handle, null, rawOf(diag)));
    return out;
}

/// sortValues into a given tensor.
pub fn sortValuesOut(t: Tensor, options: SortValuesOptions, out: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_sort_out(t.handle, options.dim, options.descending, false, out.handle, null, rawOf(diag)));
}

/// What to return in addition to the distinct elements.
pub const UniqueOptions = struct {
    /// the index of each element among the values
    return_inverse: bool = false,
    /// how often each of the values occurs
    return_counts: bool = false,
    /// the dim whose slices are compared; null: elements are compared
    dim: ?i32 = null,
};

/// inverse and counts are null unless they are asked for.
pub const Unique = struct {
    values: Tensor,
    inverse: ?Tensor,
    counts: ?Tensor,

    pub fn deinit(self: *Unique) void {
        self.values.deinit();
        if (self.inverse) |*one| one.deinit();
        if (self.counts) |*one| one.deinit();
    }
};

/// The distinct elements, in ascending order, or slices, in the order of their first elements that differ.
pub fn unique(t: Tensor, options: UniqueOptions, diag: ?*Diagnostics) Error!Unique {
    return different(c.ct_unique, c.ct_unique_dim, t, options, diag);
}

/// One element of each run of equal ones, in row-major order, or one slice.
pub fn uniqueConsecutive(t: Tensor, options: UniqueOptions, diag: ?*Diagnostics) Error!Unique {
    return different(c.ct_unique_consecutive, c.ct_unique_consecutive_dim, t, options, diag);
}

fn different(
    function: anytype,
    function_dim: anytype,
    t: Tensor,
    options: UniqueOptions,
    diag: ?*Diagnostics,
) Error!Unique {
    var values: Tensor = .released;
    var inverse: Tensor = .released;
    var counts: Tensor = .released;
    const inverse_out = if (options.return_inverse) &inverse.handle else null;
    const counts_out = if (options.return_counts) &counts.handle else null;
    try check(if (options.dim) |dim|
        function_dim(t.handle, dim, &values.handle, inverse_out, counts_out, rawOf(diag))
    else
        function(t.handle, &values.handle, inverse_out, counts_out, rawOf(diag)));
    return .{
        .values = values,
        .inverse = if (options.return_inverse) inverse else null,
        .counts = if (options.return_counts) counts else null,
    };
}
