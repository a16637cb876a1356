#include "tables.h"

#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <map>
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

// The sites above kDirectSites: code of other objects, and sets of sites.
struct FarSites {
  struct Entry {
    const void* pc;               // null: a set
    std::vector<uint32_t> sites;  // sorted
  };
  std::mutex mutex;
  std::unordered_map<const void*, uint32_t> number;
  std::map<std::vector<uint32_t>, uint32_t> number_of_set;
  std::vector<Entry> entries;

  uint32_t add(Entry entry) {
    entries.push_back(std::move(entry));
    return kDirectSites + static_cast<uint32_t>(entries.size() - 1);
  }
  const Entry* at(uint32_t site) const {
    return site < kDirectSites ? nullptr : &entries[site - kDirectSites];
  }
  std::vector<uint32_t> members(uint32_t site) const {
    const Entry* entry = at(site);
    return entry == nullptr || entry->pc != nullptr ? std::vector<uint32_t>{site} : entry->sites;
  }
};
FarSites& far_sites() {
  static FarSites* f = new FarSites;
  return *f;
}

// The last unions that this OS thread asked for: a loop asks for the same ones again and again.
struct Union {
  uint32_t a, b, result;
};
constexpr size_t kUnions = 64;
thread_local Union t_unions[kUnions];

uint32_t find_union(uint32_t a, uint32_t b) {
  FarSites& f = far_sites();
  std::lock_guard<std::mutex> lock(f.mutex);
  const std::vector<uint32_t> one = f.members(a), other = f.members(b);
  std::vector<uint32_t> all;
  std::set_union(one.begin(), one.end(), other.begin(), other.end(), std::back_inserter(all));
  if (all.size() > kMaxSitesInSet || all == one) return a;
  const auto [it, fresh] = f.number_of_set.try_emplace(all, 0);
  if (fresh) it->second = f.add({nullptr, std::move(all)});
  return it->second;
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
  if (fresh) it->second = f.add({pc, {}});
  return it->second;
}

const void* site_pc(uint32_t site) {
  if (site < kDirectSites) return reinterpret_cast<const void*>(text_base + site);
  FarSites& f = far_sites();
  std::lock_guard<std::mutex> lock(f.mutex);
  const FarSites::Entry* entry = f.at(site);
  if (entry->pc != nullptr) return entry->pc;
  const uint32_t first = entry->sites.front();
  return first < kDirectSites ? reinterpret_cast<const void*>(text_base + first) : f.at(first)->pc;
}

uint32_t union_of_sites(uint32_t a, uint32_t b) {
  Union& known = t_unions[(a * 31 + b) % kUnions];
  if (known.a != a || known.b != b || known.result == 0) known = Union{a, b, find_union(a, b)};
  return known.result;
}

std::vector<uint32_t> sites_in(uint32_t site) {
  FarSites& f = far_sites();
  std::lock_guard<std::mutex> lock(f.mutex);
  return f.members(site);
}

}  // namespace warpup::check
