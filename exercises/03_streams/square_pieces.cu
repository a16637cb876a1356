// Exercise 3.2, square_pieces: an array goes through several streams in
// pieces, so that the copies of one piece can run beside the kernel of
// another.
//
// h_in and h_out are (n) in pinned memory, d_values is (n) on the
// device; any n >= 0. Piece p holds the elements from p * piece on,
// `piece` of them; the last one may hold fewer. All its work is queued
// in streams[p % count]. Whoever calls this waits for the streams.
#include "cuda/check.h"

constexpr int kThreads = 256;

__global__ void square_kernel(int* values, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) values[i] *= values[i];  // the last block may be partial
}

void square_pieces(const int* h_in, int* h_out, int* d_values, int n,
                   int piece, const cudaStream_t* streams, int count) {
  // TODO(square_pieces): for each piece, queue the copy to the device,
  // the kernel, and the copy back.
  // END(square_pieces)
}
