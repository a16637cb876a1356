// Reads one element too many, as the check build compiles it.
#include "program.h"

static int* in;
int out[64];

__attribute__((noinline)) static void difference(int i) {
  out[i] = in[i + 1];  // the last one reads in[64]
}

static void run(unsigned i) {
  watch(in + 64, sizeof(int), i);
  difference(static_cast<int>(i));
  difference(63);
}

int main() {
  in = new int[65]();
  made(&in, 64 * sizeof(int));
  run_all(run, 64);
  finish();
}
