#include "counters.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <map>
#include <mutex>
#include <unordered_map>

#include "../exec/grid.h"
#include "access.h"
#include "here.h"
#include "profile_output.h"
#include "request_cost.h"
#include "warpup/profile.h"

namespace warpup::check {
namespace {

constexpr uint64_t kSampledBlocks = 2;        // of each launch, when no profile is asked for
constexpr size_t kMaxOpenRequests = 1 << 14;  // of a warp at a site between two barriers

struct SiteInWarp {
  uint32_t count[32] = {};  // accesses of each lane since the last synchronisation
  std::vector<Request> requests;
};
struct SiteKey {
  uint32_t site;
  uint32_t flags_size;  // flags in the low byte, size above
  bool operator==(const SiteKey& o) const { return site == o.site && flags_size == o.flags_size; }
};
struct SiteHash {
  size_t operator()(const SiteKey& k) const { return k.site * 2654435761u ^ k.flags_size; }
};
struct SiteInBlock {
  bool shared = false;
  SiteInWarp warps[32];
};
using BlockSites = std::unordered_map<SiteKey, SiteInBlock, SiteHash>;

BlockSites& sites() {
  thread_local BlockSites s;
  return s;
}

struct Totals {
  std::mutex mutex;
  std::map<ProfileKey, ProfileRow> rows;
};
Totals& totals() {
  static Totals* t = new Totals;
  return *t;
}

std::atomic<bool> g_all{false};
WarpupProfileTotals g_sum;

bool asked_for() {
  static const bool asked = [] {
    const char* text = std::getenv("WARPUP_PROFILE");
    return text != nullptr && text[0] == '1';
  }();
  return asked;
}

// One instruction of a GPU.
void add_instruction(ProfileRow& row, const Request& r, uint32_t size, unsigned flags,
                     bool shared) {
  ++row.requests;
  row.lanes += static_cast<unsigned>(__builtin_popcount(r.lanes));
  if (shared) {
    row.conflicts += flags & kAtomic ? atomic_conflicts_of(r) : conflicts_of(r, size);
  } else {
    row.sectors += flags & kAtomic ? atomic_sectors_of(r, size) : sectors_of(r, size);
    row.ideal_sectors += ideal_sectors_of(r, size);
  }
}

void add_request(ProfileRow& row, const Request& r, uint32_t size, unsigned flags, bool shared) {
  const Pieces pieces = pieces_of(size, !(flags & kUnaligned));
  Request piece = r;
  for (uint32_t i = 0; i < pieces.count; ++i) {
    add_instruction(row, piece, pieces.size, flags, shared);
    for (uintptr_t& address : piece.address) address += pieces.size;
  }
}

void add_to_sum(const ProfileRow& row, bool shared, bool atomic) {
  (shared ? g_sum.shared_requests : g_sum.requests) += row.requests;
  g_sum.sectors += row.sectors;
  g_sum.ideal_sectors += row.ideal_sectors;
  g_sum.bank_conflicts += row.conflicts;
  g_sum.active_lanes += row.lanes;
  if (atomic) g_sum.atomics += row.lanes;
}

ProfileAccess access_kind(unsigned flags) {
  if (flags & kAtomic) return ProfileAccess::kAtomic;
  return flags & kWrite ? ProfileAccess::kStore : ProfileAccess::kLoad;
}

// Turns what the block's warps have done so far into requests.
void close_requests(const Launch* launch) {
  Totals& t = totals();
  for (auto& [key, site] : sites()) {
    ProfileRow row;
    const uint32_t size = key.flags_size >> 8;
    const unsigned flags = key.flags_size & 0xff;
    for (SiteInWarp& warp : site.warps) {
      for (const Request& r : warp.requests) add_request(row, r, size, flags, site.shared);
      warp.requests.clear();
      std::fill(warp.count, warp.count + 32, 0);
    }
    if (row.requests == 0) continue;
    std::lock_guard<std::mutex> lock(t.mutex);
    t.rows[ProfileKey{launch->info, key.site, site.shared, access_kind(flags)}].add(row);
    if (g_all) add_to_sum(row, site.shared, flags & kAtomic);
  }
}

}  // namespace

bool counting(const Block& b) { return g_all || asked_for() || b.linear < kSampledBlocks; }

void count_access(uintptr_t a, uint32_t size, unsigned flags, const void* pc, bool shared) {
  const SiteKey key{site_number(pc), size << 8 | (flags & 0xff)};
  SiteInBlock& site = sites()[key];
  site.shared = shared;
  SiteInWarp& warp = site.warps[here.thread / 32];
  const unsigned lane = here.thread % 32;
  const uint32_t n = warp.count[lane]++;
  if (n >= kMaxOpenRequests) return;
  if (n >= warp.requests.size()) warp.requests.emplace_back();
  Request& r = warp.requests[n];
  r.lanes |= 1u << lane;
  r.address[lane] = a;
}

void count_barrier(const Block& b) {
  if (!here.profile) return;
  close_requests(static_cast<const Launch*>(b.grid->check));
  if (!g_all) return;
  std::lock_guard<std::mutex> lock(totals().mutex);
  ++g_sum.barriers;
}

void count_block_end(const Block& b) {
  if (!here.profile) return;
  close_requests(static_cast<const Launch*>(b.grid->check));
  sites().clear();
}

void submit_slow_patterns() {
  Totals& t = totals();
  std::lock_guard<std::mutex> lock(t.mutex);
  report_slow_patterns(t.rows);
}

void report_profile() {
  submit_slow_patterns();
  Totals& t = totals();
  std::lock_guard<std::mutex> lock(t.mutex);
  if (asked_for()) write_profile(t.rows);
}

}  // namespace warpup::check

using namespace warpup::check;

extern "C" {

void warpup_profile_begin() {
  std::lock_guard<std::mutex> lock(totals().mutex);
  g_sum = WarpupProfileTotals{};
  g_all = true;
}

void warpup_profile_end(WarpupProfileTotals* out) {
  std::lock_guard<std::mutex> lock(totals().mutex);
  g_all = false;
  *out = g_sum;
}

}  // extern "C"
