//! The iterator: your own loops over tensors of any layout, on all threads, as reductions, or pulled by a cursor.
const std = @import("std");
const c = @import("c");
const errors = @import("errors.zig");
const Diagnostics = errors.Diagnostics;
const Error = errors.Error;
const Dtype = @import("dtype.zig").Dtype;
const Scalar = @import("scalar.zig").Scalar;
const Tensor = @import("tensor.zig").Tensor;
const kernels = @import("kernel.zig");

const check = errors.check;
const rawOf = errors.rawOf;

/// What an iterator allows. Without flags, these are PyTorch's defaults.
pub const IterFlags = packed struct(u32) {
    /// do not check whether outputs share memory
    allow_overlap: bool = false,
    /// operands may differ in dtype; the loop sees each in its own
    no_same_dtype_check: bool = false,
    /// a given output of other sizes is an error instead of being resized
    no_resize: bool = false,
    /// with no_resize; outputs, all given, may be of size 1 where inputs are not
    reduction: bool = false,
    /// the loop sees inputs in their common dtype
    promote_inputs: bool = false,
    /// with promote_inputs: an integer or bool common dtype becomes float32
    integers_to_float: bool = false,
    /// the loop writes the common dtype; outputs of another dtype are converted
    cast_to_outputs: bool = false,
    /// refuse outputs that canCast does not allow
    safe_cast: bool = false,
    /// walk in row-major order, the last dim fastest
    linear: bool = false,
    /// real and meta operands may be mixed
    no_same_device_check: bool = false,
    /// at most one 0-dim real input beside meta operands
    allow_cpu_scalars: bool = false,
    _: u21 = 0,

    comptime {
        for ([_]struct { IterFlags, u32 }{
            .{ .{ .allow_overlap = true }, c.CT_ITER_ALLOW_OVERLAP },
            .{ .{ .no_same_dtype_check = true }, c.CT_ITER_NO_SAME_DTYPE_CHECK },
            .{ .{ .no_resize = true }, c.CT_ITER_NO_RESIZE },
            .{ .{ .reduction = true }, c.CT_ITER_REDUCTION },
            .{ .{ .promote_inputs = true }, c.CT_ITER_PROMOTE_INPUTS },
            .{ .{ .integers_to_float = true }, c.CT_ITER_INTEGERS_TO_FLOAT },
            .{ .{ .cast_to_outputs = true }, c.CT_ITER_CAST_TO_OUTPUTS },
            .{ .{ .safe_cast = true }, c.CT_ITER_SAFE_CAST },
            .{ .{ .linear = true }, c.CT_ITER_LINEAR },
            .{ .{ .no_same_device_check = true }, c.CT_ITER_NO_SAME_DEVICE_CHECK },
            .{ .{ .allow_cpu_scalars = true }, c.CT_ITER_ALLOW_CPU_SCALARS },
        }) |one| std.debug.assert(@as(u32, @bitCast(one[0])) == one[1]);
    }
};

/// Common sets of flags. The given flags are added to them.
pub const IterPreset = enum(u32) {
    custom = c.CT_ITER_CUSTOM,
    unary = c.CT_ITER_UNARY,
    unary_float = c.CT_ITER_UNARY_FLOAT,
    binary = c.CT_ITER_BINARY,
    binary_float = c.CT_ITER_BINARY_FLOAT,
    comparison = c.CT_ITER_COMPARISON,
    ternary = c.CT_ITER_TERNARY,
    nullary = c.CT_ITER_NULLARY,
    reduce = c.CT_ITER_REDUCE,
};

/// What to iterate over.
pub const IterConfig = struct {
    preset: IterPreset = .custom,
    flags: IterFlags = .{},
    /// null entries are allocated
    outputs: []const ?Tensor = &.{},
    inputs: []const Tensor = &.{},
    /// one for each output, or none at all; null: the default
    output_dtypes: []const ?Dtype = &.{},
    /// one for each input, or none at all, which the loop reads: an input of another dtype is converted, and takes no
    /// part in promotion; null: the default
    input_dtypes: []const ?Dtype = &.{},
    /// of the outputs that are allocated
    static_dtype: ?Dtype = null,
    /// the shape to iterate over, in place of the operands' broadcast shape
    static_sizes: ?[]const i64 = null,
    /// dims of static_sizes along which every operand stays at its first element
    squash_dims: []const i32 = &.{},
};

/// A part of an iterator's order, with null to its end.
pub const IterRange = struct {
    begin: i64 = 0,
    end: ?i64 = null,
};

