//! How calls fail: an error for each kind of status, and on request a message with the details.
const std = @import("std");
const c = @import("c");

/// One error for each kind of failing `ct_status`.
pub const Error = error{
    /// A wrong argument: a tensor that was released, an unknown flag, a value that does not fit.
    Invalid,
    /// Sizes, strides or ranks that are impossible or do not go together.
    Shape,
    /// A dtype that is unsupported here, not castable, or not the one asked for.
    Dtype,
    /// A dim or an index out of range, or a dim named twice.
    Index,
    /// An output that shares memory with itself or with another operand.
    Overlap,
    /// A write to read-only memory.
    ReadOnly,
    OutOfMemory,
    /// Valid, but not built into this library.
    Unsupported,
    /// An integer divisor that is zero.
    DivisionByZero,
    /// A process-wide setting that is already in use.
    Busy,
    /// The system failed to read or write.
    Io,
    /// Bytes that are not what their format asks for.
    Format,
    /// A bug in the library.
    Internal,
    /// A status of the program's own, from a callback written in C.
    User,
};

/// Why the last failed call that it was passed to failed. A call that succeeds leaves it unchanged.
pub const Diagnostics = struct {
    raw: c.ct_error = .{ .struct_size = @sizeOf(c.ct_error) },

    /// One line that names the function and both sides. It is valid until the next failure, or the end of the
    /// diagnostics.
    pub fn message(self: *const Diagnostics) []const u8 {
        return std.mem.sliceTo(&self.raw.message, 0);
    }

    /// The C status of the failure; 0 before the first one.
    pub fn status(self: *const Diagnostics) i32 {
        return self.raw.code;
    }

    /// The name of the status, such as `CT_ERROR_SHAPE`.
    pub fn statusName(self: *const Diagnostics) [:0]const u8 {
        return std.mem.span(c.ct_status_name(self.raw.code));
    }

    pub fn format(self: *const Diagnostics, writer: *std.Io.Writer) std.Io.Writer.Error!void {
        try writer.print("{s}: {s}", .{ self.statusName(), self.message() });
    }
};

/// The argument for C's last parameter.
pub inline fn rawOf(diag: ?*Diagnostics) ?*c.ct_error {
    return if (diag) |one| &one.raw else null;
}

pub inline fn check(status: c.ct_status) Error!void {
    if (status != c.CT_OK) {
        @branchHint(.cold);
        return fromStatus(status);
    }
}

pub fn fromStatus(status: c.ct_status) Error {
    return switch (status) {
        c.CT_ERROR_INVALID => error.Invalid,
        c.CT_ERROR_SHAPE => error.Shape,
        c.CT_ERROR_DTYPE => error.Dtype,
        c.CT_ERROR_INDEX => error.Index,
        c.CT_ERROR_OVERLAP => error.Overlap,
        c.CT_ERROR_READ_ONLY => error.ReadOnly,
        c.CT_ERROR_OUT_OF_MEMORY => error.OutOfMemory,
        c.CT_ERROR_UNSUPPORTED => error.Unsupported,
        c.CT_ERROR_DIVISION_BY_ZERO => error.DivisionByZero,
        c.CT_ERROR_BUSY => error.Busy,
        c.CT_ERROR_IO => error.Io,
        c.CT_ERROR_FORMAT => error.Format,
        else => if (status <= c.CT_STATUS_USER) error.User else error.Internal, // unknown statuses, too
    };
}

fn toStatus(err: Error) c.ct_status {
    return switch (err) {
        error.Invalid => c.CT_ERROR_INVALID,
        error.Shape => c.CT_ERROR_SHAPE,
        error.Dtype => c.CT_ERROR_DTYPE,
        error.Index => c.CT_ERROR_INDEX,
        error.Overlap => c.CT_ERROR_OVERLAP,
        error.ReadOnly => c.CT_ERROR_READ_ONLY,
        error.OutOfMemory => c.CT_ERROR_OUT_OF_MEMORY,
        error.Unsupported => c.CT_ERROR_UNSUPPORTED,
        error.DivisionByZero => c.CT_ERROR_DIVISION_BY_ZERO,
        error.Busy => c.CT_ERROR_BUSY,
        error.Io => c.CT_ERROR_IO,
        error.Format => c.CT_ERROR_FORMAT,
        error.Internal => c.CT_ERROR_INTERNAL,
        error.User => c.CT_STATUS_USER,
    };
}

/// Reports a failure that the binding itself finds, in the way of the library's.
pub fn fail(diag: ?*Diagnostics, err: Error, comptime fmt: []const u8, args: anytype) Error {
    @branchHint(.cold);
    if (diag) |one| {
        one.raw.code = toStatus(err);
        const room = one.raw.message[0 .. one.raw.message.len - 1];
        var writer: std.Io.Writer = .fixed(room);
        writer.print(fmt, args) catch {}; // a text that does not fit is truncated
        one.raw.message[writer.end] = 0;
    }
    return err;
}
