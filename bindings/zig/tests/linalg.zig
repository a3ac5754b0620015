//! Linear algebra: known values, identities, options, outputs, errors. A leak fails a test.
const std = @import("std");
const ct = @import("ctensor");
const linalg = @import("ctensor_linalg");
const near = @import("near.zig");
const Tensor = ct.Tensor;
const expectError = std.testing.expectError;
const expectNear = near.expectNear;
const expectResult = near.expectResult;
const expectSizes = near.expectSizes;
const expectValues = near.expectValues;

// this is the first test, before the library takes any memory
test "the library's memory is Zig's" {
    try near.useTestingAllocator();
}

/// The matrices that most tests use.
const Matrices = struct {
    a: Tensor,
    b: Tensor,
    v: Tensor,
    symmetric: Tensor,
    tall: Tensor,

    fn init() !Matrices {
        return .{
            .a = try near.of(f64, &.{ 4, 1, 2, 3 }, &.{ 2, 2 }),
            .b = try near.of(f64, &.{ 1, 2, 3, 4, 5, 6 }, &.{ 2, 3 }),
            .v = try near.of(f64, &.{ 1, -2 }, &.{2}),
            .symmetric = try near.of(f64, &.{ 2, 1, 1, 2 }, &.{ 2, 2 }),
            .tall = try near.waves(&.{ 2, 4, 3 }),
        };
    }

    fn deinit(self: *Matrices) void {
        inline for (.{ "a", "b", "v", "symmetric", "tall" }) |name| @field(self, name).deinit();
    }
};

/// Expects the product of two tensors.
fn expectProduct(wanted: Tensor, first: Tensor, second: Tensor) !void {
    try expectResult(wanted, try linalg.matmul(first, second, null));
}

/// u with its columns multiplied by the values.
fn scaled(u: Tensor, values: Tensor) !Tensor {
    var row = try values.unsqueeze(-2, null);
    defer row.deinit();
    return u.mul(row, null);
}

fn adjoint(t: Tensor) !Tensor {
    var conjugate = try t.conj(null);
    defer conjugate.deinit();
    return conjugate.transpose(-2, -1, null);
}

/// Expects a batch of identity matrices, and releases it.
fn expectIdentity(result: Tensor) !void {
    var got = result;
    defer got.deinit();
    const n = got.sizes()[got.ndim() - 1];
    var one = try Tensor.eye(n, n, 0, .float64, null);
    defer one.deinit();
    var all = try one.expand(got.sizes(), null);
    defer all.deinit();
    try expectNear(all, got);
}

test "products" {
    var m: Matrices = try .init();
    defer m.deinit();
    var ab = try near.of(f64, &.{ 8, 13, 18, 14, 19, 24 }, &.{ 2, 3 });
    defer ab.deinit();
    try expectProduct(ab, m.a, m.b);
    try expectResult(ab, try linalg.mm(m.a, m.b, null));
    var a1 = try m.a.unsqueeze(0, null);
    defer a1.deinit();
    var b1 = try m.b.unsqueeze(0, null);
    defer b1.deinit();
    try expectValues(&.{ 8, 13, 18, 14, 19, 24 }, try linalg.bmm(a1, b1, null));
    try expectValues(&.{ 2, -4 }, try linalg.mv(m.a, m.v, null));
    try expectValues(&.{ 16, 26, 36, 28, 38, 48 }, try linalg.addmm(ab, m.a, m.b, .{}, null));
    try expectValues(&.{ 28, 45.5, 63, 49, 66.5, 84 }, try linalg.addmm(ab, m.a, m.b, .{
        .beta = .of(3),
        .alpha = .of(0.5),
    }, null));
    try expectValues(&.{5}, try linalg.dot(m.v, m.v, null));
    var i = try near.of(ct.Complex(f64), &.{ .{ .re = 0, .im = 1 }, .{ .re = 2, .im = 0 } }, &.{2});
    defer i.deinit();
    try expectValues(&.{5}, try linalg.vdot(i, i, null));
    try expectValues(&.{ 17, 29, 45 }, try linalg.vecdot(m.b, m.b, 0, null));
    try expectValues(&.{ 1, -2, -2, 4 }, try linalg.outer(m.v, m.v, null));
    try expectValues(&.{ 1, -2, -2, 4 }, try linalg.kron(m.v, m.v, null));
    try expectResult(ab, try linalg.tensordot(m.a, m.b, &.{1}, &.{0}, null));
    try expectValues(&.{ 18, 7, 14, 11 }, try linalg.matrixPower(m.a, 2, null));
    try expectIdentity(try linalg.matrixPower(m.a, 0, null));
    var x = try near.of(f64, &.{ 1, 0, 0 }, &.{3});
    defer x.deinit();
    var y = try near.of(f64, &.{ 0, 1, 0 }, &.{3});
    defer y.deinit();
    try expectValues(&.{ 0, 0, 1 }, try linalg.cross(x, y, -1, null));
    try expectResult(ab, try linalg.einsum("ij,jk->ik", &.{ m.a, m.b }, null));
    try expectValues(&.{7}, try linalg.einsum("ii", &.{m.a}, null));
    try expectValues(&.{10}, try linalg.einsum("i,ij,j->", &.{ m.v, m.a, m.v }, null));
    var turned = try m.tall.transpose(1, 2, null);
    defer turned.deinit();
    try expectResult(turned, try linalg.einsum("...ij->...ji", &.{m.tall}, null));
}

