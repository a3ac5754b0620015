//! The library's own threads. This is a process of its own, as the setting must precede any parallel work.
const std = @import("std");
const ct = @import("ctensor");

test "work runs on the library's pool, which is chosen once" {
    var diag: ct.Diagnostics = .{};
    try std.testing.expectError(error.Invalid, ct.setThreadPool(-1, &diag));
    try std.testing.expectEqualStrings("CT_ERROR_INVALID", diag.statusName());
    try ct.setThreadPool(2, &diag);
    try std.testing.expectEqual(2, ct.getNumThreads());

    var t = try ct.Tensor.ones(&.{ 1 << 10, 1 << 12 }, .float32, null);
    defer t.deinit();
    var total = try t.sum(.{ .dtype = .float64 }, &diag);
    defer total.deinit();
    try std.testing.expectEqual(1 << 22, try total.item(f64, null));

    try std.testing.expectError(error.Busy, ct.setThreadPool(2, &diag));
    try std.testing.expectError(error.Busy, ct.resetExecutor(&diag));
}
