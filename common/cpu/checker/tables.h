// Numbers for the stretches of execution between two synchronisations, and what they stand for.
// Shadow memory stores them in place of pointers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "../exec/exec.h"
#include "clocks.h"

namespace warpup {
struct Grid;
}

namespace warpup::check {

/// A launch, kept to the end of the process for reports.
struct Launch {
  const KernelInfo* info = nullptr;
  dim3 grid, block;
  size_t dynamic_shared = 0;
  Op* op = nullptr;
  VectorClock clock;           // what happens before it
  uint32_t ordered_below = 0;  // intervals below this one happen before it
  uint32_t grid_floor = 0;     // own intervals below this one precede the last grid barrier
  uint32_t first_interval = 0;
};

struct BlockInfo {
  Launch* launch;
  uint64_t linear;
};

/// Intervals 1, 2, 3, ... each belong to a block or, for copies and host code, to a point.
constexpr uint32_t kPointBit = 0x80000000u;
extern uint32_t* interval_owner;  // block number, or kPointBit | point number
extern BlockInfo* block_table;

void make_tables();  // once, before main
uint32_t new_intervals(uint32_t count, uint32_t owner);
uint32_t next_interval();  // the number that would be given next
uint32_t new_block(Launch* launch, uint64_t linear);

inline bool is_point(uint32_t owner) { return (owner & kPointBit) != 0; }

/// Address space for `bytes` that gets memory as it is touched; stops the program if there is none.
void* reserve(size_t bytes, const char* what);

// A record of one access: interval (32 bits), thread in its block (10), code site (22). 0: none.
using Record = uint64_t;
constexpr int kSiteBits = 22;
constexpr uint32_t kSiteMask = (1u << kSiteBits) - 1;
inline uint32_t interval_of(Record r) { return static_cast<uint32_t>(r >> 32); }
inline uint32_t thread_of(Record r) { return static_cast<uint32_t>(r) >> kSiteBits; }
inline uint32_t site_of(Record r) { return static_cast<uint32_t>(r) & kSiteMask; }
inline Record make_record(uint32_t interval, uint32_t thread, uint32_t site) {
  return static_cast<Record>(interval) << 32 | thread << kSiteBits | site;
}

extern uintptr_t text_base;
constexpr uint32_t kDirectSites = 1u << 21;
uint32_t far_site(const void* pc);
/// A number for the code address: its offset in the program, or one from a table for other objects.
inline uint32_t site_number(const void* pc) {
  const uintptr_t offset = reinterpret_cast<uintptr_t>(pc) - text_base;
  return offset < kDirectSites ? static_cast<uint32_t>(offset) : far_site(pc);
}
const void* site_pc(uint32_t site);  // of a set: its first

// A site may also be the number of a set: the sites at which one thread accessed a word in one
// interval. Without it only the last one would meet the other threads' accesses.
constexpr size_t kMaxSitesInSet = 32;
uint32_t union_of_sites(uint32_t a, uint32_t b);
std::vector<uint32_t> sites_in(uint32_t site);

/// What replaces the record `old` when `me` is noted in its place.
inline Record join(Record old, Record me) {
  if (__builtin_expect((old ^ me) >> kSiteBits != 0 || old == me, 1)) return me;
  return (me & ~Record{kSiteMask}) | union_of_sites(site_of(old), site_of(me));
}

}  // namespace warpup::check
