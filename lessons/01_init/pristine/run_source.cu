// Exercise 1.3, run_source: compiles a text and launches a kernel of
// it.
//
// source holds CUDA C++; kernel is the name of one of its kernels, in
// extern "C", with the parameters (float* x, int n). x is (n), n >= 0,
// in device memory of the context that is current. The kernel wants a
// thread for each element, in blocks of 256; it has a guard. When
// run_source returns, the kernel is done and the module unloaded.
//
// *log becomes the compiler's log, without the 0 at its end.
#include <cuda.h>
#include <nvrtc.h>

#include <string>

#include "cuda/driver_check.h"

enum class Ran { kYes, kNotCompiled, kNoKernel };

// TODO(run_source): from the text to PTX.
// END(run_source)

Ran run_source(const std::string& source, const std::string& kernel,
               CUdeviceptr d_x, int n, std::string* log) {
  // TODO(run_source): compile, load, find, launch, wait, unload.
  *log = "";
  return Ran::kNoKernel;
  // END(run_source)
}
