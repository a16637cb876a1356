// expect: memcheck-oob: the vector is gone at the end of its scope, the pointer into it is not.
#include <thrust/device_vector.h>

#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

__global__ void twice(int* data, int n) {
    const int i = threadIdx.x;
    if (i < n) data[i] *= 2;  // BUG: data points into a vector that was destroyed
}

int* filled(int n) {
    thrust::device_vector<int> v(n, 3);
    return thrust::raw_pointer_cast(v.data());
}

int main() {
    int* data = filled(32);
    twice<<<1, 32>>>(data, 32);
    CK(cudaGetLastError());
    CK(cudaDeviceSynchronize());
    std::printf("RESULT: no error was seen\n");
    return 0;
}
