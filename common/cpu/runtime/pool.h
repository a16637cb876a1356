// Memory pools of stream-ordered allocation.
#pragma once

#include <cstdint>

#include "allocation.h"
#include "api.h"
#include "driver_types.h"

struct CUmemPoolHandle_st {
  std::uint64_t release_threshold = 0;
  std::uint64_t used = 0, used_high = 0;  // bytes
  std::uint64_t reserved_high = 0;
  int reuse[4] = {0, 1, 1, 1};  // by cudaMemPoolAttr: the three reuse policies
  bool program = false;         // made by cudaMemPoolCreate
};

namespace warpup::runtime {

CUmemPoolHandle_st& default_pool();
/// The pool of cudaMallocAsync.
CUmemPoolHandle_st* current_pool();
// Each returns an error code.
int allocate_from(const ApiCall& call, void** out, std::size_t bytes, CUmemPoolHandle_st* pool,
                  cudaStream_t stream);
int free_in_stream(const ApiCall& call, void* p, cudaStream_t stream);
/// A block of a pool was freed another way (cudaFree).
void forget_in_pool(const Allocation& allocation);

}  // namespace warpup::runtime
