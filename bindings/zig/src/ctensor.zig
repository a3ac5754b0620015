//! libctensor for Zig: strided tensors at memory speed. Start with `Tensor`.
const errors = @import("errors.zig");
const dtype = @import("dtype.zig");
const create = @import("create.zig");
const views = @import("views.zig");
const access = @import("access.zig");
const iter = @import("iter.zig");
const kernel = @import("kernel.zig");
const library = @import("library.zig");
const expr = @import("expr.zig");

/// The raw layer: ctensor.h, translated by the build.
pub const c = @import("c");

pub const Error = errors.Error;
pub const Diagnostics = errors.Diagnostics;

pub const Dtype = dtype.Dtype;
pub const MemoryFormat = dtype.MemoryFormat;
pub const PadMode = dtype.PadMode;
pub const ScatterReduce = dtype.ScatterReduce;
pub const Interpolation = dtype.Interpolation;
pub const MeshgridIndexing = dtype.MeshgridIndexing;
pub const Kinds = dtype.Kinds;
pub const Complex = dtype.Complex;
pub const BFloat16 = dtype.BFloat16;
pub const Scalar = @import("scalar.zig").Scalar;

pub const Tensor = @import("tensor.zig").Tensor;
/// The ops as functions; each is also a method of Tensor.
pub const ops = @import("ops.zig");
pub const Layout = create.Layout;
pub const Owner = create.Owner;
pub const Range = create.Range;
pub const Like = create.Like;
pub const Slice = views.Slice;
pub const To = views.To;
pub const broadcastTensors = views.broadcastTensors;
pub const broadcastShapes = views.broadcastShapes;
pub const meshgrid = views.meshgrid;
pub const Elements = access.Elements;

/// DLPack's structs.
pub const dlpack = @import("dlpack.zig");

pub const Iter = iter.Iter;
pub const IterConfig = iter.IterConfig;
pub const IterFlags = iter.IterFlags;
pub const IterPreset = iter.IterPreset;
pub const Cursor = iter.Cursor;
pub const Piece = kernel.Piece;
pub const Lane = kernel.Lane;
pub const map = iter.map;

pub const evaluate = expr.evaluate;
pub const Program = expr.Program;
pub const fuse = expr.fuse;
pub const Fused = expr.Fused;

pub const Unique = @import("indexing.zig").Unique;
pub const UniqueOptions = @import("indexing.zig").UniqueOptions;
pub const Rng = @import("random.zig").Rng;

/// Files: npy, npz and safetensors.
pub const files = @import("files.zig");

pub const header_version = library.header_version;
pub const version = library.version;
pub const isa = library.isa;
pub const resultType = library.resultType;
pub const setNumThreads = library.setNumThreads;
pub const getNumThreads = library.getNumThreads;
pub const setDeterministic = library.setDeterministic;
pub const getDeterministic = library.getDeterministic;
pub const setCacheLimit = library.setCacheLimit;
pub const getCacheLimit = library.getCacheLimit;
pub const trim = library.trim;
pub const setAllocator = library.setAllocator;
pub const setExecutor = library.setExecutor;
pub const setThreadPool = library.setThreadPool;
pub const resetExecutor = library.resetExecutor;
pub const Tasks = library.Tasks;

/// What the modules of the extensions, ctensor_fft and ctensor_linalg, need: errors, and lists of dims as C takes them.
pub const extension = struct {
    pub const check = errors.check;
    pub const fail = errors.fail;
    pub const rawOf = errors.rawOf;
    pub const rawDims = @import("operand.zig").rawDims;
};
