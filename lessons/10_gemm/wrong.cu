// Lesson 10, what goes wrong: tiles that are read too early, tiles with
// holes, and threads that run down the columns.
#include "cuda/profile.h"
#include "cuda/random.h"
#include "cuda/timing.h"
#include "gemm.h"
#include "lesson/lesson.h"

constexpr int kSide = 16;  // of the tiles here

// ---- kernels, the first two faulty ----

// Faulty: nothing waits at the end of a round, and the next tiles
// overwrite these while slower threads read them.
__global__ void gemm_one_barrier_kernel(Sizes s, const float* a,
                                        const float* b, float* c) {
  __shared__ float tile_a[kSide][kSide];
  __shared__ float tile_b[kSide][kSide];
  const int x = threadIdx.x, y = threadIdx.y;
  float sum = 0;
  for (int begin = 0; begin < s.k; begin += kSide) {
    tile_a[y][x] = a[y * s.k + begin + x];
    tile_b[y][x] = b[(begin + y) * s.n + x];
    __syncthreads();  // both tiles are complete before any read
    for (int i = 0; i < kSide; ++i) {
      sum += tile_a[y][i] * tile_b[i][x];
    }
  }
  c[y * s.n + x] = sum;
}

// Faulty: threads whose element lies outside store nothing, and the
// loop reads their slots all the same.
__global__ void gemm_no_zeros_kernel(Sizes s, const float* a,
                                     const float* b, float* c) {
  __shared__ float tile_a[kSide][kSide];
  __shared__ float tile_b[kSide][kSide];
  const int x = threadIdx.x, y = threadIdx.y;
  float sum = 0;
  for (int begin = 0; begin < s.k; begin += kSide) {
    if (begin + x < s.k) tile_a[y][x] = a[y * s.k + begin + x];
    if (begin + y < s.k) tile_b[y][x] = b[(begin + y) * s.n + x];
    __syncthreads();  // both tiles are complete before any read
    for (int i = 0; i < kSide; ++i) {
      sum += tile_a[y][i] * tile_b[i][x];
    }
    __syncthreads();  // all have read before the next tiles come
  }
  c[y * s.n + x] = sum;
}

// Right, but x is the row: the lanes of a warp lie a whole row apart.
__global__ void gemm_down_columns_kernel(Sizes s, const float* a,
                                         const float* b, float* c) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  const int col = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= s.m || col >= s.n) return;  // blocks at the edges
  float sum = 0;
  for (int i = 0; i < s.k; ++i) {
    sum += a[row * s.k + i] * b[i * s.n + col];
  }
  c[row * s.n + col] = sum;
}

void gemm_down_columns(const Product& p) {
  const dim3 block(32, 8);
  const dim3 grid(ceil_div(p.size.m, block.x),
                  ceil_div(p.size.n, block.y));
  gemm_down_columns_kernel<<<grid, block>>>(p.size, p.d_a, p.d_b,
                                            p.d_c);
  CUDA_CHECK(cudaGetLastError());
}

namespace {

// One block of kSide x kSide ones: every element of C should be k.
float one_element(void (*kernel)(Sizes, const float*, const float*,
                                 float*),
                  int k) {
  const Sizes s = {kSide, kSide, k};
  const gpu::DeviceBuffer<float> d_a(std::vector<float>(s.a(), 1.0f));
  const gpu::DeviceBuffer<float> d_b(std::vector<float>(s.b(), 1.0f));
  gpu::DeviceBuffer<float> d_c(s.c());
  kernel<<<1, dim3(kSide, kSide)>>>(s, d_a.data(), d_b.data(),
                                    d_c.data());
  CUDA_CHECK(cudaGetLastError());
  return d_c.download()[0];
}

}  // namespace

// ---- steps ----

void step_wrong_barrier() {
  lesson::expect_diagnosis("race-shared");
  lesson::text(
      "A dot product of 64 ones came out as " +
      lesson::format("%g", one_element(gemm_one_barrier_kernel, 64)) +
      " this time.");
}

void step_wrong_edge() {
  lesson::expect_diagnosis("uninit");
  lesson::text(
      "A dot product of 10 ones came out as " +
      lesson::format("%g", one_element(gemm_no_zeros_kernel, 10)) +
      " this time.");
}

void step_wrong_axis() {
  LadderInput& input = ladder_input();
  const Product p = input.product();
  gpu::ProfileScope across;
  gemm_naive(p);
  const gpu::Counts good = across.stop();
  gpu::ProfileScope down;
  gemm_down_columns(p);
  const gpu::Counts bad = down.stop();
  lesson::check_near("largest error, down the columns", 0,
                     worst_error(input.expected, input.d_c.download()),
                     error_bound(input.size.k),
                     "k multiply-adds in a row, each off by 2^-24");
  if (lesson::on_gpu()) {
    const double across_ms =
        gpu::time_work([&] { gemm_naive(p); }).median_ms;
    const double down_ms =
        gpu::time_work([&] { gemm_down_columns(p); }).median_ms;
    lesson::measure({"x is the row", down_ms, "ms", "x is the column",
                     across_ms, "the same kernel otherwise"});
    return;
  }
  if (!good.counted) return;
  lesson::Table table({"x is", "requests", "sectors", "a request"});
  const auto add_row = [&](const char* name, const gpu::Counts& c) {
    table.row(name, c.requests, c.sectors,
              lesson::format("%.1f", 1.0 * c.sectors / c.requests));
  };
  add_row("the column", good);
  add_row("the row", bad);
  table.show("global memory; a sector is 32 bytes");
}
