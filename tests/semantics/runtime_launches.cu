// Launches: which shapes are refused and with what, what is known of a kernel, how many blocks fit.
#include <cuda_runtime.h>

#include "facts.h"

__global__ void noop_kernel() {}
__global__ void __launch_bounds__(128) bounded_kernel() {}
__global__ void add_kernel(int a, float b, int* sum) { *sum = a + static_cast<int>(b); }
__global__ void shared_kernel(int* out) {
  __shared__ int values[10000];
  values[threadIdx.x] = 1;
  __syncthreads();
  if (out) *out = values[0];
}
void host_function() {}

// The last error twice (the first read clears it): 11 means refused with "invalid argument", once.
int launch(dim3 grid, dim3 block, size_t shared = 0) {
  noop_kernel<<<grid, block, shared>>>();
  const int peeked = cudaPeekAtLastError();
  const int got = cudaGetLastError();
  return peeked * 100 + got * 10 + cudaGetLastError();
}

void shapes() {
  FACT(launch(1, 1), 0);
  FACT(launch(0, 1), 110);
  FACT(launch(1, 0), 110);
  FACT(launch(1, 1024), 0);
  FACT(launch(1, 1025), 110);
  FACT(launch(1, 1050), 110);
  FACT(launch(1, dim3(32, 33)), 110);
  FACT(launch(1, dim3(1, 1, 65)), 110);
  FACT(launch(dim3(1, 65536), 1), 110);
  FACT(launch(dim3(1, 1, 65536), 1), 110);
  FACT(launch(2147483648u, 1), 110);
  FACT(launch(1, 1, 49152), 0);
  FACT(launch(1, 1, 49153), 110);
  bounded_kernel<<<1, 256>>>();
  FACT(cudaGetLastError(), 1);
  shared_kernel<<<1, 32, 9152>>>(nullptr);
  FACT(cudaGetLastError(), 0);
  shared_kernel<<<1, 32, 9153>>>(nullptr);
  FACT(cudaGetLastError(), 1);
  FACT(cudaDeviceSynchronize(), 0);
}

void attributes() {
  const auto shared = cudaFuncAttributeMaxDynamicSharedMemorySize;
  FACT(cudaFuncSetAttribute(noop_kernel, shared, 232448), 0);
  FACT(cudaFuncSetAttribute(noop_kernel, shared, 232449), 1);
  FACT(cudaFuncSetAttribute(noop_kernel, shared, -1), 1);
  cudaGetLastError();
  FACT(launch(1, 1, 232448), 0);
  FACT(cudaFuncSetAttribute(noop_kernel, shared, 300), 0);
  FACT(launch(1, 1, 400), 110);
  FACT(launch(1, 1, 300), 0);
  FACT(cudaFuncSetAttribute(noop_kernel, shared, 49152), 0);
  const auto carveout = cudaFuncAttributePreferredSharedMemoryCarveout;
  FACT(cudaFuncSetAttribute(shared_kernel, carveout, 50), 0);
  FACT(cudaFuncSetAttribute(shared_kernel, carveout, 101), 1);
  cudaFuncAttributes a;
  FACT(cudaFuncGetAttributes(&a, bounded_kernel), 0);
  FACT(a.maxThreadsPerBlock, 128);
  FACT(cudaFuncGetAttributes(&a, shared_kernel), 0);
  FACT(a.sharedSizeBytes, 40000);
  FACT(a.maxDynamicSharedSizeBytes, 9152);
  FACT(cudaFuncGetAttributes(&a, static_cast<void*>(nullptr)), 98);
}

void by_address() {
  int a = 3;
  float b = 4;
  int* d_sum = nullptr;
  cudaMalloc(&d_sum, sizeof(int));
  void* arguments[] = {&a, &b, &d_sum};
  FACT(cudaLaunchKernel(add_kernel, 1, 1, arguments), 0);
  int sum = 0;
  FACT(cudaMemcpy(&sum, d_sum, sizeof sum, cudaMemcpyDefault), 0);
  FACT(sum, 7);
  cudaLaunchConfig_t config = {};
  config.gridDim = 1;
  config.blockDim = 1;
  FACT(cudaLaunchKernelEx(&config, add_kernel, 5, 6, d_sum), 0);
  FACT(cudaMemcpy(&sum, d_sum, sizeof sum, cudaMemcpyDefault), 0);
  FACT(sum, 11);
  FACT(cudaLaunchKernel(add_kernel, 1, 1, nullptr), 1);
  FACT(cudaLaunchKernel(host_function, 1, 1, nullptr), 400);
  FACT(cudaLaunchKernel(static_cast<const void*>(nullptr), 1, 1, nullptr, 0, 0), 98);
  const void* noop = reinterpret_cast<const void*>(noop_kernel);
  FACT(cudaLaunchCooperativeKernel(noop, 132 * 2, 1024, nullptr, 0, 0), 0);
  FACT(cudaLaunchCooperativeKernel(noop, 132 * 2 + 1, 1024, nullptr, 0, 0), 720);
  cudaFree(d_sum);
}

int resident(int threads, size_t shared = 0) {
  int blocks = -1;
  const int error =
      cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, noop_kernel, threads, shared);
  return error ? -error : blocks;
}

template <class Kernel>
int best_shape(Kernel kernel, size_t shared = 0, int limit = 0) {
  int grid = 0, block = 0;
  const int error = cudaOccupancyMaxPotentialBlockSize(&grid, &block, kernel, shared, limit);
  return error ? -error : grid * 10000 + block;
}

// The H200 has 132 multiprocessors; the cpu backend models them.
void occupancy() {
  FACT(resident(0), -1);
  FACT(resident(1), 32);
  FACT(resident(33), 32);
  FACT(resident(96), 21);
  FACT(resident(256), 8);
  FACT(resident(1024), 2);
  FACT(resident(1025), 0);
  FACT(resident(128, 49152), 4);
  FACT(best_shape(noop_kernel), 264 * 10000 + 1024);
  FACT(best_shape(bounded_kernel), 2112 * 10000 + 128);
  FACT(best_shape(noop_kernel, 0, 500), 1056 * 10000 + 256);
  FACT(best_shape(noop_kernel, 20000), 264 * 10000 + 1024);
}

int main() {
  shapes();
  attributes();
  by_address();
  occupancy();
  return facts_end();
}
