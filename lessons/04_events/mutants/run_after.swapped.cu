// expect: wrong-result: the event is recorded in the stream that should
// wait.

// Exercise 4.2, run_after: what is queued in `later` from now on begins
// when all that `earlier` holds by now is done.
//
// The host does not wait, and what is queued in `earlier` afterwards
// holds nobody up. No event is left behind.
#include "cuda/check.h"

void run_after(cudaStream_t later, cudaStream_t earlier) {
  // TODO(run_after): put a mark into one stream and have the other wait
  // for it. An event may be destroyed as soon as it is no longer named
  // by a call.
  cudaEvent_t reached = nullptr;
  CUDA_CHECK(
      cudaEventCreateWithFlags(&reached, cudaEventDisableTiming));
  CUDA_CHECK(cudaEventRecord(reached, later));
  CUDA_CHECK(cudaStreamWaitEvent(earlier, reached));
  CUDA_CHECK(cudaEventDestroy(reached));
  // END(run_after)
}
