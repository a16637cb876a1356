// Pinned and registered host memory.
#pragma once

#include "allocation.h"
#include "api.h"

namespace warpup::runtime {

// Each returns an error code.
int allocate_pinned(const ApiCall& call, void** out, std::size_t bytes, unsigned flags);
int free_pinned(const ApiCall& call, void* p);
int register_memory(const ApiCall& call, void* p, std::size_t bytes, unsigned flags);
int unregister_memory(const ApiCall& call, void* p);

/// Pinned or registered memory that holds `p`.
bool find_host(void* p, Allocation* out);
/// What cudaHostGetFlags says of it.
unsigned host_flags(const Allocation& allocation);

}  // namespace warpup::runtime
