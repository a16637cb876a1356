// What one request of a warp costs a GPU's memory: sectors of global memory, passes through the
// banks of shared memory. The rules are those that an H200's counters follow; tests/counts
// compares.
#pragma once

#include <cstdint>

namespace warpup::check {

/// What the lanes of a warp do at one instruction; address[lane] counts where the lane's bit is
/// set.
struct Request {
  uint32_t lanes = 0;
  uintptr_t address[32];
};

/// 32-byte sectors that a load or a store of `size` bytes a lane touches.
unsigned sectors_of(const Request& request, uint32_t size);
/// The same for an atomic: lanes that want the same address come one after another, and each round
/// touches the sector anew.
unsigned atomic_sectors_of(const Request& request, uint32_t size);
/// As few sectors as the distinct bytes of the request fit into.
unsigned ideal_sectors_of(const Request& request, uint32_t size);
/// Passes through the 32 banks of shared memory beyond those that the request's size needs.
unsigned conflicts_of(const Request& request, uint32_t size);
/// The same for an atomic: lanes that want one word don't share a pass.
unsigned atomic_conflicts_of(const Request& request);

/// Instructions that a GPU makes of an access: `count` of `size` bytes each. It loads and stores
/// 1, 2, 4, 8 or 16 aligned bytes at once, so a struct of three floats takes three loads. `aligned`
/// says that the type is aligned to its size; of others the pieces are taken to be floats.
struct Pieces {
  uint32_t count, size;
};
Pieces pieces_of(uint32_t size, bool aligned);

}  // namespace warpup::check
