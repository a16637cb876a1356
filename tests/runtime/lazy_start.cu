// When the runtime starts the driver and makes its primary context, seen through the driver API.
#include <cuda.h>
#include <cuda_runtime.h>

#include "../semantics/facts.h"

// Digits: the driver's answer, whether the primary context is active, whether one is current.
int state() {
  unsigned flags = 0;
  int active = 0;
  CUcontext current = nullptr;
  cuDevicePrimaryCtxGetState(0, &flags, &active);
  const int error = cuCtxGetCurrent(&current);
  return error * 100 + active * 10 + (current != nullptr);
}

void queries_start_no_context() {
  CUcontext current = nullptr;
  CUdevice device = 0;
  int n = 0;
  FACT(cuCtxGetCurrent(&current), 3);
  FACT(cuDeviceGetCount(&n), 3);
  FACT(cuDriverGetVersion(&n), 0);
  FACT(cudaRuntimeGetVersion(&n), 0);
  FACT(cudaGetDeviceCount(&n), 0);
  FACT(cuDeviceGet(&device, 0), 0);
  FACT(state(), 0);
  cudaDeviceProp properties;
  FACT(cudaGetDeviceProperties(&properties, 0), 0);
  FACT(state(), 0);
}

void set_device_starts_it() {
  FACT(cudaSetDevice(0), 0);
  FACT(state(), 11);
  CUcontext current = nullptr, primary = nullptr;
  cuCtxGetCurrent(&current);
  FACT(cuDevicePrimaryCtxRetain(&primary, 0), 0);
  FACT(primary == current, 1);
  FACT(cuDevicePrimaryCtxRelease(0), 0);
  FACT(state(), 11);  // the runtime has a reference of its own
}

void reset_ends_it() {
  void* p = nullptr;
  FACT(cudaMalloc(&p, 4), 0);
  FACT(state(), 11);
  FACT(cudaDeviceReset(), 0);
  FACT(state(), 1);
}

int main() {
  in_own_process("queries", queries_start_no_context);
  in_own_process("cudaSetDevice", set_device_starts_it);
  in_own_process("cudaDeviceReset", reset_ends_it);
  in_own_process("cudaFree(0)", [] {
    FACT(cudaFree(nullptr), 0);
    FACT(state(), 11);
  });
  in_own_process("cudaInitDevice", [] {
    FACT(cudaInitDevice(0, 0, 0), 0);
    FACT(state(), 10);
  });
  return facts_end();
}