/// Operands brought to one shape and one order. It is immutable, so any thread may walk it. The operands must not be
/// resized while it lives.
pub const Iter = struct {
    handle: ?*c.ct_iter,

    const max_operands = 64;

    pub fn build(config: IterConfig, diag: ?*Diagnostics) Error!Iter {
        const noutputs, const ninputs = .{ config.outputs.len, config.inputs.len };
        if (noutputs + ninputs > max_operands) {
            return errors.fail(
                diag,
                error.Invalid,
                "Iter.build: {d} outputs and {d} inputs, at most {d} operands",
                .{ noutputs, ninputs, max_operands },
            );
        }
        var outputs: [max_operands]?*c.ct_tensor = undefined;
        for (config.outputs, 0..) |one, k| outputs[k] = if (one) |given| given.handle else null;
        var output_dtypes: Dtypes = undefined;
        var input_dtypes: Dtypes = undefined;
        const raw: c.ct_iter_config = .{
            .struct_size = @sizeOf(c.ct_iter_config),
            .preset = @intFromEnum(config.preset),
            .flags = @bitCast(config.flags),
            .noutputs = @intCast(noutputs),
            .ninputs = @intCast(ninputs),
            .static_dtype = Dtype.toRaw(config.static_dtype),
            .outputs = if (noutputs == 0) null else &outputs,
            .inputs = if (ninputs == 0) null else @ptrCast(config.inputs.ptr), // a Tensor is only its handle
            .output_dtypes = try rawDtypes("output", noutputs, config.output_dtypes, &output_dtypes, diag),
            .input_dtypes = try rawDtypes("input", ninputs, config.input_dtypes, &input_dtypes, diag),
            .static_sizes = if (config.static_sizes) |given| given.ptr else null,
            .static_ndim = if (config.static_sizes) |given| @intCast(given.len) else 0,
            .nsquash = @intCast(config.squash_dims.len),
            .squash_dims = if (config.squash_dims.len == 0) null else config.squash_dims.ptr,
        };
        var it: Iter = .{ .handle = null };
        try check(c.ct_iter_build(&raw, &it.handle, rawOf(diag)));
        return it;
    }

    const Dtypes = [max_operands]c.ct_dtype;

    fn rawDtypes(
        name: []const u8,
        noperands_: usize,
        given: []const ?Dtype,
        room: *Dtypes,
        diag: ?*Diagnostics,
    ) Error!?[*]const c.ct_dtype {
        if (given.len == 0) return null;
        if (given.len != noperands_) {
            return errors.fail(
                diag,
                error.Invalid,
                "Iter.build: {d} {s}s, but {d} {s}_dtypes",
                .{ noperands_, name, given.len, name },
            );
        }
        for (room[0..given.len], given) |*raw, one| raw.* = Dtype.toRaw(one);
        return room;
    }

    /// Releases the iterator. Cursors over it stay valid.
    pub fn deinit(self: *Iter) void {
        c.ct_iter_release(self.handle);
        self.handle = null;
    }

    /// The number of dims that a loop has to walk, after fusing.
    pub fn ndim(self: Iter) usize {
        return if (self.handle == null) 0 else @intCast(c.ct_iter_ndim(self.handle));
    }

    pub fn numel(self: Iter) i64 {
        return c.ct_iter_numel(self.handle);
    }

    /// The number of operands: outputs, then inputs.
    pub fn noperands(self: Iter) usize {
        return @intCast(c.ct_iter_noperands(self.handle));
    }

    /// The sizes after ordering and fusing, fastest dim first.
    pub fn sizes(self: Iter) []const i64 {
        return if (self.handle == null) &.{} else c.ct_iter_sizes(self.handle)[0..self.ndim()];
    }

    /// The strides of one operand in bytes, fastest dim first.
    pub fn strides(self: Iter, k: usize) []const i64 {
        const found = c.ct_iter_strides(self.handle, std.math.cast(i32, k) orelse -1);
        return if (found == null) &.{} else found[0..self.ndim()];
    }

    /// The sizes that the operands broadcast to, in the order of the tensors' dims, before ordering and fusing.
    pub fn broadcastSizes(self: Iter) []const i64 {
        return if (self.handle == null) &.{} else c.ct_iter_broadcast_sizes(self.handle)[0..self.broadcastNdim()];
    }

    /// How the dims were ordered before they were fused: entry k names the dim of broadcastSizes that is the k-th
    /// fastest.
    pub fn permutation(self: Iter) []const i32 {
        return if (self.handle == null) &.{} else c.ct_iter_permutation(self.handle)[0..self.broadcastNdim()];
    }

    fn broadcastNdim(self: Iter) usize {
        return @intCast(c.ct_iter_broadcast_ndim(self.handle));
    }

    /// The dtype that the inputs promote to, or null if it was not determined.
    pub fn commonDtype(self: Iter) ?Dtype {
        return Dtype.fromRaw(c.ct_iter_common_dtype(self.handle));
    }

    /// An operand's dtype, as the loop sees it; null if there is no such operand.
    pub fn dtype(self: Iter, k: usize) ?Dtype {
        return Dtype.fromRaw(c.ct_iter_dtype(self.handle, std.math.cast(i32, k) orelse -1));
    }

    /// An operand, for example an output that was allocated. The caller owns the reference.
    pub fn operand(self: Iter, k: usize, diag: ?*Diagnostics) Error!Tensor {
        var out: Tensor = .released;
        try check(c.ct_iter_operand(self.handle, std.math.cast(i32, k) orelse -1, &out.handle, rawOf(diag)));
        return out;
    }

    /// Calls `kernel(context, piece)` for pieces that cover every element once, on all threads at the same time. Its
    /// second parameter is a Piece of the operands' types; an error from it stops the work and is returned.
    /// `grain_size` is how many elements make a task worth a thread; 0: the library's choice.
    pub fn forEach(
        self: Iter,
        context: anytype,
        comptime kernel: anytype,
        grain_size: i64,
        diag: ?*Diagnostics,
    ) Walk(@TypeOf(context), kernel)!void {
        const Types = kernels.Kernel(@TypeOf(context), @TypeOf(kernel));
        try self.expect("forEach", Types.Of.output_types, Types.Of.input_types, diag);
        const State = kernels.State(Types.Context);
        var state: State = .{ .context = context };
        const status = c.ct_iter_for_each(self.handle, State.trampoline(kernel), &state, grain_size, rawOf(diag));
        return state.finish(Types.Failure, status);
    }

    /// Like forEach, but one piece after the other on this thread, over a part of the iterator's order.
    pub fn serialForEach(
        self: Iter,
        range: IterRange,
        context: anytype,
        comptime kernel: anytype,
        diag: ?*Diagnostics,
    ) Walk(@TypeOf(context), kernel)!void {
        const Types = kernels.Kernel(@TypeOf(context), @TypeOf(kernel));
        try self.expect("serialForEach", Types.Of.output_types, Types.Of.input_types, diag);
        const State = kernels.State(Types.Context);
        var state: State = .{ .context = context };
        const end = range.end orelse self.numel();
        const status = c.ct_iter_serial_for_each(
            self.handle,
            range.begin,
            end,
            State.trampoline(kernel),
            &state,
            rawOf(diag),
        );
        return state.finish(Types.Failure, status);
    }

    fn Walk(comptime Context: type, comptime kernel: anytype) type {
        return Error || kernels.Kernel(Context, @TypeOf(kernel)).Failure;
    }

    /// Writes `f(context, element of each input…)` to the outputs, on all threads. f returns an element, or a struct
    /// with one for each output, or an error, which stops the work and is returned.
    pub fn map(
        self: Iter,
        context: anytype,
        comptime f: anytype,
        diag: ?*Diagnostics,
    ) (Error || kernels.Elementwise(@TypeOf(context), @TypeOf(f)).Failure)!void {
        return self.forEach(context, kernels.elementwise(@TypeOf(context), f), 0, diag);
    }

    /// Reduces the inputs into the outputs of an iterator built with .reduction, on all threads. The reducer is a
    /// namespace with `identity`, an accumulator, which is an element or a struct with one for each output, and with
    /// `step(context, accumulator, element of each input…)` and `combine(context, accumulator, accumulator)`, which
    /// return an accumulator or an error. The result does not depend on the number of threads.
    pub fn reduce(
        self: Iter,
        context: anytype,
        comptime Reducer: type,
        diag: ?*Diagnostics,
    ) (Error || kernels.Reduction(@TypeOf(context), Reducer).Failure)!void {
        const Types = kernels.Reduction(@TypeOf(context), Reducer);
        const held = Types.accumulators;
        // a single accumulator may have another dtype than its output, and is converted at the end
        const outputs = if (held.len == 1) &.{} else held;
        try self.expectFrom("reduce", held.len, outputs, Types.inputs, diag);
        var identities: [held.len]c.ct_scalar = undefined;
        inline for (&identities, 0..) |*one, k| one.* = Scalar.of(Types.identity(k)).raw;
        const State = kernels.State(Types.Context);
        var state: State = .{ .context = context };
        const raw: c.ct_iter_reduction = .{
            .struct_size = @sizeOf(c.ct_iter_reduction),
            .accumulator = if (held.len == 1) @intFromEnum(Dtype.of(held[0])) else c.CT_UNDEFINED,
            .loop = State.trampoline(Types.step),
            .combine = State.trampoline(Types.combine),
            .identities = &identities,
            .user_data = &state,
        };
        const status = c.ct_iter_reduce(self.handle, &raw, rawOf(diag));
        return state.finish(Types.Failure, status);
    }

    /// A cursor over a part of the iterator's order, which gives pieces: `while (cursor.next()) |piece|`. It keeps the
    /// iterator alive, and belongs to one thread.
    pub fn cursor(
        self: Iter,
        comptime outputs: []const type,
        comptime inputs: []const type,
        range: IterRange,
        diag: ?*Diagnostics,
    ) Error!Cursor(outputs, inputs) {
        try self.expect("cursor", outputs, inputs, diag);
        var made: Cursor(outputs, inputs) = .{ .handle = null, .loop = .{} };
        const end = range.end orelse self.numel();
        try check(c.ct_iter_cursor_create(self.handle, range.begin, end, &made.handle, rawOf(diag)));
        return made;
    }

    fn expect(
        self: Iter,
        name: []const u8,
        comptime outputs: []const type,
        comptime inputs: []const type,
        diag: ?*Diagnostics,
    ) Error!void {
        return self.expectFrom(name, outputs.len, outputs, inputs, diag);
    }

    /// Checks that the operands are of these types, except for outputs beyond the length of `outputs`.
    fn expectFrom(
        self: Iter,
        name: []const u8,
        noutputs: usize,
        comptime outputs: []const type,
        comptime inputs: []const type,
        diag: ?*Diagnostics,
    ) Error!void {
        if (self.handle == null) return errors.fail(diag, error.Invalid, "{s}: the iterator was released", .{name});
        if (self.noperands() != noutputs + inputs.len) {
            return errors.fail(
                diag,
                error.Invalid,
                "{s}: the kernel takes {d} outputs and {d} inputs, the iterator has {d} operands",
                .{ name, noutputs, inputs.len, self.noperands() },
            );
        }
        inline for (outputs, 0..) |T, k| try self.expectOne(name, k, .of(T), diag);
        inline for (inputs, 0..) |T, k| try self.expectOne(name, noutputs + k, .of(T), diag);
    }

    fn expectOne(self: Iter, name: []const u8, k: usize, wanted: Dtype, diag: ?*Diagnostics) Error!void {
        const found = self.dtype(k).?;
        if (found != wanted) {
            return errors.fail(
                diag,
                error.Dtype,
                "{s}: operand {d} is {s}, the kernel takes {s}",
                .{ name, k, found.name(), wanted.name() },
            );
        }
    }
};

