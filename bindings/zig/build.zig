//! The modules `ctensor`, `ctensor_fft` and `ctensor_linalg`, for other packages; their tests, the README's program and
//! the benchmark. The modules of the extensions exist only if pkg-config finds their libraries.
const std = @import("std");
const builtin = @import("builtin");

/// The only version of Zig that this is written for and tested with.
const pinned = "0.15.2";

comptime {
    if (!std.mem.eql(u8, builtin.zig_version_string, pinned)) {
        @compileError("this needs Zig " ++ pinned ++ ", not " ++ builtin.zig_version_string);
    }
}

pub fn build(b: *std.Build) void {
    const target = b.standardTargetOptions(.{});
    const optimize = b.standardOptimizeOption(.{});
    const linkage = b.option(
        std.builtin.LinkMode,
        "linkage",
        "which libraries programs are linked with: the shared ones (dynamic, the default), or static",
    ) orelse .dynamic;

    // the raw layer: the installed header, translated
    const include = findLibrary(b);
    const header = b.addTranslateC(.{
        .root_source_file = .{ .cwd_relative = b.pathJoin(&.{ include, "ctensor.h" }) },
        .target = target,
        .optimize = optimize,
    });
    const module = b.addModule("ctensor", .{
        .root_source_file = b.path("src/ctensor.zig"),
        .target = target,
        .optimize = optimize,
        .link_libc = true,
    });
    module.addImport("c", header.createModule());
    link(b, module, "ctensor", linkage);

    var extensions: [extension_names.len]?*std.Build.Module = undefined;
    for (extension_names, &extensions) |name, *extension| {
        extension.* = addExtension(b, name, module, include, linkage);
    }

    const readme = readReadme(b, extensions);
    const files = b.addWriteFiles();
    const program = files.add("program.zig", readme.program);
    const snippets = files.add("snippets.zig", readme.snippets);

    // the tests compare the binding's DLPack structs with these
    const dlpack = b.addTranslateC(.{
        .root_source_file = b.path("../../third_party/dlpack/include/dlpack/dlpack.h"),
        .target = target,
        .optimize = optimize,
    });
    const tests = b.step("test", "run all tests");
    for ([_]struct { []const u8, std.Build.LazyPath }{
        .{ "tests", b.path("tests/main.zig") },
        .{ "executor", b.path("tests/executor.zig") },
        .{ "pool", b.path("tests/pool.zig") },
        .{ "readme", snippets },
    }) |one| {
        const root = b.createModule(.{ .root_source_file = one[1], .target = target, .optimize = optimize });
        root.addImport("ctensor", module);
        root.addImport("dlpack", dlpack.createModule());
        for (extension_names, extensions) |name, extension| {
            if (extension) |found| root.addImport(b.fmt("ctensor_{s}", .{name}), found);
        }
        const compiled = b.addTest(.{ .name = one[0], .root_module = root });
        tests.dependOn(&b.addRunArtifact(compiled).step);
    }

    for (extension_names, extensions) |name, extension| {
        const root = b.createModule(.{
            .root_source_file = b.path(b.fmt("tests/{s}.zig", .{name})),
            .target = target,
            .optimize = optimize,
        });
        root.addImport("ctensor", module);
        root.addImport(b.fmt("ctensor_{s}", .{name}), extension orelse continue);
        tests.dependOn(&b.addRunArtifact(b.addTest(.{ .name = name, .root_module = root })).step);
    }

    for ([_][2][]const u8{
        .{ "mapWithoutContext", no_context ++ "void; " ++ elementwise ++ "fn (f32, f32) f32" },
        .{
            "mapOfTooManyInputs",
            not_a_kernel ++ "it takes 1 after the context, and there are 2 inputs; " ++ elementwise ++ "fn (f32, f32) f32",
        },
        .{ "mapOfAnotherContext", no_context ++ "*f32; " ++ elementwise ++ "fn (f32, f32) f32" },
        .{
            "mapOfGeneric",
            not_a_kernel ++ "the types of its parameters must be known; " ++ elementwise ++ "fn (void, anytype) f32",
        },
        .{
            "forEachWithoutContext",
            no_context ++ "void; expected fn (context, ct.Piece(outputs, inputs)) !void, " ++
                "found fn (kernel.Piece(&.{ f32 }[0..1],&.{}[0..0])) void",
        },
        .{
            "reduceWithoutContext",
            no_context ++ "void; expected fn (context, accumulator, an element of each input) !accumulator, " ++
                "found fn (f64, f64) f64",
        },
    }) |one| {
        const refused = executable(b, one[0], b.path("tests/refused.zig"), module);
        const options = b.addOptions();
        options.addOption([]const u8, "case", one[0]);
        refused.root_module.addOptions("options", options);
        refused.expect_errors = .{ .contains = one[1] };
        tests.dependOn(&refused.step);
    }

    const minimal = executable(b, "minimal", program, module);
    b.step("minimal", "run the README's program").dependOn(&b.addRunArtifact(minimal).step);

    const bench = executable(b, "bench", b.path("bench/overhead.zig"), module);
    bench.root_module.addCSourceFile(.{ .file = b.path("bench/direct.c"), .flags = &.{ "-std=c99", "-O2" } });
    bench.root_module.addSystemIncludePath(.{ .cwd_relative = include });
    const run_bench = b.addRunArtifact(bench);
    b.step("bench", "measure calls beside C's (with --release=fast)").dependOn(&run_bench.step);
}

