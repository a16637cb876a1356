#include "runtime/arena.h"

#include <cstring>
#include <set>
#include <vector>

#include "catch.hpp"
#include "cuda_runtime_api.h"
#include "runtime/allocation.h"

using warpup::runtime::Allocation;
using warpup::runtime::allocations;
using warpup::runtime::MemoryKind;

namespace {

std::uintptr_t address(const void* p) { return reinterpret_cast<std::uintptr_t>(p); }

}  // namespace

TEST_CASE("allocations are aligned and keep their distance") {
  std::vector<Allocation> made;
  for (std::size_t bytes : {1, 255, 256, 257, 1000, 4096, 1 << 20, (1 << 20) + 1, 5 << 20, 7}) {
    made.push_back(allocations().create(bytes, MemoryKind::kDevice));
    REQUIRE(made.back().base != nullptr);
    CHECK(address(made.back().base) % warpup::runtime::kArenaAlignment == 0);
    std::memset(made.back().base, 1, bytes);
  }
  for (const Allocation& a : made) {
    for (const Allocation& b : made) {
      if (a.base < b.base) {
        CHECK(a.base + a.bytes + warpup::runtime::kArenaGap <= b.base);
      }
    }
  }
  for (const Allocation& a : made) allocations().destroy(a);
}

TEST_CASE("an address tells its kind") {
  const MemoryKind kinds[] = {MemoryKind::kDevice, MemoryKind::kPinned, MemoryKind::kManaged};
  for (MemoryKind kind : kinds) {
    const Allocation made = allocations().create(100, kind);
    CHECK(warpup::runtime::address_kind(made.base) == kind);
    CHECK(warpup::runtime::address_kind(made.base + 99) == kind);
    allocations().destroy(made);
    CHECK(warpup::runtime::address_kind(made.base) == kind);
  }
  int plain = 0;
  CHECK(warpup::runtime::address_kind(&plain) == MemoryKind::kPageable);
}

TEST_CASE("an allocation is found by the addresses in it alone") {
  const Allocation made = allocations().create(1000, MemoryKind::kDevice);
  Allocation found;
  CHECK(allocations().find(made.base, &found));
  CHECK(allocations().find(made.base + 999, &found));
  CHECK(found.base == made.base);
  CHECK_FALSE(allocations().find(made.base + 1000, &found));
  CHECK_FALSE(allocations().find(made.base - 1, &found));
  allocations().destroy(made);
  CHECK_FALSE(allocations().find(made.base, &found));
}

TEST_CASE("freed memory isn't handed out again at once") {
  std::set<char*> seen;
  for (int i = 0; i < 1000; ++i) {
    const Allocation made = allocations().create(1024, MemoryKind::kDevice);
    CHECK(seen.insert(made.base).second);
    allocations().destroy(made);
  }
}

TEST_CASE("freed memory is handed out again in the end") {
  // 20 TB in pieces: more than there are addresses.
  for (int i = 0; i < 20000; ++i) {
    const Allocation made = allocations().create(std::size_t{1} << 30, MemoryKind::kDevice);
    REQUIRE(made.base != nullptr);
    allocations().destroy(made);
  }
}

TEST_CASE("cudaMemGetInfo adds up") {
  std::size_t before = 0, after = 0, total = 0;
  REQUIRE(cudaMemGetInfo(&before, &total) == cudaSuccess);
  CHECK(before <= total);
  void* p = nullptr;
  REQUIRE(cudaMalloc(&p, 100 << 20) == cudaSuccess);
  cudaMemGetInfo(&after, &total);
  CHECK(before - after == 100 << 20);
  cudaFree(p);
  cudaMemGetInfo(&after, &total);
  CHECK(before == after);
  CHECK(cudaMalloc(&p, total + 1) == cudaErrorMemoryAllocation);
  CHECK(cudaGetLastError() == cudaErrorMemoryAllocation);
}
