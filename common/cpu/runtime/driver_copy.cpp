// Copies and fills by the driver API.
#include "array.h"
#include "copy.h"
#include "driver.h"
#include "fill.h"

using namespace warpup::runtime;

namespace {

int copy_bytes(const ApiCall& call, void* to, const void* from, size_t bytes, int kind,
               CUstream stream, bool blocking) {
  if (int error = blocking ? call.enter() : call.enter_queue()) return error;
  return copy(call, CopyBox::line(to, from, bytes), kind, stream, blocking);
}

// One end of a cuMemcpy2D: where its first byte lies and its pitch.
struct End {
  CUmemorytype type;
  const void* host;
  CUdeviceptr device;
  CUarray array;
  size_t x, y, pitch;

  int place(char** at, size_t* row, size_t width) const {
    const void* base = type == CU_MEMORYTYPE_HOST ? host : pointer(device);
    *row = pitch ? pitch : width;
    if (type == CU_MEMORYTYPE_ARRAY) {
      const auto* texels = reinterpret_cast<cudaArray_const_t>(array);
      if (!known_array(texels)) return CUDA_ERROR_INVALID_HANDLE;
      base = texels->memory.base;
      *row = texels->pitch();
    }
    *at = static_cast<char*>(const_cast<void*>(base)) + y * *row + x;
    return *row >= width ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
  }
  bool on_host() const { return type == CU_MEMORYTYPE_HOST; }
};

int copy_kind(const End& to, const End& from) {
  if (to.type == CU_MEMORYTYPE_UNIFIED || from.type == CU_MEMORYTYPE_UNIFIED) {
    return cudaMemcpyDefault;
  }
  if (to.on_host()) return from.on_host() ? cudaMemcpyHostToHost : cudaMemcpyDeviceToHost;
  return from.on_host() ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToDevice;
}

int copy_rectangle(const ApiCall& call, const CUDA_MEMCPY2D* p, CUstream stream, bool blocking) {
  if (int error = blocking ? call.enter() : call.enter_queue()) return error;
  if (!p) return CUDA_ERROR_INVALID_VALUE;
  const End to{p->dstMemoryType, p->dstHost, p->dstDevice, p->dstArray,
               p->dstXInBytes,   p->dstY,    p->dstPitch};
  const End from{p->srcMemoryType, p->srcHost, p->srcDevice, p->srcArray,
                 p->srcXInBytes,   p->srcY,    p->srcPitch};
  char *to_at = nullptr, *from_at = nullptr;
  size_t to_row = 0, from_row = 0;
  if (int error = to.place(&to_at, &to_row, p->WidthInBytes)) return error;
  if (int error = from.place(&from_at, &from_row, p->WidthInBytes)) return error;
  const CopyBox box =
      CopyBox::rectangle(to_at, to_row, from_at, from_row, p->WidthInBytes, p->Height);
  return copy(call, box, copy_kind(to, from), stream, blocking);
}

int fill_elements(const ApiCall& call, CUdeviceptr to, size_t pitch, unsigned value, size_t element,
                  size_t width, size_t height, CUstream stream, bool blocking) {
  if (int error = blocking ? call.enter() : call.enter_queue()) return error;
  FillBox box;
  box.destination = static_cast<char*>(pointer(to));
  box.value = value;
  box.element = element;
  box.width = width;
  box.height = height;
  box.pitch = pitch;
  return fill(call, box, stream, blocking);
}

}  // namespace

