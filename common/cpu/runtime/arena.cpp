#include "arena.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <map>
#include <vector>

namespace warpup::runtime {
namespace {

constexpr std::size_t kMiB = std::size_t{1} << 20;
constexpr std::size_t kGranule = 2 * kMiB;      // of a big block, and of a chunk of small ones
constexpr std::size_t kBig = kMiB;              // from this size on a block has pages of its own
constexpr std::size_t kQuarantine = 64 * kMiB;  // small blocks
constexpr std::size_t kBigQuarantine = kMiB << 14;  // 16 GiB of addresses, without pages

std::size_t round_up(std::size_t bytes, std::size_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

bool protect(std::uintptr_t at, std::size_t bytes, int protection) {
  return mprotect(reinterpret_cast<void*>(at), bytes, protection) == 0;
}

// Gives the pages back; the addresses stay reserved and can't be accessed.
void unmap_pages(std::uintptr_t at, std::size_t bytes) {
  const void* got = mmap(reinterpret_cast<void*>(at), bytes, PROT_NONE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
  if (got == MAP_FAILED) protect(at, bytes, PROT_NONE);  // kept, but out of reach all the same
}

// Blocks of one sort (small or big): bump allocation, then reuse of what left the quarantine.
struct Shelf {
  std::uintptr_t next = 0, end = 0;
  std::size_t quarantine_limit = 0;
  std::size_t quarantined = 0;
  std::deque<std::pair<std::uintptr_t, std::size_t>> quarantine;
  std::multimap<std::size_t, std::uintptr_t> free;

  // A free block of at least `bytes` and at most an eighth more; 0: none. Its size goes to *bytes.
  std::uintptr_t reuse(std::size_t* bytes) {
    const auto found = free.lower_bound(*bytes);
    if (found == free.end() || found->first > *bytes + *bytes / 8) return 0;
    const std::uintptr_t at = found->second;
    *bytes = found->first;
    free.erase(found);
    return at;
  }
  std::uintptr_t extend(std::size_t bytes) {
    if (end - next < bytes) return 0;
    next += bytes;
    return next - bytes;
  }
  void retire(std::uintptr_t at, std::size_t bytes) {
    quarantine.emplace_back(at, bytes);
    quarantined += bytes;
    while (quarantined > quarantine_limit) {
      const auto [oldest, size] = quarantine.front();
      quarantine.pop_front();
      quarantined -= size;
      free.emplace(size, oldest);
    }
  }
};

}  // namespace

struct Arena::Blocks {
  Shelf small, big;
  std::uintptr_t accessible = 0;                  // small blocks: pages exist up to here
  std::map<std::uintptr_t, std::size_t> size_of;  // blocks in use, with their gap
};

Arena::Blocks& Arena::blocks() {
  if (blocks_) return *blocks_;
  // A process with a limit on its addresses gets a smaller range.
  std::size_t bytes = range_.bytes;
  void* at = MAP_FAILED;
  for (; bytes >= 64 * kMiB; bytes /= 2) {
    at = mmap(reinterpret_cast<void*>(range_.base), bytes, PROT_NONE,
              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (at != MAP_FAILED) break;
  }
  if (at != reinterpret_cast<void*>(range_.base)) {
    std::fprintf(stderr, "warpup: no addresses left for CUDA memory at %#zx\n",
                 static_cast<std::size_t>(range_.base));
    std::abort();
  }
  blocks_ = new Blocks;
  const std::uintptr_t middle = range_.base + bytes / 8;
  blocks_->small.next = blocks_->accessible = range_.base + kArenaAlignment;
  blocks_->accessible = range_.base;
  blocks_->small.end = middle;
  blocks_->small.quarantine_limit = kQuarantine;
  blocks_->big.next = round_up(middle, kGranule) + kGranule;
  blocks_->big.end = range_.base + bytes;
  blocks_->big.quarantine_limit = bytes < kBigQuarantine * 4 ? bytes / 4 : kBigQuarantine;
  return *blocks_;
}

void* Arena::allocate(std::size_t bytes) {
  Blocks& all = blocks();
  if (bytes > range_.bytes) return nullptr;
  const bool big = bytes >= kBig;
  // A big block is followed by a granule without pages, a small one by as much as it has itself: an
  // index that is off by up to a whole array, whatever its stride, still meets nobody's memory. The
  // least gap is what blocks of a kernel reach past a few elements: nearer to them than to what
  // follows, so that a report names the right array.
  std::size_t size = big ? round_up(bytes, kGranule) + kGranule
                         : round_up(bytes + std::max(kArenaGap, bytes), kArenaAlignment);
  Shelf& shelf = big ? all.big : all.small;
  std::uintptr_t at = shelf.reuse(&size);
  const bool reused = at != 0;
  if (!reused) at = shelf.extend(size);
  if (!at) return nullptr;
  if (big) {
    if (!protect(at, size - kGranule, PROT_READ | PROT_WRITE)) return nullptr;
    madvise(reinterpret_cast<void*>(at), size - kGranule, MADV_HUGEPAGE);
  } else if (at + size > all.accessible) {
    const std::uintptr_t wanted = round_up(at + size, kGranule);
    if (!protect(all.accessible, wanted - all.accessible, PROT_READ | PROT_WRITE)) return nullptr;
    all.accessible = wanted;
  }
  all.size_of[at] = size;
  return reinterpret_cast<void*>(at);
}

void Arena::release(void* p, std::size_t bytes, bool keep_mapped) {
  Blocks& all = blocks();
  const auto at = reinterpret_cast<std::uintptr_t>(p);
  const auto found = all.size_of.find(at);
  if (found == all.size_of.end()) return;
  const std::size_t size = found->second;
  all.size_of.erase(found);
  if (bytes < kBig) return all.small.retire(at, size);
  if (!keep_mapped) unmap_pages(at, size);
  all.big.retire(at, size);
}

std::size_t device_memory_bytes() {
  static const std::size_t bytes = [] {
    std::size_t memory = static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) *
                         static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    // A container may have less than the machine; "max" means it hasn't.
    if (std::FILE* file = std::fopen("/sys/fs/cgroup/memory.max", "r")) {
      unsigned long long limit = 0;
      if (std::fscanf(file, "%llu", &limit) == 1 && limit < memory) memory = limit;
      std::fclose(file);
    }
    return memory / 4 * 3 / kMiB * kMiB;
  }();
  return bytes;
}

}  // namespace warpup::runtime
