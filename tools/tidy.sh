#!/bin/sh
# clang-tidy over the library's sources, one on each core, each once: kernels as the first ISA of the build has them. What
# was precompiled is read anew, so that a file which leans on that shows.
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
out=$(run-clang-tidy -quiet -j "$(nproc)" -p "$once" "$PWD/src/.*\\.cpp$" 2>/dev/null) && status=0 || status=$?
printf '%s\n' "$out" | grep -E 'warning:|error:|note:' -A 3 || true
exit "$status"
