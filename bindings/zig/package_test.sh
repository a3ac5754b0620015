#!/usr/bin/env bash
# Packs the package, and builds a program that depends on the tarball by its URL and hash.
#
#   package_test.sh <folder for the work>
set -euo pipefail
cd "$(dirname "$0")"
build=$1/package
global=${ZIG_GLOBAL_CACHE_DIR:?}
zig() { "${CT_ZIG_PYTHON:-python3}" -m ziglang "$@"; }

rm -rf "$build"
tarball=$(./package.sh "$build")
first=$(sha256sum <"$tarball")
./package.sh "$build" >/dev/null
test "$first" = "$(sha256sum <"$tarball")"
mkdir "$build/program"
# the README's program
# shellcheck disable=SC2016  # marks of Markdown
sed -n '/^```zig$/,/^```$/p' README.md | sed -e '1d' -e '/^```$/,$d' >"$build/program/main.zig"
cd "$build/program"
export ZIG_LOCAL_CACHE_DIR=$build/local
cat >build.zig <<'ZIG'
const std = @import("std");

pub fn build(b: *std.Build) void {
    const target = b.standardTargetOptions(.{});
    const optimize = b.standardOptimizeOption(.{});
    const root = b.createModule(.{ .root_source_file = b.path("main.zig"), .target = target, .optimize = optimize });
    const linkage = b.option(std.builtin.LinkMode, "linkage", "") orelse .dynamic;
    const ctensor = b.dependency("ctensor", .{ .target = target, .optimize = optimize, .linkage = linkage });
    root.addImport("ctensor", ctensor.module("ctensor"));
    b.installArtifact(b.addExecutable(.{ .name = "program", .root_module = root }));
}
ZIG
cat >build.zig.zon <<'ZON'
.{
    .name = .program,
    .version = "1.0.0",
    .fingerprint = 0x6cf3b2d57a1f0c42,
    .dependencies = .{},
    .paths = .{""},
}
ZON
# the fingerprint depends on the name, so Zig suggests one
suggested=$(zig build 2>&1 | grep -o 'use this value: 0x[0-9a-f]*' | grep -o '0x.*' || true)
if [ -n "$suggested" ]; then sed -i "s/0x6cf3b2d57a1f0c42/$suggested/" build.zig.zon; fi
hash=$(zig fetch "$tarball")
zig fetch --save=ctensor "file://$tarball"
grep -qF "$hash" build.zig.zon
echo "the package's hash: $hash"
if find "$global/p/$hash" -type l -o -name tests -o -name test.sh | grep .; then
  echo 'these do not belong into the package' >&2
  exit 1
fi
test -s "$global/p/$hash/LICENSE"

# Checks the message of a build without the library, then a program with shared libraries and one with static ones.
if text=$(PKG_CONFIG_LIBDIR=/nonexistent PKG_CONFIG_PATH='' zig build 2>&1) || ! grep -q 'is not installed, or not where' <<<"$text"; then
  echo "a build without the library says: $text" >&2
  exit 1
fi
for linkage in dynamic static; do
  zig build "-Dlinkage=$linkage" --prefix "$build/$linkage"
  test "$("$build/$linkage/bin/program")" = 'tensor([50., 70., 90.])'
done
ldd "$build/dynamic/bin/program" | grep libctensor
if ldd "$build/static/bin/program" | grep libctensor; then
  echo "$build/static/bin/program needs the shared library" >&2
  exit 1
fi
