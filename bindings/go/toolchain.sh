#!/bin/sh
# Prints the folder of a Go that is new enough for this module. An older one gets it through its own module proxy, as Go
# 1.21 and newer would by themselves, and unpacks it among its modules.
#
#   PATH=$(bindings/go/toolchain.sh):$PATH
set -eu
wanted=1.24.13 # of the series that go.mod names

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
  # a module's files can't be executed, and none of its folders can have a go.mod of its own
  find "$root" -type d -exec chmod u+w {} +
  find "$root/bin" "$root/pkg/tool" -type f -exec chmod a+x {} +
  find "$root" -name _go.mod ! -path "$root/src/_go.mod" -exec sh -c 'cp "$1" "${1%_go.mod}go.mod"' copy {} \;
  cp "$root/src/_go.mod" "$root/src/go.mod" # the last, so that it says that all is done
fi
echo "$root/bin"
