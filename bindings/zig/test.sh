#!/usr/bin/env bash
# Tests the Zig binding against the library that pkg-config finds.
set -euo pipefail
cd "$(dirname "$0")"
root=$PWD/../..
build=$(mkdir -p "$root/build/bindings-zig" && cd "$root/build/bindings-zig" && pwd)
export ZIG_GLOBAL_CACHE_DIR=$build/global ZIG_LOCAL_CACHE_DIR=$build/local

zig() { "${CT_ZIG_PYTHON:-python3}" -m ziglang "$@"; }

../extensions.sh >/dev/null # reports which modules and examples of the README the build leaves out
python3 generate.py --check
zig fmt --check .
zig build test --summary all

if text=$(PKG_CONFIG_LIBDIR=/nonexistent PKG_CONFIG_PATH='' zig build 2>&1) ||
  ! grep -q 'libctensor is not installed, or not where pkg-config looks' <<<"$text"; then
  echo "a build without the library says: $text"
  exit 1
fi

text=$(zig build minimal)
if [ "$text" != 'tensor([50., 70., 90.])' ]; then
  echo "the README's program prints: $text"
  exit 1
fi
./package_test.sh "$build"
zig build bench # only checks that it runs; figures need --release=fast and a quiet machine

# The photo example must print the same lines as the C example except for the times, and write the same pictures.
cd examples/photo
zig build --prefix "$build/photo"
cd "$root"
# shellcheck disable=SC2046  # words
cc -std=c99 -O2 examples/photo/photo.c examples/photo/picture.c -o "$build/photo-c" \
  $(pkg-config --cflags --libs ctensor libpng) -lm
lines() { sed -E 's/ *[0-9.]+ us\b//' "$1"; }
for language in c zig; do
  program=$build/photo-c
  if [ $language = zig ]; then program=$build/photo/bin/photo; fi
  mkdir -p "$build/$language"
  # runs in the folder of the pictures, so that their paths are the same
  (cd "$build/$language" && "$program" "$root/examples/photo/astronaut.png" .) >"$build/photo-$language.txt"
done
diff <(lines "$build/photo-c.txt") <(lines "$build/photo-zig.txt")
for picture in luminance thumbnail round_trip; do
  python3 bindings/compare_pictures.py "$build/c/$picture.png" "$build/zig/$picture.png"
done
echo "the photo in Zig: the same table and the same pictures as in C"
