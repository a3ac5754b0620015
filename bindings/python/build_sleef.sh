#!/bin/sh
# Builds and installs SLEEF, which the manylinux images lack. It is a static library, so that a wheel contains only the
# functions that it calls. cibuildwheel runs this once in each image.
#
#   build_sleef.sh [folder of SLEEF's sources [prefix]]   without a folder, it downloads them
set -eu
version=3.9.0 hash=af60856abac08a3b5e72a8d156dd71fec1f7ac23de8ee67793f45f9edcdf0908
sources=${1-} prefix=${2-/usr/local}
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
if [ -z "$sources" ]; then
  curl -fsSL -o "$work/sleef.tar.gz" "https://github.com/shibatch/sleef/archive/refs/tags/$version.tar.gz"
  echo "$hash  $work/sleef.tar.gz" | sha256sum -c -
  tar -xzf "$work/sleef.tar.gz" -C "$work"
  sources=$work/sleef-$version
fi
# the images' pkg-config looks in lib
cmake -S "$sources" -B "$work/build" -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX="$prefix" -DCMAKE_INSTALL_LIBDIR=lib \
  -DCMAKE_POSITION_INDEPENDENT_CODE=ON -DSLEEF_BUILD_SHARED_LIBS=OFF -DSLEEF_BUILD_DFT=OFF -DSLEEF_BUILD_QUAD=OFF \
  -DSLEEF_BUILD_GNUABI_LIBS=OFF -DSLEEF_BUILD_SCALAR_LIB=OFF -DSLEEF_BUILD_TESTS=OFF -DSLEEF_ENABLE_TLFLOAT=OFF
cmake --build "$work/build" --parallel "$(nproc)"
cmake --install "$work/build"
