// cudaStream*, cudaLaunchHostFunc, cudaDeviceSynchronize.
#include "../checker/hooks.h"
#include "capture.h"
#include "context.h"
#include "cuda_runtime_api.h"
#include "host_function.h"
#include "stream.h"

namespace check = warpup::check;
using warpup::runtime::ApiCall;
using warpup::runtime::Stream;
using warpup::runtime::streams;
using warpup::runtime::TaskPtr;

namespace {

constexpr int kLowestPriority = 0;
constexpr int kHighestPriority = -5;

int create_stream(const ApiCall& call, cudaStream_t* out, unsigned flags, int priority) {
  if (int error = call.enter()) return error;
  if (!out || (flags & ~unsigned{cudaStreamNonBlocking})) return cudaErrorInvalidValue;
  if (priority > kLowestPriority) priority = kLowestPriority;
  if (priority < kHighestPriority) priority = kHighestPriority;
  *out = streams().create(flags, priority);
  check::object_created("stream", *out, call.name(), call.pc());
  return cudaSuccess;
}

// The stream that `handle` means, for calls that need the device.
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
  if (stream->capture) warpup::runtime::abandon_capture(*stream);
  streams().destroy(stream);
  check::object_destroyed("stream", handle);
  return cudaSuccess;
}

int query_stream(const ApiCall& call, cudaStream_t handle) {
  Stream* stream = nullptr;
  if (int error = enter_stream(call, handle, &stream)) return error;
  if (int error = warpup::runtime::refuse_in_capture(*stream)) return error;
  const auto tasks = streams().pending(*stream);
  for (const TaskPtr& task : tasks) {
    if (!task->done()) return cudaErrorNotReady;
  }
  streams().wait(tasks);
  return warpup::runtime::device_status();
}

int synchronize_stream(const ApiCall& call, cudaStream_t handle) {
  Stream* stream = nullptr;
  if (int error = enter_stream(call, handle, &stream)) return error;
  if (int error = warpup::runtime::refuse_in_capture(*stream)) return error;
  streams().wait(streams().pending(*stream));
  return warpup::runtime::device_status();
}

int wait_event(const ApiCall& call, cudaStream_t handle, cudaEvent_t event_handle) {
  Stream* stream = nullptr;
  if (int error = enter_stream(call, handle, &stream)) return error;
  warpup::runtime::Event* event = warpup::runtime::find_event(event_handle);
  if (!event) return cudaErrorInvalidResourceHandle;
  int error = cudaSuccess;
  if (warpup::runtime::capture_wait(*stream, *event, &error)) return error;
  if (TaskPtr mark = warpup::runtime::recorded(*event)) {
    streams().submit(*stream, nullptr, call, warpup::runtime::Runner::kStream, mark);
  }
  return cudaSuccess;
}

int queue_function(const ApiCall& call, cudaStream_t handle,
                   std::shared_ptr<warpup::runtime::Work> work) {
  Stream* stream = nullptr;
  if (int error = enter_stream(call, handle, &stream)) return error;
  if (int error = warpup::runtime::refuse_implicit_capture(*stream)) return error;
  streams().submit(*stream, std::move(work), call);
  return cudaSuccess;
}

}  // namespace

extern "C" {

int warpup_use_per_thread_default_stream() {
  warpup::runtime::use_per_thread_default_stream();
  return 1;
}

cudaError_t cudaStreamCreate(cudaStream_t* pStream) {
  WARPUP_API_CALL(call);
  return call.end(create_stream(call, pStream, cudaStreamDefault, 0));
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* pStream, unsigned flags) {
  WARPUP_API_CALL(call);
  return call.end(create_stream(call, pStream, flags, 0));
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t* pStream, unsigned flags, int priority) {
  WARPUP_API_CALL(call);
  return call.end(create_stream(call, pStream, flags, priority));
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  WARPUP_API_CALL(call);
  return call.end(destroy_stream(call, stream));
}

cudaError_t cudaDeviceGetStreamPriorityRange(int* leastPriority, int* greatestPriority) {
  WARPUP_API_CALL(call);
  if (int error = call.enter()) return call.end(error);
  if (leastPriority) *leastPriority = kLowestPriority;
  if (greatestPriority) *greatestPriority = kHighestPriority;
  return call.end(cudaSuccess);
}

cudaError_t cudaStreamGetPriority(cudaStream_t hStream, int* priority) {
  WARPUP_API_CALL(call);
  Stream* stream = nullptr;
  if (int error = enter_stream(call, hStream, &stream)) return call.end(error);
  if (!priority) return call.end(cudaErrorInvalidValue);
  *priority = stream->priority;
  return call.end(cudaSuccess);
}

cudaError_t cudaStreamGetFlags(cudaStream_t hStream, unsigned* flags) {
  WARPUP_API_CALL(call);
  Stream* stream = nullptr;
  if (int error = enter_stream(call, hStream, &stream)) return call.end(error);
  if (!flags) return call.end(cudaErrorInvalidValue);
  *flags = stream->flags;
  return call.end(cudaSuccess);
}

cudaError_t cudaStreamGetId(cudaStream_t hStream, unsigned long long* streamId) {
  WARPUP_API_CALL(call);
  Stream* stream = nullptr;
  if (int error = enter_stream(call, hStream, &stream)) return call.end(error);
  if (!streamId) return call.end(cudaErrorInvalidValue);
  *streamId = static_cast<unsigned long long>(stream->id);
  return call.end(cudaSuccess);
}

cudaError_t cudaStreamGetDevice(cudaStream_t hStream, int* device) {
  WARPUP_API_CALL(call);
  Stream* stream = nullptr;
  if (int error = enter_stream(call, hStream, &stream)) return call.end(error);
  if (!device) return call.end(cudaErrorInvalidValue);
  *device = 0;
  return call.end(cudaSuccess);
}

cudaError_t cudaStreamQuery(cudaStream_t stream) {
  WARPUP_API_CALL(call);
  return call.end(query_stream(call, stream));
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  WARPUP_API_CALL(call);
  return call.end(synchronize_stream(call, stream));
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags) {
  WARPUP_API_CALL(call);
  if (flags > cudaEventWaitExternal) return call.end(cudaErrorInvalidValue);
  return call.end(wait_event(call, stream, event));
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback,
                                  void* userData, unsigned flags) {
  WARPUP_API_CALL(call);
  if (!callback || flags != 0) return call.end(cudaErrorInvalidValue);
  return call.end(
      queue_function(call, stream, warpup::runtime::callback_work(stream, callback, userData)));
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t fn, void* userData) {
  WARPUP_API_CALL(call);
  if (!fn) return call.end(cudaErrorInvalidValue);
  return call.end(queue_function(call, stream, warpup::runtime::host_function_work(fn, userData)));
}

cudaError_t cudaDeviceSynchronize() {
  WARPUP_API_CALL(call);
  if (int error = call.enter_unsafe()) return call.end(error);
  streams().wait_for_all();
  return call.end(warpup::runtime::device_status());
}

}  // extern "C"
