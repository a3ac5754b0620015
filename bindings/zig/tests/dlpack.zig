//! DLPack, both ways.
const std = @import("std");
const ct = @import("ctensor");
const raw = @import("dlpack");
const Tensor = ct.Tensor;
const dlpack = ct.dlpack;
const expectEqual = std.testing.expectEqual;
const expectError = std.testing.expectError;

test "the structs are dlpack.h's" {
    inline for (.{
        .{ dlpack.Managed, raw.DLManagedTensorVersioned },
        .{ dlpack.Legacy, raw.DLManagedTensor },
        .{ dlpack.View, raw.DLTensor },
        .{ dlpack.Device, raw.DLDevice },
        .{ dlpack.DataType, raw.DLDataType },
        .{ dlpack.Version, raw.DLPackVersion },
    }) |pair| {
        try expectEqual(@sizeOf(pair[1]), @sizeOf(pair[0]));
        inline for (std.meta.fields(pair[0]), std.meta.fields(pair[1])) |ours, theirs| {
            try expectEqual(@offsetOf(pair[1], theirs.name), @offsetOf(pair[0], ours.name));
            try expectEqual(@sizeOf(theirs.type), @sizeOf(ours.type));
        }
    }
    try expectEqual(@as(u64, raw.DLPACK_FLAG_BITMASK_READ_ONLY), dlpack.Managed.read_only);
}

test "there and back, with negative strides" {
    var line = try Tensor.arange(6, .{ .dtype = .float32 }, null);
    var back = try line.flip(&.{0}, null);
    line.deinit();
    const managed = try back.toDlpack(null);
    back.deinit();
    try expectEqual(-1, managed.view.strides.?[0]);
    try expectEqual(6, managed.view.shape.?[0]);
    try expectEqual(0, managed.flags);
    var again = try Tensor.fromDlpack(managed, null);
    defer again.deinit();
    try expectEqual(5, try again.get(f32, &.{0}, null));

    const legacy = try again.toDlpackLegacy(null);
    var third = try Tensor.fromDlpackLegacy(legacy, null);
    defer third.deinit();
    try third.set(f32, &.{0}, 9, null);
    try expectEqual(9, try again.get(f32, &.{0}, null));

    const unused = try again.toDlpack(null);
    unused.deinit(); // the tests' allocator would report a leak
}

test "read-only memory" {
    var fixed = try Tensor.fromConstSlice(f32, &.{ 1, 2 }, .{ .sizes = &.{2} }, null);
    defer fixed.deinit();
    var again = try Tensor.fromDlpack(try fixed.toDlpack(null), null);
    defer again.deinit();
    try std.testing.expect(again.isReadOnly());
    try expectError(error.ReadOnly, fixed.toDlpackLegacy(null));
}

test "the deleter runs once, when the call fails too" {
    const Other = struct {
        var deleted: usize = 0;
        var values = [_]f32{ 1, 2 };
        var shape = [_]i64{2};

        fn delete(_: *dlpack.Managed) callconv(.c) void {
            deleted += 1;
        }
    };
    var managed: dlpack.Managed = .{
        .version = .{ .major = 1, .minor = 1 },
        .manager_ctx = null,
        .deleter = Other.delete,
        .flags = 0,
        .view = .{
            .data = &Other.values,
            .device = .{ .type = raw.kDLCPU, .id = 0 },
            .ndim = 1,
            .dtype = .{ .code = raw.kDLFloat, .bits = 32, .lanes = 1 },
            .shape = &Other.shape,
            .strides = null,
            .byte_offset = 4,
        },
    };
    Other.shape[0] = 1;
    var t = try Tensor.fromDlpack(&managed, null);
    var view = try t.unsqueeze(0, null);
    t.deinit();
    try expectEqual(0, Other.deleted);
    try expectEqual(2, try view.item(f32, null));
    view.deinit();
    try expectEqual(1, Other.deleted);
    managed.view.dtype.lanes = 4;
    var diag: ct.Diagnostics = .{};
    try expectError(error.Dtype, Tensor.fromDlpack(&managed, &diag));
    try expectEqual(2, Other.deleted);
}
