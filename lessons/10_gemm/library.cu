// Lesson 10, cuBLAS: column-major matrices, four calls that are right
// for row-major data, and three that are not.
#include <algorithm>

#include "cuda/random.h"
#include "cuda/timing.h"
#include "gemm.h"
#include "lesson/lesson.h"

namespace {

const float kOne = 1, kZero = 0;

// ---- one matrix, two readings ----

// A (2, 3), row-major, read by cuBLAS.
std::vector<float> first_column_seen(const std::vector<float>& a,
                                     int rows, int cols) {
  const gpu::DeviceBuffer<float> d_a(a);
  gpu::DeviceBuffer<float> d_x(std::vector<float>(cols, 0.0f));
  gpu::DeviceBuffer<float> d_y(rows);
  CUDA_CHECK(cudaMemcpy(d_x.data(), &kOne, sizeof(float),
                        cudaMemcpyHostToDevice));  // x = (1, 0, ...)
  const gpu::Blas blas;
  CUBLAS_CHECK(cublasSgemv(blas, CUBLAS_OP_N, rows, cols, &kOne,
                           d_a.data(), rows, d_x.data(), 1, &kZero,
                           d_y.data(), 1));
  return d_y.download();
}

// ---- four ways. A is (m, k), B (k, n), C (m, n), row-major ----

// C^T = B^T A^T, and what is row-major C for us is column-major C^T
// for cuBLAS: nothing is transposed.
void multiply_swapped(cublasHandle_t blas, const Product& p) {
  const Sizes& s = p.size;
  CUBLAS_CHECK(cublasSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, s.n, s.m,
                           s.k, &kOne, p.d_b, s.n, p.d_a, s.k, &kZero,
                           p.d_c, s.n));
}

// cuBLAS sees A^T and B^T and is told to transpose both. C comes out
// column-major.
void multiply_transposed(cublasHandle_t blas, const Product& p) {
  const Sizes& s = p.size;
  CUBLAS_CHECK(cublasSgemm(blas, CUBLAS_OP_T, CUBLAS_OP_T, s.m, s.n,
                           s.k, &kOne, p.d_a, s.k, p.d_b, s.n, &kZero,
                           p.d_c, s.m));
}

// The same, then geam turns the result. `d_scratch` is as large as C.
void multiply_and_turn(cublasHandle_t blas, const Product& p,
                       float* d_scratch) {
  const Sizes& s = p.size;
  multiply_transposed(blas, {s, p.d_a, p.d_b, d_scratch});
  CUBLAS_CHECK(cublasSgeam(blas, CUBLAS_OP_T, CUBLAS_OP_T, s.n, s.m,
                           &kOne, d_scratch, s.m, &kZero, d_scratch,
                           s.m, p.d_c, s.n));
}

// B is stored as its transpose (n, k), as the weights of a linear layer
// often are.
void multiply_stored_transposed(cublasHandle_t blas, const Sizes& s,
                                const float* d_a, const float* d_bt,
                                float* d_c) {
  CUBLAS_CHECK(cublasSgemm(blas, CUBLAS_OP_T, CUBLAS_OP_N, s.n, s.m,
                           s.k, &kOne, d_bt, s.k, d_a, s.k, &kZero, d_c,
                           s.n));
}

// ---- inputs whose products are exact ----

struct WholeNumbers {
  Sizes size;
  std::vector<float> a, b, expected;
  gpu::DeviceBuffer<float> d_a, d_b, d_bt, d_c, d_scratch;

  // From -3 to 3: every sum is a whole number far below 2^24.
  explicit WholeNumbers(const Sizes& s)
      : size(s),
        a(gpu::Random(kSeed).whole_floats(s.a(), -3, 3)),
        b(gpu::Random(kSeed + 1).whole_floats(s.b(), -3, 3)),
        expected(s.c()),
        d_a(a),
        d_b(b),
        d_bt(turned(b, s.k, s.n)),
        d_c(s.c()),
        d_scratch(s.c()) {
    const Reference r = reference_product(s, a, b);
    std::copy(r.product.begin(), r.product.end(), expected.begin());
  }
  Product product() {
    return {size, d_a.data(), d_b.data(), d_c.data()};
  }
  // Row-major (rows, cols) to row-major (cols, rows).
  static std::vector<float> turned(const std::vector<float>& in,
                                   int rows, int cols) {
    std::vector<float> out(in.size());
    for (int row = 0; row < rows; ++row) {
      for (int col = 0; col < cols; ++col) {
        out[col * rows + row] = in[row * cols + col];
      }
    }
    return out;
  }
};

