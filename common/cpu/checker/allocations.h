// The API's allocations, past and present, found by address.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "hooks.h"
#include "report.h"
#include "shadow.h"

namespace warpup::check {

struct AllocationRecord {
  uintptr_t begin = 0;
  size_t bytes = 0;
  Space space = Space::kDevice;
  const char* api = "";
  const void* pc = nullptr;
  bool freed = false;
  const char* freed_api = "";
  const void* freed_pc = nullptr;
  Op* freed_op = nullptr;
  std::string name;  // symbols
  std::string file;
  int line = 0;
};

/// The live allocation that holds [a, a + bytes), or null. `a` lies in `region`.
inline const AllocationRecord* live_allocation(int region, uintptr_t a, size_t bytes);

/// The record with this number (from a line table).
const AllocationRecord& allocation_record(uint32_t number);
/// The allocation that an address belongs to or lies next to, alive or freed; null: none near.
const AllocationRecord* nearest_allocation(uintptr_t a);
/// What reports say of the address.
report::Place describe_address(uintptr_t a, size_t size);
/// Fills in what `p`, which an API refused to free, was or is.
void describe_refused_free(const void* p, report::Report* r);
/// Visits allocations that were never freed.
void for_each_leak(void (*visit)(const AllocationRecord&));

extern AllocationRecord* allocation_table;

inline const AllocationRecord* live_allocation(int region, uintptr_t a, size_t bytes) {
  const uint32_t number = region_shadow[region].lines[(a - region_base(region)) >> 8];
  if (number == 0) return nullptr;
  const AllocationRecord& r = allocation_table[number];
  return a >= r.begin && a + bytes <= r.begin + r.bytes && !r.freed ? &r : nullptr;
}

}  // namespace warpup::check
