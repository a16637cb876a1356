// Asynchronous errors that the CPU doesn't see by itself, so that only the check build has them.
#include <cuda_runtime.h>

#include "../semantics/after_failure.h"

__global__ void write_kernel(int* p) { *p = 1; }
__global__ void misaligned_kernel(char* p) { *reinterpret_cast<int*>(p + 1) = 1; }

int main() {
  in_own_process("host pointer", [] {
    static int on_host;
    int* p = &on_host;
    write_kernel<<<1, 1>>>(p);
    after_failure(700);
  });
  in_own_process("misaligned", [] {
    char* p = nullptr;
    cudaMalloc(&p, 64);
    misaligned_kernel<<<1, 1>>>(p);
    after_failure(716);
  });
  return facts_end();
}
