// Order between threads made by atomics and fences: a fence followed by an atomic (or volatile)
// write publishes what the thread knows; an atomic (or volatile) read of that address learns it.
#pragma once

#include <cstdint>

#include "here.h"

namespace warpup::check {

/// True if `thread` of the running block has learnt of accesses of thread `other` of block number
/// `block` with intervals up to and including `interval`.
bool knows(const BlockState& state, uint32_t thread, uint32_t block, uint32_t other,
           uint32_t interval);

/// The running thread issues a fence: what it has done so far may be published.
void note_fence();
/// The running thread writes `address` in a synchronising way: publishes if it has fenced.
/// `release`: the write is itself a fence. True if something was published.
bool publish(uintptr_t address, bool release);
/// True if the running thread has fenced since the block's last barrier: its volatile writes
/// publish.
bool has_fenced();
/// It reads the address in a synchronising way.
void learn(uintptr_t address);

/// All threads of the block (or these lanes of a warp) now know what each of them knew.
void share_knowledge(BlockState& state);
void share_knowledge(BlockState& state, uint32_t warp, uint32_t lanes);

}  // namespace warpup::check
