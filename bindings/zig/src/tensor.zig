//! The tensor, a reference that deinit releases.
const c = @import("c");
const zig = @import("std"); // one of the ops is named std
const errors = @import("errors.zig");
const dtypes = @import("dtype.zig");
const create_functions = @import("create.zig");
const indexing = @import("indexing.zig");
const view_functions = @import("views.zig");
const access = @import("access.zig");
const dlpack = @import("dlpack.zig");
const expr = @import("expr.zig");
const ops = @import("ops.zig");

/// Sizes, strides, a dtype and an offset in memory that tensors may share. It is one reference: the caller owns, and
/// must deinit, every Tensor that a function returns, and a copy of the struct is no further reference (retain makes
/// one). Functions that fail write the reason to the last parameter, unless it is null.
pub const Tensor = extern struct {
    handle: ?*c.ct_tensor,

    /// The value that deinit leaves. Every call on it fails with error.Invalid; getters except dtype return 0, false or
    /// nothing.
    pub const released: Tensor = .{ .handle = null };

    /// Releases the reference. A second call does nothing.
    pub fn deinit(self: *Tensor) void {
        c.ct_tensor_release(self.handle);
        self.* = released;
    }

    /// One more reference to the same tensor.
    pub fn retain(self: Tensor) Tensor {
        return .{ .handle = c.ct_tensor_retain(self.handle) };
    }

    // ---- properties ----

    pub fn ndim(self: Tensor) usize {
        return if (self.handle == null) 0 else @intCast(c.ct_tensor_ndim(self.handle));
    }

    pub fn numel(self: Tensor) usize {
        return @intCast(c.ct_tensor_numel(self.handle));
    }

    /// It panics, in every build, for a released tensor, which has no dtype.
    pub fn dtype(self: Tensor) dtypes.Dtype {
        return dtypes.Dtype.fromRaw(c.ct_tensor_dtype(self.handle)) orelse @panic("dtype of a released tensor");
    }

    /// Valid until the tensor is resized or released; so are the strides.
    pub fn sizes(self: Tensor) []const i64 {
        return if (self.handle == null) &.{} else c.ct_tensor_sizes(self.handle)[0..self.ndim()];
    }

    /// The strides in elements, which may be negative.
    pub fn strides(self: Tensor) []const i64 {
        return if (self.handle == null) &.{} else c.ct_tensor_strides(self.handle)[0..self.ndim()];
    }

    /// Where element [0, …, 0] lies in the storage, in elements.
    pub fn storageOffset(self: Tensor) i64 {
        return c.ct_tensor_storage_offset(self.handle);
    }

    pub fn storageNbytes(self: Tensor) i64 {
        return c.ct_tensor_storage_nbytes(self.handle);
    }

    /// Bytes of one element.
    pub fn itemsize(self: Tensor) usize {
        return @intCast(c.ct_tensor_itemsize(self.handle));
    }

    /// Bytes of all elements together.
    pub fn nbytes(self: Tensor) usize {
        return @intCast(c.ct_tensor_nbytes(self.handle));
    }

    /// Whether the tensor has a shape, but no data.
    pub fn isMeta(self: Tensor) bool {
        return c.ct_tensor_is_meta(self.handle);
    }

    pub fn isReadOnly(self: Tensor) bool {
        return c.ct_tensor_is_read_only(self.handle);
    }

    /// Whether this is the only reference to the tensor, and the tensor the only one on its storage.
    pub fn isUnique(self: Tensor) bool {
        return c.ct_tensor_is_unique(self.handle);
    }

    pub fn isWrappedNumber(self: Tensor) bool {
        return c.ct_tensor_is_wrapped_number(self.handle);
    }

    pub fn isContiguous(self: Tensor, memory_format: dtypes.MemoryFormat) bool {
        return c.ct_tensor_is_contiguous(self.handle, @intFromEnum(memory_format));
    }

    pub fn isNonOverlappingAndDense(self: Tensor) bool {
        return c.ct_tensor_is_non_overlapping_and_dense(self.handle);
    }

    /// The format that the strides suggest; with exact, only one that they match exactly.
    pub fn suggestMemoryFormat(self: Tensor, exact: bool) dtypes.MemoryFormat {
        return @enumFromInt(c.ct_tensor_suggest_memory_format(self.handle, exact));
    }

    /// The text that PyTorch would print. The caller frees it.
    pub fn toString(self: Tensor, allocator: zig.mem.Allocator, diagnostics: ?*errors.Diagnostics) errors.Error![]u8 {
        var needed: i64 = 0;
        try errors.check(c.ct_tensor_to_string(self.handle, null, 0, &needed, errors.rawOf(diagnostics)));
        const text = allocator.allocSentinel(u8, @intCast(needed - 1), 0) catch {
            return errors.fail(diagnostics, error.OutOfMemory, "toString: no memory for {d} bytes", .{needed});
        };
        defer allocator.free(text);
        try errors.check(c.ct_tensor_to_string(self.handle, text.ptr, needed, null, errors.rawOf(diagnostics)));
        return allocator.dupe(u8, text) catch {
            return errors.fail(diagnostics, error.OutOfMemory, "toString: no memory for {d} bytes", .{needed});
        };
    }

    /// For `{f}`.
    pub fn format(self: Tensor, writer: *zig.Io.Writer) zig.Io.Writer.Error!void {
        if (self.handle == null) return writer.writeAll("tensor(released)");
        var room = zig.heap.stackFallback(4096, zig.heap.page_allocator);
        const allocator = room.get();
        const text = self.toString(allocator, null) catch return error.WriteFailed;
        defer allocator.free(text);
        try writer.writeAll(text);
    }

    pub const deferred = expr.deferred;
    pub const isDeferred = expr.isDeferred;

    // ---- creation ----

    pub const create = create_functions.create;
    pub const createStrided = create_functions.createStrided;
    pub const createMeta = create_functions.createMeta;
    pub const createScalar = create_functions.createScalar;
    pub const number = create_functions.number;
    pub const zeros = create_functions.zeros;
    pub const ones = create_functions.ones;
    pub const full = create_functions.full;
    pub const arange = create_functions.arange;
    pub const linspace = create_functions.linspace;
    pub const logspace = create_functions.logspace;
    pub const eye = create_functions.eye;
    pub const trilIndices = create_functions.trilIndices;
    pub const triuIndices = create_functions.triuIndices;
    pub const emptyLike = create_functions.emptyLike;
    pub const zerosLike = create_functions.zerosLike;
    pub const onesLike = create_functions.onesLike;
    pub const fullLike = create_functions.fullLike;
    pub const fromData = create_functions.fromData;
    pub const fromConstData = create_functions.fromConstData;
    pub const fromSlice = create_functions.fromSlice;
    pub const fromConstSlice = create_functions.fromConstSlice;
    pub const fromOwnedSlice = create_functions.fromOwnedSlice;
    pub const copyOfSlice = create_functions.copyOfSlice;

    // ---- elements ----

    pub const items = access.items;
    pub const itemsMut = access.itemsMut;
    pub const elements = access.elements;
    pub const elementsMut = access.elementsMut;
    pub const get = access.get;
    pub const set = access.set;
    pub const item = access.item;
    pub const itemScalar = access.itemScalar;
    pub const getItem = access.getItem;
    pub const setItem = access.setItem;
    pub const data = access.data;
    pub const dataMut = access.dataMut;

    // ---- views and copies ----

    pub const asStrided = view_functions.asStrided;
    pub const view = view_functions.view;
    pub const reshape = view_functions.reshape;
    pub const permute = view_functions.permute;
    pub const transpose = view_functions.transpose;
    pub const movedim = view_functions.movedim;
    pub const slice = view_functions.slice;
    pub const select = view_functions.select;
    pub const narrow = view_functions.narrow;
    pub const expand = view_functions.expand;
    pub const squeeze = view_functions.squeeze;
    pub const unsqueeze = view_functions.unsqueeze;
    pub const flatten = view_functions.flatten;
    pub const flip = view_functions.flip;
    pub const real = view_functions.real;
    pub const imag = view_functions.imag;
    pub const rot90 = view_functions.rot90;
    pub const diagonal = view_functions.diagonal;
    pub const unfold = view_functions.unfold;
    pub const unflatten = view_functions.unflatten;
    pub const swapaxes = view_functions.swapaxes;
    pub const viewDtype = view_functions.viewDtype;
    pub const viewAsReal = view_functions.viewAsReal;
    pub const viewAsComplex = view_functions.viewAsComplex;
    pub const split = view_functions.split;
    pub const chunk = view_functions.chunk;
    pub const unbind = view_functions.unbind;
    pub const index = indexing.index;
    pub const indexOut = indexing.indexOut;
    pub const indexPut = indexing.indexPut;
    pub const sortValues = indexing.sortValues;
    pub const sortValuesOut = indexing.sortValuesOut;
    pub const unique = indexing.unique;
    pub const uniqueConsecutive = indexing.uniqueConsecutive;
    pub const resize = view_functions.resize;
    pub const contiguous = view_functions.contiguous;
    pub const clone = view_functions.clone;
    pub const to = view_functions.to;
    pub const copyFrom = view_functions.copyFrom;
    pub const fill = view_functions.fill;

    // ---- to and from other libraries ----

    pub const toDlpack = dlpack.toDlpack;
    pub const toDlpackLegacy = dlpack.toDlpackLegacy;
    pub const fromDlpack = dlpack.fromDlpack;
    pub const fromDlpackLegacy = dlpack.fromDlpackLegacy;

    // ---- ops: generate.py writes these lines ----
    pub const cat = ops.cat;
    pub const catOut = ops.catOut;
    pub const stack = ops.stack;
    pub const stackOut = ops.stackOut;
    pub const repeat = ops.repeat;
    pub const repeatOut = ops.repeatOut;
    pub const repeatInterleave = ops.repeatInterleave;
    pub const repeatInterleaveOut = ops.repeatInterleaveOut;
    pub const roll = ops.roll;
    pub const rollOut = ops.rollOut;
    pub const pad = ops.pad;
    pub const padOut = ops.padOut;
    pub const tril = ops.tril;
    pub const trilOut = ops.trilOut;
    pub const triu = ops.triu;
    pub const triuOut = ops.triuOut;
    pub const diag = ops.diag;
    pub const diagOut = ops.diagOut;
    pub const diagEmbed = ops.diagEmbed;
    pub const diagEmbedOut = ops.diagEmbedOut;
    pub const complex = ops.complex;
    pub const complexOut = ops.complexOut;
    pub const polar = ops.polar;
    pub const polarOut = ops.polarOut;
    pub const neg = ops.neg;
    pub const negOut = ops.negOut;
    pub const sign = ops.sign;
    pub const signOut = ops.signOut;
    pub const sgn = ops.sgn;
    pub const sgnOut = ops.sgnOut;
    pub const positive = ops.positive;
    pub const positiveOut = ops.positiveOut;
    pub const conj = ops.conj;
    pub const conjOut = ops.conjOut;
    pub const square = ops.square;
    pub const squareOut = ops.squareOut;
    pub const relu = ops.relu;
    pub const reluOut = ops.reluOut;
    pub const relu6 = ops.relu6;
    pub const relu6Out = ops.relu6Out;
    pub const leakyRelu = ops.leakyRelu;
    pub const leakyReluOut = ops.leakyReluOut;
    pub const elu = ops.elu;
    pub const eluOut = ops.eluOut;
    pub const softplus = ops.softplus;
    pub const softplusOut = ops.softplusOut;
    pub const hardsigmoid = ops.hardsigmoid;
    pub const hardsigmoidOut = ops.hardsigmoidOut;
    pub const hardswish = ops.hardswish;
    pub const hardswishOut = ops.hardswishOut;
    pub const ceil = ops.ceil;
    pub const ceilOut = ops.ceilOut;
    pub const floor = ops.floor;
    pub const floorOut = ops.floorOut;
    pub const trunc = ops.trunc;
    pub const truncOut = ops.truncOut;
    pub const round = ops.round;
    pub const roundOut = ops.roundOut;
    pub const roundDecimals = ops.roundDecimals;
    pub const roundDecimalsOut = ops.roundDecimalsOut;
    pub const frac = ops.frac;
    pub const fracOut = ops.fracOut;
    pub const silu = ops.silu;
    pub const siluOut = ops.siluOut;
    pub const mish = ops.mish;
    pub const mishOut = ops.mishOut;
    pub const gelu = ops.gelu;
    pub const geluOut = ops.geluOut;
    pub const geluTanh = ops.geluTanh;
    pub const geluTanhOut = ops.geluTanhOut;
    pub const bitwiseNot = ops.bitwiseNot;
    pub const bitwiseNotOut = ops.bitwiseNotOut;
    pub const bitwiseCount = ops.bitwiseCount;
    pub const bitwiseCountOut = ops.bitwiseCountOut;
    pub const nanToNum = ops.nanToNum;
    pub const nanToNumOut = ops.nanToNumOut;
    pub const abs = ops.abs;
    pub const absOut = ops.absOut;
    pub const angle = ops.angle;
    pub const angleOut = ops.angleOut;
    pub const sqrt = ops.sqrt;
    pub const sqrtOut = ops.sqrtOut;
    pub const cbrt = ops.cbrt;
    pub const cbrtOut = ops.cbrtOut;
    pub const rsqrt = ops.rsqrt;
    pub const rsqrtOut = ops.rsqrtOut;
    pub const reciprocal = ops.reciprocal;
    pub const reciprocalOut = ops.reciprocalOut;
    pub const deg2rad = ops.deg2rad;
    pub const deg2radOut = ops.deg2radOut;
    pub const rad2deg = ops.rad2deg;
    pub const rad2degOut = ops.rad2degOut;
    pub const exp = ops.exp;
    pub const expOut = ops.expOut;
    pub const exp2 = ops.exp2;
    pub const exp2Out = ops.exp2Out;
    pub const expm1 = ops.expm1;
    pub const expm1Out = ops.expm1Out;
    pub const log = ops.log;
    pub const logOut = ops.logOut;
    pub const log2 = ops.log2;
    pub const log2Out = ops.log2Out;
    pub const log10 = ops.log10;
    pub const log10Out = ops.log10Out;
    pub const log1p = ops.log1p;
    pub const log1pOut = ops.log1pOut;
    pub const sin = ops.sin;
    pub const sinOut = ops.sinOut;
    pub const cos = ops.cos;
    pub const cosOut = ops.cosOut;
    pub const tan = ops.tan;
    pub const tanOut = ops.tanOut;
    pub const sinc = ops.sinc;
    pub const sincOut = ops.sincOut;
    pub const asin = ops.asin;
    pub const asinOut = ops.asinOut;
    pub const acos = ops.acos;
    pub const acosOut = ops.acosOut;
    pub const atan = ops.atan;
    pub const atanOut = ops.atanOut;
    pub const sinh = ops.sinh;
    pub const sinhOut = ops.sinhOut;
    pub const cosh = ops.cosh;
    pub const coshOut = ops.coshOut;
    pub const tanh = ops.tanh;
    pub const tanhOut = ops.tanhOut;
    pub const asinh = ops.asinh;
    pub const asinhOut = ops.asinhOut;
    pub const acosh = ops.acosh;
    pub const acoshOut = ops.acoshOut;
    pub const atanh = ops.atanh;
    pub const atanhOut = ops.atanhOut;
    pub const erf = ops.erf;
    pub const erfOut = ops.erfOut;
    pub const erfc = ops.erfc;
    pub const erfcOut = ops.erfcOut;
    pub const erfinv = ops.erfinv;
    pub const erfinvOut = ops.erfinvOut;
    pub const lgamma = ops.lgamma;
    pub const lgammaOut = ops.lgammaOut;
    pub const digamma = ops.digamma;
    pub const digammaOut = ops.digammaOut;
    pub const polygamma = ops.polygamma;
    pub const polygammaOut = ops.polygammaOut;
    pub const @"i0" = ops.i0;
    pub const i0Out = ops.i0Out;
    pub const i0e = ops.i0e;
    pub const i0eOut = ops.i0eOut;
    pub const @"i1" = ops.i1;
    pub const i1Out = ops.i1Out;
    pub const i1e = ops.i1e;
    pub const i1eOut = ops.i1eOut;
    pub const sigmoid = ops.sigmoid;
    pub const sigmoidOut = ops.sigmoidOut;
    pub const logit = ops.logit;
    pub const logitOut = ops.logitOut;
    pub const add = ops.add;
    pub const addOut = ops.addOut;
    pub const sub = ops.sub;
    pub const subOut = ops.subOut;
    pub const addScaled = ops.addScaled;
    pub const addScaledOut = ops.addScaledOut;
    pub const subScaled = ops.subScaled;
    pub const subScaledOut = ops.subScaledOut;
    pub const mul = ops.mul;
    pub const mulOut = ops.mulOut;
    pub const div = ops.div;
    pub const divOut = ops.divOut;
    pub const floorDivide = ops.floorDivide;
    pub const floorDivideOut = ops.floorDivideOut;
    pub const divTrunc = ops.divTrunc;
    pub const divTruncOut = ops.divTruncOut;
    pub const remainder = ops.remainder;
    pub const remainderOut = ops.remainderOut;
    pub const fmod = ops.fmod;
    pub const fmodOut = ops.fmodOut;
    pub const maximum = ops.maximum;
    pub const maximumOut = ops.maximumOut;
    pub const minimum = ops.minimum;
    pub const minimumOut = ops.minimumOut;
    pub const fmax = ops.fmax;
    pub const fmaxOut = ops.fmaxOut;
    pub const fmin = ops.fmin;
    pub const fminOut = ops.fminOut;
    pub const clampMin = ops.clampMin;
    pub const clampMinOut = ops.clampMinOut;
    pub const clampMax = ops.clampMax;
    pub const clampMaxOut = ops.clampMaxOut;
    pub const heaviside = ops.heaviside;
    pub const heavisideOut = ops.heavisideOut;
    pub const atan2 = ops.atan2;
    pub const atan2Out = ops.atan2Out;
    pub const hypot = ops.hypot;
    pub const hypotOut = ops.hypotOut;
    pub const pow = ops.pow;
    pub const powOut = ops.powOut;
    pub const ldexp = ops.ldexp;
    pub const ldexpOut = ops.ldexpOut;
    pub const logaddexp = ops.logaddexp;
    pub const logaddexpOut = ops.logaddexpOut;
    pub const logaddexp2 = ops.logaddexp2;
    pub const logaddexp2Out = ops.logaddexp2Out;
    pub const xlogy = ops.xlogy;
    pub const xlogyOut = ops.xlogyOut;
    pub const copysign = ops.copysign;
    pub const copysignOut = ops.copysignOut;
    pub const nextafter = ops.nextafter;
    pub const nextafterOut = ops.nextafterOut;
    pub const bitwiseAnd = ops.bitwiseAnd;
    pub const bitwiseAndOut = ops.bitwiseAndOut;
    pub const bitwiseOr = ops.bitwiseOr;
    pub const bitwiseOrOut = ops.bitwiseOrOut;
    pub const bitwiseXor = ops.bitwiseXor;
    pub const bitwiseXorOut = ops.bitwiseXorOut;
    pub const gcd = ops.gcd;
    pub const gcdOut = ops.gcdOut;
    pub const lcm = ops.lcm;
    pub const lcmOut = ops.lcmOut;
    pub const leftShift = ops.leftShift;
    pub const leftShiftOut = ops.leftShiftOut;
    pub const rightShift = ops.rightShift;
    pub const rightShiftOut = ops.rightShiftOut;
    pub const where = ops.where;
    pub const whereOut = ops.whereOut;
    pub const maskedFill = ops.maskedFill;
    pub const maskedFillOut = ops.maskedFillOut;
    pub const lerp = ops.lerp;
    pub const lerpOut = ops.lerpOut;
    pub const fma = ops.fma;
    pub const fmaOut = ops.fmaOut;
    pub const clamp = ops.clamp;
    pub const clampOut = ops.clampOut;
    pub const addcmul = ops.addcmul;
    pub const addcmulOut = ops.addcmulOut;
    pub const addcdiv = ops.addcdiv;
    pub const addcdivOut = ops.addcdivOut;
    pub const logicalNot = ops.logicalNot;
    pub const logicalNotOut = ops.logicalNotOut;
    pub const isnan = ops.isnan;
    pub const isnanOut = ops.isnanOut;
    pub const isinf = ops.isinf;
    pub const isinfOut = ops.isinfOut;
    pub const isfinite = ops.isfinite;
    pub const isfiniteOut = ops.isfiniteOut;
    pub const isposinf = ops.isposinf;
    pub const isposinfOut = ops.isposinfOut;
    pub const isneginf = ops.isneginf;
    pub const isneginfOut = ops.isneginfOut;
    pub const signbit = ops.signbit;
    pub const signbitOut = ops.signbitOut;
    pub const eq = ops.eq;
    pub const eqOut = ops.eqOut;
    pub const ne = ops.ne;
    pub const neOut = ops.neOut;
    pub const lt = ops.lt;
    pub const ltOut = ops.ltOut;
    pub const le = ops.le;
    pub const leOut = ops.leOut;
    pub const gt = ops.gt;
    pub const gtOut = ops.gtOut;
    pub const ge = ops.ge;
    pub const geOut = ops.geOut;
    pub const isclose = ops.isclose;
    pub const iscloseOut = ops.iscloseOut;
    pub const logicalAnd = ops.logicalAnd;
    pub const logicalAndOut = ops.logicalAndOut;
    pub const logicalOr = ops.logicalOr;
    pub const logicalOrOut = ops.logicalOrOut;
    pub const logicalXor = ops.logicalXor;
    pub const logicalXorOut = ops.logicalXorOut;
    pub const frexp = ops.frexp;
    pub const frexpOut = ops.frexpOut;
    pub const modf = ops.modf;
    pub const modfOut = ops.modfOut;
    pub const floatPower = ops.floatPower;
    pub const floatPowerOut = ops.floatPowerOut;
    pub const equal = ops.equal;
    pub const allclose = ops.allclose;
    pub const sum = ops.sum;
    pub const sumOut = ops.sumOut;
    pub const nansum = ops.nansum;
    pub const nansumOut = ops.nansumOut;
    pub const mean = ops.mean;
    pub const meanOut = ops.meanOut;
    pub const nanmean = ops.nanmean;
    pub const nanmeanOut = ops.nanmeanOut;
    pub const prod = ops.prod;
    pub const prodOut = ops.prodOut;
    pub const amax = ops.amax;
    pub const amaxOut = ops.amaxOut;
    pub const amin = ops.amin;
    pub const aminOut = ops.aminOut;
    pub const any = ops.any;
    pub const anyOut = ops.anyOut;
    pub const all = ops.all;
    pub const allOut = ops.allOut;
    pub const countNonzero = ops.countNonzero;
    pub const countNonzeroOut = ops.countNonzeroOut;
    pub const sumCompensated = ops.sumCompensated;
    pub const sumCompensatedOut = ops.sumCompensatedOut;
    pub const sumExact = ops.sumExact;
    pub const sumExactOut = ops.sumExactOut;
    pub const norm = ops.norm;
    pub const normOut = ops.normOut;
    pub const logsumexp = ops.logsumexp;
    pub const logsumexpOut = ops.logsumexpOut;
    pub const @"var" = ops.@"var";
    pub const varOut = ops.varOut;
    pub const std = ops.std;
    pub const stdOut = ops.stdOut;
    pub const varMean = ops.varMean;
    pub const varMeanOut = ops.varMeanOut;
    pub const stdMean = ops.stdMean;
    pub const stdMeanOut = ops.stdMeanOut;
    pub const argmax = ops.argmax;
    pub const argmaxOut = ops.argmaxOut;
    pub const argmin = ops.argmin;
    pub const argminOut = ops.argminOut;
    pub const maxDim = ops.maxDim;
    pub const maxDimOut = ops.maxDimOut;
    pub const minDim = ops.minDim;
    pub const minDimOut = ops.minDimOut;
    pub const aminmax = ops.aminmax;
    pub const aminmaxOut = ops.aminmaxOut;
    pub const cumsum = ops.cumsum;
    pub const cumsumOut = ops.cumsumOut;
    pub const cumprod = ops.cumprod;
    pub const cumprodOut = ops.cumprodOut;
    pub const cumulativeSum = ops.cumulativeSum;
    pub const cumulativeSumOut = ops.cumulativeSumOut;
    pub const cumulativeProd = ops.cumulativeProd;
    pub const cumulativeProdOut = ops.cumulativeProdOut;
    pub const softmax = ops.softmax;
    pub const softmaxOut = ops.softmaxOut;
    pub const logSoftmax = ops.logSoftmax;
    pub const logSoftmaxOut = ops.logSoftmaxOut;
    pub const indexSelect = ops.indexSelect;
    pub const indexSelectOut = ops.indexSelectOut;
    pub const gather = ops.gather;
    pub const gatherOut = ops.gatherOut;
    pub const takeAlongDim = ops.takeAlongDim;
    pub const takeAlongDimOut = ops.takeAlongDimOut;
    pub const take = ops.take;
    pub const takeOut = ops.takeOut;
    pub const nonzero = ops.nonzero;
    pub const nonzeroOut = ops.nonzeroOut;
    pub const argwhere = ops.argwhere;
    pub const argwhereOut = ops.argwhereOut;
    pub const maskedSelect = ops.maskedSelect;
    pub const maskedSelectOut = ops.maskedSelectOut;
    pub const oneHot = ops.oneHot;
    pub const oneHotOut = ops.oneHotOut;
    pub const scatter = ops.scatter;
    pub const scatterOut = ops.scatterOut;
    pub const indexAdd = ops.indexAdd;
    pub const indexAddOut = ops.indexAddOut;
    pub const indexCopy = ops.indexCopy;
    pub const indexCopyOut = ops.indexCopyOut;
    pub const indexFill = ops.indexFill;
    pub const indexFillOut = ops.indexFillOut;
    pub const put = ops.put;
    pub const putOut = ops.putOut;
    pub const maskedScatter = ops.maskedScatter;
    pub const maskedScatterOut = ops.maskedScatterOut;
    pub const sort = ops.sort;
    pub const sortOut = ops.sortOut;
    pub const argsort = ops.argsort;
    pub const argsortOut = ops.argsortOut;
    pub const topk = ops.topk;
    pub const topkOut = ops.topkOut;
    pub const kthvalue = ops.kthvalue;
    pub const kthvalueOut = ops.kthvalueOut;
    pub const median = ops.median;
    pub const medianOut = ops.medianOut;
    pub const nanmedian = ops.nanmedian;
    pub const nanmedianOut = ops.nanmedianOut;
    pub const medianDim = ops.medianDim;
    pub const medianDimOut = ops.medianDimOut;
    pub const nanmedianDim = ops.nanmedianDim;
    pub const nanmedianDimOut = ops.nanmedianDimOut;
    pub const mode = ops.mode;
    pub const modeOut = ops.modeOut;
    pub const quantile = ops.quantile;
    pub const quantileOut = ops.quantileOut;
    pub const searchsorted = ops.searchsorted;
    pub const searchsortedOut = ops.searchsortedOut;
    pub const bucketize = ops.bucketize;
    pub const bucketizeOut = ops.bucketizeOut;
    pub const isin = ops.isin;
    pub const isinOut = ops.isinOut;
    pub const histc = ops.histc;
    pub const histcOut = ops.histcOut;
    pub const bincount = ops.bincount;
    pub const cummax = ops.cummax;
    pub const cummaxOut = ops.cummaxOut;
    pub const cummin = ops.cummin;
    pub const cumminOut = ops.cumminOut;
    pub const logcumsumexp = ops.logcumsumexp;
    pub const logcumsumexpOut = ops.logcumsumexpOut;
    pub const diff = ops.diff;
    pub const diffOut = ops.diffOut;
    // ---- ops: end ----
};
