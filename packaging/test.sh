#!/usr/bin/env bash
# Tests Python's source distribution, and what packages the library for vcpkg, Conan and as a wrap of Meson. It works in
# build/packaging, on what is committed.
#
#   packaging/test.sh           configures each of them, which takes seconds
#   packaging/test.sh --whole   also compiles them, and runs programs that use them
#
# What it compiles is for one instruction set and not optimized: how fast it is does not matter here.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD work=$PWD/build/packaging whole=''
if [ "${1-}" = --whole ]; then whole=1; fi
mkdir -p "$work"
quick=(-Doptimization=0 -Dctensor:isas=base)
tools=$work/tools/bin
if ! cmp -s packaging/requirements.txt "$work/tools/requirements.txt"; then
  python3 -m venv --clear "$work/tools"
  "$tools/pip" install -q --disable-pip-version-check -r packaging/requirements.txt
  cp packaging/requirements.txt "$work/tools/requirements.txt"
fi

# quiet <name> <command…> shows what the command prints only if it fails
quiet() {
  local log=$work/$1.txt
  shift
  "$@" >"$log" 2>&1 || {
    cat "$log"
    exit 1
  }
}

echo '-- Python: the source distribution, where no libctensor is installed'
rm -rf "$work/python"
mkdir -p "$work/python"
quiet sdist env PATH="$tools:$PATH" "$tools/python" -m build --no-isolation --sdist -o "$work/python" bindings/python
"$tools/twine" --no-color check --strict "$work"/python/*.tar.gz
if [ -z "$whole" ]; then
  tar -xzf "$work"/python/*.tar.gz -C "$work/python"
  quiet python env -u PKG_CONFIG_PATH PATH="$tools:$PATH" "$tools/meson" setup "$work/python/build" "$work"/python/ctensor-*/
else
  quiet python env -u PKG_CONFIG_PATH PATH="$tools:$PATH" "$tools/pip" wheel -v --no-build-isolation --no-deps \
    -w "$work/python/built" "${quick[@]/#/-Csetup-args=}" -Csetup-args=-Dfft=enabled -Csetup-args=-Dlinalg=enabled "$work"/python/*.tar.gz
  quiet auditwheel env PATH="$tools:$PATH" "$tools/auditwheel" repair -w "$work/python" "$work"/python/built/*.whl
  "$tools/twine" --no-color check --strict "$work"/python/*.whl
  python3 -m venv "$work/python/user"
  "$work/python/user/bin/pip" install -q --disable-pip-version-check "$work"/python/*.whl
  (
    cd "$work/python"
    user/bin/python -c '
import ctensor as ct, ctensor.fft, ctensor.linalg
print(ct.tensor([[1.0, 2.0]]) + ct.tensor([10.0, 20.0]))
print(ct.linalg.matmul(ct.ones((2, 3)), ct.ones((3, 2))).sum(), ct.fft.fft(ct.ones(4)))'
  )
  # it holds what it needs, but for the runtimes of libc and the compiler
  ldd "$work"/python/user/lib/python3*/site-packages/ctensor/_core*.so >"$work/ldd.txt"
  if grep -E 'sleef|gomp|openblas|ctensor' "$work/ldd.txt" | grep -v 'ctensor.libs/'; then
    echo 'the wheel uses a library that it does not hold' >&2
    exit 1
  fi
fi

echo '-- vcpkg: the port, with stand-ins for the functions of vcpkg'
rm -rf "$work/vcpkg"
quiet vcpkg cmake "-DPORT=$root/packaging/vcpkg/ctensor" "-DWORK=$work/vcpkg" -P packaging/check_vcpkg_port.cmake

echo '-- Conan: the recipe, with the dependencies of the system'
export CONAN_HOME=$work/conan
if [ ! -f "$CONAN_HOME/profiles/default" ]; then quiet conan "$tools/conan" profile detect; fi
for shared in True False; do
  options=(-o 'ctensor/*:dependencies=system' -o 'ctensor/*:linalg=True' -o 'ctensor/*:isas=base' -o "ctensor/*:shared=$shared"
    -s build_type=Debug -s compiler.cppstd=20 --no-remote)
  if [ -n "$whole" ]; then
    quiet conan "$tools/conan" create packaging/conan "${options[@]}"
    grep 'consumer: ok' "$work/conan.txt"
  else
    quiet conan "$tools/conan" graph info packaging/conan "${options[@]}"
  fi
done

echo '-- a wrap of Meson: a project that clones the repository'
rm -rf "$work/wrap"
mkdir -p "$work/wrap/subprojects"
cp tests/install/consumer.c "$work/wrap"
# without "fallback", so that the wrap's own words count
sed "s/ fallback: 'ctensor',//" tests/install/subproject/meson.build >"$work/wrap/meson.build"
sed "s|^url = .*|url = file://$root|; s|^revision = .*|revision = $(git rev-parse HEAD)|" packaging/ctensor.wrap \
  >"$work/wrap/subprojects/ctensor.wrap"
quiet wrap meson setup "$work/wrap/build" "$work/wrap" --force-fallback-for=ctensor "${quick[@]}" -Dctensor:linalg=disabled \
  -Dctensor:mpi=disabled -Dctensor:cli=disabled
if [ -n "$whole" ]; then meson test -C "$work/wrap/build"; fi
