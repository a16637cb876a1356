#include "shadow.h"

#include <sys/mman.h>

#include <atomic>
#include <cstring>
#include <mutex>

namespace warpup::check {

RegionShadow region_shadow[3];

namespace {

constexpr size_t kPage = 4096;
constexpr size_t kMaxSplit = size_t{1} << 32;
Cell* g_split_cells = nullptr;
std::atomic<uint32_t> g_next_split{4};

void clear(void* from, void* to) {
  auto* a = static_cast<char*>(from);
  auto* b = static_cast<char*>(to);
  auto* first =
      reinterpret_cast<char*>((reinterpret_cast<uintptr_t>(a) + kPage - 1) & ~(kPage - 1));
  auto* last = reinterpret_cast<char*>(reinterpret_cast<uintptr_t>(b) & ~(kPage - 1));
  if (first >= last) {
    std::memset(a, 0, static_cast<size_t>(b - a));
    return;
  }
  std::memset(a, 0, static_cast<size_t>(first - a));
  madvise(first, static_cast<size_t>(last - first), MADV_DONTNEED);  // zero on the next touch
  std::memset(last, 0, static_cast<size_t>(b - last));
}

}  // namespace

void make_shadow() {
  if (g_split_cells != nullptr) return;
  const runtime::AddressRange ranges[] = {runtime::kDeviceRange, runtime::kPinnedRange,
                                          runtime::kManagedRange};
  for (int i = 0; i < 3; ++i) {
    region_shadow[i].cells =
        static_cast<Cell*>(reserve(ranges[i].bytes / 4 * sizeof(Cell), "shadow memory"));
    // Touched in order and densely: small pages would cost more than the check itself.
    (void)madvise(region_shadow[i].cells, ranges[i].bytes / 4 * sizeof(Cell), MADV_HUGEPAGE);
    region_shadow[i].lines =
        static_cast<uint32_t*>(reserve(ranges[i].bytes / 256 * sizeof(uint32_t), "allocations"));
  }
  g_split_cells = static_cast<Cell*>(reserve(kMaxSplit * sizeof(Cell), "shadow memory of bytes"));
}

void reset_cells(void* p, size_t bytes, bool initialised) {
  const auto a = reinterpret_cast<uintptr_t>(p);
  const int region = region_of(a);
  if (region < 0 || bytes == 0) return;
  Cell* first = cell_at(region, a);
  Cell* last = cell_at(region, a + bytes - 1) + 1;
  clear(first, last);
  if (!initialised) return;
  for (Cell* c = first; c < last; ++c) c->flags = kInitMask;
}

Cell* split_cell(Cell* cell, unsigned byte) { return g_split_cells + cell->owner + byte; }

void split(Cell* cell) {
  static std::mutex mutex;
  std::lock_guard<std::mutex> lock(mutex);
  if (cell->flags & kSplit) return;
  const uint32_t at = g_next_split.fetch_add(4);
  for (unsigned i = 0; i < 4; ++i) {
    Cell& c = g_split_cells[at + i];
    c = *cell;
    const bool written = cell->flags >> i & 1;
    c.flags = (cell->flags & ~uint32_t{kInitMask}) | (written ? uint32_t{kInitMask} : 0);
  }
  cell->owner = at;
  __atomic_or_fetch(&cell->flags, kSplit, __ATOMIC_RELEASE);
}

}  // namespace warpup::check
