// Code addresses with known lines. The tests know the numbers.
// clang-format off
#include "places.h"

namespace {

__attribute__((noipa)) const void* here() { return __builtin_return_address(0); }

// Stands in for an inline function of a system header.
#line 7 "/usr/include/stand_in.h"
__attribute__((always_inline)) inline const void* through_header() {
  const void* pc = here();
  asm volatile("");  // not a tail call
  return pc;
}
#line 17 WARPUP_TEST_PLACES

__attribute__((noinline)) const void* plain() {
  const void* pc = here();
  asm volatile("");
  return pc;
}

__attribute__((noinline)) const void* inlined() {
  const void* pc = through_header();
  asm volatile("");
  return pc;
}

__attribute__((noinline)) const void* two_on_a_line(int which) {
  const void *a = here(), *b = here();
  asm volatile("");
  return which == 0 ? a : b;
}

}  // namespace

extern "C" const void* warpup_test_place(int which) {
  switch (which) {
    case 0: return plain();
    case 1: return inlined();
    case 2: return two_on_a_line(0);
    default: return two_on_a_line(1);
  }
}
