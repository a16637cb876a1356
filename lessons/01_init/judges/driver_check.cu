// Judges exercise 1.1: codes from success to unknown, and numbers that
// are none.
#include <cuda.h>

#include <string>

#include "lesson/judge.h"

// The learner's.
std::string describe(CUresult code);

struct Known {
  CUresult code;
  const char* name;
};

const Known kKnown[] = {
    {CUDA_SUCCESS, "CUDA_SUCCESS"},
    {CUDA_ERROR_INVALID_VALUE, "CUDA_ERROR_INVALID_VALUE"},
    {CUDA_ERROR_NOT_INITIALIZED, "CUDA_ERROR_NOT_INITIALIZED"},
    {CUDA_ERROR_INVALID_CONTEXT, "CUDA_ERROR_INVALID_CONTEXT"},
    {CUDA_ERROR_NOT_FOUND, "CUDA_ERROR_NOT_FOUND"},
    {CUDA_ERROR_ILLEGAL_ADDRESS, "CUDA_ERROR_ILLEGAL_ADDRESS"},
    {CUDA_ERROR_UNKNOWN, "CUDA_ERROR_UNKNOWN"},
};

void require_message(const std::string& expected, CUresult code) {
  const std::string got = describe(code);
  lesson::require("the message", got == expected, expected, got);
}

void judge() {
  for (const Known& known : kKnown) {
    lesson::begin_case("code " +
                       std::to_string(static_cast<int>(known.code)));
    const char* words = "";
    cuGetErrorString(known.code, &words);
    require_message(std::string(known.name) + ": " + words, known.code);
  }
  for (const int number : {99, 998, 1000, 99999}) {
    lesson::begin_case(std::to_string(number) + ", which is no code");
    require_message("unknown error " + std::to_string(number),
                    static_cast<CUresult>(number));
  }
}

int main() { return lesson::run_judge("driver_check", judge); }
