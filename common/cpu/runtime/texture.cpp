#include "texture.h"

#include <memory>
#include <mutex>
#include <unordered_set>

#include "../checker/hooks.h"
#include "api.h"
#include "array.h"
#include "cuda_runtime_api.h"

namespace warpup::runtime {
namespace {

std::mutex textures_mutex;

std::unordered_set<Texture*>& known_textures() {
  static auto* textures = new std::unordered_set<Texture*>;
  return *textures;
}

Texture* find(unsigned long long handle, bool surface) {
  auto* texture = reinterpret_cast<Texture*>(handle);
  const std::lock_guard<std::mutex> lock(textures_mutex);
  return known_textures().count(texture) && texture->surface == surface ? texture : nullptr;
}

int describe_array(const cudaResourceDesc& resource, Texture* out) {
  const cudaArray* array = resource.res.array.array;
  if (!known_array(array)) return cudaErrorInvalidResourceHandle;
  out->texels = array->memory.base;
  out->format = array->format;
  out->width = static_cast<long>(array->extent.width);
  out->height = static_cast<long>(array->rows());
  out->depth = static_cast<long>(array->slices());
  out->pitch = array->pitch();
  out->slice = array->slice();
  return cudaSuccess;
}

int describe_memory(const cudaResourceDesc& resource, Texture* out) {
  const bool plane = resource.resType == cudaResourceTypePitch2D;
  const auto& linear = resource.res.linear;
  const auto& pitched = resource.res.pitch2D;
  out->texels = static_cast<const char*>(plane ? pitched.devPtr : linear.devPtr);
  out->format = plane ? pitched.desc : linear.desc;
  if (out->format.x != 8 && out->format.x != 16 && out->format.x != 32) {
    return cudaErrorInvalidChannelDescriptor;
  }
  const auto texel =
      static_cast<std::size_t>(out->bytes()) * static_cast<std::size_t>(out->channels());
  const std::size_t width = plane ? pitched.width : linear.sizeInBytes / texel;
  out->width = static_cast<long>(width);
  if (plane) out->height = static_cast<long>(pitched.height);
  out->pitch = plane ? pitched.pitchInBytes : width * texel;
  const std::size_t span = plane ? out->pitch * pitched.height : width * texel;
  Allocation memory;
  const bool inside = allocations().find(out->texels, &memory) &&
                      span <= memory.bytes - static_cast<std::size_t>(out->texels - memory.base);
  return inside && width > 0 ? cudaSuccess : cudaErrorInvalidValue;
}

int check_description(const Texture& texture) {
  const cudaTextureDesc& d = texture.description;
  const bool reals =
      texture.format.f == cudaChannelFormatKindFloat || d.readMode == cudaReadModeNormalizedFloat;
  if (d.filterMode == cudaFilterModeLinear && !reals) return cudaErrorInvalidFilterSetting;
  if (d.readMode == cudaReadModeNormalizedFloat && texture.bytes() == 4) {
    return cudaErrorInvalidNormSetting;
  }
  return cudaSuccess;
}

int create(const ApiCall& call, unsigned long long* out, const cudaResourceDesc* resource,
           const cudaTextureDesc* description) {
  if (int error = call.enter()) return error;
  if (!out || !resource) return cudaErrorInvalidValue;
  auto texture = std::make_unique<Texture>();
  texture->resource = *resource;
  texture->surface = !description;
  if (description) texture->description = *description;
  int error = cudaErrorNotSupported;  // no mipmaps
  if (resource->resType == cudaResourceTypeArray) {
    error = describe_array(*resource, texture.get());
  } else if (resource->resType != cudaResourceTypeMipmappedArray && description) {
    error = describe_memory(*resource, texture.get());
  }
  if (!error) error = check_description(*texture);
  if (error) return error;
  const char* what = texture->surface ? "surface" : "texture";
  check::object_created(what, texture.get(), call.name(), call.pc());
  const std::lock_guard<std::mutex> lock(textures_mutex);
  known_textures().insert(texture.get());
  *out = reinterpret_cast<unsigned long long>(texture.release());
  return cudaSuccess;
}

int destroy(const ApiCall& call, unsigned long long handle, bool surface) {
  if (int error = call.enter()) return error;
  Texture* texture = find(handle, surface);
  if (!texture) return handle ? cudaErrorInvalidValue : cudaSuccess;
  check::object_destroyed(surface ? "surface" : "texture", texture);
  const std::lock_guard<std::mutex> lock(textures_mutex);
  known_textures().erase(texture);
  delete texture;
  return cudaSuccess;
}

}  // namespace
}  // namespace warpup::runtime

using namespace warpup::runtime;

extern "C" {

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* pTexObject,
                                    const cudaResourceDesc* pResDesc,
                                    const cudaTextureDesc* pTexDesc,
                                    const cudaResourceViewDesc* pResViewDesc) {
  WARPUP_API_CALL(call);
  if (!pTexDesc) return call.end(cudaErrorInvalidValue);
  if (pResViewDesc) return call.end(cudaErrorNotSupported);
  return call.end(create(call, pTexObject, pResDesc, pTexDesc));
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texObject) {
  WARPUP_API_CALL(call);
  return call.end(destroy(call, texObject, false));
}

cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* pResDesc,
                                             cudaTextureObject_t texObject) {
  WARPUP_API_CALL(call);
  const Texture* texture = find(texObject, false);
  if (!pResDesc || !texture) return call.end(cudaErrorInvalidValue);
  *pResDesc = texture->resource;
  return call.end(cudaSuccess);
}

cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* pTexDesc,
                                            cudaTextureObject_t texObject) {
  WARPUP_API_CALL(call);
  const Texture* texture = find(texObject, false);
  if (!pTexDesc || !texture) return call.end(cudaErrorInvalidValue);
  *pTexDesc = texture->description;
  return call.end(cudaSuccess);
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* pSurfObject,
                                    const cudaResourceDesc* pResDesc) {
  WARPUP_API_CALL(call);
  return call.end(create(call, pSurfObject, pResDesc, nullptr));
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surfObject) {
  WARPUP_API_CALL(call);
  return call.end(destroy(call, surfObject, true));
}

}  // extern "C"
