// Exercise 12.1, launch_status: launches a kernel, and says whether the
// launch was in order.
//
// values is (threads). Returns what this launch was answered:
// cudaSuccess, or the error for which it was refused. An earlier call
// may have left an error on record; that is not this launch's.
// Afterwards no error is on record, whatever was returned.
#include <cuda_runtime.h>

__global__ void count_kernel(int* values) {
  values[threadIdx.x] = threadIdx.x;
}

cudaError_t launch_status(int* d_values, int threads) {
  // TODO(launch_status): an old error may be on record.
  // END(launch_status)
  count_kernel<<<1, threads>>>(d_values);
  // TODO(launch_status): return what this launch was answered.
  return cudaErrorUnknown;
  // END(launch_status)
}
