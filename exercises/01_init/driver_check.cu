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
  (void)code;
  return "";
  // END(driver_check)
}
