//! Every op against C's function, called with the same operands and options.
// Made by generate.py from ctensor.h.
const c = ct.c;
const ct = @import("ctensor");
const Compare = @import("compare.zig").Compare;

const dims: [1]i32 = .{-1};

test "neg" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_neg(all.tensors[0].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].neg(null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].negOut(out[0], null));
    }
}

test "abs" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_abs(all.tensors[0].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].abs(null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].absOut(out[0], null));
    }
}

test "sign" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_sign(all.tensors[0].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].sign(null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].signOut(out[0], null));
    }
}

test "angle" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_angle(all.tensors[0].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].angle(null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].angleOut(out[0], null));
    }
}

test "sgn" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_sgn(all.tensors[0].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].sgn(null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].sgnOut(out[0], null));
    }
}

test "positive" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_positive(all.tensors[0].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].positive(null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].positiveOut(out[0], null));
    }
}

test "conj" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_conj(all.tensors[0].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].conj(null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].conjOut(out[0], null));
    }
}

test "square" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_square(all.tensors[0].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].square(null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].squareOut(out[0], null));
    }
}

test "relu" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_relu(all.tensors[0].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].relu(null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].reluOut(out[0], null));
    }
}

test "relu6" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_relu6(all.tensors[0].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].relu6(null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].relu6Out(out[0], null));
    }
}

test "leakyRelu" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_leaky_relu(all.tensors[0].handle, &ct.Scalar.of(0.5).raw, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].leakyRelu(.{ .negative_slope = .of(0.5) }, null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].leakyReluOut(.{ .negative_slope = .of(0.5) }, out[0], null));
    }
}

test "elu" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_elu(all.tensors[0].handle, &ct.Scalar.of(0.5).raw, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].elu(.{ .alpha = .of(0.5) }, null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].eluOut(.{ .alpha = .of(0.5) }, out[0], null));
    }
}

test "softplus" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_softplus(all.tensors[0].handle, &ct.Scalar.of(0.5).raw, &ct.Scalar.of(0.75).raw, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].softplus(.{ .beta = .of(0.5), .threshold = .of(0.75) }, null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].softplusOut(.{ .beta = .of(0.5), .threshold = .of(0.75) }, out[0], null));
    }
}

test "hardsigmoid" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_hardsigmoid(all.tensors[0].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].hardsigmoid(null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].hardsigmoidOut(out[0], null));
    }
}

test "hardswish" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_hardswish(all.tensors[0].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].hardswish(null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].hardswishOut(out[0], null));
    }
}

test "ceil" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_ceil(all.tensors[0].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].ceil(null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].ceilOut(out[0], null));
    }
}

test "floor" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_floor(all.tensors[0].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].floor(null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].floorOut(out[0], null));
    }
}

test "trunc" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_trunc(all.tensors[0].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].trunc(null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].truncOut(out[0], null));
    }
}

test "round" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_round(all.tensors[0].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].round(null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].roundOut(out[0], null));
    }
}

test "roundDecimals" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_round_decimals(all.tensors[0].handle, &ct.Scalar.of(1).raw, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].roundDecimals(.{ .decimals = .of(1) }, null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].roundDecimalsOut(.{ .decimals = .of(1) }, out[0], null));
    }
}

test "frac" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_frac(all.tensors[0].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].frac(null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].fracOut(out[0], null));
    }
}

test "sqrt" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_sqrt(all.tensors[0].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].sqrt(null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].sqrtOut(out[0], null));
    }
}

test "rsqrt" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_rsqrt(all.tensors[0].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].rsqrt(null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].rsqrtOut(out[0], null));
    }
}

test "reciprocal" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_reciprocal(all.tensors[0].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].reciprocal(null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].reciprocalOut(out[0], null));
    }
}

test "deg2rad" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_deg2rad(all.tensors[0].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].deg2rad(null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].deg2radOut(out[0], null));
    }
}

test "rad2deg" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_rad2deg(all.tensors[0].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].rad2deg(null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].rad2degOut(out[0], null));
    }
}

test "exp" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_exp(all.tensors[0].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].exp(null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].expOut(out[0], null));
    }
}

test "exp2" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_exp2(all.tensors[0].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].exp2(null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].exp2Out(out[0], null));
    }
}

test "expm1" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_expm1(all.tensors[0].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].expm1(null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].expm1Out(out[0], null));
    }
}

