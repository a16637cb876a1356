#include "request_cost.h"

#include <algorithm>

namespace warpup::check {
namespace {

constexpr unsigned kLanes = 32;
constexpr unsigned kBanks = 32;
constexpr uint32_t kWidest = 16;  // bytes that a lane loads at once

bool takes_part(const Request& r, unsigned lane) { return r.lanes >> lane & 1; }

// Different words of 4 bytes in one bank take a pass each; lanes that want one word share it. Lanes
// [from, to).
unsigned passes_of(const Request& r, uint32_t size, unsigned from, unsigned to) {
  uintptr_t words[kLanes * (kWidest / 4 + 1)];
  unsigned count = 0;
  for (unsigned lane = from; lane < to; ++lane) {
    if (!takes_part(r, lane)) continue;
    const uintptr_t first = r.address[lane] >> 2, last = (r.address[lane] + size - 1) >> 2;
    for (uintptr_t word = first; word <= last; ++word) words[count++] = word;
  }
  std::sort(words, words + count);
  const auto end = std::unique(words, words + count);
  unsigned in_bank[kBanks] = {};
  unsigned most = 0;
  for (const uintptr_t* word = words; word != end; ++word) {
    most = std::max(most, ++in_bank[*word % kBanks]);
  }
  return most;
}

// True if each lane and its partner, `distance` away, want the same, or one of them nothing.
bool partners_agree(const Request& r, unsigned distance) {
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const unsigned partner = lane ^ distance;
    if (!takes_part(r, lane) || !takes_part(r, partner)) continue;
    if (r.address[lane] != r.address[partner]) return false;
  }
  return true;
}

// Lanes served together: accesses of 8 bytes go half a warp at a time and of 16 a quarter, or twice
// as many where neighbours, or all lanes and those two away, want the same.
unsigned lanes_together(const Request& r, uint32_t size) {
  if (size <= 4) return kLanes;
  const unsigned group = size <= 8 ? kLanes / 2 : kLanes / 4;
  return partners_agree(r, 1) || partners_agree(r, 2) ? 2 * group : group;
}

}  // namespace

unsigned sectors_of(const Request& r, uint32_t size) {
  uintptr_t sector[2 * kLanes];
  unsigned count = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    if (!takes_part(r, lane)) continue;
    const uintptr_t first = r.address[lane] >> 5, last = (r.address[lane] + size - 1) >> 5;
    sector[count++] = first;
    if (last != first) sector[count++] = last;
  }
  std::sort(sector, sector + count);
  return static_cast<unsigned>(std::unique(sector, sector + count) - sector);
}

unsigned atomic_sectors_of(const Request& r, uint32_t size) {
  uint32_t left = r.lanes;
  unsigned sectors = 0;
  while (left != 0) {  // a round: of the lanes with one address, the first that is left
    Request round = r;
    round.lanes = 0;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      if (!(left >> lane & 1)) continue;
      bool first = true;
      for (unsigned other = 0; other < lane; ++other) {
        if (round.lanes >> other & 1 && r.address[other] == r.address[lane]) first = false;
      }
      if (first) round.lanes |= 1u << lane;
    }
    sectors += sectors_of(round, size);
    left &= ~round.lanes;
  }
  return sectors;
}

unsigned ideal_sectors_of(const Request& r, uint32_t size) {
  uintptr_t address[kLanes];
  unsigned count = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    if (takes_part(r, lane)) address[count++] = r.address[lane];
  }
  std::sort(address, address + count);
  const auto distinct = static_cast<unsigned>(std::unique(address, address + count) - address);
  return (distinct * size + 31) / 32;
}

unsigned conflicts_of(const Request& r, uint32_t size) {
  const unsigned group = lanes_together(r, size);
  unsigned conflicts = 0;
  for (unsigned from = 0; from < kLanes; from += group) {
    const unsigned passes = passes_of(r, size, from, from + group);
    if (passes > 1) conflicts += passes - 1;
  }
  return conflicts;
}

unsigned atomic_conflicts_of(const Request& r) {
  unsigned in_bank[kBanks] = {};
  unsigned most = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    if (takes_part(r, lane)) most = std::max(most, ++in_bank[(r.address[lane] >> 2) % kBanks]);
  }
  return most > 1 ? most - 1 : 0;
}

Pieces pieces_of(uint32_t size, bool aligned) {
  if (aligned && size <= kWidest) return {1, size};
  for (const uint32_t piece : {4u, 2u}) {
    if (size % piece == 0) return {size / piece, piece};
  }
  return {size, 1};
}

}  // namespace warpup::check
