// Counts what decides speed: sectors a request, bank conflicts, active lanes, barriers, atomics.
// A request is what a warp's lanes do at one instruction. Lanes run one after another here, so the
// n-th access of each lane at a code site since the last synchronisation makes the n-th request.
#pragma once

#include <cstddef>
#include <cstdint>

namespace warpup {
struct Block;
struct Grid;
class Worker;
}  // namespace warpup

namespace warpup::check {

struct BlockState;

/// True if accesses of this block are to be counted: all while a profile is taken, otherwise those
/// of the first blocks of a launch, which is enough to notice a bad pattern.
bool counting(const Block& block);

/// Counts one access of the running thread.
void count_access(uintptr_t a, uint32_t size, unsigned flags, const void* pc, bool shared);
/// Lanes have met: the accesses so far are made into requests.
void count_barrier(const Block& block);
void count_block_end(const Block& block);
/// Reports the patterns that cost speed so far.
void submit_slow_patterns();
/// These and the profile, at the end of the process.
void report_profile();

/// Compares where the threads of a completed barrier came from (barriers.cpp).
void judge_barrier(Block& block, BlockState& state);

}  // namespace warpup::check
