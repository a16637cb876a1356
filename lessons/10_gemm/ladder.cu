// Lesson 10, the ladder: six kernels for one product C = A B.
//
// What to notice: each kernel does the same multiplications. What
// changes is how many loads a multiplication costs, and from where.
#include "cuda/check.h"
#include "gemm.h"
#include "tiles.h"

// ---- naive: a thread computes one element ----

__global__ void gemm_naive_kernel(Sizes s, const float* a,
                                  const float* b, float* c) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= s.m || col >= s.n) return;  // blocks at the edges
  float sum = 0;
  for (int i = 0; i < s.k; ++i) {
    sum += a[row * s.k + i] * b[i * s.n + col];
  }
  c[row * s.n + col] = sum;
}

// ---- shared tile: a block loads what its threads share ----

constexpr int kTile = 32;

// kTile x kTile threads.
__global__ void gemm_tile_kernel(Sizes s, const float* a,
                                 const float* b, float* c) {
  __shared__ float tile_a[kTile][kTile];
  __shared__ float tile_b[kTile][kTile];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * kTile + y;
  const int col = blockIdx.x * kTile + x;
  float sum = 0;
  for (int begin = 0; begin < s.k; begin += kTile) {
    const int a_col = begin + x, b_row = begin + y;
    const bool has_a = row < s.m && a_col < s.k;
    const bool has_b = b_row < s.k && col < s.n;
    tile_a[y][x] = has_a ? a[row * s.k + a_col] : 0;  // 0 adds nothing
    tile_b[y][x] = has_b ? b[b_row * s.n + col] : 0;
    __syncthreads();  // both tiles are complete before any read
    for (int i = 0; i < kTile; ++i) {
      sum += tile_a[y][i] * tile_b[i][x];
    }
    __syncthreads();  // all have read before the next tiles come
  }
  if (row < s.m && col < s.n) c[row * s.n + col] = sum;
}

// ---- register tile: a thread computes 4 x 4 elements ----

constexpr int kBlock = 64;  // rows and columns of C of a block
constexpr int kDepth = 16;  // of k at a time
constexpr int kOwn = 4;     // rows and columns of C of a thread
constexpr int kSide = kBlock / kOwn;
constexpr int kThreads = kSide * kSide;

// Thread (x, y) owns rows y, y + 16, ... and columns x, x + 16, ... of
// the block's part of C: neighbours stay neighbours.
__global__ void gemm_registers_kernel(Sizes s, const float* a,
                                      const float* b, float* c) {
  __shared__ float tile_a[kBlock][kDepth];
  __shared__ float tile_b[kDepth][kBlock];
  const int tid = threadIdx.x;
  const int x = tid % kSide, y = tid / kSide;
  const int top = blockIdx.y * kBlock, left = blockIdx.x * kBlock;
  float sums[kOwn][kOwn] = {};
  for (int begin = 0; begin < s.k; begin += kDepth) {
    for (int e = tid; e < kBlock * kDepth; e += kThreads) {
      const int row = e / kDepth, col = e % kDepth;
      const bool inside = top + row < s.m && begin + col < s.k;
      tile_a[row][col] =
          inside ? a[(top + row) * s.k + begin + col] : 0;
    }
    for (int e = tid; e < kDepth * kBlock; e += kThreads) {
      const int row = e / kBlock, col = e % kBlock;
      const bool inside = begin + row < s.k && left + col < s.n;
      tile_b[row][col] =
          inside ? b[(begin + row) * s.n + left + col] : 0;
    }
    __syncthreads();  // both tiles are complete before any read
    for (int i = 0; i < kDepth; ++i) {
      float from_a[kOwn], from_b[kOwn];
      for (int r = 0; r < kOwn; ++r) {
        from_a[r] = tile_a[y + r * kSide][i];
        from_b[r] = tile_b[i][x + r * kSide];
      }
      for (int r = 0; r < kOwn; ++r) {
        for (int q = 0; q < kOwn; ++q) {
          sums[r][q] += from_a[r] * from_b[q];
        }
      }
    }
    __syncthreads();  // all have read before the next tiles come
  }
  for (int r = 0; r < kOwn; ++r) {
    for (int q = 0; q < kOwn; ++q) {
      const int row = top + y + r * kSide, col = left + x + q * kSide;
      if (row < s.m && col < s.n) c[row * s.n + col] = sums[r][q];
    }
  }
}

// ---- vector loads: four floats by one instruction ----

