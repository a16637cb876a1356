// What nvcc includes at the start of every .cu file: the runtime API with its C++ overloads, the
// launch machinery and the device side.
#pragma once

#include <stdio.h>

#include "cuda_runtime_api.h"
#include "vector_functions.h"
#include "warpup/device.h"
#include "warpup/device/c_library.h"  // first: it keeps <cmath> light
#include "warpup/launch.h"
#include "warpup/texture.h"

// The overloads are always inlined, so that a diagnosis names the program's own line. A macro,
// because an attribute list has no other name.
#define WARPUP_OVERLOAD __attribute__((always_inline)) inline

template <class T>
WARPUP_OVERLOAD cudaError_t cudaMalloc(T** devPtr, size_t size) {
  return ::cudaMalloc(reinterpret_cast<void**>(devPtr), size);
}
template <class T>
WARPUP_OVERLOAD cudaError_t cudaMallocPitch(T** devPtr, size_t* pitch, size_t width,
                                            size_t height) {
  return ::cudaMallocPitch(reinterpret_cast<void**>(devPtr), pitch, width, height);
}
template <class T>
WARPUP_OVERLOAD cudaError_t cudaMallocHost(T** ptr, size_t size, unsigned int flags = 0) {
  return ::cudaHostAlloc(reinterpret_cast<void**>(ptr), size, flags);
}
WARPUP_OVERLOAD cudaError_t cudaMallocHost(void** ptr, size_t size, unsigned int flags) {
  return ::cudaHostAlloc(ptr, size, flags);
}
template <class T>
WARPUP_OVERLOAD cudaError_t cudaHostAlloc(T** ptr, size_t size, unsigned int flags) {
  return ::cudaHostAlloc(reinterpret_cast<void**>(ptr), size, flags);
}
template <class T>
WARPUP_OVERLOAD cudaError_t cudaHostGetDevicePointer(T** pDevice, void* pHost, unsigned int flags) {
  return ::cudaHostGetDevicePointer(reinterpret_cast<void**>(pDevice), pHost, flags);
}
template <class T>
WARPUP_OVERLOAD cudaError_t cudaMallocManaged(T** devPtr, size_t size,
                                              unsigned int flags = cudaMemAttachGlobal) {
  return ::cudaMallocManaged(reinterpret_cast<void**>(devPtr), size, flags);
}
template <class T>
WARPUP_OVERLOAD cudaError_t cudaMallocAsync(T** ptr, size_t size, cudaStream_t stream) {
  return ::cudaMallocAsync(reinterpret_cast<void**>(ptr), size, stream);
}
template <class T>
WARPUP_OVERLOAD cudaError_t cudaMallocAsync(T** ptr, size_t size, cudaMemPool_t memPool,
                                            cudaStream_t stream) {
  return ::cudaMallocFromPoolAsync(reinterpret_cast<void**>(ptr), size, memPool, stream);
}
template <class T>
WARPUP_OVERLOAD cudaError_t cudaMallocFromPoolAsync(T** ptr, size_t size, cudaMemPool_t memPool,
                                                    cudaStream_t stream) {
  return ::cudaMallocFromPoolAsync(reinterpret_cast<void**>(ptr), size, memPool, stream);
}
template <class T>
WARPUP_OVERLOAD cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, T* devPtr,
                                                     size_t length = 0,
                                                     unsigned int flags = cudaMemAttachSingle) {
  return ::cudaStreamAttachMemAsync(stream, static_cast<void*>(devPtr), length, flags);
}

// CUDA 12 named the place of managed memory by a device number, or cudaCpuDeviceId.
WARPUP_OVERLOAD cudaMemLocation warpup_location(int device) {
  return {device == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice,
          device == cudaCpuDeviceId ? 0 : device};
}
WARPUP_OVERLOAD cudaError_t cudaMemPrefetchAsync(const void* devPtr, size_t count, int dstDevice,
                                                 cudaStream_t stream = 0) {
  return ::cudaMemPrefetchAsync(devPtr, count, warpup_location(dstDevice), 0, stream);
}
WARPUP_OVERLOAD cudaError_t cudaMemAdvise(const void* devPtr, size_t count, cudaMemoryAdvise advice,
                                          int device) {
  return ::cudaMemAdvise(devPtr, count, advice, warpup_location(device));
}

