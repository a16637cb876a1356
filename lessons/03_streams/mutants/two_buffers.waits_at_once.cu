// expect: wrong-result: each batch is waited for before the next one is
// filled.

// Exercise 3.3, two_buffers: batches that are made on the host, one
// after another, and worked on by the device. While the device has one
// batch, the host fills the buffer of the next.
//
// There are two slots, each with a stream, a pinned buffer and a device
// buffer of `size` numbers. fill(b, h_buffer) writes batch b into a
// buffer: call it for b = 0, 1, ..., batches - 1, in this order.
// d_out is (batches, size); row b is batch b times 3 plus 1. Whoever
// calls this waits for both streams.
#include "cuda/check.h"

constexpr int kThreads = 256;

// Both this file and its judge define it with the same words.
struct Slot {
  cudaStream_t stream;
  int* h_buffer;
  int* d_buffer;
};

__global__ void work_kernel(const int* in, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 3 * in[i] + 1;  // the last block may be partial
}

void two_buffers(void (*fill)(int batch, int* h_buffer), int batches,
                 int size, Slot slots[2], int* d_out) {
  // TODO(two_buffers): fill a slot, queue its copy and its kernel, and
  // go on with the other slot. When may a buffer be filled again?
  for (int b = 0; b < batches; ++b) {
    const Slot& slot = slots[b % 2];
    // Batch b - 2 has been copied out of this buffer.
    if (b >= 2) CUDA_CHECK(cudaStreamSynchronize(slot.stream));
    fill(b, slot.h_buffer);
    CUDA_CHECK(cudaMemcpyAsync(slot.d_buffer, slot.h_buffer,
                               size * sizeof(int),
                               cudaMemcpyHostToDevice, slot.stream));
    const int blocks = (size + kThreads - 1) / kThreads;
    work_kernel<<<blocks, kThreads, 0, slot.stream>>>(
        slot.d_buffer, d_out + b * size, size);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaStreamSynchronize(slot.stream));
  }
  // END(two_buffers)
}
