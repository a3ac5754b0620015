#!/usr/bin/env bash
# Builds Debian's packages of the committed sources in build/debian, and fails where lintian finds something.
#
#   tools/debian_packages.sh [options of Meson]
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$PWD/build/debian version=$(sed -n "s/^project('ctensor'.* version: '\([^']*\)'.*/\1/p" meson.build)
rm -rf "$folder"
mkdir -p "$folder/ctensor-$version"
git archive HEAD | tar -x -C "$folder/ctensor-$version"
cd "$folder/ctensor-$version"
if [ "$(dpkg-parsechangelog -S Version)" != "$version" ]; then
  echo "debian/changelog is of $(dpkg-parsechangelog -S Version), and meson.build of $version" >&2
  exit 1
fi
CTENSOR_MESON_OPTIONS=$* dpkg-buildpackage --build=binary --no-sign
cd ..
lintian --fail-on error,warning --allow-root ./*.changes
ls ./*.deb
