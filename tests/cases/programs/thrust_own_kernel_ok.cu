// expect: ok: the memory of a device vector in one's own kernel, and a raw allocation in Thrust.
#include <thrust/device_ptr.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/fill.h>
#include <thrust/reduce.h>

#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

__global__ void add_index(int* data, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) data[i] += i;
}

int main() {
    const int n = 1000;
    thrust::device_vector<int> v(n, 7);
    add_index<<<(n + 255) / 256, 256>>>(thrust::raw_pointer_cast(v.data()), n);
    CK(cudaGetLastError());
    const int sum = thrust::reduce(v.begin(), v.end());

    int* raw = nullptr;
    CK(cudaMalloc(&raw, n * sizeof(int)));
    thrust::device_ptr<int> p = thrust::device_pointer_cast(raw);
    thrust::fill(p, p + n, 3);
    add_index<<<(n + 255) / 256, 256>>>(raw, n);
    CK(cudaGetLastError());
    const int other = thrust::reduce(thrust::device, raw, raw + n, 0);
    CK(cudaFree(raw));
    const int bad = (sum != 7 * n + n * (n - 1) / 2) + (other != 3 * n + n * (n - 1) / 2);
    std::printf("RESULT: %s (%d wrong)\n", bad == 0 ? "PASS" : "FAIL", bad);
    return 0;
}
