// What every function of the driver API has in common.
#pragma once

#include "api.h"
#include "context.h"
#include "cuda.h"

struct CUctx_st : warpup::runtime::Context {};

namespace warpup::runtime {

/// Ends a driver call: some of the runtime's codes have no counterpart there.
inline CUresult driver_end(const ApiCall& call, int code, bool launch = false) {
  if (code == cudaErrorInvalidPitchValue || code == cudaErrorInvalidMemcpyDirection) {
    code = CUDA_ERROR_INVALID_VALUE;
  } else if (code == cudaErrorInvalidDeviceFunction) {
    code = CUDA_ERROR_INVALID_HANDLE;
  }
  return static_cast<CUresult>(call.end(code, launch));
}

/// For calls that need the driver started and nothing more.
inline int enter_started() { return driver_started() ? CUDA_SUCCESS : CUDA_ERROR_NOT_INITIALIZED; }

inline void* pointer(CUdeviceptr p) { return reinterpret_cast<void*>(p); }
inline CUcontext handle_of(Context* context) { return static_cast<CUcontext>(context); }

}  // namespace warpup::runtime

// A macro, since the caller's address has to be taken in the API function itself.
#define WARPUP_DRIVER_CALL(NAME)                                               \
  const ::warpup::runtime::ApiCall NAME(__func__, __builtin_return_address(0), \
                                        ::warpup::runtime::Api::kDriver)
