//! What a call through the binding costs compared with C: 8 floats, alternating rounds, their median. An optimised
//! build fails above the limit.
const std = @import("std");
const builtin = @import("builtin");
const ct = @import("ctensor");
const Tensor = ct.Tensor;

extern fn direct_add_out(a: ?*const ct.c.ct_tensor, b: ?*const ct.c.ct_tensor, out: ?*ct.c.ct_tensor, n: c_long) c_int;
extern fn direct_mul_out(a: ?*const ct.c.ct_tensor, out: ?*ct.c.ct_tensor, n: c_long) c_int;
extern fn direct_add(a: ?*const ct.c.ct_tensor, b: ?*const ct.c.ct_tensor, n: c_long) c_int;
extern fn direct_sum(a: ?*const ct.c.ct_tensor, n: c_long) c_int;

const calls = 20_000;
const rounds = 61;
const limit = 1.1;

const Case = struct {
    name: []const u8,
    zig: *const fn (a: Tensor, b: Tensor, out: Tensor) ct.Error!void,
    c: *const fn (a: Tensor, b: Tensor, out: Tensor) c_int,
};

const cases = [_]Case{
    .{ .name = "add_out", .zig = addOut, .c = addOutC },
    .{ .name = "mul_out by 2", .zig = mulOut, .c = mulOutC },
    .{ .name = "add, fresh", .zig = add, .c = addC },
    .{ .name = "sum, fresh", .zig = sum, .c = sumC },
};

fn addOut(a: Tensor, b: Tensor, out: Tensor) ct.Error!void {
    var diag: ct.Diagnostics = .{};
    for (0..calls) |_| try a.addOut(b, out, &diag);
}

fn addOutC(a: Tensor, b: Tensor, out: Tensor) c_int {
    return direct_add_out(a.handle, b.handle, out.handle, calls);
}

fn mulOut(a: Tensor, _: Tensor, out: Tensor) ct.Error!void {
    var diag: ct.Diagnostics = .{};
    for (0..calls) |_| try a.mulOut(2.0, out, &diag);
}

fn mulOutC(a: Tensor, _: Tensor, out: Tensor) c_int {
    return direct_mul_out(a.handle, out.handle, calls);
}

fn add(a: Tensor, b: Tensor, _: Tensor) ct.Error!void {
    var diag: ct.Diagnostics = .{};
    for (0..calls) |_| {
        var made = try a.add(b, &diag);
        made.deinit();
    }
}

fn addC(a: Tensor, b: Tensor, _: Tensor) c_int {
    return direct_add(a.handle, b.handle, calls);
}

fn sum(a: Tensor, _: Tensor, _: Tensor) ct.Error!void {
    var diag: ct.Diagnostics = .{};
    for (0..calls) |_| {
        var made = try a.sum(.{}, &diag);
        made.deinit();
    }
}

fn sumC(a: Tensor, _: Tensor, _: Tensor) c_int {
    return direct_sum(a.handle, calls);
}

pub fn main() !void {
    var buffer: [512]u8 = undefined;
    var file = std.fs.File.stdout().writerStreaming(&buffer);
    const stdout = &file.interface;
    var a = try Tensor.ones(&.{8}, .float32, null);
    defer a.deinit();
    var out = try Tensor.zeros(&.{8}, .float32, null);
    defer out.deinit();
    try stdout.print("{s:<12} {s:>8} {s:>8} {s:>7}\n", .{ "8 floats", "C", "Zig", "" });
    var worst: f64 = 0;
    for (cases) |case| {
        var times: [2][rounds]f64 = undefined;
        for (0..rounds) |round| {
            var timer = try std.time.Timer.start();
            if (case.c(a, a, out) != 0) return error.Failed;
            times[0][round] = per(timer.lap());
            try case.zig(a, a, out);
            times[1][round] = per(timer.lap());
        }
        for (&times) |*one| std.mem.sort(f64, one, {}, std.sort.asc(f64));
        const c, const zig = .{ times[0][rounds / 2], times[1][rounds / 2] };
        try stdout.print("{s:<12} {d:>5.1} ns {d:>5.1} ns {d:>5.2} x\n", .{ case.name, c, zig, zig / c });
        worst = @max(worst, zig / c);
    }
    try stdout.flush();
    if (builtin.mode != .Debug and worst > limit) return error.AboveLimit;
}

fn per(nanoseconds: u64) f64 {
    return @as(f64, @floatFromInt(nanoseconds)) / calls;
}
