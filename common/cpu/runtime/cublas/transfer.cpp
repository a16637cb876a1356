// Copies of vectors and matrices between host and device, in elements instead of bytes.
#include "../copy.h"
#include "call.h"

namespace warpup::runtime::cublas {
namespace {

struct Transfer {
  int rows, columns, element;
  const void* from;
  int from_leading;
  void* to;
  int to_leading;
  cudaMemcpyKind kind;
};

// A vector is a matrix of one row, whose leading dimension is the increment.
bool is_valid(const Transfer& t) {
  return t.rows >= 0 && t.columns >= 0 && t.element > 0 && t.from_leading > 0 && t.to_leading > 0;
}

CopyBox box_of(const Transfer& t) {
  const auto element = static_cast<std::size_t>(t.element);
  const auto pitch = [&](int leading) { return static_cast<std::size_t>(leading) * element; };
  return CopyBox::rectangle(t.to, pitch(t.to_leading), t.from, pitch(t.from_leading),
                            static_cast<std::size_t>(t.rows) * element,
                            static_cast<std::size_t>(t.columns));
}

cublasStatus_t fail(const ApiCall& call, cublasStatus_t status, const char* why) {
  tell_failure(call, status, why);
  return status;
}

cublasStatus_t transfer(const ApiCall& call, const Transfer& t, cudaStream_t stream,
                        bool blocking) {
  if (!is_valid(t)) {
    return fail(call, CUBLAS_STATUS_INVALID_VALUE,
                "A count is below 0, or an element's size or an increment is not above 0.");
  }
  if (t.rows == 0 || t.columns == 0) return CUBLAS_STATUS_SUCCESS;
  constexpr auto kFailed = CUBLAS_STATUS_MAPPING_ERROR;
  if (call.enter() != 0) return fail(call, kFailed, "The device has failed before.");
  if (t.from_leading < t.rows || t.to_leading < t.rows) {
    return fail(call, kFailed, "A leading dimension is less than the number of rows.");
  }
  if (copy(call, box_of(t), t.kind, stream, blocking) != 0) {
    return fail(call, kFailed, "One side is too small, or not where the function's name says.");
  }
  return CUBLAS_STATUS_SUCCESS;
}

}  // namespace
}  // namespace warpup::runtime::cublas

using namespace warpup::runtime;

extern "C" {

cublasStatus_t cublasSetVector(int n, int elemSize, const void* x, int incx, void* y, int incy) {
  const ApiCall call("cublasSetVector", __builtin_return_address(0));
  return cublas::transfer(
      call, {n < 0 ? -1 : 1, n, elemSize, x, incx, y, incy, cudaMemcpyHostToDevice}, nullptr, true);
}

cublasStatus_t cublasSetMatrix(int rows, int cols, int elemSize, const void* A, int lda, void* B,
                               int ldb) {
  const ApiCall call("cublasSetMatrix", __builtin_return_address(0));
  return cublas::transfer(call, {rows, cols, elemSize, A, lda, B, ldb, cudaMemcpyHostToDevice},
                          nullptr, true);
}

cublasStatus_t cublasSetVectorAsync(int n, int elemSize, const void* x, int incx, void* y, int incy,
                                    cudaStream_t stream) {
  const ApiCall call("cublasSetVectorAsync", __builtin_return_address(0));
  return cublas::transfer(
      call, {n < 0 ? -1 : 1, n, elemSize, x, incx, y, incy, cudaMemcpyHostToDevice}, stream, false);
}

cublasStatus_t cublasSetMatrixAsync(int rows, int cols, int elemSize, const void* A, int lda,
                                    void* B, int ldb, cudaStream_t stream) {
  const ApiCall call("cublasSetMatrixAsync", __builtin_return_address(0));
  return cublas::transfer(call, {rows, cols, elemSize, A, lda, B, ldb, cudaMemcpyHostToDevice},
                          stream, false);
}

cublasStatus_t cublasGetVector(int n, int elemSize, const void* x, int incx, void* y, int incy) {
  const ApiCall call("cublasGetVector", __builtin_return_address(0));
  return cublas::transfer(
      call, {n < 0 ? -1 : 1, n, elemSize, x, incx, y, incy, cudaMemcpyDeviceToHost}, nullptr, true);
}

cublasStatus_t cublasGetMatrix(int rows, int cols, int elemSize, const void* A, int lda, void* B,
                               int ldb) {
  const ApiCall call("cublasGetMatrix", __builtin_return_address(0));
  return cublas::transfer(call, {rows, cols, elemSize, A, lda, B, ldb, cudaMemcpyDeviceToHost},
                          nullptr, true);
}

cublasStatus_t cublasGetVectorAsync(int n, int elemSize, const void* x, int incx, void* y, int incy,
                                    cudaStream_t stream) {
  const ApiCall call("cublasGetVectorAsync", __builtin_return_address(0));
  return cublas::transfer(
      call, {n < 0 ? -1 : 1, n, elemSize, x, incx, y, incy, cudaMemcpyDeviceToHost}, stream, false);
}

cublasStatus_t cublasGetMatrixAsync(int rows, int cols, int elemSize, const void* A, int lda,
                                    void* B, int ldb, cudaStream_t stream) {
  const ApiCall call("cublasGetMatrixAsync", __builtin_return_address(0));
  return cublas::transfer(call, {rows, cols, elemSize, A, lda, B, ldb, cudaMemcpyDeviceToHost},
                          stream, false);
}

}  // extern "C"
