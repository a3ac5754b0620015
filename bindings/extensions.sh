#!/bin/sh
# Prints the names of the extensions whose libraries pkg-config finds, for the bindings' tests. It reports missing ones,
# and fails for them if everything must run (CT_REQUIRE_ALL).
set -eu
for name in fft linalg; do
  if pkg-config --exists "ctensor_$name"; then
    echo "$name"
  elif [ -n "${CT_REQUIRE_ALL-}" ]; then
    echo "pkg-config finds no ctensor_$name, and CT_REQUIRE_ALL is set" >&2
    exit 1
  else
    echo "skipped: the binding of ctensor_$name, which pkg-config does not find" >&2
  fi
done
