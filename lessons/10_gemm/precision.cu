// Lesson 10, precision: what a product may be off by, and what TF32
// costs.
#include <algorithm>
#include <cmath>

#include "cuda/random.h"
#include "cuda/timing.h"
#include "gemm.h"
#include "lesson/lesson.h"

// ---- references ----

Reference reference_product(const Sizes& s, const std::vector<float>& a,
                            const std::vector<float>& b) {
  Reference r = {std::vector<double>(s.c(), 0),
                 std::vector<double>(s.c(), 0)};
  for (int row = 0; row < s.m; ++row) {
    for (int i = 0; i < s.k; ++i) {
      const double factor = a[static_cast<size_t>(row) * s.k + i];
      const float* b_row = &b[static_cast<size_t>(i) * s.n];
      const size_t begin = static_cast<size_t>(row) * s.n;
      for (int col = 0; col < s.n; ++col) {
        r.product[begin + col] += factor * b_row[col];
        r.magnitude[begin + col] += std::fabs(factor * b_row[col]);
      }
    }
  }
  return r;
}

namespace {

std::vector<double> widened(const std::vector<float>& values,
                            bool magnitude) {
  std::vector<double> out(values.begin(), values.end());
  for (double& v : out) v = magnitude ? std::fabs(v) : v;
  return out;
}

// Row-major C = A B is column-major C^T = B^T A^T: see step_columns.
std::vector<double> product_by_library(const Sizes& s,
                                       const std::vector<double>& a,
                                       const std::vector<double>& b) {
  const gpu::DeviceBuffer<double> d_a(a), d_b(b);
  gpu::DeviceBuffer<double> d_c(s.c());
  const gpu::Blas blas;
  const double one = 1, zero = 0;
  CUBLAS_CHECK(cublasDgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, s.n, s.m,
                           s.k, &one, d_b.data(), s.n, d_a.data(), s.k,
                           &zero, d_c.data(), s.n));
  return d_c.download();
}

}  // namespace

Reference reference_by_library(const Sizes& s,
                               const std::vector<float>& a,
                               const std::vector<float>& b) {
  return {product_by_library(s, widened(a, false), widened(b, false)),
          product_by_library(s, widened(a, true), widened(b, true))};
}

double worst_error(const Reference& expected,
                   const std::vector<float>& got) {
  double worst = 0;
  for (size_t i = 0; i < expected.product.size(); ++i) {
    const double error = std::fabs(got[i] - expected.product[i]);
    const double share = error / expected.magnitude[i];
    if (!(share <= worst)) worst = share;  // a NaN is worst
  }
  return worst;
}

// ---- steps ----

namespace {

// The errors of one k: of the naive kernel and of cuBLAS. The numbers
// are in [0, 1): no sum cancels, and |A| |B| is the product itself.
struct ChainErrors {
  double naive, library;
};

ChainErrors errors_of_chain(int k) {
  const Sizes s = {8, 8, k};
  gpu::Random random(kSeed);
  const std::vector<float> a = random.floats(s.a(), 0, 1);
  const std::vector<float> b = random.floats(s.b(), 0, 1);
  const Reference expected = reference_product(s, a, b);
  const gpu::DeviceBuffer<float> d_a(a), d_b(b);
  gpu::DeviceBuffer<float> d_c(s.c());
  const Product p = {s, d_a.data(), d_b.data(), d_c.data()};
  gemm_naive(p);
  const double naive = worst_error(expected, d_c.download());
  const gpu::Blas blas;
  CUBLAS_CHECK(cublasSetMathMode(blas, CUBLAS_PEDANTIC_MATH));
  gemm_cublas(blas, p);
  return {naive, worst_error(expected, d_c.download())};
}

}  // namespace

void step_chain_length() {
  lesson::ask(
      {"A dot product of 4,096 terms, in float, one term after "
       "another. How large is its error, compared with that of 256 "
       "terms?",
       {"16 times: every addition rounds",
        "some 4 times: roundings go up and down",
        "the same: each term is rounded once"},
       1,
       "The bound is 16 times as large. But errors of both signs "
       "cancel "
       "in part, and their sum grows with the square root of their "
       "number."});
  lesson::Plot plot("Error of a dot product",
                    {"terms", "", lesson::Scale::kLog},
                    {"error / magnitude", "", lesson::Scale::kLog});
  bool within = true;
  for (int k = 16; k <= 65536; k *= 16) {
    const ChainErrors e = errors_of_chain(k);
    const double bound = error_bound(k);
    within = within && e.naive <= bound && e.library <= bound;
    plot.point("bound", k, bound);
    plot.point("naive", k, e.naive);
    plot.point("cuBLAS", k, e.library);
  }
  plot.show(
      "Largest of 64 elements. The bound grows with k, the errors "
      "more slowly.");
  lesson::check("all errors are within the bound", true, within);
}

