#!/bin/sh
# Runs the clang-tidy of tools/requirements.txt over the sources of the library, its extensions and its program, one on
# each core. Kernels are checked once, for the first ISA of the build.
# Precompiled headers are left out, so that a file shows when it does not include what it needs.
# Usage: tools/tidy.sh <build folder of Clang>
set -eu
cd "$(dirname "$0")/.."
once=$1/tidy
mkdir -p "$once"
python3 - "$1/compile_commands.json" "$once/compile_commands.json" <<'END'
import json
import re
import sys

commands = {entry['file']: entry for entry in reversed(json.load(open(sys.argv[1])))}
for entry in commands.values():
    entry['command'] = re.sub(r' -include(-pch)? \S+', '', entry['command'])
json.dump(list(commands.values()), open(sys.argv[2], 'w'))
END
# omp.h is among the compiler's headers, which come after those of clang-tidy itself.
headers=$(clang++ -print-resource-dir)/include
out=$(run-clang-tidy.py -quiet -extra-arg="-idirafter$headers" -j "$(nproc)" -p "$once" "$PWD/(src|extensions|cli)/.*\\.cpp$" 2>/dev/null) && status=0 || status=$?
printf '%s\n' "$out" | grep -E 'warning:|error:|note:' -A 3 || true
exit "$status"
