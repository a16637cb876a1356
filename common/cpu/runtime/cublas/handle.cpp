// Handles and their settings; names of status codes.
#include <cstdio>

#include "../../checker/hooks.h"
#include "../context.h"
#include "../stream.h"
#include "call.h"
#include "openblas.h"

namespace warpup::runtime::cublas {
namespace {

struct StatusText {
  cublasStatus_t status;
  const char* name;
  const char* text;
};

constexpr StatusText kTexts[] = {
    {CUBLAS_STATUS_SUCCESS, "CUBLAS_STATUS_SUCCESS", "success"},
    {CUBLAS_STATUS_NOT_INITIALIZED, "CUBLAS_STATUS_NOT_INITIALIZED",
     "the library was not initialized"},
    {CUBLAS_STATUS_ALLOC_FAILED, "CUBLAS_STATUS_ALLOC_FAILED", "the resource allocation failed"},
    {CUBLAS_STATUS_INVALID_VALUE, "CUBLAS_STATUS_INVALID_VALUE",
     "an unsupported value or parameter was passed to the function"},
    {CUBLAS_STATUS_ARCH_MISMATCH, "CUBLAS_STATUS_ARCH_MISMATCH",
     "the function requires an architectural feature absent from the device"},
    {CUBLAS_STATUS_MAPPING_ERROR, "CUBLAS_STATUS_MAPPING_ERROR",
     "an access to GPU memory space failed"},
    {CUBLAS_STATUS_EXECUTION_FAILED, "CUBLAS_STATUS_EXECUTION_FAILED",
     "the function failed to launch on the GPU"},
    {CUBLAS_STATUS_INTERNAL_ERROR, "CUBLAS_STATUS_INTERNAL_ERROR", "an internal operation failed"},
    {CUBLAS_STATUS_NOT_SUPPORTED, "CUBLAS_STATUS_NOT_SUPPORTED",
     "the requested functionality is not supported"},
    {CUBLAS_STATUS_LICENSE_ERROR, "CUBLAS_STATUS_LICENSE_ERROR", "the license check failed"},
};

// A setting of the handle goes to `p`.
template <class V>
void read_setting(BlasCall& call, V* p, V value) {
  call.pointer("the result", p);
  if (!call.failed()) *p = value;
}

bool is_math_mode(cublasMath_t mode) {
  const int base = mode & ~int{CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION};
  return base >= CUBLAS_DEFAULT_MATH && base <= CUBLAS_TF32_TENSOR_OP_MATH;
}

cublasStatus_t create(const ApiCall& call, cublasHandle_t* out) {
  if (!out) {
    tell_failure(call, CUBLAS_STATUS_INVALID_VALUE, "There is no place for the handle.");
    return CUBLAS_STATUS_INVALID_VALUE;
  }
  if (call.enter() != 0) {
    tell_failure(call, CUBLAS_STATUS_NOT_INITIALIZED, "The device has failed before.");
    return CUBLAS_STATUS_NOT_INITIALIZED;
  }
  if (const char* problem = load_openblas()) {
    std::fprintf(stderr, "%s\n", problem);
    tell_failure(call, CUBLAS_STATUS_NOT_INITIALIZED, "OpenBLAS is missing.");
    return CUBLAS_STATUS_NOT_INITIALIZED;
  }
  *out = new cublasContext;
  add_handle(*out);
  check::object_created("cuBLAS handle", *out, call.name(), call.pc());
  return CUBLAS_STATUS_SUCCESS;
}

}  // namespace
}  // namespace warpup::runtime::cublas

using namespace warpup::runtime;
using cublas::read_setting;

