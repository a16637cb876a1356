// What the counters found, for people and programs.
#pragma once

#include <cstdint>
#include <map>
#include <tuple>

#include "../exec/exec.h"

namespace warpup::check {

enum class ProfileAccess : uint8_t { kLoad, kStore, kAtomic };

struct ProfileKey {
  const KernelInfo* kernel;
  uint32_t site;
  bool shared;
  ProfileAccess access;
  bool operator<(const ProfileKey& o) const {
    return std::tie(kernel, site, shared, access) < std::tie(o.kernel, o.site, o.shared, o.access);
  }
};

struct ProfileRow {
  uint64_t requests = 0, sectors = 0, ideal_sectors = 0, conflicts = 0, lanes = 0;
  void add(const ProfileRow& o) {
    requests += o.requests;
    sectors += o.sectors;
    ideal_sectors += o.ideal_sectors;
    conflicts += o.conflicts;
    lanes += o.lanes;
  }
};
using ProfileRows = std::map<ProfileKey, ProfileRow>;

/// Notes about lines whose warps need many sectors or meet many bank conflicts.
void report_slow_patterns(const ProfileRows& rows);
/// A "profile" event, or a table on stderr without WARPUP_EVENT_FD.
void write_profile(const ProfileRows& rows);

}  // namespace warpup::check