test "log" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_log(all.tensors[0].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].log(null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].logOut(out[0], null));
    }
}

test "log2" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_log2(all.tensors[0].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].log2(null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].log2Out(out[0], null));
    }
}

test "log10" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_log10(all.tensors[0].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].log10(null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].log10Out(out[0], null));
    }
}

test "log1p" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_log1p(all.tensors[0].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].log1p(null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].log1pOut(out[0], null));
    }
}

test "sin" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_sin(all.tensors[0].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].sin(null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].sinOut(out[0], null));
    }
}

test "cos" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_cos(all.tensors[0].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].cos(null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].cosOut(out[0], null));
    }
}

test "tan" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_tan(all.tensors[0].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].tan(null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].tanOut(out[0], null));
    }
}

test "asin" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_asin(all.tensors[0].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].asin(null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].asinOut(out[0], null));
    }
}

test "acos" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_acos(all.tensors[0].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].acos(null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].acosOut(out[0], null));
    }
}

test "atan" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_atan(all.tensors[0].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].atan(null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].atanOut(out[0], null));
    }
}

test "sinh" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_sinh(all.tensors[0].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].sinh(null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].sinhOut(out[0], null));
    }
}

test "cosh" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_cosh(all.tensors[0].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].cosh(null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].coshOut(out[0], null));
    }
}

test "tanh" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_tanh(all.tensors[0].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].tanh(null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].tanhOut(out[0], null));
    }
}

test "asinh" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_asinh(all.tensors[0].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].asinh(null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].asinhOut(out[0], null));
    }
}

test "acosh" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_acosh(all.tensors[0].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].acosh(null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].acoshOut(out[0], null));
    }
}

test "atanh" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_atanh(all.tensors[0].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].atanh(null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].atanhOut(out[0], null));
    }
}

test "erf" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_erf(all.tensors[0].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].erf(null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].erfOut(out[0], null));
    }
}

test "erfc" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_erfc(all.tensors[0].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].erfc(null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].erfcOut(out[0], null));
    }
}

test "erfinv" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_erfinv(all.tensors[0].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].erfinv(null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].erfinvOut(out[0], null));
    }
}

test "lgamma" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_lgamma(all.tensors[0].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].lgamma(null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].lgammaOut(out[0], null));
    }
}

test "sigmoid" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_sigmoid(all.tensors[0].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].sigmoid(null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].sigmoidOut(out[0], null));
    }
}

test "logit" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_logit(all.tensors[0].handle, &ct.Scalar.of(0.5).raw, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].logit(.{ .eps = .of(0.5) }, null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].logitOut(.{ .eps = .of(0.5) }, out[0], null));
    }
}

test "silu" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_silu(all.tensors[0].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].silu(null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].siluOut(out[0], null));
    }
}

test "mish" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_mish(all.tensors[0].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].mish(null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].mishOut(out[0], null));
    }
}

test "gelu" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_gelu(all.tensors[0].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].gelu(null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].geluOut(out[0], null));
    }
}

test "geluTanh" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_gelu_tanh(all.tensors[0].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].geluTanh(null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].geluTanhOut(out[0], null));
    }
}

test "bitwiseNot" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_bitwise_not(all.tensors[0].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].bitwiseNot(null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].bitwiseNotOut(out[0], null));
    }
}

test "nanToNum" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_nan_to_num(all.tensors[0].handle, &ct.Scalar.of(0.5).raw, &ct.Scalar.of(0.75).raw, &ct.Scalar.of(1.0).raw, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].nanToNum(.{ .nan = .of(0.5), .posinf = .of(0.75), .neginf = .of(1.0) }, null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].nanToNumOut(.{ .nan = .of(0.5), .posinf = .of(0.75), .neginf = .of(1.0) }, out[0], null));
    }
}

test "logicalNot" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_logical_not(all.tensors[0].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].logicalNot(null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].logicalNotOut(out[0], null));
    }
}

test "isnan" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_isnan(all.tensors[0].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].isnan(null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].isnanOut(out[0], null));
    }
}

test "isinf" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_isinf(all.tensors[0].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].isinf(null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].isinfOut(out[0], null));
    }
}

test "isfinite" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_isfinite(all.tensors[0].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].isfinite(null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].isfiniteOut(out[0], null));
    }
}

