// What a library's operation (a cuBLAS routine) does to memory, and what is wrong with its
// arguments. No-ops in the fast build.
#pragma once

#include <cstddef>

#include "hooks.h"

namespace warpup::check {

/// The operation reads or writes device, pinned or managed memory that is allocated: called on the
/// thread that performs it, before it does. `operand` says which ("A"); it outlives the process.
void op_reads(Op* op, const void* p, size_t bytes, const char* operand);
void op_writes(Op* op, void* p, size_t bytes);

/// The `bytes` from `p`, which the operation needs for `operand`, are not all allocated.
void op_leaves_memory(Op* op, const void* p, size_t bytes, const char* operand, bool writes);
/// `operand` is host memory, or null, and the operation runs on the device.
void op_follows_host_pointer(Op* op, const void* p, const char* operand, bool writes);

/// The library itself reads or writes a host variable (a scalar, a result) on the calling thread.
void library_touches_host(const void* p, size_t bytes, bool writes, const char* operand,
                          const char* api, const void* pc);

/// A library's function returned an error of its own. `why` is a sentence, or empty.
void library_error(const char* api, const char* status, const char* why, const void* pc);

}  // namespace warpup::check