namespace {

// TF32 came with compute capability 8.0.
bool device_has_tf32() {
  int device = 0, major = 0;
  CUDA_CHECK(cudaGetDevice(&device));
  CUDA_CHECK(cudaDeviceGetAttribute(
      &major, cudaDevAttrComputeCapabilityMajor, device));
  return major >= 8;
}

struct Mode {
  const char* name;
  cublasMath_t mode;
  double input_error;  // of a product, from rounding its two factors
};

// 10 fraction bits instead of 23: a factor is off by 2^-11 at most.
const Mode kModes[] = {
    {"pedantic FP32", CUBLAS_PEDANTIC_MATH, 0},
    {"default", CUBLAS_DEFAULT_MATH, 0},
    {"TF32", CUBLAS_TF32_TENSOR_OP_MATH, 0x1p-10 + 0x1p-22},
};

}  // namespace

void step_tf32() {
  LadderInput& input = ladder_input();
  const gpu::Blas blas;
  lesson::Table table({"mode", "largest error", "allowed", "TFLOP/s"});
  double errors[3] = {};
  for (int i = 0; i < 3; ++i) {
    const Mode& mode = kModes[i];
    CUBLAS_CHECK(cublasSetMathMode(blas, mode.mode));
    gemm_cublas(blas, input.product());
    errors[i] = worst_error(input.expected, input.d_c.download());
    // Tensor cores may cut a sum off instead of rounding it: twice as
    // much for each addition.
    const double sums = error_bound(input.size.k);
    const double allowed =
        mode.input_error + (mode.input_error > 0 ? 2 : 1) * sums;
    std::string speed = "-";
    if (lesson::on_gpu()) {
      const gpu::Timing t =
          gpu::time_work([&] { gemm_cublas(blas, input.product()); });
      speed = lesson::format(
          "%.1f", teraflops(input.size.multiply_adds(), t.median_ms));
    }
    table.row(mode.name, lesson::format("%.1e", errors[i]),
              lesson::format("%.1e", allowed), speed);
    lesson::check_near(std::string("largest error, ") + mode.name, 0,
                       errors[i], allowed,
                       "the rounding of the factors and of the sums");
  }
  table.show("cublasSgemm; errors as a share of |A| |B|");
  if (!device_has_tf32()) {
    lesson::text(
        "This device has no TF32, so cuBLAS computed in FP32.");
    return;
  }
  lesson::check_that(
      "TF32 rounds visibly", errors[2] > 4 * errors[0],
      "more than 4 times the error of FP32",
      lesson::format("%.0f times", errors[2] / errors[0]));
}

void step_tensor() {
  if (!gemm_tensor || !device_has_tf32()) {
    lesson::skip(
        "tensor cores with TF32 are part of a GPU of compute "
        "capability 8.0 or later");
    return;
  }
  LadderInput& input = ladder_input();
  input.d_c.fill_bytes(0xff);
  gemm_tensor(input.product());
  lesson::check_near("largest error, wmma with TF32", 0,
                     worst_error(input.expected, input.d_c.download()),
                     0x1p-10 + 0x1p-22 + 2 * error_bound(input.size.k),
                     "the rounding of the factors and of the sums");
  const gpu::Blas blas;
  CUBLAS_CHECK(cublasSetMathMode(blas, CUBLAS_TF32_TENSOR_OP_MATH));
  const double work = input.size.multiply_adds();
  const gpu::Timing mine =
      gpu::time_work([&] { gemm_tensor(input.product()); });
  const gpu::Timing library =
      gpu::time_work([&] { gemm_cublas(blas, input.product()); });
  lesson::measure({"wmma, TF32", teraflops(work, mine.median_ms),
                   "TFLOP/s", "cublasSgemm, TF32",
                   teraflops(work, library.median_ms),
                   "the same matrices, the same timing"});
}
