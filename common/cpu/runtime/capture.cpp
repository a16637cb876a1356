#include "capture.h"

#include <algorithm>
#include <atomic>

#include "context.h"
#include "cuda_runtime_api.h"

namespace warpup::runtime {
namespace {

// All sequences that are being captured; with the streams' lock.
std::vector<Capture*>& active_captures() {
  static auto* captures = new std::vector<Capture*>;
  return *captures;
}
std::atomic<int> active_count{0};

void leave(Stream& stream) {
  stream.capture = nullptr;
  stream.tips.clear();
}

void end_sequence(Capture* capture) {
  for (Stream* stream : capture->streams) leave(*stream);
  auto& all = active_captures();
  all.erase(std::remove(all.begin(), all.end(), capture), all.end());
  active_count = static_cast<int>(all.size());
}

bool interferes(const Capture& capture, const HostThread& thread) {
  if (thread.capture_mode == cudaStreamCaptureModeRelaxed) return false;
  if (capture.mode == cudaStreamCaptureModeRelaxed) return false;
  if (capture.thread == &thread) return true;
  return capture.mode == cudaStreamCaptureModeGlobal &&
         thread.capture_mode == cudaStreamCaptureModeGlobal;
}

int begin(const ApiCall& call, cudaStream_t handle, int mode) {
  if (int error = call.enter()) return error;
  Stream* stream = streams().resolve(handle);
  if (!stream) return cudaErrorInvalidResourceHandle;
  if (mode < cudaStreamCaptureModeGlobal || mode > cudaStreamCaptureModeRelaxed) {
    return cudaErrorInvalidValue;
  }
  if (stream->legacy) return cudaErrorStreamCaptureUnsupported;
  const std::lock_guard<std::mutex> lock(streams().mutex());
  if (stream->capture) return cudaErrorIllegalState;
  auto* capture = new Capture;
  capture->graph = std::make_unique<CUgraph_st>();
  capture->origin = stream;
  capture->thread = &host_thread();
  capture->mode = mode;
  capture->streams.push_back(stream);
  stream->capture = capture;
  active_captures().push_back(capture);
  active_count = static_cast<int>(active_captures().size());
  return cudaSuccess;
}

// Every node must lead to the origin stream's end.
bool joined(const Capture& capture) {
  std::vector<CUgraphNode_st*> reached(capture.origin->tips);
  for (std::size_t i = 0; i < reached.size(); ++i) {
    for (CUgraphNode_st* earlier : reached[i]->after) {
      if (std::find(reached.begin(), reached.end(), earlier) == reached.end()) {
        reached.push_back(earlier);
      }
    }
  }
  return reached.size() == capture.graph->nodes.size();
}

int end(const ApiCall& call, cudaStream_t handle, cudaGraph_t* out) {
  if (int error = call.enter()) return error;
  Stream* stream = streams().resolve(handle);
  if (!stream) return cudaErrorInvalidResourceHandle;
  if (!out) return cudaErrorInvalidValue;
  *out = nullptr;
  const std::lock_guard<std::mutex> lock(streams().mutex());
  if (!stream->capture) return cudaErrorIllegalState;
  if (stream->capture->origin != stream) {
    stream->capture->invalidated = true;
    return cudaErrorStreamCaptureUnmatched;
  }
  if (stream->capture->mode != cudaStreamCaptureModeRelaxed &&
      stream->capture->thread != &host_thread()) {
    return cudaErrorStreamCaptureWrongThread;
  }
  const std::unique_ptr<Capture> capture(stream->capture);
  const bool whole = joined(*capture);
  end_sequence(capture.get());
  if (capture->invalidated) return cudaErrorStreamCaptureInvalidated;
  if (!whole) return cudaErrorStreamCaptureUnjoined;
  *out = capture->graph.release();
  remember_graph(*out, call);
  return cudaSuccess;
}

}  // namespace

void capture_node(Stream& stream, std::shared_ptr<Work> work) {
  if (!work || stream.capture->invalidated) return;
  CUgraphNode_st* node = stream.capture->graph->add(std::move(work), stream.tips);
  stream.tips = {node};
}

namespace {

class MemoryNode final : public Work {
 public:
  explicit MemoryNode(int type) : type_(type) {}
  int run(check::Op*) override { return cudaSuccess; }
  int node_type() const override { return type_; }

