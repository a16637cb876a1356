// Memory: what allocating, freeing, copying and filling return, and what pointers are.
#include <cuda_runtime.h>

#include <cstdlib>
#include <cstring>

#include "facts.h"

__device__ int symbol[256];
__constant__ float constants[4] = {1, 2, 3, 4};
__managed__ int shared_symbol[4];

void allocating() {
  void* p = &p;
  FACT(cudaMalloc(&p, 0), 0);
  FACT(p == nullptr, 1);
  FACT(cudaMalloc(&p, 1ull << 60), 2);
  FACT(cudaMalloc((void**)nullptr, 4), 1);
  FACT(cudaMallocHost(&p, 0), 0);
  FACT(cudaMallocHost(&p, 1ull << 60), 2);
  FACT(cudaHostAlloc(&p, 16, 99), 1);
  FACT(cudaMallocManaged(&p, 0), 0);
  FACT(cudaMallocManaged(&p, 16, 5), 1);
  FACT(cudaMallocManaged(&p, 1ull << 60), 2);
  size_t pitch = 0;
  FACT(cudaMallocPitch(&p, &pitch, 100, 10), 0);
  FACT(pitch, 512);
  FACT(cudaFree(p), 0);
  FACT(cudaMallocPitch(&p, &pitch, 513, 4), 0);
  FACT(pitch, 1024);
  FACT(cudaFree(p), 0);
  FACT(cudaMallocPitch(&p, &pitch, 100, 0), 0);
  FACT(pitch, 0);
  cudaPitchedPtr box;
  FACT(cudaMalloc3D(&box, make_cudaExtent(10, 20, 30)), 0);
  FACT(box.pitch, 512);
  FACT(box.xsize, 10);
  FACT(box.ysize, 20);
  FACT(cudaFree(box.ptr), 0);
}

void freeing() {
  int on_stack = 0;
  char* p = nullptr;
  cudaMalloc(&p, 1024);
  FACT(cudaFree(nullptr), 0);
  FACT(cudaFree(&on_stack), 1);
  FACT(cudaFree(p + 16), 1);
  FACT(cudaFree(p), 0);
  FACT(cudaFree(p), 1);
  void* pinned = nullptr;
  FACT(cudaMallocHost(&pinned, 64), 0);
  FACT(cudaFree(pinned), 1);
  FACT(cudaFreeHost(pinned), 0);
  FACT(cudaFreeHost(nullptr), 0);
  void* plain = malloc(64);
  FACT(cudaFreeHost(plain), 1);
  free(plain);
  void* managed = nullptr;
  FACT(cudaMallocManaged(&managed, 64), 0);
  FACT(cudaFree(managed), 0);
  void* at = nullptr;
  FACT(cudaGetSymbolAddress(&at, symbol), 0);
  FACT(cudaFree(at), 1);
}

// Each digit is the result of one kind, from host-to-host to default.
int by_kind(void* to, const void* from) {
  int digits = 0;
  for (int kind = 0; kind < 5; ++kind) {
    digits = digits * 10 + cudaMemcpy(to, from, 64, static_cast<cudaMemcpyKind>(kind));
  }
  return digits;
}