test "isposinf" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_isposinf(all.tensors[0].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].isposinf(null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].isposinfOut(out[0], null));
    }
}

test "isneginf" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_isneginf(all.tensors[0].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].isneginf(null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].isneginfOut(out[0], null));
    }
}

test "signbit" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_signbit(all.tensors[0].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].signbit(null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].signbitOut(out[0], null));
    }
}

test "add" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_add(all.tensors[0].handle, all.tensors[1].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].add(all.tensors[1], null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].addOut(all.tensors[1], out[0], null));
    }
}

test "sub" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_sub(all.tensors[0].handle, all.tensors[1].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].sub(all.tensors[1], null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].subOut(all.tensors[1], out[0], null));
    }
}

test "addScaled" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_add_scaled(all.tensors[0].handle, all.tensors[1].handle, &ct.Scalar.of(0.75).raw, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].addScaled(all.tensors[1], .{ .alpha = .of(0.75) }, null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].addScaledOut(all.tensors[1], .{ .alpha = .of(0.75) }, out[0], null));
    }
}

test "subScaled" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_sub_scaled(all.tensors[0].handle, all.tensors[1].handle, &ct.Scalar.of(0.75).raw, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].subScaled(all.tensors[1], .{ .alpha = .of(0.75) }, null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].subScaledOut(all.tensors[1], .{ .alpha = .of(0.75) }, out[0], null));
    }
}

test "mul" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_mul(all.tensors[0].handle, all.tensors[1].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].mul(all.tensors[1], null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].mulOut(all.tensors[1], out[0], null));
    }
}

test "div" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_div(all.tensors[0].handle, all.tensors[1].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].div(all.tensors[1], null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].divOut(all.tensors[1], out[0], null));
    }
}

test "floorDivide" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_floor_divide(all.tensors[0].handle, all.tensors[1].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].floorDivide(all.tensors[1], null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].floorDivideOut(all.tensors[1], out[0], null));
    }
}

test "divFloor" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_div_floor(all.tensors[0].handle, all.tensors[1].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].divFloor(all.tensors[1], null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].divFloorOut(all.tensors[1], out[0], null));
    }
}

test "divTrunc" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_div_trunc(all.tensors[0].handle, all.tensors[1].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].divTrunc(all.tensors[1], null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].divTruncOut(all.tensors[1], out[0], null));
    }
}

test "remainder" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_remainder(all.tensors[0].handle, all.tensors[1].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].remainder(all.tensors[1], null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].remainderOut(all.tensors[1], out[0], null));
    }
}

test "fmod" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_fmod(all.tensors[0].handle, all.tensors[1].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].fmod(all.tensors[1], null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].fmodOut(all.tensors[1], out[0], null));
    }
}

test "maximum" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_maximum(all.tensors[0].handle, all.tensors[1].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].maximum(all.tensors[1], null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].maximumOut(all.tensors[1], out[0], null));
    }
}

test "minimum" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_minimum(all.tensors[0].handle, all.tensors[1].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].minimum(all.tensors[1], null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].minimumOut(all.tensors[1], out[0], null));
    }
}

test "fmax" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_fmax(all.tensors[0].handle, all.tensors[1].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].fmax(all.tensors[1], null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].fmaxOut(all.tensors[1], out[0], null));
    }
}

test "fmin" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_fmin(all.tensors[0].handle, all.tensors[1].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].fmin(all.tensors[1], null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].fminOut(all.tensors[1], out[0], null));
    }
}

test "clampMin" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_clamp_min(all.tensors[0].handle, all.tensors[1].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].clampMin(all.tensors[1], null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].clampMinOut(all.tensors[1], out[0], null));
    }
}

test "clampMax" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_clamp_max(all.tensors[0].handle, all.tensors[1].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].clampMax(all.tensors[1], null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].clampMaxOut(all.tensors[1], out[0], null));
    }
}

test "heaviside" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_heaviside(all.tensors[0].handle, all.tensors[1].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].heaviside(all.tensors[1], null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].heavisideOut(all.tensors[1], out[0], null));
    }
}

test "atan2" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_atan2(all.tensors[0].handle, all.tensors[1].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].atan2(all.tensors[1], null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].atan2Out(all.tensors[1], out[0], null));
    }
}

