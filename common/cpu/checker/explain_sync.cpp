// Texts for barriers and deadlocks.
#include "checker/explain.h"
#include "checker/source_branch.h"
#include "checker/words.h"

namespace warpup::report {
namespace {

std::string collective(const Side& side) {
  return side.api.empty() ? std::string("__syncthreads") : side.api;
}

std::string at_line(const Located& at) {
  return at.at.known() ? " at line " + std::to_string(at.at.line) : "";
}

bool is_warp_wide(const Finding& f) {
  return f.report.sub == SubKind::kLaneMissing || f.report.sub == SubKind::kCallerNotInMask ||
         f.report.sub == SubKind::kMasksDiffer || f.report.sub == SubKind::kSourceNotInMask;
}

std::string barrier_message(const Finding& f) {
  const Report& r = f.report;
  const std::string wait = who(r.first) + " waits in " + collective(r.first) + at_line(f.first);
  const std::string other = r.second ? who(*r.second) : "another thread";
  const std::string other_line = f.second ? at_line(*f.second) : "";
  switch (r.sub) {
    case SubKind::kDifferentBarriers:
      return wait + ", and " + other + " at a different one" + other_line + ".";
    case SubKind::kTripCount:
      return wait + ", and " + other + " has passed it a different number of times.";
    case SubKind::kEarlyExit:
      return wait + ", and " + other + " has left the kernel" + other_line + ".";
    case SubKind::kSkipped:
      return wait + ", and " + other + " has passed by and left the kernel.";
    case SubKind::kLaneMissing:
      return who(r.first) + " calls " + collective(r.first) + " with a mask that names " + other +
             ", which never comes to it.";
    case SubKind::kCallerNotInMask:
      return who(r.first) + " calls " + collective(r.first) +
             " with a mask that leaves out its own lane.";
    case SubKind::kMasksDiffer:
      return who(r.first) + " and " + other + " meet in " + collective(r.first) +
             " with different masks.";
    case SubKind::kSourceNotInMask:
      return who(r.first) + " fetches a value from " + r.value + ", which takes no part in this " +
             collective(r.first) + ": the value is undefined.";
    default:
      return wait + ", which " + other + " does not reach.";
  }
}

void mask_cause(SubKind kind, Explanation* e) {
  switch (kind) {
    case SubKind::kLaneMissing:
      e->cause =
          "The mask promises lanes that took another branch or have left the kernel. Their "
          "values are undefined, and the warp may hang.";
      e->advice =
          "Call it where all named lanes come (before the branch), or make the mask of "
          "those that do: __ballot_sync before the branch.";
      return;
    case SubKind::kCallerNotInMask:
      e->cause = "A lane may only take part in what its own bit in the mask announces.";
      e->advice = "Set the bits of all lanes that make the call: 0xffffffff for a full warp.";
      return;
    case SubKind::kMasksDiffer:
      e->cause = "All lanes that meet in one call must name the same set of lanes.";
      e->advice = "Compute the mask once, before the lanes part ways: __ballot_sync.";
      return;
    case SubKind::kSourceNotInMask:
      e->cause =
          "Only lanes named in the mask give a value. That does no harm where the result is "
          "thrown away.";
      e->advice =
          "Let the source lane take part: make the call before the branch, all lanes named.";
      return;
    default:
      return;
  }
}

Branch branch_of(const Finding& f) {
  return branched_barrier(f.first.at.file, f.first.at.line).branch;
}

void barrier_cause(const Finding& f, Explanation* e) {
  switch (f.report.sub) {
    case SubKind::kTripCount:
      e->cause =
          "The barrier stands in a loop that does not run equally often for all threads of "
          "the block.";
      e->advice =
          "Let all threads run the largest number of rounds, and guard the work inside, not "
          "the barrier.";
      return;
    case SubKind::kEarlyExit:
      e->cause =
          "Some threads returned before the barrier, as a guard at the kernel's top does. The "
          "hardware no longer waits for them, but what they should have loaded is missing.";
      e->advice = "Don't return before a barrier: keep the threads, and guard loads and stores.";
      return;
    case SubKind::kSkipped:
      e->cause =
          "The barrier stands in a branch (line " + std::to_string(branch_of(f).head) +
          ") that some threads do not take. They do not wait at it, and once they have left the "
          "kernel, the hardware no longer waits for them either.";
      e->advice =
          "Move __syncthreads() out of the branch: first the branch, then one barrier for all.";
      return;
    case SubKind::kLaneMissing:
    case SubKind::kCallerNotInMask:
    case SubKind::kMasksDiffer:
    case SubKind::kSourceNotInMask:
      mask_cause(f.report.sub, e);
      return;
    default:
      e->cause =
          "The barrier is in a branch that only some threads of the block take. A barrier is "
          "for all of them, and two barriers in two branches are two different ones.";
      e->advice =
          "Move __syncthreads() out of the branch: first the branch, then one barrier for all.";
  }
}

}  // namespace

Explanation explain_barrier(const Finding& f) {
  Explanation e;
  e.message = barrier_message(f);
  barrier_cause(f, &e);
  e.lesson = lesson(is_warp_wide(f) ? 7 : 6);
  e.first_label = who(f.report.first) + (is_warp_wide(f) ? " calls it" : " waits here");
  if (f.report.second) {
    const bool left = f.report.sub == SubKind::kEarlyExit || f.report.sub == SubKind::kSkipped;
    const bool known = f.second && f.second->at.known();
    const char* deed = known  ? left ? " left here" : " is here"
                       : left ? " has left the kernel"
                              : " does not come";
    e.second_label = who(*f.report.second) + deed;
  }
  return e;
}

Explanation explain_deadlock(const Finding& f) {
  Explanation e;
  const Report& r = f.report;
  e.message = who(r.first) + " waits" + at_line(f.first);
  e.first_label = who(r.first) + " waits here";
  if (r.second) {
    e.message += ", " + who(*r.second) + " waits" + (f.second ? at_line(*f.second) : "");
    e.second_label = who(*r.second) + " waits here";
  }
  e.message += ", and nothing that still runs can end it.";
  e.lesson = lesson(7);
  if (r.sub == SubKind::kGridBarrier) {
    if (r.amount > 0 && r.limit > 0) {
      e.message = who(r.first) + " waits" + at_line(f.first) + " for all " + with_commas(r.amount) +
                  " blocks, but only " + with_commas(r.limit) + " run at once.";
    }
    e.cause =
        "A barrier across the grid made by hand: blocks that wait hold their place, and the "
        "blocks they wait for can't start.";
    e.advice =
        "End the kernel there and launch a second one, or use a cooperative launch "
        "(cudaLaunchCooperativeKernel, grid.sync()) with no more blocks than fit.";
  } else if (r.sub == SubKind::kSpin) {
    e.cause =
        "A loop waits for another thread's write that does not come: the writer has left, waits "
        "itself, or its value was kept in a register.";
    e.advice =
        "Let nobody wait for a block that may not have started; read flags through volatile "
        "or an atomic.";
  } else {
    e.cause = "Threads wait for each other in different places, so none goes on.";
    e.advice = "Let all threads of a block come to the same barriers in the same order.";
    e.lesson = lesson(6);
  }
  return e;
}

}  // namespace warpup::report
