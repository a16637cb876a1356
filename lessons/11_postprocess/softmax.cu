// Lesson 11, softmax: a classifier's scores become probabilities, a
// warp a row.
#include <algorithm>
#include <cmath>

#include "cuda/random.h"
#include "steps.h"

// ---- CPU reference, in float64 ----

std::vector<double> reference_softmax(const std::vector<float>& in,
                                      int rows, int cols) {
  std::vector<double> out;
  for (int row = 0; row < rows; ++row) {
    const float* x = &in[size_t(row) * cols];
    const double largest = *std::max_element(x, x + cols);
    double sum = 0;
    for (int col = 0; col < cols; ++col)
      sum += std::exp(x[col] - largest);
    for (int col = 0; col < cols; ++col) {
      out.push_back(std::exp(x[col] - largest) / sum);
    }
  }
  return out;
}

// ---- kernels. in and out are (rows, cols) ----

// Every lane gets the result; all lanes must come.
__device__ float warp_sum(float value) {
  for (int offset = kWarp / 2; offset > 0; offset /= 2) {
    value += __shfl_xor_sync(kAllLanes, value, offset);
  }
  return value;
}

__device__ float warp_max(float value) {
  for (int offset = kWarp / 2; offset > 0; offset /= 2) {
    value = fmaxf(value, __shfl_xor_sync(kAllLanes, value, offset));
  }
  return value;
}

// The formula as it stands in books: exp(x) overflows from 88.8 on.
__global__ void softmax_formula_kernel(const float* in, int rows,
                                       int cols, float* out) {
  const int lane = threadIdx.x % kWarp;
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / kWarp;
  if (row >= rows) return;  // the whole warp
  const float* x = in + size_t(row) * cols;
  float sum = 0;
  for (int col = lane; col < cols; col += kWarp) sum += expf(x[col]);
  sum = warp_sum(sum);
  for (int col = lane; col < cols; col += kWarp) {
    out[size_t(row) * cols + col] = expf(x[col]) / sum;
  }
}

__global__ void softmax_kernel(const float* in, int rows, int cols,
                               float* out) {
  const int lane = threadIdx.x % kWarp;
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / kWarp;
  if (row >= rows) return;  // the whole warp
  const float* x = in + size_t(row) * cols;
  float largest = -INFINITY;
  for (int col = lane; col < cols; col += kWarp) {
    largest = fmaxf(largest, x[col]);
  }
  largest = warp_max(largest);
  float sum = 0;
  for (int col = lane; col < cols; col += kWarp) {
    sum += expf(x[col] - largest);  // at most 1, and one is 1
  }
  sum = warp_sum(sum);
  for (int col = lane; col < cols; col += kWarp) {
    out[size_t(row) * cols + col] = expf(x[col] - largest) / sum;
  }
}

// ---- launchers ----

using SoftmaxKernel = void (*)(const float*, int, int, float*);

std::vector<float> softmax(SoftmaxKernel kernel,
                           const std::vector<float>& in, int rows,
                           int cols) {
  gpu::DeviceBuffer<float> d_in(in), d_out(in.size());
  kernel<<<ceil_div(rows * kWarp, kThreads), kThreads>>>(
      d_in.data(), rows, cols, d_out.data());
  CUDA_CHECK(cudaGetLastError());
  return d_out.download();
}

// ---- steps ----

// In units of 2^-24: exp is within 4, and its argument, at most 64, is
// rounded by 32; both above and below the line. 37 additions in a row
// and a division make 110.
constexpr double kSoftmaxTol = 110 * 0x1p-24;

void step_softmax_overflow() {
  lesson::ask(
      {"Three scores of 100 each: what does exp(x) / sum give "
       "in float32?",
       {"1/3 each", "0 each", "NaN each"},
       2,
       "exp(100) is 2.7e43, more than a float holds. Infinity "
       "divided by infinity is no number."});
  const std::vector<float> in = {1,    1,    1,    //
                                 100,  100,  100,  //
                                 -200, -200, -200};
  const std::vector<float> formula =
      softmax(softmax_formula_kernel, in, 3, 3);
  const std::vector<float> shifted = softmax(softmax_kernel, in, 3, 3);
  lesson::Table table({"three scores of", "by formula", "shifted"});
  for (const int row : {0, 1, 2}) {
    // -nan and nan are one
    const bool number = !std::isnan(formula[3 * row]);
    table.row(lesson::format("%g", in[3 * row]),
              number ? lesson::show(formula[3 * row]) : "NaN",
              shifted[3 * row]);
  }
  table.show("the first of three probabilities that should be 1/3");
  lesson::check("100, by formula, is no number", true,
                std::isnan(formula[3]));
  lesson::check("-200, by formula, is no number", true,
                std::isnan(formula[6]));
  lesson::check_same(
      "shifted by the largest",
      lesson::compare_near(std::vector<double>(9, 1 / 3.0), shifted,
                           kSoftmaxTol, 0));
}

void step_softmax() {
  const int rows = lesson::scale(8, 4096), cols = 1000;
  gpu::Random random(11);
  std::vector<float> in = random.floats(size_t(rows) * cols, -20, 30);
  in[cols + 7] = 34;  // row 1 is sure of class 7
  const std::vector<float> out =
      softmax(softmax_kernel, in, rows, cols);
  lesson::check_same(
      "against float64",
      lesson::compare_near(reference_softmax(in, rows, cols), out,
                           kSoftmaxTol, 0));
  double furthest = 0;
  for (int row = 0; row < rows; ++row) {
    double sum = 0;
    for (int col = 0; col < cols; ++col) sum += out[row * cols + col];
    furthest = std::max(furthest, std::fabs(sum - 1));
  }
  lesson::check_near("a row's sum is 1, off by", 0, furthest,
                     kSoftmaxTol, "the bound of each probability");
  const auto row = out.begin() + cols;
  lesson::check("row 1's most probable class", 7,
                int(std::max_element(row, row + cols) - row));
}
