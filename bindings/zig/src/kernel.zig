//! Zig functions as the iterator's loops: typed pieces, elementwise functions, reducers, and the C functions that call
//! them.
const std = @import("std");
const c = @import("c");
const errors = @import("errors.zig");
const Dtype = @import("dtype.zig").Dtype;

/// One row of one operand of a piece.
pub fn Lane(comptime T: type, comptime mode: enum { read, write }) type {
    return struct {
        first: if (mode == .write) [*]u8 else [*]const u8,
        /// in bytes; may be negative
        stride: isize,
        len: usize,

        const Pointer = if (mode == .write) [*]T else [*]const T;

        pub fn at(self: @This(), index: usize) T {
            std.debug.assert(index < self.len);
            return self.place(index)[0];
        }

        pub fn set(self: @This(), index: usize, value: T) void {
            if (mode == .read) @compileError("an input is not written to");
            std.debug.assert(index < self.len);
            self.place(index)[0] = value;
        }

        /// The row as a slice, or null if its elements are not adjacent.
        pub fn slice(self: @This()) ?(if (mode == .write) []T else []const T) {
            if (self.stride != @sizeOf(T) and self.len > 1) return null;
            return self.place(0)[0..self.len];
        }

        inline fn place(self: @This(), index: usize) Pointer {
            return @ptrCast(@alignCast(self.first + (@as(usize, @bitCast(self.stride)) *% index)));
        }
    };
}

/// A 2-D piece of an iterator's work: rows of len elements of each operand, of these types.
pub fn Piece(comptime outputs: []const type, comptime inputs: []const type) type {
    return struct {
        loop: *const c.ct_loop,

        pub const output_types = outputs;
        pub const input_types = inputs;

        pub fn rows(self: @This()) usize {
            return @intCast(self.loop.size1);
        }

        /// The number of elements in a row.
        pub fn len(self: @This()) usize {
            return @intCast(self.loop.size0);
        }

        /// The position of the first element in the iterator's order.
        pub fn begin(self: @This()) usize {
            return @intCast(self.loop.begin);
        }

        /// An index for scratch that no other piece uses at the same time.
        pub fn worker(self: @This()) usize {
            return @intCast(self.loop.worker);
        }

        pub inline fn output(self: @This(), comptime k: usize, row: usize) Lane(outputs[k], .write) {
            return .{ .first = self.first(k, row), .stride = @intCast(self.loop.strides[k]), .len = self.len() };
        }

        pub inline fn input(self: @This(), comptime k: usize, row: usize) Lane(inputs[k], .read) {
            const operand = outputs.len + k;
            return .{
                .first = self.first(operand, row),
                .stride = @intCast(self.loop.strides[operand]),
                .len = self.len(),
            };
        }

        inline fn first(self: @This(), operand: usize, row: usize) [*]u8 {
            std.debug.assert(row < self.rows());
            const outer = self.loop.strides[outputs.len + inputs.len + operand];
            return self.loop.data[operand] + (@as(usize, @bitCast(outer)) *% row);
        }

        fn isDense(self: @This()) bool {
            inline for (outputs ++ inputs, 0..) |T, k| {
                if (self.loop.strides[k] != @sizeOf(T)) return false;
            }
            return true;
        }
    };
}

/// A compile error unless F is a function whose first parameter takes the context. `form` shows such a function in the
/// message.
fn expectFunction(comptime Given: type, comptime F: type, comptime form: []const u8) void {
    const info = switch (@typeInfo(F)) {
        .@"fn" => |function| function,
        else => refuse("", form, F),
    };
    for (info.params) |one| {
        if (one.type == null) refuse("the types of its parameters must be known; ", form, F);
    }
    if (info.params.len == 0 or !becomes(Given, info.params[0].type.?)) {
        refuse("its first parameter is the context, here of type " ++ @typeName(Given) ++ "; ", form, F);
    }
}

fn refuse(comptime why: []const u8, comptime form: []const u8, comptime F: type) noreturn {
    @compileError("not a kernel function: " ++ why ++ "expected " ++ form ++ ", found " ++ @typeName(F));
}

