//! Random numbers.
const c = @import("c");
const errors = @import("errors.zig");
const Diagnostics = errors.Diagnostics;
const Error = errors.Error;
const Dtype = @import("dtype.zig").Dtype;
const Tensor = @import("tensor.zig").Tensor;
const count = @import("create.zig").count;

const check = errors.check;
const rawOf = errors.rawOf;

/// A position in a stream of Philox4x32-10: the same seed draws the same numbers on any number of threads, any
/// instruction set and into any layout. It is one reference, like a Tensor. Threads may share one; for the same numbers
/// every time, give each its own by split.
pub const Rng = extern struct {
    handle: ?*c.ct_rng,

    /// A generator at the beginning of stream 0 under the key `seed`.
    pub fn create(seed: u64, diag: ?*Diagnostics) Error!Rng {
        var out: Rng = .{ .handle = null };
        try check(c.ct_rng_create(seed, &out.handle, rawOf(diag)));
        return out;
    }

    /// A generator of a stream of its own; takes one block.
    pub fn split(self: Rng, diag: ?*Diagnostics) Error!Rng {
        var out: Rng = .{ .handle = null };
        try check(c.ct_rng_split(self.handle, &out.handle, rawOf(diag)));
        return out;
    }

    /// One more reference to the same generator.
    pub fn retain(self: Rng) Rng {
        return .{ .handle = c.ct_rng_retain(self.handle) };
    }

    /// Releases the reference. A second call does nothing.
    pub fn deinit(self: *Rng) void {
        c.ct_rng_release(self.handle);
        self.handle = null;
    }

    pub fn key(self: Rng) u64 {
        return c.ct_rng_key(self.handle);
    }

    pub fn stream(self: Rng) u64 {
        return c.ct_rng_stream(self.handle);
    }

    /// The number of blocks that have been taken.
    pub fn counter(self: Rng) u64 {
        return c.ct_rng_counter(self.handle);
    }

    /// Moves the generator to the position where another one was. No other thread may use it meanwhile.
    pub fn setState(self: Rng, new_key: u64, new_stream: u64, new_counter: u64, diag: ?*Diagnostics) Error!void {
        try check(c.ct_rng_set_state(self.handle, new_key, new_stream, new_counter, rawOf(diag)));
    }

    /// Skips blocks.
    pub fn advance(self: Rng, blocks: u64, diag: ?*Diagnostics) Error!void {
        try check(c.ct_rng_advance(self.handle, blocks, rawOf(diag)));
    }

    // ---- fresh tensors, and given ones, which keep their sizes and dtype ----

    /// Uniformly distributed numbers from low up to, but without, high. `dtype` null: float32.
    pub fn uniform(self: Rng, sizes: []const i64, low: f64, high: f64, dtype: ?Dtype, diag: ?*Diagnostics) Error!Tensor {
        var out: Tensor = .released;
        try check(c.ct_uniform(self.handle, sizes.ptr, count(sizes), low, high, Dtype.toRaw(dtype), &out.handle, rawOf(diag)));
        return out;
    }

    pub fn uniformOut(self: Rng, low: f64, high: f64, out: Tensor, diag: ?*Diagnostics) Error!void {
        try check(c.ct_uniform_out(self.handle, low, high, out.handle, rawOf(diag)));
    }

    /// Normally distributed numbers. `dtype` null: float32.
    pub fn normal(self: Rng, sizes: []const i64, mean: f64, std: f64, dtype: ?Dtype, diag: ?*Diagnostics) Error!Tensor {
        var out: Tensor = .released;
        try check(c.ct_normal(self.handle, sizes.ptr, count(sizes), mean, std, Dtype.toRaw(dtype), &out.handle, rawOf(diag)));
        return out;
    }

    pub fn normalOut(self: Rng, mean: f64, std: f64, out: Tensor, diag: ?*Diagnostics) Error!void {
        try check(c.ct_normal_out(self.handle, mean, std, out.handle, rawOf(diag)));
    }

    /// Exponentially distributed numbers. `dtype` null: float32.
    pub fn exponential(self: Rng, sizes: []const i64, rate: f64, dtype: ?Dtype, diag: ?*Diagnostics) Error!Tensor {
        var out: Tensor = .released;
        try check(c.ct_exponential(self.handle, sizes.ptr, count(sizes), rate, Dtype.toRaw(dtype), &out.handle, rawOf(diag)));
        return out;
    }

    pub fn exponentialOut(self: Rng, rate: f64, out: Tensor, diag: ?*Diagnostics) Error!void {
        try check(c.ct_exponential_out(self.handle, rate, out.handle, rawOf(diag)));
    }

    /// Integers from low up to, but without, high. `dtype` null: int64.
    pub fn randint(self: Rng, sizes: []const i64, low: i64, high: i64, dtype: ?Dtype, diag: ?*Diagnostics) Error!Tensor {
        var out: Tensor = .released;
        try check(c.ct_randint(self.handle, sizes.ptr, count(sizes), low, high, Dtype.toRaw(dtype), &out.handle, rawOf(diag)));
        return out;
    }

    pub fn randintOut(self: Rng, low: i64, high: i64, out: Tensor, diag: ?*Diagnostics) Error!void {
        try check(c.ct_randint_out(self.handle, low, high, out.handle, rawOf(diag)));
    }

    /// 1 with probability p, else 0. `dtype` null: float32.
    pub fn bernoulli(self: Rng, sizes: []const i64, p: f64, dtype: ?Dtype, diag: ?*Diagnostics) Error!Tensor {
        var out: Tensor = .released;
        try check(c.ct_bernoulli(self.handle, sizes.ptr, count(sizes), p, Dtype.toRaw(dtype), &out.handle, rawOf(diag)));
        return out;
    }

    pub fn bernoulliOut(self: Rng, p: f64, out: Tensor, diag: ?*Diagnostics) Error!void {
        try check(c.ct_bernoulli_out(self.handle, p, out.handle, rawOf(diag)));
    }

    // ---- given tensors are resized ----

    /// The integers from 0 to n - 1 in a random order. `dtype` null: int64.
    pub fn randperm(self: Rng, n: i64, dtype: ?Dtype, diag: ?*Diagnostics) Error!Tensor {
        var out: Tensor = .released;
        try check(c.ct_randperm(self.handle, n, Dtype.toRaw(dtype), &out.handle, rawOf(diag)));
        return out;
    }

    pub fn randpermOut(self: Rng, n: i64, out: Tensor, diag: ?*Diagnostics) Error!void {
        try check(c.ct_randperm_out(self.handle, n, out.handle, rawOf(diag)));
    }

    /// Indices along the last dim, drawn in proportion to t's elements there.
    pub fn multinomial(self: Rng, t: Tensor, samples: i64, replacement: bool, diag: ?*Diagnostics) Error!Tensor {
        var out: Tensor = .released;
        try check(c.ct_multinomial(self.handle, t.handle, samples, replacement, &out.handle, rawOf(diag)));
        return out;
    }

    pub fn multinomialOut(
        self: Rng,
        t: Tensor,
        samples: i64,
        replacement: bool,
        out: Tensor,
        diag: ?*Diagnostics,
    ) Error!void {
        try check(c.ct_multinomial_out(self.handle, t.handle, samples, replacement, out.handle, rawOf(diag)));
    }
};