 private:
  int type_;
};

}  // namespace

bool capture_memory(Stream& stream, const Allocation& allocation) {
  const std::lock_guard<std::mutex> lock(streams().mutex());
  if (!stream.capture) return false;
  capture_node(stream, std::make_shared<MemoryNode>(cudaGraphNodeTypeMemAlloc));
  stream.capture->graph->memory.push_back(std::make_shared<GraphMemory>(allocation));
  return true;
}

bool capture_free(Stream& stream) {
  const std::lock_guard<std::mutex> lock(streams().mutex());
  if (!stream.capture) return false;
  capture_node(stream, std::make_shared<MemoryNode>(cudaGraphNodeTypeMemFree));
  return true;
}

int refuse_while_capturing() {
  if (active_count == 0) return cudaSuccess;
  const std::lock_guard<std::mutex> lock(streams().mutex());
  for (Capture* capture : active_captures()) {
    if (!interferes(*capture, host_thread())) continue;
    capture->invalidated = true;
    return cudaErrorStreamCaptureUnsupported;
  }
  return cudaSuccess;
}

int refuse_implicit_capture(Stream& stream) {
  if (active_count == 0) return cudaSuccess;
  const std::lock_guard<std::mutex> lock(streams().mutex());
  if (stream.capture && stream.capture->invalidated) return cudaErrorStreamCaptureInvalidated;
  if (!stream.legacy) return cudaSuccess;
  for (Capture* capture : active_captures()) {
    for (const Stream* member : capture->streams) {
      if (!member->blocking()) continue;
      capture->invalidated = true;
      return cudaErrorStreamCaptureImplicit;
    }
  }
  return cudaSuccess;
}

int refuse_in_capture(Stream& stream) {
  if (active_count == 0) return cudaSuccess;
  if (int error = refuse_implicit_capture(stream)) return error;
  const std::lock_guard<std::mutex> lock(streams().mutex());
  if (!stream.capture) return cudaSuccess;
  stream.capture->invalidated = true;
  return cudaErrorStreamCaptureUnsupported;
}

void invalidate_capture(Stream& stream) {
  if (active_count == 0) return;
  const std::lock_guard<std::mutex> lock(streams().mutex());
  if (stream.capture) stream.capture->invalidated = true;
}

int refuse_captured(const Event& event) {
  const std::lock_guard<std::mutex> lock(streams().mutex());
  if (!event.capture) return cudaSuccess;
  const auto& all = active_captures();
  const auto running = std::find(all.begin(), all.end(), event.capture);
  if (running == all.end()) return cudaErrorInvalidValue;
  (*running)->invalidated = true;
  return cudaErrorCapturedEvent;
}

void abandon_capture(Stream& stream) {
  const std::lock_guard<std::mutex> lock(streams().mutex());
  Capture* capture = stream.capture;
  if (!capture) return;
  capture->invalidated = true;
  auto& members = capture->streams;
  members.erase(std::remove(members.begin(), members.end(), &stream), members.end());
  if (capture->origin == &stream) {
    end_sequence(capture);
    delete capture;
  }
  leave(stream);
}

bool capture_record(Stream& stream, Event& event) {
  const std::lock_guard<std::mutex> lock(streams().mutex());
  if (!stream.capture) return false;
  event.capture = stream.capture;
  event.nodes = stream.tips;
  return true;
}

bool capture_wait(Stream& stream, Event& event, int* error) {
  const std::lock_guard<std::mutex> lock(streams().mutex());
  const auto& all = active_captures();
  const bool captured = std::find(all.begin(), all.end(), event.capture) != all.end();
  if (!captured && event.capture) {
    *error = cudaErrorInvalidValue;  // that capture is over
    return true;
  }
  if (!captured && !stream.capture) return false;
  *error = cudaSuccess;
  if (!captured) {
    stream.capture->invalidated = true;
    *error = cudaErrorStreamCaptureIsolation;  // the event marks work outside
    return true;
  }
  if (stream.legacy) {
    event.capture->invalidated = true;
    *error = cudaErrorStreamCaptureImplicit;
    return true;
  }
  if (stream.capture && stream.capture != event.capture) {
    stream.capture->invalidated = event.capture->invalidated = true;
    *error = cudaErrorStreamCaptureMerge;
    return true;
  }
  if (!stream.capture) {
    stream.capture = event.capture;
    event.capture->streams.push_back(&stream);
  }
  for (CUgraphNode_st* node : event.nodes) {
    if (std::find(stream.tips.begin(), stream.tips.end(), node) == stream.tips.end()) {
      stream.tips.push_back(node);
    }
  }
  return true;
}

}  // namespace warpup::runtime

using namespace warpup::runtime;

extern "C" {

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode) {
  WARPUP_API_CALL(call);
  return call.end(begin(call, stream, mode));
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* pGraph) {
  WARPUP_API_CALL(call);
  return call.end(end(call, stream, pGraph));
}

cudaError_t cudaStreamIsCapturing(cudaStream_t handle, cudaStreamCaptureStatus* status) {
  WARPUP_API_CALL(call);
  if (int error = call.enter()) return call.end(error);
  const Stream* stream = streams().resolve(handle);
  if (!stream) return call.end(cudaErrorInvalidResourceHandle);
  if (!status) return call.end(cudaErrorInvalidValue);
  const std::lock_guard<std::mutex> lock(streams().mutex());
  *status = cudaStreamCaptureStatusNone;
  if (stream->capture) {
    *status = stream->capture->invalidated ? cudaStreamCaptureStatusInvalidated
                                           : cudaStreamCaptureStatusActive;
  }
  return call.end(cudaSuccess);
}

cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
  WARPUP_API_CALL(call);
  if (!mode || *mode < cudaStreamCaptureModeGlobal || *mode > cudaStreamCaptureModeRelaxed) {
    return call.end(cudaErrorInvalidValue);
  }
  std::swap(host_thread().capture_mode, reinterpret_cast<int&>(*mode));
  return call.end(cudaSuccess);
}

}  // extern "C"
