// One access pattern a kernel, small enough to count by hand. The checker's counts of them are
// compared with those of a GPU's counters (expected.tsv; README.md says how). Each kernel is
// launched once, in kBlocks blocks of kThreads threads, and touches memory in the named way alone,
// besides a coalesced store of what it has read, which keeps the compiler from leaving it out.
#include <cuda_runtime.h>

#include <cstdio>

constexpr int kBlocks = 4;
constexpr int kThreads = 128;
constexpr int kCount = kBlocks * kThreads;
constexpr int kTile = 32;
constexpr int kWords = 32 * kThreads;  // of shared memory: 16 KB
constexpr size_t kBytes = size_t{64} * kCount * sizeof(float);

struct Point {
  float x, y, z;
};

__device__ int global_index() { return blockIdx.x * blockDim.x + threadIdx.x; }

__device__ unsigned scattered(unsigned i) { return (i * i * 2654435761u + i * 40503u) >> 8; }

// Global loads.

__global__ void load_coalesced(const float* in, float* out) {
  const int i = global_index();
  out[i] = in[i];
}

__global__ void load_stride_2(const float* in, float* out) {
  const int i = global_index();
  out[i] = in[2 * i];
}

__global__ void load_stride_32(const float* in, float* out) {
  const int i = global_index();
  out[i] = in[32 * i];
}

__global__ void load_misaligned(const float* in, float* out) {
  const int i = global_index();
  out[i] = in[i + 1];
}

__global__ void load_broadcast(const float* in, float* out) { out[global_index()] = in[7]; }

__global__ void load_half_warp(const float* in, float* out) {
  const int i = global_index();
  if (threadIdx.x % 32 < 16) out[i] = in[i];
}

__global__ void load_odd_lanes(const float* in, float* out) {
  const int i = global_index();
  if (i % 2 == 1) out[i] = in[i];
}

__global__ void load_reversed(const float* in, float* out) {
  const int i = global_index();
  out[i] = in[kCount - 1 - i];
}

// Widths.

__global__ void copy_float2(const float2* in, float2* out) {
  out[global_index()] = in[global_index()];
}

__global__ void copy_float4(const float4* in, float4* out) {
  out[global_index()] = in[global_index()];
}

__global__ void copy_float4_stride_2(const float4* in, float4* out) {
  out[2 * global_index()] = in[2 * global_index()];
}

__global__ void copy_char(const char* in, char* out) { out[global_index()] = in[global_index()]; }

__global__ void copy_short(const short* in, short* out) {
  out[global_index()] = in[global_index()];
}

// A warp reads 32 points as three loads, of x, of y and of z, each 12 bytes apart.
__global__ void load_points(const Point* in, float* out) {
  const int i = global_index();
  const Point p = in[i];
  out[i] = p.x + p.y + p.z;
}

// Stores.

__global__ void store_stride_2(float* out) {
  const int i = global_index();
  out[2 * i] = i;
}

__global__ void store_stride_32(float* out) {
  const int i = global_index();
  out[32 * i] = i;
}

// A (32, 32) matrix a block, by 32 x 4 threads.

__global__ void transpose_naive(const float* in, float* out) {
  const int base = blockIdx.x * kTile * kTile;
  const int col = threadIdx.x % kTile;
  for (int row = threadIdx.x / kTile; row < kTile; row += kThreads / kTile) {
    out[base + col * kTile + row] = in[base + row * kTile + col];
  }
}

template <int kPadding>
__device__ void transpose_tiled(const float* in, float* out) {
  __shared__ float tile[kTile][kTile + kPadding];
  const int base = blockIdx.x * kTile * kTile;
  const int col = threadIdx.x % kTile;
  for (int row = threadIdx.x / kTile; row < kTile; row += kThreads / kTile) {
    tile[row][col] = in[base + row * kTile + col];
  }
  __syncthreads();  // the tile is complete before it is read by columns
  for (int row = threadIdx.x / kTile; row < kTile; row += kThreads / kTile) {
    out[base + row * kTile + col] = tile[col][row];
  }
}