test "hypot" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_hypot(all.tensors[0].handle, all.tensors[1].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].hypot(all.tensors[1], null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].hypotOut(all.tensors[1], out[0], null));
    }
}

test "pow" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_pow(all.tensors[0].handle, all.tensors[1].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].pow(all.tensors[1], null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].powOut(all.tensors[1], out[0], null));
    }
}

test "ldexp" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_ldexp(all.tensors[0].handle, all.tensors[1].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].ldexp(all.tensors[1], null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].ldexpOut(all.tensors[1], out[0], null));
    }
}

test "logaddexp" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_logaddexp(all.tensors[0].handle, all.tensors[1].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].logaddexp(all.tensors[1], null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].logaddexpOut(all.tensors[1], out[0], null));
    }
}

test "logaddexp2" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_logaddexp2(all.tensors[0].handle, all.tensors[1].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].logaddexp2(all.tensors[1], null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].logaddexp2Out(all.tensors[1], out[0], null));
    }
}

test "xlogy" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_xlogy(all.tensors[0].handle, all.tensors[1].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].xlogy(all.tensors[1], null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].xlogyOut(all.tensors[1], out[0], null));
    }
}

test "copysign" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_copysign(all.tensors[0].handle, all.tensors[1].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].copysign(all.tensors[1], null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].copysignOut(all.tensors[1], out[0], null));
    }
}

test "nextafter" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_nextafter(all.tensors[0].handle, all.tensors[1].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].nextafter(all.tensors[1], null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].nextafterOut(all.tensors[1], out[0], null));
    }
}

test "bitwiseAnd" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_bitwise_and(all.tensors[0].handle, all.tensors[1].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].bitwiseAnd(all.tensors[1], null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].bitwiseAndOut(all.tensors[1], out[0], null));
    }
}

test "bitwiseOr" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_bitwise_or(all.tensors[0].handle, all.tensors[1].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].bitwiseOr(all.tensors[1], null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].bitwiseOrOut(all.tensors[1], out[0], null));
    }
}

test "bitwiseXor" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_bitwise_xor(all.tensors[0].handle, all.tensors[1].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].bitwiseXor(all.tensors[1], null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].bitwiseXorOut(all.tensors[1], out[0], null));
    }
}

test "leftShift" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_left_shift(all.tensors[0].handle, all.tensors[1].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].leftShift(all.tensors[1], null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].leftShiftOut(all.tensors[1], out[0], null));
    }
}

test "rightShift" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_right_shift(all.tensors[0].handle, all.tensors[1].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].rightShift(all.tensors[1], null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].rightShiftOut(all.tensors[1], out[0], null));
    }
}

test "eq" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_eq(all.tensors[0].handle, all.tensors[1].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].eq(all.tensors[1], null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].eqOut(all.tensors[1], out[0], null));
    }
}

test "ne" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_ne(all.tensors[0].handle, all.tensors[1].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].ne(all.tensors[1], null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].neOut(all.tensors[1], out[0], null));
    }
}

test "lt" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_lt(all.tensors[0].handle, all.tensors[1].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].lt(all.tensors[1], null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].ltOut(all.tensors[1], out[0], null));
    }
}

test "le" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_le(all.tensors[0].handle, all.tensors[1].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].le(all.tensors[1], null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].leOut(all.tensors[1], out[0], null));
    }
}

test "gt" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_gt(all.tensors[0].handle, all.tensors[1].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].gt(all.tensors[1], null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].gtOut(all.tensors[1], out[0], null));
    }
}

test "ge" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_ge(all.tensors[0].handle, all.tensors[1].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].ge(all.tensors[1], null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].geOut(all.tensors[1], out[0], null));
    }
}

test "isclose" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_isclose(all.tensors[0].handle, all.tensors[1].handle, &ct.Scalar.of(0.75).raw, &ct.Scalar.of(1.0).raw, &ct.Scalar.of(true).raw, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].isclose(all.tensors[1], .{ .rtol = .of(0.75), .atol = .of(1.0), .equal_nan = .of(true) }, null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].iscloseOut(all.tensors[1], .{ .rtol = .of(0.75), .atol = .of(1.0), .equal_nan = .of(true) }, out[0], null));
    }
}

test "logicalAnd" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_logical_and(all.tensors[0].handle, all.tensors[1].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].logicalAnd(all.tensors[1], null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].logicalAndOut(all.tensors[1], out[0], null));
    }
}

