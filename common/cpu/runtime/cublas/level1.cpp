// Level 1: vectors.
#include <cmath>
#include <utility>
#include <vector>

#include "../../checker/library_access.h"
#include "call.h"
#include "openblas.h"
#include "operand.h"

namespace warpup::runtime::cublas {
namespace {

template <class T>
void axpy(BlasCall& call, int n, const T* alpha, const T* x, int incx, T* y, int incy) {
  call.pointer("alpha", alpha);
  const Scalar<T> a = scalar(call, "alpha", alpha);
  if (n <= 0) return;
  call.queue(blas_work([=](Access& access) {
    const T factor = access.value(a);
    access.reads(vector_operand("x", x, n, incx));
    if (access.updates(vector_operand("y", y, n, incy))) {
      blas<T>().axpy(n, factor, x, incx, y, incy);
    }
  }));
}

template <class T>
void scal(BlasCall& call, int n, const T* alpha, T* x, int incx) {
  call.pointer("alpha", alpha);
  const Scalar<T> a = scalar(call, "alpha", alpha);
  if (n <= 0 || incx <= 0) return;
  call.queue(blas_work([=](Access& access) {
    const T factor = access.value(a);
    if (access.updates(vector_operand("x", x, n, incx))) blas<T>().scal(n, factor, x, incx);
  }));
}

template <class T>
void copy_vector(BlasCall& call, int n, const T* x, int incx, T* y, int incy) {
  if (n <= 0) return;
  call.queue(blas_work([=](Access& access) {
    access.reads(vector_operand("x", x, n, incx));
    if (access.writes(vector_operand("y", y, n, incy))) blas<T>().copy(n, x, incx, y, incy);
  }));
}

template <class T>
void swap_vectors(BlasCall& call, int n, T* x, int incx, T* y, int incy) {
  if (n <= 0) return;
  call.queue(blas_work([=](Access& access) {
    access.updates(vector_operand("x", x, n, incx));
    if (access.updates(vector_operand("y", y, n, incy))) blas<T>().swap(n, x, incx, y, incy);
  }));
}

// Computes a number from vectors, and leaves it on the device in its turn, or waits for it.
template <class R, class Compute>
void deliver(BlasCall& call, R* result, const std::vector<Operand>& inputs, Compute compute) {
  call.pointer("the result", result);
  if (call.failed()) return;
  const bool on_device = call.scalars_on_device();
  auto work = blas_work([=](Access& access) {
    for (const Operand& input : inputs) access.reads(input);
    if (on_device) access.writes(vector_operand("the result", result, 1, 1));
    if (access.error() == 0) *result = compute();
  });
  if (on_device) return call.queue(std::move(work));
  check::library_touches_host(result, sizeof(R), true, "the result", call.api().name(),
                              call.api().pc());
  call.run(std::move(work));
}

template <class T>
void dot(BlasCall& call, int n, const T* x, int incx, const T* y, int incy, T* result) {
  deliver(call, result, {vector_operand("x", x, n, incx), vector_operand("y", y, n, incy)},
          [=] { return n > 0 ? blas<T>().dot(n, x, incx, y, incy) : T{0}; });
}

// Of one vector. Without elements, or with an increment that isn't positive, the answer is 0.
template <class R, class T, class Compute>
void of_one(BlasCall& call, int n, const T* x, int incx, R* result, Compute compute) {
  const int count = incx > 0 && n > 0 ? n : 0;
  deliver(call, result, {vector_operand("x", x, count, incx)},
          [=] { return count > 0 ? static_cast<R>(compute(count, x, incx)) : R{0}; });
}

template <class T>
void nrm2(BlasCall& call, int n, const T* x, int incx, T* result) {
  of_one(call, n, x, incx, result,
         [](int count, const T* p, int step) { return blas<T>().nrm2(count, p, step); });
}

template <class T>
void asum(BlasCall& call, int n, const T* x, int incx, T* result) {
  of_one(call, n, x, incx, result,
         [](int count, const T* p, int step) { return blas<T>().asum(count, p, step); });
}

// The first element, counted from 1, whose magnitude no other one beats.
template <class T, class Beats>
void first_extreme(BlasCall& call, int n, const T* x, int incx, int* result, Beats beats) {
  of_one(call, n, x, incx, result, [beats](int count, const T* p, int step) {
    int best = 0;
    for (int i = 1; i < count; ++i) {
      const auto at = [&](int k) { return std::abs(p[static_cast<long long>(k) * step]); };
      if (beats(at(i), at(best))) best = i;
    }
    return best + 1;
  });
}

template <class T>
void amax(BlasCall& call, int n, const T* x, int incx, int* result) {
  first_extreme(call, n, x, incx, result, [](T a, T b) { return a > b; });
}

template <class T>
void amin(BlasCall& call, int n, const T* x, int incx, int* result) {
  first_extreme(call, n, x, incx, result, [](T a, T b) { return a < b; });
}

}  // namespace
}  // namespace warpup::runtime::cublas

using namespace warpup::runtime;

