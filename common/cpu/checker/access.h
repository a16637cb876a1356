// One access of device or host code, judged.
#pragma once

#include <cstdint>

#include "here.h"

namespace warpup::check {

enum AccessFlags : unsigned {
  kWrite = 1,
  kAtomic = 2,  // read-modify-write or atomic load/store
  kVolatile = 4,
  kUnaligned = 8,  // the compiler knows that the address need not be aligned
  kRange = 16,     // a copy of a whole object: padding is no fault
  kFlag = 32,      // a volatile store that others may wait for
};

/// What device code does, by AccessFlags.
inline report::Access device_access_kind(unsigned flags) {
  if (flags & kAtomic) return report::Access::kAtomic;
  return flags & kWrite ? report::Access::kWrite : report::Access::kRead;
}

/// `size` bytes at `p`, about to be accessed at `pc` by the running thread.
void device_access(uintptr_t p, uint32_t size, unsigned flags, const void* pc);
/// The same while the address is held for an atomic operation.
void judge_access(uintptr_t p, uint32_t size, unsigned flags, const void* pc);
/// Memory of the API or of the block, allocated.
bool is_device_memory(uintptr_t p, uint32_t size);
void host_access(uintptr_t p, uint32_t size, unsigned flags, const void* pc);

/// The access that is being judged (for reports).
const void* access_pc();
int access_size();
const void* access_address();

/// The slow ends of device_access: judge one cell (4 bytes, or one if split). `bytes` is a mask.
void judge_cell(Cell* cell, uintptr_t a, uint32_t bytes, unsigned flags, Record me, bool shared);

/// Ends the grid where the GPU would: illegal (700) or misaligned (716) address.
[[noreturn]] void end_grid(int code);

// Reports (races.cpp, bounds.cpp).
void report_race(Record other, report::Access other_access, uintptr_t a, unsigned flags,
                 bool shared);
void report_uninit(uintptr_t a, uint32_t size, unsigned flags, bool shared);
/// False, and reported, if it lies in no variable of shared memory.
bool in_shared_bounds(uintptr_t a, uint32_t size, unsigned flags, const void* pc);
/// True if the allocation was freed by a stream (cudaFreeAsync), and not before this launch.
/// Reports it where nothing orders the two.
bool freed_later(uintptr_t a, uint32_t size, unsigned flags, const void* pc);
/// `a` lies in no live allocation of its region.
void report_global_bounds(uintptr_t a, uint32_t size, unsigned flags, const void* pc);
/// `a` is no device-accessible memory; ends the grid.
void foreign_address(uintptr_t a, uint32_t size, unsigned flags, const void* pc);
void report_misaligned(uintptr_t a, uint32_t size, unsigned flags, const void* pc);

/// Host ranges that queued operations still read or write (host_ranges.cpp).
extern bool host_ranges_pending;
void check_host_ranges(uintptr_t a, uint32_t size, unsigned flags, const void* pc);

}  // namespace warpup::check