void time_ways(cublasHandle_t blas) {
  LadderInput& input = ladder_input();
  gpu::DeviceBuffer<float> d_scratch(input.size.c());
  const Product p = input.product();
  lesson::Table table({"way", "ms", "TFLOP/s"});
  const auto add_row = [&](const char* name, const auto& work) {
    const double ms = gpu::time_work(work).median_ms;
    table.row(name, lesson::format("%.3f", ms),
              lesson::format(
                  "%.1f", teraflops(input.size.multiply_adds(), ms)));
  };
  add_row("swapped", [&] { multiply_swapped(blas, p); });
  add_row("transposed", [&] { multiply_transposed(blas, p); });
  add_row("transposed, then geam",
          [&] { multiply_and_turn(blas, p, d_scratch.data()); });
  table.show("the matrices of the ladder, pedantic FP32");
}

}  // namespace

void gemm_cublas(cublasHandle_t handle, const Product& p) {
  multiply_swapped(handle, p);
}

// ---- steps ----

void step_columns() {
  const std::vector<float> a = {1, 2, 3, 4, 5, 6};  // 2 rows of 3
  lesson::Table table(
      {"element", "row-major (2, 3)", "column-major (3, 2)"});
  for (int i = 0; i < 6; ++i) {
    table.row(a[i], lesson::format("row %d, column %d", i / 3, i % 3),
              lesson::format("row %d, column %d", i % 3, i / 3));
  }
  table.show("the same six numbers in memory");
  lesson::check_same("the first column that cuBLAS sees",
                     lesson::compare(std::vector<float>{1, 2, 3},
                                     first_column_seen(a, 3, 2)));
}

void step_four_ways() {
  WholeNumbers w({60, 44, 52});
  const gpu::Blas blas;
  CUBLAS_CHECK(cublasSetMathMode(blas, CUBLAS_PEDANTIC_MATH));
  const Sizes& s = w.size;

  multiply_swapped(blas, w.product());
  lesson::check_same("1: swapped",
                     lesson::compare(w.expected, w.d_c.download()));
  multiply_transposed(blas, w.product());
  lesson::check_same(
      "2: transposed, the result read by columns",
      lesson::compare(WholeNumbers::turned(w.expected, s.m, s.n),
                      w.d_c.download()));
  multiply_and_turn(blas, w.product(), w.d_scratch.data());
  lesson::check_same("3: transposed, then geam",
                     lesson::compare(w.expected, w.d_c.download()));
  multiply_stored_transposed(blas, s, w.d_a.data(), w.d_bt.data(),
                             w.d_c.data());
  lesson::check_same("4: B stored as its transpose",
                     lesson::compare(w.expected, w.d_c.download()));
  if (lesson::on_gpu()) time_ways(blas);
}

void ask_about_calls() {
  lesson::ask(
      {"A is (6, 5) and B (5, 4), row-major. Which of these does "
       "cublasSgemm compute without an error, as m, n, k, first matrix "
       "and ld, second and ld, C and ld?",
       {"6, 4, 5, A, 5, B, 4, C, 4", "6, 4, 5, B, 4, A, 5, C, 4",
        "6, 4, 5, A, 6, B, 5, C, 6"},
       2,
       "It is a correct call for column-major matrices. That these are "
       "none, cuBLAS can't see."});
}

void step_wrong_calls() {
  ask_about_calls();
  lesson::expect_diagnosis("api-error");
  WholeNumbers w({6, 4, 5});
  const auto [m, n, k] = w.size;
  const float *a = w.d_a.data(), *b = w.d_b.data();
  float* c = w.d_c.data();
  const gpu::Blas blas;
  constexpr auto plain = CUBLAS_OP_N;
  const auto name = [](cublasStatus_t status) {
    return std::string(cublasGetStatusName(status));
  };
  const std::string rows = name(cublasSgemm(
      blas, plain, plain, m, n, k, &kOne, a, k, b, n, &kZero, c, n));
  const std::string pointers = name(cublasSgemm(
      blas, plain, plain, m, n, k, &kOne, b, n, a, k, &kZero, c, n));
  const std::string columns = name(cublasSgemm(
      blas, plain, plain, m, n, k, &kOne, a, m, b, k, &kZero, c, m));
  const auto wrong = lesson::compare(w.expected, w.d_c.download());
  lesson::Table table({"call", "status"});
  table.row("m, n, k, A, k, B, n, C, n", rows);
  table.row("m, n, k, B, n, A, k, C, n", pointers);
  table.row("m, n, k, A, m, B, k, C, m", columns);
  table.show("m = 6, n = 4, k = 5, all with CUBLAS_OP_N");
  lesson::check("row lengths as leading dimensions",
                "CUBLAS_STATUS_INVALID_VALUE", rows);
  lesson::check("the pointers swapped, m and n not",
                "CUBLAS_STATUS_INVALID_VALUE", pointers);
  lesson::check("column-major leading dimensions",
                "CUBLAS_STATUS_SUCCESS", columns);
  lesson::check_that("of the last call's 24 elements",
                     wrong.different > 0, "some are wrong",
                     lesson::grouped(wrong.different) + " are wrong");
}
