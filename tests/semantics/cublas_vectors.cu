// cuBLAS, levels 1 and 2: vectors with increments, scalars on the host and on the device, a matrix
// and vectors. Expected values are computed here in float64.
#include "blas.h"

using namespace semantics;

namespace {

constexpr int kN = 37;

void updates() {
  const Blas blas;
  const auto x = random_values<float>(2 * kN, 1), y = random_values<float>(3 * kN, 2);
  DeviceArray<float> d_x(x), d_y(y), d_z(y);
  const float alpha = 1.5f;
  REQUIRE_BLAS(cublasSaxpy(blas, kN, &alpha, d_x.get(), 2, d_y.get(), 3));
  std::vector<double> sum(y.begin(), y.end());
  for (size_t i = 0; i < kN; ++i) sum[3 * i] += 1.5 * static_cast<double>(x[2 * i]);
  expect_near("axpy with increments", d_y.host(), sum, 1e-6);

  REQUIRE_BLAS(cublasScopy(blas, kN, d_x.get(), 2, d_z.get(), -1));  // from the end
  std::vector<double> reversed(y.begin(), y.end());
  for (size_t i = 0; i < kN; ++i) reversed[kN - 1 - i] = static_cast<double>(x[2 * i]);
  expect_near("copy backwards", d_z.host(), reversed, 0);

  REQUIRE_BLAS(cublasSscal(blas, 2, &alpha, d_x.get(), 3));
  REQUIRE_BLAS(cublasSswap(blas, 1, d_x.get(), 1, d_z.get(), 1));
  const auto scaled = d_x.host();
  expect("scal and swap", std::vector<float>{scaled[0], scaled[1], scaled[3]},
         {static_cast<float>(reversed[0]), x[1], 1.5f * x[3]});
}

void reductions() {
  const Blas blas;
  const DeviceArray<double> x{3, -8, 4, 8, -1}, y{1, 2, 3, 4, 5};
  double dot = 0, norm = 0, sum = 0;
  int largest = 0, smallest = 0;
  REQUIRE_BLAS(cublasDdot(blas, 5, x.get(), 1, y.get(), 1, &dot));
  REQUIRE_BLAS(cublasDasum(blas, 5, x.get(), 1, &sum));
  REQUIRE_BLAS(cublasDnrm2(blas, 3, x.get(), 2, &norm));
  expect("dot, asum", std::vector<double>{dot, sum}, {3 - 16 + 12 + 32 - 5, 24});
  expect_near("nrm2", std::vector<double>{norm}, {std::sqrt(26.0)}, 1e-12);
  REQUIRE_BLAS(cublasIdamax(blas, 5, x.get(), 1, &largest));
  REQUIRE_BLAS(cublasIdamin(blas, 5, x.get(), 1, &smallest));
  expect("amax and amin count from 1", std::vector<int>{largest, smallest}, {2, 5});

  REQUIRE_BLAS(cublasDdot(blas, 0, x.get(), 1, y.get(), 1, &dot));
  REQUIRE_BLAS(cublasDnrm2(blas, 5, x.get(), 0, &norm));
  REQUIRE_BLAS(cublasIdamax(blas, 0, x.get(), 1, &largest));
  expect("of nothing", std::vector<double>{dot, norm, 1.0 * largest}, {0, 0, 0});
}

// Scalars that a kernel or another routine has left on the device.
void scalars_on_device() {
  const Blas blas;
  const DeviceArray<float> x{1, 2, 3};
  DeviceArray<float> y{10, 20, 30}, dot{0};
  DeviceArray<int> index{0};
  REQUIRE_BLAS(cublasSetPointerMode(blas, CUBLAS_POINTER_MODE_DEVICE));
  REQUIRE_BLAS(cublasSdot(blas, 3, x.get(), 1, x.get(), 1, dot.get()));
  REQUIRE_BLAS(cublasSaxpy(blas, 3, dot.get(), x.get(), 1, y.get(), 1));
  REQUIRE_BLAS(cublasIsamax(blas, 3, y.get(), 1, index.get()));
  expect("dot on the device", dot.host(), {14});
  expect("axpy by it", y.host(), {24, 48, 72});
  expect("amax on the device", index.host(), {3});
}

void matrix_vector(cublasOperation_t op) {
  const Blas blas;
  const int m = 5, n = 3, lda = 7;
  const int rows = op == CUBLAS_OP_N ? m : n, columns = op == CUBLAS_OP_N ? n : m;
  const auto a = random_values<float>(lda * n, 3), x = random_values<float>(5, 4);
  const auto y = random_values<float>(5, 5);
  const DeviceArray<float> d_a(a), d_x(x);
  DeviceArray<float> d_y(y);
  const float alpha = 2, beta = -1;
  REQUIRE_BLAS(
      cublasSgemv(blas, op, m, n, &alpha, d_a.get(), lda, d_x.get(), 1, &beta, d_y.get(), 1));
  std::vector<double> expected(y.begin(), y.end());
  for (int row = 0; row < rows; ++row) {
    double sum = 0;
    for (int col = 0; col < columns; ++col) {
      sum += element(a, lda, op, row, col) * static_cast<double>(x[static_cast<size_t>(col)]);
    }
    expected[static_cast<size_t>(row)] = 2 * sum - expected[static_cast<size_t>(row)];
  }
  expect_near(op == CUBLAS_OP_N ? "gemv" : "gemv, transposed", d_y.host(), expected, 4e-6);
}

// A = {{4, 1}, {1, 3}}; only the triangle that is named is read: the other holds 99.
void triangles() {
  const Blas blas;
  const DeviceArray<double> lower{4, 1, 99, 3}, upper{4, 99, 1, 3}, x{1, 2};
  DeviceArray<double> y(2), solved{8, 7};
  const double one = 1, zero = 0;
  REQUIRE_BLAS(cublasDsymv(blas, CUBLAS_FILL_MODE_LOWER, 2, &one, lower.get(), 2, x.get(), 1, &zero,
                           y.get(), 1));
  expect("symv, lower", y.host(), {6, 7});
  REQUIRE_BLAS(cublasDsymv(blas, CUBLAS_FILL_MODE_UPPER, 2, &one, upper.get(), 2, x.get(), 1, &zero,
                           y.get(), 1));
  expect("symv, upper", y.host(), {6, 7});
  REQUIRE_BLAS(cublasDtrsv(blas, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT, 2,
                           lower.get(), 2, solved.get(), 1));
  expect_near("trsv", solved.host(), {2, 5.0 / 3}, 1e-14);
  DeviceArray<double> a{1, 2, 3, 4};
  REQUIRE_BLAS(cublasDger(blas, 2, 2, &one, x.get(), 1, x.get(), 1, a.get(), 2));
  expect("ger", a.host(), {2, 4, 5, 8});
}

void transfers() {
  const std::vector<float> matrix = {1, 2, 3, 4, 5, 6};  // 2 x 2 in columns of 3
  DeviceArray<float> d(4);
  std::vector<float> back(5, -1);
  REQUIRE_BLAS(cublasSetMatrix(2, 2, sizeof(float), matrix.data(), 3, d.get(), 2));
  expect("SetMatrix", d.host(), {1, 2, 4, 5});
  REQUIRE_BLAS(cublasGetMatrix(2, 2, sizeof(float), d.get(), 2, back.data(), 3));
  expect("GetMatrix", back, {1, 2, -1, 4, 5});
  REQUIRE_BLAS(cublasSetVector(2, sizeof(float), matrix.data(), 3, d.get(), 2));
  expect("SetVector", d.host(), {1, 2, 4, 5});
  REQUIRE_BLAS(cublasGetVector(2, sizeof(float), d.get() + 1, 2, back.data(), 1));
  expect("GetVector", back, {2, 5, -1, 4, 5});
}

}  // namespace

int main() {
  updates();
  reductions();
  scalars_on_device();
  matrix_vector(CUBLAS_OP_N);
  matrix_vector(CUBLAS_OP_T);
  triangles();
  transfers();
  return verdict();
}
