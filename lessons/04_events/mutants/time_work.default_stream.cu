// expect: wrong-result: no stream is named, so the events are recorded
// in the default stream, beside the work.

// Exercise 4.1, time_work: how long a piece of work takes on the
// device.
//
// work(stream) queues something in stream, which may hold other work
// already. Returns the milliseconds from the begin of the one to its
// end, without what is in front of it.
#include "cuda/check.h"

float time_work(void (*work)(cudaStream_t), cudaStream_t stream) {
  cudaEvent_t begin = nullptr, end = nullptr;
  CUDA_CHECK(cudaEventCreate(&begin));
  CUDA_CHECK(cudaEventCreate(&end));
  float ms = 0;
  // TODO(time_work): call work once, with a mark in front of it and one
  // behind it, and set ms to the time between the two.
  CUDA_CHECK(cudaEventRecord(begin));
  work(stream);
  CUDA_CHECK(cudaEventRecord(end));
  CUDA_CHECK(cudaEventSynchronize(end));
  CUDA_CHECK(cudaEventElapsedTime(&ms, begin, end));
  // END(time_work)
  CUDA_CHECK(cudaEventDestroy(begin));
  CUDA_CHECK(cudaEventDestroy(end));
  return ms;
}
