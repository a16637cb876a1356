// The cases of lesson 01 that need a process in which no call of CUDA
// has been made yet.
#pragma once

#include <vector>

#include "lesson/own_process.h"

/// A program's first call, and the primary context after it: active,
/// and current on the calling thread.
struct FirstCall {
  const char* text;
  void (*make)();
  bool started, active, current;
};

extern const std::vector<FirstCall> kFirstCalls;
extern const std::vector<lesson::Case> kCases;
