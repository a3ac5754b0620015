//! Deferred tensors: ops that are recorded, and computed together. Programs.
const std = @import("std");
const c = @import("c");
const errors = @import("errors.zig");
const Diagnostics = errors.Diagnostics;
const Error = errors.Error;
const Tensor = @import("tensor.zig").Tensor;

const check = errors.check;
const rawOf = errors.rawOf;

/// The tensor as a leaf of an expression: ops that take it are recorded, and computed by evaluate. It must not be
/// written to meanwhile.
pub fn deferred(t: Tensor, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try check(c.ct_defer(t.handle, @ptrCast(&out.handle), rawOf(diag)));
    return out;
}

/// Whether the tensor has a layout, but no memory of its own.
pub fn isDeferred(t: Tensor) bool {
    return c.ct_is_deferred(t.handle);
}

/// Computes deferred tensors together, in as few passes over memory as they allow. An entry of outs that is
/// Tensor.released becomes a fresh tensor, which the caller owns; any other entry is written to.
pub fn evaluate(tensors: []const Tensor, outs: []Tensor, diag: ?*Diagnostics) Error!void {
    if (tensors.len != outs.len) return errors.fail(diag, error.Invalid, "evaluate: {d} tensors, but {d} outs", .{ tensors.len, outs.len });
    try check(c.ct_evaluate(@ptrCast(tensors.ptr), @intCast(tensors.len), @ptrCast(outs.ptr), rawOf(diag)));
}

/// A compiled expression. It runs on any tensors with the dtypes, sizes and strides of its leaves, by any number of
/// threads at once. It is one reference, like a Tensor.
pub const Program = extern struct {
    handle: ?*c.ct_program,

    /// Leaves come from deferred, and may be made of meta tensors.
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

    /// Computes the results for these inputs in place of the leaves. outs is used as by evaluate.
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

    /// Its passes over memory: sizes, tiles, bytes and ops. The caller frees the text.
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

    /// Releases the reference. A second call does nothing.
    pub fn deinit(self: *Program) void {
        c.ct_program_release(self.handle);
        self.handle = null;
    }
};

/// A function of tensors that runs as compiled programs: all of its ops in as few passes over memory as they allow.
///
/// f takes tensors and, last, ?*Diagnostics; it returns a tensor or an array of tensors, or an error. It is called once
/// for each combination of dtypes, sizes and strides, with deferred tensors that have no data: it may look at their
/// layouts, but not at elements, and its side effects happen once. It must not run what fuse returns, which would wait
/// for itself. The 32 newest programs are kept. Any number of threads may run them.
pub fn fuse(comptime f: anytype) Fused(f) {
    return .{};
}

/// What fuse returns. It must stay where it is while it is used.
pub fn Fused(comptime f: anytype) type {
    const signature = @typeInfo(@TypeOf(f)).@"fn";
    const ninputs = signature.params.len - 1;
    const Returned = @typeInfo(signature.return_type.?).error_union;
    const is_one = Returned.payload == Tensor;
    const noutputs = if (is_one) 1 else @typeInfo(Returned.payload).array.len;
    const Failure = Error || Returned.error_set;

    return struct {
        const most_programs = 32;
        const Known = struct {
            shapes: [ninputs]Tensor, // meta tensors, which hold only layouts
            program: Program,

            fn deinit(self: *Known) void {
                for (&self.shapes) |*shape| shape.deinit();
                self.program.deinit();
            }
        };

        mutex: std.Thread.Mutex = .{},
        known: [most_programs]Known = undefined,
        count: usize = 0,
        oldest: usize = 0,

        /// The results for these inputs, which the caller owns.
        pub fn run(self: *@This(), inputs: [ninputs]Tensor, diag: ?*Diagnostics) Failure!Returned.payload {
            var outs: [noutputs]Tensor = .{Tensor.released} ** noutputs;
            try self.runInto(inputs, &outs, diag);
            return if (is_one) outs[0] else outs;
        }

        /// Does the same, but writes to tensors of the results' dtypes and sizes.
        pub fn runOut(self: *@This(), inputs: [ninputs]Tensor, outs: Returned.payload, diag: ?*Diagnostics) Failure!void {
            var given: [noutputs]Tensor = if (is_one) .{outs} else outs;
            for (given) |out| {
                if (out.handle == null) return errors.fail(diag, error.Invalid, "runOut: an output was released", .{});
            }
            try self.runInto(inputs, &given, diag);
        }

        /// Releases the programs.
        pub fn deinit(self: *@This()) void {
            for (self.known[0..self.count]) |*one| one.deinit();
            self.* = .{};
        }

        fn runInto(self: *@This(), inputs: [ninputs]Tensor, outs: []Tensor, diag: ?*Diagnostics) Failure!void {
            var program = try self.programFor(inputs, diag);
            defer program.deinit();
            try program.run(&inputs, outs, diag);
        }

        fn programFor(self: *@This(), inputs: [ninputs]Tensor, diag: ?*Diagnostics) Failure!Program {
            for (inputs) |input| {
                if (input.handle == null) return errors.fail(diag, error.Invalid, "fuse: an input was released", .{});
            }
            self.mutex.lock();
            defer self.mutex.unlock();
            for (self.known[0..self.count]) |one| {
                const same = for (one.shapes, inputs) |shape, input| {
                    if (!sameLayout(shape, input)) break false;
                } else true;
                if (same) return one.program.retain();
            }
            var one = try record(inputs, diag);
            if (self.count == most_programs) {
                std.mem.swap(Known, &self.known[self.oldest], &one);
                one.deinit();
                const program = self.known[self.oldest].program.retain();
                self.oldest = (self.oldest + 1) % most_programs;
                return program;
            }
            self.known[self.count] = one;
            self.count += 1;
            return one.program.retain();
        }

        fn record(inputs: [ninputs]Tensor, diag: ?*Diagnostics) Failure!Known {
            var one: Known = .{ .shapes = .{Tensor.released} ** ninputs, .program = .{ .handle = null } };
            errdefer one.deinit();
            var leaves: [ninputs]Tensor = .{Tensor.released} ** ninputs;
            defer for (&leaves) |*leaf| leaf.deinit();
            var arguments: std.meta.ArgsTuple(@TypeOf(f)) = undefined;
            arguments[ninputs] = diag;
            inline for (0..ninputs) |k| {
                one.shapes[k] = try Tensor.createMeta(inputs[k].sizes(), inputs[k].strides(), inputs[k].dtype(), diag);
                leaves[k] = try one.shapes[k].deferred(diag);
                arguments[k] = leaves[k];
            }
            var results: [noutputs]Tensor = if (is_one) .{try @call(.auto, f, arguments)} else try @call(.auto, f, arguments);
            defer for (&results) |*result| result.deinit();
            one.program = try Program.create(&leaves, &results, diag);
            return one;
        }
    };
}

fn sameLayout(a: Tensor, b: Tensor) bool {
    return a.dtype() == b.dtype() and std.mem.eql(i64, a.sizes(), b.sizes()) and
        std.mem.eql(i64, a.strides(), b.strides());
}
