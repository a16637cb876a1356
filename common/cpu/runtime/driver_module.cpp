// Modules by the driver API: loading, and what is in them.
#include <algorithm>
#include <cstdio>
#include <cstring>

#include "driver.h"
#include "module.h"
#include "nvrtc/store.h"

using namespace warpup::runtime;

namespace {

Module* module_of(CUmodule handle) { return reinterpret_cast<Module*>(handle); }

/// The log buffers of cuModuleLoadDataEx: where they are, how long, and where the length used goes.
struct JitLog {
  char* text = nullptr;
  std::size_t bytes = 0;
  void** used = nullptr;

  void write(const std::string& message) const {
    std::size_t n = 0;
    if (text && bytes > 0) {
      n = std::min(bytes - 1, message.size());
      std::memcpy(text, message.c_str(), n);
      text[n] = '\0';
    }
    if (used) *used = reinterpret_cast<void*>(n);
  }
};

void write_logs(const std::string& error, unsigned count, const CUjit_option* options,
                void** values) {
  JitLog information, errors;
  for (unsigned i = 0; i < count; ++i) {
    JitLog* log = nullptr;
    if (options[i] == CU_JIT_INFO_LOG_BUFFER || options[i] == CU_JIT_ERROR_LOG_BUFFER) {
      log = options[i] == CU_JIT_INFO_LOG_BUFFER ? &information : &errors;
      log->text = static_cast<char*>(values[i]);
    } else if (options[i] == CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES ||
               options[i] == CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES) {
      log = options[i] == CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES ? &information : &errors;
      log->bytes = reinterpret_cast<std::uintptr_t>(values[i]) & 0xffffffffU;
      log->used = &values[i];
    }
  }
  information.write("");
  errors.write(error);
}

int load(const ApiCall& call, CUmodule* out, const void* image, unsigned count = 0,
         const CUjit_option* options = nullptr, void** values = nullptr) {
  if (int error = call.enter()) return error;
  if (!out || !image || (count && (!options || !values))) return CUDA_ERROR_INVALID_VALUE;
  const Loaded loaded = load_module(image, host_thread().contexts.back());
  if (!loaded.why.empty())
    std::fprintf(stderr, "warpup: %s: %s\n", call.name(), loaded.why.c_str());
  write_logs(loaded.why, count, options, values);
  if (loaded.error) return loaded.error;
  *out = reinterpret_cast<CUmodule>(loaded.module);
  return CUDA_SUCCESS;
}

int load_file(const ApiCall& call, CUmodule* out, const char* name) {
  if (int error = call.enter()) return error;
  if (!out || !name) return CUDA_ERROR_INVALID_VALUE;
  std::FILE* file = std::fopen(name, "rb");
  if (!file) return CUDA_ERROR_FILE_NOT_FOUND;
  std::fclose(file);
  const std::string image = warpup::nvrtc::read_file(name);
  return load(call, out, image.c_str());
}

int enter_module(const ApiCall& call, CUmodule handle) {
  if (int error = call.enter()) return error;
  return known_module(module_of(handle)) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

int get_function(CUfunction* out, const Module& module, const char* name) {
  if (!out || !name) return CUDA_ERROR_INVALID_VALUE;
  warpup::KernelInfo* info = module.find_kernel(name);
  if (!info) return CUDA_ERROR_NOT_FOUND;
  *out = reinterpret_cast<CUfunction>(info);
  return CUDA_SUCCESS;
}

int get_global(CUdeviceptr* address, std::size_t* bytes, const Module& module, const char* name) {
  if (!name || (!address && !bytes)) return CUDA_ERROR_INVALID_VALUE;
  const Symbol* symbol = module.find_variable(name);
  if (!symbol) return CUDA_ERROR_NOT_FOUND;
  if (address) *address = reinterpret_cast<CUdeviceptr>(symbol->device);
  if (bytes) *bytes = symbol->bytes;
  return CUDA_SUCCESS;
}

int list_functions(CUfunction* out, unsigned most, const Module& module) {
  if (!out) return CUDA_ERROR_INVALID_VALUE;
  const std::size_t n = std::min<std::size_t>(most, module.kernels.size());
  for (std::size_t i = 0; i < n; ++i) {
    out[i] = reinterpret_cast<CUfunction>(module.kernels[i].info);
  }
  return CUDA_SUCCESS;
}

}  // namespace

extern "C" {

CUresult cuModuleLoad(CUmodule* module, const char* fname) {
  WARPUP_DRIVER_CALL(call);
  return driver_end(call, load_file(call, module, fname));
}

CUresult cuModuleLoadData(CUmodule* module, const void* image) {
  WARPUP_DRIVER_CALL(call);
  return driver_end(call, load(call, module, image));
}

CUresult cuModuleLoadDataEx(CUmodule* module, const void* image, unsigned numOptions,
                            CUjit_option* options, void** optionValues) {
  WARPUP_DRIVER_CALL(call);
  return driver_end(call, load(call, module, image, numOptions, options, optionValues));
}

CUresult cuModuleLoadFatBinary(CUmodule* module, const void* fatCubin) {
  WARPUP_DRIVER_CALL(call);
  return driver_end(call, load(call, module, fatCubin));
}

CUresult cuModuleUnload(CUmodule hmod) {
  WARPUP_DRIVER_CALL(call);
  if (int error = enter_module(call, hmod)) return driver_end(call, error);
  unload_module(module_of(hmod));
  return driver_end(call, CUDA_SUCCESS);
}

/// Each load reads and maps the whole object.
CUresult cuModuleGetLoadingMode(CUmoduleLoadingMode* mode) {
  WARPUP_DRIVER_CALL(call);
  if (int error = enter_started()) return driver_end(call, error);
  if (!mode) return driver_end(call, CUDA_ERROR_INVALID_VALUE);
  *mode = CU_MODULE_EAGER_LOADING;
  return driver_end(call, CUDA_SUCCESS);
}

CUresult cuModuleGetFunction(CUfunction* hfunc, CUmodule hmod, const char* name) {
  WARPUP_DRIVER_CALL(call);
  if (int error = enter_module(call, hmod)) return driver_end(call, error);
  return driver_end(call, get_function(hfunc, *module_of(hmod), name));
}

CUresult cuModuleGetFunctionCount(unsigned* count, CUmodule mod) {
  WARPUP_DRIVER_CALL(call);
  if (int error = enter_module(call, mod)) return driver_end(call, error);
  if (!count) return driver_end(call, CUDA_ERROR_INVALID_VALUE);
  *count = static_cast<unsigned>(module_of(mod)->kernels.size());
  return driver_end(call, CUDA_SUCCESS);
}

CUresult cuModuleEnumerateFunctions(CUfunction* functions, unsigned numFunctions, CUmodule mod) {
  WARPUP_DRIVER_CALL(call);
  if (int error = enter_module(call, mod)) return driver_end(call, error);
  return driver_end(call, list_functions(functions, numFunctions, *module_of(mod)));
}

CUresult cuModuleGetGlobal(CUdeviceptr* dptr, size_t* bytes, CUmodule hmod, const char* name) {
  WARPUP_DRIVER_CALL(call);
  if (int error = enter_module(call, hmod)) return driver_end(call, error);
  return driver_end(call, get_global(dptr, bytes, *module_of(hmod), name));
}

}  // extern "C"