__global__ void transpose_unpadded(const float* in, float* out) { transpose_tiled<0>(in, out); }

__global__ void transpose_padded(const float* in, float* out) { transpose_tiled<1>(in, out); }

// Shared memory: `words` is filled with conflict-free stores, then read in the named way.

__device__ void fill(float* words) {
  for (int k = 0; k < kWords / kThreads; ++k) words[k * kThreads + threadIdx.x] = k;
  __syncthreads();  // everything is written before it is read
}

__global__ void shared_broadcast(float* out) {
  __shared__ float words[kWords];
  fill(words);
  out[global_index()] = words[5];
}

__global__ void shared_stride_1(float* out) {
  __shared__ float words[kWords];
  fill(words);
  out[global_index()] = words[threadIdx.x ^ 1];
}

__global__ void shared_stride_2(float* out) {
  __shared__ float words[kWords];
  fill(words);
  out[global_index()] = words[2 * threadIdx.x];
}

__global__ void shared_stride_3(float* out) {
  __shared__ float words[kWords];
  fill(words);
  out[global_index()] = words[3 * threadIdx.x];
}

__global__ void shared_stride_32(float* out) {
  __shared__ float words[kWords];
  fill(words);
  out[global_index()] = words[32 * threadIdx.x];
}

// Two lanes want each word, so 16 words of 16 banks are all there is to fetch.
__global__ void shared_pairs(float* out) {
  __shared__ float words[kWords];
  fill(words);
  out[global_index()] = words[threadIdx.x / 2];
}

__global__ void shared_store_stride_2(float* out) {
  __shared__ float words[kWords];
  words[2 * threadIdx.x] = threadIdx.x;
  __syncthreads();  // everything is written before it is read
  out[global_index()] = words[2 * (threadIdx.x / 32 * 32)];
}

__global__ void shared_store_stride_32(float* out) {
  __shared__ float words[kWords];
  words[32 * threadIdx.x] = threadIdx.x;
  __syncthreads();  // everything is written before it is read
  out[global_index()] = words[32 * (threadIdx.x / 32 * 32)];
}

__global__ void shared_float2(float* out) {
  __shared__ __align__(16) float words[kWords];
  fill(words);
  const float2 v = reinterpret_cast<const float2*>(words)[threadIdx.x];
  out[global_index()] = v.x + v.y;
}

__global__ void shared_float2_stride_2(float* out) {
  __shared__ __align__(16) float words[kWords];
  fill(words);
  const float2 v = reinterpret_cast<const float2*>(words)[2 * threadIdx.x];
  out[global_index()] = v.x + v.y;
}

// All lanes want one of two float2 whose words lie in the same two banks.
__global__ void shared_float2_two_rows(float* out) {
  __shared__ __align__(16) float words[kWords];
  fill(words);
  const float2 v = reinterpret_cast<const float2*>(words)[16 * (threadIdx.x % 2)];
  out[global_index()] = v.x + v.y;
}

__global__ void shared_float2_broadcast(float* out) {
  __shared__ __align__(16) float words[kWords];
  fill(words);
  const float2 v = reinterpret_cast<const float2*>(words)[threadIdx.x / 16];
  out[global_index()] = v.x + v.y;
}

__global__ void shared_float4(float* out) {
  __shared__ __align__(16) float words[kWords];
  fill(words);
  const float4 v = reinterpret_cast<const float4*>(words)[threadIdx.x];
  out[global_index()] = v.x + v.y + v.z + v.w;
}

__global__ void shared_float4_stride_2(float* out) {
  __shared__ __align__(16) float words[kWords];
  fill(words);
  const float4 v = reinterpret_cast<const float4*>(words)[2 * threadIdx.x];
  out[global_index()] = v.x + v.y + v.z + v.w;
}

// Lanes 8 apart want the same 16 bytes: 8 different ones in all.
__global__ void shared_float4_repeated(float* out) {
  __shared__ __align__(16) float words[kWords];
  fill(words);
  const float4 v = reinterpret_cast<const float4*>(words)[threadIdx.x % 8];
  out[global_index()] = v.x + v.y + v.z + v.w;
}

