// expect: CUDA has no atomicAdd for this type of pointer
#include <cstddef>
__global__ void kernel(size_t* p) { atomicAdd(p, size_t{1}); }
int main() { return 0; }