extern "C" {

CUresult cuMemcpy(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount) {
  WARPUP_DRIVER_CALL(call);
  return driver_end(call, copy_bytes(call, pointer(dst), pointer(src), ByteCount, cudaMemcpyDefault,
                                     nullptr, true));
}

CUresult cuMemcpyHtoD(CUdeviceptr dstDevice, const void* srcHost, size_t ByteCount) {
  WARPUP_DRIVER_CALL(call);
  return driver_end(call, copy_bytes(call, pointer(dstDevice), srcHost, ByteCount,
                                     cudaMemcpyHostToDevice, nullptr, true));
}

CUresult cuMemcpyDtoH(void* dstHost, CUdeviceptr srcDevice, size_t ByteCount) {
  WARPUP_DRIVER_CALL(call);
  return driver_end(call, copy_bytes(call, dstHost, pointer(srcDevice), ByteCount,
                                     cudaMemcpyDeviceToHost, nullptr, true));
}

CUresult cuMemcpyDtoD(CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount) {
  WARPUP_DRIVER_CALL(call);
  return driver_end(call, copy_bytes(call, pointer(dstDevice), pointer(srcDevice), ByteCount,
                                     cudaMemcpyDeviceToDevice, nullptr, true));
}

CUresult cuMemcpyAsync(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount, CUstream hStream) {
  WARPUP_DRIVER_CALL(call);
  return driver_end(call, copy_bytes(call, pointer(dst), pointer(src), ByteCount, cudaMemcpyDefault,
                                     hStream, false));
}

CUresult cuMemcpyHtoDAsync(CUdeviceptr dstDevice, const void* srcHost, size_t ByteCount,
                           CUstream hStream) {
  WARPUP_DRIVER_CALL(call);
  return driver_end(call, copy_bytes(call, pointer(dstDevice), srcHost, ByteCount,
                                     cudaMemcpyHostToDevice, hStream, false));
}

CUresult cuMemcpyDtoHAsync(void* dstHost, CUdeviceptr srcDevice, size_t ByteCount,
                           CUstream hStream) {
  WARPUP_DRIVER_CALL(call);
  return driver_end(call, copy_bytes(call, dstHost, pointer(srcDevice), ByteCount,
                                     cudaMemcpyDeviceToHost, hStream, false));
}

CUresult cuMemcpyDtoDAsync(CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount,
                           CUstream hStream) {
  WARPUP_DRIVER_CALL(call);
  return driver_end(call, copy_bytes(call, pointer(dstDevice), pointer(srcDevice), ByteCount,
                                     cudaMemcpyDeviceToDevice, hStream, false));
}

CUresult cuMemcpy2D(const CUDA_MEMCPY2D* pCopy) {
  WARPUP_DRIVER_CALL(call);
  return driver_end(call, copy_rectangle(call, pCopy, nullptr, true));
}

CUresult cuMemcpy2DAsync(const CUDA_MEMCPY2D* pCopy, CUstream hStream) {
  WARPUP_DRIVER_CALL(call);
  return driver_end(call, copy_rectangle(call, pCopy, hStream, false));
}

CUresult cuMemsetD8(CUdeviceptr dstDevice, unsigned char uc, size_t N) {
  WARPUP_DRIVER_CALL(call);
  return driver_end(call, fill_elements(call, dstDevice, N, uc, 1, N, 1, nullptr, true));
}

CUresult cuMemsetD16(CUdeviceptr dstDevice, unsigned short us, size_t N) {
  WARPUP_DRIVER_CALL(call);
  return driver_end(call, fill_elements(call, dstDevice, 2 * N, us, 2, N, 1, nullptr, true));
}

CUresult cuMemsetD32(CUdeviceptr dstDevice, unsigned ui, size_t N) {
  WARPUP_DRIVER_CALL(call);
  return driver_end(call, fill_elements(call, dstDevice, 4 * N, ui, 4, N, 1, nullptr, true));
}

CUresult cuMemsetD2D8(CUdeviceptr dstDevice, size_t dstPitch, unsigned char uc, size_t Width,
                      size_t Height) {
  WARPUP_DRIVER_CALL(call);
  return driver_end(call,
                    fill_elements(call, dstDevice, dstPitch, uc, 1, Width, Height, nullptr, true));
}

CUresult cuMemsetD2D16(CUdeviceptr dstDevice, size_t dstPitch, unsigned short us, size_t Width,
                       size_t Height) {
  WARPUP_DRIVER_CALL(call);
  return driver_end(call,
                    fill_elements(call, dstDevice, dstPitch, us, 2, Width, Height, nullptr, true));
}

CUresult cuMemsetD2D32(CUdeviceptr dstDevice, size_t dstPitch, unsigned ui, size_t Width,
                       size_t Height) {
  WARPUP_DRIVER_CALL(call);
  return driver_end(call,
                    fill_elements(call, dstDevice, dstPitch, ui, 4, Width, Height, nullptr, true));
}

CUresult cuMemsetD8Async(CUdeviceptr dstDevice, unsigned char uc, size_t N, CUstream hStream) {
  WARPUP_DRIVER_CALL(call);
  return driver_end(call, fill_elements(call, dstDevice, N, uc, 1, N, 1, hStream, false));
}

CUresult cuMemsetD16Async(CUdeviceptr dstDevice, unsigned short us, size_t N, CUstream hStream) {
  WARPUP_DRIVER_CALL(call);
  return driver_end(call, fill_elements(call, dstDevice, 2 * N, us, 2, N, 1, hStream, false));
}

CUresult cuMemsetD32Async(CUdeviceptr dstDevice, unsigned ui, size_t N, CUstream hStream) {
  WARPUP_DRIVER_CALL(call);
  return driver_end(call, fill_elements(call, dstDevice, 4 * N, ui, 4, N, 1, hStream, false));
}

}  // extern "C"
