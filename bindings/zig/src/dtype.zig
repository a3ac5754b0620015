//! The types of elements, as values and as Zig types at compile time.
const std = @import("std");
const c = @import("c");
const errors = @import("errors.zig");
const Diagnostics = errors.Diagnostics;
const Error = errors.Error;

/// The type of a tensor's elements.
pub const Dtype = enum(c.ct_dtype) {
    bool = c.CT_BOOL,
    uint8 = c.CT_UINT8,
    int8 = c.CT_INT8,
    int16 = c.CT_INT16,
    int32 = c.CT_INT32,
    int64 = c.CT_INT64,
    float16 = c.CT_FLOAT16,
    float32 = c.CT_FLOAT32,
    float64 = c.CT_FLOAT64,
    complex32 = c.CT_COMPLEX32,
    complex64 = c.CT_COMPLEX64,
    complex128 = c.CT_COMPLEX128,
    bfloat16 = c.CT_BFLOAT16,
    uint16 = c.CT_UINT16,
    uint32 = c.CT_UINT32,
    uint64 = c.CT_UINT64,

    /// null for `CT_UNDEFINED`.
    pub fn fromRaw(raw: c.ct_dtype) ?Dtype {
        return if (raw == c.CT_UNDEFINED) null else @enumFromInt(raw);
    }

    pub fn toRaw(self: ?Dtype) c.ct_dtype {
        return if (self) |one| @intFromEnum(one) else c.CT_UNDEFINED;
    }

    /// The dtype of a name such as "float32", or its short form "f32".
    pub fn fromName(text: [:0]const u8) Error!Dtype {
        var found: c.ct_dtype = c.CT_UNDEFINED;
        try errors.check(c.ct_dtype_from_name(text.ptr, &found));
        return @enumFromInt(found);
    }

    pub fn name(self: Dtype) [:0]const u8 {
        return std.mem.span(c.ct_dtype_name(@intFromEnum(self)));
    }

    /// Bytes of one element.
    pub fn size(self: Dtype) usize {
        return @intCast(c.ct_dtype_size(@intFromEnum(self)));
    }

    /// The dtype of a Zig type.
    pub fn of(comptime T: type) Dtype {
        return switch (T) {
            bool => .bool,
            u8 => .uint8,
            i8 => .int8,
            i16 => .int16,
            i32 => .int32,
            i64 => .int64,
            f16 => .float16,
            f32 => .float32,
            f64 => .float64,
            Complex(f16) => .complex32,
            Complex(f32) => .complex64,
            Complex(f64) => .complex128,
            BFloat16 => .bfloat16,
            u16 => .uint16,
            u32 => .uint32,
            u64 => .uint64,
            else => @compileError("no dtype holds " ++ @typeName(T)),
        };
    }

    /// The Zig type of a dtype.
    pub fn Type(comptime self: Dtype) type {
        return switch (self) {
            .bool => bool,
            .uint8 => u8,
            .int8 => i8,
            .int16 => i16,
            .int32 => i32,
            .int64 => i64,
            .float16 => f16,
            .float32 => f32,
            .float64 => f64,
            .complex32 => Complex(f16),
            .complex64 => Complex(f32),
            .complex128 => Complex(f64),
            .bfloat16 => BFloat16,
            .uint16 => u16,
            .uint32 => u32,
            .uint64 => u64,
        };
    }

    /// The dtype that two dtypes promote to.
    pub fn promoteTypes(a: Dtype, b: Dtype, diag: ?*Diagnostics) Error!Dtype {
        var found: c.ct_dtype = c.CT_UNDEFINED;
        try errors.check(c.ct_promote_types(@intFromEnum(a), @intFromEnum(b), &found, errors.rawOf(diag)));
        return @enumFromInt(found);
    }

    /// Whether the dtype is of one of these kinds.
    pub fn is(self: Dtype, kinds: Kinds) bool {
        return c.ct_isdtype(@intFromEnum(self), @as(u5, @bitCast(kinds)));
    }

    /// The limits of a float dtype, or of a complex one's parts.
    pub fn finfo(self: Dtype, diag: ?*Diagnostics) Error!c.ct_finfo {
        var info = std.mem.zeroes(c.ct_finfo);
        try errors.check(c.ct_dtype_finfo(@intFromEnum(self), &info, errors.rawOf(diag)));
        return info;
    }

    /// The limits of an integer dtype.
    pub fn iinfo(self: Dtype, diag: ?*Diagnostics) Error!c.ct_iinfo {
        var info = std.mem.zeroes(c.ct_iinfo);
        try errors.check(c.ct_dtype_iinfo(@intFromEnum(self), &info, errors.rawOf(diag)));
        return info;
    }

    /// Whether an op may write a result of this dtype into an output of the other.
    pub fn canCast(from: Dtype, to: Dtype) bool {
        return c.ct_can_cast(@intFromEnum(from), @intFromEnum(to));
    }
};

