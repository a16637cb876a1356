#include "array.h"

#include <mutex>
#include <unordered_set>

#include "../checker/hooks.h"
#include "context.h"
#include "copy.h"
#include "cuda_runtime_api.h"
#include "stream.h"

std::size_t cudaArray::texel() const {
  return static_cast<std::size_t>(format.x + format.y + format.z + format.w) / 8;
}

namespace warpup::runtime {
namespace {

std::mutex arrays_mutex;

std::unordered_set<cudaArray_const_t>& known_arrays() {
  static auto* arrays = new std::unordered_set<cudaArray_const_t>;
  return *arrays;
}

bool good_format(const cudaChannelFormatDesc& f) {
  const bool same = (f.y == 0 || f.y == f.x) && f.z == f.w && (f.z == 0 || f.z == f.x);
  const bool known = f.x == 8 || f.x == 16 || f.x == 32;
  return same && known && (f.z == 0 || f.y != 0) && f.f <= cudaChannelFormatKindFloat;
}

int create(const ApiCall& call, cudaArray_t* out, const cudaChannelFormatDesc* format,
           cudaExtent extent, unsigned flags) {
  if (int error = call.enter_unsafe()) return error;
  if (!out || !format || extent.width == 0) return cudaErrorInvalidValue;
  if (!good_format(*format)) return cudaErrorInvalidChannelDescriptor;
  if (flags & ~unsigned{cudaArraySurfaceLoadStore | cudaArrayTextureGather}) {
    return cudaErrorNotSupported;  // no layers, no cubes
  }
  auto array = std::make_unique<cudaArray>();
  array->format = *format;
  array->extent = extent;
  array->flags = flags;
  array->memory =
      allocations().create(array->slice() * array->slices(), MemoryKind::kDevice, 0, nullptr, true);
  if (!array->memory.base) return cudaErrorMemoryAllocation;
  check::allocated(array->memory.base, array->memory.bytes, check::Space::kDevice, call.name(),
                   call.pc());
  const std::lock_guard<std::mutex> lock(arrays_mutex);
  known_arrays().insert(array.get());
  *out = array.release();
  return cudaSuccess;
}

int destroy(const ApiCall& call, cudaArray_t array) {
  if (int error = call.enter_unsafe()) return error;
  if (!array) return cudaSuccess;
  {
    const std::lock_guard<std::mutex> lock(arrays_mutex);
    if (!known_arrays().erase(array)) return cudaErrorInvalidValue;
  }
  streams().wait_for_all();
  check::freed(array->memory.base, call.name(), call.pc(), nullptr);
  allocations().destroy(array->memory);
  delete array;
  return device_status();
}

}  // namespace

bool known_array(cudaArray_const_t array) {
  const std::lock_guard<std::mutex> lock(arrays_mutex);
  return known_arrays().count(array) != 0;
}

}  // namespace warpup::runtime

using namespace warpup::runtime;

namespace {

// A rectangle of bytes of an array; false: it isn't inside.
bool corner(cudaArray_const_t array, size_t x, size_t y, size_t width, size_t height, char** out) {
  if (!known_array(array)) return false;
  if (width > array->pitch() || x > array->pitch() - width) return false;
  if (height > array->rows() || y > array->rows() - height) return false;
  *out = array->memory.base + y * array->pitch() + x;
  return true;
}

int to_array(const ApiCall& call, cudaArray_t to, size_t x, size_t y, const void* from,
             size_t pitch, size_t width, size_t height, int kind, cudaStream_t stream,
             bool blocking) {
  if (int error = blocking ? call.enter() : call.enter_queue()) return error;
  char* at = nullptr;
  if (!corner(to, x, y, width, height, &at)) return cudaErrorInvalidValue;
  if (height > 1 && pitch < width) return cudaErrorInvalidPitchValue;
  const CopyBox box = CopyBox::rectangle(at, to->pitch(), from, pitch, width, height);
  return warpup::runtime::copy(call, box, kind, stream, blocking);
}

int from_array(const ApiCall& call, void* to, size_t pitch, cudaArray_const_t from, size_t x,
               size_t y, size_t width, size_t height, int kind, cudaStream_t stream,
               bool blocking) {
  if (int error = blocking ? call.enter() : call.enter_queue()) return error;
  char* at = nullptr;
  if (!corner(from, x, y, width, height, &at)) return cudaErrorInvalidValue;
  if (height > 1 && pitch < width) return cudaErrorInvalidPitchValue;
  const CopyBox box = CopyBox::rectangle(to, pitch, at, from->pitch(), width, height);
  return warpup::runtime::copy(call, box, kind, stream, blocking);
}

// Bytes in a row-major run are a rectangle where they are whole rows.
size_t whole_rows(cudaArray_const_t array, size_t x, size_t bytes) {
  if (!known_array(array) || x != 0 || bytes <= array->pitch()) return 1;
  return bytes % array->pitch() == 0 ? bytes / array->pitch() : 0;
}

}  // namespace

