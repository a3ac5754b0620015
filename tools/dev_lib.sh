# The parts of ./dev: packages, stages with their times, and the count of what passed. bash sources it.
# shellcheck shell=bash

passed=0 failed=0 skipped=0
current=''       # the stage that is running; a failing command inside it ends the run
failures=()
report=''        # the ends of what failing checks printed; the summary shows them once more
counting=''      # set by the commands whose last line is "N passed, N failed"
started=$SECONDS

# cpu_seconds [since [file]] sets cpu to the processor seconds of this shell's children that have ended, less `since`.
# What runs side by side takes longer than it would alone, so this is what to look at where a run has become slow.
cpu=0
cpu_seconds() {
  local user system
  times >"${2-$times_file}"
  { read -r _; read -r user system; } <"${2-$times_file}"
  user=${user//[.,]*/} system=${system//[.,]*/}
  cpu=$((${user%m*} * 60 + ${user#*m} + ${system%m*} * 60 + ${system#*m} - ${1-0}))
}
times_file=$(mktemp)

# Runs a stage that everything after it needs.
stage() {
  local began=$SECONDS before
  current=$1
  shift
  cpu_seconds
  before=$cpu
  printf '\n==> %s\n' "$current"
  "$@"
  cpu_seconds "$before"
  printf '    %s: %d s, %d s of processors\n' "$current" $((SECONDS - began)) "$cpu"
  current=''
}

# Runs a check that counts as one test. When it fails, the others still run.
check() {
  local name=$1 began=$SECONDS result=0 log before
  log=$(mktemp)
  shift
  cpu_seconds
  before=$cpu
  printf '\n==> %s\n' "$name"
  "$@" 2>&1 | tee "$log" || result=$?
  cpu_seconds "$before"
  checked "$name" $result $((SECONDS - began)) "$cpu" "$log"
  rm "$log"
}

# checked <name> <exit status> <seconds> <seconds of processors> <file with what it printed>
checked() {
  if [ "$2" = 0 ]; then
    passed=$((passed + 1))
    printf '    %s: passed, %d s, %d s of processors\n' "$1" "$3" "$4"
  else
    failed=$((failed + 1))
    failures+=("$1")
    report+=$(printf '\n==> the end of %s\n' "$1"; tail -n 60 "$5")$'\n'
    printf '    %s: FAILED, %d s\n' "$1" "$3"
  fi
}

# Checks that run side by side: start_check <name> <command…> for each, then finish_checks, which shows their output.
started_names=() started_pids=() started_logs=()
start_check() {
  local log
  log=$(mktemp)
  started_names+=("$1") started_logs+=("$log")
  shift
  (
    began=$SECONDS result=0
    cpu_seconds 0 "$log.times"
    before=$cpu
    "$@" >"$log" 2>&1 || result=$?
    cpu_seconds "$before" "$log.times"
    echo "$((SECONDS - began)) $cpu" >>"$log"
    rm "$log.times"
    exit $result
  ) &
  started_pids+=($!)
}

finish_checks() {
  local i result log seconds
  for i in "${!started_pids[@]}"; do
    result=0 log=${started_logs[i]}
    wait "${started_pids[i]}" || result=$?
    read -r seconds cpu < <(tail -n 1 "$log")
    sed -i '$d' "$log"
    printf '\n==> %s\n' "${started_names[i]}"
    cat "$log"
    checked "${started_names[i]}" $result "$seconds" "$cpu" "$log"
    rm "$log"
  done
  started_names=() started_pids=() started_logs=()
}

# run_tests <build folder> [options of meson test…] builds what the tests need and runs them
run_tests() {
  local folder=build/$1 name="$1: tests" began=$SECONDS ok=1 log ran before
  shift
  cpu_seconds
  before=$cpu
  printf '\n==> %s\n' "$name"
  log=$folder/meson-logs/testlog.json
  rm -f "$log"
  meson test -C "$folder" --print-errorlogs "$@" || ok=0
  ran=0
  if [ -f "$log" ]; then
    ran=$(count "$log" '[A-Z]*')
    passed=$((passed + $(count "$log" OK)))
    skipped=$((skipped + $(count "$log" SKIP)))
    failed=$((failed + ran - $(count "$log" OK) - $(count "$log" SKIP)))
  fi
  if [ $ok = 0 ] || [ "$ran" = 0 ]; then
    failures+=("$name")
    if [ "$ran" = 0 ]; then failed=$((failed + 1)); else report+=$(failed_tests "$log")$'\n'; fi
  fi
  cpu_seconds "$before"
  printf '    %s: %d s, %d s of processors\n' "$name" $((SECONDS - began)) "$cpu"
}

# failed_tests <log of meson test> prints the name and the end of the output of each test that failed.
failed_tests() {
  python3 - "$1" <<'END'
import json, sys

for line in open(sys.argv[1]):
    test = json.loads(line)
    if test["result"] not in ("OK", "SKIP", "EXPECTEDFAIL"):
        print(f"\n==> {test['name']}: {test['result']}, exit status {test['returncode']}, {test['duration']:.0f} s")
        for output in (test.get("stdout"), test.get("stderr")):
            print("\n".join((output or "").splitlines()[-60:]))
END
}

count() { { grep -o "\"result\": \"$2\"" "$1" || true; } | wc -l; }

summary() {
  local name
  trap - EXIT
  cpu_seconds
  rm -f "$times_file"
  printf '%s\n    all: %d s, %d s of processors\n' "$report" $((SECONDS - started)) "$cpu"
  for name in "${failures[@]}"; do printf 'failed: %s\n' "$name"; done
  if [ $skipped -gt 0 ]; then printf '%d skipped: an instruction set or a tool is not here\n' $skipped; fi
  printf '%d passed, %d failed\n' $passed $failed
  [ $failed = 0 ]
}

# What ends the run early is a failure, too, and the last line says so.
on_exit() {
  local status=$?
  rm -f "$times_file"
  if [ $status != 0 ] && [ -n "$counting" ]; then
    failures+=("${current:-./dev}")
    failed=$((failed + 1))
    finish_checks
    summary || true
  elif [ $status != 0 ] && [ -n "$current" ]; then
    printf '\nfailed: %s\n' "$current"
  fi
  exit $status
}
trap on_exit EXIT

# need <kind…> finds or installs the packages of those kinds in tools/packages.txt. Without them the run ends.
need() {
  local missing
  missing=$(missing_packages "$@")
  # shellcheck disable=SC2086  # words
  if [ -n "$missing" ]; then install_packages $missing || exit 1; fi
}

# want <kind…> does the same for packages that only some checks need. Without them the others still run, except in CI.
want() {
  local missing
  if [ -n "${CT_REQUIRE_ALL-}" ]; then
    need "$@"
  else
    missing=$(missing_packages "$@")
    # shellcheck disable=SC2086
    if [ -n "$missing" ]; then install_packages $missing || echo 'Going on without; what needs them is skipped, or fails.'; fi
  fi
}

missing_packages() {
  local kind package probe
  while read -r kind package probe; do
    case " $* " in *" $kind "*) if ! there "$probe"; then echo "$package"; fi ;; esac
  done < <(sed 's/#.*//; /^[[:space:]]*$/d' tools/packages.txt)
}

there() {
  case $1 in
    pc:*) pkg-config --exists "${1#pc:}" 2>/dev/null ;;
    py:*) python3 -c "import ${1#py:}" 2>/dev/null ;;
    file:*) compgen -G "${1#file:}" >/dev/null ;;
    *) command -v "$1" >/dev/null ;;
  esac
}

