// Asynchronous errors: seen late, then by every call, and only a new process is rid of them.
#include <cuda_runtime.h>

#include <cassert>
#include <chrono>
#include <thread>

#include "after_failure.h"
#include "facts.h"

__global__ void write_kernel(int* p) { *p = 1; }
__global__ void trap_kernel() { __trap(); }
__global__ void assert_kernel(int n) { assert(n == 1); }

void calls_that_still_work() {
  int n = 0;
  cudaDeviceProp properties;
  cudaPointerAttributes attributes;
  void* p = nullptr;
  cudaMalloc(&p, 4);
  write_kernel<<<1, 1>>>(nullptr);
  FACT(cudaDeviceSynchronize(), 700);
  FACT(cudaGetDeviceCount(&n), 0);
  FACT(cudaGetDeviceProperties(&properties, 0), 0);
  FACT(cudaGetDevice(&n), 0);
  FACT(cudaRuntimeGetVersion(&n), 0);
  FACT(cudaPointerGetAttributes(&attributes, p), 0);
  FACT(cudaMalloc(&p, 0), 0);
  FACT(cudaMemcpy(nullptr, nullptr, 0, cudaMemcpyDefault), 0);
  FACT(cudaFree(nullptr), 700);
  FACT(cudaFree(p), 700);
  cudaStream_t stream;
  FACT(cudaStreamCreate(&stream), 700);
  cudaEvent_t event;
  FACT(cudaEventCreate(&event), 700);
  FACT(cudaStreamQuery(0), 700);
  FACT(cudaGetLastError(), 700);
}

// A launch only queues. Whether it notices that the one before has failed is a matter of time: an
// H200 answers 700 nine times in ten, and 0 otherwise.
void launch_after_failure() {
  cudaFree(nullptr);
  write_kernel<<<1, 1>>>(nullptr);
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  noop_kernel<<<1, 1>>>();
  cudaGetLastError();
  FACT(cudaStreamQuery(0), 700);
}

void not_sticky() {
  noop_kernel<<<1, 1050>>>();
  void* p = nullptr;
  FACT(cudaDeviceSynchronize(), 0);
  FACT(cudaGetLastError(), 1);
  FACT(cudaGetLastError(), 0);
  FACT(cudaMalloc(&p, 4), 0);
  FACT(cudaDeviceReset(), 0);
  FACT(cudaFree(p), 1);
  FACT(cudaMalloc(&p, 4), 0);
  FACT(cudaFree(p), 0);
}

void devices() {
  cudaDeviceProp properties;
  int value = -1;
  FACT(cudaSetDevice(99), 101);
  FACT(cudaSetDevice(-1), 101);
  FACT(cudaGetDevice(&value), 0);
  FACT(value, 0);
  FACT(cudaGetDeviceProperties(&properties, 99), 101);
  FACT(cudaDeviceGetAttribute(&value, static_cast<cudaDeviceAttr>(9999), 0), 1);
  FACT(cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 7), 101);
  FACT(cudaDeviceCanAccessPeer(&value, 0, 0), 0);
  FACT(value, 0);
  FACT(cudaDeviceEnablePeerAccess(0, 0), 217);
  FACT(cudaDeviceDisablePeerAccess(0), 705);
  FACT(cudaInitDevice(5, 0, 0), 101);
  size_t limit = 0;
  FACT(cudaDeviceGetLimit(&limit, cudaLimitStackSize), 0);
  FACT(limit, 1024);
  FACT(cudaDeviceSetLimit(static_cast<cudaLimit>(99), 1), 1);
}

int main() {
  in_own_process("null write", [] {
    write_kernel<<<1, 1>>>(nullptr);
    after_failure(700);
  });
  in_own_process("far past the end", [] {
    int* p = nullptr;
    cudaMalloc(&p, 4);
    write_kernel<<<1, 1>>>(p + (1 << 28));
    after_failure(700);
  });
  in_own_process("trap", [] {
    trap_kernel<<<1, 1>>>();
    after_failure(719);
  });
  in_own_process("assert", [] {
    assert_kernel<<<1, 1>>>(2);
    after_failure(710);
  });
  in_own_process("calls that still work", calls_that_still_work);
  in_own_process("launch after a failure", launch_after_failure);
  in_own_process("a refused launch", not_sticky);
  in_own_process("devices", devices);
  return facts_end();
}
