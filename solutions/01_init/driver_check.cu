// Exercise 1.1, driver_check: a message for every code of the driver
// API.
//
// describe(code) returns the code's name and its words, as in
// "CUDA_ERROR_NOT_FOUND: named symbol not found". For a number that is
// no code it returns "unknown error" and the number, as in
// "unknown error 99999".
#include <cuda.h>

#include <string>

std::string describe(CUresult code) {
  // TODO(driver_check): ask for the name and for the words.
  const char* name = nullptr;
  const char* words = nullptr;
  if (cuGetErrorName(code, &name) != CUDA_SUCCESS || !name ||
      cuGetErrorString(code, &words) != CUDA_SUCCESS || !words) {
    return "unknown error " + std::to_string(static_cast<int>(code));
  }
  return std::string(name) + ": " + words;
  // END(driver_check)
}
