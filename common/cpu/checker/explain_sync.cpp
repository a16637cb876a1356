// Texts for barriers, deadlocks and missing synchronisation.
#include "checker/explain.h"
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
         f.report.sub == SubKind::kMasksDiffer;
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
    case SubKind::kLaneMissing:
      return who(r.first) + " calls " + collective(r.first) + " with a mask that names " + other +
             ", which never comes to it.";
    case SubKind::kCallerNotInMask:
      return who(r.first) + " calls " + collective(r.first) +
             " with a mask that leaves out its own lane.";
    case SubKind::kMasksDiffer:
      return who(r.first) + " and " + other + " meet in " + collective(r.first) +
             " with different masks.";
    default:
      return wait + ", which " + other + " does not reach.";
  }
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
    const bool left = f.report.sub == SubKind::kEarlyExit;
    e.second_label = who(*f.report.second) + (left ? " left here" : " is here");
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

namespace {

std::string work_text(const Finding& f) {
  const Report& r = f.report;
  if (!r.second) return "work that nothing has waited for";
  const Side& work = *r.second;
  std::string text =
      work.kernel.empty() ? (work.api.empty() ? "the kernel" : work.api) : "kernel " + work.kernel;
  if (f.second && f.second->at.known()) text += " (line " + std::to_string(f.second->at.line) + ")";
  if (!work.stream.empty()) text += " in " + work.stream;
  return text;
}

// Who came too early. Of a kernel, all threads are meant.
std::string actor(const Report& r) {
  const std::string& kernel = r.first.kernel.empty() ? r.kernel : r.first.kernel;
  return r.first.device && !kernel.empty() ? "kernel " + kernel : who(r.first);
}

std::string in_stream(const Side& side) {
  return side.stream.empty() ? std::string() : " in " + side.stream;
}

std::string sync_message(const Finding& f) {
  const Side& side = f.report.first;
  const std::string memory = memory_text(f), work = work_text(f);
  const bool work_writes = f.report.second && f.report.second->access != Access::kRead;
  const std::string busy = work_writes ? ", which " + work + " may still be writing."
                                       : ", which " + work + " still needs.";
  switch (f.report.sub) {
    case SubKind::kExitUnderWay:
      return "the program ends while " + work + " may still be running.";
    case SubKind::kHostTiming:
      return "the host stops its clock while " + work + " may still be running.";
    case SubKind::kFreedWhileNeeded: {
      const std::string by = side.api.empty() ? "the host" : side.api;
      return by + " frees " + memory + ", which " + work + " still needs.";
    }
    case SubKind::kHostWrites:
      return actor(f.report) + " changes " + memory + busy;
    case SubKind::kTwoStreams:
      return actor(f.report) + in_stream(side) + " " + does(side) + " " + memory + busy;
    default:
      return actor(f.report) + in_stream(side) + " " + does(side) + " " + memory + busy;
  }
}

void host_reads_cause(const Finding& f, Explanation* e) {
  const Memory memory = f.has_place() ? f.place().memory : Memory::kUnknown;
  e->cause =
      "A launch and an asynchronous copy only queue work and return at once; the host goes on "
      "before it is done.";
  e->advice =
      "Wait before the access: cudaStreamSynchronize(stream), cudaEventSynchronize(event) or "
      "cudaDeviceSynchronize().";
  if (memory == Memory::kManaged) {
    e->cause = "A launch returns at once. Managed memory saves the copy, not the waiting.";
    e->advice = "Call cudaDeviceSynchronize() between the launch and the host's access.";
    e->lesson = lesson(2);
  }
}

void sync_cause(const Finding& f, Explanation* e) {
  e->lesson = lesson(3);
  switch (f.report.sub) {
    case SubKind::kHostReads:
      return host_reads_cause(f, e);
    case SubKind::kHostWrites:
      e->cause = "A queued copy or kernel reads the buffer later than the call that queued it.";
      e->advice =
          "Wait for the work (cudaStreamSynchronize, or an event after it) before the buffer is "
          "used again, or take turns between two buffers.";
      return;
    case SubKind::kNonBlockingStream:
      e->cause =
          "A stream made with cudaStreamNonBlocking does not wait for the default stream, nor "
          "the default stream for it: this call comes too early.";
      e->advice =
          "Use cudaMemcpyAsync in the same stream, or call cudaStreamSynchronize(stream) first.";
      return;
    case SubKind::kTwoStreams:
      e->cause = "Different streams run in any order unless an event ties them.";
      e->advice =
          "cudaEventRecord(event, producer) after the first, cudaStreamWaitEvent(consumer, "
          "event) before the second; or one stream for both.";
      e->lesson = lesson(4);
      return;
    case SubKind::kExitUnderWay:
      e->cause =
          "A launch only queues work. What is still queued when main returns may be lost, and "
          "so is the text that kernels print: it is shown at a synchronisation.";
      e->advice = "Call cudaDeviceSynchronize() and check its result before main returns.";
      return;
    case SubKind::kFreedWhileNeeded:
      e->cause =
          "The buffer is released as soon as the call is queued, and the work that uses it runs "
          "later.";
      e->advice = "Wait for the stream before the buffer is freed or goes out of scope.";
      return;
    case SubKind::kHostTiming:
      e->cause = "A launch returns at once, so the host measures the time of queueing.";
      e->advice = "Synchronise before the clock is read, or time with events in the stream.";
      e->lesson = lesson(4);
      return;
    default:
      return host_reads_cause(f, e);
  }
}

}  // namespace

Explanation explain_missing_sync(const Finding& f) {
  Explanation e;
  e.message = sync_message(f);
  sync_cause(f, &e);
  e.first_label = f.report.sub == SubKind::kExitUnderWay ? "queued here" : "too early";
  if (f.report.second) {
    const Side& work = *f.report.second;
    const std::string what = work.kernel.empty() ? work.api : "kernel " + work.kernel;
    e.second_label = what.empty() ? "the work" : what + " may not be done";
  }
  return e;
}

}  // namespace warpup::report
