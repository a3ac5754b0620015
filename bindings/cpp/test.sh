#!/bin/sh
# Tests the C++ headers against the installed library that PKG_CONFIG_PATH and LD_LIBRARY_PATH name. It builds in
# build/bindings-cpp.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
work=$root/build/bindings-cpp
rm -rf "$work"
mkdir -p "$work"
cd "$work"

echo 'cpp: generated files, format'
python3 "$here/generate.py" --check
"$root/tools/format.sh" --check

extensions=$("$root/bindings/extensions.sh") extension_headers='' extension_libs=''
for name in $extensions; do
  extension_headers="$extension_headers ctensor_$name.hpp" extension_libs="$extension_libs -lctensor_$name"
done

# The installed headers must be the ones here.
flags="-Wall -Wextra -Wpedantic -Wshadow -Werror -pthread -I$root/third_party/dlpack/include $(pkg-config --cflags ctensor)"
libs=$(pkg-config --libs ctensor)
installed=$(pkg-config --variable=includedir ctensor)
cmp "$here/ctensor.hpp" "$installed/ctensor.hpp"
for header in "$here"/ctensor/*.hpp; do cmp "$header" "$installed/ctensor/$(basename "$header")"; done
for name in $extensions; do cmp "$here/ctensor_$name.hpp" "$installed/ctensor_$name.hpp"; done
# shellcheck disable=SC2086
python3 "$here/tests/readme.py" "$here/README.md" $extensions >readme.cpp

# compile <compiler> <standard> <options and sources…>
compile() {
  compiler=$1 standard=$2
  shift 2
  # shellcheck disable=SC2086  # flags are words
  "$compiler" "-std=$standard" $flags "$@"
}

echo 'cpp: every header by itself, every standard and compiler'
for header in ctensor.hpp ctensor/error.hpp ctensor/list.hpp ctensor/dtype.hpp ctensor/tensor.hpp ctensor/joining.hpp \
  ctensor/ops.hpp ctensor/operators.hpp ctensor/expr.hpp ctensor/iter.hpp ctensor/library.hpp ctensor/dlpack.hpp \
  ctensor/random.hpp ctensor/indexing.hpp ctensor/extension.hpp $extension_headers; do
  printf '#include <%s>\n#include <%s>\n' "$header" "$header" >header.cpp
  compile g++ c++17 -fsyntax-only header.cpp
done
for standard in c++17 c++20; do
  for name in $extensions; do compile clang++ "$standard" -fsyntax-only "$here/tests/$name.cpp"; done
  compile clang++ "$standard" -fsyntax-only "$here/tests/tensors.cpp"
  compile clang++ "$standard" -fsyntax-only "$here/tests/iterator.cpp"
  compile clang++ "$standard" -fsyntax-only "$here/tests/settings.cpp"
done
compile g++ c++20 -fsyntax-only "$here/tests/tensors.cpp"

echo 'cpp: tests, with sanitizers'
export ASAN_OPTIONS="${ASAN_OPTIONS-detect_leaks=1}" UBSAN_OPTIONS="${UBSAN_OPTIONS-halt_on_error=1}"
for test in tensors iterator settings expr; do
  # shellcheck disable=SC2086
  compile g++ c++17 -g -fsanitize=address,undefined "$here/tests/$test.cpp" -o "$test" $libs
  "./$test"
done
for name in $extensions; do
  # shellcheck disable=SC2046
  compile g++ c++17 -g -fsanitize=address,undefined "$here/tests/$name.cpp" -o "$name" $(pkg-config --libs "ctensor_$name")
  "./$name"
done
# shellcheck disable=SC2086
compile g++ c++17 "$here/tests/ops.cpp" -o ops $libs
./ops
# shellcheck disable=SC2086
compile g++ c++17 readme.cpp -o readme $extension_libs $libs
./readme

echo 'cpp: the photo demo, beside the one in C'
photo=$root/examples/photo
export CC=gcc CXX=g++
logged() { "$@" >photo.log || { cat photo.log && exit 1; }; }
logged meson setup --buildtype=release photo-c "$photo"
logged meson setup --buildtype=release photo-cpp "$here/examples/photo"
for language in c cpp; do
  logged ninja -C "photo-$language"
  mkdir "$language"
  "photo-$language/photo" "$photo/astronaut.png" "$language" >"$language.txt"
  sed -i "s/ *[0-9.]* us\$//; s/built in [0-9.]* us/built/; s|wrote $language/|wrote |" "$language.txt"
done
diff c.txt cpp.txt
for picture in luminance thumbnail round_trip; do
  python3 "$root/bindings/compare_pictures.py" "c/$picture.png" "cpp/$picture.png"
done

# shellcheck disable=SC2086
compile g++ c++17 -O2 "$here/bench.cpp" -o bench $libs
echo 'cpp: all passed'
