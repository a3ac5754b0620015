//! A package of its own, as a user's would be: it takes the binding as a dependency, and libpng from the system.
const std = @import("std");

pub fn build(b: *std.Build) void {
    const target = b.standardTargetOptions(.{});
    const optimize = b.standardOptimizeOption(.{});

    const png = b.addTranslateC(.{ .root_source_file = b.path("png.h"), .target = target, .optimize = optimize });
    const root = b.createModule(.{ .root_source_file = b.path("photo.zig"), .target = target, .optimize = optimize });
    root.addImport("png", png.createModule());
    root.linkSystemLibrary("png", .{});
    const ctensor = b.dependency("ctensor", .{ .target = target, .optimize = optimize });
    root.addImport("ctensor", ctensor.module("ctensor"));
    b.installArtifact(b.addExecutable(.{ .name = "photo", .root_module = root }));
}
