// cudaArray: texels in rows, read through textures and copies alone.
#pragma once

#include "allocation.h"
#include "driver_types.h"

struct cudaArray {
  warpup::runtime::Allocation memory;
  cudaChannelFormatDesc format = {};
  cudaExtent extent = {};  // height and depth 0 where the array has fewer dimensions
  unsigned flags = 0;

  std::size_t texel() const;  // bytes
  std::size_t rows() const { return extent.height ? extent.height : 1; }
  std::size_t slices() const { return extent.depth ? extent.depth : 1; }
  std::size_t pitch() const { return extent.width * texel(); }
  std::size_t slice() const { return pitch() * rows(); }
};

namespace warpup::runtime {

bool known_array(cudaArray_const_t array);

}  // namespace warpup::runtime
