// Which branch of the program text a barrier stands in. A light parse; where it is not sure it says
// that there is none.
#pragma once

#include <string>

namespace warpup::report {

/// The lines of an if, else or switch: from its head to the end of its block. head 0: none.
struct Branch {
  int head = 0, end = 0;
  bool has(int line) const { return head <= line && line <= end; }
};

/// The innermost branch, within its function, around the word `word` on the line.
Branch branch_around(const std::string& file, int line, const std::string& word);

/// The innermost branch that was opened before the line.
Branch branch_of_line(const std::string& file, int line);

/// A barrier and the branch that it stands in. line 0: none.
struct BranchedBarrier {
  int line = 0;
  Branch branch;
};

/// Of the barrier on this line.
BranchedBarrier branched_barrier(const std::string& file, int line);

/// The first barrier on the lines low..high, if all barriers there stand in branches that `high` is
/// not in: threads that skip the branch come to `high` without having waited.
BranchedBarrier branched_barrier_between(const std::string& file, int low, int high);

}  // namespace warpup::report
