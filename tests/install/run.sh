#!/bin/sh
# Installs the build under a folder of its own and builds a C99 consumer against it, in the way that $kind names.
# Usage: run.sh <kind: shared, static, meson or subproject> <C compiler> <source> <build> <prefix> <libdir> <work> <isas>
set -eu
kind=$1 cc=$2 source=$3 build=$4 prefix=$5 libdir=$6 work=$7 isas=$8

if ! command -v "$cc" >/dev/null; then
  echo "$cc is not installed"
  if [ -n "${CT_REQUIRE_ALL-}" ]; then exit 1; fi
  exit 77
fi
rm -rf "$work"
mkdir -p "$work"
here=$source/tests/install

if [ "$kind" = subproject ]; then
  mkdir "$work/project" "$work/project/subprojects"
  cp "$here/consumer.c" "$here/subproject/meson.build" "$work/project"
  ln -s "$source" "$work/project/subprojects/ctensor"
  # the smallest build of the library is enough: what is tested is how projects fit together
  CC=$cc meson setup "$work/build" "$work/project" -Doptimization=0 -Dctensor:isas=base
  ninja -C "$work/build"
  exec "$work/build/consumer"
fi

meson install -C "$build" --no-rebuild --quiet --destdir "$work/root"
root=$work/root$prefix
# the library stands in a staging folder, so the .pc file must name that
sed -i "s|^prefix=.*|prefix=$root|" "$root/$libdir/pkgconfig/ctensor.pc"
export PKG_CONFIG_PATH="$root/$libdir/pkgconfig"
flags='-std=c99 -Wall -Wextra -pedantic -Werror'
needed() { readelf -d "$1" | grep NEEDED; }

case $kind in
  shared)
    # shellcheck disable=SC2046,SC2086  # words, on purpose
    "$cc" $flags "$here/consumer.c" $(pkg-config --cflags --libs ctensor) -o "$work/consumer"
    needed "$work/consumer" | grep -q 'libctensor\.so\.0'
    # a program that links the shared library depends on its ABI alone
    if needed "$work/consumer" | grep -qE 'stdc\+\+|omp|sleef'; then exit 1; fi
    export LD_LIBRARY_PATH="$root/$libdir"
    ;;
  static)
    rm "$root/$libdir"/libctensor.so*
    for isa in $isas; do nm -C "$root/$libdir/libctensor.a" 2>/dev/null | grep -q "T ct::kernels::$isa::table"; done
    # shellcheck disable=SC2046,SC2086
    "$cc" $flags "$here/consumer.c" $(pkg-config --cflags --libs --static ctensor) -o "$work/consumer"
    if needed "$work/consumer" | grep -q libctensor; then exit 1; fi
    ;;
  meson)
    CC=$cc meson setup "$work/build" "$source/examples/minimal"
    ninja -C "$work/build"
    export LD_LIBRARY_PATH="$root/$libdir"
    "$work/build/minimal" | tee "$work/output"
    grep -q 'tensor(\[50\., 70\., 90\.\])' "$work/output"
    exit 0
    ;;
esac
exec "$work/consumer"
