// expect: wrong-result: what work() throws leaves everything as it is.

// Exercise 1.2, with_primary: calls work() with the device's primary
// context current.
//
// Afterwards everything is as it was: the calling thread's stack of
// contexts, which may hold contexts of the caller's, and the number of
// references to the primary context. That also holds if work() throws;
// what it throws comes to the caller.
#include <cuda.h>

#include <functional>

#include "cuda/driver_check.h"

// TODO(with_primary): what has to be undone, and what undoes it?
// END(with_primary)

void with_primary(CUdevice device, const std::function<void()>& work) {
  // TODO(with_primary): make it current, and undo that behind work().
  CUcontext primary = nullptr, popped = nullptr;
  CU_CHECK(cuDevicePrimaryCtxRetain(&primary, device));
  CU_CHECK(cuCtxPushCurrent(primary));
  work();
  CU_CHECK(cuCtxPopCurrent(&popped));
  CU_CHECK(cuDevicePrimaryCtxRelease(device));
  // END(with_primary)
}
