#!/bin/sh
# Runs a program on 1, 2 and 4 ranks: what it prints, and the picture that it writes, must be the same.
# Usage: same_on_ranks.sh <extensions/mpi/tests/run.sh> <program> [its arguments, the last one a picture or none]
set -eu
run=$1
shift
for last in "$@"; do :; done
first='' picture=''
for ranks in 1 2 4; do
  status=0
  printed=$("$run" "$ranks" "$@") || status=$?
  if [ "$status" != 0 ]; then
    echo "on $ranks ranks: $printed"
    exit "$status"
  fi
  sum=
  case $last in *.png) sum=$(cksum <"$last") ;; esac
  if [ "$ranks" = 1 ]; then
    echo "$printed"
    first=$printed picture=$sum
  elif [ "$printed" != "$first" ] || [ "$sum" != "$picture" ]; then
    echo "on $ranks ranks it is another result: $printed"
    exit 1
  fi
done
if [ -z "$first" ]; then exit 1; fi