test "solving" {
    var m: Matrices = try .init();
    defer m.deinit();
    var x = try linalg.solve(m.a, m.b, null);
    defer x.deinit();
    try expectProduct(m.b, m.a, x);
    var inverse = try linalg.inv(m.a, null);
    defer inverse.deinit();
    try expectIdentity(try linalg.matmul(m.a, inverse, null));
    var lower = try m.a.tril(0, null);
    defer lower.deinit();
    var of_lower = try linalg.triangularSolve(m.a, m.b, .{}, null);
    defer of_lower.deinit();
    try expectProduct(m.b, lower, of_lower);
    var upper = try m.a.triu(0, null);
    defer upper.deinit();
    var of_upper = try linalg.triangularSolve(m.a, m.a, .{ .upper = true, .left = false }, null);
    defer of_upper.deinit();
    try expectProduct(m.a, of_upper, upper);
    var pinv = try linalg.pinv(m.tall, .{}, null);
    defer pinv.deinit();
    try expectIdentity(try linalg.matmul(pinv, m.tall, null));
    var hermitian = try linalg.pinv(m.symmetric, .{ .rtol = 1e-12, .hermitian = true }, null);
    defer hermitian.deinit();
    try expectIdentity(try linalg.matmul(hermitian, m.symmetric, null));
    var ones = try Tensor.ones(&.{ 2, 4, 1 }, .float64, null);
    defer ones.deinit();
    var least = try linalg.lstsq(m.tall, ones, .{}, null);
    defer least.deinit();
    try expectProduct(least.solution, pinv, ones);
    try expectResult(least.singular_values, try linalg.svdvals(m.tall, null));
    try expectResult(least.rank, try linalg.matrixRank(m.tall, .{}, null));
}

test "decompositions" {
    var m: Matrices = try .init();
    defer m.deinit();
    var lower = try linalg.cholesky(m.symmetric, .{}, null);
    defer lower.deinit();
    var upper = try adjoint(lower);
    defer upper.deinit();
    try expectProduct(m.symmetric, lower, upper);
    try expectResult(upper, try linalg.cholesky(m.symmetric, .{ .upper = true }, null));
    var qr = try linalg.qr(m.tall, .{}, null);
    defer qr.deinit();
    try expectProduct(m.tall, qr.q, qr.r);
    var qh = try adjoint(qr.q);
    defer qh.deinit();
    try expectIdentity(try linalg.matmul(qh, qr.q, null));
    var complete = try linalg.qr(m.tall, .{ .mode = .complete }, null);
    defer complete.deinit();
    try std.testing.expectEqualSlices(i64, &.{ 2, 4, 4 }, complete.q.sizes());
    var svd = try linalg.svd(m.tall, .{ .full_matrices = false }, null);
    defer svd.deinit();
    var us = try scaled(svd.u, svd.s);
    defer us.deinit();
    try expectProduct(m.tall, us, svd.vh);
    var full = try linalg.svd(m.tall, .{}, null);
    defer full.deinit();
    try std.testing.expectEqualSlices(i64, &.{ 2, 4, 4 }, full.u.sizes());
    var eigh = try linalg.eigh(m.symmetric, .{}, null);
    defer eigh.deinit();
    try expectValues(&.{ 1, 3 }, eigh.values.retain());
    var eigh_scaled = try scaled(eigh.vectors, eigh.values);
    defer eigh_scaled.deinit();
    try expectProduct(eigh_scaled, m.symmetric, eigh.vectors);
    try expectResult(eigh.values, try linalg.eigvalsh(m.symmetric, .{ .upper = true }, null));
    var eig = try linalg.eig(m.a, null);
    defer eig.deinit();
    var eig_scaled = try scaled(eig.vectors, eig.values);
    defer eig_scaled.deinit();
    var a_complex = try m.a.to(.{ .dtype = .complex128 }, null);
    defer a_complex.deinit();
    try expectProduct(eig_scaled, a_complex, eig.vectors);
    try expectResult(eig.values, try linalg.eigvals(m.a, null));
}

