//! Files: round trips in every format, and malformed files.
const std = @import("std");
const ct = @import("ctensor");
const Tensor = ct.Tensor;
const files = ct.files;
const allocator = std.testing.allocator;
const expect = std.testing.expect;
const expectError = std.testing.expectError;

test "there and back" {
    var dir = std.testing.tmpDir(.{});
    defer dir.cleanup();
    const folder = try dir.dir.realpathAlloc(allocator, ".");
    defer allocator.free(folder);
    const path = try std.fmt.allocPrintSentinel(allocator, "{s}/t", .{folder}, 0);
    defer allocator.free(path);

    var x = try Tensor.arange(6, .{ .dtype = .float32 }, null);
    defer x.deinit();
    var half = try x.to(.{ .dtype = .bfloat16 }, null);
    defer half.deinit();

    try files.saveNpy(path, x, null);
    for ([_]bool{ false, true }) |copy| {
        var back = try files.loadNpy(path, copy, null);
        defer back.deinit();
        try expect(try x.equal(back, null) and back.isReadOnly() == !copy);
    }

    var diag: ct.Diagnostics = .{};
    try files.save(path, .{ .format = .safetensors }, &.{ .{ .name = "x", .tensor = x }, .{ .name = "half", .tensor = half } }, &.{.{ .key = "format", .value = "pt" }}, allocator, null);
    var file = try files.File.open(path, .{}, null);
    var outlives = try file.get(file.find("half").?, null);
    defer outlives.deinit();
    try expect(file.format() == .safetensors and file.count() == 2 and file.find("y") == null);
    try std.testing.expectEqualStrings("x", file.name(0).?);
    try std.testing.expectEqualStrings("format", file.metadata(0).?.key);
    try std.testing.expectEqualStrings("pt", file.metadata(0).?.value);
    try expect(file.name(2) == null and file.metadata(1) == null and file.metadataCount() == 1);
    try expectError(error.Index, file.get(2, &diag));
    var same = file.retain();
    file.deinit();
    same.deinit();
    try expect(try half.equal(outlives, null));

    const bytes = try dir.dir.readFileAlloc(allocator, "t", 1 << 20);
    defer allocator.free(bytes);
    var over = try files.File.openMemory(bytes, .{}, null);
    var first = try over.get(0, null);
    try expect(try x.equal(first, null));
    first.deinit();
    over.deinit();
    try expectError(error.Format, files.File.openMemory(bytes[0 .. bytes.len - 1], .{}, &diag));
    try expect(std.mem.indexOf(u8, diag.message(), "half lies") != null);

    if (files.save(path, .{ .format = .npz, .deflate = true }, &.{.{ .name = "x", .tensor = x }}, &.{}, allocator, &diag)) {
        var zip = try files.File.open(path, .{}, null);
        defer zip.deinit();
        var back = try zip.get(0, null);
        defer back.deinit();
        try expect(try x.equal(back, null) and zip.format() == .npz);
    } else |err| {
        try expect(err == error.Unsupported); // libzip is not on this machine
    }
    try expectError(error.Io, files.File.open("/nowhere/at/all", .{}, &diag));
    try expect(std.mem.indexOf(u8, diag.message(), "/nowhere/at/all") != null);
}
