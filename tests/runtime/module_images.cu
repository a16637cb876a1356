// Images that run only on a GPU, and one whose object is gone: the cpu backend refuses them, and
// says why on standard error and in the log of cuModuleLoadDataEx.
#include <cuda.h>

#include <cstring>

#include "../semantics/facts.h"

constexpr const char* kPtx =
    ".version 9.0\n.target sm_75\n.address_size 64\n.visible .entry k()\n{\n\tret;\n}\n";

int main() {
  CUcontext context = nullptr;
  CUmodule module = nullptr;
  FACT(cuInit(0), 0);
  FACT(cuDevicePrimaryCtxRetain(&context, 0), 0);
  FACT(cuCtxSetCurrent(context), 0);
  FACT(cuModuleLoadData(&module, kPtx), 218);
  FACT(cuModuleLoadData(&module, "\177ELF"), 209);
  FACT(cuModuleLoadFatBinary(&module, "\x50\xed\x55\xba"), 209);
  FACT(cuModuleLoadData(&module, ""), 200);
  FACT(cuModuleLoadData(&module, "//\n// a comment alone\n"), 200);
  FACT(module == nullptr, 1);
  char log[64] = "?";
  CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void* values[] = {log, reinterpret_cast<void*>(sizeof log)};
  FACT(cuModuleLoadDataEx(&module, kPtx, 2, options, values), 218);
  FACT(strncmp(log, "the image is PTX", 16), 0);
  FACT(reinterpret_cast<size_t>(values[1]), 63);  // as much as fits
  FACT(cuDevicePrimaryCtxRelease(0), 0);
  return facts_end();
}
