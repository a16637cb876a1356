#include "block.h"

#include <algorithm>
#include <numeric>
#include <random>

#include "grid.h"

namespace warpup {

void ThreadOrder::set(unsigned threads, uint64_t seed) {
  natural = seed == 0;
  std::iota(at, at + threads, uint16_t{0});
  if (seed == 1) std::reverse(at, at + threads);
  if (seed > 1) {
    std::mt19937_64 random(seed);
    for (unsigned i = threads; i > 1; --i) std::swap(at[i - 1], at[random() % i]);
  }
  for (unsigned i = 0; i < threads; ++i) rank[at[i]] = static_cast<uint16_t>(i);
}

void Block::begin(Grid& g, uint64_t linear_index) {
  grid = &g;
  linear = linear_index;
  const dim3 dim = g.config.grid;
  const uint64_t plane = uint64_t{dim.x} * dim.y;
  index =
      uint3{static_cast<unsigned>(linear % dim.x), static_cast<unsigned>(linear / dim.x % dim.y),
            static_cast<unsigned>(linear / plane)};
  size = g.block_threads;
  next = alive = arrived = arrived_true = at_grid = spinning = ended = barriers = 0;
  barrier_count = barrier_or = 0;
  barrier_and = 1;
  grid_generation = 0;
  ready.clear();
  spinners.clear();
  for (unsigned w = 0; w < (size + kWarpSize - 1) / kWarpSize; ++w) warps[w] = WarpState{};
}

uint3 Block::index_of(unsigned id) const {
  const dim3 b = grid->config.block;
  return uint3{id % b.x, id / b.x % b.y, id / (b.x * b.y)};
}

uint3 Block::index_after(uint3 i) const {
  const dim3 b = grid->config.block;
  if (++i.x == b.x) {
    i.x = 0;
    if (++i.y == b.y) {
      i.y = 0;
      ++i.z;
    }
  }
  return i;
}

unsigned Block::lanes_in(unsigned warp) const {
  const unsigned lanes = std::min(kWarpSize, size - warp * kWarpSize);
  return lanes == kWarpSize ? 0xffffffffu : (1u << lanes) - 1;
}

unsigned Block::exited_lanes(unsigned warp, unsigned running) const {
  const unsigned base = warp * kWarpSize;
  unsigned started = warps[warp].started;
  if (grid->order.natural) {
    started = next >= base + kWarpSize ? ~0u : next <= base ? 0u : (1u << (next - base)) - 1;
  }
  unsigned exited = started & ~warps[warp].alive;
  if (running / kWarpSize == warp) exited &= ~(1u << running % kWarpSize);
  return exited | ~lanes_in(warp);  // lanes that a partial warp lacks count as gone
}

}  // namespace warpup
