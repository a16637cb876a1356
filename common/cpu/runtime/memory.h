// Allocating and freeing, shared by the runtime and the driver API.
#pragma once

#include "allocation.h"
#include "api.h"

namespace warpup::runtime {

/// Allocates and tells the checker. Zero bytes: null and success.
int allocate(const ApiCall& call, void** out, std::size_t bytes, MemoryKind kind, unsigned flags);
/// As allocate(), and enters the API first.
int allocate_kind(const ApiCall& call, void** out, std::size_t bytes, MemoryKind kind,
                  unsigned flags);
/// Rows of `width` bytes, each starting at a multiple of kPitchAlignment; *pitch: from one to the
/// next.
int allocate_pitched(const ApiCall& call, void** out, std::size_t* pitch, std::size_t width,
                     std::size_t rows);
/// Waits for the device and frees device or managed memory. Null: nothing happens.
int free_device(const ApiCall& call, void* p);
void tell_allocated(const ApiCall& call, const Allocation& allocation);

constexpr std::size_t kPitchAlignment = 512;

}  // namespace warpup::runtime
