// cuBLAS, level 3: products of all shapes and types, batches, triangular systems, and the precision
// of TF32. Expected values are computed here in float64.
#include "blas.h"

using namespace semantics;

namespace {

constexpr int kM = 19, kN = 23, kK = 29;

struct Shape {
  cublasOperation_t transa, transb;
  int lda, ldb, ldc;
};

// alpha op(A) op(B) + beta C, and what lies between the columns of C stays.
template <class T>
std::vector<double> product(const Shape& s, int m, int n, int k, double alpha,
                            const std::vector<T>& a, const std::vector<T>& b, double beta,
                            const std::vector<T>& c) {
  std::vector<double> out(c.begin(), c.end());
  for (int col = 0; col < n; ++col) {
    for (int row = 0; row < m; ++row) {
      double sum = 0;
      for (int i = 0; i < k; ++i) {
        sum += element(a, s.lda, s.transa, row, i) * element(b, s.ldb, s.transb, i, col);
      }
      double& at =
          out[static_cast<size_t>(col) * static_cast<size_t>(s.ldc) + static_cast<size_t>(row)];
      at = alpha * sum + (beta == 0 ? 0 : beta * at);
    }
  }
  return out;
}

void all_operations() {
  const Blas blas;
  REQUIRE_BLAS(cublasSetMathMode(blas, CUBLAS_PEDANTIC_MATH));
  const auto a = random_values<float>(31 * 31, 1), b = random_values<float>(31 * 31, 2);
  const auto c = random_values<float>(31 * 31, 3);
  const DeviceArray<float> d_a(a), d_b(b);
  for (const auto transa : {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C}) {
    for (const auto transb : {CUBLAS_OP_N, CUBLAS_OP_T}) {
      const Shape s{transa, transb, 30, 31, 21};
      DeviceArray<float> d_c(c);
      const float alpha = 0.5f, beta = 2;
      REQUIRE_BLAS(cublasSgemm(blas, transa, transb, kM, kN, kK, &alpha, d_a.get(), s.lda,
                               d_b.get(), s.ldb, &beta, d_c.get(), s.ldc));
      expect_near("sgemm, operations " + text(int{transa}) + text(int{transb}), d_c.host(),
                  product(s, kM, kN, kK, 0.5, a, b, 2, c), kK * 1.2e-7 * 10);
    }
  }
}

void special_cases() {
  const Blas blas;
  const std::vector<double> a{1, 2, 3, 4}, b{5, 6, 7, 8};
  const DeviceArray<double> d_a(a), d_b(b);
  DeviceArray<double> d_c(4, NAN);
  const double one = 1, zero = 0, two = 2;
  const auto gemm = [&](int k, const double* alpha, const double* beta) {
    REQUIRE_BLAS(cublasDgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, k, alpha, d_a.get(), 2,
                             d_b.get(), 2, beta, d_c.get(), 2));
    return d_c.host();
  };
  expect("beta 0 ignores what C holds", gemm(2, &one, &zero), {23, 34, 31, 46});
  expect("k 0 scales C", gemm(0, &one, &two), {46, 68, 62, 92});
  expect("alpha 0 scales C", gemm(2, &zero, &two), {92, 136, 124, 184});
}

void batches() {
  const Blas blas;
  const int count = 3, n = 2;
  const auto a = random_values<float>(count * n * n, 4), b = random_values<float>(n * n, 5);
  const DeviceArray<float> d_a(a), d_b(b);
  DeviceArray<float> d_c(count * n * n), d_e(count * n * n);
  const float one = 1, zero = 0;
  REQUIRE_BLAS(cublasSgemmStridedBatched(blas, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, d_a.get(),
                                         n, n * n, d_b.get(), n, 0, &zero, d_c.get(), n, n * n,
                                         count));
  std::vector<const float*> as, bs;
  std::vector<float*> cs;
  for (int i = 0; i < count; ++i) {
    as.push_back(d_a.get() + i * n * n);
    bs.push_back(d_b.get());
    cs.push_back(d_e.get() + i * n * n);
  }
  const DeviceArray<const float*> d_as(as), d_bs(bs);
  const DeviceArray<float*> d_cs(cs);
  REQUIRE_BLAS(cublasSgemmBatched(blas, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, d_as.get(), n,
                                  d_bs.get(), n, &zero, d_cs.get(), n, count));
  std::vector<double> expected;
  const Shape s{CUBLAS_OP_N, CUBLAS_OP_N, n, n, n};
  for (int i = 0; i < count; ++i) {
    const std::vector<float> one_a(a.begin() + i * n * n, a.begin() + (i + 1) * n * n);
    const std::vector<float> nothing(n * n, 0.0f);
    const auto part = product(s, n, n, n, 1, one_a, b, 0, nothing);
    expected.insert(expected.end(), part.begin(), part.end());
  }
  expect_near("gemm, strided batch", d_c.host(), expected, 1e-6);
  expect_near("gemm, batch of pointers", d_e.host(), expected, 1e-6);
}

