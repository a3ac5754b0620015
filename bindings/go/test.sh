#!/usr/bin/env bash
# Tests everything about the Go binding, against the installed library that pkg-config finds.
set -euo pipefail
cd "$(dirname "$0")"
root=$(cd ../.. && pwd)
build=$root/build/bindings-go
rm -rf "$build"
mkdir -p "$build/c/pictures" "$build/go/pictures" "$build/consumer"
PATH=$(./toolchain.sh):$PATH
export PATH GOTOOLCHAIN=local GOFLAGS="${GOFLAGS-} -buildvcs=false" # another user may own the clone

extensions=$(../extensions.sh)
packages=$(go list ./... | grep -vE '/(fft|linalg)$')
bound=.
for name in $extensions; do packages+=" ./$name" bound+=" ./$name"; done

echo 'generated files'
python3 generate.py --check
echo 'gofmt, vet'
unformatted=$(gofmt -l .)
if [ -n "$unformatted" ]; then
  echo "gofmt would change: $unformatted" >&2
  exit 1
fi
# shellcheck disable=SC2086  # the words are split on purpose, here and below
go vet $packages
echo 'tests'
# shellcheck disable=SC2086
go test -vet=off -count=1 $packages
go build -o "$build" ./bench ./examples/photo
# -race also checks pointers (-d=checkptr), and cgocheck2 checks what is written to memory that C can see
echo 'tests with the race detector and the checks of pointers'
# shellcheck disable=SC2086
GOEXPERIMENT=cgocheck2 go test -vet=off -count=1 -race $bound

echo 'a module of its own, as the README says'
cp examples/minimal/main.go "$build/consumer"
(
  cd "$build/consumer"
  go mod init consumer 2>/dev/null
  go mod edit "-require=libctensor.example/ctensor@v$("$root/tools/check_version.py" --print)" -replace=libctensor.example/ctensor="$root/bindings/go"
  test "$(go run .)" = 'tensor([5., 7., 9.])'
)

echo 'the module as go get fetches it'
./module_test.sh "$build"

echo 'the photo, as in C'
# shellcheck disable=SC2046
${CC:-cc} -std=c99 -O2 -o "$build/photo_c" "$root"/examples/photo/*.c $(pkg-config --cflags --libs ctensor libpng) -lm
# times differ from run to run
timeless() { sed -E 's/ +[0-9.]+ us$//; s/built in [0-9.]+ us/built/'; }
(cd "$build/c" && ../photo_c "$root/examples/photo/astronaut.png" pictures | timeless >lines)
(cd "$build/go" && ../photo "$root/examples/photo/astronaut.png" pictures | timeless >lines)
diff "$build/c/lines" "$build/go/lines"
for picture in "$build"/c/pictures/*.png; do
  python3 "$root/bindings/compare_pictures.py" "$picture" "$build/go/pictures/$(basename "$picture")"
done
echo 'all is well'
