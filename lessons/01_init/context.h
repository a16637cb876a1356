// Creating a context, whose call changed with CUDA 13.
#pragma once

#include <cuda.h>

// A new context of device 0, on top of the calling thread's stack.
inline CUresult create_context(CUcontext* context) {
#if CUDA_VERSION >= 13000
  return cuCtxCreate(context, nullptr, 0, 0);  // parameters, flags
#else
  return cuCtxCreate(context, 0, 0);
#endif
}
