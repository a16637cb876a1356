# Part of run.sh: what there is to build, and how. Sourced; uses $root, $work, $nvcc, $toolkit, $arch.
# shellcheck shell=bash disable=SC2154

# One line a program: kind, name, and its sources, separated by tabs; all sources relative to $root.
plan() {
  local file lesson name
  for file in lessons/*/lesson.cu; do
    [ -e "$file" ] || continue
    lesson=$(dirname "$file")
    # All .cu files of the folder are the lesson's, those for a GPU alone too.
    printf 'lesson\t%s\t%s\n' "$(basename "$lesson")" "$(printf '%s\t' "$lesson"/*.cu)"
  done
  for file in lessons/*/judges/*.cu; do
    [ -e "$file" ] || continue
    lesson=$(basename "$(dirname "$(dirname "$file")")")
    name=$(basename "$file" .cu)
    printf 'solution\t%s\t%s\t%s\n' "$lesson/$name" "solutions/$lesson/$name.cu" "$file"
    printf 'exercise\t%s\t%s\t%s\n' "$lesson/$name" "exercises/$lesson/$name.cu" "$file"
  done
  for file in lessons/*/mutants/*.cu; do
    [ -e "$file" ] || continue
    lesson=$(basename "$(dirname "$(dirname "$file")")")
    name=$(basename "$file" .cu)
    printf 'mutant\t%s\t%s\t%s\n' "$lesson/$name" "$file" "lessons/$lesson/judges/${name%%.*}.cu"
  done
  for file in tests/semantics/*.cu tests/runtime/{lazy_start,driver,modules}.cu; do
    [ -e "$file" ] && printf 'test\t%s\t%s\n' "$(basename "$file" .cu)" "$file"
  done
  return 0
}

# The program a plan's line names.
program_of() { printf '%s/bin/%s/%s' "$work" "$1" "$2"; }

# Every object once, though a judge belongs to many programs; each links the whole lesson library.
write_ninja() {
  local libraries="-Xlinker --as-needed -lcublas -lnvrtc -lcuda -L$toolkit/lib64/stubs -L$toolkit/targets/x86_64-linux/lib/stubs"
  local includes="-I$root/common ${deps:+-I$deps/usr/include}"
  local source objects kind name sources optimise='-O3 -lineinfo'
  # What is only compiled and linked need not be fast.
  if [ "$build_only" = 1 ]; then optimise='-O0 -Xptxas -O0'; fi
  cat <<EOF
rule nvcc
  command = $nvcc -std=c++17 $optimise -arch=$arch --extended-lambda --expt-relaxed-constexpr $includes -MD -MF \$out.d -c \$in -o \$out
  depfile = \$out.d
  deps = gcc
rule link
  command = $nvcc -arch=$arch \$in -o \$out $libraries
EOF
  objects=''
  for source in common/lesson/*.cpp common/cuda/*.cpp common/cuda/*.cu; do
    [ -e "$root/$source" ] && objects="$objects obj/$source.o"
  done
  local library=$objects
  while IFS=$'\t' read -r kind name sources; do
    objects=''
    for source in $sources; do objects="$objects obj/$source.o"; done
    printf 'build bin/%s/%s: link%s%s\n' "$kind" "$name" "$objects" "$library"
  done <"$work/plan"
  { cut -f 3- "$work/plan" | tr '\t' '\n' | grep . && tr ' ' '\n' <<<"$library" | sed -n 's/^obj\/\(.*\)\.o$/\1/p'; } |
    sort -u | while read -r source; do
    printf 'build obj/%s.o: nvcc %s\n' "$source" "$root/$source"
  done
}

# For --build-only: what was linked, and what not.
count_built() {
  local built=0 failed=0 kind name
  while IFS=$'\t' read -r kind name _; do
    if [ -x "$(program_of "$kind" "$name")" ]; then
      built=$((built + 1))
    else
      failed=$((failed + 1))
      printf 'did not build: %s %s\n' "$kind" "$name"
    fi
  done <"$work/plan"
  printf '%d passed, %d failed\n' "$built" "$failed"
  [ "$failed" = 0 ]
}
