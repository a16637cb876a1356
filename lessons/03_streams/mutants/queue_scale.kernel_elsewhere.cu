// expect: missing-sync: the kernel is launched into the default stream,
// which does not wait for a non-blocking one.

// Exercise 3.1, queue_scale: numbers go to the device, are scaled, and
// come back. All of it is queued in one stream, and nobody waits here.
//
// h_in and h_out are (n) in pinned memory, d_values is (n) on the
// device; any n >= 0. Whoever calls this waits for the stream.
#include "cuda/check.h"

constexpr int kThreads = 256;

__global__ void scale_kernel(float* values, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) values[i] *= factor;  // the last block may be partial
}

void queue_scale(const float* h_in, float* h_out, float* d_values,
                 int n, float factor, cudaStream_t stream) {
  if (n == 0) return;  // a grid without blocks is an error
  const int blocks = (n + kThreads - 1) / kThreads;
  const size_t bytes = n * sizeof(float);
  // TODO(queue_scale): queue three operations in stream: h_in to
  // d_values, the kernel, d_values to h_out.
  CUDA_CHECK(cudaMemcpyAsync(d_values, h_in, bytes,
                             cudaMemcpyHostToDevice, stream));
  scale_kernel<<<blocks, kThreads>>>(d_values, n, factor);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaMemcpyAsync(h_out, d_values, bytes,
                             cudaMemcpyDeviceToHost, stream));
  // END(queue_scale)
}
