// Lesson 10: what the vector kernels are made of. Tiles loads parts of
// A and B, four floats by one instruction; Sums multiplies them.
#pragma once

#include "gemm.h"

// Four elements of a row of a matrix of (rows, cols), col a multiple
// of 4; outside of the matrix there are zeros.
__device__ float4 load4(const float* matrix, int rows, int cols,
                        int row, int col) {
  if (row >= rows || col >= cols) return make_float4(0, 0, 0, 0);
  const float* p = matrix + row * cols + col;
  if (cols % 4 == 0) return *reinterpret_cast<const float4*>(p);
  return make_float4(p[0], col + 1 < cols ? p[1] : 0,
                     col + 2 < cols ? p[2] : 0,
                     col + 3 < cols ? p[3] : 0);
}

__device__ void store4(float* matrix, int rows, int cols, int row,
                       int col, float4 four) {
  if (row >= rows || col >= cols) return;
  float* p = matrix + row * cols + col;
  if (cols % 4 == 0) {
    *reinterpret_cast<float4*>(p) = four;
    return;
  }
  p[0] = four.x;
  if (col + 1 < cols) p[1] = four.y;
  if (col + 2 < cols) p[2] = four.z;
  if (col + 3 < cols) p[3] = four.w;
}

// How a block of threads divides its work. A thread owns ROWS x COLS
// elements of C, in squares of 4 x 4.
template <int M, int N, int K, int ROWS, int COLS>
struct Tiles {
  static constexpr int kRows = K;  // of both tiles as they are kept
  static constexpr int kThreads = (M / ROWS) * (N / COLS);
  static constexpr int kLoadsA = M * K / 4 / kThreads;  // a thread
  static constexpr int kLoadsB = K * N / 4 / kThreads;
  static_assert(kLoadsA * 4 * kThreads == M * K, "A divides evenly");
  static_assert(kLoadsB * 4 * kThreads == K * N, "B divides evenly");

  // A is kept with rows and columns exchanged, so that the four rows
  // of a square lie side by side. 4 more columns spread its stores
  // over the banks.
  alignas(16) float a[K][M + 4];
  alignas(16) float b[K][N];

  // A thread's share of the next tiles, on its way from global memory.
  struct Fetched {
    float4 a[kLoadsA], b[kLoadsB];
  };

  static __device__ void fetch(Fetched* f, const Sizes& s,
                               const float* from_a, const float* from_b,
                               int top, int left, int begin) {
#pragma unroll
    for (int i = 0; i < kLoadsA; ++i) {
      const int e = threadIdx.x + i * kThreads;
      f->a[i] = load4(from_a, s.m, s.k, top + e / (K / 4),
                      begin + e % (K / 4) * 4);
    }
#pragma unroll
    for (int i = 0; i < kLoadsB; ++i) {
      const int e = threadIdx.x + i * kThreads;
      f->b[i] = load4(from_b, s.k, s.n, begin + e / (N / 4),
                      left + e % (N / 4) * 4);
    }
  }

  __device__ void keep(const Fetched& f) {
#pragma unroll
    for (int i = 0; i < kLoadsA; ++i) {
      const int e = threadIdx.x + i * kThreads;
      const int row = e / (K / 4), col = e % (K / 4) * 4;
      a[col][row] = f.a[i].x;
      a[col + 1][row] = f.a[i].y;
      a[col + 2][row] = f.a[i].z;
      a[col + 3][row] = f.a[i].w;
    }
#pragma unroll
    for (int i = 0; i < kLoadsB; ++i) {
      const int e = threadIdx.x + i * kThreads;
      *reinterpret_cast<float4*>(&b[e / (N / 4)][e % (N / 4) * 4]) =
          f.b[i];
    }
  }
};

// A thread's ROWS x COLS elements of C.
template <int M, int N, int ROWS, int COLS>
struct Sums {
  // Squares of one thread lie so far apart in the block's part of C.
  static constexpr int kDown = M / (ROWS / 4);
  static constexpr int kRight = N / (COLS / 4);
  float sums[ROWS][COLS] = {};

  __device__ static int row() { return threadIdx.x / (N / COLS) * 4; }
  __device__ static int col() { return threadIdx.x % (N / COLS) * 4; }

  template <class TILES>
  __device__ void multiply(const TILES& tiles) {
#pragma unroll
    for (int i = 0; i < TILES::kRows; ++i) {
      alignas(16) float from_a[ROWS], from_b[COLS];
#pragma unroll
      for (int q = 0; q < ROWS / 4; ++q) {
        *reinterpret_cast<float4*>(&from_a[4 * q]) =
            *reinterpret_cast<const float4*>(
                &tiles.a[i][q * kDown + row()]);
      }
#pragma unroll
      for (int q = 0; q < COLS / 4; ++q) {
        *reinterpret_cast<float4*>(&from_b[4 * q]) =
            *reinterpret_cast<const float4*>(
                &tiles.b[i][q * kRight + col()]);
      }
#pragma unroll
      for (int r = 0; r < ROWS; ++r) {
#pragma unroll
        for (int q = 0; q < COLS; ++q) {
          sums[r][q] += from_a[r] * from_b[q];
        }
      }
    }
  }

  __device__ void store(const Sizes& s, float* c, int top, int left) {
#pragma unroll
    for (int r = 0; r < ROWS; ++r) {
#pragma unroll
      for (int q = 0; q < COLS / 4; ++q) {
        const float* four = &sums[r][4 * q];
        store4(c, s.m, s.n, top + r / 4 * kDown + row() + r % 4,
               left + q * kRight + col(),
               make_float4(four[0], four[1], four[2], four[3]));
      }
    }
  }
};
