//! Files of tensors: npy, npz and safetensors.
const std = @import("std");
const c = @import("c");
const errors = @import("errors.zig");
const Diagnostics = errors.Diagnostics;
const Error = errors.Error;
const Tensor = @import("tensor.zig").Tensor;

const check = errors.check;
const rawOf = errors.rawOf;

pub const Format = enum(c.ct_format) {
    npy = c.CT_NPY,
    npz = c.CT_NPZ,
    safetensors = c.CT_SAFETENSORS,
};

/// Options for opening a file.
pub const Options = struct {
    /// Map nothing, for files that may be truncated while they are open.
    copy: bool = false,
    /// Accept bytes after the last tensor of a safetensors file.
    trailing: bool = false,

    fn flags(self: Options) u32 {
        return (if (self.copy) @as(u32, c.CT_FILE_COPY) else 0) | (if (self.trailing) @as(u32, c.CT_FILE_TRAILING) else 0);
    }
};

/// A key and a value of a safetensors file's metadata.
pub const Metadata = struct { key: [:0]const u8, value: [:0]const u8 };

/// A tensor to save, and its name in the file.
pub const Named = struct { name: [*:0]const u8, tensor: Tensor };

/// An open file. It is one reference, like a Tensor. Any number of threads may use it, and its tensors outlive it.
pub const File = extern struct {
    handle: ?*c.ct_file,

    pub fn open(path: [*:0]const u8, options: Options, diag: ?*Diagnostics) Error!File {
        var out: File = .{ .handle = null };
        try check(c.ct_file_open(path, options.flags(), &out.handle, rawOf(diag)));
        return out;
    }

    /// Opens the bytes of a file, which must live, unchanged, as long as the file and its tensors.
    pub fn openMemory(bytes: []const u8, options: Options, diag: ?*Diagnostics) Error!File {
        var out: File = .{ .handle = null };
        const nbytes: i64 = @intCast(bytes.len);
        try check(c.ct_file_open_memory(bytes.ptr, nbytes, options.flags(), null, null, &out.handle, rawOf(diag)));
        return out;
    }

    /// One more reference to the same file.
    pub fn retain(self: File) File {
        return .{ .handle = c.ct_file_retain(self.handle) };
    }

    /// Releases the reference. A second call does nothing.
    pub fn deinit(self: *File) void {
        c.ct_file_release(self.handle);
        self.handle = null;
    }

    pub fn format(self: File) ?Format {
        return std.meta.intToEnum(Format, c.ct_file_format(self.handle)) catch null;
    }

    /// The number of tensors.
    pub fn count(self: File) usize {
        return @intCast(@max(c.ct_file_count(self.handle), 0));
    }

    /// The name of a tensor; null if the index is out of range. The text lives as long as the file.
    pub fn name(self: File, index: usize) ?[:0]const u8 {
        return std.mem.span(c.ct_file_name(self.handle, @intCast(index)) orelse return null);
    }

    pub fn find(self: File, wanted: [*:0]const u8) ?usize {
        const index = c.ct_file_find(self.handle, wanted);
        return if (index < 0) null else @intCast(index);
    }

    /// A tensor of the file: over the map where it can be, and then read-only, else in new memory.
    pub fn get(self: File, index: usize, diag: ?*Diagnostics) Error!Tensor {
        var out: Tensor = .released;
        try check(c.ct_file_get(self.handle, @intCast(index), &out.handle, rawOf(diag)));
        return out;
    }

    pub fn metadataCount(self: File) usize {
        return @intCast(@max(c.ct_file_metadata_count(self.handle), 0));
    }

    /// A pair of the metadata; null if the index is out of range. The texts live as long as the file.
    pub fn metadata(self: File, index: usize) ?Metadata {
        const key = c.ct_file_metadata_key(self.handle, @intCast(index)) orelse return null;
        return .{ .key = std.mem.span(key), .value = std.mem.span(c.ct_file_metadata_value(self.handle, @intCast(index))) };
    }
};

/// Saves tensors as npz or safetensors. The file is written beside the path and then moved there. `pairs` is the
/// metadata of safetensors, which npz does not have; `deflate` is for npz.
pub fn save(
    path: [*:0]const u8,
    how: struct { format: Format, deflate: bool = false },
    tensors: []const Named,
    pairs: []const Metadata,
    allocator: std.mem.Allocator,
    diag: ?*Diagnostics,
) (Error || std.mem.Allocator.Error)!void {
    const names = try allocator.alloc([*c]const u8, tensors.len + 2 * pairs.len);
    defer allocator.free(names);
    const handles = try allocator.alloc(?*const c.ct_tensor, tensors.len);
    defer allocator.free(handles);
    for (tensors, names[0..tensors.len], handles) |one, *of, *handle| {
        of.* = one.name;
        handle.* = one.tensor.handle;
    }
    const keys = names[tensors.len..][0..pairs.len];
    const values = names[tensors.len + pairs.len ..];
    for (pairs, keys, values) |pair, *key, *value| {
        key.* = pair.key.ptr;
        value.* = pair.value.ptr;
    }
    const flags: u32 = if (how.deflate) c.CT_FILE_DEFLATE else 0;
    try check(c.ct_file_save(path, @intFromEnum(how.format), flags, names.ptr, @ptrCast(handles.ptr), @intCast(tensors.len), keys.ptr, values.ptr, @intCast(pairs.len), rawOf(diag)));
}

/// The tensor of an npy file.
pub fn loadNpy(path: [*:0]const u8, copy: bool, diag: ?*Diagnostics) Error!Tensor {
    var out: Tensor = .released;
    const flags: u32 = if (copy) c.CT_FILE_COPY else 0;
    try check(c.ct_npy_load(path, flags, &out.handle, rawOf(diag)));
    return out;
}

/// Saves a tensor as npy.
pub fn saveNpy(path: [*:0]const u8, t: Tensor, diag: ?*Diagnostics) Error!void {
    try check(c.ct_npy_save(path, t.handle, rawOf(diag)));
}