/// Whether a context of type Given may be passed as a Context. If in doubt it says yes, and the call itself fails.
fn becomes(comptime Given: type, comptime Context: type) bool {
    if (Given == Context) return true;
    if (Given == void or isPiece(Context)) return false;
    if (!isElement(Context)) return true;
    return switch (@typeInfo(Given)) {
        .int, .float, .comptime_int, .comptime_float, .@"struct" => true,
        else => false,
    };
}

fn isPiece(comptime T: type) bool {
    return @typeInfo(T) == .@"struct" and @hasDecl(T, "input_types");
}

/// The types of a kernel `fn (context, piece) !void` that gets a context of type Given.
pub fn Kernel(comptime Given: type, comptime F: type) type {
    const form = "fn (context, ct.Piece(outputs, inputs)) !void";
    expectFunction(Given, F, form);
    const function = @typeInfo(F).@"fn";
    if (function.params.len != 2 or !isPiece(function.params[1].type.?)) refuse("", form, F);
    return struct {
        pub const Context = function.params[0].type.?;
        pub const Of = function.params[1].type.?;
        pub const Failure = FailureOf(function.return_type.?);
    };
}

/// The types of `fn (context, element…) !Results` that gets a context of type Given. Results is an element, or a struct
/// with one field for each output.
pub fn Elementwise(comptime Given: type, comptime F: type) type {
    expectFunction(Given, F, elementwise_form);
    const function = @typeInfo(F).@"fn";
    return struct {
        pub const Context = function.params[0].type.?;
        pub const Failure = FailureOf(function.return_type.?);
        pub const Results = PayloadOf(function.return_type.?);
        pub const outputs = parts(Results);
        pub const inputs = blk: {
            var types: [function.params.len - 1]type = undefined;
            for (&types, function.params[1..]) |*one, parameter| one.* = parameter.type.?;
            const found = types;
            break :blk &found;
        };
        pub const Of = Piece(outputs, inputs);
    };
}

const elementwise_form = "fn (context, an element of each input) !Results";

/// A compile error unless the function takes this number of inputs.
pub fn expectInputs(comptime Given: type, comptime F: type, comptime count: usize) void {
    const taken = Elementwise(Given, F).inputs.len;
    if (taken != count) refuse(std.fmt.comptimePrint(
        "it takes {d} after the context, and there are {d} inputs; ",
        .{ taken, count },
    ), elementwise_form, F);
}

fn FailureOf(comptime Returned: type) type {
    return switch (@typeInfo(Returned)) {
        .error_union => |both| both.error_set,
        else => error{},
    };
}

fn PayloadOf(comptime Returned: type) type {
    return switch (@typeInfo(Returned)) {
        .error_union => |both| both.payload,
        else => Returned,
    };
}

/// The types of the elements of a result.
pub fn parts(comptime Results: type) []const type {
    if (isElement(Results)) return &.{Results};
    const fields = switch (@typeInfo(Results)) {
        .@"struct" => |found| found.fields,
        else => @compileError("expected a type that has a dtype, or a struct of such, found " ++ @typeName(Results)),
    };
    var types: [fields.len]type = undefined;
    for (&types, fields) |*one, field| one.* = field.type;
    const found = types;
    return &found;
}

fn isElement(comptime T: type) bool {
    for (std.enums.values(Dtype)) |one| {
        if (one.Type() == T) return true;
    }
    return false;
}

inline fn part(results: anytype, comptime k: usize) parts(@TypeOf(results))[k] {
    if (comptime isElement(@TypeOf(results))) return results;
    return @field(results, @typeInfo(@TypeOf(results)).@"struct".fields[k].name);
}

