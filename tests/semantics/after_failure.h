// What a program sees after a kernel has failed.
#pragma once

#include <cuda_runtime.h>

#include "facts.h"

__global__ void noop_kernel() {}

// What follows a kernel that failed with `code`.
inline void after_failure(int code) {
  void* p = nullptr;
  FACT(cudaPeekAtLastError(), 0);
  FACT(cudaDeviceSynchronize(), code);
  FACT(cudaGetLastError(), code);
  FACT(cudaGetLastError(), 0);
  FACT(cudaMalloc(&p, 4), code);
  noop_kernel<<<1, 1>>>();
  FACT(cudaGetLastError(), code);
  FACT(cudaDeviceReset(), 0);
  FACT(cudaMalloc(&p, 4), 46);
}
