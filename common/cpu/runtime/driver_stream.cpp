// Streams and events by the driver API: the handles are the runtime's.
#include "driver.h"
#include "event.h"
#include "host_function.h"
#include "stream_calls.h"

using namespace warpup::runtime;

extern "C" {

CUresult cuStreamCreate(CUstream* phStream, unsigned Flags) {
  WARPUP_DRIVER_CALL(call);
  return driver_end(call, create_stream(call, phStream, Flags, 0));
}

CUresult cuStreamCreateWithPriority(CUstream* phStream, unsigned flags, int priority) {
  WARPUP_DRIVER_CALL(call);
  return driver_end(call, create_stream(call, phStream, flags, priority));
}

CUresult cuStreamDestroy(CUstream hStream) {
  WARPUP_DRIVER_CALL(call);
  return driver_end(call, destroy_stream(call, hStream));
}

CUresult cuStreamGetFlags(CUstream hStream, unsigned* flags) {
  WARPUP_DRIVER_CALL(call);
  Stream* stream = nullptr;
  if (int error = enter_stream(call, hStream, &stream)) return driver_end(call, error);
  if (!flags) return driver_end(call, CUDA_ERROR_INVALID_VALUE);
  *flags = stream->flags;
  return driver_end(call, CUDA_SUCCESS);
}

CUresult cuStreamGetPriority(CUstream hStream, int* priority) {
  WARPUP_DRIVER_CALL(call);
  Stream* stream = nullptr;
  if (int error = enter_stream(call, hStream, &stream)) return driver_end(call, error);
  if (!priority) return driver_end(call, CUDA_ERROR_INVALID_VALUE);
  *priority = stream->priority;
  return driver_end(call, CUDA_SUCCESS);
}

CUresult cuStreamQuery(CUstream hStream) {
  WARPUP_DRIVER_CALL(call);
  return driver_end(call, query_stream(call, hStream));
}

CUresult cuStreamSynchronize(CUstream hStream) {
  WARPUP_DRIVER_CALL(call);
  return driver_end(call, synchronize_stream(call, hStream));
}

CUresult cuStreamWaitEvent(CUstream hStream, CUevent hEvent, unsigned Flags) {
  WARPUP_DRIVER_CALL(call);
  if (Flags > 1) return driver_end(call, CUDA_ERROR_INVALID_VALUE);
  return driver_end(call, wait_event(call, hStream, hEvent));
}

CUresult cuStreamAddCallback(CUstream hStream, CUstreamCallback callback, void* userData,
                             unsigned flags) {
  WARPUP_DRIVER_CALL(call);
  if (!callback || flags != 0) return driver_end(call, CUDA_ERROR_INVALID_VALUE);
  // The two callback types differ only in the name of the status.
  const auto same = reinterpret_cast<cudaStreamCallback_t>(callback);
  return driver_end(call, queue_function(call, hStream, callback_work(hStream, same, userData)));
}

CUresult cuLaunchHostFunc(CUstream hStream, CUhostFn fn, void* userData) {
  WARPUP_DRIVER_CALL(call);
  if (!fn) return driver_end(call, CUDA_ERROR_INVALID_VALUE);
  return driver_end(call, queue_function(call, hStream, host_function_work(fn, userData)));
}

CUresult cuEventCreate(CUevent* phEvent, unsigned Flags) {
  WARPUP_DRIVER_CALL(call);
  if (int error = call.enter()) return driver_end(call, error);
  return driver_end(call, create_event(call, phEvent, Flags));
}

CUresult cuEventDestroy(CUevent hEvent) {
  WARPUP_DRIVER_CALL(call);
  if (int error = call.enter()) return driver_end(call, error);
  return driver_end(call, destroy_event(hEvent));
}

CUresult cuEventRecord(CUevent hEvent, CUstream hStream) {
  WARPUP_DRIVER_CALL(call);
  if (int error = call.enter_queue()) return driver_end(call, error);
  return driver_end(call, record_event(call, hEvent, hStream));
}

CUresult cuEventQuery(CUevent hEvent) {
  WARPUP_DRIVER_CALL(call);
  if (int error = call.enter()) return driver_end(call, error);
  return driver_end(call, query_event(hEvent));
}

CUresult cuEventSynchronize(CUevent hEvent) {
  WARPUP_DRIVER_CALL(call);
  if (int error = call.enter()) return driver_end(call, error);
  return driver_end(call, synchronize_event(hEvent));
}

CUresult cuEventElapsedTime(float* pMilliseconds, CUevent hStart, CUevent hEnd) {
  WARPUP_DRIVER_CALL(call);
  if (int error = call.enter()) return driver_end(call, error);
  return driver_end(call, elapsed(pMilliseconds, hStart, hEnd));
}

}  // extern "C"
