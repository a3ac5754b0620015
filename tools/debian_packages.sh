#!/usr/bin/env bash
# Builds Debian's packages of the committed sources in build/debian, and tests them there: lintian finds nothing, and
# programs compile against what they unpack to, and run.
#
#   tools/debian_packages.sh [options of Meson]
set -euo pipefail
cd "$(dirname "$0")/.."
source=$PWD folder=$PWD/build/debian version=$(sed -n "s/^project('ctensor'.* version: '\([^']*\)'.*/\1/p" meson.build)
rm -rf "$folder"
mkdir -p "$folder/ctensor-$version" "$folder/root"
git archive HEAD | tar -x -C "$folder/ctensor-$version"
cd "$folder/ctensor-$version"
if [ "$(dpkg-parsechangelog -S Version)" != "$version" ]; then
  echo "debian/changelog is of $(dpkg-parsechangelog -S Version), and meson.build of $version" >&2
  exit 1
fi
CTENSOR_MESON_OPTIONS=$* dpkg-buildpackage --build=binary --no-sign
cd "$folder"
lintian --fail-on error,warning --allow-root ./*.changes

for package in ./*.deb; do
  case $package in *-dbgsym_*) ;; *) dpkg-deb -x "$package" root ;; esac
done
usr=$folder/root/usr
libdir=$(dirname "$(find "$usr" -name libctensor.so)")
sed -i "s|^prefix=.*|prefix=$usr|" "$libdir"/pkgconfig/*.pc
export LD_LIBRARY_PATH=$libdir PKG_CONFIG_PATH=$libdir/pkgconfig
for module in ctensor ctensor_fft ctensor_linalg ctensor_mpi; do
  consumer=$source/extensions/${module#ctensor_}/tests/consumer.c
  if [ $module = ctensor ]; then consumer=$source/tests/install/consumer.c; fi
  # shellcheck disable=SC2046  # words
  cc -std=c99 "$consumer" $(pkg-config --cflags --libs $module) -lm -o "root/$module"
  "root/$module"
done
python3 "$source/tools/check_snippets.py" c "$usr/include" "$libdir/libctensor.so" cc docs/ten-minutes.md
"$usr/bin/ctensor" --version
ls ./*.deb