pub fn Cursor(comptime outputs: []const type, comptime inputs: []const type) type {
    return struct {
        handle: ?*c.ct_iter_cursor,
        loop: c.ct_loop,

        /// Writes back the last piece.
        pub fn deinit(self: *@This()) void {
            c.ct_iter_cursor_release(self.handle);
            self.handle = null;
        }

        /// The next piece, valid until the call after this.
        pub fn next(self: *@This()) ?kernels.Piece(outputs, inputs) {
            self.loop.struct_size = @sizeOf(c.ct_loop);
            return if (c.ct_iter_cursor_next(self.handle, &self.loop)) .{ .loop = &self.loop } else null;
        }
    };
}

/// Computes `f(context, element of each input…)` for tensors that broadcast, on all threads. It returns one fresh
/// tensor, or if f returns a struct, an array with one for each field. The inputs, a tuple of tensors, must be of f's
/// types.
pub fn map(
    context: anytype,
    comptime f: anytype,
    inputs: anytype,
    diag: ?*Diagnostics,
) (Error || kernels.Elementwise(@TypeOf(context), @TypeOf(f)).Failure)!Mapped(@TypeOf(context), @TypeOf(f)) {
    kernels.expectInputs(@TypeOf(context), @TypeOf(f), inputs.len);
    const given: [inputs.len]Tensor = inputs;
    const outputs = kernels.Elementwise(@TypeOf(context), @TypeOf(f)).outputs;
    var dtypes: [outputs.len]?Dtype = undefined;
    inline for (&dtypes, outputs) |*one, T| one.* = .of(T);
    var it = try Iter.build(.{
        .flags = .{ .no_same_dtype_check = true },
        .outputs = &(.{null} ** outputs.len),
        .inputs = &given,
        .output_dtypes = &dtypes,
    }, diag);
    defer it.deinit();
    try it.map(context, f, diag);
    if (outputs.len == 1) return it.operand(0, diag);
    var made: [outputs.len]Tensor = .{Tensor.released} ** outputs.len;
    errdefer for (&made) |*one| one.deinit();
    for (&made, 0..) |*one, k| one.* = try it.operand(k, diag);
    return made;
}

fn Mapped(comptime Context: type, comptime F: type) type {
    const n = kernels.Elementwise(Context, F).outputs.len;
    return if (n == 1) Tensor else [n]Tensor;
}
