// A case that spoils its process gets one of its own: this program
// again, started as `PROGRAM --case NAME NUMBER`.
//
// What to notice: it is a new program, not a fork. A fork would share
// the device's state with its parent, which CUDA does not allow.
#pragma once

#include <string>
#include <vector>

/// What one call answered: an error code, or a result.
struct Answer {
  std::string call;
  int value;
};

/// In the case: tells the waiting process what `call` answered.
void tell(const std::string& call, int value);

/// In the lesson: runs case `name` and returns what it told. With
/// `blocking`, its launches wait for their kernels. Throws
/// std::runtime_error if the case did not end by itself.
std::vector<Answer> run_in_own_process(const std::string& name,
                                       int number = 0,
                                       bool blocking = false);

// A macro, because only the preprocessor knows the text of the call.
#define TELL(call) tell(#call, call)