// kThreads threads.
__global__ void gemm_vector_kernel(Sizes s, const float* a,
                                   const float* b, float* c) {
  using Shared = Tiles<kBlock, kBlock, kDepth, kOwn, kOwn>;
  __shared__ Shared tiles;
  Shared::Fetched next;
  Sums<kBlock, kBlock, kOwn, kOwn> own;
  const int top = blockIdx.y * kBlock, left = blockIdx.x * kBlock;
  for (int begin = 0; begin < s.k; begin += kDepth) {
    Shared::fetch(&next, s, a, b, top, left, begin);
    tiles.keep(next);
    __syncthreads();  // both tiles are complete before any read
    own.multiply(tiles);
    __syncthreads();  // all have read before the next tiles come
  }
  own.store(s, c, top, left);
}

// ---- double buffer: the next tiles come while these are used ----

// (M / ROWS) * (N / COLS) threads.
template <int M, int N, int K, int ROWS, int COLS>
__global__ void __launch_bounds__((M / ROWS) * (N / COLS))
    gemm_double_kernel(Sizes s, const float* a, const float* b,
                       float* c) {
  using Shared = Tiles<M, N, K, ROWS, COLS>;
  __shared__ Shared tiles[2];
  typename Shared::Fetched next;
  Sums<M, N, ROWS, COLS> own;
  const int top = blockIdx.y * M, left = blockIdx.x * N;
  Shared::fetch(&next, s, a, b, top, left, 0);
  tiles[0].keep(next);
  __syncthreads();  // the first tiles are complete
  int now = 0;
  for (int begin = 0; begin < s.k; begin += K) {
    const bool more = begin + K < s.k;
    if (more) Shared::fetch(&next, s, a, b, top, left, begin + K);
    own.multiply(tiles[now]);
    if (more) tiles[1 - now].keep(next);
    __syncthreads();  // the next are complete, these are free again
    now = 1 - now;
  }
  own.store(s, c, top, left);
}

// ---- launchers ----

void gemm_naive(const Product& p) {
  const dim3 block(32, 8);
  const dim3 grid(ceil_div(p.size.n, block.x),
                  ceil_div(p.size.m, block.y));
  gemm_naive_kernel<<<grid, block>>>(p.size, p.d_a, p.d_b, p.d_c);
  CUDA_CHECK(cudaGetLastError());
}

void gemm_tile(const Product& p) {
  const dim3 grid(ceil_div(p.size.n, kTile), ceil_div(p.size.m, kTile));
  gemm_tile_kernel<<<grid, dim3(kTile, kTile)>>>(p.size, p.d_a, p.d_b,
                                                 p.d_c);
  CUDA_CHECK(cudaGetLastError());
}

void gemm_registers(const Product& p) {
  const dim3 grid(ceil_div(p.size.n, kBlock),
                  ceil_div(p.size.m, kBlock));
  gemm_registers_kernel<<<grid, kThreads>>>(p.size, p.d_a, p.d_b,
                                            p.d_c);
  CUDA_CHECK(cudaGetLastError());
}

void gemm_vector(const Product& p) {
  const dim3 grid(ceil_div(p.size.n, kBlock),
                  ceil_div(p.size.m, kBlock));
  gemm_vector_kernel<<<grid, kThreads>>>(p.size, p.d_a, p.d_b, p.d_c);
  CUDA_CHECK(cudaGetLastError());
}

template <int M, int N, int K, int ROWS, int COLS>
void gemm_tiled(const Product& p) {
  const dim3 grid(ceil_div(p.size.n, N), ceil_div(p.size.m, M));
  gemm_double_kernel<M, N, K, ROWS, COLS>
      <<<grid, (M / ROWS) * (N / COLS)>>>(p.size, p.d_a, p.d_b, p.d_c);
  CUDA_CHECK(cudaGetLastError());
}

void gemm_double(const Product& p) {
  gemm_tiled<kBlock, kBlock, kDepth, kOwn, kOwn>(p);
}

const std::vector<Tiling>& tilings() {
  static const std::vector<Tiling> all = {
      {"64 x 64 x 16, 4 x 4", gemm_tiled<64, 64, 16, 4, 4>},
      {"64 x 64 x 32, 4 x 4", gemm_tiled<64, 64, 32, 4, 4>},
      {"128 x 64 x 16, 8 x 4", gemm_tiled<128, 64, 16, 8, 4>},
      {"128 x 128 x 8, 8 x 8", gemm_tiled<128, 128, 8, 8, 8>},
      {"128 x 128 x 16, 8 x 8", gemm_tiled<128, 128, 16, 8, 8>},
  };
  return all;
}
