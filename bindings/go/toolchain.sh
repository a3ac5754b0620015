#!/bin/sh
# Prints the folder of a Go that is new enough for this module. An older Go downloads it through its module proxy, as Go
# 1.21 and newer would by themselves, and unpacks it among its modules.
#
#   PATH=$(bindings/go/toolchain.sh):$PATH
set -eu
wanted=1.24.13 # a version of the series that go.mod names

if ! command -v go >/dev/null; then
  echo "toolchain.sh: there is no go, of any version: apt-get install golang-go" >&2
  exit 1
fi
version=$(GOTOOLCHAIN=local go env GOVERSION)
minor=$(expr "$version" : 'go1\.\([0-9]*\)') || minor=99 # a development version
if [ "$minor" -ge 24 ]; then
  echo "$(GOTOOLCHAIN=local go env GOROOT)/bin"
  exit
fi

module=golang.org/toolchain@v0.0.1-go$wanted.$(go env GOOS)-$(go env GOARCH)
root=$(go env GOMODCACHE)/$module
if [ ! -f "$root/src/go.mod" ]; then
  echo "toolchain.sh: $version is too old, getting $module" >&2
  empty=$(mktemp -d)
  trap 'rm -r "$empty"' EXIT
  (cd "$empty" && go mod download "$module") >&2
  # files from a module are not executable, and a go.mod in a folder of it is named _go.mod
  find "$root" -type d -exec chmod u+w {} +
  find "$root/bin" "$root/pkg/tool" -type f -exec chmod a+x {} +
  find "$root" -name _go.mod ! -path "$root/src/_go.mod" -exec sh -c 'cp "$1" "${1%_go.mod}go.mod"' copy {} \;
  cp "$root/src/_go.mod" "$root/src/go.mod" # comes last, since it marks the folder as complete
fi
echo "$root/bin"