/// Kinds of dtypes. CT_KIND_INTEGER is signed and unsigned, CT_KIND_NUMBER all except bool.
pub const Kinds = packed struct(u5) {
    bool: bool = false,
    signed: bool = false,
    unsigned: bool = false,
    float: bool = false,
    complex: bool = false,

    comptime {
        const bits = [_]c_int{ c.CT_KIND_BOOL, c.CT_KIND_SIGNED, c.CT_KIND_UNSIGNED, c.CT_KIND_FLOAT, c.CT_KIND_COMPLEX };
        for (bits, 0..) |bit, i| std.debug.assert(bit == 1 << i);
        std.debug.assert(c.CT_KIND_INTEGER == c.CT_KIND_SIGNED | c.CT_KIND_UNSIGNED and c.CT_KIND_NUMBER == 30);
    }

    pub const integer: Kinds = .{ .signed = true, .unsigned = true };
    pub const number: Kinds = .{ .signed = true, .unsigned = true, .float = true, .complex = true };
};

/// The order of the dims in memory.
pub const MemoryFormat = enum(c.ct_memory_format) {
    preserve = c.CT_PRESERVE,
    contiguous = c.CT_CONTIGUOUS,
    channels_last = c.CT_CHANNELS_LAST,
    channels_last_3d = c.CT_CHANNELS_LAST_3D,
};

/// What pad puts around a tensor.
pub const PadMode = enum(c.ct_pad_mode) {
    /// one value
    constant = c.CT_PAD_CONSTANT,
    /// its mirror image, without the edge itself
    reflect = c.CT_PAD_REFLECT,
    /// the elements at its edges
    replicate = c.CT_PAD_REPLICATE,
    /// its elements from the other end
    circular = c.CT_PAD_CIRCULAR,
};

/// How scatter combines a new element with the one already there.
pub const ScatterReduce = enum(c.ct_scatter_reduce) {
    /// the last one stays
    replace = c.CT_SCATTER_REPLACE,
    /// the sum; for bool, whether any is true
    add = c.CT_SCATTER_ADD,
    /// the product; for bool, whether all are true
    mul = c.CT_SCATTER_MUL,
    /// the smallest; NaN where there is one
    amin = c.CT_SCATTER_AMIN,
    /// the largest; NaN where there is one
    amax = c.CT_SCATTER_AMAX,
};

/// The value of a quantile that lies between two elements.
pub const Interpolation = enum(c.ct_interpolation) {
    /// between them, in proportion to its position
    linear = c.CT_INTERPOLATION_LINEAR,
    /// the lower one
    lower = c.CT_INTERPOLATION_LOWER,
    /// the higher one
    higher = c.CT_INTERPOLATION_HIGHER,
    /// halfway between them
    midpoint = c.CT_INTERPOLATION_MIDPOINT,
    /// the nearer one; exactly halfway, the one with the even index
    nearest = c.CT_INTERPOLATION_NEAREST,
};

/// The order of the dims of meshgrid's results.
pub const MeshgridIndexing = enum(c.ct_meshgrid_indexing) {
    /// rows first, like the indices of a matrix
    ij = c.CT_MESHGRID_IJ,
    /// columns first, like the coordinates of a picture
    xy = c.CT_MESHGRID_XY,
};

/// A complex element with C's layout, since std.math.Complex guarantees none.
pub fn Complex(comptime Part: type) type {
    return extern struct {
        re: Part,
        im: Part,

        pub fn init(re: Part, im: Part) @This() {
            return .{ .re = re, .im = im };
        }

        pub fn toStd(self: @This()) std.math.Complex(Part) {
            return .{ .re = self.re, .im = self.im };
        }
    };
}

/// The upper half of an f32.
pub const BFloat16 = extern struct {
    bits: u16,

    /// Rounded to nearest, ties to even.
    pub fn fromF32(value: f32) BFloat16 {
        const bits: u32 = @bitCast(value);
        if (std.math.isNan(value)) return .{ .bits = @intCast(bits >> 16 | 0x40) };
        return .{ .bits = @intCast((bits + 0x7fff + (bits >> 16 & 1)) >> 16) };
    }

    pub fn toF32(self: BFloat16) f32 {
        return @bitCast(@as(u32, self.bits) << 16);
    }
};
