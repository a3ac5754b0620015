//! Programs that must not compile; build.zig lists the compiler's message for each.
const ct = @import("ctensor");
const case = @import("options").case;

fn plain(a: f32, b: f32) f32 {
    return a + b;
}

fn withContext(scale: f32, a: f32) f32 {
    return scale * a;
}

fn onlyPiece(piece: ct.Piece(&.{f32}, &.{})) void {
    _ = piece;
}

fn generic(_: void, a: anytype) f32 {
    return a;
}

const Total = struct {
    pub const identity: f64 = 0;

    pub fn step(sum: f64, x: f64) f64 {
        return sum + x;
    }

    pub fn combine(a: f64, b: f64) f64 {
        return a + b;
    }
};

const cases = struct {
    fn mapWithoutContext(t: ct.Tensor, _: ct.Iter) !void {
        _ = try ct.map({}, plain, .{ t, t }, null);
    }

    fn mapOfTooManyInputs(t: ct.Tensor, _: ct.Iter) !void {
        _ = try ct.map(2, plain, .{ t, t }, null);
    }

    fn mapOfAnotherContext(_: ct.Tensor, it: ct.Iter) !void {
        var scale: f32 = 2;
        try it.map(&scale, withContext, null);
    }

    fn mapOfGeneric(t: ct.Tensor, _: ct.Iter) !void {
        _ = try ct.map({}, generic, .{t}, null);
    }

    fn forEachWithoutContext(_: ct.Tensor, it: ct.Iter) !void {
        try it.forEach({}, onlyPiece, 0, null);
    }

    fn reduceWithoutContext(_: ct.Tensor, it: ct.Iter) !void {
        try it.reduce({}, Total, null);
    }
};

pub fn main() !void {
    try @field(cases, case)(.released, .{ .handle = null });
}
