# Part of run.sh: runs one program, judges how it ended, and sums up. Sourced; uses $root, $work, $out.
# shellcheck shell=bash disable=SC2154

# Seconds a lesson or its judges may take: three times the manifest's limit.
limit_of() {
  local limit
  limit=$(sed -n 's/^time_limit *= *\([0-9]*\).*/\1/p' "$root/lessons/${1%%/*}/lesson.toml" 2>/dev/null |
    sort -n | tail -n 1)
  printf '%d' "$((${limit:-20} * 3))"
}

# Runs PROGRAM with its events in EVENTS and its output in LOG; the status is the program's.
run_one() {
  local program=$1 events=$2 log=$3 limit=$4
  (cd "$root" && WARPUP_EVENT_FD=9 timeout -k 5 "$limit" "$program" 9>"$events" >"$log" 2>&1 </dev/null)
}

# passed: it ended well and said so. Anything else names how it ended.
verdict_of() {
  local status=$1 events=$2
  case $status in
    124 | 137) echo 'timed out' && return ;;
  esac
  if [ "$status" -gt 128 ]; then echo "crashed (signal $((status - 128)))" && return; fi
  if ! tail -n 1 "$events" | grep -q '"event":"verdict"'; then echo "no verdict (status $status)" && return; fi
  if [ "$status" = 0 ] && tail -n 1 "$events" | grep -q '"ok":true'; then echo passed; else echo failed; fi
}

# The kind of mistake that a mutant's first line promises.
expectation() { sed -n '1s/^\/\/ expect: *\([a-z-]*\).*/\1/p' "$root/lessons/${1%%/*}/mutants/${1#*/}.cu"; }

# Whether running it on a GPU, with no tool looking on, is sure to show a mistake of this kind.
must_fail() {
  case $1 in
    wrong-result | launch-config | api-error | device-deref-host | host-deref | sticky-error) return 0 ;;
    *) return 1 ;;
  esac
}

# record OUTCOME KIND NAME HOW: one line of results. OUTCOME: ok, bad, or quiet (a mistake not shown).
record() {
  printf '%s\t%s\t%s\t%s\n' "$1" "$2" "$3" "$4" >"$work/results/$2.${3//\//.}"
  printf '%-5s %-8s %s: %s\n' "$1" "$2" "$3" "$4"
}

# Runs and judges one line of the plan.
judge() {
  local kind=$1 name=$2 outcome=bad how expected=''
  local program=$work/bin/$kind/$name log=$work/logs/$kind.${name//\//.}
  if [ ! -x "$program" ]; then
    record bad "$kind" "$name" 'did not build' && return
  fi
  run_one "$program" "$log.events" "$log.log" "$(limit_of "$name")"
  local status=$?
  how=$(verdict_of "$status" "$log.events")
  case $kind in
    test) if [ "$status" = 0 ]; then outcome=ok how=passed; fi ;;
    exercise) if [ "$how" != passed ]; then outcome=ok; fi ;;
    mutant)
      expected=$(expectation "$name")
      how="$how, expected $expected"
      if [ "${how%%,*}" != passed ]; then
        outcome=ok
      elif ! must_fail "$expected"; then
        outcome=quiet
      fi
      ;;
    *) if [ "$how" = passed ]; then outcome=ok; fi ;;
  esac
  record "$outcome" "$kind" "$name" "$how"
}

# The runner, built with CMake and used as a learner would, on this GPU.
judge_runner() {
  local build=$root/build/gpu-runner log=$work/logs/runner.log program=$root/build/gpu-runner/bin/warpup
  local -a options=(-S "$root" -B "$build" -G Ninja -DWARPUP_CUDA=ON -DWARPUP_BUILD_TESTS=OFF)
  if [ -n "$deps" ]; then
    local libraries=$deps/usr/lib/x86_64-linux-gnu
    options+=("-DCMAKE_PREFIX_PATH=$deps/usr" "-DBOOST_ROOT=$deps/usr" "-DCMAKE_INCLUDE_PATH=$deps/usr/include")
    options+=("-DCMAKE_CXX_FLAGS=-isystem $deps/usr/include")
    export PKG_CONFIG_PATH=$libraries/pkgconfig PKG_CONFIG_SYSROOT_DIR=$deps LD_LIBRARY_PATH=$libraries
    export CPLUS_INCLUDE_PATH=$deps/usr/include # for what the runner compiles
  fi
  if ! { cmake "${options[@]}" && cmake --build "$build" --target warpup_product -j "$jobs"; } >"$log" 2>&1; then
    record bad runner build "did not build: $(grep -m 1 -i error "$log")"
    return
  fi
  local -a commands=('doctor' 'list' 'run 7' 'run --all')
  local command status
  for command in "${commands[@]}"; do
    # shellcheck disable=SC2086  # a command and its words
    timeout 600 "$program" $command --backend auto >>"$log" 2>&1 </dev/null
    status=$?
    if [ "$status" = 0 ] || [ "$status" = 6 ]; then
      record ok runner "${command// /_}" "exit code $status"
    else
      record bad runner "${command// /_}" "exit code $status"
    fi
  done
}

# A few big files instead of many small ones.
collect_logs() {
  local file
  for file in "$work"/logs/*.log; do printf '\n==== %s\n' "${file##*/}" && cat "$file"; done >"$out/gpu.log"
  for file in "$work"/logs/*.events; do printf '%s\n' "// ${file##*/}" && cat "$file"; done >"$out/events.jsonl" 2>/dev/null
  return 0
}

# The table: for each kind how many are right, wrong, and mistakes that a plain run did not show.
summary() {
  cat "$work"/results/* >"$work/results.tsv"
  sort "$work/results.tsv" | awk -F'\t' '
    { seen[$2]++; count[$1, $2]++; total[$1]++ }
    $1 != "ok" { printf "%-5s %-8s %s: %s\n", $1, $2, $3, $4 }
    END {
      printf "\n%-10s %7s %7s %9s\n", "", "passed", "failed", "not shown"
      split("lesson solution exercise mutant test runner", kinds, " ")
      for (k = 1; k <= 6; k++)
        if (seen[kinds[k]])
          printf "%-10s %7d %7d %9d\n", kinds[k], count["ok", kinds[k]], count["bad", kinds[k]], count["quiet", kinds[k]]
      printf "\n%d passed, %d failed, %d skipped\n", total["ok"], total["bad"], total["quiet"]
      exit total["bad"] > 0
    }'
}
