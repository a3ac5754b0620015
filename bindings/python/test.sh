#!/bin/sh
# Everything about the Python binding: generated files, wheel, types, tests on two NumPys, README, photo and call costs.
# It finds the library by PKG_CONFIG_PATH, and the tests the shared one by LD_LIBRARY_PATH. All it makes is in
# build/bindings-python.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
out=$root/build/bindings-python
mkdir -p "$out"
cd "$out"

# environment <folder> <requirements>: a virtual environment, made again when its requirements change
environment() {
  if cmp -s "$2" "$1/requirements.txt"; then return; fi
  rm -rf "$1"
  python3 -m venv "$1"
  "$1/bin/pip" install -q --disable-pip-version-check -r "$2"
  cp "$2" "$1/requirements.txt"
}
environment newest "$here/requirements-test.txt"
environment oldest "$here/requirements-oldest.txt"
PATH=$out/newest/bin:$PATH
export PATH PYTHONDONTWRITEBYTECODE=1

echo '-- generated files'
python "$here/generate.py" --check
find "$here/src" -name '*.[ch]pp' ! -name ops.cpp -exec clang-format --style=file --dry-run -Werror {} +
ruff check -q --no-cache --config "$root/tools/ruff.toml" "$here"

echo '-- wheel: the static library inside, SLEEF and OpenMP bundled'
rm -rf wheels
pip wheel -q --disable-pip-version-check --no-build-isolation --no-deps -w wheels/plain \
  --config-settings=build-dir="$out/wheel-build" "$here"
auditwheel -v repair --plat auto -w wheels wheels/plain/*.whl 2>&1 | grep -E 'Grafting|Fixed-up|ERROR' || true
ls wheels/*.whl
for folder in newest oldest; do
  "$folder/bin/pip" install -q --disable-pip-version-check --force-reinstall --no-deps wheels/*.whl
done
# nothing of what it uses may come from outside it but libc's and the compiler's runtime
module=$(env -u LD_LIBRARY_PATH -u PKG_CONFIG_PATH python -c 'import ctensor._core as core; print(core.__file__)')
env -u LD_LIBRARY_PATH ldd "$module" >ldd.txt
if grep -E 'sleef|gomp|ctensor' ldd.txt | grep -v 'ctensor.libs/'; then
  echo 'bindings/python: the wheel uses a library that it does not hold' >&2
  exit 1
fi

echo '-- type stubs'
python -m nanobind.stubgen -q -P -m ctensor._core -p "$here/stub_patterns.txt" -o core.pyi
diff -u "$here/ctensor/_core.pyi" core.pyi || {
  echo "bindings/python: the stubs changed: cp build/bindings-python/core.pyi bindings/python/ctensor/_core.pyi" >&2
  exit 1
}
mypy --strict --cache-dir "$out/mypy" --no-error-summary -p ctensor
mypy --strict --cache-dir "$out/mypy" --no-error-summary "$here/tests/typed.py"

# tests <python> <file or folder>: at its end Python must hold no Tensor and no function of the extension any more
tests() {
  "$1" -m pytest -q -p no:cacheprovider "$2" >tests.txt 2>&1 || { cat tests.txt; exit 1; }
  tail -n 1 tests.txt
  if grep -A20 'nanobind: leaked' tests.txt; then exit 1; fi
}
echo '-- tests: newest and oldest NumPy, and PyTorch where python3 has it'
for folder in newest oldest; do tests "$folder/bin/python" "$here/tests"; done
if /usr/bin/env -i PATH=/usr/bin:/bin python3 -c 'import sys, torch; sys.exit(sys.version_info[:2] != '"$(
  python -c 'import sys; print(tuple(sys.version_info[:2]))')"')' 2>/dev/null; then
  rm -rf with-torch
  pip install -q --disable-pip-version-check --target with-torch wheels/*.whl pytest
  export PYTHONPATH="$out/with-torch"
  tests /usr/bin/python3 "$here/tests/test_interchange.py"
  unset PYTHONPATH
fi

echo '-- photo: the same lines and pictures as in C'
mkdir -p c python
# shellcheck disable=SC2046  # words
cc -O2 -o photo "$root"/examples/photo/*.c $(pkg-config --cflags --libs ctensor libpng) -lm
./photo "$root/examples/photo/astronaut.png" c >c.txt
python "$here/examples/photo.py" "$root/examples/photo/astronaut.png" python >python.txt
for side in c python; do
  sed -E 's/ +[0-9.]+ us$//; s/built in [0-9.]+ us/built/; s/^wrote (c|python)\//wrote /' $side.txt >$side.lines
done
diff c.lines python.lines
for picture in luminance thumbnail round_trip; do
  python3 "$root/bindings/compare_pictures.py" c/$picture.png python/$picture.png
done

echo "-- what a call costs: to see that it runs, a loaded machine tells little"
python "$here/bench/overhead.py"
