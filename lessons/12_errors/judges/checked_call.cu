// Judges exercise 12.2: calls that succeed, that fail, that fail only
// once, as a statement and between if and else.
#include <cuda_runtime.h>

#include <string>

#include "lesson/judge.h"

// Both files define it with the same words.
struct Failure {
  cudaError_t code;
  const char* call;
  const char* file;
  int line;
};

// The learner's file.
const char* this_file();
void check_one(cudaError_t (*api)(), int* line);
void check_or_not(bool asked, cudaError_t (*api)(), bool* other);

int calls = 0;

cudaError_t succeeds() {
  ++calls;
  return cudaSuccess;
}

cudaError_t fails() {
  ++calls;
  return cudaErrorInvalidValue;
}

cudaError_t fails_once() {
  return ++calls == 1 ? cudaErrorNotSupported : cudaSuccess;
}

// Fails for real, so that the runtime records it.
cudaError_t too_much() {
  ++calls;
  void* none = nullptr;
  return cudaMalloc(&none, size_t{1} << 60);
}

std::string base(const std::string& path) {
  return path.substr(path.find_last_of('/') + 1);
}

void require_text(const std::string& what, const std::string& expected,
                  const std::string& got) {
  lesson::require(what, got == expected, expected, got);
}

void judge_success() {
  lesson::begin_case("a call that succeeds");
  int line = 0;
  calls = 0;
  bool thrown = false;
  try {
    check_one(succeeds, &line);
  } catch (const Failure&) {
    thrown = true;
  }
  lesson::require("nothing is thrown", !thrown, "nothing", "a Failure");
  require_text("times that the call is made", "1",
               std::to_string(calls));
}

void judge_failure(const std::string& name, cudaError_t (*api)(),
                   cudaError_t code) {
  lesson::begin_case(name);
  int line = 0;
  calls = 0;
  bool thrown = false;
  Failure failure = {};
  try {
    check_one(api, &line);
  } catch (const Failure& f) {
    failure = f;
    thrown = true;
  }
  lesson::require("a Failure is thrown", thrown, "a Failure",
                  "nothing");
  require_text("times that the call is made", "1",
               std::to_string(calls));
  require_text("code", cudaGetErrorName(code),
               cudaGetErrorName(failure.code));
  require_text("call", "api()", failure.call ? failure.call : "none");
  require_text("file", base(this_file()),
               base(failure.file ? failure.file : "none"));
  require_text("line", std::to_string(line),
               std::to_string(failure.line));
  require_text("the record afterwards", "cudaSuccess",
               cudaGetErrorName(cudaPeekAtLastError()));
}

void judge_branches() {
  lesson::begin_case("between if and else");
  calls = 0;
  bool other = false;
  check_or_not(true, succeeds, &other);
  lesson::require("the branch behind else", !other, "not taken",
                  "taken");
  require_text("times that the call is made", "1",
               std::to_string(calls));
  check_or_not(false, succeeds, &other);
  lesson::require("the branch behind else", other, "taken",
                  "not taken");
  require_text("times that the call is made", "1",
               std::to_string(calls));
}

void judge() {
  judge_success();
  judge_failure("a call that fails", fails, cudaErrorInvalidValue);
  judge_failure("a call that fails the first time only", fails_once,
                cudaErrorNotSupported);
  judge_failure("a cudaMalloc of too much", too_much,
                cudaErrorMemoryAllocation);
  judge_branches();
}

int main() { return lesson::run_judge("checked_call", judge); }
