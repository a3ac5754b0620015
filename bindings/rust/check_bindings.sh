#!/bin/sh
# What bindgen makes of ctensor.h, for ctensor-sys/src/bindings.rs; with --check, fails when that file is another.
#
# The options ask for the parts of the output that bindgen 0.60 (Debian 12's) and 0.70 write alike. What is left is
# made alike here: the comment that names bindgen's version, and size_t, which 0.60 leaves as it is.
set -eu
cd "$(dirname "$0")"
bindings=ctensor-sys/src/bindings.rs
raw=$(mktemp) made=$(mktemp)
trap 'rm -f "$raw" "$made"' EXIT
# not by a pipe: a bindgen that fails, or is missing, ends the script
bindgen ../../include/ctensor.h --no-layout-tests --no-doc-comments --no-prepend-enum-name \
  --allowlist-function 'ct_.*' --allowlist-type 'ct_.*|DLManagedTensor.*' --allowlist-var '(CT|ct)_.*' --no-recursive-allowlist \
  --ctypes-prefix std::os::raw --rust-target 1.47 --raw-line '// Made of ctensor.h by check_bindings.sh.' >"$raw"
sed -e '1,2d' -e 's/\bsize_t\b/usize/g' "$raw" >"$made"
rustfmt --edition 2021 --config-path rustfmt.toml "$made"
case ${1-} in
  --check)
    if ! diff -u "$bindings" "$made"; then
      echo "$bindings is not what bindgen makes of ctensor.h: run bindings/rust/check_bindings.sh" >&2
      exit 1
    fi
    ;;
  *) cp "$made" "$bindings" ;;
esac
