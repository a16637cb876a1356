// Times three kernels on the backend it is built for and prints "name threads ns_per_thread", one a
// line: vector add (no barrier), a block-wide sum (nine barriers), a tiled matrix product.
#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "cuda/check.h"

constexpr int kBlock = 256;
constexpr int kTile = 16;
constexpr int kRuns = 7;

__global__ void add_kernel(const float* a, const float* b, float* c, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

__global__ void block_sum_kernel(const float* in, float* sums, int n) {
  __shared__ float partial[kBlock];
  const int t = threadIdx.x;
  const int i = blockIdx.x * kBlock + t;
  partial[t] = i < n ? in[i] : 0.0f;
  __syncthreads();  // all of partial is written before any is read
  for (int stride = kBlock / 2; stride > 0; stride /= 2) {
    if (t < stride) partial[t] += partial[t + stride];
    __syncthreads();  // this round's sums are complete before the next reads them
  }
  if (t == 0) sums[blockIdx.x] = partial[0];
}

// c = a b for n x n row-major matrices, n a multiple of kTile.
__global__ void matmul_kernel(const float* a, const float* b, float* c, int n) {
  __shared__ float tile_a[kTile][kTile], tile_b[kTile][kTile];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * kTile + y, col = blockIdx.x * kTile + x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += kTile) {
    tile_a[y][x] = a[row * n + k + x];
    tile_b[y][x] = b[(k + y) * n + col];
    __syncthreads();  // both tiles are complete before anybody reads them
    for (int j = 0; j < kTile; ++j) sum += tile_a[y][j] * tile_b[j][x];
    __syncthreads();  // everybody has read before the next tiles overwrite
  }
  c[row * n + col] = sum;
}

// Median time of a launch and its synchronisation, in nanoseconds.
template <class Launch>
double median_ns(const Launch& launch) {
  std::vector<double> times;
  for (int run = 0; run <= kRuns; ++run) {
    const auto begin = std::chrono::steady_clock::now();
    launch();
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
    const auto end = std::chrono::steady_clock::now();
    // The first run warms up: pages, fibers, caches.
    if (run > 0) times.push_back(std::chrono::duration<double, std::nano>(end - begin).count());
  }
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

void print_row(const char* name, double threads, double ns) {
  std::printf("%s %.0f %.4f\n", name, threads, ns / threads);
}

int main() {
  const int n = 1 << 20, size = 256;
  const std::vector<float> ones(n, 1.0f);
  float *d_a = nullptr, *d_b = nullptr, *d_c = nullptr;
  CUDA_CHECK(cudaMalloc(&d_a, n * sizeof(float)));
  CUDA_CHECK(cudaMalloc(&d_b, n * sizeof(float)));
  CUDA_CHECK(cudaMalloc(&d_c, n * sizeof(float)));
  CUDA_CHECK(cudaMemcpy(d_a, ones.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemcpy(d_b, ones.data(), n * sizeof(float), cudaMemcpyHostToDevice));

  print_row("add", n, median_ns([&] { add_kernel<<<n / kBlock, kBlock>>>(d_a, d_b, d_c, n); }));
  print_row("reduce", n, median_ns([&] { block_sum_kernel<<<n / kBlock, kBlock>>>(d_a, d_c, n); }));
  const dim3 grid(size / kTile, size / kTile), block(kTile, kTile);
  print_row("matmul", double(size) * size,
            median_ns([&] { matmul_kernel<<<grid, block>>>(d_a, d_b, d_c, size); }));

  float first = 0.0f;
  CUDA_CHECK(cudaMemcpy(&first, d_c, sizeof first, cudaMemcpyDeviceToHost));
  if (first != size) {
    std::fprintf(stderr, "wrong product: %g, expected %d\n", first, size);
    return 1;
  }
  CUDA_CHECK(cudaFree(d_a));
  CUDA_CHECK(cudaFree(d_b));
  CUDA_CHECK(cudaFree(d_c));
  return 0;
}
