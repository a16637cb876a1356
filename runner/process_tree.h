// The processes below a process, as /proc shows them.
#pragma once

#include <sys/types.h>

#include <cstddef>

namespace warpup {

/// Calls `visit` with each child of `parent`. Allocates nothing, so that it is safe after a fork.
void for_each_child(pid_t parent, void (*visit)(pid_t child, void* context), void* context);

template <typename Visit>
void for_each_child(pid_t parent, Visit visit) {
  for_each_child(
      parent, [](pid_t child, void* context) { (*static_cast<Visit*>(context))(child); }, &visit);
}

/// Bytes of memory that the descendants of `root` hold, without `root` itself. Memory that several
/// of them share counts once, and mapped files don't count, where that decides whether the sum is
/// more than `limit`.
std::size_t memory_below(pid_t root, std::size_t limit);

}  // namespace warpup