/// The kernel that calls an elementwise function for each element.
pub fn elementwise(comptime Given: type, comptime f: anytype) fn (
    Elementwise(Given, @TypeOf(f)).Context,
    Elementwise(Given, @TypeOf(f)).Of,
) Elementwise(Given, @TypeOf(f)).Failure!void {
    const Types = Elementwise(Given, @TypeOf(f));
    return struct {
        fn run(context: Types.Context, piece: Types.Of) Types.Failure!void {
            const dense = piece.isDense();
            for (0..piece.rows()) |row| {
                // two loops, so that the dense one can be vectorised
                if (dense) try walk(true, context, piece, row) else try walk(false, context, piece, row);
            }
        }

        inline fn walk(comptime dense: bool, context: Types.Context, piece: Types.Of, row: usize) Types.Failure!void {
            const lanes = lanesOf(piece, row, dense);
            for (0..piece.len()) |i| {
                var arguments: std.meta.ArgsTuple(@TypeOf(f)) = undefined;
                arguments[0] = context;
                inline for (0..Types.inputs.len) |k| arguments[k + 1] = lanes.inputs[k].at(i);
                const called = @call(.auto, f, arguments);
                const made = if (Types.Failure == error{}) called else try called;
                inline for (0..Types.outputs.len) |k| lanes.outputs[k].set(i, part(made, k));
            }
        }
    }.run;
}

fn Lanes(comptime P: type) type {
    var outputs: [P.output_types.len]type = undefined;
    for (&outputs, P.output_types) |*one, T| one.* = Lane(T, .write);
    var inputs: [P.input_types.len]type = undefined;
    for (&inputs, P.input_types) |*one, T| one.* = Lane(T, .read);
    const Outputs, const Inputs = .{ std.meta.Tuple(&outputs), std.meta.Tuple(&inputs) };
    return struct { outputs: Outputs, inputs: Inputs };
}

inline fn lanesOf(piece: anytype, row: usize, comptime dense: bool) Lanes(@TypeOf(piece)) {
    var lanes: Lanes(@TypeOf(piece)) = undefined;
    inline for (@TypeOf(piece).output_types, 0..) |T, k| {
        lanes.outputs[k] = piece.output(k, row);
        if (dense) lanes.outputs[k].stride = @sizeOf(T);
    }
    inline for (@TypeOf(piece).input_types, 0..) |T, k| {
        lanes.inputs[k] = piece.input(k, row);
        if (dense) lanes.inputs[k].stride = @sizeOf(T);
    }
    return lanes;
}

