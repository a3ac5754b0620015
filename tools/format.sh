#!/bin/sh
# Formats the sources in place. With --check, it fails and shows the lines that it would change instead.
set -eu
cd "$(dirname "$0")/.."
mode=-i
if [ "${1-}" = --check ]; then mode='--dry-run -Werror'; fi
# shellcheck disable=SC2086  # two words where there are two
find include src extensions cli tests bench examples bindings/cpp \( -name '*.h' -o -name '*.c' -o -name '*.cpp' -o -name '*.hpp' \) -print0 | xargs -0 clang-format --style=file $mode