__global__ void shared_float4_broadcast(float* out) {
  __shared__ __align__(16) float words[kWords];
  fill(words);
  const float4 v = reinterpret_cast<const float4*>(words)[threadIdx.x / 32];
  out[global_index()] = v.x + v.y + v.z + v.w;
}

// Every other lane takes part: 16 float2, 16 banks apart by pairs.
__global__ void shared_float2_even_lanes(float* out) {
  __shared__ __align__(16) float words[kWords];
  fill(words);
  if (threadIdx.x % 2 == 1) return;
  const float2 v = reinterpret_cast<const float2*>(words)[threadIdx.x];
  out[global_index()] = v.x + v.y;
}

__global__ void shared_float2_pairs(float* out) {
  __shared__ __align__(16) float words[kWords];
  fill(words);
  const float2 v = reinterpret_cast<const float2*>(words)[threadIdx.x / 2];
  out[global_index()] = v.x + v.y;
}

// Half a warp agrees with its neighbours, half with the lanes two away: no rule for all.
__global__ void shared_float2_mixed(float* out) {
  __shared__ __align__(16) float words[kWords];
  fill(words);
  const int index = threadIdx.x % 32 < 16 ? threadIdx.x / 2 : threadIdx.x % 2;
  const float2 v = reinterpret_cast<const float2*>(words)[index];
  out[global_index()] = v.x + v.y;
}

__global__ void shared_float2_scattered(float* out) {
  __shared__ __align__(16) float words[kWords];
  fill(words);
  const float2 v = reinterpret_cast<const float2*>(words)[scattered(threadIdx.x) % 64];
  out[global_index()] = v.x + v.y;
}

__global__ void shared_float4_pairs(float* out) {
  __shared__ __align__(16) float words[kWords];
  fill(words);
  const float4 v = reinterpret_cast<const float4*>(words)[threadIdx.x / 2];
  out[global_index()] = v.x + v.y + v.z + v.w;
}

__global__ void shared_float4_two_rows(float* out) {
  __shared__ __align__(16) float words[kWords];
  fill(words);
  const float4 v = reinterpret_cast<const float4*>(words)[8 * (threadIdx.x % 2)];
  out[global_index()] = v.x + v.y + v.z + v.w;
}

__global__ void shared_float4_even_lanes(float* out) {
  __shared__ __align__(16) float words[kWords];
  fill(words);
  if (threadIdx.x % 2 == 1) return;
  const float4 v = reinterpret_cast<const float4*>(words)[threadIdx.x];
  out[global_index()] = v.x + v.y + v.z + v.w;
}

__global__ void shared_float4_scattered(float* out) {
  __shared__ __align__(16) float words[kWords];
  fill(words);
  const float4 v = reinterpret_cast<const float4*>(words)[scattered(threadIdx.x) % 64];
  out[global_index()] = v.x + v.y + v.z + v.w;
}

__global__ void shared_scattered(float* out) {
  __shared__ float words[kWords];
  fill(words);
  out[global_index()] = words[scattered(threadIdx.x) % 256];
}

__global__ void shared_char(char* out) {
  __shared__ char bytes[kThreads];
  bytes[threadIdx.x] = threadIdx.x;
  __syncthreads();  // everything is written before it is read
  out[global_index()] = bytes[threadIdx.x ^ 1];
}

__global__ void shared_double(double* out) {
  __shared__ double values[kThreads];
  values[threadIdx.x] = threadIdx.x;
  __syncthreads();  // everything is written before it is read
  out[global_index()] = values[threadIdx.x ^ 1];
}

// Atomics. The results are used, or exchanged, so that the compiler can't add up a warp's first.

__global__ void atomic_one_address(int* words, int* out) {
  out[global_index()] = atomicExch(words, global_index());
}

__global__ void atomic_distinct(int* words, int* out) {
  out[global_index()] = atomicAdd(words + global_index(), 1);
}

__global__ void atomic_stride_32(int* words, int* out) {
  out[global_index()] = atomicAdd(words + 32 * global_index(), 1);
}