// TF32 keeps 10 of 23 fraction bits of each input: errors up to 2^-11, so that some
// element is off by more than 1e-3. In FP32 none is off by 5e-5.
void precision() {
  const Blas blas;
  const int n = 128;
  const auto a = random_values<float>(n * n, 6), b = random_values<float>(n * n, 7);
  const DeviceArray<float> d_a(a), d_b(b);
  DeviceArray<float> d_c(n * n);
  const Shape s{CUBLAS_OP_N, CUBLAS_OP_N, n, n, n};
  const auto expected = product(s, n, n, n, 1, a, b, 0, std::vector<float>(n * n));
  const auto worst = [&](cublasMath_t mode) {
    const float one = 1, zero = 0;
    REQUIRE_BLAS(cublasSetMathMode(blas, mode));
    REQUIRE_BLAS(cublasSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, d_a.get(), n, d_b.get(),
                             n, &zero, d_c.get(), n));
    const auto got = d_c.host();
    double error = 0;
    for (size_t i = 0; i < got.size(); ++i) {
      error = std::max(error, std::fabs(static_cast<double>(got[i]) - expected[i]));
    }
    return error;
  };
  const double pedantic = worst(CUBLAS_PEDANTIC_MATH), ordinary = worst(CUBLAS_DEFAULT_MATH);
  const double tf32 = worst(CUBLAS_TF32_TENSOR_OP_MATH);
  std::printf("largest errors: pedantic %.2g, default %.2g, TF32 %.2g\n", pedantic, ordinary, tf32);
  expect("pedantic is FP32", pedantic < 5e-5, true);
  expect("default is FP32", ordinary < 5e-5, true);
  expect("TF32 is not", tf32 > 1e-3 && tf32 < 128 * std::pow(2.0, -10), true);
}

// 1 + 2^-11 lies halfway between two TF32 numbers. A diagonal matrix of such numbers, large enough
// for tensor cores, times the identity.
void tf32_rounding() {
  const Blas blas;
  const int n = 128;
  const float inputs[] = {1 + 0x1p-11f, 1 + 0x1p-12f, -1 - 0x1p-11f, 1 + 0x1.8p-11f};
  std::vector<float> a(n * n, 0.0f), identity(n * n, 0.0f);
  for (size_t i = 0; i < n; ++i) a[(n + 1) * i] = inputs[i % 4], identity[(n + 1) * i] = 1;
  const DeviceArray<float> d_a(a), d_b(identity);
  DeviceArray<float> d_c(n * n);
  const float one = 1, zero = 0;
  REQUIRE_BLAS(cublasSetMathMode(blas, CUBLAS_TF32_TENSOR_OP_MATH));
  REQUIRE_BLAS(cublasSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, d_a.get(), n, d_b.get(),
                           n, &zero, d_c.get(), n));
  const auto c = d_c.host();
  std::vector<double> steps;  // of 2^-10 from 1
  for (size_t i = 0; i < 4; ++i) {
    steps.push_back((std::fabs(static_cast<double>(c[(n + 1) * i])) - 1) * 1024);
  }
  expect("TF32 of 1 + 1/2, 1/4, 1/2 (negative) and 3/4 of 2^-10", steps, {0, 0, 0, 1});
}

template <class Small>
void small_types(const char* name, cudaDataType type) {
  const Blas blas;
  const std::vector<float> a{1, 2, 3, 4}, b{0.5f, -1, 2, 8};
  std::vector<Small> a16, b16;
  for (size_t i = 0; i < 4; ++i) a16.push_back(Small(a[i])), b16.push_back(Small(b[i]));
  const DeviceArray<Small> d_a(a16), d_b(b16);
  DeviceArray<float> d_c(4);
  DeviceArray<Small> d_c16(4);
  const float one = 1, zero = 0;
  for (const auto c_type : {CUDA_R_32F, type}) {
    void* c = c_type == CUDA_R_32F ? static_cast<void*>(d_c.get()) : d_c16.get();
    REQUIRE_BLAS(cublasGemmEx(blas, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, d_a.get(), type, 2,
                              d_b.get(), type, 2, &zero, c, c_type, 2, CUBLAS_COMPUTE_32F,
                              CUBLAS_GEMM_DEFAULT));
  }
  const std::vector<float> expected{0.5f - 3, 1 - 4, 2 + 24, 4 + 32};
  expect(std::string("GemmEx of ") + name, d_c.host(), expected);
  std::vector<float> widened;
  for (const Small v : d_c16.host()) widened.push_back(static_cast<float>(v));
  expect(std::string("GemmEx into ") + name, widened, expected);
}

