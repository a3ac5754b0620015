//! The program's own threads. This is a process of its own, as the setting must precede any parallel work.
const std = @import("std");
const ct = @import("ctensor");

const Host = struct {
    tasks: std.atomic.Value(usize) = .init(0),
    refuse: bool = false,

    fn parallelFor(self: *Host, tasks: ct.Tasks) !void {
        if (self.refuse) return error.NoThreads;
        var threads: [3]std.Thread = undefined;
        var next: std.atomic.Value(usize) = .init(0);
        for (&threads) |*one| one.* = try std.Thread.spawn(.{}, work, .{ self, tasks, &next });
        for (threads) |one| one.join();
    }

    fn work(self: *Host, tasks: ct.Tasks, next: *std.atomic.Value(usize)) void {
        while (true) {
            const index = next.fetchAdd(1, .monotonic);
            if (index >= tasks.count) return;
            tasks.run(index);
            _ = self.tasks.fetchAdd(1, .monotonic);
        }
    }
};

var host: Host = .{};

test "work runs on the program's threads, and their failure comes back" {
    var diag: ct.Diagnostics = .{};
    try std.testing.expectError(error.Invalid, ct.setExecutor(&host, 0, Host.parallelFor, &diag));
    try ct.resetExecutor(null);
    try ct.setExecutor(&host, 3, Host.parallelFor, &diag);
    try std.testing.expectEqual(3, ct.getNumThreads());

    var t = try ct.Tensor.ones(&.{ 1 << 10, 1 << 12 }, .float32, null);
    defer t.deinit();
    var total = try t.sum(.{ .dtype = .float64 }, &diag);
    defer total.deinit();
    try std.testing.expectEqual(1 << 22, try total.item(f64, null));
    try std.testing.expect(host.tasks.load(.monotonic) > 1);

    host.refuse = true;
    try std.testing.expectError(error.User, t.sum(.{}, &diag));
    host.refuse = false;
    try std.testing.expectError(error.Busy, ct.setExecutor(&host, 2, Host.parallelFor, &diag));
}
