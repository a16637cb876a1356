// cudaStream*, cudaLaunchHostFunc, cudaDeviceSynchronize.
#include "context.h"
#include "cuda_runtime_api.h"
#include "host_function.h"
#include "stream_calls.h"

using warpup::runtime::Stream;
using warpup::runtime::streams;

extern "C" {

int warpup_use_per_thread_default_stream() {
  warpup::runtime::use_per_thread_default_stream();
  return 1;
}

cudaError_t cudaStreamCreate(cudaStream_t* pStream) {
  WARPUP_API_CALL(call);
  return call.end(warpup::runtime::create_stream(call, pStream, cudaStreamDefault, 0));
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* pStream, unsigned flags) {
  WARPUP_API_CALL(call);
  return call.end(warpup::runtime::create_stream(call, pStream, flags, 0));
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t* pStream, unsigned flags, int priority) {
  WARPUP_API_CALL(call);
  return call.end(warpup::runtime::create_stream(call, pStream, flags, priority));
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  WARPUP_API_CALL(call);
  return call.end(warpup::runtime::destroy_stream(call, stream));
}

cudaError_t cudaDeviceGetStreamPriorityRange(int* leastPriority, int* greatestPriority) {
  WARPUP_API_CALL(call);
  if (int error = call.enter()) return call.end(error);
  if (leastPriority) *leastPriority = warpup::runtime::kLowestPriority;
  if (greatestPriority) *greatestPriority = warpup::runtime::kHighestPriority;
  return call.end(cudaSuccess);
}

cudaError_t cudaStreamGetPriority(cudaStream_t hStream, int* priority) {
  WARPUP_API_CALL(call);
  Stream* stream = nullptr;
  if (int error = warpup::runtime::enter_stream(call, hStream, &stream)) return call.end(error);
  if (!priority) return call.end(cudaErrorInvalidValue);
  *priority = stream->priority;
  return call.end(cudaSuccess);
}

cudaError_t cudaStreamGetFlags(cudaStream_t hStream, unsigned* flags) {
  WARPUP_API_CALL(call);
  Stream* stream = nullptr;
  if (int error = warpup::runtime::enter_stream(call, hStream, &stream)) return call.end(error);
  if (!flags) return call.end(cudaErrorInvalidValue);
  *flags = stream->flags;
  return call.end(cudaSuccess);
}

cudaError_t cudaStreamGetId(cudaStream_t hStream, unsigned long long* streamId) {
  WARPUP_API_CALL(call);
  Stream* stream = nullptr;
  if (int error = warpup::runtime::enter_stream(call, hStream, &stream)) return call.end(error);
  if (!streamId) return call.end(cudaErrorInvalidValue);
  *streamId = static_cast<unsigned long long>(stream->id);
  return call.end(cudaSuccess);
}

cudaError_t cudaStreamGetDevice(cudaStream_t hStream, int* device) {
  WARPUP_API_CALL(call);
  Stream* stream = nullptr;
  if (int error = warpup::runtime::enter_stream(call, hStream, &stream)) return call.end(error);
  if (!device) return call.end(cudaErrorInvalidValue);
  *device = 0;
  return call.end(cudaSuccess);
}

cudaError_t cudaStreamQuery(cudaStream_t stream) {
  WARPUP_API_CALL(call);
  return call.end(warpup::runtime::query_stream(call, stream));
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  WARPUP_API_CALL(call);
  return call.end(warpup::runtime::synchronize_stream(call, stream));
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags) {
  WARPUP_API_CALL(call);
  if (flags > cudaEventWaitExternal) return call.end(cudaErrorInvalidValue);
  return call.end(warpup::runtime::wait_event(call, stream, event));
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback,
                                  void* userData, unsigned flags) {
  WARPUP_API_CALL(call);
  if (!callback || flags != 0) return call.end(cudaErrorInvalidValue);
  return call.end(warpup::runtime::queue_function(
      call, stream, warpup::runtime::callback_work(stream, callback, userData)));
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t fn, void* userData) {
  WARPUP_API_CALL(call);
  if (!fn) return call.end(cudaErrorInvalidValue);
  return call.end(warpup::runtime::queue_function(
      call, stream, warpup::runtime::host_function_work(fn, userData)));
}

cudaError_t cudaDeviceSynchronize() {
  WARPUP_API_CALL(call);
  if (int error = call.enter_unsafe()) return call.end(error);
  streams().wait_for_all();
  return call.end(warpup::runtime::device_status());
}

}  // extern "C"
