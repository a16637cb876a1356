#!/bin/sh
# Compares README.md's table of lessons with the manifests: readme_test.sh ROOT
# With --update after it, writes the table instead.
set -eu

cd "$1"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The table's row for one manifest: number, linked name, summary, exercises.
row_of() {
  awk -v folder="$(dirname "$1")" '
    function value(line) {
      sub(/^[a-z_]+ *= */, "", line)
      sub(/ *(#[^"]*)?$/, "", line)
      gsub(/^"|"$/, "", line)
      gsub(/\\"/, "\"", line)
      return line
    }
    /^\[\[/ { table = $0 }  # the lesson itself comes before the first one
    /^number *=/ && table == "" { number = value($0) }
    /^name *=/ && table == "" { name = value($0) }
    /^summary *=/ && table == "" { summary = value($0) }
    /^name *=/ && table ~ /exercise/ { exercises = exercises (exercises == "" ? "" : ", ") "`" value($0) "`" }
    END {
      printf "| %d | [%s](%s/README.md) | %s | %s |\n", number, name, folder, summary, exercises
    }' "$1"
}

{
  printf '| | lesson | what it shows | exercises |\n|---|---|---|---|\n'
  for manifest in lessons/*/lesson.toml; do
    if [ -e "$manifest" ]; then row_of "$manifest"; fi
  done
} >"$work/expected"

sed -n '/<!-- lessons -->/,/<!-- end of lessons -->/p' README.md | sed '1d;$d' >"$work/found"

if [ "${2:-}" = --update ]; then
  sed -e "/<!-- lessons -->/r $work/expected" -e '/<!-- lessons -->/,/<!-- end of lessons -->/{/<!--/!d}' \
    README.md >"$work/readme"
  cat "$work/readme" >README.md
elif ! diff -u "$work/found" "$work/expected"; then
  echo 'README.md and the manifests differ. To write the table anew: sh tests/packaging/readme_test.sh . --update'
  exit 1
fi
