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
class Borrowed {
 public:
  explicit Borrowed(CUdevice device) : device_(device) {
    CUcontext primary = nullptr;
    CU_CHECK(cuDevicePrimaryCtxRetain(&primary, device_));
    CU_CHECK(cuCtxPushCurrent(primary));
  }
  ~Borrowed() {  // must not throw
    CUcontext popped = nullptr;
    cuCtxPopCurrent(&popped);
    cuDevicePrimaryCtxRelease(device_);
  }
  Borrowed(const Borrowed&) = delete;
  Borrowed& operator=(const Borrowed&) = delete;

 private:
  CUdevice device_;
};
// END(with_primary)

void with_primary(CUdevice device, const std::function<void()>& work) {
  // TODO(with_primary): make it current, and undo that behind work().
  const Borrowed borrowed(device);
  work();
  // END(with_primary)
}