const not_a_kernel = "not a kernel function: ";
const no_context = not_a_kernel ++ "its first parameter is the context, here of type ";
const elementwise = "expected fn (context, an element of each input) !Results, found ";

const extension_names = [_][]const u8{ "fft", "linalg" };

/// The module of an extension, or null if pkg-config does not find its library.
fn addExtension(
    b: *std.Build,
    name: []const u8,
    ctensor: *std.Build.Module,
    core_include: []const u8,
    linkage: std.builtin.LinkMode,
) ?*std.Build.Module {
    const package = b.fmt("ctensor_{s}", .{name});
    var code: u8 = undefined;
    const program = b.graph.env_map.get("PKG_CONFIG") orelse "pkg-config";
    const found = b.runAllowFail(&.{ program, "--variable=includedir", package }, &code, .Ignore) catch return null;
    const include = std.mem.trim(u8, found, " \n");
    const header = b.addTranslateC(.{
        .root_source_file = .{ .cwd_relative = b.pathJoin(&.{ include, b.fmt("{s}.h", .{package}) }) },
        .target = ctensor.resolved_target.?,
        .optimize = ctensor.optimize.?,
    });
    header.addIncludePath(.{ .cwd_relative = core_include });
    const module = b.addModule(package, .{
        .root_source_file = b.path(b.fmt("src/{s}.zig", .{name})),
        .target = ctensor.resolved_target,
        .optimize = ctensor.optimize,
        .link_libc = true,
    });
    module.addImport("c", header.createModule());
    module.addImport("ctensor", ctensor);
    link(b, module, package, linkage);
    return module;
}

/// Links a package that pkg-config finds.
fn link(b: *std.Build, module: *std.Build.Module, package: []const u8, linkage: std.builtin.LinkMode) void {
    if (linkage == .dynamic) return module.linkSystemLibrary(package, .{ .use_pkg_config = .force });
    const folder = pkgConfig(b, &.{"--variable=libdir"}, package);
    const archive = b.pathJoin(&.{ folder, b.fmt("lib{s}.a", .{package}) });
    std.fs.cwd().access(archive, .{}) catch std.process.fatal(
        "the option linkage is static, and there is no {s}: build libctensor with -Ddefault_library=both",
        .{archive},
    );
    module.addObjectFile(.{ .cwd_relative = archive });
    // The C++ compiler tells where the archive's dependencies are: Zig would take its own libc++ for the name
    // libstdc++.
    var words = std.mem.tokenizeAny(u8, pkgConfig(b, &.{ "--static", "--libs" }, package), " \n");
    while (words.next()) |word| {
        if (std.mem.startsWith(u8, word, "/")) module.addObjectFile(.{ .cwd_relative = word });
        if (std.mem.startsWith(u8, word, "-L")) module.addLibraryPath(.{ .cwd_relative = word[2..] });
        if (!std.mem.startsWith(u8, word, "-l")) continue;
        const name = word[2..];
        if (std.mem.startsWith(u8, name, "ctensor") or inLibc(name)) continue;
        linkFound(b, module, b.fmt("lib{s}.so", .{name})) catch
            module.linkSystemLibrary(name, .{ .use_pkg_config = .no });
    }
    // C++ compilers add these by themselves
    for ([_][]const u8{ "libgcc_s.so.1", "libgcc.a" }) |name| linkFound(b, module, name) catch {};
}

/// Links a file whose folder the C++ compiler knows.
fn linkFound(b: *std.Build, module: *std.Build.Module, file: []const u8) error{NotFound}!void {
    const compiler = b.graph.env_map.get("CXX") orelse "c++";
    var code: u8 = undefined;
    const text = b.runAllowFail(&.{ compiler, b.fmt("-print-file-name={s}", .{file}) }, &code, .Ignore) catch
        std.process.fatal("the option linkage is static, and for that {s} must say where {s} is", .{ compiler, file });
    const path = std.mem.trim(u8, text, " \n");
    if (!std.fs.path.isAbsolute(path)) return error.NotFound;
    module.addObjectFile(.{ .cwd_relative = path });
}

