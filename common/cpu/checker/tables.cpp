#include "tables.h"

#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace warpup::check {

uint32_t* interval_owner = nullptr;
BlockInfo* block_table = nullptr;
uintptr_t text_base = 0;

namespace {

std::atomic<uint32_t> g_next_interval{1};
std::atomic<uint32_t> g_next_block{1};
constexpr uint32_t kMaxBlocks = 1u << 28;

struct FarSites {
  std::mutex mutex;
  std::unordered_map<const void*, uint32_t> number;
  std::vector<const void*> pcs;
};
FarSites& far_sites() {
  static FarSites* f = new FarSites;
  return *f;
}

[[noreturn]] void out_of_numbers(const char* what) {
  std::fprintf(stderr,
               "warpup: the checker has run out of numbers for %s; run a smaller problem or use "
               "--fast\n",
               what);
  _exit(70);
}

}  // namespace

void* reserve(size_t bytes, const char* what) {
  void* p = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED) {
    std::fprintf(stderr,
                 "warpup: the checker cannot reserve address space for %s (%zu GiB); is "
                 "'ulimit -v' or vm.overcommit_memory=2 set? Without the checker: --fast\n",
                 what, bytes >> 30);
    _exit(70);
  }
  (void)madvise(p, bytes, MADV_NOHUGEPAGE);
  return p;
}

void make_tables() {
  if (interval_owner != nullptr) return;
  interval_owner = static_cast<uint32_t*>(reserve(sizeof(uint32_t) << 32, "intervals"));
  block_table = static_cast<BlockInfo*>(reserve(sizeof(BlockInfo) * size_t{kMaxBlocks}, "blocks"));
  dl_iterate_phdr(
      [](dl_phdr_info* info, size_t, void*) {
        text_base = info->dlpi_addr;  // the first object is the program
        for (int i = 0; i < info->dlpi_phnum; ++i) {
          if (info->dlpi_phdr[i].p_type == PT_LOAD) {
            text_base += info->dlpi_phdr[i].p_vaddr;
            break;
          }
        }
        return 1;
      },
      nullptr);
}

uint32_t new_intervals(uint32_t count, uint32_t owner) {
  const uint32_t first = g_next_interval.fetch_add(count, std::memory_order_relaxed);
  if (first > 0xfff00000u) out_of_numbers("intervals between barriers");
  for (uint32_t i = 0; i < count; ++i) interval_owner[first + i] = owner;
  return first;
}

uint32_t next_interval() { return g_next_interval.load(std::memory_order_relaxed); }

uint32_t new_block(Launch* launch, uint64_t linear) {
  const uint32_t number = g_next_block.fetch_add(1, std::memory_order_relaxed);
  if (number >= kMaxBlocks) out_of_numbers("blocks");
  block_table[number] = BlockInfo{launch, linear};
  return number;
}

uint32_t far_site(const void* pc) {
  FarSites& f = far_sites();
  std::lock_guard<std::mutex> lock(f.mutex);
  const auto [it, fresh] = f.number.try_emplace(pc, 0);
  if (fresh) {
    f.pcs.push_back(pc);
    it->second = kDirectSites + static_cast<uint32_t>(f.pcs.size() - 1);
  }
  return it->second;
}

const void* site_pc(uint32_t site) {
  if (site < kDirectSites) return reinterpret_cast<const void*>(text_base + site);
  FarSites& f = far_sites();
  std::lock_guard<std::mutex> lock(f.mutex);
  return f.pcs[site - kDirectSites];
}

}  // namespace warpup::check
