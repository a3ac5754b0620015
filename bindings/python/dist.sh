#!/bin/sh
# Meson runs this for a source distribution. It replaces the links in subprojects/ctensor by the committed files of the
# repository, without tests.
set -eu
root=$(git -C "$MESON_SOURCE_ROOT" rev-parse --show-toplevel)
copy=$MESON_DIST_ROOT/subprojects/ctensor
rm -r "$copy"
mkdir "$copy"
git -C "$root" archive HEAD LICENSE meson.build meson_options.txt bindings/cpp cmake extensions include src third_party \
  ':!*/tests/*' ':!bindings/cpp/examples' ':!bindings/cpp/bench.cpp' ':!extensions/mpi' | tar -x -C "$copy"
