// What the pretended device is: an H200 in its limits, the CPU in its name and memory.
#pragma once

#include <cstddef>

#include "driver_types.h"

namespace warpup::runtime {

inline constexpr int kMultiprocessors = 132;
inline constexpr int kThreadsPerMultiprocessor = 2048;
inline constexpr int kBlocksPerMultiprocessor = 32;
inline constexpr int kWarp = 32;
inline constexpr int kMaxThreads = 1024;  // a block
inline constexpr unsigned kMaxBlockX = 1024, kMaxBlockZ = 64;
inline constexpr unsigned kMaxGridX = 2147483647, kMaxGridYZ = 65535;
inline constexpr std::size_t kSharedPerBlock = 49152;  // without opting in
inline constexpr std::size_t kSharedPerMultiprocessor = 233472;
inline constexpr std::size_t kReservedSharedPerBlock = 1024;
inline constexpr const char* kPciBusId = "0000:00:00.0";
inline constexpr int kVersion = 13000;  // driver and runtime

const cudaDeviceProp& device_properties();
/// The value of a cudaDeviceAttr (a CUdevice_attribute has the same numbers); false: unknown.
bool device_attribute(int attribute, int* value);
/// As device_attribute(), for those that are also a property.
bool property_attribute(const cudaDeviceProp& properties, int attribute, int* value);

}  // namespace warpup::runtime
