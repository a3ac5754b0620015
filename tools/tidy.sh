#!/bin/sh
# clang-tidy over the library's sources, two at a time. Usage: tools/tidy.sh <build folder of Clang>
set -eu
cd "$(dirname "$0")/.."
out=$(run-clang-tidy -quiet -j "$(nproc)" -p "$1" "$PWD/src/.*\\.cpp$" 2>/dev/null) && status=0 || status=$?
printf '%s\n' "$out" | grep -E 'warning:|error:|note:' -A 3 || true
exit "$status"
