// Every allocation of the API, found by any address in it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "arena.h"

struct CUmemPoolHandle_st;

namespace warpup::runtime {

enum class MemoryKind { kPageable, kDevice, kPinned, kRegistered, kManaged };

/// What cudaMemAdvise and cudaMemPrefetchAsync said of managed memory: only remembered.
struct Advice {
  int read_mostly = 0;
  int preferred = -2;  // device number, -1: the host, -2: none
  int accessed_by = -2;
  int last_prefetch = -2;
};

struct Allocation {
  char* base = nullptr;
  std::size_t bytes = 0;
  MemoryKind kind = MemoryKind::kPageable;
  unsigned flags = 0;                  // of cudaHostAlloc, cudaHostRegister, cudaMallocManaged
  std::shared_ptr<Advice> advice;      // managed memory
  CUmemPoolHandle_st* pool = nullptr;  // cudaMallocAsync
  bool internal = false;  // a symbol or an array, or being freed: the program can't free it
  bool device_only() const { return kind == MemoryKind::kDevice; }
};

class Allocations {
 public:
  /// Allocates `bytes` > 0 in the arena of `kind`; base null: no memory.
  Allocation create(std::size_t bytes, MemoryKind kind, unsigned flags = 0,
                    CUmemPoolHandle_st* pool = nullptr, bool internal = false);
  /// False: it overlaps memory that is known already.
  bool register_host(void* p, std::size_t bytes, unsigned flags);
  bool unregister_host(void* p);
  /// The allocation that holds the byte at `p`.
  bool find(const void* p, Allocation* out) const;
  /// A stream-ordered free is queued: from now on no other call may free it. False: another has.
  bool begin_free(const void* base);
  /// Frees the allocation that starts at `base`.
  void destroy(const Allocation& allocation, bool keep_mapped = false);
  /// All that the program could free.
  std::vector<Allocation> of_program() const;
  std::size_t device_bytes_in_use() const;

 private:
  Arena& arena(MemoryKind kind);
  mutable std::mutex mutex_;
  std::map<std::uintptr_t, Allocation> by_base_;
  Arena device_{kDeviceRange}, pinned_{kPinnedRange}, managed_{kManagedRange};
  std::size_t device_bytes_ = 0;
};
Allocations& allocations();

/// What the address alone says: device, pinned or managed memory of the API, allocated or not.
MemoryKind address_kind(const void* p);

}  // namespace warpup::runtime
