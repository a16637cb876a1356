// Texts for races in shared and global memory.
#include <algorithm>

#include "checker/explain.h"
#include "checker/source_scan.h"
#include "checker/words.h"

namespace warpup::report {
namespace {

bool same_block(const Report& r) {
  return r.second && std::equal(r.first.block, r.first.block + 3, r.second->block);
}

std::string part(const Side& side, const Located& at, const std::string& who_text) {
  std::string text = who_text + " " + does(side);
  if (!at.expression.empty()) text += " " + code_quoted(at.expression);
  return text;
}

std::string race_message(const Finding& f, const std::string& lack) {
  const Report& r = f.report;
  std::string text = part(r.first, f.first, who(r.first));
  if (r.second) {
    const std::string other = same_block(r)
                                  ? "thread " + triple(r.second->thread) + " of the same block"
                                  : who(*r.second);
    text += " and " + part(*r.second, *f.second, other);
  }
  const int size = std::max(r.first.size, r.second ? r.second->size : 0);
  text += ": the same " + bytes_text(static_cast<unsigned long long>(size));
  if (f.has_place()) text += " of " + memory_text(f);
  return text + ", and " + lack + ".";
}

std::string line_text(const Located& at) { return "line " + std::to_string(at.at.line); }

void missing_barrier(const Finding& f, Explanation* e) {
  // The barrier belongs between the two lines, or at the loop's end if the later one stands above.
  const bool loop = f.second && f.second->at.line <= f.first.at.line;
  e->cause =
      "What one thread writes, another reads before a barrier has made sure that all have "
      "written: warps run at their own pace.";
  e->advice = loop ? "Put __syncthreads() after the write (" + line_text(f.first) +
                         "), at the end of the loop's body, where every thread of the block passes."
                   : "Put __syncthreads() between " + line_text(f.first) + " and " +
                         line_text(*f.second) + ", where every thread of the block passes.";
}

void missing_second_barrier(const Finding& f, Explanation* e) {
  const bool loop = f.second && f.first.at.line <= f.second->at.line;
  e->cause =
      "A fast warp already writes the next values while a slow warp still reads the old ones. "
      "A loop that reuses shared memory needs two barriers a round: after the writes, and "
      "after the reads.";
  e->advice = loop ? "Put a second __syncthreads() after the reads (" + line_text(*f.second) +
                         "), at the end of the loop's body."
                   : "Put __syncthreads() between the read (" + line_text(*f.second) +
                         ") and the write (" + line_text(f.first) + ").";
}

void skipped_barrier(const Finding& f, Explanation* e) {
  const BranchedBarrier barrier = barrier_in_branch(f);
  e->cause = "The barrier at line " + std::to_string(barrier.line) + " stands in a branch (line " +
             std::to_string(barrier.branch.head) +
             "). A thread that does not take the branch does not come to the barrier, and does not "
             "wait there for the others.";
  e->advice =
      "Move __syncthreads() out of the branch, to where every thread of the block passes: "
      "behind its end (line " +
      std::to_string(barrier.branch.end) + ").";
}

// What an atomic takes: `&bins[i]`; for `*count` and `(*count)` it is `count`.
std::string address_text(const std::string& written) {
  const std::string expression = without_outer_brackets(written);
  if (expression.empty()) return "&x";
  return expression.front() == '*' ? expression.substr(1) : "&" + expression;
}

// `y[i]`, whose index a thread computes, unlike that of `bins[in[i]]` and `sums[0]`.
bool has_plain_index(const std::string& expression) {
  const size_t open = expression.find('[');
  if (open == std::string::npos || open + 1 >= expression.size()) return false;
  const char first = expression[open + 1];
  return expression.find('[', open + 1) == std::string::npos &&
         expression.find("[...]") == std::string::npos && !(first >= '0' && first <= '9');
}

void not_atomic(const Finding& f, Explanation* e) {
  const std::string atomic =
      "one atomic step, atomicAdd(" + address_text(f.first.expression) + ", value)";
  e->lesson = lesson(8);
  e->cause =
      "Reading, changing and writing back are three steps. Two threads that read the same old "
      "value lose one of the updates.";
  e->advice = "Use " + atomic +
              "; or let each thread keep its own sum, and combine the sums behind a barrier.";
  if (!has_plain_index(f.first.expression)) return;
  e->cause =
      "Two threads update the same element. If each was to have its own, the formula of the "
      "index, or the stride of its loop, gives this one to both. Otherwise one of the "
      "updates is lost: reading, changing and writing back are three steps.";
  e->advice = "Work the index through for both threads; where they are to share the element, use " +
              atomic + ".";
}

void within_warp(Explanation* e) {
  e->cause =
      "The lanes of a warp no longer run in lockstep (since Volta), and volatile orders only a "
      "thread's own accesses.";
  e->advice =
      "Separate writes and reads with __syncwarp() (read into a register, __syncwarp(), "
      "write, __syncwarp()), or exchange values with __shfl_down_sync.";
  e->lesson = lesson(7);
}

// The counter is read on one of the lines behind its atomic: meant is what this thread's atomic
// did.
bool reads_back(const Finding& f) {
  constexpr int kNear = 5;
  const int atomic = f.second->at.line, read = f.first.at.line;
  return f.report.first.access == Access::kRead && f.first.at.file == f.second->at.file &&
         atomic < read && read - atomic <= kNear &&
         !word_between(f.first.at.file, atomic, read, "__syncthreads") &&
         !word_between(f.first.at.file, atomic, read, "__threadfence");
}

void atomic_and_plain(const Finding& f, Explanation* e) {
  const bool global = f.report.kind == Kind::kRaceGlobal;
  e->lesson = lesson(8);
  if (global && reads_back(f)) {
    e->cause =
        "Between this thread's atomic and its reading, other threads update the value: what is "
        "read is not what this thread's own update found or made.";
    e->advice = "Use the value that the atomic returns, the old one: slot = atomicAdd(count, 1).";
    return;
  }
  e->cause =
      "One side is atomic, the other is a plain access, and nothing orders the two: a counter "
      "may be counted before it is cleared, or read before it is complete.";
  e->advice = global
                  ? "Clear it before the launch (cudaMemset), and read it in a later kernel or on "
                    "the host; or make both sides atomic."
                  : "Put __syncthreads() between the two.";
}

void write_write(const Finding& f, Explanation* e) {
  const bool global = f.report.kind == Kind::kRaceGlobal;
  e->cause =
      "Two threads write the same element, and which value stays is chance. Often an index "
      "leaves out a dimension of the block or of the grid.";
  e->advice =
      global ? "Give each thread its own element (check the index formula), or combine with an "
               "atomic."
             : "Give each thread its own slot, let one thread write, or combine with an atomic.";
}

void in_place(Explanation* e) {
  e->cause =
      "Each thread overwrites what its neighbours still have to read. No barrier orders "
      "different blocks, so in-place updates of neighbourhoods can't work in one kernel.";
  e->advice = "Read from one buffer, write to a second one, and exchange them after the launch.";
  e->lesson = lesson(5);
}

void no_fence(Explanation* e) {
  e->cause =
      "The atomic ticket is there, but it orders no other memory: without a fence the last "
      "block may see the ticket before the data that it stands for.";
  e->advice =
      "Call __threadfence() between writing the result and taking the ticket, and again "
      "after the ticket, before reading the others' results.";
  e->lesson = lesson(7);
}

void between_blocks(Explanation* e) {
  e->cause = "Blocks run in any order and at any time; __syncthreads() is for one block only.";
  e->advice =
      "Split the work into two kernels (the second sees all that the first wrote), or use "
      "atomics with __threadfence().";
}

void same_value(const Finding& f, Explanation* e) {
  e->cause =
      "All writers store the same value, which works on every GPU when it is one aligned word. "
      "It is a race by the letter of C++.";
  if (has_plain_index(f.first.expression)) {
    e->cause +=
        " If each thread was to have an element of its own, the formula of the index gives this "
        "one to both.";
  }
  e->advice =
      "Fine for a flag that only the host or a later kernel reads; atomicExch says it plainly.";
  e->lesson = lesson(8);
}

void cause_of_race(const Finding& f, Explanation* e) {
  switch (f.report.sub) {
    case SubKind::kReadModifyWrite:
      return not_atomic(f, e);
    case SubKind::kWithinWarp:
      return within_warp(e);
    case SubKind::kAtomicAndPlain:
      return atomic_and_plain(f, e);
    case SubKind::kWriteWrite:
      return write_write(f, e);
    case SubKind::kInPlace:
      return in_place(e);
    case SubKind::kNoFence:
      return no_fence(e);
    case SubKind::kSameValue:
      return same_value(f, e);
    case SubKind::kWriteAfterRead:
      return missing_second_barrier(f, e);
    case SubKind::kBarrierInBranch:
      return skipped_barrier(f, e);
    default:
      break;
  }
  const bool between = f.report.kind == Kind::kRaceGlobal && !same_block(f.report);
  if (between) return between_blocks(e);
  missing_barrier(f, e);
}

}  // namespace

Explanation explain_race(const Finding& f) {
  Explanation e;
  const bool global = f.report.kind == Kind::kRaceGlobal;
  e.lesson = lesson(global && !same_block(f.report) ? 5 : 6);
  std::string lack =
      same_block(f.report) ? "no barrier orders the two" : "nothing orders two blocks";
  if (f.report.sub == SubKind::kWithinWarp) lack = "no __syncwarp() orders the two lanes";
  if (f.report.sub == SubKind::kSameValue) lack = "both write the same value";
  if (f.report.sub == SubKind::kReadModifyWrite) lack = "the update is not atomic";
  if (f.report.sub == SubKind::kNoFence) lack = "no __threadfence() orders the two";
  e.message = race_message(f, lack);
  if (f.report.second) {
    cause_of_race(f, &e);
  } else {
    between_blocks(&e);
  }
  return e;
}

}  // namespace warpup::report
