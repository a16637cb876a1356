#include "allocation.h"

namespace warpup::runtime {
namespace {

// Device memory is handed out in pieces of 2 MiB, which small allocations share.
constexpr std::size_t kGranule = std::size_t{2} << 20;

std::size_t footprint(std::size_t bytes) {
  const std::size_t unit = bytes < kGranule / 2 ? kArenaAlignment : kGranule;
  return (bytes + unit - 1) / unit * unit;
}

}  // namespace

Allocations& allocations() {
  static auto* all = new Allocations;
  return *all;
}

Arena& Allocations::arena(MemoryKind kind) {
  if (kind == MemoryKind::kManaged) return managed_;
  return kind == MemoryKind::kPinned ? pinned_ : device_;
}

Allocation Allocations::create(std::size_t bytes, MemoryKind kind, unsigned flags,
                               CUmemPoolHandle_st* pool, bool internal) {
  const std::lock_guard<std::mutex> lock(mutex_);
  Allocation made;
  const std::size_t limit = device_memory_bytes();
  if (bytes > limit || (kind == MemoryKind::kDevice && footprint(bytes) > limit - device_bytes_)) {
    return made;
  }
  made.base = static_cast<char*>(arena(kind).allocate(bytes));
  if (!made.base) return made;
  made.bytes = bytes;
  made.kind = kind;
  made.flags = flags;
  made.pool = pool;
  made.internal = internal;
  if (kind == MemoryKind::kManaged) made.advice = std::make_shared<Advice>();
  if (kind == MemoryKind::kDevice) device_bytes_ += footprint(bytes);
  by_base_[reinterpret_cast<std::uintptr_t>(made.base)] = made;
  return made;
}

bool Allocations::register_host(void* p, std::size_t bytes, unsigned flags) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto begin = reinterpret_cast<std::uintptr_t>(p);
  auto next = by_base_.lower_bound(begin);
  if (next != by_base_.end() && next->first < begin + bytes) return false;
  if (next != by_base_.begin()) {
    --next;
    if (next->first + next->second.bytes > begin) return false;
  }
  Allocation& made = by_base_[begin];
  made.base = static_cast<char*>(p);
  made.bytes = bytes;
  made.kind = MemoryKind::kRegistered;
  made.flags = flags;
  return true;
}

bool Allocations::unregister_host(void* p) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto found = by_base_.find(reinterpret_cast<std::uintptr_t>(p));
  if (found == by_base_.end() || found->second.kind != MemoryKind::kRegistered) return false;
  by_base_.erase(found);
  return true;
}

bool Allocations::find(const void* p, Allocation* out) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto address = reinterpret_cast<std::uintptr_t>(p);
  auto next = by_base_.upper_bound(address);
  if (next == by_base_.begin()) return false;
  --next;
  if (address - next->first >= next->second.bytes) return false;
  *out = next->second;
  return true;
}

bool Allocations::begin_free(const void* base) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto found = by_base_.find(reinterpret_cast<std::uintptr_t>(base));
  if (found == by_base_.end() || found->second.internal) return false;
  found->second.internal = true;
  return true;
}

void Allocations::destroy(const Allocation& allocation, bool keep_mapped) {
  const std::lock_guard<std::mutex> lock(mutex_);
  by_base_.erase(reinterpret_cast<std::uintptr_t>(allocation.base));
  if (allocation.kind == MemoryKind::kDevice) device_bytes_ -= footprint(allocation.bytes);
  arena(allocation.kind).release(allocation.base, allocation.bytes, keep_mapped);
}

std::vector<Allocation> Allocations::of_program() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::vector<Allocation> all;
  for (const auto& [base, allocation] : by_base_) {
    if (!allocation.internal && allocation.kind != MemoryKind::kRegistered) {
      all.push_back(allocation);
    }
  }
  return all;
}

std::size_t Allocations::device_bytes_in_use() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return (device_bytes_ + kGranule - 1) / kGranule * kGranule;
}

MemoryKind address_kind(const void* p) {
  if (kDeviceRange.contains(p)) return MemoryKind::kDevice;
  if (kManagedRange.contains(p)) return MemoryKind::kManaged;
  if (kPinnedRange.contains(p)) return MemoryKind::kPinned;
  return MemoryKind::kPageable;
}

}  // namespace warpup::runtime
