// The driver API: contexts and their stack, memory, launches, and what it shares with the runtime.
#include <cuda.h>
#include <cuda_runtime.h>

#include <cstring>

#include "../semantics/facts.h"

__global__ void add_kernel(int a, float b, int* sum) { *sum = a + static_cast<int>(b); }

CUcontext current() {
  CUcontext context = nullptr;
  cuCtxGetCurrent(&context);
  return context;
}

void start() {
  CUdevice device = 0;
  int n = 0;
  char name[8];
  FACT(cuInit(2), 1);
  FACT(cuInit(0), 0);
  FACT(cuDeviceGetCount(&n), 0);
  FACT(cuDeviceGet(&device, 99), 101);
  FACT(cuDeviceGet(&device, 0), 0);
  FACT(cuDeviceGetName(name, 8, 0), 0);
  FACT(strlen(name), 7);
  FACT(cuDeviceGetAttribute(&n, CU_DEVICE_ATTRIBUTE_WARP_SIZE, 0), 0);
  FACT(n, 32);
  FACT(cuDeviceGetAttribute(&n, static_cast<CUdevice_attribute>(9999), 0), 1);
  const char* text = "";
  FACT(cuGetErrorName(static_cast<CUresult>(99999), &text), 1);
  FACT(text == nullptr, 1);
  FACT(cuGetErrorName(CUDA_ERROR_INVALID_CONTEXT, &text), 0);
  FACT(strcmp(text, "CUDA_ERROR_INVALID_CONTEXT"), 0);
  FACT(cuGetErrorString(CUDA_ERROR_INVALID_CONTEXT, &text), 0);
  FACT(strcmp(text, "invalid device context"), 0);
}

void stack() {
  CUcontext a = nullptr, b = nullptr, popped = nullptr;
  CUdeviceptr p = 0;
  FACT(cuCtxPopCurrent(&popped), 201);
  FACT(cuCtxCreate(&a, nullptr, 0, 0), 0);
  FACT(cuCtxCreate(&b, nullptr, 0, 0), 0);
  FACT(current() == b, 1);
  FACT(cuCtxPopCurrent(&popped), 0);
  FACT(popped == b, 1);
  FACT(current() == a, 1);
  FACT(cuCtxPushCurrent(b), 0);
  FACT(cuCtxDestroy(b), 0);
  FACT(current() == a, 1);
  FACT(cuCtxCreate(&b, nullptr, 0, 0), 0);
  FACT(cuCtxDestroy(a), 0);
  FACT(cuCtxDestroy(b), 0);
  FACT(current() != nullptr, 1);  // the destroyed a is still there
  FACT(cuMemAlloc(&p, 16), 709);
  FACT(cuCtxDestroy(a), 709);
  FACT(cuCtxSetCurrent(nullptr), 0);
  FACT(cuMemAlloc(&p, 16), 201);
  FACT(cuCtxSynchronize(), 201);
}

void primary() {
  CUcontext context = nullptr;
  unsigned flags = 0;
  int active = 0;
  FACT(cuDevicePrimaryCtxRelease(0), 201);
  FACT(cuDevicePrimaryCtxSetFlags(0, 4), 0);
  FACT(cuDevicePrimaryCtxGetState(0, &flags, &active), 0);
  FACT(flags * 10 + active, 40);
  FACT(cuDevicePrimaryCtxRetain(&context, 0), 0);
  FACT(current() == nullptr, 1);
  FACT(cuCtxSetCurrent(context), 0);
  FACT(cuCtxGetFlags(&flags), 0);
  FACT(flags, 12);
  FACT(cuDevicePrimaryCtxGetState(0, &flags, &active), 0);
  FACT(active, 1);
}

void memory() {
  CUdeviceptr p = 0, base = 0;
  size_t bytes = 0;
  char host[2048] = {};
  FACT(cuMemAlloc(&p, 0), 1);
  FACT(cuMemAlloc(&p, 1024), 0);
  FACT(cuMemFree(0), 0);
  FACT(cuMemFree(p + 16), 1);
  FACT(cuMemFree(12345), 1);
  FACT(cuMemsetD32(p, 1, 256), 0);
  FACT(cuMemsetD32(p, 1, 257), 1);
  FACT(cuMemsetD32(p + 2, 1, 1), 1);
  FACT(cuMemsetD16(p + 1, 1, 1), 1);
  FACT(cuMemcpyHtoD(p, host, 2048), 1);
  FACT(cuMemcpyHtoD(p, nullptr, 16), 1);
  FACT(cuMemcpyDtoH(host, p, 16), 0);
  FACT(host[4], 1);
  FACT(cuMemcpyDtoH(host, 12345, 16), 1);
  FACT(cuMemGetAddressRange(&base, &bytes, p + 100), 0);
  FACT(base == p, 1);
  FACT(bytes, 1024);
  FACT(cuMemGetAddressRange(&base, &bytes, 12345), 500);
  CUmemorytype type;
  FACT(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, p), 0);
  FACT(type, CU_MEMORYTYPE_DEVICE);
  FACT(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, 0), 1);
  // One allocation, two APIs.
  FACT(cudaMemset(reinterpret_cast<void*>(p), 0, 16), 0);
  FACT(cudaFree(reinterpret_cast<void*>(p)), 0);
  FACT(cuMemFree(p), 1);
}

void launches() {
  cudaFunction_t handle = nullptr;
  FACT(cudaGetFuncBySymbol(&handle, reinterpret_cast<const void*>(add_kernel)), 0);
  const auto add = reinterpret_cast<CUfunction>(handle);
  CUdeviceptr d_sum = 0;
  cuMemAlloc(&d_sum, 4);
  int a = 3, sum = 0;
  float b = 4;
  void* arguments[] = {&a, &b, &d_sum};
  FACT(cuLaunchKernel(nullptr, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr), 400);
  FACT(cuLaunchKernel(add, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr), 0);
  FACT(cuMemcpyDtoH(&sum, d_sum, 4), 0);
  FACT(sum, 7);
  FACT(cuLaunchKernel(add, 1, 1, 1, 1025, 1, 1, 0, nullptr, arguments, nullptr), 1);
  FACT(cuLaunchKernel(add, 0, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr), 1);
  FACT(cuLaunchKernel(add, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr), 1);
  FACT(cudaGetLastError(), 0);  // the driver's errors are no business of the runtime's
  int value = 0;
  FACT(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, add), 0);
  FACT(value, 1024);
  FACT(cuOccupancyMaxActiveBlocksPerMultiprocessor(&value, add, 256, 0), 0);
  FACT(value, 8);
  CUstream stream;
  CUevent event;
  float ms = 0;
  FACT(cuStreamCreate(&stream, 9), 1);
  FACT(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING), 0);
  FACT(cuEventCreate(&event, CU_EVENT_DEFAULT), 0);
  FACT(cuEventElapsedTime(&ms, event, event), 400);
  FACT(cuEventRecord(event, stream), 0);
  FACT(cuEventSynchronize(event), 0);
  FACT(cuStreamQuery(stream), 0);
  FACT(cuEventDestroy(event), 0);
  FACT(cuStreamDestroy(stream), 0);
  FACT(cuStreamDestroy(nullptr), 400);
  FACT(cuMemFree(d_sum), 0);
}

int main() {
  start();
  stack();
  primary();
  memory();
  launches();
  return facts_end();
}
