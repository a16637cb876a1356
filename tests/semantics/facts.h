// Facts: what the API answers on a real GPU (H200, driver 580, CUDA 13.0). A program states them
// one by one, prints `fact: value` lines, and fails if a value is another one.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>

inline int facts_failed = 0;

inline void fact(const char* what, long long value, long long expected, int line) {
  const bool same = value == expected;
  std::printf("%s: %lld", what, value);
  if (!same) std::printf("   <-- line %d expects %lld", line, expected);
  std::printf("\n");
  std::fflush(stdout);
  if (!same) ++facts_failed;
}

// A macro, to print the call itself.
#define FACT(call, expected) fact(#call, static_cast<long long>(call), expected, __LINE__)

inline int facts_end() {
  if (facts_failed) std::printf("FAIL: %d facts\n", facts_failed);
  if (!facts_failed) std::printf("PASS\n");
  return facts_failed != 0;
}

/// Runs `body` in a process of its own, which has to be done before this one uses the GPU.
template <class Body>
void in_own_process(const char* name, const Body& body) {
  std::printf("-- %s\n", name);
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    facts_failed = 0;
    body();
    std::fflush(stdout);
    _exit(facts_failed ? 1 : 0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (status != 0) {
    std::printf("   <-- %s ended with status %#x\n", name, status);
    ++facts_failed;
  }
}

/// Keeps a stream busy for about `ms` milliseconds.
__global__ void busy_kernel(int ms) {
  const long long begin = clock64();
  while (clock64() - begin < ms * 1500000LL) {
  }
}
