#!/usr/bin/env bash
# Makes the package's tarball in the given folder, and prints its path. The same sources give the same bytes.
set -euo pipefail
cd "$(dirname "$0")"
folder=$(mkdir -p "$1" && cd "$1" && pwd)
name=ctensor-zig-$(../../tools/check_version.py --print)
stage=$(mktemp -d)
trap 'rm -r "$stage"' EXIT
mkdir "$stage/$name"
# the paths of build.zig.zon
for path in $(sed -n 's/^ *\.paths = //p' build.zig.zon | grep -o '"[^"]*"' | tr -d '"'); do
  if [ "$path" = LICENSE ]; then cp ../../LICENSE "$stage/$name"; else cp -R "$path" "$stage/$name"; fi
done
tar -C "$stage" --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner --mode=u+rw,go+r,go-w -c "$name" |
  gzip -n >"$folder/$name.tar.gz"
echo "$folder/$name.tar.gz"
