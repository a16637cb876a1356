#!/bin/sh
# Lesson 11 with rows of one's own: own_rows_test.sh WARPUP ROOT
# Rows of zeros hold no object, and every step takes that; another shape or type is refused by name.
set -eu

warpup=$1
root=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
values=$((25200 * 85))

# array FILE TYPE SHAPE BYTES: an .npy file of zeros.
array() {
  header="{'descr': '$2', 'fortran_order': False, 'shape': $3, }"
  {
    printf '\223NUMPY\001\000\166\000' # version 1.0, a header of 118 bytes: 128 in all
    printf '%-117s\n' "$header"
    head -c "$4" /dev/zero
  } >"$1"
}

# A picture of 2 x 1 pixels, as BMP: file header, picture header, one row of 8 bytes.
{
  printf 'BM\076\000\000\000\000\000\000\000\066\000\000\000'
  printf '\050\000\000\000\002\000\000\000\001\000\000\000\001\000\030\000'
  head -c 32 /dev/zero
} >"$work/picture.bmp"

run() {
  (cd "$root" && "$warpup" run 11 --backend cpu --input "$1" --image "$work/picture.bmp" 2>&1)
}

refused() { # FILE TEXT
  if run "$1" >"$work/said"; then
    echo "$1 was taken" && exit 1
  fi
  tr '\n' ' ' <"$work/said" | tr -s ' ' | grep -qF "$2" || {
    cat "$work/said"
    echo "$1 was not refused with: $2" && exit 1
  }
}

array "$work/zeros.npy" '<f4' '(1, 25200, 85)' $((values * 4))
run "$work/zeros.npy" >"$work/said" || {
  cat "$work/said"
  exit 1
}
array "$work/shape.npy" '<f4' '(25200, 84)' $((25200 * 84 * 4))
refused "$work/shape.npy" 'its shape is (25200, 84), and not (1, 25200, 85) or (25200, 85)'
array "$work/type.npy" '<f8' '(25200, 85)' $((values * 8))
refused "$work/type.npy" 'its values are of type <f8'
