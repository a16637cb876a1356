// Cases that are run in a process of their own, so that their first
// call is the first one. They tell what the calls answered
// (lesson/own_process.h).
//
// What to notice: nothing here stops at an error, since the answers are
// what the lesson is about.
#include <cuda.h>
#include <cuda_runtime.h>

#include "cases.h"
#include "context.h"

// ---- before and after cuInit ----

void no_init(int) {
  int count = -1;
  CUcontext current = nullptr;
  TELL(cuDriverGetVersion(&count));
  TELL(cuDeviceGetCount(&count));
  TELL(cuCtxGetCurrent(&current));
  TELL(cuInit(2));
  TELL(cuInit(0));
  TELL(cuDeviceGetCount(&count));
  lesson::tell("count", count);
}

// ---- the runtime's first call ----

void* d_first = nullptr;

void make_none() {}
void make_count() {
  int count = 0;
  cudaGetDeviceCount(&count);
}
void make_properties() {
  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, 0);
}
void make_choice() { cudaSetDevice(0); }
void make_allocation() { cudaMalloc(&d_first, 4); }
void make_free() { cudaFree(nullptr); }
void make_reset() {
  make_allocation();
  cudaDeviceReset();
  d_first = nullptr;  // went with the context
}
#if CUDART_VERSION >= 12000
void make_active() { cudaInitDevice(0, 0, 0); }
constexpr bool kChoiceMakes = true;
#else
constexpr bool kChoiceMakes = false;
#endif

const std::vector<FirstCall> kFirstCalls = {
    {"nothing", make_none, false, false, false},
    {"cudaGetDeviceCount", make_count, true, false, false},
    {"cudaGetDeviceProperties", make_properties, true, false, false},
    {"cudaSetDevice", make_choice, true, kChoiceMakes, kChoiceMakes},
#if CUDART_VERSION >= 12000
    {"cudaInitDevice", make_active, true, true, false},
#endif
    {"cudaMalloc", make_allocation, true, true, true},
    {"cudaFree(nullptr)", make_free, true, true, true},
    {"cudaMalloc, cudaDeviceReset", make_reset, true, false, true},
};

void lazy(int which) {
  kFirstCalls[which].make();
  unsigned flags = 0;
  int active = 0;
  CUcontext current = nullptr;
  const CUresult asked = cuDevicePrimaryCtxGetState(0, &flags, &active);
  cuCtxGetCurrent(&current);
  lesson::tell("started", asked == CUDA_SUCCESS);
  lesson::tell("active", active);
  lesson::tell("current", current != nullptr);
  if (d_first) cudaFree(d_first);
}

// ---- the primary context, step by step ----

// Two digits: active, current.
int primary_state() {
  unsigned flags = 0;
  int active = 0;
  CUcontext current = nullptr;
  cuDevicePrimaryCtxGetState(0, &flags, &active);
  cuCtxGetCurrent(&current);
  return active * 10 + (current != nullptr);
}

void primary(int) {
  CUcontext first = nullptr, second = nullptr;
  cuInit(0);
  lesson::tell("cuInit", primary_state());
  cuDevicePrimaryCtxRetain(&first, 0);
  lesson::tell("cuDevicePrimaryCtxRetain", primary_state());
  cuCtxSetCurrent(first);
  lesson::tell("cuCtxSetCurrent", primary_state());
  cuDevicePrimaryCtxRetain(&second, 0);
  lesson::tell("cuDevicePrimaryCtxRetain", primary_state());
  lesson::tell("the same handle", first == second);
  cuCtxSetCurrent(nullptr);
  lesson::tell("cuCtxSetCurrent(nullptr)", primary_state());
  cuDevicePrimaryCtxRelease(0);
  lesson::tell("cuDevicePrimaryCtxRelease", primary_state());
  cuDevicePrimaryCtxRelease(0);
  lesson::tell("cuDevicePrimaryCtxRelease", primary_state());
}

// ---- what goes wrong ----

void no_context(int) {
  CUcontext a = nullptr, b = nullptr;
  CUdeviceptr d_values = 0;
  cuInit(0);
  TELL(cuMemAlloc(&d_values, 1024));
  TELL(cuCtxPopCurrent(&a));
  create_context(&a);
  create_context(&b);
  TELL(cuCtxDestroy(a));  // below b
  TELL(cuCtxDestroy(b));  // on top: it goes, and a is on top
  TELL(cuMemAlloc(&d_values, 1024));
}

const std::vector<lesson::Case> kCases = {
    {"no_init", no_init},
    {"lazy", lazy},
    {"primary", primary},
    {"no_context", no_context},
};