install_packages() {
  local install="apt-get install -y --no-install-recommends $*" as_root='' update='apt-get update'
  if ! command -v apt-get >/dev/null; then
    echo "Missing here: $* (Debian's names). Install them with this system's package manager." >&2
    return 1
  fi
  # packages of another architecture than this system's
  case $* in *:arm64*) update="dpkg --add-architecture arm64 && $update" ;; esac
  if [ "$(id -u)" != 0 ]; then
    if ! command -v sudo >/dev/null || ! { [ -t 0 ] || sudo -n true 2>/dev/null; }; then
      printf 'Missing here: %s. As root, run:\n  %s && %s\n' "$*" "$update" "$install" >&2
      return 1
    fi
    as_root=sudo
  fi
  # this is not a stage, because its callers test the status, and then "set -e" does not end a failing one
  printf '\n==> install %s\n' "$*"
  $as_root env DEBIAN_FRONTEND=noninteractive sh -c "$update -q && $install -q -o Dpkg::Use-Pty=0"
}

# Installs the tools of tools/requirements.txt, which come as Python wheels, in a folder of their own, for PATH and
# CT_ZIG_PYTHON. Its clang-format and clang-tidy come before the system's, because each version has rules of its own.
want_wheels() {
  local folder=$PWD/build/wheels
  export CT_ZIG_PYTHON=$folder/bin/python PATH=$folder/first:$PATH:$folder/bin
  if cmp -s tools/requirements.txt "$folder/requirements.txt"; then return; fi
  printf '\n==> install %s\n' "$(grep -v '^#' tools/requirements.txt | tr '\n' ' ')"
  if python3 -m venv "$folder" && "$folder/bin/pip" install -q -r tools/requirements.txt; then
    mkdir -p "$folder/first"
    ln -sf ../bin/clang-format ../bin/clang-tidy "$folder/first"
    cp tools/requirements.txt "$folder/requirements.txt"
  else
    echo 'Going on without; what needs them is skipped, or fails.'
  fi
}