test "logicalOr" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_logical_or(all.tensors[0].handle, all.tensors[1].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].logicalOr(all.tensors[1], null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].logicalOrOut(all.tensors[1], out[0], null));
    }
}

test "logicalXor" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_logical_xor(all.tensors[0].handle, all.tensors[1].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].logicalXor(all.tensors[1], null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].logicalXorOut(all.tensors[1], out[0], null));
    }
}

test "where" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_where(all.mask.handle, all.tensors[1].handle, all.tensors[2].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.mask.where(all.tensors[1], all.tensors[2], null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.mask.whereOut(all.tensors[1], all.tensors[2], out[0], null));
    }
}

test "maskedFill" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_masked_fill(all.tensors[0].handle, all.mask.handle, &ct.Scalar.of(1).raw, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].maskedFill(all.mask, 1, null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].maskedFillOut(all.mask, 1, out[0], null));
    }
}

test "lerp" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_lerp(all.tensors[0].handle, all.tensors[1].handle, all.tensors[2].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].lerp(all.tensors[1], all.tensors[2], null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].lerpOut(all.tensors[1], all.tensors[2], out[0], null));
    }
}

test "fma" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_fma(all.tensors[0].handle, all.tensors[1].handle, all.tensors[2].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].fma(all.tensors[1], all.tensors[2], null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].fmaOut(all.tensors[1], all.tensors[2], out[0], null));
    }
}

test "clamp" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_clamp(all.tensors[0].handle, all.tensors[1].handle, all.tensors[2].handle, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].clamp(all.tensors[1], all.tensors[2], null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].clampOut(all.tensors[1], all.tensors[2], out[0], null));
    }
}

test "addcmul" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_addcmul(all.tensors[0].handle, all.tensors[1].handle, all.tensors[2].handle, &ct.Scalar.of(1.0).raw, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].addcmul(all.tensors[1], all.tensors[2], .{ .value = .of(1.0) }, null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].addcmulOut(all.tensors[1], all.tensors[2], .{ .value = .of(1.0) }, out[0], null));
    }
}

test "addcdiv" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_addcdiv(all.tensors[0].handle, all.tensors[1].handle, all.tensors[2].handle, &ct.Scalar.of(1.0).raw, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].addcdiv(all.tensors[1], all.tensors[2], .{ .value = .of(1.0) }, null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].addcdivOut(all.tensors[1], all.tensors[2], .{ .value = .of(1.0) }, out[0], null));
    }
}

test "equal" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted = false;
        const status = c.ct_equal(all.tensors[0].handle, all.tensors[1].handle, &wanted, null);
        try all.flag(status, wanted, all.tensors[0].equal(all.tensors[1], null));
    }
}

test "allclose" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted = false;
        const status = c.ct_allclose(all.tensors[0].handle, all.tensors[1].handle, &ct.Scalar.of(0.75).raw, &ct.Scalar.of(1.0).raw, &ct.Scalar.of(true).raw, &wanted, null);
        try all.flag(status, wanted, all.tensors[0].allclose(all.tensors[1], .{ .rtol = .of(0.75), .atol = .of(1.0), .equal_nan = .of(true) }, null));
    }
}

test "sum" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_sum(all.tensors[0].handle, &dims, dims.len, true, c.CT_FLOAT64, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].sum(.{ .dims = &dims, .keepdim = true, .dtype = .float64 }, null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].sumOut(.{ .dims = &dims, .keepdim = true, .dtype = .float64 }, out[0], null));
    }
}

test "sumCompensated" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_sum_compensated(all.tensors[0].handle, &dims, dims.len, true, c.CT_FLOAT64, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].sumCompensated(.{ .dims = &dims, .keepdim = true, .dtype = .float64 }, null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].sumCompensatedOut(.{ .dims = &dims, .keepdim = true, .dtype = .float64 }, out[0], null));
    }
}

test "sumExact" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_sum_exact(all.tensors[0].handle, &dims, dims.len, true, c.CT_FLOAT64, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].sumExact(.{ .dims = &dims, .keepdim = true, .dtype = .float64 }, null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].sumExactOut(.{ .dims = &dims, .keepdim = true, .dtype = .float64 }, out[0], null));
    }
}

