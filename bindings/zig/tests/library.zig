//! Settings, and whether the binding has everything that the header has.
const std = @import("std");
const ct = @import("ctensor");
const expectEqual = std.testing.expectEqual;

test "version and settings" {
    try expectEqual(.eq, ct.version().order(ct.header_version));
    try std.testing.expect(ct.isa().len > 0);
    try ct.setNumThreads(2, null);
    try expectEqual(2, ct.getNumThreads());
    try ct.setNumThreads(0, null);
    var diag: ct.Diagnostics = .{};
    try std.testing.expectError(error.Invalid, ct.setNumThreads(-1, &diag));
    ct.setDeterministic(true);
    try std.testing.expect(ct.getDeterministic());
    ct.setDeterministic(false);
    const limit = ct.getCacheLimit();
    ct.setCacheLimit(1 << 20);
    try expectEqual(1 << 20, ct.getCacheLimit());
    ct.setCacheLimit(limit);
    ct.trim();
}
