// Fills: cudaMemset and its relatives, cuMemsetD8 to D32.
#pragma once

#include <cstddef>
#include <memory>

#include "stream.h"
#include "task.h"

namespace warpup::runtime {

/// `element` of 1, 2 or 4 bytes, repeated over width elements x height rows x depth slices.
struct FillBox {
  char* destination = nullptr;
  unsigned value = 0;
  std::size_t element = 1;                       // bytes
  std::size_t width = 0, height = 1, depth = 1;  // width in elements
  std::size_t pitch = 0, slice = 0;              // bytes
  bool empty() const { return width == 0 || height == 0 || depth == 0; }
  std::size_t span() const;  // bytes from the first to the last
};

int fill(const ApiCall& call, const FillBox& box, cudaStream_t stream, bool blocking);
int check_fill(const FillBox& box);
std::shared_ptr<Work> fill_work(const FillBox& box);

}  // namespace warpup::runtime