fn inLibc(name: []const u8) bool {
    for ([_][]const u8{ "c", "m", "dl", "pthread" }) |one| if (std.mem.eql(u8, one, name)) return true;
    return false;
}

/// The folder of the library's header. If there is no library of this version, it ends the build with a message.
fn findLibrary(b: *std.Build) []const u8 {
    const needed = std.SemanticVersion.parse(@import("build.zig.zon").version) catch unreachable;
    const found = pkgConfig(b, &.{"--modversion"}, "ctensor");
    const version = std.SemanticVersion.parse(found) catch std.process.fatal(
        "pkg-config gives \"{s}\" as the version of the package ctensor, which is none",
        .{found},
    );
    if (version.major != needed.major or version.minor != needed.minor) std.process.fatal(
        "this binding is for libctensor {d}.{d}, and pkg-config's ctensor is {s}: install the other version, or set " ++
            "PKG_CONFIG_PATH to the folder of its ctensor.pc",
        .{ needed.major, needed.minor, found },
    );
    return pkgConfig(b, &.{"--variable=includedir"}, "ctensor");
}

fn pkgConfig(b: *std.Build, what: []const []const u8, package: []const u8) []const u8 {
    const program = b.graph.env_map.get("PKG_CONFIG") orelse "pkg-config";
    const command = std.mem.concat(b.allocator, []const u8, &.{ &.{program}, what, &.{package} }) catch @panic("OOM");
    var code: u8 = undefined;
    const text = b.runAllowFail(command, &code, .Ignore) catch |err| switch (err) {
        error.FileNotFound => std.process.fatal(
            "lib{s} is found by the program {s}, which is not installed",
            .{ package, program },
        ),
        else => std.process.fatal(
            "lib{s} is not installed, or not where pkg-config looks: \"{s}\" finds nothing. " ++
                "Install it, or set PKG_CONFIG_PATH to the folder of its {s}.pc",
            .{ package, std.mem.join(b.allocator, " ", command) catch @panic("OOM"), package },
        ),
    };
    return std.mem.trim(u8, text, " \n");
}

fn executable(
    b: *std.Build,
    name: []const u8,
    source: std.Build.LazyPath,
    module: *std.Build.Module,
) *std.Build.Step.Compile {
    const root = b.createModule(.{
        .root_source_file = source,
        .target = module.resolved_target,
        .optimize = module.optimize,
    });
    root.addImport("ctensor", module);
    return b.addExecutable(.{ .name = name, .root_module = root });
}

/// The README's first block of Zig is a program. Each other block becomes a test, with its functions and structs beside
/// it; blocks that use a missing extension are left out.
fn readReadme(b: *std.Build, extensions: [extension_names.len]?*std.Build.Module) struct { program: []const u8, snippets: []const u8 } {
    const text = b.build_root.handle.readFileAlloc(b.allocator, "README.md", 1 << 20) catch @panic("README.md");
    var blocks = std.mem.splitSequence(u8, text, "```zig\n");
    _ = blocks.first();
    const program = until(blocks.next() orelse @panic("README.md has no Zig"));
    var made: std.Io.Writer.Allocating = .init(b.allocator);
    made.writer.writeAll("const std = @import(\"std\");\nconst ct = @import(\"ctensor\");\n") catch @panic("OOM");
    for (extension_names, extensions) |name, extension| {
        if (extension != null) made.writer.print("const {0s} = @import(\"ctensor_{0s}\");\n", .{name}) catch @panic("OOM");
    }
    var number: usize = 2;
    next: while (blocks.next()) |block| : (number += 1) {
        for (extension_names, extensions) |name, extension| {
            const used = std.mem.indexOf(u8, until(block), b.fmt(" {s}.", .{name})) != null;
            if (used and extension == null) continue :next;
        }
        writeSnippet(&made.writer, until(block), number) catch @panic("OOM");
    }
    return .{ .program = program, .snippets = made.written() };
}

fn until(block: []const u8) []const u8 {
    return block[0 .. std.mem.indexOf(u8, block, "```") orelse @panic("README.md: a block without an end")];
}

fn writeSnippet(writer: *std.Io.Writer, block: []const u8, number: usize) !void {
    inline for (.{ true, false }) |declared| {
        if (!declared) try writer.print(
            "test \"README.md: block {d}\" {{\nvar diag: ct.Diagnostics = .{{}};\n_ = &diag;\n",
            .{number},
        );
        var inside = false;
        var lines = std.mem.splitScalar(u8, block, '\n');
        while (lines.next()) |line| {
            if (std.mem.startsWith(u8, line, "fn ") or std.mem.endsWith(u8, line, "= struct {")) inside = true;
            if (inside == declared) try writer.print("{s}\n", .{line});
            if (std.mem.startsWith(u8, line, "}")) inside = false;
        }
        if (!declared) try writer.writeAll("}\n");
    }
}
