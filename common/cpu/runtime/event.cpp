#include "event.h"

#include <mutex>
#include <unordered_set>

#include "../checker/hooks.h"
#include "capture.h"
#include "context.h"
#include "cuda_runtime_api.h"
#include "stream.h"

namespace warpup::runtime {
namespace {

std::mutex events_mutex;

std::unordered_set<Event*>& known_events() {
  static auto* events = new std::unordered_set<Event*>;
  return *events;
}

}  // namespace

int check_event(cudaEvent_t handle, Event** out) {
  const std::lock_guard<std::mutex> lock(events_mutex);
  if (!known_events().count(handle)) return cudaErrorInvalidResourceHandle;
  if (handle->lost) return cudaErrorDeviceUninitialized;
  *out = handle;
  return cudaSuccess;
}

void lose_events() {
  const std::lock_guard<std::mutex> lock(events_mutex);
  for (Event* event : known_events()) event->lost = true;
}

TaskPtr recorded(Event& event) {
  const std::lock_guard<std::mutex> lock(events_mutex);
  return event.record;
}

int create_event(const ApiCall& call, cudaEvent_t* out, unsigned flags) {
  constexpr unsigned kKnown =
      cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;
  if (!out || (flags & ~kKnown)) return cudaErrorInvalidValue;
  // An event for other processes can't be timed.
  const bool timed = !(flags & cudaEventDisableTiming);
  if (timed && (flags & cudaEventInterprocess)) return cudaErrorInvalidValue;
  auto* event = new Event;
  event->flags = flags;
  {
    const std::lock_guard<std::mutex> lock(events_mutex);
    known_events().insert(event);
  }
  *out = event;
  check::object_created("event", event, call.name(), call.pc());
  return cudaSuccess;
}

int destroy_event(cudaEvent_t handle) {
  {
    const std::lock_guard<std::mutex> lock(events_mutex);
    if (!known_events().erase(handle)) return cudaErrorInvalidResourceHandle;
  }
  check::object_destroyed("event", handle);
  delete handle;
  return cudaSuccess;
}

int record_event(const ApiCall& call, cudaEvent_t handle, cudaStream_t stream_handle) {
  Event* event = nullptr;
  if (int error = check_event(handle, &event)) return error;
  Stream* stream = streams().resolve(stream_handle);
  if (!stream) return cudaErrorInvalidResourceHandle;
  if (int error = refuse_implicit_capture(*stream)) return error;
  if (capture_record(*stream, *event)) return cudaSuccess;
  TaskPtr mark = streams().submit(*stream, nullptr, call);
  const std::lock_guard<std::mutex> lock(events_mutex);
  event->record = std::move(mark);
  event->capture = nullptr;
  return cudaSuccess;
}

int query_event(cudaEvent_t handle) {
  Event* event = nullptr;
  if (int error = check_event(handle, &event)) return error;
  if (int error = refuse_captured(*event)) return error;
  if (int error = refuse_while_capturing()) return error;
  const TaskPtr mark = recorded(*event);
  if (!mark) return cudaSuccess;
  if (!mark->done()) return cudaErrorNotReady;
  streams().wait({mark});
  return device_status();
}

int synchronize_event(cudaEvent_t handle) {
  Event* event = nullptr;
  if (int error = check_event(handle, &event)) return error;
  if (int error = refuse_captured(*event)) return error;
  if (int error = refuse_while_capturing()) return error;
  const TaskPtr mark = recorded(*event);
  if (!mark) return cudaSuccess;
  streams().wait({mark});
  return device_status();
}

int elapsed(float* ms, cudaEvent_t from, cudaEvent_t to) {
  if (!ms) return cudaErrorInvalidValue;
  Event *start = nullptr, *end = nullptr;
  if (int error = check_event(from, &start)) return error;
  if (int error = check_event(to, &end)) return error;
  if (int error = refuse_captured(*start)) return error;
  if (int error = refuse_captured(*end)) return error;
  const TaskPtr first = recorded(*start), second = recorded(*end);
  const bool timed = !((start->flags | end->flags) & cudaEventDisableTiming);
  if (!timed || !first || !second) return cudaErrorInvalidResourceHandle;
  if (!first->done() || !second->done()) return cudaErrorNotReady;
  *ms = std::chrono::duration<float, std::milli>(second->end() - first->end()).count();
  return cudaSuccess;
}

}  // namespace warpup::runtime

using namespace warpup::runtime;

extern "C" {

cudaError_t cudaEventCreate(cudaEvent_t* event) {
  WARPUP_API_CALL(call);
  if (int error = call.enter()) return call.end(error);
  return call.end(create_event(call, event, cudaEventDefault));
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) {
  WARPUP_API_CALL(call);
  if (int error = call.enter()) return call.end(error);
  return call.end(create_event(call, event, flags));
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  WARPUP_API_CALL(call);
  if (int error = call.enter_queue()) return call.end(error);
  return call.end(record_event(call, event, stream));
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned flags) {
  WARPUP_API_CALL(call);
  if (int error = call.enter_queue()) return call.end(error);
  if (flags > cudaEventRecordExternal) return call.end(cudaErrorInvalidValue);
  return call.end(record_event(call, event, stream));
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
  WARPUP_API_CALL(call);
  if (int error = call.enter()) return call.end(error);
  return call.end(query_event(event));
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  WARPUP_API_CALL(call);
  if (int error = call.enter()) return call.end(error);
  return call.end(synchronize_event(event));
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
  WARPUP_API_CALL(call);
  if (int error = call.enter()) return call.end(error);
  return call.end(destroy_event(event));
}

cudaError_t cudaEventElapsedTime(float* ms, cudaEvent_t start, cudaEvent_t end) {
  WARPUP_API_CALL(call);
  if (int error = call.enter()) return call.end(error);
  return call.end(elapsed(ms, start, end));
}

}  // extern "C"
