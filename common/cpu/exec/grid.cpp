#include "grid.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <thread>

#include "../checker/device_hooks.h"
#include "../checker/hooks.h"
#include "worker.h"

namespace warpup {
namespace {

constexpr unsigned kMultiprocessors = 132;  // H200, as the other limits here
constexpr unsigned kThreadsPerMultiprocessor = 2048;
constexpr unsigned kBlocksPerMultiprocessor = 32;
constexpr size_t kSharedPerMultiprocessor = 233472;
constexpr size_t kSharedReservedPerBlock = 1024;

uint64_t seed_from_environment() {
  static const uint64_t seed = [] {
    const char* text = std::getenv("WARPUP_SEED");
    return text != nullptr ? std::strtoull(text, nullptr, 10) : 0ULL;
  }();
  return seed;
}

}  // namespace

uint64_t resident_blocks(const KernelInfo& info, const LaunchConfig& config) {
  const dim3 b = config.block;
  const unsigned threads = (b.x * b.y * b.z + kWarpSize - 1) / kWarpSize * kWarpSize;
  const size_t shared = info.static_shared + config.dynamic_shared + kSharedReservedPerBlock;
  const size_t by_threads = kThreadsPerMultiprocessor / std::max(threads, 1u);
  const size_t by_shared = kSharedPerMultiprocessor / shared;
  return kMultiprocessors *
         std::max<uint64_t>(1, std::min({by_threads, by_shared, size_t{kBlocksPerMultiprocessor}}));
}

Grid::Grid(const KernelInfo& i, const LaunchConfig& c, const BoundKernel& b, check::Op* o)
    : info(i), config(c), bound(b), op(o) {
  blocks = uint64_t{c.grid.x} * c.grid.y * c.grid.z;
  block_threads = c.block.x * c.block.y * c.block.z;
  seed = seed_from_environment();
  plain = seed == 0 && !check::on();
  order.set(block_threads, seed);
  resident_limit = resident_blocks(i, c);
  if (seed == 1) {
    block_stride = blocks - 1 == 0 ? 1 : blocks - 1;  // backwards
    block_offset = blocks - 1;
  } else if (seed > 1) {
    block_stride = (seed * 2654435761u) % blocks + 1;
    while (std::gcd(block_stride, blocks) != 1) ++block_stride;
    block_offset = seed % blocks;
  }
}

uint64_t Grid::claim(uint64_t* first) {
  constexpr uint64_t kMost = 32;
  static const uint64_t shares = 4 * std::max(1u, std::thread::hardware_concurrency());
  const uint64_t started = std::min(next_block.load(std::memory_order_relaxed), blocks);
  const uint64_t wanted = std::clamp<uint64_t>((blocks - started) / shares, 1, kMost);
  const uint64_t before = resident.fetch_add(wanted), limit = resident_limit.load();
  const uint64_t room = before < limit ? std::min(wanted, limit - before) : 0;
  const uint64_t position = room > 0 ? next_block.fetch_add(room) : blocks;
  const uint64_t claimed = position < blocks ? std::min(room, blocks - position) : 0;
  if (room > 0 && position + room > blocks) next_block.store(blocks);
  if (claimed < wanted) resident.fetch_sub(wanted - claimed);
  *first = position;
  return claimed;
}

void Grid::finish_blocks(uint64_t count) {
  finished_blocks.fetch_add(count);
  resident.fetch_sub(count);
  progress.fetch_add(1, std::memory_order_relaxed);
}

void Grid::fail(int code) {
  int none = 0;
  error.compare_exchange_strong(none, code);
  changed.notify_all();
}

void Grid::note_stuck(Worker& worker, Block& b, uint64_t progress_seen) {
  std::unique_lock<std::mutex> lock(mutex);
  if (progress_seen != stuck_progress) {
    stuck_progress = progress_seen;
    stuck.clear();
  }
  if (std::find(stuck.begin(), stuck.end(), b.linear) == stuck.end()) stuck.push_back(b.linear);
  const bool waiting_for_room = next_block.load() < blocks;
  if (stuck.size() < resident.load() || !waiting_for_room || deadlock_told.exchange(true)) return;
  const uint64_t first = *std::min_element(stuck.begin(), stuck.end());
  lock.unlock();
  if (check::on()) check::deadlock(worker, b, first, waiting_for_room);
  resident_limit.store(blocks);  // told; now let the program go on to its end
}

}  // namespace warpup
