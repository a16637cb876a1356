// Lesson 10, on a GPU alone: a product on tensor cores, and how many
// multiply-adds a second the device can do at all.
#include <mma.h>

#include "cuda/check.h"
#include "gemm.h"

namespace wmma = nvcuda::wmma;

namespace {

// TF32 came with compute capability 8.0. For an older device nvcc finds
// an empty kernel here, which step_tensor does not launch.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800

// A block of 8 warps computes 128 x 64 elements of C, 4 x 2 warps of
// 32 x 32 each. wmma takes 16 x 16 x 8 at a time for TF32.
constexpr int kRows = 128, kCols = 64, kDepth = 32, kPart = 16;
constexpr int kStep = 8;
constexpr int kThreads = 256;

using PartA = wmma::fragment<wmma::matrix_a, kPart, kPart, kStep,
                             wmma::precision::tf32, wmma::row_major>;
using PartB = wmma::fragment<wmma::matrix_b, kPart, kPart, kStep,
                             wmma::precision::tf32, wmma::row_major>;
using PartC =
    wmma::fragment<wmma::accumulator, kPart, kPart, kStep, float>;

// 4 more columns keep the rows of a fragment in different banks.
struct Tiles {
  float a[kRows][kDepth + 4];
  float b[kDepth][kCols + 4];
};

// All threads load; each number is rounded to TF32 once, as it comes.
__device__ void load_tiles(Tiles* t, const Sizes& s, const float* a,
                           const float* b, int top, int left,
                           int begin) {
  for (int e = threadIdx.x; e < kRows * kDepth; e += kThreads) {
    const int row = e / kDepth, col = e % kDepth;
    const bool inside = top + row < s.m && begin + col < s.k;
    t->a[row][col] = wmma::__float_to_tf32(
        inside ? a[(top + row) * s.k + begin + col] : 0.0f);
  }
  for (int e = threadIdx.x; e < kDepth * kCols; e += kThreads) {
    const int row = e / kCols, col = e % kCols;
    const bool inside = begin + row < s.k && left + col < s.n;
    t->b[row][col] = wmma::__float_to_tf32(
        inside ? b[(begin + row) * s.n + left + col] : 0.0f);
  }
}

__device__ void multiply_tiles(const Tiles& t, int row, int col,
                               PartC (&sums)[2][2]) {
  for (int i = 0; i < kDepth; i += kStep) {
    PartA a[2];
    PartB b[2];
    for (int q = 0; q < 2; ++q) {
      wmma::load_matrix_sync(a[q], &t.a[row + q * kPart][i],
                             kDepth + 4);
      wmma::load_matrix_sync(b[q], &t.b[i][col + q * kPart], kCols + 4);
    }
    for (int r = 0; r < 2; ++r) {
      for (int q = 0; q < 2; ++q) {
        wmma::mma_sync(sums[r][q], a[r], b[q], sums[r][q]);
      }
    }
  }
}

// kThreads threads.
__global__ void gemm_tensor_kernel(Sizes s, const float* a,
                                   const float* b, float* c) {
  // The tiles are done with when the results come: one piece of memory.
  union Shared {
    Tiles tiles;
    float c[kRows][kCols + 4];
  };
  __shared__ __align__(32) Shared shared;
  const int warp = threadIdx.x / 32;
  const int row = warp / 2 * 32, col = warp % 2 * 32;
  const int top = blockIdx.y * kRows, left = blockIdx.x * kCols;
  PartC sums[2][2];
  for (auto& line : sums) {
    for (PartC& part : line) wmma::fill_fragment(part, 0.0f);
  }
  for (int begin = 0; begin < s.k; begin += kDepth) {
    load_tiles(&shared.tiles, s, a, b, top, left, begin);
    __syncthreads();  // both tiles are complete before any read
    multiply_tiles(shared.tiles, row, col, sums);
    __syncthreads();  // all have read before the memory is used again
  }
  for (int r = 0; r < 2; ++r) {
    for (int q = 0; q < 2; ++q) {
      wmma::store_matrix_sync(
          &shared.c[row + r * kPart][col + q * kPart], sums[r][q],
          kCols + 4, wmma::mem_row_major);
    }
  }
  __syncthreads();  // all of the block's part of C is there
  for (int e = threadIdx.x; e < kRows * kCols; e += kThreads) {
    const int to_row = top + e / kCols, to_col = left + e % kCols;
    if (to_row < s.m && to_col < s.n) {
      c[to_row * s.n + to_col] = shared.c[e / kCols][e % kCols];
    }
  }
}

#else

constexpr int kRows = 128, kCols = 64, kThreads = 256;

__global__ void gemm_tensor_kernel(Sizes, const float*, const float*,
                                   float*) {}

#endif

// ---- the ceiling ----

constexpr int kChains = 8, kRounds = 4096;

// Each thread runs kChains independent chains in registers. The
// comparison can't be known when compiling, and never holds.
__global__ void multiply_adds_kernel(float* out) {
  float chain[kChains];
  for (int i = 0; i < kChains; ++i) chain[i] = threadIdx.x + i;
  const float factor = 1.0f - 1e-6f * threadIdx.x;
  for (int round = 0; round < kRounds; ++round) {
#pragma unroll
    for (int i = 0; i < kChains; ++i) {
      chain[i] = chain[i] * factor + 0.5f;
    }
  }
  float sum = 0;
  for (int i = 0; i < kChains; ++i) sum += chain[i];
  if (sum == -1.0f) *out = sum;
}

}  // namespace

void gemm_tensor(const Product& p) {
  const dim3 grid(ceil_div(p.size.n, kCols), ceil_div(p.size.m, kRows));
  gemm_tensor_kernel<<<grid, kThreads>>>(p.size, p.d_a, p.d_b, p.d_c);
  CUDA_CHECK(cudaGetLastError());
}

double run_multiply_adds(float* d_out) {
  int device = 0, multiprocessors = 0;
  CUDA_CHECK(cudaGetDevice(&device));
  CUDA_CHECK(cudaDeviceGetAttribute(
      &multiprocessors, cudaDevAttrMultiProcessorCount, device));
  const int blocks = 8 * multiprocessors, threads = 256;
  multiply_adds_kernel<<<blocks, threads>>>(d_out);
  CUDA_CHECK(cudaGetLastError());
  return 1.0 * blocks * threads * kChains * kRounds;
}
