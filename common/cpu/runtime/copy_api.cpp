// cudaMemcpy and its relatives for linear and pitched memory.
#include "copy.h"
#include "cuda_runtime_api.h"

using warpup::runtime::ApiCall;
using warpup::runtime::CopyBox;

namespace {

int copy_line(const ApiCall& call, void* to, const void* from, size_t bytes, int kind,
              cudaStream_t stream, bool blocking) {
  if (bytes == 0) return call.enter_any();
  if (int error = blocking ? call.enter() : call.enter_queue()) return error;
  return warpup::runtime::copy(call, CopyBox::line(to, from, bytes), kind, stream, blocking);
}

int copy_rectangle(const ApiCall& call, const CopyBox& box, int kind, cudaStream_t stream,
                   bool blocking) {
  if (box.empty()) return call.enter_any();
  if (int error = blocking ? call.enter() : call.enter_queue()) return error;
  if (box.destination_pitch < box.width || box.source_pitch < box.width) {
    return cudaErrorInvalidPitchValue;
  }
  return warpup::runtime::copy(call, box, kind, stream, blocking);
}

int copy_between_devices(const ApiCall& call, void* to, int to_device, const void* from,
                         int from_device, size_t bytes, cudaStream_t stream, bool blocking) {
  if (int error = call.enter()) return error;
  if (to_device != 0 || from_device != 0) return cudaErrorInvalidDevice;
  return warpup::runtime::copy(call, CopyBox::line(to, from, bytes), cudaMemcpyDeviceToDevice,
                               stream, blocking);
}

}  // namespace

extern "C" {

cudaError_t cudaMemcpy(void* dst, const void* src, size_t count, cudaMemcpyKind kind) {
  WARPUP_API_CALL(call);
  return call.end(copy_line(call, dst, src, count, kind, nullptr, true));
}

cudaError_t cudaMemcpyAsync(void* dst, const void* src, size_t count, cudaMemcpyKind kind,
                            cudaStream_t stream) {
  WARPUP_API_CALL(call);
  return call.end(copy_line(call, dst, src, count, kind, stream, false));
}

cudaError_t cudaMemcpyPeer(void* dst, int dstDevice, const void* src, int srcDevice, size_t count) {
  WARPUP_API_CALL(call);
  return call.end(copy_between_devices(call, dst, dstDevice, src, srcDevice, count, nullptr, true));
}

cudaError_t cudaMemcpyPeerAsync(void* dst, int dstDevice, const void* src, int srcDevice,
                                size_t count, cudaStream_t stream) {
  WARPUP_API_CALL(call);
  return call.end(copy_between_devices(call, dst, dstDevice, src, srcDevice, count, stream, false));
}

cudaError_t cudaMemcpy2D(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width,
                         size_t height, cudaMemcpyKind kind) {
  WARPUP_API_CALL(call);
  const CopyBox box = CopyBox::rectangle(dst, dpitch, src, spitch, width, height);
  return call.end(copy_rectangle(call, box, kind, nullptr, true));
}

cudaError_t cudaMemcpy2DAsync(void* dst, size_t dpitch, const void* src, size_t spitch,
                              size_t width, size_t height, cudaMemcpyKind kind,
                              cudaStream_t stream) {
  WARPUP_API_CALL(call);
  const CopyBox box = CopyBox::rectangle(dst, dpitch, src, spitch, width, height);
  return call.end(copy_rectangle(call, box, kind, stream, false));
}

}  // extern "C"
