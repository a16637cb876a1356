#!/usr/bin/env bash
# On a machine with a GPU, nvcc and compute-sanitizer: runs some of tests/cases/programs under the four
# tools, as `warpup try --sanitize` does, and keeps what they write. Usage: record.sh [FOLDER]
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd -P)
out=${1:-$here/recorded}
programs=$here/../cases/programs
cases='C07_host_array_in_kernel C18_accum_not_zeroed C22_double_free_copy C23_leak_in_loop
  C28_silent_oob_read C36_dyn_smem_over_48k C37_stencil_halo_oob C40_tile_missing_second_sync
  C42_reverse_no_sync C48_sync_in_if_else C50_sync_loop_tripcount C54_misaligned_float4
  C55_shared_increment_no_atomic'
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$out"

cuda=${CUDA_HOME:-/usr/local/cuda}
nvcc=$(command -v nvcc || echo "$cuda/bin/nvcc")
sanitizer=$(command -v compute-sanitizer || echo "$cuda/bin/compute-sanitizer")

# record CASE TOOL [OPTIONS]: the log without the process's number; programs with a fault may fail.
record() {
  local name=$1 tool=$2
  shift 2
  timeout 100 "$sanitizer" --tool "$tool" --log-file "$work/$name.$tool" --demangle simple \
    --strip-paths no --require-cuda-init no "$@" "$work/$name" >/dev/null 2>&1 || true
  if grep -q 'ERROR SUMMARY: 0 \|RACECHECK SUMMARY: 0 ' "$work/$name.$tool"; then return; fi
  sed "s,$work/,,g; s,$(realpath "$programs")/,,g" "$work/$name.$tool" | shortened \
    >"$out/$name.$tool.txt"
}

# The first reports and the last: thousands of one kind say no more.
shortened() {
  awk 'BEGIN { count = 0 } { record[count] = record[count] $0 "\n" } /^========= *$/ { ++count }
    END { for (i = 0; i <= count; ++i) if (i < 12 || i > count - 6) printf "%s", record[i] }'
}

one() {
  # In the folder of the sources, so that their paths can be cut to their names.
  (cd "$programs" &&
    "$nvcc" -std=c++17 -O3 -g -lineinfo -arch=native "$1.cu" -o "$work/$1" 2>/dev/null)
  record "$1" memcheck --leak-check full
  record "$1" racecheck --racecheck-report all --print-limit 2000
  record "$1" initcheck
  record "$1" synccheck
}

for name in $cases; do one "$name" & done
wait
