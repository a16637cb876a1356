// Exercise 12.2, checked_call: a macro that checks a call and keeps the
// place where it stands.
//
// CHECKED(call) makes the call once. If that fails it throws a Failure,
// with the code, the text of the call, the file and the line, and
// leaves no error on record. It can stand wherever a statement can.
#include <cuda_runtime.h>

struct Failure {
  cudaError_t code;
  const char* call;
  const char* file;
  int line;
};

// TODO(checked_call): write the macro, and the function that it calls.
#define CHECKED(call) static_cast<void>(call)
// END(checked_call)

// ---- the judge calls these ----

const char* this_file() { return __FILE__; }

// *line becomes the line of the check.
void check_one(cudaError_t (*api)(), int* line) {
  *line = __LINE__ + 1;
  CHECKED(api());
}

// *other becomes true where no check is asked for.
void check_or_not(bool asked, cudaError_t (*api)(), bool* other) {
  if (asked)
    CHECKED(api());
  else
    *other = true;
}