/// The types and the two kernels of a reducer: a namespace with `identity`, `step(context, accumulator, element…)` and
/// `combine(context, accumulator, accumulator)`, both of which return an accumulator.
pub fn Reduction(comptime Given: type, comptime Reducer: type) type {
    const Accumulator = @TypeOf(Reducer.identity);
    const step_form = "fn (context, accumulator, an element of each input) !accumulator";
    expectFunction(Given, @TypeOf(Reducer.step), step_form);
    const Step = @typeInfo(@TypeOf(Reducer.step)).@"fn";
    if (Step.params.len < 3 or Step.params[1].type.? != Accumulator) refuse("", step_form, @TypeOf(Reducer.step));
    const combine_form = "fn (context, accumulator, accumulator) !accumulator";
    expectFunction(Given, @TypeOf(Reducer.combine), combine_form);
    const Combine = @typeInfo(@TypeOf(Reducer.combine)).@"fn";
    if (Combine.params.len != 3 or Combine.params[1].type.? != Accumulator or Combine.params[2].type.? != Accumulator) {
        refuse("", combine_form, @TypeOf(Reducer.combine));
    }
    const held = parts(Accumulator);
    return struct {
        pub const Context = Step.params[0].type.?;
        pub const Failure = FailureOf(Step.return_type.?) || FailureOf(Combine.return_type.?);
        pub const accumulators = held;
        pub const inputs = blk: {
            var types: [Step.params.len - 2]type = undefined;
            for (&types, Step.params[2..]) |*one, parameter| one.* = parameter.type.?;
            const found = types;
            break :blk &found;
        };
        // for each accumulator, the one to add to, then the one to add
        const pairs = blk: {
            var types: [2 * held.len]type = undefined;
            for (held, 0..) |T, k| {
                types[2 * k] = T;
                types[2 * k + 1] = T;
            }
            const found = types;
            break :blk &found;
        };

        pub fn identity(comptime k: usize) held[k] {
            return part(Reducer.identity, k);
        }

        pub fn step(context: Context, piece: Piece(held, inputs)) FailureOf(Step.return_type.?)!void {
            for (0..piece.rows()) |row| {
                const lanes = lanesOf(piece, row, false);
                if (piece.len() == 0) continue;
                // along a reduced dim, the accumulator stays in a register
                var stays = true;
                inline for (0..held.len) |k| stays = stays and lanes.outputs[k].stride == 0;
                var accumulator = load(lanes.outputs, 0);
                for (0..piece.len()) |i| {
                    if (!stays) accumulator = load(lanes.outputs, i);
                    var arguments: std.meta.ArgsTuple(@TypeOf(Reducer.step)) = undefined;
                    arguments[0] = context;
                    arguments[1] = accumulator;
                    inline for (0..inputs.len) |k| arguments[k + 2] = lanes.inputs[k].at(i);
                    const called = @call(.auto, Reducer.step, arguments);
                    accumulator = if (FailureOf(Step.return_type.?) == error{}) called else try called;
                    if (!stays) store(lanes.outputs, i, accumulator);
                }
                if (stays) store(lanes.outputs, 0, accumulator);
            }
        }

        pub fn combine(context: Context, piece: Piece(pairs, &.{})) FailureOf(Combine.return_type.?)!void {
            for (0..piece.rows()) |row| {
                const lanes = lanesOf(piece, row, false);
                for (0..piece.len()) |i| {
                    var into: Accumulator = undefined;
                    var from: Accumulator = undefined;
                    inline for (0..held.len) |k| {
                        put(&into, k, lanes.outputs[2 * k].at(i));
                        put(&from, k, lanes.outputs[2 * k + 1].at(i));
                    }
                    const called = Reducer.combine(context, into, from);
                    const both = if (FailureOf(Combine.return_type.?) == error{}) called else try called;
                    inline for (0..held.len) |k| lanes.outputs[2 * k].set(i, part(both, k));
                }
            }
        }

        inline fn load(lanes: anytype, i: usize) Accumulator {
            var accumulator: Accumulator = undefined;
            inline for (0..held.len) |k| put(&accumulator, k, lanes[k].at(i));
            return accumulator;
        }

        inline fn store(lanes: anytype, i: usize, accumulator: Accumulator) void {
            inline for (0..held.len) |k| lanes[k].set(i, part(accumulator, k));
        }

        inline fn put(accumulator: *Accumulator, comptime k: usize, value: held[k]) void {
            if (comptime isElement(Accumulator)) {
                accumulator.* = value;
            } else {
                @field(accumulator, @typeInfo(Accumulator).@"struct".fields[k].name) = value;
            }
        }
    };
}

const Code = std.meta.Int(.unsigned, @bitSizeOf(anyerror));

/// The user_data of a C loop: the context, and the first error of a kernel.
pub fn State(comptime Context: type) type {
    return struct {
        context: Context,
        failure: std.atomic.Value(Code) = .init(0),

        /// The C function that calls a kernel with this context.
        pub fn trampoline(comptime kernel: anytype) fn ([*c]const c.ct_loop, ?*anyopaque) callconv(.c) c.ct_status {
            const P = Kernel(Context, @TypeOf(kernel)).Of;
            return struct {
                fn run(loop: [*c]const c.ct_loop, user_data: ?*anyopaque) callconv(.c) c.ct_status {
                    const self: *State(Context) = @ptrCast(@alignCast(user_data.?));
                    @as(anyerror!void, kernel(self.context, P{ .loop = @ptrCast(loop) })) catch |err| {
                        _ = self.failure.cmpxchgStrong(0, @intFromError(err), .monotonic, .monotonic);
                        return c.CT_STATUS_USER;
                    };
                    return c.CT_OK;
                }
            }.run;
        }

        /// Returns the kernel's error if that stopped the work, else the library's.
        pub fn finish(
            self: *const @This(),
            comptime Failure: type,
            status: c.ct_status,
        ) (errors.Error || Failure)!void {
            const code = self.failure.load(.monotonic);
            if (status <= c.CT_STATUS_USER and code != 0) return @errorCast(@errorFromInt(code));
            try errors.check(status);
        }
    };
}
