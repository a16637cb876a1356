// Contexts: the primary one, the program's own, and each thread's stack of them.
#include "device.h"
#include "driver.h"
#include "limits.h"
#include "module.h"
#include "stream.h"
#include "stream_calls.h"

using namespace warpup::runtime;

namespace {

constexpr unsigned kPrimaryApiVersion = 3020;
constexpr unsigned kOwnApiVersion = 3020;

int check_device(CUdevice device) {
  if (int error = enter_started()) return error;
  return device == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

std::vector<Context*>& stack() { return host_thread().contexts; }
Context* current() { return stack().empty() ? nullptr : stack().back(); }

int enter_current() {
  if (int error = enter_started()) return error;
  return current() ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

int create(CUcontext* out, const CUctxCreateParams* params, unsigned flags, CUdevice device) {
  if (int error = check_device(device)) return error;
  if (!out || (flags & ~unsigned{CU_CTX_FLAGS_MASK})) return CUDA_ERROR_INVALID_VALUE;
  if (params && (params->numExecAffinityParams || params->cigParams)) {
    return CUDA_ERROR_NOT_SUPPORTED;
  }
  if (int error = device_status()) return error;
  Context* context = create_context(flags);
  stack().push_back(context);
  *out = handle_of(context);
  return CUDA_SUCCESS;
}

int destroy(CUcontext context) {
  if (int error = enter_started()) return error;
  if (!context || context->primary) return CUDA_ERROR_INVALID_VALUE;
  if (context->destroyed) return CUDA_ERROR_CONTEXT_IS_DESTROYED;
  streams().wait_for_all();
  unload_modules_of(context);
  context->destroyed = true;
  if (current() == context) stack().pop_back();
  return CUDA_SUCCESS;
}

}  // namespace

extern "C" {

CUresult cuDevicePrimaryCtxRetain(CUcontext* pctx, CUdevice dev) {
  WARPUP_DRIVER_CALL(call);
  if (int error = check_device(dev)) return driver_end(call, error);
  if (!pctx) return driver_end(call, CUDA_ERROR_INVALID_VALUE);
  if (int error = device_status()) return driver_end(call, error);
  retain_primary();
  *pctx = handle_of(&primary_context());
  return driver_end(call, CUDA_SUCCESS);
}

CUresult cuDevicePrimaryCtxRelease(CUdevice dev) {
  WARPUP_DRIVER_CALL(call);
  if (int error = check_device(dev)) return driver_end(call, error);
  return driver_end(call, release_primary() ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT);
}

CUresult cuDevicePrimaryCtxSetFlags(CUdevice dev, unsigned flags) {
  WARPUP_DRIVER_CALL(call);
  if (int error = check_device(dev)) return driver_end(call, error);
  if (flags & ~unsigned{CU_CTX_FLAGS_MASK}) return driver_end(call, CUDA_ERROR_INVALID_VALUE);
  primary_context().flags = flags;
  return driver_end(call, CUDA_SUCCESS);
}

CUresult cuDevicePrimaryCtxGetState(CUdevice dev, unsigned* flags, int* active) {
  WARPUP_DRIVER_CALL(call);
  if (int error = check_device(dev)) return driver_end(call, error);
  if (!flags || !active) return driver_end(call, CUDA_ERROR_INVALID_VALUE);
  *flags = primary_context().flags;
  *active = primary_active();
  return driver_end(call, CUDA_SUCCESS);
}

CUresult cuDevicePrimaryCtxReset(CUdevice dev) {
  WARPUP_DRIVER_CALL(call);
  if (int error = check_device(dev)) return driver_end(call, error);
  reset_device(call);
  return driver_end(call, CUDA_SUCCESS);
}

CUresult cuCtxCreate(CUcontext* pctx, CUctxCreateParams* ctxCreateParams, unsigned flags,
                     CUdevice dev) {
  WARPUP_DRIVER_CALL(call);
  return driver_end(call, create(pctx, ctxCreateParams, flags, dev));
}

CUresult cuCtxDestroy(CUcontext ctx) {
  WARPUP_DRIVER_CALL(call);
  return driver_end(call, destroy(ctx));
}

CUresult cuCtxPushCurrent(CUcontext ctx) {
  WARPUP_DRIVER_CALL(call);
  if (int error = enter_started()) return driver_end(call, error);
  if (!ctx) return driver_end(call, CUDA_ERROR_INVALID_VALUE);
  stack().push_back(ctx);
  return driver_end(call, CUDA_SUCCESS);
}

CUresult cuCtxPopCurrent(CUcontext* pctx) {
  WARPUP_DRIVER_CALL(call);
  if (int error = enter_current()) return driver_end(call, error);
  if (pctx) *pctx = handle_of(current());
  stack().pop_back();
  return driver_end(call, CUDA_SUCCESS);
}

// Replaces the top of the stack; null removes it.
CUresult cuCtxSetCurrent(CUcontext ctx) {
  WARPUP_DRIVER_CALL(call);
  if (int error = enter_started()) return driver_end(call, error);
  if (!stack().empty()) stack().pop_back();
  if (ctx) stack().push_back(ctx);
  return driver_end(call, CUDA_SUCCESS);
}

CUresult cuCtxGetCurrent(CUcontext* pctx) {
  WARPUP_DRIVER_CALL(call);
  if (int error = enter_started()) return driver_end(call, error);
  if (!pctx) return driver_end(call, CUDA_ERROR_INVALID_VALUE);
  *pctx = handle_of(current());
  return driver_end(call, CUDA_SUCCESS);
}

CUresult cuCtxGetDevice(CUdevice* device) {
  WARPUP_DRIVER_CALL(call);
  if (int error = enter_current()) return driver_end(call, error);
  if (!device) return driver_end(call, CUDA_ERROR_INVALID_VALUE);
  *device = 0;
  return driver_end(call, CUDA_SUCCESS);
}

CUresult cuCtxGetFlags(unsigned* flags) {
  WARPUP_DRIVER_CALL(call);
  if (int error = enter_current()) return driver_end(call, error);
  if (!flags) return driver_end(call, CUDA_ERROR_INVALID_VALUE);
  *flags = current()->flags | CU_CTX_MAP_HOST;
  return driver_end(call, CUDA_SUCCESS);
}

CUresult cuCtxGetId(CUcontext ctx, unsigned long long* ctxId) {
  WARPUP_DRIVER_CALL(call);
  if (int error = enter_started()) return driver_end(call, error);
  const Context* context = ctx ? ctx : current();
  if (!context) return driver_end(call, CUDA_ERROR_INVALID_CONTEXT);
  if (!ctxId) return driver_end(call, CUDA_ERROR_INVALID_VALUE);
  *ctxId = context->id;
  return driver_end(call, CUDA_SUCCESS);
}

CUresult cuCtxGetApiVersion(CUcontext ctx, unsigned* version) {
  WARPUP_DRIVER_CALL(call);
  if (int error = enter_started()) return driver_end(call, error);
  const Context* context = ctx ? ctx : current();
  if (!context) return driver_end(call, CUDA_ERROR_INVALID_CONTEXT);
  if (!version) return driver_end(call, CUDA_ERROR_INVALID_VALUE);
  *version = context->primary ? kPrimaryApiVersion : kOwnApiVersion;
  return driver_end(call, CUDA_SUCCESS);
}

CUresult cuCtxSynchronize() {
  WARPUP_DRIVER_CALL(call);
  if (int error = call.enter_unsafe()) return driver_end(call, error);
  streams().wait_for_all();
  return driver_end(call, device_status());
}

CUresult cuCtxSetLimit(CUlimit limit, size_t value) {
  WARPUP_DRIVER_CALL(call);
  if (int error = call.enter()) return driver_end(call, error);
  return driver_end(call, set_limit(limit, value));
}

CUresult cuCtxGetLimit(size_t* pvalue, CUlimit limit) {
  WARPUP_DRIVER_CALL(call);
  if (int error = call.enter()) return driver_end(call, error);
  return driver_end(call, get_limit(limit, pvalue));
}

CUresult cuCtxGetCacheConfig(CUfunc_cache* pconfig) {
  WARPUP_DRIVER_CALL(call);
  if (int error = call.enter()) return driver_end(call, error);
  if (!pconfig) return driver_end(call, CUDA_ERROR_INVALID_VALUE);
  *pconfig = static_cast<CUfunc_cache>(cache_config().load());
  return driver_end(call, CUDA_SUCCESS);
}

CUresult cuCtxSetCacheConfig(CUfunc_cache config) {
  WARPUP_DRIVER_CALL(call);
  if (int error = call.enter()) return driver_end(call, error);
  cache_config() = config;
  return driver_end(call, CUDA_SUCCESS);
}

CUresult cuCtxGetStreamPriorityRange(int* leastPriority, int* greatestPriority) {
  WARPUP_DRIVER_CALL(call);
  if (int error = call.enter()) return driver_end(call, error);
  if (leastPriority) *leastPriority = kLowestPriority;
  if (greatestPriority) *greatestPriority = kHighestPriority;
  return driver_end(call, CUDA_SUCCESS);
}

}  // extern "C"
