#!/usr/bin/env bash
# Makes the packages of the crates, and builds a program from the packages alone, as from a registry: its library is
# compiled from the sources in the package, which takes longer than all of test.sh. Only the dry run uses the library that
# pkg-config finds.
set -euo pipefail
cd "$(dirname "$0")"
out=$(cd ../.. && pwd)/build/bindings-rust
export CARGO_PROFILE_DEV_DEBUG=0 RUST_BACKTRACE=0
version=$(sed -n 's/^version = "\(.*\)"/\1/p' ctensor/Cargo.toml)

echo '-- documentation needs no library, and the build script of vendored has no warnings'
export CARGO_TARGET_DIR=$out/docs # what is built with DOCS_RS is of no use elsewhere
export DOCS_RS=1
cargo clippy --locked -q -p ctensor-sys --features vendored -- -D warnings
PKG_CONFIG_LIBDIR=/nonexistent PKG_CONFIG_PATH='' RUSTDOCFLAGS='-D warnings' cargo doc --locked -q --no-deps \
  --features ctensor/ndarray,ctensor/fft,ctensor/linalg
unset DOCS_RS
export CARGO_TARGET_DIR=$out/target

echo '-- packages, and all of publishing but the upload'
minor=$(cargo --version | sed -E 's/^cargo 1\.([0-9]+).*/\1/')
if [ "$minor" -lt 90 ]; then # an older Cargo cannot package a crate together with its dependency
  echo 'skipped: the packages, which need Cargo 1.90'
  [ -z "${CT_REQUIRE_ALL-}" ]
  exit
fi
cargo publish --locked -q --workspace --dry-run --allow-dirty 2>&1 | tee "$out/publish.txt"
if grep '^warning' "$out/publish.txt" | grep -v 'aborting upload due to dry run'; then
  echo 'publishing has warnings' >&2
  exit 1
fi
cargo package --locked -q --workspace --allow-dirty --no-verify

echo '-- a program of them'
rm -rf "$out/packages"
mkdir -p "$out/packages/program/src"
for name in ctensor-sys ctensor; do
  package=$CARGO_TARGET_DIR/package/$name-$version.crate
  tar -xzf "$package" -C "$out/packages"
  if [ -n "$(find "$out/packages/$name-$version" -type l)" ] || [ ! -s "$out/packages/$name-$version/LICENSE" ]; then
    echo "$package has links, or no licence" >&2
    exit 1
  fi
  if [ "$(stat -c %s "$package")" -gt 10000000 ]; then
    echo "$package is larger than what registries take" >&2
    exit 1
  fi
done
cd "$out/packages/program"
cat >Cargo.toml <<TOML
[package]
name = "program"
version = "1.0.0"
edition = "2021"
[dependencies]
ctensor = { version = "$version", features = ["vendored"] }
[patch.crates-io]
ctensor = { path = "../ctensor-$version" }
ctensor-sys = { path = "../ctensor-sys-$version" }
[workspace]
TOML
# the README's first program
# shellcheck disable=SC2016  # marks of Markdown
sed -n '/^```rust$/,/^```$/p' ../"ctensor-$version"/README.md | sed -e '1d' -e '/^```$/,$d' >src/main.rs
cp "$OLDPWD/Cargo.lock" .

# needs <words of the message> <variable=value…> checks the message of a build that lacks what it needs
needs() {
  local words=$1 text
  shift
  if text=$(env "$@" cargo build -q 2>&1) || ! grep -q "$words" <<<"$text"; then
    echo "with $*, the build should say \"$words\", and says: $text" >&2
    exit 1
  fi
}
# the build starts afresh: all files in packages have the same time, so Cargo would not notice that one has changed
export PKG_CONFIG_PATH='' CARGO_TARGET_DIR=$out/packages/target
needs 'apt-get install libsleef-dev' PKG_CONFIG_LIBDIR=/nonexistent
needs 'apt-get install g++' CXX=/nonexistent/c++
needs '"sse9" is none of' CTENSOR_ISAS=sse9

# this build is as small as possible, and by the faster compiler
CTENSOR_ISAS=base CXXFLAGS=-O0 CC=clang CXX=clang++ cargo build -q --features "ctensor/fft,ctensor/linalg"
program=$CARGO_TARGET_DIR/debug/program
test "$("$program")" = 'tensor([50., 70., 90.])'
if ldd "$program" | grep libctensor; then
  echo "$program needs a shared library of ctensor's" >&2
  exit 1
fi
