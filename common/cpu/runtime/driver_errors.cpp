// Names and texts of the driver's error codes.
#include "../checker/hooks.h"
#include "cuda.h"
#include "errors.h"

namespace {

struct Name {
  int code;
  const char* name;
  const char* text;  // null: the runtime's text for the same number
};

constexpr Name kNames[] = {
    {0, "CUDA_SUCCESS", nullptr},
    {1, "CUDA_ERROR_INVALID_VALUE", nullptr},
    {2, "CUDA_ERROR_OUT_OF_MEMORY", nullptr},
    {3, "CUDA_ERROR_NOT_INITIALIZED", nullptr},
    {4, "CUDA_ERROR_DEINITIALIZED", nullptr},
    {5, "CUDA_ERROR_PROFILER_DISABLED", nullptr},
    {6, "CUDA_ERROR_PROFILER_NOT_INITIALIZED", nullptr},
    {7, "CUDA_ERROR_PROFILER_ALREADY_STARTED", nullptr},
    {8, "CUDA_ERROR_PROFILER_ALREADY_STOPPED", nullptr},
    {34, "CUDA_ERROR_STUB_LIBRARY", nullptr},
    {36, "CUDA_ERROR_CALL_REQUIRES_NEWER_DRIVER", nullptr},
    {46, "CUDA_ERROR_DEVICE_UNAVAILABLE", nullptr},
    {100, "CUDA_ERROR_NO_DEVICE", nullptr},
    {101, "CUDA_ERROR_INVALID_DEVICE", nullptr},
    {102, "CUDA_ERROR_DEVICE_NOT_LICENSED", nullptr},
    {200, "CUDA_ERROR_INVALID_IMAGE", nullptr},
    {201, "CUDA_ERROR_INVALID_CONTEXT", nullptr},
    {202, "CUDA_ERROR_CONTEXT_ALREADY_CURRENT", "context already current"},
    {205, "CUDA_ERROR_MAP_FAILED", nullptr},
    {206, "CUDA_ERROR_UNMAP_FAILED", nullptr},
    {207, "CUDA_ERROR_ARRAY_IS_MAPPED", nullptr},
    {208, "CUDA_ERROR_ALREADY_MAPPED", nullptr},
    {209, "CUDA_ERROR_NO_BINARY_FOR_GPU", nullptr},
    {210, "CUDA_ERROR_ALREADY_ACQUIRED", nullptr},
    {211, "CUDA_ERROR_NOT_MAPPED", nullptr},
    {212, "CUDA_ERROR_NOT_MAPPED_AS_ARRAY", nullptr},
    {213, "CUDA_ERROR_NOT_MAPPED_AS_POINTER", nullptr},
    {214, "CUDA_ERROR_ECC_UNCORRECTABLE", nullptr},
    {215, "CUDA_ERROR_UNSUPPORTED_LIMIT", nullptr},
    {216, "CUDA_ERROR_CONTEXT_ALREADY_IN_USE", nullptr},
    {217, "CUDA_ERROR_PEER_ACCESS_UNSUPPORTED", nullptr},
    {218, "CUDA_ERROR_INVALID_PTX", nullptr},
    {219, "CUDA_ERROR_INVALID_GRAPHICS_CONTEXT", nullptr},
    {220, "CUDA_ERROR_NVLINK_UNCORRECTABLE", nullptr},
    {221, "CUDA_ERROR_JIT_COMPILER_NOT_FOUND", nullptr},
    {222, "CUDA_ERROR_UNSUPPORTED_PTX_VERSION", nullptr},
    {223, "CUDA_ERROR_JIT_COMPILATION_DISABLED", nullptr},
    {224, "CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY", nullptr},
    {225, "CUDA_ERROR_UNSUPPORTED_DEVSIDE_SYNC", nullptr},
    {226, "CUDA_ERROR_CONTAINED", nullptr},
    {300, "CUDA_ERROR_INVALID_SOURCE", nullptr},
    {301, "CUDA_ERROR_FILE_NOT_FOUND", nullptr},
    {302, "CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND", nullptr},
    {303, "CUDA_ERROR_SHARED_OBJECT_INIT_FAILED", nullptr},
    {304, "CUDA_ERROR_OPERATING_SYSTEM", nullptr},
    {400, "CUDA_ERROR_INVALID_HANDLE", nullptr},
    {401, "CUDA_ERROR_ILLEGAL_STATE", nullptr},
    {402, "CUDA_ERROR_LOSSY_QUERY", nullptr},
    {500, "CUDA_ERROR_NOT_FOUND", nullptr},
    {600, "CUDA_ERROR_NOT_READY", nullptr},
    {700, "CUDA_ERROR_ILLEGAL_ADDRESS", nullptr},
    {701, "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES", nullptr},
    {702, "CUDA_ERROR_LAUNCH_TIMEOUT", nullptr},
    {703, "CUDA_ERROR_LAUNCH_INCOMPATIBLE_TEXTURING", nullptr},
    {704, "CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED", nullptr},
    {705, "CUDA_ERROR_PEER_ACCESS_NOT_ENABLED", nullptr},
    {708, "CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE", nullptr},
    {709, "CUDA_ERROR_CONTEXT_IS_DESTROYED", nullptr},
    {710, "CUDA_ERROR_ASSERT", nullptr},
    {711, "CUDA_ERROR_TOO_MANY_PEERS", nullptr},
    {712, "CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED", nullptr},
    {713, "CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED", nullptr},
    {714, "CUDA_ERROR_HARDWARE_STACK_ERROR", nullptr},
    {715, "CUDA_ERROR_ILLEGAL_INSTRUCTION", nullptr},
    {716, "CUDA_ERROR_MISALIGNED_ADDRESS", nullptr},
    {717, "CUDA_ERROR_INVALID_ADDRESS_SPACE", nullptr},
    {718, "CUDA_ERROR_INVALID_PC", nullptr},
    {719, "CUDA_ERROR_LAUNCH_FAILED", nullptr},
    {720, "CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE", nullptr},
    {721, "CUDA_ERROR_TENSOR_MEMORY_LEAK", nullptr},
    {800, "CUDA_ERROR_NOT_PERMITTED", nullptr},
    {801, "CUDA_ERROR_NOT_SUPPORTED", nullptr},
    {802, "CUDA_ERROR_SYSTEM_NOT_READY", nullptr},
    {803, "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH", nullptr},
    {804, "CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE", nullptr},
    {805, "CUDA_ERROR_MPS_CONNECTION_FAILED", nullptr},
    {806, "CUDA_ERROR_MPS_RPC_FAILURE", nullptr},
    {807, "CUDA_ERROR_MPS_SERVER_NOT_READY", nullptr},
    {808, "CUDA_ERROR_MPS_MAX_CLIENTS_REACHED", nullptr},
    {809, "CUDA_ERROR_MPS_MAX_CONNECTIONS_REACHED", nullptr},
    {810, "CUDA_ERROR_MPS_CLIENT_TERMINATED", nullptr},
    {811, "CUDA_ERROR_CDP_NOT_SUPPORTED", nullptr},
    {812, "CUDA_ERROR_CDP_VERSION_MISMATCH", nullptr},
    {900, "CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED", nullptr},
    {901, "CUDA_ERROR_STREAM_CAPTURE_INVALIDATED", nullptr},
    {902, "CUDA_ERROR_STREAM_CAPTURE_MERGE", nullptr},
    {903, "CUDA_ERROR_STREAM_CAPTURE_UNMATCHED", nullptr},
    {904, "CUDA_ERROR_STREAM_CAPTURE_UNJOINED", nullptr},
    {905, "CUDA_ERROR_STREAM_CAPTURE_ISOLATION", nullptr},
    {906, "CUDA_ERROR_STREAM_CAPTURE_IMPLICIT", nullptr},
    {907, "CUDA_ERROR_CAPTURED_EVENT", nullptr},
    {908, "CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD", nullptr},
    {909, "CUDA_ERROR_TIMEOUT", nullptr},
    {910, "CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE", nullptr},
    {911, "CUDA_ERROR_EXTERNAL_DEVICE", nullptr},
    {912, "CUDA_ERROR_INVALID_CLUSTER_SIZE", nullptr},
    {913, "CUDA_ERROR_FUNCTION_NOT_LOADED", nullptr},
    {914, "CUDA_ERROR_INVALID_RESOURCE_TYPE", nullptr},
    {915, "CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION", nullptr},
    {916, "CUDA_ERROR_KEY_ROTATION", "an error happened during the key rotation sequence"},
    {999, "CUDA_ERROR_UNKNOWN", nullptr},
};

const Name* find(int code) {
  for (const Name& name : kNames) {
    if (name.code == code) return &name;
  }
  return nullptr;
}

}  // namespace

const char* warpup::runtime::driver_error_name(int code) {
  const Name* found = find(code);
  return found ? found->name : nullptr;
}

extern "C" {

CUresult cuGetErrorName(CUresult error, const char** pStr) {
  warpup::check::error_text_read(error);
  if (!pStr) return CUDA_ERROR_INVALID_VALUE;
  const Name* found = find(error);
  *pStr = found ? found->name : nullptr;
  return found ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuGetErrorString(CUresult error, const char** pStr) {
  warpup::check::error_text_read(error);
  if (!pStr) return CUDA_ERROR_INVALID_VALUE;
  const Name* found = find(error);
  *pStr = nullptr;
  if (found) *pStr = found->text ? found->text : warpup::runtime::error_text(error);
  return found ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

}  // extern "C"
