//! All tests that need no process of their own. The library's memory comes from std.testing.allocator, which fails a
//! test that leaks.
const std = @import("std");
const ct = @import("ctensor");

/// It is a constant of the file, since the library keeps its address.
const allocator = std.testing.allocator;

// this is the first test, before the library takes any memory
test "the library's memory is Zig's" {
    try ct.setAllocator(&allocator, null);
    var t = try ct.Tensor.zeros(&.{ 2, 3 }, .float32, null);
    defer t.deinit();
    var diag: ct.Diagnostics = .{};
    try std.testing.expectError(error.Busy, ct.setAllocator(null, &diag));
    try std.testing.expectEqualStrings("CT_ERROR_BUSY", diag.statusName());
}

test {
    _ = @import("errors.zig");
    _ = @import("tensors.zig");
    _ = @import("lifetimes.zig");
    _ = @import("access.zig");
    _ = @import("views.zig");
    _ = @import("dlpack.zig");
    _ = @import("kernels.zig");
    _ = @import("threads.zig");
    _ = @import("library.zig");
    _ = @import("expr.zig");
    _ = @import("indexing.zig");
    _ = @import("files.zig");
    _ = @import("random.zig");
    _ = @import("ops.zig");
}
