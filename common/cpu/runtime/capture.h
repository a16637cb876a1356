// Stream capture: calls on a capturing stream add nodes to a graph instead of running.
#pragma once

#include <memory>

#include "event.h"
#include "graph.h"
#include "stream.h"

namespace warpup::runtime {

/// A sequence between cudaStreamBeginCapture and cudaStreamEndCapture.
struct Capture {
  std::unique_ptr<CUgraph_st> graph;
  Stream* origin = nullptr;
  HostThread* thread = nullptr;
  int mode = 0;  // cudaStreamCaptureMode
  bool invalidated = false;
  std::vector<Stream*> streams;  // all that take part
};

/// Adds a node behind the stream's tips; no work, no node. With the streams' lock held.
void capture_node(Stream& stream, std::shared_ptr<Work> work);
/// cudaMallocAsync and cudaFreeAsync on a capturing stream: nodes that do nothing when the graph
/// runs, since the memory stays with the graph. False: the stream doesn't capture.
bool capture_memory(Stream& stream, const Allocation& allocation);
bool capture_free(Stream& stream);
/// 900 where a capture forbids calls like cudaMalloc on this thread; the capture is then invalid.
int refuse_while_capturing();
/// 906 where `stream` is the legacy stream and a capturing blocking stream forbids its use.
int refuse_implicit_capture(Stream& stream);
/// 900 where `stream` is captured: it can't be waited for or asked. The capture is then invalid.
int refuse_in_capture(Stream& stream);
/// A call on a captured stream has failed.
void invalidate_capture(Stream& stream);
/// 907 where the event was recorded in a running capture, 1 where in one that has ended.
int refuse_captured(const Event& event);
/// The stream is destroyed while it captures.
void abandon_capture(Stream& stream);
/// cudaEventRecord and cudaStreamWaitEvent on capturing streams. False: it isn't a matter of
/// capture.
bool capture_record(Stream& stream, Event& event);
bool capture_wait(Stream& stream, Event& event, int* error);

}  // namespace warpup::runtime