void copying() {
  char *device = nullptr, *pinned = nullptr, *managed = nullptr;
  cudaMalloc(&device, 1024);
  cudaMallocHost(&pinned, 1024);
  cudaMallocManaged(&managed, 1024);
  cudaMemset(device, 0, 1024);
  memset(pinned, 0, 1024);
  memset(managed, 0, 1024);
  static char plain[16 << 20];
  FACT(by_kind(device, device + 512), 0);
  FACT(by_kind(device, pinned), 0);
  FACT(by_kind(device, plain), 110);
  FACT(by_kind(pinned, device), 0);
  FACT(by_kind(pinned, plain), 110);
  FACT(by_kind(managed, plain), 110);
  FACT(by_kind(plain, device), 1010);
  FACT(by_kind(plain, managed), 1010);
  FACT(by_kind(plain, plain + 512), 1110);
  FACT(cudaMemcpy(device, plain, 4, static_cast<cudaMemcpyKind>(9)), 21);
  FACT(cudaMemcpy(nullptr, nullptr, 0, cudaMemcpyDefault), 0);
  FACT(cudaMemcpy(nullptr, plain, 4, cudaMemcpyDefault), 1);
  FACT(cudaMemcpy(device, plain, 16 << 20, cudaMemcpyHostToDevice), 1);
  FACT(cudaMemcpy(device, plain, 1025, cudaMemcpyHostToDevice), 1);
  FACT(cudaMemcpy(device + 1000, plain, 512, cudaMemcpyHostToDevice), 1);
  FACT(cudaMemcpy2D(device, 4, plain, 8, 8, 2, cudaMemcpyDefault), 12);
  FACT(cudaMemcpy2D(device, 8, plain, 4, 8, 2, cudaMemcpyDefault), 12);
  FACT(cudaMemcpyPeer(device, 0, device + 512, 0, 16), 0);
  FACT(cudaMemcpyPeer(device, 0, device + 512, 5, 16), 101);
  cudaFree(device);
  FACT(cudaMemcpy(device, plain, 16, cudaMemcpyHostToDevice), 1);
  FACT(cudaMemset(device, 0, 16), 1);
  cudaFreeHost(pinned);
  cudaFree(managed);
}

void filling() {
  char *device = nullptr, *pinned = nullptr;
  int plain[16] = {};
  cudaMalloc(&device, 1024);
  cudaMallocHost(&pinned, 1024);
  FACT(cudaMemset(device, 0, 64 << 20), 1);
  FACT(cudaMemset(plain, 0, 16), 1);
  FACT(cudaMemset(pinned, 0, 16), 0);
  FACT(cudaMemset(nullptr, 0, 0), 0);
  FACT(cudaMemset(nullptr, 0, 4), 1);
  FACT(cudaMemset2D(device, 4, 0, 8, 1), 0);
  FACT(cudaMemset2D(device, 4, 0, 8, 2), 1);
  cudaFree(device);
  cudaFreeHost(pinned);
}

void symbols() {
  int values[300] = {};
  FACT(cudaMemcpyToSymbol(symbol, values, sizeof(int) * 300), 1);
  FACT(cudaMemcpyToSymbol(symbol, values, 16, 1020), 1);
  FACT(cudaMemcpyToSymbol(symbol, values, 16, 0, cudaMemcpyDeviceToDevice), 1);
  FACT(cudaMemcpyToSymbol(symbol, values, 16, 0, cudaMemcpyDeviceToHost), 21);
  FACT(cudaMemcpyFromSymbol(values, symbol, 16, 0, cudaMemcpyHostToDevice), 21);
  FACT(cudaMemcpyToSymbol("symbol", values, 16), 13);
  FACT(cudaMemcpyToSymbol(shared_symbol, values, 16), 0);
  size_t bytes = 0;
  FACT(cudaGetSymbolSize(&bytes, constants), 0);
  FACT(bytes, 16);
  FACT(cudaGetSymbolSize(&bytes, bytes), 13);
  float read[4] = {};
  FACT(cudaMemcpyFromSymbol(read, constants, 16), 0);
  FACT(read[3], 4);
}

