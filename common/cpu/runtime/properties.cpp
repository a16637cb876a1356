// The device's properties and attributes.
#include <cstring>

#include "arena.h"
#include "device.h"

namespace warpup::runtime {
namespace {

void set_memory(cudaDeviceProp& p) {
  p.totalGlobalMem = device_memory_bytes();
  p.totalConstMem = 65536;
  p.memPitch = 2147483647;
  p.textureAlignment = 512;
  p.texturePitchAlignment = 32;
  p.surfaceAlignment = 512;
  p.memoryBusWidth = 6144;
  p.l2CacheSize = 62914560;
  p.persistingL2CacheMaxSize = 39321600;
  p.accessPolicyMaxWindowSize = 134217728;
  p.unifiedAddressing = 1;
  p.canMapHostMemory = 1;
  p.managedMemory = 1;
  p.concurrentManagedAccess = 1;
  p.canUseHostPointerForRegisteredMem = 1;
  p.hostRegisterSupported = 1;
  p.memoryPoolsSupported = 1;
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
  p.sharedMemPerBlockOptin = 232448;
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

// Limits of textures in arrays.
void set_textures(cudaDeviceProp& p) {
  p.maxTexture1D = 131072;
  p.maxTexture2D[0] = 131072;
  p.maxTexture2D[1] = 65536;
  p.maxTexture2DLinear[0] = 131072;
  p.maxTexture2DLinear[1] = 65000;
  p.maxTexture2DLinear[2] = 2097120;
}

struct Entry {
  int attribute;
  int value;
};

// Attributes that no property has.
constexpr Entry kOtherAttributes[] = {
    {cudaDevAttrClockRate, 1980000},
    {cudaDevAttrMemoryClockRate, 3201000},
    {cudaDevAttrKernelExecTimeout, 0},
    {cudaDevAttrComputeMode, 0},
    {cudaDevAttrGpuOverlap, 1},
    {cudaDevAttrMaxTexture1DLinearWidth, 268435456},
    {cudaDevAttrSingleToDoublePrecisionPerfRatio, 2},
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
