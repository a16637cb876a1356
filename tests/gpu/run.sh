#!/usr/bin/env bash
# On a machine with a GPU: builds the cuda backend and runs everything there that can be run: lessons,
# solutions, untouched exercises (which must fail), mutants (which must fail where plain execution can
# show it), the programs of tests/semantics, and last the runner itself.
#   --deps DIR     a folder of unpacked Debian packages, where the runner's libraries aren't installed
#   --out DIR      for summary.txt and the logs; otherwise $OUT, or build/gpu-logs
#   --jobs N       builds and judges at a time (default: the cores; lessons run alone, they time)
#   --only REGEX   only what has a name like that: 'lesson 07', 'mutant .*block_sum'
#   --build-only   no GPU needed: compile and link, run nothing
#   --arch ARCH    for nvcc: native (default with a GPU), sm_90, ...
# The last line counts: N passed, N failed, and N skipped: mistakes that a plain run did not show.
set -uo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd -P)
cd "$root" || exit 70
# shellcheck source=/dev/null
. "$root/tests/gpu/plan.sh"
# shellcheck source=/dev/null
. "$root/tests/gpu/judge.sh"

die() {
  printf 'run.sh: %s\n' "$*" >&2
  exit 70
}

# shellcheck disable=SC2034  # plan.sh and judge.sh use what is set here
read_options() {
  deps='' only='.' build_only=0 arch='' jobs=$(nproc) out=${OUT:-$root/build/gpu-logs}
  while [ $# -gt 0 ]; do
    case $1 in
      --build-only) build_only=1 && shift && continue ;;
      --deps) deps=$(cd "${2:-}" && pwd -P) || die "no folder ${2:-}" ;;
      --out) out=${2:-} ;;
      --jobs) jobs=${2:-} ;;
      --only) only=${2:-} ;;
      --arch) arch=${2:-} ;;
      *) die "unknown option $1; the head of $0 lists them" ;;
    esac
    shift 2 || die "$1 needs a value"
  done
}

# shellcheck disable=SC2034
find_tools() {
  nvcc=$(command -v nvcc || ls "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc" 2>/dev/null) ||
    die 'no nvcc on PATH or in /usr/local/cuda: install the CUDA Toolkit'
  command -v ninja >/dev/null || die 'no ninja on PATH: apt-get install ninja-build'
  toolkit=$(dirname "$(dirname "$(readlink -f "$nvcc")")")
  if [ -z "$arch" ]; then
    arch=native
    if [ "$build_only" = 1 ]; then arch=sm_90; fi
  fi
}

describe_machine() {
  printf 'nvcc %s, %s\n' "$("$nvcc" --version | sed -n 's/.*release \([^,]*\).*/\1/p')" "$(g++ --version | head -n 1)"
  nvidia-smi --query-gpu=name,driver_version,compute_cap --format=csv,noheader 2>/dev/null || echo 'no GPU'
}

# Builds the plan's programs; one that does not build is missing afterwards, and counted by the judge.
build_programs() {
  write_ninja >"$work/build.ninja"
  ninja -C "$work" -k 0 -j "$jobs" >"$out/build.log" 2>&1 ||
    printf 'some programs did not build: %s\n' "$out/build.log"
}

# Lessons time what they do, so each has the GPU to itself; the rest run several at a time.
run_programs() {
  local kind name
  while IFS=$'\t' read -r kind name _; do
    if [ "$kind" = lesson ]; then judge "$kind" "$name"; fi
  done <"$work/plan"
  while IFS=$'\t' read -r kind name _; do
    if [ "$kind" = lesson ]; then continue; fi
    while [ "$(jobs -rp | wc -l)" -ge "$((jobs < 8 ? jobs : 8))" ]; do wait -n; done
    judge "$kind" "$name" &
  done <"$work/plan"
  wait
}

read_options "$@"
mkdir -p "$out" && out=$(cd "$out" && pwd -P)
find_tools
work=$root/build/gpu
mkdir -p "$work/results" "$work/logs"
rm -f "$work"/results/* "$work"/logs/*
describe_machine | tee "$out/summary.txt"
plan | grep -E -- "${only// /$'\t'}" >"$work/plan" || die "nothing has a name like $only"
build_programs
if [ "$build_only" = 1 ]; then
  count_built | tee -a "$out/summary.txt"
else
  run_programs
  if [ "$only" = . ]; then judge_runner; fi
  collect_logs
  summary | tee -a "$out/summary.txt"
fi