void registering() {
  char* p = static_cast<char*>(aligned_alloc(4096, 65536));
  unsigned flags = 0;
  void* at = nullptr;
  FACT(cudaHostRegister(p, 4096, 0), 0);
  FACT(cudaHostRegister(p, 4096, 0), 712);
  FACT(cudaHostRegister(p + 100, 8192, 0), 712);
  FACT(cudaHostGetFlags(&flags, p + 10), 0);
  FACT(flags, 2);
  FACT(cudaHostGetDevicePointer(&at, p + 120, 0), 0);
  FACT(at == p + 120, 1);
  FACT(cudaHostUnregister(p + 150), 1);
  FACT(cudaHostUnregister(p), 0);
  FACT(cudaHostUnregister(p), 713);
  FACT(cudaHostGetDevicePointer(&at, p, 0), 1);
  FACT(cudaHostRegister(nullptr, 16, 0), 1);
  FACT(cudaHostRegister(p, 0, 0), 1);
  void* pinned = nullptr;
  cudaHostAlloc(&pinned, 64, cudaHostAllocWriteCombined);
  FACT(cudaHostGetFlags(&flags, pinned), 0);
  FACT(flags, 6);
  FACT(cudaHostRegister(pinned, 16, 0), 1);
  FACT(cudaHostUnregister(pinned), 1);
  FACT(cudaHostGetDevicePointer(&at, pinned, 0), 0);
  FACT(at == pinned, 1);
  cudaFreeHost(pinned);
  free(p);
}

// type, device, and whether there is a device and a host pointer, as digits; a missing device is 9.
int attributes(const void* p) {
  cudaPointerAttributes a;
  if (cudaPointerGetAttributes(&a, p) != cudaSuccess) return -1;
  const int device = a.device == cudaInvalidDeviceId ? 9 : a.device;
  return a.type * 1000 + device * 100 + (a.devicePointer != nullptr) * 10 +
         (a.hostPointer != nullptr);
}

void pointers() {
  char *device = nullptr, *pinned = nullptr, *managed = nullptr;
  cudaMalloc(&device, 64);
  cudaMallocHost(&pinned, 64);
  cudaMallocManaged(&managed, 64);
  int plain = 0;
  FACT(attributes(device), 2010);
  FACT(attributes(device + 10), 2010);
  FACT(attributes(pinned), 1011);
  FACT(attributes(managed), 3011);
  FACT(attributes(&plain), 901);
  FACT(attributes(nullptr), 900);
  cudaMemLocation here = {cudaMemLocationTypeDevice, 0}, nowhere = {cudaMemLocationTypeDevice, 7};
  FACT(cudaMemPrefetchAsync(managed, 64, here, 0, 0), 0);
  FACT(cudaMemPrefetchAsync(managed, 64, nowhere, 0, 0), 101);
  FACT(cudaMemPrefetchAsync(managed, 0, here, 0, 0), 1);
  FACT(cudaMemPrefetchAsync(device, 64, here, 0, 0), 1);
  FACT(cudaMemAdvise(managed, 64, cudaMemAdviseSetReadMostly, here), 0);
  FACT(cudaMemAdvise(device, 64, cudaMemAdviseSetReadMostly, here), 1);
  int mostly = 0;
  FACT(cudaMemRangeGetAttribute(&mostly, 4, cudaMemRangeAttributeReadMostly, managed, 64), 0);
  FACT(mostly, 1);
  cudaFree(device);
  cudaFreeHost(pinned);
  cudaFree(managed);
}

void stream_ordered() {
  void* p = nullptr;
  FACT(cudaMallocAsync(&p, 100, 0), 0);
  FACT(cudaFreeAsync(p, 0), 0);
  FACT(cudaFreeAsync(p, 0), 1);
  FACT(cudaFree(p), 1);
  FACT(cudaMallocAsync(&p, 100, 0), 0);
  FACT(cudaFree(p), 0);
  FACT(cudaMalloc(&p, 100), 0);
  FACT(cudaFreeAsync(p, 0), 0);
  FACT(cudaFreeAsync(nullptr, 0), 0);
  FACT(cudaMallocAsync(&p, 0, 0), 0);
  FACT(cudaMallocAsync(&p, 1ull << 60, 0), 2);
  cudaMemPool_t pool = nullptr;
  FACT(cudaDeviceGetDefaultMemPool(&pool, 0), 0);
  FACT(cudaMemPoolDestroy(pool), 1);
  unsigned long long threshold = 1;
  FACT(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold), 0);
  FACT(threshold, 0);
}

int main() {
  allocating();
  freeing();
  copying();
  filling();
  symbols();
  registering();
  pointers();
  stream_ordered();
  return facts_end();
}
