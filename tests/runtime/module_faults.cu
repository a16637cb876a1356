// A kernel of NVRTC writes past the end, and two of its threads race: the checker names lines of
// the NVRTC program, which is no file.
#include <cuda.h>
#include <nvrtc.h>

#include <cstdio>
#include <string>

constexpr const char* kSource =
    "extern \"C\" __global__ void past_the_end(int* x) {\n"
    "  x[threadIdx.x + 1] = 1;\n"
    "}\n"
    "extern \"C\" __global__ void race(int* x) {\n"
    "  __shared__ int last;\n"
    "  last = threadIdx.x;\n"
    "  if (threadIdx.x == 0) x[0] = 0;\n"
    "}\n";

#define REQUIRE_ZERO(call)                                     \
  do {                                                         \
    const int code = call;                                     \
    if (code) std::printf("FAIL: %s gives %d\n", #call, code); \
  } while (0)

CUmodule load() {
  nvrtcProgram program = nullptr;
  CUmodule module = nullptr;
  size_t bytes = 0;
  REQUIRE_ZERO(nvrtcCreateProgram(&program, kSource, "faults.cu", 0, nullptr, nullptr));
  REQUIRE_ZERO(nvrtcCompileProgram(program, 0, nullptr));
  REQUIRE_ZERO(nvrtcGetPTXSize(program, &bytes));
  std::string image(bytes, '\0');
  REQUIRE_ZERO(nvrtcGetPTX(program, &image[0]));
  REQUIRE_ZERO(nvrtcDestroyProgram(&program));
  REQUIRE_ZERO(cuModuleLoadData(&module, image.c_str()));
  return module;
}

int main() {
  CUcontext context = nullptr;
  CUdeviceptr d_x = 0;
  REQUIRE_ZERO(cuInit(0));
  REQUIRE_ZERO(cuDevicePrimaryCtxRetain(&context, 0));
  REQUIRE_ZERO(cuCtxSetCurrent(context));
  CUmodule module = load();
  REQUIRE_ZERO(cuMemAlloc(&d_x, 32 * sizeof(int)));
  void* arguments[] = {&d_x};
  for (const char* name : {"past_the_end", "race"}) {
    CUfunction kernel = nullptr;
    REQUIRE_ZERO(cuModuleGetFunction(&kernel, module, name));
    REQUIRE_ZERO(cuLaunchKernel(kernel, 1, 1, 1, 32, 1, 1, 0, nullptr, arguments, nullptr));
  }
  REQUIRE_ZERO(cuCtxSynchronize());
  REQUIRE_ZERO(cuMemFree(d_x));
  REQUIRE_ZERO(cuModuleUnload(module));
  REQUIRE_ZERO(cuDevicePrimaryCtxRelease(0));
  return 0;
}
