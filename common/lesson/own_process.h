// A case that spoils its process gets one of its own: this program again, started as
// `PROGRAM --case NAME NUMBER`. It is a new program, not a fork, which would share the device's
// state with its parent; CUDA does not allow that.
//
//   int main(int argc, char** argv) {
//     const std::vector<lesson::Case> cases = {{"late", late}};
//     if (lesson::is_case(argc, argv)) return lesson::run_case(argv, cases);
#pragma once

#include <string>
#include <vector>

namespace lesson {

/// What one call answered: an error code, or a result.
struct Answer {
  std::string call;
  int value;
};

struct Case {
  std::string name;
  void (*function)(int number);
};

/// True if the command line asks for a case.
bool is_case(int argc, char** argv);
/// Runs the case that the command line asks for. Returns the exit code: 0, or 2 where there is no
/// such case.
int run_case(char** argv, const std::vector<Case>& cases);

/// In the case: tells the waiting process what `call` answered.
void tell(const std::string& call, int value);

/// In the lesson: runs case `name` and returns what it told. With `blocking`, its launches wait for
/// their kernels. Throws std::runtime_error if the case did not end by itself.
std::vector<Answer> run_in_own_process(const std::string& name, int number = 0,
                                       bool blocking = false);

}  // namespace lesson

/// A macro, because only the preprocessor knows the text of the call.
#define TELL(call) ::lesson::tell(#call, call)
