#!/bin/sh
# run_twice.sh PROGRAM EXPECTED: both runs of PROGRAM must say on stderr what EXPECTED holds.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
unset WARPUP_EVENT_FD
cd "$(dirname "$2")"
"$1" 2> "$folder/first"
"$1" 2> "$folder/second"
cmp "$folder/first" "$folder/second"
diff "$2" "$folder/first"
