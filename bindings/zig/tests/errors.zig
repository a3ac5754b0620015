//! Failing calls: which error, and what the message says.
const std = @import("std");
const ct = @import("ctensor");
const Tensor = ct.Tensor;
const expectError = std.testing.expectError;

fn expectMessage(diag: *const ct.Diagnostics, status: []const u8, parts: []const []const u8) !void {
    try std.testing.expectEqualStrings(status, diag.statusName());
    for (parts) |part| {
        if (std.mem.indexOf(u8, diag.message(), part) == null) {
            std.debug.print("\"{s}\" does not say \"{s}\"\n", .{ diag.message(), part });
            return error.TestUnexpectedResult;
        }
    }
}

test "the library's errors name both sides" {
    var diag: ct.Diagnostics = .{};
    var a = try Tensor.zeros(&.{ 2, 3 }, .float32, &diag);
    defer a.deinit();
    var b = try Tensor.zeros(&.{ 4, 3 }, .float32, &diag);
    defer b.deinit();
    try std.testing.expectEqual(0, diag.status());

    try expectError(error.Shape, a.add(b, &diag));
    try expectMessage(&diag, "CT_ERROR_SHAPE", &.{ "[2, 3]", "[4, 3]" });
    try expectError(error.Shape, a.add(b, null));
    try expectError(error.Index, a.transpose(0, 7, &diag));
    try expectMessage(&diag, "CT_ERROR_INDEX", &.{ "transpose", "7" });
    try expectError(error.Dtype, a.bitwiseAnd(1, &diag));
    try expectMessage(&diag, "CT_ERROR_DTYPE", &.{"float32"});
    try expectError(error.Invalid, a.slice(0, .{ .step = 0 }, &diag));
    try expectError(error.OutOfMemory, Tensor.create(&.{1 << 55}, .float64, &diag));

    const text = try std.fmt.allocPrint(std.testing.allocator, "{f}", .{&diag});
    defer std.testing.allocator.free(text);
    try std.testing.expect(std.mem.startsWith(u8, text, "CT_ERROR_OUT_OF_MEMORY: "));
}

test "overlap, division and read-only memory" {
    var diag: ct.Diagnostics = .{};
    var line = try Tensor.arange(8, .{}, null);
    defer line.deinit();
    var front = try line.narrow(0, 0, 7, null);
    defer front.deinit();
    var back = try line.narrow(0, 1, 7, null);
    defer back.deinit();
    try expectError(error.Overlap, front.addOut(1, back, &diag));
    try expectError(error.DivisionByZero, line.floorDivide(0, &diag));
    var fixed = try Tensor.fromConstSlice(f32, &.{ 1, 2 }, .{ .sizes = &.{2} }, null);
    defer fixed.deinit();
    try std.testing.expect(fixed.isReadOnly());
    try expectError(error.ReadOnly, fixed.fill(0, &diag));
    try expectError(error.ReadOnly, fixed.itemsMut(f32, &diag));
}

test "the binding's own errors" {
    var diag: ct.Diagnostics = .{};
    var a = try Tensor.zeros(&.{ 2, 3 }, .float32, null);
    defer a.deinit();
    try expectError(error.Dtype, a.items(f64, &diag));
    try expectMessage(&diag, "CT_ERROR_DTYPE", &.{ "items", "float64", "float32" });
    var transposed = try a.transpose(0, 1, null);
    defer transposed.deinit();
    try expectError(error.Shape, transposed.items(f32, &diag));
    try expectMessage(&diag, "CT_ERROR_SHAPE", &.{ "items", "{ 3, 2 }", "{ 1, 3 }" });
    try expectError(error.Shape, a.elements(f32, 3, &diag));
    try expectMessage(&diag, "CT_ERROR_SHAPE", &.{ "3 dims", "{ 2, 3 }" });
    try expectError(error.Index, a.get(f32, &.{ 0, 3 }, &diag));
    try expectMessage(&diag, "CT_ERROR_INDEX", &.{ "index 3 of dim 1", "size is 3" });
    try expectError(error.Index, a.set(f32, &.{ -3, 0 }, 1, &diag));
    try expectError(error.Shape, a.item(f32, &diag));
    var meta = try Tensor.createMeta(&.{2}, null, .float32, null);
    defer meta.deinit();
    try expectError(error.Invalid, meta.items(f32, &diag));
    try expectError(error.Invalid, meta.elements(f32, 1, &diag));
    try expectError(error.Shape, Tensor.createStrided(&.{2}, &.{ 1, 1 }, .float32, &diag));
    try expectError(error.Shape, a.asStrided(&.{2}, &.{}, 0, &diag));
    try expectError(error.Shape, a.movedim(&.{0}, &.{}, &diag));
}

test "long messages are cut" {
    var diag: ct.Diagnostics = .{};
    var many: Tensor = try Tensor.zeros(&(.{1} ** 64), .float32, null);
    defer many.deinit();
    var expanded = try many.expand(&(.{2} ** 20 ++ .{1} ** 44), null);
    defer expanded.deinit();
    try expectError(error.Shape, expanded.items(f32, &diag));
    try std.testing.expectEqual(247, diag.message().len);
}

test "every status has its error" {
    const names = comptime blk: {
        @setEvalBranchQuota(1_000_000);
        var found: []const [:0]const u8 = &.{};
        for (@typeInfo(ct.c).@"struct".decls) |one| {
            if (std.mem.startsWith(u8, one.name, "CT_ERROR_")) found = found ++ .{one.name};
        }
        break :blk found;
    };
    const errors = @typeInfo(ct.Error).error_set.?;
    try std.testing.expectEqual(errors.len - 1, names.len); // User has none
    inline for (names) |name| {
        const made = comptime blk: {
            var text: []const u8 = "";
            var words = std.mem.splitScalar(u8, name["CT_ERROR_".len..], '_');
            while (words.next()) |word| {
                text = text ++ .{word[0]};
                for (word[1..]) |letter| text = text ++ .{std.ascii.toLower(letter)};
            }
            break :blk text;
        };
        comptime var known = false;
        inline for (errors) |one| known = known or comptime std.mem.eql(u8, one.name, made);
        try std.testing.expect(known);
    }
}
