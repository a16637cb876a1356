// Texts for host code and streams that do not wait for the work they need.
#include "checker/explain.h"
#include "checker/words.h"

namespace warpup::report {
namespace {

bool between_streams(const Finding& f) {
  return f.report.sub == SubKind::kTwoStreams || f.report.sub == SubKind::kNonBlockingStream;
}

std::string in_stream(const Side& side) {
  return side.stream.empty() ? std::string() : " in " + side.stream;
}

std::string work_text(const Finding& f) {
  const Report& r = f.report;
  if (!r.second) return "work that nothing has waited for";
  const Side& work = *r.second;
  std::string text =
      work.kernel.empty() ? (work.api.empty() ? "the kernel" : work.api) : "kernel " + work.kernel;
  if (f.second && f.second->at.known()) text += " (line " + std::to_string(f.second->at.line) + ")";
  return text + (between_streams(f) ? in_stream(work) : "");
}

// Who came too early. Of a kernel, all threads are meant.
std::string actor(const Report& r) {
  const std::string& kernel = r.first.kernel.empty() ? r.kernel : r.first.kernel;
  return r.first.device && !kernel.empty() ? "kernel " + kernel : who(r.first);
}

std::string sync_message(const Finding& f) {
  const Side& side = f.report.first;
  const std::string memory = memory_text(f), work = work_text(f);
  const Access access = f.report.second ? f.report.second->access : Access::kRead;
  // A copy that the host's write comes too early for may only read.
  const bool work_writes = f.report.sub == SubKind::kHostWrites
                               ? access == Access::kWrite || access == Access::kFill
                               : access != Access::kRead;
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
    default:
      return actor(f.report) + (between_streams(f) ? in_stream(side) : "") + " " + does(side) +
             " " + memory + busy;
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

void late_use_cause(SubKind sub, Explanation* e) {
  if (sub == SubKind::kFreedWhileNeeded) {
    e->cause =
        "The buffer is released as soon as the call is made, and the work that uses it runs "
        "later.";
    e->advice = "Wait for the stream before the buffer is freed or goes out of scope.";
  } else if (sub == SubKind::kHostWrites) {
    e->cause = "A queued copy or kernel reads the buffer later than the call that queued it.";
    e->advice =
        "Wait for the work (cudaStreamSynchronize, or an event after it) before the buffer is "
        "used again, or take turns between two buffers.";
  } else if (sub == SubKind::kHostTiming) {
    e->cause = "A launch returns at once, so the host measures the time of queueing.";
    e->advice = "Synchronise before the clock is read, or time with events in the stream.";
    e->lesson = lesson(4);
  } else {
    e->cause =
        "A launch only queues work. What is still queued when main returns may be lost, and so "
        "is the text that kernels print: it is shown at a synchronisation.";
    e->advice = "Call cudaDeviceSynchronize() and check its result before main returns.";
  }
}

void sync_cause(const Finding& f, Explanation* e) {
  e->lesson = lesson(3);
  switch (f.report.sub) {
    case SubKind::kNonBlockingStream:
      e->cause =
          "A stream made with cudaStreamNonBlocking does not wait for the default stream, nor "
          "the default stream for it: this call comes too early.";
      e->advice = f.report.first.kernel.empty() ? "Use cudaMemcpyAsync in the same stream"
                                                : "Launch it in the same stream";
      e->advice += ", or call cudaStreamSynchronize(stream) first.";
      return;
    case SubKind::kTwoStreams:
      e->cause = "Different streams run in any order unless an event ties them.";
      e->advice =
          "cudaEventRecord(event, producer) after the first, cudaStreamWaitEvent(consumer, "
          "event) before the second; or one stream for both.";
      e->lesson = lesson(4);
      return;
    case SubKind::kHostWrites:
    case SubKind::kExitUnderWay:
    case SubKind::kFreedWhileNeeded:
    case SubKind::kHostTiming:
      return late_use_cause(f.report.sub, e);
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
