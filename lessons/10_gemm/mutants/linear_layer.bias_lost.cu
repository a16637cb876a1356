// expect: wrong-result: beta is 0: the bias that y holds is
// overwritten.

// Exercise 10.2, linear_layer: Y = Y + X W^T by one call of cuBLAS, the
// layer of a network for a batch of inputs.
//
// All row-major, in device memory, all sizes >= 1: x is (batch, in), w
// is (out, in), y is (batch, out). y holds the bias before the call.
#include "cuda/blas.h"

void linear_layer(cublasHandle_t blas, int batch, int in, int out,
                  const float* d_x, const float* d_w, float* d_y) {
  const float one = 1, zero = 0;
  // TODO(linear_layer): call cublasSgemm. What is each of the three
  // matrices for cuBLAS, which reads columns?
  CUBLAS_CHECK(cublasSgemm(blas, CUBLAS_OP_T, CUBLAS_OP_N, out, batch,
                           in, &one, d_w, in, d_x, in, &zero, d_y,
                           out));
  // END(linear_layer)
}