test "numbers" {
    var m: Matrices = try .init();
    defer m.deinit();
    try expectValues(&.{10}, try linalg.det(m.a, null));
    var slogdet = try linalg.slogdet(m.a, null);
    defer slogdet.deinit();
    try expectValues(&.{1}, slogdet.sign.retain());
    try expectValues(&.{@log(10.0)}, slogdet.logabsdet.retain());
    try expectValues(&.{1}, try linalg.trace(m.a, 1, .{ .dtype = .float32 }, null));
    var small = try near.of(f64, &.{ 1, 0, 0, 0.1 }, &.{ 2, 2 });
    defer small.deinit();
    try expectValues(&.{1}, try linalg.matrixRank(small, .{ .rtol = 0.5, .hermitian = true }, null));
    try expectValues(&.{5}, try linalg.matrixNorm(m.a, .{ .ord = .inf }, null));
    const nuclear = try linalg.matrixNorm(m.tall, .{ .ord = .nuc, .dims = .{ 0, 2 }, .keepdim = true }, null);
    try expectSizes(&.{ 1, 4, 1 }, nuclear);
    try expectValues(&.{@sqrt(5.0)}, try linalg.vectorNorm(m.v, .{}, null));
    try expectValues(&.{ 5, 7, 9 }, try linalg.vectorNorm(m.b, .{ .ord = .of(1), .dims = &.{0} }, null));
    try expectValues(&.{3}, try linalg.cond(m.symmetric, .{}, null));
}

test "outputs" {
    var m: Matrices = try .init();
    defer m.deinit();
    var out = try Tensor.zeros(&.{1}, .float64, null);
    defer out.deinit();
    var other = try Tensor.zeros(&.{1}, .float64, null);
    defer other.deinit();
    try linalg.matmulOut(m.a, m.b, out, null);
    try expectProduct(out, m.a, m.b);
    try linalg.addmmOut(out, m.a, m.b, .{ .alpha = .of(-1) }, out, null); // in place
    try expectValues(&(.{0} ** 6), out.retain());
    try linalg.einsumOut("ij->j", &.{m.b}, out, null);
    try expectValues(&.{ 5, 7, 9 }, out.retain());
    try linalg.qrOut(m.tall, .{}, out, other, null);
    try expectProduct(m.tall, out, other);
}

test "errors" {
    var diag: ct.Diagnostics = .{};
    var m: Matrices = try .init();
    defer m.deinit();
    var batch = try near.of(f64, &.{ 4, 1, 2, 3, 1, 2, 2, 4 }, &.{ 2, 2, 2 });
    defer batch.deinit();
    try expectError(error.Invalid, linalg.inv(batch, &diag));
    try near.expectMessage(&diag, &.{ "ct_linalg_inv", "matrix [1]", "singular" });
    try expectError(error.Invalid, linalg.cholesky(batch, .{}, &diag));
    try near.expectMessage(&diag, &.{ "[1]", "positive" });
    try expectError(error.Shape, linalg.matmul(m.b, m.b, &diag));
    try near.expectMessage(&diag, &.{ "ct_linalg_matmul", "[2, 3]" });
    var integers = try Tensor.ones(&.{ 2, 2 }, .int64, null);
    defer integers.deinit();
    try expectError(error.Dtype, linalg.inv(integers, null));
    try expectError(error.Invalid, linalg.einsum("ij,jk->ik", &.{m.a}, &diag));
    try expectError(error.Invalid, linalg.einsum("", &.{}, &diag));
    try expectError(error.Shape, linalg.tensordot(m.a, m.b, &.{ 0, 1 }, &.{0}, &diag));
    try near.expectMessage(&diag, &.{ "tensordot", "2", "1" });
    try expectError(error.Shape, linalg.svd(m.v, .{}, null));
    try expectError(error.Invalid, linalg.det(.released, null));
    var singular = try batch.select(0, 1, null);
    defer singular.deinit();
    var kept = try m.a.clone(.preserve, null);
    defer kept.deinit();
    try expectError(error.Invalid, linalg.invOut(singular, kept, &diag));
    try expectNear(m.a, kept); // the output keeps its elements
}

test {
    _ = @import("linalg_forms.zig");
}