test "nansum" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_nansum(all.tensors[0].handle, &dims, dims.len, true, c.CT_FLOAT64, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].nansum(.{ .dims = &dims, .keepdim = true, .dtype = .float64 }, null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].nansumOut(.{ .dims = &dims, .keepdim = true, .dtype = .float64 }, out[0], null));
    }
}

test "mean" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_mean(all.tensors[0].handle, &dims, dims.len, true, c.CT_FLOAT64, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].mean(.{ .dims = &dims, .keepdim = true, .dtype = .float64 }, null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].meanOut(.{ .dims = &dims, .keepdim = true, .dtype = .float64 }, out[0], null));
    }
}

test "nanmean" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_nanmean(all.tensors[0].handle, &dims, dims.len, true, c.CT_FLOAT64, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].nanmean(.{ .dims = &dims, .keepdim = true, .dtype = .float64 }, null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].nanmeanOut(.{ .dims = &dims, .keepdim = true, .dtype = .float64 }, out[0], null));
    }
}

test "norm" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_norm(all.tensors[0].handle, &ct.Scalar.of(0.5).raw, &dims, dims.len, true, c.CT_FLOAT64, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].norm(.{ .p = .of(0.5), .dims = &dims, .keepdim = true, .dtype = .float64 }, null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].normOut(.{ .p = .of(0.5), .dims = &dims, .keepdim = true, .dtype = .float64 }, out[0], null));
    }
}

test "var" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_var(all.tensors[0].handle, &dims, dims.len, &ct.Scalar.of(1).raw, true, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].@"var"(.{ .dims = &dims, .correction = .of(1), .keepdim = true }, null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].varOut(.{ .dims = &dims, .correction = .of(1), .keepdim = true }, out[0], null));
    }
}

test "std" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_std(all.tensors[0].handle, &dims, dims.len, &ct.Scalar.of(1).raw, true, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].std(.{ .dims = &dims, .correction = .of(1), .keepdim = true }, null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].stdOut(.{ .dims = &dims, .correction = .of(1), .keepdim = true }, out[0], null));
    }
}

test "varMean" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [2]?*c.ct_tensor = @splat(null);
        const status = c.ct_var_mean(all.tensors[0].handle, &dims, dims.len, &ct.Scalar.of(1).raw, true, &wanted[0], &wanted[1], null);
        try all.fresh(status, &wanted, all.tensors[0].varMean(.{ .dims = &dims, .correction = .of(1), .keepdim = true }, null));
        var out = try Compare.outputs(2, &wanted);
        try Compare.into(2, &out, &wanted, all.tensors[0].varMeanOut(.{ .dims = &dims, .correction = .of(1), .keepdim = true }, out[0], out[1], null));
    }
}

test "stdMean" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [2]?*c.ct_tensor = @splat(null);
        const status = c.ct_std_mean(all.tensors[0].handle, &dims, dims.len, &ct.Scalar.of(1).raw, true, &wanted[0], &wanted[1], null);
        try all.fresh(status, &wanted, all.tensors[0].stdMean(.{ .dims = &dims, .correction = .of(1), .keepdim = true }, null));
        var out = try Compare.outputs(2, &wanted);
        try Compare.into(2, &out, &wanted, all.tensors[0].stdMeanOut(.{ .dims = &dims, .correction = .of(1), .keepdim = true }, out[0], out[1], null));
    }
}

test "logsumexp" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_logsumexp(all.tensors[0].handle, &dims, dims.len, true, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].logsumexp(.{ .dims = &dims, .keepdim = true }, null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].logsumexpOut(.{ .dims = &dims, .keepdim = true }, out[0], null));
    }
}

test "prod" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_prod(all.tensors[0].handle, &dims, dims.len, true, c.CT_FLOAT64, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].prod(.{ .dims = &dims, .keepdim = true, .dtype = .float64 }, null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].prodOut(.{ .dims = &dims, .keepdim = true, .dtype = .float64 }, out[0], null));
    }
}

test "amax" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_amax(all.tensors[0].handle, &dims, dims.len, true, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].amax(.{ .dims = &dims, .keepdim = true }, null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].amaxOut(.{ .dims = &dims, .keepdim = true }, out[0], null));
    }
}

test "amin" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_amin(all.tensors[0].handle, &dims, dims.len, true, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].amin(.{ .dims = &dims, .keepdim = true }, null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].aminOut(.{ .dims = &dims, .keepdim = true }, out[0], null));
    }
}