extern "C" {

cublasStatus_t cublasCreate_v2(cublasHandle_t* handle) {
  const ApiCall call("cublasCreate", __builtin_return_address(0));
  return cublas::create(call, handle);
}

// Waits for the device, as cuBLAS does when it releases its own memory.
cublasStatus_t cublasDestroy_v2(cublasHandle_t handle) {
  WARPUP_BLAS_CALL(call, handle, "cublasDestroy");
  if (call.failed()) return call.end();
  cublas::remove_handle(handle);
  streams().wait_for_all();
  warpup::check::object_destroyed("cuBLAS handle", handle);
  delete handle;
  return call.end();
}

cublasStatus_t cublasGetVersion_v2(cublasHandle_t, int* version) {
  if (!version) return CUBLAS_STATUS_INVALID_VALUE;
  *version = CUBLAS_VERSION;
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetProperty(libraryPropertyType type, int* value) {
  constexpr int kVersion[] = {CUBLAS_VER_MAJOR, CUBLAS_VER_MINOR, CUBLAS_VER_PATCH};
  if (!value || type < MAJOR_VERSION || type > PATCH_LEVEL) return CUBLAS_STATUS_INVALID_VALUE;
  *value = kVersion[type];
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasSetStream_v2(cublasHandle_t handle, cudaStream_t streamId) {
  WARPUP_BLAS_CALL(call, handle, "cublasSetStream");
  if (!call.failed()) handle->stream = streamId;
  return call.end();
}

cublasStatus_t cublasGetStream_v2(cublasHandle_t handle, cudaStream_t* streamId) {
  WARPUP_BLAS_CALL(call, handle, "cublasGetStream");
  if (!call.failed()) read_setting(call, streamId, handle->stream);
  return call.end();
}

cublasStatus_t cublasSetPointerMode_v2(cublasHandle_t handle, cublasPointerMode_t mode) {
  WARPUP_BLAS_CALL(call, handle, "cublasSetPointerMode");
  call.require(mode == CUBLAS_POINTER_MODE_HOST || mode == CUBLAS_POINTER_MODE_DEVICE,
               "The mode is neither CUBLAS_POINTER_MODE_HOST nor CUBLAS_POINTER_MODE_DEVICE.");
  if (!call.failed()) handle->pointer_mode = mode;
  return call.end();
}

cublasStatus_t cublasGetPointerMode_v2(cublasHandle_t handle, cublasPointerMode_t* mode) {
  WARPUP_BLAS_CALL(call, handle, "cublasGetPointerMode");
  if (!call.failed()) read_setting(call, mode, handle->pointer_mode);
  return call.end();
}

cublasStatus_t cublasSetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t mode) {
  WARPUP_BLAS_CALL(call, handle, "cublasSetAtomicsMode");
  call.require(mode == CUBLAS_ATOMICS_NOT_ALLOWED || mode == CUBLAS_ATOMICS_ALLOWED,
               "The mode is neither CUBLAS_ATOMICS_NOT_ALLOWED nor CUBLAS_ATOMICS_ALLOWED.");
  if (!call.failed()) handle->atomics_mode = mode;
  return call.end();
}

cublasStatus_t cublasGetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t* mode) {
  WARPUP_BLAS_CALL(call, handle, "cublasGetAtomicsMode");
  if (!call.failed()) read_setting(call, mode, handle->atomics_mode);
  return call.end();
}

cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode) {
  WARPUP_BLAS_CALL(call, handle, "cublasSetMathMode");
  call.require(cublas::is_math_mode(mode), "The mode is none of cublasMath_t.");
  if (!call.failed()) handle->math_mode = mode;
  return call.end();
}

cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t* mode) {
  WARPUP_BLAS_CALL(call, handle, "cublasGetMathMode");
  if (!call.failed()) read_setting(call, mode, handle->math_mode);
  return call.end();
}

// A workspace saves cuBLAS allocations of its own; here there are none.
cublasStatus_t cublasSetWorkspace_v2(cublasHandle_t handle, void*, size_t) {
  WARPUP_BLAS_CALL(call, handle, "cublasSetWorkspace");
  return call.end();
}

const char* cublasGetStatusName(cublasStatus_t status) {
  for (const auto& known : cublas::kTexts) {
    if (known.status == status) return known.name;
  }
  return "unrecognized status";
}

const char* cublasGetStatusString(cublasStatus_t status) {
  for (const auto& known : cublas::kTexts) {
    if (known.status == status) return known.text;
  }
  return "unrecognized status";
}

}  // extern "C"
