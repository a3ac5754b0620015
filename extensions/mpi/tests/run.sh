#!/bin/sh
# Runs a program on so many ranks of this machine, through shared memory and the loopback interface. Ranks that hang end
# after 200 s: on a busy machine, sanitizers and four ranks on two cores take some tens.
# Usage: run.sh <ranks> <program> [its arguments]
set -eu
ranks=$1
shift
if ! command -v mpirun >/dev/null; then
  echo "mpirun is not installed"
  if [ -n "${CT_REQUIRE_ALL-}" ]; then exit 1; fi
  exit 77
fi
root=
if [ "$(id -u)" = 0 ]; then root=--allow-run-as-root; fi
# Ranks share the cores: each has one thread, and waits without holding a core.
export OMP_NUM_THREADS="${OMP_NUM_THREADS-1}"
# MPI itself leaves memory behind, which AddressSanitizer would report as a leak.
export ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0"
# shellcheck disable=SC2086  # no word where it is empty
exec mpirun $root --oversubscribe --bind-to none --timeout 200 --mca mpi_yield_when_idle 1 --mca btl self,vader,tcp \
  --mca btl_tcp_if_include lo --mca oob_tcp_if_include lo -n "$ranks" "$@"
