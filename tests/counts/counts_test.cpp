// The checker's counts and an H200's. README.md says where they differ, and why.
#include "catch.hpp"
#include "expected.h"

namespace {

const Counts& gpu() {
  static const Counts counts = read_counts(COUNTS_EXPECTED);
  return counts;
}

const Counts& checker() {
  static const Counts counts = profile_counts(COUNTS_PROGRAM);
  return counts;
}

long long value(const Counts& counts, const std::string& kernel, const std::string& metric) {
  const auto at = counts.find(kernel);
  if (at == counts.end()) return 0;
  const auto found = at->second.find(metric);
  return found == at->second.end() ? 0 : found->second;
}

// A GPU tells atomics whose old value is wanted from those that only add.
long long gpu_atomics(const std::string& kernel, const std::string& what) {
  return value(gpu(), kernel, "global_atom_" + what) + value(gpu(), kernel, "global_red_" + what);
}

// nvcc adds up a warp's numbers first where nobody reads the old value: one lane does the atomic.
bool is_added_up(const std::string& kernel) { return kernel == "atomic_added_up"; }

}  // namespace

TEST_CASE("every kernel that the GPU ran is counted") {
  REQUIRE(gpu().size() > 40);
  for (const auto& entry : gpu()) {
    INFO(entry.first);
    CHECK(checker().count(entry.first) == 1);
  }
}

TEST_CASE("loads and stores make as many requests, sectors and bank conflicts as on the GPU") {
  for (const auto& entry : gpu()) {
    const std::string& kernel = entry.first;
    for (const char* metric :
         {"global_load_requests", "global_load_sectors", "global_store_requests",
          "global_store_sectors", "shared_load_requests", "shared_store_requests",
          "shared_load_conflicts", "shared_store_conflicts"}) {
      INFO(kernel << ": " << metric);
      CHECK(value(checker(), kernel, metric) == value(gpu(), kernel, metric));
    }
  }
}

TEST_CASE("atomics make as many requests and sectors as on the GPU") {
  for (const auto& entry : gpu()) {
    const std::string& kernel = entry.first;
    INFO(kernel);
    CHECK(value(checker(), kernel, "global_atomic_requests") == gpu_atomics(kernel, "requests"));
    const long long sectors = value(checker(), kernel, "global_atomic_sectors");
    if (is_added_up(kernel)) {
      CHECK(sectors == 32 * gpu_atomics(kernel, "sectors"));
    } else {
      CHECK(sectors == gpu_atomics(kernel, "sectors"));
    }
    CHECK(value(checker(), kernel, "shared_atomic_requests") ==
          value(gpu(), kernel, "shared_atom_requests"));
    CHECK(value(checker(), kernel, "shared_atomic_conflicts") ==
          value(gpu(), kernel, "shared_atom_conflicts"));
  }
}

TEST_CASE("the ideal is what side by side accesses of the GPU need, and never more") {
  for (const auto& entry : checker()) {
    const std::string& kernel = entry.first;
    for (const std::string access : {"global_load", "global_store", "global_atomic"}) {
      INFO(kernel << ": " << access);
      CHECK(value(checker(), kernel, access + "_ideal") <=
            value(checker(), kernel, access + "_sectors"));
    }
  }
  for (const char* kernel : {"load_coalesced", "copy_float4", "copy_char", "load_broadcast"}) {
    INFO(kernel);
    CHECK(value(checker(), kernel, "global_load_ideal") ==
          value(gpu(), kernel, "global_load_sectors"));
  }
  CHECK(value(checker(), "load_stride_32", "global_load_ideal") * 8 ==
        value(gpu(), "load_stride_32", "global_load_sectors"));
}
