//! The library's version, and settings. Programs change settings; libraries should not.
const std = @import("std");
const c = @import("c");
const errors = @import("errors.zig");
const Diagnostics = errors.Diagnostics;
const Error = errors.Error;
const Dtype = @import("dtype.zig").Dtype;
const Tensor = @import("tensor.zig").Tensor;

const check = errors.check;
const rawOf = errors.rawOf;

/// The version of the header that the binding was built with.
pub const header_version: std.SemanticVersion = .{
    .major = c.CT_VERSION_MAJOR,
    .minor = c.CT_VERSION_MINOR,
    .patch = c.CT_VERSION_PATCH,
};

/// The version of the library in use.
pub fn version() std.SemanticVersion {
    const number = c.ct_version();
    return .{ .major = number >> 16, .minor = number >> 8 & 255, .patch = number & 255 };
}

/// The instruction set of the kernels in use: "base", "avx2", …
pub fn isa() [:0]const u8 {
    return std.mem.span(c.ct_isa());
}

/// The dtype in which an op computes on these tensors.
pub fn resultType(tensors: []const Tensor, diag: ?*Diagnostics) Error!Dtype {
    var found: c.ct_dtype = c.CT_UNDEFINED;
    try check(c.ct_result_type(@ptrCast(tensors.ptr), @intCast(tensors.len), &found, rawOf(diag)));
    return @enumFromInt(found);
}

/// Sets how many threads calls that begin later may use. 0: the executor's number, or the machine's.
pub fn setNumThreads(n: i32, diag: ?*Diagnostics) Error!void {
    try check(c.ct_set_num_threads(n, rawOf(diag)));
}

pub fn getNumThreads() usize {
    return @intCast(c.ct_get_num_threads());
}

/// Sets whether math functions give the same bits on every instruction set.
pub fn setDeterministic(on: bool) void {
    _ = c.ct_set_deterministic(on, null); // cannot fail
}

pub fn getDeterministic() bool {
    return c.ct_get_deterministic();
}

/// Sets how many bytes of freed blocks the process keeps for reuse.
pub fn setCacheLimit(bytes: usize) void {
    _ = c.ct_set_cache_limit(bytes, null); // cannot fail
}

pub fn getCacheLimit() usize {
    return c.ct_get_cache_limit();
}

/// Gives back all blocks that are kept for reuse: large ones to the system, small ones to the C heap.
pub fn trim() void {
    c.ct_trim();
}

/// Takes memory for data, handles, iterators and scratch from a Zig allocator that any thread may use, or from the
/// library's own again for null. The allocator must stay where it is as long as any tensor lives. The call must precede
/// the first one that allocates.
pub fn setAllocator(allocator: ?*const std.mem.Allocator, diag: ?*Diagnostics) Error!void {
    const given = allocator orelse return check(c.ct_set_allocator(null, rawOf(diag)));
    const adapter = struct {
        fn of(user_data: ?*anyopaque) std.mem.Allocator {
            return @as(*const std.mem.Allocator, @ptrCast(@alignCast(user_data.?))).*;
        }

        // Zig's allocators do not allow empty blocks
        fn allocate(user_data: ?*anyopaque, size: usize, alignment: usize) callconv(.c) ?*anyopaque {
            return of(user_data).rawAlloc(@max(size, 1), .fromByteUnits(alignment), @returnAddress());
        }

        fn deallocate(user_data: ?*anyopaque, block: ?*anyopaque, size: usize, alignment: usize) callconv(.c) void {
            const bytes = @as([*]u8, @ptrCast(block orelse return))[0..@max(size, 1)];
            of(user_data).rawFree(bytes, .fromByteUnits(alignment), @returnAddress());
        }
    };
    const raw: c.ct_allocator = .{
        .struct_size = @sizeOf(c.ct_allocator),
        .user_data = @constCast(given),
        .allocate = adapter.allocate,
        .deallocate = adapter.deallocate,
    };
    try check(c.ct_set_allocator(&raw, rawOf(diag)));
}

/// Work that an executor distributes: it calls run(index) once for every index below count.
pub const Tasks = struct {
    count: usize,
    task: *const fn (?*anyopaque, i64) callconv(.c) void,
    arg: ?*anyopaque,

    pub fn run(self: Tasks, index: usize) void {
        self.task(self.arg, @intCast(index));
    }
};

/// Runs the library's parallel work on the program's threads. `context` is a pointer that lives as long as the library
/// is used. `parallelFor(context, tasks)` runs every task, in any order, and returns when all have finished; an error
/// of it becomes error.User. The call must precede the first parallel work of the process.
pub fn setExecutor(
    context: anytype,
    num_threads: i32,
    comptime parallelFor: anytype,
    diag: ?*Diagnostics,
) Error!void {
    const adapter = struct {
        fn run(
            user_data: ?*anyopaque,
            ntasks: i64,
            task: ?*const fn (?*anyopaque, i64) callconv(.c) void,
            arg: ?*anyopaque,
        ) callconv(.c) c.ct_status {
            const tasks: Tasks = .{ .count = @intCast(ntasks), .task = task.?, .arg = arg };
            @as(
                anyerror!void,
                parallelFor(@as(@TypeOf(context), @ptrCast(@alignCast(user_data.?))), tasks),
            ) catch return c.CT_STATUS_USER;
            return c.CT_OK;
        }
    };
    const raw: c.ct_executor = .{
        .struct_size = @sizeOf(c.ct_executor),
        .num_threads = num_threads,
        .user_data = @constCast(context),
        .parallel_for = adapter.run,
    };
    try check(c.ct_set_executor(&raw, rawOf(diag)));
}

/// Starts a pool of threads and runs the library's parallel work on it. This is final. `num_threads`, 1 to 1024,
/// includes the thread that calls the library; 0: as many as OpenMP would take. If the system gives fewer threads, the
/// pool has these. The call must precede the first parallel work of the process.
pub fn setThreadPool(num_threads: i32, diag: ?*Diagnostics) Error!void {
    try check(c.ct_set_thread_pool(num_threads, rawOf(diag)));
}

/// Runs parallel work on the library's own threads again.
pub fn resetExecutor(diag: ?*Diagnostics) Error!void {
    try check(c.ct_set_executor(null, rawOf(diag)));
}