template <class T>
WARPUP_OVERLOAD const void* warpup_symbol(const T& symbol) {
  return const_cast<const void*>(reinterpret_cast<const volatile void*>(&symbol));
}
template <class T>
WARPUP_OVERLOAD cudaError_t cudaMemcpyToSymbol(const T& symbol, const void* src, size_t count,
                                               size_t offset = 0,
                                               cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  return ::cudaMemcpyToSymbol(warpup_symbol(symbol), src, count, offset, kind);
}
template <class T>
WARPUP_OVERLOAD cudaError_t cudaMemcpyFromSymbol(void* dst, const T& symbol, size_t count,
                                                 size_t offset = 0,
                                                 cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  return ::cudaMemcpyFromSymbol(dst, warpup_symbol(symbol), count, offset, kind);
}
template <class T>
WARPUP_OVERLOAD cudaError_t cudaMemcpyToSymbolAsync(const T& symbol, const void* src, size_t count,
                                                    size_t offset = 0,
                                                    cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                                                    cudaStream_t stream = 0) {
  return ::cudaMemcpyToSymbolAsync(warpup_symbol(symbol), src, count, offset, kind, stream);
}
template <class T>
WARPUP_OVERLOAD cudaError_t cudaMemcpyFromSymbolAsync(void* dst, const T& symbol, size_t count,
                                                      size_t offset = 0,
                                                      cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                                                      cudaStream_t stream = 0) {
  return ::cudaMemcpyFromSymbolAsync(dst, warpup_symbol(symbol), count, offset, kind, stream);
}
template <class T>
WARPUP_OVERLOAD cudaError_t cudaGetSymbolAddress(void** devPtr, const T& symbol) {
  return ::cudaGetSymbolAddress(devPtr, warpup_symbol(symbol));
}
template <class T>
WARPUP_OVERLOAD cudaError_t cudaGetSymbolSize(size_t* size, const T& symbol) {
  return ::cudaGetSymbolSize(size, warpup_symbol(symbol));
}

WARPUP_OVERLOAD cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned int flags) {
  return ::cudaEventCreateWithFlags(event, flags);
}

template <class T>
WARPUP_OVERLOAD cudaError_t cudaLaunchKernel(T* func, dim3 gridDim, dim3 blockDim, void** args,
                                             size_t sharedMem = 0, cudaStream_t stream = 0) {
  return ::cudaLaunchKernel(reinterpret_cast<const void*>(func), gridDim, blockDim, args, sharedMem,
                            stream);
}
template <class T>
WARPUP_OVERLOAD cudaError_t cudaLaunchCooperativeKernel(T* func, dim3 gridDim, dim3 blockDim,
                                                        void** args, size_t sharedMem = 0,
                                                        cudaStream_t stream = 0) {
  return ::cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(func), gridDim, blockDim, args,
                                       sharedMem, stream);
}
/// Each argument is converted to its parameter's type, as in a call.
template <class... P, class... A>
WARPUP_OVERLOAD cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* config,
                                               void (*kernel)(P...), A&&... args) {
  return [&](P... converted) __attribute__((always_inline)) {
    void* pointers[sizeof...(P) + 1] = {const_cast<void*>(static_cast<const void*>(&converted))...};
    return ::cudaLaunchKernelExC(config, reinterpret_cast<const void*>(kernel), pointers);
  }
  (static_cast<A&&>(args)...);
}

