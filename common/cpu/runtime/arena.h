// Where the API's memory lies. Each kind has an address range of its own, so an address alone tells
// the kind. Ranges are reserved at start-up and get pages as they are used.
#pragma once

#include <cstddef>
#include <cstdint>

namespace warpup::runtime {

struct AddressRange {
  std::uintptr_t base;
  std::size_t bytes;
  constexpr bool contains(std::uintptr_t address) const { return address - base < bytes; }
  bool contains(const volatile void* p) const {
    return contains(reinterpret_cast<std::uintptr_t>(p));
  }
};

inline constexpr AddressRange kDeviceRange{0x100000000000, std::size_t{1} << 40};
inline constexpr AddressRange kPinnedRange{0x200000000000, std::size_t{1} << 40};
inline constexpr AddressRange kManagedRange{0x300000000000, std::size_t{1} << 40};

/// Start of every allocation; between two there are at least kArenaGap bytes that belong to nobody.
inline constexpr std::size_t kArenaAlignment = 512;
inline constexpr std::size_t kArenaGap = 8192;

/// Allocates in one range. Freed blocks wait in quarantine before they are used again, so that a
/// late access finds no new owner. Big blocks have inaccessible neighbours; small ones share pages,
/// as on a GPU. Thread-safe by its owner's lock.
class Arena {
 public:
  explicit Arena(AddressRange range) : range_(range) {}
  /// Null where the range or the system has no room.
  void* allocate(std::size_t bytes);
  /// `p` and `bytes` as given to allocate(). `keep_mapped`: late accesses must not fault.
  void release(void* p, std::size_t bytes, bool keep_mapped);

 private:
  struct Blocks;
  Blocks& blocks();
  AddressRange range_;
  Blocks* blocks_ = nullptr;
};

/// Bytes of "device memory": three quarters of the memory this process may use, whole MiB.
std::size_t device_memory_bytes();

}  // namespace warpup::runtime
