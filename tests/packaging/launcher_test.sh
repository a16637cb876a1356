#!/bin/sh
# One case of the launcher's test: launcher_test.sh LAUNCHER CASE
# The launcher runs in a throw-away copy of the project's outline. PATH holds the real small tools and
# stand-ins that write down how they were called.
# shellcheck disable=SC2016  # the stand-ins expand these, not this script
set -eu

launcher=$1
case_name=$2
work=$(mktemp -d "${TMPDIR:-/tmp}/warpup launcher XXXXXX")
trap 'rm -rf "$work"' EXIT
project="$work/a project"
bin="$work/bin"
calls="$work/calls"
out="$work/out"
err="$work/err"

fail() {
  printf 'FAILED: %s\n--- standard output\n' "$*"
  cat "$out" || true
  printf -- '--- standard error\n'
  cat "$err" || true
  printf -- '--- calls\n'
  cat "$calls" || true
  exit 1
}

# stand_in NAME: a command on PATH whose script comes from standard input.
stand_in() {
  { printf '#!/bin/sh\nprintf "%%s %%s\\n" "%s" "$*" >>"$CALLS"\n' "$1" && cat; } >"$bin/$1"
  chmod +x "$bin/$1"
}

# A machine with every package: dpkg-query knows all, cmake builds a program that says what it got.
set_up_machine() {
  mkdir -p "$bin" "$project/common" "$project/runner" "$project/exercises"
  for tool in sh cat chmod cp cut date dirname env find flock grep head ln ls mkdir mktemp mv nproc \
    readlink rm sed sleep sort tail touch tr wc script; do
    if path=$(command -v "$tool"); then ln -s "$path" "$bin/$tool"; fi
  done
  cp "$launcher" "$project/warpup"
  : >"$project/CMakeLists.txt"
  : >"$project/CMakePresets.json"
  : >"$project/runner/main.cpp"
  : >"$calls"
  echo 0 >"$work/uid"
  echo Linux >"$work/system"
  : >"$work/absent"
  stand_in id <"/dev/null"
  printf 'cat "%s/uid"\n' "$work" >>"$bin/id"
  stand_in uname </dev/null
  printf 'cat "%s/system"\n' "$work" >>"$bin/uname"
  stand_in dpkg-query </dev/null
  cat >>"$bin/dpkg-query" <<EOF
for package; do :; done
if grep -qxF "\$package" "$work/absent"; then exit 1; fi
printf installed
EOF
  stand_in apt-get </dev/null
  printf ': >"%s/absent"\n' "$work" >>"$bin/apt-get"
  for tool in g++ ld ninja pkg-config; do stand_in "$tool" </dev/null; done
  stand_in cmake </dev/null
  cat >>"$bin/cmake" <<'EOF'
build=$PWD/build/${WARPUP_PRESET:-default}
case $1 in
  --preset) printf 'CMAKE_HOME_DIRECTORY:INTERNAL=%s\n' "$PWD" >"$build/CMakeCache.txt" ;;
  --build)
    echo '[1/2] compiling'
    if [ -n "${SLOW:-}" ]; then sleep 1; fi
    if [ -n "${BROKEN:-}" ]; then echo 'main.cpp:1: error: broken' && exit 1; fi
    mkdir -p "$build/bin"
    printf '#!/bin/sh\nprintf "%%s\\n" "$PWD: $*"\nexit 5\n' >"$build/bin/warpup"
    chmod +x "$build/bin/warpup"
    ;;
esac
EOF
}

# start ARGS: runs the launcher with no terminal; the exit status is in $rc.
start() { start_as "$project/warpup" "$@"; }

start_as() {
  rc=0
  env -i PATH="$bin" CALLS="$calls" HOME="${home-$work}" ${preset:+WARPUP_PRESET=$preset} \
    ${slow:+SLOW=1} ${broken:+BROKEN=1} "$@" >"$out" 2>"$err" </dev/null || rc=$?
}

# The program's own exit status, 5, says that the launcher handed over.
ran() { [ "$rc" = 5 ] || fail "the program was not run: status $rc"; }
refused() { [ "$rc" = 70 ] || fail "expected status 70, got $rc"; }
says() { grep -qF -- "$1" "$err" || fail "standard error lacks: $1"; }
called() { grep -qF -- "$1" "$calls" || fail "not called: $1"; }
not_called() { ! grep -qF -- "$1" "$calls" || fail "called: $1"; }
absent() { printf '%s\n' "$@" >"$work/absent"; }
forget_calls() { : >"$calls"; }
built_once() {
  start list
  ran
  forget_calls
  sleep 0.02 # the stamp is older than what comes next, on any clock
}

first_start_installs_and_builds() {
  rm "$bin/g++" "$bin/ninja"
  absent g++ ninja-build libfmt-dev libuv1-dev
  start run 7
  ran
  says 'this machine lacks 4 packages: g++ ninja-build libfmt-dev libuv1-dev'
  says 'apt-get install --no-install-recommends g++ ninja-build libfmt-dev libuv1-dev'
  called 'install -y --no-install-recommends g++ ninja-build libfmt-dev libuv1-dev'
  called 'cmake --preset default'
  called '--target warpup_product'
  [ "$(cat "$out")" = "$PWD: run 7" ] || fail 'the arguments did not arrive'
}

