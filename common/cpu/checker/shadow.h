// Shadow memory: for every 4 bytes of the API's memory and of shared memory, who touched them last.
#pragma once

#include <cstddef>
#include <cstdint>

#include "../runtime/arena.h"
#include "tables.h"

namespace warpup::check {

/// Flags of a record are kept beside it: was the access a synchronising one?
enum CellFlags : uint32_t {
  kInitMask = 0xf,    // bytes that somebody wrote
  kSplit = 0x10,      // the 4 bytes have cells of their own
  kSyncRead1 = 0x20,  // r1 is a synchronising (volatile or atomic) read
  kSyncRead2 = 0x40,
};

/// 40 bytes for 4: ten times the memory that a program touches is what checking costs.
struct Cell {
  Record write = 0;       // last plain write
  Record atomic = 0;      // last atomic (or fenced volatile) write
  Record r1 = 0, r2 = 0;  // readers, of different warps where there are
  uint32_t owner = 0;     // shared memory: the block that the cell speaks of; split: number of
                          // its first byte's cell
  uint32_t flags = 0;
};

enum class Region : uint8_t { kDevice, kPinned, kManaged };

struct RegionShadow {
  Cell* cells = nullptr;      // one for 4 bytes
  uint32_t* lines = nullptr;  // one for 256 bytes: number of the allocation there
};
extern RegionShadow region_shadow[3];

/// The region of an address, or -1.
inline int region_of(uintptr_t a) {
  if (runtime::kDeviceRange.contains(a)) return 0;
  if (runtime::kPinnedRange.contains(a)) return 1;
  if (runtime::kManagedRange.contains(a)) return 2;
  return -1;
}
inline uintptr_t region_base(int region) {
  return region == 0   ? runtime::kDeviceRange.base
         : region == 1 ? runtime::kPinnedRange.base
                       : runtime::kManagedRange.base;
}
inline Cell* cell_at(int region, uintptr_t a) {
  return region_shadow[region].cells + ((a - region_base(region)) >> 2);
}

void make_shadow();  // once, before main
/// The cells of [p, p + bytes) become those of fresh memory (written = initialised).
void reset_cells(void* p, size_t bytes, bool initialised);

/// Cell of one byte in a split cell.
Cell* split_cell(Cell* cell, unsigned byte);
/// Gives each byte a cell of its own, with what the cell knows.
void split(Cell* cell);

}  // namespace warpup::check