extern "C" {

cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind f) {
  return {x, y, z, w, f};
}

cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* desc, cudaArray_const_t array) {
  WARPUP_API_CALL(call);
  if (int error = call.enter()) return call.end(error);
  if (!desc) return call.end(cudaErrorInvalidValue);
  if (!known_array(array)) return call.end(cudaErrorInvalidResourceHandle);
  *desc = array->format;
  return call.end(cudaSuccess);
}

cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* desc, size_t width,
                            size_t height, unsigned flags) {
  WARPUP_API_CALL(call);
  return call.end(create(call, array, desc, {width, height, 0}, flags));
}

cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* desc,
                              cudaExtent extent, unsigned flags) {
  WARPUP_API_CALL(call);
  return call.end(create(call, array, desc, extent, flags));
}

cudaError_t cudaFreeArray(cudaArray_t array) {
  WARPUP_API_CALL(call);
  return call.end(destroy(call, array));
}

cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* desc, cudaExtent* extent, unsigned* flags,
                             cudaArray_t array) {
  WARPUP_API_CALL(call);
  if (int error = call.enter()) return call.end(error);
  if (!known_array(array)) return call.end(cudaErrorInvalidResourceHandle);
  if (desc) *desc = array->format;
  if (extent) *extent = array->extent;
  if (flags) *flags = array->flags;
  return call.end(cudaSuccess);
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t dst, size_t wOffset, size_t hOffset, const void* src,
                                size_t spitch, size_t width, size_t height, cudaMemcpyKind kind) {
  WARPUP_API_CALL(call);
  return call.end(
      to_array(call, dst, wOffset, hOffset, src, spitch, width, height, kind, nullptr, true));
}

cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t dst, size_t wOffset, size_t hOffset,
                                     const void* src, size_t spitch, size_t width, size_t height,
                                     cudaMemcpyKind kind, cudaStream_t stream) {
  WARPUP_API_CALL(call);
  return call.end(
      to_array(call, dst, wOffset, hOffset, src, spitch, width, height, kind, stream, false));
}

cudaError_t cudaMemcpy2DFromArray(void* dst, size_t dpitch, cudaArray_const_t src, size_t wOffset,
                                  size_t hOffset, size_t width, size_t height,
                                  cudaMemcpyKind kind) {
  WARPUP_API_CALL(call);
  return call.end(
      from_array(call, dst, dpitch, src, wOffset, hOffset, width, height, kind, nullptr, true));
}

cudaError_t cudaMemcpy2DFromArrayAsync(void* dst, size_t dpitch, cudaArray_const_t src,
                                       size_t wOffset, size_t hOffset, size_t width, size_t height,
                                       cudaMemcpyKind kind, cudaStream_t stream) {
  WARPUP_API_CALL(call);
  return call.end(
      from_array(call, dst, dpitch, src, wOffset, hOffset, width, height, kind, stream, false));
}

cudaError_t cudaMemcpyToArray(cudaArray_t dst, size_t wOffset, size_t hOffset, const void* src,
                              size_t count, cudaMemcpyKind kind) {
  WARPUP_API_CALL(call);
  const size_t rows = whole_rows(dst, wOffset, count);
  if (rows == 0) return call.end(cudaErrorInvalidValue);
  const size_t width = count / rows;
  return call.end(
      to_array(call, dst, wOffset, hOffset, src, width, width, rows, kind, nullptr, true));
}

cudaError_t cudaMemcpyFromArray(void* dst, cudaArray_const_t src, size_t wOffset, size_t hOffset,
                                size_t count, cudaMemcpyKind kind) {
  WARPUP_API_CALL(call);
  const size_t rows = whole_rows(src, wOffset, count);
  if (rows == 0) return call.end(cudaErrorInvalidValue);
  const size_t width = count / rows;
  return call.end(
      from_array(call, dst, width, src, wOffset, hOffset, width, rows, kind, nullptr, true));
}

}  // extern "C"