extern "C" {

cublasStatus_t cublasSaxpy_v2(cublasHandle_t handle, int n, const float* alpha, const float* x,
                              int incx, float* y, int incy) {
  WARPUP_BLAS_CALL(call, handle, "cublasSaxpy");
  cublas::axpy(call, n, alpha, x, incx, y, incy);
  return call.end();
}

cublasStatus_t cublasDaxpy_v2(cublasHandle_t handle, int n, const double* alpha, const double* x,
                              int incx, double* y, int incy) {
  WARPUP_BLAS_CALL(call, handle, "cublasDaxpy");
  cublas::axpy(call, n, alpha, x, incx, y, incy);
  return call.end();
}

cublasStatus_t cublasSscal_v2(cublasHandle_t handle, int n, const float* alpha, float* x,
                              int incx) {
  WARPUP_BLAS_CALL(call, handle, "cublasSscal");
  cublas::scal(call, n, alpha, x, incx);
  return call.end();
}

cublasStatus_t cublasDscal_v2(cublasHandle_t handle, int n, const double* alpha, double* x,
                              int incx) {
  WARPUP_BLAS_CALL(call, handle, "cublasDscal");
  cublas::scal(call, n, alpha, x, incx);
  return call.end();
}

cublasStatus_t cublasScopy_v2(cublasHandle_t handle, int n, const float* x, int incx, float* y,
                              int incy) {
  WARPUP_BLAS_CALL(call, handle, "cublasScopy");
  cublas::copy_vector(call, n, x, incx, y, incy);
  return call.end();
}

cublasStatus_t cublasDcopy_v2(cublasHandle_t handle, int n, const double* x, int incx, double* y,
                              int incy) {
  WARPUP_BLAS_CALL(call, handle, "cublasDcopy");
  cublas::copy_vector(call, n, x, incx, y, incy);
  return call.end();
}

cublasStatus_t cublasSswap_v2(cublasHandle_t handle, int n, float* x, int incx, float* y,
                              int incy) {
  WARPUP_BLAS_CALL(call, handle, "cublasSswap");
  cublas::swap_vectors(call, n, x, incx, y, incy);
  return call.end();
}

cublasStatus_t cublasDswap_v2(cublasHandle_t handle, int n, double* x, int incx, double* y,
                              int incy) {
  WARPUP_BLAS_CALL(call, handle, "cublasDswap");
  cublas::swap_vectors(call, n, x, incx, y, incy);
  return call.end();
}

cublasStatus_t cublasSdot_v2(cublasHandle_t handle, int n, const float* x, int incx, const float* y,
                             int incy, float* result) {
  WARPUP_BLAS_CALL(call, handle, "cublasSdot");
  cublas::dot(call, n, x, incx, y, incy, result);
  return call.end();
}

cublasStatus_t cublasDdot_v2(cublasHandle_t handle, int n, const double* x, int incx,
                             const double* y, int incy, double* result) {
  WARPUP_BLAS_CALL(call, handle, "cublasDdot");
  cublas::dot(call, n, x, incx, y, incy, result);
  return call.end();
}

cublasStatus_t cublasSnrm2_v2(cublasHandle_t handle, int n, const float* x, int incx,
                              float* result) {
  WARPUP_BLAS_CALL(call, handle, "cublasSnrm2");
  cublas::nrm2(call, n, x, incx, result);
  return call.end();
}

cublasStatus_t cublasDnrm2_v2(cublasHandle_t handle, int n, const double* x, int incx,
                              double* result) {
  WARPUP_BLAS_CALL(call, handle, "cublasDnrm2");
  cublas::nrm2(call, n, x, incx, result);
  return call.end();
}

cublasStatus_t cublasSasum_v2(cublasHandle_t handle, int n, const float* x, int incx,
                              float* result) {
  WARPUP_BLAS_CALL(call, handle, "cublasSasum");
  cublas::asum(call, n, x, incx, result);
  return call.end();
}

cublasStatus_t cublasDasum_v2(cublasHandle_t handle, int n, const double* x, int incx,
                              double* result) {
  WARPUP_BLAS_CALL(call, handle, "cublasDasum");
  cublas::asum(call, n, x, incx, result);
  return call.end();
}

cublasStatus_t cublasIsamax_v2(cublasHandle_t handle, int n, const float* x, int incx,
                               int* result) {
  WARPUP_BLAS_CALL(call, handle, "cublasIsamax");
  cublas::amax(call, n, x, incx, result);
  return call.end();
}

cublasStatus_t cublasIdamax_v2(cublasHandle_t handle, int n, const double* x, int incx,
                               int* result) {
  WARPUP_BLAS_CALL(call, handle, "cublasIdamax");
  cublas::amax(call, n, x, incx, result);
  return call.end();
}

cublasStatus_t cublasIsamin_v2(cublasHandle_t handle, int n, const float* x, int incx,
                               int* result) {
  WARPUP_BLAS_CALL(call, handle, "cublasIsamin");
  cublas::amin(call, n, x, incx, result);
  return call.end();
}

cublasStatus_t cublasIdamin_v2(cublasHandle_t handle, int n, const double* x, int incx,
                               int* result) {
  WARPUP_BLAS_CALL(call, handle, "cublasIdamin");
  cublas::amin(call, n, x, incx, result);
  return call.end();
}

}  // extern "C"