template <class T>
WARPUP_OVERLOAD cudaError_t cudaFuncSetCacheConfig(T* func, cudaFuncCache cacheConfig) {
  return ::cudaFuncSetCacheConfig(reinterpret_cast<const void*>(func), cacheConfig);
}
template <class T>
WARPUP_OVERLOAD cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attr, T* entry) {
  return ::cudaFuncGetAttributes(attr, reinterpret_cast<const void*>(entry));
}
template <class T>
WARPUP_OVERLOAD cudaError_t cudaFuncSetAttribute(T* func, cudaFuncAttribute attr, int value) {
  return ::cudaFuncSetAttribute(reinterpret_cast<const void*>(func), attr, value);
}
template <class T>
WARPUP_OVERLOAD cudaError_t cudaFuncGetName(const char** name, T* func) {
  return ::cudaFuncGetName(name, reinterpret_cast<const void*>(func));
}
template <class T>
WARPUP_OVERLOAD cudaError_t cudaGetFuncBySymbol(cudaFunction_t* functionPtr, T* symbol) {
  return ::cudaGetFuncBySymbol(functionPtr, reinterpret_cast<const void*>(symbol));
}

template <class T>
WARPUP_OVERLOAD cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* numBlocks, T func,
                                                                          int blockSize,
                                                                          size_t dynamicSMemSize) {
  return ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(
      numBlocks, reinterpret_cast<const void*>(func), blockSize, dynamicSMemSize);
}
template <class T>
WARPUP_OVERLOAD cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int* numBlocks, T func, int blockSize, size_t dynamicSMemSize, unsigned int flags) {
  return ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
      numBlocks, reinterpret_cast<const void*>(func), blockSize, dynamicSMemSize, flags);
}
template <class T>
WARPUP_OVERLOAD cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* dynamicSmemSize,
                                                                      T* func, int numBlocks,
                                                                      int blockSize) {
  return ::cudaOccupancyAvailableDynamicSMemPerBlock(
      dynamicSmemSize, reinterpret_cast<const void*>(func), numBlocks, blockSize);
}

/// The block size, a multiple of a warp and at most `blockSizeLimit` (0: no limit), that keeps most
/// threads resident, and the grid that fills the device once with it. The largest such size wins.
template <class Shared, class T>
cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
    int* minGridSize, int* blockSize, T func, Shared blockSizeToDynamicSMemSize,
    int blockSizeLimit = 0, unsigned int flags = 0) {
  if (!minGridSize || !blockSize || !func) return cudaErrorInvalidValue;
  cudaFuncAttributes attributes;
  int device = 0, processors = 0, resident = 0;
  if (cudaError_t error = cudaFuncGetAttributes(&attributes, func)) return error;
  if (cudaError_t error = cudaGetDevice(&device)) return error;
  cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
  cudaDeviceGetAttribute(&resident, cudaDevAttrMaxThreadsPerMultiProcessor, device);
  int limit = attributes.maxThreadsPerBlock;
  if (blockSizeLimit > 0 && blockSizeLimit < limit) limit = blockSizeLimit;
  int best = 0;
  *minGridSize = *blockSize = 0;
  for (int aligned = (limit + 31) / 32 * 32; aligned > 0 && best < resident; aligned -= 32) {
    const int threads = aligned < limit ? aligned : limit;
    int blocks = 0;
    if (cudaError_t error = cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
            &blocks, func, threads, blockSizeToDynamicSMemSize(threads), flags)) {
      return error;
    }
    if (blocks * threads <= best) continue;
    best = blocks * threads;
    *blockSize = threads;
    *minGridSize = blocks * processors;
  }
  return cudaSuccess;
}
template <class Shared, class T>
cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int* minGridSize, int* blockSize, T func,
                                                           Shared blockSizeToDynamicSMemSize,
                                                           int blockSizeLimit = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
      minGridSize, blockSize, func, blockSizeToDynamicSMemSize, blockSizeLimit);
}
template <class T>
cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int* minGridSize, int* blockSize, T func,
                                                        size_t dynamicSMemSize = 0,
                                                        int blockSizeLimit = 0,
                                                        unsigned int flags = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
      minGridSize, blockSize, func, [=](int) { return dynamicSMemSize; }, blockSizeLimit, flags);
}
template <class T>
cudaError_t cudaOccupancyMaxPotentialBlockSize(int* minGridSize, int* blockSize, T func,
                                               size_t dynamicSMemSize = 0, int blockSizeLimit = 0) {
  return cudaOccupancyMaxPotentialBlockSizeWithFlags(minGridSize, blockSize, func, dynamicSMemSize,
                                                     blockSizeLimit);
}