// The form of before CUDA 11.
void older_form() {
  const Blas blas;
  const DeviceArray<float> a{1, 2, 3, 4}, b{1, 0, 0, 1};
  DeviceArray<float> c(4);
  const float one = 1, zero = 0;
  REQUIRE_BLAS(cublasGemmEx(blas, CUBLAS_OP_T, CUBLAS_OP_N, 2, 2, 2, &one, a.get(), CUDA_R_32F, 2,
                            b.get(), CUDA_R_32F, 2, &zero, c.get(), CUDA_R_32F, 2, CUDA_R_32F,
                            CUBLAS_GEMM_DEFAULT));
  expect("GemmEx with a type for the sums", c.host(), {1, 3, 2, 4});
}

void with_triangles() {
  const Blas blas;
  const DeviceArray<double> a{2, 1, 99, 4}, rows{1, 2, 3, 4, 5, 6};
  DeviceArray<double> b{2, 5, 4, 10}, c(4, -1.0);
  const double one = 1, zero = 0;
  REQUIRE_BLAS(cublasDtrsm(blas, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N,
                           CUBLAS_DIAG_NON_UNIT, 2, 2, &one, a.get(), 2, b.get(), 2));
  expect("trsm", b.host(), {1, 1, 2, 2});
  REQUIRE_BLAS(cublasDsyrk(blas, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_N, 2, 3, &one, rows.get(), 2,
                           &zero, c.get(), 2));
  expect("syrk leaves the other triangle", c.host(), {35, -1, 44, 56});
}

void sums() {
  const Blas blas;
  const DeviceArray<float> a{1, 2, 3, 4, 5, 6};  // 2 x 3, or rows of 3 x 2
  DeviceArray<float> c(6), d{10, 20, 30, 40, 50, 60};
  const float one = 1, zero = 0, ten = 10;
  REQUIRE_BLAS(cublasSgeam(blas, CUBLAS_OP_T, CUBLAS_OP_N, 3, 2, &one, a.get(), 2, &zero, nullptr,
                           3, c.get(), 3));
  expect("geam transposes", c.host(), {1, 3, 5, 2, 4, 6});
  REQUIRE_BLAS(cublasSgeam(blas, CUBLAS_OP_N, CUBLAS_OP_N, 2, 3, &one, d.get(), 2, &ten, a.get(), 2,
                           d.get(), 2));
  expect("geam in place", d.host(), {20, 40, 60, 80, 100, 120});
}

// A product is queued in the handle's stream, behind the copy that brings its input.
void in_a_stream() {
  const Blas blas;
  cudaStream_t stream;
  REQUIRE_CUDA(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  REQUIRE_BLAS(cublasSetStream(blas, stream));
  float *h = nullptr, *d = nullptr;
  REQUIRE_CUDA(cudaMallocHost(&h, 3 * 4 * sizeof(float)));
  REQUIRE_CUDA(cudaMalloc(&d, 3 * 4 * sizeof(float)));
  for (int i = 0; i < 8; ++i) h[i] = static_cast<float>(i);
  const float one = 1, zero = 0;
  REQUIRE_CUDA(cudaMemcpyAsync(d, h, 8 * sizeof(float), cudaMemcpyHostToDevice, stream));
  REQUIRE_BLAS(
      cublasSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, d, 2, d + 4, 2, &zero, d + 8, 2));
  REQUIRE_CUDA(cudaMemcpyAsync(h + 8, d + 8, 4 * sizeof(float), cudaMemcpyDeviceToHost, stream));
  REQUIRE_CUDA(cudaStreamSynchronize(stream));
  expect("gemm in a stream", std::vector<float>(h + 8, h + 12), {10, 19, 14, 27});
  REQUIRE_CUDA(cudaFree(d));
  REQUIRE_CUDA(cudaFreeHost(h));
  REQUIRE_CUDA(cudaStreamDestroy(stream));
}

}  // namespace

int main() {
  all_operations();
  special_cases();
  batches();
  precision();
  tf32_rounding();
  small_types<__half>("half", CUDA_R_16F);
  small_types<__nv_bfloat16>("bfloat16", CUDA_R_16BF);
  older_form();
  with_triangles();
  sums();
  in_a_stream();
  return verdict();
}
