// Exercise 2.1, there_and_back: numbers go to the device and come back.
//
// h_in and h_out are host arrays of n floats, n >= 1. After the call
// h_out holds what h_in holds, and it was on the device in between; no
// device memory is left allocated.
#include "cuda/check.h"

void there_and_back(const float* h_in, float* h_out, int n) {
  const size_t bytes = n * sizeof(float);
  // TODO(there_and_back): allocate, copy up, copy down, free.
  float* d_values = nullptr;
  CUDA_CHECK(cudaMalloc(&d_values, bytes));
  CUDA_CHECK(cudaMemcpy(d_values, h_in, bytes, cudaMemcpyHostToDevice));
  CUDA_CHECK(
      cudaMemcpy(h_out, d_values, bytes, cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaFree(d_values));
  // END(there_and_back)
}