WARPUP_OVERLOAD cudaError_t cudaGraphInstantiate(cudaGraphExec_t* pGraphExec, cudaGraph_t graph,
                                                 cudaGraphNode_t* pErrorNode, char* pLogBuffer,
                                                 size_t bufferSize) {
  (void)pErrorNode;
  (void)pLogBuffer;
  (void)bufferSize;
  return ::cudaGraphInstantiate(pGraphExec, graph, 0ULL);
}

inline cudaPitchedPtr make_cudaPitchedPtr(void* d, size_t p, size_t xsz, size_t ysz) {
  return {d, p, xsz, ysz};
}
inline cudaExtent make_cudaExtent(size_t w, size_t h, size_t d) { return {w, h, d}; }
inline cudaPos make_cudaPos(size_t x, size_t y, size_t z) { return {x, y, z}; }

/// The channel format of T: float, int, uchar4, ... A macro, because each element type has four
/// names.
template <class T>
cudaChannelFormatDesc cudaCreateChannelDesc();
#define WARPUP_CHANNELS(SCALAR, NAME, KIND)                                             \
  template <>                                                                           \
  inline cudaChannelFormatDesc cudaCreateChannelDesc<SCALAR>() {                        \
    return {8 * sizeof(SCALAR), 0, 0, 0, cudaChannelFormatKind##KIND};                  \
  }                                                                                     \
  template <>                                                                           \
  inline cudaChannelFormatDesc cudaCreateChannelDesc<NAME##1>() {                       \
    return {8 * sizeof(SCALAR), 0, 0, 0, cudaChannelFormatKind##KIND};                  \
  }                                                                                     \
  template <>                                                                           \
  inline cudaChannelFormatDesc cudaCreateChannelDesc<NAME##2>() {                       \
    return {8 * sizeof(SCALAR), 8 * sizeof(SCALAR), 0, 0, cudaChannelFormatKind##KIND}; \
  }                                                                                     \
  template <>                                                                           \
  inline cudaChannelFormatDesc cudaCreateChannelDesc<NAME##4>() {                       \
    constexpr int bits = 8 * sizeof(SCALAR);                                            \
    return {bits, bits, bits, bits, cudaChannelFormatKind##KIND};                       \
  }
WARPUP_CHANNELS(signed char, char, Signed)
WARPUP_CHANNELS(unsigned char, uchar, Unsigned)
WARPUP_CHANNELS(short, short, Signed)
WARPUP_CHANNELS(unsigned short, ushort, Unsigned)
WARPUP_CHANNELS(int, int, Signed)
WARPUP_CHANNELS(unsigned int, uint, Unsigned)
WARPUP_CHANNELS(float, float, Float)
#undef WARPUP_CHANNELS

#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
// One choice for the whole program: a mixture of both kinds of file isn't told apart.
[[maybe_unused]] static const int warpup_per_thread_default_stream =
    warpup_use_per_thread_default_stream();
#endif

// A .cu file may ask which compiler it has. (Not earlier: system headers ask too.)
#ifndef WARPUP_HOST_ONLY
#define __CUDACC__ 1
#define __NVCC__ 1
#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 0
#define __CUDACC_VER_BUILD__ 0
#define __CUDACC_EXTENDED_LAMBDA__ 1
#endif
