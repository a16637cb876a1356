#include "copy3d.h"

#include "array.h"
#include "context.h"
#include "cuda_runtime_api.h"

namespace warpup::runtime {
namespace {

struct End {
  char* at = nullptr;
  std::size_t pitch = 0, slice = 0;
};

// Positions count texels in an array and bytes in memory.
int end_of(cudaArray_const_t array, const cudaPitchedPtr& pointer, const cudaPos& position,
           const cudaExtent& extent, End* out) {
  if (!array == !pointer.ptr) return cudaErrorInvalidValue;  // one of them, exactly
  if (!array) {
    out->pitch = pointer.pitch;
    out->slice = pointer.pitch * pointer.ysize;
    out->at = static_cast<char*>(pointer.ptr) + position.z * out->slice + position.y * out->pitch +
              position.x;
    return cudaSuccess;
  }
  if (!known_array(array)) return cudaErrorInvalidResourceHandle;
  const bool inside = position.x + extent.width <= array->extent.width &&
                      position.y + extent.height <= array->rows() &&
                      position.z + extent.depth <= array->slices();
  if (!inside) return cudaErrorInvalidValue;
  out->pitch = array->pitch();
  out->slice = array->slice();
  out->at = array->memory.base + position.z * out->slice + position.y * out->pitch +
            position.x * array->texel();
  return cudaSuccess;
}

}  // namespace

int box_of(const cudaMemcpy3DParms* p, CopyBox* out) {
  if (!p) return cudaErrorInvalidValue;
  End to, from;
  if (int error = end_of(p->dstArray, p->dstPtr, p->dstPos, p->extent, &to)) return error;
  if (int error = end_of(p->srcArray, p->srcPtr, p->srcPos, p->extent, &from)) return error;
  // The width counts texels as soon as an array takes part.
  std::size_t unit = 1;
  if (p->srcArray) unit = p->srcArray->texel();
  if (p->dstArray) unit = p->dstArray->texel();
  if (p->srcArray && p->dstArray && p->srcArray->texel() != unit) return cudaErrorInvalidValue;
  out->width = p->extent.width * unit;
  out->height = p->extent.height;
  out->depth = p->extent.depth;
  out->destination = to.at;
  out->destination_pitch = to.pitch;
  out->destination_slice = to.slice;
  out->source = from.at;
  out->source_pitch = from.pitch;
  out->source_slice = from.slice;
  if (out->height > 1 && (to.pitch < out->width || from.pitch < out->width)) {
    return cudaErrorInvalidPitchValue;
  }
  return cudaSuccess;
}

namespace {

int copy_box(const ApiCall& call, const cudaMemcpy3DParms* p, cudaStream_t stream, bool blocking) {
  if (int error = blocking ? call.enter() : call.enter_queue()) return error;
  CopyBox box;
  if (int error = box_of(p, &box)) return error;
  return copy(call, box, p->kind, stream, blocking);
}

}  // namespace
}  // namespace warpup::runtime

extern "C" {

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* p) {
  WARPUP_API_CALL(call);
  return call.end(warpup::runtime::copy_box(call, p, nullptr, true));
}

cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* p, cudaStream_t stream) {
  WARPUP_API_CALL(call);
  return call.end(warpup::runtime::copy_box(call, p, stream, false));
}

}  // extern "C"
