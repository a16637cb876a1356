// The device's properties and attributes.
#include <cstring>

#include "../exec/exec.h"
#include "arena.h"
#include "device.h"

namespace warpup::runtime {
namespace {

void set_memory(cudaDeviceProp& p) {
  p.totalGlobalMem = device_memory_bytes();
  p.totalConstMem = 65536;
  p.memPitch = 2147483647;
  p.memoryBusWidth = 6016;
  p.l2CacheSize = 62914560;
  p.persistingL2CacheMaxSize = 39321600;
  p.accessPolicyMaxWindowSize = 134217728;
  p.unifiedAddressing = 1;
  p.canMapHostMemory = 1;
  p.managedMemory = 1;
  p.concurrentManagedAccess = 1;
  p.canUseHostPointerForRegisteredMem = 1;
  p.hostRegisterSupported = p.hostRegisterReadOnlySupported = 1;
  p.memoryPoolsSupported = 1;
  p.ECCEnabled = 1;
  p.deviceNumaId = -1;
}

void set_execution(cudaDeviceProp& p) {
  p.major = 9;
  p.minor = 0;
  p.multiProcessorCount = kMultiprocessors;
  p.warpSize = kWarp;
  p.maxThreadsPerBlock = kMaxThreads;
  p.maxThreadsDim[0] = p.maxThreadsDim[1] = kMaxBlockX;
  p.maxThreadsDim[2] = kMaxBlockZ;
  p.maxGridSize[0] = kMaxGridX;
  p.maxGridSize[1] = p.maxGridSize[2] = kMaxGridYZ;
  p.maxThreadsPerMultiProcessor = kThreadsPerMultiprocessor;
  p.maxBlocksPerMultiProcessor = kBlocksPerMultiprocessor;
  p.sharedMemPerBlock = kSharedPerBlock;
  p.sharedMemPerBlockOptin = kMaxDynamicShared;
  p.sharedMemPerMultiprocessor = kSharedPerMultiprocessor;
  p.reservedSharedMemPerBlock = kReservedSharedPerBlock;
  p.regsPerBlock = p.regsPerMultiprocessor = 65536;
  p.concurrentKernels = 1;
  p.asyncEngineCount = 3;
  p.cooperativeLaunch = 1;
  p.streamPrioritiesSupported = 1;
  p.computePreemptionSupported = 1;
  p.globalL1CacheSupported = p.localL1CacheSupported = 1;
}

template <class... V>
void set(int* out, V... values) {
  for (int value : {values...}) *out++ = value;
}

void set_textures(cudaDeviceProp& p) {
  p.textureAlignment = p.surfaceAlignment = 512;
  p.texturePitchAlignment = 32;
  p.maxTexture1D = 131072;
  p.maxTexture1DMipmap = p.maxTextureCubemap = 32768;
  set(p.maxTexture2D, 131072, 65536);
  set(p.maxTexture2DMipmap, 32768, 32768);
  set(p.maxTexture2DLinear, 131072, 65000, 2097120);
  set(p.maxTexture2DGather, 32768, 32768);
  set(p.maxTexture3D, 16384, 16384, 16384);
  set(p.maxTexture3DAlt, 8192, 8192, 32768);
  set(p.maxTexture1DLayered, 32768, 2048);
  set(p.maxTexture2DLayered, 32768, 32768, 2048);
  set(p.maxTextureCubemapLayered, 32768, 2046);
  p.maxSurface1D = p.maxSurfaceCubemap = 32768;
  set(p.maxSurface2D, 131072, 65536);
  set(p.maxSurface3D, 16384, 16384, 16384);
  set(p.maxSurface1DLayered, 32768, 2048);
  set(p.maxSurface2DLayered, 32768, 32768, 2048);
  set(p.maxSurfaceCubemapLayered, 32768, 2046);
}

struct Entry {
  int attribute;
  int value;
};

// Attributes that no property has.
constexpr Entry kOtherAttributes[] = {
    {cudaDevAttrClockRate, 1980000},
    {cudaDevAttrGpuOverlap, 1},
    {cudaDevAttrKernelExecTimeout, 0},
    {cudaDevAttrComputeMode, cudaComputeModeDefault},
    {cudaDevAttrMemoryClockRate, 3201000},
    {cudaDevAttrMaxSurface1DLayeredWidth, 32768},
    {cudaDevAttrMaxSurface1DLayeredLayers, 2048},
    {cudaDevAttrMaxSurface2DLayeredWidth, 32768},
    {cudaDevAttrMaxSurface2DLayeredHeight, 32768},
    {cudaDevAttrMaxSurface2DLayeredLayers, 2048},
    {cudaDevAttrMaxSurfaceCubemapWidth, 32768},
    {cudaDevAttrMaxSurfaceCubemapLayeredWidth, 32768},
    {cudaDevAttrMaxSurfaceCubemapLayeredLayers, 2046},
    {cudaDevAttrMaxTexture1DLinearWidth, 268435456},
    {cudaDevAttrSingleToDoublePrecisionPerfRatio, 2},
    {cudaDevAttrCanFlushRemoteWrites, 0},
    {cudaDevAttrMemSyncDomainCount, 4},
    {cudaDevAttrHostMemoryPoolsSupported, 0},
};

}  // namespace

const cudaDeviceProp& device_properties() {
  static const cudaDeviceProp properties = [] {
    cudaDeviceProp p = {};
    std::strcpy(p.name, "warpup CPU backend");
    set_memory(p);
    set_execution(p);
    set_textures(p);
    return p;
  }();
  return properties;
}

bool device_attribute(int attribute, int* value) {
  for (const Entry& entry : kOtherAttributes) {
    if (entry.attribute == attribute) {
      *value = entry.value;
      return true;
    }
  }
  return property_attribute(device_properties(), attribute, value);
}

}  // namespace warpup::runtime
