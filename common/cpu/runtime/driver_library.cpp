// Libraries by the driver API: modules of the device rather than of a context.
#include <cstdio>

#include "driver.h"
#include "function.h"
#include "module.h"

using namespace warpup::runtime;

namespace {

Module* module_of(CUlibrary handle) { return reinterpret_cast<Module*>(handle); }

int enter_library(CUlibrary handle) {
  if (int error = enter_started()) return error;
  return known_module(module_of(handle)) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

}  // namespace

extern "C" {

CUresult cuLibraryLoadData(CUlibrary* library, const void* code, CUjit_option*, void**, unsigned,
                           CUlibraryOption*, void**, unsigned) {
  WARPUP_DRIVER_CALL(call);
  if (int error = enter_started()) return driver_end(call, error);
  if (!library || !code) return driver_end(call, CUDA_ERROR_INVALID_VALUE);
  const Loaded loaded = load_module(code, &primary_context());
  if (!loaded.why.empty())
    std::fprintf(stderr, "warpup: %s: %s\n", call.name(), loaded.why.c_str());
  if (loaded.error) return driver_end(call, loaded.error);
  *library = reinterpret_cast<CUlibrary>(loaded.module);
  return driver_end(call, CUDA_SUCCESS);
}

CUresult cuLibraryUnload(CUlibrary library) {
  WARPUP_DRIVER_CALL(call);
  if (int error = enter_library(library)) return driver_end(call, error);
  unload_module(module_of(library));
  return driver_end(call, CUDA_SUCCESS);
}

CUresult cuLibraryGetKernel(CUkernel* pKernel, CUlibrary library, const char* name) {
  WARPUP_DRIVER_CALL(call);
  if (int error = enter_library(library)) return driver_end(call, error);
  if (!pKernel || !name) return driver_end(call, CUDA_ERROR_INVALID_VALUE);
  warpup::KernelInfo* info = module_of(library)->find_kernel(name);
  if (!info) return driver_end(call, CUDA_ERROR_NOT_FOUND);
  *pKernel = reinterpret_cast<CUkernel>(info);
  return driver_end(call, CUDA_SUCCESS);
}

CUresult cuLibraryGetModule(CUmodule* pMod, CUlibrary library) {
  WARPUP_DRIVER_CALL(call);
  if (int error = call.enter()) return driver_end(call, error);
  if (int error = enter_library(library)) return driver_end(call, error);
  if (!pMod) return driver_end(call, CUDA_ERROR_INVALID_VALUE);
  *pMod = reinterpret_cast<CUmodule>(library);
  return driver_end(call, CUDA_SUCCESS);
}

CUresult cuLibraryGetGlobal(CUdeviceptr* dptr, size_t* bytes, CUlibrary library, const char* name) {
  WARPUP_DRIVER_CALL(call);
  if (int error = call.enter()) return driver_end(call, error);
  if (int error = enter_library(library)) return driver_end(call, error);
  if (!name) return driver_end(call, CUDA_ERROR_INVALID_VALUE);
  const Symbol* symbol = module_of(library)->find_variable(name);
  if (!symbol) return driver_end(call, CUDA_ERROR_NOT_FOUND);
  if (dptr) *dptr = reinterpret_cast<CUdeviceptr>(symbol->device);
  if (bytes) *bytes = symbol->bytes;
  return driver_end(call, CUDA_SUCCESS);
}

CUresult cuKernelGetFunction(CUfunction* pFunc, CUkernel kernel) {
  WARPUP_DRIVER_CALL(call);
  if (int error = call.enter()) return driver_end(call, error);
  if (!kernel) return driver_end(call, CUDA_ERROR_INVALID_HANDLE);
  if (!pFunc) return driver_end(call, CUDA_ERROR_INVALID_VALUE);
  *pFunc = reinterpret_cast<CUfunction>(kernel);
  return driver_end(call, CUDA_SUCCESS);
}

CUresult cuKernelGetName(const char** name, CUkernel hfunc) {
  WARPUP_DRIVER_CALL(call);
  if (int error = enter_started()) return driver_end(call, error);
  if (!hfunc) return driver_end(call, CUDA_ERROR_INVALID_HANDLE);
  if (!name) return driver_end(call, CUDA_ERROR_INVALID_VALUE);
  *name = driver_name(*reinterpret_cast<warpup::KernelInfo*>(hfunc));
  return driver_end(call, CUDA_SUCCESS);
}

}  // extern "C"
