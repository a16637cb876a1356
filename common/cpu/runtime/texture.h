// Texture and surface objects.
#pragma once

#include <cstddef>

#include "builtin_types.h"

namespace warpup::runtime {

/// Texels in memory and how to read them. The handle of an object is its address.
struct Texture {
  cudaResourceDesc resource = {};
  cudaTextureDesc description = {};
  bool surface = false;
  const char* texels = nullptr;
  cudaChannelFormatDesc format = {};
  long width = 0, height = 1, depth = 1;  // texels
  std::size_t pitch = 0, slice = 0;       // bytes
  int channels() const { return 1 + (format.y > 0) + (format.z > 0) + (format.w > 0); }
  int bytes() const { return format.x / 8; }  // of a channel
};

}  // namespace warpup::runtime
