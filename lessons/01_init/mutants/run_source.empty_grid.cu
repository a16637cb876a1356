// expect: launch-config: n = 0 makes a grid of 0 blocks.

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
struct Compiled {
  bool ok = false;
  std::string log, ptx;
};

Compiled compile(const std::string& source) {
  Compiled compiled;
  nvrtcProgram program = nullptr;
  nvrtcCreateProgram(&program, source.c_str(), "source.cu", 0, nullptr,
                     nullptr);
  compiled.ok =
      nvrtcCompileProgram(program, 0, nullptr) == NVRTC_SUCCESS;
  size_t bytes = 0;
  nvrtcGetProgramLogSize(program, &bytes);
  compiled.log.resize(bytes);
  nvrtcGetProgramLog(program, &compiled.log[0]);
  compiled.log.resize(bytes - 1);
  nvrtcGetPTXSize(program, &bytes);
  compiled.ptx.resize(bytes);
  nvrtcGetPTX(program, &compiled.ptx[0]);
  nvrtcDestroyProgram(&program);
  return compiled;
}
// END(run_source)

Ran run_source(const std::string& source, const std::string& kernel,
               CUdeviceptr d_x, int n, std::string* log) {
  // TODO(run_source): compile, load, find, launch, wait, unload.
  const Compiled compiled = compile(source);
  *log = compiled.log;
  if (!compiled.ok) return Ran::kNotCompiled;
  CUmodule module = nullptr;
  CU_CHECK(cuModuleLoadData(&module, compiled.ptx.c_str()));
  CUfunction function = nullptr;
  const bool found =
      cuModuleGetFunction(&function, module, kernel.c_str()) ==
      CUDA_SUCCESS;
  if (found) {
    void* arguments[] = {&d_x, &n};
    CU_CHECK(cuLaunchKernel(function, (n + 255) / 256, 1, 1, 256, 1, 1,
                            0, nullptr, arguments, nullptr));
    CU_CHECK(cuCtxSynchronize());
  }
  CU_CHECK(cuModuleUnload(module));
  return found ? Ran::kYes : Ran::kNoKernel;
  // END(run_source)
}
