#!/bin/sh
# Installs the build in a folder of its own, and builds a program against it in the way that $kind names.
# Usage: run.sh <kind: shared, static, small, fft, linalg, mpi, meson or cmake> <C compiler> <source> <build> <prefix> <libdir> <work> <isas>
set -eu
kind=$1 cc=$2 source=$3 build=$4 prefix=$5 libdir=$6 work=$7 isas=$8

tools=$cc
if [ "$kind" = cmake ]; then tools="$cc cmake"; fi
for tool in $tools; do
  if ! command -v "$tool" >/dev/null; then
    echo "$tool is not installed"
    if [ -n "${CT_REQUIRE_ALL-}" ]; then exit 1; fi
    exit 77
  fi
done
rm -rf "$work"
mkdir -p "$work"
here=$source/tests/install

meson install -C "$build" --no-rebuild --quiet --destdir "$work/root"
root=$work/root$prefix
# the library is in a staging folder, so the .pc file must name that folder
sed -i "s|^prefix=.*|prefix=$root|" "$root/$libdir"/pkgconfig/ctensor*.pc
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
    # the README's line, beside the shared library
    # shellcheck disable=SC2046,SC2086
    "$cc" $flags "$here/consumer.c" $(pkg-config --cflags --libs --static ctensor | sed s/-lctensor/-l:libctensor.a/) \
      -o "$work/consumer"
    if needed "$work/consumer" | grep -q libctensor; then exit 1; fi
    "$work/consumer"
    rm "$root/$libdir"/libctensor.so*
    for isa in $isas; do nm -C "$root/$libdir/libctensor.a" 2>/dev/null | grep -q " T .*ct::kernels::$isa::table<"; done
    # shellcheck disable=SC2046,SC2086
    "$cc" $flags "$here/consumer.c" $(pkg-config --cflags --libs --static ctensor) -o "$work/consumer"
    if needed "$work/consumer" | grep -q libctensor; then exit 1; fi
    ;;
  small)
    # The linker leaves out what a program does not reach. The first program makes zeros alone, and has a limit.
    most=1500000
    for call in '' 'ct_copy(t, t, NULL)' 'ct_exp(t, &out, NULL)' 'ct_add(t, t, &out, NULL)' \
      'ct_softmax(t, 1, CT_UNDEFINED, &out, NULL)' 'ct_lt(t, t, &out, NULL)' 'ct_cumsum(t, 1, CT_UNDEFINED, &out, NULL)' \
      'ct_argmax(t, CT_ALL_DIMS, false, &out, NULL)' 'ct_sum(t, NULL, 0, false, CT_UNDEFINED, &out, NULL)'; do
      # shellcheck disable=SC2046,SC2086
      "$cc" $flags ${call:+"-DCALL=$call"} "$here/small.c" -Wl,--gc-sections -s \
        $(pkg-config --cflags --libs --static ctensor | sed s/-lctensor/-l:libctensor.a/) -o "$work/consumer"
      "$work/consumer"
      size=$(stat -c %s "$work/consumer")
      printf '%8d bytes: ct_zeros, ct_tensor_release%s\n' "$size" "${call:+, ${call%%\(*}}"
      if [ -z "$call" ] && [ "$size" -gt $most ]; then
        echo "more than $most: an object that every program links reaches kernels that few need"
        exit 1
      fi
    done
    exit 0
    ;;
  fft | linalg | mpi)
    for how in shared static; do
      words=$(if [ $how = static ]; then pkg-config --static --libs "ctensor_$kind" | sed -E 's/-l(ctensor\w*)/-l:lib\1.a/g'
        else pkg-config --libs "ctensor_$kind"; fi)
      # shellcheck disable=SC2046,SC2086
      "$cc" $flags "$source/extensions/$kind/tests/consumer.c" $(pkg-config --cflags "ctensor_$kind") $words -lm -o "$work/$how"
      if [ $how = static ]; then
        if needed "$work/static" | grep -q libctensor; then exit 1; fi
      else
        needed "$work/shared" | grep -q "libctensor_$kind\.so\.0"
        if needed "$work/shared" | grep -qE 'stdc\+\+|omp|sleef'; then exit 1; fi
      fi
      LD_LIBRARY_PATH="$root/$libdir" "$work/$how"
    done
    exit 0
    ;;
  cmake)
    unset PKG_CONFIG_PATH
    cxx=g++
    if [ "$cc" = clang ]; then cxx=clang++; fi
    where=-DCMAKE_PREFIX_PATH=$root
    # where Meson puts libraries on a Debian without dpkg-dev; CMake does not look there
    if [ "$libdir" = lib64 ]; then where=-Dctensor_DIR=$root/lib64/cmake/ctensor; fi
    for cpp in OFF ON; do
      CC=$cc CXX=$cxx cmake -G Ninja -S "$here/cmake" -B "$work/build-$cpp" "$where" -DWITH_CPP=$cpp
      cmake --build "$work/build-$cpp"
    done
    # the programs know the folder of the shared library
    for program in c c-static cpp cpp-static; do "$work/build-ON/consumer-$program"; done
    needed "$work/build-OFF/consumer-c" | grep -q 'libctensor\.so\.0'
    if needed "$work/build-OFF/consumer-c-static" | grep -q libctensor; then exit 1; fi
    # now with the static library alone
    rm "$root/$libdir"/libctensor.so*
    cmake -S "$here/cmake" -B "$work/build-OFF" "$where"
    cmake --build "$work/build-OFF" --clean-first
    if needed "$work/build-OFF/consumer-c" | grep -q libctensor; then exit 1; fi
    exec "$work/build-OFF/consumer-c"
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
