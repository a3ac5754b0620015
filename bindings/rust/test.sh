#!/usr/bin/env bash
# Tests everything about the Rust binding but its packages, against the library that pkg-config finds.
set -euo pipefail
cd "$(dirname "$0")"
root=$(cd ../.. && pwd)
out=$root/build/bindings-rust
export CARGO_TARGET_DIR=$out/target CARGO_PROFILE_DEV_DEBUG=0 RUST_BACKTRACE=0
mkdir -p "$out/c" "$out/rust"
extensions=$(../extensions.sh)
features=ctensor/ndarray
for name in $extensions; do features+=,ctensor/$name; done
# the README's program uses both
if [ "$(wc -w <<<"$extensions")" != 2 ]; then echo 'skipped: the README, whose examples need both extensions'; fi

echo '-- generated from the header, formatted, without warnings'
./check_bindings.sh --check
python3 generate.py --check
if [ -f "$root/build/gcc/compile_commands.json" ]; then
  ./parts.py --check || [ $? = 77 ] # that build may lack some parts
fi
cargo fmt --check
cargo clippy --locked -q --all-targets --features "$features" -- -D warnings
for name in '' $extensions; do cargo check --locked -q -p ctensor --features "$name"; done # each alone, and without any

echo '-- tests, doc tests, README'
cargo test --locked -q --features "$features"

echo '-- linked with the static library, without the shared one'
CTENSOR_STATIC=1 cargo test --locked -q -p ctensor-sys --test raw --target-dir "$out/static"
for program in "$out"/static/debug/deps/raw-*; do
  if [ -x "$program" ] && ldd "$program" | grep libctensor; then
    echo "$program still needs the shared library" >&2
    exit 1
  fi
done

echo '-- the photo example beside the one in C: the same lines except for the times, the same pictures'
pictures() { # <folder> <program…>: runs it on a link to the folder, so that both print the same path
  local folder=$1
  shift
  ln -sfn "$folder" "$out/pictures"
  "$@" "$root/examples/photo/astronaut.png" "$out/pictures" >"$out/$folder/lines.txt"
  sed -E -i -e 's/ +[0-9.]+ us/ us/' "$out/$folder/lines.txt"
}
# shellcheck disable=SC2046  # words
cc -O1 "$root"/examples/photo/{photo,picture}.c -o "$out/c/photo" $(pkg-config --cflags --libs ctensor libpng) -lm
pictures c "$out/c/photo"
pictures rust "$CARGO_TARGET_DIR/debug/examples/photo"
diff "$out/c/lines.txt" "$out/rust/lines.txt"
for picture in luminance thumbnail round_trip; do
  python3 "$root/bindings/compare_pictures.py" "$out/c/$picture.png" "$out/rust/$picture.png"
done