missing_packages_alone_are_installed() {
  start run 7
  ran
  not_called 'apt-get'
}

refused_install_names_the_command() {
  [ -e "$bin/script" ] || return 0
  absent libfmt-dev
  rc=0
  printf 'n\n' | env -i PATH="$bin" CALLS="$calls" HOME="$work" SHELL=/bin/sh \
    script -qec "'$project/warpup' run 7" /dev/null >"$err" 2>&1 || rc=$?
  refused
  says 'Go ahead? [Y/n]'
  says 'nothing was installed'
  says 'apt-get install --no-install-recommends libfmt-dev'
  not_called 'apt-get'
}

no_root_and_no_sudo_names_the_command() {
  echo 1000 >"$work/uid"
  absent libfmt-dev
  start --yes run 7
  refused
  says 'As root, run: apt-get install --no-install-recommends libfmt-dev'
  not_called 'apt-get'
}

sudo_is_used_without_root() {
  echo 1000 >"$work/uid"
  absent libfmt-dev
  stand_in sudo </dev/null
  printf '%s\n' 'if [ "$1" = -n ]; then shift; fi' '"$@"' >>"$bin/sudo"
  start run 7
  ran
  called 'sudo -n env DEBIAN_FRONTEND=noninteractive apt-get'
}

failed_install_shows_its_log() {
  absent libfmt-dev
  printf '%s\n' 'echo "E: no such archive"' 'exit 100' >>"$bin/apt-get"
  start run 7
  refused
  says 'E: no such archive'
  says 'install.log'
  says 'apt-get update && apt-get install'
}

stale_package_lists_are_updated() {
  absent libfmt-dev
  stand_in apt-get </dev/null
  cat >>"$bin/apt-get" <<EOF
case "\$*" in
  *update) : >"$work/updated" ;;
  *) [ -e "$work/updated" ] || { echo "E: Unable to locate package" && exit 100; } ;;
esac
EOF
  start run 7
  ran
  called 'update'
}

another_distribution_gets_its_package_names() {
  rm "$bin/dpkg-query" "$bin/apt-get"
  printf '%s\n' 'echo \"CLI/CLI.hpp\"' 'echo \"uv.h\"' >>"$bin/g++"
  start run 7
  refused
  says 'this machine lacks: CLI/CLI.hpp uv.h'
  says 'dnf install gcc-c++'
  says 'pacman -S'
  says 'zypper install'
}

macos_and_windows_get_a_way() {
  echo Darwin >"$work/system"
  start run 7
  refused
  says 'docker run -it'
  echo MINGW64_NT-10.0 >"$work/system"
  start run 7
  refused
  says 'wsl --install'
}

nothing_changed_calls_no_cmake() {
  built_once
  start list
  ran
  not_called cmake
}

changed_source_builds_again() {
  built_once
  touch "$project/runner/main.cpp"
  start list
  ran
  called 'cmake --build'
  forget_calls
  sleep 0.02
  rm "$project/runner/main.cpp"
  start list
  ran
  called 'cmake --build'
}

edited_exercise_does_not_build() {
  built_once
  touch "$project/exercises/block_sum.cu"
  start list
  ran
  not_called cmake
}

new_nvcc_configures_again() {
  built_once
  stand_in nvcc </dev/null
  start list
  ran
  called 'cmake --preset default'
}

moved_folder_is_configured_afresh() {
  built_once
  mv "$project" "$work/moved"
  project=$work/moved
  start list
  ran
  says 'the folder was moved'
  called 'cmake --preset default'
}

failed_build_shows_its_log() {
  broken=1
  start list
  refused
  says 'main.cpp:1: error: broken'
  says 'build/default/build.log'
  says 'rm -rf'
  broken=''
  start list
  ran
}

spaces_symlink_and_other_directory() {
  mkdir "$work/else where"
  ln -s '../a project/warpup' "$work/else where/link"
  cd "$work/else where"
  here=$(pwd -P)
  start_as ./link check 'a b'
  ran
  [ "$(cat "$out")" = "$here: check a b" ] || fail "expected to run in $here"
}

read_only_home_and_no_git() {
  home=/nonexistent
  start list
  ran
}

second_start_waits() {
  [ -e "$bin/flock" ] || return 0
  slow=1
  env -i PATH="$bin" CALLS="$calls" HOME="$work" SLOW=1 "$project/warpup" list >"$work/first" 2>&1 </dev/null &
  first=$!
  while ! grep -q 'cmake --build' "$calls"; do sleep 0.05; done
  start list
  ran
  says 'another start is building'
  wait "$first" || true
  [ "$(grep -c 'cmake --build' "$calls")" = 1 ] || fail 'both starts built'
}

standard_output_is_the_programs() {
  absent libfmt-dev
  start list --json
  ran
  [ "$(cat "$out")" = "$PWD: list --json" ] || fail 'standard output holds more than the program wrote'
}

test_command_builds_the_tests() {
  absent catch2
  preset=dev
  start --yes test --quiet
  ran
  called 'install -y --no-install-recommends catch2'
  called 'cmake --preset dev'
  called '--target warpup_product warpup_tests'
}

help_before_the_first_build() {
  start --help
  [ "$rc" = 0 ] || fail "expected status 0, got $rc"
  grep -q 'run 7' "$out" || fail 'no help'
  not_called cmake
}

set_up_machine
"$case_name"
