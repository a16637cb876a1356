// expect: race-global: ++*p by many threads loses updates, like p[0] = p[0] + 1.
#include <cstdio>

#include <cuda_runtime.h>

__global__ void count(int* p) {
  ++*p;  // BUG
}

int main() {
  int* d_count = nullptr;
  cudaMalloc(&d_count, sizeof(int));
  cudaMemset(d_count, 0, sizeof(int));
  count<<<2, 64>>>(d_count);
  int result = 0;
  cudaMemcpy(&result, d_count, sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("RESULT: %d\n", result);
  cudaFree(d_count);
  return 0;
}
