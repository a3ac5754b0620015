//! Exchange of tensors with other libraries of the process, without a copy. DLPack's structs are defined here, as
//! ctensor.h only declares them.
const std = @import("std");
const c = @import("c");
const errors = @import("errors.zig");
const Diagnostics = errors.Diagnostics;
const Error = errors.Error;
const Tensor = @import("tensor.zig").Tensor;

pub const Device = extern struct { type: c_int, id: i32 };
pub const DataType = extern struct { code: u8, bits: u8, lanes: u16 };
pub const Version = extern struct { major: u32, minor: u32 };

pub const View = extern struct {
    data: ?*anyopaque,
    device: Device,
    ndim: i32,
    dtype: DataType,
    shape: ?[*]i64,
    /// in elements; null: contiguous
    strides: ?[*]i64,
    byte_offset: u64,
};

/// DLManagedTensorVersioned, of DLPack 1.x.
pub const Managed = extern struct {
    version: Version,
    manager_ctx: ?*anyopaque,
    deleter: ?*const fn (*Managed) callconv(.c) void,
    flags: u64,
    view: View,

    pub const read_only: u64 = 1;

    /// Whoever got the struct must call this once, when done with it.
    pub fn deinit(self: *Managed) void {
        if (self.deleter) |run| run(self);
    }
};

/// DLManagedTensor, of DLPack before 1.0.
pub const Legacy = extern struct {
    view: View,
    manager_ctx: ?*anyopaque,
    deleter: ?*const fn (*Legacy) callconv(.c) void,

    pub fn deinit(self: *Legacy) void {
        if (self.deleter) |run| run(self);
    }
};

/// The tensor as a struct of DLPack 1.x, for another library. It keeps the memory alive until its deleter runs, which
/// must happen once.
pub fn toDlpack(t: Tensor, diag: ?*Diagnostics) Error!*Managed {
    var out: ?*c.struct_DLManagedTensorVersioned = null;
    try errors.check(c.ct_to_dlpack(t.handle, &out, errors.rawOf(diag)));
    return @ptrCast(@alignCast(out.?));
}

/// Like toDlpack, for libraries that know only the older struct, which cannot mark a tensor as read-only.
pub fn toDlpackLegacy(t: Tensor, diag: ?*Diagnostics) Error!*Legacy {
    var out: ?*c.struct_DLManagedTensor = null;
    try errors.check(c.ct_to_dlpack_legacy(t.handle, &out, errors.rawOf(diag)));
    return @ptrCast(@alignCast(out.?));
}

/// A tensor over the memory of another library. It takes the struct over even if this fails: its deleter runs once.
pub fn fromDlpack(managed: *Managed, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try errors.check(c.ct_from_dlpack(@ptrCast(managed), &out.handle, errors.rawOf(diag)));
    return out;
}

/// Like fromDlpack, for the older struct.
pub fn fromDlpackLegacy(managed: *Legacy, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    try errors.check(c.ct_from_dlpack_legacy(@ptrCast(managed), &out.handle, errors.rawOf(diag)));
    return out;
}