test "argmax" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_argmax(all.tensors[0].handle, &dims, true, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].argmax(.{ .dim = dims[0], .keepdim = true }, null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].argmaxOut(.{ .dim = dims[0], .keepdim = true }, out[0], null));
    }
}

test "argmin" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_argmin(all.tensors[0].handle, &dims, true, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].argmin(.{ .dim = dims[0], .keepdim = true }, null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].argminOut(.{ .dim = dims[0], .keepdim = true }, out[0], null));
    }
}

test "maxDim" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [2]?*c.ct_tensor = @splat(null);
        const status = c.ct_max_dim(all.tensors[0].handle, -1, true, &wanted[0], &wanted[1], null);
        try all.fresh(status, &wanted, all.tensors[0].maxDim(-1, .{ .keepdim = true }, null));
        var out = try Compare.outputs(2, &wanted);
        try Compare.into(2, &out, &wanted, all.tensors[0].maxDimOut(-1, .{ .keepdim = true }, out[0], out[1], null));
    }
}

test "minDim" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [2]?*c.ct_tensor = @splat(null);
        const status = c.ct_min_dim(all.tensors[0].handle, -1, true, &wanted[0], &wanted[1], null);
        try all.fresh(status, &wanted, all.tensors[0].minDim(-1, .{ .keepdim = true }, null));
        var out = try Compare.outputs(2, &wanted);
        try Compare.into(2, &out, &wanted, all.tensors[0].minDimOut(-1, .{ .keepdim = true }, out[0], out[1], null));
    }
}

test "aminmax" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [2]?*c.ct_tensor = @splat(null);
        const status = c.ct_aminmax(all.tensors[0].handle, &dims, true, &wanted[0], &wanted[1], null);
        try all.fresh(status, &wanted, all.tensors[0].aminmax(.{ .dim = dims[0], .keepdim = true }, null));
        var out = try Compare.outputs(2, &wanted);
        try Compare.into(2, &out, &wanted, all.tensors[0].aminmaxOut(.{ .dim = dims[0], .keepdim = true }, out[0], out[1], null));
    }
}

test "any" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_any(all.tensors[0].handle, &dims, dims.len, true, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].any(.{ .dims = &dims, .keepdim = true }, null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].anyOut(.{ .dims = &dims, .keepdim = true }, out[0], null));
    }
}

test "all" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_all(all.tensors[0].handle, &dims, dims.len, true, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].all(.{ .dims = &dims, .keepdim = true }, null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].allOut(.{ .dims = &dims, .keepdim = true }, out[0], null));
    }
}

test "countNonzero" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_count_nonzero(all.tensors[0].handle, &dims, dims.len, true, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].countNonzero(.{ .dims = &dims, .keepdim = true }, null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].countNonzeroOut(.{ .dims = &dims, .keepdim = true }, out[0], null));
    }
}

test "cumsum" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_cumsum(all.tensors[0].handle, -1, c.CT_FLOAT64, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].cumsum(-1, .{ .dtype = .float64 }, null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].cumsumOut(-1, .{ .dtype = .float64 }, out[0], null));
    }
}

test "cumprod" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_cumprod(all.tensors[0].handle, -1, c.CT_FLOAT64, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].cumprod(-1, .{ .dtype = .float64 }, null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].cumprodOut(-1, .{ .dtype = .float64 }, out[0], null));
    }
}

test "softmax" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_softmax(all.tensors[0].handle, -1, c.CT_FLOAT64, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].softmax(-1, .{ .dtype = .float64 }, null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].softmaxOut(-1, .{ .dtype = .float64 }, out[0], null));
    }
}

test "logSoftmax" {
    var all: Compare = .{};
    while (try all.next()) {
        var wanted: [1]?*c.ct_tensor = @splat(null);
        const status = c.ct_log_softmax(all.tensors[0].handle, -1, c.CT_FLOAT64, &wanted[0], null);
        try all.fresh(status, &wanted, all.tensors[0].logSoftmax(-1, .{ .dtype = .float64 }, null));
        var out = try Compare.outputs(1, &wanted);
        try Compare.into(1, &out, &wanted, all.tensors[0].logSoftmaxOut(-1, .{ .dtype = .float64 }, out[0], null));
    }
}
