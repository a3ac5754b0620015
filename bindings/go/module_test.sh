#!/usr/bin/env bash
# Publishes the module into a folder, and gets it only from there, as a program outside the repository does.
set -euo pipefail
cd "$(dirname "$0")"
build=$1
here=$PWD module=libctensor.example/ctensor version=$(../../tools/check_version.py --print)
rm -rf "$build/module"
mkdir -p "$build/module"
cd "$build/module"
"$here/module.py" "$build/module/proxy"
cp "$here/examples/minimal/main.go" .
export GOPROXY=file://$build/module/proxy GONOSUMDB=libctensor.example GOFLAGS="${GOFLAGS-} -modcacherw" GOMODCACHE=$build/module/cache
go mod init program 2>/dev/null
# says <words> <variable=value…> checks the message of a build that lacks what it needs. A flag that is new each time
# keeps Go from using an earlier build of the module.
says() {
  local words=$1 text
  shift
  if text=$(env "CGO_CFLAGS=-DCT_AT=$(date +%s%N)" "$@" go build . 2>&1) || ! grep -qF -- "$words" <<<"$text"; then
    echo "with $*, the build should say \"$words\", and says: $text" >&2
    exit 1
  fi
}
go get "$module@latest" 2>&1 | grep "added $module v$version"
go mod tidy # checks the imports of all files, whatever their tags
go mod verify
says 'Package ctensor was not found in the pkg-config search path' PKG_CONFIG_LIBDIR=/nonexistent PKG_CONFIG_PATH=
says 'ctensor_needs_cgo__set_CGO_ENABLED_to_1_and_install_a_C_compiler' CGO_ENABLED=0
go vet .
echo 'linked with the static libraries, without the shared ones'
go build -tags ctensor_static .
test "$(./program)" = 'tensor([5., 7., 9.])'
if ldd program | grep libctensor; then
  echo "$PWD/program needs a shared library of ctensor's" >&2
  exit 1
fi
