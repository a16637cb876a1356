// Attributes that say the same as a property.
#include <cstddef>
#include <cstring>

#include "device.h"

namespace warpup::runtime {
namespace {

struct Entry {
  int attribute;
  std::size_t offset;  // of the property
  bool wide;           // it is a size_t
};

// Macros, because a property is a name of a member.
#define WARPUP_INT(ATTRIBUTE, MEMBER) \
  { cudaDevAttr##ATTRIBUTE, offsetof(cudaDeviceProp, MEMBER), false }
#define WARPUP_SIZE(ATTRIBUTE, MEMBER) \
  { cudaDevAttr##ATTRIBUTE, offsetof(cudaDeviceProp, MEMBER), true }

constexpr Entry kEntries[] = {
    WARPUP_INT(MaxThreadsPerBlock, maxThreadsPerBlock),
    WARPUP_INT(MaxBlockDimX, maxThreadsDim[0]),
    WARPUP_INT(MaxBlockDimY, maxThreadsDim[1]),
    WARPUP_INT(MaxBlockDimZ, maxThreadsDim[2]),
    WARPUP_INT(MaxGridDimX, maxGridSize[0]),
    WARPUP_INT(MaxGridDimY, maxGridSize[1]),
    WARPUP_INT(MaxGridDimZ, maxGridSize[2]),
    WARPUP_SIZE(MaxSharedMemoryPerBlock, sharedMemPerBlock),
    WARPUP_SIZE(TotalConstantMemory, totalConstMem),
    WARPUP_INT(WarpSize, warpSize),
    WARPUP_SIZE(MaxPitch, memPitch),
    WARPUP_INT(MaxRegistersPerBlock, regsPerBlock),
    WARPUP_SIZE(TextureAlignment, textureAlignment),
    WARPUP_INT(MultiProcessorCount, multiProcessorCount),
    WARPUP_INT(Integrated, integrated),
    WARPUP_INT(CanMapHostMemory, canMapHostMemory),
    WARPUP_INT(MaxTexture1DWidth, maxTexture1D),
    WARPUP_INT(MaxTexture2DWidth, maxTexture2D[0]),
    WARPUP_INT(MaxTexture2DHeight, maxTexture2D[1]),
    WARPUP_INT(MaxTexture3DWidth, maxTexture3D[0]),
    WARPUP_INT(MaxTexture3DHeight, maxTexture3D[1]),
    WARPUP_INT(MaxTexture3DDepth, maxTexture3D[2]),
    WARPUP_INT(MaxTexture2DLayeredWidth, maxTexture2DLayered[0]),
    WARPUP_INT(MaxTexture2DLayeredHeight, maxTexture2DLayered[1]),
    WARPUP_INT(MaxTexture2DLayeredLayers, maxTexture2DLayered[2]),
    WARPUP_SIZE(SurfaceAlignment, surfaceAlignment),
    WARPUP_INT(ConcurrentKernels, concurrentKernels),
    WARPUP_INT(EccEnabled, ECCEnabled),
    WARPUP_INT(PciBusId, pciBusID),
    WARPUP_INT(PciDeviceId, pciDeviceID),
    WARPUP_INT(PciDomainId, pciDomainID),
    WARPUP_INT(TccDriver, tccDriver),
    WARPUP_INT(GlobalMemoryBusWidth, memoryBusWidth),
    WARPUP_INT(L2CacheSize, l2CacheSize),
    WARPUP_INT(MaxThreadsPerMultiProcessor, maxThreadsPerMultiProcessor),
    WARPUP_INT(AsyncEngineCount, asyncEngineCount),
    WARPUP_INT(UnifiedAddressing, unifiedAddressing),
    WARPUP_SIZE(TexturePitchAlignment, texturePitchAlignment),
    WARPUP_INT(MaxTexture1DLayeredWidth, maxTexture1DLayered[0]),
    WARPUP_INT(MaxTexture1DLayeredLayers, maxTexture1DLayered[1]),
    WARPUP_INT(MaxTexture2DGatherWidth, maxTexture2DGather[0]),
    WARPUP_INT(MaxTexture2DGatherHeight, maxTexture2DGather[1]),
    WARPUP_INT(MaxTexture3DWidthAlt, maxTexture3DAlt[0]),
    WARPUP_INT(MaxTexture3DHeightAlt, maxTexture3DAlt[1]),
    WARPUP_INT(MaxTexture3DDepthAlt, maxTexture3DAlt[2]),
    WARPUP_INT(MaxTextureCubemapWidth, maxTextureCubemap),
    WARPUP_INT(MaxTextureCubemapLayeredWidth, maxTextureCubemapLayered[0]),
    WARPUP_INT(MaxTextureCubemapLayeredLayers, maxTextureCubemapLayered[1]),
    WARPUP_INT(MaxTexture2DLinearWidth, maxTexture2DLinear[0]),
    WARPUP_INT(MaxTexture2DLinearHeight, maxTexture2DLinear[1]),
    WARPUP_INT(MaxTexture2DLinearPitch, maxTexture2DLinear[2]),
    WARPUP_INT(MaxTexture2DMipmappedWidth, maxTexture2DMipmap[0]),
    WARPUP_INT(MaxTexture2DMipmappedHeight, maxTexture2DMipmap[1]),
    WARPUP_INT(MaxTexture1DMipmappedWidth, maxTexture1DMipmap),
    WARPUP_INT(MaxSurface1DWidth, maxSurface1D),
    WARPUP_INT(MaxSurface2DWidth, maxSurface2D[0]),
    WARPUP_INT(MaxSurface2DHeight, maxSurface2D[1]),
    WARPUP_INT(MaxSurface3DWidth, maxSurface3D[0]),
    WARPUP_INT(MaxSurface3DHeight, maxSurface3D[1]),
    WARPUP_INT(MaxSurface3DDepth, maxSurface3D[2]),
    WARPUP_INT(ComputeCapabilityMajor, major),
    WARPUP_INT(ComputeCapabilityMinor, minor),
    WARPUP_INT(StreamPrioritiesSupported, streamPrioritiesSupported),
    WARPUP_INT(GlobalL1CacheSupported, globalL1CacheSupported),
    WARPUP_INT(LocalL1CacheSupported, localL1CacheSupported),
    WARPUP_SIZE(MaxSharedMemoryPerMultiprocessor, sharedMemPerMultiprocessor),
    WARPUP_INT(MaxRegistersPerMultiprocessor, regsPerMultiprocessor),
    WARPUP_INT(ManagedMemory, managedMemory),
    WARPUP_INT(IsMultiGpuBoard, isMultiGpuBoard),
    WARPUP_INT(MultiGpuBoardGroupID, multiGpuBoardGroupID),
    WARPUP_INT(HostNativeAtomicSupported, hostNativeAtomicSupported),
    WARPUP_INT(PageableMemoryAccess, pageableMemoryAccess),
    WARPUP_INT(ConcurrentManagedAccess, concurrentManagedAccess),
    WARPUP_INT(ComputePreemptionSupported, computePreemptionSupported),
    WARPUP_INT(CanUseHostPointerForRegisteredMem, canUseHostPointerForRegisteredMem),
    WARPUP_INT(CooperativeLaunch, cooperativeLaunch),
    WARPUP_SIZE(MaxSharedMemoryPerBlockOptin, sharedMemPerBlockOptin),
    WARPUP_INT(HostRegisterSupported, hostRegisterSupported),
    WARPUP_INT(PageableMemoryAccessUsesHostPageTables, pageableMemoryAccessUsesHostPageTables),
    WARPUP_INT(DirectManagedMemAccessFromHost, directManagedMemAccessFromHost),
    WARPUP_INT(MaxBlocksPerMultiprocessor, maxBlocksPerMultiProcessor),
    WARPUP_INT(MaxPersistingL2CacheSize, persistingL2CacheMaxSize),
    WARPUP_INT(MaxAccessPolicyWindowSize, accessPolicyMaxWindowSize),
    WARPUP_SIZE(ReservedSharedMemoryPerBlock, reservedSharedMemPerBlock),
    WARPUP_INT(SparseCudaArraySupported, sparseCudaArraySupported),
    WARPUP_INT(HostRegisterReadOnlySupported, hostRegisterReadOnlySupported),
    WARPUP_INT(TimelineSemaphoreInteropSupported, timelineSemaphoreInteropSupported),
    WARPUP_INT(MemoryPoolsSupported, memoryPoolsSupported),
    WARPUP_INT(GPUDirectRDMASupported, gpuDirectRDMASupported),
    WARPUP_INT(MemoryPoolSupportedHandleTypes, memoryPoolSupportedHandleTypes),
    WARPUP_INT(ClusterLaunch, clusterLaunch),
    WARPUP_INT(DeferredMappingCudaArraySupported, deferredMappingCudaArraySupported),
    WARPUP_INT(IpcEventSupport, ipcEventSupported),
    WARPUP_INT(NumaConfig, deviceNumaConfig),
    WARPUP_INT(NumaId, deviceNumaId),
    WARPUP_INT(MpsEnabled, mpsEnabled),
    WARPUP_INT(HostNumaId, hostNumaId),
};

}  // namespace

bool property_attribute(const cudaDeviceProp& properties, int attribute, int* value) {
  for (const Entry& entry : kEntries) {
    if (entry.attribute != attribute) continue;
    const char* at = reinterpret_cast<const char*>(&properties) + entry.offset;
    if (entry.wide) {
      std::size_t wide;
      std::memcpy(&wide, at, sizeof wide);
      *value = static_cast<int>(wide);
    } else {
      std::memcpy(value, at, sizeof *value);
    }
    return true;
  }
  return false;
}

}  // namespace warpup::runtime
