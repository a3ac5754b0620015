//! One value of any dtype, for options and for elements of any dtype.
const c = @import("c");
const dtypes = @import("dtype.zig");
const Dtype = dtypes.Dtype;

pub const Scalar = struct {
    raw: c.ct_scalar,

    /// Makes a Scalar of a number, a bool, a complex number, or a Scalar, which stays itself. Literals become int64 and
    /// float64.
    pub fn of(value: anytype) Scalar {
        const T = @TypeOf(value);
        return switch (T) {
            Scalar => value,
            comptime_int => ofInt(.int64, value),
            comptime_float, f64 => ofFloat(.float64, value),
            f16, f32 => ofFloat(Dtype.of(T), value),
            dtypes.BFloat16 => ofFloat(.bfloat16, value.toF32()),
            bool => ofInt(.bool, @intFromBool(value)),
            usize => ofInt(.uint64, @bitCast(@as(u64, value))),
            isize => ofInt(.int64, value),
            u64 => ofInt(.uint64, @bitCast(value)),
            i8, i16, i32, i64, u8, u16, u32 => ofInt(Dtype.of(T), value),
            dtypes.Complex(f16), dtypes.Complex(f32), dtypes.Complex(f64) => .{
                .raw = .{ .dtype = @intFromEnum(Dtype.of(T)), .re = value.re, .im = value.im },
            },
            else => @compileError("no scalar is made of " ++ @typeName(T)),
        };
    }

    /// Makes a Scalar of a number that is an operand. Integers are int64 and floats float64, like Python's numbers in
    /// PyTorch; types that these dtypes do not hold, and a Scalar, keep their own dtype.
    pub fn ofNumber(value: anytype) Scalar {
        return switch (@TypeOf(value)) {
            comptime_int, i8, i16, i32, i64, u8, u16, u32 => ofInt(.int64, value),
            comptime_float, f32, f64 => ofFloat(.float64, value),
            else => of(value),
        };
    }

    fn ofInt(kind: Dtype, value: i64) Scalar {
        return .{ .raw = .{ .dtype = @intFromEnum(kind), .i = value } };
    }

    fn ofFloat(kind: Dtype, value: f64) Scalar {
        return .{ .raw = .{ .dtype = @intFromEnum(kind), .re = value } };
    }

    pub fn dtype(self: Scalar) Dtype {
        return @enumFromInt(self.raw.dtype);
    }

    /// The value as a T; null if T is not the type of its dtype.
    pub fn as(self: Scalar, comptime T: type) ?T {
        if (self.dtype() != Dtype.of(T)) return null;
        return switch (T) {
            bool => self.raw.i != 0,
            u64 => @bitCast(self.raw.i),
            u8, i8, i16, i32, i64, u16, u32 => @intCast(self.raw.i),
            f16, f32, f64 => @floatCast(self.raw.re),
            dtypes.BFloat16 => .fromF32(@floatCast(self.raw.re)),
            else => .{ .re = @floatCast(self.raw.re), .im = @floatCast(self.raw.im) },
        };
    }
};
