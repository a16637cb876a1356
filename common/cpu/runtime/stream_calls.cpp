#include "stream_calls.h"

#include "../checker/hooks.h"
#include "capture.h"
#include "context.h"
#include "cuda_runtime_api.h"

namespace warpup::runtime {

int create_stream(const ApiCall& call, cudaStream_t* out, unsigned flags, int priority) {
  if (int error = call.enter()) return error;
  if (!out || (flags & ~unsigned{cudaStreamNonBlocking})) return cudaErrorInvalidValue;
  if (priority > kLowestPriority) priority = kLowestPriority;
  if (priority < kHighestPriority) priority = kHighestPriority;
  *out = streams().create(flags, priority);
  check::object_created("stream", *out, call.name(), call.pc());
  return cudaSuccess;
}

int enter_stream(const ApiCall& call, cudaStream_t handle, Stream** out) {
  if (int error = call.enter()) return error;
  *out = streams().resolve(handle);
  return *out ? cudaSuccess : cudaErrorInvalidResourceHandle;
}

int destroy_stream(const ApiCall& call, cudaStream_t handle) {
  Stream* stream = nullptr;
  if (int error = enter_stream(call, handle, &stream)) return error;
  // The default streams aren't the program's to destroy.
  if (stream != handle || stream->legacy) return cudaErrorInvalidResourceHandle;
  if (stream->capture) abandon_capture(*stream);
  streams().destroy(stream);
  check::object_destroyed("stream", handle);
  return cudaSuccess;
}

int query_stream(const ApiCall& call, cudaStream_t handle) {
  Stream* stream = nullptr;
  if (int error = enter_stream(call, handle, &stream)) return error;
  if (int error = refuse_in_capture(*stream)) return error;
  const auto tasks = streams().pending(*stream);
  for (const TaskPtr& task : tasks) {
    if (!task->done()) return cudaErrorNotReady;
  }
  streams().wait(tasks);
  return device_status();
}

int synchronize_stream(const ApiCall& call, cudaStream_t handle) {
  Stream* stream = nullptr;
  if (int error = enter_stream(call, handle, &stream)) return error;
  if (int error = refuse_in_capture(*stream)) return error;
  if (int error = refuse_while_capturing()) return error;
  streams().wait(streams().pending(*stream));
  return device_status();
}

int wait_event(const ApiCall& call, cudaStream_t handle, cudaEvent_t event_handle) {
  if (int error = call.enter_queue()) return error;
  Stream* stream = streams().resolve(handle);
  if (!stream) return cudaErrorInvalidResourceHandle;
  Event* event = nullptr;
  if (int error = check_event(event_handle, &event)) return error;
  if (int error = refuse_implicit_capture(*stream)) return error;
  int error = cudaSuccess;
  if (capture_wait(*stream, *event, &error)) return error;
  if (TaskPtr mark = recorded(*event)) {
    streams().submit(*stream, nullptr, call, Runner::kStream, {mark});
  }
  return cudaSuccess;
}

int queue_function(const ApiCall& call, cudaStream_t handle, std::shared_ptr<Work> work) {
  if (int error = call.enter_queue()) return error;
  Stream* stream = streams().resolve(handle);
  if (!stream) return cudaErrorInvalidResourceHandle;
  if (int error = refuse_implicit_capture(*stream)) return error;
  streams().submit(*stream, std::move(work), call);
  return cudaSuccess;
}

}  // namespace warpup::runtime