__global__ void atomic_unused_distinct(int* words) { atomicAdd(words + global_index(), 1); }

__global__ void atomic_unused_stride_32(int* words) { atomicAdd(words + 32 * global_index(), 1); }

// A float's sum depends on its order: the compiler leaves it to the memory.
__global__ void atomic_unused_one_address(float* sum) { atomicAdd(sum, 1.0f); }

// Sums of whole numbers that nobody reads: nvcc adds up a warp's first.
__global__ void atomic_added_up(int* sum) { atomicAdd(sum, 1); }

__global__ void atomic_pairs(int* words, int* out) {
  out[global_index()] = atomicAdd(words + global_index() / 2, 1);
}

// Half a warp wants one word, half the eight words around it.
__global__ void atomic_mixed(int* words, int* out) {
  const int lane = threadIdx.x % 32;
  out[global_index()] = atomicAdd(words + (lane < 16 ? 0 : lane % 8), 1);
}

__global__ void atomic_double(double* words) { atomicAdd(words + global_index(), 1.0); }

__global__ void atomic_shared_distinct(int* out) {
  __shared__ int bins[kThreads];
  bins[threadIdx.x] = 0;
  __syncthreads();  // every bin is zero before it is counted in
  atomicAdd(bins + (threadIdx.x ^ 1), 1);
  __syncthreads();  // every count is there before it is read
  out[global_index()] = bins[threadIdx.x];
}

__global__ void atomic_shared_stride_2(int* out) {
  __shared__ int bins[2 * kThreads];
  bins[threadIdx.x] = 0;
  bins[kThreads + threadIdx.x] = 0;
  __syncthreads();  // every bin is zero before it is counted in
  out[global_index()] = atomicAdd(bins + 2 * threadIdx.x, 1);
}

__global__ void atomic_shared_one_address(int* out) {
  __shared__ int bin;
  if (threadIdx.x == 0) bin = 0;
  __syncthreads();  // the bin is zero before it is counted in
  out[global_index()] = atomicExch(&bin, threadIdx.x);
}

struct Memory {
  void* in = nullptr;
  void* out = nullptr;
  template <class T>
  const T* read() const {
    return static_cast<const T*>(in);
  }
  template <class T>
  T* write() const {
    return static_cast<T*>(out);
  }
};

void run_global(const Memory& m) {
  const float* in = m.read<float>();
  float* out = m.write<float>();
  load_coalesced<<<kBlocks, kThreads>>>(in, out);
  load_stride_2<<<kBlocks, kThreads>>>(in, out);
  load_stride_32<<<kBlocks, kThreads>>>(in, out);
  load_misaligned<<<kBlocks, kThreads>>>(in, out);
  load_broadcast<<<kBlocks, kThreads>>>(in, out);
  load_half_warp<<<kBlocks, kThreads>>>(in, out);
  load_odd_lanes<<<kBlocks, kThreads>>>(in, out);
  load_reversed<<<kBlocks, kThreads>>>(in, out);
  copy_float2<<<kBlocks, kThreads>>>(m.read<float2>(), m.write<float2>());
  copy_float4<<<kBlocks, kThreads>>>(m.read<float4>(), m.write<float4>());
  copy_float4_stride_2<<<kBlocks, kThreads>>>(m.read<float4>(), m.write<float4>());
  copy_char<<<kBlocks, kThreads>>>(m.read<char>(), m.write<char>());
  copy_short<<<kBlocks, kThreads>>>(m.read<short>(), m.write<short>());
  load_points<<<kBlocks, kThreads>>>(m.read<Point>(), out);
  store_stride_2<<<kBlocks, kThreads>>>(out);
  store_stride_32<<<kBlocks, kThreads>>>(out);
  transpose_naive<<<kBlocks, kThreads>>>(in, out);
  transpose_unpadded<<<kBlocks, kThreads>>>(in, out);
  transpose_padded<<<kBlocks, kThreads>>>(in, out);
}

void run_shared_words(const Memory& m) {
  float* out = m.write<float>();
  shared_broadcast<<<kBlocks, kThreads>>>(out);
  shared_stride_1<<<kBlocks, kThreads>>>(out);
  shared_stride_2<<<kBlocks, kThreads>>>(out);
  shared_stride_3<<<kBlocks, kThreads>>>(out);
  shared_stride_32<<<kBlocks, kThreads>>>(out);
  shared_pairs<<<kBlocks, kThreads>>>(out);
  shared_store_stride_2<<<kBlocks, kThreads>>>(out);
  shared_store_stride_32<<<kBlocks, kThreads>>>(out);
  shared_scattered<<<kBlocks, kThreads>>>(out);
  shared_char<<<kBlocks, kThreads>>>(m.write<char>());
  shared_double<<<kBlocks, kThreads>>>(m.write<double>());
}

void run_shared_vectors(const Memory& m) {
  float* out = m.write<float>();
  shared_float2<<<kBlocks, kThreads>>>(out);
  shared_float2_stride_2<<<kBlocks, kThreads>>>(out);
  shared_float2_two_rows<<<kBlocks, kThreads>>>(out);
  shared_float2_broadcast<<<kBlocks, kThreads>>>(out);
  shared_float2_even_lanes<<<kBlocks, kThreads>>>(out);
  shared_float4<<<kBlocks, kThreads>>>(out);
  shared_float4_stride_2<<<kBlocks, kThreads>>>(out);
  shared_float4_repeated<<<kBlocks, kThreads>>>(out);
  shared_float4_broadcast<<<kBlocks, kThreads>>>(out);
  shared_float2_pairs<<<kBlocks, kThreads>>>(out);
  shared_float2_mixed<<<kBlocks, kThreads>>>(out);
  shared_float2_scattered<<<kBlocks, kThreads>>>(out);
  shared_float4_pairs<<<kBlocks, kThreads>>>(out);
  shared_float4_two_rows<<<kBlocks, kThreads>>>(out);
  shared_float4_even_lanes<<<kBlocks, kThreads>>>(out);
  shared_float4_scattered<<<kBlocks, kThreads>>>(out);
}

void run_atomics(const Memory& m) {
  int* words = static_cast<int*>(m.in);
  atomic_one_address<<<kBlocks, kThreads>>>(words, m.write<int>());
  atomic_distinct<<<kBlocks, kThreads>>>(words, m.write<int>());
  atomic_stride_32<<<kBlocks, kThreads>>>(words, m.write<int>());
  atomic_unused_distinct<<<kBlocks, kThreads>>>(words);
  atomic_unused_stride_32<<<kBlocks, kThreads>>>(words);
  atomic_unused_one_address<<<kBlocks, kThreads>>>(static_cast<float*>(m.in));
  atomic_added_up<<<kBlocks, kThreads>>>(words);
  atomic_pairs<<<kBlocks, kThreads>>>(words, m.write<int>());
  atomic_mixed<<<kBlocks, kThreads>>>(words, m.write<int>());
  atomic_double<<<kBlocks, kThreads>>>(static_cast<double*>(m.in));
  atomic_shared_distinct<<<kBlocks, kThreads>>>(m.write<int>());
  atomic_shared_stride_2<<<kBlocks, kThreads>>>(m.write<int>());
  atomic_shared_one_address<<<kBlocks, kThreads>>>(m.write<int>());
}

int main() {
  Memory m;
  cudaError_t error = cudaMalloc(&m.in, kBytes);
  if (error == cudaSuccess) error = cudaMalloc(&m.out, kBytes);
  if (error == cudaSuccess) error = cudaMemset(m.in, 0, kBytes);
  if (error == cudaSuccess) {
    run_global(m);
    run_shared_words(m);
    run_shared_vectors(m);
    run_atomics(m);
    error = cudaGetLastError();
  }
  if (error == cudaSuccess) error = cudaDeviceSynchronize();
  if (error != cudaSuccess) std::fprintf(stderr, "counts: %s\n", cudaGetErrorString(error));
  const cudaError_t freed_in = cudaFree(m.in), freed_out = cudaFree(m.out);
  return error == cudaSuccess && freed_in == cudaSuccess && freed_out == cudaSuccess ? 0 : 1;
}
